// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
// FLAGS: -O0
// EMULATE: gfx1100

// A byte swap of 64 bits, beside those of other widths, without optimisation.
#include <hip/hip_runtime.h>

#include <cstdio>

typedef unsigned long long u64;

struct Swapped {
  u64 wide;
  unsigned word;
  unsigned short half;
};

__host__ __device__ static inline u64 number(unsigned t) { return (t + 1) * 0x0123456789abcdefull; }

// What a byte swap gives, byte by byte.
static u64 swapped(u64 x, int bytes) {
  u64 y = 0;
  for (int i = 0; i < bytes; i++) y = y << 8 | (x >> 8 * i & 255);
  return y;
}

__global__ void swap(Swapped *out) {
  const u64 x = number(threadIdx.x);
  out[threadIdx.x] = {__builtin_bswap64(x), __builtin_bswap32(static_cast<unsigned>(x)),
                      __builtin_bswap16(static_cast<unsigned short>(x))};
}

int main() {
  constexpr unsigned N = 32;
  Swapped *out;
  if (hipMallocManaged(reinterpret_cast<void **>(&out), N * sizeof *out) != hipSuccess) return 2;
  swap<<<1, N>>>(out);
  if (hipDeviceSynchronize() != hipSuccess) return 3;
  for (unsigned t = 0; t < N; t++) {
    const u64 x = number(t);
    if (out[t].wide == swapped(x, 8) && out[t].word == swapped(x, 4) &&
        out[t].half == swapped(x, 2))
      continue;
    std::printf("thread %u: %#llx %#x %#x, swapped from %#llx\n", t, out[t].wide, out[t].word,
                static_cast<unsigned>(out[t].half), x);
    return 1;
  }
}
