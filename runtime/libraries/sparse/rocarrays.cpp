// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSPARSE's names of hipSPARSE's functions that take a matrix as arrays and that only devices have
// whose memory the host accesses in place.
#include "roccheck.h"

#include <algorithm>

namespace {

constexpr auto kPolicy = HIPSPARSE_SOLVE_POLICY_USE_LEVEL;

// operand is whether the arrays of a matrix without values are there.
bool operand(rocsparse_mat_descr d, int nnz, const int *offsets, const int *indices) {
  return d && offsets && (!nnz || indices);
}

} // namespace

// What each factorization and solve has beside its work.
#define ANALYSED(name, hip_name)                                                                   \
  rocsparse_status rocsparse_##name##_zero_pivot(rocsparse_handle handle, rocsparse_mat_info info, \
                                                 rocsparse_int *position) {                        \
    return checked(handle).pointers(info, position).then([=] {                                     \
      return hipsparseX##hip_name##_zeroPivot(handle->h, info->hip_name, position);                \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##name##_clear(rocsparse_handle handle, rocsparse_mat_info info) {    \
    return checked(handle).pointers(info).status;                                                  \
  }
ANALYSED(csric0, csric02)
ANALYSED(csrsm, csrsm2)
ANALYSED(bsrsv, bsrsv2)
ANALYSED(bsrsm, bsrsm2)
ANALYSED(bsric0, bsric02)
ANALYSED(bsrilu0, bsrilu02)

#define PATTERN(X)                                                                                 \
  const rocsparse_mat_descr descr_##X, rocsparse_int nnz_##X, const rocsparse_int *row_##X,        \
      const rocsparse_int *col_##X
#define OPERAND(X, T)                                                                              \
  const rocsparse_mat_descr descr_##X, rocsparse_int nnz_##X, const T *val_##X,                    \
      const rocsparse_int *row_##X, const rocsparse_int *col_##X
#define HIP_PATTERN(X) descr_##X ? descr_##X->d : nullptr, nnz_##X, row_##X, col_##X
#define HIP_OPERAND(X) descr_##X ? descr_##X->d : nullptr, nnz_##X, val_##X, row_##X, col_##X

rocsparse_status rocsparse_csrgemm_nnz(rocsparse_handle handle, rocsparse_operation trans_A,
                                       rocsparse_operation trans_B, rocsparse_int m,
                                       rocsparse_int n, rocsparse_int k, PATTERN(A), PATTERN(B),
                                       PATTERN(D), const rocsparse_mat_descr descr_C,
                                       rocsparse_int *row_C, rocsparse_int *nnz_C,
                                       const rocsparse_mat_info info_C, void *temp_buffer) {
  checked c(handle);
  c.op(trans_A).op(trans_B).sizes(m, n, k, nnz_A, nnz_B, nnz_D);
  c.pointers(descr_C, row_C, nnz_C, info_C, temp_buffer);
  c.need((operand(descr_A, nnz_A, row_A, col_A) && operand(descr_B, nnz_B, row_B, col_B)) ||
             operand(descr_D, nnz_D, row_D, col_D),
         rocsparse_status_invalid_pointer);
  c.need(trans_A == rocsparse_operation_none && trans_B == rocsparse_operation_none,
         rocsparse_status_not_implemented);
  return c.then([=] {
    return hipsparseXcsrgemm2Nnz(handle->h, m, n, k, HIP_PATTERN(A), HIP_PATTERN(B), HIP_PATTERN(D),
                                 descr_C->d, row_C, nnz_C, info_C->csrgemm2, temp_buffer);
  });
}
rocsparse_status rocsparse_csrgeam_nnz(rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
                                       PATTERN(A), PATTERN(B), const rocsparse_mat_descr descr_C,
                                       rocsparse_int *row_C, rocsparse_int *nnz_C) {
  checked c(handle);
  c.sizes(m, n, nnz_A, nnz_B).pointers(descr_C, row_C, nnz_C);
  c.need(operand(descr_A, nnz_A, row_A, col_A) && operand(descr_B, nnz_B, row_B, col_B),
         rocsparse_status_invalid_pointer);
  return c.then([=] {
    return hipsparseXcsrgeam2Nnz(handle->h, m, n, HIP_PATTERN(A), HIP_PATTERN(B), descr_C->d, row_C,
                                 nnz_C, nullptr);
  });
}
rocsparse_status rocsparse_csr2bsr_nnz(rocsparse_handle handle, rocsparse_direction dir,
                                       rocsparse_int m, rocsparse_int n,
                                       const rocsparse_mat_descr csr_descr,
                                       const rocsparse_int *csr_row_ptr,
                                       const rocsparse_int *csr_col_ind, rocsparse_int block_dim,
                                       const rocsparse_mat_descr bsr_descr,
                                       rocsparse_int *bsr_row_ptr, rocsparse_int *bsr_nnz) {
  checked c = bsr_check(handle, dir, csr_descr, m, n, 0, nullptr, csr_row_ptr, nullptr, block_dim);
  c.pointers(bsr_descr, bsr_row_ptr, bsr_nnz);
  return c.need(!m || csr_col_ind, rocsparse_status_invalid_pointer).then([=] {
    return hipsparseXcsr2bsrNnz(handle->h, direction(dir), m, n, csr_descr->d, csr_row_ptr,
                                csr_col_ind, block_dim, bsr_descr->d, bsr_row_ptr, bsr_nnz);
  });
}

#define CSR(T)                                                                                     \
  const rocsparse_mat_descr descr, T *val, const rocsparse_int *row, const rocsparse_int *col
#define BSR(T)                                                                                     \
  const rocsparse_mat_descr descr, T *val, const rocsparse_int *row, const rocsparse_int *col,     \
      rocsparse_int dim
#define CSR_SHAPE rocsparse_int m, rocsparse_int nnz
#define BSR_SHAPE rocsparse_direction dir, rocsparse_int m, rocsparse_int nnz
#define BSRSV_SHAPE                                                                                \
  rocsparse_direction dir, rocsparse_operation trans, rocsparse_int m, rocsparse_int nnz
#define BSRSM_SHAPE                                                                                \
  rocsparse_direction dir, rocsparse_operation trans_A, rocsparse_operation trans_X,               \
      rocsparse_int m, rocsparse_int nrhs, rocsparse_int nnz
#define CSR_CHECK csr_check(handle, descr, m, m, nnz, val, row, col)
#define BSR_CHECK bsr_check(handle, dir, descr, m, m, nnz, val, row, col, dim)
#define CSR_HIP m, nnz, descr->d, (T_ *)val, row, col
#define BSR_HIP direction(dir), m, nnz, descr->d, (T_ *)val, row, col, dim

#define FACTORIZATION(x, X, T, name, hip_name, MATRIX, CHECK_, HIP_, ...)                          \
  rocsparse_status rocsparse_##x##name##_buffer_size(rocsparse_handle handle, __VA_ARGS__,         \
                                                     MATRIX(const T), rocsparse_mat_info info,     \
                                                     size_t *buffer_size) {                        \
    using T_ = T;                                                                                  \
    return CHECK_.pointers(info, buffer_size).then([=] {                                           \
      return hipsparse##X##hip_name##_bufferSizeExt(handle->h, HIP_, info->hip_name, buffer_size); \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##name##_analysis(                                                 \
      rocsparse_handle handle, __VA_ARGS__, MATRIX(const T), rocsparse_mat_info info,              \
      rocsparse_analysis_policy analysis, rocsparse_solve_policy solve, void *temp_buffer) {       \
    using T_ = T;                                                                                  \
    return policies(CHECK_, analysis, solve).pointers(info, temp_buffer).then([=] {                \
      return hipsparse##X##hip_name##_analysis(handle->h, HIP_, info->hip_name, kPolicy,           \
                                               temp_buffer);                                       \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##name(rocsparse_handle handle, __VA_ARGS__, MATRIX(T),            \
                                       rocsparse_mat_info info, rocsparse_solve_policy policy,     \
                                       void *temp_buffer) {                                        \
    using T_ = T;                                                                                  \
    return policies(CHECK_, rocsparse_analysis_policy_reuse, policy)                               \
        .pointers(info, temp_buffer)                                                               \
        .then([=] {                                                                                \
          return hipsparse##X##hip_name(handle->h, HIP_, info->hip_name, kPolicy, temp_buffer);    \
        });                                                                                        \
  }

#define TYPED_SOLVERS(x, X, T)                                                                     \
  FACTORIZATION(x, X, T, csric0, csric02, CSR, CSR_CHECK, CSR_HIP, CSR_SHAPE)                      \
  FACTORIZATION(x, X, T, bsric0, bsric02, BSR, BSR_CHECK, BSR_HIP, BSR_SHAPE)                      \
  FACTORIZATION(x, X, T, bsrilu0, bsrilu02, BSR, BSR_CHECK, BSR_HIP, BSR_SHAPE)                    \
  rocsparse_status rocsparse_##x##bsrsv_buffer_size(rocsparse_handle handle, BSRSV_SHAPE,          \
                                                    BSR(const T), rocsparse_mat_info info,         \
                                                    size_t *buffer_size) {                         \
    return BSR_CHECK.op(trans).pointers(info, buffer_size).then([=] {                              \
      return hipsparse##X##bsrsv2_bufferSizeExt(handle->h, direction(dir), op(trans), m, nnz,      \
                                                descr->d, (T *)val, row, col, dim, info->bsrsv2,   \
                                                buffer_size);                                      \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##bsrsv_analysis(                                                  \
      rocsparse_handle handle, BSRSV_SHAPE, BSR(const T), rocsparse_mat_info info,                 \
      rocsparse_analysis_policy analysis, rocsparse_solve_policy solve, void *temp_buffer) {       \
    return policies(BSR_CHECK, analysis, solve).op(trans).pointers(info, temp_buffer).then([=] {   \
      return hipsparse##X##bsrsv2_analysis(handle->h, direction(dir), op(trans), m, nnz, descr->d, \
                                           val, row, col, dim, info->bsrsv2, kPolicy,              \
                                           temp_buffer);                                           \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##bsrsv_solve(                                                     \
      rocsparse_handle handle, BSRSV_SHAPE, const T *alpha, BSR(const T), rocsparse_mat_info info, \
      const T *v, T *y, rocsparse_solve_policy policy, void *temp_buffer) {                        \
    checked c = policies(BSR_CHECK, rocsparse_analysis_policy_reuse, policy).op(trans);            \
    c.pointers(alpha, info, temp_buffer).need(!m || (v && y), rocsparse_status_invalid_pointer);   \
    return c.then([=] {                                                                            \
      return hipsparse##X##bsrsv2_solve(handle->h, direction(dir), op(trans), m, nnz, alpha,       \
                                        descr->d, val, row, col, dim, info->bsrsv2, v, y, kPolicy, \
                                        temp_buffer);                                              \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##bsrsm_buffer_size(rocsparse_handle handle, BSRSM_SHAPE,          \
                                                    BSR(const T), rocsparse_mat_info info,         \
                                                    size_t *buffer_size) {                         \
    checked c = BSR_CHECK.op(trans_A).op(trans_X).sizes(nrhs).pointers(info, buffer_size);         \
    return c.then([=] {                                                                            \
      int bytes = 0;                                                                               \
      auto s = hipsparse##X##bsrsm2_bufferSize(handle->h, direction(dir), op(trans_A),             \
                                               op(trans_X), m, nrhs, nnz, descr->d, val, row, col, \
                                               dim, info->bsrsm2, &bytes);                         \
      if (s == HIPSPARSE_STATUS_SUCCESS) *buffer_size = (size_t)bytes;                             \
      return s;                                                                                    \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##bsrsm_analysis(                                                  \
      rocsparse_handle handle, BSRSM_SHAPE, BSR(const T), rocsparse_mat_info info,                 \
      rocsparse_analysis_policy analysis, rocsparse_solve_policy solve, void *temp_buffer) {       \
    checked c = policies(BSR_CHECK, analysis, solve).op(trans_A).op(trans_X).sizes(nrhs);          \
    return c.pointers(info, temp_buffer).then([=] {                                                \
      return hipsparse##X##bsrsm2_analysis(handle->h, direction(dir), op(trans_A), op(trans_X), m, \
                                           nrhs, nnz, descr->d, val, row, col, dim, info->bsrsm2,  \
                                           kPolicy, temp_buffer);                                  \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##bsrsm_solve(                                                     \
      rocsparse_handle handle, BSRSM_SHAPE, const T *alpha, BSR(const T), rocsparse_mat_info info, \
      const T *B, rocsparse_int ldb, T *Y, rocsparse_int ldx, rocsparse_solve_policy policy,       \
      void *temp_buffer) {                                                                         \
    checked c = policies(BSR_CHECK, rocsparse_analysis_policy_reuse, policy).op(trans_A);          \
    c.op(trans_X).sizes(nrhs).pointers(alpha, info, temp_buffer);                                  \
    if (c.status == rocsparse_status_success) {                                                    \
      int least = std::max(1, trans_X == rocsparse_operation_none ? m * dim : nrhs);               \
      c.sizes(ldb - least, ldx - least);                                                           \
    }                                                                                              \
    return c.need(!m || !nrhs || (B && Y), rocsparse_status_invalid_pointer).then([=] {            \
      return hipsparse##X##bsrsm2_solve(handle->h, direction(dir), op(trans_A), op(trans_X), m,    \
                                        nrhs, nnz, alpha, descr->d, val, row, col, dim,            \
                                        info->bsrsm2, B, ldb, Y, ldx, kPolicy, temp_buffer);       \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##csrsm_buffer_size(                                               \
      rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B,           \
      rocsparse_int m, rocsparse_int nrhs, rocsparse_int nnz, const T *alpha, CSR(const T),        \
      const T *B, rocsparse_int ldb, rocsparse_mat_info info, rocsparse_solve_policy policy,       \
      size_t *buffer_size) {                                                                       \
    checked c = policies(CSR_CHECK, rocsparse_analysis_policy_reuse, policy);                      \
    c.op(trans_A).op(trans_B).sizes(nrhs).pointers(alpha, info, buffer_size);                      \
    return c.need(!m || !nrhs || B, rocsparse_status_invalid_pointer).then([=] {                   \
      return hipsparse##X##csrsm2_bufferSizeExt(handle->h, 0, op(trans_A), op(trans_B), m, nrhs,   \
                                                nnz, alpha, descr->d, val, row, col, B, ldb,       \
                                                info->csrsm2, kPolicy, buffer_size);               \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##csrsm_analysis(                                                  \
      rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B,           \
      rocsparse_int m, rocsparse_int nrhs, rocsparse_int nnz, const T *alpha, CSR(const T),        \
      const T *B, rocsparse_int ldb, rocsparse_mat_info info, rocsparse_analysis_policy analysis,  \
      rocsparse_solve_policy solve, void *temp_buffer) {                                           \
    checked c = policies(CSR_CHECK, analysis, solve);                                              \
    c.op(trans_A).op(trans_B).sizes(nrhs).pointers(alpha, info, temp_buffer);                      \
    return c.need(!m || !nrhs || B, rocsparse_status_invalid_pointer).then([=] {                   \
      return hipsparse##X##csrsm2_analysis(handle->h, 0, op(trans_A), op(trans_B), m, nrhs, nnz,   \
                                           alpha, descr->d, val, row, col, B, ldb, info->csrsm2,   \
                                           kPolicy, temp_buffer);                                  \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##csrsm_solve(                                                     \
      rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B,           \
      rocsparse_int m, rocsparse_int nrhs, rocsparse_int nnz, const T *alpha, CSR(const T), T *B,  \
      rocsparse_int ldb, rocsparse_mat_info info, rocsparse_solve_policy policy,                   \
      void *temp_buffer) {                                                                         \
    checked c = policies(CSR_CHECK, rocsparse_analysis_policy_reuse, policy);                      \
    bool plain = trans_B == rocsparse_operation_none;                                              \
    c.op(trans_A).op(trans_B).sizes(nrhs, ldb - std::max(1, plain ? m : nrhs));                    \
    c.pointers(alpha, info, temp_buffer);                                                          \
    return c.need(!m || !nrhs || B, rocsparse_status_invalid_pointer).then([=] {                   \
      return hipsparse##X##csrsm2_solve(handle->h, 0, op(trans_A), op(trans_B), m, nrhs, nnz,      \
                                        alpha, descr->d, val, row, col, B, ldb, info->csrsm2,      \
                                        kPolicy, temp_buffer);                                     \
    });                                                                                            \
  }

#define TRIDIAGONAL(x, X, T, name, hip_name)                                                       \
  rocsparse_status rocsparse_##x##name##_buffer_size(                                              \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *dl, const T *d,          \
      const T *du, const T *B, rocsparse_int ldb, size_t *buffer_size) {                           \
    checked c(handle);                                                                             \
    c.sizes(m, n, ldb - std::max(1, m)).pointers(dl, d, du, B, buffer_size);                       \
    return c.then([=] {                                                                            \
      return hipsparse##X##hip_name##_bufferSizeExt(handle->h, m, n, dl, d, du, B, ldb,            \
                                                    buffer_size);                                  \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##name(rocsparse_handle handle, rocsparse_int m, rocsparse_int n,  \
                                       const T *dl, const T *d, const T *du, T *B,                 \
                                       rocsparse_int ldb, void *temp_buffer) {                     \
    checked c(handle);                                                                             \
    c.sizes(m, n, ldb - std::max(1, m)).pointers(dl, d, du, B, temp_buffer);                       \
    return c.then(                                                                                 \
        [=] { return hipsparse##X##hip_name(handle->h, m, n, dl, d, du, B, ldb, temp_buffer); });  \
  }

#define TYPED_SUMS(x, X, T)                                                                        \
  TRIDIAGONAL(x, X, T, gtsv, gtsv2)                                                                \
  TRIDIAGONAL(x, X, T, gtsv_no_pivot, gtsv2_nopivot)                                               \
  rocsparse_status rocsparse_##x##csrgemm_buffer_size(                                             \
      rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B,           \
      rocsparse_int m, rocsparse_int n, rocsparse_int k, const T *alpha, PATTERN(A), PATTERN(B),   \
      const T *beta, PATTERN(D), rocsparse_mat_info info_C, size_t *buffer_size) {                 \
    checked c(handle);                                                                             \
    c.op(trans_A).op(trans_B).sizes(m, n, k, nnz_A, nnz_B, nnz_D).pointers(info_C, buffer_size);   \
    c.need(alpha || beta, rocsparse_status_invalid_pointer);                                       \
    c.need(!alpha ||                                                                               \
               (operand(descr_A, nnz_A, row_A, col_A) && operand(descr_B, nnz_B, row_B, col_B)),   \
           rocsparse_status_invalid_pointer);                                                      \
    c.need(!beta || operand(descr_D, nnz_D, row_D, col_D), rocsparse_status_invalid_pointer);      \
    c.need(trans_A == rocsparse_operation_none && trans_B == rocsparse_operation_none,             \
           rocsparse_status_not_implemented);                                                      \
    return c.then([=] {                                                                            \
      return hipsparse##X##csrgemm2_bufferSizeExt(handle->h, m, n, k, alpha, HIP_PATTERN(A),       \
                                                  HIP_PATTERN(B), beta, HIP_PATTERN(D),            \
                                                  info_C->csrgemm2, buffer_size);                  \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##csrgemm(                                                         \
      rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B,           \
      rocsparse_int m, rocsparse_int n, rocsparse_int k, const T *alpha, OPERAND(A, T),            \
      OPERAND(B, T), const T *beta, OPERAND(D, T), const rocsparse_mat_descr descr_C, T *val_C,    \
      const rocsparse_int *row_C, rocsparse_int *col_C, const rocsparse_mat_info info_C,           \
      void *temp_buffer) {                                                                         \
    checked c(handle);                                                                             \
    c.op(trans_A).op(trans_B).sizes(m, n, k, nnz_A, nnz_B, nnz_D);                                 \
    c.pointers(descr_C, row_C, info_C, temp_buffer);                                               \
    c.need(alpha || beta, rocsparse_status_invalid_pointer);                                       \
    c.need(!alpha ||                                                                               \
               (operand(descr_A, nnz_A, row_A, col_A) && operand(descr_B, nnz_B, row_B, col_B) &&  \
                (!nnz_A || val_A) && (!nnz_B || val_B)),                                           \
           rocsparse_status_invalid_pointer);                                                      \
    c.need(!beta || (operand(descr_D, nnz_D, row_D, col_D) && (!nnz_D || val_D)),                  \
           rocsparse_status_invalid_pointer);                                                      \
    c.need(trans_A == rocsparse_operation_none && trans_B == rocsparse_operation_none,             \
           rocsparse_status_not_implemented);                                                      \
    return c.then([=] {                                                                            \
      return hipsparse##X##csrgemm2(handle->h, m, n, k, alpha, HIP_OPERAND(A), HIP_OPERAND(B),     \
                                    beta, HIP_OPERAND(D), descr_C->d, val_C, row_C, col_C,         \
                                    info_C->csrgemm2, temp_buffer);                                \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##csrgeam(                                                         \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *alpha, OPERAND(A, T),    \
      const T *beta, OPERAND(B, T), const rocsparse_mat_descr descr_C, T *val_C,                   \
      const rocsparse_int *row_C, rocsparse_int *col_C) {                                          \
    checked c(handle);                                                                             \
    c.sizes(m, n, nnz_A, nnz_B).pointers(alpha, beta, descr_C, row_C);                             \
    c.need(operand(descr_A, nnz_A, row_A, col_A) && operand(descr_B, nnz_B, row_B, col_B) &&       \
               (!nnz_A || val_A) && (!nnz_B || val_B) && ((!nnz_A && !nnz_B) || (val_C && col_C)), \
           rocsparse_status_invalid_pointer);                                                      \
    return c.then([=] {                                                                            \
      return hipsparse##X##csrgeam2(handle->h, m, n, alpha, HIP_OPERAND(A), beta, HIP_OPERAND(B),  \
                                    descr_C->d, val_C, (int *)row_C, col_C, nullptr);              \
    });                                                                                            \
  }

#define TYPED_BLOCKS(x, X, T)                                                                      \
  rocsparse_status rocsparse_##x##bsrmv_analysis(rocsparse_handle handle, rocsparse_direction dir, \
                                                 rocsparse_operation trans, rocsparse_int m,       \
                                                 rocsparse_int n, rocsparse_int nnz, BSR(const T), \
                                                 rocsparse_mat_info info) {                        \
    return BSR_CHECK.sizes(n).op(trans).pointers(info).status;                                     \
  }                                                                                                \
  rocsparse_status rocsparse_##x##bsrmv(                                                           \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans,                 \
      rocsparse_int m, rocsparse_int n, rocsparse_int nnz, const T *alpha, BSR(const T),           \
      rocsparse_mat_info, const T *v, const T *beta, T *y) {                                       \
    checked c = BSR_CHECK.sizes(n).op(trans).pointers(alpha, beta);                                \
    c.need(!m || !n || (v && y), rocsparse_status_invalid_pointer);                                \
    return c.then([=] {                                                                            \
      if (!m || !n) return HIPSPARSE_STATUS_SUCCESS;                                               \
      return hipsparse##X##bsrmv(handle->h, direction(dir), op(trans), m, n, nnz, alpha, descr->d, \
                                 val, row, col, dim, v, beta, y);                                  \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##bsrxmv(                                                          \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans,                 \
      rocsparse_int size_of_mask, rocsparse_int m, rocsparse_int n, rocsparse_int nnz,             \
      const T *alpha, const rocsparse_mat_descr descr, const T *val, const rocsparse_int *mask,    \
      const rocsparse_int *row, const rocsparse_int *end, const rocsparse_int *col,                \
      rocsparse_int dim, const T *v, const T *beta, T *y) {                                        \
    checked c =                                                                                    \
        BSR_CHECK.sizes(n, size_of_mask, m - size_of_mask).op(trans).pointers(alpha, beta);        \
    c.need(!size_of_mask || (mask && end && v && y), rocsparse_status_invalid_pointer);            \
    return c.then([=] {                                                                            \
      return hipsparse##X##bsrxmv(handle->h, direction(dir), op(trans), size_of_mask, m, n, nnz,   \
                                  alpha, descr->d, val, mask, row, end, col, dim, v, beta, y);     \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##gemvi_buffer_size(                                               \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int n,        \
      rocsparse_int nnz, size_t *buffer_size) {                                                    \
    return checked(handle).op(trans).sizes(m, n, nnz).pointers(buffer_size).then([=] {             \
      int bytes = 0;                                                                               \
      auto s = hipsparse##X##gemvi_bufferSize(handle->h, op(trans), m, n, nnz, &bytes);            \
      if (s == HIPSPARSE_STATUS_SUCCESS) *buffer_size = (size_t)bytes;                             \
      return s;                                                                                    \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##gemvi(rocsparse_handle handle, rocsparse_operation trans,        \
                                        rocsparse_int m, rocsparse_int n, const T *alpha,          \
                                        const T *A, rocsparse_int lda, rocsparse_int nnz,          \
                                        const T *x_val, const rocsparse_int *x_ind, const T *beta, \
                                        T *y, rocsparse_index_base idx_base, void *temp_buffer) {  \
    checked c(handle);                                                                             \
    c.op(trans).base(idx_base).sizes(m, n, nnz, lda - std::max(1, m)).pointers(alpha, beta);       \
    c.need((!m || !n || (A && y)) && (!nnz || (x_val && x_ind)),                                   \
           rocsparse_status_invalid_pointer);                                                      \
    return c.then([=] {                                                                            \
      return hipsparse##X##gemvi(handle->h, op(trans), m, n, alpha, A, lda, nnz, x_val, x_ind,     \
                                 beta, y, base(idx_base), temp_buffer);                            \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##bsrmm(                                                           \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans_A,               \
      rocsparse_operation trans_B, rocsparse_int m, rocsparse_int n, rocsparse_int k,              \
      rocsparse_int nnz, const T *alpha, BSR(const T), const T *B, rocsparse_int ldb,              \
      const T *beta, T *C, rocsparse_int ldc) {                                                    \
    checked c = BSR_CHECK.sizes(n, k).op(trans_A).op(trans_B).pointers(alpha, beta);               \
    c.need(!m || !n || !k || (B && C), rocsparse_status_invalid_pointer);                          \
    return c.then([=] {                                                                            \
      if (!m || !n || !k) return HIPSPARSE_STATUS_SUCCESS;                                         \
      return hipsparse##X##bsrmm(handle->h, direction(dir), op(trans_A), op(trans_B), m, n, k,     \
                                 nnz, alpha, descr->d, val, row, col, dim, B, ldb, beta, C, ldc);  \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##bsr2csr(                                                         \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int n,          \
      BSR(const T), const rocsparse_mat_descr csr_descr, T *csr_val, rocsparse_int *csr_row_ptr,   \
      rocsparse_int *csr_col_ind) {                                                                \
    checked c = bsr_check(handle, dir, descr, m, n, 0, val, row, col, dim);                        \
    return c.pointers(csr_descr, csr_row_ptr).then([=] {                                           \
      return hipsparse##X##bsr2csr(handle->h, direction(dir), m, n, descr->d, val, row, col, dim,  \
                                   csr_descr->d, csr_val, csr_row_ptr, csr_col_ind);               \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##csr2bsr(                                                         \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int n,          \
      BSR(const T), const rocsparse_mat_descr bsr_descr, T *bsr_val, rocsparse_int *bsr_row_ptr,   \
      rocsparse_int *bsr_col_ind) {                                                                \
    checked c = bsr_check(handle, dir, descr, m, n, 0, val, row, col, dim);                        \
    c.pointers(bsr_descr, bsr_row_ptr);                                                            \
    return c.need(!m || (bsr_val && bsr_col_ind), rocsparse_status_invalid_pointer).then([=] {     \
      return hipsparse##X##csr2bsr(handle->h, direction(dir), m, n, descr->d, val, row, col, dim,  \
                                   bsr_descr->d, bsr_val, bsr_row_ptr, bsr_col_ind);               \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##dense2csr(                                                       \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr descr,  \
      const T *A, rocsparse_int ld, const rocsparse_int *nnz_per_rows, T *csr_val,                 \
      rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind) {                                    \
    checked c(handle);                                                                             \
    c.sizes(m, n, ld - std::max(1, m)).pointers(descr, csr_row_ptr);                               \
    c.need(!m || !n || (A && nnz_per_rows), rocsparse_status_invalid_pointer);                     \
    return c.then([=] {                                                                            \
      return hipsparse##X##dense2csr(handle->h, m, n, descr->d, A, ld, nnz_per_rows, csr_val,      \
                                     csr_row_ptr, csr_col_ind);                                    \
    });                                                                                            \
  }

#define VECTOR(name, call, ...)                                                                    \
  rocsparse_status rocsparse_##name(rocsparse_handle handle, rocsparse_int nnz, __VA_ARGS__,       \
                                    rocsparse_index_base idx_base) {                               \
    checked c(handle);                                                                             \
    c.base(idx_base).sizes(nnz).need(!nnz || (x_val && x_ind && y),                                \
                                     rocsparse_status_invalid_pointer);                            \
    return c.then([=] { return call; });                                                           \
  }
#define TYPED_VECTORS(x, X, T)                                                                     \
  VECTOR(x##axpyi, hipsparse##X##axpyi(handle->h, nnz, alpha, x_val, x_ind, y, base(idx_base)),    \
         const T *alpha, const T *x_val, const rocsparse_int *x_ind, T *y)                         \
  VECTOR(x##doti, hipsparse##X##doti(handle->h, nnz, x_val, x_ind, y, result, base(idx_base)),     \
         const T *x_val, const rocsparse_int *x_ind, const T *y, T *result)                        \
  VECTOR(x##gthr, hipsparse##X##gthr(handle->h, nnz, y, x_val, x_ind, base(idx_base)), const T *y, \
         T *x_val, const rocsparse_int *x_ind)                                                     \
  VECTOR(x##gthrz, hipsparse##X##gthrz(handle->h, nnz, y, x_val, x_ind, base(idx_base)), T *y,     \
         T *x_val, const rocsparse_int *x_ind)                                                     \
  VECTOR(x##sctr, hipsparse##X##sctr(handle->h, nnz, x_val, x_ind, y, base(idx_base)),             \
         const T *x_val, const rocsparse_int *x_ind, T *y)

#define TYPED(x, X, T)                                                                             \
  TYPED_SOLVERS(x, X, T)                                                                           \
  TYPED_SUMS(x, X, T)                                                                              \
  TYPED_BLOCKS(x, X, T)                                                                            \
  TYPED_VECTORS(x, X, T)
TYPED(s, S, float)
TYPED(d, D, double)
TYPED(c, C, rocsparse_float_complex)
TYPED(z, Z, rocsparse_double_complex)

VECTOR(cdotci, hipsparseCdotci(handle->h, nnz, x_val, x_ind, y, result, base(idx_base)),
       const rocsparse_float_complex *x_val, const rocsparse_int *x_ind,
       const rocsparse_float_complex *y, rocsparse_float_complex *result)
VECTOR(zdotci, hipsparseZdotci(handle->h, nnz, x_val, x_ind, y, result, base(idx_base)),
       const rocsparse_double_complex *x_val, const rocsparse_int *x_ind,
       const rocsparse_double_complex *y, rocsparse_double_complex *result)
VECTOR(sroti, hipsparseSroti(handle->h, nnz, x_val, x_ind, y, c_, s_, base(idx_base)), float *x_val,
       const rocsparse_int *x_ind, float *y, const float *c_, const float *s_)
VECTOR(droti, hipsparseDroti(handle->h, nnz, x_val, x_ind, y, c_, s_, base(idx_base)),
       double *x_val, const rocsparse_int *x_ind, double *y, const double *c_, const double *s_)
