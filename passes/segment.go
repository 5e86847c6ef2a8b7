// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"encoding/base64"
	"fmt"
	"math/big"
	"strings"

	"gohipcc/passes/llvm"
)

// segment is the variable segment of docs/ABI.md as it was laid out.
type segment struct {
	size   uint64
	align  uint64
	vars   []segmentVar
	bytes  []byte
	given  []bool // which bytes an initialiser sets to something but zero
	relocs []reloc
}

type segmentVar struct {
	name     string
	offset   uint64
	size     uint64
	align    uint64
	constant bool
	managed  bool
	visible  bool // host code may name it
}

type reloc struct{ offset, target uint64 }

// heldVariable reports whether g is a variable that must live in device memory: a
// program-scope variable of the global address space.
func heldVariable(g llvm.Value) bool {
	return llvm.GetPointerAddressSpace(llvm.TypeOf(g)) == asGlobal && !strings.HasPrefix(g.Name(), "llvm.")
}

// hostVisible reports whether host code may address the variable by its name.
func hostVisible(g llvm.Value) bool {
	switch llvm.GetLinkage(g) {
	case llvm.InternalLinkage, llvm.PrivateLinkage:
		return false
	}
	return true
}

// constantTables moves constants that no host code can name and that are only
// loaded from into the constant address space, where every device takes
// program-scope variables. Where an address escapes, the constant stays and goes
// to the segment.
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
func constantTables(u *Unit) error {
	for _, g := range u.globals() {
		if !heldVariable(g) || hostVisible(g) || !llvm.IsGlobalConstant(g) || llvm.IsDeclaration(g) {
			continue
		}
		if holdsAddress(llvm.GetInitializer(g), map[llvm.Value]bool{}) || !onlyLoaded(g) {
			continue
		}
		name := g.Name()
		llvm.SetValueName2(g, "")
		t := llvm.AddGlobalInAddressSpace(u.Mod, llvm.GlobalGetValueType(g), name, asConstant)
		llvm.SetInitializer(t, llvm.GetInitializer(g))
		llvm.SetGlobalConstant(t, true)
		llvm.SetLinkage(t, llvm.InternalLinkage)
		llvm.SetAlignment(t, llvm.GetAlignment(g))
		llvm.SetUnnamedAddress(t, llvm.GetUnnamedAddress(g))
		u.moveLoads(g, t)
		llvm.ReplaceAllUsesWith(g, llvm.GetPoison(llvm.TypeOf(g)))
		llvm.DeleteGlobal(g)
	}
	return nil
}

