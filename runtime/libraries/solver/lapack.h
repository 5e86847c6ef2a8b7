// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The machine's LAPACK, which does the work of hipSOLVER, rocSOLVER and hipBLAS's solvers on devices
// whose memory the host reads and writes in place.
#ifndef GOHIP_LAPACK_H
#define GOHIP_LAPACK_H

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>

#include "hostcall.h"

#include <algorithm>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

namespace lapack {

template <class T> struct element;
template <> struct element<float> {
  static constexpr int index = 0;
  using real = float;
};
template <> struct element<double> {
  static constexpr int index = 1;
  using real = double;
};
template <> struct element<hipFloatComplex> {
  static constexpr int index = 2;
  using real = float;
};
template <> struct element<hipDoubleComplex> {
  static constexpr int index = 3;
  using real = double;
};
template <class T> constexpr bool is_complex = element<T>::index >= 2;
template <class T> using real_of = typename element<T>::real;

enum routine {
  GETRF,
  GETRS,
  GETRI,
  POTRF,
  POTRI,
  POTRS,
  GEQRF,
  ORGQR,
  ORMQR,
  SYEVD,
  SYGVD,
  GESVD,
  GELS,
  GELQF,
  GEQLF,
  GERQF,
  ORGLQ,
  ORGQL,
  ORGBR,
  ORGTR,
  ORMLQ,
  ORMQL,
  ORMBR,
  ORMTR,
  TRTRI,
  SYTRF,
  SYTRD,
  GEBRD,
  SYGST,
  STEQR,
  STEDC,
  BDSQR,
  STEIN,
  SYEVX,
  SYGVX,
  LASWP,
  LARFG,
  LARF,
  LARFT,
  LARFB,
  LAUUM,
  LABRD,
  LATRD,
  LASYF,
  STERF, // of real numbers
  STEBZ,
  LACGV, // of complex numbers
  ROUTINES
};

// load opens the machine's LAPACK, once. It says whether there is one.
bool load(const char *user);

extern void *functions[4][ROUTINES]; // by the type's index

// fortran calls a LAPACK routine, whose arguments are passed by address, followed by the lengths of
// strings, of which no routine has more than four.
template <class T, class... A> void fortran(routine r, A... arguments) {
  size_t one = 1;
  ((void (*)(A..., size_t, size_t, size_t, size_t))functions[element<T>::index][r])(
      arguments..., one, one, one, one);
}

// LAPACKE's error for a work area that cannot be allocated.
constexpr int kNoMemory = -1010;

template <class T> int length_of(T query) {
  if constexpr (is_complex<T>)
    return (int)query.x;
  else
    return (int)query;
}

// with_work calls LAPACK twice: to query the size of its work area, and with the work area.
template <class T, class Call> void with_work(int *info, Call call) {
  T query = {};
  int ask = -1;
  call(&query, &ask);
  if (*info) return;
  int length = std::max(1, length_of(query));
  T *work = (T *)malloc(length * sizeof *work);
  if (!work)
    *info = kNoMemory;
  else
    call(work, &length);
  free(work);
}

// The letters of enumerators, which have BLAS's numbers.
inline char triangle(int uplo) { return uplo == 121 ? 'U' : 'L'; }
inline char operation(int trans) { return trans == 111 ? 'N' : trans == 112 ? 'T' : 'C'; }

// eigen calls LAPACK for eigenvalues and eigenvectors, with up to three work areas. first are the
// arguments that precede those.
template <class T, routine r, class... First> void eigen(int *info, First... first) {
  using R = real_of<T>;
  T query = {};
  R real_query = 0;
  int ask = -1, int_query = 0;
  auto call = [&](T *work, int *length, R *rwork, int *rlength, int *iwork, int *ilength) {
    if constexpr (is_complex<T>)
      fortran<T>(r, first..., work, length, rwork, rlength, iwork, ilength, info);
    else
      fortran<T>(r, first..., work, length, iwork, ilength, info);
  };
  call(&query, &ask, &real_query, &ask, &int_query, &ask);
  if (*info) return;
  int length = std::max(1, length_of(query)), rlength = std::max(1, (int)real_query);
  int ilength = std::max(1, int_query);
  T *work = (T *)malloc(length * sizeof *work);
  R *rwork = (R *)malloc(rlength * sizeof *rwork);
  int *iwork = (int *)malloc(ilength * sizeof *iwork);
  if (work && rwork && iwork)
    call(work, &length, rwork, &rlength, iwork, &ilength);
  else
    *info = kNoMemory;
  free(work);
  free(rwork);
  free(iwork);
}

// singular calls LAPACK for singular values and vectors.
template <class T>
void singular(char ju, char jv, int m, int n, T *a, int lda, real_of<T> *s, T *u, int ldu, T *v,
              int ldv, int *info) {
  real_of<T> *rwork =
      is_complex<T> ? (real_of<T> *)malloc((5 * std::min(m, n) + 1) * sizeof *rwork) : nullptr;
  if (is_complex<T> && !rwork) {
    *info = kNoMemory;
    return;
  }
  with_work<T>(info, [=, &ju, &jv](T *work, int *length) {
    if constexpr (is_complex<T>)
      fortran<T>(GESVD, &ju, &jv, &m, &n, a, &lda, s, u, &ldu, v, &ldv, work, length, rwork, info);
    else
      fortran<T>(GESVD, &ju, &jv, &m, &n, a, &lda, s, u, &ldu, v, &ldv, work, length, info);
  });
  free(rwork);
}

template <class T>
void copy_columns(int rows, int columns, const T *from, size_t ldf, T *to, size_t ldt) {
  if (from != to)
    for (int c = 0; c < columns; c++) memcpy(to + c * ldt, from + c * ldf, rows * sizeof *to);
}

// least_squares solves with an area of its own for what LAPACK wants in one: it reads the rows of b
// and writes those of x.
template <class T>
void least_squares(char trans, int m, int n, int nrhs, T *a, int lda, const T *b, int ldb, T *x,
                   int ldx, int *info) {
  int rows = std::max(1, std::max(m, n)), given = trans == 'N' ? m : n;
  T *both = (T *)calloc((size_t)rows * nrhs + 1, sizeof *both);
  if (!both) {
    *info = kNoMemory;
    return;
  }
  copy_columns<T>(given, nrhs, b, ldb, both, rows);
  with_work<T>(info, [=, &trans, &rows](T *work, int *length) {
    fortran<T>(GELS, &trans, &m, &n, &nrhs, a, &lda, both, &rows, work, length, info);
  });
  copy_columns<T>(m + n - given, nrhs, both, rows, x, ldx);
  free(both);
}

} // namespace lapack

#endif
