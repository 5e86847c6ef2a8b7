// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"gohipcc/driver/bundler"
)

// TestSignal: a command that a signal ends leaves no temporary file, whether it looks at its context
// or not, and the process ends by that signal.
func TestSignal(t *testing.T) {
	if dir := os.Getenv("TEST_SIGNAL_IN"); dir != "" {
		ctx, finish := untilSignal()
		err := bundler.ReplaceFile(filepath.Join(dir, "f"), 0o666, func(w io.Writer) error {
			if _, err := io.WriteString(w, "part"); err != nil {
				return err
			}
			if left, _ := os.ReadDir(dir); len(left) != 1 {
				return fmt.Errorf("%v is written", left)
			}
			syscall.Kill(os.Getpid(), syscall.SIGTERM)
			<-ctx.Done()
			if os.Getenv("TEST_SIGNAL_HANGS") != "" {
				select {}
			}
			return ctx.Err()
		})
		finish()
		t.Fatal(err)
	}
	for _, hangs := range []string{"", "1"} {
		dir := t.TempDir()
		cmd := exec.Command(os.Args[0], "-test.run=^TestSignal$")
		cmd.Env = append(os.Environ(), "TEST_SIGNAL_IN="+dir, "TEST_SIGNAL_HANGS="+hangs)
		out, err := cmd.CombinedOutput()
		status, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if !status.Signaled() || status.Signal() != syscall.SIGTERM {
			t.Errorf("%v\n%s", err, out)
		}
		if left, _ := os.ReadDir(dir); len(left) != 0 {
			t.Errorf("%v is left", left)
		}
	}
}
