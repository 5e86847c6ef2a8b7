// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pocl

import "gohipcc/internal/workaround"

// IDs of the workarounds that are no passes of their own.
const (
	continuations    = "pocl-continuations"
	conditionalLoops = "pocl-hide-conditional-loops"
)

// DropNoinline is the ID of a workaround in package link.
const DropNoinline = "pocl-drop-noinline"

// Workarounds is the ledger of PoCL's faults.
var Workarounds = []workaround.Entry{
	{
		ID: continuations, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "After a barrier in a branch, including the barriers that PoCL adds to loops, replicas of a region have separate storage for sub-group exchanges: warp operations read uninitialised memory. If code is shared by work-items from several barriers, or from one barrier and none, all are treated as coming from one of them, or PoCL ends with \"Could not find a dominating alternative variable\". PoCL 7.0 aborts if a join has more predecessors.",
		Remedy:     "Continuation-based synchronisation of kernels with barriers in branches, or with a way past the header of a loop to a barrier in it, except for loops that a guard may skip in kernels without warp operations.",
		Code:       "passes/pocl/compiler.go",
		Upstream:   "https://github.com/pocl/pocl/pull/2239",
		Reproducer: "testdata/workarounds/pocl-continuations.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: conditionalLoops, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "PoCL adds barriers to uniform innermost loops, including those in branches, with the same effects as barriers in branches.",
		Remedy:     "Uniform branches that decide whether such a loop is executed are made divergent, by a condition that is never true.",
		Code:       "passes/pocl/conditional.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-hide-conditional-loops.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "pocl-keep-barrier-loops", Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "With many consecutive parallel regions, for example from an unrolled loop around barriers, the work of some work-items in some regions is lost.",
		Remedy:     "Loops around work-group barriers are not unrolled.",
		Code:       "passes/pocl/barrierloops.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/programs/prefixsum.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "pocl-remove-unreachable", Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "A block with only an unreachable instruction, such as the default of a switch with a case for every value, becomes a return past the barriers that follow; the first work-item's branches are then used for all.",
		Remedy:     "Branches to such blocks are removed.",
		Code:       "passes/pocl/unreachable.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-remove-unreachable.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "pocl-exit-endless-loops", Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "A loop without an exit, such as LLVM leaves of a loop with volatile accesses whose iterations are all peeled, makes the barriers after it conditional for PoCL, even if it is never entered: PoCL adds a barrier to a divergent branch before them, and uses the first work-item's branches for all.",
		Remedy:     "The loop gets an exit, with a condition that is never true.",
		Code:       "passes/pocl/endless.go",
		Upstream:   "https://github.com/pocl/pocl/commit/ab3ed1cdd",
		Reproducer: "testdata/workarounds/pocl-exit-endless-loops.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "pocl-break-uniform-entries", Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "PoCL treats a block as uniform if one uniform branch leads to it, even if divergent branches do as well: it keeps one value for all work-items, and adds barriers to its loops.",
		Remedy:     "Such branches are made divergent, by a condition that is never true.",
		Code:       "passes/pocl/uniformity.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-break-uniform-entries.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "pocl-demote-single-use-phis", Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "PoCL makes LLVM 18 and later verify that InstCombine reaches its fixpoint in one iteration, which is not guaranteed; LLVM then aborts. (If the runtime compiles in the helper process, the check is disabled there.)",
		Remedy:     "PHIs that are known to cause a second iteration are demoted to stack slots.",
		Code:       "passes/pocl/instcombine.go",
		Upstream:   "https://github.com/pocl/pocl/issues/1608",
		Reproducer: "runtime/libgohip/testdata/fixpoint.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "pocl-fix-irreducible", Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "In a kernel with a barrier and an irreducible loop, BarrierTailReplication recurses endlessly.",
		Remedy:     "Such loops are made reducible, in the kernel and in the functions that it calls.",
		Code:       "passes/pocl/irreducible.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-fix-irreducible.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "pocl-keep-reducible", Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "PoCL runs LLVM's optimiser before BarrierTailReplication. Its SimplifyCFG makes reducible loops irreducible whose headers have several predecessors outside; BarrierTailReplication then recurses endlessly.",
		Remedy:     "A PHI of such a header that decides a branch becomes a volatile slot, and each latch ends with a volatile load.",
		Code:       "passes/pocl/irreducible.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-keep-reducible.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: DropNoinline, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "A function that is not inlined and uses the work-group's ID has no definition of it: the kernel does not load.",
		Remedy:     "noinline and optnone are dropped.",
		Code:       "passes/link/symbols.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-drop-noinline.ll",
		Test:       "e2e.TestWorkarounds",
	},
}
