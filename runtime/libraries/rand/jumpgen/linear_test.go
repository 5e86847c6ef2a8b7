// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"math/big"
	"path/filepath"
	"strings"
	"testing"
)

// TestLFSRJump compares skipping ahead by polynomials with single steps, from a state whose lowest
// bits, which have no effect, are set.
func TestLFSRJump(t *testing.T) {
	stepped := [4]uint32{0xffffffff, 0x12345677, 0x8000000f, 0xdeadbeff}
	state := stepped
	for range 1 << 10 {
		lfsr113(&stepped)
	}
	table := lfsrJumps(0)[10*4:]
	var jumped [4]uint32
	for i := range 32 {
		for k := range jumped {
			jumped[k] ^= state[k] * (table[k] >> i & 1)
		}
		lfsr113(&state)
	}
	if jumped != stepped {
		t.Errorf("1024 steps give %x, the jump %x", stepped, jumped)
	}
}

// TestMT19937Minimal checks the polynomial's degree, that it gives the bits after those from which
// it was computed, and a jump of 2^16 by it.
func TestMT19937Minimal(t *testing.T) {
	const n, jump = 19937, 1 << 16
	p := minimal(mt19937Bits(2 * n))
	if p.BitLen() != n+1 {
		t.Fatalf("the minimal polynomial has degree %d", p.BitLen()-1)
	}
	bits := mt19937Bits(3*n + jump)
	sum := func(p *big.Int, at int) uint {
		var s uint
		for i := range p.BitLen() {
			s ^= p.Bit(i) & bits[at+i]
		}
		return s
	}
	var shifted []*big.Int
	for i := range 64 {
		shifted = append(shifted, new(big.Int).Lsh(p, uint(i)))
	}
	z := big.NewInt(2)
	for range 16 {
		z = modulo(spread(z), shifted)
	}
	for at := n; at < n+500; at++ {
		if sum(p, at) != 0 {
			t.Fatalf("the polynomial is not zero at bit %d", at)
		}
		if sum(z, at) != bits[at+jump] {
			t.Fatalf("the jump from bit %d is wrong", at)
		}
	}
}

// TestPolynomials counts the primitive polynomials of each degree, which are phi(2^s-1)/s, and
// compares the first with Joe and Kuo's table.
func TestPolynomials(t *testing.T) {
	var count [14]int
	all := polynomials(1 + 1 + 2 + 2 + 6 + 6 + 18 + 16 + 48 + 60 + 176 + 144 + 630)
	for _, p := range all {
		s := 0
		for p>>(s+1) > 0 {
			s++
		}
		count[s]++
	}
	if want := [14]int{0, 1, 1, 2, 2, 6, 6, 18, 16, 48, 60, 176, 144, 630}; count != want {
		t.Errorf("%v, want %v", count, want)
	}
	for i, p := range []uint64{0b11, 0b111, 0b1011, 0b1101, 0b10011, 0b11001, 0b100101, 0b101001, 0b101111} {
		if all[i] != p {
			t.Errorf("polynomial %d is %b, want %b", i, all[i], p)
		}
	}
}

// TestTables reads the data, and data that ends early.
func TestTables(t *testing.T) {
	if _, err := sobolTable(filepath.Join("..", "data", "mtgp32-11213.txt")); err == nil {
		t.Error("a file of another length is accepted")
	}
	text, err := mtgpTable(filepath.Join("..", "data", "mtgp32-11213.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(text, "{11213, "); n != 512 {
		t.Errorf("%d generators", n)
	}
}
