// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"testing"

	"gohipcc/passes/ir"
	"gohipcc/passes/ir/irtest"
	"gohipcc/passes/llvm"
)

// TestGrowsWithX: which values are the local ID in the first dimension plus something that is the
// same for a row of work-items.
func TestGrowsWithX(t *testing.T) {
	for _, c := range []struct {
		name, body  string
		grows, same bool
	}{
		{"the ID", "%f = add i64 %x, 0", true, false},
		{"plus an argument", "%f = add i64 %arg, %x", true, false},
		{"minus an argument", "%f = sub i64 %x, %arg", true, false},
		{"an argument minus the ID", "%f = sub i64 %arg, %x", false, false},
		{"twice the ID", "%f = shl i64 %x, 1", false, false},
		{"the ID of a column", "%f = mul i64 %y, %arg", false, true},
		{"narrowed and extended", "%a = trunc i64 %x to i32\n%f = zext i32 %a to i64", true, false},
		{"narrowed to fewer bits than the ID has", "%a = trunc i64 %x to i8\n%f = zext i8 %a to i64", false, false},
		{"a narrow sum, extended", "%s = add i64 %x, %arg\n%a = trunc i64 %s to i32\n%f = sext i32 %a to i64", false, false},
		{"what memory holds", "%f = load i64, ptr %p", false, false},
		{"bits of a sum for the row", "%a = add i64 %arg, %y\n%f = and i64 %a, 15", false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := irtest.Parse(t, `
				define void @f(i64 %arg, ptr %p) {
				preamble:
					%x.var = alloca i64
					%y.var = alloca i64
					br label %item
				item:
					%x = load i64, ptr %x.var
					%y = load i64, ptr %y.var
					`+c.body+`
					store i64 %f, ptr %p
					ret void
				}`)
			f := llvm.GetNamedFunction(u.Mod, "f")
			g := &regionGraph{kernel: &kernel{u: u, preamble: llvm.GetEntryBasicBlock(f)}}
			pos := &position{regionGraph: g}
			rs := &rows{regionGraph: g, pos: pos, context: &contextArrays{regionGraph: g, pos: pos}}
			var value llvm.Value
			for _, i := range ir.Instructions(f) {
				switch {
				case ir.Opcode(i) == llvm.Store:
					value = llvm.GetOperand(i, 0)
				case i.Name() == "x.var":
					pos.counter[0] = i
				case i.Name() == "y.var":
					pos.counter[1] = i
				}
			}
			if grows, same := rs.row().growsWithX(value), rs.row().isRowUniform(value); grows != c.grows || same != c.same {
				t.Errorf("grows %t, same %t", grows, same)
			}
		})
	}
}
