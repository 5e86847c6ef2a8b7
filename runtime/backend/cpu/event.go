// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"runtime"
	"sync/atomic"
)

// Event is a position in a queue. Queues live as long as the process.
type Event struct {
	q      *Queue
	number uintptr
	when   *uint64
	pin    runtime.Pinner
}

// Wait implements [backend.Event].
func (e *Event) Wait() error {
	e.q.l.call("wait", e.q.handle, e.number)
	return nil
}

// Done implements [backend.Event].
func (e *Event) Done() bool { return int32(e.q.l.call("done", e.q.handle, e.number)) != 0 }

// Time implements [backend.Event].
func (e *Event) Time() uint64 { return atomic.LoadUint64(e.when) }

// Close implements [backend.Event].
func (e *Event) Close() {
	if e.Done() {
		e.release()
		return
	}
	go func() { // the queue still writes the time
		e.Wait()
		e.release()
	}()
}

func (e *Event) release() {
	e.pin.Unpin()
	engineUses.Delete(e)
}
