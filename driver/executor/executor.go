// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package executor runs a graph of jobs: jobs start when their inputs are ready and a slot is free,
// and their output is printed in the order of the plan.
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

	"gohipcc/driver/files"
	"gohipcc/driver/job"
	"gohipcc/driver/options"
	"gohipcc/driver/pch"
	"gohipcc/driver/prefork"
	"gohipcc/passes/supervisor"
	"gohipcc/toolchains/clang"
	"gohipcc/toolchains/step"
)

// An Executor runs a plan's jobs.
type Executor struct {
	Slots   int       // jobs that run at once, at least 1
	Stdout  io.Writer // where jobs' standard output goes, in plan order
	Stderr  io.Writer // where their messages go, in plan order
	Verbose bool      // print each command and its time
	// Acquire, if set, waits for permission to run one job more than the one that this process may
	// always run, and returns how to give it back.
	Acquire func(context.Context) (release func(), err error)
	// MoreProcessors, if set, waits for permission to use one processor more in a job; not set: a job may use all.
	MoreProcessors supervisor.Acquirer
	// Printed, if set, is called after every job has succeeded; of returns what a job wrote to
	// standard error.
	Printed func(of func(*job.Job) []byte)
	// Args, if set, has the options about crash reproducers.
	Args *options.Args
	// Observe, if set, is called when a job starts and ends.
	Observe func(*job.Job, Event)
	// Remote, if set, runs a command, here or on another machine. It returns which one, "" for this
	// one, and waits until there is room on it.
	Remote func(ctx context.Context, c *job.Command) (where string, err error)

	// Prefork, if set, is the library that lets a tool be loaded once for many commands.
	Prefork string

	spoolOnce sync.Once
	stdin     stdinFile

	build  *files.Build
	tools  *preloadedTools
	failed chan struct{} // closed when a job has failed
	lost   error         // why output of jobs could not be written
}

// waitDelay is how long processes that a command has left may continue to write.
const waitDelay = time.Second

// An Event is a moment in the life of a job.
type Event struct {
	Started bool // else: ended
	At      time.Time
	Err     error
	Where   string // the machine that ran its command; "": this one
}

// jobState is the executor's record of one job.
type jobState struct {
	job     *job.Job
	out     bytes.Buffer
	err     bytes.Buffer
	started bool
	done    bool
	failure error
	took    time.Duration
	cancel  context.CancelFunc
	// inProcess does the step in this process; nil: its command is run.
	inProcess func(ctx context.Context, stdout, stderr io.Writer) error
	ended     chan struct{} // closed when the job has ended
	fifo      string        // the FIFO that it reads its device image from, or ""
	again     chan struct{} // closed when it is rerun without a FIFO
	wrote     chan struct{} // closed when the writer of the FIFO has ended
	image     func(w io.Writer) error
	crashed   bool
	where     string // the machine that ran its command; "": this one
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

// exited is the error of a command that failed: an [exec.ExitError] or a [supervisor.ExitError].
type exited interface {
	error
	ExitCode() int
}

// ExitCode returns the exit status of the driver for err: that of the command that failed, as
// clang's.
func ExitCode(err error) int {
	var x exited
	switch {
	case err == nil:
		return 0
	case errors.As(err, &x) && x.ExitCode() > 0:
		return x.ExitCode()
	}
	return 1
}

// openFIFO waits until a reader has opened the FIFO; it returns nil if the reader ended without
// doing so, or will not do so.
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
		case <-reader.ended:
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
	argv := s.job.Step.Argv()
	if x.Verbose && s.started && len(argv) > 0 {
		fmt.Fprintln(x.Stderr, clang.QuoteSparsely(argv))
	}
	x.Stderr.Write(s.err.Bytes())
	if _, err := x.Stdout.Write(s.out.Bytes()); err != nil && x.lost == nil {
		x.lost = fmt.Errorf("cannot write the standard output: %w", err)
	}
	if x.Verbose && s.started {
		at := ""
		if s.where != "" {
			at = " at " + s.where
		}
		fmt.Fprintf(x.Stderr, "gohipcc: %s: %.1f ms%s\n", s.job.Name(), float64(s.took.Microseconds())/1000, at)
	}
}

