// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Arithmetic on values that are uniform for a wave, which compilers leave to the scalar
// unit: 16-bit constants of both signs, comparisons, and on newer GPUs floating point.
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

extern "C" __global__ void uniform(int *n, float *f, float *half, int v, float x, short s) {
  n[0] = v - 147;
  n[1] = v * -321;
  n[2] = v + 32767;
  n[3] = (s & 127) - 32768;
  n[4] = v < -5 ? -1234 : v;
  n[5] = v > 3000 ? 40000 : -v;
  n[6] = (unsigned)v > 65000u;
  n[7] = v == -20000 ? 7 : 9;
  f[0] = sqrtf(x);
  f[1] = __builtin_amdgcn_exp2f(x);
  f[2] = __builtin_amdgcn_logf(x);
  f[3] = __builtin_amdgcn_rcpf(x);
  f[4] = __builtin_amdgcn_rsqf(x);
  f[5] = __builtin_fmaf(x, -1.5f, 2.25f);
  f[6] = fminf(x, 0.5f) + fmaxf(-x, -1.5f);
  f[7] = floorf(x) - ceilf(x * 0.3f) + truncf(x) * rintf(x);
  f[8] = x < 0.75f ? (float)v : (float)(unsigned)v;
  f[9] = (int)(x * 100) + (float)(unsigned)(x * 7);
  f[10] = __builtin_amdgcn_sqrtf(-x * -2) - x;
  _Float16 h = (_Float16)x;
  half[0] = (float)(h + (_Float16)1.5f);
  half[1] = (float)(h * h - (_Float16)0.5f);
  half[2] = (float)__builtin_amdgcn_rcph(h);
  half[3] = (float)__builtin_amdgcn_sqrth(h);
  half[4] = (float)__builtin_fminf16(h, (_Float16)0.25f);
  half[5] = h < (_Float16)2.0f ? 1.0f : (float)h;
  half[6] = (float)__builtin_floorf16(h) + (float)__builtin_ceilf16(h);
  half[7] = (float)__builtin_fmaf16(h, h, (_Float16)0.125f);
}
