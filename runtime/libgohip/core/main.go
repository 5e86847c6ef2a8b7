// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Command core is libgohip_core.so, the part of libgohip.so that is written in Go: everything that
// happens once rather than on every launch or copy. It is built with -buildmode=c-shared and loaded
// by libgohip.so at the first HIP call.
//
// libgohip.so calls a function of api.txt by its number; dispatch_gen.go unpacks
// the arguments. Function names here are HIP's own, so that a reader finds them.
package main

// #cgo CFLAGS: -I${SRCDIR}/../../include -std=gnu11 -Wno-deprecated-declarations
// #cgo LDFLAGS: -lpthread
// #include "core.h"
import "C"

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"sync"
	"unsafe"

	"gohipcc/abi"
	"gohipcc/internal/printable"
	"gohipcc/internal/secure"
	"gohipcc/runtime/backend/emulator"
	"gohipcc/runtime/backend/opencl/cl"
	"gohipcc/runtime/hip"
)

func main() {}

// words are the arguments of one call, 64 bits each.
type words []uint64

func (w words) ptr(i int) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&w[i])) }
func (w words) float(i int) C.float      { return C.float(math.Float32frombits(uint32(w[i]))) }

type handler struct {
	name string
	call func(words) uint64
}

// maxWords is larger than the number of any function's words.
const maxWords = 16

var (
	shim    *C.gh_shim
	devices []*device
)

// device is the core's state of a device.
type device struct {
	rt  *hip.Device
	ctx *cl.Context // of an OpenCL device
	gpu driverDevice
	// emulated is set for an emulated AMD GPU.
	emulated *emulator.Device
	c        *C.gh_device

	propertiesOnce sync.Once
	known          *C.hipDeviceProp_tR0600 // see properties

	mu      sync.Mutex
	modules map[int]*module // registered fat binaries by index
	limits  map[C.hipLimit_t]C.size_t
	peers   map[int]bool
	cache   C.hipFuncCache_t
	shared  C.hipSharedMemConfig
	pool    *pool // current memory pool
	defPool *pool
}

// complain prints a message that an error code cannot carry. GOHIP_QUIET=1 silences it.
func complain(format string, args ...any) {
	if os.Getenv(abi.EnvQuiet) != "1" {
		fmt.Fprint(os.Stderr, printable.Text(fmt.Sprintf("libgohip: "+format+"\n", args...)))
	}
}

// guard turns a panic in a call into an error, so that no fault here ends the program.
func guard(name string, e *C.hipError_t) {
	if p := recover(); p != nil {
		complain("internal error in %s: %v\n%s", name, p, debug.Stack())
		*e = C.hipErrorUnknown
	}
}

//export gohipCall
func gohipCall(number C.int, w *C.uint64_t, result *C.uint64_t) (e C.hipError_t) {
	if number < 0 || int(number) >= len(handlers) {
		return C.hipErrorNotSupported
	}
	h := &handlers[number]
	defer guard(h.name, &e)
	*result = C.uint64_t(h.call(words(unsafe.Slice((*uint64)(unsafe.Pointer(w)), maxWords))))
	return C.hipSuccess
}

//export gohipInit
func gohipInit(s *C.gh_shim) (e C.hipError_t) {
	defer guard("initialisation", &e)
	if uint64(s.table) != tableHash || s.layout != C.sh_layout() {
		complain("libgohip.so and libgohip_core.so are of different builds; install both from one")
		return C.hipErrorSharedObjectInitFailed
	}
	shim = s
	if C.sh_elevated() != 0 {
		secure.SetElevated()
	}
	adoptEnvironment()
	restore := threadsForWaiting()
	// AMD's GPUs are not listed beside other devices: either every call of a program goes to AMD's
	// library or none does.
	list, err := hip.Devices(hip.NativeCode(prefersCPU()), hip.ShareOpenGL(currentOpenGL()), hip.WithoutBackend("rocm"))
	restore()
	if err != nil {
		if os.Getenv(abi.EnvVerbose) == "1" {
			complain("%v", err)
		}
		return C.hipErrorNoDevice
	}
	for _, rt := range list {
		if len(devices) == C.GH_MAX_DEVICES {
			break
		}
		d, err := openDevice(rt, len(devices))
		if err != nil {
			complain("device %s: %v", rt.Name(), err)
			continue
		}
		s.devices[len(devices)] = d.c
		devices = append(devices, d)
	}
	if len(devices) == 0 {
		return C.hipErrorNoDevice
	}
	s.ndevices = C.int(len(devices))
	return C.hipSuccess
}

