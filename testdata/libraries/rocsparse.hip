// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSPARSE's names: the generic functions, and those that take a matrix as arrays, against dense
// matrices on the host; order in a stream, invalid calls.
//
// e2e: flags=-lrocsparse
#include <hip/hip_runtime.h>

#include "device.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <vector>

#include <rocsparse/rocsparse.h>

static int failures;
static rocsparse_handle h;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition) && ++failures <= 20) printf("line %d: %s\n", __LINE__, #condition);           \
  } while (0)
#define OK(call) CHECK((call) == rocsparse_status_success)

template <class T> struct Memory {
  T *at = nullptr;
  explicit Memory(size_t n) { CHECK(hipMalloc((void **)&at, (n + 1) * sizeof(T)) == hipSuccess); }
  explicit Memory(const std::vector<T> &v) : Memory(v.size()) {
    CHECK(hipMemcpy(at, v.data(), v.size() * sizeof(T), hipMemcpyHostToDevice) == hipSuccess);
  }
  ~Memory() { (void)hipFree(at); }
  std::vector<T> fetched(size_t n) const {
    std::vector<T> v(n);
    CHECK(hipDeviceSynchronize() == hipSuccess);
    CHECK(hipMemcpy(v.data(), at, n * sizeof(T), hipMemcpyDeviceToHost) == hipSuccess);
    return v;
  }
};

static unsigned state = 1;
static double number() {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) / double(1 << 24) - 0.5;
}
static void random(float &x) { x = float(number()); }
static void random(double &x) { x = number(); }
template <class R> void random(std::complex<R> &x) {
  double re = number();
  x = {R(re), R(number())};
}
static double conjugate(double x) { return x; }
static float conjugate(float x) { return x; }
template <class R> std::complex<R> conjugate(std::complex<R> x) { return std::conj(x); }

template <class T> struct Of;
#define TYPE(x, T, H, D, single)                                                                   \
  template <> struct Of<T> {                                                                       \
    using type = H;                                                                                \
    static constexpr auto data = D;                                                                \
    static constexpr double by = single ? 1e-4 : 1e-11;                                            \
    static constexpr auto csrmv_analysis = rocsparse_##x##csrmv_analysis;                          \
    static constexpr auto csrmv = rocsparse_##x##csrmv;                                            \
    static constexpr auto coomv = rocsparse_##x##coomv;                                            \
    static constexpr auto csrsv_size = rocsparse_##x##csrsv_buffer_size;                           \
    static constexpr auto csrsv_analysis = rocsparse_##x##csrsv_analysis;                          \
    static constexpr auto csrsv = rocsparse_##x##csrsv_solve;                                      \
    static constexpr auto csrmm = rocsparse_##x##csrmm;                                            \
    static constexpr auto ilu_size = rocsparse_##x##csrilu0_buffer_size;                           \
    static constexpr auto ilu_analysis = rocsparse_##x##csrilu0_analysis;                          \
    static constexpr auto ilu = rocsparse_##x##csrilu0;                                            \
    static constexpr auto csr2csc = rocsparse_##x##csr2csc;                                        \
    static constexpr auto nnz = rocsparse_##x##nnz;                                                \
    static constexpr auto csr2dense = rocsparse_##x##csr2dense;                                    \
  };
TYPE(s, float, float, rocsparse_datatype_f32_r, true)
TYPE(d, double, double, rocsparse_datatype_f64_r, false)
TYPE(c, std::complex<float>, rocsparse_float_complex, rocsparse_datatype_f32_c, true)
TYPE(z, std::complex<double>, rocsparse_double_complex, rocsparse_datatype_f64_c, false)

// Matrix is a sparse matrix on the host: dense, column by column, and in CSR.
template <class T> struct Matrix {
  int m, n, base;
  std::vector<T> dense, values;
  std::vector<int> offsets, rows, columns;

  Matrix(int m, int n, int base, int every, bool diagonal) : m(m), n(n), base(base), dense(m * n) {
    for (int i = 0; i < m * n; i++)
      if (i * 7 % every == 0) random(dense[i]);
    for (int i = 0; diagonal && i < std::min(m, n); i++) dense[i * m + i] = T(4 + i % 3);
    compress();
  }
  void compress() {
    offsets.assign(1, base);
    rows.clear(), columns.clear(), values.clear();
    for (int r = 0; r < m; r++) {
      for (int c = 0; c < n; c++)
        if (dense[c * m + r] != T(0)) {
          rows.push_back(r + base), columns.push_back(c + base);
          values.push_back(dense[c * m + r]);
        }
      offsets.push_back(int(values.size()) + base);
    }
  }
  int nnz() const { return int(values.size()); }
  T at(int r, int c, rocsparse_operation op) const {
    if (op == rocsparse_operation_none) return dense[c * m + r];
    T v = dense[r * m + c];
    return op == rocsparse_operation_transpose ? v : conjugate(v);
  }
};

template <class T> std::vector<T> randoms(size_t n) {
  std::vector<T> v(n);
  for (T &x : v) random(x);
  return v;
}
template <class T> void same(const std::vector<T> &got, const std::vector<T> &want, int line) {
  double worst = got.size() == want.size() ? 0 : 1e9;
  for (size_t i = 0; i < got.size() && worst < 1e9; i++)
    worst = std::max(worst, double(std::abs(got[i] - want[i])));
  if (!(worst < Of<T>::by) && ++failures <= 20) printf("line %d: wrong by %g\n", line, worst);
}
#define SAME(got, want) same(got, want, __LINE__)

// OnDevice is a matrix in device memory.
template <class T> struct OnDevice {
  using H = typename Of<T>::type;
  Memory<T> values;
  Memory<int> offsets, rows, columns;
  explicit OnDevice(const Matrix<T> &a)
      : values(a.values), offsets(a.offsets), rows(a.rows), columns(a.columns) {}
  H *v() const { return (H *)values.at; }
};

const rocsparse_operation kOps[] = {rocsparse_operation_none, rocsparse_operation_transpose,
                                    rocsparse_operation_conjugate_transpose};

