// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import "testing"

// TestXorwowJump compares skipping ahead by a polynomial with single steps.
func TestXorwowJump(t *testing.T) {
	p := characteristic()
	if p.BitLen() != degree+1 {
		t.Fatalf("the characteristic polynomial has degree %d", p.BitLen()-1)
	}
	stepped := [5]uint32{123456789, 362436069, 521288629, 88675123, 5783321}
	state := stepped
	for range 1 << 10 {
		xorwow(&stepped)
	}
	var jumped [5]uint32
	z := powers(p, 0)[10]
	for i := range degree {
		for k := range jumped {
			jumped[k] ^= state[k] * uint32(z.Bit(i))
		}
		xorwow(&state)
	}
	if jumped != stepped {
		t.Errorf("1024 steps give %x, the jump %x", stepped, jumped)
	}
}

// TestMRGMatrices compares the matrices with those that L'Ecuyer, Simard, Chen and Kelton published
// for streams and substreams (An Object-Oriented Random-Number Package, 2002).
func TestMRGMatrices(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want [9]uint64
	}{
		{"A1^(2^76)", squared(a1, m1, 76), [9]uint64{82758667, 1871391091, 4127413238, 3672831523, 69195019, 1871391091, 3672091415, 3528743235, 69195019}},
		{"A2^(2^76)", squared(a2, m2, 76), [9]uint64{1511326704, 3759209742, 1610795712, 4292754251, 1511326704, 3889917532, 3859662829, 4292754251, 3708466080}},
		{"A1^(2^127)", squared(a1, m1, 127), [9]uint64{2427906178, 3580155704, 949770784, 226153695, 1230515664, 3580155704, 1988835001, 986791581, 1230515664}},
		{"A2^(2^127)", squared(a2, m2, 127), [9]uint64{1464411153, 277697599, 1610723613, 32183930, 1464411153, 1022607788, 2824425944, 32183930, 2093834863}},
	} {
		if c.got != c.want {
			t.Errorf("%s is %d, published is %d", c.name, c.got, c.want)
		}
	}
}
