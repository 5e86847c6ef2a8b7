// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package hip runs HIP device code from Go: it lists devices, loads fat
// binaries and bare images, compiles kernels when they are first used, and
// launches them on streams.
//
//	devices, err := runtime.Devices()
//	module, err := devices[0].LoadFile("kernels.hipfb")
//	add, err := module.Function("add")
//	stream, err := devices[0].NewStream()
//	x, err := runtime.NewBuffer[float32](devices[0], n)
//	err = x.Write(stream, host)
//	err = stream.Launch(add, runtime.Grid(n/256), runtime.Block(256), 0, x, y, int32(n))
//	err = y.Read(stream, host)
//
// It needs no cgo: drivers are loaded at run time. The same loading and compiling
// serves libgohip.so, the C ABI of HIP, in runtime/libgohip.
//
// [Device], [Module] and [Function] may be used by several goroutines at once; a
// [Stream] keeps the order of the calls made on it.
package hip
