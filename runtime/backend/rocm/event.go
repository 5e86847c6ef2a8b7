// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package rocm

type rocmEvent struct {
	*Event
	start *Event
}

func (e *rocmEvent) Wait() error { return e.Synchronize() }

func (e *rocmEvent) Done() bool {
	done, err := e.Event.Done()
	return done || err != nil
}

func (e *rocmEvent) Time() uint64 {
	ms, err := e.Elapsed(e.start)
	if err != nil {
		return 0
	}
	return uint64(float64(ms) * 1e6)
}

func (e *rocmEvent) Close() { e.Event.Close() }
