// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package calls

import (
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Variadic replaces the variable arguments of functions by a pointer to them. SPIR-V has no
// variadic functions, and the front end's va_list for it, a pointer, is not that of a processor's
// calling convention.
//
//	define spir_func i32 @f(i32 %n, ...) {
//	  call void @llvm.va_start.p4(ptr addrspace(4) %list)
//	  %x = va_arg ptr addrspace(4) %list, i32
//	…
//	%r = call spir_func i32 (i32, ...) @f(i32 1, i32 %a, double %b)
//
// becomes
//
//	define spir_func i32 @f(i32 %n, ptr addrspace(4) %arguments) {
//	  store ptr addrspace(4) %arguments, ptr addrspace(4) %list
//	  %at = load ptr addrspace(4), ptr addrspace(4) %list
//	  store ptr addrspace(4) (%at + 8), ptr addrspace(4) %list
//	  %x = load i32, ptr addrspace(4) %at
//	…
//	%arguments = alloca [16 x i8], align 16    ; %a at 0, %b at 8
//	%r = call spir_func i32 @f(i32 1, ptr addrspace(4) %arguments)
//
// Each argument lies at a multiple of 8 bytes, or of its alignment if that is larger. Of arguments
// passed by value, the address of a copy is passed. Functions that are only declared are left alone.
func Variadic(u *ir.Unit) error {
	v := &variadic{u}
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			switch {
			case llvm.GetInstructionOpcode(i) == llvm.VAArg:
				v.argument(i)
			case ir.IsCall(i):
				v.call(i)
			}
		}
	}
	for _, f := range u.Definitions() {
		if llvm.IsFunctionVarArg(llvm.GlobalGetValueType(f)) {
			v.define(f)
		}
	}
	return nil
}

type variadic struct{ u *ir.Unit }

// list is the type of a pointer to variable arguments, and of va_list.
func (v *variadic) list() llvm.Type { return v.u.Ptr(v.u.Target.Flat) }

// fixed returns a variadic function's type with a pointer for the variable arguments.
func (v *variadic) fixed(ft llvm.Type) llvm.Type {
	return llvm.FunctionType(llvm.GetReturnType(ft), append(ir.ParamTypes(ft), v.list()), false)
}

const variadicSlot = 8 // bytes

// slot returns the alignment and the size of an argument's slot.
func (v *variadic) slot(t llvm.Type) (align, size uint64) {
	align = max(variadicSlot, uint64(llvm.ABIAlignmentOfType(v.u.Layout, t)))
	return align, (llvm.ABISizeOfType(v.u.Layout, t) + variadicSlot - 1) / variadicSlot * variadicSlot
}

// define gives a function the additional parameter.
func (v *variadic) define(f llvm.Value) {
	u := v.u
	n := u.RebuildFunction(f, v.fixed(llvm.GlobalGetValueType(f)), nil)
	u.RemoveAttr(n, llvm.FunctionIndex, "memory") // it reads the arguments
	arguments := llvm.GetParam(n, llvm.CountParams(n)-1)
	for _, i := range ir.Instructions(n) {
		if callee := v.intrinsic(i); strings.HasPrefix(callee, "llvm.va_start.") {
			llvm.BuildStore(u.Before(i), arguments, llvm.GetOperand(i, 0))
			ir.Erase(i)
		}
	}
	llvm.ReplaceAllUsesWith(f, n)
	llvm.DeleteFunction(f)
}

func (v *variadic) intrinsic(i llvm.Value) string {
	if !ir.IsCall(i) {
		return ""
	}
	if f := ir.Callee(i); f != 0 && llvm.GetIntrinsicID(f) != 0 {
		return f.Name()
	}
	return ""
}

