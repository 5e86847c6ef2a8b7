// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"gohipcc/fatbin"
)

// hostileIDs are entry names that contain terminal control sequences, or that are not valid file
// names.
var hostileIDs = []string{
	"hip-spirv64-unknown-unknown-unknown-\x1b]0;title\x07\x1b[2J",
	"hip-spirv64-unknown-unknown-unknown-\u009b31m\x7f\u202egnp",
	"hip-spirv64-unknown-unknown-unknown-\xff\xfe\ntwo lines\r",
	"../../\x1b[Aup", "-rf", ".hidden", strings.Repeat("n", 400),
}

// hostileBundle returns a bundle with a module whose kernel and entries have such names.
func hostileBundle(t *testing.T, dir string) string {
	t.Helper()
	spv, err := os.ReadFile(filepath.Join("..", "..", "fatbin", "testdata", "kernels.spv"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(spv, []byte("vadd")) {
		t.Fatal("kernels.spv has no kernel vadd")
	}
	spv = bytes.ReplaceAll(spv, []byte("vadd"), []byte("\x1b[7m"))
	var in []fatbin.Input
	for _, id := range hostileIDs {
		in = append(in, fatbin.InputBytes(id, spv))
	}
	var b bytes.Buffer
	if err := fatbin.WriteBundle(&b, 4096, in); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "hostile.hipfb")
	if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// checkShown fails if the output contains control sequences.
func checkShown(t *testing.T, what, out string) {
	t.Helper()
	if !utf8.ValidString(out) {
		t.Errorf("%s printed bytes that are no UTF-8: %q", what, out)
	}
	for _, r := range out {
		if r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 || r == 0x202e {
			t.Errorf("%s printed %q: %.300q", what, r, out)
			return
		}
	}
}

// TestHostileNames makes every command show a bundle with names that contain control sequences, and
// write files under names derived from them.
func TestHostileNames(t *testing.T) {
	top := t.TempDir()
	file := hostileBundle(t, top)
	work := filepath.Join(top, "a", "b")
	if err := os.MkdirAll(work, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(work)
	for _, argv := range [][]string{
		{"gohipcc", "inspect", file}, {"gohipcc", "inspect", "--all", file}, {"gohipcc", "inspect", "--tree", file},
		{"gohipcc", "inspect", "--names", file}, {"gohipcc", "inspect", "--names", "--mangled", file},
		{"gohipcc", "inspect", "--json", file}, {"gohipcc", "diff", file, "../../../../../dev/null"},
		{"gohipcc", "extract", file, "none"}, {"gohipcc", "unbundle", file, "-d", "out"},
		{"clang-offload-bundler", "-list", "-type=o", "-input=" + file},
		{"gohipcc", "strip", "--keep", "\x1b[3m", file}, {"gohipcc", "inspect", "\x1b[4m\u009b"},
	} {
		var out, errw bytes.Buffer
		Main(argv, &out, &errw)
		if out.Len()+errw.Len() == 0 {
			t.Errorf("%q printed nothing", argv)
		}
		checkShown(t, strings.Join(argv[:2], " "), out.String())
		checkShown(t, strings.Join(argv[:2], " "), errw.String())
		if argv[len(argv)-2] == "--json" && !json.Valid(out.Bytes()) {
			t.Errorf("no JSON: %.500q", out.String())
		}
	}
	for _, id := range hostileIDs {
		var out, errw bytes.Buffer
		Main([]string{"gohipcc", "extract", file, "--target", id}, &out, &errw)
		checkShown(t, "extract", out.String()+errw.String())
	}
	_ = filepath.WalkDir(top, func(path string, d os.DirEntry, err error) error {
		name := d.Name()
		if err != nil || strings.ContainsAny(name, "\x1b\x07\x7f\n\r") || strings.Contains(name, "\xff") || path != top && (name[0] == '.' || name[0] == '-') {
			t.Errorf("a file is called %q (%v)", path, err)
		}
		return nil
	})
	left, err := os.ReadDir(filepath.Join(work, "out"))
	if err != nil || len(left) != len(hostileIDs) {
		t.Errorf("%d files are unbundled, want %d: %v", len(left), len(hostileIDs), err)
	}
}

// TestRawContents: content that the user asks for is written unchanged.
func TestRawContents(t *testing.T) {
	file := hostileBundle(t, t.TempDir())
	var out, errw bytes.Buffer
	if Main([]string{"gohipcc", "extract", "-o", "-", "--index", "0", file}, &out, &errw) != 0 || !bytes.Contains(out.Bytes(), []byte("\x1b[7m")) {
		t.Errorf("%d bytes, %s", out.Len(), errw.String())
	}
}
