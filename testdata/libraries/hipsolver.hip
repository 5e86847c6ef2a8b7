// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipSOLVER: factorizations, solutions, eigenvalues and singular values of all types, by what they
// must satisfy; order in a stream, calls that cannot be.
//
// e2e: flags=-lhipsolver
#include <hip/hip_runtime.h>

#include "device.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <type_traits>
#include <vector>

#include <hipsolver/hipsolver.h>

static_assert(std::is_same_v<hipsolverDnHandle_t, void *> &&
                  std::is_same_v<hipsolverSyevjInfo_t, void *>,
              "AMD's types");

static int failures;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition) && ++failures <= 20) printf("line %d: %s\n", __LINE__, #condition);           \
  } while (0)
#define OK(call) CHECK((call) == HIPSOLVER_STATUS_SUCCESS)

static hipsolverHandle_t handle;

// The functions of a type, and its elements on the host.
struct S {
  using E = float;
  using T = float;
  using R = float;
#define NAMES(X, q, s)                                                                             \
  static constexpr auto eigen = hipsolverDn##X##s##evd;                                            \
  static constexpr auto syevj = hipsolverDn##X##s##evj;                                            \
  static constexpr auto syevj_size = hipsolverDn##X##s##evj_bufferSize;                            \
  static constexpr auto syevj_batched = hipsolverDn##X##s##evjBatched;                             \
  static constexpr auto syevj_batched_size = hipsolverDn##X##s##evjBatched_bufferSize;             \
  static constexpr auto syevdx = hipsolverDn##X##s##evdx;                                          \
  static constexpr auto syevdx_size = hipsolverDn##X##s##evdx_bufferSize;                          \
  static constexpr auto sygvj = hipsolverDn##X##s##gvj;                                            \
  static constexpr auto sygvj_size = hipsolverDn##X##s##gvj_bufferSize;                            \
  static constexpr auto sygvd = hipsolverDn##X##s##gvd;                                            \
  static constexpr auto sygvd_size = hipsolverDn##X##s##gvd_bufferSize;                            \
  static constexpr auto gesvdj = hipsolverDn##X##gesvdj;                                           \
  static constexpr auto gesvdj_size = hipsolverDn##X##gesvdj_bufferSize;                           \
  static constexpr auto gesvdj_batched = hipsolverDn##X##gesvdjBatched;                            \
  static constexpr auto gesvdj_batched_size = hipsolverDn##X##gesvdjBatched_bufferSize;            \
  static constexpr auto gels = hipsolverDn##X##X##gels;                                            \
  static constexpr auto gels_size = hipsolverDn##X##X##gels_bufferSize;                            \
  static constexpr auto gesv = hipsolverDn##X##X##gesv;                                            \
  static constexpr auto gesv_size = hipsolverDn##X##X##gesv_bufferSize;                            \
  static constexpr auto getrf = hipsolverDn##X##getrf;                                             \
  static constexpr auto getrf_size = hipsolverDn##X##getrf_bufferSize;                             \
  static constexpr auto getrs = hipsolverDn##X##getrs;                                             \
  static constexpr auto potrf = hipsolverDn##X##potrf;                                             \
  static constexpr auto potri = hipsolverDn##X##potri;                                             \
  static constexpr auto potrs = hipsolverDn##X##potrs;                                             \
  static constexpr auto potrf_batched = hipsolverDn##X##potrfBatched;                              \
  static constexpr auto potrs_batched = hipsolverDn##X##potrsBatched;                              \
  static constexpr auto geqrf = hipsolverDn##X##geqrf;                                             \
  static constexpr auto gesvd = hipsolverDn##X##gesvd;                                             \
  static constexpr auto orgqr = hipsolverDn##X##q##gqr;                                            \
  static constexpr auto ormqr = hipsolverDn##X##q##mqr
  NAMES(S, or, sy);
};
struct D {
  using E = double;
  using T = double;
  using R = double;
  NAMES(D, or, sy);
};
struct C {
  using E = std::complex<float>;
  using T = hipFloatComplex;
  using R = float;
  NAMES(C, un, he);
};
struct Z {
  using E = std::complex<double>;
  using T = hipDoubleComplex;
  using R = double;
  NAMES(Z, un, he);
};

static float conjugate(float v) { return v; }
static double conjugate(double v) { return v; }
template <class T> std::complex<T> conjugate(std::complex<T> v) { return std::conj(v); }

