// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package supervisor runs a device link in a process of its own, with LLVM in it, and reports how it ended if LLVM
// crashes: a fault in C code ends a Go program with the stacks of its goroutines and nothing about the input. It is for
// the driver and for the command `gohipcc -device-link`.
package supervisor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"

	"gohipcc/internal/lazyregexp"
)

// workerVariable marks the environment of the process that has LLVM in it.
const workerVariable = "GOHIP_DEVICE_LINK_WORKER"

// IsWorker reports whether this process is a worker: it does the link itself.
func IsWorker() bool { return os.Getenv(workerVariable) != "" }

// Impatient is the exit status of a worker that LLVM's vectoriser keeps too long, EX_TEMPFAIL of sysexits.h, and
// NoVectorise the option with which another one does without it.
const (
	Impatient   = 75
	NoVectorise = "--no-vectorise"
)

// outputDelay is how long processes that a worker has left may continue to write.
const outputDelay = time.Second

// A Link is a device link.
type Link struct {
	Argv   []string // gohipcc -device-link …
	Env    []string
	Inputs []string // for messages
	// Acquire, if not nil, says how many processors the worker may use at once.
	Acquire        Acquirer
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// An ExitError says that the worker failed, and has reported why. It implements what [exec.ExitError] has.
type ExitError int

// Error implements error.
func (e ExitError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// ExitCode returns the exit status: 128 plus the signal's number, as in a shell, if LLVM crashed.
func (e ExitError) ExitCode() int { return int(e) }

// Run runs the link. The error is an ExitError, the context's, or says why the worker could not be run.
//
// Where LLVM's vectoriser takes too long, a second worker does without it.
func (l *Link) Run(ctx context.Context) error {
	err := l.work(ctx)
	if err == ExitError(Impatient) && !slices.Contains(l.Argv, NoVectorise) {
		fmt.Fprintf(l.Stderr, "gohipcc: note: device link of %s: LLVM's vectoriser does not come to an end, so its loops are compiled without\n", strings.Join(l.Inputs, " "))
		err = l.work(ctx, NoVectorise)
	}
	return err
}

// work runs one worker, with more options.
func (l *Link) work(ctx context.Context, more ...string) error {
	fail := func(format string, args ...any) {
		fmt.Fprintf(l.Stderr, "gohipcc: error: device link of %s: %s\n", strings.Join(l.Inputs, " "), fmt.Sprintf(format, args...))
	}
	said := &crashFilter{to: l.Stderr}
	cmd := exec.CommandContext(ctx, l.Argv[0], slices.Concat(l.Argv[1:], more)...)
	cmd.Env = append(slices.Clone(l.Env), workerVariable+"=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = l.Stdin, l.Stdout, said
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	cmd.WaitDelay = outputDelay
	if l.Acquire != nil {
		files, end, err := serveSlots(l.Acquire)
		if err != nil {
			return err
		}
		defer end()
		cmd.Env, cmd.ExtraFiles = append(cmd.Env, slotsVariable+"=1"), files
	}
	err := cmd.Run()
	said.flush()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case !errors.As(err, &exit):
		return err
	}
	if ws := exit.Sys().(syscall.WaitStatus); ws.Signaled() {
		fail("it was ended (%v)", ws.Signal())
		return ExitError(128 + int(ws.Signal()))
	}
	sig, where := said.crash()
	switch {
	case sig != 0:
		fail("LLVM crashed in %s (%v)", where, sig)
		return ExitError(128 + int(sig))
	case len(said.dump) > 0:
		fail("this is an error of gohipcc's; please report it with the inputs\n%s", said.dump)
	}
	return ExitError(exit.ExitCode())
}

// crashFilter forwards what a Go program prints, up to where the runtime reports a fault.
type crashFilter struct {
	to   io.Writer
	line []byte // a line that is not complete yet
	dump []byte
}

// dumpStart matches the first line that Go's runtime prints before it ends a program
// (runtime/signal_unix.go, runtime/panic.go).
var dumpStart = lazyregexp.New(`^(SIG[A-Z]+: |fatal error: |panic: |runtime: |unexpected fault address )`)

// Write implements [io.Writer].
func (w *crashFilter) Write(b []byte) (int, error) {
	const most = 64 << 10
	w.line = append(w.line, b...)
	for {
		end := bytes.IndexByte(w.line, '\n') + 1
		if end == 0 {
			return len(b), nil
		}
		if len(w.dump) > 0 || dumpStart.Match(w.line) {
			w.dump = append(w.dump, w.line[:min(end, most-min(most, len(w.dump)))]...)
		} else if _, err := w.to.Write(w.line[:end]); err != nil {
			return 0, err
		}
		w.line = w.line[end:]
	}
}

// flush forwards an unterminated last line.
func (w *crashFilter) flush() {
	if len(w.line) > 0 {
		w.Write([]byte("\n"))
	}
}

// faults are the signals of faults, by the names that Go's runtime prints.
var faults = map[string]syscall.Signal{
	"SIGSEGV": syscall.SIGSEGV, "SIGABRT": syscall.SIGABRT, "SIGBUS": syscall.SIGBUS,
	"SIGFPE": syscall.SIGFPE, "SIGILL": syscall.SIGILL, "SIGTRAP": syscall.SIGTRAP,
}

// llvmCall matches a function of the LLVM binding in a stack trace.
var llvmCall = lazyregexp.New(`(?m)^gohipcc/passes/llvm\.([A-Z]\w*)\(`)

// crash returns the signal that C code received, and the LLVM-C function it was in.
func (w *crashFilter) crash() (sig syscall.Signal, where string) {
	if !bytes.Contains(w.dump, []byte("signal arrived during cgo execution")) {
		return 0, ""
	}
	for name, s := range faults {
		if bytes.Contains(w.dump, []byte(name+": ")) {
			sig = s
		}
	}
	where = "code of its own"
	if m := llvmCall.FindSubmatch(w.dump); m != nil {
		where = "LLVM" + string(m[1])
	}
	return sig, where
}
