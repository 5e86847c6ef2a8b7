// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package target

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Capabilities are properties of AMD processors that code here depends on.
type Capabilities uint

// Capabilities, with LLVM's names of them (AMDGPU.td).
const (
	XNACK             Capabilities = 1 << iota // FeatureSupportsXNACK: a target ID may set it
	SRAMECC                                    // FeatureSupportsSRAMECC: a target ID may set it
	UnifiedRegisters                           // FeatureGFX90AInsts: AGPRs follow the VGPRs in one file
	PackedWorkItemIDs                          // FeaturePackedTID: the three work-item IDs come in one VGPR
	FlatScratchSetUp                           // FeatureArchitectedFlatScratch: waves begin with flat scratch set up
	SplitRegisters                             // FeatureMAIInsts without FeatureGFX90AInsts: AGPRs are a file of their own
	LargeRegisterFile                          // Feature1024AddressableVGPRs: a work-item can address 1024 VGPRs, by sixteens
	FNUZ                                       // 8-bit floats have no infinity and no -0, and one NaN: 0x80
)

// Processor is an AMD processor, or a generic one that covers several.
type Processor struct {
	Name         string
	Machine      uint32       // EF_AMDGPU_MACH of its code objects
	Generic      string       // the generic processor whose code it runs, or ""
	LDS          int          // bytes of local memory a work-group can address
	Capabilities Capabilities // what it has
	ReadOnly     bool         // images for it can be read, but it cannot be compiled for
}

const (
	gfx9x  = XNACK | SRAMECC
	gfx90a = gfx9x | UnifiedRegisters | PackedWorkItemIDs
	gfx94x = gfx90a | FlatScratchSetUp
	gfx11  = PackedWorkItemIDs | FlatScratchSetUp
	gfx125 = gfx11 | LargeRegisterFile

	lds  = 64 << 10
	lds6 = 32 << 10
	lds9 = 160 << 10 // gfx950
	ldsC = 320 << 10 // gfx1250
)

// processors are AMD's processors, the older ones first (AMDGPUUsage, "AMDGPU Processors", "AMDGPU
// Generic Processors" and "ELF Header"; LLVM's GCNProcessors.td).
var processors = []Processor{
	{"gfx600", 0x20, "", lds6, 0, false},
	{"gfx601", 0x21, "", lds6, 0, false},
	{"gfx602", 0x3a, "", lds6, 0, false},
	{"gfx700", 0x22, "", lds, 0, false},
	{"gfx701", 0x23, "", lds, 0, false},
	{"gfx702", 0x24, "", lds, 0, false},
	{"gfx703", 0x25, "", lds, 0, false},
	{"gfx704", 0x26, "", lds, 0, false},
	{"gfx705", 0x3b, "", lds, 0, false},
	{"gfx801", 0x28, "", lds, XNACK, false},
	{"gfx802", 0x29, "", lds, 0, false},
	{"gfx803", 0x2a, "", lds, 0, false},
	{"gfx805", 0x3c, "", lds, 0, false},
	{"gfx810", 0x2b, "", lds, XNACK, false},
	{"gfx900", 0x2c, "gfx9-generic", lds, XNACK, false},
	{"gfx902", 0x2d, "gfx9-generic", lds, XNACK, false},
	{"gfx904", 0x2e, "gfx9-generic", lds, XNACK, false},
	{"gfx906", 0x2f, "gfx9-generic", lds, gfx9x, false},
	{"gfx908", 0x30, "", lds, gfx9x | SplitRegisters, false},
	{"gfx909", 0x31, "gfx9-generic", lds, XNACK, false},
	{"gfx90a", 0x3f, "", lds, gfx90a, false},
	{"gfx90c", 0x32, "gfx9-generic", lds, XNACK, false},
	{"gfx940", 0x40, "gfx9-4-generic", lds, gfx94x | FNUZ, true},
	{"gfx941", 0x4b, "gfx9-4-generic", lds, gfx94x | FNUZ, true},
	{"gfx942", 0x4c, "gfx9-4-generic", lds, gfx94x | FNUZ, false},
	{"gfx950", 0x4f, "gfx9-4-generic", lds9, gfx94x, false},
	{"gfx1010", 0x33, "gfx10-1-generic", lds, XNACK, false},
	{"gfx1011", 0x34, "gfx10-1-generic", lds, XNACK, false},
	{"gfx1012", 0x35, "gfx10-1-generic", lds, XNACK, false},
	{"gfx1013", 0x42, "gfx10-1-generic", lds, XNACK, false},
	{"gfx1030", 0x36, "gfx10-3-generic", lds, 0, false},
	{"gfx1031", 0x37, "gfx10-3-generic", lds, 0, false},
	{"gfx1032", 0x38, "gfx10-3-generic", lds, 0, false},
	{"gfx1033", 0x39, "gfx10-3-generic", lds, 0, false},
	{"gfx1034", 0x3e, "gfx10-3-generic", lds, 0, false},
	{"gfx1035", 0x3d, "gfx10-3-generic", lds, 0, false},
	{"gfx1036", 0x45, "gfx10-3-generic", lds, 0, false},
	{"gfx1100", 0x41, "gfx11-generic", lds, gfx11, false},
	{"gfx1101", 0x46, "gfx11-generic", lds, gfx11, false},
	{"gfx1102", 0x47, "gfx11-generic", lds, gfx11, false},
	{"gfx1103", 0x44, "gfx11-generic", lds, gfx11, false},
	{"gfx1150", 0x43, "gfx11-generic", lds, gfx11, false},
	{"gfx1151", 0x4a, "gfx11-generic", lds, gfx11, false},
	{"gfx1152", 0x55, "gfx11-generic", lds, gfx11, false},
	{"gfx1153", 0x58, "gfx11-generic", lds, gfx11, false},
	{"gfx1200", 0x48, "gfx12-generic", lds, gfx11, false},
	{"gfx1201", 0x4e, "gfx12-generic", lds, gfx11, false},
	{"gfx1250", 0x49, "", ldsC, gfx125, false},
	{"gfx1251", 0x5a, "", ldsC, gfx125, false},
	{"gfx1310", 0x50, "", lds, gfx11, false},
	{"gfx9-generic", 0x51, "", lds, XNACK, false},
	{"gfx9-4-generic", 0x5f, "", lds, gfx94x, false},
	{"gfx10-1-generic", 0x52, "", lds, XNACK, false},
	{"gfx10-3-generic", 0x53, "", lds, 0, false},
	{"gfx11-generic", 0x54, "", lds, gfx11, false},
	{"gfx12-generic", 0x59, "", lds, gfx11, false},
	{"gfx12-5-generic", 0x5b, "", ldsC, gfx125, true},
}

