// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package cpu turns a module whose kernels have been formed into work-groups into an image for a
// CPU: one flat address space, the symbols that an image may import, and the image itself, an ELF
// shared object with the records of docs/design/abi.md in a section.
package cpu

import (
	"strings"

	"gohipcc/internal/lazyregexp"
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
func Flat(u *ir.Unit) error {
	if err := u.Rewrite("the module in one address space", flatText); err != nil {
		return err
	}
	for _, f := range u.Functions() {
		if llvm.IsDeclaration(f) && llvm.GetIntrinsicID(f) == 0 {
			llvm.SetVisibility(f, 0) // a function of libm
		}
	}
	return nil
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
	for _, words := range spaceWords {
		s = words.ReplaceAllString(s, "")
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

// spaceWords match what debug information says of address spaces: the address space of a variable (DWARF 5, 2.5.1.3,
// DW_OP_xderef) and that of a pointer type. Each begins with plain text, for which regexp skips the rest of a module: one
// expression for both took a ninth of a device link at -O0 -g.
var spaceWords = []*lazyregexp.Regexp{
	lazyregexp.New(`DW_OP_constu, \d+, DW_OP_swap, DW_OP_xderef(, )?`),
	lazyregexp.New(`, dwarfAddressSpace: \d+`),
}
