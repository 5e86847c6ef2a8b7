// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"
	"sync"
)

// Node is one container or image in the tree of a file.
type Node struct {
	Kind        Kind
	Name        string       // entry ID, section, archive member; the file name at the root
	IsEntry     bool         // Name is an entry ID
	Path        string       // names from below the root to this node, joined by "/"
	Offset      int64        // in the file or, below a compressed bundle, in its bundle
	Size        int64        // bytes
	Compression *Compression // of a compressed bundle
	Wrappers    int          // of a .hip_fatbin section: HIPF wrappers that point at it
	Strings     [][2]string  // of an OffloadBinary entry
	Err         error        // what is malformed here; children may be missing
	Children    []*Node

	src source
}

// Open returns a reader of the node's bytes.
func (n *Node) Open() *io.SectionReader { return n.src.section() }

// Bytes returns the node's bytes; see [Entry.Bytes].
func (n *Node) Bytes() ([]byte, error) { return n.src.all() }

// Target returns the parsed entry ID of an entry, and one made from the image
// itself for other images that name their target (such as a gfx ELF).
func (n *Node) Target() EntryID {
	if n.IsEntry {
		return ParseEntryID(n.Name)
	}
	if of := kinds[n.Kind].target; of != nil {
		return of(n)
	}
	return EntryID{}
}

// GFX reads the node as an AMD code object.
func (n *Node) GFX() (*GFX, error) { return readGFX(n.src) }

// SPIRV reads the node as a SPIR-V module.
func (n *Node) SPIRV() (*SPIRV, error) { return readSPIRV(n.src) }

// CPU reads the node as an image of a processor.
func (n *Node) CPU() (*CPU, error) { return readCPU(n.src) }

// Intel reads the node as code of an Intel GPU.
func (n *Node) Intel() (*Intel, error) { return readIntel(n.src) }

// Bitcode reads the node as LLVM bitcode, or IR in text form.
func (n *Node) Bitcode() (*Bitcode, error) {
	if n.Kind == KindIR {
		return readIR(n.src)
	}
	return readBitcode(n.src)
}

// All yields the node and everything below it, parents first.
func (n *Node) All() iter.Seq[*Node] {
	return func(yield func(*Node) bool) { n.walk(yield) }
}

func (n *Node) walk(yield func(*Node) bool) bool {
	if !yield(n) {
		return false
	}
	for _, c := range n.Children {
		if !c.walk(yield) {
			return false
		}
	}
	return true
}

// Images yields the device images below the node, itself included.
func (n *Node) Images() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		n.walk(func(c *Node) bool { return !c.Kind.IsImage() || yield(c) })
	}
}

// Errors joins what is malformed at the node and below.
func (n *Node) Errors() error {
	var errs []error
	for c := range n.All() {
		if c.Err != nil {
			errs = append(errs, c.Err)
		}
	}
	return errors.Join(errs...)
}

// File is a scanned file on disk.
type File struct {
	*Node
	f *os.File
}

// Close closes the file; nodes must not be read any more.
func (f *File) Close() error { return f.f.Close() }

