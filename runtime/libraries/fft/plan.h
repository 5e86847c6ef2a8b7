// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What the parts of libhipfft.so share: plans, and what does their transforms.
#ifndef GOHIP_FFT_PLAN_H
#define GOHIP_FFT_PLAN_H

#include <hipfft/hipfft.h>

#include <stdbool.h>

// fft_backend does the transforms of the plans of a kind of device.
typedef struct fft_backend {
  hipfftResult (*create)(hipfftHandle p); // a plan without a description
  hipfftResult (*make)(hipfftHandle p);   // the description is in the plan
  hipfftResult (*execute)(hipfftHandle p, void *in, void *out, int direction);
  hipfftResult (*work_area)(hipfftHandle p, void *area);
  hipfftResult (*allocate)(hipfftHandle p, int automatically); // the work area
  void (*release)(hipfftHandle p);
} fft_backend;

extern const fft_backend fft_on_host, fft_on_cuda;

struct hipfftHandle_t {
  int mark, users;
  bool made, basic; // a transform has been described; with the contiguous layout
  const fft_backend *backend;
  hipStream_t stream;
  hipfftType type;
  int rank, n[3], inembed[3], onembed[3], istride, idist, ostride, odist, batch;
  size_t work;       // bytes of the work area
  void *plans[2][2]; // FFTW's: backward, in place
  int cuda;          // cuFFT's
};

static inline bool fft_is_double(hipfftType t) { return t & 0x40; }

// fft_drop ends a use of a plan, which is released with the last one.
void fft_drop(hipfftHandle p);

#endif
