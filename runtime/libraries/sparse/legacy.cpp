// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Handles, and the functions of hipSPARSE that take the arrays of a matrix.
#include "sparse.h"

#include <algorithm>

using namespace sparse;

namespace {

template <class T> constexpr hipDataType type_of() {
  if (std::is_same_v<T, float>) return HIP_R_32F;
  if (std::is_same_v<T, double>) return HIP_R_64F;
  return std::is_same_v<T, hipComplex> ? HIP_C_32F : HIP_C_64F;
}

// A matrix in CSR with indices of 32 bits.
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

// failed is the status of a call that cannot be, or success.
hipsparseStatus_t failed(hipsparseHandle_t h, bool valid) {
  return !h      ? HIPSPARSE_STATUS_NOT_INITIALIZED
         : valid ? HIPSPARSE_STATUS_SUCCESS
                 : HIPSPARSE_STATUS_INVALID_VALUE;
}

} // namespace

hipsparseStatus_t hipsparseCreate(hipsparseHandle_t *handle) {
  if (!handle) return HIPSPARSE_STATUS_INVALID_VALUE;
  bool host;
  if (gl_in_place(&host) != hipSuccess) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  hipsparseHandle_t h = (hipsparseHandle_t)calloc(1, sizeof *h);
  if (!h) return HIPSPARSE_STATUS_ALLOC_FAILED;
  h->host = host;
  *handle = h;
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseDestroy(hipsparseHandle_t h) {
  if (!h) return HIPSPARSE_STATUS_NOT_INITIALIZED;
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
  free(d);
  return HIPSPARSE_STATUS_SUCCESS;
}
#define SET(Name, kind, field, most)                                                               \
  hipsparseStatus_t hipsparseSetMat##Name(hipsparseMatDescr_t d, kind value) {                     \
    if (!d || (unsigned)value > most) return HIPSPARSE_STATUS_INVALID_VALUE;                       \
    d->field = value;                                                                              \
    return HIPSPARSE_STATUS_SUCCESS;                                                               \
  }
SET(Type, hipsparseMatrixType_t, type, HIPSPARSE_MATRIX_TYPE_TRIANGULAR)
SET(FillMode, hipsparseFillMode_t, fill, HIPSPARSE_FILL_MODE_UPPER)
SET(DiagType, hipsparseDiagType_t, diag, HIPSPARSE_DIAG_TYPE_UNIT)
SET(IndexBase, hipsparseIndexBase_t, base, HIPSPARSE_INDEX_BASE_ONE)

hipsparseStatus_t hipsparseCsr2cscEx2_bufferSize(hipsparseHandle_t h, int m, int n, int nnz,
                                                 const void *, const int *, const int *, void *,
                                                 int *, int *, hipDataType valType,
                                                 hipsparseAction_t, hipsparseIndexBase_t base,
                                                 hipsparseCsr2CscAlg_t, size_t *size) {
  auto bad = failed(h, m >= 0 && n >= 0 && nnz >= 0 && is_base(base) && is_type(valType) && size);
  if (bad == HIPSPARSE_STATUS_SUCCESS) *size = 4;
  return bad;
}
hipsparseStatus_t hipsparseCsr2cscEx2(hipsparseHandle_t h, int m, int n, int nnz,
                                      const void *csrVal, const int *csrRowPtr,
                                      const int *csrColInd, void *cscVal, int *cscColPtr,
                                      int *cscRowInd, hipDataType valType, hipsparseAction_t action,
                                      hipsparseIndexBase_t base, hipsparseCsr2CscAlg_t, void *) {
  bool numeric = action == HIPSPARSE_ACTION_NUMERIC;
  auto bad =
      failed(h, m >= 0 && n >= 0 && nnz >= 0 && is_base(base) && is_type(valType) &&
                    (unsigned)action <= HIPSPARSE_ACTION_NUMERIC && csrRowPtr && cscColPtr &&
                    (!nnz || (csrColInd && cscRowInd)) && (!nnz || !numeric || (csrVal && cscVal)));
  if (bad != HIPSPARSE_STATUS_SUCCESS) return bad;
  // The next free place of a column is where the one after it will begin.
  return submit(h, [=] {
    size_t size = size_of(valType);
    for (int c = 0; c <= n; c++) cscColPtr[c] = 0;
    for (int i = 0; i < nnz; i++)
      if (int c = csrColInd[i] - base; c + 2 <= n) cscColPtr[c + 2]++;
    for (int c = 2; c <= n; c++) cscColPtr[c] += cscColPtr[c - 1];
    for (int r = 0; r < m; r++)
      for (int i = csrRowPtr[r] - base; i < csrRowPtr[r + 1] - base; i++) {
        int to = cscColPtr[csrColInd[i] - base + 1]++;
        cscRowInd[to] = r + base;
        if (numeric) memcpy((char *)cscVal + to * size, (const char *)csrVal + i * size, size);
      }
    for (int c = 0; c <= n; c++) cscColPtr[c] += base;
  });
}

