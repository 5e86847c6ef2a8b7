// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"strings"
	"testing"

	"gohipcc/toolchains/step"
)

// TestCPUNames: a processor is named by itself, or as in a device's gcnArchName.
func TestCPUNames(t *testing.T) {
	host := HostCPU()
	baseline := cpuBaseline[host.Architecture]
	for _, name := range append(host.levels(), baseline) {
		got, err := ForArch("cpu:" + name)
		if err != nil || got.Arch != name || got.Toolchain != Toolchain(host) {
			t.Errorf("cpu:%s: got %v, %v", name, got, err)
		}
	}
	for _, name := range []string{"cpu:", "cpu:gfx90a", "cpu:spirv64", "cpu:nonsense", "cpu"} {
		if got, ok, err := host.ParseArch(name); ok || err != nil {
			t.Errorf("%s: got %v, %v", name, got, err)
		}
	}
}

// TestOneLevel: front ends that stop before the optimiser share a level, and say in the same words what differs.
func TestOneLevel(t *testing.T) {
	for _, c := range []struct{ level, want string }{
		{"", "-O2 -fno-unroll-loops"},
		{"-O0", "-O2 -fno-unroll-loops"},
		{"-O1", "-O2 -fno-unroll-loops"},
		{"-Og", "-O2 -fno-unroll-loops"},
		{"-O2 -vectorize-loops -vectorize-slp", "-O2"},
		{"-O1 -O3 -vectorize-loops -vectorize-slp", "-O2"},
		{"-O1 -funroll-loops", "-O2 -fno-unroll-loops -funroll-loops"},
		{"-Os", "-Os"},
	} {
		argv := strings.Fields("clang -cc1 -triple spirv64 " + c.level + " -emit-llvm-bc -o a.bc")
		if strings.HasSuffix(c.level, "-funroll-loops") { // clang's order
			argv = strings.Fields("clang -cc1 -triple spirv64 -O1 -emit-llvm-bc -funroll-loops -o a.bc")
		}
		front := step.Parse(argv).(*step.CC1)
		oneLevel(front)
		want := "clang -cc1 -triple spirv64 -emit-llvm-bc " + c.want + " -o a.bc"
		if c.want == "-Os" {
			want = strings.Join(argv, " ")
		}
		if got := strings.Join(front.Argv(), " "); got != want {
			t.Errorf("%s: got %s, want %s", c.level, got, want)
		}
	}
}

// TestCheckSanitizers: kernels of the CPU device need the sanitizer's runtime in the program.
func TestCheckSanitizers(t *testing.T) {
	const asan = " /llvm/lib/libclang_rt.asan-x86_64.a"
	for _, c := range []struct {
		device, link string
		refused      bool
	}{
		{"-fsanitize=address", "", true},
		{"-fsanitize=address", asan, false},
		{"-fsanitize=address", " -shared", false},
		{"-fsanitize=alignment,thread", asan, true},
		{"-fsanitize=alignment -fsanitize-trap=alignment", "", false},
		{"-O2", "", false},
	} {
		device := step.Parse(strings.Fields("clang -cc1 -triple spirv64 -emit-llvm-bc " + c.device + " -o a.bc")).(*step.CC1)
		link := step.Parse(strings.Fields("/usr/bin/ld -pie -o a a.o" + c.link)).(*step.HostLink)
		err := CheckSanitizers(&Build{Flags: noFlags{}}, link, []*step.CC1{device})
		if (err != nil) != c.refused {
			t.Errorf("%s, linked with %q: %v", c.device, c.link, err)
		}
	}
}
