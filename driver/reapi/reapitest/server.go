// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package reapitest is a server of the Bazel Remote Execution API for tests, over gRPC's own
// library: storage, action cache, capabilities, and an execution service that runs the commands in
// folders of their own. It can simulate failures of servers and workers.
package reapitest

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"fmt"
	"maps"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	re "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/genproto/googleapis/bytestream"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// Faults are simulated failures. Functions are called concurrently; nil: no failure.
type Faults struct {
	// Call may reject a call of a method, such as
	// "/build.bazel.remote.execution.v2.Execution/Execute".
	Call func(method string) error
	// Execute replaces the worker's response; ok false: the worker's is sent. If the response is
	// nil, the caller's stream breaks.
	Execute func(n int64, result *re.ActionResult) (answer *re.ExecuteResponse, ok bool)
	// Blob changes the content of a blob that is read.
	Blob func(data []byte) []byte
	// Slow is how long a worker waits before it starts.
	Slow time.Duration
	// HalfStream ends streams of reads after half of their bytes, as if that were all.
	HalfStream bool
}

// Options configure the server.
type Options struct {
	Faults
	Instance string // the instance that it serves; others are rejected
	Token    string // the token that it requires; empty: none
	TLS      *tls.Config
	Workers  int           // commands that run at once; 0: one
	Latency  time.Duration // before each reply
	NoZstd   bool
	MaxBatch int64 // bytes; 0: the server states no limit
	NoUpdate bool  // clients may not write to the action cache
	NoExec   bool
	// Replay, if set, is a server whose workers ran the actions before: their results are returned
	// again, after the processor time that each command took. Its storage has the large blobs, the
	// tools, and what the results need.
	Replay *Server
	// Tools, if set, has the large blobs of all servers with it: what a driver sent to one, the
	// tools, no other asks for.
	Tools *Tools
}

// recorded is the outcome of an action on a worker.
type recorded struct {
	result *re.ActionResult
	took   time.Duration // processor time
}

// Server is a running server.
type Server struct {
	re.UnimplementedExecutionServer
	re.UnimplementedActionCacheServer
	re.UnimplementedContentAddressableStorageServer
	re.UnimplementedCapabilitiesServer
	bytestream.UnimplementedByteStreamServer

	URL string
	opt Options

	mu      sync.Mutex
	blobs   map[string][]byte // by digest
	actions map[string]*re.ActionResult
	calls   map[string]int
	record  map[string]recorded

	workers  chan int
	dir      string
	executed atomic.Int64
	// Uploaded and Downloaded are the bytes of blobs as sent.
	Uploaded, Downloaded atomic.Int64
	tools                *Tools
}

// Start runs a server until the test ends.
func Start(t testing.TB, opt Options) *Server {
	t.Helper()
	s, stop, err := Serve("127.0.0.1:0", t.TempDir(), opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return s
}

// Serve runs a server at an address, with the folders of its commands in dir.
func Serve(address, dir string, opt Options) (s *Server, stop func(), err error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, nil, err
	}
	opt.Workers = max(opt.Workers, 1)
	s = &Server{opt: opt, blobs: map[string][]byte{}, actions: map[string]*re.ActionResult{}, calls: map[string]int{},
		record: map[string]recorded{}, workers: make(chan int, opt.Workers), dir: dir, tools: opt.Tools}
	if s.tools == nil {
		s.tools = NewTools(dir)
	}
	if old := opt.Replay; old != nil {
		s.tools = old.tools
		old.mu.Lock()
		for _, r := range old.record {
			for _, f := range r.result.OutputFiles {
				if data, ok := old.blobs[key(f.Digest)]; ok {
					s.blobs[key(f.Digest)] = data
				}
			}
		}
		maps.Copy(s.record, old.record)
		old.mu.Unlock()
	}
	for i := range opt.Workers {
		s.workers <- i
	}
	s.blobs[key(&re.Digest{Hash: hashOf(nil)})] = nil
	options := []grpc.ServerOption{grpc.UnaryInterceptor(s.unary), grpc.StreamInterceptor(s.stream)}
	scheme := "grpc"
	if opt.TLS != nil {
		scheme = "grpcs"
		options = append(options, grpc.Creds(credentials.NewTLS(opt.TLS)))
	}
	g := grpc.NewServer(options...)
	re.RegisterExecutionServer(g, s)
	re.RegisterActionCacheServer(g, s)
	re.RegisterContentAddressableStorageServer(g, s)
	re.RegisterCapabilitiesServer(g, s)
	bytestream.RegisterByteStreamServer(g, s)
	s.URL = scheme + "://" + l.Addr().String()
	if opt.Instance != "" {
		s.URL += "/" + opt.Instance
	}
	served := make(chan struct{})
	go func() {
		defer close(served)
		g.Serve(l)
	}()
	return s, func() { g.Stop(); <-served }, nil
}

