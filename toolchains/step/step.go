// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package step has the typed steps of a plan: commands of tools, with their files and options.
// Clang's command templates are parsed into steps, toolchains and the plan change them, and Argv
// renders them when they are printed or run.
package step

import (
	"path/filepath"
	"slices"
	"strings"
)

// A Step is one command.
type Step interface {
	// Argv renders the command; nil: there is none, the outputs exist already.
	Argv() []string
	// Inputs are the files that it reads and another step may have written.
	Inputs() []string
	// Outputs are the files that it writes, except for dependency files.
	Outputs() []string
	// Rename returns the same step with other names for the files that it reads and for those that
	// it writes, its dependency file among them.
	Rename(in, out func(string) string) Step
	// Verb describes it to the user: "compile", "link".
	Verb() string
}

// DependencyFile returns the dependency file that a step writes, or "".
func DependencyFile(s Step) string {
	if c, ok := s.(*CC1); ok {
		return c.Args.Value("-dependency-file")
	}
	return ""
}

// same leaves names of files unchanged.
func same(f string) string { return f }

// WithOutputs returns the step with other names for the files it writes.
func WithOutputs(s Step, name func(string) string) Step { return s.Rename(same, name) }

// WithInputs returns the step with other names for the files it reads.
func WithInputs(s Step, name func(string) string) Step { return s.Rename(name, same) }

func renameAll(files []string, name func(string) string) []string {
	out := make([]string, len(files))
	for i, f := range files {
		out[i] = name(f)
	}
	return out
}

// A Tool is a command of clang's plan that is not interpreted further.
type Tool struct {
	Program string
	Args    Args
}

// Argv implements Step.
func (t *Tool) Argv() []string { return append([]string{t.Program}, t.Args.Words()...) }

// Inputs implements Step: the files of llvm-offload-binary and fatbinary are in
// comma-separated lists.
func (t *Tool) Inputs() []string {
	out := t.Args.Files()
	for _, a := range t.Args {
		if a.Form != Joined {
			continue
		}
		for _, part := range strings.Split(a.Value, ",") {
			if _, file, ok := strings.Cut(part, "="); ok {
				part = file
			}
			out = append(out, part)
		}
	}
	return out
}

// outputOptions are the options of tools that name output files.
var outputOptions = []string{"-o", "-output=", "--output=", "--output-file", "-outputs="}

// Outputs implements Step.
func (t *Tool) Outputs() []string {
	var out []string
	for _, a := range t.Args {
		if a.Form != File && slices.Contains(outputOptions, a.Name) {
			out = append(out, a.Value)
		}
	}
	return out
}

// Rename implements Step.
func (t *Tool) Rename(in, out func(string) string) Step {
	args := renameOptions(t.Args.withFiles(in), out, outputOptions)
	for i, a := range args {
		if a.Form != Joined || slices.Contains(outputOptions, a.Name) {
			continue
		}
		parts := strings.Split(a.Value, ",")
		for k, part := range parts {
			if key, file, ok := strings.Cut(part, "="); ok {
				parts[k] = key + "=" + in(file)
			} else {
				parts[k] = in(part)
			}
		}
		args[i].Value = strings.Join(parts, ",")
	}
	return &Tool{t.Program, args}
}

func renameOptions(args Args, name func(string) string, options []string) Args {
	args = slices.Clone(args)
	for i, a := range args {
		if a.Form != File && slices.Contains(options, a.Name) {
			args[i].Value = name(a.Value)
		}
	}
	return args
}

// toolVerbs describe tools, by prefixes of their names.
var toolVerbs = []struct{ start, verb string }{
	{"llvm-spirv", "translate"}, {"clang-linker-wrapper", "device link and link"}, {"llvm-link", "merge"},
}

// Verb implements Step.
func (t *Tool) Verb() string {
	base := filepath.Base(t.Program)
	for _, v := range toolVerbs {
		if strings.HasPrefix(base, v.start) {
			return v.verb
		}
	}
	return base
}

// Is reports whether the program is the tool, with or without a version in its name.
func (t *Tool) Is(tool string) bool {
	base := filepath.Base(t.Program)
	return base == tool || strings.HasPrefix(base, tool+"-")
}

