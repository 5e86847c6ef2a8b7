// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Cooperative groups: blocks, tiles, coalesced groups, clusters, and a barrier over the whole grid.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"
#include <climits>
#include <hip/hip_cooperative_groups.h>
#include <hip/cooperative_groups/hip_reduce.h>
#include <hip/cooperative_groups/hip_scan.h>
#include <hip/cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

template <typename Group> __device__ int sum(Group g, int *scratch, int v) {
  int lane = int(g.thread_rank());
  for (int i = int(g.size()) / 2; i > 0; i /= 2) {
    scratch[lane] = v;
    g.sync();
    if (lane < i) v += scratch[lane + i];
    g.sync();
  }
  return v;
}
__global__ void blocks(int *out) {
  __shared__ int scratch[128];
  cg::thread_block b = cg::this_thread_block();
  int v = sum(b, scratch, int(b.thread_rank()) + 1);
  if (b.thread_rank() == 0) out[b.group_index().x] = v;
}
template <int N> __global__ void tiles(int *out, int *ranks) {
  cg::thread_block b = cg::this_thread_block();
  auto tile = cg::tiled_partition<N>(b);
  int v = int(b.thread_rank());
  for (int d = int(tile.size()) / 2; d > 0; d /= 2) v += tile.shfl_down(v, d);
  v = tile.shfl(v, 0);
  out[b.thread_rank()] = v;
  ranks[b.thread_rank()] = int(tile.thread_rank()) + 100 * int(tile.meta_group_rank());
}
// What a run of neighbours begins and ends with, and whether each began where the one before it ended.
struct Run {
  int first, last, ordered;
};
// What HIP 7 has of tiles and coalesced groups, and groups whose kind is known when the kernel runs.
constexpr int ops = 21;
template <class Group> __device__ void operate(const Group &g, int v, int *o) {
  auto run = [](Run a, Run b) {
    return Run{a.first, b.last, a.ordered && b.ordered && a.last < b.first};
  };
  Run r = cg::reduce(g, Run{int(g.thread_rank()), int(g.thread_rank()), 1}, run);
  o[0] = cg::reduce(g, v, cg::plus<int>());
  o[1] = cg::reduce(g, v, cg::less<int>());
  o[2] = r.ordered ? r.first * 100 + r.last : -1;
  o[3] = cg::inclusive_scan(g, v);
  o[4] = cg::exclusive_scan(g, v, cg::less<int>());
  o[5] = cg::exclusive_scan(g, float(v), cg::greater<float>()) < -1e38f;
}
__global__ void operations(const int *in, int *out) {
  __shared__ int copy[70], part[7], heads[4];
  int t = threadIdx.x, *o = out + t * ops, v = in[t];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  if (t < 64) operate(tile, v, o);
  // Six lanes are left in the last tile of the block, ten of the others take part.
  if (t >= 64 || t % 16 < 10) o[6] = cg::reduce(tile, v, cg::plus<int>());
  if (t % 2 == 0) operate(cg::coalesced_threads(), v, o + 7);
  cg::memcpy_async(block, copy, in, sizeof(copy));
  cg::memcpy_async(block, part, 7, in, 30);
  cg::wait_prior<0>(block);
  o[13] = copy[69 - t] + part[t % 7];
  __syncthreads();
  copy[t] = t;
  auto token = block.barrier_arrive();
  block.barrier_wait(static_cast<cg::thread_block::arrival_token &&>(token));
  o[14] = copy[69 - t] * 10 + cg::this_thread().size() + cg::this_thread().thread_rank();
  cg::thread_group any = tile;
  auto eight = cg::tiled_partition(cg::tiled_partition(any, 8), 64);
  cg::tiled_group four = cg::tiled_partition(static_cast<const cg::tiled_group &>(tile), 4);
  o[15] = (eight.size() * 100 + eight.thread_rank()) * 1000 + four.size() * 10 + four.thread_rank();
  if (t % 2 == 0) {
    cg::thread_group some = cg::coalesced_threads(), pair = cg::tiled_partition(some, 2);
    o[16] = pair.size() * 10 + pair.thread_rank() - some.thread_rank() % 2;
  }
  o[17] = block.block_rank() + any.block_rank();
  if (t % 3 == 1) {
    auto some = cg::coalesced_threads();
    o[18] = cg::invoke_one_broadcast(some, [&](int more) { return int(threadIdx.x) + more; }, 5);
  }
  if (t < 64) {
    int *first = &heads[t / 16];
    cg::invoke_one(tile, [=] { *first = t; });
    o[19] = *first + cg::invoke_one_broadcast(tile, [&] { return Run{t, v, 0}; }).last;
  }
  cg::invoke_one(block, [&](int by) { part[0] = by; }, 7);
  o[20] = part[0];
}
static void checkGroup(const int *o, const std::vector<int> &in, int first, int size, int step,
                       int t) {
  int sum = 0, least = INT_MAX, below = 0, before = INT_MAX;
  for (int i = first; i < first + size * step; i += step) {
    if (i < t) before = in[i] < before ? in[i] : before;
    if (i <= t) below += in[i];
    sum += in[i];
    least = in[i] < least ? in[i] : least;
  }
  EXPECT(o[0] == sum && o[1] == least && o[2] == size - 1);
  EXPECT(o[3] == below && o[4] == before && o[5] == (t == first));
}
static void checkOperations(int warp) {
  std::vector<int> in(70);
  for (int t = 0; t < 70; t++) in[t] = t * 7 % 23 - 5;
  Device<int> d(in), out(2 * 70 * ops);
  operations<<<1, 70>>>(d.p, out.p);
  CHECK(hipGetLastError());
  auto v = out.host();
  for (int t = 0; t < 70; t++) {
    const int *o = &v[t * ops];
    int tile = t / 16 * 16, some = 0, lane = t / warp * warp;
    if (t < 64) checkGroup(o, in, tile, 16, 1, t);
    for (int i = tile; i < tile + 10 && i < 70; i++) some += in[i];
    if (t >= 64 || t % 16 < 10) EXPECT(o[6] == some);
    int evens = (lane + warp < 70 ? warp : 70 - lane) / 2;
    if (t % 2 == 0) checkGroup(o + 7, in, lane, evens, 2, t);
    EXPECT(o[13] == in[69 - t] + in[t % 7]);
    EXPECT(o[14] == (69 - t) * 10 + 1);
    int eight = t / 8 * 8 + 8 < 70 ? 8 : 70 - t / 8 * 8, four = t / 4 * 4 + 4 < 70 ? 4 : 2;
    EXPECT(o[15] == (eight * 100 + t % 8) * 1000 + four * 10 + t % 4);
    if (t % 2 == 0) EXPECT(o[16] == (t == 68 ? (evens % 2 ? 10 : 20) : 20));
    EXPECT(o[17] == 0);
    if (t % 3 == 1) EXPECT(o[18] == lane + (4 - lane % 3) % 3 + 5);
    if (t < 64) EXPECT(o[19] == tile + in[tile]);
    EXPECT(o[20] == 7);
  }
}
// Where a group is among the parts of the group that it was made from.
__global__ void parts(int *out) {
  int t = threadIdx.x, *o = out + t * 8;
  auto part = [](unsigned rank, unsigned size) { return int(rank * 100 + size); };
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  auto quarter = cg::tiled_partition<4>(tile);
  o[0] = part(quarter.meta_group_rank(), quarter.meta_group_size());
  cg::thread_block_tile<4> of_any = quarter;
  o[1] = part(of_any.meta_group_rank(), of_any.meta_group_size());
  auto labeled = cg::labeled_partition(tile, (t + 2) / 5);
  o[2] = part(labeled.meta_group_rank(), labeled.meta_group_size());
  auto binary = cg::binary_partition(tile, t % 3 == 0);
  o[3] = part(binary.meta_group_rank(), binary.meta_group_size());
  auto few = cg::tiled_partition(labeled, 2);
  o[4] = part(few.meta_group_rank(), few.meta_group_size());
  auto again = cg::binary_partition(binary, t % 2 == 0);
  o[5] = part(again.meta_group_rank(), again.meta_group_size());
  auto parity = cg::labeled_partition(labeled, -(t % 2));
  o[6] = part(parity.meta_group_rank(), parity.meta_group_size());
  o[7] = part(parity.thread_rank(), parity.size());
}
__global__ void lastTile(int *out) {
  cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), 16);
  out[threadIdx.x] = int(tile.size()) * 100 + int(tile.thread_rank());
}
__global__ void coalesced(int *out) {
  int t = threadIdx.x;
  out[t] = -1;
  if (t % 3 == 1) {
    cg::coalesced_group g = cg::coalesced_threads();
    out[t] = int(g.thread_rank()) * 1000 + int(g.size());
  }
}
// Groups in a branch that other lanes of the warp do not take: a group waits for its own lanes.
__global__ void branches(int *out) {
  __shared__ int slots[128];
  int t = threadIdx.x;
  slots[t] = t;
  if (t / 8 % 4 == 2) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    slots[t] += 100;
    tile.sync();
    int next = slots[t ^ 1];
    cg::thread_group sized = cg::tiled_partition(cg::this_thread_block(), 8);
    sized.sync();
    cg::coalesced_threads().sync();
    slots[t] = next + 1000;
  }
  __syncthreads();
  out[t] = slots[t ^ 3];
}
__global__ void grid(int *a, int *b, int n) {
  cg::grid_group g = cg::this_grid();
  int i = int(g.thread_rank());
  if (i < n) a[i] = i * 2;
  g.sync();
  if (i < n) b[i] = a[n - 1 - i] + 1;
}

