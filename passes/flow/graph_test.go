// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package flow

import (
	"fmt"
	"slices"
	"testing"

	"gohipcc/passes/llvm"
)

// graphOf returns a graph by the successors of its blocks, without a function.
func graphOf(succ [][]int) *Graph {
	g := &Graph{Blocks: make([]llvm.Block, len(succ)), Succ: succ, Pred: make([][]int, len(succ))}
	for i, s := range succ {
		for _, k := range s {
			g.Pred[k] = append(g.Pred[k], i)
		}
	}
	return g
}

// Irreducible graphs and nested loops among the graphs of the tests.
var (
	diamond     = [][]int{{1, 2}, {3}, {3}, {}}
	nested      = [][]int{{1}, {2, 5}, {3}, {2, 4}, {1}, {}} // 1 is the header of a loop around that of 2 and 3
	twoLatches  = [][]int{{1}, {2, 4}, {1, 3}, {1}, {}}
	irreducible = [][]int{{1, 2}, {2, 3}, {1, 3}, {}}
	endless     = [][]int{{1, 2}, {1}, {}}
	twoExits    = [][]int{{1, 2}, {}, {3}, {}}
)

func TestDominators(t *testing.T) {
	for _, c := range []struct {
		name      string
		succ      [][]int
		dom, post []int // immediate (post-)dominators
	}{
		{"diamond", diamond, []int{-1, 0, 0, 0}, []int{3, 3, 3, -1}},
		{"nested", nested, []int{-1, 0, 1, 2, 3, 1}, []int{1, 5, 3, 4, 1, -1}},
		{"two latches", twoLatches, []int{-1, 0, 1, 2, 1}, []int{1, 4, 1, 1, -1}},
		{"irreducible", irreducible, []int{-1, 0, 0, 0}, []int{3, 3, 3, -1}},
		{"two exits", twoExits, []int{-1, 0, 0, 2}, []int{-1, -1, 3, -1}},
		// A block without a path to the end has no post-dominator.
		{"endless", endless, []int{-1, 0, 0}, []int{2, -1, -1}},
	} {
		g := graphOf(c.succ)
		dom, post := g.Dominators(), PostDominators(c.succ)
		var gotDom, gotPost []int
		for i := range c.succ {
			gotDom, gotPost = append(gotDom, dom.Immediate(i)), append(gotPost, post.Immediate(i))
		}
		if !slices.Equal(gotDom, c.dom) || !slices.Equal(gotPost, c.post) {
			t.Errorf("%s: dominators %v, post-dominators %v; want %v, %v", c.name, gotDom, gotPost, c.dom, c.post)
		}
	}
}

func TestIrreducible(t *testing.T) {
	for _, c := range []struct {
		succ [][]int
		want bool
	}{{diamond, false}, {nested, false}, {twoLatches, false}, {irreducible, true}, {endless, false}} {
		if got := graphOf(c.succ).Irreducible(); got != c.want {
			t.Errorf("%v: irreducible: %v, want %v", c.succ, got, c.want)
		}
	}
}

// TestPaths checks the paths of one edge and more, and cycles, against each other on the graphs of the
// tests and on one whose components are nested in the order of a search.
func TestPaths(t *testing.T) {
	chain := [][]int{{1}, {2}, {0, 3}, {3, 4}, {5}, {6}, {4, 7}, {}}
	for _, c := range []struct {
		succ  [][]int
		cycle []int
	}{
		{diamond, nil},
		{nested, []int{1, 2, 3, 4}},
		{twoLatches, []int{1, 2, 3}},
		{irreducible, []int{1, 2}},
		{endless, []int{1}},
		{chain, []int{0, 1, 2, 3, 4, 5, 6}},
	} {
		paths, cycles := NewPaths(c.succ), InCycles(c.succ)
		for i := range c.succ {
			if want := slices.Contains(c.cycle, i); cycles[i] != want || paths.Lead(i, i) != want {
				t.Errorf("%v: %d in a cycle: %v, by paths %v, want %v", c.succ, i, cycles[i], paths.Lead(i, i), want)
			}
			for k := range c.succ {
				if want := Reachable(c.succ, c.succ[i], -1)[k]; paths.Lead(i, k) != want {
					t.Errorf("%v: a path from %d to %d: %v, want %v", c.succ, i, k, !want, want)
				}
			}
		}
	}
}

