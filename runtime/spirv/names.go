// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package spirv

import (
	"crypto/sha256"
	"fmt"
)

// longestName is the longest name of a kernel that PoCL runs, in bytes. It makes the name of a
// function of it in 1024 bytes, and a program ends when what was cut off is not found.
const longestName = 512

// ShortName gives a kernel with a longer name than PoCL takes another one, by which it is to be
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
	words, err := decode(il)
	if err != nil {
		return nil, "", err
	}
	short := fmt.Sprintf("%s_%x", kernel[:64], sha256.Sum256([]byte(kernel)))[:64+1+16]
	out := append([]uint32(nil), words[:header]...)
	for at := header; at < len(words); {
		n := int(words[at] >> 16)
		in := words[at : at+n]
		at += n
		first := 0 // word of the name
		switch in[0] & 0xffff {
		case opEntryPoint:
			first = 3
		case opName:
			first = 2
		}
		if first == 0 || n <= first || wordString(in[first:]) != kernel {
			out = append(out, in...)
			continue
		}
		operands := append([]uint32(nil), in[1:first]...)
		operands = append(operands, stringWords(short)...)
		operands = append(operands, in[first+len(kernel)/4+1:]...)
		out = emit(out, in[0]&0xffff, operands...)
	}
	return encode(out), short, nil
}
