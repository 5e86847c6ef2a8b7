// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFunctions: a line of the table becomes a function whose arguments C gets in its own form.
func TestFunctions(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"ContextCreate Context()", `func ContextCreate() Context {
	r := callFew(api[0].addr, 0, 0, 0)
	return Context(r)
}`},
		{"ContextDispose void(Context)", `func ContextDispose(a0 Context) {
	callFew(api[0].addr, uintptr(a0), 0, 0)
}`},
		{"Call msg(string, str, bool)", `func Call(a0 string, a1 string, a2 bool) string {
	a0Z := cstr(a0)
	a1Z := cstr(a1)
	r := call(api[0].addr, uintptr(unsafe.Pointer(a0Z)), uintptr(unsafe.Pointer(a1Z)), uintptr(len(a1)), b2u(a2))
	return takeMessage(r)
}`},
		{"Build Opcode([]Value, *uint, *Value)", `func Build(a0 []Value, a1 *uint32, a2 *Value) Opcode {
	a0Z := unsafe.SliceData(a0)
	r := call(api[0].addr, uintptr(unsafe.Pointer(a0Z)), uintptr(len(a0)), uintptr(unsafe.Pointer(a1)), uintptr(unsafe.Pointer(a2)))
	return Opcode(uint32(r))
}`},
		{"Count int(bytes)", `func Count(a0 []byte) int {
	a0Z := unsafe.SliceData(a0)
	r := call(api[0].addr, uintptr(unsafe.Pointer(a0Z)), uintptr(len(a0)))
	return int(int32(r))
}`},
	} {
		src, err := generate(strings.NewReader(c.line))
		if err != nil {
			t.Errorf("%s: %v", c.line, err)
			continue
		}
		_, got, _ := strings.Cut(string(src), "\nfunc ")
		if diff := cmp.Diff(c.want+"\n", "func "+got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.line, diff)
		}
	}
}

// TestTable: comments and blank lines are no functions, the others have numbers in their order, and a
// line that is no function is an error.
func TestTable(t *testing.T) {
	src, err := generate(strings.NewReader("# values\n\n A void()\n?B void()\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`{name: "LLVMA", optional: false},`, `{name: "LLVMB", optional: true},`, "func B() {\n\tcallFew(api[1].addr, 0, 0, 0)"} {
		if !strings.Contains(string(src), want) {
			t.Errorf("no %q in\n%s", want, src)
		}
	}
	for _, line := range []string{"A", "A void", "A()"} {
		if _, err := generate(strings.NewReader(line)); err == nil || !strings.Contains(err.Error(), line) {
			t.Errorf("%q: %v", line, err)
		}
	}
}

// TestCurrent: zapi.go is what the table says.
func TestCurrent(t *testing.T) {
	in, err := os.Open("../api.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	want, err := generate(in)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../zapi.go")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("passes/llvm/zapi.go is not what go generate ./passes/llvm writes")
	}
}
