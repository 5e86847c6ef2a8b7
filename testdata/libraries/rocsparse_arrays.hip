// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSPARSE's functions that take a matrix as arrays: the same results as by hipSPARSE's functions, which
// hipsparse_arrays.hip compares with dense matrices; statuses of invalid calls.
//
// e2e: flags=-lrocsparse -lhipsparse
#include <hip/hip_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include <hipsparse/hipsparse.h>
// As a compiler without HIP reads it, to which complex numbers are HIP's and hipSPARSE's.
#pragma push_macro("__HIPCC__")
#undef __HIPCC__
#include <rocsparse/rocsparse.h>
#pragma pop_macro("__HIPCC__")

static int failures;
static hipsparseHandle_t h;
static rocsparse_handle r;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition) && ++failures <= 20) printf("line %d: %s\n", __LINE__, #condition);           \
  } while (0)
#define OK(call) CHECK((call) == 0) // success of either library

// Memory is an array that host and device access; same compares two of them.
template <class T> struct Memory {
  T *at = nullptr;
  size_t n;
  explicit Memory(size_t count) : n(count) {
    CHECK(hipMallocManaged((void **)&at, (n + 1) * sizeof(T)) == hipSuccess);
    std::memset((void *)at, 0, (n + 1) * sizeof(T));
  }
  explicit Memory(const std::vector<T> &v) : Memory(v.size()) {
    std::memcpy((void *)at, v.data(), n * sizeof(T));
  }
  Memory(const Memory &m) : Memory(m.n) { std::memcpy((void *)at, m.at, n * sizeof(T)); }
  ~Memory() { (void)hipFree(at); }
};
template <class T> bool same(const Memory<T> &a, const Memory<T> &b, const T *changed = nullptr) {
  CHECK(hipDeviceSynchronize() == hipSuccess);
  if (changed && !std::memcmp(a.at, changed, a.n * sizeof(T))) return false; // nothing was computed
  return a.n == b.n && !std::memcmp(a.at, b.at, a.n * sizeof(T));
}

// A 6 by 6 matrix, symmetric and positive definite, in CSR, and its 3 by 3 blocks of 2 by 2.
static const std::vector<int> offsets = {1, 4, 7, 11, 14, 17, 20},
                              columns = {1, 2, 5, 1, 2, 3, 2, 3, 4, 6, 3, 4, 5, 1, 4, 5, 3, 5, 6};
static const std::vector<double> values = {9, 1, 2, 1, 8, -1, -1, 9, 3, 1,
                                           3, 8, 1, 2, 1, 9,  1,  1, 7};
static const std::vector<int> block_offsets = {1, 3, 5, 7}, block_columns = {1, 3, 1, 2, 2, 3};

static const auto none = HIPSPARSE_OPERATION_TRANSPOSE;
static const auto trans = rocsparse_operation_transpose;
static const auto policy = HIPSPARSE_SOLVE_POLICY_USE_LEVEL;
static const auto solve = rocsparse_solve_policy_auto;
static const auto reuse = rocsparse_analysis_policy_reuse;
static const auto column = HIPSPARSE_DIRECTION_COLUMN;
static const auto dir = rocsparse_direction_column;
static const int n = 6, nb = 3, dim = 2;
static hipsparseMatDescr_t hd;
static rocsparse_mat_descr rd;
static rocsparse_mat_info info;

static int widest() {
  int most = 0;
  for (int i = 0; i < n; i++) most = std::max(most, offsets[i + 1] - offsets[i]);
  return most;
}

static double magnitude(double v) { return std::abs(v); }
static double magnitude(hipFloatComplex v) { return std::hypot(v.x, v.y); }
static double magnitude(hipDoubleComplex v) { return std::hypot(v.x, v.y); }

