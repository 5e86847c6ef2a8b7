// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// EntryID is a parsed bundle entry ID:
// <kind>-<arch>-<vendor>-<os>-<environment>-<target ID>
// (clang documentation, "Bundle Entry ID").
type EntryID struct {
	Kind   string // "host", "hip", "hipv4", "openmp", …
	Arch   string // "amdgcn", "spirv64", "nvptx64", "x86_64", …
	Vendor string
	OS     string
	Env    string
	Target TargetID // empty for the host
}

// ParseEntryID splits an entry ID. Every string has a parse; what is missing
// stays empty. The older form with a three-part triple
// ("hip-amdgcn-amd-amdhsa-gfx90a") is understood.
func ParseEntryID(s string) EntryID {
	p := strings.SplitN(s, "-", 6)
	if len(p) == 5 && isProcessor(p[4]) {
		p = append(p[:4:4], "", p[4])
	}
	return splitEntryID(p)
}

func splitEntryID(p []string) EntryID {
	for len(p) < 6 {
		p = append(p, "")
	}
	t, err := ParseTargetID(p[5])
	if err != nil {
		t = TargetID{Processor: p[5]}
	}
	return EntryID{Kind: p[0], Arch: p[1], Vendor: p[2], OS: p[3], Env: p[4], Target: t}
}

// String returns the ID in the six-part form of the file.
func (e EntryID) String() string {
	return strings.Join([]string{e.Kind, e.Arch, e.Vendor, e.OS, e.Env, e.Target.String()}, "-")
}

// Triple returns the target triple, without a trailing empty environment.
func (e EntryID) Triple() string {
	return strings.TrimRight(strings.Join([]string{e.Arch, e.Vendor, e.OS, e.Env}, "-"), "-")
}

// IsHost reports whether the entry is the host's.
func (e EntryID) IsHost() bool { return e.Kind == "host" }

// NormalizeEntryID returns the spelling that clang-offload-bundler writes for an
// ID it is given: a four-part triple with "unknown" for missing parts, except that
// amdhsa keeps an empty environment.
// "hip-spirv64-unknown-unknown--generic" becomes
// "hip-spirv64-unknown-unknown-unknown-generic".
func NormalizeEntryID(s string) string {
	e := splitEntryID(strings.SplitN(s, "-", 6))
	for _, p := range []*string{&e.Arch, &e.Vendor, &e.OS} {
		if *p == "" {
			*p = "unknown"
		}
	}
	switch {
	case e.OS == "amdhsa":
		e.Env = ""
	case e.Env == "":
		e.Env = "unknown"
	}
	return e.String()
}

func isProcessor(s string) bool {
	return strings.HasPrefix(s, "gfx") || strings.HasPrefix(s, "sm_") || s == "generic" || s == "amdgcnspirv"
}

// TargetID is a processor with feature settings, "gfx90a:sramecc+:xnack-"
// (AMDGPUUsage, "Target ID"). A feature that is not listed may have any setting.
type TargetID struct {
	Processor string
	Features  []Feature // sorted by name
}

// Feature is one setting of a target ID.
type Feature struct {
	Name string // "xnack", "sramecc"
	On   bool
}

// ParseTargetID parses a target ID. An empty string is the empty target.
func ParseTargetID(s string) (TargetID, error) {
	proc, rest, more := strings.Cut(s, ":")
	t := TargetID{Processor: proc}
	for more {
		var f string
		f, rest, more = strings.Cut(rest, ":")
		if len(f) < 2 || (f[len(f)-1] != '+' && f[len(f)-1] != '-') {
			return TargetID{}, fmt.Errorf("target ID %q: expected a feature followed by + or -, found %q", s, f)
		}
		t.Features = append(t.Features, Feature{f[:len(f)-1], f[len(f)-1] == '+'})
	}
	slices.SortStableFunc(t.Features, func(a, b Feature) int { return strings.Compare(a.Name, b.Name) })
	for i := 1; i < len(t.Features); i++ {
		if t.Features[i].Name == t.Features[i-1].Name {
			return TargetID{}, fmt.Errorf("target ID %q: feature %q is given twice", s, t.Features[i].Name)
		}
	}
	if proc == "" && t.Features != nil {
		return TargetID{}, fmt.Errorf("target ID %q: no processor", s)
	}
	return t, nil
}

