// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package supervisor

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"
)

// TestRun: how a worker's end is reported. The worker is a shell.
func TestRun(t *testing.T) {
	for _, c := range []struct {
		name, script string
		status       int
		said         string
	}{
		{"success", "echo out; echo err >&2; test -n \"$" + workerVariable + "\"", 0, "out\nerr\n"},
		{"failure", "echo why >&2; exit 3", 3, "why\n"},
		{"killed", "kill -9 $$", 128 + 9, "gohipcc: error: device link of a.bc: it was ended (killed)\n"},
		{"panic", "echo said >&2; echo 'panic: oops' >&2; echo more >&2; exit 2", 2,
			"said\ngohipcc: error: device link of a.bc: this is an error of gohipcc's; please report it with the inputs\npanic: oops\nmore\n\n"},
		{"crash", "printf 'SIGSEGV: x\\nsignal arrived during cgo execution\\ngohipcc/passes/llvm.RunPasses(1)\\n' >&2; exit 2", 128 + 11,
			"gohipcc: error: device link of a.bc: LLVM crashed in LLVMRunPasses (segmentation fault)\n"},
		{"vectoriser", "test \"$1\" = " + NoVectorise + " || exit 75", 0,
			"gohipcc: note: device link of a.bc: LLVM's vectoriser does not come to an end, so its loops are compiled without\n"},
	} {
		var out, errs bytes.Buffer
		l := &Link{Argv: []string{"/bin/sh", "-c", c.script, "sh"}, Env: os.Environ(), Inputs: []string{"a.bc"}, Stdout: &out, Stderr: &errs}
		err, status := l.Run(context.Background()), 0
		if exit := ExitError(0); errors.As(err, &exit) {
			status = exit.ExitCode()
		} else if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if said := out.String() + errs.String(); status != c.status || said != c.said {
			t.Errorf("%s: status %d, want %d; %q, want %q", c.name, status, c.status, said, c.said)
		}
	}
}

// TestRunEnds: a worker ends with its context, and one that does not exist is an error that names it.
func TestRunEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	started := writer(func(b []byte) (int, error) { cancel(); return len(b), nil })
	l := &Link{Argv: []string{"/bin/sh", "-c", "echo; exec sleep 600"}, Env: os.Environ(), Stdout: started, Stderr: started}
	if err := l.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that of the context", err)
	}
	l.Argv[0] = "/nonexistent"
	if err := l.Run(context.Background()); err == nil || !strings.Contains(err.Error(), "/nonexistent") {
		t.Errorf("%v", err)
	}
}

type writer func([]byte) (int, error)

// Write implements [io.Writer].
func (w writer) Write(b []byte) (int, error) { return w(b) }
