// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipFFT: discrete Fourier transforms in device memory.
#ifndef HIPFFT_H_
#define HIPFFT_H_

#include <stddef.h>

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <hip/library_types.h>
#include <hipfft/hipfft-version.h>

#define HIPFFT_API __attribute__((visibility("default")))
#define HIPFFT_EXPORT HIPFFT_API

// AMD's header defines these, and programs that include it use them.
#define DO_PRAGMA(X) _Pragma(#X)
#define DISABLE_WARNING_PUSH DO_PRAGMA(GCC diagnostic push)
#define DISABLE_WARNING_POP DO_PRAGMA(GCC diagnostic pop)
#define DISABLE_WARNING(name) DO_PRAGMA(GCC diagnostic ignored #name)
#define DISABLE_WARNING_DEPRECATED_DECLARATIONS DISABLE_WARNING(-Wdeprecated - declarations)
#define DISABLE_WARNING_RETURN_TYPE DISABLE_WARNING(-Wreturn - type)

#define HIPFFT_FORWARD -1
#define HIPFFT_BACKWARD 1

typedef struct hipfftHandle_t *hipfftHandle;
typedef hipFloatComplex hipfftComplex;
typedef hipDoubleComplex hipfftDoubleComplex;
typedef float hipfftReal;
typedef double hipfftDoubleReal;

typedef enum hipfftResult_t {
  HIPFFT_SUCCESS = 0,
  HIPFFT_INVALID_PLAN = 1,
  HIPFFT_ALLOC_FAILED = 2,
  HIPFFT_INVALID_TYPE = 3,
  HIPFFT_INVALID_VALUE = 4,
  HIPFFT_INTERNAL_ERROR = 5,
  HIPFFT_EXEC_FAILED = 6,
  HIPFFT_SETUP_FAILED = 7,
  HIPFFT_INVALID_SIZE = 8,
  HIPFFT_UNALIGNED_DATA = 9,
  HIPFFT_INCOMPLETE_PARAMETER_LIST = 10,
  HIPFFT_INVALID_DEVICE = 11,
  HIPFFT_PARSE_ERROR = 12,
  HIPFFT_NO_WORKSPACE = 13,
  HIPFFT_NOT_IMPLEMENTED = 14,
  HIPFFT_NOT_SUPPORTED = 16
} hipfftResult;

typedef enum hipfftType_t {
  HIPFFT_R2C = 0x2a,
  HIPFFT_C2R = 0x2c,
  HIPFFT_C2C = 0x29,
  HIPFFT_D2Z = 0x6a,
  HIPFFT_Z2D = 0x6c,
  HIPFFT_Z2Z = 0x69
} hipfftType;

typedef enum hipfftLibraryPropertyType_t {
  HIPFFT_MAJOR_VERSION,
  HIPFFT_MINOR_VERSION,
  HIPFFT_PATCH_LEVEL
} hipfftLibraryPropertyType;

