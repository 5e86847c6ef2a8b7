// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// One kernel for each matrix instruction that the target has. A lane loads its registers
// of A, B and C and stores those of D; where elements lie is the host's business.
#include <hip/hip_runtime.h>

template <typename T, int n> using vec = T __attribute__((ext_vector_type(n)));
using h4 = vec<_Float16, 4>;
using h8 = vec<_Float16, 8>;
using h16 = vec<_Float16, 16>;
using s2 = vec<short, 2>;
using s4 = vec<short, 4>;
using s8 = vec<short, 8>;
using s16 = vec<short, 16>;
using b8 = vec<__bf16, 8>;
using b16 = vec<__bf16, 16>;
using i2 = vec<int, 2>;
using i4 = vec<int, 4>;
using i8 = vec<int, 8>;
using i16 = vec<int, 16>;
using i32 = vec<int, 32>;
using f2 = vec<float, 2>;
using f4 = vec<float, 4>;
using f8 = vec<float, 8>;
using f16 = vec<float, 16>;
using f32 = vec<float, 32>;
using d4 = vec<double, 4>;

// a, b and c are the lane's registers, x its word of sparse indices or scales of A, y
// its scales of B.
#define KERNEL(name, A, B, C, call)                                                                \
  extern "C" __global__ void name(const A *pa, const B *pb, C *pc, const int *px, const int *py) { \
    int l = threadIdx.x, x = px[l], y = py[l];                                                     \
    A a = pa[l];                                                                                   \
    B b = pb[l];                                                                                   \
    C c = pc[l];                                                                                   \
    (void)x, (void)y;                                                                              \
    pc[l] = __builtin_amdgcn_##call;                                                               \
  }
