// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package executor runs a graph of jobs: what is ready starts, as many as there are slots
// for, and what they print comes in the order of the plan.
package executor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"gohipcc/driver/cmdline"
	"gohipcc/driver/files"
	"gohipcc/driver/job"
	"gohipcc/driver/options"
	"gohipcc/driver/pch"
	"gohipcc/toolchains/clang"
)

// An Executor runs a plan's jobs.
type Executor struct {
	Slots   int       // jobs that run at once, at least 1
	Stdout  io.Writer // where jobs' standard output goes, in plan order
	Stderr  io.Writer // where their messages go, in plan order
	Verbose bool      // print each command and its time
	// Acquire, when set, waits for permission to run one job more than the one
	// this process may always run, and returns how to give it back.
	Acquire func(context.Context) (release func(), err error)
	// Printed, when set, is called when every job has succeeded; it can ask what
	// each wrote to standard error.
	Printed func(of func(*job.Job) []byte)
	// Args, when set, has the options about what is kept of a crash.
	Args *options.Args
	// Observe, when set, is told when a job starts and ends.
	Observe func(*job.Job, Event)

	spoolOnce sync.Once
	spool     spool

	build  *files.Build
	failed chan struct{} // closed when a job has failed
	lost   error         // why what jobs printed was not written
}

// An Event is a moment in the life of a job.
type Event struct {
	Started bool // else: ended
	At      time.Time
	Err     error
}

// jobState is the executor's record of one job.
type jobState struct {
	job       *job.Job
	out       bytes.Buffer
	err       bytes.Buffer
	started   bool
	done      bool
	failure   error
	took      time.Duration
	cancel    context.CancelFunc
	stream    chan struct{} // closed when the reader of a FIFO has ended
	streaming bool          // it reads its device image from a FIFO
	again     chan struct{} // closed when it is run again and wants no FIFO any more
	wrote     chan struct{} // closed when the writer of the FIFO has ended
	image     func(w io.Writer) error
	crashed   bool
}

// A JobError says which job failed and how.
type JobError struct {
	Job *job.Job
	Err error
}

// Error implements error.
func (e *JobError) Error() string { return fmt.Sprintf("%s: %v", e.Job.Name(), e.Err) }

// Unwrap returns the cause.
func (e *JobError) Unwrap() error { return e.Err }

// ExitCode returns the status a driver exits with for err: that of the command
// that failed, as clang's.
func ExitCode(err error) int {
	var x *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &x) && x.ExitCode() > 0:
		return x.ExitCode()
	}
	return 1
}

