// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Handles, and the functions of hipSPARSE that take a matrix as arrays.
#include "sparse.h"

#include <algorithm>
#include <stdlib.h>

using namespace sparse;

namespace {

template <class T> constexpr hipDataType type_of() {
  if (std::is_same_v<T, float>) return HIP_R_32F;
  if (std::is_same_v<T, double>) return HIP_R_64F;
  return std::is_same_v<T, hipComplex> ? HIP_C_32F : HIP_C_64F;
}

// A matrix in CSR with 32-bit indices.
hipsparse_sp_mat csr(int rows, int cols, int nnz, const void *offsets, const void *indices,
                     const void *values, hipsparseIndexBase_t base, hipDataType type) {
  return {HIPSPARSE_FORMAT_CSR,
          rows,
          cols,
          nnz,
          (void *)offsets,
          (void *)indices,
          (void *)values,
          HIPSPARSE_INDEX_32I,
          HIPSPARSE_INDEX_32I,
          base,
          type,
          1,
          0,
          0,
          HIPSPARSE_FILL_MODE_LOWER,
          HIPSPARSE_DIAG_TYPE_NON_UNIT};
}

bool is_base(hipsparseIndexBase_t base) { return (unsigned)base <= HIPSPARSE_INDEX_BASE_ONE; }

// failed is the status of an invalid call, or success.
hipsparseStatus_t failed(hipsparseHandle_t h, bool valid) {
  return !h      ? HIPSPARSE_STATUS_NOT_INITIALIZED
         : valid ? HIPSPARSE_STATUS_SUCCESS
                 : HIPSPARSE_STATUS_INVALID_VALUE;
}

} // namespace

