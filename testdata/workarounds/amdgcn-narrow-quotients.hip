// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
// EMULATE: gfx1100

// Quotients and remainders of numbers that the code generator knows to have few bits: where the quotient has one bit
// more than the numbers, and where a float has too few for them.
#include <hip/hip_runtime.h>

#include <cstdio>

constexpr int kinds = 9;
struct Row {
  long long of[kinds];
};

// Of y no 23 bits are all 0.
__host__ __device__ static Row divide(int x, int y) {
  unsigned u24 = unsigned(x) & 0xffffff, v24 = unsigned(y) & 0xffffff;
  unsigned u23 = unsigned(x) & 0x7fffff, v23 = unsigned(y) & 0x7fffff;
  int i24 = x << 8 >> 8, j24 = y << 8 >> 8;
  auto c = static_cast<signed char>(x), d = static_cast<signed char>(y);
  auto s = static_cast<short>(x), t = static_cast<short>(y);
  return {{c / (d ? d : 1), s / (t ? t : 1), static_cast<long long>(x) / y, i24 / j24,
           (i24 ^ 1) % j24, u24 / v24,
           static_cast<long long>((u24 ^ 1) % static_cast<unsigned long long>(v24)), u23 / v23,
           (u23 ^ 1) % v23}};
}

static void numbers(unsigned i, int &x, int &y) {
  constexpr int least[] = {-128, -32768, -8388608, int(0x80000000u)},
                all[] = {0xffffff, 0x7fffff, 0x3fffff};
  if (i < 4) {
    x = least[i], y = -1;
    return;
  }
  y = i / 3 + 1;
  x = all[i % 3] / y * y - 1;
}

__global__ void divisions(Row *out, const int2 *in) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = divide(in[i].x, in[i].y);
}

int main() {
  constexpr unsigned n = 4096;
  Row *out;
  int2 *in;
  if (hipMallocManaged(reinterpret_cast<void **>(&out), n * sizeof(Row)) != hipSuccess) return 1;
  if (hipMallocManaged(reinterpret_cast<void **>(&in), n * sizeof(int2)) != hipSuccess) return 1;
  for (unsigned i = 0; i < n; i++) numbers(i, in[i].x, in[i].y);
  divisions<<<n / 256, 256>>>(out, in);
  if (hipDeviceSynchronize() != hipSuccess) return 1;
  int wrong[kinds] = {}, all = 0;
  for (unsigned i = 0; i < n; i++) {
    Row want = divide(in[i].x, in[i].y);
    for (int k = 0; k < kinds; k++) {
      if (out[i].of[k] == want.of[k]) continue;
      if (!wrong[k]++)
        std::printf("%d: %d, %d: %lld, not %lld\n", k, in[i].x, in[i].y, out[i].of[k], want.of[k]);
      all++;
    }
  }
  for (int k = 0; k < kinds && all; k++) std::printf("%d are wrong\n", wrong[k]);
  return all != 0;
}
