// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package advice

import "testing"

// TestBook checks that advice for the middle of an allocation splits it, that the same advice for
// the rest merges it again, and that a range with conflicting advice has none.
func TestBook(t *testing.T) {
	b := NewTable(State{Preferred: -2})
	part := func(from, pages uint64) Range {
		return Range{Allocation: 7, Start: 10 * page, Size: 8 * page, From: (10 + from) * page, Length: pages * page}
	}
	prefer := func(device int) func(*State) { return func(s *State) { s.Preferred = device } }
	check := func(from, pages uint64, want int) {
		t.Helper()
		if got := b.Of(part(from, pages)).Preferred; got != want {
			t.Errorf("pages %d to %d prefer %d, want %d", from, from+pages, got, want)
		}
	}
	check(0, 8, -2)
	b.Change(part(2, 3), prefer(1))
	check(2, 3, 1)
	check(0, 2, -2)
	check(5, 3, -2)
	check(1, 3, -2) // conflicting advice: none
	b.Change(part(0, 2), prefer(1))
	b.Change(part(5, 3), prefer(1))
	check(0, 8, 1)
	if n := len(b.of[7]); n != 1 {
		t.Errorf("%d spans for one state", n)
	}
	// Advice for a byte applies to its page.
	r := part(4, 1)
	r.From, r.Length = r.From+page/2, 1
	b.Change(r, func(s *State) { s.AccessedBy = append(s.AccessedBy, 3) })
	if got := b.Of(part(4, 1)).AccessedBy; len(got) != 1 || got[0] != 3 {
		t.Errorf("the page is accessed by %v", got)
	}
	if got := b.Of(Range{Allocation: 8, Size: page, Length: page}); got.Preferred != -2 {
		t.Errorf("another allocation prefers %d", got.Preferred)
	}
}
