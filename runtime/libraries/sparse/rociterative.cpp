// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSPARSE's iterative incomplete factorization and triangular solve, for devices whose memory the host accesses
// in place. A sweep over the rows in order, which the host makes, is the factorization itself (Chow and Patel,
// Fine-grained parallel incomplete LU factorization, section 3.1): a second one changes nothing.
#include "rochost.h"

#include <algorithm>

namespace {

// history is what a factorization leaves in its buffer.
struct history {
  int sweeps;
  double correction, residual;
};

checked itilu_check(rocsparse_handle handle, rocsparse_itilu0_alg alg, int option, int limit, int m,
                    int nnz, const int *row, const int *col, rocsparse_index_base base) {
  checked c(handle);
  c.value((unsigned)alg <= rocsparse_itilu0_alg_sync_split_fusion);
  c.value(option >= 0 && option < 2 * rocsparse_itilu0_option_coo_format).base(base);
  c.sizes(limit, m, nnz);
  c.need(!m || row, rocsparse_status_invalid_pointer);
  return c.need(!nnz || col, rocsparse_status_invalid_pointer);
}

// product is the element (r, c) of LU, of rows that are sorted.
template <class T> T product(const T *lu, const int *row, const int *col, int base, int r, int c) {
  T sum = T();
  for (int i = row[r] - base; i < row[r + 1] - base; i++) {
    int k = col[i] - base;
    if (k > r || k > c) break;
    const int *first = col + row[k] - base, *last = col + row[k + 1] - base;
    const int *at = std::lower_bound(first, last, c + base);
    if (at == last || *at != c + base) continue;
    sum += (k == r ? T(1) : lu[i]) * lu[at - col];
  }
  return sum;
}

template <class T> struct factorization {
  using E = sparse::element_of<T>;
  using R = decltype(sparse::real_part(E()));

  // compute writes how often the rows were swept to *limit, and the norms relative to the largest element.
  static int compute(int m, int nnz, const int *row, const int *col, int base, const E *val, E *lu,
                     int limit, history *h) {
    R largest = 0, change = 0, rest = 0;
    std::copy_n(val, nnz, lu);
    for (int i = 0; i < nnz; i++) largest = std::max(largest, (R)std::abs(val[i]));
    int pivot = limit ? sparse::factorize_lu(sparse::csr_view{m, row, col, base}, lu) : -1;
    for (int i = 0; i < nnz; i++) change = std::max(change, (R)std::abs(lu[i] - val[i]));
    for (int r = 0; r < m; r++)
      for (int i = row[r] - base; i < row[r + 1] - base; i++)
        rest = std::max(rest, (R)std::abs(val[i] - product(lu, row, col, base, r, col[i] - base)));
    if (largest == 0) largest = 1;
    *h = {std::min(limit, 2), change / largest, rest / largest};
    return pivot;
  }
};

template <class T>
rocsparse_status compute(rocsparse_handle handle, rocsparse_itilu0_alg alg, int option, int *limit,
                         int m, int nnz, const int *row, const int *col, const T *val, T *ilu0,
                         rocsparse_index_base base, size_t size, void *buffer) {
  using E = sparse::element_of<T>;
  checked c(handle);
  c.pointers(limit);
  if (c.status != rocsparse_status_success) return c.status;
  c = itilu_check(handle, alg, option, *limit, m, nnz, row, col, base);
  c.need(!nnz || (val && ilu0), rocsparse_status_invalid_pointer).pointers(buffer);
  c.need(size >= sizeof(history), rocsparse_status_invalid_size);
  int pivot = -1, most = *limit;
  rocsparse_status s = submitted(handle, c, [=, &pivot] {
    pivot = factorization<T>::compute(m, nnz, row, col, (int)base, (const E *)val, (E *)ilu0, most,
                                      (history *)buffer);
  });
  if (s == rocsparse_status_success)
    s = status_of(sparse::finish(handle->h, HIPSPARSE_STATUS_SUCCESS));
  if (s != rocsparse_status_success) return s;
  *limit = ((const history *)buffer)->sweeps;
  return pivot < 0 ? rocsparse_status_success : rocsparse_status_zero_pivot;
}

template <class R>
rocsparse_status record(rocsparse_handle handle, rocsparse_itilu0_alg alg, int *sweeps, R *data,
                        size_t size, void *buffer) {
  checked c(handle);
  c.value((unsigned)alg <= rocsparse_itilu0_alg_sync_split_fusion).pointers(sweeps, data, buffer);
  c.need(size >= sizeof(history), rocsparse_status_invalid_size);
  if (c.status != rocsparse_status_success) return c.status;
  rocsparse_status s = status_of(sparse::finish(handle->h, HIPSPARSE_STATUS_SUCCESS));
  if (s != rocsparse_status_success) return s;
  const history *h = (const history *)buffer;
  *sweeps = h->sweeps;
  for (int i = 0; i < h->sweeps; i++) {
    data[i] = (R)(i ? 0 : h->correction);
    data[h->sweeps + i] = (R)h->residual;
  }
  return rocsparse_status_success;
}

// descriptor makes what the functions for arrays take of a matrix.
struct descriptor {
  hipsparse_mat_descr d = {};
  _rocsparse_mat_descr m = {&d, rocsparse_storage_mode_sorted};
  explicit descriptor(const hipsparse_sp_mat &a) {
    d.type = HIPSPARSE_MATRIX_TYPE_TRIANGULAR;
    d.fill = a.fill;
    d.diag = a.diag;
    d.base = a.base;
  }
};

} // namespace

