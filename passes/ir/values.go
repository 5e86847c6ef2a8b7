// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import (
	"fmt"
	"slices"
	"strings"

	"gohipcc/passes/llvm"
	"gohipcc/target"
)

// ByValue returns the type of a by-value aggregate parameter, 0 for other parameters.
func (u *Unit) ByValue(f llvm.Value, index uint32) llvm.Type {
	for _, name := range []string{"byval", "byref"} {
		if a := llvm.GetEnumAttributeAtIndex(f, index, u.AttrKind(name)); a != 0 {
			return llvm.GetTypeAttributeValue(a)
		}
	}
	return 0
}

// IsByValue reports whether a value is a parameter of a function that is passed by value in memory.
func IsByValue(f, v llvm.Value) bool {
	k := slices.Index(Params(f), v)
	return k >= 0 && llvm.GetEnumAttributeAtIndex(f, uint32(k+1), llvm.GetEnumAttributeKindForName("byval")) != 0
}

// CallAlign returns the alignment that a call states for a pointer argument.
func (u *Unit) CallAlign(call llvm.Value, arg uint32) uint64 {
	for _, a := range CallAttrs(call, arg+1) {
		if llvm.IsEnumAttribute(a) && llvm.GetEnumAttributeKind(a) == u.AttrKind("align") {
			return llvm.GetEnumAttributeValue(a)
		}
	}
	return 1
}

// ConstantCString returns the text of a constant C string that v points to.
func ConstantCString(v llvm.Value) (string, bool) {
	g := StripCasts(v)
	if llvm.IsAGlobalVariable(g) == 0 || !llvm.IsGlobalConstant(g) || llvm.IsDeclaration(g) {
		return "", false
	}
	init := llvm.GetInitializer(g)
	if llvm.IsNull(init) {
		return "", true
	}
	s, ok := init.StringConstant()
	if !ok {
		return "", false
	}
	s, _, ok = strings.Cut(s, "\x00")
	return s, ok
}

// UsersOf returns the names of the functions that use a global, for a message.
func (u *Unit) UsersOf(g llvm.Value) string {
	names := map[string]bool{}
	seen := map[llvm.Value]bool{}
	var walk func(llvm.Value)
	walk = func(v llvm.Value) {
		for _, w := range Users(v) {
			if seen[w] {
				continue
			}
			seen[w] = true
			switch {
			case llvm.IsAInstruction(w) != 0:
				names[u.Where(w)] = true
			case llvm.IsAGlobalVariable(w) != 0:
				names["the initial value of "+Demangle(w.Name())] = true
			default:
				walk(w)
			}
		}
	}
	walk(g)
	list := SortedKeys(names)
	if len(list) > 3 {
		list = append(list[:3], fmt.Sprintf("%d more", len(list)-3))
	}
	if len(list) == 0 {
		return "the program"
	}
	return strings.Join(list, ", ")
}

// ConstantText returns a constant as printed, without its type.
func ConstantText(c llvm.Value) string {
	s := c.String()
	return s[strings.LastIndexByte(s, ' ')+1:]
}

// LiveUse reports whether v is used by an instruction or by a global's initialiser. LLVM never
// deletes constants, so the existence of a user proves nothing.
func (u *Unit) LiveUse(v llvm.Value) bool {
	seen := map[llvm.Value]bool{}
	var walk func(llvm.Value) bool
	walk = func(v llvm.Value) bool {
		for _, w := range Users(v) {
			if seen[w] {
				continue
			}
			seen[w] = true
			if llvm.IsAInstruction(w) != 0 || llvm.IsAGlobalVariable(w) != 0 || llvm.IsAFunction(w) != 0 || llvm.IsAGlobalAlias(w) != 0 {
				return true
			}
			if walk(w) {
				return true
			}
		}
		return false
	}
	return walk(v)
}

// Functions returns the module's functions in order. The slice stays valid while the module
// changes.
func (u *Unit) Functions() []llvm.Value {
	var out []llvm.Value
	for f := llvm.GetFirstFunction(u.Mod); f != 0; f = llvm.GetNextFunction(f) {
		out = append(out, f)
	}
	return out
}

// Definitions returns the functions that have a body.
func (u *Unit) Definitions() []llvm.Value {
	var out []llvm.Value
	for f := llvm.GetFirstFunction(u.Mod); f != 0; f = llvm.GetNextFunction(f) {
		if !llvm.IsDeclaration(f) {
			out = append(out, f)
		}
	}
	return out
}

