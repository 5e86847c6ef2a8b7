// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFindInstalled: if GOHIP_PATH is set, no other place is searched; otherwise the gohipcc on
// PATH is found through the links that lead to its installation.
func TestFindInstalled(t *testing.T) {
	prefix, links, empty := t.TempDir(), t.TempDir(), t.TempDir()
	bin := filepath.Join(prefix, "bin", "gohipcc")
	if err := os.MkdirAll(filepath.Dir(bin), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(bin, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(bin, filepath.Join(links, "gohipcc")); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ variable, path, found, missed string }{
		{prefix, empty, bin, ""},
		{"", links, bin, ""},
		{empty, links, "", filepath.Join(empty, "bin", "gohipcc")},
		{"", empty, "", "on PATH"},
	} {
		t.Setenv("GOHIP_PATH", tt.variable)
		t.Setenv("PATH", tt.path)
		p, err := FindInstalled()
		switch {
		case tt.found != "" && (err != nil || p.Self != tt.found || p.Root != prefix):
			t.Errorf("GOHIP_PATH=%s PATH=%s: %v, %v, want %s", tt.variable, tt.path, p, err, tt.found)
		case tt.found == "" && (err == nil || !strings.Contains(err.Error(), tt.missed) || !strings.Contains(err.Error(), "set GOHIP_PATH")):
			t.Errorf("GOHIP_PATH=%s PATH=%s: %v, %v, want %q to be missed", tt.variable, tt.path, p, err, tt.missed)
		}
	}
}
