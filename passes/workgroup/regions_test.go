// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"slices"
	"testing"

	"gohipcc/passes/flow"
)

func TestReversePostorder(t *testing.T) {
	for _, c := range []struct {
		name string
		succ [][]int
		from int
		want []int
	}{
		{"one block", [][]int{{}}, 0, []int{0}},
		{"diamond", [][]int{{1, 2}, {3}, {3}, {}}, 0, []int{0, 2, 1, 3}},
		{"loop", [][]int{{1}, {2}, {1, 3}, {}}, 0, []int{0, 1, 2, 3}},
		{"from within", [][]int{{1}, {2}, {1, 3}, {}}, 2, []int{2, 3, 1}},
		{"unreachable", [][]int{{2}, {2}, {}}, 0, []int{0, 2}},
	} {
		if got := reversePostorder(&flow.Graph{Succ: c.succ}, c.from); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestWaitOf: what a work-item waits at when it leaves a region.
func TestWaitOf(t *testing.T) {
	next := &region{}
	for name, c := range map[string]struct {
		e    edge
		want uint64
	}{
		"return":  {edge{}, exited},
		"branch":  {edge{to: next}, runs},
		"barrier": {edge{to: next, sync: &syncPoint{kind: groupSync}}, atBarrier},
		"loop":    {edge{to: next, sync: &syncPoint{kind: yieldSync}}, inLoop},
	} {
		if got := waitOf(c.e); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
