// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSPARSE's hybrid format, which is hipSPARSE's, and for devices whose memory the host accesses in place
// conversions of COO and CSC to and from dense matrices, pruned matrices and permutations; products by a descriptor,
// accessors of constant descriptors.
#include "rochost.h"

#include <algorithm>

using sparse::scalar;

struct _rocsparse_hyb_mat {
  hipsparseHybMat_t h;
};

struct _rocsparse_spmv_descr {
  rocsparse_spmv_alg alg;
  rocsparse_operation trans;
  rocsparse_datatype scalars, compute;
};

namespace {

// dense_check checks a dense matrix and the arrays of a sparse one.
checked dense_check(rocsparse_handle handle, rocsparse_mat_descr descr, int m, int n, const void *A,
                    int ld, bool arrays) {
  checked c(handle);
  c.sizes(m, n, ld - std::max(1, m)).pointers(descr);
  c.need(!m || !n || A, rocsparse_status_invalid_pointer);
  return general(c.need(arrays, rocsparse_status_invalid_pointer), descr);
}

template <class E> void clear(E *A, int m, int n, int ld) {
  for (int j = 0; j < n; j++) std::fill_n(A + (int64_t)j * ld, m, E());
}

template <class T>
rocsparse_status coo2dense(rocsparse_handle handle, int m, int n, int nnz,
                           rocsparse_mat_descr descr, const T *val, const int *row, const int *col,
                           T *A, int ld) {
  using E = sparse::element_of<T>;
  checked c = dense_check(handle, descr, m, n, A, ld, !nnz || (val && row && col));
  c.sizes(nnz);
  if (c.status != rocsparse_status_success) return c.status;
  return submitted(handle, c, [=, base = (int)descr->d->base] {
    clear((E *)A, m, n, ld);
    for (int i = 0; i < nnz; i++)
      ((E *)A)[row[i] - base + (int64_t)(col[i] - base) * ld] = ((const E *)val)[i];
  });
}

template <class T>
rocsparse_status csc2dense(rocsparse_handle handle, int m, int n, rocsparse_mat_descr descr,
                           const T *val, const int *begin, const int *row, T *A, int ld) {
  using E = sparse::element_of<T>;
  checked c = dense_check(handle, descr, m, n, A, ld, !n || (begin && val && row));
  if (c.status != rocsparse_status_success) return c.status;
  return submitted(handle, c, [=, base = (int)descr->d->base] {
    clear((E *)A, m, n, ld);
    for (int j = 0; j < n; j++)
      for (int i = begin[j] - base; i < begin[j + 1] - base; i++)
        ((E *)A)[row[i] - base + (int64_t)j * ld] = ((const E *)val)[i];
  });
}

template <class T>
rocsparse_status dense2coo(rocsparse_handle handle, int m, int n, rocsparse_mat_descr descr,
                           const T *A, int ld, const int *counts, T *val, int *row, int *col) {
  using E = sparse::element_of<T>;
  checked c = dense_check(handle, descr, m, n, A, ld, !m || !n || (counts && val && row && col));
  if (c.status != rocsparse_status_success) return c.status;
  return submitted(handle, c, [=, base = (int)descr->d->base] {
    int64_t at = 0;
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
        E v = ((const E *)A)[i + (int64_t)j * ld];
        if (v == E()) continue;
        ((E *)val)[at] = v;
        row[at] = i + base;
        col[at++] = j + base;
      }
  });
}

template <class T>
rocsparse_status dense2csc(rocsparse_handle handle, int m, int n, rocsparse_mat_descr descr,
                           const T *A, int ld, const int *counts, T *val, int *begin, int *row) {
  using E = sparse::element_of<T>;
  checked c =
      dense_check(handle, descr, m, n, A, ld, begin && (!m || !n || (counts && val && row)));
  if (c.status != rocsparse_status_success) return c.status;
  return submitted(handle, c, [=, base = (int)descr->d->base] {
    int at = 0;
    for (int j = 0; j < n; j++) {
      begin[j] = at + base;
      for (int i = 0; i < m; i++) {
        E v = ((const E *)A)[i + (int64_t)j * ld];
        if (v == E()) continue;
        ((E *)val)[at] = v;
        row[at++] = i + base;
      }
    }
    begin[n] = at + base;
  });
}

