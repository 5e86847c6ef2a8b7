// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Warp functions and groups against what 32 lanes must see.
#include <hip/hip_runtime.h>

#include "../programs/check.h"

#include <hip/hip_cooperative_groups.h>

namespace cg = cooperative_groups;
struct Wide {
  int a;
  double b;
  char c;
};
enum { N = 128, K = 40 };

__global__ void lanes(const int *in, long long *out) {
  int t = threadIdx.x, v = in[t];
  long long *o = out + t * K;
  o[0] = __shfl(v, 5), o[1] = __shfl(v, t + 3, 8), o[2] = __shfl_up(v, 3),
  o[3] = __shfl_up(v, 2, 16);
  o[4] = __shfl_down(v, 3), o[5] = __shfl_down(v, 2, 16), o[6] = __shfl_xor(v, 9),
  o[7] = __shfl_xor(v, 5, 4);
  o[8] = __shfl((long long)v << 33, 7), o[9] = (long long)__shfl(v * 0.5, 7),
  o[10] = (long long)__shfl_down((float)v, 1);
  o[11] = __shfl((unsigned char)v, 9), o[12] = __shfl_xor((short)v, 1);
  Wide w = {v, v * 2.0, (char)v};
  w = __shfl(w, 11);
  o[13] = w.a + (long long)w.b + w.c;
  o[14] = (long long)__ballot(v & 1), o[15] = __any(v > 900), o[16] = __all(v >= 0),
  o[17] = __any(v < 0);
  // Only lanes in a mask may call with it.
  o[18] = o[25] = 0;
  if (t % 32 < 16) o[18] = (long long)__ballot_sync(0xffffull, v & 2);
  o[19] = __any_sync(0xffffffffu, v & 4), o[20] = __all_sync(~0ull, v & 1);
  o[21] = (long long)__match_any_sync(0xffffffffull, v % 5);
  int all;
  o[22] = (long long)__match_all_sync(0xffffffffull, v / 100000, &all), o[23] = all;
  o[24] = __reduce_add_sync(0xffffffffull, v);
  if (t % 32 >= 4 && t % 32 < 16) o[25] = __reduce_max_sync(0xfff0ull, v);
  int sum = v;
  for (int m = 16; m > 0; m /= 2) sum += __shfl_xor(sum, m);
  o[26] = sum;
  int scan = v;
  for (int d = 1; d < 32; d *= 2) {
    int below = __shfl_up(scan, d);
    if (t % 32 >= d) scan += below;
  }
  o[27] = scan, o[28] = __lane_id(), o[29] = (long long)__lanemask_lt();
  cg::thread_block b = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(b);
  o[30] = tile.shfl(v, 3), o[31] = (long long)tile.ballot(v & 1),
  o[32] = tile.thread_rank() + 100 * tile.meta_group_rank();
  o[33] = cg::reduce(tile, v, cg::plus<int>()), o[34] = cg::inclusive_scan(tile, v);
  o[35] = b.thread_rank() + 1000 * b.size();
  auto odd = cg::binary_partition(cg::tiled_partition<32>(b), v & 1);
  o[36] = odd.size(), o[37] = odd.thread_rank(), o[38] = odd.shfl(v, 0);
  o[39] = __syncthreads_count(v & 1) + 1000 * __syncthreads_and(v >= 0) +
          10000 * __syncthreads_or(v == -1);
}
// Each lane that takes part is counted once, whatever groups form.
__global__ void aggregate(const int *in, int *count, int *places) {
  if (in[threadIdx.x] % 3 == 0) {
    cg::coalesced_group g = cg::coalesced_threads();
    int first = 0;
    if (g.thread_rank() == 0) first = atomicAdd(count, (int)g.size());
    first = g.shfl(first, 0);
    atomicAdd(&places[first + g.thread_rank()], 1);
  }
}

