// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"slices"
	"testing"

	"gohipcc/abi"
	"gohipcc/passes/flow"
	"gohipcc/passes/llvm"
)

// kernelOf returns a kernel by the successors of its blocks, without a function.
func kernelOf(succ [][]int) *flow.Kernel {
	g := &flow.Graph{Blocks: make([]llvm.Block, len(succ)), Succ: succ, Pred: make([][]int, len(succ))}
	for i, s := range succ {
		for _, k := range s {
			g.Pred[k] = append(g.Pred[k], i)
		}
	}
	return &flow.Kernel{Graph: g, Sync: make([]llvm.Value, len(succ)), ReachesSync: make([]bool, len(succ))}
}

// TestWeakTopologicalOrder: successors follow, but for back edges, and what follows a loop comes after
// all of the loop.
func TestWeakTopologicalOrder(t *testing.T) {
	for _, c := range []struct {
		name string
		succ [][]int
		want []int
	}{
		{"straight", [][]int{{2}, {}, {1}}, []int{0, 2, 1}},
		{"diamond", [][]int{{1, 2}, {3}, {3}, {}}, []int{0, 2, 1, 3}},
		{"loop", [][]int{{1}, {3, 2}, {1}, {}}, []int{0, 1, 2, 3}},
		{"nested", [][]int{{1}, {2, 5}, {3}, {2, 4}, {1}, {}}, []int{0, 1, 2, 3, 4, 5}},
		{"one block", [][]int{{0}}, []int{0}},
	} {
		got := WeakTopologicalOrder(kernelOf(c.succ))
		if len(got) != len(c.want) {
			t.Errorf("%s: order %v, want %v", c.name, got, c.want)
			continue
		}
		if c.name != "diamond" && !slices.Equal(got, c.want) { // whose sides have no order
			t.Errorf("%s: order %v, want %v", c.name, got, c.want)
		}
		for i, s := range c.succ {
			for _, k := range s {
				dom := kernelOf(c.succ).Dominators()
				if !dom.Dominates(k, i) && slices.Index(got, k) < slices.Index(got, i) {
					t.Errorf("%s: %d before its predecessor %d in %v", c.name, k, i, got)
				}
			}
		}
	}
}

// TestExitPaths: where exited work-items rejoin the others, and which blocks they bypass. Block 2 is
// an exit in all graphs.
func TestExitPaths(t *testing.T) {
	for _, c := range []struct {
		name     string
		succ     [][]int
		sync     []int // blocks with synchronisation points
		exit     int
		rejoin   int // -1: no paths
		inactive []int
	}{
		{"straight", [][]int{{1, 2}, {3}, {}, {}}, []int{1}, 0, 1, []int{1, 3}},
		{"branch without barriers", [][]int{{1, 2}, {3, 4}, {}, {4}, {5}, {}}, []int{4}, 0, 1, []int{1, 4, 5}},
		// The branch of 1 decides which barrier is next: exited work-items do not know its condition.
		{"branch with barriers", [][]int{{1, 2}, {3, 4}, {}, {5}, {5}, {}}, []int{3, 4}, 0, -1, nil},
		// They would never leave the loop.
		{"endless loop", [][]int{{1, 2}, {3}, {}, {1}}, []int{3}, 0, -1, nil},
	} {
		k := kernelOf(c.succ)
		for i := range k.Blocks {
			k.Blocks[i] = llvm.Block(i + 1)
			k.ReachesSync[i] = slices.ContainsFunc(c.sync, func(s int) bool { return s == i || flow.Reachable(c.succ, []int{i}, -1)[s] })
		}
		for _, i := range c.sync {
			k.Sync[i] = 1
		}
		p := findExitPaths(k, map[llvm.Block]bool{k.Blocks[c.exit]: true}, nil)
		if p == nil || c.rejoin < 0 {
			if p != nil || c.rejoin >= 0 {
				t.Errorf("%s: paths %v", c.name, p)
			}
			continue
		}
		var inactive []int
		for i := range c.succ {
			if p.inactive[i] {
				inactive = append(inactive, i)
			}
		}
		if p.rejoin[c.exit] != c.rejoin || !slices.Equal(inactive, c.inactive) {
			t.Errorf("%s: rejoin at %d, inactive in %v; want %d, %v", c.name, p.rejoin[c.exit], inactive, c.rejoin, c.inactive)
		}
	}
}

