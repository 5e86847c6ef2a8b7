// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import "testing"

func TestFlatText(t *testing.T) {
	for in, want := range map[string]string{
		"":                                  "",
		"%a = alloca ptr addrspace(4)":      "%a = alloca ptr",
		`@s = constant "ptr addrspace(1)"`:  `@s = constant "ptr addrspace(1)"`,
		`c"x" ptr addrspace(3) %p, i32 1`:   `c"x" ptr %p, i32 1`,
		`unfinished " addrspace(1)`:         `unfinished " addrspace(1)`,
		"load i32, ptr addrspace(1) %p, !m": "load i32, ptr %p, !m",
	} {
		if got := flatText(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestAssemblerString(t *testing.T) {
	for in, want := range map[string]string{
		"":          "",
		"plain ~":   "plain ~",
		`a"b\c`:     `a\"b\\c`,
		"\x00\n1":   `\000\0121`,
		"\x7f\xff9": `\177\3779`,
	} {
		if got := assemblerString(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

func TestBuiltin(t *testing.T) {
	for name, want := range map[string]bool{"sin": true, "sinf": true, "memcpy": true, "memcpyf": false, "strlen": true, "fff": false, "printf": false, "": false} {
		if Builtin(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}
