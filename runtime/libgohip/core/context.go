// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"slices"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Contexts are the driver API's view of a device. All contexts of a device share
// the device's state, as in HIP, so a handle only names its device.
var (
	ctxMu     sync.Mutex
	ctxDevice = make(map[uintptr]int) // live handles
	retained  = make(map[int]int)
	ctxFlags  = make(map[uintptr]C.uint)
	stacks    = make(map[int][]C.hipCtx_t) // by thread
)

func threadID() int { return unix.Gettid() }

// context is the device's primary context, whose handle is the device's own address.
func (d *device) context() C.hipCtx_t {
	ctxMu.Lock()
	defer ctxMu.Unlock()
	ctxDevice[uintptr(unsafe.Pointer(d.c))] = int(d.c.ordinal)
	return C.hipCtx_t(unsafe.Pointer(d.c))
}

func ctxOrdinal(c C.hipCtx_t) (int, bool) {
	ctxMu.Lock()
	defer ctxMu.Unlock()
	i, ok := ctxDevice[uintptr(unsafe.Pointer(c))]
	return i, ok
}

func hipCtxCreate(out *C.hipCtx_t, flags C.uint, dev C.hipDevice_t) C.hipError_t {
	if out == nil {
		return C.hipErrorInvalidValue
	}
	if deviceAt(C.int(dev)) == nil {
		return C.hipErrorInvalidDevice
	}
	p := C.malloc(16)
	ctxMu.Lock()
	ctxDevice[uintptr(p)] = int(dev)
	ctxFlags[uintptr(p)] = flags
	ctxMu.Unlock()
	*out = C.hipCtx_t(p)
	return hipCtxPushCurrent(*out)
}

// contextFlags returns the flags that the thread's current context was created with; false if that
// is the device's primary context.
func contextFlags() (C.uint, bool) {
	t := threadID()
	ctxMu.Lock()
	defer ctxMu.Unlock()
	s := stacks[t]
	if len(s) == 0 {
		return 0, false
	}
	flags, own := ctxFlags[uintptr(unsafe.Pointer(s[len(s)-1]))]
	return flags, own
}

func hipCtxDestroy(c C.hipCtx_t) C.hipError_t {
	i, ok := ctxOrdinal(c)
	if !ok {
		return C.hipErrorInvalidValue
	}
	C.sh_finish_device(shim, devices[i].c)
	ctxMu.Lock()
	defer ctxMu.Unlock()
	if unsafe.Pointer(devices[i].c) == unsafe.Pointer(c) {
		return C.hipErrorInvalidContext
	}
	delete(ctxDevice, uintptr(unsafe.Pointer(c)))
	delete(ctxFlags, uintptr(unsafe.Pointer(c)))
	for t, s := range stacks {
		for len(s) > 0 && s[len(s)-1] == c {
			s = s[:len(s)-1]
		}
		stacks[t] = s
	}
	C.free(unsafe.Pointer(c))
	return C.hipSuccess
}

func hipCtxPushCurrent(c C.hipCtx_t) C.hipError_t {
	i, ok := ctxOrdinal(c)
	if !ok {
		return C.hipErrorInvalidContext
	}
	t := threadID()
	ctxMu.Lock()
	stacks[t] = append(stacks[t], c)
	ctxMu.Unlock()
	C.sh_set_device(shim, C.int(i))
	return C.hipSuccess
}

func hipCtxPopCurrent(out *C.hipCtx_t) C.hipError_t {
	t := threadID()
	ctxMu.Lock()
	s := stacks[t]
	if len(s) == 0 {
		ctxMu.Unlock()
		return C.hipErrorInvalidContext
	}
	top := s[len(s)-1]
	s = s[:len(s)-1]
	stacks[t] = s
	next := 0
	if len(s) > 0 {
		next = ctxDevice[uintptr(unsafe.Pointer(s[len(s)-1]))]
	}
	ctxMu.Unlock()
	if out != nil {
		*out = top
	}
	C.sh_set_device(shim, C.int(next))
	return C.hipSuccess
}