template <class T>
std::vector<T> product(const Matrix<T> &a, rocsparse_operation op, T alpha, const std::vector<T> &x,
                       T beta, const std::vector<T> &y) {
  int rows = op == rocsparse_operation_none ? a.m : a.n, inner = a.m + a.n - rows;
  std::vector<T> r(rows);
  for (int i = 0; i < rows; i++) {
    for (int k = 0; k < inner; k++) r[i] += a.at(i, k, op) * x[k];
    r[i] = alpha * r[i] + beta * y[i];
  }
  return r;
}

template <class T> void vectors_by_matrices(int base) {
  using H = typename Of<T>::type;
  Matrix<T> a(9, 6, base, 3, false);
  OnDevice<T> d(a);
  rocsparse_mat_descr descr;
  rocsparse_mat_info info;
  OK(rocsparse_create_mat_descr(&descr));
  OK(rocsparse_set_mat_index_base(descr, rocsparse_index_base(base)));
  CHECK(rocsparse_get_mat_index_base(descr) == base);
  OK(rocsparse_create_mat_info(&info));
  T alpha(2), beta(-1);
  for (auto op : kOps) {
    bool plain = op == rocsparse_operation_none;
    auto x = randoms<T>(plain ? 6 : 9), y = randoms<T>(plain ? 9 : 6);
    auto want = product(a, op, alpha, x, beta, y);
    Memory<T> dx(x), y1(y), y2(y), y3(y), y4(y);
    OK(Of<T>::csrmv_analysis(h, op, 9, 6, a.nnz(), descr, d.v(), d.offsets.at, d.columns.at, info));
    OK(Of<T>::csrmv(h, op, 9, 6, a.nnz(), (H *)&alpha, descr, d.v(), d.offsets.at, d.columns.at,
                    info, (H *)dx.at, (H *)&beta, (H *)y1.at));
    OK(rocsparse_csrmv_clear(h, info));
    SAME(y1.fetched(y.size()), want);
    OK(Of<T>::coomv(h, op, 9, 6, a.nnz(), (H *)&alpha, descr, d.v(), d.rows.at, d.columns.at,
                    (H *)dx.at, (H *)&beta, (H *)y2.at));
    SAME(y2.fetched(y.size()), want);
    for (bool coo : {false, true}) {
      rocsparse_spmat_descr mat;
      rocsparse_dnvec_descr vx, vy;
      const auto i32 = rocsparse_indextype_i32;
      const auto zero = rocsparse_index_base(base);
      if (coo)
        OK(rocsparse_create_coo_descr(&mat, 9, 6, a.nnz(), d.rows.at, d.columns.at, d.v(), i32,
                                      zero, Of<T>::data));
      else
        OK(rocsparse_create_csr_descr(&mat, 9, 6, a.nnz(), d.offsets.at, d.columns.at, d.v(), i32,
                                      i32, zero, Of<T>::data));
      Memory<T> &to = coo ? y3 : y4;
      OK(rocsparse_create_dnvec_descr(&vx, x.size(), dx.at, Of<T>::data));
      OK(rocsparse_create_dnvec_descr(&vy, y.size(), to.at, Of<T>::data));
      size_t size = 0;
      void *buffer = nullptr;
      for (auto stage : {rocsparse_spmv_stage_buffer_size, rocsparse_spmv_stage_preprocess,
                         rocsparse_spmv_stage_compute}) {
        OK(rocsparse_spmv(h, op, &alpha, mat, vx, &beta, vy, Of<T>::data,
                          rocsparse_spmv_alg_default, stage, &size, buffer));
        if (!buffer) CHECK(hipMalloc(&buffer, size) == hipSuccess && size > 0);
      }
      SAME(to.fetched(y.size()), want);
      CHECK(hipFree(buffer) == hipSuccess);
      OK(rocsparse_destroy_dnvec_descr(vx));
      OK(rocsparse_destroy_dnvec_descr(vy));
      OK(rocsparse_destroy_spmat_descr(mat));
    }
  }
  OK(rocsparse_destroy_mat_info(info));
  OK(rocsparse_destroy_mat_descr(descr));
}

// A product with a dense matrix, by both interfaces.
template <class T> void matrices(int base) {
  using H = typename Of<T>::type;
  const int m = 7, k = 5, n = 3, ld = 9;
  Matrix<T> a(m, k, base, 3, false);
  OnDevice<T> d(a);
  rocsparse_mat_descr descr;
  OK(rocsparse_create_mat_descr(&descr));
  OK(rocsparse_set_mat_index_base(descr, rocsparse_index_base(base)));
  T alpha(2), beta(3);
  for (auto op : kOps) {
    int rows = op == rocsparse_operation_none ? m : k, inner = m + k - rows;
    auto b = randoms<T>(ld * n), c = randoms<T>(ld * n);
    auto want = c;
    for (int j = 0; j < n; j++) {
      std::vector<T> x(b.begin() + j * ld, b.begin() + j * ld + inner);
      std::vector<T> y(c.begin() + j * ld, c.begin() + j * ld + rows);
      y = product(a, op, alpha, x, beta, y);
      std::copy(y.begin(), y.end(), want.begin() + j * ld);
    }
    Memory<T> db(b), c1(c), c2(c);
    OK(Of<T>::csrmm(h, op, rocsparse_operation_none, m, n, k, a.nnz(), (H *)&alpha, descr, d.v(),
                    d.offsets.at, d.columns.at, (H *)db.at, ld, (H *)&beta, (H *)c1.at, ld));
    SAME(c1.fetched(ld * n), want);
    rocsparse_spmat_descr mat;
    rocsparse_dnmat_descr from, to;
    OK(rocsparse_create_csr_descr(&mat, m, k, a.nnz(), d.offsets.at, d.columns.at, d.v(),
                                  rocsparse_indextype_i32, rocsparse_indextype_i32,
                                  rocsparse_index_base(base), Of<T>::data));
    OK(rocsparse_create_dnmat_descr(&from, inner, n, ld, db.at, Of<T>::data,
                                    rocsparse_order_column));
    OK(rocsparse_create_dnmat_descr(&to, rows, n, ld, c2.at, Of<T>::data, rocsparse_order_column));
    size_t size = 0;
    void *buffer = nullptr;
    for (auto stage : {rocsparse_spmm_stage_buffer_size, rocsparse_spmm_stage_preprocess,
                       rocsparse_spmm_stage_compute}) {
      OK(rocsparse_spmm(h, op, rocsparse_operation_none, &alpha, mat, from, &beta, to, Of<T>::data,
                        rocsparse_spmm_alg_default, stage, &size, buffer));
      if (!buffer) CHECK(hipMalloc(&buffer, size) == hipSuccess);
    }
    SAME(c2.fetched(ld * n), want);
    CHECK(hipFree(buffer) == hipSuccess);
    OK(rocsparse_destroy_dnmat_descr(from));
    OK(rocsparse_destroy_dnmat_descr(to));
    OK(rocsparse_destroy_spmat_descr(mat));
  }
  OK(rocsparse_destroy_mat_descr(descr));
}

