// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What a texture or surface object points at in device memory. The runtime writes
// it, the device library reads it; both include this page. All sizes are in texels
// and all pitches in bytes, of level 0 where there are levels.
#ifndef HIP_INCLUDE_HIP_GOHIP_TEXTURE_H
#define HIP_INCLUDE_HIP_GOHIP_TEXTURE_H

#if !defined(GOHIP_DEVICELIB_DEVICE_H)
#include <hip/gohip_detail/integers.h>
typedef unsigned char gohip_u8;
typedef uint32_t gohip_u32;
typedef uint64_t gohip_u64;
#endif

// One mipmap level. Cubemaps have six layers for each cube, in the order +x -x +y
// -y +z -z. A level of another API's image on NVIDIA, whose layout is the driver's, is a surface
// object of CUDA: data is that, row_pitch is 0 and slice_pitch an enum gohip_geometry.
struct gohip_level {
  gohip_u64 data;        // device address of texel (0, 0, 0)
  gohip_u32 width;       // at least 1
  gohip_u32 height;      // 1 for one dimension
  gohip_u32 depth;       // slices or layers, else 1
  gohip_u32 row_pitch;   // bytes from row to row
  gohip_u64 slice_pitch; // bytes from slice to slice or layer to layer
};

// The geometries of surface instructions (PTX ISA, "suld"); cubes are layers.
enum gohip_geometry {
  GOHIP_1D,
  GOHIP_2D,
  GOHIP_3D,
  GOHIP_1D_LAYERED,
  GOHIP_2D_LAYERED,
};

struct gohip_texture {
  struct gohip_level level; // level 0
  gohip_u64 levels;         // device address of struct gohip_level[level_count], or 0
  gohip_u32 level_count;    // at least 1
  gohip_u8 channels;        // 1, 2, 3 or 4
  gohip_u8 bits;            // of one channel: 8, 16, 32
  gohip_u8 kind;            // hipChannelFormatKind: 0 signed, 1 unsigned, 2 float
  gohip_u8 read_normalized; // hipReadModeNormalizedFloat
  gohip_u8 address[3];      // hipTextureAddressMode: 0 wrap, 1 clamp, 2 mirror, 3 border
  gohip_u8 filter;          // hipTextureFilterMode: 0 point, 1 linear
  gohip_u8 normalized;      // coordinates run from 0 to 1
  gohip_u8 srgb;            // 8-bit channels but the fourth are decoded from sRGB
  gohip_u8 mipmap_filter;   // between levels: 0 point, 1 linear
  gohip_u8 boundary;        // unused; hipSurfaceBoundaryMode is an argument of accesses
  float lod_bias, lod_min, lod_max;
  float border[4];
  // A texture object of CUDA that samples the only level and slice, or 0.
  gohip_u64 object;
  // The device address of one for each slice or layer of each level, or 0.
  gohip_u64 objects;
};

#endif
