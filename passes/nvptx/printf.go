// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"slices"
	"strconv"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Printf rewrites formats with the conversions that the driver's vprintf supports. It supports no
// precision from an argument and none of the lengths z, j, t and L, and reads an argument of eight
// bytes for hh; a conversion that it does not know is printed verbatim, and the following arguments
// are wrong.
//
//	store i64 %n, ptr %field0
//	store i32 2, ptr %field1
//	store double %v, ptr %field2
//	call i32 @vprintf(ptr @"%zu [%.*f]", ptr %args)
//
// becomes
//
//	store i64 %n, ptr %new0
//	store double %v, ptr %new1
//	call i32 @vprintf(ptr @"%llu [%.2f]", ptr %new)
//
// A precision that is known at run time only is dropped. The driver prints "(null)" for a null
// string, for which HIP prints nothing, and returns the number of arguments, where HIP counts
// characters: the former becomes an empty string if the format is constant, and the latter is
// computed by gohipcc's device library:
//
//	%n = call i32 @__gohip_printf_count(ptr @fmt, ptr %words, i1 false)
func Printf(u *ir.Unit) error {
	f := llvm.GetNamedFunction(u.Mod, "vprintf")
	if f == 0 {
		return nil
	}
	for _, call := range ir.Users(f) {
		if !ir.IsCall(call) || llvm.GetCalledValue(call) != f {
			continue
		}
		args, ok := packedArguments(llvm.GetOperand(call, 1))
		if !ok {
			continue
		}
		if len(ir.Users(call)) > 0 {
			countCharacters(u, call, args)
		}
		format, ok := ir.ConstantCString(llvm.GetOperand(call, 0))
		if !ok {
			continue
		}
		text, kept := driverFormat(u, format, args, call)
		if text == format && slices.Equal(kept, args) {
			continue
		}
		args = kept
		llvm.SetOperand(call, 0, constantText(u, text, llvm.TypeOf(llvm.GetOperand(call, 0))))
		if len(args) == 0 {
			llvm.SetOperand(call, 1, llvm.ConstNull(llvm.TypeOf(llvm.GetOperand(call, 1))))
			continue
		}
		types := make([]llvm.Type, len(args))
		for i, a := range args {
			types[i] = llvm.TypeOf(a)
		}
		t := llvm.StructTypeInContext(u.Ctx, types, false)
		buffer := llvm.BuildAlloca(u.AtEntry(ir.FunctionOf(call)), t, "")
		b := u.Before(call)
		for i, a := range args {
			llvm.BuildStore(b, a, llvm.BuildInBoundsGEP2(b, t, buffer, []llvm.Value{u.I32(0), u.I32(uint64(i))}, ""))
		}
		llvm.SetOperand(call, 1, buffer)
	}
	return nil
}

// constantText returns the address of a constant string.
func constantText(u *ir.Unit, text string, pointer llvm.Type) llvm.Value {
	chars := append([]byte(text), 0)
	s := llvm.ConstStringInContext2(u.Ctx, &chars[0], uint64(len(chars)), true)
	g := llvm.AddGlobalInAddressSpace(u.Mod, llvm.TypeOf(s), "", ir.GlobalSpace)
	llvm.SetInitializer(g, s)
	llvm.SetGlobalConstant(g, true)
	llvm.SetLinkage(g, llvm.PrivateLinkage)
	return llvm.ConstAddrSpaceCast(g, pointer)
}

// countCharacters makes the device library count the characters that a call prints, with each
// argument as a 64-bit word.
func countCharacters(u *ir.Unit, call llvm.Value, args []llvm.Value) {
	t := &u.Types
	pointer := llvm.TypeOf(llvm.GetOperand(call, 0))
	words := llvm.ConstNull(pointer)
	if n := uint64(len(args)); n > 0 {
		array := llvm.ArrayType2(t.I64, n)
		words = llvm.BuildAlloca(u.AtEntry(ir.FunctionOf(call)), array, "")
		b := u.Before(call)
		for i, a := range args {
			w := word(u, b, a)
			if w == 0 {
				return
			}
			llvm.BuildStore(b, w, llvm.BuildInBoundsGEP2(b, array, words, []llvm.Value{u.I32(0), u.I32(uint64(i))}, ""))
		}
	}
	count := u.RuntimeFunction("__gohip_printf_count", t.I32, pointer, pointer, t.I1)
	n := llvm.BuildCall2(u.Before(call), llvm.GlobalGetValueType(count), count, []llvm.Value{llvm.GetOperand(call, 0), words, llvm.ConstInt(t.I1, 0, false)}, "")
	llvm.ReplaceAllUsesWith(call, n)
}

// word extends an argument to 64 bits; 0 for one that no conversion reads.
func word(u *ir.Unit, b llvm.Builder, v llvm.Value) llvm.Value {
	t := &u.Types
	switch llvm.GetTypeKind(llvm.TypeOf(v)) {
	case llvm.IntegerKind:
		switch n := llvm.GetIntTypeWidth(llvm.TypeOf(v)); {
		case n < 64:
			return llvm.BuildSExt(b, v, t.I64, "")
		case n == 64:
			return v
		}
	case llvm.DoubleKind:
		return llvm.BuildBitCast(b, v, t.I64, "")
	case llvm.PointerKind:
		return llvm.BuildPtrToInt(b, v, t.I64, "")
	}
	return 0
}

