// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// BFloat16 represents bfloat16 as i16, since SPIR-V has the type in an extension only
// (SPV_KHR_bfloat16). Arithmetic is computed in float, of which a bfloat16 is the upper half, and
// rounded to the nearest even.
//
//	%a = load bfloat, ptr %p
//	%b = fadd bfloat %a, 0xR3F80
//
// becomes
//
//	%a = load i16, ptr %p
//	%w = zext i16 %a to i32
//	%s = shl i32 %w, 16
//	%x = bitcast i32 %s to float
//	%sum = fadd float %x, 1.0
//	%bits = bitcast float %sum to i32
//	%l = lshr i32 %bits, 16
//	%last = and i32 %l, 1
//	%r = add i32 %bits, 32767
//	%rounded = add i32 %r, %last
//	%quiet = or i32 %bits, 4194304            ; of NaN
//	%nan = fcmp uno float %sum, %sum
//	%c = select i1 %nan, i32 %quiet, i32 %rounded
//	%h = lshr i32 %c, 16
//	%b = trunc i32 %h to i16
//
// Intrinsics and atomic operations on bfloat16 have become others before.
func BFloat16(u *ir.Unit) error {
	if !holdsBFloat(u) {
		return nil
	}
	w := &bfloats{u: u}
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			w.instruction(i)
		}
	}
	ir.EraseAll(w.dead)
	if err := u.Rewrite("the module without bfloat16", bfloatText); err != nil {
		return err
	}
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			if llvm.GetInstructionOpcode(i) == llvm.BitCast && llvm.TypeOf(i) == llvm.TypeOf(llvm.GetOperand(i, 0)) {
				ir.Replace(i, llvm.GetOperand(i, 0))
			}
		}
	}
	return nil
}

// holdsBFloat reports whether a value or a variable has bfloat16 in it.
func holdsBFloat(u *ir.Unit) bool {
	known := map[llvm.Type]bool{}
	var in func(t llvm.Type) bool
	in = func(t llvm.Type) bool {
		is, ok := known[t]
		if ok {
			return is
		}
		switch llvm.GetTypeKind(t) {
		case llvm.BFloatKind:
			is = true
		case llvm.VectorKind, llvm.ArrayKind:
			is = in(llvm.GetElementType(t))
		case llvm.StructKind:
			for k := range llvm.CountStructElementTypes(t) {
				is = is || in(llvm.StructGetTypeAtIndex(t, k))
			}
		case llvm.FunctionKind:
			is = in(llvm.GetReturnType(t)) || slices.ContainsFunc(ir.ParamTypes(t), in)
		}
		known[t] = is
		return is
	}
	for _, g := range u.Globals() {
		if in(llvm.GlobalGetValueType(g)) {
			return true
		}
	}
	for _, f := range u.Functions() {
		if in(llvm.GlobalGetValueType(f)) || slices.ContainsFunc(ir.Instructions(f), func(i llvm.Value) bool { return usesType(i, in) }) {
			return true
		}
	}
	return false
}

// usesType reports whether an instruction has a type in its result, its operands, or memory.
func usesType(i llvm.Value, in func(llvm.Type) bool) bool {
	switch llvm.GetInstructionOpcode(i) {
	case llvm.Alloca:
		return in(llvm.GetAllocatedType(i))
	case llvm.GetElementPtr:
		return in(llvm.GetGEPSourceElementType(i))
	}
	return in(llvm.TypeOf(i)) || slices.ContainsFunc(ir.Operands(i), func(v llvm.Value) bool { return in(llvm.TypeOf(v)) })
}

type bfloats struct {
	u    *ir.Unit
	dead []llvm.Value
}

func isBFloat(v llvm.Value) bool {
	return llvm.ScalarKind(llvm.TypeOf(v)) == llvm.BFloatKind
}

