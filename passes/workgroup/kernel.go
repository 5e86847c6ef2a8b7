// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// A kernel is the kernel that is formed: its control flow, what is the same for all work-items, and the preamble, which
// computes values of the launch and the block. What forms it is made of types that use those above:
//
//	kernel              the function and its preamble
//	regionGraph         its synchronisation points and regions
//	position            where the work-item that runs is
//	contextArrays       arrays and stack slots that keep values across regions
//	localIDs            the local IDs in regions
//	debugVariables      variables that a debugger shows
//	values              which values are kept, and which are computed again
//	loopProperties      what LLVM is told of loops
//	exchanges           the operands and results of warp operations
//	rows                the loop over the work-items of a row
//	uniformSchedule     of work-items that stay together
//	divergentSchedule   of others
type kernel struct {
	*flow.Kernel
	u           *ir.Unit
	w           *workItem
	uniformSync bool // all work-items execute the same synchronisation points
	tracksItem  bool // write which work-item runs
	redzones    bool // variables are followed by redzones, for the address sanitizer
	races       bool // accesses are checked for races

	preamble  llvm.Block          // computes values that are uniform for the launch and the block
	begin     llvm.Value          // the end of the preamble, where more is built
	body      llvm.Block          // the kernel's own entry
	size      llvm.Value          // number of work-items
	padded    llvm.Value          // the same, rounded up to whole warps
	divergent map[llvm.Block]bool // blocks that not all work-items execute
	skipped   uint64              // bytes that are left out at most, to align the context arrays
	records   []record            // what is recorded about instructions
}

// A record is what one of the types below has recorded about instructions. A new instruction may get the handle of an
// erased one.
type record interface {
	replaced(i, by llvm.Value) // before i is erased
	erased(i llvm.Value)
}

// erase removes an instruction and what is recorded about it.
func (kern *kernel) erase(i llvm.Value) {
	delete(kern.UniformValues, i)
	for _, r := range kern.records {
		r.erased(i)
	}
	ir.Erase(i)
}

// replace replaces an instruction by a value.
func (kern *kernel) replace(i, v llvm.Value) {
	llvm.ReplaceAllUsesWith(i, v)
	for _, r := range kern.records {
		r.replaced(i, v)
	}
	kern.erase(i)
}

// countedLoop builds a loop that runs at least once. The builder is after the loop then; the result
// is the branch of its latch.
func (kern *kernel) countedLoop(name string, begin, end llvm.Value, step uint64, body func(i llvm.Value)) llvm.Value {
	u, b := kern.u, kern.u.B
	before, loop, after := llvm.GetInsertBlock(b), kern.block(name), kern.block("")
	llvm.BuildBr(b, loop)
	llvm.PositionBuilderAtEnd(b, loop)
	i := llvm.BuildPhi(b, u.Types.I64, "")
	body(i)
	n := llvm.BuildAdd(b, i, u.I64(step), "")
	llvm.SetNUW(n, true)
	llvm.SetNSW(n, true)
	latch := llvm.BuildCondBr(b, llvm.BuildICmp(b, llvm.IntULT, n, end, ""), loop, after)
	values, blocks := []llvm.Value{begin, n}, []llvm.Block{before, loop}
	llvm.AddIncoming(i, &values[0], &blocks[0], 2)
	llvm.PositionBuilderAtEnd(b, after)
	return latch
}

// linearName is a function that represents the flat local ID while a kernel is formed.
const linearName = "__gohip.local_linear_id"

// openPreamble makes the new entry block, in which uniform values of the launch and the block are
// computed.
func (kern *kernel) openPreamble() {
	u, b := kern.u, kern.u.B
	kern.body = llvm.GetEntryBasicBlock(kern.F)
	kern.preamble = llvm.InsertBasicBlockInContext(u.Ctx, kern.body, "preamble")
	llvm.PositionBuilderAtEnd(b, kern.preamble)
	llvm.SetCurrentDebugLocation2(b, 0)
	kern.begin = llvm.BuildBr(b, kern.body)
	llvm.PositionBuilderBefore(b, kern.begin)
	for d := range 3 {
		kern.w.count(u, launchGrid[d])
		kern.w.count(u, launchBlock[d])
		kern.w.count(u, blockIndex[d])
	}
	kern.w.pointer(u, blockShared)
	kern.alignContext()
	kern.size = size(u, kern.w)
	kern.padded = llvm.BuildAnd(b, llvm.BuildAdd(b, kern.size, u.I64(warpSize(u)-1), ""), u.I64(^(warpSize(u) - 1)), "")
	kern.w.local = func(d int) llvm.Value {
		f := u.RuntimeFunction("_Z12get_local_idj", u.Types.I64, u.Types.I32)
		return llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, []llvm.Value{u.I32(uint64(d))}, "")
	}
	kern.w.linear = func() llvm.Value { return placeholder(u, linearName, u.Types.I64) }
}

