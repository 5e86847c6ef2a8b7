// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package spirv

import (
	"encoding/binary"
	"fmt"
)

// header is the words before the first instruction.
const header = 5

// Opcodes that something here reads or makes (SPIR-V specification, 3.49). What is not
// among them is kept or dropped by what it mentions.
const (
	opSourceContinued      = 2
	opSource               = 3
	opSourceExtension      = 4
	opName                 = 5
	opMemberName           = 6
	opString               = 7
	opLine                 = 8
	opExtension            = 10
	opExtInstImport        = 11
	opExtInst              = 12
	opMemoryModel          = 14
	opEntryPoint           = 15
	opExecutionMode        = 16
	opCapability           = 17
	opTypeVoid             = 19
	opTypeBool             = 20
	opTypeInt              = 21
	opTypeFloat            = 22
	opTypeVector           = 23
	opTypeArray            = 28
	opTypeStruct           = 30
	opTypePointer          = 32
	opTypeFunction         = 33
	opTypeForwardPointer   = 39
	opConstant             = 43
	opConstantComposite    = 44
	opConstantNull         = 46
	opSpecConstantOp       = 52
	opFunction             = 54
	opFunctionParameter    = 55
	opFunctionEnd          = 56
	opFunctionCall         = 57
	opVariable             = 59
	opLoad                 = 61
	opStore                = 62
	opInBoundsAccessChain  = 66
	opPtrAccessChain       = 67
	opInBoundsPtrChain     = 70
	opDecorate             = 71
	opMemberDecorate       = 72
	opDecorationGroup      = 73
	opGroupDecorate        = 74
	opGroupMemberDecorate  = 75
	opUConvert             = 113
	opFConvert             = 115
	opConvertPtrToU        = 117
	opConvertUToPtr        = 120
	opPtrCastToGeneric     = 121
	opGenericCastToPtr     = 122
	opGenericCastToExpl    = 123
	opBitcast              = 124
	opFDiv                 = 136
	opFRem                 = 140
	opBitCount             = 205
	opControlBarrier       = 224
	opMemoryBarrier        = 225
	opAtomicLoad           = 227
	opAtomicStore          = 228
	opAtomicIAdd           = 234
	opAtomicXor            = 242
	opLabel                = 248
	opBranch               = 249
	opReturn               = 253
	opUnreachable          = 255 // the last that ends a block
	opNoLine               = 317
	opModuleProcessed      = 330
	opExecutionModeID      = 331
	opDecorateID           = 332
	opNonUniformBallot     = 339
	opNonUniformShuffle    = 345
	opConstantFuncPtrINTEL = 5600
	opDecorateString       = 5632
	opMemberDecorateString = 5633
)

// maxBound is more IDs than a module may have (SPIR-V specification, 2.17: 4,194,303),
// and keeps damage from asking for memory without end.
const maxBound = 1 << 26

// decode gives a module's words and checks the lengths of its instructions,
// since what reads them must not run off the end.
func decode(image []byte) ([]uint32, error) {
	if len(image) < 4*header || len(image)%4 != 0 {
		return nil, fmt.Errorf("a SPIR-V module of %d bytes", len(image))
	}
	var order binary.ByteOrder = binary.LittleEndian
	if order.Uint32(image) != 0x07230203 {
		order = binary.BigEndian
		if order.Uint32(image) != 0x07230203 {
			return nil, fmt.Errorf("SPIR-V magic %#x", binary.LittleEndian.Uint32(image))
		}
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
	for at := header; at < len(words); {
		n := int(words[at] >> 16)
		if n == 0 || at+n > len(words) {
			return nil, fmt.Errorf("SPIR-V instruction of %d words at byte %d of %d", n, 4*at, len(image))
		}
		at += n
	}
	if words[3] > maxBound {
		return nil, fmt.Errorf("a SPIR-V module with %d IDs", words[3])
	}
	return words, nil
}

// encode is a module of words as a driver takes it.
func encode(words []uint32) []byte {
	b := make([]byte, 4*len(words))
	for i, w := range words {
		binary.LittleEndian.PutUint32(b[4*i:], w)
	}
	return b
}

// emit appends an instruction.
func emit(to []uint32, op uint32, operands ...uint32) []uint32 {
	return append(append(to, uint32(len(operands)+1)<<16|op), operands...)
}

// instruction encodes one.
func instruction(op uint32, operands ...uint32) []uint32 { return emit(nil, op, operands...) }

// wordString decodes a literal string (SPIR-V specification, 2.2.1).
func wordString(words []uint32) string {
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

// stringWords encodes a literal string (SPIR-V specification, 2.2.1).
func stringWords(s string) []uint32 {
	words := make([]uint32, len(s)/4+1)
	for i := range len(s) {
		words[i/4] |= uint32(s[i]) << (8 * (i % 4))
	}
	return words
}

// definesWithType reports whether a global instruction has a result type and then a
// result ID: constants, variables, undef, and the extensions' constants.
func definesWithType(op uint32) bool {
	return op == 1 || op == 12 || op >= 41 && op <= 52 || op == 59 || op == opConstantFuncPtrINTEL || op >= 6000 && op < 6300
}

// resultID is what a global instruction defines.
func resultID(in []uint32) (uint32, bool) {
	op := in[0] & 0xffff
	switch {
	case op >= 19 && op <= 38 || op == opString || op == opExtInstImport || op == opDecorationGroup || op == 322 || op == 327:
		// types and others without a result type: the result ID is the first word
		return at(in, 1)
	case definesWithType(op):
		return at(in, 2)
	}
	return 0, false
}

func at(in []uint32, i int) (uint32, bool) {
	if i < len(in) {
		return in[i], true
	}
	return 0, false
}

// withoutResult are the instructions of a body that define no ID. OpLabel, which
// defines one without a type, is never decorated.
var withoutResult = map[uint32]bool{
	opLine: true, opNoLine: true, 62: true, 63: true, 64: true, 224: true, 225: true, 228: true,
	246: true, 247: true, 248: true, 249: true, 250: true, 251: true, 252: true, 253: true, 254: true,
	255: true, 256: true, 257: true, 319: true, opFunctionEnd: true,
}
