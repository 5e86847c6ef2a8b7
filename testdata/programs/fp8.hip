// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Eight-bit, six-bit and four-bit floating point: every code and its neighbourhood, on the device and on the
// host, against tables made by the definition of the formats.
//
// e2e: flags=-Xarch_host -O2
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"
#include <hip/hip_fp4.h>
#include <hip/hip_fp6.h>
#include <hip/hip_fp8.h>

// The value of a code by the formats' definition.
static double value(int code, int format) {
  bool fnuz = format >= __HIP_E4M3_FNUZ;
  bool e4 = format == __HIP_E4M3 || format == __HIP_E4M3_FNUZ;
  int m = e4 ? 3 : 2, bias = (e4 ? 7 : 15) + fnuz;
  int a = code & 0x7f, e = a >> m, f = a & ((1 << m) - 1);
  double sign = code & 0x80 ? -1 : 1;
  if (fnuz && code == 0x80) return NAN;
  if (!fnuz && e4 && a == 0x7f) return NAN;
  if (!fnuz && !e4 && a > 0x7c) return NAN;
  if (!fnuz && !e4 && a == 0x7c) return sign * INFINITY;
  return sign * (e ? std::ldexp((1 << m) + f, e - bias - m) : std::ldexp(f, 1 - bias - m));
}

// The code nearest to a finite number in range, the even one of two.
static int nearest(double v, int format) {
  int best = 0;
  for (int c = 1; c < 256; ++c) {
    double w = value(c, format);
    if (std::isnan(w) || std::isinf(w) || (w == 0) != (c == 0)) continue;
    double d = std::fabs(w - v), b = std::fabs(value(best, format) - v);
    if (d < b || (d == b && !(c & 1) && (best & 1))) best = c;
  }
  bool fnuz = format >= __HIP_E4M3_FNUZ;
  return best == 0 && std::signbit(v) && !fnuz ? 0x80 : best;
}

template <typename T, typename T2, typename T4>
__host__ __device__ void each(double d, unsigned *out) {
  float f = (float)d;
  auto i = T::__default_interpret;
  out[0] = __hip_cvt_float_to_fp8(f, __HIP_SATFINITE, i);
  out[1] = __hip_cvt_float_to_fp8(f, __HIP_NOSAT, i);
  out[2] = __hip_cvt_double_to_fp8(d, __HIP_SATFINITE, i);
  out[3] = T(__float2half(f)).__x;
  out[4] = T(__float2bfloat16(f)).__x;
  out[5] = T2(float2(f, -f)).__x;
  out[6] = T4(float4(f, 1, -f, 2)).__x;
  out[7] = T2(__floats2half2_rn(1, f)).__x;
  out[8] = T4(__floats2bfloat162_rn(1, 2), __floats2bfloat162_rn(f, 4)).__x;
}

template <typename T, typename T2, typename T4>
__global__ void encode(const double *in, unsigned *out, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < n) each<T, T2, T4>(in[k], out + 9 * k);
}

struct Back {
  float f, pair, four;
  double d, half, bfloat;
  int i;
  short s;
  unsigned char uc;
  bool truth;
};
template <typename T, typename T2, typename T4> __host__ __device__ Back back(int code) {
  T x;
  x.__x = (__hip_fp8_storage_t)code;
  T2 p;
  p.__x = (__hip_fp8x2_storage_t)(code << 8);
  T4 q;
  q.__x = (unsigned)code << 24;
  Back b;
  b.f = x;
  b.d = x;
  b.pair = float2(p).y;
  b.four = float4(q).w;
  b.half = (double)__half2float((__half)x);
  b.bfloat = (double)__bfloat162float((__hip_bfloat16)x);
  b.i = x;
  b.s = x;
  b.uc = x;
  b.truth = x;
  return b;
}
template <typename T, typename T2, typename T4> __global__ void decode(Back *out) {
  out[threadIdx.x] = back<T, T2, T4>((int)threadIdx.x);
}

static bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

