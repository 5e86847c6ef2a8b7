// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The C interface of BLAS (cblas_*), as every BLAS library exports it, opened at run time.
#ifndef GOHIP_CBLAS_H
#define GOHIP_CBLAS_H

// Its enumerators have hipBLAS's numbers; matrices are column-major.
enum { CBLAS_COLUMNS = 102 };

// CBLAS_FOR_REAL lists the functions for a real type T with the prefix p, CBLAS_FOR_COMPLEX those
// for a complex type with real type T and prefix r, as X(result, name, parameters).
#define CBLAS_FOR_REAL(X, p, T)                                                                    \
  X(void, p##axpy, (int, T, const T *, int, T *, int))                                             \
  X(void, p##copy, (int, const T *, int, T *, int))                                                \
  X(void, p##swap, (int, T *, int, T *, int))                                                      \
  X(void, p##scal, (int, T, T *, int))                                                             \
  X(T, p##dot, (int, const T *, int, const T *, int))                                              \
  X(T, p##nrm2, (int, const T *, int))                                                             \
  X(T, p##asum, (int, const T *, int))                                                             \
  X(size_t, i##p##amax, (int, const T *, int))                                                     \
  X(void, p##rot, (int, T *, int, T *, int, T, T))                                                 \
  X(void, p##rotm, (int, T *, int, T *, int, const T *))                                           \
  X(void, p##rotg, (T *, T *, T *, T *))                                                           \
  X(void, p##rotmg, (T *, T *, T *, T, T *))                                                       \
  X(void, p##gbmv, (int, int, int, int, int, int, T, const T *, int, const T *, int, T, T *, int)) \
  X(void, p##gemv, (int, int, int, int, T, const T *, int, const T *, int, T, T *, int))           \
  X(void, p##ger, (int, int, int, T, const T *, int, const T *, int, T *, int))                    \
  X(void, p##sbmv, (int, int, int, int, T, const T *, int, const T *, int, T, T *, int))           \
  X(void, p##spmv, (int, int, int, T, const T *, const T *, int, T, T *, int))                     \
  X(void, p##spr, (int, int, int, T, const T *, int, T *))                                         \
  X(void, p##spr2, (int, int, int, T, const T *, int, const T *, int, T *))                        \
  X(void, p##symv, (int, int, int, T, const T *, int, const T *, int, T, T *, int))                \
  X(void, p##syr, (int, int, int, T, const T *, int, T *, int))                                    \
  X(void, p##syr2, (int, int, int, T, const T *, int, const T *, int, T *, int))                   \
  X(void, p##gemm, (int, int, int, int, int, int, T, const T *, int, const T *, int, T, T *, int)) \
  X(void, p##symm, (int, int, int, int, int, T, const T *, int, const T *, int, T, T *, int))      \
  X(void, p##syrk, (int, int, int, int, int, T, const T *, int, T, T *, int))                      \
  X(void, p##syr2k, (int, int, int, int, int, T, const T *, int, const T *, int, T, T *, int))     \
  X(void, p##trmm, (int, int, int, int, int, int, int, T, const T *, int, T *, int))               \
  X(void, p##trsm, (int, int, int, int, int, int, int, T, const T *, int, T *, int))               \
  CBLAS_FOR_TRIANGLES(X, p)

#define CBLAS_FOR_TRIANGLES(X, p)                                                                  \
  X(void, p##tbmv, (int, int, int, int, int, int, const void *, int, void *, int))                 \
  X(void, p##tbsv, (int, int, int, int, int, int, const void *, int, void *, int))                 \
  X(void, p##tpmv, (int, int, int, int, int, const void *, void *, int))                           \
  X(void, p##tpsv, (int, int, int, int, int, const void *, void *, int))                           \
  X(void, p##trmv, (int, int, int, int, int, const void *, int, void *, int))                      \
  X(void, p##trsv, (int, int, int, int, int, const void *, int, void *, int))

#define CBLAS_VP const void *
#define CBLAS_FOR_COMPLEX(X, p, r, T)                                                              \
  X(void, p##axpy, (int, CBLAS_VP, CBLAS_VP, int, void *, int))                                    \
  X(void, p##copy, (int, CBLAS_VP, int, void *, int))                                              \
  X(void, p##swap, (int, void *, int, void *, int))                                                \
  X(void, p##scal, (int, CBLAS_VP, void *, int))                                                   \
  X(void, p##r##scal, (int, T, void *, int))                                                       \
  X(void, p##dotu_sub, (int, CBLAS_VP, int, CBLAS_VP, int, void *))                                \
  X(void, p##dotc_sub, (int, CBLAS_VP, int, CBLAS_VP, int, void *))                                \
  X(T, r##p##nrm2, (int, CBLAS_VP, int))                                                           \
  X(T, r##p##asum, (int, CBLAS_VP, int))                                                           \
  X(size_t, i##p##amax, (int, CBLAS_VP, int))                                                      \
  X(void, p##gbmv,                                                                                 \
    (int, int, int, int, int, int, CBLAS_VP, CBLAS_VP, int, CBLAS_VP, int, CBLAS_VP, void *, int)) \
  X(void, p##gemv,                                                                                 \
    (int, int, int, int, CBLAS_VP, CBLAS_VP, int, CBLAS_VP, int, CBLAS_VP, void *, int))           \
  X(void, p##geru, (int, int, int, CBLAS_VP, CBLAS_VP, int, CBLAS_VP, int, void *, int))           \
  X(void, p##gerc, (int, int, int, CBLAS_VP, CBLAS_VP, int, CBLAS_VP, int, void *, int))           \
  X(void, p##hbmv,                                                                                 \
    (int, int, int, int, CBLAS_VP, CBLAS_VP, int, CBLAS_VP, int, CBLAS_VP, void *, int))           \
  X(void, p##hemv, (int, int, int, CBLAS_VP, CBLAS_VP, int, CBLAS_VP, int, CBLAS_VP, void *, int)) \
  X(void, p##her, (int, int, int, T, CBLAS_VP, int, void *, int))                                  \
  X(void, p##her2, (int, int, int, CBLAS_VP, CBLAS_VP, int, CBLAS_VP, int, void *, int))           \
  X(void, p##hpmv, (int, int, int, CBLAS_VP, CBLAS_VP, CBLAS_VP, int, CBLAS_VP, void *, int))      \
  X(void, p##hpr, (int, int, int, T, CBLAS_VP, int, void *))                                       \
  X(void, p##hpr2, (int, int, int, CBLAS_VP, CBLAS_VP, int, CBLAS_VP, int, void *))                \
  X(void, p##gemm,                                                                                 \
    (int, int, int, int, int, int, CBLAS_VP, CBLAS_VP, int, CBLAS_VP, int, CBLAS_VP, void *, int)) \
  X(void, p##symm,                                                                                 \
    (int, int, int, int, int, CBLAS_VP, CBLAS_VP, int, CBLAS_VP, int, CBLAS_VP, void *, int))      \
  X(void, p##hemm,                                                                                 \
    (int, int, int, int, int, CBLAS_VP, CBLAS_VP, int, CBLAS_VP, int, CBLAS_VP, void *, int))      \
  X(void, p##syrk, (int, int, int, int, int, CBLAS_VP, CBLAS_VP, int, CBLAS_VP, void *, int))      \
  X(void, p##herk, (int, int, int, int, int, T, CBLAS_VP, int, T, void *, int))                    \
  X(void, p##syr2k,                                                                                \
    (int, int, int, int, int, CBLAS_VP, CBLAS_VP, int, CBLAS_VP, int, CBLAS_VP, void *, int))      \
  X(void, p##her2k,                                                                                \
    (int, int, int, int, int, CBLAS_VP, CBLAS_VP, int, CBLAS_VP, int, T, void *, int))             \
  X(void, p##trmm, (int, int, int, int, int, int, int, CBLAS_VP, CBLAS_VP, int, void *, int))      \
  X(void, p##trsm, (int, int, int, int, int, int, int, CBLAS_VP, CBLAS_VP, int, void *, int))      \
  CBLAS_FOR_TRIANGLES(X, p)

#define CBLAS_FOR_ALL(X)                                                                           \
  CBLAS_FOR_REAL(X, s, float)                                                                      \
  CBLAS_FOR_REAL(X, d, double)                                                                     \
  CBLAS_FOR_COMPLEX(X, c, s, float)                                                                \
  CBLAS_FOR_COMPLEX(X, z, d, double)

// cblas contains the functions under their names without the prefix; valid after gb_load.
#define CBLAS_FIELD(result, name, parameters) result(*name) parameters;
struct cblas {
  CBLAS_FOR_ALL(CBLAS_FIELD)
};
#undef CBLAS_FIELD
extern struct cblas gb_cblas;

#endif
