// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"fmt"
	"slices"
	"strings"

	"gohipcc/passes/addrspace"
	"gohipcc/passes/amdgcn"
	"gohipcc/passes/calls"
	"gohipcc/passes/convergence"
	"gohipcc/passes/cpu"
	"gohipcc/passes/intel"
	"gohipcc/passes/ir"
	"gohipcc/passes/kernelabi"
	"gohipcc/passes/legalize"
	"gohipcc/passes/link"
	"gohipcc/passes/llvm"
	"gohipcc/passes/nvptx"
	"gohipcc/passes/pocl"
	"gohipcc/passes/workgroup"
	"gohipcc/target"
)

// A Pass is one step on the linked module.
type Pass struct {
	Name string
	Run  func(*ir.Unit) error
}

// A Pipeline says how one family of devices is compiled for.
type Pipeline struct {
	ir.Target
	defaults []string // options for LLVM itself
	before   []Pass   // before linking the device libraries, which they call
	early    []Pass   // after linking, before optimisation
	middle   []Pass   // optimisation
	late     []Pass   // after optimisation
	parts    []Pass   // on each part of a large module, which are compiled in parallel
	finish   []Pass   // after them
}

func archOf(triple string) string {
	a, _, _ := strings.Cut(triple, "-")
	return a
}

func arch(names ...string) func(string) bool {
	return func(triple string) bool {
		a := archOf(triple)
		if a == "" {
			return true
		}
		for _, n := range names {
			if a == n || strings.HasPrefix(a, n+"v") {
				return true
			}
		}
		return false
	}
}

func fixed(triple string) func(*ir.Options) string { return func(*ir.Options) string { return triple } }

// openCLEarly are the early passes of targets with OpenCL kernels: SPIR-V devices and processors.
var openCLEarly = []Pass{
	{"calling-conventions", calls.Conventions},
	{"variadic-functions", calls.Variadic},
	{"indirect-branches", calls.IndirectBranches},
	{"launch-bounds", kernelabi.LaunchBounds},
	{"strip", link.Strip},
	{"internalize", link.Internalize},
	{"host-layout", kernelabi.HostLayout},
	{"multi-grid", kernelabi.MultiGrid},
	{"kernel-arguments", kernelabi.KernelArguments},
	{"merge-dynamic-shared", kernelabi.MergeDynamicShared},
	{"prepare-exits", convergence.PrepareExits},
	{"inline-barriers", convergence.InlineBarriers},
}

// openCLSpaces infer address spaces for these targets, after the first optimisation.
var openCLSpaces = []Pass{
	{"inline-shared", addrspace.InlineShared},
	{"argument-pointers", addrspace.ArgumentPointers},
	{"infer-address-spaces", addrspace.Infer},
	{"shared-offsets", addrspace.SharedOffsets},
}

