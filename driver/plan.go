// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver

import (
	"cmp"
	"context"
	"crypto/md5"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gohipcc/toolchains"
)

// Config is what a plan depends on besides the command line.
type Config struct {
	Name    string // the name the program was called by
	Prefix  *toolchains.Prefix
	LLVM    *toolchains.LLVM
	Learner *toolchains.Learner
	TempDir string // where temporary files of the plan are
	PCHDir  string // where precompiled headers are kept; empty: none are used
}

// A Plan is the job graph of one command line.
type Plan struct {
	Jobs   []*Job
	Notes  []string // clang's warnings and errors about the command line
	Failed bool     // clang refused the command line
	Args   *Args
	Temps  []string // temporary files, in order of appearance

	cfg    *Config
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

	written sync.Map // by path, the os.FileInfo of each output that this build made

	cuids     map[int]string // random compilation unit IDs, by input
	amdSearch toolchains.ROCmSearch
	amdLibs   map[string]*toolchains.DeviceLibs
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
	hipExts   = words(".hip .hipi")
	hipccExts = words(".hip .hipi .cu .cpp .cc .cxx .C .c++ .cp .CPP")
)

// hipccNames are the program names under which every C++ source is HIP.
func isHipccName(name string) bool {
	base := filepath.Base(name)
	return base == "gohipcc" || base == "hipcc" || strings.HasPrefix(base, "hipcc-")
}

// NewPlan plans a command line. It runs no job; it may ask clang how its
// command lines look.
func NewPlan(ctx context.Context, cfg *Config, args *Args) (*Plan, error) {
	p := &Plan{Args: args, cfg: cfg}
	hipcc := isHipccName(cfg.Name)
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
	if !p.Failed {
		p.usePCH()
	}
	p.connect()
	return p, nil
}

// readInputs lists the inputs and says which are HIP.
func (p *Plan) readInputs() {
	hipcc := isHipccName(p.cfg.Name)
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
			in.HIP = hipExts[in.Ext] || hipcc && hipccExts[in.Ext]
		}
		p.hip = p.hip || in.HIP
		p.inputs = append(p.inputs, in)
	}
	p.output, _ = p.Args.Value("o")
	p.link = !p.Args.Has("c", "S", "E", "M", "syntax", "emit-ast", "analyze", "precompile") || p.Args.Has("emit-static-lib")
}

// offloads reports whether the command line is about device code.
func (p *Plan) offloads() bool {
	return p.hip || p.Args.Has("hip-link") || isHipccName(p.cfg.Name) && p.link
}

func (p *Plan) checkInputs() error {
	for _, in := range p.inputs {
		if in.Path == "-" {
			continue
		}
		if _, err := os.Stat(in.Path); err != nil {
			return fmt.Errorf("no such file or directory: '%s'", in.Path)
		}
	}
	for _, f := range p.Args.Values("link-pass-path") {
		if !isRegular(f) {
			return fmt.Errorf("no such file or directory: '%s' (--hip-link-pass-path=)", f)
		}
	}
	// Clang does not say so of a HIP link, which every link is here.
	if p.link && p.Args.Has("emit-llvm") && !p.Args.Has("hip-link", "device-only") &&
		!slices.ContainsFunc(p.Args.List, func(a Arg) bool { return strings.HasPrefix(a.Words[0], "-flto") }) {
		return errors.New("-emit-llvm cannot be used when linking")
	}
	return nil
}

// targetNames splits the value of a target option. Build files that put several options
// into one string leave blanks at its end.
func targetNames(value string) []string {
	return strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })
}

