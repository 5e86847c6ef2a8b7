// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"slices"
	"strings"

	"gohipcc/target"
	"gohipcc/toolchains/clang"
	"gohipcc/toolchains/rocm"
	"gohipcc/toolchains/step"
)

// A Toolchain is a family of device targets, with all that a plan needs to know about it.
type Toolchain interface {
	// Name is its name in -ccc-print-bindings: "HIPSPV".
	Name() string
	// Triple is the target triple of its code: "spirv64".
	Triple() string
	// Owns reports whether a front-end line for the triple compiles for this family.
	Owns(triple string) bool
	// ParseArch parses a value of --offload-arch=; ok: it names a processor of this family.
	ParseArch(value string) (t Target, ok bool, err error)
	// ParseTriple parses a value of --offload=; ok: it names this family.
	ParseTriple(triple string) (t Target, ok bool, err error)
	// Arrange checks the processors of a build, and returns them in canonical spelling, without
	// duplicates and in the order of bundle entries. alone: no other family is in the build.
	Arrange(archs []string, alone bool) ([]string, error)
	// Archs lists the processors, for the completion of --offload-arch=.
	Archs() []string
	// Local lists the processors of this machine's devices.
	Local() []string
	// Device names the device of a front-end step of this family in messages.
	Device(c *step.CC1) string
	// Emulation is the linker's name of the target in clang's own template (-m); empty: clang has
	// no image link for the family.
	Emulation() string
	// Template says how clang is asked for the front end's command line.
	Template() TemplateKind
	// EntryID returns the bundle entry ID of an image; template is the ID that clang's command has
	// for a generic device, empty if there is no such command.
	EntryID(arch, template string) string
	// Compile completes a front-end step of clang's template for a processor.
	Compile(b *Build, arch string, c *step.CC1) error
	// Link completes a device link of clang's generic template for a processor.
	Link(b *Build, arch string, l *step.DeviceLink) error
}

// CodeAssembler is a toolchain whose images a tool of the vendor can assemble to machine code, which
// is bundled beside them.
type CodeAssembler interface {
	// Assemble returns the step that assembles the image of a processor, nil if the image is bundled
	// alone, and the processor under which the image is then bundled; the code has the processor's
	// own entry.
	Assemble(b *Build, arch, image, code string) (s *step.AssembleCode, imageArch string, err error)
}

// TemplateKind says which of clang's command templates a toolchain starts from.
type TemplateKind uint8

const (
	// GenericTemplate is clang's template for a device without a processor: bitcode that is linked
	// as a whole. Clang has no HIP toolchain for the family; the front end's line gets the target,
	// and gohipcc's device link makes the image.
	GenericTemplate TemplateKind = iota
	// OwnTemplate is clang's template for the family (--offload-arch=), with its image link.
	OwnTemplate
)

// GenericTriple is the triple for which clang is asked for the generic template.
const GenericTriple = target.SPIRV64

// IsGeneric reports whether a triple is the generic template's, with or without an environment.
// AMD's vendor-specific SPIR-V is a different target.
func IsGeneric(triple string) bool {
	return strings.HasPrefix(triple, GenericTriple) && !target.IsAMDSPIRV(triple)
}

// IsGenericEntry reports whether a bundle entry ID is the generic template's.
func IsGenericEntry(id string) bool {
	return strings.HasPrefix(id, "hip-"+GenericTriple+"-") && !strings.HasPrefix(id, "hip-spirv64-amd-")
}

// A Target is a processor of a toolchain.
type Target struct {
	Toolchain
	Arch string // "gfx90a:xnack+", "sm_80", "spirv64"; empty: clang's default
	// TemplateTriple is the triple that the user gave for the generic template; empty: none.
	TemplateTriple string
}

// KeepsTemplateNames reports whether the target's files and entries have the template's names.
func (t Target) KeepsTemplateNames() bool { return t.Triple() == GenericTriple }

// Accepts reports whether an option after -Xarch_NAME is for the target: the name is its processor,
// its architecture, or that of all devices.
func (t Target) Accepts(name string) bool {
	architecture, _, _ := strings.Cut(t.Triple(), "-")
	processor, _ := target.CutWideCPU(t.Arch)
	return name == "device" || name == architecture || name == processor && name != ""
}

// Flags are the options of a command line, by the canonical names of driver/options.
type Flags interface {
	Has(ids ...string) bool
	LastOf(ids ...string) string
	Value(id string) (string, bool)
	Values(id string) []string
}

// An environmentReader is a toolchain with options that the environment gives to a link without a command line.
type environmentReader interface {
	EnvironmentFlags() map[string]string
}

// EnvironmentFlags has the options that the environment gives to a link without a command line, by their names in
// [Flags].
func EnvironmentFlags() map[string]string {
	flags := map[string]string{}
	for _, tc := range registry {
		if r, ok := tc.(environmentReader); ok {
			for name, value := range r.EnvironmentFlags() {
				if value != "" {
					flags[name] = value
				}
			}
		}
	}
	return flags
}

// A Build is what toolchains may ask about a build.
type Build struct {
	Prefix *Prefix
	LLVM   *clang.LLVM
	Flags  Flags
	// OwnRoot: gohipcc's headers and device libraries are used, not those of another HIP.
	OwnRoot bool
	// Warn reports a warning to the user; nil: warnings are dropped.
	Warn func(message string)

	rocm *rocm.Search
	libs map[string]*rocm.DeviceLibs // AMD's device libraries, by processor
}

// deviceLibs returns the paths of gohipcc's device libraries that a device link gets; none with
// -nogpulib.
func (b *Build) deviceLibs(names ...string) ([]string, error) {
	if b.Flags.Has("nogpulib") {
		return nil, nil
	}
	return b.Prefix.DeviceLibs(names...)
}

