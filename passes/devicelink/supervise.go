// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicelink

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"

	"gohipcc/internal/lazyregexp"
	"gohipcc/internal/secure"
)

// workerVariable marks the environment of the process that has LLVM in it.
const workerVariable = "GOHIP_DEVICE_LINK_WORKER"

// supervise runs the link in a process of its own and reports how it ended if LLVM crashes: a fault
// in C code ends a Go program with the stacks of its goroutines and nothing about the input. The
// exit status is then 128 plus the signal's number, as in a shell.
//
// slots, if not nil, says how many processors the worker may use at once.
//
// Where LLVM's vectoriser takes too long, a second worker does without it.
func supervise(c *command, slots Acquirer, stdout, stderr io.Writer) int {
	status := superviseWorker(c, slots, stdout, stderr)
	if status == impatient && !c.NoVectors {
		fmt.Fprintf(stderr, "gohipcc: note: device link of %s: LLVM's vectoriser does not come to an end, so its loops are compiled without\n", strings.Join(c.Inputs, " "))
		status = superviseWorker(c, slots, stdout, stderr, noVectorise)
	}
	return status
}

// superviseWorker runs one worker, with more options.
func superviseWorker(c *command, slots Acquirer, stdout, stderr io.Writer, more ...string) int {
	inputs := strings.Join(c.Inputs, " ")
	fail := func(format string, args ...any) {
		fmt.Fprintf(stderr, "gohipcc: error: device link of %s: %s\n", inputs, fmt.Sprintf(format, args...))
	}
	self, err := os.Executable()
	if err != nil {
		fail("%v", err)
		return 1
	}
	said := &crashFilter{to: stderr}
	cmd := exec.Command(self, slices.Concat(os.Args[1:], more)...)
	cmd.Env = append(secure.Environ(), workerVariable+"=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, stdout, said
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if slots != nil {
		files, end, err := serveSlots(slots)
		if err != nil {
			fail("%v", err)
			return 1
		}
		defer end()
		cmd.Env, cmd.ExtraFiles = append(cmd.Env, slotsVariable+"=1"), files
	}
	err = cmd.Run()
	said.flush()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case !errors.As(err, &exit):
		fail("%v", err)
		return 1
	}
	if ws := exit.Sys().(syscall.WaitStatus); ws.Signaled() {
		fail("it was ended (%v)", ws.Signal())
		return 128 + int(ws.Signal())
	}
	sig, where := said.crash()
	switch {
	case sig != 0:
		fail("LLVM crashed in %s (%v)", where, sig)
		return 128 + int(sig)
	case len(said.dump) > 0:
		fail("this is an error of gohipcc's; please report it with the inputs\n%s", said.dump)
	}
	return exit.ExitCode()
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
