// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"gohipcc/runtime/hip"
)

// Builds a kernel in memory: a polynomial becomes LLVM IR as text, one multiplication
// and addition a coefficient, and runs on the first device that takes SPIR-V. For an
// AMD GPU the same program would write `target triple = "amdgcn-amd-amdhsa"`,
// `amdgpu_kernel` and AMD's intrinsics for the ids.
func ExampleCompile() {
	if os.Getenv("GOHIP_PATH") == "" { // as when gohipcc is on PATH
		build, err := filepath.Abs("../../build")
		if err != nil {
			log.Fatal(err)
		}
		os.Setenv("GOHIP_PATH", build)
	}
	// 2x³ - 3x + 5, by Horner's rule.
	coefficients := []float64{2, 0, -3, 5}
	var ir strings.Builder
	ir.WriteString(`target triple = "spirv64-unknown-unknown"
declare spir_func i64 @_Z13get_global_idj(i32)

define spir_kernel void @polynomial(ptr addrspace(1) %data) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr double, ptr addrspace(1) %data, i64 %i
  %x = load double, ptr addrspace(1) %p
  %sum0 = fadd double 0.0, 0.0
`)
	for n, c := range coefficients {
		fmt.Fprintf(&ir, "  %%product%d = fmul double %%sum%d, %%x\n", n+1, n)
		fmt.Fprintf(&ir, "  %%sum%d = fadd double %%product%d, %e\n", n+1, n+1, c)
	}
	fmt.Fprintf(&ir, "  store double %%sum%d, ptr addrspace(1) %%p\n  ret void\n}\n", len(coefficients))

	devices, err := hip.Devices()
	if err != nil {
		log.Fatal(err)
	}
	device := devices[0]
	image, err := hip.Compile(context.Background(), []byte(ir.String()), hip.CompileOptions{Device: device})
	if err != nil {
		log.Fatal(err) // with the line of the IR
	}
	module, err := image.Load(device)
	if err != nil {
		log.Fatal(err)
	}
	defer module.Unload()
	polynomial, err := module.Function("polynomial")
	if err != nil {
		log.Fatal(err)
	}
	stream, err := device.NewStream()
	if err != nil {
		log.Fatal(err)
	}
	defer stream.Close()
	values := []float64{0, 1, 2, 3, -1}
	data, err := hip.NewBuffer[float64](device, len(values))
	if err != nil {
		log.Fatal(err)
	}
	defer data.Free()
	if err := data.Write(stream, values); err != nil {
		log.Fatal(err)
	}
	if err := stream.Launch(polynomial, hip.Grid(1), hip.Block(len(values)), 0, data); err != nil {
		log.Fatal(err)
	}
	if err := data.Read(stream, values); err != nil {
		log.Fatal(err)
	}
	fmt.Println(values)
	// Output: [5 4 15 50 6]
}
