// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Vector types: layout, construction, operators, on both sides.
//
// e2e: flags=-Xarch_host -O2
#include <vector>

#include <hip/hip_runtime.h>

#include <cmath>

#include "check.h"

static_assert(sizeof(float3) == 12 && alignof(float3) == 4, "float3");
static_assert(sizeof(float4) == 16 && alignof(float4) == 16, "float4");
static_assert(sizeof(int2) == 8 && alignof(int2) == 8, "int2");
static_assert(sizeof(uchar4) == 4 && alignof(uchar4) == 4, "uchar4");
static_assert(sizeof(double2) == 16 && sizeof(longlong2) == 16 && sizeof(short3) == 6, "others");
// One value makes a vector where that is written, and one of a single component anywhere, as in AMD's headers.
static_assert(std::is_constructible<float4, float>::value &&
                  std::is_constructible<double2, int>::value,
              "from a value");
static_assert(!std::is_convertible<float, float4>::value &&
                  !std::is_convertible<int, double2>::value,
              "explicit");
static_assert(std::is_convertible<float, float1>::value && std::is_convertible<int, double1>::value,
              "one component");

template <typename V> __host__ __device__ V combine(V a, V b) {
  V c = a * b + a - b;
  c += a;
  c -= b;
  c *= b;
  return -c;
}
// Operators that a type does not have, which projects define, or ask for.
#define ASKS(NAME, EXPRESSION)                                                                     \
  template <typename A, typename B, typename = void> struct NAME : std::false_type {};             \
  template <typename A, typename B>                                                                \
  struct NAME<A, B, std::void_t<decltype(EXPRESSION)>> : std::true_type {};
ASKS(Negated, -std::declval<A>() + std::declval<B>())
ASKS(Inverted, ~std::declval<A>() + std::declval<B>())
ASKS(Remainder, std::declval<A>() % std::declval<B>())
ASKS(Shifted, std::declval<A>() << std::declval<B>())
ASKS(Masks, std::declval<A &>() &= std::declval<B>())
ASKS(Adds, std::declval<A &>() += std::declval<B>())
static_assert(Negated<char4, char4>() && Negated<float3, float>() && !Negated<uchar4, uchar4>() &&
              !Negated<ulonglong2, int>());
static_assert(Inverted<uint2, uint2>() && !Inverted<double2, double2>());
static_assert(Remainder<int4, int4>() && Remainder<short3, int>() && !Remainder<float4, float4>() &&
              !Remainder<double1, double>());
static_assert(Shifted<long2, long2>() && !Shifted<float2, int>());
static_assert(Masks<int4, int4>() && !Masks<int4, int>() && !Masks<float4, float4>());
static_assert(Adds<int4, int>() && Adds<float1, double>() && Adds<double3, double3>());
__host__ __device__ int4 operator%=(int4 &a, int b) { return a = a % b; } // a project's own

struct Out {
  float4 f;
  float3 g;
  int2 i;
  double2 d;
  uchar4 u;
  int equal;
};
__host__ __device__ void fill(Out *o, float s) {
  float4 a = make_float4(1 + s, 2, 3, 4), b = {5, 6, 7, 8};
  o->f = combine(a, b);
  o->g = make_float3(a.x, a.y, a.z) * 2.0f + make_float3(s, s, s);
  int2 i = make_int2(7, -9);
  o->i = (i << make_int2(1, 2)) ^ (i & make_int2(3, 5)) | make_int2(8, 0);
  double2 d = make_double2(0.5, s);
  o->d = d / make_double2(2, 4) + 1.0;
  o->u = make_uchar4(200, 100, 50, 25) + make_uchar4(100, 1, 2, 3);
  o->u.w++;
  int4 rest = make_int4(7, 8, 9, 10);
  o->equal = 8 * ((rest %= 4) == make_int4(3, 0, 1, 2)) + (a == a) + 2 * (a != b) +
             4 * (make_int2(1, 2) == make_int2(1, 3));
}
__global__ void kernel(Out *o, float s) { fill(o, s); }
__global__ void copy(const float4 *in, float4 *out) {
  float4 v = in[threadIdx.x];
  out[threadIdx.x] = make_float4(v.w, v.z, v.y, v.x);
}