// chooseTargets reads the target options. Given none, a program is for SPIR-V
// and for the AMD GPUs of this machine.
func (p *Plan) chooseTargets() error {
	a := p.Args
	p.ownRoot = true
	p.spirvTriple = "spirv64"
	var archs []string
	explicit := false
	for i := range a.List {
		arg := &a.List[i]
		if arg.opt == nil || arg.opt.use != target {
			continue
		}
		explicit = true
		switch arg.opt.id {
		case "offload":
			for _, t := range targetNames(arg.value) {
				switch {
				case strings.HasPrefix(t, "spirv64-amd-amdhsa"):
					p.amdGPU = true
				case strings.HasPrefix(t, "spirv64"):
					p.spirv, p.spirvTriple = true, t
				case strings.HasPrefix(t, "spirv"):
					return fmt.Errorf("invalid or unsupported offload target: '%s'; HIP's pointers have 64 bits, as those of spirv64", t)
				case strings.HasPrefix(t, "nvptx64"):
					p.nv = append(p.nv, toolchains.PortableSM)
				default:
					p.amdGPU = true
				}
			}
		case "offload-arch":
			for _, s := range targetNames(arg.value) {
				switch {
				case s == "spirv64" || s == "spirv64-unknown-unknown":
					p.spirv = true
				case s == "native" && !a.Has("offload-arch-tool"):
					p.spirv = true
					archs = append(archs, toolchains.LocalAMD()...)
					p.nv = append(p.nv, toolchains.LocalNVIDIA()...)
				case toolchains.IsSM(s):
					if err := toolchains.CheckSM(s); err != nil {
						return err
					}
					p.nv = append(p.nv, s)
				default:
					archs = append(archs, s)
				}
			}
		case "no-offload-arch":
			if arg.value == "all" {
				archs, p.nv, p.spirv = nil, nil, false
				continue
			}
			if arg.value == "spirv64" {
				p.spirv = false
			}
			archs = slices.DeleteFunc(archs, func(s string) bool { return s == arg.value })
			p.nv = slices.DeleteFunc(p.nv, func(s string) bool { return s == arg.value })
		}
	}
	if len(archs) > 0 {
		p.amdGPU = true
	}
	other := otherRoot(a, p.cfg.Prefix)
	rocm := other || a.Has("hip-version", "hipstdpar", "offload-arch-tool")
	// A directory of device libraries says nothing about headers; where none are wanted,
	// clang links the libraries.
	if a.Has("device-lib-path") || os.Getenv("HIP_DEVICE_LIB_PATH") != "" {
		rocm = rocm || a.Has("nogpuinc")
	}
	if !explicit && !(other && a.Has("rocm-path")) && !a.Has("hip-version", "hipstdpar", "new-driver") {
		p.spirv = true
		archs = toolchains.LocalAMD()
		p.nv = toolchains.LocalNVIDIA()
		p.amdGPU = len(archs) > 0
	} else if !explicit {
		p.amdGPU = true
	}
	p.amd = archs
	slices.SortFunc(p.nv, toolchains.CompareSM)
	p.nv = slices.Compact(p.nv)
	if len(p.nv) > 0 && !p.spirv {
		p.spirv, p.patternOnly = true, true
	}
	if p.spirv {
		// Target IDs are read here, because clang plans only a part of this.
		var ids []string
		for _, s := range archs {
			if s == toolchains.AMDGCNSPIRV {
				ids = append(ids, s)
				continue
			}
			id, err := toolchains.ParseTargetID(s)
			if err != nil {
				return err
			}
			ids = append(ids, id.String())
		}
		slices.Sort(ids)
		p.amd = slices.Compact(ids)
		if err := toolchains.CheckConflicts(p.amd); err != nil {
			return err
		}
	}
	p.ownRoot = p.spirv || !rocm
	return nil
}

// otherRoot reports whether the command line or the environment names an installation
// of HIP that is not gohipcc's own.
func otherRoot(a *Args, own *toolchains.Prefix) bool {
	if a.Has("rocm-path", "hip-path") {
		return true // dropOwnPaths took the own one away
	}
	return slices.ContainsFunc([]string{"ROCM_PATH", "HIP_PATH"}, func(e string) bool {
		r := os.Getenv(e)
		return r != "" && !sameFolder(r, own.Root)
	})
}

