// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gohipcc/fatbin"
	"gohipcc/runtime/backend"
)

// kernelOf finds a kernel by the name that the host gives it. Clang has no __int128 for SPIR-V,
// where the headers substitute _BitInt(128), which is mangled differently. Of overloads that differ
// only in which earlier types they refer to, it may find several, which is an error.
func kernelOf(m backend.Module, name string) (backend.Kernel, error) {
	k, err := m.Kernel(name)
	if err == nil || !errors.Is(err, fatbin.ErrNotFound) || !strings.HasPrefix(name, "_Z") || !strings.ContainsAny(name, "no") {
		return k, err
	}
	var found []string
	for _, have := range m.KernelNames() {
		if sameButInt128(name, have) {
			found = append(found, have)
		}
	}
	switch len(found) {
	case 0:
		return nil, err
	case 1:
		return m.Kernel(found[0])
	}
	return nil, fmt.Errorf("%w; with _BitInt(128) for __int128 it is any of %s", err, backend.ListNames(found))
}

const (
	signed128   = "DB128_"
	unsigned128 = "DU128_"
)

// sameButInt128 reports whether the Itanium mangled names host and device can differ in that one has
// the built-in types n and o (__int128, unsigned __int128) where the other has _BitInt(128).
// The latter are substitution candidates, so that those after them have other numbers. The numbers
// of the two are not derived but tried: device is accepted if any are consistent.
// The kernel that was compiled from the host's is always accepted, so that another one can only make
// the result ambiguous, which kernelOf reports.
func sameButInt128(host, device string) bool {
	s, u := strings.Index(device, signed128), strings.Index(device, unsigned128)
	for _, m := range numberings(s, u) {
		if m.match(host, device) {
			return true
		}
	}
	return false
}

// numberings returns the possible numbers of the two types in a device's name, where they occur
// first at the indices s and u, -1 for a type that does not occur. The candidates before a type are
// at least one character each.
func numberings(s, u int) []int128Names {
	var all []int128Names
	for i := min(s, 0); i <= s; i++ {
		for j := min(u, 0); j <= u; j++ {
			if i != j && (s < 0 || u < 0 || (s < u) == (i < j)) { // in the order of occurrence
				all = append(all, int128Names{i, j})
			}
		}
	}
	return all
}

// int128Names are the numbers of the substitutions for the two types, -1 for one that does not
// occur.
type int128Names struct{ signed, unsigned int }

// numbered returns the number of a substitution in the device's name from that in the host's.
func (m int128Names) numbered(n int) int {
	first, second := min(m.signed, m.unsigned), max(m.signed, m.unsigned)
	for _, inserted := range []int{first, second} {
		if inserted >= 0 && n >= inserted {
			n++
		}
	}
	return n
}

func (m int128Names) match(host, device string) bool {
	for host != "" && device != "" {
		for _, w := range []struct {
			builtin byte
			name    string
			number  int
		}{{'n', signed128, m.signed}, {'o', unsigned128, m.unsigned}} {
			if host[0] != w.builtin || w.number < 0 {
				continue
			}
			if rest, ok := strings.CutPrefix(device, w.name); ok {
				return m.match(host[1:], rest)
			}
			if n, rest, ok := substitution(device); ok && n == w.number && m.match(host[1:], rest) {
				return true
			}
		}
		// What looks like a substitution may be part of an identifier, which is the same in both.
		if h, restH, ok := substitution(host); ok {
			if d, restD, ok := substitution(device); ok && d == m.numbered(h) && m.match(restH, restD) {
				return true
			}
		}
		if host[0] != device[0] {
			return false
		}
		host, device = host[1:], device[1:]
	}
	return host == device
}

// substitution parses S_ (number 0), S0_ (1), S1_ and so on in base 36.
func substitution(s string) (number int, rest string, ok bool) {
	if !strings.HasPrefix(s, "S") {
		return 0, "", false
	}
	id, rest, ok := strings.Cut(s[1:], "_")
	if !ok || id != strings.ToUpper(id) {
		return 0, "", false
	}
	if id == "" {
		return 0, rest, true
	}
	n, err := strconv.ParseUint(id, 36, 16)
	return int(n) + 1, rest, err == nil
}
