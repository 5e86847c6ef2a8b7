// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package hip compiles HIP device code and runs it from Go, on AMD and NVIDIA GPUs and on
// every OpenCL device that takes SPIR-V, the CPU among them.
//
// # A launch
//
// [Devices] lists what kernels can run on. [Compile] makes an image of source text or of LLVM
// IR; [Device.LoadFile] loads what gohipcc --cuda-device-only has written. Of the [Module] a
// [Kernel] is taken by its name, and a [Stream] launches it over a [Grid] of blocks of threads:
//
//	devices, err := hip.Devices()
//	module, err := devices[0].LoadFile(ctx, "kernels.hipfb", nil)
//	add, err := module.Kernel(ctx, "add")
//	stream, err := devices[0].NewStream()
//	x, err := hip.NewBuffer[float32](devices[0], n)
//	err = x.Write(ctx, stream, host)
//	err = stream.Launch(ctx, add, hip.Grid(n/256), hip.Block(256), 0, x, y, int32(n))
//	err = y.Read(ctx, stream, host)
//
// The package example has all of it, with errors handled. A kernel that is extern "C" has its
// own name; others have the mangled one of C++, which [Module.KernelNames] lists.
//
// # Contexts
//
// What compiles, loads or waits takes a context. When it ends, the call returns the context's
// error at once. Processes of the compiler end with it; a driver's own work goes on by itself,
// which is safe: nothing of the program's memory is written after a call has returned.
//
// # Errors
//
// Errors say which file, kernel and device they are about. Test for their kinds with
// [errors.Is] and the variables of this package ([ErrNoDevice], [ErrInvalidArgument] …), and
// take them apart with [errors.As] and [*CompileError] or [*SymbolError].
//
// # Goroutines
//
// Everything here may be used by several goroutines at once. A [Stream] keeps the order of the
// calls made on it; streams run beside each other, and [Stream.WaitFor] orders them.
//
// # Drivers
//
// No cgo is needed: drivers are loaded when [Devices] is first called. HIP_VISIBLE_DEVICES
// chooses among the devices as it does for programs in C++; docs/guide/environment.md has all
// variables. The same loading and compiling serves libgohip.so, the C ABI of HIP. Methods named
// Backend are for such callers, which talk to a driver themselves.
package hip
