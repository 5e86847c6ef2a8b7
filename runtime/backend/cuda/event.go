// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cuda

import (
	"unsafe"
)

// Event is a point in a queue.
type Event struct {
	queue  *Queue
	handle uintptr
}

// Wait waits until the queue has reached the event.
func (e *Event) Wait() error { return e.queue.dev.Call("cuEventSynchronize", e.handle) }

// Done reports whether the queue has reached the event.
func (e *Event) Done() bool { return e.queue.dev.Call("cuEventQuery", e.handle) == nil }

// Time returns nanoseconds since the queue was made, 0 before the event is done.
func (e *Event) Time() uint64 {
	var ms float32
	if err := e.queue.dev.Call("cuEventElapsedTime", uintptr(unsafe.Pointer(&ms)), e.queue.start, e.handle); err != nil {
		return 0
	}
	return uint64(float64(ms) * 1e6)
}

// Close destroys the event.
func (e *Event) Close() {
	if e.handle != 0 {
		_ = e.queue.dev.Call("cuEventDestroy_v2", e.handle)
		e.handle = 0
	}
}
