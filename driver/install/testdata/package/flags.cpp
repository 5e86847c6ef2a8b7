// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
#include <hip/hip_runtime.h>

#include <cstdio>

#include "found.h" // of hip_include_directories

static_assert(__cplusplus >= 202002L, "CMAKE_CXX_STANDARD");
static_assert(PROJECT_FLAG + FIRST + SECOND + THIRD + FOUND == 15, "flags");
#ifdef RESET
#error hip_reset_flags
#endif

int main() { std::puts("flags ok"); }