// String returns the canonical spelling, features in alphabetical order.
func (t TargetID) String() string {
	var b strings.Builder
	b.WriteString(t.Processor)
	for _, f := range t.Features {
		b.WriteByte(':')
		b.WriteString(f.Name)
		b.WriteByte("-+"[btoi(f.On)])
	}
	return b.String()
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Feature returns the setting of a feature and whether the ID has one.
func (t TargetID) Feature(name string) (on, set bool) {
	for _, f := range t.Features {
		if f.Name == name {
			return f.On, true
		}
	}
	return false, false
}

// genericProcessors lists, for each generic AMD processor, those whose code it
// may stand in for (AMDGPUUsage, "AMDGPU Generic Processors").
var genericProcessors = map[string][]string{
	"gfx9-generic":    {"gfx900", "gfx902", "gfx904", "gfx906", "gfx909", "gfx90c"},
	"gfx9-4-generic":  {"gfx940", "gfx941", "gfx942", "gfx950"},
	"gfx10-1-generic": {"gfx1010", "gfx1011", "gfx1012", "gfx1013"},
	"gfx10-3-generic": {"gfx1030", "gfx1031", "gfx1032", "gfx1033", "gfx1034", "gfx1035", "gfx1036"},
	"gfx11-generic":   {"gfx1100", "gfx1101", "gfx1102", "gfx1103", "gfx1150", "gfx1151", "gfx1152", "gfx1153"},
	"gfx12-generic":   {"gfx1200", "gfx1201"},
}

// Ranks of [EntryID.RunsOn], best last.
const (
	rankIR      = 1 + iota // an intermediate language compiled at load
	rankGeneric            // a generic processor
	rankExact              // the device's own processor; each feature setting adds 1
)

// RunsOn reports whether the image with this ID may run on a device of the given
// architecture and target ID, and how well it fits: of several, take the one with
// the highest rank. A device names all of its feature settings
// ("gfx90a:sramecc+:xnack-"); an image may leave features open.
//
//   - gfx code runs on its own processor, or by a generic one of its family, when
//     every feature it sets has the device's setting;
//   - amdgcnspirv runs on every AMD device, spirv64 on every SPIR-V device (arch
//     "spirv64"; its target does not matter);
//   - PTX and cubins for sm_NN run on the same or a newer sm of the same major
//     version for cubins, of any major version for PTX; sm_NNa only on itself.
func (e EntryID) RunsOn(arch string, device TargetID) (rank int, ok bool) {
	if e.IsHost() {
		return 0, false
	}
	switch {
	case arch == "amdgcn" && e.Arch == "spirv64" && e.Vendor == "amd":
		return rankIR, true
	case arch == "spirv64":
		return rankIR, (e.Arch == "spirv64" || e.Arch == "spirv") && e.Vendor != "amd"
	case e.Arch != arch:
		return 0, false
	case strings.HasPrefix(arch, "nvptx"):
		return nvidiaRank(e.Target.Processor, device.Processor)
	}
	rank = rankExact
	if e.Target.Processor != device.Processor {
		if !slices.Contains(genericProcessors[e.Target.Processor], device.Processor) {
			return 0, false
		}
		rank = rankGeneric
	}
	for _, f := range e.Target.Features {
		if on, set := device.Feature(f.Name); !set || on != f.On {
			return 0, false
		}
		if rank >= rankExact {
			rank++
		}
	}
	return rank, true
}

// nvidiaRank orders images by how close their sm is to the device's.
func nvidiaRank(image, device string) (int, bool) {
	in, isuf := splitSM(image)
	dn, dsuf := splitSM(device)
	if in == 0 || dn == 0 || in > dn {
		return 0, false
	}
	if isuf != "" && (isuf != dsuf && dsuf != "" || in != dn) {
		return 0, false
	}
	return rankExact + in, true
}

func splitSM(s string) (int, string) {
	s, ok := strings.CutPrefix(s, "sm_")
	if !ok {
		return 0, ""
	}
	num := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyz")
	n, err := strconv.Atoi(num)
	if err != nil {
		return 0, ""
	}
	return n, s[len(num):]
}

// Best returns the entry that fits the device best, and [ErrNotFound] with the
// targets there are when none does. The first of equals wins.
func (b *Bundle) Best(arch string, device TargetID) (*Entry, error) {
	var best *Entry
	bestRank := 0
	for i := range b.Entries {
		if r, ok := b.Entries[i].Target().RunsOn(arch, device); ok && r > bestRank {
			best, bestRank = &b.Entries[i], r
		}
	}
	if best == nil {
		var have []string
		for _, e := range b.Entries {
			if id := e.Target(); !id.IsHost() {
				have = append(have, e.ID)
			}
		}
		return nil, fmt.Errorf("no image for %s among %q: %w", strings.TrimSpace(arch+" "+device.String()), have, ErrNotFound)
	}
	return best, nil
}
