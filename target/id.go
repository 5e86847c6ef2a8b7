// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package target has the facts about device targets: target IDs, the processors of each family,
// levels of CPUs, and the names of triples. No other package has such facts.
package target

import (
	"fmt"
	"slices"
	"strings"
)

// ID is a target ID: a processor with settings of its features, in the format of AMDGPUUsage,
// "Target ID": gfx90a:sramecc-:xnack+. A feature that is not listed may have any setting. Only
// AMD's processors have features.
type ID struct {
	Processor string
	Features  []Feature // sorted by name
}

// Feature is one setting of a target ID.
type Feature struct {
	Name string // "xnack", "sramecc"
	On   bool
}

// sign returns the spelling of the setting in a target ID.
func (f Feature) sign() string {
	if f.On {
		return "+"
	}
	return "-"
}

// String returns the canonical spelling: features in alphabetical order.
func (id ID) String() string {
	var b strings.Builder
	b.WriteString(id.Processor)
	for _, f := range id.Features {
		b.WriteString(":" + f.Name + f.sign())
	}
	return b.String()
}

// Options returns the settings as LLVM's target features, "-sramecc" "+xnack".
func (id ID) Options() []string {
	var out []string
	for _, f := range id.Features {
		out = append(out, f.sign()+f.Name)
	}
	return out
}

// Feature returns the setting of a feature and whether the ID has one.
func (id ID) Feature(name string) (on, set bool) {
	for _, f := range id.Features {
		if f.Name == name {
			return f.On, true
		}
	}
	return false, false
}

// ParseID parses a target ID of any processor, known or not. Features may come in any
// order but only once. An empty string is the empty ID.
func ParseID(s string) (ID, error) {
	processor, rest, more := strings.Cut(s, ":")
	id := ID{Processor: processor}
	for more {
		var f string
		f, rest, more = strings.Cut(rest, ":")
		if len(f) < 2 || (f[len(f)-1] != '+' && f[len(f)-1] != '-') {
			return ID{}, fmt.Errorf("target ID %q: expected a feature followed by + or -, found %q", s, f)
		}
		id.Features = append(id.Features, Feature{f[:len(f)-1], f[len(f)-1] == '+'})
	}
	slices.SortStableFunc(id.Features, func(a, b Feature) int { return strings.Compare(a.Name, b.Name) })
	for i := 1; i < len(id.Features); i++ {
		if id.Features[i].Name == id.Features[i-1].Name {
			return ID{}, fmt.Errorf("target ID %q: feature %q is given twice", s, id.Features[i].Name)
		}
	}
	if processor == "" && id.Features != nil {
		return ID{}, fmt.Errorf("target ID %q: no processor", s)
	}
	return id, nil
}

// ParseAMD parses the target ID of an AMD processor that can be compiled for. The error is an
// [UnsupportedArchError] if there is no such processor, and an [InvalidIDError] if the features are
// malformed or the processor lacks one.
func ParseAMD(s string) (ID, error) {
	processor, _, settings := strings.Cut(s, ":")
	p := byName[processor]
	if p == nil || p.ReadOnly {
		if !settings {
			return ID{}, &UnsupportedArchError{s}
		}
		return ID{}, &InvalidIDError{s}
	}
	id, err := ParseID(s)
	if err != nil || slices.ContainsFunc(id.Features, func(f Feature) bool { return !slices.Contains(p.Features(), f.Name) }) {
		return ID{}, &InvalidIDError{s}
	}
	return id, nil
}

// UnsupportedArchError names an --offload-arch that is not a processor of any target.
type UnsupportedArchError struct{ Arch string }

// Error implements error, with clang's words and the [UnsupportedArchError.Hint].
func (e *UnsupportedArchError) Error() string {
	return "unsupported HIP gpu architecture: " + e.Arch + "; " + e.Hint()
}

// Hint returns the names that are most similar to the unknown one, and the processors of its
// vendor.
func (e *UnsupportedArchError) Hint() string {
	if strings.HasPrefix(strings.ToLower(e.Arch), "spir") {
		return "SPIR-V has no processors: it is --offload=" + SPIRV64
	}
	var all []string
	for _, f := range families {
		all = append(all, f.names()...)
	}
	near := nearest(strings.TrimPrefix(e.Arch, IntelPrefix), all)
	s := ""
	if len(near) > 0 {
		s = "did you mean '" + strings.Join(near, "', '") + "'? "
	}
	for _, f := range families[1:] {
		if f.is(e.Arch) || len(near) > 0 && slices.Contains(f.names(), near[0]) {
			return s + f.supported()
		}
	}
	return s + families[0].supported()
}

