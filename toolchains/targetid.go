// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
)

// TargetID is an AMD processor with settings of its features, in the form of
// AMDGPUUsage, "Target ID": gfx90a:sramecc-:xnack+.
type TargetID struct {
	Processor string
	Features  []TargetFeature // sorted by name
}

// TargetFeature is one setting of a target ID.
type TargetFeature struct {
	Name string
	On   bool
}

// String returns the canonical spelling: features in alphabetical order.
func (t TargetID) String() string {
	s := t.Processor
	for _, f := range t.Features {
		s += ":" + f.Name + map[bool]string{true: "+", false: "-"}[f.On]
	}
	return s
}

// processorFeatures lists AMD's processors with the target ID features that
// each has (AMDGPUUsage, "AMDGPU Processors" and LLVM's TargetParser).
var processorFeatures = map[string]string{
	"gfx600": "", "gfx601": "", "gfx602": "",
	"gfx700": "", "gfx701": "", "gfx702": "", "gfx703": "", "gfx704": "", "gfx705": "",
	"gfx801": "xnack", "gfx802": "", "gfx803": "", "gfx805": "", "gfx810": "xnack",
	"gfx900": "xnack", "gfx902": "xnack", "gfx904": "xnack", "gfx906": "sramecc xnack",
	"gfx908": "sramecc xnack", "gfx909": "xnack", "gfx90a": "sramecc xnack", "gfx90c": "xnack",
	"gfx942": "sramecc xnack", "gfx950": "sramecc xnack",
	"gfx1010": "xnack", "gfx1011": "xnack", "gfx1012": "xnack", "gfx1013": "xnack",
	"gfx1030": "", "gfx1031": "", "gfx1032": "", "gfx1033": "", "gfx1034": "", "gfx1035": "", "gfx1036": "",
	"gfx1100": "", "gfx1101": "", "gfx1102": "", "gfx1103": "",
	"gfx1150": "", "gfx1151": "", "gfx1152": "", "gfx1153": "",
	"gfx1200": "", "gfx1201": "", "gfx1250": "", "gfx1251": "", "gfx1310": "",
	"gfx9-generic": "xnack", "gfx9-4-generic": "sramecc xnack",
	"gfx10-1-generic": "xnack", "gfx10-3-generic": "", "gfx11-generic": "", "gfx12-generic": "",
}

// Processors lists AMD's processors, the older ones and the generic ones at either end.
func Processors() []string {
	return slices.SortedFunc(maps.Keys(processorFeatures), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
}

// AMDGCNSPIRV is the pseudo-processor of AMD's vendor-specific SPIR-V.
const AMDGCNSPIRV = "amdgcnspirv"

// UnsupportedArchError names an --offload-arch that is no processor of any
// toolchain.
type UnsupportedArchError struct{ Arch string }

// Error implements error with clang's words and, for AMD's, the processors there are.
func (e *UnsupportedArchError) Error() string {
	s := "unsupported HIP gpu architecture: " + e.Arch
	if !strings.HasPrefix(e.Arch, "sm_") {
		s += "; the AMD processors supported are " + strings.Join(Processors(), " ")
	}
	return s
}

// InvalidTargetIDError names a target ID that is malformed, or that sets a
// feature its processor lacks.
type InvalidTargetIDError struct{ ID string }

// Error implements error with clang's words and what the processor takes.
func (e *InvalidTargetIDError) Error() string {
	s := fmt.Sprintf("invalid target ID '%s'; format is a processor name followed by an optional colon-delimited list of features followed by an enable/disable sign (e.g., 'gfx908:sramecc+:xnack-')", e.ID)
	processor, _, _ := strings.Cut(e.ID, ":")
	switch features, known := processorFeatures[processor]; {
	case !known:
		s += fmt.Sprintf("; no processor is called '%s'", processor)
	case features == "":
		s += fmt.Sprintf("; %s takes no features", processor)
	default:
		s += fmt.Sprintf("; %s takes each of these once: %s", processor, features)
	}
	return s
}

// ParseTargetID parses s. Features may come in any order but only once.
func ParseTargetID(s string) (TargetID, error) {
	parts := strings.Split(s, ":")
	feats, ok := processorFeatures[parts[0]]
	if !ok {
		if len(parts) == 1 {
			return TargetID{}, &UnsupportedArchError{s}
		}
		return TargetID{}, &InvalidTargetIDError{s}
	}
	id := TargetID{Processor: parts[0]}
	seen := map[string]bool{}
	for _, p := range parts[1:] {
		if len(p) < 2 {
			return TargetID{}, &InvalidTargetIDError{s}
		}
		name, sign := p[:len(p)-1], p[len(p)-1]
		if seen[name] || !hasWord(feats, name) || sign != '+' && sign != '-' {
			return TargetID{}, &InvalidTargetIDError{s}
		}
		seen[name] = true
		id.Features = append(id.Features, TargetFeature{name, sign == '+'})
	}
	sort.Slice(id.Features, func(i, j int) bool { return id.Features[i].Name < id.Features[j].Name })
	return id, nil
}

func hasWord(list, w string) bool {
	for _, f := range strings.Fields(list) {
		if f == w {
			return true
		}
	}
	return false
}

// ConflictError names two target IDs that cannot be in one program.
type ConflictError struct{ A, B string }

// Error implements error with clang's words.
func (e *ConflictError) Error() string {
	return fmt.Sprintf("invalid offload arch combinations: '%s' and '%s' (for a specific processor, a feature should either exist in all offload archs, or not exist in any offload archs)", e.A, e.B)
}

// CheckConflicts reports the first two of ids (canonical, sorted) that name the
// same processor but disagree on which features are set at all: a device would
// match both.
func CheckConflicts(ids []string) error {
	first := map[string]TargetID{}
	for _, s := range ids {
		id, err := ParseTargetID(s)
		if err != nil {
			continue // not an AMD processor: nothing to compare
		}
		prev, ok := first[id.Processor]
		if !ok {
			first[id.Processor] = id
			continue
		}
		same := len(prev.Features) == len(id.Features)
		for i := 0; same && i < len(id.Features); i++ {
			same = prev.Features[i].Name == id.Features[i].Name
		}
		if !same {
			return &ConflictError{prev.String(), s}
		}
	}
	return nil
}