// Every thread sums what the blocks of its cluster have in the same place, twice, with its rank in the cluster.
__global__ void clusterSums(int *out, int *ranks, int factor) {
  __shared__ int mine[64];
  extern __shared__ int more[];
  auto cluster = cg::this_cluster();
  int block = blockIdx.x + gridDim.x * blockIdx.y, at = block * blockDim.x + threadIdx.x;
  mine[threadIdx.x] = at;
  more[threadIdx.x] = 2 * at;
  cluster.sync();
  int sum = 0;
  for (unsigned r = 0; r < cluster.num_blocks(); r++) {
    int *there = cluster.map_shared_rank(mine, r);
    sum += there[threadIdx.x] + *cluster.map_shared_rank(&more[threadIdx.x], r);
    if (cluster.query_shared_rank(there) != r) sum = -1000000;
  }
  auto token = cluster.barrier_arrive();
  out[at] = sum * factor;
  ranks[at] = cluster.thread_rank();
  dim3 b = cluster.block_index(), n = cluster.dim_blocks();
  if (b.x != blockIdx.x % n.x || b.y != blockIdx.y % n.y ||
      cluster.num_threads() != n.x * n.y * blockDim.x || cluster.block_rank() != b.x + n.x * b.y ||
      cluster.dim_threads().x != n.x * blockDim.x ||
      cluster.thread_index().x != b.x * blockDim.x + threadIdx.x)
    out[at] = -1;
  cluster.barrier_wait(
      static_cast<cg::cluster_group::arrival_token &&>(token)); // others still read
}

