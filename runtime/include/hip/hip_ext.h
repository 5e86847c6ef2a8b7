// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// AMD's extensions of the launch calls: events around one kernel, sizes in
// work-items rather than blocks.
#ifndef HIP_INCLUDE_HIP_HIP_EXT_H
#define HIP_INCLUDE_HIP_HIP_EXT_H

#include <hip/hip_runtime.h>

#ifdef __cplusplus
template <typename... Params, typename F = void (*)(Params...)>
static inline void hipExtLaunchKernelGGL(F kernel, const dim3 &numBlocks, const dim3 &dimBlocks,
                                         unsigned int sharedMemBytes, hipStream_t stream,
                                         hipEvent_t startEvent, hipEvent_t stopEvent,
                                         unsigned int flags, Params... args) {
  void *list[] = {(void *)&args..., nullptr};
  (void)hipExtLaunchKernel(reinterpret_cast<const void *>(kernel), numBlocks, dimBlocks, list,
                           sharedMemBytes, stream, startEvent, stopEvent, (int)flags);
}
#endif

#endif
