// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A generic pointer that is selected, in a loop or not, from addresses of several address spaces:
// each access is to the memory that the pointer has at the time.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

typedef unsigned long long u64;

struct Work {
  unsigned rounds, first, second, change;
};

// What a thread does with one variable in each address space.
struct Places {
  u64 *shared, *global, *own, *other;
};

__host__ __device__ static inline void loop(const Places &p, Work w) {
  u64 *at = w.first & 1 ? p.shared : w.second & 1 ? p.other : p.own;
  for (unsigned i = 0; i < w.rounds; i++) {
    *at += w.second + i;
    if (i == w.change) at = p.own;
  }
}

__host__ __device__ static inline void chain(const Places &p, Work w) {
  u64 *at = w.first == 0 ? p.own : w.first == 1 ? p.global : w.first == 2 ? p.shared : p.other;
  u64 *from = w.second & 2 ? p.global : p.own;
  *at = *at * 3 + *from;
  u64 *back = w.second & 1 ? at : from;
  *back ^= w.change;
}

__host__ __device__ static inline void swaps(const Places &p, Work w) {
  u64 *a = p.own, *b = p.shared;
  for (unsigned i = 0; i < w.rounds; i++) {
    *a = *a * 5 + *b;
    if ((w.first + i) & 1) {
      u64 *c = a;
      a = b;
      b = w.second & 1 ? c : p.global;
    }
  }
}

template <int Kind> __host__ __device__ static inline u64 work(const Places &p, Work w) {
  if (Kind == 0) loop(p, w);
  if (Kind == 1) chain(p, w);
  if (Kind == 2) swaps(p, w);
  return *p.own + *p.other * 3 + *p.shared * 5 + *p.global * 7;
}

constexpr unsigned N = 32;

template <int Kind> __global__ void kernel(u64 *out, u64 *global, const unsigned *in, Work w) {
  __shared__ u64 shared[N];
  const unsigned t = threadIdx.x;
  shared[t] = t;
  global[t] = t * 9;
  u64 own = in[t & 7] * 77ull, other = t >> (w.rounds & 3);
  out[t] = work<Kind>({&shared[t], &global[t], &own, &other}, w);
}

template <int Kind> static void run(u64 *out, u64 *global, const unsigned *in) {
  for (unsigned n = 0; n < 64; n++) {
    const Work w = {n % 5, n / 5 % 4, n / 3 % 4, n / 7 % 4};
    kernel<Kind><<<1, N>>>(out, global, in, w);
    CHECK(hipDeviceSynchronize());
    for (unsigned t = 0; t < N; t++) {
      u64 own = in[t & 7] * 77ull, other = t >> (w.rounds & 3), shared = t, elsewhere = t * 9;
      const u64 want = work<Kind>({&shared, &elsewhere, &own, &other}, w);
      if (out[t] != want) {
        std::printf("kind %d, launch %u, thread %u: %llu, not %llu\n", Kind, n, t, out[t], want);
        std::exit(1);
      }
    }
  }
}

// A managed variable by its address, and by its name.
__managed__ u64 managed = 5;
__global__ void both(u64 *address) { *address = *address * 2 + managed; }

int main() {
  u64 *volatile early = &managed; // before the first call of HIP
  u64 *out, *global;
  unsigned *in;
  CHECK(hipMallocManaged(reinterpret_cast<void **>(&out), N * sizeof *out));
  CHECK(hipMallocManaged(reinterpret_cast<void **>(&global), N * sizeof *global));
  CHECK(hipMallocManaged(reinterpret_cast<void **>(&in), 8 * sizeof *in));
  for (unsigned i = 0; i < 8; i++) in[i] = i * 7 + 3;
  run<0>(out, global, in);
  run<1>(out, global, in);
  run<2>(out, global, in);
  hipDeviceProp_t prop;
  CHECK(hipGetDeviceProperties(&prop, 0));
  if (prop.integrated) { // drivers of other GPUs have managed memory of their own
    both<<<1, 1>>>(early);
    CHECK(hipDeviceSynchronize());
    if (*early != 15 || managed != 15) {
      std::printf("managed: %llu, %llu by its address\n", managed, *early);
      std::exit(1);
    }
    CHECK(hipDeviceReset());
    both<<<1, 1>>>(early);
    CHECK(hipDeviceSynchronize());
    if (managed != 45) {
      std::printf("managed after a reset: %llu\n", managed);
      std::exit(1);
    }
  }
  std::puts("PASS");
  return 0;
}
