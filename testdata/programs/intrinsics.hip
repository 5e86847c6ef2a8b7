// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Integer and bit intrinsics, casts between representations.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

#include <cstdint>

constexpr int results = 26;

__global__ void run(const unsigned *x, const unsigned *y, unsigned long long *out, int n) {
  int i = threadIdx.x;
  unsigned a = x[i], b = y[i];
  unsigned long long w = (unsigned long long)a << 32 | b;
  unsigned long long r[results] = {(unsigned)__popc(a),
                                   (unsigned)__popcll(w),
                                   (unsigned)__clz(int(a)),
                                   (unsigned)__clzll((long long)w),
                                   (unsigned)__ffs(int(a)),
                                   (unsigned)__ffsll((unsigned long long)w),
                                   __brev(a),
                                   __brevll(w),
                                   __umulhi(a, b),
                                   (unsigned)__mulhi(int(a), int(b)),
                                   __umul64hi(w, w),
                                   (unsigned long long)__mul64hi((long long)w, (long long)w),
                                   (unsigned)__mul24(int(a & 0xff), int(b & 0xff)),
                                   (unsigned)__umul24(a & 0xffff, b & 0xff),
                                   __byte_perm(a, b, 0x5140),
                                   (unsigned)__float_as_int(float(a)),
                                   (unsigned long long)__double_as_longlong(double(a)),
                                   (unsigned)__float2int_rn(__int_as_float(0x40200000)),
                                   (unsigned)__double2int_rz(-3.75),
                                   __funnelshift_l(a, b, 7),
                                   __funnelshift_r(a, b, 7),
                                   (unsigned)__sad(int(a), int(b), 3u),
                                   __usad(a, b, 3u),
                                   (unsigned)__hadd(int(a), int(b)),
                                   __urhadd(a, b),
                                   (unsigned long long)__double_as_longlong(
                                       __hiloint2double(__double2hiint(2.5), __double2loint(2.5)))};
  for (int k = 0; k < results; k++) out[k * n + i] = r[k];
}

// Adding 1.5 2^(bits of the significand) leaves the nearest integer in a number's low bits.
struct __attribute__((packed)) Parts {
  char before;
  float whole; // at an odd address
  int word;
  short half;
  signed char byte;
  unsigned char ofHalf, ofBfloat;
};
__global__ void parts(const float *x, Parts *out) {
  int i = threadIdx.x;
  out[i].whole = x[i] * 3;
  out[i].word = __double2loint(x[i] + 6755399441055744.0);
  out[i].half = (short)__float_as_int(x[i] + 12582912.0f);
  out[i].byte = (signed char)__float_as_int(x[i] * 0.25f + 12582912.0f);
  _Float16 h = (_Float16)x[i];
  __bf16 b = (__bf16)x[i];
  out[i].ofHalf = (unsigned char)__builtin_bit_cast(unsigned short, h);
  out[i].ofBfloat = (unsigned char)__builtin_bit_cast(unsigned short, b);
}
static void checkParts() {
  const int n = 64;
  Device<Parts> out(n);
  std::vector<float> in(n);
  for (int i = 0; i < n; i++) in[i] = float(i * 16 - 500) + 0.25f;
  Device<float> x(in);
  parts<<<1, n>>>(x.p, out.p);
  auto got = out.host();
  for (int i = 0; i < n; i++) {
    _Float16 h = (_Float16)in[i];
    __bf16 b = (__bf16)in[i];
    int word = i * 16 - 500;
    EXPECT(got[i].whole == in[i] * 3 && got[i].word == word && got[i].half == word &&
           got[i].byte == word / 4 &&
           got[i].ofHalf == (unsigned char)__builtin_bit_cast(unsigned short, h) &&
           got[i].ofBfloat == (unsigned char)__builtin_bit_cast(unsigned short, b));
  }
}

