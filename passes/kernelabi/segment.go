// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package kernelabi

import (
	"fmt"
	"math/big"
	"strings"

	"gohipcc/abi"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// heldVariable reports whether g is a variable that must be in device memory: a program-scope
// variable in the global address space.
func heldVariable(g llvm.Value) bool {
	return llvm.GetPointerAddressSpace(llvm.TypeOf(g)) == ir.GlobalSpace && !strings.HasPrefix(g.Name(), "llvm.")
}

// hostVisible reports whether host code may address the variable by its name.
func hostVisible(g llvm.Value) bool {
	switch llvm.GetLinkage(g) {
	case llvm.InternalLinkage, llvm.PrivateLinkage:
		return false
	}
	return true
}

// ConstantTables moves constants that host code cannot name and that are only loaded from to the
// constant address space, where every device accepts program-scope variables. A constant whose
// address escapes stays, and is placed in the segment.
//
//	@t = internal addrspace(1) constant [4 x i32] [...]
//	  %p = getelementptr [4 x i32], ptr addrspace(1) @t, i64 0, i64 %i
//	  %v = load i32, ptr addrspace(1) %p
//
// becomes
//
//	@t = internal addrspace(2) constant [4 x i32] [...]
//	  %p = getelementptr [4 x i32], ptr addrspace(2) @t, i64 0, i64 %i
//	  %v = load i32, ptr addrspace(2) %p
func ConstantTables(u *ir.Unit) error {
	for _, g := range u.Globals() {
		if !heldVariable(g) || hostVisible(g) || !llvm.IsGlobalConstant(g) || llvm.IsDeclaration(g) {
			continue
		}
		if holdsAddress(llvm.GetInitializer(g), map[llvm.Value]bool{}) || !ir.OnlyLoaded(g) {
			continue
		}
		name := g.Name()
		llvm.SetValueName2(g, "")
		t := llvm.AddGlobalInAddressSpace(u.Mod, llvm.GlobalGetValueType(g), name, ir.ConstantSpace)
		llvm.SetInitializer(t, llvm.GetInitializer(g))
		llvm.SetGlobalConstant(t, true)
		llvm.SetLinkage(t, llvm.InternalLinkage)
		llvm.SetAlignment(t, llvm.GetAlignment(g))
		llvm.SetUnnamedAddress(t, llvm.GetUnnamedAddress(g))
		ir.MoveLoads(u, g, t)
		llvm.ReplaceAllUsesWith(g, llvm.GetPoison(llvm.TypeOf(g)))
		llvm.DeleteGlobal(g)
	}
	return nil
}

// holdsAddress reports whether a constant contains the address of a global, or a number as an
// address, to which LLVM's SPIR-V backend gives an integer type in an initializer.
func holdsAddress(c llvm.Value, seen map[llvm.Value]bool) bool {
	if llvm.IsAGlobalVariable(c) != 0 || llvm.IsAFunction(c) != 0 || llvm.IsAConstantExpr(c) != 0 {
		return true
	}
	if seen[c] {
		return false
	}
	seen[c] = true
	for _, op := range ir.Operands(c) {
		if holdsAddress(op, seen) {
			return true
		}
	}
	return false
}

// VariableSegment lays the program's variables out in one block of memory that the runtime owns.
// Kernels that use any get the block's address as a hidden argument and pass it to their callees.
//
//	@counter = addrspace(1) externally_initialized global i32 5
//	define spir_kernel void @k() {
//	  %v = load i32, ptr addrspace(1) @counter
//
// becomes, counter being at offset 16 of the segment,
//
//	define spir_kernel void @k(ptr addrspace(1) %segment) {
//	  %counter = getelementptr i8, ptr addrspace(1) %segment, i64 16
//	  %v = load i32, ptr addrspace(1) %counter
//
// The initial bytes, and the places in them that hold addresses of other variables, become data and
// reloc records.
func VariableSegment(u *ir.Unit) error {
	seg := &ir.Segment{Align: 16}
	u.Segment = seg
	set := map[llvm.Value]bool{}
	offset := map[llvm.Value]uint64{}
	var list []llvm.Value
	var bad ir.Problems
	for _, g := range u.Globals() {
		if !heldVariable(g) {
			continue
		}
		if llvm.IsDeclaration(g) {
			if u.LiveUse(g) {
				bad.Addf("%s", undefinedVariable(u, g))
			}
			continue
		}
		if !hostVisible(g) && !u.LiveUse(g) {
			continue
		}
		set[g] = true
		list = append(list, g)
	}
	if err := bad.Err(); err != nil {
		return err
	}
	if len(list) == 0 {
		return nil
	}
	for _, g := range list {
		v := variable(u, g)
		v.Visible = hostVisible(g)
		v.Offset = (seg.Size + v.Align - 1) / v.Align * v.Align
		seg.Align = max(seg.Align, v.Align)
		offset[g] = v.Offset
		seg.Vars = append(seg.Vars, v)
		seg.Size = v.Offset + max(v.Size, 1)
	}
	seg.Bytes = make([]byte, seg.Size)
	seg.Given = make([]bool, seg.Size)
	for _, g := range list {
		if err := encode(u, llvm.GetInitializer(g), offset[g], offset); err != nil {
			bad.Addf("initial value of device variable %s: %v", ir.Demangle(g.Name()), err)
		}
	}
	if err := bad.Err(); err != nil {
		return err
	}

	reaches := ir.NewReachability(set)
	fns, param := thread(u, ir.UsedBy(set), hiddenParam{
		kind: abi.HiddenSegment, name: "segment", typ: u.Ptr(ir.GlobalSpace), attrs: []string{"noundef"},
	})
	entry := llvm.CreateBuilderInContext(u.Ctx)
	defer llvm.DisposeBuilder(entry)
	for _, f := range fns {
		at := map[llvm.Value]llvm.Value{}
		first := llvm.GetFirstInstruction(llvm.GetEntryBasicBlock(f))
		for llvm.GetInstructionOpcode(first) == llvm.Alloca {
			first = llvm.GetNextInstruction(first)
		}
		RewriteConstants(u, f, reaches, func(f, g llvm.Value) llvm.Value {
			if v, ok := at[g]; ok {
				return v
			}
			llvm.PositionBuilderBefore(entry, first)
			v := llvm.BuildInBoundsGEP2(entry, u.Types.I8, param[f], []llvm.Value{u.I64(offset[g])}, g.Name())
			at[g] = v
			return v
		})
	}
	for _, g := range list {
		llvm.SetInitializer(g, llvm.ConstNull(llvm.GlobalGetValueType(g)))
	}
	for _, g := range list {
		llvm.ReplaceAllUsesWith(g, llvm.GetPoison(llvm.TypeOf(g)))
		llvm.DeleteGlobal(g)
	}
	return nil
}

// Variables records the device variables that host code may address, for images in which they are
// symbols.
func Variables(u *ir.Unit) error {
	u.Segment = &ir.Segment{Align: 16}
	var bad ir.Problems
	for _, g := range u.Globals() {
		switch {
		case !heldVariable(g):
		case llvm.IsDeclaration(g) && llvm.GetLinkage(g) == llvm.ExternalWeakLinkage:
			// An undefined weak variable is at address zero. HIP's threadIdx is one; its members
			// are functions, and unoptimised code passes its address to them.
			llvm.ReplaceAllUsesWith(g, llvm.ConstNull(llvm.TypeOf(g)))
		case llvm.IsDeclaration(g):
			if u.LiveUse(g) {
				bad.Addf("%s", undefinedVariable(u, g))
			}
		case hostVisible(g):
			v := variable(u, g)
			v.Visible = true
			llvm.SetAlignment(g, uint32(v.Align))
			// The host may write a variable that kernels may not, and look up one that no kernel
			// uses any more.
			llvm.SetGlobalConstant(g, false)
			llvm.SetLinkage(g, llvm.ExternalLinkage)
			u.Segment.Vars = append(u.Segment.Vars, v)
		}
	}
	return bad.Err()
}

func undefinedVariable(u *ir.Unit, g llvm.Value) string {
	return fmt.Sprintf("device variable %s is used by %s and defined nowhere; define it in one of the inputs, or compile with -fgpu-rdc and link its object",
		ir.Demangle(g.Name()), u.UsersOf(g))
}

// byAddress is the least alignment of a variable of that size whose address the host can ask for. On AMD GPUs
// vectors need no more alignment than their elements, and programs have kernels that write an array of integers as
// vectors, by its address: hashcat clears one so.
const byAddress = 16

// variable returns the record of a variable, except for its address.
func variable(u *ir.Unit, g llvm.Value) ir.SegmentVar {
	t, name := llvm.GlobalGetValueType(g), g.Name()
	size, align := llvm.ABISizeOfType(u.Layout, t), uint64(max(llvm.GetAlignment(g), llvm.ABIAlignmentOfType(u.Layout, t)))
	if hostVisible(g) && size >= byAddress {
		align = max(align, byAddress)
	}
	return ir.SegmentVar{Global: abi.Global{
		Name: name, Size: size, Align: align,
		Constant: llvm.IsGlobalConstant(g),
		Managed:  strings.HasSuffix(name, ".managed") || llvm.GetNamedGlobal(u.Mod, name+".managed") != 0,
	}}
}

// encode writes a constant's bytes at an offset of the segment, and a reloc for every address of
// another variable in it.
func encode(u *ir.Unit, c llvm.Value, at uint64, offset map[llvm.Value]uint64) error {
	t := llvm.TypeOf(c)
	if llvm.IsNull(c) || llvm.IsUndef(c) {
		return nil
	}
	switch llvm.GetTypeKind(t) {
	case llvm.IntegerKind:
		if llvm.IsAConstantInt(c) != 0 {
			put(u.Segment, at, intBytes(c, llvm.StoreSizeOfType(u.Layout, t)))
			return nil
		}
	case llvm.HalfKind, llvm.BFloatKind, llvm.FloatKind, llvm.DoubleKind:
		n := llvm.StoreSizeOfType(u.Layout, t)
		if bits := llvm.ConstBitCast(c, u.IntType(uint32(n*8))); llvm.IsAConstantInt(bits) != 0 {
			put(u.Segment, at, intBytes(bits, n))
			return nil
		}
	case llvm.StructKind, llvm.ArrayKind, llvm.VectorKind:
		if llvm.GetTypeKind(t) == llvm.ArrayKind {
			if s, ok := c.StringConstant(); ok {
				put(u.Segment, at, []byte(s))
				return nil
			}
		}
		if bytes, ok := u.BitVector(c); ok {
			put(u.Segment, at, bytes)
			return nil
		}
		n, place := elements(u, t)
		for i := range n {
			if err := encode(u, llvm.GetAggregateElement(c, uint32(i)), at+place(i), offset); err != nil {
				return err
			}
		}
		return nil
	case llvm.PointerKind:
		if target, add, ok := address(u, c); ok {
			return encodeAddress(u, at, target, add, offset)
		}
	}
	return fmt.Errorf("%s is not a constant that can be stored", c)
}

// elements returns the number of elements of a type, and the offset of each.
func elements(u *ir.Unit, t llvm.Type) (uint64, func(i uint64) uint64) {
	switch llvm.GetTypeKind(t) {
	case llvm.StructKind:
		return uint64(llvm.CountStructElementTypes(t)), func(i uint64) uint64 { return llvm.OffsetOfElement(u.Layout, t, uint32(i)) }
	case llvm.ArrayKind:
		step := llvm.ABISizeOfType(u.Layout, llvm.GetElementType(t))
		return llvm.GetArrayLength2(t), func(i uint64) uint64 { return i * step }
	}
	step := llvm.SizeOfTypeInBits(u.Layout, llvm.GetElementType(t)) / 8
	return uint64(llvm.GetVectorSize(t)), func(i uint64) uint64 { return i * step }
}

// encodeAddress writes a number, or a relocation for the address of a variable.
func encodeAddress(u *ir.Unit, at uint64, target llvm.Value, add int64, offset map[llvm.Value]uint64) error {
	if target == 0 {
		put(u.Segment, at, le64(uint64(add)))
		return nil
	}
	base, ok := offset[target]
	if !ok {
		return fmt.Errorf("it holds the address of %s, which is not a device variable", ir.Demangle(target.Name()))
	}
	u.Segment.Relocs = append(u.Segment.Relocs, abi.SegmentReloc{Offset: at, Target: base + uint64(add)})
	return nil
}

// address splits a constant address into a global and a byte offset; if the global is 0, the
// address is absolute.
func address(u *ir.Unit, c llvm.Value) (target llvm.Value, add int64, ok bool) {
	switch {
	case llvm.IsAGlobalVariable(c) != 0, llvm.IsAFunction(c) != 0:
		return c, 0, true
	case llvm.IsNull(c):
		return 0, 0, true
	case llvm.IsAConstantInt(c) != 0:
		return 0, llvm.ConstIntGetSExtValue(c), true
	case llvm.IsAConstantExpr(c) == 0:
		return 0, 0, false
	}
	switch llvm.GetConstOpcode(c) {
	case llvm.BitCast, llvm.AddrSpaceCast, llvm.IntToPtr, llvm.PtrToInt, llvm.PtrToAddr:
		return address(u, llvm.GetOperand(c, 0))
	case llvm.Add:
		t1, a1, ok1 := address(u, llvm.GetOperand(c, 0))
		t2, a2, ok2 := address(u, llvm.GetOperand(c, 1))
		if !ok1 || !ok2 || t1 != 0 && t2 != 0 {
			return 0, 0, false
		}
		return t1 + t2, a1 + a2, true
	case llvm.GetElementPtr:
		target, add, ok = address(u, llvm.GetOperand(c, 0))
		if !ok {
			return 0, 0, false
		}
		off, ok := ir.ConstantOffset(u, c)
		return target, add + off, ok
	}
	return 0, 0, false
}

func put(s *ir.Segment, at uint64, b []byte) {
	for i, x := range b {
		if x != 0 {
			s.Bytes[at+uint64(i)] = x
			s.Given[at+uint64(i)] = true
		}
	}
}

// chunks returns the non-zero ranges of the segment's initial bytes. A range includes gaps that are
// shorter than a record's own overhead, and is no longer than a record can hold.
func chunks(s *ir.Segment) []abi.SegmentData {
	const gap, most = 64, 45000
	var out []abi.SegmentData
	for i := 0; i < len(s.Given); i++ {
		if !s.Given[i] {
			continue
		}
		end := i + 1
		for j := i; j < len(s.Given) && j < end+gap && j < i+most; j++ {
			if s.Given[j] {
				end = j + 1
			}
		}
		out = append(out, abi.SegmentData{Offset: uint64(i), Data: s.Bytes[i:end]})
		i = end - 1
	}
	return out
}

func le64(v uint64) []byte {
	b := make([]byte, 8)
	for i := range b {
		b[i] = byte(v >> (8 * i))
	}
	return b
}

// intBytes returns an integer constant of any width, little-endian.
func intBytes(c llvm.Value, size uint64) []byte {
	out := make([]byte, size)
	if size <= 8 {
		copy(out, le64(llvm.ConstIntGetZExtValue(c)))
		return out
	}
	v, _ := new(big.Int).SetString(ir.ConstantText(c), 10)
	if v == nil {
		return out
	}
	if v.Sign() < 0 {
		v.Add(v, new(big.Int).Lsh(big.NewInt(1), uint(size*8)))
	}
	for i, x := range v.FillBytes(make([]byte, size)) {
		out[int(size)-1-i] = x
	}
	return out
}