// pipelines are the pipelines of the targets. Passes run in this order: early ones see the program
// as clang wrote it, late ones what the optimiser leaves.
var pipelines = map[string]*Pipeline{
	"spirv64":      spirvDevice(nil, poclEarly, poclPromoted, poclLate, poclFinish, ir.Target{Image: target.SPIRVTriple, Accepts: arch("spirv64", "spirv", "spir64")}),
	target.SPIRGen: spirvDevice([]string{"-indvars-widen-indvars=false"}, nil, nil, subgroupLate, intelFinish, ir.Target{Image: target.IntelTriple, Narrow: true, Accepts: arch("spirv64", "spirv", "spir64"), Link: intel.Compile}),
	"amdgcn": {
		Target: ir.Target{
			Arch: "AMDGPU", Image: target.AMDTriple, Constant: amdgcn.ConstantSpace,
			Triple:  fixed(target.AMDTriple),
			Accepts: arch("amdgcn"),
			Builtin: func(string) bool { return false },
		},
		// For amdgpu-attributor-returns, amdgcn-whole-loops and amdgcn-two-comparisons of toolchains.Workarounds.
		defaults: []string{"-attributor-max-potential-values-iterations=1", "-simplifycfg-max-small-block-size=-1", "-disable-peephole"},
		early: []Pass{
			{"strip", link.Strip},
			{"amdgcn-functions", amdgcn.Functions},
			{"internalize", link.Internalize},
			{"amdgcn-symbols", amdgcn.Symbols},
		},
		middle: []Pass{{"optimise", optimise}},
		late: []Pass{
			{"undefined", link.Undefined},
			{"amdgcn-traps", amdgcn.Traps},
			{"amdgcn-whole-registers", amdgcn.WholeRegisters},
			{"indirect-branches", calls.IndirectBranches},
			{"amdgcn-reducible", amdgcn.Reducible},
			{amdgcn.NarrowQuotients, amdgcn.Quotients},
			{amdgcn.HalfProducts, amdgcn.Products},
		},
	},
	"nvptx64": {
		Target: ir.Target{
			Arch: "NVPTX", Image: target.NVPTXTriple, Constant: nvptx.ConstantSpace,
			Triple:  fixed(target.NVPTXTriple),
			Accepts: arch("nvptx64"),
			Builtin: nvptx.Builtin, Symbol: nvptx.Name, Assembly: true, AtomicFAdd: true, Attach: nvptx.AttachRecords, SyncWarp: nvptx.SyncWarp,
		},
		defaults: nvptx.Defaults,
		before:   []Pass{{"vector-conversions", legalize.VectorConversions}, {"narrow-conversions", legalize.NarrowConversions}, {"nvptx-math", nvptx.Math}, {"constant-powers", legalize.ConstantPowers}, {"nvptx-printf", nvptx.Printf}, {"gcn-assembly", calls.GCNAssembly}, {"buffer-resources", calls.BufferResources}, {"clocks", calls.Clocks}},
		early: []Pass{
			{"indirect-branches", calls.IndirectBranches},
			{"strip", link.Strip},
			{"nvptx-functions", nvptx.Functions},
			{"nvptx-unsigned-counters", nvptx.UnsignedCounters}, // before LLVM optimises
			{"internalize", link.Internalize},
			{"host-layout", kernelabi.HostLayout},
			{"multi-grid", kernelabi.MultiGrid},
			{"kernel-arguments", kernelabi.KernelArguments},
			{"nvptx-names", nvptx.Names},
			{"nvptx-local-tables", nvptx.LocalTables},
			{"nvptx-constants", nvptx.Constants},
			{"nvptx-initialisers", nvptx.Initialisers},
			{"nvptx-atomics", nvptx.Atomics},
			{"nvptx-alignment", nvptx.Alignment},
			{"nvptx-shared-math", nvptx.ShareMath},
			{"nvptx-half-powers", nvptx.HalfPowers},
			{"nvptx-inline", nvptx.Inline},
		},
		middle: []Pass{{"optimise", optimise}, {"nvptx-half-divisions", nvptx.HalfDivisions}, {"warp-reach", convergence.WarpReach}, {"nvptx-integer-bounds", nvptx.IntegerBounds}, {"nvptx-popcount", nvptx.Popcount}, {"nvptx-permutes", nvptx.Permutes}, {"nvptx-branches", nvptx.MergeBranches}, {"nvptx-if-conversion", nvptx.IfConversion}, {"nvptx-unroll", nvptx.Unroll}, {"nvptx-registers", nvptx.Registers}},
		late: []Pass{
			{"undefined", link.Undefined},
			{"wide-conversions", legalize.WideConversions},
			{"ptxas-irreducible-loops", convergence.ReducibleLoops},
			{"nvptx-copies", calls.AlignedCopies(nvptx.MostAligned, true)},
			{"ptxas-copied-parameters", nvptx.CopiedParameters},
			{"nvptx-blocks", nvptx.Blocks},
			{"nvptx-tables", nvptx.Tables},
			{"nvptx-read-only", nvptx.ReadOnly}, // after copies are loads and stores
			{"nvptx-pointees", nvptx.Pointees},
			{"nvptx-kernel-parameters", nvptx.KernelParameters},
			{"nvptx-lockstep", convergence.InsertLockstepBarriers}, // uses masks, too
			{"ptxas-recursive-calls", nvptx.Reconverge},            // uses masks
			{"nvptx-masks", nvptx.Masks},
			{"nvptx-unknown-masks", nvptx.UnknownMasks},
			{"nvptx-barriers", nvptx.DivergentBarriers}, // masks has dealt with early exits
			{"ptxas-loop-exits", nvptx.LoopExits},
			{"ptxas-crossed-halves", nvptx.CrossedHalves}, // knows extensions by zeros
			{"nvptx-signs", nvptx.Signs},
			{"nvptx-conversions", nvptx.Conversions},
			{"nvptx-conditions", nvptx.Conditions},
			{"nvptx-approximate", nvptx.Approximate},
			{"nvptx-index-bases", nvptx.IndexBases},
			{"nvptx-index-sums", nvptx.IndexSums},
			{"nvptx-loops", nvptx.Loops},
			{"nvptx-shared-counters", nvptx.SharedCounters}, // after the extensions of indices are signed
			{"nvptx-switches", nvptx.Switches},
			{"nvptx-extensions", nvptx.Extensions},
			{"nvptx-pairs", nvptx.Pairs},
			{"nvptx-signatures", legalize.IntegerSignatures},
			{"ptxas-frame-bases", nvptx.FrameBases},
			{"ptxas-unsigned-compares", nvptx.UnsignedCompares},
			{"ptxas-byte-parameters", nvptx.ByteParameters},
			{"ptxas-narrow-stores", nvptx.NarrowStores},
			{"ptxas-packed-sums", nvptx.PackedSums},
			{"ptxas-high-products", nvptx.HighProducts},
			{"ptxas-large-returns", nvptx.LargeReturns},
			{"nvptx-in-flight", nvptx.InFlight},
			{"ptxas-undefined-phis", nvptx.UndefinedPHIs}, // after what adds PHIs
			{"nvptx-large-blocks", nvptx.LargeBlocks},
			{"nvptx-textures", nvptx.Textures}, // the last, since it copies kernels
			{"finish-kernels", kernelabi.FinishKernels},
		},
	},
}

