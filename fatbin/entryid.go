// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"fmt"
	"slices"
	"strings"

	"gohipcc/target"
)

// EntryID is a parsed bundle entry ID:
// <kind>-<arch>-<vendor>-<os>-<environment>-<target ID>
// (clang documentation, "Bundle Entry ID").
type EntryID struct {
	Kind   string // "host", "hip", "hipv4", "openmp", …
	Arch   string // of a triple: "amdgcn", "spirv64", "x86_64", …
	Vendor string
	OS     string
	Env    string
	Target target.ID // empty for the host
}

// ParseEntryID splits an entry ID. Every string has a parse; what is missing
// stays empty. The older form with a three-part triple
// ("hip-amdgcn-amd-amdhsa-gfx90a") is understood.
func ParseEntryID(s string) EntryID {
	p := strings.SplitN(s, "-", 6)
	if len(p) == 5 && target.IsProcessor(p[4]) {
		p = append(p[:4:4], "", p[4])
	}
	return splitEntryID(p)
}

func splitEntryID(p []string) EntryID {
	for len(p) < 6 {
		p = append(p, "")
	}
	t, err := target.ParseID(p[5])
	if err != nil {
		t = target.ID{Processor: p[5]}
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

// RunsOn returns how well the image with this ID fits a device of the given architecture
// and target ID, 0 where it does not run: of several, take the one with the highest rank.
// A device names all of its feature settings ("gfx90a:sramecc+:xnack-"); an image may
// leave features open.
//
//   - amdgcnspirv runs on every AMD device, spirv64 on every SPIR-V device (arch
//     "spirv64");
//   - code of Intel's GPUs (spir64_gen) runs by the rules of [target.RankIntel];
//   - other code runs by the rules of its architecture ([target.RankOf]).
func (e EntryID) RunsOn(arch string, device target.ID) target.Rank {
	switch {
	case e.IsHost():
		return 0
	case arch == target.AMDGCN && e.Arch == target.SPIRV64 && e.Vendor == "amd":
		return target.RankIR
	case arch == target.SPIRV64:
		if (e.Arch == target.SPIRV64 || e.Arch == "spirv") && e.Vendor != "amd" {
			return target.RankIR
		}
		if e.Arch == target.SPIRGen {
			return target.RankIntel(e.Target.Processor, device.Processor)
		}
		return 0
	case e.Arch != arch:
		return 0
	}
	return target.RankOf(arch, e.Target, device)
}

// Ranked has the entries that run on the device, the best first.
func (b *Bundle) Ranked(arch string, device target.ID) []*Entry {
	var list []*Entry
	ranks := make(map[*Entry]target.Rank)
	for i := range b.Entries {
		e := &b.Entries[i]
		if r := e.Target().RunsOn(arch, device); r > 0 {
			ranks[e] = r
			list = append(list, e)
		}
	}
	slices.SortStableFunc(list, func(x, y *Entry) int { return int(ranks[y] - ranks[x]) })
	return list
}

// Best returns the entry that fits the device best, and [ErrNotFound] with the
// targets there are when none does. The first of equals wins.
func (b *Bundle) Best(arch string, device target.ID) (*Entry, error) {
	var best *Entry
	bestRank := target.Rank(0)
	for i := range b.Entries {
		if r := b.Entries[i].Target().RunsOn(arch, device); r > bestRank {
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

// HasWideWarps reports whether the entry is code for a processor whose warps have 64 lanes.
func (e EntryID) HasWideWarps() bool {
	wide, _ := e.Target.Feature(target.WideWarps)
	return wide && e.IsNative()
}

// HasNative reports whether the bundle has device code for host processors.
func (b *Bundle) HasNative() bool {
	return slices.ContainsFunc(b.Entries, func(e Entry) bool { return e.Target().IsNative() })
}

// IsNative reports whether the entry is device code for a host processor.
func (e EntryID) IsNative() bool {
	return !e.IsHost() && (e.Arch == target.X86_64 || e.Arch == target.AArch64)
}
