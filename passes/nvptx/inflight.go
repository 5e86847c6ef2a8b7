// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"strconv"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// maxRegisters is LLVM's attribute for .maxnreg.
const maxRegisters = "nvvm.maxnreg"

// Loads of one block of a loop that InFlight takes for many, and the words of 32 bits that they load. Fewer have their
// registers without a limit.
const (
	manyLoads = 8
	manyWords = 32
)

// InFlight limits the registers of a kernel that has many loads from global memory in one block of a loop. Without a
// limit, the driver's compiler chooses a number of registers for such a loop before it knows how many loads
// could be on their way, and lets each load wait for the use of an earlier one: 32 loads of two floats
// are 4 at a time in 100 registers. With a limit it uses as many registers as are allowed, here 25 at a time in 127.
//
//	define ptx_kernel void @k(ptr addrspace(1) %p) {
//
// becomes
//
//	define ptx_kernel void @k(ptr addrspace(1) %p) "nvvm.maxnreg"="64" {
//
// The limit allows the largest block of the kernel, which has 1,024 work-items unless the program declares another
// size, or the kernel needs more than 64 registers in any case; it has a variant then for larger blocks (LargeBlocks).
func InFlight(u *ir.Unit) error {
	if u.Opts.Level != "2" && u.Opts.Level != "3" {
		return nil
	}
	for _, f := range u.Definitions() {
		k := u.Kernels[f.Name()]
		if k == nil || callsFunctions(f) {
			continue
		}
		g := flow.New(f)
		if !loadsMuch(u, g) {
			continue
		}
		if n := registerLimit(int(k.MaxFlatWorkgroup), livePressure(u, g)); n > 0 {
			llvm.AddAttributeAtIndex(f, llvm.FunctionIndex, llvm.CreateStringAttribute(u.Ctx, maxRegisters, strconv.Itoa(n)))
		}
	}
	return nil
}

// registerLimit returns the limit for a kernel whose blocks have at most some threads, and which needs some registers;
// 0 if there should be none. Blocks of 1,024, 768, 512 or 384 threads that run without a limit do so with it: the compiler
// takes up to an eighth fewer registers than estimated.
func registerLimit(threads, needed int) int {
	const (
		spare  = 8  // for what the estimate does not contain, such as parts of addresses
		useful = 32 // for loads
	)
	bounded := min(registerFile/max(threads, 1), max(64, needed+useful), 128) &^ 7
	switch least := needed - needed/8; {
	case threads < 1024 && needed+spare <= bounded:
		return bounded
	case needed+spare <= 64:
		return 64
	case least > 80 && needed+spare <= 128:
		return 128
	case least > 128 && needed+spare <= 168:
		return 168
	}
	return 0
}

// callsFunctions reports whether a function calls others, whose registers the limit would include.
func callsFunctions(f llvm.Value) bool {
	for _, i := range ir.Instructions(f) {
		if ir.IsCall(i) && llvm.IsAInlineAsm(llvm.GetCalledValue(i)) == 0 && (ir.Callee(i) == 0 || llvm.GetIntrinsicID(ir.Callee(i)) == 0) {
			return true
		}
	}
	return false
}

// loadsMuch reports whether a block in a loop has many loads from global memory that need not wait for each other.
func loadsMuch(u *ir.Unit, g *flow.Graph) bool {
	in := make([]bool, len(g.Blocks))
	for _, l := range g.BackEdgeLoops() {
		for b, member := range l.Member {
			in[b] = in[b] || member
		}
	}
	for b := range g.Blocks {
		if in[b] && manyTogether(u, g.Blocks[b]) {
			return true
		}
	}
	return false
}

// manyTogether reports whether a block has many loads between which no memory is written, and of which none
// depends on another.
func manyTogether(u *ir.Unit, b llvm.Block) bool {
	waits := map[llvm.Value]bool{} // the values that depend on a load of the run
	loads, words := 0, 0
	for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
		op := ir.Opcode(i)
		if op == llvm.PHI {
			continue
		}
		late := false
		for _, v := range ir.Operands(i) {
			late = late || waits[v]
		}
		switch {
		case loadsOrdinarily(i):
			if late { // a new run begins
				clear(waits)
				loads, words = 0, 0
			}
			waits[i] = true
			loads++
			words += registersOf(u, i)
			if loads >= manyLoads && words >= manyWords {
				return true
			}
		case mayWrite(u, i):
			clear(waits)
			loads, words = 0, 0
		case late:
			waits[i] = true
		}
	}
	return false
}

// loadsOrdinarily reports whether an instruction loads from global memory, and may be moved.
func loadsOrdinarily(i llvm.Value) bool {
	return ir.Opcode(i) == llvm.Load && !llvm.GetVolatile(i) && llvm.GetOrdering(i) == llvm.NotAtomic &&
		llvm.GetPointerAddressSpace(llvm.TypeOf(llvm.GetOperand(i, 0))) == ir.GlobalSpace
}

// mayWrite reports whether an instruction may write memory, or wait for others to do so.
func mayWrite(u *ir.Unit, i llvm.Value) bool {
	switch ir.Opcode(i) {
	case llvm.Store, llvm.AtomicRMW, llvm.AtomicCmpXchg, llvm.Fence:
		return true
	case llvm.Load:
		return llvm.GetVolatile(i) || llvm.GetOrdering(i) != llvm.NotAtomic
	case llvm.Call:
		f := ir.Callee(i)
		if f == 0 {
			return true
		}
		effects := llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, u.AttrKind("memory"))
		return effects == 0 || llvm.GetEnumAttributeValue(effects) != 0
	}
	return false
}
