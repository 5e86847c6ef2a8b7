// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package streamcapture

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// program captures operations, separated by semicolons: "s n" adds node n to stream s, "s r e" records
// event e, "s w e" waits for it, "s + n" and "s = n" extend and replace what the stream depends on. It
// returns the capture, which begins in stream a, and the edges of its graph.
func program(t *testing.T, ops string) (*Capture[string, string, string], []string) {
	t.Helper()
	deps := map[string][]string{}
	c := New[string, string]("a", nil, func(n string) []string { return deps[n] })
	var edges []string
	for op := range strings.SplitSeq(ops, ";") {
		switch w := strings.Fields(op); {
		case len(w) == 2:
			deps[w[1]] = c.After(w[0])
			for _, d := range deps[w[1]] {
				edges = append(edges, d+w[1])
			}
			c.Add(w[0], w[1])
		case w[1] == "r":
			c.Record(w[2], w[0])
		case w[1] == "w":
			c.Wait(w[0], w[2])
		case w[1] == "+":
			c.Extend(w[0], w[2:])
		case w[1] == "=":
			c.Replace(w[0], w[2:])
		default:
			t.Fatalf("operation %q", op)
		}
	}
	slices.Sort(edges)
	return c, edges
}

func TestCapture(t *testing.T) {
	for _, tt := range []struct {
		ops, edges string
		joined     bool
	}{
		{"a 1; a 2", "12", true},
		{"a 1; a r e; b w e; b 2", "12", false}, // b is not joined
		{"a 1; a r e; b w e; b 2; b r f; a w f", "12", true},
		{"a 1; a r e; b w e; b 2; b r f; a 3; a w f; a 4", "12 13 24 34", true},
		{"a 1; a r e; b w e; a 2; b 3; b r f; b 4; a w f", "12 13 34", false}, // b goes on after f
		{"a 1; a r e; b w e", "", true},                                       // b has captured nothing of its own
		{"a 1; a r e; a 2; a w e; a 3", "12 13 23", true},                     // what it has waited for already
		{"a 1; a r e; a w e; a 2", "12", true},                                // one edge
		{"a 1; a r e; b w e; b 2; b = 1", "12", true},                         // 2 is excused
		{"a 1; a r e; b w e; b 2; b = 1; b 3", "12 13", false},
		{"a 1; a 2; a = 1; a 3; a + 2; a 4", "12 13 24 34", true},
		{"a r e; b w e; b 1; b r f; a w f; a 2", "12", true},
	} {
		c, edges := program(t, tt.ops)
		if got := strings.Join(edges, " "); got != tt.edges || c.Joined() != tt.joined {
			t.Errorf("%s: edges %s, joined %v; want %s, %v", tt.ops, got, c.Joined(), tt.edges, tt.joined)
		}
	}
}

// TestLeave: a stream that is destroyed takes no part, and what it captured must be joined.
func TestLeave(t *testing.T) {
	for ops, joined := range map[string]bool{"a 1; a r e; b w e; b 2": false, "a 1; a r e; b w e; b 2; b r f; a w f; a 3": true} {
		c, _ := program(t, ops)
		c.Leave("b")
		if c.Invalid || !slices.Equal(c.Streams(), []string{"a"}) || c.Joined() != joined {
			t.Errorf("%s: invalid: %v, streams %v, joined %v", ops, c.Invalid, c.Streams(), c.Joined())
		}
	}
}

func TestWaiting(t *testing.T) {
	const none, one, two, bad = 0, 1, 2, 3
	for _, tt := range []struct {
		stream, event    int
		legacy, recorded bool
		want             Wait
		invalid          string // which captures are invalid after it
	}{
		{none, none, false, true, Nothing, "[3]"},
		{none, none, true, false, Nothing, "[3]"},
		{one, none, false, false, Nothing, "[3]"}, // an event that was never recorded
		{one, none, false, true, Isolation, "[1 3]"},
		{one, two, false, true, Merge, "[1 2 3]"},
		{one, bad, false, true, Merge, "[1 3]"},
		{one, one, false, true, Join, "[3]"},
		{none, one, false, true, Join, "[3]"},
		{none, one, true, true, Implicit, "[1 3]"},
		{none, bad, true, true, Invalidated, "[3]"},
		{bad, bad, false, true, Invalidated, "[3]"},
	} {
		all := []*Capture[string, string, string]{nil, {}, {}, {Invalid: true}}
		got := Waiting(all[tt.stream], all[tt.event], tt.legacy, tt.recorded)
		var invalid []int
		for k, c := range all {
			if c != nil && c.Invalid {
				invalid = append(invalid, k)
			}
		}
		if got != tt.want || fmt.Sprint(invalid) != tt.invalid {
			t.Errorf("%+v: %d, invalid are %v", tt, got, invalid)
		}
	}
}
