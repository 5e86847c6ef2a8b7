// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"debug/elf"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gohipcc/internal/testtree"
)

// hostLibraries are AMD's libraries, with their headers for host code and the beginning of their functions' names.
var hostLibraries = []struct{ library, header, prefix string }{
	{"hipblaslt", "hipblaslt/hipblaslt.h", "hipblasLt"}, // before hipblas
	{"hipblas", "hipblas/hipblas.h", "hipblas"},
	{"rocblas", "rocblas/rocblas.h", "rocblas_"},
	{"hipfft", "hipfft/hipfft.h", "hipfft"},
	{"rocfft", "rocfft/rocfft.h", "rocfft_"},
	{"hiprand", "hiprand/hiprand.h", "hiprand"},
	{"rocrand", "rocrand/rocrand.h", "rocrand_"},
	{"hipsparse", "hipsparse/hipsparse.h", "hipsparse"},
	{"rocsparse", "rocsparse/rocsparse.h", "rocsparse_"},
	{"hipsolver", "hipsolver/hipsolver.h", "hipsolver"},
	{"rocsolver", "rocsolver/rocsolver.h", "rocsolver_"},
	{"rccl", "rccl/rccl.h", "nccl"},
	{"roctx64", "roctracer/roctx.h", "roctx"},
	{"roctracer64", "roctracer/roctracer_ext.h", "roctracer_"},
	{"hsa-runtime64", "hsa/hsa_ext_amd.h", "hsa_"},
	{"rocm_smi64", "rocm_smi/rocm_smi.h", "rsmi_"},
	{"amd_smi", "amd_smi/amdsmi.h", "amdsmi_"},
}

var declaration = regexp.MustCompile(`visibility\("default"\)\)\)\s+[\w ]+?[ *]+(\w+)\s*\(`)

// TestLibraryExports: a program that uses a library's header has to be linked with that library only, because it has
// every function that the header declares. TestLibraries links programs with the libraries of several.
func TestLibraryExports(t *testing.T) {
	var source strings.Builder
	exported := map[string]map[string]bool{}
	for _, l := range hostLibraries {
		source.WriteString("#include <" + l.header + ">\n")
		f, err := elf.Open(testtree.Built(t, "lib", "lib"+l.library+".so"))
		if err != nil {
			t.Fatal(err)
		}
		symbols, err := f.DynamicSymbols()
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		exported[l.library] = map[string]bool{}
		for _, s := range symbols {
			exported[l.library][s.Name] = s.Section != elf.SHN_UNDEF
			if s.Section == elf.SHN_UNDEF && strings.HasPrefix(s.Name, "_Z") {
				t.Errorf("lib%s.so needs %s of the C++ runtime, which programs in C and Fortran do not have", l.library, s.Name)
			}
		}
	}
	file := filepath.Join(t.TempDir(), "all.cpp")
	if err := os.WriteFile(file, []byte(source.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	text, _ := run(t, filepath.Dir(file), testtree.Compiler(t), "-x", "c++", "-D__HIP_PLATFORM_AMD__", "-E", file)
	found := map[string]int{}
	for _, m := range declaration.FindAllStringSubmatch(text, -1) {
		for _, l := range hostLibraries {
			if strings.HasPrefix(m[1], l.prefix) {
				found[l.prefix]++
				if !exported[l.library][m[1]] {
					t.Errorf("%s declares %s, which lib%s.so does not have", l.header, m[1], l.library)
				}
				break
			}
		}
	}
	for _, l := range hostLibraries {
		if found[l.prefix] == 0 {
			t.Errorf("%s declares no function %s...", l.header, l.prefix)
		}
	}
}