static hipLaunchAttribute clusterOf(unsigned x, unsigned y, unsigned z) {
  hipLaunchAttribute a{};
  a.id = hipLaunchAttributeClusterDimension;
  a.value.clusterDim.x = x;
  a.value.clusterDim.y = y;
  a.value.clusterDim.z = z;
  return a;
}

constexpr unsigned gx = 4, gy = 6, threads = 64;

static void checkSums(const std::vector<int> &out, const std::vector<int> &ranks, unsigned cx,
                      unsigned cy, int factor) {
  for (unsigned y = 0; y < gy; y++)
    for (unsigned x = 0; x < gx; x++)
      for (unsigned t = 0; t < threads; t++) {
        int sum = 0, at = (x + gx * y) * threads + t;
        for (unsigned j = 0; j < cy; j++)
          for (unsigned i = 0; i < cx; i++)
            sum += 3 * ((x / cx * cx + i + gx * (y / cy * cy + j)) * threads + t);
        EXPECT(out[at] == sum * factor);
        EXPECT(ranks[at] == int((x % cx + cx * (y % cy)) * threads + t));
      }
}

// The same launch in a graph, which keeps its clusters.
static void inGraph(hipLaunchConfig_t c, const void *kernel, void **args) {
  hipGraph_t graph;
  hipGraphExec_t exec;
  CHECK(hipStreamCreate(&c.stream));
  CHECK(hipMemsetAsync(*(void **)args[0], 0, sizeof(int), c.stream));
  CHECK(hipStreamBeginCapture(c.stream, hipStreamCaptureModeGlobal));
  CHECK(hipLaunchKernelExC(&c, kernel, args));
  CHECK(hipStreamEndCapture(c.stream, &graph));
  CHECK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  CHECK(hipGraphLaunch(exec, c.stream));
  CHECK(hipStreamSynchronize(c.stream));
  CHECK(hipGraphExecDestroy(exec));
  CHECK(hipGraphDestroy(graph));
  CHECK(hipStreamDestroy(c.stream));
}

