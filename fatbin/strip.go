// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// StripResult says what [Strip] did.
type StripResult struct {
	Dropped int   // images
	Bytes   int64 // of the dropped images
}

// Strip writes the file that n describes without the entries that keep refuses.
// Host entries stay. It takes every container [Scan] knows: of executables and
// shared libraries the file shrinks too, and addresses other than those of the fat
// binaries stay what they are. n must be the root of a [Scan] without errors.
func Strip(w io.Writer, n *Node, keep func(*Node) bool) (StripResult, error) {
	st := &stripper{keep: func(c *Node) bool { return ParseEntryID(c.Name).IsHost() || keep(c) }}
	if err := n.Errors(); err != nil {
		return st.res, fmt.Errorf("%snot stripped, because it is malformed: %w", prefix(n.src.file, ""), err)
	}
	err := st.node(w, n)
	return st.res, err
}

type stripper struct {
	keep func(*Node) bool
	res  StripResult
}

// node writes what is left of n.
func (st *stripper) node(w io.Writer, n *Node) error {
	switch n.Kind {
	case KindBundle, KindCompressed, KindText, KindOffload:
		_, write, err := st.container(n)
		if err != nil {
			return err
		}
		return write(w)
	case KindArchive:
		var ms []MemberInput
		for _, c := range n.Children {
			var b bytes.Buffer
			if c.Err != nil {
				return c.Err
			}
			if err := st.node(&b, c); err != nil {
				return err
			}
			ms = append(ms, MemberInput{c.Name, b.Bytes()})
		}
		return WriteArchive(w, ms)
	case KindHostELF:
		f, err := readELF(n.src)
		if err != nil {
			return err
		}
		switch {
		case len(n.Children) == 0:
		case f.typ == etRel:
			return st.object(w, n)
		default:
			return st.linked(w, n, f)
		}
	}
	_, err := io.Copy(w, n.Open())
	return err
}

// kept returns the entries of a container that stay, and whether any goes.
func (st *stripper) kept(n *Node) (stay []*Node, changed bool) {
	for _, c := range n.Children {
		if st.keep(c) {
			stay = append(stay, c)
			continue
		}
		changed = true
		st.res.Dropped++
		st.res.Bytes += c.Size
	}
	return stay, changed
}

// container plans what is left of a bundle or OffloadBinary: its size, and how to
// write it.
func (st *stripper) container(n *Node) (int64, func(io.Writer) error, error) {
	stay, changed := st.kept(n)
	if !changed {
		return n.Size, func(w io.Writer) error { _, err := io.Copy(w, n.Open()); return err }, nil
	}
	inputs := func() []Input {
		var in []Input
		for _, c := range stay {
			in = append(in, Input{c.Name, c.Size, c.Open()})
		}
		return in
	}
	if n.Kind == KindBundle {
		align := bundleAlign(n)
		return bundleSize(align, inputs()), func(w io.Writer) error { return WriteBundle(w, align, inputs()) }, nil
	}
	var b bytes.Buffer
	switch n.Kind {
	case KindCompressed:
		if err := WriteBundle(&b, bundleAlign(n), inputs()); err != nil {
			return 0, nil, err
		}
		var z bytes.Buffer
		if err := Compress(&z, b.Bytes(), CompressOptions{Version: n.Compression.Version, Method: n.Compression.Method}); err != nil {
			return 0, nil, err
		}
		b = z
	case KindText:
		c, _ := textComment(n.src.peek(0, 64))
		if err := WriteTextBundle(&b, c, inputs()); err != nil {
			return 0, nil, err
		}
	case KindOffload:
		if err := stripOffload(&b, n, stay); err != nil {
			return 0, nil, err
		}
	default:
		return 0, nil, fmt.Errorf("%sentries of a %s cannot be left out", prefix(n.src.file, n.Path), n.Kind)
	}
	return int64(b.Len()), func(w io.Writer) error { _, err := w.Write(b.Bytes()); return err }, nil
}

