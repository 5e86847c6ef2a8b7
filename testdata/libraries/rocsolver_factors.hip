// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSOLVER's orthogonal factorizations, inverses, reductions, eigenproblems by part, and LAPACK's auxiliary
// functions, by the equations that their results satisfy.
//
// e2e: flags=-lrocsolver -lrocblas
#include <hip/hip_runtime.h>

#include "device.h"

#include <algorithm>
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
using E = rocblas_double_complex;
constexpr auto kNone = rocblas_operation_none;
constexpr auto kAdjoint = rocblas_operation_conjugate_transpose;
constexpr auto kLeft = rocblas_side_left, kRight = rocblas_side_right;
constexpr auto kUpper = rocblas_fill_upper, kLower = rocblas_fill_lower;

// Matrix is a matrix on the host, by columns.
struct Matrix {
  int m, n;
  std::vector<Z> v;
  Matrix(int m, int n) : m(m), n(n), v(m * n) {}
  Z &operator()(int r, int c) { return v[r + c * m]; }
  Z operator()(int r, int c) const { return v[r + c * m]; }
};

static Matrix operator*(const Matrix &a, const Matrix &b) {
  Matrix c(a.m, b.n);
  for (int i = 0; i < a.m; i++)
    for (int j = 0; j < b.n; j++)
      for (int k = 0; k < a.n; k++) c(i, j) += a(i, k) * b(k, j);
  return c;
}
static Matrix adjoint(const Matrix &a) {
  Matrix t(a.n, a.m);
  for (int i = 0; i < a.m; i++)
    for (int j = 0; j < a.n; j++) t(j, i) = std::conj(a(i, j));
  return t;
}
static Matrix identity(int n) {
  Matrix a(n, n);
  for (int i = 0; i < n; i++) a(i, i) = 1;
  return a;
}
static Matrix filled(int m, int n, int seed, double diagonal = 0) {
  Matrix a(m, n);
  for (int i = 0; i < m * n; i++) a.v[i] = Z((i * 7 + seed) % 11 - 5, (i * 5 + seed) % 7 - 3) / 4.0;
  for (int i = 0; i < std::min(m, n); i++) a(i, i) += diagonal;
  return a;
}
// block is a part of a, and of its entries those with first <= column - row <= last.
static Matrix block(const Matrix &a, int r, int c, int m, int n, int first = -99, int last = 99) {
  Matrix b(m, n);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      if (j - i >= first && j - i <= last) b(i, j) = a(r + i, c + j);
  return b;
}
static bool same(const Matrix &a, const Matrix &b) {
  bool good = a.m == b.m && a.n == b.n;
  for (size_t i = 0; good && i < a.v.size(); i++) good = std::abs(a.v[i] - b.v[i]) < 1e-9;
  return good;
}
static bool unitary(const Matrix &q) {
  return same(q.m >= q.n ? adjoint(q) * q : q * adjoint(q), identity(std::min(q.m, q.n)));
}
static Matrix scaled(Matrix a, const std::vector<double> &w) {
  for (size_t i = 0; i < a.v.size(); i++) a.v[i] *= w[i / a.m];
  return a;
}

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

// Dense is a matrix of the device.
struct Dense : Device<E> {
  int m, cols;
  explicit Dense(const Matrix &a) : Device<E>(a.v), m(a.m), cols(a.n) {}
  Dense(int m, int n) : Device<E>((size_t)m * n), m(m), cols(n) {}
  Matrix host() const {
    Matrix a(m, cols);
    a.v = get<Z>();
    return a;
  }
};
using Ints = Device<int>;
using Reals = Device<double>;

