// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"cmp"
	"strings"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// kernelAccesses are the accesses of a kernel to the memory through which its lanes may exchange values.
type kernelAccesses struct {
	*flow.Graph
	u        *ir.Unit
	uniform  map[llvm.Value]bool // nil before uniformValues
	anySpace bool                // the pointers may have lost their address space, which is inferred later
	global   bool                // accesses to global memory, not to shared memory (global.go)
	access   []sharedAccess
	at       map[llvm.Value][]int // accesses by instruction
	order    map[llvm.Value]int   // by instruction: its position in the function
}

// sharedAccess is a load, a store or an atomic operation on shared memory.
type sharedAccess struct {
	inst                llvm.Value
	ptr                 llvm.Value
	size                int64
	base                llvm.Value // the variable, 0 when unknown
	root                llvm.Value // the variable, or else what the address is computed from
	read, write, atomic bool
}

// maxExchange is the largest number of accesses to shared memory in a kernel that is analysed,
// since the cost is quadratic. Unrolled matrix products have hundreds.
const maxExchange = 768

// collect lists the accesses, and reports whether any exchange among them is possible.
func (x *kernelAccesses) collect() bool {
	x.at, x.order = map[llvm.Value][]int{}, map[llvm.Value]int{}
	layout := x.u.Layout
	reads, writes := false, false
	add := func(i, p llvm.Value, size uint64, read, write bool) {
		base := x.baseOf(p)
		if !x.isAnalysed(p, base) {
			return
		}
		x.at[i] = append(x.at[i], len(x.access))
		x.order[i] = len(x.access)
		x.access = append(x.access, sharedAccess{inst: i, ptr: p, size: int64(size), base: base, root: cmp.Or(base, rootOf(p)), read: read, write: write, atomic: read && write})
		reads, writes = reads || read, writes || write && !read
	}
	for _, i := range ir.Instructions(x.F) {
		switch ir.Opcode(i) {
		case llvm.Load:
			add(i, llvm.GetOperand(i, 0), llvm.StoreSizeOfType(layout, llvm.TypeOf(i)), true, false)
		case llvm.Store:
			add(i, llvm.GetOperand(i, 1), llvm.StoreSizeOfType(layout, llvm.TypeOf(llvm.GetOperand(i, 0))), false, true)
		case llvm.AtomicRMW, llvm.AtomicCmpXchg:
			add(i, llvm.GetOperand(i, 0), llvm.StoreSizeOfType(layout, llvm.TypeOf(llvm.GetOperand(i, 1))), true, true)
		case llvm.Call:
			if n, ok := constantLength(i); ok {
				if ir.CopiesMemory(i) {
					add(i, llvm.GetOperand(i, 1), n, true, false)
				}
				add(i, llvm.GetOperand(i, 0), n, false, true)
			}
		}
	}
	return reads && writes && len(x.access) <= maxExchange && !(x.global && x.tooMany())
}

// constantLength returns the length in bytes of a call that copies or fills memory, if it is constant.
func constantLength(call llvm.Value) (uint64, bool) {
	f := ir.Callee(call)
	if f == 0 || !ir.CopiesMemory(call) && !strings.HasPrefix(f.Name(), "llvm.memset.") || llvm.IsAConstantInt(llvm.GetOperand(call, 2)) == 0 {
		return 0, false
	}
	return llvm.ConstIntGetZExtValue(llvm.GetOperand(call, 2)), true
}

// isAnalysed reports whether a pointer, into an array that may be unknown, is one to the memory that is
// looked at.
func (x *kernelAccesses) isAnalysed(p, base llvm.Value) bool {
	if x.global {
		return base != 0
	}
	return inShared(p) || x.anySpace && base != 0 && inShared(base)
}

// block returns the number of the block of an access.
func (x *kernelAccesses) block(a int) int {
	return x.Index[llvm.GetInstructionParent(x.access[a].inst)]
}

// uniformValues returns the kernel's uniform values.
func (x *kernelAccesses) uniformValues() map[llvm.Value]bool {
	if x.uniform == nil {
		x.uniform = x.Uniform()
	}
	return x.uniform
}

// hasUniformBranch reports whether all lanes leave a block by the same branch.
func (x *kernelAccesses) hasUniformBranch(block int) bool {
	return len(x.Succ[block]) < 2 || x.uniformValues()[llvm.GetOperand(llvm.GetBasicBlockTerminator(x.Blocks[block]), 0)]
}

func inShared(p llvm.Value) bool {
	return llvm.GetPointerAddressSpace(llvm.TypeOf(p)) == ir.LocalSpace
}

// sharedBase returns the variable that a pointer points into, 0 when unknown.
func sharedBase(p llvm.Value) llvm.Value { return llvm.IsAGlobalVariable(Pointee(p)) }

// Pointee returns the variable, argument or other value that a pointer is computed from, 0 when
// there are several candidates.
func Pointee(p llvm.Value) llvm.Value {
	v, _ := pointee(p, map[llvm.Value]bool{})
	return v
}

// pointee reports false for a pointer that is being looked at: one that a loop increments is computed
// from its start value.
func pointee(p llvm.Value, seen map[llvm.Value]bool) (llvm.Value, bool) {
	if seen[p] {
		return 0, false
	}
	var from []llvm.Value
	switch ir.Opcode(p) {
	case llvm.GetElementPtr, llvm.BitCast, llvm.AddrSpaceCast, llvm.Freeze:
		from = ir.Operands(p)[:1]
	case llvm.Select:
		from = ir.Operands(p)[1:]
	case llvm.PHI:
		for k := range llvm.CountIncoming(p) {
			from = append(from, llvm.GetIncomingValue(p, k))
		}
	default:
		return p, true
	}
	seen[p] = true
	var common llvm.Value
	any := false
	for _, in := range from {
		v, ok := pointee(in, seen)
		if !ok {
			continue
		}
		if any && v != common {
			if ir.Opcode(p) == llvm.Select {
				return p, true
			}
			return 0, true
		}
		common, any = v, true
	}
	return common, any
}

// rootOf returns the pointer that an address is computed from, which may be one of several variables:
// accesses with one root are to the same one.
func rootOf(p llvm.Value) llvm.Value {
	for {
		switch ir.Opcode(p) {
		case llvm.GetElementPtr, llvm.BitCast, llvm.AddrSpaceCast, llvm.Freeze:
			p = llvm.GetOperand(p, 0)
		default:
			return p
		}
	}
}

// ofSeveral reports whether a root is one of several pointers.
func ofSeveral(root llvm.Value) bool {
	op := ir.Opcode(root)
	return op == llvm.PHI || op == llvm.Select
}
