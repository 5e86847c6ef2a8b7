// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"gohipcc/toolchains"
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
	// Messages, when set, is given what the jobs printed, in plan order, after
	// the last one that is no link.
	Messages func(compile []byte)
	// Observe, when set, is told when a job starts and ends.
	Observe func(*Job, Event)
}

// An Event is a moment in the life of a job.
type Event struct {
	Started bool // else: ended
	At      time.Time
	Err     error
}

// jobState is the executor's record of one job.
type jobState struct {
	job       *Job
	out       bytes.Buffer
	err       bytes.Buffer
	started   bool
	done      bool
	failure   error
	took      time.Duration
	cancel    context.CancelFunc
	stream    chan struct{} // closed when the reader of a FIFO has ended
	streaming bool          // it reads its device image from a FIFO
}

// A JobError says which job failed and how.
type JobError struct {
	Job *Job
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

// Run executes the plan. Jobs start as soon as what they read is there and a
// slot is free; which one goes first is decided by the plan alone. After a
// failure, jobs that come before the failed one in the plan still finish, so
// that the messages printed do not depend on the schedule.
func (x *Executor) Run(ctx context.Context, p *Plan) error {
	states := make([]*jobState, len(p.Jobs))
	for i, j := range p.Jobs {
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
				if !s.started && s.job.index < firstFailed && ready(s, states) {
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
			if s.started || s.job.Stream == "" || s.job.index >= firstFailed || !readyButStream(s, states) {
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
		if s.failure != nil && s.job.index < firstFailed {
			firstFailed = s.job.index
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
		return err
	}
	if x.Messages != nil && firstFailed == len(states) {
		var all []byte
		for _, s := range states {
			if s.job.Kind != hostLinkJob && s.job.Kind != archiveJob {
				all = append(all, s.err.Bytes()...)
			}
		}
		x.Messages(all)
	}
	if firstFailed < len(states) {
		s := states[firstFailed]
		// The outputs of jobs that came later are not those of a whole build.
		return &JobError{s.job, s.failure}
	}
	return nil
}

func ready(s *jobState, states []*jobState) bool {
	return !slices.ContainsFunc(s.job.deps, func(d *Job) bool { return !states[d.index].done || states[d.index].failure != nil })
}

// readyButStream reports whether all that s waits for is the file it can read
// from a FIFO.
func readyButStream(s *jobState, states []*jobState) bool {
	for _, d := range s.job.deps {
		t := states[d.index]
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
	for _, d := range s.job.deps {
		w := states[d.index]
		if d.Outputs[0] != s.job.Stream || w.started {
			continue
		}
		if err := syscall.Mkfifo(s.job.Stream, 0o600); err != nil {
			return err
		}
		reader, write, fifo := s, d.Write, s.job.Stream
		d.Run = func(ctx context.Context, stdout, stderr io.Writer) error {
			f, err := openFIFO(ctx, fifo, reader.stream)
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
// reader ended without doing so.
func openFIFO(ctx context.Context, path string, gone <-chan struct{}) (*os.File, error) {
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
		case <-gone:
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
			fmt.Fprintln(x.Stderr, toolchains.QuoteSparsely(s.job.Argv))
		}
	}
	x.Stderr.Write(s.err.Bytes())
	x.Stdout.Write(s.out.Bytes())
	if x.Verbose && s.started {
		fmt.Fprintf(x.Stderr, "gohipcc: %s: %.1f ms\n", s.job.Name(), float64(s.took.Microseconds())/1000)
	}
}

// runJob runs one job: its function, or its command.
func (x *Executor) runJob(ctx context.Context, s *jobState) error {
	j := s.job
	if j.Prepare != nil {
		if err := j.Prepare(ctx); err != nil {
			if j.soft {
				return nil
			}
			fmt.Fprintf(&s.err, "gohipcc: error: %v\n", err)
			return err
		}
	}
	if j.Run != nil {
		err := j.Run(ctx, &s.out, &s.err)
		if err != nil && ctx.Err() == nil {
			fmt.Fprintf(&s.err, "gohipcc: error: %v\n", err)
		}
		return err
	}
	if j.cached != nil && j.cached(&s.err) {
		return nil
	}
	argv, rename := atomicOutput(j)
	if j.pch != "" && !exists(j.pch+".stamp") {
		argv = j.plain
	}
	if err := findTool(argv[0]); err != nil {
		fmt.Fprintf(&s.err, "gohipcc: error: %v\n", err)
		return err
	}
	run := func(argv []string) error {
		cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
		cmd.Stdout, cmd.Stderr = &s.out, &s.err
		cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		if j.Kind == cc1Job && argv[len(argv)-1] == "-" {
			cmd.Stdin = os.Stdin
		}
		return cmd.Run()
	}
	err := run(argv)
	if err != nil && j.pch != "" && ctx.Err() == nil {
		// The messages are to be those of the source alone; and a header that
		// changed under the precompiled one is no error.
		s.out.Reset()
		s.err.Reset()
		err = run(j.plain)
	} else if err == nil && j.pch != "" {
		if d := valueAfter(j.Argv, "-dependency-file"); d != "" && len(argv) == len(j.Argv) {
			err = pchDeps(d, j.Argv[len(j.Argv)-1], j.pch)
		}
	}
	if err == nil && j.After != nil {
		err = j.After()
	}
	if err == nil && rename != nil {
		err = rename(true)
	} else if rename != nil {
		rename(false)
	}
	if err == nil && j.keep != nil {
		j.keep(s.err.Bytes())
	}
	if err == nil || ctx.Err() != nil {
		return err
	}
	if j.soft {
		s.out.Reset()
		s.err.Reset()
		return nil
	}
	var exit *exec.ExitError
	switch {
	case !errors.As(err, &exit):
		fmt.Fprintf(&s.err, "gohipcc: error: cannot run %s for %s: %v\n", argv[0], j.Name(), err)
	case j.Kind == cc1Job && (exit.ExitCode() < 0 || exit.ExitCode() > 1):
		fmt.Fprintf(&s.err, "gohipcc: error: %s crashed (%v)\n", j.Name(), exit)
		x.reproducer(ctx, s)
	case exit.ExitCode() < 0:
		fmt.Fprintf(&s.err, "gohipcc: error: %s crashed (%v); to reproduce:\n%s\n", j.Name(), exit, j.Line())
	case j.Kind == hostLinkJob:
		fmt.Fprintf(&s.err, "gohipcc: error: linker command failed with exit code %d (use -v to see invocation)\n", exit.ExitCode())
	case j.Kind != cc1Job && j.Kind != deviceLinkJob:
		fmt.Fprintf(&s.err, "gohipcc: error: %s command failed with exit code %d (use -v to see invocation)\n", j.Name(), exit.ExitCode())
	}
	return err
}

// reproducer keeps what is needed to see a crash of the front end again: the
// preprocessed source and a script with the command, as clang's driver does.
func (x *Executor) reproducer(ctx context.Context, s *jobState) {
	argv := s.job.plain
	if argv == nil {
		argv = s.job.Argv
	}
	source := argv[len(argv)-1]
	stem := strings.TrimSuffix(filepath.Base(source), filepath.Ext(source))
	f, err := os.CreateTemp("", stem+"-crash-*.hipi")
	if err != nil {
		fmt.Fprintf(&s.err, "gohipcc: note: no reproducer is kept: %v\n", err)
		return
	}
	f.Close()
	var pre, again []string
	for i := 0; i < len(argv); i++ {
		a := argv[i]
		switch {
		case cc1Verbs[a] != "" || a == "-dependency-file" || a == "-MT" || a == "-fcuda-include-gpubinary" || a == "-o":
			if cc1Verbs[a] == "" {
				i++
			} else {
				again = append(again, a)
			}
		case a == "-sys-header-deps" || a == "-MP":
		default:
			pre, again = append(pre, a), append(again, a)
		}
	}
	// The last three arguments are the language and the source.
	pre = slices.Insert(pre, len(pre)-3, "-E", "-o", f.Name())
	again = append(again[:len(again)-3], "-o", "/dev/null", "-x", "hip-cpp-output", f.Name())
	cmd := exec.CommandContext(ctx, pre[0], pre[1:]...)
	if out, err := cmd.CombinedOutput(); err != nil {
		fmt.Fprintf(&s.err, "gohipcc: note: the source cannot be preprocessed for a reproducer: %v\n%s", err, out)
		os.Remove(f.Name())
		return
	}
	script := strings.TrimSuffix(f.Name(), ".hipi") + ".sh"
	if err := os.WriteFile(script, []byte("#!/bin/sh\n"+strings.TrimSpace(toolchains.Quote(again))+"\n"), 0o700); err != nil {
		fmt.Fprintf(&s.err, "gohipcc: note: %v\n", err)
		return
	}
	fmt.Fprintf(&s.err, "gohipcc: note: the preprocessed source and the command that crashed are kept: %s, %s\n", f.Name(), script)
}

// findTool explains the absence of a tool that a command names without a folder.
func findTool(name string) error {
	if strings.Contains(name, "/") {
		return nil
	}
	if _, err := exec.LookPath(name); err == nil {
		return nil
	}
	e := &toolchains.MissingError{What: name, Install: "put " + name + " on PATH"}
	if strings.HasPrefix(name, "llvm-spirv") {
		e.Install = "install the SPIR-V translator of clang's LLVM major, or pass -use-spirv-backend to use LLVM's own"
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		e.Tried = append(e.Tried, filepath.Join(dir, name))
	}
	return e
}

// atomicOutput lets a tool that writes its output in place write next to it;
// the file the user asked for appears whole, by rename. Clang's front end does
// that itself.
func atomicOutput(j *Job) (argv []string, finish func(ok bool) error) {
	if !j.final || j.Kind == cc1Job || j.Kind == deviceLinkJob || len(j.Outputs) != 1 {
		return j.Argv, nil
	}
	out := j.Outputs[0]
	if st, err := os.Stat(out); err == nil && !st.Mode().IsRegular() || j.Kind == archiveJob && err == nil {
		return j.Argv, nil
	}
	tmp := filepath.Join(filepath.Dir(out), fmt.Sprintf(".%s.gohipcc-%d", filepath.Base(out), os.Getpid()))
	argv = slices.Clone(j.Argv)
	for i, a := range argv {
		if a == out && (i > 0 && argv[i-1] == "-o" || j.Kind == archiveJob) {
			argv[i] = tmp
		} else if strings.HasSuffix(a, "output="+out) {
			argv[i] = a[:len(a)-len(out)] + tmp
		}
	}
	return argv, func(ok bool) error {
		if !ok {
			os.Remove(tmp)
			return nil
		}
		return os.Rename(tmp, out)
	}
}

// Scratch is the directory of one build's temporary files. It goes away with
// the build, also when the process is killed.
type Scratch struct {
	Dir  string
	pipe *os.File
	once sync.Once
}

// NewScratch names a directory that does not exist yet; Make makes it.
func NewScratch() *Scratch {
	return &Scratch{Dir: filepath.Join(os.TempDir(), fmt.Sprintf("gohipcc-%d-%x", os.Getpid(), time.Now().UnixNano()&0xffffff))}
}

// Make makes the directory and starts its guard: a shell that waits for the end
// of this process, however it comes, and removes what is left.
func (s *Scratch) Make(also ...string) error {
	if err := os.Mkdir(s.Dir, 0o700); err != nil {
		return fmt.Errorf("cannot make a directory for temporary files: %w", err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	cmd := exec.Command("/bin/sh", append([]string{"-c",
		`read line; [ "$line" = done ] && exit; d=$1; shift; rm -f -- "$@"; n=0; while ! rm -rf -- "$d" && [ $n -lt 50 ]; do sleep 0.1; n=$((n+1)); done`,
		"gohipcc-guard", s.Dir}, also...)...)
	cmd.Stdin = r
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err == nil {
		s.pipe = w
		go cmd.Wait()
	} else {
		w.Close()
	}
	return r.Close()
}

// Remove removes the directory.
func (s *Scratch) Remove() {
	s.once.Do(func() {
		os.RemoveAll(s.Dir)
		if s.pipe != nil {
			io.WriteString(s.pipe, "done\n")
			s.pipe.Close()
		}
	})
}
