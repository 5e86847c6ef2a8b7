// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package toolchains knows how one device target is compiled, linked and
// emitted, what is installed on this machine to do it with, and how the
// installed clang spells its own command lines.
//
// A command line of clang's front end is never written by hand here: clang is
// asked for it once (Learner) and the answer is kept. Targets, target IDs and
// what a toolchain adds to a device are tables and small methods.
package toolchains
