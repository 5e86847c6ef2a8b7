// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package reapi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
	"google.golang.org/protobuf/encoding/protowire"
)

type numberOf = protowire.Number

// A Blob is what goes into the storage: Data, or the content of a file.
type Blob struct {
	Digest Digest
	Data   []byte
	Path   string // when Data is nil
}

func (b *Blob) open() (io.ReadCloser, error) {
	if b.Data != nil || b.Path == "" {
		return io.NopCloser(bytes.NewReader(b.Data)), nil
	}
	return os.Open(b.Path)
}

func (b *Blob) read() ([]byte, error) {
	if b.Data != nil || b.Path == "" {
		return b.Data, nil
	}
	data, err := os.ReadFile(b.Path)
	if err == nil && DigestOf(data) != b.Digest {
		err = fmt.Errorf("%s changed while it was sent", b.Path)
	}
	return data, err
}

const (
	// defaultBatch is the bound of a batch where a server names none: gRPC's of a message, with
	// room for the rest of it.
	defaultBatch = 4<<20 - 64<<10
	// batchOverhead is more than what a blob needs in a batch besides its bytes.
	batchOverhead = 128
	// writeChunk is the size of a message of ByteStream.Write.
	writeChunk = 1 << 20
	// transfers is how many streams there are at once.
	transfers = 4
	// compressFrom is the size from which compression is worth its time.
	compressFrom = 256
)

func (c *Capabilities) batch() int64 {
	if c.MaxBatch > 0 && c.MaxBatch < defaultBatch {
		return c.MaxBatch
	}
	return defaultBatch
}

// Zstandard's encoders and decoders are made when they are needed, and once: each is megabytes.
var (
	encoder = sync.OnceValue(func() *zstd.Encoder {
		e, _ := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(transfers))
		return e
	})
	decoder = sync.OnceValue(func() *zstd.Decoder {
		d, _ := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(1<<30), zstd.WithDecoderConcurrency(transfers))
		return d
	})
)

// batches divides blobs into what fits into a batch each, and what is sent alone.
func batches[T any](all []T, limit int64, size func(T) int64) (groups [][]T, alone []T) {
	var sum int64
	for _, b := range all {
		n := size(b) + batchOverhead
		switch {
		case n > limit/2:
			alone = append(alone, b)
			continue
		case len(groups) == 0 || sum+n > limit:
			groups, sum = append(groups, nil), 0
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], b)
		sum += n
	}
	return groups, alone
}

