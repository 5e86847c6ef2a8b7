// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"encoding/binary"
	"math"
)

// mpReader reads MessagePack (specification of 2013, msgpack.org) out of memory.
// The metadata notes of large libraries hold tens of megabytes of it: strings are
// slices of the input, values that nobody asks for are skipped without decoding,
// and every error knows its offset.
type mpReader struct {
	b   []byte
	pos int
	src *source // for errors; offsets are relative to it
	err error
}

// mpKind is the type of a value.
type mpKind byte

const (
	mpNil mpKind = iota
	mpBool
	mpUint
	mpInt // negative
	mpFloat
	mpStr
	mpBin
	mpExt
	mpArray
	mpMap
)

var mpNames = [...]string{"nil", "bool", "unsigned integer", "negative integer", "float", "string", "binary", "extension", "array", "map"}

// mpValue is a decoded head: what a scalar holds, or how many elements follow.
type mpValue struct {
	kind mpKind
	u    uint64 // integers, bool, float bits, element count of arrays and maps
	b    []byte // strings and binary
	at   int
}

func (r *mpReader) fail(at int, found, expected string) {
	if r.err == nil {
		r.err = r.src.errAt(int64(at), found, "%s", expected)
	}
}

func (r *mpReader) take(n uint64) []byte {
	if n > uint64(len(r.b)-r.pos) {
		r.fail(r.pos, "end of data", "MessagePack data")
		r.pos = len(r.b)
		return nil
	}
	b := r.b[r.pos : r.pos+int(n)]
	r.pos += int(n)
	return b
}

func (r *mpReader) uint(n int) uint64 {
	b := r.take(uint64(n))
	if b == nil {
		return 0
	}
	switch n {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.BigEndian.Uint16(b))
	case 4:
		return uint64(binary.BigEndian.Uint32(b))
	}
	return binary.BigEndian.Uint64(b)
}

// next reads a value, of a map or an array the number of its elements: the first byte says which kind it
// is, and of small ones how large (MessagePack specification, "Formats").
func (r *mpReader) next() (v mpValue) {
	v.at = r.pos
	c := byte(r.uint(1))
	if r.err != nil {
		return mpValue{at: v.at}
	}
	switch {
	case c < 0x80:
		v.kind, v.u = mpUint, uint64(c)
	case c < 0x90:
		r.count(&v, mpMap, uint64(c&0xf))
	case c < 0xa0:
		r.count(&v, mpArray, uint64(c&0xf))
	case c < 0xc0:
		v.kind, v.b = mpStr, r.take(uint64(c&0x1f))
	case c >= 0xe0:
		v.kind, v.u = mpInt, uint64(int64(int8(c)))
	default:
		if read := mpFormats[c-0xc0]; read != nil {
			read(r, &v, c)
		} else {
			r.fail(v.at, "byte 0xc1", "a MessagePack value")
		}
	}
	return v
}

// mpFormats read what follows on the first bytes from 0xc0 to 0xdf.
var mpFormats = [0x20]func(r *mpReader, v *mpValue, c byte){
	0x00: func(*mpReader, *mpValue, byte) {}, // nil
	0x02: mpTruth, 0x03: mpTruth,
	0x04: mpBinary, 0x05: mpBinary, 0x06: mpBinary,
	0x07: mpExtension, 0x08: mpExtension, 0x09: mpExtension,
	0x0a: func(r *mpReader, v *mpValue, _ byte) {
		v.kind, v.u = mpFloat, math.Float64bits(float64(math.Float32frombits(uint32(r.uint(4)))))
	},
	0x0b: func(r *mpReader, v *mpValue, _ byte) { v.kind, v.u = mpFloat, r.uint(8) },
	0x0c: mpUnsigned, 0x0d: mpUnsigned, 0x0e: mpUnsigned, 0x0f: mpUnsigned,
	0x10: mpSigned, 0x11: mpSigned, 0x12: mpSigned, 0x13: mpSigned,
	0x14: mpFixedExtension, 0x15: mpFixedExtension, 0x16: mpFixedExtension, 0x17: mpFixedExtension, 0x18: mpFixedExtension,
	0x19: mpString, 0x1a: mpString, 0x1b: mpString,
	0x1c: func(r *mpReader, v *mpValue, _ byte) { r.count(v, mpArray, r.uint(2)) },
	0x1d: func(r *mpReader, v *mpValue, _ byte) { r.count(v, mpArray, r.uint(4)) },
	0x1e: func(r *mpReader, v *mpValue, _ byte) { r.count(v, mpMap, r.uint(2)) },
	0x1f: func(r *mpReader, v *mpValue, _ byte) { r.count(v, mpMap, r.uint(4)) },
}

