// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipSPARSE's functions from before the generic ones, for devices whose memory the host accesses in
// place: a matrix is three arrays, and an analysis finds zero pivots. CUDA 13 has none of them.
#include "calls.h"

using namespace sparse;

// Each function has an info of its own, which keeps the first row whose pivot is missing or 0, or -1.
#define INFO(Name, name)                                                                           \
  struct name##Info {                                                                              \
    int pivot;                                                                                     \
  };                                                                                               \
  hipsparseStatus_t hipsparseCreate##Name##Info(name##Info_t *info) {                              \
    if (!info) return HIPSPARSE_STATUS_INVALID_VALUE;                                              \
    *info = (name##Info_t)malloc(sizeof **info);                                                   \
    if (!*info) return HIPSPARSE_STATUS_ALLOC_FAILED;                                              \
    (*info)->pivot = -1;                                                                           \
    return HIPSPARSE_STATUS_SUCCESS;                                                               \
  }                                                                                                \
  hipsparseStatus_t hipsparseDestroy##Name##Info(name##Info_t info) {                              \
    if (!info) return HIPSPARSE_STATUS_INVALID_VALUE;                                              \
    (void)hipDeviceSynchronize(); /* a call that writes the pivot may still be queued */           \
    free(info);                                                                                    \
    return HIPSPARSE_STATUS_SUCCESS;                                                               \
  }
INFO(Csrsv2, csrsv2)
INFO(Csrsm2, csrsm2)
INFO(Csric02, csric02)
INFO(Csrgemm2, csrgemm2)
INFO(Bsrsv2, bsrsv2)
INFO(Bsrsm2, bsrsm2)
INFO(Bsric02, bsric02)
INFO(Bsrilu02, bsrilu02)

namespace {

hipsparseStatus_t zero_pivot(hipsparseHandle_t h, const int *pivot, int *position) {
  auto s = checked(h, pivot && position);
  if (s == HIPSPARSE_STATUS_SUCCESS) s = finish(h, s);
  if (s != HIPSPARSE_STATUS_SUCCESS) return s;
  *position = *pivot;
  return *pivot < 0 ? s : HIPSPARSE_STATUS_ZERO_PIVOT;
}

// pivots finds the first zero pivot of a triangular system.
template <class T, class Call>
hipsparseStatus_t pivots(hipsparseHandle_t h, const Call &a, bool valid, int *pivot) {
  auto s = checked(h, valid && a.valid());
  if (s != HIPSPARSE_STATUS_SUCCESS) return s;
  return submit(
      h, [=, v = a.view(), t = triangle(a.d)] { *pivot = find_pivot(v, (const T *)a.values, t); });
}

template <class T, class Call>
hipsparseStatus_t solved(hipsparseHandle_t h, hipsparseOperation_t op, const void *alpha,
                         const Call &a, bool valid, int *pivot, const T *from, T *to) {
  auto s = checked(h, valid && a.valid() && is_op(op) && alpha);
  if (s != HIPSPARSE_STATUS_SUCCESS) return s;
  return submit(h, [=, v = a.view(), t = triangle(a.d), scale = scalar(h, alpha, data_type<T>())] {
    *pivot = find_pivot(v, (const T *)a.values, t);
    T by = scale.get<T>();
    for (int i = 0; i < v.m; i++) to[i] = by * from[i];
    solve(v, (const T *)a.values, t, op, to, 1);
  });
}

// A matrix as an operand of a sum, whose values are not known while entries are counted.
template <class T>
part<T> operand(int m, const hipsparse_mat_descr *d, const void *values, const int *offsets,
                const int *indices) {
  return {{m, offsets, indices, d ? d->base : 0}, (const T *)values};
}
bool is_operand(const hipsparse_mat_descr *d, int nnz, const int *offsets, const int *indices) {
  return nnz >= 0 && d && offsets && (!nnz || indices);
}

template <class T>
hipsparseStatus_t counted(hipsparseHandle_t h, bool valid, const sum<T> &sum,
                          const hipsparse_mat_descr *d, int *offsets, int *total) {
  auto s = checked(h, valid && d && offsets && total && sum.m >= 0 && sum.n >= 0);
  if (s != HIPSPARSE_STATUS_SUCCESS) return s;
  s = submit_marks(h, sum.n,
                   [=, base = d->base](int *marks) { *total = sum.count(offsets, base, marks); });
  return h->pointers == HIPSPARSE_POINTER_MODE_HOST ? finish(h, s) : s;
}

// filled computes a sum; alpha and beta may be null for operands that are not there.
template <class T>
hipsparseStatus_t filled(hipsparseHandle_t h, const sum<T> &terms, const void *alpha,
                         const void *beta, const hipsparse_mat_descr *d, void *values,
                         const int *offsets, int *indices) {
  static const T none = T();
  scalar a(h, alpha ? alpha : &none, data_type<T>()), b(h, beta ? beta : &none, data_type<T>());
  return submit_marks(h, terms.n, [=, base = d->base](int *marks) {
    sum<T> all = terms;
    all.alpha = a.get<T>();
    all.beta = b.get<T>();
    all.fill(offsets, indices, (T *)values, base, marks);
  });
}

template <class T>
hipsparseStatus_t band_sized(hipsparseHandle_t h, bool valid, const band_call<T> &a, size_t *size) {
  return sized(h, valid && a.valid(), size, banded_memory<T>(a.m, a.width));
}
template <class T>
hipsparseStatus_t band_solved(hipsparseHandle_t h, bool valid, const band_call<T> &a, bool exchange,
                              void *buffer) {
  auto s = checked(h, valid && a.valid() && (!a.count || buffer));
  if (s != HIPSPARSE_STATUS_SUCCESS) return s;
  return submit(h, [=] { a.solve(exchange, (T *)buffer); });
}

bool is_algorithm(int algorithm, int last) { return algorithm >= 0 && algorithm <= last; }

} // namespace

