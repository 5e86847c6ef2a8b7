// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSPARSE's functions that hipSPARSE does not have, for devices whose memory the host accesses in
// place: rectangular blocks, ELL, a dense matrix times a sparse one, interleaved batches with a distance
// of their own, and triangular systems by iteration.
#include "rochost.h"

using sparse::scalar;

namespace {

// Elements is a vector of any length.
template <class E> struct Elements {
  const E *at;
  E operator()(int64_t i) const { return at[i]; }
};

// A matrix of blocks of height by width elements; m and n are its sizes in blocks.
template <class T> struct rectangles {
  using E = sparse::element_of<T>;
  rocsparse_handle handle;
  rocsparse_direction dir;
  int m, n, nnz;
  rocsparse_mat_descr descr;
  const T *val;
  const int *row, *col;
  int height, width;

  checked check() const {
    checked c = bsr_check(handle, dir, descr, m, n, nnz, val, row, col, height);
    return general(c.need(width > 0, rocsparse_status_invalid_size), descr);
  }
  sparse::bsr_view view() const {
    return {m * height, row, col, descr->d->base, height, width, dir == rocsparse_direction_row};
  }
  rocsparse_status by_vector(rocsparse_operation trans, const T *alpha, const T *x, const T *beta,
                             T *y) const {
    checked c = check();
    c.op(trans).pointers(alpha, beta).need(!m || !n || (x && y), rocsparse_status_invalid_pointer);
    if (c.status != rocsparse_status_success) return c.status;
    return submitted(handle, c,
                     [=, v = view(), values = (const E *)val, cols = n * width,
                      by = scalar(handle->h, alpha, sparse::data_type<E>()),
                      plus = scalar(handle->h, beta, sparse::data_type<E>())] {
                       multiply(v, values, op(trans), cols, by.get<E>(), Elements<E>{(const E *)x},
                                plus.get<E>(), (E *)y);
                     });
  }
  rocsparse_status by_matrix(rocsparse_operation trans_A, rocsparse_operation trans_B, int count,
                             const T *alpha, const T *B, int ldb, const T *beta, T *C,
                             int ldc) const {
    checked c = check();
    c.op(trans_A).op(trans_B).sizes(count).pointers(alpha, beta);
    c.need(!m || !n || !count || (B && C), rocsparse_status_invalid_pointer);
    if (c.status != rocsparse_status_success) return c.status;
    bool plain = trans_A == rocsparse_operation_none;
    int rows = plain ? m * height : n * width, inner = plain ? n * width : m * height;
    c.sizes(ldb - std::max(1, trans_B == rocsparse_operation_none ? inner : count));
    c.sizes(ldc - std::max(1, rows));
    return submitted(handle, c,
                     [=, v = view(), values = (const E *)val, cols = n * width,
                      by = scalar(handle->h, alpha, sparse::data_type<E>()),
                      plus = scalar(handle->h, beta, sparse::data_type<E>())] {
                       multiply_columns(v, values, op(trans_A), cols, op(trans_B), count,
                                        by.get<E>(), (const E *)B, ldb, plus.get<E>(), (E *)C, ldc);
                     });
  }
};

// gemm_sparse computes C = alpha A op(B) + beta C for a B whose rows are the columns of op(B).
template <class T>
rocsparse_status gemm_sparse(rocsparse_handle handle, rocsparse_operation trans_A,
                             rocsparse_operation trans_B, int m, int n, int k, int nnz,
                             const T *alpha, const T *A, int lda, rocsparse_mat_descr descr,
                             const T *val, const int *row, const int *col, const T *beta, T *C,
                             int ldc) {
  using E = sparse::element_of<T>;
  checked c = csr_check(handle, descr, n, k, nnz, val, row, col);
  c.op(trans_A).op(trans_B).sizes(m, lda - std::max(1, m), ldc - std::max(1, m));
  c.pointers(alpha, beta)
      .need((!m || !k || A) && (!m || !n || C), rocsparse_status_invalid_pointer);
  c.need(trans_A == rocsparse_operation_none && trans_B == rocsparse_operation_transpose,
         rocsparse_status_not_implemented);
  general(c, descr);
  if (c.status != rocsparse_status_success) return c.status;
  return submitted(handle, c,
                   [=, base = descr->d->base, by = scalar(handle->h, alpha, sparse::data_type<E>()),
                    plus = scalar(handle->h, beta, sparse::data_type<E>())] {
                     for (int64_t j = 0; j < n; j++) {
                       int64_t first = row[j] - base;
                       sparse::multiply_gathered(HIPSPARSE_OPERATION_NON_TRANSPOSE, m, by.get<E>(),
                                                 (const E *)A, lda, row[j + 1] - row[j],
                                                 (const E *)val + first, col + first, base,
                                                 plus.get<E>(), (E *)C + j * ldc);
                     }
                   });
}

template <class T>
rocsparse_status ell_by_vector(rocsparse_handle handle, rocsparse_operation trans, int m, int n,
                               const T *alpha, rocsparse_mat_descr descr, const T *val,
                               const int *col, int width, const T *x, const T *beta, T *y) {
  using E = sparse::element_of<T>;
  checked c(handle);
  c.op(trans).sizes(m, n, width).pointers(descr, alpha, beta);
  c.need((!m || !width || (val && col)) && (!m || !n || (x && y)),
         rocsparse_status_invalid_pointer);
  general(c, descr);
  if (c.status != rocsparse_status_success) return c.status;
  return submitted(handle, c,
                   [=, v = sparse::ell_view{m, col, descr->d->base, width, n},
                    by = scalar(handle->h, alpha, sparse::data_type<E>()),
                    plus = scalar(handle->h, beta, sparse::data_type<E>())] {
                     multiply(v, (const E *)val, op(trans), n, by.get<E>(),
                              Elements<E>{(const E *)x}, plus.get<E>(), (E *)y);
                   });
}

// Systems with width diagonals on each side of the main one, a row of all of them after another.
template <class T> struct interleaved {
  using E = sparse::element_of<T>;
  rocsparse_handle handle;
  int algorithm, last; // algorithms are 0 to last
  sparse::band_call<E> a;

  checked check(const void *result) const {
    checked c(handle);
    c.value(algorithm >= 0 && algorithm <= last).sizes(a.m - a.width - 1, a.count);
    c.sizes(a.step - a.count).pointers(a.x, result);
    for (int i = 0; i <= 2 * a.width; i++) c.pointers(a.diagonals[i]);
    if (c.status == rocsparse_status_success) c.status = on_host();
    return c;
  }
  rocsparse_status size(size_t *bytes) const {
    return check(bytes).then([&] {
      *bytes = sparse::banded_memory<E>(a.m, a.width);
      return HIPSPARSE_STATUS_SUCCESS;
    });
  }
  rocsparse_status solve(bool exchange, void *buffer) const {
    checked c = check(buffer);
    return submitted(handle, c, [=, a = a] { a.solve(exchange, (E *)buffer); });
  }
};

// triangular is a triangular system that is solved by iteration.
template <class T> struct triangular {
  using E = sparse::element_of<T>;
  using R = decltype(sparse::real_part(E()));
  rocsparse_handle handle;
  rocsparse_operation trans;
  int m, nnz;
  rocsparse_mat_descr descr;
  const T *val;
  const int *row, *col;
  rocsparse_mat_info info;

  checked check() const {
    checked c = csr_check(handle, descr, m, m, nnz, val, row, col);
    c.op(trans).pointers(info);
    if (c.status == rocsparse_status_success) c.status = on_host();
    return c;
  }
  sparse::csr_view view() const { return {m, row, col, descr->d->base}; }
  rocsparse_status size(size_t *bytes) const {
    return check().pointers(bytes).then([&] {
      *bytes = 2 * ((size_t)m + 1) * sizeof(E);
      return HIPSPARSE_STATUS_SUCCESS;
    });
  }
  rocsparse_status analyse(checked c) const {
    if (c.status != rocsparse_status_success) return c.status;
    return submitted(handle, c,
                     [v = view(), values = (const E *)val, t = sparse::triangle(descr->d),
                      pivot = info->pivot] { *pivot = find_pivot(v, values, t); });
  }
  // The results are on the host, which therefore waits for them.
  rocsparse_status solve(int *limit, const R *tolerance, R *history, const T *alpha, const T *x,
                         T *y, rocsparse_solve_policy policy, void *buffer) const {
    checked c = policies(check(), rocsparse_analysis_policy_reuse, policy);
    c.pointers(limit, alpha, buffer).need(!m || (x && y), rocsparse_status_invalid_pointer);
    if (c.status != rocsparse_status_success) return c.status;
    if (*limit < 0) return rocsparse_status_invalid_size;
    rocsparse_status s =
        submitted(handle, c,
                  [=, v = view(), values = (const E *)val, t = sparse::triangle(descr->d),
                   by = op(trans), scale = scalar(handle->h, alpha, sparse::data_type<E>())] {
                    *limit = jacobi(v, values, t, by, scale.get<E>(), (const E *)x, (E *)y, *limit,
                                    tolerance, history, (E *)buffer);
                  });
    if (s != rocsparse_status_success) return s;
    return status_of(sparse::finish(handle->h, HIPSPARSE_STATUS_SUCCESS));
  }
};

} // namespace

