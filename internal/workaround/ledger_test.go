// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workaround_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gohipcc/internal/testtree"
	"gohipcc/internal/workaround"
	"gohipcc/passes"
	"gohipcc/runtime/backend/cuda"
	"gohipcc/runtime/backend/opencl"
	"gohipcc/toolchains"
)

var update = flag.Bool("update", false, "write docs/design/workarounds.md anew from the ledgers")

// ledgers are all of the tree, by the folder that they are about.
var ledgers = []struct {
	folder  string
	entries []workaround.Entry
}{
	{"passes", passes.Workarounds},
	{"runtime", slices.Concat(opencl.Workarounds, cuda.Workarounds)},
	{"toolchains", toolchains.Workarounds},
}

// TestEntries: an entry says all that it should, and its files and its test are there.
func TestEntries(t *testing.T) {
	root := testtree.Root(t)
	id, version := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)+$`), regexp.MustCompile(`^\d+(\.\d+)*$`)
	seen := map[string]bool{}
	for _, l := range ledgers {
		for _, e := range l.entries {
			if !id.MatchString(e.ID) || seen[e.ID] {
				t.Errorf("%q is no ID, or one of two entries", e.ID)
			}
			seen[e.ID] = true
			if e.Product == "" || e.Fault == "" || e.Remedy == "" || len(e.Seen) == 0 {
				t.Errorf("%s lacks the product, a version, the fault or the remedy", e.ID)
			}
			for _, v := range append(slices.Clone(e.Seen), cmp.Or(e.Fixed, "0")) {
				if !version.MatchString(v) {
					t.Errorf("%s: %q is no version", e.ID, v)
				}
			}
			if e.Upstream != workaround.NotReported && !strings.HasPrefix(e.Upstream, "https://") {
				t.Errorf("%s: upstream is %q, neither an address nor %q", e.ID, e.Upstream, workaround.NotReported)
			}
			for _, f := range []string{e.Code, e.Reproducer} {
				if info, err := os.Stat(filepath.Join(root, f)); err != nil || !info.Mode().IsRegular() {
					t.Errorf("%s: %q is no file (%v)", e.ID, f, err)
				}
			}
			folder, name, _ := strings.Cut(e.Test, ".")
			if !definesTest(t, filepath.Join(root, folder), name) {
				t.Errorf("%s: no test %s in %s", e.ID, name, folder)
			}
		}
	}
}

func definesTest(t *testing.T, folder, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(files, func(f string) bool {
		text, err := os.ReadFile(f)
		return err == nil && strings.Contains(string(text), "func "+name+"(t *testing.T)")
	})
}

// TestPage holds docs/design/workarounds.md to the ledgers.
func TestPage(t *testing.T) {
	path := filepath.Join(testtree.Root(t), "docs", "design", "workarounds.md")
	if *update {
		if err := os.WriteFile(path, []byte(page()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil || string(text) != page() {
		t.Errorf("%s is not what the ledgers say (%v): go test ./internal/workaround -run TestPage -update", path, err)
	}
}

const pageHead = `# Workarounds

What is done otherwise than it would be because a product that gohipcc works with has a fault. This
page is written from the ledgers in the code (` + "`go test ./internal/workaround -run TestPage -update`" + `).

An entry is a row of a table of ` + "`workaround.Entry`" + ` beside the code that it is about. Its ID switches it off,
for developers: ` + "`GOHIP_DISABLE_WORKAROUNDS=ID,ID`" + ` in the environment of the compiler and of the program, or
` + "`--disable-workarounds=ID,ID`" + ` of the device link. The test of an entry compiles and runs its reproducer
with the workaround, when it must be right, and without, when it must not: once the installed product
is right without it, the test fails and asks for the entry to be deleted, or, for as long as an older
version is supported, for the version with the mend (` + "`Fixed`" + `). Versions of which nothing is known yet are
treated as faulty. Whether random
kernels need one that is switched off says
` + "`GOHIP_DISABLE_WORKAROUNDS=ID go test ./e2e -run TestRandomKernels -random.count=2000 -random.seed=1000000 -timeout=0`" + `.

What the passes do because SPIR-V, OpenCL or a device lacks something is no workaround: see
[abi.md](abi.md) and the doc comments of the packages below ` + "`passes/`" + `.
`

func page() string {
	var b strings.Builder
	b.WriteString(pageHead)
	for _, l := range ledgers {
		fmt.Fprintf(&b, "\n## `%s/`\n", l.folder)
		for _, e := range l.entries {
			versions := strings.Join(e.Seen, ", ")
			if e.Fixed != "" {
				versions += "; mended in " + e.Fixed
			}
			upstream := e.Upstream
			if upstream != workaround.NotReported {
				upstream = "<" + upstream + ">"
			}
			fmt.Fprintf(&b, "\n### %s\n\n%s %s. %s\n\nInstead: %s\n\n", e.ID, e.Product, versions, e.Fault, e.Remedy)
			fmt.Fprintf(&b, "* upstream: %s\n* code: `%s`\n* reproducer: `%s`; test: `%s`\n", upstream, e.Code, e.Reproducer, e.Test)
		}
	}
	return b.String()
}