func sameFolder(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// side is one question to clang and what it is for.
type side struct {
	extra  []string // arguments added to the user's
	device bool     // only the device's cc1 lines of the answer are wanted
}

// ask asks clang for the command lines of this build and makes jobs of them.
func (p *Plan) ask(ctx context.Context, offload, hipcc bool) error {
	var common []string
	common = append(common, "--driver-mode=g++")
	if mode, ok := p.Args.Value("driver-mode"); ok {
		common[0] = "--driver-mode=" + mode
	} else if !hipcc && !p.hip {
		base := filepath.Base(p.cfg.Name)
		if !strings.Contains(base, "++") {
			common = nil
		}
	}
	if offload {
		if !p.Args.Has("new-driver", "old-driver") {
			common = append(common, "--no-offload-new-driver")
		}
		if hipcc && p.link && p.ownRoot && !p.Args.Has("hip-link", "device-only") {
			common = append(common, "--hip-link")
		}
		if p.ownRoot {
			if !p.Args.Has("nogpuinc") {
				common = append(common, "-nogpuinc")
				common = append(common, p.cfg.Prefix.IncludeArgs()...)
			}
			if !p.Args.Has("nogpulib") {
				common = append(common, "-nogpulib")
			}
		} else if p.Args.Has("nohipwrapperinc") {
			common = append(common, "-nohipwrapperinc")
		}
	}
	if len(common) > 1 {
		// What gohipcc adds is not to be complained about, -Werror or not.
		common = append(append(common[:1:1], "--start-no-unused-arguments"), append(common[1:], "--end-no-unused-arguments")...)
	}
	var sides []side
	switch {
	case !offload || !p.spirv && !p.amdGPU:
		sides = []side{{}}
	case !p.spirv:
		var t []string
		if p.ownRoot && !p.Args.Has("offload-arch") {
			for _, id := range p.amd {
				t = append(t, "--offload-arch="+id)
			}
		}
		sides = []side{{extra: t}}
	case len(p.amd) == 0:
		sides = []side{{extra: []string{"--offload=" + p.spirvTriple}}}
	default:
		var t []string
		for _, id := range p.amd {
			t = append(t, "--offload-arch="+id)
		}
		sides = []side{{extra: t}, {extra: []string{"--offload=" + p.spirvTriple}, device: true}}
	}
	q := p.question(common, offload, hipcc)
	var commands [2][][]string
	var notes [2][]string
	for i, s := range sides {
		qi := *q
		qi.Args = append(append([]string{}, s.extra...), q.Args...)
		ans, err := p.cfg.Learner.Ask(ctx, &qi)
		if err != nil {
			return err
		}
		notes[i] = ans.Notes
		p.Failed = p.Failed || ans.Failed
		commands[i] = p.realise(ans, p.names())
	}
	for i := range sides {
		p.addNotes(slices.DeleteFunc(notes[i], func(n string) bool {
			// What one side has no use for, the other may.
			return len(sides) == 2 && isUnused(n) && !slices.Contains(notes[1-i], n)
		}), common)
	}
	p.Jobs = p.jobsOf(commands[0])
	if len(sides) == 2 {
		p.mergeSPIRV(p.jobsOf(commands[1]))
	}
	p.missingROCm()
	p.Jobs = p.deviceDeps(p.Jobs)
	return p.addNVIDIA()
}

// isUnused reports whether a message of clang's is about an argument it has no use for.
func isUnused(note string) bool { return strings.Contains(note, "unused during compilation") }

// addNotes keeps each of clang's messages once, and none about arguments that
// the user did not write.
func (p *Plan) addNotes(notes, added []string) {
	for _, n := range notes {
		if isUnused(n) {
			if slices.ContainsFunc(added, func(a string) bool { return strings.Contains(n, "'"+a+"'") || strings.Contains(n, "'"+a+" ") }) {
				continue
			}
		}
		if !slices.Contains(p.Notes, n) {
			p.Notes = append(p.Notes, n)
		}
	}
}

// question spells the command line with tokens for the names in it.
func (p *Plan) question(common []string, offload, hipcc bool) *toolchains.Question {
	q := &toolchains.Question{Args: slices.Clone(common), OutExt: filepath.Ext(p.output)}
	n, lang := 0, ""
	// A C file that hipcc compiles has no use for targets.
	plain := hipcc && !offload && !p.Args.Has("x")
	for i := range p.Args.List {
		a := &p.Args.List[i]
		switch {
		case a.Input:
			in := &p.inputs[n]
			tok := toolchains.InToken(n)
			ext := in.Ext
			if in.Path == "-" {
				tok, ext = "-", ""
			}
			q.Exts = append(q.Exts, ext)
			q.Files = append(q.Files, in.Path)
			want := ""
			switch {
			case a.Lang != "" || hipExts[in.Ext]:
			case in.HIP:
				want = "hip"
			case hipcc && in.Ext == ".c":
				want = "c" // which clang++ takes for C++
			}
			if want != lang {
				q.Args = append(q.Args, "-x", cmp.Or(want, "none"))
				lang = want
			}
			q.Args = append(q.Args, tok)
			n++
		case a.opt != nil && a.opt.id == "offload-jobs" && p.Args.Has("new-driver"):
			q.Args = append(q.Args, a.Words...)
		case a.opt != nil && a.opt.use == ours:
		case a.opt != nil && a.opt.use == target && (p.spirv || plain):
		case a.opt != nil && a.opt.id == "o":
			v := toolchains.OutToken
			if a.value == "-" {
				v = "-"
			}
			q.Args = append(q.Args, "-o", v)
		case a.opt != nil && a.opt.id == "driver-mode":
		case p.spirv && strings.HasPrefix(a.Words[0], "-fopenmp"):
			// clang takes --offload= for OpenMP's own offloading; here OpenMP is the
			// host's affair, as it is with --offload-arch=.
			q.Args = append(append(q.Args, "-Xarch_host"), a.Words...)
		case a.opt != nil && a.opt.id == "x":
			lang = ""
			q.Args = append(q.Args, a.Words...)
		default:
			q.Args = append(q.Args, a.Words...)
		}
	}
	if slices.Contains(p.amd, toolchains.AMDGCNSPIRV) && !p.Args.Has("use-spirv-backend", "new-driver") && !p.spirvTranslator() {
		q.Args = append(q.Args, "-use-spirv-backend")
	}
	q.Evidence.Options(q.Args)
	if !p.ownRoot {
		q.Evidence.Environment()
	}
	if p.Args.Has("rdc") {
		q.ShowFiles = true
		q.Evidence.Libraries(q.Args, q.Files)
	}
	q.Volatile = slices.ContainsFunc(q.Args, func(a string) bool {
		return strings.HasPrefix(a, "@") || strings.HasPrefix(a, "--offload-arch=native") || strings.Contains(a, "-arch-tool=")
	})
	return q
}

// names are those of this build that stand for an answer's tokens.
func (p *Plan) names() toolchains.Names {
	n := toolchains.Names{Output: p.output}
	for _, in := range p.inputs {
		n.Inputs = append(n.Inputs, in.Path)
	}
	return n
}

// realise puts names into an answer's commands.
func (p *Plan) realise(ans *toolchains.Answer, names toolchains.Names) [][]string {
	names.Cwd, _ = os.Getwd()
	rep := names.Replacer()
	out := make([][]string, len(ans.Commands))
	for i, c := range ans.Commands {
		argv := make([]string, len(c))
		for k, a := range c {
			if strings.IndexByte(a, '\x02') >= 0 {
				a = rep.Replace(a)
				for {
					at := strings.Index(a, toolchains.TempPrefix)
					if at < 0 {
						break
					}
					a = a[:at] + p.cfg.TempDir + "/" + a[at+len(toolchains.TempPrefix):]
				}
			}
			argv[k] = a
		}
		if argv[0] != "" && strings.HasPrefix(argv[0], p.cfg.LLVM.Bin) {
			argv[0] = filepath.Clean(argv[0])
		}
		out[i] = argv
	}
	return out
}

// jobsOf makes jobs of clang's commands and rewrites those that gohipcc does in
// its own way.
func (p *Plan) jobsOf(commands [][]string) []*Job {
	var jobs []*Job
	for _, argv := range commands {
		kind, verb := toolOf(argv)
		j := &Job{Kind: kind, verb: verb, Argv: argv, Input: -1}
		if kind == cc1Job {
			p.fixCC1(j)
		}
		j.Outputs = outputsOf(kind, j.Argv)
		if d := valueAfter(j.Argv, "-dependency-file"); kind == cc1Job && strings.HasPrefix(d, p.cfg.TempDir+"/") && !slices.Contains(j.Outputs, d) {
			j.Outputs = append(j.Outputs, d)
		}
		if kind == bundleJob && slices.Contains(argv, "-type=d") {
			j = p.mergeDepsJob(argv, jobs)
			jobs = append(jobs, j)
			continue
		}
		if kind == cc1Job && j.Device != "" && strings.HasPrefix(valueAfter(argv, "-triple"), "spirv64") && slices.Contains(argv, "-S") && !p.Args.Has("emit-llvm") && p.spirv {
			jobs = append(jobs, p.spirvAssembly(j)...)
			continue
		}
		if kind == lldJob {
			j.Device = lldDevice(argv)
		}
		jobs = append(jobs, j)
	}
	jobs = p.embedRDC(p.rewriteSPIRVLink(jobs))
	for _, j := range jobs {
		if j.Kind == hostLinkJob && p.ownRoot {
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

// ownPrelude is the header that comes first in every HIP source: programs use
// __device__ and expf before they include hip_runtime.h.
const ownPrelude = "hip/gohip_detail/prelude.h"

// fixCC1 completes a front-end line: which input and device it is for, the
// compilation unit ID of its real name, and what the device side needs.
func (p *Plan) fixCC1(j *Job) {
	triple, cpu := tripleOf(j.Argv)
	last := j.Argv[len(j.Argv)-1]
	for i, in := range p.inputs {
		if in.Path == last {
			j.Input = i
		}
	}
	if isDeviceCC1(j.Argv) || strings.HasPrefix(triple, "amdgcn") || strings.HasPrefix(triple, "spirv") {
		j.Device = cpu
		if cpu == "" || strings.HasPrefix(triple, "spirv") {
			j.Device = triple
		}
		for i := 0; i+1 < len(j.Argv); i++ {
			if j.Argv[i] == "-target-feature" && (strings.HasSuffix(j.Argv[i+1], "xnack") || strings.HasSuffix(j.Argv[i+1], "sramecc")) {
				f := j.Argv[i+1]
				j.Device += ":" + f[1:] + f[:1]
			}
		}
	}
	for i, a := range j.Argv {
		if strings.HasPrefix(a, "-cuid=") && j.Input >= 0 && !p.Args.Has("cuid") {
			j.Argv[i] = "-cuid=" + p.cuid(j.Input)
		}
	}
	if p.ownRoot && !p.Args.Has("nogpuinc") && !p.Args.Has("nohipwrapperinc") && valueAfter(j.Argv, "-x") == "hip" {
		if m := filepath.Join(p.cfg.Prefix.Include(), ownPrelude); exists(m) {
			at := len(j.Argv) - 3
			if i := slices.Index(j.Argv, "-include"); i >= 0 {
				at = i // what the user includes comes after it, as after clang's
			}
			j.Argv = slices.Insert(j.Argv, at, "-include", m)
		}
	}
	if strings.HasPrefix(triple, "spirv") && !strings.HasPrefix(triple, "spirv64-amd") && j.Device != "" {
		if !p.Args.Has("emit-llvm") {
			j.Argv = spirvFrontEnd(j.Argv)
		}
		if kind, _ := p.Args.Value("printf-kind"); kind == "buffered" {
			// clang tells only AMD's code generator; the headers know what to do.
			j.Argv = slices.Insert(j.Argv, len(j.Argv)-3, "-D__GOHIP_PRINTF_BUFFERED__")
		}
	}
	if triple == "amdgcn-amd-amdhsa" && j.Device != "" {
		j.Argv = wavefrontMacros(j.Argv, cpu)
	}
	if triple == "amdgcn-amd-amdhsa" && j.Device != "" && p.ownRoot && !p.Args.Has("nogpulib") {
		if j.verb == "compile" { // not its assembler, with -save-temps
			if err := p.amdLibraries(j, cpu); err != nil && p.err == nil {
				p.err = err
			}
		}
	}
}

// cuid is the compilation unit ID of a source: a hash of its real path and of
// every argument that is no input, as clang makes it, or a random number when
// that is asked for. Options that only print or schedule do not count, so that
// -### shows what a build does.
func (p *Plan) cuid(input int) string {
	if how, _ := p.Args.Value("use-cuid"); how == "random" {
		if p.cuids[input] == "" {
			if p.cuids == nil {
				p.cuids = map[int]string{}
			}
			p.cuids[input] = strconv.FormatUint(rand.Uint64(), 16)
		}
		return p.cuids[input]
	}
	path := p.inputs[input].Path
	h := md5.New()
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		real = path
	}
	h.Write([]byte(real))
	for _, a := range p.Args.List {
		if a.Input || a.opt != nil && (a.opt.use == ours || a.opt.id == "v" || a.opt.id == "o") {
			continue
		}
		for _, w := range a.Words {
			h.Write([]byte(w))
			h.Write([]byte{0})
		}
	}
	sum := h.Sum(nil)
	return strconv.FormatUint(binary.LittleEndian.Uint64(sum[:8]), 16)
}

// spirvFrontEnd makes a cc1 line stop before clang's own optimiser: the device
// link optimises the whole program at once, with -O0 too (optLevel), which clang would
// forbid in every function. Debug information is off, as in clang's HIPSPV toolchain.
func spirvFrontEnd(argv []string) []string {
	var out []string
	for _, a := range argv {
		if strings.HasPrefix(a, "-debug-info-kind=") || strings.HasPrefix(a, "-dwarf-version=") {
			continue
		}
		if a == "-O0" {
			a = "-O1"
		}
		out = append(out, a)
		if a == "-emit-llvm-bc" {
			out = append(out, "-disable-llvm-passes")
		}
	}
	return out
}

// connect finds which job reads what another writes, and lists the temporary
// files.
func (p *Plan) connect() {
	writer := map[string]*Job{}
	for i, j := range p.Jobs {
		j.index = i
		j.deps = nil
		j.Inputs = nil
		for out, w := range writer {
			if w != j && !slices.Contains(j.Outputs, out) && slices.ContainsFunc(j.Argv, func(a string) bool { return mentions(a, out) }) {
				j.Inputs = append(j.Inputs, out)
				if !slices.Contains(j.deps, w) {
					j.deps = append(j.deps, w)
				}
			}
		}
		for _, n := range j.needs {
			if !slices.Contains(j.deps, n) {
				j.deps = append(j.deps, n)
			}
		}
		slices.Sort(j.Inputs)
		slices.SortFunc(j.deps, func(a, b *Job) int { return a.index - b.index })
		for _, o := range j.Outputs {
			if o == "-" || o == "/dev/null" {
				continue
			}
			writer[o] = j
			if strings.HasPrefix(o, p.cfg.TempDir+"/") {
				p.Temps = append(p.Temps, o)
			} else if !j.soft {
				j.final = true
			}
		}
		if j.Kind == cc1Job && j.Device == "" {
			if s := valueAfter(j.Argv, "-fcuda-include-gpubinary"); s != "" && slices.Contains(j.Inputs, s) && strings.HasPrefix(s, p.cfg.TempDir+"/") {
				j.Stream = s
			}
		}
		if j.Kind == bundleJob || j.Kind == unbundleJob {
			p.bundleHere(j)
		}
	}
}