func hipCtxSetCurrent(c C.hipCtx_t) C.hipError_t {
	t := threadID()
	if c == nil {
		ctxMu.Lock()
		if s := stacks[t]; len(s) > 0 {
			stacks[t] = s[:len(s)-1]
		}
		ctxMu.Unlock()
		return C.hipSuccess
	}
	i, ok := ctxOrdinal(c)
	if !ok {
		return C.hipErrorInvalidContext
	}
	ctxMu.Lock()
	if s := stacks[t]; len(s) > 0 {
		s[len(s)-1] = c
	} else {
		stacks[t] = append(s, c)
	}
	ctxMu.Unlock()
	C.sh_set_device(shim, C.int(i))
	return C.hipSuccess
}

func hipCtxGetCurrent(out *C.hipCtx_t) C.hipError_t {
	if out == nil {
		return C.hipErrorInvalidValue
	}
	t := threadID()
	ctxMu.Lock()
	s := stacks[t]
	if len(s) > 0 {
		*out = s[len(s)-1]
		ctxMu.Unlock()
		return C.hipSuccess
	}
	ctxMu.Unlock()
	*out = cur().context()
	return C.hipSuccess
}

func hipCtxGetDevice(out *C.hipDevice_t) C.hipError_t {
	if out == nil {
		return C.hipErrorInvalidValue
	}
	*out = C.hipDevice_t(cur().c.ordinal)
	return C.hipSuccess
}

func hipCtxGetApiVersion(c C.hipCtx_t, v *C.int) C.hipError_t {
	if v == nil {
		return C.hipErrorInvalidValue
	}
	if _, ok := ctxOrdinal(c); !ok && c != nil {
		return C.hipErrorInvalidContext
	}
	*v = 4
	return C.hipSuccess
}

func hipCtxGetCacheConfig(c *C.hipFuncCache_t) C.hipError_t { return hipDeviceGetCacheConfig(c) }
func hipCtxSetCacheConfig(c C.hipFuncCache_t) C.hipError_t  { return hipDeviceSetCacheConfig(c) }
func hipCtxSetSharedMemConfig(c C.hipSharedMemConfig) C.hipError_t {
	return hipDeviceSetSharedMemConfig(c)
}
func hipCtxGetSharedMemConfig(c *C.hipSharedMemConfig) C.hipError_t {
	return hipDeviceGetSharedMemConfig(c)
}
func hipCtxSynchronize() C.hipError_t { return C.sh_finish_device(shim, cur().c) }

func hipCtxGetFlags(flags *C.uint) C.hipError_t {
	if flags == nil {
		return C.hipErrorInvalidValue
	}
	var c C.hipCtx_t
	hipCtxGetCurrent(&c)
	ctxMu.Lock()
	*flags = ctxFlags[uintptr(unsafe.Pointer(c))]
	ctxMu.Unlock()
	return C.hipSuccess
}

func hipCtxEnablePeerAccess(c C.hipCtx_t, flags C.uint) C.hipError_t {
	i, ok := ctxOrdinal(c)
	if !ok {
		return C.hipErrorInvalidContext
	}
	return hipDeviceEnablePeerAccess(C.int(i), flags)
}

func hipCtxDisablePeerAccess(c C.hipCtx_t) C.hipError_t {
	i, ok := ctxOrdinal(c)
	if !ok {
		return C.hipErrorInvalidContext
	}
	return hipDeviceDisablePeerAccess(C.int(i))
}

func hipDevicePrimaryCtxGetState(dev C.hipDevice_t, flags *C.uint, active *C.int) C.hipError_t {
	d := deviceAt(C.int(dev))
	if d == nil {
		return C.hipErrorInvalidDevice
	}
	if flags == nil || active == nil {
		return C.hipErrorInvalidValue
	}
	ctxMu.Lock()
	defer ctxMu.Unlock()
	*flags, *active = d.c.flags, 0
	if retained[int(dev)] > 0 || cur() == d {
		*active = 1
	}
	return C.hipSuccess
}

func hipDevicePrimaryCtxRetain(out *C.hipCtx_t, dev C.hipDevice_t) C.hipError_t {
	d := deviceAt(C.int(dev))
	if d == nil {
		return C.hipErrorInvalidDevice
	}
	if out == nil {
		return C.hipErrorInvalidValue
	}
	*out = d.context()
	ctxMu.Lock()
	retained[int(dev)]++
	ctxMu.Unlock()
	return C.hipSuccess
}

