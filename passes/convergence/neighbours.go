// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"gohipcc/abi"
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// syncNeighbours synchronises the lanes of a warp in each iteration of a loop in which they wait
// for each other through global memory. Graph algorithms have such loops: a work-item polls the
// state of its neighbours until they are done, and then stores its own state. Threads of a GPU make
// progress independently; a device that runs a work-group in one thread would spin in the first
// work-item and never run the one that it waits for.
//
//	loop:
//	  %s = load volatile i32, ptr addrspace(1) %neighbour
//	  …
//	  store volatile i32 %done, ptr addrspace(1) %own
//	  br label %next
//	next:
//	  %again = phi i1 …
//	  br i1 %again, label %loop, label %out
//
// becomes
//
//	next:
//	  %again = phi i1 …
//	  call void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
//	  br i1 %again, label %loop, label %out
//
// so that the barriers pass forms continuations there.
func syncNeighbours(u *ir.Unit, f llvm.Value, sections CriticalSections) {
	g := flow.New(f)
	var dom *flow.DomTree
	var at []llvm.Value
	for _, l := range g.NaturalLoops() {
		w := communicatingLoop{Graph: g, Loop: l, u: u}
		for _, p := range g.Pred[l.Header] {
			if l.Member[p] {
				w.latches = append(w.latches, p)
			}
		}
		if !w.communicates() {
			continue
		}
		if dom == nil {
			dom = g.Dominators()
		}
		if !w.hasCountedExit(dom) {
			for _, t := range w.latches {
				at = append(at, llvm.GetBasicBlockTerminator(g.Blocks[t]))
			}
		}
	}
	if len(at) > 0 {
		u.Needs(abi.FeatureGridSync, f) // neighbours may be in other blocks
	}
	for _, t := range at {
		if u.Target.CPU {
			// The acquire fence is a yield point: the work-item waited for may be in any warp or
			// block.
			llvm.BuildFence(u.Before(t), acquire, true, "")
		} else if !sections[t] {
			u.WarpBarrier(u.Before(t))
		}
	}
}

// communicatingLoop is a loop in which work-items may wait for each other.
type communicatingLoop struct {
	*flow.Graph
	flow.Loop
	u       *ir.Unit
	latches []int
}

// communicates reports whether the loop reads memory that other work-items may change meanwhile,
// writes the same memory, and has no synchronisation point. On the CPU backend it may have one: the
// work-item waited for may be in another warp or block, which runs only when this one yields.
func (w *communicatingLoop) communicates() bool {
	read, written := map[llvm.Value]bool{}, map[llvm.Value]bool{}
	for k, b := range w.Blocks {
		if !w.Member[k] {
			continue
		}
		for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
			if flow.SyncOf(i) != flow.NoSync {
				if !w.u.Target.CPU {
					return false
				}
				continue
			}
			to, pointer := read, uint32(0)
			switch ir.Opcode(i) {
			case llvm.Load:
			case llvm.Store:
				to, pointer = written, 1
			default:
				continue
			}
			p := llvm.GetOperand(i, pointer)
			if as := llvm.GetPointerAddressSpace(llvm.TypeOf(p)); as != ir.GlobalSpace && as != ir.GenericSpace {
				continue
			}
			if llvm.GetVolatile(i) || llvm.GetOrdering(i) != llvm.NotAtomic {
				to[Pointee(p)] = true
			}
		}
	}
	for v := range read {
		if v != 0 && written[v] {
			return true
		}
	}
	return false
}

// hasCountedExit reports whether the loop has an exit that is evaluated in each iteration and
// depends on a value that advances: such a loop is assumed to end whatever it reads from memory.
func (w *communicatingLoop) hasCountedExit(dom *flow.DomTree) bool {
	for k, b := range w.Blocks {
		if !w.Member[k] {
			continue
		}
		leaves, always := false, true
		for _, s := range w.Succ[k] {
			leaves = leaves || !w.Member[s]
		}
		for _, t := range w.latches {
			always = always && dom.Dominates(k, t)
		}
		if leaves && always && w.advances(llvm.GetOperand(llvm.GetBasicBlockTerminator(b), 0)) {
			return true
		}
	}
	return false
}

func (w *communicatingLoop) has(v llvm.Value) bool {
	return llvm.IsAInstruction(v) != 0 && w.Member[w.Index[llvm.GetInstructionParent(v)]]
}

// advances reports whether a value depends on a PHI of the header that changes in each iteration.
func (w *communicatingLoop) advances(v llvm.Value) bool {
	seen := map[llvm.Value]bool{}
	var any func(v llvm.Value) bool
	any = func(v llvm.Value) bool {
		if seen[v] || !w.has(v) {
			return false
		}
		seen[v] = true
		if ir.Opcode(v) == llvm.PHI && w.Index[llvm.GetInstructionParent(v)] == w.Header && !w.mayStay(v) {
			return true
		}
		for _, op := range ir.Operands(v) {
			if any(op) {
				return true
			}
		}
		return false
	}
	return any(v)
}

// mayStay reports whether a PHI of the header may keep its value in the next iteration, or return
// to its start value.
func (w *communicatingLoop) mayStay(phi llvm.Value) bool {
	seen := map[llvm.Value]bool{}
	var may func(v llvm.Value) bool
	may = func(v llvm.Value) bool {
		if v == phi || !w.has(v) {
			return true
		}
		if seen[v] {
			return false
		}
		seen[v] = true
		from := ir.Operands(v)
		switch ir.Opcode(v) {
		case llvm.PHI, llvm.ZExt, llvm.SExt, llvm.Trunc, llvm.Freeze:
		case llvm.Select:
			from = from[1:]
		default:
			return false
		}
		for _, op := range from {
			if may(op) {
				return true
			}
		}
		return false
	}
	for k := range llvm.CountIncoming(phi) {
		if w.Member[w.Index[llvm.GetIncomingBlock(phi, k)]] && may(llvm.GetIncomingValue(phi, k)) {
			return true
		}
	}
	return false
}
