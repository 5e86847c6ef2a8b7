// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package files

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Now returns the time that a file changed now would have: the kernel stamps files with its coarse
// clock.
func Now() time.Time {
	var ts unix.Timespec
	if unix.ClockGettime(unix.CLOCK_REALTIME_COARSE, &ts) != nil {
		return time.Now().Add(-20 * time.Millisecond)
	}
	return time.Unix(ts.Unix())
}

// ChangedSince reports whether a file may have changed at or after a time, or is gone: a reader may
// have seen its old or its new content.
func ChangedSince(path string, begin time.Time) bool {
	st, err := os.Stat(path)
	if err != nil {
		return true
	}
	ctim := st.Sys().(*syscall.Stat_t).Ctim
	return !time.Unix(ctim.Unix()).Before(begin)
}
