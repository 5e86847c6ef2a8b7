// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package kernelabi

import (
	"fmt"

	"gohipcc/spirv"
)

// AttachSPIRV puts the records into a SPIR-V module.
func AttachSPIRV(image []byte, records []string) ([]byte, error) {
	words, err := spirv.Decode(image)
	if err == nil {
		words, err = spirv.AddProcessed(words, records)
	}
	if err != nil {
		return nil, fmt.Errorf("the back end's output: %w", err)
	}
	return spirv.Encode(words), nil
}
