// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package reapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"cloud.google.com/go/longrunning/autogen/longrunningpb"
	re "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"github.com/google/uuid"
	"google.golang.org/genproto/googleapis/bytestream"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
)

// Client is a client of one server. Its methods may be called concurrently.
type Client struct {
	conn    *conn
	storage re.ContentAddressableStorageClient
	actions re.ActionCacheClient
	workers re.ExecutionClient
	streams bytestream.ByteStreamClient
	caps    func() (*Capabilities, error)
}

// Dial creates the client of a server. It requests the server's capabilities at once, in the
// background: ctx cancels that.
func Dial(ctx context.Context, opt Options) (*Client, error) {
	conn, err := newConn(&opt)
	if err != nil {
		return nil, err
	}
	c := &Client{conn, re.NewContentAddressableStorageClient(conn), re.NewActionCacheClient(conn), re.NewExecutionClient(conn), bytestream.NewByteStreamClient(conn), nil}
	c.caps = sync.OnceValues(func() (*Capabilities, error) { return c.capabilities(ctx) })
	go c.caps()
	return c, nil
}

// Close ends the connection.
func (c *Client) Close() { c.conn.Close() }

// Name returns the server's name, for messages.
func (c *Client) Name() string { return c.conn.name }

// Traffic returns the numbers of bytes of messages to and from the server.
func (c *Client) Traffic() (sent, received int64) {
	return c.conn.sent.Load(), c.conn.received.Load()
}

func randomID() string { return uuid.NewString() }

// Capabilities returns the server's capabilities.
func (c *Client) Capabilities() (*Capabilities, error) { return c.caps() }

func (c *Client) capabilities(ctx context.Context) (*Capabilities, error) {
	const call = "GetCapabilities"
	out, err := re.NewCapabilitiesClient(c.conn).GetCapabilities(ctx, &re.GetCapabilitiesRequest{InstanceName: c.conn.instance})
	if err != nil {
		return nil, c.conn.failed(call, err)
	}
	caps := capabilities(out)
	if !caps.SHA256 {
		return nil, c.errorf(call, codes.Unimplemented, "the server does not name blobs by SHA-256")
	}
	return caps, nil
}

// errorf returns the error of a call whose reply cannot be used.
func (c *Client) errorf(call string, code codes.Code, format string, args ...any) error {
	return &Error{c.Name(), call, Status{code, fmt.Sprintf(format, args...)}, nil}
}

// GetActionResult asks the action cache; nil: it has no result.
func (c *Client) GetActionResult(ctx context.Context, action Digest, inline []string) (*ActionResult, error) {
	m, err := c.result(ctx, action, inline)
	if m == nil {
		return nil, err
	}
	r, err := actionResult(m)
	if err != nil {
		return nil, c.errorf("GetActionResult", codes.Internal, "%v", err)
	}
	return r, nil
}

func (c *Client) result(ctx context.Context, action Digest, inline []string) (*re.ActionResult, error) {
	m, err := c.actions.GetActionResult(ctx, &re.GetActionResultRequest{InstanceName: c.conn.instance, ActionDigest: action.message(),
		InlineStdout: true, InlineStderr: true, InlineOutputFiles: inline})
	if err = c.conn.failed("GetActionResult", err); CodeOf(err) == codes.NotFound {
		return nil, nil
	}
	return m, err
}

// GetActionResultRaw is GetActionResult with the result as a message.
func (c *Client) GetActionResultRaw(ctx context.Context, action Digest, inline []string) ([]byte, error) {
	m, err := c.result(ctx, action, inline)
	if m == nil {
		return nil, err
	}
	return canonical(m)
}

// UpdateActionResult writes a result, as a message, to the action cache.
func (c *Client) UpdateActionResult(ctx context.Context, action Digest, result []byte) error {
	m := &re.ActionResult{}
	if err := proto.Unmarshal(result, m); err != nil {
		return fmt.Errorf("not an action result: %w", err)
	}
	_, err := c.actions.UpdateActionResult(ctx, &re.UpdateActionResultRequest{InstanceName: c.conn.instance, ActionDigest: action.message(), ActionResult: m})
	return c.conn.failed("UpdateActionResult", err)
}