// Initial values of device variables, which are converted as elsewhere.
__device__ short3 shorts = {1, 2, 3};
__constant__ float2 floats = {4, 5};
__global__ void initial(float *out) {
  out[0] = (float)shorts.x + (float)shorts.z * 10 + floats.y * 100;
}

// Minima and maxima by clang's builtins: of x[0..3] of what elements there are, of x[4] and x[5], which
// are zeros of both signs, in several types.
template <typename T> __device__ void pairOfZeros(const float *x, float *out) {
  typedef T Pair __attribute__((ext_vector_type(2)));
  T a = (T)x[4], b = (T)x[5];
  out[0] = (float)__builtin_elementwise_minimumnum(a, b);
  out[1] = (float)__builtin_elementwise_minimumnum(b, a);
  out[2] = (float)__builtin_elementwise_maximumnum(a, b);
  out[3] = (float)__builtin_elementwise_maximum(b, a);
  out[4] = (float)__builtin_reduce_minimum(Pair{b, a});
}
__global__ void minima(const float *x, float *out) {
  typedef float Four __attribute__((ext_vector_type(4)));
  Four v = {x[0], x[1], x[2], x[3]};
  out[0] = __builtin_reduce_min(v);
  out[1] = __builtin_reduce_max(v.wzyx);
  out[2] = __builtin_reduce_maximum(v);
  out[3] = __builtin_elementwise_minimumnum(v.x, v.y);
  pairOfZeros<float>(x, out + 4);
  pairOfZeros<_Float16>(x, out + 9);
  pairOfZeros<__bf16>(x, out + 14);
}

int main() {
  Device<float> x(std::vector<float>{1, NAN, 2, 3, -0.0f, 0.0f}), least(19);
  minima<<<1, 1>>>(x.p, least.p);
  auto all = least.host();
  EXPECT(all[0] == 1 && all[1] == 3 && std::isnan(all[2]) && all[3] == 1);
  for (int i = 4; i < 19; i++) EXPECT(all[i] == 0 && std::signbit(all[i]) == ((i - 4) % 5 % 4 < 2));
  Device<float> sum(1);
  initial<<<1, 1>>>(sum.p);
  EXPECT(sum.host()[0] == 531);
  Device<Out> d(1);
  kernel<<<1, 1>>>(d.p, 0.25f);
  CHECK(hipGetLastError());
  Out got = d.host()[0], want = {};
  fill(&want, 0.25f);
  EXPECT(got.f.x == want.f.x && got.f.y == want.f.y && got.f.z == want.f.z && got.f.w == want.f.w);
  EXPECT(want.f.w == -((4 * 8 + 4 - 8) + 4 - 8) * 8.0f);
  EXPECT(got.g.x == 2.75f && got.g.y == 4.25f && got.g.z == 6.25f);
  EXPECT(got.i.x == want.i.x && got.i.y == want.i.y);
  EXPECT(got.d.x == 1.25 && got.d.y == 1.0625);
  EXPECT(got.u.x == 44 && got.u.y == 101 && got.u.z == 52 && got.u.w == 29);
  EXPECT(got.equal == 11 && want.equal == 11);

  std::vector<float4> in(64);
  for (int i = 0; i < 64; i++) in[i] = make_float4(float(i), i + 0.25f, i + 0.5f, i + 0.75f);
  Device<float4> din(in), dout(64);
  copy<<<1, 64>>>(din.p, dout.p);
  auto out = dout.host();
  for (int i = 0; i < 64; i++)
    EXPECT(out[i].x == in[i].w && out[i].y == in[i].z && out[i].w == in[i].x);
  return done();
}
