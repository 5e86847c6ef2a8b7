// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"gohipcc/atomicfile"
	"gohipcc/internal/lazyregexp"
)

// An element is an element type of buffers and scalars.
type element struct {
	name  string // "f32"
	descr string // NumPy's type, without the byte order: "f4"
	size  int    // bytes
	put   func(b []byte, f float64, i int64)
	get   func(b []byte) float64
	parse func(s string) (float64, int64, error)
}

func float(bits int) func(string) (float64, int64, error) {
	return func(s string) (float64, int64, error) {
		f, err := strconv.ParseFloat(s, bits)
		return f, int64(f), err
	}
}

func signed(bits int) func(string) (float64, int64, error) {
	return func(s string) (float64, int64, error) {
		i, err := strconv.ParseInt(s, 0, bits)
		return float64(i), i, err
	}
}

func unsigned(bits int) func(string) (float64, int64, error) {
	return func(s string) (float64, int64, error) {
		u, err := strconv.ParseUint(s, 0, bits)
		return float64(u), int64(u), err
	}
}

var le = binary.LittleEndian

// elements are the types, by their short names.
var elements = []element{
	{"i8", "i1", 1, func(b []byte, _ float64, i int64) { b[0] = byte(i) }, func(b []byte) float64 { return float64(int8(b[0])) }, signed(8)},
	{"u8", "u1", 1, func(b []byte, _ float64, i int64) { b[0] = byte(i) }, func(b []byte) float64 { return float64(b[0]) }, unsigned(8)},
	{"i16", "i2", 2, func(b []byte, _ float64, i int64) { le.PutUint16(b, uint16(i)) }, func(b []byte) float64 { return float64(int16(le.Uint16(b))) }, signed(16)},
	{"u16", "u2", 2, func(b []byte, _ float64, i int64) { le.PutUint16(b, uint16(i)) }, func(b []byte) float64 { return float64(le.Uint16(b)) }, unsigned(16)},
	{"i32", "i4", 4, func(b []byte, _ float64, i int64) { le.PutUint32(b, uint32(i)) }, func(b []byte) float64 { return float64(int32(le.Uint32(b))) }, signed(32)},
	{"u32", "u4", 4, func(b []byte, _ float64, i int64) { le.PutUint32(b, uint32(i)) }, func(b []byte) float64 { return float64(le.Uint32(b)) }, unsigned(32)},
	{"i64", "i8", 8, func(b []byte, _ float64, i int64) { le.PutUint64(b, uint64(i)) }, func(b []byte) float64 { return float64(int64(le.Uint64(b))) }, signed(64)},
	{"u64", "u8", 8, func(b []byte, _ float64, i int64) { le.PutUint64(b, uint64(i)) }, func(b []byte) float64 { return float64(le.Uint64(b)) }, unsigned(64)},
	{"f16", "f2", 2, func(b []byte, f float64, _ int64) { le.PutUint16(b, halfBits(f)) }, func(b []byte) float64 { return halfValue(le.Uint16(b)) }, float(32)},
	{"f32", "f4", 4, func(b []byte, f float64, _ int64) { le.PutUint32(b, math.Float32bits(float32(f))) }, func(b []byte) float64 { return float64(math.Float32frombits(le.Uint32(b))) }, float(32)},
	{"f64", "f8", 8, func(b []byte, f float64, _ int64) { le.PutUint64(b, math.Float64bits(f)) }, func(b []byte) float64 { return math.Float64frombits(le.Uint64(b)) }, float(64)},
}

func elementNames() string {
	var n []string
	for _, e := range elements {
		n = append(n, e.name)
	}
	return strings.Join(n, ", ")
}

func elementByName(name string) *element {
	for i := range elements {
		if elements[i].name == name {
			return &elements[i]
		}
	}
	return nil
}

// halfValue widens IEEE half precision.
func halfValue(h uint16) float64 {
	sign, exp, man := 1.0, int(h>>10&31), float64(h&1023)
	if h>>15 != 0 {
		sign = -1
	}
	switch exp {
	case 0:
		return sign * math.Ldexp(man, -24)
	case 31:
		if man != 0 {
			return math.NaN()
		}
		return math.Inf(int(sign))
	}
	return sign * math.Ldexp(1024+man, exp-25)
}

// halfBits rounds to half precision, ties to even.
func halfBits(f float64) uint16 {
	var sign uint16
	if math.Signbit(f) {
		sign, f = 0x8000, -f
	}
	switch {
	case math.IsNaN(f):
		return 0x7e00
	case f >= 65520: // half-way between the largest number and the next power of two
		return sign | 0x7c00
	}
	_, exp := math.Frexp(f) // f = m * 2^exp, m in [0.5, 1)
	if exp < -13 {
		exp = -13 // subnormal: the unit is 2^-24
	}
	n := math.RoundToEven(math.Ldexp(f, 11-exp)) // in units of 2^(exp-11)
	if n >= 2048 {
		n, exp = n/2, exp+1
	}
	if n < 1024 {
		return sign | uint16(n)
	}
	return sign | uint16(exp+14)<<10 | (uint16(n) - 1024)
}

// An array is a buffer's content with its type and shape.
type array struct {
	elem  *element
	shape []int
	data  []byte
}