// A matrix of the host by columns.
template <class E> struct Dense {
  int rows, cols;
  std::vector<E> v;
  Dense(int rows, int cols) : rows(rows), cols(cols), v(size_t(rows) * cols) {}
  E &operator()(int r, int c) { return v[r + size_t(c) * rows]; }
  E operator()(int r, int c) const { return v[r + size_t(c) * rows]; }
  Dense adjoint() const {
    Dense t(cols, rows);
    for (int r = 0; r < rows; r++)
      for (int c = 0; c < cols; c++) t(c, r) = conjugate((*this)(r, c));
    return t;
  }
  Dense operator*(const Dense &b) const {
    Dense p(rows, b.cols);
    for (int r = 0; r < rows; r++)
      for (int c = 0; c < b.cols; c++)
        for (int k = 0; k < cols; k++) p(r, c) += (*this)(r, k) * b(k, c);
    return p;
  }
};
static void number(float &v, int i) { v = float(i * 7 % 11 - 5) / 3; }
static void number(double &v, int i) { v = double(i * 7 % 11 - 5) / 3; }
template <class T> void number(std::complex<T> &v, int i) {
  v = {T(i * 7 % 11 - 5) / 3, T(i * 5 % 7 - 3) / 2};
}
template <class E> Dense<E> filled(int rows, int cols, int seed) {
  Dense<E> d(rows, cols);
  for (size_t i = 0; i < d.v.size(); i++) number(d.v[i], int(i) + seed + int(i * i % 13));
  return d;
}
template <class E> Dense<E> identity(int n) {
  Dense<E> d(n, n);
  for (int i = 0; i < n; i++) d(i, i) = 1;
  return d;
}
template <class E> void same(const Dense<E> &got, const Dense<E> &want) {
  CHECK(got.v.size() == want.v.size());
  for (size_t i = 0; i < got.v.size(); i++) CHECK(std::abs(got.v[i] - want.v[i]) <= 2e-3);
}

// An array of the device; of complex numbers, as hipSOLVER's.
template <class T> struct Device {
  T *at = nullptr;
  size_t n;
  explicit Device(size_t n) : n(n) {
    CHECK(hipMalloc((void **)&at, (n + 1) * sizeof(T)) == hipSuccess);
  }
  template <class E> explicit Device(const Dense<E> &d) : Device(d.v.size()) {
    CHECK(hipMemcpy((void *)at, d.v.data(), n * sizeof(T), hipMemcpyHostToDevice) == hipSuccess);
  }
  Device(const Device &) = delete;
  ~Device() { (void)hipFree((void *)at); }
  template <class E> Dense<E> get(int rows, int cols) const {
    Dense<E> d(rows, cols);
    CHECK(hipDeviceSynchronize() == hipSuccess);
    CHECK(hipMemcpy((void *)d.v.data(), at, d.v.size() * sizeof(E), hipMemcpyDeviceToHost) ==
          hipSuccess);
    return d;
  }
};

static int value(const Device<int> &info) {
  int v;
  CHECK(hipDeviceSynchronize() == hipSuccess);
  CHECK(hipMemcpy(&v, info.at, sizeof v, hipMemcpyDeviceToHost) == hipSuccess);
  return v;
}

constexpr int kWork = 1 << 20; // more than any function here asks for
constexpr auto kLower = HIPSOLVER_FILL_MODE_LOWER;
constexpr auto kUpper = HIPSOLVER_FILL_MODE_UPPER;