// Execute runs an action, or takes its result from the server's action cache, and waits for the
// end. If the stream of an operation breaks, it waits for the operation again.
func (c *Client) Execute(ctx context.Context, action Digest, inline []string) (*ExecuteResponse, error) {
	ctx, cancel := context.WithCancel(ctx) // ends the streams
	defer cancel()
	s, err := c.workers.Execute(ctx, &re.ExecuteRequest{InstanceName: c.conn.instance, ActionDigest: action.message(),
		InlineStdout: true, InlineStderr: true, InlineOutputFiles: inline})
	name := ""
	var broke error
	for try := 0; ; try++ {
		var last *longrunningpb.Operation
		if err == nil {
			last, err = lastOperation(s)
		}
		if last.GetDone() {
			return c.response(last)
		}
		if last.GetName() != "" {
			name = last.GetName()
		}
		if err == io.EOF {
			err = c.errorf("Execute", codes.Unavailable, "the server stopped telling of the action before its end")
		} else {
			err = c.conn.failed("Execute", err)
		}
		if code := CodeOf(err); broke != nil && (code == codes.Unimplemented || code == codes.NotFound) {
			return nil, broke // it cannot be waited for: it may be started again
		}
		if ctx.Err() != nil || name == "" || try == 3 || CodeOf(err) != codes.Unavailable {
			return nil, err
		}
		broke = err
		s, err = c.workers.WaitExecution(ctx, &re.WaitExecutionRequest{Name: name})
	}
}

// lastOperation reads the operations of a stream up to the one that is done, and returns the last.
func lastOperation(s grpc.ServerStreamingClient[longrunningpb.Operation]) (last *longrunningpb.Operation, err error) {
	for {
		op, err := s.Recv()
		if err != nil {
			return last, err
		}
		if last = op; op.GetDone() {
			return last, nil
		}
	}
}

// response returns the response of a finished operation.
func (c *Client) response(op *longrunningpb.Operation) (*ExecuteResponse, error) {
	const call = "Execute"
	if st := statusOf(op.GetError()); st.Code != codes.OK {
		return nil, &Error{c.Name(), call, st, nil}
	}
	m := &re.ExecuteResponse{}
	if err := op.GetResponse().UnmarshalTo(m); err != nil {
		return nil, c.errorf(call, codes.Internal, "the action ended without a response: %v", err)
	}
	if st := statusOf(m.GetStatus()); st.Code != codes.OK {
		return nil, &Error{c.Name(), call, st, nil}
	}
	if m.GetResult() == nil {
		return nil, c.errorf(call, codes.Internal, "the action ended without a result")
	}
	r, err := actionResult(m.GetResult())
	if err != nil {
		return nil, c.errorf(call, codes.Internal, "%v", err)
	}
	return &ExecuteResponse{r, m.GetCachedResult(), m.GetMessage()}, nil
}

// maxDigests limits the digests of one request.
const maxDigests = 10000

// FindMissing returns the digests of which the server has no blob.
func (c *Client) FindMissing(ctx context.Context, digests []Digest) ([]Digest, error) {
	const call = "FindMissingBlobs"
	var missing []Digest
	for part := range slices.Chunk(digests, maxDigests) {
		out, err := c.storage.FindMissingBlobs(ctx, &re.FindMissingBlobsRequest{InstanceName: c.conn.instance, BlobDigests: digestMessages(part)})
		if err != nil {
			return nil, c.conn.failed(call, err)
		}
		for _, m := range out.GetMissingBlobDigests() {
			d, err := digest(m)
			if err != nil {
				return nil, c.errorf(call, codes.Internal, "%v", err)
			}
			missing = append(missing, d)
		}
	}
	return missing, nil
}

// errWrong is a blob that does not match its digest.
func (c *Client) errWrong(call string, d Digest, data []byte) error {
	return &Error{c.Name(), call, Status{codes.Internal, fmt.Sprintf("the server sent %d bytes that are not blob %s", len(data), d)}, ErrWrongBlob}
}

// ErrWrongBlob marks an error about a server that sent other data than was requested.
var ErrWrongBlob = errors.New("a blob does not match its digest")
