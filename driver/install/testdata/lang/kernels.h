// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
// Each runs its kernel over n values in place and returns 0, or a HIP error code.
int scale(float *host, int n, float by);
int offset(float *host, int n, float by);
int square(float *host, int n);
