// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"strings"

	"gohipcc/passes/llvm"
)

// stopName is the function of the device library that stores why a work-item ends
// in the abort word (docs/ABI.md). It does not return, in the sense that the passes
// end the work-item behind each call of it.
const stopName = "__gohip_stop"

// traps turns LLVM's traps into calls of the device library.
//
//	call void @llvm.trap()
//	unreachable
//
// becomes
//
//	call spir_func void @__gohip_stop(i32 3)
//	unreachable
//
// A program with circles in its call graph, or with calls by address that may make
// some, has it linked as well: a stack that is full ends the work-item.
func traps(u *Unit) error {
	if len(u.recursive()) > 0 || u.callsByAddress() {
		// A declaration alone is not linked; a call of it is.
		stop := u.runtimeFunction(stopName, u.types.void, u.types.i32)
		keep := llvm.AddFunction(u.Mod, keepName, llvm.FunctionType(u.types.void, nil, false))
		llvm.PositionBuilderAtEnd(u.b, llvm.AppendBasicBlockInContext(u.Ctx, keep, "entry"))
		c := llvm.BuildCall2(u.b, llvm.GlobalGetValueType(stop), stop, []llvm.Value{u.i32(3)}, "")
		llvm.SetInstructionCallConv(c, llvm.GetFunctionCallConv(stop))
		llvm.BuildRetVoid(u.b)
	}
	for _, name := range []string{"llvm.trap", "llvm.ubsantrap", "llvm.debugtrap"} {
		f := llvm.GetNamedFunction(u.Mod, name)
		if f == 0 {
			continue
		}
		for _, c := range users(f) {
			if !isCall(c) {
				continue
			}
			// A debugger's break is none without a debugger.
			if name != "llvm.debugtrap" {
				stop := u.runtimeFunction(stopName, u.types.void, u.types.i32)
				n := llvm.BuildCall2(u.before(c), llvm.GlobalGetValueType(stop), stop, []llvm.Value{u.i32(3)}, "")
				llvm.SetInstructionCallConv(n, llvm.GetFunctionCallConv(stop))
			}
			erase(c)
		}
	}
	return nil
}

// callsByAddress reports whether the program calls anything by address.
func (u *Unit) callsByAddress() bool {
	for _, f := range u.definitions() {
		for b := llvm.GetFirstBasicBlock(f); b != 0; b = llvm.GetNextBasicBlock(b) {
			for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
				if isCall(i) && callee(i) == 0 && llvm.IsAInlineAsm(llvm.GetCalledValue(i)) == 0 {
					return true
				}
			}
		}
	}
	return false
}

// keepName is a function that is there while libraries are linked.
const keepName = "__gohip.keep"

// stopBody holds the body of stopName during optimisation.
const stopBody = stopName + ".body"

// prepareStops sees to it that every call that ends a work-item stands in a kernel
// after optimisation: functions that may end it are inlined, and the function that
// notes why stays a call. Recursive functions cannot be inlined; they return.
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
// The body is kept apart because LLVM takes all that leads to unreachable code to
// be unreachable as well, stores included.
func prepareStops(u *Unit) error {
	if keep := llvm.GetNamedFunction(u.Mod, keepName); keep != 0 {
		llvm.DeleteFunction(keep)
	}
	stop := llvm.GetNamedFunction(u.Mod, stopName)
	if stop == 0 {
		return nil
	}
	if !llvm.IsDeclaration(stop) {
		llvm.SetValueName2(stop, stopBody)
		body := u.rebuildFunction(stop, llvm.GlobalGetValueType(stop), nil)
		llvm.SetLinkage(body, llvm.ExternalLinkage)
		for _, i := range instructions(body) {
			if llvm.GetInstructionOpcode(i) == llvm.Unreachable {
				llvm.BuildRetVoid(u.before(i))
				erase(i)
			}
		}
		for _, a := range []string{"noreturn", "alwaysinline", "inlinehint"} {
			u.removeAttr(body, llvm.FunctionIndex, a)
		}
		u.addAttr(body, llvm.FunctionIndex, "noinline")
		u.needs("abort", body)
		cc := llvm.GetFunctionCallConv(stop)
		llvm.SetValueName2(stop, stopName)
		llvm.SetLinkage(stop, llvm.ExternalLinkage)
		llvm.SetFunctionCallConv(stop, cc)
	}
	// What LLVM found out about the body: a call that is known to return, before code
	// that cannot be reached, would be deleted.
	for _, a := range []string{"willreturn", "mustprogress", "memory", "nosync", "nofree"} {
		u.removeAttr(stop, llvm.FunctionIndex, a)
	}
	for _, a := range []string{"noreturn", "nounwind", "cold", "convergent"} {
		u.addAttr(stop, llvm.FunctionIndex, a)
	}
	u.inlineCallers(stop)
	if u.Opts.Level == "0" {
		// A trap need not be followed by unreachable code; from here on it is.
		return u.llvmPasses("function(simplifycfg)")
	}
	return nil
}