// pruning is a walk over the elements above a threshold of a dense matrix, or of a sparse one if it has rows.
template <class T> struct pruning {
  rocsparse_handle handle;
  int m, n;
  const T *values;
  int ld;
  const int *row, *col;
  rocsparse_mat_descr from, to;
  const T *threshold;

  sparse::pruned<T> walk() const {
    return {m, n, values, ld, row, col, from ? (int)from->d->base : 0, (int)to->d->base};
  }
  checked check(bool arrays) const {
    checked c(handle);
    c.sizes(m, n).pointers(threshold, to).need(arrays, rocsparse_status_invalid_pointer);
    if (row || from)
      c.pointers(from).need(!m || (row && values && col), rocsparse_status_invalid_pointer);
    else
      c.sizes(ld - std::max(1, m)).need(!m || !n || values, rocsparse_status_invalid_pointer);
    return c;
  }
  rocsparse_status size(size_t *bytes) const {
    checked c = check(bytes);
    if (c.status == rocsparse_status_success) *bytes = 4;
    return c.status;
  }
  // The number of elements may be on the host, which therefore waits.
  rocsparse_status count(int *begin, int *total) const {
    checked c = check((!m || begin) && total);
    if (c.status != rocsparse_status_success) return c.status;
    rocsparse_status s = submitted(
        handle, c, [=, a = walk(), limit = scalar(handle->h, threshold, sparse::data_type<T>())] {
          T least = limit.template get<T>();
          if (begin)
            *total = a.count(least, begin);
          else
            *total = 0;
        });
    return s == rocsparse_status_success
               ? status_of(sparse::finish(handle->h, HIPSPARSE_STATUS_SUCCESS))
               : s;
  }
  rocsparse_status copy(T *val, const int *begin, int *index) const {
    checked c = check(!m || (begin && val && index));
    if (c.status != rocsparse_status_success) return c.status;
    return submitted(handle, c,
                     [=, a = walk(), limit = scalar(handle->h, threshold, sparse::data_type<T>())] {
                       a.copy(limit.template get<T>(), val, begin, index);
                     });
  }
};

} // namespace

rocsparse_status rocsparse_create_hyb_mat(rocsparse_hyb_mat *hyb) {
  if (!hyb) return rocsparse_status_invalid_pointer;
  *hyb = (rocsparse_hyb_mat)calloc(1, sizeof **hyb);
  if (!*hyb) return rocsparse_status_memory_error;
  return status_of(hipsparseCreateHybMat(&(*hyb)->h));
}
rocsparse_status rocsparse_destroy_hyb_mat(rocsparse_hyb_mat hyb) {
  if (!hyb) return rocsparse_status_invalid_pointer;
  rocsparse_status s = status_of(hipsparseDestroyHybMat(hyb->h));
  free(hyb);
  return s;
}
rocsparse_status rocsparse_hyb2csr_buffer_size(rocsparse_handle handle,
                                               const rocsparse_mat_descr descr,
                                               const rocsparse_hyb_mat hyb,
                                               const rocsparse_int *csr_row_ptr,
                                               size_t *buffer_size) {
  checked c(handle);
  c.pointers(descr, hyb, csr_row_ptr, buffer_size);
  if (c.status == rocsparse_status_success) *buffer_size = 4;
  return c.status;
}

