// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package calls

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
	"gohipcc/passes/workitems"
)

// stackBytes is the room for recursion that each work-item has.
const stackBytes = 16 << 10

// Recursion makes recursive functions run where the device has no call stack, which
// is what OpenCL says of all devices. The function becomes a loop over frames in
// private memory: a call pushes one, a return pops one and goes on behind the call
// that it belongs to.
//
//	define internal spir_func i32 @f(i32 %n) {
//	  ...
//	  %a = call spir_func i32 @f(i32 %m)
//	  %r = add i32 %a, %m
//	  ret i32 %r
//
// becomes
//
//	define internal spir_func i32 @f(i32 %n) alwaysinline {
//	  %stack = alloca [2048 x i64]
//	  ; the frame at %sp holds %n, %m and the number of the call to go on behind
//	body:
//	  ...
//	  store i32 %m, ptr %next.frame.n
//	  store i32 1, ptr %frame.resume
//	  br label %push                 ; to body, or __gohip_stop when the stack is full
//	resume1:
//	  %a = load i32, ptr %result
//	  %r = add i32 %a, %m.from.frame
//	  store i32 %r, ptr %result
//	  br label %pop                  ; to the resume block of the frame below
//
// Functions that call each other in a circle are inlined into one first.
func Recursion(u *ir.Unit) error {
	if err := unifyRecursion(u); err != nil {
		return err
	}
	var list []llvm.Value
	rec := u.Recursive()
	for _, f := range u.Definitions() {
		if rec[f] {
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		return nil
	}
	for _, f := range list {
		r := &recursive{u: u, f: f}
		if err := r.transform(); err != nil {
			return err
		}
		u.ForceInline(f)
		u.InlineCallers(f)
	}
	level := u.Opts.Level
	if level == "0" {
		return u.LLVMPasses("always-inline,globaldce")
	}
	return u.LLVMPasses("always-inline,globaldce,function(sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>)")
}

// unifyRecursion inlines the functions of a circle of calls into each other until each
// recursive function calls no other one that leads back.
func unifyRecursion(u *ir.Unit) error {
	for range 100 {
		groups := u.Circles()
		var victim llvm.Value
		var circle []llvm.Value
		for _, g := range groups {
			if len(g) < 2 {
				continue
			}
			circle = g
			for _, f := range g {
				if !ir.CallsItself(f) && !u.IsKernel(f) {
					victim = f
				}
			}
			break
		}
		if circle == nil {
			return nil
		}
		if victim == 0 {
			var bad ir.Problems
			bad.Addf("%s and %s call each other and themselves; devices have no call stack, and recursion of that kind cannot be made a loop: let one of them not call itself",
				ir.Demangle(circle[0].Name()), ir.Demangle(circle[1].Name()))
			return bad.Err()
		}
		u.ForceInline(victim)
		if err := u.LLVMPasses("always-inline,globaldce"); err != nil {
			return err
		}
	}
	return nil
}

type recursive struct {
	u *ir.Unit
	f llvm.Value
}

// slot is one variable of a frame.
type slot struct {
	typ    llvm.Type
	offset uint64
}

func (r *recursive) transform() error {
	u, f := r.u, r.f
	ft := llvm.GlobalGetValueType(f)
	ret := llvm.GetReturnType(ft)
	void := llvm.GetTypeKind(ret) == llvm.VoidKind
	calls := func() []llvm.Value {
		var out []llvm.Value
		for _, i := range ir.Instructions(f) {
			if ir.IsCall(i) && llvm.GetCalledValue(i) == f {
				out = append(out, i)
			}
		}
		return out
	}
	// Calls end their blocks, so that what is needed behind them crosses blocks.
	for _, c := range calls() {
		u.SplitBefore(llvm.GetNextInstruction(c))
	}
	if err := u.Demote(f); err != nil {
		return err
	}
	b := u.B

	// The frame: what number to go on at, the parameters, then every stack slot.
	size := uint64(8)
	place := func(t llvm.Type, align uint64) slot {
		size = (size + align - 1) / align * align
		s := slot{t, size}
		size += max(llvm.ABISizeOfType(u.Layout, t), 1)
		return s
	}
	var args []slot
	for _, p := range ir.Params(f) {
		t := llvm.TypeOf(p)
		args = append(args, place(t, uint64(llvm.ABIAlignmentOfType(u.Layout, t))))
	}
	slots := map[llvm.Value]slot{}
	var order []llvm.Value
	for _, i := range ir.Instructions(f) {
		if llvm.GetInstructionOpcode(i) != llvm.Alloca {
			continue
		}
		n := llvm.GetOperand(i, 0)
		if llvm.IsAConstantInt(n) == 0 {
			var bad ir.Problems
			bad.Addf("%s: a recursive function with an array of variable size; devices have no call stack to put it on", u.Where(i))
			return bad.Err()
		}
		t := llvm.GetAllocatedType(i)
		if k := llvm.ConstIntGetZExtValue(n); k != 1 {
			t = llvm.ArrayType2(t, k)
		}
		slots[i] = place(t, uint64(max(llvm.GetAlignment(i), 1)))
		order = append(order, i)
	}
	frame := (size + 15) / 16 * 16
	bytes := max(stackBytes, frame*4)

	old := llvm.GetEntryBasicBlock(f)
	entry := llvm.InsertBasicBlockInContext(u.Ctx, old, "entry")
	llvm.PositionBuilderAtEnd(b, entry)
	llvm.SetCurrentDebugLocation2(b, 0)
	t := &u.Types
	stack := llvm.BuildAlloca(b, llvm.ArrayType2(t.I64, bytes/8), "stack")
	llvm.SetAlignment(stack, 16)
	sp := llvm.BuildAlloca(b, t.I64, "sp")
	var result llvm.Value
	if !void {
		result = llvm.BuildAlloca(b, ret, "result")
	}
	// at is a place in the frame that is above bytes up from the current one.
	at := func(offset, above uint64) llvm.Value {
		pos := llvm.BuildAdd(b, llvm.BuildLoad2(b, t.I64, sp, ""), u.I64(offset+above), "")
		return llvm.BuildInBoundsGEP2(b, t.I8, stack, []llvm.Value{pos}, "")
	}
	llvm.BuildStore(b, u.I64(0), sp)
	for k, p := range ir.Params(f) {
		llvm.BuildStore(b, p, at(args[k].offset, 0))
	}
	llvm.BuildBr(b, old)

	// Uses of parameters and slots look into the frame.
	for _, blk := range ir.Blocks(f) {
		if blk == entry {
			continue
		}
		for i := llvm.GetFirstInstruction(blk); i != 0; i = llvm.GetNextInstruction(i) {
			for k, op := range ir.Operands(i) {
				if s, ok := slots[op]; ok {
					u.Before(i)
					v := at(s.offset, 0)
					if llvm.TypeOf(v) != llvm.TypeOf(op) {
						v = llvm.BuildAddrSpaceCast(b, v, llvm.TypeOf(op), "")
					}
					llvm.SetOperand(i, uint32(k), v)
				}
			}
		}
	}
	for k, p := range ir.Params(f) {
		for _, w := range ir.Users(p) {
			if llvm.GetInstructionParent(w) == entry {
				continue
			}
			u.Before(w)
			v := llvm.BuildLoad2(b, args[k].typ, at(args[k].offset, 0), "")
			for j, op := range ir.Operands(w) {
				if op == p {
					llvm.SetOperand(w, uint32(j), v)
				}
			}
		}
	}
	for _, a := range order {
		ir.Erase(a)
	}

	newBlock := func(name string) llvm.Block { return llvm.AppendBasicBlockInContext(u.Ctx, f, name) }
	push, full, pop, done, back := newBlock("push"), newBlock("full"), newBlock("pop"), newBlock("done"), newBlock("back")
	// A call: the arguments into the next frame, the number into this one.
	var resumes []llvm.Block
	room := newBlock("room")
	llvm.PositionBuilderAtEnd(b, push)
	top := llvm.BuildAdd(b, llvm.BuildLoad2(b, t.I64, sp, ""), u.I64(frame), "")
	llvm.BuildStore(b, top, sp)
	llvm.BuildBr(b, old)
	for _, c := range calls() {
		resume := newBlock("resume")
		resumes = append(resumes, resume)
		number := uint64(len(resumes))
		blk := llvm.GetInstructionParent(c)
		// What follows the call in its block moves behind the return.
		llvm.PositionBuilderAtEnd(b, resume)
		var v llvm.Value
		if !void {
			v = llvm.BuildLoad2(b, ret, result, "")
			llvm.ReplaceAllUsesWith(c, v)
		}
		for i := llvm.GetNextInstruction(c); i != 0; {
			next := llvm.GetNextInstruction(i)
			llvm.InstructionRemoveFromParent(i)
			llvm.PositionBuilderAtEnd(b, resume)
			llvm.InsertIntoBuilder(b, i)
			i = next
		}
		// Is there room? The frame above must fit before anything is written to it.
		llvm.PositionBuilderAtEnd(b, blk)
		fits := llvm.BuildICmp(b, llvm.IntULE, llvm.BuildLoad2(b, t.I64, sp, ""), u.I64(bytes-2*frame), "")
		enter := newBlock("enter")
		llvm.BuildCondBr(b, fits, enter, full)
		llvm.PositionBuilderAtEnd(b, enter)
		for k, a := range ir.CallArgs(c) {
			llvm.BuildStore(b, a, at(args[k].offset, frame))
		}
		llvm.BuildStore(b, u.I64(number), at(0, 0))
		llvm.BuildBr(b, push)
		ir.Erase(c)
	}
	llvm.DeleteBasicBlock(room)
	// A return: out of the function from the first frame, else on behind the call.
	for _, blk := range ir.Blocks(f) {
		term := llvm.GetBasicBlockTerminator(blk)
		if term == 0 || llvm.GetInstructionOpcode(term) != llvm.Ret {
			continue
		}
		u.Before(term)
		if !void {
			llvm.BuildStore(b, llvm.GetOperand(term, 0), result)
		}
		llvm.BuildBr(b, pop)
		ir.Erase(term)
	}
	llvm.SetCurrentDebugLocation2(b, 0)
	llvm.PositionBuilderAtEnd(b, pop)
	first := llvm.BuildICmp(b, llvm.IntEQ, llvm.BuildLoad2(b, t.I64, sp, ""), u.I64(0), "")
	llvm.BuildCondBr(b, first, done, back)
	llvm.PositionBuilderAtEnd(b, done)
	if void {
		llvm.BuildRetVoid(b)
	} else {
		llvm.BuildRet(b, llvm.BuildLoad2(b, ret, result, ""))
	}
	llvm.PositionBuilderAtEnd(b, back)
	llvm.BuildStore(b, llvm.BuildSub(b, llvm.BuildLoad2(b, t.I64, sp, ""), u.I64(frame), ""), sp)
	where := llvm.BuildLoad2(b, t.I64, at(0, 0), "")
	never := newBlock("never")
	sw := llvm.BuildSwitch(b, where, never, uint32(len(resumes)))
	for k, blk := range resumes {
		llvm.AddCase(sw, u.I64(uint64(k+1)), blk)
	}
	llvm.PositionBuilderAtEnd(b, never)
	llvm.BuildUnreachable(b)
	// No room: the work-item ends.
	llvm.PositionBuilderAtEnd(b, full)
	if stop := workitems.StopFunction(u); stop != 0 {
		c := llvm.BuildCall2(b, llvm.GlobalGetValueType(stop), stop, []llvm.Value{u.I32(3)}, "")
		llvm.SetInstructionCallConv(c, llvm.GetFunctionCallConv(stop))
		llvm.BuildUnreachable(b)
	} else if void {
		llvm.BuildRetVoid(b)
	} else {
		llvm.BuildRet(b, llvm.ConstNull(ret))
	}
	// Debug locations of moved instructions would need their function's scope at
	// calls that are inlined now; what was inferred of the function no longer holds.
	for _, a := range []string{"memory", "norecurse", "willreturn", "mustprogress"} {
		u.RemoveAttr(f, llvm.FunctionIndex, a)
	}
	return nil
}
