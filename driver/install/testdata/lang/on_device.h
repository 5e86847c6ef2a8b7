// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <hip/hip_runtime.h>

// Copies n values to the device, runs what `launch` starts on them, copies them back.
template <typename F> int on_device(float *host, int n, F launch) {
  float *dev = nullptr;
  hipError_t err = hipMalloc((void **)&dev, n * sizeof(float));
  if (err == hipSuccess) err = hipMemcpy(dev, host, n * sizeof(float), hipMemcpyHostToDevice);
  if (err == hipSuccess) {
    launch(dev);
    err = hipGetLastError();
  }
  if (err == hipSuccess) err = hipMemcpy(host, dev, n * sizeof(float), hipMemcpyDeviceToHost);
  if (dev) (void)hipFree(dev);
  return err;
}
