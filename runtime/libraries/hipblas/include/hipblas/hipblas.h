// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipBLAS: BLAS on device memory, in stream order.
#ifndef HIPBLAS_H
#define HIPBLAS_H

#include <stddef.h>
#include <stdint.h>

#include <hip/hip_runtime_api.h>
#include <hip/library_types.h>
#include <hip/hip_complex.h>
#include <hipblas/hipblas-version.h>
#if defined(HIPBLAS_USE_HIP_HALF)
#include <hip/hip_fp16.h>
#endif
#if defined(HIPBLAS_USE_HIP_BFLOAT16) && defined(__cplusplus)
#include <hip/hip_bfloat16.h>
#endif

#define HIPBLAS_API __attribute__((visibility("default")))
// static in specializations of variable templates, which clang wants, as in AMD's header.
#if defined(__clang__)
#define HIPBLAS_CLANG_STATIC static
#else
#define HIPBLAS_CLANG_STATIC
#endif

typedef void *hipblasHandle_t;
typedef int64_t hipblasStride;
typedef int8_t hipblasInt8;

#if defined(HIPBLAS_USE_HIP_HALF)
typedef __half hipblasHalf;
#else
typedef uint16_t hipblasHalf;
#endif
#if defined(HIPBLAS_USE_HIP_BFLOAT16) && defined(__cplusplus)
typedef hip_bfloat16 hipblasBfloat16;
#else
typedef struct hipblasBfloat16 {
  uint16_t data;
} hipblasBfloat16;
#endif

// HIP's own complex types, or structures of the same layout. As AMD's they have no operators, because programs define
// their own.
#if defined(ROCM_MATHLIBS_API_USE_HIP_COMPLEX) || !defined(__cplusplus)
typedef hipFloatComplex hipblasComplex;
typedef hipDoubleComplex hipblasDoubleComplex;
#else
#define GOHIP_HIPBLAS_COMPLEX(name, T)                                                             \
  typedef struct name {                                                                            \
  private:                                                                                         \
    T x, y;                                                                                        \
                                                                                                   \
  public:                                                                                          \
    name() = default;                                                                              \
    name(T r, T i = 0) : x(r), y(i) {}                                                             \
    T real() const { return x; }                                                                   \
    T imag() const { return y; }                                                                   \
    void real(T r) { x = r; }                                                                      \
    void imag(T i) { y = i; }                                                                      \
  } name;
GOHIP_HIPBLAS_COMPLEX(hipblasComplex, float)
GOHIP_HIPBLAS_COMPLEX(hipblasDoubleComplex, double)
#undef GOHIP_HIPBLAS_COMPLEX
#endif

typedef enum hipblasStatus_t {
  HIPBLAS_STATUS_SUCCESS = 0,
  HIPBLAS_STATUS_NOT_INITIALIZED = 1,   // the handle is invalid, or no BLAS is installed
  HIPBLAS_STATUS_ALLOC_FAILED = 2,      // memory allocation failed
  HIPBLAS_STATUS_INVALID_VALUE = 3,     // an invalid size, increment, leading dimension or pointer
  HIPBLAS_STATUS_MAPPING_ERROR = 4,     // device memory cannot be accessed
  HIPBLAS_STATUS_EXECUTION_FAILED = 5,  // the device failed
  HIPBLAS_STATUS_INTERNAL_ERROR = 6,    // the library failed
  HIPBLAS_STATUS_NOT_SUPPORTED = 7,     // not on this device, or not for these types
  HIPBLAS_STATUS_ARCH_MISMATCH = 8,     // not on this architecture
  HIPBLAS_STATUS_HANDLE_IS_NULLPTR = 9, // the pointer for the new handle is null
  HIPBLAS_STATUS_INVALID_ENUM = 10,     // an invalid enumerator
  HIPBLAS_STATUS_UNKNOWN = 11
} hipblasStatus_t;

typedef enum hipblasOperation_t {
  HIPBLAS_OP_N = 111,
  HIPBLAS_OP_T = 112,
  HIPBLAS_OP_C = 113
} hipblasOperation_t;

