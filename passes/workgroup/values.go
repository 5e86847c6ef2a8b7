// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"fmt"
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// layout is the layout of arrays with an element for each work-item.
type layout struct {
	size  uint64 // bytes per work-item
	align uint64
}

// add returns the offset of an array whose elements have a size and an alignment, in bytes per work-item.
func (l *layout) add(size, align uint64) uint64 {
	at := alignUp(l.size, align)
	l.size, l.align = at+size, max(l.align, align)
	return at
}

// total returns the bytes per work-item of arrays that others follow.
func (l *layout) total() uint64 { return alignUp(l.size, max(l.align, 1)) }

// A slot keeps a value across regions.
type slot struct {
	t     llvm.Type
	array llvm.Value // the address of its context array, if it has one for the block
	// Otherwise, the offset of its context array among those of a warp.
	offset uint64
	// A uniform value is in a stack slot, which a region loads before its loop and stores after it:
	// a work-item must not see what another one has computed earlier in the same loop.
	current, next llvm.Value
	writers       map[*region]bool
	gathers       bool // true before the loop; each work-item may make it false
}

// array allocates a context array. In the divergent schedule, each warp has its arrays together, at constant
// distances:
//
//	%v = getelementptr inbounds i8, ptr %arrays, i64 1024 ; of the warp that runs
//	%e = getelementptr inbounds i32, ptr %v, i64 %lane
//
// Otherwise a loop over work-items needs one array for the whole block.
func (m *formation) array(t llvm.Type, name string) *slot {
	if !m.byWarp {
		return m.blockArray(t, name)
	}
	return &slot{t: t, offset: ir.WarpSize * m.ofWarp.add(llvm.ABISizeOfType(m.u.Layout, t), uint64(llvm.ABIAlignmentOfType(m.u.Layout, t)))}
}

// blockArray allocates a context array for the whole block, with room for whole warps.
func (m *formation) blockArray(t llvm.Type, name string) *slot {
	at := m.context.add(llvm.ABISizeOfType(m.u.Layout, t), uint64(llvm.ABIAlignmentOfType(m.u.Layout, t)))
	llvm.PositionBuilderBefore(m.u.B, m.begin)
	llvm.SetCurrentDebugLocation2(m.u.B, 0)
	offset := llvm.BuildMul(m.u.B, m.padded, m.u.I64(at), "")
	context := m.w.pointer(m.u, blockContext)
	return &slot{t: t, array: llvm.BuildInBoundsGEP2(m.u.B, m.u.Types.I8, context, []llvm.Value{offset}, name)}
}

// uniform makes the slot of a uniform value.
func (m *formation) uniform(t llvm.Type, name string) *slot {
	s := &slot{t: t, current: m.stack(t, name), next: m.stack(t, name+".next"), writers: map[*region]bool{}}
	m.slots = append(m.slots, s)
	return s
}

// stack makes a stack slot of the function.
func (m *formation) stack(t llvm.Type, name string) llvm.Value {
	llvm.PositionBuilderBefore(m.u.B, llvm.GetFirstInstruction(m.preamble))
	llvm.SetCurrentDebugLocation2(m.u.B, 0)
	return llvm.BuildAlloca(m.u.B, t, name)
}

// A place says which element of context arrays is meant.
type place struct {
	arrays llvm.Value // the context arrays of a warp; 0 for those of the block
	index  llvm.Value // the lane in this warp, or the flat local ID
}

// element builds the address of an element at the builder's position.
func (m *formation) element(s *slot, at place) llvm.Value {
	array := s.array
	if at.arrays != 0 {
		array = llvm.BuildInBoundsGEP2(m.u.B, m.u.Types.I8, at.arrays, []llvm.Value{m.u.I64(s.offset)}, "")
	}
	return llvm.BuildInBoundsGEP2(m.u.B, s.t, array, []llvm.Value{at.index}, "")
}

