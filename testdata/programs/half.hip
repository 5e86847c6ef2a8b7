// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Half precision: storage, conversion, arithmetic, pairs; the types _Float16 and __bf16 themselves, and
// vectors of them.
//
// e2e: flags=-Xarch_host -O2
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"
#include <hip/hip_fp16.h>

__global__ void run(const float *x, const float *y, __half *h, float *out, int n) {
  int i = threadIdx.x;
  __half a = __float2half(x[i]), b = __float2half(y[i]);
  h[i] = a;
  out[0 * n + i] = __half2float(__hadd(a, b));
  out[1 * n + i] = __half2float(__hmul(a, b));
  out[2 * n + i] = __half2float(__hsub(a, b));
  out[3 * n + i] = __half2float(__hfma(a, b, a));
  out[4 * n + i] = __hlt(a, b) ? 1 : 0;
  __half2 p = __halves2half2(a, b), q = __float2half2_rn(0.5f);
  __half2 r = __hfma2(p, q, p);
  out[5 * n + i] = __low2float(r);
  out[6 * n + i] = __high2float(r);
  out[7 * n + i] = float(a + b * a);
  out[8 * n + i] = __half2float(hsqrt(__habs(a)));
}

__global__ void classes(const __half *v, int *out) {
  out[threadIdx.x] = __hisinf(v[threadIdx.x]);
  out[4 + threadIdx.x] = __hisnan(v[threadIdx.x]);
  __half a = v[threadIdx.x], one = __float2half(1);
  const __half saturated[] = {__hadd_sat(a, one), __hmul_sat(a, one), __hfma_sat(a, one, one),
                              __hsub2_sat({a, a}, {one, one}).y};
  for (int i = 0; i < 4; i++)
    out[8 + 4 * i + threadIdx.x] = __half_as_ushort(saturated[i]) & 0x7e00;
  // AMD's saturation keeps NaN, of which CUDA's makes 0.
#ifdef __NVPTX__
  out[24] = 0;
#else
  out[24] = 0x7e00;
#endif
}

static void raw() {
  // What has the bits of a half, volatile or not, is assigned to one.
  volatile __half_raw bits;
  bits.x = 0x3c00;
  __half one;
  one = bits;
  EXPECT(__half2float(one) == 1);
  static_assert(std::is_assignable<__half, volatile __half_raw &&>{}, "of a value");
  std::vector<__half> v;
  for (float f : {INFINITY, -INFINITY, NAN, 65504.0f}) v.push_back(__float2half(f));
  Device<__half> in(v);
  Device<int> out(25);
  classes<<<1, 4>>>(in.p, out.p);
  std::vector<int> expected{1, 1, 0, 0, 0, 0, 1, 0};
  std::vector<int> results = out.host();
  for (int i = 0; i < 4; i++) expected.insert(expected.end(), {0x3c00, 0, results[24], 0x3c00});
  expected.push_back(results[24]);
  EXPECT(results == expected);
}

typedef __bf16 bf2 __attribute__((ext_vector_type(2)));
typedef __bf16 bf5 __attribute__((ext_vector_type(5)));
typedef _Float16 h4 __attribute__((ext_vector_type(4)));
typedef float f4 __attribute__((ext_vector_type(4)));
typedef int i4 __attribute__((ext_vector_type(4)));

typedef bool m8 __attribute__((ext_vector_type(8)));

// What a program can do with bfloat16: the codes of single operations, and the sum of the rest.
struct Narrow {
  unsigned short sum, difference, product, quotient, opposite, halfQuotient, inverse, power, root,
      narrowPower, narrowRoot, fromDouble, fromInt;
  int compared, truncated;
  float rest, halves;
};
struct Parts {
  __bf16 one;
  int n;
  __bf16 three[3];
  bf2 pair;
};
template <class T> __host__ __device__ unsigned short code(T x) {
  unsigned short c;
  __builtin_memcpy(&c, &x, 2);
  return c;
}
__host__ __device__ __bf16 decoded(unsigned short c) {
  __bf16 x;
  __builtin_memcpy(&x, &c, 2);
  return x;
}
__host__ __device__ __bf16 scaled(__bf16 x, bf2 by) {
  __bf16 p = x * by.x;
  return p + by.y;
}
// By another name for each side: the variables of a device are others.
#ifdef __HIP_DEVICE_COMPILE__
#define ON_DEVICE __device__
#else
#define ON_DEVICE
#endif
ON_DEVICE __bf16 unit = (__bf16)1.5f, (*scale)(__bf16, bf2) = scaled;
ON_DEVICE struct {
  m8 bits;
  int n;
} mask = {{1, 0, 1, 1, 0, 0, 0, 1}, 7};

