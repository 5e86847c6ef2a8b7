// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

// Event is a point in time: work has completed when the call that requests it returns.
type Event struct{ at uint64 }

// Wait implements [backend.Event].
func (e *Event) Wait() error { return nil }

// Done implements [backend.Event].
func (e *Event) Done() bool { return true }

// Time implements [backend.Event].
func (e *Event) Time() uint64 { return e.at }

// Close implements [backend.Event].
func (e *Event) Close() {}