// placeIn returns the place of the current work-item in a region.
func (m *formation) placeIn(r *region) place {
	if !m.byWarp {
		return place{index: m.linearIn(r)}
	}
	return place{m.loadIn(r, m.arrays, m.u.Ptr(0)), m.loadIn(r, m.lane, m.u.Types.I64)}
}

// lanesFrom returns the place of the first lane of a warp, by its flat local ID.
func (m *formation) lanesFrom(first llvm.Value) place {
	if !m.byWarp {
		return place{index: first}
	}
	return place{llvm.BuildLoad2(m.u.B, m.u.Ptr(0), m.arrays, ""), m.u.I64(0)}
}

// load returns the value of a slot in a region.
func (m *formation) load(s *slot, r *region, name string) llvm.Value {
	if s.current != 0 {
		return llvm.BuildLoad2(m.inItem(r), s.t, s.current, name)
	}
	at := m.placeIn(r)
	b := m.inItem(r)
	return llvm.BuildLoad2(b, s.t, m.element(s, at), name)
}

// store keeps a value in a slot, before an instruction of a region.
func (m *formation) store(s *slot, r *region, v, before llvm.Value) {
	if s.current == 0 {
		at := m.placeIn(r)
		b := m.u.Before(before)
		llvm.BuildStore(b, v, m.element(s, at))
		return
	}
	s.writers[r] = true
	llvm.BuildStore(m.u.Before(before), v, s.next)
}

// linearIn returns the flat local ID of the work-item in a region, as loaded at its start.
func (m *formation) linearIn(r *region) llvm.Value { return m.loadIn(r, m.linear, m.u.Types.I64) }

// loadIn returns what tells a work-item's place, as loaded at the start of a region from its stack slot.
func (m *formation) loadIn(r *region, from llvm.Value, t llvm.Type) llvm.Value {
	if v, ok := r.loads[from]; ok {
		return v
	}
	llvm.PositionBuilderBefore(m.u.B, llvm.GetFirstInstruction(r.item))
	llvm.SetCurrentDebugLocation2(m.u.B, 0)
	v := llvm.BuildLoad2(m.u.B, t, from, "item")
	r.loads[from] = v
	m.inItem(r)
	return v
}

// isPlace reports whether a value tells a work-item's place, as loaded at the start of a region.
func (m *formation) isPlace(v llvm.Value) bool {
	if ir.Opcode(v) != llvm.Load {
		return false
	}
	from := llvm.GetOperand(v, 0)
	return from == m.linear || from == m.lane || from == m.arrays
}

// demoteEntryPHIs replaces the PHIs of region heads by slots, for incoming edges from other
// regions.
func (m *formation) demoteEntryPHIs() {
	for _, r := range m.regions {
		for _, p := range ir.PHIs(r.head) {
			m.demotePHI(r, p)
		}
	}
}

func (m *formation) demotePHI(r *region, p llvm.Value) {
	t := llvm.TypeOf(p)
	var values []llvm.Value
	var blocks []llvm.Block
	var s *slot
	for i := range llvm.CountIncoming(p) {
		from, v := llvm.GetIncomingBlock(p, i), llvm.GetIncomingValue(p, i)
		if m.of[from] == nil {
			continue // unreachable
		}
		if !m.leaves(from, r.head) {
			values, blocks = append(values, v), append(blocks, from)
			continue
		}
		if s == nil {
			if m.isUniform(p) {
				s = m.uniform(t, p.Name())
			} else {
				s = m.array(t, p.Name())
			}
		}
		if !llvm.IsUndef(v) {
			m.store(s, m.of[from], v, llvm.GetBasicBlockTerminator(from))
		}
	}
	entering := llvm.GetPoison(t)
	if s != nil {
		entering = m.load(s, r, "")
	}
	if len(values) == 0 {
		if s != nil {
			// It may be a value of the region with other uses.
			at := p
			for llvm.IsAPHINode(at) != 0 {
				at = llvm.GetNextInstruction(at)
			}
			llvm.InstructionRemoveFromParent(entering)
			llvm.InsertIntoBuilderWithName(m.u.Before(at), entering, p.Name())
		}
		if m.UniformValues[p] {
			m.UniformValues[entering] = true
		}
		m.replace(p, entering)
		return
	}
	values, blocks = append(values, entering), append(blocks, r.item)
	b := m.u.Before(p)
	n := llvm.BuildPhi(b, t, "")
	llvm.AddIncoming(n, &values[0], &blocks[0], uint32(len(values)))
	if m.UniformValues[p] {
		m.UniformValues[n] = true
	}
	m.replace(p, n)
}

