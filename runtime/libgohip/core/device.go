// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"fmt"
	"strings"
	"unsafe"
)

const hipVersion = C.HIP_VERSION

func hipDriverGetVersion(v *C.int) C.hipError_t {
	if v == nil {
		return C.hipErrorInvalidValue
	}
	*v = hipVersion
	return C.hipSuccess
}

func hipRuntimeGetVersion(v *C.int) C.hipError_t { return hipDriverGetVersion(v) }

func hipDeviceGet(out *C.hipDevice_t, ordinal C.int) C.hipError_t {
	if out == nil {
		return C.hipErrorInvalidValue
	}
	if deviceAt(ordinal) == nil {
		return C.hipErrorInvalidDevice
	}
	*out = C.hipDevice_t(ordinal)
	return C.hipSuccess
}

func hipDeviceComputeCapability(major, minor *C.int, dev C.hipDevice_t) C.hipError_t {
	d := deviceAt(C.int(dev))
	if d == nil {
		return C.hipErrorInvalidDevice
	}
	if major == nil || minor == nil {
		return C.hipErrorInvalidValue
	}
	*major, *minor = C.int(d.rt.Info().Major), C.int(d.rt.Info().Minor)
	return C.hipSuccess
}

// putString copies a string into a C buffer of n bytes, truncated and terminated.
func putString(dst *C.char, n int, s string) {
	if n <= 0 {
		return
	}
	b := unsafe.Slice((*byte)(unsafe.Pointer(dst)), n)
	k := copy(b[:n-1], s)
	b[k] = 0
}

func hipDeviceGetName(name *C.char, n C.int, dev C.hipDevice_t) C.hipError_t {
	d := deviceAt(C.int(dev))
	if d == nil {
		return C.hipErrorInvalidDevice
	}
	if name == nil || n <= 0 {
		return C.hipErrorInvalidValue
	}
	putString(name, int(n), d.rt.Name())
	return C.hipSuccess
}

func hipDeviceGetUuid(uuid *C.hipUUID, dev C.hipDevice_t) C.hipError_t {
	d := deviceAt(C.int(dev))
	if d == nil {
		return C.hipErrorInvalidDevice
	}
	if uuid == nil {
		return C.hipErrorInvalidValue
	}
	for i, b := range d.rt.Info().UUID {
		uuid.bytes[i] = C.char(b)
	}
	return C.hipSuccess
}

func hipDeviceGetP2PAttribute(value *C.int, attr C.hipDeviceP2PAttr, src, dst C.int) C.hipError_t {
	if value == nil {
		return C.hipErrorInvalidValue
	}
	if deviceAt(src) == nil || deviceAt(dst) == nil || src == dst {
		return C.hipErrorInvalidDevice
	}
	if attr > C.hipDevP2PAttrHipArrayAccessSupported {
		return C.hipErrorInvalidValue
	}
	*value = 0
	if attr == C.hipDevP2PAttrAccessSupported && canReach(devices[src], devices[dst]) {
		*value = 1
	}
	return C.hipSuccess
}

func hipDeviceGetPCIBusId(out *C.char, n, dev C.int) C.hipError_t {
	d := deviceAt(dev)
	if d == nil {
		return C.hipErrorInvalidDevice
	}
	if out == nil || n <= 0 {
		return C.hipErrorInvalidValue
	}
	id := pciString(d)
	putString(out, int(n), id)
	if int(n) <= len(id) {
		return C.hipErrorInvalidValue
	}
	return C.hipSuccess
}

func pciString(d *device) string {
	p := d.rt.Info().PCI
	if p == [3]int{} {
		p[1] = int(d.c.ordinal)
	}
	return fmt.Sprintf("%04x:%02x:%02x.0", p[0], p[1], p[2])
}

func hipDeviceGetByPCIBusId(out *C.int, id *C.char) C.hipError_t {
	if out == nil || id == nil {
		return C.hipErrorInvalidValue
	}
	want := strings.ToLower(C.GoString(id))
	var a, b, c, f int
	if n, _ := fmt.Sscanf(want, "%x:%x:%x.%x", &a, &b, &c, &f); n < 3 {
		return C.hipErrorInvalidValue
	}
	for i, d := range devices {
		var x, y, z, g int
		fmt.Sscanf(pciString(d), "%x:%x:%x.%x", &x, &y, &z, &g)
		if a == x && b == y && c == z {
			*out = C.int(i)
			return C.hipSuccess
		}
	}
	return C.hipErrorInvalidDevice
}

func hipDeviceTotalMem(bytes *C.size_t, dev C.hipDevice_t) C.hipError_t {
	d := deviceAt(C.int(dev))
	if d == nil {
		return C.hipErrorInvalidDevice
	}
	if bytes == nil {
		return C.hipErrorInvalidValue
	}
	*bytes = d.c.total_memory
	return C.hipSuccess
}

