// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What the NVIDIA code of simple kernels must be: each check stands for a property
// that speed or correctness depends on.
#include <hip/hip_runtime.h>

__constant__ float weights[4];
__device__ int total;
__managed__ int shared_count = 3;
extern __shared__ float tile[];

// Restrict-qualified input that is only read goes through the read-only cache, in
// one load with the widening multiplication of a 32-bit index, and a product and a
// sum are one instruction.
// CHECK-LABEL: .entry _Z5axpyKPKfPffi(
// CHECK: mul.wide.s32
// CHECK: ld.global.nc.b32
// CHECK: fma.rn.f32
// CHECK: st.global.b32
__global__ void axpyK(const float *__restrict__ x, float *__restrict__ y, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + 1.0f;
}

// Dynamic shared memory and constants keep their state spaces.
// CHECK-LABEL: .entry _Z6spacesPf(
// CHECK: ld.const.b32
// CHECK: st.shared.b32
// CHECK: bar.sync
__global__ void spaces(float *p) {
  tile[threadIdx.x] = weights[threadIdx.x & 3];
  __syncthreads();
  p[threadIdx.x] = tile[threadIdx.x ^ 1];
}

// One instruction converts, also what is no number.
// CHECK-LABEL: .entry _Z7integerPif(
// CHECK-NOT: setp
// CHECK: cvt.rmi.s32.f32
// CHECK-NOT: selp
// CHECK: ret;
__global__ void integer(int *p, float x) { *p = __float2int_rd(x); }

// A maximum that keeps the value stores nothing.
// CHECK-LABEL: .entry _Z7maximumPdd(
// CHECK: ld.relaxed
// CHECK: bra
// CHECK: atom.{{.*}}cas.b64
// CHECK: ret;
__global__ void maximum(double *p, double x) { atomicMax(p, x); }

// CHECK-LABEL: .entry _Z7atomicsPiPfPd(
// CHECK: atom.global.add.u32
// CHECK: atom.global.add.f32
// CHECK: atom.global.add.f64
// CHECK: atom.global.inc.u32
// CHECK: atom.sys.add.u32
// CHECK: fence.acq_rel
// CHECK: atom.global.add.u32
// CHECK: fence.acq_rel
__global__ void atomics(int *p, float *f, double *d) {
  atomicAdd(p, 1);
  atomicAdd(f, 1.0f);
  atomicAdd(d, 1.0);
  atomicInc((unsigned *)p, 7u);
  atomicAdd_system(p, 1);
  __hip_atomic_fetch_add(p, 2, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT);
}

// CHECK-LABEL: .entry _Z5warpsPi(
// CHECK: shfl.sync.down.b32 {{.*}}, -1;
// CHECK: shfl.sync.bfly.b32 {{.*}}, -1;
// CHECK: vote.sync.ballot.b32
// CHECK: match.any.sync.b32
// CHECK: redux.sync.add.s32
__global__ void warps(int *p) {
  int v = p[threadIdx.x];
  v += __shfl_down_sync(0xffffffff, v, 8);
  v += __shfl_xor(v, 4);
  v += (int)__ballot_sync(0xffffffff, v > 3);
  v += (int)__match_any_sync(0xffffffff, v);
  v += __reduce_add_sync(0xffffffff, v);
  p[threadIdx.x] = v;
}

// CHECK-LABEL: .entry _Z4fastPf(
// CHECK: ex2.approx
// CHECK: sin.approx
// CHECK: div.approx
// CHECK: div.rn.f32
// CHECK: sqrt.rn.f32
__global__ void fast(float *p) {
  float x = p[0];
  p[0] = __expf(x);
  p[1] = __sinf(x);
  p[2] = __fdividef(x, p[3]);
  p[4] = x / p[5];
  p[6] = sqrtf(x);
}

// A 32-bit counter stays one.
// CHECK-LABEL: .entry _Z7counterPll(
// CHECK-NOT: mul.hi.u64
// CHECK: ret;
__global__ void counter(long *p, long n) {
  long sum = 0;
  for (int i = 0; i < n; i++) sum += i % 3;
  *p = sum;
}

// A vector is assigned in one access on each side, and is read-only though its address is tested.
// CHECK-LABEL: .entry _Z7assignsPKfPf(
// CHECK: ld.global.nc.v2.b64
// CHECK: st.global.v2.b64
// CHECK: ld.global.nc.b32
__global__ void assigns(const float *__restrict__ from, float *__restrict__ to) {
  const float *p = from + 4 * threadIdx.x;
  float *q = to + 4 * threadIdx.x;
  if ((unsigned long long)p % 16 == 0 && (unsigned long long)q % 16 == 0)
    *reinterpret_cast<float4 *>(q) = *reinterpret_cast<const float4 *>(p);
  else
    *q = *p;
}

