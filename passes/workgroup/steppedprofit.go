// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"slices"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// line is a cache line in bytes.
const line = 64

// profitable reports whether neighbouring work-items access neighbouring elements of global memory
// somewhere and the next iteration another cache line, and nowhere the other way round. LLVM must be
// able to vectorise the rest: nothing but plain loads and stores accesses memory. A loop that computes
// sums in order is worth it, too.
func (s *steppedLoop) profitable() bool {
	found := false
	for n, in := range s.loop.Member {
		if !in {
			continue
		}
		for i := llvm.GetFirstInstruction(s.k.Blocks[n]); i != 0; i = llvm.GetNextInstruction(i) {
			p := accessed(i)
			if p == 0 && ir.TouchesMemory(i) && !vectorisable(s.u, i) {
				return false
			}
			if p == 0 || llvm.GetPointerAddressSpace(llvm.TypeOf(p)) == ir.LocalSpace {
				continue
			}
			by, known := s.strides(p, 0)
			if !known {
				continue
			}
			item, next := by[0], by[1]
			t := llvm.TypeOf(i)
			if ir.Opcode(i) == llvm.Store {
				t = llvm.TypeOf(llvm.GetOperand(i, 0))
			}
			if next != 0 && next.near() && !item.near() {
				return false
			}
			found = found || item == stride(llvm.StoreSizeOfType(s.u.Layout, t)) && !next.near()
		}
	}
	return found && s.kept <= mostKept || s.computes()
}

// leastInStep is the size of a block in x from which on work-items execute iterations in step: fewer of them do
// not fill a vector, and a step costs more than an iteration.
const leastInStep = 4

// computes reports whether work-items compute numbers from one iteration to the next that LLVM cannot vectorise
// over iterations because of the order: floating-point numbers, or integers that are more than sums. They read
// the same or neighbouring elements meanwhile. There must be an operation for each value that an iteration keeps, and
// four if there are many values or branches, both of whose arms a vector executes: to load and store a vector of
// these costs less than to wait for each operation of each work-item.
func (s *steppedLoop) computes() bool {
	condition := llvm.GetOperand(llvm.GetBasicBlockTerminator(s.latch), 0)
	if !s.uniform[condition] {
		return false
	}
	least, operations, ordered := 1, 0, false
	if s.header != s.latch || s.kept > mostKept {
		least = 4
	}
	for _, p := range ir.PHIs(s.header) {
		ordered = ordered || s.advance[p] == 0 && !s.isReduction(p)
	}
	dom := s.k.Dominators()
	for n, in := range s.loop.Member {
		if !in {
			continue
		}
		more, ok := s.operations(n, dom.Dominates(n, s.loop.Latch))
		if !ok {
			return false
		}
		operations += more
	}
	return ordered && operations >= least*s.kept
}

// operations returns the number of a block's arithmetic operations, and whether LLVM can make vectors of them and of
// its accesses, of which a block that not every iteration executes has none.
func (s *steppedLoop) operations(n int, always bool) (int, bool) {
	numbers, integers := 0, 0
	if ir.Opcode(llvm.GetBasicBlockTerminator(s.k.Blocks[n])) != llvm.Br {
		return 0, false
	}
	for i := llvm.GetFirstInstruction(s.k.Blocks[n]); i != 0; i = llvm.GetNextInstruction(i) {
		if accessed(i) != 0 && !(always && s.coalesces(i)) {
			return 0, false
		}
		switch ir.Opcode(i) {
		case llvm.PHI:
			if n == s.loop.Header && s.advance[i] != 0 {
				integers-- // the counter's own addition
			}
		case llvm.FAdd, llvm.FSub, llvm.FMul, llvm.FDiv, llvm.Call:
			numbers++
		case llvm.Add, llvm.Sub, llvm.Mul, llvm.Xor, llvm.Shl, llvm.LShr, llvm.AShr:
			integers++
		}
	}
	return numbers + max(integers, 0), true
}

// isReduction reports whether a PHI is an integer that an iteration adds a number to, or replaces by the least or
// greatest one: LLVM vectorises such a loop over iterations. Of one that it multiplies and adds to, LLVM combines
// several iterations.
func (s *steppedLoop) isReduction(p llvm.Value) bool {
	next := incoming(p, s.latch)
	if llvm.GetTypeKind(llvm.TypeOf(p)) != llvm.IntegerKind || llvm.IsAInstruction(next) == 0 {
		return false
	}
	if s.isAffine(next, p, 0) {
		return true
	}
	if !slices.Contains(ir.Operands(next), p) {
		return false
	}
	for _, user := range ir.Users(p) {
		if user != next && s.in(user) {
			return false
		}
	}
	switch ir.Opcode(next) {
	case llvm.Add, llvm.Sub, llvm.Mul, llvm.And, llvm.Or, llvm.Xor, llvm.Select, llvm.Call:
		return true
	}
	return false
}

