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

	"gohipcc/driver/cmdline"
	"gohipcc/driver/job"
	"gohipcc/driver/options"
	"gohipcc/toolchains/clang"
)

// ErrRefused is the result of a build whose command line clang refused, in words
// that were printed already.
var ErrRefused = errors.New("refused")

// HasOwnTargets reports whether a command line has targets whose jobs are not clang's.
func HasOwnTargets(cfg *Config, args *options.Args) bool {
	p := &Plan{Args: args, Config: cfg}
	p.readInputs()
	return p.offloads() && p.chooseTargets() == nil && p.spirv
}

// PrintBindings prints the jobs of the plan as clang prints its bindings.
func (p *Plan) PrintBindings(w io.Writer) {
	host := "host"
	for _, j := range p.Jobs {
		if t := cmdline.ValueAfter(j.Argv, "-triple"); t != "" && j.Device == "" {
			host = t
		}
		for _, e := range bundleEntries(j.Argv) {
			if t, ok := strings.CutPrefix(e.id, "host-"); ok {
				host = strings.TrimSuffix(t, "-")
			}
		}
	}
	for _, j := range p.Jobs {
		if j.Soft || len(j.Argv) == 0 {
			continue
		}
		triple, tool := host, "gohipcc::"+j.Verb
		switch j.Kind {
		case job.CC1:
			triple, tool = cmdline.ValueAfter(j.Argv, "-triple"), "clang"
		case job.DeviceLink:
			triple, tool = strings.TrimPrefix(j.Argv[2], "--target="), "gohipcc::Linker"
		case job.LLD:
			triple, tool = "amdgcn-amd-amdhsa", "AMDGCN::Linker"
		case job.HostLink:
			tool = "GNU::Linker"
		case job.Archive:
			tool = "GNU::StaticLibTool"
		}
		var in []string
		for _, i := range p.inputs {
			if !slices.Contains(j.Inputs, i.Path) && slices.ContainsFunc(j.Argv, func(a string) bool { return cmdline.Mentions(a, i.Path) }) {
				in = append(in, strconv.Quote(i.Path))
			}
		}
		for _, f := range j.Inputs {
			if !strings.HasSuffix(f, ".pch") {
				in = append(in, strconv.Quote(f))
			}
		}
		fmt.Fprintf(w, "# %q - %q, inputs: [%s], output: %q\n", triple, tool, strings.Join(in, ", "), strings.Join(j.Outputs, ", "))
	}
}

// PrintStages prints clang's phases or bindings of the same command line. For
// several kinds of target they are those of each kind, one after the other.
func PrintStages(cfg *Config, args *options.Args, words []string, stdout, stderr io.Writer) error {
	p := &Plan{Args: args, Config: cfg}
	p.readInputs()
	if p.hip || args.Has("hip-link") {
		if err := p.chooseTargets(); err != nil {
			return err
		}
	}
	var lines [][]string
	if p.spirv {
		q := p.question(nil, true, IsHIPCCName(cfg.Name))
		for i := range q.Args {
			for n, in := range p.inputs {
				q.Args[i] = strings.ReplaceAll(q.Args[i], clang.InToken(n), in.Path)
			}
			q.Args[i] = strings.ReplaceAll(q.Args[i], clang.OutToken, p.output)
		}
		for _, id := range []string{"print-phases", "print-bindings"} {
			if args.Has(id) {
				q.Args = append(q.Args, "-ccc-"+id)
			}
		}
		if len(p.amd) > 0 {
			amd := slices.Clone(q.Args)
			for _, id := range p.amd {
				amd = append(amd, "--offload-arch="+id)
			}
			lines = append(lines, amd)
		}
		lines = append(lines, append(slices.Clone(q.Args), "--offload="+p.spirvTriple))
	} else {
		lines = append(lines, words)
	}
	var failed error
	for _, l := range lines {
		argv := []string{"--driver-mode=g++"}
		if !args.Has("new-driver", "old-driver") {
			argv = append(argv, "--no-offload-new-driver")
		}
		cmd := exec.Command(cfg.LLVM.Clang, append(argv, l...)...)
		cmd.Stdout, cmd.Stderr = stdout, stderr
		if cmd.Run() != nil {
			failed = ErrRefused
		}
	}
	return failed
}

// Results are the files that the plan leaves behind.
func (p *Plan) Results() []string {
	var files []string
	for _, j := range p.Jobs {
		for _, o := range job.OutputsOf(j.Kind, j.Argv) {
			if !slices.Contains(p.Temps, o) && !slices.Contains(files, o) {
				files = append(files, o)
			}
		}
	}
	return files
}

// HasDeviceCode reports whether the plan is about device code at all: HIP sources,
// or objects that have some in them.
func (p *Plan) HasDeviceCode() bool {
	return p.hip || slices.ContainsFunc(p.Jobs, func(j *job.Job) bool { return j.Kind == job.Unbundle })
}
