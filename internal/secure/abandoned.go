// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package secure

import (
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// RemoveAbandoned removes, in a folder that others can write to as well, this user's folders that processes locked
// (flock) while they used them and that the kernel has unlocked at their end. The function says of a name whether
// it is that of such a folder, and how long ago the folder must have been changed. Errors are not reported.
func RemoveAbandoned(in string, named func(name string) (ours bool, age time.Duration)) {
	d, err := os.Open(in)
	if err != nil {
		return
	}
	defer d.Close()
	names, _ := d.Readdirnames(-1)
	for _, name := range names {
		ours, age := named(name)
		if !ours {
			continue
		}
		path := filepath.Join(in, name)
		info, err := os.Lstat(path)
		if err != nil || !info.IsDir() || info.Sys().(*syscall.Stat_t).Uid != uint32(os.Geteuid()) || time.Since(info.ModTime()) < age {
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
