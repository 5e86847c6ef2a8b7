// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package step

import (
	"fmt"

	"gohipcc/target"
)

// AssembleCode is NVIDIA's assembler, which makes machine code (SASS) of PTX.
type AssembleCode struct {
	Program string
	CPU     string   // "sm_90"
	Options []string // of the user
	// Required: the user named the assembler, so that its failure is an error. The PTX alone will do
	// otherwise.
	Required bool
	Output   string
	Source   string
}

// Argv implements Step. It has clang's options for CUDA.
func (a *AssembleCode) Argv() []string {
	argv := []string{a.Program, "-m64", "-O3", "--gpu-name", a.CPU, "--output-file", a.Output}
	return append(append(argv, a.Options...), a.Source)
}

// Inputs implements Step.
func (a *AssembleCode) Inputs() []string { return []string{a.Source} }

// Outputs implements Step.
func (a *AssembleCode) Outputs() []string { return []string{a.Output} }

// Rename implements Step.
func (a *AssembleCode) Rename(in, out func(string) string) Step {
	b := *a
	b.Source, b.Output = in(a.Source), out(a.Output)
	return &b
}

// Verb implements Step.
func (a *AssembleCode) Verb() string { return "assemble" }

// Binding is the target and the tool by the names that clang prints.
func (a *AssembleCode) Binding() (triple, tool string) { return target.NVPTXTriple, "NVPTX::Assembler" }

// Refused says that the assembler has rejected the image.
func (a *AssembleCode) Refused() string {
	return fmt.Sprintf("%s made no machine code for %s", a.Program, a.CPU)
}

// Otherwise says what becomes of the image without machine code.
func (a *AssembleCode) Otherwise() string {
	return "the driver will compile the PTX when the program runs"
}

// Advice says how to avoid the failure.
func (a *AssembleCode) Advice() string {
	return "use the ptxas of a newer CUDA toolkit (--ptxas-path=), or leave machine code out with --offload-arch=" + target.VirtualSM(a.CPU)
}