#define TYPE(x, X, T, of)                                                                          \
  static void solvers_##x() {                                                                      \
    std::vector<T> list, blocks, side;                                                             \
    for (double v : values) list.push_back(of(v));                                                 \
    for (int i = 0; i < 24; i++) blocks.push_back(of((i % 4 == 0 || i % 4 == 3) ? 5 + i : 1));     \
    for (int i = 0; i < 2 * n; i++) side.push_back(of(i - 4));                                     \
    int nnz = (int)list.size();                                                                    \
    Memory<int> o(offsets), c(columns), bo(block_offsets), bc(block_columns);                      \
    Memory<T> v(list), w(list), b(blocks), e(blocks), from(side), p(2 * n), q(2 * n);              \
    T alpha = of(2);                                                                               \
    size_t size = 0, other = 0;                                                                    \
    csric02Info_t ic;                                                                              \
    bsric02Info_t bic;                                                                             \
    bsrilu02Info_t bilu;                                                                           \
    bsrsv2Info_t sv;                                                                               \
    csrsm2Info_t sm;                                                                               \
    OK(hipsparseCreateCsric02Info(&ic));                                                           \
    OK(hipsparseCreateBsric02Info(&bic));                                                          \
    OK(hipsparseCreateBsrilu02Info(&bilu));                                                        \
    OK(hipsparseCreateBsrsv2Info(&sv));                                                            \
    OK(hipsparseCreateCsrsm2Info(&sm));                                                            \
    OK(rocsparse_##x##csric0_buffer_size(r, n, nnz, rd, v.at, o.at, c.at, info, &size));           \
    CHECK(size > 0);                                                                               \
    Memory<char> buffer(4096);                                                                     \
    OK(rocsparse_##x##csric0_analysis(r, n, nnz, rd, v.at, o.at, c.at, info, reuse, solve,         \
                                      buffer.at));                                                 \
    OK(rocsparse_##x##csric0(r, n, nnz, rd, v.at, o.at, c.at, info, solve, buffer.at));            \
    OK(hipsparse##X##csric02(h, n, nnz, hd, w.at, o.at, c.at, ic, policy, buffer.at));             \
    CHECK(same(v, w, list.data()));                                                                \
    int position = 0;                                                                              \
    OK(rocsparse_csric0_zero_pivot(r, info, &position));                                           \
    CHECK(position == -1);                                                                         \
    OK(rocsparse_##x##csrsm_buffer_size(r, trans, rocsparse_operation_none, n, 2, nnz, &alpha, rd, \
                                        v.at, o.at, c.at, p.at, n, info, solve, &size));           \
    std::memcpy((void *)p.at, side.data(), sizeof(T) * 2 * n);                                     \
    std::memcpy((void *)q.at, side.data(), sizeof(T) * 2 * n);                                     \
    OK(rocsparse_##x##csrsm_analysis(r, trans, rocsparse_operation_none, n, 2, nnz, &alpha, rd,    \
                                     v.at, o.at, c.at, p.at, n, info, reuse, solve, buffer.at));   \
    OK(rocsparse_csrsm_zero_pivot(r, info, &position));                                            \
    OK(rocsparse_##x##csrsm_solve(r, trans, rocsparse_operation_none, n, 2, nnz, &alpha, rd, v.at, \
                                  o.at, c.at, p.at, n, info, solve, buffer.at));                   \
    OK(hipsparse##X##csrsm2_solve(h, 0, none, HIPSPARSE_OPERATION_NON_TRANSPOSE, n, 2, nnz,        \
                                  &alpha, hd, v.at, o.at, c.at, q.at, n, sm, policy, buffer.at));  \
    CHECK(same(p, q, side.data()));                                                                \
    OK(rocsparse_##x##bsrmv(r, dir, trans, nb, nb, 6, &alpha, rd, b.at, bo.at, bc.at, dim, info,   \
                            from.at, &alpha, p.at));                                               \
    OK(hipsparse##X##bsrmv(h, column, none, nb, nb, 6, &alpha, hd, b.at, bo.at, bc.at, dim,        \
                           from.at, &alpha, q.at));                                                \
    CHECK(same(p, q));                                                                             \
    OK(rocsparse_##x##bsrmm(r, dir, trans, trans, nb, 2, nb, 6, &alpha, rd, b.at, bo.at, bc.at,    \
                            dim, from.at, 2, &alpha, p.at, n));                                    \
    OK(hipsparse##X##bsrmm(h, column, none, none, nb, 2, nb, 6, &alpha, hd, b.at, bo.at, bc.at,    \
                           dim, from.at, 2, &alpha, q.at, n));                                     \
    CHECK(same(p, q));                                                                             \
    OK(rocsparse_##x##bsrsv_buffer_size(r, dir, trans, nb, 6, rd, b.at, bo.at, bc.at, dim, info,   \
                                        &size));                                                   \
    OK(rocsparse_##x##bsrsv_analysis(r, dir, trans, nb, 6, rd, b.at, bo.at, bc.at, dim, info,      \
                                     reuse, solve, buffer.at));                                    \
    OK(rocsparse_bsrsv_zero_pivot(r, info, &position));                                            \
    OK(rocsparse_##x##bsrsv_solve(r, dir, trans, nb, 6, &alpha, rd, b.at, bo.at, bc.at, dim, info, \
                                  from.at, p.at, solve, buffer.at));                               \
    OK(hipsparse##X##bsrsv2_solve(h, column, none, nb, 6, &alpha, hd, b.at, bo.at, bc.at, dim, sv, \
                                  from.at, q.at, policy, buffer.at));                              \
    CHECK(same(p, q));                                                                             \
    OK(rocsparse_##x##bsrilu0(r, dir, nb, 6, rd, b.at, bo.at, bc.at, dim, info, solve,             \
                              buffer.at));                                                         \
    OK(hipsparse##X##bsrilu02(h, column, nb, 6, hd, e.at, bo.at, bc.at, dim, bilu, policy,         \
                              buffer.at));                                                         \
    CHECK(same(b, e, blocks.data()));                                                              \
    OK(rocsparse_##x##bsric0(r, dir, nb, 6, rd, b.at, bo.at, bc.at, dim, info, solve, buffer.at)); \
    OK(hipsparse##X##bsric02(h, column, nb, 6, hd, e.at, bo.at, bc.at, dim, bic, policy,           \
                             buffer.at));                                                          \
    CHECK(same(b, e, blocks.data()));                                                              \
    OK(rocsparse_##x##gtsv_buffer_size(r, n, 2, v.at, from.at, v.at + 6, p.at, n, &size));         \
    OK(hipsparse##X##gtsv2_bufferSizeExt(h, n, 2, v.at, from.at, v.at + 6, p.at, n, &other));      \
    CHECK(size == other && size < 4096);                                                           \
    std::memcpy((void *)q.at, p.at, sizeof(T) * 2 * n);                                            \
    OK(rocsparse_##x##gtsv(r, n, 2, v.at, from.at, v.at + 6, p.at, n, buffer.at));                 \
    OK(hipsparse##X##gtsv2(h, n, 2, v.at, from.at, v.at + 6, q.at, n, buffer.at));                 \
    CHECK(same(p, q));                                                                             \
    OK(hipsparseDestroyCsric02Info(ic));                                                           \
    OK(hipsparseDestroyBsric02Info(bic));                                                          \
    OK(hipsparseDestroyBsrilu02Info(bilu));                                                        \
    OK(hipsparseDestroyBsrsv2Info(sv));                                                            \
    OK(hipsparseDestroyCsrsm2Info(sm));                                                            \
  }                                                                                                \
  static void sums_##x() {                                                                         \
    std::vector<T> list;                                                                           \
    for (double v : values) list.push_back(of(v));                                                 \
    int nnz = (int)list.size(), a = 0, b = 0;                                                      \
    Memory<int> o(offsets), c(columns), po(n + 1), qo(n + 1);                                      \
    Memory<T> v(list);                                                                             \
    T alpha = of(2), beta = of(-1);                                                                \
    size_t size = 0;                                                                               \
    csrgemm2Info_t gemm;                                                                           \
    OK(hipsparseCreateCsrgemm2Info(&gemm));                                                        \
    Memory<char> buffer(64);                                                                       \
    const auto plain = rocsparse_operation_none;                                                   \
    OK(rocsparse_##x##csrgemm_buffer_size(r, plain, plain, n, n, n, &alpha, rd, nnz, o.at, c.at,   \
                                          rd, nnz, o.at, c.at, &beta, rd, nnz, o.at, c.at, info,   \
                                          &size));                                                 \
    OK(rocsparse_csrgemm_nnz(r, plain, plain, n, n, n, rd, nnz, o.at, c.at, rd, nnz, o.at, c.at,   \
                             rd, nnz, o.at, c.at, rd, po.at, &a, info, buffer.at));                \
    OK(hipsparseXcsrgemm2Nnz(h, n, n, n, hd, nnz, o.at, c.at, hd, nnz, o.at, c.at, hd, nnz, o.at,  \
                             c.at, hd, qo.at, &b, gemm, buffer.at));                               \
    CHECK(a == b && a > nnz && same(po, qo));                                                      \
    Memory<int> pc(a), qc(a);                                                                      \
    Memory<T> pv(a), qv(a);                                                                        \
    OK(rocsparse_##x##csrgemm(r, plain, plain, n, n, n, &alpha, rd, nnz, v.at, o.at, c.at, rd,     \
                              nnz, v.at, o.at, c.at, &beta, rd, nnz, v.at, o.at, c.at, rd, pv.at,  \
                              po.at, pc.at, info, buffer.at));                                     \
    OK(hipsparse##X##csrgemm2(h, n, n, n, &alpha, hd, nnz, v.at, o.at, c.at, hd, nnz, v.at, o.at,  \
                              c.at, &beta, hd, nnz, v.at, o.at, c.at, hd, qv.at, qo.at, qc.at,     \
                              gemm, buffer.at));                                                   \
    CHECK(same(pc, qc) && same(pv, qv));                                                           \
    Memory<int> sc(a);                                                                             \
    Memory<T> sv(a);                                                                               \
    OK(rocsparse_csrgemm_symbolic(r, plain, plain, n, n, n, rd, nnz, o.at, c.at, rd, nnz, o.at,    \
                                  c.at, rd, nnz, o.at, c.at, rd, a, po.at, sc.at, info,            \
                                  buffer.at));                                                     \
    OK(rocsparse_##x##csrgemm_numeric(r, plain, plain, n, n, n, &alpha, rd, nnz, v.at, o.at, c.at, \
                                      rd, nnz, v.at, o.at, c.at, &beta, rd, nnz, v.at, o.at, c.at, \
                                      rd, a, sv.at, po.at, sc.at, info, buffer.at));               \
    CHECK(same(pc, sc) && same(pv, sv));                                                           \
    CHECK(rocsparse_##x##csrgemm_numeric(r, plain, plain, n, n, n, &alpha, rd, nnz, v.at, o.at,    \
                                         c.at, rd, nnz, v.at, o.at, c.at, &beta, rd, nnz, nullptr, \
                                         o.at, c.at, rd, a, sv.at, po.at, sc.at, info,             \
                                         buffer.at) == rocsparse_status_invalid_pointer);          \
    OK(rocsparse_csrgeam_nnz(r, n, n, rd, nnz, o.at, c.at, rd, nnz, o.at, c.at, rd, po.at, &a));   \
    CHECK(a == nnz && same(po, o));                                                                \
    OK(rocsparse_##x##csrgeam(r, n, n, &alpha, rd, nnz, v.at, o.at, c.at, &beta, rd, nnz, v.at,    \
                              o.at, c.at, rd, pv.at, po.at, pc.at));                               \
    OK(hipsparse##X##csrgeam2(h, n, n, &alpha, hd, nnz, v.at, o.at, c.at, &beta, hd, nnz, v.at,    \
                              o.at, c.at, hd, qv.at, po.at, qc.at, buffer.at));                    \
    CHECK(same(pc, qc) && same(pv, qv));                                                           \
    Memory<int> bo(nb + 1), bc(9), back(n + 1), back_c(36);                                        \
    OK(rocsparse_csr2bsr_nnz(r, dir, n, n, rd, o.at, c.at, dim, rd, bo.at, &a));                   \
    OK(hipsparseXcsr2bsrNnz(h, column, n, n, hd, o.at, c.at, dim, hd, qo.at, &b));                 \
    CHECK(a == b && a > 0 && a <= 9);                                                              \
    Memory<T> bv(36), cv(36), dv(36);                                                              \
    OK(rocsparse_##x##csr2bsr(r, dir, n, n, rd, v.at, o.at, c.at, dim, rd, bv.at, bo.at, bc.at));  \
    OK(hipsparse##X##csr2bsr(h, column, n, n, hd, v.at, o.at, c.at, dim, hd, cv.at, qo.at,         \
                             qc.at));                                                              \
    CHECK(same(bv, cv));                                                                           \
    OK(rocsparse_##x##bsr2csr(r, dir, nb, nb, rd, bv.at, bo.at, bc.at, dim, rd, cv.at, back.at,    \
                              back_c.at));                                                         \
    OK(hipsparse##X##bsr2csr(h, column, nb, nb, hd, bv.at, bo.at, bc.at, dim, hd, dv.at, qo.at,    \
                             qc.at));                                                              \
    CHECK(same(cv, dv));                                                                           \
    Memory<int> ind(std::vector<int>{1, 4, 6});                                                    \
    Memory<T> taken(3), y(list), z(list);                                                          \
    T dot = of(0), sum = v.at[0];                                                                  \
    OK(rocsparse_##x##gthr(r, 3, y.at, taken.at, ind.at, rocsparse_index_base_one));               \
    CHECK(hipDeviceSynchronize() == hipSuccess);                                                   \
    CHECK(!std::memcmp(&taken.at[1], &list[3], sizeof sum));                                       \
    OK(rocsparse_##x##axpyi(r, 3, &alpha, taken.at, ind.at, y.at, rocsparse_index_base_one));      \
    OK(hipsparse##X##axpyi(h, 3, &alpha, taken.at, ind.at, z.at, HIPSPARSE_INDEX_BASE_ONE));       \
    CHECK(same(y, z, list.data()));                                                                \
    OK(rocsparse_##x##doti(r, 3, taken.at, ind.at, y.at, &dot, rocsparse_index_base_one));         \
    OK(hipsparse##X##doti(h, 3, taken.at, ind.at, y.at, &sum, HIPSPARSE_INDEX_BASE_ONE));          \
    CHECK(!std::memcmp(&dot, &sum, sizeof sum));                                                   \
    OK(rocsparse_##x##gthrz(r, 3, y.at, taken.at, ind.at, rocsparse_index_base_one));              \
    OK(hipsparse##X##gthrz(h, 3, z.at, taken.at, ind.at, HIPSPARSE_INDEX_BASE_ONE));               \
    CHECK(same(y, z));                                                                             \
    OK(rocsparse_##x##sctr(r, 3, v.at, ind.at, y.at, rocsparse_index_base_one));                   \
    OK(hipsparse##X##sctr(h, 3, v.at, ind.at, z.at, HIPSPARSE_INDEX_BASE_ONE));                    \
    CHECK(same(y, z));                                                                             \
    OK(hipsparseDestroyCsrgemm2Info(gemm));                                                        \
  }
// Functions whose counterparts hipSPARSE has, and, in small integers, which all orders of addition
// give exactly, those that it has not: rectangular blocks of 2 by 3, ELL and iterations against CSR.
#define MORE(x, X, T, of)                                                                          \
  static void more_##x() {                                                                         \
    const auto plain = rocsparse_operation_none;                                                   \
    const auto as_is = HIPSPARSE_OPERATION_NON_TRANSPOSE;                                          \
    std::vector<T> list, dense, blocks, ell(4 * n, of(0));                                         \
    for (double v : values) list.push_back(of(v));                                                 \
    for (int i = 0; i < 36; i++) dense.push_back(of(i % 7 - 3));                                   \
    for (int i = 0; i < 24; i++) blocks.push_back(of((i % 4 == 0 || i % 4 == 3) ? 5 + i : 1));     \
    T alpha = of(2), beta = of(-1);                                                                \
    int nnz = (int)list.size(), position = 0;                                                      \
    size_t size = 0;                                                                               \
    Memory<int> o(offsets), c(columns), bo(block_offsets), bc(block_columns);                      \
    Memory<T> v(list), b(blocks), e(dense), p(dense), q(dense), w(dense), u(dense);                \
    Memory<char> buffer(65536);                                                                    \
    bsrsm2Info_t sm;                                                                               \
    OK(hipsparseCreateBsrsm2Info(&sm));                                                            \
    OK(rocsparse_##x##bsrsm_buffer_size(r, dir, trans, plain, nb, 2, 6, rd, b.at, bo.at, bc.at,    \
                                        dim, info, &size));                                        \
    OK(rocsparse_##x##bsrsm_analysis(r, dir, trans, plain, nb, 2, 6, rd, b.at, bo.at, bc.at, dim,  \
                                     info, reuse, solve, buffer.at));                              \
    OK(rocsparse_bsrsm_zero_pivot(r, info, &position));                                            \
    OK(rocsparse_##x##bsrsm_solve(r, dir, trans, plain, nb, 2, 6, &alpha, rd, b.at, bo.at, bc.at,  \
                                  dim, info, e.at, n, p.at, n, solve, buffer.at));                 \
    OK(hipsparse##X##bsrsm2_solve(h, column, none, as_is, nb, 2, 6, &alpha, hd, b.at, bo.at,       \
                                  bc.at, dim, sm, e.at, n, q.at, n, policy, buffer.at));           \
    CHECK(same(p, q, dense.data()));                                                               \
    OK(hipsparseDestroyBsrsm2Info(sm));                                                            \
    Memory<int> mask(std::vector<int>{3, 1}), end(std::vector<int>{3, 5, 6});                      \
    OK(rocsparse_##x##bsrxmv(r, dir, plain, 2, nb, nb, 6, &alpha, rd, b.at, mask.at, bo.at,        \
                             end.at, bc.at, dim, e.at, &beta, p.at));                              \
    OK(hipsparse##X##bsrxmv(h, column, as_is, 2, nb, nb, 6, &alpha, hd, b.at, mask.at, bo.at,      \
                            end.at, bc.at, dim, e.at, &beta, q.at));                               \
    CHECK(same(p, q));                                                                             \
    OK(rocsparse_##x##gemvi_buffer_size(r, trans, n, n, 3, &size));                                \
    OK(rocsparse_##x##gemvi(r, trans, n, n, &alpha, e.at, n, 2, v.at, mask.at, &beta, w.at,        \
                            rocsparse_index_base_one, buffer.at));                                 \
    OK(hipsparse##X##gemvi(h, none, n, n, &alpha, e.at, n, 2, v.at, mask.at, &beta, u.at,          \
                           HIPSPARSE_INDEX_BASE_ONE, buffer.at));                                  \
    CHECK(same(w, u, dense.data()));                                                               \
    std::vector<int> less_o = offsets, less_c = columns;                                           \
    for (int &i : less_o) i--;                                                                     \
    for (int &i : less_c) i--;                                                                     \
    Memory<int> zo(less_o), zc(less_c);                                                            \
    OK(rocsparse_##x##gemmi(r, plain, trans, n, n, n, nnz, &alpha, e.at, n, rd, v.at, o.at, c.at,  \
                            &beta, w.at, n));                                                      \
    OK(hipsparse##X##gemmi(h, n, n, n, nnz, &alpha, e.at, n, v.at, zo.at, zc.at, &beta, u.at, n)); \
    CHECK(same(w, u));                                                                             \
                                                                                                   \
    /* 3 by 2 blocks of 2 by 3, of which the second in the first row is missing, by columns */     \
    Memory<int> ro(std::vector<int>{1, 2, 4, 6}), rc(std::vector<int>{1, 1, 2, 1, 2});             \
    std::vector<int> so = {1}, sc;                                                                 \
    std::vector<T> sv;                                                                             \
    for (int i = 0; i < n; i++) {                                                                  \
      for (int k = ro.at[i / 2] - 1; k < ro.at[i / 2 + 1] - 1; k++)                                \
        for (int j = 0; j < 3; j++) {                                                              \
          sc.push_back((rc.at[k] - 1) * 3 + j + 1);                                                \
          sv.push_back(dense[k * 6 + i % 2 + j * 2]);                                              \
        }                                                                                          \
      so.push_back((int)sc.size() + 1);                                                            \
    }                                                                                              \
    Memory<int> mo(so), mc(sc);                                                                    \
    Memory<T> mv(sv);                                                                              \
    for (auto t : {plain, trans}) {                                                                \
      auto ht = t == plain ? as_is : none;                                                         \
      OK(rocsparse_##x##gebsrmv(r, dir, t, 3, 2, 5, &alpha, rd, e.at, ro.at, rc.at, 2, 3, e.at,    \
                                &beta, w.at));                                                     \
      OK(hipsparse##X##csrmm2(h, ht, as_is, n, 1, n, (int)sv.size(), &alpha, hd, mv.at, mo.at,     \
                              mc.at, e.at, n, &beta, u.at, n));                                    \
      CHECK(same(w, u, dense.data()));                                                             \
      OK(rocsparse_##x##gebsrmm(r, dir, t, trans, 3, 4, 2, 5, &alpha, rd, e.at, ro.at, rc.at, 2,   \
                                3, e.at, 5, &beta, w.at, n));                                      \
      OK(hipsparse##X##csrmm2(h, ht, none, n, 4, n, (int)sv.size(), &alpha, hd, mv.at, mo.at,      \
                              mc.at, e.at, 5, &beta, u.at, n));                                    \
      CHECK(same(w, u));                                                                           \
    }                                                                                              \
    Memory<int> ec(std::vector<int>(4 * n, -1));                                                   \
    for (int i = 0; i < n; i++)                                                                    \
      for (int k = 0; k < offsets[i + 1] - offsets[i]; k++) {                                      \
        ec.at[k * n + i] = columns[offsets[i] - 1 + k];                                            \
        ell[k * n + i] = list[offsets[i] - 1 + k];                                                 \
      }                                                                                            \
    Memory<T> ev(ell);                                                                             \
    OK(rocsparse_##x##ellmv(r, plain, n, n, &alpha, rd, ev.at, ec.at, 4, e.at, &beta, w.at));      \
    OK(hipsparse##X##csrmm2(h, as_is, as_is, n, 1, n, nnz, &alpha, hd, v.at, o.at, c.at, e.at, n,  \
                            &beta, u.at, n));                                                      \
    CHECK(same(w, u));                                                                             \
                                                                                                   \
    /* to ELL and back; without the elements of at most 2 */                                       \
    int width = -1, count = -1;                                                                    \
    OK(rocsparse_csr2ell_width(r, n, rd, o.at, rd, &width));                                       \
    CHECK(width == widest());                                                                      \
    Memory<T> lv(ell), rv(list), kv(list);                                                         \
    Memory<int> lc(std::vector<int>(4 * n, 9)), oc(offsets), rcol(columns), kc(columns),           \
        per(offsets);                                                                              \
    OK(rocsparse_##x##csr2ell(r, n, rd, v.at, o.at, c.at, rd, 4, lv.at, lc.at));                   \
    OK(rocsparse_ell2csr_nnz(r, n, n, rd, 4, lc.at, rd, oc.at, &count));                           \
    CHECK(count == nnz);                                                                           \
    std::memset((void *)rv.at, 0, rv.n * sizeof(T));                                               \
    OK(rocsparse_##x##ell2csr(r, n, n, rd, 4, lv.at, lc.at, rd, rv.at, oc.at, rcol.at));           \
    OK(rocsparse_##x##nnz_compress(r, n, rd, v.at, o.at, per.at, &count, of(2)));                  \
    Memory<int> ko(offsets);                                                                       \
    OK(rocsparse_##x##csr2csr_compress(r, n, n, rd, v.at, o.at, c.at, nnz, per.at, kv.at, ko.at,   \
                                       kc.at, of(2)));                                             \
    CHECK(rocsparse_##x##nnz_compress(r, n, rd, v.at, o.at, per.at, &count, of(-1)) ==             \
          rocsparse_status_invalid_value);                                                         \
    CHECK(hipDeviceSynchronize() == hipSuccess);                                                   \
    for (int i = 0; i < 4 * n; i++)                                                                \
      CHECK(lc.at[i] == ec.at[i] && !std::memcmp(&lv.at[i], &ev.at[i], sizeof(T)));                \
    for (int i = 0; i < nnz; i++)                                                                  \
      CHECK(rcol.at[i] == columns[i] && !std::memcmp(&rv.at[i], &list[i], sizeof(T)));             \
    int kept = 0;                                                                                  \
    for (int i = 0; i < n; i++) {                                                                  \
      CHECK(oc.at[i] == offsets[i] && ko.at[i] == kept + 1);                                       \
      for (int k = offsets[i] - 1; k < offsets[i + 1] - 1; k++) {                                  \
        if (magnitude(list[k]) <= 2) continue;                                                     \
        CHECK(kc.at[kept] == columns[k] && !std::memcmp(&kv.at[kept], &list[k], sizeof(T)));       \
        kept++;                                                                                    \
      }                                                                                            \
    }                                                                                              \
    CHECK(kept == count && ko.at[n] == kept + 1 && kept < nnz);                                    \
                                                                                                   \
    /* three systems at a distance of four, against four: the fourth stays as it is */             \
    std::vector<T> main(36, of(9));                                                                \
    Memory<T> d(main), s3(dense), t3(dense), s5(dense), t5(dense);                                 \
    OK(rocsparse_##x##gtsv_interleaved_batch_buffer_size(                                          \
        r, rocsparse_gtsv_interleaved_alg_thomas, 9, e.at, d.at, e.at, s3.at, 3, 4, &size));       \
    CHECK(size < buffer.n);                                                                        \
    OK(rocsparse_##x##gtsv_interleaved_batch(r, rocsparse_gtsv_interleaved_alg_thomas, 9, e.at,    \
                                             d.at, e.at, s3.at, 3, 4, buffer.at));                 \
    OK(hipsparse##X##gtsvInterleavedBatch(h, 1, 9, e.at, d.at, e.at, t3.at, 4, buffer.at));        \
    OK(rocsparse_##x##gpsv_interleaved_batch_buffer_size(r, rocsparse_gpsv_interleaved_alg_qr, 9,  \
                                                         e.at, e.at, d.at, e.at, e.at, s5.at, 3,   \
                                                         4, &size));                               \
    CHECK(size < buffer.n);                                                                        \
    OK(rocsparse_##x##gpsv_interleaved_batch(r, rocsparse_gpsv_interleaved_alg_qr, 9, e.at, e.at,  \
                                             d.at, e.at, e.at, s5.at, 3, 4, buffer.at));           \
    OK(hipsparse##X##gpsvInterleavedBatch(h, 0, 9, e.at, e.at, d.at, e.at, e.at, t5.at, 4,         \
                                          buffer.at));                                             \
    CHECK(hipDeviceSynchronize() == hipSuccess);                                                   \
    for (int i = 0; i < 36; i++) {                                                                 \
      CHECK(!std::memcmp(&s3.at[i], i % 4 == 3 ? &dense[i] : &t3.at[i], sizeof(T)));               \
      CHECK(!std::memcmp(&s5.at[i], i % 4 == 3 ? &dense[i] : &t5.at[i], sizeof(T)));               \
    }                                                                                              \
                                                                                                   \
    /* with a diagonal of ones; n iterations are exact */                                          \
    csrsv2Info_t once;                                                                             \
    OK(hipsparseCreateCsrsv2Info(&once));                                                          \
    OK(hipsparseSetMatDiagType(hd, HIPSPARSE_DIAG_TYPE_UNIT));                                     \
    OK(rocsparse_set_mat_diag_type(rd, rocsparse_diag_type_unit));                                 \
    for (auto t : {plain, trans}) {                                                                \
      auto ht = t == plain ? as_is : none;                                                         \
      OK(hipsparse##X##csrsv2_solve(h, ht, n, nnz, &alpha, hd, v.at, o.at, c.at, once, e.at, q.at, \
                                    policy, buffer.at));                                           \
      int limit = 50;                                                                              \
      decltype(residual(of(0))) history[50], tolerance = 0;                                        \
      OK(rocsparse_##x##csritsv_buffer_size(r, t, n, nnz, rd, v.at, o.at, c.at, info, &size));     \
      OK(rocsparse_##x##csritsv_analysis(r, t, n, nnz, rd, v.at, o.at, c.at, info, reuse, solve,   \
                                         buffer.at));                                              \
      OK(rocsparse_##x##csritsv_solve(r, &limit, &tolerance, history, t, n, nnz, &alpha, rd, v.at, \
                                      o.at, c.at, info, e.at, p.at, solve, buffer.at));            \
      CHECK(same(p, q, dense.data()) && limit > 1 && limit <= n);                                  \
      CHECK(history[0] == 6 && history[limit - 1] > 0);                                            \
      OK(rocsparse_csritsv_zero_pivot(r, rd, info, &position));                                    \
      limit = 1;                                                                                   \
      OK(rocsparse_##x##csritsv_solve(r, &limit, nullptr, nullptr, t, n, nnz, &alpha, rd, v.at,    \
                                      o.at, c.at, info, e.at, p.at, solve, buffer.at));            \
      CHECK(limit == 1 && !same(p, q));                                                            \
    }                                                                                              \
    OK(rocsparse_csritsv_clear(r, rd, info));                                                      \
    OK(hipsparseSetMatDiagType(hd, HIPSPARSE_DIAG_TYPE_NON_UNIT));                                 \
    OK(rocsparse_set_mat_diag_type(rd, rocsparse_diag_type_non_unit));                             \
    OK(hipsparseDestroyCsrsv2Info(once));                                                          \
  }