__host__ __device__ Narrow narrow(unsigned short c, unsigned short d, Parts by) {
  __bf16 x = decoded(c), y = decoded(d);
  Narrow r = {};
  r.sum = code(x + y), r.difference = code(x - y), r.product = code(x * y),
  r.quotient = code(x / y);
  r.opposite = code(-x);
  _Float16 a, b;
  __builtin_memcpy(&a, &c, 2);
  __builtin_memcpy(&b, &d, 2);
  r.halfQuotient = code(a / b), r.inverse = code((_Float16)(1.0f / (float)b));
  float fine = expf((float)a);
  r.power = code((_Float16)fine), r.root = code((_Float16)sqrtf((float)a));
  r.narrowPower = code((__bf16)expf((float)x)), r.narrowRoot = code((__bf16)sqrtf((float)x));
  r.fromDouble = code((__bf16)(1 + d * 0x1p-40 + (c & 127) * 0x1p-8)); // next to ties
  r.fromInt = code((__bf16)(int)(c * 251));
  r.compared = (x < y) | (x == y) << 1 | (x >= y) << 2 | (x ? 8 : 0);
  float f = x;
  r.truncated = f > -1e9f && f < 1e9f ? (int)x : 0;
  Parts p = by;
  p.three[c % 3] = (__bf16)(float)(c & 31);
  p.pair.x = p.three[d % 3];
  bf5 five = (bf5)p.pair.x * (bf5)(__bf16)2.f;
  r.rest = (float)scale(p.one, p.pair) + (float)five[c % 5] + (float)unit +
           (mask.bits[c & 7] ? 256 : mask.n);
  h4 h = {(_Float16)(c & 15), (_Float16)0.5f, (_Float16)-3, (_Float16)(d & 7)};
  f4 wide = __builtin_convertvector(h, f4) * 2.f;
  i4 whole = __builtin_convertvector(__builtin_convertvector(wide, h4), i4);
  h = __builtin_convertvector(whole + 1, h4);
  r.halves = wide[c & 3] + (float)whole[d & 3] + (float)h.w;
  return r;
}
__global__ void narrowed(const unsigned short *c, Narrow *out, Parts by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = narrow(c[i], c[(i * 7 + 1) % n], by);
}

static bool sameBfloat(unsigned short a, unsigned short b) {
  return a == b || ((a & 0x7fff) > 0x7f80 && (b & 0x7fff) > 0x7f80);
}

// The same number, or next to it, of the same sign.
static bool sameHalf(unsigned short a, unsigned short b, int distance) {
  return abs(a - b) <= distance || ((a & 0x7fff) > 0x7c00 && (b & 0x7fff) > 0x7c00);
}

static void types() {
  const int n = 2000;
  std::vector<unsigned short> c = {0, 0x8000, 0x7f80, 0xff80, 0x7fc0, 1, 0x7f7f, 0x3f80, 0x4049};
  for (unsigned x = 1; c.size() < n; x = x * 1664525 + 1013904223) c.push_back(x >> 16);
  Parts by = {
      (__bf16)2.f, 1, {(__bf16)1.f, (__bf16)-2.f, (__bf16)0.25f}, {(__bf16)3.f, (__bf16)7.f}};
  Device<unsigned short> in(c);
  Device<Narrow> out(n);
  narrowed<<<(n + 127) / 128, 128>>>(in.p, out.p, by, n);
  CHECK(hipGetLastError());
  auto got = out.host();
  for (int i = 0; i < n; i++) {
    Narrow g = got[i], w = narrow(c[i], c[(i * 7 + 1) % n], by);
    EXPECT(sameBfloat(g.sum, w.sum) && sameBfloat(g.difference, w.difference));
    EXPECT(sameBfloat(g.product, w.product) && sameBfloat(g.quotient, w.quotient));
    EXPECT(sameBfloat(g.opposite, w.opposite));
    EXPECT(sameHalf(g.halfQuotient, w.halfQuotient, 0) && sameHalf(g.inverse, w.inverse, 0));
    EXPECT(sameHalf(g.power, w.power, 1) && sameHalf(g.root, w.root, 0));
    EXPECT(sameBfloat(g.narrowPower, w.narrowPower) || abs(g.narrowPower - w.narrowPower) == 1);
    EXPECT(sameBfloat(g.narrowRoot, w.narrowRoot));
    EXPECT(g.fromDouble == w.fromDouble && g.fromInt == w.fromInt);
    EXPECT(g.compared == w.compared && g.truncated == w.truncated);
    EXPECT(g.rest == w.rest && g.halves == w.halves);
  }
}

int main() {
  raw();
  types();
  std::vector<float> x, y;
  for (int i = 0; i < 64; i++) { // exact in half precision, their sums and products too
    x.push_back(float(i - 32) / 4);
    y.push_back(float(i % 7));
  }
  Device<float> dx(x), dy(y), out(9 * 64);
  Device<__half> h(64);
  run<<<1, 64>>>(dx.p, dy.p, h.p, out.p, 64);
  CHECK(hipGetLastError());
  auto v = out.host();
  auto hh = h.host();
  for (int i = 0; i < 64; i++) {
    float a = x[i], b = y[i];
    EXPECT(__half2float(hh[i]) == a);
    EXPECT(v[i] == a + b);
    EXPECT(v[64 + i] == a * b);
    EXPECT(v[128 + i] == a - b);
    EXPECT(v[192 + i] == a * b + a);
    EXPECT(v[256 + i] == (a < b));
    EXPECT(v[320 + i] == a * 1.5f);
    EXPECT(v[384 + i] == b * 1.5f);
    EXPECT(v[448 + i] == a + b * a);
    EXPECT(std::fabs(v[512 + i] - std::sqrt(std::fabs(a))) < 0.002f);
  }
  EXPECT(__half2float(__float2half(1e6f)) == INFINITY);
  EXPECT(__half2float(__float2half(1.0009765625f)) == 1.0009765625f);
  EXPECT(sizeof(__half) == 2 && sizeof(__half2) == 4);
  return done();
}
