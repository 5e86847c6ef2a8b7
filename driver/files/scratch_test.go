// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package files

import (
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"
)

// A build that is killed before its folder is locked leaves one that the next build removes, as it
// does those of builds that were killed later; those of running builds, and of one that is about to
// lock its folder, stay.
func TestSweep(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	old := time.Now().Add(-time.Minute)
	for _, name := range []string{".gohipcc-1-0000000a", ".gohipcc-2-0000000b", "gohipcc-3-0000000c", "gohipcc-4-0000000d", "gohipcc-notes"} {
		dir := filepath.Join(tmp, name)
		if err := os.MkdirAll(filepath.Join(dir, "in"), 0o755); err != nil {
			t.Fatal(err)
		}
		if name != ".gohipcc-2-0000000b" {
			if err := os.Chtimes(dir, old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	alive, err := os.Open(filepath.Join(tmp, "gohipcc-4-0000000d"))
	if err != nil {
		t.Fatal(err)
	}
	defer alive.Close()
	if err := syscall.Flock(int(alive.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	s := NewScratch()
	if err := s.Make(nil); err != nil {
		t.Fatal(err)
	}
	names := func() (out []string) {
		list, err := os.ReadDir(tmp)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			out = append(out, e.Name())
		}
		return out
	}
	want := []string{".gohipcc-2-0000000b", filepath.Base(s.Dir), "gohipcc-4-0000000d", "gohipcc-notes"}
	slices.Sort(want)
	if got := names(); !slices.Equal(got, want) {
		t.Errorf("after the sweep there are %q, want %q", got, want)
	}
	s.Remove()
	if _, err := os.Stat(s.Dir); !os.IsNotExist(err) {
		t.Errorf("the build's own folder is there after Remove: %v", err)
	}
}

// A folder that a sweep removed is created again, and the folder of a running build stays.
func TestSweepWhileMaking(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	s := NewScratch()
	// Another build's sweep looks at the folder and removes it.
	if err := os.Mkdir(s.fresh(), 0o700); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-time.Minute)
	if err := os.Chtimes(s.fresh(), old, old); err != nil {
		t.Fatal(err)
	}
	sweep(tmp)
	if err := s.Make(nil); err != nil {
		t.Fatal(err)
	}
	defer s.Remove()
	if err := os.WriteFile(filepath.Join(s.Dir, "x"), nil, 0o600); err != nil {
		t.Error(err)
	}
	sweep(tmp)
	if _, err := os.Stat(filepath.Join(s.Dir, "x")); err != nil {
		t.Errorf("a sweep took the folder of a living build: %v", err)
	}
}

// Remove needs no more files than the lock's, whatever the depth: with a low limit on open files (ulimit -n) the folder
// of a build that failed stayed.
func TestRemoveWithoutFiles(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s := NewScratch()
	if err := s.Make(nil); err != nil {
		t.Fatal(err)
	}
	deep := filepath.Join(s.Dir, "a", "b", "c")
	if err := os.MkdirAll(deep, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(deep, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/", filepath.Join(deep, "link")); err != nil {
		t.Fatal(err)
	}
	var usual syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &usual); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: 100, Max: usual.Max}); err != nil {
		t.Fatal(err)
	}
	var taken []*os.File
	for {
		f, err := os.Open("/")
		if err != nil {
			break
		}
		taken = append(taken, f)
	}
	s.Remove()
	for _, f := range taken {
		f.Close()
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &usual); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(s.Dir); !os.IsNotExist(err) {
		t.Errorf("the folder is there after Remove: %v", err)
	}
}
