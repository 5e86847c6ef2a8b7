// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package calls

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Clocks gives clang's builtins that read clocks the clocks of HIP's clock64 and wall_clock64. The
// devices here have the instructions of LLVM for one of them, for both or for none, and where LLVM
// has none for the steady one it gives 0.
//
//	%c = call i64 @llvm.readcyclecounter()
//	%s = call i64 @llvm.readsteadycounter()
//
// becomes
//
//	%c = call i64 @__gohip_clock()
//	%s = call i64 @__gohip_wall_clock()
func Clocks(u *ir.Unit) error {
	for _, c := range [][2]string{{"llvm.readcyclecounter", "__gohip_clock"}, {"llvm.readsteadycounter", "__gohip_wall_clock"}} {
		f := llvm.GetNamedFunction(u.Mod, c[0])
		if f == 0 {
			continue
		}
		t, clock := llvm.GlobalGetValueType(f), u.RuntimeFunction(c[1], u.Types.I64)
		for _, call := range ir.Users(f) {
			now := llvm.BuildCall2(u.Before(call), t, clock, nil, "")
			llvm.SetInstructionCallConv(now, llvm.GetFunctionCallConv(clock))
			ir.Replace(call, now)
		}
		llvm.DeleteFunction(f)
	}
	return nil
}
