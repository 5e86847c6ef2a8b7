// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"slices"
	"strings"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// exitEarly keeps lanes that leave a kernel before a barrier of the block apart from those that
// synchronise there. A barrier waits for all threads that have not exited; in structured control flow the
// paths of a branch follow one another and join at their end, and the lanes that are to exit would wait
// for the others, which wait for them at the barrier. So the path of an early exit ends in an
// instruction, and then, for the control flow alone, joins the other path at its start.
//
//	br i1 %c, label %leave, label %stay
//	leave:                                 ; no barrier can be reached from here
//	…
//	ret void
//
// becomes
//
//	br i1 %c, label %leave, label %stay
//	leave:
//	…
//	call void asm sideeffect "exit;", ""()
//	br label %stay
//
// Functions return to where the others are as well.
func (m *masks) exitEarly(f llvm.Value) error {
	if !m.u.IsKernel(f) {
		return nil
	}
	if err := m.u.FunctionPasses(f, "lower-switch"); err != nil {
		return err
	}
	exits := m.earlyExits(flow.New(f)) // demotion hides which values are uniform
	if len(exits) == 0 {
		return nil
	}
	if err := m.u.Demote(f); err != nil {
		return err
	}
	g := flow.New(f)
	t := llvm.FunctionType(m.u.Types.Void, nil, false)
	exit := llvm.GetInlineAsm(t, "exit;", "", true, false, 0, false)
	for _, e := range exits {
		leave, stay := llvm.GetSuccessor(e.branch, e.side), llvm.GetSuccessor(e.branch, 1-e.side)
		llvm.SetSuccessor(e.branch, e.side, g.CloneTail(m.u, g.Index[leave], func(ret llvm.Value) {
			b := m.u.Before(ret)
			llvm.BuildCall2(b, t, exit, nil, "")
			llvm.BuildBr(b, stay)
			ir.Erase(ret)
		}))
	}
	return m.u.FunctionPasses(f, "unreachableblockelim,mem2reg")
}

// earlyExit is a side of a branch that leads to the end of the kernel without a barrier, unlike the
// other side.
type earlyExit struct {
	branch llvm.Value
	side   uint32
}

// earlyExits finds the early exits that some lanes of a warp may take and others not: those of branches that are
// divergent, and of uniform ones that only some lanes reach. The last exit of a loop is none: the kernel
// would not end without it.
func (m *masks) earlyExits(g *flow.Graph) (out []earlyExit) {
	syncs := m.reachesBarrier(g)
	l := newLanes(g, true)
	divergent := l.divergentBranches()
	partial := l.reachedBySome(divergent, syncs)
	stay := slices.Clone(l.succ) // without the exits found
	for k := range g.Blocks {
		t := llvm.GetBasicBlockTerminator(g.Blocks[k])
		if !divergent[k] && !partial[k] || llvm.GetInstructionOpcode(t) != llvm.Br || len(l.succ[k]) != 2 {
			continue
		}
		for side := range uint32(2) {
			other := g.Index[llvm.GetSuccessor(t, 1-side)]
			if syncs[g.Index[llvm.GetSuccessor(t, side)]] || !syncs[other] {
				continue
			}
			both := stay[k]
			stay[k] = []int{other}
			if !ends(g, flow.Reachable(stay, stay[k], -1)) {
				stay[k] = both
				continue
			}
			out = append(out, earlyExit{t, side})
		}
	}
	return out
}

// reachedBySome returns for every block whether only some of a warp's lanes that have not exited may reach it, because
// others take the other side of a divergent branch.
func (l *lanePaths) reachedBySome(divergent, syncs []bool) []bool {
	stay := slices.Clone(l.succ) // without all exits
	for k, succ := range stay {
		if len(succ) == 2 && syncs[succ[0]] != syncs[succ[1]] {
			stay[k] = succ[:1]
			if syncs[succ[1]] {
				stay[k] = succ[1:]
			}
		}
	}
	post := flow.PostDominators(stay)
	out := make([]bool, len(stay))
	for k := range stay {
		if divergent[k] && len(stay[k]) > 1 {
			for _, b := range flow.ListReachable(stay, stay[k], post.Immediate(k)) {
				out[b] = true
			}
		}
	}
	return out
}

// ends reports whether a kernel returns in one of some blocks.
func ends(g *flow.Graph, blocks map[int]bool) bool {
	for b := range blocks {
		if llvm.GetInstructionOpcode(llvm.GetBasicBlockTerminator(g.Blocks[b])) == llvm.Ret {
			return true
		}
	}
	return false
}

// reachesBarrier returns for every block whether a barrier of the block can be reached from its start.
func (m *masks) reachesBarrier(g *flow.Graph) []bool {
	out := make([]bool, len(g.Blocks))
	for i, b := range g.Blocks {
		for x := llvm.GetFirstInstruction(b); x != 0 && !out[i]; x = llvm.GetNextInstruction(x) {
			out[i] = ir.IsCall(x) && m.mayWait(x)
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range g.Blocks {
			if !out[i] && slices.ContainsFunc(g.Succ[i], func(s int) bool { return out[s] }) {
				out[i], changed = true, true
			}
		}
	}
	return out
}

// mayWait reports whether a call may execute a barrier of the block.
func (m *masks) mayWait(call llvm.Value) bool {
	f := ir.Callee(call)
	if f == 0 {
		return llvm.IsAInlineAsm(llvm.GetCalledValue(call)) == 0
	}
	if name, nvvm := strings.CutPrefix(f.Name(), "llvm.nvvm."); nvvm {
		return strings.HasPrefix(name, "bar") && name != "bar.warp.sync"
	}
	if llvm.IsDeclaration(f) {
		return false
	}
	waits, known := m.waits[f]
	if !known {
		m.waits[f] = false // a recursive call adds nothing
		waits = slices.ContainsFunc(ir.Instructions(f), func(x llvm.Value) bool { return ir.IsCall(x) && m.mayWait(x) })
		m.waits[f] = waits
	}
	return waits
}