// instruction replaces what computes with bfloat16; what only moves it stays.
func (w *bfloats) instruction(i llvm.Value) {
	op := llvm.GetInstructionOpcode(i)
	if !isBFloat(i) && (llvm.GetNumOperands(i) == 0 || !isBFloat(llvm.GetOperand(i, 0))) {
		return
	}
	b := w.u.Before(i)
	// computed has the flags of the instruction, and is rounded if the instruction's result is.
	computed := func(v llvm.Value) {
		if llvm.IsAInstruction(v) != 0 && llvm.CanValueUseFastMathFlags(i) && llvm.CanValueUseFastMathFlags(v) {
			llvm.SetFastMathFlags(v, llvm.GetFastMathFlags(i))
		}
		w.replace(i, v)
	}
	switch op {
	case llvm.FAdd, llvm.FSub, llvm.FMul, llvm.FDiv, llvm.FRem:
		computed(llvm.BuildBinOp(b, op, w.float(llvm.GetOperand(i, 0)), w.float(llvm.GetOperand(i, 1)), ""))
	case llvm.FCmp:
		computed(llvm.BuildFCmp(b, llvm.GetFCmpPredicate(i), w.float(llvm.GetOperand(i, 0)), w.float(llvm.GetOperand(i, 1)), ""))
	case llvm.FNeg:
		bits := llvm.BuildBitCast(b, llvm.GetOperand(i, 0), w.like(16, i), "")
		bits = llvm.BuildXor(b, bits, inEachLane(llvm.ConstInt(w.u.IntType(16), 1<<15, false), llvm.TypeOf(bits)), "")
		w.replace(i, llvm.BuildBitCast(b, bits, llvm.TypeOf(i), ""))
	case llvm.FPExt:
		v := w.float(llvm.GetOperand(i, 0))
		if llvm.TypeOf(v) != llvm.TypeOf(i) {
			v = llvm.BuildFPExt(b, v, llvm.TypeOf(i), "")
		}
		w.replace(i, v)
	case llvm.FPTrunc:
		v := llvm.GetOperand(i, 0)
		if llvm.ScalarKind(llvm.TypeOf(v)) == llvm.DoubleKind {
			v = w.u.OddFloat(v)
		}
		w.replace(i, v)
	case llvm.SIToFP, llvm.UIToFP:
		w.replace(i, llvm.BuildCast(b, op, llvm.GetOperand(i, 0), w.floats(i), ""))
	case llvm.FPToSI, llvm.FPToUI:
		w.replace(i, llvm.BuildCast(b, op, w.float(llvm.GetOperand(i, 0)), llvm.TypeOf(i), ""))
	}
}

// replace replaces an instruction by a value, which is rounded if it is a float for a bfloat16.
func (w *bfloats) replace(i, v llvm.Value) {
	if isBFloat(i) && !isBFloat(v) {
		v = w.round(v, llvm.TypeOf(i))
	}
	llvm.ReplaceAllUsesWith(i, v)
	w.dead = append(w.dead, i)
}

// like returns the type of integers with as many elements as a value has.
func (w *bfloats) like(bits uint32, v llvm.Value) llvm.Type {
	if n := lanes(llvm.TypeOf(v)); n > 0 {
		return llvm.VectorType(w.u.IntType(bits), n)
	}
	return w.u.IntType(bits)
}

// floats returns the type of floats with as many elements as a value has.
func (w *bfloats) floats(v llvm.Value) llvm.Type {
	t := llvm.FloatTypeInContext(w.u.Ctx)
	if n := lanes(llvm.TypeOf(v)); n > 0 {
		return llvm.VectorType(t, n)
	}
	return t
}

func (w *bfloats) constant(t llvm.Type, v uint64) llvm.Value {
	return inEachLane(llvm.ConstInt(llvm.ScalarType(t), v, false), t)
}

// float returns the float of which a bfloat16 is the upper half.
func (w *bfloats) float(v llvm.Value) llvm.Value {
	b, t := w.u.B, w.like(32, v)
	bits := llvm.BuildZExt(b, llvm.BuildBitCast(b, v, w.like(16, v), ""), t, "")
	return llvm.BuildBitCast(b, llvm.BuildShl(b, bits, w.constant(t, 16), ""), w.floats(v), "")
}

// round rounds floats to bfloat16.
func (w *bfloats) round(v llvm.Value, to llvm.Type) llvm.Value {
	b, t := w.u.B, w.like(32, v)
	nan := llvm.BuildFCmp(b, llvm.RealUNO, v, v, "")
	bits := llvm.BuildBitCast(b, v, t, "")
	last := llvm.BuildAnd(b, llvm.BuildLShr(b, bits, w.constant(t, 16), ""), w.constant(t, 1), "")
	rounded := llvm.BuildAdd(b, llvm.BuildAdd(b, bits, w.constant(t, 1<<15-1), ""), last, "")
	quiet := llvm.BuildOr(b, bits, w.constant(t, 1<<22), "")
	r := llvm.BuildLShr(b, llvm.BuildSelect(b, nan, quiet, rounded, ""), w.constant(t, 16), "")
	return llvm.BuildBitCast(b, llvm.BuildTrunc(b, r, w.like(16, v), ""), to, "")
}

