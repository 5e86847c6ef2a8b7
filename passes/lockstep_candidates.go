// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"slices"
	"strings"

	"gohipcc/passes/convergence"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// exchangesShared reports whether a function stores to an element of an array in shared memory and loads
// another one, whose distance is no constant:
//
//	define internal void @join(ptr addrspace(4) %own, i64 %d) {
//	  %other = getelementptr double, ptr addrspace(4) %own, i64 %d
//	  %v = load double, ptr addrspace(4) %other
//	  …
//	  store double %sum, ptr addrspace(4) %own
//
// The array is a variable, or what a caller passes.
func exchangesShared(f llvm.Value) bool {
	stores, loads := map[llvm.Value][]llvm.Value{}, map[llvm.Value][]llvm.Value{} // by array
	add := func(to map[llvm.Value][]llvm.Value, p llvm.Value) {
		array := convergence.Pointee(p)
		to[array] = append(to[array], withoutOffset(p))
	}
	for _, i := range ir.Instructions(f) {
		switch ir.Opcode(i) {
		case llvm.Store:
			add(stores, llvm.GetOperand(i, 1))
		case llvm.Load:
			add(loads, llvm.GetOperand(i, 0))
		case llvm.Call:
			if ir.CopiesMemory(i) {
				add(stores, llvm.GetOperand(i, 0))
				add(loads, llvm.GetOperand(i, 1))
			}
		}
	}
	for array, stored := range stores {
		apart := slices.ContainsFunc(stored, func(p llvm.Value) bool {
			return slices.ContainsFunc(loads[array], func(q llvm.Value) bool { return p != q })
		})
		if array != 0 && apart && mayBeShared(f, array, map[llvm.Value]bool{}) {
			return true
		}
	}
	return false
}

// withoutOffset returns what a constant is added to in a pointer.
func withoutOffset(p llvm.Value) llvm.Value {
	for ir.Opcode(p) == llvm.GetElementPtr && !slices.ContainsFunc(ir.Operands(p)[1:], func(i llvm.Value) bool { return llvm.IsAConstantInt(i) == 0 }) {
		p = llvm.GetOperand(p, 0)
	}
	return p
}

// mayBeShared reports whether an array of a function is a variable in shared memory, or an argument that is
// one in some call.
func mayBeShared(f, array llvm.Value, seen map[llvm.Value]bool) bool {
	if llvm.IsAGlobalVariable(array) != 0 {
		return llvm.GetPointerAddressSpace(llvm.TypeOf(array)) == ir.LocalSpace
	}
	if array == 0 || llvm.IsAArgument(array) == 0 || seen[array] {
		return false
	}
	seen[array] = true
	return slices.ContainsFunc(callsOf(f), func(call llvm.Value) bool {
		return mayBeShared(ir.FunctionOf(call), convergence.Pointee(passed(f, array, call)), seen)
	})
}

// updatesOnce reports whether all lanes of a row that execute a function may update one element, which
// lockstep makes one update:
//
//	define internal void @add(ptr addrspace(4) %view) {
//	  %y = call i64 @_Z12get_local_idj(i32 1)
//	  %g = load ptr addrspace(4), ptr addrspace(4) %view
//	  %p = getelementptr i32, ptr addrspace(4) %g, i64 %y
//	  %v = load i32, ptr addrspace(4) %p
//	  …
//	  store i32 %w, ptr addrspace(4) %p
func updatesOnce(f llvm.Value) bool {
	loaded := map[llvm.Value]bool{} // pointers
	for _, i := range ir.Instructions(f) {
		if ir.Opcode(i) == llvm.Load {
			loaded[llvm.GetOperand(i, 0)] = true
		}
	}
	for _, i := range ir.Instructions(f) {
		if ir.Opcode(i) != llvm.Store || !loaded[llvm.GetOperand(i, 1)] {
			continue
		}
		p := llvm.GetOperand(i, 1)
		if array := convergence.Pointee(p); array != 0 && !isPrivate(f, array, map[llvm.Value]bool{}) && isLaneless(f, p, map[llvm.Value]bool{}) {
			return true
		}
	}
	return false
}

// isPrivate reports whether an array of a function is on the stack of a work-item, in all calls if it is an
// argument.
func isPrivate(f, array llvm.Value, seen map[llvm.Value]bool) bool {
	if llvm.IsAArgument(array) == 0 {
		return ir.Opcode(array) == llvm.Alloca
	}
	if seen[array] {
		return true
	}
	seen[array] = true
	all := len(callsOf(f)) > 0
	for _, call := range callsOf(f) {
		all = all && isPrivate(ir.FunctionOf(call), convergence.Pointee(passed(f, array, call)), seen)
	}
	return all
}

// isLaneless reports whether a value may be the same for all lanes of a row, in some call: it is computed
// without the first coordinate of a thread. What is read from an object on the stack counts as such a value.
func isLaneless(f, v llvm.Value, seen map[llvm.Value]bool) bool {
	if seen[v] || llvm.IsAInstruction(v) == 0 && llvm.IsAArgument(v) == 0 || ir.Opcode(v) == llvm.Alloca {
		return true
	}
	seen[v] = true
	if llvm.IsAArgument(v) != 0 {
		calls := callsOf(f)
		return len(calls) == 0 || slices.ContainsFunc(calls, func(call llvm.Value) bool {
			return isLaneless(ir.FunctionOf(call), passed(f, v, call), seen)
		})
	}
	if ir.Opcode(v) == llvm.Call {
		if ir.Callee(v) == 0 {
			return false
		}
		name, dim := ir.WorkItemCall(v)
		return strings.HasPrefix(name, "get_") && !strings.Contains(name, "linear_id") && name != "get_sub_group_local_id" &&
			(dim > 0 || name != "get_local_id" && name != "get_global_id")
	}
	return !slices.ContainsFunc(ir.Operands(v), func(op llvm.Value) bool { return !isLaneless(f, op, seen) })
}

// callsOf lists the direct calls of a function.
func callsOf(f llvm.Value) (out []llvm.Value) {
	for _, call := range ir.Users(f) {
		if ir.Opcode(call) == llvm.Call && ir.Callee(call) == f {
			out = append(out, call)
		}
	}
	return out
}

// passed returns what a call passes for a function's argument.
func passed(f, argument, call llvm.Value) llvm.Value {
	return llvm.GetOperand(call, uint32(slices.Index(ir.Params(f), argument)))
}
