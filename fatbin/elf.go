// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
)

// ELF values that the readers need (System V ABI, gABI chapters 4 and 5).
const (
	elfMagic       = "\x7fELF"
	emAMDGPU       = 224
	etRel          = 1
	shtSymtab      = 2
	shtRela        = 4
	shtNote        = 7
	shtNobits      = 8
	shtRel         = 9
	shtDynsym      = 11
	shtLLVMOffload = 0x6fff4c0b
	shfExclude     = 0x80000000
	ptLoad         = 1
	ptNote         = 4
	sttObject      = 1
	sttFunc        = 2
	shnXIndex      = 0xffff
	shnLoReserve   = 0xff00
)

// elfFile is a hardened view of an ELF file of either class and byte order. Only
// the header tables are read at the start; everything else is read on demand and
// checked against the file's size.
type elfFile struct {
	src          source
	order        binary.ByteOrder
	is64         bool
	osabi, abi   byte
	typ, machine uint16
	flags        uint32
	sections     []elfSection
	progs        []elfProg
	shoff, phoff uint64
	shstr        []byte
	shentsize    int64
	shstrndx     int
}

type elfSection struct {
	name                   string
	nameOff, typ           uint32
	flags, addr, off, size uint64
	link, info             uint32
	align, entsize         uint64
	header                 int64 // offset of the section header
}

type elfProg struct {
	typ, flags                       uint32
	off, vaddr, filesz, memsz, align uint64
}

type elfSymbol struct {
	name        string
	info, other byte
	shndx       uint16
	value, size uint64
}

func (s *elfSymbol) typ() byte  { return s.info & 0xf }
func (s *elfSymbol) bind() byte { return s.info >> 4 }

func readELF(s source) (*elfFile, error) {
	s.format = "ELF file"
	id, err := s.bytes(0, 16, "ELF identification")
	if err != nil {
		return nil, err
	}
	if string(id[:4]) != elfMagic {
		return nil, s.errAt(0, fmt.Sprintf("%q", id[:4]), "magic %q", elfMagic)
	}
	f := &elfFile{src: s, osabi: id[7], abi: id[8]}
	switch id[4] {
	case 1:
	case 2:
		f.is64 = true
	default:
		return nil, s.errAt(4, id[4], "class 1 (32-bit) or 2 (64-bit)")
	}
	switch id[5] {
	case 1:
		f.order = binary.LittleEndian
	case 2:
		f.order = binary.BigEndian
	default:
		return nil, s.errAt(5, id[5], "byte order 1 (little) or 2 (big)")
	}
	size := int64(52)
	if f.is64 {
		size = 64
	}
	h, err := s.bytes(0, size, "ELF header")
	if err != nil {
		return nil, err
	}
	f.typ, f.machine = f.order.Uint16(h[16:]), f.order.Uint16(h[18:])
	tail := h[size-16:] // e_flags … e_shstrndx end both classes alike
	f.flags = f.order.Uint32(h[size-16:])
	if f.is64 {
		f.phoff, f.shoff = f.order.Uint64(h[32:]), f.order.Uint64(h[40:])
	} else {
		f.phoff, f.shoff = uint64(f.order.Uint32(h[28:])), uint64(f.order.Uint32(h[32:]))
	}
	phentsize, phnum := int64(f.order.Uint16(tail[6:])), int64(f.order.Uint16(tail[8:]))
	shentsize, shnum := int64(f.order.Uint16(tail[10:])), int64(f.order.Uint16(tail[12:]))
	f.shentsize, f.shstrndx = shentsize, int(f.order.Uint16(tail[14:]))
	var errs []error
	if phnum > 0 {
		errs = append(errs, f.readProgs(phentsize, phnum))
	}
	if f.shoff != 0 {
		errs = append(errs, f.readSections(shnum))
	}
	return f, errors.Join(errs...)
}

func (f *elfFile) readProgs(entsize, n int64) error {
	min := int64(32)
	if f.is64 {
		min = 56
	}
	if entsize < min {
		return f.src.errAt(42, entsize, "program headers of at least %d bytes", min)
	}
	if f.phoff > 1<<62 {
		return f.src.errAt(32, f.phoff, "the offset of the program headers")
	}
	b, err := f.src.bytes(int64(f.phoff), n*entsize, "program headers")
	if err != nil {
		return err
	}
	for ; len(b) > 0; b = b[entsize:] {
		var p elfProg
		u32 := func(i int) uint64 { return uint64(f.order.Uint32(b[i:])) }
		if f.is64 {
			u64 := func(i int) uint64 { return f.order.Uint64(b[i:]) }
			p = elfProg{uint32(u32(0)), uint32(u32(4)), u64(8), u64(16), u64(32), u64(40), u64(48)}
		} else {
			p = elfProg{uint32(u32(0)), uint32(u32(24)), u32(4), u32(8), u32(16), u32(20), u32(28)}
		}
		f.progs = append(f.progs, p)
	}
	return nil
}

