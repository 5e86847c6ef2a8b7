// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package flow

import (
	"testing"

	"gohipcc/passes/ir/irtest"
	"gohipcc/passes/llvm"
)

// A loop with two exits, whose value is used outside of it.
const twoExitsIR = `
define i32 @f(i32 %n, i1 %a, i1 %b) {
entry:
  br label %header
header:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %c = icmp eq i32 %i, %n
  br i1 %c, label %out, label %latch
latch:
  %next = add i32 %i, 1
  %d = icmp eq i32 %next, 100
  br i1 %d, label %out, label %header
out:
  %use = mul i32 %i, 2
  ret i32 %use
}
`

// TestEscapes: what leaves a loop is looked for at its first divergent exit only. With loops of
// thousands of blocks and exits, as continuations make them, it takes minutes otherwise.
func TestEscapes(t *testing.T) {
	u := irtest.Parse(t, twoExitsIR)
	g := New(llvm.GetNamedFunction(u.Mod, "f"))
	d := newDivergence(g, uniformCall, nil)
	use := irtest.Value(t, u, "f", "use")
	for i, name := range []string{"c", "d"} {
		condition := irtest.Value(t, u, "f", name)
		d.values[condition] = true
		if !d.propagate(g.Index[llvm.GetInstructionParent(condition)]) {
			t.Fatalf("%%%s: the branch has not been propagated", name)
		}
		if want := i == 0; d.escaped[use] != want {
			t.Errorf("after %%%s: %%use has escaped %v, want %v", name, d.escaped[use], want)
		}
		clear(d.escaped)
	}
}
