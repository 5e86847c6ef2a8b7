// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package backend is the interface of package hip to backends: OpenCL for SPIR-V, the vendors'
// drivers for code of their GPUs, the processor and the emulator.
//
// A backend describes its devices, loads one image and returns kernels by name. It knows nothing
// about fat binaries, which belong to package fatbin, and has no policy: package hip chooses the
// image and orders the work.
package backend

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/runtime/devicespirv"
	"gohipcc/target"
)

// Errors that the errors of backends wrap.
var (
	// ErrOutOfMemory means that a device has not enough free memory.
	ErrOutOfMemory = errors.New("out of device memory")
	// ErrNoImage means that the data is not a device image of any kind.
	ErrNoImage = errors.New("not a device image")
	// ErrUnsupportedImage means that an image is for another device, or needs a feature that the
	// device lacks.
	ErrUnsupportedImage = devicespirv.ErrUnsupported
	// ErrLaunchFailed means that a kernel aborted, failed an assertion or trapped.
	ErrLaunchFailed = errors.New("kernel failed")
	// ErrCompiler means that a driver's compiler failed with an internal error, which would have
	// ended the process in which it ran.
	ErrCompiler = errors.New("the device's compiler failed")
)

// Capability returns the compute capability of devices that have none: 0.0, unless the environment says another. No
// number suits all programs: ggml takes one for the name of a GPU family, faiss ends with less than 3.
func Capability() (major, minor int) {
	text, rest, _ := strings.Cut(os.Getenv(abi.EnvCapability), ".")
	major, err := strconv.Atoi(text)
	if err != nil || major < 0 || major > 99 {
		return 0, 0
	}
	if minor, err = strconv.Atoi(rest); err != nil || minor < 0 || minor > 9 {
		minor = 0
	}
	return major, minor
}

// Info describes a device in HIP's terms. Sizes are bytes, clocks kHz.
type Info struct {
	Backend        string // the name of its folder: "opencl"
	Name           string
	Vendor         string
	Driver         string // driver name and version
	Platform       string // OpenCL platform; empty for others
	Arch           string // architecture of a fat binary's entry ID: [target.SPIRV64] …
	Target         target.ID
	Major, Minor   int // compute capability; [Capability] for devices that have none, as OpenCL devices and processors
	CPU            bool
	Integrated     bool // shares the host's memory
	HostAccess     bool // the host can access device memory in place
	ComputeUnits   int
	Resident       int // guaranteed number of blocks that run concurrently, so that they may wait for each other; 0 if the driver tells it
	WarpSize       int
	ClockKHz       int
	GlobalMem      uint64
	MaxAlloc       uint64
	SharedMem      uint64 // per block
	ConstantMem    uint64
	L2Cache        uint64
	MaxThreads     int // per block
	MaxBlock       [3]int
	MaxGrid        [3]int
	MaxBlocks      uint64 // per grid; 0 if MaxGrid is the only limit
	MaxGridThreads uint64 // work-items of a grid in each dimension; 0 if there is no such limit
	FP64           bool
	FP16           bool
	Int64Atomics   bool
	SubGroupSizes  []int
	UUID           [16]byte
	PCI            [3]int // domain, bus, device
	ILs            []string
	Memory         string // where allocations come from, in words; empty if there is only one way
	Lacks          []Lack
}

// Lack is a feature that HIP programs take for granted and a device does not have.
type Lack struct {
	What string `json:"what"`
	Then string `json:"then"` // the consequence for kernels that use it, and what to do
}

// MemoryKind says who can access an allocation.
type MemoryKind int

// Memory of the device, of the host (reachable by the device), and of both.
const (
	DeviceMemory MemoryKind = iota
	HostMemory
	ManagedMemory
)

// Device is one device of a backend. Its methods may be called by several goroutines.
type Device interface {
	Info() *Info
	// Native returns the backend's own handle: *opencl.Context, a CUdevice, a HIP ordinal.
	Native() any
	Alloc(kind MemoryKind, size uint64) (uintptr, error)
	Free(address uintptr) error
	NewQueue() (Queue, error)
	// Load loads an image that fits the device (Info.Arch, Info.Target). Nothing is compiled before
	// the first Kernel call.
	Load(image []byte, o LoadOptions) (Module, error)
}

// LoadOptions configure what a module shares with the host. Package hip fills in its defaults;
// drivers that print by themselves do not use Output.
type LoadOptions struct {
	Name         string    // in messages
	Output       io.Writer // where printf goes
	PrintfBuffer uint32    // bytes
	Heap         uint64    // bytes for malloc in kernels
}

