// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The header's name before ROCm 6.
#ifndef HIPSOLVER_WRAPPER_H
#define HIPSOLVER_WRAPPER_H
#include <hipsolver/hipsolver.h>
#endif
