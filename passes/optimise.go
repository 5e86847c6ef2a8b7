// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import "gohipcc/passes/ir"

// llvmPass is a pipeline of LLVM's own as a pass.
func llvmPass(pipeline string) func(*ir.Unit) error {
	return func(u *ir.Unit) error { return u.LLVMPasses(pipeline) }
}

// optimise runs LLVM's pipeline for the level.
func optimise(u *ir.Unit) error {
	if u.Opts.Level == "0" && u.Target.SPIRV {
		return u.LLVMPasses("always-inline,globaldce")
	}
	return u.LLVMPasses("default<O" + u.Opts.Level + ">")
}

// optimiseAgain repeats it when calls through pointers became direct ones.
func optimiseAgain(u *ir.Unit) error {
	if !u.Again || u.Opts.Level == "0" {
		return u.LLVMPasses("globaldce")
	}
	return u.LLVMPasses("default<O" + u.Opts.Level + ">,globaldce")
}
