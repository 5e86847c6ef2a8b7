// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// MemoryTypes gives stack slots, shared memory and address arithmetic types without pointers and
// structures. Pointers are typed in SPIR-V and opaque in LLVM; the types that its SPIR-V backend
// infers are wrong where memory holds pointers (memory-types).
//
//	%a = alloca [2 x ptr addrspace(4)], align 8
//	%b = alloca %struct.S, align 4
//	%p = getelementptr [2 x ptr addrspace(4)], ptr %a, i64 0, i64 %i
//	%q = getelementptr %struct.S, ptr %b, i32 0, i32 2
//
// becomes
//
//	%a = alloca [2 x i64], align 8
//	%b = alloca [5 x i32], align 4
//	%p = getelementptr i64, ptr %a, i64 %i
//	%q = getelementptr i8, ptr %b, i64 8
//
// Arrays of scalars stay as they are. A load or store of a pointer at the start of a stack slot, or of what a PHI or
// a select gives, gets a GEP with offset zero, so that the backend does not take the memory for that one pointer:
//
//	%p = load ptr addrspace(4), ptr %a
//
// becomes
//
//	%s = getelementptr i8, ptr %a, i64 0
//	%p = load ptr addrspace(4), ptr %s
//
// Memory that a call copies or allocates (byval, sret) becomes an array of scalars, too, where it
// holds integers of widths that devices lack or arrays without elements:
//
//	call void @f(ptr sret({ i128, i32 }) align 8 %r)
//
// becomes
//
//	call void @f(ptr sret([3 x i64]) align 8 %r)
//
// Booleans have no representation in memory (SPIR-V specification, 2.2.2: OpTypeBool has no bit
// pattern). They are stored as bytes:
//
//	%c = load i1, ptr %b
//
// becomes
//
//	%v = load i8, ptr %b
//	%c = trunc i8 %v to i1
func MemoryTypes(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		plainFunction(u, f)
	}
	for _, g := range u.Globals() {
		if llvm.GetPointerAddressSpace(llvm.TypeOf(g)) == ir.LocalSpace && !llvm.IsDeclaration(g) && !plainMemory(llvm.GlobalGetValueType(g)) {
			plainShared(u, g)
		}
	}
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			switch ir.Opcode(i) {
			case llvm.Load:
				if llvm.TypeOf(i) == u.Types.I1 {
					loadTruth(u, i)
					continue
				}
				pointerAtStart(u, i, 0, llvm.TypeOf(i))
			case llvm.Store:
				if v := llvm.GetOperand(i, 0); llvm.TypeOf(v) == u.Types.I1 {
					llvm.SetOperand(i, 0, llvm.BuildZExt(u.Before(i), v, u.Types.I8, ""))
				}
				pointerAtStart(u, i, 1, llvm.TypeOf(llvm.GetOperand(i, 0)))
			}
		}
	}
	return nil
}

// plainFunction changes the types that a function's attributes, allocas and GEPs name.
func plainFunction(u *ir.Unit, f llvm.Value) {
	for k := range llvm.CountParams(f) {
		for _, a := range ir.FunctionAttrs(f, k+1) {
			if plain := plainTypeAttr(u, a, u.IsKernel(f)); plain != 0 {
				llvm.AddAttributeAtIndex(f, k+1, plain)
			}
		}
	}
	for _, i := range ir.Instructions(f) {
		switch llvm.GetInstructionOpcode(i) {
		case llvm.Call:
			for k := range llvm.GetNumArgOperands(i) {
				for _, a := range ir.CallAttrs(i, k+1) {
					if plain := plainTypeAttr(u, a, false); plain != 0 {
						llvm.AddCallSiteAttribute(i, k+1, plain)
					}
				}
			}
		case llvm.Alloca:
			plainAlloca(u, i)
		case llvm.GetElementPtr:
			plainGEP(u, i)
		}
	}
}