// FromCache replaces steps whose outputs are there already.
type FromCache struct{ Files []string }

// Argv implements Step.
func (c *FromCache) Argv() []string { return nil }

// Inputs implements Step.
func (c *FromCache) Inputs() []string { return nil }

// Outputs implements Step.
func (c *FromCache) Outputs() []string { return c.Files }

// Rename implements Step: no command writes the files.
func (c *FromCache) Rename(_, _ func(string) string) Step { return c }

// Verb implements Step.
func (c *FromCache) Verb() string { return "compile (from the cache)" }

// MergeDeps merges several dependency files.
type MergeDeps struct {
	Program string   // gohipcc
	Output  string   // "-": standard output
	Files   []string // the host's first
	// Without are the folders, as the files name them, whose headers are left out; nil: none.
	Without *HeaderPath
}

// MergeDepsMode is the hidden mode of gohipcc that does this. Its options list the folders of
// MergeDeps.Without, separated by colons.
const (
	MergeDepsMode    = "-merge-deps"
	UserDirsOption   = "--user-dirs="
	SystemDirsOption = "--system-dirs="
)

// Argv implements Step.
func (m *MergeDeps) Argv() []string {
	argv := []string{m.Program, MergeDepsMode, "-o", m.Output}
	if m.Without != nil {
		argv = append(argv, UserDirsOption+strings.Join(m.Without.User, ":"), SystemDirsOption+strings.Join(m.Without.System, ":"))
	}
	return append(argv, m.Files...)
}

// Inputs implements Step.
func (m *MergeDeps) Inputs() []string { return m.Files }

// Outputs implements Step.
func (m *MergeDeps) Outputs() []string { return []string{m.Output} }

// Rename implements Step.
func (m *MergeDeps) Rename(in, out func(string) string) Step {
	return &MergeDeps{m.Program, out(m.Output), renameAll(m.Files, in), m.Without}
}

// Verb implements Step.
func (m *MergeDeps) Verb() string { return "dependencies" }

// EmbedFatbin writes the assembly that embeds the fat binary of relocatable device code.
type EmbedFatbin struct {
	Program string // gohipcc
	Output  string
	Bundle  string
	Objects []string // the host's objects and archives, whose undefined symbols it defines
}

// EmbedFatbinMode is the hidden mode of gohipcc that does this.
const EmbedFatbinMode = "-fatbin-asm"

// Argv implements Step.
func (e *EmbedFatbin) Argv() []string {
	return append([]string{e.Program, EmbedFatbinMode, "-o", e.Output, "--bundle=" + e.Bundle}, e.Objects...)
}

// Inputs implements Step.
func (e *EmbedFatbin) Inputs() []string { return append([]string{e.Bundle}, e.Objects...) }

// Outputs implements Step.
func (e *EmbedFatbin) Outputs() []string { return []string{e.Output} }

// Rename implements Step.
func (e *EmbedFatbin) Rename(in, out func(string) string) Step {
	return &EmbedFatbin{e.Program, out(e.Output), in(e.Bundle), renameAll(e.Objects, in)}
}

// Verb implements Step.
func (e *EmbedFatbin) Verb() string { return "embed" }

// Assemble runs clang's driver on the file of EmbedFatbin.
type Assemble struct {
	Program string
	Args    Args
	Source  string
	// ExecArgv is the assembler command that the driver would run; it is run directly instead. nil:
	// the driver runs.
	ExecArgv []string
}

// Argv implements Step.
func (a *Assemble) Argv() []string { return append([]string{a.Program}, a.Args.Words()...) }

// Inputs implements Step.
func (a *Assemble) Inputs() []string { return []string{a.Source} }

// Outputs implements Step.
func (a *Assemble) Outputs() []string { return a.Args.Values("-o") }

// Rename implements Step.
func (a *Assemble) Rename(in, out func(string) string) Step {
	b := *a
	b.Args = renameOptions(a.Args.withFiles(in), out, []string{"-o"})
	b.Source = in(a.Source)
	if a.ExecArgv != nil {
		b.ExecArgv = parseCC1(a.ExecArgv).Rename(in, out).Argv()
	}
	return &b
}

// Verb implements Step.
func (a *Assemble) Verb() string { return "embed" }
