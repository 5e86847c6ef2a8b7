// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A host program over the shared libraries, for any C++ compiler.
#include <cstdio>

#include <amd_smi/amdsmi.h>
#include <hip/hip_runtime_api.h>
#include <hip/hiprtc.h>
#include <hipblas/hipblas.h>
#include <hipblaslt/hipblaslt.h>
#include <hipfft/hipfft.h>
#include <hiprand/hiprand.h>
#include <hiprand_kernel.h>
#include <hipsolver/hipsolver.h>
#include <hipsparse/hipsparse.h>
#include <hsa/hsa_ext_amd.h>
#include <rccl/rccl.h>
#include <rocblas/rocblas.h>
#include <rocfft/rocfft.h>
#include <rocm-core/rocm_version.h>
#include <rocm_smi/rocm_smi.h>
#include <rocprofiler-sdk-roctx/roctx.h>
#include <rocrand.h>
#include <rocsparse/rocsparse.h>

// A header of a program that other compilers read, too.
__global__ void kernel(int *p);
__device__ inline int twice(int n) { return 2 * n; }
extern __constant__ int table[4];

int main() {
  if (twice(2) != 4) return 1;
  float host[3] = {1, 2, 3}, *device, alpha = 2, norm = 0;
  hipblasHandle_t handle;
  rocblas_handle roc;
  if (hipMalloc(reinterpret_cast<void **>(&device), sizeof host) != hipSuccess) return 1;
  if (hipblasCreate(&handle) != HIPBLAS_STATUS_SUCCESS) return 1;
  if (rocblas_create_handle(&roc) != rocblas_status_success) return 1;
  hipblasSetVector(3, sizeof(float), host, 1, device, 1);
  hipblasSscal(handle, 3, &alpha, device, 1);
  rocblas_sasum(roc, 3, device, 1, &norm);
  std::puts(norm == 12 ? "sum ok" : "FAIL");
  hiprandGenerator_t random;
  rocrand_generator same;
  if (hiprandCreateGenerator(&random, HIPRAND_RNG_PSEUDO_DEFAULT) != HIPRAND_STATUS_SUCCESS ||
      rocrand_create_generator(&same, ROCRAND_RNG_PSEUDO_DEFAULT) != ROCRAND_STATUS_SUCCESS)
    return 1;
  hiprandDestroyGenerator(random);
  rocrand_destroy_generator(same);
  hipfftHandle plan;
  if (hipfftPlan1d(&plan, 8, HIPFFT_C2C, 1) != HIPFFT_SUCCESS) return 1;
  hipfftDestroy(plan);
  rocfft_plan transform;
  size_t length = 8;
  if (rocfft_plan_create(&transform, rocfft_placement_inplace,
                         rocfft_transform_type_complex_forward, rocfft_precision_single, 1, &length,
                         1, nullptr) != rocfft_status_success)
    return 1;
  rocfft_plan_destroy(transform);
  hipsparseHandle_t sparse;
  if (hipsparseCreate(&sparse) != HIPSPARSE_STATUS_SUCCESS) return 1;
  hipsparseDestroy(sparse);
  rocsparse_handle rows;
  if (rocsparse_create_handle(&rows) != rocsparse_status_success) return 1;
  rocsparse_destroy_handle(rows);
  hipsolverHandle_t solver;
  if (hipsolverCreate(&solver) != HIPSOLVER_STATUS_SUCCESS) return 1;
  hipsolverDestroy(solver);
  hipblasLtHandle_t lt;
  if (hipblasLtCreate(&lt) != HIPBLAS_STATUS_SUCCESS) return 1;
  hipblasLtDestroy(lt);
  ncclComm_t comm;
  if (ncclCommInitAll(&comm, 1, nullptr) != ncclSuccess) return 1;
  ncclCommDestroy(comm);
  if (roctxRangePush("range") != 0 || roctxRangePop() != 0) return 1;
  uint32_t devices = 0, sockets = 0;
  if (rsmi_init(0) != RSMI_STATUS_SUCCESS ||
      rsmi_num_monitor_devices(&devices) != RSMI_STATUS_SUCCESS ||
      amdsmi_init(AMDSMI_INIT_AMD_GPUS) != AMDSMI_STATUS_SUCCESS ||
      amdsmi_get_socket_handles(&sockets, nullptr) != AMDSMI_STATUS_SUCCESS || devices != sockets ||
      !devices || hsa_init() != HSA_STATUS_SUCCESS || hsa_shut_down() != HSA_STATUS_SUCCESS ||
      ROCM_VERSION_MAJOR != 6)
    return 1;
  int major = 0, minor = 0;
  if (hiprtcVersion(&major, &minor) != HIPRTC_SUCCESS) return 1;
  rocblas_destroy_handle(roc);
  hipblasDestroy(handle);
  return hipFree(device) != hipSuccess;
}