// HIP 7's launches with attributes, and clusters of blocks that reach each other's shared memory. A device
// without clusters has those of one block.
static void clusters(const hipDeviceProp_t &p) {
  Device<int> out(gx * gy * threads), ranks(gx * gy * threads);
  hipLaunchAttribute a[2] = {clusterOf(2, 3, 1), {}};
  hipLaunchConfig_t c{};
  c.gridDim = dim3(gx, gy);
  c.blockDim = dim3(threads);
  c.dynamicSmemBytes = threads * sizeof(int);
  // Without attributes, with clusters of one block, and with those of several.
  CHECK(hipLaunchKernelEx(&c, clusterSums, out.p, ranks.p, 1));
  checkSums(out.host(), ranks.host(), 1, 1, 1);
  hipLaunchAttribute one = clusterOf(1, 1, 1);
  c.attrs = &one;
  c.numAttrs = 1;
  CHECK(hipLaunchKernelEx(&c, clusterSums, out.p, ranks.p, 2));
  checkSums(out.host(), ranks.host(), 1, 1, 2);
  c.attrs = a;
  int factor = 3;
  void *args[] = {&out.p, &ranks.p, &factor};
  auto kernel = reinterpret_cast<const void *>(clusterSums);
  if (p.clusterLaunch) {
    CHECK(hipLaunchKernelExC(&c, kernel, args));
    checkSums(out.host(), ranks.host(), 2, 3, 3);
    a[0] = clusterOf(4, 2, 1);
    a[1].id = hipLaunchAttributeCooperative;
    a[1].value.cooperative = 1;
    c.numAttrs = 2;
    CHECK(hipLaunchKernelExC(&c, kernel, args));
    checkSums(out.host(), ranks.host(), 4, 2, 3);
    inGraph(c, kernel, args);
    checkSums(out.host(), ranks.host(), 4, 2, 3);
  } else {
    EXPECT_ERROR(hipLaunchKernelExC(&c, kernel, args), hipErrorInvalidClusterSize);
  }
  // A grid that clusters do not divide, none at all, too large ones, and attributes that there are not.
  for (auto wrong : {clusterOf(3, 1, 1), clusterOf(0, 1, 1), clusterOf(4, 6, 1)}) {
    c.attrs = &wrong;
    c.numAttrs = 1;
    EXPECT_ERROR(hipLaunchKernelExC(&c, kernel, args), hipErrorInvalidClusterSize);
  }
  one.id = static_cast<hipLaunchAttributeID>(77);
  c.attrs = &one;
  EXPECT_ERROR(hipLaunchKernelExC(&c, kernel, args), hipErrorInvalidValue);
  c.attrs = nullptr;
  EXPECT_ERROR(hipLaunchKernelExC(&c, kernel, args), hipErrorInvalidValue);
  EXPECT_ERROR(hipLaunchKernelExC(nullptr, kernel, args), hipErrorInvalidConfiguration);
  // A function of a module, cooperatively.
  hipFunction_t f;
  CHECK(hipGetFuncBySymbol(&f, kernel));
  a[1].id = hipLaunchAttributeCooperative;
  a[1].value.cooperative = 1;
  HIP_LAUNCH_CONFIG d{gx, gy, 1, threads, 1, 1, threads * sizeof(int), nullptr, &a[1], 1};
  CHECK(hipDrvLaunchKernelEx(&d, f, args, nullptr));
  checkSums(out.host(), ranks.host(), 1, 1, 3);
  EXPECT_ERROR(hipDrvLaunchKernelEx(nullptr, f, args, nullptr), hipErrorInvalidValue);
}