// runJob runs one job, with what comes before and after its command.
func (x *Executor) runJob(ctx context.Context, s *jobState) error {
	if s.job.Around == nil {
		return x.runStep(ctx, s)
	}
	ran := false
	err := s.job.Around(ctx, func() ([]byte, error) {
		ran = true
		err := x.runStep(ctx, s)
		return s.err.Bytes(), err
	})
	done := err == nil || errors.Is(err, job.ErrDone)
	if s.job.Optional && ctx.Err() == nil {
		// The job that it is for gives its messages, and does without it if it failed.
		s.out.Reset()
		s.err.Reset()
		return nil
	}
	if done {
		return nil
	}
	if !ran {
		return s.complain(err)
	}
	return err
}

// complain adds an error of this process to the messages of the job.
func (s *jobState) complain(err error) error {
	fmt.Fprintf(&s.err, "gohipcc: error: %v\n", err)
	return err
}

// runStep runs a step: in this process, or by its command.
func (x *Executor) runStep(ctx context.Context, s *jobState) error {
	j := s.job
	if s.inProcess != nil {
		err := s.inProcess(ctx, &s.out, &s.err)
		if err != nil && ctx.Err() == nil {
			s.complain(x.build.ExplainNoRoom(j, err))
		}
		return err
	}
	if j.Cached != nil && j.Cached.Get(&s.err) {
		return nil
	}
	cmd := j.Step
	precompiled := j.PCH != nil && pch.Usable(j.PCH.Path)
	if j.PCH != nil && !precompiled {
		cmd = j.PCH.WithoutPCH
	}
	if err := findTool(cmd.Argv()[0]); err != nil {
		return s.complain(err)
	}
	beside, finals := x.build.Beside(j.Step)
	var err error
	if precompiled {
		err = x.finishPCH(ctx, s, x.compile(ctx, s, cmd, beside), beside)
	} else {
		err = x.compileSource(ctx, s, cmd, beside, func() step.Step { return x.withoutFIFO(ctx, s, cmd) })
		if err == nil && j.Compiled != nil {
			j.Compiled()
		}
	}
	if err != nil && ctx.Err() == nil {
		err = x.withoutAssembly(ctx, s, err, beside)
	}
	tidyMessages(&s.err, j, finals)
	return x.finish(ctx, s, cmd, finals, err)
}

// tidyMessages gives a job's messages the names of its outputs, and of the target that was asked for.
func tidyMessages(messages *bytes.Buffer, j *job.Job, finals []string) {
	for _, o := range finals {
		tidy(messages, files.PartOf(o), o)
	}
	if c, ok := j.Step.(*step.CC1); ok && j.Device != "" && j.Device != c.Triple() {
		// The front end's triple where the target has none of its own: a CPU is compiled as spirv64.
		tidy(messages, " generated when compiling for "+c.Triple()+".\n", " generated when compiling for "+j.Device+".\n")
	}
}

// tidy replaces what only this program has a use for in a command's messages.
func tidy(messages *bytes.Buffer, from, to string) {
	text := bytes.ReplaceAll(messages.Bytes(), []byte(from), []byte(to))
	messages.Reset()
	messages.Write(text)
}

// finishPCH completes a compile with a precompiled header, whose headers become dependencies. If
// the compile failed with err, the source is compiled again without it: the messages must be those
// of the source alone, and a header that changed after precompilation is no error.
func (x *Executor) finishPCH(ctx context.Context, s *jobState, err error, beside func(step.Step) step.Step) error {
	again := err != nil
	d := step.DependencyFile(beside(s.job.Step))
	if err == nil && d != "" {
		// Another build may have pruned the cache meanwhile.
		err = pch.AddDeps(d, s.job.PCH.WithoutPCH.Source(), s.job.PCH.Path)
		again = errors.Is(err, fs.ErrNotExist)
	}
	if !again || ctx.Err() != nil {
		if err == nil {
			s.job.PCH.Used(d)
		}
		return err
	}
	s.out.Reset()
	s.err.Reset()
	return x.generate(ctx, s, x.withoutFIFO(ctx, s, s.job.PCH.WithoutPCH), beside)
}