func (f *elfFile) readSections(n int64) error {
	min := int64(40)
	if f.is64 {
		min = 64
	}
	if f.shentsize < min {
		return f.src.errAt(58, f.shentsize, "section headers of at least %d bytes", min)
	}
	if f.shoff > 1<<62 {
		return f.src.errAt(40, f.shoff, "the offset of the section headers")
	}
	if n == 0 || f.shstrndx == shnXIndex {
		b, err := f.src.bytes(int64(f.shoff), f.shentsize, "section header 0")
		if err != nil {
			return err
		}
		zero := f.section(b)
		if n == 0 {
			if zero.size > uint64(f.src.size/f.shentsize) {
				return f.src.errAt(int64(f.shoff), zero.size, "a section count that fits the file")
			}
			n = int64(zero.size)
		}
		if f.shstrndx == shnXIndex {
			f.shstrndx = int(zero.link)
		}
	}
	b, err := f.src.bytes(int64(f.shoff), n*f.shentsize, "section headers")
	if err != nil {
		return err
	}
	f.sections = make([]elfSection, 0, n)
	for at := int64(f.shoff); len(b) > 0; b, at = b[f.shentsize:], at+f.shentsize {
		s := f.section(b)
		s.header = at
		f.sections = append(f.sections, s)
	}
	if f.shstrndx > 0 && f.shstrndx < len(f.sections) {
		if f.shstr, err = f.data(&f.sections[f.shstrndx]); err != nil {
			return err
		}
		budget := newNameBudget(f.src.size)
		for i := range f.sections {
			s := &f.sections[i]
			s.name = cstring(f.shstr, uint64(s.nameOff))
			if !budget.take(len(s.name)) {
				return f.src.errAt(s.header, nil, "section names of reasonable length")
			}
		}
	}
	return nil
}

func (f *elfFile) section(b []byte) elfSection {
	u32 := func(i int) uint64 { return uint64(f.order.Uint32(b[i:])) }
	if !f.is64 {
		return elfSection{nameOff: uint32(u32(0)), typ: uint32(u32(4)), flags: u32(8), addr: u32(12), off: u32(16), size: u32(20),
			link: uint32(u32(24)), info: uint32(u32(28)), align: u32(32), entsize: u32(36)}
	}
	u64 := func(i int) uint64 { return f.order.Uint64(b[i:]) }
	return elfSection{nameOff: uint32(u32(0)), typ: uint32(u32(4)), flags: u64(8), addr: u64(16), off: u64(24), size: u64(32),
		link: uint32(u32(40)), info: uint32(u32(44)), align: u64(48), entsize: u64(56)}
}

// maxName bounds the length of a name in a string table.
const maxName = 1 << 16

// cstring returns the NUL-terminated string at off, or "".
func cstring(b []byte, off uint64) string {
	if off >= uint64(len(b)) {
		return ""
	}
	b = b[off:min(uint64(len(b)), off+maxName)]
	if k := bytes.IndexByte(b, 0); k >= 0 {
		b = b[:k]
	}
	return string(b)
}

// window returns the section's place in the file, empty for SHT_NOBITS.
func (f *elfFile) window(s *elfSection) (source, error) {
	if s.typ == shtNobits {
		return f.src.sub(0, 0), nil
	}
	if s.off > 1<<62 || s.size > 1<<62 || !f.src.has(int64(s.off), int64(s.size)) {
		return source{}, f.src.errAt(s.header, fmt.Sprintf("offset %#x size %#x in %#x bytes", s.off, s.size, f.src.size),
			"section %q inside the file", s.name)
	}
	return f.src.sub(int64(s.off), int64(s.size)), nil
}

func (f *elfFile) data(s *elfSection) ([]byte, error) {
	w, err := f.window(s)
	if err != nil {
		return nil, err
	}
	return w.all()
}

func (f *elfFile) find(name string) *elfSection {
	for i := range f.sections {
		if f.sections[i].name == name {
			return &f.sections[i]
		}
	}
	return nil
}

