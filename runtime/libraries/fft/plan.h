// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Declarations shared by the sources of libhipfft.so: plans and backends.
#ifndef GOHIP_FFT_PLAN_H
#define GOHIP_FFT_PLAN_H

#include "callback.h"

#include <hipfft/hipfftXt.h>

#include <stdbool.h>

// fft_backend implements the plans for one kind of device.
typedef struct fft_backend {
  hipfftResult (*create)(hipfftHandle p); // creates a plan without a description
  hipfftResult (*make)(hipfftHandle p);   // the plan contains the description
  hipfftResult (*execute)(hipfftHandle p, void *in, void *out, int direction);
  hipfftResult (*work_area)(hipfftHandle p, void *area);
  hipfftResult (*allocate)(hipfftHandle p, int automatically); // allocates the work area
  void (*release)(hipfftHandle p);
} fft_backend;

extern const fft_backend fft_on_host, fft_on_cuda;

struct hipfftHandle_t {
  int mark, users;
  bool made, basic; // a transform has been described; it has the contiguous layout
  const fft_backend *backend;
  hipStream_t stream;
  hipfftType type;
  int rank, n[3], inembed[3], onembed[3], istride, idist, ostride, odist, batch;
  size_t work;               // size of the work area in bytes
  void *plans[2][2];         // FFTW's plans, by backward and in-place
  int cuda;                  // cuFFT's plan
  fft_callback callbacks[2]; // for loads and stores
  size_t shared[2];          // bytes of shared memory that they want
  double scale;              // of the result, 0 for 1
};

static inline bool fft_is_double(hipfftType t) { return t & 0x40; }

// fft_plan_of is a plan if the handle is one's, and null otherwise.
hipfftHandle fft_plan_of(hipfftHandle plan);

// fft_drop drops a reference to a plan; the last one releases it.
void fft_drop(hipfftHandle p);

#endif
