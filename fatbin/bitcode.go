// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"

	"gohipcc/abi"
	"gohipcc/target"
)

// Bitcode describes an LLVM bitcode module: what its head and its global records
// say, no instructions (LLVM Bitcode File Format).
type Bitcode struct {
	Producer   string // identification string, "LLVM22.1.8"
	Triple     string
	DataLayout string
	SourceFile string
	Functions  []Function   // Address and Size are 0: bitcode has neither
	Globals    []abi.Global // Size is 0
}

// MeasureBitcode finds the end of bitcode that lies in memory without a length (LLVM
// Bitcode File Format: a wrapper has its size; otherwise a module is a run of blocks,
// each with its length in words). It returns 0 when code is no bitcode.
func MeasureBitcode(code []byte) int64 {
	le := binary.LittleEndian
	if Sniff(code) != KindBitcode {
		return 0
	}
	if code[0] != 'B' { // the wrapper
		if len(code) < 20 {
			return 0
		}
		return int64(le.Uint32(code[8:])) + int64(le.Uint32(code[12:]))
	}
	at := int64(4)
	for at+8 <= int64(len(code)) {
		// ENTER_SUBBLOCK (1, two bits), the block's number (8 bits, below 128 and known
		// at this level), the width of its abbreviations, padding, length.
		w := le.Uint32(code[at:])
		block := w >> 2 & 0xff
		if w&3 != 1 || block != bcModule && block != bcIdentification && block != bcStrtab && block != bcSymtab {
			break
		}
		at += 8 + 4*int64(le.Uint32(code[at+4:]))
	}
	return min(at, int64(len(code)))
}

// Block IDs, record codes and calling conventions (llvm/Bitcode/LLVMBitCodes.h,
// llvm/IR/CallingConv.h).
const (
	bcBlockInfo      = 0
	bcModule         = 8
	bcIdentification = 13
	bcStrtab         = 23
	bcSymtab         = 25

	bcRecTriple     = 2
	bcRecDataLayout = 3
	bcRecGlobalVar  = 7
	bcRecFunction   = 8
	bcRecVersion    = 1
	bcRecSourceFile = 16
)

// bcLinkage maps the encodings of internal and private linkage.
var bcLocal = map[uint64]bool{3: true, 9: true}

// ReadBitcode reads a bitcode file, raw or in its wrapper.
func ReadBitcode(r io.ReaderAt, size int64) (*Bitcode, error) {
	return readBitcode(newSource(r, size, "LLVM bitcode"))
}

type bcOp struct {
	literal bool
	enc     byte // 1 fixed, 2 VBR, 3 array, 4 char6, 5 blob
	val     uint64
}

// bitReader reads a bitstream; the first failure sticks.
type bitReader struct {
	b   []byte
	pos uint64 // in bits
	s   *source
	err error
}

func (r *bitReader) fail(expected string) {
	if r.err == nil {
		r.err = r.s.errAt(int64(r.pos/8), nil, "%s", expected)
	}
}

func (r *bitReader) read(n uint64) (v uint64) {
	if r.err != nil || n == 0 {
		return 0
	}
	if n > 64 || r.pos+n > uint64(len(r.b))*8 {
		r.fail(fmt.Sprintf("%d more bits", n))
		return 0
	}
	for got := uint64(0); got < n; {
		take := min(8-r.pos%8, n-got)
		v |= uint64(r.b[r.pos/8]>>(r.pos%8)) & (1<<take - 1) << got
		got += take
		r.pos += take
	}
	return v
}

func (r *bitReader) vbr(n uint64) (v uint64) {
	if n < 2 || n > 32 {
		r.fail("a VBR width of 2 to 32")
		return 0
	}
	for shift := uint64(0); r.err == nil; shift += n - 1 {
		c := r.read(n)
		if shift < 64 {
			v |= c & (1<<(n-1) - 1) << shift
		}
		if c>>(n-1) == 0 {
			return v
		}
	}
	return v
}

func (r *bitReader) align32() { r.pos = (r.pos + 31) / 32 * 32 }

const char6 = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._"

func (r *bitReader) scalar(o bcOp) uint64 {
	switch {
	case o.literal:
		return o.val
	case o.enc == 1:
		return r.read(o.val)
	case o.enc == 2:
		if o.val == 0 {
			return 0
		}
		return r.vbr(o.val)
	case o.enc == 4:
		return uint64(char6[r.read(6)])
	}
	r.fail("a scalar abbreviation operand")
	return 0
}

func (r *bitReader) abbrev() []bcOp {
	n := r.vbr(5)
	var ops []bcOp
	for i := uint64(0); i < n && r.err == nil; i++ {
		if r.read(1) == 1 {
			ops = append(ops, bcOp{literal: true, val: r.vbr(8)})
			continue
		}
		o := bcOp{enc: byte(r.read(3))}
		if o.enc == 1 || o.enc == 2 {
			if o.val = r.vbr(5); o.val > 64 {
				r.fail("an operand width of at most 64")
			}
		}
		ops = append(ops, o)
	}
	return ops
}