// Open scans the file of this name. The tree is what could be read of it; what is
// malformed is in its nodes' Err.
func Open(name string) (*File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	st, err := f.Stat()
	if err == nil && !st.Mode().IsRegular() {
		err = &os.PathError{Op: "read", Path: name, Err: errors.New("not a regular file")}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &File{Scan(f, st.Size(), name), f}, nil
}

// Bounds on the tree of one file.
const (
	maxDepth    = 8
	maxNodes    = 1 << 20
	maxFailures = 64      // malformed parts reported of one container
	overlapping = 1 << 20 // the depth of parts that lie over others
)

type scanner struct {
	lim      Limits
	nodes    int
	inflated int64 // bytes that may still be decompressed
	cache    inflateCache
}

// Scan finds every container and image in r. name is for errors.
func Scan(r io.ReaderAt, size int64, name string, options ...Option) *Node {
	s := newSource(r, size, "file")
	sc := &scanner{lim: limitsOf(options)}
	// A file of many compressed bundles may grow by the same ratio as one, a small
	// file to less.
	sc.inflated = 4*ratioFree + max(0, s.size-1<<20)*min(sc.lim.MaxRatio, (1<<60)/max(s.size, 1))
	s.file = name
	root := &Node{Name: name, Size: s.size, src: s}
	sc.scan(root, 0)
	return root
}

// child adds a node for the window s of its parent.
func (sc *scanner) child(p *Node, name string, s source, offset int64, depth int) *Node {
	s.entry = joinEntry(p.Path, name)
	c := &Node{Name: name, Path: s.entry, Offset: offset, Size: s.size, src: s}
	if sc.nodes++; sc.nodes > maxNodes {
		p.fail(s.errAt(0, nil, "at most %d containers and images", maxNodes))
		return c
	}
	p.Children = append(p.Children, c)
	sc.scan(c, depth)
	return c
}

func (n *Node) fail(err error) {
	if err != nil {
		n.Err = errors.Join(n.Err, err)
	}
}

// scan finds out what a node is and adds its children.
func (sc *scanner) scan(n *Node, depth int) {
	head := n.src.peek(0, 64)
	n.Kind = sniff(&n.src, head)
	if depth > maxDepth {
		if depth < overlapping && !n.Kind.IsImage() && n.Kind != KindEmpty && n.Kind != KindData {
			n.fail(n.src.errAt(0, nil, "containers at most %d deep", maxDepth))
		}
		return
	}
	switch n.Kind {
	case KindBundle:
		b, err := readBundleTable(n.src)
		n.fail(err)
		sc.entries(n, b, depth)
	case KindCompressed:
		sc.compressed(n, depth)
	case KindText:
		c, _ := textComment(head)
		b, err := readTextBundle(n.src, c)
		n.fail(err)
		sc.entries(n, b, depth)
	case KindOffload:
		sc.offload(n, depth)
	case KindArchive:
		ms, err := readArchive(n.src)
		n.fail(err)
		for _, m := range ms {
			c := sc.child(n, m.Name, m.src, n.Offset+m.Offset, depth+1)
			if m.Thin {
				c.Size = m.Size
				c.fail(fmt.Errorf("%smember of a thin archive: its data lies in the file %q, which is not read", prefix(n.src.file, c.Path), m.Name))
			}
		}
	case KindHostELF:
		sc.hostELF(n, depth)
	}
}

// span is the place of a part of a container.
type span struct {
	off, size int64
	name      string
}

// overlaps finds and reports the parts that overlap one before them. They are
// listed but not looked into, so that no input makes the tree grow beyond it.
func (n *Node) overlaps(parts []span, what string) map[int]bool {
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmpU(uint64(parts[x].off), uint64(parts[y].off)) })
	found := map[int]bool{}
	end, last := int64(0), -1
	for _, i := range order {
		p := &parts[i]
		if p.size == 0 {
			continue
		}
		if p.off < end {
			if len(found) < maxFailures {
				n.fail(n.src.errAt(p.off, fmt.Sprintf("offset %#x before the end %#x of %q", p.off, end, parts[last].name), "%s %q apart from others", what, p.name))
			}
			found[i] = true
		}
		if p.off+p.size > end {
			end, last = p.off+p.size, i
		}
	}
	return found
}

// below returns the depth of a part.
func below(depth int, overlaps bool) int {
	if overlaps {
		return overlapping
	}
	return depth + 1
}

// entries adds the entries of a bundle.
func (sc *scanner) entries(n *Node, b *Bundle, depth int) {
	if b == nil {
		return
	}
	spans := make([]span, len(b.Entries))
	for i := range b.Entries {
		spans[i] = span{b.Entries[i].Offset, b.Entries[i].Size, b.Entries[i].ID}
	}
	overlap := n.overlaps(spans, "entry")
	for i := range b.Entries {
		e := &b.Entries[i]
		c := sc.entry(n, e.ID, e.src, n.Offset+e.Offset, below(depth, overlap[i]))
		if n.Kind == KindCompressed {
			c.Offset = e.Offset
		}
	}
}

