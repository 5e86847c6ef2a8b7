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
		Fault:      "After a barrier in a branch, PoCL's own barriers of loops included, replicas of a region have storage of their own for what a sub-group exchanges: warp operations read what was never written. Where code is shared by work-items that come from several barriers, or from one and from none, all are taken for those of one. PoCL 7.0 aborts where a join has more predecessors.",
		Remedy:     "Continuation-based synchronisation of kernels with barriers in branches, but for loops that a guard may skip in kernels without warp operations.",
		Code:       "passes/pocl/compiler.go",
		Upstream:   "https://github.com/pocl/pocl/pull/2239",
		Reproducer: "testdata/workarounds/pocl-continuations.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: conditionalLoops, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "It adds barriers to innermost loops that are uniform, in branches too, with what it makes of barriers in branches.",
		Remedy:     "Uniform branches that decide whether such a loop is executed are made divergent, by a condition that is never true.",
		Code:       "passes/pocl/conditional.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-hide-conditional-loops.hip",
		Test:       "e2e.TestWorkarounds",
	},
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
		ID: DropNoinline, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "A function that is kept out of line and asks for the work-group's ID has no definition of it: the kernel does not load.",
		Remedy:     "noinline and optnone are dropped.",
		Code:       "passes/link/symbols.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-drop-noinline.ll",
		Test:       "e2e.TestWorkarounds",
	},
}
