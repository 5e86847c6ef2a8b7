// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package calls

import (
	"errors"
	"slices"
	"strings"

	"gohipcc/passes/convergence"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// stackBytes is the size in bytes of each work-item's stack for recursion.
const stackBytes = 16 << 10

// Recursion lowers recursive functions for devices without a call stack; OpenCL guarantees none.
// The function becomes a loop over frames in private memory: a call pushes a frame, a return pops
// one and continues after the call that pushed it. A frame holds the parameters, by-value ones with
// a copy of what they point to, and the stack slots, each at its alignment.
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
//	  ; the frame at %sp holds %n, %m and the number of the call to go on after
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
// Functions of a cycle of the call graph are first inlined into one.
func Recursion(u *ir.Unit) error {
	return lowerRecursion(u, func(llvm.Value) bool { return true })
}

// CollectiveRecursion is [Recursion] for devices that have a call stack, of functions that execute barriers
// or warp operations: these must be part of the kernel.
func CollectiveRecursion(u *ir.Unit) error {
	return lowerRecursion(u, func(f llvm.Value) bool { return convergence.Synchronises(u, f) })
}

// lowerRecursion lowers the recursive functions that are chosen.
func lowerRecursion(u *ir.Unit, chosen func(llvm.Value) bool) error {
	if err := unifyRecursion(u, chosen); err != nil {
		return err
	}
	var list []llvm.Value
	rec := u.Recursive()
	for _, f := range u.Definitions() {
		if rec[f] && chosen(f) {
			list = append(list, f)
		}
	}
	// The optimiser may have made loops of functions that synchronise.
	if err := convergence.InlineBarriers(u); err != nil {
		return err
	}
	if len(list) == 0 {
		return u.LLVMPasses("always-inline,globaldce")
	}
	for _, f := range list {
		if err := useFrames(u, f); err != nil {
			return err
		}
		u.ForceInline(f)
	}
	u.InlineCallers(list...)
	level := u.Opts.Level
	if level == "0" {
		return u.LLVMPasses("always-inline,globaldce")
	}
	return u.LLVMPasses("always-inline,globaldce,function(sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>)")
}

// calledOnce reports whether a function has exactly one call, from another function.
func calledOnce(f llvm.Value) bool {
	users := ir.Users(f)
	return len(users) == 1 && ir.IsCall(users[0]) && llvm.GetCalledValue(users[0]) == f && ir.FunctionOf(users[0]) != f
}

// unifyRecursion inlines the functions of a cycle of the call graph into each other until no
// recursive function calls another one that leads back to it. Where they are called from several
// places, or call themselves, they are first called through one function, so that each is inlined
// once.
func unifyRecursion(u *ir.Unit, chosen func(llvm.Value) bool) error {
	through := map[llvm.Value]bool{} // the functions built here, which must not be inlined
	for range 100 + len(u.Definitions()) {
		groups := u.Cycles()
		var victim llvm.Value
		var cycle []llvm.Value
		for _, g := range groups {
			if len(g) < 2 || !chosen(g[0]) {
				continue
			}
			cycle = g
			for _, f := range g {
				if !u.IsKernel(f) && !through[f] && calledOnce(f) {
					victim = f
				}
			}
			break
		}
		if cycle == nil {
			return nil
		}
		if victim == 0 {
			if slices.ContainsFunc(cycle, u.IsKernel) {
				var bad ir.Problems
				bad.Addf("%s and %s call each other, and one of them is a kernel: let it call a function that does its work",
					ir.Demangle(cycle[0].Name()), ir.Demangle(cycle[1].Name()))
				return bad.Err()
			}
			through[callThroughOne(u, cycle)] = true
			continue
		}
		u.ForceInline(victim)
		if err := u.LLVMPasses("always-inline,globaldce"); err != nil {
			return err
		}
	}
	return errors.New("functions that call each other cannot be inlined into one")
}

// recursionLowering turns a recursive function into a loop over frames.
type recursionLowering struct {
	u     *ir.Unit
	f     llvm.Value
	ret   llvm.Type
	void  bool
	calls []llvm.Value // the recursive calls

	size, align uint64                   // of a frame; size in bytes
	params      []frameSlot              // in parameter order
	slots       map[llvm.Value]frameSlot // by alloca
	allocas     []llvm.Value             // in instruction order

	entry, body             llvm.Block // the new entry, the old one
	stack, sp, result       llvm.Value // the frames; the offset of the current one; the last returned value
	bytes                   uint64     // size of the stack
	push, full, pop, resume llvm.Block
}

// frameSlot is one variable of a frame.
type frameSlot struct {
	typ    llvm.Type
	offset uint64
	align  uint64
	copied bool // a by-value parameter: typ is the type of its pointee
}

// useFrames turns a function that calls itself into a loop over frames.
func useFrames(u *ir.Unit, f llvm.Value) error {
	ret := llvm.GetReturnType(llvm.GlobalGetValueType(f))
	r := &recursionLowering{u: u, f: f, ret: ret, void: llvm.GetTypeKind(ret) == llvm.VoidKind, slots: map[llvm.Value]frameSlot{}}
	for _, i := range ir.Instructions(f) {
		if ir.IsCall(i) && llvm.GetCalledValue(i) == f {
			r.calls = append(r.calls, i)
		}
	}
	// Each call ends its block, so that the values that are live after it are live across blocks.
	for _, c := range r.calls {
		u.SplitBefore(llvm.GetNextInstruction(c))
	}
	if err := u.Demote(f); err != nil {
		return err
	}
	if err := r.layOut(); err != nil {
		return err
	}
	r.makeStack()
	r.useSlots()
	r.useParams()
	r.push, r.full, r.pop, r.resume = r.block("push"), r.block("full"), r.block("pop"), r.block("back")
	resumes := r.pushFrames()
	r.popFrames(resumes)
	r.overflow()
	r.forgetAttributes()
	return nil
}

func (r *recursionLowering) block(name string) llvm.Block {
	return llvm.AppendBasicBlockInContext(r.u.Ctx, r.f, name)
}

// place assigns a variable its offset in the frame.
func (r *recursionLowering) place(s frameSlot) frameSlot {
	s.align = max(s.align, 1)
	r.align = max(r.align, s.align)
	s.offset = ir.AlignUp(r.size, s.align)
	r.size = s.offset + max(llvm.ABISizeOfType(r.u.Layout, s.typ), 1)
	return s
}

// layOut lays out the frame: the number of the call to continue after, the parameters, the stack
// slots. Each frame has its own copy of a byval parameter ("Parameter Attributes" of LLVM's
// language reference).
func (r *recursionLowering) layOut() error {
	u := r.u
	r.size, r.align = 8, 16
	for k, p := range ir.Params(r.f) {
		index := uint32(k + 1)
		t := llvm.TypeOf(p)
		s := frameSlot{typ: t, align: uint64(llvm.ABIAlignmentOfType(u.Layout, t))}
		if a := llvm.GetEnumAttributeAtIndex(r.f, index, u.AttrKind("byval")); a != 0 {
			s = frameSlot{typ: llvm.GetTypeAttributeValue(a), copied: true}
			s.align = uint64(llvm.ABIAlignmentOfType(u.Layout, s.typ))
			if a := llvm.GetEnumAttributeAtIndex(r.f, index, u.AttrKind("align")); a != 0 {
				s.align = llvm.GetEnumAttributeValue(a)
			}
		}
		r.params = append(r.params, r.place(s))
	}
	for _, i := range ir.Instructions(r.f) {
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
		r.slots[i] = r.place(frameSlot{typ: t, align: uint64(llvm.GetAlignment(i))})
		r.allocas = append(r.allocas, i)
	}
	r.size = ir.AlignUp(r.size, r.align)
	r.bytes = ir.AlignUp(max(stackBytes, r.size*4), r.align)
	return nil
}

// at returns the address of an offset in the frame that starts above bytes after the current one.
func (r *recursionLowering) at(offset, above uint64) llvm.Value {
	u, b := r.u, r.u.B
	pos := llvm.BuildAdd(b, llvm.BuildLoad2(b, u.Types.I64, r.sp, ""), u.I64(offset+above), "")
	return llvm.BuildInBoundsGEP2(b, u.Types.I8, r.stack, []llvm.Value{pos}, "")
}

// pass stores an argument to its slot in the frame that starts above bytes after the current one.
func (r *recursionLowering) pass(s frameSlot, arg llvm.Value, above uint64) {
	b, to := r.u.B, r.at(s.offset, above)
	if !s.copied {
		llvm.BuildStore(b, arg, to)
		return
	}
	llvm.BuildMemCpy(b, to, uint32(s.align), arg, uint32(s.align), r.u.I64(llvm.ABISizeOfType(r.u.Layout, s.typ)))
}

// makeStack builds the entry block, which allocates the stack and stores the parameters to the
// first frame.
func (r *recursionLowering) makeStack() {
	u, b, t := r.u, r.u.B, &r.u.Types
	r.body = llvm.GetEntryBasicBlock(r.f)
	r.entry = llvm.InsertBasicBlockInContext(u.Ctx, r.body, "entry")
	llvm.PositionBuilderAtEnd(b, r.entry)
	llvm.SetCurrentDebugLocation2(b, 0)
	r.stack = llvm.BuildAlloca(b, llvm.ArrayType2(t.I64, r.bytes/8), "stack")
	llvm.SetAlignment(r.stack, uint32(r.align))
	r.sp = llvm.BuildAlloca(b, t.I64, "sp")
	if !r.void {
		r.result = llvm.BuildAlloca(b, r.ret, "result")
	}
	llvm.BuildStore(b, u.I64(0), r.sp)
	for k, p := range ir.Params(r.f) {
		r.pass(r.params[k], p, 0)
	}
	llvm.BuildBr(b, r.body)
}

// useSlots replaces the function's allocas by their slots in the frame.
func (r *recursionLowering) useSlots() {
	for _, a := range r.allocas {
		for _, w := range ir.Users(a) {
			if c := ir.Callee(w); ir.IsCall(w) && c != 0 && strings.HasPrefix(c.Name(), "llvm.lifetime.") {
				ir.Erase(w) // lifetime markers take only allocas
				continue
			}
			r.u.Before(w)
			v := r.at(r.slots[a].offset, 0)
			if llvm.TypeOf(v) != llvm.TypeOf(a) {
				v = llvm.BuildAddrSpaceCast(r.u.B, v, llvm.TypeOf(a), "")
			}
			replaceOperand(w, a, v)
		}
	}
	for _, a := range r.allocas {
		ir.Erase(a)
	}
}

// useParams replaces the parameters by loads from the frame.
func (r *recursionLowering) useParams() {
	for k, p := range ir.Params(r.f) {
		for _, w := range ir.Users(p) {
			if llvm.GetInstructionParent(w) == r.entry {
				continue
			}
			r.u.Before(w)
			s := r.params[k]
			v := r.at(s.offset, 0)
			switch {
			case !s.copied:
				v = llvm.BuildLoad2(r.u.B, s.typ, v, "")
			case llvm.TypeOf(v) != llvm.TypeOf(p):
				v = llvm.BuildAddrSpaceCast(r.u.B, v, llvm.TypeOf(p), "")
			}
			replaceOperand(w, p, v)
		}
	}
}

func replaceOperand(inst, old, v llvm.Value) {
	for j, op := range ir.Operands(inst) {
		if op == old {
			llvm.SetOperand(inst, uint32(j), v)
		}
	}
}

// pushFrames replaces each recursive call by a push, and returns the blocks that follow the calls.
func (r *recursionLowering) pushFrames() []llvm.Block {
	u, b, t := r.u, r.u.B, &r.u.Types
	llvm.SetCurrentDebugLocation2(b, 0)
	llvm.PositionBuilderAtEnd(b, r.push)
	top := llvm.BuildAdd(b, llvm.BuildLoad2(b, t.I64, r.sp, ""), u.I64(r.size), "")
	llvm.BuildStore(b, top, r.sp)
	llvm.BuildBr(b, r.body)
	var resumes []llvm.Block
	for _, c := range r.calls {
		resume := r.block("resume")
		resumes = append(resumes, resume)
		blk := llvm.GetInstructionParent(c)
		// What follows the call in its block moves to the block where the return continues.
		llvm.PositionBuilderAtEnd(b, resume)
		if !r.void {
			llvm.ReplaceAllUsesWith(c, llvm.BuildLoad2(b, r.ret, r.result, ""))
		}
		for i := llvm.GetNextInstruction(c); i != 0; {
			next := llvm.GetNextInstruction(i)
			llvm.InstructionRemoveFromParent(i)
			llvm.PositionBuilderAtEnd(b, resume)
			llvm.InsertIntoBuilder(b, i)
			i = next
		}
		// The next frame must fit before anything is written to it.
		llvm.PositionBuilderAtEnd(b, blk)
		fits := llvm.BuildICmp(b, llvm.IntULE, llvm.BuildLoad2(b, t.I64, r.sp, ""), u.I64(r.bytes-2*r.size), "")
		enter := r.block("enter")
		llvm.BuildCondBr(b, fits, enter, r.full)
		llvm.PositionBuilderAtEnd(b, enter)
		for k, a := range ir.CallArgs(c) {
			r.pass(r.params[k], a, r.size)
		}
		llvm.BuildStore(b, u.I64(uint64(len(resumes))), r.at(0, 0))
		llvm.BuildBr(b, r.push)
		ir.Erase(c)
	}
	return resumes
}

// popFrames lowers returns: from the first frame the function returns, from others it continues
// after the call that pushed the frame.
func (r *recursionLowering) popFrames(resumes []llvm.Block) {
	u, b, t := r.u, r.u.B, &r.u.Types
	for _, blk := range ir.Blocks(r.f) {
		term := llvm.GetBasicBlockTerminator(blk)
		if term == 0 || llvm.GetInstructionOpcode(term) != llvm.Ret {
			continue
		}
		u.Before(term)
		if !r.void {
			llvm.BuildStore(b, llvm.GetOperand(term, 0), r.result)
		}
		llvm.BuildBr(b, r.pop)
		ir.Erase(term)
	}
	llvm.SetCurrentDebugLocation2(b, 0)
	done, never := r.block("done"), r.block("never")
	llvm.PositionBuilderAtEnd(b, r.pop)
	first := llvm.BuildICmp(b, llvm.IntEQ, llvm.BuildLoad2(b, t.I64, r.sp, ""), u.I64(0), "")
	llvm.BuildCondBr(b, first, done, r.resume)
	llvm.PositionBuilderAtEnd(b, done)
	if r.void {
		llvm.BuildRetVoid(b)
	} else {
		llvm.BuildRet(b, llvm.BuildLoad2(b, r.ret, r.result, ""))
	}
	llvm.PositionBuilderAtEnd(b, r.resume)
	llvm.BuildStore(b, llvm.BuildSub(b, llvm.BuildLoad2(b, t.I64, r.sp, ""), u.I64(r.size), ""), r.sp)
	where := llvm.BuildLoad2(b, t.I64, r.at(0, 0), "")
	sw := llvm.BuildSwitch(b, where, never, uint32(len(resumes)))
	for k, blk := range resumes {
		llvm.AddCase(sw, u.I64(uint64(k+1)), blk)
	}
	llvm.PositionBuilderAtEnd(b, never)
	llvm.BuildUnreachable(b)
}

// overflow builds the block that ends the work-item when the stack is full.
func (r *recursionLowering) overflow() {
	u, b := r.u, r.u.B
	llvm.PositionBuilderAtEnd(b, r.full)
	if stop := convergence.StopFunction(u); stop != 0 {
		c := llvm.BuildCall2(b, llvm.GlobalGetValueType(stop), stop, []llvm.Value{u.I32(3)}, "")
		llvm.SetInstructionCallConv(c, llvm.GetFunctionCallConv(stop))
		llvm.BuildUnreachable(b)
	} else if r.void {
		llvm.BuildRetVoid(b)
	} else {
		llvm.BuildRet(b, llvm.ConstNull(r.ret))
	}
}

// forgetAttributes drops inferred attributes that the frames invalidate: a frame captures the
// parameters, and accesses go through the frame's copies. The function itself copies its byval
// parameters.
func (r *recursionLowering) forgetAttributes() {
	for _, a := range []string{"memory", "norecurse", "willreturn", "mustprogress"} {
		r.u.RemoveAttr(r.f, llvm.FunctionIndex, a)
	}
	for k := range r.params {
		for _, a := range []string{"byval", "captures", "dead_on_return", "initializes", "nocapture", "noalias", "readnone", "readonly", "writeonly"} {
			r.u.RemoveAttr(r.f, uint32(k+1), a)
			for _, c := range ir.Users(r.f) {
				if ir.IsCall(c) && llvm.GetCalledValue(c) == r.f {
					r.u.RemoveCallAttr(c, uint32(k+1), a)
				}
			}
		}
	}
}