static void orthogonal() {
  Matrix tall = filled(5, 3, 1, 2), wide = filled(3, 5, 2, 2);
  Device<E> tau(3);
  Dense qr(tall), lq(wide), ql(tall), rq(wide);
  OK(rocsolver_zgeqr2(handle, 5, 3, qr.at, 5, tau.at));
  Matrix r = block(qr.host(), 0, 0, 3, 3, 0), full(5, 3);
  Dense by_q(tall);
  OK(rocsolver_zunmqr(handle, kLeft, kAdjoint, 5, 3, 3, qr.at, 5, tau.at, by_q.at, 5));
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) full(i, j) = r(i, j);
  CHECK(same(by_q.host(), full));

  // The block reflector of the same vectors is the same product.
  Dense t(3, 3), by_block(tall);
  OK(rocsolver_zlarft(handle, rocblas_forward_direction, rocblas_column_wise, 5, 3, qr.at, 5,
                      tau.at, t.at, 3));
  OK(rocsolver_zlarfb(handle, kLeft, kAdjoint, rocblas_forward_direction, rocblas_column_wise, 5, 3,
                      3, qr.at, 5, t.at, 3, by_block.at, 5));
  CHECK(same(by_block.host(), full));
  OK(rocsolver_zungqr(handle, 5, 3, 3, qr.at, 5, tau.at));
  CHECK(unitary(qr.host()) && same(qr.host() * r, tall));

  Device<E *> array(std::vector<E *>{lq.at});
  OK(rocsolver_zgelqf_batched(handle, 3, 5, array.at, 3, tau.at, 3, 1));
  Matrix l = block(lq.host(), 0, 0, 3, 3, -9, 0);
  Dense by_lq(wide);
  OK(rocsolver_zunmlq(handle, kRight, kAdjoint, 3, 5, 3, lq.at, 3, tau.at, by_lq.at, 3));
  CHECK(same(block(by_lq.host(), 0, 0, 3, 3), l) &&
        same(block(by_lq.host(), 0, 3, 3, 2), Matrix(3, 2)));
  OK(rocsolver_zunglq(handle, 3, 5, 3, lq.at, 3, tau.at));
  CHECK(unitary(lq.host()) && same(l * lq.host(), wide));

  OK(rocsolver_zgeqlf_strided_batched(handle, 5, 3, ql.at, 5, 15, tau.at, 3, 1));
  Matrix below = block(ql.host(), 2, 0, 3, 3, -9, 0);
  Dense by_ql(tall);
  OK(rocsolver_zunmql(handle, kLeft, kAdjoint, 5, 3, 3, ql.at, 5, tau.at, by_ql.at, 5));
  CHECK(same(block(by_ql.host(), 2, 0, 3, 3), below));
  OK(rocsolver_zungql(handle, 5, 3, 3, ql.at, 5, tau.at));
  CHECK(unitary(ql.host()) && same(ql.host() * below, tall));

  OK(rocsolver_zgerqf(handle, 3, 5, rq.at, 3, tau.at));
  Matrix right = block(rq.host(), 0, 2, 3, 3, 0);
  CHECK(same(right * adjoint(right), wide * adjoint(wide)));
}

