// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cuda

import (
	"fmt"
	"unsafe"

	"gohipcc/runtime/backend"
)

// Queue is a non-blocking CUDA stream: it does not wait for the null stream.
type Queue struct {
	dev    *Device
	stream uintptr
	start  uintptr // event relative to which times are measured
}

// NewQueue makes a stream.
func (d *Device) NewQueue() (backend.Queue, error) {
	q := &Queue{dev: d}
	const nonBlocking = 1
	err := d.Within(func() error {
		if err := d.Lib.call("cuStreamCreate", uintptr(unsafe.Pointer(&q.stream)), nonBlocking); err != nil {
			return err
		}
		if err := d.Lib.call("cuEventCreate", uintptr(unsafe.Pointer(&q.start)), 0); err != nil {
			return err
		}
		return d.Lib.call("cuEventRecord", q.start, q.stream)
	})
	if err != nil {
		q.Close()
		return nil, err
	}
	return q, nil
}

// Copy copies between addresses of either side.
func (q *Queue) Copy(dst, src uintptr, size uint64, wait bool) error {
	return q.dev.Within(func() error {
		if err := q.dev.Lib.call("cuMemcpyAsync", dst, src, uintptr(size), q.stream); err != nil || !wait {
			return err
		}
		return q.dev.Lib.call("cuStreamSynchronize", q.stream)
	})
}

// fills are the driver's functions by the bytes of the pattern.
var fills = map[int]string{1: "cuMemsetD8Async", 2: "cuMemsetD16Async", 4: "cuMemsetD32Async"}

// Fill repeats a pattern of 1, 2 or 4 bytes; size is in bytes.
func (q *Queue) Fill(dst uintptr, pattern []byte, size uint64) error {
	name, ok := fills[len(pattern)]
	if !ok || size%uint64(len(pattern)) != 0 {
		return fmt.Errorf("cuda: cannot fill %d bytes with a pattern of %d", size, len(pattern))
	}
	var v uint32
	for i, b := range pattern {
		v |= uint32(b) << (8 * i)
	}
	return q.dev.Call(name, dst, uintptr(v), uintptr(size)/uintptr(len(pattern)), q.stream)
}

// Finish waits for all work in the queue.
func (q *Queue) Finish() error { return q.dev.Call("cuStreamSynchronize", q.stream) }

// Mark records an event at the current end of the queue.
func (q *Queue) Mark() (backend.Event, error) {
	e := &Event{queue: q}
	err := q.dev.Within(func() error {
		if err := q.dev.Lib.call("cuEventCreate", uintptr(unsafe.Pointer(&e.handle)), 0); err != nil {
			return err
		}
		return q.dev.Lib.call("cuEventRecord", e.handle, q.stream)
	})
	if err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// Wait makes later work in the queue wait for the event.
func (q *Queue) Wait(event backend.Event) error {
	e, ok := event.(*Event)
	if !ok {
		return event.Wait()
	}
	return q.dev.Call("cuStreamWaitEvent", q.stream, e.handle, 0)
}

// Close destroys the stream once its work is done.
func (q *Queue) Close() {
	if q.start != 0 {
		_ = q.dev.Call("cuEventDestroy_v2", q.start)
	}
	if q.stream != 0 {
		_ = q.dev.Call("cuStreamDestroy_v2", q.stream)
	}
	q.start, q.stream = 0, 0
}