func stripOffload(w io.Writer, n *Node, stay []*Node) error {
	old, err := readOffloadBinary(n.src, defaultLimits())
	if err != nil || len(stay) == 0 {
		return err
	}
	var in []OffloadInput
	for i, img := range old.Images {
		if !slices.Contains(stay, n.Children[i]) {
			continue
		}
		d, err := img.src.all()
		if err != nil {
			return err
		}
		in = append(in, OffloadInput{img.ImageKind, img.OffloadKind, img.Flags, img.Strings, d})
	}
	return WriteOffloadBinary(w, min(old.Version, 2), in)
}

// bundleAlign returns the alignment that the offsets of a bundle keep.
func bundleAlign(n *Node) int64 {
	align := int64(HIPAlign)
	for _, c := range n.Children {
		off := c.Offset
		if n.Kind != KindCompressed {
			off -= n.Offset
		}
		for align > 1 && off%align != 0 {
			align /= 2
		}
	}
	return align
}

// bundleSize returns the size that WriteBundle's output will have.
func bundleSize(align int64, inputs []Input) int64 {
	pos := int64(len(BundleMagic) + 8)
	for _, in := range inputs {
		pos += 24 + int64(len(in.ID))
	}
	for _, in := range inputs {
		pos = roundUp(pos, align) + in.Size
	}
	return pos
}

// object writes a relocatable object: bundle sections of dropped targets go, other
// sections keep what starts in them where it starts.
func (st *stripper) object(w io.Writer, n *Node) error {
	edit := SectionEdit{Replace: map[string][]byte{}}
	gone := map[string]bool{}
	for _, s := range n.Children {
		if s.IsEntry {
			if !st.keep(s) {
				gone[BundleMagic+s.Name] = true
				st.res.Dropped++
				st.res.Bytes += s.Size
			}
			continue
		}
		var b bytes.Buffer
		before := st.res.Dropped
		for i, c := range s.Children {
			// A relocation may point at the start of any container but the first of an
			// OffloadBinary section, where they are walked.
			if i > 0 && c.Kind != KindOffload {
				b.Write(make([]byte, max(0, c.Offset-s.Offset-int64(b.Len()))))
			}
			if err := st.node(&b, c); err != nil {
				return err
			}
		}
		if st.res.Dropped == before {
			continue
		}
		if _, twice := edit.Replace[s.Name]; twice {
			return fmt.Errorf("%sseveral sections named %q", prefix(n.src.file, n.Path), s.Name)
		}
		edit.Replace[s.Name] = b.Bytes()
	}
	edit.Remove = func(name string) bool { return gone[name] }
	return RewriteObject(w, n.Open(), n.Size, edit)
}

// patch is a change of some bytes of a file.
type patch struct {
	off int64
	b   []byte
}

// linkedPlan is how a linked file is rewritten: the fat binary section shrinks to
// new contents, and what follows it moves down by whole pages. No address of the
// program changes: the segment that held the section is cut in two.
type linkedPlan struct {
	st      *stripper
	n       *Node
	f       *elfFile
	sec     *elfSection
	node    *Node
	starts  map[uint64]uint64 // old to new address of a container
	pieces  []func(io.Writer) error
	size    int64 // of the new contents
	patches []patch
	table   []byte // program headers at the end of the new contents, if they moved
	cut     int64  // old file offset at which the copy goes on
	shift   int64  // bytes that everything from cut on moves down
}

