// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gohipcc/passes/ir/irtest"
	"gohipcc/passes/llvm"
)

// TestMergeFunctions: in huge modules, functions with the same code are one.
func TestMergeFunctions(t *testing.T) {
	for _, c := range []struct{ calls, want int }{
		{100, 200},
		{hugeFunction, hugeFunction},
	} {
		var text strings.Builder
		text.WriteString("declare void @other()\n")
		for f := range 2 {
			fmt.Fprintf(&text, "define internal void @f%d() {\n", f)
			text.WriteString(strings.Repeat("  call void @other()\n", c.calls))
			fmt.Fprintf(&text, "  ret void\n}\ndefine void @k%d() {\n  call void @f%d()\n  ret void\n}\n", f, f)
		}
		u := irtest.Parse(t, text.String())
		u.Opts.Level = "1"
		if err := optimiseBlocks(u); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(llvm.PrintModuleToString(u.Mod), "call void @other()"); got != c.want {
			t.Errorf("%d calls in each of two functions: %d are left, want %d", c.calls, got, c.want)
		}
	}
}

// TestInlineBlocks: functions that run a block are optimised as a part of what calls them, if that is one function
// and has the same marks.
func TestInlineBlocks(t *testing.T) {
	u := irtest.Parse(t, `
define internal void @once.block() {
  ret void
}
define internal void @twice.block() {
  ret void
}
define internal void @checked.block() sanitize_address {
  ret void
}
define internal void @apart.block() noinline {
  ret void
}
define internal void @function() {
  ret void
}
define void @once() {
  call void @once.block()
  call void @twice.block()
  call void @checked.block()
  call void @apart.block()
  call void @function()
  ret void
}
define void @twice() {
  call void @twice.block()
  ret void
}
`)
	inlineBlocks(u)
	var got []string
	for _, f := range u.Definitions() {
		if llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, u.AttrKind("alwaysinline")) != 0 {
			got = append(got, f.Name())
		}
	}
	if !slices.Equal(got, []string{"once.block"}) {
		t.Errorf("marked functions: %v, want once.block", got)
	}
}