typedef enum hipblasPointerMode_t {
  HIPBLAS_POINTER_MODE_HOST,
  HIPBLAS_POINTER_MODE_DEVICE
} hipblasPointerMode_t;

typedef enum hipblasFillMode_t {
  HIPBLAS_FILL_MODE_UPPER = 121,
  HIPBLAS_FILL_MODE_LOWER = 122,
  HIPBLAS_FILL_MODE_FULL = 123
} hipblasFillMode_t;

typedef enum hipblasDiagType_t {
  HIPBLAS_DIAG_NON_UNIT = 131,
  HIPBLAS_DIAG_UNIT = 132
} hipblasDiagType_t;

typedef enum hipblasSideMode_t {
  HIPBLAS_SIDE_LEFT = 141,
  HIPBLAS_SIDE_RIGHT = 142,
  HIPBLAS_SIDE_BOTH = 143
} hipblasSideMode_t;

typedef enum hipblasDatatype_t {
  HIPBLAS_R_16F = 150,
  HIPBLAS_R_32F = 151,
  HIPBLAS_R_64F = 152,
  HIPBLAS_C_16F = 153,
  HIPBLAS_C_32F = 154,
  HIPBLAS_C_64F = 155,
  HIPBLAS_R_8I = 160,
  HIPBLAS_R_8U = 161,
  HIPBLAS_R_32I = 162,
  HIPBLAS_R_32U = 163,
  HIPBLAS_C_8I = 164,
  HIPBLAS_C_8U = 165,
  HIPBLAS_C_32I = 166,
  HIPBLAS_C_32U = 167,
  HIPBLAS_R_16B = 168,
  HIPBLAS_C_16B = 169,
  HIPBLAS_DATATYPE_INVALID = 255
} hipblasDatatype_t;

typedef enum hipblasComputeType_t {
  HIPBLAS_COMPUTE_16F = 0,
  HIPBLAS_COMPUTE_16F_PEDANTIC = 1,
  HIPBLAS_COMPUTE_32F = 2,
  HIPBLAS_COMPUTE_32F_PEDANTIC = 3,
  HIPBLAS_COMPUTE_32F_FAST_16F = 4,
  HIPBLAS_COMPUTE_32F_FAST_16BF = 5,
  HIPBLAS_COMPUTE_32F_FAST_TF32 = 6,
  HIPBLAS_COMPUTE_64F = 7,
  HIPBLAS_COMPUTE_64F_PEDANTIC = 8,
  HIPBLAS_COMPUTE_32I = 9,
  HIPBLAS_COMPUTE_32I_PEDANTIC = 10
} hipblasComputeType_t;

typedef enum hipblasGemmAlgo_t { HIPBLAS_GEMM_DEFAULT = 160 } hipblasGemmAlgo_t;

typedef enum hipblasGemmFlags_t {
  HIPBLAS_GEMM_FLAGS_NONE = 0x0,
  HIPBLAS_GEMM_FLAGS_USE_CU_EFFICIENCY = 0x2,
  HIPBLAS_GEMM_FLAGS_FP16_ALT_IMPL = 0x4,
  HIPBLAS_GEMM_FLAGS_CHECK_SOLUTION_INDEX = 0x8,
  HIPBLAS_GEMM_FLAGS_FP16_ALT_IMPL_RNZ = 0x10
} hipblasGemmFlags_t;

typedef enum hipblasAtomicsMode_t {
  HIPBLAS_ATOMICS_NOT_ALLOWED = 0,
  HIPBLAS_ATOMICS_ALLOWED = 1
} hipblasAtomicsMode_t;

typedef enum hipblasMath_t {
  HIPBLAS_DEFAULT_MATH,
  HIPBLAS_XF32_XDL_MATH,
  HIPBLAS_PEDANTIC_MATH,
  HIPBLAS_TF32_TENSOR_OP_MATH,
  HIPBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION,
  HIPBLAS_TENSOR_OP_MATH
} hipblasMath_t;

