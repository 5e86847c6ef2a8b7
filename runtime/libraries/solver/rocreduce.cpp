// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSOLVER's reductions to bidiagonal and tridiagonal matrices, and its eigenproblems and singular values by
// other methods than those in rocsolver.cpp: on the host, all are LAPACK's, and full precision whatever tolerance
// is asked for.
#include "roccheck.h"

using namespace lapack;

namespace {

template <class T, class R>
rocblas_status bidiagonal(rocblas_handle handle, int m, int n, group<T> A, int lda, group<R> D,
                          group<R> E, group<T> tauq, group<T> taup, int batch) {
  checked c(handle, batch);
  c.matrix(m, n, A.at(), lda);
  int least = std::min(m, n);
  c.array(least > 0, D.at()).array(least > 1, E.at());
  c.array(least > 0, tauq.at()).array(least > 0, taup.at());
  return c.done([&] {
    return each(c.stream, nullptr, batch, [=](int i, int *found) {
      T *a = A[i], *q = tauq[i], *p = taup[i];
      R *d = D[i], *e = E[i];
      with_work<T>(found, [=](T *work, int *length) {
        fortran<T>(GEBRD, &m, &n, a, &lda, d, e, q, p, work, length, found);
      });
    });
  });
}

template <class T, class R>
rocblas_status tridiagonal(rocblas_handle handle, rocblas_fill uplo, int n, group<T> A, int lda,
                           group<R> D, group<R> E, group<T> tau, int batch) {
  checked c(handle, batch);
  c.uplo(uplo).matrix(n, n, A.at(), lda);
  c.array(n > 0, D.at()).array(n > 1, E.at()).array(n > 1, tau.at());
  char u = triangle(uplo);
  return c.done([&] {
    return each(c.stream, nullptr, batch, [=](int i, int *found) {
      T *a = A[i], *t = tau[i];
      R *d = D[i], *e = E[i];
      with_work<T>(found, [=, &u](T *work, int *length) {
        fortran<T>(SYTRD, &u, &n, a, &lda, d, e, t, work, length, found);
      });
    });
  });
}

bool known(rocblas_eform f) { return f >= rocblas_eform_ax && f <= rocblas_eform_bax; }

template <class T>
rocblas_status standard(rocblas_handle handle, rocblas_eform form, rocblas_fill uplo, int n,
                        group<T> A, int lda, group<T> B, int ldb, int batch) {
  checked c(handle, batch);
  c.value(known(form)).uplo(uplo).matrix(n, n, A.at(), lda).matrix(n, n, B.at(), ldb);
  int type = form - rocblas_eform_ax + 1;
  char u = triangle(uplo);
  return c.done([&] {
    return each(c.stream, nullptr, batch, [=](int i, int *found) {
      fortran<T>(SYGST, &type, &u, &n, A[i], &lda, B[i], &ldb, found);
    });
  });
}

// jacobi computes all eigenvalues, of A, or of A and B if the problem has a form.
template <class T, class R>
rocblas_status jacobi(rocblas_handle handle, int form, rocblas_evect evect, rocblas_fill uplo,
                      int n, group<T> A, int lda, group<T> B, int ldb, R *residual, int *sweeps,
                      group<R> W, int *info, int batch) {
  checked c(handle, batch);
  c.value(evect == rocblas_evect_original || evect == rocblas_evect_none).uplo(uplo);
  c.value(!form || known(rocblas_eform(form))).matrix(n, n, A.at(), lda);
  if (form) c.matrix(n, n, B.at(), ldb);
  c.array(n > 0, W.at()).array(true, info);
  int type = form - rocblas_eform_ax + 1;
  char j = job(evect), u = triangle(uplo);
  return c.done([&] {
    return each(c.stream, info, batch, [=](int i, int *found) {
      if (residual) residual[i] = 0, sweeps[i] = 0; // LAPACK's methods have none
      if (form)
        eigen<T, SYGVD>(found, &type, &j, &u, &n, A[i], &lda, B[i], &ldb, W[i]);
      else
        eigen<T, SYEVD>(found, &j, &u, &n, A[i], &lda, W[i]);
    });
  });
}

// sweeps is jacobi for callers who limit its number of sweeps.
template <class T, class R>
rocblas_status sweeps(rocblas_handle handle, int form, rocblas_esort sort, rocblas_evect evect,
                      rocblas_fill uplo, int n, group<T> A, int lda, group<T> B, int ldb,
                      R *residual, int most, int *done, group<R> W, int *info, int batch) {
  checked c(handle, batch);
  c.value(sort == rocblas_esort_none || sort == rocblas_esort_ascending);
  c.size(most > 0).array(true, residual).array(true, done);
  if (c.status != rocblas_status_success) return c.status;
  return jacobi<T, R>(handle, form, evect, uplo, n, A, lda, B, ldb, residual, done, W, info, batch);
}

// selection says which eigenvalues are wanted.
template <class R> struct selection {
  rocblas_erange range;
  R vl, vu;
  int il, iu;
  R tolerance;

  bool right(int n) const {
    if (range == rocblas_erange_value) return vl < vu;
    return range != rocblas_erange_index || (n ? il >= 1 && iu >= il && iu <= n : il == 1 && !iu);
  }
};

// select calls LAPACK for one matrix, or a pair of them if the problem has a type.
template <class T, class R>
void select(int type, char j, selection<R> s, char u, int n, T *a, int lda, T *b, int ldb, int *nev,
            R *w, T *z, int ldz, int *ifail, int *info) {
  char r = range(s.range);
  int *iwork = (int *)malloc((5 * (size_t)n + 1) * sizeof *iwork);
  R *rwork = (R *)malloc((7 * (size_t)n + 1) * sizeof *rwork);
  int *failed = ifail ? ifail : iwork + 4 * n;
  if (iwork && rwork)
    with_work<T>(info, [&](T *work, int *length) {
      auto call = [&](auto... first) {
        if constexpr (is_complex<T>)
          fortran<T>(type ? SYGVX : SYEVX, first..., &s.vl, &s.vu, &s.il, &s.iu, &s.tolerance, nev,
                     w, z, &ldz, work, length, rwork, iwork, failed, info);
        else
          fortran<T>(type ? SYGVX : SYEVX, first..., &s.vl, &s.vu, &s.il, &s.iu, &s.tolerance, nev,
                     w, z, &ldz, work, length, iwork, failed, info);
      };
      type ? call(&type, &j, &r, &u, &n, a, &lda, b, &ldb) : call(&j, &r, &u, &n, a, &lda);
    });
  else
    *info = kNoMemory;
  free(iwork);
  free(rwork);
}

template <class T, class R>
rocblas_status selected(rocblas_handle handle, int form, rocblas_evect evect, selection<R> which,
                        rocblas_fill uplo, int n, group<T> A, int lda, group<T> B, int ldb,
                        int *nev, group<R> W, group<T> Z, int ldz, group<int> ifail, int *info,
                        int batch) {
  checked c(handle, batch);
  c.value(evect == rocblas_evect_original || evect == rocblas_evect_none).uplo(uplo);
  c.value(which.range >= rocblas_erange_all && which.range <= rocblas_erange_index);
  c.value(!form || known(rocblas_eform(form))).matrix(n, n, A.at(), lda);
  if (form) c.matrix(n, n, B.at(), ldb);
  bool vectors = evect == rocblas_evect_original;
  int columns = which.range == rocblas_erange_index ? which.iu - which.il + 1 : n;
  c.size(which.right(n) && ldz >= 1);
  if (vectors) c.matrix(n, columns, Z.at(), ldz);
  c.array(n > 0, W.at()).array(true, nev).array(true, info);
  bool failed =
      vectors && !ifail.empty(); // which the functions that divide and conquer do not ask for
  int type = form ? form - rocblas_eform_ax + 1 : 0;
  char j = job(evect), u = triangle(uplo);
  return c.done([&] {
    return each(c.stream, info, batch, [=](int i, int *found) {
      select<T, R>(type, j, which, u, n, A[i], lda, type ? B[i] : nullptr, ldb, nev + i, W[i],
                   vectors ? Z[i] : nullptr, ldz, failed ? ifail[i] : nullptr, found);
    });
  });
}

template <class T, class R>
rocblas_status singular_values(rocblas_handle handle, rocblas_svect left, rocblas_svect right,
                               int m, int n, group<T> A, int lda, R *residual, int most,
                               int *sweeps, group<R> S, group<T> U, int ldu, group<T> V, int ldv,
                               int *info, int batch) {
  checked c(handle, batch);
  for (auto v : {left, right})
    c.value(v == rocblas_svect_all || v == rocblas_svect_singular || v == rocblas_svect_none);
  c.matrix(m, n, A.at(), lda).array(m > 0 && n > 0, S.at()).size(most > 0);
  int least = std::max(0, std::min(m, n));
  if (left != rocblas_svect_none) c.matrix(m, left == rocblas_svect_all ? m : least, U.at(), ldu);
  if (right != rocblas_svect_none) c.matrix(right == rocblas_svect_all ? n : least, n, V.at(), ldv);
  c.array(true, residual).array(true, sweeps).array(true, info);
  char ju = job(left), jv = job(right);
  int lu = std::max(1, ldu), lv = std::max(1, ldv);
  return c.done([&] {
    return each(c.stream, info, batch, [=](int i, int *found) {
      residual[i] = 0, sweeps[i] = 0;
      singular<T>(ju, jv, m, n, A[i], lda, S[i], U[i], lu, V[i], lv, found);
    });
  });
}

} // namespace

