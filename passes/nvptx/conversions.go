// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// roundings maps LLVM's rounding functions to the suffixes of NVVM's conversions that round so.
var roundings = map[string]string{
	"floor": "rm", "ceil": "rp", "trunc": "rz", "rint": "rn", "nearbyint": "rn", "roundeven": "rn",
}

// Conversions converts a number that is rounded first by one instruction: cvt rounds as it is told (PTX
// ISA, "cvt"), where LLVM rounds and then converts towards zero.
//
//	%f = call float @llvm.floor.f32(float %x)
//	%i = fptosi float %f to i32
//
// becomes
//
//	%i = call i32 @llvm.nvvm.f2i.rm(float %x)
func Conversions(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	for _, f := range u.Functions() {
		rest, ok := strings.CutPrefix(f.Name(), "llvm.")
		op, suffix, _ := strings.Cut(rest, ".")
		mode := roundings[op]
		if !ok || mode == "" || suffix != "f32" && suffix != "f64" {
			continue
		}
		for _, call := range ir.Users(f) {
			for _, c := range ir.Users(call) {
				if name := conversion(u, c); name != "" {
					t := llvm.TypeOf(c)
					callee := u.RuntimeFunction("llvm.nvvm."+name+"."+mode, t, llvm.TypeOf(call))
					b := u.Before(c)
					ir.Replace(c, llvm.BuildCall2(b, llvm.GlobalGetValueType(callee), callee, []llvm.Value{llvm.GetOperand(call, 0)}, ""))
				}
			}
			if llvm.GetFirstUse(call) == 0 {
				ir.Erase(call)
			}
		}
	}
	return nil
}

// conversion returns the name of NVVM's conversions for an instruction that converts to an integer, ""
// if there is none.
func conversion(u *ir.Unit, c llvm.Value) string {
	sign := ""
	switch ir.Opcode(c) {
	case llvm.FPToSI:
	case llvm.FPToUI:
		sign = "u"
	default:
		return ""
	}
	from := "f"
	if llvm.TypeOf(llvm.GetOperand(c, 0)) == u.Types.Double {
		from = "d"
	}
	switch llvm.TypeOf(c) {
	case u.Types.I32:
		return from + "2" + sign + "i"
	case u.Types.I64:
		return from + "2" + sign + "ll"
	}
	return ""
}
