// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gohipcc/passes/llvm"
)

// ErrStopped is what Build returns when Options.StopAfter ended it.
var ErrStopped = errors.New("stopped after a pass")

// PassNames lists the passes of a target in order, for --print-after.
func PassNames(triple string) []string {
	t, err := pipelineOf(triple)
	if err != nil {
		return nil
	}
	var out []string
	for _, p := range slices.Concat(t.before, t.early, t.middle, t.late) {
		out = append(out, p.Name)
	}
	return out
}

// Build runs a device link: it reads and links the inputs and libraries, runs the
// target's passes and LLVM's optimiser, verifies, and returns the image. LLVM
// state is global, so a process calls it once.
func Build(o *Options) (image []byte, err error) {
	t, err := pipelineOf(o.Target)
	if err != nil {
		return nil, err
	}
	if o.Version == "" {
		o.Version = "1.2"
	}
	if o.Level == "" {
		o.Level = "2"
	}
	u := &Unit{Opts: o, target: &t.target, warn: o.Warn}
	steps := []struct {
		name string
		run  func() error
	}{
		{"llvm", func() error { return u.open(t.defaults) }},
		{"parse", func() error { return u.linkInputs(o.Inputs) }},
		{"lower calls", func() error { return u.runPasses(t.before) }},
		{"link library", func() error { return u.linkLibraries() }},
		{"user passes", func() error { return u.userPasses() }},
		{"early passes", func() error { return u.runPasses(t.early) }},
		{"optimise", func() error { return u.runPasses(t.middle) }},
		{"late passes", func() error { return u.runPasses(t.late) }},
		{"verify", func() error { return u.verify("") }},
		{"emit", func() (err error) { image, err = u.emit(); return err }},
	}
	for _, s := range steps {
		if err := u.stage(s.name, s.run); err != nil {
			return nil, err
		}
		u.save(s.name)
	}
	return image, nil
}

