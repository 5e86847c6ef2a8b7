// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Translator finds llvm-spirv of the release of the opened LLVM.
func (u *Unit) Translator() (path string, tried []string) {
	return u.LLVMTool("llvm-spirv")
}

// Pipe pipes data through a tool.
func Pipe(tool string, in []byte, args ...string) ([]byte, error) {
	cmd := exec.Command(tool, args...)
	cmd.Stdin = strings.NewReader(string(in))
	var out, msg strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s %s: %v\n%s", tool, strings.Join(args, " "), err, strings.TrimSpace(msg.String()))
	}
	return []byte(out.String()), nil
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
