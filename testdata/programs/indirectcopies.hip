// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Calls through pointers whose functions take and return structures: tables of functions that
// differ in nothing but the structure, virtual functions behind two bases, pointers to member
// functions, and pointers that one kernel stores and another calls.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

#define BOTH __host__ __device__

template <int N> struct Bytes {
  signed char b[N];
};
struct Words {
  int w[5];
};
struct alignas(64) Line {
  short s[7];
};
struct Bits {
  unsigned long long low : 7, mid : 41, high : 11;
};

// All of these are void (ptr) or int (ptr) to LLVM.
template <typename T> BOTH int first(T v) {
  signed char *p = reinterpret_cast<signed char *>(&v);
  int s = 0;
  for (unsigned i = 0; i < sizeof(T); i++) s += p[i] * int(i + 1);
  for (unsigned i = 0; i < sizeof(T); i++) p[i] = -1;
  return s;
}
template <typename T> BOTH int second(T v) {
  signed char *p = reinterpret_cast<signed char *>(&v);
  int s = 7;
  for (unsigned i = 0; i < sizeof(T); i++) s = s * 3 ^ p[i];
  for (unsigned i = 0; i < sizeof(T); i++) p[i] = 1;
  return s + int(reinterpret_cast<size_t>(&v) % alignof(T)) * 1000;
}
template <typename T> BOTH T make(int n) {
  T v;
  signed char *p = reinterpret_cast<signed char *>(&v);
  for (unsigned i = 0; i < sizeof(T); i++) p[i] = n + i * 5;
  return v;
}
template <typename T> BOTH T change(T v) {
  signed char *p = reinterpret_cast<signed char *>(&v);
  for (unsigned i = 0; i < sizeof(T); i++) p[i] = p[sizeof(T) - 1 - i] + i;
  return v;
}
BOTH void write(int *p) { *p += 5; }
BOTH void clear(int *p) { *p = -*p; }
template <typename T> BOTH void take(T v) { reinterpret_cast<volatile char *>(&v)[0] = 1; }

template <typename T> BOTH int tables(int n) {
  int (*use[])(T) = {first<T>, second<T>};
  T (*const created[])(int) = {make<T>, make<T>};
  T (*const turned[])(T) = {change<T>, change<T>};
  void (*const taken[])(T) = {take<T>, take<T>};
  T v = created[n & 1](n);
  taken[n & 1](v);
  T w = turned[n & 1](v);
  return use[n & 1](v) + use[~n & 1](w) * 5 + use[n & 1](w);
}
BOTH int plain(int n) {
  void (*const f[])(int *) = {write, clear};
  int v = n;
  f[n & 1](&v);
  f[n >> 1 & 1](&v);
  return v;
}

// The second base's functions are reached through thunks, which pass the structure on.
struct Left {
  int a = 3;
  BOTH virtual int left(Bytes<9> v, int n) const { return v.b[8] + n + a; }
  BOTH virtual Words words(int n) const { return Words{{n, 2, 3, 4, a}}; }
};
struct Right {
  int b = 4;
  BOTH virtual int right(Words v, Line l) { return v.w[4] * b + l.s[6]; }
  BOTH virtual Words words(int n) { return Words{{n, n, n, n, b}}; }
};
struct Both : Left, Right {
  int c = 5;
  BOTH int left(Bytes<9> v, int n) const override {
    v.b[8] ^= n;
    return v.b[8] * c;
  }
  BOTH int right(Words v, Line l) override {
    v.w[4] -= l.s[6];
    b += v.w[4];
    return v.w[0] + v.w[4] + c;
  }
  BOTH Words words(int n) const override { return Words{{c, n, a, b, 9}}; }
  BOTH Words words(int n) override { return Words{{b, n, a, c, 8}}; }
};
BOTH int classes(int n) {
  Both o;
  Left l;
  Right r;
  Left *ls[] = {&o, &l};
  Right *rs[] = {&r, &o};
  Line line = {{1, 2, 3, 4, 5, 6, short(n)}};
  int s = ls[n & 1]->left(make<Bytes<9>>(n), n) + rs[n >> 1 & 1]->right(make<Words>(n), line) * 3;
  Words w = ls[n & 1]->words(n), x = rs[n & 1]->words(n);
  for (int i = 0; i < 5; i++) s = s * 5 + w.w[i] - x.w[i];
  int (Left::*lp)(Bytes<9>, int) const = &Left::left;
  Words (Right::*rp)(int) = &Right::words;
  return s + (ls[~n & 1]->*lp)(make<Bytes<9>>(3), n) + (rs[~n & 1]->*rp)(n).w[4];
}
struct Member {
  int v;
  BOTH int plus(Words w) { return w.w[2] + v++; }
  BOTH int times(Words w) { return w.w[3] * v; }
  BOTH virtual int minus(Words w) { return w.w[1] - v; }
};
typedef int (Member::*Method)(Words);
__device__ Method methods[] = {&Member::plus, &Member::times, &Member::minus};
static const Method hostMethods[] = {&Member::plus, &Member::times, &Member::minus};

BOTH int all(int n, const Method *m) {
  Member o;
  o.v = n;
  int s = (o.*m[n % 3])(make<Words>(n)) + (o.*m[(n + 1) % 3])(make<Words>(2));
  s = s * 3 + tables<Words>(n) + tables<Bytes<1>>(n) * 3 + tables<Bytes<3>>(n) * 5;
  s = s * 3 + tables<Bytes<20>>(n) + tables<Line>(n) * 3 + tables<Bits>(n) * 5;
  return s * 3 + plain(n) + classes(n);
}
__global__ void run(int *out) { out[threadIdx.x] = all(threadIdx.x, methods); }

// Stored by one kernel, called by another.
struct Task {
  int (*call)(Words);
  Words (*result)(Words);
  Words data;
};
__global__ void store(Task *t) {
  int i = threadIdx.x;
  t[i].call = i % 2 ? first<Words> : second<Words>;
  t[i].result = i % 3 ? change<Words> : nullptr;
  t[i].data = make<Words>(i);
}
__global__ void call(Task *t, Task one, int *out) {
  int i = threadIdx.x;
  Words w = t[i].result ? t[i].result(t[i].data) : t[i].data;
  out[i] = t[i].call(w) + one.call(w) * 3;
}

int main() {
  const int threads = 24;
  Device<int> d(threads);
  run<<<1, threads>>>(d.p);
  CHECK(hipGetLastError());
  auto v = d.host();
  for (int i = 0; i < threads; i++) EXPECT(v[i] == all(i, hostMethods));
  Device<Task> t(threads);
  store<<<1, threads>>>(t.p);
  Task one = t.host()[0]; // by value, from the host
  call<<<1, threads>>>(t.p, one, d.p);
  CHECK(hipGetLastError());
  v = d.host();
  for (int i = 0; i < threads; i++) {
    Words w = i % 3 ? change(make<Words>(i)) : make<Words>(i);
    EXPECT(v[i] == (i % 2 ? first(w) : second(w)) + second(w) * 3);
  }
  return done();
}