#define PIVOT(name)                                                                                \
  hipsparseStatus_t hipsparseX##name##_zeroPivot(hipsparseHandle_t h, name##Info_t info,           \
                                                 int *position) {                                  \
    return zero_pivot(h, info ? &info->pivot : nullptr, position);                                 \
  }
PIVOT(csrsv2)
PIVOT(csrsm2)
PIVOT(csric02)
PIVOT(bsrsv2)
PIVOT(bsrsm2)
PIVOT(bsric02)
PIVOT(bsrilu02)

#define PATTERN(X) const hipsparseMatDescr_t d##X, int nnz##X, const int *row##X, const int *col##X
#define OPERAND(X, TYPE)                                                                           \
  const hipsparseMatDescr_t d##X, int nnz##X, const TYPE *val##X, const int *row##X,               \
      const int *col##X

hipsparseStatus_t hipsparseXcsrgemm2Nnz(hipsparseHandle_t h, int m, int n, int k, PATTERN(A),
                                        PATTERN(B), PATTERN(D), const hipsparseMatDescr_t dC,
                                        int *rowC, int *total, const csrgemm2Info_t info, void *) {
  bool product = is_operand(dA, nnzA, rowA, colA) && is_operand(dB, nnzB, rowB, colB);
  bool added = is_operand(dD, nnzD, rowD, colD);
  sum<float> terms = {m, n, 1, 1, {}, {}, {}};
  if (product) {
    terms.a = operand<float>(m, dA, nullptr, rowA, colA);
    terms.b = operand<float>(k, dB, nullptr, rowB, colB);
  }
  if (added) terms.d = operand<float>(m, dD, nullptr, rowD, colD);
  return counted(h, k >= 0 && info && (product || added), terms, dC, rowC, total);
}
hipsparseStatus_t hipsparseXcsrgeam2Nnz(hipsparseHandle_t h, int m, int n, PATTERN(A), PATTERN(B),
                                        const hipsparseMatDescr_t dC, int *rowC, int *total,
                                        void *) {
  sum<float> terms = {m,
                      n,
                      1,
                      1,
                      operand<float>(m, dA, nullptr, rowA, colA),
                      {},
                      operand<float>(m, dB, nullptr, rowB, colB)};
  bool valid = is_operand(dA, nnzA, rowA, colA) && is_operand(dB, nnzB, rowB, colB);
  return counted(h, valid, terms, dC, rowC, total);
}

hipsparseStatus_t hipsparseXcsrgeamNnz(hipsparseHandle_t h, int m, int n, PATTERN(A), PATTERN(B),
                                       const hipsparseMatDescr_t dC, int *rowC, int *total) {
  return hipsparseXcsrgeam2Nnz(h, m, n, dA, nnzA, rowA, colA, dB, nnzB, rowB, colB, dC, rowC, total,
                               nullptr);
}
hipsparseStatus_t hipsparseXcsrgemmNnz(hipsparseHandle_t h, hipsparseOperation_t opA,
                                       hipsparseOperation_t opB, int m, int n, int k, PATTERN(A),
                                       PATTERN(B), const hipsparseMatDescr_t dC, int *rowC,
                                       int *total) {
  bool valid = is_operand(dA, nnzA, rowA, colA) && is_operand(dB, nnzB, rowB, colB);
  if (h && is_op(opA) && is_op(opB) && (opA || opB)) return HIPSPARSE_STATUS_NOT_SUPPORTED;
  sum<float> terms = {m,
                      n,
                      1,
                      0,
                      operand<float>(m, dA, nullptr, rowA, colA),
                      operand<float>(k, dB, nullptr, rowB, colB),
                      {}};
  return counted(h, valid && k >= 0 && is_op(opA) && is_op(opB), terms, dC, rowC, total);
}

hipsparseStatus_t hipsparseXcsr2bsrNnz(hipsparseHandle_t h, hipsparseDirection_t direction, int m,
                                       int n, const hipsparseMatDescr_t dA, const int *rowA,
                                       const int *colA, int dim, const hipsparseMatDescr_t dC,
                                       int *rowC, int *total) {
  auto s = checked(h, is_direction(direction) && m >= 0 && n >= 0 && dA && dC && dim > 0 && rowC &&
                          total && (!m || (rowA && colA)));
  if (s != HIPSPARSE_STATUS_SUCCESS) return s;
  csr_view a = {m, rowA, colA, dA->base};
  bsr_view c = {0, nullptr, nullptr, dC->base, dim, dim, true};
  s = submit_marks(h, n / dim + 1, [=](int *marks) {
    memset(marks, 0, (size_t)(n / dim + 1) * sizeof *marks);
    *total = blocks<float>(a, nullptr, c, rowC, nullptr, nullptr, marks);
  });
  return h->pointers == HIPSPARSE_POINTER_MODE_HOST ? finish(h, s) : s;
}

#define CSR(TYPE) const hipsparseMatDescr_t d, TYPE *val, const int *row, const int *col
#define BSR(TYPE) const hipsparseMatDescr_t d, TYPE *val, const int *row, const int *col, int dim
#define CSR_SHAPE int m, int nnz
#define BSR_SHAPE hipsparseDirection_t dir, int m, int nnz
#define CSR_CALL                                                                                   \
  csr_call { m, nnz, d, val, row, col }
#define BSR_CALL                                                                                   \
  bsr_call { dir, m, nnz, d, val, row, col, dim }

// A factorization without fill-in: buffers, an analysis that has nothing to do, and the work.
#define FACTORIZATION(X, T, name, MATRIX, CALL, factorize, ...)                                    \
  hipsparseStatus_t hipsparse##X##name##_bufferSize(                                               \
      hipsparseHandle_t h, __VA_ARGS__, MATRIX(const T), name##Info_t info, int *size) {           \
    return sized(h, CALL.valid() && info, size);                                                   \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##name##_bufferSizeExt(                                            \
      hipsparseHandle_t h, __VA_ARGS__, MATRIX(const T), name##Info_t info, size_t *size) {        \
    return sized(h, CALL.valid() && info, size);                                                   \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##name##_analysis(hipsparseHandle_t h, __VA_ARGS__,                \
                                                  MATRIX(const T), name##Info_t info,              \
                                                  hipsparseSolvePolicy_t policy, void *) {         \
    return checked(h, CALL.valid() && info && is_policy(policy));                                  \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##name(hipsparseHandle_t h, __VA_ARGS__, MATRIX(T),                \
                                       name##Info_t info, hipsparseSolvePolicy_t policy, void *) { \
    auto a = CALL;                                                                                 \
    auto s = checked(h, a.valid() && info && is_policy(policy));                                   \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    return submit(h, [=, v = a.view()] { info->pivot = factorize(v, (element_of<T> *)val); });     \
  }