func (sc *scanner) entry(n *Node, id string, s source, offset int64, depth int) *Node {
	c := sc.child(n, id, s, offset, depth)
	c.IsEntry = true
	return c
}

func (sc *scanner) offload(n *Node, depth int) {
	b, err := readOffloadBinary(n.src, sc.lim)
	n.fail(err)
	if b == nil {
		return
	}
	spans := make([]span, len(b.Images))
	for i := range b.Images {
		spans[i] = span{b.Images[i].Offset, b.Images[i].Size, b.Images[i].ID()}
	}
	overlap := n.overlaps(spans, "entry")
	for i := range b.Images {
		img := &b.Images[i]
		c := sc.entry(n, spans[i].name, img.src, n.Offset+img.Offset, below(depth, overlap[i]))
		c.Strings = img.Strings
	}
}

// compressed adds the entries of a CCOB. Its bundle is decompressed once here and
// again when an entry is read after others have pushed it out of memory.
func (sc *scanner) compressed(n *Node, depth int) {
	h, err := readCCOBHeader(&n.src)
	if err != nil {
		n.fail(err)
		return
	}
	n.Compression = &h.Compression
	if sc.inflated -= h.Uncompressed; sc.inflated < 0 {
		n.fail(fmt.Errorf("%s%w: all bundles of the file together", prefix(n.src.file, n.Path), ErrTooLarge))
		return
	}
	in := &inflated{cache: &sc.cache, from: n.src, lim: sc.lim, info: n.Compression}
	data, err := in.load()
	if err != nil {
		n.fail(err)
		return
	}
	if !n.Compression.HashMatchesBytes {
		n.fail(n.src.errAt(8, fmt.Sprintf("%#x", data.hash), "data with the hash %#x", n.Compression.Hash))
	}
	s := n.src
	s.r, s.base, s.size = in, 0, data.size
	b, err := readBundleTable(s)
	n.fail(err)
	sc.entries(n, b, depth)
}

// inflateCache keeps the bundle that was decompressed last.
type inflateCache struct {
	mu   sync.Mutex
	last *inflated
	data *plain
}

// inflated is the decompressed bundle of a CCOB, made on demand.
type inflated struct {
	cache *inflateCache
	from  source
	lim   Limits
	info  *Compression
}

func (in *inflated) load() (*plain, error) {
	c := in.cache
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last == in {
		return c.data, nil
	}
	c.last, c.data = nil, nil
	info, data, err := decompress(in.from, in.lim)
	if err != nil {
		return nil, err
	}
	*in.info = *info
	c.last, c.data = in, data
	return data, nil
}

// ReadAt implements io.ReaderAt.
func (in *inflated) ReadAt(p []byte, off int64) (int, error) {
	b, err := in.load()
	if err != nil {
		return 0, err
	}
	return b.ReadAt(p, off)
}

// sniff returns the kind of a node. A short ELF file is data, and one of AMD's that carries
// bundles is a container.
func sniff(s *source, head []byte) Kind {
	if len(head) == 0 {
		return KindEmpty
	}
	switch k := Sniff(head); {
	case k == KindData:
		return sniffText(s.peek(0, sniffLength))
	case k.IsELF() && len(head) < 20:
		return KindData
	case k == KindGFX:
		if f, err := readELF(*s); err == nil && len(f.bundleSections()) > 0 {
			return KindHostELF
		}
		return k
	case k == KindHostELF:
		if f, err := readELF(*s); err == nil && f.find(CPURecords) != nil {
			return KindCPU
		}
		return k
	default:
		return k
	}
}

