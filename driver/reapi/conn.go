// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package reapi is a client of the Bazel Remote Execution API, version 2
// (build/bazel/remote/execution/v2/remote_execution.proto): the content-addressable storage, the
// action cache and the execution service, over gRPC.
//
// gRPC is spoken with net/http, which this program has anyway. A call of gRPC is a POST over
// HTTP/2 whose bodies are frames of messages and whose trailer has the outcome
// (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md).
package reapi

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Code is an outcome of gRPC's.
type Code uint32

// The outcomes that are told apart here (google/rpc/code.proto).
const (
	OK                 Code = 0
	Canceled           Code = 1
	Unknown            Code = 2
	DeadlineExceeded   Code = 4
	NotFound           Code = 5
	PermissionDenied   Code = 7
	ResourceExhausted  Code = 8
	FailedPrecondition Code = 9
	Aborted            Code = 10
	Unimplemented      Code = 12
	Internal           Code = 13
	Unavailable        Code = 14
	Unauthenticated    Code = 16
)

var codeNames = map[Code]string{Canceled: "cancelled", Unknown: "unknown error", 3: "invalid argument", DeadlineExceeded: "deadline exceeded",
	NotFound: "not found", 6: "already exists", PermissionDenied: "permission denied", ResourceExhausted: "resource exhausted",
	FailedPrecondition: "failed precondition", Aborted: "aborted", 11: "out of range", Unimplemented: "unimplemented",
	Internal: "internal error", Unavailable: "unavailable", 15: "data loss", Unauthenticated: "unauthenticated"}

// String is the name of the outcome.
func (c Code) String() string {
	if n, ok := codeNames[c]; ok {
		return n
	}
	return "code " + strconv.Itoa(int(c))
}

// Error is a call that failed.
type Error struct {
	Server, Call string
	Status       Status
	Err          error // what the transport said, if that failed
}

// Error implements error.
func (e *Error) Error() string {
	why := e.Status.Message
	if why == "" && e.Err != nil {
		why = e.Err.Error()
	}
	if why == "" {
		return fmt.Sprintf("%s: %s: %s", e.Server, e.Call, e.Status.Code)
	}
	return fmt.Sprintf("%s: %s: %s (%s)", e.Server, e.Call, why, e.Status.Code)
}

// Unwrap returns the transport's error.
func (e *Error) Unwrap() error { return e.Err }

// CodeOf is the outcome that an error stands for.
func CodeOf(err error) Code {
	var e *Error
	switch {
	case err == nil:
		return OK
	case errors.As(err, &e):
		return e.Status.Code
	case errors.Is(err, context.DeadlineExceeded):
		return DeadlineExceeded
	case errors.Is(err, context.Canceled):
		return Canceled
	}
	return Unknown
}

// IsUnusable reports whether an error means that the server cannot be used at all now, and not
// that one call failed.
func IsUnusable(err error) bool {
	switch CodeOf(err) {
	case DeadlineExceeded, Unavailable, Unimplemented, Unauthenticated, PermissionDenied:
		return true
	}
	return false
}

// Options say how a server is reached.
type Options struct {
	// URL is grpc://host:port/instance or grpcs://host:port/instance; the instance name may be
	// left out.
	URL string
	// CA has the certificates that the server's must descend from, in PEM, in place of the
	// system's; Cert and Key are this client's certificate and its key. Paths of files, or empty.
	CA, Cert, Key string
	// Token is sent as a bearer token.
	Token string
	// Headers are sent with every call.
	Headers []Property
	// Version is this program's, for the server's log.
	Version string
}

// IsURL reports whether a server is named that speaks this protocol.
func IsURL(s string) bool { return strings.HasPrefix(s, "grpc://") || strings.HasPrefix(s, "grpcs://") }

// conn is a way to a server.
type conn struct {
	name     string // the URL without the instance, for people
	base     string
	instance string
	client   *http.Client
	header   http.Header

	sent, received atomic.Int64 // bytes of messages
}

