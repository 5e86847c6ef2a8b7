// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"slices"

	"gohipcc/internal/workaround"
	"gohipcc/passes/amdgcn"
	"gohipcc/passes/ir"
	"gohipcc/passes/link"
	"gohipcc/passes/nvptx"
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
		Fault:      "The SPIR-V backend combines a zext of a trunc between non-adjacent widths into an OpBitwiseAnd with operands of different widths; spirv-val rejects it, and PoCL crashes.",
		Remedy:     "Truncate to the width of the result and mask there.",
		Code:       "passes/legalize/truncations.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/mask-truncations.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: link.StaticVariables, Product: "clang", Seen: []string{"22"},
		Fault:      "With -fgpu-rdc clang appends an ID of the translation unit to the name of a static device variable that host code names, but a kernel that precedes this code refers to the plain name, which nothing defines: the device link fails. For AMD's GPUs, whose images lld links, it still does.",
		Remedy:     "In each translation unit the plain name becomes the other one.",
		Code:       "passes/link/statics.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/clang-static-variables.ll",
		Test:       "passes.TestGolden",
	},
	{
		ID: "hide-narrow-indices", Product: "LLVM", Seen: []string{"22"}, Fixed: "23",
		Fault:      "The loop vectoriser takes an index that wraps at few bits, as i % 4, to grow with the loop, under a condition that it checks at run time; but scalar evolution drops this condition if there is the one that a wider index does not wrap: wrong results.",
		Remedy:     "Integers of at most 16 bits in the computation of an index, and what may become one when a mask is constant, go through an intrinsic that the loop passes know nothing of.",
		Code:       "passes/cpu/narrow.go",
		Upstream:   "https://github.com/llvm/llvm-project/issues/191382",
		Reproducer: "testdata/workarounds/hide-narrow-indices.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "uniform-chains", Product: "LLVM", Seen: []string{"22"},
		Fault:      "To tell whether a value of a loop is the same in all iterations, the loop vectoriser looks at all operands of all operands, and at those that it has looked at again: eight steps of xorshift on a number that is loaded in the loop take clang more than a minute, and each more eight times as long.",
		Remedy:     "Loops in which more than 65,536 paths lead from a value through uniform ones to loads are not vectorised. What becomes such a loop later, as by unrolling, ends the link after a multiple of its usual processor time, and it starts again without the vectoriser.",
		Code:       "passes/workgroup/chains.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/uniform-chains.ll",
		Test:       "passes.TestGolden",
	},
	{
		ID: ir.SplitCycleEdges, Product: "LLVM", Seen: []string{"22"},
		Fault:      "In a loop with several entries, where a block branches to the one that becomes the header or to another one, fix-irreducible takes the block's value out of the PHIs of the other entry, too, although this edge stays (ControlFlowHub, reconnectPhis): after it come values of an earlier iteration. The AMDGPU backend runs the same pass.",
		Remedy:     "Critical edges are split before, so that no block has two such successors. What clang compiles for AMD's GPUs with such loops goes through bitcode: the optimiser's result is changed before the code generator reads it.",
		Code:       "passes/ir/irreducible.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/split-cycle-edges.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "aggregate-phis", Product: "LLVM", Seen: []string{"22"},
		Fault:      "The SPIR-V backend gives a PHI of structures, which the optimiser creates from atomic operations in a loop, the type of the first member; spirv-val rejects it, and ocloc crashes.",
		Remedy:     "One PHI for each member.",
		Code:       "passes/legalize/phis.go",
		Upstream:   "https://github.com/llvm/llvm-project/pull/186086",
		Reproducer: "passes/testdata/aggregate-phis.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "undefined-members", Product: "LLVM", Seen: []string{"22"},
		Fault:      "The SPIR-V backend cannot translate a constant with a member that is an undefined structure or array, such as the padding after bit-fields.",
		Remedy:     "Such members are zero.",
		Code:       "passes/legalize/undefined.go",
		Upstream:   "https://github.com/llvm/llvm-project/pull/204377",
		Reproducer: "passes/testdata/undefined-members.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "memory-types", Product: "LLVM", Seen: []string{"22"},
		Fault:      "The SPIR-V backend infers pointee types, incorrectly if memory holds pointers: an array of two pointers is allocated as one.",
		Remedy:     "Stack slots, shared memory and address computations get types without pointers and structures.",
		Code:       "passes/legalize/memtypes.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/memory-types.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "integer-widths", Product: "LLVM", Seen: []string{"22"},
		Fault:      "The SPIR-V backend widens integers of widths that SPIR-V lacks without clearing or extending the new bits: wrong results.",
		Remedy:     "Widen them in the IR, with a mask after each operation that may set a bit beyond the width.",
		Code:       "passes/legalize/widths.go",
		Upstream:   "https://github.com/llvm/llvm-project/pull/203661",
		Reproducer: "passes/testdata/integer-widths.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "stack-alignment", Product: "LLVM", Seen: []string{"22"},
		Fault:      "The SPIR-V backend stores the alignment of an alloca in a signed byte: it writes 0 for 256, and a negative number for 128.",
		Remedy:     "Allocate more and align the address at run time.",
		Code:       "passes/legalize/alignment.go",
		Upstream:   "https://github.com/llvm/llvm-project/pull/180184",
		Reproducer: "passes/testdata/stack-alignment.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: dropEffects, Product: "LLVM", Seen: []string{"22"},
		Fault:      "The SPIR-V backend marks functions as Const that read memory through their arguments, so a device may remove the stores before a call.",
		Remedy:     "Drop the attribute before emission.",
		Code:       "passes/emit.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/memory-effects.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "amdgcn-traps", Product: "LLVM", Seen: []string{"22"}, Fixed: "23",
		Fault:      "The AMDGPU backend expands a trap for gfx11 into blocks at the end of the function and resumes there, which leaves the pseudo instructions in between: \"Unsupported instruction\".",
		Remedy:     "One trap per function, in its last block.",
		Code:       "passes/amdgcn/amdgcn.go",
		Upstream:   "https://github.com/llvm/llvm-project/pull/174774",
		Reproducer: "passes/testdata/amdgcn-traps.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: amdgcn.NarrowQuotients, Product: "LLVM", Seen: []string{"22"},
		Fault:      "The AMDGPU backend divides numbers that it knows to have at most 24 bits in floating point, where 16777214u / 3 is one too large, and extends the sign of as many bits of the quotient as the operands have: -128 / -1 of signed chars is -128. Signed numbers of 33 to 64 bits that fit in 32 it divides with 32: -2147483648LL / -1 is negative.",
		Remedy:     "Numbers that may have 23 or 24 bits (with a sign, 24) are multiplied by 256; a signed quotient is the negative dividend where the divisor is -1.",
		Code:       "passes/amdgcn/division.go",
		Upstream:   "https://github.com/llvm/llvm-project/pull/203436",
		Reproducer: "testdata/workarounds/amdgcn-narrow-quotients.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "nvptx-atomics", Product: "LLVM", Seen: []string{"22"},
		Fault:      "The NVPTX backend emits every read-modify-write as relaxed and of the GPU, whatever its ordering and scope, and clang leaves out the scope of HIP's atomic builtins, so that loads, stores and exchanges have the system's.",
		Remedy:     "Fences around a relaxed read-modify-write, inline assembly for those of the system's scope, and scopes that the headers pass beside the address.",
		Code:       "passes/nvptx/nvptx.go",
		Upstream:   "https://github.com/llvm/llvm-project/pull/179553",
		Reproducer: "passes/testdata/nvptx-atomics.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "nvptx-signatures", Product: "LLVM", Seen: []string{"22"},
		Fault:      "The NVPTX backend declares integer parameters and results of 65 to 127 bits as .b128, which PTX below 8.3 lacks: the driver rejects the module.",
		Remedy:     "Pass them as two halves.",
		Code:       "passes/legalize/signatures.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/nvptx-signatures.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "nvptx-initialisers", Product: "LLVM", Seen: []string{"22"},
		Fault:      "The NVPTX backend prints the initial value of a variable of type half or bfloat as a double, and a vector of booleans as if each had a byte, beyond its buffer if the variable is a structure.",
		Remedy:     "Integers of 16 bits, and arrays of bytes.",
		Code:       "passes/nvptx/initialisers.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/nvptx-initialisers.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "nvptx-pointees", Product: "LLVM", Seen: []string{"22"},
		Fault:      "For a by-value parameter without a stated alignment, the NVPTX backend uses the alignment of its type in the function, and 1 in a call through a pointer. For a packed structure of 64-bit integers these are 8 and 1, so caller and callee access different addresses.",
		Remedy:     "Such parameters of functions whose address is taken become arrays of bytes.",
		Code:       "passes/nvptx/byvalue.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/nvptx-pointees.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "igc-lower-switches", Product: "IGC", Seen: []string{"1.0.12504"},
		Fault:      "IGC built with LLVM 14, as in Debian 12, aborts in the pass that lowers switches.",
		Remedy:     "Switches are lowered to branches before emission.",
		Code:       "passes/targets.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/igc-lower-switches.ll",
		Test:       "e2e/intel.TestWorkarounds",
	},
	{
		ID: "igc-split-sums", Product: "IGC", Seen: []string{"2.40"},
		Fault:      "LLVM replaces the sum of a polynomial over a loop by a closed form with 65-bit products; IGC's legalisation of integer widths (PeepholeTypeLegalizer) aborts when a 32-bit number becomes one of more than 64 bits.",
		Remedy:     "Sums of degree three and above are split into two halves within their loops, for which LLVM finds no closed form.",
		Code:       "passes/intel/sums.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/igc-split-sums.ll",
		Test:       "e2e/intel.TestWorkarounds",
	},
	{
		ID: "ptxas-byte-parameters", Product: "ptxas", Seen: []string{"12.4", "13.0"},
		Fault:      "Where a function sign-extends a parameter of one byte to 16 bits, ptxas omits the conversion of these to 32 bits, and uses the parameter's register, which is sign-extended to 32.",
		Remedy:     "The byte is extended to 32 bits by an instruction in inline assembly.",
		Code:       "passes/nvptx/byte_parameters.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/ptxas-byte-parameters.ll",
		Test:       "passes.TestGolden",
	},
	{
		ID: "ptxas-high-products", Product: "ptxas", Seen: []string{"13.0"},
		Fault:      "Where the high word of a 64-bit product is multiplied by a number that does not change in a loop, nor does one of the factors, ptxas multiplies these two before the loop, and takes the high word of the wrong product.",
		Remedy:     "The high word is computed by mul.hi.u32 or mul.hi.s32, and of wider factors from products of their words.",
		Code:       "passes/nvptx/products.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/ptxas-high-products.ll",
		Test:       "passes.TestGolden",
	},
	{
		ID: nvptx.EmptyBallots, Product: "ptxas", Seen: []string{"12.4", "13.0"},
		Fault:      "ptxas crashes on a ballot of the constant false, if the branch on it is followed by the call of a recursive function.",
		Remedy:     "The result is zero, without a ballot.",
		Code:       "passes/nvptx/masks.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/nvptx-masks.ll",
		Test:       "passes.TestGolden",
	},
	{
		ID: "ptxas-irreducible-loops", Product: "ptxas", Seen: []string{"12.4", "13.0"},
		Fault:      "In and around a loop with several entries, ptxas keeps values in uniform registers, which are shared by a warp, where lanes that took different paths have not reconverged: the first ones overwrite a register that the others have still to read, or count a loop's iterations twice.",
		Remedy:     "Loops with several entries get a single one.",
		Code:       "passes/convergence/reducible.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/ptxas-irreducible-loops.ll",
		Test:       "passes.TestGolden",
	},
	{
		ID: "ptxas-large-returns", Product: "ptxas", Seen: []string{"13.0"},
		Fault:      "Where ptxas expects the lanes of a warp to have reconverged, but cannot rely on it, it synchronises them with a mask in R15, which can still contain what a function has returned: bytes 44 to 47 of a structure.",
		Remedy:     "Results of more than 44 bytes are copied to the stack and back after the call.",
		Code:       "passes/nvptx/returns.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/ptxas-large-returns.ll",
		Test:       "passes.TestGolden",
	},
	{
		ID: "ptxas-loop-exits", Product: "ptxas", Seen: []string{"13.0"},
		Fault:      "When it compiles a whole program, ptxas keeps values of a loop in uniform registers, which are shared by a warp, but lets lanes that have left the loop continue to a function call, which overwrites the registers while other lanes are still in the loop: these access wrong addresses.",
		Remedy:     "All lanes reconverge between such a loop and the next call.",
		Code:       "passes/nvptx/loopexits.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/ptxas-loop-exits.ll",
		Test:       "passes.TestGolden",
	},
	{
		ID: "ptxas-packed-sums", Product: "ptxas", Seen: []string{"12.4", "13.0"},
		Fault:      "If only one half of the result of add.s16x2 or add.u16x2 is used, and one operand is a constant, ptxas adds 0 in its place.",
		Remedy:     "Vectors of 16-bit integers are added element by element.",
		Code:       "passes/nvptx/packed.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/ptxas-packed-sums.ll",
		Test:       "passes.TestGolden",
	},
	{
		ID: "ptxas-recursive-calls", Product: "ptxas", Seen: []string{"13.0"},
		Fault:      "A recursive function reuses its convergence barriers in its recursive calls, so lanes that wait at one continue without the others. After the call in a whole program, ptxas assumes that the lanes have reconverged: bar.red is an illegal instruction, and warp operations return wrong results.",
		Remedy:     "The lanes that made the call synchronise after it, with a mask that is not a constant and differs from earlier ones, because ptxas omits a synchronisation of all lanes, and a second one with the same mask.",
		Code:       "passes/nvptx/reconverge.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/ptxas-recursive-calls.ll",
		Test:       "e2e/nvidia.TestLanesApart",
	},
	{
		ID: "ptxas-unsigned-compares", Product: "ptxas", Seen: []string{"13.0"},
		Fault:      "ptxas miscompiles an unsigned 16-bit comparison of a sign-extended byte with a constant: it extends the byte to 32 bits, but not the constant.",
		Remedy:     "Unsigned comparisons, minima and maxima of bytes that LLVM may sign-extend use the sign of a 32-bit difference.",
		Code:       "passes/nvptx/compares.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/ptxas-unsigned-compares.ll",
		Test:       "passes.TestGolden",
	},
	{
		ID: "ptxas-frame-bases", Product: "ptxas", Seen: []string{"12.4", "13.0"},
		Fault:      "Where a function needs the address of a local variable, for an index or a call, ptxas can take it from a uniform register that it has never written: what the caller has left there is taken for the frame's address.",
		Remedy:     "A number that depends on the lane, and is zero, is added to such addresses.",
		Code:       "passes/nvptx/frames.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/ptxas-frame-bases.ll",
		Test:       "passes.TestGolden",
	},
	{
		ID: "ptxas-copied-parameters", Product: "ptxas", Seen: []string{"12.4", "13.0"},
		Fault:      "Where a function takes the address of a by-value parameter, to write it or to select between parameters, ptxas can read a register that was never written, or another place on the stack.",
		Remedy:     "Functions copy their by-value parameters, so that no address of one is taken.",
		Code:       "passes/nvptx/copied_parameters.go",
		Upstream:   workaround.NotReported,
		Reproducer: "passes/testdata/ptxas-copied-parameters.ll",
		Test:       "passes.TestGolden",
	},
})

// isWorkaround reports whether an entry of the ledger is the pass of that name.
func isWorkaround(pass string) bool {
	return slices.ContainsFunc(Workarounds, func(e workaround.Entry) bool { return e.ID == pass })
}
