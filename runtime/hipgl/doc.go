// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package hipgl shares OpenGL buffers and textures with the kernels of package hip.
//
// A resource is registered once and mapped for each use. Between Map and Unmap it belongs to HIP,
// as a [hip.Buffer] with typed elements; otherwise it belongs to OpenGL.
//
//	points, err := hipgl.RegisterBuffer[[4]float32](device, vbo, hipgl.WriteDiscard)
//	x, err := points.Map(ctx, stream)
//	err = stream.Launch(ctx, kernel, grid, block, 0, x)
//	err = points.Unmap(ctx, stream)
//
// All calls must be made on the thread of the context (see [runtime.LockOSThread]), for which
// package github.com/go-gl/gl/v3.3-core/gl must have been initialised.
//
// On the CPU device a mapped buffer is OpenGL's own memory; other devices have a copy, which is
// copied in and back according to the [Access]. OpenGL transfers textures through a pixel buffer
// object.
//
// This is a separate module, because it needs cgo and the libraries of a display.
package hipgl
