// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"fmt"
	"math"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// NarrowConversions makes conversions to integers narrower than 32 bits what GPUs make of them. In C a
// number that does not fit is undefined, and clang's -fno-strict-float-cast-overflow saturates. AMD's
// GPUs saturate to 32 bits and keep the low ones, as processors do; from half there is an instruction
// that saturates to 16. Modules of other languages (Rust) mean what they say.
//
//	%i = call i8 @llvm.fptoui.sat.i8.f32(float %x)
//
// becomes
//
//	%w = call i32 @llvm.fptosi.sat.i32.f32(float %x)
//	%i = trunc i32 %w to i8
func NarrowConversions(u *ir.Unit) error {
	if !fromClang(u) {
		return nil
	}
	for _, f := range u.Functions() {
		if signed, ok := IsSaturating(f); ok {
			for _, call := range ir.Users(f) {
				narrowConversion(u, call, signed)
			}
		}
	}
	return nil
}

// VectorConversions replaces conversions of vectors to integers by saturating ones of their elements, like those
// that clang emits for casts: its -fno-strict-float-cast-overflow does not apply to __builtin_convertvector.
//
//	%i = fptosi <2 x float> %x to <2 x i8>
//
// becomes
//
//	%x0 = extractelement <2 x float> %x, i32 0
//	%c0 = call i8 @llvm.fptosi.sat.i8.f32(float %x0)
//	%i0 = insertelement <2 x i8> poison, i8 %c0, i32 0
//	%x1 = extractelement <2 x float> %x, i32 1
//	%c1 = call i8 @llvm.fptosi.sat.i8.f32(float %x1)
//	%i = insertelement <2 x i8> %i0, i8 %c1, i32 1
func VectorConversions(u *ir.Unit) error {
	if !fromClang(u) {
		return nil
	}
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			op := llvm.GetInstructionOpcode(i)
			if n := lanes(llvm.TypeOf(i)); n > 0 && (op == llvm.FPToSI || op == llvm.FPToUI) {
				convertElements(u, i, op == llvm.FPToSI, n)
			}
		}
	}
	return nil
}

// convertElements replaces a conversion of n numbers by one of each.
func convertElements(u *ir.Unit, conversion llvm.Value, signed bool, n uint32) {
	b, v, to := u.Before(conversion), llvm.GetOperand(conversion, 0), llvm.TypeOf(conversion)
	saturate := saturating(u, llvm.ScalarType(llvm.TypeOf(v)), llvm.GetIntTypeWidth(llvm.ScalarType(to)), signed)
	if saturate == 0 {
		return
	}
	r := llvm.GetPoison(to)
	for k := range n {
		x := llvm.BuildExtractElement(b, v, u.I32(uint64(k)), "")
		x = llvm.BuildCall2(b, llvm.GlobalGetValueType(saturate), saturate, []llvm.Value{x}, "")
		r = llvm.BuildInsertElement(b, r, x, u.I32(uint64(k)), "")
	}
	ir.Replace(conversion, r)
}

// formatNames are the names of formats in those of intrinsics.
var formatNames = map[llvm.TypeKind]string{
	llvm.HalfKind: "f16", llvm.BFloatKind: "bf16", llvm.FloatKind: "f32", llvm.DoubleKind: "f64",
}

// saturating returns LLVM's saturating conversion of a format to integers, 0 if there is none.
func saturating(u *ir.Unit, from llvm.Type, width uint32, signed bool) llvm.Value {
	format := formatNames[llvm.GetTypeKind(from)]
	if format == "" {
		return 0
	}
	op := "fptoui"
	if signed {
		op = "fptosi"
	}
	name := fmt.Sprintf("llvm.%s.sat.i%d.%s", op, width, format)
	if f := llvm.GetNamedFunction(u.Mod, name); f != 0 {
		return f
	}
	return llvm.AddFunction(u.Mod, name, llvm.FunctionType(u.IntType(width), []llvm.Type{from}, false))
}

// fromClang reports whether clang compiled every module of the program.
func fromClang(u *ir.Unit) bool {
	compilers := make([]llvm.Value, llvm.GetNamedMetadataNumOperands(u.Mod, "llvm.ident"))
	if len(compilers) == 0 {
		return false
	}
	llvm.GetNamedMetadataOperands(u.Mod, "llvm.ident", &compilers[0])
	for _, c := range compilers {
		if !strings.Contains(c.String(), "clang version") {
			return false
		}
	}
	return true
}

