// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gohipcc/runtime/backend/opencl/cl"
	"gohipcc/runtime/hip"
)

// TestMain finds gohipcc in the source tree, as a program does on PATH.
func TestMain(m *testing.M) {
	if os.Getenv("GOHIP_PATH") == "" {
		build, err := filepath.Abs("../../build")
		if err != nil {
			log.Fatal(err)
		}
		os.Setenv("GOHIP_PATH", build)
	}
	os.Exit(m.Run())
}

// must ends the example on an error.
func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// program is what the examples run.
const program = `
	#include <hip/hip_runtime.h>
	__device__ int calls;
	extern "C" __global__ void add(int *x, int n) {
		x[threadIdx.x] += n;
		if (threadIdx.x == 0) ++calls;
	}
	extern "C" __global__ void greet(int n) { printf("hello from thread %d of %d\n", threadIdx.x, n); }`

// compiled returns the program for the first device that takes SPIR-V, as every CPU does with PoCL.
func compiled() (*hip.Device, *hip.Image) {
	for _, d := range must(hip.Devices()) {
		if d.Info().Arch == "spirv64" {
			return d, must(hip.Compile(context.Background(), []byte(program), &hip.CompileOptions{Name: "program.hip", Device: d}))
		}
	}
	log.Fatal("no device that takes SPIR-V")
	return nil, nil
}

// Lists the devices with properties to choose by.
func ExampleDevices() {
	devices, err := hip.Devices()
	if errors.Is(err, hip.ErrNoDevice) {
		fmt.Println("nothing here runs kernels:", err)
		return
	}
	for _, d := range devices {
		in := d.Info()
		fmt.Fprintf(os.Stderr, "%d: %s (%s), %d bytes of memory, clock64 counts cycles: %v\n", d.Ordinal(), d.Name(), in.Backend, in.GlobalMem, d.ReadsCycles())
	}
	fmt.Println(devices[0].Ordinal())
	// Output: 0
}

// Lists the devices of a program with native code for the CPU: its kernels need no OpenCL driver
// for it, so that none is opened.
func ExampleNativeCode() {
	devices := must(hip.Devices(hip.NativeCode(true)))
	cpu := slices.IndexFunc(devices, func(d *hip.Device) bool { return d.Info().CPU })
	fmt.Println(devices[cpu].Info().Backend)
	// Output: cpu
}

// Lists the devices that need no OpenCL driver.
func ExampleWithoutBackend() {
	for _, d := range must(hip.Devices(hip.WithoutBackend("opencl"))) {
		fmt.Fprintln(os.Stderr, d.Name(), d.Info().Backend)
	}
	// Output:
}

// Lists the devices for a program that draws: buffers of its OpenGL context need not be copied by
// the host on devices that can share them. The handles come from the library that made the context.
func ExampleShareOpenGL() {
	const eglDisplay = 0x2009 // CL_EGL_DISPLAY_KHR
	var context, display uintptr
	for _, d := range must(hip.Devices(hip.ShareOpenGL(cl.OpenGL{Context: context, Property: eglDisplay, Display: display}))) {
		if c, ok := d.Backend().Native().(*cl.Context); ok {
			fmt.Fprintln(os.Stderr, d.Name(), "shares objects:", c.SharesOpenGL)
		}
	}
	// Output:
}

// Prints why devices of this machine are not among Devices.
func ExampleSkippedDevices() {
	for _, why := range hip.SkippedDevices() {
		fmt.Fprintln(os.Stderr, "not used:", why)
	}
	// Output:
}

// Chooses the form of a module for the CPU device.
func ExampleHasCompiler() {
	form := "native code"
	if hip.HasCompiler() {
		form = "SPIR-V, which gohipcc compiles when it is loaded"
	}
	fmt.Fprintln(os.Stderr, "modules have", form)
	// Output:
}

