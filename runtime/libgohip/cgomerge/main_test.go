// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestMerge: a package that is built with the joined file does the same, and its positions are those of its files. Files that define something in C, or to which another import of the same name would belong, are not joined.
func TestMerge(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		"go.mod":      "module example\n\ngo 1.24\n",
		"a.go":        "// A comment.\n\npackage main\n\n// #include <stdlib.h>\nimport \"C\"\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(number(), text(), own()) }\n\nfunc number() C.int { return C.abs(-3) }\n",
		"b.go":        "package main\n\n// #include <stdlib.h>\n// #include <string.h>\nimport \"C\"\n\nimport words \"strings\"\n\nfunc text() string { return words.Repeat(\"b\", int(C.strlen(C.CString(\"four\")))) }\n",
		"conflict.go": "package main\n\n// #include <stdlib.h>\nimport \"C\"\n\nimport words \"bytes\"\n\nvar _ = words.Equal\nvar _ C.int\n",
		"own.go":      "package main\n\n// static int own(void) { return 7; }\nimport \"C\"\n\nfunc own() C.int { return C.own() }\n",
		"plain.go":    "package main\n",
		"other.go":    "//go:build plan9\n\npackage main\n\n// #include <none.h>\nimport \"C\"\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := run(dir, out); err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(out, "overlay.json")
	table, err := os.ReadFile(overlay)
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ Replace map[string]string }
	if err := json.Unmarshal(table, &got); err != nil {
		t.Fatal(err)
	}
	if r := got.Replace; len(r) != 2 || r[filepath.Join(dir, "a.go")] != filepath.Join(out, mergedName) || r[filepath.Join(dir, "b.go")] != "" {
		t.Errorf("the overlay is %v", r)
	}
	cmd := exec.Command("go", "run", "-trimpath", "-overlay="+overlay, ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1")
	if said, err := cmd.CombinedOutput(); string(said) != "3 bbbb 7\n" {
		t.Errorf("the program printed %q, %v", said, err)
	}
	merged, err := os.ReadFile(filepath.Join(out, mergedName))
	if err != nil {
		t.Fatal(err)
	}
	// Line 7 of b.go is that of its last import.
	if position := "\n//line " + filepath.Join(dir, "b.go") + ":7\n\n\nfunc text()"; !strings.Contains(string(merged), position) {
		t.Errorf("no %q in\n%s", position, merged)
	}
}
