// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// ProbeStack has functions with a frame of more than a page touch each page of it, from the top, so
// that one for which the stack is too small faults in the guard page, not behind it in other memory.
//
//	define void @k(ptr %launch, ptr %block) {
//
// becomes
//
//	define void @k(ptr %launch, ptr %block) "probe-stack"="inline-asm" {
func ProbeStack(u *ir.Unit) error {
	probe := llvm.CreateStringAttribute(u.Ctx, "probe-stack", "inline-asm")
	for _, f := range u.Definitions() {
		llvm.AddAttributeAtIndex(f, llvm.FunctionIndex, probe)
	}
	return nil
}