static float residual(float v) { return v; }
static double residual(double v) { return v; }
static float residual(hipComplex v) { return v.x; }
static double residual(hipDoubleComplex v) { return v.x; }
static float real_s(double v) { return (float)v; }
static double real_d(double v) { return v; }
static hipComplex real_c(double v) { return make_hipFloatComplex((float)v, 0); }
static hipDoubleComplex real_z(double v) { return make_hipDoubleComplex(v, 0); }
TYPE(s, S, float, real_s)
TYPE(d, D, double, real_d)
TYPE(c, C, hipComplex, real_c)
TYPE(z, Z, hipDoubleComplex, real_z)
MORE(s, S, float, real_s)
MORE(d, D, double, real_d)
MORE(c, C, hipComplex, real_c)
MORE(z, Z, hipDoubleComplex, real_z)

// Blocks of 2 by 3 and of 3 by 2, colours and batches of tridiagonal systems.
#define BLOCKS(x, X, T, R, real)                                                                   \
  static void blocks_##x() {                                                                       \
    Memory<T> v(values.size()), f(36), g(36), s(36), t(36), d(12), e(12), y(12), z(12);            \
    for (size_t i = 0; i < values.size(); i++) v.at[i] = real(values[i]);                          \
    Memory<int> o(offsets), c(columns), ro(7), rp(7), co(36), cp(36), so(7), sp(7), sc(36),        \
        tc(36);                                                                                    \
    Memory<char> b(1 << 14);                                                                       \
    const T none_(real(0));                                                                        \
    std::vector<T> zeros(36, none_);                                                               \
    size_t size = 0;                                                                               \
    int hn = 0, rn = 0, nnz = (int)values.size();                                                  \
    OK(rocsparse_##x##csr2gebsr_buffer_size(r, dir, n, n, rd, v.at, o.at, c.at, 2, 3, &size));     \
    CHECK(size && size <= b.n);                                                                    \
    OK(hipsparseXcsr2gebsrNnz(h, column, n, n, hd, o.at, c.at, hd, ro.at, 2, 3, &hn, b.at));       \
    OK(rocsparse_csr2gebsr_nnz(r, dir, n, n, rd, o.at, c.at, rd, rp.at, 2, 3, &rn, b.at));         \
    CHECK(hn == rn && hn > 0 && hn <= 6 && same(ro, rp));                                          \
    OK(hipsparse##X##csr2gebsr(h, column, n, n, hd, v.at, o.at, c.at, hd, f.at, ro.at, co.at, 2,   \
                               3, b.at));                                                          \
    OK(rocsparse_##x##csr2gebsr(r, dir, n, n, rd, v.at, o.at, c.at, rd, g.at, rp.at, cp.at, 2, 3,  \
                                b.at));                                                            \
    CHECK(same(f, g, zeros.data()) && same(co, cp) && same(ro, rp));                               \
    OK(hipsparse##X##gebsr2csr(h, column, 3, 2, hd, f.at, ro.at, co.at, 2, 3, hd, s.at, so.at,     \
                               sc.at));                                                            \
    OK(rocsparse_##x##gebsr2csr(r, dir, 3, 2, rd, g.at, rp.at, cp.at, 2, 3, rd, t.at, sp.at,       \
                                tc.at));                                                           \
    CHECK(same(s, t, zeros.data()) && same(so, sp) && same(sc, tc) && sp.at[6] == 6 * rn + 1);     \
    OK(rocsparse_##x##gebsr2gebsc_buffer_size(r, 3, 2, rn, g.at, rp.at, cp.at, 2, 3, &size));      \
    CHECK(size <= b.n);                                                                            \
    OK(hipsparse##X##gebsr2gebsc(h, 3, 2, hn, f.at, ro.at, co.at, 2, 3, s.at, sc.at, so.at,        \
                                 HIPSPARSE_ACTION_NUMERIC, HIPSPARSE_INDEX_BASE_ONE, b.at));       \
    OK(rocsparse_##x##gebsr2gebsc(r, 3, 2, rn, g.at, rp.at, cp.at, 2, 3, t.at, tc.at, sp.at,       \
                                  rocsparse_action_numeric, rocsparse_index_base_one, b.at));      \
    CHECK(same(s, t, zeros.data()) && same(so, sp) && same(sc, tc));                               \
    OK(rocsparse_##x##gebsr2gebsr_buffer_size(r, dir, 3, 2, rn, rd, g.at, rp.at, cp.at, 2, 3, 3,   \
                                              2, &size));                                          \
    CHECK(size && size <= b.n);                                                                    \
    int hm = 0, rm = 0;                                                                            \
    OK(hipsparseXgebsr2gebsrNnz(h, column, 3, 2, hn, hd, ro.at, co.at, 2, 3, hd, so.at, 3, 2, &hm, \
                                b.at));                                                            \
    OK(rocsparse_gebsr2gebsr_nnz(r, dir, 3, 2, rn, rd, rp.at, cp.at, 2, 3, rd, sp.at, 3, 2, &rm,   \
                                 b.at));                                                           \
    OK(hipsparse##X##gebsr2gebsr(h, column, 3, 2, hn, hd, f.at, ro.at, co.at, 2, 3, hd, s.at,      \
                                 so.at, sc.at, 3, 2, b.at));                                       \
    OK(rocsparse_##x##gebsr2gebsr(r, dir, 3, 2, rn, rd, g.at, rp.at, cp.at, 2, 3, rd, t.at, sp.at, \
                                  tc.at, 3, 2, b.at));                                             \
    CHECK(hm == rm && hm > 0 && same(s, t, zeros.data()) && same(so, sp) && same(sc, tc));         \
    const R share = 1;                                                                             \
    hipsparseColorInfo_t colours;                                                                  \
    OK(hipsparseCreateColorInfo(&colours));                                                        \
    OK(hipsparse##X##csrcolor(h, n, nnz, hd, v.at, o.at, c.at, &share, &hm, co.at, so.at,          \
                              colours));                                                           \
    OK(rocsparse_##x##csrcolor(r, n, nnz, rd, v.at, o.at, c.at, &share, &rm, cp.at, sp.at, info)); \
    CHECK(hm == rm && rm > 1 && rm <= n && same(co, cp) && same(so, sp));                          \
    OK(hipsparseDestroyColorInfo(colours));                                                        \
    for (int i = 0; i < 12; i++) {                                                                 \
      d.at[i] = real(5 + i % 3);                                                                   \
      e.at[i] = real(i % 6 == 0 || i % 6 == 5 ? 0 : 1);                                            \
      y.at[i] = z.at[i] = real(i + 1);                                                             \
    }                                                                                              \
    Memory<T> before(y);                                                                           \
    OK(rocsparse_##x##gtsv_no_pivot_strided_batch_buffer_size(r, 6, e.at, d.at, e.at, z.at, 2, 6,  \
                                                              &size));                             \
    CHECK(size && size <= b.n);                                                                    \
    OK(hipsparse##X##gtsv2StridedBatch(h, 6, e.at, d.at, e.at, y.at, 2, 6, b.at));                 \
    OK(rocsparse_##x##gtsv_no_pivot_strided_batch(r, 6, e.at, d.at, e.at, z.at, 2, 6, b.at));      \
    CHECK(same(y, z, before.at));                                                                  \
  }
BLOCKS(s, S, float, float, real_s)
BLOCKS(d, D, double, double, real_d)
BLOCKS(c, C, hipComplex, float, real_c)
BLOCKS(z, Z, hipDoubleComplex, double, real_z)

#define PRUNED(x, X, T)                                                                            \
  static void pruned_##x() {                                                                       \
    Memory<T> a(36), v(values.size()), f(36), g(36);                                               \
    for (int i = 0; i < 36; i++) a.at[i] = (T)(i * 7 % 36);                                        \
    for (size_t i = 0; i < values.size(); i++) v.at[i] = (T)values[i];                             \
    Memory<int> o(offsets), c(columns), ro(7), rp(7), co(36), cp(36);                              \
    Memory<char> b(1 << 14);                                                                       \
    std::vector<T> zeros(36, 0);                                                                   \
    pruneInfo_t prune;                                                                             \
    size_t size = 0;                                                                               \
    int hn = 0, rn = 0, nnz = (int)values.size();                                                  \
    OK(hipsparseCreatePruneInfo(&prune));                                                          \
    OK(rocsparse_##x##prune_dense2csr_by_percentage_buffer_size(r, n, n, a.at, n, 50, rd, g.at,    \
                                                                rp.at, cp.at, info, &size));       \
    CHECK(size && size <= b.n);                                                                    \
    OK(hipsparse##X##pruneDense2csrNnzByPercentage(h, n, n, a.at, n, 50, hd, ro.at, &hn, prune,    \
                                                   b.at));                                         \
    OK(rocsparse_##x##prune_dense2csr_nnz_by_percentage(r, n, n, a.at, n, 50, rd, rp.at, &rn,      \
                                                        info, b.at));                              \
    CHECK(hn == rn && rn > 0 && rn < 36 && same(ro, rp));                                          \
    OK(hipsparse##X##pruneDense2csrByPercentage(h, n, n, a.at, n, 50, hd, f.at, ro.at, co.at,      \
                                                prune, b.at));                                     \
    OK(rocsparse_##x##prune_dense2csr_by_percentage(r, n, n, a.at, n, 50, rd, g.at, rp.at, cp.at,  \
                                                    info, b.at));                                  \
    CHECK(same(f, g, zeros.data()) && same(co, cp));                                               \
    OK(rocsparse_##x##prune_csr2csr_by_percentage_buffer_size(                                     \
        r, n, n, nnz, rd, v.at, o.at, c.at, 50, rd, g.at, rp.at, cp.at, info, &size));             \
    CHECK(size && size <= b.n);                                                                    \
    OK(hipsparse##X##pruneCsr2csrNnzByPercentage(h, n, n, nnz, hd, v.at, o.at, c.at, 50, hd,       \
                                                 ro.at, &hn, prune, b.at));                        \
    OK(rocsparse_##x##prune_csr2csr_nnz_by_percentage(r, n, n, nnz, rd, v.at, o.at, c.at, 50, rd,  \
                                                      rp.at, &rn, info, b.at));                    \
    CHECK(hn == rn && rn > 0 && rn < nnz && same(ro, rp));                                         \
    OK(hipsparse##X##pruneCsr2csrByPercentage(h, n, n, nnz, hd, v.at, o.at, c.at, 50, hd, f.at,    \
                                              ro.at, co.at, prune, b.at));                         \
    OK(rocsparse_##x##prune_csr2csr_by_percentage(r, n, n, nnz, rd, v.at, o.at, c.at, 50, rd,      \
                                                  g.at, rp.at, cp.at, info, b.at));                \
    CHECK(same(f, g) && same(co, cp));                                                             \
    CHECK(rocsparse_##x##prune_dense2csr_nnz_by_percentage(r, n, n, a.at, n, 101, rd, rp.at, &rn,  \
                                                           info, b.at) ==                          \
          rocsparse_status_invalid_size);                                                          \
    OK(hipsparseDestroyPruneInfo(prune));                                                          \
  }
