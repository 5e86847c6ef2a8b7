// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pocl

import (
	"maps"
	"slices"
	"testing"

	"gohipcc/passes/flow"
	"gohipcc/passes/llvm"
)

// kernelOf returns a kernel by the successors of its blocks, some of which end in barriers.
func kernelOf(succ [][]int, barriers ...int) *flow.Kernel {
	g := &flow.Graph{Blocks: make([]llvm.Block, len(succ)), Succ: succ, Pred: make([][]int, len(succ))}
	for i, s := range succ {
		for _, k := range s {
			g.Pred[k] = append(g.Pred[k], i)
		}
	}
	k := &flow.Kernel{Graph: g, Sync: make([]llvm.Value, len(succ)), ReachesSync: make([]bool, len(succ))}
	for _, b := range barriers {
		k.Sync[b] = 1
	}
	return k
}

// TestDecisions: which branches decide about other blocks than the loop that they may leave, and which of these are
// guards.
func TestDecisions(t *testing.T) {
	for _, c := range []struct {
		name string
		succ [][]int
		want map[int]bool // by block: it is a guard
	}{
		{"diamond", [][]int{{1, 2}, {3}, {3}, {}}, map[int]bool{0: false}},
		{"triangle", [][]int{{1, 2}, {2}, {}}, map[int]bool{0: true}},
		{"loop", [][]int{{1}, {1, 2}, {}}, map[int]bool{}},
		{"loop with the exit at its header", [][]int{{1}, {2, 3}, {1}, {}}, map[int]bool{}},
		{"guarded loop", [][]int{{1, 3}, {2}, {2, 3}, {}}, map[int]bool{0: true}},
		{"two exits", [][]int{{1}, {2, 3}, {1, 3}, {}}, map[int]bool{1: false, 2: false}},
		{"return", [][]int{{1, 2}, {}, {}}, map[int]bool{0: false}},
		{"triangle with a triangle at its end", [][]int{{1, 3}, {2, 3}, {3}, {}}, map[int]bool{0: false, 1: true}},
	} {
		k := kernelOf(c.succ)
		got := map[int]bool{}
		for _, d := range decisionsIn(k.Graph, k.Succ) {
			got[d.block] = d.isGuard()
		}
		if !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestTurns: which branches decide whether the header of a loop with barriers is executed.
func TestTurns(t *testing.T) {
	for _, c := range []struct {
		name     string
		succ     [][]int
		barriers []int
		want     []int
	}{
		{"one end of the loop", [][]int{{1}, {2, 3}, {3}, {4, 7}, {5, 6}, {6}, {1}, {}}, []int{3, 4}, nil},
		{"past the header to the barrier", [][]int{{1}, {2, 3}, {3}, {4, 6}, {5, 3}, {1}, {}}, []int{3, 4}, []int{4}},
		{"without barriers", [][]int{{1}, {2, 3}, {3}, {4, 6}, {5, 3}, {1}, {}}, nil, nil},
		{"a loop in a loop", [][]int{{1}, {2}, {2, 3}, {1, 4}, {}}, []int{2}, nil},
		{"a loop after which it goes on", [][]int{{1}, {2}, {3, 4}, {4}, {1, 5}, {}}, []int{1, 4}, nil},
	} {
		k := kernelOf(c.succ, c.barriers...)
		var got []int
		for _, d := range decisionsIn(k.Graph, k.Succ) {
			if d.turns(k) {
				got = append(got, d.block)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestIsTriangle: 1 is the side of a triangle between 0 and 2, 3 and 4 are those of a diamond.
func TestIsTriangle(t *testing.T) {
	k := kernelOf([][]int{{1, 2}, {2}, {3, 4}, {5}, {5}, {}})
	for side, want := range map[int]bool{1: true, 3: false, 4: false} {
		if got := isTriangle(k, side, k.Succ[side][0]); got != want {
			t.Errorf("%d: %v", side, got)
		}
	}
}
