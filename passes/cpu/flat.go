// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package cpu makes of a module, whose kernels have been formed into work-groups, what runs on a
// processor: one flat address space, the symbols that an image may leave to others, and the image
// itself, an ELF shared object with the records of docs/design/abi.md in a section.
package cpu

import (
	"fmt"
	"regexp"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Flat puts all memory into one address space, and the module's layout with it.
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
// LLVM cannot change the type of a value, so the module is written and read again.
func Flat(u *ir.Unit) error {
	text := flatText(llvm.PrintModuleToString(u.Mod))
	m, err := u.Parse("the module in one address space", []byte(text), false)
	if err != nil {
		return fmt.Errorf("internal error: %v", err)
	}
	llvm.DisposeModule(u.Mod)
	u.Mod = m
	for _, f := range u.Functions() {
		// Names of intrinsics follow their types when they are read; what had the old ones stays.
		if llvm.GetIntrinsicID(f) != 0 && llvm.GetFirstUse(f) == 0 {
			llvm.DeleteFunction(f)
		} else if llvm.IsDeclaration(f) {
			llvm.SetVisibility(f, 0) // libm's
		}
	}
	return nil
}

// flatText takes the address spaces out of a module's text, and fences for the work-group. What is between
// quotes, or in a comment, is no type.
func flatText(s string) string {
	var out strings.Builder
	out.Grow(len(s))
	copied := 0 // s[:copied] is in out, or left out of it
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

// closing is where c is first in s, or its end.
func closing(s string, c byte) int {
	if n := strings.IndexByte(s, c); n >= 0 {
		return n
	}
	return len(s)
}

// spaceWords is what debug information says of address spaces: the space of a variable's address (DWARF
// 5, 2.5.1.3, DW_OP_xderef), and that of a pointer type.
var spaceWords = regexp.MustCompile(`DW_OP_constu, \d+, DW_OP_swap, DW_OP_xderef(, )?|, dwarfAddressSpace: \d+`)
