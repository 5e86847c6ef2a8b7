// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"fmt"
	"runtime"
	"unsafe"

	"gohipcc/runtime/backend"
)

// Queue is a queue of the engine.
type Queue struct {
	d      *Device
	l      *library
	handle uintptr
}

// state is what the queues of a device share: gohip_cpu_state, and what it points to. It lies in
// memory of the device.
type state struct {
	error, abort uintptr // addresses of the two below
	code         int32
	word         uintptr // of the abort word
}

// NewQueue implements [backend.Device].
func (d *Device) NewQueue() (backend.Queue, error) {
	l, err := d.open()
	if err != nil {
		return nil, err
	}
	s, err := d.sharedState()
	if err != nil {
		return nil, err
	}
	h := l.call("new_queue", uintptr(unsafe.Pointer(s)), 0)
	if h == 0 {
		return nil, backend.ErrOutOfMemory
	}
	return &Queue{d, l, h}, nil
}

func (d *Device) sharedState() (*state, error) {
	word, err := d.AbortWord()
	if err != nil {
		return nil, err
	}
	p, err := d.once(&d.state, uint64(unsafe.Sizeof(state{})))
	if err != nil {
		return nil, err
	}
	s := (*state)(pointer(p))
	d.mu.Lock()
	defer d.mu.Unlock()
	s.error, s.abort, s.word = uintptr(unsafe.Pointer(&s.code)), uintptr(unsafe.Pointer(&s.word)), word
	return s, nil
}

// Copy implements [backend.Queue].
func (q *Queue) Copy(dst, src uintptr, size uint64, wait bool) error {
	err := q.l.failure(int32(q.l.call("copy", q.handle, dst, src, uintptr(size))))
	if err == nil && wait {
		q.wait()
	}
	return err
}

// Fill implements [backend.Queue].
func (q *Queue) Fill(dst uintptr, pattern []byte, size uint64) error {
	if n := len(pattern); n == 0 || n > 16 || size%uint64(n) != 0 {
		return fmt.Errorf("cpu: %d bytes cannot be filled with a pattern of %d", size, n)
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&pattern[0])
	return q.l.failure(int32(q.l.call("fill", q.handle, dst, uintptr(unsafe.Pointer(&pattern[0])), uintptr(len(pattern)), uintptr(size))))
}

func (q *Queue) submitted() uintptr { return q.l.call("submitted", q.handle) }

func (q *Queue) wait() { q.l.call("wait", q.handle, q.submitted()) }

// Finish implements [backend.Queue]. The fault of a kernel stays the device's error.
func (q *Queue) Finish() error {
	q.wait()
	s, err := q.d.sharedState()
	if err != nil {
		return err
	}
	return q.l.failure(s.code)
}

// Mark implements [backend.Queue].
func (q *Queue) Mark() (backend.Event, error) {
	e := &Event{q: q, when: new(uint64)}
	e.pin.Pin(e.when)
	if err := q.l.failure(int32(q.l.call("record", q.handle, uintptr(unsafe.Pointer(e.when))))); err != nil {
		e.pin.Unpin()
		return nil, err
	}
	e.number = q.submitted()
	engineUses.Store(e, nil)
	return e, nil
}

// Wait implements [backend.Queue].
func (q *Queue) Wait(event backend.Event) error {
	e, ok := event.(*Event)
	if !ok {
		return event.Wait()
	}
	return q.l.failure(int32(q.l.call("order", q.handle, e.q.handle, e.number)))
}

// Close implements [backend.Queue].
func (q *Queue) Close() {
	if q.handle != 0 {
		q.wait()
		q.l.call("put_queue", q.handle)
		q.handle = 0
	}
}
