// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSPARSE: the iterative factorization and solve, products by a descriptor, the hybrid format, conversions of COO
// and CSC, pruned matrices, permutations and constant descriptors, against dense matrices on the host.
//
// e2e: flags=-lrocsparse
#include <hip/hip_runtime.h>

#include "device.h"

#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#include <rocsparse/rocsparse.h>

static int failures;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition) && ++failures <= 20) printf("line %d: %s\n", __LINE__, #condition);           \
  } while (0)
#define OK(call) CHECK((call) == rocsparse_status_success)

static rocsparse_handle handle;
static rocsparse_mat_descr descr;

template <class T> struct Device {
  T *at = nullptr;
  size_t n;
  explicit Device(size_t n) : n(n) {
    CHECK(hipMalloc((void **)&at, (n + 1) * sizeof(T)) == hipSuccess);
  }
  template <class V> explicit Device(const std::vector<V> &v) : Device(v.size()) {
    CHECK(hipMemcpy((void *)at, v.data(), n * sizeof(T), hipMemcpyHostToDevice) == hipSuccess);
  }
  Device(const Device &) = delete;
  ~Device() { (void)hipFree((void *)at); }
  template <class V = T> std::vector<V> get() const {
    std::vector<V> v(n);
    CHECK(hipDeviceSynchronize() == hipSuccess);
    CHECK(hipMemcpy((void *)v.data(), (void *)at, n * sizeof(T), hipMemcpyDeviceToHost) ==
          hipSuccess);
    return v;
  }
};
using Ints = Device<int>;
using Reals = Device<double>;
using Z = std::complex<double>;

constexpr int kM = 4, kN = 5, kBase = 1;

// A matrix with a full diagonal, by columns, and its entries by rows and by columns, from index 1 on.
struct Matrix {
  std::vector<double> dense = std::vector<double>(kM * kN), rows, columns;
  std::vector<int> offsets{kBase}, row, col, begin{kBase}, row_of_column;
  Matrix() {
    for (int i = 0; i < kM; i++)
      for (int j = 0; j < kN; j++)
        if (i == j || (i * 3 + j) % 4 == 1) dense[i + j * kM] = i == j ? 4 + i : 0.5 * (i - 2 * j);
    for (int i = 0; i < kM; i++) {
      for (int j = 0; j < kN; j++)
        if (dense[i + j * kM] != 0) {
          rows.push_back(dense[i + j * kM]);
          row.push_back(i + kBase);
          col.push_back(j + kBase);
        }
      offsets.push_back((int)rows.size() + kBase);
    }
    for (int j = 0; j < kN; j++) {
      for (int i = 0; i < kM; i++)
        if (dense[i + j * kM] != 0) {
          columns.push_back(dense[i + j * kM]);
          row_of_column.push_back(i + kBase);
        }
      begin.push_back((int)columns.size() + kBase);
    }
  }
  int nnz() const { return (int)rows.size(); }
};

static void dense() {
  const Matrix a;
  const int nnz = a.nnz();
  Reals values(a.rows), by_column(a.columns), out(kM * kN), val(nnz);
  Ints row(a.row), col(a.col), begin(a.begin), rows(a.row_of_column), counts(kN), r(nnz), c(nnz),
      b(kN + 1);
  OK(rocsparse_dcoo2dense(handle, kM, kN, nnz, descr, values.at, row.at, col.at, out.at, kM));
  CHECK(out.get() == a.dense);
  OK(rocsparse_dcsc2dense(handle, kM, kN, descr, by_column.at, begin.at, rows.at, out.at, kM));
  CHECK(out.get() == a.dense);
  int total = 0;
  OK(rocsparse_dnnz(handle, rocsparse_direction_row, kM, kN, descr, out.at, kM, counts.at, &total));
  CHECK(total == nnz);
  OK(rocsparse_ddense2coo(handle, kM, kN, descr, out.at, kM, counts.at, val.at, r.at, c.at));
  CHECK(val.get() == a.rows && r.get() == a.row && c.get() == a.col);
  OK(rocsparse_dnnz(handle, rocsparse_direction_column, kM, kN, descr, out.at, kM, counts.at,
                    &total));
  OK(rocsparse_ddense2csc(handle, kM, kN, descr, out.at, kM, counts.at, val.at, b.at, r.at));
  CHECK(val.get() == a.columns && b.get() == a.begin && r.get() == a.row_of_column);
}