// bundleSections returns the sections that carry device code.
func (f *elfFile) bundleSections() []*elfSection {
	var out []*elfSection
	for i := range f.sections {
		s := &f.sections[i]
		if strings.HasPrefix(s.name, BundleMagic) || strings.HasPrefix(s.name, ".hip_fatbin") ||
			s.typ == shtLLVMOffload || s.name == ".llvm.offloading" || s.name == ".nv_fatbin" {
			out = append(out, s)
		}
	}
	return out
}

func (sc *scanner) hostELF(n *Node, depth int) {
	f, err := readELF(n.src)
	n.fail(err)
	if f == nil {
		return
	}
	var sections []*elfSection
	var spans []span
	for _, s := range f.bundleSections() {
		w, err := f.window(s)
		if err != nil {
			n.fail(err)
			continue
		}
		sections = append(sections, s)
		spans = append(spans, span{int64(s.off), w.size, s.name})
	}
	overlap := n.overlaps(spans, "section")
	for i, s := range sections {
		w := f.src.sub(spans[i].off, spans[i].size)
		off := n.Offset + int64(s.off)
		if id, ok := strings.CutPrefix(s.name, BundleMagic); ok {
			c := sc.entry(n, id, w, off, below(depth, overlap[i]))
			if c.Kind == KindData && w.size == 1 && c.Target().IsHost() {
				c.Kind = KindEmpty // the host's entry is one zero byte: the object itself is the host's code
			}
			continue
		}
		c := &Node{Kind: KindSection, Name: s.name, Path: joinEntry(n.Path, s.name), Offset: off, Size: w.size}
		w.entry = c.Path
		c.src = w
		n.Children = append(n.Children, c)
		if !overlap[i] {
			sc.section(c, depth+1)
		}
	}
	if seg := f.find(".hipFatBinSegment"); seg != nil {
		ws, err := f.wrappers(seg)
		n.fail(err)
		if len(ws)*(len(f.progs)+len(n.Children)) > maxCalls {
			n.fail(f.src.errAt(seg.header, len(ws), "a reasonable number of wrappers"))
			return
		}
		for _, w := range ws {
			off, ok := f.fileOffset(w.Fatbin)
			for _, c := range n.Children {
				if ok && n.Offset+off >= c.Offset && n.Offset+off < c.Offset+c.Size {
					c.Wrappers++
				}
			}
		}
	}
}

// wrappers reads the HIPF structures of a linked file, with the addends of
// relative relocations where the pointers are not in place.
func (f *elfFile) wrappers(seg *elfSection) ([]Wrapper, error) {
	b, err := f.data(seg)
	if err != nil || f.typ == etRel {
		return nil, err
	}
	addends := map[uint64]uint64{}
	for i := range f.sections {
		s := &f.sections[i]
		if s.typ != shtRela || !f.is64 {
			continue
		}
		d, err := f.data(s)
		if err != nil {
			return nil, err
		}
		for ; len(d) >= 24; d = d[24:] {
			if at := f.order.Uint64(d); at >= seg.addr && at-seg.addr < seg.size {
				addends[at] = f.order.Uint64(d[16:])
			}
		}
	}
	var ws []Wrapper
	for at := seg.addr; len(b) >= WrapperSize; b, at = b[WrapperSize:], at+WrapperSize {
		w, err := ParseWrapper(b)
		if err != nil {
			var fe *FormatError
			if errors.As(err, &fe) {
				fe.File, fe.Entry, fe.Offset = f.src.file, joinEntry(f.src.entry, seg.name), int64(seg.off+at-seg.addr)
			}
			return ws, err
		}
		if a, ok := addends[at+8]; ok {
			w.Fatbin = a
		}
		ws = append(ws, w)
	}
	return ws, nil
}

