// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package lazyregexp

import (
	"os"
	"reflect"
	"testing"
)

// TestWrongExpression: in a test's program a wrong expression panics where it is declared, elsewhere at its first use.
func TestWrongExpression(t *testing.T) {
	panics := func(f func()) (did bool) {
		defer func() { did = recover() != nil }()
		f()
		return false
	}
	if !panics(func() { New("(") }) {
		t.Error("a wrong expression is not noticed in a test's program")
	}
	program := os.Args[0]
	defer func() { os.Args[0] = program }()
	os.Args[0] = "gohipcc"
	var r *Regexp
	if panics(func() { r = New("(") }) {
		t.Error("the expression is compiled where it is declared")
	}
	if !panics(func() { r.MatchString("") }) {
		t.Error("the expression is not compiled when it is used")
	}
}

func TestMethods(t *testing.T) {
	r := New(`(\w)=(\d)`)
	const s = "a=1 b=2"
	for _, test := range []struct{ name, got, want any }{
		{"FindString", r.FindString(s), "a=1"},
		{"FindStringSubmatch", r.FindStringSubmatch(s), []string{"a=1", "a", "1"}},
		{"FindStringSubmatchIndex", r.FindStringSubmatchIndex(s), []int{0, 3, 0, 1, 2, 3}},
		{"FindSubmatch", r.FindSubmatch([]byte("b=2")), [][]byte{[]byte("b=2"), []byte("b"), []byte("2")}},
		{"FindAllString", r.FindAllString(s, -1), []string{"a=1", "b=2"}},
		{"FindAllStringSubmatch", r.FindAllStringSubmatch(s, 1), [][]string{{"a=1", "a", "1"}}},
		{"FindAllSubmatch", len(r.FindAllSubmatch([]byte(s), -1)), 2},
		{"Match", r.Match([]byte(s)), true},
		{"MatchString", r.MatchString("a"), false},
		{"ReplaceAllString", r.ReplaceAllString(s, "$2"), "1 2"},
		{"ReplaceAllStringFunc", r.ReplaceAllStringFunc(s, func(string) string { return "x" }), "x x"},
		{"String", r.String(), `(\w)=(\d)`},
	} {
		if !reflect.DeepEqual(test.got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, test.got, test.want)
		}
	}
}
