// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// slots are the jobs that this machine runs at once, in all of the user's builds with remote
// execution: make may run hundreds of them. A slot is a locked file, so a process that ends in any
// way frees its slot.
type slots struct {
	dir  string
	name string
	n    int
	own  chan bool // of this process, if there is no folder for files
}

func newSlots(dir, name string, n int) *slots {
	s := &slots{dir: dir, name: name, n: n, own: make(chan bool, max(n, 1))}
	if dir != "" && os.MkdirAll(dir, 0o700) != nil {
		s.dir = ""
	}
	return s
}

// try takes a slot that has been free for some time, and returns a function that frees it; nil:
// there is none.
func (s *slots) try(quiet time.Duration) (release func()) {
	if s.n == 0 {
		return nil
	}
	if s.dir == "" {
		select {
		case s.own <- true:
			return func() { <-s.own }
		default:
			return nil
		}
	}
	for i := range s.n {
		f, err := os.OpenFile(filepath.Join(s.dir, fmt.Sprintf("%s-%d", s.name, i)), os.O_RDWR|os.O_CREATE|syscall.O_CLOEXEC, 0o600)
		if err != nil {
			return func() {} // without files there is no limit
		}
		if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
			f.Close()
			continue
		}
		if st, err := f.Stat(); err == nil && time.Since(st.ModTime()) < quiet {
			f.Close()
			continue
		}
		return func() {
			now := time.Now()
			os.Chtimes(f.Name(), now, now) // when it was freed
			f.Close()
		}
	}
	return nil
}

// take waits for a slot.
func (s *slots) take(ctx context.Context, quiet time.Duration) (release func(), err error) {
	wait := time.Millisecond
	for {
		if release := s.try(quiet); release != nil {
			return release, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait):
		}
		wait = min(2*wait, 50*time.Millisecond)
	}
}