// record reads an abbreviated or unabbreviated record.
func (r *bitReader) record(id uint64, abbrevs [][]bcOp) (code uint64, ops []uint64, blob []byte) {
	if id == 3 {
		code = r.vbr(6)
		n := r.vbr(6)
		for i := uint64(0); i < n && r.err == nil; i++ {
			ops = append(ops, r.vbr(6))
		}
		return
	}
	if id-4 >= uint64(len(abbrevs)) {
		r.fail(fmt.Sprintf("abbreviation %d of %d", id-4, len(abbrevs)))
		return
	}
	var all []uint64
	a := abbrevs[id-4]
	for i := 0; i < len(a) && r.err == nil; i++ {
		switch {
		case !a[i].literal && a[i].enc == 3:
			n := r.vbr(6)
			if i+1 >= len(a) || n > uint64(len(r.b))*8-r.pos {
				r.fail("an array inside the data")
				return
			}
			for j := uint64(0); j < n && r.err == nil; j++ {
				all = append(all, r.scalar(a[i+1]))
			}
			i++
		case !a[i].literal && a[i].enc == 5:
			n := r.vbr(6)
			r.align32()
			if r.pos/8 > uint64(len(r.b)) || n > uint64(len(r.b))-r.pos/8 {
				r.fail("a blob inside the data")
				return
			}
			blob = r.b[r.pos/8 : r.pos/8+n]
			r.pos += n * 8
			r.align32()
		default:
			all = append(all, r.scalar(a[i]))
		}
	}
	if len(all) == 0 {
		r.fail("a record code")
		return
	}
	return all[0], all[1:], blob
}

// maxBlocks bounds the nesting of blocks.
const maxBlocks = 16

// block walks the blocks and records at one level. enter says whether to go into a
// sub-block; others are skipped by their length.
func (r *bitReader) block(width uint64, end uint64, depth int, enter func(id uint64) func(code uint64, ops []uint64, blob []byte), rec func(uint64, []uint64, []byte)) {
	var abbrevs [][]bcOp
	for r.err == nil && r.pos+width <= end {
		switch id := r.read(width); id {
		case 0: // END_BLOCK
			r.align32()
			return
		case 1: // ENTER_SUBBLOCK
			sub := r.vbr(8)
			w := r.vbr(4)
			r.align32()
			n := r.read(32) * 32
			stop := r.pos + n
			if w < 2 || w > 32 || stop > end || depth >= maxBlocks {
				r.fail("a block inside its parent")
				return
			}
			if f := enter(sub); f != nil && r.err == nil {
				r.block(w, stop, depth+1, func(uint64) func(uint64, []uint64, []byte) { return nil }, f)
			}
			r.pos = stop
		case 2:
			abbrevs = append(abbrevs, r.abbrev())
		default:
			code, ops, blob := r.record(id, abbrevs)
			if r.err == nil && rec != nil {
				rec(code, ops, blob)
			}
		}
	}
}

func text(ops []uint64) string {
	b := make([]byte, len(ops))
	for i, c := range ops {
		b[i] = byte(c)
	}
	return string(b)
}

func readBitcode(s source) (*Bitcode, error) {
	s.format = "LLVM bitcode"
	h := s.peek(0, 20)
	if len(h) == 20 && le.Uint32(h) == 0x0b17c0de { // wrapper: magic, version, offset, size, CPU
		off, n := int64(le.Uint32(h[8:])), int64(le.Uint32(h[12:]))
		if !s.has(off, n) {
			return nil, s.errAt(8, fmt.Sprintf("offset %d size %d", off, n), "bitcode inside the %d bytes", s.size)
		}
		s = s.sub(off, n)
		h = s.peek(0, 4)
	}
	if len(h) < 4 || string(h[:4]) != bitcodeMagic {
		return nil, s.errAt(0, fmt.Sprintf("%q", h[:min(4, len(h))]), "magic %q", bitcodeMagic)
	}
	data, err := s.all()
	if err != nil {
		return nil, err
	}
	b := bitcodeReader{m: &Bitcode{}}
	r := &bitReader{b: data, s: &s, pos: 32}
	r.block(2, uint64(len(data))*8, 0, b.block, nil)
	b.resolve(r, &s, int64(len(data)))
	return b.m, r.err
}

// bitcodeReader collects what the records of a module say.
type bitcodeReader struct {
	m       *Bitcode
	names   []bitcodeName
	strtab  []byte
	version uint64
}

// bitcodeName is where the string table has the name of function or variable i.
type bitcodeName struct {
	off, size uint64
	fn        bool
	i         int
}