PRUNED(s, S, float)
PRUNED(d, D, double)

// Every function that is not supported says so, whatever its arguments.
template <class... A> static rocsparse_status with_zeros(rocsparse_status (*f)(A...)) {
  return f(A{}...);
}
static void absent() {
#define NOT_SUPPORTED(name, parameters) CHECK(with_zeros(name) == rocsparse_status_not_implemented);
  GOHIP_ROCSPARSE_ABSENT(NOT_SUPPORTED)
  CHECK(!rocsparse_state_debug_arguments());
  rocsparse_enable_debug_arguments();
  CHECK(rocsparse_state_debug_arguments() == 1 && !rocsparse_state_debug());
  rocsparse_disable_debug_arguments();
  CHECK(!rocsparse_state_debug_arguments());
  void *memory = nullptr;
  OK(rocsparse_hip_malloc(&memory, 16, "tag"));
  OK(hipMemset(memory, 0, 16));
  OK(rocsparse_hip_free(memory, "tag"));
  float a = 0;
  int i = 0;
  CHECK(rocsparse_scsr2gebsr(r, dir, n, n, rd, &a, &i, &i, rd, &a, &i, &i, 0, 3, &a) ==
        rocsparse_status_invalid_size);
  CHECK(rocsparse_scsrcolor(r, n, 1, rd, &a, &i, &i, &a, &i, &i, nullptr, nullptr) ==
        rocsparse_status_invalid_pointer);
  CHECK(rocsparse_csr2gebsr_nnz(nullptr, dir, n, n, rd, &i, &i, rd, &i, 2, 3, &i, &i) ==
        rocsparse_status_invalid_handle);
}

