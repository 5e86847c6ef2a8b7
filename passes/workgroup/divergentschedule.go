// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"fmt"
	"slices"

	"gohipcc/passes/llvm"
)

// A divergentSchedule executes the regions of a kernel whose work-items may be in different ones.
type divergentSchedule struct {
	*regionGraph
	pos         *position
	context     *contextArrays
	local       *localIDs
	exchanges   *exchanges
	properties  *loopProperties
	ids         *slot // the state of each work-item
	inFullWarps int   // instructions of regions that have a loop for full warps
}

// exchangeOfWarp builds them for the lanes of a warp that are at the region.
func (ds *divergentSchedule) exchangeOfWarp(r *region, warp llvm.Value) {
	if r.sync == nil {
		return
	}
	lanes := ds.pos.lanesFrom(warp)
	if slices.ContainsFunc(r.sync.exchanges, func(x exchange) bool { return x.ballot }) {
		votes := lanes
		if !ds.pos.byWarp {
			votes.index = warpOf(ds.u, warp)
		}
		present := ds.call("at", ds.context.element(ds.ids, place{index: warp}), ds.u.I32(ds.idOf(r)))
		ds.exchanges.count(r.sync.exchanges, lanes, votes, present)
	}
	ds.orderWarp(r, warp)
	ds.exchanges.permute(r.sync.exchanges, lanes, 0, false)
	end := llvm.BuildAdd(ds.u.B, lanes.index, ds.u.I64(warpSize(ds.u)), "")
	ds.exchanges.gather(r.sync.exchanges, lanes, end)
}