// Run executes the jobs of a plan. They start as soon as what they read is there and a
// slot is free; which one goes first is decided by the plan alone. After a
// failure, jobs that come before the failed one in the plan still finish, so
// that the messages printed do not depend on the schedule.
func (x *Executor) Run(ctx context.Context, jobs []*job.Job, build *files.Build) error {
	x.build, x.failed = build, make(chan struct{})
	states := make([]*jobState, len(jobs))
	for i, j := range jobs {
		states[i] = &jobState{job: j, stream: make(chan struct{})}
	}
	finished := make(chan *jobState)
	running, held, streams := 0, 0, 0
	firstFailed := len(states)
	flushed := 0
	ctx, stop := context.WithCancel(ctx)
	defer stop()

	start := func(s *jobState) {
		s.started = true
		running++
		if !s.streaming {
			held++
		}
		jctx, cancel := context.WithCancel(ctx)
		s.cancel = cancel
		go func() {
			defer cancel()
			if x.Acquire != nil {
				release, err := x.Acquire(jctx)
				if err != nil {
					s.failure = err
					finished <- s
					return
				}
				defer release()
			}
			begin := time.Now()
			if x.Observe != nil {
				x.Observe(s.job, Event{Started: true, At: begin})
			}
			s.failure = x.runJob(jctx, s)
			s.took = time.Since(begin)
			if x.Observe != nil {
				x.Observe(s.job, Event{At: time.Now(), Err: s.failure})
			}
			finished <- s
		}()
	}
	// schedule starts what can start now.
	schedule := func() {
		for held < x.Slots && ctx.Err() == nil {
			var pick *jobState
			for _, s := range states {
				if !s.started && s.job.Index < firstFailed && ready(s, states) {
					pick = s
					break
				}
			}
			if pick == nil {
				break
			}
			start(pick)
		}
		// A host compile that can take its device image late fills a slot that
		// would stay empty. It does not count as held: for most of its life it
		// waits for what other jobs make.
		if x.Slots < 2 || x.Acquire != nil {
			return
		}
		for _, s := range states {
			if held >= x.Slots || held == 0 || streams > 0 || ctx.Err() != nil {
				return
			}
			if s.started || s.job.Stream == "" || s.job.Index >= firstFailed || !readyButStream(s, states) {
				continue
			}
			if err := openStream(s, states); err != nil {
				continue // then it waits for the file, as any other job
			}
			s.streaming = true
			streams++
			start(s)
		}
	}
	flush := func() {
		for flushed < len(states) && flushed <= firstFailed && states[flushed].done {
			x.print(states[flushed])
			flushed++
		}
	}
	schedule()
	for running > 0 {
		s := <-finished
		running--
		if s.streaming {
			streams--
		} else {
			held--
		}
		s.done = true
		close(s.stream)
		if s.failure != nil && s.job.Index < firstFailed {
			if firstFailed == len(states) {
				close(x.failed)
			}
			firstFailed = s.job.Index
			for _, o := range states[firstFailed+1:] {
				if o.started && !o.done {
					o.cancel()
				}
			}
		}
		flush()
		schedule()
	}
	if err := context.Cause(ctx); err != nil {
		build.Clear(jobs)
		return err
	}
	if x.Printed != nil && firstFailed == len(states) {
		x.Printed(func(j *job.Job) []byte { return states[j.Index].err.Bytes() })
	}
	if firstFailed == len(states) {
		return x.lost
	}
	if states[firstFailed].crashed {
		x.reproducer(ctx, states[firstFailed].job)
	}
	build.Clear(jobs)
	// What an earlier build left under the name of an output is not this source's.
	for _, s := range states {
		if s.failure != nil && s.job.Kind != job.Archive || !s.done && s.job.Kind == job.CC1 {
			build.RemoveOutputs(s.job)
		}
	}
	return &JobError{states[firstFailed].job, states[firstFailed].failure}
}

func ready(s *jobState, states []*jobState) bool {
	return !slices.ContainsFunc(s.job.Deps, func(d *job.Job) bool { return !states[d.Index].done || states[d.Index].failure != nil })
}

// readyButStream reports whether all that s waits for is the file it can read
// from a FIFO.
func readyButStream(s *jobState, states []*jobState) bool {
	for _, d := range s.job.Deps {
		t := states[d.Index]
		if t.done && t.failure == nil {
			continue
		}
		if t.done || t.started || d.Write == nil || len(d.Outputs) != 1 || d.Outputs[0] != s.job.Stream {
			return false
		}
	}
	return true
}

// openStream makes the FIFO between s and the job that writes s's device image.
func openStream(s *jobState, states []*jobState) error {
	for _, d := range s.job.Deps {
		w := states[d.Index]
		if d.Outputs[0] != s.job.Stream || w.started {
			continue
		}
		if err := syscall.Mkfifo(s.job.Stream, 0o600); err != nil {
			return err
		}
		reader, write, fifo := s, d.Write, s.job.Stream
		s.image, s.again, s.wrote = write, make(chan struct{}), make(chan struct{})
		d.Run = func(ctx context.Context, stdout, stderr io.Writer) error {
			defer close(reader.wrote)
			f, err := openFIFO(ctx, fifo, reader)
			if err != nil || f == nil {
				return err
			}
			stop := context.AfterFunc(ctx, func() { f.Close() })
			err = write(f)
			if stop() {
				err = errors.Join(err, f.Close())
			}
			if errors.Is(err, syscall.EPIPE) {
				return nil // the reader ended early and says itself why
			}
			return err
		}
		return nil
	}
	return errors.New("no writer")
}

