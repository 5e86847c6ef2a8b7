// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package jobserver is a client of GNU make's jobserver: a build that make runs
// takes a token for every job beyond its first, so that all the processes below
// one `make -jN` together run N jobs (GNU make manual, "POSIX Jobserver
// Interaction").
package jobserver

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// Client hands out job slots. The first slot is the one make gave to this
// process by starting it; each further one is a byte read from make's pipe, which
// goes back when the slot does.
type Client struct {
	r, w *os.File

	own     chan struct{} // holds the process's own slot while it is free
	tokens  chan byte     // from the reader to a waiter
	kick    chan struct{} // tells the reader that somebody waits
	stop    chan struct{}
	waiting atomic.Int32
	start   sync.Once
	end     sync.Once
}

// FromEnv returns the client for the jobserver that MAKEFLAGS names, or nil when
// there is none: this process was not started by make -j, or the recipe line is
// not marked as recursive (with + or $(MAKE)), so that make closed the pipe.
func FromEnv() (*Client, error) { return fromFlags(os.Getenv("MAKEFLAGS")) }

func fromFlags(flags string) (*Client, error) {
	var auth string
	for _, f := range strings.Fields(flags) {
		if f == "--" {
			break // what follows are variables of the command line
		}
		for _, p := range []string{"--jobserver-auth=", "--jobserver-fds="} {
			if v, ok := strings.CutPrefix(f, p); ok {
				auth = v // the last one counts
			}
		}
	}
	if auth == "" {
		return nil, nil
	}
	if path, ok := strings.CutPrefix(auth, "fifo:"); ok {
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			return nil, fmt.Errorf("make's jobserver: %w", err)
		}
		return newClient(f, f), nil
	}
	rs, ws, ok := strings.Cut(auth, ",")
	rfd, err1 := strconv.Atoi(rs)
	wfd, err2 := strconv.Atoi(ws)
	if !ok || err1 != nil || err2 != nil {
		return nil, fmt.Errorf("make's jobserver: MAKEFLAGS has --jobserver-auth=%s; want fifo:PATH or two descriptors", auth)
	}
	if rfd < 0 || wfd < 0 || !isPipe(rfd) || !isPipe(wfd) {
		return nil, nil
	}
	// Duplicates of our own: the originals stay as make left them for programs
	// that we start.
	r, err := dup(rfd)
	if err != nil {
		return nil, err
	}
	w, err := dup(wfd)
	if err != nil {
		r.Close()
		return nil, err
	}
	return newClient(r, w), nil
}

func isPipe(fd int) bool {
	var st syscall.Stat_t
	return syscall.Fstat(fd, &st) == nil && st.Mode&syscall.S_IFMT == syscall.S_IFIFO
}

func dup(fd int) (*os.File, error) {
	n, err := syscall.Dup(fd)
	if err != nil {
		return nil, fmt.Errorf("make's jobserver: %w", err)
	}
	syscall.CloseOnExec(n)
	return os.NewFile(uintptr(n), "jobserver"), nil
}

func newClient(r, w *os.File) *Client {
	c := &Client{
		r: r, w: w,
		own:    make(chan struct{}, 1),
		tokens: make(chan byte),
		kick:   make(chan struct{}, 1),
		stop:   make(chan struct{}),
	}
	c.own <- struct{}{}
	return c
}

// Slot is permission to run one job.
type Slot struct {
	c     *Client
	own   bool
	token byte
}

// Acquire waits for a slot, or until ctx ends.
func (c *Client) Acquire(ctx context.Context) (*Slot, error) {
	select {
	case <-c.own:
		return &Slot{c: c, own: true}, nil
	default:
	}
	c.waiting.Add(1)
	defer c.waiting.Add(-1)
	c.start.Do(func() { go c.read() })
	select {
	case c.kick <- struct{}{}:
	default:
	}
	select {
	case <-c.own:
		return &Slot{c: c, own: true}, nil
	case b := <-c.tokens:
		return &Slot{c: c, token: b}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// read takes tokens out of make's pipe while somebody waits for one. A token that
// nobody wants any more goes straight back, because other processes wait for it.
func (c *Client) read() {
	for {
		if c.waiting.Load() == 0 {
			select {
			case <-c.kick:
			case <-c.stop:
				return
			}
		}
		var b [1]byte
		n, err := c.r.Read(b[:])
		if n != 1 || err != nil {
			// The pipe is gone with its make: the process's own slot is what is left.
			return
		}
		for delivered := false; !delivered; {
			select {
			case c.tokens <- b[0]:
				delivered = true
			case <-c.stop:
				c.w.Write(b[:])
				return
			case <-time.After(5 * time.Millisecond):
				if c.waiting.Load() == 0 {
					c.w.Write(b[:])
					delivered = true
				}
			}
		}
	}
}

// Release gives the slot back. It is called once.
func (s *Slot) Release() {
	if s.own {
		s.c.own <- struct{}{}
		return
	}
	s.c.w.Write([]byte{s.token})
}

// Close ends the client. Slots must have been released before.
func (c *Client) Close() { c.end.Do(func() { close(c.stop) }) }
