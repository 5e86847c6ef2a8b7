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
	"sync"

	re "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"github.com/klauspost/compress/zstd"
	"google.golang.org/genproto/googleapis/bytestream"
	"google.golang.org/grpc/codes"
)

// A Blob is an object for the storage: Data, or the content of a file.
type Blob struct {
	Digest Digest
	Data   []byte
	Path   string // if Data is nil
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
	// defaultBatch limits a batch if the server states no limit: it is gRPC's limit of a message,
	// less room for the rest of it.
	defaultBatch = 4<<20 - 64<<10
	// batchOverhead is an upper bound of what a blob needs in a batch besides its bytes.
	batchOverhead = 128
	// writeChunk is the size of a message of ByteStream.Write.
	writeChunk = 1 << 20
	// transfers is the number of concurrent streams.
	transfers = 4
	// compressFrom is the size from which on compression saves time.
	compressFrom = 256
	// leastWindow is the window that every decoder of Zstandard should support (RFC 8878, section 3.1.1.1.2).
	leastWindow = 8 << 20
	// maxFetch limits the blobs of one Fetch together: their sizes are the server's word, and the
	// largest output of a compiler is far below.
	maxFetch = 1 << 30
)

func (c *Capabilities) batch() int64 {
	if c.MaxBatch > 0 && c.MaxBatch < defaultBatch {
		return c.MaxBatch
	}
	return defaultBatch
}

// Zstandard's encoders and decoders are created on first use, and once: each takes megabytes.
var (
	encoder = sync.OnceValue(func() *zstd.Encoder {
		e, _ := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(transfers))
		return e
	})
	decoder = sync.OnceValue(func() *zstd.Decoder {
		d, _ := zstd.NewReader(nil, zstd.WithDecodeAllCapLimit(true), zstd.WithDecoderConcurrency(transfers))
		return d
	})
)

// batches divides blobs into batches, and those that are sent separately.
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

// inParallel calls the functions, as many at once as there are transfers, and returns the first
// error.
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

// Upload sends blobs that the server lacks.
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

// update calls BatchUpdateBlobs.
func (c *Client) update(ctx context.Context, caps *Capabilities, blobs []Blob) error {
	const call = "BatchUpdateBlobs"
	m := &re.BatchUpdateBlobsRequest{InstanceName: c.conn.instance}
	for i := range blobs {
		b := &blobs[i]
		data, err := b.read()
		if err != nil {
			return err
		}
		r := &re.BatchUpdateBlobsRequest_Request{Digest: b.Digest.message(), Data: data}
		if caps.ZstdBatch && len(data) >= compressFrom {
			if small := encoder().EncodeAll(data, nil); len(small) < len(data) {
				r.Data, r.Compressor = small, re.Compressor_ZSTD
			}
		}
		m.Requests = append(m.Requests, r)
	}
	out, err := c.storage.BatchUpdateBlobs(ctx, m)
	if err != nil {
		return c.conn.failed(call, err)
	}
	for _, r := range out.GetResponses() {
		if st := statusOf(r.GetStatus()); st.Code != codes.OK {
			return &Error{c.Name(), call, st, nil}
		}
	}
	if stored := len(out.GetResponses()); stored < len(blobs) {
		return c.errorf(call, codes.Internal, "%d blobs were sent and %d stored", len(blobs), stored)
	}
	return nil
}

// resource returns the name of a blob for ByteStream.
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

// write sends one blob by ByteStream.Write.
func (c *Client) write(ctx context.Context, caps *Capabilities, b *Blob) error {
	in, err := b.open()
	if err != nil {
		return err
	}
	defer in.Close()
	ctx, cancel := context.WithCancel(ctx) // ends the stream
	defer cancel()
	s, err := c.streams.Write(ctx)
	if err != nil {
		return c.conn.failed("Write", err)
	}
	compressed := caps.Zstd && b.Digest.Size >= compressFrom
	out := &writeRequests{to: s, name: c.resource("uploads/"+randomID()+"/", b.Digest, compressed)}
	// io.EOF means that the server has replied early: if the call succeeds, it has the blob by now.
	if err := out.copy(in, compressed); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	_, err = s.CloseAndRecv()
	return c.conn.failed("Write", err)
}

// writeRequests sends bytes as WriteRequests.
type writeRequests struct {
	to     bytestream.ByteStream_WriteClient
	name   string
	offset int64
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
	m := &bytestream.WriteRequest{WriteOffset: w.offset, FinishWrite: last, Data: w.buf}
	if w.offset == 0 {
		m.ResourceName = w.name
	}
	w.offset += int64(len(w.buf))
	w.buf = nil // a message may be kept for another try
	return w.to.Send(m)
}

