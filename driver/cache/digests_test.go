// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cache

import (
	"bytes"
	"crypto/sha256"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// digestOf returns the digest of a file, and whether it has an x.
func digestOf(t *testing.T, d *Digests, name string) ([sha256.Size]byte, bool) {
	t.Helper()
	sum, has, err := d.Of(name, func(data []byte) bool { return bytes.Contains(data, []byte("x")) })
	if err != nil {
		t.Fatal(err)
	}
	return sum, has
}

// TestDigests: a file that has not changed is not read again, by another process either.
func TestDigests(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.h")
	if err := os.WriteFile(name, []byte("one x"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := openDigests(dir)
	d.settled = 0
	want := sha256.Sum256([]byte("one x"))
	if sum, _, err := d.Of(name, nil); err != nil || sum != want {
		t.Fatalf("%x, %v, want %x", sum, err, want)
	}
	if sum, has := digestOf(t, d, name); sum != want || !has {
		t.Errorf("after a read that did not look: %x, %v", sum, has)
	}
	// What is remembered is what is returned.
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	state, ok := d.stateOf(f)
	f.Close()
	if !ok {
		t.Fatal("the file may not be remembered")
	}
	other := fileFacts{Sum: sha256.Sum256(nil), Marks: looked}
	d.remember(state, other)
	if err := d.save(); err != nil {
		t.Fatal(err)
	}
	again := openDigests(dir)
	again.settled = 0
	if sum, has := digestOf(t, again, name); sum != other.Sum || has {
		t.Error("the file was read again")
	}
	// New content of the same size, at the same time of modification.
	st, err := os.Stat(name)
	if err == nil {
		err = os.WriteFile(name, []byte("two y"), 0o600)
	}
	if err == nil {
		err = os.Chtimes(name, st.ModTime(), st.ModTime())
	}
	if err != nil {
		t.Fatal(err)
	}
	if sum, has := digestOf(t, again, name); sum != sha256.Sum256([]byte("two y")) || has {
		t.Error("a changed file has its old digest")
	}
	var none *Digests
	if sum, has := digestOf(t, none, name); sum != sha256.Sum256([]byte("two y")) || has {
		t.Error("no digests: another digest")
	}
}

// TestYoungDigests: a file that has just been written may change without another time.
func TestYoungDigests(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.h")
	if err := os.WriteFile(name, []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := openDigests(dir)
	digestOf(t, d, name)
	d.settled = time.Hour
	digestOf(t, d, name)
	if len(d.known) > 0 || d.save() != nil {
		t.Error("it was remembered")
	}
	if _, err := os.Stat(d.file); !os.IsNotExist(err) {
		t.Errorf("a file without digests: %v", err)
	}
}

// TestDamagedDigests: damaged records are left out, and a file that ends with a part of one is replaced.
func TestDamagedDigests(t *testing.T) {
	dir := t.TempDir()
	facts := fileFacts{Sum: sha256.Sum256([]byte("1")), Marks: looked | marked}
	good := appendRecord(nil, fileState{1, 2, 3, 4, 5}, facts)
	bad := bytes.Clone(good)
	bad[50] ^= 1
	file := filepath.Join(dir, "digests")
	read := func(data []byte) *Digests {
		t.Helper()
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		d := openDigests(dir)
		d.recall(fileState{}, true)
		return d
	}
	d := read(bytes.Join([][]byte{bad, good}, nil))
	if len(d.known) != 1 || d.known[fileState{1, 2, 3, 4, 5}] != facts {
		t.Errorf("of a damaged record and another one: %v", d.known)
	}
	d = read(append(bytes.Clone(good), bad[:7]...))
	if len(d.known) != 0 {
		t.Errorf("of a file with a part of a record: %v", d.known)
	}
	d.remember(fileState{6, 7, 8, 9, 10}, facts)
	if err := d.save(); err != nil {
		t.Fatal(err)
	}
	if st, err := os.Stat(file); err != nil || st.Size() != recordSize {
		t.Errorf("the file was not replaced: %v, %v", st, err)
	}
	if err := d.clear(); err != nil || d.clear() != nil {
		t.Error("not cleared")
	}
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Errorf("after clear: %v", err)
	}
}
