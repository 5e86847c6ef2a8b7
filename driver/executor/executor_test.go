// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package executor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gohipcc/driver/files"
	"gohipcc/driver/job"
	"gohipcc/driver/options"
	"gohipcc/internal/testtree"
	"gohipcc/toolchains/step"
)

// jobRunner runs jobs of this process.
type jobRunner struct {
	t      *testing.T
	jobs   []*job.Job
	out    bytes.Buffer
	err    bytes.Buffer
	mu     sync.Mutex
	order  []string // names of the jobs that ran, as they started
	atOnce int      // jobs that run now
	most   int      // and the most of them
}

// job adds a job that prints its name and ends with what run returns.
func (b *jobRunner) job(name string, run func(ctx context.Context) error, deps ...*job.Job) *job.Job {
	j := job.New(&step.FromCache{Files: []string{name}})
	j.Verb, j.Index, j.Deps = name, len(b.jobs), deps
	j.InProcess = &job.InProcess{Run: func(ctx context.Context, stdout, stderr io.Writer) error {
		b.mu.Lock()
		b.order = append(b.order, name)
		b.atOnce++
		b.most = max(b.most, b.atOnce)
		b.mu.Unlock()
		fmt.Fprintln(stdout, name)
		var err error
		if run != nil {
			err = run(ctx)
		}
		b.mu.Lock()
		b.atOnce--
		b.mu.Unlock()
		return err
	}}
	b.jobs = append(b.jobs, j)
	return j
}

func (b *jobRunner) run(ctx context.Context, slots int) error {
	x := &Executor{Slots: slots, Stdout: &b.out, Stderr: &b.err, Args: &options.Args{}}
	return x.Run(ctx, b.jobs, &files.Build{TempDir: b.t.TempDir()})
}

// TestOrder: a job runs after its dependencies, no more jobs run at once than there are slots, and
// their output is printed in the order of the plan.
func TestOrder(t *testing.T) {
	for _, slots := range []int{1, 2, 8} {
		b := &jobRunner{t: t}
		first := b.job("a", func(context.Context) error { time.Sleep(20 * time.Millisecond); return nil })
		b.job("b", nil)
		last := b.job("c", nil, first)
		b.job("d", nil, first, last)
		if err := b.run(context.Background(), slots); err != nil {
			t.Fatal(err)
		}
		if got := b.out.String(); got != "a\nb\nc\nd\n" {
			t.Errorf("%d slots: printed %q", slots, got)
		}
		at := map[string]int{}
		for i, name := range b.order {
			at[name] = i
		}
		if len(at) != 4 || at["a"] > at["c"] || at["c"] > at["d"] {
			t.Errorf("%d slots: ran in the order %q", slots, b.order)
		}
		if b.most > slots {
			t.Errorf("%d slots: %d jobs at once", slots, b.most)
		}
	}
}

// TestFailure: after a failure the jobs before it in the plan still finish, those that depend
// on it or come later do not start, and the error names the job.
func TestFailure(t *testing.T) {
	broken := errors.New("broken")
	b := &jobRunner{t: t}
	b.job("slow", func(context.Context) error { time.Sleep(20 * time.Millisecond); return nil })
	bad := b.job("bad", func(context.Context) error { return broken })
	b.job("after", nil, bad)
	b.job("later", func(ctx context.Context) error {
		select {
		case <-ctx.Done(): // cancelled
			return ctx.Err()
		case <-time.After(time.Minute):
			return errors.New("it was not cancelled")
		}
	})
	err := b.run(context.Background(), 3)
	var failed *JobError
	if !errors.As(err, &failed) || failed.Job != bad || !errors.Is(err, broken) {
		t.Errorf("the error is %v", err)
	}
	if got := b.out.String(); got != "slow\nbad\n" {
		t.Errorf("printed %q", got)
	}
	if got := b.err.String(); got != "gohipcc: error: broken\n" {
		t.Errorf("messages %q", got)
	}
}

// TestCancel: cancelling the context ends the run, with its cause.
func TestCancel(t *testing.T) {
	cause := errors.New("interrupted")
	ctx, cancel := context.WithCancelCause(context.Background())
	b := &jobRunner{t: t}
	b.job("a", func(ctx context.Context) error { cancel(cause); <-ctx.Done(); return ctx.Err() })
	b.job("b", nil)
	if err := b.run(ctx, 1); !errors.Is(err, cause) {
		t.Errorf("the error is %v", err)
	}
	if len(b.order) != 1 {
		t.Errorf("ran %q", b.order)
	}
}

// TestOptional: the failure of an optional job leaves no message, and its dependents run.
func TestOptional(t *testing.T) {
	b := &jobRunner{t: t}
	first := b.job("pch", func(context.Context) error { return errors.New("broken") })
	first.Optional = true
	first.Around = func(_ context.Context, run job.Run) error { _, err := run(); return err }
	b.job("compile", nil, first)
	if err := b.run(context.Background(), 2); err != nil {
		t.Fatal(err)
	}
	if b.out.String() != "compile\n" || b.err.Len() != 0 {
		t.Errorf("printed %q and %q", b.out.String(), b.err.String())
	}
	done := &jobRunner{t: t}
	j := done.job("pch", nil)
	j.Around = func(context.Context, job.Run) error { return job.ErrDone }
	if err := done.run(context.Background(), 1); err != nil || len(done.order) != 0 {
		t.Errorf("a job that another build did: %v, ran %q", err, done.order)
	}
}

// TestCommand: a command writes to a temporary file, which becomes its output if it succeeds and is
// removed, with the output of an earlier build, if it fails.
func TestCommand(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "a.a")
	archive := func(ops string) *job.Job {
		return job.New(&step.Archive{Program: "/usr/bin/ar", Operations: ops, Output: out, Members: []string{os.Args[0]}})
	}
	b := &jobRunner{t: t, jobs: []*job.Job{archive("rcs")}}
	if err := b.run(context.Background(), 1); err != nil {
		t.Fatalf("%v: %s", err, &b.err)
	}
	if st, err := os.Stat(out); err != nil || st.Size() == 0 {
		t.Errorf("the archive: %v", err)
	}
	b = &jobRunner{t: t, jobs: []*job.Job{archive("nonsense")}}
	if err := b.run(context.Background(), 1); err == nil || ExitCode(err) != 1 {
		t.Errorf("the exit status of %v is %d", err, ExitCode(err))
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}

// TestLoadedOnce: a tool with many commands is loaded once for all of them, with the environment of a build's commands.
func TestLoadedOnce(t *testing.T) {
	t.Setenv("GLIBC_TUNABLES", "glibc.malloc.check=0")
	b := &jobRunner{t: t}
	x := &Executor{Slots: 2, Stdout: &b.out, Stderr: &b.err, Args: &options.Args{},
		Prefork: testtree.Built(t, "lib", "gohip", "prefork.so")}
	const commands = 8
	for i := range commands {
		script := "read a b </proc/self/maps; echo $a $TMPDIR $GLIBC_TUNABLES"
		j := job.New(step.Parse([]string{"/bin/sh", "-c", script, "elf64_amdgpu"}))
		j.Index = i
		b.jobs = append(b.jobs, j)
	}
	dir := t.TempDir()
	if err := x.Run(context.Background(), b.jobs, &files.Build{TempDir: dir}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(b.out.String(), "\n"), "\n")
	slices.Sort(lines)
	if len(lines) != commands || lines[0] != lines[commands-1] || !strings.HasSuffix(lines[0], " "+dir+" glibc.malloc.check=0:glibc.malloc.hugetlb=1") {
		t.Errorf("%q", lines)
	}
}
