// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A family is a vendor's devices, or an implementation of OpenCL, whose facts belong into files of its own and into tables with a
// row for each family. General code asks a property that has a name.
type family struct {
	name   string
	words  *regexp.Regexp
	own    []string // files, and folders that end in a slash
	tables []string // files with a row for each family, and lists of another product's names
}

var families = []family{
	{
		name:  "NVIDIA",
		words: regexp.MustCompile(`(?i)nvidia|nvptx|cuda|ptx`),
		own: []string{
			"passes/nvptx/", "passes/ir/nvvm.go", "passes/flow/nvvm.go",
			"runtime/backend/cuda/", "runtime/libgohip/core/cuda.go", "runtime/libgohip/core/cuda_spaces.go", "runtime/libraries/hipblas/blasgen/cuda.go",
			"toolchains/hipnv.go", "toolchains/step/ptxas.go", "target/nvidia.go", "fatbin/ptx.go", "fatbin/cuda.go",
			"internal/testtree/double.go", // of the driver
			"scripts/hecbench/",           // compares with nvcc
			"scripts/torture/",
		},
		tables: []string{
			"abi/environment.go",                // variables of all drivers
			"driver/bundler/bundler.go",         // clang-offload-bundler's names
			"driver/cli/doctor_vendors.go",      // what each vendor's software consists of
			"driver/cli/inspect_images.go",      // tools for each kind of image
			"driver/cli/root.go",                // examples for the user
			"driver/options/languages.go",       // clang's names of languages
			"driver/options/options.go",         // clang's names of options
			"fatbin/kinds.go",                   // kinds of images
			"passes/spirvin/dialect.go",         // LLVM IR of each code generator
			"passes/targets.go",                 // passes of each target
			"passes/workarounds.go",             // the ledger
			"runtime/hip/device.go",             // backends
			"runtime/libgohip/apigen/main.go",   // exported symbols
			"runtime/libgohip/core/function.go", // fields of HIP's hipFuncAttributes
			"runtime/libgohip/core/main.go",     // backends
			"target/triple.go",                  // triples, families of processors
			"toolchains/clang/driver.go",        // variables that clang reads
			"toolchains/step/cc1.go",            // clang's names of options
		},
	},
	{
		name:  "PoCL",
		words: regexp.MustCompile(`(?i)pocl`),
		own:   []string{"passes/pocl/", "runtime/backend/opencl/"},
		tables: []string{
			"abi/environment.go",
			"driver/cli/doctor.go", // the driver to install
			"internal/workaround/workaround.go",
			"passes/targets.go",
			"passes/workarounds.go",
			"runtime/hip/device.go",
			"runtime/libgohip/apigen/main.go",
		},
	},
}

// TestFamilies holds the names of families to their own files and the tables: a file that is in neither names none, and a
// table without the family is no table of it.
func TestFamilies(t *testing.T) {
	list, err := exec.Command("git", "ls-files", "-co", "--exclude-standard", "*.go").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		named := map[string]bool{}
		for _, name := range strings.Fields(string(list)) {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				continue // deleted, and not committed yet
			}
			word := f.words.Find(text)
			if word == nil {
				continue
			}
			named[name] = true
			own := slices.ContainsFunc(f.own, func(o string) bool { return name == o || strings.HasSuffix(o, "/") && strings.HasPrefix(name, o) })
			if !own && !slices.Contains(f.tables, name) {
				t.Errorf("%s has %q: move what is special about %s into a file of its own (%s), or into a table, and give it a name that other families can have, too",
					name, word, f.name, strings.Join(f.own, ", "))
			}
		}
		for _, name := range slices.Concat(f.own, f.tables) {
			if !strings.HasSuffix(name, "/") && !named[name] {
				t.Errorf("%s does not name %s: remove it from the list of families_test.go", name, f.name)
			}
		}
	}
}
