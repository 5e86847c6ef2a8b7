// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"strconv"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Printf puts formats into the words that the driver's vprintf knows. It has no
// precision from an argument, none of the lengths z, j, t and L, and takes the argument
// of hh for one of eight bytes; what it does not know it prints as it stands, and the
// arguments behind it are wrong.
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
// A precision that only the program's run knows is left out.
func Printf(u *ir.Unit) error {
	f := llvm.GetNamedFunction(u.Mod, "vprintf")
	if f == 0 {
		return nil
	}
	for _, call := range ir.Users(f) {
		if !ir.IsCall(call) || llvm.GetCalledValue(call) != f {
			continue
		}
		format, ok := ir.ConstantCString(llvm.GetOperand(call, 0))
		if !ok {
			continue
		}
		args, ok := packedArguments(llvm.GetOperand(call, 1))
		if !ok {
			continue
		}
		text, args := driverFormat(u, format, args, call)
		if text == format {
			continue
		}
		chars := append([]byte(text), 0)
		s := llvm.ConstStringInContext2(u.Ctx, &chars[0], uint64(len(chars)), true)
		g := llvm.AddGlobalInAddressSpace(u.Mod, llvm.TypeOf(s), "", ir.GlobalSpace)
		llvm.SetInitializer(g, s)
		llvm.SetGlobalConstant(g, true)
		llvm.SetLinkage(g, llvm.PrivateLinkage)
		llvm.SetOperand(call, 0, llvm.ConstAddrSpaceCast(g, llvm.TypeOf(llvm.GetOperand(call, 0))))
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

// packedArguments lists the values in the structure that clang packs a call's arguments
// into.
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

// driverFormat gives a format and its arguments as the driver's vprintf takes them. The
// format comes back as it is when nothing is to be changed, or when the arguments are
// not those that it asks for.
func driverFormat(u *ir.Unit, format string, args []llvm.Value, call llvm.Value) (string, []llvm.Value) {
	var text strings.Builder
	var kept []llvm.Value
	next := 0
	take := func() llvm.Value {
		if next++; next <= len(args) {
			return args[next-1]
		}
		return 0
	}
	run := func(at int, chars string) int {
		for at < len(format) && strings.IndexByte(chars, format[at]) >= 0 {
			at++
		}
		return at
	}
	for i := 0; i < len(format); {
		if format[i] != '%' {
			text.WriteByte(format[i])
			i++
			continue
		}
		end := run(i+1, "-+ #0'")
		flags, width, precision := format[i+1:end], "", ""
		if i = run(end, "0123456789"); i < len(format) && format[i] == '*' {
			i++
			v := take()
			if v == 0 {
				return format, args
			}
			kept = append(kept, v)
		}
		width = format[end:i]
		if i < len(format) && format[i] == '.' {
			if i+1 < len(format) && format[i+1] == '*' {
				v := take()
				if v != 0 && llvm.IsAConstantInt(v) != 0 && int32(llvm.ConstIntGetZExtValue(v)) >= 0 {
					precision = "." + strconv.FormatUint(llvm.ConstIntGetZExtValue(v), 10)
				}
				i += 2
			} else {
				end = run(i+1, "0123456789")
				precision = format[i:end]
				i = end
			}
		}
		end = run(i, "hlLqjzt")
		length := format[i:end]
		if end == len(format) {
			return format, args // an end in the middle of a conversion
		}
		conversion := format[end]
		i = end + 1
		if conversion == '%' {
			text.WriteString("%%")
			continue
		}
		v := take()
		if v == 0 {
			return format, args
		}
		switch length {
		case "hh":
			length = ""
			if t := llvm.TypeOf(v); t == u.Types.I32 {
				b := u.Before(call)
				c := llvm.BuildTrunc(b, v, u.Types.I8, "")
				if conversion == 'd' || conversion == 'i' {
					v = llvm.BuildSExt(b, c, t, "")
				} else {
					v = llvm.BuildZExt(b, c, t, "")
				}
			}
		case "z", "j", "t", "q":
			length = "ll"
		case "L":
			length = ""
		}
		text.WriteString("%" + flags + width + precision + length + string(conversion))
		kept = append(kept, v)
	}
	if next > len(args) {
		return format, args
	}
	return text.String(), append(kept, args[next:]...)
}