func mpTruth(_ *mpReader, v *mpValue, c byte) { v.kind, v.u = mpBool, uint64(c&1) }

func mpBinary(r *mpReader, v *mpValue, c byte) {
	v.kind, v.b = mpBin, r.take(r.uint(1<<(c-0xc4)))
}

func mpString(r *mpReader, v *mpValue, c byte) {
	v.kind, v.b = mpStr, r.take(r.uint(1<<(c-0xd9)))
}

// mpExtension has a byte for its type before its data.
func mpExtension(r *mpReader, v *mpValue, c byte) {
	n := r.uint(1 << (c - 0xc7))
	r.take(1)
	v.kind, v.b = mpExt, r.take(n)
}

func mpFixedExtension(r *mpReader, v *mpValue, c byte) {
	r.take(1)
	v.kind, v.b = mpExt, r.take(1<<(c-0xd4))
}

func mpUnsigned(r *mpReader, v *mpValue, c byte) { v.kind, v.u = mpUint, r.uint(1<<(c-0xcc)) }

func mpSigned(r *mpReader, v *mpValue, c byte) {
	n := 1 << (c - 0xd0)
	i := int64(r.uint(n)<<(64-8*n)) >> (64 - 8*n)
	v.kind, v.u = mpUint, uint64(i)
	if i < 0 {
		v.kind = mpInt
	}
}

// count sets the number of elements, each of which takes a byte at least.
func (r *mpReader) count(v *mpValue, kind mpKind, n uint64) {
	v.kind, v.u = kind, n
	if n > uint64(len(r.b)-r.pos) {
		r.fail(v.at, "more elements than bytes", mpNames[kind])
		v.u = 0
	}
}

// skip passes over one value of any depth without recursion.
func (r *mpReader) skip() {
	for left := uint64(1); left > 0 && r.err == nil; left-- {
		switch v := r.next(); v.kind {
		case mpArray:
			left += v.u
		case mpMap:
			left += 2 * v.u
		}
	}
}

func (r *mpReader) expect(kind mpKind, what string) mpValue {
	v := r.next()
	if r.err == nil && v.kind != kind {
		r.fail(v.at, mpNames[v.kind], what+" as a "+mpNames[kind])
		return mpValue{}
	}
	return v
}

// object calls field for every key of a map; field reads or skips the value.
func (r *mpReader) object(what string, field func(key []byte)) {
	m := r.expect(mpMap, what)
	for i := uint64(0); i < m.u && r.err == nil; i++ {
		k := r.expect(mpStr, "a key of "+what)
		if r.err == nil {
			field(k.b)
		}
	}
}

// array calls elem for every element.
func (r *mpReader) array(what string, elem func()) {
	a := r.expect(mpArray, what)
	for i := uint64(0); i < a.u && r.err == nil; i++ {
		elem()
	}
}

func (r *mpReader) str() string    { return string(r.expect(mpStr, "a text").b) }
func (r *mpReader) number() uint64 { return r.expect(mpUint, "a number").u }
func (r *mpReader) boolean() bool {
	v := r.next()
	if r.err == nil && v.kind != mpBool && v.kind != mpUint {
		r.fail(v.at, mpNames[v.kind], "a truth value")
	}
	return v.u != 0
}

func (r *mpReader) numbers() []uint64 {
	var out []uint64
	r.array("numbers", func() { out = append(out, r.number()) })
	return out
}