func (u *Unit) stage(name string, run func() error) error {
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
func (u *Unit) open(defaults []string) error {
	o := u.Opts
	lib, err := llvm.Open(o.LLVM)
	if err != nil {
		return err
	}
	u.lib = lib
	if o.Fatal != nil {
		llvm.OnFatalError(o.Fatal)
	}
	// foreign: this LLVM has no back end for the target, which a tool translates to.
	foreign := false
	if err := lib.InitTarget(u.target.arch); err != nil {
		// Releases before 20 have the SPIR-V back end as an experiment, which
		// distributions leave out; the translator needs none.
		tool, tried := u.translator()
		if !u.target.spirv || o.Producer == "llvm" {
			return err
		} else if tool == "" {
			return fmt.Errorf("%w, and there is no llvm-spirv of LLVM %d; looked for %s; install llvm-spirv-%[2]d or a newer LLVM", err, lib.Major, strings.Join(tried, ", "))
		}
		foreign = true
	}
	if args := append(append([]string(nil), defaults...), o.MLLVM...); len(args) > 0 || u.target.spirv {
		if u.target.spirv && !foreign && len(o.Extensions) > 0 {
			args = append(args, "--spirv-ext="+strings.Join(o.Extensions, ","))
		}
		llvm.ParseOptions(args)
	}
	u.Ctx = llvm.ContextCreate()
	llvm.OnDiagnostic(u.Ctx, func(severity int, msg string) {
		if severity <= llvm.SeverityWarning {
			u.diag = append(u.diag, msg)
		}
	})
	if foreign {
		// Without a back end there is no target machine: the passes do with LLVM's
		// defaults, and with the layout that clang gives the target.
		u.layout = llvm.CreateTargetData(spirvLayout)
		u.init()
		return nil
	}
	if err := u.machine(); err != nil {
		return err
	}
	u.layout = llvm.CreateTargetDataLayout(u.tm)
	u.init()
	return nil
}

// spirvLayout is the data layout of spirv64 (clang/lib/Basic/Targets/SPIR.h).
const spirvLayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"

// machine sets the code generator up for the options.
func (u *Unit) machine() error {
	o, lib := u.Opts, u.lib
	triple := u.target.triple(o)
	tgt, msg := new(llvm.Target), new(uintptr)
	if llvm.GetTargetFromTriple(triple, tgt, msg) {
		return fmt.Errorf("%s: %s", lib.Path, llvm.TakeMessage(*msg))
	}
	level := map[string]int{"0": 0, "1": 1, "2": 2, "3": 3, "s": 2, "z": 2}[o.Level]
	if u.target.spirv {
		// The code generator's own IR passes, written for processors, undo some of the
		// lowering: they make additions with carry out of plain ones again.
		level = 0
	}
	const relocPIC, codeModelDefault = 2, 0
	u.tm = llvm.CreateTargetMachine(*tgt, triple, o.CPU, o.Features, level, relocPIC, codeModelDefault)
	if u.tm == 0 {
		return fmt.Errorf("%s: no target machine for %s %s", lib.Path, triple, o.CPU)
	}
	return nil
}

func (u *Unit) linkLibraries() error {
	for _, l := range u.Opts.Libraries {
		if err := u.linkLibrary(l); err != nil {
			return err
		}
	}
	return nil
}

// runPasses runs passes in order. With --verify each is followed by LLVM's
// verifier, so that a broken one is named.
func (u *Unit) runPasses(list []Pass) error {
	for _, p := range list {
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
			if err := u.verify("after pass " + p.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

// llvmPasses runs a pipeline of LLVM's own passes.
func (u *Unit) llvmPasses(pipeline string) error {
	po := llvm.CreatePassBuilderOptions()
	defer llvm.DisposePassBuilderOptions(po)
	// A device's compiler vectorises across work-items; vectors made here would
	// stand in its way.
	llvm.PassBuilderOptionsSetLoopVectorization(po, !u.target.spirv)
	llvm.PassBuilderOptionsSetSLPVectorization(po, !u.target.spirv)
	llvm.PassBuilderOptionsSetLoopUnrolling(po, true)
	u.diag = nil
	if err := llvm.RunPasses(u.Mod, pipeline, u.tm, po).Err(); err != nil {
		return fmt.Errorf("LLVM passes %s: %v", pipeline, err)
	}
	return nil
}

// functionPasses runs LLVM's passes on one function, where this LLVM can.
func (u *Unit) functionPasses(f llvm.Value, pipeline string) error {
	if !llvm.Has("RunPassesOnFunction") {
		return u.llvmPasses("function(" + pipeline + ")")
	}
	po := llvm.CreatePassBuilderOptions()
	defer llvm.DisposePassBuilderOptions(po)
	return llvm.RunPassesOnFunction(f, pipeline, u.tm, po).Err()
}

// demote puts values that cross blocks, and PHIs, into stack slots.
func (u *Unit) demote(f llvm.Value) error { return u.functionPasses(f, "reg2mem") }

// llvmPass is a pipeline of LLVM's own as a pass.
func llvmPass(pipeline string) func(*Unit) error {
	return func(u *Unit) error { return u.llvmPasses(pipeline) }
}

// optimise runs LLVM's pipeline for the level.
func optimise(u *Unit) error {
	if u.Opts.Level == "0" && u.target.spirv {
		return u.llvmPasses("always-inline,globaldce")
	}
	return u.llvmPasses("default<O" + u.Opts.Level + ">")
}

// optimiseAgain repeats it when calls through pointers became direct ones.
func optimiseAgain(u *Unit) error {
	if !u.again || u.Opts.Level == "0" {
		return u.llvmPasses("globaldce")
	}
	return u.llvmPasses("default<O" + u.Opts.Level + ">,globaldce")
}

// inferAddressSpaces finds the address spaces of generic pointers, which most
// devices access faster and some cannot access otherwise. LLVM's pass leaves volatile
// accesses as they are.
func inferAddressSpaces(u *Unit) error {
	if err := u.llvmPasses("function(infer-address-spaces)"); err != nil {
		return err
	}
	for _, f := range u.definitions() {
		for _, i := range instructions(f) {
			pointer := uint32(0)
			switch opcode(i) {
			case llvm.Store:
				pointer = 1
			case llvm.Load:
			default:
				continue
			}
			if p := llvm.GetOperand(i, pointer); llvm.GetVolatile(i) && opcode(p) == llvm.AddrSpaceCast && llvm.GetPointerAddressSpace(llvm.TypeOf(p)) == asGeneric {
				llvm.SetOperand(i, pointer, llvm.GetOperand(p, 0))
			}
		}
	}
	if u.Opts.Level == "0" {
		return nil
	}
	return u.llvmPasses("function(instcombine<no-verify-fixpoint>)")
}

// verify runs LLVM's verifier; when says where in the error.
func (u *Unit) verify(when string) error {
	msg := new(uintptr)
	if !llvm.VerifyModule(u.Mod, llvm.ReturnStatus, msg) {
		return nil
	}
	text := strings.TrimSpace(llvm.TakeMessage(*msg))
	if when != "" {
		when = " " + when
	}
	return fmt.Errorf("the module does not verify%s:\n%s", when, text)
}

// diagText is what LLVM reported since the last reset, or a default.
func (u *Unit) diagText(or string) string {
	if len(u.diag) == 0 {
		return or
	}
	return strings.Join(u.diag, "\n")
}

// save writes the module after a stage, for --save-temps.
func (u *Unit) save(stage string) {
	if u.Opts.SaveTemps == "" || u.Mod == 0 || stage == "emit" {
		return
	}
	path := u.Opts.SaveTemps + "." + strings.ReplaceAll(stage, " ", "-") + ".ll"
	if err := WriteFile(path, []byte(llvm.PrintModuleToString(u.Mod)), 0o644); err != nil {
		u.warn(err.Error())
	}
}

// WriteFile writes a file whole or not at all: into a temporary file beside it
// that is then renamed.
func WriteFile(path string, data []byte, mode os.FileMode) error {
	if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() {
		return os.WriteFile(path, data, mode) // a pipe or device has no name to take over
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(mode)
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