// compileSource runs the command of a step that uses no precompiled header. A HIP source is compiled
// with few standard headers, and if that fails with all of them, by the command that again returns:
// the source may need them, and the messages must be those of the compile with them.
func (x *Executor) compileSource(ctx context.Context, s *jobState, cmd step.Step, beside func(step.Step) step.Step, again func() step.Step) error {
	if few := pch.FewHeaders(s.job, cmd); few != nil && x.Remote == nil {
		if err := x.compile(ctx, s, few, beside); err == nil || ctx.Err() != nil {
			return err
		}
		s.out.Reset()
		s.err.Reset()
		cmd = again()
	}
	return x.compile(ctx, s, cmd, beside)
}

// finish publishes what a command wrote, or reports why it failed.
func (x *Executor) finish(ctx context.Context, s *jobState, cmd step.Step, finals []string, err error) error {
	j := s.job
	switch {
	case err != nil:
		files.Discard(finals)
	case !j.PublishedByMerge:
		err = x.build.Publish(finals)
		if err == nil && keepsMore(cmd) {
			err = files.PublishMore(finals)
		}
		for _, f := range linkReports(cmd) {
			if err == nil {
				err = files.NameOutputs(f, finals)
			}
		}
		if err != nil && !j.Optional {
			s.complain(x.build.ExplainNoRoom(j, err))
			return err
		}
	}
	if err == nil && j.Cached != nil {
		j.Cached.Put(s.err.Bytes())
	}
	if err == nil || ctx.Err() != nil || j.Optional {
		return err
	}
	return x.blame(ctx, s, cmd.Argv(), err)
}

// keepsMore reports whether a linker keeps its intermediate files, which it names after its output.
func keepsMore(s step.Step) bool {
	return slices.ContainsFunc(s.Argv(), func(a string) bool {
		return a == "-save-temps" || a == "--save-temps" || strings.HasPrefix(a, "-plugin-opt=save-temps")
	})
}

// linkReports are the files in which a linker writes the name of its output: CMake has it write the
// dependencies of a link for make and Ninja, whose targets they must name.
func linkReports(s step.Step) []string {
	switch s.(type) {
	case *step.HostLink, *step.WrappedLink:
	default:
		return nil
	}
	var out []string
	argv := s.Argv()
	for i, w := range argv {
		for _, o := range []string{"-Map", "-dependency-file"} {
			if v, ok := strings.CutPrefix(w, "-"); ok && v == o || w == o {
				out = append(out, argv[min(i+1, len(argv)-1)])
			} else if _, file, ok := strings.Cut(w, o+"="); ok && strings.HasPrefix(w, "-") {
				out = append(out, file)
			}
		}
	}
	return out
}

// withoutFIFO makes a job that is rerun read its device image from a file: the FIFO may have been
// read.
func (x *Executor) withoutFIFO(ctx context.Context, s *jobState, c step.Step) step.Step {
	if s.fifo == "" {
		return c
	}
	close(s.again)
	// Without an image, because another job failed, the rerun still gives the messages.
	image := os.DevNull
	select {
	case <-s.wrote:
		file := s.fifo + ".again"
		if files.Write(file, s.image) == nil {
			image = file
		}
	case <-x.failed:
	case <-ctx.Done():
	}
	return step.WithInputs(c, func(f string) string {
		if f == s.fifo {
			return image
		}
		return f
	})
}

// command runs the command of a step for a job.
func (x *Executor) command(ctx context.Context, s *jobState, c step.Step) error {
	if x.Remote == nil {
		return x.commandHere(ctx, c, &s.out, &s.err)
	}
	where, err := x.Remote(ctx, &job.Command{Name: s.job.Name(), Step: c, Stdout: &s.out, Stderr: &s.err, Local: x.commandHere})
	s.where = where
	return err
}

// commandHere runs the command of a step on this machine.
func (x *Executor) commandHere(ctx context.Context, c step.Step, stdout, stderr io.Writer) error {
	argv := c.Argv()
	if a, ok := c.(*step.Assemble); ok && a.ExecArgv != nil {
		argv = a.ExecArgv
	}
	if t := x.tools.find(c); t != nil {
		if err := t.Run(ctx, argv, stdout, stderr, waitDelay); !errors.Is(err, prefork.ErrUnable) {
			return err
		}
	}
	keep := 1
	if _, ok := c.(*step.DeviceLink); ok {
		keep = 2 // gohipcc -device-link
	}
	return clang.Shortened(argv, keep, x.build.TempDir, func(argv []string) error {
		return x.start(ctx, c, argv, stdout, stderr)
	})
}