// Generates a kernel in memory: a polynomial becomes LLVM IR as text, with a multiplication and an
// addition per coefficient. For an AMD GPU the same program would write `target triple =
// "amdgcn-amd-amdhsa"`, `amdgpu_kernel` and AMD's intrinsics for the ids.
func ExampleCompile() {
	ctx := context.Background()
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

	device, _ := compiled()
	image := must(hip.Compile(ctx, []byte(ir.String()), &hip.CompileOptions{Device: device}))
	module := must(image.Load(ctx, device, nil))
	defer module.Unload()
	stream := must(device.NewStream())
	defer stream.Close()
	values := []float64{0, 1, 2, 3, -1}
	data := must(hip.NewBuffer[float64](device, len(values)))
	defer data.Free()
	if err := data.Write(ctx, stream, values); err != nil {
		log.Fatal(err)
	}
	if err := stream.Launch(ctx, must(module.Kernel(ctx, "polynomial")), hip.Grid(1), hip.Block(len(values)), 0, data); err != nil {
		log.Fatal(err)
	}
	if err := data.Read(ctx, stream, values); err != nil {
		log.Fatal(err)
	}
	fmt.Println(values)
	// Output: [5 4 15 50 6]
}

// Prints the position of an error in a source.
func ExampleCompileError() {
	_, err := hip.Compile(context.Background(), []byte("__global__ void k(int *x) {\n  *x = y;\n}\n"),
		&hip.CompileOptions{Name: "k.hip", Kind: hip.SourceHIP, Target: "gfx90a"})
	var wrong *hip.CompileError
	if errors.As(err, &wrong) {
		fmt.Printf("%s, line %d: %s\n", wrong.Name, wrong.Line, wrong.Text)
	}
	// Output: k.hip, line 2: use of undeclared identifier 'y'
}