static void inverses() {
  Matrix a = filled(4, 4, 3, 6), h = a * adjoint(a), x = filled(4, 2, 5);
  for (int i = 0; i < 4; i++) a(i, i) = a(i, i).real(); // as lauum takes it to be
  Ints info(std::vector<int>{7}), pivots(4);
  for (auto uplo : {kUpper, kLower}) {
    Matrix triangle = uplo == kUpper ? block(a, 0, 0, 4, 4, 0) : block(a, 0, 0, 4, 4, -9, 0);
    Dense t(triangle), p(h), b(h * x), u(triangle);
    OK(rocsolver_ztrtri(handle, uplo, rocblas_diagonal_non_unit, 4, t.at, 4, info.at));
    CHECK(info.get()[0] == 0 && same(t.host() * triangle, identity(4)));
    OK(rocsolver_zlauum(handle, uplo, 4, u.at, 4));
    Matrix square = uplo == kUpper ? triangle * adjoint(triangle) : adjoint(triangle) * triangle;
    int first = uplo == kUpper ? 0 : -9, last = uplo == kUpper ? 9 : 0;
    CHECK(same(block(u.host(), 0, 0, 4, 4, first, last), block(square, 0, 0, 4, 4, first, last)));
    OK(rocsolver_zposv(handle, uplo, 4, 2, p.at, 4, b.at, 4, info.at));
    CHECK(same(b.host(), x));
    OK(rocsolver_zpotri(handle, uplo, 4, p.at, 4, info.at));
    Matrix half = p.host();
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < i; j++)
        (uplo == kUpper ? half(i, j) : half(j, i)) =
            std::conj(uplo == kUpper ? half(j, i) : half(i, j));
    CHECK(same(half * h, identity(4)));
  }
  Matrix rows = filled(5, 3, 4, 9);
  Dense lu(rows), square(a), inverse(4, 4);
  OK(rocsolver_zgetrf_npvt(handle, 5, 3, lu.at, 5, info.at));
  Matrix l = block(lu.host(), 0, 0, 5, 3, -9, -1), u = block(lu.host(), 0, 0, 3, 3, 0);
  for (int i = 0; i < 3; i++) l(i, i) = 1;
  CHECK(same(l * u, rows));
  OK(rocsolver_zgetf2_npvt_strided_batched(handle, 4, 4, square.at, 4, 16, info.at, 1));
  OK(rocsolver_zgetri_npvt_outofplace(handle, 4, square.at, 4, inverse.at, 4, info.at));
  CHECK(same(inverse.host() * a, identity(4)));
  OK(rocsolver_zgetri_npvt(handle, 4, square.at, 4, info.at));
  CHECK(same(square.host() * a, identity(4)));
  Dense pivoted(a);
  OK(rocsolver_zgetrf(handle, 4, 4, pivoted.at, 4, pivots.at, info.at));
  OK(rocsolver_zgetri_outofplace(handle, 4, pivoted.at, 4, pivots.at, inverse.at, 4, info.at));
  CHECK(same(inverse.host() * a, identity(4)));

  // A symmetric matrix with a large diagonal is L D L' without exchanges; a zero on it is told.
  Matrix s(3, 3);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) s(i, j) = i == j ? Z(9 - i, 1) : Z(i + j, i * j - 1) / 4.0;
  Dense f(s), g(s), zero(Matrix(3, 3));
  Ints exchanges(3), ends(3), kb(1);
  OK(rocsolver_zsytrf(handle, kLower, 3, f.at, 3, exchanges.at, info.at));
  CHECK((exchanges.get() == std::vector<int>{1, 2, 3}));
  Matrix ld = block(f.host(), 0, 0, 3, 3, -9, -1), d = block(f.host(), 0, 0, 3, 3, 0, 0), lt = ld;
  for (int i = 0; i < 3; i++) ld(i, i) = 1;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) lt(j, i) = ld(i, j);
  CHECK(same(ld * d * lt, s));
  OK(rocsolver_zlasyf(handle, kLower, 3, 3, kb.at, g.at, 3, ends.at, info.at));
  CHECK(kb.get()[0] == 3 && ends.get() == exchanges.get());
  CHECK(same(block(g.host(), 0, 0, 3, 3, -9, 0), block(f.host(), 0, 0, 3, 3, -9, 0)));
  OK(rocsolver_zsytf2(handle, kLower, 3, zero.at, 3, ends.at, info.at));
  CHECK(info.get()[0] == 1);
}

static void bidiagonal() {
  const int m = 5, n = 3;
  Matrix a = filled(m, n, 6, 1);
  Dense f(a), p(n, n), u(m, n), v(n, n), none(1, 1);
  Reals d(n), e(n), s(n), residual(1), first(n), second(n);
  Device<E> tauq(n), taup(n), t(1), w(1);
  Ints info(1), sweeps(1);
  OK(rocsolver_zgebrd(handle, m, n, f.at, m, d.at, e.at, tauq.at, taup.at));
  Dense q(f.host());
  Matrix b(n, n), rows = block(f.host(), 0, 0, n, n);
  auto diagonal = d.get(), above = e.get();
  for (int i = 0; i < n; i++) b(i, i) = diagonal[i];
  for (int i = 0; i + 1 < n; i++) b(i, i + 1) = above[i];
  OK(rocsolver_zungbr(handle, rocblas_column_wise, m, n, n, q.at, m, tauq.at));
  Dense vt(rows);
  OK(rocsolver_zungbr(handle, rocblas_row_wise, n, n, m, vt.at, n, taup.at));
  CHECK(unitary(q.host()) && unitary(vt.host()) && same(q.host() * b * vt.host(), a));
  Dense by_q(a);
  OK(rocsolver_zunmbr(handle, rocblas_column_wise, kLeft, kAdjoint, m, n, n, f.at, m, tauq.at,
                      by_q.at, m));
  CHECK(same(block(by_q.host(), 0, 0, n, n), b * vt.host()));
  Dense x(a), y(n, 1), panel(m, 1);
  OK(rocsolver_zlabrd(handle, m, n, 1, x.at, m, first.at, second.at, t.at, w.at, panel.at, m, y.at,
                      n));
  CHECK(std::abs(first.get()[0] - diagonal[0]) < 1e-12 &&
        std::abs(second.get()[0] - above[0]) < 1e-12);
  OK(rocsolver_zbdsqr(handle, kUpper, n, n, m, 0, d.at, e.at, vt.at, n, q.at, m, none.at, 1,
                      info.at));
  CHECK(same(scaled(q.host(), d.get()) * vt.host(), a));
  Dense j(a);
  OK(rocsolver_zgesvdj(handle, rocblas_svect_singular, rocblas_svect_all, m, n, j.at, m, 0,
                       residual.at, 20, sweeps.at, s.at, u.at, m, v.at, n, info.at));
  CHECK(same(scaled(u.host(), s.get()) * v.host(), a) && info.get()[0] == 0);
  for (int i = 0; i < n; i++) CHECK(std::abs(s.get()[i] - d.get()[i]) < 1e-12);
}

