// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package reapitest

import (
	"bytes"
	"context"
	"io"
	"regexp"
	"slices"
	"strconv"

	re "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"github.com/klauspost/compress/zstd"
	"google.golang.org/genproto/googleapis/bytestream"
	spb "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// FindMissingBlobs implements the service.
func (s *Server) FindMissingBlobs(_ context.Context, r *re.FindMissingBlobsRequest) (*re.FindMissingBlobsResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := &re.FindMissingBlobsResponse{}
	for _, d := range r.BlobDigests {
		if _, ok := s.stored(d); !ok {
			out.MissingBlobDigests = append(out.MissingBlobDigests, d)
		}
	}
	return out, nil
}

func (s *Server) put(d *re.Digest, data []byte) error {
	if got := digestOf(data); key(got) != key(d) {
		return status.Errorf(codes.InvalidArgument, "blob %s is %s", key(d), key(got))
	}
	if len(data) >= large {
		s.tools.put(d, data)
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.blobs[key(d)] = data
	return nil
}

// get returns a blob with the simulated failures.
func (s *Server) get(d *re.Digest) ([]byte, error) {
	data, ok := s.blob(d)
	if !ok {
		return nil, status.Errorf(codes.NotFound, "no blob %s", key(d))
	}
	if s.opt.Blob != nil {
		data = s.opt.Blob(bytes.Clone(data))
	}
	return data, nil
}

func (s *Server) blob(d *re.Digest) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stored(d)
}

// stored returns a blob; s.mu is held.
func (s *Server) stored(d *re.Digest) ([]byte, bool) {
	if d.GetSizeBytes() >= large {
		return s.tools.blob(d)
	}
	data, ok := s.blobs[key(d)]
	return data, ok
}

func (s *Server) batchLimit() int64 {
	if s.opt.MaxBatch > 0 {
		return s.opt.MaxBatch
	}
	return 4 << 20
}

// BatchUpdateBlobs implements the service.
func (s *Server) BatchUpdateBlobs(_ context.Context, r *re.BatchUpdateBlobsRequest) (*re.BatchUpdateBlobsResponse, error) {
	out := &re.BatchUpdateBlobsResponse{}
	var total int64
	for _, q := range r.Requests {
		s.Uploaded.Add(int64(len(q.Data)))
		total += int64(len(q.Data))
		data, err := q.Data, error(nil)
		if q.Compressor == re.Compressor_ZSTD {
			data, err = unpack(q.Data)
		}
		if err == nil {
			err = s.put(q.Digest, data)
		}
		out.Responses = append(out.Responses, &re.BatchUpdateBlobsResponse_Response{Digest: q.Digest, Status: statusOf(err)})
	}
	if total > s.batchLimit() {
		return nil, status.Errorf(codes.InvalidArgument, "a batch of %d bytes", total)
	}
	return out, nil
}

func statusOf(err error) *spb.Status { return status.Convert(err).Proto() }

// BatchReadBlobs implements the service.
func (s *Server) BatchReadBlobs(_ context.Context, r *re.BatchReadBlobsRequest) (*re.BatchReadBlobsResponse, error) {
	out := &re.BatchReadBlobsResponse{}
	var total int64
	for _, d := range r.Digests {
		data, err := s.get(d)
		total += int64(len(data))
		a := &re.BatchReadBlobsResponse_Response{Digest: d, Data: data, Status: statusOf(err)}
		if slices.Contains(r.AcceptableCompressors, re.Compressor_ZSTD) && err == nil {
			a.Data, a.Compressor = pack(data), re.Compressor_ZSTD
		}
		s.Downloaded.Add(int64(len(a.Data)))
		out.Responses = append(out.Responses, a)
	}
	if total > s.batchLimit() {
		return nil, status.Errorf(codes.InvalidArgument, "a batch of %d bytes", total)
	}
	return out, nil
}

func pack(data []byte) []byte {
	e, _ := zstd.NewWriter(nil)
	defer e.Close()
	return e.EncodeAll(data, nil)
}

func unpack(data []byte) ([]byte, error) {
	d, _ := zstd.NewReader(nil)
	defer d.Close()
	return d.DecodeAll(data, nil)
}

var (
	readName  = regexp.MustCompile(`^(?:(.+)/)?(blobs|compressed-blobs/zstd)/([0-9a-f]{64})/([0-9]+)$`)
	writeName = regexp.MustCompile(`^(?:(.+)/)?uploads/[-0-9a-f]{36}/(blobs|compressed-blobs/zstd)/([0-9a-f]{64})/([0-9]+)$`)
)

func (s *Server) parseName(form *regexp.Regexp, name string) (*re.Digest, bool, error) {
	m := form.FindStringSubmatch(name)
	if m == nil || m[1] != s.opt.Instance {
		return nil, false, status.Errorf(codes.InvalidArgument, "resource %q", name)
	}
	size, err := strconv.ParseInt(m[4], 10, 64)
	return &re.Digest{Hash: m[3], SizeBytes: size}, m[2] != "blobs", err
}

// Read implements the service.
func (s *Server) Read(r *bytestream.ReadRequest, to bytestream.ByteStream_ReadServer) error {
	d, compressed, err := s.parseName(readName, r.ResourceName)
	if err != nil {
		return err
	}
	data, err := s.get(d)
	if err != nil {
		return err
	}
	if compressed {
		data = pack(data)
	}
	if s.opt.HalfStream {
		data = data[:len(data)/2]
	}
	s.Downloaded.Add(int64(len(data)))
	for len(data) > 0 {
		n := min(len(data), 64<<10)
		if err := to.Send(&bytestream.ReadResponse{Data: data[:n]}); err != nil {
			return err
		}
		data = data[n:]
	}
	return nil
}

// Write implements the service.
func (s *Server) Write(from bytestream.ByteStream_WriteServer) error {
	var data []byte
	name := ""
	for {
		r, err := from.Recv()
		if err == io.EOF {
			return status.Error(codes.InvalidArgument, "the stream ends before the blob")
		}
		if err != nil {
			return err
		}
		if name == "" {
			name = r.ResourceName
			d, _, err := s.parseName(writeName, name)
			if err != nil {
				return err
			}
			if _, have := s.blob(d); have {
				return from.SendAndClose(&bytestream.WriteResponse{CommittedSize: d.SizeBytes})
			}
		}
		if r.WriteOffset != int64(len(data)) {
			return status.Errorf(codes.InvalidArgument, "offset %d after %d bytes", r.WriteOffset, len(data))
		}
		s.Uploaded.Add(int64(len(r.Data)))
		data = append(data, r.Data...)
		if r.FinishWrite {
			break
		}
	}
	d, compressed, err := s.parseName(writeName, name)
	if err != nil {
		return err
	}
	size := int64(len(data))
	if compressed {
		if data, err = unpack(data); err != nil {
			return status.Error(codes.InvalidArgument, err.Error())
		}
	}
	if err := s.put(d, data); err != nil {
		return err
	}
	return from.SendAndClose(&bytestream.WriteResponse{CommittedSize: size})
}
