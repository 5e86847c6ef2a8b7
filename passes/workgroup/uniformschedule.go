// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"fmt"
	"slices"

	"gohipcc/passes/llvm"
)

// A uniformSchedule executes the regions of a kernel whose work-items stay together.
type uniformSchedule struct {
	*regionGraph
	pos        *position
	context    *contextArrays
	exchanges  *exchanges
	properties *loopProperties
	rows       *rows
}

// scheduleUniform turns each region into loops over all work-items of the block, usually with the first
// dimension innermost (inner.go). All work-items leave a region for the same one.
func (us *uniformSchedule) scheduleUniform() {
	u, b := us.u, us.u.B
	pre := map[*region]llvm.Block{nil: us.end}
	for _, r := range us.regions {
		pre[r] = us.block(fmt.Sprintf("region%d", r.id))
	}
	chains, inChain := us.warpChains()
	for _, r := range us.regions {
		if c := chains[r]; c != nil {
			us.buildWarps(c, pre[r], pre[c.next])
		}
		if inChain[r] {
			if chains[r] == nil {
				llvm.PositionBuilderAtEnd(b, pre[r])
				llvm.BuildUnreachable(b)
			}
			continue
		}
		exits := us.exits(r)
		targets := map[*region]bool{}
		for _, e := range exits {
			targets[e.to] = true
		}
		for _, e := range exits {
			to := r.latch
			if len(targets) > 1 {
				to = us.block("")
				r.exits = append(r.exits, to)
				llvm.PositionBuilderAtEnd(b, to)
				llvm.SetCurrentDebugLocation2(b, 0)
				llvm.BuildStore(b, u.I32(us.idOf(e.to)), us.pos.next)
				llvm.BuildBr(b, r.latch)
			}
			us.redirect(e, to)
		}
		done := us.buildLoops(r, pre[r], len(targets))
		llvm.PositionBuilderAtEnd(b, done)
		for _, s := range us.context.slots {
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
			for _, t := range append([]*region{nil}, us.regions...) {
				if !targets[t] {
					continue
				}
				if other == 0 {
					other = llvm.BuildSwitch(b, llvm.BuildLoad2(b, u.Types.I32, us.pos.next, ""), pre[t], uint32(len(targets)))
				} else {
					llvm.AddCase(other, u.I32(us.idOf(t)), pre[t])
				}
			}
		}
	}
	llvm.SetSuccessor(us.begin, 0, pre[us.of[us.body]])
	us.properties.markParallel()
}

// buildLoops builds the loops over all work-items around a region, or around each of its two copies (inner.go), or none
// (once.go), and returns the block that follows. to is the number of regions that it is left for.
func (us *uniformSchedule) buildLoops(r *region, pre llvm.Block, to int) llvm.Block {
	u, b := us.u, us.u.B
	llvm.PositionBuilderAtEnd(b, pre)
	llvm.SetCurrentDebugLocation2(b, 0)
	for _, s := range us.context.slots {
		switch {
		case !s.writers[r]:
		case s.gathers:
			// In step only if the loops over work-items have several iterations.
			several := llvm.BuildICmp(b, llvm.IntUGE, us.w.count(u, launchBlock[0]), u.I64(leastInStep), "")
			llvm.BuildStore(b, several, s.next)
		default:
			llvm.BuildStore(b, llvm.BuildLoad2(b, s.t, s.current, ""), s.next)
		}
	}
	us.exchanges.exchangeBefore(r)
	done := us.block(fmt.Sprintf("region%d.done", r.id))
	us.rows.inner = 0
	if us.runsOnce(r, to) {
		us.once(r, done)
		return done
	}
	if us.rows.runsAlongY(r) {
		r.alongY, _ = us.rows.copyRegion(r, ".y")
		narrow, wide := us.block(""), us.block("")
		llvm.PositionBuilderAtEnd(b, pre)
		llvm.SetCurrentDebugLocation2(b, 0)
		enough := llvm.BuildICmp(b, llvm.IntUGE, us.w.count(u, launchBlock[1]), u.I64(leastAlongY), "")
		llvm.BuildCondBr(b, enough, wide, narrow)
		us.rows.inner = 1
		llvm.PositionBuilderAtEnd(b, wide)
		us.nest(r.alongY, done)
		us.rows.inner = 0
		llvm.PositionBuilderAtEnd(b, narrow)
	}
	us.splitByStride(r, done)
	us.nest(r, done)
	return done
}

