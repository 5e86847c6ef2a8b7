// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Device code that copies and clears aggregates, compares strings, uses unions, recursion
// through templates, local arrays with run-time indices, and the C library's functions that
// <string_view> and <algorithm> use.
#include <vector>

#include <hip/hip_runtime.h>

#include <string_view>

#include "check.h"

struct Record {
  char name[24];
  union {
    float f;
    unsigned u;
  };
  int history[16];
};

__device__ int length(const char *s) {
  int n = 0;
  while (s[n]) n++;
  return n;
}
__host__ __device__ int search(const char *a, const char *b, int n) {
  const std::string_view text(a), other(b);
  int s = static_cast<int>(text.length() * 7 + text.find('d'));
  s = s * 31 + (text.compare(other) < 0) * 2 + (__builtin_memcmp(a, b, n) == 0);
  return s * 31 + (__builtin_bcmp(a, b, 3) != 0);
}
template <int N> struct Fib {
  __device__ static int value(int x) { return Fib<N - 1>::value(x) + Fib<N - 2>::value(x); }
};
template <> struct Fib<1> {
  __device__ static int value(int x) { return x; }
};
template <> struct Fib<0> {
  __device__ static int value(int) { return 0; }
};

__global__ void work(Record *r, const char *names, int *out) {
  int t = threadIdx.x;
  Record mine;
  memset(&mine, 0, sizeof mine);
  memcpy(mine.name, names + t * 24, 24);
  mine.f = 1.0f + t;
  for (int i = 0; i < 16; i++) mine.history[(i * 7 + t) % 16] = i;
  Record copy = mine;
  copy.history[t % 16] += 1000;
  int order[16];
  for (int i = 0; i < 16; i++) order[i] = copy.history[(t * i) & 15];
  int s = 0;
  for (int i = 0; i < 16; i++) s = s * 3 + order[(i + t) & 15];
  r[t] = copy;
  out[t] = s ^ int(copy.u) ^ length(copy.name) ^ Fib<10>::value(t) ^
           search(copy.name, names + (t ^ 1) * 24, t % 24);
}

int main() {
  const int n = 32;
  std::vector<char> names(n * 24);
  for (int i = 0; i < n; i++)
    std::snprintf(&names[i * 24], 24, "%.*s%d", i % 20, "abcdefghijklmnopqrst", i);
  Device<char> dn(names);
  Device<Record> dr(n);
  Device<int> dout(n);
  work<<<1, n>>>(dr.p, dn.p, dout.p);
  CHECK(hipGetLastError());
  auto r = dr.host();
  auto o = dout.host();
  for (int t = 0; t < n; t++) {
    int h[16], order[16], s = 0;
    for (int i = 0; i < 16; i++) h[(i * 7 + t) % 16] = i;
    h[t % 16] += 1000;
    for (int i = 0; i < 16; i++) order[i] = h[(t * i) & 15];
    for (int i = 0; i < 16; i++) s = s * 3 + order[(i + t) & 15];
    float f = 1.0f + t;
    unsigned u;
    std::memcpy(&u, &f, 4);
    EXPECT(std::memcmp(r[t].history, h, sizeof h) == 0);
    EXPECT(std::strcmp(r[t].name, &names[t * 24]) == 0);
    EXPECT(o[t] == (s ^ int(u) ^ int(std::strlen(&names[t * 24])) ^ 55 * t ^
                    search(r[t].name, &names[(t ^ 1) * 24], t % 24)));
  }
  return done();
}
