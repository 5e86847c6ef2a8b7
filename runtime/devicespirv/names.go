// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicespirv

import (
	"crypto/sha256"
	"fmt"

	"gohipcc/spirv"
)

// longestName is the maximum length of a kernel's name that all drivers support, in bytes.
const longestName = 512

// ShortName renames a kernel whose name is longer than drivers support, and returns the new name.
// The mangled names of template instances can have any length.
//
//	OpEntryPoint Kernel %f "_Z1kI…a thousand bytes…EvPi"
//
// becomes
//
//	OpEntryPoint Kernel %f "_Z1kI…64 bytes…_0123456789abcdef"
func ShortName(il []byte, kernel string) ([]byte, string, error) {
	if len(kernel) <= longestName {
		return il, kernel, nil
	}
	words, err := spirv.Decode(il)
	if err != nil {
		return nil, "", err
	}
	short := fmt.Sprintf("%s_%x", kernel[:64], sha256.Sum256([]byte(kernel)))[:64+1+16]
	out := append([]uint32(nil), words[:spirv.HeaderWords]...)
	for _, in := range spirv.Instructions(words) {
		first := 0 // word at which the name starts
		switch spirv.Op(in) {
		case spirv.OpEntryPoint:
			first = 3
		case spirv.OpName:
			first = 2
		}
		if first == 0 || len(in) <= first || spirv.String(in[first:]) != kernel {
			out = append(out, in...)
			continue
		}
		operands := append([]uint32(nil), in[1:first]...)
		operands = append(operands, spirv.StringWords(short)...)
		operands = append(operands, in[first+len(kernel)/4+1:]...)
		out = spirv.Append(out, spirv.Op(in), operands...)
	}
	return spirv.Encode(out), short, nil
}