template <class F> void solutions() {
  using E = typename F::E;
  using T = typename F::T;
  const int n = 7;
  Dense<E> a = filled<E>(n, n, 1), x = filled<E>(n, 3, 2);
  for (int i = 0; i < n; i++) a(i, i) += E(9);
  Device<int> pivots(n), info(1);
  Device<T> work(kWork);
  int lwork = 0;
  Device<T> da(a), plain(a * x), turned(a.adjoint() * x);
  OK(F::getrf_size(handle, n, n, da.at, n, &lwork));
  CHECK(lwork >= 1 && lwork <= kWork);
  OK(F::getrf(handle, n, n, da.at, n, work.at, pivots.at, info.at));
  OK(F::getrs(handle, HIPSOLVER_OP_N, n, 3, da.at, n, pivots.at, plain.at, n, info.at));
  OK(F::getrs(handle, HIPSOLVER_OP_C, n, 3, da.at, n, pivots.at, turned.at, n, info.at));
  CHECK(value(info) == 0);
  same(plain.template get<E>(n, 3), x);
  same(turned.template get<E>(n, 3), x);
  Device<T> zeros(Dense<E>(n, n));
  OK(F::getrf(handle, n, n, zeros.at, n, work.at, pivots.at, info.at));
  CHECK(value(info) == 1);

  Dense<E> p = a * a.adjoint();
  for (E &v : p.v) v /= E(20);
  for (auto uplo : {kLower, kUpper}) {
    Device<T> dp(p), b(p * x);
    OK(F::potrf(handle, uplo, n, dp.at, n, work.at, kWork, info.at));
    OK(F::potrs(handle, uplo, n, 3, dp.at, n, b.at, n, info.at));
    CHECK(value(info) == 0);
    same(b.template get<E>(n, 3), x);
    OK(F::potri(handle, uplo, n, dp.at, n, work.at, kWork, info.at));
    Dense<E> inverse = dp.template get<E>(n, n);
    for (int r = 0; r < n; r++)
      for (int c = 0; c < r; c++)
        (uplo == kLower ? inverse(c, r) : inverse(r, c)) =
            conjugate(uplo == kLower ? inverse(r, c) : inverse(c, r));
    same(p * inverse, identity<E>(n));
  }
  // One after the other in a batch, the last of which is not positive definite.
  for (auto uplo : {kLower, kUpper}) {
    Dense<E> px = p * x;
    Device<T> first(p), second(p), third(n * n), b1(px), b2(px);
    Device<int> infos(3);
    Device<T *> as(3), bs(2);
    T *a_at[] = {first.at, second.at, third.at}, *b_at[] = {b1.at, b2.at + n};
    CHECK(hipMemset(third.at, 0, n * n * sizeof(T)) == hipSuccess);
    CHECK(hipMemcpy(as.at, a_at, sizeof a_at, hipMemcpyHostToDevice) == hipSuccess);
    CHECK(hipMemcpy(bs.at, b_at, sizeof b_at, hipMemcpyHostToDevice) == hipSuccess);
    OK(F::potrf_batched(handle, uplo, n, as.at, n, infos.at, 3));
    int found[3];
    CHECK(hipMemcpy(found, infos.at, sizeof found, hipMemcpyDeviceToHost) == hipSuccess);
    CHECK(found[0] == 0 && found[1] == 0 && found[2] == 1);
    OK(F::potrs_batched(handle, uplo, n, 1, as.at, n, bs.at, n, info.at, 2));
    CHECK(value(info) == 0);
    Dense<E> want1 = px, want2 = px;
    for (int r = 0; r < n; r++) want1(r, 0) = x(r, 0), want2(r, 1) = x(r, 1);
    same(b1.template get<E>(n, 3), want1);
    same(b2.template get<E>(n, 3), want2);
  }
  OK(F::potrf(handle, kLower, n, zeros.at, n, work.at, kWork, info.at));
  CHECK(value(info) > 0);
}

template <class F> void orthogonal() {
  using E = typename F::E;
  using T = typename F::T;
  const int m = 8, n = 5;
  Dense<E> a = filled<E>(m, n, 3), c = filled<E>(m, 2, 4);
  Device<T> da(a), tau(n), work(kWork), dc(c);
  Device<int> info(1);
  OK(F::geqrf(handle, m, n, da.at, m, tau.at, work.at, kWork, info.at));
  Dense<E> packed = da.template get<E>(m, n), r(n, n);
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) r(i, j) = packed(i, j);
  auto adjoint = sizeof(E) == sizeof(typename F::R) ? HIPSOLVER_OP_T : HIPSOLVER_OP_C;
  OK(F::ormqr(handle, HIPSOLVER_SIDE_LEFT, adjoint, m, 2, n, da.at, m, tau.at, dc.at, m, work.at,
              kWork, info.at));
  OK(F::orgqr(handle, m, n, n, da.at, m, tau.at, work.at, kWork, info.at));
  CHECK(value(info) == 0);
  Dense<E> q = da.template get<E>(m, n), qc = dc.template get<E>(m, 2), top(n, 2);
  same(q * r, a);
  same(q.adjoint() * q, identity<E>(n));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 2; j++) top(i, j) = qc(i, j);
  same(top, q.adjoint() * c);
}