// Loads what gohipcc --cuda-device-only has written.
func ExampleDevice_LoadFile() {
	ctx := context.Background()
	device, image := compiled()
	file := filepath.Join(must(os.MkdirTemp("", "example")), "program.spv")
	defer os.RemoveAll(filepath.Dir(file))
	if err := os.WriteFile(file, image.Bytes, 0o644); err != nil {
		log.Fatal(err)
	}

	module, err := device.LoadFile(ctx, file, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer module.Unload()
	fmt.Println(module.KernelNames(), filepath.Base(module.Name()))
	// Output: [add greet] program.spv
}

// Loads device code that is not in a file: from an archive, a network or the program itself. The
// kinds of errors are the same on all devices.
func ExampleDevice_Load() {
	device, image := compiled()
	module := must(device.Load(context.Background(), image.Bytes, &hip.LoadOptions{Name: "built in"}))
	fmt.Println(module.Device() == device, module.Unload())

	_, err := device.Load(context.Background(), []byte("no device code"), nil)
	fmt.Println(errors.Is(err, hip.ErrNoImage))
	// Output:
	// true <nil>
	// true
}

// Loads from a bundle of unknown length, such as that which the wrapper of an executable points to.
func ExampleDevice_LoadBundle() {
	device, image := compiled()
	// Bytes after the bundle are ignored.
	room := append(bytes.Clone(image.Bytes), "what follows"...)
	_, err := device.LoadBundle(context.Background(), bytes.NewReader(room), int64(len(room)), nil)
	fmt.Println(errors.Is(err, hip.ErrNoImage)) // a bare image is no bundle
	// Output: true
}

// Selects the image for a device from a fat binary, and tests whether it has to be compiled.
func ExampleDevice_SelectImage() {
	device, image := compiled()
	code := must(device.SelectImage(image.Bytes, "program"))
	fmt.Println(len(code) == len(image.Bytes), device.NeedsCompile(code), device.NeedsCompile([]byte("target triple = \"spirv64-unknown-unknown\"\n")))
	// Output: true false true
}

// Redirects the output of kernels' printf.
func ExampleLoadOptions() {
	ctx := context.Background()
	device, image := compiled()
	var printed bytes.Buffer
	module := must(image.Load(ctx, device, &hip.LoadOptions{Output: &printed, Heap: 1 << 20}))
	defer module.Unload()
	stream := must(device.NewStream())
	defer stream.Close()
	if err := stream.Launch(ctx, must(module.Kernel(ctx, "greet")), hip.Grid(1), hip.Block(1), 0, int32(1)); err != nil {
		log.Fatal(err)
	}
	if err := stream.Synchronize(ctx); err != nil {
		log.Fatal(err)
	}
	fmt.Print(printed.String())
	// Output: hello from thread 0 of 1
}

// Lists the content of a module.
func ExampleModule() {
	ctx := context.Background()
	device, image := compiled()
	module := must(image.Load(ctx, device, nil))
	defer module.Unload()
	fmt.Println(module.KernelNames())
	_, size, err := module.Global("calls")
	fmt.Println("calls has", size, "bytes", err)
	_, err = module.Kernel(ctx, "adds")
	fmt.Println(errors.Is(err, hip.ErrNotFound))
	// Output:
	// [add greet]
	// calls has 4 bytes <nil>
	// true
}

// Describes a kernel.
func ExampleKernel() {
	ctx := context.Background()
	device, image := compiled()
	module := must(image.Load(ctx, device, nil))
	defer module.Unload()
	add := must(module.Kernel(ctx, "add"))
	fmt.Println(add.Name(), add.Module() == module, add.MaxThreads() >= 256)
	for _, a := range add.Meta().Args[:2] {
		fmt.Println(a.ValueKind, a.Size)
	}
	// Output:
	// add true true
	// global_buffer 8
	// by_value 4
}

// Launches in two dimensions: grids and blocks with two parts. Errors in a launch are reported
// before the device gets it.
func ExampleStream_Launch() {
	ctx := context.Background()
	device, image := compiled()
	module := must(image.Load(ctx, device, nil))
	defer module.Unload()
	stream := must(device.NewStream())
	defer stream.Close()
	add := must(module.Kernel(ctx, "add"))
	x := must(hip.NewBuffer[int32](device, 64))
	defer x.Free()

	fmt.Println(stream.Launch(ctx, add, hip.Grid(1), hip.Block(8, 8), 0, x, int32(1)))
	err := stream.Launch(ctx, add, hip.Grid(1), hip.Block(1<<20), 0, x, int32(1))
	fmt.Println(errors.Is(err, hip.ErrInvalidConfiguration))
	err = stream.Launch(ctx, add, hip.Grid(1), hip.Block(64), 0, x)
	fmt.Println(errors.Is(err, hip.ErrInvalidArgument), err)
	// The kernel must end before its buffer is freed.
	fmt.Println(stream.Synchronize(ctx))
	// Output:
	// <nil>
	// true
	// true kernel add: invalid argument: it takes 2 arguments, 1 given
	// <nil>
}

// Waits for a kernel for at most a minute.
func ExampleStream_Synchronize() {
	device, image := compiled()
	module := must(image.Load(context.Background(), device, nil))
	defer module.Unload()
	stream := must(device.NewStream())
	defer stream.Close()
	x := must(hip.NewBuffer[int32](device, 1))
	defer x.Free()
	add := must(module.Kernel(context.Background(), "add"))

	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := stream.Launch(ctx, add, hip.Grid(1), hip.Block(1), 0, x, int32(1)); err != nil {
		log.Fatal(err)
	}
	switch err := stream.Synchronize(ctx); {
	case errors.Is(err, context.DeadlineExceeded):
		fmt.Println("it is still running")
	case errors.Is(err, hip.ErrLaunchFailed):
		fmt.Println("it failed:", err)
	default:
		fmt.Println("done", err)
	}
	// Output: done <nil>
}

// Orders two streams of a device, and measures a kernel by the device's clock.
func ExampleStream_WaitFor() {
	ctx := context.Background()
	device, image := compiled()
	module := must(image.Load(ctx, device, nil))
	defer module.Unload()
	add := must(module.Kernel(ctx, "add"))
	first, second := must(device.NewStream()), must(device.NewStream())
	defer first.Close()
	defer second.Close()
	x := must(hip.NewBuffer[int32](device, 4))
	defer x.Free()

	start := must(first.Record(ctx))
	defer start.Close()
	if err := first.Launch(ctx, add, hip.Grid(1), hip.Block(4), 0, x, int32(2)); err != nil {
		log.Fatal(err)
	}
	end := must(first.Record(ctx))
	defer end.Close()
	if err := second.WaitFor(ctx, end); err != nil {
		log.Fatal(err)
	}
	if err := second.Launch(ctx, add, hip.Grid(1), hip.Block(4), 0, x, int32(40)); err != nil {
		log.Fatal(err)
	}
	host := make([]int32, x.Len())
	if err := x.Read(ctx, second, host); err != nil {
		log.Fatal(err)
	}
	if err := end.Wait(ctx); err != nil {
		log.Fatal(err)
	}
	fmt.Println(host, end.Done(), must(end.Since(start)) > 0, second.Device() == device)
	// Output: [42 42 42 42] true true true
}

// Copies to a device and back. A buffer can be an argument of a launch; its address may also be
// part of a structure.
func ExampleNewBuffer() {
	ctx := context.Background()
	device, _ := compiled()
	stream := must(device.NewStream())
	defer stream.Close()
	x, err := hip.NewBuffer[float64](device, 3)
	if errors.Is(err, hip.ErrOutOfMemory) {
		log.Fatal("the device is full: ", err)
	}
	if err := x.Write(ctx, stream, []float64{1, 2}); err != nil {
		log.Fatal(err)
	}
	host := make([]float64, x.Len())
	if err := x.Read(ctx, stream, host); err != nil {
		log.Fatal(err)
	}
	fmt.Println(host, x.Address() != 0)
	fmt.Println(x.Free(), errors.Is(x.Free(), hip.ErrClosed))
	// Output:
	// [1 2 0] true
	// <nil> true
}

// The second half of a buffer, as a buffer that does not own its memory. The address may be from
// another API.
func ExampleBufferAt() {
	ctx := context.Background()
	device, _ := compiled()
	stream := must(device.NewStream())
	defer stream.Close()
	all := must(hip.NewBuffer[int32](device, 4))
	defer all.Free()
	half := must(hip.BufferAt[int32](device, all.Address()+2*4, 2))
	if err := half.Write(ctx, stream, []int32{7, 8}); err != nil {
		log.Fatal(err)
	}
	host := make([]int32, all.Len())
	if err := all.Read(ctx, stream, host); err != nil {
		log.Fatal(err)
	}
	fmt.Println(host)
	// Output: [0 0 7 8]
}

// Links device code that uses functions of other device code.
func ExampleDevice_NewExecutable() {
	ctx := context.Background()
	device, _ := compiled()
	x := device.NewExecutable(nil)
	defer x.Close()
	for name, code := range map[string]string{
		"kernel": `target triple = "spirv64-unknown-unknown"
declare spir_func i32 @twice(i32)
define spir_kernel void @apply(ptr addrspace(1) %p) {
  %v = load i32, ptr addrspace(1) %p
  %r = call spir_func i32 @twice(i32 %v)
  store i32 %r, ptr addrspace(1) %p
  ret void
}`,
		"library": `target triple = "spirv64-unknown-unknown"
define spir_func i32 @twice(i32 %v) {
  %r = shl i32 %v, 1
  ret i32 %r
}`,
	} {
		if err := x.Add(ctx, name, []byte(code)); err != nil {
			log.Fatal(err)
		}
	}
	if err := x.Freeze(ctx); err != nil {
		var symbol *hip.SymbolError
		if errors.As(err, &symbol) {
			log.Fatal(symbol.Symbol, " is missing or there twice: ", err)
		}
		log.Fatal(err)
	}
	for _, s := range must(x.Symbols()) {
		fmt.Println(s.Kind, s.Name, "of", s.Object)
	}
	fmt.Println(must(x.Kernel(ctx, "apply")).Name(), must(x.DeviceFunction("twice")).Kind)
	_, err := x.Variable("table")
	fmt.Println(errors.Is(err, hip.ErrNotFound), errors.Is(x.Add(ctx, "late", nil), hip.ErrFrozen))
	// Output:
	// kernel apply of kernel
	// device function twice of library
	// apply device function
	// true true
}
