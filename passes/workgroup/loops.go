// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// loopProperties are what LLVM is told of loops.
type loopProperties struct {
	*regionGraph
	loops    []llvm.Value // latches of loops over work-items
	lanes    []llvm.Value // of loops over the active lanes of a warp
	gathers  []llvm.Value // and of others whose iterations are independent: those that exchange values, …
	parallel []llvm.Value // the memory accesses of these
}

// parallelAccess records a memory access in a loop whose iterations do not depend on each other.
func (lp *loopProperties) parallelAccess(i llvm.Value) llvm.Value {
	lp.parallel = append(lp.parallel, i)
	return i
}

// rolled returns the loop property that disables unrolling.
func rolled(u *ir.Unit) llvm.Metadata {
	name := []llvm.Metadata{llvm.MDStringInContext2(u.Ctx, "llvm.loop.unroll.disable")}
	return llvm.MDNodeInContext2(u.Ctx, &name[0], 1)
}

// remainder returns the loop property that disables unrolling of what the vectoriser leaves of a loop: the loop for
// the last iterations, and for the cases that its checks exclude. LLVM would unroll it with another loop before it,
// which took more code, and a third of the code generator's time, than the vectorised loop.
func remainder(u *ir.Unit) llvm.Metadata {
	name := func(s string) llvm.Metadata { return llvm.MDStringInContext2(u.Ctx, s) }
	node := func(ops ...llvm.Metadata) llvm.Metadata {
		return llvm.MDNodeInContext2(u.Ctx, &ops[0], uint64(len(ops)))
	}
	return node(name("llvm.loop.vectorize.followup_epilogue"),
		node(name("llvm.loop.isvectorized"), llvm.ValueAsMetadata(u.I32(1))),
		notUnrolled(u))
}

// notUnrolled returns the loop property that disables unrolling of a loop whose number of iterations is not a constant. The body
// of a loop over work-items is long: what unrolling saves, the comparison and the branch, is little of it. LLVM's unroller copied those that
// have no vectors up to eight times, which was a third of the code of some kernels.
func notUnrolled(u *ir.Unit) llvm.Metadata {
	name := []llvm.Metadata{llvm.MDStringInContext2(u.Ctx, "llvm.loop.unroll.runtime.disable")}
	return llvm.MDNodeInContext2(u.Ctx, &name[0], 1)
}

// accessGroup is the named metadata that holds the access group of all accesses of work-items.
const accessGroup = "gohip.accesses"

// maxVectorised is the largest region, in instructions, whose loop LLVM may vectorise: the compile
// time of its vectoriser grows with the square of the number of blocks and is minutes for kernels
// that sort.
const maxVectorised = 1000

// markParallel marks the loops over work-items: their iterations do not depend on each other
// through memory (LLVM Language Reference, "llvm.loop.parallel_accesses"), because between two
// synchronisation points no work-item may read what another one writes. LLVM vectorises such loops
// without alias checks.
//
//	%v = load i32, ptr addrspace(1) %p
//	br i1 %more, label %region0.x, label %region0.done
//
// becomes
//
//	  %v = load i32, ptr addrspace(1) %p, !llvm.access.group !0
//	  br i1 %more, label %region0.x, label %region0.done, !llvm.loop !1
//	!0 = distinct !{}
//	!1 = distinct !{!1, !{!"llvm.loop.parallel_accesses", !0}}
//
// As far as LLVM can see, stack variables that all work-items use in turn carry values from one
// iteration to the next, so accesses that may be to these are not marked.
func (lp *loopProperties) markParallel() {
	group, err := parallelGroup(lp.u)
	if err != nil {
		return // a hint only
	}
	hidden := lp.hidesPrivate()
	kind := lp.u.MDKind("llvm.access.group")
	size := map[llvm.Block]int{} // of a region, by the latch of its innermost loop
	mark := func(latch llvm.Block, blocks []llvm.Block) {
		for _, b := range blocks {
			for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
				size[latch]++
				if p := accessed(i); p != 0 && !lp.mayBePrivate(p, hidden) {
					llvm.SetMetadata(i, kind, llvm.MetadataAsValue(lp.u.Ctx, group))
				}
			}
		}
	}
	all := slices.Clone(lp.regions)
	for _, r := range lp.regions {
		for _, c := range []*region{r.alongY, r.unit} {
			if c != nil {
				all = append(all, c)
			}
		}
	}
	for _, r := range all {
		blocks := append([]llvm.Block{r.item}, r.blocks...)
		mark(r.latch, blocks)
		if c := r.interior; c != nil {
			for i, b := range blocks {
				blocks[i] = c.blocks[b]
			}
			mark(c.blocks[r.latch], blocks)
		}
	}
	parallel := lp.markIndependent(group)
	scalar, rest, once, single := unvectorised(lp.u), remainder(lp.u), uninterleaved(lp.u), notUnrolled(lp.u)
	for _, t := range lp.loops {
		if lp.tracksItem {
			describeLoop(lp.u, t, scalar)
		} else if size[llvm.GetInstructionParent(t)] > maxVectorised {
			describeLoop(lp.u, t, parallel, scalar, rolled(lp.u))
		} else {
			describeLoop(lp.u, t, parallel, rest, once, single)
		}
	}
}