// HIPBLAS_V2 has the functions take HIP's types; hipblasComplex remains what it is.
#if defined(HIPBLAS_V2)
#define hipblasComplex hipFloatComplex
#define hipblasDoubleComplex hipDoubleComplex
#endif

#ifdef __cplusplus
extern "C" {
#endif

HIPBLAS_API hipblasStatus_t hipblasCreate(hipblasHandle_t *handle);
HIPBLAS_API hipblasStatus_t hipblasDestroy(hipblasHandle_t handle);
HIPBLAS_API hipblasStatus_t hipblasSetStream(hipblasHandle_t handle, hipStream_t stream);
HIPBLAS_API hipblasStatus_t hipblasGetStream(hipblasHandle_t handle, hipStream_t *stream);
HIPBLAS_API hipblasStatus_t hipblasSetPointerMode(hipblasHandle_t handle,
                                                  hipblasPointerMode_t mode);
HIPBLAS_API hipblasStatus_t hipblasGetPointerMode(hipblasHandle_t handle,
                                                  hipblasPointerMode_t *mode);
HIPBLAS_API hipblasStatus_t hipblasSetMathMode(hipblasHandle_t handle, hipblasMath_t mode);
HIPBLAS_API hipblasStatus_t hipblasGetMathMode(hipblasHandle_t handle, hipblasMath_t *mode);
HIPBLAS_API hipblasStatus_t hipblasSetAtomicsMode(hipblasHandle_t handle,
                                                  hipblasAtomicsMode_t mode);
HIPBLAS_API hipblasStatus_t hipblasGetAtomicsMode(hipblasHandle_t handle,
                                                  hipblasAtomicsMode_t *mode);
HIPBLAS_API const char *hipblasStatusToString(hipblasStatus_t status);

HIPBLAS_API hipblasStatus_t hipblasSetVector(int n, int elemSize, const void *x, int incx, void *y,
                                             int incy);
HIPBLAS_API hipblasStatus_t hipblasGetVector(int n, int elemSize, const void *x, int incx, void *y,
                                             int incy);
HIPBLAS_API hipblasStatus_t hipblasSetMatrix(int rows, int cols, int elemSize, const void *A,
                                             int lda, void *B, int ldb);
HIPBLAS_API hipblasStatus_t hipblasGetMatrix(int rows, int cols, int elemSize, const void *A,
                                             int lda, void *B, int ldb);
HIPBLAS_API hipblasStatus_t hipblasSetVectorAsync(int n, int elemSize, const void *x, int incx,
                                                  void *y, int incy, hipStream_t stream);
HIPBLAS_API hipblasStatus_t hipblasGetVectorAsync(int n, int elemSize, const void *x, int incx,
                                                  void *y, int incy, hipStream_t stream);
HIPBLAS_API hipblasStatus_t hipblasSetMatrixAsync(int rows, int cols, int elemSize, const void *A,
                                                  int lda, void *B, int ldb, hipStream_t stream);
HIPBLAS_API hipblasStatus_t hipblasGetMatrixAsync(int rows, int cols, int elemSize, const void *A,
                                                  int lda, void *B, int ldb, hipStream_t stream);

#include <hipblas/hipblas_functions.h>

// LU, QR and least squares. info of the functions that also report by a status is on the host.
#define HIPBLAS_DECLARE_SOLVERS(X, T)                                                              \
  HIPBLAS_API hipblasStatus_t hipblas##X##getrf(hipblasHandle_t handle, int n, T *A, int lda,      \
                                                int *ipiv, int *info);                             \
  HIPBLAS_API hipblasStatus_t hipblas##X##getrfBatched(                                            \
      hipblasHandle_t handle, int n, T *const A[], int lda, int *ipiv, int *info, int batchCount); \
  HIPBLAS_API hipblasStatus_t hipblas##X##getrfStridedBatched(                                     \
      hipblasHandle_t handle, int n, T *A, int lda, hipblasStride strideA, int *ipiv,              \
      hipblasStride strideP, int *info, int batchCount);                                           \
  HIPBLAS_API hipblasStatus_t hipblas##X##getrs(hipblasHandle_t handle, hipblasOperation_t trans,  \
                                                int n, int nrhs, T *A, int lda, const int *ipiv,   \
                                                T *B, int ldb, int *info);                         \
  HIPBLAS_API hipblasStatus_t hipblas##X##getrsBatched(                                            \
      hipblasHandle_t handle, hipblasOperation_t trans, int n, int nrhs, T *const A[], int lda,    \
      const int *ipiv, T *const B[], int ldb, int *info, int batchCount);                          \
  HIPBLAS_API hipblasStatus_t hipblas##X##getrsStridedBatched(                                     \
      hipblasHandle_t handle, hipblasOperation_t trans, int n, int nrhs, T *A, int lda,            \
      hipblasStride strideA, const int *ipiv, hipblasStride strideP, T *B, int ldb,                \
      hipblasStride strideB, int *info, int batchCount);                                           \
  HIPBLAS_API hipblasStatus_t hipblas##X##getriBatched(                                            \
      hipblasHandle_t handle, int n, T *const A[], int lda, int *ipiv, T *const C[], int ldc,      \
      int *info, int batchCount);                                                                  \
  HIPBLAS_API hipblasStatus_t hipblas##X##geqrf(hipblasHandle_t handle, int m, int n, T *A,        \
                                                int lda, T *tau, int *info);                       \
  HIPBLAS_API hipblasStatus_t hipblas##X##geqrfBatched(hipblasHandle_t handle, int m, int n,       \
                                                       T *const A[], int lda, T *const tau[],      \
                                                       int *info, int batchCount);                 \
  HIPBLAS_API hipblasStatus_t hipblas##X##geqrfStridedBatched(                                     \
      hipblasHandle_t handle, int m, int n, T *A, int lda, hipblasStride strideA, T *tau,          \
      hipblasStride strideT, int *info, int batchCount);                                           \
  HIPBLAS_API hipblasStatus_t hipblas##X##gels(hipblasHandle_t handle, hipblasOperation_t trans,   \
                                               int m, int n, int nrhs, T *A, int lda, T *B,        \
                                               int ldb, int *info, int *deviceInfo);               \
  HIPBLAS_API hipblasStatus_t hipblas##X##gelsBatched(                                             \
      hipblasHandle_t handle, hipblasOperation_t trans, int m, int n, int nrhs, T *const A[],      \
      int lda, T *const B[], int ldb, int *info, int *deviceInfo, int batchCount);                 \
  HIPBLAS_API hipblasStatus_t hipblas##X##gelsStridedBatched(                                      \
      hipblasHandle_t handle, hipblasOperation_t trans, int m, int n, int nrhs, T *A, int lda,     \
      hipblasStride strideA, T *B, int ldb, hipblasStride strideB, int *info, int *deviceInfo,     \
      int batchCount);
