// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Warp functions with lanes that have nothing to tell: variables that these lanes never set, and
// lanes that have gone by another way. Nobody reads their values; what the lanes do before and
// behind must stay what the program says.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"
#include <hip/hip_cooperative_groups.h>

namespace cg = cooperative_groups;
constexpr int n = 128;

// The variable is set by some lanes only, all of them tell it.
template <typename T> __global__ void unset(const T *in, T *out, int count) {
  int t = threadIdx.x;
  T v;
  if (t < count) v = in[t];
  T a = __shfl(v, 0), b = __shfl_xor(v, 1), c = __shfl_up(v, 1), d = __shfl_down(v, 1);
  out[t] = t < count ? a + b + c + d : T(-1);
}

__global__ void unsetTile(const int *in, int *out, int count) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int t = threadIdx.x, v;
  if (t < count) v = in[t];
  int a = tile.shfl(v, 3), b = tile.shfl_xor(v, 2);
  out[t] = t < count ? a + b : -1;
}

// One lane of a warp sets the variable, and all pass it to a function of the program's own.
__device__ __forceinline__ int ofLane(int v, int lane) { return __shfl(v, lane); }

__global__ void firstAdds(int *sum, int *out, int count) {
  int t = threadIdx.x;
  bool counts = t < count && t % 3 == 0;
  unsigned long long all = __ballot(counts);
  int v;
  if (t % warpSize == __ffsll(all) - 1) v = atomicAdd(sum, __popcll(all));
  v = ofLane(v, __ffsll(all) - 1);
  out[t] = counts ? v : -1;
}

// Lanes that are beyond the end, whole warps that exchange, and the last one that does not:
// a sort's network has this shape.
__global__ void parts(const int *first, const int *in, int *out, int count) {
  int t = threadIdx.x + blockIdx.x * blockDim.x, item = t / 4, part = t & 3;
  int whole = count / 8 * 8;
  int at, v;
  if (item < count) {
    at = first[item];
    v = part < 3 ? in[at + part] : 1000;
    int w = __shfl_xor(v, 1);
    v = (part & 1) == (v < w) ? w : v;
    w = __shfl_xor(v, 2);
    v = (part & 2 ? 1 : 0) == (v < w) ? w : v;
  }
  if (item < whole) {
    int lane = t & 31;
    for (int k = 0; k < 8; k++) {
      int to = __shfl(at, k * 4), x = __shfl(v, k * 4 + (lane & 3));
      if (lane >> 2 == k) out[to + (lane & 3)] = x;
    }
  } else if (item < count) {
    out[at + part] = v;
  }
}

// The same without loops, so that values come straight from before the exchange.
__global__ void straight(const int *first, const int *in, int *out, int count) {
  int t = threadIdx.x, at, size, v;
  if (t / 2 < count) {
    at = first[t / 2];
    size = first[t / 2 + 1] - at;
    v = (t & 1) < size ? in[at + (t & 1)] : 500;
    int w = __shfl_xor(v, 1);
    if (t & 1)
      w = w < v ? v : w;
    else
      w = w < v ? w : v;
    v = w;
  }
  if (t / 2 < count / 16 * 16) {
    int u = __shfl_xor(v, 1);
    if (t & 1) v = u, u = __shfl_xor(at, 1) - at;
    u = __shfl_xor(v, 1);
    int s = __shfl(size, t & 30), a = __shfl(at, t & 30);
    if ((t & 1) < s) out[a + (t & 1)] = t & 1 ? u + v : v;
  } else if (t / 2 < count) {
    if ((t & 1) < size) out[at + (t & 1)] = v;
  }
}

template <typename T> void checkUnset(int count) {
  std::vector<T> in(n), out(n);
  for (int i = 0; i < n; i++) in[i] = T(3 * i + 1);
  T *i, *o;
  CHECK(hipMalloc(&i, n * sizeof(T)));
  CHECK(hipMalloc(&o, n * sizeof(T)));
  CHECK(hipMemcpy(i, in.data(), n * sizeof(T), hipMemcpyHostToDevice));
  unset<T><<<1, n>>>(i, o, count);
  CHECK(hipMemcpy(out.data(), o, n * sizeof(T), hipMemcpyDeviceToHost));
  for (int t = 0; t < n; t++) {
    int lane = t % 32, base = t - lane, up = lane ? t - 1 : t, down = lane < 31 ? t + 1 : t;
    if (t >= count)
      EXPECT(out[t] == T(-1));
    else if ((t ^ 1) < count && down < count)
      EXPECT(out[t] == in[base] + in[t ^ 1] + in[up] + in[down]);
  }
  CHECK(hipFree(i));
  CHECK(hipFree(o));
}

