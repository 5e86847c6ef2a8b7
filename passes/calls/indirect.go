// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package calls lowers calls for devices that have neither a stack nor code addresses: indirect
// calls, recursion, foreign calling conventions, inline assembly.
package calls

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"gohipcc/passes/convergence"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// dispatcherPrefix begins the names of dispatchers.
const dispatcherPrefix = "__gohip.indirect."

// IsDispatcher reports whether a function calls one of several by the number that [Indirect] gave it.
func IsDispatcher(f llvm.Value) bool { return strings.HasPrefix(f.Name(), dispatcherPrefix) }

// pureVirtual are the functions that fill the vtable slots of pure and deleted virtual functions,
// which are never called on a valid object.
var pureVirtual = map[string]bool{"__cxa_pure_virtual": true, "__cxa_deleted_virtual": true}

// numberStep is the distance between the numbers of functions. Numbers are even because the lowest
// bit of a pointer to a member function marks it as virtual (Itanium C++ ABI, 2.3), and multiples
// of 16 because LLVM assumes functions to be aligned.
const numberStep = 16

// Indirect makes function pointers and virtual functions work on devices without indirect calls.
// Every function whose address is taken gets a number, which replaces the address everywhere, in
// vtables and initialisers included, and an indirect call becomes a call of a dispatcher: a
// function that switches over the functions with the call's signature.
//
//	@ops = addrspace(1) global [2 x ptr] [ptr @add, ptr @sub]
//	  %f = load ptr, ptr addrspace(1) %p
//	  %r = call spir_func i32 %f(i32 7, i32 5)
//
// becomes
//
//	@ops = addrspace(1) global [2 x ptr] [ptr inttoptr (i64 16 to ptr), ptr inttoptr (i64 32 to ptr)]
//	  %f = load ptr, ptr addrspace(1) %p
//	  %i = ptrtoint ptr %f to i64
//	  %r = call spir_func i32 @__gohip.indirect.0(i32 7, i32 5, i64 %i, ptr %ended)
//
//	define internal spir_func i32 @__gohip.indirect.0(i32 %0, i32 %1, i64 %f, ptr %ended) {
//	  switch i64 %f, label %none [ i64 16, label %f16  i64 32, label %f32 ]
//	f16:
//	  %r1 = call spir_func i32 @add(i32 %0, i32 %1)
//	  ret i32 %r1
//	...
//	none:                       ; no function of the program has this address
//	  call spir_func void @__gohip_stop.body(i32 4)
//	  store i8 1, ptr %ended
//	  ret i32 0
//	}
//
// A null pointer, one of another type and a pure virtual function are calls of none: the host gets an error, and
// the work-item ends ([returnFromCallers]).
//
// Numbers follow the order of the functions' names, so they do not depend on link order. An
// indirect call that no address-taken function has the type of ends the work-item, and a warning names the
// type: libraries have such calls in kernels that nothing launches. If a function differs only in how it
// passes structures, the call is an error.
func Indirect(u *ir.Unit) error {
	taken, direct := addressTaken(u)
	indirect, pure := callsOfPointers(u)
	if len(taken) == 0 && len(indirect) == 0 {
		return nil
	}
	d := &dispatchers{u: u, lists: map[signature][]numberedFunction{}, made: map[dispatched]llvm.Value{}}
	d.virtual = !slices.ContainsFunc(taken, func(f llvm.Value) bool { return pureVirtual[f.Name()] })
	d.functions = numberFunctions(u, taken, direct)
	for _, c := range indirect {
		list, ok := d.withSignature(c, pure[c])
		if !ok {
			continue
		}
		p := llvm.GetCalledValue(c)
		for ir.Opcode(p) == llvm.AddrSpaceCast || ir.Opcode(p) == llvm.BitCast {
			p = llvm.GetOperand(p, 0)
		}
		// The dispatcher does not carry signext and zeroext.
		for k := range len(ir.CallArgs(c)) + 1 {
			u.RemoveCallAttr(c, uint32(k), "zeroext")
			u.RemoveCallAttr(c, uint32(k), "signext")
		}
		fn := d.of(c, list, !d.isOneOf(p, list))
		args := append(ir.CallArgs(c), llvm.BuildPtrToInt(u.Before(c), p, u.Types.I64, ""))
		if len(args) < int(llvm.CountParams(fn)) {
			args = append(args, llvm.ConstNull(u.Ptr(0)))
		}
		n := u.RebuildCall(c, fn, llvm.GlobalGetValueType(fn), args)
		llvm.SetInstructionCallConv(n, llvm.GetFunctionCallConv(fn))
	}
	if err := d.bad.Err(); err != nil {
		return err
	}
	returnFromCallers(u, d.ending)
	u.Again = u.Again || len(indirect) > 0
	return nil
}

