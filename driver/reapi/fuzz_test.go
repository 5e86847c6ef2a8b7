// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

//lint:file-ignore SA1019 servers of version 2.0 know output_files only

package reapi

import (
	"bytes"
	"encoding/hex"
	"errors"
	"runtime"
	"strings"
	"testing"

	"cloud.google.com/go/longrunning/autogen/longrunningpb"
	re "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"github.com/klauspost/compress/zstd"
	spb "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"gohipcc/internal/fuzztest"
)

// FuzzAnswers reads damaged messages as a server's answers: the operation of an action that has ended, and
// blobs. What is taken has valid digests, and a blob the content that its digest names; an error names the
// server and the call.
func FuzzAnswers(f *testing.F) {
	body := []byte(strings.Repeat("an output ", 20))
	d := DigestOf(body)
	response, err := anypb.New(&re.ExecuteResponse{
		Result: &re.ActionResult{
			OutputFiles:  []*re.OutputFile{{Path: "out/a.o", Digest: d.message(), Contents: body, IsExecutable: true}, {Path: "b.d", Digest: DigestOf(nil).message()}},
			ExitCode:     1,
			StdoutDigest: d.message(), StderrRaw: []byte("a warning"),
			ExecutionMetadata: &re.ExecutedActionMetadata{Worker: "w", QueuedTimestamp: timestamppb.Now(), WorkerStartTimestamp: timestamppb.Now(),
				ExecutionStartTimestamp: timestamppb.Now(), ExecutionCompletedTimestamp: timestamppb.Now()},
		},
		CachedResult: true, Message: "done", Status: &spb.Status{},
	})
	if err != nil {
		f.Fatal(err)
	}
	enc, err := zstd.NewWriter(nil)
	if err != nil {
		f.Fatal(err)
	}
	var whole [][]byte
	for _, m := range []proto.Message{
		&longrunningpb.Operation{Name: "op", Done: true, Result: &longrunningpb.Operation_Response{Response: response}},
		&longrunningpb.Operation{Name: "op", Done: true, Result: &longrunningpb.Operation_Error{Error: &spb.Status{Code: 14, Message: "busy"}}},
		&re.BatchReadBlobsResponse_Response{Digest: d.message(), Data: body},
		&re.BatchReadBlobsResponse_Response{Digest: d.message(), Data: enc.EncodeAll(body, nil), Compressor: re.Compressor_ZSTD},
	} {
		b, err := proto.Marshal(m)
		if err != nil {
			f.Fatal(err)
		}
		whole = append(whole, b)
	}
	for _, b := range fuzztest.Seeds(whole...) {
		f.Add(b)
	}
	c := &Client{conn: &conn{name: "server"}}
	f.Fuzz(func(t *testing.T, in []byte) {
		if op := (&longrunningpb.Operation{}); proto.Unmarshal(in, op) == nil {
			r, err := c.response(op)
			namesServer(t, err, "Execute")
			if err == nil {
				wellFormed(t, r.Result)
			}
		}
		if blob := (&re.BatchReadBlobsResponse_Response{}); proto.Unmarshal(in, blob) == nil {
			d, data, err := c.batchResponse("BatchReadBlobs", blob)
			namesServer(t, err, "BatchReadBlobs")
			if err == nil && DigestOf(data) != d {
				t.Errorf("%q is taken for %s", data, d)
			}
		}
	})
}

// namesServer checks the form of an error, if it is one.
func namesServer(t *testing.T, err error, call string) {
	t.Helper()
	var e *Error
	if err != nil && (!errors.As(err, &e) || e.Server != "server" || e.Call != call || e.Error() == "") {
		t.Errorf("an error that does not say what was asked of whom: %v", err)
	}
}

// wellFormed checks what was taken as a result.
func wellFormed(t *testing.T, r *ActionResult) {
	t.Helper()
	digests := []*Digest{r.Stdout.Digest, r.Stderr.Digest}
	for _, file := range r.Files {
		digests = append(digests, &file.Digest)
	}
	for _, d := range digests {
		if d == nil {
			continue
		}
		if raw, err := hex.DecodeString(d.Hash); err != nil || len(raw) != 32 || d.Size < 0 {
			t.Errorf("digest %v is taken", *d)
		}
	}
	if r.Queued < 0 || r.Ran < 0 {
		t.Errorf("times of %v and %v", r.Queued, r.Ran)
	}
}

// TestBombs: an answer takes no more memory than the blob that was asked for, whatever it is decompressed to.
func TestBombs(t *testing.T) {
	const claimed, size = 100, 64 << 20
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	bomb := enc.EncodeAll(make([]byte, size), nil)
	var unsized bytes.Buffer // a frame that does not say how long it is
	enc.Reset(&unsized)
	if _, err := enc.Write(make([]byte, size)); err != nil || enc.Close() != nil {
		t.Fatal(err)
	}
	c := &Client{conn: &conn{name: "server"}}
	_ = decoder() // has memory of its own
	for name, data := range map[string][]byte{"sized": bomb, "unsized": unsized.Bytes()} {
		for _, asked := range []int64{claimed, 1 << 40} {
			d := DigestOf(nil)
			d.Size = asked
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, _, err := c.batchResponse("BatchReadBlobs", &re.BatchReadBlobsResponse_Response{Digest: d.message(), Data: data, Compressor: re.Compressor_ZSTD})
			runtime.ReadMemStats(&after)
			if took := after.TotalAlloc - before.TotalAlloc; !errors.Is(err, ErrWrongBlob) || took > size/4 {
				t.Errorf("%s, %d bytes claimed: %d MiB were allocated, %v", name, asked, took>>20, err)
			}
		}
	}
}