// stopFunction is the declaration that ends work-items, between prepareStops and
// endWorkItems; 0 when no library defines it.
func (u *Unit) stopFunction() llvm.Value {
	if f := llvm.GetNamedFunction(u.Mod, stopName); f != 0 || llvm.GetNamedFunction(u.Mod, stopBody) == 0 {
		return f
	}
	f := u.runtimeFunction(stopName, u.types.void, u.types.i32)
	for _, a := range []string{"noreturn", "nounwind", "cold", "convergent"} {
		u.addAttr(f, llvm.FunctionIndex, a)
	}
	return f
}

// prepareBarriers has functions that contain a barrier inlined, because the barriers
// pass works on kernels.
//
//	define internal spir_func void @sync() {        ; calls _Z7barrierj
//
// becomes
//
//	define internal spir_func void @sync() alwaysinline {
func prepareBarriers(u *Unit) error {
	for _, f := range u.functions() {
		if name, ok := mangledName(f.Name()); ok && llvm.IsDeclaration(f) && (name == "barrier" || name == "__spirv_ControlBarrier" ||
			strings.HasPrefix(name, "work_group_") || strings.HasPrefix(name, "sub_group_")) {
			u.inlineCallers(f)
		}
	}
	return nil
}

// endWorkItems returns from the kernel where the program ends the work-item.
// OpenCL has no instruction for it.
//
//	call spir_func void @__gohip_stop(i32 2)
//	unreachable
//
// becomes
//
//	call spir_func void @__gohip_stop.body(i32 2)
//	ret void
func endWorkItems(u *Unit) error {
	stop := llvm.GetNamedFunction(u.Mod, stopName)
	if stop == 0 {
		if body := llvm.GetNamedFunction(u.Mod, stopBody); body != 0 {
			llvm.DeleteFunction(body)
		}
		return nil
	}
	for _, c := range users(stop) {
		if !isCall(c) {
			continue
		}
		if k := u.attrKind("noreturn"); k != 0 {
			llvm.RemoveCallSiteEnumAttribute(c, llvm.FunctionIndex, k)
		}
		t := llvm.GetNextInstruction(c)
		if t == 0 || llvm.GetInstructionOpcode(t) != llvm.Unreachable {
			continue
		}
		ret := llvm.GetReturnType(llvm.GlobalGetValueType(functionOf(c)))
		b := u.before(t)
		if llvm.GetTypeKind(ret) == llvm.VoidKind {
			llvm.BuildRetVoid(b)
		} else {
			llvm.BuildRet(b, llvm.ConstNull(ret))
		}
		erase(t)
	}
	if body := llvm.GetNamedFunction(u.Mod, stopBody); body != 0 {
		llvm.SetLinkage(body, llvm.InternalLinkage)
		llvm.ReplaceAllUsesWith(stop, body)
		llvm.DeleteFunction(stop)
		if llvm.GetFirstUse(body) == 0 {
			llvm.DeleteFunction(body)
		}
	}
	return nil
}
