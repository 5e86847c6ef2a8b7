// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import (
	"fmt"

	"gohipcc/passes/llvm"
)

// LLVMPasses runs a pipeline of LLVM's own passes.
func (u *Unit) LLVMPasses(pipeline string) error {
	po := llvm.CreatePassBuilderOptions()
	defer llvm.DisposePassBuilderOptions(po)
	// A device's compiler vectorises across work-items; vectors made here would
	// stand in its way.
	llvm.PassBuilderOptionsSetLoopVectorization(po, !u.Target.SPIRV)
	llvm.PassBuilderOptionsSetSLPVectorization(po, !u.Target.SPIRV)
	llvm.PassBuilderOptionsSetLoopUnrolling(po, true)
	u.Diag = nil
	if err := llvm.RunPasses(u.Mod, pipeline, u.TM, po).Err(); err != nil {
		return fmt.Errorf("LLVM passes %s: %v", pipeline, err)
	}
	return nil
}

// FunctionPasses runs LLVM's passes on one function, where this LLVM can.
func (u *Unit) FunctionPasses(f llvm.Value, pipeline string) error {
	if !llvm.Has("RunPassesOnFunction") {
		return u.LLVMPasses("function(" + pipeline + ")")
	}
	po := llvm.CreatePassBuilderOptions()
	defer llvm.DisposePassBuilderOptions(po)
	return llvm.RunPassesOnFunction(f, pipeline, u.TM, po).Err()
}

// Demote puts values that cross blocks, and PHIs, into stack slots.
func (u *Unit) Demote(f llvm.Value) error { return u.FunctionPasses(f, "reg2mem") }
