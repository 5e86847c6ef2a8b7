// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"

	"gohipcc/runtime/hip"
	"gohipcc/target"
)

// properties returns HIP's device properties, from which the attributes are read too. They do not change, and programs
// ask for an attribute before each launch: the driver is asked once.
func (d *device) properties(p *C.hipDeviceProp_tR0600) {
	d.propertiesOnce.Do(func() {
		d.known = new(C.hipDeviceProp_tR0600)
		d.readProperties(d.known)
	})
	*p = *d.known
}

// readProperties fills in the properties.
func (d *device) readProperties(p *C.hipDeviceProp_tR0600) {
	in := d.rt.Info()
	C.memset(unsafe.Pointer(p), 0, C.sizeof_hipDeviceProp_tR0600)
	putString(&p.name[0], len(p.name), in.Name)
	for i, b := range in.UUID {
		p.uuid.bytes[i] = C.char(b)
	}
	arch := in.Target.String()
	switch {
	case arch == "" || in.Arch == target.SPIRV64:
		arch = in.Arch
	case in.Backend == "cpu":
		arch = target.CPUPrefix + arch
	}
	putString(&p.gcnArchName[0], len(p.gcnArchName), arch)
	p.gcnArch = C.int(target.GCNArch(in.Target.Processor))
	launchLimits(p, in)
	const one = 1
	p.clockRate = C.int(in.ClockKHz)
	p.clockInstructionRate = 1000000
	if d.rt.ReadsCycles() {
		p.clockRate = cycleRate()
		p.clockInstructionRate = p.clockRate
	}
	p.memoryClockRate = C.int(in.ClockKHz)
	p.memoryBusWidth = 64
	p.totalConstMem = C.size_t(min(in.ConstantMem, mostInt))
	p.major, p.minor = C.int(in.Major), C.int(in.Minor)
	p.textureAlignment, p.texturePitchAlignment, p.surfaceAlignment = 256, 256, 256
	p.multiProcessorCount = C.int(in.ComputeUnits)
	if in.Integrated {
		p.integrated = 1
	}
	p.canMapHostMemory = one
	p.computeMode = C.hipComputeModeDefault
	textureLimits(p)
	p.concurrentKernels = one
	p.pciDomainID, p.pciBusID, p.pciDeviceID = C.int(in.PCI[0]), C.int(in.PCI[1]), C.int(in.PCI[2])
	if in.PCI == [3]int{} {
		p.pciBusID = d.c.ordinal
	}
	p.asyncEngineCount = one
	p.unifiedAddressing = one
	p.l2CacheSize = C.int(min(in.L2Cache, mostInt))
	p.streamPrioritiesSupported = one
	p.globalL1CacheSupported, p.localL1CacheSupported = one, one
	p.managedMemory, p.concurrentManagedAccess = one, one
	if d.c.model == C.GH_MEM_SYSTEM {
		p.pageableMemoryAccess, p.pageableMemoryAccessUsesHostPageTables = one, one
		p.directManagedMemAccessFromHost = one
		p.hostNativeAtomicSupported = one
	}
	p.singleToDoublePrecisionPerfRatio = 2
	p.canUseHostPointerForRegisteredMem = one
	if in.HostAccess {
		p.isLargeBar = one
	}
	p.hostRegisterSupported, p.hostRegisterReadOnlySupported = one, one
	p.memoryPoolsSupported = one
	if mapsFiles(d) {
		p.memoryPoolSupportedHandleTypes = C.hipMemHandleTypePosixFileDescriptor
	}
	p.cooperativeLaunch = cooperative(d)
	p.deviceOverlap = one
	a := C.hipDeviceArch_t{}
	C.set_arch(&a, C.bool(in.FP64))
	p.arch = a
	if d.gpu != nil {
		d.gpu.properties(p)
	}
}

// mostInt is the largest value of the properties' int fields.
const mostInt = 1<<31 - 1

