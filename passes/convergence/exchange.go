// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// syncExchange synchronises the lanes of a warp where they exchange values through shared memory
// without a barrier and without volatile. That is a race unless lanes run in lockstep; programs for
// GPUs do it all the same.
//
//	store i32 %v, ptr addrspace(3) %p              ; s[4 * lane]
//	%w = load i32, ptr addrspace(3) %q             ; s[lane]
//
// becomes
//
//	store i32 %v, ptr addrspace(3) %p
//	call void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
//	%w = load i32, ptr addrspace(3) %q
//
// A kernel relies on lockstep if a lane certainly reads what another lane of its warp has stored,
// with no barrier in between: both addresses are evaluated for each lane (affine.go). Kernels that
// have the barriers they need contain no such pair, and stay as they are; a lane that reads what it
// wrote itself does not count. A kernel also relies on lockstep if each lane reads an element of
// its own and stores it to an element of the same variable whose index is data-dependent (a
// permutation), unless one lane alone accesses both (pairs.go): all lanes must have read first. The
// same holds where a lane certainly stores to an element that another lane has read or stored to
// (races.go). In a kernel that relies on lockstep, lanes synchronise between all accesses to shared
// memory that different lanes may make to the same address, if one of them is a store.
func syncExchange(u *ir.Unit, f llvm.Value, sections CriticalSections) {
	splitCopies(u, f)
	if x := serialiseArms(u, f, sections); x != nil {
		x.synchronise()
	}
}

// synchronise inserts the barriers that lanes need if they rely on lockstep.
func (x *exchange) synchronise() {
	if !x.found() && (x.certain || !x.foundSampled() && !x.foundChosen()) {
		return
	}
	for x.insertBarrier() {
	}
}

// splitCopies splits copies within a variable in shared memory into loads and stores, since lanes
// may have to synchronise between the reads and the writes.
func splitCopies(u *ir.Unit, f llvm.Value) {
	const most = 128 // bytes; the structures that programs sort are smaller
	for _, i := range ir.Instructions(f) {
		if !ir.CopiesMemory(i) || llvm.IsAConstantInt(llvm.GetOperand(i, 2)) == 0 {
			continue
		}
		to, from, size := llvm.GetOperand(i, 0), llvm.GetOperand(i, 1), llvm.ConstIntGetZExtValue(llvm.GetOperand(i, 2))
		base := sharedBase(to)
		if size == 0 || size > most || base == 0 || base != sharedBase(from) || !inShared(to) || !inShared(from) {
			continue
		}
		unit := min(u.CallAlign(i, 0), u.CallAlign(i, 1), size&-size, 8)
		t, b := u.IntType(uint32(unit*8)), u.Before(i)
		part := func(p llvm.Value, at uint64) llvm.Value {
			return llvm.BuildInBoundsGEP2(b, u.Types.I8, p, []llvm.Value{u.I64(at)}, "")
		}
		var parts []llvm.Value
		for at := uint64(0); at < size; at += unit {
			v := llvm.BuildLoad2(b, t, part(from, at), "")
			llvm.SetAlignment(v, uint32(unit))
			parts = append(parts, v)
		}
		for k, v := range parts {
			llvm.SetAlignment(llvm.BuildStore(b, v, part(to, uint64(k)*unit)), uint32(unit))
		}
		ir.Erase(i)
	}
}

// exchange finds where the lanes of a kernel exchange values.
type exchange struct {
	*evaluation
	certain  bool             // lanes rely on lockstep only by addresses that are functions of the lane
	sections CriticalSections // before which lanes do not wait for each other
	warps    []*warp          // those that are analysed
	pending  *pendingAccesses
	conflict []conflicts // by access
}

func newExchange(a *kernelAccesses, sections CriticalSections) *exchange {
	x := &exchange{evaluation: &evaluation{accessOrder: orderOf(a)}, sections: sections, pending: pendingOf(a)}
	x.length = x.rowLength()
	for k, row := range x.rows() {
		if row != noRow {
			x.warps = append(x.warps, &warp{evaluation: x.evaluation, number: int64(k % 2), row: row, form: make([]*affine, len(x.access))})
		}
	}
	x.evaluate()
	return x
}

