// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"bufio"
	"bytes"
	"cmp"
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
	if name, ok := strings.CutPrefix(value, target.CPUPrefix); ok {
		known := slices.Contains(tc.levels(), name) || name == cpuBaseline[tc.Architecture] || slices.Contains(cpuNames(tc.Architecture), name)
		return Target{Toolchain: tc, Arch: name}, known && tc.Architecture == hostArchitecture(), nil
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

// Arrange implements Toolchain: in the order that the user gave.
func (HIPCPU) Arrange(archs []string, _ bool) ([]string, error) {
	var out []string
	for _, a := range archs {
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
func (tc HIPCPU) Compile(b *Build, _ string, c *step.CC1) error {
	stopAtBitcode(b, c)
	ignoreProfiles(b, tc.Triple(), c)
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
	l.Triple, l.CPU = tc.Triple(), arch
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
	if lib := b.Prefix.DeviceLib("gohip-cpu.bc"); !b.Flags.Has("nogpulib") && exists(lib) {
		l.Libraries = []string{lib}
	}
	return nil
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