// For devices that run a work-group in one thread, such as PoCL's CPU device: there the work-items
// of a work-group execute each warp operation together, as they do each barrier.
var (
	poclEarly    = []Pass{{"pocl-keep-barrier-loops", pocl.KeepBarrierLoops}}
	poclPromoted = []Pass{{"keep-inner-loops", pocl.KeepInnerLoops}}
	poclLate     = []Pass{
		{"release-inner-loops", pocl.ReleaseInnerLoops},
		{"barriers", convergence.Barriers(pocl.NeedsContinuations)},
		{"redundant-subgroup-barriers", convergence.RedundantSubgroupBarriers},
	}
	poclFinish = []Pass{ // on the control flow that the device gets
		{"half-vectors", legalize.HalfVectors},
		{"pocl-remove-unreachable", pocl.RemoveUnreachable},
		{"pocl-exit-endless-loops", pocl.ExitEndlessLoops}, // before what looks for mixed entries
		{"pocl-fix-irreducible", pocl.FixIrreducible},
		{"pocl-keep-reducible", pocl.KeepReducible},
		{"pocl-hide-conditional-loops", pocl.HideConditionalLoops},
		{"pocl-break-uniform-entries", pocl.BreakUniformEntries},
		{"pocl-demote-single-use-phis", pocl.DemoteSingleUsePHIs},
	}
)

// subgroupLate lowers barriers for devices whose sub-groups of 32 make independent forward
// progress.
var subgroupLate = []Pass{
	{"independent-subgroups", convergence.IndependentSubgroups},
	{"barriers", convergence.Barriers(convergence.Exact)},
}

// intelFinish chooses operations that are fast on Intel's GPUs.
var intelFinish = []Pass{
	{"relative-shuffles", intel.RelativeShuffles},
	{"local-fences", intel.LocalFences},
	{"global-sizes", intel.GlobalSizes},
	{"narrow-indices", intel.NarrowIndices},
	{"igc-lower-switches", llvmPass("function(lower-switch)")},
	{"igc-split-sums", intel.SplitSums},
}