// The solve of a triangular system.
#define SOLVE(X, T, name, MATRIX, CALL, ...)                                                       \
  hipsparseStatus_t hipsparse##X##name##_bufferSize(                                               \
      hipsparseHandle_t h, __VA_ARGS__, MATRIX(const T), name##Info_t info, int *size) {           \
    return sized(h, CALL.valid() && is_op(op) && info, size);                                      \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##name##_bufferSizeExt(                                            \
      hipsparseHandle_t h, __VA_ARGS__, MATRIX(const T), name##Info_t info, size_t *size) {        \
    return sized(h, CALL.valid() && is_op(op) && info, size);                                      \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##name##_analysis(hipsparseHandle_t h, __VA_ARGS__,                \
                                                  MATRIX(const T), name##Info_t info,              \
                                                  hipsparseSolvePolicy_t policy, void *) {         \
    return pivots<element_of<T>>(h, CALL, is_op(op) && info && is_policy(policy),                  \
                                 info ? &info->pivot : nullptr);                                   \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##name##_solve(hipsparseHandle_t h, __VA_ARGS__, const T *alpha,   \
                                               MATRIX(const T), name##Info_t info, const T *f,     \
                                               T *x, hipsparseSolvePolicy_t policy, void *) {      \
    bool valid = info && is_policy(policy) && (m <= 0 || (f && x));                                \
    return solved(h, op, alpha, CALL, valid, info ? &info->pivot : nullptr,                        \
                  (const element_of<T> *)f, (element_of<T> *)x);                                   \
  }

#define TYPED_SOLVERS(X, T)                                                                        \
  FACTORIZATION(X, T, csric02, CSR, CSR_CALL, factorize_ic, CSR_SHAPE)                             \
  FACTORIZATION(X, T, bsric02, BSR, BSR_CALL, factorize_ic, BSR_SHAPE)                             \
  FACTORIZATION(X, T, bsrilu02, BSR, BSR_CALL, factorize_lu, BSR_SHAPE)                            \
  SOLVE(X, T, csrsv2, CSR, CSR_CALL, hipsparseOperation_t op, int m, int nnz)                      \
  SOLVE(X, T, bsrsv2, BSR, BSR_CALL, hipsparseDirection_t dir, hipsparseOperation_t op, int m,     \
        int nnz)                                                                                   \
  hipsparseStatus_t hipsparse##X##csrilu02_bufferSizeExt(                                          \
      hipsparseHandle_t h, int m, int nnz, CSR(T), csrilu02Info_t info, size_t *size) {            \
    int bytes = 0;                                                                                 \
    auto s = hipsparse##X##csrilu02_bufferSize(h, m, nnz, d, val, row, col, info,                  \
                                               size ? &bytes : nullptr);                           \
    if (s == HIPSPARSE_STATUS_SUCCESS) *size = (size_t)bytes;                                      \
    return s;                                                                                      \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##csrsm2_bufferSizeExt(                                            \
      hipsparseHandle_t h, int, hipsparseOperation_t op, hipsparseOperation_t op_b, int m, int n,  \
      int nnz, const T *alpha, CSR(const T), const T *B, int, csrsm2Info_t info,                   \
      hipsparseSolvePolicy_t policy, size_t *size) {                                               \
    bool valid = CSR_CALL.valid() && is_op(op) && is_op(op_b) && n >= 0 && alpha && info;          \
    return sized(h, valid && is_policy(policy) && (!m || !n || B), size);                          \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##csrsm2_analysis(                                                 \
      hipsparseHandle_t h, int, hipsparseOperation_t op, hipsparseOperation_t op_b, int m, int n,  \
      int nnz, const T *, CSR(const T), const T *, int, csrsm2Info_t info,                         \
      hipsparseSolvePolicy_t policy, void *) {                                                     \
    bool valid = is_op(op) && is_op(op_b) && n >= 0 && info && is_policy(policy);                  \
    return pivots<element_of<T>>(h, CSR_CALL, valid, info ? &info->pivot : nullptr);               \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##csrsm2_solve(                                                    \
      hipsparseHandle_t h, int, hipsparseOperation_t op, hipsparseOperation_t op_b, int m, int n,  \
      int nnz, const T *alpha, CSR(const T), T *B, int ldb, csrsm2Info_t info,                     \
      hipsparseSolvePolicy_t policy, void *) {                                                     \
    using E = element_of<T>;                                                                       \
    csr_call a = CSR_CALL;                                                                         \
    bool plain = op_b == HIPSPARSE_OPERATION_NON_TRANSPOSE;                                        \
    auto s =                                                                                       \
        checked(h, a.valid() && is_op(op) && is_op(op_b) && n >= 0 && info && alpha &&             \
                       is_policy(policy) && ldb >= std::max(1, plain ? m : n) && (!m || !n || B)); \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    return submit(h,                                                                               \
                  [=, v = a.view(), t = triangle(d), scale = scalar(h, alpha, data_type<E>())] {   \
                    info->pivot = find_pivot(v, (const E *)val, t);                                \
                    solve_columns(v, (const E *)val, t, op, op_b, n, scale.get<E>(), (E *)B, ldb); \
                  });                                                                              \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##bsrsm2_bufferSize(                                               \
      hipsparseHandle_t h, hipsparseDirection_t dir, hipsparseOperation_t op,                      \
      hipsparseOperation_t op_b, int m, int n, int nnz, BSR(const T), bsrsm2Info_t info,           \
      int *size) {                                                                                 \
    return sized(h, BSR_CALL.valid() && is_op(op) && is_op(op_b) && n >= 0 && info, size);         \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##bsrsm2_analysis(                                                 \
      hipsparseHandle_t h, hipsparseDirection_t dir, hipsparseOperation_t op,                      \
      hipsparseOperation_t op_b, int m, int n, int nnz, BSR(const T), bsrsm2Info_t info,           \
      hipsparseSolvePolicy_t policy, void *) {                                                     \
    bool valid = is_op(op) && is_op(op_b) && n >= 0 && info && is_policy(policy);                  \
    return pivots<element_of<T>>(h, BSR_CALL, valid, info ? &info->pivot : nullptr);               \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##bsrsm2_solve(                                                    \
      hipsparseHandle_t h, hipsparseDirection_t dir, hipsparseOperation_t op,                      \
      hipsparseOperation_t op_b, int m, int n, int nnz, const T *alpha, BSR(const T),              \
      bsrsm2Info_t info, const T *B, int ldb, T *x, int ldx, hipsparseSolvePolicy_t policy,        \
      void *) {                                                                                    \
    using E = element_of<T>;                                                                       \
    bsr_call a = BSR_CALL;                                                                         \
    bool plain = op_b == HIPSPARSE_OPERATION_NON_TRANSPOSE;                                        \
    bool valid = a.valid() && is_op(op) && is_op(op_b) && n >= 0 && info && alpha;                 \
    int rows = valid ? plain ? m * dim : n : 0, cols = valid ? plain ? n : m * dim : 0;            \
    valid = valid && is_policy(policy) && ldb >= std::max(1, rows) && ldx >= std::max(1, rows);    \
    auto s = checked(h, valid && (!rows || !cols || (B && x)));                                    \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    return submit(h,                                                                               \
                  [=, v = a.view(), t = triangle(d), scale = scalar(h, alpha, data_type<E>())] {   \
                    info->pivot = find_pivot(v, (const E *)val, t);                                \
                    for (int64_t c = 0; c < cols; c++)                                             \
                      std::copy_n(B + c * ldb, rows, x + c * ldx);                                 \
                    solve_columns(v, (const E *)val, t, op, op_b, n, scale.get<E>(), (E *)x, ldx); \
                  });                                                                              \
  }

