// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cache

import (
	"io/fs"
	"syscall"
)

// umask is the process's file mode mask: a file from the store gets the mode that the tool which
// made it would have given it.
var umask = func() fs.FileMode {
	m := syscall.Umask(0)
	syscall.Umask(m)
	return fs.FileMode(m)
}()