// Queue executes work in order.
type Queue interface {
	// Launch starts a kernel. Each element of args holds the bytes of one explicit argument, in
	// order. The caller has checked that these match the kernel's parameters and that the device
	// supports the configuration ([CheckConfiguration], [CheckArguments]).
	Launch(k Kernel, grid, block [3]uint32, shared uint32, args [][]byte) error
	// Copy copies between addresses of either side; if wait is set, it returns when the copy is
	// done.
	Copy(dst, src uintptr, size uint64, wait bool) error
	Fill(dst uintptr, pattern []byte, size uint64) error
	Finish() error
	Mark() (Event, error)
	Wait(Event) error
	Close()
}

// Event is a point in a queue.
type Event interface {
	Wait() error
	Done() bool
	// Time returns the device clock at completion, in nanoseconds.
	Time() uint64
	Close()
}

// Module is a loaded image.
type Module interface {
	KernelNames() []string
	// Kernel returns a kernel, which is compiled on first use. An error that wraps
	// [fatbin.ErrNotFound] means that there is none of that name.
	Kernel(name string) (Kernel, error)
	// Global returns the address and size of a device variable.
	Global(name string) (uintptr, uint64, error)
	// Flush delivers what finished kernels have written for the host: printf output, and the error
	// of an abort, failed assert or trap.
	Flush() error
	Unload() error
}

// Kernel is one kernel of a module.
type Kernel interface {
	Meta() *abi.Kernel
	// Native returns the backend's own handle: a cl_kernel, a CUfunction, a hipFunction_t.
	Native() uintptr
	MaxThreads() int
	StaticShared() uint64
	Private() uint64 // bytes of scratch per work-item
}

// Specialised is implemented by kernels that a driver may specialise for each work-group size, at the
// first launch with it.
type Specialised interface {
	// SpecialisesPerSize reports whether the driver does so.
	SpecialisesPerSize() bool
	// NativeFor returns the native handle for the next launch with this grid (in blocks) and block,
	// which is compiled by then, and whether the size has a specialisation of its own, which it
	// then keeps. Other sizes share a generic variant that is compiled once, and may be slower;
	// launches with them are counted. The error wraps [ErrCompiler] if the driver's compiler cannot
	// make anything that can be launched.
	NativeFor(grid, block [3]uint32) (native uintptr, own bool, err error)
}

// StackUser is implemented by kernels whose blocks run on a thread of the host's processor, with the
// private variables of all work-items on its stack.
type StackUser interface {
	// StackPerThread returns an upper bound of a work-item's stack usage in bytes, 0 if private
	// variables are elsewhere.
	StackPerThread() uint64
}

// ConstantUser is implemented by kernels whose driver reports how much constant memory their module's
// variables take.
type ConstantUser interface {
	// ConstantSize returns that size in bytes.
	ConstantSize() uint64
}

// Sampler is implemented by kernels that may have a variant for textures that the driver's objects sample.
type Sampler interface {
	// Objects returns the driver's handle of that variant, 0 if the kernel has none.
	Objects() uintptr
}

// LargeBlocks is implemented by kernels that may have a variant for large blocks.
type LargeBlocks interface {
	// Large returns the driver's handle of that variant, 0 if the kernel has none, and the number of threads up to which
	// blocks are launched without it.
	Large() (variant uintptr, threads int)
}

// Parts are the addresses that a module of gohipcc shares with the host (docs/design/abi.md): what
// a launch path outside this package needs to set hidden arguments and to deliver printf output.
type Parts struct {
	Segment      uintptr
	SegmentSize  uint64
	Constants    uint64  // bytes of the segment that are __constant__ variables
	PrintfBuffer uintptr // 0 if no kernel prints
	Formats      map[uint32]string
	AbortWord    uintptr // 0 if no kernel can abort
}

// Shared is implemented by modules that have [Parts].
type Shared interface{ Parts() Parts }

// NoGlobal returns the error for a variable that a module does not have; globals are those that it
// has, by name. It wraps [fatbin.ErrNotFound].
func NoGlobal[G any](name, module string, globals map[string]G) error {
	var have []string
	for n := range globals {
		if !strings.HasPrefix(n, abi.SymbolPrefix) {
			have = append(have, n)
		}
	}
	slices.Sort(have)
	return fmt.Errorf("variable %q: %w in %s, which has %s", name, fatbin.ErrNotFound, module, ListNames(have))
}

// ListNames lists names in a message, up to a limited length.
func ListNames(names []string) string {
	const most = 12
	switch {
	case len(names) == 0:
		return "none"
	case len(names) <= most:
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s, … (%d in all)", strings.Join(names[:most], ", "), len(names))
}
