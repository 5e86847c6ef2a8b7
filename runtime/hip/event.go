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
	// users are the program, until it closes the event, and every wait in progress, abandoned or
	// not.
	users  atomic.Int32
	closed atomic.Bool
}

// Record records an event at the current end of the stream. Close the event when it is no longer
// needed.
func (s *Stream) Record() (*Event, error) {
	e := &Event{}
	e.users.Store(1)
	err := s.do(context.Background(), func() (err error) {
		e.e, err = s.q.Mark()
		return err
	})
	if err != nil {
		return nil, err
	}
	return e, nil
}

// WaitFor makes later work in the stream wait for an event of any stream. The call itself does not
// wait.
func (s *Stream) WaitFor(e *Event) error {
	if e.closed.Load() {
		return ErrClosed
	}
	return s.do(context.Background(), func() error { return s.q.Wait(e.e) })
}

// Wait waits until the stream has reached the event, or ctx has ended.
func (e *Event) Wait(ctx context.Context) error {
	if e.closed.Load() {
		return ErrClosed
	}
	e.users.Add(1)
	_, err := await(ctx, func() (struct{}, error) {
		defer e.leave()
		return struct{}{}, e.e.Wait()
	}, nil)
	return err
}

// Done reports whether the stream has reached the event.
func (e *Event) Done() bool { return e.e.Done() }

// Since returns the time between two completed events on the device's clock.
func (e *Event) Since(start *Event) time.Duration {
	return time.Duration(e.e.Time() - start.e.Time())
}

// Close frees the event.
func (e *Event) Close() {
	if !e.closed.Swap(true) {
		e.leave()
	}
}

// leave frees the driver's event when nobody uses it any more.
func (e *Event) leave() {
	if e.users.Add(-1) == 0 {
		e.e.Close()
	}
}
