// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package kernelabi

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gohipcc/abi"
	"gohipcc/passes/ir"
	"gohipcc/spirv"
)

func TestStringArguments(t *testing.T) {
	for _, c := range []struct {
		format string
		want   []bool
	}{
		{"plain", nil},
		{"%d %s %f", []bool{false, true, false}},
		{"100%% %s", []bool{true}},
		{"%-*.*s|%s", []bool{false, false, true, true}},
		{"%ls %hhd %lld %s", []bool{false, false, false, true}},
		{"%08.3f%s%c%p", []bool{false, true, false, false}},
		{"%", nil},
		{"%s%", []bool{true}},
		{"%l", nil},
	} {
		if got := stringArguments(c.format); !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, want %v", c.format, got, c.want)
		}
	}
}

func TestSegmentChunks(t *testing.T) {
	s := &ir.Segment{Bytes: make([]byte, 1000), Given: make([]bool, 1000)}
	put(s, 0, []byte{5, 0, 0, 0})
	put(s, 10, []byte{7})
	put(s, 900, []byte{1, 2})
	want := []abi.SegmentData{{Offset: 0, Data: []byte{5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7}}, {Offset: 900, Data: []byte{1, 2}}}
	if diff := cmp.Diff(want, chunks(s)); diff != "" {
		t.Error(diff)
	}
	big := &ir.Segment{Bytes: bytes.Repeat([]byte{1}, 200000), Given: make([]bool, 200000)}
	for i := range big.Given {
		big.Given[i] = true
	}
	for _, c := range chunks(big) {
		if n := len(abi.Record(abi.DataKind, c)); n > 65000 {
			t.Errorf("a record of %d bytes", n)
		}
	}
}

// words assembles a SPIR-V module from opcodes and operands.
func words(instructions ...[]uint32) []byte {
	out := []uint32{spirv.Magic, 0x00010200, 0, 10, 0}
	for _, i := range instructions {
		out = spirv.Append(out, i[0], i[1:]...)
	}
	return spirv.Encode(out)
}

func TestAttachSPIRV(t *testing.T) {
	module := words([]uint32{17, 6}, []uint32{14, 2, 2}, []uint32{5, 1, 0x61}, []uint32{71, 1, 44}, []uint32{19, 2})
	got, err := AttachSPIRV(module, []string{"gohip.v1 x {}", "abc"})
	if err != nil {
		t.Fatal(err)
	}
	want := words([]uint32{17, 6}, []uint32{14, 2, 2}, []uint32{5, 1, 0x61},
		[]uint32{330, 0x69686f67, 0x31762e70, 0x7b207820, 0x7d}, []uint32{330, 0x00636261},
		[]uint32{71, 1, 44}, []uint32{19, 2})
	if !bytes.Equal(got, want) {
		t.Errorf("got  %x\nwant %x", got, want)
	}
	if _, err := AttachSPIRV(module, []string{strings.Repeat("x", 300000)}); err == nil {
		t.Error("a record longer than an instruction was taken")
	}
	for _, bad := range [][]byte{nil, []byte("hello"), module[:21], append(bytes.Clone(module), 0, 0, 0, 0), words([]uint32{5})[:20]} {
		if out, err := AttachSPIRV(bad, nil); err == nil && len(out) != 20 {
			t.Errorf("%x was taken for SPIR-V", bad)
		}
	}
}

func FuzzAttachSPIRV(f *testing.F) {
	f.Add(words([]uint32{17, 6}, []uint32{14, 2, 2}), "record")
	f.Add([]byte{3, 2, 0x23, 7}, "")
	f.Fuzz(func(t *testing.T, image []byte, record string) {
		out, err := AttachSPIRV(image, []string{record})
		if err == nil && (len(out) <= len(image) || len(out)%4 != 0) {
			t.Errorf("%d bytes became %d", len(image), len(out))
		}
	})
}