func newConn(opt *Options) (*conn, error) {
	u, err := url.Parse(opt.URL)
	if err != nil || u.Host == "" || !IsURL(opt.URL) {
		return nil, fmt.Errorf("server %q: want a URL such as grpcs://host:443/instance", opt.URL)
	}
	c := &conn{name: u.Scheme + "://" + u.Host, instance: strings.Trim(u.Path, "/"), header: http.Header{
		"Content-Type": {"application/grpc"}, "Te": {"trailers"}, "User-Agent": {"gohipcc/" + opt.Version},
		metadataHeader: {requestMetadata(opt.Version)},
	}}
	if err := c.authenticate(u, opt); err != nil {
		return nil, err
	}
	t := &http.Transport{Protocols: new(http.Protocols), MaxResponseHeaderBytes: 1 << 16, HTTP2: &http.HTTP2Config{
		// A server that is gone without a word is noticed within half a minute.
		SendPingTimeout: 20 * time.Second, PingTimeout: 10 * time.Second,
		MaxReceiveBufferPerStream: 4 << 20, MaxReceiveBufferPerConnection: 16 << 20,
	}, DialContext: (&net.Dialer{Timeout: dialTimeout}).DialContext, TLSHandshakeTimeout: dialTimeout}
	if u.Scheme == "grpc" {
		if opt.CA != "" || opt.Cert != "" || opt.Key != "" {
			return nil, fmt.Errorf("server %s: certificates are given and the URL is not grpcs://", c.name)
		}
		t.Protocols.SetUnencryptedHTTP2(true)
		c.base = "http://" + withPort(u, "80")
	} else {
		t.Protocols.SetHTTP2(true)
		t.Proxy = http.ProxyFromEnvironment
		if t.TLSClientConfig, err = tlsConfig(opt); err != nil {
			return nil, err
		}
		c.base = "https://" + withPort(u, "443")
	}
	c.client = &http.Client{Transport: t, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return c, nil
}

const dialTimeout = 5 * time.Second

func withPort(u *url.URL, port string) string {
	if u.Port() != "" {
		return u.Host
	}
	return net.JoinHostPort(u.Hostname(), port)
}

// authenticate says who this client is. What proves it is not sent where anyone can read it.
func (c *conn) authenticate(u *url.URL, opt *Options) error {
	if opt.Token != "" {
		c.header.Set("Authorization", "Bearer "+opt.Token)
	} else if u.User != nil {
		password, _ := u.User.Password()
		c.header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(u.User.Username()+":"+password)))
	}
	for _, h := range opt.Headers {
		c.header.Set(h.Name, h.Value)
	}
	if secret := c.header.Get("Authorization") != "" || len(opt.Headers) > 0; secret && OpenToAll(opt.URL) {
		return fmt.Errorf("server %s: a token or header is given, which anyone on the way could read; use grpcs://", c.name)
	}
	return nil
}

// OpenToAll reports whether anyone on the way to the server can read and change what is sent:
// it is plain grpc and not to this machine.
func OpenToAll(server string) bool {
	u, err := url.Parse(server)
	if err != nil || u.Scheme != "grpc" || u.Hostname() == "localhost" {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return ip == nil || !ip.IsLoopback()
}

func tlsConfig(opt *Options) (*tls.Config, error) {
	c := &tls.Config{MinVersion: tls.VersionTLS12}
	if opt.CA != "" {
		pem, err := os.ReadFile(opt.CA)
		if err != nil {
			return nil, err
		}
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("%s has no certificate in PEM", opt.CA)
		}
	}
	if opt.Cert != "" || opt.Key != "" {
		pair, err := tls.LoadX509KeyPair(opt.Cert, opt.Key)
		if err != nil {
			return nil, err
		}
		c.Certificates = []tls.Certificate{pair}
	}
	return c, nil
}

// metadataHeader carries RequestMetadata, by which servers tell clients and builds apart.
const metadataHeader = "Build.bazel.remote.execution.v2.requestmetadata-Bin"

func requestMetadata(version string) string {
	var m message
	m.bytes(1, pair("gohipcc", version))
	m.text(3, randomID())
	return base64.RawStdEncoding.EncodeToString(m)
}

// maxMessage bounds one message of a server; servers bound theirs by 4 MiB.
const maxMessage = 64 << 20

// A stream is the answer to a call.
type stream struct {
	conn *conn
	call string
	body io.ReadCloser
	resp *http.Response
}

// frame puts a message in gRPC's frame: a byte that says it is not compressed, and its length.
func frame(m []byte) []byte {
	out := make([]byte, 5, 5+len(m))
	binary.BigEndian.PutUint32(out[1:], uint32(len(m)))
	return append(out, m...)
}

