// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// offloadMagic starts an OffloadBinary (llvm/Object/OffloadBinary.h).
const offloadMagic = "\x10\xff\x10\xad"

// Layout of an OffloadBinary. Version 1 has one entry and {key, value} strings;
// version 2 counts entries where version 1 has the entry's size, and its strings
// are {key, value, value size}; version 3 adds the inflated size to the header:
// when it is not zero, what follows the header is compressed (zstd by its magic,
// else zlib).
const (
	offloadEntrySize = 40
	offloadAlign     = 8
)

var offloadLayout = [...]struct{ header, str int64 }{1: {32, 16}, 2: {32, 24}, 3: {40, 24}}

// OffloadImage is one entry of an OffloadBinary.
type OffloadImage struct {
	ImageKind   uint16 // [Kind.OffloadImageKind]
	OffloadKind uint16 // offloadKinds
	Flags       uint32
	Strings     [][2]string // key and value in the order of the file: "triple", "arch", …
	Offset      int64       // of the image in the (inflated) binary
	Size        int64
	src         source
}

// String returns the value of a key, or "".
func (o *OffloadImage) String(key string) string {
	for _, kv := range o.Strings {
		if kv[0] == key {
			return kv[1]
		}
	}
	return ""
}

// ID returns the image's target as a bundle entry ID.
func (o *OffloadImage) ID() string {
	kind, ok := offloadKinds[o.OffloadKind]
	if !ok {
		kind = fmt.Sprintf("kind%d", o.OffloadKind)
	}
	t := o.String("triple")
	for strings.Count(t, "-") < 3 {
		t += "-"
	}
	return kind + "-" + t + "-" + o.String("arch")
}

// Open returns a reader of the image.
func (o *OffloadImage) Open() *io.SectionReader { return o.src.section() }

// OffloadBinary is a decoded OffloadBinary.
type OffloadBinary struct {
	Version int
	Size    int64 // bytes in the file, padding included
	Images  []OffloadImage
}

// ReadOffloadBinary decodes the OffloadBinary of version 1 to 3 at the start of r;
// more may follow at Size rounded up to 8.
func ReadOffloadBinary(r io.ReaderAt, size int64, options ...Option) (*OffloadBinary, error) {
	return readOffloadBinary(newSource(r, size, "OffloadBinary"), limitsOf(options))
}

func readOffloadBinary(s source, lim Limits) (*OffloadBinary, error) {
	s.format = "OffloadBinary"
	h, err := s.bytes(0, 32, "header")
	if err != nil {
		return nil, err
	}
	if string(h[:4]) != offloadMagic {
		return nil, s.errAt(0, fmt.Sprintf("%q", h[:4]), "magic %q", offloadMagic)
	}
	v := le.Uint32(h[4:])
	if v == 0 || int(v) >= len(offloadLayout) {
		return nil, s.errAt(4, v, "version 1 to %d", len(offloadLayout)-1)
	}
	l := offloadLayout[v]
	size, entries, count := le.Uint64(h[8:]), le.Uint64(h[16:]), le.Uint64(h[24:])
	if size < uint64(l.header) || size > uint64(s.size) {
		return nil, s.errAt(8, size, "a size between %d and the %d bytes there are", l.header, s.size)
	}
	b := &OffloadBinary{Version: int(v), Size: int64(size)}
	s.size = int64(size)
	if v >= 3 {
		if h, err = s.bytes(0, l.header, "header"); err != nil {
			return nil, err
		}
		if inflated := le.Uint64(h[32:]); inflated != 0 {
			if s, err = inflateOffload(s, h, inflated, lim); err != nil {
				return nil, err
			}
		}
	}
	if v == 1 {
		count = 1
	}
	if entries > uint64(s.size) || count > (uint64(s.size)-entries)/offloadEntrySize {
		return nil, s.errAt(16, fmt.Sprintf("%d entries at %#x", count, entries), "entries inside the %d bytes", s.size)
	}
	var errs []error
	budget := newNameBudget(s.size)
	for i := range int64(count) {
		if len(errs) > maxFailures {
			break
		}
		img, err := readOffloadImage(&s, int64(entries)+i*offloadEntrySize, l.str, &budget)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		b.Images = append(b.Images, *img)
	}
	return b, errors.Join(errs...)
}

