// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// An exchange is the work of one instruction of a synchronisation point. Before it, each lane has
// stored its value; once all have, each lane's result is computed and stored, and the lane loads it
// when it continues. So what a lane stores for the next exchange does not change what another one
// still has to load for this one.
type exchange struct {
	value, result *slot    // for a ballot a byte per lane, and the mask of each warp
	from          *slot    // for a shuffle, the lane that each lane reads
	lanes         []uint64 // instead of from, if it is known at compile time
	ballot        bool
}

// slotPool holds context arrays that one synchronisation point after the other uses: by type, as many
// as one point needs.
type slotPool map[llvm.Type][]*slot

// nth returns the n-th array of a type, which is created on first use.
func (m *formation) nth(from slotPool, n int, t llvm.Type, name string) *slot {
	for len(from[t]) <= n {
		from[t] = append(from[t], m.array(t, name))
	}
	return from[t][n]
}

// lowerSyncs stores the operands of warp operations before lanes wait, and loads the results
// afterwards.
func (m *formation) lowerSyncs() {
	m.kept, m.loaded = map[llvm.Value]*slot{}, map[llvm.Value]llvm.Value{}
	results, values := slotPool{}, slotPool{}
	for _, s := range m.syncs {
		if m.of[s.before] != nil && s.kind == exchangeSync {
			m.loadResults(s, results)
		}
	}
	// The operands of an exchange may be results of others, which are loads by now.
	for _, s := range m.syncs {
		if m.of[s.before] == nil { // unreachable
			continue
		}
		published := map[llvm.Value]*slot{}
		used := map[llvm.Type]int{}
		for n := range s.exchanges {
			m.publish(s, n, values, used, published)
		}
		for _, i := range s.insts {
			if flow.IsAll(i) {
				m.gatherAll(s, i)
			}
			m.erase(i)
		}
	}
}

// gatherAll makes each work-item's condition part of a uniform value that the region which follows
// reads.
//
//	store i1 true, ptr %all.next                ; before the loop over work-items
//	%v = load i1, ptr %all.next                 ; in it
//	store i1 (and i1 %v, %condition), ptr %all.next
func (m *formation) gatherAll(s *syncPoint, i llvm.Value) {
	all := m.uniform(m.u.Types.I1, "all")
	all.gathers = true
	so := llvm.BuildLoad2(m.u.Before(i), all.t, all.next, "")
	m.store(all, m.of[s.before], llvm.BuildAnd(m.u.B, so, llvm.GetOperand(i, 0), ""), i)
	v := m.load(all, m.of[s.after], "all")
	m.UniformValues[v] = true
	llvm.ReplaceAllUsesWith(i, v)
}

// loadResults replaces the results of a synchronisation point's exchanges by loads in the region
// that follows.
func (m *formation) loadResults(s *syncPoint, results slotPool) {
	u := m.u
	at := m.placeIn(m.of[s.after])
	first := llvm.GetFirstInstruction(s.after)
	used := map[llvm.Type]int{}
	for _, i := range s.insts {
		b := u.Before(first)
		t, of := llvm.TypeOf(i), at
		x := exchange{ballot: flow.SyncOf(i) == flow.WarpBallot}
		if x.ballot {
			t = u.Types.I32
			if of.index = u.I64(0); !m.byWarp {
				of.index = llvm.BuildLShr(b, at.index, u.I64(5), "")
			}
		}
		x.result = m.nth(results, used[t], t, "result")
		used[t]++
		b = u.Before(first)
		v := llvm.BuildLoad2(b, t, m.element(x.result, of), i.Name())
		if x.ballot {
			v = llvm.BuildInsertElement(b, llvm.ConstNull(llvm.TypeOf(i)), v, u.I32(0), "")
		}
		llvm.ReplaceAllUsesWith(i, v)
		s.exchanges = append(s.exchanges, x)
	}
}

