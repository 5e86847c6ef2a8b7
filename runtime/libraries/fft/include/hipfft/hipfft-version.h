// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef HIPFFT_VERSION_H_
#define HIPFFT_VERSION_H_

// The release whose interface this is.
#define HIPFFT_VERSION_MAJOR 1
#define HIPFFT_VERSION_MINOR 0
#define HIPFFT_VERSION_PATCH 18

#endif