rocsparse_status rocsparse_inverse_permutation(rocsparse_handle handle, rocsparse_int n,
                                               const rocsparse_int *p, rocsparse_int *q,
                                               rocsparse_index_base base) {
  checked c(handle);
  c.sizes(n).base(base).need(!n || (p && q), rocsparse_status_invalid_pointer);
  return submitted(handle, c, [=] {
    for (int i = 0; i < n; i++) q[p[i] - base] = i + base;
  });
}
rocsparse_status rocsparse_set_identity_permutation(rocsparse_handle handle, int64_t n, void *p,
                                                    rocsparse_indextype indextype) {
  checked c(handle);
  c.sizes(n).index(indextype).need(!n || p, rocsparse_status_invalid_pointer);
  return submitted(handle, c, [=] {
    for (int64_t i = 0; i < n; i++)
      if (indextype == rocsparse_indextype_i32)
        ((int32_t *)p)[i] = (int32_t)i;
      else
        ((int64_t *)p)[i] = i;
  });
}
rocsparse_status rocsparse_bsrmv_clear(rocsparse_handle handle, rocsparse_mat_info info) {
  return checked(handle).pointers(info).status;
}
rocsparse_status rocsparse_bsrmv_ex_clear(rocsparse_handle handle, rocsparse_mat_info info) {
  return rocsparse_bsrmv_clear(handle, info);
}
// The columns of a matrix are the rows of its transpose.
rocsparse_status rocsparse_cscsort_buffer_size(rocsparse_handle handle, rocsparse_int m,
                                               rocsparse_int n, rocsparse_int nnz,
                                               const rocsparse_int *csc_col_ptr,
                                               const rocsparse_int *csc_row_ind,
                                               size_t *buffer_size) {
  return rocsparse_csrsort_buffer_size(handle, n, m, nnz, csc_col_ptr, csc_row_ind, buffer_size);
}
rocsparse_status rocsparse_cscsort(rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
                                   rocsparse_int nnz, const rocsparse_mat_descr descr,
                                   const rocsparse_int *csc_col_ptr, rocsparse_int *csc_row_ind,
                                   rocsparse_int *perm, void *temp_buffer) {
  return rocsparse_csrsort(handle, n, m, nnz, descr, csc_col_ptr, csc_row_ind, perm, temp_buffer);
}

rocsparse_status rocsparse_create_spmv_descr(rocsparse_spmv_descr *descr) {
  if (!descr) return rocsparse_status_invalid_pointer;
  *descr = (rocsparse_spmv_descr)malloc(sizeof **descr);
  if (!*descr) return rocsparse_status_memory_error;
  **descr = {rocsparse_spmv_alg_default, rocsparse_operation_none, rocsparse_datatype_f64_r,
             rocsparse_datatype_f64_r};
  return rocsparse_status_success;
}
rocsparse_status rocsparse_destroy_spmv_descr(rocsparse_spmv_descr descr) {
  free(descr);
  return rocsparse_status_success;
}
rocsparse_status rocsparse_destroy_error(rocsparse_error) { return rocsparse_status_success; }
rocsparse_status rocsparse_spmv_set_input(rocsparse_handle handle, rocsparse_spmv_descr descr,
                                          rocsparse_spmv_input input, const void *data,
                                          size_t data_size_in_bytes, rocsparse_error *error) {
  if (error) *error = nullptr;
  checked c(handle);
  c.pointers(descr, data).value((unsigned)input <= rocsparse_spmv_input_compute_datatype);
  c.need(data_size_in_bytes == sizeof(int), rocsparse_status_invalid_size);
  if (c.status != rocsparse_status_success) return c.status;
  int value = *(const int *)data;
  switch (input) {
  case rocsparse_spmv_input_alg:
    c.value((unsigned)value <= rocsparse_spmv_alg_csr_lrb);
    descr->alg = (rocsparse_spmv_alg)value;
    break;
  case rocsparse_spmv_input_operation:
    c.op((rocsparse_operation)value);
    descr->trans = (rocsparse_operation)value;
    break;
  default:
    c.type((rocsparse_datatype)value);
    (input == rocsparse_spmv_input_scalar_datatype ? descr->scalars : descr->compute) =
        (rocsparse_datatype)value;
  }
  return c.status;
}

