// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Arguments by value: mixed sizes and alignments, structs with pointers, large structs.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

struct Inner {
  char tag;
  double weight;
  const int *table;
};
struct Outer {
  short id;
  Inner inner[2];
  float *out;
  bool flag;
};
struct Big {
  int v[200];
};
struct alignas(32) Wide {
  long long a;
  int none[0];
};
struct Empty {};
struct Bits {
  unsigned low : 3, mid : 13, high : 16;
};
enum class Kind : unsigned char { None, Some = 200 };

__global__ void outer(Outer o, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  o.out[i] = float(o.id + o.inner[0].weight * o.inner[0].table[i] +
                   o.inner[1].weight * o.inner[1].table[i]) +
             (o.flag ? o.inner[1].tag : 0);
}
__global__ void big(int *out, Big b, char c) { out[threadIdx.x] = b.v[threadIdx.x] + c; }
__global__ void mixed(char a, double b, short c, float d, bool e, long long f, Empty, Wide g,
                      unsigned char h, Kind k, Bits bits, float3 v, double *out) {
  const double all[] = {double(a),
                        b,
                        double(c),
                        d,
                        double(e),
                        double(f),
                        double(g.a),
                        double(h),
                        double(k),
                        double(bits.low),
                        double(bits.mid),
                        double(bits.high),
                        v.x,
                        v.y,
                        v.z};
  for (int i = 0; i < 15; i++) out[i] = all[i];
}
// A copy that starts with a pointer, used in place and by a function that is called.
struct Lists {
  int *first, *second, *third;
  int sum[4];
};
__attribute__((noinline)) __device__ int inner(Lists l, int i) {
  return l.first[i] + 10 * l.second[i] + 100 * l.third[i] + l.sum[i & 3];
}
__global__ void lists(Lists l, int *out, int n) {
  int i = threadIdx.x;
  int v[4] = {i, i + 1, i + 2, i + 3};
  for (int k = 0; k < n; k++) l.sum[k] += v[(k + i) & 3];
  int a = inner(l, i);
  for (int k = 0; k < n; k++) l.sum[v[k] & 3] -= 1;
  out[i] = a + inner(l, i ^ 1) + l.first[i];
}
// A parameter that the kernel changes is its own copy in every work-item.
__global__ void change(Big b, int *out) {
  int i = threadIdx.x;
  b.v[i] += 1000;
  b.v[(i + 1) % 64] -= 1;
  out[i] = b.v[i];
}

int main() {
  std::vector<int> t0(64), t1(64);
  for (int i = 0; i < 64; i++) {
    t0[i] = i * i;
    t1[i] = -3 * i;
  }
  Device<int> d0(t0), d1(t1), di(200);
  Device<float> df(64);
  Outer o = {-7, {{'a', 0.5, d0.p}, {'b', 2, d1.p}}, df.p, true};
  outer<<<1, 64>>>(o, 64);
  CHECK(hipGetLastError());
  auto f = df.host();
  for (int i = 0; i < 64; i++) EXPECT(f[i] == -7 + 0.5 * i * i - 6.0 * i + 'b');

  Big b;
  for (int i = 0; i < 200; i++) b.v[i] = i * 31;
  big<<<1, 200>>>(di.p, b, -5);
  CHECK(hipGetLastError());
  auto v = di.host();
  for (int i = 0; i < 200; i++) EXPECT(v[i] == i * 31 - 5);
  change<<<1, 64>>>(b, di.p);
  CHECK(hipGetLastError());
  v = di.host();
  for (int i = 0; i < 64; i++) EXPECT(v[i] == i * 31 + 1000);

  Device<int> d2(std::vector<int>(64, 7));
  Lists l = {d0.p, d1.p, d2.p, {1, 2, 3, 4}};
  lists<<<1, 64>>>(l, di.p, 4);
  CHECK(hipGetLastError());
  v = di.host();
  auto part = [&](const int *sum, int i) { return t0[i] + 10 * t1[i] + 700 + sum[i & 3]; };
  for (int i = 0; i < 64; i++) {
    int sum[4] = {1, 2, 3, 4};
    for (int k = 0; k < 4; k++) sum[k] += i + ((k + i) & 3);
    int a = part(sum, i);
    for (int k = 0; k < 4; k++) sum[(i + k) & 3] -= 1;
    EXPECT(v[i] == a + part(sum, i ^ 1) + t0[i]);
  }

  Device<double> dd(15);
  Bits bits = {5, 4097, 65535};
  mixed<<<1, 1>>>(-100, 2.25, -30000, 0.5f, true, -(1ll << 50), Empty{}, Wide{1ll << 40}, 255,
                  Kind::Some, bits, make_float3(1, 2, 3), dd.p);
  CHECK(hipGetLastError());
  const double want[] = {
      -100, 2.25,  -30000, 0.5, 1, -double(1ll << 50), double(1ll << 40), 255, 200, 5,
      4097, 65535, 1,      2,   3};
  auto d = dd.host();
  for (int i = 0; i < 15; i++) EXPECT(d[i] == want[i]);
  return done();
}