hipsparseStatus_t hipsparseXcoo2csr(hipsparseHandle_t h, const int *cooRowInd, int nnz, int m,
                                    int *csrRowPtr, hipsparseIndexBase_t base) {
  auto bad = failed(h, nnz >= 0 && m >= 0 && is_base(base) && csrRowPtr && (!nnz || cooRowInd));
  if (bad != HIPSPARSE_STATUS_SUCCESS) return bad;
  return submit(h, [=] {
    for (int r = 0, i = 0; r <= m; r++) {
      while (i < nnz && cooRowInd[i] - base < r) i++;
      csrRowPtr[r] = i + base;
    }
  });
}
hipsparseStatus_t hipsparseXcsr2coo(hipsparseHandle_t h, const int *csrRowPtr, int nnz, int m,
                                    int *cooRowInd, hipsparseIndexBase_t base) {
  auto bad = failed(h, nnz >= 0 && m >= 0 && is_base(base) && csrRowPtr && (!nnz || cooRowInd));
  if (bad != HIPSPARSE_STATUS_SUCCESS) return bad;
  return submit(h, [=] {
    for (int r = 0; r < m; r++)
      for (int i = csrRowPtr[r]; i < csrRowPtr[r + 1]; i++) cooRowInd[i - base] = r + base;
  });
}

hipsparseStatus_t hipsparseCreateIdentityPermutation(hipsparseHandle_t h, int n, int *p) {
  auto bad = failed(h, n >= 0 && (!n || p));
  if (bad != HIPSPARSE_STATUS_SUCCESS) return bad;
  return submit(h, [=] {
    for (int i = 0; i < n; i++) p[i] = i;
  });
}
hipsparseStatus_t hipsparseXcsrsort_bufferSizeExt(hipsparseHandle_t h, int m, int n, int nnz,
                                                  const int *rows, const int *cols, size_t *size) {
  auto bad = failed(h, m >= 0 && n >= 0 && nnz >= 0 && rows && (!nnz || cols) && size);
  if (bad == HIPSPARSE_STATUS_SUCCESS) *size = std::max<size_t>(4, (size_t)nnz * 2 * sizeof(int));
  return bad;
}
hipsparseStatus_t hipsparseXcsrsort(hipsparseHandle_t h, int m, int n, int nnz,
                                    const hipsparseMatDescr_t descrA, const int *rows, int *cols,
                                    int *P, void *pBuffer) {
  auto bad =
      failed(h, m >= 0 && n >= 0 && nnz >= 0 && descrA && rows && (!nnz || (cols && P && pBuffer)));
  if (bad != HIPSPARSE_STATUS_SUCCESS) return bad;
  return submit(h, [=, base = descrA->base] {
    struct entry {
      int col, from;
    };
    entry *all = (entry *)pBuffer;
    for (int r = 0; r < m; r++) {
      int begin = rows[r] - base, end = rows[r + 1] - base;
      for (int i = begin; i < end; i++) all[i] = {cols[i], P[i]};
      std::sort(all + begin, all + end, [](const entry &a, const entry &b) {
        return a.col != b.col ? a.col < b.col : a.from < b.from;
      });
      for (int i = begin; i < end; i++) {
        cols[i] = all[i].col;
        P[i] = all[i].from;
      }
    }
  });
}

