// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipSOLVER's functions by its own names, whose parameters differ from those of the hipsolverDn
// interface in work areas and their sizes.
//
// e2e: flags=-lhipsolver
#include <hip/hip_runtime.h>

#include "device.h"

#include <cmath>
#include <cstdio>
#include <vector>

#include <hipsolver/hipsolver.h>

static int failures;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition) && ++failures <= 20) printf("line %d: %s\n", __LINE__, #condition);           \
  } while (0)
#define OK(call) CHECK((call) == HIPSOLVER_STATUS_SUCCESS)

const int kN = 5;
static hipsolverHandle_t handle;
static double *A, *B, *X, *work, *values;
static int *pivots, *info, *iterations;

// The matrix is 10 on the diagonal and 1 elsewhere: symmetric, with the eigenvalues 9 and 9 + kN. The
// right-hand side is its product with 1, 2, 3, …
static double element(int i, int j) { return i == j ? 10 : 1; }
static void reset() {
  hipDeviceSynchronize();
  for (int j = 0; j < kN; j++) {
    B[j] = 0;
    for (int i = 0; i < kN; i++) {
      A[i + j * kN] = element(i, j);
      B[j] += element(j, i) * (i + 1);
    }
  }
}
static bool solved(const double *x) {
  bool good = hipDeviceSynchronize() == hipSuccess && *info == 0;
  for (int i = 0; i < kN; i++) good = good && std::fabs(x[i] - (i + 1)) < 1e-12;
  return good;
}
static bool eigenvalues() {
  bool good = hipDeviceSynchronize() == hipSuccess && *info == 0;
  for (int i = 0; i < kN; i++)
    good = good && std::fabs(values[i] - (i < kN - 1 ? 9 : 9 + kN)) < 1e-12;
  return good;
}

static void factorizations() {
  int lwork = -1;
  reset();
  OK(hipsolverDgetrf_bufferSize(handle, kN, kN, A, kN, &lwork));
  OK(hipsolverDgetrf(handle, kN, kN, A, kN, work, lwork, pivots, info));
  OK(hipsolverDgetrs_bufferSize(handle, HIPSOLVER_OP_N, kN, 1, A, kN, pivots, B, kN, &lwork));
  CHECK(lwork >= 0);
  OK(hipsolverDgetrs(handle, HIPSOLVER_OP_N, kN, 1, A, kN, pivots, B, kN, work, lwork, info));
  CHECK(solved(B));

  reset();
  const hipsolverFillMode_t lower = HIPSOLVER_FILL_MODE_LOWER;
  OK(hipsolverDpotrf_bufferSize(handle, lower, kN, A, kN, &lwork));
  OK(hipsolverDpotrf(handle, lower, kN, A, kN, work, lwork, info));
  OK(hipsolverDpotrs_bufferSize(handle, lower, kN, 1, A, kN, B, kN, &lwork));
  OK(hipsolverDpotrs(handle, lower, kN, 1, A, kN, B, kN, work, lwork, info));
  CHECK(solved(B));

  reset();
  double **batch;
  CHECK(hipMallocManaged(&batch, 2 * sizeof *batch) == hipSuccess);
  batch[0] = A, batch[1] = B;
  OK(hipsolverDpotrfBatched_bufferSize(handle, lower, kN, batch, kN, &lwork, 1));
  OK(hipsolverDpotrfBatched(handle, lower, kN, batch, kN, work, lwork, info, 1));
  OK(hipsolverDpotrsBatched_bufferSize(handle, lower, kN, 1, batch, kN, batch + 1, kN, &lwork, 1));
  OK(hipsolverDpotrsBatched(handle, lower, kN, 1, batch, kN, batch + 1, kN, work, lwork, info, 1));
  CHECK(solved(B));

  // Of an orthogonal matrix times its transpose the diagonal is 1.
  reset();
  OK(hipsolverDgeqrf_bufferSize(handle, kN, kN, A, kN, &lwork));
  OK(hipsolverDgeqrf(handle, kN, kN, A, kN, values, work, lwork, info));
  OK(hipsolverDorgqr_bufferSize(handle, kN, kN, kN, A, kN, values, &lwork));
  OK(hipsolverDorgqr(handle, kN, kN, kN, A, kN, values, work, lwork, info));
  CHECK(hipDeviceSynchronize() == hipSuccess && *info == 0);
  for (int i = 0; i < kN; i++) {
    double sum = 0;
    for (int j = 0; j < kN; j++) sum += A[i + j * kN] * A[i + j * kN];
    CHECK(std::fabs(sum - 1) < 1e-12);
  }
}