// spirvDevice returns the pipeline of devices that take SPIR-V: they differ in options for LLVM,
// and in early, late and finish passes, and those that follow once variables are in registers.
func spirvDevice(options []string, early, promoted, late, finish []Pass, t ir.Target) *Pipeline {
	t.Arch, t.SPIRV, t.Flat, t.DeviceCC = "SPIRV", true, ir.GenericSpace, llvm.SPIRFunc
	t.Triple = func(o *ir.Options) string { return "spirv64v" + o.Version + "-unknown-unknown" }
	t.Builtin, t.Attach, t.DropNoinline = ir.OpenCLBuiltin, kernelabi.AttachSPIRV, pocl.DropNoinline
	return &Pipeline{
		Target: t,
		// Replacing a loop's exit value by a closed form needs multiplications one bit wider than
		// the counter, which no device has. Loop unswitching makes the lanes of a warp diverge;
		// LLVM does not know that this target has lanes.
		defaults: append([]string{"-replexitval=never", "-unswitch-threshold=0"}, options...),
		before:   []Pass{{"vector-conversions", legalize.VectorConversions}, {"narrow-conversions", legalize.NarrowConversions}, {"constant-powers", legalize.ConstantPowers}, {"printf", kernelabi.Printf}, {"gcn-assembly", calls.GCNAssembly}, {"buffer-resources", calls.BufferResources}, {"clocks", calls.Clocks}, {"traps", convergence.Traps}},
		early: slices.Concat(openCLEarly, early, []Pass{
			{"sroa", llvmPass("function(sroa)")},
			{"fold-pointer-casts", addrspace.FoldPointerCasts},
		}, promoted),
		middle: slices.Concat([]Pass{
			{"optimise", optimise},
			{"warp-reach", convergence.WarpReach},
			{"indirect-calls", calls.Indirect},
			{"optimise-again", optimiseAgain},
			{"inline-lockstep", inlineLockstep},
			{"recursion", calls.Recursion},
		}, openCLSpaces),
		late: slices.Concat([]Pass{
			{"exit-work-items", convergence.ExitWorkItems},
			{"undefined", link.Undefined},
			{"inline-assembly", calls.InlineAssembly},
			{"mark-spin-waits", convergence.MarkSpinWaits},
			{"insert-warp-barriers", convergence.InsertWarpBarriers},
		}, late, []Pass{
			{"private-copies", addrspace.PrivateCopies},
			{"aligned-copies", calls.AlignedCopies(stackAligned, false)},
			{"contract", legalize.Contract},
			{"saturating-conversions", legalize.SaturatingConversions},
			{"intrinsics", legalize.Intrinsics},
			{"stack-alignment", legalize.StackAlignment},
			{"atomics", legalize.Atomics},
			{"dynamic-shared-argument", kernelabi.DynamicSharedArgument},
			{"constant-tables", kernelabi.ConstantTables},
			{"variable-segment", kernelabi.VariableSegment},
			{"truth-vectors", legalize.TruthVectors},
			{"vectors", legalize.Vectors},
			{"bfloat16", legalize.BFloat16},
			{"integer-signatures", legalize.IntegerSignatures},
			{"multiword-integers", legalize.MultiwordIntegers},
			{"wide-integers", legalize.WideIntegers},
			{"integer-widths", legalize.IntegerWidths},
			{"memory-types", legalize.MemoryTypes},
			{"mask-truncations", legalize.MaskTruncations}, // after all passes that change widths
			{"aggregate-phis", legalize.AggregatePHIs},
			{"undefined-members", legalize.UndefinedMembers},
		}, finish, []Pass{
			{"finish-kernels", kernelabi.FinishKernels},
			{"metadata", spirvMetadata},
		}),
	}
}

// stackAligned is the alignment of a processor's stack where a function is called.
const stackAligned = 16

// template is the target that the inputs of processors are compiled for.
var template = &ir.Target{Arch: "SPIRV", Triple: fixed(target.SPIRVTriple)}

func init() {
	pipelines[target.X86_64] = processor(target.X86_64, ir.Target{Arch: "X86", ScaledIndex: true})
	pipelines[target.AArch64] = processor(target.AArch64, ir.Target{Arch: "AArch64", SaturatingConversions: true})
}