// Executed returns how many commands workers ran.
func (s *Server) Executed() int64 { return s.executed.Load() }

// Calls returns how many calls of a method there were, by the last part of its name.
func (s *Server) Calls(method string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[method]
}

// Recorded returns how many actions were run, and the processor time of all their commands.
func (s *Server) Recorded() (actions int, took time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.record {
		took += r.took
	}
	return len(s.record), took
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func key(d *re.Digest) string { return fmt.Sprintf("%s/%d", d.GetHash(), d.GetSizeBytes()) }

func digestOf(data []byte) *re.Digest {
	return &re.Digest{Hash: hashOf(data), SizeBytes: int64(len(data))}
}

// check is called for every call.
func (s *Server) check(ctx context.Context, method string) error {
	name := method
	for i := len(method) - 1; i >= 0; i-- {
		if method[i] == '/' {
			name = method[i+1:]
			break
		}
	}
	s.mu.Lock()
	s.calls[name]++
	s.mu.Unlock()
	if s.opt.Token != "" {
		md, _ := metadata.FromIncomingContext(ctx)
		if got := md.Get("authorization"); len(got) != 1 || got[0] != "Bearer "+s.opt.Token {
			return status.Error(codes.Unauthenticated, "no such token")
		}
	}
	if s.opt.Latency > 0 {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(s.opt.Latency):
		}
	}
	if s.opt.Call != nil {
		return s.opt.Call(method)
	}
	return nil
}

func (s *Server) unary(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	if err := s.check(ctx, info.FullMethod); err != nil {
		return nil, err
	}
	if r, ok := req.(interface{ GetInstanceName() string }); ok && r.GetInstanceName() != s.opt.Instance {
		return nil, status.Errorf(codes.InvalidArgument, "no instance %q", r.GetInstanceName())
	}
	return next(ctx, req)
}

func (s *Server) stream(srv any, ss grpc.ServerStream, info *grpc.StreamServerInfo, next grpc.StreamHandler) error {
	if err := s.check(ss.Context(), info.FullMethod); err != nil {
		return err
	}
	return next(srv, ss)
}

// GetCapabilities implements the service.
func (s *Server) GetCapabilities(context.Context, *re.GetCapabilitiesRequest) (*re.ServerCapabilities, error) {
	c := &re.CacheCapabilities{
		DigestFunctions:               []re.DigestFunction_Value{re.DigestFunction_SHA256},
		ActionCacheUpdateCapabilities: &re.ActionCacheUpdateCapabilities{UpdateEnabled: !s.opt.NoUpdate},
		MaxBatchTotalSizeBytes:        s.opt.MaxBatch,
	}
	if !s.opt.NoZstd {
		c.SupportedCompressors = []re.Compressor_Value{re.Compressor_ZSTD}
		c.SupportedBatchUpdateCompressors = c.SupportedCompressors
	}
	return &re.ServerCapabilities{CacheCapabilities: c,
		ExecutionCapabilities: &re.ExecutionCapabilities{DigestFunction: re.DigestFunction_SHA256, ExecEnabled: !s.opt.NoExec}}, nil
}

// GetActionResult implements the service.
func (s *Server) GetActionResult(_ context.Context, r *re.GetActionResultRequest) (*re.ActionResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	res := s.actions[key(r.ActionDigest)]
	if res == nil {
		return nil, status.Error(codes.NotFound, "no such result")
	}
	return proto.Clone(res).(*re.ActionResult), nil
}

// UpdateActionResult implements the service.
func (s *Server) UpdateActionResult(_ context.Context, r *re.UpdateActionResultRequest) (*re.ActionResult, error) {
	if s.opt.NoUpdate {
		return nil, status.Error(codes.PermissionDenied, "the action cache is read-only")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range r.ActionResult.OutputFiles {
		if _, ok := s.stored(f.Digest); !ok {
			return nil, status.Errorf(codes.FailedPrecondition, "no blob %s", key(f.Digest))
		}
	}
	s.actions[key(r.ActionDigest)] = r.ActionResult
	return r.ActionResult, nil
}