func inflateOffload(s source, head []byte, inflated uint64, lim Limits) (source, error) {
	n := int64(len(head))
	body := s.sub(n, s.size-n)
	if limit := lim.decompressed(body.size); inflated > uint64(limit) || inflated < uint64(n) {
		return s, fmt.Errorf("%s%w: header asks for %d bytes from %d, limit %d", prefix(s.file, s.entry), ErrTooLarge, inflated, body.size, limit)
	}
	m := Zlib
	if string(body.peek(0, 4)) == "\x28\xb5\x2f\xfd" {
		m = Zstd
	}
	data, err := inflate(&body, head, m, int64(inflated)-n, false)
	if err != nil {
		return s, err
	}
	s.r, s.base, s.size = data.ReaderAt, 0, data.size
	return s, nil
}

func readOffloadImage(s *source, at, strSize int64, budget *nameBudget) (*OffloadImage, error) {
	e, err := s.bytes(at, offloadEntrySize, "entry")
	if err != nil {
		return nil, err
	}
	o := &OffloadImage{ImageKind: le.Uint16(e), OffloadKind: le.Uint16(e[2:]), Flags: le.Uint32(e[4:])}
	strs, n, off, size := le.Uint64(e[8:]), le.Uint64(e[16:]), le.Uint64(e[24:]), le.Uint64(e[32:])
	if off > 1<<62 || size > 1<<62 || !s.has(int64(off), int64(size)) {
		return nil, s.errAt(at+24, fmt.Sprintf("offset %#x size %#x", off, size), "an image inside the %d bytes", s.size)
	}
	if strs > uint64(s.size) || n > (uint64(s.size)-strs)/uint64(strSize) {
		return nil, s.errAt(at+8, fmt.Sprintf("%d strings at %#x", n, strs), "strings inside the %d bytes", s.size)
	}
	o.Offset, o.Size = int64(off), int64(size)
	o.src = s.sub(o.Offset, o.Size)
	for i := range int64(n) {
		at := int64(strs) + i*strSize
		p, err := s.bytes(at, strSize, "string entry")
		if err != nil {
			return nil, err
		}
		key, err := offloadString(s, le.Uint64(p), -1)
		if err != nil {
			return nil, err
		}
		length := int64(-1)
		if strSize > 16 {
			length = int64(min(le.Uint64(p[16:]), 1<<62))
		}
		val, err := offloadString(s, le.Uint64(p[8:]), length)
		if err != nil {
			return nil, err
		}
		if !budget.take(len(key) + len(val)) {
			return nil, s.errAt(at, nil, "strings of reasonable length")
		}
		o.Strings = append(o.Strings, [2]string{key, val})
	}
	o.src.entry = joinEntry(s.entry, o.ID())
	return o, nil
}

// maxOffloadString bounds a NUL-terminated string; values with a recorded size
// may be longer.
const maxOffloadString = 1 << 16

func offloadString(s *source, off uint64, n int64) (string, error) {
	if off >= uint64(s.size) {
		return "", s.errAt(int64(min(off, 1<<62)), nil, "a string inside the %d bytes", s.size)
	}
	if n >= 0 {
		b, err := s.bytes(int64(off), n, "string value")
		return string(b), err
	}
	b := s.peek(int64(off), maxOffloadString)
	v := cstring(b, 0)
	if len(v) == len(b) {
		return "", s.errAt(int64(off), fmt.Sprintf("%d bytes", len(b)), "a NUL-terminated string")
	}
	return v, nil
}

// OffloadInput is an image to be written to an OffloadBinary.
type OffloadInput struct {
	ImageKind, OffloadKind uint16
	Flags                  uint32
	Strings                [][2]string
	Data                   []byte
}