// The systems of the functions for several right sides, strided and interleaved batches.
#define THREE(T) (const element_of<T> *)dl, (const element_of<T> *)d, (const element_of<T> *)du
#define FIVE(T) (const element_of<T> *)ds, THREE(T), (const element_of<T> *)dw
#define SYSTEMS(T)                                                                                 \
  band_call<element_of<T>> { m, 1, n, {THREE(T)}, (element_of<T> *)B, 1, 0, ldb }
#define STRIDED(T)                                                                                 \
  band_call<element_of<T>> { m, 1, count, {THREE(T)}, (element_of<T> *)x, 1, stride, stride }
#define INTERLEAVED(T, width, ...)                                                                 \
  band_call<element_of<T>>{m, width, count, {__VA_ARGS__}, (element_of<T> *)x, count, 1, 1}
#define TYPED_BANDS(X, T)                                                                          \
  hipsparseStatus_t hipsparse##X##gtsv2_bufferSizeExt(hipsparseHandle_t h, int m, int n,           \
                                                      const T *dl, const T *d, const T *du,        \
                                                      const T *B, int ldb, size_t *size) {         \
    return band_sized(h, ldb >= std::max(1, m), SYSTEMS(T), size);                                 \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##gtsv2_nopivot_bufferSizeExt(                                     \
      hipsparseHandle_t h, int m, int n, const T *dl, const T *d, const T *du, const T *B,         \
      int ldb, size_t *size) {                                                                     \
    return hipsparse##X##gtsv2_bufferSizeExt(h, m, n, dl, d, du, B, ldb, size);                    \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##gtsv2(hipsparseHandle_t h, int m, int n, const T *dl,            \
                                        const T *d, const T *du, T *B, int ldb, void *buffer) {    \
    return band_solved(h, ldb >= m, SYSTEMS(T), true, buffer);                                     \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##gtsv2_nopivot(hipsparseHandle_t h, int m, int n, const T *dl,    \
                                                const T *d, const T *du, T *B, int ldb,            \
                                                void *buffer) {                                    \
    return band_solved(h, ldb >= m, SYSTEMS(T), false, buffer);                                    \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##gtsv2StridedBatch_bufferSizeExt(                                 \
      hipsparseHandle_t h, int m, const T *dl, const T *d, const T *du, const T *x, int count,     \
      int stride, size_t *size) {                                                                  \
    return band_sized(h, stride >= m, STRIDED(T), size);                                           \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##gtsv2StridedBatch(hipsparseHandle_t h, int m, const T *dl,       \
                                                    const T *d, const T *du, T *x, int count,      \
                                                    int stride, void *buffer) {                    \
    return band_solved(h, stride >= m, STRIDED(T), false, buffer);                                 \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##gtsvInterleavedBatch_bufferSizeExt(                              \
      hipsparseHandle_t h, int algo, int m, const T *dl, const T *d, const T *du, const T *x,      \
      int count, size_t *size) {                                                                   \
    return band_sized(h, is_algorithm(algo, kAlgorithms3) && m > 1, INTERLEAVED(T, 1, THREE(T)),   \
                      size);                                                                       \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##gtsvInterleavedBatch(                                            \
      hipsparseHandle_t h, int algo, int m, T *dl, T *d, T *du, T *x, int count, void *buffer) {   \
    return band_solved(h, is_algorithm(algo, kAlgorithms3) && m > 1, INTERLEAVED(T, 1, THREE(T)),  \
                       algo != kThomas, buffer);                                                   \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##gpsvInterleavedBatch_bufferSizeExt(                              \
      hipsparseHandle_t h, int algo, int m, const T *ds, const T *dl, const T *d, const T *du,     \
      const T *dw, const T *x, int count, size_t *size) {                                          \
    return band_sized(h, is_algorithm(algo, kAlgorithms5) && m > 2, INTERLEAVED(T, 2, FIVE(T)),    \
                      size);                                                                       \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##gpsvInterleavedBatch(hipsparseHandle_t h, int algo, int m,       \
                                                       T *ds, T *dl, T *d, T *du, T *dw, T *x,     \
                                                       int count, void *buffer) {                  \
    return band_solved(h, is_algorithm(algo, kAlgorithms5) && m > 2, INTERLEAVED(T, 2, FIVE(T)),   \
                       true, buffer);                                                              \
  }