static void pruned() {
  const Matrix a;
  const double limit = 1.25;
  Reals dense(a.dense), values(a.rows), val(a.nnz());
  Ints offsets(a.offsets), col(a.col), begin(kM + 1), index(a.nnz());
  std::vector<int> want{kBase};
  std::vector<double> kept;
  std::vector<int> where;
  for (int i = 0; i < kM; i++) {
    for (int k = a.offsets[i] - kBase; k < a.offsets[i + 1] - kBase; k++)
      if (std::fabs(a.rows[k]) > limit) kept.push_back(a.rows[k]), where.push_back(a.col[k]);
    want.push_back((int)kept.size() + kBase);
  }
  CHECK(kept.size() < a.rows.size());
  for (bool from_dense : {true, false}) {
    int total = 0;
    size_t size = 0;
    if (from_dense) {
      OK(rocsparse_dprune_dense2csr_buffer_size(handle, kM, kN, dense.at, kM, &limit, descr, val.at,
                                                begin.at, index.at, &size));
      OK(rocsparse_dprune_dense2csr_nnz(handle, kM, kN, dense.at, kM, &limit, descr, begin.at,
                                        &total, val.at));
      OK(rocsparse_dprune_dense2csr(handle, kM, kN, dense.at, kM, &limit, descr, val.at, begin.at,
                                    index.at, val.at));
    } else {
      OK(rocsparse_dprune_csr2csr_nnz(handle, kM, kN, a.nnz(), descr, values.at, offsets.at, col.at,
                                      &limit, descr, begin.at, &total, val.at));
      OK(rocsparse_dprune_csr2csr(handle, kM, kN, a.nnz(), descr, values.at, offsets.at, col.at,
                                  &limit, descr, val.at, begin.at, index.at, val.at));
    }
    auto v = val.get();
    auto c = index.get();
    CHECK(total == (int)kept.size() && begin.get() == want);
    CHECK(std::vector<double>(v.begin(), v.begin() + total) == kept);
    CHECK(std::vector<int>(c.begin(), c.begin() + total) == where);
  }
}

static void hybrid() {
  const Matrix a;
  std::vector<double> x{1, 2, 3, 4, 5}, y{1, 1, 1, 1}, want = y;
  Reals values(a.rows), dx(x), dy(y), back(a.nnz());
  Ints offsets(a.offsets), col(a.col), r(kM + 1), c(a.nnz());
  rocsparse_hyb_mat hyb;
  double alpha = 2, beta = -1;
  size_t size = 0;
  OK(rocsparse_create_hyb_mat(&hyb));
  OK(rocsparse_dcsr2hyb(handle, kM, kN, descr, values.at, offsets.at, col.at, hyb, 0,
                        rocsparse_hyb_partition_auto));
  OK(rocsparse_dhybmv(handle, rocsparse_operation_none, &alpha, descr, hyb, dx.at, &beta, dy.at));
  for (int i = 0; i < kM; i++) {
    want[i] *= beta;
    for (int j = 0; j < kN; j++) want[i] += alpha * a.dense[i + j * kM] * x[j];
  }
  auto got = dy.get();
  for (int i = 0; i < kM; i++) CHECK(std::fabs(got[i] - want[i]) < 1e-12);
  OK(rocsparse_hyb2csr_buffer_size(handle, descr, hyb, r.at, &size));
  OK(rocsparse_dhyb2csr(handle, descr, hyb, back.at, r.at, c.at, dx.at));
  CHECK(back.get() == a.rows && r.get() == a.offsets && c.get() == a.col);
  OK(rocsparse_destroy_hyb_mat(hyb));
}

