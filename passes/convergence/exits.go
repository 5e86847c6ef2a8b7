// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"gohipcc/abi"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// stopName is the function of the device library that stores to the abort word why a work-item ends
// (docs/design/abi.md). It is noreturn: the passes end the work-item after each call of it.
const stopName = abi.StopFunction

// Traps turns LLVM's traps into calls of the device library.
//
//	call void @llvm.trap()
//	unreachable
//
// becomes
//
//	call spir_func void @__gohip_stop(i32 3)
//	unreachable
//
// Programs with recursion, or with indirect calls that may recurse, have the function linked as
// well, because a stack overflow ends the work-item.
func Traps(u *ir.Unit) error {
	if len(u.Recursive()) > 0 || callsByAddress(u) {
		// A declaration alone is not linked; a call of it is.
		stop := u.RuntimeFunction(stopName, u.Types.Void, u.Types.I32)
		keep := llvm.AddFunction(u.Mod, keepName, llvm.FunctionType(u.Types.Void, nil, false))
		llvm.PositionBuilderAtEnd(u.B, llvm.AppendBasicBlockInContext(u.Ctx, keep, "entry"))
		c := llvm.BuildCall2(u.B, llvm.GlobalGetValueType(stop), stop, []llvm.Value{u.I32(abi.TrapReached)}, "")
		llvm.SetInstructionCallConv(c, llvm.GetFunctionCallConv(stop))
		llvm.BuildRetVoid(u.B)
	}
	for _, name := range []string{"llvm.trap", "llvm.ubsantrap", "llvm.debugtrap"} {
		f := llvm.GetNamedFunction(u.Mod, name)
		if f == 0 {
			continue
		}
		for _, c := range ir.Users(f) {
			if !ir.IsCall(c) {
				continue
			}
			// Without a debugger a breakpoint is a no-op.
			if name != "llvm.debugtrap" {
				stop := u.RuntimeFunction(stopName, u.Types.Void, u.Types.I32)
				n := llvm.BuildCall2(u.Before(c), llvm.GlobalGetValueType(stop), stop, []llvm.Value{u.I32(abi.TrapReached)}, "")
				llvm.SetInstructionCallConv(n, llvm.GetFunctionCallConv(stop))
			}
			ir.Erase(c)
		}
	}
	return nil
}

// callsByAddress reports whether the program has indirect calls.
func callsByAddress(u *ir.Unit) bool {
	for _, f := range u.Definitions() {
		for b := llvm.GetFirstBasicBlock(f); b != 0; b = llvm.GetNextBasicBlock(b) {
			for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
				if ir.IsCall(i) && ir.Callee(i) == 0 && llvm.IsAInlineAsm(llvm.GetCalledValue(i)) == 0 {
					return true
				}
			}
		}
	}
	return false
}

// keepName is a function that refers to stopName while libraries are linked.
const keepName = "__gohip.keep"

// stopBody holds the body of stopName during optimisation.
const stopBody = stopName + ".body"

// PrepareExits makes every call that ends a work-item appear in a kernel after optimisation:
// functions that may end it are inlined, and the function that stores the reason stays a call.
// Recursive functions cannot be inlined; they return instead.
//
//	define internal spir_func void @check(i1 %ok) {        ; calls __gohip_stop
//	define internal spir_func void @__gohip_stop(i32 %why) noreturn {
//	  store i32 %why, ptr addrspace(4) %word
//	  unreachable
//
// becomes
//
//	define internal spir_func void @check(i1 %ok) alwaysinline {
//	declare spir_func void @__gohip_stop(i32) noreturn
//	define spir_func void @__gohip_stop.body(i32 %why) {
//	  store i32 %why, ptr addrspace(4) %word
//	  ret void
//
// The body is kept under another name because LLVM treats everything that leads to unreachable code
// as unreachable, stores included.
func PrepareExits(u *ir.Unit) error {
	if keep := llvm.GetNamedFunction(u.Mod, keepName); keep != 0 {
		llvm.DeleteFunction(keep)
	}
	stop := llvm.GetNamedFunction(u.Mod, stopName)
	if stop == 0 {
		return nil
	}
	if !llvm.IsDeclaration(stop) {
		llvm.SetValueName2(stop, stopBody)
		body := u.RebuildFunction(stop, llvm.GlobalGetValueType(stop), nil)
		llvm.SetLinkage(body, llvm.ExternalLinkage)
		for _, i := range ir.Instructions(body) {
			if llvm.GetInstructionOpcode(i) == llvm.Unreachable {
				llvm.BuildRetVoid(u.Before(i))
				ir.Erase(i)
			}
		}
		for _, a := range []string{"noreturn", "alwaysinline", "inlinehint"} {
			u.RemoveAttr(body, llvm.FunctionIndex, a)
		}
		u.AddAttr(body, llvm.FunctionIndex, "noinline")
		u.Needs(abi.FeatureAbort, body)
		cc := llvm.GetFunctionCallConv(stop)
		llvm.SetValueName2(stop, stopName)
		llvm.SetLinkage(stop, llvm.ExternalLinkage)
		llvm.SetFunctionCallConv(stop, cc)
	}
	// The attributes that LLVM inferred from the body: it would delete a call that is known to
	// return and precedes unreachable code.
	for _, a := range []string{"willreturn", "mustprogress", "memory", "nosync", "nofree"} {
		u.RemoveAttr(stop, llvm.FunctionIndex, a)
	}
	for _, a := range []string{"noreturn", "nounwind", "cold", "convergent"} {
		u.AddAttr(stop, llvm.FunctionIndex, a)
	}
	u.InlineCallers(stop)
	if u.Opts.Level == "0" {
		// A trap need not be followed by unreachable; a call of stopName must be.
		return u.LLVMPasses("function(simplifycfg)")
	}
	return nil
}

