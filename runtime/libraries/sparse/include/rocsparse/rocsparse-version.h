// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef ROCSPARSE_VERSION_H
#define ROCSPARSE_VERSION_H

// The release whose functions are implemented.
#define ROCSPARSE_VERSION_MAJOR 3
#define ROCSPARSE_VERSION_MINOR 3
#define ROCSPARSE_VERSION_PATCH 0

#endif