// position_of is csrsv's, whose pivot an iteration has, too.
rocsparse_status rocsparse_csritsv_zero_pivot(rocsparse_handle handle,
                                              const rocsparse_mat_descr descr,
                                              rocsparse_mat_info info, rocsparse_int *position) {
  checked c(handle);
  c.pointers(descr);
  return c.status != rocsparse_status_success
             ? c.status
             : rocsparse_csrsv_zero_pivot(handle, descr, info, position);
}
rocsparse_status rocsparse_csritsv_clear(rocsparse_handle handle, const rocsparse_mat_descr descr,
                                         rocsparse_mat_info info) {
  return checked(handle).pointers(descr, info).status;
}

#define CSR(T)                                                                                     \
  const rocsparse_mat_descr descr, const T *val, const rocsparse_int *row, const rocsparse_int *col
#define THREE(T)                                                                                   \
  (const sparse::element_of<T> *)dl, (const sparse::element_of<T> *)d,                             \
      (const sparse::element_of<T> *)du
#define FIVE(T) (const sparse::element_of<T> *)ds, THREE(T), (const sparse::element_of<T> *)dw
#define INTERLEAVED(T, last, width, ...)                                                           \
  interleaved<T> {                                                                                 \
    handle, (int)alg, last,                                                                        \
        {m, width, batch_count, {__VA_ARGS__}, (sparse::element_of<T> *)x, batch_stride, 1, 1}     \
  }