func (st *stripper) linked(w io.Writer, n *Node, f *elfFile) error {
	p := &linkedPlan{st: st, n: n, f: f}
	if !f.is64 || f.order.Uint16([]byte{1, 0}) != 1 {
		return n.src.errAt(4, "another class or byte order", "a 64-bit little-endian file")
	}
	for _, c := range n.Children {
		if c.Kind != KindSection || len(c.Children) == 0 {
			continue
		}
		if p.node != nil {
			return fmt.Errorf("%ssections %q and %q both hold device code: one can be stripped", prefix(n.src.file, n.Path), p.node.Name, c.Name)
		}
		p.node, p.sec = c, f.find(c.Name)
	}
	if p.node == nil {
		_, err := io.Copy(w, n.Open())
		return err
	}
	before := st.res.Dropped
	if err := p.contents(); err != nil {
		return err
	}
	if st.res.Dropped == before {
		_, err := io.Copy(w, n.Open())
		return err
	}
	if err := p.pointers(); err != nil {
		return err
	}
	if err := p.layout(); err != nil {
		return err
	}
	return p.write(w)
}

// contents plans the containers one after the other at page boundaries.
func (p *linkedPlan) contents() error {
	p.starts = map[uint64]uint64{}
	align := int64(max(p.sec.align, HIPAlign))
	pos := int64(0)
	for _, c := range p.node.Children {
		size, write, err := p.st.container(c)
		if err != nil {
			return err
		}
		at := roundUp(pos, align)
		pad := at - pos
		p.pieces = append(p.pieces, func(w io.Writer) error {
			return errors.Join(writeZeros(w, pad), write(w))
		})
		p.starts[p.sec.addr+uint64(c.Offset-p.node.Offset)] = p.sec.addr + uint64(at)
		pos = at + size
	}
	p.size = pos
	return nil
}

// pointers changes everything that holds the address of a container: the HIPF
// wrappers, their relocations, and symbols.
func (p *linkedPlan) pointers() error {
	f := p.f
	seg := f.find(".hipFatBinSegment")
	if seg == nil {
		return f.src.errAt(0, nil, "a section .hipFatBinSegment, whose wrappers point at the fat binaries")
	}
	ws, err := f.wrappers(seg)
	if err != nil {
		return err
	}
	seen := map[uint64]bool{}
	data, err := f.data(seg)
	if err != nil {
		return err
	}
	u64 := func(off int64, v uint64) { p.patches = append(p.patches, patch{off, le.AppendUint64(nil, v)}) }
	for i, w := range ws {
		to, ok := p.starts[w.Fatbin]
		if !ok {
			return f.src.errAt(int64(seg.off)+int64(i)*WrapperSize+8, fmt.Sprintf("%#x", w.Fatbin), "a wrapper that points at the start of a fat binary")
		}
		seen[w.Fatbin] = true
		if le.Uint64(data[i*WrapperSize+8:]) == w.Fatbin {
			u64(int64(seg.off)+int64(i)*WrapperSize+8, to)
		}
	}
	for a := range p.starts {
		if !seen[a] {
			return f.src.errAt(int64(p.sec.off)+int64(a-p.sec.addr), nil, "a wrapper that points at the fat binary at address %#x", a)
		}
	}
	for i := range f.sections {
		s := &f.sections[i]
		switch s.typ {
		case shtRela:
			d, err := f.data(s)
			if err != nil {
				return err
			}
			for off := 0; off+24 <= len(d); off += 24 {
				if to, ok := p.starts[le.Uint64(d[off+16:])]; ok && le.Uint64(d[off+8:])>>32 == 0 {
					u64(int64(s.off)+int64(off)+16, to)
				}
			}
		case shtSymtab, shtDynsym:
			d, err := f.data(s)
			if err != nil {
				return err
			}
			for off := 0; off+symbolSize <= len(d); off += symbolSize {
				if d[off+4]&0xf == 3 { // section symbols stay
					continue
				}
				if to, ok := p.starts[le.Uint64(d[off+8:])]; ok {
					u64(int64(s.off)+int64(off)+8, to)
				}
			}
		}
	}
	return nil
}

const (
	programHeader = 56
	ptPhdr        = 6
	ptGNUProperty = 0x6474e553
)

