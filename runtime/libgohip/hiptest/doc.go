// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package hiptest tests libgohip.so as programs use it: from C, from HIP, and on a
// contract double of OpenCL. (The folder of libgohip's own sources holds C files, so
// it cannot be a Go package.)
package hiptest

//go:generate go run ../apigen ..
