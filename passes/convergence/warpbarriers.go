// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// InsertWarpBarriers synchronises the lanes of a warp where a program relies on lockstep: between
// volatile reads and writes of shared memory, where lanes exchange values through shared memory
// or global memory without a barrier (exchange.go, global.go), and in loops in which they wait for each other (neighbours.go).
// Warp-synchronous programs declare the exchanged variables volatile to tell the compiler. A work-item
// that holds a lock does not wait for the others, which wait for the lock (locks.go).
//
//	store volatile i32 %v, ptr addrspace(3) %p
//	%w = load volatile i32, ptr addrspace(3) %q
//
// becomes
//
//	store volatile i32 %v, ptr addrspace(3) %p
//	call void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
//	%w = load volatile i32, ptr addrspace(3) %q
func InsertWarpBarriers(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		if u.IsKernel(f) {
			sections := FindCriticalSections(f)
			syncNeighbours(u, f, sections)
			syncVolatile(u, f, sections)
			syncExchange(u, f, sections)
			syncGlobal(u, f, sections)
		}
	}
	return nil
}

// InsertLockstepBarriers is [InsertWarpBarriers] for devices whose lanes make independent forward
// progress. Kernels in which lanes may wait for each other in a loop get no barrier: it could stop the lane
// that the others wait for.
//
//	store i32 %v, ptr addrspace(3) %p              ; s[lane]
//	%w = load i32, ptr addrspace(3) %q             ; s[lane ^ 1]
//
// becomes
//
//	store i32 %v, ptr addrspace(3) %p
//	%m = call i32 @llvm.nvvm.activemask()
//	call void @llvm.nvvm.bar.warp.sync(i32 %m)
//	%w = load i32, ptr addrspace(3) %q
func InsertLockstepBarriers(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		if u.IsKernel(f) && !polls(f) {
			sections := FindCriticalSections(f)
			syncVolatile(u, f, sections)
			syncExchange(u, f, sections)
			syncGlobal(u, f, sections)
		}
	}
	return nil
}

// polls reports whether a function has a loop with an exit that depends on what a volatile or atomic
// operation in it reads.
func polls(f llvm.Value) bool {
	g := flow.New(f)
	for _, l := range g.NaturalLoops() {
		seen := map[llvm.Value]bool{}
		var read func(v llvm.Value) bool
		read = func(v llvm.Value) bool {
			if llvm.IsAInstruction(v) == 0 || seen[v] || !l.Member[g.Index[llvm.GetInstructionParent(v)]] {
				return false
			}
			seen[v] = true
			switch ir.Opcode(v) {
			case llvm.AtomicRMW, llvm.AtomicCmpXchg:
				return true
			case llvm.Load:
				return llvm.GetVolatile(v) || llvm.GetOrdering(v) != llvm.NotAtomic
			}
			return slices.ContainsFunc(ir.Operands(v), read)
		}
		for i, in := range l.Member {
			leaves := in && slices.ContainsFunc(g.Succ[i], func(s int) bool { return !l.Member[s] })
			if leaves && len(g.Succ[i]) > 1 && read(llvm.GetOperand(llvm.GetBasicBlockTerminator(g.Blocks[i]), 0)) {
				return true
			}
		}
	}
	return false
}

// accesses are the kinds of volatile access since the lanes of a warp last synchronised.
type accesses uint8

const (
	volatileRead accesses = 1 << iota
	volatileWrite
)

// volatiles are the volatile accesses to shared memory since the lanes of a warp last synchronised.
type volatiles struct {
	kinds accesses
	// at is their address if they have a single one.
	at      llvm.Value
	several bool
}

// with adds accesses to others.
func (v volatiles) with(more volatiles) volatiles {
	switch {
	case v.kinds == 0:
		return more
	case more.kinds == 0:
		return v
	}
	v.several = v.several || more.several || v.at != more.at
	v.kinds |= more.kinds
	if v.several {
		v.at = 0
	}
	return v
}

// syncVolatile inserts a warp barrier before volatile accesses to shared memory that follow
// volatile accesses of the other kind, unless each lane has accessed nothing but one element of its own.
func syncVolatile(u *ir.Unit, f llvm.Value, sections CriticalSections) {
	kind := func(i llvm.Value) volatiles {
		k, pointer := volatileRead, uint32(0)
		switch ir.Opcode(i) {
		case llvm.Load:
		case llvm.Store:
			k, pointer = volatileWrite, 1
		default:
			return volatiles{}
		}
		if !llvm.GetVolatile(i) || llvm.GetPointerAddressSpace(llvm.TypeOf(llvm.GetOperand(i, pointer))) != ir.LocalSpace {
			return volatiles{}
		}
		return volatiles{kinds: k, at: llvm.GetOperand(i, pointer)}
	}
	end := map[llvm.Block]volatiles{} // by block: the accesses that may have happened before its end
	through := func(b llvm.Block, state volatiles, wait func(llvm.Value)) volatiles {
		for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
			switch v := kind(i); {
			case v.kinds != 0:
				if state.kinds&^v.kinds != 0 && !sections[i] && (state.at != v.at || !isOwnElement(v.at)) {
					wait(i)
					state = volatiles{}
				}
				state = state.with(v)
			case flow.SyncOf(i) != flow.NoSync:
				state = volatiles{}
			}
		}
		return state
	}
	all := ir.Blocks(f)
	pred := map[llvm.Block][]llvm.Block{}
	for _, b := range all {
		t := llvm.GetBasicBlockTerminator(b)
		for k := range llvm.GetNumSuccessors(t) {
			s := llvm.GetSuccessor(t, k)
			pred[s] = append(pred[s], b)
		}
	}
	start := func(b llvm.Block) volatiles {
		var s volatiles
		for _, p := range pred[b] {
			s = s.with(end[p])
		}
		return s
	}
	for changed := true; changed; {
		changed = false
		for _, b := range all {
			if s := through(b, start(b), func(llvm.Value) {}); s != end[b] {
				end[b] = s
				changed = true
			}
		}
	}
	var waits []llvm.Value
	for _, b := range all {
		through(b, start(b), func(i llvm.Value) { waits = append(waits, i) })
	}
	for _, i := range waits {
		u.WarpBarrier(u.Before(i))
	}
}

// isOwnElement reports whether an address is that of an array's element whose index is the work-item's.
func isOwnElement(p llvm.Value) bool {
	id := elementIndex(p)
	if id == 0 || ir.Opcode(id) != llvm.Call || ir.Callee(id) == 0 {
		return false
	}
	name, dim := ir.WorkItemCall(id)
	return name == "get_local_id" && dim == 0
}
