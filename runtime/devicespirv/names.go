// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicespirv

import (
	"crypto/sha256"
	"fmt"

	"gohipcc/spirv"
)

// longestName is the longest name of a kernel that all drivers run, in bytes (pocl-short-kernel-names).
const longestName = 512

// ShortName returns a kernel with a longer name than drivers take another one, by which it is to be
// asked for. The names of templates' instances can be of any length.
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
		first := 0 // word of the name
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
