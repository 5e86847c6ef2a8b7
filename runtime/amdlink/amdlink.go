// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package amdlink links relocatable AMD objects into code objects without ld.lld.
package amdlink

import (
	"debug/elf"
	"encoding/binary"
	"strings"
)

// Link links one relocatable AMD object into a code object like ld.lld -shared, but without
// starting a process. It supports the contents of kernels without variables: code, constants,
// descriptors and the note, with references inside the object. For anything else it returns false,
// and the caller runs ld.lld.
//
// The layout is lld's: a read-only segment (headers, note, dynamic symbols, hash,
// constants), an executable one, and one for the dynamic section (ELF-64; AMDGPUUsage,
// "Code Object", "Relocation Records").
func Link(obj []byte) ([]byte, bool) {
	o, ok := readObject(obj)
	if !ok {
		return nil, false
	}
	w := &codeObject{in: o}
	if !w.place() || !w.relocate() {
		return nil, false
	}
	return w.finish(), true
}

// Constants of ELF and of its AMDGPU supplement.
const (
	ehSize, phSize, shSize, symSize, relaSize = 64, 56, 64, 24, 24

	typeRel, typeDyn = 1, 3
	machineAMDGPU    = 224

	sectionBits, sectionSyms, sectionStrings, sectionRela, sectionHash, sectionDynamic, sectionNote, sectionNoBits, sectionRel, sectionDynSyms = 1, 2, 3, 4, 5, 6, 7, 8, 9, 11

	flagWrite, flagAlloc, flagExec, flagTLS = 1, 2, 4, 0x400

	relocREL32, relocREL64, relocREL32Lo, relocREL32Hi = 4, 5, 10, 11

	indexAbs, indexReserved = 0xfff1, 0xff00

	page = 0x1000
)

type objSection struct {
	name        string
	typ         uint32
	flags       uint64
	data        []byte
	link, info  uint32
	align       uint64
	addr, place uint64 // in the code object: address, file offset
	index       uint16
}

type objSymbol struct {
	name        string
	info, other byte
	section     uint16
	value, size uint64
}

type object struct {
	header   []byte
	sections []objSection
	symbols  []objSymbol
	locals   int
}

func readObject(b []byte) (*object, bool) {
	le := binary.LittleEndian
	if len(b) < ehSize || string(b[:4]) != elf.ELFMAG || b[4] != 2 || b[5] != 1 || le.Uint16(b[16:]) != typeRel || le.Uint16(b[18:]) != machineAMDGPU {
		return nil, false
	}
	off, n, names := le.Uint64(b[40:]), int(le.Uint16(b[60:])), int(le.Uint16(b[62:]))
	if off > uint64(len(b)) || uint64(n*shSize) > uint64(len(b))-off || names >= n {
		return nil, false
	}
	o := &object{header: b[:ehSize]}
	nameAt := make([]uint32, n)
	for i := range n {
		h := b[off+uint64(i*shSize):]
		nameAt[i] = le.Uint32(h)
		s, ok := readSection(b, h)
		if !ok {
			return nil, false
		}
		o.sections = append(o.sections, s)
	}
	for i := range o.sections {
		s := &o.sections[i]
		var ok bool
		if s.name, ok = stringAt(o.sections[names].data, nameAt[i]); !ok {
			return nil, false
		}
		if s.typ == sectionSyms && (o.symbols != nil || !o.readSymbols(s)) {
			return nil, false
		}
	}
	return o, len(o.symbols) > 0
}

// readSection reads a section header. Sections without contents in the file must be empty.
func readSection(b, h []byte) (s objSection, ok bool) {
	le := binary.LittleEndian
	s = objSection{typ: le.Uint32(h[4:]), flags: le.Uint64(h[8:]), link: le.Uint32(h[40:]), info: le.Uint32(h[44:]), align: max(le.Uint64(h[48:]), 1)}
	at, size := le.Uint64(h[24:]), le.Uint64(h[32:])
	if s.typ == sectionNoBits {
		return s, size == 0
	}
	if at > uint64(len(b)) || size > uint64(len(b))-at {
		return s, false
	}
	s.data = b[at : at+size]
	return s, true
}

