// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes_test

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// importsOf lists what the files of a folder, tests aside, import of this module, and
// whether one of them says what belongs there.
func importsOf(t *testing.T, dir string) (imports []string, comment bool) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no Go files in %s (%v)", dir, err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		comment = comment || f.Doc != nil && strings.HasPrefix(f.Doc.Text(), "Package ")
		for _, i := range f.Imports {
			path, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if p, ours := strings.CutPrefix(path, "gohipcc/"); ours && !slices.Contains(imports, p) {
				imports = append(imports, p)
			}
		}
	}
	return imports, comment
}

// TestLayout holds the packages to the table of docs/ARCHITECTURE.md: every one is in it,
// says what belongs there, and imports what the table allows.
func TestLayout(t *testing.T) {
	page, err := os.ReadFile("../docs/ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(page), "| `passes/` | what belongs there | imports |\n")
	if !ok {
		t.Fatal("docs/ARCHITECTURE.md has no table of the packages of passes/")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	name := regexp.MustCompile("`(\\w+)`")
	seen := map[string]bool{}
	for _, row := range strings.Split(table, "\n")[1:] {
		cells := strings.Split(row, "|")
		if len(cells) != 5 {
			t.Fatalf("a row of %d cells: %s", len(cells)-2, row)
		}
		allowed := strings.Split(strings.TrimSpace(cells[3]), ", ")
		for _, m := range name.FindAllStringSubmatch(cells[1], -1) {
			seen[m[1]] = true
			dir := m[1]
			if dir == "passes" {
				dir = "."
			}
			imports, comment := importsOf(t, dir)
			if !comment {
				t.Errorf("package %s has no comment that says what belongs there", m[1])
			}
			for _, p := range imports {
				of, inside := strings.CutPrefix(p, "passes/")
				switch {
				case p == "atomicfile", inside && (of == "ir" || of == "llvm"), allowed[0] == "all" && inside, slices.Contains(allowed, of):
				default:
					t.Errorf("package %s imports gohipcc/%s, for which the table has no word", m[1], p)
				}
			}
		}
	}
	folders, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		if d := filepath.Dir(f); !seen[d] {
			t.Errorf("the table of docs/ARCHITECTURE.md does not have passes/%s", d)
			seen[d] = true
		}
	}
}