// publish stores the operands of a synchronisation point's exchanges for each lane.
func (m *formation) publish(s *syncPoint, n int, values slotPool, used map[llvm.Type]int, published map[llvm.Value]*slot) {
	u, x, inst := m.u, &s.exchanges[n], s.insts[n]
	store := func(v llvm.Value) *slot {
		if published[v] == nil {
			published[v] = m.keepFor(s, v)
		}
		if published[v] == nil {
			t := llvm.TypeOf(v)
			published[v] = m.nth(values, used[t], t, "value")
			used[t]++
			m.store(published[v], m.of[s.before], v, inst)
		}
		return published[v]
	}
	args := ir.Operands(inst)
	if x.ballot {
		b := u.Before(inst)
		set := llvm.BuildICmp(b, llvm.IntNE, args[0], llvm.ConstNull(llvm.TypeOf(args[0])), "")
		x.value = store(llvm.BuildZExt(b, set, u.Types.I8, ""))
		return
	}
	x.value = store(args[0])
	if x.lanes = lanesOf(args[1]); x.lanes == nil {
		x.from = store(args[1])
	}
}

// keepFor returns the context array in which a value is kept across regions anyway, so that an
// exchange needs no array of its own; 0 if the value would be stored more often there than before
// the exchange.
func (m *formation) keepFor(s *syncPoint, v llvm.Value) *slot {
	if llvm.IsAInstruction(v) == 0 || ir.Opcode(v) == llvm.Alloca {
		return nil
	}
	r := m.regionAt(v)
	if r == nil || m.isUniform(v) {
		return nil
	}
	if r == m.of[s.before] && llvm.GetInstructionParent(v) != s.before || r != m.of[s.before] && m.cheap(v) {
		return nil
	}
	return m.keep(r, v)
}

// keep stores a value in a context array of its own, where it is computed.
func (m *formation) keep(r *region, v llvm.Value) *slot {
	if m.kept[v] == nil {
		m.kept[v] = m.array(llvm.TypeOf(v), v.Name())
		m.store(m.kept[v], r, v, afterDefinition(v))
	}
	return m.kept[v]
}

// afterDefinition returns the first instruction after a value at which it can be used.
func afterDefinition(v llvm.Value) llvm.Value {
	at := llvm.GetNextInstruction(v)
	for llvm.IsAPHINode(at) != 0 {
		at = llvm.GetNextInstruction(at)
	}
	return at
}

// exchangeBefore builds the exchanges of the synchronisation point before a region, for the
// uniform schedule, in which all work-items are in one region.
func (m *formation) exchangeBefore(r *region) {
	if r.sync == nil {
		return
	}
	for _, x := range r.sync.exchanges {
		if x.ballot {
			m.call("ballot", x.value.array, x.result.array, m.size)
		}
	}
	m.orderWarps(r)
	m.permute(r.sync.exchanges, place{index: m.u.I64(0)}, m.size, true)
	m.gather(r.sync.exchanges, place{index: m.u.I64(0)}, m.size)
}

// exchangeOfWarp builds them for the lanes of a warp that are at the region.
func (m *formation) exchangeOfWarp(r *region, warp llvm.Value) {
	if r.sync == nil {
		return
	}
	lanes := m.lanesFrom(warp)
	for _, x := range r.sync.exchanges {
		if x.ballot {
			votes := lanes
			if !m.byWarp {
				votes.index = llvm.BuildLShr(m.u.B, warp, m.u.I64(5), "")
			}
			m.call("ballot.warp", m.element(x.value, lanes), m.element(x.result, votes), m.element(m.ids, place{index: warp}), m.u.I32(m.idOf(r)))
		}
	}
	m.orderWarp(r, warp)
	m.permute(r.sync.exchanges, lanes, 0, false)
	end := llvm.BuildAdd(m.u.B, lanes.index, m.u.I64(ir.WarpSize), "")
	m.gather(r.sync.exchanges, lanes, end)
}

