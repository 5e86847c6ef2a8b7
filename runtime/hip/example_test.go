// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip_test

import (
	"context"
	"fmt"
	"log"

	"gohipcc/runtime/hip"
)

// Compiles a kernel from source, runs it on the first device and reads the result.
func Example() {
	ctx := context.Background()
	devices, err := hip.Devices()
	if err != nil {
		log.Fatal(err)
	}
	device := devices[0]
	image, err := hip.Compile(ctx, []byte(`
		#include <hip/hip_runtime.h>
		extern "C" __global__ void square(float *x, int n) {
			int i = blockIdx.x * blockDim.x + threadIdx.x;
			if (i < n) x[i] *= x[i];
		}`), &hip.CompileOptions{Device: device})
	if err != nil {
		log.Fatal(err) // with the line of the source
	}
	module, err := image.Load(ctx, device, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer module.Unload()
	square, err := module.Kernel(ctx, "square")
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
	if err := x.Write(ctx, stream, host); err != nil {
		log.Fatal(err)
	}
	if err := stream.Launch(ctx, square, hip.Grid(1), hip.Block(64), 0, x, int32(len(host))); err != nil {
		log.Fatal(err)
	}
	if err := x.Read(ctx, stream, host); err != nil {
		log.Fatal(err)
	}
	fmt.Println(host)
	// Output: [1 4 9 16 25]
}