static void solutions() {
  size_t bytes = 0;
  reset();
  OK(hipsolverDDgels_bufferSize(handle, kN, kN, 1, A, kN, B, kN, X, kN, &bytes));
  OK(hipsolverDDgels(handle, kN, kN, 1, A, kN, B, kN, X, kN, work, bytes, iterations, info));
  CHECK(solved(X));
  reset();
  OK(hipsolverDDgesv_bufferSize(handle, kN, 1, A, kN, pivots, B, kN, X, kN, &bytes));
  OK(hipsolverDDgesv(handle, kN, 1, A, kN, pivots, B, kN, X, kN, work, bytes, iterations, info));
  CHECK(solved(X));
}

static void spectra() {
  int lwork = 0;
  const hipsolverEigMode_t none = HIPSOLVER_EIG_MODE_NOVECTOR;
  const hipsolverFillMode_t upper = HIPSOLVER_FILL_MODE_UPPER;
  reset();
  OK(hipsolverDsyevd_bufferSize(handle, none, upper, kN, A, kN, values, &lwork));
  OK(hipsolverDsyevd(handle, none, upper, kN, A, kN, values, work, lwork, info));
  CHECK(eigenvalues());
  hipsolverSyevjInfo_t params;
  OK(hipsolverCreateSyevjInfo(&params));
  OK(hipsolverXsyevjSetMaxSweeps(params, 50));
  OK(hipsolverXsyevjSetTolerance(params, 1e-14));
  reset();
  OK(hipsolverDsyevj_bufferSize(handle, none, upper, kN, A, kN, values, &lwork, params));
  OK(hipsolverDsyevj(handle, none, upper, kN, A, kN, values, work, lwork, info, params));
  CHECK(eigenvalues());
  OK(hipsolverDestroySyevjInfo(params));

  // The singular values descend.
  reset();
  OK(hipsolverDgesvd_bufferSize(handle, 'N', 'N', kN, kN, &lwork));
  OK(hipsolverDgesvd(handle, 'N', 'N', kN, kN, A, kN, values, nullptr, kN, nullptr, kN, work, lwork,
                     nullptr, info));
  CHECK(hipDeviceSynchronize() == hipSuccess && std::fabs(values[0] - 9 - kN) < 1e-12);
}

static void cannot_be() {
  int lwork;
  CHECK(hipsolverDgetrs_bufferSize(nullptr, HIPSOLVER_OP_N, kN, 1, A, kN, pivots, B, kN, &lwork) ==
        HIPSOLVER_STATUS_NOT_INITIALIZED);
  CHECK(hipsolverDgetrs_bufferSize(handle, HIPSOLVER_OP_N, -1, 1, A, kN, pivots, B, kN, &lwork) ==
        HIPSOLVER_STATUS_INVALID_VALUE);
  CHECK(hipsolverDpotrs_bufferSize(handle, hipsolverFillMode_t(7), kN, 1, A, kN, B, kN, &lwork) ==
        HIPSOLVER_STATUS_INVALID_ENUM);
  CHECK(hipsolverDgesvd_bufferSize(handle, 'X', 'N', kN, kN, &lwork) ==
        HIPSOLVER_STATUS_INVALID_VALUE);
  CHECK(hipsolverDgetrf(handle, kN, kN, A, kN - 1, work, 0, pivots, info) ==
        HIPSOLVER_STATUS_INVALID_VALUE);
}

