// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
#include <hip/hip_runtime_api.h>

#include <cstdio>
#include <cstring>

int main() {
  int n = 0;
  if (hipGetDeviceCount(&n) != hipSuccess || n < 1) return std::puts("no device"), 1;
  char out[6] = "";
  void *p = nullptr;
  if (hipMalloc(&p, sizeof out) != hipSuccess ||
      hipMemcpy(p, "hello", sizeof out, hipMemcpyHostToDevice) != hipSuccess ||
      hipMemcpy(out, p, sizeof out, hipMemcpyDeviceToHost) != hipSuccess ||
      std::strcmp(out, "hello"))
    return std::puts("copy failed"), 1;
  (void)hipFree(p);
  std::puts("host ok");
}
