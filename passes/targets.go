// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"fmt"
	"strings"

	"gohipcc/passes/llvm"
)

// A Pass is one step on the linked module.
type Pass struct {
	Name string
	Run  func(*Unit) error
}

// pipeline says how one family of devices is compiled.
type pipeline struct {
	target
	defaults []string // options for LLVM itself
	before   []Pass   // before linking the device libraries, which they call
	early    []Pass   // after linking, before optimisation
	middle   []Pass   // optimisation
	late     []Pass   // after optimisation
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

func fixed(triple string) func(*Options) string { return func(*Options) string { return triple } }

// pipelines are what targets go through. The order of passes is the order of the work:
// early ones see the program as clang wrote it, late ones what is left after
// optimisation.
var pipelines = map[string]*pipeline{
	"spirv64": {
		target: target{
			arch: "SPIRV", image: "spirv64-unknown-unknown", spirv: true, flat: asGeneric, deviceCC: llvm.SPIRFunc,
			triple:  func(o *Options) string { return "spirv64v" + o.Version + "-unknown-unknown" },
			accepts: arch("spirv64", "spirv", "spir64"),
			builtin: spirvBuiltin,
		},
		// Computing a loop's result ahead of it needs multiplications one bit wider
		// than the counter, which no device has. A loop for each outcome of a condition
		// parts the lanes of a warp; LLVM does not know that this target has lanes.
		defaults: []string{"-replexitval=never", "-unswitch-threshold=0"},
		before:   []Pass{{"printf", printfRecords}, {"traps", traps}},
		early: []Pass{
			{"calling-conventions", callingConventions},
			{"launch-bounds", launchBounds},
			{"strip", strip},
			{"internalize", internalize},
			{"kernel-arguments", kernelArguments},
			{"merge-dynamic-shared", mergeDynamicShared},
			{"prepare-stops", prepareStops},
			{"prepare-barriers", prepareBarriers},
			{"barrier-loops", barrierLoops},
			{"sroa", llvmPass("function(sroa)")},
			{"fold-pointer-casts", foldPointerCasts},
		},
		middle: []Pass{
			{"optimise", optimise},
			{"indirect-calls", indirectCalls},
			{"optimise-again", optimiseAgain},
			{"recursion", recursion},
			{"inline-shared", inlineShared},
			{"argument-pointers", argumentPointers},
			{"infer-address-spaces", inferAddressSpaces},
			{"shared-offsets", sharedOffsets},
		},
		late: []Pass{
			{"end-work-items", endWorkItems},
			{"undefined", undefined},
			{"inline-assembly", inlineAssembly},
			{"lockstep", lockstep},
			{"barriers", barriers},
			{"private-copies", privateCopies},
			{"contract", contract},
			{"intrinsics", lowerIntrinsics},
			{"atomics", atomics},
			{"dynamic-shared-argument", dynamicSharedArgument},
			{"constant-tables", constantTables},
			{"variable-segment", variableSegment},
			{"vectors", scalarizeVectors},
			{"wide-integers", wideIntegers},
			{"integer-widths", legalizeWidths},
			{"memory-types", memoryTypes},
			{"finish-kernels", finishKernels},
			{"metadata", spirvMetadata},
		},
	},
	"amdgcn": {
		target: target{
			arch: "AMDGPU", image: "amdgcn-amd-amdhsa", constant: asAMDConstant,
			triple:  fixed("amdgcn-amd-amdhsa"),
			accepts: arch("amdgcn"),
			builtin: func(string) bool { return false },
		},
		early: []Pass{
			{"strip", strip},
			{"amdgcn-functions", amdgcnFunctions},
			{"internalize", internalize},
			{"amdgcn-symbols", amdgcnSymbols},
		},
		middle: []Pass{{"optimise", optimise}},
		late: []Pass{
			{"undefined", undefined},
			{"amdgcn-traps", amdgcnTraps},
		},
	},
	"nvptx64": {
		target: target{
			arch: "NVPTX", image: "nvptx64-nvidia-cuda", constant: asNVConstant,
			triple:  fixed("nvptx64-nvidia-cuda"),
			accepts: arch("nvptx64"),
			builtin: nvptxBuiltin,
		},
		defaults: nvptxDefaults,
		before:   []Pass{{"nvptx-math", nvptxMath}, {"nvptx-printf", nvptxPrintf}},
		early: []Pass{
			{"strip", strip},
			{"nvptx-functions", nvptxFunctions},
			{"internalize", internalize},
			{"kernel-arguments", kernelArguments},
			{"nvptx-names", nvptxNames},
			{"nvptx-constants", nvptxConstants},
			{"nvptx-atomics", nvptxAtomics},
			{"nvptx-alignment", nvptxAlignment},
		},
		middle: []Pass{{"optimise", optimise}, {"nvptx-unroll", nvptxUnroll}, {"nvptx-registers", nvptxRegisters}},
		late: []Pass{
			{"undefined", undefined},
			{"nvptx-masks", nvptxMasks},
			{"nvptx-loops", nvptxLoops},
			{"finish-kernels", finishKernels},
		},
	},
}

// pipelineOf gives the pipeline for a triple.
func pipelineOf(triple string) (*pipeline, error) {
	a := archOf(triple)
	for _, n := range sortedKeys(pipelines) {
		if pipelines[n].accepts(triple) && a != "" {
			return pipelines[n], nil
		}
	}
	return nil, fmt.Errorf("no device pipeline for target %q; there is one for %s", triple, strings.Join(sortedKeys(pipelines), ", "))
}
