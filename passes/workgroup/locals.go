// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// linearName is a function that represents the flat local ID while a kernel is formed.
const linearName = "__gohip.local_linear_id"

// openPreamble makes the new entry block, in which uniform values of the launch and the block are
// computed.
func (m *formation) openPreamble() {
	u, b := m.u, m.u.B
	m.body = llvm.GetEntryBasicBlock(m.F)
	m.preamble = llvm.InsertBasicBlockInContext(u.Ctx, m.body, "preamble")
	llvm.PositionBuilderAtEnd(b, m.preamble)
	llvm.SetCurrentDebugLocation2(b, 0)
	m.begin = llvm.BuildBr(b, m.body)
	for d := range 3 {
		m.counter[d] = m.stack(u.Types.I64, string("xyz"[d]))
	}
	m.linear, m.next = m.stack(u.Types.I64, "linear"), m.stack(u.Types.I32, "next")
	llvm.PositionBuilderBefore(b, m.begin)
	for d := range 3 {
		m.w.count(u, launchGrid[d])
		m.w.count(u, launchBlock[d])
		m.w.count(u, blockIndex[d])
	}
	m.w.pointer(u, blockShared)
	m.w.pointer(u, blockContext)
	m.size = size(u, m.w)
	m.padded = llvm.BuildAnd(b, llvm.BuildAdd(b, m.size, u.I64(ir.WarpSize-1), ""), u.I64(^uint64(ir.WarpSize-1)), "")
	m.w.local = func(d int) llvm.Value {
		f := u.RuntimeFunction("_Z12get_local_idj", u.Types.I64, u.Types.I32)
		return llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, []llvm.Value{u.I32(uint64(d))}, "")
	}
	m.w.linear = func() llvm.Value { return placeholder(u, linearName, u.Types.I64) }
}

// expandBuiltins lowers the work-item functions, except for those of the local ID.
func (m *formation) expandBuiltins() {
	for _, c := range ir.Instructions(m.F) {
		name := builtinOf(c)
		if name != "" && localID(c) < 0 {
			delete(m.UniformValues, c)
			lowerBuiltin(m.u, c, name, m.w)
			continue
		}
		if !ir.IsCall(c) || ir.Callee(c) == 0 {
			continue
		}
		switch ir.Callee(c).Name() {
		case launchName:
			m.replace(c, m.w.launch)
		case blockName:
			m.replace(c, m.w.block)
		case packedName:
			b := m.u.Before(c)
			v := m.w.local(0)
			for i, part := range []func() llvm.Value{func() llvm.Value { return m.w.local(1) }, func() llvm.Value { return m.w.local(2) }, m.w.linear} {
				v = llvm.BuildOr(b, v, llvm.BuildShl(b, part(), m.u.I64(uint64(16*(i+1))), ""), "")
			}
			m.replace(c, v)
		}
	}
}

// localID returns the dimension of the local ID that an instruction returns, 3 for the flat one and
// -1 for other instructions.
func localID(i llvm.Value) int {
	if llvm.IsAInstruction(i) == 0 || !ir.IsCall(i) || ir.Callee(i) == 0 {
		return -1
	}
	if ir.Callee(i).Name() == linearName {
		return 3
	}
	if builtinOf(i) != "get_local_id" || llvm.IsAConstantInt(llvm.GetOperand(i, 0)) == 0 || llvm.ConstIntGetZExtValue(llvm.GetOperand(i, 0)) > 2 {
		return -1
	}
	return int(llvm.ConstIntGetZExtValue(llvm.GetOperand(i, 0)))
}

// lowerLocalIDs replaces uses of the local ID by what each region loads at its start.
func (m *formation) lowerLocalIDs() {
	for _, r := range m.regions {
		for _, blk := range append([]llvm.Block{r.item}, r.blocks...) {
			for i := llvm.GetFirstInstruction(blk); i != 0; {
				next := llvm.GetNextInstruction(i)
				if d := localID(i); d >= 0 {
					m.replace(i, m.localIn(r, d))
				}
				i = next
			}
		}
	}
}

// localIn returns one dimension of the local ID in a region.
func (m *formation) localIn(r *region, d int) llvm.Value {
	if d == 3 {
		return m.linearIn(r)
	}
	if v, ok := r.loads[m.counter[d]]; ok {
		return v
	}
	b := m.u.B
	var v llvm.Value
	if m.uniformSync {
		llvm.PositionBuilderBefore(b, llvm.GetFirstInstruction(r.item))
		llvm.SetCurrentDebugLocation2(b, 0)
		v = llvm.BuildLoad2(b, m.u.Types.I64, m.counter[d], string("xyz"[d]))
	} else {
		if m.locals[d] == nil {
			m.locals[d] = m.blockArray(m.u.IntType(16), "local."+string("xyz"[d]))
		}
		linear := m.linearIn(r)
		llvm.PositionBuilderBefore(b, llvm.GetNextInstruction(linear))
		v = llvm.BuildLoad2(b, m.locals[d].t, m.element(m.locals[d], place{index: linear}), "")
		v = llvm.BuildZExt(b, v, m.u.Types.I64, string("xyz"[d]))
	}
	r.loads[m.counter[d]] = v
	return v
}

// closePreamble ends the preamble with a branch; the one to the kernel's own entry is gone by now.
func (m *formation) closePreamble() {
	if f := llvm.GetNamedFunction(m.u.Mod, linearName); f != 0 && llvm.GetFirstUse(f) == 0 {
		llvm.DeleteFunction(f)
	}
}