// isAffine reports whether an integer is computed from a PHI by sums, differences and products with numbers that
// the loop does not change.
func (s *steppedLoop) isAffine(v, p llvm.Value, depth int) bool {
	if v == p {
		return true
	}
	if op := ir.Opcode(v); depth > deepest || op != llvm.Add && op != llvm.Sub && op != llvm.Mul {
		return false
	}
	a, b := llvm.GetOperand(v, 0), llvm.GetOperand(v, 1)
	return s.invariant(b) && s.isAffine(a, p, depth+1) || s.invariant(a) && s.isAffine(b, p, depth+1)
}

// invariant reports whether a value is loop-invariant.
func (s *steppedLoop) invariant(v llvm.Value) bool { return !s.in(v) }

// coalesces reports whether the work-items of an iteration access the same element or neighbouring
// ones.
func (s *steppedLoop) coalesces(access llvm.Value) bool {
	t := llvm.TypeOf(access)
	if ir.Opcode(access) == llvm.Store {
		t = llvm.TypeOf(llvm.GetOperand(access, 0))
	}
	by, known := s.strides(accessed(access), 0)
	return known && (by[0] == 0 && ir.Opcode(access) == llvm.Load || by[0] == stride(llvm.StoreSizeOfType(s.u.Layout, t)))
}

// vectorisable reports whether an instruction calls an intrinsic that processors have vector
// instructions for, or a cold function without effects, which gets variants for vectors (masked-variants).
func vectorisable(u *ir.Unit, i llvm.Value) bool {
	if !ir.IsCall(i) || ir.Callee(i) == 0 {
		return false
	}
	f := ir.Callee(i)
	memory := llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, u.AttrKind("memory"))
	if memory != 0 && llvm.GetEnumAttributeValue(memory) == 0 && llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, u.AttrKind("cold")) != 0 {
		return true
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(f.Name(), "llvm."), ".")
	switch name {
	case "sqrt", "fma", "fmuladd", "fabs", "copysign", "minnum", "maxnum", "minimum", "maximum", "minimumnum", "maximumnum",
		"floor", "ceil", "trunc", "rint", "nearbyint", "roundeven",
		"smin", "smax", "umin", "umax", "abs", "fshl", "fshr", "bswap":
		return llvm.GetIntrinsicID(f) != 0
	case "assume":
		return true
	case "is": // llvm.is.fpclass
		return llvm.GetIntrinsicID(f) != 0 && strings.HasPrefix(f.Name(), "llvm.is.fpclass.")
	case "experimental": // says what the metadata of accesses means, and does nothing
		return f.Name() == "llvm.experimental.noalias.scope.decl"
	}
	return false
}

// strides returns by how much a value grows from one work-item to the next, and from one iteration
// to the next, if that can be told.
func (s *steppedLoop) strides(v llvm.Value, depth int) (strides, bool) {
	if s.fixed(v) || llvm.IsAArgument(v) != 0 {
		return strides{}, true
	}
	if depth > deepest || llvm.IsAInstruction(v) == 0 {
		return strides{}, false
	}
	switch ir.Opcode(v) {
	case llvm.PHI:
		return s.stridesOfPHI(v, depth)
	case llvm.And, llvm.Or:
		return s.masked(v, depth)
	case llvm.Call:
		switch localID(v) {
		case 0:
			return strides{1, 0}, true
		case 1, 2:
			return strides{}, true
		}
	}
	return arithmetic(s.u.Layout, v, func(o llvm.Value) (strides, bool) { return s.strides(o, depth+1) })
}

// masked returns the strides of a number's low bits, or of one whose low bits are set, as those of
// the number: it is a guess, which only speed depends on.
func (s *steppedLoop) masked(v llvm.Value, depth int) (strides, bool) {
	with := llvm.GetOperand(v, 1)
	if llvm.IsAConstantInt(with) == 0 {
		return strides{}, false
	}
	if bits := llvm.ConstIntGetZExtValue(with); ir.Opcode(v) == llvm.And && bits&(bits+1) != 0 {
		return strides{}, false
	}
	return s.strides(llvm.GetOperand(v, 0), depth+1)
}

// deepest is how many instructions are looked through for strides.
const deepest = 24

// stridesOfPHI returns the strides of a PHI of the loop's header that grows by a uniform number.
func (s *steppedLoop) stridesOfPHI(p llvm.Value, depth int) (strides, bool) {
	by := s.advance[p]
	if by == 0 {
		return strides{}, false
	}
	first, known := s.strides(incoming(p, s.before), depth+1)
	next := far
	if llvm.IsAConstantInt(by) != 0 {
		next = stride(1).times(llvm.ConstIntGetSExtValue(by))
	}
	return strides{first[0], next}, known
}