template <class T> void triangular(int base) {
  using H = typename Of<T>::type;
  const int n = 8;
  for (auto fill : {rocsparse_fill_mode_lower, rocsparse_fill_mode_upper})
    for (auto diag : {rocsparse_diag_type_non_unit, rocsparse_diag_type_unit})
      for (auto op : kOps) {
        Matrix<T> a(n, n, base, 3, true);
        OnDevice<T> d(a);
        Matrix<T> t = a; // the triangle that is solved
        for (int c = 0; c < n; c++)
          for (int r = 0; r < n; r++) {
            if (fill == rocsparse_fill_mode_lower ? r < c : r > c) t.dense[c * n + r] = T(0);
            if (r == c && diag == rocsparse_diag_type_unit) t.dense[c * n + r] = T(1);
          }
        auto x = randoms<T>(n);
        T alpha(2);
        // alpha x is what the matrix makes of the solution.
        Memory<T> dx(x), y1(n), y2(n);
        rocsparse_spmat_descr mat;
        rocsparse_dnvec_descr vx, vy;
        OK(rocsparse_create_csr_descr(&mat, n, n, a.nnz(), d.offsets.at, d.columns.at, d.v(),
                                      rocsparse_indextype_i32, rocsparse_indextype_i32,
                                      rocsparse_index_base(base), Of<T>::data));
        OK(rocsparse_spmat_set_attribute(mat, rocsparse_spmat_fill_mode, &fill, sizeof fill));
        OK(rocsparse_spmat_set_attribute(mat, rocsparse_spmat_diag_type, &diag, sizeof diag));
        OK(rocsparse_create_dnvec_descr(&vx, n, dx.at, Of<T>::data));
        OK(rocsparse_create_dnvec_descr(&vy, n, y1.at, Of<T>::data));
        size_t size = 0;
        void *buffer = nullptr;
        for (auto stage : {rocsparse_spsv_stage_buffer_size, rocsparse_spsv_stage_preprocess,
                           rocsparse_spsv_stage_compute}) {
          OK(rocsparse_spsv(h, op, &alpha, mat, vx, vy, Of<T>::data, rocsparse_spsv_alg_default,
                            stage, &size, buffer));
          if (!buffer) CHECK(hipMalloc(&buffer, size) == hipSuccess);
        }
        auto want = x;
        for (T &v : want) v *= alpha;
        std::vector<T> none(n);
        SAME(product(t, op, T(1), y1.fetched(n), T(0), none), want);
        if (!nvidia()) {
          rocsparse_mat_descr descr;
          rocsparse_mat_info info;
          OK(rocsparse_create_mat_descr(&descr));
          OK(rocsparse_create_mat_info(&info));
          OK(rocsparse_set_mat_index_base(descr, rocsparse_index_base(base)));
          OK(rocsparse_set_mat_fill_mode(descr, fill));
          OK(rocsparse_set_mat_diag_type(descr, diag));
          OK(Of<T>::csrsv_size(h, op, n, a.nnz(), descr, d.v(), d.offsets.at, d.columns.at, info,
                               &size));
          OK(Of<T>::csrsv_analysis(h, op, n, a.nnz(), descr, d.v(), d.offsets.at, d.columns.at,
                                   info, rocsparse_analysis_policy_reuse,
                                   rocsparse_solve_policy_auto, buffer));
          int position = 5;
          OK(rocsparse_csrsv_zero_pivot(h, descr, info, &position));
          CHECK(position == -1);
          OK(Of<T>::csrsv(h, op, n, a.nnz(), (H *)&alpha, descr, d.v(), d.offsets.at, d.columns.at,
                          info, (H *)dx.at, (H *)y2.at, rocsparse_solve_policy_auto, buffer));
          SAME(y2.fetched(n), y1.fetched(n));
          OK(rocsparse_destroy_mat_info(info));
          OK(rocsparse_destroy_mat_descr(descr));
        }
        CHECK(hipFree(buffer) == hipSuccess);
        OK(rocsparse_destroy_dnvec_descr(vx));
        OK(rocsparse_destroy_dnvec_descr(vy));
        OK(rocsparse_destroy_spmat_descr(mat));
      }
}

