// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
#include <hip/hip_runtime.h>

#include <cstdio>

static_assert(__cplusplus >= 202002L, "CMAKE_CXX_STANDARD");
static_assert(PROJECT_FLAG + FIRST + SECOND + THIRD == 7, "flags");

int main() { std::puts("flags ok"); }
