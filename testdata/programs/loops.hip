// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Plain loops and arithmetic that optimisers turn into closed forms of odd integer widths.
// Loops of computed gotos. Work from a queue, with the same condition at both ends of the loop.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

__global__ void sums(int n, unsigned *u, long long *l) {
  unsigned t = threadIdx.x;
  unsigned s = 0;
  for (int i = 0; i < n + int(t); i++) s += i; // n (n-1) / 2 in 33 bits
  u[t] = s;
  long long q = 0;
  for (long long i = 0; i < n + int(t); i++) q += i * i; // a cubic in more than 64 bits
  l[t] = q;
}
__global__ void cubes(unsigned n, unsigned long long *out) {
  unsigned long long s = 0;
  for (unsigned i = 1; i <= n + threadIdx.x; i++) s += (unsigned long long)i * i * i;
  out[threadIdx.x] = s;
}
__global__ void narrow(const unsigned char *in, unsigned char *out, int n) {
  unsigned char s = 0;
  for (int i = 0; i < n; i++) s = (unsigned char)(s * 3 + in[(i + threadIdx.x) % n]);
  out[threadIdx.x] = s;
}
__global__ void steps(int *out, int n) { // while loops with two exits, a switch, a goto
  int t = threadIdx.x, v = t, k = 0;
again:
  switch (v % 5) {
  case 0:
    v = v / 5 + 1;
    break;
  case 1:
    v += 3;
    break;
  case 2:
    v *= 2;
    break;
  case 4:
    v -= 1;
    break;
  default:
    v = v * 3 + 1;
  }
  if (++k < n && v < 1000000) goto again;
  out[t] = v * 100 + k;
}
struct Packed {
  unsigned a : 5;
  int b : 7;
  unsigned long long c : 37;
};
__global__ void fields(Packed *p) {
  Packed &q = p[threadIdx.x];
  for (int i = 0; i < 10; i++) {
    q.a += threadIdx.x;
    q.b -= 9;
    q.c += 0x123456789ull;
  }
}
__global__ void wide(unsigned long long *out, unsigned long long a, unsigned long long b) {
  unsigned t = threadIdx.x;
  unsigned long long s = 0, carry = 0; // (a + t) * b a bit at a time, with its carries
  for (int i = 63; i >= 0; i--) {
    carry = carry << 1 | s >> 63;
    s <<= 1;
    if (b >> i & 1) {
      s += a + t;
      carry += s < a + t;
    }
  }
  out[2 * t] = s;
  out[2 * t + 1] = carry;
}
__global__ void bools(const int *in, int *out, int n) {
  bool any = false, all = true;
  unsigned long long bits = 0;
  for (int i = 0; i < n; i++) {
    bool b = in[i] > int(threadIdx.x);
    any |= b;
    all &= b;
    bits = bits << 1 | b;
  }
  out[threadIdx.x] = int(any) + 2 * int(all) + 4 * int(bits % 1021);
}
__host__ __device__ inline int reference(int t, int n) {
  int v = t, k = 0;
  do {
    int m = v % 5;
    v = m == 0 ? v / 5 + 1 : m == 1 ? v + 3 : m == 2 ? v * 2 : m == 4 ? v - 1 : v * 3 + 1;
    k++;
  } while (k < n && v < 1000000);
  return v * 100 + k;
}

// A bytecode interpreter with computed gotos, between which all work-items synchronise.
constexpr int kThreads = 64;
enum Operation { kAdd, kMirror, kVote, kEnd };
__global__ void interpret(int *out, const unsigned char *program) {
  __shared__ int s[kThreads];
  const int t = int(threadIdx.x);
  int x = t;
  void *const labels[] = {&&add, &&mirror, &&vote, &&end};
  goto *labels[*program];
add:
  x = x * 3 + 7;
  goto *labels[*++program];
mirror:
  s[t] = x;
  __syncthreads();
  x += s[kThreads - 1 - t];
  __syncthreads();
  goto *labels[*++program];
vote:
  x += __any(x % 17 == 0);
  goto *labels[*++program];
end:
  out[t] = x;
}

static void interpreted() {
  std::vector<unsigned char> program = {kAdd, kMirror, kMirror, kVote, kAdd, kVote, kMirror, kEnd};
  Device<unsigned char> d(program);
  Device<int> out(kThreads);
  interpret<<<1, kThreads>>>(out.p, d.p);
  CHECK(hipGetLastError());
  auto got = out.host();
  std::vector<int> x(kThreads);
  for (int t = 0; t < kThreads; t++) x[t] = t;
  for (auto operation : program) {
    auto y = x;
    for (int t = 0; t < kThreads; t++) {
      bool any = false;
      for (int k = t / warpSize * warpSize; k < (t / warpSize + 1) * warpSize && k < kThreads; k++)
        any |= y[k] % 17 == 0;
      if (operation == kAdd) x[t] = y[t] * 3 + 7;
      if (operation == kMirror) x[t] += y[kThreads - 1 - t];
      if (operation == kVote) x[t] += any;
    }
  }
  for (int t = 0; t < kThreads; t++) EXPECT(got[t] == x[t]);
}

