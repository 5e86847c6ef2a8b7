// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"context"
	"sync/atomic"
	"time"

	"gohipcc/runtime/backend"
)

// Event is a point in a stream.
type Event struct {
	e backend.Event
	// users are the program, until it closes the event, and every call in progress, abandoned or
	// not. The driver's event is freed with the last of them.
	users  atomic.Int32
	closed atomic.Bool
}

// Record records an event at the current end of the stream, for which it waits while another
// goroutine's call on the stream is in progress. Close the event when it is no longer needed.
func (s *Stream) Record(ctx context.Context) (*Event, error) {
	e := &Event{}
	e.users.Store(1)
	err := s.enqueue(ctx, func() (err error) {
		e.e, err = s.q.Mark()
		return err
	})
	if err != nil {
		return nil, err
	}
	return e, nil
}

// WaitFor makes later work in the stream wait for an event of any stream. The call does not wait for the
// event, but while another goroutine's call on the stream is in progress.
func (s *Stream) WaitFor(ctx context.Context, e *Event) error {
	return s.enqueue(ctx, func() error {
		if !e.enter() {
			return ErrClosed
		}
		defer e.leave()
		return s.q.Wait(e.e)
	})
}

// Wait waits until the stream has reached the event, or ctx has ended.
func (e *Event) Wait(ctx context.Context) error {
	_, err := await(ctx, func() (struct{}, error) {
		if !e.enter() {
			return struct{}{}, ErrClosed
		}
		defer e.leave()
		return struct{}{}, e.e.Wait()
	}, nil)
	return err
}

// Done reports whether the stream has reached the event. A closed event is done.
func (e *Event) Done() bool {
	if !e.enter() {
		return true
	}
	defer e.leave()
	return e.e.Done()
}

// Since returns the time between two events on the device's clock. The error wraps [ErrNotReady] if a stream has
// not reached one of them, and [ErrClosed] if one is closed.
func (e *Event) Since(start *Event) (time.Duration, error) {
	var times [2]uint64
	for i, of := range []*Event{start, e} {
		if !of.enter() {
			return 0, ErrClosed
		}
		defer of.leave()
		if !of.e.Done() {
			return 0, ErrNotReady
		}
		times[i] = of.e.Time()
	}
	return time.Duration(times[1] - times[0]), nil
}

// Close frees the event.
func (e *Event) Close() {
	if !e.closed.Swap(true) {
		e.leave()
	}
}

// enter adds a user, unless the event is closed. Each user leaves.
func (e *Event) enter() bool {
	for {
		n := e.users.Load()
		if n == 0 || e.closed.Load() {
			return false
		}
		if e.users.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// leave frees the driver's event when nobody uses it any more.
func (e *Event) leave() {
	if e.users.Add(-1) == 0 {
		e.e.Close()
	}
}
