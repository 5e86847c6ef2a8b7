// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pocl

import (
	"maps"
	"testing"

	"gohipcc/passes/flow"
	"gohipcc/passes/llvm"
)

// kernelOf is a kernel by the successors of its blocks, some of which end in barriers.
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

// TestJoins: blocks that follow barriers which do not dominate them, with the number of these.
func TestJoins(t *testing.T) {
	diamond := [][]int{{1, 2}, {3}, {3}, {}}
	for _, c := range []struct {
		name     string
		succ     [][]int
		barriers []int
		want     map[int]int
	}{
		{"none", diamond, nil, map[int]int{}},
		{"dominates", diamond, []int{0}, map[int]int{}},
		{"one side", diamond, []int{1}, map[int]int{3: 1}},
		{"both sides", diamond, []int{1, 2}, map[int]int{3: 2}},
		{"own loop", [][]int{{1}, {1, 2}, {}}, []int{1}, map[int]int{}},
		{"header of its loop", [][]int{{1}, {2, 3}, {1}, {}}, []int{2}, map[int]int{}},
	} {
		if got := joins(kernelOf(c.succ, c.barriers...)); !maps.Equal(got, c.want) {
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
