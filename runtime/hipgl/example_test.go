// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hipgl_test

import (
	"context"
	"fmt"
	"log"
	"runtime"

	"github.com/go-gl/gl/v3.3-core/gl"
	"gohipcc/runtime/hip"
	"gohipcc/runtime/hipgl"
	"gohipcc/runtime/hipgl/headless"
)

// A kernel writes the vertices of a circle into a vertex buffer.
func Example() {
	ctx := context.Background()
	runtime.LockOSThread()
	end, err := headless.Open() // or use a window's context
	if err != nil {
		log.Fatal(err)
	}
	defer end()
	devices, err := hip.Devices()
	if err != nil {
		log.Fatal(err)
	}
	image, err := hip.Compile(ctx, []byte(`
		#include <hip/hip_runtime.h>
		extern "C" __global__ void circle(float2 *p, int n) {
			int i = threadIdx.x;
			if (i < n) p[i] = make_float2(cospif(2.0f * i / n), sinpif(2.0f * i / n));
		}`), &hip.CompileOptions{Device: devices[0]})
	if err != nil {
		log.Fatal(err)
	}
	module, err := image.Load(ctx, devices[0], nil)
	if err != nil {
		log.Fatal(err)
	}
	circle, err := module.Kernel(ctx, "circle")
	if err != nil {
		log.Fatal(err)
	}
	stream, err := devices[0].NewStream()
	if err != nil {
		log.Fatal(err)
	}
	defer stream.Close()

	const n = 4
	var vbo uint32
	gl.GenBuffers(1, &vbo)
	gl.BindBuffer(gl.ARRAY_BUFFER, vbo)
	gl.BufferData(gl.ARRAY_BUFFER, n*8, nil, gl.DYNAMIC_DRAW)

	vertices, err := hipgl.RegisterBuffer[[2]float32](devices[0], vbo, hipgl.WriteDiscard)
	if err != nil {
		log.Fatal(err)
	}
	defer vertices.Unregister()
	p, err := vertices.Map(ctx, stream)
	if err != nil {
		log.Fatal(err)
	}
	if err := stream.Launch(ctx, circle, hip.Grid(1), hip.Block(64), 0, p, int32(n)); err != nil {
		log.Fatal(err)
	}
	if err := vertices.Unmap(ctx, stream); err != nil {
		log.Fatal(err)
	}
	// OpenGL would draw from the buffer; the example reads it back.
	var seen [n][2]float32
	gl.GetBufferSubData(gl.ARRAY_BUFFER, 0, n*8, gl.Ptr(&seen[0][0]))
	fmt.Println(seen)
	// Output: [[1 0] [0 1] [-1 0] [0 -1]]
}
