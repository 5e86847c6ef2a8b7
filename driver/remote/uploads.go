// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"context"
	"sync"

	"gohipcc/driver/reapi"
)

// uploads sends the blobs of input roots to the server, each once.
type uploads struct {
	client *reapi.Client
	sends  *slots // uploads of large blobs

	mu      sync.Mutex
	present map[reapi.Digest]bool // blobs that are known to be on the server
}

func newUploads(client *reapi.Client, sends *slots) *uploads {
	return &uploads{client: client, sends: sends, present: map[reapi.Digest]bool{}}
}

// findMissing asks which blobs of an input root the server lacks, among those that are not known to be
// there.
func (u *uploads) findMissing(ctx context.Context, t *tree) error {
	var ask []reapi.Digest
	u.mu.Lock()
	for d := range t.blobs {
		if !u.present[d] {
			ask = append(ask, d)
		}
	}
	u.mu.Unlock()
	missing, err := u.client.FindMissing(ctx, ask)
	if err != nil {
		return err
	}
	lacks := map[reapi.Digest]bool{}
	for _, d := range missing {
		lacks[d] = true
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, d := range ask {
		if !lacks[d] {
			u.present[d] = true
		}
	}
	return nil
}

// lacking returns the blobs of an input root that are not known to be on the server. many: they are so
// large that it is worth waiting for other processes that send the same ones.
func (u *uploads) lacking(t *tree) (send []reapi.Blob, many bool) {
	var sum int64
	u.mu.Lock()
	defer u.mu.Unlock()
	for d, b := range t.blobs {
		if !u.present[d] {
			send = append(send, b)
			sum += d.Size
		}
	}
	return send, sum >= manyBytes
}

// manyBytes is the size from which on only one command of this machine sends at a time: all use the
// same tools and many the same headers, and the first one sends them for all.
const manyBytes = 1 << 20

// send sends the blobs of an input root that the server lacks.
func (u *uploads) send(ctx context.Context, t *tree) error {
	send, many := u.lacking(t)
	if many {
		release, err := u.sendAlone(ctx, t)
		if err != nil {
			return err
		}
		defer release()
		send, _ = u.lacking(t)
	}
	if err := u.client.Upload(ctx, send); err != nil {
		return err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, b := range send {
		u.present[b.Digest] = true
	}
	return nil
}

// sendAlone waits until no other command on this machine sends large blobs, and asks again what is
// missing. If others have sent everything, it does not keep the lock, which would delay the next
// ones.
func (u *uploads) sendAlone(ctx context.Context, t *tree) (release func(), err error) {
	if release = u.sends.try(0); release == nil {
		if release, err = u.sends.take(ctx, 0); err != nil {
			return nil, err
		}
		release()
		if err := u.findMissing(ctx, t); err != nil {
			return nil, err
		}
		if _, many := u.lacking(t); !many {
			return func() {}, nil
		}
		if release, err = u.sends.take(ctx, 0); err != nil {
			return nil, err
		}
	}
	if err := u.findMissing(ctx, t); err != nil {
		release()
		return nil, err
	}
	return release, nil
}

// forget marks the blobs of an input root as unknown: the server has dropped some.
func (u *uploads) forget(t *tree) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for d := range t.blobs {
		delete(u.present, d)
	}
}
