// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Blocks that wait for each other: the grid's barrier in loops and in two streams at once,
// waits for what another block stores, by lanes of a warp too, and a scan in one pass.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"
#include <hip/hip_cooperative_groups.h>

namespace cg = cooperative_groups;

// One step of a sum of neighbours, round about, between two barriers.
__global__ void steps(unsigned *a, unsigned *b, int n, unsigned *wrong) {
  cg::grid_group g = cg::this_grid();
  if (!g.is_valid() || g.size() != gridDim.x * gridDim.y * blockDim.x * blockDim.y ||
      g.num_blocks() != gridDim.x * gridDim.y || cg::this_multi_grid().size() != g.size())
    atomicAdd(wrong, 1u);
  unsigned me = g.thread_rank(), all = g.size();
  for (int i = 0; i < n; i++) {
    b[me] = 3 * a[me] + a[(me + 1) % all] + a[(me + all / 2) % all];
    if (i & 1)
      cg::this_multi_grid().sync();
    else
      g.sync();
    unsigned *t = a;
    a = b;
    b = t;
  }
}

static std::vector<unsigned> stepsOnHost(std::vector<unsigned> a, int n) {
  std::vector<unsigned> b(a.size());
  for (int i = 0; i < n; i++, a.swap(b))
    for (size_t k = 0; k < a.size(); k++)
      b[k] = 3 * a[k] + a[(k + 1) % a.size()] + a[(k + a.size() / 2) % a.size()];
  return a;
}

// Every block waits for the one behind it, and the last for none.
__global__ void backwards(int *flags, int *order) {
  if (threadIdx.x == 0) {
    unsigned b = blockIdx.x;
    if (b + 1 < gridDim.x)
      while (atomicAdd(&flags[b + 1], 0) == 0) {
      }
    order[b] = b + 1 < gridDim.x ? order[b + 1] + 1 : 0;
    __threadfence();
    atomicExch(&flags[b], 1);
  }
}

// The same with a load and a sleep, and with compare and swap of what is there.
__global__ void asleep(volatile int *flags) {
  unsigned b = blockIdx.x;
  if (threadIdx.x == 0) {
    if (b + 1 < gridDim.x)
      while (flags[b + 1] == 0) __builtin_amdgcn_s_sleep(1);
    __threadfence();
    flags[b] = 1;
  }
}
__global__ void swaps(int *flags) {
  unsigned b = blockIdx.x;
  if (threadIdx.x == 0) {
    if (b + 1 < gridDim.x)
      while (atomicCAS(&flags[b + 1], 7, 7) != 7) {
      }
    atomicExch(&flags[b], 7);
  }
}

// A barrier of the program's own: the last to come opens it, whoever that is.
__global__ void meet(unsigned *gate, unsigned *sum, unsigned *out, int rounds) {
  for (int r = 0; r < rounds; r++) {
    if (threadIdx.x == 0) {
      atomicAdd(&sum[r], blockIdx.x + 1);
      __threadfence();
      unsigned want = gridDim.x * (r + 1);
      atomicAdd(gate, 1u);
      while (__hip_atomic_load(gate, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) < want) {
      }
      out[r * gridDim.x + blockIdx.x] = atomicAdd(&sum[r], 0u);
    }
    __syncthreads();
  }
}

