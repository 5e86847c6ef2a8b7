// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A module without gohipcc's records: its arguments are read from the types.
typedef struct __attribute__((packed)) {
  char c;
  double d;
} packed_t;
typedef struct {
  char c;
  double d;
  int a[3];
} natural_t;
int twice(int x);
int __attribute__((noinline)) triple(int x) { return 3 * x; }
__kernel void plain(__global float *out, __constant int *table, __local float *tile, float4 v,
                    char c) {
  tile[0] = v.x;
  out[triple(c)] = tile[0] + table[c];
}
__attribute__((reqd_work_group_size(8, 4, 1))) __kernel void
structs(packed_t p, natural_t n, __global double *out, float3 f) {
  *out = p.d + n.d + n.a[1] + f.y;
}
