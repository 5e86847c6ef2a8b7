// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"slices"
	"strings"

	"gohipcc/passes/intel"
	"gohipcc/target"
	"gohipcc/toolchains/step"
)

// HIPIntel is the toolchain of Intel's GPUs: SPIR-V for devices with independent sub-groups, which
// Intel's offline compiler (ocloc) compiles for a processor. The image contains the SPIR-V too.
type HIPIntel struct{}

// Name implements Toolchain.
func (HIPIntel) Name() string { return "HIPIntel" }

// Triple implements Toolchain.
func (HIPIntel) Triple() string { return target.IntelTriple }

// Owns implements Toolchain: front ends have the template's triple.
func (HIPIntel) Owns(string) bool { return false }

// ParseArch implements Toolchain: names are ocloc's, or oneAPI's (intel_gpu_pvc).
func (tc HIPIntel) ParseArch(value string) (Target, bool, error) {
	v, ok := target.IntelVersion(value)
	if !ok && strings.HasPrefix(value, target.IntelPrefix) {
		return Target{}, false, &target.UnsupportedArchError{Arch: value}
	}
	return Target{Toolchain: tc, Arch: target.IntelName(v)}, ok, nil
}

// ParseTriple implements Toolchain: no processor can represent the others.
func (HIPIntel) ParseTriple(triple string) (Target, bool, error) {
	if strings.HasPrefix(triple, target.SPIRGen) {
		return Target{}, false, &target.UnsupportedArchError{Arch: triple}
	}
	return Target{}, false, nil
}

// Ocloc finds Intel's compiler.
func Ocloc() (path string, err error) { return intel.Find() }

// CompilerFiles returns the files of the compiler that a device link of this family runs; its
// output depends on their content.
func CompilerFiles(l *step.DeviceLink) []string {
	if l.Triple != target.IntelTriple {
		return nil
	}
	return intel.Files()
}

// Arrange implements Toolchain: oldest first.
func (HIPIntel) Arrange(archs []string, _ bool) ([]string, error) {
	slices.SortFunc(archs, func(a, b string) int {
		x, _ := target.IntelVersion(a)
		y, _ := target.IntelVersion(b)
		return slices.Compare(x[:], y[:])
	})
	return slices.Compact(archs), nil
}

// Archs implements Toolchain.
func (HIPIntel) Archs() []string { return target.Intels() }

// Local implements Toolchain: by default these devices use SPIR-V, which needs no compiler at build
// time.
func (HIPIntel) Local() []string { return nil }

// Template implements Toolchain.
func (HIPIntel) Template() TemplateKind { return GenericTemplate }

// Device implements Toolchain.
func (HIPIntel) Device(c *step.CC1) string { return c.Triple() }

// Emulation implements Toolchain.
func (HIPIntel) Emulation() string { return "" }

// EntryID implements Toolchain. The triple is that of oneAPI's compilers.
func (HIPIntel) EntryID(arch, _ string) string { return "hip-" + target.IntelTriple + "--" + arch }

// Compile implements Toolchain.
func (HIPIntel) Compile(b *Build, _ string, c *step.CC1) error {
	stopAtBitcode(b, c)
	ignoreSanitizers(b, target.SPIRVTriple, c)
	return nil
}

// Link implements Toolchain.
func (HIPIntel) Link(b *Build, arch string, l *step.DeviceLink) error {
	l.Triple, l.CPU = target.IntelTriple, arch
	if l.Emit == "spirv" {
		l.Emit = "obj"
	}
	if l.SaveTemps != "" {
		l.SaveTemps += "-" + arch
	}
	l.SPIRVVersion, _ = b.Flags.Value("spirv-version")
	l.Producer, _ = b.Flags.Value("spirv-producer")
	var err error
	l.Libraries, err = b.deviceLibs("gohip-spir64_gen.bc")
	return err
}
