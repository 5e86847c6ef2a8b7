// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/legalize"
	"gohipcc/passes/llvm"
)

// roundings maps LLVM's rounding functions to the suffixes of NVVM's conversions that round so.
var roundings = map[string]string{
	"floor": "rm", "ceil": "rp", "trunc": "rz", "rint": "rn", "nearbyint": "rn", "roundeven": "rn",
}

// Conversions converts a number that is rounded first by one instruction: cvt rounds as it is told (PTX
// ISA, "cvt"), where LLVM rounds and then converts towards zero. The instruction saturates, too, which LLVM
// does with comparisons; of NaN it makes another number than they do if one of the formats has 64 bits.
//
//	%f = call float @llvm.floor.f32(float %x)
//	%i = fptosi float %f to i32
//	%s = call i64 @llvm.fptoui.sat.i64.f64(double %y)
//
// becomes
//
//	%i = call i32 @llvm.nvvm.f2i.rm(float %x)
//	%s = call i64 @llvm.nvvm.d2ull.rz(double %y)
func Conversions(u *ir.Unit) error {
	if u.Opts.Level != "0" {
		roundedConversions(u)
	}
	for _, f := range u.Functions() {
		if _, ok := legalize.IsSaturating(f); ok {
			for _, c := range ir.Users(f) {
				v := llvm.GetOperand(c, 0)
				if kind := llvm.GetTypeKind(llvm.TypeOf(v)); kind == llvm.HalfKind || kind == llvm.BFloatKind {
					v = llvm.BuildFPExt(u.Before(c), v, llvm.FloatTypeInContext(u.Ctx), "")
				}
				convert(u, c, v, "rz")
			}
		}
	}
	return nil
}

// roundedConversions converts numbers that are rounded first.
func roundedConversions(u *ir.Unit) {
	for _, f := range u.Functions() {
		rest, ok := strings.CutPrefix(f.Name(), "llvm.")
		op, suffix, _ := strings.Cut(rest, ".")
		mode := roundings[op]
		if !ok || mode == "" || suffix != "f32" && suffix != "f64" {
			continue
		}
		for _, call := range ir.Users(f) {
			for _, c := range ir.Users(call) {
				convert(u, c, llvm.GetOperand(call, 0), mode)
			}
			if llvm.GetFirstUse(call) == 0 {
				ir.Erase(call)
			}
		}
	}
}

// convert replaces a conversion by NVVM's conversion of a number, if there is one.
func convert(u *ir.Unit, c, number llvm.Value, mode string) {
	name := conversion(u, c, llvm.TypeOf(number))
	if name == "" {
		return
	}
	callee := u.RuntimeFunction("llvm.nvvm."+name+"."+mode, llvm.TypeOf(c), llvm.TypeOf(number))
	b := u.Before(c)
	ir.Replace(c, llvm.BuildCall2(b, llvm.GlobalGetValueType(callee), callee, []llvm.Value{number}, ""))
}

// conversion returns the name of NVVM's conversions of numbers for an instruction that converts to an
// integer, "" if there is none.
func conversion(u *ir.Unit, c llvm.Value, number llvm.Type) string {
	sign, operation := "", ir.Opcode(c)
	signed, ok := operation == llvm.FPToSI, operation == llvm.FPToSI || operation == llvm.FPToUI
	if ir.IsCall(c) && ir.Callee(c) != 0 {
		signed, ok = legalize.IsSaturating(ir.Callee(c))
	}
	if !ok {
		return ""
	}
	if !signed {
		sign = "u"
	}
	from := ""
	switch number {
	case llvm.FloatTypeInContext(u.Ctx):
		from = "f"
	case u.Types.Double:
		from = "d"
	default:
		return ""
	}
	switch llvm.TypeOf(c) {
	case u.Types.I32:
		return from + "2" + sign + "i"
	case u.Types.I64:
		return from + "2" + sign + "ll"
	}
	return ""
}
