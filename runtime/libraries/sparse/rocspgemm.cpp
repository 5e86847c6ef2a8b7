// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSPARSE's generic product of sparse matrices, C = alpha A B + beta D, over hipSPARSE's, which has no D.
#include "rochost.h"

#include "entries.h"

#include <algorithm>

namespace {

// united makes a product's entries those of the product and of a matrix m, with beta times m's values added.
template <class T> void united(hipsparse_spgemm *d, const hipsparse_sp_mat &m, T beta) {
  const auto none = HIPSPARSE_OPERATION_NON_TRANSPOSE;
  void *memory = sparse::rows_memory(m, none);
  T *sum = (T *)calloc(m.cols + 1, sizeof *sum);
  int64_t *seen = (int64_t *)calloc(m.cols + 1, sizeof *seen);
  int64_t *begin = (int64_t *)calloc(m.rows + 1, sizeof *begin);
  int64_t *column = (int64_t *)malloc((d->nnz + m.nnz + 1) * sizeof *column);
  T *values = (T *)malloc((d->nnz + m.nnz + 1) * sizeof *values);
  d->failed = !memory || !sum || !seen || !begin || !column || !values;
  if (!d->failed) {
    sparse::rows<T> more(m, none, memory);
    int64_t nnz = 0;
    auto add = [&](int64_t row, int64_t c, T v) {
      if (seen[c] != row + 1) {
        seen[c] = row + 1;
        sum[c] = T();
        column[nnz++] = c;
      }
      sum[c] += v;
    };
    for (int64_t r = 0; r < m.rows; r++) {
      for (int64_t i = d->begin[r]; i < d->begin[r + 1]; i++)
        add(r, d->column[i], ((T *)d->values)[i]);
      for (int64_t i = more.begin[r]; i < more.begin[r + 1]; i++)
        add(r, more.column[i], beta * more.value[i]);
      std::sort(column + begin[r], column + nnz);
      for (int64_t i = begin[r]; i < nnz; i++) values[i] = sum[column[i]];
      begin[r + 1] = nnz;
    }
    d->nnz = nnz;
    std::swap(d->begin, begin);
    std::swap(d->column, column);
    void *old = d->values;
    d->values = values;
    values = (T *)old;
  }
  free(memory);
  free(sum);
  free(seen);
  free(begin);
  free(column);
  free(values);
}

// product is a call; without alpha nothing is multiplied, without beta nothing added.
struct product {
  hipsparseHandle_t h;
  hipsparseOperation_t a_op, b_op;
  const void *alpha, *beta;
  const hipsparse_sp_mat *a, *b;
  hipsparse_sp_mat *to;
  hipDataType compute;
  rocsparse_spgemm_stage stage;
  hipsparse_sp_mat add =
      {}; // a copy, because it may be C, whose number of entries the product changes

  const void *zero = nullptr; // where the handle expects factors
  void *buffers[2] = {};
  hipsparseSpGEMMDescr_t d = nullptr;

