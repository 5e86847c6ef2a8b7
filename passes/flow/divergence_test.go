// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package flow

import (
	"fmt"
	"slices"
	"testing"
)

// Graphs by the successors of their blocks, the divergent branches, and the expected divergent
// blocks.
func TestDivergentBlocks(t *testing.T) {
	for _, c := range []struct {
		name     string
		succ     [][]int
		branches []int
		want     []int
	}{
		{"straight", [][]int{{1}, {2}, {}}, nil, nil},
		{"diamond", [][]int{{1, 2}, {3}, {3}, {}}, []int{0}, []int{1, 2}},
		{"uniform diamond", [][]int{{1, 2}, {3}, {3}, {}}, nil, nil},
		{"triangle", [][]int{{1, 2}, {2}, {}}, []int{0}, []int{1}},
		// What is in a divergent branch is divergent whatever its own branches are.
		{"nested", [][]int{{1, 4}, {2, 3}, {3}, {4}, {}}, []int{0}, []int{1, 2, 3}},
		{"divergent in uniform", [][]int{{1, 4}, {2, 3}, {3}, {4}, {}}, []int{1}, []int{2}},
		// An early exit that some take: all until the end is divergent.
		{"early exit", [][]int{{1, 2}, {}, {3}, {}}, []int{0}, []int{1, 2, 3}},
		{"early exit, one end", [][]int{{1, 2}, {3}, {3}, {}}, []int{0}, []int{1, 2}},
		{"loop", [][]int{{1}, {1, 2}, {}}, nil, nil},
		// Work-items leave the loop in different iterations.
		{"divergent exit", [][]int{{1}, {1, 2}, {}}, []int{1}, []int{1}},
		{"divergent break", [][]int{{1}, {2, 3}, {1, 3}, {}}, []int{1}, []int{1, 2}},
		{"branch in loop", [][]int{{1}, {2, 3}, {3}, {1, 4}, {}}, []int{1}, []int{2}},
		{"loop in branch", [][]int{{1, 2}, {1, 2}, {}}, []int{0}, []int{1}},
		// 3 is entered by a uniform branch and by a divergent one.
		{"mixed entry", [][]int{{3, 1}, {3, 2}, {4}, {4}, {}}, []int{1}, []int{2, 3}},
		// Work-items in a loop without an exit never reconverge with the others.
		{"no end", [][]int{{1, 2}, {1}, {}}, []int{0}, []int{1}},
	} {
		var got []int
		for i, d := range DivergentBlocks(c.succ, func(i int) bool { return slices.Contains(c.branches, i) }) {
			if d {
				got = append(got, i)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: divergent are %v, want %v", c.name, got, c.want)
		}
	}
}

func TestUniformPostDominator(t *testing.T) {
	succ := [][]int{{1, 4}, {2, 3}, {3}, {4}, {}}
	divergent := DivergentBlocks(succ, func(i int) bool { return i < 2 })
	pd := PostDominators(succ)
	for i, want := range []int{0, 4, 4, 4, 4} {
		if got := pd.UniformPostDominator(i, divergent); got != want {
			t.Errorf("of %d: %d, want %d", i, got, want)
		}
	}
	if got := PostDominators([][]int{{1, 2}, {}, {}}).UniformPostDominator(1, []bool{false, true, true}); got != -1 {
		t.Errorf("of an exit: %d, want none", got)
	}
}
