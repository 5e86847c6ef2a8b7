// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import (
	"sort"

	"github.com/ianlancetaylor/demangle"
)

// Demangle returns a symbol in its source spelling, for messages.
func Demangle(name string) string { return demangle.Filter(name, demangle.NoClones) }

// SortedKeys returns a map's keys in sorted order: the output must not depend on map order.
func SortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}
