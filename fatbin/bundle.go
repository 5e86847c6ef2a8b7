// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// BundleMagic starts a binary bundle and marks text bundles and bundle sections
// (clang documentation, "Clang Offload Bundler").
const BundleMagic = "__CLANG_OFFLOAD_BUNDLE__"

// HIPAlign is the alignment in bytes that clang's HIP driver asks of the code
// objects in a bundle, so that a loader may map them.
const HIPAlign = 4096

// HostID is the entry ID of the empty host entry that comes first in the bundles
// of clang's HIP driver on x86-64 Linux, as the file spells it.
const HostID = "host-x86_64-unknown-linux-gnu-"

// Bounds that no real bundle comes near; they keep a header from asking for
// memory that its file does not back.
const (
	maxBundleEntries = 1 << 16
	maxEntryID       = 1 << 12
	maxBundleAlign   = 1 << 30 // the largest page
)

// Entry is one code object of a container.
type Entry struct {
	ID     string // entry ID as the container spells it
	Offset int64  // bytes from the start of the (uncompressed) container
	Size   int64  // bytes
	src    source
}

// Open returns a reader of the entry's bytes.
func (e *Entry) Open() *io.SectionReader { return e.src.section() }

// Bytes returns the entry's bytes: a slice of the container when that is in
// memory ([Bytes]), else a copy. They must not be changed.
func (e *Entry) Bytes() ([]byte, error) { return e.src.all() }

// Target returns the parsed entry ID.
func (e *Entry) Target() EntryID { return ParseEntryID(e.ID) }

// Bundle is the table of a bundle's entries.
type Bundle struct {
	Entries     []Entry
	Compression *Compression // how it was stored; nil for a plain bundle
}

// Find returns the entry with exactly this ID, or nil.
func (b *Bundle) Find(id string) *Entry {
	for i := range b.Entries {
		if b.Entries[i].ID == id {
			return &b.Entries[i]
		}
	}
	return nil
}

// ReadBundle reads the table of a binary bundle, decompressing a CCOB first (within
// limits; beyond 16 MiB into a temporary file without a name). When some entries are malformed it returns those
// that are not together with the error.
func ReadBundle(r io.ReaderAt, size int64, options ...Option) (*Bundle, error) {
	s := newSource(r, size, "offload bundle")
	return readBundle(s, limitsOf(options))
}

func readBundle(s source, lim Limits) (*Bundle, error) {
	if string(s.peek(0, 4)) == CompressedMagic {
		info, data, err := decompress(s, lim)
		if err != nil {
			return nil, err
		}
		s.r, s.base, s.size = data.ReaderAt, 0, data.size
		b, err := readBundleTable(s)
		if b != nil {
			b.Compression = info
		}
		return b, err
	}
	return readBundleTable(s)
}

// bundleHeader reads the table without looking at where the entries lie.
func bundleHeader(s *source) ([]Entry, int64, error) {
	head, err := s.bytes(0, 32, "bundle header")
	if err != nil {
		return nil, 0, err
	}
	if string(head[:24]) != BundleMagic {
		return nil, 0, s.errAt(0, fmt.Sprintf("%q", head[:24]), "magic %q", BundleMagic)
	}
	n := le.Uint64(head[24:])
	if n > maxBundleEntries {
		return nil, 0, s.errAt(24, n, "at most %d entries", maxBundleEntries)
	}
	if int64(n) > (s.size-32)/24 {
		return nil, 0, s.errAt(24, fmt.Sprintf("%d entries in %d bytes", n, s.size), "a table that fits the data")
	}
	entries := make([]Entry, 0, n)
	pos := int64(32)
	for i := range n {
		h, err := s.bytes(pos, 24, fmt.Sprintf("table entry %d", i))
		if err != nil {
			return entries, pos, err
		}
		off, size, idlen := le.Uint64(h), le.Uint64(h[8:]), le.Uint64(h[16:])
		if idlen > maxEntryID {
			return entries, pos, s.errAt(pos+16, idlen, "an entry ID of at most %d bytes", maxEntryID)
		}
		id, err := s.bytes(pos+24, int64(idlen), fmt.Sprintf("ID of entry %d", i))
		if err != nil {
			return entries, pos, err
		}
		pos += 24 + int64(idlen)
		if off > 1<<62 || size > 1<<62 {
			return entries, pos, s.errAt(pos, fmt.Sprintf("offset %#x size %#x", off, size), "entry %q inside the data", id)
		}
		entries = append(entries, Entry{ID: string(id), Offset: int64(off), Size: int64(size)})
	}
	return entries, pos, nil
}