// processor returns the pipeline of the processors of an architecture. Its inputs are compiled for
// the template, with SPIR-V's address spaces, which stay until work-groups are formed.
func processor(name string, t ir.Target) *Pipeline {
	t.Image, t.CPU, t.Flat, t.Triple = name+"-unknown-linux-gnu", true, ir.GenericSpace, fixed(target.SPIRVTriple)
	t.Accepts = arch(name, "spirv64", "spirv", "spir64")
	t.Builtin = func(symbol string) bool { return cpu.Builtin(symbol) || ir.OpenCLBuiltin(symbol) }
	t.Link = cpu.Link
	return &Pipeline{
		Target: t,
		// From this number of blocks on, CodeGenPrepare visits only what a change affected again,
		// and not the whole function: a kernel formed into work-groups has a hundred to a thousand, and
		// CodeGenPrepare took a quarter of the code generator's time.
		defaults: []string{"-cgpp-huge-func=50"},
		before:   []Pass{{"vector-conversions", legalize.VectorConversions}, {"narrow-conversions", legalize.NarrowConversions}, {"constant-powers", legalize.ConstantPowers}, {"printf", kernelabi.Printf}, {"gcn-assembly", calls.GCNAssembly}, {"buffer-resources", calls.BufferResources}, {"clocks", calls.Clocks}, {"traps", convergence.Traps}},
		early: slices.Concat([]Pass{{"keep-coverage", cpu.KeepCoverage}, {"sanitize-library", cpu.SanitizeLibrary}, {"processor-features", cpu.Features}}, openCLEarly, []Pass{
			{"sroa", promote},
			{"fold-pointer-casts", addrspace.FoldPointerCasts},
		}),
		middle: slices.Concat([]Pass{
			{"inline-private", convergence.InlinePrivate},
			{"exchange-effects", convergence.ExchangeEffects},
			{"optimise", optimise},
			{"unroll-shuffles", workgroup.UnrollShuffles},
			{"unroll-nested", workgroup.UnrollNested},
			{"warp-reach", convergence.WarpReach},
			{"inline-lockstep", inlineLockstep},
			{"collective-pointers", calls.CollectivePointers},
			{"collective-recursion", calls.CollectiveRecursion},
		}, openCLSpaces),
		late: []Pass{
			{"exit-work-items", convergence.ExitWorkItems},
			{"undefined", link.Undefined},
			{"unaligned-vectors", cpu.UnalignedVectors},
			{"unaligned-atomics", cpu.UnalignedAtomics},
			{"mark-spin-waits", convergence.MarkSpinWaits},
			{"insert-warp-barriers", convergence.InsertWarpBarriers},
			{"private-copies", addrspace.PrivateCopies},
			{"aligned-copies", calls.AlignedCopies(stackAligned, false)},
			{"finish-kernels", kernelabi.FinishKernels},
			{"device-variables", kernelabi.Variables},
			{"fix-layout", cpu.FixLayout}, // while the layout is still spirv64's
			{"retarget", retarget},
			{"half-conversions", cpu.HalfConversions},
			{"saturating-conversions", legalize.SaturatingConversions}, // before vectorisation
			{"wide-differences", cpu.WideDifferences},
			{"element-loads", cpu.ElementLoads},
			{"race-checks", workgroup.CheckRaces},
		},
		parts: []Pass{
			{"inline-numbers", workgroup.InlineNumbers},
			{"work-item-functions", workgroup.Functions},
			{"work-groups", workgroup.Form},
			{"total-division", cpu.TotalDivision}, // of the quotients that work-groups computes, too
			{"flat-memory", cpu.Flat},
			{"profile-counters", cpu.ProfileCounters},
			{"hide-narrow-indices", cpu.HideNarrowIndices},
			{"uniform-chains", workgroup.UniformChains},
			{"masked-variants", cpu.MaskedVariants},
			{"optimise-blocks", optimiseBlocks},
			{"drop-variants", cpu.DropVariants},
			{"show-narrow-indices", cpu.ShowNarrowIndices},
			{"unmasked-stores", cpu.UnmaskedStores},
			{"temporal-loads", cpu.TemporalLoads},
			{"sanitize", cpu.Sanitize},
			{"stack-probes", cpu.ProbeStack},
		},
		finish: []Pass{{"image-records", cpu.Records}},
	}
}

// Triples are the triples of the targets, sorted.
func Triples() []string {
	var out []string
	for _, p := range pipelines {
		out = append(out, p.Image)
	}
	slices.Sort(out)
	return out
}

// For returns the pipeline for a triple.
func For(triple string) (*Pipeline, error) {
	a := archOf(triple)
	if p, ok := pipelines[a]; ok {
		return p, nil
	}
	for _, n := range ir.SortedKeys(pipelines) {
		// The pipelines of processors and of Intel's GPUs also accept the template's inputs.
		if p := pipelines[n]; a != "" && p.Accepts(triple) && !p.CPU && n != target.SPIRGen {
			return p, nil
		}
	}
	return nil, fmt.Errorf("no device pipeline for target %q; there is one for %s", triple, strings.Join(ir.SortedKeys(pipelines), ", "))
}