// The product of an incomplete factorization is the matrix where it has entries. A matrix without
// a pivot has a position.
template <class T> void factorization() {
  const int n = 6;
  Matrix<T> a(n, n, 0, 2, true);
  OnDevice<T> d(a);
  rocsparse_mat_descr descr;
  rocsparse_mat_info info;
  size_t size = 0;
  void *buffer;
  int position = 5;
  OK(rocsparse_create_mat_descr(&descr));
  OK(rocsparse_create_mat_info(&info));
  OK(Of<T>::ilu_size(h, n, a.nnz(), descr, d.v(), d.offsets.at, d.columns.at, info, &size));
  CHECK(hipMalloc(&buffer, size) == hipSuccess);
  OK(Of<T>::ilu_analysis(h, n, a.nnz(), descr, d.v(), d.offsets.at, d.columns.at, info,
                         rocsparse_analysis_policy_reuse, rocsparse_solve_policy_auto, buffer));
  OK(Of<T>::ilu(h, n, a.nnz(), descr, d.v(), d.offsets.at, d.columns.at, info,
                rocsparse_solve_policy_auto, buffer));
  OK(rocsparse_csrilu0_zero_pivot(h, info, &position));
  Matrix<T> f = a;
  f.values = d.values.fetched(a.nnz());
  for (int r = 0, k = 0; r < n; r++)
    for (; k < a.offsets[r + 1]; k++) f.dense[a.columns[k] * n + r] = f.values[k];
  std::vector<T> want, got;
  for (int k = 0; k < a.nnz(); k++) {
    int r = a.rows[k], c = a.columns[k];
    T sum = T(0);
    for (int i = 0; i <= std::min(r, c); i++)
      sum += (i == r ? T(1) : f.dense[i * n + r]) * f.dense[c * n + i];
    want.push_back(a.values[k]), got.push_back(sum);
  }
  SAME(got, want);
  OK(rocsparse_csrilu0_clear(h, info));
  CHECK(hipFree(buffer) == hipSuccess);
  OK(rocsparse_destroy_mat_info(info));
  OK(rocsparse_destroy_mat_descr(descr));
}

template <class T> void conversions() {
  using H = typename Of<T>::type;
  const int m = 5, n = 7, ld = 6;
  Matrix<T> a(m, n, 0, 3, false);
  OnDevice<T> d(a);
  int nnz = a.nnz();
  size_t size = 0;
  Memory<int> rows(nnz), offsets(m + 1), columns(nnz), cscOffsets(n + 1), counts(m), total(1);
  Memory<T> values(nnz), dense(ld * n), full(a.dense);
  void *buffer;
  OK(rocsparse_csr2coo(h, d.offsets.at, nnz, m, rows.at, rocsparse_index_base_zero));
  CHECK(rows.fetched(nnz) == a.rows);
  OK(rocsparse_coo2csr(h, rows.at, nnz, m, offsets.at, rocsparse_index_base_zero));
  CHECK(offsets.fetched(m + 1) == a.offsets);
  OK(rocsparse_csr2csc_buffer_size(h, m, n, nnz, d.offsets.at, d.columns.at,
                                   rocsparse_action_numeric, &size));
  CHECK(hipMalloc(&buffer, size) == hipSuccess);
  OK(Of<T>::csr2csc(h, m, n, nnz, d.v(), d.offsets.at, d.columns.at, (H *)values.at, columns.at,
                    cscOffsets.at, rocsparse_action_numeric, rocsparse_index_base_zero, buffer));
  std::vector<T> want;
  std::vector<int> at(1);
  for (int c = 0; c < n; c++) {
    for (int r = 0; r < m; r++)
      if (a.dense[c * m + r] != T(0)) want.push_back(a.dense[c * m + r]);
    at.push_back(int(want.size()));
  }
  SAME(values.fetched(nnz), want);
  CHECK(cscOffsets.fetched(n + 1) == at);
  CHECK(hipFree(buffer) == hipSuccess);
  rocsparse_mat_descr descr;
  OK(rocsparse_create_mat_descr(&descr));
  OK(Of<T>::csr2dense(h, m, n, descr, d.v(), d.offsets.at, d.columns.at, (H *)dense.at, ld));
  auto got = dense.fetched(ld * n);
  std::vector<T> packed;
  for (int c = 0; c < n; c++) packed.insert(packed.end(), &got[c * ld], &got[c * ld] + m);
  SAME(packed, a.dense);
  int found = 0;
  OK(Of<T>::nnz(h, rocsparse_direction_row, m, n, descr, (H *)full.at, m, counts.at, &found));
  CHECK(found == nnz);
  auto c = counts.fetched(m);
  for (int r = 0; r < m; r++) CHECK(c[r] == a.offsets[r + 1] - a.offsets[r]);
  // Columns in reverse are sorted again.
  std::vector<int> reverse = a.columns, places;
  for (int r = 0; r < m; r++)
    std::reverse(reverse.begin() + a.offsets[r], reverse.begin() + a.offsets[r + 1]);
  Memory<int> mixed(reverse), perm(nnz);
  OK(rocsparse_create_identity_permutation(h, nnz, perm.at));
  OK(rocsparse_csrsort_buffer_size(h, m, n, nnz, d.offsets.at, mixed.at, &size));
  CHECK(hipMalloc(&buffer, size) == hipSuccess);
  OK(rocsparse_csrsort(h, m, n, nnz, descr, d.offsets.at, mixed.at, perm.at, buffer));
  CHECK(mixed.fetched(nnz) == a.columns);
  auto p = perm.fetched(nnz);
  for (int k = 0; k < nnz; k++) CHECK(reverse[p[k]] == a.columns[k]);
  CHECK(hipFree(buffer) == hipSuccess);
  OK(rocsparse_destroy_mat_descr(descr));
}