// onlyLoaded reports whether every use of an address is a load, directly or behind
// address arithmetic.
func onlyLoaded(v llvm.Value) bool {
	for _, w := range users(v) {
		switch opcode(w) {
		case llvm.Load:
			if llvm.GetVolatile(w) || llvm.GetOrdering(w) != llvm.NotAtomic {
				return false
			}
		case llvm.GetElementPtr:
			if llvm.GetOperand(w, 0) != v || llvm.GetTypeKind(llvm.TypeOf(w)) != llvm.PointerKind || !onlyLoaded(w) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// moveLoads rebuilds the uses of v, all of the kind onlyLoaded accepts, on n, an
// address in another address space.
func (u *Unit) moveLoads(v, n llvm.Value) {
	for _, w := range users(v) {
		switch {
		case llvm.IsAConstantExpr(w) != 0:
			ops := operands(w)
			src := llvm.GetGEPSourceElementType(w)
			// On constants the builder gives a constant, wherever it stands.
			u.moveLoads(w, llvm.BuildInBoundsGEP2(u.b, src, n, ops[1:], ""))
		case llvm.GetInstructionOpcode(w) == llvm.Load:
			llvm.SetOperand(w, 0, n)
		default:
			ops := operands(w)
			b := u.before(w)
			src := llvm.GetGEPSourceElementType(w)
			g := llvm.BuildGEP2(b, src, n, ops[1:], "")
			if llvm.IsAInstruction(g) != 0 {
				llvm.SetIsInBounds(g, llvm.IsInBounds(w))
			}
			u.moveLoads(w, g)
			erase(w)
		}
	}
}

// holdsAddress reports whether a constant contains the address of a global.
func holdsAddress(c llvm.Value, seen map[llvm.Value]bool) bool {
	if llvm.IsAGlobalVariable(c) != 0 || llvm.IsAFunction(c) != 0 {
		return true
	}
	if seen[c] {
		return false
	}
	seen[c] = true
	for _, op := range operands(c) {
		if holdsAddress(op, seen) {
			return true
		}
	}
	return false
}

// variableSegment lays the program's variables out in one block of memory that the
// runtime owns, and gives the kernels that use any the block's address as a hidden
// argument, passed on through callees.
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
// The initial bytes, and the places in them that hold addresses of other
// variables, become data and reloc records.
func variableSegment(u *Unit) error {
	seg := &segment{align: 16}
	u.segment = seg
	set := map[llvm.Value]bool{}
	offset := map[llvm.Value]uint64{}
	var list []llvm.Value
	var bad problems
	for _, g := range u.globals() {
		if !heldVariable(g) {
			continue
		}
		if llvm.IsDeclaration(g) {
			if u.liveUse(g) {
				bad.addf("device variable %s is used by %s and defined nowhere; define it in one of the inputs, or compile with -fgpu-rdc and link its object",
					demangleSymbol(g.Name()), u.usersOf(g))
			}
			continue
		}
		if !hostVisible(g) && !u.liveUse(g) {
			continue
		}
		set[g] = true
		list = append(list, g)
	}
	if err := bad.err(); err != nil {
		return err
	}
	if len(list) == 0 {
		return nil
	}
	for _, g := range list {
		t := llvm.GlobalGetValueType(g)
		align := uint64(max(llvm.GetAlignment(g), llvm.ABIAlignmentOfType(u.layout, t)))
		size := llvm.ABISizeOfType(u.layout, t)
		seg.size = (seg.size + align - 1) / align * align
		seg.align = max(seg.align, align)
		offset[g] = seg.size
		name := g.Name()
		seg.vars = append(seg.vars, segmentVar{
			name: name, offset: seg.size, size: size, align: align,
			constant: llvm.IsGlobalConstant(g),
			managed:  strings.HasSuffix(name, ".managed") || llvm.GetNamedGlobal(u.Mod, name+".managed") != 0,
			visible:  hostVisible(g),
		})
		seg.size += max(size, 1)
	}
	seg.bytes = make([]byte, seg.size)
	seg.given = make([]bool, seg.size)
	for _, g := range list {
		if err := u.encode(llvm.GetInitializer(g), offset[g], offset); err != nil {
			bad.addf("initial value of device variable %s: %v", demangleSymbol(g.Name()), err)
		}
	}
	if err := bad.err(); err != nil {
		return err
	}

	reaches := newReachability(set)
	fns, param := u.thread(u.usedBy(reaches), hiddenParam{
		kind: "hidden_gohip_segment", name: "segment", typ: u.ptr(asGlobal), attrs: []string{"noundef"},
	})
	entry := llvm.CreateBuilderInContext(u.Ctx)
	defer llvm.DisposeBuilder(entry)
	for _, f := range fns {
		at := map[llvm.Value]llvm.Value{}
		first := llvm.GetFirstInstruction(llvm.GetEntryBasicBlock(f))
		for llvm.GetInstructionOpcode(first) == llvm.Alloca {
			first = llvm.GetNextInstruction(first)
		}
		u.rewriteConstants(f, reaches, func(f, g llvm.Value) llvm.Value {
			if v, ok := at[g]; ok {
				return v
			}
			llvm.PositionBuilderBefore(entry, first)
			v := llvm.BuildInBoundsGEP2(entry, u.types.i8, param[f], []llvm.Value{u.i64(offset[g])}, g.Name())
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

// usersOf names the functions that use a global, for a message.
func (u *Unit) usersOf(g llvm.Value) string {
	names := map[string]bool{}
	seen := map[llvm.Value]bool{}
	var walk func(llvm.Value)
	walk = func(v llvm.Value) {
		for _, w := range users(v) {
			if seen[w] {
				continue
			}
			seen[w] = true
			switch {
			case llvm.IsAInstruction(w) != 0:
				names[u.where(w)] = true
			case llvm.IsAGlobalVariable(w) != 0:
				names["the initial value of "+demangleSymbol(w.Name())] = true
			default:
				walk(w)
			}
		}
	}
	walk(g)
	list := sortedKeys(names)
	if len(list) > 3 {
		list = append(list[:3], fmt.Sprintf("%d more", len(list)-3))
	}
	if len(list) == 0 {
		return "the program"
	}
	return strings.Join(list, ", ")
}

// encode writes a constant's bytes at an offset of the segment, and a reloc for
// every address of another variable in it.
func (u *Unit) encode(c llvm.Value, at uint64, offset map[llvm.Value]uint64) error {
	t := llvm.TypeOf(c)
	if llvm.IsNull(c) || llvm.IsUndef(c) {
		return nil
	}
	switch llvm.GetTypeKind(t) {
	case llvm.IntegerKind:
		if llvm.IsAConstantInt(c) == 0 {
			break
		}
		u.segment.put(at, intBytes(c, llvm.StoreSizeOfType(u.layout, t)))
		return nil
	case llvm.HalfKind, llvm.BFloatKind, llvm.FloatKind, llvm.DoubleKind:
		n := llvm.StoreSizeOfType(u.layout, t)
		bits := llvm.ConstBitCast(c, u.intType(uint32(n*8)))
		if llvm.IsAConstantInt(bits) == 0 {
			break
		}
		u.segment.put(at, intBytes(bits, n))
		return nil
	case llvm.StructKind:
		for i := range llvm.CountStructElementTypes(t) {
			if err := u.encode(llvm.GetAggregateElement(c, i), at+llvm.OffsetOfElement(u.layout, t, i), offset); err != nil {
				return err
			}
		}
		return nil
	case llvm.ArrayKind:
		e := llvm.GetElementType(t)
		step := llvm.ABISizeOfType(u.layout, e)
		if s, ok := c.StringConstant(); ok {
			u.segment.put(at, []byte(s))
			return nil
		}
		for i := range llvm.GetArrayLength2(t) {
			if err := u.encode(llvm.GetAggregateElement(c, uint32(i)), at+i*step, offset); err != nil {
				return err
			}
		}
		return nil
	case llvm.VectorKind:
		step := llvm.SizeOfTypeInBits(u.layout, llvm.GetElementType(t)) / 8
		for i := range llvm.GetVectorSize(t) {
			if err := u.encode(llvm.GetAggregateElement(c, i), at+uint64(i)*step, offset); err != nil {
				return err
			}
		}
		return nil
	case llvm.PointerKind:
		if target, add, ok := u.address(c); ok {
			if target == 0 {
				u.segment.put(at, le64(uint64(add)))
				return nil
			}
			if base, ok := offset[target]; ok {
				u.segment.relocs = append(u.segment.relocs, reloc{at, base + uint64(add)})
				return nil
			}
			return fmt.Errorf("it holds the address of %s, which is not a device variable", demangleSymbol(target.Name()))
		}
	}
	return fmt.Errorf("%s is not a constant that can be stored", c)
}

// address splits a constant address into a global and a byte offset; a target of 0
// is an absolute address.
func (u *Unit) address(c llvm.Value) (target llvm.Value, add int64, ok bool) {
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
		return u.address(llvm.GetOperand(c, 0))
	case llvm.Add:
		t1, a1, ok1 := u.address(llvm.GetOperand(c, 0))
		t2, a2, ok2 := u.address(llvm.GetOperand(c, 1))
		if !ok1 || !ok2 || t1 != 0 && t2 != 0 {
			return 0, 0, false
		}
		return t1 + t2, a1 + a2, true
	case llvm.GetElementPtr:
		target, add, ok = u.address(llvm.GetOperand(c, 0))
		if !ok {
			return 0, 0, false
		}
		off, ok := u.gepOffset(c)
		return target, add + off, ok
	}
	return 0, 0, false
}

// gepOffset is the byte offset of a GEP whose indices are all constant.
func (u *Unit) gepOffset(gep llvm.Value) (int64, bool) {
	ops := operands(gep)
	t := llvm.GetGEPSourceElementType(gep)
	var sum int64
	for i, ix := range ops[1:] {
		if llvm.IsAConstantInt(ix) == 0 {
			return 0, false
		}
		n := llvm.ConstIntGetSExtValue(ix)
		if i == 0 {
			sum += n * int64(llvm.ABISizeOfType(u.layout, t))
			continue
		}
		if llvm.GetTypeKind(t) == llvm.StructKind {
			sum += int64(llvm.OffsetOfElement(u.layout, t, uint32(n)))
			t = llvm.StructGetTypeAtIndex(t, uint32(n))
			continue
		}
		t = llvm.GetElementType(t)
		sum += n * int64(llvm.ABISizeOfType(u.layout, t))
	}
	return sum, true
}

func (s *segment) put(at uint64, b []byte) {
	for i, x := range b {
		if x != 0 {
			s.bytes[at+uint64(i)] = x
			s.given[at+uint64(i)] = true
		}
	}
}

// chunks are the stretches of the segment's initial bytes that are not zero, gaps
// shorter than a record's own overhead included, none longer than a record holds.
func (s *segment) chunks() []dataRecord {
	const gap, most = 64, 45000
	var out []dataRecord
	for i := 0; i < len(s.given); i++ {
		if !s.given[i] {
			continue
		}
		end := i + 1
		for j := i; j < len(s.given) && j < end+gap && j < i+most; j++ {
			if s.given[j] {
				end = j + 1
			}
		}
		out = append(out, dataRecord{uint64(i), base64.StdEncoding.EncodeToString(s.bytes[i:end])})
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

// intBytes is an integer constant of any width, little-endian.
func intBytes(c llvm.Value, size uint64) []byte {
	out := make([]byte, size)
	if size <= 8 {
		copy(out, le64(llvm.ConstIntGetZExtValue(c)))
		return out
	}
	v, _ := new(big.Int).SetString(constantText(c), 10)
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

// constantText is a constant as printed, without its type.
func constantText(c llvm.Value) string {
	s := c.String()
	return s[strings.LastIndexByte(s, ' ')+1:]
}
