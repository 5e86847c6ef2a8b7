// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package reapitest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	re "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
)

func TestResourceNames(t *testing.T) {
	hash := strings.Repeat("a1", 32)
	const id = "01234567-89ab-cdef-0123-456789abcdef"
	s := &Server{opt: Options{Instance: "main/hip"}}
	for _, c := range []struct {
		name       string
		write      bool
		size       int64 // -1: refused
		compressed bool
	}{
		{"main/hip/blobs/" + hash + "/7", false, 7, false},
		{"main/hip/compressed-blobs/zstd/" + hash + "/7", false, 7, true},
		{"main/hip/uploads/" + id + "/blobs/" + hash + "/0", true, 0, false},
		{"blobs/" + hash + "/7", false, -1, false},
		{"main/blobs/" + hash + "/7", false, -1, false},
		{"main/hip/blobs/" + hash[2:] + "/7", false, -1, false},
		{"main/hip/blobs/" + hash + "/-7", false, -1, false},
		{"main/hip/compressed-blobs/gzip/" + hash + "/7", false, -1, false},
		{"main/hip/blobs/" + hash + "/0", true, -1, false},
		{"main/hip/blobs/" + hash + "/99999999999999999999", false, -1, false},
	} {
		form := readName
		if c.write {
			form = writeName
		}
		d, compressed, err := s.parseName(form, c.name)
		if c.size < 0 {
			if err == nil {
				t.Errorf("%s is %s", c.name, key(d))
			}
			continue
		}
		if err != nil || d.Hash != hash || d.SizeBytes != c.size || compressed != c.compressed {
			t.Errorf("%s: %s, compressed %v, %v", c.name, key(d), compressed, err)
		}
	}
}

// TestTools: large blobs are in the storage that servers share, small ones are each server's own, and a
// blob with another name is in neither.
func TestTools(t *testing.T) {
	dir := t.TempDir()
	tools := NewTools(dir)
	one, two := Start(t, Options{Tools: tools}), Start(t, Options{Tools: tools})
	small, big := []byte("small"), bytes.Repeat([]byte{7}, large)
	for _, data := range [][]byte{small, big} {
		if err := one.put(digestOf(data), data); err != nil {
			t.Fatal(err)
		}
		if err := one.put(digestOf(append(data, 1)), data); err == nil {
			t.Errorf("%d bytes are taken for %d", len(data), len(data)+1)
		}
	}
	missing, err := two.FindMissingBlobs(t.Context(), &re.FindMissingBlobsRequest{BlobDigests: []*re.Digest{digestOf(small), digestOf(big)}})
	if err != nil || len(missing.MissingBlobDigests) != 1 || key(missing.MissingBlobDigests[0]) != key(digestOf(small)) {
		t.Errorf("%v, %v", missing, err)
	}
	for _, name := range []string{"a", "b"} {
		path := filepath.Join(dir, name)
		if err := two.file(&re.FileNode{Digest: digestOf(big), IsExecutable: true}, path); err != nil {
			t.Fatal(err)
		}
		if st, err := os.Stat(path); err != nil || st.Mode() != 0o555 || st.Size() != large {
			t.Errorf("%v, %v", st, err)
		}
	}
	a, _ := os.Stat(filepath.Join(dir, "a"))
	b, _ := os.Stat(filepath.Join(dir, "b"))
	if !os.SameFile(a, b) {
		t.Error("a tool is written twice")
	}
	for _, data := range [][]byte{small, bytes.Repeat([]byte{8}, large)} {
		if err := two.file(&re.FileNode{Digest: digestOf(data)}, filepath.Join(dir, "c")); err == nil {
			t.Errorf("a file of %d bytes that nobody sent", len(data))
		}
	}
}
