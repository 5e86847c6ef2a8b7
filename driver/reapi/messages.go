// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package reapi

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
)

// Digest names a blob by its content.
type Digest struct {
	Hash string // SHA-256 in hexadecimal
	Size int64
}

// DigestOf is the digest of data.
func DigestOf(data []byte) Digest {
	sum := sha256.Sum256(data)
	return Digest{hex.EncodeToString(sum[:]), int64(len(data))}
}

// String is the digest as resource names have it.
func (d Digest) String() string { return fmt.Sprintf("%s/%d", d.Hash, d.Size) }

func (d Digest) marshal() []byte {
	var m message
	m.text(1, d.Hash)
	m.number(2, uint64(d.Size))
	return m
}

// parseDigest reads a digest and refuses what is none: its name becomes part of file names.
func parseDigest(b []byte) (Digest, error) {
	var d Digest
	err := fields(b, func(num protowire.Number, v []byte, n uint64) error {
		switch num {
		case 1:
			d.Hash = string(v)
		case 2:
			d.Size = int64(n)
		}
		return nil
	})
	if raw, herr := hex.DecodeString(d.Hash); err == nil && (herr != nil || len(raw) != sha256.Size || d.Size < 0) {
		err = fmt.Errorf("digest %.80q of %d bytes is not a SHA-256", d.Hash, d.Size)
	}
	return d, err
}

// Property is a property of the platform that an action needs.
type Property struct{ Name, Value string }

func marshalPlatform(p []Property) []byte {
	p = slices.Clone(p)
	slices.SortFunc(p, func(a, b Property) int {
		if c := strings.Compare(a.Name, b.Name); c != 0 {
			return c
		}
		return strings.Compare(a.Value, b.Value)
	})
	var m message
	for _, o := range p {
		m.bytes(1, pair(o.Name, o.Value))
	}
	return m
}