#define TYPED_SUMS(X, T)                                                                           \
  hipsparseStatus_t hipsparse##X##csrgemm2_bufferSizeExt(                                          \
      hipsparseHandle_t h, int m, int n, int k, const T *alpha, PATTERN(A), PATTERN(B),            \
      const T *beta, PATTERN(D), csrgemm2Info_t info, size_t *size) {                              \
    bool valid = m >= 0 && n >= 0 && k >= 0 && info && (alpha || beta);                            \
    valid &= !alpha || (is_operand(dA, nnzA, rowA, colA) && is_operand(dB, nnzB, rowB, colB));     \
    return sized(h, valid && (!beta || is_operand(dD, nnzD, rowD, colD)), size);                   \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##csrgemm2(                                                        \
      hipsparseHandle_t h, int m, int n, int k, const T *alpha, OPERAND(A, T), OPERAND(B, T),      \
      const T *beta, OPERAND(D, T), const hipsparseMatDescr_t dC, T *valC, const int *rowC,        \
      int *colC, const csrgemm2Info_t info, void *) {                                              \
    using E = element_of<T>;                                                                       \
    bool valid = m >= 0 && n >= 0 && k >= 0 && info && dC && rowC && (alpha || beta);              \
    valid &= !alpha || (is_operand(dA, nnzA, rowA, colA) && is_operand(dB, nnzB, rowB, colB));     \
    auto s = checked(h, valid && (!beta || is_operand(dD, nnzD, rowD, colD)));                     \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    sum<E> terms = {m, n, E(), E(), {}, {}, {}};                                                   \
    if (alpha) terms.a = operand<E>(m, dA, valA, rowA, colA);                                      \
    if (alpha) terms.b = operand<E>(k, dB, valB, rowB, colB);                                      \
    if (beta) terms.d = operand<E>(m, dD, valD, rowD, colD);                                       \
    return filled(h, terms, alpha, beta, dC, valC, rowC, colC);                                    \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##csrgeam(                                                         \
      hipsparseHandle_t h, int m, int n, const T *alpha, OPERAND(A, T), const T *beta,             \
      OPERAND(B, T), const hipsparseMatDescr_t dC, T *valC, int *rowC, int *colC) {                \
    return hipsparse##X##csrgeam2(h, m, n, alpha, dA, nnzA, valA, rowA, colA, beta, dB, nnzB,      \
                                  valB, rowB, colB, dC, valC, rowC, colC, nullptr);                \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##csrgemm(                                                         \
      hipsparseHandle_t h, hipsparseOperation_t opA, hipsparseOperation_t opB, int m, int n,       \
      int k, OPERAND(A, T), OPERAND(B, T), const hipsparseMatDescr_t dC, T *valC, const int *rowC, \
      int *colC) {                                                                                 \
    using E = element_of<T>;                                                                       \
    bool valid = is_operand(dA, nnzA, rowA, colA) && is_operand(dB, nnzB, rowB, colB) && dC;       \
    valid &= m >= 0 && n >= 0 && k >= 0 && rowC && (!nnzA || valA) && (!nnzB || valB);             \
    auto s = checked(h, valid && is_op(opA) && is_op(opB));                                        \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    if (opA || opB) return HIPSPARSE_STATUS_NOT_SUPPORTED;                                         \
    sum<E> terms = {                                                                               \
        m, n, E(1), E(), operand<E>(m, dA, valA, rowA, colA), operand<E>(k, dB, valB, rowB, colB), \
        {}};                                                                                       \
    return submit_marks(h, n, [=, base = dC->base](int *marks) {                                   \
      terms.fill(rowC, colC, (E *)valC, base, marks);                                              \
    });                                                                                            \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##csrgeam2_bufferSizeExt(                                          \
      hipsparseHandle_t h, int m, int n, const T *alpha, OPERAND(A, T), const T *beta,             \
      OPERAND(B, T), const hipsparseMatDescr_t dC, const T *, const int *, const int *,            \
      size_t *size) {                                                                              \
    bool valid = is_operand(dA, nnzA, rowA, colA) && is_operand(dB, nnzB, rowB, colB) && dC;       \
    valid &= (!nnzA || valA) && (!nnzB || valB);                                                   \
    return sized(h, valid && m >= 0 && n >= 0 && alpha && beta, size);                             \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##csrgeam2(                                                        \
      hipsparseHandle_t h, int m, int n, const T *alpha, OPERAND(A, T), const T *beta,             \
      OPERAND(B, T), const hipsparseMatDescr_t dC, T *valC, int *rowC, int *colC, void *) {        \
    using E = element_of<T>;                                                                       \
    bool valid = is_operand(dA, nnzA, rowA, colA) && is_operand(dB, nnzB, rowB, colB) && dC;       \
    valid &= (!nnzA || valA) && (!nnzB || valB) && ((!nnzA && !nnzB) || (valC && colC));           \
    auto s = checked(h, valid && m >= 0 && n >= 0 && alpha && beta && rowC);                       \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    sum<E> terms = {m,                                                                             \
                    n,                                                                             \
                    E(),                                                                           \
                    E(),                                                                           \
                    operand<E>(m, dA, valA, rowA, colA),                                           \
                    {},                                                                            \
                    operand<E>(m, dB, valB, rowB, colB)};                                          \
    return filled(h, terms, alpha, beta, dC, valC, rowC, colC);                                    \
  }

