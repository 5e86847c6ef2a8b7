// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"fmt"
	"slices"

	"gohipcc/passes/convergence"
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// syncKind is how work-items synchronise at a point.
type syncKind int

const (
	warpSync     syncKind = iota // the lanes of the warp
	exchangeSync                 // these, and they get each other's values
	groupSync                    // all work-items of the block
	yieldSync                    // anything else that can run: the latch of a loop that spin-waits
)

// A syncPoint is an instruction at which work-items synchronise, or several exchanges that do not
// depend on each other.
type syncPoint struct {
	kind      syncKind
	insts     []llvm.Value
	before    llvm.Block // which they end
	after     llvm.Block // that follows
	exchanges []exchange // the work of the instructions
}

// isYield reports whether an instruction marks a loop that spin-waits (convergence.MarkSpinWaits).
func isYield(i llvm.Value) bool {
	const acquire, singleThread = 4, 0
	return ir.Opcode(i) == llvm.Fence && llvm.GetOrdering(i) == acquire && llvm.GetAtomicSyncScopeID(i) == singleThread
}

func isSync(i llvm.Value) bool { return isYield(i) || flow.SyncOf(i) != flow.NoSync }

// kindOf returns the kind of a synchronisation point.
func kindOf(i llvm.Value) syncKind {
	switch flow.SyncOf(i) {
	case flow.WarpShuffle, flow.WarpBallot:
		return exchangeSync
	case flow.WarpBarrier:
		return warpSync
	case flow.GroupBarrier:
		return groupSync
	}
	return yieldSync
}

// splitAtSyncs ends a block after each synchronisation point.
func (m *formation) splitAtSyncs() {
	m.at, m.after = map[llvm.Block]*syncPoint{}, map[llvm.Block]*syncPoint{}
	taken := map[llvm.Value]bool{}
	for _, i := range ir.Instructions(m.F) {
		if taken[i] || !isSync(i) {
			continue
		}
		// The block keeps what follows the instruction.
		s := &syncPoint{kind: kindOf(i), insts: exchangesFrom(i), after: llvm.GetInstructionParent(i)}
		for _, x := range s.insts {
			taken[x] = true
		}
		s.before = m.u.SplitBefore(llvm.GetNextInstruction(s.insts[len(s.insts)-1]))
		m.syncs = append(m.syncs, s)
		if m.body == s.after {
			m.body = s.before
		}
		if p := m.at[s.after]; p != nil {
			panic("workgroup: a block ends in two synchronisation points")
		}
		m.at[s.before], m.after[s.after] = s, s
		// Instructions before this point in the same block follow the point before it.
		for _, o := range m.syncs {
			if o != s && o.after == s.after {
				o.after = s.before
				m.after[s.before] = o
			}
		}
	}
}

// exchangesFrom returns an instruction and, if it is an exchange, those that follow it directly and
// do not depend on the results of these.
func exchangesFrom(i llvm.Value) []llvm.Value {
	out := []llvm.Value{i}
	if !isExchange(i) {
		return out
	}
	for n := llvm.GetNextInstruction(i); n != 0 && isExchange(n); n = llvm.GetNextInstruction(n) {
		for _, op := range ir.Operands(n) {
			if slices.Contains(out, op) {
				return out
			}
		}
		out = append(out, n)
	}
	return out
}

// A region is a part of the kernel that work-items execute without synchronising: the blocks that
// can be reached from its head and from no other head. Heads are the kernel's entry, the blocks
// after synchronisation points, and blocks that can be reached from several heads.
type region struct {
	id     int // in program order: the blocks of a loop come before what follows it
	head   llvm.Block
	blocks []llvm.Block
	item   llvm.Block // where a work-item starts: loads the values it needs, and branches to the head
	latch  llvm.Block // where a work-item leaves the region for
	sync   *syncPoint // which the region follows, if any
	loads  map[llvm.Value]llvm.Value

	exits    []llvm.Block // of the schedule in which work-items stay together: blocks before the latch that tell where they go
	interior *blockCopy   // the second loop, if any (interior.go)
}

