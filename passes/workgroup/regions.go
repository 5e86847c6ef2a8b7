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

// A regionGraph is a kernel divided into regions.
type regionGraph struct {
	*kernel
	syncs   []*syncPoint
	at      map[llvm.Block]*syncPoint // by the block that a synchronisation point ends
	after   map[llvm.Block]*syncPoint // by the block that follows it
	regions []*region
	of      map[llvm.Block]*region
	end     llvm.Block   // returns
	chosen  []llvm.Block // more heads of regions (choices.go)
}

// divide splits the kernel at its synchronisation points and finds its regions.
func (g *regionGraph) divide() error {
	g.splitAtSyncs()
	if err := g.checkAllocas(); err != nil {
		return err
	}
	g.Update()
	g.findDivergent()
	g.partition()
	if g.uniformSync && !g.hasUniformExits() {
		g.uniformSync = false
		g.dropSteps()
	}
	if g.uniformSync && !g.tracksItem && !g.races {
		g.splitChoices()
	}
	return nil
}

func (g *regionGraph) erased(i llvm.Value) {
	for _, r := range g.regions {
		delete(r.loads, i)
	}
}

func (g *regionGraph) replaced(_, _ llvm.Value) {}

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
	alongY   *region      // the copy whose innermost loop runs along y, if any (inner.go)
	unit     *region      // the copy for elements that follow each other, if any (splitbystride.go)
}

// partition finds the regions.
func (g *regionGraph) partition() {
	first := g.Index[g.body]
	head := map[int]bool{first: true}
	for _, s := range g.syncs {
		head[g.Index[s.after]] = true
	}
	for _, b := range g.chosen {
		head[g.Index[b]] = true
	}
	owner := g.owners(first, head)
	g.regions = nil
	g.of = map[llvm.Block]*region{}
	byHead := map[int]*region{}
	for _, b := range convergence.WeakTopologicalOrder(g.Kernel) {
		if owner[b] < 0 {
			continue
		}
		r := byHead[owner[b]]
		if r == nil {
			r = &region{id: len(g.regions), head: g.Blocks[owner[b]], sync: g.after[g.Blocks[owner[b]]], loads: map[llvm.Value]llvm.Value{}}
			byHead[owner[b]] = r
			g.regions = append(g.regions, r)
		}
		r.blocks = append(r.blocks, g.Blocks[b])
		g.of[g.Blocks[b]] = r
	}
}