int main() {
  hipDeviceProp_t prop;
  CHECK(hipGetDeviceProperties(&prop, 0));
  Device<int> d(128), r(128);
  blocks<<<3, 128>>>(d.p);
  CHECK(hipGetLastError());
  auto v = d.host();
  for (int i = 0; i < 3; i++) EXPECT(v[i] == 128 * 129 / 2);
  tiles<8><<<1, 128>>>(d.p, r.p);
  CHECK(hipGetLastError());
  v = d.host();
  auto ranks = r.host();
  for (int t = 0; t < 128; t++) {
    int base = t / 8 * 8;
    EXPECT(v[t] == base * 8 + 28);
    EXPECT(ranks[t] == t % 8 + 100 * (t / 8));
  }
  tiles<32><<<1, 128>>>(d.p, r.p);
  CHECK(hipGetLastError());
  v = d.host();
  for (int t = 0; t < 128; t++) EXPECT(v[t] == t / 32 * 32 * 32 + 31 * 16);
  Device<int> places(64 * 8);
  parts<<<1, 64>>>(places.p);
  CHECK(hipGetLastError());
  v = places.host();
  for (int t = 0; t < 64; t++) {
    int first = t / 16 * 16, label = (t + 2) / 5, begin = label * 5 - 2, end = begin + 5;
    begin = begin < first ? first : begin, end = end > first + 16 ? first + 16 : end;
    int labels = (first + 17) / 5 - (first + 2) / 5 + 1;
    const int *p = &v[t * 8];
    EXPECT(p[0] == t % 16 / 4 * 100 + 4 && p[1] == p[0]);
    EXPECT(p[2] == (label - (first + 2) / 5) * 100 + labels);
    EXPECT(p[3] == (t % 3 == 0) * 100 + 2);
    EXPECT(p[4] == (t - begin) / 2 * 100 + (end - begin + 1) / 2);
    EXPECT(p[5] == (t % 2 == 0) * 100 + 2);
    EXPECT(p[6] == ((t - begin) % 2) * 100 + (end - begin > 1 ? 2 : 1));
    EXPECT(p[7] == (t - begin) / 2 * 100 + (end - begin + 1 - (t - begin) % 2) / 2);
  }
  // 70 is four tiles of 16 and one of 6.
  lastTile<<<1, 70>>>(d.p);
  CHECK(hipGetLastError());
  v = d.host();
  for (int t = 0; t < 70; t++) EXPECT(v[t] == (t < 64 ? 16 : 6) * 100 + t % 16);
  coalesced<<<1, 128>>>(d.p);
  CHECK(hipGetLastError());
  v = d.host();
  // Which work-items run together in a branch is the device's affair; what it says must fit.
  for (int t = 0; t < 128; t++)
    if (t % 3 == 1)
      EXPECT(v[t] % 1000 >= 1 && v[t] / 1000 < v[t] % 1000 && v[t] % 1000 <= prop.warpSize);
    else
      EXPECT(v[t] == -1);
  branches<<<1, 128>>>(d.p);
  CHECK(hipGetLastError());
  v = d.host();
  for (int t = 0; t < 128; t++) EXPECT(v[t] == (t / 8 % 4 == 2 ? 1100 + (t ^ 2) : t ^ 3));
  if (prop.cooperativeLaunch) {
    int n = 200;
    Device<int> a(n), b(n);
    void *args[] = {&a.p, &b.p, &n};
    CHECK(
        hipLaunchCooperativeKernel(reinterpret_cast<void *>(&grid), dim3(4), dim3(64), args, 0, 0));
    auto h = b.host();
    for (int i = 0; i < n; i++) EXPECT(h[i] == (n - 1 - i) * 2 + 1);
  }
  checkOperations(prop.warpSize);
  clusters(prop);
  return done();
}