// registry is the table of toolchains. A name belongs to the first that accepts it; the last,
// AMD's, accepts every name, because clang may support newer processors than this table.
var registry = []Toolchain{HIPNV{}, HIPIntel{}, HIPSPV{}, HIPCPU{target.X86_64}, HIPCPU{target.AArch64}, HIPAMD{}}

// All returns the toolchains, in the order in which they are asked for a name.
func All() []Toolchain { return slices.Clone(registry) }

// Register adds a toolchain before the others and returns a function that removes it; it is for
// tests.
func Register(t Toolchain) (remove func()) {
	old := registry
	registry = append([]Toolchain{t}, old...)
	return func() { registry = old }
}

// ForArch returns the target for a value of --offload-arch=.
func ForArch(value string) (Target, error) {
	for _, tc := range registry {
		if t, ok, err := tc.ParseArch(value); ok || err != nil {
			return t, err
		}
	}
	return Target{}, &target.UnsupportedArchError{Arch: value}
}

// ForTriple returns the target for a value of --offload=.
func ForTriple(triple string) (Target, error) {
	for _, tc := range registry {
		if t, ok, err := tc.ParseTriple(triple); ok || err != nil {
			return t, err
		}
	}
	return Target{}, &target.UnsupportedArchError{Arch: triple}
}

// Default returns the target of a build in which clang chooses the processor.
func Default() Target { return Target{Toolchain: HIPAMD{}} }

// Local returns the targets of this machine's devices.
func Local() []Target {
	var out []Target
	for _, tc := range registry {
		for _, arch := range tc.Local() {
			out = append(out, Target{Toolchain: tc, Arch: arch})
		}
	}
	return out
}

// Native returns the targets of this machine's devices for --offload-arch=native: with all features
// that the processor has.
func Native() []Target {
	out := Local()
	for i, t := range out {
		if tc, ok := t.Toolchain.(HIPCPU); ok {
			out[i].Arch = tc.hostLevel("")
		}
	}
	return out
}

// Of returns the toolchain that compiles for a triple; nil if it is the host's.
func Of(triple string) Toolchain {
	for _, tc := range registry {
		if tc.Owns(triple) {
			return tc
		}
	}
	return nil
}

// OfImage returns the toolchain whose images a link makes; nil: none.
func OfImage(l *step.ImageLink) Toolchain {
	for _, tc := range registry {
		if e := tc.Emulation(); e != "" && e == l.Emulation() {
			return tc
		}
	}
	return nil
}

// EntryID returns the bundle entry ID of an image for a value of --offload-arch=, or a
// [target.UnsupportedArchError] or [target.InvalidIDError]: clang, which may support newer processors than
// the tables of package target, is not asked.
func EntryID(arch string) (string, error) {
	t, err := ForArch(arch)
	if err != nil {
		return "", err
	}
	archs, err := t.Arrange([]string{t.Arch}, false)
	if err != nil {
		return "", err
	}
	return t.EntryID(archs[0], ""), nil
}

// stopAtBitcode makes a front end of the generic template stop before clang's own optimiser: the
// device link optimises the whole program at once. Debug information is off, as in clang's HIPSPV
// toolchain.
func stopAtBitcode(b *Build, c *step.CC1) {
	if !b.Flags.Has("emit-llvm") {
		c.Drop(func(a step.Arg) bool { return a.Name == "-debug-info-kind=" || a.Name == "-dwarf-version=" })
		if i := c.Args.Index("-emit-llvm-bc"); i >= 0 {
			c.InsertAt(i+1, step.Arg{Name: "-disable-llvm-passes"})
			oneLevel(c)
		}
	}
	// Conversions of numbers that do not fit do what GPUs do, not anything.
	if b.Flags.LastOf("strict-float-cast", "no-strict-float-cast") == "" {
		c.InsertAt(c.Args.Index("-triple")+1, step.Arg{Name: "-fno-strict-float-cast-overflow"})
	}
	// An undefined argument is not undefined behaviour: programs pass variables that one lane has assigned to wrappers of __shfl, and LLVM
	// removes the condition before a call is inlined, so that all lanes do what one should. AMD's headers say this of their own
	// functions (maybe_undef).
	c.InsertAt(c.Args.Index("-triple")+1, step.Arg{Name: "-no-enable-noundef-analysis"})
	if kind, _ := b.Flags.Value("printf-kind"); kind == "buffered" {
		// Clang passes this to AMD's code generator only; the headers implement it here.
		c.Append(step.Arg{Name: "-D", Value: "__GOHIP_PRINTF_BUFFERED__", Form: step.Joined})
	}
}

// oneLevel gives a front end that stops before the optimiser the same level for all of -O0 to -O3, so that
// they share precompiled headers and bitcode: clang accepts a precompiled header of its own level only. The
// levels differ in one mark of loops. Below -O2, which includes -O0 and clang's level without an -O
// option, they are marked not to be unrolled. At -O0 itself clang would forbid all optimisation in every function.
func oneLevel(c *step.CC1) {
	level := ""
	if all := c.Args.Values("-O"); len(all) > 0 {
		level = all[len(all)-1]
	}
	var unroll step.Args
	switch level {
	case "", "0", "1", "g":
		unroll = step.Args{{Name: "-fno-unroll-loops"}}
	case "2", "3":
	default: // sizes mark functions
		return
	}
	c.Drop(func(a step.Arg) bool {
		return a.Name == "-O" || a.Name == "-vectorize-loops" || a.Name == "-vectorize-slp"
	})
	c.InsertAt(c.Args.Index("-emit-llvm-bc")+1, append(step.Args{{Name: "-O", Value: "2", Form: step.Joined}}, unroll...)...)
}