// stringAt returns a string of a string table.
func stringAt(table []byte, at uint32) (string, bool) {
	if uint64(at) >= uint64(len(table)) {
		return "", at == 0
	}
	s, _, ok := strings.Cut(string(table[at:]), "\x00")
	return s, ok
}

func (o *object) readSymbols(s *objSection) bool {
	le := binary.LittleEndian
	if int(s.link) >= len(o.sections) {
		return false
	}
	o.locals = int(s.info)
	for d := s.data; len(d) >= symSize; d = d[symSize:] {
		y := objSymbol{info: d[4], other: d[5], section: le.Uint16(d[6:]), value: le.Uint64(d[8:]), size: le.Uint64(d[16:])}
		if int(y.section) >= len(o.sections) && y.section < indexReserved {
			return false
		}
		var ok bool
		if y.name, ok = stringAt(o.sections[s.link].data, le.Uint32(d)); !ok {
			return false
		}
		o.symbols = append(o.symbols, y)
	}
	return true
}

// codeObject is the code object being written.
type codeObject struct {
	in                             *object
	note, consts, text             []*objSection
	dyn                            []int // symbols visible to the loader
	noteAt, symAt, hashAt, strAt   uint64
	readEnd, textAt, textEnd       uint64
	textAddr, dynamicAt, dynamicVA uint64
	dynStr, hash                   []byte
	image                          []byte
}

func alignTo(v, a uint64) uint64 { return (v + a - 1) / a * a }

const segmentCount = 7

// place assigns every section its address and offset.
func (w *codeObject) place() bool {
	if !w.sort() || !w.export() {
		return false
	}
	at := uint64(ehSize + segmentCount*phSize)
	put := func(s *objSection) {
		at = alignTo(at, s.align)
		s.addr, s.place = at, at
		at += uint64(len(s.data))
	}
	at = alignTo(at, 4)
	w.noteAt = at
	put(w.note[0])
	at = alignTo(at, 8)
	w.symAt = at
	at += uint64(symSize * (len(w.dyn) + 1))
	w.hashAt = alignTo(at, 4)
	w.hash = w.sysvHash()
	at = w.hashAt + uint64(len(w.hash))
	w.strAt = at
	at += uint64(len(w.dynStr))
	for _, s := range w.consts {
		put(s)
	}
	w.readEnd = at
	// Each further segment starts on a new page, at the same offset within the page.
	maxAlign := uint64(1)
	for _, s := range w.text {
		maxAlign = max(maxAlign, s.align)
	}
	at = alignTo(at, maxAlign)
	w.textAt, w.textAddr = at, at+page
	for _, s := range w.text {
		at = alignTo(at, s.align)
		s.place, s.addr = at, at+page
		at += uint64(len(s.data))
	}
	w.textEnd = at
	w.dynamicAt = alignTo(at, 8)
	w.dynamicVA = w.dynamicAt + 2*page
	return true
}

// sort groups the loaded sections by segment.
func (w *codeObject) sort() bool {
	for i := range w.in.sections {
		s := &w.in.sections[i]
		if s.flags&flagAlloc == 0 || len(s.data) == 0 {
			continue
		}
		if s.align > page || s.align&(s.align-1) != 0 {
			return false
		}
		switch {
		case s.typ == sectionSyms, s.flags&(flagWrite|flagTLS) != 0:
			return false
		case s.typ == sectionNote:
			w.note = append(w.note, s)
		case s.typ == sectionBits && s.flags&flagExec != 0:
			w.text = append(w.text, s)
		case s.typ == sectionBits:
			w.consts = append(w.consts, s)
		default:
			return false
		}
	}
	return len(w.note) == 1 && len(w.text) > 0
}

