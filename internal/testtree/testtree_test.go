// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package testtree

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// failing is a test that ends with a message instead of failing this one.
type failing struct {
	testing.TB
	message string
}

func (f *failing) Helper() {}

func (f *failing) Fatal(args ...any) { f.end(fmt.Sprint(args...)) }

func (f *failing) Fatalf(format string, args ...any) { f.end(fmt.Sprintf(format, args...)) }

func (f *failing) end(message string) {
	f.message = message
	runtime.Goexit()
}

// messageOf returns what a call ends its test with.
func messageOf(t *testing.T, call func(testing.TB)) string {
	f := &failing{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		call(f)
	}()
	<-done
	return f.message
}

func TestRoot(t *testing.T) {
	top := t.TempDir()
	below := filepath.Join(top, "a", "b")
	if err := os.MkdirAll(below, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(below)
	if m := messageOf(t, func(tb testing.TB) { Root(tb) }); !strings.Contains(m, "no go.mod") {
		t.Errorf("outside a module: %q", m)
	}
	for _, dir := range []string{top, below} {
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module m\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := Root(t); got != dir {
			t.Errorf("got %s, want %s", got, dir)
		}
	}
}

func TestBuilt(t *testing.T) {
	top := t.TempDir()
	t.Chdir(top)
	for _, name := range []string{"go.mod", "build/bin/gohipcc", "build/lib/x.so"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("module m\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for got, want := range map[string]string{
		Built(t, "lib", "x.so"): filepath.Join(top, "build/lib/x.so"),
		Compiler(t):             filepath.Join(top, "build/bin/gohipcc"),
		Prefix(t):               filepath.Join(top, "build"),
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if m := messageOf(t, func(tb testing.TB) { Built(tb, "lib", "y.so") }); !strings.Contains(m, "run 'make build' first") {
		t.Errorf("a file that is not built: %q", m)
	}
}
