// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Command cgomerge joins the cgo files of a package, for a build with less work: cgo starts a C compiler six times
// for every file, and each time it reads the same headers.
//
//	cgomerge FOLDER OUT
//
// It writes the joined file to the folder OUT; go build -overlay=OUT/overlay.json builds the package of FOLDER with it
// instead of the files that it consists of. Positions in messages remain those of the files.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gohipcc/atomicfile"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: cgomerge FOLDER OUT")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "cgomerge:", err)
		os.Exit(1)
	}
}

// mergedName is the name of the joined file. ./... has no packages of files whose names start so.
const mergedName = "_merged.go"

func run(folder, out string) error {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return err
	}
	var files []*file
	for _, name := range names {
		f, err := read(name)
		if err != nil {
			return err
		}
		if f != nil {
			files = append(files, f)
		}
	}
	if out, err = filepath.Abs(out); err != nil {
		return err
	}
	text, joined := merge(files)
	if len(joined) == 0 {
		return fmt.Errorf("no cgo files in %s that only include headers", folder)
	}
	merged, replace := filepath.Join(out, mergedName), map[string]string{}
	for i, f := range joined {
		replace[f.name] = ""
		if i == 0 {
			replace[f.name] = merged
		}
	}
	if err := atomicfile.Write(merged, text, 0o644); err != nil {
		return err
	}
	table, err := json.MarshalIndent(map[string]any{"Replace": replace}, "", "\t")
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(out, "overlay.json"), table, 0o644)
}

// A file is a cgo file whose declarations can stand in another file.
type file struct {
	name     string // absolute
	pkg      string
	preamble string
	imports  map[string]string // paths, by the names in the file
	line     int               // of the first declaration
	body     string
}

// read returns nil for a file that imports no "C", or is subject to a build constraint.
func read(name string) (*file, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	source, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, name, source, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	for _, c := range parsed.Comments {
		if c.Pos() < parsed.Package && strings.HasPrefix(c.List[0].Text, "//go:build") {
			return nil, nil
		}
	}
	f := &file{name: name, pkg: parsed.Name.Name, imports: map[string]string{}}
	cgo, end := false, parsed.Name.End()
	for _, d := range parsed.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			break
		}
		end = g.End()
		for _, s := range g.Specs {
			s := s.(*ast.ImportSpec)
			of := strings.Trim(s.Path.Value, `"`)
			switch {
			case of == "C":
				cgo, f.preamble = true, g.Doc.Text()
			case s.Name != nil:
				f.imports[s.Name.Name] = of
			default:
				f.imports[of[strings.LastIndexByte(of, '/')+1:]] = of
			}
		}
	}
	if !cgo {
		return nil, nil
	}
	at := set.Position(end)
	f.line, f.body = at.Line, string(source[at.Offset:])
	return f, nil
}

// merge joins the files whose preambles only include headers, and says which those are. One in which a name means
// another package than in those before it stays by itself.
func merge(files []*file) (text []byte, joined []*file) {
	imports := map[string]string{}
	var headers []string
	var body bytes.Buffer
	for _, f := range files {
		conflict := false
		lines := strings.Split(strings.TrimSuffix(f.preamble, "\n"), "\n")
		for _, line := range lines {
			conflict = conflict || !strings.HasPrefix(line, "#include ")
		}
		for name, of := range f.imports {
			conflict = conflict || imports[name] != "" && imports[name] != of
		}
		if conflict {
			continue
		}
		for name, of := range f.imports {
			imports[name] = of
		}
		for _, line := range lines {
			if !slices.Contains(headers, line) {
				headers = append(headers, line)
			}
		}
		joined = append(joined, f)
		fmt.Fprintf(&body, "\n//line %s:%d\n%s", f.name, f.line, f.body)
	}
	var head bytes.Buffer
	fmt.Fprintf(&head, "package %s\n\n/*\n%s\n*/\nimport \"C\"\n\nimport (\n", files[0].pkg, strings.Join(headers, "\n"))
	names := make([]string, 0, len(imports))
	for name := range imports {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(&head, "\t%s %q\n", name, imports[name])
	}
	head.WriteString(")\n")
	return append(head.Bytes(), body.Bytes()...), joined
}
