// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The release of ROCm whose interfaces are here; projects ask for it as <rocm_version.h> and as
// <rocm-core/rocm_version.h>.
#ifndef ROCM_VERSION_H
#define ROCM_VERSION_H

#include <hip/hip_version.h>

#define ROCM_VERSION_MAJOR HIP_VERSION_MAJOR
#define ROCM_VERSION_MINOR HIP_VERSION_MINOR
#define ROCM_VERSION_PATCH 0
#define ROCM_BUILD_INFO "gohipcc"

#endif