// start runs argv, the command of a step.
func (x *Executor) start(ctx context.Context, c step.Step, argv []string, stdout, stderr io.Writer) error {
	if d, ok := c.(*step.DeviceLink); ok {
		// As the command does; its process would take 8 ms to start another one.
		l := &supervisor.Link{Argv: argv, Env: x.environment(), Inputs: d.Inputs(), Acquire: x.MoreProcessors, Stdout: stdout, Stderr: stderr}
		return l.Run(ctx)
	}
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	cmd.Env = x.environment()
	cmd.WaitDelay = waitDelay
	if readsStandardInput(c) {
		in, err := x.standardInput(ctx)
		if err != nil {
			return err
		}
		defer in.Close()
		cmd.Stdin = in
	}
	switch c.(type) {
	case *step.Tool, *step.WrappedLink:
		// A tool that starts others, clang-linker-wrapper, is killed with all of them.
		cmd.SysProcAttr.Setpgid = true
		cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	}
	return cmd.Run()
}

// blame reports why a command failed, if the command does not do so itself, and returns the error
// of the job.
func (x *Executor) blame(ctx context.Context, s *jobState, argv []string, err error) error {
	j := s.job
	_, deviceLink := j.Step.(*step.DeviceLink)
	var exit exited
	if !errors.As(err, &exit) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		fmt.Fprintf(&s.err, "gohipcc: error: cannot run %s for %s: %v\n", argv[0], j.Name(), err)
		return err
	}
	sig := syscall.Signal(0)
	if x, ok := exit.(*exec.ExitError); ok && x.Sys().(syscall.WaitStatus).Signaled() {
		sig = x.Sys().(syscall.WaitStatus).Signal()
	}
	// A device link itself reports the signal that ended it; its status is a shell's then.
	reported := deviceLink && exit.ExitCode() > 128
	if reported {
		sig = syscall.Signal(exit.ExitCode() - 128)
	}
	if full := x.build.NoRoom(j, s.err.Bytes(), sig); full != nil {
		s.err.Reset()
		fmt.Fprintf(&s.err, "gohipcc: error: %v\n", full)
		return err
	}
	coroutine := refusedCoroutine(j, s.err.Bytes())
	switch {
	case coroutine != "":
		s.err.Reset()
		s.err.WriteString(coroutine)
	case sig == syscall.SIGINT || sig == syscall.SIGTERM || sig == syscall.SIGHUP:
		// Ctrl-C reaches the whole process group, and this process perhaps a moment later.
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
		fmt.Fprintf(&s.err, "gohipcc: error: %s was ended (%v)\n", j.Name(), exit)
	case sig == syscall.SIGKILL:
		fmt.Fprintf(&s.err, "gohipcc: error: %s was killed (%v); the system does that when memory is short: -j 1 needs less\n", j.Name(), exit)
	case reported:
		s.crashed = true
	case sig != 0 || j.CC1() != nil && exit.ExitCode() > 1:
		fmt.Fprintf(&s.err, "gohipcc: error: %s crashed (%v)\n", j.Name(), exit)
		s.crashed = true
	default:
		s.failed(exit.ExitCode())
	}
	return err
}

// failed reports that a tool rejected its input, if the tool itself does not.
func (s *jobState) failed(status int) {
	switch s.job.Step.(type) {
	case *step.DeviceLink:
	case *step.HostLink:
		if !explainRDC(s) {
			fmt.Fprintf(&s.err, "gohipcc: error: linker command failed with exit code %d (use -v to see invocation)\n", status)
		}
	default:
		if s.job.CC1() == nil {
			fmt.Fprintf(&s.err, "gohipcc: error: %s command failed with exit code %d (use -v to see invocation)\n", s.job.Name(), status)
		}
	}
}

// findTool explains why a tool that a command names without a folder was not found.
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