  hipsparseStatus_t allocate(void **at, size_t size) const {
    return sparse::status_of(hipMalloc(at, std::max<size_t>(size, 16)));
  }
  // multiply has the product computed, which D is added to, or nothing at first.
  hipsparseStatus_t multiply() {
    const auto alg = HIPSPARSE_SPGEMM_DEFAULT;
    size_t size = 0;
    if (!a) {
      d->begin = (int64_t *)calloc(to->rows + 1, sizeof *d->begin);
      return d->begin ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_ALLOC_FAILED;
    }
    auto estimate = [&](void *buffer) {
      return hipsparseSpGEMM_workEstimation(h, a_op, b_op, alpha, a, b, zero, to, compute, alg, d,
                                            &size, buffer);
    };
    auto compute_with = [&](void *buffer) {
      return hipsparseSpGEMM_compute(h, a_op, b_op, alpha, a, b, zero, to, compute, alg, d, &size,
                                     buffer);
    };
    auto s = estimate(nullptr);
    if (s == HIPSPARSE_STATUS_SUCCESS) s = allocate(&buffers[0], size);
    if (s == HIPSPARSE_STATUS_SUCCESS) s = estimate(buffers[0]);
    if (s == HIPSPARSE_STATUS_SUCCESS) s = compute_with(nullptr);
    if (s == HIPSPARSE_STATUS_SUCCESS) s = allocate(&buffers[1], size);
    return s == HIPSPARSE_STATUS_SUCCESS ? compute_with(buffers[1]) : s;
  }
  hipsparseStatus_t unite() {
    sparse::scalar factor(h, beta, compute);
    auto s = sparse::finish(h, sparse::submit(h, [m = add, d = d, factor] {
                              sparse::with(m.type, [&](auto zero) {
                                using T = decltype(zero);
                                united<T>(d, m, factor.get<T>());
                              });
                            }));
    if (s == HIPSPARSE_STATUS_SUCCESS && d->failed) s = HIPSPARSE_STATUS_ALLOC_FAILED;
    return s;
  }
  // store gives C what the stage is for: the number of entries, the entries, their places, or their values.
  hipsparseStatus_t store() {
    if (stage == rocsparse_spgemm_stage_nnz) to->nnz = d->nnz;
    if (to->nnz != d->nnz) return HIPSPARSE_STATUS_INVALID_VALUE;
    bool places = stage != rocsparse_spgemm_stage_numeric;
    bool entries = stage != rocsparse_spgemm_stage_nnz;
    bool values = entries && stage != rocsparse_spgemm_stage_symbolic;
    if (d->nnz && ((entries && !to->indices) || (values && !to->values)))
      return HIPSPARSE_STATUS_INVALID_VALUE;
    return sparse::finish(h, sparse::submit(h, [c = *to, d = d, places, entries, values] {
                            for (int64_t r = 0; places && r <= c.rows; r++)
                              sparse::set_index(c.offsets, c.offset, r, d->begin[r] + c.base);
                            for (int64_t i = 0; places && entries && i < d->nnz; i++)
                              sparse::set_index(c.indices, c.index, i, d->column[i] + c.base);
                            if (values)
                              memcpy(c.values, d->values, d->nnz * sparse::size_of(c.type));
                          }));
  }
  hipsparseStatus_t run() {
    static const char zeros[16] = {};
    const bool on_host = ::on_host() == rocsparse_status_success;
    hipsparsePointerMode_t mode = HIPSPARSE_POINTER_MODE_HOST;
    auto s = hipsparseGetPointerMode(h, &mode);
    if (!on_host && (beta || !a || stage > rocsparse_spgemm_stage_compute ||
                     mode == HIPSPARSE_POINTER_MODE_DEVICE))
      return HIPSPARSE_STATUS_NOT_SUPPORTED;
    zero = zeros; // which the CPU device reads in either mode
    if (s == HIPSPARSE_STATUS_SUCCESS) s = hipsparseSpGEMM_createDescr(&d);
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;
    const int64_t nnz = to->nnz;
    s = multiply();
    if (on_host) to->nnz = nnz;
    if (s == HIPSPARSE_STATUS_SUCCESS && beta) s = unite();
    if (s == HIPSPARSE_STATUS_SUCCESS && on_host)
      s = store();
    else if (s == HIPSPARSE_STATUS_SUCCESS && stage == rocsparse_spgemm_stage_compute)
      s = hipsparseSpGEMM_copy(h, a_op, b_op, alpha, a, b, zero, to, compute,
                               HIPSPARSE_SPGEMM_DEFAULT, d);
    (void)hipsparseSpGEMM_destroyDescr(d);
    for (void *b : buffers) (void)hipFree(b);
    return s;
  }
};

} // namespace

rocsparse_status rocsparse_spgemm(rocsparse_handle handle, rocsparse_operation trans_A,
                                  rocsparse_operation trans_B, const void *alpha,
                                  rocsparse_const_spmat_descr A, rocsparse_const_spmat_descr B,
                                  const void *beta, rocsparse_const_spmat_descr D,
                                  rocsparse_spmat_descr C, rocsparse_datatype compute_type,
                                  rocsparse_spgemm_alg alg, rocsparse_spgemm_stage s,
                                  size_t *buffer_size, void *) {
  checked c(handle);
  c.op(trans_A).op(trans_B).type(compute_type).value(alg == rocsparse_spgemm_alg_default);
  c.value(s >= rocsparse_spgemm_stage_buffer_size && s <= rocsparse_spgemm_stage_numeric);
  c.pointers(C).need(alpha || beta, rocsparse_status_invalid_pointer);
  c.need(!alpha || (A && B), rocsparse_status_invalid_pointer);
  c.need(!beta || D, rocsparse_status_invalid_pointer);
  c.need(s != rocsparse_spgemm_stage_buffer_size || buffer_size, rocsparse_status_invalid_pointer);
  if (c.status == rocsparse_status_success)
    c.need(C->d->format == HIPSPARSE_FORMAT_CSR, rocsparse_status_not_implemented)
        .need(C->d->offsets, rocsparse_status_invalid_pointer);
  if (c.status == rocsparse_status_success && beta)
    c.need(D->d->rows == C->d->rows && D->d->cols == C->d->cols && D->d->type == C->d->type &&
               D->d->type == type(compute_type),
           rocsparse_status_invalid_value);
  return c.then([=] {
    if (s == rocsparse_spgemm_stage_buffer_size) {
      *buffer_size = 4; // the library has its own buffers
      return HIPSPARSE_STATUS_SUCCESS;
    }
    product p = {handle->h,
                 op(trans_A),
                 op(trans_B),
                 alpha,
                 beta,
                 alpha ? A->d : nullptr,
                 alpha ? B->d : nullptr,
                 C->d,
                 type(compute_type),
                 s};
    if (beta) p.add = *D->d;
    return p.run();
  });
}
