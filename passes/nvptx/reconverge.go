// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// reconverges marks a bar.warp.sync that Reconverge inserted.
const reconverges = "gohip.reconverges"

// Reconverge synchronises the lanes after a call of a recursive function. ptxas assumes that they
// return together, and emits barriers and warp functions after the call that require it. But such a
// function reuses its convergence barriers in its own recursive calls, and lanes that wait at one
// continue without the others. Masks determines which lanes to wait for.
//
//	%r = call i32 @factorial(i32 %n)
//
// becomes
//
//	%r = call i32 @factorial(i32 %n)
//	%m = call i32 @llvm.nvvm.activemask()
//	call void @llvm.nvvm.bar.warp.sync(i32 %m), !gohip.reconverges !0
func Reconverge(u *ir.Unit) error {
	recursive := u.Recursive()
	kind := u.MDKind(reconverges)
	for _, f := range u.Definitions() {
		if recursive[f] {
			continue
		}
		for _, call := range ir.Instructions(f) {
			if !ir.IsCall(call) || !recursive[ir.Callee(call)] {
				continue
			}
			wait := SyncWarp(u, u.Before(llvm.GetNextInstruction(call)))
			llvm.SetMetadata(wait, kind, llvm.MetadataAsValue(u.Ctx, llvm.MDNodeInContext2(u.Ctx, nil, 0)))
		}
	}
	return nil
}

// UnknownMasks keeps ptxas from removing what Reconverge inserted: it removes a wait for all lanes if
// the mask is constant, and any wait if lanes have synchronised with the same mask before the call.
// The mask gets a term that is zero, which ptxas does not know, and read at each wait.
//
//	call void @llvm.nvvm.bar.warp.sync(i32 -1), !gohip.reconverges !0
//
// becomes
//
//	%lt = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
//	%ge = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.ge()
//	%all = or i32 %lt, %ge
//	%none = and i32 %lt, %ge
//	%clock = call i32 @llvm.nvvm.read.ptx.sreg.clock()
//	%zero = and i32 %none, %clock
//	%m = or i32 %all, %zero
//	call void @llvm.nvvm.bar.warp.sync(i32 %m)
func UnknownMasks(u *ir.Unit) error {
	sync := llvm.GetNamedFunction(u.Mod, warpSync)
	if sync == 0 {
		return nil
	}
	kind := u.MDKind(reconverges)
	for _, wait := range ir.Users(sync) {
		if llvm.GetMetadata(wait, kind) == 0 {
			continue
		}
		llvm.SetMetadata(wait, kind, 0)
		b, mask := u.Before(wait), llvm.GetOperand(wait, 0)
		lt, ge := laneMask(u, b, "lt"), laneMask(u, b, "ge")
		if llvm.IsAConstantInt(mask) != 0 {
			mask = llvm.BuildOr(b, lt, ge, "")
		}
		clock := readRegister(u, b, "clock")
		zero := llvm.BuildAnd(b, llvm.BuildAnd(b, lt, ge, ""), clock, "")
		llvm.SetOperand(wait, 0, llvm.BuildOr(b, mask, zero, ""))
	}
	return nil
}

// allLanes returns a mask of all lanes that is not constant.
func allLanes(u *ir.Unit, b llvm.Builder) llvm.Value {
	return llvm.BuildOr(b, laneMask(u, b, "lt"), laneMask(u, b, "ge"), "")
}

// laneMask reads the mask of the lanes whose numbers are in a relation to the lane's, "lt" or "ge".
func laneMask(u *ir.Unit, b llvm.Builder, relation string) llvm.Value {
	return readRegister(u, b, "lanemask."+relation)
}

// readRegister reads a special register of 32 bits.
func readRegister(u *ir.Unit, b llvm.Builder, name string) llvm.Value {
	f := u.RuntimeFunction("llvm.nvvm.read.ptx.sreg."+name, u.Types.I32)
	return llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, nil, "")
}
