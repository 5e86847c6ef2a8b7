// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The header's name before ROCm 6.
#ifndef HIPSPARSE_WRAPPER_H
#define HIPSPARSE_WRAPPER_H
#include <hipsparse/hipsparse.h>
#endif
