// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// PTX has 64 KB of constant memory, and clang puts every constant of the host's there.
#include <hip/hip_runtime.h>

// CHECK-DAG: .visible .const .align 16 .b8 weights[32];
// CHECK-DAG: .visible .global .align 16 .b8 hosts[80000]
// CHECK-DAG: .global .align 16 .b8 _ZL5table[160000]
__constant__ double weights[4];
const double table[20000] = {1, 2, 3};
extern const int hosts[20000];
const int hosts[20000] = {4, 5, 6};

// CHECK-LABEL: .entry reads
// CHECK-DAG: ld.global.nc.b64
// CHECK-DAG: ld.const.b64
extern "C" __global__ void reads(double *p, int i) { *p = table[i] + weights[1]; }
int first() { return hosts[0]; }