// The first row whose pivot is missing or 0, or -1.
struct hipsparse_ilu_info {
  int pivot;
};
hipsparseStatus_t hipsparseCreateCsrilu02Info(csrilu02Info_t *info) {
  if (!info) return HIPSPARSE_STATUS_INVALID_VALUE;
  *info = (csrilu02Info_t)malloc(sizeof **info);
  if (!*info) return HIPSPARSE_STATUS_ALLOC_FAILED;
  (*info)->pivot = -1;
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseDestroyCsrilu02Info(csrilu02Info_t info) {
  if (!info) return HIPSPARSE_STATUS_INVALID_VALUE;
  free(info);
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseXcsrilu02_zeroPivot(hipsparseHandle_t h, csrilu02Info_t info,
                                               int *position) {
  auto bad = failed(h, info && position);
  if (bad != HIPSPARSE_STATUS_SUCCESS) return bad;
  bad = finish(h, h->host ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_NOT_SUPPORTED);
  if (bad != HIPSPARSE_STATUS_SUCCESS) return bad;
  *position = info->pivot;
  return info->pivot < 0 ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_ZERO_PIVOT;
}

// find is the place of a column in a sorted row, or end.
static int find(const int *cols, int begin, int end, int col) {
  const int *at = std::lower_bound(cols + begin, cols + end, col);
  return at < cols + end && *at == col ? (int)(at - cols) : end;
}

// factorize is the incomplete LU factorization without fill-in, row by row (Saad, Iterative Methods
// for Sparse Linear Systems, 10.3).
template <class T>
static void factorize(int m, T *values, const int *rows, const int *cols, int base, int *pivot) {
  *pivot = -1;
  for (int r = 0; r < m; r++) {
    int begin = rows[r] - base, end = rows[r + 1] - base;
    for (int i = begin; i < end && cols[i] - base < r; i++) {
      int k = cols[i] - base, k_end = rows[k + 1] - base;
      int diagonal = find(cols, rows[k] - base, k_end, k + base);
      if (diagonal == k_end || values[diagonal] == T()) continue;
      values[i] /= values[diagonal];
      for (int j = diagonal + 1; j < k_end; j++)
        if (int at = find(cols, begin, end, cols[j]); at < end) values[at] -= values[i] * values[j];
    }
    int diagonal = find(cols, begin, end, r + base);
    if (*pivot < 0 && (diagonal == end || values[diagonal] == T())) *pivot = r + base;
  }
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
    return hipsparseSpMV(h, op, alpha, &a, &from, beta, &to, a.type, HIPSPARSE_SPMV_ALG_DEFAULT,   \
                         nullptr);                                                                 \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##nnz(hipsparseHandle_t h, hipsparseDirection_t direction, int m,  \
                                      int n, const hipsparseMatDescr_t d, const TYPE *A, int lda,  \
                                      int *nnzPerRowColumn, int *nnzTotal) {                       \
    auto bad =                                                                                     \
        failed(h, (unsigned)direction <= HIPSPARSE_DIRECTION_COLUMN && m >= 0 && n >= 0 && d &&    \
                      lda >= std::max(1, m) && nnzTotal && (!m || !n || (A && nnzPerRowColumn)));  \
    if (bad != HIPSPARSE_STATUS_SUCCESS) return bad;                                               \
    bad = submit(h, [=] {                                                                          \
      bool by_row = direction == HIPSPARSE_DIRECTION_ROW;                                          \
      int total = 0;                                                                               \
      for (int i = 0; i < (by_row ? m : n); i++) nnzPerRowColumn[i] = 0;                           \
      for (int c = 0; c < n; c++)                                                                  \
        for (int r = 0; r < m; r++) {                                                              \
          static const TYPE zero = {};                                                             \
          TYPE v = A[r + (size_t)c * lda];                                                         \
          if (!equal(v, zero)) {                                                                   \
            nnzPerRowColumn[by_row ? r : c]++;                                                     \
            total++;                                                                               \
          }                                                                                        \
        }                                                                                          \
      *nnzTotal = total;                                                                           \
    });                                                                                            \
    return h->pointers == HIPSPARSE_POINTER_MODE_HOST ? finish(h, bad) : bad;                      \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##csrilu02_bufferSize(                                             \
      hipsparseHandle_t h, int m, int nnz, const hipsparseMatDescr_t d, TYPE *values,              \
      const int *rows, const int *cols, csrilu02Info_t info, int *size) {                          \
    auto bad =                                                                                     \
        failed(h, m >= 0 && nnz >= 0 && d && rows && info && size && (!nnz || (values && cols)));  \
    if (bad == HIPSPARSE_STATUS_SUCCESS) *size = 4;                                                \
    return bad;                                                                                    \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##csrilu02_analysis(                                               \
      hipsparseHandle_t h, int m, int nnz, const hipsparseMatDescr_t d, const TYPE *values,        \
      const int *rows, const int *cols, csrilu02Info_t info, hipsparseSolvePolicy_t, void *) {     \
    return failed(h, m >= 0 && nnz >= 0 && d && rows && info && (!nnz || (values && cols)));       \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##csrilu02(                                                        \
      hipsparseHandle_t h, int m, int nnz, const hipsparseMatDescr_t d, TYPE *values,              \
      const int *rows, const int *cols, csrilu02Info_t info, hipsparseSolvePolicy_t, void *) {     \
    auto bad = failed(h, m >= 0 && nnz >= 0 && d && rows && info && (!nnz || (values && cols)));   \
    if (bad != HIPSPARSE_STATUS_SUCCESS) return bad;                                               \
    return submit(h, [=, base = d->base] {                                                         \
      with(type_of<TYPE>(), [&](auto zero) {                                                       \
        factorize(m, (decltype(zero) *)values, rows, cols, base, &info->pivot);                    \
      });                                                                                          \
    });                                                                                            \
  }

static bool equal(float a, float b) { return a == b; }
static bool equal(double a, double b) { return a == b; }
static bool equal(const hipComplex &a, const hipComplex &b) { return a.x == b.x && a.y == b.y; }
static bool equal(const hipDoubleComplex &a, const hipDoubleComplex &b) {
  return a.x == b.x && a.y == b.y;
}
FUNCTIONS(S, float)
FUNCTIONS(D, double)
FUNCTIONS(C, hipComplex)
FUNCTIONS(Z, hipDoubleComplex)
