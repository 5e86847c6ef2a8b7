// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void count(int *hits) { atomicAdd(hits, (int)threadIdx.x); }

#ifdef LIBRARY
extern "C" int run()
#else
int main()
#endif
{
  int *dev = nullptr, host = 0;
  if (hipMalloc((void **)&dev, sizeof host) != hipSuccess) return 1;
  if (hipMemset(dev, 0, sizeof host) != hipSuccess) return 1;
  count<<<10, 100>>>(dev);
  if (hipMemcpy(&host, dev, sizeof host, hipMemcpyDeviceToHost) != hipSuccess) return 1;
  (void)hipFree(dev);
  std::printf("%d\n", host);
  return host != 49500;
}
