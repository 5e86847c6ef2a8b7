// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Eight-bit, six-bit and four-bit floating point: every code and its neighbourhood, on the device and on the
// host, against tables made by the definition of the formats.
//
// e2e: flags=-Xarch_host -O2
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"
#include <hip/hip_ext_ocp.h>
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

// What AMD's instructions round to: beyond the largest number an infinity or NaN, but only after rounding; with random
// bits the multiple of the last place below the sum of the number and as many parts of 2^32 of the last place.
static double instruction(double v, int format, const unsigned *random) {
  const bool fnuz = format >= __HIP_E4M3_FNUZ;
  const bool e4 = format == __HIP_E4M3 || format == __HIP_E4M3_FNUZ;
  const double largest = value(!fnuz ? e4 ? 0x7e : 0x7b : 0x7f, format);
  const int m = e4 ? 3 : 2, bias = (e4 ? 7 : 15) + fnuz;
  const int place = std::max(v == 0 ? -200 : std::ilogb(v), 1 - bias) - m;
  const double places = std::ldexp(std::fabs(v), -place);
  const double whole =
      random ? std::floor(places + std::ldexp(*random, -32)) : std::nearbyint(places);
  const double rounded = std::ldexp(whole, place);
  return std::copysign(rounded <= largest ? rounded : INFINITY, v);
}
static bool rounds(unsigned code, double v, int format, const unsigned *random) {
  const double want = instruction(v, format, random);
  if (std::isinf(want) && format == __HIP_E5M2) return value((int)code, format) == want;
  return std::isfinite(want) ? code == (unsigned)nearest(want, format)
                             : std::isnan(value((int)code, format));
}
__host__ __device__ void instructions(float v, unsigned random, unsigned *out) {
  for (int i = 0; i < 4; ++i) {
    const auto f = gohip_detail::fp8_layout((__hip_fp8_interpretation_t)i);
    out[i] = gohip_detail::fp8_code(v, f, false, 0);
    out[4 + i] = gohip_detail::fp8_code(v, f, true, random);
  }
}
__global__ void builtins(const float *in, unsigned *out, float *back, int n) {
  const int k = (int)threadIdx.x + (int)(blockIdx.x * blockDim.x);
  if (k >= n) return;
  const unsigned random = 2654435761u * (unsigned)k;
  instructions(in[k], random, out + 16 * k);
#if !defined(__AMDGCN__)
  const float v = in[k];
  int words[4] = {0x11223344, 0x11223344, 0x11223344, 0x11223344};
  words[0] = __builtin_amdgcn_cvt_pk_fp8_f32(v, -v, words[0], true);
  words[1] = __builtin_amdgcn_cvt_pk_bf8_f32(-v, v, words[1], false);
  words[2] = __builtin_amdgcn_cvt_sr_fp8_f32(v, (int)random, words[2], 1);
  words[3] = __builtin_amdgcn_cvt_sr_bf8_f32(v, (int)random, words[3], 3);
  for (int i = 0; i < 4; ++i) out[16 * k + 8 + i] = (unsigned)words[i];
  back[4 * k] = __builtin_amdgcn_cvt_f32_fp8(words[0], 3);
  back[4 * k + 1] = __builtin_amdgcn_cvt_f32_bf8(words[1], 0);
  back[4 * k + 2] = __builtin_amdgcn_cvt_pk_f32_fp8(words[0], true)[0];
  back[4 * k + 3] = __builtin_amdgcn_cvt_pk_f32_bf8(words[1], false)[1];
#endif
}
static void checkInstructions() {
  std::vector<float> in = {0.0f,      -0.0f, 1e-45f, -1e-30f, 1e30f,     INFINITY,
                           -INFINITY, NAN,   463.9f, 464,     464.1f,    61439,
                           61440,     248,   247.9f, 1.0625f, 0x1.8p-18f};
  for (int i = 0; i < 4; ++i)
    for (int c = 1; c < 256; ++c) {
      const double a = value(c, i), b = value(c - 1, i);
      if (!std::isfinite(a) || !std::isfinite(b)) continue;
      for (float v : {(float)((a + b) / 2), (float)((a + 3 * b) / 4)}) in.push_back(v);
    }
  const size_t n = in.size();
  Device<float> input(in), back(4 * n);
  Device<unsigned> out(16 * n);
  builtins<<<(unsigned)(n + 63) / 64, 64>>>(input.p, out.p, back.p, (int)n);
  CHECK(hipGetLastError());
  const std::vector<unsigned> got = out.host();
  const std::vector<float> values = back.host();
  for (size_t k = 0; k < n; ++k) {
    const unsigned random = 2654435761u * (unsigned)k, *g = &got[16 * k];
    unsigned host[8];
    instructions(in[k], random, host);
    for (int i = 0; i < 8; ++i) {
      EXPECT(g[i] == host[i]);
      if (std::isfinite(in[k])) EXPECT(rounds(g[i], in[k], i & 3, i < 4 ? nullptr : &random));
      if (std::isnan(in[k])) EXPECT(std::isnan(value((int)g[i], i & 3)));
    }
#if !defined(__AMDGCN__)
    unsigned negative[8];
    instructions(-in[k], random, negative);
    if (!std::isnan(in[k])) {
      EXPECT(g[8] == (0x3344 | host[0] << 16 | negative[0] << 24));
      EXPECT(g[9] == (0x11220000 | negative[1] | host[1] << 8));
    }
    EXPECT(g[10] == (0x11220044 | host[4] << 8) && g[11] == (0x00223344 | host[5] << 24));
    EXPECT(same(values[4 * k], value((int)(g[8] >> 24), __HIP_E4M3)));
    EXPECT(same(values[4 * k + 1], value((int)(g[9] & 255), __HIP_E5M2)));
    EXPECT(same(values[4 * k + 2], value((int)(g[8] >> 16 & 255), __HIP_E4M3)));
    EXPECT(same(values[4 * k + 3], value((int)(g[9] >> 8 & 255), __HIP_E5M2)));
#endif
  }
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

// Formats with a scale (hip_ext_ocp.h): 32 numbers of each width to each format, to nearest and by a seed, and back.
const int ocp_scales[] = {-128, -127, -20, -3, 0, 1, 5, 60, 127};
struct Ocp {
  unsigned char e4m3[2][8], e5m2[2][8];
  unsigned e2m3[2][6], e3m2[2][6], e2m1[2], pair, two, one;
  unsigned short half, bfloat;
  float back[4][8];
};
__host__ __device__ inline void ocp(const float *in, int s, unsigned seed, Ocp &o) {
  const __amd_scale_t scale = (__amd_scale_t)s;
  __amd_floatx8_storage_t f;
  __amd_fp16x32_storage_t h;
  __amd_bf16x32_storage_t b;
  __amd_bf16x8_storage_t b8;
  __amd_floatx16_storage_t low, high;
  for (int i = 0; i < 32; ++i) {
    h[i] = (_Float16)in[i];
    b[i] = (__bf16)in[i];
    if (i < 8) f[i] = in[i], b8[i] = (__bf16)in[i];
    if (i < 16) low[i] = in[i], high[i] = in[i + 16];
  }
  const __amd_fp8x8_storage_t e4 = __amd_cvt_floatx8_to_fp8x8_scale(f, __AMD_OCP_E4M3, scale);
  const __amd_fp8x8_storage_t e5 = __amd_cvt_bf16x8_to_fp8x8_scale(b8, __AMD_OCP_E5M2, scale);
  const __amd_fp6x32_storage_t e2 = __hipext_ocp_fp6x32_e2m3(low, high, scale).__x;
  const unsigned e1 = __amd_cvt_floatx8_to_fp4x8_scale(f, __AMD_OCP_E2M1, scale);
  auto e4r = __amd_cvt_floatx8_to_fp8x8_sr_scale(f, __AMD_OCP_E4M3, seed, scale);
  auto e5r = __amd_cvt_bf16x8_to_fp8x8_sr_scale(b8, __AMD_OCP_E5M2, seed, scale);
  auto e2r = __hipext_ocp_fp6x32_e2m3(h, seed, scale).__x;
  auto e3 = __amd_cvt_bf16x32_to_fp6x32_scale(b, __AMD_OCP_E3M2, scale);
  auto e3r = __hipext_ocp_fp6x32_e3m2(b, seed, scale).__x;
  o.e2m1[0] = e1;
  o.e2m1[1] = __amd_cvt_bf16x8_to_fp4x8_sr_scale(b8, __AMD_OCP_E2M1, seed, scale);
  auto v4 = __amd_cvt_fp8x8_to_floatx8_scale(e4, __AMD_OCP_E4M3, scale);
  auto v5 = __amd_cvt_fp8x8_to_fp16x8_scale(e5, __AMD_OCP_E5M2, 0);
  auto v2 = __amd_cvt_fp6x32_to_floatx32_scale(e2, __AMD_OCP_E2M3, scale);
  auto v1 = __amd_cvt_fp4x8_to_bf16x8_scale(e1, __AMD_OCP_E2M1, scale);
  for (int i = 0; i < 8; ++i) {
    o.e4m3[0][i] = e4[i];
    o.e4m3[1][i] = e4r[i];
    o.e5m2[0][i] = e5[i];
    o.e5m2[1][i] = e5r[i];
    if (i < 6) {
      o.e2m3[0][i] = e2[i];
      o.e2m3[1][i] = e2r[i];
      o.e3m2[0][i] = e3[i];
      o.e3m2[1][i] = e3r[i];
    }
    o.back[0][i] = v4[i];
    o.back[1][i] = (float)v5[i];
    o.back[2][i] = v2[i + 24];
    o.back[3][i] = (float)v1[i];
  }
  o.one = __hipext_ocp_fp8_e5m2(in[3], seed, scale).__x | __hipext_ocp_fp8_e4m3(in[3]).__x << 8;
  o.two = __hipext_ocp_fp8x2_e4m3(in[2], in[3], scale).__x;
  o.pair = __hipext_ocp_fp4x2_e2m1(in[2], in[3], scale).__x;
  o.half = __builtin_bit_cast(unsigned short, __amd_cvt_float_to_fp16_sr(in[3], seed));
  o.bfloat = __builtin_bit_cast(unsigned short, __amd_cvt_float_to_bf16_sr(in[3], seed));
}
__global__ void ocps(const float *in, const int *scales, const unsigned *seeds, Ocp *out) {
  ocp(in + 32 * threadIdx.x, scales[threadIdx.x], seeds[threadIdx.x], out[threadIdx.x]);
}

struct Format {
  int m, bias;
  unsigned largest, infinity, nan, sign;
  double value(unsigned a) const {
    return std::ldexp(a >> m ? (1 << m) + (a & ((1 << m) - 1)) : a,
                      (a >> m ? (int)(a >> m) : 1) - bias - m);
  }
  unsigned code(double v, int scale, bool random, unsigned seed) const {
    const unsigned s = std::signbit(v) ? sign : 0;
    if (std::isnan(v) || scale == -128) return s | nan;
    if (std::isinf(v)) return s | infinity;
    const double d = std::ldexp(std::fabs(v), -scale);
    const int unit = std::max(d == 0 ? -1000 : std::ilogb(d), 1 - bias) - m;
    const double q = std::ldexp(d, -unit);
    const double w =
        std::ldexp(random ? std::floor(q + std::ldexp(seed, -32)) : std::nearbyint(q), unit);
    if (w > value(largest)) return s | infinity;
    unsigned low = 0, high = largest; // the codes are in order
    while (low < high) {
      const unsigned middle = (low + high) / 2;
      if (value(middle) < w)
        low = middle + 1;
      else
        high = middle;
    }
    EXPECT(value(low) == w);
    return s | low;
  }
  double number(unsigned c, int scale) const {
    const unsigned a = c & (sign - 1);
    const double s = c & sign ? -1 : 1;
    if (scale == -128 || (a > largest && (a != infinity || infinity == nan))) return NAN;
    return a > largest ? s * INFINITY : s * std::ldexp(value(a), scale);
  }
};

static unsigned six(const unsigned *words, int i) {
  unsigned long long two = words[6 * i / 32];
  if (6 * i / 32 < 5) two |= (unsigned long long)words[6 * i / 32 + 1] << 32;
  return (unsigned)(two >> 6 * i % 32) & 63;
}

static void test_ocp() {
  const Format e4m3 = {3, 7, 0x7e, 0x7f, 0x7f, 0x80}, e5m2 = {2, 15, 0x7b, 0x7c, 0x7e, 0x80};
  const Format e2m3 = {3, 1, 31, 31, 31, 32}, e3m2 = {2, 3, 31, 31, 31, 32};
  const Format e2m1 = {1, 1, 7, 7, 7, 8}, half = {10, 15, 0x7bff, 0x7c00, 0x7e00, 0x8000};
  const Format bfloat = {7, 127, 0x7f7f, 0x7f80, 0x7fc0, 0x8000};
  std::vector<float> in;
  std::vector<int> scales;
  std::vector<unsigned> seeds;
  unsigned random = 1;
  for (int scale : ocp_scales)
    for (int k = 0; k < 8; ++k) {
      scales.push_back(scale);
      random = random * 1664525 + 1013904223;
      seeds.push_back(k == 7 ? 0xffffffffu : random);
      for (int i = 0; i < 32; ++i) {
        random = random * 1664525 + 1013904223;
        // Eight bits of mantissa, which every width holds; with k == 1 the middle of two numbers.
        const int exponent = (int)(random >> 8) % 22 - 12 + std::max(scale, -120);
        const int mantissa =
            k == 1 ? 0x90 | (int)(random >> 20 & 0x60) : 0x80 | (int)(random >> 17 & 0x7f);
        in.push_back(
            (float)std::ldexp(random >> 31 ? -mantissa : mantissa, std::max(-149, exponent - 7)));
      }
      if (k == 2) {
        const float ends[] = {0.0f, -0.0f, INFINITY, -INFINITY, NAN, 1e-45f, 3e38f, -1e-39f};
        std::copy(ends, ends + 8, in.end() - 32);
      }
    }
  Device<float> di(in);
  Device<int> ds(scales);
  Device<unsigned> dr(seeds);
  Device<Ocp> out(scales.size());
  ocps<<<1, (unsigned)scales.size()>>>(di.p, ds.p, dr.p, out.p);
  CHECK(hipGetLastError());
  auto got = out.host();
  for (size_t k = 0; k < scales.size(); ++k) {
    const float *v = &in[32 * k];
    const int s = scales[k];
    Ocp host;
    ocp(v, s, seeds[k], host);
    for (const Ocp &o : {got[k], host}) {
      for (int r = 0; r < 2; ++r) {
        auto code = [&](const Format &f, float x) { return f.code(x, s, r, seeds[k]); };
        for (int i = 0; i < 32; ++i) {
          const float b = (float)(__bf16)v[i], h = (float)(_Float16)v[i];
          EXPECT(six(o.e2m3[r], i) == code(e2m3, r ? h : v[i]));
          EXPECT(six(o.e3m2[r], i) == code(e3m2, b));
          if (i >= 8) continue;
          EXPECT(o.e4m3[r][i] == code(e4m3, v[i]));
          EXPECT(o.e5m2[r][i] == code(e5m2, b));
          EXPECT((o.e2m1[r] >> 4 * i & 15) == code(e2m1, r ? b : v[i]));
        }
      }
      for (int i = 0; i < 8; ++i) {
        EXPECT(same(o.back[0][i], (float)e4m3.number(o.e4m3[0][i], s)));
        EXPECT(same(o.back[1][i], e5m2.number(o.e5m2[0][i], 0)));
        EXPECT(same(o.back[2][i], (float)e2m3.number(six(o.e2m3[0], i + 24), s)));
        EXPECT(same(o.back[3][i], (float)e2m1.number(o.e2m1[0] >> 4 * i & 15, s)));
      }
      EXPECT(o.one == (e5m2.code(v[3], s, true, seeds[k]) | e4m3.code(v[3], 0, false, 0) << 8));
      EXPECT(o.two == (e4m3.code(v[2], s, false, 0) | e4m3.code(v[3], s, false, 0) << 8));
      EXPECT(o.pair == (e2m1.code(v[2], s, false, 0) | e2m1.code(v[3], s, false, 0) << 4));
      EXPECT(o.half == half.code(v[3], 0, true, seeds[k]));
      EXPECT(o.bfloat == bfloat.code(v[3], 0, true, seeds[k]));
    }
  }
  const __amd_fp8x8_storage_t x = __amd_create_fp8x8(0x201, 0x403, 0x605, 0x807);
  EXPECT(x[0] == 1 && x[7] == 8 && __amd_extract_fp8x2(x, 2) == 0x605);
  EXPECT(__amd_extract_fp4x2(__amd_create_fp4x8(0x10, 0x32, 0x54, 0x76), 3) == 0x76);
  EXPECT(__amd_extract_fp4(__amd_create_fp4x2(3, 9), 1) == 9);
  EXPECT(__amd_extract_fp8(__amd_create_fp8x2(3, 9), 0) == 3 && __amd_scale_to_float(-3) == 0.125f);
  EXPECT(std::isinf(__amd_scale_to_float(-128)));
  EXPECT((float)__amd_cvt_hipbf16_to_bf16(__float2bfloat16(1.5f)) == 1.5f);
  EXPECT(__half2float(__amd_cvt_fp16x2_to_half2(__amd_fp16x2_storage_t{1, 2}).y) == 2);
}

int main() {
  checkInstructions();
  test_ocp();
  test<__hip_fp8_e4m3, __hip_fp8x2_e4m3, __hip_fp8x4_e4m3>();
  test<__hip_fp8_e5m2, __hip_fp8x2_e5m2, __hip_fp8x4_e5m2>();
  test<__hip_fp8_e4m3_fnuz, __hip_fp8x2_e4m3_fnuz, __hip_fp8x4_e4m3_fnuz>();
  test<__hip_fp8_e5m2_fnuz, __hip_fp8x2_e5m2_fnuz, __hip_fp8x4_e5m2_fnuz>();
  test_small<__hip_fp4_e2m1, __hip_fp4x2_e2m1, __hip_fp4x4_e2m1>(1, 1, 4);
  test_small<__hip_fp6_e2m3, __hip_fp6x2_e2m3, __hip_fp6x4_e2m3>(3, 1, 6);
  test_small<__hip_fp6_e3m2, __hip_fp6x2_e3m2, __hip_fp6x4_e3m2>(2, 3, 6);
  return done();
}
