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
	// Where a device's compiler or the passes themselves vectorise across work-items, earlier
	// vectorisation would be in the way.
	llvm.PassBuilderOptionsSetLoopVectorization(po, u.Vectorise)
	llvm.PassBuilderOptionsSetSLPVectorization(po, u.Vectorise)
	llvm.PassBuilderOptionsSetLoopUnrolling(po, true)
	u.Diag = nil
	if u.Target.CPU && !u.Vectorise {
		defer u.withoutVectors()()
	}
	if err := llvm.RunPasses(u.Mod, pipeline, u.TM, po).Err(); err != nil {
		return fmt.Errorf("LLVM passes %s: %v", pipeline, err)
	}
	return nil
}

// withoutVectors keeps LLVM's vectorisers from functions until the result is called: pipelines by name, as default<O2>,
// have them whatever PassBuilderOptions say.
func (u *Unit) withoutVectors() (restore func()) {
	const attribute = "noimplicitfloat"
	marked := map[string]bool{}
	for _, f := range u.Definitions() {
		if llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, u.AttrKind(attribute)) == 0 {
			u.AddAttr(f, llvm.FunctionIndex, attribute)
		} else {
			marked[f.Name()] = true
		}
	}
	return func() {
		for _, f := range u.Definitions() {
			if !marked[f.Name()] {
				u.RemoveAttr(f, llvm.FunctionIndex, attribute)
			}
		}
	}
}

// FunctionPasses runs LLVM's passes on one function, if this LLVM can.
func (u *Unit) FunctionPasses(f llvm.Value, pipeline string) error {
	if !llvm.Has("RunPassesOnFunction") {
		return u.LLVMPasses("function(" + pipeline + ")")
	}
	po := llvm.CreatePassBuilderOptions()
	defer llvm.DisposePassBuilderOptions(po)
	return llvm.RunPassesOnFunction(f, pipeline, u.TM, po).Err()
}

// Demote demotes values that are live across blocks, and PHIs, to stack slots.
func (u *Unit) Demote(f llvm.Value) error { return u.FunctionPasses(f, "reg2mem") }