rocsparse_status
rocsparse_v2_spmv_buffer_size(rocsparse_handle handle, rocsparse_spmv_descr descr,
                              rocsparse_const_spmat_descr mat, rocsparse_const_dnvec_descr x,
                              rocsparse_const_dnvec_descr y, rocsparse_v2_spmv_stage stage,
                              size_t *buffer_size_in_bytes, rocsparse_error *error) {
  if (error) *error = nullptr;
  checked c(handle);
  c.pointers(descr, mat, x, y, buffer_size_in_bytes);
  c.value((unsigned)stage <= rocsparse_v2_spmv_stage_compute);
  if (c.status != rocsparse_status_success) return c.status;
  const double none[2] = {}; // in place of the scalars, whose values the size does not depend on
  return rocsparse_spmv(handle, descr->trans, none, mat, x, none, (rocsparse_dnvec_descr)y,
                        descr->compute, descr->alg, rocsparse_spmv_stage_buffer_size,
                        buffer_size_in_bytes, nullptr);
}
rocsparse_status rocsparse_v2_spmv(rocsparse_handle handle, rocsparse_spmv_descr descr,
                                   const void *alpha, rocsparse_const_spmat_descr mat,
                                   rocsparse_const_dnvec_descr x, const void *beta,
                                   rocsparse_dnvec_descr y, rocsparse_v2_spmv_stage stage, size_t,
                                   void *buffer, rocsparse_error *error) {
  if (error) *error = nullptr;
  checked c(handle);
  c.pointers(descr, mat, x, y).value((unsigned)stage <= rocsparse_v2_spmv_stage_compute);
  if (c.status == rocsparse_status_success)
    c.need(descr->scalars == descr->compute, rocsparse_status_not_implemented);
  if (c.status != rocsparse_status_success || stage == rocsparse_v2_spmv_stage_analysis)
    return c.status;
  size_t size = 0; // which the stage does not use
  c.pointers(buffer);
  if (c.status != rocsparse_status_success) return c.status;
  return rocsparse_spmv(handle, descr->trans, alpha, mat, x, beta, y, descr->compute, descr->alg,
                        rocsparse_spmv_stage_compute, &size, buffer);
}