static void coordinates() {
  Memory<int> row({2, 0, 1, 0, 2}), col({0, 3, 1, 1, 2}), perm({10, 11, 12, 13, 14});
  Memory<char> b(256);
  size_t size = 0;
  OK(rocsparse_coosort_buffer_size(r, 3, 4, 5, row.at, col.at, &size));
  CHECK(size && size <= b.n);
  OK(rocsparse_coosort_by_row(r, 3, 4, 5, row.at, col.at, perm.at, b.at));
  CHECK(hipDeviceSynchronize() == hipSuccess);
  const int by_row[][5] = {{0, 0, 1, 2, 2}, {1, 3, 1, 0, 2}, {13, 11, 12, 10, 14}};
  CHECK(!std::memcmp(row.at, by_row[0], 20) && !std::memcmp(col.at, by_row[1], 20));
  CHECK(!std::memcmp(perm.at, by_row[2], 20));
  OK(rocsparse_coosort_by_column(r, 3, 4, 5, row.at, col.at, nullptr, b.at));
  CHECK(hipDeviceSynchronize() == hipSuccess);
  const int by_col[][5] = {{2, 0, 1, 2, 0}, {0, 1, 1, 2, 3}};
  CHECK(!std::memcmp(row.at, by_col[0], 20) && !std::memcmp(col.at, by_col[1], 20));
  CHECK(rocsparse_coosort_by_row(r, 3, 4, 5, row.at, col.at, perm.at, nullptr) ==
        rocsparse_status_invalid_pointer);
  CHECK(rocsparse_coosort_by_row(r, 3, 4, -1, row.at, col.at, perm.at, b.at) ==
        rocsparse_status_invalid_size);
}

