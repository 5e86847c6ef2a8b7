// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What keeps kernels fast: small arrays in registers, wide accesses to those that
// cannot be, four steps of a loop at a time, full masks where all lanes come along.
#include <hip/hip_runtime.h>

#include <hip/hip_bf16.h>

// CHECK-LABEL: .entry array
// CHECK-NOT: .local
// CHECK-LABEL: .entry turned
extern "C" __global__ void array(double2 *p) {
  double2 v[8];
  for (int i = 0; i < 8; i++) v[i] = p[threadIdx.x + 32 * i];
  for (int i = 1; i < 8; i++) {
    double s = exp(0.25 * i * threadIdx.x), c = 1 - s;
    v[i] = make_double2(v[i].x * c - v[i].y * s, v[i].x * s + v[i].y * c);
  }
  for (int i = 0; i < 8; i++) p[threadIdx.x + 32 * i] = v[7 - i];
}

// Sine and cosine of libclc too.
// CHECK-NOT: .local
// CHECK-LABEL: .entry indexed
extern "C" __global__ void turned(double2 *p) {
  double2 v[8];
  for (int i = 0; i < 8; i++) v[i] = p[threadIdx.x + 32 * i];
  for (int i = 1; i < 8; i++) {
    double s = sin(0.25 * i * threadIdx.x), c = cos(0.5 * i * threadIdx.x);
    v[i] = make_double2(v[i].x * c - v[i].y * s, v[i].x * s + v[i].y * c);
  }
  for (int i = 0; i < 8; i++) p[threadIdx.x + 32 * i] = v[7 - i];
}

// CHECK: .local .align 16
// CHECK: st.local.v2.b64
extern "C" __global__ void indexed(const double *__restrict__ in, double *__restrict__ out, int k) {
  double a[16];
  for (int i = 0; i < 16; i++) a[i] = in[i] * 2;
  out[0] = a[k];
}

// Steps of a size that the program gives: four at a time.
// CHECK-LABEL: .entry strided
// CHECK: ld.global.nc.b32
// CHECK: ld.global.nc.b32
// CHECK: ld.global.nc.b32
// CHECK: ld.global.nc.b32
extern "C" __global__ void strided(const float *__restrict__ in, float *__restrict__ out, int n,
                                   int stride) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += stride) sum += in[i] * in[i];
  out[threadIdx.x] = sum;
}

// Steps of the size of the block: few a thread, and none is worth a division.
// CHECK-LABEL: .entry shared_out
// CHECK-NOT: div.
// CHECK: ld.global.nc.b32
// CHECK-NOT: ld.global
extern "C" __global__ void shared_out(const float *__restrict__ in, float *__restrict__ out,
                                      int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += in[i] * in[i];
  out[threadIdx.x] = sum;
}

// A loop around a vote: the same number of turns for all lanes, so four of them at once.
// Their count goes down to zero, as the driver's compiler likes it.
// CHECK-LABEL: .entry votes
// CHECK: vote.sync.all.pred {{.*}}, -1;
// CHECK: vote.sync.all.pred {{.*}}, -1;
// CHECK: vote.sync.all.pred {{.*}}, -1;
// CHECK: vote.sync.all.pred {{.*}}, -1;
// CHECK: add.s32 [[N:%r[0-9]+]], [[N]], -4;
// CHECK-NEXT: setp.ne.b32 [[P:%p[0-9]+]], [[N]], 0;
// CHECK-NEXT: @[[P]] bra
extern "C" __global__ void votes(const int *in, int *out, int n) {
  for (int k = 0; k < n; k++) out[threadIdx.x] = __all(in[threadIdx.x]);
}

// Lanes that leave the loop at different times reconverge in every iteration.
// CHECK-LABEL: .entry leaves
// CHECK: vote.sync.any.pred
// CHECK-NOT: vote.sync.any.pred
extern "C" __global__ void leaves(const int *in, int *out) {
  for (int k = 0; k < in[threadIdx.x]; k++) out[threadIdx.x] += __any(k == out[threadIdx.x]);
}

// A loop whose length is the launch's, and an early end of some lanes, keep the rest
// together.
// CHECK-LABEL: .entry all
// CHECK-NOT: activemask
// CHECK: vote.sync.any.pred {{.*}}, -1;
// CHECK: shfl.sync.bfly.b32 {{.*}}, -1;
extern "C" __global__ void all(const int *in, int *out, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int k = 0; k < rounds; k++) out[i] += __any(in[i] > k);
  out[i] += __shfl_xor(in[i], 1);
}

// After a branch that lanes decide for themselves the mask is those that decided alike, unless
// the others have only to end.
// CHECK-LABEL: .entry some
// CHECK-NOT: activemask
// CHECK: vote.sync.ballot.b32 {{.*}}, -1;
// CHECK: selp.b32 [[M:%r[0-9]+]],
// CHECK: shfl.sync.bfly.b32 {{.*}}, 1, 31, [[M]];
// CHECK: shfl.sync.bfly.b32 {{.*}}, 2, 31, -1;
extern "C" __global__ void some(const int *in, int *out) {
  if (in[threadIdx.x] > 0) out[threadIdx.x] = __shfl_xor(in[threadIdx.x], 1);
  out[threadIdx.x + 32] = __shfl_xor(in[threadIdx.x + 64], 2);
}

// A program that asks for the mask gets the lanes in it that are there.
// CHECK-LABEL: .entry asks
// CHECK: mov.pred [[ALL:%p[0-9]+]], -1;
// CHECK: vote.sync.ballot.b32 {{.*}}, [[ALL]], -1;
extern "C" __global__ void asks(int *out) { out[threadIdx.x] = (int)__activemask(); }

// CHECK-LABEL: .entry narrow
// CHECK: cvt.rn.bf16{{(x2)?}}.f32
extern "C" __global__ void narrow(const float *in, __hip_bfloat16 *out) {
  out[threadIdx.x] = __float2bfloat16(in[threadIdx.x]);
}

// The steps of an unrolled loop share one address, so that the loads of later steps need
// not wait for the store of the first.
// CHECK-LABEL: .entry steps
// CHECK: ld.local.b32 {{.*}}, {{\[}}[[A:%rd[0-9]+]]];
// CHECK: st.local.b32 {{\[}}[[A]]]
// CHECK: ld.local.b32 {{.*}}, {{\[}}[[A]]+4];
// CHECK: ld.local.b32 {{.*}}, {{\[}}[[A]]+8];
// CHECK: ld.local.b32 {{.*}}, {{\[}}[[A]]+12];
extern "C" __global__ void steps(float *p, int m, int n) {
  float v[80];
  for (int i = 0; i < n; i++) v[i] = p[i];
  for (int k = 0; k < m; k++)
    for (int i = k + 1; i < n; i++) v[i] = v[i] * v[i] + p[i - k - 1];
  for (int i = 0; i < n; i++) p[i] = v[i];
}
