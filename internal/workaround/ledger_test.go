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
	"gohipcc/runtime/backend/opencl"
	"gohipcc/toolchains"
)

var update = flag.Bool("update", false, "regenerate docs/design/workarounds.md from the ledgers")

// ledgers lists all ledgers by the folder of their code.
var ledgers = []struct {
	folder  string
	entries []workaround.Entry
}{
	{"passes", passes.Workarounds},
	{"runtime", opencl.Workarounds},
	{"toolchains", toolchains.Workarounds},
}

// TestEntries checks that every entry is complete and that its files and its test exist.
func TestEntries(t *testing.T) {
	root := testtree.Root(t)
	id, version := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)+$`), regexp.MustCompile(`^\d+(\.\d+)*$`)
	seen := map[string]bool{}
	for _, l := range ledgers {
		for _, e := range l.entries {
			if !id.MatchString(e.ID) || seen[e.ID] {
				t.Errorf("%q is not a valid ID, or is used twice", e.ID)
			}
			seen[e.ID] = true
			if e.Product == "" || e.Fault == "" || e.Remedy == "" || len(e.Seen) == 0 {
				t.Errorf("%s lacks the product, a version, the fault or the remedy", e.ID)
			}
			for _, v := range append(slices.Clone(e.Seen), cmp.Or(e.Fixed, "0")) {
				if !version.MatchString(v) {
					t.Errorf("%s: %q is not a version", e.ID, v)
				}
			}
			if e.Upstream != workaround.NotReported && !strings.HasPrefix(e.Upstream, "https://") {
				t.Errorf("%s: upstream is %q, neither a URL nor %q", e.ID, e.Upstream, workaround.NotReported)
			}
			for _, f := range []string{e.Code, e.Reproducer} {
				if info, err := os.Stat(filepath.Join(root, f)); err != nil || !info.Mode().IsRegular() {
					t.Errorf("%s: %q is not a file (%v)", e.ID, f, err)
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

// TestPage checks that docs/design/workarounds.md matches the ledgers.
func TestPage(t *testing.T) {
	path := filepath.Join(testtree.Root(t), "docs", "design", "workarounds.md")
	if *update {
		if err := os.WriteFile(path, []byte(page()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil || string(text) != page() {
		t.Errorf("%s does not match the ledgers (%v); run go test ./internal/workaround -run TestPage -update", path, err)
	}
}

const pageHead = `# Workarounds

Deviations from the straightforward implementation that are needed because a product that gohipcc
works with has a fault. This page is generated from the ledgers in the code
(` + "`go test ./internal/workaround -run TestPage -update`" + `).

An entry is a ` + "`workaround.Entry`" + ` in a table beside the code that implements it. Developers can disable
entries by their IDs: ` + "`GOHIP_DISABLE_WORKAROUNDS=ID,ID`" + ` in the environment of the compiler and of the
program, or ` + "`--disable-workarounds=ID,ID`" + ` for the device link. The test of an entry compiles and runs its
reproducer with the workaround, which must succeed, and without, which must fail. Once the installed
product succeeds without it, the test fails and asks to delete the entry or, as long as an older version
is supported, to record the fixed version (` + "`Fixed`" + `). Versions that were not tested are treated as
faulty. To find out whether random kernels need a workaround, run
` + "`GOHIP_DISABLE_WORKAROUNDS=ID go test ./e2e -run TestRandomKernels -random.count=2000 -random.seed=1000000 -timeout=0`" + `.

Lowering that is needed because SPIR-V, OpenCL or a device lacks a feature is not a workaround: see
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
				versions += "; fixed in " + e.Fixed
			}
			upstream := e.Upstream
			if upstream != workaround.NotReported {
				upstream = "<" + upstream + ">"
			}
			fmt.Fprintf(&b, "\n### %s\n\n%s %s. %s\n\nWorkaround: %s\n\n", e.ID, e.Product, versions, e.Fault, e.Remedy)
			fmt.Fprintf(&b, "* upstream: %s\n* code: `%s`\n* reproducer: `%s`; test: `%s`\n", upstream, e.Code, e.Reproducer, e.Test)
		}
	}
	return b.String()
}