// owners returns for each block the head of its region, -1 for unreachable ones. Blocks that are
// reached from several heads become heads.
func (g *regionGraph) owners(first int, head map[int]bool) []int {
	order := reversePostorder(g.Graph, first)
	owner := make([]int, len(g.Blocks))
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
			for _, p := range g.Pred[b] {
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
func (g *regionGraph) hasUniformExits() bool {
	pd := flow.PostDominators(g.Succ)
	for d := range g.Blocks {
		r := g.of[g.Blocks[d]]
		if r == nil || !g.DivergentBranch(d) {
			continue
		}
		join := pd.Immediate(d)
		for _, b := range flow.ListReachable(g.Succ, g.Succ[d], join) {
			if g.EndsInUnreachable(b) {
				continue
			}
			if g.of[g.Blocks[b]] != r {
				return false
			}
			for _, s := range g.Succ[b] {
				if g.leaves(g.Blocks[b], g.Blocks[s]) && s != join {
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
func (g *regionGraph) openRegions() {
	for _, r := range g.regions {
		r.item = g.block(fmt.Sprintf("region%d.item", r.id))
		r.latch = g.block(fmt.Sprintf("region%d.latch", r.id))
		llvm.PositionBuilderAtEnd(g.u.B, r.item)
		llvm.SetCurrentDebugLocation2(g.u.B, 0)
		llvm.BuildBr(g.u.B, r.head)
	}
	g.end = g.block("end")
	llvm.PositionBuilderAtEnd(g.u.B, g.end)
	llvm.BuildRetVoid(g.u.B)
}

// leaves reports whether an edge leaves a region.
func (g *regionGraph) leaves(from llvm.Block, to llvm.Block) bool {
	return g.at[from] != nil || g.of[to] != g.of[from]
}

// inItem positions the builder where a work-item starts in a region.
func (g *regionGraph) inItem(r *region) llvm.Builder {
	llvm.PositionBuilderBefore(g.u.B, llvm.GetBasicBlockTerminator(r.item))
	llvm.SetCurrentDebugLocation2(g.u.B, 0)
	return g.u.B
}

// An edge is one by which work-items leave a region.
type edge struct {
	from llvm.Block
	n    uint32     // index of the successor; 0 for a return
	to   *region    // nil: the work-item ends
	sync *syncPoint // which it waits at first
}

// exits lists the edges that leave a region.
func (g *regionGraph) exits(r *region) []edge {
	var out []edge
	for _, b := range r.blocks {
		t := llvm.GetBasicBlockTerminator(b)
		if llvm.GetInstructionOpcode(t) == llvm.Ret {
			out = append(out, edge{from: b})
			continue
		}
		for n := range llvm.GetNumSuccessors(t) {
			if s := llvm.GetSuccessor(t, n); g.leaves(b, s) {
				out = append(out, edge{b, n, g.of[s], g.at[b]})
			}
		}
	}
	return out
}

// redirect makes an edge lead to a block.
func (g *regionGraph) redirect(e edge, to llvm.Block) {
	t := llvm.GetBasicBlockTerminator(e.from)
	if llvm.GetInstructionOpcode(t) != llvm.Ret {
		llvm.SetSuccessor(t, e.n, to)
		return
	}
	b := g.u.Before(t)
	llvm.BuildBr(b, to)
	g.erase(t)
}

// endID returns the ID of no region, for work-items that have exited.
func (g *regionGraph) endID() uint64 { return 2 * uint64(len(g.regions)) }

// idOf returns the barrier ID of a region: its number in program order, and in bit 0 whether it
// follows a warp operation.
func (g *regionGraph) idOf(r *region) uint64 {
	switch {
	case r == nil:
		return g.endID()
	case r.sync != nil && r.sync.kind <= exchangeSync:
		return 2*uint64(r.id) + 1
	}
	return 2 * uint64(r.id)
}

// within returns the successors of the blocks of a region that do not leave it.
func (g *regionGraph) within(r *region) [][]int {
	out := make([][]int, len(g.Blocks))
	for _, b := range r.blocks {
		i := g.Index[b]
		for _, s := range g.Succ[i] {
			if !g.leaves(b, g.Blocks[s]) {
				out[i] = append(out[i], s)
			}
		}
	}
	return out
}

// An outsideUse is a use of a value in another region: an operand.
type outsideUse struct {
	user    llvm.Value
	operand uint32
	r       *region
}

// usesOutside returns the uses of a value outside of a region. A PHI uses a value at the end of
// the incoming block.
func (g *regionGraph) usesOutside(r *region, v llvm.Value) []outsideUse {
	var out []outsideUse
	for _, w := range ir.Users(v) {
		if llvm.IsAInstruction(w) == 0 {
			continue
		}
		for k := range uint32(llvm.GetNumOperands(w)) {
			if llvm.GetOperand(w, k) != v {
				continue
			}
			of := g.regionAt(w)
			if llvm.IsAPHINode(w) != 0 {
				if of = g.of[llvm.GetIncomingBlock(w, k)]; of == nil {
					of = g.itemOf(llvm.GetIncomingBlock(w, k))
				}
			}
			if of != nil && of != r {
				out = append(out, outsideUse{w, k, of})
			}
		}
	}
	return out
}

// regionAt returns the region that an instruction is in.
func (g *regionGraph) regionAt(i llvm.Value) *region {
	at := llvm.GetInstructionParent(i)
	if r := g.of[at]; r != nil {
		return r
	}
	return g.itemOf(at)
}

// itemOf returns the region whose item block a block is.
func (g *regionGraph) itemOf(b llvm.Block) *region {
	for _, r := range g.regions {
		if r.item == b {
			return r
		}
	}
	return nil
}

// checkAllocas reports dynamically sized allocas.
func (g *regionGraph) checkAllocas() error {
	for _, i := range ir.Instructions(g.F) {
		if ir.Opcode(i) != llvm.Alloca || llvm.GetInstructionParent(i) == g.preamble {
			continue
		}
		if llvm.IsAConstantInt(llvm.GetOperand(i, 0)) == 0 && len(g.syncs) > 0 {
			return fmt.Errorf("it has a stack variable whose size is known only at run time, and synchronises")
		}
	}
	return nil
}

// regionLoops returns the regions that may run more than once.
func (g *regionGraph) regionLoops() map[*region]bool {
	succ := map[*region][]*region{}
	for i, b := range g.Blocks {
		for _, s := range g.Succ[i] {
			from, to := g.of[b], g.of[g.Blocks[s]]
			if from != nil && to != nil && g.leaves(b, g.Blocks[s]) {
				succ[from] = append(succ[from], to)
			}
		}
	}
	out := map[*region]bool{}
	for _, comp := range ir.Components(g.regions, func(r *region) []*region { return succ[r] }) {
		for _, r := range comp {
			out[r] = len(comp) > 1 || slices.Contains(succ[r], r)
		}
	}
	return out
}
