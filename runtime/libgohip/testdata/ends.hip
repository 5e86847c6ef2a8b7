// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What can end a program, one kind a run: it prints the name of the first error.

#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

__global__ void stores(int *p) { p[threadIdx.x] = 1; }

// Each thread keeps an array across a barrier, so that those of a whole block live at a time.
template <int Bytes> __global__ void keeps(int *out, int n) {
  int a[Bytes / 4];
  for (int i = 0; i < n; i++) a[(i * 7 + threadIdx.x) % (Bytes / 4)] = i;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < n; i++) sum += a[(i * 7 + threadIdx.x) % (Bytes / 4)];
  out[threadIdx.x] = sum;
}

template <int Bytes> static void keep(int threads) {
  int *p, host[1024] = {};
  if (hipMalloc(&p, sizeof host) != hipSuccess) return;
  keeps<Bytes><<<1, threads>>>(p, 100);
  if (hipGetLastError() != hipSuccess) return;
  (void)hipMemcpy(host, p, sizeof host, hipMemcpyDeviceToHost);
  for (int i = 0; i < threads; i++)
    if (host[i] != 4950) {
      printf("thread %d: %d\n", i, host[i]);
      exit(1);
    }
}

// A kernel of a module, launched with blocks of 64.
static void module(const char *file) {
  FILE *f = fopen(file, "rb");
  std::vector<char> code(1 << 20);
  if (!f || fread(code.data(), 1, code.size(), f) == 0) exit(2);
  hipModule_t m;
  hipFunction_t k;
  int *p;
  hipError_t e = hipMalloc(&p, 65536);
  if (e == hipSuccess) e = hipModuleLoadData(&m, code.data());
  if (e == hipSuccess) e = hipModuleGetFunction(&k, m, "fixpoint");
  void *args[] = {&p, &p};
  if (e == hipSuccess) e = hipModuleLaunchKernel(k, 1, 1, 1, 64, 1, 1, 0, nullptr, args, nullptr);
  if (e == hipSuccess) e = hipDeviceSynchronize();
  printf("%s\n", hipGetErrorName(e));
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  if (!strcmp(what, "module")) {
    module(argv[2]);
    return 0;
  }
  hipError_t e;
  if (!strcmp(what, "null")) stores<<<1, 64>>>(nullptr);
  if (!strcmp(what, "fits")) keep<256 << 10>(1024);
  if (!strcmp(what, "large")) keep<4 << 20>(1024);
  if (!strcmp(what, "allocates"))
    for (int i = 0; i < 2; i++) (void)hipMallocManaged(reinterpret_cast<void **>(&argv), 64);
  if (!strcmp(what, "ignores"))
    for (int i = 0; i < 3; i++) stores<<<1, 64>>>(nullptr);
  e = hipGetLastError();
  if (e == hipSuccess) e = hipDeviceSynchronize();
  printf("%s\n", hipGetErrorName(e));
}