// evaluate evaluates the accesses for each warp.
func (x *exchange) evaluate() {
	x.oneLane = make([]bool, len(x.Blocks))
	x.counters, x.position = map[llvm.Value][]int64{}, nil
	for _, w := range x.warps {
		w.evaluate()
	}
}

// found reports whether any lanes exchange values.
func (x *exchange) found() bool {
	x.conflict = make([]conflicts, len(x.access))
	out := false
	x.pending.before(nil, func(b int, pending accessSet) {
		at := &x.access[b]
		if out || at.base == 0 && !ofSeveral(at.root) {
			return
		}
		for a := range pending.all() {
			before := &x.access[a]
			if before.root == at.root && at.base != 0 && !x.certain && x.scattered(a, b) {
				out = true
				return
			}
			if before.root == at.root && !at.atomic && x.relies(a, b) {
				out = true
				return
			}
		}
	})
	return out
}

// relies reports whether a kernel whose lanes make the access b after a, with no barrier in between,
// relies on lockstep.
func (x *exchange) relies(a, b int) bool {
	p, q := &x.access[a], &x.access[b]
	if x.global && x.isUniformPointer(p.ptr) && x.isUniformPointer(q.ptr) && !updates(p, q) {
		return false
	}
	exchanged := p.write && !p.atomic && q.read && slices.ContainsFunc(x.warps, func(w *warp) bool { return w.exchanged(a, b) })
	if x.samples != nil && x.firstSample == firstSmallSample {
		return exchanged && !x.global && q.base != 0 && !llvm.IsDeclaration(q.base)
	}
	return exchanged || p.read && q.write && x.permuted(a, b) || q.write && x.inIteration(a, b) && x.raced(a, b)
}

// permuted reports whether lanes store at b what they have read at a, each from an address of its
// own, to a data-dependent address, which only devices whose lanes run in lockstep do in global memory.
func (x *exchange) permuted(a, b int) bool {
	r, w := &x.access[a], &x.access[b]
	if ir.Opcode(w.inst) != llvm.Store || llvm.GetOperand(w.inst, 0) != r.inst || !x.precedes(r.inst, w.inst) {
		return false
	}
	if x.global && x.certain || x.ofPair(a, b) {
		return false
	}
	own := map[int64]bool{}
	from := x.warps[0].form[a]
	for l, reads := range x.warps[0].mask[x.block(a)] {
		if reads && from != nil {
			if own[from.lane[l]] {
				return false
			}
			own[from.lane[l]] = true
		}
	}
	return len(own) > 1 && x.warps[0].form[b] == nil && x.warps[1].form[b] == nil
}

// mayConflict reports whether different lanes may access the same address at a and then at b, with
// at least one of the accesses a write.
func (x *exchange) mayConflict(a, b int) bool {
	p, q := &x.access[a], &x.access[b]
	if a == b || !p.write && !q.write || p.atomic && q.atomic || p.base != 0 && q.base != 0 && p.base != q.base {
		return false
	}
	return slices.ContainsFunc(x.warps, func(w *warp) bool {
		f, g := w.form[a], w.form[b]
		return f == nil || g == nil || w.overlapsOther(a, b, 0, x.varies(f, g), nil)
	})
}

// insertBarrier inserts a warp barrier before the first access that needs one, and reports whether
// there was such an access. The barrier goes to the end of a dominating block in less divergent
// code where that is late enough.
func (x *exchange) insertBarrier() bool {
	needs := func(ends map[int]bool) int {
		first := -1
		x.pending.before(ends, func(b int, pending accessSet) {
			if (first < 0 || b < first) && !x.sections[x.access[b].inst] && x.conflicts(b, pending) {
				first = b
			}
		})
		return first
	}
	b := needs(nil)
	if b < 0 {
		return false
	}
	place := x.access[b].inst
	best := x.block(b)
	for i := x.idom[best]; i >= 0; i = x.idom[i] {
		if x.depth[i] < x.depth[best] && !x.sections[llvm.GetBasicBlockTerminator(x.Blocks[i])] && needs(map[int]bool{i: true}) != b {
			best, place = i, llvm.GetBasicBlockTerminator(x.Blocks[i])
		}
	}
	x.u.WarpBarrier(x.u.Before(place))
	x.pending.addSync(best, place)
	return true
}