// export selects the symbols visible to the loader.
func (w *codeObject) export() bool {
	w.dynStr = []byte{0}
	for i := range w.in.symbols {
		y := &w.in.symbols[i]
		if y.info>>4 == 0 { // local
			continue
		}
		if y.section == 0 { // undefined
			return false
		}
		// Absolute symbols are resource figures for the assembler; hidden symbols are not exported.
		if y.section < indexReserved && (y.other&3 == 0 || y.other&3 == 3) {
			w.dyn = append(w.dyn, i)
			w.dynStr = append(append(w.dynStr, y.name...), 0)
		}
	}
	return true
}

// sysvHash returns the hash table of the dynamic symbols, with one bucket per symbol.
func (w *codeObject) sysvHash() []byte {
	n := uint32(len(w.dyn) + 1)
	words := make([]uint32, 2+2*n)
	words[0], words[1] = n, n
	for k, i := range w.dyn {
		var h uint32
		for _, c := range []byte(w.in.symbols[i].name) {
			h = h<<4 + uint32(c)
			if g := h & 0xf0000000; g != 0 {
				h ^= g>>24 ^ g
			}
		}
		bucket, index := &words[2+h%n], uint32(k+1)
		words[2+n+index], *bucket = *bucket, index
	}
	out := make([]byte, 0, 4*len(words))
	for _, v := range words {
		out = binary.LittleEndian.AppendUint32(out, v)
	}
	return out
}

// address returns a symbol's address in the code object.
func (w *codeObject) address(y *objSymbol) (uint64, bool) {
	if y.section == indexAbs {
		return y.value, true
	}
	if y.section == 0 || int(y.section) >= len(w.in.sections) {
		return 0, false
	}
	s := &w.in.sections[y.section]
	if s.addr == 0 {
		return 0, false
	}
	return s.addr + y.value, true
}

// relocate copies the sections into the image and applies their relocations.
func (w *codeObject) relocate() bool {
	w.image = make([]byte, w.dynamicAt)
	for _, group := range [][]*objSection{w.note, w.consts, w.text} {
		for _, s := range group {
			copy(w.image[s.place:], s.data)
		}
	}
	for i := range w.in.sections {
		r := &w.in.sections[i]
		if r.typ == sectionRel || r.typ == sectionRela && int(r.info) >= len(w.in.sections) {
			return false
		}
		if r.typ != sectionRela {
			continue
		}
		target := &w.in.sections[r.info]
		if target.addr == 0 {
			if target.flags&flagAlloc != 0 {
				return false
			}
			continue // debug information is omitted
		}
		for d := r.data; len(d) >= relaSize; d = d[relaSize:] {
			if !w.apply(target, d) {
				return false
			}
		}
	}
	return true
}

// apply applies one relocation (AMDGPU ELF ABI, "Relocation Records").
func (w *codeObject) apply(target *objSection, record []byte) bool {
	le := binary.LittleEndian
	off, info, addend := le.Uint64(record), le.Uint64(record[8:]), le.Uint64(record[16:])
	size := uint64(4)
	if uint32(info) == relocREL64 {
		size = 8
	}
	if info>>32 >= uint64(len(w.in.symbols)) || off > uint64(len(target.data)) || size > uint64(len(target.data))-off {
		return false
	}
	y := &w.in.symbols[info>>32]
	s, ok := w.address(y)
	if !ok || y.section == indexAbs {
		return false
	}
	v := s + addend - (target.addr + off)
	at := w.image[target.place+off:]
	switch uint32(info) {
	case relocREL64:
		le.PutUint64(at, v)
	case relocREL32:
		if int64(v) != int64(int32(v)) {
			return false
		}
		le.PutUint32(at, uint32(v))
	case relocREL32Lo:
		le.PutUint32(at, uint32(v))
	case relocREL32Hi:
		le.PutUint32(at, uint32(v>>32))
	default:
		return false
	}
	return true
}