template <class T> void generic() {
  const int m = 6, k = 5, n = 7;
  const auto i32 = rocsparse_indextype_i32;
  const auto zero = rocsparse_index_base_zero;
  const auto none = rocsparse_operation_none;
  Matrix<T> a(m, k, 0, 3, false), b(k, n, 0, 2, false);
  OnDevice<T> da(a), db(b);
  rocsparse_spmat_descr A, B, C;
  OK(rocsparse_create_csr_descr(&A, m, k, a.nnz(), da.offsets.at, da.columns.at, da.v(), i32, i32,
                                zero, Of<T>::data));
  OK(rocsparse_create_csr_descr(&B, k, n, b.nnz(), db.offsets.at, db.columns.at, db.v(), i32, i32,
                                zero, Of<T>::data));
  // A sparse product, whose size the second stage finds.
  Memory<int> offsets(m + 1);
  OK(rocsparse_create_csr_descr(&C, m, n, 0, offsets.at, nullptr, nullptr, i32, i32, zero,
                                Of<T>::data));
  T alpha(2);
  size_t size = 0;
  void *buffer;
  auto step = [&](rocsparse_spgemm_stage stage, void *with) {
    return rocsparse_spgemm(h, none, none, &alpha, A, B, nullptr, C, C, Of<T>::data,
                            rocsparse_spgemm_alg_default, stage, &size, with);
  };
  OK(step(rocsparse_spgemm_stage_buffer_size, nullptr));
  CHECK(hipMalloc(&buffer, size) == hipSuccess);
  OK(step(rocsparse_spgemm_stage_nnz, buffer));
  int64_t rows, cols, nnz = 0;
  OK(rocsparse_spmat_get_size(C, &rows, &cols, &nnz));
  CHECK(rows == m && cols == n && nnz > 0);
  Memory<int> columns(nnz);
  Memory<T> values(nnz);
  OK(rocsparse_csr_set_pointers(C, offsets.at, columns.at, values.at));
  OK(step(rocsparse_spgemm_stage_compute, buffer));
  CHECK(hipFree(buffer) == hipSuccess);
  std::vector<T> want(m * n), got(m * n);
  for (int r = 0; r < m; r++)
    for (int c = 0; c < n; c++)
      for (int i = 0; i < k; i++)
        want[c * m + r] += alpha * a.dense[i * m + r] * b.dense[c * k + i];
  auto o = offsets.fetched(m + 1), at = columns.fetched(nnz);
  auto v = values.fetched(nnz);
  for (int r = 0; r < m; r++)
    for (int i = o[r]; i < o[r + 1]; i++) got[at[i] * m + r] += v[i];
  SAME(got, want);
  // To a dense matrix, and back.
  Memory<T> dense(m * n);
  rocsparse_dnmat_descr D;
  OK(rocsparse_create_dnmat_descr(&D, m, n, m, dense.at, Of<T>::data, rocsparse_order_column));
  const auto to_dense = rocsparse_sparse_to_dense_alg_default;
  OK(rocsparse_sparse_to_dense(h, C, D, to_dense, &size, nullptr));
  CHECK(hipMalloc(&buffer, size) == hipSuccess);
  OK(rocsparse_sparse_to_dense(h, C, D, to_dense, nullptr, buffer));
  SAME(dense.fetched(m * n), want);
  CHECK(hipFree(buffer) == hipSuccess);
  rocsparse_spmat_descr E;
  OK(rocsparse_create_csr_descr(&E, m, n, 0, offsets.at, nullptr, nullptr, i32, i32, zero,
                                Of<T>::data));
  const auto to_sparse = rocsparse_dense_to_sparse_alg_default;
  OK(rocsparse_dense_to_sparse(h, D, E, to_sparse, &size, nullptr));
  CHECK(hipMalloc(&buffer, size) == hipSuccess);
  OK(rocsparse_dense_to_sparse(h, D, E, to_sparse, &size, buffer));
  OK(rocsparse_spmat_get_nnz(E, &nnz));
  Memory<int> columns2(nnz);
  Memory<T> values2(nnz);
  OK(rocsparse_csr_set_pointers(E, offsets.at, columns2.at, values2.at));
  OK(rocsparse_dense_to_sparse(h, D, E, to_sparse, nullptr, buffer));
  o = offsets.fetched(m + 1), at = columns2.fetched(nnz), v = values2.fetched(nnz);
  std::vector<T> back(m * n);
  for (int r = 0; r < m; r++)
    for (int i = o[r]; i < o[r + 1]; i++) back[at[i] * m + r] += v[i];
  SAME(back, want);
  CHECK(hipFree(buffer) == hipSuccess);
  // Entries of a vector.
  std::vector<int> places{1, 3, 6};
  auto x = randoms<T>(3), y = randoms<T>(8);
  Memory<int> dp(places);
  Memory<T> dx(x), dy(y);
  rocsparse_spvec_descr X;
  rocsparse_dnvec_descr Y;
  OK(rocsparse_create_spvec_descr(&X, 8, 3, dp.at, dx.at, i32, zero, Of<T>::data));
  OK(rocsparse_create_dnvec_descr(&Y, 8, dy.at, Of<T>::data));
  T beta(3), dot(0), result(0);
  for (int i = 0; i < 3; i++) dot += x[i] * y[places[i]];
  OK(rocsparse_spvv(h, none, X, Y, &result, Of<T>::data, &size, nullptr));
  CHECK(hipMalloc(&buffer, size) == hipSuccess);
  OK(rocsparse_spvv(h, none, X, Y, &result, Of<T>::data, &size, buffer));
  CHECK(hipDeviceSynchronize() == hipSuccess && std::abs(result - dot) < Of<T>::by);
  CHECK(hipFree(buffer) == hipSuccess);
  OK(rocsparse_axpby(h, &alpha, X, &beta, Y));
  for (T &e : y) e *= beta;
  for (int i = 0; i < 3; i++) y[places[i]] += alpha * x[i];
  SAME(dy.fetched(8), y);
  OK(rocsparse_gather(h, Y, X));
  for (int i = 0; i < 3; i++) x[i] = y[places[i]];
  SAME(dx.fetched(3), x);
  OK(rocsparse_axpby(h, &beta, X, &beta, Y));
  OK(rocsparse_scatter(h, X, Y));
  for (T &e : y) e *= beta;
  for (int i = 0; i < 3; i++) y[places[i]] = x[i];
  SAME(dy.fetched(8), y);
  OK(rocsparse_destroy_spvec_descr(X));
  OK(rocsparse_destroy_dnvec_descr(Y));
  OK(rocsparse_destroy_dnmat_descr(D));
  for (auto s : {A, B, C, E}) OK(rocsparse_destroy_spmat_descr(s));
}

static void zero_pivot() {
  if (nvidia()) return;
  rocsparse_mat_descr descr;
  rocsparse_mat_info info;
  int position = 5;
  Memory<double> values(std::vector<double>{1, 2, 3, 0});
  Memory<int> offsets(std::vector<int>{0, 1, 3, 4}), columns(std::vector<int>{0, 0, 1, 2});
  Memory<char> buffer(64);
  OK(rocsparse_create_mat_descr(&descr));
  OK(rocsparse_create_mat_info(&info));
  OK(rocsparse_dcsrsv_analysis(h, rocsparse_operation_none, 3, 4, descr, values.at, offsets.at,
                               columns.at, info, rocsparse_analysis_policy_force,
                               rocsparse_solve_policy_auto, buffer.at));
  CHECK(rocsparse_csrsv_zero_pivot(h, descr, info, &position) == rocsparse_status_zero_pivot);
  CHECK(position == 2);
  OK(rocsparse_destroy_mat_info(info));
  OK(rocsparse_destroy_mat_descr(descr));
}

