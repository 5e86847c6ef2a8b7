// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gohipcc/target"
	"gohipcc/toolchains/rocm"
	"gohipcc/toolchains/step"
)

// LocalAMD returns the target IDs of this machine's AMD GPUs, without duplicates, in order, as the
// kernel driver reports them (sysfs, KFD topology). Without such a GPU it returns none.
func LocalAMD() []string {
	files, _ := filepath.Glob("/sys/class/kfd/kfd/topology/nodes/*/properties")
	var out []string
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		for _, line := range strings.Split(string(data), "\n") {
			v, ok := strings.CutPrefix(line, "gfx_target_version ")
			if !ok {
				continue
			}
			// Decimal: major * 10000 + minor * 100 + stepping.
			n, err := strconv.Atoi(strings.TrimSpace(v))
			if err != nil || n == 0 {
				continue
			}
			out = append(out, target.AMDName(n/10000, n/100%100, n%100))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// HIPAMD is the toolchain of AMD's GPUs. Clang plans it; only the device libraries are chosen here.
type HIPAMD struct{}

// Name implements Toolchain.
func (HIPAMD) Name() string { return "AMDGCN" }

// Triple implements Toolchain.
func (HIPAMD) Triple() string { return target.AMDTriple }

// Owns implements Toolchain: AMD's vendor-specific SPIR-V belongs to it too.
func (HIPAMD) Owns(triple string) bool {
	return strings.HasPrefix(triple, "amdgcn") || strings.HasPrefix(triple, "spirv64-amd")
}

// ParseArch implements Toolchain. It accepts every name: Arrange and clang check them, and clang
// has names of its own for some processors.
func (tc HIPAMD) ParseArch(value string) (Target, bool, error) {
	return Target{Toolchain: tc, Arch: value}, true, nil
}

// ParseTriple implements Toolchain: clang judges every triple that no other toolchain accepts.
func (tc HIPAMD) ParseTriple(string) (Target, bool, error) {
	return Target{Toolchain: tc}, true, nil
}

// Arrange implements Toolchain. If there is no other family in the build, target IDs go to clang as
// spelled: it may support newer processors than this table, but does not report which features it
// accepts for them. So clang checks all of them if one is unknown here.
func (HIPAMD) Arrange(archs []string, alone bool) ([]string, error) {
	unknown := func(s string) bool {
		processor, _, _ := strings.Cut(s, ":")
		_, err := target.ParseAMD(processor)
		return err != nil
	}
	asSpelled := alone && slices.ContainsFunc(archs, unknown)
	var ids []string
	for _, s := range archs {
		id, err := target.ParseAMD(s)
		switch {
		case s == target.AMDGCNSPIRV || asSpelled || alone && err == nil:
			ids = append(ids, s)
		case err != nil:
			return nil, err
		default:
			ids = append(ids, id.String())
		}
	}
	if alone {
		return ids, nil
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	return ids, target.CheckConflicts(ids)
}

// Archs implements Toolchain.
func (HIPAMD) Archs() []string { return target.Processors() }

// Local implements Toolchain.
func (HIPAMD) Local() []string { return LocalAMD() }

// Template implements Toolchain.
func (HIPAMD) Template() TemplateKind { return OwnTemplate }

// EntryID implements Toolchain.
func (HIPAMD) EntryID(arch, _ string) string { return "hipv4-" + target.AMDTriple + "--" + arch }

// Device implements Toolchain: a target ID, or the triple.
func (HIPAMD) Device(c *step.CC1) string {
	name := c.CPU()
	if triple := c.Triple(); name == "" || strings.HasPrefix(triple, "spirv") {
		name = triple
	}
	for _, f := range c.Args.Values("-target-feature") {
		if strings.HasSuffix(f, "xnack") || strings.HasSuffix(f, "sramecc") {
			name += ":" + f[1:] + f[:1]
		}
	}
	return name
}

// Emulation implements Toolchain.
func (HIPAMD) Emulation() string { return "elf64_amdgpu" }

// Link implements Toolchain: lld links AMD's images.
func (HIPAMD) Link(*Build, string, *step.DeviceLink) error {
	return fmt.Errorf("internal error: %s has no device link of gohipcc's", target.AMDTriple)
}

// Compile implements Toolchain: it defines the wavefront size macros, adds the options of the
// ledger, and links the device libraries.
func (HIPAMD) Compile(b *Build, _ string, c *step.CC1) error {
	if c.Triple() != target.AMDTriple || c.Args.Has("-triple=") {
		return nil
	}
	defineWavefrontSize(c)
	avoidFaults(c)
	// The assembler of -save-temps is excluded.
	if !b.OwnRoot || b.Flags.Has("nogpulib") || c.Verb() != "compile" {
		return nil
	}
	libs, err := b.amdLibraries(c)
	if err != nil {
		return err
	}
	var add step.Args
	own, err := b.Prefix.DeviceLibs("gohip-amdgcn.bc")
	if err != nil {
		return err
	}
	for _, f := range append(own, libs.Files...) {
		add = append(add, step.Sep("-mlink-builtin-bitcode", f))
	}
	at := c.Args.Index("-target-cpu")
	if at < 0 {
		at = c.Args.Index("-internal-isystem")
	}
	c.InsertAt(max(at, 0), add...)
	return nil
}

// defineWavefrontSize defines the two wavefront size macros that clang had up to release 21:
// programs and AMD's headers up to 6.4 need them.
func defineWavefrontSize(c *step.CC1) {
	at := c.Args.Index("-target-cpu")
	if at < 0 || c.Language() != "hip" {
		return
	}
	size := "32"
	if wavefront64(c) {
		size = "64"
	}
	insertWavefrontSize(c, at+1, size)
}

func insertWavefrontSize(c *step.CC1, at int, size string) {
	for i, name := range []string{"__AMDGCN_WAVEFRONT_SIZE=", "__AMDGCN_WAVEFRONT_SIZE__="} {
		c.InsertAt(at+i, step.Arg{Name: "-D", Value: name + size, Form: step.Joined})
	}
}

// CompleteHost completes the host's front-end step of a build for targets without -mwavefrontsize64 or with processors
// for which warps have 64 lanes. Host code beside an AMD target takes wavefronts of 64 where nothing says otherwise
// (gohip_detail/macros.h), as with AMD's compiler. If all targets of the build have 32, it gets 32,
// so that a block size that the host computes from warpSize is what kernels compute.
func CompleteHost(c *step.CC1, targets []Target) {
	at := c.Args.Index("-aux-triple")
	if at >= 0 && c.Language() == "hip" && slices.ContainsFunc(targets, Target.HasWideWarps) {
		insertWavefrontSize(c, at+1, "64")
		return
	}
	if at < 0 || c.Language() != "hip" || c.Args.Values("-aux-triple")[0] != target.AMDTriple {
		return
	}
	for _, t := range targets {
		if target.IsAMD(t.Arch) && target.WavefrontSize(t.Arch) == 64 {
			return
		}
	}
	insertWavefrontSize(c, at+1, "32")
}

// wavefront64 reports whether a front-end step is for wavefronts of 64 work-items.
func wavefront64(c *step.CC1) bool {
	wide := target.WavefrontSize(c.CPU()) == 64
	for _, f := range c.Args.Values("-target-feature") {
		switch f {
		case "+wavefrontsize64":
			wide = true
		case "-wavefrontsize64", "+wavefrontsize32":
			wide = false
		}
	}
	return wide
}

// amdLibraries finds the device libraries of a front-end step: ROCm's, or those built over
// libclc where there is no ROCm.
func (b *Build) amdLibraries(c *step.CC1) (*rocm.DeviceLibs, error) {
	if libs := b.libs[c.CPU()]; libs != nil {
		return libs, nil
	}
	o := rocm.DeviceLibOptions{Processor: c.CPU(), CodeObject: 6, Wavefront64: wavefront64(c)}
	if v, ok := b.Flags.Value("cov"); ok {
		if n, err := strconv.Atoi(v); err == nil {
			o.CodeObject = n
		}
	}
	o.UnsafeMath = c.Args.Has("-funsafe-math-optimizations", "-ffast-math")
	o.FiniteOnly = c.Args.Has("-ffinite-math-only")
	o.FastSqrt = c.Args.Has("-fno-hip-fp32-correctly-rounded-divide-sqrt")
	o.FlushDenormal = slices.Contains(c.Args.Values("-fdenormal-fp-math-f32="), "preserve-sign,preserve-sign")
	if b.rocm == nil {
		b.rocm = &rocm.Search{
			DeviceLibPaths: b.Flags.Values("device-lib-path"),
			Clang:          b.LLVM.Clang,
			ResourceDir:    c.Args.Value("-resource-dir"),
		}
		b.libs = map[string]*rocm.DeviceLibs{}
	}
	found, err := b.rocm.DeviceLibs(o, b.Prefix.DeviceLib(filepath.Join("amdgcn", "bitcode")))
	if err == nil {
		b.libs[c.CPU()] = found
	}
	return found, err
}

// MissingROCm returns where AMD's software was looked for and how to get it.
func (b *Build) MissingROCm() string {
	rocmPath, _ := b.Flags.Value("rocm-path")
	hip, _ := b.Flags.Value("hip-path")
	search := rocm.Search{ROCmPath: rocmPath, HIPPath: hip, Clang: b.LLVM.Clang}
	return "\n  searched:\n    " + strings.Join(search.Missing(), "\n    ") +
		"\n  to get it: install ROCm's hip-dev and rocm-device-libs (Debian: libamdhip64-dev, rocm-device-libs);\n" +
		"  or compile without --rocm-path=, --hip-path=, ROCM_PATH and HIP_PATH: gohipcc has headers and device libraries of its own"
}

// HasTranslator reports whether there is a translator to AMD's SPIR-V where clang looks for one, in
// folders and then on PATH; if not, LLVM's own backend is used.
func (b *Build) HasTranslator(folders []string) bool {
	dirs := slices.Concat([]string{b.LLVM.Bin}, filepath.SplitList(os.Getenv("PATH")), folders)
	for _, dir := range dirs {
		for _, name := range []string{"llvm-spirv-" + strconv.Itoa(b.LLVM.Major), "llvm-spirv"} {
			if exists(filepath.Join(dir, name)) {
				return true
			}
		}
	}
	return false
}