// CollectivePointers is [Indirect] for devices that can call an address, where a function that executes barriers or
// warp operations has its address taken, as a virtual one: the function must be part of the kernel.
func CollectivePointers(u *ir.Unit) error {
	taken, _ := addressTaken(u)
	if !slices.ContainsFunc(taken, func(f llvm.Value) bool { return !llvm.IsDeclaration(f) && convergence.Synchronises(u, f) }) {
		return nil
	}
	return Indirect(u)
}

// dispatchers are those of a program.
type dispatchers struct {
	u         *ir.Unit
	functions []numberedFunction
	virtual   bool // no pure virtual function is in a table
	lists     map[signature][]numberedFunction
	made      map[dispatched]llvm.Value
	ending    []llvm.Value // those whose calls may end the work-item
	bad       ir.Problems
}

// dispatched is what a dispatcher is for.
type dispatched struct {
	signature
	ends bool // the pointer may be to none of the functions
}

// withSignature lists the functions that have a call's signature; false after an error. What calls a pure virtual function
// has none.
func (d *dispatchers) withSignature(c llvm.Value, pure bool) (list []numberedFunction, ok bool) {
	u, key := d.u, callSignature(d.u, c)
	if list, ok := d.lists[key]; ok {
		return list, true
	}
	for _, f := range d.functions {
		if functionSignature(u, f.f) == key {
			list = append(list, f)
		}
	}
	if len(list) == 0 && !pure {
		where, ft := u.Where(c), llvm.GetCalledFunctionType(c)
		if f, found := otherwisePassed(d.functions, ft); found {
			d.bad.Addf("%s calls through a pointer to a function of type %s, and those of the program whose address is taken, %s for one, take or return their structures in another way: call a function by its own type", where, ft, ir.Demangle(f.f.Name()))
			return nil, false
		}
		u.Warning("%s calls through a pointer to a function of type %s, and no such function of the program has its address taken: the call ends the work-item", where, ft)
	}
	d.lists[key] = list
	return list, true
}

// of returns the dispatcher of a call.
func (d *dispatchers) of(c llvm.Value, list []numberedFunction, ends bool) llvm.Value {
	key := dispatched{callSignature(d.u, c), ends}
	fn, ok := d.made[key]
	if !ok {
		fn = dispatcher(d.u, len(d.made), c, list, ends)
		d.made[key] = fn
		if ends {
			d.ending = append(d.ending, fn)
		}
	}
	return fn
}

// callsOfPointers lists the indirect calls, and those of pure virtual functions among them, which LLVM
// calls by a cast of their address where it knows an object's class: they have another type.
func callsOfPointers(u *ir.Unit) (indirect []llvm.Value, pure map[llvm.Value]bool) {
	pure = map[llvm.Value]bool{}
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			if !ir.IsCall(i) || llvm.IsAFunction(llvm.GetCalledValue(i)) != 0 || llvm.IsAInlineAsm(llvm.GetCalledValue(i)) != 0 {
				continue
			}
			indirect = append(indirect, i)
			if callee := ir.Callee(i); callee != 0 && pureVirtual[callee.Name()] {
				pure[i] = true
			}
		}
	}
	return indirect, pure
}

// otherwisePassed finds a function of the type that a call has; since none has the call's signature, it takes or
// returns its structures in another way.
func otherwisePassed(functions []numberedFunction, ft llvm.Type) (numberedFunction, bool) {
	for _, f := range functions {
		if llvm.GlobalGetValueType(f.f) == ft {
			return f, true
		}
	}
	return numberedFunction{}, false
}

