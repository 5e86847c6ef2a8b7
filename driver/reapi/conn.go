// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package reapi is a client of the Bazel Remote Execution API, version 2
// (build/bazel/remote/execution/v2/remote_execution.proto): the content-addressable storage, the
// action cache and the execution service, over gRPC.
package reapi

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	re "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/stats"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// Error is the error of a failed call.
type Error struct {
	Server, Call string
	Status       Status
	Err          error // the local cause; nil: the server or the connection
}

// Status is the outcome of a call or of an action.
type Status struct {
	Code    codes.Code
	Message string
}

// Error implements error.
func (e *Error) Error() string {
	why := e.Status.Message
	if why == "" && e.Err != nil {
		why = e.Err.Error()
	}
	if why == "" {
		return fmt.Sprintf("%s: %s: %s", e.Server, e.Call, words(e.Status.Code))
	}
	return fmt.Sprintf("%s: %s: %s (%s)", e.Server, e.Call, why, words(e.Status.Code))
}

// words returns the name of an outcome in words: "resource exhausted".
func words(c codes.Code) string {
	var out strings.Builder
	for i, r := range c.String() {
		if i > 0 && unicode.IsUpper(r) {
			out.WriteByte(' ')
		}
		out.WriteRune(unicode.ToLower(r))
	}
	return out.String()
}

// Unwrap returns the local cause of the failure.
func (e *Error) Unwrap() error { return e.Err }

// CodeOf returns the outcome of an error.
func CodeOf(err error) codes.Code {
	var e *Error
	switch {
	case err == nil:
		return codes.OK
	case errors.As(err, &e):
		return e.Status.Code
	case errors.Is(err, context.DeadlineExceeded):
		return codes.DeadlineExceeded
	case errors.Is(err, context.Canceled):
		return codes.Canceled
	}
	return codes.Unknown
}

// IsUnusable reports whether an error means that the server cannot be used at all now, and not that
// one call failed.
func IsUnusable(err error) bool {
	switch CodeOf(err) {
	case codes.DeadlineExceeded, codes.Unavailable, codes.Unimplemented, codes.Unauthenticated, codes.PermissionDenied:
		return true
	}
	return false
}

// Options say how a server is reached.
type Options struct {
	// URL is grpc://host:port/instance or grpcs://host:port/instance; the instance name may be
	// omitted.
	URL string
	// TLS is for grpcs; nil: the system's certificates, and none for this client.
	TLS *tls.Config
	// Token is sent as a bearer token.
	Token string
	// Headers are sent with every call.
	Headers []Property
	// Version is this program's, for the server's log.
	Version string
}

// IsURL reports whether a URL is of a server that speaks this protocol.
func IsURL(s string) bool { return strings.HasPrefix(s, "grpc://") || strings.HasPrefix(s, "grpcs://") }

const (
	dialTimeout = 5 * time.Second
	// maxMessage limits a message of a server, in bytes; servers limit theirs to 4 MiB.
	maxMessage = 64 << 20
	// requestMetadata is the key of RequestMetadata, by which servers distinguish clients and
	// builds.
	requestMetadata = "build.bazel.remote.execution.v2.requestmetadata-bin"
)

// conn is a connection to a server.
type conn struct {
	*grpc.ClientConn
	name     string // the URL without the instance, for messages
	instance string
	// refusal is the likely reason if a server of grpcs closes the connection without a reply.
	refusal string

	sent, received atomic.Int64 // bytes of messages
}

func newConn(opt *Options) (*conn, error) {
	u, err := url.Parse(opt.URL)
	if err != nil || u.Host == "" || !IsURL(opt.URL) {
		return nil, fmt.Errorf("server %q: want a URL such as grpcs://host:443/instance", opt.URL)
	}
	c := &conn{name: u.Scheme + "://" + u.Host, instance: strings.Trim(u.Path, "/")}
	header, err := c.header(u, opt)
	if err != nil {
		return nil, err
	}
	options := []grpc.DialOption{
		grpc.WithUserAgent("gohipcc/" + opt.Version), grpc.WithStatsHandler(c),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessage)),
		grpc.WithUnaryInterceptor(func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, o ...grpc.CallOption) error {
			ctx = metadata.NewOutgoingContext(ctx, header)
			return c.again(ctx, func() error { return invoke(ctx, method, req, reply, cc, o...) })
		}),
		grpc.WithStreamInterceptor(func(ctx context.Context, desc *grpc.StreamDesc, cc *grpc.ClientConn, method string, stream grpc.Streamer, o ...grpc.CallOption) (grpc.ClientStream, error) {
			return stream(metadata.NewOutgoingContext(ctx, header), desc, cc, method, o...)
		}),
	}
	port := "443"
	if u.Scheme == "grpc" {
		if opt.TLS != nil {
			return nil, fmt.Errorf("server %s: certificates are given and the URL is not grpcs://", c.name)
		}
		port = "80"
		options = append(options, grpc.WithTransportCredentials(insecure.NewCredentials()))
	} else {
		options = append(options, grpc.WithTransportCredentials(credentials.NewTLS(opt.TLS)))
		c.refusal = "the server may want a client's certificate"
		if opt.TLS != nil && len(opt.TLS.Certificates) > 0 {
			c.refusal = "the server may not take this client's certificate"
		}
	}
	if u.Scheme == "grpc" || !throughProxy(u) {
		options = append(options, grpc.WithContextDialer(dial))
	}
	c.ClientConn, err = grpc.NewClient("dns:///"+withPort(u, port), options...)
	if err != nil {
		return nil, fmt.Errorf("server %s: %w", c.name, err)
	}
	return c, nil
}

