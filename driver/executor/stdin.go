// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package executor

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gohipcc/toolchains/step"
)

// stdinFile is the build's standard input on disk. Both sides of a HIP compile read it, and some front
// ends run twice: each gets the whole of it. They still get "-" as name, so that messages and
// dependency files say <stdin>, as clang's do.
type stdinFile struct {
	done chan struct{} // closed when the file is complete; nil until a job asks for it
	path string
	err  error
}

// readsStandardInput reports whether a step is a front end that reads standard input.
func readsStandardInput(s step.Step) bool {
	c, ok := s.(*step.CC1)
	return ok && c.Source() == "-"
}

// standardInput opens the build's standard input, from its start.
func (x *Executor) standardInput(ctx context.Context) (*os.File, error) {
	x.spoolOnce.Do(func() {
		x.stdin = stdinFile{done: make(chan struct{}), path: filepath.Join(x.build.TempDir, "stdin")}
		// A read of a pipe or terminal does not end if the build is interrupted.
		go func() {
			x.stdin.err = copyStandardInput(x.stdin.path)
			close(x.stdin.done)
		}()
	})
	select {
	case <-x.stdin.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if x.stdin.err != nil {
		return nil, fmt.Errorf("cannot keep standard input, which several commands read: %w", x.stdin.err)
	}
	return os.Open(x.stdin.path)
}

func copyStandardInput(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, os.Stdin); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
