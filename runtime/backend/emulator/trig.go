// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"math/big"
	"sync"
)

// twoOverPiBits are the first 1201 fractional bits of 2/pi.
var twoOverPiBits = sync.OnceValue(func() *big.Int {
	const prec = 1400
	// Machin: pi = 16 atan(1/5) - 4 atan(1/239), in fixed point.
	one := new(big.Int).Lsh(big.NewInt(1), prec)
	atan := func(n int64) *big.Int {
		sum, term := new(big.Int), new(big.Int).Div(one, big.NewInt(n))
		for k := int64(1); term.Sign() != 0; k += 2 {
			t := new(big.Int).Div(term, big.NewInt(k))
			if k%4 == 1 {
				sum.Add(sum, t)
			} else {
				sum.Sub(sum, t)
			}
			term.Div(term, big.NewInt(n*n))
		}
		return sum
	}
	pi := new(big.Int).Sub(new(big.Int).Mul(big.NewInt(16), atan(5)), new(big.Int).Mul(big.NewInt(4), atan(239)))
	q := new(big.Int).Lsh(big.NewInt(2), 2*prec)
	q.Div(q, pi)
	return q.Rsh(q, prec-1201)
})

// twoOverPi returns the integer of the 53 bits of 2/pi from bit shift on.
func twoOverPi(shift int) float64 {
	v := new(big.Int).Set(twoOverPiBits())
	if drop := 1201 - 53 - shift; drop >= 0 {
		v.Rsh(v, uint(drop))
	} else {
		v.Lsh(v, uint(-drop))
	}
	v.And(v, new(big.Int).SetUint64(1<<53-1))
	return float64(v.Uint64())
}
