// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package prefork_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"gohipcc/driver/prefork"
	"gohipcc/internal/testtree"
)

// shell loads /bin/sh once.
func shell(t *testing.T) *prefork.Tool {
	t.Helper()
	tool, err := prefork.Start(testtree.Built(t, "lib", "gohip", "prefork.so"), "/bin/sh", []string{"PATH=/usr/bin:/bin", "WORD=set"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tool.Close)
	return tool
}

// TestRun: commands behave as they do when they are started as usual.
func TestRun(t *testing.T) {
	const descriptors = "wc -c; ls /proc/self/fd"
	usual, err := exec.Command("/bin/sh", "-c", descriptors).Output()
	if err != nil {
		t.Fatal(err)
	}
	tool := shell(t)
	for _, c := range []struct{ script, out, err, status string }{
		{"echo out; echo err >&2; exit 3", "out\n", "err\n", "exit status 3"},
		{"kill -SEGV $$", "", "", "signal: segmentation fault"},
		{"echo $WORD,$LD_PRELOAD,$GOHIPCC_PREFORK_FD,$PPID", fmt.Sprintf("set,,,%d\n", os.Getpid()), "", "<nil>"},
		{"head -c 1000000 /dev/zero | tr '\\0' x", strings.Repeat("x", 1000000), "", "<nil>"},
		{descriptors, string(usual), "", "<nil>"},
	} {
		var out, stderr bytes.Buffer
		err := tool.Run(context.Background(), []string{"sh", "-c", c.script}, &out, &stderr, time.Minute)
		if out.String() != c.out || stderr.String() != c.err || fmt.Sprint(err) != c.status {
			t.Errorf("%s: %.100q, %q, %v", c.script, out.String(), stderr.String(), err)
		}
		var exit *exec.ExitError
		if c.status != "<nil>" && !errors.As(err, &exit) {
			t.Errorf("%s: %T", c.script, err)
		}
	}
}

// TestLoadedOnce: the processes have their libraries and their program at the same addresses.
func TestLoadedOnce(t *testing.T) {
	tool := shell(t)
	var all sync.WaitGroup
	maps := make([]bytes.Buffer, 8)
	for i := range maps {
		all.Go(func() {
			err := tool.Run(context.Background(), []string{"sh", "-c", "read a b </proc/self/maps; echo $a"}, &maps[i], io.Discard, time.Minute)
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for i := range maps {
		if maps[i].Len() == 0 || maps[i].String() != maps[0].String() {
			t.Errorf("%q, %q", maps[0].String(), maps[i].String())
		}
	}
}

// TestCancelled: a command ends with its context, and the tool stays.
func TestCancelled(t *testing.T) {
	tool := shell(t)
	ctx, cancel := context.WithCancel(context.Background())
	r, w := io.Pipe()
	go func() {
		r.Read(make([]byte, 1))
		cancel()
		io.Copy(io.Discard, r)
	}()
	err := tool.Run(ctx, []string{"sh", "-c", "echo; exec sleep 1000"}, w, io.Discard, time.Minute)
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		t.Errorf("%v", err)
	}
	if err := tool.Run(context.Background(), []string{"sh", "-c", ":"}, io.Discard, io.Discard, time.Minute); err != nil {
		t.Error(err)
	}
}

// TestHeldPipe: a process that a command left does not delay it.
func TestHeldPipe(t *testing.T) {
	var out bytes.Buffer
	err := shell(t).Run(context.Background(), []string{"sh", "-c", "sleep 1000 & echo $!"}, &out, io.Discard, 10*time.Millisecond)
	if !errors.Is(err, exec.ErrWaitDelay) {
		t.Errorf("%v", err)
	}
	var pid int
	if fmt.Sscan(out.String(), &pid); pid > 0 {
		syscall.Kill(pid, syscall.SIGKILL)
	}
}

// TestUnable: commands that are not run are reported, so that they are started as usual.
func TestUnable(t *testing.T) {
	library := testtree.Built(t, "lib", "gohip", "prefork.so")
	script := t.TempDir() + "/tool"
	if err := os.WriteFile(script, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ library, program string }{{library, script}, {library, "/nonexistent"}, {"/nonexistent.so", "/bin/sh"}} {
		if tool, err := prefork.Start(c.library, c.program, nil); err == nil {
			tool.Close()
			t.Errorf("%s takes %s", c.program, c.library)
		}
	}
	tool := shell(t)
	for _, argv := range [][]string{{"sh", strings.Repeat("x", 200<<10)}, make([]string, 10000)} {
		if err := tool.Run(context.Background(), argv, io.Discard, io.Discard, time.Minute); !errors.Is(err, prefork.ErrUnable) {
			t.Errorf("%d arguments: %v", len(argv), err)
		}
	}
	if err := tool.Run(context.Background(), []string{"sh", "-c", ":"}, io.Discard, io.Discard, time.Minute); err != nil {
		t.Errorf("after those: %v", err)
	}
	t.Setenv("LD_PRELOAD", "libc.so.6")
	if prefork.Possible(library) {
		t.Error("a library of somebody else is not preloaded")
	}
}
