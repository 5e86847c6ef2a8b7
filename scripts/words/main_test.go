// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import "testing"

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		file, text string
		want       int // line of the only finding, 0 for none
	}{
		{"a.go", "x := 1 // the value behind a barrier\n", 1},
		{"a.go", "package a\n// the value after a barrier\nvar roadTo = \"the road\"\n", 0},
		{"a.c", "int a;\n/* work-items take turns */\n", 2},
		{"a.md", "one\n\nEvery turn of the loop is counted.\n", 3},
		{"a.sh", "echo the house # a list\n", 0},
		{"a.ll", "; functions of a warp\n", 1},
		{"a.go", "// lanes go round\n", 1},
	} {
		got := check(tt.file, []byte(tt.text))
		switch {
		case tt.want == 0 && len(got) > 0:
			t.Errorf("%s %q: found %+v, want nothing", tt.file, tt.text, got)
		case tt.want > 0 && (len(got) != 1 || got[0].line != tt.want):
			t.Errorf("%s %q: found %+v, want one in line %d", tt.file, tt.text, got, tt.want)
		}
	}
}
