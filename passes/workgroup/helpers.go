// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"strconv"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// call calls a helper.
func (kern *kernel) call(name string, args ...llvm.Value) llvm.Value {
	if err := linkHelpers(kern.u); err != nil {
		panic(err)
	}
	f := llvm.GetNamedFunction(kern.u.Mod, helperPrefix+name)
	return llvm.BuildCall2(kern.u.B, llvm.GlobalGetValueType(f), f, args, "")
}

const helperPrefix = "__gohip.wg."

// linkHelpers links the functions that schedules call.
func linkHelpers(u *ir.Unit) error {
	if llvm.GetNamedFunction(u.Mod, helperPrefix+"start") != 0 {
		return nil
	}
	if err := u.LinkText(forWarps(u, helperText)); err != nil {
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

// forWarps returns the text of functions for the module's number of lanes: in place of $LANES the number, of $MASK the
// type of a mask of lanes, and of $NARROW VALUE$TO an integer of 64 bits in that type.
func forWarps(u *ir.Unit, text string) string {
	narrow, to := "trunc i64", " to i32"
	n := strconv.Itoa(u.WarpSize())
	if n == "64" {
		narrow, to = "freeze i64", ""
	}
	return strings.NewReplacer("$LANES", n, "$MASK", "i"+n, "$NARROW", narrow, "$TO", to).Replace(text)
}

// helperText are these functions. start sets all work-items to the kernel's first region, and first
// returns the lowest ID of a warp. first.waits skips lanes before a warp operation (bit 0 of the
// ID) that comes after a loop in which others wait. open opens the barrier: the result is 0 if all
// work-items have exited, and 2 if only some that spin-wait in a loop can continue. present is the mask of the
// lanes of a warp from which on the block has so many work-items, and at that of the lanes at a region.
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
  %v = load <$LANES x i32>, ptr %p, align 4
  %m = call i32 @llvm.vector.reduce.umin.v$LANESi32(<$LANES x i32> %v)
  ret i32 %m
}
define i32 @__gohip.wg.first.waits(ptr %ids, i64 %base, i32 %loop, i32 %ended) {
  %p = getelementptr inbounds i32, ptr %ids, i64 %base
  %v = load <$LANES x i32>, ptr %p, align 4
  %loopa = insertelement <$LANES x i32> poison, i32 %loop, i32 0
  %loopv = shufflevector <$LANES x i32> %loopa, <$LANES x i32> poison, <$LANES x i32> zeroinitializer
  %endeda = insertelement <$LANES x i32> poison, i32 %ended, i32 0
  %endedv = shufflevector <$LANES x i32> %endeda, <$LANES x i32> poison, <$LANES x i32> zeroinitializer
  %afterstart = icmp uge <$LANES x i32> %v, %loopv
  %live = icmp ult <$LANES x i32> %v, %endedv
  %waits = and <$LANES x i1> %afterstart, %live
  %latch = sub <$LANES x i32> %v, %loopv
  %latches = select <$LANES x i1> %waits, <$LANES x i32> %latch, <$LANES x i32> splat (i32 -1)
  %lowest = call i32 @llvm.vector.reduce.umin.v$LANESi32(<$LANES x i32> %latches)
  %lowesta = insertelement <$LANES x i32> poison, i32 %lowest, i32 0
  %lowestv = shufflevector <$LANES x i32> %lowesta, <$LANES x i32> poison, <$LANES x i32> zeroinitializer
  %after = icmp ugt <$LANES x i32> %v, %lowestv
  %bits = trunc <$LANES x i32> %v to <$LANES x i1>
  %held = and <$LANES x i1> %after, %bits
  %those = select <$LANES x i1> %held, <$LANES x i32> splat (i32 -1), <$LANES x i32> %v
  %m = call i32 @llvm.vector.reduce.umin.v$LANESi32(<$LANES x i32> %those)
  ret i32 %m
}
define i1 @__gohip.wg.full(ptr %ids, i64 %base, i32 %id) {
  %p = getelementptr inbounds i32, ptr %ids, i64 %base
  %v = load <$LANES x i32>, ptr %p, align 4
  %ida = insertelement <$LANES x i32> poison, i32 %id, i32 0
  %idv = shufflevector <$LANES x i32> %ida, <$LANES x i32> poison, <$LANES x i32> zeroinitializer
  %others = icmp ne <$LANES x i32> %v, %idv
  %any = call i1 @llvm.vector.reduce.or.v$LANESi1(<$LANES x i1> %others)
  %all = xor i1 %any, true
  ret i1 %all
}
declare i1 @llvm.vector.reduce.or.v$LANESi1(<$LANES x i1>)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i32 @llvm.vector.reduce.umin.v$LANESi32(<$LANES x i32>)
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
define $MASK @__gohip.wg.present(i64 %rest) {
  %few = icmp ult i64 %rest, $LANES
  %count = select i1 %few, i64 %rest, i64 0
  %countm = $NARROW %count$TO
  %below = shl $MASK 1, %countm
  %below1 = sub $MASK %below, 1
  %there = select i1 %few, $MASK %below1, $MASK -1
  ret $MASK %there
}
define $MASK @__gohip.wg.at(ptr %ids, i32 %id) {
  %vi = load <$LANES x i32>, ptr %ids, align 4
  %ida = insertelement <$LANES x i32> poison, i32 %id, i32 0
  %idv = shufflevector <$LANES x i32> %ida, <$LANES x i32> poison, <$LANES x i32> zeroinitializer
  %here = icmp eq <$LANES x i32> %vi, %idv
  %mask = bitcast <$LANES x i1> %here to $MASK
  ret $MASK %mask
}
`