rocsparse_status rocsparse_const_spvec_get(rocsparse_const_spvec_descr descr, int64_t *size,
                                           int64_t *nnz, const void **indices, const void **values,
                                           rocsparse_indextype *idx_type,
                                           rocsparse_index_base *idx_base,
                                           rocsparse_datatype *data_type) {
  return rocsparse_spvec_get((rocsparse_spvec_descr)descr, size, nnz, (void **)indices,
                             (void **)values, idx_type, idx_base, data_type);
}
rocsparse_status rocsparse_const_spvec_get_values(rocsparse_const_spvec_descr descr,
                                                  const void **values) {
  return rocsparse_spvec_get_values((rocsparse_spvec_descr)descr, (void **)values);
}
rocsparse_status rocsparse_const_csr_get(rocsparse_const_spmat_descr descr, int64_t *rows,
                                         int64_t *cols, int64_t *nnz, const void **csr_row_ptr,
                                         const void **csr_col_ind, const void **csr_val,
                                         rocsparse_indextype *row_ptr_type,
                                         rocsparse_indextype *col_ind_type,
                                         rocsparse_index_base *idx_base,
                                         rocsparse_datatype *data_type) {
  return rocsparse_csr_get((rocsparse_spmat_descr)descr, rows, cols, nnz, (void **)csr_row_ptr,
                           (void **)csr_col_ind, (void **)csr_val, row_ptr_type, col_ind_type,
                           idx_base, data_type);
}
rocsparse_status rocsparse_const_csc_get(rocsparse_const_spmat_descr descr, int64_t *rows,
                                         int64_t *cols, int64_t *nnz, const void **csc_col_ptr,
                                         const void **csc_row_ind, const void **csc_val,
                                         rocsparse_indextype *col_ptr_type,
                                         rocsparse_indextype *row_ind_type,
                                         rocsparse_index_base *idx_base,
                                         rocsparse_datatype *data_type) {
  return rocsparse_csc_get((rocsparse_spmat_descr)descr, rows, cols, nnz, (void **)csc_col_ptr,
                           (void **)csc_row_ind, (void **)csc_val, col_ptr_type, row_ind_type,
                           idx_base, data_type);
}
rocsparse_status rocsparse_const_coo_get(rocsparse_const_spmat_descr descr, int64_t *rows,
                                         int64_t *cols, int64_t *nnz, const void **coo_row_ind,
                                         const void **coo_col_ind, const void **coo_val,
                                         rocsparse_indextype *idx_type,
                                         rocsparse_index_base *idx_base,
                                         rocsparse_datatype *data_type) {
  return rocsparse_coo_get((rocsparse_spmat_descr)descr, rows, cols, nnz, (void **)coo_row_ind,
                           (void **)coo_col_ind, (void **)coo_val, idx_type, idx_base, data_type);
}
rocsparse_status rocsparse_const_spmat_get_values(rocsparse_const_spmat_descr descr,
                                                  const void **values) {
  return rocsparse_spmat_get_values((rocsparse_spmat_descr)descr, (void **)values);
}
rocsparse_status rocsparse_const_dnvec_get(rocsparse_const_dnvec_descr descr, int64_t *size,
                                           const void **values, rocsparse_datatype *data_type) {
  return rocsparse_dnvec_get((rocsparse_dnvec_descr)descr, size, (void **)values, data_type);
}
rocsparse_status rocsparse_const_dnvec_get_values(rocsparse_const_dnvec_descr descr,
                                                  const void **values) {
  return rocsparse_dnvec_get_values((rocsparse_dnvec_descr)descr, (void **)values);
}
rocsparse_status rocsparse_const_dnmat_get(rocsparse_const_dnmat_descr descr, int64_t *rows,
                                           int64_t *cols, int64_t *ld, const void **values,
                                           rocsparse_datatype *data_type, rocsparse_order *order) {
  return rocsparse_dnmat_get((rocsparse_dnmat_descr)descr, rows, cols, ld, (void **)values,
                             data_type, order);
}
rocsparse_status rocsparse_const_dnmat_get_values(rocsparse_const_dnmat_descr descr,
                                                  const void **values) {
  return rocsparse_dnmat_get_values((rocsparse_dnmat_descr)descr, (void **)values);
}

