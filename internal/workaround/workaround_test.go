// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workaround

import (
	"maps"
	"slices"
	"testing"
)

func TestParseSet(t *testing.T) {
	for list, want := range map[string][]string{
		"":           nil,
		" , ":        nil,
		"a":          {"a"},
		"b, a ,a":    {"a", "b"},
		"pocl-x,b,,": {"b", "pocl-x"},
	} {
		if got := slices.Sorted(maps.Keys(ParseSet(list))); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", list, got, want)
		}
	}
}
