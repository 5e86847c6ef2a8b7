// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package amdgcn has the passes that only AMD's GPUs need.
package amdgcn

import (
	"strings"

	"gohipcc/passes/convergence"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
	"gohipcc/target"
)

// On AMD's own targets LLVM and the loader know device variables, dynamic shared
// memory, printf and hidden arguments, and LLVM writes the metadata: there is no
// segment and no record. The output is a relocatable object; ld.lld makes the code
// object of it.

// ConstantSpace is AMDGPU's address space of __constant__ variables.
const ConstantSpace = 4

// protectedVisibility is LLVM-C's LLVMProtectedVisibility.
const protectedVisibility = 2

// Functions gives library functions, which are compiled for no processor, the attributes of the
// program's functions, as clang's -mlink-builtin-bitcode does. Without them LLVM compiles these
// functions for the default features of the target machine, and options like -mcumode do not apply
// to them.
//
//	define float @__ocml_sin_f32(float) #0
//	attributes #0 = { nounwind }
//
// becomes
//
//	attributes #0 = { nounwind "target-cpu"="gfx90a" "target-features"="+…" }
func Functions(u *ir.Unit) error {
	for _, a := range []string{"target-cpu", "target-features"} {
		value := ""
		for _, f := range u.Definitions() {
			if at := llvm.GetStringAttributeAtIndex(f, llvm.FunctionIndex, a); at != 0 {
				n := new(uint32)
				value = llvm.CopyString(llvm.GetStringAttributeValue(at, n), uint64(*n))
				break
			}
		}
		if value == "" {
			continue
		}
		for _, f := range u.Definitions() {
			if llvm.GetStringAttributeAtIndex(f, llvm.FunctionIndex, a) == 0 {
				llvm.AddAttributeAtIndex(f, llvm.FunctionIndex, llvm.CreateStringAttribute(u.Ctx, a, value))
			}
		}
	}
	return nil
}

// WholeRegisters gives each 16-bit number a register of its own on gfx11, as the driver does for
// what clang compiles (toolchains.Workarounds).
//
//	attributes #0 = { "target-cpu"="gfx1100" "target-features"="+cumode" }
//
// becomes
//
//	attributes #0 = { "target-cpu"="gfx1100" "target-features"="+cumode,-real-true16" }
func WholeRegisters(u *ir.Unit) error {
	if target.Generation(u.Opts.CPU) != 11 {
		return nil
	}
	const name = "target-features"
	for _, f := range u.Definitions() {
		features := u.Opts.Features // of the target machine
		if at := llvm.GetStringAttributeAtIndex(f, llvm.FunctionIndex, name); at != 0 {
			n := new(uint32)
			features = llvm.CopyString(llvm.GetStringAttributeValue(at, n), uint64(*n))
		}
		if strings.Contains(features, target.WholeRegisters[1:]) {
			continue
		}
		if features != "" {
			features += ","
		}
		llvm.AddAttributeAtIndex(f, llvm.FunctionIndex, llvm.CreateStringAttribute(u.Ctx, name, features+target.WholeRegisters))
	}
	return nil
}

// Symbols exports what the loader looks up, which is kernels and the variables that host code may
// name, and binds references to them inside the code object.
//
//	@x = addrspace(1) externally_initialized global i32 0
//
// becomes
//
//	@x = protected addrspace(1) externally_initialized global i32 0
func Symbols(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		if llvm.GetLinkage(f) != llvm.InternalLinkage && llvm.GetLinkage(f) != llvm.PrivateLinkage {
			llvm.SetVisibility(f, protectedVisibility)
		}
	}
	for _, g := range u.Globals() {
		switch llvm.GetLinkage(g) {
		case llvm.ExternalLinkage, llvm.WeakAnyLinkage, llvm.WeakODRLinkage, llvm.LinkOnceODRLinkage:
			if !llvm.IsDeclaration(g) {
				llvm.SetVisibility(g, protectedVisibility)
			}
		}
	}
	return nil
}

// Traps merges the traps of a function into one, in its last block. For gfx11, LLVM 22 expands a
// trap into blocks at the end of the function and continues from there: anything else between the
// first trap and the end that needs expansion is skipped, and instruction selection fails with
// "Unsupported instruction".
//
//	a:
//	  call void @llvm.trap()
//	  unreachable
//	b:
//	  call void @llvm.trap()
//	  unreachable
//
// becomes
//
//	a:
//	  br label %trap
//	b:
//	  br label %trap
//	trap:
//	  call void @llvm.trap()
//	  unreachable
func Traps(u *ir.Unit) error {
	trap := llvm.GetNamedFunction(u.Mod, "llvm.trap")
	if trap == 0 || target.Generation(u.Opts.CPU) != 11 {
		return nil
	}
	end := map[llvm.Value]llvm.Block{}
	for _, call := range ir.Users(trap) {
		next := llvm.GetNextInstruction(call)
		if !ir.IsCall(call) || llvm.GetInstructionOpcode(next) != llvm.Unreachable {
			continue
		}
		f := ir.FunctionOf(call)
		if end[f] == 0 {
			end[f] = llvm.AppendBasicBlockInContext(u.Ctx, f, "trap")
		}
		llvm.PositionBuilderBefore(u.B, call)
		llvm.BuildBr(u.B, end[f])
		llvm.InstructionEraseFromParent(next)
		llvm.InstructionEraseFromParent(call)
	}
	for _, f := range u.Definitions() {
		if b := end[f]; b != 0 {
			llvm.PositionBuilderAtEnd(u.B, b)
			llvm.BuildCall2(u.B, llvm.GlobalGetValueType(trap), trap, nil, "")
			llvm.BuildUnreachable(u.B)
		}
	}
	return nil
}

// Reducible gives the loops of a function that have several entries a single one, as
// convergence.ReducibleLoops does. The AMDGPU backend does so itself, but with LLVM's pass alone, which
// drops values (ir.SplitCycleEdges).
//
//	br i1 %c, label %a, label %b
//
// becomes
//
//	br i1 %c, label %guard, label %guard
func Reducible(u *ir.Unit) error {
	if u.Without(ir.SplitCycleEdges) {
		return nil
	}
	return convergence.ReducibleLoops(u)
}
