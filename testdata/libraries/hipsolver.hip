// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipSOLVER: factorizations, solutions, eigenvalues and singular values of all types, by what they
// must satisfy; order in a stream, calls that cannot be.
//
// e2e: flags=-lhipsolver
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#include <hip/hip_runtime.h>
#include <hipsolver/hipsolver.h>

#include "device.h"

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
#define NAMES(X, q)                                                                                \
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
  NAMES(S, or);
  static constexpr auto eigen = hipsolverDnSsyevd;
};
struct D {
  using E = double;
  using T = double;
  using R = double;
  NAMES(D, or);
  static constexpr auto eigen = hipsolverDnDsyevd;
};
struct C {
  using E = std::complex<float>;
  using T = hipFloatComplex;
  using R = float;
  NAMES(C, un);
  static constexpr auto eigen = hipsolverDnCheevd;
};
struct Z {
  using E = std::complex<double>;
  using T = hipDoubleComplex;
  using R = double;
  NAMES(Z, un);
  static constexpr auto eigen = hipsolverDnZheevd;
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
}

int main() {
  OK(hipsolverCreate(&handle));
  solutions<S>(), solutions<D>(), solutions<C>(), solutions<Z>();
  orthogonal<S>(), orthogonal<D>(), orthogonal<C>(), orthogonal<Z>();
  values<S>(), values<D>(), values<C>(), values<Z>();
  in_order();
  bad_calls();
  OK(hipsolverDestroy(handle));
  puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
