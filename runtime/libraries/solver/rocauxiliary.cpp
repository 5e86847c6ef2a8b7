// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSOLVER's auxiliary functions, which are LAPACK's: of bidiagonal and tridiagonal matrices, reflectors, parts of
// blocked algorithms.
#include "roccheck.h"

using namespace lapack;

namespace {

// room is memory for a call, which may lack.
template <class T> struct room {
  T *at;
  explicit room(size_t n) : at((T *)malloc((n + 1) * sizeof *at)) {}
  ~room() { free(at); }
};

bool known(rocblas_side s) { return s == rocblas_side_left || s == rocblas_side_right; }
bool known(rocblas_direct d) {
  return d == rocblas_forward_direction || d == rocblas_backward_direction;
}
bool known(rocblas_storev s) { return s == rocblas_column_wise || s == rocblas_row_wise; }
char direction(rocblas_direct d) { return d == rocblas_forward_direction ? 'F' : 'B'; }
char stored(rocblas_storev s) { return s == rocblas_column_wise ? 'C' : 'R'; }

template <class T, class R>
rocblas_status bdsqr(rocblas_handle handle, rocblas_fill uplo, int n, int nv, int nu, int nc, R *D,
                     R *E, T *V, int ldv, T *U, int ldu, T *C, int ldc, int *info) {
  checked c(handle, 1);
  c.uplo(uplo).size(n >= 0 && nv >= 0 && nu >= 0 && nc >= 0 && ldv >= 1 && ldc >= 1 && ldu >= 1);
  if (nv) c.matrix(n, nv, V, ldv);
  if (nu) c.matrix(nu, n, U, ldu);
  if (nc) c.matrix(n, nc, C, ldc);
  c.size(ldu >= std::max(1, nu)).array(n > 0, D).array(n > 1, E).array(true, info);
  char u = triangle(uplo);
  return c.done([&] {
    return submit(c.stream, [=] {
      room<R> work(4 * (size_t)n);
      if (work.at)
        fortran<T>(BDSQR, &u, &n, &nv, &nu, &nc, D, E, V, &ldv, U, &ldu, C, &ldc, work.at, info);
      else
        *info = kNoMemory;
    });
  });
}

template <class T, class R>
rocblas_status tridiagonal_vectors(rocblas_handle handle, bool divide, rocblas_evect evect, int n,
                                   R *D, R *E, T *C, int ldc, int *info) {
  checked c(handle, 1);
  c.value(evect >= rocblas_evect_original && evect <= rocblas_evect_none).size(n >= 0 && ldc >= 1);
  if (evect != rocblas_evect_none) c.matrix(n, n, C, ldc);
  c.array(n > 0, D).array(n > 1, E).array(true, info);
  char vectors = "VIN"[evect - rocblas_evect_original];
  return c.done([&] {
    return submit(c.stream, [=] {
      if (divide) return eigen<T, STEDC>(info, &vectors, &n, D, E, C, &ldc);
      room<R> work(2 * (size_t)n);
      if (work.at)
        fortran<T>(STEQR, &vectors, &n, D, E, C, &ldc, work.at, info);
      else
        *info = kNoMemory;
    });
  });
}

template <class T, class R>
rocblas_status stein(rocblas_handle handle, int n, R *D, R *E, int *nev, R *W, int *iblock,
                     int *isplit, T *Z, int ldz, int *ifail, int *info) {
  checked c(handle, 1);
  c.matrix(n, n, Z, ldz).array(n > 0, D).array(n > 1, E).array(true, nev).array(n > 0, W);
  c.array(n > 0, iblock).array(n > 0, isplit).array(n > 0, ifail).array(true, info);
  return c.done([&] {
    return submit(c.stream, [=] {
      room<R> work(5 * (size_t)n);
      room<int> iwork(n);
      if (work.at && iwork.at)
        fortran<T>(STEIN, &n, D, E, nev, W, iblock, isplit, Z, &ldz, work.at, iwork.at, ifail,
                   info);
      else
        *info = kNoMemory;
    });
  });
}

template <class R> rocblas_status sterf(rocblas_handle handle, int n, R *D, R *E, int *info) {
  checked c(handle, 1);
  c.size(n >= 0).array(n > 0, D).array(n > 1, E).array(true, info);
  return c.done([&] { return submit(c.stream, [=] { fortran<R>(STERF, &n, D, E, info); }); });
}

template <class R>
rocblas_status stebz(rocblas_handle handle, rocblas_erange erange, rocblas_eorder eorder, int n,
                     R vl, R vu, int il, int iu, R abstol, R *D, R *E, int *nev, int *nsplit, R *W,
                     int *iblock, int *isplit, int *info) {
  checked c(handle, 1);
  c.value(erange >= rocblas_erange_all && erange <= rocblas_erange_index);
  c.value(eorder == rocblas_eorder_blocks || eorder == rocblas_eorder_entire);
  c.size(n >= 0 && (erange != rocblas_erange_value || vl < vu));
  c.size(erange != rocblas_erange_index || !n || (il >= 1 && iu >= il && iu <= n));
  c.array(n > 0, D).array(n > 1, E).array(true, nev).array(true, nsplit).array(n > 0, W);
  c.array(n > 0, iblock).array(n > 0, isplit).array(true, info);
  char r = range(erange), o = eorder == rocblas_eorder_blocks ? 'B' : 'E';
  return c.done([&] {
    return submit(c.stream, [=] {
      room<R> work(4 * (size_t)n);
      room<int> iwork(3 * (size_t)n);
      if (work.at && iwork.at)
        fortran<R>(STEBZ, &r, &o, &n, &vl, &vu, &il, &iu, &abstol, D, E, nev, nsplit, W, iblock,
                   isplit, work.at, iwork.at, info);
      else
        *info = kNoMemory;
    });
  });
}

template <class T>
rocblas_status laswp(rocblas_handle handle, int n, T *A, int lda, int k1, int k2, const int *ipiv,
                     int incx) {
  checked c(handle, 1);
  c.size(n >= 0 && lda >= 1 && incx && k1 >= 1 && k2 >= k1);
  c.array(n > 0, A).array(n > 0, ipiv);
  if (!n) return c.status;
  return c.done([&] {
    return submit(c.stream, [=] { fortran<T>(LASWP, &n, A, &lda, &k1, &k2, ipiv, &incx); });
  });
}

template <class T>
rocblas_status lauum(rocblas_handle handle, rocblas_fill uplo, int n, T *A, int lda) {
  checked c(handle, 1);
  c.uplo(uplo).matrix(n, n, A, lda);
  char u = triangle(uplo);
  if (!n) return c.status;
  return c.done([&] {
    return submit(c.stream, [=] {
      int found;
      fortran<T>(LAUUM, &u, &n, A, &lda, &found);
    });
  });
}

template <class T>
rocblas_status larfg(rocblas_handle handle, int n, T *alpha, T *x, int incx, T *tau) {
  checked c(handle, 1);
  c.size(n >= 0 && incx > 0).array(n > 0, alpha).array(n > 1, x).array(n > 0, tau);
  if (!n) return c.status;
  return c.done(
      [&] { return submit(c.stream, [=] { fortran<T>(LARFG, &n, alpha, x, &incx, tau); }); });
}

template <class T>
rocblas_status larf(rocblas_handle handle, rocblas_side at, int m, int n, const T *x, int incx,
                    const T *tau, T *A, int lda) {
  checked c(handle, 1);
  c.value(known(at)).size(incx).matrix(m, n, A, lda).array(m > 0 && n > 0, x);
  c.array(m > 0 && n > 0, tau);
  char s = side(at);
  if (!m || !n) return c.status;
  return c.done([&] {
    return submit(c.stream, [=] {
      room<T> work(std::max(m, n));
      if (work.at) fortran<T>(LARF, &s, &m, &n, x, &incx, tau, A, &lda, work.at);
    });
  });
}

template <class T>
rocblas_status larft(rocblas_handle handle, rocblas_direct direct, rocblas_storev storev, int n,
                     int k, T *V, int ldv, const T *tau, T *F, int ldt) {
  checked c(handle, 1);
  c.value(known(direct) && known(storev)).size(n >= 0 && k >= 1 && ldt >= k);
  storev == rocblas_column_wise ? c.matrix(n, k, V, ldv) : c.matrix(k, n, V, ldv);
  c.array(n > 0, tau).array(n > 0, F);
  char d = direction(direct), s = stored(storev);
  if (!n) return c.status;
  return c.done([&] {
    return submit(c.stream, [=] { fortran<T>(LARFT, &d, &s, &n, &k, V, &ldv, tau, F, &ldt); });
  });
}

template <class T>
rocblas_status larfb(rocblas_handle handle, rocblas_side at, rocblas_operation trans,
                     rocblas_direct direct, rocblas_storev storev, int m, int n, int k, const T *V,
                     int ldv, const T *F, int ldt, T *A, int lda) {
  checked c(handle, 1);
  c.value(known(at) && known(direct) && known(storev)).op(trans);
  int order = at == rocblas_side_left ? m : n;
  c.size(k >= 1 && ldt >= k).matrix(m, n, A, lda).array(m > 0 && n > 0, F);
  storev == rocblas_column_wise ? c.matrix(order, k, V, ldv) : c.matrix(k, order, V, ldv);
  char s = side(at), t = operation(trans), d = direction(direct), v = stored(storev);
  int ldwork = std::max(1, std::max(m, n));
  if (!m || !n) return c.status;
  return c.done([&] {
    return submit(c.stream, [=] {
      room<T> work((size_t)ldwork * k);
      if (work.at)
        fortran<T>(LARFB, &s, &t, &d, &v, &m, &n, &k, V, &ldv, F, &ldt, A, &lda, work.at, &ldwork);
    });
  });
}

template <class T, class R>
rocblas_status labrd(rocblas_handle handle, int m, int n, int k, T *A, int lda, R *D, R *E, T *tauq,
                     T *taup, T *X, int ldx, T *Y, int ldy) {
  checked c(handle, 1);
  c.matrix(m, n, A, lda).size(k >= 0 && k <= std::min(m, n));
  c.matrix(m, k, X, ldx).matrix(n, k, Y, ldy);
  c.array(k > 0, D).array(k > 0, E).array(k > 0, tauq).array(k > 0, taup);
  if (!k) return c.status;
  return c.done([&] {
    return submit(c.stream, [=] {
      fortran<T>(LABRD, &m, &n, &k, A, &lda, D, E, tauq, taup, X, &ldx, Y, &ldy);
    });
  });
}

template <class T, class R>
rocblas_status latrd(rocblas_handle handle, rocblas_fill uplo, int n, int k, T *A, int lda, R *E,
                     T *tau, T *W, int ldw) {
  checked c(handle, 1);
  c.uplo(uplo).matrix(n, n, A, lda).size(k >= 0 && k <= n).matrix(n, k, W, ldw);
  c.array(n > 1 && k, E).array(n > 1 && k, tau);
  char u = triangle(uplo);
  if (!k) return c.status;
  return c.done([&] {
    return submit(c.stream, [=] { fortran<T>(LATRD, &u, &n, &k, A, &lda, E, tau, W, &ldw); });
  });
}

template <class T>
rocblas_status lasyf(rocblas_handle handle, rocblas_fill uplo, int n, int nb, int *kb, T *A,
                     int lda, int *ipiv, int *info) {
  checked c(handle, 1);
  c.uplo(uplo).matrix(n, n, A, lda).size(nb >= 0 && nb <= n);
  c.array(true, kb).array(n > 0, ipiv).array(true, info);
  char u = triangle(uplo);
  int ldw = std::max(1, n);
  return c.done([&] {
    return submit(c.stream, [=] {
      room<T> work((size_t)ldw * nb);
      if (work.at)
        fortran<T>(LASYF, &u, &n, &nb, kb, A, &lda, ipiv, work.at, &ldw, info);
      else
        *info = kNoMemory;
    });
  });
}

template <class T> rocblas_status lacgv(rocblas_handle handle, int n, T *x, int incx) {
  checked c(handle, 1);
  c.size(n >= 0 && incx).array(n > 0, x);
  if (!n) return c.status;
  return c.done([&] { return submit(c.stream, [=] { fortran<T>(LACGV, &n, x, &incx); }); });
}

} // namespace

