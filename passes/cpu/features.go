// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"bytes"
	"os/exec"
	"slices"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/target"
)

// processorFeatures lists the features that code for the target processor may use, so that a
// runtime can tell whether its machine runs it. Those of an x86-64 level are known; for a named
// processor clang's predefined macros are queried.
func processorFeatures(u *ir.Unit) []string {
	name := u.Opts.CPU
	if features, ok := target.CPUFeatures(name); ok {
		return features
	}
	arch, _, _ := strings.Cut(u.Target.Image, "-")
	clang, _ := u.LLVMTool("clang")
	if name == "" || arch != target.X86_64 || clang == "" {
		return nil
	}
	macros, err := exec.Command(clang, "--target="+u.Target.Image, "-march="+name, "-E", "-dM", "-x", "c", "/dev/null").Output()
	if err != nil {
		return nil
	}
	return macroFeatures(macros)
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