int main() {
  for (int count : {0, 1, 40, 64, 127, 128}) {
    checkUnset<int>(count);
    checkUnset<float>(count);
    checkUnset<double>(count);
    checkUnset<short>(count);
  }

  std::vector<int> in(n), out(n), first(n);
  for (int i = 0; i < n; i++) in[i] = (i * 37 + 11) % 101;
  int *i, *o, *f;
  CHECK(hipMalloc(&i, n * sizeof(int)));
  CHECK(hipMalloc(&o, n * sizeof(int)));
  CHECK(hipMalloc(&f, n * sizeof(int)));
  CHECK(hipMemcpy(i, in.data(), n * sizeof(int), hipMemcpyHostToDevice));

  unsetTile<<<1, n>>>(i, o, 72);
  CHECK(hipMemcpy(out.data(), o, n * sizeof(int), hipMemcpyDeviceToHost));
  for (int t = 0; t < n; t++) EXPECT(out[t] == (t < 72 ? in[t / 16 * 16 + 3] + in[t ^ 2] : -1));

  for (int count : {n, 70, 0}) {
    CHECK(hipMemset(f, 0, sizeof(int)));
    firstAdds<<<1, n>>>(f, o, count);
    CHECK(hipMemcpy(first.data(), f, sizeof(int), hipMemcpyDeviceToHost));
    CHECK(hipMemcpy(out.data(), o, n * sizeof(int), hipMemcpyDeviceToHost));
    EXPECT(first[0] == (count + 2) / 3);
    for (int t = 0; t < n; t++)
      EXPECT(t < count && t % 3 == 0 ? out[t] >= 0 && out[t] < first[0] : out[t] == -1);
  }

  // Places that no work-item may take for its own are before and behind all.
  for (int k = 0; k < n; k++) first[k] = k < 20 ? k * 4 + 8 : 1 << 28;
  CHECK(hipMemcpy(f, first.data(), n * sizeof(int), hipMemcpyHostToDevice));
  for (int count : {20, 16, 5, 0}) {
    CHECK(hipMemset(o, 0, n * sizeof(int)));
    parts<<<1, n>>>(f, i, o, count);
    CHECK(hipMemcpy(out.data(), o, n * sizeof(int), hipMemcpyDeviceToHost));
    for (int k = 0; k < n; k++) {
      int item = k < 8 ? n : (k - 8) / 4, part = k & 3, want = 0;
      if (item < count) {
        int v[4], w[4];
        for (int p = 0; p < 4; p++) v[p] = p < 3 ? in[item * 4 + 8 + p] : 1000;
        for (int p = 0; p < 4; p++) w[p] = (p & 1) == (v[p] < v[p ^ 1]) ? v[p ^ 1] : v[p];
        want = (part & 2 ? 1 : 0) == (w[part] < w[part ^ 2]) ? w[part ^ 2] : w[part];
      }
      EXPECT(out[k] == want);
    }
  }

  for (int k = 0; k < n; k++) first[k] = k <= 20 ? k * 2 : 1 << 28;
  CHECK(hipMemcpy(f, first.data(), n * sizeof(int), hipMemcpyHostToDevice));
  CHECK(hipMemset(o, 0, n * sizeof(int)));
  straight<<<1, n>>>(f, i, o, 20);
  CHECK(hipMemcpy(out.data(), o, n * sizeof(int), hipMemcpyDeviceToHost));
  for (int k = 0; k < n; k++) {
    int lo = std::min(in[k & ~1], in[k | 1]), hi = std::max(in[k & ~1], in[k | 1]);
    // In whole warps the odd lane takes the even one's value, and adds it up with its own.
    int want = k >= 40 ? 0 : k >= 32 ? (k & 1 ? hi : lo) : (k & 1 ? 2 * lo : lo);
    EXPECT(out[k] == want);
  }
  std::puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