// outSection is a section header of the code object.
type outSection struct {
	name                   string
	typ                    uint32
	flags, addr, off, size uint64
	link, info             uint32
	align, entry           uint64
}

// sectionTable is the section headers of the code object; the first one is empty.
type sectionTable []outSection

func (t *sectionTable) add(s outSection) uint16 {
	*t = append(*t, s)
	return uint16(len(*t) - 1)
}

// finish writes the headers, the symbols and the tables for debuggers and other readers.
func (w *codeObject) finish() []byte {
	secs := w.loadedSections()
	out := w.dynamic()
	out = w.symbolTable(&secs, out)
	names := []byte{0}
	nameAt := make([]uint32, len(secs)+1)
	namesIndex := secs.add(outSection{".shstrtab", sectionStrings, 0, 0, uint64(len(out)), 0, 0, 0, 1, 0})
	for i, s := range secs[1:] {
		nameAt[i+1] = uint32(len(names))
		names = append(append(names, s.name...), 0)
	}
	secs[namesIndex].size = uint64(len(names))
	out = pad(append(out, names...))
	le, shoff := binary.LittleEndian, uint64(len(out))
	for i, s := range secs {
		out = le.AppendUint32(le.AppendUint32(out, nameAt[i]), s.typ)
		for _, v := range []uint64{s.flags, s.addr, s.off, s.size} {
			out = le.AppendUint64(out, v)
		}
		out = le.AppendUint32(le.AppendUint32(out, s.link), s.info)
		out = le.AppendUint64(le.AppendUint64(out, s.align), s.entry)
	}
	copy(out, w.in.header)
	le.PutUint16(out[16:], typeDyn)
	le.PutUint64(out[32:], ehSize)
	le.PutUint64(out[40:], shoff)
	le.PutUint16(out[54:], phSize)
	le.PutUint16(out[56:], segmentCount)
	le.PutUint16(out[58:], shSize)
	le.PutUint16(out[60:], uint16(len(secs)))
	le.PutUint16(out[62:], namesIndex)
	w.programHeaders(out)
	return out
}

// dynamicSize is the size of .dynamic: six entries.
const dynamicSize = 6 * 16

// loadedSections returns the headers of the loaded sections.
func (w *codeObject) loadedSections() sectionTable {
	secs := sectionTable{{}}
	keep := func(list []*objSection) {
		for _, s := range list {
			s.index = secs.add(outSection{s.name, s.typ, s.flags &^ 0x30, s.addr, s.place, uint64(len(s.data)), 0, 0, s.align, 0})
		}
	}
	keep(w.note)
	const dynSymIndex = 2
	secs.add(outSection{".dynsym", sectionDynSyms, flagAlloc, w.symAt, w.symAt, uint64(symSize * (len(w.dyn) + 1)), 4, 1, 8, symSize})
	secs.add(outSection{".hash", sectionHash, flagAlloc, w.hashAt, w.hashAt, uint64(len(w.hash)), dynSymIndex, 0, 4, 4})
	strIndex := secs.add(outSection{".dynstr", sectionStrings, flagAlloc, w.strAt, w.strAt, uint64(len(w.dynStr)), 0, 0, 1, 0})
	keep(w.consts)
	keep(w.text)
	secs.add(outSection{".dynamic", sectionDynamic, flagAlloc | flagWrite, w.dynamicVA, w.dynamicAt, dynamicSize, uint32(strIndex), 0, 8, 16})
	return secs
}

// symbol appends an entry of a symbol table.
func (w *codeObject) symbol(out []byte, name uint32, y *objSymbol) []byte {
	le := binary.LittleEndian
	index, value := y.section, y.value
	if y.section < indexReserved && y.section != 0 {
		s := &w.in.sections[y.section]
		index, value = s.index, s.addr+y.value
	}
	out = le.AppendUint32(out, name)
	out = append(out, y.info, y.other)
	out = le.AppendUint16(out, index)
	out = le.AppendUint64(out, value)
	return le.AppendUint64(out, y.size)
}