func hipDevicePrimaryCtxRelease(dev C.hipDevice_t) C.hipError_t {
	if deviceAt(C.int(dev)) == nil {
		return C.hipErrorInvalidDevice
	}
	ctxMu.Lock()
	if retained[int(dev)] > 0 {
		retained[int(dev)]--
	}
	ctxMu.Unlock()
	return C.hipSuccess
}

func hipDevicePrimaryCtxReset(dev C.hipDevice_t) C.hipError_t {
	if deviceAt(C.int(dev)) == nil {
		return C.hipErrorInvalidDevice
	}
	return C.hipSuccess
}

func hipDevicePrimaryCtxSetFlags(dev C.hipDevice_t, flags C.uint) C.hipError_t {
	d := deviceAt(C.int(dev))
	if d == nil {
		return C.hipErrorInvalidDevice
	}
	if retained[int(dev)] > 0 {
		return C.hipErrorContextAlreadyInUse
	}
	d.c.flags = flags
	return C.hipSuccess
}

var limitNames = map[C.hipLimit_t]string{
	C.hipLimitStackSize: "hipLimitStackSize", C.hipLimitPrintfFifoSize: "hipLimitPrintfFifoSize", C.hipLimitMallocHeapSize: "hipLimitMallocHeapSize",
}

// setLimit is called with the device locked.
func setLimit(d *device, limit C.hipLimit_t, v C.size_t) C.hipError_t {
	switch limit {
	case C.hipLimitPrintfFifoSize:
		if v > 1<<30 {
			return C.hipErrorInvalidValue
		}
	case C.hipLimitMallocHeapSize:
		if v > d.c.total_memory {
			return C.hipErrorInvalidValue
		}
	}
	// Kernels of other devices declare their stack size, and their buffers are allocated when a
	// program is loaded.
	if d.gpu != nil {
		if err := d.gpu.setLimit(limit, uint64(v)); err != nil {
			complain("hipDeviceSetLimit(%s, %d): %v", limitNames[limit], uint64(v), err)
			return hipCode(err, C.hipErrorInvalidValue)
		}
	}
	d.limits[limit] = v
	return C.hipSuccess
}

// ---- streams on part of a device ----

// maxMaskWords is larger than the mask of any device, with 32 units per word.
const maxMaskWords = 1024

func hipExtStreamCreateWithCUMask(out *C.hipStream_t, n C.uint32_t, mask *C.uint32_t) C.hipError_t {
	if out == nil || n == 0 || n > maxMaskWords || mask == nil {
		return C.hipErrorInvalidValue
	}
	list := unsafe.Slice(mask, n)
	if e := C.sh_stream_create(shim, out, 0, 0); e != C.hipSuccess {
		return e
	}
	s, e := streamOf(*out)
	// An empty mask means the default: all units.
	if e == C.hipSuccess && slices.Max(list) != 0 {
		s.cu_mask = (*C.uint32_t)(C.malloc(C.size_t(n) * 4))
		s.cu_mask_size = n
		copy(unsafe.Slice(s.cu_mask, n), list)
	}
	return e
}

func hipExtStreamGetCUMask(h C.hipStream_t, n C.uint32_t, mask *C.uint32_t) C.hipError_t {
	s, e := streamOf(h)
	if e != C.hipSuccess {
		return e
	}
	units := devices[s.dev.ordinal].rt.Info().ComputeUnits
	if mask == nil || n > maxMaskWords || int(n) < (units+31)/32 {
		return C.hipErrorInvalidValue
	}
	out := unsafe.Slice(mask, n)
	for i := range out {
		left := units - 32*i
		switch {
		case left <= 0:
			out[i] = 0
		case left < 32:
			out[i] = 1<<left - 1
		default:
			out[i] = 0xffffffff
		}
		if i < int(s.cu_mask_size) {
			out[i] = unsafe.Slice(s.cu_mask, s.cu_mask_size)[i]
		}
	}
	return C.hipSuccess
}
