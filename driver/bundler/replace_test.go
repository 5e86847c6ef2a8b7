// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package bundler

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestReplaceFile: the old file stays if the new one cannot be written, and nothing is left beside it.
func TestReplaceFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	text := func(w io.Writer) error { _, err := io.WriteString(w, "text"); return err }
	if err := os.WriteFile(name, []byte("old"), 0o604); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	if err := ReplaceFile(name, 0o666, func(w io.Writer) error { return errors.Join(text(w), broken) }); !errors.Is(err, broken) {
		t.Errorf("a failed write: %v", err)
	}
	if b, _ := os.ReadFile(name); string(b) != "old" {
		t.Errorf("after a failed write it has %q", b)
	}
	if err := ReplaceFile(name, 0o666, text); err != nil {
		t.Error(err)
	}
	st, err := os.Stat(name)
	if b, _ := os.ReadFile(name); string(b) != "text" || err != nil || st.Mode() != 0o604 {
		t.Errorf("%q, %v, %v", b, st.Mode(), err)
	}
	if err := ReplaceFile(dir, 0o666, text); err == nil || err.Error() != fmt.Sprintf("cannot write '%s': is a directory", dir) {
		t.Errorf("a folder: %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("%v is left", left)
	}
}
