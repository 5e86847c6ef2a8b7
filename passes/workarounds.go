// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"slices"

	"gohipcc/internal/workaround"
	"gohipcc/passes/pocl"
)

// dropEffects is the ID of a workaround that is no pass of its own.
const dropEffects = "spirv-drop-memory-effects"

// Workarounds is the ledger of workarounds in passes for faults of the products that take their
// output. What a pass does because SPIR-V or OpenCL lacks something is not a workaround and not
// listed.
var Workarounds = slices.Concat(pocl.Workarounds, []workaround.Entry{
	{
		ID: "mask-truncations", Product: "LLVM", Seen: []string{"22"},
		Fault:      "The SPIR-V backend makes an OpBitwiseAnd whose operands have different widths of a zext of a trunc between other than neighbouring widths; spirv-val rejects it, and PoCL crashes.",
		Remedy:     "Truncate to the width of the result and mask there.",
		Code:       "passes/legalize/truncations.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/mask-truncations.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "aggregate-phis", Product: "LLVM", Seen: []string{"22"},
		Fault:      "The SPIR-V backend gives a PHI of structures, which the optimiser makes of atomic operations in a loop, the type of the first member; spirv-val rejects it, and ocloc crashes.",
		Remedy:     "A PHI for each member.",
		Code:       "passes/legalize/phis.go",
		Upstream:   "https://github.com/llvm/llvm-project/pull/186086",
		Reproducer: "passes/testdata/aggregate-phis.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "memory-types", Product: "LLVM", Seen: []string{"22"},
		Fault:      "The SPIR-V backend guesses what pointers point to, and guesses wrong where memory holds pointers: an array of two of them becomes room for one.",
		Remedy:     "Stack slots, shared memory and address computations have types without pointers and structures.",
		Code:       "passes/legalize/memtypes.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/memory-types.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "integer-widths", Product: "LLVM", Seen: []string{"22"},
		Fault:      "The SPIR-V backend widens integers of widths that SPIR-V lacks without clearing or extending the new bits: wrong numbers.",
		Remedy:     "Widen them in the IR, with a mask after what may set a bit beyond the width.",
		Code:       "passes/legalize/widths.go",
		Upstream:   "https://github.com/llvm/llvm-project/pull/203661",
		Reproducer: "passes/testdata/integer-widths.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "stack-alignment", Product: "LLVM", Seen: []string{"22"},
		Fault:      "The SPIR-V backend has the alignment of an alloca in a signed byte: it writes 0 for 256, and a negative number for 128.",
		Remedy:     "Allocate more and align the address at run time.",
		Code:       "passes/legalize/alignment.go",
		Upstream:   "https://github.com/llvm/llvm-project/pull/180184",
		Reproducer: "passes/testdata/stack-alignment.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: dropEffects, Product: "LLVM", Seen: []string{"22"},
		Fault:      "The SPIR-V backend marks functions as Const that read memory through their arguments, so that a device may drop the stores before a call.",
		Remedy:     "Drop the attribute before emission.",
		Code:       "passes/emit.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/memory-effects.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "amdgcn-traps", Product: "LLVM", Seen: []string{"22"}, Fixed: "23",
		Fault:      "The AMDGPU backend expands a trap for gfx11 into blocks at the end of the function and continues there, so that pseudo instructions in between stay: \"Unsupported instruction\".",
		Remedy:     "One trap in a function, in its last block.",
		Code:       "passes/amdgcn/amdgcn.go",
		Upstream:   "https://github.com/llvm/llvm-project/pull/174774",
		Reproducer: "passes/testdata/amdgcn-traps.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "nvptx-atomics", Product: "LLVM", Seen: []string{"22"},
		Fault:      "The NVPTX backend emits every read-modify-write as relaxed, whatever its ordering.",
		Remedy:     "Fences around a relaxed read-modify-write.",
		Code:       "passes/nvptx/nvptx.go",
		Upstream:   "https://github.com/llvm/llvm-project/pull/179553",
		Reproducer: "passes/testdata/nvptx-atomics.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "nvptx-signatures", Product: "LLVM", Seen: []string{"22"},
		Fault:      "The NVPTX backend declares parameters and results of integers of 65 to 127 bits as .b128, which PTX below 8.3 does not have: the driver refuses the module.",
		Remedy:     "They are passed as two halves.",
		Code:       "passes/legalize/signatures.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/nvptx-signatures.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "nvptx-pointees", Product: "LLVM", Seen: []string{"22"},
		Fault: "The NVPTX backend takes for a parameter by value the alignment of its type where the function states less, and for a call through a pointer the stated one: " +
			"of a packed structure of 64-bit integers 8 and 1, and what the one stores the other reads elsewhere.",
		Remedy:     "Such parameters of functions whose address is taken are arrays of bytes.",
		Code:       "passes/nvptx/byvalue.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/nvptx-pointees.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "igc-lower-switches", Product: "IGC", Seen: []string{"1.0.12504"},
		Fault:      "Built with LLVM 14, as Debian 12's is, it ends its process in the pass that makes branches of switches.",
		Remedy:     "Branches are all that it gets.",
		Code:       "passes/targets.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/igc-lower-switches.ll",
		Test:       "e2e/intel.TestWorkarounds",
	},
	{
		ID: "igc-split-sums", Product: "IGC", Seen: []string{"2.40"},
		Fault: "Its LLVM computes the sum of a polynomial over a loop ahead of it, with products of 65 bits; the pass for widths that a GPU lacks " +
			"(PeepholeTypeLegalizer) ends the process at a number of 32 bits that becomes one of more than 64.",
		Remedy:     "Sums of the third degree and above go through their loops in two halves, of which LLVM knows no closed form.",
		Code:       "passes/intel/sums.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/igc-split-sums.ll",
		Test:       "e2e/intel.TestWorkarounds",
	},
	{
		ID: "ptxas-loop-exits", Product: "ptxas", Seen: []string{"13.0"},
		Fault: "In a whole program it keeps values of a loop in uniform registers, of which a warp has one set, and has the lanes that left the loop go " +
			"on to a call of a function, which writes them while other lanes are in the loop: those access other memory.",
		Remedy:     "All lanes wait for one another between such a loop and the next call.",
		Code:       "passes/nvptx/loopexits.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/ptxas-loop-exits.ll",
		Test:       "passes.TestGolden",
	},
	{
		ID: "ptxas-recursive-calls", Product: "ptxas", Seen: []string{"13.0"},
		Fault: "A recursive function uses its convergence barriers again in the calls of itself, so that lanes which wait at one go on " +
			"without the others; after the call in a whole program, the lanes are taken for together: bar.red is an illegal instruction, warp functions give other numbers.",
		Remedy:     "The lanes that made the call wait for one another after it, with a mask that is no constant: ptxas leaves out a wait for all lanes.",
		Code:       "passes/nvptx/reconverge.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/ptxas-recursive-calls.ll",
		Test:       "e2e/nvidia.TestLanesApart",
	},
	{
		ID: "ptxas-unsigned-compares", Product: "ptxas", Seen: []string{"13.0"},
		Fault:      "It compares a sign-extended byte, as unsigned 16 bits, with a constant: the byte is extended to 32 bits, the constant is not.",
		Remedy:     "Unsigned comparisons, minima and maxima of bytes go by the sign of a difference of 32 bits.",
		Code:       "passes/nvptx/compares.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/ptxas-unsigned-compares.ll",
		Test:       "passes.TestGolden",
	},
})

// isWorkaround reports whether an entry of the ledger is the pass of that name.
func isWorkaround(pass string) bool {
	return slices.ContainsFunc(Workarounds, func(e workaround.Entry) bool { return e.ID == pass })
}
