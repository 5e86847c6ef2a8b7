// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"gohipcc/target"
	"gohipcc/toolchains/step"
)

// HIPSPV is the toolchain of portable SPIR-V, which any OpenCL device takes.
type HIPSPV struct{}

// Name implements Toolchain.
func (HIPSPV) Name() string { return "HIPSPV" }

// Triple implements Toolchain.
func (HIPSPV) Triple() string { return GenericTriple }

// Owns implements Toolchain.
func (HIPSPV) Owns(triple string) bool { return IsGeneric(triple) }

// ParseArch implements Toolchain.
func (tc HIPSPV) ParseArch(value string) (Target, bool, error) {
	ok := value == GenericTriple || value == target.SPIRVTriple
	return Target{Toolchain: tc, Arch: GenericTriple}, ok, nil
}

// ParseTriple implements Toolchain. The triple may name a runtime (spirv64-unknown-chipstar), which
// is passed to clang.
func (tc HIPSPV) ParseTriple(triple string) (Target, bool, error) {
	switch {
	case IsGeneric(triple):
		return Target{Toolchain: tc, Arch: GenericTriple, TemplateTriple: triple}, true, nil
	case strings.HasPrefix(triple, "spirv") && !strings.HasPrefix(triple, GenericTriple):
		return Target{}, false, fmt.Errorf("invalid or unsupported offload target: '%s'; HIP's pointers have 64 bits, as those of spirv64", triple)
	}
	return Target{}, false, nil
}

// Arrange implements Toolchain.
func (HIPSPV) Arrange(archs []string, _ bool) ([]string, error) { return slices.Compact(archs), nil }

// Archs implements Toolchain.
func (HIPSPV) Archs() []string { return []string{GenericTriple} }

// Local implements Toolchain: every machine has a portable device.
func (HIPSPV) Local() []string { return []string{GenericTriple} }

// Template implements Toolchain.
func (HIPSPV) Template() TemplateKind { return GenericTemplate }

// Device implements Toolchain.
func (HIPSPV) Device(c *step.CC1) string { return c.Triple() }

// Emulation implements Toolchain.
func (HIPSPV) Emulation() string { return "" }

// EntryID implements Toolchain.
func (HIPSPV) EntryID(_, template string) string {
	return cmp.Or(template, "hip-spirv64-unknown-unknown-unknown-generic")
}

// Compile implements Toolchain.
func (HIPSPV) Compile(b *Build, _ string, c *step.CC1) error {
	stopAtBitcode(b, c)
	ignoreSanitizers(b, target.SPIRVTriple, c)
	return nil
}

// Link implements Toolchain.
func (HIPSPV) Link(b *Build, _ string, l *step.DeviceLink) error {
	l.Triple = target.SPIRVTriple
	l.SPIRVVersion, _ = b.Flags.Value("spirv-version")
	l.Producer, _ = b.Flags.Value("spirv-producer")
	var err error
	l.Libraries, err = b.deviceLibs("hipspv-spirv64-unknown-unknown.bc")
	return err
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