template <class F> void values() {
  using E = typename F::E;
  using T = typename F::T;
  using R = typename F::R;
  const int n = 6, m = 8;
  Dense<E> a = filled<E>(n, n, 5), h = a * a.adjoint();
  for (E &v : h.v) v /= E(10);
  Device<int> info(1);
  Device<T> dh(h), work(kWork);
  Device<R> w(n), rwork(8);
  OK(F::eigen(handle, HIPSOLVER_EIG_MODE_VECTOR, kUpper, n, dh.at, n, w.at, work.at, kWork,
              info.at));
  CHECK(value(info) == 0);
  Dense<E> z = dh.template get<E>(n, n), scaled = z;
  Dense<R> l = w.template get<R>(n, 1);
  for (int c = 0; c < n; c++)
    for (int r = 0; r < n; r++) scaled(r, c) *= l(c, 0);
  same(h * z, scaled);
  same(z.adjoint() * z, identity<E>(n));
  CHECK(std::is_sorted(l.v.begin(), l.v.end()));

  Dense<E> b = filled<E>(m, n, 6);
  Device<T> db(b), u(m * m), v(n * n);
  Device<R> s(n);
  OK(F::gesvd(handle, 'S', 'A', m, n, db.at, m, s.at, u.at, m, v.at, n, work.at, kWork, rwork.at,
              info.at));
  CHECK(value(info) == 0);
  Dense<E> us = u.template get<E>(m, n), vt = v.template get<E>(n, n);
  Dense<R> sv = s.template get<R>(n, 1);
  same(us.adjoint() * us, identity<E>(n));
  for (int c = 0; c < n; c++)
    for (int r = 0; r < m; r++) us(r, c) *= sv(c, 0);
  same(us * vt, b);
}

// The columns of a matrix times numbers.
template <class E, class R> Dense<E> times(Dense<E> a, const Dense<R> &w) {
  for (int c = 0; c < a.cols; c++)
    for (int r = 0; r < a.rows; r++) a(r, c) *= w(c, 0);
  return a;
}
template <class E> Dense<E> part(const Dense<E> &a, int row, int rows, int col, int cols) {
  Dense<E> p(rows, cols);
  for (int c = 0; c < cols; c++)
    for (int r = 0; r < rows; r++) p(r, c) = a(row + r, col + c);
  return p;
}

// Jacobi's methods for eigenvalues: one matrix, and two in an array.
template <class F> void jacobi_values() {
  using E = typename F::E;
  using T = typename F::T;
  using R = typename F::R;
  const int n = 6;
  Dense<E> a = filled<E>(n, n, 5), h = a * a.adjoint(), both(n, 2 * n);
  for (E &v : h.v) v /= E(10);
  for (int c = 0; c < n; c++)
    for (int r = 0; r < n; r++) both(r, c) = h(r, c), both(r, n + c) = E(2) * h(r, c);
  hipsolverSyevjInfo_t params;
  OK(hipsolverDnCreateSyevjInfo(&params));
  OK(hipsolverDnXsyevjSetTolerance(params, 1e-7));
  OK(hipsolverDnXsyevjSetMaxSweeps(params, 30));
  OK(hipsolverDnXsyevjSetSortEig(params, 1));
  Device<int> info(2);
  Device<T> dh(h), two(both);
  Device<R> w(n), ws(2 * n);
  int length;
  OK(F::syevj_size(handle, HIPSOLVER_EIG_MODE_VECTOR, kLower, n, dh.at, n, w.at, &length, params));
  CHECK(length >= 1 && length <= kWork);
  Device<T> work(kWork);
  OK(F::syevj(handle, HIPSOLVER_EIG_MODE_VECTOR, kLower, n, dh.at, n, w.at, work.at, length,
              info.at, params));
  CHECK(value(info) == 0);
  Dense<E> z = dh.template get<E>(n, n);
  Dense<R> l = w.template get<R>(n, 1);
  same(h * z, times(z, l));
  same(z.adjoint() * z, identity<E>(n));
  CHECK(std::is_sorted(l.v.begin(), l.v.end()));

  OK(F::syevj_batched_size(handle, HIPSOLVER_EIG_MODE_VECTOR, kUpper, n, two.at, n, ws.at, &length,
                           params, 2));
  CHECK(length >= 1 && length <= kWork);
  OK(F::syevj_batched(handle, HIPSOLVER_EIG_MODE_VECTOR, kUpper, n, two.at, n, ws.at, work.at,
                      length, info.at, params, 2));
  CHECK(value(info) == 0);
  Dense<E> zs = two.template get<E>(n, 2 * n);
  Dense<R> ls = ws.template get<R>(2 * n, 1);
  for (int i = 0; i < 2; i++) {
    Dense<E> zi = part(zs, 0, n, i * n, n);
    same(part(both, 0, n, i * n, n) * zi, times(zi, part(ls, i * n, n, 0, 1)));
    same(zi.adjoint() * zi, identity<E>(n));
  }
  int sweeps = -1;
  double residual = -1;
  if (!nvidia()) { // LAPACK's routine makes no sweeps
    OK(hipsolverDnXsyevjGetSweeps(handle, params, &sweeps));
    OK(hipsolverDnXsyevjGetResidual(handle, params, &residual));
    CHECK(sweeps == 0 && residual == 0);
  }
  OK(hipsolverDnDestroySyevjInfo(params));
}

