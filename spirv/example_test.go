// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package spirv_test

import (
	"fmt"
	"log"

	"gohipcc/spirv"
)

// The names that a module has for its IDs.
func ExampleInstructions() {
	words := []uint32{spirv.Magic, 0x10000, 0, 8, 0} // magic, version, generator, bound, schema
	words = spirv.Append(words, spirv.OpName, append([]uint32{7}, spirv.StringWords("kernel")...)...)
	decoded, err := spirv.Decode(spirv.Encode(words))
	if err != nil {
		log.Fatal(err)
	}
	for at, in := range spirv.Instructions(decoded) {
		if spirv.Op(in) == spirv.OpName {
			fmt.Println(at, in[1], spirv.String(in[2:]))
		}
	}
	// Output: 5 7 kernel
}