#define AUXILIARY(x, T, R)                                                                         \
  rocblas_status rocsolver_##x##bdsqr(rocblas_handle handle, rocblas_fill uplo, rocblas_int n,     \
                                      rocblas_int nv, rocblas_int nu, rocblas_int nc, R *D, R *E,  \
                                      T *V, rocblas_int ldv, T *U, rocblas_int ldu, T *C,          \
                                      rocblas_int ldc, rocblas_int *info) {                        \
    return bdsqr<T, R>(handle, uplo, n, nv, nu, nc, D, E, V, ldv, U, ldu, C, ldc, info);           \
  }                                                                                                \
  rocblas_status rocsolver_##x##steqr(rocblas_handle handle, rocblas_evect evect, rocblas_int n,   \
                                      R *D, R *E, T *C, rocblas_int ldc, rocblas_int *info) {      \
    return tridiagonal_vectors<T, R>(handle, false, evect, n, D, E, C, ldc, info);                 \
  }                                                                                                \
  rocblas_status rocsolver_##x##stedc(rocblas_handle handle, rocblas_evect evect, rocblas_int n,   \
                                      R *D, R *E, T *C, rocblas_int ldc, rocblas_int *info) {      \
    return tridiagonal_vectors<T, R>(handle, true, evect, n, D, E, C, ldc, info);                  \
  }                                                                                                \
  rocblas_status rocsolver_##x##stein(rocblas_handle handle, rocblas_int n, R *D, R *E,            \
                                      rocblas_int *nev, R *W, rocblas_int *iblock,                 \
                                      rocblas_int *isplit, T *Z, rocblas_int ldz,                  \
                                      rocblas_int *ifail, rocblas_int *info) {                     \
    return stein<T, R>(handle, n, D, E, nev, W, iblock, isplit, Z, ldz, ifail, info);              \
  }                                                                                                \
  rocblas_status rocsolver_##x##laswp(rocblas_handle handle, rocblas_int n, T *A, rocblas_int lda, \
                                      rocblas_int k1, rocblas_int k2, const rocblas_int *ipiv,     \
                                      rocblas_int incx) {                                          \
    return laswp<T>(handle, n, A, lda, k1, k2, ipiv, incx);                                        \
  }                                                                                                \
  rocblas_status rocsolver_##x##lauum(rocblas_handle handle, rocblas_fill uplo, rocblas_int n,     \
                                      T *A, rocblas_int lda) {                                     \
    return lauum<T>(handle, uplo, n, A, lda);                                                      \
  }                                                                                                \
  rocblas_status rocsolver_##x##larfg(rocblas_handle handle, rocblas_int n, T *alpha, T *x,        \
                                      rocblas_int incx, T *tau) {                                  \
    return larfg<T>(handle, n, alpha, x, incx, tau);                                               \
  }                                                                                                \
  rocblas_status rocsolver_##x##larf(rocblas_handle handle, rocblas_side side, rocblas_int m,      \
                                     rocblas_int n, T *x, rocblas_int incx, const T *alpha, T *A,  \
                                     rocblas_int lda) {                                            \
    return larf<T>(handle, side, m, n, x, incx, alpha, A, lda);                                    \
  }                                                                                                \
  rocblas_status rocsolver_##x##larft(rocblas_handle handle, rocblas_direct direct,                \
                                      rocblas_storev storev, rocblas_int n, rocblas_int k, T *V,   \
                                      rocblas_int ldv, T *tau, T *F, rocblas_int ldt) {            \
    return larft<T>(handle, direct, storev, n, k, V, ldv, tau, F, ldt);                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##larfb(                                                             \
      rocblas_handle handle, rocblas_side side, rocblas_operation trans, rocblas_direct direct,    \
      rocblas_storev storev, rocblas_int m, rocblas_int n, rocblas_int k, T *V, rocblas_int ldv,   \
      T *F, rocblas_int ldt, T *A, rocblas_int lda) {                                              \
    return larfb<T>(handle, side, trans, direct, storev, m, n, k, V, ldv, F, ldt, A, lda);         \
  }                                                                                                \
  rocblas_status rocsolver_##x##labrd(rocblas_handle handle, rocblas_int m, rocblas_int n,         \
                                      rocblas_int k, T *A, rocblas_int lda, R *D, R *E, T *tauq,   \
                                      T *taup, T *X, rocblas_int ldx, T *Y, rocblas_int ldy) {     \
    return labrd<T, R>(handle, m, n, k, A, lda, D, E, tauq, taup, X, ldx, Y, ldy);                 \
  }                                                                                                \
  rocblas_status rocsolver_##x##latrd(rocblas_handle handle, rocblas_fill uplo, rocblas_int n,     \
                                      rocblas_int k, T *A, rocblas_int lda, R *E, T *tau, T *W,    \
                                      rocblas_int ldw) {                                           \
    return latrd<T, R>(handle, uplo, n, k, A, lda, E, tau, W, ldw);                                \
  }                                                                                                \
  rocblas_status rocsolver_##x##lasyf(rocblas_handle handle, rocblas_fill uplo, rocblas_int n,     \
                                      rocblas_int nb, rocblas_int *kb, T *A, rocblas_int lda,      \
                                      rocblas_int *ipiv, rocblas_int *info) {                      \
    return lasyf<T>(handle, uplo, n, nb, kb, A, lda, ipiv, info);                                  \
  }
