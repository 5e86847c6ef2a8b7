// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSOLVER: a matrix, arrays of matrices and strided batches, by what factors, inverses, solutions,
// eigenvectors and singular vectors satisfy; calls that cannot be.
//
// e2e: flags=-lrocsolver -lrocblas
#include <hip/hip_runtime.h>

#include "device.h"

#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#include <rocsolver/rocsolver.h>

static int failures;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition) && ++failures <= 20) printf("line %d: %s\n", __LINE__, #condition);           \
  } while (0)
#define OK(call) CHECK((call) == rocblas_status_success)

static rocblas_handle handle;

using Z = std::complex<double>;
using Vector = std::vector<Z>;
constexpr int kN = 4, kSize = kN * kN, kBatch = 3;

static Vector product(const Vector &a, const Vector &b) {
  Vector c(a.size());
  for (size_t i = 0; i < a.size() / kSize; i++)
    for (int r = 0; r < kN; r++)
      for (int col = 0; col < kN; col++)
        for (int k = 0; k < kN; k++)
          c[i * kSize + r + col * kN] += a[i * kSize + r + k * kN] * b[i * kSize + k + col * kN];
  return c;
}

static Vector adjoint(const Vector &a) {
  Vector t(a.size());
  for (size_t i = 0; i < a.size(); i += kSize)
    for (int r = 0; r < kN; r++)
      for (int c = 0; c < kN; c++) t[i + c + r * kN] = std::conj(a[i + r + c * kN]);
  return t;
}

static Vector filled(int seed, double diagonal) {
  Vector v(kBatch * kSize);
  for (int i = 0; i < kBatch * kSize; i++) {
    v[i] = Z((i * 7 + seed) % 11 - 5, (i * 5 + seed) % 7 - 3) / 4.0;
    if (i % kSize % (kN + 1) == 0) v[i] += diagonal;
  }
  return v;
}

static bool same(const Vector &a, const Vector &b) {
  bool good = a.size() == b.size();
  for (size_t i = 0; good && i < a.size(); i++) good = std::abs(a[i] - b[i]) < 1e-9;
  return good;
}

template <class T> struct Device {
  T *at = nullptr;
  size_t n;
  explicit Device(size_t n) : n(n) { CHECK(hipMalloc((void **)&at, n * sizeof(T)) == hipSuccess); }
  template <class E> explicit Device(const std::vector<E> &v) : Device(v.size()) {
    CHECK(hipMemcpy((void *)at, v.data(), n * sizeof(T), hipMemcpyHostToDevice) == hipSuccess);
  }
  ~Device() { (void)hipFree((void *)at); }
  template <class E> std::vector<E> get() const {
    std::vector<E> v(n);
    CHECK(hipDeviceSynchronize() == hipSuccess);
    CHECK(hipMemcpy((void *)v.data(), (void *)at, n * sizeof(T), hipMemcpyDeviceToHost) ==
          hipSuccess);
    return v;
  }
};
using Matrices = Device<rocblas_double_complex>;

// The addresses of a batch's matrices.
static Device<rocblas_double_complex *> addresses(const Matrices &m) {
  std::vector<rocblas_double_complex *> v;
  for (int i = 0; i < kBatch; i++) v.push_back(m.at + i * kSize);
  return Device<rocblas_double_complex *>(v);
}

