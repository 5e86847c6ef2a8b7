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
  solutions();
  spectra();
  cannot_be();
  OK(hipsolverDestroy(handle));
  std::puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