// bfloatText replaces the type and its constants in a module's text. It drops what an integer cannot
// have, for all types: nofpclass, and the fast-math flags of what moves values. Quoted strings, comments
// and names are left alone.
func bfloatText(s string) string {
	var out strings.Builder
	out.Grow(len(s))
	copied := 0 // s[:copied] is in out or was replaced
	replace := func(from, to int, by string) {
		out.WriteString(s[copied:from])
		out.WriteString(by)
		copied = to
	}
	moves := false    // the last word was a select, a PHI or a call, or a flag of one
	incoming := false // in a PHI, which names its type once and then values in brackets
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '\n':
			incoming = false
			i++
		case c == '[' && incoming:
			i++
			if n, bits, ok := bfloatConstant(s[i:]); ok {
				replace(i, i+n, fmt.Sprint(" ", bits))
				i += n
			}
		case c == '"':
			i += closing(s[i+1:], '"') + 2
		case c == ';':
			i += closing(s[i:], '\n')
		case strings.IndexByte("%@!#$", c) >= 0: // a name
			i += 1 + wordLength(s[i+1:])
		case wordLength(s[i:]) > 0:
			end := i + wordLength(s[i:])
			word := s[i:end]
			flag := moves && fastMathFlags[word]
			switch {
			case word == "bfloat":
				replace(i, end, "i16")
				if n, bits, ok := bfloatConstant(s[end:]); ok {
					replace(end, end+n, fmt.Sprint(" ", bits))
					end += n
				}
			case word == "nofpclass":
				end += closing(s[end:], ')') + 1
				replace(i, end, "")
			case flag:
				replace(i, end, "")
			}
			incoming = incoming || word == "bfloat" && inPhi(s[:i])
			moves = flag || word == "select" || word == "phi" || word == "call"
			i = end
		default:
			i++
		}
	}
	return out.String() + s[min(copied, len(s)):]
}

var fastMathFlags = map[string]bool{
	"fast": true, "reassoc": true, "nnan": true, "ninf": true, "nsz": true, "arcp": true, "contract": true, "afn": true,
}

// inPhi reports whether a text ends with the start of a PHI whose type comes next.
func inPhi(s string) bool {
	fields := strings.Fields(s[strings.LastIndexByte(s, '\n')+1:])
	n := len(fields)
	for n > 0 && fastMathFlags[fields[n-1]] {
		n--
	}
	return n > 0 && fields[n-1] == "phi"
}

// closing returns the index of the first c in s, or len(s).
func closing(s string, c byte) int {
	if n := strings.IndexByte(s, c); n >= 0 {
		return n
	}
	return len(s)
}

// wordLength returns the length of the word of LLVM's grammar that a text starts with.
func wordLength(s string) int {
	for k := range len(s) {
		if c := s[k]; c != '.' && c != '_' && c != '$' && c != '-' && (c < '0' || c > '9') && (c|' ' < 'a' || c|' ' > 'z') {
			return k
		}
	}
	return len(s)
}

// bfloatConstant reads a constant after the name of the type: its code or, as later releases of LLVM
// print it, its value.
func bfloatConstant(s string) (length int, bits uint16, ok bool) {
	if !strings.HasPrefix(s, " ") {
		return 0, 0, false
	}
	word := s[1 : 1+wordLength(s[1:])]
	if len(word) != len(s)-1 && s[1+len(word)] == '+' { // the sign of an exponent
		word = s[1 : 2+len(word)+wordLength(s[2+len(word):])]
	}
	for _, prefix := range []string{"0xR", "f0x"} {
		if code, found := strings.CutPrefix(word, prefix); found {
			v, err := strconv.ParseUint(code, 16, 16)
			return 1 + len(word), uint16(v), err == nil
		}
	}
	v, err := strconv.ParseFloat(word, 32)
	if err != nil || word[0] != '-' && (word[0] < '0' || word[0] > '9') {
		return 0, 0, false
	}
	return 1 + len(word), uint16(math.Float32bits(float32(v)) >> 16), true
}
