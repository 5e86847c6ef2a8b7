// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"gohipcc/passes/llvm"
)

// memoryTypes gives stack slots, shared memory and address arithmetic types that
// say nothing about pointers and structures. SPIR-V types pointers by what they
// point to, LLVM does not; the back end guesses, and guesses wrong where memory
// holds pointers: an array of two of them became room for one.
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
// Arrays of plain numbers stay as they are. Where a pointer is read or written at the very
// start of a stack slot, an offset of zero says that it is not the whole of it:
//
//	%p = load ptr addrspace(4), ptr %a
//
// becomes
//
//	%s = getelementptr i8, ptr %a, i64 0
//	%p = load ptr addrspace(4), ptr %s
//
// Truth values have no form in memory (SPIR-V specification, 2.2.2: OpTypeBool has no
// bit pattern). They go there as bytes:
//
//	%c = load i1, ptr %b
//
// becomes
//
//	%v = load i8, ptr %b
//	%c = trunc i8 %v to i1
func memoryTypes(u *Unit) error {
	for _, f := range u.definitions() {
		for _, i := range instructions(f) {
			switch llvm.GetInstructionOpcode(i) {
			case llvm.Alloca:
				u.plainAlloca(i)
			case llvm.GetElementPtr:
				u.plainGEP(i)
			}
		}
	}
	for _, g := range u.globals() {
		if llvm.GetPointerAddressSpace(llvm.TypeOf(g)) != asLocal || llvm.IsDeclaration(g) || plainMemory(llvm.GlobalGetValueType(g)) {
			continue
		}
		t := llvm.GlobalGetValueType(g)
		align := uint64(max(llvm.GetAlignment(g), llvm.ABIAlignmentOfType(u.layout, t)))
		nt := u.bytesType(max(llvm.ABISizeOfType(u.layout, t), 1), align)
		name := g.Name()
		llvm.SetValueName2(g, "")
		n := llvm.AddGlobalInAddressSpace(u.Mod, nt, name, asLocal)
		llvm.SetInitializer(n, llvm.GetUndef(nt))
		llvm.SetLinkage(n, llvm.InternalLinkage)
		llvm.SetAlignment(n, uint32(align))
		llvm.ReplaceAllUsesWith(g, n)
		llvm.DeleteGlobal(g)
	}
	for _, f := range u.definitions() {
		for _, i := range instructions(f) {
			switch opcode(i) {
			case llvm.Load:
				if llvm.TypeOf(i) == u.types.i1 {
					u.loadTruth(i)
					continue
				}
				u.pointerAtStart(i, 0, llvm.TypeOf(i))
			case llvm.Store:
				if v := llvm.GetOperand(i, 0); llvm.TypeOf(v) == u.types.i1 {
					llvm.SetOperand(i, 0, llvm.BuildZExt(u.before(i), v, u.types.i8, ""))
				}
				u.pointerAtStart(i, 1, llvm.TypeOf(llvm.GetOperand(i, 0)))
			}
		}
	}
	return nil
}

// loadTruth makes a load of a truth value one of the byte that holds it.
func (u *Unit) loadTruth(load llvm.Value) {
	b := u.before(load)
	v := llvm.BuildLoad2(b, u.types.i8, llvm.GetOperand(load, 0), "")
	llvm.SetVolatile(v, llvm.GetVolatile(load))
	llvm.SetAlignment(v, llvm.GetAlignment(load))
	replace(load, llvm.BuildTrunc(b, v, u.types.i1, ""))
}

// pointerAtStart puts an offset of zero between a stack slot that holds more than a
// pointer and the access to the pointer that it starts with.
func (u *Unit) pointerAtStart(access llvm.Value, operand uint32, t llvm.Type) {
	base := llvm.GetOperand(access, operand)
	if llvm.GetTypeKind(t) != llvm.PointerKind || opcode(base) != llvm.Alloca {
		return
	}
	start := llvm.BuildInBoundsGEP2(u.before(access), u.types.i8, base, []llvm.Value{u.i64(0)}, "")
	llvm.SetOperand(access, operand, start)
}

// plainMemory reports whether a type is a number that devices have, a vector of
// them of OpenCL's sizes, or an array of these.
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

