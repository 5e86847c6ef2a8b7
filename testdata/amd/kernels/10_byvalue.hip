// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// By-value structs of odd sizes between scalars: argument offsets and copies.
#include <hip/hip_runtime.h>

struct Small {
  char c;
  short s;
};
struct Big {
  double m[9];
  int tag;
  float3 v;
};

extern "C" __global__ void byvalue(char a, Small s, double d, Big b, float *out, short z) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a + s.c * 2 + s.s * 3 + (float)d + (float)b.m[i % 9] + b.tag + b.v.x + b.v.y * 2 +
           b.v.z * 3 + z;
}
