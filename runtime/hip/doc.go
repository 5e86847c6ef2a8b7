// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package hip compiles HIP device code and runs it from Go, on GPUs through their vendors' drivers, on every OpenCL
// device that accepts SPIR-V, and on the processor.
//
// # Launching kernels
//
// [Devices] lists the devices that kernels can run on. [Compile] compiles source text or LLVM IR to
// an image; [Device.LoadFile] loads what gohipcc --offload-device-only has written. [Module.Kernel]
// returns a [Kernel] of the [Module] by its name, and a [Stream] launches it over a [Grid] of
// blocks of threads:
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
// The package example is complete, with error handling. An extern "C" kernel has its own name;
// others have C++ mangled names, which [Module.KernelNames] lists.
//
// # Contexts
//
// Functions that compile, load or wait take a context. When it ends, the call returns the context's
// error at once. Compiler processes are killed then; a driver's own work continues, which is safe:
// nothing of the program's memory is written after a call has returned.
//
// # Errors
//
// Errors name the file, kernel and device that they are about. Test for their kinds with
// [errors.Is] and the variables of this package ([ErrNoDevice], [ErrInvalidArgument] …), and get
// details with [errors.As] and [*CompileError] or [*SymbolError].
//
// # Goroutines
//
// Everything here may be used by several goroutines at once. A [Stream] keeps the order of the
// calls made on it; different streams run concurrently, and [Stream.WaitFor] orders them.
//
// # Drivers
//
// No cgo is needed: drivers are loaded when [Devices] is first called, except those that its options
// ([NativeCode], [WithoutBackend]) leave out. HIP_VISIBLE_DEVICES selects devices as it does for
// programs in C++; docs/guide/environment.md has all variables. libgohip.so, the C ABI of HIP, uses
// the same code for loading and compiling. Methods named Backend are for such callers, which use a
// driver themselves.
package hip
