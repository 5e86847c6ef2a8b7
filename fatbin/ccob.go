// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"crypto/md5"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// CompressedMagic starts a compressed bundle.
const CompressedMagic = "CCOB"

// Method is the compression method of a CCOB, with its value in the file.
type Method uint16

// The methods that clang writes.
const (
	Zlib Method = 0
	Zstd Method = 1
)

// String returns "zlib", "zstd" or the number.
func (m Method) String() string {
	switch m {
	case Zlib:
		return "zlib"
	case Zstd:
		return "zstd"
	}
	return fmt.Sprintf("method %d", uint16(m))
}

// Compression says how a bundle was stored in a CCOB.
type Compression struct {
	Version          int    // header version, 1 to 3
	Method           Method // compression method
	Stored           int64  // bytes of the whole CCOB as its header records it; 0 in version 1
	Uncompressed     int64  // bytes of the bundle
	Hash             uint64 // low 64 bits of the MD5 of the bundle, as the header records it
	HeaderSize       int64  // bytes before the compressed data
	HashMatchesBytes bool   // whether Hash is that of the decompressed bundle
}

// Limits bounds what a reader decompresses for one input.
type Limits struct {
	MaxDecompressed int64 // bytes of one decompressed bundle
	MaxRatio        int64 // decompressed over compressed size, for what exceeds 16 MiB
}

// defaultLimits let through every bundle known (the largest are some hundreds of
// megabytes and compress 30-fold) and stop decompression bombs.
func defaultLimits() Limits { return Limits{MaxDecompressed: 16 << 30, MaxRatio: 128} }

// An Option changes what a reader does.
type Option func(*Limits)

// WithLimits bounds what a reader decompresses. Without it that is 16 GiB, and 128 times
// the compressed size.
func WithLimits(l Limits) Option { return func(to *Limits) { *to = l } }

func limitsOf(options []Option) Limits {
	l := defaultLimits()
	for _, o := range options {
		o(&l)
	}
	return l
}

// ratioFree is the size in bytes below which MaxRatio does not matter.
const ratioFree = 16 << 20

// decompressed returns how many bytes may come from stored compressed ones.
func (l Limits) decompressed(stored int64) int64 {
	return min(l.MaxDecompressed, max(ratioFree, stored*min(l.MaxRatio, (1<<62)/max(stored, 1))))
}

type ccobHeader struct {
	Compression
	stored int64
}

// ccobLayout has the header layout of each version (OffloadBundler.cpp,
// CompressedBundleHeader): magic, u16 version, u16 method, then the sizes.
var ccobLayout = [...]struct{ size, sizes int64 }{
	1: {20, 4}, // u32 uncompressed, u64 hash
	2: {24, 4}, // u32 file size, u32 uncompressed, u64 hash
	3: {32, 8}, // u64 file size, u64 uncompressed, u64 hash
}

func readCCOBHeader(s *source) (*ccobHeader, error) {
	t := *s
	t.format = "compressed offload bundle"
	b, err := t.bytes(0, 8, "CCOB header")
	if err != nil {
		return nil, err
	}
	if string(b[:4]) != CompressedMagic {
		return nil, t.errAt(0, fmt.Sprintf("%q", b[:4]), "magic %q", CompressedMagic)
	}
	h := &ccobHeader{}
	h.Version, h.Method = int(le.Uint16(b[4:])), Method(le.Uint16(b[6:]))
	if h.Version < 1 || h.Version >= len(ccobLayout) {
		return nil, t.errAt(4, h.Version, "CCOB version 1 to %d", len(ccobLayout)-1)
	}
	if h.Method > Zstd {
		return nil, t.errAt(6, uint16(h.Method), "compression method 0 (zlib) or 1 (zstd)")
	}
	l := ccobLayout[h.Version]
	if b, err = t.bytes(0, l.size, "CCOB header"); err != nil {
		return nil, err
	}
	num := func(off int64) uint64 {
		if l.sizes == 4 {
			return uint64(le.Uint32(b[off:]))
		}
		return le.Uint64(b[off:])
	}
	pos := int64(8)
	var stored uint64
	if h.Version > 1 {
		stored = num(pos)
		pos += l.sizes
		if stored < uint64(l.size) || stored > uint64(t.size) {
			return nil, t.errAt(8, stored, "a file size between %d and the %d bytes there are", l.size, t.size)
		}
	}
	un := num(pos)
	if un > 1<<62 {
		return nil, t.errAt(pos, un, "an uncompressed size")
	}
	h.Uncompressed, h.Stored, h.stored = int64(un), int64(stored), int64(stored)
	h.Hash = le.Uint64(b[pos+l.sizes:])
	h.HeaderSize = l.size
	return h, nil
}