// A loop over bytes is unrolled and not vectorised, which would extract each from its vector.
// CHECK-LABEL: .entry _Z5bytesPKcPii(
// CHECK-NOT: prmt
// CHECK: ld.global.nc.{{[bsu]}}8
// CHECK-NOT: prmt
// CHECK: ret;
__global__ void bytes(const char *__restrict__ text, int *out, int n) {
  int count = 0;
  for (int i = 0; i < n; i++) count += text[i] == 'x';
  out[threadIdx.x] = count;
}

// A switch compares: lanes do not reconverge after a jump table.
// CHECK-LABEL: .entry _Z5casesPi(
// CHECK-NOT: brx.idx
// CHECK: ret;
__global__ void cases(int *p) {
  int v = p[threadIdx.x], w = v * 7;
  switch (v) {
  case 0:
    w ^= 5;
    break;
  case 1:
    w += p[1];
    break;
  case 2:
    w -= 3;
    break;
  case 3:
    w *= p[2];
    break;
  case 4:
    w = ~w;
    break;
  case 5:
    w /= 3;
    break;
  case 6:
    w %= 9;
    break;
  case 7:
    w <<= 2;
    break;
  }
  p[threadIdx.x] = w;
}

// Atomic operations and fences have HIP's scopes: an agent's is the GPU, and only the system's is the system.
// CHECK-LABEL: .entry _Z6scopesPi(
// CHECK-NOT: {{(sys|membar)}}
// CHECK: ld.acquire.gpu.global.b32
// CHECK-NOT: {{(sys|membar)}}
// CHECK: st.release.cta.global.b32
// CHECK-NOT: {{(sys|membar)}}
// CHECK: atom.relaxed.gpu.global.cas.b32
// CHECK-NOT: {{(sys|membar)}}
// CHECK: fence.acq_rel.gpu;
// CHECK-NEXT: atom.global.add.u32
// CHECK-NEXT: fence.acq_rel.gpu;
// CHECK: fence.acq_rel.gpu;
// CHECK: ld.acquire.sys.global.b32
// CHECK: fence.acq_rel.sys;
// CHECK: membar.gl;
// CHECK: atom.sys.add.u32
// CHECK: atom.sys.exch.b32
// CHECK-NOT: __gohip_in_scope
// CHECK: ret;
template <class A, class B> struct word {
  int v;
};
__global__ void scopes(int *p) {
  p[8] = __hip_atomic_load(p, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_store(p + 1, p[9], __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_WORKGROUP);
  p[10] = atomicCAS(p + 2, p[8], 3);
  p[11] = __hip_atomic_fetch_add(p + 3, p[10], __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT);
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
  // A comma outside parentheses.
  p[12] = __hip_atomic_load(reinterpret_cast<word<int, int> *>(p + 4), __ATOMIC_ACQUIRE,
                            __HIP_MEMORY_SCOPE_SYSTEM)
              .v;
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "");
  p[13] = 1;
  __threadfence();
  p[14] = 1;
  __hip_atomic_fetch_sub(p + 5, 2, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
  __hip_atomic_exchange(p + 6, 2, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
}

// rocPRIM chooses shuffles.
// CHECK-LABEL: .entry _Z6reducePi(
// CHECK: shfl.sync.down.b32
// CHECK-NOT: shfl.sync.idx
// CHECK: ret;
template <bool DPP> __device__ int next(int v) {
  return DPP ? __builtin_amdgcn_update_dpp(v, v, 0x101, 15, 15, false) : __shfl_down(v, 1);
}
#if !defined(ROCPRIM_DISABLE_DPP) // as rocPRIM's config.hpp has it
#define ROCPRIM_DETAIL_USE_DPP true
#endif
#if defined(__NVPTX__)
__global__ void reduce(int *p) { p[threadIdx.x] += next<ROCPRIM_DETAIL_USE_DPP>(p[threadIdx.x]); }
#endif

// A product of 128 bits is tested for overflow by its words: no GPU has the C library's function for it.
// CHECK-LABEL: .entry _Z6wholesPnPoPi(
// CHECK-NOT: muloti4
// CHECK: mul.hi.s64
// CHECK-NOT: call
// CHECK: ret;
__global__ void wholes(__int128 *x, unsigned __int128 *y, int *over) {
  over[0] = __builtin_mul_overflow(x[0], x[1], &x[2]);
  over[1] = __builtin_mul_overflow(y[0], y[1], &y[2]);
}

// The driver prints, and names have no dots.
// CHECK-LABEL: .entry _Z5printi(
// CHECK: vprintf
__global__ void print(int x) {
  printf("%d\n", x);
  total += x;
  shared_count += x;
}
// CHECK-NOT: shared_count.managed
// CHECK: gohip.v1 module {"target":"nvptx64-nvidia-cuda"
// CHECK: gohip.v1 kernel {".name":"_Z4fastPf"