// addressTaken lists the functions whose address is taken, sorted by name, and the direct calls of
// every function.
func addressTaken(u *ir.Unit) (taken []llvm.Value, direct map[llvm.Value][]llvm.Value) {
	direct = map[llvm.Value][]llvm.Value{}
	for _, f := range u.Functions() {
		if llvm.GetIntrinsicID(f) != 0 {
			continue
		}
		addressed := false
		for x := llvm.GetFirstUse(f); x != 0; x = llvm.GetNextUse(x) {
			c := llvm.GetUser(x)
			if ir.IsCall(c) && x == llvm.GetOperandUse(c, uint32(llvm.GetNumOperands(c)-1)) {
				direct[f] = append(direct[f], c)
				continue
			}
			addressed = addressed || llvm.IsAInstruction(c) != 0 || u.LiveUse(c) || llvm.IsAGlobalVariable(c) != 0
		}
		if addressed {
			taken = append(taken, f)
		}
	}
	sort.Slice(taken, func(i, j int) bool { return taken[i].Name() < taken[j].Name() })
	return taken, direct
}

// numberedFunction is an address-taken function and its number.
type numberedFunction struct {
	f      llvm.Value
	number uint64
}

// numberFunctions replaces the addresses of functions by numbers, and returns the functions that
// have a definition.
func numberFunctions(u *ir.Unit, taken []llvm.Value, direct map[llvm.Value][]llvm.Value) []numberedFunction {
	var out []numberedFunction
	for i, f := range taken {
		id := uint64(i+1) * numberStep
		switch {
		case !llvm.IsDeclaration(f):
			// The direct calls move to a clone of the function, so that the remaining uses of the
			// original are uses of its address.
			n := u.RebuildFunction(f, llvm.GlobalGetValueType(f), nil)
			for _, c := range direct[f] {
				llvm.SetOperand(c, uint32(llvm.GetNumOperands(c)-1), n)
			}
			out = append(out, numberedFunction{n, id})
		case !pureVirtual[f.Name()]:
			// The pass "undefined" reports a declaration.
			out = append(out, numberedFunction{f, id})
			continue
		}
		replaceAddress(u, f, id)
		llvm.ReplaceAllUsesWith(f, llvm.ConstIntToPtr(u.I64(id), llvm.TypeOf(f)))
		llvm.DeleteFunction(f)
	}
	return out
}

// replaceAddress replaces constants that are derived from a function's address: an address-space
// cast may change the bits on a device, and a number must keep its own.
func replaceAddress(u *ir.Unit, v llvm.Value, id uint64) {
	for _, w := range ir.Users(v) {
		if llvm.IsAConstantExpr(w) == 0 {
			continue
		}
		switch llvm.GetConstOpcode(w) {
		case llvm.AddrSpaceCast:
			replaceAddress(u, w, id)
			llvm.ReplaceAllUsesWith(w, llvm.ConstIntToPtr(u.I64(id), llvm.TypeOf(w)))
		case llvm.PtrToInt:
			llvm.ReplaceAllUsesWith(w, llvm.ConstInt(llvm.TypeOf(w), id, false))
		}
	}
}

// signature is what a call and its callee must agree on: the type, the calling convention, and the
// ABI attributes of arguments and result. Two by-value structures have the same ABI when their
// sizes and alignments are equal: the types of one structure may have different names when they
// come from several sources.
type signature struct {
	ft   llvm.Type
	cc   uint32
	attr string
}

func functionSignature(u *ir.Unit, f llvm.Value) signature {
	ft := llvm.GlobalGetValueType(f)
	return newSignature(u, ft, llvm.GetFunctionCallConv(f), func(i uint32) []llvm.Attribute { return ir.FunctionAttrs(f, i) })
}

func callSignature(u *ir.Unit, c llvm.Value) signature {
	ft := llvm.GetCalledFunctionType(c)
	return newSignature(u, ft, llvm.GetInstructionCallConv(c), func(i uint32) []llvm.Attribute { return ir.CallAttrs(c, i) })
}

