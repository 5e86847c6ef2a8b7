// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Surface types live beside the texture types.
#ifndef HIP_INCLUDE_HIP_SURFACE_TYPES_H
#define HIP_INCLUDE_HIP_SURFACE_TYPES_H

#include <hip/texture_types.h>

#endif
