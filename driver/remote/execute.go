// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"google.golang.org/grpc/codes"

	"gohipcc/driver/reapi"
)

// A server runs actions on its workers, or has their results in its action cache.
type server struct {
	client  *reapi.Client
	uploads *uploads
	health  *health
	explain func(format string, args ...any)
	told    atomic.Int64 // bytes sent, as reported by --explain
}

// tries is how often an action is sent to a worker.
const tries = 2

// inline requests the outputs along with the result, which saves a call.
func (a *action) inline() []string {
	var out []string
	for o := range a.outputs {
		out = append(out, o)
	}
	return out
}

// cached looks the action up in the server's cache, while it determines which blobs are missing
// there; nil: there is no result.
func (s *server) cached(ctx context.Context, name string, a *action) *outcome {
	asked := make(chan error, 1)
	go func() { asked <- s.uploads.findMissing(ctx, a.tree) }()
	r, err := s.client.GetActionResult(ctx, a.digest, a.inline())
	missing := <-asked
	if err == nil && r != nil {
		var o *outcome
		if o, err = s.result(ctx, a, r); err == nil {
			if o.exitNonZero {
				return nil
			}
			return o
		}
		if reapi.CodeOf(err) == codes.NotFound {
			return nil // the files of the result are gone
		}
	}
	if err == nil {
		err = missing
	}
	if err != nil {
		s.health.fail(ctx, name, a, err)
	}
	return nil
}

// execute makes a worker run an action, and a second one if the first is lost.
func (s *server) execute(ctx context.Context, name string, a *action) *outcome {
	if s.health.isDown() {
		return &outcome{err: errors.New("the server is left alone")}
	}
	var err error
	for try := range tries {
		if try > 0 {
			s.explain("%s: is given to a worker again: %v", name, err)
			s.uploads.forget(a.tree)
			if merr := s.uploads.findMissing(ctx, a.tree); merr != nil {
				err = merr
				break
			}
		}
		var o *outcome
		if o, err = s.once(ctx, name, a); err == nil {
			return o
		}
		if code := reapi.CodeOf(err); ctx.Err() != nil || code == codes.Unimplemented || code == codes.PermissionDenied || code == codes.Unauthenticated {
			break
		}
	}
	s.health.fail(ctx, name, a, err)
	return &outcome{err: err}
}

func (s *server) once(ctx context.Context, name string, a *action) (*outcome, error) {
	if err := s.uploads.send(ctx, a.tree); err != nil {
		return nil, err
	}
	r, err := s.client.Execute(ctx, a.digest, a.inline())
	if err != nil {
		return nil, err
	}
	o, err := s.result(ctx, a, r.Result)
	if err != nil {
		return nil, err
	}
	sent, _ := s.client.Traffic()
	how := "ran at"
	if r.Cached {
		how = "was in the action cache for"
	}
	s.explain("%s: %s %s of %s: %d ms in all, %d ms the command, %d ms waiting for a worker; %d bytes sent since the last such line", name, how, o.where, s.client.Name(),
		time.Since(a.begin).Milliseconds(), r.Result.Ran.Milliseconds(), r.Result.Queued.Milliseconds(), sent-s.told.Swap(sent))
	return o, nil
}