// Globals returns the module's variables in order.
func (u *Unit) Globals() []llvm.Value {
	var out []llvm.Value
	for g := llvm.GetFirstGlobal(u.Mod); g != 0; g = llvm.GetNextGlobal(g) {
		out = append(out, g)
	}
	return out
}

// Blocks returns the blocks of a function in order.
func Blocks(f llvm.Value) []llvm.Block {
	var out []llvm.Block
	for b := llvm.GetFirstBasicBlock(f); b != 0; b = llvm.GetNextBasicBlock(b) {
		out = append(out, b)
	}
	return out
}

// Instructions returns the instructions of a function in order.
func Instructions(f llvm.Value) []llvm.Value {
	var out []llvm.Value
	for b := llvm.GetFirstBasicBlock(f); b != 0; b = llvm.GetNextBasicBlock(b) {
		for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
			out = append(out, i)
		}
	}
	return out
}

// Users returns the users of v, each once, in the order of the use list.
func Users(v llvm.Value) []llvm.Value {
	var out []llvm.Value
	seen := map[llvm.Value]bool{}
	for x := llvm.GetFirstUse(v); x != 0; x = llvm.GetNextUse(x) {
		w := llvm.GetUser(x)
		if !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	return out
}

// Operands returns the operands of an instruction or a constant.
func Operands(v llvm.Value) []llvm.Value {
	n := llvm.GetNumOperands(v)
	out := make([]llvm.Value, 0, max(n, 0))
	for i := range n {
		out = append(out, llvm.GetOperand(v, uint32(i)))
	}
	return out
}

// Params returns the parameters of a function.
func Params(f llvm.Value) []llvm.Value {
	out := make([]llvm.Value, llvm.CountParams(f))
	for i := range out {
		out[i] = llvm.GetParam(f, uint32(i))
	}
	return out
}

// ParamTypes returns the types of the parameters of a function type.
func ParamTypes(ft llvm.Type) []llvm.Type {
	out := make([]llvm.Type, llvm.CountParamTypes(ft))
	if len(out) > 0 {
		llvm.GetParamTypes(ft, &out[0])
	}
	return out
}

// FunctionOf returns the function that an instruction is in.
func FunctionOf(inst llvm.Value) llvm.Value {
	return llvm.GetBasicBlockParent(llvm.GetInstructionParent(inst))
}

// Opcode returns the opcode of an instruction or a constant expression, 0 for other values.
func Opcode(v llvm.Value) llvm.Opcode {
	if v == 0 {
		return 0
	}
	// 0 for what is not an instruction; most values are, and each call costs 50 ns.
	if op := llvm.GetInstructionOpcode(v); op != 0 {
		return op
	}
	if llvm.IsAConstantExpr(v) != 0 {
		return llvm.GetConstOpcode(v)
	}
	return 0
}

// IsCall reports whether a value is a call.
func IsCall(v llvm.Value) bool { return llvm.IsACallInst(v) != 0 }

// Callee returns the function that a call names, 0 for an indirect call.
func Callee(call llvm.Value) llvm.Value {
	return llvm.IsAFunction(StripCasts(llvm.GetCalledValue(call)))
}

// StripCasts looks through casts and GEPs without offset.
func StripCasts(v llvm.Value) llvm.Value {
	for {
		switch Opcode(v) {
		case llvm.BitCast, llvm.AddrSpaceCast:
			v = llvm.GetOperand(v, 0)
		case llvm.GetElementPtr:
			for _, ix := range Operands(v)[1:] {
				if llvm.IsAConstantInt(ix) == 0 || !llvm.IsNull(ix) {
					return v
				}
			}
			v = llvm.GetOperand(v, 0)
		default:
			return v
		}
	}
}

// IsKernel reports whether a function is a kernel.
func (u *Unit) IsKernel(f llvm.Value) bool {
	_, kernel := target.KernelConventions[uint64(llvm.GetFunctionCallConv(f))]
	return kernel
}

// PHIs lists those of a block.
func PHIs(b llvm.Block) []llvm.Value {
	var out []llvm.Value
	for i := llvm.GetFirstInstruction(b); llvm.IsAPHINode(i) != 0; i = llvm.GetNextInstruction(i) {
		out = append(out, i)
	}
	return out
}

// ReadNone reports whether a call is of an OpenCL built-in that is a function of its operands
// and of the work-item alone.
func ReadNone(call llvm.Value) bool {
	f := Callee(call)
	if f == 0 {
		return false
	}
	name, ok := MangledName(f.Name())
	return ok && strings.HasPrefix(name, "get_")
}

// TouchesMemory reports whether an instruction may read or write memory.
func TouchesMemory(i llvm.Value) bool {
	switch Opcode(i) {
	case llvm.Load, llvm.Store, llvm.AtomicRMW, llvm.AtomicCmpXchg, llvm.Fence:
		return true
	}
	return IsCall(i) && !ReadNone(i)
}

// AtomicOperands returns the address of an atomic operation and the value that determines its type;
// the address is 0 for any other instruction.
func AtomicOperands(i llvm.Value) (ptr, value llvm.Value) {
	switch Opcode(i) {
	case llvm.AtomicRMW, llvm.AtomicCmpXchg:
		return llvm.GetOperand(i, 0), llvm.GetOperand(i, 1)
	case llvm.Load:
		if llvm.GetOrdering(i) != llvm.NotAtomic {
			return llvm.GetOperand(i, 0), i
		}
	case llvm.Store:
		if llvm.GetOrdering(i) != llvm.NotAtomic {
			return llvm.GetOperand(i, 1), llvm.GetOperand(i, 0)
		}
	}
	return 0, 0
}

// CaseValue returns the value for which a switch goes to its successor of an index, from 1 on: the
// first is for all others. Since LLVM 22 it is no operand.
func CaseValue(sw llvm.Value, successor uint32) llvm.Value {
	if llvm.Has("GetSwitchCaseValue") {
		return llvm.GetSwitchCaseValue(sw, successor)
	}
	return llvm.GetOperand(sw, 2*successor)
}

// CopiesMemory reports whether an instruction is a call of memcpy or memmove.
func CopiesMemory(i llvm.Value) bool {
	if Opcode(i) != llvm.Call || Callee(i) == 0 {
		return false
	}
	name := Callee(i).Name()
	return strings.HasPrefix(name, "llvm.memcpy.") || strings.HasPrefix(name, "llvm.memmove.")
}

// BitVector returns the bytes in memory of a constant vector whose elements are no whole bytes, such as
// booleans: they follow each other without padding (LLVM Language Reference, "Vector Type").
func (u *Unit) BitVector(c llvm.Value) (bytes []byte, ok bool) {
	t := llvm.TypeOf(c)
	if !u.IsBitVector(t) {
		return nil, false
	}
	width := uint64(llvm.GetIntTypeWidth(llvm.GetElementType(t)))
	bytes = make([]byte, llvm.StoreSizeOfType(u.Layout, t))
	for i := range llvm.GetVectorSize(t) {
		e := llvm.GetAggregateElement(c, i)
		if llvm.IsAConstantInt(e) == 0 {
			continue // undefined
		}
		v := llvm.ConstIntGetZExtValue(e)
		for k := range width {
			if at := uint64(i)*width + k; v>>k&1 != 0 {
				bytes[at/8] |= 1 << (at % 8)
			}
		}
	}
	return bytes, true
}

// IsBitVector reports whether a type is a vector of integers that are no whole bytes.
func (u *Unit) IsBitVector(t llvm.Type) bool {
	if llvm.GetTypeKind(t) != llvm.VectorKind || llvm.GetTypeKind(llvm.GetElementType(t)) != llvm.IntegerKind {
		return false
	}
	width := llvm.GetIntTypeWidth(llvm.GetElementType(t))
	return width%8 != 0 && width < 64
}

// ConstantOffset returns the offset in bytes that a GEP adds, if its indices are all constant.
func ConstantOffset(u *Unit, gep llvm.Value) (int64, bool) {
	ops := Operands(gep)
	t := llvm.GetGEPSourceElementType(gep)
	var sum int64
	for i, ix := range ops[1:] {
		if llvm.IsAConstantInt(ix) == 0 {
			return 0, false
		}
		n := llvm.ConstIntGetSExtValue(ix)
		if i == 0 {
			sum += n * int64(llvm.ABISizeOfType(u.Layout, t))
			continue
		}
		if llvm.GetTypeKind(t) == llvm.StructKind {
			sum += int64(llvm.OffsetOfElement(u.Layout, t, uint32(n)))
			t = llvm.StructGetTypeAtIndex(t, uint32(n))
			continue
		}
		t = llvm.GetElementType(t)
		sum += n * int64(llvm.ABISizeOfType(u.Layout, t))
	}
	return sum, true
}

// AlignUp returns the first multiple of an alignment from n on.
func AlignUp(n, align uint64) uint64 { return (n + align - 1) / align * align }