// launchLimits fills in the limits of launches: memory and work-items.
func launchLimits(p *C.hipDeviceProp_tR0600, in *hip.Info) {
	p.totalGlobalMem = C.size_t(in.GlobalMem)
	p.sharedMemPerBlock = C.size_t(in.SharedMem)
	p.sharedMemPerBlockOptin = p.sharedMemPerBlock
	p.sharedMemPerMultiprocessor = p.sharedMemPerBlock
	p.maxSharedMemoryPerMultiProcessor = p.sharedMemPerBlock
	p.regsPerBlock, p.regsPerMultiprocessor = 65536, 65536
	p.warpSize = C.int(in.WarpSize)
	p.memPitch = mostInt
	p.maxThreadsPerBlock = C.int(in.MaxThreads)
	p.maxThreadsPerMultiProcessor = C.int(in.MaxThreads) * 2
	p.maxBlocksPerMultiProcessor = 32
	for i := range 3 {
		p.maxThreadsDim[i] = C.int(in.MaxBlock[i])
		p.maxGridSize[i] = C.int(in.MaxGrid[i])
	}
}

// textureLimits fills in the sizes of textures.
func textureLimits(p *C.hipDeviceProp_tR0600) {
	// Textures are in linear memory that the device library reads: only the amount of memory limits
	// them, and these are the sizes that AMD's hardware reports.
	p.maxTexture1D, p.maxTexture1DMipmap, p.maxTexture1DLinear = 16384, 16384, 1<<27
	for i := range 2 {
		p.maxTexture2D[i], p.maxTexture2DMipmap[i], p.maxTexture2DGather[i], p.maxSurface2D[i] = 16384, 16384, 16384, 16384
	}
	p.maxTexture2DLinear = [3]C.int{65536, 65536, 1 << 20}
	for i := range 3 {
		p.maxTexture3D[i], p.maxTexture3DAlt[i], p.maxSurface3D[i] = 8192, 8192, 8192
	}
	p.maxTextureCubemap = 16384
	p.maxTexture1DLayered = [2]C.int{16384, 2048}
	p.maxTexture2DLayered = [3]C.int{16384, 16384, 2048}
	p.maxTextureCubemapLayered = [2]C.int{16384, 2046}
	p.maxSurface1D = 16384
	p.maxSurface1DLayered = [2]C.int{16384, 2048}
	p.maxSurface2DLayered = [3]C.int{16384, 16384, 2048}
	p.maxSurfaceCubemap = 16384
	p.maxSurfaceCubemapLayered = [2]C.int{16384, 2046}
}

func hipGetDevicePropertiesR0600(p *C.hipDeviceProp_tR0600, i C.int) C.hipError_t {
	if p == nil {
		return C.hipErrorInvalidValue
	}
	d := deviceAt(i)
	if d == nil {
		return C.hipErrorInvalidDevice
	}
	d.properties(p)
	return C.hipSuccess
}

