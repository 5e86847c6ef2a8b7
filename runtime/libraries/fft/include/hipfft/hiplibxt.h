// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipFFT's descriptors of memory on several devices.
#ifndef HIPLIBXT_H_
#define HIPLIBXT_H_

#include <stddef.h>

#define MAX_HIP_DESCRIPTOR_GPUS 64

// The parts of an array by device.
typedef struct hipXtDesc_t {
  int version;
  int nGPUs;
  int GPUs[MAX_HIP_DESCRIPTOR_GPUS];
  void *data[MAX_HIP_DESCRIPTOR_GPUS];
  size_t size[MAX_HIP_DESCRIPTOR_GPUS];
  void *hipXtState;
} hipXtDesc;

typedef enum hiplibFormat_t { HIPLIB_FORMAT_HIPFFT = 0, HIPLIB_FORMAT_UNDEFINED = 1 } hiplibFormat;

typedef struct hipLibXtDesc_t {
  int version;
  hipXtDesc *descriptor;
  hiplibFormat library;
  int subFormat;
  void *libDescriptor;
} hipLibXtDesc;

typedef enum hipfftXtCopyType_t {
  HIPFFT_COPY_HOST_TO_DEVICE = 0,
  HIPFFT_COPY_DEVICE_TO_HOST = 1,
  HIPFFT_COPY_DEVICE_TO_DEVICE = 2,
  HIPFFT_COPY_UNDEFINED = 3
} hipfftXtCopyType;

#endif
