// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package abi

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// AttachSPIRV puts the records into a SPIR-V module, one OpModuleProcessed each,
// at the end of the debug instructions (SPIR-V specification 2.4, section 7).
func AttachSPIRV(image []byte, records []string) ([]byte, error) {
	const (
		magic             = 0x07230203
		opModuleProcessed = 330
	)
	if len(image) < 20 || len(image)%4 != 0 || binary.LittleEndian.Uint32(image) != magic {
		return nil, fmt.Errorf("the back end wrote no SPIR-V module (%d bytes)", len(image))
	}
	// Everything up to the debug section's names comes before the records: the
	// opcodes of sections 1 to 7b.
	before := []uint32{
		17,      // OpCapability
		10,      // OpExtension
		11,      // OpExtInstImport
		14,      // OpMemoryModel
		15,      // OpEntryPoint
		16, 331, // OpExecutionMode, OpExecutionModeId
		7, 3, 4, 2, // OpString, OpSource, OpSourceExtension, OpSourceContinued
		5, 6, // OpName, OpMemberName
		opModuleProcessed,
	}
	at, inHead := 20, true
	for pos := 20; pos < len(image); {
		w := binary.LittleEndian.Uint32(image[pos:])
		n := int(w>>16) * 4
		if n == 0 || pos+n > len(image) {
			return nil, fmt.Errorf("the back end wrote an instruction of %d bytes at offset %d of %d", n, pos, len(image))
		}
		pos += n
		if inHead = inHead && slices.Contains(before, w&0xffff); inHead {
			at = pos
		}
	}
	out := append([]byte(nil), image[:at]...)
	for _, r := range records {
		words := (len(r)+1+3)/4 + 1
		if words > 0xffff {
			return nil, fmt.Errorf("a record of %d bytes is too long for one instruction: %.60s…", len(r), r)
		}
		out = binary.LittleEndian.AppendUint32(out, uint32(words)<<16|opModuleProcessed)
		text := make([]byte, (words-1)*4)
		copy(text, r)
		out = append(out, text...)
	}
	return append(out, image[at:]...), nil
}

// AttachPTX puts the records at the end of a PTX module, as comments.
func AttachPTX(image []byte, records []string) []byte {
	for len(image) > 0 && (image[len(image)-1] == 0 || image[len(image)-1] == '\n') {
		image = image[:len(image)-1]
	}
	image = append(image, '\n')
	for _, r := range records {
		image = append(image, "// "+r+"\n"...)
	}
	return image
}
