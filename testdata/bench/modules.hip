// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Time to load a module and to launch its kernel for the first time, in milliseconds.
//
//   modules FILE KERNEL
#include <hip/hip_runtime.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    hipError_t status_ = (call);                                                                   \
    if (status_ != hipSuccess) {                                                                   \
      std::fprintf(stderr, "%s: %s\n", #call, hipGetErrorString(status_));                         \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

static double now() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  int *p, got = 0;
  CHECK(hipMalloc(reinterpret_cast<void **>(&p), sizeof *p));
  CHECK(hipMemset(p, 0, sizeof *p));
  double start = now();
  hipModule_t module;
  CHECK(hipModuleLoad(&module, argv[1]));
  double loaded = now();
  hipFunction_t kernel;
  CHECK(hipModuleGetFunction(&kernel, module, argv[2]));
  void *args[] = {&p};
  CHECK(hipModuleLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr));
  CHECK(hipMemcpy(&got, p, sizeof got, hipMemcpyDeviceToHost));
  double ran = now();
  if (got == 0) {
    std::fprintf(stderr, "%s did not run\n", argv[2]);
    return 1;
  }
  std::printf("%.2f %.2f\n", loaded - start, ran - loaded);
  return 0;
}
