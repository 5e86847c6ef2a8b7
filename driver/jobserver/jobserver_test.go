// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package jobserver

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// TestMain lets the test binary be the recipe of a Makefile: it then runs six
// jobs under the jobserver and reports how many ran at once.
func TestMain(m *testing.M) {
	if log := os.Getenv("JOBSERVER_TEST_LOG"); log != "" {
		if err := recipe(log); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func recipe(log string) error {
	c, err := FromEnv()
	if err != nil {
		return err
	}
	if c == nil {
		return fmt.Errorf("no jobserver in MAKEFLAGS=%q", os.Getenv("MAKEFLAGS"))
	}
	defer c.Close()
	f, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	var wg sync.WaitGroup
	for range 6 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s, err := c.Acquire(context.Background())
			if err != nil {
				return
			}
			f.WriteString("+\n")
			time.Sleep(30 * time.Millisecond)
			f.WriteString("-\n")
			s.Release()
		}()
	}
	wg.Wait()
	return nil
}

// TestUnderMake runs two such recipes under make -j3, with a pipe and, if this make
// supports it, with a fifo: both processes together run at most three jobs at once, and at
// some time more than two, which takes a token.
func TestUnderMake(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	makefile := filepath.Join(dir, "Makefile")
	os.WriteFile(makefile, []byte(fmt.Sprintf("all: a b\na b:\n\t+JOBSERVER_TEST_LOG=%s %s\n", log, self)), 0o644)
	out, err := exec.Command("make", "-j3", "-f", makefile).CombinedOutput()
	if err != nil {
		t.Fatalf("make: %v\n%s", err, out)
	}
	data, _ := os.ReadFile(log)
	lines := strings.Fields(string(data))
	if len(lines) != 24 {
		t.Fatalf("%d marks, want 24\n%s", len(lines), out)
	}
	running, most := 0, 0
	for _, l := range lines {
		if l == "+" {
			running++
		} else {
			running--
		}
		most = max(most, running)
	}
	if most != 3 {
		t.Errorf("%d jobs ran at once, want 3", most)
	}
}

func TestFromFlags(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	fifo := filepath.Join(t.TempDir(), "fifo")
	if out, err := exec.Command("mkfifo", fifo).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	pipe := fmt.Sprintf("%d,%d", r.Fd(), w.Fd())
	cases := []struct {
		flags     string
		have, bad bool
	}{
		{"", false, false},
		{"k -j4", false, false},
		{" -j4 --jobserver-auth=" + pipe, true, false},
		{" -j4 --jobserver-fds=" + pipe, true, false},
		{" -j4 --jobserver-auth=fifo:" + fifo, true, false},
		{" -j4 --jobserver-auth=1,2 --jobserver-auth=fifo:" + fifo, true, false},
		{" -j4 --jobserver-auth=-2,-2", false, true},              // make says: not for this recipe
		{" -j4 --jobserver-auth=7000,7001", false, true},          // closed by make
		{" -- --jobserver-auth=" + pipe, false, false},            // a variable of the command line
		{" -j4 --jobserver-auth=fifo:/nowhere/fifo", false, true}, // says so
		{" -j4 --jobserver-auth=nonsense", false, true},
	}
	for _, c := range cases {
		cl, err := fromFlags(c.flags)
		if (cl != nil) != c.have || (err != nil) != c.bad {
			t.Errorf("MAKEFLAGS=%q: client %v, error %v", c.flags, cl != nil, err)
		}
		if cl != nil {
			cl.Close()
		}
	}
}

func TestTokensGoBack(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	w.Write([]byte("ab"))
	c, err := fromFlags(fmt.Sprintf("--jobserver-auth=%d,%d", r.Fd(), w.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	var running, most atomic.Int32
	var wg sync.WaitGroup
	for range 30 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s, err := c.Acquire(context.Background())
			if err != nil {
				t.Error(err)
				return
			}
			n := running.Add(1)
			for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
			}
			time.Sleep(time.Millisecond)
			running.Add(-1)
			s.Release()
		}()
	}
	wg.Wait()
	if most.Load() != 3 {
		t.Errorf("%d at once, want 3", most.Load())
	}
	// A waiter that gives up does not keep a token.
	held := []*Slot{}
	for range 3 {
		s, _ := c.Acquire(context.Background())
		held = append(held, s)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, err := c.Acquire(ctx); err == nil {
		t.Error("a fourth slot")
	}
	for _, s := range held {
		s.Release()
	}
	time.Sleep(50 * time.Millisecond)
	c.Close()
	w.Write([]byte("!"))
	seen := map[byte]bool{}
	for range 3 {
		var b [1]byte
		r.Read(b[:])
		seen[b[0]] = true
	}
	if !seen['a'] || !seen['b'] || !seen['!'] {
		t.Errorf("the pipe holds %v, want a, b and !", seen)
	}
}

// TestExtra: without make there is no limit, and without its pipe nothing beyond the process's own slot.
func TestExtra(t *testing.T) {
	t.Setenv("MAKEFLAGS", "")
	if Extra() != nil {
		t.Error("a limit without make")
	}
	fifo := t.TempDir() + "/fifo"
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for flags, want := range map[string]bool{"-j4 --jobserver-auth=-2,-2": false, "-j4 --jobserver-auth=fifo:" + fifo: true} {
		t.Setenv("MAKEFLAGS", flags)
		acquire := Extra()
		if f, err := os.OpenFile(fifo, os.O_RDWR, 0); err != nil {
			t.Fatal(err)
		} else if want {
			f.Write([]byte("+"))
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		release, err := acquire(ctx)
		cancel()
		if (err == nil) != want {
			t.Errorf("%s: %v", flags, err)
		}
		if err == nil {
			release()
		}
	}
}
