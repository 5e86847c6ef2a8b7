// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// The exchanges of a kernel.
type exchanges struct {
	*regionGraph
	pos        *position
	context    *contextArrays
	values     *values
	properties *loopProperties
}

// An exchange is the work of one instruction of a synchronisation point. Before it, each lane has
// stored its value; once all have, each lane's result is computed and stored, and the lane loads it
// when it continues. So what a lane stores for the next exchange does not change what another one
// still has to load for this one.
type exchange struct {
	value, result *slot    // for a ballot a byte per lane, and the mask of each warp
	from          *slot    // for a shuffle, the lane that each lane reads
	lanes         []uint64 // instead of from, if it is known at compile time
	ballot        bool
	bit           uint64 // of a ballot's byte, which up to eight ballots share
}

// slotPool holds context arrays that one synchronisation point after the other uses: by type, as many
// as one point needs.
type slotPool map[llvm.Type][]*slot

// nth returns the n-th array of a type, which is created on first use.
func (e *exchanges) nth(from slotPool, n int, t llvm.Type, name string) *slot {
	for len(from[t]) <= n {
		from[t] = append(from[t], e.context.array(t, name))
	}
	return from[t][n]
}

// lowerSyncs stores the operands of warp operations before lanes wait, and loads the results
// afterwards.
func (e *exchanges) lowerSyncs() {
	e.values.kept, e.values.loaded = map[llvm.Value]*slot{}, map[llvm.Value]llvm.Value{}
	results, values := slotPool{}, slotPool{}
	for _, s := range e.syncs {
		if e.of[s.before] != nil && s.kind == exchangeSync {
			e.loadResults(s, results)
		}
	}
	// The operands of an exchange may be results of others, which are loads by now.
	for _, s := range e.syncs {
		if e.of[s.before] == nil { // unreachable
			continue
		}
		published := map[llvm.Value]*slot{}
		used := map[llvm.Type]int{}
		e.publishVotes(s, values, used)
		for n := range s.exchanges {
			if !s.exchanges[n].ballot {
				e.publish(s, n, values, used, published)
			}
		}
		for _, i := range s.insts {
			if flow.IsAll(i) {
				e.gatherAll(s, i)
			}
			e.erase(i)
		}
	}
}

// gatherAll makes each work-item's condition part of a uniform value that the region which follows
// reads.
//
//	store i1 true, ptr %all.next                ; before the loop over work-items
//	%v = load i1, ptr %all.next                 ; in it
//	store i1 (and i1 %v, %condition), ptr %all.next
func (e *exchanges) gatherAll(s *syncPoint, i llvm.Value) {
	all := e.context.uniform(e.u.Types.I1, "all")
	all.gathers = true
	so := llvm.BuildLoad2(e.u.Before(i), all.t, all.next, "")
	e.context.store(all, e.of[s.before], llvm.BuildAnd(e.u.B, so, llvm.GetOperand(i, 0), ""), i)
	v := e.context.load(all, e.of[s.after], "all")
	e.UniformValues[v] = true
	llvm.ReplaceAllUsesWith(i, v)
}

// loadResults replaces the results of a synchronisation point's exchanges by loads in the region
// that follows.
func (e *exchanges) loadResults(s *syncPoint, results slotPool) {
	u := e.u
	at := e.pos.placeIn(e.of[s.after])
	first := llvm.GetFirstInstruction(s.after)
	used := map[llvm.Type]int{}
	for _, i := range s.insts {
		u.Before(first)
		t, of := llvm.TypeOf(i), at
		x := exchange{ballot: flow.SyncOf(i) == flow.WarpBallot}
		if x.ballot {
			t = maskType(u)
			if of.index = u.I64(0); !e.pos.byWarp {
				of.index = warpOf(u, at.index)
			}
		}
		x.result = e.nth(results, used[t], t, "result")
		used[t]++
		b := u.Before(first)
		v := llvm.BuildLoad2(b, t, e.context.element(x.result, of), i.Name())
		if x.ballot {
			v = ballotOf(u, b, llvm.TypeOf(i), v)
		}
		llvm.ReplaceAllUsesWith(i, v)
		s.exchanges = append(s.exchanges, x)
	}
}

// maskType is the type of a mask of a warp's lanes.
func maskType(u *ir.Unit) llvm.Type { return u.IntType(uint32(u.WarpSize())) }

// ballotOf builds the result of a ballot, which has 32 lanes in each of its elements, from a mask.
func ballotOf(u *ir.Unit, b llvm.Builder, t llvm.Type, mask llvm.Value) llvm.Value {
	r := llvm.ConstNull(t)
	for k := range uint64(u.WarpSize() / 32) {
		part := mask
		if k > 0 {
			part = llvm.BuildLShr(b, mask, llvm.ConstInt(maskType(u), 32*k, false), "")
		}
		if maskType(u) != u.Types.I32 {
			part = llvm.BuildTrunc(b, part, u.Types.I32, "")
		}
		r = llvm.BuildInsertElement(b, r, part, u.I32(k), "")
	}
	return r
}