// permute builds the shuffles for which the source lane of each lane is known at compile time: for
// one warp, or with loop set, for all warps up to end.
//
//	%v = load <32 x i32>, ptr %value, align 4
//	%r = shufflevector <32 x i32> %v, <32 x i32> poison, <32 x i32> <i32 1, i32 0, …>
//	store <32 x i32> %r, ptr %result, align 4
func (m *formation) permute(list []exchange, base place, end llvm.Value, loop bool) {
	list = slices.DeleteFunc(slices.Clone(list), func(x exchange) bool { return x.lanes == nil })
	if len(list) == 0 {
		return
	}
	warps := func(index llvm.Value) {
		base := place{base.arrays, index}
		for _, x := range list {
			b, t := m.u.B, llvm.VectorType(x.value.t, ir.WarpSize)
			mask := make([]llvm.Value, ir.WarpSize)
			for k := range mask {
				mask[k] = m.u.I32(x.lanes[k])
			}
			align := uint32(llvm.ABIAlignmentOfType(m.u.Layout, x.value.t))
			v := llvm.BuildLoad2(b, t, m.element(x.value, base), "")
			llvm.SetAlignment(v, align)
			v = llvm.BuildShuffleVector(b, v, llvm.GetPoison(t), llvm.ConstVector(mask), "")
			llvm.SetAlignment(llvm.BuildStore(b, v, m.element(x.result, base)), align)
		}
	}
	if !loop {
		warps(base.index)
		return
	}
	m.countedLoop("permute", base.index, end, ir.WarpSize, warps)
}

// gather builds the shuffles of work-items whose source lanes are known at run time only. A source
// lane outside of the warp is taken modulo 32; that of a lane which is not there reads what the
// array happens to hold.
func (m *formation) gather(list []exchange, begin place, end llvm.Value) {
	list = slices.DeleteFunc(slices.Clone(list), func(x exchange) bool { return x.from == nil })
	if len(list) == 0 {
		return
	}
	u := m.u
	latch := m.countedLoop("gather", begin.index, end, 1, func(i llvm.Value) {
		b := u.B
		warp := llvm.BuildAnd(b, i, u.I64(^uint64(ir.WarpSize-1)), "")
		asked := map[*slot]llvm.Value{}
		for _, x := range list {
			at := asked[x.from]
			if at == 0 {
				lane := m.parallelAccess(llvm.BuildLoad2(b, x.from.t, m.element(x.from, place{begin.arrays, i}), ""))
				lane = llvm.BuildZExt(b, llvm.BuildAnd(b, lane, llvm.ConstInt(x.from.t, ir.WarpSize-1, false), ""), u.Types.I64, "")
				at = llvm.BuildOr(b, warp, lane, "")
				asked[x.from] = at
			}
			v := m.parallelAccess(llvm.BuildLoad2(b, x.value.t, m.element(x.value, place{begin.arrays, at}), ""))
			m.parallelAccess(llvm.BuildStore(b, v, m.element(x.result, place{begin.arrays, i})))
		}
	})
	m.gathers = append(m.gathers, latch)
}

// parallelAccess records a memory access in a loop whose iterations do not depend on each other.
func (m *formation) parallelAccess(i llvm.Value) llvm.Value {
	m.parallel = append(m.parallel, i)
	return i
}

// countedLoop builds a loop that runs at least once. The builder is after the loop then; the result
// is the branch of its latch.
func (m *formation) countedLoop(name string, begin, end llvm.Value, step uint64, body func(i llvm.Value)) llvm.Value {
	u, b := m.u, m.u.B
	before, loop, after := llvm.GetInsertBlock(b), m.block(name), m.block("")
	llvm.BuildBr(b, loop)
	llvm.PositionBuilderAtEnd(b, loop)
	i := llvm.BuildPhi(b, u.Types.I64, "")
	body(i)
	n := llvm.BuildAdd(b, i, u.I64(step), "")
	llvm.SetNUW(n, true)
	llvm.SetNSW(n, true)
	latch := llvm.BuildCondBr(b, llvm.BuildICmp(b, llvm.IntULT, n, end, ""), loop, after)
	values, blocks := []llvm.Value{begin, n}, []llvm.Block{before, loop}
	llvm.AddIncoming(i, &values[0], &blocks[0], 2)
	llvm.PositionBuilderAtEnd(b, after)
	return latch
}

