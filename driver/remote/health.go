// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"google.golang.org/grpc/codes"

	"gohipcc/driver/reapi"
)

// patience is how many actions of a build may fail before the server is no longer used.
const patience = 5

// rest is how long no build on this machine uses a server after a failure to use it.
const rest = 30 * time.Second

// health decides, from the failures of the server and its workers, whether a build still uses the server.
type health struct {
	stamp   string // file that says for some time that the server failed; "": there is none
	explain func(format string, args ...any)
	tell    func(message string)

	down   atomic.Bool
	warned atomic.Bool
	failed atomic.Int64 // actions
}

// newHealth returns the health of a server, which is down if a build on this machine has failed to use it a
// moment ago. dir is the folder for facts that are kept across builds, or "".
func newHealth(dir, url string, opt *Options) *health {
	h := &health{explain: opt.Explain, tell: opt.Warn}
	if dir == "" {
		return h
	}
	h.stamp = filepath.Join(dir, "down-"+nameOf(url))
	if st, err := os.Stat(h.stamp); err == nil && time.Since(st.ModTime()) < rest {
		h.down.Store(true)
	}
	return h
}

// isDown reports whether the server is not used.
func (h *health) isDown() bool { return h.down.Load() }

// distrust ends the use of the server by this build, because of a wrong result.
func (h *health) distrust(message string) {
	h.warn(message)
	h.down.Store(true)
}

// fail records a failure of the server or a worker.
func (h *health) fail(ctx context.Context, name string, a *action, err error) {
	if ctx.Err() != nil {
		return
	}
	if isUnusable(err) || h.failed.Add(1) > patience {
		if !h.down.Swap(true) && h.stamp != "" {
			keep(h.stamp, []byte(err.Error()+"\n"))
		}
		h.warn(fmt.Sprintf("remote execution: %v; everything runs here, and the server is asked again in %d seconds", err, int(rest.Seconds())))
		return
	}
	h.explain("%s: action %s failed, so it runs here: %v", name, a.digest, err)
	h.warn(fmt.Sprintf("remote execution: %s, action %s: %v; it runs here (--explain says so of each command)", name, a.digest, err))
}

// isUnusable reports whether an error is about the server and not about one action.
func isUnusable(err error) bool {
	switch reapi.CodeOf(err) {
	case codes.Unimplemented, codes.Unauthenticated, codes.PermissionDenied:
		return true
	case codes.Unavailable:
		return errors.Is(err, reapi.ErrUnreachable)
	}
	return false
}

// warn prints one warning about the server per process.
func (h *health) warn(message string) {
	if !h.warned.Swap(true) {
		h.tell(message)
	}
}
