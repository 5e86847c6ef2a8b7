// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package prefork runs the commands of a tool without loading it for each: the tool is started
// once, with a library (library/prefork.c) that forks a process for each command line.
package prefork

import (
	"context"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Limits of a request that the library sets (MAX_REQUEST, MAX_ARGUMENTS).
const (
	maxRequest   = 128 << 10
	maxArguments = 8192
)

// started is how long a tool may take to respond; far longer than a working one needs.
const started = 10 * time.Second

// ErrUnable says that the tool cannot run a command this way; no part of it was run.
var ErrUnable = errors.New("not to be forked")

// A Tool is a program that was loaded and waits for command lines.
type Tool struct {
	cmd  *exec.Cmd
	mu   sync.Mutex // a request and its answer
	conn *net.UnixConn
}

// Possible reports whether tools can be loaded once here: the library exists, and no other library
// is preloaded, which may expect to see every program start.
func Possible(library string) bool {
	if os.Getenv("LD_PRELOAD") != "" || strings.ContainsAny(library, " :") {
		return false
	}
	_, err := os.Stat(library)
	return err == nil
}

// Start loads a program with the library. Its commands will have this environment.
func Start(library, program string, env []string) (*Tool, error) {
	if !isELF(program) {
		return nil, fmt.Errorf("%s: a script: %w", program, ErrUnable)
	}
	ends, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_SEQPACKET|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	ours, theirs := os.NewFile(uintptr(ends[0]), "prefork"), os.NewFile(uintptr(ends[1]), "prefork")
	defer ours.Close()
	defer theirs.Close()
	conn, err := net.FileConn(ours)
	if err != nil {
		return nil, err
	}
	// If the library is not loaded, as in a static program, this ends at once.
	cmd := exec.Command(program, "--version")
	cmd.Env = append(env[:len(env):len(env)], "LD_PRELOAD="+library, "GOHIPCC_PREFORK_FD=3")
	cmd.ExtraFiles = []*os.File{theirs}
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		conn.Close()
		return nil, err
	}
	theirs.Close()
	t := &Tool{cmd: cmd, conn: conn.(*net.UnixConn)}
	if _, err := t.answer(); err != nil {
		t.Close()
		return nil, fmt.Errorf("%s does not take %s: %w", program, library, err)
	}
	return t, nil
}

// isELF reports whether a file is an ELF program and not a script.
func isELF(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	var magic [4]byte
	_, err = io.ReadFull(f, magic[:])
	return err == nil && string(magic[:]) == elf.ELFMAG
}

// answer reads a number that the tool sent.
func (t *Tool) answer() (int, error) {
	t.conn.SetReadDeadline(time.Now().Add(started))
	var b [4]byte
	n, err := t.conn.Read(b[:])
	if err == nil && n < len(b) {
		err = io.ErrUnexpectedEOF
	}
	return int(int32(binary.NativeEndian.Uint32(b[:]))), err
}

// Close ends the tool. Running commands continue.
func (t *Tool) Close() {
	t.conn.Close()
	t.cmd.Process.Kill()
	t.cmd.Wait()
}

// Run runs a command line, as exec.Cmd does: an error is ErrUnable, or that of the command. It
// waits up to wait for output of processes that the command left.
func (t *Tool) Run(ctx context.Context, argv []string, stdout, stderr io.Writer, wait time.Duration) error {
	var streams [2]*stream
	for i, w := range []io.Writer{stdout, stderr} {
		s, err := newStream(w)
		if err != nil {
			streams[0].close()
			return fmt.Errorf("%w: %w", ErrUnable, err)
		}
		streams[i] = s
	}
	process, err := t.fork(argv, streams)
	for _, s := range streams {
		s.theirs.Close()
	}
	if err != nil {
		for _, s := range streams {
			s.ours.Close()
		}
		return fmt.Errorf("%w: %w", ErrUnable, err)
	}
	stop := context.AfterFunc(ctx, func() { process.Kill() })
	for _, s := range streams {
		go s.copy()
	}
	state, err := process.Wait()
	stop()
	late, end := context.WithTimeout(context.Background(), wait)
	defer end()
	for _, s := range streams {
		if e := s.wait(late.Done()); err == nil {
			err = e
		}
	}
	if state != nil && !state.Success() {
		return &exec.ExitError{ProcessState: state}
	}
	return err
}

// fork makes the tool start a process, which is a child of this one.
func (t *Tool) fork(argv []string, streams [2]*stream) (*os.Process, error) {
	request := []byte(strings.Join(argv, "\x00") + "\x00")
	if len(request) > maxRequest || len(argv) > maxArguments {
		return nil, errors.New("a long command line")
	}
	rights := syscall.UnixRights(int(streams[0].theirs.Fd()), int(streams[1].theirs.Fd()))
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, _, err := t.conn.WriteMsgUnix(request, rights, nil); err != nil {
		return nil, err
	}
	pid, err := t.answer()
	if err != nil {
		return nil, err
	}
	if pid <= 0 {
		return nil, syscall.Errno(-pid)
	}
	return os.FindProcess(pid)
}

// A stream copies from a process's pipe to a writer.
type stream struct {
	ours, theirs *os.File
	to           io.Writer
	done         chan error
}

func newStream(to io.Writer) (*stream, error) {
	r, w, err := os.Pipe()
	return &stream{ours: r, theirs: w, to: to, done: make(chan error, 1)}, err
}

func (s *stream) close() {
	if s != nil {
		s.ours.Close()
		s.theirs.Close()
	}
}

func (s *stream) copy() {
	_, err := io.Copy(s.to, s.ours)
	s.done <- err
}

// wait waits for what was written, until late.
func (s *stream) wait(late <-chan struct{}) error {
	defer s.ours.Close()
	select {
	case err := <-s.done:
		return err
	case <-late:
	}
	s.ours.Close()
	<-s.done
	return exec.ErrWaitDelay
}
