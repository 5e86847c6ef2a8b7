// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package reapitest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"cloud.google.com/go/longrunning/autogen/longrunningpb"
	re "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// Execute implements the service.
func (s *Server) Execute(r *re.ExecuteRequest, to re.Execution_ExecuteServer) error {
	if r.InstanceName != s.opt.Instance {
		return status.Errorf(codes.InvalidArgument, "no instance %q", r.InstanceName)
	}
	if s.opt.NoExec {
		return status.Error(codes.Unimplemented, "this server runs nothing")
	}
	ctx := to.Context()
	if cached, err := s.GetActionResult(ctx, &re.GetActionResultRequest{ActionDigest: r.ActionDigest}); err == nil {
		return s.done(to, &re.ExecuteResponse{Result: cached, CachedResult: true})
	}
	if err := to.Send(&longrunningpb.Operation{Name: "operations/" + r.ActionDigest.Hash}); err != nil {
		return err
	}
	queued := time.Now()
	var worker int
	select {
	case worker = <-s.workers:
	case <-ctx.Done():
		return ctx.Err()
	}
	result, err := s.work(ctx, r.ActionDigest, worker, queued)
	s.workers <- worker
	if err != nil {
		return s.done(to, &re.ExecuteResponse{Status: statusOf(err)})
	}
	if s.opt.Faults.Execute != nil {
		if answer, ok := s.opt.Faults.Execute(s.executed.Load(), result); ok {
			if answer == nil {
				return status.Error(codes.Unavailable, "the worker is lost")
			}
			return s.done(to, answer)
		}
	}
	if result.ExitCode == 0 {
		s.mu.Lock()
		s.actions[key(r.ActionDigest)] = result
		s.mu.Unlock()
	}
	return s.done(to, &re.ExecuteResponse{Result: result})
}

func (s *Server) done(to re.Execution_ExecuteServer, r *re.ExecuteResponse) error {
	any, err := anypb.New(r)
	if err != nil {
		return err
	}
	return to.Send(&longrunningpb.Operation{Name: "operations/done", Done: true, Result: &longrunningpb.Operation_Response{Response: any}})
}

// message reads a message from the storage.
func (s *Server) message(d *re.Digest, m proto.Message) error {
	data, ok := s.blob(d)
	if !ok {
		return status.Errorf(codes.FailedPrecondition, "no blob %s", key(d))
	}
	return proto.Unmarshal(data, m)
}

// work runs an action in a folder of its own.
func (s *Server) work(ctx context.Context, d *re.Digest, worker int, queued time.Time) (*re.ActionResult, error) {
	begin := time.Now()
	if s.opt.Slow > 0 {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(s.opt.Slow):
		}
	}
	s.mu.Lock()
	old, known := s.record[key(d)]
	s.mu.Unlock()
	if known && s.opt.Replay != nil {
		return s.replay(ctx, old, worker, queued)
	}
	var action re.Action
	var command re.Command
	if err := s.message(d, &action); err != nil {
		return nil, err
	}
	if err := s.message(action.CommandDigest, &command); err != nil {
		return nil, err
	}
	root, err := os.MkdirTemp(s.dir, "action-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(root)
	if err := s.stage(action.InputRootDigest, root); err != nil {
		return nil, err
	}
	cwd := filepath.Join(root, command.WorkingDirectory)
	for _, o := range command.OutputPaths {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(cwd, o)), 0o777); err != nil {
			return nil, err
		}
	}
	s.executed.Add(1)
	start := time.Now()
	result, took, err := run(ctx, &command, cwd)
	if err != nil {
		return nil, err
	}
	for _, o := range command.OutputPaths {
		data, err := os.ReadFile(filepath.Join(cwd, o))
		if err != nil {
			continue // the command did not write it
		}
		out := digestOf(data)
		if err := s.put(out, data); err != nil {
			return nil, err
		}
		result.OutputFiles = append(result.OutputFiles, &re.OutputFile{Path: o, Digest: out})
	}
	result.ExecutionMetadata = executed(worker, queued, begin, start)
	s.mu.Lock()
	s.record[key(d)] = recorded{result, took}
	s.mu.Unlock()
	return result, nil
}

func executed(worker int, queued, begin, start time.Time) *re.ExecutedActionMetadata {
	return &re.ExecutedActionMetadata{Worker: fmt.Sprintf("worker%d", worker), QueuedTimestamp: timestamppb.New(queued),
		WorkerStartTimestamp: timestamppb.New(begin), ExecutionStartTimestamp: timestamppb.New(start), ExecutionCompletedTimestamp: timestamppb.Now()}
}

// replay returns what a worker did before, after the same time.
func (s *Server) replay(ctx context.Context, old recorded, worker int, queued time.Time) (*re.ActionResult, error) {
	start := time.Now()
	s.executed.Add(1)
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(old.took):
	}
	result := proto.Clone(old.result).(*re.ActionResult)
	result.ExecutionMetadata = executed(worker, queued, start, start)
	return result, nil
}

// run runs a command and returns the processor time that it took.
func run(ctx context.Context, command *re.Command, cwd string) (*re.ActionResult, time.Duration, error) {
	program := command.Arguments[0]
	if !filepath.IsAbs(program) {
		program = filepath.Join(cwd, program)
	}
	cmd := exec.CommandContext(ctx, program, command.Arguments[1:]...)
	cmd.Args[0] = command.Arguments[0]
	cmd.Dir, cmd.Env = cwd, []string{}
	for _, e := range command.EnvironmentVariables {
		cmd.Env = append(cmd.Env, e.Name+"="+e.Value)
	}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, 0, status.Errorf(codes.InvalidArgument, "cannot run %s: %v", program, err)
	}
	if ctx.Err() != nil {
		return nil, 0, ctx.Err()
	}
	return &re.ActionResult{ExitCode: int32(cmd.ProcessState.ExitCode()), StdoutRaw: out.Bytes(), StderrRaw: errs.Bytes()},
		cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// stage creates an input root.
func (s *Server) stage(d *re.Digest, dir string) error {
	var m re.Directory
	if err := s.message(d, &m); err != nil {
		return err
	}
	for _, f := range m.Files {
		if err := s.file(f, filepath.Join(dir, f.Name)); err != nil {
			return err
		}
	}
	for _, f := range m.Directories {
		sub := filepath.Join(dir, f.Name)
		if err := os.Mkdir(sub, 0o777); err != nil {
			return err
		}
		if err := s.stage(f.Digest, sub); err != nil {
			return err
		}
	}
	return nil
}

func (s *Server) file(f *re.FileNode, path string) error {
	mode := os.FileMode(0o444)
	if f.IsExecutable {
		mode = 0o555
	}
	if f.Digest.GetSizeBytes() >= large {
		return s.tools.link(f.Digest, mode, path)
	}
	data, ok := s.blob(f.Digest)
	if !ok {
		return status.Errorf(codes.FailedPrecondition, "no blob %s", key(f.Digest))
	}
	return os.WriteFile(path, data, mode)
}