static void tridiagonal() {
  const int n = 5;
  Matrix q = filled(n, n, 2, 3), h = q * adjoint(q);
  std::vector<double> values;
  for (auto uplo : {kUpper, kLower}) {
    Dense f(h), z(n, n);
    Reals d(n), e(n), w(n);
    Device<E> tau(n);
    Ints info(1), nev(1), blocks(n), splits(n), parts(1), failed(n);
    OK(rocsolver_zhetrd(handle, uplo, n, f.at, n, d.at, e.at, tau.at));
    auto diagonal = d.get(), beside = e.get();
    Reals d2(diagonal), e2(beside), d3(diagonal), e3(beside);
    OK(rocsolver_dstebz(handle, rocblas_erange_all, rocblas_eorder_entire, n, 0, 0, 0, 0, 0, d.at,
                        e.at, nev.at, parts.at, w.at, blocks.at, splits.at, info.at));
    OK(rocsolver_zstein(handle, n, d.at, e.at, nev.at, w.at, blocks.at, splits.at, z.at, n,
                        failed.at, info.at));
    CHECK(nev.get()[0] == n && info.get()[0] == 0);
    OK(rocsolver_zunmtr(handle, kLeft, uplo, kNone, n, n, f.at, n, tau.at, z.at, n));
    CHECK(same(h * z.host(), scaled(z.host(), w.get())));

    Dense vectors(f.host());
    OK(rocsolver_zungtr(handle, uplo, n, vectors.at, n, tau.at));
    Dense divided(vectors.host());
    OK(rocsolver_zsteqr(handle, rocblas_evect_original, n, d2.at, e2.at, vectors.at, n, info.at));
    CHECK(same(h * vectors.host(), scaled(vectors.host(), d2.get())));
    OK(rocsolver_zstedc(handle, rocblas_evect_original, n, d3.at, e3.at, divided.at, n, info.at));
    CHECK(same(h * divided.host(), scaled(divided.host(), d3.get())));
    OK(rocsolver_dsterf(handle, n, d.at, e.at, info.at));
    values = d.get();
    for (int i = 0; i < n; i++) CHECK(std::abs(values[i] - w.get()[i]) < 1e-9);
    if (uplo == kLower) {
      Dense panel(h), width(n, 1);
      Reals first(n);
      OK(rocsolver_zlatrd(handle, uplo, n, 1, panel.at, n, first.at, tau.at, width.at, n));
      CHECK(std::abs(first.get()[0] - beside[0]) < 1e-9);
    }
  }

  // Eigenvalues by part: the second and third, and those in an interval that holds the last two.
  Reals w(n), residual(1);
  Ints nev(1), failed(n), info(1), sweeps(1);
  Dense a(h), z(n, 2), b(h), y(n, n), c(h), g(h);
  OK(rocsolver_zheevx(handle, rocblas_evect_original, rocblas_erange_index, kLower, n, a.at, n, 0,
                      0, 2, 3, 0, nev.at, w.at, z.at, n, failed.at, info.at));
  CHECK(nev.get()[0] == 2 && std::abs(w.get()[0] - values[1]) < 1e-9);
  CHECK(same(h * z.host(), scaled(z.host(), w.get())));
  OK(rocsolver_zheevdx_strided_batched(handle, rocblas_evect_original, rocblas_erange_value, kUpper,
                                       n, b.at, n, n * n, (values[2] + values[3]) / 2, 1e9, 0, 0,
                                       nev.at, w.at, n, y.at, n, n * n, info.at, 1));
  CHECK(nev.get()[0] == 2 && std::abs(w.get()[1] - values[4]) < 1e-9);
  OK(rocsolver_zheevj(handle, rocblas_esort_ascending, rocblas_evect_original, kUpper, n, c.at, n,
                      0, residual.at, 10, sweeps.at, w.at, info.at));
  CHECK(same(h * c.host(), scaled(c.host(), w.get())));
  OK(rocsolver_zheevdj(handle, rocblas_evect_none, kUpper, n, g.at, n, w.at, info.at));
  for (int i = 0; i < n; i++) CHECK(std::abs(values[i] - w.get()[i]) < 1e-9);
}

