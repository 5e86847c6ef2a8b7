// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package spirvin

import (
	"fmt"

	"gohipcc/spirv"
)

// The largest types that are imported. LLVM handles vectors and integers element by element and word
// by word in time that grows faster than their size: a vector of 393,219 elements, which one
// flipped bit of a module can declare, takes its code generators hours.
const (
	mostElements = 16   // of a vector: what SPIR-V has with the capability Vector16
	mostBits     = 4096 // of an integer: beyond 64 there are those of SPV_INTEL_arbitrary_precision_integers
)

// checkTypes refuses types that are larger than any device has.
func checkTypes(module []byte) error {
	const header = 20
	for r := spirv.NewMemoryReader(module, header); ; {
		in, ok, err := r.Next()
		if err != nil || !ok {
			return err
		}
		switch in.Op {
		case spirv.OpTypeVector:
			if n := in.Word(2); n > mostElements {
				return fmt.Errorf("SPIR-V at byte %d: a vector of %d elements; the limit is %d", in.Offset, n, mostElements)
			}
		case spirv.OpTypeInt:
			if n := in.Word(1); n > mostBits {
				return fmt.Errorf("SPIR-V at byte %d: an integer of %d bits; the limit is %d", in.Offset, n, mostBits)
			}
		case spirv.OpFunction:
			return nil // types are declared before functions
		}
	}
}
