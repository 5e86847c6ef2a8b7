// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A program for CUDA, which hipify-perl makes one for HIP: the runtime, the driver's interface, cuBLAS, cuBLASLt's names,
// complex numbers, bfloat16, names that differ in more than their prefix.
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuComplex.h>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>

#include <cstdio>

#define CUDA_CHECK(call)                                                                           \
  if ((call) != cudaSuccess)                                                                       \
  return printf("%s: %s\n", #call, cudaGetErrorString(cudaGetLastError())), 1

__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}

template <int A, int B> __global__ void preferring(int *p) { *p = A + B; }
static cudaError prefer() {
  cudaFuncAttributes attributes;
  cudaError failed = cudaFuncSetCacheConfig(preferring<1, 2>, cudaFuncCachePreferL1);
  return failed != cudaSuccess ? failed : cudaFuncGetAttributes(&attributes, preferring<3, 4>);
}

static void CUDART_CB called(cudaStream_t, cudaError_t, void *flag) { *(bool *)flag = true; }
static cudaError flagged(bool *flag) {
  int overlap = make_cudaExtent(1, 2, 3).depth + make_cudaPos(1, 2, 3).z;
  cudaEvent_t event;
  cudaError failed = cudaEventCreate(&event, cudaEventDisableTiming | cudaEventBlockingSync);
  if (failed == cudaSuccess) failed = cudaDeviceGetAttribute(&overlap, cudaDevAttrGpuOverlap, 0);
  if (failed == cudaSuccess) failed = cudaStreamAddCallback(0, called, flag, 0);
  if (failed == cudaSuccess) failed = cudaDeviceSynchronize();
  return failed == cudaSuccess ? cudaEventDestroy(event) : failed;
}

// Names of the driver's interface that differ in case or spelling, and names of a program's own that begin as CUDA's do.
static bool described(float *cudaStream) {
  cudaPointerAttributes cudaAttributes;
  CUDA_ARRAY_DESCRIPTOR array = {1, 1, CU_AD_FORMAT_FLOAT, 1};
  CUaddress_mode mode = CU_TR_ADDRESS_MODE_WRAP;
  CUmemLocation place = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  CUgraphExec exec = nullptr;
  int threads = CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, count = 0;
  return cuDeviceGetCount(&count) == CUDA_SUCCESS && count && mode == CU_TR_ADDRESS_MODE_WRAP &&
         !exec && threads == cudaDevAttrMaxThreadsPerMultiProcessor &&
         place.type != CUmemLocationType(0) && array.Format == CU_AD_FORMAT_FLOAT &&
         (float)__nv_fp8_e4m3(1.0f) == 1 &&
         cudaPointerGetAttributes(&cudaAttributes, cudaStream) == cudaSuccess &&
         cudaAttributes.type == cudaMemoryTypeDevice &&
         CUBLAS_GEMM_DEFAULT_TENSOR_OP == CUBLAS_GEMM_DEFAULT;
}

#ifndef __DRIVER_TYPES_H__ // as the samples' helpers ask
#error CUDA's header is not there
#endif
int main() {
  const int n = 100;
  bool flag = false;
  CUDA_CHECK(flagged(&flag));
  float *x, *y, *device_x, *device_y, alpha = 2;
  cudaDeviceProp properties;
  int units = 0, same = 0;
  CUdevice device;
  CUDA_CHECK(prefer());
  CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
  CUDA_CHECK(cudaDeviceGetAttribute(&units, cudaDevAttrMultiProcessorCount, 0));
  if (cuInit(0) != CUDA_SUCCESS || cuDeviceGet(&device, 0) != CUDA_SUCCESS) return 1;
  if (cuDeviceGetAttribute(&same, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device) != CUDA_SUCCESS)
    return 1;
  CUDA_CHECK(cudaMallocHost((void **)&x, n * sizeof *x));
  CUDA_CHECK(cudaHostAlloc((void **)&y, n * sizeof *y, cudaHostAllocDefault));
  CUDA_CHECK(cudaMalloc((void **)&device_x, n * sizeof *x));
  CUDA_CHECK(cudaMalloc((void **)&device_y, n * sizeof *y));
  for (int i = 0; i < n; i++) x[i] = i, y[i] = 1;
  CUDA_CHECK(cudaMemcpy(device_x, x, n * sizeof *x, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(device_y, y, n * sizeof *y, cudaMemcpyHostToDevice));
  saxpy<<<(n + 31) / 32, 32>>>(n, 3, device_x, device_y);
  cublasHandle_t handle;
  if (cublasCreate_v2(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
  if (cublasSaxpy(handle, n, &alpha, device_x, 1, device_y, 1) != CUBLAS_STATUS_SUCCESS) return 1;
  CUDA_CHECK(cudaMemcpy(y, device_y, n * sizeof *y, cudaMemcpyDeviceToHost));
  cublasDestroy(handle);
  cuComplex z = cuCmulf(make_cuComplex(1, 2), make_cuComplex(3, -1));
  bool right = flag && units == same && units == properties.multiProcessorCount && cuCrealf(z) == 5;
  for (int i = 0; i < n; i++) right = right && isfinite(y[i]) && y[i] == 1 + 5 * i;
  __nv_bfloat16_raw raw = {0x3f80};
  right = right && (float)__nv_bfloat16(raw) == 1 && CUDA_R_32F != CUDA_C_64F;
  cublasDataType_t type = CUDA_R_16BF;
  right = right && described(device_x) && type == CUDA_R_16BF &&
          CUBLASLT_EPILOGUE_DEFAULT != CUBLASLT_EPILOGUE_BIAS;
  cudaFree(device_x);
  cudaFree(device_y);
  cudaFreeHost(x);
  cudaFreeHost(y);
  puts(right && (int)CUDA_ERROR_INVALID_VALUE == 1 ? "right" : "wrong");
  return !right;
}