HIPBLAS_DECLARE_SOLVERS(S, float)
HIPBLAS_DECLARE_SOLVERS(D, double)
HIPBLAS_DECLARE_SOLVERS(C, hipblasComplex)
HIPBLAS_DECLARE_SOLVERS(Z, hipblasDoubleComplex)
#undef HIPBLAS_DECLARE_SOLVERS

// Products with explicit element types. The scalars have the compute type.
#define HIPBLAS_DECLARE_GEMM_EX(V, INT, TYPE, COMPUTE, ...)                                        \
  HIPBLAS_API hipblasStatus_t hipblasGemmEx##V(                                                    \
      hipblasHandle_t handle, hipblasOperation_t transA, hipblasOperation_t transB, INT m, INT n,  \
      INT k, const void *alpha, const void *A, TYPE aType, INT lda, const void *B, TYPE bType,     \
      INT ldb, const void *beta, void *C, TYPE cType, INT ldc, COMPUTE computeType,                \
      hipblasGemmAlgo_t algo __VA_ARGS__);                                                         \
  HIPBLAS_API hipblasStatus_t hipblasGemmBatchedEx##V(                                             \
      hipblasHandle_t handle, hipblasOperation_t transA, hipblasOperation_t transB, INT m, INT n,  \
      INT k, const void *alpha, const void *A[], TYPE aType, INT lda, const void *B[], TYPE bType, \
      INT ldb, const void *beta, void *C[], TYPE cType, INT ldc, INT batchCount,                   \
      COMPUTE computeType, hipblasGemmAlgo_t algo __VA_ARGS__);                                    \
  HIPBLAS_API hipblasStatus_t hipblasGemmStridedBatchedEx##V(                                      \
      hipblasHandle_t handle, hipblasOperation_t transA, hipblasOperation_t transB, INT m, INT n,  \
      INT k, const void *alpha, const void *A, TYPE aType, INT lda, hipblasStride strideA,         \
      const void *B, TYPE bType, INT ldb, hipblasStride strideB, const void *beta, void *C,        \
      TYPE cType, INT ldc, hipblasStride strideC, INT batchCount, COMPUTE computeType,             \
      hipblasGemmAlgo_t algo __VA_ARGS__);
