// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"math"
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
// A precision that is known at run time only selects one of several formats, in a constant array. The
// largest is 126 then, with two in one format 62, with three 14, with four 6. %F, which the driver does not have either, becomes %f. The driver prints "(null)" for a null
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
		text, kept, precisions := driverFormat(u, format, args, call)
		if text == format && slices.Equal(kept, args) {
			continue
		}
		args = kept
		pointer := llvm.TypeOf(llvm.GetOperand(call, 0))
		if len(precisions) > 0 {
			llvm.SetOperand(call, 0, chosenText(u, u.Before(call), text, precisions, pointer))
		} else {
			llvm.SetOperand(call, 0, constantText(u, text, pointer))
		}
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

// chosen stands in a format for a precision that is known at run time.
const chosen = "\x00"

// chosenText returns the address of the format for precisions that are known at run time, in a constant
// array with one for each.
func chosenText(u *ir.Unit, b llvm.Builder, text string, precisions []llvm.Value, pointer llvm.Type) llvm.Value {
	// Texts of one conversion: without a precision, as for a negative one, and with those from 0 on.
	each := 128
	for len(precisions) > 1 && math.Pow(float64(each), float64(len(precisions))) > 4096 {
		each--
	}
	texts := []string{text}
	for range precisions {
		var next []string
		for _, t := range texts {
			for k := range each {
				with := ""
				if k > 0 {
					with = "." + strconv.Itoa(k-1)
				}
				next = append(next, strings.Replace(t, chosen, with, 1))
			}
		}
		texts = next
	}
	size := 0
	for _, t := range texts {
		size = max(size, len(t)+1)
	}
	var all strings.Builder
	for _, t := range texts {
		all.WriteString(t + strings.Repeat("\x00", size-len(t)))
	}
	index := u.I32(0)
	for _, v := range precisions {
		negative := llvm.BuildICmp(b, llvm.IntSLT, v, u.I32(0), "")
		large := llvm.BuildICmp(b, llvm.IntSGT, v, u.I32(uint64(each-2)), "")
		which := llvm.BuildSelect(b, large, u.I32(uint64(each-1)), llvm.BuildAdd(b, v, u.I32(1), ""), "")
		index = llvm.BuildAdd(b, llvm.BuildMul(b, index, u.I32(uint64(each)), ""), llvm.BuildSelect(b, negative, u.I32(0), which, ""), "")
	}
	offset := llvm.BuildZExt(b, llvm.BuildMul(b, index, u.I32(uint64(size)), ""), u.Types.I64, "")
	return llvm.BuildInBoundsGEP2(b, u.Types.I8, constantText(u, all.String(), pointer), []llvm.Value{offset}, "")
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

// driverFormat returns a format and its arguments for the driver's vprintf, and the precisions for which
// there is a mark in it. The format is returned unchanged if nothing is to be rewritten, or if the arguments do not match it.
func driverFormat(u *ir.Unit, format string, args []llvm.Value, call llvm.Value) (string, []llvm.Value, []llvm.Value) {
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
			return format, args, nil
		}
		text.WriteString(conversion)
	}
	if f.next > len(args) {
		return format, args, nil
	}
	return text.String(), append(f.kept, args[f.next:]...), f.precisions
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
	// precisions that are known at run time
	precisions []llvm.Value
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
	switch conversion {
	case 's':
		v = f.orEmpty(v)
	case 'F':
		conversion = 'f'
	}
	f.kept = append(f.kept, v)
	return "%" + flags + width + precision + length + string(conversion), true
}

// precision parses a precision. The driver accepts numbers only.
func (f *formatter) precision() string {
	if !f.is('.') {
		return ""
	}
	if !f.is('*') {
		return "." + f.run("0123456789")
	}
	v := f.take()
	switch {
	case v == 0 || llvm.TypeOf(v) != f.u.Types.I32:
		return ""
	case llvm.IsAConstantInt(v) == 0:
		f.precisions = append(f.precisions, v)
		return chosen
	case int32(llvm.ConstIntGetZExtValue(v)) >= 0:
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
