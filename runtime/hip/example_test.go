// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"gohipcc/runtime/hip"
)

// Compiles a kernel from source, runs it on the first device and reads the result.
func Example() {
	if os.Getenv("GOHIP_PATH") == "" { // as when gohipcc is on PATH
		build, err := filepath.Abs("../../build")
		if err != nil {
			log.Fatal(err)
		}
		os.Setenv("GOHIP_PATH", build)
	}
	devices, err := hip.Devices()
	if err != nil {
		log.Fatal(err)
	}
	device := devices[0]
	image, err := hip.Compile(context.Background(), []byte(`
		#include <hip/hip_runtime.h>
		extern "C" __global__ void square(float *x, int n) {
			int i = blockIdx.x * blockDim.x + threadIdx.x;
			if (i < n) x[i] *= x[i];
		}`), hip.CompileOptions{Kind: hip.SourceHIP, Device: device})
	if err != nil {
		log.Fatal(err)
	}
	module, err := image.Load(device)
	if err != nil {
		log.Fatal(err)
	}
	defer module.Unload()
	square, err := module.Function("square")
	if err != nil {
		log.Fatal(err)
	}
	stream, err := device.NewStream()
	if err != nil {
		log.Fatal(err)
	}
	defer stream.Close()

	host := []float32{1, 2, 3, 4, 5}
	x, err := hip.NewBuffer[float32](device, len(host))
	if err != nil {
		log.Fatal(err)
	}
	defer x.Free()
	if err := x.Write(stream, host); err != nil {
		log.Fatal(err)
	}
	if err := stream.Launch(square, hip.Grid(1), hip.Block(64), 0, x, int32(len(host))); err != nil {
		log.Fatal(err)
	}
	if err := x.Read(stream, host); err != nil {
		log.Fatal(err)
	}
	fmt.Println(host)
	// Output: [1 4 9 16 25]
}