// A scan that reads its input once (Merrill and Garland, "Single-pass Parallel Prefix Scan
// with Decoupled Look-back"): blocks take parts in turn, and look back at what the parts
// before them sum up to.
struct part {
  unsigned flag; // 1: sum of the part, 2: of all up to it
  unsigned sum, upTo;
};
__global__ void scan(const unsigned *in, unsigned *out, unsigned *turn, part *parts, unsigned n) {
  __shared__ unsigned mine, before, s[128];
  if (threadIdx.x == 0) mine = atomicAdd(turn, 1u);
  __syncthreads();
  unsigned at = mine * 128 + threadIdx.x;
  unsigned v = at < n ? in[at] : 0;
  s[threadIdx.x] = v;
  __syncthreads();
  for (unsigned d = 1; d < 128; d *= 2) {
    unsigned w = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
    __syncthreads();
    s[threadIdx.x] += w;
    __syncthreads();
  }
  if (threadIdx.x == 127) {
    volatile part *p = parts;
    p[mine].sum = s[127];
    __threadfence();
    p[mine].flag = 1;
    unsigned sum = 0;
    for (int k = (int)mine - 1; k >= 0; k--) {
      unsigned f;
      while ((f = p[k].flag) == 0) {
      }
      __threadfence();
      if (f == 2) {
        sum += p[k].upTo;
        break;
      }
      sum += p[k].sum;
    }
    before = sum;
    p[mine].upTo = sum + s[127];
    __threadfence();
    p[mine].flag = 2;
  }
  __syncthreads();
  if (at < n) out[at] = before + s[threadIdx.x];
}

// Lanes of a warp that wait for different lengths of time reconverge after the loop: every second
// flag of the first block is set from the start, the others by the second block.
__global__ void lanes(int *flags, unsigned long long *votes, int *sums) {
  unsigned lane = threadIdx.x;
  if (blockIdx.x == 1) {
    if (lane % 2) atomicExch(&flags[lane], 2);
    return;
  }
  int f;
  while ((f = atomicAdd(&flags[lane], 0)) == 0) {
  }
  votes[lane] = __ballot(f > 0);
  for (int d = warpSize / 2; d > 0; d /= 2) f += __shfl_xor(f, d);
  sums[lane] = f;
}

static int resident(const void *kernel, int block) {
  hipDeviceProp_t prop;
  CHECK(hipGetDeviceProperties(&prop, 0));
  int each = 0;
  CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, block, 0));
  EXPECT(prop.cooperativeLaunch == 1 && each >= 1);
  return each * prop.multiProcessorCount;
}

