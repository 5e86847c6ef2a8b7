// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipBLASLt: matrix products with layouts, scales and epilogues, on device memory, in stream order.
#ifndef HIPBLASLT_H
#define HIPBLASLT_H

#include <stddef.h>
#include <stdint.h>

#if defined(__HIP__)
#include <hip/hip_runtime.h>
#else
#include <hip/hip_runtime_api.h>
#endif
#ifdef __cplusplus
#include <hip/hip_bfloat16.h>
#include <hip/hip_fp8.h>
#endif
#include <hip/library_types.h>
#include <hipblas/hipblas.h>
#include <hipblaslt/hipblaslt-version.h>

#define HIPBLASLT_EXPORT __attribute__((visibility("default")))

#define HIPBLASLT_DATATYPE_INVALID ((hipDataType)255)

#ifdef __cplusplus
typedef hip_bfloat16 hipblasLtBfloat16;
typedef __hip_fp8_e4m3 hipblaslt_f8;
typedef __hip_fp8_e5m2 hipblaslt_bf8;
typedef __hip_fp8_e4m3_fnuz hipblaslt_f8_fnuz;
typedef __hip_fp8_e5m2_fnuz hipblaslt_bf8_fnuz;
#endif
typedef int8_t hipblasLtInt8;
typedef int32_t hipblasLtInt32;
typedef float hipblasLtFloat;
#if defined(__FLT16_MAX__)
typedef _Float16 hipblasLtHalf;
#endif

typedef enum hipblasLtEpilogue_t {
  HIPBLASLT_EPILOGUE_DEFAULT = 1,
  HIPBLASLT_EPILOGUE_RELU = 2,
  HIPBLASLT_EPILOGUE_BIAS = 4,
  HIPBLASLT_EPILOGUE_RELU_BIAS = 6,
  HIPBLASLT_EPILOGUE_GELU = 32,
  HIPBLASLT_EPILOGUE_GELU_BIAS = 36,
  HIPBLASLT_EPILOGUE_GELU_AUX = 160, // what goes into the activation is written to AUX
  HIPBLASLT_EPILOGUE_GELU_AUX_BIAS = 164,
  HIPBLASLT_EPILOGUE_DGELU = 192,       // times the derivative at AUX
  HIPBLASLT_EPILOGUE_DGELU_BGRAD = 208, // the sum of D's columns is written to BIAS
  HIPBLASLT_EPILOGUE_BGRADA = 256,      // the sum of op(A)'s columns
  HIPBLASLT_EPILOGUE_BGRADB = 512       // the sum of op(B)'s rows
} hipblasLtEpilogue_t;

// The attributes, with the type and default of each value.
typedef enum hipblasLtMatrixLayoutAttribute_t {
  HIPBLASLT_MATRIX_LAYOUT_BATCH_COUNT = 0,          // int32_t, 1
  HIPBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET = 1, // int64_t, in elements, 0
  HIPBLASLT_MATRIX_LAYOUT_TYPE = 2,                 // uint32_t, a hipDataType
  HIPBLASLT_MATRIX_LAYOUT_ORDER = 3,                // int32_t, a hipblasLtOrder_t
  HIPBLASLT_MATRIX_LAYOUT_ROWS = 4,                 // uint64_t
  HIPBLASLT_MATRIX_LAYOUT_COLS = 5,                 // uint64_t
  HIPBLASLT_MATRIX_LAYOUT_LD = 6                    // int64_t
} hipblasLtMatrixLayoutAttribute_t;

typedef enum hipblasLtPointerMode_t {
  HIPBLASLT_POINTER_MODE_HOST = 0,
  HIPBLASLT_POINTER_MODE_DEVICE = 1,
  HIPBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST = 4 // a factor for each row of D
} hipblasLtPointerMode_t;