// symbols yields the symbols of a table without its first, empty one.
func (f *elfFile) symbols(table *elfSection) iter.Seq2[elfSymbol, error] {
	return func(yield func(elfSymbol, error) bool) {
		fail := func(err error) { yield(elfSymbol{}, err) }
		b, err := f.data(table)
		if err != nil {
			fail(err)
			return
		}
		if int(table.link) >= len(f.sections) {
			fail(f.src.errAt(table.header, table.link, "the string table of section %q", table.name))
			return
		}
		str, err := f.data(&f.sections[table.link])
		if err != nil {
			fail(err)
			return
		}
		n := 16
		if f.is64 {
			n = 24
		}
		budget := newNameBudget(f.src.size)
		for len(b) >= 2*n {
			b = b[n:]
			var s elfSymbol
			if f.is64 {
				s = elfSymbol{info: b[4], other: b[5], shndx: f.order.Uint16(b[6:]), value: f.order.Uint64(b[8:]), size: f.order.Uint64(b[16:])}
			} else {
				s = elfSymbol{info: b[12], other: b[13], shndx: f.order.Uint16(b[14:]), value: uint64(f.order.Uint32(b[4:])), size: uint64(f.order.Uint32(b[8:]))}
			}
			s.name = cstring(str, uint64(f.order.Uint32(b)))
			if !budget.take(len(s.name)) {
				fail(f.src.errAt(table.header, nil, "symbol names of reasonable length in section %q", table.name))
				return
			}
			if !yield(s, nil) {
				return
			}
		}
	}
}

// elfNote is one note of a note section or segment.
type elfNote struct {
	owner string
	typ   uint32
	desc  source
}

// maxNotes bounds the notes looked at in a file, whose sections may overlap.
const maxNotes = 1 << 16

// notes yields the notes of the sections, or of the segments when there are no
// section headers (a stripped file).
func (f *elfFile) notes() iter.Seq2[elfNote, error] {
	return func(yield func(elfNote, error) bool) {
		left := maxNotes
		for i := range f.sections {
			s := &f.sections[i]
			if s.typ != shtNote {
				continue
			}
			w, err := f.window(s)
			if err == nil && !f.notesIn(w, s.align, &left, yield) || err != nil && !yield(elfNote{}, err) {
				return
			}
		}
		if len(f.sections) > 0 {
			return
		}
		for _, p := range f.progs {
			if p.typ != ptNote {
				continue
			}
			if p.off > 1<<62 || p.filesz > 1<<62 || !f.src.has(int64(p.off), int64(p.filesz)) {
				if !yield(elfNote{}, f.src.errAt(int64(f.phoff), fmt.Sprintf("offset %#x size %#x", p.off, p.filesz), "a note segment inside the file")) {
					return
				}
				continue
			}
			if !f.notesIn(f.src.sub(int64(p.off), int64(p.filesz)), p.align, &left, yield) {
				return
			}
		}
	}
}

// notesIn yields the notes of a section or a segment; left is how many more there may be.
func (f *elfFile) notesIn(w source, align uint64, left *int, yield func(elfNote, error) bool) bool {
	a := int64(4)
	if align == 8 {
		a = 8
	}
	for pos := int64(0); w.size-pos >= 12; {
		h, err := w.bytes(pos, 12, "note header")
		if err != nil {
			return yield(elfNote{}, err)
		}
		if *left--; *left < 0 {
			yield(elfNote{}, w.errAt(pos, nil, "at most %d notes", maxNotes))
			return false
		}
		namesz, descsz := int64(f.order.Uint32(h)), int64(f.order.Uint32(h[4:]))
		n := elfNote{typ: f.order.Uint32(h[8:])}
		desc := roundUp(pos+12+namesz, a)
		if !w.has(pos+12, namesz) || !w.has(desc, descsz) {
			return yield(elfNote{}, w.errAt(pos, fmt.Sprintf("name %d, description %d bytes", namesz, descsz), "a note inside its %d bytes", w.size))
		}
		name, err := w.bytes(pos+12, min(namesz, 64), "note name")
		if err != nil {
			return yield(elfNote{}, err)
		}
		n.owner = cstring(name, 0)
		n.desc = w.sub(desc, descsz)
		if !yield(n, nil) {
			return false
		}
		pos = roundUp(desc+descsz, a)
	}
	return true
}

// atAddress returns up to n bytes of what is loaded at addr (in a relocatable
// file, use sections instead).
func (f *elfFile) atAddress(addr uint64, n int64) ([]byte, int64, error) {
	for _, p := range f.progs {
		if p.typ == ptLoad && addr >= p.vaddr && addr-p.vaddr < p.filesz && p.off < 1<<62 && addr-p.vaddr < 1<<62 {
			off := int64(p.off) + int64(addr-p.vaddr)
			b, err := f.src.bytes(off, n, fmt.Sprintf("data at address %#x", addr))
			return b, off, err
		}
	}
	return nil, 0, f.src.errAt(0, nil, "a segment that holds address %#x", addr)
}

// fileOffset maps an address to a file offset.
func (f *elfFile) fileOffset(addr uint64) (int64, bool) {
	_, off, err := f.atAddress(addr, 0)
	return off, err == nil
}
