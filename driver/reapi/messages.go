// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

//lint:file-ignore SA1019 servers of version 2.0 know output_files and the command's platform only

package reapi

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	re "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	spb "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// Digest names a blob by its content.
type Digest struct {
	Hash string // SHA-256 in hexadecimal
	Size int64
}

// DigestOf returns the digest of data.
func DigestOf(data []byte) Digest {
	sum := sha256.Sum256(data)
	return Digest{hex.EncodeToString(sum[:]), int64(len(data))}
}

// String returns the digest as in resource names.
func (d Digest) String() string { return fmt.Sprintf("%s/%d", d.Hash, d.Size) }

func (d Digest) message() *re.Digest { return &re.Digest{Hash: d.Hash, SizeBytes: d.Size} }

func digestMessages(all []Digest) []*re.Digest {
	out := make([]*re.Digest, len(all))
	for i, d := range all {
		out[i] = d.message()
	}
	return out
}

// digest reads a server's digest and rejects an invalid one: its name becomes part of file names.
func digest(m *re.Digest) (Digest, error) {
	d := Digest{m.GetHash(), m.GetSizeBytes()}
	if raw, err := hex.DecodeString(d.Hash); err != nil || len(raw) != sha256.Size || d.Size < 0 {
		return d, fmt.Errorf("digest %.80q of %d bytes is not a SHA-256", d.Hash, d.Size)
	}
	return d, nil
}

// optionalDigest returns nil if there is none, which also means an empty blob.
func optionalDigest(m *re.Digest) (*Digest, error) {
	if m == nil {
		return nil, nil
	}
	d, err := digest(m)
	if err != nil || d.Size == 0 {
		return nil, err
	}
	return &d, nil
}

// canonical returns a message in canonical form, of which the digest is computed. The API cannot
// represent strings that are not UTF-8.
func canonical(m proto.Message) ([]byte, error) {
	return proto.MarshalOptions{Deterministic: true}.Marshal(m)
}

// Property is a property of the platform that an action needs.
type Property struct{ Name, Value string }

func platform(list []Property) *re.Platform {
	if len(list) == 0 {
		return nil
	}
	p := &re.Platform{}
	for _, o := range slices.SortedFunc(slices.Values(list), func(a, b Property) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Value, b.Value))
	}) {
		p.Properties = append(p.Properties, &re.Platform_Property{Name: o.Name, Value: o.Value})
	}
	return p
}

// Command is a command line that a worker runs.
type Command struct {
	Arguments   []string
	Environment []Property
	Outputs     []string // paths, relative to WorkingDirectory
	Platform    []Property
	// WorkingDirectory is relative to the input root.
	WorkingDirectory string
}

// Marshal returns the canonical form of the command; an error: something in it is not UTF-8.
func (c *Command) Marshal() ([]byte, error) {
	m := &re.Command{Arguments: c.Arguments, Platform: platform(c.Platform), WorkingDirectory: c.WorkingDirectory}
	for _, e := range slices.SortedFunc(slices.Values(c.Environment), func(a, b Property) int { return strings.Compare(a.Name, b.Name) }) {
		m.EnvironmentVariables = append(m.EnvironmentVariables, &re.Command_EnvironmentVariable{Name: e.Name, Value: e.Value})
	}
	// Servers of version 2.0 know output_files, later ones output_paths.
	m.OutputPaths = slices.Sorted(slices.Values(c.Outputs))
	m.OutputFiles = m.OutputPaths
	return canonical(m)
}

// Action is a command with the files that it reads.
type Action struct {
	Command, InputRoot Digest
	Timeout            time.Duration // 0: the server's
	Platform           []Property
}

// Marshal returns the canonical form of the action, whose digest names it; an error: something in
// it is not UTF-8.
func (a *Action) Marshal() ([]byte, error) {
	m := &re.Action{CommandDigest: a.Command.message(), InputRootDigest: a.InputRoot.message(), Platform: platform(a.Platform)}
	if a.Timeout > 0 {
		m.Timeout = durationpb.New(a.Timeout.Truncate(time.Second))
	}
	return canonical(m)
}

// FileNode is a file in a directory, DirectoryNode a directory in it.
type (
	FileNode struct {
		Name       string
		Digest     Digest
		Executable bool
	}
	DirectoryNode struct {
		Name   string
		Digest Digest
	}
)

// Directory is one directory of an input root.
type Directory struct {
	Files       []FileNode
	Directories []DirectoryNode
}

