// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package rawimage

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"gohipcc/fatbin"
	"gohipcc/internal/fuzztest"
	"gohipcc/internal/testtree"
	"gohipcc/runtime/hip"
)

// FuzzBytes measures images that are followed by unreadable memory: the result is the start of the
// image, whatever length the header contains.
func FuzzBytes(f *testing.F) {
	var whole [][]byte
	for _, n := range []string{"kernels.spv", "mixed.hipfb", "v2.ccob", "v3.ccob", "kernels.bc", "kernels.ptx", "gfx1100.co"} {
		b, err := os.ReadFile(filepath.Join(testtree.Root(f), "fatbin/testdata", n))
		if err != nil {
			f.Fatal(err)
		}
		whole = append(whole, b)
		// The length fields of these formats are in the first 64 bytes; set them beyond all memory.
		for _, at := range []int{8, 12, 24, 40} {
			if at+8 <= len(b) {
				huge := bytes.Clone(b)
				binary.LittleEndian.PutUint64(huge[at:], 1<<63+1)
				f.Add(huge)
			}
		}
	}
	for _, b := range fuzztest.Seeds(whole...) {
		f.Add(b)
	}
	page := os.Getpagesize()
	f.Fuzz(func(t *testing.T, in []byte) {
		if len(in) == 0 {
			return
		}
		room := (len(in) + page - 1) / page * page
		mem, err := unix.Mmap(-1, 0, room+page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
		if err != nil {
			t.Fatal(err)
		}
		defer unix.Munmap(mem)
		if err := unix.Mprotect(mem[room:], unix.PROT_NONE); err != nil {
			t.Fatal(err)
		}
		copy(mem[room-len(in):], in)
		got, err := Bytes(unsafe.Pointer(&mem[room-len(in)]))
		switch {
		case err == nil && (len(got) == 0 || !bytes.HasPrefix(in, got)):
			t.Errorf("%d bytes that are not the image's first", len(got))
		case err != nil && !errors.Is(err, hip.ErrNoImage) && !errors.As(err, new(*fatbin.FormatError)) && !errors.Is(err, fatbin.ErrTooLarge):
			t.Errorf("an error of no kind: %v", err)
		}
	})
}