// call calls a helper.
func (m *formation) call(name string, args ...llvm.Value) llvm.Value {
	if err := linkHelpers(m.u); err != nil {
		panic(err)
	}
	f := llvm.GetNamedFunction(m.u.Mod, helperPrefix+name)
	return llvm.BuildCall2(m.u.B, llvm.GlobalGetValueType(f), f, args, "")
}

const helperPrefix = "__gohip.wg."

// linkHelpers links the functions that schedules call.
func linkHelpers(u *ir.Unit) error {
	if llvm.GetNamedFunction(u.Mod, helperPrefix+"start") != 0 {
		return nil
	}
	if err := u.LinkText(helperText); err != nil {
		return err
	}
	for _, f := range u.Definitions() {
		if hasPrefix(f.Name(), helperPrefix) {
			llvm.SetLinkage(f, llvm.InternalLinkage)
			u.AddAttr(f, llvm.FunctionIndex, "nounwind")
			u.AddAttr(f, llvm.FunctionIndex, "alwaysinline")
		}
	}
	return nil
}

// helperText are these functions. start sets all work-items to the kernel's first region, and first
// returns the lowest ID of a warp. first.waits skips lanes before a warp operation (bit 0 of the
// ID) that comes after a loop in which others wait. open opens the barrier: the result is 0 if all
// work-items have exited, and 2 if only some that spin-wait in a loop can continue.
const helperText = `
define void @__gohip.wg.start(ptr %ids, i64 %n, i64 %padded, i32 %id, i32 %ended) {
entry:
  br label %item
item:
  %i = phi i64 [ 0, %entry ], [ %i1, %item ]
  %there = icmp ult i64 %i, %n
  %v = select i1 %there, i32 %id, i32 %ended
  %p = getelementptr inbounds i32, ptr %ids, i64 %i
  store i32 %v, ptr %p
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %padded
  br i1 %more, label %item, label %done
done:
  ret void
}
define void @__gohip.wg.locals(ptr %px, i64 %nx, ptr %py, i64 %ny, ptr %pz, i64 %nz) {
start:
  %nyz = mul i64 %ny, %nz
  %line = icmp eq i64 %nyz, 1
  br i1 %line, label %row, label %entry
row:
  %rx = icmp ne ptr %px, null
  br i1 %rx, label %rowx, label %rowy
rowx:
  %j = phi i64 [ 0, %row ], [ %j1, %rowx ]
  %jx = trunc i64 %j to i16
  %fx = getelementptr inbounds i16, ptr %px, i64 %j
  store i16 %jx, ptr %fx
  %j1 = add nuw nsw i64 %j, 1
  %morex = icmp ult i64 %j1, %nx
  br i1 %morex, label %rowx, label %rowy
rowy:
  %ry = icmp ne ptr %py, null
  %bytes = shl i64 %nx, 1
  br i1 %ry, label %zeroy, label %rowz
zeroy:
  call void @llvm.memset.p0.i64(ptr %py, i8 0, i64 %bytes, i1 false)
  br label %rowz
rowz:
  %rz = icmp ne ptr %pz, null
  br i1 %rz, label %zeroz, label %done
zeroz:
  call void @llvm.memset.p0.i64(ptr %pz, i8 0, i64 %bytes, i1 false)
  br label %done
entry:
  %wx = icmp ne ptr %px, null
  %wy = icmp ne ptr %py, null
  %wz = icmp ne ptr %pz, null
  br label %item
item:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  %x = phi i64 [ 0, %entry ], [ %x2, %next ]
  %y = phi i64 [ 0, %entry ], [ %y2, %next ]
  %z = phi i64 [ 0, %entry ], [ %z2, %next ]
  br i1 %wx, label %sx, label %ax
sx:
  %ix = trunc i64 %x to i16
  %ex = getelementptr inbounds i16, ptr %px, i64 %i
  store i16 %ix, ptr %ex
  br label %ax
ax:
  br i1 %wy, label %sy, label %ay
sy:
  %iy = trunc i64 %y to i16
  %ey = getelementptr inbounds i16, ptr %py, i64 %i
  store i16 %iy, ptr %ey
  br label %ay
ay:
  br i1 %wz, label %sz, label %next
sz:
  %iz = trunc i64 %z to i16
  %ez = getelementptr inbounds i16, ptr %pz, i64 %i
  store i16 %iz, ptr %ez
  br label %next
next:
  %i1 = add nuw nsw i64 %i, 1
  %x1 = add nuw nsw i64 %x, 1
  %cx = icmp eq i64 %x1, %nx
  %x2 = select i1 %cx, i64 0, i64 %x1
  %dy = zext i1 %cx to i64
  %y1 = add nuw nsw i64 %y, %dy
  %cy = icmp eq i64 %y1, %ny
  %y2 = select i1 %cy, i64 0, i64 %y1
  %dz = zext i1 %cy to i64
  %z2 = add nuw nsw i64 %z, %dz
  %over = icmp eq i64 %z2, %nz
  br i1 %over, label %done, label %item
done:
  ret void
}
define i32 @__gohip.wg.first(ptr %ids, i64 %base) {
  %p = getelementptr inbounds i32, ptr %ids, i64 %base
  %v = load <32 x i32>, ptr %p, align 4
  %m = call i32 @llvm.vector.reduce.umin.v32i32(<32 x i32> %v)
  ret i32 %m
}
define i32 @__gohip.wg.first.waits(ptr %ids, i64 %base, i32 %loop, i32 %ended) {
  %p = getelementptr inbounds i32, ptr %ids, i64 %base
  %v = load <32 x i32>, ptr %p, align 4
  %loopa = insertelement <32 x i32> poison, i32 %loop, i32 0
  %loopv = shufflevector <32 x i32> %loopa, <32 x i32> poison, <32 x i32> zeroinitializer
  %endeda = insertelement <32 x i32> poison, i32 %ended, i32 0
  %endedv = shufflevector <32 x i32> %endeda, <32 x i32> poison, <32 x i32> zeroinitializer
  %afterstart = icmp uge <32 x i32> %v, %loopv
  %live = icmp ult <32 x i32> %v, %endedv
  %waits = and <32 x i1> %afterstart, %live
  %latch = sub <32 x i32> %v, %loopv
  %latches = select <32 x i1> %waits, <32 x i32> %latch, <32 x i32> splat (i32 -1)
  %lowest = call i32 @llvm.vector.reduce.umin.v32i32(<32 x i32> %latches)
  %lowesta = insertelement <32 x i32> poison, i32 %lowest, i32 0
  %lowestv = shufflevector <32 x i32> %lowesta, <32 x i32> poison, <32 x i32> zeroinitializer
  %after = icmp ugt <32 x i32> %v, %lowestv
  %bits = trunc <32 x i32> %v to <32 x i1>
  %held = and <32 x i1> %after, %bits
  %those = select <32 x i1> %held, <32 x i32> splat (i32 -1), <32 x i32> %v
  %m = call i32 @llvm.vector.reduce.umin.v32i32(<32 x i32> %those)
  ret i32 %m
}
define i1 @__gohip.wg.full(ptr %ids, i64 %base, i32 %id) {
  %p = getelementptr inbounds i32, ptr %ids, i64 %base
  %v = load <32 x i32>, ptr %p, align 4
  %ida = insertelement <32 x i32> poison, i32 %id, i32 0
  %idv = shufflevector <32 x i32> %ida, <32 x i32> poison, <32 x i32> zeroinitializer
  %others = icmp ne <32 x i32> %v, %idv
  %any = call i1 @llvm.vector.reduce.or.v32i1(<32 x i1> %others)
  %all = xor i1 %any, true
  ret i1 %all
}
declare i1 @llvm.vector.reduce.or.v32i1(<32 x i1>)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i32 @llvm.vector.reduce.umin.v32i32(<32 x i32>)
define i32 @__gohip.wg.open(ptr %ids, i64 %padded, i32 %barrier, i32 %loop, i32 %ended) {
entry:
  br label %look
look:
  %i = phi i64 [ 0, %entry ], [ %i1, %look ]
  %anyloop = phi i1 [ false, %entry ], [ %anyloop1, %look ]
  %any = phi i1 [ false, %entry ], [ %any1, %look ]
  %p = getelementptr inbounds i32, ptr %ids, i64 %i
  %v = load i32, ptr %p
  %live = icmp ult i32 %v, %ended
  %any1 = or i1 %any, %live
  %inloop = icmp uge i32 %v, %loop
  %inloop1 = and i1 %inloop, %live
  %anyloop1 = or i1 %anyloop, %inloop1
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %padded
  br i1 %more, label %look, label %looked
looked:
  %from = select i1 %anyloop1, i32 %loop, i32 %barrier
  br i1 %any1, label %go, label %none
none:
  ret i32 0
go:
  %j = phi i64 [ 0, %looked ], [ %j1, %go ]
  %q = getelementptr inbounds i32, ptr %ids, i64 %j
  %w = load i32, ptr %q
  %lives = icmp ult i32 %w, %ended
  %waits = icmp uge i32 %w, %from
  %goes = and i1 %lives, %waits
  %run = sub i32 %w, %from
  %w1 = select i1 %goes, i32 %run, i32 %w
  store i32 %w1, ptr %q
  %j1 = add nuw nsw i64 %j, 1
  %more1 = icmp ult i64 %j1, %padded
  br i1 %more1, label %go, label %gone
gone:
  %r = select i1 %anyloop1, i32 2, i32 1
  ret i32 %r
}
define void @__gohip.wg.ballot(ptr %vote, ptr %votes, i64 %n) {
entry:
  br label %warp
warp:
  %i = phi i64 [ 0, %entry ], [ %i1, %warp ]
  %p = getelementptr inbounds i8, ptr %vote, i64 %i
  %v = load <32 x i8>, ptr %p, align 1
  %set = icmp ne <32 x i8> %v, zeroinitializer
  %bits = bitcast <32 x i1> %set to i32
  %rest = sub i64 %n, %i
  %few = icmp ult i64 %rest, 32
  %count = select i1 %few, i64 %rest, i64 0
  %count32 = trunc i64 %count to i32
  %below = shl i32 1, %count32
  %below1 = sub i32 %below, 1
  %there = select i1 %few, i32 %below1, i32 -1
  %mask = and i32 %bits, %there
  %w = lshr i64 %i, 5
  %q = getelementptr inbounds i32, ptr %votes, i64 %w
  store i32 %mask, ptr %q
  %i1 = add nuw nsw i64 %i, 32
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %warp, label %done
done:
  ret void
}
define void @__gohip.wg.ballot.warp(ptr %vote, ptr %votes, ptr %ids, i32 %id) {
  %v = load <32 x i8>, ptr %vote, align 1
  %set = icmp ne <32 x i8> %v, zeroinitializer
  %vi = load <32 x i32>, ptr %ids, align 4
  %ida = insertelement <32 x i32> poison, i32 %id, i32 0
  %idv = shufflevector <32 x i32> %ida, <32 x i32> poison, <32 x i32> zeroinitializer
  %here = icmp eq <32 x i32> %vi, %idv
  %both = and <32 x i1> %set, %here
  %mask = bitcast <32 x i1> %both to i32
  store i32 %mask, ptr %votes
  ret void
}
`
