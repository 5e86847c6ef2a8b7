// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What depends on the number of lanes of a warp, in blocks that do not fill their warps, against the same on
// the host. e2e/testdata/scripts/wave64.txtar runs it with 64 lanes, too.
#include <hip/hip_runtime.h>

#include <vector>

#include "check.h"
#include <hip/hip_cooperative_groups.h>

typedef unsigned long long u64;
extern "C" __device__ unsigned __ockl_wfred_add_u32(unsigned);

__host__ __device__ static unsigned mix(unsigned t, unsigned k) {
  unsigned h = (t + 1) * 2654435761u ^ (k + 1) * 2246822519u;
  return (h ^ h >> 15) * 3266489917u >> 7;
}

enum { Row = 64 };
enum { Absent = 77 };

// In straight code: all lanes that are there take part.
__global__ void straight(u64 *out) {
  const unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned lane = t % warpSize;
  u64 *o = out + t * Row;
  *o++ = (u64)warpSize;
  *o++ = __AMDGCN_WAVEFRONT_SIZE__;
  *o++ = __lane_id();
  *o++ = __lanemask_lt();
  *o++ = __lanemask_gt();
  *o++ = __lanemask_eq();
  *o++ = __activemask();
  *o++ = __ballot(mix(t, 0) & 1);
  *o++ = (u64)(__any(mix(t, 1) % 40 == 0) * 2 + __all(mix(t, 2) % 40));
  *o++ = __shfl(mix(t, 3), 0) + (u64)__shfl((int)t, (int)(mix(t, 4) % 32), 32);
  for (int width = 2; width <= warpSize; width *= 2) {
    *o++ = __shfl((u64)mix(t, 5) << 20, (int)(mix(t, 6) % 64), width);
    *o++ = __shfl_up(mix(t, 7), mix(t, 8) % width, width);
    *o++ = __shfl_down((double)mix(t, 9), 1 + (unsigned)width / 2, width) > 0;
    *o++ = __shfl_xor(mix(t, 10), width - 1, width);
  }
  for (int d = warpSize / 2, v = (int)mix(t, 11); d; d /= 2) {
    v += __shfl_xor(v, d) * d;
    *o++ = (u64)v;
  }
  *o++ = __match_any(mix(t, 12) % 3);
  int same = 9;
  *o++ = __match_all(t / warpSize, &same) + (u64)same;
  *o++ = __reduce_add_sync(__activemask(), mix(t, 13));
  *o++ = __reduce_max_sync(__activemask(), (int)mix(t, 14));
  *o++ = __ockl_wfred_add_u32(mix(t, 15));
  *o++ = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 5));
  *o++ = (u64)__builtin_amdgcn_readfirstlane((int)mix(t, 16));
  *o++ = (u64)__builtin_amdgcn_ds_bpermute((int)(lane ^ 1) * 4, (int)mix(t, 17));
  *o++ = (u64)__builtin_amdgcn_update_dpp(3, (int)mix(t, 18), 0x143, 0xf, 0xf, false);
}

// In tiles, and with lanes that left, or go different ways.
__global__ void diverging(u64 *out) {
  namespace cg = cooperative_groups;
  const unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  u64 *o = out + t * Row;
  auto tile = cg::tiled_partition<__AMDGCN_WAVEFRONT_SIZE__>(cg::this_thread_block());
  *o++ = tile.size() * 1000 + tile.thread_rank();
  *o++ = tile.ballot(mix(t, 20) & 1);
  if (mix(t, 21) % 3) {
    const auto group = cg::coalesced_threads();
    *o++ = group.size() * 1000 + group.thread_rank();
    *o++ = group.shfl(t, 0);
  } else {
    *o++ = __activemask();
    *o++ = (u64)__builtin_amdgcn_readfirstlane((int)t);
  }
  u64 sum = 0;
  for (unsigned i = 0; i < mix(t, 22) % 9; i++) {
    sum = sum * 3 + __popcll(__ballot(mix(t, i) & 1));
    if (mix(t, 23) % 7 == i) break;
  }
  *o++ = sum;
  __syncwarp();
  *o++ = __ballot(sum & 1);
  if (mix(t, 24) % 5 == 0) return;
  *o++ = __activemask();
  __syncthreads();
  *o++ = __ballot(mix(t, 25) & 1);
}

