// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package pocl has the workarounds for PoCL's kernel compiler, which miscompiles some valid kernels
// with barriers: passes that avoid such kernels.
package pocl
