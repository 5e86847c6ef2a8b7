// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"bufio"
	"bytes"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"

	"gohipcc/target"
	"gohipcc/toolchains/clang"
	"gohipcc/toolchains/step"
)

// HIPCPU is the toolchain of the processors of an architecture. The front end's line is that of
// the generic template, whose bitcode the device link makes the processor's.
type HIPCPU struct {
	Architecture string // LLVM's name: "x86_64"
}

// cpuBaseline are the processors that all of an architecture run the code of, in the names of LLVM.
var cpuBaseline = map[string]string{target.X86_64: "x86-64", target.AArch64: "generic"}

// hostArchitecture returns the architecture of this process.
func hostArchitecture() string {
	if runtime.GOARCH == "arm64" {
		return target.AArch64
	}
	return target.X86_64
}

// defaultLevel is the highest level of x86-64 that is compiled for when no processor is named: the next
// one, with vectors of 512 bits, is what fewer machines have.
const defaultLevel = "x86-64-v3"

// hostLevel is what the processor of this machine is compiled for, up to a level if one is given.
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

// ParseArch implements Toolchain. Levels of x86-64 are known; the names of processors are those of
// the installed clang, which is asked for what no other toolchain's begins as. A processor of this
// machine's architecture may have the prefix that it has as a device's name.
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

// levels returns the processors that need no asking.
func (tc HIPCPU) levels() []string {
	if tc.Architecture == target.X86_64 {
		return []string{"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"}
	}
	return nil
}

// ParseTriple implements Toolchain: "cpu" is what is compiled for on this machine by default, a triple the
// baseline of its architecture.
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

// Compile implements Toolchain. The image has debug information, of which clang's template has none.
func (tc HIPCPU) Compile(b *Build, _ string, c *step.CC1) error {
	stopAtBitcode(b, c)
	ignoreProfiles(b, tc.Triple(), c)
	if debugs(b) && !b.Flags.Has("emit-llvm") {
		c.InsertAt(c.Args.Index("-triple")+1, step.Arg{Name: "-debug-info-kind=", Value: "constructor", Form: step.Joined},
			step.Arg{Name: "-dwarf-version=", Value: "5", Form: step.Joined})
	}
	return nil
}

// debugs reports whether the user wants debug information.
func debugs(b *Build) bool { return b.Flags.Has("g") && !b.Flags.Has("g0") }

// Link implements Toolchain. The image is a shared object. Nothing is optimised for who debugs without
// optimisation; else -O0 is what it is for the other targets, because what lanes do in lockstep is seen
// in optimised code only.
func (tc HIPCPU) Link(b *Build, arch string, l *step.DeviceLink) error {
	l.Triple, l.CPU = tc.Triple(), arch
	if l.Emit == "spirv" {
		l.Emit = "shared"
	}
	if l.SaveTemps != "" {
		l.SaveTemps += "-" + arch
	}
	if v, ok := b.Flags.Value("O"); debugs(b) && (v == "0" || !ok) {
		l.OptLevel = "-O0"
	}
	if lib := b.Prefix.DeviceLib("gohip-cpu.bc"); !b.Flags.Has("nogpulib") && exists(lib) {
		l.Libraries = []string{lib}
	}
	return nil
}

// cpuNames lists the processors of an architecture that the installed clang knows; none where there
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

// parseCPUs reads what clang prints for --print-supported-cpus: a name a line, after a tab, between
// lines that say what they are.
func parseCPUs(text []byte) []string {
	var out []string
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
		if name, ok := strings.CutPrefix(s.Text(), "\t"); ok && name != "" && !strings.ContainsAny(name, " \t") {
			out = append(out, name)
		}
	}
	return out
}