// attributes read each attribute from the properties, so the two always agree.
var attributes = map[C.hipDeviceAttribute_t]func(d *device, p *C.hipDeviceProp_tR0600) C.int{
	C.hipDeviceAttributeEccEnabled:                               func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.ECCEnabled },
	C.hipDeviceAttributeAccessPolicyMaxWindowSize:                func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.accessPolicyMaxWindowSize },
	C.hipDeviceAttributeAsyncEngineCount:                         func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.asyncEngineCount },
	C.hipDeviceAttributeCanMapHostMemory:                         func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.canMapHostMemory },
	C.hipDeviceAttributeCanUseHostPointerForRegisteredMem:        func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.canUseHostPointerForRegisteredMem },
	C.hipDeviceAttributeClockRate:                                func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.clockRate },
	C.hipDeviceAttributeComputeMode:                              func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.computeMode },
	C.hipDeviceAttributeComputePreemptionSupported:               func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.computePreemptionSupported },
	C.hipDeviceAttributeConcurrentKernels:                        func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.concurrentKernels },
	C.hipDeviceAttributeConcurrentManagedAccess:                  func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.concurrentManagedAccess },
	C.hipDeviceAttributeCooperativeLaunch:                        func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.cooperativeLaunch },
	C.hipDeviceAttributeCooperativeMultiDeviceLaunch:             func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.cooperativeMultiDeviceLaunch },
	C.hipDeviceAttributeDeviceOverlap:                            func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.deviceOverlap },
	C.hipDeviceAttributeDirectManagedMemAccessFromHost:           func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.directManagedMemAccessFromHost },
	C.hipDeviceAttributeGlobalL1CacheSupported:                   func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.globalL1CacheSupported },
	C.hipDeviceAttributeHostNativeAtomicSupported:                func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.hostNativeAtomicSupported },
	C.hipDeviceAttributeIntegrated:                               func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.integrated },
	C.hipDeviceAttributeIsMultiGpuBoard:                          func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.isMultiGpuBoard },
	C.hipDeviceAttributeKernelExecTimeout:                        func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.kernelExecTimeoutEnabled },
	C.hipDeviceAttributeL2CacheSize:                              func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.l2CacheSize },
	C.hipDeviceAttributeLocalL1CacheSupported:                    func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.localL1CacheSupported },
	C.hipDeviceAttributeLuidDeviceNodeMask:                       func(d *device, p *C.hipDeviceProp_tR0600) C.int { return C.int(p.luidDeviceNodeMask) },
	C.hipDeviceAttributeComputeCapabilityMajor:                   func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.major },
	C.hipDeviceAttributeManagedMemory:                            func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.managedMemory },
	C.hipDeviceAttributeMaxBlocksPerMultiProcessor:               func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxBlocksPerMultiProcessor },
	C.hipDeviceAttributeMaxBlockDimX:                             func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxThreadsDim[0] },
	C.hipDeviceAttributeMaxBlockDimY:                             func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxThreadsDim[1] },
	C.hipDeviceAttributeMaxBlockDimZ:                             func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxThreadsDim[2] },
	C.hipDeviceAttributeMaxGridDimX:                              func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxGridSize[0] },
	C.hipDeviceAttributeMaxGridDimY:                              func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxGridSize[1] },
	C.hipDeviceAttributeMaxGridDimZ:                              func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxGridSize[2] },
	C.hipDeviceAttributeMaxSurface1D:                             func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxSurface1D },
	C.hipDeviceAttributeMaxSurface1DLayered:                      func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxSurface1DLayered[0] },
	C.hipDeviceAttributeMaxSurface2D:                             func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxSurface2D[0] },
	C.hipDeviceAttributeMaxSurface2DLayered:                      func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxSurface2DLayered[0] },
	C.hipDeviceAttributeMaxSurface3D:                             func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxSurface3D[0] },
	C.hipDeviceAttributeMaxSurfaceCubemap:                        func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxSurfaceCubemap },
	C.hipDeviceAttributeMaxSurfaceCubemapLayered:                 func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxSurfaceCubemapLayered[0] },
	C.hipDeviceAttributeMaxTexture1DWidth:                        func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxTexture1D },
	C.hipDeviceAttributeMaxTexture1DLayered:                      func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxTexture1DLayered[0] },
	C.hipDeviceAttributeMaxTexture1DLinear:                       func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxTexture1DLinear },
	C.hipDeviceAttributeMaxTexture1DMipmap:                       func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxTexture1DMipmap },
	C.hipDeviceAttributeMaxTexture2DWidth:                        func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxTexture2D[0] },
	C.hipDeviceAttributeMaxTexture2DHeight:                       func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxTexture2D[1] },
	C.hipDeviceAttributeMaxTexture2DGather:                       func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxTexture2DGather[0] },
	C.hipDeviceAttributeMaxTexture2DLayered:                      func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxTexture2DLayered[0] },
	C.hipDeviceAttributeMaxTexture2DLinear:                       func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxTexture2DLinear[0] },
	C.hipDeviceAttributeMaxTexture2DMipmap:                       func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxTexture2DMipmap[0] },
	C.hipDeviceAttributeMaxTexture3DWidth:                        func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxTexture3D[0] },
	C.hipDeviceAttributeMaxTexture3DHeight:                       func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxTexture3D[1] },
	C.hipDeviceAttributeMaxTexture3DDepth:                        func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxTexture3D[2] },
	C.hipDeviceAttributeMaxTexture3DAlt:                          func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxTexture3DAlt[0] },
	C.hipDeviceAttributeMaxTextureCubemap:                        func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxTextureCubemap },
	C.hipDeviceAttributeMaxTextureCubemapLayered:                 func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxTextureCubemapLayered[0] },
	C.hipDeviceAttributeMaxThreadsDim:                            func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxThreadsDim[0] },
	C.hipDeviceAttributeMaxThreadsPerBlock:                       func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxThreadsPerBlock },
	C.hipDeviceAttributeMaxThreadsPerMultiProcessor:              func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.maxThreadsPerMultiProcessor },
	C.hipDeviceAttributeMaxPitch:                                 func(d *device, p *C.hipDeviceProp_tR0600) C.int { return C.int(p.memPitch) },
	C.hipDeviceAttributeMemoryBusWidth:                           func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.memoryBusWidth },
	C.hipDeviceAttributeMemoryClockRate:                          func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.memoryClockRate },
	C.hipDeviceAttributeComputeCapabilityMinor:                   func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.minor },
	C.hipDeviceAttributeMultiGpuBoardGroupID:                     func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.multiGpuBoardGroupID },
	C.hipDeviceAttributeMultiprocessorCount:                      func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.multiProcessorCount },
	C.hipDeviceAttributePageableMemoryAccess:                     func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.pageableMemoryAccess },
	C.hipDeviceAttributePageableMemoryAccessUsesHostPageTables:   func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.pageableMemoryAccessUsesHostPageTables },
	C.hipDeviceAttributePciBusId:                                 func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.pciBusID },
	C.hipDeviceAttributePciDeviceId:                              func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.pciDeviceID },
	C.hipDeviceAttributePciDomainID:                              func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.pciDomainID },
	C.hipDeviceAttributePersistingL2CacheMaxSize:                 func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.persistingL2CacheMaxSize },
	C.hipDeviceAttributeMaxRegistersPerBlock:                     func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.regsPerBlock },
	C.hipDeviceAttributeMaxRegistersPerMultiprocessor:            func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.regsPerMultiprocessor },
	C.hipDeviceAttributeReservedSharedMemPerBlock:                func(d *device, p *C.hipDeviceProp_tR0600) C.int { return C.int(p.reservedSharedMemPerBlock) },
	C.hipDeviceAttributeMaxSharedMemoryPerBlock:                  func(d *device, p *C.hipDeviceProp_tR0600) C.int { return C.int(p.sharedMemPerBlock) },
	C.hipDeviceAttributeSharedMemPerBlockOptin:                   func(d *device, p *C.hipDeviceProp_tR0600) C.int { return C.int(p.sharedMemPerBlockOptin) },
	C.hipDeviceAttributeSharedMemPerMultiprocessor:               func(d *device, p *C.hipDeviceProp_tR0600) C.int { return C.int(p.sharedMemPerMultiprocessor) },
	C.hipDeviceAttributeSingleToDoublePrecisionPerfRatio:         func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.singleToDoublePrecisionPerfRatio },
	C.hipDeviceAttributeStreamPrioritiesSupported:                func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.streamPrioritiesSupported },
	C.hipDeviceAttributeSurfaceAlignment:                         func(d *device, p *C.hipDeviceProp_tR0600) C.int { return C.int(p.surfaceAlignment) },
	C.hipDeviceAttributeTccDriver:                                func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.tccDriver },
	C.hipDeviceAttributeTextureAlignment:                         func(d *device, p *C.hipDeviceProp_tR0600) C.int { return C.int(p.textureAlignment) },
	C.hipDeviceAttributeTexturePitchAlignment:                    func(d *device, p *C.hipDeviceProp_tR0600) C.int { return C.int(p.texturePitchAlignment) },
	C.hipDeviceAttributeTotalConstantMemory:                      func(d *device, p *C.hipDeviceProp_tR0600) C.int { return C.int(p.totalConstMem) },
	C.hipDeviceAttributeTotalGlobalMem:                           func(d *device, p *C.hipDeviceProp_tR0600) C.int { return C.int(min(p.totalGlobalMem, 1<<31-1)) },
	C.hipDeviceAttributeUnifiedAddressing:                        func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.unifiedAddressing },
	C.hipDeviceAttributeWarpSize:                                 func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.warpSize },
	C.hipDeviceAttributeMemoryPoolsSupported:                     func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.memoryPoolsSupported },
	C.hipDeviceAttributeVirtualMemoryManagementSupported:         func(d *device, p *C.hipDeviceProp_tR0600) C.int { return vmmSupported(d) },
	C.hipDeviceAttributeHostRegisterSupported:                    func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.hostRegisterSupported },
	C.hipDeviceAttributeMemoryPoolSupportedHandleTypes:           func(d *device, p *C.hipDeviceProp_tR0600) C.int { return C.int(p.memoryPoolSupportedHandleTypes) },
	C.hipDeviceAttributeClockInstructionRate:                     func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.clockInstructionRate },
	C.hipDeviceAttributeMaxSharedMemoryPerMultiprocessor:         func(d *device, p *C.hipDeviceProp_tR0600) C.int { return C.int(p.maxSharedMemoryPerMultiProcessor) },
	C.hipDeviceAttributeHdpMemFlushCntl:                          func(d *device, p *C.hipDeviceProp_tR0600) C.int { return 0 },
	C.hipDeviceAttributeHdpRegFlushCntl:                          func(d *device, p *C.hipDeviceProp_tR0600) C.int { return 0 },
	C.hipDeviceAttributeCooperativeMultiDeviceUnmatchedFunc:      func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.cooperativeMultiDeviceUnmatchedFunc },
	C.hipDeviceAttributeCooperativeMultiDeviceUnmatchedGridDim:   func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.cooperativeMultiDeviceUnmatchedGridDim },
	C.hipDeviceAttributeCooperativeMultiDeviceUnmatchedBlockDim:  func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.cooperativeMultiDeviceUnmatchedBlockDim },
	C.hipDeviceAttributeCooperativeMultiDeviceUnmatchedSharedMem: func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.cooperativeMultiDeviceUnmatchedSharedMem },
	C.hipDeviceAttributeIsLargeBar:                               func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.isLargeBar },
	C.hipDeviceAttributeAsicRevision:                             func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.asicRevision },
	C.hipDeviceAttributeCanUseStreamWaitValue:                    func(d *device, p *C.hipDeviceProp_tR0600) C.int { return 1 },
	C.hipDeviceAttributeImageSupport:                             func(d *device, p *C.hipDeviceProp_tR0600) C.int { return 1 },
	C.hipDeviceAttributePhysicalMultiProcessorCount:              func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.multiProcessorCount },
	C.hipDeviceAttributeFineGrainSupport:                         func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.pageableMemoryAccess },
	C.hipDeviceAttributeWallClockRate:                            func(d *device, p *C.hipDeviceProp_tR0600) C.int { return p.clockInstructionRate },
}

