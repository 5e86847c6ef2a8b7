// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"gohipcc/passes/flow"
	"gohipcc/passes/llvm"
)

// maxExitSize is the largest number of instructions that are copied for the work-items that exit.
const maxExitSize = 200

// MakeSyncUniform changes a kernel so that its work-items execute the same synchronisation points,
// where that needs no more than inactive work-items: those that have exited bypass the code between
// the points that are left, as [Barriers] has them do, and those that do not take a branch with warp
// operations execute these as inactive lanes. It reports whether the kernel has changed; in other
// kernels work-items may still be at different points.
//
// Before work-items exit early, prepare is called: what it computes at the start of the kernel is
// known to exited work-items. These follow branches between the points that are left, if their conditions are
// known to all.
func MakeSyncUniform(kernel *flow.Kernel, prepare func()) (changed bool, err error) {
	kind := classify(kernel, Exact)
	if kind == divergent {
		if changed, err = predicateWarpOps(kernel); err != nil {
			return changed, err
		}
		kernel.Update()
		kind = classify(kernel, Exact)
	}
	if kind == uniform || exitSize(kernel) > maxExitSize {
		return changed, nil
	}
	followed := map[llvm.Block]bool{}
	if kind == exitsEarly {
		prepare()
	} else if followed, err = followBranches(kernel, prepare); err != nil || followed == nil {
		return changed, err
	}
	if _, err := bypassExited(kernel, followed); err != nil {
		return true, err
	}
	err = kernel.Unit.FunctionPasses(kernel.F, "sroa,simplifycfg,dce")
	kernel.Update()
	return true, err
}

// exitSize returns the number of instructions that work-items may execute on their early exits, each
// counted once for each exit.
func exitSize(kernel *flow.Kernel) int {
	size := 0
	for i := range kernel.Blocks {
		if !divergentExit(kernel, i) {
			continue
		}
		for _, s := range kernel.Succ[i] {
			if kernel.ReachesSync[s] {
				continue
			}
			for k := range flow.Reachable(kernel.Succ, []int{s}, -1) {
				for x := llvm.GetFirstInstruction(kernel.Blocks[k]); x != 0; x = llvm.GetNextInstruction(x) {
					size++
				}
			}
		}
	}
	return size
}
