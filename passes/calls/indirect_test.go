// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package calls

import (
	"slices"
	"testing"

	"gohipcc/passes/ir/irtest"
	"gohipcc/passes/llvm"
)

// TestAddressTaken: a function's address is taken by any use other than a direct call of it.
func TestAddressTaken(t *testing.T) {
	u := irtest.Parse(t, `
@table = global [1 x ptr] [ptr @listed]
define void @called() { ret void }
define void @stored() { ret void }
define void @listed() { ret void }
define void @passed() { ret void }
define void @both() { ret void }
define void @take(ptr %f) { ret void }
define void @k(ptr %p) {
  call void @called()
  store ptr @stored, ptr %p
  call void @take(ptr @passed)
  call void @both()
  call void @both()
  %same = icmp eq ptr @both, %p
  ret void
}
`)
	taken, direct := addressTaken(u)
	var names []string
	for _, f := range taken {
		names = append(names, f.Name())
	}
	if want := []string{"both", "listed", "passed", "stored"}; !slices.Equal(names, want) {
		t.Errorf("taken are %v, want %v", names, want)
	}
	for name, want := range map[string]int{"called": 1, "both": 2, "take": 1, "stored": 0, "k": 0} {
		if got := len(direct[llvm.GetNamedFunction(u.Mod, name)]); got != want {
			t.Errorf("%s: %d direct calls, want %d", name, got, want)
		}
	}
}