// call passes the arguments of a call of a variadic function, and lowers va_end and va_copy.
func (v *variadic) call(call llvm.Value) {
	u := v.u
	switch name := v.intrinsic(call); {
	case strings.HasPrefix(name, "llvm.va_end."):
		ir.Erase(call)
		return
	case strings.HasPrefix(name, "llvm.va_copy."):
		b := u.Before(call)
		llvm.BuildStore(b, llvm.BuildLoad2(b, v.list(), llvm.GetOperand(call, 1), ""), llvm.GetOperand(call, 0))
		ir.Erase(call)
		return
	case name != "":
		return
	}
	ft, target := llvm.GetCalledFunctionType(call), llvm.GetCalledValue(call)
	f := ir.Callee(call)
	if !llvm.IsFunctionVarArg(ft) || llvm.IsAInlineAsm(target) != 0 || f != 0 && llvm.IsDeclaration(f) {
		return
	}
	args, named := ir.CallArgs(call), len(ir.ParamTypes(ft))
	values, offsets, size, align := v.layOut(call, args, named)
	arguments := llvm.GetPoison(v.list())
	if size > 0 {
		b := u.AtEntry(llvm.GetBasicBlockParent(llvm.GetInstructionParent(call)))
		area := llvm.BuildAlloca(b, llvm.ArrayType2(u.Types.I8, size), "arguments")
		llvm.SetAlignment(area, uint32(align))
		b = u.Before(call)
		for k, value := range values {
			to := llvm.BuildInBoundsGEP2(b, u.Types.I8, area, []llvm.Value{u.I64(offsets[k])}, "")
			llvm.BuildStore(b, value, to)
		}
		arguments = llvm.BuildAddrSpaceCast(b, area, v.list(), "")
	}
	n := u.RebuildCall(call, target, v.fixed(ft), append(args[:named:named], arguments))
	u.RemoveCallAttr(n, llvm.FunctionIndex, "memory")
	for _, a := range ir.CallAttrs(n, uint32(named+1)) { // of the first variable argument
		if llvm.IsEnumAttribute(a) {
			llvm.RemoveCallSiteEnumAttribute(n, uint32(named+1), llvm.GetEnumAttributeKind(a))
		}
	}
}

// layOut returns the values in the slots of a call's variable arguments, the offsets of the slots,
// and the size and alignment of all.
func (v *variadic) layOut(call llvm.Value, args []llvm.Value, named int) (values []llvm.Value, offsets []uint64, size, align uint64) {
	u := v.u
	align = variadicSlot
	for k := named; k < len(args); k++ {
		value := args[k]
		if by := find(ir.CallAttrs(call, uint32(k+1)), u.AttrKind("byval")); by != 0 {
			t := llvm.GetTypeAttributeValue(by)
			aligned := uint32(max(u.CallAlign(call, uint32(k)), 1))
			copied := llvm.BuildAlloca(u.AtEntry(llvm.GetBasicBlockParent(llvm.GetInstructionParent(call))), t, "")
			llvm.SetAlignment(copied, max(aligned, llvm.ABIAlignmentOfType(u.Layout, t)))
			b := u.Before(call)
			llvm.BuildMemCpy(b, copied, aligned, value, aligned, u.I64(llvm.ABISizeOfType(u.Layout, t)))
			if value = copied; llvm.TypeOf(copied) != llvm.TypeOf(args[k]) {
				value = llvm.BuildAddrSpaceCast(b, copied, llvm.TypeOf(args[k]), "")
			}
		}
		a, n := v.slot(llvm.TypeOf(value))
		size = (size + a - 1) / a * a
		values, offsets = append(values, value), append(offsets, size)
		size, align = size+n, max(align, a)
	}
	return values, offsets, size, align
}

// argument lowers va_arg.
func (v *variadic) argument(i llvm.Value) {
	u := v.u
	b := u.Before(i)
	t, list := llvm.TypeOf(i), llvm.GetOperand(i, 0)
	align, size := v.slot(t)
	at := llvm.BuildLoad2(b, v.list(), list, "")
	if align > variadicSlot {
		n := llvm.BuildAdd(b, llvm.BuildPtrToInt(b, at, u.Types.I64, ""), u.I64(align-1), "")
		at = llvm.BuildIntToPtr(b, llvm.BuildAnd(b, n, u.I64(-align), ""), v.list(), "")
	}
	llvm.BuildStore(b, llvm.BuildInBoundsGEP2(b, u.Types.I8, at, []llvm.Value{u.I64(size)}, ""), list)
	ir.Replace(i, llvm.BuildLoad2(b, t, at, ""))
}
