// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package rocm

import (
	"encoding/binary"
	"fmt"
	"unsafe"

	"gohipcc/runtime/backend"
)

// rocmQueue is a stream; start is the event relative to which times are measured.
type rocmQueue struct {
	*Stream
	start *Event
}

func (d *rocmDevice) NewQueue() (backend.Queue, error) {
	s, err := d.NewStream(false)
	if err != nil {
		return nil, err
	}
	q := &rocmQueue{Stream: s}
	if q.start, err = d.NewEvent(); err == nil {
		err = q.start.Record(s)
	}
	if err != nil {
		q.Close()
		return nil, err
	}
	return q, nil
}

// hipMemcpyDefault lets the library determine the direction from the addresses.
const memcpyDefault = 4

func (q *rocmQueue) Copy(dst, src uintptr, size uint64, wait bool) error {
	if size == 0 {
		return nil
	}
	d := q.dev
	if err := d.on(func() error { return d.hip.do(hipMemcpyAsync, dst, src, uintptr(size), memcpyDefault, q.handle) }); err != nil || !wait {
		return err
	}
	return q.Synchronize()
}

func (q *rocmQueue) Fill(dst uintptr, pattern []byte, size uint64) error {
	width := len(pattern)
	if width == 0 || size%uint64(width) != 0 {
		return fmt.Errorf("rocm: %d bytes cannot be filled with a pattern of %d", size, width)
	}
	if width == 1 || width == 2 || width == 4 {
		word := make([]byte, 4)
		copy(word, pattern)
		return q.Stream.Fill(dst, binary.LittleEndian.Uint32(word), width, int64(size)/int64(width))
	}
	// Longer patterns: written once from the host, then each copy doubles the filled part.
	if size == 0 {
		return nil
	}
	if err := q.Copy(dst, uintptr(unsafe.Pointer(&pattern[0])), uint64(width), true); err != nil {
		return err
	}
	for done := uint64(width); done < size; done *= 2 {
		if err := q.Copy(dst+uintptr(done), dst, min(done, size-done), false); err != nil {
			return err
		}
	}
	return nil
}

func (q *rocmQueue) Finish() error { return q.Synchronize() }

func (q *rocmQueue) Mark() (backend.Event, error) {
	e, err := q.dev.NewEvent()
	if err != nil {
		return nil, err
	}
	if err := e.Record(q.Stream); err != nil {
		e.Close()
		return nil, err
	}
	return &rocmEvent{Event: e, start: q.start}, nil
}

func (q *rocmQueue) Wait(e backend.Event) error {
	r, ok := e.(*rocmEvent)
	if !ok {
		return e.Wait()
	}
	return q.Stream.Wait(r.Event)
}

func (q *rocmQueue) Close() {
	if q.start != nil {
		q.start.Close()
	}
	q.Stream.Close()
}