// orderWarp reports that those lanes of a warp have synchronised that are at a region.
func (ds *divergentSchedule) orderWarp(r *region, warp llvm.Value) {
	if ds.races && r.sync.kind <= exchangeSync {
		ds.check(checkWarp, ds.ids.array, warp, ds.u.I32(ds.idOf(r)))
	}
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
func (ds *divergentSchedule) scheduleDivergent() error {
	u, b, i64 := ds.u, ds.u.B, ds.u.Types.I64
	ds.ids = ds.context.blockArray(u.Types.I32, "ids")
	if err := linkHelpers(u); err != nil {
		return err
	}
	base := ds.stack(i64, "warp")
	start, group, warp, nextWarp, all := ds.block("start"), ds.block("group"), ds.block("warp"), ds.block("nextwarp"), ds.block("all")
	llvm.SetSuccessor(ds.begin, 0, start)
	at := func(blk llvm.Block) {
		llvm.PositionBuilderAtEnd(b, blk)
		llvm.SetCurrentDebugLocation2(b, 0)
	}
	at(start)
	first := u.I32(ds.idOf(ds.of[ds.body]))
	ds.call("start", ds.ids.array, ds.size, ds.padded, first, u.I32(ds.state(exited, nil)))
	ds.local.storeLocals()
	llvm.BuildBr(b, group)
	at(group)
	llvm.BuildStore(b, u.I64(0), base)
	ds.context.startArrays()
	llvm.BuildBr(b, warp)
	at(warp)
	w := llvm.BuildLoad2(b, i64, base, "")
	table := llvm.BuildSwitch(b, ds.firstOfWarp(w), nextWarp, uint32(len(ds.regions)))
	pre := map[*region]llvm.Block{}
	for _, r := range ds.regions {
		pre[r] = ds.block(fmt.Sprintf("region%d", r.id))
		llvm.AddCase(table, u.I32(ds.idOf(r)), pre[r])
	}
	hidden := ds.hidesPrivate()
	for _, r := range ds.regions {
		at(pre[r])
		ds.buildLanes(r, fullWarp{llvm.BuildLoad2(b, i64, base, ""), ds.pos.lane, 0, hidden}, warp, pre)
	}
	at(nextWarp)
	w = llvm.BuildAdd(b, llvm.BuildLoad2(b, i64, base, ""), u.I64(warpSize(u)), "")
	llvm.BuildStore(b, w, base)
	ds.context.nextArrays()
	llvm.BuildCondBr(b, llvm.BuildICmp(b, llvm.IntULT, w, ds.size, ""), warp, all)
	at(all)
	wait, yield := ds.block("wait"), ds.block("yield")
	table = llvm.BuildSwitch(b, ds.call("open", ds.ids.array, ds.padded, u.I32(ds.stateBase(atBarrier)), u.I32(ds.stateBase(inLoop)), u.I32(ds.state(exited, nil))), group, 2)
	llvm.AddCase(table, u.I32(0), ds.end)
	llvm.AddCase(table, u.I32(2), wait)
	at(wait)
	flags := llvm.BuildLoad2(b, u.Types.I32, ds.w.address(u, launchFlags), "")
	fibres := llvm.BuildICmp(b, llvm.IntNE, llvm.BuildAnd(b, flags, u.I32(1), ""), u.I32(0), "")
	llvm.BuildCondBr(b, fibres, yield, group)
	at(yield)
	f := llvm.BuildLoad2(b, u.Ptr(0), ds.w.address(u, blockYield), "")
	llvm.BuildCall2(b, llvm.FunctionType(u.Types.Void, []llvm.Type{u.Ptr(0)}, false), f, []llvm.Value{ds.w.block}, "")
	llvm.BuildBr(b, group)
	return ds.properties.markLanes()
}

// buildLanes builds the loop over the lanes of a warp that are at a region, which ends at a block. pre has
// the blocks that begin regions.
func (ds *divergentSchedule) buildLanes(r *region, w fullWarp, end llvm.Block, pre map[*region]llvm.Block) {
	u, b := ds.u, ds.u.B
	at := func(blk llvm.Block) {
		llvm.PositionBuilderAtEnd(b, blk)
		llvm.SetCurrentDebugLocation2(b, 0)
	}
	ds.exchangeOfWarp(r, w.first)
	before, head, check := llvm.GetInsertBlock(b), ds.block(fmt.Sprintf("region%d.lane", r.id)), ds.block("")
	llvm.BuildStore(b, u.I64(0), w.lane)
	full, next := ds.fullWarps(r), ds.soleExit(r)
	blocks := append([]llvm.Block{head, check, r.item}, r.blocks...)
	blocks = append(append(blocks, ds.leaveBy(r)...), r.latch)
	at(head)
	linear := llvm.BuildAdd(b, w.first, llvm.BuildLoad2(b, u.Types.I64, w.lane, ""), "")
	llvm.BuildStore(b, linear, ds.pos.linear)
	id := llvm.BuildLoad2(b, u.Types.I32, ds.context.element(ds.ids, place{index: linear}), "")
	llvm.BuildBr(b, check)
	at(check)
	llvm.BuildCondBr(b, llvm.BuildICmp(b, llvm.IntEQ, id, u.I32(ds.idOf(r)), ""), r.item, r.latch)
	at(r.latch)
	n := llvm.BuildAdd(b, llvm.BuildLoad2(b, u.Types.I64, w.lane, ""), u.I64(1), "")
	llvm.BuildStore(b, n, w.lane)
	ds.properties.lanes = append(ds.properties.lanes, llvm.BuildCondBr(b, llvm.BuildICmp(b, llvm.IntULT, n, u.I64(warpSize(u)), ""), head, end))
	at(before)
	if !full {
		llvm.BuildBr(b, head)
		return
	}
	w.all = ds.call("full", ds.ids.array, w.first, u.I32(ds.idOf(r)))
	copied, all := ds.buildFull(r, blocks, check, w)
	at(before)
	llvm.BuildCondBr(b, all, copied, head)
	if next != nil { // the warp as a whole
		llvm.SetSuccessor(ds.properties.gathers[len(ds.properties.gathers)-1], 1, pre[next])
	}
}

// soleExit returns the region that all lanes run next which leave one; nil if there are several, or if
// they wait.
func (ds *divergentSchedule) soleExit(r *region) *region {
	var next *region
	for n, e := range ds.exits(r) {
		if waitOf(e) != runs || n > 0 && e.to != next {
			return nil
		}
		next = e.to
	}
	return next
}

// leaveBy makes each edge out of a region store what the work-item does next. It returns the blocks that
// do so.
func (ds *divergentSchedule) leaveBy(r *region) []llvm.Block {
	u, b := ds.u, ds.u.B
	exits := ds.exits(r)
	if len(exits) == 0 {
		return nil
	}
	linear := ds.pos.linearIn(r)
	leave := ds.block("")
	llvm.PositionBuilderAtEnd(b, leave)
	llvm.SetCurrentDebugLocation2(b, 0)
	state := llvm.BuildPhi(b, u.Types.I32, "")
	llvm.BuildStore(b, state, ds.context.element(ds.ids, place{index: linear}))
	llvm.BuildBr(b, r.latch)
	out := []llvm.Block{leave}
	for _, e := range exits {
		to := ds.block("")
		llvm.PositionBuilderAtEnd(b, to)
		llvm.BuildBr(b, leave)
		ds.redirect(e, to)
		next := u.I32(ds.state(waitOf(e), e.to))
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
func (ds *divergentSchedule) state(does uint64, r *region) uint64 {
	if does == exited {
		return ds.stateBase(exited)
	}
	return ds.stateBase(does) + ds.idOf(r)
}

func (ds *divergentSchedule) stateBase(does uint64) uint64 { return does * (ds.endID() + 1) }

// firstOfWarp returns the ID of the region that a warp runs next, one that is larger than all if
// there is none.
func (ds *divergentSchedule) firstOfWarp(base llvm.Value) llvm.Value {
	for _, s := range ds.syncs {
		if s.kind == yieldSync {
			return ds.call("first.waits", ds.ids.array, base, ds.u.I32(ds.stateBase(inLoop)), ds.u.I32(ds.stateBase(exited)))
		}
	}
	return ds.call("first", ds.ids.array, base)
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