// nest builds, at the builder's position, the loops over all work-items around a region, which go on to done.
func (us *uniformSchedule) nest(r *region, done llvm.Block) {
	u, b := us.u, us.u.B
	g := us.rows.guardOf(r)
	ends, order := us.extents(r, g)
	n := len(ends)
	latches, heads := make([]llvm.Block, n), make([]llvm.Block, n)
	for d := range n {
		latches[d] = r.latch
		if d > 0 {
			latches[d] = us.block("")
		}
	}
	after := append(slices.Clone(latches[1:]), done)
	load := func(d int) llvm.Value { return llvm.BuildLoad2(b, u.Types.I64, us.pos.counter[order[d]], "") }
	sizes := slices.Clone(ends)
	segments := us.rows.segmentsOf(r)
	for d := n - 1; d >= 0; d-- { // outermost first
		heads[d] = us.block(fmt.Sprintf("region%d.%c", r.id, "xyz"[order[d]]))
		enter := heads[d]
		if d == 0 && segments != nil {
			enter = segments.block
		}
		if d == 0 && g != nil {
			ends[0], after[0] = us.rows.openRanges(g, sizes[0], enter, after[0])
		} else {
			llvm.BuildStore(b, u.I64(0), us.pos.counter[order[d]])
			llvm.BuildBr(b, enter)
		}
		llvm.PositionBuilderAtEnd(b, heads[d])
	}
	llvm.BuildStore(b, us.linearID(sizes, order), us.pos.linear)
	llvm.BuildBr(b, r.item)
	if segments != nil {
		ends[0], after[0] = segments.open(ends[0], heads[0], after[0])
	}
	for d := range n {
		llvm.PositionBuilderAtEnd(b, latches[d])
		next := llvm.BuildAdd(b, load(d), u.I64(1), "")
		llvm.SetNUW(next, true)
		llvm.SetNSW(next, true)
		llvm.BuildStore(b, next, us.pos.counter[order[d]])
		us.properties.loops = append(us.properties.loops, llvm.BuildCondBr(b, llvm.BuildICmp(b, llvm.IntULT, next, ends[d], ""), heads[d], after[d]))
	}
	var fixed llvm.Block
	if segments != nil {
		fixed = segments.block
	}
	us.rows.buildInterior(r, heads[0], ends[0], fixed)
}

// linearID builds the flat local ID from the counters of the loops over work-items.
func (us *uniformSchedule) linearID(sizes []llvm.Value, order []int) llvm.Value {
	b := us.u.B
	var linear llvm.Value
	for d := len(sizes) - 1; d >= 0; d-- {
		loop := slices.Index(order, d)
		id := llvm.BuildLoad2(b, us.u.Types.I64, us.pos.counter[d], "")
		if linear != 0 {
			id = llvm.BuildAdd(b, llvm.BuildMul(b, linear, sizes[loop], ""), id, "")
		}
		linear = id
	}
	return linear
}

// extents returns the numbers of iterations of the loops over work-items around a region, innermost
// first, and their dimensions. Dimensions whose IDs the region does not use share one loop.
func (us *uniformSchedule) extents(r *region, g *guard) (sizes []llvm.Value, order []int) {
	uses := func(d int) bool { return r.loads[us.pos.counter[d]] != 0 }
	size := [3]llvm.Value{}
	for d := range size {
		size[d] = us.w.count(us.u, launchBlock[d])
	}
	switch {
	case us.rows.inner == 1:
		return []llvm.Value{size[1], size[0], size[2]}, []int{1, 0, 2}
	case uses(1) || uses(2):
		return size[:], []int{0, 1, 2}
	case uses(0) || g != nil:
		return []llvm.Value{size[0], llvm.BuildMul(us.u.B, size[1], size[2], "")}, []int{0, 1}
	}
	return []llvm.Value{us.size}, []int{0}
}
