// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pocl

import "gohipcc/internal/workaround"

// IDs of the workarounds that are no pass of their own.
const (
	gvnAtJoins             = "pocl-gvn-at-joins"
	continuationsAtJoins   = "pocl-continuations-at-joins"
	barrierAtSharedTails   = "pocl-barrier-at-shared-tails"
	demoteJoinPHIsID       = "pocl-demote-join-phis"
	barrierBeforeWarpOpsID = "pocl-barrier-before-warp-ops"
	hideInductionVars      = "pocl-hide-induction-variables"
)

// DropNoinline is the ID of a workaround in package link.
const DropNoinline = "pocl-drop-noinline"

// Workarounds is the ledger of faults of PoCL.
var Workarounds = []workaround.Entry{
	{
		ID: "pocl-keep-barrier-loops", Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "With many parallel regions in a row, as an unrolled loop around barriers leaves them, the work of some work-items in some regions is lost.",
		Remedy:     "Loops around barriers of the work-group are not unrolled.",
		Code:       "passes/pocl/barrierloops.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/programs/prefixsum.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "pocl-remove-unreachable", Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "A block that is nothing but unreachable, as the default of a switch with a case for every value, becomes a return past the barriers that follow; the first work-item's branches are then taken for all.",
		Remedy:     "Branches to such blocks are removed.",
		Code:       "passes/pocl/unreachable.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-remove-unreachable.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: continuationsAtJoins, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "At a join after several barriers, with one more barrier to follow, work-items that come from one barrier are taken for those of another. PoCL 7.0 aborts where the join has more predecessors.",
		Remedy:     "Continuation-based synchronisation for the whole kernel.",
		Code:       "passes/pocl/compiler.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-continuations-at-joins.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: barrierAtSharedTails, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "What follows a barrier in a uniform branch is copied for each divergent path to code that others reach without the barrier, and all work-items are sent along the first one's path.",
		Remedy:     "A block with one more barrier before that code.",
		Code:       "passes/pocl/reconverge.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-barrier-at-shared-tails.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: barrierBeforeWarpOpsID, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "After a barrier in a branch, PoCL's own barriers of loops included, replicas of a region have storage of their own for what a sub-group exchanges: warp operations read what was never written.",
		Remedy:     "A barrier of the work-group where control flow reconverges before the operation.",
		Code:       "passes/pocl/reconverge.go",
		Upstream:   "https://github.com/pocl/pocl/pull/2239",
		Reproducer: "testdata/programs/divergentbarriers.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "pocl-break-uniform-entries", Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "A block is taken for uniform if one uniform branch leads to it, whatever else does: it keeps one value for all work-items, and gets barriers in its loops.",
		Remedy:     "Such branches are made divergent, by a condition that is never true.",
		Code:       "passes/pocl/uniformity.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-break-uniform-entries.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "pocl-demote-single-use-phis", Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "PoCL has LLVM 18 and later verify that InstCombine reaches its fixpoint in one iteration, which it need not; LLVM aborts. (The runtime compiles in a process that turns the check off, where there is one.)",
		Remedy:     "PHIs from which that is known to follow are demoted to stack slots.",
		Code:       "passes/pocl/instcombine.go",
		Upstream:   "https://github.com/pocl/pocl/issues/1608",
		Reproducer: "runtime/libgohip/testdata/fixpoint.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "pocl-fix-irreducible", Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "In a kernel with a barrier and a loop of several entries, BarrierTailReplication calls itself without an end.",
		Remedy:     "Such loops get one entry.",
		Code:       "passes/pocl/irreducible.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-fix-irreducible.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "pocl-part-barriers-from-joins", Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "It aborts where its own optimiser makes a PHI, of a value of another region, at a join directly after a barrier.",
		Remedy:     "A volatile store between the barrier and the join.",
		Code:       "passes/pocl/apart.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-part-barriers-from-joins.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: DropNoinline, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "A function that is kept out of line and asks for the work-group's ID has no definition of it: the kernel does not load.",
		Remedy:     "noinline and optnone are dropped.",
		Code:       "passes/link/symbols.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-drop-noinline.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: gvnAtJoins, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "PoCL aborts where its own optimiser makes a PHI at a join after a barrier, of a value that is computed before the join and after it: seen at -O0 and -O1, before joins of several barriers got continuations.",
		Remedy:     "Global value numbering of kernels with such joins.",
		Code:       "passes/pocl/compiler.go",
		Upstream:   workaround.NotReported,
		Reproducer: workaround.NoneKnown,
		Test:       "e2e.TestRandomKernels",
	},
	{
		ID: demoteJoinPHIsID, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "PHIs at a join after barriers: work-items take the first one's path, or PoCL aborts where nothing is between the barrier and the join. Seen before joins of several barriers got continuations.",
		Remedy:     "Such PHIs are demoted to stack slots with volatile accesses.",
		Code:       "passes/pocl/reconverge.go",
		Upstream:   workaround.NotReported,
		Reproducer: workaround.NoneKnown,
		Test:       "e2e.TestRandomKernels",
	},
	{
		ID: hideInductionVars, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "A canonical induction variable is taken for uniform after a loop with a divergent exit, too. Seen before uniform entries of such loops were broken.",
		Remedy:     "It starts at a zero that depends on the work-item.",
		Code:       "passes/pocl/uniformity.go",
		Upstream:   workaround.NotReported,
		Reproducer: workaround.NoneKnown,
		Test:       "e2e.TestRandomKernels",
	},
}