// bytesType is memory of a size and alignment as integers.
func (u *Unit) bytesType(size, align uint64) llvm.Type {
	unit := unitFor(align, size)
	t := u.intType(uint32(unit * 8))
	if size == unit {
		return t
	}
	return llvm.ArrayType2(t, size/unit)
}

func (u *Unit) plainAlloca(i llvm.Value) {
	t := llvm.GetAllocatedType(i)
	if plainMemory(t) || llvm.GetTypeKind(t) == llvm.TargetExtKind {
		return
	}
	align := uint64(max(llvm.GetAlignment(i), llvm.ABIAlignmentOfType(u.layout, t)))
	size := max(llvm.ABISizeOfType(u.layout, t), 1)
	b := u.before(i)
	count := llvm.GetOperand(i, 0)
	var n llvm.Value
	if llvm.IsAConstantInt(count) != 0 {
		n = llvm.BuildAlloca(b, u.bytesType(size*llvm.ConstIntGetZExtValue(count), align), "")
	} else {
		n = llvm.BuildArrayAlloca(b, u.bytesType(size, align), count, "")
	}
	llvm.SetAlignment(n, uint32(align))
	if name := i.Name(); name != "" {
		llvm.SetValueName2(i, "")
		llvm.SetValueName2(n, name)
	}
	replace(i, n)
}

// plainGEP rewrites address arithmetic over structures and pointers as arithmetic
// over bytes, or over 8-byte units for an index into an array of pointers.
func (u *Unit) plainGEP(i llvm.Value) {
	src := llvm.GetGEPSourceElementType(i)
	if llvm.GetTypeKind(llvm.TypeOf(i)) != llvm.PointerKind {
		return
	}
	ops := operands(i)
	if plainMemory(src) && (len(ops) == 2 || llvm.GetTypeKind(src) == llvm.ArrayKind && !steppedIntoVector(src, len(ops)-2)) {
		return
	}
	b := u.before(i)
	inBounds := llvm.IsInBounds(i)
	build := func(t llvm.Type, base, index llvm.Value) llvm.Value {
		if inBounds {
			return llvm.BuildInBoundsGEP2(b, t, base, []llvm.Value{index}, "")
		}
		return llvm.BuildGEP2(b, t, base, []llvm.Value{index}, "")
	}
	if len(ops) == 2 && llvm.GetTypeKind(src) == llvm.PointerKind {
		replace(i, build(u.types.i64, ops[0], ops[1]))
		return
	}
	var fixed int64
	v := ops[0]
	t := src
	for k, ix := range ops[1:] {
		if k > 0 {
			if llvm.GetTypeKind(t) == llvm.StructKind {
				n := uint32(llvm.ConstIntGetZExtValue(ix))
				fixed += int64(llvm.OffsetOfElement(u.layout, t, n))
				t = llvm.StructGetTypeAtIndex(t, n)
				continue
			}
			t = llvm.GetElementType(t)
		}
		step := llvm.ABISizeOfType(u.layout, t)
		if llvm.IsAConstantInt(ix) != 0 {
			fixed += llvm.ConstIntGetSExtValue(ix) * int64(step)
			continue
		}
		if w := llvm.GetIntTypeWidth(llvm.TypeOf(ix)); w < 64 {
			ix = llvm.BuildSExt(b, ix, u.types.i64, "")
		} else if w > 64 {
			ix = llvm.BuildTrunc(b, ix, u.types.i64, "")
		}
		switch step {
		case 1, 2, 4, 8:
			v = build(u.intType(uint32(step*8)), v, ix)
		default:
			v = build(u.types.i8, v, llvm.BuildMul(b, ix, u.i64(step), ""))
		}
	}
	if fixed != 0 || v == ops[0] {
		v = build(u.types.i8, v, llvm.ConstInt(u.types.i64, uint64(fixed), true))
	}
	replace(i, v)
}

// steppedIntoVector reports whether n indices behind the first reach into a vector.
func steppedIntoVector(t llvm.Type, n int) bool {
	for range n {
		if llvm.GetTypeKind(t) != llvm.ArrayKind {
			return true
		}
		t = llvm.GetElementType(t)
	}
	return false
}