int main() {
  const void *kernel = reinterpret_cast<const void *>(steps);
  const int most = resident(kernel, 64);
  EXPECT(most >= 8);

  // Grids of every size that fits, of one dimension and of two.
  for (int blocks = 1; blocks <= most && blocks <= 32;
       blocks = blocks < 4 ? blocks + 1 : 2 * blocks) {
    bool two = blocks % 2 == 0;
    dim3 g(two ? blocks / 2 : blocks, two ? 2 : 1), t(two ? 16 : 64, two ? 4 : 1);
    std::vector<unsigned> in(64 * blocks), got;
    for (size_t i = 0; i < in.size(); i++) in[i] = 7 * i + 1;
    Device<unsigned> a(in), b(in.size()), wrong(1);
    int n = 51;
    void *args[] = {&a.p, &b.p, &n, &wrong.p};
    CHECK(hipLaunchCooperativeKernel(kernel, g, t, args, 0, nullptr));
    EXPECT(b.host() == stepsOnHost(in, n));
    EXPECT(wrong.host()[0] == 0);
  }
  {
    Device<unsigned> a(64 * (most + 1)), b(64 * (most + 1)), wrong(1);
    int n = 1;
    void *args[] = {&a.p, &b.p, &n, &wrong.p};
    EXPECT_ERROR(hipLaunchCooperativeKernel(kernel, dim3(most + 1), dim3(64), args, 0, nullptr),
                 hipErrorCooperativeLaunchTooLarge);
    CHECK(hipLaunchCooperativeKernel(kernel, dim3(most), dim3(64), args, 0, nullptr));
    CHECK(hipDeviceSynchronize());
  }

  // Streams with cooperative launches at once, of all that fits.
  {
    std::vector<unsigned> in(32 * most);
    for (size_t i = 0; i < in.size(); i++) in[i] = i * i;
    Device<int> flags(20 * most), order(20 * most);
    hipStream_t s[3];
    for (auto &x : s) CHECK(hipStreamCreate(&x));
    for (int k = 0; k < 20; k++) {
      int *f = flags.p + k * most, *o = order.p + k * most;
      void *args[] = {&f, &o};
      CHECK(hipLaunchCooperativeKernel(reinterpret_cast<void *>(backwards), dim3(most), dim3(32),
                                       args, 0, s[k % 3]));
    }
    for (auto &x : s) CHECK(hipStreamSynchronize(x));
    std::vector<int> got = order.host();
    for (int k = 0; k < 20; k++)
      for (int i = 0; i < most; i++) EXPECT(got[k * most + i] == most - 1 - i);

    // The grid's barrier in streams at once, of grids that would fit beside each other.
    Device<unsigned> wrong(1);
    const int half = most / 2;
    in.resize(32 * half);
    std::vector<Device<unsigned> *> as, bs;
    int n = 101;
    for (int k = 0; k < 9; k++) {
      as.push_back(new Device<unsigned>(in));
      bs.push_back(new Device<unsigned>(in.size()));
      void *args[] = {&as[k]->p, &bs[k]->p, &n, &wrong.p};
      CHECK(hipLaunchCooperativeKernel(kernel, dim3(half), dim3(32), args, 0, s[k % 3]));
    }
    for (auto &x : s) CHECK(hipStreamSynchronize(x));
    for (int k = 0; k < 9; k++) {
      EXPECT(bs[k]->host() == stepsOnHost(in, n));
      delete as[k];
      delete bs[k];
    }
    for (auto &x : s) CHECK(hipStreamDestroy(x));
  }

  // Plain launches of kernels that wait.
  const int some = 8;
  {
    Device<int> flags(some), order(some);
    hipLaunchKernelGGL(backwards, dim3(some), dim3(64), 0, 0, flags.p, order.p);
    std::vector<int> got = order.host();
    for (int i = 0; i < some; i++) EXPECT(got[i] == some - 1 - i);
  }
  {
    Device<int> flags(some), others(some);
    hipLaunchKernelGGL(asleep, dim3(some), dim3(64), 0, 0, flags.p);
    hipLaunchKernelGGL(swaps, dim3(some), dim3(64), 0, 0, others.p);
    EXPECT(flags.host() == std::vector<int>(some, 1));
    EXPECT(others.host() == std::vector<int>(some, 7));
  }
  {
    int warp = 0;
    CHECK(hipDeviceGetAttribute(&warp, hipDeviceAttributeWarpSize, 0));
    std::vector<int> in(warp);
    for (int i = 0; i < warp; i += 2) in[i] = 1;
    Device<int> flags(in), sums(warp);
    Device<unsigned long long> votes(warp);
    hipLaunchKernelGGL(lanes, dim3(2), dim3(warp), 0, 0, flags.p, votes.p, sums.p);
    EXPECT(sums.host() == std::vector<int>(warp, 3 * warp / 2));
    EXPECT(votes.host() == std::vector<unsigned long long>(warp, ~0ull >> (64 - warp)));
  }
  {
    const int rounds = 40;
    Device<unsigned> gate(1), sum(rounds), out(rounds * some);
    hipLaunchKernelGGL(meet, dim3(some), dim3(32), 0, 0, gate.p, sum.p, out.p, rounds);
    EXPECT(out.host() == std::vector<unsigned>(rounds * some, some * (some + 1) / 2));
  }
  {
    const unsigned n = 50001, blocks = (n + 127) / 128;
    std::vector<unsigned> in(n), want(n);
    for (unsigned i = 0; i < n; i++) {
      in[i] = i * 2654435761u >> 20;
      want[i] = in[i] + (i ? want[i - 1] : 0);
    }
    Device<unsigned> din(in), out(n), turn(1);
    Device<part> parts(blocks);
    hipLaunchKernelGGL(scan, dim3(blocks), dim3(128), 0, 0, din.p, out.p, turn.p, parts.p, n);
    EXPECT(out.host() == want);
  }
  return done();
}
