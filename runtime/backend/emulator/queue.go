// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"fmt"
	"time"
	"unsafe"

	"gohipcc/runtime/backend"
)

// Queue runs work synchronously, on the calling thread.
type Queue struct{ d *Device }

// NewQueue implements [backend.Device].
func (d *Device) NewQueue() (backend.Queue, error) { return &Queue{d}, nil }

// Copy implements [backend.Queue].
func (q *Queue) Copy(dst, src uintptr, size uint64, _ bool) error {
	if size > 0 {
		copy(unsafe.Slice((*byte)(hostPointer(uint64(dst))), size), unsafe.Slice((*byte)(hostPointer(uint64(src))), size))
	}
	return nil
}

// Fill implements [backend.Queue].
func (q *Queue) Fill(dst uintptr, pattern []byte, size uint64) error {
	if len(pattern) == 0 || size%uint64(len(pattern)) != 0 {
		return fmt.Errorf("emulator: %d bytes cannot be filled with a pattern of %d", size, len(pattern))
	}
	if size == 0 {
		return nil
	}
	to := unsafe.Slice((*byte)(hostPointer(uint64(dst))), size)
	copy(to, pattern)
	for n := len(pattern); n < len(to); n *= 2 {
		copy(to[n:], to[:n])
	}
	return nil
}

// Finish implements [backend.Queue].
func (q *Queue) Finish() error { return nil }

// Mark implements [backend.Queue].
func (q *Queue) Mark() (backend.Event, error) {
	return &Event{uint64(time.Since(q.d.start))}, nil
}

// Wait implements [backend.Queue].
func (q *Queue) Wait(e backend.Event) error { return e.Wait() }

// Close implements [backend.Queue].
func (q *Queue) Close() {}
