// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What libgohip.so tells libraries built on it (runtime/libraries) about a device's driver.
#ifndef GOHIP_NATIVE_H
#define GOHIP_NATIVE_H

#include <hip/hip_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

// gohip_cuda_stream returns the CUstream of a stream on an NVIDIA device, and makes the device's
// context current on the calling thread. On other devices it returns hipErrorNotSupported; for a
// stream in capture, whose work CUDA does not see, hipErrorStreamCaptureUnsupported.
hipError_t gohip_cuda_stream(hipStream_t stream, void **cuda);

#ifdef __cplusplus
}
#endif

#endif
