// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package link

import (
	"strings"

	"gohipcc/abi"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Internalize makes everything but kernels and the variables that host code may
// name private to the module, so that what is not used goes away:
//
//	define hidden spir_func float @f(float %x)        -> internal
//	define linkonce_odr hidden spir_func void @g()    -> internal
//	define hidden spir_kernel void @k()               stays
//	@x = addrspace(1) externally_initialized global   stays
//
// For SPIR-V it also drops optnone and noinline, those of clang's -O0 and of the program: a driver may
// define the work-group's ID in kernels only, into which it inlines what it may (pocl-drop-noinline).
// For processors it drops optnone, and the noinline that goes with it: what the lanes of a warp do in
// lockstep is seen in optimised code only.
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
		if unoptimised || u.Target.SPIRV && !u.Library[f.Name()] && !u.Without("pocl-drop-noinline") {
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
			// A variable of the library that the runtime fills in stays visible by
			// name if anything uses it; its tables are private.
			if !strings.HasPrefix(g.Name(), abi.SymbolPrefix) {
				llvm.SetLinkage(g, llvm.InternalLinkage)
			}
		case !llvm.IsExternallyInitialized(g):
			// Host code cannot name it: a static inside a function, say.
			llvm.SetLinkage(g, llvm.InternalLinkage)
		default:
			llvm.SetLinkage(g, llvm.ExternalLinkage)
		}
	}
	return nil
}

// Undefined reports device functions that nothing defines, with who uses them.
func Undefined(u *ir.Unit) error {
	if u.Opts.Undefined {
		return nil
	}
	var bad ir.Problems
	for _, f := range u.Functions() {
		if !llvm.IsDeclaration(f) || llvm.GetIntrinsicID(f) != 0 || !u.LiveUse(f) {
			continue
		}
		name := f.Name()
		if u.Target.Builtin(name) {
			continue
		}
		bad.Addf("device function %s is called by %s and defined nowhere; define it in one of the inputs, or compile with -fgpu-rdc and link its object",
			ir.Demangle(name), u.UsersOf(f))
	}
	return bad.Err()
}
