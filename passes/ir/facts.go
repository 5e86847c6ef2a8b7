// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import (
	"gohipcc/abi"
	"gohipcc/passes/llvm"
)

// What passes learn of a program, for the records that passes/kernelabi makes of it.

// Kernel is what is recorded of a kernel: its arguments are the program's own until the
// record is made.
type Kernel struct {
	abi.Kernel
	HiddenArgs []string // value kinds of the arguments that passes added, in order
}

// Needs notes that a function needs a feature of the host side (docs/design/abi.md); its
// callers then do too.
func (u *Unit) Needs(feature string, f llvm.Value) {
	u.Reach[feature] = append(u.Reach[feature], f.Name())
}

// Segment is the variable segment of docs/design/abi.md as it was laid out.
type Segment struct {
	Size   uint64
	Align  uint64
	Vars   []SegmentVar
	Bytes  []byte             // at the start of the program
	Given  []bool             // which bytes an initialiser sets to something but zero
	Relocs []abi.SegmentReloc // addresses in it
}

// SegmentVar is a variable in the segment.
type SegmentVar struct {
	abi.Global
	Visible bool // host code may name it
}