#define MFMA(name, A, C) KERNEL(mfma_##name, A, A, C, mfma_##name(a, b, c, 0, 0, 0))
#define MFMA8(name, C) KERNEL(mfma_##name, long, long, C, mfma_##name(a, b, c, 0, 0, 0))
#define SMFMAC(name, A, B, C, set)                                                                 \
  KERNEL(smfmac_##name##_##set, A, B, C, smfmac_##name(a, b, c, x, 0, set))

#if defined(__gfx908__) || defined(__gfx90a__) || defined(__gfx942__) || defined(__gfx950__)
MFMA(f32_32x32x1f32, float, f32)
MFMA(f32_16x16x1f32, float, f16)
MFMA(f32_4x4x1f32, float, f4)
MFMA(f32_32x32x2f32, float, f16)
MFMA(f32_16x16x4f32, float, f4)
MFMA(f32_32x32x4f16, h4, f32)
MFMA(f32_16x16x4f16, h4, f16)
MFMA(f32_4x4x4f16, h4, f4)
MFMA(f32_32x32x8f16, h4, f16)
MFMA(f32_16x16x16f16, h4, f4)
MFMA(i32_32x32x4i8, int, i32)
MFMA(i32_16x16x4i8, int, i16)
MFMA(i32_4x4x4i8, int, i4)
KERNEL(broadcast_f32_4x4x1f32, float, float, f4, mfma_f32_4x4x1f32(a, b, c, 2, 3, 0))
KERNEL(rotate_f32_16x16x4f32, float, float, f4, mfma_f32_16x16x4f32(a, b, c, 0, 0, 3))
#endif
#if defined(__gfx908__) || defined(__gfx90a__)
MFMA(f32_32x32x2bf16, s2, f32)
MFMA(f32_16x16x8bf16, s2, f4)
MFMA(f32_16x16x2bf16, s2, f16)
MFMA(f32_4x4x2bf16, s2, f4)
MFMA(f32_32x32x4bf16, s2, f16)
MFMA(i32_32x32x8i8, int, i16)
MFMA(i32_16x16x16i8, int, i4)
#endif
#if defined(__gfx90a__) || defined(__gfx942__) || defined(__gfx950__)
MFMA(f32_32x32x4bf16_1k, s4, f32)
MFMA(f32_4x4x4bf16_1k, s4, f4)
MFMA(f32_16x16x4bf16_1k, s4, f16)
MFMA(f32_32x32x8bf16_1k, s4, f16)
MFMA(f32_16x16x16bf16_1k, s4, f4)
MFMA(f64_16x16x4f64, double, d4)
MFMA(f64_4x4x4f64, double, double)
#endif
#if defined(__gfx942__) || defined(__gfx950__)
MFMA8(i32_16x16x32_i8, i4)
MFMA8(i32_32x32x16_i8, i16)
MFMA8(f32_16x16x32_fp8_fp8, f4)
MFMA8(f32_16x16x32_bf8_fp8, f4)
MFMA8(f32_32x32x16_fp8_bf8, f16)
MFMA8(f32_32x32x16_bf8_bf8, f16)
MFMA8(f32_16x16x32_fp8_bf8, f4)
MFMA8(f32_16x16x32_bf8_bf8, f4)
MFMA8(f32_32x32x16_fp8_fp8, f16)
MFMA8(f32_32x32x16_bf8_fp8, f16)
SMFMAC(f32_16x16x32_f16, h4, h8, f4, 0)
SMFMAC(f32_32x32x16_f16, h4, h8, f16, 2)
SMFMAC(f32_16x16x32_bf16, s4, s8, f4, 3)
SMFMAC(i32_16x16x64_i8, i2, i4, i4, 1)
SMFMAC(i32_32x32x32_i8, i2, i4, i16, 0)
SMFMAC(f32_16x16x64_fp8_bf8, i2, i4, f4, 1)
SMFMAC(f32_32x32x16_bf16, s4, s8, f16, 1)
SMFMAC(f32_16x16x64_bf8_bf8, i2, i4, f4, 0)
SMFMAC(f32_16x16x64_bf8_fp8, i2, i4, f4, 1)
SMFMAC(f32_16x16x64_fp8_fp8, i2, i4, f4, 0)
SMFMAC(f32_32x32x32_bf8_bf8, i2, i4, f16, 1)
SMFMAC(f32_32x32x32_bf8_fp8, i2, i4, f16, 0)
SMFMAC(f32_32x32x32_fp8_bf8, i2, i4, f16, 1)
SMFMAC(f32_32x32x32_fp8_fp8, i2, i4, f16, 0)
#endif
#if defined(__gfx942__)
MFMA(f32_16x16x8_xf32, f2, f4)
MFMA(f32_32x32x4_xf32, f2, f16)
#endif
#if defined(__gfx950__)
MFMA(f32_16x16x32_f16, h8, f4)
MFMA(f32_32x32x16_f16, h8, f16)
MFMA(f32_16x16x32_bf16, b8, f4)
MFMA(f32_32x32x16_bf16, b8, f16)
MFMA(i32_16x16x64_i8, i4, i4)
MFMA(i32_32x32x32_i8, i4, i16)
SMFMAC(f32_16x16x64_f16, h8, h16, f4, 1)
SMFMAC(f32_32x32x32_bf16, b8, b16, f16, 0)
SMFMAC(i32_16x16x128_i8, i4, i8, i4, 0)
SMFMAC(f32_32x32x64_bf8_fp8, i4, i8, f16, 0)
SMFMAC(f32_16x16x64_bf16, b8, b16, f4, 0)
SMFMAC(f32_32x32x32_f16, h8, h16, f16, 1)
SMFMAC(f32_16x16x128_bf8_bf8, i4, i8, f4, 0)
SMFMAC(f32_16x16x128_bf8_fp8, i4, i8, f4, 0)
SMFMAC(f32_16x16x128_fp8_bf8, i4, i8, f4, 0)
SMFMAC(f32_16x16x128_fp8_fp8, i4, i8, f4, 0)
SMFMAC(f32_32x32x64_bf8_bf8, i4, i8, f16, 0)
SMFMAC(f32_32x32x64_fp8_bf8, i4, i8, f16, 0)
SMFMAC(f32_32x32x64_fp8_fp8, i4, i8, f16, 0)
SMFMAC(i32_32x32x64_i8, i4, i8, i16, 0)
#define SCALED(shape, C, af, bf, sa, sb)                                                           \
  KERNEL(scale_f32_##shape##_##af##_##bf##_##sa##_##sb, i8, i8, C,                                 \
         mfma_scale_f32_##shape##_f8f6f4(a, b, c, af, bf, sa, x, sb, y))
SCALED(16x16x128, f4, 0, 0, 0, 0)
SCALED(16x16x128, f4, 1, 2, 1, 0)
SCALED(16x16x128, f4, 0, 4, 0, 3)
SCALED(16x16x128, f4, 3, 4, 2, 1)
SCALED(32x32x64, f16, 0, 1, 3, 2)
SCALED(32x32x64, f16, 4, 0, 0, 1)
SCALED(32x32x64, f16, 2, 3, 1, 1)
#endif
#if defined(__GFX11__)
#define WMMA(name, A, C, call) KERNEL(wmma_##name, A, A, C, wmma_##name##call)
#if __AMDGCN_WAVEFRONT_SIZE__ == 32
WMMA(f32_16x16x16_f16, h16, f8, _w32(a, b, c))
WMMA(f32_16x16x16_bf16, s16, f8, _w32(a, b, c))
WMMA(f16_16x16x16_f16, h16, h16, _w32(a, b, c, 0))
KERNEL(high_f16_16x16x16_f16, h16, h16, h16, wmma_f16_16x16x16_f16_w32(a, b, c, 1))
WMMA(bf16_16x16x16_bf16, s16, s16, _w32(a, b, c, 0))
WMMA(i32_16x16x16_iu8, i4, i8, _w32(1, a, 0, b, c, 0))
WMMA(i32_16x16x16_iu4, i2, i8, _w32(0, a, 1, b, c, 1))
#else
WMMA(f32_16x16x16_f16, h16, f4, _w64(a, b, c))
WMMA(f16_16x16x16_f16, h16, h8, _w64(a, b, c, 0))
WMMA(i32_16x16x16_iu8, i4, i4, _w64(1, a, 1, b, c, 0))
WMMA(f32_16x16x16_bf16, s16, f4, _w64(a, b, c))
WMMA(bf16_16x16x16_bf16, s16, s8, _w64(a, b, c, 0))
WMMA(i32_16x16x16_iu4, i2, i4, _w64(1, a, 0, b, c, 0))
#endif
#endif
#if defined(__GFX12__)
#define WMMA(name, A, B, C, call) KERNEL(wmma_##name, A, B, C, wmma_##name##call)
#define SWMMAC(name, A, B, C, call) KERNEL(swmmac_##name, A, B, C, swmmac_##name##call)
#if __AMDGCN_WAVEFRONT_SIZE__ == 32
WMMA(f32_16x16x16_f16, h8, h8, f8, _w32_gfx12(a, b, c))
WMMA(f32_16x16x16_bf16, s8, s8, f8, _w32_gfx12(a, b, c))
WMMA(f16_16x16x16_f16, h8, h8, h8, _w32_gfx12(a, b, c))
WMMA(bf16_16x16x16_bf16, s8, s8, s8, _w32_gfx12(a, b, c))
WMMA(i32_16x16x16_iu8, i2, i2, i8, _w32_gfx12(1, a, 0, b, c, 0))
WMMA(i32_16x16x16_iu4, int, int, i8, _w32_gfx12(0, a, 1, b, c, 1))
WMMA(i32_16x16x32_iu4, i2, i2, i8, _w32_gfx12(1, a, 1, b, c, 0))
WMMA(f32_16x16x16_fp8_bf8, i2, i2, f8, _w32_gfx12(a, b, c))
WMMA(f32_16x16x16_bf8_fp8, i2, i2, f8, _w32_gfx12(a, b, c))
WMMA(f32_16x16x16_fp8_fp8, i2, i2, f8, _w32_gfx12(a, b, c))
WMMA(f32_16x16x16_bf8_bf8, i2, i2, f8, _w32_gfx12(a, b, c))
SWMMAC(f32_16x16x32_f16, h8, h16, f8, _w32(a, b, c, x))
SWMMAC(f16_16x16x32_f16, h8, h16, h8, _w32(a, b, c, x))
SWMMAC(bf16_16x16x32_bf16, s8, s16, s8, _w32(a, b, c, x))
SWMMAC(i32_16x16x32_iu8, i2, i4, i8, _w32(1, a, 0, b, c, x, 0))
SWMMAC(i32_16x16x32_iu4, int, i2, i8, _w32(1, a, 1, b, c, x, 0))
SWMMAC(i32_16x16x64_iu4, i2, i4, i8, _w32(0, a, 1, b, c, x, 1))
SWMMAC(f32_16x16x32_fp8_fp8, i2, i4, f8, _w32(a, b, c, x))
SWMMAC(f32_16x16x32_bf16, s8, s16, f8, _w32(a, b, c, x))
SWMMAC(f32_16x16x32_fp8_bf8, i2, i4, f8, _w32(a, b, c, x))
SWMMAC(f32_16x16x32_bf8_fp8, i2, i4, f8, _w32(a, b, c, x))
SWMMAC(f32_16x16x32_bf8_bf8, i2, i4, f8, _w32(a, b, c, x))
#else
WMMA(f32_16x16x16_f16, h4, h4, f4, _w64_gfx12(a, b, c))
WMMA(f16_16x16x16_f16, h4, h4, h4, _w64_gfx12(a, b, c))
WMMA(i32_16x16x16_iu8, int, int, i4, _w64_gfx12(1, a, 0, b, c, 0))
WMMA(i32_16x16x16_iu4, int, int, i4, _w64_gfx12(1, a, 0, b, c, 0))
WMMA(f32_16x16x16_bf16, s4, s4, f4, _w64_gfx12(a, b, c))
WMMA(bf16_16x16x16_bf16, s4, s4, s4, _w64_gfx12(a, b, c))
WMMA(f32_16x16x16_fp8_fp8, int, int, f4, _w64_gfx12(a, b, c))
WMMA(f32_16x16x16_fp8_bf8, int, int, f4, _w64_gfx12(a, b, c))
WMMA(f32_16x16x16_bf8_fp8, int, int, f4, _w64_gfx12(a, b, c))
WMMA(f32_16x16x16_bf8_bf8, int, int, f4, _w64_gfx12(a, b, c))
WMMA(i32_16x16x32_iu4, int, int, i4, _w64_gfx12(1, a, 0, b, c, 0))
SWMMAC(f32_16x16x32_f16, h4, h8, f4, _w64(a, b, c, x))
SWMMAC(i32_16x16x32_iu8, int, i2, i4, _w64(1, a, 0, b, c, x, 0))
SWMMAC(i32_16x16x32_iu4, int, int, i4, _w64(1, a, 0, b, c, x, 0))
SWMMAC(i32_16x16x64_iu4, int, i2, i4, _w64(1, a, 0, b, c, x, 0))
SWMMAC(f16_16x16x32_f16, h4, h8, h4, _w64(a, b, c, x))
SWMMAC(f32_16x16x32_bf16, s4, s8, f4, _w64(a, b, c, x))
SWMMAC(bf16_16x16x32_bf16, s4, s8, s4, _w64(a, b, c, x))
SWMMAC(f32_16x16x32_fp8_fp8, int, i2, f4, _w64(a, b, c, x))
SWMMAC(f32_16x16x32_fp8_bf8, int, i2, f4, _w64(a, b, c, x))
SWMMAC(f32_16x16x32_bf8_fp8, int, i2, f4, _w64(a, b, c, x))
SWMMAC(f32_16x16x32_bf8_bf8, int, i2, f4, _w64(a, b, c, x))
#endif
#endif
