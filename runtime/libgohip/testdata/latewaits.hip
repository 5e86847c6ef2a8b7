// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Loads the module argv[1] after the device was opened and runs its kernel k, whose one block
// finds what it waits for.
#include <hip/hip_runtime.h>

#include <cstdio>

int main(int, char **argv) {
  int *p, got[2] = {};
  hipModule_t module;
  hipFunction_t k;
  if (hipMalloc(reinterpret_cast<void **>(&p), 8) || hipMemset(p, 1, 8)) return 1;
  if (hipModuleLoad(&module, argv[1]) || hipModuleGetFunction(&k, module, "_Z1kPi")) return 1;
  void *args[] = {&p};
  if (hipModuleLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr)) return 1;
  if (hipMemcpy(got, p, 8, hipMemcpyDeviceToHost)) return 1;
  std::puts(got[1] == 1 ? "PASS" : "FAIL");
}
