// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package spirv

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// A Reader walks the instructions of a module that need not be in memory as a whole.
type Reader struct {
	fetch      func(off, n int64, what string) ([]byte, error)
	size       int64
	swap, kept bool
	pos        int64
	buf        []byte // window of the module that starts at off
	off        int64
}

// window is what a reader fetches at a time.
const window = 1 << 20

// Malformed reports what does not follow the specification.
type Malformed struct {
	Offset          int64 // in bytes
	Expected, Found string
}

// Error describes it.
func (e *Malformed) Error() string {
	return fmt.Sprintf("SPIR-V at byte %d: expected %s, found %s", e.Offset, e.Expected, e.Found)
}

// NewReader reads a module of size bytes from the byte pos on. A module of the other byte order
// is swapped. Errors are those of fetch and [*Malformed].
func NewReader(fetch func(off, n int64, what string) ([]byte, error), size int64, order binary.ByteOrder, pos int64) *Reader {
	return &Reader{fetch: fetch, size: size, swap: order == binary.BigEndian, pos: pos}
}

// NewMemoryReader reads a little-endian module in memory from the byte pos on. Operands are
// slices of it, valid as long as it is.
func NewMemoryReader(module []byte, pos int64) *Reader {
	return &Reader{size: int64(len(module)), kept: true, pos: pos, buf: module}
}

// Kept reports whether operands stay valid, and not only until the next call of Next.
func (r *Reader) Kept() bool { return r.kept }

// Offset is where the next instruction starts, in bytes.
func (r *Reader) Offset() int64 { return r.pos }

// have makes n bytes at pos available.
func (r *Reader) have(n int64) ([]byte, error) {
	if rel := r.pos - r.off; rel >= 0 && rel+n <= int64(len(r.buf)) {
		return r.buf[rel : rel+n], nil
	}
	if r.kept {
		return nil, &Malformed{r.pos, fmt.Sprintf("an instruction of %d words", n/4), fmt.Sprintf("end of data at %#x", r.size)}
	}
	b, err := r.fetch(r.pos, max(n, min(window, r.size-r.pos)), "instructions")
	if err != nil {
		return nil, err
	}
	if r.swap {
		b = bytes.Clone(b)
		for i := 0; i+4 <= len(b); i += 4 {
			binary.LittleEndian.PutUint32(b[i:], binary.BigEndian.Uint32(b[i:]))
		}
	}
	r.buf, r.off = b, r.pos
	return b[:n], nil
}

// Next returns the next instruction, with ok false at the end of the module.
func (r *Reader) Next() (in Operation, ok bool, err error) {
	if r.pos >= r.size {
		return in, false, nil
	}
	h, err := r.have(4)
	if err != nil {
		return in, false, err
	}
	w := binary.LittleEndian.Uint32(h)
	n := int64(w>>16) * 4
	if n == 0 {
		return in, false, &Malformed{r.pos, "an instruction of at least 1 word", fmt.Sprintf("opcode %d of 0 words", w&0xffff)}
	}
	b, err := r.have(n)
	if err != nil {
		return in, false, err
	}
	in = Operation{Op: uint16(w), Offset: r.pos, args: b[4:]}
	r.pos += n
	return in, true, nil
}

// An Operation is one instruction that a [Reader] has met.
type Operation struct {
	Op     uint16
	Offset int64 // in bytes
	args   []byte
}

// Check reports an instruction with fewer operands than the specification gives it. Only what
// users of this package look at is known here.
func (i *Operation) Check() error {
	if n := minWords[i.Op]; i.Words() < n {
		return &Malformed{i.Offset, fmt.Sprintf("opcode %d with at least %d operand words", i.Op, n), fmt.Sprint(i.Words())}
	}
	return nil
}

// minWords has the operand words that instructions have at least.
var minWords = map[uint16]int{
	OpCapability: 1, OpMemoryModel: 2, OpEntryPoint: 3, OpExecutionMode: 2,
	OpFunction: 4, OpFunctionParameter: 2, OpFunctionCall: 3, OpVariable: 3,
	OpTypeInt: 3, OpTypeFloat: 2, OpTypeVector: 3, OpTypeArray: 3, OpTypeStruct: 1,
	OpTypePointer: 3, OpConstant: 3, OpDecorate: 2, OpName: 2,
}

// Words returns the number of operands.
func (i *Operation) Words() int { return len(i.args) / 4 }

// Word returns operand n, or 0 past the end.
func (i *Operation) Word(n int) uint32 {
	if n*4+4 > len(i.args) {
		return 0
	}
	return binary.LittleEndian.Uint32(i.args[n*4:])
}

// String returns the literal string at operand n.
func (i *Operation) String(n int) []byte {
	if n*4 > len(i.args) {
		return nil
	}
	b := i.args[n*4:]
	if k := bytes.IndexByte(b, 0); k >= 0 {
		b = b[:k]
	}
	return b
}