AUXILIARY(s, float, float)
AUXILIARY(d, double, double)
AUXILIARY(c, rocblas_float_complex, float)
AUXILIARY(z, rocblas_double_complex, double)

rocblas_status rocsolver_ssterf(rocblas_handle handle, rocblas_int n, float *D, float *E,
                                rocblas_int *info) {
  return sterf<float>(handle, n, D, E, info);
}
rocblas_status rocsolver_dsterf(rocblas_handle handle, rocblas_int n, double *D, double *E,
                                rocblas_int *info) {
  return sterf<double>(handle, n, D, E, info);
}
#define BISECTION(x, R)                                                                            \
  rocblas_status rocsolver_##x##stebz(                                                             \
      rocblas_handle handle, rocblas_erange erange, rocblas_eorder eorder, rocblas_int n, R vl,    \
      R vu, rocblas_int il, rocblas_int iu, R abstol, R *D, R *E, rocblas_int *nev,                \
      rocblas_int *nsplit, R *W, rocblas_int *iblock, rocblas_int *isplit, rocblas_int *info) {    \
    return stebz<R>(handle, erange, eorder, n, vl, vu, il, iu, abstol, D, E, nev, nsplit, W,       \
                    iblock, isplit, info);                                                         \
  }
BISECTION(s, float)
BISECTION(d, double)
rocblas_status rocsolver_clacgv(rocblas_handle handle, rocblas_int n, rocblas_float_complex *x,
                                rocblas_int incx) {
  return lacgv(handle, n, x, incx);
}
rocblas_status rocsolver_zlacgv(rocblas_handle handle, rocblas_int n, rocblas_double_complex *x,
                                rocblas_int incx) {
  return lacgv(handle, n, x, incx);
}