static void invalid() {
  Memory<int> o(offsets), c(columns);
  Memory<float> v(values.size());
  Memory<char> b(64);
  int nnz = (int)values.size(), position;
  size_t size;
  CHECK(rocsparse_scsric0(nullptr, n, nnz, rd, v.at, o.at, c.at, info, solve, b.at) ==
        rocsparse_status_invalid_handle);
  CHECK(rocsparse_scsric0(r, -1, nnz, rd, v.at, o.at, c.at, info, solve, b.at) ==
        rocsparse_status_invalid_size);
  CHECK(rocsparse_scsric0(r, n, nnz, nullptr, v.at, o.at, c.at, info, solve, b.at) ==
        rocsparse_status_invalid_pointer);
  CHECK(rocsparse_scsric0(r, n, nnz, rd, v.at, o.at, c.at, info, solve, nullptr) ==
        rocsparse_status_invalid_pointer);
  CHECK(rocsparse_scsric0_buffer_size(r, n, nnz, rd, v.at, o.at, c.at, nullptr, &size) ==
        rocsparse_status_invalid_pointer);
  CHECK(rocsparse_sbsrilu0(r, dir, nb, 1, rd, v.at, o.at, c.at, 0, info, solve, b.at) ==
        rocsparse_status_invalid_size);
  CHECK(rocsparse_sbsrilu0(r, (rocsparse_direction)5, nb, 1, rd, v.at, o.at, c.at, 2, info, solve,
                           b.at) == rocsparse_status_invalid_value);
  CHECK(rocsparse_csric0_zero_pivot(r, nullptr, &position) == rocsparse_status_invalid_pointer);
  CHECK(rocsparse_sgthr(r, -1, v.at, v.at, c.at, rocsparse_index_base_one) ==
        rocsparse_status_invalid_size);
  CHECK(rocsparse_csrgemm_nnz(r, trans, trans, n, n, n, rd, nnz, o.at, c.at, rd, nnz, o.at, c.at,
                              rd, 0, nullptr, nullptr, rd, o.at, &position, info,
                              b.at) == rocsparse_status_not_implemented);
  CHECK(rocsparse_csrgemm_symbolic(r, trans, trans, n, n, n, rd, nnz, o.at, c.at, rd, nnz, o.at,
                                   c.at, rd, 0, nullptr, nullptr, rd, nnz, o.at, c.at, info,
                                   b.at) == rocsparse_status_not_implemented);
  float one = 1;
  CHECK(rocsparse_sgebsrmv(r, dir, trans, nb, nb, 1, &one, rd, v.at, o.at, c.at, 2, 0, v.at, &one,
                           v.at) == rocsparse_status_invalid_size);
  CHECK(rocsparse_sgebsrmm(r, dir, trans, trans, nb, 2, nb, 1, &one, rd, v.at, o.at, c.at, 2, 2,
                           v.at, 1, &one, v.at, n) == rocsparse_status_invalid_size);
  CHECK(rocsparse_sgemmi(r, trans, trans, n, n, n, nnz, &one, v.at, n, rd, v.at, o.at, c.at, &one,
                         v.at, n) == rocsparse_status_not_implemented);
  CHECK(rocsparse_sellmv(r, trans, n, n, &one, rd, nullptr, c.at, 2, v.at, &one, v.at) ==
        rocsparse_status_invalid_pointer);
  CHECK(rocsparse_sgpsv_interleaved_batch(r, rocsparse_gpsv_interleaved_alg_qr, 2, v.at, v.at, v.at,
                                          v.at, v.at, v.at, 1, 1,
                                          b.at) == rocsparse_status_invalid_size);
  CHECK(rocsparse_sgtsv_interleaved_batch(r, (rocsparse_gtsv_interleaved_alg)4, 3, v.at, v.at, v.at,
                                          v.at, 1, 1, b.at) == rocsparse_status_invalid_value);
  CHECK(rocsparse_sgtsv_interleaved_batch(r, rocsparse_gtsv_interleaved_alg_lu, 3, v.at, v.at, v.at,
                                          v.at, 2, 1, b.at) == rocsparse_status_invalid_size);
  CHECK(rocsparse_scsritsv_solve(r, nullptr, &one, nullptr, trans, n, nnz, &one, rd, v.at, o.at,
                                 c.at, info, v.at, v.at, solve,
                                 b.at) == rocsparse_status_invalid_pointer);
  CHECK(rocsparse_sbsrsm_analysis(nullptr, dir, trans, trans, nb, 2, 1, rd, v.at, o.at, c.at, dim,
                                  info, reuse, solve, b.at) == rocsparse_status_invalid_handle);
  std::memset((void *)v.at, 0, v.n * sizeof(float)); // no pivot is left
  OK(rocsparse_scsric0(r, n, nnz, rd, v.at, o.at, c.at, info, solve, b.at));
  CHECK(rocsparse_csric0_zero_pivot(r, info, &position) == rocsparse_status_zero_pivot);
  CHECK(position == 1);
  OK(rocsparse_csric0_clear(r, info));
}

int main() {
  if (hipsparseCreate(&h) || rocsparse_create_handle(&r)) return 1;
  OK(hipsparseCreateMatDescr(&hd));
  OK(rocsparse_create_mat_descr(&rd));
  OK(rocsparse_create_mat_info(&info));
  OK(hipsparseSetMatIndexBase(hd, HIPSPARSE_INDEX_BASE_ONE));
  OK(rocsparse_set_mat_index_base(rd, rocsparse_index_base_one));
  solvers_s();
  solvers_d();
  solvers_c();
  solvers_z();
  sums_s();
  sums_d();
  sums_c();
  sums_z();
  more_s();
  more_d();
  more_c();
  more_z();
  blocks_s();
  blocks_d();
  blocks_c();
  blocks_z();
  pruned_s();
  pruned_d();
  absent();
  coordinates();
  invalid();
  OK(rocsparse_destroy_mat_info(info));
  OK(rocsparse_destroy_mat_descr(rd));
  OK(hipsparseDestroyMatDescr(hd));
  OK(rocsparse_destroy_handle(r));
  OK(hipsparseDestroy(h));
  puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
