// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"iter"
	"math/bits"
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/llvm"
)

// accessSet is a set of the accesses of a kernel, by number.
type accessSet []uint64

func newAccessSet(accesses int) accessSet { return make(accessSet, (accesses+63)/64) }

func (s accessSet) add(a int) { s[a/64] |= 1 << (a % 64) }

// addAll adds the members of another set, and reports whether any of them is new.
func (s accessSet) addAll(other accessSet) bool {
	changed := false
	for w, m := range other {
		changed = changed || m&^s[w] != 0
		s[w] |= m
	}
	return changed
}

// all lists the members in order.
func (s accessSet) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, m := range s {
			for ; m != 0; m &= m - 1 {
				if !yield(64*w + bits.TrailingZeros64(m)) {
					return
				}
			}
		}
	}
}

// A step is what matters of an instruction here: the lanes synchronise, or make accesses.
type step struct {
	inst   llvm.Value
	syncs  bool
	access []int
}

// pendingAccesses finds the accesses that may have happened since the lanes last synchronised. Barriers are
// inserted one by one, with a look at all pairs of accesses for each, so the instructions are read only once.
type pendingAccesses struct {
	*flow.Graph
	steps [][]step // by block
	total int      // of the accesses
}

func pendingOf(a *kernelAccesses) *pendingAccesses {
	p := &pendingAccesses{Graph: a.Graph, steps: make([][]step, len(a.Blocks)), total: len(a.access)}
	for i, b := range a.Blocks {
		for inst := llvm.GetFirstInstruction(b); inst != 0; inst = llvm.GetNextInstruction(inst) {
			syncs, access := flow.SyncOf(inst) != flow.NoSync, a.at[inst]
			if syncs || len(access) > 0 {
				p.steps[i] = append(p.steps[i], step{inst, syncs, access})
			}
		}
	}
	return p
}

// addSync records that the lanes synchronise before an instruction of a block, which is an access or
// the terminator.
func (p *pendingAccesses) addSync(block int, before llvm.Value) {
	list := p.steps[block]
	at := slices.IndexFunc(list, func(s step) bool { return s.inst == before })
	if at < 0 {
		at = len(list)
	}
	p.steps[block] = slices.Insert(list, at, step{syncs: true})
}

// before calls visit for every access with the accesses that may have happened since the lanes last
// synchronised. They also synchronise at the end of the blocks in ends.
func (p *pendingAccesses) before(ends map[int]bool, visit func(access int, pending accessSet)) {
	end, syncs := make([]accessSet, len(p.steps)), make([]bool, len(p.steps))
	for i, list := range p.steps {
		end[i] = newAccessSet(p.total)
		for _, s := range list {
			if s.syncs {
				clear(end[i])
				syncs[i] = true
			}
			for _, a := range s.access {
				end[i].add(a)
			}
		}
		if ends[i] {
			clear(end[i])
			syncs[i] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for i, pred := range p.Pred {
			for _, from := range pred {
				changed = !syncs[i] && end[i].addAll(end[from]) || changed
			}
		}
	}
	pending := newAccessSet(p.total)
	for i, list := range p.steps {
		clear(pending)
		for _, from := range p.Pred[i] {
			pending.addAll(end[from])
		}
		for _, s := range list {
			if s.syncs {
				clear(pending)
			}
			for _, b := range s.access {
				visit(b, pending)
			}
			for _, a := range s.access {
				pending.add(a)
			}
		}
	}
}

// conflicts are the accesses that may conflict with one that follows them.
type conflicts struct {
	known, found accessSet // those that were compared with it, and those of them that may conflict
}

// conflicts reports whether any of some accesses may conflict with b, which follows them.
func (x *exchange) conflicts(b int, pending accessSet) bool {
	c := &x.conflict[b]
	if c.known == nil {
		c.known, c.found = newAccessSet(len(x.access)), newAccessSet(len(x.access))
	}
	for w, m := range pending {
		if m&c.found[w] != 0 {
			return true
		}
		for m &^= c.known[w]; m != 0; m &= m - 1 {
			a := 64*w + bits.TrailingZeros64(m)
			c.known.add(a)
			if x.mayConflict(a, b) {
				c.found.add(a)
				return true
			}
		}
	}
	return false
}