// StopFunction returns the declaration that ends work-items, between PrepareExits and
// ExitWorkItems; 0 when no library defines it.
func StopFunction(u *ir.Unit) llvm.Value {
	if f := llvm.GetNamedFunction(u.Mod, stopName); f != 0 || llvm.GetNamedFunction(u.Mod, stopBody) == 0 {
		return f
	}
	f := u.RuntimeFunction(stopName, u.Types.Void, u.Types.I32)
	for _, a := range []string{"noreturn", "nounwind", "cold", "convergent"} {
		u.AddAttr(f, llvm.FunctionIndex, a)
	}
	return f
}

// StopReport returns the function that stores why a work-item is wrong, and returns; 0 when no library defines
// it. It is for places that cannot end the work-item.
func StopReport(u *ir.Unit) llvm.Value { return llvm.GetNamedFunction(u.Mod, stopBody) }

// ExitWorkItems returns from the kernel where the program ends the work-item.
// OpenCL has no instruction for it.
//
//	call spir_func void @__gohip_stop(i32 2)
//	unreachable
//
// becomes
//
//	call spir_func void @__gohip_stop.body(i32 2)
//	ret void
//
// and the function is not noreturn any more: on processors its caller would end in the next function's
// code.
func ExitWorkItems(u *ir.Unit) error {
	stop := llvm.GetNamedFunction(u.Mod, stopName)
	if stop == 0 {
		hideReport(u)
		return nil
	}
	// A function that always ends the work-item does not return either, as LLVM has inferred.
	for ending := []llvm.Value{stop}; len(ending) > 0; {
		f := ending[0]
		ending = ending[1:]
		for _, c := range ir.Users(f) {
			if !ir.IsCall(c) || ir.Callee(c) != f {
				continue
			}
			returnAfter(u, c)
			if in := ir.FunctionOf(c); noReturn(u, in) {
				u.RemoveAttr(in, llvm.FunctionIndex, "noreturn")
				ending = append(ending, in)
			}
		}
	}
	if body := StopReport(u); body != 0 {
		llvm.ReplaceAllUsesWith(stop, body)
		llvm.DeleteFunction(stop)
		hideReport(u)
	}
	return nil
}

// hideReport makes the function of [StopReport] the program's own, and deletes it where nothing calls it.
func hideReport(u *ir.Unit) {
	body := StopReport(u)
	if body == 0 {
		return
	}
	if llvm.GetFirstUse(body) == 0 {
		llvm.DeleteFunction(body)
		return
	}
	llvm.SetLinkage(body, llvm.InternalLinkage)
}

// noReturn reports whether a function has the attribute noreturn.
func noReturn(u *ir.Unit, f llvm.Value) bool {
	k := u.AttrKind("noreturn")
	return k != 0 && llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, k) != 0
}

// returnAfter returns from a function after a call that is followed by unreachable code.
func returnAfter(u *ir.Unit, c llvm.Value) {
	if k := u.AttrKind("noreturn"); k != 0 {
		llvm.RemoveCallSiteEnumAttribute(c, llvm.FunctionIndex, k)
	}
	t := llvm.GetNextInstruction(c)
	if t == 0 || llvm.GetInstructionOpcode(t) != llvm.Unreachable {
		return
	}
	ret := llvm.GetReturnType(llvm.GlobalGetValueType(ir.FunctionOf(c)))
	b := u.Before(t)
	if llvm.GetTypeKind(ret) == llvm.VoidKind {
		llvm.BuildRetVoid(b)
	} else {
		llvm.BuildRet(b, llvm.ConstNull(ret))
	}
	ir.Erase(t)
}