static void pairs() {
  const int n = 4;
  Matrix h = filled(n, n, 3), r = filled(n, n, 8, 5), b = r * adjoint(r);
  h = h * adjoint(h);
  Reals w(n), e(n), residual(1);
  Ints info(1), sweeps(1), nev(1), failed(n);
  for (auto form : {rocblas_eform_ax, rocblas_eform_abx, rocblas_eform_bax}) {
    auto holds = [&](const Matrix &z) {
      Matrix bz = b * z, left = form == rocblas_eform_ax    ? h * z
                                : form == rocblas_eform_abx ? h * bz
                                                            : b * (h * z);
      Matrix right = scaled(form == rocblas_eform_ax ? bz : z, w.get());
      double largest = 1;
      for (Z v : left.v) largest = std::fmax(largest, std::abs(v));
      for (Z &v : left.v) v /= largest;
      for (Z &v : right.v) v /= largest;
      return same(left, right);
    };
    Dense a(h), m(b), a2(h), m2(b), a3(h), m3(b), z(n, 1), a4(h), m4(b);
    OK(rocsolver_zhegvj(handle, form, rocblas_evect_original, kUpper, n, a.at, n, m.at, n, 0,
                        residual.at, 10, sweeps.at, w.at, info.at));
    CHECK(holds(a.host()));
    OK(rocsolver_zhegvdj(handle, form, rocblas_evect_original, kLower, n, a2.at, n, m2.at, n, w.at,
                         info.at));
    CHECK(holds(a2.host()));
    auto all = w.get();
    // The standard problem has the same eigenvalues.
    OK(rocsolver_zpotrf(handle, kLower, n, m4.at, n, info.at));
    OK(rocsolver_zhegst(handle, form, kLower, n, a4.at, n, m4.at, n));
    OK(rocsolver_zheevd(handle, rocblas_evect_none, kLower, n, a4.at, n, w.at, e.at, info.at));
    for (int i = 0; i < n; i++) CHECK(std::abs(all[i] - w.get()[i]) < 1e-9 * (1 + all[n - 1]));
    OK(rocsolver_zhegvx(handle, form, rocblas_evect_original, rocblas_erange_index, kUpper, n,
                        a3.at, n, m3.at, n, 0, 0, n, n, 0, nev.at, w.at, z.at, n, failed.at,
                        info.at));
    CHECK(nev.get()[0] == 1 && std::abs(w.get()[0] - all[n - 1]) < 1e-9 * (1 + all[n - 1]));
    CHECK(holds(z.host()));
  }
}