// openDevice creates the C side's description of a device: handles, limits and the addresses of the
// driver's functions.
func openDevice(rt *hip.Device, ordinal int) (*device, error) {
	for _, open := range openers {
		if d, err := open(rt, ordinal); d != nil || err != nil {
			return d, err
		}
	}
	return nil, fmt.Errorf("the %s backend is not one that libgohip drives", rt.Info().Backend)
}

// openers open the devices of one backend each, and return nil for others.
var openers = []func(rt *hip.Device, ordinal int) (*device, error){openCUDA, openEmulator, openCPU, openOpenCL}

// driverDevice is a device whose driver itself implements what the core implements for others, for
// which it is nil. It allocates in stream order and registers host memory, too.
type driverDevice interface {
	memInfo(free, total *C.size_t) C.hipError_t
	properties(p *C.hipDeviceProp_tR0600)
	setLimit(limit C.hipLimit_t, n uint64) error
	limit(limit C.hipLimit_t) (uint64, error)
	canReach(other driverDevice) bool
	enablePeer(other driverDevice) error
	space() space // nil: the driver has no virtual memory management
	poolDriver
}

// newDevice creates the core's state of a device, and passes its limits to the C side.
func newDevice(rt *hip.Device, c *C.gh_device) *device {
	in := rt.Info()
	c.total_memory = C.size_t(in.GlobalMem)
	c.max_shared = C.size_t(in.SharedMem)
	c.max_threads = C.uint32_t(in.MaxThreads)
	for i, m := range in.MaxBlock {
		c.max_block[i], c.max_grid[i] = C.uint32_t(m), C.uint32_t(in.MaxGrid[i])
	}
	c.max_grid_threads = C.uint64_t(cmp.Or(in.MaxGridThreads, math.MaxUint64))
	c.max_blocks = C.uint64_t(cmp.Or(in.MaxBlocks, math.MaxUint64))
	d := &device{rt: rt, c: c, modules: make(map[int]*module), peers: make(map[int]bool)}
	d.limits = map[C.hipLimit_t]C.size_t{
		C.hipLimitStackSize:      1024,
		C.hipLimitPrintfFifoSize: C.size_t(hip.DefaultPrintfBuffer),
		C.hipLimitMallocHeapSize: C.size_t(hip.DefaultHeap),
	}
	d.defPool = newPool(d)
	d.pool = d.defPool
	return d
}

// setPointer stores an address in a C field of pointer type.
func setPointer(field unsafe.Pointer, address uintptr) { *(*uintptr)(field) = address }

// cur returns the calling thread's device.
func cur() *device { return devices[C.sh_current_device(shim)] }

func deviceAt(i C.int) *device {
	if i < 0 || int(i) >= len(devices) {
		return nil
	}
	return devices[i]
}

// streamOf resolves a stream handle, the special ones included.
func streamOf(h C.hipStream_t) (*C.gh_stream, C.hipError_t) {
	var s *C.gh_stream
	e := C.sh_stream_of(shim, h, &s)
	return s, e
}

// submit passes an operation to a stream, which may be capturing.
func submit(h C.hipStream_t, op C.gh_op) C.hipError_t {
	s, e := streamOf(h)
	if e != C.hipSuccess {
		return e
	}
	return C.sh_submit(shim, s, &op)
}

// A submission says into which stream a function puts its operation, and whether it waits for it.
type submission struct {
	stream C.hipStream_t
	wait   bool
}

// blocking is the submission of HIP's synchronous functions, async that of their counterparts.
var blocking = submission{wait: true}

func async(s C.hipStream_t) submission { return submission{stream: s} }

// run submits an operation and waits for it if it is to.
func (s submission) run(op C.gh_op) C.hipError_t {
	e := submit(s.stream, op)
	if e != C.hipSuccess || !s.wait {
		return e
	}
	return C.sh_finish_null(shim, cur().c)
}