// section finds the containers in a section: there may be many, each aligned, with
// zeros between them.
func (sc *scanner) section(n *Node, depth int) {
	s := &n.src
	failures := 0
	for pos, i := int64(0), 0; pos < s.size; i++ {
		if failures > maxFailures {
			n.fail(s.errAt(pos, nil, "at most %d malformed containers in a section", maxFailures))
			return
		}
		next, err := nextContainer(s, pos)
		if err != nil {
			n.fail(err)
		}
		if next < 0 {
			return
		}
		pos = next
		rest := s.sub(pos, s.size-pos)
		size, err := measureContainer(&rest)
		if err != nil {
			var fe *FormatError
			if errors.As(err, &fe) {
				fe.Offset += pos
			}
			n.fail(err)
			failures++
			// Resynchronise at the next magic.
			pos += 4
			continue
		}
		size = min(size, rest.size)
		if c := sc.child(n, fmt.Sprintf("[%d]", i), s.sub(pos, size), n.Offset+pos, depth); c.Err != nil {
			failures++
		}
		pos += size
	}
}

// nearestMagic returns the position of the first magic of a container in b, -1 if there is none.
func nearestMagic(b []byte) int {
	best := -1
	for _, c := range containers {
		if j := bytes.Index(b, []byte(c.magic)); j >= 0 && (best < 0 || j < best) {
			best = j
		}
	}
	return best
}

// nextContainer returns the offset of the next container at or after pos, -1 when
// only zeros follow. Other bytes on the way are reported.
func nextContainer(s *source, pos int64) (int64, error) {
	var err error
	const chunk = 64 << 10
	for pos < s.size {
		b := s.peek(pos, chunk)
		if b == nil {
			return -1, err
		}
		k := 0
		for k < len(b) && b[k] == 0 {
			k++
		}
		if k == len(b) {
			pos += int64(k)
			continue
		}
		pos += int64(k)
		head := s.peek(pos, int64(len(BundleMagic)))
		for _, c := range containers {
			if bytes.HasPrefix(head, []byte(c.magic)) {
				return pos, err
			}
		}
		if err == nil {
			err = s.errAt(pos, fmt.Sprintf("%q", head[:min(4, len(head))]), "a bundle, compressed bundle or OffloadBinary")
		}
		// Skip to the nearest magic.
		b = b[k:]
		best := nearestMagic(b)
		switch {
		case best >= 0:
			pos += int64(best)
		case len(b) > len(BundleMagic):
			pos += int64(len(b) - len(BundleMagic) + 1)
		default:
			pos += int64(len(b))
		}
	}
	return -1, err
}

// measureContainer returns the size of the container at the start of s; for one that does not record it, up to the next magic.
func measureContainer(s *source) (int64, error) {
	head := s.peek(0, 24)
	for _, c := range containers {
		if !bytes.HasPrefix(head, []byte(c.magic)) {
			continue
		}
		if n, err := c.size(s); n != 0 || err != nil {
			return n, err
		}
		break
	}
	next, _ := nextContainerAfter(s)
	return next, nil
}

// measureCompressed returns the size of a compressed bundle; version 1 does not record it.
func measureCompressed(s *source) (int64, error) {
	h, err := readCCOBHeader(s)
	if err != nil {
		return 0, err
	}
	return h.stored, nil
}

func measureOffload(s *source) (int64, error) {
	h, err := s.bytes(0, 32, "header")
	if err != nil {
		return 0, err
	}
	size := le.Uint64(h[8:])
	if size < 32 || size > uint64(s.size) {
		return 0, s.errAt(8, size, "a size inside the %d bytes", s.size)
	}
	return roundUp(int64(size), offloadAlign), nil
}

// nextContainerAfter looks for a magic after the one at 0.
func nextContainerAfter(s *source) (int64, error) {
	const chunk = 1 << 20
	for pos := int64(1); pos < s.size; {
		b := s.peek(pos, chunk)
		if best := nearestMagic(b); best >= 0 {
			return pos + int64(best), nil
		}
		if len(b) < chunk {
			break
		}
		pos += int64(len(b) - len(BundleMagic))
	}
	return s.size, nil
}
