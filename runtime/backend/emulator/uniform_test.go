// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"fmt"
	"math"
)

func init() { checks["uniform"] = checkUniform }

// checkUniform compares scalar arithmetic with the host's, for arguments on both sides of the
// constants in 21_uniform.hip.
func checkUniform(b *bench) {
	for _, c := range []struct {
		v int32
		x float32
		s int16
	}{{17, 2, 4321}, {-20000, 0.4375, -3}, {70000, 9.5, 100}} {
		n, f, h := device(b, make([]int32, 8)), device(b, make([]float32, 11)), device(b, make([]float32, 8))
		b.launch(line1(1), line1(1), 0, n, f, h, c.v, c.x, c.s)
		for i, want := range uniformInts(c.v, c.s) {
			equal(b, fmt.Sprint("n of ", c.v), i, memory[int32](n, 8)[i], want)
		}
		for i, want := range uniformFloats(c.v, c.x) {
			near(b, fmt.Sprintf("f[%d] of %g", i, c.x), memory[float32](f, 11)[i], want, 2*eps32)
		}
		for i, want := range uniformHalves(float64(c.x)) {
			near(b, fmt.Sprintf("half[%d] of %g", i, c.x), memory[float32](h, 8)[i], float32(want), 0x1p-9)
		}
	}
}

func choose[T any](cond bool, a, b T) T {
	if cond {
		return a
	}
	return b
}

func uniformInts(v int32, s int16) []int32 {
	return []int32{v - 147, v * -321, v + 32767, int32(s&127) - 32768, choose(v < -5, -1234, v), choose(v > 3000, 40000, -v),
		choose[int32](uint32(v) > 65000, 1, 0), choose[int32](v == -20000, 7, 9)}
}

func uniformFloats(v int32, x float32) []float32 {
	d := float64(x)
	return []float32{float32(math.Sqrt(d)), float32(math.Exp2(d)), float32(math.Log2(d)), 1 / x, float32(1 / math.Sqrt(d)),
		float32(math.FMA(d, -1.5, 2.25)), min(x, 0.5) + max(-x, -1.5),
		float32(math.Floor(d)) - float32(math.Ceil(float64(x*0.3))) + float32(math.Trunc(d)*math.RoundToEven(d)),
		choose(x < 0.75, float32(v), float32(uint32(v))), float32(int32(x*100)) + float32(uint32(x*7)), float32(math.Sqrt(2*d)) - x}
}

func uniformHalves(x float64) []float64 {
	return []float64{x + 1.5, x*x - 0.5, 1 / x, math.Sqrt(x), min(x, 0.25), choose(x < 2, 1, x), math.Floor(x) + math.Ceil(x), x*x + 0.125}
}