// decompress returns the bundle inside a CCOB.
func decompress(s source, lim Limits) (*Compression, *plain, error) {
	h, err := readCCOBHeader(&s)
	if err != nil {
		return nil, nil, err
	}
	s.format = "compressed offload bundle"
	end := s.size
	if h.stored != 0 {
		end = h.stored
	}
	body := s.sub(h.HeaderSize, end-h.HeaderSize)
	if h.Uncompressed > lim.decompressed(body.size) {
		return nil, nil, fmt.Errorf("%s%w: header asks for %d bytes from %d, limit %d",
			prefix(s.file, s.entry), ErrTooLarge, h.Uncompressed, body.size, lim.decompressed(body.size))
	}
	data, err := inflate(&body, nil, h.Method, h.Uncompressed, h.stored == 0)
	if err != nil {
		return nil, nil, err
	}
	h.HashMatchesBytes = data.hash == h.Hash
	return &h.Compression, data, nil
}

// plain is what a compressed stream yielded: in memory, or when it is large in a
// file without a name, whose space is free again once nothing refers to it.
type plain struct {
	io.ReaderAt
	size int64
	hash uint64 // as in a CCOB's header
}

// heapMax is the size in bytes up to which decompressed data is held on the heap.
const heapMax = 16 << 20

// inflate decompresses body into head and exactly want bytes behind it, which the
// caller has held against the limits. padded: other bytes may follow the stream,
// whose end is not recorded.
func inflate(body *source, head []byte, m Method, want int64, padded bool) (*plain, error) {
	p := &plain{size: int64(len(head)) + want}
	fill := func(buf []byte) error {
		copy(buf, head)
		if err := decompressors[m](body, buf[len(head):], padded); err != nil {
			return err
		}
		p.hash = bundleHash(buf)
		return nil
	}
	var err error
	if p.size > heapMax {
		p.ReaderAt, err = fillFile(p.size, fill)
	} else {
		buf := make(Bytes, p.size)
		p.ReaderAt, err = buf, fill(buf)
	}
	var fe *FormatError
	if err != nil && !errors.As(err, &fe) {
		err = fmt.Errorf("%sdecompressing to %d bytes: %w", prefix(body.file, body.entry), p.size, err)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// decompressors fill buf exactly from the stream of each method. None takes memory
// for what a stream claims: buf is all the room there is.
var decompressors = [...]func(body *source, buf []byte, padded bool) error{
	Zlib: unzlib,
	Zstd: unzstd,
}

func unzlib(body *source, buf []byte, padded bool) error {
	z, err := zlib.NewReader(bufio.NewReaderSize(body.section(), 64<<10))
	if err != nil {
		return body.errAt(0, err.Error(), "a zlib stream")
	}
	defer z.Close()
	n, err := io.ReadFull(z, buf)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF) && n < len(buf) && z.Close() == nil:
		return body.errAt(0, fmt.Sprintf("%d bytes", n), "%d bytes of uncompressed data", len(buf))
	case err != nil:
		return body.errAt(0, fmt.Sprintf("%v after %d bytes", err, n), "a zlib stream of %d bytes", len(buf))
	case padded:
		return nil
	}
	var more [1]byte
	if n, err = z.Read(more[:]); n > 0 {
		return body.errAt(0, "more", "%d bytes of uncompressed data", len(buf))
	} else if !errors.Is(err, io.EOF) {
		return body.errAt(0, fmt.Sprintf("%v at the end", err), "a zlib stream of %d bytes", len(buf))
	}
	return nil
}