#define REDUCTIONS(x, T, R, he, v)                                                                 \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##gebd2)(                                               \
      rocblas_handle handle, rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),  \
      GOHIP_ROCSOLVER_VECTOR_##v(R, D), GOHIP_ROCSOLVER_VECTOR_##v(R, E),                          \
      GOHIP_ROCSOLVER_VECTOR_##v(T, tauq),                                                         \
      GOHIP_ROCSOLVER_VECTOR_##v(T, taup) GOHIP_ROCSOLVER_COUNT_##v) {                             \
    return bidiagonal<T, R>(handle, m, n, GROUP_OF_MATRIX_##v(T, A), lda,                          \
                            GROUP_OF_VECTOR_##v(R, D), GROUP_OF_VECTOR_##v(R, E),                  \
                            GROUP_OF_VECTOR_##v(T, tauq), GROUP_OF_VECTOR_##v(T, taup),            \
                            BATCH_OF_##v);                                                         \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##gebrd)(                                               \
      rocblas_handle handle, rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),  \
      GOHIP_ROCSOLVER_VECTOR_##v(R, D), GOHIP_ROCSOLVER_VECTOR_##v(R, E),                          \
      GOHIP_ROCSOLVER_VECTOR_##v(T, tauq),                                                         \
      GOHIP_ROCSOLVER_VECTOR_##v(T, taup) GOHIP_ROCSOLVER_COUNT_##v) {                             \
    return bidiagonal<T, R>(handle, m, n, GROUP_OF_MATRIX_##v(T, A), lda,                          \
                            GROUP_OF_VECTOR_##v(R, D), GROUP_OF_VECTOR_##v(R, E),                  \
                            GROUP_OF_VECTOR_##v(T, tauq), GROUP_OF_VECTOR_##v(T, taup),            \
                            BATCH_OF_##v);                                                         \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##td2)(                                             \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n,                                     \
      GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), GOHIP_ROCSOLVER_VECTOR_##v(R, D),                     \
      GOHIP_ROCSOLVER_VECTOR_##v(R, E),                                                            \
      GOHIP_ROCSOLVER_VECTOR_##v(T, tau) GOHIP_ROCSOLVER_COUNT_##v) {                              \
    return tridiagonal<T, R>(handle, uplo, n, GROUP_OF_MATRIX_##v(T, A), lda,                      \
                             GROUP_OF_VECTOR_##v(R, D), GROUP_OF_VECTOR_##v(R, E),                 \
                             GROUP_OF_VECTOR_##v(T, tau), BATCH_OF_##v);                           \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##trd)(                                             \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n,                                     \
      GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), GOHIP_ROCSOLVER_VECTOR_##v(R, D),                     \
      GOHIP_ROCSOLVER_VECTOR_##v(R, E),                                                            \
      GOHIP_ROCSOLVER_VECTOR_##v(T, tau) GOHIP_ROCSOLVER_COUNT_##v) {                              \
    return tridiagonal<T, R>(handle, uplo, n, GROUP_OF_MATRIX_##v(T, A), lda,                      \
                             GROUP_OF_VECTOR_##v(R, D), GROUP_OF_VECTOR_##v(R, E),                 \
                             GROUP_OF_VECTOR_##v(T, tau), BATCH_OF_##v);                           \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##gs2)(                                             \
      rocblas_handle handle, rocblas_eform itype, rocblas_fill uplo, rocblas_int n,                \
      GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),                                                       \
      GOHIP_ROCSOLVER_MATRIX_##v(T, B, ldb) GOHIP_ROCSOLVER_COUNT_##v) {                           \
    return standard<T>(handle, itype, uplo, n, GROUP_OF_MATRIX_##v(T, A), lda,                     \
                       GROUP_OF_MATRIX_##v(T, B), ldb, BATCH_OF_##v);                              \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##gst)(                                             \
      rocblas_handle handle, rocblas_eform itype, rocblas_fill uplo, rocblas_int n,                \
      GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),                                                       \
      GOHIP_ROCSOLVER_MATRIX_##v(T, B, ldb) GOHIP_ROCSOLVER_COUNT_##v) {                           \
    return standard<T>(handle, itype, uplo, n, GROUP_OF_MATRIX_##v(T, A), lda,                     \
                       GROUP_OF_MATRIX_##v(T, B), ldb, BATCH_OF_##v);                              \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##evdj)(                                            \
      rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n,                \
      GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), GOHIP_ROCSOLVER_VECTOR_##v(R, D),                     \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v) {                                              \
    return jacobi<T, R>(handle, 0, evect, uplo, n, GROUP_OF_MATRIX_##v(T, A), lda, {}, 1, nullptr, \
                        nullptr, GROUP_OF_VECTOR_##v(R, D), info, BATCH_OF_##v);                   \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##gvdj)(                                            \
      rocblas_handle handle, rocblas_eform itype, rocblas_evect evect, rocblas_fill uplo,          \
      rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), GOHIP_ROCSOLVER_MATRIX_##v(T, B, ldb), \
      GOHIP_ROCSOLVER_VECTOR_##v(R, D), rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v) {            \
    return jacobi<T, R>(handle, itype, evect, uplo, n, GROUP_OF_MATRIX_##v(T, A), lda,             \
                        GROUP_OF_MATRIX_##v(T, B), ldb, nullptr, nullptr,                          \
                        GROUP_OF_VECTOR_##v(R, D), info, BATCH_OF_##v);                            \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##evj)(                                             \
      rocblas_handle handle, rocblas_esort esort, rocblas_evect evect, rocblas_fill uplo,          \
      rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), R, R * residual,                       \
      rocblas_int max_sweeps, rocblas_int * n_sweeps, GOHIP_ROCSOLVER_VECTOR_##v(R, W),            \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v) {                                              \
    return sweeps<T, R>(handle, 0, esort, evect, uplo, n, GROUP_OF_MATRIX_##v(T, A), lda, {}, 1,   \
                        residual, max_sweeps, n_sweeps, GROUP_OF_VECTOR_##v(R, W), info,           \
                        BATCH_OF_##v);                                                             \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##gvj)(                                             \
      rocblas_handle handle, rocblas_eform itype, rocblas_evect evect, rocblas_fill uplo,          \
      rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), GOHIP_ROCSOLVER_MATRIX_##v(T, B, ldb), \
      R, R * residual, rocblas_int max_sweeps, rocblas_int * n_sweeps,                             \
      GOHIP_ROCSOLVER_VECTOR_##v(R, W), rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v) {            \
    return sweeps<T, R>(handle, itype, rocblas_esort_ascending, evect, uplo, n,                    \
                        GROUP_OF_MATRIX_##v(T, A), lda, GROUP_OF_MATRIX_##v(T, B), ldb, residual,  \
                        max_sweeps, n_sweeps, GROUP_OF_VECTOR_##v(R, W), info, BATCH_OF_##v);      \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##evx)(                                             \
      rocblas_handle handle, rocblas_evect evect, rocblas_erange erange, rocblas_fill uplo,        \
      rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), R vl, R vu, rocblas_int il,            \
      rocblas_int iu, R abstol, rocblas_int * nev, GOHIP_ROCSOLVER_VECTOR_##v(R, W),               \
      GOHIP_ROCSOLVER_MATRIX_##v(T, Z, ldz), GOHIP_ROCSOLVER_VECTOR_##v(rocblas_int, ifail),       \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v) {                                              \
    return selected<T, R>(handle, 0, evect, {erange, vl, vu, il, iu, abstol}, uplo, n,             \
                          GROUP_OF_MATRIX_##v(T, A), lda, {}, 1, nev, GROUP_OF_VECTOR_##v(R, W),   \
                          GROUP_OF_MATRIX_##v(T, Z), ldz, GROUP_OF_VECTOR_##v(int, ifail), info,   \
                          BATCH_OF_##v);                                                           \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##gvx)(                                             \
      rocblas_handle handle, rocblas_eform itype, rocblas_evect evect, rocblas_erange erange,      \
      rocblas_fill uplo, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),                     \
      GOHIP_ROCSOLVER_MATRIX_##v(T, B, ldb), R vl, R vu, rocblas_int il, rocblas_int iu, R abstol, \
      rocblas_int * nev, GOHIP_ROCSOLVER_VECTOR_##v(R, W), GOHIP_ROCSOLVER_MATRIX_##v(T, Z, ldz),  \
      GOHIP_ROCSOLVER_VECTOR_##v(rocblas_int, ifail),                                              \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v) {                                              \
    return selected<T, R>(handle, itype, evect, {erange, vl, vu, il, iu, abstol}, uplo, n,         \
                          GROUP_OF_MATRIX_##v(T, A), lda, GROUP_OF_MATRIX_##v(T, B), ldb, nev,     \
                          GROUP_OF_VECTOR_##v(R, W), GROUP_OF_MATRIX_##v(T, Z), ldz,               \
                          GROUP_OF_VECTOR_##v(int, ifail), info, BATCH_OF_##v);                    \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##evdx)(                                            \
      rocblas_handle handle, rocblas_evect evect, rocblas_erange erange, rocblas_fill uplo,        \
      rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), R vl, R vu, rocblas_int il,            \
      rocblas_int iu, rocblas_int * nev, GOHIP_ROCSOLVER_VECTOR_##v(R, W),                         \
      GOHIP_ROCSOLVER_MATRIX_##v(T, Z, ldz), rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v) {       \
    return selected<T, R>(handle, 0, evect, {erange, vl, vu, il, iu, 0}, uplo, n,                  \
                          GROUP_OF_MATRIX_##v(T, A), lda, {}, 1, nev, GROUP_OF_VECTOR_##v(R, W),   \
                          GROUP_OF_MATRIX_##v(T, Z), ldz, {}, info, BATCH_OF_##v);                 \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##gvdx)(                                            \
      rocblas_handle handle, rocblas_eform itype, rocblas_evect evect, rocblas_erange erange,      \
      rocblas_fill uplo, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),                     \
      GOHIP_ROCSOLVER_MATRIX_##v(T, B, ldb), R vl, R vu, rocblas_int il, rocblas_int iu,           \
      rocblas_int * nev, GOHIP_ROCSOLVER_VECTOR_##v(R, W), GOHIP_ROCSOLVER_MATRIX_##v(T, Z, ldz),  \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v) {                                              \
    return selected<T, R>(handle, itype, evect, {erange, vl, vu, il, iu, 0}, uplo, n,              \
                          GROUP_OF_MATRIX_##v(T, A), lda, GROUP_OF_MATRIX_##v(T, B), ldb, nev,     \
                          GROUP_OF_VECTOR_##v(R, W), GROUP_OF_MATRIX_##v(T, Z), ldz, {}, info,     \
                          BATCH_OF_##v);                                                           \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##gesvdj)(                                              \
      rocblas_handle handle, rocblas_svect left_svect, rocblas_svect right_svect, rocblas_int m,   \
      rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), R, R * residual,                       \
      rocblas_int max_sweeps, rocblas_int * n_sweeps, GOHIP_ROCSOLVER_VECTOR_##v(R, S),            \
      GOHIP_ROCSOLVER_OUTPUT_##v(T, U, ldu), GOHIP_ROCSOLVER_OUTPUT_##v(T, V, ldv),                \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v) {                                              \
    return singular_values<T, R>(handle, left_svect, right_svect, m, n, GROUP_OF_MATRIX_##v(T, A), \
                                 lda, residual, max_sweeps, n_sweeps, GROUP_OF_VECTOR_##v(R, S),   \
                                 GROUP_OF_VECTOR_##v(T, U), ldu, GROUP_OF_VECTOR_##v(T, V), ldv,   \
                                 info, BATCH_OF_##v);                                              \
  }
ROCSOLVER_VARIANTS(REDUCTIONS)
