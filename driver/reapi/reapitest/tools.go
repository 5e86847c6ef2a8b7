// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package reapitest

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"

	re "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// large is the size from which on blobs are in Tools.
const large = 1 << 20

// Tools is the storage of large blobs, which are a driver's tools, of one server or of several. In
// input roots they are links to one file each.
type Tools struct {
	mu    sync.Mutex
	blobs map[string][]byte // by digest
	dir   string
	files map[string]bool
}

// NewTools returns an empty storage with its files in dir, which is on the file system of the
// servers' folders.
func NewTools(dir string) *Tools {
	return &Tools{blobs: map[string][]byte{}, dir: dir, files: map[string]bool{}}
}

func (c *Tools) put(d *re.Digest, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.blobs[key(d)] = data
}

func (c *Tools) blob(d *re.Digest) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	data, ok := c.blobs[key(d)]
	return data, ok
}

// link gives a blob a name as a file with a mode.
func (c *Tools) link(d *re.Digest, mode os.FileMode, path string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	data, ok := c.blobs[key(d)]
	if !ok {
		return status.Errorf(codes.FailedPrecondition, "no blob %s", key(d))
	}
	kept := filepath.Join(c.dir, fmt.Sprintf("%s-%o", d.GetHash(), mode))
	if !c.files[kept] {
		if err := os.WriteFile(kept, data, mode); err != nil {
			return err
		}
		c.files[kept] = true
	}
	return os.Link(kept, path)
}
