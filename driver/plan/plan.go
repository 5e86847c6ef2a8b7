// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package plan makes the graph of jobs of a command line and prints it. It runs no job and touches
// no output; it may ask clang what command lines look like.
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
	"gohipcc/toolchains/step"
)

// Templates answers queries to clang with command templates; clang.Driver does.
type Templates interface {
	Template(ctx context.Context, q *clang.Query) (*clang.Template, error)
}

// Config is what a plan depends on besides the command line.
type Config struct {
	Name    string // the name under which the program was called
	Prefix  *toolchains.Prefix
	LLVM    *clang.LLVM
	Clang   Templates // asks the installed clang
	TempDir string    // folder of the plan's temporary files
	// CacheDir is the checked folder of all caches, PCHDir that of precompiled headers in it;
	// empty: there is none.
	CacheDir, PCHDir string
}

// A Plan is the job graph of one command line.
type Plan struct {
	Jobs   []*job.Job
	Notes  []string // clang's warnings and errors about the command line
	Failed bool     // clang refused the command line
	Args   *options.Args
	Temps  []string // temporary files, in order of appearance

	Config  *Config
	Files   *files.Build
	inputs  []Input
	output  string // -o, or empty
	targets targets
	build   *toolchains.Build
	link    bool  // the command line links
	hip     bool  // an input is HIP source
	offload bool  // device code is involved
	hipcc   bool  // the program was called by hipcc's name or gohipcc's
	err     error // the first error

	// frontEnds are those of targets that do not use the generic template's own, in its order.
	frontEnds map[toolchains.Target][]*step.CC1

	cuids map[int]string // random compilation unit IDs, by input
	// clangArgs are the options of the first query, for a compilation database.
	clangArgs []string
}

// An Input is one file of the command line.
type Input struct {
	Path string
	HIP  bool   // HIP source
	Ext  string // with its dot
	arg  int    // index in Args.List
}

// Extensions of HIP sources: always, and for the hipcc names.
var (
	HIPExts   = cmdline.Set(".hip .hipi")
	HIPCCExts = cmdline.Set(".hip .hipi .cu .cpp .cc .cxx .C .c++ .cp .CPP")
)

// IsHIPCCName reports whether a program name is one under which every C++ source is HIP.
func IsHIPCCName(name string) bool {
	base := filepath.Base(name)
	return base == "gohipcc" || base == "hipcc" || strings.HasPrefix(base, "hipcc-")
}

// ReadsCXXAsHIP reports whether a program of this name takes C++ sources for HIP: hipcc does, unless
// its environment says otherwise.
func ReadsCXXAsHIP(name string) bool {
	return IsHIPCCName(name) && os.Getenv("HIP_COMPILE_CXX_AS_HIP") != "0"
}

func newPlan(cfg *Config, args *options.Args) *Plan {
	p := &Plan{Args: args, Config: cfg, hipcc: IsHIPCCName(cfg.Name), Files: &files.Build{TempDir: cfg.TempDir}, frontEnds: map[toolchains.Target][]*step.CC1{}}
	p.build = &toolchains.Build{Prefix: cfg.Prefix, LLVM: cfg.LLVM, Flags: args, Warn: func(message string) {
		if note := cfg.Name + ": warning: " + message; !slices.Contains(p.Notes, note) {
			p.Notes = append(p.Notes, note)
		}
	}}
	return p
}

// New plans a command line. It runs no job; it may ask clang what command lines look like.
func New(ctx context.Context, cfg *Config, args *options.Args) (*Plan, error) {
	p := newPlan(cfg, args)
	p.readInputs()
	if len(p.inputs) == 0 {
		return nil, fmt.Errorf("no input files")
	}
	if err := p.checkInputs(); err != nil {
		return nil, err
	}
	p.offload = p.offloads()
	if p.offload {
		if err := p.chooseTargets(); err != nil {
			return nil, err
		}
	} else {
		p.build.OwnRoot = !OtherRoot(args, cfg.Prefix)
	}
	if err := p.ask(ctx); err != nil {
		return nil, err
	}
	if p.offload {
		p.traceFrontEnds()
	}
	if !p.Failed && cfg.PCHDir != "" && !args.Has("no-pch") {
		p.Jobs = pch.Use(p.Jobs, func(input int) string { return p.inputs[input].Path }, cfg.PCHDir, cfg.LLVM.Identity(), args.Has("MD"))
	}
	p.Connect()
	return p, nil
}

