// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package toolchains knows how one device target is compiled, linked and emitted, and
// where gohipcc itself is installed. A command line of clang's front end is never written
// by hand: package clang asks the installed clang for it.
package toolchains
