// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"testing"

	"gohipcc/passes/llvm"
)

func TestName(t *testing.T) {
	for symbol, want := range map[string]string{
		"_Z1kPi":            "_Z1kPi",
		"x.managed":         "x$managed",
		"_Zk.intern.5a_$_%": "_Zk$intern$5a_$_%",
	} {
		if got := Name(symbol); got != want {
			t.Errorf("%q: %q, want %q", symbol, got, want)
		}
	}
}

// TestFences: the fences around a relaxed read-modify-write have at least the ordering that it had.
func TestFences(t *testing.T) {
	for order, f := range fences {
		acquires := order == llvm.Acquire || order == llvm.AcquireRelease || order == llvm.SequentiallyConsistent
		releases := order == llvm.Release || order == llvm.AcquireRelease || order == llvm.SequentiallyConsistent
		if (f.after != 0) != acquires || (f.before != 0) != releases {
			t.Errorf("ordering %d: %+v", order, f)
		}
	}
	if _, ok := fences[llvm.Monotonic]; ok {
		t.Error("a relaxed operation gets fences")
	}
}

func TestBuiltins(t *testing.T) {
	if !Builtin("vprintf") || Builtin("printf") {
		t.Error("the driver has vprintf, not printf")
	}
}
