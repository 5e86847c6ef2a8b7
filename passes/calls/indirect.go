// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package calls makes calls such that a device without a stack and without addresses of code
// can do them: calls by address, recursion, foreign calling conventions, inline assembly.
package calls

import (
	"fmt"
	"sort"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// pureVirtual are the functions that fill slots of vtables that no object has.
var pureVirtual = map[string]bool{"__cxa_pure_virtual": true, "__cxa_deleted_virtual": true}

// Indirect makes function pointers and virtual functions work where the device
// has no calls through pointers. Every function whose address is taken gets a
// number; the address becomes that number, in vtables and tables as everywhere, and
// a call through a pointer becomes a call of a function that switches over the
// functions of that type.
//
//	@ops = addrspace(1) global [2 x ptr] [ptr @add, ptr @sub]
//	  %f = load ptr, ptr addrspace(1) %p
//	  %r = call spir_func i32 %f(i32 7, i32 5)
//
// becomes
//
//	@ops = addrspace(1) global [2 x ptr] [ptr inttoptr (i64 1 to ptr), ptr inttoptr (i64 2 to ptr)]
//	  %f = load ptr, ptr addrspace(1) %p
//	  %i = ptrtoint ptr %f to i64
//	  %r = call spir_func i32 @__gohip.indirect.0(i64 %i, i32 7, i32 5)
//
//	define internal spir_func i32 @__gohip.indirect.0(i64 %f, i32 %0, i32 %1) {
//	  switch i64 %f, label %none [ i64 1, label %f1  i64 2, label %f2 ]
//	f1:
//	  %r1 = call spir_func i32 @add(i32 %0, i32 %1)
//	  ret i32 %r1
//	...
//	none:                       ; no function of the program has this address
//	  ret i32 0
//	}
//
// Numbers follow the functions' names, so they do not depend on link order. A call
// of a type that no function with a taken address has is an error that names it.
func Indirect(u *ir.Unit) error {
	var taken []llvm.Value
	calls := map[llvm.Value][]llvm.Value{}
	for _, f := range u.Functions() {
		if llvm.GetIntrinsicID(f) != 0 {
			continue
		}
		addressed := false
		for x := llvm.GetFirstUse(f); x != 0; x = llvm.GetNextUse(x) {
			c := llvm.GetUser(x)
			if ir.IsCall(c) && x == llvm.GetOperandUse(c, uint32(llvm.GetNumOperands(c)-1)) {
				calls[f] = append(calls[f], c)
				continue
			}
			addressed = addressed || llvm.IsAInstruction(c) != 0 || u.LiveUse(c) || llvm.IsAGlobalVariable(c) != 0
		}
		if addressed {
			taken = append(taken, f)
		}
	}
	var indirect []llvm.Value
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			if ir.IsCall(i) && ir.Callee(i) == 0 && llvm.IsAInlineAsm(llvm.GetCalledValue(i)) == 0 {
				indirect = append(indirect, i)
			}
		}
	}
	if len(taken) == 0 && len(indirect) == 0 {
		return nil
	}
	sort.Slice(taken, func(i, j int) bool { return taken[i].Name() < taken[j].Name() })
	number := map[llvm.Value]uint64{}
	for i, f := range taken {
		id := uint64(i + 1)
		// The direct calls move to a function of the same type, so that what is left
		// of the old one are uses of its address alone.
		n := f
		if !llvm.IsDeclaration(f) {
			n = u.RebuildFunction(f, llvm.GlobalGetValueType(f), nil)
			for _, c := range calls[f] {
				llvm.SetOperand(c, uint32(llvm.GetNumOperands(c)-1), n)
			}
		}
		number[n] = id
		addr := llvm.ConstIntToPtr(u.I64(id), llvm.TypeOf(f))
		for _, w := range ir.Users(f) {
			if llvm.IsAConstantExpr(w) != 0 && llvm.GetConstOpcode(w) == llvm.AddrSpaceCast {
				// A cast may change the bits on a device; a number must stay itself.
				llvm.ReplaceAllUsesWith(w, llvm.ConstIntToPtr(u.I64(id), llvm.TypeOf(w)))
			}
		}
		if n == f {
			if !pureVirtual[f.Name()] {
				continue // undefined reports it
			}
			llvm.ReplaceAllUsesWith(f, addr)
			llvm.DeleteFunction(f)
			delete(number, f)
			taken[i] = 0
			continue
		}
		llvm.ReplaceAllUsesWith(f, addr)
		llvm.DeleteFunction(f)
		taken[i] = n
	}
	var bad ir.Problems
	type dispatch struct {
		ft llvm.Type
		cc uint32
	}
	made := map[dispatch]llvm.Value{}
	for _, c := range indirect {
		ft := llvm.GetCalledFunctionType(c)
		key := dispatch{ft, llvm.GetInstructionCallConv(c)}
		fn, ok := made[key]
		if !ok {
			var list []llvm.Value
			for _, f := range taken {
				if f != 0 && number[f] != 0 && llvm.GlobalGetValueType(f) == ft {
					list = append(list, f)
				}
			}
			if len(list) == 0 {
				bad.Addf("%s calls through a pointer to a function of type %s, and no such function of the program has its address taken", u.Where(c), ft)
				continue
			}
			fn = dispatcher(u, len(made), ft, list, number)
			made[key] = fn
		}
		b := u.Before(c)
		p := llvm.GetCalledValue(c)
		for ir.Opcode(p) == llvm.AddrSpaceCast || ir.Opcode(p) == llvm.BitCast {
			p = llvm.GetOperand(p, 0)
		}
		args := append(ir.CallArgs(c), llvm.BuildPtrToInt(b, p, u.Types.I64, ""))
		n := u.RebuildCall(c, fn, llvm.GlobalGetValueType(fn), args)
		llvm.SetInstructionCallConv(n, llvm.GetFunctionCallConv(fn))
	}
	if err := bad.Err(); err != nil {
		return err
	}
	u.Again = u.Again || len(indirect) > 0
	return nil
}