static void factors() {
  Vector a = filled(1, 6), x = filled(2, 0), b = product(a, x), identity(kBatch * kSize);
  for (int i = 0; i < kBatch * kSize; i++) identity[i] = i % kSize % (kN + 1) == 0 ? 1 : 0;
  const std::vector<int> none(kBatch, 0);
  Device<int> pivots(kBatch * kN), info(kBatch);
  Matrices da(a), db(b);
  OK(rocsolver_zgetrf_strided_batched(handle, kN, kN, da.at, kN, kSize, pivots.at, kN, info.at,
                                      kBatch));
  CHECK(info.get<int>() == none);
  OK(rocsolver_zgetrs_strided_batched(handle, rocblas_operation_none, kN, kN, da.at, kN, kSize,
                                      pivots.at, kN, db.at, kN, kSize, kBatch));
  CHECK(same(db.get<Z>(), x));
  auto as = addresses(da);
  OK(rocsolver_zgetri_batched(handle, kN, as.at, kN, pivots.at, kN, info.at, kBatch));
  CHECK(same(product(a, da.get<Z>()), identity));

  Matrices one(a), right(product(adjoint(a), x)), system(a), side(b);
  OK(rocsolver_zgetrf(handle, kN, kN, one.at, kN, pivots.at, info.at));
  OK(rocsolver_zgetrs(handle, rocblas_operation_conjugate_transpose, kN, kN, one.at, kN, pivots.at,
                      right.at, kN));
  Vector got = right.get<Z>();
  CHECK(same(Vector(got.begin(), got.begin() + kSize), Vector(x.begin(), x.begin() + kSize)));
  auto systems = addresses(system), sides = addresses(side);
  OK(rocsolver_zgesv_batched(handle, kN, kN, systems.at, kN, pivots.at, kN, sides.at, kN, info.at,
                             kBatch));
  CHECK(same(side.get<Z>(), x));

  Vector h = product(a, adjoint(a));
  for (auto uplo : {rocblas_fill_upper, rocblas_fill_lower}) {
    Matrices dh(h), c(product(h, x));
    auto hs = addresses(dh), cs = addresses(c);
    OK(rocsolver_zpotrf_batched(handle, uplo, kN, hs.at, kN, info.at, kBatch));
    CHECK(info.get<int>() == none);
    OK(rocsolver_zpotrs_batched(handle, uplo, kN, kN, hs.at, kN, cs.at, kN, kBatch));
    CHECK(same(c.get<Z>(), x));
  }
  Matrices least(a), given(b);
  OK(rocsolver_zgels_strided_batched(handle, rocblas_operation_none, kN, kN, kN, least.at, kN,
                                     kSize, given.at, kN, kSize, info.at, kBatch));
  CHECK(same(given.get<Z>(), x));
}

static void values() {
  Vector a = filled(3, 0), h = product(a, adjoint(a));
  Device<int> info(kBatch);
  Device<double> d(kBatch * kN), e(kBatch * kN);
  Matrices dh(h), u(kBatch * kSize), v(kBatch * kSize), da(a);
  OK(rocsolver_zheevd_strided_batched(handle, rocblas_evect_original, rocblas_fill_upper, kN, dh.at,
                                      kN, kSize, d.at, kN, e.at, kN, info.at, kBatch));
  auto scaled = [](Vector m, const std::vector<double> &w) {
    for (size_t i = 0; i < m.size(); i++) m[i] *= w[i / kN];
    return m;
  };
  Vector z = dh.get<Z>();
  CHECK(same(product(h, z), scaled(z, d.get<double>())));
  OK(rocsolver_zgesvd_strided_batched(handle, rocblas_svect_all, rocblas_svect_singular, kN, kN,
                                      da.at, kN, kSize, d.at, kN, u.at, kN, kSize, v.at, kN, kSize,
                                      e.at, kN, rocblas_outofplace, info.at, kBatch));
  CHECK(same(product(scaled(u.get<Z>(), d.get<double>()), v.get<Z>()), a));
}