// A family is one kind of processors: families is their table.
type family struct {
	is        func(name string) bool // reports whether a name is meant to be of the family
	names     func() []string        // of its processors
	supported func() string          // a sentence with the names
}

// nearest returns the names that are most similar to name, at most three, if they differ by at most
// two letters.
func nearest(name string, names []string) []string {
	best, out := 2, []string(nil)
	for _, n := range names {
		d := distance(strings.ToLower(name), n)
		if d < best {
			best, out = d, nil
		}
		if d == best {
			out = append(out, n)
		}
	}
	return out[:min(len(out), 3)]
}

// distance returns the Levenshtein distance of two words: the number of insertions, deletions and
// substitutions of letters that turn one into the other.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			exchanged := diagonal
			if a[i] != b[j] {
				exchanged++
			}
			diagonal = row[j+1]
			row[j+1] = min(exchanged, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}

// InvalidIDError names a target ID that is malformed, or that sets a feature its
// processor lacks.
type InvalidIDError struct{ ID string }

// Error implements error, with clang's words and the features that the processor has.
func (e *InvalidIDError) Error() string {
	s := fmt.Sprintf("invalid target ID '%s'; format is a processor name followed by an optional colon-delimited list of features followed by an enable/disable sign (e.g., 'gfx908:sramecc+:xnack-')", e.ID)
	processor, _, _ := strings.Cut(e.ID, ":")
	switch p := byName[processor]; {
	case p == nil || p.ReadOnly:
		s += fmt.Sprintf("; no processor is called '%s'", processor)
	case p.Features() == nil:
		s += fmt.Sprintf("; %s takes no features", processor)
	default:
		s += fmt.Sprintf("; %s takes each of these once: %s", processor, strings.Join(p.Features(), " "))
	}
	return s
}

// ConflictError names two target IDs that cannot be in one program.
type ConflictError struct{ A, B string }

// Error implements error with clang's words.
func (e *ConflictError) Error() string {
	return fmt.Sprintf("invalid offload arch combinations: '%s' and '%s' (for a specific processor, a feature should either exist in all offload archs, or not exist in any offload archs)", e.A, e.B)
}

// CheckConflicts returns a [ConflictError] with the first two of ids that conflict. Strings that
// are not target IDs conflict with nothing.
func CheckConflicts(ids []string) error {
	var parsed []ID
	for _, s := range ids {
		if id, err := ParseID(s); err == nil {
			parsed = append(parsed, id)
		}
	}
	if a, b, bad := Conflict(parsed); bad {
		return &ConflictError{a.String(), b.String()}
	}
	return nil
}

// Conflict returns, in the order of their spelling, the first two IDs that name the same processor
// and disagree about which features are set at all: a device would match both.
func Conflict(ids []ID) (a, b ID, bad bool) {
	ids = slices.Clone(ids)
	slices.SortFunc(ids, func(x, y ID) int { return strings.Compare(x.String(), y.String()) })
	sameName := func(x, y Feature) bool { return x.Name == y.Name }
	for i, a := range ids {
		for _, b := range ids[i+1:] {
			if a.Processor != "" && a.Processor == b.Processor && !slices.EqualFunc(a.Features, b.Features, sameName) {
				return a, b, true
			}
		}
	}
	return ID{}, ID{}, false
}

// Rank says how well an image fits a device; a greater one is better. With zero it cannot run.
type Rank int

// Ranks. Each feature setting that an image and its device share adds 1 to RankExact,
// and an sm twice its number, and 1 if it is virtual.
const (
	RankIR      = 1 + Rank(iota) // an intermediate language, compiled when it is loaded
	RankGeneric                  // code for a generic processor
	RankExact                    // code for the device's own processor
)

// RankAMD says how well AMD code for image fits a device: code runs on its own processor, or as a
// generic one on its family, if every feature that it sets has the device's setting.
func RankAMD(image, device ID) Rank {
	rank := RankExact
	if image.Processor != device.Processor {
		p := byName[device.Processor]
		if p == nil || p.Generic == "" || p.Generic != image.Processor {
			return 0
		}
		rank = RankGeneric
	}
	for _, f := range image.Features {
		if on, set := device.Feature(f.Name); !set || on != f.On {
			return 0
		}
		if rank >= RankExact {
			rank++
		}
	}
	return rank
}
