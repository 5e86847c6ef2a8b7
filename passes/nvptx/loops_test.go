// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"math"
	"testing"

	"gohipcc/passes/llvm"
)

func TestLastCounter(t *testing.T) {
	const unsigned = math.MaxUint32
	for _, c := range []struct {
		predicate                 llvm.IntPredicate
		from, step, offset, bound int64
		last                      int64
		ok                        bool
	}{
		{llvm.IntULT, 0, 4, 3, 4095, 4092, true},
		{llvm.IntSLT, 0, 1, 1, 10, 9, true},
		{llvm.IntSLE, 0, 1, 1, 10, 10, true},
		{llvm.IntSLT, 0, 3, 3, 10, 9, true},
		{llvm.IntSLT, 5, 1, 1, 3, 5, true}, // one iteration
		{llvm.IntSGT, 10, -2, -2, 0, 2, true},
		{llvm.IntSGE, 10, -2, -2, 0, 0, true},
		{llvm.IntUGT, 10, -1, -1, 3, 4, true},
		{llvm.IntUGE, 10, -1, -1, 0, 0, false}, // never false
		{llvm.IntULE, 0, 1, 1, -1, 0, false},   // as unsigned, all are
		{llvm.IntSLE, 0, 1, 1, math.MaxInt32, 0, false},
		{llvm.IntULT, 0, 3, 3, unsigned, unsigned - 3, true},
		{llvm.IntULT, 0, 2, 2, unsigned, 0, false}, // from an even number past the largest, which is odd
		{llvm.IntSLT, 0, -1, -1, 10, 0, false},     // in the other direction
		{llvm.IntNE, 0, 1, 1, 10, 0, false},        // is what it would become
	} {
		last, ok := lastCounter(c.predicate, c.from, c.step, c.offset, c.bound)
		if ok != c.ok || ok && last != c.last {
			t.Errorf("lastCounter(%d, %d, %d, %d, %d) = %d, %v; want %d, %v", c.predicate, c.from, c.step, c.offset, c.bound, last, ok, c.last, c.ok)
		}
	}
}
