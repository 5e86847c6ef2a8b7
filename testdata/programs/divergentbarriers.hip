// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
// FLAGS: -O2

// Loops and barriers in branches that only some work-items of a block take, and work-items that
// leave loops in different iterations, before operations of a warp and barriers of the block.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

#include <string>

constexpr unsigned threads = 64, blocks = 4;

#define BOTH __host__ __device__ inline

// Stores keep the compiler from making selects of branches.
struct Sink {
  unsigned *p;
  BOTH void mark(unsigned i) const {
    if (i == 2) *p = 1;
  }
};

BOTH unsigned steps(unsigned n, unsigned v, const unsigned *a, unsigned t, Sink sink) {
#pragma unroll 1
  for (unsigned i = 0; i < n; i++) {
    v = v * 3 + a[i * threads + t];
    sink.mark(i);
  }
  return v;
}

// A loop of a uniform trip count in a branch by thread, and a join within the branch.
BOTH unsigned inBranch(unsigned t, unsigned n, unsigned m, const unsigned *a, Sink sink) {
  unsigned v = 1;
  if (t < m) {
    v = steps(n, v, a, t, sink);
    if (v & 1) sink.mark(v & 2);
  }
  return v;
}

// In a branch within a branch, with loops on both sides and after the inner join.
BOTH unsigned nested(unsigned t, unsigned n, unsigned m, const unsigned *a, Sink sink) {
  unsigned v = t;
  if (t < m) {
    if (a[t] & 4)
      v = steps(n, v, a, t, sink);
    else
      v = steps(n + 1, v ^ 7, a, t, sink);
    v = steps(n, v + 1, a, t, sink);
    if (v & 2) sink.mark(v & 3);
  } else if (n & 1) {
    v = steps(n, v + 5, a, t, sink);
  }
  return v;
}

// Work-items jump out of the branch early; the label is reached otherwise, too.
BOTH unsigned early(unsigned t, unsigned n, unsigned m, const unsigned *a, Sink sink) {
  unsigned v = t + 1;
  if (n & 1) {
    v = steps(n, v, a, t, sink);
    if (t >= m) goto out;
    v = steps(n, v, a, t, sink);
    if (v & 1) sink.mark(v & 2);
  } else {
    if (t < m) goto out;
    v = steps(n + 2, v, a, t, sink);
  }
  v += 9;
  sink.mark(v & 6);
out:
  return v;
}

// A loop of a uniform trip count in one that work-items leave one by one.
BOTH unsigned leftOneByOne(unsigned t, unsigned n, unsigned m, const unsigned *a, Sink sink) {
  unsigned v = a[t] | 1, i = 0;
  do {
    v = steps(n, v, a, t, sink);
    if (v % 5 == 3) break;
  } while (++i < m % 7 + 1);
  sink.mark(v & 2);
  return v;
}

// A jump table by thread.
BOTH unsigned table(unsigned t, unsigned n, unsigned m, const unsigned *a, Sink sink) {
  unsigned v = t;
  switch (t & 3) {
  case 0:
    v = steps(n, v, a, t, sink);
    break;
  case 1:
    v = steps(m % 4, v, a, t, sink);
    break;
  case 2:
    v ^= 21;
    sink.mark(v & 10);
  }
  return v;
}

using Part = unsigned (*)(unsigned, unsigned, unsigned, const unsigned *, Sink);

// What comes before, and how the block goes on.
template <Part part>
__global__ void sums(unsigned n, unsigned m, const unsigned *a, unsigned *out, Sink sink) {
  unsigned t = threadIdx.x, v = part(t, n, m, a, sink);
  for (unsigned d = 16; d; d /= 2)
    v += static_cast<unsigned>(__shfl_xor(static_cast<int>(v), static_cast<int>(d)));
  out[blockIdx.x * threads + t] = v;
}

template <Part part>
__global__ void votes(unsigned n, unsigned m, const unsigned *a, unsigned *out, Sink sink) {
  unsigned t = threadIdx.x, v = part(t, n, m, a, sink), odd = 0;
#pragma unroll 1
  for (unsigned i = 0; i < n; i++) {
    odd = odd * 2 + static_cast<unsigned>(__popcll(__ballot(static_cast<int>(v >> i & 1))));
    if (t & 8) v = steps(2, v, a, t, sink);
  }
  out[blockIdx.x * threads + t] = odd + v;
}

// Both ways out of the first barrier lead to blocks that the others come to without it.
template <Part part>
__global__ void shared(unsigned n, unsigned m, const unsigned *a, unsigned *out, Sink sink) {
  __shared__ unsigned s[threads];
  unsigned t = threadIdx.x, v = t;
  s[t] = v;
  if (n & 1) {
    __syncthreads();
    v = part(t, n, m, a, sink) + s[threads - 1 - t];
    if (t >= m) {
      sink.mark(v & 2);
    } else {
      v = steps(n, v, a, t, sink);
      sink.mark(v & 6);
    }
  } else if (t < m) {
    v = steps(n, v, a, t, sink);
  }
  unsigned w = static_cast<unsigned>(__shfl_down(static_cast<int>(v), 4));
  __syncthreads();
  s[t] = v;
  __syncthreads();
  out[blockIdx.x * threads + t] = w * 3 + s[t ^ 33];
}

// Some have returned; the others come to a barrier that all take or leave out.
template <Part part>
__global__ void returned(unsigned n, unsigned m, const unsigned *a, unsigned *out, Sink sink) {
  __shared__ unsigned s[threads];
  unsigned t = threadIdx.x, v = t + 1;
  out[blockIdx.x * threads + t] = 77;
  s[t] = 0;
  if (t == 5) return;
  if (n & 1) {
    s[t] = v;
    __syncthreads();
    v += s[t ^ 16];
  }
  v += part(t, n, m, a, sink);
  out[blockIdx.x * threads + t] =
      static_cast<unsigned>(__popcll(__ballot(static_cast<int>(v & 1)))) + v;
}

