// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package passes turns the linked device code of a HIP program into an image: it links bitcode,
// lowers what HIP has and the target lacks, optimises, verifies and emits. It contains the order of
// the passes for each target (targets.go), the driver of a pipeline, and the emission of the image;
// the passes are in the packages below, whose comments say what belongs in each. The doc comment of
// a pass shows the IR before and after. The interface between passes and runtime is
// docs/design/abi.md.
//
// One process works on one module: LLVM's SPIR-V backend is neither reentrant nor reproducible
// across emissions, and LLVM's options are global. Of large modules for processors, parts are compiled
// by several threads, each in an LLVM context of its own (parts.go).
package passes

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gohipcc/atomicfile"
	"gohipcc/passes/ir"
	"gohipcc/passes/link"
	"gohipcc/passes/llvm"
)

// ErrStopped is what Build returns when Options.StopAfter ended it.
var ErrStopped = errors.New("stopped after a pass")

// PassNames lists the passes in order, for --print-after.
func (t *Pipeline) PassNames() []string {
	var out []string
	for _, p := range slices.Concat(t.before, t.early, t.middle, t.late, t.parts, t.finish) {
		out = append(out, p.Name)
	}
	return out
}

// Build runs a device link: it reads and links the inputs and libraries, runs the passes and LLVM's
// optimiser, verifies, and returns the image. LLVM's state is global, so a process calls it once.
func (t *Pipeline) Build(o *ir.Options) (image []byte, err error) {
	if o.Version == "" {
		o.Version = "1.2"
	}
	if o.Level == "" {
		o.Level = "2"
	}
	u := &ir.Unit{Opts: o, Target: &t.Target, Vectorise: !t.SPIRV && !t.CPU}
	steps := []struct {
		name string
		run  func() error
	}{
		{"llvm", func() error { return open(u, t.defaults) }},
		{"parse", func() error { return link.Inputs(u, o.Inputs) }},
		{"lower calls", func() error { return runPasses(u, t.before) }},
		{"link library", func() error { return linkLibraries(u) }},
		{"user passes", func() error { return userPasses(u) }},
		{"early passes", func() error { return runPasses(u, t.early) }},
		{"optimise", func() error { return runPasses(u, t.middle) }},
		{"late passes", func() error {
			if err := runPasses(u, t.late); err != nil {
				return err
			}
			return t.optimiseParts(u)
		}},
		{"verify", func() error { return verify(u) }},
		{"emit", func() (err error) { image, err = emit(u); return err }},
	}
	for _, s := range steps {
		if err := stage(u, s.name, s.run); err != nil {
			return nil, err
		}
		save(u, s.name)
	}
	return image, nil
}

// verify checks the module and its parts.
func verify(u *ir.Unit) error {
	err := inParallel(u.Opts, len(u.Parts), func(i int) error { return u.Parts[i].VerifyModule("") })
	if err != nil {
		return err
	}
	return u.VerifyModule("")
}

func stage(u *ir.Unit, name string, run func() error) error {
	if u.Opts.Begin != nil {
		u.Opts.Begin(name)
	}
	start := time.Now()
	err := run()
	if u.Opts.Stage != nil {
		u.Opts.Stage(name, time.Since(start))
	}
	return err
}

// open loads LLVM and sets up the code generator.
func open(u *ir.Unit, defaults []string) error {
	o := u.Opts
	lib, err := llvm.Open(o.LLVM)
	if err != nil {
		return err
	}
	u.Lib = lib
	if o.Fatal != nil {
		llvm.OnFatalError(o.Fatal)
	}
	// foreign: this LLVM has no backend for the target; a translator emits the code.
	foreign := false
	templateErr := error(nil)
	if u.Target.CPU {
		templateErr = lib.InitTarget(template.Arch)
	}
	if err := lib.InitTarget(u.Target.Arch); err != nil {
		// In releases before 20 the SPIR-V backend is experimental, and distributions leave it out;
		// the translator does not need it.
		tool, tried := u.Translator()
		if !u.Target.SPIRV || o.Producer == "llvm" {
			return err
		} else if tool == "" {
			return fmt.Errorf("%w, and there is no llvm-spirv of LLVM %d; looked for %s; install llvm-spirv-%[2]d or a newer LLVM", err, lib.Major, strings.Join(tried, ", "))
		}
		foreign = true
	}
	if args := append(append([]string(nil), defaults...), o.MLLVM...); len(args) > 0 || u.Target.SPIRV {
		if u.Target.SPIRV && !foreign && len(o.Extensions) > 0 {
			args = append(args, "--spirv-ext="+strings.Join(o.Extensions, ","))
		}
		llvm.ParseOptions(args)
	}
	u.Ctx = llvm.ContextCreate()
	llvm.OnDiagnostic(u.Ctx, func(severity int, msg string) {
		if severity <= llvm.SeverityWarning {
			u.Diag = append(u.Diag, msg)
		}
		u.Failed = u.Failed || severity == llvm.SeverityError
	})
	if u.Target.CPU && templateErr == nil {
		return openTemplate(u)
	}
	if foreign || u.Target.CPU {
		// Without a backend there is no target machine: the passes use LLVM's defaults and the data
		// layout that clang gives the target.
		u.Layout = llvm.CreateTargetData(spirvLayout)
		u.Init()
		return nil
	}
	if err := machine(u); err != nil {
		return err
	}
	u.Layout = llvm.CreateTargetDataLayout(u.TM)
	u.Init()
	return nil
}

