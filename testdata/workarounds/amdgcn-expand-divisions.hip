// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
// FLAGS: -O0
// EMULATE: gfx1100

// Divisions of unsigned numbers of which the optimiser knows the highest bits, and quotients and
// remainders of the same short numbers, without optimisation.
#include <hip/hip_runtime.h>

#include <cstdio>

struct Results {
  unsigned quotient, remainder, constant;
  unsigned short narrow;
  unsigned char byte;
};

// Without optimisation only what one expression says of a number is known of it.
#define LARGE static_cast<unsigned>(static_cast<short>(i - 100))
#define DIVISOR ((i & 63) + (n & 63))

__host__ __device__ static Results divide(unsigned i, unsigned n) {
  unsigned _BitInt(16) a = static_cast<unsigned short>(i * 1021 + 7),
                       b = static_cast<unsigned short>((i & 15) + n);
  unsigned _BitInt(8) c = static_cast<unsigned char>(i * 37),
                      d = static_cast<unsigned char>((i & 7) + n);
  Results r;
  r.quotient = LARGE / DIVISOR;
  r.remainder = LARGE % DIVISOR;
  r.constant = 0xfffffffeu % DIVISOR;
  r.narrow = static_cast<unsigned short>((a / b) ^ (a % b));
  r.byte = static_cast<unsigned char>((c / d) ^ (c % d));
  return r;
}

__global__ void divisions(Results *out, unsigned n) { out[threadIdx.x] = divide(threadIdx.x, n); }

int main() {
  constexpr unsigned N = 64;
  Results *out;
  if (hipMallocManaged(reinterpret_cast<void **>(&out), N * sizeof(Results)) != hipSuccess)
    return 1;
  divisions<<<1, N>>>(out, 1);
  if (hipDeviceSynchronize() != hipSuccess) return 1;
  int wrong = 0;
  for (unsigned i = 0; i < N; i++) {
    Results want = divide(i, 1), got = out[i];
    if (got.quotient == want.quotient && got.remainder == want.remainder &&
        got.constant == want.constant && got.narrow == want.narrow && got.byte == want.byte)
      continue;
    if (!wrong++)
      std::printf("%u: %#x %#x %#x %#x %#x, not %#x %#x %#x %#x %#x\n", i, got.quotient,
                  got.remainder, got.constant, got.narrow, got.byte, want.quotient, want.remainder,
                  want.constant, want.narrow, want.byte);
  }
  (void)hipFree(out);
  return wrong != 0;
}