func lanes(x func(lane int) int64) *affine { return knownForm(abi.WarpSize, x) }

func TestAffine(t *testing.T) {
	id := lanes(func(l int) int64 { return int64(l) })
	four := lanes(func(int) int64 { return 4 })
	base := sharedForm(abi.WarpSize, 1, 64)
	if !four.isUniform() || id.isUniform() {
		t.Error("isUniform")
	}
	sum := base.plus(id, 4)
	if sum.known() || sum.lane[3] != 12 || sum.shared[1] != 64 {
		t.Errorf("base + 4·lane: %v", sum)
	}
	if d := sum.plus(base, -1); !d.known() || d.lane[31] != 124 {
		t.Errorf("the base does not cancel: %v", d)
	}
	// "a | b" is a sum where a is below the lowest bit of b.
	if !id.fitsBelow(base) || id.fitsBelow(four) || base.fitsBelow(id) {
		t.Error("fitsBelow")
	}
	if lanes(func(l int) int64 { return -int64(l) }).fitsBelow(base) {
		t.Error("a negative number fits below")
	}
}

func TestLaneArithmetic(t *testing.T) {
	for _, c := range []struct {
		op    llvm.Opcode
		a, b  int64
		width uint32
		want  int64
		ok    bool
	}{
		{llvm.LShr, -1, 4, 32, 0xfffffff, true},
		{llvm.AShr, -16, 2, 32, -4, true},
		{llvm.Shl, 1, 32, 32, 0, false},
		{llvm.UDiv, -1, 2, 32, 0x7fffffff, true},
		{llvm.UDiv, 1, 0, 32, 0, false},
		{llvm.SDiv, -7, 2, 32, -3, true},
		{llvm.SDiv, 5, -1, 32, -5, true},
		{llvm.SRem, -7, 2, 32, -1, true},
		{llvm.SRem, 7, 0, 32, 0, false},
		{llvm.URem, -1, 16, 32, 15, true},
	} {
		got, ok := laneArithmetic[c.op](c.a, c.b, c.width)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("op %d of %d and %d: %d, %v; want %d, %v", c.op, c.a, c.b, got, ok, c.want, c.ok)
		}
	}
	if got := signExtend(0x80, 8); got != -128 {
		t.Errorf("sign extension of 0x80: %d", got)
	}
	if got := zeroExtend(-1, 8); got != 255 {
		t.Errorf("zero extension of -1: %d", got)
	}
}

// TestCounts: all values of the induction variables in an address, and no more than maxCounts.
func TestCounts(t *testing.T) {
	counters := map[llvm.Value][]int64{1: {0, 1, 2}, 2: {1, 4}, 3: make([]int64, maxCounts)}
	form := sharedForm(abi.WarpSize, 1, 10).plus(sharedForm(abi.WarpSize, 2, 1), 1)
	var c iterationSpace
	var got []int64
	for more := c.first(counters, form); more; more = c.next() {
		got = append(got, c.amount(form))
	}
	slices.Sort(got)
	if want := []int64{1, 4, 11, 14, 21, 24}; !slices.Equal(got, want) {
		t.Errorf("amounts %v, want %v", got, want)
	}
	if (&iterationSpace{}).first(counters, form.plus(sharedForm(abi.WarpSize, 3, 1), 1)) {
		t.Error("too many combinations are enumerated")
	}
	if (&iterationSpace{}).first(counters, sharedForm(abi.WarpSize, 4, 1)) {
		t.Error("what is no induction variable has values")
	}
}

// TestRecurrence: the values of a counter end where its operation has no result, or there are enough.
func TestRecurrence(t *testing.T) {
	halve := func(x int64) (int64, bool) { return x / 2, x > 1 }
	if got, want := recurrence(8, halve, 100), []int64{8, 4, 2, 1}; !slices.Equal(got, want) {
		t.Errorf("halves of 8: %v, want %v", got, want)
	}
	if got, want := recurrence(8, halve, 3), []int64{8, 4, 2}; !slices.Equal(got, want) {
		t.Errorf("three halves of 8: %v, want %v", got, want)
	}
}