#ifdef __cplusplus
extern "C" {
#endif

HIPFFT_API hipfftResult hipfftCreate(hipfftHandle *plan);
HIPFFT_API hipfftResult hipfftDestroy(hipfftHandle plan);

// Plans. A null inembed or onembed means the contiguous layout, regardless of strides and
// distances.
HIPFFT_API hipfftResult hipfftPlan1d(hipfftHandle *plan, int nx, hipfftType type, int batch);
HIPFFT_API hipfftResult hipfftPlan2d(hipfftHandle *plan, int nx, int ny, hipfftType type);
HIPFFT_API hipfftResult hipfftPlan3d(hipfftHandle *plan, int nx, int ny, int nz, hipfftType type);
HIPFFT_API hipfftResult hipfftPlanMany(hipfftHandle *plan, int rank, int *n, int *inembed,
                                       int istride, int idist, int *onembed, int ostride, int odist,
                                       hipfftType type, int batch);
HIPFFT_API hipfftResult hipfftMakePlan1d(hipfftHandle plan, int nx, hipfftType type, int batch,
                                         size_t *workSize);
HIPFFT_API hipfftResult hipfftMakePlan2d(hipfftHandle plan, int nx, int ny, hipfftType type,
                                         size_t *workSize);
HIPFFT_API hipfftResult hipfftMakePlan3d(hipfftHandle plan, int nx, int ny, int nz, hipfftType type,
                                         size_t *workSize);
HIPFFT_API hipfftResult hipfftMakePlanMany(hipfftHandle plan, int rank, int *n, int *inembed,
                                           int istride, int idist, int *onembed, int ostride,
                                           int odist, hipfftType type, int batch, size_t *workSize);
HIPFFT_API hipfftResult hipfftMakePlanMany64(hipfftHandle plan, int rank, long long int *n,
                                             long long int *inembed, long long int istride,
                                             long long int idist, long long int *onembed,
                                             long long int ostride, long long int odist,
                                             hipfftType type, long long int batch,
                                             size_t *workSize);

// On the host, the size of a work area is 0.
HIPFFT_API hipfftResult hipfftEstimate1d(int nx, hipfftType type, int batch, size_t *workSize);
HIPFFT_API hipfftResult hipfftEstimate2d(int nx, int ny, hipfftType type, size_t *workSize);
HIPFFT_API hipfftResult hipfftEstimate3d(int nx, int ny, int nz, hipfftType type, size_t *workSize);
HIPFFT_API hipfftResult hipfftEstimateMany(int rank, int *n, int *inembed, int istride, int idist,
                                           int *onembed, int ostride, int odist, hipfftType type,
                                           int batch, size_t *workSize);
HIPFFT_API hipfftResult hipfftGetSizeMany(hipfftHandle plan, int rank, int *n, int *inembed,
                                          int istride, int idist, int *onembed, int ostride,
                                          int odist, hipfftType type, int batch, size_t *workSize);
HIPFFT_API hipfftResult hipfftGetSizeMany64(hipfftHandle plan, int rank, long long int *n,
                                            long long int *inembed, long long int istride,
                                            long long int idist, long long int *onembed,
                                            long long int ostride, long long int odist,
                                            hipfftType type, long long int batch, size_t *workSize);
HIPFFT_API hipfftResult hipfftGetSize(hipfftHandle plan, size_t *workSize);
HIPFFT_API hipfftResult hipfftGetSize1d(hipfftHandle plan, int nx, hipfftType type, int batch,
                                        size_t *workSize);
HIPFFT_API hipfftResult hipfftGetSize2d(hipfftHandle plan, int nx, int ny, hipfftType type,
                                        size_t *workSize);
HIPFFT_API hipfftResult hipfftGetSize3d(hipfftHandle plan, int nx, int ny, int nz, hipfftType type,
                                        size_t *workSize);

// The result is multiplied by a factor, which is set before the plan is made.
HIPFFT_API hipfftResult hipfftExtPlanScaleFactor(hipfftHandle plan, double scalefactor);
HIPFFT_API hipfftResult hipfftSetAutoAllocation(hipfftHandle plan, int autoAllocate);
HIPFFT_API hipfftResult hipfftSetWorkArea(hipfftHandle plan, void *workArea);
HIPFFT_API hipfftResult hipfftSetStream(hipfftHandle plan, hipStream_t stream);

// Transforms, without scaling. A complex-to-real transform may overwrite its input.
HIPFFT_API hipfftResult hipfftExecC2C(hipfftHandle plan, hipfftComplex *idata, hipfftComplex *odata,
                                      int direction);
HIPFFT_API hipfftResult hipfftExecR2C(hipfftHandle plan, hipfftReal *idata, hipfftComplex *odata);
HIPFFT_API hipfftResult hipfftExecC2R(hipfftHandle plan, hipfftComplex *idata, hipfftReal *odata);
HIPFFT_API hipfftResult hipfftExecZ2Z(hipfftHandle plan, hipfftDoubleComplex *idata,
                                      hipfftDoubleComplex *odata, int direction);
HIPFFT_API hipfftResult hipfftExecD2Z(hipfftHandle plan, hipfftDoubleReal *idata,
                                      hipfftDoubleComplex *odata);
HIPFFT_API hipfftResult hipfftExecZ2D(hipfftHandle plan, hipfftDoubleComplex *idata,
                                      hipfftDoubleReal *odata);

HIPFFT_API hipfftResult hipfftGetVersion(int *version);
HIPFFT_API hipfftResult hipfftGetProperty(hipfftLibraryPropertyType type, int *value);

#ifdef __cplusplus
}
#endif

#endif