static void bad_calls() {
  const auto pointer = rocsparse_status_invalid_pointer;
  const auto size_ = rocsparse_status_invalid_size;
  const auto value = rocsparse_status_invalid_value;
  const auto f32 = rocsparse_datatype_f32_r;
  const auto i32 = rocsparse_indextype_i32;
  const auto zero = rocsparse_index_base_zero;
  const auto none = rocsparse_operation_none;
  rocsparse_mat_descr descr;
  rocsparse_spmat_descr mat;
  rocsparse_dnvec_descr vec;
  rocsparse_dnmat_descr dense;
  rocsparse_spvec_descr sparse;
  Memory<float> x(64);
  Memory<int> i(64);
  float one = 1;
  size_t size;
  int version;
  CHECK(rocsparse_create_handle(nullptr) == pointer);
  CHECK(rocsparse_destroy_handle(nullptr) == rocsparse_status_invalid_handle);
  CHECK(rocsparse_set_stream(nullptr, nullptr) == rocsparse_status_invalid_handle);
  CHECK(rocsparse_get_version(nullptr, &version) == rocsparse_status_invalid_handle);
  CHECK(rocsparse_get_version(h, nullptr) == pointer);
  CHECK(rocsparse_set_pointer_mode(h, rocsparse_pointer_mode(7)) == value);
  CHECK(rocsparse_create_mat_descr(nullptr) == pointer);
  CHECK(rocsparse_destroy_mat_descr(nullptr) == pointer);
  CHECK(rocsparse_create_mat_info(nullptr) == pointer);
  OK(rocsparse_create_mat_descr(&descr));
  CHECK(rocsparse_set_mat_type(descr, rocsparse_matrix_type(9)) == value);
  CHECK(rocsparse_set_mat_fill_mode(nullptr, rocsparse_fill_mode_lower) == pointer);
  CHECK(rocsparse_create_csr_descr(nullptr, 1, 1, 1, i.at, i.at, x.at, i32, i32, zero, f32) ==
        pointer);
  CHECK(rocsparse_create_csr_descr(&mat, -1, 1, 0, i.at, i.at, x.at, i32, i32, zero, f32) == size_);
  CHECK(rocsparse_create_csr_descr(&mat, 1, 1, 2, i.at, i.at, x.at, i32, i32, zero, f32) == size_);
  CHECK(rocsparse_create_csr_descr(&mat, 1, 1, 1, nullptr, i.at, x.at, i32, i32, zero, f32) ==
        pointer);
  CHECK(rocsparse_create_csr_descr(&mat, 1, 1, 1, i.at, i.at, x.at, rocsparse_indextype(9), i32,
                                   zero, f32) == value);
  CHECK(rocsparse_create_csr_descr(&mat, 1, 1, 1, i.at, i.at, x.at, i32, i32,
                                   rocsparse_index_base(9), f32) == value);
  CHECK(rocsparse_create_csr_descr(&mat, 1, 1, 1, i.at, i.at, x.at, i32, i32, zero,
                                   rocsparse_datatype(9)) == value);
  CHECK(rocsparse_create_csr_descr(&mat, 1, 1, 1, i.at, i.at, x.at, i32, i32, zero,
                                   rocsparse_datatype_i8_r) == rocsparse_status_not_implemented);
  CHECK(rocsparse_create_bsr_descr(&mat, 1, 1, 1, rocsparse_direction_row, 2, i.at, i.at, x.at, i32,
                                   i32, zero, f32) == rocsparse_status_not_implemented);
  CHECK(rocsparse_destroy_spmat_descr(nullptr) == pointer);
  CHECK(rocsparse_create_dnvec_descr(&vec, -1, x.at, f32) == size_);
  CHECK(rocsparse_create_dnvec_descr(&vec, 1, nullptr, f32) == pointer);
  CHECK(rocsparse_create_dnmat_descr(&dense, 4, 4, 3, x.at, f32, rocsparse_order_column) == size_);
  CHECK(rocsparse_create_dnmat_descr(&dense, 4, 4, 4, x.at, f32, rocsparse_order(7)) == value);
  CHECK(rocsparse_create_spvec_descr(&sparse, 2, 3, i.at, x.at, i32, zero, f32) == size_);
  OK(rocsparse_create_csr_descr(&mat, 1, 1, 1, i.at, i.at, x.at, i32, i32, zero, f32));
  OK(rocsparse_create_dnvec_descr(&vec, 1, x.at, f32));
  int wrong = 9;
  CHECK(rocsparse_spmat_set_attribute(mat, rocsparse_spmat_fill_mode, &wrong, sizeof wrong) ==
        value);
  CHECK(rocsparse_spmat_set_attribute(mat, rocsparse_spmat_fill_mode, &wrong, 1) == size_);
  auto spmv = [&](rocsparse_handle with, rocsparse_operation op, const void *alpha,
                  rocsparse_spmv_stage stage, size_t *s) {
    return rocsparse_spmv(with, op, alpha, mat, vec, &one, vec, f32, rocsparse_spmv_alg_default,
                          stage, s, nullptr);
  };
  const auto first = rocsparse_spmv_stage_buffer_size;
  CHECK(spmv(nullptr, none, &one, first, &size) == rocsparse_status_invalid_handle);
  CHECK(spmv(h, rocsparse_operation(7), &one, first, &size) == value);
  CHECK(spmv(h, none, nullptr, first, &size) == pointer);
  CHECK(spmv(h, none, &one, first, nullptr) == pointer);
  CHECK(spmv(h, none, &one, rocsparse_spmv_stage(9), &size) == value);
  CHECK(rocsparse_scsrmv(nullptr, none, 1, 1, 1, &one, descr, x.at, i.at, i.at, nullptr, x.at, &one,
                         x.at) == rocsparse_status_invalid_handle);
  CHECK(rocsparse_scsrmv(h, none, -1, 1, 1, &one, descr, x.at, i.at, i.at, nullptr, x.at, &one,
                         x.at) == size_);
  CHECK(rocsparse_scsrmv(h, none, 1, 1, 1, &one, nullptr, x.at, i.at, i.at, nullptr, x.at, &one,
                         x.at) == pointer);
  CHECK(rocsparse_scsrmv(h, rocsparse_operation(7), 1, 1, 1, &one, descr, x.at, i.at, i.at, nullptr,
                         x.at, &one, x.at) == value);
  OK(rocsparse_set_mat_type(descr, rocsparse_matrix_type_symmetric));
  CHECK(rocsparse_scsrmv(h, none, 1, 1, 1, &one, descr, x.at, i.at, i.at, nullptr, x.at, &one,
                         x.at) == rocsparse_status_not_implemented);
  CHECK(!strcmp(rocsparse_get_status_name(rocsparse_status_zero_pivot),
                "rocsparse_status_zero_pivot"));
  OK(rocsparse_destroy_dnvec_descr(vec));
  OK(rocsparse_destroy_spmat_descr(mat));
  OK(rocsparse_destroy_mat_descr(descr));
}