// block is what reads the records of a block, nil for blocks that are not wanted.
func (b *bitcodeReader) block(id uint64) func(code uint64, ops []uint64, blob []byte) {
	switch id {
	case bcIdentification:
		return func(code uint64, ops []uint64, _ []byte) {
			if code == 1 {
				b.m.Producer = text(ops)
			}
		}
	case bcStrtab:
		return func(_ uint64, _ []uint64, blob []byte) {
			if blob != nil {
				b.strtab = blob
			}
		}
	case bcModule:
		return b.record
	}
	return nil
}

// record reads one of a module.
func (b *bitcodeReader) record(code uint64, ops []uint64, _ []byte) {
	switch code {
	case bcRecVersion:
		if len(ops) > 0 {
			b.version = ops[0]
		}
	case bcRecTriple:
		b.m.Triple = text(ops)
	case bcRecDataLayout:
		b.m.DataLayout = text(ops)
	case bcRecSourceFile:
		b.m.SourceFile = text(ops)
	case bcRecFunction: // strtab offset, size, type, convention, declaration, linkage
		if b.version < 2 || len(ops) < 6 {
			return
		}
		_, kernel := target.KernelConventions[ops[3]]
		f := Function{Kernel: kernel, Linkage: "export"}
		switch {
		case ops[4] != 0:
			f.Linkage = "import"
		case bcLocal[ops[5]]:
			f.Linkage = ""
		}
		b.names = append(b.names, bitcodeName{ops[0], ops[1], true, len(b.m.Functions)})
		b.m.Functions = append(b.m.Functions, f)
	case bcRecGlobalVar: // strtab offset, size, type, constant | explicit type << 1 | space << 2, initialiser, linkage
		if b.version < 2 || len(ops) < 6 || ops[4] == 0 {
			return
		}
		b.names = append(b.names, bitcodeName{ops[0], ops[1], false, len(b.m.Globals)})
		b.m.Globals = append(b.m.Globals, abi.Global{Constant: ops[3]&1 != 0})
	}
}

// resolve takes the names out of the string table, which follows on the module.
func (b *bitcodeReader) resolve(r *bitReader, s *source, size int64) {
	budget := newNameBudget(size)
	for _, n := range b.names {
		if !budget.take(int(min(n.size, 1<<40))) {
			r.fail("symbol names of reasonable length")
			return
		}
		if n.off > uint64(len(b.strtab)) || n.size > uint64(len(b.strtab))-n.off {
			if r.err == nil {
				r.err = s.errAt(0, fmt.Sprintf("%d bytes at %d", n.size, n.off), "a symbol name inside the string table of %d bytes", len(b.strtab))
			}
			return
		}
		name := string(b.strtab[n.off : n.off+n.size])
		if n.fn {
			b.m.Functions[n.i].Name = name
		} else {
			b.m.Globals[n.i].Name = name
		}
	}
}

// ReadIR reads the triple, the source file and the defined and declared functions
// of LLVM IR in text form.
func ReadIR(r io.ReaderAt, size int64) (*Bitcode, error) {
	return readIR(newSource(r, size, "LLVM IR"))
}

func readIR(s source) (*Bitcode, error) {
	s.format = "LLVM IR"
	data, err := s.all()
	if err != nil {
		return nil, err
	}
	m := &Bitcode{}
	quoted := func(line, before string) (string, bool) {
		rest, ok := strings.CutPrefix(line, before)
		return strings.Trim(strings.TrimSpace(rest), `"`), ok
	}
	for b := range bytes.Lines(data) {
		if len(b) == 0 || b[0] != 'd' && b[0] != 't' && b[0] != 's' {
			continue
		}
		line := string(b)
		if v, ok := quoted(line, "target triple ="); ok {
			m.Triple = v
		} else if v, ok := quoted(line, "target datalayout ="); ok {
			m.DataLayout = v
		} else if v, ok := quoted(line, "source_filename ="); ok {
			m.SourceFile = v
		}
		define := strings.HasPrefix(line, "define ")
		if !define && !strings.HasPrefix(line, "declare ") {
			continue
		}
		head, name, ok := strings.Cut(line, "@")
		if !ok {
			return m, s.errAt(0, fmt.Sprintf("%.60q", line), "the name of a function")
		}
		end := strings.IndexByte(name, '(')
		if strings.HasPrefix(name, `"`) {
			end = strings.IndexByte(name[1:], '"') + 2
		}
		if end < 1 {
			return m, s.errAt(0, fmt.Sprintf("%.60q", line), "the arguments of a function")
		}
		f := Function{Name: strings.Trim(name[:end], `"`), Linkage: "export"}
		switch {
		case !define:
			f.Linkage = "import"
		case strings.Contains(head, "internal ") || strings.Contains(head, "private "):
			f.Linkage = ""
		}
		f.Kernel = define && kernelHead(head)
		m.Functions = append(m.Functions, f)
	}
	return m, nil
}

// kernelHead reports whether the first line of a function in LLVM IR has the calling convention of kernels.
func kernelHead(head string) bool {
	for _, c := range target.KernelConventions {
		if strings.Contains(head, c.Word+" ") {
			return true
		}
	}
	return false
}
