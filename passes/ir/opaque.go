// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import (
	"fmt"

	"gohipcc/passes/llvm"
)

// OpaquePrefix begins the name of an intrinsic that LLVM's loop passes know nothing of but that it can be vectorised: the
// product of fixed-point numbers, which is the first one if the second is 1 and the scale is 0.
const OpaquePrefix = "llvm.umul.fix."

// Opaque builds, after an instruction, its result in a form that scalar evolution does not look through. The pass
// show-narrow-indices undoes it.
//
//	%h = call i64 @llvm.umul.fix.i64(i64 %v, i64 1, i32 0)
func (u *Unit) Opaque(v llvm.Value) llvm.Value {
	t := llvm.TypeOf(v)
	name := OpaquePrefix + fmt.Sprintf("i%d", llvm.GetIntTypeWidth(t))
	f := llvm.GetNamedFunction(u.Mod, name)
	if f == 0 {
		f = llvm.AddFunction(u.Mod, name, llvm.FunctionType(t, []llvm.Type{t, t, u.Types.I32}, false))
	}
	b := u.Before(llvm.GetNextInstruction(v))
	return llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, []llvm.Value{v, llvm.ConstInt(t, 1, false), u.I32(0)}, "")
}