// A warp writes and reads shared memory in lockstep, without a barrier.
__global__ void lockstep(u64 *out) {
  __shared__ volatile unsigned s[256];
  const unsigned t = threadIdx.x, lane = t % warpSize;
  s[t] = mix(t, 30);
  for (unsigned d = warpSize / 2; d; d /= 2)
    if (lane < d) s[t] = s[t] + s[t + d];
  out[t * Row] = s[t - lane];
}

static unsigned warp, items;
static unsigned first(unsigned t) { return t / warp * warp; }
static unsigned last(unsigned t) { return std::min(items, first(t) + warp); }
template <typename F> u64 lanes(unsigned t, F holds) {
  u64 m = 0;
  for (unsigned i = first(t); i < last(t); i++) m |= (u64)(bool)holds(i) << (i - first(t));
  return m;
}
template <typename F> u64 from(unsigned t, unsigned lane, F value) {
  return first(t) + lane < last(t) ? value(first(t) + lane) : Absent;
}
static unsigned value(unsigned t, unsigned k) { return mix(t, k); }

static std::vector<u64> straightOf(unsigned t) {
  const unsigned lane = t % warp;
  const u64 below = (1ull << lane) - 1;
  auto of = [&](unsigned k) { return [k](unsigned i) { return value(i, k); }; };
  std::vector<u64> w = {warp, warp, lane, below, ~below << 1, below + 1};
  if (lane == 63) w[4] = 0;
  w.push_back(lanes(t, [](unsigned) { return true; }));
  w.push_back(lanes(t, [](unsigned i) { return mix(i, 0) & 1; }));
  w.push_back((u64)((lanes(t, [](unsigned i) { return mix(i, 1) % 40 == 0; }) != 0) * 2 +
                    (lanes(t, [](unsigned i) { return mix(i, 2) % 40 == 0; }) == 0)));
  const unsigned half = lane / 32 * 32 + mix(t, 4) % 32;
  w.push_back(first(t) + half < last(t) ? mix(first(t), 3) + (u64)(first(t) + half) : Absent);
  for (unsigned width = 2; width <= warp; width *= 2) {
    const unsigned base = lane / width * width, up = mix(t, 8) % width, down = 1 + width / 2;
    w.push_back(
        from(t, base + mix(t, 6) % 64 % width, [](unsigned i) { return (u64)mix(i, 5) << 20; }));
    w.push_back(from(t, lane - base < up ? lane : lane - up, of(7)));
    w.push_back(from(t, lane - base + down < width ? lane + down : lane,
                     [](unsigned i) { return mix(i, 9) > 0; }));
    w.push_back(from(t, lane ^ (width - 1), of(10)));
  }
  std::vector<int> v;
  for (unsigned i = 0; i < warp; i++) v.push_back((int)mix(first(t) + i, 11));
  for (unsigned d = warp / 2; d; d /= 2) {
    std::vector<int> old = v;
    for (unsigned i = 0; i < warp; i++) v[i] = (int)((unsigned)old[i] + (unsigned)old[i ^ d] * d);
    w.push_back(last(t) - first(t) == warp ? (u64)v[lane] : Absent);
  }
  w.push_back(lanes(t, [&](unsigned i) { return mix(i, 12) % 3 == mix(t, 12) % 3; }));
  w.push_back(w[6] + 1);
  unsigned sum = 0, most = 0, other = 0;
  for (unsigned i = first(t); i < last(t); i++)
    sum += mix(i, 13), most = std::max(most, mix(i, 14)), other += mix(i, 15);
  w.insert(w.end(), {sum, most, other, 5 + lane, mix(first(t), 16)});
  w.push_back(from(t, lane ^ 1, of(17)));
  w.push_back(lane < 32 ? 3 : mix(first(t) + 31, 18));
  return w;
}