func newSignature(u *ir.Unit, ft llvm.Type, cc uint32, attrs func(index uint32) []llvm.Attribute) signature {
	var text strings.Builder
	for k := range llvm.CountParamTypes(ft) + 1 {
		list := attrs(k)
		for _, name := range placing {
			a := find(list, u.AttrKind(name))
			if a == 0 {
				continue
			}
			fmt.Fprintf(&text, "%d:%s", k, name)
			if llvm.IsTypeAttribute(a) {
				t := llvm.GetTypeAttributeValue(a)
				align := uint64(llvm.ABIAlignmentOfType(u.Layout, t))
				if al := find(list, u.AttrKind("align")); al != 0 {
					align = llvm.GetEnumAttributeValue(al)
				}
				fmt.Fprintf(&text, "(%d,%d)", llvm.ABISizeOfType(u.Layout, t), align)
			}
			text.WriteByte(' ')
		}
	}
	return signature{ft, cc, text.String()}
}

// placing are the ABI attributes, which say where an argument or a result is ("Parameter
// Attributes" of LLVM's language reference). signext and zeroext are not among them: a dispatcher
// calls each function with the extension that the function itself declares.
var placing = []string{"byval", "byref", "sret", "inalloca", "preallocated", "inreg", "nest", "swiftself", "swifterror", "swiftasync"}

func find(list []llvm.Attribute, kind uint32) llvm.Attribute {
	for _, a := range list {
		if kind != 0 && (llvm.IsEnumAttribute(a) || llvm.IsTypeAttribute(a)) && llvm.GetEnumAttributeKind(a) == kind {
			return a
		}
	}
	return 0
}

// dispatcher builds the function that switches over the functions of a call's signature. The function's
// number is the last parameter, so that the arguments keep their positions and attributes.
func dispatcher(u *ir.Unit, k int, call llvm.Value, list []numberedFunction, ends bool) llvm.Value {
	ft := llvm.GetCalledFunctionType(call)
	types := ir.ParamTypes(ft)
	ret := llvm.GetReturnType(ft)
	params := append(slices.Clone(types), u.Types.I64)
	if ends {
		params = append(params, u.Ptr(0))
	}
	fn := llvm.AddFunction(u.Mod, fmt.Sprintf("%s%d", dispatcherPrefix, k), llvm.FunctionType(ret, params, false))
	llvm.SetLinkage(fn, llvm.InternalLinkage)
	llvm.SetFunctionCallConv(fn, u.Target.DeviceCC)
	u.AddAttr(fn, llvm.FunctionIndex, "nounwind")
	u.AddAttr(fn, llvm.FunctionIndex, "convergent")
	for k := range uint32(len(types) + 1) {
		attrs := ir.CallAttrs(call, k)
		if len(list) > 0 {
			attrs = ir.FunctionAttrs(list[0].f, k)
		}
		for _, name := range append([]string{"align"}, placing...) {
			if a := find(attrs, u.AttrKind(name)); a != 0 && (name != "align" || find(attrs, u.AttrKind("byval")) != 0) {
				llvm.AddAttributeAtIndex(fn, k, a)
			}
		}
	}
	b := u.B
	llvm.SetCurrentDebugLocation2(b, 0)
	entry := llvm.AppendBasicBlockInContext(u.Ctx, fn, "entry")
	none := llvm.AppendBasicBlockInContext(u.Ctx, fn, "none")
	args := ir.Params(fn)
	llvm.PositionBuilderAtEnd(b, entry)
	sw := llvm.BuildSwitch(b, args[len(types)], none, uint32(len(list)))
	for _, f := range list {
		blk := llvm.AppendBasicBlockInContext(u.Ctx, fn, fmt.Sprintf("f%d", f.number))
		llvm.AddCase(sw, u.I64(f.number), blk)
		llvm.PositionBuilderAtEnd(b, blk)
		c := llvm.BuildCall2(b, ft, f.f, args[:len(types)], "")
		llvm.SetInstructionCallConv(c, llvm.GetFunctionCallConv(f.f))
		for k := range uint32(len(types) + 1) {
			for _, a := range ir.FunctionAttrs(f.f, k) {
				llvm.AddCallSiteAttribute(c, k, a)
			}
		}
		giveBack(u, ret, c)
	}
	llvm.PositionBuilderAtEnd(b, none)
	callNothing(u, fn, ends)
	return fn
}
