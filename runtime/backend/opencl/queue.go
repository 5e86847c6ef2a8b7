// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"gohipcc/runtime/backend"
	"gohipcc/runtime/backend/opencl/cl"
)

type queue struct {
	d *Device
	q *cl.Queue
}

// NewQueue implements [backend.Device].
func (d *Device) NewQueue() (backend.Queue, error) {
	ctx, err := d.context()
	if err != nil {
		return nil, err
	}
	q, err := ctx.NewQueue()
	if err != nil {
		return nil, err
	}
	return &queue{d, q}, nil
}

// Copy implements [backend.Queue].
func (q *queue) Copy(dst, src uintptr, size uint64, wait bool) error {
	return q.q.Copy(dst, src, uintptr(size), wait)
}

// Fill implements [backend.Queue].
func (q *queue) Fill(dst uintptr, pattern []byte, size uint64) error {
	return q.q.Fill(dst, pattern, uintptr(size))
}

// Finish implements [backend.Queue].
func (q *queue) Finish() error { return q.q.Finish() }

// Mark implements [backend.Queue].
func (q *queue) Mark() (backend.Event, error) {
	e, err := q.q.Marker()
	if err != nil {
		return nil, err
	}
	q.q.Flush()
	return event{e}, nil
}

// Wait implements [backend.Queue].
func (q *queue) Wait(e backend.Event) error {
	ce, ok := e.(event)
	if !ok {
		return e.Wait()
	}
	return q.q.WaitFor(ce.e)
}

// Close implements [backend.Queue].
func (q *queue) Close() { q.q.Release() }
