// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package step

import (
	"slices"
	"strings"
)

// CC1 is clang's front end, or its assembler.
type CC1 struct {
	Program   string
	Assembler bool // -cc1as
	Args      Args // the last are the language and the source, as with clang
}

// Options of the front end that clang has named for CUDA and uses for HIP, too.
const (
	// GPUBinaryOption names the fat binary that a host compile embeds.
	GPUBinaryOption = "-fcuda-include-gpubinary"
	// DeviceOptions are those of a device compile, the first of all.
	DeviceOptions = deviceOption + " -fcuda-allow-variadic-functions"
	deviceOption  = "-fcuda-is-device"
)

// cc1Separate are the front end's and its assembler's options whose value is the next
// word, of those that clang's driver writes (clang/include/clang/Driver/Options.td).
var cc1Separate = set(`-triple -aux-triple -dumpdir -main-file-name -mrelocation-model -pic-level -target-cpu -aux-target-cpu -tune-cpu
	-target-feature -aux-target-feature -target-abi -target-linker-version -mllvm -mmlir -resource-dir -isysroot -isystem -idirafter -iquote
	-internal-isystem -internal-externc-isystem -cxx-isystem -iprefix -iwithprefix -iwithprefixbefore -include -include-pch -imacros
	-dependency-file -MT -MQ -ferror-limit ` + GPUBinaryOption + ` -mlink-builtin-bitcode -mlink-bitcode-file -o -x -D -U -I -F
	-std -fvisibility -stack-protector -load -plugin -coverage-notes-file -coverage-data-file -split-dwarf-file -split-dwarf-output
	-opt-record-file -opt-record-format -filetype -msmall-data-limit -mthread-model -mfloat-abi -fdebug-compilation-dir -fmacro-backtrace-limit
	-header-include-file -serialize-diagnostic-file -stack-usage-file -code-completion-at -ast-dump-filter -fopenmp-host-ir-file-path
	-analyzer-output -working-directory -mregparm -exception-model`)

// cc1Verbs are the front end's actions with their names in progress lines.
var cc1Verbs = map[string]string{
	"-emit-obj": "compile", "-emit-llvm-bc": "compile", "-emit-llvm": "compile", "-S": "compile",
	"-E": "preprocess", "-Eonly": "preprocess", "-fsyntax-only": "check", "-emit-pch": "precompile",
	"-analyze": "analyze", "-emit-pth": "precompile", "-M": "dependencies",
}

// IsAction reports whether an option of the front end selects its output.
func IsAction(name string) bool { return cc1Verbs[name] != "" }

// parseCC1 reads a command of the front end or its assembler.
func parseCC1(argv []string) *CC1 {
	return &CC1{argv[0], argv[1] == "-cc1as", parseArgs(argv[2:], cc1Separate, []string{"-D", "-U", "-I", "-O"})}
}

// Argv implements Step.
func (c *CC1) Argv() []string {
	mode := "-cc1"
	if c.Assembler {
		mode = "-cc1as"
	}
	return append([]string{c.Program, mode}, c.Args.Words()...)
}

// fileOptions name files that earlier steps write and the front end reads.
var fileOptions = []string{GPUBinaryOption, "-include-pch", "-fembed-offload-object=", "-mlink-builtin-bitcode", "-fopenmp-host-ir-file-path"}

// Inputs implements Step.
func (c *CC1) Inputs() []string {
	out := c.Args.Files()
	for _, a := range c.Args {
		if a.Form != File && slices.Contains(fileOptions, a.Name) {
			out = append(out, a.Value)
		}
	}
	return out
}

// Outputs implements Step. A front end that only lists dependencies writes these to the output.
func (c *CC1) Outputs() []string { return c.Args.Values("-o") }

// Rename implements Step.
func (c *CC1) Rename(in, out func(string) string) Step { return c.WithFiles(in, out) }

// WithFiles is Rename with the type kept.
func (c *CC1) WithFiles(in, out func(string) string) *CC1 {
	args := renameOptions(c.Args.withFiles(in), in, fileOptions)
	return &CC1{c.Program, c.Assembler, renameOptions(args, out, []string{"-o", "-dependency-file"})}
}

// Clone copies the step.
func (c *CC1) Clone() *CC1 { return &CC1{c.Program, c.Assembler, slices.Clone(c.Args)} }

// Verb implements Step.
func (c *CC1) Verb() string {
	if c.Assembler {
		return "assemble"
	}
	for _, a := range c.Args {
		if v, ok := cc1Verbs[a.Name]; ok && a.Form == Flag {
			return v
		}
	}
	return "compile"
}

// Source returns the file that is compiled.
func (c *CC1) Source() string {
	if f := c.Args.Files(); len(f) > 0 {
		return f[len(f)-1]
	}
	return ""
}

// Language returns the language of the source, or "".
func (c *CC1) Language() string { return c.Args.Value("-x") }

// Triple returns the target.
func (c *CC1) Triple() string {
	if t := c.Args.Value("-triple"); t != "" {
		return t
	}
	return c.Args.Value("-triple=")
}

// CPU returns the processor.
func (c *CC1) CPU() string { return c.Args.Value("-target-cpu") }

// Output returns the file that it writes, or "".
func (c *CC1) Output() string { return c.Args.Value("-o") }

// GPUBinary returns the fat binary that a host compile embeds, or "".
func (c *CC1) GPUBinary() string { return c.Args.Value(GPUBinaryOption) }

// IsDevice reports whether the source is compiled for a device of HIP or CUDA.
func (c *CC1) IsDevice() bool { return c.Args.Has(deviceOption) }

// end returns the index of the language and the source.
func (c *CC1) end() int {
	if i := c.Args.Index("-x"); i >= 0 {
		return i
	}
	if n := len(c.Args); n > 0 && c.Args[n-1].Form == File {
		return n - 1
	}
	return len(c.Args)
}

// Options returns the arguments before the language and the source.
func (c *CC1) Options() Args { return c.Args[:c.end()] }

// Append adds options before the language and the source.
func (c *CC1) Append(more ...Arg) { c.InsertAt(c.end(), more...) }

// InsertAt inserts options at an index of Args.
func (c *CC1) InsertAt(at int, more ...Arg) {
	c.Args = slices.Insert(slices.Clone(c.Args), at, more...)
}

// Drop removes the options for which is reports true.
func (c *CC1) Drop(is func(Arg) bool) { c.Args = slices.DeleteFunc(slices.Clone(c.Args), is) }

// Emit replaces the action, with its arguments, and the output.
func (c *CC1) Emit(output string, old string, action ...string) {
	c.Args = slices.Clone(c.Args)
	if i := c.Args.Index(old); i >= 0 {
		c.Args = slices.Replace(c.Args, i, i+1, flags(action...)...)
	}
	c.Args.Set("-o", output)
}

// HasDebugInfo reports whether it writes debug information.
func (c *CC1) HasDebugInfo() bool { return c.Args.Has("-debug-info-kind=") }

func set(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}