rocsparse_status rocsparse_csritilu0_buffer_size(rocsparse_handle handle, rocsparse_itilu0_alg alg,
                                                 rocsparse_int option, rocsparse_int nmaxiter,
                                                 rocsparse_int m, rocsparse_int nnz,
                                                 const rocsparse_int *csr_row_ptr,
                                                 const rocsparse_int *csr_col_ind,
                                                 rocsparse_index_base idx_base,
                                                 rocsparse_datatype datatype, size_t *buffer_size) {
  checked c =
      itilu_check(handle, alg, option, nmaxiter, m, nnz, csr_row_ptr, csr_col_ind, idx_base);
  c.type(datatype).pointers(buffer_size);
  c.need(!m || nnz, rocsparse_status_zero_pivot);
  if (c.status == rocsparse_status_success) *buffer_size = 256;
  return c.status;
}

// preprocess finds rows without a diagonal, for which it waits.
rocsparse_status
rocsparse_csritilu0_preprocess(rocsparse_handle handle, rocsparse_itilu0_alg alg,
                               rocsparse_int option, rocsparse_int nmaxiter, rocsparse_int m,
                               rocsparse_int nnz, const rocsparse_int *csr_row_ptr,
                               const rocsparse_int *csr_col_ind, rocsparse_index_base idx_base,
                               rocsparse_datatype datatype, size_t buffer_size, void *buffer) {
  checked c =
      itilu_check(handle, alg, option, nmaxiter, m, nnz, csr_row_ptr, csr_col_ind, idx_base);
  c.type(datatype).pointers(buffer);
  c.need(buffer_size >= sizeof(history), rocsparse_status_invalid_size);
  bool missing = false;
  rocsparse_status s = submitted(handle, c, [=, &missing] {
    *(history *)buffer = {};
    for (int r = 0; r < m; r++) {
      const int *first = csr_col_ind + csr_row_ptr[r] - idx_base;
      const int *last = csr_col_ind + csr_row_ptr[r + 1] - idx_base;
      if (std::find(first, last, r + (int)idx_base) == last) missing = true;
    }
  });
  if (s == rocsparse_status_success)
    s = status_of(sparse::finish(handle->h, HIPSPARSE_STATUS_SUCCESS));
  return s == rocsparse_status_success && missing ? rocsparse_status_zero_pivot : s;
}

