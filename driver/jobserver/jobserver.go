// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package jobserver is a client of GNU make's jobserver: a build under make takes a token for every
// job beyond its first, so that all processes below one `make -jN` together run N jobs (GNU make
// manual, "POSIX Jobserver Interaction").
package jobserver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Client hands out job slots. The first slot is the one make gave to this
// process by starting it; each further one is a byte read from make's pipe, which
// goes back when the slot does.
type Client struct {
	// Taken and Returned, if set, are called for every token right after it was read from make's
	// pipe and right before it is written back.
	Taken, Returned func()

	r, w *os.File

	own    chan struct{} // holds the process's own slot while it is free
	tokens chan byte     // from the reader to a waiter

	mu      sync.Mutex
	waiting int           // goroutines that want a token
	reader  chan struct{} // closed when the reader has ended; nil: there is none
	broken  bool          // the pipe was closed with its make
}

// ErrUnusable means that make runs jobs in parallel but did not pass its pipe on: the recipe line
// is not marked as recursive (with + or $(MAKE)). This process has the one slot that make gave it
// by starting it.
var ErrUnusable = errors.New("make's jobserver is not open to this command: mark its recipe line with +")

// FromEnv returns the client for the jobserver that MAKEFLAGS names, or nil if there is none: this
// process was not started by make -j.
func FromEnv() (*Client, error) { return fromFlags(os.Getenv("MAKEFLAGS")) }

func fromFlags(flags string) (*Client, error) {
	var auth string
	for _, f := range strings.Fields(flags) {
		if f == "--" {
			break // variables of the command line follow
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
		return open(path, path)
	}
	rs, ws, ok := strings.Cut(auth, ",")
	rfd, err1 := strconv.Atoi(rs)
	wfd, err2 := strconv.Atoi(ws)
	if !ok || err1 != nil || err2 != nil {
		return nil, fmt.Errorf("make's jobserver: MAKEFLAGS has --jobserver-auth=%s; want fifo:PATH or two descriptors", auth)
	}
	if rfd < 0 || wfd < 0 || !isPipe(rfd) || !isPipe(wfd) {
		return nil, ErrUnusable
	}
	return open(fmt.Sprintf("/proc/self/fd/%d", rfd), fmt.Sprintf("/proc/self/fd/%d", wfd))
}

// open reopens both ends: whether reads block then depends on this process alone, and not on make
// and all others that share its descriptors.
func open(read, write string) (*Client, error) {
	flags := os.O_RDONLY
	if read == write {
		flags = os.O_RDWR // a FIFO stays open even while nobody else has it open
	}
	r, err := os.OpenFile(read, flags|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, fmt.Errorf("make's jobserver: %w", err)
	}
	w, err := os.OpenFile(write, os.O_WRONLY, 0)
	if err != nil {
		r.Close()
		return nil, fmt.Errorf("make's jobserver: %w", err)
	}
	return newClient(r, w), nil
}

func isPipe(fd int) bool {
	var st syscall.Stat_t
	return syscall.Fstat(fd, &st) == nil && st.Mode&syscall.S_IFMT == syscall.S_IFIFO
}

func newClient(r, w *os.File) *Client {
	c := &Client{r: r, w: w, own: make(chan struct{}, 1), tokens: make(chan byte)}
	c.own <- struct{}{}
	return c
}

// File is where tokens are written back.
func (c *Client) File() *os.File {
	if c == nil {
		return nil
	}
	return c.w
}

// Extra returns how this process gets slots beyond the one that it was started with; nil if it was not
// started by make -j, and may use as many as it wants.
func Extra() func(context.Context) (release func(), err error) {
	c, err := FromEnv()
	if err == nil && c == nil {
		return nil
	}
	if err == nil {
		_, err = c.Acquire(context.Background()) // the process's own
	}
	return func(ctx context.Context) (func(), error) {
		if err != nil {
			return nil, err
		}
		s, err := c.Acquire(ctx)
		if err != nil {
			return nil, err
		}
		return s.Release, nil
	}
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
	c.wait(1)
	defer c.wait(-1)
	select {
	case <-c.own:
		return &Slot{c: c, own: true}, nil
	case b := <-c.tokens:
		return &Slot{c: c, token: b}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// wait counts waiters; while there are any, a goroutine reads tokens.
func (c *Client) wait(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting += n
	switch {
	case c.broken:
	case c.waiting > 0 && c.reader == nil:
		c.reader = make(chan struct{})
		c.r.SetReadDeadline(time.Time{})
		go c.read(c.reader)
	case c.waiting > 0:
		c.r.SetReadDeadline(time.Time{})
	default:
		c.r.SetReadDeadline(time.Unix(1, 0)) // ends the read under way
	}
}

// read takes tokens from make's pipe while somebody waits for one. A token that is no longer needed
// goes straight back, because other processes wait for it.
func (c *Client) read(ended chan struct{}) {
	defer close(ended)
	for {
		var b [1]byte
		n, err := c.r.Read(b[:])
		c.mu.Lock()
		idle := c.waiting == 0
		if n == 0 && err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			c.broken = true // only the process's own slot is left
		}
		if c.broken || n == 0 && idle {
			c.reader = nil
			c.mu.Unlock()
			return
		}
		c.mu.Unlock()
		if n == 0 {
			continue
		}
		if c.Taken != nil {
			c.Taken()
		}
		for delivered := false; !delivered; {
			select {
			case c.tokens <- b[0]:
				delivered = true
			case <-time.After(time.Millisecond):
				c.mu.Lock()
				idle := c.waiting == 0
				c.mu.Unlock()
				if idle {
					c.giveBack(b[0])
					delivered = true
				}
			}
		}
	}
}

func (c *Client) giveBack(token byte) {
	if c.Returned != nil {
		c.Returned()
	}
	c.w.Write([]byte{token})
}

// Release returns the slot. It is called once.
func (s *Slot) Release() {
	if s.own {
		s.c.own <- struct{}{}
		return
	}
	s.c.giveBack(s.token)
}

// Close closes the client; it keeps no token. Slots must have been released before.
func (c *Client) Close() {
	c.mu.Lock()
	reader := c.reader
	c.mu.Unlock()
	if reader != nil {
		<-reader
	}
	c.r.Close()
	c.w.Close()
}
