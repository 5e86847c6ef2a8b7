// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import "gohipcc/passes/llvm"

// What passes learn of a program, for the records that package abi makes of it.

// Kernel is what is recorded of a kernel (docs/design/abi.md).
type Kernel struct {
	Name   string      // host code's name for it
	Symbol string      // its name in the image
	Args   []KernelArg // the program's own
	Size   uint64      // of the kernarg buffer
	Hidden []string    // value kinds of the arguments that passes added, in order
	Reqd   []uint64    // required work-group size, nil without
	Flat   uint64      // largest work-group the kernel was compiled for
	Shared uint64      // bytes of static shared memory
	Wave   uint64      // required sub-group size, 0 without
	Needs  []string    // features of the host side
}

// KernelArg is an argument of a kernel.
type KernelArg struct {
	Offset, Size uint64
	Kind         string // value kind of docs/design/abi.md
	Type         string // value type there, of what is passed by value
	Space        string // that a pointer is into
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
	Bytes  []byte // at the start of the program
	Given  []bool // which bytes an initialiser sets to something but zero
	Relocs []Reloc
}

// SegmentVar is a variable in the segment.
type SegmentVar struct {
	Name     string
	Offset   uint64
	Size     uint64
	Align    uint64
	Constant bool
	Managed  bool // __managed__
	Visible  bool // host code may name it
}

// Reloc is a place in the segment that holds the address of another one.
type Reloc struct{ Offset, Target uint64 }
