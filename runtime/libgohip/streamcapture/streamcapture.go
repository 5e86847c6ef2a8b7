// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package streamcapture tracks what the next operation of each stream of a capture depends on, and
// decides whether streams may wait for each other during captures.
package streamcapture

import (
	"maps"
	"slices"

	"gohipcc/runtime/libgohip/dag"
)

// Capture is the streams S that take part in a capture, the events E recorded in them, and the nodes N
// that precede them.
type Capture[S, E, N comparable] struct {
	Origin  S // where the capture began
	Invalid bool

	tails   map[S][]N
	events  map[E][]N
	left    []N        // the last nodes of streams that were destroyed
	excused map[N]bool // removed from what a stream depends on: need not be joined
	deps    func(N) []N
}

// New returns a capture that begins in a stream, after nodes. deps returns what a node depends on.
func New[S, E, N comparable](origin S, after []N, deps func(N) []N) *Capture[S, E, N] {
	return &Capture[S, E, N]{Origin: origin, tails: map[S][]N{origin: after}, events: map[E][]N{}, excused: map[N]bool{}, deps: deps}
}

// Streams lists the streams that take part.
func (c *Capture[S, E, N]) Streams() []S { return slices.Collect(maps.Keys(c.tails)) }

// Events lists the events that were recorded.
func (c *Capture[S, E, N]) Events() []E { return slices.Collect(maps.Keys(c.events)) }

// After returns the nodes that a stream's next operation depends on.
func (c *Capture[S, E, N]) After(s S) []N { return c.tails[s] }

// Add makes a node the last one of a stream.
func (c *Capture[S, E, N]) Add(s S, n N) { c.tails[s] = []N{n} }

// Record records an event in a stream.
func (c *Capture[S, E, N]) Record(e E, s S) { c.events[e] = slices.Clone(c.tails[s]) }

// Wait makes a stream wait for an event, by which it joins the capture.
func (c *Capture[S, E, N]) Wait(s S, e E) { c.tails[s] = union(c.tails[s], c.events[e]) }

// Extend adds nodes to those that a stream depends on.
func (c *Capture[S, E, N]) Extend(s S, after []N) { c.tails[s] = union(c.tails[s], after) }

// Replace replaces the nodes that a stream depends on. Those that it depended on need not be joined.
func (c *Capture[S, E, N]) Replace(s S, after []N) {
	dag.AddAncestors(c.excused, c.tails[s], c.deps)
	c.tails[s] = after
}

// Leave removes a stream, not the origin, that is destroyed. What it captured must still be joined.
func (c *Capture[S, E, N]) Leave(s S) {
	c.left = union(c.left, c.tails[s])
	delete(c.tails, s)
}

// Joined reports whether everything that other streams captured precedes the end of the origin.
func (c *Capture[S, E, N]) Joined() bool {
	seen := maps.Clone(c.excused)
	dag.AddAncestors(seen, c.tails[c.Origin], c.deps)
	for _, tail := range append(slices.Collect(maps.Values(c.tails)), c.left) {
		if slices.ContainsFunc(tail, func(n N) bool { return !seen[n] }) {
			return false
		}
	}
	return true
}

func union[N comparable](a, b []N) []N {
	out := slices.Clone(a)
	for _, n := range b {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// Wait is what comes of a stream's wait for an event.
type Wait int

// Only the first two are no errors; a wait that is one invalidates the captures that take part.
const (
	Nothing     Wait = iota // there is nothing to capture
	Join                    // the stream takes part in the event's capture, now or since before
	Isolation               // the event was recorded outside of the stream's capture
	Merge                   // the stream and the event belong to different captures
	Invalidated             // the event's capture is invalid
	Implicit                // the stream is the legacy one
)

// Waiting decides what comes of a stream's wait for an event. Each is part of a capture or not (nil).
func Waiting[S, E, N comparable](stream, event *Capture[S, E, N], legacy, recorded bool) Wait {
	switch {
	case event == nil && (stream == nil || !recorded):
		return Nothing
	case event == nil:
		stream.Invalid = true
		return Isolation
	case stream != nil && stream != event:
		stream.Invalid, event.Invalid = true, true
		return Merge
	case event.Invalid:
		return Invalidated
	case legacy:
		event.Invalid = true
		return Implicit
	}
	return Join
}
