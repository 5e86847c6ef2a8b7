// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Says which runtime serves the program, and checks what any of them must do. The
// numbers of kernels are checked where kernels run: not on the double of AMD's library.
#include <hip/hip_runtime.h>
#include <dlfcn.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

__device__ int offset = 1;
__constant__ int factors[4] = {1, 2, 3, 4};
__managed__ int managed = 40;

__global__ void scale(int *p, int n) {
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) p[i] = i * factors[i % 4] + offset;
}

#define CHECK(call)                                                                                \
  do {                                                                                             \
    hipError_t e = (call);                                                                         \
    if (e != hipSuccess) {                                                                         \
      printf("%s: %s\n", #call, hipGetErrorName(e));                                               \
      return 1;                                                                                    \
    }                                                                                              \
  } while (0)

int main() {
  managed += 2; // before the first HIP call

  int count = 0;
  CHECK(hipGetDeviceCount(&count));
  hipDeviceProp_t prop;
  CHECK(hipGetDeviceProperties(&prop, 0));
  const char *name = getenv("GOHIP_LIBAMDHIP64");
  void *lib = name ? dlopen(name, RTLD_NOW | RTLD_NOLOAD) : nullptr;
  int (*registered)() = lib ? (int (*)())dlsym(lib, "double_registered") : nullptr;
  bool forwarded = registered && registered();
  printf("forwarded %d devices %d", forwarded, count);
  if (forwarded)
    printf(" %s warp %d threads %d", prop.gcnArchName, prop.warpSize, prop.maxThreadsPerBlock);
  printf("\n");

  const int n = 1000, seven = 7;
  int back[n], *p, *h, got = 0;
  CHECK(hipMalloc(&p, n * sizeof *p));
  CHECK(hipHostMalloc((void **)&h, 64, 0));
  hipPointerAttribute_t a;
  CHECK(hipPointerGetAttributes(&a, p));
  if (a.type != hipMemoryTypeDevice) return printf("device memory is of type %d\n", a.type), 1;
  CHECK(hipPointerGetAttributes(&a, h));
  if (a.type != hipMemoryTypeHost) return printf("host memory is of type %d\n", a.type), 1;
  CHECK(hipMemcpyToSymbol(HIP_SYMBOL(offset), &seven, sizeof seven, 0, hipMemcpyHostToDevice));
  CHECK(hipMemcpyFromSymbol(&got, HIP_SYMBOL(offset), sizeof got, 0, hipMemcpyDeviceToHost));
  if (got != 7) return printf("offset is %d\n", got), 1;
  if (managed != 42) return printf("managed is %d\n", managed), 1;
  scale<<<dim3(8, 1, 1), dim3(128, 1, 1), 0, 0>>>(p, n);
  CHECK(hipMemcpy(back, p, sizeof back, hipMemcpyDeviceToHost));
  CHECK(hipDeviceSynchronize());
  if (forwarded) {
    printf("%s\n", ((const char *(*)())dlsym(lib, "double_last_launch"))());
  } else {
    for (int i = 0; i < n; i++)
      if (back[i] != i * (i % 4 + 1) + 7) return printf("element %d is %d\n", i, back[i]), 1;
  }
  // What a release lacks says so.
  hipStream_t s;
  CHECK(hipStreamCreateWithFlags(&s, hipStreamNonBlocking));
  hipDevice_t d = 0;
  hipError_t e = hipStreamGetDevice(s, &d);
  if (e != (forwarded ? hipErrorNotSupported : hipSuccess))
    return printf("hipStreamGetDevice: %d\n", e), 1;
  void *f = nullptr;
  CHECK(hipGetProcAddress("hipMalloc", &f, 600, 0, nullptr));
  if (f != (void *)(hipError_t (*)(void **, size_t))hipMalloc)
    return puts("hipGetProcAddress is another hipMalloc"), 1;
  CHECK(hipStreamDestroy(s));
  CHECK(hipFree(p));
  CHECK(hipHostFree(h));
  puts("ok");
}
