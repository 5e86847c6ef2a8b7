// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package plan makes the graph of jobs of a command line and prints it. It runs no job and
// touches no output; it may ask clang how its command lines look.
package plan

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gohipcc/driver/cmdline"
	"gohipcc/driver/files"
	"gohipcc/driver/job"
	"gohipcc/driver/options"
	"gohipcc/driver/pch"
	"gohipcc/toolchains"
	"gohipcc/toolchains/clang"
	"gohipcc/toolchains/rocm"
)

// Config is what a plan depends on besides the command line.
type Config struct {
	Name    string // the name the program was called by
	Prefix  *toolchains.Prefix
	LLVM    *clang.LLVM
	Clang   *clang.Driver
	TempDir string // where temporary files of the plan are
	// CacheDir is the checked folder of all caches, PCHDir that of precompiled headers in
	// it; empty: there is none.
	CacheDir, PCHDir string
}

// A Plan is the job graph of one command line.
type Plan struct {
	Jobs   []*job.Job
	Notes  []string // clang's warnings and errors about the command line
	Failed bool     // clang refused the command line
	Args   *options.Args
	Temps  []string // temporary files, in order of appearance

	Config *Config
	Files  *files.Build
	inputs []Input
	output string // -o, or empty
	spirv  bool
	// spirvTriple is the SPIR-V target as the user spelled it: spirv64, or with
	// the name of a runtime in it (spirv64-unknown-chipstar).
	spirvTriple string
	amd         []string // AMD target IDs, sorted
	nv          []string // NVIDIA processors, lowest first
	amdGPU      bool     // AMD code is among the targets (clang may know which)
	ownRoot     bool     // gohipcc's headers and libraries are used
	link        bool
	hip         bool
	// patternOnly: SPIR-V is planned as the pattern of the NVIDIA chains and not wanted itself.
	patternOnly bool
	err         error // the first thing that was missing

	cuids     map[int]string // random compilation unit IDs, by input
	amdSearch rocm.Search
	amdLibs   map[string]*rocm.DeviceLibs
}

// An Input is one file of the command line.
type Input struct {
	Path string
	HIP  bool   // HIP source
	Ext  string // with its dot
	arg  int    // index in Args.List
}

// Extensions that are HIP sources: always, and for the hipcc names.
var (
	HIPExts   = cmdline.Set(".hip .hipi")
	HIPCCExts = cmdline.Set(".hip .hipi .cu .cpp .cc .cxx .C .c++ .cp .CPP")
)

// IsHIPCCName reports whether a program name is one under which every C++ source is HIP.
func IsHIPCCName(name string) bool {
	base := filepath.Base(name)
	return base == "gohipcc" || base == "hipcc" || strings.HasPrefix(base, "hipcc-")
}

// New plans a command line. It runs no job; it may ask clang how its
// command lines look.
func New(ctx context.Context, cfg *Config, args *options.Args) (*Plan, error) {
	p := &Plan{Args: args, Config: cfg, Files: &files.Build{TempDir: cfg.TempDir}}
	hipcc := IsHIPCCName(cfg.Name)
	p.readInputs()
	if len(p.inputs) == 0 {
		return nil, fmt.Errorf("no input files")
	}
	if err := p.checkInputs(); err != nil {
		return nil, err
	}
	offload := p.offloads()
	if offload {
		if err := p.chooseTargets(); err != nil {
			return nil, err
		}
	}
	if err := p.ask(ctx, offload, hipcc); err != nil {
		return nil, err
	}
	if p.err != nil {
		return nil, p.err
	}
	if !p.Failed && cfg.PCHDir != "" && !args.Has("no-pch") {
		p.Jobs = pch.Use(p.Jobs, func(input int) string { return p.inputs[input].Path }, cfg.PCHDir, cfg.LLVM.Identity())
	}
	p.Connect()
	return p, nil
}

// standardInputs are names of standard input besides "-". A tool that is started has another
// one than this process.
var standardInputs = cmdline.Set("/dev/stdin /dev/fd/0 /proc/self/fd/0")

// readInputs lists the inputs and says which are HIP.
func (p *Plan) readInputs() {
	hipcc := IsHIPCCName(p.Config.Name)
	for i := range p.Args.List {
		a := &p.Args.List[i]
		if !a.Input {
			continue
		}
		in := Input{Path: a.Words[0], Ext: filepath.Ext(a.Words[0]), arg: i}
		switch {
		case a.Lang == "hip" || a.Lang == "hip-cpp-output" || a.Lang == "ir" && p.Args.Has("hip-link"):
			in.HIP = true
		case a.Lang == "":
			in.HIP = HIPExts[in.Ext] || hipcc && HIPCCExts[in.Ext]
		}
		if a.Lang != "" && standardInputs[in.Path] {
			in.Path = "-"
		}
		p.hip = p.hip || in.HIP
		p.inputs = append(p.inputs, in)
	}
	p.output, _ = p.Args.Value("o")
	p.link = !p.Args.Has("c", "S", "E", "M", "syntax", "emit-ast", "analyze", "precompile") || p.Args.Has("emit-static-lib")
}