typedef enum hipblasLtMatmulDescAttributes_t {
  HIPBLASLT_MATMUL_DESC_TRANSA = 0,          // int32_t, a hipblasOperation_t
  HIPBLASLT_MATMUL_DESC_TRANSB = 1,          // int32_t, a hipblasOperation_t
  HIPBLASLT_MATMUL_DESC_EPILOGUE = 2,        // uint32_t, a hipblasLtEpilogue_t
  HIPBLASLT_MATMUL_DESC_BIAS_POINTER = 3,    // void *, a vector of D's rows
  HIPBLASLT_MATMUL_DESC_BIAS_DATA_TYPE = 4,  // int32_t, the type of D or of the scalars
  HIPBLASLT_MATMUL_DESC_A_SCALE_POINTER = 5, // void *, a float in device memory
  HIPBLASLT_MATMUL_DESC_B_SCALE_POINTER = 6,
  HIPBLASLT_MATMUL_DESC_C_SCALE_POINTER = 7,
  HIPBLASLT_MATMUL_DESC_D_SCALE_POINTER = 8,
  HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER = 9, // HIPBLAS_STATUS_NOT_SUPPORTED
  HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER = 10,      // void *, in columns, of D's type
  HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD = 11,           // int64_t
  HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE = 12, // int64_t
  HIPBLASLT_MATMUL_DESC_POINTER_MODE = 13,              // int32_t, a hipblasLtPointerMode_t
  HIPBLASLT_MATMUL_DESC_AMAX_D_POINTER = 14,            // void *, a float in device memory
  HIPBLASLT_MATMUL_DESC_A_SCALE_MODE = 31,              // uint32_t, a hipblasLtMatmulMatrixScale_t
  HIPBLASLT_MATMUL_DESC_B_SCALE_MODE = 32
} hipblasLtMatmulDescAttributes_t;

// What a scale pointer of A or B points to.
typedef enum hipblasLtMatmulMatrixScale_t {
  HIPBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F = 0,
  HIPBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3 =
      1, // HIPBLAS_STATUS_NOT_SUPPORTED, as in AMD's library
  // An exponent of eight bits (E8M0) for each 32 contiguous elements, which are along the sum.
  HIPBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0 = 2,
  HIPBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F =
      3,                                        // a float for each row of op(A) or column of op(B)
  HIPBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F = 4, // HIPBLAS_STATUS_NOT_SUPPORTED, as the following
  HIPBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F = 5,
  HIPBLASLT_MATMUL_MATRIX_SCALE_END
} hipblasLtMatmulMatrixScale_t;

typedef enum hipblasLtMatmulPreferenceAttributes_t {
  HIPBLASLT_MATMUL_PREF_SEARCH_MODE = 0,        // uint32_t
  HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1 // uint64_t
} hipblasLtMatmulPreferenceAttributes_t;

typedef enum hipblasLtOrder_t { HIPBLASLT_ORDER_COL = 0, HIPBLASLT_ORDER_ROW = 1 } hipblasLtOrder_t;

typedef enum hipblasLtMatrixTransformDescAttributes_t {
  HIPBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE = 0,   // int32_t, a hipDataType
  HIPBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE = 1, // int32_t, a hipblasLtPointerMode_t
  HIPBLASLT_MATRIX_TRANSFORM_DESC_TRANSA = 2,       // int32_t, a hipblasOperation_t
  HIPBLASLT_MATRIX_TRANSFORM_DESC_TRANSB = 3
} hipblasLtMatrixTransformDescAttributes_t;

typedef void *hipblasLtHandle_t;
typedef struct hipblaslt_layout *hipblasLtMatrixLayout_t;
typedef struct hipblaslt_matmul *hipblasLtMatmulDesc_t;
typedef struct hipblaslt_preference *hipblasLtMatmulPreference_t;
typedef struct hipblaslt_transform *hipblasLtMatrixTransformDesc_t;

// An algorithm for hipblasLtMatmul, found by hipblasLtMatmulAlgoGetHeuristic. Its contents are
// opaque.
typedef struct hipblasLtMatmulAlgo_t {
  uint8_t data[16];
  size_t max_workspace_bytes;
} hipblasLtMatmulAlgo_t;

typedef struct hipblasLtMatmulHeuristicResult_t {
  hipblasLtMatmulAlgo_t algo;
  size_t workspaceSize;
  hipblasStatus_t state;
  float wavesCount;
  int reserved[4];
} hipblasLtMatmulHeuristicResult_t;