// open begins a call with a body of frames.
func (c *conn) open(ctx context.Context, call string, body io.Reader) (*stream, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+call, body)
	if err != nil {
		return nil, err
	}
	req.Header = c.header.Clone()
	if limit, ok := ctx.Deadline(); ok {
		req.Header.Set("Grpc-Timeout", strconv.FormatInt(max(1, time.Until(limit).Milliseconds()), 10)+"m")
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return nil, c.transportError(ctx, call, err)
	}
	s := &stream{c, call, resp.Body, resp}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, &Error{c.name, call, Status{httpCode(resp.StatusCode), "HTTP status " + resp.Status}, nil}
	}
	if kind := resp.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/grpc") {
		resp.Body.Close()
		return nil, &Error{c.name, call, Status{Unavailable, fmt.Sprintf("the server does not speak gRPC (it answers with %.60q)", kind)}, nil}
	}
	return s, nil
}

// httpCode is the outcome that a status of HTTP stands for
// (https://github.com/grpc/grpc/blob/master/doc/http-grpc-status-mapping.md).
func httpCode(status int) Code {
	switch status {
	case http.StatusBadRequest:
		return Internal
	case http.StatusUnauthorized:
		return Unauthenticated
	case http.StatusForbidden:
		return PermissionDenied
	case http.StatusNotFound:
		return Unimplemented
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return Unavailable
	}
	return Unknown
}

// transportError says what a failure below gRPC means.
func (c *conn) transportError(ctx context.Context, call string, err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err // without the URL, which the error names
	}
	code := Unavailable
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		code = DeadlineExceeded
	case ctx.Err() != nil:
		code = Canceled
	}
	return &Error{c.name, call, Status{Code: code}, err}
}

// next returns the next message; io.EOF after the last one of a call that succeeded.
func (s *stream) next(ctx context.Context) ([]byte, error) {
	var head [5]byte
	if _, err := io.ReadFull(s.body, head[:]); err != nil {
		if err == io.EOF {
			return nil, s.outcome()
		}
		return nil, s.conn.transportError(ctx, s.call, err)
	}
	n := binary.BigEndian.Uint32(head[1:])
	if head[0] != 0 || n > maxMessage {
		return nil, &Error{s.conn.name, s.call, Status{Internal, fmt.Sprintf("a frame of %d bytes, compressed %d", n, head[0])}, nil}
	}
	var data bytes.Buffer // grows with what comes, not with what was announced
	if got, err := io.CopyN(&data, s.body, int64(n)); err != nil {
		return nil, s.conn.transportError(ctx, s.call, fmt.Errorf("a message of %d bytes ends after %d", n, got))
	}
	s.conn.received.Add(int64(n))
	return data.Bytes(), nil
}

// outcome reads the trailer.
func (s *stream) outcome() error {
	from := s.resp.Trailer
	if from.Get("Grpc-Status") == "" {
		from = s.resp.Header // of an answer without messages
	}
	code, err := strconv.ParseUint(from.Get("Grpc-Status"), 10, 32)
	if err != nil {
		return &Error{s.conn.name, s.call, Status{Unavailable, "the answer ends early"}, nil}
	}
	if Code(code) == OK {
		return io.EOF
	}
	text, err := url.PathUnescape(from.Get("Grpc-Message"))
	if err != nil {
		text = from.Get("Grpc-Message")
	}
	return &Error{s.conn.name, s.call, Status{Code(code), text}, nil}
}

func (s *stream) close() { s.body.Close() }

// unary makes a call with one message each way. One that did not reach a server is made again.
func (c *conn) unary(ctx context.Context, call string, m []byte) ([]byte, error) {
	for try := 0; ; try++ {
		out, err := c.once(ctx, call, m)
		if CodeOf(err) != Unavailable || try == 2 || ctx.Err() != nil || isNobody(err) {
			return out, err
		}
		select {
		case <-ctx.Done():
		case <-time.After(50 * time.Millisecond << try):
		}
	}
}

// isNobody reports whether nobody listens at the server's address: asking again is of no use.
func isNobody(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

func (c *conn) once(ctx context.Context, call string, m []byte) ([]byte, error) {
	c.sent.Add(int64(len(m)))
	s, err := c.open(ctx, call, bytes.NewReader(frame(m)))
	if err != nil {
		return nil, err
	}
	defer s.close()
	out, err := s.next(ctx)
	if err != nil {
		if err == io.EOF {
			err = &Error{c.name, call, Status{Internal, "an answer without a message"}, nil}
		}
		return nil, err
	}
	if _, err := s.next(ctx); err != io.EOF {
		if err == nil {
			err = &Error{c.name, call, Status{Internal, "an answer with two messages"}, nil}
		}
		return nil, err
	}
	return out, nil
}
