// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package backend

import (
	_ "embed"
	"strings"
	"testing"
)

//go:embed testdata/int128_names.txt
var int128Names string

// TestFindName compares each of clang's names with all others: a module that has them all, and
// modules that have only one.
func TestFindName(t *testing.T) {
	var host, device []string
	for line := range strings.Lines(int128Names) {
		h, d, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok {
			t.Fatal(line)
		}
		host, device = append(host, h), append(device, d)
	}
	for i, h := range host {
		if h == device[i] {
			continue
		}
		if got, ok := FindName(h, device); !ok || got != device[i] {
			t.Errorf("%s is %s, not %q", h, device[i], got)
		}
		for j, d := range device {
			if got, ok := FindName(h, device[j:j+1]); ok != (i == j) {
				t.Errorf("%s, %s: %q", h, d, got)
			}
		}
	}
}

func TestFindNameOfSeveral(t *testing.T) {
	// Names that differ only in the spelling of the type, and names that are none.
	for _, device := range [][]string{
		{"_Z1kDB128_", "_Z1kDB128_"}, {"_Z1kDB128_S0_"}, {"_Z1kDB128"}, {"_Z1k"}, {""}, nil,
		{"_Z1kDB128_E"}, {"_Z9kDB128_"},
	} {
		if got, ok := FindName("_Z1kn", device); ok {
			t.Errorf("%q: %s", device, got)
		}
	}
	if got, ok := FindName("_ZL1kn.intern.0123", []string{"_ZL1kDB128_.intern.0124", "_ZL1kDB128_.intern.0123"}); !ok ||
		got != "_ZL1kDB128_.intern.0123" {
		t.Error(got)
	}
	// Of a kernel launched with []<class T, int N, template <class> class X, Big... B>(T, X<__int128>, __int128 (&)[N], B...) {}.
	device := "_Z2e9IZ3usevEUlTyTniTtTyETpTk3BigT_T1_IDB128_ERAT0__S2_DpT2_E_EvS0_S2_"
	if got, ok := FindName("_Z2e9IZ3usevEUlTyTniTtTyETpTk3BigT_T1_InERAT0__nDpT2_E_EvS0_n", []string{device}); !ok || got != device {
		t.Error(got)
	}
}

// FuzzMangledNames checks that the reader of mangled names ends, and that names have the same form
// when they are read again.
func FuzzMangledNames(f *testing.F) {
	for _, name := range strings.Fields(int128Names) {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		var types components
		form, ok := types.withoutBitInt(name)
		again, ok2 := types.withoutBitInt(name)
		if form != again || ok != ok2 {
			t.Errorf("%s: %s, then %s", name, form, again)
		}
		if len(form) > 64*len(name)+64 {
			t.Errorf("%s: a form of %d bytes", name, len(form))
		}
	})
}
