// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"

	"gohipcc/target"
	"gohipcc/toolchains/clang"
	"gohipcc/toolchains/step"
)

// HIPCPU is the toolchain of an architecture's processors. The front end's line is that of the
// generic template; the device link compiles its bitcode for the processor.
type HIPCPU struct {
	Architecture string // LLVM's name: "x86_64"
}

// cpuBaseline are the baseline processors of architectures, whose code all their processors run, in
// LLVM's names.
var cpuBaseline = map[string]string{target.X86_64: "x86-64", target.AArch64: "generic"}

// hostArchitecture returns the architecture of this process.
func hostArchitecture() string {
	if runtime.GOARCH == "arm64" {
		return target.AArch64
	}
	return target.X86_64
}

// defaultLevel is the highest level of x86-64 that is compiled for if no processor is named: fewer
// machines have the next one, with vectors of 512 bits.
const defaultLevel = "x86-64-v3"

// hostLevel returns the level of this machine's processor, at most the given one if there is one.
func (tc HIPCPU) hostLevel(most string) string {
	if tc.Architecture == target.X86_64 {
		return target.HostCPU().LevelUpTo(most)
	}
	return cpuBaseline[tc.Architecture]
}

// HostCPU returns the toolchain of the processor of this machine.
func HostCPU() HIPCPU { return HIPCPU{hostArchitecture()} }

// Name implements Toolchain.
func (HIPCPU) Name() string { return "HIPCPU" }

// Triple implements Toolchain.
func (tc HIPCPU) Triple() string { return tc.Architecture + "-unknown-linux-gnu" }

// Owns implements Toolchain: front ends have the template's triple.
func (HIPCPU) Owns(string) bool { return false }

// ParseArch implements Toolchain. Levels of x86-64 are known; names of processors are checked with
// the installed clang if they do not look like those of other toolchains. A processor of this
// machine's architecture may have the prefix of a device name.
func (tc HIPCPU) ParseArch(value string) (Target, bool, error) {
	arch := strings.TrimPrefix(value, target.CPUPrefix)
	processor, wide := target.CutWideCPU(arch)
	if arch != value {
		known := slices.Contains(tc.levels(), processor) || processor == cpuBaseline[tc.Architecture] || slices.Contains(cpuNames(tc.Architecture), processor)
		return Target{Toolchain: tc, Arch: arch}, known && tc.Architecture == hostArchitecture(), nil
	}
	if wide {
		t, known, err := tc.ParseArch(processor)
		return WithWarps(t, true), known, err
	}
	known := slices.Contains(tc.levels(), value)
	if !known && value != target.Generic && !target.IsProcessor(value) && !strings.ContainsAny(value, ":/") {
		known = slices.Contains(cpuNames(tc.Architecture), value)
	}
	return Target{Toolchain: tc, Arch: value}, known, nil
}

// levels returns the processors that are known without asking clang.
func (tc HIPCPU) levels() []string {
	if tc.Architecture == target.X86_64 {
		return target.CPULevels()
	}
	return nil
}

// ParseTriple implements Toolchain: "cpu" is the default for this machine, a triple the baseline of
// its architecture.
func (tc HIPCPU) ParseTriple(triple string) (Target, bool, error) {
	if local := tc.Local(); triple == "cpu" && len(local) > 0 {
		return Target{Toolchain: tc, Arch: local[0]}, true, nil
	}
	arch, _, _ := strings.Cut(triple, "-")
	return Target{Toolchain: tc, Arch: cpuBaseline[tc.Architecture]}, arch == tc.Architecture, nil
}

// WithWarps returns a target with warps of 64 lanes (wide) or 32, if it is a processor; other targets remain as they are.
func WithWarps(t Target, wide bool) Target {
	if _, ok := t.Toolchain.(HIPCPU); !ok {
		return t
	}
	if t.Arch, _ = target.CutWideCPU(t.Arch); wide {
		t.Arch = target.WideCPU(t.Arch)
	}
	return t
}

// HasWarpOption reports whether -m[no-]wavefrontsize64 is for a target: it is a processor.
func (t Target) HasWarpOption() bool {
	_, ok := t.Toolchain.(HIPCPU)
	return ok
}

// HasWideWarps reports whether a target is a processor for which warps have 64 lanes.
func (t Target) HasWideWarps() bool {
	_, wide := target.CutWideCPU(t.Arch)
	return wide
}

