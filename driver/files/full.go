// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package files

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"gohipcc/driver/job"
)

// noRoomErrors are the ways in which a write fails for want of room, and what to do
// about each besides freeing some.
var noRoomErrors = []struct {
	err    syscall.Errno
	advice string
}{
	{syscall.ENOSPC, "free some space there"},
	{syscall.EDQUOT, "the quota there is used up: free some space"},
	{syscall.EFBIG, "raise the limit on the size of files (ulimit -f)"},
}

// inSource matches the start of a compiler's message about a place in a source.
var inSource = regexp.MustCompile(`:[0-9]+:[0-9]+: `)

// NoRoom returns the error to show when a command failed because a file had no
// room: the tools' own messages name the wrong file, or none, or look like a
// crash.
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

// ExplainNoRoom adds to an error of this process what full says of a tool's.
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

// room is how many bytes more there is room for at a file's place, if that can be told. A
// device is no matter of the disk that its name is on.
func room(file string) (uint64, bool) {
	if info, err := os.Stat(file); err == nil && info.Mode()&os.ModeDevice != 0 {
		return 0, true
	}
	var fs unix.Statfs_t
	err := unix.Statfs(filepath.Dir(file), &fs)
	return fs.Bavail * uint64(fs.Bsize), err == nil
}