// IsSaturating reports whether a function is LLVM's saturating conversion to integers, and whether these are signed.
func IsSaturating(f llvm.Value) (signed, ok bool) {
	name := f.Name()
	signed = strings.HasPrefix(name, "llvm.fptosi.sat.")
	return signed, signed || strings.HasPrefix(name, "llvm.fptoui.sat.")
}

func narrowConversion(u *ir.Unit, call llvm.Value, signed bool) {
	v, to := llvm.GetOperand(call, 0), llvm.TypeOf(call)
	if llvm.GetTypeKind(to) == llvm.VectorKind || llvm.GetIntTypeWidth(to) >= 32 {
		return
	}
	width, half := uint32(32), llvm.GetTypeKind(llvm.TypeOf(v)) == llvm.HalfKind
	if half {
		width = 16
		if llvm.GetIntTypeWidth(to) >= width {
			return
		}
	}
	wide := saturating(u, llvm.TypeOf(v), width, signed || !half)
	if wide == 0 {
		return
	}
	b := u.Before(call)
	r := llvm.BuildCall2(b, llvm.GlobalGetValueType(wide), wide, []llvm.Value{v}, "")
	ir.Replace(call, llvm.BuildTrunc(b, r, to, ""))
}

// SaturatingConversions limits numbers in floating point before it converts them. The limits are
// constants, so that loops vectorise; a number is limited by one instruction of x86. Where the largest
// integer is no number of the format, the result is chosen after the conversion.
//
//	%i = call i32 @llvm.fptosi.sat.i32.f32(float %x)
//
// becomes
//
//	%number = fcmp ord float %x, %x
//	%a = select i1 %number, float %x, float 0.0
//	%above = fcmp ogt float %a, 0xC1E0000000000000   ; -2^31
//	%b = select i1 %above, float %a, float 0xC1E0000000000000
//	%c = fptosi float %b to i32
//	%over = fcmp oge float %a, 0x41E0000000000000    ; 2^31
//	%i = select i1 %over, i32 2147483647, i32 %c
//
// and an unsigned one
//
//	%positive = fcmp ogt float %x, 0.0               ; not NaN
//	%a = select i1 %positive, float %x, float 0.0
//	%c = fptoui float %a to i32
//	%over = fcmp oge float %a, 0x41F0000000000000    ; 2^32
//	%i = select i1 %over, i32 -1, i32 %c
//
// A number that has just been an integer, as the result of max(x, 0) for a char x is, is limited as one (limitedInteger).
func SaturatingConversions(u *ir.Unit) error {
	if u.Target.SaturatingConversions {
		return nil
	}
	for _, f := range u.Functions() {
		if signed, ok := IsSaturating(f); ok {
			for _, call := range ir.Users(f) {
				saturateConversion(u, call, signed)
			}
			llvm.DeleteFunction(f)
		}
	}
	return nil
}

func saturateConversion(u *ir.Unit, call llvm.Value, signed bool) {
	b, v, to := u.Before(call), llvm.GetOperand(call, 0), llvm.TypeOf(call)
	if r := limitedInteger(b, v, to, signed); r != 0 {
		ir.Replace(call, r)
		return
	}
	like := func(t llvm.Type) llvm.Type {
		if llvm.GetTypeKind(to) == llvm.VectorKind {
			return llvm.VectorType(t, llvm.GetVectorSize(to))
		}
		return t
	}
	if llvm.ScalarKind(llvm.TypeOf(v)) != llvm.DoubleKind {
		if float := like(llvm.FloatTypeInContext(u.Ctx)); llvm.TypeOf(v) != float {
			v = llvm.BuildFPExt(b, v, float, "") // a half has no 2^16
		}
	}
	format := formatOf(llvm.TypeOf(v))
	number := func(x float64) llvm.Value { return format.constant(u, x, llvm.TypeOf(v)) }
	// choose returns x if the comparison with the limit is true, else what is instead of it.
	choose := func(x llvm.Value, is int, limit, instead llvm.Value) llvm.Value {
		return llvm.BuildSelect(b, llvm.BuildFCmp(b, is, x, limit, ""), x, instead, "")
	}
	bits := int(llvm.GetIntTypeWidth(llvm.ScalarType(to)))
	op, zero, most := llvm.FPToUI, number(0), llvm.ConstAllOnes(to)
	if signed {
		bits--
		op, most = llvm.FPToSI, llvm.BuildLShr(b, most, inEachLane(llvm.ConstInt(llvm.ScalarType(to), 1, false), to), "")
		v = choose(v, llvm.RealORD, v, zero)
		least := number(-math.Ldexp(1, bits))
		v = choose(v, llvm.RealOGT, least, least)
	} else {
		v = choose(v, llvm.RealOGT, zero, zero)
	}
	var r llvm.Value
	if bits <= format.precision {
		limit := number(math.Ldexp(1, bits) - 1)
		r = llvm.BuildCast(b, op, choose(v, llvm.RealOLT, limit, limit), to, "")
	} else {
		over := llvm.BuildFCmp(b, llvm.RealOGE, v, number(math.Ldexp(1, bits)), "")
		r = llvm.BuildSelect(b, over, most, llvm.BuildCast(b, op, v, to, ""), "")
	}
	ir.Replace(call, r)
}

