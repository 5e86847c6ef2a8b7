// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package reapi

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
)

// Client asks a server. Its methods may be called concurrently.
type Client struct {
	conn *conn
	caps func() (*Capabilities, error)
}

const service = "/build.bazel.remote.execution.v2."

// Dial prepares the way to a server. What the server can do is asked at once, in the
// background: ctx ends that.
func Dial(ctx context.Context, opt Options) (*Client, error) {
	conn, err := newConn(&opt)
	if err != nil {
		return nil, err
	}
	c := &Client{conn: conn}
	c.caps = sync.OnceValues(func() (*Capabilities, error) { return c.capabilities(ctx) })
	go c.caps()
	return c, nil
}

// Close ends the connections that are idle.
func (c *Client) Close() { c.conn.client.CloseIdleConnections() }

// Name is the server's, for people.
func (c *Client) Name() string { return c.conn.name }

// Traffic is how many bytes of messages went to the server and came from it.
func (c *Client) Traffic() (sent, received int64) {
	return c.conn.sent.Load(), c.conn.received.Load()
}

func randomID() string {
	var b [16]byte
	rand.Read(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80 // a UUID of version 4
	s := hex.EncodeToString(b[:])
	return s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:]
}

// request begins a message whose first field is the instance name.
func (c *Client) request() message {
	var m message
	m.text(1, c.conn.instance)
	return m
}

// Capabilities says what the server can do.
func (c *Client) Capabilities() (*Capabilities, error) { return c.caps() }

func (c *Client) capabilities(ctx context.Context) (*Capabilities, error) {
	const call = service + "Capabilities/GetCapabilities"
	out, err := c.conn.unary(ctx, call, c.request())
	if err != nil {
		return nil, err
	}
	caps, err := parseCapabilities(out)
	if err == nil && !caps.SHA256 {
		err = &Error{c.Name(), call, Status{Unimplemented, "the server does not name blobs by SHA-256"}, nil}
	}
	return caps, err
}

// GetActionResult asks the action cache; nil: it has no result.
func (c *Client) GetActionResult(ctx context.Context, action Digest, inline []string) (*ActionResult, error) {
	data, err := c.GetActionResultRaw(ctx, action, inline)
	if data == nil {
		return nil, err
	}
	return parseActionResult(data)
}

// GetActionResultRaw is GetActionResult with the message as the server has it.
func (c *Client) GetActionResultRaw(ctx context.Context, action Digest, inline []string) ([]byte, error) {
	m := c.request()
	m.bytes(2, action.marshal())
	m.flag(3, true)
	m.flag(4, true)
	for _, f := range inline {
		m.text(5, f)
	}
	out, err := c.conn.unary(ctx, service+"ActionCache/GetActionResult", m)
	if CodeOf(err) == NotFound {
		return nil, nil
	}
	if err == nil && out == nil {
		out = []byte{}
	}
	return out, err
}

// UpdateActionResult writes a result, as a message, to the action cache.
func (c *Client) UpdateActionResult(ctx context.Context, action Digest, result []byte) error {
	m := c.request()
	m.bytes(2, action.marshal())
	m.bytes(3, result)
	_, err := c.conn.unary(ctx, service+"ActionCache/UpdateActionResult", m)
	return err
}

// Execute has an action run, or its result taken from the server's action cache, and waits for
// the end. An operation whose stream breaks off is waited for again.
func (c *Client) Execute(ctx context.Context, action Digest, inline []string) (*ExecuteResponse, error) {
	m := c.request()
	m.bytes(6, action.marshal())
	m.flag(10, true)
	m.flag(11, true)
	for _, f := range inline {
		m.text(12, f)
	}
	call := service + "Execution/Execute"
	name := ""
	var broke error
	for try := 0; ; try++ {
		op, err := c.follow(ctx, call, m)
		if code := CodeOf(err); broke != nil && (code == Unimplemented || code == NotFound) {
			return nil, broke // it cannot be waited for: it may be begun again
		}
		if op != nil && op.done {
			return c.response(call, op)
		}
		if op != nil && op.name != "" {
			name = op.name
		}
		if ctx.Err() != nil || name == "" || try == 3 || CodeOf(err) != Unavailable {
			return nil, err
		}
		broke = err
		call, m = service+"Execution/WaitExecution", nil
		m.text(1, name)
	}
}

// follow reads the operations of a stream and returns the last.
func (c *Client) follow(ctx context.Context, call string, m message) (last *operation, err error) {
	c.conn.sent.Add(int64(len(m)))
	s, err := c.conn.open(ctx, call, bytes.NewReader(frame(m)))
	if err != nil {
		return nil, err
	}
	defer s.close()
	for {
		data, err := s.next(ctx)
		if err == io.EOF {
			return last, &Error{c.Name(), call, Status{Unavailable, "the server stopped telling of the action before its end"}, nil}
		}
		if err != nil {
			return last, err
		}
		op, err := parseOperation(data)
		if err != nil {
			return last, &Error{c.Name(), call, Status{Internal, err.Error()}, nil}
		}
		if last = op; op.done {
			return op, nil
		}
	}
}

// response is what an operation that has ended says.
func (c *Client) response(call string, op *operation) (*ExecuteResponse, error) {
	switch {
	case op.status.Code != OK:
		return nil, &Error{c.Name(), call, op.status, nil}
	case op.response == nil:
		return nil, &Error{c.Name(), call, Status{Internal, "the action ended without a response"}, nil}
	case op.response.Status.Code != OK:
		return nil, &Error{c.Name(), call, op.response.Status, nil}
	case op.response.Result == nil:
		return nil, &Error{c.Name(), call, Status{Internal, "the action ended without a result"}, nil}
	}
	return op.response, nil
}

// maxDigests bounds the digests of one request.
const maxDigests = 10000

// FindMissing returns those of the digests that the server has no blob of.
func (c *Client) FindMissing(ctx context.Context, digests []Digest) ([]Digest, error) {
	var missing []Digest
	for part := range slices.Chunk(digests, maxDigests) {
		m := c.request()
		for _, d := range part {
			m.bytes(2, d.marshal())
		}
		const call = service + "ContentAddressableStorage/FindMissingBlobs"
		out, err := c.conn.unary(ctx, call, m)
		if err != nil {
			return nil, err
		}
		err = fields(out, func(num numberOf, v []byte, _ uint64) error {
			if num != 2 {
				return nil
			}
			d, err := parseDigest(v)
			missing = append(missing, d)
			return err
		})
		if err != nil {
			return nil, &Error{c.Name(), call, Status{Internal, err.Error()}, nil}
		}
	}
	return missing, nil
}

// errWrong is a blob that is not what its digest says.
func (c *Client) errWrong(call string, d Digest, data []byte) error {
	return &Error{c.Name(), call, Status{Internal, fmt.Sprintf("the server sent %d bytes that are not blob %s", len(data), d)}, ErrWrongBlob}
}

// ErrWrongBlob marks an error about a server that sent something else than was asked for.
var ErrWrongBlob = errors.New("a blob is not what its digest says")