// The names that compute the same, and eigenvalues of pairs: h z = b z w, h b z = z w, b h z = z w.
static void others() {
  Vector a = filled(3, 0), h = product(a, adjoint(a)), q = filled(5, 4), b = product(q, adjoint(q));
  Device<int> info(kBatch), pivots(kBatch * kN), same_pivots(kBatch * kN);
  Device<double> d(kBatch * kN), e(kBatch * kN), w(kBatch * kN);
  Matrices x(h), y(h), f(q), g(q);
  auto xs = addresses(x), fs = addresses(f);
  OK(rocsolver_zheev_batched(handle, rocblas_evect_original, rocblas_fill_lower, kN, xs.at, kN,
                             d.at, kN, e.at, kN, info.at, kBatch));
  OK(rocsolver_zheevd_strided_batched(handle, rocblas_evect_original, rocblas_fill_lower, kN, y.at,
                                      kN, kSize, w.at, kN, e.at, kN, info.at, kBatch));
  CHECK(d.get<double>() == w.get<double>() && same(x.get<Z>(), y.get<Z>()));
  OK(rocsolver_zgetf2_batched(handle, kN, kN, fs.at, kN, pivots.at, kN, info.at, kBatch));
  OK(rocsolver_zgetrf_strided_batched(handle, kN, kN, g.at, kN, kSize, same_pivots.at, kN, info.at,
                                      kBatch));
  CHECK(pivots.get<int>() == same_pivots.get<int>() && same(f.get<Z>(), g.get<Z>()));
  for (auto form : {rocblas_eform_ax, rocblas_eform_abx, rocblas_eform_bax}) {
    Matrices z(h), m(b);
    OK(rocsolver_zhegv_strided_batched(handle, form, rocblas_evect_original, rocblas_fill_upper, kN,
                                       z.at, kN, kSize, m.at, kN, kSize, d.at, kN, e.at, kN,
                                       info.at, kBatch));
    CHECK(info.get<int>() == std::vector<int>(kBatch, 0));
    Vector v = z.get<Z>(), left = product(h, v), right = v;
    std::vector<double> values = d.get<double>();
    if (form == rocblas_eform_ax) right = product(b, v);
    if (form == rocblas_eform_abx) left = product(h, product(b, v));
    if (form == rocblas_eform_bax) left = product(b, left);
    for (size_t i = 0; i < right.size(); i++) right[i] *= values[i / kN];
    double largest = 0;
    for (size_t i = 0; i < left.size(); i++) largest = std::fmax(largest, std::abs(left[i]));
    for (size_t i = 0; i < left.size(); i++)
      CHECK(std::abs(left[i] - right[i]) < 1e-12 * (1 + largest));
  }
  CHECK(rocsolver_dsygv(handle, rocblas_eform(1), rocblas_evect_none, rocblas_fill_upper, 1, d.at,
                        1, d.at, 1, d.at, d.at, info.at) == rocblas_status_invalid_value);
  CHECK(rocsolver_dsygv(handle, rocblas_eform_ax, rocblas_evect_tridiagonal, rocblas_fill_upper, 1,
                        d.at, 1, d.at, 1, d.at, d.at, info.at) == rocblas_status_invalid_value);
}

static void bad_calls() {
  float a[4], b[2];
  int pivots[2], info;
  char text[32];
  size_t size = 1;
  CHECK(rocsolver_sgetrf(nullptr, 2, 2, a, 2, pivots, &info) == rocblas_status_invalid_handle);
  CHECK(rocsolver_sgetrf(handle, -1, 2, a, 2, pivots, &info) == rocblas_status_invalid_size);
  CHECK(rocsolver_sgetrf(handle, 2, 2, a, 1, pivots, &info) == rocblas_status_invalid_size);
  CHECK(rocsolver_sgetrf(handle, 2, 2, nullptr, 2, pivots, &info) ==
        rocblas_status_invalid_pointer);
  CHECK(rocsolver_sgetrf(handle, 2, 2, a, 2, nullptr, &info) == rocblas_status_invalid_pointer);
  CHECK(rocsolver_sgetrf(handle, 2, 2, a, 2, pivots, nullptr) == rocblas_status_invalid_pointer);
  CHECK(rocsolver_sgetrf_strided_batched(handle, 2, 2, a, 2, 4, pivots, 2, &info, -1) ==
        rocblas_status_invalid_size);
  CHECK(rocsolver_sgetrs(handle, rocblas_operation(5), 2, 1, a, 2, pivots, b, 2) ==
        rocblas_status_invalid_value);
  CHECK(rocsolver_spotrf(handle, rocblas_fill_full, 2, a, 2, &info) ==
        rocblas_status_invalid_value);
  CHECK(rocsolver_ssyevd(handle, rocblas_evect_tridiagonal, rocblas_fill_upper, 2, a, 2, b, b,
                         &info) == rocblas_status_not_implemented);
  CHECK(rocsolver_sgesvd(handle, rocblas_svect(5), rocblas_svect_none, 2, 2, a, 2, b, nullptr, 1,
                         nullptr, 1, b, rocblas_inplace, &info) == rocblas_status_invalid_value);
  OK(rocblas_start_device_memory_size_query(handle));
  CHECK(rocsolver_spotrf(handle, rocblas_fill_lower, 500, nullptr, 500, nullptr) ==
        rocblas_status_size_unchanged);
  OK(rocblas_stop_device_memory_size_query(handle, &size));
  CHECK(size == 0 && rocblas_layer_mode_ex_log_kernel == 16);
  CHECK(rocsolver_get_version_string(text, 2) == rocblas_status_invalid_size);
  OK(rocsolver_get_version_string(text, sizeof text));
}

int main() {
  OK(rocblas_create_handle(&handle));
  if (!nvidia()) {
    factors();
    values();
    others();
  }
  bad_calls();
  OK(rocblas_destroy_handle(handle));
  puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
