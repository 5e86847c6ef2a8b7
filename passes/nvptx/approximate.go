// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Approximate lets divisions, square roots and the approximate functions flush denormal numbers where
// the program allows approximations. The special function unit flushes them anyway; ptxas otherwise
// scales the operand and the result, and no longer predicates a short branch around that (PTX ISA,
// "sqrt", "div", "ex2"). AMD's back end does not scale there either. Other arithmetic keeps denormals,
// which costs nothing.
//
//	%q = fdiv afn float %x, %y
//	%r = call afn float @llvm.sqrt.f32(float %x)
//
// becomes
//
//	%q = call float @llvm.nvvm.div.approx.ftz.f(float %x, float %y)
//	%r = call float @llvm.nvvm.sqrt.approx.ftz.f(float %x)
func Approximate(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	float := llvm.FloatTypeInContext(u.Ctx)
	one := llvm.ConstBitCast(u.I32(0x3f800000), float)
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			if llvm.TypeOf(i) != float || !llvm.CanValueUseFastMathFlags(i) || llvm.GetFastMathFlags(i)&fastApprox == 0 {
				continue
			}
			if name, args := flushing(i, one); name != "" {
				types := make([]llvm.Type, len(args))
				for k := range args {
					types[k] = float
				}
				callee := u.RuntimeFunction(name, float, types...)
				ir.Replace(i, llvm.BuildCall2(u.Before(i), llvm.GlobalGetValueType(callee), callee, args, ""))
			}
		}
	}
	return nil
}

// flushing returns the intrinsic that computes an instruction's approximate result with denormals
// flushed, and its arguments; "" if there is none.
func flushing(i, one llvm.Value) (string, []llvm.Value) {
	switch ir.Opcode(i) {
	case llvm.FDiv:
		x, y := llvm.GetOperand(i, 0), llvm.GetOperand(i, 1)
		if x == one {
			return "llvm.nvvm.rcp.approx.ftz.f", []llvm.Value{y}
		}
		return "llvm.nvvm.div.approx.ftz.f", []llvm.Value{x, y}
	case llvm.Call:
		if ir.Callee(i) == 0 {
			return "", nil
		}
		name := ir.Callee(i).Name()
		if name == "llvm.sqrt.f32" {
			return "llvm.nvvm.sqrt.approx.ftz.f", ir.CallArgs(i)
		}
		// LLVM 22 names the exponential's type ".f32".
		if op, kind, ok := strings.Cut(name, ".approx."); ok && (kind == "f" || kind == "f32") && strings.HasPrefix(op, "llvm.nvvm.") {
			return op + ".approx.ftz." + kind, ir.CallArgs(i)
		}
	}
	return "", nil
}

// flushed has the library's functions for float of which there is one that flushes denormals, and that.
var flushed = map[string]string{"__ocml_rsqrt_f32": "__gohip_ftz_rsqrt_f32", "__gohip_fast_pow_f32": "__gohip_ftz_powr_f32"}

func init() {
	for _, name := range []string{"exp", "exp2", "exp10", "log", "log2", "log10", "sin", "cos", "sqrt", "rsqrt", "tan", "divide", "powr"} {
		flushed["__ocml_native_"+name+"_f32"] = "__gohip_ftz_" + name + "_f32"
	}
}

// flushFunctions replaces calls of the library's approximate functions that may be approximate by
// calls of those that flush denormals, before they are inlined, which loses that they may.
func flushFunctions(u *ir.Unit) {
	for _, f := range u.Functions() {
		name := flushed[f.Name()]
		if name == "" {
			continue
		}
		for _, call := range ir.Users(f) {
			if !ir.IsCall(call) || ir.Callee(call) != f || llvm.GetFastMathFlags(call)&fastApprox == 0 {
				continue
			}
			t := llvm.GlobalGetValueType(f)
			callee := llvm.GetNamedFunction(u.Mod, name)
			if callee == 0 {
				callee = llvm.AddFunction(u.Mod, name, t)
			}
			n := llvm.BuildCall2(u.Before(call), t, callee, ir.CallArgs(call), "")
			llvm.SetFastMathFlags(n, llvm.GetFastMathFlags(call))
			ir.Replace(call, n)
		}
	}
}
