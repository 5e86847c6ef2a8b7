// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package testtree

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestTogether: a program that returns an error is not among the results of a batch, and one that ends the process is
// not either, nor one that prints to standard error, but those after it are, and begin without its last error.
func TestTogether(t *testing.T) {
	dir := t.TempDir()
	b := &Batch{exe: filepath.Join(dir, "batch")}
	for _, p := range [][2]string{{"a", `puts("A"); return 0;`}, {"b", `return 1;`}, {"c", `puts("C"); return 0;`}, {"d", `_Exit(0);`}, {"e", `puts("E"); return 0;`}, {"f", `return 0;`},
		{"g", `fputs("G", stderr); last = 1; return 0;`}, {"h", `return hipGetLastError();`}} {
		file := filepath.Join(dir, p[0]+".hip")
		if err := os.WriteFile(file, []byte("#include <cstdlib>\nint main() {\n"+p[1]+"\n}\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		b.files = append(b.files, file)
	}
	source, err := combine(b.files)
	if err != nil {
		t.Fatal(err)
	}
	header := filepath.Join(dir, "hip", "hip_runtime.h")
	for name, text := range map[string]string{header: "inline int last;\ninline int hipGetLastError() { int e = last; last = 0; return e; }\n", b.exe + ".cpp": source} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("c++", "-I", dir, b.exe+".cpp", "-o", b.exe).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want := map[string]string{"a": "A\n", "!b": "", "c": "C\n", "e": "E\n", "f": "", "h": ""}
	if got := b.runAll(nil, func(string) bool { return true }); !maps.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
