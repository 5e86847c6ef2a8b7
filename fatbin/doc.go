// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package fatbin reads and writes the containers that carry GPU code, and
// describes the device images inside them.
//
// Containers: clang offload bundles (binary, text, in ELF sections, compressed
// "CCOB"), the HIPF wrapper and .hip_fatbin sections of executables and shared
// libraries, LLVM's OffloadBinary, and ar archives of any of these. Images: code
// of GPUs and CPUs, SPIR-V, and LLVM bitcode and IR (kinds.go has the table).
//
// A description made here is the same on every machine and is separate from
// anything loaded on a device. Readers take an [io.ReaderAt] and touch only the
// parts that a question needs; nothing is allocated from a size that was not
// checked against the input first. Writers are deterministic.
//
// Input is not trusted: every malformed byte leads to a [*FormatError] that names
// the file, the entry, the offset, what was expected and what was found.
package fatbin
