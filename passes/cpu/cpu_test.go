// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"slices"
	"strings"
	"testing"

	"gohipcc/passes/ir/irtest"
	"gohipcc/target"
)

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

// An image whose processor nobody knows must not be one that every processor may run.
func TestFeatures(t *testing.T) {
	u := irtest.Parse(t, "declare void @f()")
	u.Target.Image = target.X86_64 + "-unknown-linux-gnu"
	u.Opts.CPU = "znver4"
	if err := Features(u); err != nil || !slices.Contains(u.Needed, "avx512f") {
		t.Errorf("znver4: %v (%v), want avx512f among them", u.Needed, err)
	}
	u.Opts.CPU = "nosuchcpu"
	if err := Features(u); err == nil || !strings.Contains(err.Error(), "nosuchcpu") {
		t.Errorf("nosuchcpu: %v (%v), want an error that names it", u.Needed, err)
	}
}
