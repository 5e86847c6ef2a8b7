// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Addresses that are no affine function of the lane because a lane is multiplied with a number that
// is uniform and unknown at compile time, such as the length of the arrays that lanes exchange:
//
//	%i = mul i32 %n, %lane
//	%p = getelementptr i64, ptr addrspace(3) @s, i32 %i         ; s + 8n·lane
//	%d = shl i32 %n, %bit
//	%j = sub i32 %i, %d
//	%q = getelementptr i64, ptr addrspace(3) @s, i32 %j         ; the array of lane - 2^bit
//
// Whether such lanes rely on lockstep is found with samples: each unknown number is a large prime, so
// addresses that are equal with the samples are equal with other numbers, too. The reverse does not
// hold: where lanes then have to synchronise is found without samples.
//
// A number may also be a distance within an array, and lanes of a warp access the same address for
// small ones only:
//
//	%p = getelementptr i32, ptr addrspace(3) @s, i32 %lane
//	%q = getelementptr i32, ptr addrspace(3) %p, i32 %n         ; s[lane + n]
//
// Kernels divide dynamic shared memory in this way, by numbers that are large enough. In an array of a
// constant length they seldom do, so reads after stores are looked for with small primes, too.

// firstSample is a prime that is larger than the bytes that a warp accesses at once.
const firstSample = 1_048_583

// firstSmallSample is a prime that is smaller than a warp.
const firstSmallSample = 3

// sample returns the sample of an unknown number: an integer that is an argument or loaded.
func (e *evaluator) sample(v llvm.Value) *affine {
	if e.samples == nil || llvm.GetTypeKind(llvm.TypeOf(v)) != llvm.IntegerKind || intWidth(v) < 32 {
		return nil
	}
	if llvm.IsAArgument(v) == 0 && !(e.uniform[v] && ir.Opcode(v) == llvm.Load) {
		return nil
	}
	n, ok := e.samples[v]
	if !ok {
		n = e.first
		for _, other := range e.samples {
			n = max(n, other+1)
		}
		for !isPrime(n) {
			n++
		}
		e.samples[v] = n
	}
	return e.knownForm(func(int) int64 { return n })
}

func isPrime(n int64) bool {
	for d := int64(2); d*d <= n; d++ {
		if n%d == 0 {
			return false
		}
	}
	return n > 1
}

// foundSampled reports whether lanes exchange values at addresses that depend on unknown numbers.
func (x *exchange) foundSampled() bool {
	x.samples, x.firstSample = map[llvm.Value]int64{}, firstSample
	x.evaluate()
	found := x.found()
	if !found && len(x.samples) > 0 {
		x.samples, x.firstSample = map[llvm.Value]int64{}, firstSmallSample
		x.evaluate()
		found = x.found()
	}
	x.samples = nil
	if found {
		x.evaluate()
	}
	return found
}

// shifted lists the values by iteration of a known number that is shifted by an induction variable.
func (e *evaluator) shifted(v llvm.Value, most int) []int64 {
	if ir.Opcode(v) != llvm.Shl {
		return nil
	}
	number, by := e.of(llvm.GetOperand(v, 0)), e.of(llvm.GetOperand(v, 1))
	if number == nil || by == nil || !number.known() || !number.isUniform() || !by.isUniform() || len(by.shared) != 1 {
		return nil
	}
	var out []int64
	for phi, n := range by.shared {
		for _, i := range e.multiples(phi, most) {
			bits := by.lane[0] + n*i
			if bits < 0 || bits >= int64(intWidth(v)) {
				return nil
			}
			out = append(out, number.lane[0]<<bits)
		}
	}
	return out
}

// counts lists the values of an induction variable (multiples). With samples a loop whose trip count
// is unknown has its first two iterations, or the first one if its step is unknown, and a distance that
// is doubled or halved is 1 in one iteration.
func (e *evaluator) counts(v llvm.Value) []int64 {
	if e.samples == nil {
		return e.multiples(v, maxCounts)
	}
	if values := e.plain.multiples(v, maxCounts); len(values) > 0 {
		return values
	}
	if ir.Opcode(v) != llvm.PHI {
		return e.shifted(v, maxCounts)
	}
	for k := range llvm.CountIncoming(v) {
		next := llvm.GetIncomingValue(v, k)
		switch ir.Opcode(next) {
		case llvm.Add, llvm.GetElementPtr:
			if llvm.GetOperand(next, 0) != v {
				continue
			}
			if llvm.IsAConstantInt(llvm.GetOperand(next, 1)) != 0 {
				return []int64{0, 1}
			}
			return []int64{0}
		case llvm.Shl, llvm.LShr:
			if llvm.GetOperand(next, 0) == v {
				return []int64{1}
			}
		}
	}
	return nil
}
