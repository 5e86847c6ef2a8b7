// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Conversions to integers that do not hold the value give the closest one, and zero for
// what is no number; in between they round as their names say. Casts do so, too, and to integers
// narrower than 32 bits they keep the low bits of what they give for int; half has an instruction
// for 16 bits. Vectors are converted as their elements are.
#include <vector>

#include <hip/hip_runtime.h>

#include <limits>

#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>

#include "check.h"

__global__ void convert(const double *x, long long *out, int n) {
  int i = threadIdx.x;
  double d = x[i];
  float f = d;
  __half h = __float2half(f);
  __hip_bfloat16 b = __float2bfloat16(f);
  int k = 0;
#define PUT(...) out[k++ * n + i] = (long long)(__VA_ARGS__);
#define EACH(MODE)                                                                                 \
  PUT(__double2int_##MODE(d))                                                                      \
  PUT(__double2uint_##MODE(d))                                                                     \
  PUT(__double2ll_##MODE(d))                                                                       \
  PUT(__double2ull_##MODE(d))                                                                      \
  PUT(__float2int_##MODE(f))                                                                       \
  PUT(__float2uint_##MODE(f))                                                                      \
  PUT(__float2ll_##MODE(f))                                                                        \
  PUT(__float2ull_##MODE(f))                                                                       \
  PUT(__half2short_##MODE(h))                                                                      \
  PUT(__half2ushort_##MODE(h))                                                                     \
  PUT(__half2int_##MODE(h))                                                                        \
  PUT(__half2uint_##MODE(h))                                                                       \
  PUT(__bfloat162short_##MODE(b))                                                                  \
  PUT(__bfloat162ushort_##MODE(b))                                                                 \
  PUT(__bfloat162int_##MODE(b))                                                                    \
  PUT(__bfloat162uint_##MODE(b))                                                                   \
  PUT(__bfloat162ll_##MODE(b))                                                                     \
  PUT(__bfloat162ull_##MODE(b))
  EACH(rn)
  EACH(rd)
  EACH(ru)
  EACH(rz)
}

// A GPU of NVIDIA makes zero of what is no number only if both formats have 32 bits or fewer.
#ifdef __NVPTX__
#define CAST(T) PUT(v == v ? static_cast<T>(v) : static_cast<T>(0))
#else
#define CAST(T) PUT(static_cast<T>(v))
#endif

constexpr int castsOfEach = 10;

template <class T> using Vector = T __attribute__((ext_vector_type(3)));

// Whether a vector is converted as its elements are.
template <class T, class F> __device__ int elements(F v) {
  auto converted = __builtin_convertvector((Vector<F>{1, v, v}), Vector<T>);
  return converted.x == 1 && converted.y == static_cast<T>(v) && converted.z == static_cast<T>(v);
}

template <class F> __device__ void cast(F v, long long *out, int n, int &k) {
  const int i = threadIdx.x;
  CAST(int)
  CAST(unsigned)
  CAST(long long)
  CAST(unsigned long long)
  CAST(signed char)
  CAST(unsigned char)
  CAST(short)
  CAST(unsigned short)
  // What a compiler computes.
  const float big = v == v ? 4294967296.0F : 3e38F;
  PUT(static_cast<unsigned>(big) - static_cast<unsigned>(5e9F))
  PUT(elements<int>(v) + elements<unsigned>(v) + elements<long long>(v) +
      elements<unsigned long long>(v) + elements<signed char>(v) + elements<unsigned char>(v) +
      elements<short>(v) + elements<unsigned short>(v))
}

__global__ void castAll(const double *x, long long *out, int n) {
  double d = x[threadIdx.x];
  int k = 0;
  cast(d, out, n, k);
  cast(static_cast<float>(d), out, n, k);
  cast(static_cast<_Float16>(d), out, n, k);
}

template <class T> long long expected(long double v) {
  using Limits = std::numeric_limits<T>;
  if (std::isnan(v)) return 0;
  if (v >= static_cast<long double>(Limits::max())) return static_cast<long long>(Limits::max());
  if (v <= static_cast<long double>(Limits::min())) return static_cast<long long>(Limits::min());
  return static_cast<long long>(static_cast<T>(v));
}

// The casts of a number; half: of a half.
std::vector<long long> expectedCasts(long double v, bool half) {
  auto word = expected<int>(v);
  auto low = half ? expected<short>(v) : word, ulow = half ? expected<unsigned short>(v) : word;
  return {word,
          expected<unsigned>(v),
          expected<long long>(v),
          expected<unsigned long long>(v),
          static_cast<signed char>(low),
          static_cast<unsigned char>(ulow),
          static_cast<short>(low),
          static_cast<unsigned short>(ulow),
          0,
          8};
}

void checkCasts(const std::vector<double> &x, const double *in) {
  size_t n = x.size();
  Device<long long> out(n * 3 * castsOfEach);
  castAll<<<1, static_cast<unsigned>(n)>>>(in, out.p, static_cast<int>(n));
  CHECK(hipDeviceSynchronize());
  auto got = out.host();
  for (size_t i = 0; i < n; i++) {
    auto f = static_cast<float>(x[i]);
    long double of[] = {x[i], f, __half2float(__float2half(f))};
    for (int from = 0; from < 3; from++) {
      auto want = expectedCasts(of[from], from == 2);
      for (size_t k = 0; k < castsOfEach; k++)
        if (auto g = got[(from * castsOfEach + k) * n + i]; g != want[k] && ++failures <= 20)
          std::printf("cast %zu of format %d: %g becomes %lld, not %lld\n", k, from, x[i], g,
                      want[k]);
    }
  }
}

int main() {
  std::vector<double> x;
  for (double v : {0.0,
                   0.5,
                   1.5,
                   2.5,
                   2.75,
                   200.0,
                   300.0,
                   1000.25,
                   32767.5,
                   65504.0,
                   70000.0,
                   2147483647.0,
                   2147483648.0,
                   4294967295.0,
                   4294967296.0,
                   9.2e18,
                   9.3e18,
                   1.8e19,
                   1.9e19,
                   3e38,
                   1e300,
                   static_cast<double>(INFINITY),
                   static_cast<double>(NAN)})
    x.push_back(v), x.push_back(-v);
  int n = static_cast<int>(x.size());
  Device<double> in(x);
  constexpr int each = 18;
  Device<long long> out(static_cast<size_t>(n) * 4 * each);
  convert<<<1, n>>>(in.p, out.p, n);
  CHECK(hipDeviceSynchronize());
  auto got = out.host();
  for (int i = 0; i < n; i++) {
    long double (*rounded[])(long double) = {rintl, floorl, ceill, truncl};
    for (int mode = 0; mode < 4; mode++) {
      auto d = rounded[mode](x[i]), f = rounded[mode](static_cast<float>(x[i])),
           h = truncl(__half2float(__float2half(static_cast<float>(x[i])))), // see hip_fp16.h
          b = rounded[mode](__bfloat162float(__float2bfloat16(static_cast<float>(x[i]))));
      long long want[] = {expected<int>(d),       expected<unsigned>(d),
                          expected<long long>(d), expected<unsigned long long>(d),
                          expected<int>(f),       expected<unsigned>(f),
                          expected<long long>(f), expected<unsigned long long>(f),
                          expected<short>(h),     expected<unsigned short>(h),
                          expected<int>(h),       expected<unsigned>(h),
                          expected<short>(b),     expected<unsigned short>(b),
                          expected<int>(b),       expected<unsigned>(b),
                          expected<long long>(b), expected<unsigned long long>(b)};
      for (int k = 0; k < each; k++)
        if (got[(mode * each + k) * n + i] != want[k] && ++failures <= 20)
          std::printf("conversion %d of mode %d: %g becomes %lld, not %lld\n", k, mode, x[i],
                      got[(mode * each + k) * n + i], want[k]);
    }
  }
  checkCasts(x, in.p);
  return done();
}