// runtimeAlign is the alignment in bytes of the context arrays' memory (ALIGN in runtime/libgohip/cpu_block.c).
const runtimeAlign = 128

// alignContext rounds the address of the context arrays up to the alignment of every stack variable, each of which
// may get an array:
//
//	%context = load ptr, ptr %p
//	%a = ptrtoint ptr %context to i64
//	%n = sub i64 0, %a
//	%skip = and i64 %n, 255
//	%aligned = getelementptr inbounds i8, ptr %context, i64 %skip
func (kern *kernel) alignContext() {
	u, b := kern.u, kern.u.B
	context := kern.w.pointer(u, blockContext)
	align := uint64(runtimeAlign)
	for _, i := range ir.Instructions(kern.F) {
		if ir.Opcode(i) == llvm.Alloca {
			align = max(align, uint64(llvm.GetAlignment(i)))
		}
	}
	if align == runtimeAlign {
		return
	}
	kern.skipped = align - runtimeAlign
	back := llvm.BuildSub(b, u.I64(0), llvm.BuildPtrToInt(b, context, u.Types.I64, ""), "")
	skip := llvm.BuildAnd(b, back, u.I64(align-1), "")
	kern.w.fields[blockContext] = llvm.BuildInBoundsGEP2(b, u.Types.I8, context, []llvm.Value{skip}, "")
}

// lowerFunctions lowers what has no meaning for a block: shared variables and the work-item functions.
func (kern *kernel) lowerFunctions(shared *sharedLayout, name string) {
	offsets := shared.in(name)
	kern.poisonShared(shared.after[name])
	kern.beginChecks()
	showShared(kern.u, kern.F, kern.w, shared.shown, offsets, kern.begin)
	lowerShared(kern.u, kern.F, kern.w, offsets)
	kern.expandBuiltins()
	kern.splitSelectedLanes()
}

// expandBuiltins lowers the work-item functions, except for those of the local ID.
func (kern *kernel) expandBuiltins() {
	for _, c := range ir.Instructions(kern.F) {
		name := builtinOf(c)
		if name != "" && localID(c) < 0 {
			delete(kern.UniformValues, c)
			lowerBuiltin(kern.u, c, name, kern.w)
			continue
		}
		if !ir.IsCall(c) || ir.Callee(c) == 0 {
			continue
		}
		switch ir.Callee(c).Name() {
		case launchName:
			kern.replace(c, kern.w.launch)
		case blockName:
			kern.replace(c, kern.w.block)
		case packedName:
			b := kern.u.Before(c)
			v := kern.w.local(0)
			for i, part := range []func() llvm.Value{func() llvm.Value { return kern.w.local(1) }, func() llvm.Value { return kern.w.local(2) }, kern.w.linear} {
				v = llvm.BuildOr(b, v, llvm.BuildShl(b, part(), kern.u.I64(uint64(16*(i+1))), ""), "")
			}
			kern.replace(c, v)
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

// closePreamble ends the preamble with a branch; the one to the kernel's own entry is gone by now.
func (kern *kernel) closePreamble() {
	if f := llvm.GetNamedFunction(kern.u.Mod, linearName); f != 0 && llvm.GetFirstUse(f) == 0 {
		llvm.DeleteFunction(f)
	}
}

func (kern *kernel) block(name string) llvm.Block {
	return llvm.AppendBasicBlockInContext(kern.u.Ctx, kern.F, name)
}

// atBegin positions the builder at the end of the preamble.
func (kern *kernel) atBegin() llvm.Builder {
	llvm.PositionBuilderBefore(kern.u.B, kern.begin)
	llvm.SetCurrentDebugLocation2(kern.u.B, 0)
	return kern.u.B
}

// stack makes a stack slot of the function.
func (kern *kernel) stack(t llvm.Type, name string) llvm.Value {
	llvm.PositionBuilderBefore(kern.u.B, llvm.GetFirstInstruction(kern.preamble))
	llvm.SetCurrentDebugLocation2(kern.u.B, 0)
	return llvm.BuildAlloca(kern.u.B, t, name)
}

// findDivergent finds the blocks that not all work-items execute.
func (kern *kernel) findDivergent() {
	kern.divergent = map[llvm.Block]bool{}
	if !kern.uniformSync {
		return
	}
	for i, d := range kern.DivergentBlocks(kern.DivergentBranches(kern.UniformValues)) {
		kern.divergent[kern.Blocks[i]] = d
	}
}

// isUniform reports whether all work-items of the block compute a value together, with the same
// result.
func (kern *kernel) isUniform(v llvm.Value) bool {
	if !kern.uniformSync || !kern.UniformValues[v] {
		return false
	}
	return !kern.divergent[llvm.GetInstructionParent(v)]
}
