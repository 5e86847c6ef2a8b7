// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package bitcode

// Abbreviations that every block has.
const (
	endBlock           = 0
	enterBlock         = 1
	defineAbbreviation = 2
	unabbreviated      = 3
)

// Encodings of the operands of an abbreviation.
const (
	literal = 0 // in no file: it is a bit of its own there
	fixed   = 1
	vbr     = 2
	array   = 3
	char6   = 4
	blob    = 5
)

// An operand of an abbreviation.
type operand struct {
	encoding uint64
	value    uint64 // of a literal, or the width
}

type abbreviation []operand

// bits reads a stream of bits. What lies beyond its end is zero, and makes it bad.
type bits struct {
	data []byte
	at   uint64 // in bits
	bad  bool
}

// fixed reads a number of at most 64 bits.
func (b *bits) fixed(width uint) uint64 {
	if b.bad || width > 64 || b.at+uint64(width) > uint64(len(b.data))*8 {
		b.bad = true
		return 0
	}
	var v uint64
	for got := uint(0); got < width; {
		offset := uint(b.at & 7)
		n := min(8-offset, width-got)
		v |= uint64(b.data[b.at>>3]>>offset&(1<<n-1)) << got
		got += n
		b.at += uint64(n)
	}
	return v
}

// vbr reads a number in groups of bits, of which the highest says that another follows.
func (b *bits) vbr(width uint) uint64 {
	if width < 2 || width > 32 {
		b.bad = true
		return 0
	}
	var v uint64
	for shift := uint(0); !b.bad; shift += width - 1 {
		g := b.fixed(width)
		if shift < 64 {
			v |= (g & (1<<(width-1) - 1)) << shift
		}
		if g>>(width-1) == 0 {
			break
		}
	}
	return v
}

func (b *bits) align() { b.at = (b.at + 31) &^ 31 }

// abbreviation reads the definition of an abbreviation.
func (b *bits) abbreviation() (out abbreviation) {
	for n := b.vbr(5); n > 0 && !b.bad; n-- {
		var o operand
		if b.fixed(1) == 1 {
			o.value = b.vbr(8)
		} else if o.encoding = b.fixed(3); o.encoding == fixed || o.encoding == vbr {
			o.value = b.vbr(5)
		}
		out = append(out, o)
	}
	return out
}

// scalar reads an operand that is no array.
func (b *bits) scalar(o operand) uint64 {
	switch {
	case o.encoding == literal:
		return o.value
	case o.encoding == char6:
		return b.fixed(6)
	case o.encoding == fixed && o.value <= 64:
		return b.fixed(uint(o.value))
	case o.encoding == vbr && o.value == 0:
		return 0
	case o.encoding == vbr && o.value <= 32:
		return b.vbr(uint(o.value))
	}
	b.bad = true
	return 0
}

// record reads a record into the operands, and returns its code.
func (m *module) record(a uint64, known []abbreviation) (code uint64) {
	m.ops = m.ops[:0]
	if a == unabbreviated {
		code = m.vbr(6)
		for n := m.vbr(6); n > 0 && !m.bad; n-- {
			m.ops = append(m.ops, m.vbr(6))
		}
		return code
	}
	if a-unabbreviated > uint64(len(known)) || len(known[a-unabbreviated-1]) == 0 {
		m.bad = true
		return 0
	}
	d := known[a-unabbreviated-1]
	code = m.scalar(d[0])
	for i := 1; i < len(d) && !m.bad; i++ {
		switch d[i].encoding {
		case array:
			if i+1 >= len(d) {
				m.bad = true
				return 0
			}
			i++
			for n := m.vbr(6); n > 0 && !m.bad; n-- {
				m.ops = append(m.ops, m.scalar(d[i]))
				// A number without bits makes the array no longer, but this one would be endless.
				m.bad = m.bad || uint64(len(m.ops)) > uint64(len(m.data))*8
			}
		case blob:
			n := m.vbr(6)
			m.align()
			if m.bad = m.bad || n > uint64(len(m.data)); !m.bad {
				m.at += n * 8
				m.align()
			}
		default:
			m.ops = append(m.ops, m.scalar(d[i]))
		}
	}
	return code
}