// dispatcher makes the function that switches over the functions of one type. The
// number comes last, so that the arguments keep their places and attributes.
func dispatcher(u *ir.Unit, k int, ft llvm.Type, list []llvm.Value, number map[llvm.Value]uint64) llvm.Value {
	types := ir.ParamTypes(ft)
	ret := llvm.GetReturnType(ft)
	fn := llvm.AddFunction(u.Mod, fmt.Sprintf("__gohip.indirect.%d", k), llvm.FunctionType(ret, append(types, u.Types.I64), false))
	llvm.SetLinkage(fn, llvm.InternalLinkage)
	llvm.SetFunctionCallConv(fn, u.Target.DeviceCC)
	u.AddAttr(fn, llvm.FunctionIndex, "nounwind")
	u.AddAttr(fn, llvm.FunctionIndex, "convergent")
	b := u.B
	llvm.SetCurrentDebugLocation2(b, 0)
	entry := llvm.AppendBasicBlockInContext(u.Ctx, fn, "entry")
	none := llvm.AppendBasicBlockInContext(u.Ctx, fn, "none")
	args := ir.Params(fn)
	llvm.PositionBuilderAtEnd(b, entry)
	sw := llvm.BuildSwitch(b, args[len(args)-1], none, uint32(len(list)))
	for _, f := range list {
		blk := llvm.AppendBasicBlockInContext(u.Ctx, fn, fmt.Sprintf("f%d", number[f]))
		llvm.AddCase(sw, u.I64(number[f]), blk)
		llvm.PositionBuilderAtEnd(b, blk)
		c := llvm.BuildCall2(b, ft, f, args[:len(args)-1], "")
		llvm.SetInstructionCallConv(c, llvm.GetFunctionCallConv(f))
		for i := range types {
			// By-value parameters keep their meaning only with their attributes.
			for _, a := range ir.FunctionAttrs(f, uint32(i+1)) {
				llvm.AddCallSiteAttribute(c, uint32(i+1), a)
				if llvm.IsTypeAttribute(a) {
					llvm.AddAttributeAtIndex(fn, uint32(i+1), a)
				}
			}
		}
		if llvm.GetTypeKind(ret) == llvm.VoidKind {
			llvm.BuildRetVoid(b)
		} else {
			llvm.BuildRet(b, c)
		}
	}
	llvm.PositionBuilderAtEnd(b, none)
	if llvm.GetTypeKind(ret) == llvm.VoidKind {
		llvm.BuildRetVoid(b)
	} else {
		llvm.BuildRet(b, llvm.ConstNull(ret))
	}
	return fn
}