#define TYPED(X, UP, T, HT)                                                                        \
  rocsparse_status rocsparse_##X##csr2hyb(                                                         \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr descr,  \
      const T *csr_val, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,        \
      rocsparse_hyb_mat hyb, rocsparse_int user_ell_width,                                         \
      rocsparse_hyb_partition partition_type) {                                                    \
    checked c(handle);                                                                             \
    c.sizes(m, n)                                                                                  \
        .pointers(descr, csr_row_ptr, hyb)                                                         \
        .value((unsigned)partition_type <= rocsparse_hyb_partition_max);                           \
    return c.then([=] {                                                                            \
      return hipsparse##UP##csr2hyb(handle->h, m, n, descr->d, (const HT *)csr_val, csr_row_ptr,   \
                                    csr_col_ind, hyb->h, user_ell_width,                           \
                                    (hipsparseHybPartition_t)partition_type);                      \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##X##hyb2csr(                                                         \
      rocsparse_handle handle, const rocsparse_mat_descr descr, const rocsparse_hyb_mat hyb,       \
      T *csr_val, rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind, void *) {                \
    checked c(handle);                                                                             \
    c.pointers(descr, hyb, csr_row_ptr);                                                           \
    return c.then([=] {                                                                            \
      return hipsparse##UP##hyb2csr(handle->h, descr->d, hyb->h, (HT *)csr_val, csr_row_ptr,       \
                                    csr_col_ind);                                                  \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##X##hybmv(rocsparse_handle handle, rocsparse_operation trans,        \
                                        const T *alpha, const rocsparse_mat_descr descr,           \
                                        const rocsparse_hyb_mat hyb, const T *x, const T *beta,    \
                                        T *y) {                                                    \
    checked c(handle);                                                                             \
    c.op(trans).pointers(alpha, descr, hyb, beta);                                                 \
    return c.then([=] {                                                                            \
      return hipsparse##UP##hybmv(handle->h, op(trans), (const HT *)alpha, descr->d, hyb->h,       \
                                  (const HT *)x, (const HT *)beta, (HT *)y);                       \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##X##coo2dense(                                                       \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz,                \
      const rocsparse_mat_descr descr, const T *coo_val, const rocsparse_int *coo_row_ind,         \
      const rocsparse_int *coo_col_ind, T *A, rocsparse_int ld) {                                  \
    return coo2dense<T>(handle, m, n, nnz, descr, coo_val, coo_row_ind, coo_col_ind, A, ld);       \
  }                                                                                                \
  rocsparse_status rocsparse_##X##csc2dense(                                                       \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr descr,  \
      const T *csc_val, const rocsparse_int *csc_col_ptr, const rocsparse_int *csc_row_ind, T *A,  \
      rocsparse_int ld) {                                                                          \
    return csc2dense<T>(handle, m, n, descr, csc_val, csc_col_ptr, csc_row_ind, A, ld);            \
  }                                                                                                \
  rocsparse_status rocsparse_##X##dense2coo(                                                       \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr descr,  \
      const T *A, rocsparse_int ld, const rocsparse_int *nnz_per_rows, T *coo_val,                 \
      rocsparse_int *coo_row_ind, rocsparse_int *coo_col_ind) {                                    \
    return dense2coo<T>(handle, m, n, descr, A, ld, nnz_per_rows, coo_val, coo_row_ind,            \
                        coo_col_ind);                                                              \
  }                                                                                                \
  rocsparse_status rocsparse_##X##dense2csc(                                                       \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr descr,  \
      const T *A, rocsparse_int ld, const rocsparse_int *nnz_per_columns, T *csc_val,              \
      rocsparse_int *csc_col_ptr, rocsparse_int *csc_row_ind) {                                    \
    return dense2csc<T>(handle, m, n, descr, A, ld, nnz_per_columns, csc_val, csc_col_ptr,         \
                        csc_row_ind);                                                              \
  }                                                                                                \
  rocsparse_status rocsparse_##X##bsrmv_ex_analysis(                                               \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans,                 \
      rocsparse_int mb, rocsparse_int nb, rocsparse_int nnzb, const rocsparse_mat_descr descr,     \
      const T *bsr_val, const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind,        \
      rocsparse_int block_dim, rocsparse_mat_info info) {                                          \
    return bsr_check(handle, dir, descr, mb, nb, nnzb, bsr_val, bsr_row_ptr, bsr_col_ind,          \
                     block_dim)                                                                    \
        .op(trans)                                                                                 \
        .pointers(info)                                                                            \
        .status;                                                                                   \
  }                                                                                                \
  rocsparse_status rocsparse_##X##bsrmv_ex(                                                        \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans,                 \
      rocsparse_int mb, rocsparse_int nb, rocsparse_int nnzb, const T *alpha,                      \
      const rocsparse_mat_descr descr, const T *bsr_val, const rocsparse_int *bsr_row_ptr,         \
      const rocsparse_int *bsr_col_ind, rocsparse_int block_dim, rocsparse_mat_info info,          \
      const T *x, const T *beta, T *y) {                                                           \
    return rocsparse_##X##bsrmv(handle, dir, trans, mb, nb, nnzb, alpha, descr, bsr_val,           \
                                bsr_row_ptr, bsr_col_ind, block_dim, info, x, beta, y);            \
  }
TYPED(s, S, float, float)
TYPED(d, D, double, double)
TYPED(c, C, rocsparse_float_complex, hipComplex)
TYPED(z, Z, rocsparse_double_complex, hipDoubleComplex)

