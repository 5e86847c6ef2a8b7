// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package rocm

import (
	"fmt"
	"unsafe"
)

// Copy enqueues a copy of size bytes between device addresses.
func (s *Stream) Copy(dst, src uintptr, size int64) error {
	return s.dev.on(func() error {
		return s.dev.hip.do(hipMemcpyAsync, dst, src, uintptr(size), deviceToDevice, s.handle)
	})
}

// WriteAsync enqueues a copy of b to device memory; until the stream is synchronised, b must not
// change and must be kept alive.
func (s *Stream) WriteAsync(p uintptr, b []byte) error {
	if len(b) == 0 {
		return nil
	}
	return s.dev.on(func() error {
		return s.dev.hip.do(hipMemcpyAsync, p, uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)), hostToDevice, s.handle)
	})
}

// ReadAsync enqueues a copy of device memory to b; see WriteAsync.
func (s *Stream) ReadAsync(b []byte, p uintptr) error {
	if len(b) == 0 {
		return nil
	}
	return s.dev.on(func() error {
		return s.dev.hip.do(hipMemcpyAsync, uintptr(unsafe.Pointer(&b[0])), p, uintptr(len(b)), deviceToHost, s.handle)
	})
}

// Fill enqueues a fill of count elements of width 1, 2 or 4 bytes with value.
func (s *Stream) Fill(p uintptr, value uint32, width int, count int64) error {
	f, ok := map[int]call{1: hipMemsetAsync, 2: hipMemsetD16Async, 4: hipMemsetD32Async}[width]
	if !ok {
		return fmt.Errorf("rocm: an element of %d bytes cannot be filled; 1, 2 or 4 can", width)
	}
	return s.dev.on(func() error { return s.dev.hip.do(f, p, uintptr(value), uintptr(count), s.handle) })
}

// Stream is a queue of work on one device. The zero handle is the null stream.
type Stream struct {
	dev    *Device
	handle uintptr
}

// NullStream returns the device's default stream.
func (d *Device) NullStream() *Stream { return &Stream{dev: d} }

// NewStream creates a stream; a non-blocking one does not wait for the null stream.
func (d *Device) NewStream(nonBlocking bool) (*Stream, error) {
	h, flags := new(uintptr), uintptr(0)
	if nonBlocking {
		flags = 1
	}
	err := d.on(func() error { return d.hip.do(hipStreamCreateWithFlags, uintptr(unsafe.Pointer(h)), flags) })
	if err != nil {
		return nil, err
	}
	return &Stream{dev: d, handle: *h}, nil
}

// Close destroys the stream after its work is done.
func (s *Stream) Close() error {
	return s.dev.on(func() error { return s.dev.hip.do(hipStreamDestroy, s.handle) })
}

// Synchronize waits for the stream's work.
func (s *Stream) Synchronize() error {
	return s.dev.on(func() error { return s.dev.hip.do(hipStreamSynchronize, s.handle) })
}

// Done reports whether all work of the stream has finished.
func (s *Stream) Done() (done bool, err error) {
	err = s.dev.on(func() error {
		switch code := s.dev.hip.raw(hipStreamQuery, s.handle); code {
		case codeSuccess:
			done = true
		case codeNotReady:
		default:
			return s.dev.hip.failure(hipStreamQuery, code)
		}
		return nil
	})
	return done, err
}

// Wait makes later work of the stream wait for an event.
func (s *Stream) Wait(e *Event) error {
	return s.dev.on(func() error { return s.dev.hip.do(hipStreamWaitEvent, s.handle, e.handle, 0) })
}

// Event is a point in a stream's work.
type Event struct {
	dev    *Device
	handle uintptr
}

// NewEvent makes an event.
func (d *Device) NewEvent() (*Event, error) {
	h := new(uintptr)
	if err := d.on(func() error { return d.hip.do(hipEventCreateWithFlags, uintptr(unsafe.Pointer(h)), 0) }); err != nil {
		return nil, err
	}
	return &Event{dev: d, handle: *h}, nil
}

// Record records the event at the current end of a stream.
func (e *Event) Record(s *Stream) error {
	return e.dev.on(func() error { return e.dev.hip.do(hipEventRecord, e.handle, s.handle) })
}

// Synchronize waits for the event.
func (e *Event) Synchronize() error {
	return e.dev.on(func() error { return e.dev.hip.do(hipEventSynchronize, e.handle) })
}

// Done reports whether the event has been reached.
func (e *Event) Done() (done bool, err error) {
	err = e.dev.on(func() error {
		switch code := e.dev.hip.raw(hipEventQuery, e.handle); code {
		case codeSuccess:
			done = true
		case codeNotReady:
		default:
			return e.dev.hip.failure(hipEventQuery, code)
		}
		return nil
	})
	return done, err
}

// Elapsed returns the time in milliseconds from start to e.
func (e *Event) Elapsed(start *Event) (float32, error) {
	ms := new(float32)
	err := e.dev.on(func() error {
		return e.dev.hip.do(hipEventElapsedTime, uintptr(unsafe.Pointer(ms)), start.handle, e.handle)
	})
	return *ms, err
}

// Close destroys the event.
func (e *Event) Close() error {
	return e.dev.on(func() error { return e.dev.hip.do(hipEventDestroy, e.handle) })
}