// TestDominates checks Dominates against its definition: without d there is no path from the start
// to i.
func TestDominates(t *testing.T) {
	for _, succ := range [][][]int{diamond, nested, twoLatches, irreducible, endless, twoExits} {
		dom := graphOf(succ).Dominators()
		for d := range succ {
			without := Reachable(succ, []int{0}, d)
			for i := range succ {
				if want := i == d || !without[i]; dom.Dominates(d, i) != want {
					t.Errorf("%v: %d dominates %d: %v, want %v", succ, d, i, !want, want)
				}
			}
		}
	}
}

func TestNaturalLoops(t *testing.T) {
	for _, c := range []struct {
		name          string
		succ          [][]int
		natural, back string // header, latch: members; exiting blocks
	}{
		{"none", diamond, "", ""},
		{"nested", nested, "2,3:[2 3]>[3] 1,4:[1 2 3 4]>[1] ", "2,3:[2 3]>[3] 1,4:[1 2 3 4]>[1] "},
		{"two latches", twoLatches, "1,2:[1 2 3]>[1] ", "1,2:[1 2]>[1 2] 1,3:[1 2 3]>[1] "},
		// The cycle of an irreducible graph is no natural loop.
		{"irreducible", irreducible, "", ""},
		{"endless", endless, "1,1:[1]>[] ", "1,1:[1]>[] "},
	} {
		g := graphOf(c.succ)
		text := func(loops []Loop) (s string) {
			for _, l := range loops {
				var members []int
				for i, in := range l.Member {
					if in {
						members = append(members, i)
					}
				}
				s += fmt.Sprintf("%d,%d:%v>%v ", l.Header, l.Latch, members, g.ExitingBlocks(l))
			}
			return s
		}
		if got := text(g.NaturalLoops()); got != c.natural {
			t.Errorf("%s: natural loops %q, want %q", c.name, got, c.natural)
		}
		if got := text(g.BackEdgeLoops()); got != c.back {
			t.Errorf("%s: loops of back edges %q, want %q", c.name, got, c.back)
		}
	}
}

func TestDivergentExit(t *testing.T) {
	// Block 1 may leave the loop, 2 and 3 are the sides of a branch within it.
	g := graphOf([][]int{{1}, {2, 5}, {3, 4}, {4}, {1}, {}})
	pd, l := PostDominators(g.Succ), g.NaturalLoops()[0]
	for block, want := range []bool{false, true, false, false, false, false} {
		if got := len(g.Succ[block]) > 1 && l.divergentExit(block, pd); got != want {
			t.Errorf("a divergent branch of block %d: divergent exit %v, want %v", block, got, want)
		}
	}
}

func TestJoins(t *testing.T) {
	for _, c := range []struct {
		name   string
		succ   [][]int
		branch int
		want   []int
	}{
		{"diamond", diamond, 0, []int{3, 3}},
		// The sides already join before the post-dominator.
		{"early join", [][]int{{1, 2}, {3, 4}, {3}, {4}, {}}, 0, []int{3, 4, 4}},
		{"no post-dominator", [][]int{{1, 2}, {3}, {3, 4}, {}, {}}, 0, []int{3}},
		{"exit of a loop", nested, 3, []int{4}},
	} {
		g := graphOf(c.succ)
		got := g.Joins(c.branch, PostDominators(c.succ).Immediate(c.branch))
		slices.Sort(got)
		if got, want := slices.Compact(got), slices.Compact(c.want); !slices.Equal(got, want) {
			t.Errorf("%s: joins %v, want %v", c.name, got, want)
		}
	}
}
