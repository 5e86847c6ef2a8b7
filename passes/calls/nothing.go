// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package calls

import (
	"slices"
	"strings"

	"gohipcc/abi"
	"gohipcc/passes/convergence"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// callNothing ends a dispatcher's block for a number that no function of its type has: the host gets an error. If the
// dispatcher is for pointers that may have such a number, the functions that lead to it return ([returnFromCallers]).
func callNothing(u *ir.Unit, dispatcher llvm.Value, ends bool) {
	if report := convergence.StopReport(u); report != 0 {
		c := llvm.BuildCall2(u.B, llvm.GlobalGetValueType(report), report, []llvm.Value{u.I32(abi.CalledNothing)}, "")
		llvm.SetInstructionCallConv(c, llvm.GetFunctionCallConv(report))
	}
	if ends {
		llvm.BuildStore(u.B, llvm.ConstInt(u.Types.I8, 1, false), lastParam(dispatcher))
	}
	giveBack(u, llvm.GetReturnType(llvm.GlobalGetValueType(dispatcher)), 0)
}

// returnFromCallers ends the work-item that called nothing: the functions that lead to a dispatcher get the
// address of a byte of the kernel, in which the dispatcher stores 1 then, and return if it is not 0. Unlike
// those that lead to abort, they need not be inlined.
//
//	define internal spir_func i32 @f(i64 %p) {
//	  %r = call spir_func i32 @__gohip.indirect.0(i32 7, i64 %p, ptr null)
//	  %s = add i32 %r, 1
//	  ret i32 %s
//	}
//
// becomes
//
//	define internal spir_func i32 @f(i64 %p, ptr %ended) {
//	  %r = call spir_func i32 @__gohip.indirect.0(i32 7, i64 %p, ptr %ended)
//	  %e = load i8, ptr %ended
//	  %c = icmp ne i8 %e, 0
//	  br i1 %c, label %none, label %on
//	on:
//	  %s = add i32 %r, 1
//	  ret i32 %s
//	none:
//	  ret i32 0
//	}
//
// The kernel has the byte. Where all is inlined, the dispatcher's block becomes a branch to the kernel's end.
func returnFromCallers(u *ir.Unit, dispatchers []llvm.Value) {
	leading := ir.Callers(dispatchers)
	ended := map[llvm.Value]llvm.Value{} // the byte's address, by function
	var calls []llvm.Value
	for _, f := range u.Definitions() {
		if !leading[f] {
			continue
		}
		for _, c := range ir.Users(f) {
			if ir.IsCall(c) && llvm.GetCalledValue(c) == f {
				calls = append(calls, c)
			}
		}
		switch {
		case slices.Contains(dispatchers, f):
			ended[f] = lastParam(f)
		case u.IsKernel(f):
			b := u.AtEntry(f)
			ended[f] = llvm.BuildAlloca(b, u.Types.I8, "ended")
			llvm.BuildStore(b, llvm.ConstNull(u.Types.I8), ended[f])
		default:
			ft := llvm.GlobalGetValueType(f)
			n := u.RebuildFunction(f, llvm.FunctionType(llvm.GetReturnType(ft), append(ir.ParamTypes(ft), u.Ptr(0)), false), nil)
			ended[n] = lastParam(n)
			llvm.ReplaceAllUsesWith(f, n)
			llvm.DeleteFunction(f)
			for _, a := range overtaken {
				u.RemoveAttr(n, llvm.FunctionIndex, a)
			}
		}
	}
	for _, c := range calls {
		in, callee := ir.FunctionOf(c), llvm.GetCalledValue(c)
		if slices.Contains(dispatchers, callee) {
			llvm.SetOperand(c, llvm.GetNumArgOperands(c)-1, ended[in])
		} else {
			c = u.RebuildCall(c, callee, llvm.GlobalGetValueType(callee), append(ir.CallArgs(c), ended[in]))
			for _, a := range overtaken {
				u.RemoveCallAttr(c, llvm.FunctionIndex, a)
			}
		}
		if !IsDispatcher(in) { // which returns after its call
			returnIfEnded(u, c, ended[in])
		}
	}
}

// overtaken are attributes that a function does not have any more which stores that the work-item ended, and
// returns.
var overtaken = []string{"memory", "noreturn"}

// returnIfEnded returns from a function after a call that ended the work-item.
func returnIfEnded(u *ir.Unit, call, ended llvm.Value) {
	on := llvm.GetNextInstruction(call)
	f := ir.FunctionOf(on)
	ret := llvm.GetReturnType(llvm.GlobalGetValueType(f))
	if llvm.GetInstructionOpcode(on) == llvm.Unreachable { // the callee ends it in any case
		u.Before(on)
		giveBack(u, ret, 0)
		ir.Erase(on)
		return
	}
	br := llvm.GetBasicBlockTerminator(u.SplitBefore(on))
	none := llvm.AppendBasicBlockInContext(u.Ctx, f, "none")
	b := u.Before(br)
	c := llvm.BuildICmp(b, llvm.IntNE, llvm.BuildLoad2(b, u.Types.I8, ended, ""), llvm.ConstNull(u.Types.I8), "")
	llvm.BuildCondBr(b, c, none, llvm.GetInstructionParent(on))
	ir.Erase(br)
	llvm.PositionBuilderAtEnd(b, none)
	giveBack(u, ret, 0)
}

// giveBack returns a value, or zero, from a function of a result type.
func giveBack(u *ir.Unit, ret llvm.Type, v llvm.Value) {
	switch {
	case llvm.GetTypeKind(ret) == llvm.VoidKind:
		llvm.BuildRetVoid(u.B)
	case v == 0:
		llvm.BuildRet(u.B, llvm.ConstNull(ret))
	default:
		llvm.BuildRet(u.B, v)
	}
}

func lastParam(f llvm.Value) llvm.Value { return llvm.GetParam(f, llvm.CountParams(f)-1) }

// vtablePointer is the type by which clang tags accesses to the pointers to virtual functions in objects.
const vtablePointer = "vtable pointer"

// vtablePrefix begins the names of tables of virtual functions (Itanium C++ ABI, 5.1.4.1).
const vtablePrefix = "_ZTV"

// isOneOf reports that a pointer is to one of some functions.
func (d *dispatchers) isOneOf(p llvm.Value, list []numberedFunction) bool {
	o := &origins{u: d.u, virtual: d.virtual, numbers: map[uint64]bool{}, seen: map[llvm.Value]bool{}}
	for _, f := range list {
		o.numbers[f.number] = true
	}
	return o.known(p)
}

// origins finds out where pointers to functions come from.
type origins struct {
	u       *ir.Unit
	numbers map[uint64]bool // those of the functions of the call's type
	virtual bool            // no table has a pure virtual function
	seen    map[llvm.Value]bool
}

// known reports that a pointer is to one of the functions: it is one of them, is from a constant table of them, or is from
// an object's table of virtual functions. Others may be null: kernels get them as arguments, or read them from
// variables.
func (o *origins) known(p llvm.Value) bool {
	if o.seen[p] {
		return true
	}
	o.seen[p] = true
	if llvm.IsAConstantInt(p) != 0 {
		return o.numbers[llvm.ConstIntGetZExtValue(p)]
	}
	switch ir.Opcode(p) {
	case llvm.AddrSpaceCast, llvm.BitCast, llvm.IntToPtr, llvm.PtrToInt:
		return o.known(llvm.GetOperand(p, 0))
	case llvm.Load:
		return o.knownTable(llvm.GetOperand(p, 0))
	}
	return o.each(p, o.known)
}

// each reports whether something holds of every value that a PHI or a select may be.
func (o *origins) each(v llvm.Value, holds func(llvm.Value) bool) bool {
	var of []llvm.Value
	switch ir.Opcode(v) {
	case llvm.PHI:
		for k := range llvm.CountIncoming(v) {
			of = append(of, llvm.GetIncomingValue(v, k))
		}
	case llvm.Select:
		of = ir.Operands(v)[1:]
	}
	return len(of) > 0 && !slices.ContainsFunc(of, func(w llvm.Value) bool { return !holds(w) })
}

// knownTable reports that what is at an address is a pointer to one of the functions.
func (o *origins) knownTable(at llvm.Value) bool {
	if o.seen[at] {
		return true
	}
	o.seen[at] = true
	if g := llvm.IsAGlobalVariable(at); g != 0 {
		if strings.HasPrefix(g.Name(), vtablePrefix) {
			return o.virtual
		}
		return llvm.IsGlobalConstant(g) && !llvm.IsExternallyInitialized(g) && llvm.GetInitializer(g) != 0 && o.knownEntries(llvm.GetInitializer(g))
	}
	switch ir.Opcode(at) {
	case llvm.AddrSpaceCast, llvm.BitCast, llvm.GetElementPtr:
		return o.knownTable(llvm.GetOperand(at, 0))
	case llvm.Load:
		return o.virtual && isVTablePointer(o.u, at)
	}
	return o.each(at, o.knownTable)
}

// knownEntries reports that all pointers of a table are to functions of the type.
func (o *origins) knownEntries(c llvm.Value) bool {
	switch llvm.GetTypeKind(llvm.TypeOf(c)) {
	case llvm.PointerKind:
		return o.known(c)
	case llvm.ArrayKind, llvm.StructKind:
		if llvm.IsNull(c) || llvm.IsAUndefValue(c) != 0 {
			return false
		}
	}
	return !slices.ContainsFunc(ir.Operands(c), func(e llvm.Value) bool { return !o.knownEntries(e) })
}

// isVTablePointer reports whether clang tagged a load as one of a pointer to virtual functions.
func isVTablePointer(u *ir.Unit, load llvm.Value) bool { return u.AccessedType(load) == vtablePointer }
