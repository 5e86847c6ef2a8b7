// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The HIP release whose API and ABI these headers follow.
#ifndef HIP_VERSION_H
#define HIP_VERSION_H

#define HIP_VERSION_MAJOR 6
#define HIP_VERSION_MINOR 4
#define HIP_VERSION_PATCH 43482
#define HIP_VERSION_GITHASH "gohipcc"
#define HIP_VERSION_BUILD_ID 0
#define HIP_VERSION_BUILD_NAME ""
#define HIP_VERSION (HIP_VERSION_MAJOR * 10000000 + HIP_VERSION_MINOR * 100000 + HIP_VERSION_PATCH)
#define __HIP_HAS_GET_PCH 0

#endif
