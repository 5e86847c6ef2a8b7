// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gohipcc/internal/testtree"
	"gohipcc/runtime/backend/opencl/cl"
)

// TestLedger: every entry says what is done about what, and what it names is there.
func TestLedger(t *testing.T) {
	root := testtree.Root(t)
	seen := map[string]bool{}
	for _, e := range Workarounds {
		if e.ID == "" || seen[e.ID] || e.Product == "" || len(e.Seen) == 0 || e.Fault == "" || e.Remedy == "" || e.Upstream == "" {
			t.Errorf("an incomplete or second entry: %+v", e)
		}
		seen[e.ID] = true
		for _, file := range []string{e.Code, e.Reproducer} {
			if _, err := os.Stat(filepath.Join(root, file)); err != nil {
				t.Errorf("%s: %v", e.ID, err)
			}
		}
		if e.Test == "" {
			continue
		}
		folder, name, _ := strings.Cut(e.Test, ".")
		files, err := filepath.Glob(filepath.Join(root, folder, "*_test.go"))
		if err != nil || len(files) == 0 {
			t.Errorf("%s: no tests in %s", e.ID, folder)
		}
		found := false
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			found = found || regexp.MustCompile(`(?m)^func `+regexp.QuoteMeta(name)+`\(t \*testing\.T\)`).Match(b)
		}
		if !found {
			t.Errorf("%s: there is no %s", e.ID, e.Test)
		}
	}
}

// TestPoCLFaults fails when the installed PoCL has mended a fault: the entry can go then.
func TestPoCLFaults(t *testing.T) {
	lib, err := cl.Load()
	if err != nil {
		t.Fatal(err)
	}
	platforms, err := lib.Platforms()
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, p := range platforms {
		if p.Name != poclPlatform {
			continue
		}
		devices, err := p.Devices()
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range devices {
			tried++
			if d.FP16 {
				t.Errorf("%s of %s declares halves: %s can go", d.Name, p.Version, poclHalves)
			}
		}
	}
	if tried == 0 {
		t.Error("PoCL has no device here")
	}
}