// openFIFO waits until a reader has opened the FIFO; it returns nil when the
// reader ended without doing so, or will not.
func openFIFO(ctx context.Context, path string, reader *jobState) (*os.File, error) {
	wait := 100 * time.Microsecond
	for {
		f, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, syscall.ENXIO) {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-reader.stream:
			return nil, nil
		case <-reader.again:
			return nil, nil
		case <-time.After(wait):
		}
		if wait < 2*time.Millisecond {
			wait *= 2
		}
	}
}

func (x *Executor) print(s *jobState) {
	if x.Verbose && s.started {
		if len(s.job.Argv) > 0 {
			fmt.Fprintln(x.Stderr, clang.QuoteSparsely(s.job.Argv))
		}
	}
	x.Stderr.Write(s.err.Bytes())
	if _, err := x.Stdout.Write(s.out.Bytes()); err != nil && x.lost == nil {
		x.lost = fmt.Errorf("cannot write the standard output: %w", err)
	}
	if x.Verbose && s.started {
		fmt.Fprintf(x.Stderr, "gohipcc: %s: %.1f ms\n", s.job.Name(), float64(s.took.Microseconds())/1000)
	}
}

// runJob runs one job: its function, or its command.
func (x *Executor) runJob(ctx context.Context, s *jobState) error {
	j := s.job
	if j.Prepare != nil {
		release, err := j.Prepare(ctx)
		if release != nil {
			defer release()
		}
		switch {
		case errors.Is(err, job.ErrDone) || err != nil && j.Soft:
			return nil
		case err != nil:
			fmt.Fprintf(&s.err, "gohipcc: error: %v\n", err)
			return err
		}
	}
	if j.Run != nil {
		err := j.Run(ctx, &s.out, &s.err)
		if err != nil && ctx.Err() == nil {
			fmt.Fprintf(&s.err, "gohipcc: error: %v\n", x.build.ExplainNoRoom(j, err))
		}
		return err
	}
	if j.Cached != nil && j.Cached(&s.err) {
		return nil
	}
	argv := j.Argv
	if j.Direct != nil {
		argv = j.Direct
	}
	precompiled := j.PCH != "" && pch.Usable(j.PCH)
	if j.PCH != "" && !precompiled {
		argv = j.Plain
	}
	if err := findTool(argv[0]); err != nil {
		fmt.Fprintf(&s.err, "gohipcc: error: %v\n", err)
		return err
	}
	spell, finals := x.build.Beside(j)
	for _, o := range finals {
		if err := files.StartPart(j, o); err != nil {
			fmt.Fprintf(&s.err, "gohipcc: error: %v\n", err)
			return err
		}
	}
	err := x.compile(ctx, s, argv, spell)
	again := err != nil
	if err == nil && precompiled {
		if d := cmdline.ValueAfter(spell(j.Argv), "-dependency-file"); d != "" {
			// Another build may have made room in the cache meanwhile.
			err = pch.AddDeps(d, j.Argv[len(j.Argv)-1], j.PCH)
			again = errors.Is(err, fs.ErrNotExist)
		}
	}
	if again && precompiled && ctx.Err() == nil {
		// The messages are to be those of the source alone; and a header that
		// changed under the precompiled one is no error.
		s.out.Reset()
		s.err.Reset()
		err = x.command(ctx, s, spell(x.withoutFIFO(ctx, s, j.Plain)))
	}
	for _, o := range finals {
		tidy := bytes.ReplaceAll(s.err.Bytes(), []byte(files.PartOf(o)), []byte(o))
		s.err.Reset()
		s.err.Write(tidy)
	}
	switch {
	case err != nil:
		files.Discard(finals)
	case j.Merged:
		// The job that merges the dependency files makes the object appear, after them.
	default:
		err = x.build.Publish(finals)
		if err != nil && !j.Soft {
			fmt.Fprintf(&s.err, "gohipcc: error: %v\n", x.build.ExplainNoRoom(j, err))
			return err
		}
	}
	if err == nil && j.After != nil {
		err = j.After()
	}
	if err == nil && j.Keep != nil {
		j.Keep(s.err.Bytes())
	}
	if err == nil || ctx.Err() != nil {
		return err
	}
	if j.Soft {
		s.out.Reset()
		s.err.Reset()
		return nil
	}
	return x.blame(ctx, s, argv, err)
}

