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

// TestRegisterLimit: no limit keeps a block from running that does without, and each leaves something to spare.
func TestRegisterLimit(t *testing.T) {
	for _, c := range []struct{ threads, needed, want int }{
		{1024, 20, 64}, {1024, 56, 64}, {1024, 57, 0}, {1024, 72, 0}, {1024, 89, 0}, {1024, 97, 128}, {1024, 121, 0}, {1024, 152, 168}, {1024, 161, 0},
		{256, 20, 64}, {256, 60, 88}, {256, 110, 128}, {256, 121, 0}, {128, 200, 0}, {512, 112, 128}, {512, 125, 0}, {0, 20, 64},
	} {
		if got := registerLimit(c.threads, c.needed); got != c.want {
			t.Errorf("%d threads, %d registers: %d, want %d", c.threads, c.needed, got, c.want)
		}
	}
}

func TestBuiltins(t *testing.T) {
	if !Builtin("vprintf") || Builtin("printf") {
		t.Error("the driver has vprintf, not printf")
	}
}
