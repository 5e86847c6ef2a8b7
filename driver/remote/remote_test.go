// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gohipcc/driver/reapi"
)

// TestScan: texts that include the same headers have the same hash of directives, others do not.
func TestScan(t *testing.T) {
	const text = "#include <a.h>\nint f() { return 1; }\n/* #include <b.h>\n*/\nconst char *s = R\"(\n#include <c.h>\n)\";\n"
	base, clock := scan([]byte(text))
	if clock {
		t.Error("it does not ask for the time")
	}
	if same, _ := scan([]byte(strings.Replace(text, "return 1", "return 2", 1))); same != base {
		t.Error("the body of a function decides about headers")
	}
	for _, change := range [][2]string{{"<a.h>", "<d.h>"}, {"/* ", "/*"}, {"*/", ""}, {`R"(`, `"" R"(`}, {"#include <c.h>", "#include \\\n<c.h>"}, {"int f", "%:define X\nint f"}} {
		if other, _ := scan([]byte(strings.Replace(text, change[0], change[1], 1))); other == base {
			t.Errorf("%q for %q decides nothing about headers", change[1], change[0])
		}
	}
	if _, clock := scan([]byte("char s[] = __TIME__;")); !clock {
		t.Error("it asks for the time")
	}
}

// TestContents: what is kept about a large file from an earlier build matches its content.
func TestContents(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "large.h")
	data := []byte(strings.Repeat("#define A __DATE__\n", large/10))
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(name, old, old); err != nil {
		t.Fatal(err)
	}
	time.Sleep(20 * time.Millisecond) // the kernel's file timestamps are coarse
	for _, which := range []string{"new", "known"} {
		c := &contents{dir: filepath.Join(dir, "memo"), known: map[string]*content{}}
		k, err := c.of(name)
		if err != nil || k.digest != reapi.DigestOf(data) || !k.clock || k.directives != k.digest.Hash {
			t.Errorf("%s: %+v %v", which, k, err)
		}
	}
	if kept, _ := filepath.Glob(filepath.Join(dir, "memo", "digest-*")); len(kept) != 1 {
		t.Errorf("%d digests are kept, want 1", len(kept))
	}
}

// TestTree: two files of the same name are an error, and the digest does not depend on the order.
func TestTree(t *testing.T) {
	make := func(names ...string) reapi.Digest {
		t.Helper()
		tr := newTree()
		for _, n := range names {
			if err := tr.data(n, []byte(filepath.Base(n))); err != nil {
				t.Fatal(err)
			}
		}
		d, err := tr.seal()
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	if make("a/x", "a/b/y", "z") != make("z", "a/b/y", "a/x") {
		t.Error("the order decides about the digest")
	}
	tr := newTree()
	tr.data("a/b", []byte("1"))
	for _, n := range []string{"a/b", "a/b/c", "a"} {
		if err := tr.data(n, []byte("2")); err == nil {
			t.Errorf("%s is there twice", n)
		}
	}
}

// TestSlots: a slot is taken once, is freed, and rests.
func TestSlots(t *testing.T) {
	for _, dir := range []string{"", t.TempDir()} {
		one, two := newSlots(dir, "here", 1), newSlots(dir, "here", 1)
		if dir == "" {
			two = one
		}
		release := one.try(0)
		if release == nil {
			t.Fatal("no slot is free")
		}
		if two.try(0) != nil {
			t.Error("a slot is taken twice")
		}
		release()
		if dir != "" && two.try(time.Hour) != nil {
			t.Error("a slot that was used a moment ago has been free for an hour")
		}
		if release = two.try(0); release == nil {
			t.Error("a slot does not come back")
		}
		release()
	}
}