// The loop of the kernel, by lanes: those that are in it vote.
static u64 loopOf(unsigned t) {
  u64 sum = 0;
  auto in = [](unsigned k, unsigned i) { return i < mix(k, 22) % 9 && mix(k, 23) % 7 >= i; };
  for (unsigned i = 0; in(t, i); i++)
    sum = sum * 3 + (u64)__builtin_popcountll(
                        lanes(t, [&](unsigned k) { return in(k, i) && mix(k, i) & 1; }));
  return sum;
}

static std::vector<u64> divergingOf(unsigned t) {
  const unsigned lane = t % warp;
  auto way = [](unsigned i) { return mix(i, 21) % 3 != 0; };
  const u64 mine = lanes(t, [&](unsigned i) { return way(i) == way(t); });
  const unsigned lowest = first(t) + (unsigned)__builtin_ctzll(mine);
  std::vector<u64> w = {warp * 1000 + lane, lanes(t, [](unsigned i) { return mix(i, 20) & 1; }),
                        mine, lowest};
  if (way(t))
    w[2] = (u64)__builtin_popcountll(mine) * 1000 +
           (u64)__builtin_popcountll(mine & ((1ull << lane) - 1));
  w.push_back(loopOf(t));
  w.push_back(lanes(t, [](unsigned i) { return loopOf(i) & 1; }));
  if (mix(t, 24) % 5 == 0) return w;
  auto stays = [](unsigned i) { return mix(i, 24) % 5 != 0; };
  w.push_back(lanes(t, stays));
  w.push_back(lanes(t, [&](unsigned i) { return stays(i) && mix(i, 25) & 1; }));
  return w;
}

static std::vector<u64> lockstepOf(unsigned t) {
  unsigned sum = 0;
  for (unsigned i = 0; i < warp; i++) sum += mix(first(t) + i, 30);
  return {sum};
}

int main() {
  hipDeviceProp_t p;
  CHECK(hipGetDeviceProperties(&p, 0));
  warp = (unsigned)p.warpSize;
  int attribute = 0, grid = 0, block = 0;
  CHECK(hipDeviceGetAttribute(&attribute, hipDeviceAttributeWarpSize, 0));
  EXPECT(attribute == p.warpSize && warpSize == p.warpSize);
  CHECK(hipOccupancyMaxPotentialBlockSize(&grid, &block, straight, 0, 0));
  EXPECT(block % p.warpSize == 0);
#if defined(LANES)
  EXPECT(p.warpSize == LANES);
#endif
  static const struct {
    const char *name;
    void (*kernel)(u64 *);
    std::vector<u64> (*want)(unsigned);
    bool whole; // one row of whole warps
  } cases[] = {{"straight", straight, straightOf, false},
               {"diverging", diverging, divergingOf, false},
               {"lockstep", lockstep, lockstepOf, true}};
  const dim3 blocks[] = {1, 7, 40, 64, 65, {5, 7, 3}, 256};
  for (auto &c : cases)
    for (dim3 b : blocks) {
      items = b.x * b.y * b.z;
      if (c.whole && items % 64) continue;
      u64 *d;
      std::vector<u64> h(items * Row);
      CHECK(hipMalloc(&d, h.size() * 8));
      CHECK(hipMemset(d, 0, h.size() * 8));
      c.kernel<<<1, b>>>(d);
      CHECK(hipMemcpy(h.data(), d, h.size() * 8, hipMemcpyDeviceToHost));
      CHECK(hipFree(d));
      for (unsigned t = 0; t < items; t++) {
        const std::vector<u64> want = c.want(t);
        for (unsigned k = 0; k < want.size(); k++)
          if (want[k] != Absent && h[t * Row + k] != want[k] && failures++ < 20)
            std::printf("%s, block %ux%ux%u, work-item %u, value %u: %llx, not %llx\n", c.name, b.x,
                        b.y, b.z, t, k, h[t * Row + k], want[k]);
      }
    }
  std::puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