// Fetch reads blobs of at most maxFetch bytes together. Their content is checked against the digests.
func (c *Client) Fetch(ctx context.Context, digests []Digest) (map[Digest][]byte, error) {
	out := map[Digest][]byte{}
	var want []Digest
	var total int64
	for _, d := range digests {
		if _, ok := out[d]; ok {
			continue
		}
		if out[d] = nil; d.Size > 0 {
			want = append(want, d)
		}
		if d.Size > maxFetch-total {
			return nil, c.errorf("Fetch", codes.ResourceExhausted, "blob %s of %d bytes, after %d bytes of others, is over the limit of %d", d.Hash, d.Size, total, int64(maxFetch))
		}
		total += d.Size
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

// readBatch calls BatchReadBlobs.
func (c *Client) readBatch(ctx context.Context, caps *Capabilities, digests []Digest, keep func(Digest, []byte)) error {
	const call = "BatchReadBlobs"
	m := &re.BatchReadBlobsRequest{InstanceName: c.conn.instance, Digests: digestMessages(digests)}
	if caps.ZstdBatch {
		m.AcceptableCompressors = []re.Compressor_Value{re.Compressor_ZSTD}
	}
	out, err := c.storage.BatchReadBlobs(ctx, m)
	if err != nil {
		return c.conn.failed(call, err)
	}
	got := map[Digest]bool{}
	for _, r := range out.GetResponses() {
		d, data, err := c.batchResponse(call, r)
		if err != nil {
			return err
		}
		got[d] = true
		keep(d, data)
	}
	for _, d := range digests {
		if !got[d] {
			return c.errorf(call, codes.NotFound, "no blob %s", d)
		}
	}
	return nil
}

// batchResponse checks one blob of a batch.
func (c *Client) batchResponse(call string, r *re.BatchReadBlobsResponse_Response) (Digest, []byte, error) {
	d, err := digest(r.GetDigest())
	if err != nil {
		return d, nil, c.errorf(call, codes.Internal, "%v", err)
	}
	if st := statusOf(r.GetStatus()); st.Code != codes.OK {
		return d, nil, &Error{c.Name(), call, st, nil}
	}
	data := r.GetData()
	if r.GetCompressor() == re.Compressor_ZSTD {
		if data, err = decompress(data, d.Size); err != nil {
			return d, nil, c.errWrong(call, d, data)
		}
	}
	if DigestOf(data) != d {
		return d, nil, c.errWrong(call, d, data)
	}
	return d, data, nil
}

// decompress returns what is compressed, if that is at most size bytes and fits in a batch: whatever an answer claims or
// contains, it takes no more memory.
func decompress(compressed []byte, size int64) ([]byte, error) {
	return decoder().DecodeAll(compressed, make([]byte, 0, min(size, defaultBatch)))
}

// read reads one blob by ByteStream.Read.
func (c *Client) read(ctx context.Context, caps *Capabilities, d Digest, keep func(Digest, []byte)) error {
	const call = "Read"
	ctx, cancel := context.WithCancel(ctx) // ends the stream
	defer cancel()
	compressed := caps.Zstd && d.Size >= compressFrom
	s, err := c.streams.Read(ctx, &bytestream.ReadRequest{ResourceName: c.resource("", d, compressed)})
	if err != nil {
		return c.conn.failed(call, err)
	}
	chunks := &readResponses{from: s}
	var in io.Reader = chunks
	if compressed {
		window := uint64(max(d.Size, leastWindow))
		z, err := zstd.NewReader(chunks, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(window))
		if err != nil {
			return err
		}
		defer z.Close()
		in = z
	}
	var data bytes.Buffer
	// One byte more than the blob has, so that a server that sends too much is detected.
	_, err = io.Copy(&data, io.LimitReader(in, d.Size+1))
	switch {
	case chunks.err != nil && chunks.err != io.EOF:
		return c.conn.failed(call, chunks.err)
	case err != nil || DigestOf(data.Bytes()) != d:
		return c.errWrong(call, d, data.Bytes())
	}
	keep(d, data.Bytes())
	return nil
}

// readResponses reads the bytes of ReadResponses.
type readResponses struct {
	from bytestream.ByteStream_ReadClient
	rest []byte
	err  error // why there are no more; io.EOF at the end
}

// Read implements io.Reader.
func (r *readResponses) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		m, err := r.from.Recv()
		if err != nil {
			r.err = err
			return 0, err
		}
		r.rest = m.GetData()
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
