// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package files

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"gohipcc/driver/job"
	"gohipcc/internal/lazyregexp"
)

// noRoomErrors are the errors of writes without space, with what to do about each besides freeing
// some.
var noRoomErrors = []struct {
	err    syscall.Errno
	advice string
}{
	{syscall.ENOSPC, "free some space there"},
	{syscall.EDQUOT, "the quota there is used up: free some space"},
	{syscall.EFBIG, "raise the limit on the size of files (ulimit -f)"},
}

// inSource matches the prefix of a compiler message with a source location.
var inSource = lazyregexp.New(`:[0-9]+:[0-9]+: `)

// NoRoom returns the error to show if a command failed because there was no space for a file: the
// tools' own messages name the wrong file, or none, or look like a crash.
func (b *Build) NoRoom(j *job.Job, said []byte, sig syscall.Signal) error {
	if sig == syscall.SIGXFSZ {
		said = []byte(syscall.EFBIG.Error())
	}
	for line := range strings.Lines(strings.ToLower(string(said))) {
		line = strings.TrimRight(line, "'\r\n")
		for _, f := range noRoomErrors {
			if strings.HasSuffix(line, f.err.Error()) && !inSource.MatchString(line) {
				return b.noRoomError(j, f.err, f.advice)
			}
		}
	}
	return nil
}

// ExplainNoRoom adds the same advice to an error of this process.
func (b *Build) ExplainNoRoom(j *job.Job, err error) error {
	for _, f := range noRoomErrors {
		if errors.Is(err, f.err) {
			return b.noRoomError(j, f.err, f.advice)
		}
	}
	return err
}

func (b *Build) noRoomError(j *job.Job, cause syscall.Errno, advice string) error {
	// Of several outputs, the one with the least room.
	name, least := "", uint64(math.MaxUint64)
	for _, o := range j.Writes() {
		if o == "" {
			continue
		}
		if left, ok := room(o); name == "" || ok && left < least {
			name, least = o, left
		}
	}
	if b.IsTemp(name) {
		return fmt.Errorf("cannot write the temporary file %s: %w; %s, or set TMPDIR to another folder than %s", name, cause, advice, os.TempDir())
	}
	return fmt.Errorf("cannot write %s: %w; %s, or write to another place with -o", name, cause, advice)
}

// room returns the number of free bytes for a file, if that can be determined. For a device, the
// disk that contains its name does not matter.
func room(file string) (uint64, bool) {
	if info, err := os.Stat(file); err == nil && info.Mode()&os.ModeDevice != 0 {
		return 0, true
	}
	var fs unix.Statfs_t
	err := unix.Statfs(filepath.Dir(file), &fs)
	return fs.Bavail * uint64(fs.Bsize), err == nil
}
