// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package spirv reads and writes SPIR-V: words, instructions, literal strings, and the numbers
// of the specification that code here uses. What a module means is for its users:
// package fatbin describes modules, runtime/devicespirv changes them, passes make them.
package spirv

import (
	"encoding/binary"
	"fmt"
	"iter"
)

// Magic is the first word of a module (SPIR-V specification, 2.3).
const Magic = 0x07230203

// HeaderWords is the number of words before the first instruction: the magic, the version, the
// generator, the bound of IDs and a reserved one.
const HeaderWords = 5

// HeaderSize is the same in bytes.
const HeaderSize = 4 * HeaderWords

// Words of the header.
const (
	VersionWord   = 1
	GeneratorWord = 2
	BoundWord     = 3 // all IDs are smaller
)

// maxBound is more IDs than a module may have (SPIR-V specification, 2.17: 4,194,303),
// and keeps damage from asking for memory without end.
const maxBound = 1 << 26

// maxWords is how many words an instruction has at most: 16 bits count them.
const maxWords = 0xffff

// ByteOrder is that of the module that data starts with, or nil if none does.
func ByteOrder(data []byte) binary.ByteOrder {
	switch {
	case len(data) < 4:
	case binary.LittleEndian.Uint32(data) == Magic:
		return binary.LittleEndian
	case binary.BigEndian.Uint32(data) == Magic:
		return binary.BigEndian
	}
	return nil
}

// Decode returns a module's words and checks the lengths of its instructions, since what reads them
// must not run off the end.
func Decode(image []byte) ([]uint32, error) {
	if len(image) < HeaderSize || len(image)%4 != 0 {
		return nil, fmt.Errorf("a SPIR-V module of %d bytes", len(image))
	}
	order := ByteOrder(image)
	if order == nil {
		return nil, fmt.Errorf("SPIR-V magic %#x", binary.LittleEndian.Uint32(image))
	}
	words := make([]uint32, len(image)/4)
	if order == binary.LittleEndian {
		for i := range words {
			words[i] = binary.LittleEndian.Uint32(image[4*i:])
		}
	} else {
		for i := range words {
			words[i] = binary.BigEndian.Uint32(image[4*i:])
		}
	}
	for at := HeaderWords; at < len(words); {
		n := int(words[at] >> 16)
		if n == 0 || at+n > len(words) {
			return nil, fmt.Errorf("SPIR-V instruction of %d words at byte %d of %d", n, 4*at, len(image))
		}
		at += n
	}
	if words[BoundWord] > maxBound {
		return nil, fmt.Errorf("a SPIR-V module with %d IDs", words[BoundWord])
	}
	return words, nil
}

// Encode returns a module of words as a driver takes it.
func Encode(words []uint32) []byte {
	b := make([]byte, 4*len(words))
	for i, w := range words {
		binary.LittleEndian.PutUint32(b[4*i:], w)
	}
	return b
}

// Instructions walks the instructions of a module that [Decode] has checked, with the index of
// the first word of each.
func Instructions(words []uint32) iter.Seq2[int, []uint32] {
	return func(yield func(int, []uint32) bool) {
		for at := HeaderWords; at < len(words); {
			in := At(words, at)
			if !yield(at, in) {
				return
			}
			at += len(in)
		}
	}
}

// At returns the instruction that starts at a word.
func At(words []uint32, at int) []uint32 {
	return words[at : at+int(words[at]>>16)]
}

// Op returns the opcode of an instruction.
func Op(in []uint32) uint32 { return in[0] & 0xffff }

// Append appends an instruction.
func Append(to []uint32, op uint32, operands ...uint32) []uint32 {
	return append(append(to, uint32(len(operands)+1)<<16|op), operands...)
}

// Instruction encodes one.
func Instruction(op uint32, operands ...uint32) []uint32 { return Append(nil, op, operands...) }

// String decodes a literal string (SPIR-V specification, 2.2.1).
func String(words []uint32) string {
	var b []byte
	for _, w := range words {
		for i := 0; i < 4; i++ {
			c := byte(w >> (8 * i))
			if c == 0 {
				return string(b)
			}
			b = append(b, c)
		}
	}
	return string(b)
}

// StringWords encodes a literal string (SPIR-V specification, 2.2.1).
func StringWords(s string) []uint32 {
	words := make([]uint32, len(s)/4+1)
	for i := range len(s) {
		words[i/4] |= uint32(s[i]) << (8 * (i % 4))
	}
	return words
}

// debugOps are the opcodes of the sections up to the debug instructions, records included
// (SPIR-V specification, 2.4, sections 1 to 7).
var debugOps = map[uint32]bool{
	OpCapability: true, OpExtension: true, OpExtInstImport: true, OpMemoryModel: true,
	OpEntryPoint: true, OpExecutionMode: true, OpExecutionModeID: true,
	OpString: true, OpSource: true, OpSourceExtension: true, OpSourceContinued: true,
	OpName: true, OpMemberName: true, OpModuleProcessed: true,
}

// AddProcessed adds texts to a module, one OpModuleProcessed each, at the end of the debug
// instructions (SPIR-V specification, 2.4, section 7c).
func AddProcessed(words []uint32, texts []string) ([]uint32, error) {
	end := HeaderWords
	for at, in := range Instructions(words) {
		if !debugOps[Op(in)] {
			break
		}
		end = at + len(in)
	}
	out := append([]uint32(nil), words[:end]...)
	for _, t := range texts {
		operands := StringWords(t)
		if len(operands) >= maxWords {
			return nil, fmt.Errorf("a text of %d bytes is too long for one instruction: %.60s…", len(t), t)
		}
		out = Append(out, OpModuleProcessed, operands...)
	}
	return append(out, words[end:]...), nil
}

// Length returns the number of bytes of the little-endian module that data starts with, 0 if there
// is none with a function: a module has no length of its own, and ends with the last OpFunctionEnd
// after which no instruction follows.
func Length(data []byte) int {
	if ByteOrder(data) != binary.LittleEndian {
		return 0
	}
	end := 0
	for at := HeaderSize; at+4 <= len(data); {
		w := binary.LittleEndian.Uint32(data[at:])
		n, op := 4*int(w>>16), w&0xffff
		if n == 0 || at+n > len(data) || end == at && op != OpFunction && op != OpLine && op != OpNoLine && op != OpFunctionEnd {
			break
		}
		at += n
		if op == OpFunctionEnd {
			end = at
		}
	}
	return end
}
