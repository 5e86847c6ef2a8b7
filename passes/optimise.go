// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"slices"
	"strings"
	"time"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
	"gohipcc/passes/workgroup"
)

// llvmPass is a pipeline of LLVM's own as a pass.
func llvmPass(pipeline string) func(*ir.Unit) error {
	return func(u *ir.Unit) error { return u.LLVMPasses(pipeline) }
}

// optimise runs LLVM's pipeline for the level.
func optimise(u *ir.Unit) error {
	if u.Opts.Level == "0" && u.Target.CPU {
		if err := optimiseLockstep(u); err != nil {
			return err
		}
	}
	if u.Opts.Level == "0" && (u.Target.SPIRV || u.Target.CPU) {
		return u.LLVMPasses("always-inline,globaldce")
	}
	level := u.Opts.Level
	if u.Target.CPU && level == "3" {
		// A loop unswitched into one for each outcome of a condition makes the lanes of a warp
		// diverge. Once work-groups are formed, that is harmless.
		level = "2"
	}
	pipeline := "default<O" + level + ">"
	if level == "1" || !u.Target.SPIRV && !u.Target.CPU {
		return u.LLVMPasses(pipeline)
	}
	return optimiseInOrder(u, pipeline)
}

// optimiseAgain runs it a second time if indirect calls have become direct ones.
func optimiseAgain(u *ir.Unit) error {
	if !u.Again || u.Opts.Level == "0" {
		return u.LLVMPasses("globaldce")
	}
	if err := optimise(u); err != nil {
		return err
	}
	return u.LLVMPasses("globaldce")
}

// optimiseBlocks runs LLVM's pipeline on functions that run whole blocks. Loops over work-items are
// vectorised now.
func optimiseBlocks(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return u.LLVMPasses("always-inline,globaldce")
	}
	u.Vectorise = !u.Opts.NoVectors
	if (u.Part || isHuge(u)) && !hasDebugInfo(u) {
		// Kernels that are instances of a template for types that the processor does not tell apart have the
		// same code. A debugger must know which of them it shows.
		if err := u.LLVMPasses("mergefunc"); err != nil {
			return err
		}
	}
	inlineBlocks(u)
	return u.LLVMPasses(blockPipeline(u) + ",globaldce")
}

// inlineBlocks marks the functions that run a block to be inlined into the only function that calls them before LLVM
// optimises them. It would do so after that, and optimise them a second time, which took a third of its time.
//
//	define internal void @k.block(ptr %p, ptr %launch, ptr %block) {
//
// becomes
//
//	define internal void @k.block(ptr %p, ptr %launch, ptr %block) alwaysinline {
//
// A function with a sanitizer's mark stays on its own: its caller has none.
func inlineBlocks(u *ir.Unit) {
	for _, f := range u.Definitions() {
		if !strings.HasSuffix(f.Name(), workgroup.BlockSuffix) || llvm.GetLinkage(f) != llvm.InternalLinkage || len(ir.Users(f)) != 1 || marked(u, f) {
			continue
		}
		u.AddAttr(f, llvm.FunctionIndex, "alwaysinline")
	}
}

// marked reports whether a function has a sanitizer's mark, or may not be inlined.
func marked(u *ir.Unit, f llvm.Value) bool {
	return slices.ContainsFunc([]string{ir.AddressSanitizer, ir.ThreadSanitizer, "noinline", "optnone"}, func(name string) bool {
		return llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, u.AttrKind(name)) != 0
	})
}

// promote promotes variables to registers, except where they are kept for the debugger.
func promote(u *ir.Unit) error {
	if u.Opts.Level == "0" && hasDebugInfo(u) {
		return nil
	}
	return u.LLVMPasses("function(sroa)")
}

// hasDebugInfo reports whether a function has debug information.
func hasDebugInfo(u *ir.Unit) bool {
	return slices.ContainsFunc(u.Definitions(), func(f llvm.Value) bool { return llvm.GetSubprogram(f) != 0 })
}

// patienceInstruction is how long the optimiser may take for an instruction of the functions that run whole blocks: many
// times what it needs.
const patienceInstruction = time.Millisecond

// optimiseParts runs the passes on the parts of a module, and lets LLVM's vectoriser take no more than a multiple of the
// time that is usual for as many instructions.
func (t *Pipeline) optimiseParts(u *ir.Unit) error {
	if u.Target.CPU && u.Opts.Level != "0" && !u.Opts.NoVectors && u.Opts.Patience != nil {
		done := u.Opts.Patience(u.Opts.LeastPatience + time.Duration(instructions(append(u.Parts, u)...))*patienceInstruction)
		defer done()
	}
	return t.compileParts(u)
}

// instructions counts the instructions of a module, which may be in parts.
func instructions(parts ...*ir.Unit) int {
	all := 0
	for _, u := range parts {
		for _, f := range u.Definitions() {
			for _, b := range ir.Blocks(f) {
				for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
					all++
				}
			}
		}
	}
	return all
}