// votesPerByte is how many ballots share the byte that a lane stores.
const votesPerByte = 8

// publishVotes stores the conditions of a synchronisation point's ballots for each lane.
//
//	%r0 = call <4 x i32> @_Z16sub_group_balloti(i32 %c0)
//	%r1 = call <4 x i32> @_Z16sub_group_balloti(i32 %c1)
//
// becomes
//
//	%vote = or i8 (zext (icmp ne i32 %c0, 0)), (shl (zext (icmp ne i32 %c1, 0)), 1)
//	store i8 %vote, ptr %value
func (e *exchanges) publishVotes(s *syncPoint, values slotPool, used map[llvm.Type]int) {
	u := e.u
	var ballots []int
	for n, x := range s.exchanges {
		if x.ballot {
			ballots = append(ballots, n)
		}
	}
	for part := range slices.Chunk(ballots, votesPerByte) {
		last := s.insts[part[len(part)-1]]
		value := e.nth(values, used[u.Types.I8], u.Types.I8, "value")
		used[u.Types.I8]++
		b := u.Before(last)
		var votes llvm.Value
		for k, n := range part {
			c := llvm.GetOperand(s.insts[n], 0)
			vote := llvm.BuildZExt(b, llvm.BuildICmp(b, llvm.IntNE, c, llvm.ConstNull(llvm.TypeOf(c)), ""), u.Types.I8, "")
			if k == 0 {
				votes = vote
			} else {
				votes = llvm.BuildOr(b, votes, llvm.BuildShl(b, vote, llvm.ConstInt(u.Types.I8, uint64(k), false), ""), "")
			}
			s.exchanges[n].value, s.exchanges[n].bit = value, 1<<k
		}
		e.context.store(value, e.of[s.before], votes, last)
	}
}

// publish stores the operands of one of a synchronisation point's shuffles for each lane.
func (e *exchanges) publish(s *syncPoint, n int, values slotPool, used map[llvm.Type]int, published map[llvm.Value]*slot) {
	x, inst := &s.exchanges[n], s.insts[n]
	store := func(v llvm.Value) *slot {
		if published[v] == nil {
			published[v] = e.keepFor(s, v)
		}
		if published[v] == nil {
			t := llvm.TypeOf(v)
			published[v] = e.nth(values, used[t], t, "value")
			used[t]++
			e.context.store(published[v], e.of[s.before], v, inst)
		}
		return published[v]
	}
	args := ir.Operands(inst)
	x.value = store(args[0])
	if x.lanes = lanesOf(args[1], warpSize(e.u)); x.lanes == nil {
		x.from = store(args[1])
	}
}

// keepFor returns the context array in which a value is kept across regions anyway, so that an
// exchange needs no array of its own; 0 if the value would be stored more often there than before
// the exchange.
func (e *exchanges) keepFor(s *syncPoint, v llvm.Value) *slot {
	if llvm.IsAInstruction(v) == 0 || ir.Opcode(v) == llvm.Alloca {
		return nil
	}
	r := e.regionAt(v)
	if r == nil || e.isUniform(v) {
		return nil
	}
	if r == e.of[s.before] && llvm.GetInstructionParent(v) != s.before || r != e.of[s.before] && e.values.cheap(v) {
		return nil
	}
	return e.values.keep(r, v)
}

// exchangeBefore builds the exchanges of the synchronisation point before a region, for the
// uniform schedule, in which all work-items are in one region.
func (e *exchanges) exchangeBefore(r *region) {
	if r.sync == nil {
		return
	}
	e.countBallots(r.sync.exchanges)
	e.orderWarps(r)
	e.permute(r.sync.exchanges, place{index: e.u.I64(0)}, e.size, true)
	e.gather(r.sync.exchanges, place{index: e.u.I64(0)}, e.size)
}

// countBallots builds the ballots of all warps.
func (e *exchanges) countBallots(list []exchange) {
	if !slices.ContainsFunc(list, func(x exchange) bool { return x.ballot }) {
		return
	}
	latch := e.countedLoop("ballot", e.u.I64(0), e.size, warpSize(e.u), func(i llvm.Value) {
		present := e.call("present", llvm.BuildSub(e.u.B, e.size, i, ""))
		e.count(list, place{index: i}, place{index: warpOf(e.u, i)}, present)
	})
	describeLoop(e.u, latch, rolled(e.u))
}