// reductions: the matrix from its reduced or factorized form.
static void reductions() {
  int lwork = -1;
  const auto upper = HIPSOLVER_FILL_MODE_UPPER, lower = HIPSOLVER_FILL_MODE_LOWER;
  std::vector<double> whole(kN * kN);
  double *d, *e, *tau, *tau2, *Q;
  for (double **p : {&d, &e, &tau, &tau2}) hipHostMalloc((void **)p, kN * sizeof **p);
  hipHostMalloc((void **)&Q, kN * kN * sizeof *Q);
  // Every element is different.
  auto fill = [&](bool symmetric) {
    hipDeviceSynchronize();
    for (int j = 0; j < kN; j++)
      for (int i = 0; i < kN; i++)
        whole[i + j * kN] = A[i + j * kN] =
            symmetric ? 10.0 * (i == j) + i * j + std::abs(i - j) : i * i - 3 * j + 0.5 * i * j;
  };
  // equal compares left * middle * right with the matrix, by elements that functions give.
  auto equal = [&](auto left, auto middle, auto right) {
    bool good = hipDeviceSynchronize() == hipSuccess && *info == 0;
    for (int i = 0; i < kN; i++)
      for (int j = 0; j < kN; j++) {
        double sum = 0;
        for (int k = 0; k < kN; k++)
          for (int l = 0; l < kN; l++) sum += left(i, k) * middle(k, l) * right(l, j);
        good = good && std::fabs(sum - whole[i + j * kN]) < 1e-10;
      }
    return good;
  };
  fill(false);
  OK(hipsolverDgebrd_bufferSize(handle, kN, kN, &lwork));
  OK(hipsolverDgebrd(handle, kN, kN, A, kN, d, e, tau, tau2, work, lwork, info));
  hipDeviceSynchronize();
  std::vector<double> bidiagonal(A, A + kN * kN);
  OK(hipsolverDorgbr_bufferSize(handle, HIPSOLVER_SIDE_LEFT, kN, kN, kN, A, kN, tau, &lwork));
  OK(hipsolverDorgbr(handle, HIPSOLVER_SIDE_LEFT, kN, kN, kN, A, kN, tau, work, lwork, info));
  for (int i = 0; i < kN * kN; i++) Q[i] = bidiagonal[i];
  OK(hipsolverDnDorgbr(handle, HIPSOLVER_SIDE_RIGHT, kN, kN, kN, Q, kN, tau2, work, lwork, info));
  CHECK(equal([&](int i, int k) { return A[i + k * kN]; },
              [&](int k, int l) { return k == l       ? d[k]
                                         : l == k + 1 ? e[k]
                                                      : 0; },
              [&](int l, int j) { return Q[l + j * kN]; }));

  fill(true);
  OK(hipsolverDsytrd_bufferSize(handle, lower, kN, A, kN, d, e, tau, &lwork));
  OK(hipsolverDsytrd(handle, lower, kN, A, kN, d, e, tau, work, lwork, info));
  hipDeviceSynchronize();
  for (int i = 0; i < kN * kN; i++) Q[i] = i % (kN + 1) == 0;
  // Q times the identity is Q.
  OK(hipsolverDormtr_bufferSize(handle, HIPSOLVER_SIDE_LEFT, lower, HIPSOLVER_OP_N, kN, kN, A, kN,
                                tau, Q, kN, &lwork));
  OK(hipsolverDormtr(handle, HIPSOLVER_SIDE_LEFT, lower, HIPSOLVER_OP_N, kN, kN, A, kN, tau, Q, kN,
                     work, lwork, info));
  OK(hipsolverDnDorgtr(handle, lower, kN, A, kN, tau, work, lwork, info));
  auto tridiagonal = [&](int k, int l) {
    return k == l ? d[k] : l == k + 1 ? e[k] : k == l + 1 ? e[l] : 0;
  };
  CHECK(equal([&](int i, int k) { return A[i + k * kN]; }, tridiagonal,
              [&](int l, int j) { return Q[j + l * kN]; }));

  fill(true); // positive pivots, without exchanges: the matrix is U D U'
  for (int i = 0; i < kN; i++) whole[i + i * kN] = A[i + i * kN] += 100;
  OK(hipsolverDsytrf_bufferSize(handle, kN, A, kN, &lwork));
  OK(hipsolverDsytrf(handle, upper, kN, A, kN, pivots, work, lwork, info));
  auto factor = [&](int i, int k) { return i == k ? 1 : i < k ? A[i + k * kN] : 0; };
  CHECK(equal(
      factor, [&](int k, int l) { return k == l ? A[k + k * kN] : 0; },
      [&](int l, int j) { return factor(j, l); }));
  for (int i = 0; i < kN; i++) CHECK(pivots[i] == i + 1);

  // The largest eigenvalue of twice the matrix for the unit matrix.
  reset();
  int found = 0;
  hipDeviceSynchronize();
  for (int i = 0; i < kN * kN; i++) Q[i] = i % (kN + 1) == 0 ? 0.5 : 0;
  const auto one = HIPSOLVER_EIG_TYPE_1;
  const auto mode = HIPSOLVER_EIG_MODE_VECTOR;
  const auto range = HIPSOLVER_EIG_RANGE_V;
  OK(hipsolverDsygvdx_bufferSize(handle, one, mode, range, lower, kN, A, kN, Q, kN, 20, 90, 0, 0,
                                 &found, values, &lwork));
  OK(hipsolverDsygvdx(handle, one, mode, range, lower, kN, A, kN, Q, kN, 20, 90, 0, 0, &found,
                      values, work, lwork, info));
  CHECK(found == 1 && *info == 0 && std::fabs(values[0] - 2 * (9 + kN)) < 1e-10);
  for (int i = 1; i < kN; i++) CHECK(std::fabs(A[i] - A[0]) < 1e-10);
  reset();
  OK(hipsolverDsyevdx(handle, mode, HIPSOLVER_EIG_RANGE_I, lower, kN, A, kN, 0, 0, kN, kN, &found,
                      values, work, lwork, info));
  hipDeviceSynchronize();
  CHECK(found == 1 && std::fabs(values[0] - (9 + kN)) < 1e-10);
  CHECK(hipsolverDgebrd(handle, -1, kN, A, kN, d, e, tau, tau2, work, lwork, info) ==
        HIPSOLVER_STATUS_INVALID_VALUE);
  CHECK(hipsolverDsytrd(handle, (hipsolverFillMode_t)0, kN, A, kN, d, e, tau, work, lwork, info) ==
        HIPSOLVER_STATUS_INVALID_ENUM);
  CHECK(hipsolverDorgbr(nullptr, HIPSOLVER_SIDE_LEFT, kN, kN, kN, A, kN, tau, work, lwork, info) ==
        HIPSOLVER_STATUS_NOT_INITIALIZED);
  for (double *p : {d, e, tau, tau2, Q}) hipHostFree(p);
}

