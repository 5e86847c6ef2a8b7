// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cache

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"

	"google.golang.org/protobuf/encoding/protowire"
)

// maxResultBytes limits an action result: a few file names, digests and the warnings that the
// action printed.
const maxResultBytes = 4 << 20

// file is one output of an action: build.bazel.remote.execution.v2.OutputFile.
type file struct {
	name       string
	digest     Key
	size       int64
	executable bool
}

func (f file) mode() fs.FileMode {
	if f.executable {
		return 0o777 &^ umask
	}
	return 0o666 &^ umask
}

// result is an action's outcome, stored as the ActionResult message of Bazel's remote execution API
// (build/bazel/remote/execution/v2/remote_execution.proto), because cache servers validate what is
// stored in /ac/ against that message. stdout_raw contains the action's own key, so that another
// action's result is detected.
type result struct {
	files  []file
	stderr []byte
	// signature is that of the bytes of marshal, as the server had it.
	signature string
}

// Field numbers of ActionResult, OutputFile and Digest.
const (
	resultOutputFiles = 2
	resultStdoutRaw   = 5
	resultStderrRaw   = 7
	resultMetadata    = 9 // ExecutedActionMetadata

	metadataWorker = 1 // a name: here the signature

	filePath       = 1
	fileDigest     = 2
	fileExecutable = 4

	digestHash = 1
	digestSize = 2
)

func bytesField(b []byte, num protowire.Number, v []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, num, protowire.BytesType), v)
}

func (r *result) marshal(key Key) []byte {
	var out []byte
	for _, f := range r.files {
		d := bytesField(nil, digestHash, []byte(f.digest.String()))
		d = protowire.AppendVarint(protowire.AppendTag(d, digestSize, protowire.VarintType), uint64(f.size))
		m := bytesField(nil, filePath, []byte(f.name))
		m = bytesField(m, fileDigest, d)
		if f.executable {
			m = protowire.AppendVarint(protowire.AppendTag(m, fileExecutable, protowire.VarintType), 1)
		}
		out = bytesField(out, resultOutputFiles, m)
	}
	out = bytesField(out, resultStdoutRaw, []byte(key.String()))
	if len(r.stderr) > 0 {
		out = bytesField(out, resultStderrRaw, r.stderr)
	}
	return out
}

// appendSignature appends a signature to a marshalled result.
func appendSignature(data []byte, signature string) []byte {
	return bytesField(data, resultMetadata, bytesField(nil, metadataWorker, []byte(signature)))
}

// fields calls f for every field of a message. A varint is passed in n, bytes in v; other wire
// types are skipped.
func fields(b []byte, f func(num protowire.Number, v []byte, n uint64) error) error {
	for len(b) > 0 {
		num, typ, n := protowire.ConsumeTag(b)
		if n < 0 {
			return protowire.ParseError(n)
		}
		b = b[n:]
		var v []byte
		var u uint64
		switch typ {
		case protowire.BytesType:
			v, n = protowire.ConsumeBytes(b)
		case protowire.VarintType:
			u, n = protowire.ConsumeVarint(b)
		default:
			n = protowire.ConsumeFieldValue(num, typ, b)
		}
		if n < 0 {
			return protowire.ParseError(n)
		}
		b = b[n:]
		if err := f(num, v, u); err != nil {
			return err
		}
	}
	return nil
}

func parseResult(data []byte, key Key) (*result, error) {
	r := &result{}
	var owner []byte
	err := fields(data, func(num protowire.Number, v []byte, _ uint64) error {
		switch num {
		case resultOutputFiles:
			f, err := parseFile(v)
			if err != nil {
				return err
			}
			r.files = append(r.files, f)
		case resultStdoutRaw:
			owner = v
		case resultStderrRaw:
			r.stderr = bytes.Clone(v)
		case resultMetadata:
			return fields(v, func(num protowire.Number, v []byte, _ uint64) error {
				if num == metadataWorker {
					r.signature = string(v)
				}
				return nil
			})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("not an action result: %w", err)
	}
	if string(owner) != key.String() {
		return nil, fmt.Errorf("the result belongs to another action (%.64q)", owner)
	}
	if len(r.files) == 0 {
		return nil, errors.New("the result has no output files")
	}
	return r, nil
}

func parseFile(data []byte) (file, error) {
	var f file
	err := fields(data, func(num protowire.Number, v []byte, n uint64) error {
		switch num {
		case filePath:
			f.name = string(v)
		case fileExecutable:
			f.executable = n != 0
		case fileDigest:
			return fields(v, func(num protowire.Number, v []byte, n uint64) error {
				switch num {
				case digestHash:
					raw, err := hex.DecodeString(string(v))
					if err != nil || len(raw) != len(f.digest) {
						return fmt.Errorf("digest %.80q is not a SHA-256", v)
					}
					copy(f.digest[:], raw)
				case digestSize:
					if n > maxObjectBytes {
						return fmt.Errorf("object of %d bytes is over the limit of %d", n, int64(maxObjectBytes))
					}
					f.size = int64(n)
				}
				return nil
			})
		}
		return nil
	})
	return f, err
}