// WriteOffloadBinary writes images as LLVM does: version 1 (what LLVM 22 writes)
// holds one, versions 2 and 3 (not compressed here) several.
func WriteOffloadBinary(w io.Writer, version int, images []OffloadInput) error {
	if version < 1 || version >= len(offloadLayout) {
		return fmt.Errorf("OffloadBinary version %d: 1 to %d can be written", version, len(offloadLayout)-1)
	}
	if len(images) == 0 || version == 1 && len(images) != 1 {
		return fmt.Errorf("OffloadBinary version %d cannot hold %d images", version, len(images))
	}
	l := offloadLayout[version]
	var strs []string
	nstr, data := int64(0), int64(0)
	for _, img := range images {
		for _, kv := range img.Strings {
			strs = append(strs, kv[0], kv[1])
		}
		nstr += int64(len(img.Strings))
		data += int64(len(img.Data))
	}
	table, offsets := stringTable(strs)
	entries := int64(len(images)) * offloadEntrySize
	strAt := l.header + entries
	tableAt := strAt + nstr*l.str
	dataAt := roundUp(tableAt+int64(len(table)), offloadAlign)
	total := roundUp(dataAt+data, offloadAlign)

	out := make([]byte, 0, dataAt)
	out = append(out, offloadMagic...)
	out = le.AppendUint32(out, uint32(version))
	out = le.AppendUint64(out, uint64(total))
	out = le.AppendUint64(out, uint64(l.header))
	if version == 1 {
		out = le.AppendUint64(out, offloadEntrySize)
	} else {
		out = le.AppendUint64(out, uint64(len(images)))
	}
	if version >= 3 {
		out = le.AppendUint64(out, 0) // not compressed
	}
	at := dataAt
	for _, img := range images {
		out = le.AppendUint16(out, img.ImageKind)
		out = le.AppendUint16(out, img.OffloadKind)
		out = le.AppendUint32(out, img.Flags)
		for _, v := range []int64{strAt, int64(len(img.Strings)), at, int64(len(img.Data))} {
			out = le.AppendUint64(out, uint64(v))
		}
		strAt += int64(len(img.Strings)) * l.str
		at += int64(len(img.Data))
	}
	for _, img := range images {
		for _, kv := range img.Strings {
			out = le.AppendUint64(out, uint64(tableAt)+uint64(offsets[kv[0]]))
			out = le.AppendUint64(out, uint64(tableAt)+uint64(offsets[kv[1]]))
			if version > 1 {
				out = le.AppendUint64(out, uint64(len(kv[1])))
			}
		}
	}
	out = append(out, table...)
	out = append(out, make([]byte, dataAt-int64(len(out)))...)
	if _, err := w.Write(out); err != nil {
		return err
	}
	for _, img := range images {
		if _, err := w.Write(img.Data); err != nil {
			return err
		}
	}
	return writeZeros(w, total-dataAt-data)
}

// stringTable builds an ELF string table as LLVM does: strings sorted from their
// ends, larger characters first, a string that ends another sharing its bytes.
func stringTable(strs []string) ([]byte, map[string]uint32) {
	offsets := make(map[string]uint32, len(strs))
	uniq := make([]string, 0, len(strs))
	for _, s := range strs {
		if _, dup := offsets[s]; !dup {
			offsets[s] = 0
			uniq = append(uniq, s)
		}
	}
	slices.SortFunc(uniq, func(a, b string) int {
		i, j := len(a)-1, len(b)-1
		for ; i >= 0 && j >= 0; i, j = i-1, j-1 {
			if c := cmp.Compare(b[j], a[i]); c != 0 {
				return c
			}
		}
		return cmp.Compare(j, i)
	})
	out := []byte{0}
	prev := ""
	for _, s := range uniq {
		if s == "" {
			continue // the NUL byte at 0
		}
		if strings.HasSuffix(prev, s) {
			offsets[s] = uint32(len(out) - 1 - len(s))
			continue
		}
		offsets[s] = uint32(len(out))
		out = append(append(out, s...), 0)
		prev = s
	}
	return out, offsets
}

func joinEntry(a, b string) string {
	if a == "" {
		return b
	}
	return a + "/" + b
}
