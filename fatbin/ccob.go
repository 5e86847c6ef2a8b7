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
	"math/bits"

	"github.com/klauspost/compress/zstd"
)

const ccobMagic = "CCOB"

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

// Limits bounds what a reader may allocate for one input.
type Limits struct {
	MaxDecompressed int64 // bytes of one decompressed bundle
	MaxRatio        int64 // decompressed over compressed size, for what exceeds 16 MiB
}

// DefaultLimits lets through every bundle known (the largest are some hundreds of
// megabytes and compress 30-fold) and stops decompression bombs.
var DefaultLimits = Limits{MaxDecompressed: 16 << 30, MaxRatio: 256}

// ratioFree is the size in bytes below which MaxRatio does not matter.
const ratioFree = 16 << 20

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
	if string(b[:4]) != ccobMagic {
		return nil, t.errAt(0, fmt.Sprintf("%q", b[:4]), "magic %q", ccobMagic)
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

// decompress returns the bundle inside a CCOB. Memory grows with what the stream
// really yields, never with what the header claims.
func decompress(s source, lim Limits) (*Compression, []byte, error) {
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
	limit := min(lim.MaxDecompressed, max(ratioFree, body.size*lim.MaxRatio))
	if h.Uncompressed > limit {
		return nil, nil, fmt.Errorf("%s%w: header asks for %d bytes from %d, limit %d",
			prefix(s.file, s.entry), ErrTooLarge, h.Uncompressed, body.size, limit)
	}
	data, err := inflate(&body, h.Method, h.Uncompressed, h.stored == 0)
	if err != nil {
		return nil, nil, err
	}
	h.HashMatchesBytes = bundleHash(data) == h.Hash
	return &h.Compression, data, nil
}

// inflate decompresses body into exactly want bytes, which the caller has held
// against the limits. Memory grows with what the stream yields. padded: other bytes
// may follow the stream, whose end is not recorded.
func inflate(body *source, m Method, want int64, padded bool) ([]byte, error) {
	zr, done, err := newDecompressor(m, bufio.NewReaderSize(body.section(), 64<<10), want)
	if err != nil {
		return nil, body.errAt(0, err.Error(), "a %s stream", m)
	}
	defer done()
	// Reserve at once what the compressed size makes plausible (code for many targets
	// compresses 40-fold); then double, up to the size that is wanted and one byte
	// that shows that there is more.
	buf := make([]byte, 0, min(want, max(1<<20, body.size*64))+1)
	for {
		if len(buf) == cap(buf) {
			grown := make([]byte, len(buf), min(want+1, 2*int64(cap(buf))))
			copy(grown, buf)
			buf = grown
		}
		n, err := zr.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		switch {
		case padded && int64(len(buf)) == want:
			return buf, nil
		case int64(len(buf)) > want:
			return nil, body.errAt(0, "more", "%d bytes of uncompressed data", want)
		case errors.Is(err, io.EOF) && int64(len(buf)) == want:
			return buf, nil
		case errors.Is(err, io.EOF):
			return nil, body.errAt(0, fmt.Sprintf("%d bytes", len(buf)), "%d bytes of uncompressed data", want)
		case errors.Is(err, zstd.ErrDecoderSizeExceeded), errors.Is(err, zstd.ErrWindowSizeExceeded):
			return nil, fmt.Errorf("%s%w: %v", prefix(body.file, body.entry), ErrTooLarge, err)
		case err != nil:
			return nil, body.errAt(0, fmt.Sprintf("%v after %d bytes", err, len(buf)), "a %s stream of %d bytes", m, want)
		}
	}
}

// newDecompressor returns a streaming decompressor of want bytes with bounded memory.
func newDecompressor(m Method, r io.Reader, want int64) (io.Reader, func(), error) {
	if m == Zlib {
		z, err := zlib.NewReader(r)
		if err != nil {
			return nil, nil, err
		}
		return z, func() { z.Close() }, nil
	}
	// One goroutine, and a window no larger than the data, or than streaming
	// compressors use who do not know the size of theirs.
	window := min(max(uint64(8<<20), 1<<bits.Len64(uint64(want))), 128<<20)
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(window), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, nil, err
	}
	return z, z.Close, nil
}

// bundleHash is the hash field of a CCOB: the low 64 bits of the data's MD5.
func bundleHash(b []byte) uint64 {
	sum := md5.Sum(b)
	return le.Uint64(sum[:8])
}

// Decompress reads a CCOB whole and returns the bundle inside.
func Decompress(r io.ReaderAt, size int64) ([]byte, *Compression, error) {
	info, data, err := decompress(newSource(r, size, "compressed offload bundle"), DefaultLimits)
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
	head := append(make([]byte, 0, l.size), ccobMagic...)
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
