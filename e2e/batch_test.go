// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"gohipcc/internal/testtree"
)

// A batch is programs that are compiled as one source with the same options, because what a compilation costs without
// the programs' own code, 0.4 s of CPU time, is more than most of them cost. Each is in a namespace of its own, and still
// runs in a process of its own.
//
// A test adds its program before it calls t.Parallel, and compiles after that, when all of them have been added. A
// program that -run selects alone is compiled as it is.
type batch struct {
	dir   string // for the executable
	args  []string
	files []string

	once sync.Once
	exe  string
	err  error
}

// batchSize is a compromise between what a compilation costs and the sources that a failed one leaves to look at.
const batchSize = 10

// batches distributes programs over batches of the same options.
type batches struct {
	dir  string
	open map[string]*batch
	n    int
}

func newBatches(t *testing.T) *batches { return &batches{dir: t.TempDir(), open: map[string]*batch{}} }

// add returns the batch in which a program is compiled.
func (all *batches) add(file, source string, args []string) *batch {
	key := strings.Join(args, " ")
	if !combinable(source) {
		key += " " + file
	}
	b := all.open[key]
	if b == nil || len(b.files) == batchSize {
		all.n++
		b = &batch{dir: all.dir, args: args, exe: filepath.Join(all.dir, fmt.Sprint("batch", all.n))}
		all.open[key] = b
	}
	b.files = append(b.files, file)
	return b
}

// command returns the command that runs a program, compiled with the others of its batch.
func (b *batch) command(t *testing.T, file string) []string {
	t.Helper()
	b.once.Do(func() {
		source, dir := b.files[0], filepath.Dir(b.files[0])
		if len(b.files) > 1 {
			source = b.exe + ".hip"
			text, err := combine(b.files)
			if err == nil {
				err = os.WriteFile(source, []byte(text), 0o644)
			}
			if b.err = err; err != nil {
				return
			}
		}
		// A program whose main returns nothing would end by an illegal instruction.
		_, _, b.err = execute(dir, testtree.Compiler(t), slices.Concat([]string{"-Werror=return-type", "-I", dir, source, "-o", b.exe}, b.args)...)
	})
	if b.err != nil {
		t.Fatal(b.err)
	}
	if len(b.files) > 1 {
		return []string{b.exe, programName(file)}
	}
	return []string{b.exe}
}

var (
	includeLine = regexp.MustCompile(`(?m)^#include (<[^>]+>|"[^"]+")`)
	defineLine  = regexp.MustCompile(`(?m)^# *define (\w+)`)
	plainMain   = regexp.MustCompile(`(?m)^int main\(\) \{`)
)

// combinable reports whether a program can be one of several: what is a macro before the first header is one for
// all of them, and main, which has to return a value in a namespace, has no parameters. One that is about what the headers
// have says that it is alone: the others include more.
func combinable(source string) bool {
	include, define := includeLine.FindStringIndex(source), defineLine.FindStringIndex(source)
	return plainMain.MatchString(source) && !strings.Contains(source, "\n// e2e: alone\n") && include != nil && (define == nil || include[0] < define[0])
}

// combine returns the source of a program that runs the one that its argument names: the headers of all, which do nothing
// when they are included again, and then each in a namespace, without the macros of the others.
func combine(files []string) (string, error) {
	headers := []string{"<vector>", "<hip/hip_runtime.h>", "<cstring>"} // the first two have a precompiled header
	var quoted []string
	var body, calls strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		for _, m := range includeLine.FindAllStringSubmatch(string(text), -1) {
			list := &headers
			if m[1][0] == '"' {
				// A program for hiprtc has such lines in a string.
				if _, err := os.Stat(filepath.Join(filepath.Dir(file), strings.Trim(m[1], `"`))); err != nil {
					continue
				}
				list = &quoted
			}
			if !slices.Contains(*list, m[1]) {
				*list = append(*list, m[1])
			}
		}
		var macros []string
		for _, m := range defineLine.FindAllStringSubmatch(string(text), -1) {
			macros = append(macros, m[1])
		}
		slices.Sort(macros)
		macros = slices.Compact(macros)
		for _, m := range macros {
			fmt.Fprintf(&body, "#pragma push_macro(\"%s\")\n#undef %[1]s\n", m)
		}
		name := programName(file)
		space := "program_" + strings.ReplaceAll(name, "-", "_")
		fmt.Fprintf(&body, "namespace %s {\n#include \"%s\"\n}\n", space, file)
		for _, m := range macros {
			fmt.Fprintf(&body, "#undef %s\n#pragma pop_macro(\"%[1]s\")\n", m)
		}
		fmt.Fprintf(&calls, "  if (!std::strcmp(argv[1], \"%s\")) return %s::main();\n", name, space)
	}
	var top strings.Builder
	for _, h := range slices.Concat(headers, quoted) {
		fmt.Fprintf(&top, "#include %s\n", h)
	}
	return top.String() + body.String() + "int main(int argc, char **argv) {\n  if (argc != 2) return 2;\n" + calls.String() + "  return 2;\n}\n", nil
}

func programName(file string) string { return strings.TrimSuffix(filepath.Base(file), ".hip") }

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
	all := newBatches(t)
	var commands []*batch
	files := []string{source("a", "", "1"), source("b", "", "2"), source("c", "#define EARLY\n", "3")}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		commands = append(commands, all.add(f, string(text), []string{"-O0", "--offload=cpu", "-D__HIPCC_RTC__=1", "--no-pch-cache"}))
	}
	if commands[0] != commands[1] || commands[0] == commands[2] {
		t.Fatal("a and b are to be one batch, and c another")
	}
	for i, f := range files {
		c := commands[i].command(t, f)
		_, _, err := execute(dir, c[0], c[1:]...)
		if want := fmt.Sprintf("exit status %d", 41+i); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", programName(f), err, want)
		}
	}
}
