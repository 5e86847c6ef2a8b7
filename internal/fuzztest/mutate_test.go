// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fuzztest

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestMutate checks that a seed determines the mutations, that most inputs are damaged, that the
// originals are unchanged, and that sizes are bounded.
func TestMutate(t *testing.T) {
	binary := bytes.Repeat([]byte{0x03, 0x02, 0x23, 0x07, 0xff, 0, 1, 2}, 64)
	whole := [][]byte{binary, []byte("define void @f() {\n  ret void\n}\n; 12 lines\n")}
	kept := [][]byte{bytes.Clone(whole[0]), bytes.Clone(whole[1])}
	damaged := 0
	for seed := range uint64(300) {
		a := Mutate(rand.New(rand.NewPCG(1, seed)), whole)
		b := Mutate(rand.New(rand.NewPCG(1, seed)), whole)
		if !bytes.Equal(a, b) {
			t.Fatalf("seed %d gives two inputs", seed)
		}
		if len(a) > 1<<20 {
			t.Errorf("seed %d: %d bytes", seed, len(a))
		}
		if !bytes.Equal(a, whole[0]) && !bytes.Equal(a, whole[1]) {
			damaged++
		}
	}
	if damaged < 200 {
		t.Errorf("only %d of 300 inputs are damaged", damaged)
	}
	for i := range whole {
		if !bytes.Equal(whole[i], kept[i]) {
			t.Errorf("input %d itself was changed", i)
		}
	}
}
