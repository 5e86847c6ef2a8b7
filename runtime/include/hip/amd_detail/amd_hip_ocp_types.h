// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A header of AMD's that programs include by its name.
#include <hip/hip_ext_ocp.h>
