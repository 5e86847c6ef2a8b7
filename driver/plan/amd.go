// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gohipcc/driver/cmdline"
	"gohipcc/driver/files"
	"gohipcc/driver/job"
	"gohipcc/target"
	"gohipcc/toolchains/rocm"
)

// amdLibraries gives an AMD front-end job the device libraries it is linked
// with: gohipcc's own functions first, then ROCm's libraries, or those built
// over libclc where there is no ROCm.
func (p *Plan) amdLibraries(j *job.Job, cpu string) error {
	libs := p.amdLibs[cpu]
	if libs == nil {
		o := rocm.DeviceLibOptions{Processor: cpu, CodeObject: 6, Wavefront64: wavefront64(j.Argv, cpu)}
		if v, ok := p.Args.Value("cov"); ok {
			if n, err := strconv.Atoi(v); err == nil {
				o.CodeObject = n
			}
		}
		for _, a := range j.Argv {
			switch a {
			case "-funsafe-math-optimizations", "-ffast-math":
				o.UnsafeMath = true
			case "-ffinite-math-only":
				o.FiniteOnly = true
			case "-fno-hip-fp32-correctly-rounded-divide-sqrt":
				o.FastSqrt = true
			case "-fdenormal-fp-math-f32=preserve-sign,preserve-sign":
				o.FlushDenormal = true
			}
		}
		if p.amdSearch.Clang == "" {
			p.amdSearch = rocm.Search{
				DeviceLibPaths: p.Args.Values("device-lib-path"),
				Clang:          p.Config.LLVM.Clang,
				ResourceDir:    cmdline.ValueAfter(j.Argv, "-resource-dir"),
			}
			p.amdLibs = map[string]*rocm.DeviceLibs{}
		}
		found, err := p.amdSearch.DeviceLibs(o, p.Config.Prefix.DeviceLib(filepath.Join("amdgcn", "bitcode")))
		if err != nil {
			return err
		}
		libs = found
		p.amdLibs[cpu] = libs
	}
	var add []string
	if own := p.Config.Prefix.DeviceLib("gohip-amdgcn.bc"); files.Exists(own) {
		add = append(add, "-mlink-builtin-bitcode", own)
	}
	for _, f := range libs.Files {
		add = append(add, "-mlink-builtin-bitcode", f)
	}
	at := slices.Index(j.Argv, "-target-cpu")
	if at < 0 {
		at = slices.IndexFunc(j.Argv, func(a string) bool { return strings.HasPrefix(a, "-internal-isystem") })
	}
	if at < 0 {
		at = 2
	}
	j.Argv = slices.Insert(j.Argv, at, add...)
	return nil
}

// missingROCm makes one error of what clang says about a ROCm that is not there, and
// says where it was looked for.
func (p *Plan) missingROCm() {
	missing := func(n string) bool {
		return strings.Contains(n, "error: cannot find ROCm device library") || strings.Contains(n, "error: cannot find HIP runtime")
	}
	at := slices.IndexFunc(p.Notes, missing)
	if p.ownRoot || at < 0 {
		return
	}
	first := p.Notes[at]
	p.Notes = slices.DeleteFunc(p.Notes, func(n string) bool { return n != first && missing(n) })
	rocmPath, _ := p.Args.Value("rocm-path")
	hip, _ := p.Args.Value("hip-path")
	search := rocm.Search{ROCmPath: rocmPath, HIPPath: hip, Clang: p.Config.LLVM.Clang}
	p.Notes[at] = first + "\n  searched:\n    " + strings.Join(search.Missing(), "\n    ") +
		"\n  to get it: install ROCm's hip-dev and rocm-device-libs (Debian: libamdhip64-dev, rocm-device-libs);\n" +
		"  or compile without --rocm-path=, --hip-path=, ROCM_PATH and HIP_PATH: gohipcc has headers and device libraries of its own"
}

// spirvTranslator reports whether there is a translator to AMD's SPIR-V where clang
// looks for one; without, LLVM's own back end takes its place.
func (p *Plan) spirvTranslator() bool {
	dirs := append([]string{p.Config.LLVM.Bin}, filepath.SplitList(os.Getenv("PATH"))...)
	for _, a := range p.Args.List {
		if v, ok := strings.CutPrefix(a.Words[0], "-B"); ok {
			dirs = append(dirs, v+strings.Join(a.Words[1:], ""))
		}
	}
	for _, dir := range dirs {
		for _, name := range []string{"llvm-spirv-" + strconv.Itoa(p.Config.LLVM.Major), "llvm-spirv"} {
			if files.Exists(filepath.Join(dir, name)) {
				return true
			}
		}
	}
	return false
}

// wavefrontMacros defines the two macros with the wavefront size that clang had up to
// release 21: programs and AMD's headers up to 6.4 ask for them.
func wavefrontMacros(argv []string, cpu string) []string {
	at := slices.Index(argv, "-target-cpu")
	if at < 0 || cmdline.ValueAfter(argv, "-x") != "hip" {
		return argv
	}
	size := "32"
	if wavefront64(argv, cpu) {
		size = "64"
	}
	return slices.Insert(argv, at+2, "-D__AMDGCN_WAVEFRONT_SIZE="+size, "-D__AMDGCN_WAVEFRONT_SIZE__="+size)
}

// wavefront64 reports whether a front-end job is for wavefronts of 64 work-items.
func wavefront64(argv []string, cpu string) bool {
	wide := target.WavefrontSize(cpu) == 64
	for _, a := range argv {
		switch a {
		case "+wavefrontsize64":
			wide = true
		case "-wavefrontsize64", "+wavefrontsize32":
			wide = false
		}
	}
	return wide
}