template <typename T, typename T2, typename T4> static void test() {
  int format = T::__default_interpret;
  double largest = 0;
  for (int c = 0; c < 128; ++c)
    if (std::isfinite(value(c, format))) largest = std::fmax(largest, value(c, format));

  Device<Back> db(256);
  decode<T, T2, T4><<<1, 256>>>(db.p);
  CHECK(hipGetLastError());
  auto device = db.host();
  for (int c = 0; c < 256; ++c) {
    double v = value(c, format);
    const Back both[] = {device[c], back<T, T2, T4>(c)};
    for (const Back &b : both) {
      EXPECT(same(b.f, v) && same(b.d, v) && same(b.pair, v) && same(b.four, v));
      EXPECT(same(b.bfloat, v) && same(b.half, v));
      EXPECT(b.truth == (v != 0));
      if (std::isnan(v))
        EXPECT(b.i == 0 && b.s == 0 && b.uc == 0);
      else if (std::isfinite(v)) {
        EXPECT(b.i == (int)v);
        EXPECT(b.s == (short)std::fmax(-32768, std::fmin(32767, v)));
        EXPECT(b.uc == (unsigned char)std::fmax(0, std::fmin(255, v)));
      }
    }
  }

  // Every number, the middle of every two, what is just beside these, and the ends.
  std::vector<double> in = {0.0, -0.0, 1e-30, -1e-30, 1e-310, 1e30, -1e30, largest, -largest};
  for (int c = 0; c < 127; ++c) {
    double a = value(c, format), b = value(c + 1, format);
    if (!std::isfinite(a) || !std::isfinite(b)) continue;
    double middle = (a + b) / 2;
    for (double v : {a, middle, std::nextafter((float)middle, 0.0f) + 0.0,
                     std::nextafter((float)middle, INFINITY) + 0.0}) {
      in.push_back(v);
      in.push_back(-v);
    }
  }
  const size_t finite = in.size();
  in.insert(in.end(), {INFINITY, -INFINITY, NAN});
  Device<double> di(in);
  Device<unsigned> codes(9 * in.size());
  encode<T, T2, T4><<<(in.size() + 63) / 64, 64>>>(di.p, codes.p, (int)in.size());
  CHECK(hipGetLastError());
  auto got = codes.host();
  bool fnuz = format >= __HIP_E4M3_FNUZ;
  const unsigned one = nearest(1, format), two = nearest(2, format), four = nearest(4, format);
  for (size_t k = 0; k < in.size(); ++k) {
    unsigned host[9];
    each<T, T2, T4>(in[k], host);
    for (const unsigned *g : {(const unsigned *)host, (const unsigned *)&got[9 * k]}) {
      if (k >= finite) { // infinity stays one where there is one, and is NaN elsewhere
        for (int j = 0; j < 5; ++j)
          EXPECT(format == __HIP_E5M2 ? same(value((int)g[j], format), in[k])
                                      : std::isnan(value((int)g[j], format)));
        continue;
      }
      float f = (float)in[k];
      bool over = std::fabs(f) > largest;
      unsigned want = over ? (unsigned)nearest(std::copysign(largest, f), format)
                           : (unsigned)nearest(f, format);
      unsigned other = over ? (unsigned)nearest(-std::copysign(largest, f), format)
                            : (unsigned)nearest(-f, format);
      EXPECT(g[0] == want &&
             g[2] == (unsigned)nearest(over ? std::copysign(largest, f) : in[k], format));
      if (over)
        EXPECT(!std::isfinite(value((int)g[1], format)));
      else
        EXPECT(g[1] == want);
      EXPECT(g[5] == (want | other << 8));
      EXPECT(g[6] == (want | one << 8 | other << 16 | two << 24));
      // Through half and bfloat16 only what they hold exactly.
      if (__half2float(__float2half(f)) == f) EXPECT(g[3] == want && g[7] == (one | want << 8));
      if (__bfloat162float(__float2bfloat16(f)) == f)
        EXPECT(g[4] == want && g[8] == (want | four << 8 | one << 16 | two << 24));
    }
  }
  EXPECT(T(3).__x == nearest(3, format) && T(-2ll).__x == nearest(-2, format));
  EXPECT(T(1000000u).__x == nearest(largest, format));
  EXPECT(sizeof(T) == 1 && sizeof(T2) == 2 && sizeof(T4) == 4);
  EXPECT(fnuz ? std::isnan((float)T(NAN)) && T(NAN).__x == 0x80 : std::isnan((float)T(NAN)));
}

