// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// FFTW 3, bound once for a process by libhipfft.so, which librocfft.so needs. Both create plans with
// it, and its planner is one for the process and not thread safe.
#ifndef GOHIP_FFT_FFTW_H
#define GOHIP_FFT_FFTW_H

#include <stdbool.h>
#include <stddef.h>

enum { fftw_estimate = 1 << 6, fftw_unaligned = 1 << 1, fftw_destroy_input = 1 << 0 };

typedef void *fftw_plan;

typedef struct fftw_dimension {
  ptrdiff_t n, is, os;
} fftw_dimension;

// fftw is one precision of FFTW. The element types differ only in precision. Strides of the split
// functions, which take real and imaginary parts apart, are in real numbers.
typedef struct fftw {
  fftw_plan (*plan_many_dft)(int, const int *, int, void *, const int *, int, int, void *,
                             const int *, int, int, int, unsigned);
  fftw_plan (*plan_many_dft_r2c)(int, const int *, int, void *, const int *, int, int, void *,
                                 const int *, int, int, unsigned);
  fftw_plan (*plan_many_dft_c2r)(int, const int *, int, void *, const int *, int, int, void *,
                                 const int *, int, int, unsigned);
  void (*execute_dft)(fftw_plan, void *, void *);
  void (*execute_dft_r2c)(fftw_plan, void *, void *);
  void (*execute_dft_c2r)(fftw_plan, void *, void *);
  void (*destroy_plan)(fftw_plan);
  bool split; // the library has the following ones
  fftw_plan (*plan_guru64_split_dft)(int, const fftw_dimension *, int, const fftw_dimension *,
                                     void *, void *, void *, void *, unsigned);
  fftw_plan (*plan_guru64_split_dft_r2c)(int, const fftw_dimension *, int, const fftw_dimension *,
                                         void *, void *, void *, unsigned);
  fftw_plan (*plan_guru64_split_dft_c2r)(int, const fftw_dimension *, int, const fftw_dimension *,
                                         void *, void *, void *, unsigned);
  void (*execute_split_dft)(fftw_plan, void *, void *, void *, void *);
  void (*execute_split_dft_r2c)(fftw_plan, void *, void *, void *);
  void (*execute_split_dft_c2r)(fftw_plan, void *, void *, void *);
} fftw;

// gohip_fftw returns a precision of FFTW, or null if the machine has none: the first call, by the
// library named user, prints what to install.
const fftw *gohip_fftw(const char *user, bool wide);

// The planner's lock. Plans are created and destroyed with it.
void gohip_fftw_lock(void);
void gohip_fftw_unlock(void);

#endif