#define HIPBLAS_DECLARE_GEMMS_EX(END, ...)                                                         \
  HIPBLAS_DECLARE_GEMM_EX(END, int, hipblasDatatype_t, hipblasDatatype_t, __VA_ARGS__)             \
  HIPBLAS_DECLARE_GEMM_EX(END##_v2, int, hipDataType, hipblasComputeType_t, __VA_ARGS__)           \
  HIPBLAS_DECLARE_GEMM_EX(END##_64, int64_t, hipblasDatatype_t, hipblasDatatype_t, __VA_ARGS__)    \
  HIPBLAS_DECLARE_GEMM_EX(END##_v2_64, int64_t, hipDataType, hipblasComputeType_t, __VA_ARGS__)
HIPBLAS_DECLARE_GEMMS_EX(, )
HIPBLAS_DECLARE_GEMMS_EX(WithFlags, , hipblasGemmFlags_t flags)
#undef HIPBLAS_DECLARE_GEMMS_EX
#undef HIPBLAS_DECLARE_GEMM_EX

// hipBLAS 3 has HIP's types without being asked for them. clang takes no address of a function with a parameter
// whose object's size it passes: the name alone, as in decltype(&hipblasGemmEx), is the other function's.
#if defined(__cplusplus) && !defined(HIPBLAS_V2)
#if defined(__clang__)
#define HIPBLAS_CALLED const __attribute__((pass_object_size(0)))
#else
#define HIPBLAS_CALLED
#endif
extern "C++" {
static inline hipblasStatus_t
hipblasGemmEx(hipblasHandle_t handle, hipblasOperation_t transA, hipblasOperation_t transB, int m,
              int n, int k, const void *HIPBLAS_CALLED alpha, const void *A, hipDataType aType,
              int lda, const void *B, hipDataType bType, int ldb, const void *beta, void *C,
              hipDataType cType, int ldc, hipblasComputeType_t computeType,
              hipblasGemmAlgo_t algo) {
  return hipblasGemmEx_v2(handle, transA, transB, m, n, k, alpha, A, aType, lda, B, bType, ldb,
                          beta, C, cType, ldc, computeType, algo);
}
static inline hipblasStatus_t
hipblasGemmBatchedEx(hipblasHandle_t handle, hipblasOperation_t transA, hipblasOperation_t transB,
                     int m, int n, int k, const void *HIPBLAS_CALLED alpha, const void *A[],
                     hipDataType aType, int lda, const void *B[], hipDataType bType, int ldb,
                     const void *beta, void *C[], hipDataType cType, int ldc, int batchCount,
                     hipblasComputeType_t computeType, hipblasGemmAlgo_t algo) {
  return hipblasGemmBatchedEx_v2(handle, transA, transB, m, n, k, alpha, A, aType, lda, B, bType,
                                 ldb, beta, C, cType, ldc, batchCount, computeType, algo);
}
static inline hipblasStatus_t hipblasGemmStridedBatchedEx(
    hipblasHandle_t handle, hipblasOperation_t transA, hipblasOperation_t transB, int m, int n,
    int k, const void *HIPBLAS_CALLED alpha, const void *A, hipDataType aType, int lda,
    hipblasStride strideA, const void *B, hipDataType bType, int ldb, hipblasStride strideB,
    const void *beta, void *C, hipDataType cType, int ldc, hipblasStride strideC, int batchCount,
    hipblasComputeType_t computeType, hipblasGemmAlgo_t algo) {
  return hipblasGemmStridedBatchedEx_v2(handle, transA, transB, m, n, k, alpha, A, aType, lda,
                                        strideA, B, bType, ldb, strideB, beta, C, cType, ldc,
                                        strideC, batchCount, computeType, algo);
}
}
#undef HIPBLAS_CALLED
#endif

// Triangular systems; the inverses of A's diagonal blocks may be null.
#define HIPBLAS_DECLARE_TRSM_EX(V, TYPE)                                                           \
  HIPBLAS_API hipblasStatus_t hipblasTrsmEx##V(                                                    \
      hipblasHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t uplo,                      \
      hipblasOperation_t transA, hipblasDiagType_t diag, int m, int n, const void *alpha, void *A, \
      int lda, void *B, int ldb, const void *invA, int invAsize, TYPE computeType);                \
  HIPBLAS_API hipblasStatus_t hipblasTrsmBatchedEx##V(                                             \
      hipblasHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t uplo,                      \
      hipblasOperation_t transA, hipblasDiagType_t diag, int m, int n, const void *alpha, void *A, \
      int lda, void *B, int ldb, int batchCount, const void *invA, int invAsize,                   \
      TYPE computeType);                                                                           \
  HIPBLAS_API hipblasStatus_t hipblasTrsmStridedBatchedEx##V(                                      \
      hipblasHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t uplo,                      \
      hipblasOperation_t transA, hipblasDiagType_t diag, int m, int n, const void *alpha, void *A, \
      int lda, hipblasStride strideA, void *B, int ldb, hipblasStride strideB, int batchCount,     \
      const void *invA, int invAsize, hipblasStride strideInvA, TYPE computeType);
