// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package results

import (
	"slices"
	"strings"

	"gohipcc/driver/cmdline"
	"gohipcc/driver/job"
)

// An AMD device compile can be done in two steps that make the same object as
// one: the front end to bitcode, and code generation from it, which is the longer
// one and is decided by the bitcode alone. A change in host code leaves the
// bitcode as it was.

// The front end's options with which both ways are known to make the same bytes.
// Others may decide how code is generated without being a part of the bitcode, as
// -ffast-math does.
var (
	// splitFront are said to the front end alone: with a value, and without.
	splitFrontValue = cmdline.Set(`-mlink-builtin-bitcode -include -include-pch -dependency-file -MT -isystem -idirafter
		-iquote -internal-isystem -internal-externc-isystem -I -D -U`)
	splitFront = cmdline.Set("-sys-header-deps -MP")
	// splitBothValue and splitBoth are said to both.
	splitBothValue = cmdline.Set(`-triple -aux-triple -main-file-name -dumpdir -mrelocation-model -pic-level -aux-target-cpu
		-aux-target-feature -mllvm -target-cpu -target-feature -resource-dir -ferror-limit -o -x`)
	splitBoth = cmdline.Set(`-cc1 -O1 -O2 -O3 -Os -Oz -w -emit-obj -disable-free -clear-ast-before-backend -disable-llvm-verifier
		-discard-value-names -pic-is-pie -fhalf-no-semantic-interposition -fno-rounding-math -mconstructor-aliases
		-fcuda-is-device -fno-threadsafe-statics -fcuda-allow-variadic-functions -fapply-global-visibility-to-externs
		-fdeprecated-macro -fno-autolink -fskip-odr-check-in-gmf -fcxx-exceptions -fexceptions -fcolor-diagnostics
		-fno-color-diagnostics -vectorize-loops -vectorize-slp -fhip-new-launch-api -munsafe-fp-atomics -faddrsig -fdwarf2-cfi-asm
		--no-offloadlib -nogpulib`)
	// splitJoined are the starts of options that are said to both.
	splitJoined = strings.Fields(`-W -mframe-pointer= -fvisibility= -debugger-tuning= -debug-info-kind= -dwarf-version=
		-fdebug-compilation-dir= -fcoverage-compilation-dir= -std= -fmessage-length= -fgnuc-version= -cuid= -fgpu-
		-mcode-object-version= -fdiagnostics-`)
)

// splitCompile gives an AMD device compile its two steps, where they are known to
// make the same object.
func (r *Cache) splitCompile(j *job.Job) {
	triple, _ := job.TripleOf(j.Argv)
	if triple != "amdgcn-amd-amdhsa" || j.Device == "" || j.Verb != "compile" || !slices.Contains(j.Argv, "-emit-obj") ||
		cmdline.ValueAfter(j.Argv, "-x") != "hip" || len(j.Outputs) == 0 || !r.plan.Files.IsTemp(j.Outputs[0]) {
		return
	}
	argv := j.Argv
	if j.Plain != nil {
		argv = j.Plain
	}
	out := cmdline.ValueAfter(argv, "-o")
	s := &job.Split{Bitcode: out + ".bc"}
	optimised := false
	s.Code = append(s.Code, argv[0])
	for i := 1; i < len(argv)-1; i++ {
		a := argv[i]
		optimised = optimised || strings.HasPrefix(a, "-O")
		switch {
		case splitFrontValue[a]:
			i++
		case splitFront[a], strings.HasPrefix(a, "-D"), strings.HasPrefix(a, "-U"), strings.HasPrefix(a, "-I"):
		case splitBothValue[a]:
			s.Code = append(s.Code, a, argv[i+1])
			i++
		case splitBoth[a], slices.ContainsFunc(splitJoined, func(o string) bool { return strings.HasPrefix(a, o) }):
			s.Code = append(s.Code, a)
		default:
			return
		}
	}
	if !optimised {
		return // code that is not optimised differs
	}
	s.Code = append(s.Code, s.Bitcode)
	n := len(s.Code)
	s.Code[n-2], s.Code[n-1] = "ir", s.Bitcode
	s.Step = r.content(j.Name()+": code", "its bitcode", s.Code, []string{s.Bitcode}, out)
	j.Split = s
}
