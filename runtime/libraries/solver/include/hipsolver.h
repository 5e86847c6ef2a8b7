// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The name that hipsolver/hipsolver.h had before ROCm 6.
#ifndef HIPSOLVER_WRAPPER_H
#define HIPSOLVER_WRAPPER_H
#include <hipsolver/hipsolver.h>
#endif
