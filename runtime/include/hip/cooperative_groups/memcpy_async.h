// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// HIP 7 has a part of the groups in this header.
#include <hip/hip_cooperative_groups.h>
