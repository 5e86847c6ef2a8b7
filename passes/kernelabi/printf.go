// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package kernelabi

import (
	"fmt"
	"strings"

	"gohipcc/abi"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Printf lowers calls of printf to records in the printf buffer (docs/design/abi.md), which the
// host formats. There is one function that writes the record per format and list of argument types,
// so a call remains a call and takes little code.
//
//	%r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @fmt, i32 %i)
//
// becomes
//
//	%r = call i32 @__gohip_printf.1(i32 %i)
//
//	define internal i32 @__gohip_printf.1(i32 %0) noinline cold {
//	  %p = call ptr addrspace(4) @__gohip_printf_alloc(i32 16, i32 1)
//	  %null = icmp eq ptr addrspace(4) %p, null
//	  br i1 %null, label %full, label %write
//	write:
//	  %1 = sext i32 %0 to i64
//	  store i64 %1, ptr addrspace(4) %p
//	  ret i32 0
//	full:
//	  ret i32 -1
//	}
//
// A format that is not constant has the id 0 and is copied into the record. The result is -1 if the
// buffer was full, otherwise the number of characters, which is computed only in functions for
// calls whose result is used:
//
//	%n = call i32 @__gohip_printf_count(ptr addrspace(4) @fmt, ptr addrspace(4) %p, i1 true)
//	ret i32 %n
//
// With -mprintf-kind=buffered the result is 0 instead, a null string is printed as an empty one,
// and the buffer is smaller, as with AMD's compiler: the header declares printf under another name
// then.
func Printf(u *ir.Unit) error {
	made := map[string]llvm.Value{}
	ids := map[string]int{}
	var bad ir.Problems
	for _, name := range []string{"printf", "_Z6printfPKcz", bufferedPrintf} {
		f := llvm.GetNamedFunction(u.Mod, name)
		if f == 0 || !llvm.IsDeclaration(f) {
			continue
		}
		for _, call := range ir.Users(f) {
			if !ir.IsCall(call) || llvm.GetCalledValue(call) != f {
				bad.Addf("%s takes the address of printf; call it directly", u.UsersOf(f))
				continue
			}
			kind := printfPlain
			if name == bufferedPrintf {
				kind = printfBuffered
			} else if llvm.GetFirstUse(call) != 0 {
				kind = printfCounted
			}
			if err := lowerPrintf(u, call, kind, made, ids); err != nil {
				bad.Addf("%s: printf: %v", u.Where(call), err)
			}
		}
		if llvm.GetFirstUse(f) == 0 {
			llvm.DeleteFunction(f)
		}
	}
	return bad.Err()
}

// bufferedPrintf is the name of printf under -mprintf-kind=buffered.
const bufferedPrintf = "__gohip_printf_buffered"

// printfKind tells what result a call of printf has.
type printfKind int

const (
	printfPlain    printfKind = iota // the result is unused
	printfCounted                    // the result is the number of characters
	printfBuffered                   // -mprintf-kind=buffered
)

func lowerPrintf(u *ir.Unit, call llvm.Value, kind printfKind, made map[string]llvm.Value, ids map[string]int) error {
	args := ir.CallArgs(call)
	if len(args) == 0 {
		return fmt.Errorf("no format")
	}
	format, constant := ir.ConstantCString(args[0])
	id := 0
	text := llvm.Value(0)
	var strArg []bool
	if constant {
		if _, ok := ids[format]; !ok {
			u.Formats = append(u.Formats, format)
			ids[format] = len(u.Formats)
		}
		id = ids[format]
		strArg = stringArguments(format)
		text, args = ir.StripCasts(args[0]), args[1:]
	} else {
		strArg = []bool{true}
	}
	key := fmt.Sprint(id, kind)
	var types []llvm.Type
	var kinds []bool
	for i, a := range args {
		t := llvm.TypeOf(a)
		isStr := i < len(strArg) && strArg[i] && llvm.GetTypeKind(t) == llvm.PointerKind
		types = append(types, t)
		kinds = append(kinds, isStr)
		key += fmt.Sprintf("/%s%v", t, isStr)
	}
	fn := made[key]
	if fn == 0 {
		var err error
		if fn, err = printfFunction(u, id, types, kinds, text, kind); err != nil {
			return err
		}
		made[key] = fn
	}
	n := llvm.BuildCall2(u.Before(call), llvm.GlobalGetValueType(fn), fn, args, "")
	llvm.SetInstructionCallConv(n, llvm.GetFunctionCallConv(fn))
	ir.Replace(call, n)
	return nil
}

// printfFunction makes the function that writes a record. format is the constant format; with id 0
// the format is the function's first argument.
func printfFunction(u *ir.Unit, id int, types []llvm.Type, isString []bool, format llvm.Value, kind printfKind) (llvm.Value, error) {
	t := &u.Types
	fn := llvm.AddFunction(u.Mod, fmt.Sprintf("__gohip_printf.%d", id), llvm.FunctionType(t.I32, types, false))
	llvm.SetLinkage(fn, llvm.InternalLinkage)
	llvm.SetFunctionCallConv(fn, u.Target.DeviceCC)
	for _, a := range []string{"noinline", "cold", "nounwind"} {
		u.AddAttr(fn, llvm.FunctionIndex, a)
	}
	w := &recordWriter{u: u, b: u.B, fn: fn, id: id, kind: kind, isString: isString, flat: u.Ptr(u.Target.Flat),
		length: make([]llvm.Value, len(types)), text: make([]llvm.Value, len(types))}
	llvm.SetCurrentDebugLocation2(w.b, 0)
	llvm.PositionBuilderAtEnd(w.b, llvm.AppendBasicBlockInContext(u.Ctx, fn, "entry"))
	at := w.reserve()
	full := llvm.AppendBasicBlockInContext(u.Ctx, fn, "full")
	write := llvm.AppendBasicBlockInContext(u.Ctx, fn, "write")
	llvm.BuildCondBr(w.b, llvm.BuildICmp(w.b, llvm.IntEQ, at, llvm.ConstNull(w.flat), ""), full, write)
	llvm.PositionBuilderAtEnd(w.b, full)
	llvm.BuildRet(w.b, llvm.ConstAllOnes(t.I32))
	llvm.PositionBuilderAtEnd(w.b, write)
	first, err := w.write(at)
	if err != nil {
		return 0, err
	}
	w.answer(format, first)
	u.Needs(abi.FeaturePrintf, fn)
	return fn, nil
}

// recordWriter builds the body of a function that writes a record.
type recordWriter struct {
	u        *ir.Unit
	b        llvm.Builder
	fn       llvm.Value
	id       int
	kind     printfKind
	isString []bool
	flat     llvm.Type
	// Of the string parameters: the length to record, and the address of the text.
	length, text []llvm.Value
}

func (w *recordWriter) call(f llvm.Value, args ...llvm.Value) llvm.Value {
	c := llvm.BuildCall2(w.b, llvm.GlobalGetValueType(f), f, args, "")
	llvm.SetInstructionCallConv(c, llvm.GetFunctionCallConv(f))
	return c
}

// alignUp adds n to a size and rounds down to a multiple of eight.
func (w *recordWriter) alignUp(n llvm.Value, add uint64) llvm.Value {
	return llvm.BuildAnd(w.b, llvm.BuildAdd(w.b, n, w.u.I64(add), ""), w.u.I64(^uint64(7)), "")
}

// reserve computes the lengths of the strings and allocates room for the whole record. The address
// is null if there is none.
func (w *recordWriter) reserve() llvm.Value {
	u, b, t := w.u, w.b, &w.u.Types
	null := llvm.ConstAllOnes(t.I64)
	if w.kind == printfBuffered {
		null = u.I64(0)
	}
	strlen := u.RuntimeFunction("__gohip_strlen", t.I64, w.flat)
	size := u.I64(uint64(8 + 8*len(w.isString)))
	// AMD's record has a control word, a hash of the format, and strings without their lengths.
	theirs := u.I64(12)
	for i, p := range ir.Params(w.fn) {
		if !w.isString[i] {
			theirs = llvm.BuildAdd(b, theirs, u.I64(8), "")
			continue
		}
		s := p
		if llvm.TypeOf(s) != w.flat {
			s = llvm.BuildAddrSpaceCast(b, s, w.flat, "")
		}
		// A null string is never read: the length is computed of a private empty string instead.
		none := llvm.BuildICmp(b, llvm.IntEQ, s, llvm.ConstNull(w.flat), "")
		zero := emptyString(u, b, w.flat)
		s = llvm.BuildSelect(b, none, zero, s, "")
		n := w.call(strlen, s)
		w.length[i] = llvm.BuildSelect(b, none, null, n, "")
		n = llvm.BuildSelect(b, none, u.I64(0), n, "")
		w.text[i] = s
		size = llvm.BuildAdd(b, size, w.alignUp(n, 7), "")
		theirs = llvm.BuildAdd(b, theirs, w.alignUp(n, 8), "")
	}
	size = llvm.BuildTrunc(b, size, t.I32, "")
	if w.kind == printfBuffered {
		alloc := u.RuntimeFunction("__gohip_printf_alloc_buffered", w.flat, t.I32, t.I32, t.I32)
		return w.call(alloc, size, u.I32(uint64(w.id)), llvm.BuildTrunc(b, theirs, t.I32, ""))
	}
	return w.call(u.RuntimeFunction("__gohip_printf_alloc", w.flat, t.I32, t.I32), size, u.I32(uint64(w.id)))
}

// write stores the arguments from an address on. It returns the address of the first one after the
// format.
func (w *recordWriter) write(at llvm.Value) (first llvm.Value, err error) {
	u, b, t := w.u, w.b, &w.u.Types
	strcpy := u.RuntimeFunction("__gohip_strcpy", t.Void, w.flat, w.flat, t.I64)
	first = at
	params := ir.Params(w.fn)
	for i, p := range params {
		if w.id == 0 && i == 1 {
			first = at
		}
		if w.isString[i] {
			llvm.SetAlignment(llvm.BuildStore(b, w.length[i], at), 8)
			at = llvm.BuildGEP2(b, t.I8, at, []llvm.Value{u.I64(8)}, "")
			none := llvm.BuildICmp(b, llvm.IntEQ, w.length[i], llvm.ConstAllOnes(t.I64), "")
			n := llvm.BuildSelect(b, none, u.I64(0), w.length[i], "")
			w.call(strcpy, at, w.text[i], n)
			at = llvm.BuildGEP2(b, t.I8, at, []llvm.Value{w.alignUp(n, 7)}, "")
			continue
		}
		v, err := widen(u, b, p)
		if err != nil {
			return 0, err
		}
		llvm.SetAlignment(llvm.BuildStore(b, v, at), 8)
		at = llvm.BuildGEP2(b, t.I8, at, []llvm.Value{u.I64(8)}, "")
	}
	if w.id == 0 && len(params) == 1 {
		first = at
	}
	return first, nil
}

// answer returns the result of printf: the number of characters where the device counts them.
func (w *recordWriter) answer(format, first llvm.Value) {
	u, b, t := w.u, w.b, &w.u.Types
	if w.kind != printfCounted {
		llvm.BuildRet(b, u.I32(0))
		return
	}
	count := u.RuntimeFunction("__gohip_printf_count", t.I32, w.flat, w.flat, t.I1)
	inRecord := uint64(1)
	if w.id == 0 {
		format, inRecord = ir.Params(w.fn)[0], 0
	}
	if llvm.TypeOf(format) != w.flat {
		format = llvm.BuildAddrSpaceCast(b, format, w.flat, "")
	}
	llvm.BuildRet(b, w.call(count, format, first, llvm.ConstInt(t.I1, inRecord, false)))
}

// emptyString returns the address of a zero byte.
func emptyString(u *ir.Unit, b llvm.Builder, flat llvm.Type) llvm.Value {
	a := llvm.BuildAlloca(b, u.Types.I8, "")
	llvm.BuildStore(b, llvm.ConstNull(u.Types.I8), a)
	if llvm.TypeOf(a) != flat {
		a = llvm.BuildAddrSpaceCast(b, a, flat, "")
	}
	return a
}

// widen extends an argument to the 8 bytes that it has in a record.
func widen(u *ir.Unit, b llvm.Builder, v llvm.Value) (llvm.Value, error) {
	t := llvm.TypeOf(v)
	switch llvm.GetTypeKind(t) {
	case llvm.IntegerKind:
		switch w := llvm.GetIntTypeWidth(t); {
		case w == 64:
			return v, nil
		case w == 1:
			return llvm.BuildZExt(b, v, u.Types.I64, ""), nil
		case w < 64:
			// C promotes types narrower than int; an i32 may be unsigned, and the host truncates to
			// the width that the conversion names.
			return llvm.BuildSExt(b, v, u.Types.I64, ""), nil
		}
	case llvm.HalfKind, llvm.BFloatKind, llvm.FloatKind:
		return llvm.BuildFPExt(b, v, u.Types.Double, ""), nil
	case llvm.DoubleKind:
		return v, nil
	case llvm.PointerKind:
		return llvm.BuildPtrToInt(b, v, u.Types.I64, ""), nil
	}
	return 0, fmt.Errorf("an argument of type %s cannot be printed", t)
}

// stringArguments returns which arguments of a printf format are consumed by %s, by argument
// position; a `*` consumes one too.
func stringArguments(format string) []bool {
	var out []bool
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		i++
		long := false
		for ; i < len(format) && strings.IndexByte("-+ #0123456789.*hlLqjzt'", format[i]) >= 0; i++ {
			if format[i] == '*' {
				out = append(out, false)
			}
			long = long || format[i] == 'l'
		}
		if i < len(format) && format[i] != '%' {
			out = append(out, format[i] == 's' && !long)
		}
	}
	return out
}
