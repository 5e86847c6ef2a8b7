// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package hipgl shares buffers and textures of OpenGL with the kernels of package hip.
//
// A resource is registered once and mapped for each use: between Map and Unmap it is HIP's, as a
// [hip.Buffer] with typed elements, otherwise OpenGL's.
//
//	points, err := hipgl.RegisterBuffer[[4]float32](device, vbo, hipgl.WriteDiscard)
//	x, err := points.Map(ctx, stream)
//	err = stream.Launch(ctx, kernel, grid, block, 0, x)
//	err = points.Unmap(ctx, stream)
//
// All calls are made on the thread with the context (see [runtime.LockOSThread]), for which
// package github.com/go-gl/gl/v3.3-core/gl has been initialised.
//
// On the processor a mapped buffer is OpenGL's own memory; other devices have a copy, made and
// brought back as the [Access] says. A texture is moved by OpenGL, through a pixel buffer object.
//
// This is a module of its own, for it needs cgo and the libraries of a display.
package hipgl