// standardInputs are names of standard input besides "-". In a child process they name a different
// one.
var standardInputs = cmdline.Set("/dev/stdin /dev/fd/0 /proc/self/fd/0")

// readInputs lists the inputs and determines which are HIP.
func (p *Plan) readInputs() {
	p.link = !p.Args.Has("c", "S", "E", "M", "syntax", "emit-ast", "analyze", "precompile") || p.Args.Has("emit-static-lib")
	p.addEmptyObject()
	hipcc := ReadsCXXAsHIP(p.Config.Name)
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
}

// addEmptyObject adds an object without code to a link of relocatable device code whose inputs are
// archives only. Clang's driver links device code only if an object is among the inputs; archives
// come after it then.
func (p *Plan) addEmptyObject() {
	object := p.Config.Prefix.DeviceLib("empty.o")
	if !p.link || p.Args.LastOf("rdc", "no-rdc") != "rdc" || !LinksLibraries(p.Args) || !files.IsRegular(object) {
		return
	}
	if slices.ContainsFunc(p.Args.List, func(a options.Arg) bool { return a.Input && (a.Lang != "" || filepath.Ext(a.Words[0]) != ".a") }) {
		return
	}
	p.Args = &options.Args{List: slices.Insert(slices.Clone(p.Args.List), 0, options.Arg{Words: []string{object}, Input: true})}
}

// LinksLibraries reports whether a command line names an archive or a library.
func LinksLibraries(args *options.Args) bool {
	return slices.ContainsFunc(args.List, func(a options.Arg) bool {
		return a.Input && filepath.Ext(a.Words[0]) == ".a" || !a.Input && strings.HasPrefix(a.Words[0], "-l")
	})
}

// offloads reports whether the command line involves device code.
func (p *Plan) offloads() bool {
	return p.hip || p.Args.Has("hip-link") || p.hipcc && p.link
}

func (p *Plan) checkInputs() error {
	for _, in := range p.inputs {
		if in.Path == "-" {
			continue
		}
		st, err := os.Stat(in.Path)
		if err != nil {
			return fmt.Errorf("no such file or directory: '%s'", asTyped(in.Path))
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
	// Clang does not report this for a HIP link, and every link is one here.
	if p.link && p.Args.Has("emit-llvm") && !p.Args.Has("hip-link", "device-only") &&
		!slices.ContainsFunc(p.Args.List, func(a options.Arg) bool { return strings.HasPrefix(a.Words[0], "-flto") }) {
		return errors.New("-emit-llvm cannot be used when linking")
	}
	return nil
}

// asTyped returns the name of a response file without the folder that cmdline.FileOperand adds to it.
func asTyped(name string) string {
	if rest, ok := strings.CutPrefix(name, "./"); ok && strings.HasPrefix(rest, "@") {
		return rest
	}
	return name
}

// Connect determines which job reads the output of which, and lists the temporary files.
func (p *Plan) Connect() {
	writer := map[string]*job.Job{}
	for i, j := range p.Jobs {
		j.Index = i
		j.Deps = nil
		for _, f := range j.Step.Inputs() {
			if w := writer[f]; w != nil && !slices.Contains(j.Deps, w) {
				j.Deps = append(j.Deps, w)
			}
		}
		slices.SortFunc(j.Deps, func(a, b *job.Job) int { return a.Index - b.Index })
		for _, o := range j.Writes() {
			if o == "-" || o == "/dev/null" {
				continue
			}
			writer[o] = j
			if p.Files.IsTemp(o) {
				p.Temps = append(p.Temps, o)
			}
		}
		p.bundleInProcess(j)
	}
}
