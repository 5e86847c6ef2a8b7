// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// syncGlobal synchronises the lanes of a warp where they exchange values through global memory without
// a barrier, as syncExchange does for shared memory.
//
//	store i32 %v, ptr addrspace(1) %p              ; g[lane]
//	%w = load i32, ptr addrspace(1) %q             ; g[lane ^ 1]
//
// becomes
//
//	store i32 %v, ptr addrspace(1) %p
//	call void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
//	%w = load i32, ptr addrspace(1) %q
//
// Most accesses to global memory are to elements that one lane alone uses, or that nothing stores to.
// So lanes are taken to rely on lockstep only where one certainly accesses what another one has: in
// one array, which is an argument, a variable, or at a uniform address that was read from memory.
// Arrays that have different names are taken to be different. Where all work-items of a block access one
// address, lanes synchronise only if they update it; work-group formation sees to other loads
// (workgroup/uniformloads.go). An index that is read from memory counts
// in straight-line code only, where a lane reads after it has stored: algorithms on graphs otherwise
// access elements of others at any time, and it does not matter to them when.
//
// GPUs execute most accesses of a warp together also without barriers, which cost time there. For them
// lanes rely on lockstep only in kernels of one dimension, whose rows have a known direction, and by
// addresses that are functions of the lane.
func syncGlobal(u *ir.Unit, f llvm.Value, sections CriticalSections) {
	certain := u.Target.SyncWarp != nil
	if !readsID(f) || certain && readsSeveralIDs(f) {
		return
	}
	a := &kernelAccesses{Graph: flow.New(f), u: u, global: true}
	if !a.collect() {
		return
	}
	x := newExchange(a, sections)
	x.certain = certain
	x.synchronise()
}

// readsID reports whether a kernel reads the ID of a thread.
func readsID(kernel llvm.Value) bool {
	return slices.ContainsFunc(ir.Instructions(kernel), func(i llvm.Value) bool {
		if ir.Opcode(i) != llvm.Call || ir.Callee(i) == 0 {
			return false
		}
		switch name, _ := ir.WorkItemCall(i); name {
		case "get_local_id", "get_global_id", "get_local_linear_id", "get_global_linear_id", "get_sub_group_local_id":
			return true
		}
		return false
	})
}

// readsSeveralIDs reports whether a kernel reads the ID of a thread in more than one dimension.
func readsSeveralIDs(kernel llvm.Value) bool {
	read := map[int64]bool{}
	for _, i := range ir.Instructions(kernel) {
		if ir.Opcode(i) != llvm.Call || ir.Callee(i) == 0 {
			continue
		}
		if name, dim := ir.WorkItemCall(i); name == "get_local_id" {
			read[dim] = true
		}
	}
	return len(read) > 1
}

// baseOf returns the array that a pointer points into, 0 when unknown.
func (x *kernelAccesses) baseOf(p llvm.Value) llvm.Value {
	if !x.global {
		return sharedBase(p)
	}
	if !x.mayBeGlobal(p) {
		return 0
	}
	base := Pointee(p)
	if base == 0 || !x.mayBeGlobal(base) {
		return 0
	}
	if llvm.IsAArgument(base) != 0 && !ir.IsByValue(x.F, base) || llvm.IsAGlobalVariable(base) != 0 && !llvm.IsGlobalConstant(base) ||
		ir.Opcode(base) == llvm.Load && x.uniformValues()[base] {
		return base
	}
	return 0
}

// mayBeGlobal reports whether a pointer is one to global memory or a generic one.
func (x *kernelAccesses) mayBeGlobal(p llvm.Value) bool {
	as := llvm.GetPointerAddressSpace(llvm.TypeOf(p))
	return as == ir.GlobalSpace || as == x.u.Target.Flat
}

// isUniformPointer reports whether a pointer is the same for all work-items of a block.
func (x *kernelAccesses) isUniformPointer(p llvm.Value) bool {
	return llvm.IsAInstruction(p) == 0 || x.uniformValues()[p]
}

// updates reports whether a store stores a value that is computed from what a load of the same pointer
// has loaded.
func updates(load, store *sharedAccess) bool {
	if ir.Opcode(load.inst) != llvm.Load || ir.Opcode(store.inst) != llvm.Store || load.ptr != store.ptr {
		return false
	}
	const most = 64 // instructions
	seen := map[llvm.Value]bool{}
	var depends func(v llvm.Value) bool
	depends = func(v llvm.Value) bool {
		if v == load.inst {
			return true
		}
		if llvm.IsAInstruction(v) == 0 || seen[v] || len(seen) > most {
			return false
		}
		seen[v] = true
		return slices.ContainsFunc(ir.Operands(v), depends)
	}
	return depends(llvm.GetOperand(store.inst, 0))
}

// tooMany reports whether there are too many pairs of accesses to one array, of which one is a store.
func (x *kernelAccesses) tooMany() bool {
	const most = 1 << 14
	all, stores := map[llvm.Value]int{}, map[llvm.Value]int{}
	for _, a := range x.access {
		all[a.base]++
		if a.write {
			stores[a.base]++
		}
	}
	pairs := 0
	for base, n := range stores {
		pairs += n * all[base]
	}
	return pairs > most
}

// exchangedInOrder reports whether p is a store and q a load that follows it in straight-line code.
func (x *kernelAccesses) exchangedInOrder(p, q *sharedAccess) bool {
	return p.write && !p.atomic && q.read && !q.atomic &&
		llvm.GetInstructionParent(p.inst) == llvm.GetInstructionParent(q.inst) && x.order[p.inst] < x.order[q.inst]
}
