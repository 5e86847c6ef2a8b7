// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package rtc

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestScratch: a compilation removes the folders of processes that have ended, and no others.
func TestScratch(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	used, remove, err := scratch()
	if err != nil {
		t.Fatal(err)
	}
	long := time.Now().Add(-time.Hour)
	target := filepath.Join(t.TempDir(), "kept")
	for _, path := range []string{target, filepath.Join(tmp, scratchPrefix+"ended"), filepath.Join(tmp, scratchPrefix+"new"), filepath.Join(tmp, "other")} {
		if err := os.MkdirAll(filepath.Join(path, "inc"), 0o700); err != nil {
			t.Fatal(err)
		}
		if path == filepath.Join(tmp, scratchPrefix+"new") {
			continue
		}
		if err := os.Chtimes(path, long, long); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(tmp, scratchPrefix+"link")
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(used, long, long); err != nil {
		t.Fatal(err)
	}
	second, removeSecond, err := scratch()
	if err != nil {
		t.Fatal(err)
	}
	for path, there := range map[string]bool{
		used: true, second: true, link: true, target: true, filepath.Join(tmp, "other"): true,
		filepath.Join(tmp, scratchPrefix+"new"): true, filepath.Join(tmp, scratchPrefix+"ended"): false,
	} {
		if _, err := os.Lstat(path); (err == nil) != there {
			t.Errorf("%s: %v", path, err)
		}
	}
	remove()
	removeSecond()
	for _, dir := range []string{used, second} {
		if _, err := os.Lstat(dir); !os.IsNotExist(err) {
			t.Errorf("%s: %v", dir, err)
		}
	}
}
