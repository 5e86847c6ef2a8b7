// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"fmt"
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// An edge is one by which work-items leave a region.
type edge struct {
	from llvm.Block
	n    uint32     // index of the successor; 0 for a return
	to   *region    // nil: the work-item ends
	sync *syncPoint // which it waits at first
}

// exits lists the edges that leave a region.
func (m *formation) exits(r *region) []edge {
	var out []edge
	for _, b := range r.blocks {
		t := llvm.GetBasicBlockTerminator(b)
		if llvm.GetInstructionOpcode(t) == llvm.Ret {
			out = append(out, edge{from: b})
			continue
		}
		for n := range llvm.GetNumSuccessors(t) {
			if s := llvm.GetSuccessor(t, n); m.leaves(b, s) {
				out = append(out, edge{b, n, m.of[s], m.at[b]})
			}
		}
	}
	return out
}

// redirect makes an edge lead to a block.
func (m *formation) redirect(e edge, to llvm.Block) {
	t := llvm.GetBasicBlockTerminator(e.from)
	if llvm.GetInstructionOpcode(t) != llvm.Ret {
		llvm.SetSuccessor(t, e.n, to)
		return
	}
	b := m.u.Before(t)
	llvm.BuildBr(b, to)
	m.erase(t)
}

// endID returns the ID of no region, for work-items that have exited.
func (m *formation) endID() uint64 { return 2 * uint64(len(m.regions)) }

// idOf returns the barrier ID of a region: its number in program order, and in bit 0 whether it
// follows a warp operation.
func (m *formation) idOf(r *region) uint64 {
	switch {
	case r == nil:
		return m.endID()
	case r.sync != nil && r.sync.kind <= exchangeSync:
		return 2*uint64(r.id) + 1
	}
	return 2 * uint64(r.id)
}

// scheduleUniform turns each region into loops over all work-items of the block, with the first
// dimension innermost. All work-items leave a region for the same one.
func (m *formation) scheduleUniform() {
	u, b := m.u, m.u.B
	pre := map[*region]llvm.Block{nil: m.end}
	for _, r := range m.regions {
		pre[r] = m.block(fmt.Sprintf("region%d", r.id))
	}
	for _, r := range m.regions {
		exits := m.exits(r)
		targets := map[*region]bool{}
		for _, e := range exits {
			targets[e.to] = true
		}
		for _, e := range exits {
			to := r.latch
			if len(targets) > 1 {
				to = m.block("")
				r.exits = append(r.exits, to)
				llvm.PositionBuilderAtEnd(b, to)
				llvm.SetCurrentDebugLocation2(b, 0)
				llvm.BuildStore(b, u.I32(m.idOf(e.to)), m.next)
				llvm.BuildBr(b, r.latch)
			}
			m.redirect(e, to)
		}
		done := m.buildLoops(r, pre[r])
		llvm.PositionBuilderAtEnd(b, done)
		for _, s := range m.slots {
			if s.writers[r] {
				llvm.BuildStore(b, llvm.BuildLoad2(b, s.t, s.next, ""), s.current)
			}
		}
		switch {
		case len(targets) == 0: // it never ends
			llvm.BuildUnreachable(b)
		case len(targets) == 1:
			llvm.BuildBr(b, pre[exits[0].to])
		default:
			var other llvm.Value
			for _, t := range append([]*region{nil}, m.regions...) {
				if !targets[t] {
					continue
				}
				if other == 0 {
					other = llvm.BuildSwitch(b, llvm.BuildLoad2(b, u.Types.I32, m.next, ""), pre[t], uint32(len(targets)))
				} else {
					llvm.AddCase(other, u.I32(m.idOf(t)), pre[t])
				}
			}
		}
	}
	llvm.SetSuccessor(m.begin, 0, pre[m.of[m.body]])
	m.markParallel()
}