// layout decides where the segment is cut and patches headers.
func (p *linkedPlan) layout() error {
	s := segments{progs: slices.Clone(p.f.progs), phoff: int64(p.f.phoff)}
	page, err := s.find(p)
	if err != nil {
		return err
	}
	oldEnd := int64(p.sec.off + p.sec.size)
	s.shrink(p, page)
	if p.shift <= 0 {
		// Nothing to be gained: leave the layout and fill up with zeros.
		p.shift, p.cut = 0, oldEnd
		p.patches = append(p.patches, patch{p.sec.header + 32, le.AppendUint64(nil, uint64(p.size))})
		return nil
	}
	table := s.table(p)
	if s.phoff == int64(p.f.phoff) {
		p.patches = append(p.patches, patch{s.phoff, table})
	} else {
		p.table = table
		p.patches = append(p.patches, patch{32, le.AppendUint64(nil, uint64(s.phoff))})
	}
	p.patches = append(p.patches,
		patch{56, le.AppendUint16(nil, uint16(len(s.progs)))},
		patch{40, le.AppendUint64(nil, p.moved(p.f.shoff))},
		patch{p.sec.header + 32, le.AppendUint64(nil, uint64(p.size))})
	for i := range p.f.sections {
		if sec := &p.f.sections[i]; sec.off >= uint64(oldEnd) {
			p.patches = append(p.patches, patch{sec.header + 24, le.AppendUint64(nil, sec.off-uint64(p.shift))})
		}
	}
	return nil
}

// moved is where a file offset is afterwards.
func (p *linkedPlan) moved(off uint64) uint64 {
	if off >= uint64(p.cut) {
		return off - uint64(p.shift)
	}
	return off
}

// segments are the program headers of the smaller file.
type segments struct {
	progs []elfProg
	load  int   // the one that the section is in
	phoff int64 // where they are
}

// find looks for the segment of the section, and gives the largest alignment of a segment.
func (s *segments) find(p *linkedPlan) (page int64, err error) {
	page, s.load = int64(HIPAlign), -1
	for i, g := range s.progs {
		if g.typ != ptLoad {
			continue
		}
		if g.align > 1<<30 {
			return 0, p.f.src.errAt(int64(p.f.phoff), g.align, "segments aligned to at most 1 GiB")
		}
		page = max(page, int64(g.align))
		if g.off <= p.sec.off && p.sec.off+p.sec.size <= g.off+g.filesz {
			s.load = i
		}
	}
	if s.load < 0 {
		return 0, p.f.src.errAt(p.sec.header, p.sec.name, "a loaded segment that holds section %q", p.sec.name)
	}
	return page, nil
}

// shrink makes the segment of the section smaller, or divides it where more than the section is in it.
func (s *segments) shrink(p *linkedPlan, page int64) {
	seg := &s.progs[s.load]
	oldEnd, newEnd := int64(p.sec.off+p.sec.size), int64(p.sec.off)+p.size
	segEnd := int64(seg.off + seg.filesz)
	if segEnd == oldEnd && seg.memsz == seg.filesz {
		p.cut = oldEnd
		p.shift = (oldEnd - newEnd) / page * page
		seg.filesz = uint64(newEnd) - seg.off
		seg.memsz = seg.filesz
		return
	}
	p.cut = oldEnd / page * page
	second := *seg
	second.off, second.vaddr = uint64(p.cut), seg.vaddr+uint64(p.cut)-seg.off
	second.filesz = uint64(segEnd - p.cut)
	second.memsz = seg.memsz - (uint64(p.cut) - seg.off)
	// The additional header takes the place of the PT_NOTE that only repeats the
	// PT_GNU_PROPERTY, or the headers move to the end of the fat binary.
	if spare := spareHeader(s.progs); spare >= 0 {
		s.progs = slices.Delete(s.progs, spare, spare+1)
		if spare < s.load {
			s.load--
		}
	} else {
		s.phoff = roundUp(newEnd, 8)
		newEnd = s.phoff + int64(len(s.progs)+1)*programHeader
	}
	p.shift = p.cut - roundUp(newEnd, page)
	s.progs = slices.Insert(s.progs, s.load+1, second)
	first := &s.progs[s.load]
	first.filesz = uint64(newEnd) - first.off
	first.memsz = first.filesz
}

