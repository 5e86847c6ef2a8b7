// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Arithmetic builtins of clang's AMD target: packed numbers, dot products, differences of bytes.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

typedef _Float16 half2_t __attribute__((ext_vector_type(2)));
typedef short short2_t __attribute__((ext_vector_type(2)));
typedef unsigned short ushort2_t __attribute__((ext_vector_type(2)));

// Values that the compiler does not know.
__global__ void floats(const float *x, float *out, unsigned *bits) {
  out[0] = (float)__builtin_amdgcn_sqrt((double)x[0]);
  out[1] = (float)__builtin_amdgcn_ldexp((double)x[1], 3);
  out[2] = (float)__builtin_amdgcn_fract((double)x[2]);
  out[3] = (float)__builtin_amdgcn_frexp_expf(x[3]);
  out[4] = __builtin_amdgcn_frexp_mantf(x[3]);
  out[5] = (float)__builtin_amdgcn_frexp_expf(x[4]);
  const float pairs[][2] = {{x[5], -x[5]}, {x[6], x[7]}, {x[4], x[8]}, {x[9], x[1]}};
  for (int i = 0; i < 4; i++) {
    auto packed = __builtin_amdgcn_cvt_pkrtz(pairs[i][0], pairs[i][1]);
    __builtin_memcpy(bits + i, &packed, 4);
  }
#if !defined(__AMDGCN__)
  const half2_t a = {(_Float16)x[1], (_Float16)x[2]}, b = {(_Float16)x[0], (_Float16)x[1]};
  out[6] = __builtin_amdgcn_fdot2(a, b, x[0], false);
  out[7] = __builtin_amdgcn_fdot2(a, b, x[0], true);
#endif
}

__global__ void integers(const unsigned *x, unsigned *out) {
  const unsigned a = x[0], b = x[1];
  out[0] = __builtin_amdgcn_sad_u8(a, b, 7);
  out[1] = __builtin_amdgcn_sad_hi_u8(a, b, 7);
  out[2] = __builtin_amdgcn_sad_u16(a, b, 7);
  out[3] = __builtin_amdgcn_lerp(a, b, 0x00010001);
#if !defined(__AMDGCN__)
  const short2_t s = {(short)a, (short)(a >> 16)}, t = {(short)b, (short)(b >> 16)};
  const ushort2_t u = {(unsigned short)a, (unsigned short)(a >> 16)};
  out[4] = (unsigned)__builtin_amdgcn_sudot4(true, (int)a, false, (int)b, 5, false);
  out[5] = (unsigned)__builtin_amdgcn_sudot4(false, (int)a, true, (int)b, 5, false);
  out[6] = (unsigned)__builtin_amdgcn_sudot4(true, -1, false, -1, -0x7fffffff, true);
  out[7] = (unsigned)__builtin_amdgcn_sdot8((int)a, (int)b, 5, false);
  out[8] = __builtin_amdgcn_udot8(a, b, 5, false);
  out[9] = (unsigned)__builtin_amdgcn_sdot2(s, t, 5, false);
  out[10] = __builtin_amdgcn_udot2(u, u, 5, true);
#endif
}

static void checkFloats() {
  const float inf = INFINITY;
  Device<float> x(std::vector<float>{9, 1.5f, -2.75f, 12, inf, 1.0009f, 65519, 70000, 1e-9f, NAN});
  Device<float> out(8);
  Device<unsigned> bits(4);
  floats<<<1, 1>>>(x.p, out.p, bits.p);
  std::vector<float> got = out.host();
  const std::vector<float> want = {3, 12, 0.25f, 4, 0.75f, 0, 1.5f * 9 - 2.75f * 1.5f + 9, 1};
  for (size_t i = 0; i < want.size(); i++) EXPECT(got[i] == want[i]);
  std::vector<unsigned> packed = bits.host();
  EXPECT(packed[0] == 0xbc003c00); // both towards zero
  EXPECT(packed[1] == 0x7bff7bff); // the largest number, not an infinity
  EXPECT(packed[2] == 0x00007c00);
  EXPECT((packed[3] & 0x7fff) > 0x7c00 && packed[3] >> 16 == 0x3e00);
}

static void checkIntegers() {
  const unsigned a = 0x80ff027f, b = 0x7f01fe03;
  auto byte = [](unsigned v, int i, bool sign) {
    return sign ? int(int8_t(v >> 8 * i)) : int(v >> 8 * i & 255);
  };
  int bytes = 0, left = 5, right = 5, nibbles = 5, averages = 0;
  unsigned unsignedNibbles = 5;
  for (int i = 0; i < 4; i++) {
    bytes += std::abs(byte(a, i, false) - byte(b, i, false));
    left += byte(a, i, true) * byte(b, i, false);
    right += byte(a, i, false) * byte(b, i, true);
    averages |= (byte(a, i, false) + byte(b, i, false) + (i % 2 == 0)) / 2 << 8 * i;
  }
  for (int i = 0; i < 8; i++) {
    const int p = a >> 4 * i & 15, q = b >> 4 * i & 15;
    unsignedNibbles += unsigned(p * q);
    nibbles += (p > 7 ? p - 16 : p) * (q > 7 ? q - 16 : q);
  }
  const unsigned halves = std::abs(0x80ff - 0x7f01) + std::abs(0x027f - 0xfe03);
  const int words = int(int16_t(0x80ff)) * 0x7f01 + 0x027f * int(int16_t(0xfe03)) + 5;
  Device<unsigned> x(std::vector<unsigned>{a, b}), out(11);
  integers<<<1, 1>>>(x.p, out.p);
  std::vector<unsigned> got = out.host();
  const std::vector<unsigned> want = {unsigned(bytes) + 7,
                                      (unsigned(bytes) << 16) + 7,
                                      halves + 7,
                                      unsigned(averages),
                                      unsigned(left),
                                      unsigned(right),
                                      0x80000000,
                                      unsigned(nibbles),
                                      unsignedNibbles,
                                      unsigned(words),
                                      0x80ffu * 0x80ffu + 0x27f * 0x27f + 5};
  for (size_t i = 0; i < want.size(); i++) EXPECT(got[i] == want[i]);
}

int main() {
  checkFloats();
  checkIntegers();
  return done();
}
