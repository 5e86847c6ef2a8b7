// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cache

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"gohipcc/driver/reapi"
)

const (
	// maxObjectBytes limits an object that is fetched over the network.
	maxObjectBytes = 1 << 30

	defaultRemoteTimeout = 5 * time.Second

	// remoteBudget is the time, in time-outs, that a process spends waiting for a server: a server
	// that replies to each request just in time is of no use either.
	remoteBudget = 2

	// remoteRest is how long no build on this machine uses a server after it could not be reached:
	// a dead server costs one time-out, not one per build.
	remoteRest = 30 * time.Second
)

// remote speaks Bazel's HTTP caching protocol: GET and PUT of /ac/<key> and
// /cas/<digest>, 404 for a miss; or the remote execution API over gRPC.
type remote struct {
	base    string
	user    *url.Userinfo
	client  *http.Client
	grpc    *reapi.Client // nil: HTTP
	timeout time.Duration
	ctx     context.Context
	stamp   string // its modification time tells other processes when the server last failed

	signer signer               // nil: results are not signed
	warn   func(message string) // nil: warnings are dropped
	warned atomic.Bool

	spent      atomic.Int64 // nanoseconds
	down       atomic.Bool
	errs       atomic.Int64
	suppressed atomic.Int64
	err        atomic.Pointer[error]
}

func newRemote(opt *Options, dir string) (*remote, error) {
	ctx, base, timeout := opt.Context, opt.Remote, opt.RemoteTimeout
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" && !reapi.IsURL(base) {
		return nil, fmt.Errorf("remote cache %q: want a URL such as http://host:8080/path or grpc://host:8980/instance", base)
	}
	if timeout <= 0 {
		timeout = defaultRemoteTimeout
	}
	if ctx == nil {
		ctx = context.Background()
	}
	r := &remote{user: u.User, timeout: timeout, ctx: ctx, warn: opt.Warn}
	u.User = nil
	r.base = strings.TrimSuffix(u.String(), "/")
	if file := opt.Security.SigningKey; file != "" {
		if r.signer, err = readSigner(file); err != nil {
			return nil, err
		}
	}
	if err := r.connect(opt, u); err != nil {
		return nil, err
	}
	if r.signer == nil && reapi.OpenToAll(base) {
		r.warnOnce(fmt.Sprintf("the remote cache %s is plain %s and its results are not signed: whoever is on the way to it decides what is in your programs; use %[2]ss, or name a key with %[3]s", r.base, u.Scheme, SigningKeyEnv))
	}
	r.stamp = filepath.Join(dir, "remote-down-"+hostName(u.Host))
	if st, err := os.Stat(r.stamp); err == nil && time.Since(st.ModTime()) < remoteRest {
		r.down.Store(true)
	}
	return r, nil
}

// connect creates the client for the server.
func (r *remote) connect(opt *Options, u *url.URL) error {
	if reapi.IsURL(opt.Remote) {
		o, err := opt.Security.Client(opt.Remote)
		if err == nil {
			r.grpc, err = reapi.Dial(r.ctx, o)
		}
		if err != nil {
			err = fmt.Errorf("remote cache: %w", err)
		}
		return err
	}
	transport, err := opt.Security.transport(u)
	r.client = &http.Client{Transport: transport, CheckRedirect: checkRedirect}
	return err
}

// warnOnce prints one warning about the server per process.
func (r *remote) warnOnce(message string) {
	if r.warn != nil && !r.warned.Swap(true) {
		r.warn(message)
	}
}

// sealed returns a result in the form for the server, signed if there is a key; nil if this machine
// may not write.
func (r *remote) sealed(key Key, res *result) []byte {
	if r.signer == nil {
		return res.marshal(key)
	}
	signature := r.signer.sign(res.marshal(key))
	if signature == "" {
		return nil
	}
	return appendSignature(res.marshal(key), signature)
}

// trusts reports whether a parsed result of the server was signed by a holder of the key.
func (r *remote) trusts(key Key, res *result) bool {
	if r.signer == nil || r.signer.verify(res.marshal(key), res.signature) {
		return true
	}
	why := "has a wrong signature"
	if res.signature == "" {
		why = "is not signed"
	}
	err := fmt.Errorf("remote cache: result %s %s and is not used", key, why)
	r.fail(err, false)
	r.warnOnce(err.Error())
	return false
}

// hostName makes a host and port usable as part of a file name.
func hostName(host string) string {
	return strings.Map(func(c rune) rune {
		if c == '.' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			return c
		}
		return '_'
	}, host)
}

// fail counts a failure; one that means the server cannot be used stops further requests, in this
// process and for a while in others.
func (r *remote) fail(err error, unusable bool) {
	r.errs.Add(1)
	r.err.Store(&err)
	if r.ctx.Err() != nil {
		r.down.Store(true) // the build was interrupted, which says nothing about the server
	} else if unusable && !r.down.Swap(true) {
		os.WriteFile(r.stamp, []byte(err.Error()+"\n"), 0o666)
	}
}