// dynamic returns the image with the dynamic symbol tables and .dynamic appended.
func (w *codeObject) dynamic() []byte {
	le := binary.LittleEndian
	dynsym := make([]byte, symSize)
	at := uint32(1)
	for _, i := range w.dyn {
		dynsym = w.symbol(dynsym, at, &w.in.symbols[i])
		at += uint32(len(w.in.symbols[i].name)) + 1
	}
	out := w.image
	copy(out[w.symAt:], dynsym)
	copy(out[w.hashAt:], w.hash)
	copy(out[w.strAt:], w.dynStr)
	for _, d := range [dynamicSize / 16][2]uint64{{6, w.symAt}, {11, symSize}, {5, w.strAt}, {10, uint64(len(w.dynStr))}, {4, w.hashAt}, {0, 0}} {
		out = le.AppendUint64(le.AppendUint64(out, d[0]), d[1])
	}
	return out
}

// symbolTable appends the full symbol table, local symbols first, and its string table.
func (w *codeObject) symbolTable(secs *sectionTable, out []byte) []byte {
	symtab, strtab, locals := make([]byte, symSize), []byte{0}, uint32(1)
	for _, local := range []bool{true, false} {
		for i := range w.in.symbols {
			y := &w.in.symbols[i]
			isLocal := y.info>>4 == 0 || y.other&3 == 2
			if i == 0 || isLocal != local || w.dropped(y) {
				continue
			}
			z := *y
			if isLocal {
				z.info &= 15
				locals++
			}
			symtab = w.symbol(symtab, uint32(len(strtab)), &z)
			strtab = append(append(strtab, y.name...), 0)
		}
	}
	out = pad(out)
	index := secs.add(outSection{".symtab", sectionSyms, 0, 0, uint64(len(out)), uint64(len(symtab)), 0, locals, 8, symSize})
	out = append(out, symtab...)
	(*secs)[index].link = uint32(secs.add(outSection{".strtab", sectionStrings, 0, 0, uint64(len(out)), uint64(len(strtab)), 0, 0, 1, 0}))
	return append(out, strtab...)
}

// dropped reports whether a symbol is a section symbol or in an omitted section.
func (w *codeObject) dropped(y *objSymbol) bool {
	return y.info&15 == 3 || y.section != 0 && y.section < indexReserved && w.in.sections[y.section].index == 0
}

// pad pads to a multiple of eight bytes.
func pad(b []byte) []byte { return append(b, make([]byte, int(alignTo(uint64(len(b)), 8))-len(b))...) }

// programHeaders appends the program headers.
func (w *codeObject) programHeaders(out []byte) {
	le := binary.LittleEndian
	ph := out[ehSize:ehSize]
	program := func(typ, flags uint32, off, addr, size, align uint64) {
		ph = le.AppendUint32(le.AppendUint32(ph, typ), flags)
		for _, v := range []uint64{off, addr, addr, size, size, align} {
			ph = le.AppendUint64(ph, v)
		}
	}
	const load, dynamic, noteSeg, phdr, stack = 1, 2, 4, 6, 0x6474e551
	program(phdr, 4, ehSize, ehSize, segmentCount*phSize, 8)
	program(load, 4, 0, 0, w.readEnd, page)
	program(load, 5, w.textAt, w.textAddr, w.textEnd-w.textAt, page)
	program(load, 6, w.dynamicAt, w.dynamicVA, dynamicSize, page)
	program(dynamic, 6, w.dynamicAt, w.dynamicVA, dynamicSize, 8)
	program(stack, 6, 0, 0, 0, 0)
	program(noteSeg, 4, w.noteAt, w.noteAt, uint64(len(w.note[0].data)), 4)
}