// wide: the 64-bit interface.
static void wide() {
  hipsolverDnParams_t params;
  size_t device = 0, host = 0;
  int64_t *rows;
  const auto type = HIP_R_64F;
  const auto lower = HIPSOLVER_FILL_MODE_LOWER;
  CHECK(hipMallocManaged(&rows, kN * sizeof *rows) == hipSuccess);
  OK(hipsolverDnCreateParams(&params));
  OK(hipsolverDnSetAdvOptions(params, HIPSOLVERDN_GETRF, HIPSOLVER_ALG_1));
  reset();
  std::swap(A[0], A[1]); // the first two rows change places
  for (int j = 1; j < kN; j++) std::swap(A[j * kN], A[1 + j * kN]);
  std::swap(B[0], B[1]);
  OK(hipsolverDnXgetrf_bufferSize(handle, params, kN, kN, type, A, kN, type, &device, &host));
  OK(hipsolverDnXgetrf(handle, params, kN, kN, type, A, kN, rows, type, work, device, nullptr, host,
                       info));
  OK(hipsolverDnXgetrs(handle, params, HIPSOLVER_OP_N, kN, 1, type, A, kN, rows, type, B, kN,
                       info));
  CHECK(solved(B) && rows[0] == 2 && rows[1] == 2 && rows[kN - 1] == kN);
  reset();
  OK(hipsolverDnXpotrf_bufferSize(handle, params, lower, kN, type, A, kN, type, &device, &host));
  OK(hipsolverDnXpotrf(handle, params, lower, kN, type, A, kN, type, work, device, nullptr, host,
                       info));
  OK(hipsolverDnXpotrs(handle, params, lower, kN, 1, type, A, kN, type, B, kN, info));
  CHECK(solved(B));
  reset();
  OK(hipsolverDnXgeqrf_bufferSize(handle, params, kN, kN, type, A, kN, type, values, type, &device,
                                  &host));
  OK(hipsolverDnXgeqrf(handle, params, kN, kN, type, A, kN, type, values, type, work, device,
                       nullptr, host, info));
  double product = 1; // the determinant's magnitude is that of R
  hipDeviceSynchronize();
  for (int i = 0; i < kN; i++) product *= A[i + i * kN];
  CHECK(std::fabs(std::fabs(product) / (std::pow(9, kN - 1) * (9 + kN)) - 1) < 1e-12);
  CHECK(hipsolverDnXpotrf(handle, params, lower, kN, type, A, kN, HIP_R_32F, work, 1, nullptr, 0,
                          info) == HIPSOLVER_STATUS_NOT_SUPPORTED);
  CHECK(hipsolverDnXpotrf(handle, params, lower, 1ll << 40, type, A, 1ll << 40, type, work, 1,
                          nullptr, 0, info) == HIPSOLVER_STATUS_INVALID_VALUE);
  hipsolverDeterministicMode_t mode;
  OK(hipsolverGetDeterministicMode(handle, &mode));
  CHECK(mode == HIPSOLVER_DETERMINISTIC_RESULTS);
  OK(hipsolverDnSetDeterministicMode(handle, HIPSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS));
  OK(hipsolverDnGetDeterministicMode(handle, &mode));
  CHECK(mode == HIPSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS);
  OK(hipsolverDnDestroyParams(params));
  hipFree(rows);
}