#define PRUNED(X, T)                                                                               \
  rocsparse_status rocsparse_##X##prune_dense2csr_buffer_size(                                     \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *A, rocsparse_int lda,    \
      const T *threshold, const rocsparse_mat_descr descr, const T *, const rocsparse_int *,       \
      const rocsparse_int *, size_t *buffer_size) {                                                \
    return pruning<T>{handle, m, n, A, lda, nullptr, nullptr, nullptr, descr, threshold}.size(     \
        buffer_size);                                                                              \
  }                                                                                                \
  rocsparse_status rocsparse_##X##prune_dense2csr_nnz(                                             \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *A, rocsparse_int lda,    \
      const T *threshold, const rocsparse_mat_descr descr, rocsparse_int *csr_row_ptr,             \
      rocsparse_int *nnz_total_dev_host_ptr, void *) {                                             \
    return pruning<T>{handle, m, n, A, lda, nullptr, nullptr, nullptr, descr, threshold}.count(    \
        csr_row_ptr, nnz_total_dev_host_ptr);                                                      \
  }                                                                                                \
  rocsparse_status rocsparse_##X##prune_dense2csr(                                                 \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *A, rocsparse_int lda,    \
      const T *threshold, const rocsparse_mat_descr descr, T *csr_val,                             \
      const rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind, void *) {                      \
    return pruning<T>{handle, m, n, A, lda, nullptr, nullptr, nullptr, descr, threshold}.copy(     \
        csr_val, csr_row_ptr, csr_col_ind);                                                        \
  }                                                                                                \
  rocsparse_status rocsparse_##X##prune_csr2csr_buffer_size(                                       \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int,                    \
      const rocsparse_mat_descr csr_descr_A, const T *csr_val_A,                                   \
      const rocsparse_int *csr_row_ptr_A, const rocsparse_int *csr_col_ind_A, const T *threshold,  \
      const rocsparse_mat_descr csr_descr_C, const T *, const rocsparse_int *,                     \
      const rocsparse_int *, size_t *buffer_size) {                                                \
    return pruning<T>{handle,        m,           n,           csr_val_A, 0, csr_row_ptr_A,        \
                      csr_col_ind_A, csr_descr_A, csr_descr_C, threshold}                          \
        .size(buffer_size);                                                                        \
  }                                                                                                \
  rocsparse_status rocsparse_##X##prune_csr2csr_nnz(                                               \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int,                    \
      const rocsparse_mat_descr csr_descr_A, const T *csr_val_A,                                   \
      const rocsparse_int *csr_row_ptr_A, const rocsparse_int *csr_col_ind_A, const T *threshold,  \
      const rocsparse_mat_descr csr_descr_C, rocsparse_int *csr_row_ptr_C,                         \
      rocsparse_int *nnz_total_dev_host_ptr, void *) {                                             \
    return pruning<T>{handle,        m,           n,           csr_val_A, 0, csr_row_ptr_A,        \
                      csr_col_ind_A, csr_descr_A, csr_descr_C, threshold}                          \
        .count(csr_row_ptr_C, nnz_total_dev_host_ptr);                                             \
  }                                                                                                \
  rocsparse_status rocsparse_##X##prune_csr2csr(                                                   \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int,                    \
      const rocsparse_mat_descr csr_descr_A, const T *csr_val_A,                                   \
      const rocsparse_int *csr_row_ptr_A, const rocsparse_int *csr_col_ind_A, const T *threshold,  \
      const rocsparse_mat_descr csr_descr_C, T *csr_val_C, const rocsparse_int *csr_row_ptr_C,     \
      rocsparse_int *csr_col_ind_C, void *) {                                                      \
    return pruning<T>{handle,        m,           n,           csr_val_A, 0, csr_row_ptr_A,        \
                      csr_col_ind_A, csr_descr_A, csr_descr_C, threshold}                          \
        .copy(csr_val_C, csr_row_ptr_C, csr_col_ind_C);                                            \
  }
PRUNED(s, float)
PRUNED(d, double)