func unzstd(body *source, buf []byte, padded bool) error {
	in, err := body.all()
	if err != nil {
		return err
	}
	// The decoder's window is buf itself, however large a window the frame asks for.
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(1<<31), zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		return err
	}
	defer z.Close()
	out, err := z.DecodeAll(in, buf[:0:len(buf)])
	switch {
	case len(out) == len(buf) && (err == nil || padded):
		copy(buf, out) // nothing moves unless the decoder left its room and came back
		return nil
	case errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return body.errAt(0, "more", "%d bytes of uncompressed data", len(buf))
	case err != nil:
		return body.errAt(0, fmt.Sprintf("%v after %d bytes", err, len(out)), "a zstd stream of %d bytes", len(buf))
	}
	return body.errAt(0, fmt.Sprintf("%d bytes", len(out)), "%d bytes of uncompressed data", len(buf))
}

// bundleHash returns the hash field of a CCOB: the low 64 bits of the data's MD5.
func bundleHash(b []byte) uint64 {
	sum := md5.Sum(b)
	return le.Uint64(sum[:8])
}

// Decompress reads a CCOB whole and returns the bundle inside.
func Decompress(r io.ReaderAt, size int64, options ...Option) ([]byte, *Compression, error) {
	info, p, err := decompress(newSource(r, size, "compressed offload bundle"), limitsOf(options))
	if err != nil {
		return nil, nil, err
	}
	s := newSource(p.ReaderAt, p.size, "offload bundle")
	data, err := s.all()
	return data, info, err
}

// CompressOptions selects how [Compress] writes.
type CompressOptions struct {
	Version int    // CCOB version 1 to 3; 0 means 3, clang 22's default
	Method  Method // Zlib or Zstd
	Level   int    // clang's level of the method (zstd 1 to 22, zlib 1 to 9); 0 means the method's default
}

// Compress writes data, a bundle, as a CCOB.
func Compress(w io.Writer, data []byte, o CompressOptions) error {
	if o.Version == 0 {
		o.Version = 3
	}
	if o.Version < 1 || o.Version >= len(ccobLayout) {
		return fmt.Errorf("compressed bundle version %d: 1 to %d can be written", o.Version, len(ccobLayout)-1)
	}
	var body bytes.Buffer
	if err := compressTo(&body, data, o); err != nil {
		return err
	}
	l := ccobLayout[o.Version]
	total := l.size + int64(body.Len())
	if l.sizes == 4 && (total > 1<<32-1 || int64(len(data)) > 1<<32-1) {
		return fmt.Errorf("compressed bundle version %d holds at most 4 GiB; use version 3", o.Version)
	}
	head := append(make([]byte, 0, l.size), CompressedMagic...)
	head = le.AppendUint16(head, uint16(o.Version))
	head = le.AppendUint16(head, uint16(o.Method))
	num := func(v int64) {
		if l.sizes == 4 {
			head = le.AppendUint32(head, uint32(v))
		} else {
			head = le.AppendUint64(head, uint64(v))
		}
	}
	if o.Version > 1 {
		num(total)
	}
	num(int64(len(data)))
	head = le.AppendUint64(head, bundleHash(data))
	if _, err := w.Write(head); err != nil {
		return err
	}
	_, err := w.Write(body.Bytes())
	return err
}

func compressTo(w io.Writer, data []byte, o CompressOptions) error {
	switch o.Method {
	case Zlib:
		level := o.Level
		if level == 0 {
			level = zlib.DefaultCompression
		}
		z, err := zlib.NewWriterLevel(w, level)
		if err != nil {
			return err
		}
		if _, err := z.Write(data); err != nil {
			return err
		}
		return z.Close()
	case Zstd:
		level := o.Level
		if level == 0 {
			level = 3
		}
		z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.EncoderLevelFromZstd(level)), zstd.WithEncoderConcurrency(1))
		if err != nil {
			return err
		}
		defer z.Close()
		_, err = w.Write(z.EncodeAll(data, nil))
		return err
	}
	return fmt.Errorf("compression method %d: 0 (zlib) and 1 (zstd) can be written", o.Method)
}
