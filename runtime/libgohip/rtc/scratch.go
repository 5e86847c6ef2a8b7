// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package rtc

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// scratchPrefix is how the names of the folders begin in which programs are compiled.
const scratchPrefix = "gohip-rtc-"

// abandonedAge is the age from which on a folder without a lock is one whose process has ended.
const abandonedAge = 10 * time.Minute

// scratch makes a folder for a compilation, and returns how it is removed. The folders of processes that ended meanwhile,
// which the kernel has unlocked, are removed first: one that is killed, or whose main function returns while another
// thread compiles, leaves its own.
func scratch() (dir string, remove func(), err error) {
	sweep(os.TempDir(), time.Now().Add(-abandonedAge))
	if dir, err = os.MkdirTemp("", scratchPrefix); err != nil {
		return "", nil, err
	}
	lock, failed := os.Open(dir)
	if failed == nil {
		// A file system without locks has no sweep either.
		_ = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	return dir, func() {
		os.RemoveAll(dir)
		if failed == nil {
			lock.Close()
		}
	}, nil
}

// sweep removes the folders of this user's processes that have ended, if they were not changed since a time.
func sweep(tmp string, since time.Time) {
	all, err := os.Open(tmp)
	if err != nil {
		return
	}
	defer all.Close()
	names, _ := all.Readdirnames(-1)
	for _, name := range names {
		if !strings.HasPrefix(name, scratchPrefix) {
			continue
		}
		path := filepath.Join(tmp, name)
		st, err := os.Lstat(path)
		if err != nil || !st.IsDir() || st.Sys().(*syscall.Stat_t).Uid != uint32(os.Geteuid()) || st.ModTime().After(since) {
			continue
		}
		f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0)
		if err != nil {
			continue
		}
		if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			os.RemoveAll(path)
		}
		f.Close()
	}
}
