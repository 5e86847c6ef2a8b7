// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"encoding/binary"
	"strings"
	"testing"
)

func TestSniff(t *testing.T) {
	elf := func(order binary.AppendByteOrder, data byte, machine uint16) string {
		b := append([]byte("\x7fELF\x02"), data)
		b = append(b, make([]byte, 12)...)
		return string(order.AppendUint16(b, machine))
	}
	wrapper := binary.LittleEndian.AppendUint32(nil, WrapperMagic)
	for _, c := range []struct {
		data string
		want Kind
	}{
		{"", KindEmpty},
		{BundleMagic + "\x01", KindBundle},
		{"CCOB\x03\x00", KindCompressed},
		{"\x10\xff\x10\xad\x01", KindOffload},
		{"!<arch>\n", KindArchive},
		{"!<thin>\n", KindArchive},
		{"\x03\x02\x23\x07", KindSPIRV},
		{"\x07\x23\x02\x03", KindSPIRV},
		{"BC\xc0\xde", KindBitcode},
		{"\xde\xc0\x17\x0b", KindBitcode},
		{"\x50\xed\x55\xba", KindCUDAFatbin},
		{"ML\xefR\x06", KindMLIR},
		{string(wrapper), KindHIPFWrapper},
		{"\x7fELF", KindHostELF},
		{elf(binary.LittleEndian, 1, 62), KindHostELF},
		{elf(binary.LittleEndian, 1, 224), KindGFX},
		{elf(binary.LittleEndian, 1, 190), KindCubin},
		{elf(binary.BigEndian, 2, 224), KindGFX},
		{elf(binary.LittleEndian, 2, 224), KindHostELF},
		{"\n# " + BundleMagic + "__START__ host-x86_64-unknown-linux-gnu-\n", KindText},
		{"//\n// a comment\n\n.version 8.0\n", KindPTX},
		{"; ModuleID = 'a'\n", KindIR},
		{"target triple = \"spirv64\"\n", KindIR},
		{"// all comment\n", KindData},
		{strings.Repeat("\n", sniffLength) + ".version 8.0\n", KindData},
		{"int main() {}\n", KindData},
		{"\x7fEL", KindData},
		{"B", KindData},
	} {
		if got := Sniff([]byte(c.data)); got != c.want {
			t.Errorf("%.30q: %s, want %s", c.data, got, c.want)
		}
	}
	if IsThinArchive([]byte(arMagic)) || !IsThinArchive([]byte(arThinMagic)) {
		t.Error("thin archives")
	}
	if !KindGFX.IsELF() || !KindHostELF.IsELF() || KindSPIRV.IsELF() || !KindCompressed.IsBundle() || KindText.IsBundle() {
		t.Error("families of kinds")
	}
}

// No magic is the beginning of another, or the order of the table would count.
func TestMagicsAreApart(t *testing.T) {
	for i, a := range magics {
		for _, b := range magics[i+1:] {
			if strings.HasPrefix(a.magic, b.magic) || strings.HasPrefix(b.magic, a.magic) {
				t.Errorf("%q and %q", a.magic, b.magic)
			}
		}
	}
}