// buildLoops builds the loops over all work-items around a region, and returns the block that
// follows.
func (m *formation) buildLoops(r *region, pre llvm.Block) llvm.Block {
	u, b := m.u, m.u.B
	llvm.PositionBuilderAtEnd(b, pre)
	llvm.SetCurrentDebugLocation2(b, 0)
	for _, s := range m.slots {
		switch {
		case !s.writers[r]:
		case s.gathers:
			llvm.BuildStore(b, llvm.ConstInt(s.t, 1, false), s.next)
		default:
			llvm.BuildStore(b, llvm.BuildLoad2(b, s.t, s.current, ""), s.next)
		}
	}
	m.exchangeBefore(r)
	done := m.block(fmt.Sprintf("region%d.done", r.id))
	g := m.guardOf(r)
	ends := m.extents(r, g)
	n := len(ends)
	latches, heads := make([]llvm.Block, n), make([]llvm.Block, n)
	for d := range n {
		latches[d] = r.latch
		if d > 0 {
			latches[d] = m.block("")
		}
	}
	after := append(slices.Clone(latches[1:]), done)
	load := func(d int) llvm.Value { return llvm.BuildLoad2(b, u.Types.I64, m.counter[d], "") }
	sizes := slices.Clone(ends)
	segments := m.segmentsOf(r)
	for d := n - 1; d >= 0; d-- { // outermost first
		heads[d] = m.block(fmt.Sprintf("region%d.%c", r.id, "xyz"[d]))
		enter := heads[d]
		if d == 0 && segments != nil {
			enter = segments.block
		}
		if d == 0 && g != nil {
			ends[0], after[0] = m.openRanges(g, sizes[0], enter, after[0])
		} else {
			llvm.BuildStore(b, u.I64(0), m.counter[d])
			llvm.BuildBr(b, enter)
		}
		llvm.PositionBuilderAtEnd(b, heads[d])
	}
	linear := load(n - 1)
	for d := n - 2; d >= 0; d-- {
		linear = llvm.BuildAdd(b, llvm.BuildMul(b, linear, sizes[d], ""), load(d), "")
	}
	llvm.BuildStore(b, linear, m.linear)
	llvm.BuildBr(b, r.item)
	if segments != nil {
		ends[0], after[0] = segments.open(ends[0], heads[0], after[0])
	}
	for d := range n {
		llvm.PositionBuilderAtEnd(b, latches[d])
		next := llvm.BuildAdd(b, load(d), u.I64(1), "")
		llvm.SetNUW(next, true)
		llvm.SetNSW(next, true)
		llvm.BuildStore(b, next, m.counter[d])
		m.loops = append(m.loops, llvm.BuildCondBr(b, llvm.BuildICmp(b, llvm.IntULT, next, ends[d], ""), heads[d], after[d]))
	}
	var fixed llvm.Block
	if segments != nil {
		fixed = segments.block
	}
	m.buildInterior(r, heads[0], ends[0], fixed)
	return done
}

// extents returns the numbers of iterations of the loops over work-items around a region, innermost
// first. Dimensions whose IDs the region does not use share one loop.
func (m *formation) extents(r *region, g *guard) []llvm.Value {
	uses := func(d int) bool { return r.loads[m.counter[d]] != 0 }
	size := [3]llvm.Value{}
	for d := range size {
		size[d] = m.w.count(m.u, launchBlock[d])
	}
	switch {
	case uses(1) || uses(2):
		return size[:]
	case uses(0) || g != nil:
		return []llvm.Value{size[0], llvm.BuildMul(m.u.B, size[1], size[2], "")}
	}
	return []llvm.Value{m.size}
}