// limitedInteger converts a number that is an integer in floating point from this integer, if the number is exact wherever it
// is in the result's range; 0 if it is not. LLVM does so for conversions that do not saturate only.
//
//	%d = sitofp i8 %x to double
//	%i = call i32 @llvm.fptoui.sat.i32.f64(double %d)
//
// becomes
//
//	%positive = icmp sgt i8 %x, 0
//	%a = select i1 %positive, i8 %x, i8 0
//	%i = zext i8 %a to i32
func limitedInteger(b llvm.Builder, v llvm.Value, to llvm.Type, signed bool) llvm.Value {
	op := ir.Opcode(v)
	kind := llvm.ScalarKind(llvm.TypeOf(v))
	if op != llvm.SIToFP && op != llvm.UIToFP || kind != llvm.FloatKind && kind != llvm.DoubleKind {
		return 0
	}
	v, format := llvm.GetOperand(v, 0), formatOf(llvm.TypeOf(v))
	from := llvm.TypeOf(v)
	// Bits of the absolute value.
	have, most := int(llvm.GetIntTypeWidth(llvm.ScalarType(from))), int(llvm.GetIntTypeWidth(llvm.ScalarType(to)))
	less, greater, cast := llvm.IntULT, llvm.IntUGT, llvm.ZExt
	if op == llvm.SIToFP {
		have--
		less, greater, cast = llvm.IntSLT, llvm.IntSGT, llvm.SExt
	}
	if signed {
		most--
	}
	// A number that is rounded is out of the range of a narrow result, and stays so: the range's ends are exact.
	if have > format.precision && (have > 64 || most > format.precision) {
		return 0
	}
	limit := func(is llvm.IntPredicate, x uint64) {
		c := inEachLane(llvm.ConstInt(llvm.ScalarType(from), x, false), from)
		v = llvm.BuildSelect(b, llvm.BuildICmp(b, is, v, c, ""), v, c, "")
	}
	if have > most {
		limit(less, 1<<most-1)
	}
	if op == llvm.SIToFP && !signed {
		limit(greater, 0)
		cast = llvm.ZExt
	} else if op == llvm.SIToFP && have > most {
		limit(greater, -(uint64(1) << most))
	}
	switch wide, narrow := llvm.GetIntTypeWidth(llvm.ScalarType(to)), llvm.GetIntTypeWidth(llvm.ScalarType(from)); {
	case wide > narrow:
		return llvm.BuildCast(b, cast, v, to, "")
	case wide < narrow:
		return llvm.BuildTrunc(b, v, to, "")
	}
	return v
}

// A floatFormat is an IEEE 754 format.
type floatFormat struct {
	double    bool
	precision int // of the significand, in bits
}

func formatOf(t llvm.Type) floatFormat {
	if llvm.ScalarKind(t) == llvm.DoubleKind {
		return floatFormat{true, 53}
	}
	return floatFormat{false, 24}
}

// constant returns a number, in each element if the type is a vector; infinity if it is too large.
func (f floatFormat) constant(u *ir.Unit, x float64, t llvm.Type) llvm.Value {
	c := llvm.ConstInt(u.Types.I32, uint64(math.Float32bits(float32(x))), false)
	if f.double {
		c = u.I64(math.Float64bits(x))
	}
	return inEachLane(llvm.BuildBitCast(u.B, c, llvm.ScalarType(t), ""), t)
}
