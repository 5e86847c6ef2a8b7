// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package atomicfile

import (
	"os"
	"path/filepath"
	"testing"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	for _, text := range []string{"first", "second, longer", ""} {
		if err := Write(path, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(path)
		st, _ := os.Stat(path)
		if err != nil || string(b) != text || st.Mode() != 0o640 {
			t.Errorf("%q, mode %v, %v; want %q", b, st.Mode(), err, text)
		}
	}
	// A place that cannot be taken keeps what it has, and no temporary file stays.
	taken := filepath.Join(dir, "taken")
	if err := os.MkdirAll(filepath.Join(taken, "in"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Write(taken, []byte("x"), 0o644); err == nil {
		t.Error("a folder was written over")
	}
	if err := Write(filepath.Join(dir, "none", "f"), nil, 0o644); err == nil {
		t.Error("a file was written into a folder that is not there")
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("%v is left", left)
	}
	// A pipe is written into; it is not replaced.
	if err := Write("/dev/null", []byte("x"), 0o644); err != nil {
		t.Error(err)
	}
	if st, err := os.Stat("/dev/null"); err != nil || st.Mode().IsRegular() {
		t.Errorf("/dev/null is %v, %v", st, err)
	}
}
