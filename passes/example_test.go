// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"

	"gohipcc/passes"
	"gohipcc/passes/ir"
	"gohipcc/spirv"
)

// Asks which of two passes a pipeline has.
func ExamplePipeline_PassNames() {
	for _, triple := range []string{"spirv64-unknown-unknown", "nvptx64-nvidia-cuda", "z80"} {
		p, err := passes.For(triple)
		if err != nil {
			fmt.Println(triple, "is no target")
			continue
		}
		names := p.PassNames()
		fmt.Println(triple, slices.Contains(names, "recursion"), slices.Contains(names, "nvptx-atomics"))
	}
	// Output:
	// spirv64-unknown-unknown true false
	// nvptx64-nvidia-cuda false true
	// z80 is no target
}

// Makes SPIR-V of a kernel in LLVM IR. Build is for one module in each process.
func ExamplePipeline_Build() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	in := filepath.Join(dir, "k.ll")
	const text = `target triple = "spirv64"
define spir_kernel void @one(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
`
	if err := os.WriteFile(in, []byte(text), 0o600); err != nil {
		log.Fatal(err)
	}
	p, err := passes.For("spirv64-unknown-unknown")
	if err != nil {
		log.Fatal(err)
	}
	image, err := p.Build(&ir.Options{Emit: "spirv", Inputs: []string{in}})
	if err != nil {
		log.Fatal(err)
	}
	words, err := spirv.Decode(image)
	if err != nil {
		log.Fatal(err)
	}
	for _, in := range spirv.Instructions(words) {
		if spirv.Op(in) == spirv.OpEntryPoint {
			fmt.Println("kernel", spirv.String(in[3:]))
		}
	}
	// Output: kernel one
}
