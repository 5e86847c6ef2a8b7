// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver

import (
	"strings"
	"testing"

	"gohipcc/driver/options"
)

func TestForeign(t *testing.T) {
	for _, c := range []struct {
		command string
		foreign bool
	}{
		{"gohipcc a.hip", false},
		{"gohipcc a.cu", false},
		{"gohip-clang++ a.cu", true},
		{"gohip-clang++ -x hip a.cu", false},
		{"gohip-clang++ a.hip b.cu", false},
		{"gohipcc -x cuda a.cpp", true},
		{"gohipcc a.cl", true},
		{"gohipcc a.o b.o", false},
		{"gohip-clang++ --hip-link a.cl", false},
		{"gohip-clang++ a.cpp", false},
		{"gohip-clang++ -fopenmp -fopenmp-targets=amdgcn-amd-amdhsa a.cpp", true},
		{"gohip-clang++ -fopenmp --offload-arch=gfx90a a.cpp", true},
		{"gohipcc -fopenmp --offload-arch=gfx90a a.cpp", false},
		{"gohipcc -fopenmp --offload-arch=gfx90a a.o", false},
		{"gohipcc -fopenmp --offload-arch=gfx90a a.c", true},
		{"gohip-clang++ -fsycl a.cpp", true},
		{"gohip-clang++ --driver-mode=cl a.hip", true},
		{"gohip-clang++ --target=amdgcn-amd-amdhsa a.c", true},
		{"gohipcc --target=spirv64 a.cpp", true},
		{"gohip-clang++ --target=hexagon a.c", true},
		{"gohipcc --target=hexagon a.cpp", false},
	} {
		words := strings.Fields(c.command)
		args, err := options.Parse(words[1:])
		if err != nil {
			t.Fatalf("%s: %v", c.command, err)
		}
		if got := foreign(words[0], args); got != c.foreign {
			t.Errorf("%s: foreign is %v", c.command, got)
		}
	}
}
