// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Sizes in bytes: copies and fills of up to codeGenerated are single accesses of the code generator;
// those of up to straight are written out here; longer ones become loops.
const (
	codeGenerated = 8
	straight      = 512
)

// Blocks writes copies and fills of constant size in the widest accesses. LLVM's code generator
// accesses 8 bytes at most, stores what it loaded before the next load, does not load read-only
// memory as such, and makes copies and fills of more than 128 bytes loops over single bytes. The
// assignment of a float4 is a copy of 16 bytes.
//
//	call void @llvm.memset.p0.i64(ptr align 16 %a, i8 0, i64 4096, i1 false)
//
// becomes a loop of
//
//	%p = getelementptr i8, ptr %a, i64 %i
//	store <2 x i64> zeroinitializer, ptr %p, align 16
func Blocks(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		for _, call := range ir.Instructions(f) {
			if !ir.IsCall(call) || ir.Callee(call) == 0 {
				continue
			}
			name := ir.Callee(call).Name()
			fill := strings.HasPrefix(name, "llvm.memset.")
			if !fill && !strings.HasPrefix(name, "llvm.memcpy.") {
				continue
			}
			n, volatile := llvm.GetOperand(call, 2), llvm.GetOperand(call, 3)
			if llvm.IsAConstantInt(n) == 0 || !llvm.IsNull(volatile) || fill && llvm.IsAConstantInt(llvm.GetOperand(call, 1)) == 0 {
				continue
			}
			align := u.CallAlign(call, 0)
			if !fill {
				align = min(align, u.CallAlign(call, 1))
			}
			if size := llvm.ConstIntGetZExtValue(n); size > codeGenerated && align > 1 {
				memIntrinsic{u, call, fill, min(align, widestAccess)}.lower(size)
			}
		}
	}
	return nil
}

// A memIntrinsic is a copy or a fill, and the size in bytes of its accesses.
type memIntrinsic struct {
	u    *ir.Unit
	call llvm.Value
	fill bool
	unit uint64
}

// lower replaces the call.
func (k memIntrinsic) lower(size uint64) {
	u := k.u
	whole := size / k.unit * k.unit
	var parts []part
	if whole <= straight {
		for i := uint64(0); i < whole; i += k.unit {
			parts = append(parts, part{u.I64(i), k.unit})
		}
	} else {
		k.loop(whole)
	}
	for at, unit := whole, k.unit/2; unit > 0; unit /= 2 {
		if size-at >= unit {
			parts = append(parts, part{u.I64(at), unit})
			at += unit
		}
	}
	k.move(u.Before(k.call), parts)
	ir.Erase(k.call)
}

// A part is an access of a block: its offset and its size in bytes.
type part struct {
	at   llvm.Value
	unit uint64
}

// loop writes a loop over the first whole bytes before the call.
func (k memIntrinsic) loop(whole uint64) {
	u := k.u
	before := u.SplitBefore(k.call)
	after := llvm.GetInstructionParent(k.call)
	loop := llvm.InsertBasicBlockInContext(u.Ctx, after, "")
	llvm.SetSuccessor(llvm.GetBasicBlockTerminator(before), 0, loop)
	b := u.B
	llvm.PositionBuilderAtEnd(b, loop)
	llvm.SetCurrentDebugLocation2(b, llvm.InstructionGetDebugLoc(k.call))
	i := llvm.BuildPhi(b, u.Types.I64, "")
	k.move(b, []part{{i, k.unit}})
	next := llvm.BuildAdd(b, i, u.I64(k.unit), "")
	llvm.BuildCondBr(b, llvm.BuildICmp(b, llvm.IntNE, next, u.I64(whole), ""), loop, after)
	llvm.AddIncoming(i, &[]llvm.Value{u.I64(0), next}[0], &[]llvm.Block{before, loop}[0], 2)
}

// move copies or fills parts: the loads come first.
func (k memIntrinsic) move(b llvm.Builder, parts []part) {
	u := k.u
	address := func(arg uint32, at llvm.Value) llvm.Value {
		return llvm.BuildInBoundsGEP2(b, u.Types.I8, llvm.GetOperand(k.call, arg), []llvm.Value{at}, "")
	}
	vals := make([]llvm.Value, len(parts))
	for i, p := range parts {
		t := u.IntType(uint32(p.unit * 8))
		if p.unit == widestAccess {
			t = llvm.VectorType(u.Types.I64, 2)
		}
		if k.fill {
			vals[i] = repeated(u, t, llvm.ConstIntGetZExtValue(llvm.GetOperand(k.call, 1)))
			continue
		}
		vals[i] = llvm.BuildLoad2(b, t, address(1, p.at), "")
		llvm.SetAlignment(vals[i], uint32(p.unit))
	}
	for i, p := range parts {
		llvm.SetAlignment(llvm.BuildStore(b, vals[i], address(0, p.at)), uint32(p.unit))
	}
}

// repeated returns a constant of a type whose bytes are all the same.
func repeated(u *ir.Unit, t llvm.Type, value uint64) llvm.Value {
	const ones = ^uint64(0) / 255
	if llvm.GetTypeKind(t) == llvm.VectorKind {
		word := u.I64(value * ones)
		return llvm.ConstVector([]llvm.Value{word, word})
	}
	return llvm.ConstInt(t, value*ones, false)
}