// Some of the eigenvalues: all, by index, and in an interval that is open on the left.
template <class F> void ranges() {
  using E = typename F::E;
  using T = typename F::T;
  using R = typename F::R;
  const int n = 6;
  Dense<E> x = filled<E>(n, n, 5), h = x * x.adjoint();
  for (E &v : h.v) v /= E(10);
  Device<T> full(h), work(kWork);
  Device<R> w(n);
  Device<int> info(1);
  OK(F::eigen(handle, HIPSOLVER_EIG_MODE_VECTOR, kLower, n, full.at, n, w.at, work.at, kWork,
              info.at));
  Dense<R> all = w.template get<R>(n, 1);
  auto check = [&](hipsolverEigRange_t range, R vl, R vu, int il, int iu, int first, int count) {
    Device<T> a(h);
    Device<R> some(n);
    int found = -1, length = 0;
    OK(F::syevdx_size(handle, HIPSOLVER_EIG_MODE_VECTOR, range, kLower, n, a.at, n, vl, vu, il, iu,
                      &found, some.at, &length));
    CHECK(length >= 1);
    Device<T> room(length);
    OK(F::syevdx(handle, HIPSOLVER_EIG_MODE_VECTOR, range, kLower, n, a.at, n, vl, vu, il, iu,
                 &found, some.at, room.at, length, info.at));
    CHECK(value(info) == 0 && found == count);
    if (found != count) return;
    Dense<E> z = part(a.template get<E>(n, n), 0, n, 0, count);
    Dense<R> l = part(some.template get<R>(n, 1), 0, count, 0, 1);
    same(h * z, times(z, l));
    same(z.adjoint() * z, identity<E>(count));
    for (int i = 0; i < count; i++) CHECK(std::abs(l(i, 0) - all(first + i, 0)) < R(1e-3));
  };
  R low = (all(0, 0) + all(1, 0)) / 2, high = (all(3, 0) + all(4, 0)) / 2;
  check(HIPSOLVER_EIG_RANGE_ALL, 0, 0, 0, 0, 0, n);
  check(HIPSOLVER_EIG_RANGE_I, 0, 0, 3, 5, 2, 3);
  check(HIPSOLVER_EIG_RANGE_I, 0, 0, 1, 1, 0, 1);
  check(HIPSOLVER_EIG_RANGE_V, low, high, 0, 0, 1, 3);
  check(HIPSOLVER_EIG_RANGE_V, R(-9), R(-8), 0, 0, 0, 0);
}

// Jacobi's methods for singular values: more rows than columns and fewer, all vectors and those of
// singular values, and two matrices in an array.
template <class F> void jacobi_singular(int m, int n) {
  using E = typename F::E;
  using T = typename F::T;
  using R = typename F::R;
  const int least = std::min(m, n);
  Dense<E> a = filled<E>(m, n, 6), twice(m, 2 * n);
  for (int c = 0; c < 2 * n; c++)
    for (int r = 0; r < m; r++) twice(r, c) = E(1 + c / n) * a(r, c % n);
  hipsolverGesvdjInfo_t params;
  OK(hipsolverDnCreateGesvdjInfo(&params));
  Device<int> info(2);
  Device<T> u(2 * m * m), v(2 * n * n), work(kWork);
  Device<R> s(2 * n + 2 * m);
  int length;
  auto check = [&](const Dense<E> &us, const Dense<E> &vs, const Dense<R> &sv, E factor) {
    Dense<E> want = a;
    for (E &e : want.v) e *= factor;
    same(us.adjoint() * us, identity<E>(us.cols));
    same(vs.adjoint() * vs, identity<E>(vs.cols));
    same(times(part(us, 0, m, 0, least), sv) * part(vs, 0, n, 0, least).adjoint(), want);
    CHECK(std::is_sorted(sv.v.rbegin(), sv.v.rend()));
  };
  for (int econ : {0, 1}) {
    Device<T> da(a);
    OK(F::gesvdj_size(handle, HIPSOLVER_EIG_MODE_VECTOR, econ, m, n, da.at, m, s.at, u.at, m, v.at,
                      n, &length, params));
    CHECK(length >= 1 && length <= kWork);
    OK(F::gesvdj(handle, HIPSOLVER_EIG_MODE_VECTOR, econ, m, n, da.at, m, s.at, u.at, m, v.at, n,
                 work.at, length, info.at, params));
    CHECK(value(info) == 0);
    check(u.template get<E>(m, econ ? least : m), v.template get<E>(n, econ ? least : n),
          s.template get<R>(least, 1), 1);
  }
  Device<T> two(twice);
  OK(F::gesvdj_batched_size(handle, HIPSOLVER_EIG_MODE_VECTOR, m, n, two.at, m, s.at, u.at, m, v.at,
                            n, &length, params, 2));
  CHECK(length >= 1 && length <= kWork);
  OK(F::gesvdj_batched(handle, HIPSOLVER_EIG_MODE_VECTOR, m, n, two.at, m, s.at, u.at, m, v.at, n,
                       work.at, length, info.at, params, 2));
  CHECK(value(info) == 0);
  Dense<E> us = u.template get<E>(m, 2 * m), vs = v.template get<E>(n, 2 * n);
  Dense<R> sv = s.template get<R>(2 * least, 1);
  for (int i = 0; i < 2; i++)
    check(part(us, 0, m, i * m, m), part(vs, 0, n, i * n, n), part(sv, i * least, least, 0, 1),
          E(1 + i));
  OK(hipsolverDnDestroyGesvdjInfo(params));
}

