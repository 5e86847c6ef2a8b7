// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cache

import (
	"context"
	"fmt"

	"google.golang.org/grpc/codes"

	"gohipcc/driver/reapi"
)

// ask makes a request of the remote execution API, unless the server has failed before. If it
// returns neither an error nor data, the server has no such object.
func (r *remote) ask(request func() ([]byte, error)) ([]byte, bool) {
	if r.down.Load() {
		r.suppressed.Add(1)
		return nil, false
	}
	data, err := request()
	if err != nil {
		// A server without write permission is still read.
		r.fail(fmt.Errorf("remote cache: %w", err), reapi.IsUnusable(err) && reapi.CodeOf(err) != codes.PermissionDenied)
		return nil, false
	}
	return data, data != nil
}

// actionDigest returns the name of a result in the action cache. The key of a result is the hash of
// more than an Action message; its size is that of a key.
func actionDigest(name string) reapi.Digest { return reapi.Digest{Hash: name, Size: int64(len(Key{}))} }

// getGRPC fetches an object; nil: there is none. size is the number of bytes of one in the storage.
func (r *remote) getGRPC(ctx context.Context, kind, name string, size int64) ([]byte, error) {
	if kind == "ac" {
		return r.grpc.GetActionResultRaw(ctx, actionDigest(name), nil)
	}
	d := reapi.Digest{Hash: name, Size: size}
	blobs, err := r.grpc.Fetch(ctx, []reapi.Digest{d})
	switch {
	case reapi.CodeOf(err) == codes.NotFound:
		return nil, nil
	case err != nil:
		return nil, err
	case blobs[d] == nil:
		return []byte{}, nil
	}
	return blobs[d], nil
}

func (r *remote) putGRPC(ctx context.Context, kind, name string, data []byte) error {
	caps, err := r.grpc.Capabilities()
	switch {
	case err != nil:
		return err
	case !caps.Update:
		return &reapi.Error{Server: r.grpc.Name(), Call: "upload", Status: reapi.Status{Code: codes.PermissionDenied, Message: "clients may not write to the action cache"}}
	case kind == "ac":
		return r.grpc.UpdateActionResult(ctx, actionDigest(name), data)
	}
	d := reapi.Digest{Hash: name, Size: int64(len(data))}
	missing, err := r.grpc.FindMissing(ctx, []reapi.Digest{d})
	if err != nil || len(missing) == 0 {
		return err
	}
	return r.grpc.Upload(ctx, []reapi.Blob{{Digest: d, Data: data}})
}
