// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package programcache

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gohipcc/internal/secure"
)

func TestProgramCacheRefusesDamage(t *testing.T) {
	c := &Cache{t.TempDir()}
	key := c.Key([]byte("a"), []byte("b"))
	if key == c.Key([]byte("ab"), nil) {
		t.Error("parts run into each other in the key")
	}
	c.Put(key, []byte("program"))
	if got := c.Get(key); string(got) != "program" {
		t.Fatalf("got %q", got)
	}
	b, err := os.ReadFile(c.path(key))
	if err != nil {
		t.Fatal(err)
	}
	b[2] ^= 1
	if err := os.WriteFile(c.path(key), b, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := c.Get(key); got != nil {
		t.Errorf("a damaged program was used: %q", got)
	}
	left, err := filepath.Glob(filepath.Join(c.dir, "*", "new-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestOthersFolder checks that a cache that others can write to is not used, and how that is said.
func TestOthersFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "\x1b[31m")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	said, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	defer func(old *os.File) { os.Stderr = old }(os.Stderr)
	os.Stderr = said
	t.Setenv(DirEnv, dir)
	if Open() == nil {
		t.Fatal("no cache in a folder of this user's")
	}
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	var untrusted *secure.UntrustedError
	if _, err := Dir(); !errors.As(err, &untrusted) || Open() != nil {
		t.Errorf("a folder that all write to is used: %v", err)
	}
	text, err := os.ReadFile(said.Name())
	if err != nil || !strings.Contains(string(text), `\x1b[31m`) || strings.Contains(string(text), "\x1b") {
		t.Errorf("%q, %v", text, err)
	}
}
