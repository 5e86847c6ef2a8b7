// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// modules FILE file|memory: a program without device code of its own, which loads a fat binary and
// runs its kernels (modules.hip).

#include <hip/hip_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(hipError_t e, const char *what) {
  if (e == hipSuccess) return;
  printf("%s: %s\n", what, hipGetErrorName(e));
  exit(1);
}
#define CHECK(call) check(call, #call)

enum { N = 64 };

static hipFunction_t kernel(hipModule_t module, const char *name) {
  hipFunction_t f;
  CHECK(hipModuleGetFunction(&f, module, name));
  return f;
}

static int wrong(hipModule_t module, const char *name, int scale, int add) {
  int host[N], *p, bad = 0;
  for (int i = 0; i < N; i++) host[i] = i;
  CHECK(hipMalloc((void **)&p, sizeof host));
  CHECK(hipMemcpy(p, host, sizeof host, hipMemcpyHostToDevice));
  void *arguments[] = {&p};
  CHECK(hipModuleLaunchKernel(kernel(module, name), 1, 1, 1, N, 1, 1, 0, NULL, arguments, NULL));
  CHECK(hipMemcpy(host, p, sizeof host, hipMemcpyDeviceToHost));
  for (int i = 0; i < N; i++) bad += host[i] != scale * i + add;
  CHECK(hipFree(p));
  return bad;
}

static void *content(const char *path) {
  FILE *f = fopen(path, "rb");
  if (!f || fseek(f, 0, SEEK_END)) exit(2);
  long size = ftell(f);
  void *data = malloc(size);
  rewind(f);
  if (fread(data, 1, size, f) != (size_t)size) exit(2);
  fclose(f);
  return data;
}

int main(int argc, char **argv) {
  hipModule_t module;
  if (argc != 3) return 2;
  void *data = strcmp(argv[2], "memory") ? NULL : content(argv[1]);
  if (data) {
    CHECK(hipModuleLoadData(&module, data));
  } else {
    CHECK(hipModuleLoad(&module, argv[1]));
  }
  int bad = wrong(module, "twice", 2, 0) + wrong(module, "allocates", 0, 7);
  int n = 3;
  void *arguments[] = {&n};
  CHECK(hipModuleLaunchKernel(kernel(module, "says"), 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
  CHECK(hipDeviceSynchronize());
  CHECK(
      hipModuleLaunchKernel(kernel(module, "asserts"), 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
  printf("%s, %d wrong\n", hipGetErrorName(hipDeviceSynchronize()), bad);
  free(data);
  return 0;
}
