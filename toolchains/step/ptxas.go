// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package step

// AssemblePTX is NVIDIA's assembler, which makes machine code (SASS) of PTX.
type AssemblePTX struct {
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
func (a *AssemblePTX) Argv() []string {
	argv := []string{a.Program, "-m64", "-O3", "--gpu-name", a.CPU, "--output-file", a.Output}
	return append(append(argv, a.Options...), a.Source)
}

// Inputs implements Step.
func (a *AssemblePTX) Inputs() []string { return []string{a.Source} }

// Outputs implements Step.
func (a *AssemblePTX) Outputs() []string { return []string{a.Output} }

// Rename implements Step.
func (a *AssemblePTX) Rename(in, out func(string) string) Step {
	b := *a
	b.Source, b.Output = in(a.Source), out(a.Output)
	return &b
}

// Verb implements Step.
func (a *AssemblePTX) Verb() string { return "assemble" }