// packedArguments returns the values in the structure that clang packs a call's arguments into.
func packedArguments(buffer llvm.Value) ([]llvm.Value, bool) {
	if llvm.IsConstant(buffer) {
		return nil, llvm.IsNull(buffer)
	}
	if ir.Opcode(buffer) != llvm.Alloca {
		return nil, false
	}
	t := llvm.GetAllocatedType(buffer)
	if llvm.GetTypeKind(t) != llvm.StructKind {
		return nil, false
	}
	out := make([]llvm.Value, llvm.CountStructElementTypes(t))
	for _, field := range ir.Users(buffer) {
		if ir.Opcode(field) != llvm.GetElementPtr {
			continue
		}
		index := ir.Operands(field)[1:]
		for _, w := range ir.Users(field) {
			if ir.Opcode(w) != llvm.Store || len(index) != 2 || llvm.IsAConstantInt(index[1]) == 0 {
				return nil, false
			}
			out[llvm.ConstIntGetZExtValue(index[1])] = llvm.GetOperand(w, 0)
		}
	}
	for _, v := range out {
		if v == 0 {
			return nil, false
		}
	}
	return out, true
}

// driverFormat returns a format and its arguments for the driver's vprintf. The format is returned
// unchanged if nothing is to be rewritten, or if the arguments do not match it.
func driverFormat(u *ir.Unit, format string, args []llvm.Value, call llvm.Value) (string, []llvm.Value) {
	f := &formatter{u: u, call: call, format: format, args: args}
	var text strings.Builder
	for f.at < len(format) {
		if format[f.at] != '%' {
			text.WriteByte(format[f.at])
			f.at++
			continue
		}
		conversion, ok := f.conversion()
		if !ok {
			return format, args
		}
		text.WriteString(conversion)
	}
	if f.next > len(args) {
		return format, args
	}
	return text.String(), append(f.kept, args[f.next:]...)
}

// A formatter parses a format and consumes the arguments of its conversions.
type formatter struct {
	u      *ir.Unit
	call   llvm.Value
	format string
	at     int
	args   []llvm.Value
	next   int          // of args
	kept   []llvm.Value // arguments that the driver gets
}

// take returns the next argument, 0 if there is none.
func (f *formatter) take() llvm.Value {
	if f.next++; f.next <= len(f.args) {
		return f.args[f.next-1]
	}
	return 0
}

// run reads the longest run of some characters.
func (f *formatter) run(chars string) string {
	start := f.at
	for f.at < len(f.format) && strings.IndexByte(chars, f.format[f.at]) >= 0 {
		f.at++
	}
	return f.format[start:f.at]
}

// is consumes a character if it is the next.
func (f *formatter) is(c byte) bool {
	if f.at < len(f.format) && f.format[f.at] == c {
		f.at++
		return true
	}
	return false
}

// conversion parses a conversion and its arguments, and returns one that the driver supports. It
// fails if the format ends early or an argument is missing.
func (f *formatter) conversion() (string, bool) {
	f.at++
	flags := f.run("-+ #0'")
	width := f.run("0123456789")
	if f.is('*') {
		v := f.take()
		if v == 0 {
			return "", false
		}
		f.kept = append(f.kept, v)
		width += "*"
	}
	precision := f.precision()
	length := f.run("hlLqjzt")
	if f.at == len(f.format) {
		return "", false
	}
	conversion := f.format[f.at]
	f.at++
	if conversion == '%' {
		return "%%", true
	}
	v := f.take()
	if v == 0 {
		return "", false
	}
	switch length {
	case "hh":
		length = ""
		v = f.narrow(v, conversion)
	case "z", "j", "t", "q":
		length = "ll"
	case "L":
		length = ""
	}
	if conversion == 's' {
		v = f.orEmpty(v)
	}
	f.kept = append(f.kept, v)
	return "%" + flags + width + precision + length + string(conversion), true
}

// precision parses a precision. The driver accepts numbers only, so a precision from an argument is
// kept if the argument is constant.
func (f *formatter) precision() string {
	if !f.is('.') {
		return ""
	}
	if !f.is('*') {
		return "." + f.run("0123456789")
	}
	v := f.take()
	if v != 0 && llvm.IsAConstantInt(v) != 0 && int32(llvm.ConstIntGetZExtValue(v)) >= 0 {
		return "." + strconv.FormatUint(llvm.ConstIntGetZExtValue(v), 10)
	}
	return ""
}

// orEmpty replaces a null string by the empty one.
func (f *formatter) orEmpty(v llvm.Value) llvm.Value {
	t := llvm.TypeOf(v)
	if llvm.GetTypeKind(t) != llvm.PointerKind {
		return v
	}
	if _, constant := ir.ConstantCString(v); constant {
		return v
	}
	b := f.u.Before(f.call)
	none := llvm.BuildICmp(b, llvm.IntEQ, v, llvm.ConstNull(t), "")
	return llvm.BuildSelect(b, none, constantText(f.u, "", t), v, "")
}

// narrow truncates an int to the char that the program prints.
func (f *formatter) narrow(v llvm.Value, conversion byte) llvm.Value {
	t := llvm.TypeOf(v)
	if t != f.u.Types.I32 {
		return v
	}
	b := f.u.Before(f.call)
	c := llvm.BuildTrunc(b, v, f.u.Types.I8, "")
	if conversion == 'd' || conversion == 'i' {
		return llvm.BuildSExt(b, c, t, "")
	}
	return llvm.BuildZExt(b, c, t, "")
}