hipsparseStatus_t hipsparseCreate(hipsparseHandle_t *handle) {
  if (!handle) return HIPSPARSE_STATUS_INVALID_VALUE;
  static const backend *const backends[] = {nullptr, &on_host, &on_cuda}; // by gl_device
  gl_device device;
  if (gl_current(&device) != hipSuccess) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  hipsparseHandle_t h = (hipsparseHandle_t)calloc(1, sizeof *h);
  if (!h) return HIPSPARSE_STATUS_ALLOC_FAILED;
  h->backend = backends[device];
  hipsparseStatus_t s = h->backend ? h->backend->create(h) : HIPSPARSE_STATUS_SUCCESS;
  if (s == HIPSPARSE_STATUS_SUCCESS)
    *handle = h;
  else
    free(h);
  return s;
}
hipsparseStatus_t hipsparseDestroy(hipsparseHandle_t h) {
  if (!h) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  if (h->backend) h->backend->destroy(h);
  free(h);
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseGetVersion(hipsparseHandle_t h, int *version) {
  hipsparseStatus_t bad = failed(h, version);
  if (bad != HIPSPARSE_STATUS_SUCCESS) return bad;
  *version = hipsparseVersionMajor * 100000 + hipsparseVersionMinor * 100 + hipsparseVersionPatch;
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseSetStream(hipsparseHandle_t h, hipStream_t stream) {
  if (!h) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  h->stream = stream;
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseGetStream(hipsparseHandle_t h, hipStream_t *stream) {
  hipsparseStatus_t bad = failed(h, stream);
  if (bad == HIPSPARSE_STATUS_SUCCESS) *stream = h->stream;
  return bad;
}
hipsparseStatus_t hipsparseSetPointerMode(hipsparseHandle_t h, hipsparsePointerMode_t mode) {
  hipsparseStatus_t bad = failed(h, (unsigned)mode <= HIPSPARSE_POINTER_MODE_DEVICE);
  if (bad == HIPSPARSE_STATUS_SUCCESS) h->pointers = mode;
  return bad;
}
hipsparseStatus_t hipsparseGetPointerMode(hipsparseHandle_t h, hipsparsePointerMode_t *mode) {
  hipsparseStatus_t bad = failed(h, mode);
  if (bad == HIPSPARSE_STATUS_SUCCESS) *mode = h->pointers;
  return bad;
}

static const char *const names[] = {"HIPSPARSE_STATUS_SUCCESS",
                                    "HIPSPARSE_STATUS_NOT_INITIALIZED",
                                    "HIPSPARSE_STATUS_ALLOC_FAILED",
                                    "HIPSPARSE_STATUS_INVALID_VALUE",
                                    "HIPSPARSE_STATUS_ARCH_MISMATCH",
                                    "HIPSPARSE_STATUS_MAPPING_ERROR",
                                    "HIPSPARSE_STATUS_EXECUTION_FAILED",
                                    "HIPSPARSE_STATUS_INTERNAL_ERROR",
                                    "HIPSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED",
                                    "HIPSPARSE_STATUS_ZERO_PIVOT",
                                    "HIPSPARSE_STATUS_NOT_SUPPORTED",
                                    "HIPSPARSE_STATUS_INSUFFICIENT_RESOURCES"};
const char *hipsparseGetErrorName(hipsparseStatus_t status) {
  return (unsigned)status < sizeof names / sizeof *names ? names[status]
                                                         : "unrecognized error code";
}
const char *hipsparseGetErrorString(hipsparseStatus_t status) {
  return hipsparseGetErrorName(status);
}

hipsparseStatus_t hipsparseCreateMatDescr(hipsparseMatDescr_t *descr) {
  if (!descr) return HIPSPARSE_STATUS_INVALID_VALUE;
  *descr = (hipsparseMatDescr_t)calloc(1, sizeof **descr);
  return *descr ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_ALLOC_FAILED;
}
hipsparseStatus_t hipsparseDestroyMatDescr(hipsparseMatDescr_t d) {
  if (d) drop(d->cuda);
  free(d);
  return HIPSPARSE_STATUS_SUCCESS;
}
#define SET(Name, kind, field, most)                                                               \
  hipsparseStatus_t hipsparseSetMat##Name(hipsparseMatDescr_t d, kind value) {                     \
    if (!d || (unsigned)value > most) return HIPSPARSE_STATUS_INVALID_VALUE;                       \
    d->field = value;                                                                              \
    changed(d);                                                                                    \
    return HIPSPARSE_STATUS_SUCCESS;                                                               \
  }
SET(Type, hipsparseMatrixType_t, type, HIPSPARSE_MATRIX_TYPE_TRIANGULAR)
SET(FillMode, hipsparseFillMode_t, fill, HIPSPARSE_FILL_MODE_UPPER)
SET(DiagType, hipsparseDiagType_t, diag, HIPSPARSE_DIAG_TYPE_UNIT)
SET(IndexBase, hipsparseIndexBase_t, base, HIPSPARSE_INDEX_BASE_ONE)

hipsparseStatus_t hipsparseCsr2cscEx2_bufferSize(
    hipsparseHandle_t h, int m, int n, int nnz, const void *csrVal, const int *csrRowPtr,
    const int *csrColInd, void *cscVal, int *cscColPtr, int *cscRowInd, hipDataType valType,
    hipsparseAction_t action, hipsparseIndexBase_t base, hipsparseCsr2CscAlg_t alg, size_t *size) {
  auto bad = failed(h, m >= 0 && n >= 0 && nnz >= 0 && is_base(base) && is_type(valType) && size);
  return routed(bad, &backend::Csr2cscEx2_bufferSize, h, m, n, nnz, csrVal, csrRowPtr, csrColInd,
                cscVal, cscColPtr, cscRowInd, valType, action, base, alg, size);
}
hipsparseStatus_t hipsparseCsr2cscEx2(hipsparseHandle_t h, int m, int n, int nnz,
                                      const void *csrVal, const int *csrRowPtr,
                                      const int *csrColInd, void *cscVal, int *cscColPtr,
                                      int *cscRowInd, hipDataType valType, hipsparseAction_t action,
                                      hipsparseIndexBase_t base, hipsparseCsr2CscAlg_t alg,
                                      void *buffer) {
  bool numeric = action == HIPSPARSE_ACTION_NUMERIC;
  auto bad =
      failed(h, m >= 0 && n >= 0 && nnz >= 0 && is_base(base) && is_type(valType) &&
                    (unsigned)action <= HIPSPARSE_ACTION_NUMERIC && csrRowPtr && cscColPtr &&
                    (!nnz || (csrColInd && cscRowInd)) && (!nnz || !numeric || (csrVal && cscVal)));
  return routed(bad, &backend::Csr2cscEx2, h, m, n, nnz, csrVal, csrRowPtr, csrColInd, cscVal,
                cscColPtr, cscRowInd, valType, action, base, alg, buffer);
}

hipsparseStatus_t hipsparseXcoo2csr(hipsparseHandle_t h, const int *cooRowInd, int nnz, int m,
                                    int *csrRowPtr, hipsparseIndexBase_t base) {
  auto bad = failed(h, nnz >= 0 && m >= 0 && is_base(base) && csrRowPtr && (!nnz || cooRowInd));
  return routed(bad, &backend::Xcoo2csr, h, cooRowInd, nnz, m, csrRowPtr, base);
}
hipsparseStatus_t hipsparseXcsr2coo(hipsparseHandle_t h, const int *csrRowPtr, int nnz, int m,
                                    int *cooRowInd, hipsparseIndexBase_t base) {
  auto bad = failed(h, nnz >= 0 && m >= 0 && is_base(base) && csrRowPtr && (!nnz || cooRowInd));
  return routed(bad, &backend::Xcsr2coo, h, csrRowPtr, nnz, m, cooRowInd, base);
}

hipsparseStatus_t hipsparseCreateIdentityPermutation(hipsparseHandle_t h, int n, int *p) {
  auto bad = failed(h, n >= 0 && (!n || p));
  return routed(bad, &backend::CreateIdentityPermutation, h, n, p);
}
hipsparseStatus_t hipsparseXcsrsort_bufferSizeExt(hipsparseHandle_t h, int m, int n, int nnz,
                                                  const int *rows, const int *cols, size_t *size) {
  auto bad = failed(h, m >= 0 && n >= 0 && nnz >= 0 && rows && (!nnz || cols) && size);
  return routed(bad, &backend::Xcsrsort_bufferSizeExt, h, m, n, nnz, rows, cols, size);
}
hipsparseStatus_t hipsparseXcsrsort(hipsparseHandle_t h, int m, int n, int nnz,
                                    const hipsparseMatDescr_t descrA, const int *rows, int *cols,
                                    int *P, void *pBuffer) {
  auto bad =
      failed(h, m >= 0 && n >= 0 && nnz >= 0 && descrA && rows && (!nnz || (cols && P && pBuffer)));
  return routed(bad, &backend::Xcsrsort, h, m, n, nnz, descrA, rows, cols, P, pBuffer);
}

hipsparseStatus_t hipsparseCreateCsrilu02Info(csrilu02Info_t *info) {
  if (!info) return HIPSPARSE_STATUS_INVALID_VALUE;
  *info = (csrilu02Info_t)calloc(1, sizeof **info);
  if (!*info) return HIPSPARSE_STATUS_ALLOC_FAILED;
  (*info)->pivot = -1;
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseDestroyCsrilu02Info(csrilu02Info_t info) {
  if (!info) return HIPSPARSE_STATUS_INVALID_VALUE;
  drop(info->cuda);
  free(info);
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseXcsrilu02_zeroPivot(hipsparseHandle_t h, csrilu02Info_t info,
                                               int *position) {
  auto bad = failed(h, info && position);
  return routed(bad, &backend::Xcsrilu02_zeroPivot, h, info, position);
}

// csrmv computes a product by the generic function, with its own buffer.
template <class T>
static hipsparseStatus_t csrmv(hipsparseHandle_t h, hipsparseOperation_t op, const T *alpha,
                               const hipsparse_sp_mat &a, const hipsparse_dn_vec &x, const T *beta,
                               const hipsparse_dn_vec &y) {
  size_t size = 0;
  void *buffer = nullptr;
  auto y_ = (hipsparseDnVecDescr_t)&y;
  auto s = hipsparseSpMV_bufferSize(h, op, alpha, &a, &x, beta, y_, a.type,
                                    HIPSPARSE_SPMV_ALG_DEFAULT, &size);
  bool own = s == HIPSPARSE_STATUS_SUCCESS && h->backend->buffers && size;
  if (own) s = status_of(hipMallocAsync(&buffer, size, h->stream));
  if (s == HIPSPARSE_STATUS_SUCCESS)
    s = hipsparseSpMV(h, op, alpha, &a, &x, beta, y_, a.type, HIPSPARSE_SPMV_ALG_DEFAULT, buffer);
  if (own) (void)hipFreeAsync(buffer, h->stream);
  drop(a.cuda);
  drop(x.cuda);
  drop(y.cuda);
  return s;
}

#define FUNCTIONS(X, TYPE)                                                                         \
  hipsparseStatus_t hipsparse##X##csrmv(                                                           \
      hipsparseHandle_t h, hipsparseOperation_t op, int m, int n, int nnz, const TYPE *alpha,      \
      const hipsparseMatDescr_t d, const TYPE *values, const int *rows, const int *cols,           \
      const TYPE *x, const TYPE *beta, TYPE *y) {                                                  \
    auto bad = failed(h, m >= 0 && n >= 0 && nnz >= 0 && alpha && beta && d && rows && x && y &&   \
                             (!nnz || (values && cols)));                                          \
    if (bad != HIPSPARSE_STATUS_SUCCESS) return bad;                                               \
    if (d->type != HIPSPARSE_MATRIX_TYPE_GENERAL) return HIPSPARSE_STATUS_NOT_SUPPORTED;           \
    hipsparse_sp_mat a = csr(m, n, nnz, rows, cols, values, d->base, type_of<TYPE>());             \
    hipsparse_dn_vec from = {cols_of(a, op), (void *)x, a.type}, to = {rows_of(a, op), y, a.type}; \
    return csrmv(h, op, alpha, a, from, beta, to);                                                 \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##nnz(hipsparseHandle_t h, hipsparseDirection_t direction, int m,  \
                                      int n, const hipsparseMatDescr_t d, const TYPE *A, int lda,  \
                                      int *nnzPerRowColumn, int *nnzTotal) {                       \
    auto bad =                                                                                     \
        failed(h, (unsigned)direction <= HIPSPARSE_DIRECTION_COLUMN && m >= 0 && n >= 0 && d &&    \
                      lda >= std::max(1, m) && nnzTotal && (!m || !n || (A && nnzPerRowColumn)));  \
    return routed(bad, &backend::X##nnz, h, direction, m, n, d, A, lda, nnzPerRowColumn,           \
                  nnzTotal);                                                                       \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##csrilu02_bufferSize(                                             \
      hipsparseHandle_t h, int m, int nnz, const hipsparseMatDescr_t d, TYPE *values,              \
      const int *rows, const int *cols, csrilu02Info_t info, int *size) {                          \
    auto bad =                                                                                     \
        failed(h, m >= 0 && nnz >= 0 && d && rows && info && size && (!nnz || (values && cols)));  \
    return routed(bad, &backend::X##csrilu02_bufferSize, h, m, nnz, d, values, rows, cols, info,   \
                  size);                                                                           \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##csrilu02_analysis(                                               \
      hipsparseHandle_t h, int m, int nnz, const hipsparseMatDescr_t d, const TYPE *values,        \
      const int *rows, const int *cols, csrilu02Info_t info, hipsparseSolvePolicy_t policy,        \
      void *buffer) {                                                                              \
    auto bad = failed(h, m >= 0 && nnz >= 0 && d && rows && info && (!nnz || (values && cols)));   \
    return routed(bad, &backend::X##csrilu02_analysis, h, m, nnz, d, values, rows, cols, info,     \
                  policy, buffer);                                                                 \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##csrilu02(hipsparseHandle_t h, int m, int nnz,                    \
                                           const hipsparseMatDescr_t d, TYPE *values,              \
                                           const int *rows, const int *cols, csrilu02Info_t info,  \
                                           hipsparseSolvePolicy_t policy, void *buffer) {          \
    auto bad = failed(h, m >= 0 && nnz >= 0 && d && rows && info && (!nnz || (values && cols)));   \
    return routed(bad, &backend::X##csrilu02, h, m, nnz, d, values, rows, cols, info, policy,      \
                  buffer);                                                                         \
  }

FUNCTIONS(S, float)
FUNCTIONS(D, double)
FUNCTIONS(C, hipComplex)
FUNCTIONS(Z, hipDoubleComplex)
