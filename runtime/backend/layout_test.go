// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package backend_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// files are the files that every backend has, with the methods of this package's interfaces that
// are declared there: whoever knows where one backend launches a kernel knows it for all.
// Everything else in a backend is in other files.
var files = map[string][]string{
	"device.go": {"Device.Info", "Device.Native"},
	"memory.go": {"Device.Alloc", "Device.Free"},
	"module.go": {"Device.Load", "Module.KernelNames", "Module.Kernel", "Module.Global", "Module.Unload"},
	"build.go":  {}, // from an image to code that the device runs
	"kernel.go": {"Kernel.Meta", "Kernel.Native", "Kernel.MaxThreads", "Kernel.StaticShared", "Kernel.Private"},
	"launch.go": {"Queue.Launch"},
	"queue.go":  {"Device.NewQueue", "Queue.Copy", "Queue.Fill", "Queue.Finish", "Queue.Mark", "Queue.Wait", "Queue.Close"},
	"event.go":  {"Event.Wait", "Event.Done", "Event.Time", "Event.Close"},
	"printf.go": {"Module.Flush"},
}

// library.go is the binding to a driver's library. OpenCL's is a package of its own, cl; the
// emulator has no driver.
const library = "library.go"

var withoutLibrary = []string{"emulator", "opencl"}

// required are the interfaces that every backend satisfies; a type may satisfy optional ones too.
var required = []string{"Device", "Module", "Kernel", "Queue", "Event"}

// TestFiles checks that all backends have the same set of files.
func TestFiles(t *testing.T) {
	folders, err := filepath.Glob("*/device.go")
	if err != nil || len(folders) < 4 {
		t.Fatalf("backends %q, %v", folders, err)
	}
	placed := interfaceMethods(t)
	for file, methods := range files {
		for _, m := range methods {
			if !placed[m] {
				t.Errorf("%s is said to have %s, which no interface of this package has", file, m)
			}
			delete(placed, m)
		}
	}
	for m := range placed {
		t.Errorf("no file is said to have %s", m)
	}
	all, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		if !d.IsDir() || d.Name() == "testdata" {
			continue
		}
		where := declared(t, d.Name())
		for file, methods := range files {
			if _, err := os.Stat(filepath.Join(d.Name(), file)); err != nil {
				t.Errorf("backend %s: %v", d.Name(), err)
			}
			for _, m := range methods {
				if where[m] != file {
					t.Errorf("backend %s has %s in %q, not in %s", d.Name(), m, where[m], file)
				}
			}
		}
		if _, err := os.Stat(filepath.Join(d.Name(), library)); (err == nil) == slices.Contains(withoutLibrary, d.Name()) {
			t.Errorf("backend %s, %s: %v", d.Name(), library, err)
		}
	}
}

// interfaceMethods returns the methods of the interfaces that every backend satisfies.
func interfaceMethods(t *testing.T) map[string]bool {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "backend.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	methods := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		s, ok := n.(*ast.TypeSpec)
		if !ok || !slices.Contains(required, s.Name.Name) {
			return true
		}
		for _, m := range s.Type.(*ast.InterfaceType).Methods.List {
			methods[s.Name.Name+"."+m.Names[0].Name] = true
		}
		return true
	})
	return methods
}

// declared finds the file of every method of a backend's types, under the name of the interface
// that the type is asserted to satisfy.
func declared(t *testing.T, folder string) map[string]string {
	t.Helper()
	set := token.NewFileSet()
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	interfaces := map[string]string{} // by the name of the type
	where := map[string]string{}
	var methods []*ast.FuncDecl
	for _, name := range names {
		f, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv != nil && !strings.HasSuffix(name, "_test.go") {
					methods = append(methods, d)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					// _ backend.Device = (*Device)(nil)
					v, ok := s.(*ast.ValueSpec)
					if !ok || v.Names[0].Name != "_" || len(v.Values) != 1 {
						continue
					}
					of, isSelector := v.Type.(*ast.SelectorExpr)
					to, isConversion := v.Values[0].(*ast.CallExpr)
					if isSelector && isConversion && slices.Contains(required, of.Sel.Name) {
						interfaces[typeName(to.Fun)] = of.Sel.Name
					}
				}
			}
		}
	}
	for _, m := range methods {
		if of := interfaces[typeName(m.Recv.List[0].Type)]; of != "" {
			where[of+"."+m.Name.Name] = filepath.Base(set.Position(m.Pos()).Filename)
		}
	}
	return where
}

// typeName returns the name of a type or of what a pointer points to.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return typeName(e.X)
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