// Marshal returns the canonical form of the directory; an error: something in it is not UTF-8.
func (d *Directory) Marshal() ([]byte, error) {
	m := &re.Directory{}
	for _, f := range slices.SortedFunc(slices.Values(d.Files), func(a, b FileNode) int { return strings.Compare(a.Name, b.Name) }) {
		m.Files = append(m.Files, &re.FileNode{Name: f.Name, Digest: f.Digest.message(), IsExecutable: f.Executable})
	}
	for _, f := range slices.SortedFunc(slices.Values(d.Directories), func(a, b DirectoryNode) int { return strings.Compare(a.Name, b.Name) }) {
		m.Directories = append(m.Directories, &re.DirectoryNode{Name: f.Name, Digest: f.Digest.message()})
	}
	return canonical(m)
}

// OutputFile is a file that an action wrote.
type OutputFile struct {
	Path       string
	Digest     Digest
	Contents   []byte // if the server sent it along; else nil
	Executable bool
}

// ActionResult is the result of an action.
type ActionResult struct {
	Files          []OutputFile
	ExitCode       int
	Stdout, Stderr Output
	Worker         string
	// Queued is how long the action waited for a worker, and Ran how long its command ran, as
	// reported by the server; 0: unknown.
	Queued, Ran time.Duration
}

// Output is what a command printed: Raw, or the blob of Digest.
type Output struct {
	Raw    []byte
	Digest *Digest
}

// actionResult validates a result from the server.
func actionResult(m *re.ActionResult) (*ActionResult, error) {
	about := m.GetExecutionMetadata()
	r := &ActionResult{
		ExitCode: int(m.GetExitCode()), Worker: about.GetWorker(),
		Queued: between(about.GetQueuedTimestamp(), about.GetWorkerStartTimestamp()),
		Ran:    between(about.GetExecutionStartTimestamp(), about.GetExecutionCompletedTimestamp()),
	}
	r.Stdout.Raw, r.Stderr.Raw = m.GetStdoutRaw(), m.GetStderrRaw()
	var err error
	if r.Stdout.Digest, err = optionalDigest(m.GetStdoutDigest()); err != nil {
		return nil, err
	}
	if r.Stderr.Digest, err = optionalDigest(m.GetStderrDigest()); err != nil {
		return nil, err
	}
	for _, f := range m.GetOutputFiles() {
		d, err := digest(f.GetDigest())
		if err != nil {
			return nil, fmt.Errorf("%.200q: %w", f.GetPath(), err)
		}
		out := OutputFile{Path: f.GetPath(), Digest: d, Executable: f.GetIsExecutable()}
		if len(f.GetContents()) > 0 {
			out.Contents = f.GetContents()
		}
		r.Files = append(r.Files, out)
	}
	return r, nil
}

func between(from, to *timestamppb.Timestamp) time.Duration {
	if from == nil || to == nil {
		return 0
	}
	return max(0, to.AsTime().Sub(from.AsTime()))
}

func statusOf(s *spb.Status) Status { return Status{codes.Code(s.GetCode()), s.GetMessage()} }

// ExecuteResponse is the outcome of an action.
type ExecuteResponse struct {
	Result  *ActionResult
	Cached  bool
	Message string
}

// Capabilities are those of a server.
type Capabilities struct {
	SHA256    bool // it identifies blobs by SHA-256
	Execution bool // it runs actions
	// Update: clients may write to the action cache.
	Update bool
	// MaxBatch limits the blobs of one batch, in bytes; 0: the server states no limit.
	MaxBatch int64
	// Zstd, ZstdBatch: blobs may be compressed in streams, in batches.
	Zstd, ZstdBatch bool
}

func capabilities(m *re.ServerCapabilities) *Capabilities {
	cache := m.GetCacheCapabilities()
	return &Capabilities{
		SHA256:    slices.Contains(cache.GetDigestFunctions(), re.DigestFunction_SHA256),
		Execution: m.GetExecutionCapabilities().GetExecEnabled(),
		Update:    cache.GetActionCacheUpdateCapabilities().GetUpdateEnabled(),
		MaxBatch:  cache.GetMaxBatchTotalSizeBytes(),
		Zstd:      slices.Contains(cache.GetSupportedCompressors(), re.Compressor_ZSTD),
		ZstdBatch: slices.Contains(cache.GetSupportedBatchUpdateCompressors(), re.Compressor_ZSTD),
	}
}
