// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver

import (
	"context"
	"slices"
	"strings"
)

// An AMD device compile can be done in two steps that make the same object as
// one: the front end to bitcode, and code generation from it, which is the longer
// one and is decided by the bitcode alone. A change in host code leaves the
// bitcode as it was.

// split is a device compile in two steps.
type split struct {
	bitcode string // file between the steps
	code    []string
	step    cachedStep // of code
}

// The front end's options with which both ways are known to make the same bytes.
// Others may decide how code is generated without being a part of the bitcode, as
// -ffast-math does.
var (
	// splitFront are said to the front end alone: with a value, and without.
	splitFrontValue = words(`-mlink-builtin-bitcode -include -include-pch -dependency-file -MT -isystem -idirafter
		-iquote -internal-isystem -internal-externc-isystem -I -D -U`)
	splitFront = words("-sys-header-deps -MP")
	// splitBothValue and splitBoth are said to both.
	splitBothValue = words(`-triple -aux-triple -main-file-name -dumpdir -mrelocation-model -pic-level -aux-target-cpu
		-aux-target-feature -mllvm -target-cpu -target-feature -resource-dir -ferror-limit -o -x`)
	splitBoth = words(`-cc1 -O1 -O2 -O3 -Os -Oz -w -emit-obj -disable-free -clear-ast-before-backend -disable-llvm-verifier
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
func (r *results) splitCompile(j *Job) {
	triple, _ := tripleOf(j.Argv)
	if triple != "amdgcn-amd-amdhsa" || j.Device == "" || j.verb != "compile" || !slices.Contains(j.Argv, "-emit-obj") ||
		valueAfter(j.Argv, "-x") != "hip" || len(j.Outputs) == 0 || !r.plan.isTemp(j.Outputs[0]) {
		return
	}
	argv := j.Argv
	if j.plain != nil {
		argv = j.plain
	}
	out := valueAfter(argv, "-o")
	s := &split{bitcode: out + ".bc"}
	optimised := false
	s.code = append(s.code, argv[0])
	for i := 1; i < len(argv)-1; i++ {
		a := argv[i]
		optimised = optimised || strings.HasPrefix(a, "-O")
		switch {
		case splitFrontValue[a]:
			i++
		case splitFront[a], strings.HasPrefix(a, "-D"), strings.HasPrefix(a, "-U"), strings.HasPrefix(a, "-I"):
		case splitBothValue[a]:
			s.code = append(s.code, a, argv[i+1])
			i++
		case splitBoth[a], slices.ContainsFunc(splitJoined, func(o string) bool { return strings.HasPrefix(a, o) }):
			s.code = append(s.code, a)
		default:
			return
		}
	}
	if !optimised {
		return // code that is not optimised differs
	}
	s.code = append(s.code, s.bitcode)
	n := len(s.code)
	s.code[n-2], s.code[n-1] = "ir", s.bitcode
	s.step = r.content(j.Name()+": code", "its bitcode", s.code, []string{s.bitcode}, out)
	j.split = s
}

// front is the first step of a compile.
func (s *split) front(argv []string) []string {
	argv = slices.Clone(argv)
	i := slices.Index(argv, "-emit-obj")
	argv[slices.Index(argv, "-o")+1] = s.bitcode
	return slices.Replace(argv, i, i+1, "-emit-llvm-bc", "-emit-llvm-uselists", "-disable-llvm-passes")
}

// compile runs the command of a job, or the two steps that do the same.
func (x *Executor) compile(ctx context.Context, s *jobState, argv []string, spell func([]string) []string) error {
	two := s.job.split
	if two == nil {
		return x.command(ctx, s, spell(argv))
	}
	if err := x.command(ctx, s, spell(two.front(argv))); err != nil {
		return err
	}
	if two.step.get(&s.err) {
		return nil
	}
	said := s.err.Len()
	err := x.command(ctx, s, two.code)
	if err == nil && s.err.Len() == said {
		two.step.put(nil)
		return nil
	}
	if ctx.Err() != nil {
		return err
	}
	// What the code generator says has no place in the source in this way.
	s.out.Reset()
	s.err.Reset()
	return x.command(ctx, s, spell(argv))
}