// begin starts the clock of a request, which gets at most the time that is left.
func (r *remote) begin() (ctx context.Context, end func()) {
	left := remoteBudget*r.timeout - time.Duration(r.spent.Load())
	ctx, cancel := context.WithTimeout(r.ctx, min(left, r.timeout))
	start := time.Now()
	return ctx, func() {
		cancel()
		if r.spent.Add(int64(time.Since(start))) > int64(remoteBudget*r.timeout) && !r.down.Load() {
			r.fail(errors.New("remote cache: the server is too slow"), true)
		}
	}
}

func (r *remote) do(ctx context.Context, method, kind, name string, body []byte) (*http.Response, bool) {
	if r.down.Load() {
		r.suppressed.Add(1)
		return nil, false
	}
	var rd io.Reader
	if body != nil {
		rd = bytes.NewReader(body)
	}
	req, err := http.NewRequestWithContext(ctx, method, r.base+"/"+kind+"/"+name, rd)
	if err != nil {
		r.fail(err, true)
		return nil, false
	}
	if r.user != nil {
		pw, _ := r.user.Password()
		req.SetBasicAuth(r.user.Username(), pw)
	}
	resp, err := r.client.Do(req)
	if err != nil {
		r.fail(fmt.Errorf("remote cache: %w", err), true)
		return nil, false
	}
	return resp, true
}

// get fetches an object of at most limit bytes. The whole request, body included, has to end within
// the time-out.
func (r *remote) get(kind, name string, limit int64) ([]byte, bool) {
	ctx, end := r.begin()
	defer end()
	if r.grpc != nil {
		return r.ask(func() ([]byte, error) { return r.getGRPC(ctx, kind, name, limit) })
	}
	var data bytes.Buffer
	found, err := r.body(ctx, &data, kind, name, limit)
	return data.Bytes(), found && err == nil
}

// copy writes an object of the content-addressable storage, which has size bytes, to w. An error is one of w.
func (r *remote) copy(w io.Writer, name string, size int64) (found bool, err error) {
	if r.grpc != nil {
		data, found := r.get("cas", name, size)
		if found {
			_, err = w.Write(data)
		}
		return found, err
	}
	ctx, end := r.begin()
	defer end()
	return r.body(ctx, w, "cas", name, size)
}

// local is a writer that keeps its error, which says nothing about the server.
type local struct {
	io.Writer
	err error
}

func (l *local) Write(p []byte) (int, error) {
	n, err := l.Writer.Write(p)
	if err != nil {
		l.err = err
	}
	return n, err
}

// body writes the body of an HTTP server's answer, of at most limit bytes, to to. An error is one of to.
func (r *remote) body(ctx context.Context, to io.Writer, kind, name string, limit int64) (found bool, err error) {
	resp, ok := r.do(ctx, http.MethodGet, kind, name, nil)
	if !ok {
		return false, nil
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusNotFound:
		return false, nil
	case resp.StatusCode != http.StatusOK:
		r.fail(fmt.Errorf("remote cache: GET /%s/%s: %s", kind, name, resp.Status), resp.StatusCode >= 500)
		return false, nil
	}
	w := &local{Writer: to}
	n, err := io.Copy(w, io.LimitReader(resp.Body, limit+1))
	switch {
	case w.err != nil:
		return false, w.err
	case err != nil:
		r.fail(fmt.Errorf("remote cache: GET /%s/%s: %w", kind, name, err), true)
	case n > limit:
		r.fail(fmt.Errorf("remote cache: /%s/%s is larger than the %d bytes expected", kind, name, limit), false)
	default:
		return true, nil
	}
	return false, nil
}

func (r *remote) put(kind, name string, data []byte) bool {
	ctx, end := r.begin()
	defer end()
	if r.grpc != nil {
		_, ok := r.ask(func() ([]byte, error) { return data, r.putGRPC(ctx, kind, name, data) })
		return ok
	}
	resp, ok := r.do(ctx, http.MethodPut, kind, name, data)
	if !ok {
		return false
	}
	io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<16))
	resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		// A read-only server rejects every write: report it once, keep reading.
		r.fail(fmt.Errorf("remote cache: PUT /%s/%s: %s", kind, name, resp.Status), resp.StatusCode >= 500)
		return false
	}
	return true
}

func (r *remote) close() {
	if r.grpc != nil {
		r.grpc.Close()
		return
	}
	r.client.CloseIdleConnections()
}

// RemoteError returns the last failure of the remote server, or nil.
func (s *Store) RemoteError() error {
	if s.remote == nil {
		return nil
	}
	if e := s.remote.err.Load(); e != nil {
		return *e
	}
	return nil
}