#define TYPED(X, T, R)                                                                             \
  rocsparse_status rocsparse_##X##csritilu0_compute(                                               \
      rocsparse_handle handle, rocsparse_itilu0_alg alg, rocsparse_int option,                     \
      rocsparse_int *nmaxiter, R, rocsparse_int m, rocsparse_int nnz,                              \
      const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, const T *csr_val,        \
      T *ilu0, rocsparse_index_base idx_base, size_t buffer_size, void *buffer) {                  \
    return compute<T>(handle, alg, option, nmaxiter, m, nnz, csr_row_ptr, csr_col_ind, csr_val,    \
                      ilu0, idx_base, buffer_size, buffer);                                        \
  }                                                                                                \
  rocsparse_status rocsparse_##X##csritilu0_history(                                               \
      rocsparse_handle handle, rocsparse_itilu0_alg alg, rocsparse_int *niter, R *data,            \
      size_t buffer_size, void *buffer) {                                                          \
    return record<R>(handle, alg, niter, data, buffer_size, buffer);                               \
  }
TYPED(s, float, float)
TYPED(d, double, double)
TYPED(c, rocsparse_float_complex, float)
TYPED(z, rocsparse_double_complex, double)

rocsparse_status rocsparse_spitsv(rocsparse_handle handle, rocsparse_int *host_nmaxiter,
                                  const void *host_tol, void *host_history,
                                  rocsparse_operation trans, const void *alpha,
                                  const rocsparse_spmat_descr mat, const rocsparse_dnvec_descr x,
                                  const rocsparse_dnvec_descr y, rocsparse_datatype compute_type,
                                  rocsparse_spitsv_alg alg, rocsparse_spitsv_stage stage,
                                  size_t *buffer_size, void *temp_buffer) {
  checked c(handle);
  c.op(trans).type(compute_type).value(alg == rocsparse_spitsv_alg_default);
  c.value(stage >= rocsparse_spitsv_stage_buffer_size && stage <= rocsparse_spitsv_stage_compute);
  c.pointers(alpha, mat, x, y);
  bool sizes = stage == rocsparse_spitsv_stage_buffer_size;
  c.need(sizes ? buffer_size != nullptr : temp_buffer != nullptr, rocsparse_status_invalid_pointer);
  if (c.status != rocsparse_status_success) return c.status;
  const hipsparse_sp_mat &a = *mat->d;
  bool supported = a.format == HIPSPARSE_FORMAT_CSR && a.offset == HIPSPARSE_INDEX_32I &&
                   a.index == HIPSPARSE_INDEX_32I && a.type == type(compute_type) &&
                   x->d->type == a.type && y->d->type == a.type;
  c.need(supported, rocsparse_status_not_implemented);
  c.need(a.rows == a.cols && x->d->size == a.rows && y->d->size == a.rows,
         rocsparse_status_invalid_size);
  if (c.status != rocsparse_status_success) return c.status;
  descriptor d(a);
  int pivot = -1;
  _rocsparse_mat_info info = {};
  info.pivot = &pivot;
  const int *row = (const int *)a.offsets, *col = (const int *)a.indices;
  int m = (int)a.rows, nnz = (int)a.nnz;
#define STAGES(X, T, R)                                                                            \
  if (sizes)                                                                                       \
    return rocsparse_##X##csritsv_buffer_size(handle, trans, m, nnz, &d.m, (const T *)a.values,    \
                                              row, col, &info, buffer_size);                       \
  if (stage == rocsparse_spitsv_stage_preprocess) return rocsparse_status_success;                 \
  return rocsparse_##X##csritsv_solve(                                                             \
      handle, host_nmaxiter, (const R *)host_tol, (R *)host_history, trans, m, nnz,                \
      (const T *)alpha, &d.m, (const T *)a.values, row, col, &info, (const T *)x->d->values,       \
      (T *)y->d->values, rocsparse_solve_policy_auto, temp_buffer)
  switch (a.type) {
  case HIP_R_32F:
    STAGES(s, float, float);
  case HIP_R_64F:
    STAGES(d, double, double);
  case HIP_C_32F:
    STAGES(c, rocsparse_float_complex, float);
  default:
    STAGES(z, rocsparse_double_complex, double);
  }
}