// Arrange implements Toolchain: in the order that the user gave. The device has one size of warps, and so have all of a
// program's images for it.
func (HIPCPU) Arrange(archs []string, _ bool) ([]string, error) {
	var out []string
	for _, a := range archs {
		_, wide := target.CutWideCPU(a)
		if _, first := target.CutWideCPU(archs[0]); wide != first {
			return nil, fmt.Errorf("one program cannot have code for %s and for %s: warps on this device have 64 lanes or 32, by -m[no-]wavefrontsize64", archs[0], a)
		}
		if !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	return out, nil
}

// Archs implements Toolchain.
func (tc HIPCPU) Archs() []string {
	names := cpuNames(tc.Architecture)
	return append(slices.Clone(tc.levels()), slices.DeleteFunc(names, func(n string) bool { return slices.Contains(tc.levels(), n) })...)
}

// Local implements Toolchain: every machine has a processor.
func (tc HIPCPU) Local() []string {
	if tc.Architecture != hostArchitecture() {
		return nil
	}
	return []string{tc.hostLevel(defaultLevel)}
}

// Template implements Toolchain.
func (HIPCPU) Template() TemplateKind { return GenericTemplate }

// Device implements Toolchain.
func (HIPCPU) Device(c *step.CC1) string { return c.Triple() }

// Emulation implements Toolchain.
func (HIPCPU) Emulation() string { return "" }

// EntryID implements Toolchain.
func (tc HIPCPU) EntryID(arch, _ string) string { return "hip-" + tc.Triple() + "-" + arch }

// Compile implements Toolchain. The image has debug information, which clang's template turns off.
func (tc HIPCPU) Compile(b *Build, arch string, c *step.CC1) error {
	stopAtBitcode(b, c)
	if _, wide := target.CutWideCPU(arch); wide && c.Language() == "hip" {
		insertWavefrontSize(c, c.Args.Index("-triple")+1, "64")
	}
	ignoreProfiles(b, tc.Triple(), c)
	withoutObjectSizes(c)
	races, err := checksRaces(b)
	if err != nil {
		return err
	}
	if races && !threadSanitizer(b) {
		// It marks the functions whose accesses are checked, and keeps the optimiser from adding some.
		c.InsertAt(c.Args.Index("-triple")+1, step.Arg{Name: "-fsanitize=", Value: "thread", Form: step.Joined})
	}
	if kind := debugInfo(b); kind != "" && !b.Flags.Has("emit-llvm") {
		c.InsertAt(c.Args.Index("-triple")+1, step.Arg{Name: "-debug-info-kind=", Value: kind, Form: step.Joined},
			step.Arg{Name: "-dwarf-version=", Value: dwarfVersion(b), Form: step.Joined})
	}
	return nil
}

// debugInfo returns the kind of debug information that the user wants; empty: none. The last of
// the options decides.
func debugInfo(b *Build) string {
	switch b.Flags.LastOf("g", "g1", "g0") {
	case "g":
		return "constructor"
	case "g1":
		return "line-tables-only"
	}
	return ""
}

// dwarfVersion returns the version of -gdwarf-VERSION, or clang's default.
func dwarfVersion(b *Build) string {
	version := "5"
	for _, v := range b.Flags.Values("g") {
		version = cmp.Or(v, version)
	}
	return version
}

// Link implements Toolchain. The image is a shared object. With debug information nothing is
// optimised at -O0; without it -O0 has the same effect as for other targets, because lockstep
// synchronisation can only be recognised in optimised code.
func (tc HIPCPU) Link(b *Build, arch string, l *step.DeviceLink) error {
	processor, wide := target.CutWideCPU(arch)
	l.Triple, l.CPU = tc.Triple(), processor
	if l.Emit == "spirv" {
		l.Emit = "shared"
	}
	if l.SaveTemps != "" {
		l.SaveTemps += "-" + arch
	}
	if v, ok := b.Flags.Value("O"); debugInfo(b) != "" && (v == "0" || !ok) {
		l.OptLevel = "-O0"
	}
	if v, ok := b.Flags.Value(offloadCheck); ok && !threadSanitizer(b) {
		l.Check = v
	}
	libs := []string{"gohip-cpu.bc"}
	if wide {
		l.WarpSize = "64"
		libs = []string{"gohip-cpu-wave64.bc", "gohip-cpu.bc"}
	}
	var err error
	l.Libraries, err = b.deviceLibs(libs...)
	return err
}

// cpuNames returns the processors of an architecture that the installed clang knows; none if there
// is no clang.
func cpuNames(arch string) []string {
	cpuLists.Lock()
	defer cpuLists.Unlock()
	if list, ok := cpuLists.of[arch]; ok {
		return slices.Clone(list)
	}
	var list []string
	if l, err := clang.FindLLVM(""); err == nil {
		if tool, err := l.Tool("clang"); err == nil {
			out, _ := exec.Command(tool, "--target="+arch+"-linux-gnu", "--print-supported-cpus").CombinedOutput()
			list = parseCPUs(out)
		}
	}
	cpuLists.of[arch] = list
	return slices.Clone(list)
}

var cpuLists = struct {
	sync.Mutex
	of map[string][]string
}{of: map[string][]string{}}

// parseCPUs parses the output of --print-supported-cpus: a name per line, after a tab, between
// headings.
func parseCPUs(text []byte) []string {
	var out []string
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
		if name, ok := strings.CutPrefix(s.Text(), "\t"); ok && name != "" && !strings.ContainsAny(name, " \t") {
			out = append(out, name)
		}
	}
	return out
}
