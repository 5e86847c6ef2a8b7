// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"
)

func hipHostGetDevicePointer(out *unsafe.Pointer, host unsafe.Pointer, flags C.uint) C.hipError_t {
	if out == nil || host == nil || flags != 0 {
		return C.hipErrorInvalidValue
	}
	a, ok := findAlloc(host)
	if !ok || a.kind != C.GH_HOST && a.kind != C.GH_REGISTERED && a.kind != C.GH_MANAGED {
		return C.hipErrorInvalidValue
	}
	*out = host
	return C.hipSuccess
}

func hipHostGetFlags(flags *C.uint, host unsafe.Pointer) C.hipError_t {
	if flags == nil || host == nil {
		return C.hipErrorInvalidValue
	}
	a, ok := findAlloc(host)
	if !ok || a.kind != C.GH_HOST && a.kind != C.GH_REGISTERED {
		return C.hipErrorInvalidValue
	}
	*flags = C.uint(a.flags)
	return C.hipSuccess
}

func hipHostRegister(p unsafe.Pointer, size C.size_t, flags C.uint) C.hipError_t {
	const known = C.hipHostRegisterPortable | C.hipHostRegisterMapped | C.hipHostRegisterIoMemory | C.hipHostRegisterReadOnly
	if p == nil || size == 0 || flags&^known != 0 {
		return C.hipErrorInvalidValue
	}
	d := cur()
	if d.c.model != C.GH_MEM_SYSTEM && d.gpu == nil {
		// The device cannot access memory that it did not allocate.
		return C.hipErrorNotSupported
	}
	if uintptr(p)+uintptr(size) < uintptr(p) || uint64(size) > 1<<47 || givenBack(p) || !bool(C.sh_mapped(shim, p, size)) {
		return C.hipErrorInvalidValue
	}
	// Programs free memory while it is registered, and the C library gives it to others: a registration lasts until its
	// memory is registered again. AMD's runtime never reports hipErrorHostMemoryAlreadyRegistered.
	var a C.gh_alloc
	for bool(C.sh_find_registered(shim, p, size, &a)) {
		if e := unregister(&a); e != C.hipSuccess {
			return e
		}
	}
	if _, ok := findAlloc(p); ok {
		return C.hipErrorHostMemoryAlreadyRegistered
	}
	a = C.gh_alloc{start: C.uintptr_t(uintptr(p)), size: size, kind: C.GH_REGISTERED, flags: C.uint32_t(flags), device: d.c.ordinal}
	if e := C.sh_host_register(shim, d.c, p, size, C.uint32_t(flags)); e != C.hipSuccess {
		return e
	}
	e := C.sh_track(shim, &a)
	if e != C.hipSuccess {
		C.sh_host_unregister(shim, d.c, p)
	}
	return e
}

func hipHostUnregister(p unsafe.Pointer) C.hipError_t {
	if p == nil {
		return C.hipErrorInvalidValue
	}
	a, ok := findAlloc(p)
	if !ok || a.kind != C.GH_REGISTERED || uintptr(a.start) != uintptr(p) {
		return C.hipErrorHostMemoryNotRegistered
	}
	C.sh_finish_device(shim, devices[a.device].c)
	return unregister(&a)
}

// unregister ends a registration.
func unregister(a *C.gh_alloc) C.hipError_t {
	return C.sh_unregister(shim, devices[a.device].c, a)
}
