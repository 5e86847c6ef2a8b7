// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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

func TestMangledName(t *testing.T) {
	for symbol, want := range map[string]string{
		"_Z4sqrtf": "sqrt", "_Z12get_local_idj": "get_local_id", "_Z7barrierj": "barrier",
		"sqrt": "", "_Z": "", "_Z99x": "", "_ZN1a1bEv": "", "_Z4sqr": "",
	} {
		if got, _ := mangledName(symbol); got != want {
			t.Errorf("%s: %q, want %q", symbol, got, want)
		}
	}
	for symbol, want := range map[string]bool{
		"_Z4sqrtf": true, "_Z13native_sinDv4f": true, "_Z17sub_group_shuffleij": true, "__spirv_BuiltInWorkDim": true,
		"_Z6helperi": false, "printf": false, "_Z4sqrf": false,
	} {
		if got := spirvBuiltin(symbol); got != want {
			t.Errorf("%s: %v, want %v", symbol, got, want)
		}
	}
	if f, ok := builtinFeature("_Z22get_sub_group_local_idv"); f != "subgroup" || !ok {
		t.Error("sub-group built-ins need the feature subgroup")
	}
}

func TestPieces(t *testing.T) {
	for _, c := range []struct {
		size, align uint64
		want        []piece
	}{
		{0, 8, nil},
		{7, 8, []piece{{0, 4}, {4, 2}, {6, 1}}},
		{16, 8, []piece{{0, 8}, {8, 8}}},
		{16, 16, []piece{{0, 8}, {8, 8}}},
		{6, 2, []piece{{0, 2}, {2, 2}, {4, 2}}},
		{3, 1, []piece{{0, 1}, {1, 1}, {2, 1}}},
	} {
		if got := piecesOf(c.size, c.align); !slices.Equal(got, c.want) {
			t.Errorf("%d bytes aligned to %d: %v, want %v", c.size, c.align, got, c.want)
		}
	}
	if got := len(piecesOf(1<<40, 1)); got > unrolled+1 {
		t.Errorf("a huge size gave %d pieces", got)
	}
}

func TestSegmentChunks(t *testing.T) {
	s := &segment{bytes: make([]byte, 1000), given: make([]bool, 1000)}
	s.put(0, []byte{5, 0, 0, 0})
	s.put(10, []byte{7})
	s.put(900, []byte{1, 2})
	want := []dataRecord{{0, "BQAAAAAAAAAAAAc="}, {900, "AQI="}}
	if diff := cmp.Diff(want, s.chunks()); diff != "" {
		t.Error(diff)
	}
	big := &segment{bytes: bytes.Repeat([]byte{1}, 200000), given: make([]bool, 200000)}
	for i := range big.given {
		big.given[i] = true
	}
	for _, c := range big.chunks() {
		if len(c.Base64) > 65000 {
			t.Errorf("a record of %d bytes", len(c.Base64))
		}
	}
}

// words makes a SPIR-V module of instructions given as opcode and operands.
func words(instructions ...[]uint32) []byte {
	out := []uint32{0x07230203, 0x00010200, 0, 10, 0}
	for _, i := range instructions {
		out = append(out, uint32(len(i))<<16|i[0])
		out = append(out, i[1:]...)
	}
	var b []byte
	for _, w := range out {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

func TestAttachSPIRV(t *testing.T) {
	module := words([]uint32{17, 6}, []uint32{14, 2, 2}, []uint32{5, 1, 0x61}, []uint32{71, 1, 44}, []uint32{19, 2})
	got, err := attachSPIRV(module, []string{"gohip.v1 x {}", "abc"})
	if err != nil {
		t.Fatal(err)
	}
	want := words([]uint32{17, 6}, []uint32{14, 2, 2}, []uint32{5, 1, 0x61},
		[]uint32{330, 0x69686f67, 0x31762e70, 0x7b207820, 0x7d}, []uint32{330, 0x00636261},
		[]uint32{71, 1, 44}, []uint32{19, 2})
	if !bytes.Equal(got, want) {
		t.Errorf("got  %x\nwant %x", got, want)
	}
	if _, err := attachSPIRV(module, []string{strings.Repeat("x", 300000)}); err == nil {
		t.Error("a record longer than an instruction was taken")
	}
	for _, bad := range [][]byte{nil, []byte("hello"), module[:21], append(bytes.Clone(module), 0, 0, 0, 0), words([]uint32{5})[:20]} {
		if out, err := attachSPIRV(bad, nil); err == nil && len(out) != 20 {
			t.Errorf("%x was taken for SPIR-V", bad)
		}
	}
}

func FuzzAttachSPIRV(f *testing.F) {
	f.Add(words([]uint32{17, 6}, []uint32{14, 2, 2}), "record")
	f.Add([]byte{3, 2, 0x23, 7}, "")
	f.Fuzz(func(t *testing.T, image []byte, record string) {
		out, err := attachSPIRV(image, []string{record})
		if err == nil && (len(out) <= len(image) || len(out)%4 != 0) {
			t.Errorf("%d bytes became %d", len(image), len(out))
		}
	})
}

func TestAttachPTX(t *testing.T) {
	got := string(attachPTX([]byte(".version 7.0\n\n\x00"), []string{"gohip.v1 module {}"}))
	if want := ".version 7.0\n// gohip.v1 module {}\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestProblems(t *testing.T) {
	var p problems
	if p.err() != nil {
		t.Error("no problem is an error")
	}
	for range 12 {
		p.addf("x")
	}
	if got := p.err().Error(); strings.Count(got, "\n") != 10 || !strings.HasSuffix(got, "and 2 more") {
		t.Errorf("%q", got)
	}
}