// The counter is the same for all who are in the loop, not after it.
__global__ void counters(unsigned n, unsigned m, const unsigned *a, unsigned *out, Sink sink) {
  unsigned t = threadIdx.x, i = 0, v = a[t];
#pragma unroll 1
  for (; i < n + 3; i++) {
    v = v * 5 + a[i * threads + t];
    if (v % 4 == 1) break;
    sink.mark(i);
  }
  unsigned got = 99;
  if (i & 1) {
    got = static_cast<unsigned>(__popcll(__ballot(1)));
    sink.mark(got & 2);
  }
  out[blockIdx.x * threads + t] = got + m;
}

static unsigned a[threads * 12], v[threads], w[threads], warp;

static unsigned count(unsigned t, unsigned shift, bool (*in)(unsigned)) {
  unsigned c = 0;
  for (unsigned i = t / warp * warp; i < t / warp * warp + warp && i < threads; i++)
    c += in(i) ? v[i] >> shift & 1 : 0;
  return c;
}

static void expect(const Device<unsigned> &o, const char *what, unsigned n, unsigned m) {
  auto got = o.host();
  unsigned wrong = 0;
  for (unsigned i = 0; i < threads * blocks; i++) wrong += got[i] != w[i % threads];
  if (wrong)
    std::printf("%s, n %u, m %u: %u of %u are wrong\n", what, n, m, wrong, threads * blocks);
  failures += wrong != 0;
}

template <Part part>
static void all(const char *name, const Device<unsigned> &in, Device<unsigned> &o) {
  Device<unsigned> dummy(1);
  unsigned mark = 0, before[threads];
  Sink host{&mark}, device{dummy.p};
  for (unsigned n = 0; n < 6; n++)
    for (unsigned m : {0u, 1u, 20u, 32u, 50u, 64u}) {
      auto start = [&] {
        for (unsigned t = 0; t < threads; t++) v[t] = part(t, n, m, a, host);
      };
      start();
      for (unsigned d = 16; d; d /= 2) {
        for (unsigned t = 0; t < threads; t++) w[t] = v[t] + v[t ^ d];
        std::memcpy(v, w, sizeof v);
      }
      sums<part><<<blocks, threads>>>(n, m, in.p, o.p, device);
      expect(o, (std::string("sums, ") + name).c_str(), n, m);

      start();
      unsigned odd[threads] = {};
      for (unsigned i = 0; i < n; i++) {
        for (unsigned t = 0; t < threads; t++)
          odd[t] = odd[t] * 2 + count(t, i, [](unsigned) { return true; });
        for (unsigned t = 0; t < threads; t++)
          if (t & 8) v[t] = steps(2, v[t], a, t, host);
      }
      for (unsigned t = 0; t < threads; t++) w[t] = odd[t] + v[t];
      votes<part><<<blocks, threads>>>(n, m, in.p, o.p, device);
      expect(o, (std::string("votes, ") + name).c_str(), n, m);

      start();
      for (unsigned t = 0; t < threads; t++) {
        if (n & 1) {
          v[t] += threads - 1 - t;
          if (t < m) v[t] = steps(n, v[t], a, t, host);
        } else {
          v[t] = t < m ? steps(n, t, a, t, host) : t;
        }
      }
      for (unsigned t = 0; t < threads; t++)
        w[t] = v[t % warp + 4 < warp && t + 4 < threads ? t + 4 : t] * 3 + v[t ^ 33];
      shared<part><<<blocks, threads>>>(n, m, in.p, o.p, device);
      expect(o, (std::string("shared, ") + name).c_str(), n, m);

      start();
      for (unsigned t = 0; t < threads; t++)
        before[t] = t + 1 + (n & 1 ? (t ^ 16) == 5 ? 0 : (t ^ 16) + 1 : 0);
      for (unsigned t = 0; t < threads; t++) v[t] += before[t];
      for (unsigned t = 0; t < threads; t++)
        w[t] = t == 5 ? 77 : count(t, 0, [](unsigned i) { return i != 5; }) + v[t];
      returned<part><<<blocks, threads>>>(n, m, in.p, o.p, device);
      expect(o, (std::string("returned, ") + name).c_str(), n, m);
    }
}

int main() {
  int size = 0;
  CHECK(hipDeviceGetAttribute(&size, hipDeviceAttributeWarpSize, 0));
  warp = static_cast<unsigned>(size);
  for (unsigned i = 0; i < threads * 12; i++) a[i] = (i + 1) * 2654435761u >> 11;
  Device<unsigned> in(std::vector<unsigned>(a, a + threads * 12)), o(threads * blocks), dummy(1);
  all<inBranch>("in a branch", in, o);
  all<nested>("nested", in, o);
  all<early>("early", in, o);
  all<leftOneByOne>("left one by one", in, o);
  all<table>("table", in, o);
  for (unsigned n = 0; n < 6; n++) {
    for (unsigned t = 0; t < threads; t++) {
      unsigned x = a[t], i = 0;
      for (; i < n + 3; i++) {
        x = x * 5 + a[i * threads + t];
        if (x % 4 == 1) break;
      }
      v[t] = i;
    }
    for (unsigned t = 0; t < threads; t++)
      w[t] = v[t] & 1 ? count(t, 0, [](unsigned) { return true; }) : 99;
    counters<<<blocks, threads>>>(n, 0, in.p, o.p, Sink{dummy.p});
    expect(o, "counters", n, 0);
  }
  return done();
}