#define TYPED(x_, T, R)                                                                            \
  rocsparse_status rocsparse_##x_##gebsrmv(                                                        \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans,                 \
      rocsparse_int mb, rocsparse_int nb, rocsparse_int nnzb, const T *alpha, CSR(T),              \
      rocsparse_int row_block_dim, rocsparse_int col_block_dim, const T *x, const T *beta, T *y) { \
    return rectangles<T>{handle, dir,           mb,           nb, nnzb, descr, val, row,           \
                         col,    row_block_dim, col_block_dim}                                     \
        .by_vector(trans, alpha, x, beta, y);                                                      \
  }                                                                                                \
  rocsparse_status rocsparse_##x_##gebsrmm(                                                        \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans_A,               \
      rocsparse_operation trans_B, rocsparse_int mb, rocsparse_int n, rocsparse_int kb,            \
      rocsparse_int nnzb, const T *alpha, CSR(T), rocsparse_int row_block_dim,                     \
      rocsparse_int col_block_dim, const T *B, rocsparse_int ldb, const T *beta, T *C,             \
      rocsparse_int ldc) {                                                                         \
    return rectangles<T>{handle, dir,           mb,           kb, nnzb, descr, val, row,           \
                         col,    row_block_dim, col_block_dim}                                     \
        .by_matrix(trans_A, trans_B, n, alpha, B, ldb, beta, C, ldc);                              \
  }                                                                                                \
  rocsparse_status rocsparse_##x_##gemmi(                                                          \
      rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B,           \
      rocsparse_int m, rocsparse_int n, rocsparse_int k, rocsparse_int nnz, const T *alpha,        \
      const T *A, rocsparse_int lda, CSR(T), const T *beta, T *C, rocsparse_int ldc) {             \
    return gemm_sparse(handle, trans_A, trans_B, m, n, k, nnz, alpha, A, lda, descr, val, row,     \
                       col, beta, C, ldc);                                                         \
  }                                                                                                \
  rocsparse_status rocsparse_##x_##ellmv(                                                          \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int n,        \
      const T *alpha, const rocsparse_mat_descr descr, const T *ell_val,                           \
      const rocsparse_int *ell_col_ind, rocsparse_int ell_width, const T *x, const T *beta,        \
      T *y) {                                                                                      \
    return ell_by_vector(handle, trans, m, n, alpha, descr, ell_val, ell_col_ind, ell_width, x,    \
                         beta, y);                                                                 \
  }                                                                                                \
  rocsparse_status rocsparse_##x_##gtsv_interleaved_batch_buffer_size(                             \
      rocsparse_handle handle, rocsparse_gtsv_interleaved_alg alg, rocsparse_int m, const T *dl,   \
      const T *d, const T *du, const T *x, rocsparse_int batch_count, rocsparse_int batch_stride,  \
      size_t *buffer_size) {                                                                       \
    return INTERLEAVED(T, sparse::kAlgorithms3, 1, THREE(T)).size(buffer_size);                    \
  }                                                                                                \
  rocsparse_status rocsparse_##x_##gtsv_interleaved_batch(                                         \
      rocsparse_handle handle, rocsparse_gtsv_interleaved_alg alg, rocsparse_int m, T *dl, T *d,   \
      T *du, T *x, rocsparse_int batch_count, rocsparse_int batch_stride, void *temp_buffer) {     \
    return INTERLEAVED(T, sparse::kAlgorithms3, 1, THREE(T))                                       \
        .solve((int)alg != sparse::kThomas, temp_buffer);                                          \
  }                                                                                                \
  rocsparse_status rocsparse_##x_##gpsv_interleaved_batch_buffer_size(                             \
      rocsparse_handle handle, rocsparse_gpsv_interleaved_alg alg, rocsparse_int m, const T *ds,   \
      const T *dl, const T *d, const T *du, const T *dw, const T *x, rocsparse_int batch_count,    \
      rocsparse_int batch_stride, size_t *buffer_size) {                                           \
    return INTERLEAVED(T, sparse::kAlgorithms5, 2, FIVE(T)).size(buffer_size);                     \
  }                                                                                                \
  rocsparse_status rocsparse_##x_##gpsv_interleaved_batch(                                         \
      rocsparse_handle handle, rocsparse_gpsv_interleaved_alg alg, rocsparse_int m, T *ds, T *dl,  \
      T *d, T *du, T *dw, T *x, rocsparse_int batch_count, rocsparse_int batch_stride,             \
      void *temp_buffer) {                                                                         \
    return INTERLEAVED(T, sparse::kAlgorithms5, 2, FIVE(T)).solve(true, temp_buffer);              \
  }                                                                                                \
  rocsparse_status rocsparse_##x_##csritsv_buffer_size(                                            \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int nnz,      \
      CSR(T), rocsparse_mat_info info, size_t *buffer_size) {                                      \
    return triangular<T>{handle, trans, m, nnz, descr, val, row, col, info}.size(buffer_size);     \
  }                                                                                                \
  rocsparse_status rocsparse_##x_##csritsv_analysis(                                               \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int nnz,      \
      CSR(T), rocsparse_mat_info info, rocsparse_analysis_policy analysis,                         \
      rocsparse_solve_policy solve, void *temp_buffer) {                                           \
    triangular<T> a = {handle, trans, m, nnz, descr, val, row, col, info};                         \
    return a.analyse(policies(a.check(), analysis, solve).pointers(temp_buffer));                  \
  }                                                                                                \
  rocsparse_status rocsparse_##x_##csritsv_solve(                                                  \
      rocsparse_handle handle, rocsparse_int *host_nmaxiter, const R *host_tol, R *host_history,   \
      rocsparse_operation trans, rocsparse_int m, rocsparse_int nnz, const T *alpha, CSR(T),       \
      rocsparse_mat_info info, const T *x, T *y, rocsparse_solve_policy policy,                    \
      void *temp_buffer) {                                                                         \
    return triangular<T>{handle, trans, m, nnz, descr, val, row, col, info}.solve(                 \
        host_nmaxiter, host_tol, host_history, alpha, x, y, policy, temp_buffer);                  \
  }
TYPED(s, float, float)
TYPED(d, double, double)
TYPED(c, rocsparse_float_complex, float)
TYPED(z, rocsparse_double_complex, double)
