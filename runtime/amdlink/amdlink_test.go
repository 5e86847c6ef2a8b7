// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package amdlink

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"
)

// TestNotLinked checks that inputs other than relocatable AMD objects are rejected. TestLinkAMD of
// runtime/hip compares linked images with ld.lld's.
func TestNotLinked(t *testing.T) {
	header := func(change func(b []byte)) []byte {
		b := make([]byte, ehSize)
		copy(b, "\x7fELF\x02\x01\x01")
		binary.LittleEndian.PutUint16(b[16:], typeRel)
		binary.LittleEndian.PutUint16(b[18:], machineAMDGPU)
		change(b)
		return b
	}
	for name, b := range map[string][]byte{
		"empty":                   nil,
		"half a header":           header(func([]byte) {})[:40],
		"no sections":             header(func([]byte) {}),
		"32 bits":                 header(func(b []byte) { b[4] = 1 }),
		"another machine":         header(func(b []byte) { b[18] = 62 }),
		"an executable":           header(func(b []byte) { b[16] = 2 }),
		"sections beyond the end": header(func(b []byte) { b[40], b[60] = 64, 3 }),
		"sections nowhere":        header(func(b []byte) { copy(b[40:], "\xff\xff\xff\xff\xff\xff\xff\xff"); b[60] = 1 }),
	} {
		if out, ok := Link(b); ok || out != nil {
			t.Errorf("%s was linked", name)
		}
	}
}

func TestStringAt(t *testing.T) {
	table := []byte("\x00.text\x00.note")
	for at, want := range map[uint32]string{0: "", 1: ".text", 3: "ext", 6: ""} {
		if got, ok := stringAt(table, at); !ok || got != want {
			t.Errorf("at %d: %q, %v; want %q", at, got, ok, want)
		}
	}
	for _, at := range []uint32{7, 12, 1 << 31} {
		if got, ok := stringAt(table, at); ok {
			t.Errorf("at %d: %q", at, got)
		}
	}
	if got, ok := stringAt(nil, 0); !ok || got != "" {
		t.Errorf("of no table: %q, %v", got, ok)
	}
}

// TestHash looks up every symbol as a loader does (System V ABI, "Hash Table").
func TestHash(t *testing.T) {
	w := &codeObject{in: &object{}}
	for i := range 40 {
		w.in.symbols = append(w.in.symbols, objSymbol{name: fmt.Sprintf("_Z%dkernelPfS_%x", i, i*i*7919)})
		w.dyn = append(w.dyn, i)
	}
	var words []uint32
	for b := w.sysvHash(); len(b) > 0; b = b[4:] {
		words = append(words, binary.LittleEndian.Uint32(b))
	}
	buckets := words[0]
	var found []int
	for bucket := range buckets {
		for at := words[2+bucket]; at != 0; at = words[2+buckets+at] {
			found = append(found, int(at)-1)
		}
	}
	slices.Sort(found)
	if !slices.Equal(found, w.dyn) {
		t.Errorf("the chains have %v", found)
	}
}

func TestPad(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 8, 8: 8, 13: 16} {
		if got := pad(make([]byte, n)); len(got) != want {
			t.Errorf("%d bytes became %d", n, len(got))
		}
	}
}