// openTemplate sets up the code generator for the target that a processor's inputs are compiled
// for, which has their address spaces. Retarget replaces it by the processor's.
func openTemplate(u *ir.Unit) error {
	o := *u.Opts
	o.CPU, o.Features = "", ""
	t := ir.Unit{Opts: &o, Target: template, Lib: u.Lib}
	if err := machine(&t); err != nil {
		return err
	}
	u.TM = t.TM
	u.Layout = llvm.CreateTargetDataLayout(u.TM)
	u.Init()
	return nil
}

// retarget gives the module the triple and data layout of the processor that it is compiled for.
//
//	target triple = "spirv64-unknown-unknown"
//
// becomes
//
//	target triple = "x86_64-unknown-linux-gnu"
func retarget(u *ir.Unit) error {
	if err := machine(u); err != nil {
		return err
	}
	u.Layout = llvm.CreateTargetDataLayout(u.TM)
	llvm.SetTarget(u.Mod, u.Target.Image)
	llvm.SetDataLayout(u.Mod, llvm.CopyStringRepOfTargetData(u.Layout))
	return nil
}

// spirvLayout is the data layout of spirv64 (clang/lib/Basic/Targets/SPIR.h).
const spirvLayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"

// machine sets up the code generator for the options.
func machine(u *ir.Unit) error {
	o, lib := u.Opts, u.Lib
	triple := u.Target.Triple(o)
	if u.Target.CPU {
		triple = u.Target.Image
	}
	tgt, msg := new(llvm.Target), new(uintptr)
	if llvm.GetTargetFromTriple(triple, tgt, msg) {
		return fmt.Errorf("%s: %s", lib.Path, llvm.TakeMessage(*msg))
	}
	processor := o.CPU
	level := map[string]int{"0": 0, "1": 1, "2": 2, "3": 3, "s": 2, "z": 2}[o.Level]
	if u.Target.SPIRV {
		// The code generator's own IR passes, which are written for CPUs, undo some of the
		// lowering: they turn plain additions into additions with carry out again.
		level = 0
		processor = "" // which another compiler reads
	}
	const relocPIC, codeModelDefault = 2, 0
	u.TM = llvm.CreateTargetMachine(*tgt, triple, processor, o.Features, level, relocPIC, codeModelDefault)
	if u.TM == 0 {
		return fmt.Errorf("%s: no target machine for %s %s", lib.Path, triple, o.CPU)
	}
	return nil
}

func linkLibraries(u *ir.Unit) error {
	for _, l := range u.Opts.Libraries {
		if err := link.Library(u, l); err != nil {
			return err
		}
	}
	return nil
}

// runPasses runs passes in order. With --verify each is followed by LLVM's verifier, so that the
// error names the pass that broke the module.
func runPasses(u *ir.Unit, list []Pass) error {
	for _, p := range list {
		if u.Without(p.Name) && isWorkaround(p.Name) || len(u.Opts.Only) > 0 && !slices.Contains(u.Opts.Only, p.Name) {
			continue
		}
		if u.Opts.PrintBefore == p.Name {
			u.Opts.Print("before "+p.Name, llvm.PrintModuleToString(u.Mod))
		}
		start := time.Now()
		if err := p.Run(u); err != nil {
			return err
		}
		if u.Opts.Stage != nil {
			u.Opts.Stage("  "+p.Name, time.Since(start))
		}
		if u.Opts.PrintAfter == p.Name || u.Opts.PrintAfter == "all" {
			u.Opts.Print("after "+p.Name, llvm.PrintModuleToString(u.Mod))
			if u.Opts.StopAfter && u.Opts.PrintAfter == p.Name {
				return ErrStopped
			}
		}
		if u.Opts.Verify {
			if err := u.VerifyModule(" after pass " + p.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

// save writes the module after a stage, for --save-temps.
func save(u *ir.Unit, stage string) {
	if u.Opts.SaveTemps == "" || u.Mod == 0 || stage == "emit" {
		return
	}
	path := u.Opts.SaveTemps + "." + strings.ReplaceAll(stage, " ", "-") + ".ll"
	if err := atomicfile.Write(path, []byte(llvm.PrintModuleToString(u.Mod)), 0o644); err != nil {
		u.Warning("%v", err)
	}
}
