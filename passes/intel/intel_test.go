// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package intel

import (
	"testing"

	"gohipcc/abi"
	"gohipcc/passes/convergence"
	"gohipcc/passes/flow"
	"gohipcc/passes/ir/irtest"
	"gohipcc/passes/llvm"
)

// TestDistanceOf: lanes whose value is unused, or which keep their own, do not disturb the distance.
func TestDistanceOf(t *testing.T) {
	sources := func(of func(lane int) int) *convergence.Sources {
		var s convergence.Sources
		for lane := range s {
			s[lane] = of(lane)
		}
		return &s
	}
	down := sources(func(lane int) int { return min(lane+4, abi.WarpSize-1) })
	for _, tt := range []struct {
		name     string
		from     *convergence.Sources
		needed   convergence.Lanes
		distance int
		stay     convergence.Lanes
	}{
		{"all lanes, of which the last are cut off", down, convergence.AllLanes, 0, 0},
		{"the lanes that are not", down, 1<<28 - 1, 4, 1 << 31},
		{"a reversal", sources(func(lane int) int { return abi.WarpSize - 1 - lane }), convergence.AllLanes, 0, 0},
		{"lane 0 keeps its value", sources(func(lane int) int { return max(lane-1, 0) }), convergence.AllLanes, -1, 1},
	} {
		if distance, stay := distanceOf(tt.from, tt.needed); distance != tt.distance || stay != tt.stay {
			t.Errorf("%s: distance %d, lanes %#x stay; want %d and %#x", tt.name, distance, stay, tt.distance, tt.stay)
		}
	}
}

// TestKnownBits: what is known of the range of a number.
func TestKnownBits(t *testing.T) {
	u := irtest.Parse(t, `
define void @f(i32 %n, i64 %w) {
  %wide = zext i32 %n to i64
  %signed = sext i32 %n to i64
  %low = and i64 %w, 4294967295
  %bit = and i64 %w, 31
  %byte = and i64 %w, 255
  ret void
}
`)
	for name, want := range map[string]struct{ upperZero, below32 bool }{
		"w": {}, "signed": {}, "wide": {upperZero: true}, "low": {upperZero: true}, "byte": {upperZero: true},
		"bit": {true, true},
	} {
		v := irtest.Value(t, u, "f", name)
		if upperZero(v) != want.upperZero || below32(v) != want.below32 {
			t.Errorf("%%%s: upper half zero %v, below 32 %v; want %+v", name, upperZero(v), below32(v), want)
		}
	}
}

// TestDegree: a sum over the iterations has one degree more than what is added.
func TestDegree(t *testing.T) {
	u := irtest.Parse(t, `
define i64 @f(i64 %n, i64 %c, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi i64 [ 0, %entry ], [ %s1, %loop ]
  %x = phi i64 [ 0, %entry ], [ %x1, %loop ]
  %square = mul i64 %i, %i
  %cube = mul i64 %square, %i
  %s1 = add i64 %s, %square
  %loaded = load i64, ptr %p
  %x1 = add i64 %x, %loaded
  %i1 = add i64 %i, %c
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %done
done:
  ret i64 %s
}
`)
	g := flow.New(llvm.GetNamedFunction(u.Mod, "f"))
	p := polynomials{Graph: g, Loop: g.NaturalLoops()[0], degrees: map[llvm.Value]int{}}
	for name, want := range map[string]int{"c": 0, "i": 1, "square": 2, "cube": 3, "s": 3, "loaded": none, "x": none} {
		if d := p.degree(irtest.Value(t, u, "f", name)); d != want {
			t.Errorf("%%%s has degree %d, want %d", name, d, want)
		}
	}
}