HIPBLAS_DECLARE_TRSM_EX(, hipblasDatatype_t)
HIPBLAS_DECLARE_TRSM_EX(_v2, hipDataType)
#undef HIPBLAS_DECLARE_TRSM_EX

// Level 1 with explicit element types, which must all be equal except the scalars'.
#define HIPBLAS_DECLARE_EX(Form, V, INT, TYPE, COUNT, STRIDE_X, STRIDE_Y)                          \
  HIPBLAS_API hipblasStatus_t hipblasAxpy##Form##Ex##V(                                            \
      hipblasHandle_t handle, INT n, const void *alpha, TYPE alphaType, const void *x, TYPE xType, \
      INT incx STRIDE_X, void *y, TYPE yType, INT incy STRIDE_Y COUNT, TYPE executionType);        \
  HIPBLAS_API hipblasStatus_t hipblasScal##Form##Ex##V(                                            \
      hipblasHandle_t handle, INT n, const void *alpha, TYPE alphaType, void *x, TYPE xType,       \
      INT incx STRIDE_X COUNT, TYPE executionType);                                                \
  HIPBLAS_API hipblasStatus_t hipblasDot##Form##Ex##V(                                             \
      hipblasHandle_t handle, INT n, const void *x, TYPE xType, INT incx STRIDE_X, const void *y,  \
      TYPE yType, INT incy STRIDE_Y COUNT, void *result, TYPE resultType, TYPE executionType);     \
  HIPBLAS_API hipblasStatus_t hipblasDotc##Form##Ex##V(                                            \
      hipblasHandle_t handle, INT n, const void *x, TYPE xType, INT incx STRIDE_X, const void *y,  \
      TYPE yType, INT incy STRIDE_Y COUNT, void *result, TYPE resultType, TYPE executionType);     \
  HIPBLAS_API hipblasStatus_t hipblasNrm2##Form##Ex##V(                                            \
      hipblasHandle_t handle, INT n, const void *x, TYPE xType, INT incx STRIDE_X COUNT,           \
      void *result, TYPE resultType, TYPE executionType);                                          \
  HIPBLAS_API hipblasStatus_t hipblasRot##Form##Ex##V(                                             \
      hipblasHandle_t handle, INT n, void *x, TYPE xType, INT incx STRIDE_X, void *y, TYPE yType,  \
      INT incy STRIDE_Y, const void *c, const void *s, TYPE csType COUNT, TYPE executionType);
