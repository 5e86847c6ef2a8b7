// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Declarations shared by the sources of libhipsolver.so: handles, and the function table of a
// backend. The functions of a table get checked arguments.
#ifndef GOHIP_SOLVER_H
#define GOHIP_SOLVER_H

#include <hipsolver/hipsolver.h>

#include "hostcall.h"
#include "lapack.h"

#include <stddef.h>
#include <type_traits>

namespace solver {

template <class T> using element = lapack::element<T>;
using lapack::is_complex;
using lapack::real_of;

using handle = hipsolverHandle_t;
using status = hipsolverStatus_t;
using jacobi = struct hipsolver_jacobi_info *;

// table has a function for each routine with an element type, and one for the size of its work
// area.
template <class T> struct table {
  using R = real_of<T>;
  status (*getrf_size)(handle, int m, int n, T *a, int lda, int *length);
  status (*getrf)(handle, int m, int n, T *a, int lda, T *work, int *pivots, int *info);
  status (*getrs)(handle, hipsolverOperation_t, int n, int nrhs, const T *a, int lda,
                  const int *pivots, T *b, int ldb, int *info);
  status (*potrf_size)(handle, hipsolverFillMode_t, int n, T *a, int lda, int *length);
  status (*potrf)(handle, hipsolverFillMode_t, int n, T *a, int lda, T *work, int length,
                  int *info);
  status (*potri_size)(handle, hipsolverFillMode_t, int n, T *a, int lda, int *length);
  status (*potri)(handle, hipsolverFillMode_t, int n, T *a, int lda, T *work, int length,
                  int *info);
  status (*potrs)(handle, hipsolverFillMode_t, int n, int nrhs, const T *a, int lda, T *b, int ldb,
                  int *info);
  status (*potrf_batched)(handle, hipsolverFillMode_t, int n, T **a, int lda, int *info, int batch);
  status (*potrs_batched)(handle, hipsolverFillMode_t, int n, int nrhs, T **a, int lda, T **b,
                          int ldb, int *info, int batch);
  status (*geqrf_size)(handle, int m, int n, T *a, int lda, int *length);
  status (*geqrf)(handle, int m, int n, T *a, int lda, T *tau, T *work, int length, int *info);
  status (*orgqr_size)(handle, int m, int n, int k, const T *a, int lda, const T *tau, int *length);
  status (*orgqr)(handle, int m, int n, int k, T *a, int lda, const T *tau, T *work, int length,
                  int *info);
  status (*ormqr_size)(handle, hipsolverSideMode_t, hipsolverOperation_t, int m, int n, int k,
                       const T *a, int lda, const T *tau, const T *b, int ldb, int *length);
  status (*ormqr)(handle, hipsolverSideMode_t, hipsolverOperation_t, int m, int n, int k,
                  const T *a, int lda, const T *tau, T *b, int ldb, T *work, int length, int *info);
  status (*syevd_size)(handle, hipsolverEigMode_t, hipsolverFillMode_t, int n, const T *a, int lda,
                       const R *w, int *length);
  status (*syevd)(handle, hipsolverEigMode_t, hipsolverFillMode_t, int n, T *a, int lda, R *w,
                  T *work, int length, int *info);
  status (*gesvd_size)(handle, int m, int n, int *length);
  status (*gesvd)(handle, signed char jobu, signed char jobv, int m, int n, T *a, int lda, R *s,
                  T *u, int ldu, T *v, int ldv, T *work, int length, R *rwork, int *info);
  status (*syevj_size)(handle, hipsolverEigMode_t, hipsolverFillMode_t, int n, const T *a, int lda,
                       const R *w, int *length, jacobi);
  status (*syevj)(handle, hipsolverEigMode_t, hipsolverFillMode_t, int n, T *a, int lda, R *w,
                  T *work, int length, int *info, jacobi);
  status (*syevj_batched_size)(handle, hipsolverEigMode_t, hipsolverFillMode_t, int n, const T *a,
                               int lda, const R *w, int *length, jacobi, int batch);
  status (*syevj_batched)(handle, hipsolverEigMode_t, hipsolverFillMode_t, int n, T *a, int lda,
                          R *w, T *work, int length, int *info, jacobi, int batch);
  status (*sygvd_size)(handle, hipsolverEigType_t, hipsolverEigMode_t, hipsolverFillMode_t, int n,
                       const T *a, int lda, const T *b, int ldb, const R *w, int *length);
  status (*sygvd)(handle, hipsolverEigType_t, hipsolverEigMode_t, hipsolverFillMode_t, int n, T *a,
                  int lda, T *b, int ldb, R *w, T *work, int length, int *info);
  status (*gesvdj_size)(handle, hipsolverEigMode_t, int econ, int m, int n, const T *a, int lda,
                        const R *s, const T *u, int ldu, const T *v, int ldv, int *length, jacobi);
  status (*gesvdj)(handle, hipsolverEigMode_t, int econ, int m, int n, T *a, int lda, R *s, T *u,
                   int ldu, T *v, int ldv, T *work, int length, int *info, jacobi);
  status (*gesvdj_batched_size)(handle, hipsolverEigMode_t, int m, int n, const T *a, int lda,
                                const R *s, const T *u, int ldu, const T *v, int ldv, int *length,
                                jacobi, int batch);
  status (*gesvdj_batched)(handle, hipsolverEigMode_t, int m, int n, T *a, int lda, R *s, T *u,
                           int ldu, T *v, int ldv, T *work, int length, int *info, jacobi,
                           int batch);
  status (*gels_size)(handle, int m, int n, int nrhs, T *a, int lda, T *b, int ldb, T *x, int ldx,
                      void *work, size_t *size);
  status (*gels)(handle, int m, int n, int nrhs, T *a, int lda, T *b, int ldb, T *x, int ldx,
                 void *work, size_t size, int *niters, int *info);
  status (*gesv_size)(handle, int n, int nrhs, T *a, int lda, int *pivots, T *b, int ldb, T *x,
                      int ldx, void *work, size_t *size);
  status (*gesv)(handle, int n, int nrhs, T *a, int lda, int *pivots, T *b, int ldb, T *x, int ldx,
                 void *work, size_t size, int *niters, int *info);
  status (*syevdx_size)(handle, hipsolverEigMode_t, hipsolverEigRange_t, hipsolverFillMode_t, int n,
                        const T *a, int lda, R vl, R vu, int il, int iu, int *nev, const R *w,
                        int *length);
  status (*syevdx)(handle, hipsolverEigMode_t, hipsolverEigRange_t, hipsolverFillMode_t, int n,
                   T *a, int lda, R vl, R vu, int il, int iu, int *nev, R *w, T *work, int length,
                   int *info);
  status (*sygvj_size)(handle, hipsolverEigType_t, hipsolverEigMode_t, hipsolverFillMode_t, int n,
                       const T *a, int lda, const T *b, int ldb, const R *w, int *length, jacobi);
  status (*sygvj)(handle, hipsolverEigType_t, hipsolverEigMode_t, hipsolverFillMode_t, int n, T *a,
                  int lda, T *b, int ldb, R *w, T *work, int length, int *info, jacobi);
  status (*gebrd_size)(handle, int m, int n, int *length);
  status (*gebrd)(handle, int m, int n, T *a, int lda, R *d, R *e, T *tauq, T *taup, T *work,
                  int length, int *info);
  status (*orgbr_size)(handle, hipsolverSideMode_t, int m, int n, int k, const T *a, int lda,
                       const T *tau, int *length);
  status (*orgbr)(handle, hipsolverSideMode_t, int m, int n, int k, T *a, int lda, const T *tau,
                  T *work, int length, int *info);
  status (*orgtr_size)(handle, hipsolverFillMode_t, int n, const T *a, int lda, const T *tau,
                       int *length);
  status (*orgtr)(handle, hipsolverFillMode_t, int n, T *a, int lda, const T *tau, T *work,
                  int length, int *info);
  status (*ormtr_size)(handle, hipsolverSideMode_t, hipsolverFillMode_t, hipsolverOperation_t,
                       int m, int n, const T *a, int lda, const T *tau, const T *c, int ldc,
                       int *length);
  status (*ormtr)(handle, hipsolverSideMode_t, hipsolverFillMode_t, hipsolverOperation_t, int m,
                  int n, T *a, int lda, T *tau, T *c, int ldc, T *work, int length, int *info);
  status (*sytrd_size)(handle, hipsolverFillMode_t, int n, const T *a, int lda, const R *d,
                       const R *e, const T *tau, int *length);
  status (*sytrd)(handle, hipsolverFillMode_t, int n, T *a, int lda, R *d, R *e, T *tau, T *work,
                  int length, int *info);
  status (*sytrf_size)(handle, int n, T *a, int lda, int *length);
  status (*sytrf)(handle, hipsolverFillMode_t, int n, T *a, int lda, int *pivots, T *work,
                  int length, int *info);
  status (*sygvdx_size)(handle, hipsolverEigType_t, hipsolverEigMode_t, hipsolverEigRange_t,
                        hipsolverFillMode_t, int n, const T *a, int lda, const T *b, int ldb, R vl,
                        R vu, int il, int iu, int *nev, const R *w, int *length);
  status (*sygvdx)(handle, hipsolverEigType_t, hipsolverEigMode_t, hipsolverEigRange_t,
                   hipsolverFillMode_t, int n, T *a, int lda, T *b, int ldb, R vl, R vu, int il,
                   int iu, int *nev, R *w, T *work, int length, int *info);
};

// backend implements the handles for one kind of device.
struct backend {
  status (*create)(handle);
  void (*destroy)(handle);
  const table<float> *s;
  const table<double> *d;
  const table<hipFloatComplex> *c;
  const table<hipDoubleComplex> *z;
  // For the last call of a Jacobi method with this descriptor.
  status (*residual)(handle, jacobi, double *);
  status (*sweeps)(handle, jacobi, int *);
};

extern const backend on_host, on_cuda;

// forget_jacobi frees cuSOLVER's part of a descriptor.
void forget_jacobi(jacobi);

template <class T> const table<T> &of(const backend *b) {
  if constexpr (element<T>::index == 0)
    return *b->s;
  else if constexpr (element<T>::index == 1)
    return *b->d;
  else if constexpr (element<T>::index == 2)
    return *b->c;
  else
    return *b->z;
}

} // namespace solver

struct hipsolver_handle {
  const solver::backend *backend; // null on an unsupported device
  hipStream_t stream;
  void *cuda;                        // cuSOLVER's handle
  hipsolverDeterministicMode_t mode; // 0: the default
};

// The settings of a Jacobi method, for eigenvalues or for singular values.
struct hipsolver_jacobi_info {
  bool singular;
  bool has_tolerance;
  double tolerance;
  int max_sweeps; // 0: the library's default
  int sort;
  void *cuda; // cuSOLVER's descriptor, created at the first use
};

#endif
