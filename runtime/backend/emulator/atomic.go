// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"fmt"
	"math/bits"
	"sync"
)

// atomicKind describes an atomic operation: its size and function.
type atomicKind struct {
	size uint64
	f    func(w *wave, old, data uint64) uint64
	// cas compares with the register after the data; same, if set, replaces bitwise comparison.
	cas  bool
	same func(old, compare uint64) bool
}

func (k *atomicKind) equal(old, compare uint64) bool {
	if k.same != nil {
		return k.same(old, compare)
	}
	return old == compare
}

func sx32(v uint64) int64 { return int64(int32(uint32(v))) }

func incWrap(old, data uint64) uint64 {
	if old >= data {
		return 0
	}
	return old + 1
}

func decWrap(old, data uint64) uint64 {
	if old == 0 || old > data {
		return data
	}
	return old - 1
}

type atomicFn = func(w *wave, old, data uint64) uint64

func plain(f func(a, b uint64) uint64) atomicFn {
	return func(_ *wave, a, b uint64) uint64 { return f(a, b) }
}

func iff(cond bool, a, b uint64) uint64 {
	if cond {
		return a
	}
	return b
}

func fadd32(w *wave, a, b uint64) uint64 { return atomicAdd32(w, a, b, 0) }

func fadd64(w *wave, a, b uint64) uint64 { return atomicAdd64(w, a, b, 0) }

func pkAddF16(w *wave, a, b uint64) uint64 {
	return pack16(atomicAdd16(w, a&0xffff, b&0xffff, 0), atomicAdd16(w, a>>16&0xffff, b>>16&0xffff, 0))
}

func pkAddBF16(_ *wave, a, b uint64) uint64 {
	add := func(x, y uint64) uint64 { return uint64(toBF16(fromBF16(uint16(x)) + fromBF16(uint16(y)))) }
	return pack16(add(a, b), add(a>>16, b>>16))
}

// atomics maps the rest of the mnemonic to the operation.
var atomics = map[string]atomicKind{}

func findAtomic(rest string) (atomicKind, bool) {
	a, ok := atomics[rest]
	return a, ok
}

// atomicLock serialises atomics of all work-groups, which may run on several CPUs.
var atomicLock [64]sync.Mutex

func (c *decoder) atomicOp(a atomicKind, dst *operand, data operand, where addressing) (step, error) {
	if data.kind != kindVGPR && data.kind != kindAGPR {
		return nil, fmt.Errorf("atomic data %q", data.text)
	}
	words := int(a.size / 4)
	get := func(w *wave, r, l int) uint64 {
		v := uint64(w.vreg(r, data.kind == kindAGPR)[l])
		if words == 2 {
			v |= uint64(w.vreg(r+1, data.kind == kindAGPR)[l]) << 32
		}
		return v
	}
	return func(w *wave) {
		mask := w.exec
		for m := mask; m != 0; m &= m - 1 {
			l := bits.TrailingZeros64(m) & 63
			p := where(w, l, 0, a.size, true)
			if uintptr(p)%uintptr(a.size) != 0 {
				badMemory("memory fault: atomic of %d bytes at %#x, which is not aligned", a.size, uint64(uintptr(p)))
			}
			d := get(w, data.reg, l)
			mu := &atomicLock[uintptr(p)>>3&63]
			mu.Lock()
			old := load(p, a.size)
			var v uint64
			if a.cas {
				v = iff(a.equal(old, get(w, data.reg+words, l)), d, old)
			} else {
				v = a.f(w, old, d)
			}
			store(p, a.size, v)
			mu.Unlock()
			w.d[l] = old
		}
		if dst != nil {
			w.putLanes(*dst, words, &w.d, mask)
		}
	}, nil
}
