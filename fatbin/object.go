// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

const (
	shtProgbits   = 1
	shtStrtab     = 3
	shtGroup      = 17
	shtSymtabIdx  = 18
	shfAlloc      = 2
	shfInfoLink   = 0x40
	grpComdat     = 1
	sectionHeader = 64
	elfHeader     = 64
	symbolSize    = 24
)

// SectionEdit says what [RewriteObject] does to the sections of an object.
type SectionEdit struct {
	Remove  func(name string) bool // sections to leave out; nil: none
	Replace map[string][]byte      // new contents by section name
	Add     []SectionInput         // sections to append, not loaded and left out by linkers (SHF_EXCLUDE)
}

// SectionInput is a section to be added.
type SectionInput struct {
	Name string
	Data []byte
}

// objSection is a section on its way from one object to another.
type objSection struct {
	elfSection
	data  []byte
	index int // in the output
}

// RewriteObject writes a relocatable 64-bit little-endian ELF object with other
// sections. The output is laid out as llvm-objcopy lays it out (sections in the
// order of their old offsets, added ones last, string tables rebuilt, section
// headers at the end), which is what clang-offload-bundler's objects are made
// with.
func RewriteObject(w io.Writer, r io.ReaderAt, size int64, edit SectionEdit) error {
	s := newSource(r, size, "ELF object")
	f, err := readELF(s)
	if err != nil {
		return err
	}
	s.format = "ELF object"
	if !f.is64 || f.order.Uint16([]byte{1, 0}) != 1 {
		return s.errAt(4, "another class or byte order", "a 64-bit little-endian object")
	}
	if f.typ != etRel || len(f.progs) > 0 {
		return s.errAt(16, fmt.Sprintf("type %d with %d program headers", f.typ, len(f.progs)), "a relocatable object (type %d)", etRel)
	}
	o := &objWriter{f: f}
	if err := o.load(edit); err != nil {
		return err
	}
	if err := o.renumber(); err != nil {
		return err
	}
	return o.write(w)
}

type objWriter struct {
	f       *elfFile
	out     []*objSection // without the null section
	section []int         // new index by old, -1 when removed
	symbol  []uint32      // new symbol index by old
	syms    []elfSymbol
	symtab  *objSection
}

func (o *objWriter) load(edit SectionEdit) error {
	f := o.f
	o.section = make([]int, len(f.sections))
	for i := range f.sections {
		s := &f.sections[i]
		o.section[i] = -1
		if i == 0 {
			o.section[i] = 0
			continue
		}
		if s.typ == shtSymtabIdx {
			return f.src.errAt(s.header, s.name, "an object of fewer than %d sections", shnLoReserve)
		}
		if edit.Remove != nil && edit.Remove(s.name) {
			continue
		}
		n := &objSection{elfSection: *s}
		if s.typ != shtNobits {
			var err error
			if n.data, err = f.data(s); err != nil {
				return err
			}
		}
		if d, ok := edit.Replace[s.name]; ok {
			n.data, n.size = d, uint64(len(d))
		}
		o.out = append(o.out, n)
		n.index = len(o.out)
		o.section[i] = n.index
	}
	for _, a := range edit.Add {
		n := &objSection{elfSection: elfSection{name: a.Name, typ: shtProgbits, flags: shfExclude, align: 1, off: 1<<64 - 1, size: uint64(len(a.Data))}, data: a.Data}
		o.out = append(o.out, n)
		n.index = len(o.out)
	}
	if len(o.out) >= shnLoReserve-1 {
		return fmt.Errorf("%san object of %d sections cannot be written: at most %d", prefix(f.src.file, f.src.entry), len(o.out), shnLoReserve-2)
	}
	return nil
}