// scheduleDivergent turns each region into a loop over the active lanes of a warp, with a scheduler
// around all of them: of each warp, those lanes run whose region comes first in program order, so
// that lanes which diverged reconverge where the sides of the branch join. Lanes that have left a
// loop in which others of their warp still wait continue up to the next warp operation, at which
// all reconverge. When all work-items wait, those that spin-wait in a loop continue, and if there
// are none, the barrier of the block opens.
//
//	start:
//	  call void @__gohip.wg.start(ptr %ids, i64 %size, i64 %padded, i32 END)
//	warp:
//	  %id = call i32 @__gohip.wg.first(ptr %ids, i64 %base) ; or first.waits, if a loop waits
//	  switch i32 %id, label %nextwarp [ i32 0, label %region0 … ]
//	region0:
//	  …                             ; for the lanes of the warp with that ID
//	  br label %warp
//	nextwarp:
//	  br i1 %more, label %warp, label %all
//	all:
//	  %go = call i32 @__gohip.wg.open(ptr %ids, i64 %padded, i32 END)
//	  switch i32 %go, label %warp [ i32 0, label %end  i32 2, label %yield ]
func (m *formation) scheduleDivergent() error {
	u, b, i64 := m.u, m.u.B, m.u.Types.I64
	m.ids = m.blockArray(u.Types.I32, "ids")
	if err := linkHelpers(u); err != nil {
		return err
	}
	base := m.stack(i64, "warp")
	start, group, warp, nextWarp, all := m.block("start"), m.block("group"), m.block("warp"), m.block("nextwarp"), m.block("all")
	llvm.SetSuccessor(m.begin, 0, start)
	at := func(blk llvm.Block) {
		llvm.PositionBuilderAtEnd(b, blk)
		llvm.SetCurrentDebugLocation2(b, 0)
	}
	at(start)
	first := u.I32(m.idOf(m.of[m.body]))
	m.call("start", m.ids.array, m.size, m.padded, first, u.I32(m.state(exited, nil)))
	m.storeLocals()
	llvm.BuildBr(b, group)
	at(group)
	llvm.BuildStore(b, u.I64(0), base)
	m.startArrays()
	llvm.BuildBr(b, warp)
	at(warp)
	w := llvm.BuildLoad2(b, i64, base, "")
	table := llvm.BuildSwitch(b, m.firstOfWarp(w), nextWarp, uint32(len(m.regions)))
	pre := map[*region]llvm.Block{}
	for _, r := range m.regions {
		pre[r] = m.block(fmt.Sprintf("region%d", r.id))
		llvm.AddCase(table, u.I32(m.idOf(r)), pre[r])
	}
	hidden := m.hidesPrivate()
	for _, r := range m.regions {
		at(pre[r])
		m.buildLanes(r, fullWarp{llvm.BuildLoad2(b, i64, base, ""), m.lane, 0, hidden}, warp, pre)
	}
	at(nextWarp)
	w = llvm.BuildAdd(b, llvm.BuildLoad2(b, i64, base, ""), u.I64(ir.WarpSize), "")
	llvm.BuildStore(b, w, base)
	m.nextArrays()
	llvm.BuildCondBr(b, llvm.BuildICmp(b, llvm.IntULT, w, m.size, ""), warp, all)
	at(all)
	wait, yield := m.block("wait"), m.block("yield")
	table = llvm.BuildSwitch(b, m.call("open", m.ids.array, m.padded, u.I32(m.stateBase(atBarrier)), u.I32(m.stateBase(inLoop)), u.I32(m.state(exited, nil))), group, 2)
	llvm.AddCase(table, u.I32(0), m.end)
	llvm.AddCase(table, u.I32(2), wait)
	at(wait)
	flags := llvm.BuildLoad2(b, u.Types.I32, m.w.address(u, launchFlags), "")
	fibres := llvm.BuildICmp(b, llvm.IntNE, llvm.BuildAnd(b, flags, u.I32(1), ""), u.I32(0), "")
	llvm.BuildCondBr(b, fibres, yield, group)
	at(yield)
	f := llvm.BuildLoad2(b, u.Ptr(0), m.w.address(u, blockYield), "")
	llvm.BuildCall2(b, llvm.FunctionType(u.Types.Void, []llvm.Type{u.Ptr(0)}, false), f, []llvm.Value{m.w.block}, "")
	llvm.BuildBr(b, group)
	return m.markLanes()
}

// startArrays makes the context arrays of the first warp current, which follow those of the block.
func (m *formation) startArrays() {
	if m.byWarp {
		b := m.u.B
		offset := llvm.BuildMul(b, m.padded, m.u.I64(alignUp(m.context.size, max(m.ofWarp.align, 1))), "")
		first := llvm.BuildInBoundsGEP2(b, m.u.Types.I8, m.w.pointer(m.u, blockContext), []llvm.Value{offset}, "")
		llvm.BuildStore(b, first, m.arrays)
	}
}

// nextArrays makes those of the next warp current.
func (m *formation) nextArrays() {
	if m.byWarp {
		b := m.u.B
		now := llvm.BuildLoad2(b, m.u.Ptr(0), m.arrays, "")
		next := llvm.BuildGEP2(b, m.u.Types.I8, now, []llvm.Value{m.u.I64(ir.WarpSize * m.ofWarp.total())}, "")
		llvm.BuildStore(b, next, m.arrays)
	}
}

