// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pocl

import (
	"maps"
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// BreakUniformEntries makes uniform branches that lead into code which divergent branches also lead
// to divergent to PoCL's uniformity analysis, in kernels with barriers:
//
//	  br i1 %uniform, label %both, label %ask
//	ask:
//	  br i1 %mine, label %both, label %join
//
// becomes
//
//	%i = call i64 @_Z12get_local_idj(i32 0)
//	%never = icmp eq i64 %i, -1
//	...
//	%c = xor i1 %uniform, %never
//	br i1 %c, label %both, label %ask
//
// A block whose only successor is in such code, like the preheader of a loop with a divergent exit,
// gets a second edge that is never taken, to where control flow reconverges.
//
// PoCL considers a block uniform if one uniform branch leads to it, whatever other edges there are.
// It then keeps one value for all work-items of what the block stores, and adds barriers to its
// loops: wrong results for "if (uniform || mine) v = 1; barrier(); use(v);".
func BreakUniformEntries(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		if !u.IsKernel(f) {
			continue
		}
		kernel := flow.NewKernel(u, f)
		// Values in memory are not known to be uniform any more.
		divergent := kernel.DivergentBranches(kernel.Uniform())
		_, jumps := uniformEntries(kernel, divergent)
		if len(jumps) > 0 {
			// A value of the block may be used where the new edge leads.
			if err := u.Demote(f); err != nil {
				return err
			}
			kernel.Update()
			_, jumps = uniformEntries(kernel, divergent)
			bypasses := addBypasses(kernel, jumps)
			if err := u.FunctionPasses(f, "mem2reg"); err != nil {
				return err
			}
			defineIncoming(bypasses)
			kernel.Update()
			divergent = kernel.DivergentBranches(kernel.Uniform())
		}
		if branches, _ := uniformEntries(kernel, divergent); len(branches) > 0 {
			makeDivergent(kernel, branches)
		}
	}
	return nil
}

// A bypass is an edge that is never taken.
type bypass struct{ from, to llvm.Block }

// addBypasses gives blocks with one successor a bypass to the block given for each.
func addBypasses(kernel *flow.Kernel, targets map[int]int) []bypass {
	var out []bypass
	never := neverTrue(kernel)
	for _, from := range slices.Sorted(maps.Keys(targets)) {
		to := targets[from]
		t := llvm.GetBasicBlockTerminator(kernel.Blocks[from])
		next := llvm.GetSuccessor(t, 0)
		llvm.BuildCondBr(kernel.Unit.Before(t), never, kernel.Blocks[to], next)
		ir.Erase(t)
		out = append(out, bypass{kernel.Blocks[from], kernel.Blocks[to]})
	}
	return out
}

// defineIncoming sets incoming values of PHIs for bypasses that are undefined there to zero: LLVM
// removes a path on which a branch depends on an undefined value.
func defineIncoming(bypasses []bypass) {
	for _, e := range bypasses {
		for _, phi := range ir.PHIs(e.to) {
			for k := range llvm.CountIncoming(phi) {
				if llvm.GetIncomingBlock(phi, k) == e.from && llvm.IsUndef(llvm.GetIncomingValue(phi, k)) {
					llvm.SetOperand(phi, k, llvm.ConstNull(llvm.TypeOf(phi)))
				}
			}
		}
	}
}

// uniformEntries returns the edges from uniform code into divergent code: the branches among their
// sources, and for sources without a branch (jumps) the block where control flow reconverges. For a
// kernel without barriers it returns none.
func uniformEntries(kernel *flow.Kernel, divergentBranches map[llvm.Value]bool) (branches []llvm.Value, jumps map[int]int) {
	if len(kernel.Blocks) == 0 || !kernel.ReachesSync[0] {
		return nil, nil
	}
	jumps = map[int]int{}
	pd := flow.PostDominators(kernel.Succ)
	uniformBranch := func(i int) bool {
		return len(kernel.Succ[i]) > 1 && !divergentBranches[llvm.GetBasicBlockTerminator(kernel.Blocks[i])]
	}
	divergent := flow.DivergentBlocks(kernel.Succ, func(i int) bool { return !uniformBranch(i) })
	for i, b := range kernel.Blocks {
		if divergent[i] || !slices.ContainsFunc(kernel.Succ[i], func(s int) bool { return divergent[s] }) {
			continue
		}
		if uniformBranch(i) {
			branches = append(branches, llvm.GetBasicBlockTerminator(b))
		} else if len(kernel.Succ[i]) == 1 {
			if join := pd.UniformPostDominator(kernel.Succ[i][0], divergent); join >= 0 {
				jumps[i] = join
			}
		}
	}
	return branches, jumps
}

// localID returns the work-item's ID in the first dimension, at the entry.
func localID(kernel *flow.Kernel) llvm.Value {
	u := kernel.Unit
	const name = "_Z12get_local_idj"
	f := llvm.GetNamedFunction(u.Mod, name)
	if f == 0 {
		f = u.RuntimeFunction(name, u.Types.I64, u.Types.I32)
	}
	id := llvm.BuildCall2(u.AtEntry(kernel.F), llvm.GlobalGetValueType(f), f, []llvm.Value{u.I32(0)}, "")
	llvm.SetInstructionCallConv(id, llvm.GetFunctionCallConv(f))
	return id
}

// neverTrue returns an i1 that is always false but that uniformity analysis takes for divergent.
func neverTrue(kernel *flow.Kernel) llvm.Value {
	return llvm.BuildICmp(kernel.Unit.B, llvm.IntEQ, localID(kernel), kernel.Unit.I64(^uint64(0)), "never")
}

// makeDivergent makes the conditions of branches depend on the work-item, by neverTrue.
func makeDivergent(kernel *flow.Kernel, branches []llvm.Value) {
	u, never := kernel.Unit, neverTrue(kernel)
	for _, t := range branches {
		b := u.Before(t)
		cond := llvm.GetOperand(t, 0)
		n := never
		if ty := llvm.TypeOf(cond); ty != u.Types.I1 {
			n = llvm.BuildZExt(b, never, ty, "")
		}
		llvm.SetOperand(t, 0, llvm.BuildXor(b, cond, n, ""))
	}
}
