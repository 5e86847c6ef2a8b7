// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package results

import (
	"slices"
	"strings"

	"gohipcc/driver/cmdline"
	"gohipcc/driver/job"
	"gohipcc/target"
	"gohipcc/toolchains/step"
)

// An AMD device compile can be split into two steps that make the same object: the front end to
// bitcode, and code generation from it, which takes longer and depends on the bitcode alone. A
// change in host code does not change the bitcode.

// The front end's options with which both ways are known to make the same bytes. Others may affect
// code generation without being part of the bitcode, as -ffast-math does.
var (
	// splitFront are options for the front end alone: with a value, and without.
	splitFrontValue = cmdline.Set(`-mlink-builtin-bitcode -include -include-pch -dependency-file -MT -isystem -idirafter
		-iquote -internal-isystem -internal-externc-isystem -I -D -U`)
	// splitLevels are the -O levels at which both ways make the same bytes: not those of
	// unoptimised code.
	splitLevels = cmdline.Set("1 2 3 s z")
	splitFront  = cmdline.Set("-sys-header-deps -MP")
	// splitBothValue and splitBoth are options for both.
	splitBothValue = cmdline.Set(`-triple -aux-triple -main-file-name -dumpdir -mrelocation-model -pic-level -aux-target-cpu
		-aux-target-feature -mllvm -target-cpu -target-feature -resource-dir -ferror-limit -o -x`)
	splitBoth = cmdline.Set(`-w -emit-obj -disable-free -clear-ast-before-backend -disable-llvm-verifier
		-discard-value-names -pic-is-pie -fhalf-no-semantic-interposition -fno-rounding-math -mconstructor-aliases
		-fno-threadsafe-statics -fapply-global-visibility-to-externs
		-fdeprecated-macro -fno-autolink -fskip-odr-check-in-gmf -fcxx-exceptions -fexceptions -fcolor-diagnostics
		-fno-color-diagnostics -vectorize-loops -vectorize-slp -fhip-new-launch-api -munsafe-fp-atomics -faddrsig -fdwarf2-cfi-asm
		--no-offloadlib -nogpulib ` + step.DeviceOptions)
	// splitJoined are prefixes of options for both.
	splitJoined = strings.Fields(`-W -mframe-pointer= -fvisibility= -debugger-tuning= -debug-info-kind= -dwarf-version=
		-fdebug-compilation-dir= -fcoverage-compilation-dir= -std= -fmessage-length= -fgnuc-version= -cuid= -fgpu-
		-mcode-object-version= -fdiagnostics-`)
)

// splitCompile splits an AMD device compile into its two steps, if they are known to make the same
// object.
func (r *Cache) splitCompile(j *job.Job, c *step.CC1) {
	if c.Triple() != target.AMDTriple || !j.IsDevice() || j.Verb != "compile" || !c.Args.Has("-emit-obj") ||
		c.Language() != "hip" || !r.plan.Files.IsTemp(c.Output()) {
		return
	}
	if j.PCH != nil {
		c = j.PCH.WithoutPCH
	}
	options, ok := codeOptions(c.Options())
	if !ok {
		return
	}
	s := &job.Split{Bitcode: c.Output() + ".bc"}
	code := &step.CC1{Program: c.Program, Args: append(options, step.Sep("-x", "ir"), step.Arg{Value: s.Bitcode, Form: step.File})}
	s.Code = code
	s.Cached = r.content(j.Name()+": code", "its bitcode", code, []string{s.Bitcode}, c.Output())
	j.Split = s
}

// codeOptions returns the options of a compile that code generation needs, if it is optimised and
// all its options are known.
func codeOptions(options step.Args) (out step.Args, ok bool) {
	optimised := false
	for _, a := range options {
		switch {
		case a.Name == "-O" && splitLevels[a.Value]:
			optimised = true
			out = append(out, a)
		case splitFront[a.Name], splitFrontValue[a.Name]:
		case splitBoth[a.Name], splitBothValue[a.Name], slices.ContainsFunc(splitJoined, func(o string) bool { return strings.HasPrefix(a.Name, o) }):
			out = append(out, a)
		default:
			return nil, false
		}
	}
	return out, optimised
}