#define HIPBLAS_NOTHING
#define HIPBLAS_COUNT(INT) , INT batchCount
#define HIPBLAS_STRIDE_X , hipblasStride stridex
#define HIPBLAS_STRIDE_Y , hipblasStride stridey
#define HIPBLAS_DECLARE_FORMS(V, INT, TYPE)                                                        \
  HIPBLAS_DECLARE_EX(, V, INT, TYPE, HIPBLAS_NOTHING, HIPBLAS_NOTHING, HIPBLAS_NOTHING)            \
  HIPBLAS_DECLARE_EX(Batched, V, INT, TYPE, HIPBLAS_COUNT(INT), HIPBLAS_NOTHING, HIPBLAS_NOTHING)  \
  HIPBLAS_DECLARE_EX(StridedBatched, V, INT, TYPE, HIPBLAS_COUNT(INT), HIPBLAS_STRIDE_X,           \
                     HIPBLAS_STRIDE_Y)
HIPBLAS_DECLARE_FORMS(, int, hipblasDatatype_t)
HIPBLAS_DECLARE_FORMS(_v2, int, hipDataType)
HIPBLAS_DECLARE_FORMS(_64, int64_t, hipblasDatatype_t)
HIPBLAS_DECLARE_FORMS(_v2_64, int64_t, hipDataType)
#undef HIPBLAS_DECLARE_FORMS
#undef HIPBLAS_DECLARE_EX
#undef HIPBLAS_NOTHING
#undef HIPBLAS_COUNT
#undef HIPBLAS_STRIDE_X
#undef HIPBLAS_STRIDE_Y

#ifdef __cplusplus
}
#endif

