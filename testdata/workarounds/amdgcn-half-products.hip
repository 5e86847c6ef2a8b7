// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
// EMULATE: gfx1100

// Products that are negative zeros, as halves.
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void products(unsigned *out, const float *x, const __half *h) {
  out[0] = __half_as_ushort(__float2half(x[0] * x[1]));
  out[1] = __half_as_ushort(__float2half(-(x[0] * x[2])));
  out[2] = __half_as_ushort(__float2half(__half2float(h[0]) * 1.0007f));
  __half2 both = __floats2half2_rn(x[2] * x[1], x[0] * x[1]);
  out[3] = __half_as_ushort(__low2half(both));
  out[4] = __half_as_ushort(__high2half(both));
  // A product that is an element of a vector and a power that becomes one (-O2), a division that becomes one (-O0).
  typedef float Pair __attribute__((ext_vector_type(2)));
  typedef _Float16 Halves __attribute__((ext_vector_type(2)));
  const Halves halves = __builtin_convertvector((Pair){x[0], 0.0f} * -0.5f, Halves);
  out[5] = __builtin_bit_cast(unsigned, halves);
  out[6] = __half_as_ushort(__float2half(__builtin_powif(x[4], 3)));
  out[7] = __builtin_bit_cast(unsigned short, (_Float16)(x[4] / 2));
}

int main() {
  const unsigned want[] = {0x8000, 0x8000, 0x8000, 0xc400, 0x8000, 0x80008000, 0x8000, 0x8000};
  unsigned *out, wrong = 0;
  float *x;
  if (hipMallocManaged(reinterpret_cast<void **>(&out), sizeof want) != hipSuccess) return 1;
  if (hipMallocManaged(reinterpret_cast<void **>(&x), 5 * sizeof *x) != hipSuccess) return 1;
  x[0] = 0, x[1] = -1, x[2] = 4, x[4] = -0.0f;
  __half *h = reinterpret_cast<__half *>(x + 3);
  *h = __ushort_as_half(0x8000);
  products<<<1, 1>>>(out, x, h);
  if (hipDeviceSynchronize() != hipSuccess) return 1;
  for (unsigned i = 0; i < sizeof want / sizeof *want; i++) {
    if (out[i] == want[i]) continue;
    std::printf("%u: %04x, not %04x\n", i, out[i], want[i]);
    wrong++;
  }
  return wrong != 0;
}