#define TYPED_PRODUCTS(X, T)                                                                       \
  hipsparseStatus_t hipsparse##X##csrmm2(hipsparseHandle_t h, hipsparseOperation_t op,             \
                                         hipsparseOperation_t op_b, int m, int n, int k, int nnz,  \
                                         const T *alpha, CSR(const T), const T *B, int ldb,        \
                                         const T *beta, T *C, int ldc) {                           \
    return multiplied(h, op, op_b, m, n, k, alpha, CSR_CALL, B, ldb, beta, C, ldc);                \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##csrmm(hipsparseHandle_t h, hipsparseOperation_t op, int m,       \
                                        int n, int k, int nnz, const T *alpha, CSR(const T),       \
                                        const T *B, int ldb, const T *beta, T *C, int ldc) {       \
    return multiplied(h, op, HIPSPARSE_OPERATION_NON_TRANSPOSE, m, n, k, alpha, CSR_CALL, B, ldb,  \
                      beta, C, ldc);                                                               \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##bsrmv(                                                           \
      hipsparseHandle_t h, hipsparseDirection_t dir, hipsparseOperation_t op, int m, int n,        \
      int nnz, const T *alpha, BSR(const T), const T *x, const T *beta, T *y) {                    \
    int rows = m * dim, cols = n * dim;                                                            \
    bool plain = op == HIPSPARSE_OPERATION_NON_TRANSPOSE;                                          \
    return multiplied(h, op, HIPSPARSE_OPERATION_NON_TRANSPOSE, rows, 1, cols, alpha, BSR_CALL, x, \
                      std::max(1, plain ? cols : rows), beta, y,                                   \
                      std::max(1, plain ? rows : cols));                                           \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##bsrmm(hipsparseHandle_t h, hipsparseDirection_t dir,             \
                                        hipsparseOperation_t op, hipsparseOperation_t op_b, int m, \
                                        int n, int k, int nnz, const T *alpha, BSR(const T),       \
                                        const T *B, int ldb, const T *beta, T *C, int ldc) {       \
    return multiplied(h, op, op_b, m * dim, n, k * dim, alpha, BSR_CALL, B, ldb, beta, C, ldc);    \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##bsrxmv(                                                          \
      hipsparseHandle_t h, hipsparseDirection_t dir, hipsparseOperation_t op, int count, int m,    \
      int n, int nnz, const T *alpha, const hipsparseMatDescr_t d, const T *val, const int *mask,  \
      const int *row, const int *end, const int *col, int dim, const T *x, const T *beta, T *y) {  \
    using E = element_of<T>;                                                                       \
    bsr_call a = BSR_CALL;                                                                         \
    bool valid = a.valid() && is_op(op) && n >= 0 && count >= 0 && count <= m && alpha && beta;    \
    auto s = checked(h, valid && (!count || (mask && end && x && y)));                             \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    if (op != HIPSPARSE_OPERATION_NON_TRANSPOSE || d->type != HIPSPARSE_MATRIX_TYPE_GENERAL)       \
      return HIPSPARSE_STATUS_NOT_SUPPORTED;                                                       \
    return submit(h, [=, v = a.view(), by = scalar(h, alpha, data_type<E>()),                      \
                      plus = scalar(h, beta, data_type<E>())] {                                    \
      multiply_masked(v, end, mask, count, (const E *)val, by.get<E>(), (const E *)x,              \
                      plus.get<E>(), (E *)y);                                                      \
    });                                                                                            \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##gemvi_bufferSize(hipsparseHandle_t h, hipsparseOperation_t op,   \
                                                   int m, int n, int nnz, int *size) {             \
    return sized(h, is_op(op) && m >= 0 && n >= 0 && nnz >= 0, size);                              \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##gemvi(hipsparseHandle_t h, hipsparseOperation_t op, int m,       \
                                        int n, const T *alpha, const T *A, int lda, int nnz,       \
                                        const T *x, const int *ind, const T *beta, T *y,           \
                                        hipsparseIndexBase_t base, void *) {                       \
    using E = element_of<T>;                                                                       \
    int rows = op == HIPSPARSE_OPERATION_NON_TRANSPOSE ? m : n;                                    \
    bool valid = is_op(op) && is_base(base) && m >= 0 && n >= 0 && nnz >= 0 && alpha && beta;      \
    valid = valid && lda >= std::max(1, m) && (!m || !n || A) && (!nnz || (x && ind));             \
    auto s = checked(h, valid && (!rows || y));                                                    \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    return submit(                                                                                 \
        h, [=, by = scalar(h, alpha, data_type<E>()), plus = scalar(h, beta, data_type<E>())] {    \
          multiply_gathered(op, rows, by.get<E>(), (const E *)A, lda, nnz, (const E *)x, ind,      \
                            base, plus.get<E>(), (E *)y);                                          \
        });                                                                                        \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##gemmi(                                                           \
      hipsparseHandle_t h, int m, int n, int k, int nnz, const T *alpha, const T *A, int lda,      \
      const T *val, const int *offsets, const int *ind, const T *beta, T *C, int ldc) {            \
    using E = element_of<T>;                                                                       \
    bool valid = m >= 0 && n >= 0 && k >= 0 && nnz >= 0 && alpha && beta && (!m || !k || A);       \
    valid = valid && lda >= std::max(1, m) && ldc >= std::max(1, m) && (!n || offsets);            \
    auto s = checked(h, valid && (!nnz || (val && ind)) && (!m || !n || C));                       \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    return submit(                                                                                 \
        h, [=, by = scalar(h, alpha, data_type<E>()), plus = scalar(h, beta, data_type<E>())] {    \
          for (int64_t j = 0; j < n; j++)                                                          \
            multiply_gathered(HIPSPARSE_OPERATION_NON_TRANSPOSE, m, by.get<E>(), (const E *)A,     \
                              lda, offsets[j + 1] - offsets[j], (const E *)val + offsets[j],       \
                              ind + offsets[j], 0, plus.get<E>(), (E *)C + j * ldc);               \
        });                                                                                        \
  }