// table returns the program headers as the file has them.
func (s *segments) table(p *linkedPlan) []byte {
	var table []byte
	base := s.progs[s.load].vaddr - s.progs[s.load].off
	for i := range s.progs {
		g := &s.progs[i]
		if g.typ == ptPhdr {
			g.filesz = uint64(len(s.progs)) * programHeader
			g.memsz = g.filesz
			if s.phoff != int64(p.f.phoff) {
				g.off, g.vaddr = uint64(s.phoff), base+uint64(s.phoff)
			}
		}
		table = le.AppendUint32(table, g.typ)
		table = le.AppendUint32(table, g.flags)
		for _, v := range []uint64{p.moved(g.off), g.vaddr, g.vaddr, g.filesz, g.memsz, g.align} {
			table = le.AppendUint64(table, v)
		}
	}
	return table
}

// spareHeader finds a PT_NOTE that covers the same bytes as the PT_GNU_PROPERTY.
func spareHeader(progs []elfProg) int {
	for _, g := range progs {
		if g.typ != ptGNUProperty {
			continue
		}
		return slices.IndexFunc(progs, func(s elfProg) bool { return s.typ == ptNote && s.off == g.off && s.filesz == g.filesz })
	}
	return -1
}

func (p *linkedPlan) write(w io.Writer) error {
	slices.SortFunc(p.patches, func(a, b patch) int { return cmpU(uint64(a.off), uint64(b.off)) })
	start, oldEnd := int64(p.sec.off), int64(p.sec.off+p.sec.size)
	if err := p.copy(w, 0, start); err != nil {
		return err
	}
	for _, write := range p.pieces {
		if err := write(w); err != nil {
			return err
		}
	}
	pos := start + p.size
	if p.table != nil {
		if err := writeZeros(w, roundUp(pos, 8)-pos); err != nil {
			return err
		}
		if _, err := w.Write(p.table); err != nil {
			return err
		}
		pos = roundUp(pos, 8) + int64(len(p.table))
	}
	// What was the end of the fat binary on its last page is zeros now.
	if err := writeZeros(w, oldEnd-p.shift-pos); err != nil {
		return err
	}
	return p.copy(w, oldEnd, p.n.src.size)
}

// copy writes the old bytes [from, to) with the patches that fall there.
func (p *linkedPlan) copy(w io.Writer, from, to int64) error {
	for _, c := range p.patches {
		if c.off < from || c.off >= to {
			continue
		}
		if c.off+int64(len(c.b)) > to {
			return p.n.src.errAt(c.off, nil, "headers in one piece")
		}
		if _, err := io.Copy(w, io.NewSectionReader(p.n.src.r, p.n.src.base+from, c.off-from)); err != nil {
			return err
		}
		if _, err := w.Write(c.b); err != nil {
			return err
		}
		from = c.off + int64(len(c.b))
	}
	_, err := io.Copy(w, io.NewSectionReader(p.n.src.r, p.n.src.base+from, to-from))
	return err
}

// EntryName returns a file name for the entry: its ID with what does not belong into a
// name replaced, and the usual extension of what it is.
func EntryName(n *Node) string {
	id := n.Name
	if !n.IsEntry {
		id = n.Target().String()
	}
	// Whoever made the container chose the name of the entry.
	id = strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) || strings.ContainsRune("+-_.,=", r) {
			return r
		}
		return '_'
	}, id)
	if id == "" || id[0] == '-' || id[0] == '.' {
		id = "_" + id
	}
	return id[:min(len(id), maxEntryName)] + n.Kind.Extension()
}

// maxEntryName bounds the names of files that EntryName makes: with what callers put before
// and after them they fit into a folder (NAME_MAX is 255).
const maxEntryName = 160
