// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package supervisor

import (
	"context"
	"os"
	"sync"
	"syscall"
)

// Acquirer waits for permission to use one more processor than the process's first, until it is released or
// the context ends.
type Acquirer func(context.Context) (release func(), err error)

// slotsVariable tells the worker that it asks the supervisor, on descriptors 3 and 4, for processors beyond its
// first. The supervisor holds the permissions, because LLVM may crash in the worker, and make would miss them.
const slotsVariable = "GOHIP_DEVICE_LINK_SLOTS"

// What the worker writes, and what the supervisor answers to each askSlot.
const (
	askSlot     = 'a'
	cancelSlots = 'c' // no longer wants those that have not been granted
	freeSlot    = 'r'

	granted   = 'g'
	cancelled = 'n'
)

// slotServer holds the permissions that the worker has been granted.
type slotServer struct {
	acquire Acquirer
	answers *os.File

	mu   sync.Mutex
	held []func()
}

// serve answers requests until the worker has ended.
func (s *slotServer) serve(requests *os.File) {
	ctx, cancel := context.WithCancel(context.Background())
	var waiting sync.WaitGroup
	var b [1]byte
	for {
		if _, err := requests.Read(b[:]); err != nil {
			break
		}
		switch b[0] {
		case askSlot:
			of := ctx
			waiting.Go(func() { s.grant(of) })
		case cancelSlots:
			cancel()
			ctx, cancel = context.WithCancel(context.Background())
		case freeSlot:
			s.free()
		}
	}
	cancel()
	waiting.Wait()
	for s.free() {
	}
}

// grant waits for a permission and tells the worker.
func (s *slotServer) grant(ctx context.Context) {
	answer := []byte{cancelled}
	if release, err := s.acquire(ctx); err == nil {
		s.mu.Lock()
		s.held = append(s.held, release)
		s.mu.Unlock()
		answer[0] = granted
	}
	s.answers.Write(answer)
}

// free returns one of the permissions that are held, and reports whether there was one.
func (s *slotServer) free() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.held)
	if n == 0 {
		return false
	}
	s.held[n-1]()
	s.held = s.held[:n-1]
	return true
}

// Slots returns how this process, a worker, asks for more processors than one; nil if it may use as many as it wants.
func Slots() Acquirer {
	if os.Getenv(slotsVariable) == "" {
		return nil
	}
	for fd := 3; fd <= 4; fd++ {
		syscall.CloseOnExec(fd)
	}
	return slotsOf(os.NewFile(3, "slots"), os.NewFile(4, "slots"))
}

// slotsOf returns how a worker asks its supervisor.
func slotsOf(answers, requests *os.File) Acquirer {
	told := make(chan bool)
	go func() {
		defer close(told)
		var b [1]byte
		for {
			if _, err := answers.Read(b[:]); err != nil {
				return
			}
			told <- b[0] == granted
		}
	}()
	say := func(b byte) { requests.Write([]byte{b}) }
	return func(ctx context.Context) (func(), error) {
		say(askSlot)
		var ok bool
		select {
		case ok = <-told:
		case <-ctx.Done():
			say(cancelSlots)
			if ok = <-told; ok {
				say(freeSlot)
			}
			return nil, ctx.Err()
		}
		if !ok {
			return nil, context.Canceled
		}
		return func() { say(freeSlot) }, nil
	}
}

// serveSlots starts to answer a worker's requests, and returns the descriptors for it and what to call when
// it has ended.
func serveSlots(acquire Acquirer) (forWorker []*os.File, end func(), err error) {
	answers, tell, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	requests, ask, err := os.Pipe()
	if err != nil {
		answers.Close()
		tell.Close()
		return nil, nil, err
	}
	s := &slotServer{acquire: acquire, answers: tell}
	var served sync.WaitGroup
	served.Go(func() { s.serve(requests) })
	return []*os.File{answers, ask}, func() {
		ask.Close()
		served.Wait()
		for _, f := range []*os.File{answers, tell, requests} {
			f.Close()
		}
	}, nil
}
