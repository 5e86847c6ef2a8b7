// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc/codes"

	"gohipcc/driver/reapi"
)

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
func (e *Executor) cached(ctx context.Context, name string, a *action) *outcome {
	asked := make(chan error, 1)
	go func() { asked <- e.findMissing(ctx, a) }()
	r, err := e.client.GetActionResult(ctx, a.digest, a.inline())
	missing := <-asked
	if err == nil && r != nil {
		var o *outcome
		if o, err = e.result(ctx, a, r); err == nil {
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
		e.fail(ctx, name, a, err)
	}
	return nil
}

// findMissing asks which blobs of an action the server lacks, among those that are not known to be
// there.
func (e *Executor) findMissing(ctx context.Context, a *action) error {
	var ask []reapi.Digest
	e.presentMu.Lock()
	for d := range a.tree.blobs {
		if !e.present[d] {
			ask = append(ask, d)
		}
	}
	e.presentMu.Unlock()
	missing, err := e.client.FindMissing(ctx, ask)
	if err != nil {
		return err
	}
	lacks := map[reapi.Digest]bool{}
	for _, d := range missing {
		lacks[d] = true
	}
	e.presentMu.Lock()
	defer e.presentMu.Unlock()
	for _, d := range ask {
		if !lacks[d] {
			e.present[d] = true
		}
	}
	return nil
}

// lacking returns the blobs of an action that are not known to be on the server. many: they are so
// large that it is worth waiting for other processes that send the same ones.
func (e *Executor) lacking(a *action) (send []reapi.Blob, many bool) {
	var sum int64
	e.presentMu.Lock()
	defer e.presentMu.Unlock()
	for d, b := range a.tree.blobs {
		if !e.present[d] {
			send = append(send, b)
			sum += d.Size
		}
	}
	return send, sum >= manyBytes
}

// manyBytes is the size from which on only one command of this machine sends at a time: all use the
// same tools and many the same headers, and the first one sends them for all.
const manyBytes = 1 << 20

// upload sends the blobs of an action that the server lacks.
func (e *Executor) upload(ctx context.Context, a *action) error {
	send, many := e.lacking(a)
	if many {
		release, err := e.sendAlone(ctx, a)
		if err != nil {
			return err
		}
		defer release()
		send, _ = e.lacking(a)
	}
	if err := e.client.Upload(ctx, send); err != nil {
		return err
	}
	e.presentMu.Lock()
	defer e.presentMu.Unlock()
	for _, b := range send {
		e.present[b.Digest] = true
	}
	return nil
}

// sendAlone waits until no other command on this machine sends large blobs, and asks again what is
// missing. If others have sent everything, it does not keep the lock, which would delay the next
// ones.
func (e *Executor) sendAlone(ctx context.Context, a *action) (release func(), err error) {
	if release = e.sends.try(0); release == nil {
		if release, err = e.sends.take(ctx, 0); err != nil {
			return nil, err
		}
		release()
		if err := e.findMissing(ctx, a); err != nil {
			return nil, err
		}
		if _, many := e.lacking(a); !many {
			return func() {}, nil
		}
		if release, err = e.sends.take(ctx, 0); err != nil {
			return nil, err
		}
	}
	if err := e.findMissing(ctx, a); err != nil {
		release()
		return nil, err
	}
	return release, nil
}

// forget marks the blobs of an action as unknown: the server has dropped some.
func (e *Executor) forget(a *action) {
	e.presentMu.Lock()
	defer e.presentMu.Unlock()
	for d := range a.tree.blobs {
		delete(e.present, d)
	}
}

// execute makes a worker run an action, and a second one if the first is lost.
func (e *Executor) execute(ctx context.Context, name string, a *action) *outcome {
	if e.down.Load() {
		return &outcome{err: errors.New("the server is left alone")}
	}
	var err error
	for try := range tries {
		if try > 0 {
			e.opt.Explain("%s: is given to a worker again: %v", name, err)
			e.forget(a)
			if merr := e.findMissing(ctx, a); merr != nil {
				err = merr
				break
			}
		}
		var o *outcome
		if o, err = e.once(ctx, name, a); err == nil {
			return o
		}
		if code := reapi.CodeOf(err); ctx.Err() != nil || code == codes.Unimplemented || code == codes.PermissionDenied || code == codes.Unauthenticated {
			break
		}
	}
	e.fail(ctx, name, a, err)
	return &outcome{err: err}
}

func (e *Executor) once(ctx context.Context, name string, a *action) (*outcome, error) {
	if err := e.upload(ctx, a); err != nil {
		return nil, err
	}
	r, err := e.client.Execute(ctx, a.digest, a.inline())
	if err != nil {
		return nil, err
	}
	o, err := e.result(ctx, a, r.Result)
	if err != nil {
		return nil, err
	}
	sent, _ := e.client.Traffic()
	how := "ran at"
	if r.Cached {
		how = "was in the action cache for"
	}
	e.opt.Explain("%s: %s %s of %s: %d ms in all, %d ms the command, %d ms waiting for a worker; %d bytes sent since the last such line", name, how, o.where, e.client.Name(),
		time.Since(a.begin).Milliseconds(), r.Result.Ran.Milliseconds(), r.Result.Queued.Milliseconds(), sent-e.told.Swap(sent))
	return o, nil
}