#define TYPED_CONVERSIONS(X, T)                                                                    \
  hipsparseStatus_t hipsparse##X##csr2csc(                                                         \
      hipsparseHandle_t h, int m, int n, int nnz, const T *val, const int *row, const int *col,    \
      T *cscVal, int *cscRow, int *cscCol, hipsparseAction_t action, hipsparseIndexBase_t base) {  \
    auto s = checked(h, true); /* cuSPARSE's function wants a buffer, which the caller has not */  \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    return hipsparseCsr2cscEx2(h, m, n, nnz, val, row, col, cscVal, cscCol, cscRow,                \
                               data_type<element_of<T>>(), action, base,                           \
                               HIPSPARSE_CSR2CSC_ALG_DEFAULT, nullptr);                            \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##csr2dense(hipsparseHandle_t h, int m, int n, CSR(const T), T *A, \
                                            int ld) {                                              \
    auto s =                                                                                       \
        checked(h, m >= 0 && n >= 0 && d && ld >= std::max(1, m) && (!m || !n || (row && A)));     \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    return submit(h, [=, v = csr_view{m, row, col, d->base}] {                                     \
      for (int64_t c = 0; c < n; c++) std::fill(A + c * ld, A + c * ld + m, T{});                  \
      for (int r = 0; r < m; r++)                                                                  \
        v.each(r, [&](int c, int64_t at) { A[r + (int64_t)c * ld] = val[at]; });                   \
    });                                                                                            \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##dense2csr(hipsparseHandle_t h, int m, int n,                     \
                                            const hipsparseMatDescr_t d, const T *A, int ld,       \
                                            const int *nnzPerRow, T *val, int *row, int *col) {    \
    using E = element_of<T>;                                                                       \
    auto s = checked(h, m >= 0 && n >= 0 && d && ld >= std::max(1, m) && row &&                    \
                            (!m || !n || (A && nnzPerRow)));                                       \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    return submit(h, [=, base = d->base] {                                                         \
      row[0] = base;                                                                               \
      for (int r = 0; r < m; r++) {                                                                \
        int at = row[r] - base;                                                                    \
        for (int c = 0; c < n; c++) {                                                              \
          E v = ((const E *)A)[r + (int64_t)c * ld];                                               \
          if (v == E()) continue;                                                                  \
          ((E *)val)[at] = v;                                                                      \
          col[at++] = c + base;                                                                    \
        }                                                                                          \
        row[r + 1] = at + base;                                                                    \
      }                                                                                            \
    });                                                                                            \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##bsr2csr(hipsparseHandle_t h, hipsparseDirection_t dir, int m,    \
                                          int n, BSR(const T), const hipsparseMatDescr_t dC,       \
                                          T *valC, int *rowC, int *colC) {                         \
    bsr_call a = {dir, m, 0, d, val, row, col, dim};                                               \
    auto s = checked(h, a.valid() && n >= 0 && dC && rowC);                                        \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    return submit(h, [=, v = a.view(), base = dC->base] {                                          \
      int count = 0;                                                                               \
      rowC[0] = base;                                                                              \
      for (int r = 0; r < v.m; r++) {                                                              \
        v.each(r, [&](int c, int64_t at) {                                                         \
          colC[count] = c + base;                                                                  \
          valC[count++] = val[at];                                                                 \
        });                                                                                        \
        rowC[r + 1] = count + base;                                                                \
      }                                                                                            \
    });                                                                                            \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##csr2bsr(                                                         \
      hipsparseHandle_t h, hipsparseDirection_t dir, int m, int n, CSR(const T), int dim,          \
      const hipsparseMatDescr_t dC, T *valC, int *rowC, int *colC) {                               \
    using E = element_of<T>;                                                                       \
    csr_call a = {m, 0, d, val, row, col};                                                         \
    auto s = checked(h, a.valid() && n >= 0 && dim > 0 && is_direction(dir) && dC && rowC &&       \
                            (!m || (valC && colC)));                                               \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    bsr_view to = {m, rowC, colC, dC->base, dim, dim, dir == HIPSPARSE_DIRECTION_ROW};             \
    return submit_marks(h, n / dim + 1, [=, v = a.view()](int *marks) {                            \
      memset(marks, 0, (size_t)(n / dim + 1) * sizeof *marks);                                     \
      (void)blocks(v, (const E *)val, to, rowC, colC, (E *)valC, marks);                           \
    });                                                                                            \
  }

#define TYPED_VECTORS(X, T)                                                                        \
  hipsparseStatus_t hipsparse##X##axpyi(hipsparseHandle_t h, int nnz, const T *alpha, const T *x,  \
                                        const int *ind, T *y, hipsparseIndexBase_t base) {         \
    using E = element_of<T>;                                                                       \
    auto s = checked(h, nnz >= 0 && alpha && is_base(base) && (!nnz || (x && ind && y)));          \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    return submit(h, [=, scale = scalar(h, alpha, data_type<E>())] {                               \
      for (int i = 0; i < nnz; i++) ((E *)y)[ind[i] - base] += scale.get<E>() * ((const E *)x)[i]; \
    });                                                                                            \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##doti(hipsparseHandle_t h, int nnz, const T *x, const int *ind,   \
                                       const T *y, T *result, hipsparseIndexBase_t base) {         \
    return dot<element_of<T>, false>(h, nnz, x, ind, y, result, base);                             \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##gthr(hipsparseHandle_t h, int nnz, const T *y, T *x,             \
                                       const int *ind, hipsparseIndexBase_t base) {                \
    auto s = checked(h, nnz >= 0 && is_base(base) && (!nnz || (x && ind && y)));                   \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    return submit(h, [=] {                                                                         \
      for (int i = 0; i < nnz; i++) x[i] = y[ind[i] - base];                                       \
    });                                                                                            \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##gthrz(hipsparseHandle_t h, int nnz, T *y, T *x, const int *ind,  \
                                        hipsparseIndexBase_t base) {                               \
    auto s = checked(h, nnz >= 0 && is_base(base) && (!nnz || (x && ind && y)));                   \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    return submit(h, [=] {                                                                         \
      for (int i = 0; i < nnz; i++) {                                                              \
        x[i] = y[ind[i] - base];                                                                   \
        y[ind[i] - base] = T{};                                                                    \
      }                                                                                            \
    });                                                                                            \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##sctr(hipsparseHandle_t h, int nnz, const T *x, const int *ind,   \
                                       T *y, hipsparseIndexBase_t base) {                          \
    auto s = checked(h, nnz >= 0 && is_base(base) && (!nnz || (x && ind && y)));                   \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    return submit(h, [=] {                                                                         \
      for (int i = 0; i < nnz; i++) y[ind[i] - base] = x[i];                                       \
    });                                                                                            \
  }

