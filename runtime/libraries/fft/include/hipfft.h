// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The header's name before ROCm 6.
#ifndef HIPFFT_WRAPPER_H
#define HIPFFT_WRAPPER_H
#include <hipfft/hipfft.h>
#endif
