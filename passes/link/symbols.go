// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package link

import (
	"strings"

	"gohipcc/abi"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Internalize makes everything but kernels and the variables that host code may name internal to
// the module, so that unused definitions are removed:
//
//	define hidden spir_func float @f(float %x)        -> internal
//	define linkonce_odr hidden spir_func void @g()    -> internal
//	define hidden spir_kernel void @k()               stays
//	@x = addrspace(1) externally_initialized global   stays
//
// For some devices it also drops optnone and noinline, whether from clang's -O0 or from the program
// ([ir.Target.DropNoinline]). For processors it drops optnone and the noinline that comes with it:
// lockstep synchronisation can only be recognised in optimised code.
func Internalize(u *ir.Unit) error {
	keep := map[string]bool{}
	for _, n := range u.Opts.Export {
		keep[n] = true
	}
	for _, f := range u.Definitions() {
		if u.IsKernel(f) || keep[f.Name()] {
			continue
		}
		llvm.SetComdat(f, 0)
		llvm.SetLinkage(f, llvm.InternalLinkage)
		llvm.SetVisibility(f, 0)
		unoptimised := u.Target.CPU && llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, u.AttrKind("optnone")) != 0
		if id := u.Target.DropNoinline; unoptimised || id != "" && !u.Library[f.Name()] && !u.Without(id) {
			u.RemoveAttr(f, llvm.FunctionIndex, "optnone")
			u.RemoveAttr(f, llvm.FunctionIndex, "noinline")
		}
	}
	for _, g := range u.Globals() {
		if llvm.IsDeclaration(g) || strings.HasPrefix(g.Name(), "llvm.") {
			continue
		}
		llvm.SetComdat(g, 0)
		llvm.SetVisibility(g, 0)
		switch llvm.GetLinkage(g) {
		case llvm.InternalLinkage, llvm.PrivateLinkage, llvm.AppendingLinkage:
			continue
		}
		switch {
		case !u.Target.HostVisible(llvm.GetPointerAddressSpace(llvm.TypeOf(g))):
			llvm.SetLinkage(g, llvm.InternalLinkage)
		case u.Library[g.Name()]:
			// A library variable that the runtime initialises stays visible by name if anything
			// uses it; the library's tables are internal.
			if !strings.HasPrefix(g.Name(), abi.SymbolPrefix) {
				llvm.SetLinkage(g, llvm.InternalLinkage)
			}
		case !llvm.IsExternallyInitialized(g):
			// Host code cannot name it: a static variable of a function, say.
			llvm.SetLinkage(g, llvm.InternalLinkage)
		default:
			llvm.SetLinkage(g, llvm.ExternalLinkage)
		}
	}
	return nil
}

// Undefined reports undefined device functions, with their users, and AMD's intrinsics on other devices.
func Undefined(u *ir.Unit) error {
	if u.Opts.Undefined {
		return nil
	}
	var bad ir.Problems
	for _, f := range u.Functions() {
		if !llvm.IsDeclaration(f) || !u.LiveUse(f) {
			continue
		}
		name := f.Name()
		if strings.HasPrefix(name, "llvm.amdgcn.") && u.Target.Arch != "AMDGPU" {
			bad.Addf("%s uses %s, which has no counterpart on %s devices", u.UsersOf(f), name, u.Target.Image)
			continue
		}
		if llvm.GetIntrinsicID(f) != 0 {
			continue
		}
		if u.Target.Builtin(name) {
			continue
		}
		bad.Addf("device function %s is called by %s and defined nowhere; define it in one of the inputs, or compile with -fgpu-rdc and link its object",
			ir.Demangle(name), u.UsersOf(f))
	}
	return bad.Err()
}