// The smaller formats: a pair, a four and a single number from each input, and back.
struct Small {
  unsigned one, wide, half, bfloat, two, four, halves;
  float back, second, fourth;
};
template <typename T, typename T2, typename T4> __host__ __device__ Small small(double d) {
  const float f = (float)d;
  const T x(f);
  const T2 p(float2(1, f));
  const T4 q(double4(1, 2, 4, d)), h(__floats2half2_rn(1, 2), __floats2half2_rn(4, f));
  return {x.__x,
          T(d).__x,
          T(__float2half(f)).__x,
          T(__float2bfloat16(f)).__x,
          p.__x,
          q.__x,
          h.__x,
          x,
          float2(p).y,
          float4(q).w};
}
template <typename T, typename T2, typename T4>
__global__ void smalls(const double *in, Small *out) {
  out[threadIdx.x] = small<T, T2, T4>(in[threadIdx.x]);
}

template <typename T, typename T2, typename T4> static void test_small(int m, int bias, int bits) {
  const int codes = 1 << (bits - 1), shift = bits == 4 ? 4 : 8;
  std::vector<double> values, in = {0.0, -0.0, 1e-30, 1e30, -1e30, INFINITY, -INFINITY, NAN};
  for (int c = 0; c < codes; ++c) {
    const int e = c >> m, f = c & ((1 << m) - 1);
    values.push_back(std::ldexp(e ? (1 << m) + f : f, (e ? e : 1) - bias - m));
    for (double v : {values[c], c ? (values[c] + values[c - 1]) / 2 : 0}) {
      in.push_back(v);
      in.push_back(-v);
      in.push_back(std::nextafter((float)v, 0.0f));
      in.push_back(std::nextafter((float)v, 1e30f));
    }
  }
  auto code = [&](double v) {
    if (std::isnan(v)) return codes - 1;
    const double a = std::fmin(std::fabs(v), values.back());
    int best = 0;
    for (int c = 1; c < codes; ++c) {
      const double d = std::fabs(values[c] - a), b = std::fabs(values[best] - a);
      if (d < b || (d == b && !(c & 1))) best = c;
    }
    return std::signbit(v) ? best | codes : best;
  };
  Device<double> di(in);
  Device<Small> out(in.size());
  smalls<T, T2, T4><<<1, (unsigned)in.size()>>>(di.p, out.p);
  CHECK(hipGetLastError());
  auto got = out.host();
  const unsigned start = code(1) | code(2) << shift | code(4) << 2 * shift;
  for (size_t k = 0; k < in.size(); ++k) {
    const unsigned want = code(in[k]);
    const float v = (float)(want & codes ? -values[want - codes] : values[want]);
    const float f = (float)in[k];
    for (const Small &s : {got[k], small<T, T2, T4>(in[k])}) {
      EXPECT(s.one == want && s.wide == want);
      EXPECT(s.two == (unsigned)(code(1) | want << shift));
      EXPECT(s.four == (start | want << 3 * shift));
      EXPECT(same(s.back, v) && same(s.second, v) && same(s.fourth, v));
      if (__half2float(__float2half(f)) == f)
        EXPECT(s.half == want && s.halves == (start | want << 3 * shift));
      if (__bfloat162float(__float2bfloat16(f)) == f) EXPECT(s.bfloat == want);
    }
  }
  const T2 p(__floats2half2_rn(1, -2));
  EXPECT(__half2float(__half(__half_raw{__half2_raw(p).y})) == -2 && double2(p).x == 1);
  EXPECT(double(T(-2)) == -2 && T(1ll << 40).__x == codes - 1);
  EXPECT(sizeof(T) == 1 && sizeof(T2) == shift / 4 && sizeof(T4) == shift / 2);
}

int main() {
  test<__hip_fp8_e4m3, __hip_fp8x2_e4m3, __hip_fp8x4_e4m3>();
  test<__hip_fp8_e5m2, __hip_fp8x2_e5m2, __hip_fp8x4_e5m2>();
  test<__hip_fp8_e4m3_fnuz, __hip_fp8x2_e4m3_fnuz, __hip_fp8x4_e4m3_fnuz>();
  test<__hip_fp8_e5m2_fnuz, __hip_fp8x2_e5m2_fnuz, __hip_fp8x4_e5m2_fnuz>();
  test_small<__hip_fp4_e2m1, __hip_fp4x2_e2m1, __hip_fp4x4_e2m1>(1, 1, 4);
  test_small<__hip_fp6_e2m3, __hip_fp6x2_e2m3, __hip_fp6x4_e2m3>(3, 1, 6);
  test_small<__hip_fp6_e3m2, __hip_fp6x2_e3m2, __hip_fp6x4_e3m2>(2, 3, 6);
  return done();
}