func (a *array) len() int { return len(a.data) / a.elem.size }

func (a *array) at(i int) float64 { return a.elem.get(a.data[i*a.elem.size:]) }

// text returns one element as text: integers exactly.
func (a *array) text(i int) string {
	b := a.data[i*a.elem.size:]
	switch a.elem.name[0] {
	case 'i':
		return strconv.FormatInt(int64(a.elem.get(b)), 10)
	case 'u':
		return strconv.FormatUint(uint64(a.elem.get(b)), 10)
	}
	bits := 32
	if a.elem.size == 8 {
		bits = 64
	}
	return strconv.FormatFloat(a.at(i), 'g', -1, bits)
}

// String returns the type and shape: f32[4 8].
func (a *array) String() string { return fmt.Sprintf("%s%v", a.elem.name, a.shape) }

var (
	npyDescr   = lazyregexp.New(`'descr': *'([<>|=]?)([a-z][0-9]+)'`)
	npyFortran = lazyregexp.New(`'fortran_order': *(True|False)`)
	npyShape   = lazyregexp.New(`'shape': *\(([0-9, ]*)\)`)
)

// readNPY reads an array in NumPy's format (NEP 1), versions 1 to 3.
func readNPY(path string) (*array, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	a, err := parseNPY(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return a, nil
}

func parseNPY(b []byte) (*array, error) {
	header, data, err := splitNPY(b)
	if err != nil {
		return nil, err
	}
	descr, fortran, shape := npyDescr.FindStringSubmatch(header), npyFortran.FindStringSubmatch(header), npyShape.FindStringSubmatch(header)
	if descr == nil || fortran == nil || shape == nil {
		return nil, fmt.Errorf("its header has no simple descr, fortran_order and shape: %s", strings.TrimSpace(header))
	}
	a := &array{data: data}
	for i := range elements {
		if elements[i].descr == descr[2] || descr[2] == "b1" && elements[i].name == "u8" {
			a.elem = &elements[i]
			break
		}
	}
	if a.elem == nil || descr[1] == ">" && a.elem.size > 1 {
		return nil, fmt.Errorf("elements of type %s%s are not taken; little-endian %s are", descr[1], descr[2], elementNames())
	}
	var count int
	if a.shape, count, err = parseShape(shape[1]); err != nil {
		return nil, err
	}
	if fortran[1] == "True" && len(a.shape) > 1 {
		return nil, errors.New("Fortran order is not taken; save it with numpy.ascontiguousarray")
	}
	if len(data) != count*a.elem.size {
		return nil, fmt.Errorf("it has %d bytes of data; %s needs %d", len(data), a, count*a.elem.size)
	}
	return a, nil
}

// splitNPY splits a file into the header, a Python dictionary, and the data.
func splitNPY(b []byte) (header string, data []byte, err error) {
	if len(b) < 10 || string(b[:6]) != "\x93NUMPY" {
		return "", nil, fmt.Errorf("not a .npy file: it starts with % x", b[:min(len(b), 6)])
	}
	at, n := 10, int(le.Uint16(b[8:]))
	switch version := b[6]; {
	case version < 1 || version > 3:
		return "", nil, fmt.Errorf("version %d of the format is not known; 1 to 3 are", version)
	case version >= 2 && len(b) < 12:
		return "", nil, errors.New("its header is cut off")
	case version >= 2:
		at, n = 12, int(le.Uint32(b[8:]))
	}
	if n < 0 || n > len(b)-at {
		return "", nil, fmt.Errorf("its header of %d bytes is cut off at %d", n, len(b)-at)
	}
	return string(b[at : at+n]), b[at+n:], nil
}

// parseShape parses the dimensions, and multiplies them.
func parseShape(text string) (shape []int, count int, err error) {
	count = 1
	for _, w := range strings.Split(text, ",") {
		if w = strings.TrimSpace(w); w == "" {
			continue
		}
		k, err := strconv.Atoi(w)
		if err != nil || k > 0 && count > math.MaxInt/16/k {
			return nil, 0, fmt.Errorf("shape (%s) is out of range", text)
		}
		shape = append(shape, k)
		count *= k
	}
	return shape, count, nil
}

// writeNPY writes version 1 of the format, completely or not at all.
func writeNPY(path string, a *array) error {
	order := "<"
	if a.elem.size == 1 {
		order = "|"
	}
	var dims strings.Builder
	for _, n := range a.shape {
		fmt.Fprintf(&dims, "%d, ", n)
	}
	shape := strings.TrimSuffix(dims.String(), " ")
	if len(a.shape) > 1 {
		shape = strings.TrimSuffix(shape, ",")
	}
	h := fmt.Sprintf("{'descr': '%s%s', 'fortran_order': False, 'shape': (%s), }", order, a.elem.descr, shape)
	// The data begins at a multiple of 64 bytes, after a line feed.
	pad := 63 - (10+len(h))%64
	h += strings.Repeat(" ", pad) + "\n"
	out := append([]byte("\x93NUMPY\x01\x00"), byte(len(h)), byte(len(h)>>8))
	out = append(append(out, h...), a.data...)
	return atomicfile.Write(path, out, 0o644)
}