// inParallel calls the functions, as many at once as there are transfers, and returns the
// first error.
func inParallel(todo []func() error) error {
	errs := make([]error, len(todo))
	room := make(chan bool, transfers)
	var wait sync.WaitGroup
	for i, f := range todo {
		room <- true
		wait.Go(func() {
			errs[i] = f()
			<-room
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// Upload sends blobs that the server was found not to have.
func (c *Client) Upload(ctx context.Context, blobs []Blob) error {
	if len(blobs) == 0 {
		return nil
	}
	caps, err := c.Capabilities()
	if err != nil {
		return err
	}
	groups, alone := batches(blobs, caps.batch(), func(b Blob) int64 { return b.Digest.Size })
	var todo []func() error
	for _, g := range groups {
		todo = append(todo, func() error { return c.update(ctx, caps, g) })
	}
	for _, b := range alone {
		todo = append(todo, func() error { return c.write(ctx, caps, &b) })
	}
	return inParallel(todo)
}

// update is BatchUpdateBlobs.
func (c *Client) update(ctx context.Context, caps *Capabilities, blobs []Blob) error {
	const call = service + "ContentAddressableStorage/BatchUpdateBlobs"
	m := c.request()
	for i := range blobs {
		b := &blobs[i]
		data, err := b.read()
		if err != nil {
			return err
		}
		var r message
		r.bytes(1, b.Digest.marshal())
		small := data
		if caps.ZstdBatch && len(data) >= compressFrom {
			small = encoder().EncodeAll(data, nil)
		}
		if len(small) < len(data) {
			r.bytes(2, small)
			r.number(3, compressorZstd)
		} else {
			r.bytes(2, data)
		}
		m.bytes(2, r)
	}
	out, err := c.conn.unary(ctx, call, m)
	if err != nil {
		return err
	}
	stored := 0
	err = fields(out, func(num numberOf, v []byte, _ uint64) error {
		if num != 1 {
			return nil
		}
		stored++
		return fields(v, func(num numberOf, v []byte, _ uint64) error {
			if num != 2 {
				return nil
			}
			st, err := parseStatus(v)
			if err == nil && st.Code != OK {
				err = &Error{c.Name(), call, st, nil}
			}
			return err
		})
	})
	if err == nil && stored < len(blobs) {
		err = &Error{c.Name(), call, Status{Internal, fmt.Sprintf("%d blobs were sent and %d stored", len(blobs), stored)}, nil}
	}
	return err
}

const byteStream = "/google.bytestream.ByteStream/"

// resource is the name of a blob for ByteStream.
func (c *Client) resource(prefix string, d Digest, compressed bool) string {
	kind := "blobs/"
	if compressed {
		kind = "compressed-blobs/zstd/"
	}
	name := prefix + kind + d.String()
	if c.conn.instance != "" {
		name = c.conn.instance + "/" + name
	}
	return name
}

// write is ByteStream.Write of one blob.
func (c *Client) write(ctx context.Context, caps *Capabilities, b *Blob) error {
	const call = byteStream + "Write"
	in, err := b.open()
	if err != nil {
		return err
	}
	defer in.Close()
	compressed := caps.Zstd && b.Digest.Size >= compressFrom
	name := c.resource("uploads/"+randomID()+"/", b.Digest, compressed)
	pr, pw := io.Pipe()
	body := &writeRequests{conn: c.conn, to: pw, name: name}
	produced := make(chan struct{})
	go func() {
		defer close(produced)
		pw.CloseWithError(body.copy(in, compressed))
	}()
	s, err := c.conn.open(ctx, call, pr)
	if err == nil {
		defer s.close()
		_, err = s.next(ctx) // committed_size: what counts is that the call succeeds
	}
	if err == nil || err == io.EOF {
		// A blob that the server has by now is answered before its end.
		pr.CloseWithError(errEnough)
		err = nil
	} else {
		pr.CloseWithError(err)
	}
	<-produced // the file is open until then
	return err
}

// errEnough ends the writer of a stream that the server wants no more of.
var errEnough = errors.New("the server has it")

// writeRequests frames bytes as WriteRequests.
type writeRequests struct {
	conn   *conn
	to     io.Writer
	name   string
	offset uint64
	buf    []byte
}

func (w *writeRequests) copy(in io.Reader, compressed bool) error {
	if !compressed {
		if _, err := io.Copy(w, in); err != nil {
			return err
		}
		return w.flush(true)
	}
	e, err := zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	if _, err := io.Copy(e, in); err != nil {
		return err
	}
	if err := e.Close(); err != nil {
		return err
	}
	return w.flush(true)
}

// Write implements io.Writer.
func (w *writeRequests) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		k := min(len(p), writeChunk-len(w.buf))
		w.buf, p = append(w.buf, p[:k]...), p[k:]
		if len(w.buf) == writeChunk {
			if err := w.flush(false); err != nil {
				return 0, err
			}
		}
	}
	return n, nil
}

func (w *writeRequests) flush(last bool) error {
	var m message
	if w.offset == 0 {
		m.text(1, w.name)
	}
	m.number(2, w.offset)
	m.flag(3, last)
	m.bytes(10, w.buf)
	w.offset += uint64(len(w.buf))
	w.buf = w.buf[:0]
	w.conn.sent.Add(int64(len(m)))
	_, err := w.to.Write(frame(m))
	return err
}

// Fetch reads blobs. What it returns has the digests that were asked for.
func (c *Client) Fetch(ctx context.Context, digests []Digest) (map[Digest][]byte, error) {
	out := map[Digest][]byte{}
	var want []Digest
	for _, d := range digests {
		if _, ok := out[d]; ok {
			continue
		}
		if out[d] = nil; d.Size > 0 {
			want = append(want, d)
		}
	}
	if len(want) == 0 {
		return out, nil
	}
	caps, err := c.Capabilities()
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	keep := func(d Digest, data []byte) {
		mu.Lock()
		defer mu.Unlock()
		out[d] = data
	}
	groups, alone := batches(want, caps.batch(), func(d Digest) int64 { return d.Size })
	var todo []func() error
	for _, g := range groups {
		if len(g) == 1 {
			alone = append(alone, g[0])
			continue
		}
		todo = append(todo, func() error { return c.readBatch(ctx, caps, g, keep) })
	}
	for _, d := range alone {
		todo = append(todo, func() error { return c.read(ctx, caps, d, keep) })
	}
	return out, inParallel(todo)
}

// readBatch is BatchReadBlobs.
func (c *Client) readBatch(ctx context.Context, caps *Capabilities, digests []Digest, keep func(Digest, []byte)) error {
	const call = service + "ContentAddressableStorage/BatchReadBlobs"
	m := c.request()
	for _, d := range digests {
		m.bytes(2, d.marshal())
	}
	if caps.ZstdBatch {
		var packed []byte
		m.bytes(3, protowire.AppendVarint(packed, compressorZstd))
	}
	out, err := c.conn.unary(ctx, call, m)
	if err != nil {
		return err
	}
	got := map[Digest]bool{}
	err = fields(out, func(num numberOf, v []byte, _ uint64) error {
		if num != 1 {
			return nil
		}
		d, data, err := c.batchResponse(call, v)
		if err == nil {
			got[d] = true
			keep(d, data)
		}
		return err
	})
	for _, d := range digests {
		if err == nil && !got[d] {
			err = &Error{c.Name(), call, Status{NotFound, "no blob " + d.String()}, nil}
		}
	}
	return err
}

// batchResponse reads one blob of a batch.
func (c *Client) batchResponse(call string, b []byte) (d Digest, data []byte, err error) {
	var st Status
	var compressor uint64
	err = fields(b, func(num numberOf, v []byte, n uint64) (err error) {
		switch num {
		case 1:
			d, err = parseDigest(v)
		case 2:
			data = v
		case 3:
			st, err = parseStatus(v)
		case 4:
			compressor = n
		}
		return err
	})
	switch {
	case err != nil:
		return d, nil, &Error{c.Name(), call, Status{Internal, err.Error()}, nil}
	case st.Code != OK:
		return d, nil, &Error{c.Name(), call, st, nil}
	case compressor == compressorZstd:
		if data, err = decoder().DecodeAll(data, make([]byte, 0, min(d.Size, 1<<20))); err != nil {
			return d, nil, c.errWrong(call, d, data)
		}
	}
	if DigestOf(data) != d {
		return d, nil, c.errWrong(call, d, data)
	}
	return d, data, nil
}

// read is ByteStream.Read of one blob.
func (c *Client) read(ctx context.Context, caps *Capabilities, d Digest, keep func(Digest, []byte)) error {
	const call = byteStream + "Read"
	compressed := caps.Zstd && d.Size >= compressFrom
	var m message
	m.text(1, c.resource("", d, compressed))
	c.conn.sent.Add(int64(len(m)))
	s, err := c.conn.open(ctx, call, bytes.NewReader(frame(m)))
	if err != nil {
		return err
	}
	defer s.close()
	chunks := &readResponses{ctx: ctx, stream: s}
	var in io.Reader = chunks
	if compressed {
		z, err := zstd.NewReader(chunks, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30))
		if err != nil {
			return err
		}
		defer z.Close()
		in = z
	}
	var data bytes.Buffer
	// One byte more than the blob has: a server that sends more than it should is found out.
	if _, err = io.Copy(&data, io.LimitReader(in, d.Size+1)); err != nil {
		var e *Error
		if !errors.As(err, &e) || strings.HasPrefix(err.Error(), "zstd") {
			return c.errWrong(call, d, data.Bytes())
		}
		return err
	}
	if DigestOf(data.Bytes()) != d {
		return c.errWrong(call, d, data.Bytes())
	}
	keep(d, data.Bytes())
	return nil
}

// readResponses are the bytes of ReadResponses.
type readResponses struct {
	ctx    context.Context
	stream *stream
	rest   []byte
}

// Read implements io.Reader.
func (r *readResponses) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		m, err := r.stream.next(r.ctx)
		if err != nil {
			return 0, err
		}
		err = fields(m, func(num numberOf, v []byte, _ uint64) error {
			if num == 10 {
				r.rest = v
			}
			return nil
		})
		if err != nil {
			return 0, err
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
