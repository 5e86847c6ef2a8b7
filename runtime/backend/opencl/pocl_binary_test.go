// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
)

// poclBinary makes a PoCL binary with the given root entries and kernels.
func poclBinary(version uint32, variables uint64, entries []string, kernels string) []byte {
	le := binary.LittleEndian
	b := append([]byte(poclMagic), "\x01\x02\x03\x04\x05\x06\x07\x08"...)
	b = le.AppendUint32(b, version)
	b = le.AppendUint32(b, 1)
	b = le.AppendUint64(b, 4<<32|poclHasVariablesSize)
	b = le.AppendUint32(b, uint32(len(entries)))
	b = append(b, "IL/DGEFAPDNALNDLOHIEFNIKCLINBJDGCPHDMPLI\x00"...)
	b = le.AppendUint64(b, variables)
	for _, e := range entries {
		b = le.AppendUint64(b, uint64(len(e)))
		b = append(b, e...)
	}
	return append(b, kernels...)
}

func TestWithoutIR(t *testing.T) {
	const kernels = "what the kernels are"
	for _, entries := range [][]string{nil, {"/program.bc and its contents"}, {"/program.bc", "/init"}} {
		in := poclBinary(11, 0, entries, kernels)
		before := bytes.Clone(in)
		got, err := withoutIR(in)
		want := bytes.Replace(poclBinary(11, 0, nil, kernels), []byte("PLI\x00"), []byte("PL-\x00"), 1)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%q: %q, %v, want %q", entries, got, err, want)
		}
		if !bytes.Equal(in, before) {
			t.Errorf("%q: the binary itself was changed", entries)
		}
	}
	// A folder's name that mkdtemp chose may end with any letter or digit.
	for c := byte('0'); c <= 'z'; c++ {
		in := poclBinary(12, 0, nil, kernels)
		copy(in[poclHashAt:], "_UNCACHED_03aUJ\x00\x00")
		in[poclHashAt+15] = c
		if got, err := withoutIR(in); err != nil || bytes.HasPrefix(got[poclHashAt:], in[poclHashAt:poclHashAt+16]) {
			t.Errorf("hash %q: %v, the hash is the same", in[poclHashAt:poclHashAt+16], err)
		}
	}
	whole := poclBinary(11, 0, []string{"/program.bc"}, kernels)
	huge := poclBinary(11, 0, []string{"/program.bc"}, kernels)
	binary.LittleEndian.PutUint64(huge[poclHeadSize:], 1<<63)
	noHash := poclBinary(12, 0, nil, kernels)
	noHash[poclHashAt] = 0
	for _, c := range []struct {
		name, want string
		in         []byte
	}{
		{"nothing", "0 bytes are not a binary", nil},
		{"another driver's", "are not a binary", append([]byte("\x7fELF"), make([]byte, 200)...)},
		{"a head cut short", "are not a binary", whole[:poclHeadSize-1]},
		{"another version", "version 9;", poclBinary(9, 0, nil, kernels)},
		{"variables", "variables of its own", poclBinary(11, 16, nil, kernels)},
		{"an entry cut short", "beyond the end", whole[:poclHeadSize+12]},
		{"an entry too large", "beyond the end", huge},
		{"no hash", "has the hash", noHash},
	} {
		if out, err := withoutIR(c.in); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q, %v, want an error with %q", c.name, out, err, c.want)
		}
	}
}
