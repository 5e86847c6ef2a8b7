// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"path/filepath"
	"strings"
	"testing"

	"gohipcc/toolchains/clang"
)

// TestLongNames: a source whose name is as long as a file's may be has temporary files with names of their own.
func TestLongNames(t *testing.T) {
	p := &Plan{Config: &Config{TempDir: "/tmp/x"}}
	name := p.namer(clang.Names{})
	seen := map[string]bool{}
	for _, source := range []string{strings.Repeat("x", 250), strings.Repeat("x", 249) + "y"} {
		for _, end := range []string{"-generic-a2e228.bc", "-x86-64-v3-08b161.out"} {
			got, again := name("-input="+clang.TempPrefix+source+end), name(clang.TempPrefix+source+end)
			file, found := strings.CutPrefix(got, "-input=/tmp/x/")
			if !found || len(file) > 255 || !strings.HasSuffix(file, end) || again != filepath.Join("/tmp/x", file) || seen[file] {
				t.Errorf("%s%s: %s and %s", source, end, got, again)
			}
			seen[file] = true
		}
	}
	if got := name(clang.TempPrefix + "a-1.bc"); got != "/tmp/x/a-1.bc" {
		t.Error(got)
	}
}
