// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// The values that are used in other regions than they are computed in.
type values struct {
	*regionGraph
	pos     *position
	context *contextArrays
	debug   *debugVariables
	kept    map[llvm.Value]*slot      // values that are stored to context arrays where they are computed
	loaded  map[llvm.Value]llvm.Value // from these, by what loads them in other regions
}

func (vs *values) erased(i llvm.Value) { delete(vs.kept, i) }

func (vs *values) replaced(i, by llvm.Value) {
	if s := vs.kept[i]; s != nil && llvm.IsAInstruction(by) != 0 && vs.kept[by] == nil {
		vs.kept[by] = s
	}
}

// keep stores a value in a context array of its own, where it is computed.
func (vs *values) keep(r *region, v llvm.Value) *slot {
	if vs.kept[v] == nil {
		vs.kept[v] = vs.context.array(llvm.TypeOf(v), v.Name())
		vs.context.store(vs.kept[v], r, v, afterDefinition(v))
	}
	return vs.kept[v]
}

// afterDefinition returns the first instruction after a value at which it can be used.
func afterDefinition(v llvm.Value) llvm.Value {
	at := llvm.GetNextInstruction(v)
	for llvm.IsAPHINode(at) != 0 {
		at = llvm.GetNextInstruction(at)
	}
	return at
}

// demoteEntryPHIs replaces the PHIs of region heads by slots, for incoming edges from other
// regions.
func (vs *values) demoteEntryPHIs() {
	for _, r := range vs.regions {
		for _, p := range ir.PHIs(r.head) {
			vs.demotePHI(r, p)
		}
	}
}

func (vs *values) demotePHI(r *region, p llvm.Value) {
	t := llvm.TypeOf(p)
	var values []llvm.Value
	var blocks []llvm.Block
	var s *slot
	for i := range llvm.CountIncoming(p) {
		from, v := llvm.GetIncomingBlock(p, i), llvm.GetIncomingValue(p, i)
		if vs.of[from] == nil {
			continue // unreachable
		}
		if !vs.leaves(from, r.head) {
			values, blocks = append(values, v), append(blocks, from)
			continue
		}
		if s == nil {
			if vs.isUniform(p) {
				s = vs.context.uniform(t, p.Name())
			} else {
				s = vs.context.array(t, p.Name())
			}
		}
		if !llvm.IsUndef(v) {
			vs.context.store(s, vs.of[from], v, llvm.GetBasicBlockTerminator(from))
		}
	}
	entering := llvm.GetPoison(t)
	if s != nil {
		entering = vs.context.load(s, r, "")
	}
	if len(values) == 0 {
		if s != nil {
			// It may be a value of the region with other uses.
			at := p
			for llvm.IsAPHINode(at) != 0 {
				at = llvm.GetNextInstruction(at)
			}
			llvm.InstructionRemoveFromParent(entering)
			llvm.InsertIntoBuilderWithName(vs.u.Before(at), entering, p.Name())
		}
		if vs.UniformValues[p] {
			vs.UniformValues[entering] = true
		}
		vs.replace(p, entering)
		return
	}
	values, blocks = append(values, entering), append(blocks, r.item)
	b := vs.u.Before(p)
	n := llvm.BuildPhi(b, t, "")
	llvm.AddIncoming(n, &values[0], &blocks[0], uint32(len(values)))
	if vs.UniformValues[p] {
		vs.UniformValues[n] = true
	}
	vs.replace(p, n)
}

// demoteValues keeps values that other regions use in slots, or recomputes them there.
func (vs *values) demoteValues() {
	for _, r := range vs.regions {
		for _, b := range r.blocks {
			for i := llvm.GetFirstInstruction(b); i != 0; {
				next := llvm.GetNextInstruction(i)
				if llvm.GetTypeKind(llvm.TypeOf(i)) != llvm.VoidKind && ir.Opcode(i) != llvm.Alloca {
					vs.demoteValue(r, i)
				}
				i = next
			}
		}
	}
	// Recomputation may leave the original value without uses.
	for _, r := range vs.regions {
		for _, b := range slices.Backward(r.blocks) {
			for i := llvm.GetBasicBlockTerminator(b); i != 0; {
				prev := llvm.GetPreviousInstruction(i)
				if pure(i) && llvm.GetFirstUse(i) == 0 {
					vs.erase(i)
				}
				i = prev
			}
		}
	}
}

func (vs *values) demoteValue(r *region, v llvm.Value) {
	uses := vs.usesOutside(r, v)
	if len(uses) == 0 {
		return
	}
	root, recompute := llvm.Value(0), vs.cheap(v)
	var s *slot
	switch {
	case recompute:
	case vs.isUniform(v):
		s = vs.context.uniform(llvm.TypeOf(v), v.Name())
		vs.context.store(s, r, v, afterDefinition(v))
	default:
		if root, recompute = vs.derived(v), true; root == 0 {
			s, recompute = vs.keep(r, v), false
		}
	}
	for _, use := range uses {
		n, ok := use.r.loads[v]
		if !ok {
			if recompute {
				n = vs.rematerialise(use.r, v, root)
			} else {
				n = vs.context.load(s, use.r, v.Name())
				use.r.loads[v] = n
				vs.loaded[n] = v
			}
		}
		llvm.SetOperand(use.user, use.operand, n)
	}
}

