// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"

	"gohipcc/driver/job"
	"gohipcc/driver/reapi"
	"gohipcc/driver/reapi/reapitest"
)

// TestScan: texts that include the same headers have the same hash of directives, others do not.
func TestScan(t *testing.T) {
	const text = "#include <a.h>\nint f() { return 1; }\n/* #include <b.h>\n*/\nconst char *s = R\"(\n#include <c.h>\n)\";\n"
	base := directives([]byte(text))
	if asksTime([]byte(text)) {
		t.Error("it does not ask for the time")
	}
	if directives([]byte(strings.Replace(text, "return 1", "return 2", 1))) != base {
		t.Error("the body of a function decides about headers")
	}
	for _, change := range [][2]string{{"<a.h>", "<d.h>"}, {"/* ", "/*"}, {"*/", ""}, {`R"(`, `"" R"(`}, {"#include <c.h>", "#include \\\n<c.h>"}, {"int f", "%:define X\nint f"}} {
		if directives([]byte(strings.Replace(text, change[0], change[1], 1))) == base {
			t.Errorf("%q for %q decides nothing about headers", change[1], change[0])
		}
	}
	if !asksTime([]byte("char s[] = __TIME__;")) {
		t.Error("it asks for the time")
	}
	if asksTime([]byte("\x7fELF\x02\x01\x01__TIME__")) {
		t.Error("a program asks for the time")
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

// TestHealth: one action's failure is not the server's, too many are, and what the server itself does not do ends its use by
// this build and, for a time, by others of this machine.
func TestHealth(t *testing.T) {
	dir := t.TempDir()
	var said []string
	start := func() *health {
		said = nil
		return newHealth(dir, "grpc://server:1", &Options{Explain: func(string, ...any) {}, Warn: func(m string) { said = append(said, m) }})
	}
	lost := &reapi.Error{Status: reapi.Status{Code: codes.Internal, Message: "the worker is gone"}}
	a := &action{}
	h := start()
	for i := range patience {
		if h.fail(t.Context(), "unit", a, lost); h.isDown() {
			t.Fatalf("the server is left after %d failures of %d", i+1, patience)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if h.fail(ended, "unit", a, lost); h.isDown() {
		t.Error("what ends with the build is counted as a failure")
	}
	if h.fail(t.Context(), "unit", a, lost); !h.isDown() {
		t.Error("the server is used after too many failures")
	}
	if len(said) != 1 || !strings.Contains(said[0], "the worker is gone") {
		t.Errorf("warnings: %q, want one", said)
	}
	if !start().isDown() {
		t.Error("the next build asks at once")
	}
	if other := newHealth(dir, "grpc://other:1", &Options{}); other.isDown() {
		t.Error("another server is left as well")
	}
	old := time.Now().Add(-2 * rest)
	if err := os.Chtimes(h.stamp, old, old); err != nil {
		t.Fatal(err)
	}
	if h = start(); h.isDown() {
		t.Error("the server is not asked again")
	}
	for code, unusable := range map[codes.Code]bool{codes.Unimplemented: true, codes.PermissionDenied: true, codes.Unauthenticated: true, codes.Unavailable: false, codes.NotFound: false} {
		if got := isUnusable(&reapi.Error{Status: reapi.Status{Code: code}}); got != unusable {
			t.Errorf("%v: unusable %v", code, got)
		}
	}
	h = newHealth("", "grpc://server:1", &Options{Warn: func(string) {}})
	if h.distrust("wrong bytes"); !h.isDown() {
		t.Error("a server with wrong results is used")
	}
}

// TestUploads: a blob is sent once, and again after the server has lost it.
func TestUploads(t *testing.T) {
	s := reapitest.Start(t, reapitest.Options{})
	client, err := reapi.Dial(t.Context(), reapi.Options{URL: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	u := newUploads(client, newSlots("", "send", 1))
	root := func(names ...string) *tree {
		tr := newTree()
		for _, n := range names {
			if err := tr.data(n, bytes.Repeat([]byte(n), manyBytes/2)); err != nil {
				t.Fatal(err)
			}
		}
		return tr
	}
	for _, test := range []struct {
		tree *tree
		want int64 // bytes that are sent, without compression
	}{{root("a"), manyBytes / 2}, {root("a", "b"), manyBytes / 2}, {root("b", "a"), 0}, {root("c", "d", "e"), 3 * manyBytes / 2}} {
		send, many := u.lacking(test.tree)
		var sum int64
		for _, b := range send {
			sum += b.Digest.Size
		}
		if sum != test.want || many != (test.want >= manyBytes) {
			t.Errorf("%d bytes are lacking (many: %v), want %d", sum, many, test.want)
		}
		if err := u.send(t.Context(), test.tree); err != nil {
			t.Fatal(err)
		}
		if left, _ := u.lacking(test.tree); len(left) > 0 {
			t.Errorf("%d blobs are lacking after they were sent", len(left))
		}
	}
	u.forget(root("a"))
	if left, _ := u.lacking(root("a", "b")); len(left) != 1 {
		t.Errorf("%d blobs are unknown, want that of a", len(left))
	}
	before := s.Uploaded.Load()
	if err := u.findMissing(t.Context(), root("a")); err != nil {
		t.Fatal(err)
	}
	if err := u.send(t.Context(), root("a")); err != nil || s.Uploaded.Load() != before {
		t.Errorf("%v: a is sent again, though the server has it", err)
	}
}

// TestWhole: a result without an output, or of a front end that read other files than it was given, is not used.
func TestWhole(t *testing.T) {
	s := reapitest.Start(t, reapitest.Options{})
	client, err := reapi.Dial(t.Context(), reapi.Options{URL: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	var said []string
	opt := &Options{Explain: func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }, Warn: func(string) {}}
	dir := t.TempDir()
	object, deps := filepath.Join(dir, "a.o"), filepath.Join(dir, "a.d")
	for _, test := range []struct {
		outputs map[string][]byte
		failed  bool
		want    string // in what is said; "": the result is used
	}{
		{outputs: map[string][]byte{object: []byte("code"), depsOf: []byte("x: /src/a.hip overlay /src/a.h\n")}},
		{outputs: map[string][]byte{depsOf: []byte("x: /src/a.hip\n")}, want: "no out/0.o"},
		{outputs: map[string][]byte{object: []byte("code")}, want: "no out/deps.d"},
		{outputs: map[string][]byte{object: []byte("code"), depsOf: []byte("x:\n")}, want: "dependency file is empty"},
		{outputs: map[string][]byte{object: []byte("code"), depsOf: []byte("x: /src/a.hip /etc/passwd\n")}, want: "it read /etc/passwd"},
		{failed: true, want: "failed at w"},
	} {
		said = nil
		os.Remove(object)
		server := &server{client: client, health: newHealth("", "", opt), explain: opt.Explain}
		a := &action{outputs: map[string]string{"out/0.o": object, "out/deps.d": deps}, deps: "out/deps.d", depsHere: deps, overlay: "overlay",
			reads: map[string]bool{"/src/a.hip": true, "/src/a.h": true}}
		o := &outcome{where: "w", outputs: test.outputs, exitNonZero: test.failed}
		o.out.WriteString("said")
		var stdout bytes.Buffer
		used := server.deliver(&job.Command{Name: "unit", Stdout: &stdout, Stderr: io.Discard}, a, o)
		if used != (test.want == "") || !strings.Contains(strings.Join(said, "\n"), test.want) {
			t.Errorf("used: %v, said: %q, want %q", used, said, test.want)
		}
		data, err := os.ReadFile(object)
		if used && (string(data) != "code" || stdout.String() != "said") || !used && !os.IsNotExist(err) {
			t.Errorf("used: %v, the object is %q (%v), the output %q", used, data, err, &stdout)
		}
		if list, err := os.ReadFile(deps); used && (err != nil || strings.Contains(string(list), "overlay") || !strings.Contains(string(list), "/src/a.h")) {
			t.Errorf("the dependency file is %q (%v)", list, err)
		}
	}
}