// buildLanes builds the loop over the lanes of a warp that are at a region, which ends at a block. pre has
// the blocks that begin regions.
func (m *formation) buildLanes(r *region, w fullWarp, end llvm.Block, pre map[*region]llvm.Block) {
	u, b := m.u, m.u.B
	at := func(blk llvm.Block) {
		llvm.PositionBuilderAtEnd(b, blk)
		llvm.SetCurrentDebugLocation2(b, 0)
	}
	m.exchangeOfWarp(r, w.first)
	before, head, check := llvm.GetInsertBlock(b), m.block(fmt.Sprintf("region%d.lane", r.id)), m.block("")
	llvm.BuildStore(b, u.I64(0), w.lane)
	full, next := m.fullWarps(r), m.soleExit(r)
	blocks := append([]llvm.Block{head, check, r.item}, r.blocks...)
	blocks = append(append(blocks, m.leaveBy(r)...), r.latch)
	at(head)
	linear := llvm.BuildAdd(b, w.first, llvm.BuildLoad2(b, u.Types.I64, w.lane, ""), "")
	llvm.BuildStore(b, linear, m.linear)
	id := llvm.BuildLoad2(b, u.Types.I32, m.element(m.ids, place{index: linear}), "")
	llvm.BuildBr(b, check)
	at(check)
	llvm.BuildCondBr(b, llvm.BuildICmp(b, llvm.IntEQ, id, u.I32(m.idOf(r)), ""), r.item, r.latch)
	at(r.latch)
	n := llvm.BuildAdd(b, llvm.BuildLoad2(b, u.Types.I64, w.lane, ""), u.I64(1), "")
	llvm.BuildStore(b, n, w.lane)
	m.lanes = append(m.lanes, llvm.BuildCondBr(b, llvm.BuildICmp(b, llvm.IntULT, n, u.I64(ir.WarpSize), ""), head, end))
	at(before)
	if !full {
		llvm.BuildBr(b, head)
		return
	}
	w.all = m.call("full", m.ids.array, w.first, u.I32(m.idOf(r)))
	copied, all := m.buildFull(r, blocks, check, w)
	at(before)
	llvm.BuildCondBr(b, all, copied, head)
	if next != nil { // the warp as a whole
		llvm.SetSuccessor(m.gathers[len(m.gathers)-1], 1, pre[next])
	}
}

// soleExit returns the region that all lanes run next which leave one; nil if there are several, or if
// they wait.
func (m *formation) soleExit(r *region) *region {
	var next *region
	for n, e := range m.exits(r) {
		if waitOf(e) != runs || n > 0 && e.to != next {
			return nil
		}
		next = e.to
	}
	return next
}

// leaveBy makes each edge out of a region store what the work-item does next. It returns the blocks that
// do so.
func (m *formation) leaveBy(r *region) []llvm.Block {
	u, b := m.u, m.u.B
	exits := m.exits(r)
	if len(exits) == 0 {
		return nil
	}
	linear := m.linearIn(r)
	leave := m.block("")
	llvm.PositionBuilderAtEnd(b, leave)
	llvm.SetCurrentDebugLocation2(b, 0)
	state := llvm.BuildPhi(b, u.Types.I32, "")
	llvm.BuildStore(b, state, m.element(m.ids, place{index: linear}))
	llvm.BuildBr(b, r.latch)
	out := []llvm.Block{leave}
	for _, e := range exits {
		to := m.block("")
		llvm.PositionBuilderAtEnd(b, to)
		llvm.BuildBr(b, leave)
		m.redirect(e, to)
		next := u.I32(m.state(waitOf(e), e.to))
		llvm.AddIncoming(state, &next, &to, 1)
		out = append(out, to)
	}
	return out
}

// What a work-item does in the divergent schedule.
const (
	runs      = iota // a region
	atBarrier        // waits at the barrier of its block, then runs
	inLoop           // spin-waits, then runs
	exited
)

// state returns the state of a work-item that does something and then runs a region; of one that
// runs it is the region's ID.
func (m *formation) state(does uint64, r *region) uint64 {
	if does == exited {
		return m.stateBase(exited)
	}
	return m.stateBase(does) + m.idOf(r)
}

func (m *formation) stateBase(does uint64) uint64 { return does * (m.endID() + 1) }

// firstOfWarp returns the ID of the region that a warp runs next, one that is larger than all if
// there is none.
func (m *formation) firstOfWarp(base llvm.Value) llvm.Value {
	for _, s := range m.syncs {
		if s.kind == yieldSync {
			return m.call("first.waits", m.ids.array, base, m.u.I32(m.stateBase(inLoop)), m.u.I32(m.stateBase(exited)))
		}
	}
	return m.call("first", m.ids.array, base)
}

// waitOf returns what a work-item does after it has left a region by an edge.
func waitOf(e edge) uint64 {
	switch {
	case e.to == nil:
		return exited
	case e.sync == nil:
		return runs
	case e.sync.kind == groupSync:
		return atBarrier
	case e.sync.kind == yieldSync:
		return inLoop
	}
	return runs
}

// storeLocals writes the context arrays of the local IDs that are used.
func (m *formation) storeLocals() {
	u := m.u
	args := []llvm.Value{}
	for d := range 3 {
		if m.locals[d] == nil {
			args = append(args, llvm.ConstNull(u.Ptr(0)))
		} else {
			args = append(args, m.locals[d].array)
		}
		args = append(args, m.w.count(u, launchBlock[d]))
	}
	if m.locals[0] != nil || m.locals[1] != nil || m.locals[2] != nil {
		m.call("locals", args...)
	}
}