// maxRematerialised is the largest number of instructions that are recomputed rather than kept.
const maxRematerialised = 12

// cheap reports whether a value is computed from arguments, IDs and values of the preamble by a few
// instructions without side effects.
func (vs *values) cheap(v llvm.Value) bool {
	return cheap(v, func(v llvm.Value) bool { return llvm.GetInstructionParent(v) == vs.preamble || vs.pos.isPlace(v) })
}

// cheap reports whether a value is computed from arguments, IDs and known instructions by a few instructions without side
// effects.
func cheap(v llvm.Value, known func(llvm.Value) bool) bool {
	seen := map[llvm.Value]bool{}
	var count func(v llvm.Value) bool
	count = func(v llvm.Value) bool {
		if llvm.IsAInstruction(v) == 0 || seen[v] || known(v) {
			return true
		}
		seen[v] = true
		if len(seen) > maxRematerialised || !pure(v) {
			return false
		}
		if ir.IsCall(v) {
			return true
		}
		for _, op := range ir.Operands(v) {
			if !count(op) {
				return false
			}
		}
		return true
	}
	return count(v)
}

// maxDerived is the largest number of instructions that are recomputed from a kept value, not counting
// those that are computed from arguments and IDs alone.
const maxDerived = 5

// derived returns the value to keep instead of one that a few instructions compute from it, with
// arguments and IDs; 0 if there is none. It is available wherever the other one is, and unchanged, since its
// definition dominates the other's. It is one that is kept anyway, or that others are computed from, too.
//
//	%digit = load i32, ptr %p      ; kept
//	%bit = and i32 %digit, 1       ; computed from %digit in other regions
func (vs *values) derived(v llvm.Value) (root llvm.Value) {
	if vs.kept[v] != nil {
		return 0
	}
	size := llvm.ABISizeOfType(vs.u.Layout, llvm.TypeOf(v))
	for at, n := vs.source(v), 1; at != 0 && n <= maxDerived; at, n = vs.source(at), n+1 {
		if from := vs.loaded[at]; vs.kept[from] != nil {
			return from
		}
		if vs.kept[at] != nil {
			return at
		}
		t := llvm.TypeOf(at)
		k := llvm.GetTypeKind(t)
		scalar := k == llvm.PointerKind || k == llvm.IntegerKind && llvm.GetIntTypeWidth(t) >= 8
		if several := len(ir.Users(at)) > 1; several && scalar && llvm.ABISizeOfType(vs.u.Layout, t) <= size && !vs.isUniform(at) {
			root = at
		}
	}
	if root != 0 {
		vs.keep(vs.regionAt(root), root)
	}
	return root
}

// source returns the operand of an instruction from which it can be computed with what is cheap; 0 if
// there is none or several.
func (vs *values) source(v llvm.Value) (from llvm.Value) {
	if llvm.IsAInstruction(v) == 0 || vs.pos.isPlace(v) || ir.IsCall(v) || !pure(v) {
		return 0
	}
	for _, op := range ir.Operands(v) {
		switch {
		case llvm.IsAInstruction(op) == 0 || op == from || vs.cheap(op):
		case from != 0 || vs.regionAt(op) == nil || ir.Opcode(op) == llvm.Alloca:
			return 0
		default:
			from = op
		}
	}
	return from
}

// pure reports whether an instruction computes a value from its operands or from the local ID
// alone, and may be duplicated and removed.
func pure(i llvm.Value) bool {
	switch ir.Opcode(i) {
	case llvm.Add, llvm.Sub, llvm.Mul, llvm.Shl, llvm.LShr, llvm.AShr, llvm.And, llvm.Or, llvm.Xor,
		llvm.Trunc, llvm.ZExt, llvm.SExt, llvm.GetElementPtr, llvm.ICmp, llvm.Select, llvm.AddrSpaceCast, llvm.PtrToInt, llvm.IntToPtr, llvm.BitCast:
		return true
	}
	return localID(i) >= 0
}

// rematerialise recomputes a value at the start of a region, from a kept value if there is one.
func (vs *values) rematerialise(r *region, v, root llvm.Value) llvm.Value {
	if llvm.IsAInstruction(v) == 0 || llvm.GetInstructionParent(v) == vs.preamble {
		return v
	}
	if from := vs.loaded[v]; from != 0 {
		v = from
	}
	if n, ok := r.loads[v]; ok {
		return n
	}
	if vs.pos.isPlace(v) {
		return vs.pos.loadIn(r, llvm.GetOperand(v, 0), llvm.TypeOf(v))
	}
	if v == root {
		n := vs.context.load(vs.kept[v], r, v.Name())
		r.loads[v], vs.loaded[n] = n, v
		return n
	}
	ops := ir.Operands(v)
	if !ir.IsCall(v) {
		for i, op := range ops {
			ops[i] = vs.rematerialise(r, op, root)
		}
	}
	n := llvm.InstructionClone(v)
	llvm.InstructionSetDebugLoc(n, 0)
	for i, op := range ops {
		llvm.SetOperand(n, uint32(i), op)
	}
	llvm.InsertIntoBuilderWithName(vs.inItem(r), n, v.Name())
	r.loads[v] = n
	if vs.UniformValues[v] {
		vs.UniformValues[n] = true
	}
	return n
}