// plainShared makes a shared variable an array of bytes.
func plainShared(u *ir.Unit, g llvm.Value) {
	t := llvm.GlobalGetValueType(g)
	align := uint64(max(llvm.GetAlignment(g), llvm.ABIAlignmentOfType(u.Layout, t)))
	nt := bytesType(u, max(llvm.ABISizeOfType(u.Layout, t), 1), align)
	name := g.Name()
	llvm.SetValueName2(g, "")
	n := llvm.AddGlobalInAddressSpace(u.Mod, nt, name, ir.LocalSpace)
	llvm.SetInitializer(n, llvm.GetUndef(nt))
	llvm.SetLinkage(n, llvm.InternalLinkage)
	llvm.SetAlignment(n, uint32(align))
	llvm.ReplaceAllUsesWith(g, n)
	llvm.DeleteGlobal(g)
}

// plainTypeAttr returns an attribute with an array of scalars instead of a type that SPIR-V lacks; 0
// for other attributes. A kernel's argument cannot be an array
// (OpenCL C 3.0, 6.11), but may be a structure that contains one.
func plainTypeAttr(u *ir.Unit, a llvm.Attribute, kernel bool) llvm.Attribute {
	if !llvm.IsTypeAttribute(a) {
		return 0
	}
	t := llvm.GetTypeAttributeValue(a)
	if t == 0 || !lacksForm(t) {
		return 0
	}
	plain := bytesType(u, llvm.ABISizeOfType(u.Layout, t), uint64(llvm.ABIAlignmentOfType(u.Layout, t)))
	if kernel && llvm.GetTypeKind(plain) == llvm.ArrayKind {
		plain = llvm.StructTypeInContext(u.Ctx, []llvm.Type{plain}, false)
	}
	return llvm.CreateTypeAttribute(u.Ctx, llvm.GetEnumAttributeKind(a), plain)
}

// lacksForm reports whether a type contains integers of widths that devices lack, or arrays without
// elements, which SPIR-V does not have outside shaders.
func lacksForm(t llvm.Type) bool {
	switch llvm.GetTypeKind(t) {
	case llvm.StructKind:
		for i := range llvm.CountStructElementTypes(t) {
			if lacksForm(llvm.StructGetTypeAtIndex(t, i)) {
				return true
			}
		}
		return false
	case llvm.ArrayKind:
		return llvm.GetArrayLength2(t) == 0 || lacksForm(llvm.GetElementType(t))
	}
	return oddWidth(t) != 0
}

// loadTruth makes a load of a boolean one of the byte that holds it.
func loadTruth(u *ir.Unit, load llvm.Value) {
	b := u.Before(load)
	v := llvm.BuildLoad2(b, u.Types.I8, llvm.GetOperand(load, 0), "")
	llvm.SetVolatile(v, llvm.GetVolatile(load))
	llvm.SetAlignment(v, llvm.GetAlignment(load))
	ir.Replace(load, llvm.BuildTrunc(b, v, u.Types.I1, ""))
}

// pointerAtStart inserts a GEP with offset zero between memory that holds more than a pointer and the access to the pointer
// at its start. The values that a PHI or a select gives are typed by other accesses, too.
func pointerAtStart(u *ir.Unit, access llvm.Value, operand uint32, t llvm.Type) {
	base := llvm.GetOperand(access, operand)
	if llvm.GetTypeKind(t) != llvm.PointerKind {
		return
	}
	switch ir.Opcode(base) {
	case llvm.Alloca, llvm.PHI, llvm.Select:
	default:
		return
	}
	start := llvm.BuildInBoundsGEP2(u.Before(access), u.Types.I8, base, []llvm.Value{u.I64(0)}, "")
	llvm.SetOperand(access, operand, start)
}

// plainMemory reports whether a type is a scalar that devices support, an OpenCL vector of these,
// or an array of such types.
func plainMemory(t llvm.Type) bool {
	switch llvm.GetTypeKind(t) {
	case llvm.IntegerKind:
		return llvm.GetIntTypeWidth(t) != 1 && oddWidth(t) == 0
	case llvm.HalfKind, llvm.FloatKind, llvm.DoubleKind:
		return true
	case llvm.VectorKind:
		e := llvm.GetElementType(t)
		return oclLanes(llvm.GetVectorSize(t)) && llvm.GetTypeKind(e) != llvm.PointerKind && plainMemory(e)
	case llvm.ArrayKind:
		return llvm.GetArrayLength2(t) > 0 && plainMemory(llvm.GetElementType(t))
	}
	return false
}

// oclLanes reports whether OpenCL has vectors of n elements.
func oclLanes(n uint32) bool {
	switch n {
	case 2, 3, 4, 8, 16:
		return true
	}
	return false
}

