// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// C's mathematical functions on the device, in double.
#include <hip/hip_runtime.h>

typedef double T;
#define S
#include "mathlist.h"
