// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gohipcc/passes/llvm"
)

// TestPendingAccesses compares the accesses that are found to be pending with those from which a walk along
// the steps of a random graph leads to the access without synchronisation.
func TestPendingAccesses(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		blocks := 1 + r.IntN(8)
		succ := make([][]int, blocks)
		for i := range succ {
			for range r.IntN(3) {
				succ[i] = append(succ[i], r.IntN(blocks))
			}
		}
		x := &pendingAccesses{Graph: kernelOf(succ).Graph, steps: make([][]step, blocks)}
		for i := range x.steps {
			for range r.IntN(5) {
				if s := (step{inst: llvm.Value(1 + r.IntN(1<<30)), syncs: r.IntN(4) == 0}); s.syncs {
					x.steps[i] = append(x.steps[i], s)
				} else {
					for range 1 + r.IntN(40) {
						s.access = append(s.access, x.total)
						x.total++
					}
					x.steps[i] = append(x.steps[i], s)
				}
			}
		}
		if at := r.IntN(blocks); len(x.steps[at]) > 0 { // a barrier is inserted
			before := x.steps[at][r.IntN(len(x.steps[at]))].inst
			x.addSync(at, before)
			k := slices.IndexFunc(x.steps[at], func(s step) bool { return s.inst == before })
			if k == 0 || !x.steps[at][k-1].syncs {
				t.Fatalf("no barrier before step %d of %v", k, x.steps[at])
			}
		}
		ends := map[int]bool{r.IntN(blocks): r.IntN(2) == 0}
		want := walkPending(x, ends)
		visited := 0
		x.before(ends, func(b int, pending accessSet) {
			visited++
			if got := slices.Collect(pending.all()); !slices.Equal(got, want[b]) {
				t.Fatalf("blocks %v, steps %v, ends %v: before access %d are pending %v, want %v", succ, x.steps, ends, b, got, want[b])
			}
		})
		if visited != x.total {
			t.Fatalf("%d of %d accesses visited", visited, x.total)
		}
	}
}

// walkPending lists, by access, the accesses from which a walk leads to it without synchronisation.
func walkPending(x *pendingAccesses, ends map[int]bool) [][]int {
	out := make([][]int, x.total)
	for i, list := range x.steps {
		for k, s := range list {
			for _, a := range s.access {
				seen := map[[2]int]bool{}
				var walk func(block, at int)
				walk = func(block, at int) {
					if seen[[2]int{block, at}] {
						return
					}
					seen[[2]int{block, at}] = true
					switch {
					case at < len(x.steps[block]):
						if s := x.steps[block][at]; !s.syncs {
							for _, b := range s.access {
								out[b] = append(out[b], a)
							}
							walk(block, at+1)
						}
					case !ends[block]:
						for _, to := range x.Succ[block] {
							walk(to, 0)
						}
					}
				}
				walk(i, k+1)
			}
		}
	}
	for b := range out {
		slices.Sort(out[b])
	}
	return out
}
