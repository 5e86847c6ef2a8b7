// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"fmt"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// exchange are the context arrays by which lanes exchange values. A lane stores its value, and the
// lane that it asks; when all have, each gets its result, which it loads as it goes on: what a lane
// stores for the next exchange does not change what another one still loads for this one.
type exchange struct {
	value, result map[llvm.Type]*slot
	from          *slot
	vote, votes   *slot // a byte for each lane; the votes of each warp
}

// lowerSyncs stores what lanes give warp operations before they wait, and loads what they get.
func (m *former) lowerSyncs() {
	m.exchange.value, m.exchange.result = map[llvm.Type]*slot{}, map[llvm.Type]*slot{}
	u, x := m.u, &m.exchange
	for _, s := range m.syncs {
		r, after := m.of[s.before], m.of[s.after]
		if r == nil { // unreachable
			continue
		}
		switch args := ir.Operands(s.inst); s.kind {
		case shuffleSync:
			s.value = llvm.TypeOf(args[0])
			if x.value[s.value] == nil {
				x.value[s.value], x.result[s.value] = m.array(s.value, "value"), m.array(s.value, "result")
			}
			if x.from == nil {
				x.from = m.array(u.Types.I32, "from")
			}
			m.store(x.value[s.value], r, args[0], s.inst)
			m.store(x.from, r, args[1], s.inst)
			linear := m.linearIn(after)
			b := u.Before(llvm.GetFirstInstruction(s.after))
			llvm.ReplaceAllUsesWith(s.inst, llvm.BuildLoad2(b, s.value, m.element(x.result[s.value], linear), ""))
		case ballotSync:
			if x.vote == nil {
				x.vote, x.votes = m.array(u.Types.I8, "vote"), m.array(u.Types.I32, "votes")
			}
			b := u.Before(s.inst)
			set := llvm.BuildICmp(b, llvm.IntNE, args[0], llvm.ConstNull(llvm.TypeOf(args[0])), "")
			m.store(x.vote, r, llvm.BuildZExt(b, set, u.Types.I8, ""), s.inst)
			linear := m.linearIn(after)
			b = u.Before(llvm.GetFirstInstruction(s.after))
			mask := llvm.BuildLoad2(b, u.Types.I32, m.element(x.votes, llvm.BuildLShr(b, linear, u.I64(5), "")), "")
			llvm.ReplaceAllUsesWith(s.inst, llvm.BuildInsertElement(b, llvm.ConstNull(llvm.TypeOf(s.inst)), mask, u.I32(0), ""))
		}
		m.erase(s.inst)
	}
}

// exchangeBefore builds, before a region of the schedule in which all work-items are together, the
// exchange that it follows.
func (m *former) exchangeBefore(r *region) {
	x := &m.exchange
	switch {
	case r.sync == nil:
	case r.sync.kind == shuffleSync:
		m.call(shuffleHelper(r.sync.value), x.value[r.sync.value].array, x.from.array, x.result[r.sync.value].array, m.size)
	case r.sync.kind == ballotSync:
		m.call("ballot", x.vote.array, x.votes.array, m.size)
	}
}

// exchangeOfWarp builds it for the lanes of a warp that are at the region.
func (m *former) exchangeOfWarp(r *region, warp llvm.Value) {
	x, id := &m.exchange, m.u.I32(m.idOf(r))
	switch {
	case r.sync == nil:
	case r.sync.kind == shuffleSync:
		m.call(shuffleHelper(r.sync.value)+".warp", x.value[r.sync.value].array, x.from.array, x.result[r.sync.value].array, warp)
	case r.sync.kind == ballotSync:
		m.call("ballot.warp", x.vote.array, x.votes.array, m.ids.array, warp, id)
	}
}

func shuffleHelper(t llvm.Type) string { return fmt.Sprintf("shuffle%d", llvm.GetIntTypeWidth(t)) }

// call calls a helper.
func (m *former) call(name string, args ...llvm.Value) llvm.Value {
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
	text := helperText
	for _, bits := range []string{"32", "64"} {
		text += strings.ReplaceAll(shuffleText, "$B", bits)
	}
	if err := u.LinkText(text); err != nil {
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

// shuffleText are the exchanges, by the width of the value. A lane that asks for one outside of its
// warp gets that of the lane with the number modulo 32, and one that asks a lane which is not there
// whatever that has left.
const shuffleText = `
define void @__gohip.wg.shuffle$B(ptr %value, ptr %from, ptr %result, i64 %n) {
entry:
  br label %item
item:
  %i = phi i64 [ 0, %entry ], [ %i1, %item ]
  %pf = getelementptr inbounds i32, ptr %from, i64 %i
  %f = load i32, ptr %pf
  %lane = and i32 %f, 31
  %lane64 = zext i32 %lane to i64
  %base = and i64 %i, -32
  %at = or i64 %base, %lane64
  %pv = getelementptr inbounds i$B, ptr %value, i64 %at
  %v = load i$B, ptr %pv
  %pr = getelementptr inbounds i$B, ptr %result, i64 %i
  store i$B %v, ptr %pr
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %item, label %done
done:
  ret void
}
define void @__gohip.wg.shuffle$B.warp(ptr %value, ptr %from, ptr %result, i64 %base) {
entry:
  %end = add i64 %base, 32
  br label %item
item:
  %i = phi i64 [ %base, %entry ], [ %i1, %item ]
  %pf = getelementptr inbounds i32, ptr %from, i64 %i
  %f = load i32, ptr %pf
  %lane = and i32 %f, 31
  %lane64 = zext i32 %lane to i64
  %at = or i64 %base, %lane64
  %pv = getelementptr inbounds i$B, ptr %value, i64 %at
  %v = load i$B, ptr %pv
  %pr = getelementptr inbounds i$B, ptr %result, i64 %i
  store i$B %v, ptr %pr
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %end
  br i1 %more, label %item, label %done
done:
  ret void
}
`

// helperText are the others. start puts all work-items at the kernel's start, and first gives the
// lowest ID of a warp; first.waits leaves out lanes before an operation of the warp (bit 0) that come
// after a loop in which others wait. open opens the barrier: 0 says that all have ended, and 2 that some wait in a
// loop, and only these go on.
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
define void @__gohip.wg.ballot.warp(ptr %vote, ptr %votes, ptr %ids, i64 %base, i32 %id) {
  %p = getelementptr inbounds i8, ptr %vote, i64 %base
  %v = load <32 x i8>, ptr %p, align 1
  %set = icmp ne <32 x i8> %v, zeroinitializer
  %pi = getelementptr inbounds i32, ptr %ids, i64 %base
  %vi = load <32 x i32>, ptr %pi, align 4
  %ida = insertelement <32 x i32> poison, i32 %id, i32 0
  %idv = shufflevector <32 x i32> %ida, <32 x i32> poison, <32 x i32> zeroinitializer
  %here = icmp eq <32 x i32> %vi, %idv
  %both = and <32 x i1> %set, %here
  %mask = bitcast <32 x i1> %both to i32
  %w = lshr i64 %base, 5
  %q = getelementptr inbounds i32, ptr %votes, i64 %w
  store i32 %mask, ptr %q
  ret void
}
`
