// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"context"
	"errors"

	"gohipcc/runtime/backend"
)

// Stream runs launches and copies in the order of the calls. Streams wait for each other only
// through events. A Stream may be used by several goroutines.
type Stream struct {
	dev *Device
	q   backend.Queue
	// turn is held by the user of the fields below; it is a channel, since waiting for it can be
	// cancelled, unlike for a mutex.
	turn chan struct{}
	used map[*Module]bool // modules with kernels in flight
	open bool
	lost error // of an abandoned call
}

// NewStream makes a stream. Close it when it is no longer needed.
func (d *Device) NewStream() (*Stream, error) {
	q, err := d.impl.NewQueue()
	if err != nil {
		return nil, err
	}
	return &Stream{dev: d, q: q, turn: make(chan struct{}, 1), used: make(map[*Module]bool), open: true}, nil
}

// Device returns the device of the stream.
func (s *Stream) Device() *Device { return s.dev }

// acquire waits for this caller's turn, which ends with a receive from s.turn.
func (s *Stream) acquire(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	if !s.open {
		<-s.turn
		return ErrClosed
	}
	return nil
}

// enqueue calls f, which does not wait or cannot be left, when it is this caller's turn.
func (s *Stream) enqueue(ctx context.Context, f func() error) error {
	if err := s.acquire(ctx); err != nil {
		return err
	}
	defer func() { <-s.turn }()
	return f()
}

// do calls f when it is this caller's turn. If ctx ends first, f may still be called, or continue,
// and the next Synchronize returns its error.
func (s *Stream) do(ctx context.Context, f func() error) error {
	if err := s.acquire(ctx); err != nil {
		return err
	}
	if ctx.Done() == nil {
		defer func() { <-s.turn }()
		return f()
	}
	done := make(chan error)
	go func() {
		err := f()
		select {
		case done <- err:
		case <-ctx.Done():
			s.lost = errors.Join(s.lost, err)
		}
		<-s.turn
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close waits for the stream and frees it. It returns the errors of [Stream.Synchronize].
func (s *Stream) Close() error {
	return s.do(context.Background(), func() error {
		err := s.finish()
		s.open = false
		s.q.Close()
		return err
	})
}

// Synchronize waits until all work in the stream is done, and delivers the output of kernels'
// printf. The error wraps [ErrLaunchFailed] if a kernel aborted, failed an assertion or trapped. If
// ctx ends first, the stream continues, and the next Synchronize returns its errors.
func (s *Stream) Synchronize(ctx context.Context) error { return s.do(ctx, s.finish) }

// finish is Synchronize for the caller whose turn it is.
func (s *Stream) finish() error {
	err := s.lost
	s.lost = nil
	if e := s.q.Finish(); err == nil {
		err = e
	}
	for m := range s.used {
		if e := m.impl.Flush(); err == nil {
			err = e
		}
	}
	clear(s.used)
	return err
}