func hipDeviceGetAttribute(value *C.int, attr C.hipDeviceAttribute_t, i C.int) C.hipError_t {
	if value == nil {
		return C.hipErrorInvalidValue
	}
	d := deviceAt(i)
	if d == nil {
		return C.hipErrorInvalidDevice
	}
	read := attributes[attr]
	if read == nil {
		return C.hipErrorInvalidValue
	}
	var p C.hipDeviceProp_tR0600
	d.properties(&p)
	*value = read(d, &p)
	return C.hipSuccess
}

func hipChooseDeviceR0600(out *C.int, want *C.hipDeviceProp_tR0600) C.hipError_t {
	if out == nil || want == nil {
		return C.hipErrorInvalidValue
	}
	best, most := 0, -1
	for i, d := range devices {
		var p C.hipDeviceProp_tR0600
		d.properties(&p)
		score := 0
		for _, ok := range []bool{
			p.major >= want.major, p.minor >= want.minor, p.totalGlobalMem >= want.totalGlobalMem,
			p.sharedMemPerBlock >= want.sharedMemPerBlock, p.maxThreadsPerBlock >= want.maxThreadsPerBlock,
			p.totalConstMem >= want.totalConstMem, p.multiProcessorCount >= want.multiProcessorCount,
			p.maxThreadsPerMultiProcessor >= want.maxThreadsPerMultiProcessor, p.memoryClockRate >= want.memoryClockRate,
			want.name[0] == 0 || C.GoString(&p.name[0]) == C.GoString(&want.name[0]),
		} {
			if ok {
				score++
			}
		}
		if score > most {
			best, most = i, score
		}
	}
	*out = C.int(best)
	return C.hipSuccess
}

func hipDeviceGetTexture1DLinearMaxWidth(out *C.size_t, desc *C.hipChannelFormatDesc, ordinal C.int) C.hipError_t {
	if out == nil || desc == nil {
		return C.hipErrorInvalidValue
	}
	if deviceAt(ordinal) == nil {
		return C.hipErrorInvalidDevice
	}
	bits := desc.x + desc.y + desc.z + desc.w
	if desc.x <= 0 || desc.y < 0 || desc.z < 0 || desc.w < 0 || bits > 128 || bits%8 != 0 {
		return C.hipErrorInvalidValue
	}
	var n C.int
	if e := hipDeviceGetAttribute(&n, C.hipDeviceAttributeMaxTexture1DLinear, ordinal); e != C.hipSuccess {
		return e
	}
	*out = C.size_t(n)
	return C.hipSuccess
}