// Eigenvalues with a second matrix, of the three types of problem.
template <class F> void generalized() {
  using E = typename F::E;
  using T = typename F::T;
  using R = typename F::R;
  const int n = 5;
  Dense<E> x = filled<E>(n, n, 5), a = x * x.adjoint(), b = identity<E>(n);
  for (E &v : a.v) v /= E(10);
  for (int i = 0; i < n; i++) b(i, i) = E(R(2 + i));
  b(1, 0) = b(0, 1) = E(R(0.5));
  Device<int> info(1);
  Device<R> w(n);
  for (auto type : {HIPSOLVER_EIG_TYPE_1, HIPSOLVER_EIG_TYPE_2, HIPSOLVER_EIG_TYPE_3}) {
    Device<T> da(a), db(b);
    int length;
    OK(F::sygvd_size(handle, type, HIPSOLVER_EIG_MODE_VECTOR, kLower, n, da.at, n, db.at, n, w.at,
                     &length));
    CHECK(length >= 1);
    Device<T> work(length); // cuSOLVER asks for more than for the others
    OK(F::sygvd(handle, type, HIPSOLVER_EIG_MODE_VECTOR, kLower, n, da.at, n, db.at, n, w.at,
                work.at, length, info.at));
    CHECK(value(info) == 0);
    Device<T> aj(a), bj(b);
    Device<R> wj(n);
    hipsolverSyevjInfo_t params;
    OK(hipsolverDnCreateSyevjInfo(&params));
    OK(F::sygvj_size(handle, type, HIPSOLVER_EIG_MODE_VECTOR, kLower, n, aj.at, n, bj.at, n, wj.at,
                     &length, params));
    Device<T> more(length);
    OK(F::sygvj(handle, type, HIPSOLVER_EIG_MODE_VECTOR, kLower, n, aj.at, n, bj.at, n, wj.at,
                more.at, length, info.at, params));
    CHECK(value(info) == 0);
    OK(hipsolverDnDestroySyevjInfo(params));
    same(wj.template get<R>(n, 1), w.template get<R>(n, 1));
    Dense<E> zj = aj.template get<E>(n, n);
    if (type == HIPSOLVER_EIG_TYPE_1) same(a * zj, times(b * zj, wj.template get<R>(n, 1)));
    Dense<E> z = da.template get<E>(n, n);
    Dense<R> l = w.template get<R>(n, 1);
    if (type == HIPSOLVER_EIG_TYPE_1)
      same(a * z, times(b * z, l));
    else
      same(type == HIPSOLVER_EIG_TYPE_2 ? a * (b * z) : b * (a * z), times(z, l));
  }
}

// Solutions in the least squares, and of a system with its factorization.
template <class F> void least_squares() {
  using E = typename F::E;
  using T = typename F::T;
  const int m = 8, n = 5;
  Dense<E> a = filled<E>(m, n, 3), x = filled<E>(n, 2, 4), b = a * x;
  Device<T> da(a), db(b), dx(n * 2);
  Device<int> info(1), pivots(n);
  size_t size;
  int iterations = 7;
  OK(F::gels_size(handle, m, n, 2, da.at, m, db.at, m, dx.at, n, nullptr, &size));
  {
    Device<char> work(size);
    OK(F::gels(handle, m, n, 2, da.at, m, db.at, m, dx.at, n, work.at, size, &iterations, info.at));
    CHECK(value(info) == 0);
    same(dx.template get<E>(n, 2), x);
  }
  Dense<E> square = filled<E>(n, n, 1);
  for (int i = 0; i < n; i++) square(i, i) += E(9);
  Device<T> ds(square), dc(square * x);
  OK(F::gesv_size(handle, n, 2, ds.at, n, pivots.at, dc.at, n, dx.at, n, nullptr, &size));
  Device<char> work(size);
  OK(F::gesv(handle, n, 2, ds.at, n, pivots.at, dc.at, n, dx.at, n, work.at, size, &iterations,
             info.at));
  CHECK(value(info) == 0);
  same(dx.template get<E>(n, 2), x);
}

