// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef HIPSPARSE_VERSION_H_
#define HIPSPARSE_VERSION_H_

// The release whose interface this is.
#define hipsparseVersionMajor 3
#define hipsparseVersionMinor 2
#define hipsparseVersionPatch 0

#endif
