// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestMeasure(t *testing.T) {
	const source = `package p

type T[E any] struct{}

func plain() {}

func (t *T[E]) branches(x int, c chan int) int {
	for x > 0 && x < 9 || x == 20 {
		switch x {
		case 1, 2:
			return 1
		default:
		}
	}
	select {
	case <-c:
	default:
	}
	if x == 3 {
		func() {
			for range 3 {
			}
		}()
	}
	return 0
}
`
	for name, complexity := range map[string]int{"p.go": 8, "p_test.go": 0} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := measure(path)
		if err != nil {
			t.Fatal(err)
		}
		if want := (size{20, complexity}); len(got) != 2 || got["(*T).branches"] != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		if got["plain"].lines != 1 {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestFiles: the files of a change can be in other languages, and need not be all that the list of
// exceptions names.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.c":      "int main(void) { return 0; }\n",
		"long.go":  "package p\n\nfunc long() {\n" + strings.Repeat("\n", 80) + "}\n",
		"list":     "other.go old 90 1\nlong.go gone 90 1\ndeleted.go f 90 1\n",
		"other.go": "package p\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(files ...string) string {
		cmd := exec.Command(os.Args[0], append([]string{"list"}, files...)...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "TEST_LIMITS=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%v: %v", files, err)
		}
		return string(out)
	}
	const deleted = "deleted.go f: there is no such function; take it off list\n"
	if got := run("a.c"); got != deleted {
		t.Errorf("a C file: %q", got)
	}
	got := run("a.c", "long.go")
	for _, want := range []string{"long.go long: 82 lines, complexity 1; at most 80 and 20\n", "long.go gone: there is no such function; take it off list\n", deleted} {
		if !strings.Contains(got, want) {
			t.Errorf("a Go file: %q without %q", got, want)
		}
	}
	if strings.Contains(got, "other.go") {
		t.Errorf("a file that is not given: %q", got)
	}
}

// TestMain is the command for TestFiles.
func TestMain(m *testing.M) {
	if os.Getenv("TEST_LIMITS") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}
