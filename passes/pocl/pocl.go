// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package pocl has the workarounds for PoCL's kernel compiler: what it makes of valid kernels with
// barriers that is wrong, and the passes that keep kernels from it.
package pocl
