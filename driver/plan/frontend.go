// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"crypto/md5"
	"encoding/binary"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gohipcc/driver/cmdline"
	"gohipcc/driver/files"
	"gohipcc/driver/job"
	"gohipcc/driver/options"
	"gohipcc/driver/pch"
)

// fixCC1 completes a front-end line: which input and device it is for, the
// compilation unit ID of its real name, and what the device side needs.
func (p *Plan) fixCC1(j *job.Job) {
	triple, cpu := job.TripleOf(j.Argv)
	last := j.Argv[len(j.Argv)-1]
	for i, in := range p.inputs {
		if in.Path == last {
			j.Input = i
		}
	}
	if job.IsDeviceCC1(j.Argv) || strings.HasPrefix(triple, "amdgcn") || strings.HasPrefix(triple, "spirv") {
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
	if p.ownRoot && !p.Args.Has("nogpuinc") && !p.Args.Has("nohipwrapperinc") && cmdline.ValueAfter(j.Argv, "-x") == "hip" {
		if m := filepath.Join(p.Config.Prefix.Include(), pch.Prelude); files.Exists(m) {
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
		if j.Verb == "compile" { // not its assembler, with -save-temps
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
		if a.Input || a.Option != nil && (a.Option.Use == options.Ours || a.Option.ID == "v" || a.Option.ID == "o") {
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
