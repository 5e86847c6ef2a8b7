// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A program for HIP 6, which has no warp functions with a mask unless asked for them, and not all of
// CUDA's functions: it defines their names itself, and gets its own functions. hypre does so, as do
// headers that make CUDA's names HIP's.
// e2e: alone
#include <hip/hip_runtime.h>

#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>

#include <cstdio>

// As hypre has them: with a mask of a known type.
template <typename T>
static __device__ __forceinline__ T __shfl_sync(unsigned mask, T v, int from,
                                                int width = warpSize) {
  (void)mask;
  return __shfl(v, from, width) + T(1000);
}
static __device__ __forceinline__ void __syncwarp() {}
static __device__ __forceinline__ int __any_sync(unsigned mask, int predicate) {
  (void)mask;
  return __any(predicate) ? 7 : 3;
}

// With the parameters that ours have.
template <typename M, typename T>
static __device__ T __shfl_xor_sync(M, T v, int lanes, int width = warpSize) {
  return __shfl_xor(v, lanes, width) + T(2000);
}
template <typename M> static __device__ int __all_sync(M, int predicate) {
  return __all(predicate) ? 9 : 5;
}
template <typename M, typename T> static __device__ T __reduce_add_sync(M, T v) { return v * T(3); }

// Functions of CUDA's without a mask.
static __device__ __forceinline__ int __dp4a(const int a, const int b, int c) { return a + b + c; }
static __device__ unsigned __lanemask_le() { return 77; }
static __device__ void __nanosleep(unsigned) {}
static __device__ void __trap() {}
// As bitsandbytes has it, but the other way round.
static __device__ __forceinline__ __hip_bfloat162 __floats2bfloat162_rn(float a, float b) {
  return __float22bfloat162_rn(float2{b, a});
}
// As llm.c's port has it, with another result; and a conversion to integers.
static __device__ __forceinline__ float __float2bfloat16_rn(float v) { return v + 1; }
static __device__ int __bfloat162int_rn(__hip_bfloat16 v) { return (int)(float)v + 40; }

// As exllama has it, for AMD's platform, which has none for halves.
static __device__ void atomicAdd(__half *p, __half v) { *p = __hsub(*p, v); }

// As CTranslate2 has it.
struct OwnNumber {
  operator float() const { return 2.5f; }
};

__global__ void own(int *out) {
  int lane = threadIdx.x;
  __syncwarp();
  out[0 * 32 + lane] = __shfl_sync(0xffffffffu, lane, 3);
  out[1 * 32 + lane] = __any_sync(0xffffffffu, lane == 5);
  out[2 * 32 + lane] = __shfl_xor_sync(0xffffffffull, lane, 1);
  out[3 * 32 + lane] = __all_sync(0xffffffffu, lane >= 0);
  out[4 * 32 + lane] = __reduce_add_sync(0xffffffffu, lane);
  // Not defined here.
  out[5 * 32 + lane] =
      __shfl_up_sync(0xffffffffull, lane, 1) + __shfl_down_sync(0xffffffff, lane, 2);
  out[6 * 32 + lane] = (int)(__ballot_sync(0xffffffffull, lane < 4));
  out[7 * 32 + lane] = __reduce_max_sync(0xffffffffull, lane);
  out[8 * 32 + lane] = __dp4a(lane, 2, 3);
  out[9 * 32 + lane] = (int)__lanemask_le() + (__lanemask_ge() >> lane & 1 ? 1 : 0);
  __nanosleep(1);
  if (lane == 4) __trap();
  if (__low2float(__floats2bfloat162_rn(1.0f, 2.0f)) != 2) out[0] = -1;
  if (__float2bfloat16_rn(2.0f) != 3 || __bfloat162int_rn(__float2bfloat16(2.5f)) != 42)
    out[0] = -2;
  // Not defined here: 1 + 1/256 lies between 1 and 1 + 1/128.
  const float between = 1.00390625f, above = 1.0078125f;
  if ((float)__float2bfloat16_rz(between) != 1 || (float)__float2bfloat16_ru(between) != above ||
      (float)__float2bfloat16_rd(-between) != -above ||
      __bfloat162uint_ru(__int2bfloat16_rn(3)) != 3)
    out[0] = -3;
  __half half = __float2half(5);
  atomicAdd(&half, __float2half(2));
  if ((float)half != 3) out[0] = -4;
}

// OpenCL's names, which HIP does not have: hashcat defines them by HIP's, from which the device library has OpenCL's.
__device__ size_t get_group_id(const unsigned) { return blockIdx.x; }
__device__ size_t get_local_size(const unsigned) { return blockDim.x; }
__device__ size_t get_local_id(const unsigned twice) { return 2 * threadIdx.x + twice; }
__device__ int sub_group_shuffle(unsigned v, unsigned by) { return (int)(v * by); }
__device__ void barrier(unsigned &n) { n++; }

__global__ void opencl_names(int *out) {
  unsigned at = get_group_id(0) * get_local_size(0) + threadIdx.x;
  __syncthreads();
  unsigned n = 1;
  barrier(n);
  out[at] = (int)get_local_id(1) + sub_group_shuffle(100, n) + __shfl(1000 * threadIdx.x, 2);
}

int main() {
  int *out, host[10 * 32], bad = 0;
  if (hipMalloc(reinterpret_cast<void **>(&out), sizeof host) != hipSuccess) return 1;
  if ((float)__hip_bfloat16(OwnNumber()) != 2.5f || (float)__hip_bfloat16(3) != 3) bad++;
  own<<<1, 32>>>(out);
  if (hipMemcpy(host, out, sizeof host, hipMemcpyDeviceToHost) != hipSuccess) return 1;
  for (int i = 0; i < 32; i++) {
    int up = i ? i - 1 : 0, down = i < 30 ? i + 2 : i;
    int want[10] = {1003, 7, 2000 + (i ^ 1), 9, i * 3, up + down, 15, 31, i + 5, 78};
    for (int k = 0; k < 10; k++)
      if (host[k * 32 + i] != want[k] && bad++ < 10)
        std::printf("%d of lane %d: %d, not %d\n", k, i, host[k * 32 + i], want[k]);
  }
  opencl_names<<<2, 64>>>(out);
  if (hipMemcpy(host, out, 128 * sizeof *host, hipMemcpyDeviceToHost) != hipSuccess) return 1;
  for (int i = 0; i < 128; i++) {
    int lane = i % 64, want = 2 * lane + 1 + 200 + 1000 * (lane / 32 * 32 + 2);
    if (host[i] != want && bad++ < 10) std::printf("%d: %d, not %d\n", i, host[i], want);
  }
  std::puts(bad ? "FAIL" : "PASS");
  return 0;
}
