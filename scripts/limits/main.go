// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Command limits prints the functions of Go files that are too long or too complex: over 80 lines,
// or with a cyclomatic complexity over 20 (McCabe: one, plus one for each if, for, case, && and
// ||). For tests only the length counts.
//
//	limits EXCEPTIONS FILE...
//
// EXCEPTIONS has a line for each function that may exceed a limit: its file, its name, lines and
// complexity. Such a function must not grow, and must be removed from the list once it is within
// the limits. Files in other languages are ignored, so that FILE... can be all files of a change.
package main

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
)

const (
	maxLines      = 80
	maxComplexity = 20
)

// size is the size of a function.
type size struct{ lines, complexity int }

func (s size) over() bool { return s.lines > maxLines || s.complexity > maxComplexity }

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: limits EXCEPTIONS FILE...")
		os.Exit(2)
	}
	allowed, err := exceptions(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "limits:", err)
		os.Exit(2)
	}
	given := map[string]bool{}
	for _, file := range os.Args[2:] {
		given[file] = true
		if !strings.HasSuffix(file, ".go") {
			continue
		}
		sizes, err := measure(file)
		if err != nil {
			fmt.Fprintln(os.Stderr, "limits:", err)
			os.Exit(2)
		}
		for name, s := range sizes {
			key := file + " " + name
			most, listed := allowed[key]
			delete(allowed, key)
			switch {
			case s.over() && !listed:
				fmt.Printf("%s: %d lines, complexity %d; at most %d and %d\n", key, s.lines, s.complexity, maxLines, maxComplexity)
			case s.lines > max(most.lines, maxLines) || s.complexity > max(most.complexity, maxComplexity):
				fmt.Printf("%s: %d lines, complexity %d; it had %d and %d\n", key, s.lines, s.complexity, most.lines, most.complexity)
			case listed && !s.over():
				fmt.Printf("%s: under the limits; take it off %s\n", key, os.Args[1])
			}
		}
	}
	for key := range allowed {
		file, _, _ := strings.Cut(key, " ")
		if _, err := os.Stat(file); err == nil && !given[file] {
			continue // not asked for
		}
		fmt.Printf("%s: there is no such function; take it off %s\n", key, os.Args[1])
	}
}

// exceptions reads the list of functions that may exceed the limits.
func exceptions(path string) (map[string]size, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := map[string]size{}
	for s := bufio.NewScanner(f); s.Scan(); {
		line := strings.TrimSpace(s.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		var file, name string
		var of size
		if _, err := fmt.Sscanf(line, "%s %s %d %d", &file, &name, &of.lines, &of.complexity); err != nil {
			return nil, fmt.Errorf("%s: %q is not FILE NAME LINES COMPLEXITY: %w", path, line, err)
		}
		out[file+" "+name] = of
	}
	return out, nil
}

// measure returns the functions of a file, by name: "Name", "(*T).Name".
func measure(path string) (map[string]size, error) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return nil, err
	}
	out := map[string]size{}
	if ast.IsGenerated(f) {
		return out, nil
	}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		s := size{lines: set.Position(fn.End()).Line - set.Position(fn.Pos()).Line + 1}
		if !strings.HasSuffix(path, "_test.go") {
			s.complexity = complexity(fn)
		}
		out[nameOf(fn)] = s
	}
	return out, nil
}

func nameOf(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	star, t := "", fn.Recv.List[0].Type
	if p, ok := t.(*ast.StarExpr); ok {
		star, t = "*", p.X
	}
	if g, ok := t.(*ast.IndexExpr); ok {
		t = g.X
	}
	id, _ := t.(*ast.Ident)
	if id == nil {
		return fn.Name.Name
	}
	return "(" + star + id.Name + ")." + fn.Name.Name
}

func complexity(fn *ast.FuncDecl) int {
	n := 1
	ast.Inspect(fn, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if node.List != nil {
				n++
			}
		case *ast.CommClause:
			if node.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if node.Op == token.LAND || node.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}