// markIndependent marks the loops whose iterations only access their own elements of context arrays, or
// read others'. It returns the loop property.
func (lp *loopProperties) markIndependent(group llvm.Metadata) llvm.Metadata {
	name := llvm.MDStringInContext2(lp.u.Ctx, "llvm.loop.parallel_accesses")
	accesses := []llvm.Metadata{name, group}
	parallel := llvm.MDNodeInContext2(lp.u.Ctx, &accesses[0], 2)
	for _, i := range lp.parallel {
		llvm.SetMetadata(i, lp.u.MDKind("llvm.access.group"), llvm.MetadataAsValue(lp.u.Ctx, group))
	}
	for _, t := range lp.gathers {
		describeLoop(lp.u, t, parallel, rolled(lp.u))
	}
	return parallel
}

// markLanes marks the loops over the lanes of a warp. LLVM does not vectorise those over active lanes: it
// would have to analyse every pointer, and takes minutes to fail. Nor does it unroll them, because their 32
// iterations are a constant that makes it copy them whole.
func (lp *loopProperties) markLanes() error {
	group, err := parallelGroup(lp.u)
	if err != nil {
		return err
	}
	lp.markIndependent(group)
	scalar := unvectorised(lp.u)
	for _, t := range lp.lanes {
		describeLoop(lp.u, t, scalar, rolled(lp.u))
	}
	return nil
}

// unvectorised returns the loop property that disables vectorisation.
func unvectorised(u *ir.Unit) llvm.Metadata {
	enable := []llvm.Metadata{llvm.MDStringInContext2(u.Ctx, "llvm.loop.vectorize.enable"), llvm.ValueAsMetadata(llvm.ConstInt(u.Types.I1, 0, false))}
	return llvm.MDNodeInContext2(u.Ctx, &enable[0], 2)
}

// uninterleaved returns the loop property that makes the vectoriser use one vector per iteration. The processor executes iterations
// that do not depend on each other at the same time. Several vectors per iteration took more code, and another vectorised loop for
// the rows that they are too long for: an eighth of the time of LLVM's passes and code generator.
func uninterleaved(u *ir.Unit) llvm.Metadata {
	count := []llvm.Metadata{llvm.MDStringInContext2(u.Ctx, "llvm.loop.interleave.count"), llvm.ValueAsMetadata(u.I32(1))}
	return llvm.MDNodeInContext2(u.Ctx, &count[0], 2)
}

// describeLoop attaches properties to a loop, at the branch of its latch.
func describeLoop(u *ir.Unit, latch llvm.Value, properties ...llvm.Metadata) {
	// The first operand of a loop ID is the node itself.
	ops := append([]llvm.Metadata{properties[0]}, properties...)
	node := llvm.MetadataAsValue(u.Ctx, llvm.MDNodeInContext2(u.Ctx, &ops[0], uint64(len(ops))))
	llvm.ReplaceMDNodeOperandWith(node, 0, llvm.ValueAsMetadata(node))
	llvm.SetMetadata(latch, u.MDKind("llvm.loop"), node)
}

// parallelGroup returns the module's access group. LLVM-C cannot create distinct nodes, so it is
// linked from text.
func parallelGroup(u *ir.Unit) (llvm.Metadata, error) {
	if llvm.GetNamedMetadataNumOperands(u.Mod, accessGroup) == 0 {
		if err := u.LinkText("!" + accessGroup + " = !{!0}\n!0 = !{!1}\n!1 = distinct !{}\n"); err != nil {
			return 0, err
		}
	}
	holder, group := new(llvm.Value), new(llvm.Value)
	llvm.GetNamedMetadataOperands(u.Mod, accessGroup, holder)
	llvm.GetMDNodeOperands(*holder, group)
	return llvm.ValueAsMetadata(*group), nil
}

// accessed returns the address that a plain load or store accesses, 0 for other instructions.
func accessed(i llvm.Value) llvm.Value {
	switch ir.Opcode(i) {
	case llvm.Load:
		if !llvm.GetVolatile(i) && llvm.GetOrdering(i) == llvm.NotAtomic {
			return llvm.GetOperand(i, 0)
		}
	case llvm.Store:
		if !llvm.GetVolatile(i) && llvm.GetOrdering(i) == llvm.NotAtomic {
			return llvm.GetOperand(i, 1)
		}
	}
	return 0
}

// mayBePrivate reports whether an address may be of a stack variable that work-items share. hidden:
// also if its base is unknown, since such a variable's address escapes.
func (kern *kernel) mayBePrivate(p llvm.Value, hidden bool) bool {
	for {
		switch llvm.GetPointerAddressSpace(llvm.TypeOf(p)) {
		case ir.GlobalSpace, ir.LocalSpace, ir.ConstantSpace:
			return false
		}
		switch ir.Opcode(p) {
		case llvm.GetElementPtr, llvm.AddrSpaceCast, llvm.BitCast:
			p = llvm.GetOperand(p, 0)
		case llvm.Alloca:
			return true
		default:
			return hidden
		}
	}
}

// hidesPrivate reports whether the address of a stack variable has uses other than as the base of
// accesses: it is selected among others, or stored.
func (kern *kernel) hidesPrivate() bool {
	for i := llvm.GetFirstInstruction(kern.preamble); i != 0; i = llvm.GetNextInstruction(i) {
		if ir.Opcode(i) != llvm.Alloca {
			continue
		}
		users, escapes := reachedFrom(i)
		for _, w := range users {
			escapes = escapes || ir.Opcode(w) == llvm.PHI || ir.Opcode(w) == llvm.Select
		}
		if escapes {
			return true
		}
	}
	return false
}
