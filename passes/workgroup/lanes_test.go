// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"fmt"
	"testing"

	"gohipcc/abi"
	"gohipcc/passes/ir"
	"gohipcc/passes/ir/irtest"
	"gohipcc/passes/llvm"
)

// TestLanesOf evaluates the lane that each lane asks. What depends on more than the number of the lane is not
// known.
func TestLanesOf(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       string // lanes 0, 1, 30 and 31
	}{
		{"constant", "%f = add i32 3, 0", "3 3 3 3"},
		{"xor", "%a = trunc i64 %linear to i32\n%b = and i32 %a, 31\n%f = xor i32 %b, 16", "16 17 14 15"},
		{"within 32", "%a = trunc i64 %linear to i32\n%f = xor i32 %a, 1", "1 0 31 30"},
		{"down, with its own at the end", `%a = trunc i64 %linear to i32
			%b = and i32 %a, 31
			%d = add i32 %b, 2
			%in = icmp slt i32 %d, 32
			%f = select i1 %in, i32 %d, i32 %b`, "2 3 30 31"},
		{"up in parts of 8", `%a = trunc i64 %linear to i32
			%b = and i32 %a, 31
			%q = and i32 %b, -8
			%d = sub i32 %b, 1
			%in = icmp sge i32 %d, %q
			%f = select i1 %in, i32 %d, i32 %b`, "0 0 29 30"},
		{"shifts", "%a = trunc i64 %linear to i32\n%b = and i32 %a, 31\n%c = shl i32 %b, 1\n%f = lshr i32 %c, 2", "0 0 15 15"},
		{"signs", "%a = trunc i64 %linear to i5\n%b = sext i5 %a to i32\n%f = ashr i32 %b, 1", "0 0 31 31"},
		{"quotients", "%a = trunc i64 %linear to i32\n%b = and i32 %a, 31\n%c = sdiv i32 %b, 3\n%d = sub i32 0, %c\n%e = sdiv i32 %d, 2\n%f = sub i32 0, %e", "0 0 5 5"},
		{"remainders", "%a = trunc i64 %linear to i32\n%b = and i32 %a, 31\n%f = urem i32 %b, 7", "0 1 2 3"},
		{"a quotient by zero", "%a = trunc i64 %linear to i32\n%b = and i32 %a, 31\n%f = udiv i32 3, %b", ""},
		{"product", "%a = trunc i64 %linear to i32\n%f = mul i32 %a, 3", "0 3 26 29"},
		{"an argument", "%f = add i32 %arg, 0", ""},
		{"bits of an argument", "%b = and i32 %arg, 3\n%f = or i32 %b, 28", ""},
		{"the number of the warp", "%a = lshr i64 %linear, 5\n%f = trunc i64 %a to i32", ""},
		{"a comparison of the flat ID", "%a = icmp ult i64 %linear, 4\n%f = zext i1 %a to i32", ""},
		{"a shift by the lane", "%a = trunc i64 %linear to i32\n%b = and i32 %a, 31\n%f = shl i32 1, %b", "1 2 0 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := irtest.Parse(t, `
				declare i64 @`+linearName+`()
				define void @f(i32 %arg, ptr %p) {
					%linear = call i64 @`+linearName+`()
					`+c.body+`
					store i32 %f, ptr %p
					ret void
				}`)
			var got string
			for _, i := range ir.Instructions(llvm.GetNamedFunction(u.Mod, "f")) {
				if lanes := []uint64(nil); ir.Opcode(i) == llvm.Store {
					if lanes = lanesOf(llvm.GetOperand(i, 0), abi.WarpSize); lanes != nil {
						got = fmt.Sprint(lanes[0], lanes[1], lanes[30], lanes[31])
					}
				}
			}
			if got != c.want {
				t.Errorf("lanes %q, want %q", got, c.want)
			}
		})
	}
}