#ifdef __cplusplus
extern "C" {
#endif

HIPBLASLT_EXPORT hipblasStatus_t hipblasLtCreate(hipblasLtHandle_t *handle);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtDestroy(const hipblasLtHandle_t handle);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtGetVersion(hipblasLtHandle_t handle, int *version);

HIPBLASLT_EXPORT hipblasStatus_t hipblasLtGetGitRevision(hipblasLtHandle_t handle, char *rev);
// The name belongs to the caller, who frees it.
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtGetArchName(char **archName);

HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatrixLayoutCreate(hipblasLtMatrixLayout_t *matLayout,
                                                             hipDataType type, uint64_t rows,
                                                             uint64_t cols, int64_t ld);
HIPBLASLT_EXPORT hipblasStatus_t
hipblasLtMatrixLayoutDestroy(const hipblasLtMatrixLayout_t matLayout);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatrixLayoutSetAttribute(
    hipblasLtMatrixLayout_t matLayout, hipblasLtMatrixLayoutAttribute_t attr, const void *buf,
    size_t sizeInBytes);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatrixLayoutGetAttribute(
    hipblasLtMatrixLayout_t matLayout, hipblasLtMatrixLayoutAttribute_t attr, void *buf,
    size_t sizeInBytes, size_t *sizeWritten);

HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatmulDescCreate(hipblasLtMatmulDesc_t *matmulDesc,
                                                           hipblasComputeType_t computeType,
                                                           hipDataType scaleType);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatmulDescDestroy(const hipblasLtMatmulDesc_t matmulDesc);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatmulDescSetAttribute(
    hipblasLtMatmulDesc_t matmulDesc, hipblasLtMatmulDescAttributes_t attr, const void *buf,
    size_t sizeInBytes);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatmulDescGetAttribute(
    hipblasLtMatmulDesc_t matmulDesc, hipblasLtMatmulDescAttributes_t attr, void *buf,
    size_t sizeInBytes, size_t *sizeWritten);

HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatmulPreferenceCreate(hipblasLtMatmulPreference_t *pref);
HIPBLASLT_EXPORT hipblasStatus_t
hipblasLtMatmulPreferenceDestroy(const hipblasLtMatmulPreference_t pref);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatmulPreferenceSetAttribute(
    hipblasLtMatmulPreference_t pref, hipblasLtMatmulPreferenceAttributes_t attr, const void *buf,
    size_t sizeInBytes);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatmulPreferenceGetAttribute(
    hipblasLtMatmulPreference_t pref, hipblasLtMatmulPreferenceAttributes_t attr, void *buf,
    size_t sizeInBytes, size_t *sizeWritten);

HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatmulAlgoGetHeuristic(
    hipblasLtHandle_t handle, hipblasLtMatmulDesc_t matmulDesc, hipblasLtMatrixLayout_t Adesc,
    hipblasLtMatrixLayout_t Bdesc, hipblasLtMatrixLayout_t Cdesc, hipblasLtMatrixLayout_t Ddesc,
    hipblasLtMatmulPreference_t pref, int requestedAlgoCount,
    hipblasLtMatmulHeuristicResult_t heuristicResultsArray[], int *returnAlgoCount);

// D = epilogue(alpha op(A) op(B) + beta C), with the scales applied.
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatmul(
    hipblasLtHandle_t handle, hipblasLtMatmulDesc_t matmulDesc, const void *alpha, const void *A,
    hipblasLtMatrixLayout_t Adesc, const void *B, hipblasLtMatrixLayout_t Bdesc, const void *beta,
    const void *C, hipblasLtMatrixLayout_t Cdesc, void *D, hipblasLtMatrixLayout_t Ddesc,
    const hipblasLtMatmulAlgo_t *algo, void *workspace, size_t workspaceSizeInBytes,
    hipStream_t stream);

HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatrixTransformDescCreate(
    hipblasLtMatrixTransformDesc_t *transformDesc, hipDataType scaleType);
HIPBLASLT_EXPORT hipblasStatus_t
hipblasLtMatrixTransformDescDestroy(hipblasLtMatrixTransformDesc_t transformDesc);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatrixTransformDescSetAttribute(
    hipblasLtMatrixTransformDesc_t transformDesc, hipblasLtMatrixTransformDescAttributes_t attr,
    const void *buf, size_t sizeInBytes);
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatrixTransformDescGetAttribute(
    hipblasLtMatrixTransformDesc_t transformDesc, hipblasLtMatrixTransformDescAttributes_t attr,
    void *buf, size_t sizeInBytes, size_t *sizeWritten);

// C = alpha op(A) + beta op(B); each may be in rows or columns. Without B only A.
HIPBLASLT_EXPORT hipblasStatus_t hipblasLtMatrixTransform(
    hipblasLtHandle_t lightHandle, hipblasLtMatrixTransformDesc_t transformDesc, const void *alpha,
    const void *A, hipblasLtMatrixLayout_t Adesc, const void *beta, const void *B,
    hipblasLtMatrixLayout_t Bdesc, void *C, hipblasLtMatrixLayout_t Cdesc, hipStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
