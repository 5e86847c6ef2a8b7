// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSPARSE's products of CSR matrices in two steps, the columns and then the values, for devices whose memory the host
// accesses in place.
#include "rochost.h"

#include <algorithm>

namespace {

// csr is a matrix of a product, and dims are the sizes of all.
struct csr {
  rocsparse_mat_descr descr;
  int nnz;
  const void *val;
  const int *row, *col;

  bool pattern() const { return descr && row && (!nnz || col); }
  bool complete() const { return pattern() && (!nnz || val); }
  template <class E> sparse::part<E> part(int rows) const {
    return {{rows, row, col, (int)descr->d->base}, (const E *)val};
  }
};
struct dims {
  int m, n, k;
};

checked product_check(rocsparse_handle handle, rocsparse_operation trans_A,
                      rocsparse_operation trans_B, const dims &d, const csr &A, const csr &B,
                      const csr &D, const csr &C, rocsparse_mat_info info, void *buffer) {
  checked c(handle);
  c.op(trans_A).op(trans_B).sizes(d.m, d.n, d.k, A.nnz, B.nnz, D.nnz, C.nnz);
  c.need(C.pattern(), rocsparse_status_invalid_pointer).pointers(info, buffer);
  return c.need(trans_A == rocsparse_operation_none && trans_B == rocsparse_operation_none,
                rocsparse_status_not_implemented);
}

// counted queues work on memory for as many marks as C has columns, and on the base of C's indices.
template <class Work>
rocsparse_status counted(rocsparse_handle handle, checked &c, const dims &d, const csr &C,
                         const Work &work) {
  if (c.status == rocsparse_status_success) c.status = on_host();
  return c.then([&] {
    return sparse::submit_marks(handle->h, d.n,
                                [=, base = (int)C.descr->d->base](int *m) { work(base, m); });
  });
}

template <class T>
rocsparse_status numeric(rocsparse_handle handle, checked c, const dims &d, const T *alpha,
                         const csr &A, const csr &B, const T *beta, const csr &D, const csr &C,
                         T *val) {
  using E = sparse::element_of<T>;
  static const T none = T();
  c.need(alpha || beta, rocsparse_status_invalid_pointer);
  c.need(!alpha || (A.complete() && B.complete()), rocsparse_status_invalid_pointer);
  c.need(!beta || D.complete(), rocsparse_status_invalid_pointer);
  c.need(!C.nnz || val, rocsparse_status_invalid_pointer);
  if (c.status != rocsparse_status_success) return c.status;
  sparse::sum<E> terms = {d.m, d.n, E(), E(), {}, {}, {}};
  if (alpha) terms.a = A.part<E>(d.m);
  if (alpha) terms.b = B.part<E>(d.k);
  if (beta) terms.d = D.part<E>(d.m);
  const auto type = sparse::data_type<E>();
  sparse::scalar a(handle->h, alpha ? alpha : &none, type), b(handle->h, beta ? beta : &none, type);
  return counted(handle, c, d, C, [=, row = C.row, col = C.col](int base, int *marks) {
    sparse::sum<E> all = terms;
    all.alpha = a.get<E>();
    all.beta = b.get<E>();
    all.numeric(row, col, (E *)val, base, marks);
  });
}

} // namespace

rocsparse_status rocsparse_csrgemm_symbolic(
    rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B, int m, int n,
    int k, const rocsparse_mat_descr descr_A, int nnz_A, const int *row_A, const int *col_A,
    const rocsparse_mat_descr descr_B, int nnz_B, const int *row_B, const int *col_B,
    const rocsparse_mat_descr descr_D, int nnz_D, const int *row_D, const int *col_D,
    const rocsparse_mat_descr descr_C, int nnz_C, const int *row_C, int *col_C,
    const rocsparse_mat_info info_C, void *temp_buffer) {
  const csr A = {descr_A, nnz_A, nullptr, row_A, col_A},
            B = {descr_B, nnz_B, nullptr, row_B, col_B};
  const csr D = {descr_D, nnz_D, nullptr, row_D, col_D},
            C = {descr_C, nnz_C, nullptr, row_C, col_C};
  const dims d = {m, n, k};
  checked c = product_check(handle, trans_A, trans_B, d, A, B, D, C, info_C, temp_buffer);
  bool product = A.pattern() && B.pattern();
  c.need(product || D.pattern(), rocsparse_status_invalid_pointer);
  if (c.status != rocsparse_status_success) return c.status;
  sparse::sum<float> terms = {m, n, 1, 1, {}, {}, {}};
  if (product) terms.a = A.part<float>(m);
  if (product) terms.b = B.part<float>(k);
  if (D.pattern()) terms.d = D.part<float>(m);
  return counted(handle, c, d, C,
                 [=](int base, int *marks) { terms.symbolic(row_C, col_C, base, marks); });
}

#define NUMERIC(x, T)                                                                              \
  rocsparse_status rocsparse_##x##csrgemm_numeric(                                                 \
      rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B, int m,    \
      int n, int k, const T *alpha, const rocsparse_mat_descr descr_A, int nnz_A, const T *val_A,  \
      const int *row_A, const int *col_A, const rocsparse_mat_descr descr_B, int nnz_B,            \
      const T *val_B, const int *row_B, const int *col_B, const T *beta,                           \
      const rocsparse_mat_descr descr_D, int nnz_D, const T *val_D, const int *row_D,              \
      const int *col_D, const rocsparse_mat_descr descr_C, int nnz_C, T *val_C, const int *row_C,  \
      const int *col_C, const rocsparse_mat_info info_C, void *temp_buffer) {                      \
    const csr A = {descr_A, nnz_A, val_A, row_A, col_A},                                           \
              B = {descr_B, nnz_B, val_B, row_B, col_B};                                           \
    const csr D = {descr_D, nnz_D, val_D, row_D, col_D},                                           \
              C = {descr_C, nnz_C, val_C, row_C, col_C};                                           \
    const dims d = {m, n, k};                                                                      \
    return numeric(handle,                                                                         \
                   product_check(handle, trans_A, trans_B, d, A, B, D, C, info_C, temp_buffer), d, \
                   alpha, A, B, beta, D, C, val_C);                                                \
  }
NUMERIC(s, float)
NUMERIC(d, double)
NUMERIC(c, rocsparse_float_complex)
NUMERIC(z, rocsparse_double_complex)