// A product to which a multiple of a matrix is added: C = 2 A B + 3 D, C = 3 D, and C in place of D.
template <class T> static void sums() {
  const int m = 7, n = 6, k = 5;
  Matrix<T> a(m, k, 0, 3, false), b(k, n, 1, 2, false), d(m, n, 1, 4, false);
  Memory<int> ao(a.offsets), ac(a.columns), bo(b.offsets), bc(b.columns), po(d.offsets),
      pc(d.columns), offsets(m + 1), columns(m * n);
  Memory<T> av(a.values), bv(b.values), dv(d.values), values(m * n);
  rocsparse_spmat_descr A, B, C, D;
  const auto i32 = rocsparse_indextype_i32;
  const auto zero = rocsparse_index_base_zero, one = rocsparse_index_base_one;
  const auto type = Of<T>::data;
  OK(rocsparse_create_csr_descr(&A, m, k, a.nnz(), ao.at, ac.at, av.at, i32, i32, zero, type));
  OK(rocsparse_create_csr_descr(&B, k, n, b.nnz(), bo.at, bc.at, bv.at, i32, i32, one, type));
  OK(rocsparse_create_csr_descr(&D, m, n, d.nnz(), po.at, pc.at, dv.at, i32, i32, one, type));
  T alpha(2), beta(3);
  size_t size = 0;
  const T *scale = &alpha;
  auto step = [&](rocsparse_spgemm_stage stage, rocsparse_spmat_descr add) {
    const auto none = rocsparse_operation_none;
    return rocsparse_spgemm(h, none, none, scale, A, B, &beta, add, C, type,
                            rocsparse_spgemm_alg_default, stage, &size, columns.at);
  };
  auto compare = [&](T by) {
    std::vector<T> want(m * n), got(m * n);
    for (int r = 0; r < m; r++)
      for (int c = 0; c < n; c++) {
        for (int i = 0; scale && i < k; i++)
          want[c * m + r] += alpha * a.dense[i * m + r] * b.dense[c * k + i];
        want[c * m + r] += by * d.dense[c * m + r];
      }
    auto o = offsets.fetched(m + 1), at = columns.fetched(m * n);
    auto v = values.fetched(m * n);
    for (int r = 0; r < m; r++)
      for (int i = o[r]; i < o[r + 1]; i++) {
        got[(at[i - 1] - 1) * m + r] += v[i - 1];
        CHECK(i == o[r] || at[i - 2] < at[i - 1]);
      }
    SAME(got, want);
  };
  for (int way = 0; way < 3; way++) {
    int64_t nnz = 0;
    scale = way == 2 ? nullptr : &alpha;
    OK(rocsparse_create_csr_descr(&C, m, n, 0, offsets.at, nullptr, nullptr, i32, i32, one, type));
    OK(step(rocsparse_spgemm_stage_buffer_size, D));
    OK(step(rocsparse_spgemm_stage_nnz, D));
    OK(rocsparse_spmat_get_nnz(C, &nnz));
    CHECK(nnz >= d.nnz() && nnz <= m * n && (nnz == d.nnz()) == !scale);
    CHECK(step(rocsparse_spgemm_stage_compute, D) == rocsparse_status_invalid_value);
    OK(rocsparse_csr_set_pointers(C, offsets.at, columns.at, values.at));
    if (way) {
      OK(step(rocsparse_spgemm_stage_compute, D));
    } else { // in parts, the places and then the values
      OK(step(rocsparse_spgemm_stage_symbolic, D));
      OK(step(rocsparse_spgemm_stage_numeric, D));
    }
    compare(beta);
    if (!scale) {
      OK(step(rocsparse_spgemm_stage_compute, C));
      compare(beta * beta);
    }
    OK(rocsparse_destroy_spmat_descr(C));
  }
  for (auto matrix : {A, B, D}) OK(rocsparse_destroy_spmat_descr(matrix));
}