namespace {

int columns(const csr_call &a, int k) { return a.m >= 0 ? k : -1; }
int columns(const bsr_call &a, int k) { return a.mb >= 0 && a.dim > 0 ? k : -1; }

// multiplied computes C = alpha op(A) op(B) + beta C; A has m rows and k columns.
template <class T, class Call>
hipsparseStatus_t multiplied(hipsparseHandle_t h, hipsparseOperation_t op,
                             hipsparseOperation_t op_b, int m, int n, int k, const T *alpha,
                             const Call &a, const T *B, int ldb, const T *beta, T *C, int ldc) {
  using E = element_of<T>;
  bool plain = op == HIPSPARSE_OPERATION_NON_TRANSPOSE;
  int inner = plain ? k : m, rows = plain ? m : k;
  int b_rows = op_b == HIPSPARSE_OPERATION_NON_TRANSPOSE ? inner : n;
  bool valid = a.valid() && is_op(op) && is_op(op_b) && n >= 0 && columns(a, k) >= 0 && alpha &&
               beta && ldb >= std::max(1, b_rows) && ldc >= std::max(1, rows);
  auto s = checked(h, valid && (!rows || !n || C) && (!inner || !n || B));
  if (s != HIPSPARSE_STATUS_SUCCESS) return s;
  if (a.d->type != HIPSPARSE_MATRIX_TYPE_GENERAL) return HIPSPARSE_STATUS_NOT_SUPPORTED;
  return submit(h, [=, v = a.view(), by = scalar(h, alpha, data_type<E>()),
                    plus = scalar(h, beta, data_type<E>())] {
    multiply_columns(v, (const E *)a.values, op, rows, op_b, n, by.get<E>(), (const E *)B, ldb,
                     plus.get<E>(), (E *)C, ldc);
  });
}

template <class E, bool conjugated>
hipsparseStatus_t dot(hipsparseHandle_t h, int nnz, const void *x, const int *ind, const void *y,
                      void *result, hipsparseIndexBase_t base) {
  auto s = checked(h, nnz >= 0 && is_base(base) && result && (!nnz || (x && ind && y)));
  if (s != HIPSPARSE_STATUS_SUCCESS) return s;
  s = submit(h, [=] {
    E sum = E();
    for (int i = 0; i < nnz; i++) {
      E v = ((const E *)x)[i];
      sum += (conjugated ? conjugate(v) : v) * ((const E *)y)[ind[i] - base];
    }
    *(E *)result = sum;
  });
  return h->pointers == HIPSPARSE_POINTER_MODE_HOST ? finish(h, s) : s;
}

template <class T>
hipsparseStatus_t rotated(hipsparseHandle_t h, int nnz, T *x, const int *ind, T *y, const T *c,
                          const T *s, hipsparseIndexBase_t base) {
  auto bad = checked(h, nnz >= 0 && is_base(base) && c && s && (!nnz || (x && ind && y)));
  if (bad != HIPSPARSE_STATUS_SUCCESS) return bad;
  return submit(h, [=, cosine = scalar(h, c, data_type<T>()), sine = scalar(h, s, data_type<T>())] {
    for (int i = 0; i < nnz; i++) {
      T &at = y[ind[i] - base], old = x[i];
      x[i] = cosine.get<T>() * old + sine.get<T>() * at;
      at = cosine.get<T>() * at - sine.get<T>() * old;
    }
  });
}

} // namespace

#define TYPED(X, T)                                                                                \
  TYPED_SOLVERS(X, T)                                                                              \
  TYPED_BANDS(X, T)                                                                                \
  TYPED_SUMS(X, T)                                                                                 \
  TYPED_PRODUCTS(X, T)                                                                             \
  TYPED_CONVERSIONS(X, T)                                                                          \
  TYPED_VECTORS(X, T)
TYPED(S, float)
TYPED(D, double)
TYPED(C, hipComplex)
TYPED(Z, hipDoubleComplex)

hipsparseStatus_t hipsparseCdotci(hipsparseHandle_t h, int nnz, const hipComplex *x, const int *ind,
                                  const hipComplex *y, hipComplex *result,
                                  hipsparseIndexBase_t base) {
  return dot<std::complex<float>, true>(h, nnz, x, ind, y, result, base);
}
hipsparseStatus_t hipsparseZdotci(hipsparseHandle_t h, int nnz, const hipDoubleComplex *x,
                                  const int *ind, const hipDoubleComplex *y,
                                  hipDoubleComplex *result, hipsparseIndexBase_t base) {
  return dot<std::complex<double>, true>(h, nnz, x, ind, y, result, base);
}
hipsparseStatus_t hipsparseSroti(hipsparseHandle_t h, int nnz, float *x, const int *ind, float *y,
                                 const float *c, const float *s, hipsparseIndexBase_t base) {
  return rotated(h, nnz, x, ind, y, c, s, base);
}
hipsparseStatus_t hipsparseDroti(hipsparseHandle_t h, int nnz, double *x, const int *ind, double *y,
                                 const double *c, const double *s, hipsparseIndexBase_t base) {
  return rotated(h, nnz, x, ind, y, c, s, base);
}