template <bool returns> __global__ void queue(int *next, int *out, int *done, int n) {
  __shared__ int job;
  for (;;) {
    if (threadIdx.x == 0) job = atomicAdd(next, 1);
    __syncthreads();
    const int j = job;
    if (returns && j >= n) return;
    if (j >= n) break;
    out[j * blockDim.x + threadIdx.x] += j;
    __syncthreads();
    if (threadIdx.x == 0) done[j]++;
  }
  if (threadIdx.x == 1) atomicAdd(&done[n], 1);
}
void queues() {
  const int n = 10, threads = 64;
  for (bool returns : {false, true}) {
    Device<int> next(1), out(n * threads), done(n + 1);
    (returns ? queue<true> : queue<false>)<<<2, threads>>>(next.p, out.p, done.p, n);
    auto ho = out.host(), hd = done.host();
    for (int i = 0; i < n * threads; i++) EXPECT(ho[i] == i / threads);
    for (int i = 0; i < n; i++) EXPECT(hd[i] == 1);
    EXPECT(hd[n] == (returns ? 0 : 2));
  }
}
int main() {
  queues();
  const int n = 100000, threads = 64;
  Device<unsigned> u(threads);
  Device<long long> l(threads);
  Device<unsigned long long> c(threads), w(2 * threads);
  Device<int> k(threads), bo(threads);
  sums<<<1, threads>>>(n, u.p, l.p);
  cubes<<<1, threads>>>(5000, c.p);
  steps<<<1, threads>>>(k.p, 60);
  CHECK(hipGetLastError());
  auto hu = u.host();
  auto hl = l.host();
  auto hc = c.host();
  auto hk = k.host();
  for (int t = 0; t < threads; t++) {
    unsigned long long m = n + t;
    EXPECT(hu[t] == unsigned(m * (m - 1) / 2));
    EXPECT(hl[t] == (long long)((m - 1) * m * (2 * m - 1) / 6));
    unsigned long long z = 5000 + t;
    EXPECT(hc[t] == z * (z + 1) / 2 * (z * (z + 1) / 2));
    EXPECT(hk[t] == reference(t, 60));
  }
  std::vector<unsigned char> in(77);
  for (int i = 0; i < 77; i++) in[i] = (unsigned char)(i * 29);
  Device<unsigned char> din(in), dn(threads);
  narrow<<<1, threads>>>(din.p, dn.p, 77);
  auto hn = dn.host();
  for (int t = 0; t < threads; t++) {
    unsigned char s = 0;
    for (int i = 0; i < 77; i++) s = (unsigned char)(s * 3 + in[(i + t) % 77]);
    EXPECT(hn[t] == s);
  }
  Device<Packed> p(threads);
  fields<<<1, threads>>>(p.p);
  auto hp = p.host();
  for (unsigned t = 0; t < threads; t++) {
    Packed q = {};
    for (int i = 0; i < 10; i++) {
      q.a += t;
      q.b -= 9;
      q.c += 0x123456789ull;
    }
    EXPECT(hp[t].a == q.a && hp[t].b == q.b && hp[t].c == q.c);
  }
  const unsigned long long a = 0xfedcba9876543210ull, b = 0x0123456789abcdefull;
  wide<<<1, threads>>>(w.p, a, b);
  auto hw = w.host();
  for (unsigned t = 0; t < threads; t++) {
    unsigned __int128 q = (unsigned __int128)(a + t) * b;
    EXPECT(hw[2 * t] == (unsigned long long)q && hw[2 * t + 1] == (unsigned long long)(q >> 64));
  }
  std::vector<int> values(50);
  for (int i = 0; i < 50; i++) values[i] = i * 37 % 101;
  Device<int> dv(values);
  bools<<<1, threads>>>(dv.p, bo.p, 50);
  auto hb = bo.host();
  for (int t = 0; t < threads; t++) {
    bool any = false, all = true;
    unsigned long long bits = 0;
    for (int v : values) {
      bool x = v > t;
      any |= x;
      all &= x;
      bits = bits << 1 | x;
    }
    EXPECT(hb[t] == int(any) + 2 * int(all) + 4 * int(bits % 1021));
  }
  interpreted();
  return done();
}
