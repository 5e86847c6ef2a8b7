// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package rtc

import (
	"os"
	"strings"
	"syscall"
	"time"

	"gohipcc/internal/secure"
)

// scratchPrefix is how the names of the folders begin in which programs are compiled.
const scratchPrefix = "gohip-rtc-"

// abandonedAge is the age from which on a folder without a lock is one whose process has ended.
const abandonedAge = 10 * time.Minute

// scratch makes a folder for a compilation, and returns how it is removed. The folders of processes that ended meanwhile,
// which the kernel has unlocked, are removed first: one that is killed, or whose main function returns while another
// thread compiles, leaves its own.
func scratch() (dir string, remove func(), err error) {
	sweep(os.TempDir(), abandonedAge)
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

// sweep removes the folders of this user's processes that have ended, if they were not changed for a while.
func sweep(tmp string, age time.Duration) {
	secure.RemoveAbandoned(tmp, func(name string) (bool, time.Duration) { return strings.HasPrefix(name, scratchPrefix), age })
}