// hipDeviceReset frees what the program left: streams, memory, loaded fat binaries.
func hipDeviceReset() C.hipError_t {
	d := cur()
	C.sh_reset_device(shim, d.c)
	d.c.flags = 0
	d.mu.Lock()
	d.cache, d.shared = C.hipFuncCachePreferNone, C.hipSharedMemBankSizeDefault
	loaded := d.modules
	d.modules = make(map[int]*module)
	d.mu.Unlock()
	var moved []C.gh_alloc // managed variables in memory of a driver (placeManaged), which they keep
	for i := C.int(0); i < C.sh_symbol_count(shim); i++ {
		if s := C.sh_symbol_at(shim, i); s.kind != 0 {
			C.sh_set_function(s, d.c.ordinal, nil)
			if s.kind == C.GH_SYM_MANAGED {
				var a C.gh_alloc
				if C.sh_untrack(shim, s.managed, &a) && s.moved {
					moved = append(moved, a)
				}
			}
		}
	}
	for _, m := range loaded {
		if m.err == nil {
			m.close()
		}
	}
	C.sh_free_all(shim, d.c)
	for i := range moved {
		C.sh_track(shim, &moved[i])
	}
	if e := C.sh_sticky(d.c); e != C.hipSuccess {
		complain("hipDeviceReset: a kernel has failed, after which %s has no device for this process", d.rt.Info().Driver)
		return e
	}
	return C.hipSuccess
}

func hipSetValidDevices(list *C.int, n C.int) C.hipError_t {
	if n < 0 || int(n) > len(devices) || list == nil && n > 0 {
		return C.hipErrorInvalidValue
	}
	for _, i := range unsafe.Slice(list, n) {
		if deviceAt(i) == nil {
			return C.hipErrorInvalidDevice
		}
	}
	return C.hipSuccess
}

func hipDeviceSetCacheConfig(c C.hipFuncCache_t) C.hipError_t {
	if c > C.hipFuncCachePreferEqual {
		return C.hipErrorInvalidValue
	}
	cur().cache = c
	return C.hipSuccess
}

func hipDeviceGetCacheConfig(c *C.hipFuncCache_t) C.hipError_t {
	if c == nil {
		return C.hipErrorInvalidValue
	}
	*c = cur().cache
	return C.hipSuccess
}

func hipDeviceGetSharedMemConfig(c *C.hipSharedMemConfig) C.hipError_t {
	if c == nil {
		return C.hipErrorInvalidValue
	}
	*c = C.hipSharedMemBankSizeFourByte
	return C.hipSuccess
}

func hipDeviceSetSharedMemConfig(c C.hipSharedMemConfig) C.hipError_t {
	if c > C.hipSharedMemBankSizeEightByte {
		return C.hipErrorInvalidValue
	}
	cur().shared = c
	return C.hipSuccess
}

func hipDeviceGetLimit(v *C.size_t, limit C.hipLimit_t) C.hipError_t {
	if v == nil {
		return C.hipErrorInvalidValue
	}
	d := cur()
	d.mu.Lock()
	defer d.mu.Unlock()
	n, ok := d.limits[limit]
	if !ok {
		return C.hipErrorUnsupportedLimit
	}
	if d.gpu != nil {
		now, err := d.gpu.limit(limit)
		if err != nil {
			return hipCode(err, C.hipErrorInvalidValue)
		}
		n = C.size_t(now)
	}
	*v = n
	return C.hipSuccess
}

func hipDeviceSetLimit(limit C.hipLimit_t, v C.size_t) C.hipError_t {
	if C.int(limit) >= C.hipLimitRange { // but negative ones are unsupported
		return C.hipErrorInvalidValue
	}
	d := cur()
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, ok := d.limits[limit]; !ok {
		return C.hipErrorUnsupportedLimit
	}
	return setLimit(d, limit, v)
}

func hipGetDeviceFlags(flags *C.uint) C.hipError_t {
	if flags == nil {
		return C.hipErrorInvalidValue
	}
	var own bool
	if *flags, own = contextFlags(); !own {
		*flags = cur().c.flags
	}
	return C.hipSuccess
}

func hipSetDeviceFlags(flags C.uint) C.hipError_t {
	const known = C.hipDeviceScheduleMask | C.hipDeviceMapHost | C.hipDeviceLmemResizeToMax
	schedule := flags & C.hipDeviceScheduleMask
	if flags&^known != 0 || schedule&(schedule-1) != 0 {
		return C.hipErrorInvalidValue
	}
	// The other two are accepted: mapping and local memory behave so anyway.
	cur().c.flags = schedule
	return C.hipSuccess
}

func hipExtGetLinkTypeAndHopCount(a, b C.int, link, hops *C.uint32_t) C.hipError_t {
	if a < 0 || b < 0 || link == nil || hops == nil {
		return C.hipErrorInvalidValue
	}
	if deviceAt(a) == nil || deviceAt(b) == nil {
		return C.hipErrorInvalidDevice
	}
	if a == b {
		return C.hipErrorInvalidValue
	}
	*link, *hops = 2, 1 // PCI Express
	return C.hipSuccess
}
