// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package supervisor

import (
	"context"
	"testing"
)

// TestSlots: a worker gets as many processors as there are permissions; those that it waits for in vain, and
// those that it has when it ends, go back.
func TestSlots(t *testing.T) {
	const all = 2
	pool := make(chan struct{}, all)
	for range all {
		pool <- struct{}{}
	}
	files, end, err := serveSlots(func(ctx context.Context) (func(), error) {
		select {
		case <-pool:
			return func() { pool <- struct{}{} }, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	acquire := slotsOf(files[0], files[1])
	for range 3 {
		var releases []func()
		for range all {
			release, err := acquire(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			releases = append(releases, release)
		}
		ctx, cancel := context.WithCancel(context.Background())
		refused := make(chan error)
		for range 3 {
			go func() {
				_, err := acquire(ctx)
				refused <- err
			}()
		}
		cancel()
		for range 3 {
			if err := <-refused; err == nil {
				t.Fatal("granted more than there are")
			}
		}
		for _, release := range releases {
			release()
		}
	}
	if _, err := acquire(context.Background()); err != nil {
		t.Fatal(err)
	}
	end() // as if the worker had crashed
	if len(pool) != all {
		t.Errorf("%d permissions are back; want %d", len(pool), all)
	}
}