template <class F> void all() {
  solutions<F>();
  orthogonal<F>();
  values<F>();
  jacobi_values<F>();
  jacobi_singular<F>(8, 6);
  jacobi_singular<F>(4, 7);
  generalized<F>();
  ranges<F>();
  least_squares<F>();
}

__global__ void diagonal(float *a, int n) {
  int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n * n) a[i] = i % n == i / n ? 4.f : 0.f;
}

// A factorization starts when what is before it in the stream has ended.
static void in_order() {
  const int n = 64;
  hipStream_t stream;
  CHECK(hipStreamCreate(&stream) == hipSuccess);
  Device<float> a(n * n), work(kWork);
  Device<int> info(1);
  OK(hipsolverSetStream(handle, stream));
  diagonal<<<n * n / 64, 64, 0, stream>>>(a.at, n);
  OK(hipsolverDnSpotrf(handle, kLower, n, a.at, n, work.at, kWork, info.at));
  auto l = a.get<float>(n, n);
  for (int i = 0; i < n; i++) CHECK(l(i, i) == 2);
  OK(hipsolverSetStream(handle, nullptr));
  CHECK(hipStreamDestroy(stream) == hipSuccess);
}

static void bad_jacobi(float *a, float *s, int *info) {
  const auto kInvalid = HIPSOLVER_STATUS_INVALID_VALUE, kEnum = HIPSOLVER_STATUS_INVALID_ENUM;
  const auto kNone = HIPSOLVER_EIG_MODE_NOVECTOR;
  hipsolverSyevjInfo_t eigen;
  hipsolverGesvdjInfo_t singular;
  double residual;
  int niters;
  size_t size;
  CHECK(hipsolverDnCreateSyevjInfo(nullptr) == kInvalid);
  CHECK(hipsolverDnDestroyGesvdjInfo(nullptr) == kInvalid);
  OK(hipsolverDnCreateSyevjInfo(&eigen));
  OK(hipsolverDnCreateGesvdjInfo(&singular));
  CHECK(hipsolverDnXsyevjSetMaxSweeps(nullptr, 3) == kInvalid);
  CHECK(hipsolverDnXsyevjSetMaxSweeps(eigen, 0) == kInvalid);
  CHECK(hipsolverDnXsyevjSetTolerance(singular, 1) == kInvalid);
  CHECK(hipsolverDnXsyevjGetResidual(nullptr, eigen, &residual) ==
        HIPSOLVER_STATUS_NOT_INITIALIZED);
  CHECK(hipsolverDnXsyevjGetResidual(handle, eigen, nullptr) == kInvalid);
  CHECK(hipsolverDnXsyevjGetResidual(handle, singular, &residual) == kInvalid);
  int found = 0;
  auto syevdx = [&](hipsolverHandle_t h, hipsolverEigRange_t range, float vl, float vu, int il,
                    int iu, int *nev) {
    return hipsolverDnSsyevdx(h, kNone, range, kLower, 2, a, 2, vl, vu, il, iu, nev, s, nullptr, 0,
                              info);
  };
  CHECK(syevdx(nullptr, HIPSOLVER_EIG_RANGE_ALL, 0, 0, 0, 0, &found) ==
        HIPSOLVER_STATUS_NOT_INITIALIZED);
  CHECK(syevdx(handle, hipsolverEigRange_t(7), 0, 0, 0, 0, &found) == kEnum);
  CHECK(syevdx(handle, HIPSOLVER_EIG_RANGE_V, 1, 1, 0, 0, &found) == kInvalid);
  CHECK(syevdx(handle, HIPSOLVER_EIG_RANGE_I, 0, 0, 0, 1, &found) == kInvalid);
  CHECK(syevdx(handle, HIPSOLVER_EIG_RANGE_I, 0, 0, 2, 3, &found) == kInvalid);
  CHECK(syevdx(handle, HIPSOLVER_EIG_RANGE_ALL, 0, 0, 0, 0, nullptr) == kInvalid);
  CHECK(hipsolverDnSsygvj(handle, HIPSOLVER_EIG_TYPE_1, kNone, kLower, 2, a, 2, a, 2, s, nullptr, 0,
                          info, nullptr) == kInvalid);
  CHECK(hipsolverDnSsyevj(handle, kNone, kLower, 2, a, 2, s, nullptr, 0, info, nullptr) ==
        kInvalid);
  CHECK(hipsolverDnSsyevj(handle, kNone, kLower, 2, a, 1, s, nullptr, 0, info, eigen) == kInvalid);
  CHECK(hipsolverDnSsyevjBatched(handle, kNone, kLower, 2, a, 2, s, nullptr, 0, info, eigen, -1) ==
        kInvalid);
  CHECK(hipsolverDnSgesvdj(handle, kNone, 0, 2, 2, a, 2, s, nullptr, 2, nullptr, 2, nullptr, 0,
                           info, eigen) == kInvalid);
  CHECK(hipsolverDnSgesvdj(handle, HIPSOLVER_EIG_MODE_VECTOR, 0, 2, 2, a, 2, s, nullptr, 2, nullptr,
                           2, nullptr, 0, info, singular) == kInvalid);
  CHECK(hipsolverDnSsygvd(handle, hipsolverEigType_t(5), kNone, kLower, 2, a, 2, a, 2, s, nullptr,
                          0, info) == kEnum);
  CHECK(hipsolverDnSSgels(handle, -1, 2, 1, a, 2, s, 2, s, 2, nullptr, 0, &niters, info) ==
        kInvalid);
  CHECK(hipsolverDnSSgels(nullptr, 2, 2, 1, a, 2, s, 2, s, 2, nullptr, 0, &niters, info) ==
        HIPSOLVER_STATUS_NOT_INITIALIZED);
  CHECK(hipsolverDnSSgesv(handle, 2, 1, a, 2, nullptr, s, 2, s, 2, nullptr, 0, &niters, info) ==
        kInvalid);
  CHECK(hipsolverDnSSgels_bufferSize(handle, 2, 2, 1, a, 2, s, 1, s, 2, nullptr, &size) ==
        kInvalid);
  OK(hipsolverDnDestroySyevjInfo(eigen));
  OK(hipsolverDnDestroyGesvdjInfo(singular));
}

