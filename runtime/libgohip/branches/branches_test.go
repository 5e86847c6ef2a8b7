// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package branches

import (
	"math/rand/v2"
	"testing"
)

// reach returns for each node of deps the nodes that precede it, directly or indirectly.
func reach(deps [][]int) []map[int]bool {
	after := make([]map[int]bool, len(deps))
	for i, list := range deps {
		after[i] = map[int]bool{}
		for _, d := range list {
			after[i][d] = true
			for x := range after[d] {
				after[i][x] = true
			}
		}
	}
	return after
}

// ordered returns the dependencies of a plan: the previous step of the branch, and the steps that
// are waited for.
func ordered(t *testing.T, p *Plan) [][]int {
	t.Helper()
	last := map[int]int{}
	made := make([][]int, len(p.Steps))
	for i, s := range p.Steps {
		if before, ok := last[s.Branch]; ok {
			made[i] = append(made[i], before)
		}
		for _, w := range s.Waits {
			if !p.Steps[w].Event {
				t.Errorf("step %d waits for %d, which has no event", i, w)
			}
			made[i] = append(made[i], w)
		}
		last[s.Branch] = i
	}
	return made
}

// TestOrder checks that a plan orders everything that its graph orders, and nothing else if there
// were enough branches.
func TestOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 300 {
		n := 1 + r.IntN(60)
		deps := make([][]int, n)
		for i := 1; i < n; i++ {
			for d := max(0, i-12); d < i; d++ {
				if r.IntN(8) == 0 {
					deps[i] = append(deps[i], d)
				}
			}
		}
		p := New(deps)
		wanted, made := reach(deps), reach(ordered(t, p))
		for i := range deps {
			for d := range wanted[i] {
				if !made[i][d] {
					t.Fatalf("round %d: step %d may run before %d: %v", round, i, d, deps)
				}
			}
			for d := range made[i] {
				if p.Branches < Max && !wanted[i][d] {
					t.Fatalf("round %d: step %d waits for %d, of which it is independent: %v", round, i, d, deps)
				}
			}
			if len(deps[i]) == 0 && p.Steps[i].Branch > 0 && len(made[i]) == 0 && !p.Steps[i].Starts {
				t.Fatalf("round %d: step %d may run before the launch: %v", round, i, deps)
			}
		}
		// The launching stream is last: it runs branch 0 and waits for the ends of the others.
		done := map[int]bool{}
		for i, s := range p.Steps {
			if s.Branch == 0 {
				done[i] = true
				for d := range made[i] {
					done[d] = true
				}
			}
		}
		for _, e := range p.Ends {
			done[e] = true
			for d := range made[e] {
				done[d] = true
			}
		}
		if len(done) != n {
			t.Fatalf("round %d: %d of %d steps have ended with the launch: %v", round, len(done), n, deps)
		}
	}
}

// TestShapes checks that a chain is one branch without events, that as many independent nodes as
// there are branches take one each, and that wider graphs share them.
func TestShapes(t *testing.T) {
	chain := New([][]int{nil, {0}, {1}, {2}})
	if chain.Branches != 1 || len(chain.Ends) != 0 || chain.Steps[0].Event {
		t.Errorf("a chain: %+v", chain)
	}
	if wide := New(make([][]int, Max)); wide.Branches != Max || len(wide.Ends) != Max-1 {
		t.Errorf("%d independent nodes: %d branches, %d ends", Max, wide.Branches, len(wide.Ends))
	}
	if wider := New(make([][]int, 3*Max)); wider.Branches != Max {
		t.Errorf("%d independent nodes: %d branches", 3*Max, wider.Branches)
	}
}
