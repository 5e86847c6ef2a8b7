// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package kernelabi

import (
	"gohipcc/abi"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// MergeDynamicShared replaces all `extern __shared__` arrays of the program by one. In HIP they
// have the same address, whatever their types; LLVM assumes that separate globals do not alias.
//
//	@a = external addrspace(3) global [0 x float], align 4
//	@b = external addrspace(3) global [0 x double], align 8
//	  %x = getelementptr [0 x float], ptr addrspace(3) @a, i64 0, i64 %i
//
// becomes
//
//	@__gohip_dynamic_lds = external addrspace(3) global [0 x i8], align 16
//	  %x = getelementptr [0 x float], ptr addrspace(3) @__gohip_dynamic_lds, i64 0, i64 %i
func MergeDynamicShared(u *ir.Unit) error {
	var arrays []llvm.Value
	align := uint32(16)
	for _, g := range u.Globals() {
		if llvm.GetPointerAddressSpace(llvm.TypeOf(g)) == ir.LocalSpace && llvm.IsDeclaration(g) {
			arrays = append(arrays, g)
			align = max(align, llvm.GetAlignment(g))
		}
	}
	if len(arrays) == 0 {
		return nil
	}
	one := llvm.AddGlobalInAddressSpace(u.Mod, llvm.ArrayType2(u.Types.I8, 0), abi.DynamicShared, ir.LocalSpace)
	llvm.SetAlignment(one, align)
	for _, g := range arrays {
		llvm.ReplaceAllUsesWith(g, one)
		llvm.DeleteGlobal(g)
	}
	return nil
}

// DynamicSharedArgument turns the dynamic shared memory array into a hidden last argument of the
// kernels that reach it, and of the functions between kernel and use. The runtime gives the
// argument the launch's dynamic shared memory size.
//
//	define spir_func void @f(i32 %i) {
//	  store i32 %i, ptr addrspace(3) @__gohip_dynamic_lds
//	define spir_kernel void @k() {
//	  call void @f(i32 1)
//
// becomes
//
//	define spir_func void @f(i32 %i, ptr addrspace(3) %lds) {
//	  store i32 %i, ptr addrspace(3) %lds
//	define spir_kernel void @k(ptr addrspace(3) align 16 %lds) {
//	  call void @f(i32 1, ptr addrspace(3) %lds)
func DynamicSharedArgument(u *ir.Unit) error {
	g := llvm.GetNamedGlobal(u.Mod, abi.DynamicShared)
	if g == 0 {
		return nil
	}
	set := map[llvm.Value]bool{g: true}
	reaches := ir.NewReachability(set)
	list, param := thread(u, ir.UsedBy(set), hiddenParam{
		kind: abi.HiddenDynamicLDS, name: "lds", typ: u.Ptr(ir.LocalSpace), attrs: []string{"noundef"},
	})
	for _, f := range list {
		RewriteConstants(u, f, reaches, func(f, _ llvm.Value) llvm.Value { return param[f] })
	}
	if !u.LiveUse(g) {
		llvm.ReplaceAllUsesWith(g, llvm.GetPoison(llvm.TypeOf(g)))
		llvm.DeleteGlobal(g)
	}
	return nil
}