#if defined(HIPBLAS_V2)
#undef hipblasComplex
#undef hipblasDoubleComplex
#define hipblasDatatype_t hipDataType
#define HIPBLAS_R_16F HIP_R_16F
#define HIPBLAS_R_32F HIP_R_32F
#define HIPBLAS_R_64F HIP_R_64F
#define HIPBLAS_C_16F HIP_C_16F
#define HIPBLAS_C_32F HIP_C_32F
#define HIPBLAS_C_64F HIP_C_64F
#define HIPBLAS_R_8I HIP_R_8I
#define HIPBLAS_R_8U HIP_R_8U
#define HIPBLAS_R_32I HIP_R_32I
#define HIPBLAS_R_32U HIP_R_32U
#define HIPBLAS_C_8I HIP_C_8I
#define HIPBLAS_C_8U HIP_C_8U
#define HIPBLAS_C_32I HIP_C_32I
#define HIPBLAS_C_32U HIP_C_32U
#define HIPBLAS_R_16B HIP_R_16BF
#define HIPBLAS_C_16B HIP_C_16BF
#define HIPBLAS_DATATYPE_INVALID ((hipDataType)31)
#define hipblasGemmEx hipblasGemmEx_v2
#define hipblasGemmEx_64 hipblasGemmEx_v2_64
#define hipblasGemmExWithFlags hipblasGemmExWithFlags_v2
#define hipblasGemmExWithFlags_64 hipblasGemmExWithFlags_v2_64
#define hipblasAxpyEx hipblasAxpyEx_v2
#define hipblasAxpyEx_64 hipblasAxpyEx_v2_64
#define hipblasScalEx hipblasScalEx_v2
#define hipblasScalEx_64 hipblasScalEx_v2_64
#define hipblasDotEx hipblasDotEx_v2
#define hipblasDotEx_64 hipblasDotEx_v2_64
#define hipblasDotcEx hipblasDotcEx_v2
#define hipblasDotcEx_64 hipblasDotcEx_v2_64
#define hipblasNrm2Ex hipblasNrm2Ex_v2
#define hipblasNrm2Ex_64 hipblasNrm2Ex_v2_64
#define hipblasRotEx hipblasRotEx_v2
#define hipblasRotEx_64 hipblasRotEx_v2_64
#define hipblasTrsmEx hipblasTrsmEx_v2
#define hipblasGemmBatchedEx hipblasGemmBatchedEx_v2
#define hipblasGemmBatchedEx_64 hipblasGemmBatchedEx_v2_64
#define hipblasGemmBatchedExWithFlags hipblasGemmBatchedExWithFlags_v2
#define hipblasGemmBatchedExWithFlags_64 hipblasGemmBatchedExWithFlags_v2_64
#define hipblasAxpyBatchedEx hipblasAxpyBatchedEx_v2
#define hipblasAxpyBatchedEx_64 hipblasAxpyBatchedEx_v2_64
#define hipblasScalBatchedEx hipblasScalBatchedEx_v2
#define hipblasScalBatchedEx_64 hipblasScalBatchedEx_v2_64
#define hipblasDotBatchedEx hipblasDotBatchedEx_v2
#define hipblasDotBatchedEx_64 hipblasDotBatchedEx_v2_64
#define hipblasDotcBatchedEx hipblasDotcBatchedEx_v2
#define hipblasDotcBatchedEx_64 hipblasDotcBatchedEx_v2_64
#define hipblasNrm2BatchedEx hipblasNrm2BatchedEx_v2
#define hipblasNrm2BatchedEx_64 hipblasNrm2BatchedEx_v2_64
#define hipblasRotBatchedEx hipblasRotBatchedEx_v2
#define hipblasRotBatchedEx_64 hipblasRotBatchedEx_v2_64
#define hipblasTrsmBatchedEx hipblasTrsmBatchedEx_v2
#define hipblasGemmStridedBatchedEx hipblasGemmStridedBatchedEx_v2
#define hipblasGemmStridedBatchedEx_64 hipblasGemmStridedBatchedEx_v2_64
#define hipblasGemmStridedBatchedExWithFlags hipblasGemmStridedBatchedExWithFlags_v2
#define hipblasGemmStridedBatchedExWithFlags_64 hipblasGemmStridedBatchedExWithFlags_v2_64
#define hipblasAxpyStridedBatchedEx hipblasAxpyStridedBatchedEx_v2
#define hipblasAxpyStridedBatchedEx_64 hipblasAxpyStridedBatchedEx_v2_64
#define hipblasScalStridedBatchedEx hipblasScalStridedBatchedEx_v2
#define hipblasScalStridedBatchedEx_64 hipblasScalStridedBatchedEx_v2_64
#define hipblasDotStridedBatchedEx hipblasDotStridedBatchedEx_v2
#define hipblasDotStridedBatchedEx_64 hipblasDotStridedBatchedEx_v2_64
#define hipblasDotcStridedBatchedEx hipblasDotcStridedBatchedEx_v2
#define hipblasDotcStridedBatchedEx_64 hipblasDotcStridedBatchedEx_v2_64
#define hipblasNrm2StridedBatchedEx hipblasNrm2StridedBatchedEx_v2
#define hipblasNrm2StridedBatchedEx_64 hipblasNrm2StridedBatchedEx_v2_64
#define hipblasRotStridedBatchedEx hipblasRotStridedBatchedEx_v2
#define hipblasRotStridedBatchedEx_64 hipblasRotStridedBatchedEx_v2_64
#define hipblasTrsmStridedBatchedEx hipblasTrsmStridedBatchedEx_v2
#endif

#endif
