// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Recursive functions that take structures by value: every call has a copy of its own, at the
// structure's alignment, as have the local variables.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

// Queens on a board that each call changes and nobody puts back.
struct Board {
  unsigned char rows[7];
  int placed;
};
__host__ __device__ int queens(Board b, int row) {
  if (row == 6) return b.placed == 6;
  int ways = 0;
  for (int c = 0; c < 6; c++) {
    bool free = true;
    for (int r = 0; r < row; r++)
      free = free && b.rows[r] != c && b.rows[r] + row - r != c && b.rows[r] - row + r != c;
    if (!free) continue;
    Board mine = b;
    b.rows[row] = c;
    b.placed = row + 1;
    ways += queens(b, row + 1);
    for (int i = 0; i <= row; i++) ways += 1000 * (b.rows[i] != (i < row ? mine.rows[i] : c));
    b = mine;
  }
  b.rows[row] = 99;
  return ways;
}

// The callee changes all of its copy, at odd sizes and across the fields' borders.
template <int N> struct Bytes {
  char b[N];
};
template <int N> __host__ __device__ int eat(Bytes<N> v, int n) {
  for (int i = 0; i < N; i++) v.b[i] += n + i;
  int below = n ? eat(v, n - 1) : 0;
  int s = 0;
  for (int i = 0; i < N; i++) s = s * 7 + v.b[i];
  return below * 3 + s;
}

// Two that call each other, and give structures back.
struct Pair {
  short low;
  long long high;
  char tag[3];
};
__host__ __device__ Pair pong(Pair p, Bytes<5> b, int n);
__host__ __device__ Pair ping(Pair p, Bytes<5> b, int n) {
  if (n == 0) return p;
  p.low += n;
  p.tag[n % 3]++;
  b.b[n % 5] += p.low;
  Pair q = pong(p, b, n - 1), r = pong(q, b, n - 1);
  r.high += p.high * 5 + p.low + b.b[1] + q.tag[1];
  return r;
}
__host__ __device__ Pair pong(Pair p, Bytes<5> b, int n) {
  p.high -= n;
  b.b[2] *= 3;
  Pair q = n > 1 ? ping(p, b, n - 1) : p;
  q.low ^= p.low + b.b[2];
  return q;
}

// Two that call each other and themselves.
__host__ __device__ long long up(Pair p, int n);
__host__ __device__ double down(Bytes<5> b, double x, int n) {
  b.b[n % 5] += n;
  if (n <= 0) return x + b.b[0] + b.b[4];
  double below = down(b, x * 0.5, n - 1);
  long long above = up(Pair{short(b.b[1]), (long long)below, {1, b.b[3], 2}}, n - 2);
  return below + above % 1024 + b.b[n % 5];
}
__host__ __device__ long long up(Pair p, int n) {
  p.tag[0] += p.low;
  if (n <= 0) return p.high + p.tag[0];
  Pair q = p;
  q.high += 3;
  long long s = up(q, n - 2);
  s += (long long)down(Bytes<5>{{1, p.tag[0], 3, char(s), 5}}, p.high % 16, n - 1);
  return s * 3 + p.low + p.tag[0] + q.high;
}

// The address of the caller's copy reaches the callee too.
struct Chain {
  const Chain *above;
  int v[6];
};
__host__ __device__ int chain(Chain c, int n) {
  c.v[n % 6] += n * n;
  if (n == 0) {
    int s = 0, k = 1;
    for (const Chain *p = &c; p; p = p->above)
      for (int i = 0; i < 6; i++) s += p->v[i] * k++;
    return s;
  }
  Chain next = c;
  next.above = &c;
  int s = chain(next, n - 1);
  c.v[0]++;
  return s + chain(c, n - 1) + c.v[0];
}

// Alignment beyond what any scalar has.
template <int A> struct alignas(A) Aligned {
  int v[3];
};
template <int A> __host__ __device__ unsigned misaligned(Aligned<A> by, int n) {
  char c = char(n);
  Aligned<A> one = by;
  alignas(A) char bytes[A + 1] = {c};
  Aligned<A> two = one;
  two.v[n % 3]++;
  unsigned low = unsigned(reinterpret_cast<size_t>(&by) | reinterpret_cast<size_t>(&one) |
                          reinterpret_cast<size_t>(bytes) | reinterpret_cast<size_t>(&two)) %
                 A;
  return low | (n                                                ? misaligned<A>(two, n - 1)
                : two.v[0] + two.v[1] + two.v[2] == bytes[0] + 3 ? 0u
                                                                 : 1u << 31);
}

__host__ __device__ void all(int t, long long *out) {
  Board b = {{1, 2, 3, 4, 5, 6, 7}, 0};
  out[0] = queens(b, t % 2);
  out[1] = eat(Bytes<1>{{char(t)}}, t % 5) + eat(Bytes<3>{{1, char(t), 3}}, t % 4);
  out[2] = eat(Bytes<13>{{1, char(t), 3, 4}}, t % 6) + eat(Bytes<31>{{9, char(t)}}, t % 3);
  Pair p =
      ping(Pair{short(t), t * 1000000007ll, {1, 2, 3}}, Bytes<5>{{1, 2, char(t), 4, 5}}, t % 7);
  out[3] = p.low + p.high * 3 + p.tag[0] + p.tag[1] * 100 + p.tag[2] * 10000;
  out[4] = chain(Chain{nullptr, {t, 1, 2, 3, 4, 5}}, t % 4);
  out[5] = up(Pair{short(t), t - 5, {1, 2, 3}}, t % 6);
}
__global__ void run(long long *out, unsigned *low) {
  all(threadIdx.x, out + 6 * threadIdx.x);
  int t = threadIdx.x;
  low[threadIdx.x] = misaligned<32>(Aligned<32>{{0, 0, 0}}, 2) |
                     misaligned<64>(Aligned<64>{{0, 0, 0}}, t % 3 * 0 + 2) |
                     misaligned<256>(Aligned<256>{{0, 0, 0}}, 2);
}

int main() {
  // CUDA's default is less than these functions take.
  CHECK(hipDeviceSetLimit(hipLimitStackSize, 16384));
  const int threads = 14;
  Device<long long> d(6 * threads);
  Device<unsigned> low(threads);
  run<<<1, threads>>>(d.p, low.p);
  CHECK(hipGetLastError());
  auto v = d.host();
  auto l = low.host();
  for (int t = 0; t < threads; t++) {
    long long want[6];
    all(t, want);
    for (int i = 0; i < 6; i++) {
      EXPECT(v[6 * t + i] == want[i]);
      if (v[6 * t + i] != want[i]) std::printf("thread %d, number %d\n", t, i);
    }
    EXPECT(l[t] == 0);
  }
  return done();
}