// The field at `at`, which goes on at the first bit when it ends behind the last.
__global__ void fields(unsigned x, unsigned long long y, unsigned long long *out) {
  unsigned at = threadIdx.x / 64, width = threadIdx.x % 64;
  for (; at < 64; at += blockDim.x / 64) {
    out[2 * (at * 64 + width)] = __bitextract_u32(x, at, width);
    out[2 * (at * 64 + width) + 1] = __bitextract_u64(y, at, width);
  }
}
static void checkFields() {
  const unsigned x = 0x9abcdef1;
  const unsigned long long y = 0x123456789abcdef1ull;
  Device<unsigned long long> out(2 * 64 * 64);
  fields<<<1, 256>>>(x, y, out.p);
  auto v = out.host();
  for (unsigned at = 0; at < 64; at++)
    for (unsigned w = 0; w < 64; w++) {
      unsigned a = at % 32, n = w % 32;
      unsigned want = n ? x << ((32 - a - n) & 31) >> (32 - n) : 0;
      unsigned long long wide = w ? y << ((64 - at - w) & 63) >> (64 - w) : 0;
      EXPECT(v[2 * (at * 64 + w)] == want && v[2 * (at * 64 + w) + 1] == wide);
    }
}

static unsigned reverse(unsigned v) {
  unsigned r = 0;
  for (int i = 0; i < 32; i++) r |= (v >> i & 1) << (31 - i);
  return r;
}
template <typename To, typename From> To bits(From f) {
  To t;
  static_assert(sizeof t == sizeof f, "same size");
  std::memcpy(&t, &f, sizeof t);
  return t;
}

int main() {
  checkFields();
  checkParts();
  const std::vector<unsigned> x = {0,           1,  0x80000000u, 0xffffffffu,
                                   0x12345678u, 77, 0x00ff00f0u, 3000000000u};
  const std::vector<unsigned> y = {0,           0xffffffffu, 1,           0xffffffffu,
                                   0x9abcdef0u, 5,           0x0f0f0f0fu, 123456789u};
  int n = int(x.size());
  Device<unsigned> dx(x), dy(y);
  Device<unsigned long long> d(results * n);
  run<<<1, n>>>(dx.p, dy.p, d.p, n);
  CHECK(hipGetLastError());
  auto got = d.host();
  for (int i = 0; i < n; i++) {
    unsigned a = x[i], b = y[i];
    uint64_t w = uint64_t(a) << 32 | b;
    int64_t sa = int(a), sb = int(b);
    const uint64_t want[results] = {(unsigned)__builtin_popcount(a),
                                    (unsigned)__builtin_popcountll(w),
                                    a ? (unsigned)__builtin_clz(a) : 32u,
                                    w ? (unsigned)__builtin_clzll(w) : 64u,
                                    (unsigned)__builtin_ffs(int(a)),
                                    (unsigned)__builtin_ffsll((long long)w),
                                    reverse(a),
                                    uint64_t(reverse(b)) << 32 | reverse(a),
                                    unsigned(uint64_t(a) * b >> 32),
                                    unsigned(uint64_t(sa * sb) >> 32),
                                    uint64_t((unsigned __int128)w * w >> 64),
                                    uint64_t(((__int128)(int64_t)w * (int64_t)w) >> 64),
                                    (a & 0xff) * (b & 0xff),
                                    (a & 0xffff) * (b & 0xff),
                                    (a & 0xffu) | (b & 0xffu) << 8 | (a >> 8 & 0xff) << 16 |
                                        (b >> 8 & 0xff) << 24,
                                    bits<unsigned>(float(a)),
                                    bits<uint64_t>(double(a)),
                                    2,
                                    (unsigned)-3,
                                    b << 7 | a >> 25,
                                    unsigned((uint64_t(b) << 32 | a) >> 7),
                                    unsigned((sa > sb ? sa - sb : sb - sa) + 3),
                                    (a > b ? a - b : b - a) + 3,
                                    unsigned((sa + sb) >> 1),
                                    unsigned((uint64_t(a) + b + 1) >> 1),
                                    bits<uint64_t>(2.5)};
    for (int k = 0; k < results; k++)
      if (got[k * n + i] != want[k]) {
        std::printf("result %d of %#x, %#x: got %#llx, want %#llx\n", k, a, b, got[k * n + i],
                    (unsigned long long)want[k]);
        failures++;
      }
  }
  return done();
}
