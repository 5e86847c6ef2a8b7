// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// goPackage is a folder with Go files in it.
type goPackage struct {
	imports []string // folders of this module, by files that are no tests
	comment bool     // a file says what belongs there
}

// goPackages reads the packages of this module, by folder.
func goPackages(t *testing.T) map[string]*goPackage {
	t.Helper()
	packages := map[string]*goPackage{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || name == "build" || len(name) > 1 && name[0] == '.'):
			return filepath.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(filepath.Dir(name))
		p := packages[dir]
		if p == nil {
			p = &goPackage{}
			packages[dir] = p
		}
		doc := f.Doc.Text()
		p.comment = p.comment || strings.HasPrefix(doc, "Package ") || strings.HasPrefix(doc, "Command ")
		for _, i := range f.Imports {
			of, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			if of, ours := strings.CutPrefix(of, "gohipcc/"); ours && !slices.Contains(p.imports, of) {
				p.imports = append(p.imports, of)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return packages
}

// A layoutTable is a table of docs/ARCHITECTURE.md with the packages of a folder and
// what each may import.
type layoutTable struct {
	folder string
	rows   map[string][]string // by package: its name below the folder, or the folder's
	names  [][]string          // of each row: packages may share one
}

// layoutTables reads the tables: the name of a folder, what belongs there, imports.
func layoutTables(t *testing.T) []layoutTable {
	t.Helper()
	page, err := os.ReadFile("docs/ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	head := regexp.MustCompile("(?m)^\\| `(\\w+)/` \\| contents \\| imports \\|\n\\|---\\|---\\|---\\|\n")
	name := regexp.MustCompile("`([\\w/]+)`")
	var tables []layoutTable
	for _, m := range head.FindAllSubmatchIndex(page, -1) {
		table := layoutTable{folder: string(page[m[2]:m[3]]), rows: map[string][]string{}}
		text, _, _ := strings.Cut(string(page[m[1]:]), "\n\n")
		for _, row := range strings.Split(text, "\n") {
			cells := strings.Split(row, "|")
			if len(cells) != 5 {
				t.Fatalf("a row of %d cells: %s", len(cells)-2, row)
			}
			imports := strings.FieldsFunc(cells[3], func(r rune) bool { return r == ',' || r == ' ' })
			var names []string
			for _, n := range name.FindAllStringSubmatch(cells[1], -1) {
				table.rows[n[1]] = imports
				names = append(names, n[1])
			}
			table.names = append(table.names, names)
		}
		tables = append(tables, table)
	}
	return tables
}

// dir returns the folder of a package of the table.
func (table *layoutTable) dir(name string) string {
	if name == table.folder {
		return name
	}
	return path.Join(table.folder, name)
}

// checkUsed checks that packages import what their row allows.
func (table *layoutTable) checkUsed(t *testing.T, packages map[string]*goPackage) {
	t.Helper()
	for _, names := range table.names {
		if names[0] == "every" {
			continue
		}
		var used []string
		for _, name := range names {
			if p := packages[table.dir(name)]; p != nil {
				used = append(used, p.imports...)
			}
		}
		for _, word := range table.rows[names[0]] {
			if word != "all" && !slices.ContainsFunc(used, func(of string) bool {
				return of == word || strings.HasPrefix(of, word+"/") || of == table.folder+"/"+word
			}) {
				t.Errorf("the table of %s/ in docs/ARCHITECTURE.md allows %s to import %s, which it does not", table.folder, strings.Join(names, " and "), word)
			}
		}
	}
}

// TestLayout holds the packages to the tables of docs/ARCHITECTURE.md: every one is in
// one, says what belongs there, and imports what its row and the row `every` allow. A name
// in a row is that of a package beside it, or of a folder of the module, with all in it;
// "all" is every package beside it.
func TestLayout(t *testing.T) {
	packages := goPackages(t)
	tables := layoutTables(t)
	folders := map[string]bool{}
	for _, table := range tables {
		folders[table.folder] = true
		table.checkUsed(t, packages)
		every := table.rows["every"]
		delete(table.rows, "every")
		for name, imports := range table.rows {
			dir := table.dir(name)
			p := packages[dir]
			if p == nil {
				t.Errorf("the table of %s/ in docs/ARCHITECTURE.md has %s, where no Go files are", table.folder, dir)
				continue
			}
			allowed := func(of string) bool {
				inside, isInside := strings.CutPrefix(of, table.folder+"/")
				return slices.ContainsFunc(slices.Concat(every, imports), func(word string) bool {
					return word == "all" && isInside || isInside && inside == word || of == word ||
						!isInside && strings.HasPrefix(of, word+"/")
				})
			}
			for _, of := range p.imports {
				if !allowed(of) {
					t.Errorf("%s imports gohipcc/%s, for which the table of %s/ in docs/ARCHITECTURE.md has no word", dir, of, table.folder)
				}
			}
		}
		for dir := range packages {
			name, inside := strings.CutPrefix(dir, table.folder+"/")
			if !inside {
				name = dir
			}
			if _, known := table.rows[name]; !known && (inside || dir == table.folder) {
				t.Errorf("the table of %s/ in docs/ARCHITECTURE.md does not have %s", table.folder, dir)
			}
		}
	}
	for _, folder := range []string{"driver", "passes", "runtime", "toolchains"} {
		if !folders[folder] {
			t.Errorf("docs/ARCHITECTURE.md has no table of the packages of %s/", folder)
		}
	}
	for dir, p := range packages {
		if !p.comment {
			t.Errorf("no file of %s says what belongs there: // Package NAME ...", dir)
		}
	}
}

// folderTable reads the first table of docs/ARCHITECTURE.md: by folder, what its packages
// may import from outside of it.
func folderTable(t *testing.T) map[string][]string {
	t.Helper()
	page, err := os.ReadFile("docs/ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, found := strings.Cut(string(page), "| folder | owns | may import |\n|---|---|---|\n")
	if !found {
		t.Fatal("docs/ARCHITECTURE.md has no table of the folders")
	}
	text, _, _ = strings.Cut(text, "\n\n")
	name := regexp.MustCompile("`([\\w./]+)`")
	rows := map[string][]string{}
	for row := range strings.SplitSeq(text, "\n") {
		cells := strings.Split(row, "|")
		if len(cells) != 5 {
			t.Fatalf("a row of %d cells: %s", len(cells)-2, row)
		}
		var words []string
		if imports := strings.TrimSpace(cells[3]); imports != "none" {
			words = strings.FieldsFunc(imports, func(r rune) bool { return r == ',' || r == ';' })
		}
		for _, n := range name.FindAllStringSubmatch(cells[1], -1) {
			folder := strings.TrimSuffix(n[1], "/")
			if folder == "main.go" {
				folder = "."
			}
			rows[folder] = words
		}
	}
	return rows
}

// TestFolders holds the imports from one folder into another to the first table of
// docs/ARCHITECTURE.md. A word there is a folder with all in it; "X in `P` only" allows X
// to the package P of the folder.
func TestFolders(t *testing.T) {
	rows := folderTable(t)
	only := regexp.MustCompile("^(\\S+) in `(\\S+)` only$")
	used := map[string]bool{}
	for dir, p := range goPackages(t) {
		folder := dir
		for folder != "." && rows[folder] == nil {
			if _, known := rows[folder]; known {
				break
			}
			folder = path.Dir(folder)
		}
		if folder == "." && dir != "." {
			t.Errorf("the first table of docs/ARCHITECTURE.md has no folder for %s", dir)
			continue
		}
		used[folder] = true
		for _, of := range p.imports {
			if folder != "." && strings.HasPrefix(of, folder+"/") || of == folder {
				continue
			}
			if !slices.ContainsFunc(rows[folder], func(word string) bool {
				word = strings.TrimSpace(word)
				if m := only.FindStringSubmatch(word); m != nil {
					word = m[1]
					if dir != path.Join(folder, m[2]) {
						return false
					}
				}
				return of == word || strings.HasPrefix(of, word+"/")
			}) {
				t.Errorf("%s imports gohipcc/%s, for which the first table of docs/ARCHITECTURE.md has no word", dir, of)
			}
		}
	}
	for folder := range rows {
		if _, err := os.Stat(folder); err != nil {
			t.Errorf("the first table of docs/ARCHITECTURE.md has %s: %v", folder, err)
		}
	}
	if !used["."] || !used["fatbin"] {
		t.Errorf("folders with packages: %v", used)
	}
}

// TestFactsOnce: what has one home, a magic or a word that compiler and runtime have agreed on,
// is spelled nowhere else.
func TestFactsOnce(t *testing.T) {
	homes := map[string]string{
		"__CLANG_OFFLOAD_BUNDLE__": "fatbin", "CCOB": "fatbin", "\x10\xff\x10\xad": "fatbin", "!<arch>\n": "fatbin", "!<thin>\n": "fatbin",
		"\x7fELF": "fatbin", "BC\xc0\xde": "fatbin", "\x50\xed\x55\xba": "fatbin", "\x03\x02\x23\x07": "spirv",
		"by_value": "abi", "global_buffer": "abi", "dynamic_shared_pointer": "abi", "hidden_dynamic_lds": "abi", "hidden_gohip_segment": "abi",
		"grid_sync": "abi", "int64_atomics": "abi", "gohip.v1 ": "abi", "__gohip_printf_buffer": "abi", "__gohip_abort": "abi",
		"__gohip_heap": "abi", "__gohip_heap_size": "abi",
	}
	numbers := map[uint64]string{0x07230203: "spirv", 0x48495046: "fatbin"}
	found := map[string]bool{}
	for dir := range goPackages(t) {
		set := token.NewFileSet()
		for _, f := range sourcesOf(t, set, dir) {
			ast.Inspect(f, func(n ast.Node) bool {
				lit, ok := n.(*ast.BasicLit)
				if !ok {
					return true
				}
				home := ""
				if text, err := strconv.Unquote(lit.Value); lit.Kind == token.STRING && err == nil {
					home = homes[text]
					if strings.HasPrefix(text, "\x7fELF") { // with the bytes after it
						home = "fatbin"
					}
				} else if number, err := strconv.ParseUint(lit.Value, 0, 64); err == nil {
					home = numbers[number]
				}
				if home == dir {
					found[home] = true
				} else if home != "" {
					t.Errorf("%s: %s belongs to package %s", set.Position(lit.Pos()), lit.Value, home)
				}
				return true
			})
		}
	}
	if len(found) != 3 {
		t.Errorf("facts are found in %v", found)
	}
	checkFactsOfC(t, numbers)
}

// checkFactsOfC is TestFactsOnce for the runtime's C and C++ sources, which have these numbers from abi.h.
func checkFactsOfC(t *testing.T, numbers map[uint64]string) {
	t.Helper()
	number := regexp.MustCompile(`\b0x[0-9a-fA-F]+`)
	err := filepath.WalkDir("runtime", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata":
			return filepath.SkipDir
		case d.Name() == "abi.h" || !slices.Contains([]string{".c", ".cpp", ".h", ".hip"}, filepath.Ext(name)):
			return nil
		}
		text, err := os.ReadFile(name)
		for _, digits := range number.FindAllString(string(text), -1) {
			n, _ := strconv.ParseUint(digits, 0, 64)
			if home := numbers[n]; home != "" {
				t.Errorf("%s: %s belongs to package %s, and to abi.h", name, digits, home)
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestWildcard: `go test ./...` passes over folders called testdata, so a test there would
// never run.
func TestWildcard(t *testing.T) {
	err := filepath.WalkDir("testdata", func(name string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, "_test.go") {
			t.Errorf("%s is in no package that `go test ./...` sees", name)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestArchPath checks the table of docs/design/driver.md with the functions that a processor passes
// on its way from --offload-arch= to the passes: they exist, and are no more than 15 in 8 files.
func TestArchPath(t *testing.T) {
	page, err := os.ReadFile("docs/design/driver.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, found := strings.Cut(string(page), "| file | functions |\n|---|---|\n")
	if !found {
		t.Fatal("docs/design/driver.md has no table of files and functions")
	}
	text, _, _ = strings.Cut(text, "\n\n")
	name := regexp.MustCompile("`([^`]+)`")
	files, functions := 0, 0
	for row := range strings.SplitSeq(text, "\n") {
		cells := strings.Split(row, "|")
		file := name.FindStringSubmatch(cells[1])[1]
		source, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
			continue
		}
		files++
		list, _, _ := strings.Cut(cells[2], ":")
		for _, f := range name.FindAllStringSubmatch(list, -1) {
			functions++
			if !regexp.MustCompile(`(?m)^func (\([^)]*\) )?` + f[1] + `\(`).Match(source) {
				t.Errorf("%s has no function %s", file, f[1])
			}
		}
	}
	if files > 8 || functions > 15 || functions < 10 {
		t.Errorf("%d functions in %d files", functions, files)
	}
}

// TestLazyExpressions: no package that gohipcc or a runtime library consists of compiles a regular expression when it
// is initialised. A build starts five processes of gohipcc, each of which would compile all of them.
func TestLazyExpressions(t *testing.T) {
	for dir := range goPackages(t) {
		tool := slices.ContainsFunc([]string{"e2e", "scripts", "internal/fuzztest", "driver/reapi/reapitest", "runtime/libgohip/apigen"}, func(of string) bool {
			return dir == of || strings.HasPrefix(dir, of+"/")
		})
		if tool {
			continue
		}
		set := token.NewFileSet()
		for _, f := range sourcesOf(t, set, dir) {
			for _, d := range f.Decls {
				if of, ok := d.(*ast.GenDecl); !ok || of.Tok != token.VAR {
					continue
				}
				ast.Inspect(d, func(n ast.Node) bool {
					if _, ok := n.(*ast.FuncLit); ok {
						return false
					}
					if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "MustCompile" {
						t.Errorf("%v: use lazyregexp.New", set.Position(s.Pos()))
					}
					return true
				})
			}
		}
	}
}

// sourcesOf parses the Go files of a package except its tests.
func sourcesOf(t *testing.T, set *token.FileSet, dir string) map[string]*ast.File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]*ast.File{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if files[name], err = parser.ParseFile(set, name, nil, 0); err != nil {
			t.Fatal(err)
		}
	}
	return files
}
