// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains_test

import (
	"errors"
	"fmt"
	"log"

	"gohipcc/target"
	"gohipcc/toolchains"
)

// The bundle entry of an image, by the value of --offload-arch= that it was compiled for.
func ExampleEntryID() {
	for _, arch := range []string{"gfx90a:xnack+", "sm_90", "spirv64"} {
		id, err := toolchains.EntryID(arch)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(id)
	}
	for _, arch := range []string{"sm_9000", "gfx90b"} {
		_, err := toolchains.EntryID(arch)
		var unsupported *target.UnsupportedArchError
		fmt.Println(arch, errors.As(err, &unsupported))
	}
	// Output:
	// hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+
	// hip-nvptx64-nvidia-cuda--sm_90
	// hip-spirv64-unknown-unknown-unknown-generic
	// sm_9000 true
	// gfx90b true
}