int main() {
  std::vector<int> v(N);
  for (int i = 0; i < N; ++i) v[i] = (i * 7919 + 13) % 1000;
  Device<int> in(v), count(1), places(N);
  Device<long long> out(N * K);
  lanes<<<1, N>>>(in.p, out.p);
  CHECK(hipDeviceSynchronize());
  std::vector<long long> got = out.host();
  int odds = 0;
  for (int x : v) odds += x & 1;
  for (int t = 0; t < N; ++t) {
    int w = t / 32 * 32, l = t % 32;
    auto at = [&](int lane) { return v[w + lane]; };
    auto ballot = [&](auto p) {
      long long m = 0;
      for (int i = 0; i < 32; ++i) m |= (long long)(p(at(i)) ? 1 : 0) << i;
      return m;
    };
    auto sum = [&](int from, int to) {
      int s = 0;
      for (int i = from; i <= to; ++i) s += at(i);
      return s;
    };
    long long *o = &got[t * K], e[K], odd = ballot([](int x) { return x & 1; });
    int t16 = l / 16 * 16;
    e[0] = at(5), e[1] = at(l / 8 * 8 + (t + 3) % 8), e[2] = at(l >= 3 ? l - 3 : l);
    e[3] = at(l % 16 >= 2 ? l - 2 : l), e[4] = at(l + 3 < 32 ? l + 3 : l),
    e[5] = at(l % 16 + 2 < 16 ? l + 2 : l);
    e[6] = at(l ^ 9), e[7] = at((l ^ 5) < l / 4 * 4 + 4 ? l ^ 5 : l), e[8] = (long long)at(7) << 33;
    e[9] = (long long)(at(7) * 0.5), e[10] = at(l < 31 ? l + 1 : l), e[11] = (unsigned char)at(9),
    e[12] = (short)at(l ^ 1);
    e[13] = at(11) + at(11) * 2ll + (char)at(11), e[14] = odd;
    e[15] = ballot([](int x) { return x > 900; }) != 0, e[16] = 1, e[17] = 0;
    e[18] = l < 16 ? ballot([](int x) { return x & 2; }) & 0xffff : 0,
    e[19] = ballot([](int x) { return x & 4; }) != 0;
    e[20] = odd == 0xffffffffll, e[21] = ballot([&](int x) { return x % 5 == v[t] % 5; });
    e[22] = 0xffffffffll, e[23] = 1, e[24] = sum(0, 31), e[25] = 0;
    for (int i = 4; l >= 4 && l < 16 && i < 16; ++i) e[25] = std::max(e[25], (long long)at(i));
    e[26] = sum(0, 31), e[27] = sum(0, l), e[28] = l, e[29] = (1ll << l) - 1;
    e[30] = at(t16 + 3), e[31] = odd >> t16 & 0xffff, e[32] = t % 16 + 100 * (t / 16);
    e[33] = sum(t16, t16 + 15), e[34] = sum(t16, l), e[35] = t + 1000 * N;
    long long mine = v[t] & 1 ? odd : ~odd & 0xffffffffll;
    e[36] = __builtin_popcountll((unsigned long long)mine);
    e[37] = __builtin_popcountll((unsigned long long)(mine & ((1ll << l) - 1)));
    e[38] = at(__builtin_ctzll((unsigned long long)mine)), e[39] = odds + 1000;
    for (int k = 0; k < K; ++k)
      if (o[k] != e[k] && ++failures <= 20)
        std::printf("lane function %d, thread %d: got %lld, want %lld\n", k, t, o[k], e[k]);
  }
  aggregate<<<1, N>>>(in.p, count.p, places.p);
  CHECK(hipDeviceSynchronize());
  int want = 0;
  for (int x : v) want += x % 3 == 0;
  EXPECT(count.host()[0] == want);
  std::vector<int> p = places.host();
  for (int i = 0; i < N; ++i) EXPECT(p[i] == (i < want));
  return done();
}