// bytesType returns an array of integers of the given size and alignment.
func bytesType(u *ir.Unit, size, align uint64) llvm.Type {
	unit := unitFor(align, size)
	t := u.IntType(uint32(unit * 8))
	if size == unit {
		return t
	}
	return llvm.ArrayType2(t, size/unit)
}

func plainAlloca(u *ir.Unit, i llvm.Value) {
	t := llvm.GetAllocatedType(i)
	if plainMemory(t) || llvm.GetTypeKind(t) == llvm.TargetExtKind {
		return
	}
	align := uint64(max(llvm.GetAlignment(i), llvm.ABIAlignmentOfType(u.Layout, t)))
	size := max(llvm.ABISizeOfType(u.Layout, t), 1)
	b := u.Before(i)
	count := llvm.GetOperand(i, 0)
	var n llvm.Value
	if llvm.IsAConstantInt(count) != 0 {
		n = llvm.BuildAlloca(b, bytesType(u, size*llvm.ConstIntGetZExtValue(count), align), "")
	} else {
		n = llvm.BuildArrayAlloca(b, bytesType(u, size, align), count, "")
	}
	llvm.SetAlignment(n, uint32(align))
	if name := i.Name(); name != "" {
		llvm.SetValueName2(i, "")
		llvm.SetValueName2(n, name)
	}
	ir.Replace(i, n)
}

// plainGEP rewrites a GEP over structures and pointers as one over bytes, or over 8-byte units for
// an index into an array of pointers.
func plainGEP(u *ir.Unit, i llvm.Value) {
	src := llvm.GetGEPSourceElementType(i)
	if llvm.GetTypeKind(llvm.TypeOf(i)) != llvm.PointerKind {
		return
	}
	ops := ir.Operands(i)
	if plainMemory(src) && (len(ops) == 2 || llvm.GetTypeKind(src) == llvm.ArrayKind && !steppedIntoVector(src, len(ops)-2)) {
		return
	}
	b := u.Before(i)
	inBounds := llvm.IsInBounds(i)
	build := func(t llvm.Type, base, index llvm.Value) llvm.Value {
		if inBounds {
			return llvm.BuildInBoundsGEP2(b, t, base, []llvm.Value{index}, "")
		}
		return llvm.BuildGEP2(b, t, base, []llvm.Value{index}, "")
	}
	if len(ops) == 2 && llvm.GetTypeKind(src) == llvm.PointerKind {
		ir.Replace(i, build(u.Types.I64, ops[0], ops[1]))
		return
	}
	var fixed int64
	v := ops[0]
	t := src
	for k, ix := range ops[1:] {
		if k > 0 {
			if llvm.GetTypeKind(t) == llvm.StructKind {
				n := uint32(llvm.ConstIntGetZExtValue(ix))
				fixed += int64(llvm.OffsetOfElement(u.Layout, t, n))
				t = llvm.StructGetTypeAtIndex(t, n)
				continue
			}
			t = llvm.GetElementType(t)
		}
		step := llvm.ABISizeOfType(u.Layout, t)
		if llvm.IsAConstantInt(ix) != 0 {
			fixed += llvm.ConstIntGetSExtValue(ix) * int64(step)
			continue
		}
		if w := llvm.GetIntTypeWidth(llvm.TypeOf(ix)); w < 64 {
			ix = llvm.BuildSExt(b, ix, u.Types.I64, "")
		} else if w > 64 {
			ix = llvm.BuildTrunc(b, ix, u.Types.I64, "")
		}
		switch step {
		case 1, 2, 4, 8:
			v = build(u.IntType(uint32(step*8)), v, ix)
		default:
			v = build(u.Types.I8, v, llvm.BuildMul(b, ix, u.I64(step), ""))
		}
	}
	if fixed != 0 || v == ops[0] {
		v = build(u.Types.I8, v, llvm.ConstInt(u.Types.I64, uint64(fixed), true))
	}
	ir.Replace(i, v)
}

// steppedIntoVector reports whether n indices into a value of type t lead into a vector.
func steppedIntoVector(t llvm.Type, n int) bool {
	for range n {
		if llvm.GetTypeKind(t) != llvm.ArrayKind {
			return true
		}
		t = llvm.GetElementType(t)
	}
	return false
}
