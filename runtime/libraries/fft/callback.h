// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Callbacks of hipFFT and rocFFT: device functions that load the elements of the input and store those of the
// output. On the CPU device they are code of this process, which the host calls for an element after another.
#ifndef GOHIP_FFT_CALLBACK_H
#define GOHIP_FFT_CALLBACK_H

#include <stdbool.h>
#include <stddef.h>

// fft_callback is a device function, null for none, and its data.
typedef struct fft_callback {
  void *function, *data, *shared;
} fft_callback;

// fft_side is the layout of the input or the output in elements, the fastest dimension first, with its callback.
typedef struct fft_side {
  bool real, wide;
  size_t n[3], stride[3], batch, distance;
  fft_callback callback;
  double scale; // of what is stored, 0 for 1
} fft_side;

// fft_callable reports whether the host can call a device function: it is code of an image that is loaded.
bool fft_callable(const void *function);

// fft_bytes returns the size of the memory that a side covers.
size_t fft_bytes(const fft_side *s);

// fft_load and fft_store copy the elements of a side, by its callback if it has one.
void fft_load(const fft_side *s, void *from, void *to);
void fft_store(const fft_side *s, const void *from, void *to);

#endif
