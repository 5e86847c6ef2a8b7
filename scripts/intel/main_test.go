// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gohipcc/e2e/intel"
)

// TestPrograms checks that programs which do not compile are listed with the compiler's message, and
// the others counted. The compiler is a script that rejects one of them.
func TestPrograms(t *testing.T) {
	top := t.TempDir()
	t.Chdir(top)
	for name, text := range map[string]string{
		"testdata/programs/good.hip": "",
		"testdata/language/bad.hip":  "",
		"build/bin/gohipcc": `#!/bin/sh
for a; do
  case $a in
  *bad.hip) echo "bad.hip:1: no"; exit 1 ;;
  *.bin) echo image >"$a" ;;
  esac
done
`,
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	c := intel.Compiler{Ocloc: "ocloc", Device: "pvc", Build: filepath.Join(top, "build"), Dir: t.TempDir()}
	if err := programs(t.Context(), &out, &c, time.Hour); err != nil {
		t.Fatal(err)
	}
	const want = "testdata/language/bad.hip: exit status 1\n  bad.hip:1: no\n1 of 2 programs compile"
	if !strings.HasPrefix(out.String(), want) {
		t.Errorf("got %q, want %q and so on", out.String(), want)
	}
}