// dial connects such that a server that vanishes silently is noticed within half a minute. gRPC's
// own keepalive would do the same, but servers close connections that ping more often than every 5
// minutes (https://github.com/grpc/grpc/blob/master/doc/keepalive.md).
func dial(ctx context.Context, address string) (net.Conn, error) {
	d := net.Dialer{Timeout: dialTimeout, KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 15 * time.Second, Interval: 5 * time.Second, Count: 3}}
	return d.DialContext(ctx, "tcp", address)
}

// throughProxy reports whether the environment has a proxy for the server.
func throughProxy(u *url.URL) bool {
	proxy, err := http.ProxyFromEnvironment(&http.Request{URL: &url.URL{Scheme: "https", Host: u.Host}})
	return proxy != nil || err != nil
}

func withPort(u *url.URL, port string) string {
	if u.Port() != "" {
		return u.Host
	}
	return net.JoinHostPort(u.Hostname(), port)
}

// header returns the metadata of every call. Credentials are not sent over connections that anyone
// can read.
func (c *conn) header(u *url.URL, opt *Options) (metadata.MD, error) {
	about, err := proto.Marshal(&re.RequestMetadata{ToolDetails: &re.ToolDetails{ToolName: "gohipcc", ToolVersion: opt.Version}, ToolInvocationId: randomID()})
	if err != nil {
		return nil, err
	}
	h := metadata.Pairs(requestMetadata, string(about))
	if opt.Token != "" {
		h.Set("authorization", "Bearer "+opt.Token)
	} else if u.User != nil {
		password, _ := u.User.Password()
		h.Set("authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(u.User.Username()+":"+password)))
	}
	for _, o := range opt.Headers {
		h.Set(o.Name, o.Value)
	}
	if secret := len(h.Get("authorization")) > 0 || len(opt.Headers) > 0; secret && OpenToAll(opt.URL) {
		return nil, fmt.Errorf("server %s: a token or header is given, which anyone on the way could read; use grpcs://", c.name)
	}
	return h, nil
}

// OpenToAll reports whether anyone on the network can read and change what is sent: the URL is of
// plain grpc or http, and not of this machine.
func OpenToAll(server string) bool {
	u, err := url.Parse(server)
	if err != nil || u.Scheme != "grpc" && u.Scheme != "http" || u.Hostname() == "localhost" {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return ip == nil || !ip.IsLoopback()
}

// again retries a call up to twice if the server was busy, but not if nobody listens there.
func (c *conn) again(ctx context.Context, call func() error) error {
	for try := 0; ; try++ {
		err := call()
		if status.Code(err) != codes.Unavailable || try == 2 || ctx.Err() != nil || c.unreachable() {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(50 * time.Millisecond << try):
		}
	}
}

// unreachable reports whether the last attempt to connect has failed.
func (c *conn) unreachable() bool { return c.GetState() == connectivity.TransientFailure }

// ErrUnreachable marks an error about a server that cannot be connected to.
var ErrUnreachable = errors.New("the server cannot be reached")

// brokenOff reports whether the peer closed a connection. In TLS 1.3 a client has sent its
// certificate, and perhaps a request, before it can know that the server rejects it (RFC 8446,
// 4.4.2.4).
func brokenOff(message string) bool {
	return slices.ContainsFunc([]string{"broken pipe", "reset by peer", "EOF", "remote error: tls"}, func(s string) bool { return strings.Contains(message, s) })
}

// failed returns the error of a call; nil for nil.
func (c *conn) failed(call string, err error) error {
	if err == nil {
		return nil
	}
	s := status.Convert(err)
	message := s.Message()
	if s.Code() == codes.Unavailable && c.refusal != "" && c.received.Load() == 0 && brokenOff(message) {
		message += ": " + c.refusal
	}
	e := &Error{c.name, call, Status{s.Code(), message}, nil}
	if s.Code() == codes.Unavailable && c.unreachable() {
		e.Err = ErrUnreachable
	}
	return e
}

// TagRPC implements stats.Handler.
func (c *conn) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context { return ctx }

// TagConn implements stats.Handler.
func (c *conn) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context { return ctx }

// HandleConn implements stats.Handler.
func (c *conn) HandleConn(context.Context, stats.ConnStats) {}

// HandleRPC counts the bytes of messages.
func (c *conn) HandleRPC(_ context.Context, s stats.RPCStats) {
	switch s := s.(type) {
	case *stats.OutPayload:
		c.sent.Add(int64(s.Length))
	case *stats.InPayload:
		c.received.Add(int64(s.Length))
	}
}
