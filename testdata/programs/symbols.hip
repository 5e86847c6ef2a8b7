// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Device variables of every kind, read and written from both sides.
// e2e: env=GOHIP_QUIET=1
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

struct Node {
  int value;
  const Node *next;
};

__device__ int counter = 40;
__constant__ float weights[5] = {1, 2, 3};
static __device__ double hidden[3] = {0.5, 0.25, 0.125};
namespace ns {
__device__ short inside = -7;
}
extern "C" {
__device__ unsigned char plain[7] = "abcdef";
}
__device__ Node last = {3, nullptr};
__device__ Node first = {1, &last}; // an address inside another variable
__device__ int *indirect;
__constant__ int table[4] = {10, 20, 30, 40};
__device__ const char *const words[] = {"zero", "one", "two"};
template <typename T> __device__ T typed = T(9);
__managed__ int managed = 1;

// An array that a kernel writes by its address, as vectors.
__device__ unsigned short before = 1;
__constant__ unsigned cleared[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
__global__ void clear(uint4 *p) { p[threadIdx.x] = uint4{0, 0, 0, 0}; }

__device__ int tick() {
  static int calls = 100; // one for all work-items
  return atomicAdd(&calls, 1);
}

__global__ void use(double *out) {
  out[0] = counter++;
  out[1] = weights[0] + weights[1] + weights[2] + weights[3] + weights[4];
  out[2] = hidden[0] + hidden[1] + hidden[2];
  out[3] = ns::inside;
  out[4] = plain[5];
  out[5] = first.value * 10 + first.next->value;
  out[6] = indirect ? *indirect : -1;
  out[7] = tick();
  int n = 0;
  for (const char *w : words)
    while (*w++) n++;
  out[8] = n;
  out[9] = typed<int> + typed<float>;
  managed += 5;
  hidden[2] = 2;
}
__global__ void lookup(const int *at, int *out) { out[threadIdx.x] = table[at[threadIdx.x] & 3]; }

int main() {
  Device<double> d(10);
  use<<<1, 1>>>(d.p);
  CHECK(hipGetLastError());
  auto v = d.host();
  const double want[] = {40, 6, 0.875, -7, 'f', 13, -1, 100, 10, 18};
  for (int i = 0; i < 10; i++) EXPECT(v[i] == want[i]);
  EXPECT(managed == 6);
  managed = 50;
  uint4 *vectors;
  unsigned kept[9];
  CHECK(hipGetSymbolAddress(reinterpret_cast<void **>(&vectors), HIP_SYMBOL(cleared)));
  EXPECT(reinterpret_cast<uintptr_t>(vectors) % sizeof *vectors == 0);
  clear<<<1, 2>>>(vectors);
  CHECK(hipMemcpyFromSymbol(kept, HIP_SYMBOL(cleared), sizeof kept));
  for (int i = 0; i < 9; i++) EXPECT(kept[i] == (i < 8 ? 0 : 9));

  const float more[2] = {10, 20};
  CHECK(hipMemcpyToSymbol(HIP_SYMBOL(weights), more, sizeof more, 3 * sizeof(float)));
  float back[5];
  CHECK(hipMemcpyFromSymbol(back, HIP_SYMBOL(weights), sizeof back));
  EXPECT(back[0] == 1 && back[2] == 3 && back[3] == 10 && back[4] == 20);
  int seven = 7, *address;
  CHECK(hipMemcpyToSymbol(counter, &seven, sizeof seven));
  CHECK(hipGetSymbolAddress(reinterpret_cast<void **>(&address), HIP_SYMBOL(counter)));
  CHECK(hipMemcpyToSymbol(HIP_SYMBOL(indirect), &address, sizeof address));
  hipStream_t s;
  CHECK(hipStreamCreate(&s));
  short twelve = 12;
  CHECK(hipMemcpyToSymbolAsync(HIP_SYMBOL(ns::inside), &twelve, sizeof twelve, 0,
                               hipMemcpyHostToDevice, s));
  CHECK(hipStreamSynchronize(s));
  CHECK(hipStreamDestroy(s));
  use<<<1, 1>>>(d.p);
  CHECK(hipGetLastError());
  v = d.host();
  EXPECT(v[0] == 7 && v[1] == 36 && v[2] == 2.75 && v[3] == 12 && v[6] == 8 && v[7] == 101);
  EXPECT(managed == 55);
  size_t size = 0;
  CHECK(hipGetSymbolSize(&size, HIP_SYMBOL(hidden)));
  EXPECT(size == 3 * sizeof(double));
  double third = 0;
  CHECK(hipMemcpyFromSymbol(&third, HIP_SYMBOL(hidden), sizeof third, 2 * sizeof(double)));
  EXPECT(third == 2);

  std::vector<int> at = {3, 1, 0, 2};
  Device<int> dat(at), dout(4);
  lookup<<<1, 4>>>(dat.p, dout.p);
  auto l = dout.host();
  EXPECT(l[0] == 40 && l[1] == 20 && l[2] == 10 && l[3] == 30);

  // Not a device variable, and more than it holds.
  int local = 0;
  EXPECT_ERROR(hipMemcpyToSymbol(&local, &seven, sizeof seven), hipErrorInvalidSymbol);
  EXPECT_ERROR(hipMemcpyToSymbol(HIP_SYMBOL(counter), back, sizeof back), hipErrorInvalidValue);
  return done();
}
