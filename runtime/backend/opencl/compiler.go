// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"gohipcc/abi"
	"gohipcc/internal/secure"
	"gohipcc/runtime/backend"
	"gohipcc/runtime/backend/opencl/cl"
)

// compilerHelper is a process that runs the driver's compiler for this one
// (runtime/libgohip/clcompile): LLVM ends its process on an internal error, which must not end the
// user's program. It starts when there is first something to compile, serves all kernels, and ends
// after it was idle for a while.
type compilerHelper struct {
	path           func() string // of the executable; empty if there is none
	library        string
	platform, name string

	mu      sync.Mutex
	process *compilerProcess
	missing bool // it cannot be started; compile in this process
}

type compilerProcess struct {
	socket int
	ended  chan struct{}
	cmd    *exec.Cmd
	words  tail
}

// errTooLong means that the compiler process did not reply in time, and was killed.
var errTooLong = errors.New("the driver's compiler takes too long")

// errNoCompiler means that the compiler's process cannot be started.
var errNoCompiler = errors.New("no process to compile in")

// Kinds of requests, as in clcompile.c.
const (
	requestBuild   = 1
	requestCompile = 2
	requestBinary  = 3
	requestLower   = 4
)

// compilerRequest is clcompile.c's struct request; the SPIR-V, the name and the arguments follow.
type compilerRequest struct {
	Kind, IL, Name, Args uint32
	Global, Local        [3]uint64
}

type compilerArg struct {
	Kind abi.Class // a value, a pointer or local memory
	Size uint32
}

// build makes the process build the program from SPIR-V.
func (c *compilerHelper) build(il []byte) error {
	_, err := c.ask("clBuildProgram", compilerRequest{Kind: requestBuild}, il, "", nil)
	return err
}

// compile makes the process compile a kernel of the program for launches like this one. It returns
// the file in which the driver keeps the result.
func (c *compilerHelper) compile(il []byte, symbol string, args []compilerArg, global, local [3]uint64) (file string, err error) {
	b, err := c.ask("clEnqueueNDRangeKernel", compilerRequest{Kind: requestCompile, Global: global, Local: local}, il, symbol, args)
	return string(b), err
}

// binary makes the process build the program and return its binary.
func (c *compilerHelper) binary(il []byte) ([]byte, error) {
	return c.binaryWithin(il, 0)
}

// binaryWithin is binary with a time limit, if it is not 0. After that the error is errTooLong.
func (c *compilerHelper) binaryWithin(il []byte, limit time.Duration) ([]byte, error) {
	return c.askWithin(limit, "clGetProgramInfo", compilerRequest{Kind: requestBinary}, il, "", nil)
}

// lower is binary with as little optimisation as the driver offers, for programs at which its
// optimiser fails.
func (c *compilerHelper) lower(il []byte) ([]byte, error) {
	return c.ask("clGetProgramInfo", compilerRequest{Kind: requestLower}, il, "", nil)
}

// ask sends a request and waits for the reply. The error is errNoCompiler, a *cl.Error with the
// build log, or one that wraps backend.ErrCompiler if the process died.
func (c *compilerHelper) ask(call string, r compilerRequest, il []byte, symbol string, args []compilerArg) ([]byte, error) {
	return c.askWithin(0, call, r, il, symbol, args)
}

func (c *compilerHelper) askWithin(limit time.Duration, call string, r compilerRequest, il []byte, symbol string, args []compilerArg) ([]byte, error) {
	if len(il) > math.MaxInt32 {
		return nil, errNoCompiler
	}
	r.IL, r.Name, r.Args = uint32(len(il)), uint32(len(symbol)), uint32(len(args))
	message, err := binary.Append(nil, binary.NativeEndian, &r)
	if err == nil {
		message = append(append(message, il...), symbol...)
		message, err = binary.Append(message, binary.NativeEndian, args)
	}
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for fresh := c.process == nil; ; fresh = true {
		p, err := c.running()
		if err != nil {
			return nil, err
		}
		ended := p.endAfter(limit)
		status, data, err := p.exchange(message)
		late := ended()
		if err == nil && late { // it replied as it was killed
			c.process = nil
			p.close()
		}
		if err == nil {
			if status != 0 {
				err = &cl.Error{Call: call, Code: status}
				if log := strings.TrimSpace(string(data)); log != "" {
					err = fmt.Errorf("%w\n%s", err, log)
				}
				return nil, err
			}
			return data, nil
		}
		c.process = nil
		died := p.close()
		if late {
			return nil, errTooLong
		}
		if !fresh && died == "" {
			continue // it ended while it was idle
		}
		return nil, fmt.Errorf("%w: %s", backend.ErrCompiler, died)
	}
}

