// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import (
	"gohipcc/abi"
	"gohipcc/passes/llvm"
)

// What passes learn about a program, for the records that package kernelabi writes.

// Kernel is the record of a kernel: its arguments have the program's types until the record is
// written.
type Kernel struct {
	abi.Kernel
	HiddenArgs []string // value kinds of the arguments that passes added, in order
}

// Needs records that a function needs a feature of the host side (docs/design/abi.md); its callers
// then need it too.
func (u *Unit) Needs(feature string, f llvm.Value) {
	u.Reach[feature] = append(u.Reach[feature], f.Name())
}

// Segment is the layout of the variable segment of docs/design/abi.md.
type Segment struct {
	Size   uint64
	Align  uint64
	Vars   []SegmentVar
	Bytes  []byte             // initial content
	Given  []bool             // bytes that an initialiser sets to something but zero
	Relocs []abi.SegmentReloc // addresses in it
}

// SegmentVar is a variable in the segment.
type SegmentVar struct {
	abi.Global
	Visible bool // host code may name it
}

// HasShared reports whether the module has variables in shared memory.
func (u *Unit) HasShared() bool {
	for _, g := range u.Globals() {
		if llvm.GetPointerAddressSpace(llvm.TypeOf(g)) == LocalSpace {
			return true
		}
	}
	return false
}