func pair(name, value string) []byte {
	var m message
	m.text(1, name)
	m.text(2, value)
	return m
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

// Marshal is the canonical form of the command.
func (c *Command) Marshal() []byte {
	var m message
	for _, a := range c.Arguments {
		m.bytes(1, []byte(a))
	}
	env := slices.Clone(c.Environment)
	slices.SortFunc(env, func(a, b Property) int { return strings.Compare(a.Name, b.Name) })
	for _, e := range env {
		m.bytes(2, pair(e.Name, e.Value))
	}
	outputs := slices.Clone(c.Outputs)
	slices.Sort(outputs)
	// Servers of version 2.0 know output_files, later ones output_paths.
	for _, o := range outputs {
		m.bytes(3, []byte(o))
	}
	if len(c.Platform) > 0 {
		m.bytes(5, marshalPlatform(c.Platform))
	}
	m.text(6, c.WorkingDirectory)
	for _, o := range outputs {
		m.bytes(7, []byte(o))
	}
	return m
}

// Action is a command with the files that it reads.
type Action struct {
	Command, InputRoot Digest
	Timeout            time.Duration // 0: the server's
	Platform           []Property
}

// Marshal is the canonical form of the action, whose digest names it.
func (a *Action) Marshal() []byte {
	var m message
	m.bytes(1, a.Command.marshal())
	m.bytes(2, a.InputRoot.marshal())
	if a.Timeout > 0 {
		var d message
		d.number(1, uint64(a.Timeout/time.Second))
		m.bytes(6, d)
	}
	if len(a.Platform) > 0 {
		m.bytes(10, marshalPlatform(a.Platform))
	}
	return m
}

// FileNode is a file of a directory, DirectoryNode a directory in it.
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

// Marshal is the canonical form of the directory.
func (d *Directory) Marshal() []byte {
	files, dirs := slices.Clone(d.Files), slices.Clone(d.Directories)
	slices.SortFunc(files, func(a, b FileNode) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(dirs, func(a, b DirectoryNode) int { return strings.Compare(a.Name, b.Name) })
	var m message
	for _, f := range files {
		var n message
		n.text(1, f.Name)
		n.bytes(2, f.Digest.marshal())
		n.flag(4, f.Executable)
		m.bytes(1, n)
	}
	for _, f := range dirs {
		var n message
		n.text(1, f.Name)
		n.bytes(2, f.Digest.marshal())
		m.bytes(2, n)
	}
	return m
}

// OutputFile is a file that an action wrote.
type OutputFile struct {
	Path       string
	Digest     Digest
	Contents   []byte // when the server sent them along; nil: it did not
	Executable bool
}

// ActionResult is what an action made.
type ActionResult struct {
	Files          []OutputFile
	ExitCode       int
	Stdout, Stderr Output
	Worker         string
	// Queued is how long the action waited for a worker, and Ran how long its command ran, as
	// the server says; 0: it does not.
	Queued, Ran time.Duration
}

// Output is what a command printed: Raw, or the blob of Digest.
type Output struct {
	Raw    []byte
	Digest *Digest
}

// parseActionResult reads the ActionResult of a server.
func parseActionResult(b []byte) (*ActionResult, error) {
	r := &ActionResult{}
	err := fields(b, func(num protowire.Number, v []byte, n uint64) (err error) {
		switch num {
		case 2:
			var f OutputFile
			f, err = parseOutputFile(v)
			r.Files = append(r.Files, f)
		case 4:
			r.ExitCode = int(int32(n))
		case 5:
			r.Stdout.Raw = v
		case 6:
			r.Stdout.Digest, err = optionalDigest(v)
		case 7:
			r.Stderr.Raw = v
		case 8:
			r.Stderr.Digest, err = optionalDigest(v)
		case 9:
			err = r.parseMetadata(v)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("not an action result: %w", err)
	}
	return r, nil
}

func optionalDigest(b []byte) (*Digest, error) {
	d, err := parseDigest(b)
	if err != nil || d.Size == 0 {
		return nil, err
	}
	return &d, nil
}

func parseOutputFile(b []byte) (OutputFile, error) {
	var f OutputFile
	err := fields(b, func(num protowire.Number, v []byte, n uint64) (err error) {
		switch num {
		case 1:
			f.Path = string(v)
		case 2:
			f.Digest, err = parseDigest(v)
		case 4:
			f.Executable = n != 0
		case 5:
			f.Contents = v
		}
		return err
	})
	return f, err
}

// parseMetadata reads ExecutedActionMetadata.
func (r *ActionResult) parseMetadata(b []byte) error {
	at := map[protowire.Number]time.Time{}
	err := fields(b, func(num protowire.Number, v []byte, _ uint64) error {
		switch num {
		case 1:
			r.Worker = string(v)
		case 2, 3, 7, 8:
			var sec, nano uint64
			err := fields(v, func(num protowire.Number, _ []byte, n uint64) error {
				switch num {
				case 1:
					sec = n
				case 2:
					nano = n
				}
				return nil
			})
			at[num] = time.Unix(int64(sec), int64(nano))
			return err
		}
		return nil
	})
	between := func(from, to protowire.Number) time.Duration {
		if at[from].IsZero() || at[to].IsZero() {
			return 0
		}
		return max(0, at[to].Sub(at[from]))
	}
	r.Queued, r.Ran = between(2, 3), between(7, 8)
	return err
}

// Status is the outcome of a call or of an action.
type Status struct {
	Code    Code
	Message string
}

func parseStatus(b []byte) (Status, error) {
	var s Status
	err := fields(b, func(num protowire.Number, v []byte, n uint64) error {
		switch num {
		case 1:
			s.Code = Code(n)
		case 2:
			s.Message = string(v)
		}
		return nil
	})
	return s, err
}

// ExecuteResponse is what became of an action.
type ExecuteResponse struct {
	Result  *ActionResult
	Cached  bool
	Status  Status
	Message string
}

func parseExecuteResponse(b []byte) (*ExecuteResponse, error) {
	r := &ExecuteResponse{}
	err := fields(b, func(num protowire.Number, v []byte, n uint64) (err error) {
		switch num {
		case 1:
			r.Result, err = parseActionResult(v)
		case 2:
			r.Cached = n != 0
		case 3:
			r.Status, err = parseStatus(v)
		case 5:
			r.Message = string(v)
		}
		return err
	})
	return r, err
}

// operation is google.longrunning.Operation.
type operation struct {
	name     string
	done     bool
	status   Status
	response *ExecuteResponse
}

func parseOperation(b []byte) (*operation, error) {
	o := &operation{}
	err := fields(b, func(num protowire.Number, v []byte, n uint64) (err error) {
		switch num {
		case 1:
			o.name = string(v)
		case 3:
			o.done = n != 0
		case 4:
			o.status, err = parseStatus(v)
		case 5:
			return fields(v, func(num protowire.Number, v []byte, _ uint64) (err error) {
				if num == 2 { // Any.value
					o.response, err = parseExecuteResponse(v)
				}
				return err
			})
		}
		return err
	})
	return o, err
}

// Capabilities is what a server can do.
type Capabilities struct {
	SHA256    bool // it names blobs by SHA-256
	Execution bool // it runs actions
	// Update: clients may write to the action cache.
	Update bool
	// MaxBatch bounds the blobs of one batch, in bytes; 0: the server names no bound.
	MaxBatch int64
	// Zstd, ZstdBatch: blobs may be compressed in streams, in batches.
	Zstd, ZstdBatch bool
}

const (
	functionSHA256 = 1 // DigestFunction.SHA256
	compressorZstd = 1 // Compressor.ZSTD
)

func parseCapabilities(b []byte) (*Capabilities, error) {
	c := &Capabilities{}
	err := fields(b, func(num protowire.Number, v []byte, _ uint64) error {
		switch num {
		case 1:
			return c.parseCache(v)
		case 2:
			return fields(v, func(num protowire.Number, _ []byte, n uint64) error {
				if num == 2 {
					c.Execution = n != 0
				}
				return nil
			})
		}
		return nil
	})
	return c, err
}

// parseCache reads CacheCapabilities.
func (c *Capabilities) parseCache(b []byte) error {
	return fields(b, func(num protowire.Number, v []byte, n uint64) error {
		switch num {
		case 1:
			c.SHA256 = c.SHA256 || slices.Contains(numbers(nil, v, n), functionSHA256)
		case 2:
			return fields(v, func(num protowire.Number, _ []byte, n uint64) error {
				c.Update = c.Update || num == 1 && n != 0
				return nil
			})
		case 4:
			c.MaxBatch = int64(n)
		case 6:
			c.Zstd = c.Zstd || slices.Contains(numbers(nil, v, n), compressorZstd)
		case 7:
			c.ZstdBatch = c.ZstdBatch || slices.Contains(numbers(nil, v, n), compressorZstd)
		}
		return nil
	})
}
