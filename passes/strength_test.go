// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"strings"
	"testing"

	"gohipcc/passes/ir/irtest"
	"gohipcc/passes/llvm"
)

// TestMultipliesCounter: a loop's strength is reduced if products of its counter are a sixteenth of it, but not if memory
// operands scale the counter, if the product is another loop's, or if the vectoriser left the loop.
func TestMultipliesCounter(t *testing.T) {
	const sum = "  %more = add i64 %s, 1\n"
	for _, c := range []struct {
		name, body, loop string
		want             bool
	}{
		{"a scaled index", "%a = getelementptr i32, ptr %p, i64 %s", "", false},
		{"an element of an array", "%a = getelementptr [9 x double], ptr %p, i64 0, i64 %s", "", false},
		{"an index with an offset", "%w = add i64 %s, %n\n%a = getelementptr i8, ptr %p, i64 %w", "", false},
		{"a product", "%a = mul i64 %s, %n", "", true},
		{"a product of a sum", "%w = add i64 %s, %n\n%a = mul i64 %w, %n", "", true},
		{"a square", "%a = mul i64 %s, %s", "", false},
		{"a structure", "%a = getelementptr [3 x i32], ptr %p, i64 %s", "", true},
		{"a member", "%a = getelementptr {i32, i32}, ptr %p, i64 %s, i32 1", "", true},
		{"a shift", "%a = shl i64 %s, 3", "", false},
		{"a large shift", "%w = shl i64 %s, 4\n%a = add i64 %w, 1", "", true},
		{"an extension", "%w = shl i64 %s, 32\n%a = ashr i64 %w, 32", "", false},
		{"a power of two", "%a = shl i64 1, %s", "", false},
		{"a product of a value that was read", "%w = load i64, ptr %p\n%a = mul i64 %w, %n", "", false},
		{"one product among many instructions", "%a = mul i64 %s, %n\n" + strings.Repeat(sum, 16), "", false},
		{"a remainder", "%a = mul i64 %s, %n", `!{!"llvm.loop.isvectorized", i32 1}`, false},
		{"a vectorised loop", "%v = load <4 x i32>, ptr %p\n%a = mul i64 %s, %n", `!{!"llvm.loop.isvectorized", i32 1}`, true},
	} {
		loop := c.loop
		if loop == "" {
			loop = "!{}"
		}
		body := c.body
		for i := 0; strings.Contains(body, "%more"); i++ {
			body = strings.Replace(body, "%more", "%m"+strings.Repeat("x", i), 1)
		}
		text := "define void @f(ptr %p, i64 %n) {\nentry:\n  br label %outer\nouter:\n  %o = phi i64 [0, %entry], [%o1, %next]\n" +
			"  %other = mul i64 %o, %n\n  br label %inner\ninner:\n  %s = phi i64 [0, %outer], [%s1, %inner]\n" + body +
			"\n  %s1 = add i64 %s, 1\n  %again = icmp ult i64 %s1, %n\n  br i1 %again, label %inner, label %next, !llvm.loop !0\n" +
			"next:\n  %o1 = add i64 %o, 1\n  %on = icmp ult i64 %o1, %n\n  br i1 %on, label %outer, label %done\ndone:\n  ret void\n}\n" +
			"!0 = distinct !{!0, !1}\n!1 = " + loop + "\n"
		u := irtest.Parse(t, text)
		if got := multipliesCounter(u, llvm.GetNamedFunction(u.Mod, "f")); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