var (
	byName    = map[string]*Processor{}
	byMachine = map[uint32]*Processor{}
)

func init() {
	for i := range processors {
		p := &processors[i]
		byName[p.Name], byMachine[p.Machine] = p, p
	}
}

// WholeRegisters is LLVM's feature without which a 16-bit number on gfx11 may have half of a
// register. LLVM 22 is wrong about these halves (toolchains.Workarounds).
const WholeRegisters = "-real-true16"

// Processors lists the AMD processors that can be compiled for, older ones first and
// generic ones last.
func Processors() []string {
	var out []string
	for i := range processors {
		if !processors[i].ReadOnly {
			out = append(out, processors[i].Name)
		}
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
	return out
}

// LookUp returns the AMD processor of a name. An unknown name gets the capabilities that every
// processor of its generation has, so that code for newer ones can be read as far as possible.
func LookUp(name string) (p Processor, known bool) {
	if p := byName[name]; p != nil {
		return *p, true
	}
	p = Processor{Name: name, LDS: lds}
	if p.Generation() >= 11 {
		p.Capabilities = gfx11
	}
	return p, false
}

// Machine returns the AMD processor of an ELF header's e_flags.
func Machine(flags uint32) (p Processor, known bool) {
	if p := byMachine[flags&0xff]; p != nil { // EF_AMDGPU_MACH
		return *p, true
	}
	return Processor{}, false
}

// Has reports whether the processor has all of these capabilities.
func (p Processor) Has(c Capabilities) bool { return p.Capabilities&c == c }

// Features lists the features that a target ID of this processor may set.
func (p Processor) Features() []string {
	var out []string
	if p.Has(SRAMECC) {
		out = append(out, "sramecc")
	}
	if p.Has(XNACK) {
		out = append(out, "xnack")
	}
	return out
}

// Generation returns the processor's generation: 9 for gfx90a and gfx9-4-generic, 11 for gfx1100.
func (p Processor) Generation() int { return Generation(p.Name) }

// WavefrontSize returns the number of lanes of a wavefront without -m[no-]wavefrontsize64: gfx6 to
// gfx9 support 64 only, gfx10 and later default to 32.
func (p Processor) WavefrontSize() int { return WavefrontSize(p.Name) }

// WavefrontSize returns [Processor.WavefrontSize] of a processor by name.
func WavefrontSize(processor string) int {
	if Generation(processor) < 10 {
		return 64
	}
	return 32
}

// IsAMD reports whether the name of a processor or target ID is AMD's, known or not, by its prefix.
func IsAMD(s string) bool { return strings.HasPrefix(s, "gfx") }

// Generation returns the first part of an AMD processor's version: 9 for gfx90a and gfx9-4-generic,
// 11 for gfx1100; 0 for other names.
func Generation(processor string) int {
	major, _, _ := Version(processor)
	return major
}

// Version parses the name of an AMD processor: gfx90a is 9, 0, 10, gfx1100 is 11, 0, 0 and
// gfx10-3-generic is 10, 3, 0. It is zero for other names.
func Version(processor string) (major, minor, stepping int) {
	s, ok := strings.CutPrefix(processor, "gfx")
	if !ok {
		return 0, 0, 0
	}
	parts := []string{s, "0", "0"}
	if family, generic := strings.CutSuffix(s, "-generic"); generic {
		parts[0] = family
		if m, n, has := strings.Cut(family, "-"); has {
			parts[0], parts[1] = m, n
		}
	} else if n := len(s); n >= 3 {
		parts = []string{s[:n-2], s[n-2 : n-1], s[n-1:]}
	} else {
		return 0, 0, 0
	}
	var v [3]int
	for i, base := range []int{10, 16, 16} {
		n, err := strconv.ParseUint(parts[i], base, 8)
		if err != nil {
			return 0, 0, 0
		}
		v[i] = int(n)
	}
	return v[0], v[1], v[2]
}

// AMDName returns the name of the AMD processor of a version, gfx90a for 9, 0, 10.
func AMDName(major, minor, stepping int) string {
	return fmt.Sprintf("gfx%d%x%x", major, minor, stepping)
}

// GCNArch returns hipDeviceProp_t::gcnArch of HIP 5 for a processor: 100 times its major version
// plus 10 times its minor one plus its stepping (906 for gfx906, 910 for gfx90a); 0 for other
// names.
func GCNArch(processor string) int {
	major, minor, stepping := Version(processor)
	return 100*major + 10*minor + stepping
}

var amdFamily = family{IsAMD, Processors, func() string { return "the AMD processors supported are " + strings.Join(Processors(), " ") }}
