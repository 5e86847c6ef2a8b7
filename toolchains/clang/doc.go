// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package clang finds the installed LLVM and asks its clang driver for command templates: how it
// spells the command lines of an invocation (Driver, Query, Template). Templates are cached on disk
// under a Fingerprint of what they depend on.
package clang