// ELL's descriptor, in products with a vector, and batches of COO, in products with dense matrices.
template <class T> static void formats() {
  const int m = 5, n = 4, width = 3, batches = 2;
  const auto i32 = rocsparse_indextype_i32;
  const auto one = rocsparse_index_base_one;
  const auto type = Of<T>::data;
  const auto none = rocsparse_operation_none;
  Matrix<T> a(m, n, 1, 3, false), b(m, n, 1, 3, false);
  std::vector<int> columns(m * width, -1), rows = a.rows, both = a.columns;
  std::vector<T> values(m * width, T(99)), x(n * batches), data = a.values, want(m * batches);
  for (int r = 0; r < m; r++)
    for (int i = a.offsets[r]; i < a.offsets[r + 1]; i++) {
      CHECK(i - a.offsets[r] < width);
      columns[(i - a.offsets[r]) * m + r] = a.columns[i - 1];
      values[(i - a.offsets[r]) * m + r] = a.values[i - 1];
    }
  for (auto &v : x) random(v);
  T alpha(2), beta(0);
  for (int batch = 0; batch < batches; batch++)
    for (int r = 0; r < m; r++)
      for (int c = 0; c < n; c++)
        want[batch * m + r] += alpha * (batch ? b : a).dense[c * m + r] * x[batch * n + c];
  Memory<int> dc(columns);
  Memory<T> dv(values), dx(x), dy(m * batches);
  rocsparse_spmat_descr E, A;
  rocsparse_dnvec_descr X, Y;
  rocsparse_dnmat_descr B, C;
  size_t size = 0;
  CHECK(rocsparse_create_ell_descr(&E, m, n, dc.at, dv.at, n + 1, i32, one, type) ==
        rocsparse_status_invalid_size);
  OK(rocsparse_create_ell_descr(&E, m, n, dc.at, dv.at, width, i32, one, type));
  OK(rocsparse_create_dnvec_descr(&X, n, dx.at, type));
  OK(rocsparse_create_dnvec_descr(&Y, m, dy.at, type));
  for (auto stage : {rocsparse_spmv_stage_buffer_size, rocsparse_spmv_stage_compute})
    OK(rocsparse_spmv(h, none, &alpha, E, X, &beta, Y, type, rocsparse_spmv_alg_ell, stage, &size,
                      dc.at));
  SAME(dy.fetched(m), std::vector<T>(want.begin(), want.begin() + m));
  int64_t p, q, w, stride = 0;
  void *at, *to;
  int count = 0;
  rocsparse_indextype index;
  rocsparse_index_base base;
  rocsparse_datatype element;
  rocsparse_format format;
  OK(rocsparse_ell_get(E, &p, &q, &at, &to, &w, &index, &base, &element));
  OK(rocsparse_spmat_get_format(E, &format));
  CHECK(p == m && q == n && w == width && at == dc.at && to == dv.at && base == one);
  CHECK(format == rocsparse_format_ell && index == i32 && element == type);
  OK(rocsparse_destroy_spmat_descr(E));
  OK(rocsparse_destroy_dnvec_descr(X));
  OK(rocsparse_destroy_dnvec_descr(Y));

  CHECK(a.nnz() == b.nnz());
  rows.insert(rows.end(), b.rows.begin(), b.rows.end());
  both.insert(both.end(), b.columns.begin(), b.columns.end());
  data.insert(data.end(), b.values.begin(), b.values.end());
  Memory<int> dr(rows), db(both);
  Memory<T> dd(data);
  OK(rocsparse_create_coo_descr(&A, m, n, a.nnz(), dr.at, db.at, dd.at, i32, one, type));
  OK(rocsparse_create_dnmat_descr(&B, n, 1, n, dx.at, type, rocsparse_order_column));
  OK(rocsparse_create_dnmat_descr(&C, m, 1, m, dy.at, type, rocsparse_order_column));
  OK(rocsparse_coo_set_strided_batch(A, batches, a.nnz()));
  OK(rocsparse_dnmat_set_strided_batch(B, batches, n));
  OK(rocsparse_dnmat_set_strided_batch(C, batches, m));
  OK(rocsparse_spmm(h, none, none, &alpha, A, B, &beta, C, type, rocsparse_spmm_alg_default,
                    rocsparse_spmm_stage_compute, &size, dc.at));
  SAME(dy.fetched(m * batches), want);
  OK(rocsparse_spmat_get_strided_batch(A, &count));
  CHECK(count == batches &&
        rocsparse_coo_set_strided_batch(A, 0, 1) == rocsparse_status_invalid_value);
  OK(rocsparse_dnmat_get_strided_batch(C, &count, &stride));
  CHECK(count == batches && stride == m);
  OK(rocsparse_destroy_spmat_descr(A));
  OK(rocsparse_destroy_dnmat_descr(B));
  OK(rocsparse_destroy_dnmat_descr(C));
}

template <class T> void type() {
  for (int base : {0, 1}) {
    vectors_by_matrices<T>(base);
    matrices<T>(base);
    triangular<T>(base);
  }
  factorization<T>();
  conversions<T>();
  generic<T>();
}

// The header's complex numbers have the arithmetic of complex numbers, on the device and on the host.
using C = rocsparse_float_complex;
static __global__ void square(C *z) { *z = 2.0f + *z * std::conj(*z) / C(0, 1); }
static void numbers() {
  C z(3, -4), *at = nullptr;
  CHECK(hipMalloc((void **)&at, sizeof z) == hipSuccess);
  CHECK(hipMemcpy(at, &z, sizeof z, hipMemcpyHostToDevice) == hipSuccess);
  square<<<1, 1>>>(at);
  CHECK(std::abs(z) == 5 && z * z == C(-7, -24) && std::complex<float>(-z).imag() == 4);
  CHECK(hipMemcpy(&z, at, sizeof z, hipMemcpyDeviceToHost) == hipSuccess);
  CHECK(z == C(2, -25) && rocsparse_double_complex(z) == 2.0 - rocsparse_double_complex(0, 25));
  z *= 2;
  z = 1 / (z - 4) + C(0, 0.5f) * 4;
  CHECK(std::norm(z) == z.real() * z.real() + z.imag() * z.imag() && z && !C(0));
  CHECK(z == C(0, 2.02f) && (1e30f + C(0, 1e30f)) / C(1e30f, 1e30f) == 1);
  CHECK(hipFree(at) == hipSuccess && std::is_trivial_v<C> && sizeof(C) == 8);
}

int main() {
  OK(rocsparse_create_handle(&h));
  sums<float>();
  sums<std::complex<double>>();
  formats<double>();
  formats<std::complex<float>>();
  type<float>();
  type<double>();
  numbers();
  type<std::complex<float>>();
  type<std::complex<double>>();
  zero_pivot();
  bad_calls();
  OK(rocsparse_destroy_handle(h));
  puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