// Every function that is not supported says so, whatever its arguments.
template <class... A> static hipsolverStatus_t with_zeros(hipsolverStatus_t (*f)(A...)) {
  return f(A{}...);
}
static void absent() {
#define NOT_SUPPORTED(name, parameters) CHECK(with_zeros(name) == HIPSOLVER_STATUS_NOT_SUPPORTED);
  GOHIP_HIPSOLVER_ABSENT(NOT_SUPPORTED)
}

int main() {
  CHECK(hipMallocManaged(&A, kN * kN * sizeof *A) == hipSuccess);
  CHECK(hipMallocManaged(&B, kN * sizeof *B) == hipSuccess);
  CHECK(hipMallocManaged(&X, kN * sizeof *X) == hipSuccess);
  CHECK(hipMallocManaged(&values, kN * sizeof *values) == hipSuccess);
  CHECK(hipMallocManaged(&work, 1 << 22) == hipSuccess);
  CHECK(hipMallocManaged(&pivots, kN * sizeof *pivots) == hipSuccess);
  CHECK(hipMallocManaged(&info, sizeof *info) == hipSuccess);
  iterations = new int;
  OK(hipsolverCreate(&handle));
  factorizations();
  reductions();
  wide();
  solutions();
  spectra();
  cannot_be();
  absent();
  OK(hipsolverDestroy(handle));
  std::puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