// running returns the process, which is started if there is none. The caller holds the lock.
func (c *compilerHelper) running() (*compilerProcess, error) {
	if c.process != nil {
		return c.process, nil
	}
	if c.missing || isOff(poclInstCombine) {
		return nil, errNoCompiler
	}
	p, err := c.start()
	if err != nil {
		c.missing = true
		return nil, err
	}
	c.process = p
	return p, nil
}

func (c *compilerHelper) start() (*compilerProcess, error) {
	path := c.path()
	if path == "" {
		return nil, errNoCompiler
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errNoCompiler, err)
	}
	theirs := os.NewFile(uintptr(pair[1]), "clcompile")
	defer theirs.Close()
	p := &compilerProcess{socket: pair[0], ended: make(chan struct{})}
	p.cmd = exec.Command(path, "3", c.library, c.platform, c.name)
	p.cmd.Env = secure.ForCompiler(os.Environ())
	p.cmd.ExtraFiles = []*os.File{theirs}
	p.cmd.Stderr = &p.words
	p.cmd.Stdout = &p.words
	if err := p.cmd.Start(); err != nil {
		unix.Close(p.socket)
		return nil, fmt.Errorf("%w: %w", errNoCompiler, err)
	}
	go func() {
		_ = p.cmd.Wait() // the program itself may have waited for all its children
		close(p.ended)
	}()
	theirs.Close()
	status, _, err := p.receive()
	if err != nil || status != 0 {
		why := p.close()
		return nil, fmt.Errorf("%w: %s ended with %d, %v %s", errNoCompiler, path, status, err, why)
	}
	return p, nil
}

func (p *compilerProcess) exchange(message []byte) (status int32, data []byte, err error) {
	for len(message) > 0 {
		// SIGPIPE would end a program that does not expect it.
		n, err := unix.SendmsgN(p.socket, message, nil, nil, unix.MSG_NOSIGNAL)
		if err != nil && err != unix.EINTR {
			return 0, nil, err
		}
		message = message[max(n, 0):]
	}
	return p.receive()
}

// endAfter kills the process after a time, if that is not 0, unless the reply arrives earlier: the
// returned function reports whether the process was killed.
func (p *compilerProcess) endAfter(limit time.Duration) (ended func() bool) {
	if limit == 0 {
		return func() bool { return false }
	}
	timer := time.AfterFunc(limit, func() { _ = p.cmd.Process.Kill() })
	return func() bool { return !timer.Stop() }
}

func (p *compilerProcess) receive() (status int32, data []byte, err error) {
	var head [8]byte
	if err := p.fill(head[:]); err != nil {
		return 0, nil, err
	}
	data = make([]byte, binary.NativeEndian.Uint32(head[4:]))
	return int32(binary.NativeEndian.Uint32(head[:])), data, p.fill(data)
}

func (p *compilerProcess) fill(b []byte) error {
	for len(b) > 0 {
		n, err := unix.Read(p.socket, b)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return err
		case n == 0:
			return io.ErrUnexpectedEOF
		}
		b = b[n:]
	}
	return nil
}

// close ends the process and returns how it ended by itself, or "" if nothing was wrong.
func (p *compilerProcess) close() string {
	unix.Close(p.socket)
	<-p.ended
	words := p.words.said()
	state := p.cmd.ProcessState
	if state != nil && state.Success() {
		return ""
	}
	how := "the driver's compiler ended its process"
	if state != nil {
		how += " (" + state.String() + ")"
	}
	if words != "" {
		how += ": " + words
	}
	return how
}

// tail keeps the beginning of a process's output: the error message precedes the stack trace.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

// Write implements [io.Writer].
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := bytes.LastIndex(b, []byte("LLVM ERROR")); i >= 0 {
		t.kept = nil
	}
	const most = 4 << 10
	t.kept = append(t.kept, b[:min(len(b), most-len(t.kept))]...)
	return len(b), nil
}

// said returns the most informative line.
func (t *tail) said() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	first := ""
	for line := range strings.Lines(string(t.kept)) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "PLEASE submit") || line == "":
		case strings.Contains(line, "LLVM ERROR"), strings.Contains(line, "Assertion"):
			return line
		case first == "":
			first = line
		}
	}
	return first
}
