// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"fmt"
	"os"
	"sync"
	"unsafe"

	"gohipcc/fatbin"
	"gohipcc/runtime/backend/cuda"
	"gohipcc/runtime/hip"
)

// openCUDA creates the C side's description of an NVIDIA device. Its context is the primary one,
// which CUDA code in the same program uses too.
func openCUDA(rt *hip.Device, ordinal int) (*device, error) {
	g, ok := rt.Backend().Native().(*cuda.Device)
	if !ok {
		return nil, nil
	}
	if why := C.sh_cuda_open(shim); why != nil {
		return nil, fmt.Errorf("%s", C.GoString(why))
	}
	ctx, err := g.Context()
	if err != nil {
		return nil, err
	}
	c := (*C.gh_device)(C.calloc(1, C.sizeof_gh_device))
	c.ordinal = C.int(ordinal)
	c.drv = shim.cuda
	c.eager = true
	c.model = C.GH_MEM_USM
	setPointer(unsafe.Pointer(&c.context), ctx)
	d := newDevice(rt, c)
	d.gpu = cudaDevice{g}
	return d, nil
}

// prefetchLimit limits the size of images that are compiled in advance. A larger one is a library,
// of which a program uses little. The first allocation waits for the compilation of all images if
// they are not larger together.
const prefetchLimit = 4 << 20

// prefetching counts the compilations in progress.
var prefetching sync.WaitGroup

// gohipPrefetch makes the driver compile the program's PTX, and returns whether the caller should
// wait for it. Where it need not, the program goes on: the first launch then finds the code, or waits
// for the rest. With GOHIP_PREFETCH=0 the first launch compiles it.
//
//export gohipPrefetch
func gohipPrefetch(ordinal C.int) C.int {
	d := deviceAt(ordinal)
	if d == nil || d.gpu == nil || os.Getenv("GOHIP_PREFETCH") == "0" {
		return 0
	}
	all := int64(0)
	for i := range int(C.sh_binary_count(shim)) {
		b := C.sh_binary(shim, C.int(i))
		if b == nil || b.image == nil {
			continue
		}
		bundle, err := fatbin.ReadBundle(hostImage{unsafe.Pointer(b.image), int64(b.room)}, int64(b.room))
		if err != nil {
			continue // reported when something of it is used
		}
		in := d.rt.Info()
		e, err := bundle.Best(in.Arch, in.Target)
		if err != nil {
			continue
		}
		all += int64(e.Size)
		if e.Size > prefetchLimit {
			continue
		}
		prefetching.Go(func() {
			if m, err := d.binaryModule(i); err == nil {
				if c, ok := m.rt.Backend().(*cuda.Module); ok {
					_ = c.Prepare()
				}
			}
		})
	}
	if all > prefetchLimit {
		return 0
	}
	return 1
}

// gohipSettle waits for the compilations in progress: the driver must not be shut down during
// these.
//
//export gohipSettle
func gohipSettle() { prefetching.Wait() }

// cudaDevice is a device of the CUDA driver.
type cudaDevice struct{ *cuda.Device }

func (d cudaDevice) setLimit(limit C.hipLimit_t, n uint64) error {
	return d.SetLimit(cuda.Limit(limit), n)
}

func (d cudaDevice) limit(limit C.hipLimit_t) (uint64, error) { return d.Limit(cuda.Limit(limit)) }

func (d cudaDevice) canReach(other driverDevice) bool {
	o, ok := other.(cudaDevice)
	return ok && d.CanReach(o.Device)
}

func (d cudaDevice) enablePeer(other driverDevice) error {
	o, ok := other.(cudaDevice)
	if !ok {
		return fmt.Errorf("the devices have different drivers")
	}
	return d.EnablePeer(o.Device)
}

func (d cudaDevice) memInfo(free, total *C.size_t) C.hipError_t {
	f, t, err := d.MemInfo()
	if err != nil {
		complain("%v", err)
		return C.hipErrorOutOfMemory
	}
	if free != nil {
		*free = C.size_t(f)
	}
	if total != nil {
		*total = C.size_t(t)
	}
	return C.hipSuccess
}

// properties replaces estimates for other devices by the driver's values (CUdevice_attribute). The
// shared memory per block is the opt-in maximum, as HIP defines it: the runtime opts in to more
// than CUDA's 48 KiB by itself.
func (d cudaDevice) properties(p *C.hipDeviceProp_tR0600) {
	var perSM, reserved, flushes C.int
	for _, a := range []struct {
		number int
		to     *C.int
	}{
		{81, &perSM}, {12, &p.regsPerBlock}, {82, &p.regsPerMultiprocessor},
		{39, &p.maxThreadsPerMultiProcessor}, {106, &p.maxBlocksPerMultiProcessor},
		{36, &p.memoryClockRate}, {37, &p.memoryBusWidth}, {40, &p.asyncEngineCount},
		{87, &p.singleToDoublePrecisionPerfRatio}, {32, &p.ECCEnabled}, {20, &p.computeMode},
		{88, &p.pageableMemoryAccess}, {100, &p.pageableMemoryAccessUsesHostPageTables},
		{89, &p.concurrentManagedAccess}, {101, &p.directManagedMemAccessFromHost},
		{86, &p.hostNativeAtomicSupported}, {17, &p.kernelExecTimeoutEnabled}, {35, &p.tccDriver},
		{84, &p.isMultiGpuBoard}, {85, &p.multiGpuBoardGroupID}, {90, &p.computePreemptionSupported},
		{111, &reserved}, {120, &p.clusterLaunch}, {116, &p.gpuDirectRDMASupported}, {117, &flushes}, {118, &p.gpuDirectRDMAWritesOrdering},
	} {
		if v, err := d.Attribute(a.number); err == nil {
			*a.to = C.int(v)
		}
	}
	p.reservedSharedMemPerBlock = C.size_t(reserved)
	p.gpuDirectRDMAFlushWritesOptions = C.uint(flushes)
	if perSM > 0 {
		p.sharedMemPerMultiprocessor = C.size_t(perSM)
		p.maxSharedMemoryPerMultiProcessor = C.size_t(perSM)
	}
}
