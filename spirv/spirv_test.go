// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package spirv

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

// module returns a small one: a capability, a name, a record, a type and a function.
func module() []uint32 {
	words := []uint32{Magic, 0x00010200, 0, 10, 0}
	words = Append(words, OpCapability, 6)
	words = Append(words, OpName, append([]uint32{4}, StringWords("main")...)...)
	words = Append(words, OpModuleProcessed, StringWords("abc")...)
	words = Append(words, OpTypeVoid, 2)
	words = Append(words, OpTypeFunction, 3, 2)
	words = Append(words, OpFunction, 2, 4, 0, 3)
	words = Append(words, OpLabel, 5)
	words = Append(words, OpReturn)
	return Append(words, OpFunctionEnd)
}

// bigEndian returns a module in the other byte order.
func bigEndian(words []uint32) []byte {
	var b []byte
	for _, w := range words {
		b = binary.BigEndian.AppendUint32(b, w)
	}
	return b
}

func TestDecode(t *testing.T) {
	want := module()
	for name, image := range map[string][]byte{"little-endian": Encode(want), "big-endian": bigEndian(want)} {
		got, err := Decode(image)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	for name, words := range map[string][]uint32{
		"an instruction of no words":   {Magic, 0x00010200, 0, 10, 0, 17},
		"one that is longer than it":   {Magic, 0x00010200, 0, 10, 0, 9<<16 | 17, 4},
		"another magic":                {1, 2, 3, 4, 5, 6},
		"half a header":                {Magic, 0x00010200},
		"a bound that asks for memory": {Magic, 0x00010200, 0, 1 << 30, 0},
		"nothing":                      {},
	} {
		if _, err := Decode(Encode(words)); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	if _, err := Decode(Encode(want)[:22]); err == nil {
		t.Error("half a word was taken")
	}
}

func TestStrings(t *testing.T) {
	for _, s := range []string{"", "a", "abc", "abcd", "abcdefgh", "ünï"} {
		words := StringWords(s)
		if got := String(words); got != s || len(words) != len(s)/4+1 {
			t.Errorf("%q became %q in %d words", s, got, len(words))
		}
	}
}

// TestReader: both readers meet the instructions of Decode, from memory and from a file, in both
// byte orders.
func TestReader(t *testing.T) {
	words := module()
	for name, r := range map[string]*Reader{
		"memory":     NewMemoryReader(Encode(words), HeaderSize),
		"file":       fileReader(Encode(words), binary.LittleEndian),
		"big-endian": fileReader(bigEndian(words), binary.BigEndian),
	} {
		for at, want := range Instructions(words) {
			in, ok, err := r.Next()
			if err != nil || !ok {
				t.Fatalf("%s: word %d: %v, %v", name, at, ok, err)
			}
			got := []uint32{uint32(len(want))<<16 | uint32(in.Op)}
			for i := range in.Words() {
				got = append(got, in.Word(i))
			}
			if !slices.Equal(got, want) || in.Offset != int64(4*at) || in.Check() != nil {
				t.Errorf("%s: word %d: %v at byte %d, want %v", name, at, got, in.Offset, want)
			}
			if in.Op == OpName && string(in.String(1)) != "main" {
				t.Errorf("%s: the name is %q", name, in.String(1))
			}
			if in.Word(100) != 0 || in.String(100) != nil {
				t.Errorf("%s: word %d: operands past the end", name, at)
			}
		}
		if _, ok, err := r.Next(); ok || err != nil || r.Offset() != int64(4*len(words)) {
			t.Errorf("%s: the end: %v, %v, byte %d", name, ok, err, r.Offset())
		}
	}
}

func fileReader(image []byte, order binary.ByteOrder) *Reader {
	return NewReader(func(off, n int64, _ string) ([]byte, error) {
		if off+n > int64(len(image)) {
			return nil, io.ErrUnexpectedEOF
		}
		return bytes.Clone(image[off : off+n]), nil
	}, int64(len(image)), order, HeaderSize)
}

func TestReaderRefusesDamage(t *testing.T) {
	for name, c := range map[string]struct {
		words []uint32
		found string
	}{
		"no words":     {[]uint32{17}, "opcode 17 of 0 words"},
		"past the end": {[]uint32{9<<16 | 17, 4}, "end of data at 0x1c"},
		"no operands":  {[]uint32{1<<16 | OpTypeInt}, "0"},
		"one too few":  {[]uint32{3<<16 | OpTypeInt, 1, 32}, "2"},
	} {
		_, err := func() (Operation, error) {
			in, _, err := NewMemoryReader(Encode(append(module()[:HeaderWords], c.words...)), HeaderSize).Next()
			if err == nil {
				err = in.Check()
			}
			return in, err
		}()
		var bad *Malformed
		if !errors.As(err, &bad) || bad.Offset != HeaderSize || bad.Found != c.found {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAddProcessed(t *testing.T) {
	words := module()
	got, err := AddProcessed(words, []string{"one", "two2"})
	if err != nil {
		t.Fatal(err)
	}
	var ops []uint32
	var texts []string
	for _, in := range Instructions(got) {
		ops = append(ops, Op(in))
		if Op(in) == OpModuleProcessed {
			texts = append(texts, String(in[1:]))
		}
	}
	if want := []uint32{OpCapability, OpName, OpModuleProcessed, OpModuleProcessed, OpModuleProcessed, OpTypeVoid, OpTypeFunction, OpFunction, OpLabel, OpReturn, OpFunctionEnd}; !slices.Equal(ops, want) {
		t.Errorf("opcodes %d, want %d", ops, want)
	}
	if want := []string{"abc", "one", "two2"}; !slices.Equal(texts, want) {
		t.Errorf("%q, want %q", texts, want)
	}
	const most = 4*(maxWords-1) - 1 // and a zero byte
	if _, err := AddProcessed(words, []string{strings.Repeat("x", most)}); err != nil {
		t.Error(err)
	}
	if _, err := AddProcessed(words, []string{strings.Repeat("x", most+1)}); err == nil {
		t.Error("a text longer than an instruction was taken")
	}
}

func TestLength(t *testing.T) {
	m := Encode(module())
	for name, c := range map[string]struct {
		data []byte
		want int
	}{
		"the module":           {m, len(m)},
		"zeros behind it":      {append(bytes.Clone(m), make([]byte, 64)...), len(m)},
		"text behind it":       {append(bytes.Clone(m), "some text that is no instruction"...), len(m)},
		"its half":             {m[:len(m)-4], 0},
		"no function":          {m[:HeaderSize+8], 0},
		"the other endianness": {bigEndian(module()), 0},
		"something else":       {[]byte("some text that is no module at all"), 0},
	} {
		if got := Length(c.data); got != c.want {
			t.Errorf("%s: %d bytes, want %d", name, got, c.want)
		}
	}
}

func TestResultID(t *testing.T) {
	for _, c := range []struct {
		in   []uint32
		want uint32
	}{
		{Instruction(OpTypeInt, 7, 32, 0), 7},
		{Instruction(OpConstant, 1, 8, 5), 8},
		{Instruction(OpVariable, 1, 9, ClassWorkgroup), 9},
		{Instruction(OpExtInstImport, append([]uint32{3}, StringWords("OpenCL.std")...)...), 3},
		{Instruction(OpCapability, 4), 0},
		{Instruction(OpConstant, 1), 0}, // damaged
	} {
		if got, ok := ResultID(c.in); got != c.want || ok != (c.want != 0) {
			t.Errorf("%v defines %d, %v, want %d", c.in, got, ok, c.want)
		}
	}
}

func TestMentions(t *testing.T) {
	for _, c := range []struct{ in, want []uint32 }{
		{Instruction(OpLoad, 1, 2, 3, 2, 16), []uint32{1, 2, 3}},
		{Instruction(OpTypeVector, 4, 5, 3), []uint32{4, 5}},
		{Instruction(OpExtInst, 1, 2, 3, 28, 5), []uint32{1, 2, 3, 5}},
		{Instruction(OpIAdd, 1, 2, 3, 4), []uint32{1, 2, 3, 4}},
		{Instruction(OpBranch, 9), nil},
	} {
		var got []uint32
		Mentions(c.in, func(id uint32) { got = append(got, id) })
		if !slices.Equal(got, c.want) {
			t.Errorf("%v mentions %v, want %v", c.in, got, c.want)
		}
	}
}