// findDivergent finds the blocks that not all work-items execute.
func (m *formation) findDivergent() {
	m.divergent = map[llvm.Block]bool{}
	if !m.uniformSync {
		return
	}
	for i, d := range m.DivergentBlocks(m.DivergentBranches(m.UniformValues)) {
		m.divergent[m.Blocks[i]] = d
	}
}

// isUniform reports whether all work-items of the block compute a value together, with the same
// result.
func (m *formation) isUniform(v llvm.Value) bool {
	if !m.uniformSync || !m.UniformValues[v] {
		return false
	}
	return !m.divergent[llvm.GetInstructionParent(v)]
}

// demoteValues keeps values that other regions use in slots, or recomputes them there.
func (m *formation) demoteValues() {
	for _, r := range m.regions {
		for _, b := range r.blocks {
			for i := llvm.GetFirstInstruction(b); i != 0; {
				next := llvm.GetNextInstruction(i)
				if llvm.GetTypeKind(llvm.TypeOf(i)) != llvm.VoidKind && ir.Opcode(i) != llvm.Alloca {
					m.demoteValue(r, i)
				}
				i = next
			}
		}
	}
	// Recomputation may leave the original value without uses.
	for _, r := range m.regions {
		for _, b := range slices.Backward(r.blocks) {
			for i := llvm.GetBasicBlockTerminator(b); i != 0; {
				prev := llvm.GetPreviousInstruction(i)
				if m.pure(i) && llvm.GetFirstUse(i) == 0 {
					m.erase(i)
				}
				i = prev
			}
		}
	}
}

// An outsideUse is a use of a value in another region: an operand.
type outsideUse struct {
	user    llvm.Value
	operand uint32
	r       *region
}

// usesOutside returns the uses of a value outside of a region. A PHI uses a value at the end of
// the incoming block.
func (m *formation) usesOutside(r *region, v llvm.Value) []outsideUse {
	var out []outsideUse
	for _, w := range ir.Users(v) {
		if llvm.IsAInstruction(w) == 0 {
			continue
		}
		for k := range uint32(llvm.GetNumOperands(w)) {
			if llvm.GetOperand(w, k) != v {
				continue
			}
			of := m.regionAt(w)
			if llvm.IsAPHINode(w) != 0 {
				if of = m.of[llvm.GetIncomingBlock(w, k)]; of == nil {
					of = m.itemOf(llvm.GetIncomingBlock(w, k))
				}
			}
			if of != nil && of != r {
				out = append(out, outsideUse{w, k, of})
			}
		}
	}
	return out
}

// regionAt returns the region that an instruction is in.
func (m *formation) regionAt(i llvm.Value) *region {
	at := llvm.GetInstructionParent(i)
	if r := m.of[at]; r != nil {
		return r
	}
	return m.itemOf(at)
}

// itemOf returns the region whose item block a block is.
func (m *formation) itemOf(b llvm.Block) *region {
	for _, r := range m.regions {
		if r.item == b {
			return r
		}
	}
	return nil
}