// withoutFIFO lets a job that is run again read its device image from a file: the
// FIFO may have been read.
func (x *Executor) withoutFIFO(ctx context.Context, s *jobState, argv []string) []string {
	if !s.streaming {
		return argv
	}
	close(s.again)
	// Without an image, because another job failed, the run still has messages.
	image := os.DevNull
	select {
	case <-s.wrote:
		file := s.job.Stream + ".again"
		if files.Write(file, s.image) == nil {
			image = file
		}
	case <-x.failed:
	case <-ctx.Done():
	}
	argv = slices.Clone(argv)
	for i, a := range argv {
		if a == s.job.Stream {
			argv[i] = image
		}
	}
	return argv
}

// command runs a command for a job.
func (x *Executor) command(ctx context.Context, s *jobState, argv []string) error {
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Stdout, cmd.Stderr = &s.out, &s.err
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	// What a tool leaves when it is killed goes with the build's own files.
	cmd.Env = append(os.Environ(), "TMPDIR="+x.build.TempDir)
	cmd.WaitDelay = time.Second
	if readsStandardInput(s.job, argv) {
		in, err := x.standardInput(ctx)
		if err != nil {
			return err
		}
		defer in.Close()
		cmd.Stdin = in
	}
	if s.job.Kind == job.Other && (cmd.Stdin == nil) {
		// A tool that starts others, clang-linker-wrapper, ends with all of them.
		cmd.SysProcAttr.Setpgid = true
		cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	}
	return cmd.Run()
}

// blame says why a command failed, where the command does not say it itself, and
// returns the error of the job.
func (x *Executor) blame(ctx context.Context, s *jobState, argv []string, err error) error {
	j := s.job
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		fmt.Fprintf(&s.err, "gohipcc: error: cannot run %s for %s: %v\n", argv[0], j.Name(), err)
		return err
	}
	sig := syscall.Signal(0)
	if ws := exit.Sys().(syscall.WaitStatus); ws.Signaled() {
		sig = ws.Signal()
	}
	if full := x.build.NoRoom(j, s.err.Bytes(), sig); full != nil {
		s.err.Reset()
		fmt.Fprintf(&s.err, "gohipcc: error: %v\n", full)
		return err
	}
	switch {
	case sig == syscall.SIGINT || sig == syscall.SIGTERM || sig == syscall.SIGHUP:
		// Ctrl-C reaches the whole process group, this process a moment later.
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
		fmt.Fprintf(&s.err, "gohipcc: error: %s was ended (%v)\n", j.Name(), exit)
	case sig == syscall.SIGKILL:
		fmt.Fprintf(&s.err, "gohipcc: error: %s was killed (%v); the system does that when memory is short: -j 1 needs less\n", j.Name(), exit)
	case sig != 0 || j.Kind == job.CC1 && exit.ExitCode() > 1:
		fmt.Fprintf(&s.err, "gohipcc: error: %s crashed (%v)\n", j.Name(), exit)
		s.crashed = true
	case j.Kind == job.HostLink:
		fmt.Fprintf(&s.err, "gohipcc: error: linker command failed with exit code %d (use -v to see invocation)\n", exit.ExitCode())
	case j.Kind != job.CC1 && j.Kind != job.DeviceLink:
		fmt.Fprintf(&s.err, "gohipcc: error: %s command failed with exit code %d (use -v to see invocation)\n", j.Name(), exit.ExitCode())
	}
	return err
}

// findTool explains the absence of a tool that a command names without a folder.
func findTool(name string) error {
	if strings.Contains(name, "/") {
		return nil
	}
	if _, err := exec.LookPath(name); err == nil {
		return nil
	}
	e := &clang.MissingError{What: name, Install: "put " + name + " on PATH"}
	if strings.HasPrefix(name, "llvm-spirv") {
		e.Install = "install the SPIR-V translator of clang's LLVM major, or pass -use-spirv-backend to use LLVM's own"
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		e.Tried = append(e.Tried, filepath.Join(dir, name))
	}
	return e
}
