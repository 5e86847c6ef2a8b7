// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package cpu turns a module whose kernels have been formed into work-groups into an image for a
// CPU: one flat address space, the symbols that an image may import, and the image itself, an ELF
// shared object with the records of docs/design/abi.md in a section.
package cpu

import (
	"fmt"
	"regexp"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Flat puts all memory into one address space, and gives the module the processor's data layout.
//
//	@x = addrspace(1) global i32 5
//	  %g = addrspacecast ptr addrspace(1) @x to ptr addrspace(4)
//	  %v = load i32, ptr addrspace(4) %g
//
// becomes
//
//	@x = global i32 5
//	  %v = load i32, ptr @x
//
// LLVM cannot change the type of a value in place, so the module is printed, rewritten as text and
// parsed again.
func Flat(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		dropLongNames(f)
	}
	text := flatText(llvm.PrintModuleToString(u.Mod))
	m, err := u.Parse("the module in one address space", []byte(text), false)
	if err != nil {
		// The parser refuses more than the reader of bitcode does.
		if broken := u.VerifyModule(""); broken != nil {
			return broken
		}
		return fmt.Errorf("internal error: %v", err)
	}
	llvm.DisposeModule(u.Mod)
	u.Mod = m
	for _, f := range u.Functions() {
		// The parser renames intrinsics by their types; the declarations under the old names are
		// left unused.
		if llvm.GetIntrinsicID(f) != 0 && llvm.GetFirstUse(f) == 0 {
			llvm.DeleteFunction(f)
		} else if llvm.IsDeclaration(f) {
			llvm.SetVisibility(f, 0) // a function of libm
		}
	}
	return nil
}

// longestName is the length of a local name, in bytes, up to which it is kept.
const longestName = 128

// dropLongNames removes the names of blocks and instructions that are too long to read. LLVM gives
// the block in which it splits an edge the names of both ends, without the limit of 1024 bytes that
// its parser has.
func dropLongNames(f llvm.Value) {
	drop := func(v llvm.Value) {
		n := new(uint64)
		if llvm.GetValueName2(v, n); *n > longestName {
			llvm.SetValueName2(v, "")
		}
	}
	for _, b := range ir.Blocks(f) {
		drop(llvm.BasicBlockAsValue(b))
	}
	for _, i := range ir.Instructions(f) {
		drop(i)
	}
}

// flatText removes address spaces, and the scope of work-group fences, from a module's text. Quoted
// strings and comments are left alone.
func flatText(s string) string {
	var out strings.Builder
	out.Grow(len(s))
	copied := 0 // s[:copied] is in out or was dropped
	for i := 0; i < len(s); {
		switch s[i] {
		case '"':
			i += closing(s[i+1:], '"') + 2
		case ';':
			i += closing(s[i:], '\n')
		case ' ':
			if strings.HasPrefix(s[i:], " addrspace(") {
				out.WriteString(s[copied:i])
				i += closing(s[i:], ')') + 1
				copied = i
			} else {
				i++
			}
		case 'a':
			if strings.HasPrefix(s[i:], "addrspacecast ") {
				out.WriteString(s[copied:i])
				out.WriteString("bitcast ")
				i += len("addrspacecast ")
				copied = i
			} else {
				i++
			}
		default:
			i++
		}
	}
	out.WriteString(s[min(copied, len(s)):])
	s = out.String()
	if strings.Contains(s, "DW_OP_xderef") || strings.Contains(s, "dwarfAddressSpace") {
		s = spaceWords.ReplaceAllString(s, "")
	}
	// Work-items of a block run in one thread.
	return strings.ReplaceAll(s, `fence syncscope("workgroup")`, `fence syncscope("singlethread")`)
}

// closing returns the index of the first c in s, or len(s).
func closing(s string, c byte) int {
	if n := strings.IndexByte(s, c); n >= 0 {
		return n
	}
	return len(s)
}

// spaceWords matches what debug information says of address spaces: the address space of a variable
// (DWARF 5, 2.5.1.3, DW_OP_xderef) and that of a pointer type.
var spaceWords = regexp.MustCompile(`DW_OP_constu, \d+, DW_OP_swap, DW_OP_xderef(, )?|, dwarfAddressSpace: \d+`)
