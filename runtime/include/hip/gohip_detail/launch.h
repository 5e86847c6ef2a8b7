// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Launches, and the macros around kernels.
#ifndef HIP_INCLUDE_HIP_GOHIP_DETAIL_LAUNCH_H
#define HIP_INCLUDE_HIP_GOHIP_DETAIL_LAUNCH_H

#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(X) X
typedef int hipLaunchParm; // the first parameter of kernels of the first releases
#define HIP_DYNAMIC_SHARED(TYPE, VARIABLE) extern __shared__ TYPE VARIABLE[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE

#define hipLaunchKernelGGLInternal(KERNEL, GRID, BLOCK, SHARED, STREAM, ...)                       \
  do {                                                                                             \
    KERNEL<<<(GRID), (BLOCK), (SHARED), (STREAM)>>>(__VA_ARGS__);                                  \
  } while (0)
#if defined(HIP_TEMPLATE_KERNEL_LAUNCH) && !defined(__HIPCC_RTC__)
// As a function it takes kernels whose template arguments have a comma between them. Of a kernel with
// template parameters left to deduce, the type follows from the arguments.
template <typename... Arguments, typename Kernel = void (*)(Arguments...)>
inline void hipLaunchKernelGGL(Kernel kernel, const dim3 &grid, const dim3 &block, unsigned shared,
                               hipStream_t stream, Arguments... arguments) {
  kernel<<<grid, block, shared, stream>>>(arguments...);
}
#else
#define hipLaunchKernelGGL(KERNEL, ...) hipLaunchKernelGGLInternal((KERNEL), __VA_ARGS__)
#endif

#endif
