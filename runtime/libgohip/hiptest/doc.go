// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package hiptest tests libgohip.so as programs use it: from C, from HIP, and with a test double of
// OpenCL. (The folder of libgohip's sources contains C files, so it cannot be a Go package.)
package hiptest

//go:generate go run ../apigen ..
