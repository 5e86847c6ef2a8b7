// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package job

import (
	"slices"
	"strings"
	"testing"

	"gohipcc/toolchains/step"
)

// TestFiles: a job's inputs are the files that it reads of its dependencies, and its dependency
// file is among those it writes.
func TestFiles(t *testing.T) {
	parse := func(command string) *Job { return New(step.Parse(strings.Fields(command))) }
	device := parse("clang -cc1 -dependency-file d.d -o a.bc -x hip a.hip")
	host := parse("clang -cc1 -fcuda-include-gpubinary a.bc -o a.o -x hip a.hip")
	host.Deps = []*Job{device}
	if got := device.Writes(); !slices.Equal(got, []string{"a.bc", "d.d"}) {
		t.Errorf("writes %q", got)
	}
	if got := host.Inputs(); !slices.Equal(got, []string{"a.bc"}) {
		t.Errorf("inputs %q", got)
	}
	device.Device = "gfx90a"
	if device.Name() != "gfx90a compile" || host.Name() != "host compile" {
		t.Errorf("names %q and %q", device.Name(), host.Name())
	}
}

// TestSplitFront: the first of two steps stops at bitcode.
func TestSplitFront(t *testing.T) {
	c := step.Parse(strings.Fields("clang -cc1 -emit-obj -O3 -o a.o -x hip a.hip")).(*step.CC1)
	s := &Split{Bitcode: "a.o.bc"}
	want := "clang -cc1 -emit-llvm-bc -emit-llvm-uselists -disable-llvm-passes -O3 -o a.o.bc -x hip a.hip"
	if got := strings.Join(s.Front(c).Argv(), " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