// offloads reports whether the command line is about device code.
func (p *Plan) offloads() bool {
	return p.hip || p.Args.Has("hip-link") || IsHIPCCName(p.Config.Name) && p.link
}

func (p *Plan) checkInputs() error {
	for _, in := range p.inputs {
		if in.Path == "-" {
			continue
		}
		st, err := os.Stat(in.Path)
		if err != nil {
			return fmt.Errorf("no such file or directory: '%s'", in.Path)
		}
		if in.HIP && st.Mode()&(os.ModeNamedPipe|os.ModeSocket) != 0 {
			return fmt.Errorf("'%s' is a pipe, which can be read once, and host and device compile each read a HIP source: give it as standard input (-x hip -) or as a file", in.Path)
		}
	}
	for _, f := range p.Args.Values("link-pass-path") {
		if !files.IsRegular(f) {
			return fmt.Errorf("no such file or directory: '%s' (--hip-link-pass-path=)", f)
		}
	}
	// Clang does not say so of a HIP link, which every link is here.
	if p.link && p.Args.Has("emit-llvm") && !p.Args.Has("hip-link", "device-only") &&
		!slices.ContainsFunc(p.Args.List, func(a options.Arg) bool { return strings.HasPrefix(a.Words[0], "-flto") }) {
		return errors.New("-emit-llvm cannot be used when linking")
	}
	return nil
}

// jobsOf makes jobs of clang's commands and rewrites those that gohipcc does in
// its own way.
func (p *Plan) jobsOf(commands [][]string) []*job.Job {
	var jobs []*job.Job
	for _, argv := range commands {
		kind, verb := job.ToolOf(argv)
		j := &job.Job{Kind: kind, Verb: verb, Argv: argv, Input: -1}
		if kind == job.CC1 {
			p.fixCC1(j)
		}
		j.Outputs = job.OutputsOf(kind, j.Argv)
		if d := cmdline.ValueAfter(j.Argv, "-dependency-file"); kind == job.CC1 && p.Files.IsTemp(d) && !slices.Contains(j.Outputs, d) {
			j.Outputs = append(j.Outputs, d)
		}
		if kind == job.Bundle && slices.Contains(argv, "-type=d") {
			j = p.mergeDepsJob(argv, jobs)
			jobs = append(jobs, j)
			continue
		}
		if kind == job.CC1 && j.Device != "" && strings.HasPrefix(cmdline.ValueAfter(argv, "-triple"), "spirv64") && slices.Contains(argv, "-S") && !p.Args.Has("emit-llvm") && p.spirv {
			jobs = append(jobs, p.spirvAssembly(j)...)
			continue
		}
		if kind == job.LLD {
			j.Device = lldDevice(argv)
		}
		jobs = append(jobs, j)
	}
	jobs = p.embedRDC(p.rewriteSPIRVLink(jobs))
	for _, j := range jobs {
		if j.Kind == job.HostLink && p.ownRoot {
			p.linkOwnRuntime(j)
		}
	}
	return jobs
}

func lldDevice(argv []string) string {
	for _, a := range argv {
		if v, ok := strings.CutPrefix(a, "-plugin-opt=mcpu="); ok {
			return v
		}
	}
	return "amdgcn"
}

// Connect finds which job reads what another writes, and lists the temporary
// files.
func (p *Plan) Connect() {
	writer := map[string]*job.Job{}
	for i, j := range p.Jobs {
		j.Index = i
		j.Deps = nil
		j.Inputs = nil
		for out, w := range writer {
			if w != j && !slices.Contains(j.Outputs, out) && slices.ContainsFunc(j.Argv, func(a string) bool { return cmdline.Mentions(a, out) }) {
				j.Inputs = append(j.Inputs, out)
				if !slices.Contains(j.Deps, w) {
					j.Deps = append(j.Deps, w)
				}
			}
		}
		for _, n := range j.Needs {
			if !slices.Contains(j.Deps, n) {
				j.Deps = append(j.Deps, n)
			}
		}
		slices.Sort(j.Inputs)
		slices.SortFunc(j.Deps, func(a, b *job.Job) int { return a.Index - b.Index })
		for _, o := range j.Outputs {
			if o == "-" || o == "/dev/null" {
				continue
			}
			writer[o] = j
			if p.Files.IsTemp(o) {
				p.Temps = append(p.Temps, o)
			} else if !j.Soft {
				j.Final = true
			}
		}
		if j.Kind == job.CC1 && j.Device == "" {
			if s := cmdline.ValueAfter(j.Argv, "-fcuda-include-gpubinary"); s != "" && slices.Contains(j.Inputs, s) && p.Files.IsTemp(s) {
				j.Stream = s
			}
		}
		if j.Kind == job.Bundle || j.Kind == job.Unbundle {
			p.bundleHere(j)
		}
	}
}