// A full matrix is its factors' product; another one is it where it has entries.
static void factorization() {
  const int n = 6;
  for (bool full : {true, false}) {
    std::vector<Z> a(n * n), values;
    std::vector<int> offsets{kBase}, cols;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++)
        if (full || i == j || (i + 2 * j) % 3 == 0) {
          a[i * n + j] = i == j ? Z(9 + i, 1) : Z((i * j) % 5 - 2, (i + j) % 3) / 2.0;
          values.push_back(a[i * n + j]);
          cols.push_back(j + kBase);
        }
      offsets.push_back((int)values.size() + kBase);
    }
    const int nnz = (int)values.size();
    Device<rocsparse_double_complex> val(values), lu(nnz);
    Ints row(offsets), col(cols);
    Reals norms(200);
    const auto alg = rocsparse_itilu0_alg_default;
    const auto type = rocsparse_datatype_f64_c;
    const int option = rocsparse_itilu0_option_stopping_criteria |
                       rocsparse_itilu0_option_compute_nrm_residual |
                       rocsparse_itilu0_option_convergence_history;
    size_t size = 0;
    int sweeps = 100, told = 0;
    OK(rocsparse_csritilu0_buffer_size(handle, alg, option, sweeps, n, nnz, row.at, col.at,
                                       rocsparse_index_base_one, type, &size));
    Device<char> buffer(size);
    OK(rocsparse_csritilu0_preprocess(handle, alg, option, sweeps, n, nnz, row.at, col.at,
                                      rocsparse_index_base_one, type, size, buffer.at));
    OK(rocsparse_zcsritilu0_compute(handle, alg, option, &sweeps, 1e-10, n, nnz, row.at, col.at,
                                    val.at, lu.at, rocsparse_index_base_one, size, buffer.at));
    OK(rocsparse_zcsritilu0_history(handle, alg, &told, norms.at, size, buffer.at));
    CHECK(sweeps == told && told > 0 && told < 100 && norms.get()[2 * told - 1] < 1e-12);
    std::vector<Z> l(n * n), u(n * n), f = lu.get<Z>();
    for (int i = 0; i < n; i++) {
      l[i * n + i] = 1;
      for (int k = offsets[i] - kBase; k < offsets[i + 1] - kBase; k++)
        (cols[k] - kBase < i ? l : u)[i * n + cols[k] - kBase] = f[k];
    }
    for (int i = 0; i < n; i++)
      for (int k = offsets[i] - kBase; k < offsets[i + 1] - kBase; k++) {
        Z sum = 0;
        for (int t = 0; t < n; t++) sum += l[i * n + t] * u[t * n + cols[k] - kBase];
        CHECK(std::abs(sum - values[k]) < 1e-12);
      }
  }
  Ints row(std::vector<int>{0, 1, 2}), col(std::vector<int>{0, 0});
  CHECK(rocsparse_csritilu0_preprocess(handle, rocsparse_itilu0_alg_default, 0, 1, 2, 2, row.at,
                                       col.at, rocsparse_index_base_zero, rocsparse_datatype_f32_r,
                                       256, Device<char>(256).at) == rocsparse_status_zero_pivot);
}

