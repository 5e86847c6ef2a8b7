// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"gohipcc/driver/job"
	"gohipcc/driver/options"
	"gohipcc/toolchains"
	"gohipcc/toolchains/step"
)

// ErrRefused is the result of a build whose command line clang rejected with messages that were
// printed already.
var ErrRefused = errors.New("refused")

// HasOwnTargets reports whether a command line has targets whose jobs clang does not plan.
func HasOwnTargets(cfg *Config, args *options.Args) bool {
	p := newPlan(cfg, args)
	p.readInputs()
	return p.offloads() && p.chooseTargets() == nil && len(p.targets.generic) > 0
}

// PrintBindings prints the jobs of the plan as clang prints its bindings.
func (p *Plan) PrintBindings(w io.Writer) {
	host := p.hostTriple()
	for _, j := range p.Jobs {
		if j.Optional || len(j.Step.Argv()) == 0 {
			continue
		}
		triple, tool := binding(j, host)
		reads := j.Step.Inputs()
		made := j.Inputs()
		var in []string
		for _, i := range p.inputs {
			if slices.Contains(reads, i.Path) && !slices.Contains(made, i.Path) {
				in = append(in, strconv.Quote(i.Path))
			}
		}
		for _, f := range made {
			if j.PCH == nil || f != j.PCH.Path+".pch" {
				in = append(in, strconv.Quote(f))
			}
		}
		fmt.Fprintf(w, "# %q - %q, inputs: [%s], output: %q\n", triple, tool, strings.Join(in, ", "), strings.Join(j.Outputs(), ", "))
	}
}

// hostTriple returns the triple of the host's steps, or "host".
func (p *Plan) hostTriple() string {
	host := "host"
	for _, j := range p.Jobs {
		if c := j.CC1(); c != nil && c.Triple() != "" && !j.IsDevice() {
			host = c.Triple()
		}
		for _, e := range step.Entries(j.Step) {
			if t, ok := strings.CutPrefix(e.ID, "host-"); ok {
				host = strings.TrimSuffix(t, "-")
			}
		}
	}
	return host
}

// binding names the target and the tool of a job as clang does.
func binding(j *job.Job, host string) (triple, tool string) {
	switch s := j.Step.(type) {
	case *step.CC1:
		return s.Triple(), "clang"
	case *step.DeviceLink:
		return s.Triple, "gohipcc::Linker"
	case *step.AssembleCode:
		return s.Binding()
	case *step.ImageLink:
		if tc := toolchains.OfImage(s); tc != nil {
			return tc.Triple(), tc.Name() + "::Linker"
		}
	case *step.HostLink:
		return host, "GNU::Linker"
	case *step.Archive:
		return host, "GNU::StaticLibTool"
	}
	return host, "gohipcc::" + j.Verb
}

// PrintStages makes clang print its phases or bindings for a command line whose jobs clang plans.
func PrintStages(cfg *Config, args *options.Args, words []string, stdout, stderr io.Writer) error {
	argv := []string{"--driver-mode=g++"}
	if !args.Has("new-driver", "old-driver") {
		argv = append(argv, "--no-offload-new-driver")
	}
	cmd := exec.Command(cfg.LLVM.Clang, append(argv, words...)...)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if cmd.Run() != nil {
		return ErrRefused
	}
	return nil
}

// Results returns the files that remain after the plan was executed.
func (p *Plan) Results() []string {
	var files []string
	for _, j := range p.Jobs {
		for _, o := range j.Outputs() {
			if !slices.Contains(p.Temps, o) && !slices.Contains(files, o) {
				files = append(files, o)
			}
		}
	}
	return files
}

// HasDeviceCode reports whether the plan involves device code: HIP sources, or objects that contain
// some.
func (p *Plan) HasDeviceCode() bool {
	return p.hip || slices.ContainsFunc(p.Jobs, func(j *job.Job) bool {
		_, ok := j.Step.(*step.Unbundle)
		return ok
	})
}
