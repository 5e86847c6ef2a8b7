// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// threadIdx, blockIdx, blockDim, gridDim and warpSize. Each member is a property
// that calls the device library, so a variable is never stored anywhere.
#ifndef HIP_INCLUDE_HIP_GOHIP_DETAIL_BUILTIN_VARS_H
#define HIP_INCLUDE_HIP_GOHIP_DETAIL_BUILTIN_VARS_H

#include <hip/gohip_detail/macros.h>

extern "C" {
__device__ __SIZE_TYPE__ __ockl_get_local_id(unsigned) __attribute__((const, nothrow));
__device__ __SIZE_TYPE__ __ockl_get_group_id(unsigned) __attribute__((const, nothrow));
__device__ __SIZE_TYPE__ __ockl_get_local_size(unsigned) __attribute__((const, nothrow));
__device__ __SIZE_TYPE__ __ockl_get_num_groups(unsigned) __attribute__((const, nothrow));
}

#define __GOHIP_COORDINATE(TYPE, CALL)                                                             \
  struct TYPE {                                                                                    \
    __declspec(property(get = __get_x)) unsigned x;                                                \
    __declspec(property(get = __get_y)) unsigned y;                                                \
    __declspec(property(get = __get_z)) unsigned z;                                                \
    __device__ static __forceinline__ unsigned __get_x() { return (unsigned)CALL(0); }             \
    __device__ static __forceinline__ unsigned __get_y() { return (unsigned)CALL(1); }             \
    __device__ static __forceinline__ unsigned __get_z() { return (unsigned)CALL(2); }             \
    __device__ __forceinline__ operator dim3() const { return dim3(x, y, z); }                     \
    __device__ __forceinline__ operator uint3() const { return uint3(x, y, z); }                   \
  }

__GOHIP_COORDINATE(__gohip_threadIdx_t, __ockl_get_local_id);
__GOHIP_COORDINATE(__gohip_blockIdx_t, __ockl_get_group_id);
__GOHIP_COORDINATE(__gohip_blockDim_t, __ockl_get_local_size);
__GOHIP_COORDINATE(__gohip_gridDim_t, __ockl_get_num_groups);
#undef __GOHIP_COORDINATE

extern const __device__ __attribute__((weak)) __gohip_threadIdx_t threadIdx;
extern const __device__ __attribute__((weak)) __gohip_blockIdx_t blockIdx;
extern const __device__ __attribute__((weak)) __gohip_blockDim_t blockDim;
extern const __device__ __attribute__((weak)) __gohip_gridDim_t gridDim;

// AMD's wavefronts are 32 or 64 wide. HIP has a constant up to release 6, of which libraries make
// template arguments and array sizes. Device code that is for both widths, as the device library
// is, asks where code is generated.
#if defined(__AMDGCN__) && defined(__GOHIP_ANY_WAVEFRONT)
struct __gohip_warpSize_t {
  __device__ __forceinline__ operator int() const { return (int)__builtin_amdgcn_wavefrontsize(); }
};
extern const __device__ __attribute__((weak)) __gohip_warpSize_t warpSize;
#else
static constexpr int warpSize = __AMDGCN_WAVEFRONT_SIZE;
#endif

#define hipThreadIdx_x (threadIdx.x)
#define hipThreadIdx_y (threadIdx.y)
#define hipThreadIdx_z (threadIdx.z)
#define hipBlockIdx_x (blockIdx.x)
#define hipBlockIdx_y (blockIdx.y)
#define hipBlockIdx_z (blockIdx.z)
#define hipBlockDim_x (blockDim.x)
#define hipBlockDim_y (blockDim.y)
#define hipBlockDim_z (blockDim.z)
#define hipGridDim_x (gridDim.x)
#define hipGridDim_y (gridDim.y)
#define hipGridDim_z (gridDim.z)

#endif
