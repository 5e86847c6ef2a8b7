// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// C's mathematical functions on the device, in float.
#include <hip/hip_runtime.h>

typedef float T;
#define S f
#include "mathlist.h"
