// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import "testing"

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
		acquires := order == orderAcquire || order == orderAcqRel || order == orderSeqCst
		releases := order == orderRelease || order == orderAcqRel || order == orderSeqCst
		if (f.after != 0) != acquires || (f.before != 0) != releases {
			t.Errorf("ordering %d: %+v", order, f)
		}
	}
	if _, ok := fences[orderMonotonic]; ok {
		t.Error("a relaxed operation gets fences")
	}
}

func TestBuiltins(t *testing.T) {
	if !Builtin("vprintf") || Builtin("printf") {
		t.Error("the driver has vprintf, not printf")
	}
}