func readBundleTable(s source) (*Bundle, error) {
	s.format = "offload bundle"
	entries, tableEnd, err := bundleHeader(&s)
	if entries == nil && err != nil {
		return nil, err
	}
	errs := []error{err}
	b := &Bundle{Entries: entries[:0]}
	for _, e := range entries {
		if len(errs) > maxFailures {
			break
		}
		if !s.has(e.Offset, e.Size) {
			errs = append(errs, s.errAt(e.Offset, fmt.Sprintf("offset %#x size %#x in %#x bytes", e.Offset, e.Size, s.size), "entry %q inside the data", e.ID))
			continue
		}
		if e.Size > 0 && e.Offset < tableEnd {
			errs = append(errs, s.errAt(e.Offset, fmt.Sprintf("offset %#x, table ends at %#x", e.Offset, tableEnd), "entry %q after the table", e.ID))
			continue
		}
		e.src = s.sub(e.Offset, e.Size)
		e.src.entry = joinEntry(s.entry, e.ID)
		b.Entries = append(b.Entries, e)
	}
	return b, errors.Join(errs...)
}

// MeasureBundle returns the size in bytes of the bundle or compressed bundle at
// the start of r from its header alone. It is for data of which only the start is
// known: the fat binary that a registered HIPF wrapper points at, or one of
// several in a section. A version 1 CCOB does not record its size: that is an
// error.
func MeasureBundle(r io.ReaderAt) (int64, error) {
	s := newSource(r, 1<<62, "offload bundle")
	return measureBundle(&s)
}

func measureBundle(s *source) (int64, error) {
	if string(s.peek(0, 4)) == CompressedMagic {
		h, err := readCCOBHeader(s)
		if err != nil {
			return 0, err
		}
		if h.stored == 0 {
			return 0, s.errAt(4, "version 1", "a compressed bundle that records its size (version 2 or 3)")
		}
		return h.stored, nil
	}
	entries, end, err := bundleHeader(s)
	if err != nil {
		return 0, err
	}
	for _, e := range entries {
		end = max(end, e.Offset+e.Size)
	}
	return end, nil
}

// Input is one code object to be written to a container.
type Input struct {
	ID   string    // entry ID, written as it is; see [NormalizeEntryID]
	Size int64     // bytes that Data yields
	Data io.Reader // may be nil when Size is 0
}

// InputBytes returns an Input over memory.
func InputBytes(id string, data []byte) Input {
	return Input{ID: id, Size: int64(len(data)), Data: bytes.NewReader(data)}
}

// WriteBundle writes a binary bundle with every code object at a multiple of
// align bytes (0 and 1: unaligned), in the order given. The bytes are those of
// clang-offload-bundler for the same inputs; HIP's own bundles start with an empty
// [HostID] entry and are aligned to [HIPAlign].
func WriteBundle(w io.Writer, align int64, inputs []Input) error {
	if align < 0 || align > maxBundleAlign {
		return fmt.Errorf("bundle alignment %d is not between 0 and %d bytes", align, maxBundleAlign)
	}
	align = max(align, 1)
	if len(inputs) > maxBundleEntries {
		return fmt.Errorf("%d bundle entries: at most %d are possible", len(inputs), maxBundleEntries)
	}
	pos := int64(len(BundleMagic) + 8)
	for _, in := range inputs {
		pos += 24 + int64(len(in.ID))
	}
	head := make([]byte, 0, pos)
	head = append(head, BundleMagic...)
	head = binary.LittleEndian.AppendUint64(head, uint64(len(inputs)))
	for _, in := range inputs {
		if len(in.ID) > maxEntryID {
			return fmt.Errorf("bundle entry ID of %d bytes: at most %d are possible", len(in.ID), maxEntryID)
		}
		if in.Size < 0 || in.Size > 1<<50 {
			return fmt.Errorf("bundle entry %q: size %d is not between 0 and 2^50 bytes", in.ID, in.Size)
		}
		pos = roundUp(pos, align)
		head = le.AppendUint64(head, uint64(pos))
		head = le.AppendUint64(head, uint64(in.Size))
		head = le.AppendUint64(head, uint64(len(in.ID)))
		head = append(head, in.ID...)
		pos += in.Size
	}
	if _, err := w.Write(head); err != nil {
		return err
	}
	pos = int64(len(head))
	for _, in := range inputs {
		next := roundUp(pos, align)
		if err := writeZeros(w, next-pos); err != nil {
			return err
		}
		pos = next
		if err := copyExactly(w, in); err != nil {
			return err
		}
		pos += in.Size
	}
	return nil
}

func copyExactly(w io.Writer, in Input) error {
	if in.Size == 0 {
		return nil
	}
	if in.Data == nil {
		return fmt.Errorf("bundle entry %q: no data for %d bytes", in.ID, in.Size)
	}
	n, err := io.CopyN(w, in.Data, in.Size)
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("bundle entry %q: input ends after %d of %d bytes: %w", in.ID, n, in.Size, io.ErrUnexpectedEOF)
	}
	return err
}

func roundUp(n, align int64) int64 { return (n + align - 1) / align * align }

var zeros [4096]byte

func writeZeros(w io.Writer, n int64) error {
	for n > 0 {
		k := min(n, int64(len(zeros)))
		if _, err := w.Write(zeros[:k]); err != nil {
			return err
		}
		n -= k
	}
	return nil
}
