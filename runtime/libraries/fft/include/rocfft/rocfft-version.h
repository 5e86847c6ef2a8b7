// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef ROCFFT_VERSION_H
#define ROCFFT_VERSION_H

// The release whose functions are implemented.
#define rocfft_version_major 1
#define rocfft_version_minor 0
#define rocfft_version_patch 31

#endif