static void bad_calls() {
  const auto kInvalid = HIPSOLVER_STATUS_INVALID_VALUE, kEnum = HIPSOLVER_STATUS_INVALID_ENUM;
  float a[4], s[2];
  int info, pivots[2], lwork;
  CHECK(hipsolverCreate(nullptr) == kInvalid);
  CHECK(hipsolverDestroy(nullptr) == HIPSOLVER_STATUS_NOT_INITIALIZED);
  CHECK(hipsolverDnSgetrf(nullptr, 2, 2, a, 2, nullptr, pivots, &info) ==
        HIPSOLVER_STATUS_NOT_INITIALIZED);
  CHECK(hipsolverDnSgetrf(handle, -1, 2, a, 2, nullptr, pivots, &info) == kInvalid);
  CHECK(hipsolverDnSgetrf(handle, 2, 2, a, 1, nullptr, pivots, &info) == kInvalid);
  CHECK(hipsolverDnSgetrf(handle, 2, 2, nullptr, 2, nullptr, pivots, &info) == kInvalid);
  CHECK(hipsolverDnSgetrf(handle, 2, 2, a, 2, nullptr, pivots, nullptr) == kInvalid);
  if (!nvidia())
    CHECK(hipsolverDnSgetrf(handle, 2, 2, a, 2, nullptr, nullptr, &info) ==
          HIPSOLVER_STATUS_NOT_SUPPORTED);
  CHECK(hipsolverDnSgetrf_bufferSize(handle, 2, 2, a, 2, nullptr) == kInvalid);
  CHECK(hipsolverDnSpotrf(handle, hipsolverFillMode_t(5), 2, a, 2, nullptr, 0, &info) == kEnum);
  CHECK(hipsolverDnSpotrfBatched(handle, kLower, 2, nullptr, 2, &info, 1) == kInvalid);
  CHECK(hipsolverDnSpotrfBatched(handle, kLower, 2, nullptr, 2, &info, -1) == kInvalid);
  CHECK(hipsolverDnSgetrs(handle, hipsolverOperation_t(5), 2, 1, a, 2, pivots, s, 2, &info) ==
        kEnum);
  CHECK(hipsolverDnSsyevd(handle, hipsolverEigMode_t(5), kLower, 2, a, 2, s, nullptr, 0, &info) ==
        kEnum);
  CHECK(hipsolverDnSgesvd(handle, 'x', 'N', 2, 2, a, 2, s, nullptr, 1, nullptr, 1, nullptr, 0,
                          nullptr, &info) == kInvalid);
  CHECK(hipsolverDnSgesvd_bufferSize(handle, -2, 2, &lwork) == kInvalid);
  bad_jacobi(a, s, &info);
}

int main() {
  OK(hipsolverCreate(&handle));
  all<S>(), all<D>(), all<C>(), all<Z>();
  in_order();
  bad_calls();
  OK(hipsolverDestroy(handle));
  puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