static void reflectors() {
  Matrix x = filled(4, 1, 3), a = filled(4, 2, 1);
  Dense v(x), tau(1, 1), b(a), conjugate(x), c(a);
  OK(rocsolver_zlarfg(handle, 4, v.at, v.at + 1, 1, tau.at));
  Matrix h = identity(4), u = v.host();
  Z beta = u(0, 0), t = tau.host()(0, 0);
  u(0, 0) = 1;
  Matrix uu = u * adjoint(u);
  for (size_t i = 0; i < h.v.size(); i++) h.v[i] -= t * uu.v[i];
  Matrix first(4, 1);
  first(0, 0) = beta;
  CHECK(same(adjoint(h) * x, first));
  Dense whole(u);
  OK(rocsolver_zlarf(handle, kLeft, 4, 2, whole.at, 1, tau.at, b.at, 4));
  CHECK(same(b.host(), h * a));
  OK(rocsolver_zlacgv(handle, 4, conjugate.at, 1));
  CHECK(same(conjugate.host(), [&] {
    Matrix y = x;
    for (Z &e : y.v) e = std::conj(e);
    return y;
  }()));
  Ints rows(std::vector<int>{3, 2});
  OK(rocsolver_zlaswp(handle, 2, c.at, 4, 1, 2, rows.at, 1));
  Matrix exchanged = a;
  for (int j = 0; j < 2; j++) std::swap(exchanged(0, j), exchanged(2, j));
  CHECK(same(c.host(), exchanged));
}

static void bad_calls() {
  float a[4] = {}, tau[2];
  int info;
  size_t length = 0;
  CHECK(rocsolver_sgelqf(nullptr, 2, 2, a, 2, tau) == rocblas_status_invalid_handle);
  CHECK(rocsolver_sgelqf(handle, 2, 2, a, 1, tau) == rocblas_status_invalid_size);
  CHECK(rocsolver_sgelqf(handle, 2, 2, a, 2, nullptr) == rocblas_status_invalid_pointer);
  CHECK(rocsolver_sorgqr(handle, 2, 2, 3, a, 2, tau) == rocblas_status_invalid_size);
  CHECK(rocsolver_sorglq(handle, 2, 1, 1, a, 2, tau) == rocblas_status_invalid_size);
  CHECK(rocsolver_sormqr(handle, kLeft, kAdjoint, 2, 2, 1, a, 2, tau, a, 2) ==
        rocblas_status_invalid_value);
  CHECK(rocsolver_strtri(handle, kUpper, rocblas_diagonal(1), 2, a, 2, &info) ==
        rocblas_status_invalid_value);
  CHECK(rocsolver_ssyevx(handle, rocblas_evect_none, rocblas_erange_index, kUpper, 2, a, 2, 0, 0, 2,
                         3, 0, &info, tau, a, 2, &info, &info) == rocblas_status_invalid_size);
  CHECK(rocsolver_spotri(handle, kUpper, 2, a, 2, nullptr) == rocblas_status_invalid_pointer);
  OK(rocsolver_get_version_string_size(&length));
  CHECK(length > 5);
}

// Every function that is not supported says so, whatever its arguments.
template <class... A> static rocblas_status with_zeros(rocblas_status (*f)(A...)) {
  return f(A{}...);
}
static void absent() {
#define NOT_SUPPORTED(name, parameters) CHECK(with_zeros(name) == rocblas_status_not_implemented);
  GOHIP_ROCSOLVER_ABSENT(NOT_SUPPORTED)
  rocsolver_handle other = nullptr;
  hipStream_t stream = nullptr, of = nullptr;
  CHECK(hipStreamCreate(&stream) == hipSuccess);
  OK(rocsolver_create_handle(&other));
  OK(rocsolver_set_stream(other, stream));
  OK(rocsolver_get_stream(other, &of));
  CHECK(of == stream);
  OK(rocsolver_destroy_handle(other));
  CHECK(hipStreamDestroy(stream) == hipSuccess);
  CHECK(rocsolver_create_handle(nullptr) == rocblas_status_invalid_handle);
  int from[4] = {1, 2, 3, 4}, to[4] = {};
  int *device = nullptr;
  CHECK(hipMalloc((void **)&device, sizeof from) == hipSuccess);
  OK(rocsolver_set_vector(4, sizeof(int), from, 1, device, 1));
  OK(rocsolver_get_matrix(2, 2, sizeof(int), device, 2, to, 2));
  CHECK(to[0] == 1 && to[3] == 4);
  CHECK(hipFree(device) == hipSuccess);
}

int main() {
  OK(rocblas_create_handle(&handle));
  if (!nvidia()) {
    orthogonal();
    inverses();
    bidiagonal();
    tridiagonal();
    pairs();
    reflectors();
  }
  bad_calls();
  absent();
  OK(rocblas_destroy_handle(handle));
  puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
