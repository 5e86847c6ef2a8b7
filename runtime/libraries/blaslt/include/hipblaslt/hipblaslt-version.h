// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef HIPBLASLT_VERSION_H
#define HIPBLASLT_VERSION_H

// The release whose interface this is.
#define HIPBLASLT_VERSION_MAJOR 0
#define HIPBLASLT_VERSION_MINOR 12
#define HIPBLASLT_VERSION_PATCH 0
#define hipblasltVersionMajor HIPBLASLT_VERSION_MAJOR
#define hipblasltVersionMinor HIPBLASLT_VERSION_MINOR
#define hipblasltVersionPatch HIPBLASLT_VERSION_PATCH

#endif
