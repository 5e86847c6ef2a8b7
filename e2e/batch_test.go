// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gohipcc/internal/testtree"
)

// TestCombine: programs of a batch do not see each other's names and macros, and a program that cannot be in one is
// compiled alone.
func TestCombine(t *testing.T) {
	dir := t.TempDir()
	source := func(name, before, value string) string {
		file := filepath.Join(dir, name+".hip")
		text := before + "#include <hip/hip_runtime.h>\n#include \"shared.h\"\n#define VALUE " + value +
			"\nint number() { return VALUE; }\nint main() {\n  return number() + SHARED;\n}\n"
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	if err := os.WriteFile(filepath.Join(dir, "shared.h"), []byte("#pragma once\n#define SHARED 40\n#define VALUE 9\nconst int value = VALUE;\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	all := testtree.NewBatches(t)
	var commands []*testtree.Batch
	files := []string{source("a", "", "1"), source("b", "", "2"), source("c", "#define EARLY\n", "3")}
	for _, f := range files {
		commands = append(commands, all.Add(t, f, []string{"-O0", "--offload=cpu", "-D__HIPCC_RTC__=1", "--no-pch-cache"}))
	}
	if commands[0] != commands[1] || commands[0] == commands[2] {
		t.Fatal("a and b are to be one batch, and c another")
	}
	for i, f := range files {
		c := commands[i].Command(t, f)
		err := exec.Command(c[0], c[1:]...).Run()
		if exit := (&exec.ExitError{}); !errors.As(err, &exit) || exit.ExitCode() != 41+i {
			t.Errorf("%s: %v, want exit status %d", testtree.ProgramName(f), err, 41+i)
		}
	}
}
