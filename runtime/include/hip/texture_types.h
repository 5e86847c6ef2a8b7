// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The types of textures and surfaces that host code and device code share.
#ifndef HIP_INCLUDE_HIP_TEXTURE_TYPES_H
#define HIP_INCLUDE_HIP_TEXTURE_TYPES_H

#include <hip/driver_types.h>
#include <hip/hip_vector_types.h> // as AMD's header has them, and with it hip_runtime_api.h

#define hipTextureType1D 0x01
#define hipTextureType2D 0x02
#define hipTextureType3D 0x03
#define hipTextureTypeCubemap 0x0C
#define hipTextureType1DLayered 0xF1
#define hipTextureType2DLayered 0xF2
#define hipTextureTypeCubemapLayered 0xFC

// The sizes, in words, of an image and a sampler in the hardware of AMD.
#define HIP_IMAGE_OBJECT_SIZE_DWORD 12
#define HIP_SAMPLER_OBJECT_SIZE_DWORD 8

struct __hip_texture;
typedef struct __hip_texture *hipTextureObject_t;
struct __hip_surface;
typedef struct __hip_surface *hipSurfaceObject_t;

typedef enum hipTextureAddressMode {
  hipAddressModeWrap,
  hipAddressModeClamp,
  hipAddressModeMirror,
  hipAddressModeBorder
} hipTextureAddressMode;

typedef enum hipTextureFilterMode { hipFilterModePoint, hipFilterModeLinear } hipTextureFilterMode;

typedef enum hipTextureReadMode {
  hipReadModeElementType,
  hipReadModeNormalizedFloat
} hipTextureReadMode;

typedef enum hipSurfaceBoundaryMode {
  hipBoundaryModeZero,
  hipBoundaryModeTrap,
  hipBoundaryModeClamp
} hipSurfaceBoundaryMode;

// What a texture<> variable looks like to the host; hipBindTexture* and
// hipTexRefSet* fill it in.
typedef struct textureReference {
  int normalized;
  enum hipTextureReadMode readMode;
  enum hipTextureFilterMode filterMode;
  enum hipTextureAddressMode addressMode[3];
  struct hipChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
  enum hipTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
  hipTextureObject_t textureObject;
  int numChannels;
  enum hipArray_Format format;
} textureReference;

typedef struct hipTextureDesc {
  enum hipTextureAddressMode addressMode[3];
  enum hipTextureFilterMode filterMode;
  enum hipTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned int maxAnisotropy;
  enum hipTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
} hipTextureDesc;

struct surfaceReference {
  hipSurfaceObject_t surfaceObject;
};

#endif