static void descriptors() {
  const Matrix a;
  std::vector<double> x{1, 2, 3, 4, 5}, want(kM);
  Reals values(a.rows), dx(x), dy(kM);
  Ints offsets(a.offsets), col(a.col);
  rocsparse_spmat_descr mat, square;
  rocsparse_dnvec_descr vx, vy, vs;
  rocsparse_spmv_descr product;
  rocsparse_error error;
  const auto real = rocsparse_datatype_f64_r;
  const auto index = rocsparse_indextype_i32;
  OK(rocsparse_create_csr_descr(&mat, kM, kN, a.nnz(), offsets.at, col.at, values.at, index, index,
                                rocsparse_index_base_one, real));
  OK(rocsparse_create_dnvec_descr(&vx, kN, dx.at, real));
  OK(rocsparse_create_dnvec_descr(&vy, kM, dy.at, real));
  auto op = rocsparse_operation_none;
  size_t size = 1;
  double alpha = 3, beta = 0;
  OK(rocsparse_create_spmv_descr(&product));
  OK(rocsparse_spmv_set_input(handle, product, rocsparse_spmv_input_operation, &op, sizeof op,
                              &error));
  OK(rocsparse_spmv_set_input(handle, product, rocsparse_spmv_input_compute_datatype, &real,
                              sizeof real, &error));
  OK(rocsparse_v2_spmv_buffer_size(handle, product, mat, vx, vy, rocsparse_v2_spmv_stage_analysis,
                                   &size, &error));
  OK(rocsparse_v2_spmv(handle, product, &alpha, mat, vx, &beta, vy,
                       rocsparse_v2_spmv_stage_analysis, 0, nullptr, &error));
  Device<char> memory(size);
  OK(rocsparse_v2_spmv(handle, product, &alpha, mat, vx, &beta, vy, rocsparse_v2_spmv_stage_compute,
                       size, memory.at, &error));
  for (int i = 0; i < kM; i++)
    for (int j = 0; j < kN; j++) want[i] += alpha * a.dense[i + j * kM] * x[j];
  auto got = dy.get();
  for (int i = 0; i < kM; i++) CHECK(std::fabs(got[i] - want[i]) < 1e-12);
  OK(rocsparse_destroy_spmv_descr(product));

  int64_t rows, cols, nnz, length;
  const void *r, *c, *v, *items;
  rocsparse_indextype rt, ct;
  rocsparse_index_base base;
  rocsparse_datatype type;
  OK(rocsparse_const_csr_get(mat, &rows, &cols, &nnz, &r, &c, &v, &rt, &ct, &base, &type));
  CHECK(rows == kM && cols == kN && nnz == a.nnz() && r == offsets.at && v == values.at);
  OK(rocsparse_const_dnvec_get(vx, &length, &items, &type));
  CHECK(length == kN && items == dx.at && type == real);

  // The lower triangle, by iteration: at most as many times as it has rows.
  if (!nvidia()) {
    OK(rocsparse_create_csr_descr(&square, kM, kM, a.nnz(), offsets.at, col.at, values.at, index,
                                  index, rocsparse_index_base_one, real));
    OK(rocsparse_create_dnvec_descr(&vs, kM, dx.at, real));
    auto fill = rocsparse_fill_mode_lower;
    auto diag = rocsparse_diag_type_non_unit;
    OK(rocsparse_spmat_set_attribute(square, rocsparse_spmat_fill_mode, &fill, sizeof fill));
    OK(rocsparse_spmat_set_attribute(square, rocsparse_spmat_diag_type, &diag, sizeof diag));
    int limit = 20;
    double tolerance = 1e-13, history[21];
    for (auto stage : {rocsparse_spitsv_stage_buffer_size, rocsparse_spitsv_stage_preprocess,
                       rocsparse_spitsv_stage_compute}) {
      Device<char> buffer(size + 1);
      OK(rocsparse_spitsv(handle, &limit, &tolerance, history, op, &alpha, square, vs, vy, real,
                          rocsparse_spitsv_alg_default, stage, &size, buffer.at));
    }
    auto y = dy.get();
    for (int i = 0; i < kM; i++) {
      double left = 0;
      for (int j = 0; j <= i; j++) left += a.dense[i + j * kM] * y[j];
      CHECK(std::fabs(left - alpha * x[i]) < 1e-12);
    }
    CHECK(limit <= kM);
    OK(rocsparse_destroy_spmat_descr(square));
    OK(rocsparse_destroy_dnvec_descr(vs));
  }
  OK(rocsparse_destroy_spmat_descr(mat));
  OK(rocsparse_destroy_dnvec_descr(vx));
  OK(rocsparse_destroy_dnvec_descr(vy));
}

static void permutations() {
  Ints p(std::vector<int>{2, 0, 3, 1}), q(4);
  OK(rocsparse_inverse_permutation(handle, 4, p.at, q.at, rocsparse_index_base_zero));
  CHECK((q.get() == std::vector<int>{1, 3, 0, 2}));
  OK(rocsparse_set_identity_permutation(handle, 4, q.at, rocsparse_indextype_i32));
  CHECK((q.get() == std::vector<int>{0, 1, 2, 3}));
}

static void bad_calls() {
  int n = 0;
  double a[4];
  CHECK(rocsparse_create_hyb_mat(nullptr) == rocsparse_status_invalid_pointer);
  CHECK(rocsparse_dcoo2dense(nullptr, 1, 1, 0, descr, a, &n, &n, a, 1) ==
        rocsparse_status_invalid_handle);
  CHECK(rocsparse_dcoo2dense(handle, 2, 1, 0, descr, a, &n, &n, a, 1) ==
        rocsparse_status_invalid_size);
  CHECK(rocsparse_ddense2coo(handle, 2, 1, descr, a, 2, nullptr, a, &n, &n) ==
        rocsparse_status_invalid_pointer);
  CHECK(rocsparse_dcsritilu0_compute(handle, rocsparse_itilu0_alg(9), 0, &n, 0, 1, 1, &n, &n, a, a,
                                     rocsparse_index_base_zero, 256,
                                     a) == rocsparse_status_invalid_value);
}

int main() {
  OK(rocsparse_create_handle(&handle));
  OK(rocsparse_create_mat_descr(&descr));
  OK(rocsparse_set_mat_index_base(descr, rocsparse_index_base_one));
  descriptors();
  if (!nvidia()) {
    dense();
    pruned();
    hybrid();
    factorization();
    permutations();
  }
  bad_calls();
  OK(rocsparse_destroy_mat_descr(descr));
  OK(rocsparse_destroy_handle(handle));
  puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
