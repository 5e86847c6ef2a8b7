// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package calls

import (
	"fmt"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// rawBuffer begins the names of AMD's intrinsics that access memory through a buffer resource.
const rawBuffer = "llvm.amdgcn.raw.buffer."

// bufferIntegers are LLVM's names of the atomic operations on integers, bufferFloats what those on numbers
// with a fraction compute of the old value and the operand: an instruction, or a function of LLVM.
var (
	bufferIntegers = map[string]string{
		"swap": "xchg", "add": "add", "sub": "sub", "and": "and", "or": "or", "xor": "xor",
		"smin": "min", "smax": "max", "umin": "umin", "umax": "umax", "inc": "uinc_wrap", "dec": "udec_wrap",
	}
	bufferFloats = map[string]string{"fadd": "fadd", "fmin": "llvm.minnum", "fmax": "llvm.maxnum"}
)

// BufferResources gives AMD's instructions that access memory through a buffer resource, which programs
// call as LLVM's intrinsics, their meaning on other devices. Of the 128 bits of a resource they use the
// base address, 48 bits, and the size in bytes, 32 bits from bit 64 on; stride, format and swizzling, which
// programs for computation leave 0, are ignored, as are hints about caches. What is out of the range is
// neither read nor written, and gives zeros, as on AMD's GPUs since gfx9: each 32 bits of a load or store
// for themselves, an atomic operation as a whole, and the scalar offset counts like the other.
//
//	%v = call i32 @llvm.amdgcn.raw.buffer.load.i32(<4 x i32> %resource, i32 %offset, i32 %scalar, i32 0)
//
// becomes
//
//	%v = call i32 @__gohip.raw.buffer.load.i32(<4 x i32> %resource, i32 %offset, i32 %scalar, i32 0)
//
//	define internal i32 @__gohip.raw.buffer.load.i32(<4 x i32> %r, i32 %voffset, i32 %soffset, i32 %aux) alwaysinline {
//	  … ; %p = the base and both offsets, %limit = the last offset at which 4 bytes are in the range
//	  %in = icmp sle i64 %offset, %limit
//	  br i1 %in, label %whole, label %part
//	whole:
//	  %x = load i32, ptr addrspace(1) %p, align 4
//	  ret i32 %x
//	part:
//	  ret i32 zeroinitializer
//	}
func BufferResources(u *ir.Unit) error {
	text := &strings.Builder{}
	helpers := map[llvm.Value]string{}
	minmax := map[string]bool{}
	for _, f := range u.Functions() {
		rest, ok := strings.CutPrefix(f.Name(), rawBuffer)
		if !ok || !u.LiveUse(f) {
			continue
		}
		b, ok := newBufferAccess(u, f, rest)
		if !ok {
			continue // link.Undefined reports it if it is still called after optimisation
		}
		helpers[f] = b.name
		b.define(text)
		if b.called != "" && !minmax[b.called] {
			minmax[b.called] = true
			fmt.Fprintf(text, "declare %s @%s(%[1]s, %[1]s)\n", b.of, b.called)
		}
	}
	if len(helpers) == 0 {
		return nil
	}
	if err := u.LinkText(text.String()); err != nil {
		return err
	}
	for _, f := range u.Functions() {
		name := helpers[f]
		if name == "" {
			continue
		}
		helper := llvm.GetNamedFunction(u.Mod, name)
		llvm.SetLinkage(helper, llvm.InternalLinkage)
		llvm.ReplaceAllUsesWith(f, helper)
		llvm.DeleteFunction(f)
	}
	return nil
}

// bufferAccess is one of the intrinsics.
type bufferAccess struct {
	name       string // of the helper
	parameters []string
	kind       string // load, store, atomic
	op         string // of an atomic: cmpxchg, a key of bufferIntegers or bufferFloats
	of         string // the type that is loaded, stored or combined
	called     string // the function of LLVM that combines numbers
	size       uint64
	align      uint64
	native     bool // the device has the operation on numbers
}

// newBufferAccess returns what the intrinsic of a name does, and reports whether it is one of those that
// are known.
func newBufferAccess(u *ir.Unit, f llvm.Value, rest string) (b bufferAccess, ok bool) {
	ft := llvm.GlobalGetValueType(f)
	b.name = "__gohip.raw.buffer." + rest
	for _, p := range ir.ParamTypes(ft) {
		b.parameters = append(b.parameters, p.String())
	}
	words := strings.Split(rest, ".")
	b.kind = words[0]
	t, data := llvm.GetReturnType(ft), 0
	switch {
	case b.kind == "load" && len(words) == 2:
	case b.kind == "store" && len(words) == 2:
		t, data = ir.ParamTypes(ft)[0], 1
	case b.kind == "atomic" && len(words) == 3:
		b.op, data = words[1], 1
		if b.op == "cmpswap" {
			data = 2
		}
	default:
		return b, false
	}
	if len(b.parameters) != data+4 || b.parameters[data] != "<4 x i32>" {
		return b, false
	}
	scalar := llvm.ScalarType(t)
	number := false
	switch llvm.GetTypeKind(scalar) {
	case llvm.IntegerKind:
	case llvm.HalfKind, llvm.BFloatKind, llvm.FloatKind, llvm.DoubleKind:
		number = true
	default:
		return b, false
	}
	b.of, b.size, b.align = t.String(), llvm.StoreSizeOfType(u.Layout, t), min(llvm.StoreSizeOfType(u.Layout, scalar), 4)
	if b.kind != "atomic" {
		return b, b.size < 4 || b.size%4 == 0
	}
	b.align = b.size
	if number {
		return b.numbers(rest, scalar == t && u.Target.AtomicFAdd), bufferFloats[b.op] != ""
	}
	return b, scalar == t && (b.op == "cmpswap" || bufferIntegers[b.op] != "")
}

// numbers completes an atomic operation on numbers.
func (b bufferAccess) numbers(rest string, native bool) bufferAccess {
	b.native = native && b.op == "fadd" && b.size >= 4
	if f := bufferFloats[b.op]; strings.HasPrefix(f, "llvm.") {
		b.called = f + rest[strings.LastIndexByte(rest, '.'):]
	}
	return b
}

// define writes the helper.
func (b bufferAccess) define(w *strings.Builder) {
	result, names := b.of, []string{"%r", "%voffset", "%soffset", "%aux"}
	if b.kind == "store" {
		result = "void"
	}
	if b.op == "cmpswap" {
		names = append([]string{"%v", "%expected"}, names...)
	} else if b.kind != "load" {
		names = append([]string{"%v"}, names...)
	}
	for i, p := range b.parameters {
		names[i] = p + " " + names[i]
	}
	fmt.Fprintf(w, `define %s @%s(%s) alwaysinline nounwind {
  %%halves = bitcast <4 x i32> %%r to <2 x i64>
  %%low = extractelement <2 x i64> %%halves, i32 0
  %%base = and i64 %%low, 281474976710655
  %%records = extractelement <4 x i32> %%r, i32 2
  %%size = zext i32 %%records to i64
  %%vector = zext i32 %%voffset to i64
  %%scalar = zext i32 %%soffset to i64
  %%offset = add i64 %%vector, %%scalar
  %%address = add i64 %%base, %%offset
  %%p = inttoptr i64 %%address to ptr addrspace(1)
  %%limit = sub i64 %%size, %d
  %%in = icmp sle i64 %%offset, %%limit
  br i1 %%in, label %%whole, label %%part
whole:
`, result, b.name, strings.Join(names, ", "), b.size)
	switch b.kind {
	case "load":
		fmt.Fprintf(w, "  %%x = load %s, ptr addrspace(1) %%p, align %d\n  ret %[1]s %%x\npart:\n", b.of, b.align)
		b.partOfLoad(w)
	case "store":
		fmt.Fprintf(w, "  store %s %%v, ptr addrspace(1) %%p, align %d\n  ret void\npart:\n", b.of, b.align)
		b.partOfStore(w)
	default:
		b.atomic(w)
		fmt.Fprintf(w, "part:\n  ret %s zeroinitializer\n", b.of)
	}
	w.WriteString("}\n")
}

// word writes the test whether a word of an access is in the range. The last one is not, or the whole
// access were.
func (b bufferAccess) word(w *strings.Builder, i uint64) {
	fmt.Fprintf(w, `  %%limit%d = sub i64 %%size, %d
  %%in%[1]d = icmp sle i64 %%offset, %%limit%[1]d
  br i1 %%in%[1]d, label %%word%[1]d, label %%end%[1]d
word%[1]d:
  %%p%[1]d = getelementptr i8, ptr addrspace(1) %%p, i64 %[3]d
`, i, 4*i+4, 4*i)
}

// partOfLoad writes a load of which the last word is out of the range.
func (b bufferAccess) partOfLoad(w *strings.Builder) {
	words := b.size / 4
	if words < 2 {
		fmt.Fprintf(w, "  ret %s zeroinitializer\n", b.of)
		return
	}
	have, as := "zeroinitializer", fmt.Sprintf("<%d x i32>", words)
	end := func(i uint64) {
		fmt.Fprintf(w, "  %%result%d = bitcast %s %s to %s\n  ret %[4]s %%result%[1]d\n", i, as, have, b.of)
	}
	for i := range words - 1 {
		b.word(w, i)
		with := fmt.Sprintf("%%with%d", i)
		fmt.Fprintf(w, "  %%x%d = load i32, ptr addrspace(1) %%p%[1]d, align %d\n  %s = insertelement %s %s, i32 %%x%[1]d, i32 %[1]d\n", i, b.align, with, as, have)
		fmt.Fprintf(w, "  br label %%next%d\nend%[1]d:\n", i)
		end(i)
		fmt.Fprintf(w, "next%d:\n", i)
		have = with
	}
	end(words - 1)
}

// partOfStore writes a store of which the last word is out of the range.
func (b bufferAccess) partOfStore(w *strings.Builder) {
	words := b.size / 4
	if words >= 2 {
		fmt.Fprintf(w, "  %%words = bitcast %s %%v to <%d x i32>\n", b.of, words)
		for i := range words - 1 {
			b.word(w, i)
			fmt.Fprintf(w, "  %%x%d = extractelement <%d x i32> %%words, i32 %[1]d\n  store i32 %%x%[1]d, ptr addrspace(1) %%p%[1]d, align %[3]d\n", i, words, b.align)
			fmt.Fprintf(w, "  br label %%next%d\nend%[1]d:\n  ret void\nnext%[1]d:\n", i)
		}
	}
	w.WriteString("  ret void\n")
}

// atomic writes an atomic operation. That on numbers is a loop of compare and exchange, since few
// devices have it.
func (b bufferAccess) atomic(w *strings.Builder) {
	const order = `syncscope("device") monotonic`
	switch {
	case b.op == "cmpswap":
		fmt.Fprintf(w, "  %%pair = cmpxchg ptr addrspace(1) %%p, %s %%expected, %[1]s %%v %s monotonic, align %d\n  %%x = extractvalue { %[1]s, i1 } %%pair, 0\n  ret %[1]s %%x\n", b.of, order, b.align)
		return
	case bufferIntegers[b.op] != "" || b.native:
		op := bufferIntegers[b.op]
		if b.native {
			op = b.op
		}
		fmt.Fprintf(w, "  %%x = atomicrmw %s ptr addrspace(1) %%p, %s %%v %s, align %d\n  ret %[2]s %%x\n", op, b.of, order, b.align)
		return
	}
	combine := fmt.Sprintf("%s %s %%x, %%v", b.op, b.of)
	if b.called != "" {
		combine = fmt.Sprintf("call %s @%s(%[1]s %%x, %[1]s %%v)", b.of, b.called)
	}
	fmt.Fprintf(w, `  %%first = load atomic i%d, ptr addrspace(1) %%p %s, align %d
  br label %%loop
loop:
  %%old = phi i%[1]d [ %%first, %%whole ], [ %%seen, %%loop ]
  %%x = bitcast i%[1]d %%old to %[4]s
  %%y = %[5]s
  %%new = bitcast %[4]s %%y to i%[1]d
  %%pair = cmpxchg ptr addrspace(1) %%p, i%[1]d %%old, i%[1]d %%new %[2]s monotonic, align %[3]d
  %%seen = extractvalue { i%[1]d, i1 } %%pair, 0
  %%done = extractvalue { i%[1]d, i1 } %%pair, 1
  br i1 %%done, label %%end, label %%loop
end:
  ret %[4]s %%x
`, 8*b.size, order, b.align, b.of, combine)
}
