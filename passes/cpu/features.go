// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
	"gohipcc/target"
)

// processorFeatures lists the features that code for the target processor may use: a runtime compares
// them with those of its machine, and work-groups are formed otherwise for some. Those of an x86-64
// level are known; for a named processor clang's predefined macros are queried.
func processorFeatures(u *ir.Unit) ([]string, error) {
	name := u.Opts.CPU
	if features, ok := target.CPUFeatures(name); ok {
		return features, nil
	}
	arch, _, _ := strings.Cut(u.Target.Image, "-")
	if name == "" || arch != target.X86_64 {
		return nil, nil
	}
	clang, tried := u.LLVMTool("clang")
	if clang == "" {
		return nil, fmt.Errorf("the features of %s are known by clang of LLVM %d; looked for %s; install clang-%[2]d", name, u.Lib.Major, strings.Join(tried, ", "))
	}
	macros, err := ir.Pipe(clang, nil, "--target="+u.Target.Image, "-march="+name, "-E", "-dM", "-x", "c", "-")
	if err != nil {
		return nil, err
	}
	return macroFeatures(macros), nil
}

// Features finds the features of the processor, and makes a constant of the question of the device library
// whether it has fused multiplication and addition.
//
//	%fma = call i1 @__gohip_cpu_has_fma()
//	%y = select i1 %fma, float %a, float %b
//
// becomes, for x86-64-v3 and for every AArch64 processor,
//
//	%y = select i1 true, float %a, float %b
func Features(u *ir.Unit) error {
	var err error
	if u.Needed, err = processorFeatures(u); err != nil {
		return err
	}
	f := llvm.GetNamedFunction(u.Mod, "__gohip_cpu_has_fma")
	if f == 0 || !llvm.IsDeclaration(f) {
		return nil
	}
	arch, _, _ := strings.Cut(u.Target.Image, "-")
	has := uint64(0)
	if arch != target.X86_64 || slices.Contains(u.Needed, "fma") {
		has = 1
	}
	for _, use := range ir.Users(f) {
		llvm.ReplaceAllUsesWith(use, llvm.ConstInt(llvm.TypeOf(use), has, false))
		llvm.InstructionEraseFromParent(use)
	}
	llvm.DeleteFunction(f)
	return nil
}

// macroFeatures extracts the features from macro definitions, sorted.
func macroFeatures(definitions []byte) []string {
	var out []string
	for line := range bytes.Lines(definitions) {
		if words := strings.Fields(string(line)); len(words) > 1 {
			if f, ok := target.FeatureOfMacro(words[1]); ok {
				out = append(out, f)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