// count builds the ballots of a warp, at the builder's position: from the bytes of its lanes, the mask of those
// of the present ones whose condition holds.
//
//	%v = load <32 x i8>, ptr %value
//	%set = icmp ne (and <32 x i8> %v, splat (i8 2)), zeroinitializer
//	%mask = and i32 (bitcast <32 x i1> %set to i32), %present
//	store i32 %mask, ptr %result
func (e *exchanges) count(list []exchange, lanes, votes place, present llvm.Value) {
	u, b := e.u, e.u.B
	bytes := llvm.VectorType(u.Types.I8, uint32(u.WarpSize()))
	loaded, masks := map[*slot]llvm.Value{}, make([]llvm.Value, len(list))
	for n, x := range list {
		if !x.ballot {
			continue
		}
		v := loaded[x.value]
		if v == 0 {
			v = llvm.BuildLoad2(b, bytes, e.context.element(x.value, lanes), "")
			llvm.SetAlignment(v, 1)
			loaded[x.value] = v
		}
		bits := slices.Repeat([]llvm.Value{llvm.ConstInt(u.Types.I8, x.bit, false)}, u.WarpSize())
		set := llvm.BuildICmp(b, llvm.IntNE, llvm.BuildAnd(b, v, llvm.ConstVector(bits), ""), llvm.ConstNull(bytes), "")
		masks[n] = llvm.BuildAnd(b, llvm.BuildBitCast(b, set, maskType(u), ""), present, "")
	}
	for n, mask := range masks {
		if mask != 0 {
			llvm.BuildStore(b, mask, e.context.element(list[n].result, votes))
		}
	}
}

// permute builds the shuffles for which the source lane of each lane is known at compile time: for
// one warp, or with loop set, for all warps up to end.
//
//	%v = load <32 x i32>, ptr %value, align 4
//	%r = shufflevector <32 x i32> %v, <32 x i32> poison, <32 x i32> <i32 1, i32 0, …>
//	store <32 x i32> %r, ptr %result, align 4
func (e *exchanges) permute(list []exchange, base place, end llvm.Value, loop bool) {
	list = slices.DeleteFunc(slices.Clone(list), func(x exchange) bool { return x.lanes == nil })
	if len(list) == 0 {
		return
	}
	warps := func(index llvm.Value) {
		base := place{base.arrays, index}
		for _, x := range list {
			b, t := e.u.B, llvm.VectorType(x.value.t, uint32(e.u.WarpSize()))
			align := uint32(llvm.ABIAlignmentOfType(e.u.Layout, x.value.t))
			v := llvm.BuildLoad2(b, t, e.context.element(x.value, base), "")
			llvm.SetAlignment(v, align)
			v = llvm.BuildShuffleVector(b, v, llvm.GetPoison(t), permutation(e.u, x), "")
			llvm.SetAlignment(llvm.BuildStore(b, v, e.context.element(x.result, base)), align)
		}
	}
	if !loop {
		warps(base.index)
		return
	}
	e.countedLoop("permute", base.index, end, warpSize(e.u), warps)
}

// permutation returns the lane that each lane asks in an exchange, as a mask.
func permutation(u *ir.Unit, x exchange) llvm.Value {
	mask := make([]llvm.Value, u.WarpSize())
	for k := range mask {
		mask[k] = u.I32(x.lanes[k])
	}
	return llvm.ConstVector(mask)
}

// gather builds the shuffles of work-items whose source lanes are known at run time only. A source
// lane outside of the warp is taken modulo their number; that of a lane which is not there reads what the
// array happens to hold.
func (e *exchanges) gather(list []exchange, begin place, end llvm.Value) {
	list = slices.DeleteFunc(slices.Clone(list), func(x exchange) bool { return x.from == nil })
	if len(list) == 0 {
		return
	}
	u := e.u
	latch := e.countedLoop("gather", begin.index, end, 1, func(i llvm.Value) {
		b := u.B
		warp := llvm.BuildAnd(b, i, u.I64(^(warpSize(u) - 1)), "")
		asked := map[*slot]llvm.Value{}
		for _, x := range list {
			at := asked[x.from]
			if at == 0 {
				lane := e.properties.parallelAccess(llvm.BuildLoad2(b, x.from.t, e.context.element(x.from, place{begin.arrays, i}), ""))
				lane = llvm.BuildZExt(b, llvm.BuildAnd(b, lane, llvm.ConstInt(x.from.t, warpSize(u)-1, false), ""), u.Types.I64, "")
				at = llvm.BuildOr(b, warp, lane, "")
				asked[x.from] = at
			}
			v := e.properties.parallelAccess(llvm.BuildLoad2(b, x.value.t, e.context.element(x.value, place{begin.arrays, at}), ""))
			e.properties.parallelAccess(llvm.BuildStore(b, v, e.context.element(x.result, place{begin.arrays, i})))
		}
	})
	e.properties.gathers = append(e.properties.gathers, latch)
}

// orderWarps reports that the lanes of all warps have synchronised before a region.
func (e *exchanges) orderWarps(r *region) {
	if e.races && r.sync.kind <= exchangeSync {
		e.check(checkWarps)
	}
}
