// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"gohipcc/driver/job"
)

// Check returns an error in clang's words for the first output of the jobs that cannot be written,
// before any time is spent.
func (b *Build) Check(jobs []*job.Job) error {
	for _, j := range jobs {
		if j.Optional {
			continue
		}
		for _, o := range j.Outputs() {
			if o == "-" || b.IsTemp(o) {
				continue
			}
			if err := writable(o); err != nil {
				return fmt.Errorf("unable to open output file '%s': '%s'", o, capitalised(err))
			}
		}
	}
	return nil
}

// writable returns why a file cannot be written or created.
func writable(path string) error {
	const writeOK = 2
	st, err := os.Stat(path)
	switch {
	case err == nil && st.IsDir():
		return syscall.EISDIR
	case err == nil:
		return syscall.Access(path, writeOK)
	case errors.Is(err, fs.ErrNotExist):
		return syscall.Access(filepath.Dir(path), writeOK)
	}
	return errors.Unwrap(err)
}

// capitalised spells a system error as the C library does.
func capitalised(err error) string {
	s := err.Error()
	return strings.ToUpper(s[:1]) + s[1:]
}