// renumber rewrites everything that names a section or symbol by number, and
// rebuilds the string tables.
func (o *objWriter) renumber() error {
	for _, n := range o.out {
		if n.typ != shtSymtab {
			continue
		}
		if o.symtab != nil {
			return o.f.src.errAt(n.header, n.name, "one symbol table")
		}
		o.symtab = n
		if err := o.readSymbols(o.mapped); err != nil {
			return err
		}
	}
	var errs []error
	for _, n := range o.out {
		if n.header != 0 { // not added
			errs = append(errs, o.relink(n))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return o.stringTables()
}

// mapped returns the new number of a section, if it stays.
func (o *objWriter) mapped(i uint32) (uint32, bool) {
	if int(i) >= len(o.section) || o.section[i] < 0 {
		return 0, false
	}
	return uint32(o.section[i]), true
}

// relink puts new numbers into what a section says of others.
func (o *objWriter) relink(n *objSection) error {
	var errs []error
	link, ok := o.mapped(n.link)
	if !ok {
		errs = append(errs, o.f.src.errAt(n.header, n.link, "section %q linked to a section that stays", n.name))
	}
	n.link = link
	switch {
	case n.typ == shtRela, n.typ == shtRel:
		if n.info, ok = o.mapped(n.info); !ok {
			errs = append(errs, o.f.src.errAt(n.header, n.name, "relocations of a section that stays"))
		}
		n.data = o.relocations(n)
	case n.typ == shtGroup:
		o.regroup(n)
	case n.flags&shfInfoLink != 0:
		n.info, _ = o.mapped(n.info)
	}
	return errors.Join(errs...)
}

// regroup puts new numbers into a section group.
func (o *objWriter) regroup(n *objSection) {
	if int(n.info) < len(o.symbol) {
		n.info = o.symbol[n.info]
	}
	n.data = slices.Clone(n.data)
	// As llvm-objcopy has it: a group named by a local symbol is not shared
	// between objects, so it is not COMDAT.
	if i := int(n.info) - 1; i >= 0 && i < len(o.syms) && o.syms[i].bind() == 0 && len(n.data) >= 4 {
		le.PutUint32(n.data, le.Uint32(n.data)&^grpComdat)
	}
	for i := 4; i+4 <= len(n.data); i += 4 {
		m, _ := o.mapped(le.Uint32(n.data[i:]))
		le.PutUint32(n.data[i:], m)
	}
}

// stringTables makes every string table that is not loaded anew from what refers to it.
func (o *objWriter) stringTables() error {
	f := o.f
	tables := map[int][]string{}
	shstr := 0
	if f.shstrndx > 0 && f.shstrndx < len(o.section) {
		shstr = o.section[f.shstrndx]
	}
	if shstr <= 0 {
		return f.src.errAt(62, f.shstrndx, "a section name table")
	}
	for _, n := range o.out {
		tables[shstr] = append(tables[shstr], n.name)
	}
	if o.symtab != nil {
		for i := range o.syms {
			tables[int(o.symtab.link)] = append(tables[int(o.symtab.link)], o.syms[i].name)
		}
	}
	offsets := map[int]map[string]uint32{}
	for _, n := range o.out {
		if n.typ != shtStrtab || n.flags&shfAlloc != 0 {
			continue
		}
		n.data, offsets[n.index] = stringTable(tables[n.index])
		n.size = uint64(len(n.data))
	}
	for _, n := range o.out {
		n.nameOff = offsets[shstr][n.name]
	}
	if o.symtab != nil {
		o.writeSymbols(offsets[int(o.symtab.link)])
	}
	return nil
}

func (o *objWriter) readSymbols(mapped func(uint32) (uint32, bool)) error {
	old := &o.f.sections[slices.Index(o.section, o.symtab.index)]
	o.symbol = []uint32{0}
	locals := uint32(1)
	for s, err := range o.f.symbols(old) {
		if err != nil {
			return err
		}
		if s.shndx < shnLoReserve {
			i, ok := mapped(uint32(s.shndx))
			if !ok {
				o.symbol = append(o.symbol, 0)
				continue
			}
			s.shndx = uint16(i)
		}
		if s.typ() == 3 { // section symbols have the section's name
			s.name = ""
		}
		o.syms = append(o.syms, s)
		o.symbol = append(o.symbol, uint32(len(o.syms)))
		if s.bind() == 0 {
			locals = uint32(len(o.syms)) + 1
		}
	}
	o.symtab.info = locals
	return nil
}

func (o *objWriter) writeSymbols(offsets map[string]uint32) {
	b := make([]byte, symbolSize, symbolSize*(len(o.syms)+1))
	for i := range o.syms {
		s := &o.syms[i]
		b = le.AppendUint32(b, offsets[s.name])
		b = append(b, s.info, s.other)
		b = le.AppendUint16(b, s.shndx)
		b = le.AppendUint64(b, s.value)
		b = le.AppendUint64(b, s.size)
	}
	o.symtab.data, o.symtab.size = b, uint64(len(b))
}

// relocations returns the section's contents with new symbol numbers.
func (o *objWriter) relocations(n *objSection) []byte {
	size := 24
	if n.typ == shtRel {
		size = 16
	}
	b := slices.Clone(n.data)
	for i := 0; i+size <= len(b); i += size {
		info := le.Uint64(b[i+8:])
		if sym := info >> 32; sym < uint64(len(o.symbol)) {
			le.PutUint64(b[i+8:], uint64(o.symbol[sym])<<32|info&0xffffffff)
		}
	}
	return b
}

func (o *objWriter) write(w io.Writer) error {
	order := slices.Clone(o.out)
	slices.SortStableFunc(order, func(a, b *objSection) int { return cmpU(a.off, b.off) })
	pos := uint64(elfHeader)
	for _, n := range order {
		a := max(n.align, 1)
		if a > 1<<32 {
			return o.f.src.errAt(n.header, a, "an alignment of section %q of at most 4 GiB", n.name)
		}
		pos = (pos + a - 1) / a * a
		n.off = pos
		if n.typ != shtNobits {
			n.size = uint64(len(n.data))
			pos += n.size
		}
	}
	shoff := (pos + 7) / 8 * 8

	head, err := o.f.src.bytes(0, elfHeader, "ELF header")
	if err != nil {
		return err
	}
	h := slices.Clone(head)
	le.PutUint64(h[40:], shoff)
	le.PutUint16(h[52:], elfHeader)
	le.PutUint16(h[54:], 0) // no program headers
	le.PutUint16(h[56:], 0)
	le.PutUint16(h[58:], sectionHeader)
	le.PutUint16(h[60:], uint16(len(o.out)+1))
	le.PutUint16(h[62:], uint16(o.section[o.f.shstrndx]))
	cw := &countWriter{w: w}
	cw.write(h)
	for _, n := range order {
		if n.typ == shtNobits {
			continue
		}
		cw.pad(int64(n.off))
		cw.write(n.data)
	}
	cw.pad(int64(shoff))
	cw.write(make([]byte, sectionHeader))
	for _, n := range o.out {
		b := make([]byte, 0, sectionHeader)
		b = le.AppendUint32(b, n.nameOff)
		b = le.AppendUint32(b, n.typ)
		for _, v := range []uint64{n.flags, n.addr, n.off, n.size} {
			b = le.AppendUint64(b, v)
		}
		b = le.AppendUint32(b, n.link)
		b = le.AppendUint32(b, n.info)
		b = le.AppendUint64(b, n.align)
		b = le.AppendUint64(b, n.entsize)
		cw.write(b)
	}
	return cw.err
}

// countWriter keeps the position and the first error of a sequence of writes.
type countWriter struct {
	w   io.Writer
	pos int64
	err error
}

func (c *countWriter) write(b []byte) {
	if c.err == nil {
		var n int
		n, c.err = c.w.Write(b)
		c.pos += int64(n)
	}
}

func (c *countWriter) pad(to int64) {
	if c.err == nil {
		c.err = writeZeros(c.w, to-c.pos)
		c.pos = to
	}
}

// WriteBundleObject writes a host object with one section per code object, as
// clang-offload-bundler does for relocatable device code: the section
// __CLANG_OFFLOAD_BUNDLE__<ID> holds the code object; the host's holds one zero
// byte, since the object itself is the host's code.
func WriteBundleObject(w io.Writer, host io.ReaderAt, size int64, hostID string, inputs []Input) error {
	var edit SectionEdit
	for _, in := range inputs {
		data := []byte{0}
		if in.ID != hostID {
			data = make([]byte, in.Size)
			if in.Size > 0 {
				if _, err := io.ReadFull(in.Data, data); err != nil {
					return fmt.Errorf("bundle entry %q: %w", in.ID, err)
				}
			}
		}
		edit.Add = append(edit.Add, SectionInput{BundleMagic + in.ID, data})
	}
	return RewriteObject(w, host, size, edit)
}

// HostObject writes the object without its bundle sections: the host's code.
func HostObject(w io.Writer, r io.ReaderAt, size int64) error {
	return RewriteObject(w, r, size, SectionEdit{Remove: func(name string) bool { return strings.HasPrefix(name, BundleMagic) }})
}