func (m *formation) demoteValue(r *region, v llvm.Value) {
	uses := m.usesOutside(r, v)
	if len(uses) == 0 {
		return
	}
	root, recompute := llvm.Value(0), m.cheap(v)
	var s *slot
	switch {
	case recompute:
	case m.isUniform(v):
		s = m.uniform(llvm.TypeOf(v), v.Name())
		m.store(s, r, v, afterDefinition(v))
	default:
		if root, recompute = m.derived(v), true; root == 0 {
			s, recompute = m.keep(r, v), false
		}
	}
	for _, use := range uses {
		n, ok := use.r.loads[v]
		if !ok {
			if recompute {
				n = m.rematerialise(use.r, v, root)
			} else {
				n = m.load(s, use.r, v.Name())
				use.r.loads[v] = n
				m.loaded[n] = v
			}
		}
		llvm.SetOperand(use.user, use.operand, n)
	}
}

// maxRematerialised is the largest number of instructions that are recomputed rather than kept.
const maxRematerialised = 12

// cheap reports whether a value is computed from arguments, IDs and values of the preamble by a few
// instructions without side effects.
func (m *formation) cheap(v llvm.Value) bool {
	seen := map[llvm.Value]bool{}
	var count func(v llvm.Value) bool
	count = func(v llvm.Value) bool {
		if llvm.IsAInstruction(v) == 0 || seen[v] || llvm.GetInstructionParent(v) == m.preamble || m.isPlace(v) {
			return true
		}
		seen[v] = true
		if len(seen) > maxRematerialised || !m.pure(v) {
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
func (m *formation) derived(v llvm.Value) (root llvm.Value) {
	if m.kept[v] != nil {
		return 0
	}
	size := llvm.ABISizeOfType(m.u.Layout, llvm.TypeOf(v))
	for at, n := m.source(v), 1; at != 0 && n <= maxDerived; at, n = m.source(at), n+1 {
		if from := m.loaded[at]; m.kept[from] != nil {
			return from
		}
		if m.kept[at] != nil {
			return at
		}
		t := llvm.TypeOf(at)
		k := llvm.GetTypeKind(t)
		scalar := k == llvm.PointerKind || k == llvm.IntegerKind && llvm.GetIntTypeWidth(t) >= 8
		if several := len(ir.Users(at)) > 1; several && scalar && llvm.ABISizeOfType(m.u.Layout, t) <= size && !m.isUniform(at) {
			root = at
		}
	}
	if root != 0 {
		m.keep(m.regionAt(root), root)
	}
	return root
}

// source returns the operand of an instruction from which it can be computed with what is cheap; 0 if
// there is none or several.
func (m *formation) source(v llvm.Value) (from llvm.Value) {
	if llvm.IsAInstruction(v) == 0 || m.isPlace(v) || ir.IsCall(v) || !m.pure(v) {
		return 0
	}
	for _, op := range ir.Operands(v) {
		switch {
		case llvm.IsAInstruction(op) == 0 || op == from || m.cheap(op):
		case from != 0 || m.regionAt(op) == nil || ir.Opcode(op) == llvm.Alloca:
			return 0
		default:
			from = op
		}
	}
	return from
}

// pure reports whether an instruction computes a value from its operands or from the local ID
// alone, and may be duplicated and removed.
func (m *formation) pure(i llvm.Value) bool {
	switch ir.Opcode(i) {
	case llvm.Add, llvm.Sub, llvm.Mul, llvm.Shl, llvm.LShr, llvm.AShr, llvm.And, llvm.Or, llvm.Xor,
		llvm.Trunc, llvm.ZExt, llvm.SExt, llvm.GetElementPtr, llvm.ICmp, llvm.Select, llvm.AddrSpaceCast, llvm.PtrToInt, llvm.IntToPtr, llvm.BitCast:
		return true
	}
	return localID(i) >= 0
}

// rematerialise recomputes a value at the start of a region, from a kept value if there is one.
func (m *formation) rematerialise(r *region, v, root llvm.Value) llvm.Value {
	if llvm.IsAInstruction(v) == 0 || llvm.GetInstructionParent(v) == m.preamble {
		return v
	}
	if from := m.loaded[v]; from != 0 {
		v = from
	}
	if n, ok := r.loads[v]; ok {
		return n
	}
	if m.isPlace(v) {
		return m.loadIn(r, llvm.GetOperand(v, 0), llvm.TypeOf(v))
	}
	if v == root {
		n := m.load(m.kept[v], r, v.Name())
		r.loads[v], m.loaded[n] = n, v
		return n
	}
	ops := ir.Operands(v)
	if !ir.IsCall(v) {
		for i, op := range ops {
			ops[i] = m.rematerialise(r, op, root)
		}
	}
	n := llvm.InstructionClone(v)
	llvm.InstructionSetDebugLoc(n, 0)
	for i, op := range ops {
		llvm.SetOperand(n, uint32(i), op)
	}
	llvm.InsertIntoBuilderWithName(m.inItem(r), n, v.Name())
	r.loads[v] = n
	if m.UniformValues[v] {
		m.UniformValues[n] = true
	}
	return n
}

// checkAllocas reports dynamically sized allocas.
func (m *formation) checkAllocas() error {
	for _, i := range ir.Instructions(m.F) {
		if ir.Opcode(i) != llvm.Alloca || llvm.GetInstructionParent(i) == m.preamble {
			continue
		}
		if llvm.IsAConstantInt(llvm.GetOperand(i, 0)) == 0 && len(m.syncs) > 0 {
			return fmt.Errorf("it has a stack variable whose size is known only at run time, and synchronises")
		}
	}
	return nil
}

// demoteAllocas gives each work-item its own stack variables. Those whose content may live across
// regions are in context arrays; the others exist once, and one work-item after the other uses
// them.
func (m *formation) demoteAllocas() {
	// Collect first: removing an alloca's lifetime markers may erase the next instruction.
	var allocas []llvm.Value
	for _, r := range m.regions {
		for _, b := range r.blocks {
			for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
				if ir.Opcode(i) == llvm.Alloca && llvm.IsAConstantInt(llvm.GetOperand(i, 0)) != 0 {
					allocas = append(allocas, i)
				}
			}
		}
	}
	loops := m.regionLoops()
	for _, a := range allocas {
		m.demoteAlloca(a, loops)
	}
}

// regionLoops returns the regions that may run more than once.
func (m *formation) regionLoops() map[*region]bool {
	succ := map[*region][]*region{}
	for i, b := range m.Blocks {
		for _, s := range m.Succ[i] {
			from, to := m.of[b], m.of[m.Blocks[s]]
			if from != nil && to != nil && m.leaves(b, m.Blocks[s]) {
				succ[from] = append(succ[from], to)
			}
		}
	}
	out := map[*region]bool{}
	for _, comp := range ir.Components(m.regions, func(r *region) []*region { return succ[r] }) {
		for _, r := range comp {
			out[r] = len(comp) > 1 || slices.Contains(succ[r], r)
		}
	}
	return out
}

func (m *formation) demoteAlloca(a llvm.Value, loops map[*region]bool) {
	within := map[*region]bool{}
	reached, escapes := reachedFrom(a)
	for _, w := range reached {
		within[m.regionAt(w)] = true
	}
	// A debugger shows the variable in all regions, of the work-item that runs.
	local := len(m.regions) == 1 && !loops[m.regions[0]] || len(within) <= 1 && !escapes && m.declared[a] == nil
	for r := range within {
		local = local && !loops[r]
	}
	name := a.Name()
	if local {
		llvm.InstructionRemoveFromParent(a)
		llvm.PositionBuilderBefore(m.u.B, llvm.GetFirstInstruction(m.preamble))
		llvm.SetCurrentDebugLocation2(m.u.B, 0)
		llvm.InsertIntoBuilderWithName(m.u.B, a, name)
		return
	}
	t := llvm.GetAllocatedType(a)
	if n := llvm.ConstIntGetZExtValue(llvm.GetOperand(a, 0)); n != 1 {
		t = llvm.ArrayType2(t, n)
	}
	// Elements have the variable's alignment.
	bytes := alignUp(llvm.ABISizeOfType(m.u.Layout, t)+m.redzone(), uint64(llvm.GetAlignment(a)))
	s := m.variable(bytes, uint64(llvm.GetAlignment(a)), name)
	m.poisonArray(s, bytes, llvm.ABISizeOfType(m.u.Layout, t))
	m.showElement(a, s, name)
	for _, w := range ir.Users(a) {
		if isLifetime(w) {
			m.erase(w)
		}
	}
	for _, w := range ir.Users(a) {
		for k := range uint32(llvm.GetNumOperands(w)) {
			if llvm.GetOperand(w, k) != a {
				continue
			}
			r := m.regionAt(w)
			if llvm.IsAPHINode(w) != 0 {
				r = m.of[llvm.GetIncomingBlock(w, k)]
			}
			n, ok := r.loads[a]
			if !ok {
				at := m.placeIn(r)
				// Before values that were recomputed from it.
				first := llvm.GetFirstInstruction(r.item)
				for m.isPlace(first) {
					first = llvm.GetNextInstruction(first)
				}
				llvm.PositionBuilderBefore(m.u.B, first)
				n = m.element(s, at)
				llvm.SetValueName2(n, name)
				r.loads[a] = n
			}
			llvm.SetOperand(w, k, n)
		}
	}
	m.erase(a)
}

// variable allocates the context array of a stack variable.
func (m *formation) variable(bytes, align uint64, name string) *slot {
	l := &m.context
	if m.byWarp {
		l = &m.ofWarp
	}
	l.add(0, align)
	return m.array(llvm.ArrayType2(m.u.Types.I8, bytes), name)
}

// reachedFrom returns the instructions that use an address, or one derived from it, and whether the
// address escapes.
func reachedFrom(v llvm.Value) (out []llvm.Value, escapes bool) {
	seen := map[llvm.Value]bool{}
	var walk func(llvm.Value)
	walk = func(v llvm.Value) {
		for _, w := range ir.Users(v) {
			if seen[w] || llvm.IsAInstruction(w) == 0 {
				continue
			}
			seen[w] = true
			out = append(out, w)
			switch ir.Opcode(w) {
			case llvm.GetElementPtr, llvm.AddrSpaceCast, llvm.BitCast, llvm.PHI, llvm.Select:
				walk(w)
			case llvm.Load, llvm.AtomicRMW, llvm.AtomicCmpXchg, llvm.ICmp:
			case llvm.Store:
				escapes = escapes || llvm.GetOperand(w, 0) == v
			case llvm.Call:
				f := ir.Callee(w)
				escapes = escapes || f == 0 || llvm.GetIntrinsicID(f) == 0
			default:
				escapes = true
			}
		}
	}
	walk(v)
	return out, escapes
}

// isLifetime reports whether an instruction is a lifetime marker of a stack variable.
func isLifetime(i llvm.Value) bool {
	if !ir.IsCall(i) {
		return false
	}
	f := ir.Callee(i)
	return f != 0 && (hasPrefix(f.Name(), "llvm.lifetime.") || hasPrefix(f.Name(), "llvm.invariant."))
}

func hasPrefix(s, p string) bool { return len(s) >= len(p) && s[:len(p)] == p }

// erase removes an instruction and what is recorded about it: a new instruction may get the same
// handle.
func (m *formation) erase(i llvm.Value) {
	delete(m.UniformValues, i)
	delete(m.kept, i)
	for _, r := range m.regions {
		delete(r.loads, i)
	}
	ir.Erase(i)
}

// replace replaces an instruction by a value.
func (m *formation) replace(i, v llvm.Value) {
	llvm.ReplaceAllUsesWith(i, v)
	if s := m.kept[i]; s != nil && llvm.IsAInstruction(v) != 0 && m.kept[v] == nil {
		m.kept[v] = s
	}
	m.erase(i)
}
