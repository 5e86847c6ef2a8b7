// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Translator finds llvm-spirv of the release of the opened LLVM.
func (u *Unit) Translator() (path string, tried []string) {
	return u.LLVMTool("llvm-spirv")
}

// Pipe pipes data through a tool.
func Pipe(tool string, in []byte, args ...string) ([]byte, error) {
	return PipeWithin(0, tool, in, args...)
}

// PipeWithin is Pipe with a limit of processor time, unless that is 0: for tools that read what
// somebody else has written, and that may not end on damaged input.
func PipeWithin(limit time.Duration, tool string, in []byte, args ...string) ([]byte, error) {
	cmd := exec.Command(tool, args...)
	cmd.Stdin = strings.NewReader(string(in))
	var out, msg strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &msg
	err := cmd.Start()
	if err == nil {
		if seconds := uint64(limit.Seconds()); seconds > 0 {
			// SIGXCPU ends the tool at the first limit, SIGKILL at the second. Where they cannot be set,
			// the tool runs without.
			_ = unix.Prlimit(cmd.Process.Pid, unix.RLIMIT_CPU, &unix.Rlimit{Cur: seconds, Max: seconds + 1}, nil)
		}
		err = cmd.Wait()
	}
	if limit > 0 && err != nil && endedBy(cmd.ProcessState, syscall.SIGXCPU) {
		err = fmt.Errorf("it took more than %v", limit)
	}
	if err != nil {
		return nil, fmt.Errorf("%s %s: %v\n%s", tool, strings.Join(args, " "), err, strings.TrimSpace(msg.String()))
	}
	return []byte(out.String()), nil
}

// endedBy reports whether a signal ended a process.
func endedBy(p *os.ProcessState, signal syscall.Signal) bool {
	if p == nil {
		return false
	}
	status, ok := p.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == signal
}

// LLVMTool finds a tool of the release of the opened LLVM.
func (u *Unit) LLVMTool(name string) (path string, tried []string) {
	major := strconv.Itoa(u.Lib.Major)
	bin := filepath.Join(filepath.Dir(filepath.Dir(u.Lib.Path)), "bin")
	for _, c := range []string{filepath.Join(bin, name), "/usr/lib/llvm-" + major + "/bin/" + name, name + "-" + major} {
		tried = append(tried, c)
		if p, err := exec.LookPath(c); err == nil {
			return p, tried
		}
	}
	return "", tried
}