// partition finds the regions.
func (m *formation) partition() {
	first := m.Index[m.body]
	head := map[int]bool{first: true}
	for _, s := range m.syncs {
		head[m.Index[s.after]] = true
	}
	owner := m.owners(first, head)
	m.of = map[llvm.Block]*region{}
	byHead := map[int]*region{}
	for _, b := range convergence.WeakTopologicalOrder(m.Kernel) {
		if owner[b] < 0 {
			continue
		}
		r := byHead[owner[b]]
		if r == nil {
			r = &region{id: len(m.regions), head: m.Blocks[owner[b]], sync: m.after[m.Blocks[owner[b]]], loads: map[llvm.Value]llvm.Value{}}
			byHead[owner[b]] = r
			m.regions = append(m.regions, r)
		}
		r.blocks = append(r.blocks, m.Blocks[b])
		m.of[m.Blocks[b]] = r
	}
}

// owners returns for each block the head of its region, -1 for unreachable ones. Blocks that are
// reached from several heads become heads.
func (m *formation) owners(first int, head map[int]bool) []int {
	order := reversePostorder(m.Graph, first)
	owner := make([]int, len(m.Blocks))
again:
	for i := range owner {
		owner[i] = -1
	}
	for changed := true; changed; {
		changed = false
		for _, b := range order {
			if head[b] {
				changed = changed || owner[b] != b
				owner[b] = b
				continue
			}
			for _, p := range m.Pred[b] {
				switch {
				case owner[p] < 0:
				case owner[b] < 0:
					owner[b], changed = owner[p], true
				case owner[b] != owner[p]:
					// The successors have another owner now.
					head[b] = true
					goto again
				}
			}
		}
	}
	return owner
}

// hasUniformExits reports whether all work-items leave each region for the same one: of the edges
// that leave it after a divergent branch and before the reconvergence, all lead to one region.
func (m *formation) hasUniformExits() bool {
	pd := flow.PostDominators(m.Succ)
	for d := range m.Blocks {
		r := m.of[m.Blocks[d]]
		if r == nil || !m.DivergentBranch(d) {
			continue
		}
		join := pd.Immediate(d)
		for _, b := range flow.ListReachable(m.Succ, m.Succ[d], join) {
			if m.EndsInUnreachable(b) {
				continue
			}
			if m.of[m.Blocks[b]] != r {
				return false
			}
			for _, s := range m.Succ[b] {
				if m.leaves(m.Blocks[b], m.Blocks[s]) && s != join {
					return false
				}
			}
		}
	}
	return true
}

// reversePostorder returns the blocks that can be reached from a block, predecessors before
// successors except for back edges.
func reversePostorder(g *flow.Graph, from int) []int {
	var out []int
	seen := map[int]bool{}
	var visit func(int)
	visit = func(b int) {
		seen[b] = true
		for _, s := range g.Succ[b] {
			if !seen[s] {
				visit(s)
			}
		}
		out = append(out, b)
	}
	visit(from)
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// openRegions gives each region the blocks of its loop, which are empty at first.
func (m *formation) openRegions() {
	if !m.uniformSync {
		m.arrays, m.lane = m.stack(m.u.Ptr(0), "arrays"), m.stack(m.u.Types.I64, "lane")
	}
	for _, r := range m.regions {
		r.item = m.block(fmt.Sprintf("region%d.item", r.id))
		r.latch = m.block(fmt.Sprintf("region%d.latch", r.id))
		llvm.PositionBuilderAtEnd(m.u.B, r.item)
		llvm.SetCurrentDebugLocation2(m.u.B, 0)
		llvm.BuildBr(m.u.B, r.head)
	}
	m.end = m.block("end")
	llvm.PositionBuilderAtEnd(m.u.B, m.end)
	llvm.BuildRetVoid(m.u.B)
}

func (m *formation) block(name string) llvm.Block {
	return llvm.AppendBasicBlockInContext(m.u.Ctx, m.F, name)
}

// leaves reports whether an edge leaves a region.
func (m *formation) leaves(from llvm.Block, to llvm.Block) bool {
	return m.at[from] != nil || m.of[to] != m.of[from]
}

// inItem positions the builder where a work-item starts in a region.
func (m *formation) inItem(r *region) llvm.Builder {
	llvm.PositionBuilderBefore(m.u.B, llvm.GetBasicBlockTerminator(r.item))
	llvm.SetCurrentDebugLocation2(m.u.B, 0)
	return m.u.B
}
