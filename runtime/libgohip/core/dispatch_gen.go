// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Code generated from runtime/libgohip/api.txt by apigen. DO NOT EDIT.

package main

// #include "core.h"
import "C"

import "unsafe"

// handlers has one entry per "go" row of api.txt, in its order.
var handlers = [...]handler{
	{"hipDriverGetVersion", func(a words) uint64 { return uint64(hipDriverGetVersion((*C.int)(a.ptr(0)))) }},
	{"hipRuntimeGetVersion", func(a words) uint64 { return uint64(hipRuntimeGetVersion((*C.int)(a.ptr(0)))) }},
	{"hipDeviceGet", func(a words) uint64 { return uint64(hipDeviceGet((*C.hipDevice_t)(a.ptr(0)), C.int(a[1]))) }},
	{"hipDeviceComputeCapability", func(a words) uint64 {
		return uint64(hipDeviceComputeCapability((*C.int)(a.ptr(0)), (*C.int)(a.ptr(1)), C.hipDevice_t(a[2])))
	}},
	{"hipDeviceGetName", func(a words) uint64 {
		return uint64(hipDeviceGetName((*C.char)(a.ptr(0)), C.int(a[1]), C.hipDevice_t(a[2])))
	}},
	{"hipDeviceGetUuid", func(a words) uint64 { return uint64(hipDeviceGetUuid((*C.hipUUID)(a.ptr(0)), C.hipDevice_t(a[1]))) }},
	{"hipDeviceGetP2PAttribute", func(a words) uint64 {
		return uint64(hipDeviceGetP2PAttribute((*C.int)(a.ptr(0)), C.hipDeviceP2PAttr(a[1]), C.int(a[2]), C.int(a[3])))
	}},
	{"hipDeviceGetPCIBusId", func(a words) uint64 {
		return uint64(hipDeviceGetPCIBusId((*C.char)(a.ptr(0)), C.int(a[1]), C.int(a[2])))
	}},
	{"hipDeviceGetByPCIBusId", func(a words) uint64 { return uint64(hipDeviceGetByPCIBusId((*C.int)(a.ptr(0)), (*C.char)(a.ptr(1)))) }},
	{"hipDeviceTotalMem", func(a words) uint64 { return uint64(hipDeviceTotalMem((*C.size_t)(a.ptr(0)), C.hipDevice_t(a[1]))) }},
	{"hipDeviceGetTexture1DLinearMaxWidth", func(a words) uint64 {
		return uint64(hipDeviceGetTexture1DLinearMaxWidth((*C.size_t)(a.ptr(0)), (*C.hipChannelFormatDesc)(a.ptr(1)), C.int(a[2])))
	}},
	{"hipDeviceReset", func(a words) uint64 { return uint64(hipDeviceReset()) }},
	{"hipSetValidDevices", func(a words) uint64 { return uint64(hipSetValidDevices((*C.int)(a.ptr(0)), C.int(a[1]))) }},
	{"hipDeviceGetAttribute", func(a words) uint64 {
		return uint64(hipDeviceGetAttribute((*C.int)(a.ptr(0)), C.hipDeviceAttribute_t(a[1]), C.int(a[2])))
	}},
	{"hipDeviceGetDefaultMemPool", func(a words) uint64 {
		return uint64(hipDeviceGetDefaultMemPool((*C.hipMemPool_t)(a.ptr(0)), C.int(a[1])))
	}},
	{"hipDeviceSetMemPool", func(a words) uint64 { return uint64(hipDeviceSetMemPool(C.int(a[0]), (C.hipMemPool_t)(a.ptr(1)))) }},
	{"hipDeviceGetMemPool", func(a words) uint64 { return uint64(hipDeviceGetMemPool((*C.hipMemPool_t)(a.ptr(0)), C.int(a[1]))) }},
	{"hipGetDevicePropertiesR0600", func(a words) uint64 {
		return uint64(hipGetDevicePropertiesR0600((*C.hipDeviceProp_tR0600)(a.ptr(0)), C.int(a[1])))
	}},
	{"hipDeviceSetCacheConfig", func(a words) uint64 { return uint64(hipDeviceSetCacheConfig(C.hipFuncCache_t(a[0]))) }},
	{"hipDeviceGetCacheConfig", func(a words) uint64 { return uint64(hipDeviceGetCacheConfig((*C.hipFuncCache_t)(a.ptr(0)))) }},
	{"hipDeviceGetLimit", func(a words) uint64 { return uint64(hipDeviceGetLimit((*C.size_t)(a.ptr(0)), C.hipLimit_t(a[1]))) }},
	{"hipDeviceSetLimit", func(a words) uint64 { return uint64(hipDeviceSetLimit(C.hipLimit_t(a[0]), C.size_t(a[1]))) }},
	{"hipDeviceGetSharedMemConfig", func(a words) uint64 { return uint64(hipDeviceGetSharedMemConfig((*C.hipSharedMemConfig)(a.ptr(0)))) }},
	{"hipGetDeviceFlags", func(a words) uint64 { return uint64(hipGetDeviceFlags((*C.uint)(a.ptr(0)))) }},
	{"hipDeviceSetSharedMemConfig", func(a words) uint64 { return uint64(hipDeviceSetSharedMemConfig(C.hipSharedMemConfig(a[0]))) }},
	{"hipSetDeviceFlags", func(a words) uint64 { return uint64(hipSetDeviceFlags(C.uint(a[0]))) }},
	{"hipChooseDeviceR0600", func(a words) uint64 {
		return uint64(hipChooseDeviceR0600((*C.int)(a.ptr(0)), (*C.hipDeviceProp_tR0600)(a.ptr(1))))
	}},
	{"hipExtGetLinkTypeAndHopCount", func(a words) uint64 {
		return uint64(hipExtGetLinkTypeAndHopCount(C.int(a[0]), C.int(a[1]), (*C.uint32_t)(a.ptr(2)), (*C.uint32_t)(a.ptr(3))))
	}},
	{"hipIpcGetMemHandle", func(a words) uint64 { return uint64(hipIpcGetMemHandle((*C.hipIpcMemHandle_t)(a.ptr(0)), a.ptr(1))) }},
	{"hipIpcOpenMemHandle", func(a words) uint64 {
		return uint64(hipIpcOpenMemHandle((*unsafe.Pointer)(a.ptr(0)), *(*C.hipIpcMemHandle_t)(a.ptr(1)), C.uint(a[2])))
	}},
	{"hipIpcCloseMemHandle", func(a words) uint64 { return uint64(hipIpcCloseMemHandle(a.ptr(0))) }},
	{"hipIpcGetEventHandle", func(a words) uint64 {
		return uint64(hipIpcGetEventHandle((*C.hipIpcEventHandle_t)(a.ptr(0)), (C.hipEvent_t)(a.ptr(1))))
	}},
	{"hipIpcOpenEventHandle", func(a words) uint64 {
		return uint64(hipIpcOpenEventHandle((*C.hipEvent_t)(a.ptr(0)), *(*C.hipIpcEventHandle_t)(a.ptr(1))))
	}},
	{"hipFuncSetAttribute", func(a words) uint64 {
		return uint64(hipFuncSetAttribute(a.ptr(0), C.hipFuncAttribute(a[1]), C.int(a[2])))
	}},
	{"hipFuncSetCacheConfig", func(a words) uint64 { return uint64(hipFuncSetCacheConfig(a.ptr(0), C.hipFuncCache_t(a[1]))) }},
	{"hipFuncSetSharedMemConfig", func(a words) uint64 { return uint64(hipFuncSetSharedMemConfig(a.ptr(0), C.hipSharedMemConfig(a[1]))) }},
	{"hipExtStreamCreateWithCUMask", func(a words) uint64 {
		return uint64(hipExtStreamCreateWithCUMask((*C.hipStream_t)(a.ptr(0)), C.uint32_t(a[1]), (*C.uint32_t)(a.ptr(2))))
	}},
	{"hipExtStreamGetCUMask", func(a words) uint64 {
		return uint64(hipExtStreamGetCUMask((C.hipStream_t)(a.ptr(0)), C.uint32_t(a[1]), (*C.uint32_t)(a.ptr(2))))
	}},
	{"hipStreamWaitValue32", func(a words) uint64 {
		return uint64(hipStreamWaitValue32((C.hipStream_t)(a.ptr(0)), a.ptr(1), C.uint32_t(a[2]), C.uint(a[3]), C.uint32_t(a[4])))
	}},
	{"hipStreamWaitValue64", func(a words) uint64 {
		return uint64(hipStreamWaitValue64((C.hipStream_t)(a.ptr(0)), a.ptr(1), C.uint64_t(a[2]), C.uint(a[3]), C.uint64_t(a[4])))
	}},
	{"hipStreamWriteValue32", func(a words) uint64 {
		return uint64(hipStreamWriteValue32((C.hipStream_t)(a.ptr(0)), a.ptr(1), C.uint32_t(a[2]), C.uint(a[3])))
	}},
	{"hipStreamWriteValue64", func(a words) uint64 {
		return uint64(hipStreamWriteValue64((C.hipStream_t)(a.ptr(0)), a.ptr(1), C.uint64_t(a[2]), C.uint(a[3])))
	}},
	{"hipStreamBatchMemOp", func(a words) uint64 {
		return uint64(hipStreamBatchMemOp((C.hipStream_t)(a.ptr(0)), C.uint(a[1]), (*C.hipStreamBatchMemOpParams)(a.ptr(2)), C.uint(a[3])))
	}},
	{"hipGraphAddBatchMemOpNode", func(a words) uint64 {
		return uint64(hipGraphAddBatchMemOpNode((*C.hipGraphNode_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), C.size_t(a[3]), (*C.hipBatchMemOpNodeParams)(a.ptr(4))))
	}},
	{"hipGraphBatchMemOpNodeGetParams", func(a words) uint64 {
		return uint64(hipGraphBatchMemOpNodeGetParams((C.hipGraphNode_t)(a.ptr(0)), (*C.hipBatchMemOpNodeParams)(a.ptr(1))))
	}},
	{"hipGraphBatchMemOpNodeSetParams", func(a words) uint64 {
		return uint64(hipGraphBatchMemOpNodeSetParams((C.hipGraphNode_t)(a.ptr(0)), (*C.hipBatchMemOpNodeParams)(a.ptr(1))))
	}},
	{"hipGraphExecBatchMemOpNodeSetParams", func(a words) uint64 {
		return uint64(hipGraphExecBatchMemOpNodeSetParams((C.hipGraphExec_t)(a.ptr(0)), (C.hipGraphNode_t)(a.ptr(1)), (*C.hipBatchMemOpNodeParams)(a.ptr(2))))
	}},
	{"hipPointerSetAttribute", func(a words) uint64 {
		return uint64(hipPointerSetAttribute(a.ptr(0), C.hipPointer_attribute(a[1]), C.hipDeviceptr_t(a.ptr(2))))
	}},
	{"hipPointerGetAttributes", func(a words) uint64 {
		return uint64(hipPointerGetAttributes((*C.hipPointerAttribute_t)(a.ptr(0)), a.ptr(1)))
	}},
	{"hipPointerGetAttribute", func(a words) uint64 {
		return uint64(hipPointerGetAttribute(a.ptr(0), C.hipPointer_attribute(a[1]), C.hipDeviceptr_t(a.ptr(2))))
	}},
	{"hipDrvPointerGetAttributes", func(a words) uint64 {
		return uint64(hipDrvPointerGetAttributes(C.uint(a[0]), (*C.hipPointer_attribute)(a.ptr(1)), (*unsafe.Pointer)(a.ptr(2)), C.hipDeviceptr_t(a.ptr(3))))
	}},
	{"hipImportExternalSemaphore", func(a words) uint64 {
		return uint64(hipImportExternalSemaphore((*C.hipExternalSemaphore_t)(a.ptr(0)), (*C.hipExternalSemaphoreHandleDesc)(a.ptr(1))))
	}},
	{"hipSignalExternalSemaphoresAsync", func(a words) uint64 {
		return uint64(hipSignalExternalSemaphoresAsync((*C.hipExternalSemaphore_t)(a.ptr(0)), (*C.hipExternalSemaphoreSignalParams)(a.ptr(1)), C.uint(a[2]), (C.hipStream_t)(a.ptr(3))))
	}},
	{"hipWaitExternalSemaphoresAsync", func(a words) uint64 {
		return uint64(hipWaitExternalSemaphoresAsync((*C.hipExternalSemaphore_t)(a.ptr(0)), (*C.hipExternalSemaphoreWaitParams)(a.ptr(1)), C.uint(a[2]), (C.hipStream_t)(a.ptr(3))))
	}},
	{"hipDestroyExternalSemaphore", func(a words) uint64 { return uint64(hipDestroyExternalSemaphore(C.hipExternalSemaphore_t(a.ptr(0)))) }},
	{"hipImportExternalMemory", func(a words) uint64 {
		return uint64(hipImportExternalMemory((*C.hipExternalMemory_t)(a.ptr(0)), (*C.hipExternalMemoryHandleDesc)(a.ptr(1))))
	}},
	{"hipExternalMemoryGetMappedBuffer", func(a words) uint64 {
		return uint64(hipExternalMemoryGetMappedBuffer((*unsafe.Pointer)(a.ptr(0)), C.hipExternalMemory_t(a.ptr(1)), (*C.hipExternalMemoryBufferDesc)(a.ptr(2))))
	}},
	{"hipDestroyExternalMemory", func(a words) uint64 { return uint64(hipDestroyExternalMemory(C.hipExternalMemory_t(a.ptr(0)))) }},
	{"hipExternalMemoryGetMappedMipmappedArray", func(a words) uint64 {
		return uint64(hipExternalMemoryGetMappedMipmappedArray((*C.hipMipmappedArray_t)(a.ptr(0)), C.hipExternalMemory_t(a.ptr(1)), (*C.hipExternalMemoryMipmappedArrayDesc)(a.ptr(2))))
	}},
	{"hipMemPrefetchAsync", func(a words) uint64 {
		return uint64(hipMemPrefetchAsync(a.ptr(0), C.size_t(a[1]), C.int(a[2]), (C.hipStream_t)(a.ptr(3))))
	}},
	{"hipMemAdvise", func(a words) uint64 {
		return uint64(hipMemAdvise(a.ptr(0), C.size_t(a[1]), C.hipMemoryAdvise(a[2]), C.int(a[3])))
	}},
	{"hipMemRangeGetAttribute", func(a words) uint64 {
		return uint64(hipMemRangeGetAttribute(a.ptr(0), C.size_t(a[1]), C.hipMemRangeAttribute(a[2]), a.ptr(3), C.size_t(a[4])))
	}},
	{"hipMemRangeGetAttributes", func(a words) uint64 {
		return uint64(hipMemRangeGetAttributes((*unsafe.Pointer)(a.ptr(0)), (*C.size_t)(a.ptr(1)), (*C.hipMemRangeAttribute)(a.ptr(2)), C.size_t(a[3]), a.ptr(4), C.size_t(a[5])))
	}},
	{"hipStreamAttachMemAsync", func(a words) uint64 {
		return uint64(hipStreamAttachMemAsync((C.hipStream_t)(a.ptr(0)), a.ptr(1), C.size_t(a[2]), C.uint(a[3])))
	}},
	{"hipMallocAsync", func(a words) uint64 {
		return uint64(hipMallocAsync((*unsafe.Pointer)(a.ptr(0)), C.size_t(a[1]), (C.hipStream_t)(a.ptr(2))))
	}},
	{"hipFreeAsync", func(a words) uint64 { return uint64(hipFreeAsync(a.ptr(0), (C.hipStream_t)(a.ptr(1)))) }},
	{"hipMemPoolTrimTo", func(a words) uint64 { return uint64(hipMemPoolTrimTo((C.hipMemPool_t)(a.ptr(0)), C.size_t(a[1]))) }},
	{"hipMemPoolSetAttribute", func(a words) uint64 {
		return uint64(hipMemPoolSetAttribute((C.hipMemPool_t)(a.ptr(0)), C.hipMemPoolAttr(a[1]), a.ptr(2)))
	}},
	{"hipMemPoolGetAttribute", func(a words) uint64 {
		return uint64(hipMemPoolGetAttribute((C.hipMemPool_t)(a.ptr(0)), C.hipMemPoolAttr(a[1]), a.ptr(2)))
	}},
	{"hipMemPoolSetAccess", func(a words) uint64 {
		return uint64(hipMemPoolSetAccess((C.hipMemPool_t)(a.ptr(0)), (*C.hipMemAccessDesc)(a.ptr(1)), C.size_t(a[2])))
	}},
	{"hipMemPoolGetAccess", func(a words) uint64 {
		return uint64(hipMemPoolGetAccess((*C.hipMemAccessFlags)(a.ptr(0)), (C.hipMemPool_t)(a.ptr(1)), (*C.hipMemLocation)(a.ptr(2))))
	}},
	{"hipMemPoolCreate", func(a words) uint64 {
		return uint64(hipMemPoolCreate((*C.hipMemPool_t)(a.ptr(0)), (*C.hipMemPoolProps)(a.ptr(1))))
	}},
	{"hipMemPoolDestroy", func(a words) uint64 { return uint64(hipMemPoolDestroy((C.hipMemPool_t)(a.ptr(0)))) }},
	{"hipMallocFromPoolAsync", func(a words) uint64 {
		return uint64(hipMallocFromPoolAsync((*unsafe.Pointer)(a.ptr(0)), C.size_t(a[1]), (C.hipMemPool_t)(a.ptr(2)), (C.hipStream_t)(a.ptr(3))))
	}},
	{"hipMemPoolExportToShareableHandle", func(a words) uint64 {
		return uint64(hipMemPoolExportToShareableHandle(a.ptr(0), (C.hipMemPool_t)(a.ptr(1)), C.hipMemAllocationHandleType(a[2]), C.uint(a[3])))
	}},
	{"hipMemPoolImportFromShareableHandle", func(a words) uint64 {
		return uint64(hipMemPoolImportFromShareableHandle((*C.hipMemPool_t)(a.ptr(0)), a.ptr(1), C.hipMemAllocationHandleType(a[2]), C.uint(a[3])))
	}},
	{"hipMemPoolExportPointer", func(a words) uint64 {
		return uint64(hipMemPoolExportPointer((*C.hipMemPoolPtrExportData)(a.ptr(0)), a.ptr(1)))
	}},
	{"hipMemPoolImportPointer", func(a words) uint64 {
		return uint64(hipMemPoolImportPointer((*unsafe.Pointer)(a.ptr(0)), (C.hipMemPool_t)(a.ptr(1)), (*C.hipMemPoolPtrExportData)(a.ptr(2))))
	}},
	{"hipHostGetDevicePointer", func(a words) uint64 {
		return uint64(hipHostGetDevicePointer((*unsafe.Pointer)(a.ptr(0)), a.ptr(1), C.uint(a[2])))
	}},
	{"hipHostGetFlags", func(a words) uint64 { return uint64(hipHostGetFlags((*C.uint)(a.ptr(0)), a.ptr(1))) }},
	{"hipHostRegister", func(a words) uint64 { return uint64(hipHostRegister(a.ptr(0), C.size_t(a[1]), C.uint(a[2]))) }},
	{"hipHostUnregister", func(a words) uint64 { return uint64(hipHostUnregister(a.ptr(0))) }},
	{"hipMallocPitch", func(a words) uint64 {
		return uint64(hipMallocPitch((*unsafe.Pointer)(a.ptr(0)), (*C.size_t)(a.ptr(1)), C.size_t(a[2]), C.size_t(a[3])))
	}},
	{"hipMemAllocPitch", func(a words) uint64 {
		return uint64(hipMemAllocPitch((*C.hipDeviceptr_t)(a.ptr(0)), (*C.size_t)(a.ptr(1)), C.size_t(a[2]), C.size_t(a[3]), C.uint(a[4])))
	}},
	{"hipMemcpyAtoD", func(a words) uint64 {
		return uint64(hipMemcpyAtoD(C.hipDeviceptr_t(a.ptr(0)), (C.hipArray_t)(a.ptr(1)), C.size_t(a[2]), C.size_t(a[3])))
	}},
	{"hipMemcpyDtoA", func(a words) uint64 {
		return uint64(hipMemcpyDtoA((C.hipArray_t)(a.ptr(0)), C.size_t(a[1]), C.hipDeviceptr_t(a.ptr(2)), C.size_t(a[3])))
	}},
	{"hipMemcpyAtoA", func(a words) uint64 {
		return uint64(hipMemcpyAtoA((C.hipArray_t)(a.ptr(0)), C.size_t(a[1]), (C.hipArray_t)(a.ptr(2)), C.size_t(a[3]), C.size_t(a[4])))
	}},
	{"hipMemcpyAtoHAsync", func(a words) uint64 {
		return uint64(hipMemcpyAtoHAsync(a.ptr(0), (C.hipArray_t)(a.ptr(1)), C.size_t(a[2]), C.size_t(a[3]), (C.hipStream_t)(a.ptr(4))))
	}},
	{"hipMemcpyHtoAAsync", func(a words) uint64 {
		return uint64(hipMemcpyHtoAAsync((C.hipArray_t)(a.ptr(0)), C.size_t(a[1]), a.ptr(2), C.size_t(a[3]), (C.hipStream_t)(a.ptr(4))))
	}},
	{"hipModuleGetGlobal", func(a words) uint64 {
		return uint64(hipModuleGetGlobal((*C.hipDeviceptr_t)(a.ptr(0)), (*C.size_t)(a.ptr(1)), (C.hipModule_t)(a.ptr(2)), (*C.char)(a.ptr(3))))
	}},
	{"hipGetSymbolAddress", func(a words) uint64 { return uint64(hipGetSymbolAddress((*unsafe.Pointer)(a.ptr(0)), a.ptr(1))) }},
	{"hipGetSymbolSize", func(a words) uint64 { return uint64(hipGetSymbolSize((*C.size_t)(a.ptr(0)), a.ptr(1))) }},
	{"hipMemcpyToSymbol", func(a words) uint64 {
		return uint64(hipMemcpyToSymbol(a.ptr(0), a.ptr(1), C.size_t(a[2]), C.size_t(a[3]), C.hipMemcpyKind(a[4])))
	}},
	{"hipMemcpyToSymbolAsync", func(a words) uint64 {
		return uint64(hipMemcpyToSymbolAsync(a.ptr(0), a.ptr(1), C.size_t(a[2]), C.size_t(a[3]), C.hipMemcpyKind(a[4]), (C.hipStream_t)(a.ptr(5))))
	}},
	{"hipMemcpyFromSymbol", func(a words) uint64 {
		return uint64(hipMemcpyFromSymbol(a.ptr(0), a.ptr(1), C.size_t(a[2]), C.size_t(a[3]), C.hipMemcpyKind(a[4])))
	}},
	{"hipMemcpyFromSymbolAsync", func(a words) uint64 {
		return uint64(hipMemcpyFromSymbolAsync(a.ptr(0), a.ptr(1), C.size_t(a[2]), C.size_t(a[3]), C.hipMemcpyKind(a[4]), (C.hipStream_t)(a.ptr(5))))
	}},
	{"hipMemset2D", func(a words) uint64 {
		return uint64(hipMemset2D(a.ptr(0), C.size_t(a[1]), C.int(a[2]), C.size_t(a[3]), C.size_t(a[4])))
	}},
	{"hipMemset2DAsync", func(a words) uint64 {
		return uint64(hipMemset2DAsync(a.ptr(0), C.size_t(a[1]), C.int(a[2]), C.size_t(a[3]), C.size_t(a[4]), (C.hipStream_t)(a.ptr(5))))
	}},
	{"hipMemset3D", func(a words) uint64 {
		return uint64(hipMemset3D(*(*C.hipPitchedPtr)(a.ptr(0)), C.int(a[1]), *(*C.hipExtent)(a.ptr(2))))
	}},
	{"hipMemset3DAsync", func(a words) uint64 {
		return uint64(hipMemset3DAsync(*(*C.hipPitchedPtr)(a.ptr(0)), C.int(a[1]), *(*C.hipExtent)(a.ptr(2)), (C.hipStream_t)(a.ptr(3))))
	}},
	{"hipMemsetD2D8", func(a words) uint64 {
		return uint64(hipMemsetD2D8(C.hipDeviceptr_t(a.ptr(0)), C.size_t(a[1]), C.uchar(a[2]), C.size_t(a[3]), C.size_t(a[4])))
	}},
	{"hipMemsetD2D8Async", func(a words) uint64 {
		return uint64(hipMemsetD2D8Async(C.hipDeviceptr_t(a.ptr(0)), C.size_t(a[1]), C.uchar(a[2]), C.size_t(a[3]), C.size_t(a[4]), (C.hipStream_t)(a.ptr(5))))
	}},
	{"hipMemsetD2D16", func(a words) uint64 {
		return uint64(hipMemsetD2D16(C.hipDeviceptr_t(a.ptr(0)), C.size_t(a[1]), C.ushort(a[2]), C.size_t(a[3]), C.size_t(a[4])))
	}},
	{"hipMemsetD2D16Async", func(a words) uint64 {
		return uint64(hipMemsetD2D16Async(C.hipDeviceptr_t(a.ptr(0)), C.size_t(a[1]), C.ushort(a[2]), C.size_t(a[3]), C.size_t(a[4]), (C.hipStream_t)(a.ptr(5))))
	}},
	{"hipMemsetD2D32", func(a words) uint64 {
		return uint64(hipMemsetD2D32(C.hipDeviceptr_t(a.ptr(0)), C.size_t(a[1]), C.uint(a[2]), C.size_t(a[3]), C.size_t(a[4])))
	}},
	{"hipMemsetD2D32Async", func(a words) uint64 {
		return uint64(hipMemsetD2D32Async(C.hipDeviceptr_t(a.ptr(0)), C.size_t(a[1]), C.uint(a[2]), C.size_t(a[3]), C.size_t(a[4]), (C.hipStream_t)(a.ptr(5))))
	}},
	{"hipMemGetInfo", func(a words) uint64 { return uint64(hipMemGetInfo((*C.size_t)(a.ptr(0)), (*C.size_t)(a.ptr(1)))) }},
	{"hipMemPtrGetInfo", func(a words) uint64 { return uint64(hipMemPtrGetInfo(a.ptr(0), (*C.size_t)(a.ptr(1)))) }},
	{"hipMallocArray", func(a words) uint64 {
		return uint64(hipMallocArray((*C.hipArray_t)(a.ptr(0)), (*C.hipChannelFormatDesc)(a.ptr(1)), C.size_t(a[2]), C.size_t(a[3]), C.uint(a[4])))
	}},
	{"hipArrayCreate", func(a words) uint64 {
		return uint64(hipArrayCreate((*C.hipArray_t)(a.ptr(0)), (*C.HIP_ARRAY_DESCRIPTOR)(a.ptr(1))))
	}},
	{"hipArrayDestroy", func(a words) uint64 { return uint64(hipArrayDestroy((C.hipArray_t)(a.ptr(0)))) }},
	{"hipArray3DCreate", func(a words) uint64 {
		return uint64(hipArray3DCreate((*C.hipArray_t)(a.ptr(0)), (*C.HIP_ARRAY3D_DESCRIPTOR)(a.ptr(1))))
	}},
	{"hipMalloc3D", func(a words) uint64 {
		return uint64(hipMalloc3D((*C.hipPitchedPtr)(a.ptr(0)), *(*C.hipExtent)(a.ptr(1))))
	}},
	{"hipFreeArray", func(a words) uint64 { return uint64(hipFreeArray((C.hipArray_t)(a.ptr(0)))) }},
	{"hipMalloc3DArray", func(a words) uint64 {
		return uint64(hipMalloc3DArray((*C.hipArray_t)(a.ptr(0)), (*C.struct_hipChannelFormatDesc)(a.ptr(1)), *(*C.hipExtent)(a.ptr(2)), C.uint(a[3])))
	}},
	{"hipArrayGetInfo", func(a words) uint64 {
		return uint64(hipArrayGetInfo((*C.hipChannelFormatDesc)(a.ptr(0)), (*C.hipExtent)(a.ptr(1)), (*C.uint)(a.ptr(2)), (C.hipArray_t)(a.ptr(3))))
	}},
	{"hipArrayGetDescriptor", func(a words) uint64 {
		return uint64(hipArrayGetDescriptor((*C.HIP_ARRAY_DESCRIPTOR)(a.ptr(0)), (C.hipArray_t)(a.ptr(1))))
	}},
	{"hipArray3DGetDescriptor", func(a words) uint64 {
		return uint64(hipArray3DGetDescriptor((*C.HIP_ARRAY3D_DESCRIPTOR)(a.ptr(0)), (C.hipArray_t)(a.ptr(1))))
	}},
	{"hipMemcpy2D", func(a words) uint64 {
		return uint64(hipMemcpy2D(a.ptr(0), C.size_t(a[1]), a.ptr(2), C.size_t(a[3]), C.size_t(a[4]), C.size_t(a[5]), C.hipMemcpyKind(a[6])))
	}},
	{"hipMemcpyParam2D", func(a words) uint64 { return uint64(hipMemcpyParam2D((*C.hip_Memcpy2D)(a.ptr(0)))) }},
	{"hipMemcpyParam2DAsync", func(a words) uint64 {
		return uint64(hipMemcpyParam2DAsync((*C.hip_Memcpy2D)(a.ptr(0)), (C.hipStream_t)(a.ptr(1))))
	}},
	{"hipMemcpy2DAsync", func(a words) uint64 {
		return uint64(hipMemcpy2DAsync(a.ptr(0), C.size_t(a[1]), a.ptr(2), C.size_t(a[3]), C.size_t(a[4]), C.size_t(a[5]), C.hipMemcpyKind(a[6]), (C.hipStream_t)(a.ptr(7))))
	}},
	{"hipMemcpy2DToArray", func(a words) uint64 {
		return uint64(hipMemcpy2DToArray((C.hipArray_t)(a.ptr(0)), C.size_t(a[1]), C.size_t(a[2]), a.ptr(3), C.size_t(a[4]), C.size_t(a[5]), C.size_t(a[6]), C.hipMemcpyKind(a[7])))
	}},
	{"hipMemcpy2DToArrayAsync", func(a words) uint64 {
		return uint64(hipMemcpy2DToArrayAsync((C.hipArray_t)(a.ptr(0)), C.size_t(a[1]), C.size_t(a[2]), a.ptr(3), C.size_t(a[4]), C.size_t(a[5]), C.size_t(a[6]), C.hipMemcpyKind(a[7]), (C.hipStream_t)(a.ptr(8))))
	}},
	{"hipMemcpy2DArrayToArray", func(a words) uint64 {
		return uint64(hipMemcpy2DArrayToArray((C.hipArray_t)(a.ptr(0)), C.size_t(a[1]), C.size_t(a[2]), (C.hipArray_const_t)(a.ptr(3)), C.size_t(a[4]), C.size_t(a[5]), C.size_t(a[6]), C.size_t(a[7]), C.hipMemcpyKind(a[8])))
	}},
	{"hipMemcpyToArray", func(a words) uint64 {
		return uint64(hipMemcpyToArray((C.hipArray_t)(a.ptr(0)), C.size_t(a[1]), C.size_t(a[2]), a.ptr(3), C.size_t(a[4]), C.hipMemcpyKind(a[5])))
	}},
	{"hipMemcpyFromArray", func(a words) uint64 {
		return uint64(hipMemcpyFromArray(a.ptr(0), (C.hipArray_const_t)(a.ptr(1)), C.size_t(a[2]), C.size_t(a[3]), C.size_t(a[4]), C.hipMemcpyKind(a[5])))
	}},
	{"hipMemcpy2DFromArray", func(a words) uint64 {
		return uint64(hipMemcpy2DFromArray(a.ptr(0), C.size_t(a[1]), (C.hipArray_const_t)(a.ptr(2)), C.size_t(a[3]), C.size_t(a[4]), C.size_t(a[5]), C.size_t(a[6]), C.hipMemcpyKind(a[7])))
	}},
	{"hipMemcpy2DFromArrayAsync", func(a words) uint64 {
		return uint64(hipMemcpy2DFromArrayAsync(a.ptr(0), C.size_t(a[1]), (C.hipArray_const_t)(a.ptr(2)), C.size_t(a[3]), C.size_t(a[4]), C.size_t(a[5]), C.size_t(a[6]), C.hipMemcpyKind(a[7]), (C.hipStream_t)(a.ptr(8))))
	}},
	{"hipMemcpyAtoH", func(a words) uint64 {
		return uint64(hipMemcpyAtoH(a.ptr(0), (C.hipArray_t)(a.ptr(1)), C.size_t(a[2]), C.size_t(a[3])))
	}},
	{"hipMemcpyHtoA", func(a words) uint64 {
		return uint64(hipMemcpyHtoA((C.hipArray_t)(a.ptr(0)), C.size_t(a[1]), a.ptr(2), C.size_t(a[3])))
	}},
	{"hipMemcpy3D", func(a words) uint64 { return uint64(hipMemcpy3D((*C.struct_hipMemcpy3DParms)(a.ptr(0)))) }},
	{"hipMemcpy3DAsync", func(a words) uint64 {
		return uint64(hipMemcpy3DAsync((*C.struct_hipMemcpy3DParms)(a.ptr(0)), (C.hipStream_t)(a.ptr(1))))
	}},
	{"hipDrvMemcpy3D", func(a words) uint64 { return uint64(hipDrvMemcpy3D((*C.HIP_MEMCPY3D)(a.ptr(0)))) }},
	{"hipDrvMemcpy3DAsync", func(a words) uint64 {
		return uint64(hipDrvMemcpy3DAsync((*C.HIP_MEMCPY3D)(a.ptr(0)), (C.hipStream_t)(a.ptr(1))))
	}},
	{"hipDeviceCanAccessPeer", func(a words) uint64 {
		return uint64(hipDeviceCanAccessPeer((*C.int)(a.ptr(0)), C.int(a[1]), C.int(a[2])))
	}},
	{"hipDeviceEnablePeerAccess", func(a words) uint64 { return uint64(hipDeviceEnablePeerAccess(C.int(a[0]), C.uint(a[1]))) }},
	{"hipDeviceDisablePeerAccess", func(a words) uint64 { return uint64(hipDeviceDisablePeerAccess(C.int(a[0]))) }},
	{"hipMemGetAddressRange", func(a words) uint64 {
		return uint64(hipMemGetAddressRange((*C.hipDeviceptr_t)(a.ptr(0)), (*C.size_t)(a.ptr(1)), C.hipDeviceptr_t(a.ptr(2))))
	}},
	{"hipMemcpyPeer", func(a words) uint64 {
		return uint64(hipMemcpyPeer(a.ptr(0), C.int(a[1]), a.ptr(2), C.int(a[3]), C.size_t(a[4])))
	}},
	{"hipMemcpyPeerAsync", func(a words) uint64 {
		return uint64(hipMemcpyPeerAsync(a.ptr(0), C.int(a[1]), a.ptr(2), C.int(a[3]), C.size_t(a[4]), (C.hipStream_t)(a.ptr(5))))
	}},
	{"hipCtxCreate", func(a words) uint64 {
		return uint64(hipCtxCreate((*C.hipCtx_t)(a.ptr(0)), C.uint(a[1]), C.hipDevice_t(a[2])))
	}},
	{"hipCtxDestroy", func(a words) uint64 { return uint64(hipCtxDestroy((C.hipCtx_t)(a.ptr(0)))) }},
	{"hipCtxPopCurrent", func(a words) uint64 { return uint64(hipCtxPopCurrent((*C.hipCtx_t)(a.ptr(0)))) }},
	{"hipCtxPushCurrent", func(a words) uint64 { return uint64(hipCtxPushCurrent((C.hipCtx_t)(a.ptr(0)))) }},
	{"hipCtxSetCurrent", func(a words) uint64 { return uint64(hipCtxSetCurrent((C.hipCtx_t)(a.ptr(0)))) }},
	{"hipCtxGetCurrent", func(a words) uint64 { return uint64(hipCtxGetCurrent((*C.hipCtx_t)(a.ptr(0)))) }},
	{"hipCtxGetDevice", func(a words) uint64 { return uint64(hipCtxGetDevice((*C.hipDevice_t)(a.ptr(0)))) }},
	{"hipCtxGetApiVersion", func(a words) uint64 { return uint64(hipCtxGetApiVersion((C.hipCtx_t)(a.ptr(0)), (*C.int)(a.ptr(1)))) }},
	{"hipCtxGetCacheConfig", func(a words) uint64 { return uint64(hipCtxGetCacheConfig((*C.hipFuncCache_t)(a.ptr(0)))) }},
	{"hipCtxSetCacheConfig", func(a words) uint64 { return uint64(hipCtxSetCacheConfig(C.hipFuncCache_t(a[0]))) }},
	{"hipCtxSetSharedMemConfig", func(a words) uint64 { return uint64(hipCtxSetSharedMemConfig(C.hipSharedMemConfig(a[0]))) }},
	{"hipCtxGetSharedMemConfig", func(a words) uint64 { return uint64(hipCtxGetSharedMemConfig((*C.hipSharedMemConfig)(a.ptr(0)))) }},
	{"hipCtxSynchronize", func(a words) uint64 { return uint64(hipCtxSynchronize()) }},
	{"hipCtxGetFlags", func(a words) uint64 { return uint64(hipCtxGetFlags((*C.uint)(a.ptr(0)))) }},
	{"hipCtxEnablePeerAccess", func(a words) uint64 { return uint64(hipCtxEnablePeerAccess((C.hipCtx_t)(a.ptr(0)), C.uint(a[1]))) }},
	{"hipCtxDisablePeerAccess", func(a words) uint64 { return uint64(hipCtxDisablePeerAccess((C.hipCtx_t)(a.ptr(0)))) }},
	{"hipDevicePrimaryCtxGetState", func(a words) uint64 {
		return uint64(hipDevicePrimaryCtxGetState(C.hipDevice_t(a[0]), (*C.uint)(a.ptr(1)), (*C.int)(a.ptr(2))))
	}},
	{"hipDevicePrimaryCtxRelease", func(a words) uint64 { return uint64(hipDevicePrimaryCtxRelease(C.hipDevice_t(a[0]))) }},
	{"hipDevicePrimaryCtxRetain", func(a words) uint64 {
		return uint64(hipDevicePrimaryCtxRetain((*C.hipCtx_t)(a.ptr(0)), C.hipDevice_t(a[1])))
	}},
	{"hipDevicePrimaryCtxReset", func(a words) uint64 { return uint64(hipDevicePrimaryCtxReset(C.hipDevice_t(a[0]))) }},
	{"hipDevicePrimaryCtxSetFlags", func(a words) uint64 { return uint64(hipDevicePrimaryCtxSetFlags(C.hipDevice_t(a[0]), C.uint(a[1]))) }},
	{"hipModuleLoad", func(a words) uint64 { return uint64(hipModuleLoad((*C.hipModule_t)(a.ptr(0)), (*C.char)(a.ptr(1)))) }},
	{"hipModuleUnload", func(a words) uint64 { return uint64(hipModuleUnload((C.hipModule_t)(a.ptr(0)))) }},
	{"hipModuleGetFunction", func(a words) uint64 {
		return uint64(hipModuleGetFunction((*C.hipFunction_t)(a.ptr(0)), (C.hipModule_t)(a.ptr(1)), (*C.char)(a.ptr(2))))
	}},
	{"hipFuncGetAttributes", func(a words) uint64 {
		return uint64(hipFuncGetAttributes((*C.struct_hipFuncAttributes)(a.ptr(0)), a.ptr(1)))
	}},
	{"hipFuncGetAttribute", func(a words) uint64 {
		return uint64(hipFuncGetAttribute((*C.int)(a.ptr(0)), C.hipFunction_attribute(a[1]), (C.hipFunction_t)(a.ptr(2))))
	}},
	{"hipGetFuncBySymbol", func(a words) uint64 { return uint64(hipGetFuncBySymbol((*C.hipFunction_t)(a.ptr(0)), a.ptr(1))) }},
	{"hipModuleGetTexRef", func(a words) uint64 {
		return uint64(hipModuleGetTexRef((**C.textureReference)(a.ptr(0)), (C.hipModule_t)(a.ptr(1)), (*C.char)(a.ptr(2))))
	}},
	{"hipModuleLoadData", func(a words) uint64 { return uint64(hipModuleLoadData((*C.hipModule_t)(a.ptr(0)), a.ptr(1))) }},
	{"hipModuleLoadDataEx", func(a words) uint64 {
		return uint64(hipModuleLoadDataEx((*C.hipModule_t)(a.ptr(0)), a.ptr(1), C.uint(a[2]), (*C.hipJitOption)(a.ptr(3)), (*unsafe.Pointer)(a.ptr(4))))
	}},
	{"hipModuleLoadFatBinary", func(a words) uint64 { return uint64(hipModuleLoadFatBinary((*C.hipModule_t)(a.ptr(0)), a.ptr(1))) }},
	{"hipModuleGetFunctionCount", func(a words) uint64 {
		return uint64(hipModuleGetFunctionCount((*C.uint)(a.ptr(0)), (C.hipModule_t)(a.ptr(1))))
	}},
	{"hipModuleLaunchCooperativeKernelMultiDevice", func(a words) uint64 {
		return uint64(hipModuleLaunchCooperativeKernelMultiDevice((*C.hipFunctionLaunchParams)(a.ptr(0)), C.uint(a[1]), C.uint(a[2])))
	}},
	{"hipLaunchCooperativeKernelMultiDevice", func(a words) uint64 {
		return uint64(hipLaunchCooperativeKernelMultiDevice((*C.hipLaunchParams)(a.ptr(0)), C.int(a[1]), C.uint(a[2])))
	}},
	{"hipExtLaunchMultiKernelMultiDevice", func(a words) uint64 {
		return uint64(hipExtLaunchMultiKernelMultiDevice((*C.hipLaunchParams)(a.ptr(0)), C.int(a[1]), C.uint(a[2])))
	}},
	{"hipModuleOccupancyMaxPotentialBlockSize", func(a words) uint64 {
		return uint64(hipModuleOccupancyMaxPotentialBlockSize((*C.int)(a.ptr(0)), (*C.int)(a.ptr(1)), (C.hipFunction_t)(a.ptr(2)), C.size_t(a[3]), C.int(a[4])))
	}},
	{"hipModuleOccupancyMaxPotentialBlockSizeWithFlags", func(a words) uint64 {
		return uint64(hipModuleOccupancyMaxPotentialBlockSizeWithFlags((*C.int)(a.ptr(0)), (*C.int)(a.ptr(1)), (C.hipFunction_t)(a.ptr(2)), C.size_t(a[3]), C.int(a[4]), C.uint(a[5])))
	}},
	{"hipModuleOccupancyMaxActiveBlocksPerMultiprocessor", func(a words) uint64 {
		return uint64(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor((*C.int)(a.ptr(0)), (C.hipFunction_t)(a.ptr(1)), C.int(a[2]), C.size_t(a[3])))
	}},
	{"hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", func(a words) uint64 {
		return uint64(hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags((*C.int)(a.ptr(0)), (C.hipFunction_t)(a.ptr(1)), C.int(a[2]), C.size_t(a[3]), C.uint(a[4])))
	}},
	{"hipOccupancyMaxActiveBlocksPerMultiprocessor", func(a words) uint64 {
		return uint64(hipOccupancyMaxActiveBlocksPerMultiprocessor((*C.int)(a.ptr(0)), a.ptr(1), C.int(a[2]), C.size_t(a[3])))
	}},
	{"hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", func(a words) uint64 {
		return uint64(hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags((*C.int)(a.ptr(0)), a.ptr(1), C.int(a[2]), C.size_t(a[3]), C.uint(a[4])))
	}},
	{"hipOccupancyMaxPotentialBlockSize", func(a words) uint64 {
		return uint64(hipOccupancyMaxPotentialBlockSize((*C.int)(a.ptr(0)), (*C.int)(a.ptr(1)), a.ptr(2), C.size_t(a[3]), C.int(a[4])))
	}},
	{"hipOccupancyAvailableDynamicSMemPerBlock", func(a words) uint64 {
		return uint64(hipOccupancyAvailableDynamicSMemPerBlock((*C.size_t)(a.ptr(0)), a.ptr(1), C.int(a[2]), C.int(a[3])))
	}},
	{"hipProfilerStart", func(a words) uint64 { return uint64(hipProfilerStart()) }},
	{"hipProfilerStop", func(a words) uint64 { return uint64(hipProfilerStop()) }},
	{"hipDrvMemcpy2DUnaligned", func(a words) uint64 { return uint64(hipDrvMemcpy2DUnaligned((*C.hip_Memcpy2D)(a.ptr(0)))) }},
	{"hipCreateTextureObject", func(a words) uint64 {
		return uint64(hipCreateTextureObject((*C.hipTextureObject_t)(a.ptr(0)), (*C.hipResourceDesc)(a.ptr(1)), (*C.hipTextureDesc)(a.ptr(2)), (*C.struct_hipResourceViewDesc)(a.ptr(3))))
	}},
	{"hipDestroyTextureObject", func(a words) uint64 { return uint64(hipDestroyTextureObject((C.hipTextureObject_t)(a.ptr(0)))) }},
	{"hipGetChannelDesc", func(a words) uint64 {
		return uint64(hipGetChannelDesc((*C.hipChannelFormatDesc)(a.ptr(0)), (C.hipArray_const_t)(a.ptr(1))))
	}},
	{"hipGetTextureObjectResourceDesc", func(a words) uint64 {
		return uint64(hipGetTextureObjectResourceDesc((*C.hipResourceDesc)(a.ptr(0)), (C.hipTextureObject_t)(a.ptr(1))))
	}},
	{"hipGetTextureObjectResourceViewDesc", func(a words) uint64 {
		return uint64(hipGetTextureObjectResourceViewDesc((*C.struct_hipResourceViewDesc)(a.ptr(0)), (C.hipTextureObject_t)(a.ptr(1))))
	}},
	{"hipGetTextureObjectTextureDesc", func(a words) uint64 {
		return uint64(hipGetTextureObjectTextureDesc((*C.hipTextureDesc)(a.ptr(0)), (C.hipTextureObject_t)(a.ptr(1))))
	}},
	{"hipTexObjectCreate", func(a words) uint64 {
		return uint64(hipTexObjectCreate((*C.hipTextureObject_t)(a.ptr(0)), (*C.HIP_RESOURCE_DESC)(a.ptr(1)), (*C.HIP_TEXTURE_DESC)(a.ptr(2)), (*C.HIP_RESOURCE_VIEW_DESC)(a.ptr(3))))
	}},
	{"hipTexObjectDestroy", func(a words) uint64 { return uint64(hipTexObjectDestroy((C.hipTextureObject_t)(a.ptr(0)))) }},
	{"hipTexObjectGetResourceDesc", func(a words) uint64 {
		return uint64(hipTexObjectGetResourceDesc((*C.HIP_RESOURCE_DESC)(a.ptr(0)), (C.hipTextureObject_t)(a.ptr(1))))
	}},
	{"hipTexObjectGetResourceViewDesc", func(a words) uint64 {
		return uint64(hipTexObjectGetResourceViewDesc((*C.HIP_RESOURCE_VIEW_DESC)(a.ptr(0)), (C.hipTextureObject_t)(a.ptr(1))))
	}},
	{"hipTexObjectGetTextureDesc", func(a words) uint64 {
		return uint64(hipTexObjectGetTextureDesc((*C.HIP_TEXTURE_DESC)(a.ptr(0)), (C.hipTextureObject_t)(a.ptr(1))))
	}},
	{"hipMallocMipmappedArray", func(a words) uint64 {
		return uint64(hipMallocMipmappedArray((*C.hipMipmappedArray_t)(a.ptr(0)), (*C.struct_hipChannelFormatDesc)(a.ptr(1)), *(*C.hipExtent)(a.ptr(2)), C.uint(a[3]), C.uint(a[4])))
	}},
	{"hipFreeMipmappedArray", func(a words) uint64 { return uint64(hipFreeMipmappedArray((C.hipMipmappedArray_t)(a.ptr(0)))) }},
	{"hipGetMipmappedArrayLevel", func(a words) uint64 {
		return uint64(hipGetMipmappedArrayLevel((*C.hipArray_t)(a.ptr(0)), (C.hipMipmappedArray_const_t)(a.ptr(1)), C.uint(a[2])))
	}},
	{"hipMipmappedArrayCreate", func(a words) uint64 {
		return uint64(hipMipmappedArrayCreate((*C.hipMipmappedArray_t)(a.ptr(0)), (*C.HIP_ARRAY3D_DESCRIPTOR)(a.ptr(1)), C.uint(a[2])))
	}},
	{"hipMipmappedArrayDestroy", func(a words) uint64 { return uint64(hipMipmappedArrayDestroy((C.hipMipmappedArray_t)(a.ptr(0)))) }},
	{"hipMipmappedArrayGetLevel", func(a words) uint64 {
		return uint64(hipMipmappedArrayGetLevel((*C.hipArray_t)(a.ptr(0)), (C.hipMipmappedArray_t)(a.ptr(1)), C.uint(a[2])))
	}},
	{"hipBindTextureToMipmappedArray", func(a words) uint64 {
		return uint64(hipBindTextureToMipmappedArray((*C.textureReference)(a.ptr(0)), (C.hipMipmappedArray_const_t)(a.ptr(1)), (*C.hipChannelFormatDesc)(a.ptr(2))))
	}},
	{"hipGetTextureReference", func(a words) uint64 {
		return uint64(hipGetTextureReference((**C.textureReference)(a.ptr(0)), a.ptr(1)))
	}},
	{"hipTexRefGetBorderColor", func(a words) uint64 {
		return uint64(hipTexRefGetBorderColor((*C.float)(a.ptr(0)), (*C.textureReference)(a.ptr(1))))
	}},
	{"hipTexRefGetArray", func(a words) uint64 {
		return uint64(hipTexRefGetArray((*C.hipArray_t)(a.ptr(0)), (*C.textureReference)(a.ptr(1))))
	}},
	{"hipTexRefSetAddressMode", func(a words) uint64 {
		return uint64(hipTexRefSetAddressMode((*C.textureReference)(a.ptr(0)), C.int(a[1]), C.hipTextureAddressMode(a[2])))
	}},
	{"hipTexRefSetArray", func(a words) uint64 {
		return uint64(hipTexRefSetArray((*C.textureReference)(a.ptr(0)), (C.hipArray_const_t)(a.ptr(1)), C.uint(a[2])))
	}},
	{"hipTexRefSetFilterMode", func(a words) uint64 {
		return uint64(hipTexRefSetFilterMode((*C.textureReference)(a.ptr(0)), C.hipTextureFilterMode(a[1])))
	}},
	{"hipTexRefSetFlags", func(a words) uint64 { return uint64(hipTexRefSetFlags((*C.textureReference)(a.ptr(0)), C.uint(a[1]))) }},
	{"hipTexRefSetFormat", func(a words) uint64 {
		return uint64(hipTexRefSetFormat((*C.textureReference)(a.ptr(0)), C.hipArray_Format(a[1]), C.int(a[2])))
	}},
	{"hipBindTexture", func(a words) uint64 {
		return uint64(hipBindTexture((*C.size_t)(a.ptr(0)), (*C.textureReference)(a.ptr(1)), a.ptr(2), (*C.hipChannelFormatDesc)(a.ptr(3)), C.size_t(a[4])))
	}},
	{"hipBindTexture2D", func(a words) uint64 {
		return uint64(hipBindTexture2D((*C.size_t)(a.ptr(0)), (*C.textureReference)(a.ptr(1)), a.ptr(2), (*C.hipChannelFormatDesc)(a.ptr(3)), C.size_t(a[4]), C.size_t(a[5]), C.size_t(a[6])))
	}},
	{"hipBindTextureToArray", func(a words) uint64 {
		return uint64(hipBindTextureToArray((*C.textureReference)(a.ptr(0)), (C.hipArray_const_t)(a.ptr(1)), (*C.hipChannelFormatDesc)(a.ptr(2))))
	}},
	{"hipGetTextureAlignmentOffset", func(a words) uint64 {
		return uint64(hipGetTextureAlignmentOffset((*C.size_t)(a.ptr(0)), (*C.textureReference)(a.ptr(1))))
	}},
	{"hipUnbindTexture", func(a words) uint64 { return uint64(hipUnbindTexture((*C.textureReference)(a.ptr(0)))) }},
	{"hipTexRefGetAddress", func(a words) uint64 {
		return uint64(hipTexRefGetAddress((*C.hipDeviceptr_t)(a.ptr(0)), (*C.textureReference)(a.ptr(1))))
	}},
	{"hipTexRefGetAddressMode", func(a words) uint64 {
		return uint64(hipTexRefGetAddressMode((*C.hipTextureAddressMode)(a.ptr(0)), (*C.textureReference)(a.ptr(1)), C.int(a[2])))
	}},
	{"hipTexRefGetFilterMode", func(a words) uint64 {
		return uint64(hipTexRefGetFilterMode((*C.hipTextureFilterMode)(a.ptr(0)), (*C.textureReference)(a.ptr(1))))
	}},
	{"hipTexRefGetFlags", func(a words) uint64 {
		return uint64(hipTexRefGetFlags((*C.uint)(a.ptr(0)), (*C.textureReference)(a.ptr(1))))
	}},
	{"hipTexRefGetFormat", func(a words) uint64 {
		return uint64(hipTexRefGetFormat((*C.hipArray_Format)(a.ptr(0)), (*C.int)(a.ptr(1)), (*C.textureReference)(a.ptr(2))))
	}},
	{"hipTexRefGetMaxAnisotropy", func(a words) uint64 {
		return uint64(hipTexRefGetMaxAnisotropy((*C.int)(a.ptr(0)), (*C.textureReference)(a.ptr(1))))
	}},
	{"hipTexRefGetMipmapFilterMode", func(a words) uint64 {
		return uint64(hipTexRefGetMipmapFilterMode((*C.hipTextureFilterMode)(a.ptr(0)), (*C.textureReference)(a.ptr(1))))
	}},
	{"hipTexRefGetMipmapLevelBias", func(a words) uint64 {
		return uint64(hipTexRefGetMipmapLevelBias((*C.float)(a.ptr(0)), (*C.textureReference)(a.ptr(1))))
	}},
	{"hipTexRefGetMipmapLevelClamp", func(a words) uint64 {
		return uint64(hipTexRefGetMipmapLevelClamp((*C.float)(a.ptr(0)), (*C.float)(a.ptr(1)), (*C.textureReference)(a.ptr(2))))
	}},
	{"hipTexRefGetMipMappedArray", func(a words) uint64 {
		return uint64(hipTexRefGetMipMappedArray((*C.hipMipmappedArray_t)(a.ptr(0)), (*C.textureReference)(a.ptr(1))))
	}},
	{"hipTexRefSetAddress", func(a words) uint64 {
		return uint64(hipTexRefSetAddress((*C.size_t)(a.ptr(0)), (*C.textureReference)(a.ptr(1)), C.hipDeviceptr_t(a.ptr(2)), C.size_t(a[3])))
	}},
	{"hipTexRefSetAddress2D", func(a words) uint64 {
		return uint64(hipTexRefSetAddress2D((*C.textureReference)(a.ptr(0)), (*C.HIP_ARRAY_DESCRIPTOR)(a.ptr(1)), C.hipDeviceptr_t(a.ptr(2)), C.size_t(a[3])))
	}},
	{"hipTexRefSetMaxAnisotropy", func(a words) uint64 {
		return uint64(hipTexRefSetMaxAnisotropy((*C.textureReference)(a.ptr(0)), C.uint(a[1])))
	}},
	{"hipTexRefSetBorderColor", func(a words) uint64 {
		return uint64(hipTexRefSetBorderColor((*C.textureReference)(a.ptr(0)), (*C.float)(a.ptr(1))))
	}},
	{"hipTexRefSetMipmapFilterMode", func(a words) uint64 {
		return uint64(hipTexRefSetMipmapFilterMode((*C.textureReference)(a.ptr(0)), C.hipTextureFilterMode(a[1])))
	}},
	{"hipTexRefSetMipmapLevelBias", func(a words) uint64 {
		return uint64(hipTexRefSetMipmapLevelBias((*C.textureReference)(a.ptr(0)), a.float(1)))
	}},
	{"hipTexRefSetMipmapLevelClamp", func(a words) uint64 {
		return uint64(hipTexRefSetMipmapLevelClamp((*C.textureReference)(a.ptr(0)), a.float(1), a.float(2)))
	}},
	{"hipTexRefSetMipmappedArray", func(a words) uint64 {
		return uint64(hipTexRefSetMipmappedArray((*C.textureReference)(a.ptr(0)), (*C.struct_hipMipmappedArray)(a.ptr(1)), C.uint(a[2])))
	}},
	{"hipKernelNameRef", func(a words) uint64 {
		return uint64(uintptr(unsafe.Pointer(hipKernelNameRef((C.hipFunction_t)(a.ptr(0))))))
	}},
	{"hipKernelNameRefByPtr", func(a words) uint64 {
		return uint64(uintptr(unsafe.Pointer(hipKernelNameRefByPtr(a.ptr(0), (C.hipStream_t)(a.ptr(1))))))
	}},
	{"hipStreamBeginCapture", func(a words) uint64 {
		return uint64(hipStreamBeginCapture((C.hipStream_t)(a.ptr(0)), C.hipStreamCaptureMode(a[1])))
	}},
	{"hipStreamBeginCaptureToGraph", func(a words) uint64 {
		return uint64(hipStreamBeginCaptureToGraph((C.hipStream_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), (*C.hipGraphEdgeData)(a.ptr(3)), C.size_t(a[4]), C.hipStreamCaptureMode(a[5])))
	}},
	{"hipStreamEndCapture", func(a words) uint64 {
		return uint64(hipStreamEndCapture((C.hipStream_t)(a.ptr(0)), (*C.hipGraph_t)(a.ptr(1))))
	}},
	{"hipStreamGetCaptureInfo", func(a words) uint64 {
		return uint64(hipStreamGetCaptureInfo((C.hipStream_t)(a.ptr(0)), (*C.hipStreamCaptureStatus)(a.ptr(1)), (*C.ulonglong)(a.ptr(2))))
	}},
	{"hipStreamGetCaptureInfo_v2", func(a words) uint64 {
		return uint64(hipStreamGetCaptureInfo_v2((C.hipStream_t)(a.ptr(0)), (*C.hipStreamCaptureStatus)(a.ptr(1)), (*C.ulonglong)(a.ptr(2)), (*C.hipGraph_t)(a.ptr(3)), (**C.hipGraphNode_t)(a.ptr(4)), (*C.size_t)(a.ptr(5))))
	}},
	{"hipStreamIsCapturing", func(a words) uint64 {
		return uint64(hipStreamIsCapturing((C.hipStream_t)(a.ptr(0)), (*C.hipStreamCaptureStatus)(a.ptr(1))))
	}},
	{"hipStreamUpdateCaptureDependencies", func(a words) uint64 {
		return uint64(hipStreamUpdateCaptureDependencies((C.hipStream_t)(a.ptr(0)), (*C.hipGraphNode_t)(a.ptr(1)), C.size_t(a[2]), C.uint(a[3])))
	}},
	{"hipThreadExchangeStreamCaptureMode", func(a words) uint64 {
		return uint64(hipThreadExchangeStreamCaptureMode((*C.hipStreamCaptureMode)(a.ptr(0))))
	}},
	{"hipGraphCreate", func(a words) uint64 { return uint64(hipGraphCreate((*C.hipGraph_t)(a.ptr(0)), C.uint(a[1]))) }},
	{"hipGraphDestroy", func(a words) uint64 { return uint64(hipGraphDestroy((C.hipGraph_t)(a.ptr(0)))) }},
	{"hipGraphAddDependencies", func(a words) uint64 {
		return uint64(hipGraphAddDependencies((C.hipGraph_t)(a.ptr(0)), (*C.hipGraphNode_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), C.size_t(a[3])))
	}},
	{"hipGraphRemoveDependencies", func(a words) uint64 {
		return uint64(hipGraphRemoveDependencies((C.hipGraph_t)(a.ptr(0)), (*C.hipGraphNode_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), C.size_t(a[3])))
	}},
	{"hipGraphGetEdges", func(a words) uint64 {
		return uint64(hipGraphGetEdges((C.hipGraph_t)(a.ptr(0)), (*C.hipGraphNode_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), (*C.size_t)(a.ptr(3))))
	}},
	{"hipGraphGetNodes", func(a words) uint64 {
		return uint64(hipGraphGetNodes((C.hipGraph_t)(a.ptr(0)), (*C.hipGraphNode_t)(a.ptr(1)), (*C.size_t)(a.ptr(2))))
	}},
	{"hipGraphGetRootNodes", func(a words) uint64 {
		return uint64(hipGraphGetRootNodes((C.hipGraph_t)(a.ptr(0)), (*C.hipGraphNode_t)(a.ptr(1)), (*C.size_t)(a.ptr(2))))
	}},
	{"hipGraphNodeGetDependencies", func(a words) uint64 {
		return uint64(hipGraphNodeGetDependencies((C.hipGraphNode_t)(a.ptr(0)), (*C.hipGraphNode_t)(a.ptr(1)), (*C.size_t)(a.ptr(2))))
	}},
	{"hipGraphNodeGetDependentNodes", func(a words) uint64 {
		return uint64(hipGraphNodeGetDependentNodes((C.hipGraphNode_t)(a.ptr(0)), (*C.hipGraphNode_t)(a.ptr(1)), (*C.size_t)(a.ptr(2))))
	}},
	{"hipGraphNodeGetType", func(a words) uint64 {
		return uint64(hipGraphNodeGetType((C.hipGraphNode_t)(a.ptr(0)), (*C.hipGraphNodeType)(a.ptr(1))))
	}},
	{"hipGraphDestroyNode", func(a words) uint64 { return uint64(hipGraphDestroyNode((C.hipGraphNode_t)(a.ptr(0)))) }},
	{"hipGraphClone", func(a words) uint64 {
		return uint64(hipGraphClone((*C.hipGraph_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1))))
	}},
	{"hipGraphNodeFindInClone", func(a words) uint64 {
		return uint64(hipGraphNodeFindInClone((*C.hipGraphNode_t)(a.ptr(0)), (C.hipGraphNode_t)(a.ptr(1)), (C.hipGraph_t)(a.ptr(2))))
	}},
	{"hipGraphInstantiate", func(a words) uint64 {
		return uint64(hipGraphInstantiate((*C.hipGraphExec_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), (*C.char)(a.ptr(3)), C.size_t(a[4])))
	}},
	{"hipGraphInstantiateWithFlags", func(a words) uint64 {
		return uint64(hipGraphInstantiateWithFlags((*C.hipGraphExec_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), C.ulonglong(a[2])))
	}},
	{"hipGraphInstantiateWithParams", func(a words) uint64 {
		return uint64(hipGraphInstantiateWithParams((*C.hipGraphExec_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphInstantiateParams)(a.ptr(2))))
	}},
	{"hipGraphLaunch", func(a words) uint64 {
		return uint64(hipGraphLaunch((C.hipGraphExec_t)(a.ptr(0)), (C.hipStream_t)(a.ptr(1))))
	}},
	{"hipGraphUpload", func(a words) uint64 {
		return uint64(hipGraphUpload((C.hipGraphExec_t)(a.ptr(0)), (C.hipStream_t)(a.ptr(1))))
	}},
	{"hipGraphAddNode", func(a words) uint64 {
		return uint64(hipGraphAddNode((*C.hipGraphNode_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), C.size_t(a[3]), (*C.hipGraphNodeParams)(a.ptr(4))))
	}},
	{"hipGraphExecGetFlags", func(a words) uint64 {
		return uint64(hipGraphExecGetFlags((C.hipGraphExec_t)(a.ptr(0)), (*C.ulonglong)(a.ptr(1))))
	}},
	{"hipGraphNodeSetParams", func(a words) uint64 {
		return uint64(hipGraphNodeSetParams((C.hipGraphNode_t)(a.ptr(0)), (*C.hipGraphNodeParams)(a.ptr(1))))
	}},
	{"hipGraphExecNodeSetParams", func(a words) uint64 {
		return uint64(hipGraphExecNodeSetParams((C.hipGraphExec_t)(a.ptr(0)), (C.hipGraphNode_t)(a.ptr(1)), (*C.hipGraphNodeParams)(a.ptr(2))))
	}},
	{"hipGraphExecDestroy", func(a words) uint64 { return uint64(hipGraphExecDestroy((C.hipGraphExec_t)(a.ptr(0)))) }},
	{"hipGraphExecUpdate", func(a words) uint64 {
		return uint64(hipGraphExecUpdate((C.hipGraphExec_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), (*C.hipGraphExecUpdateResult)(a.ptr(3))))
	}},
	{"hipGraphAddKernelNode", func(a words) uint64 {
		return uint64(hipGraphAddKernelNode((*C.hipGraphNode_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), C.size_t(a[3]), (*C.hipKernelNodeParams)(a.ptr(4))))
	}},
	{"hipGraphKernelNodeGetParams", func(a words) uint64 {
		return uint64(hipGraphKernelNodeGetParams((C.hipGraphNode_t)(a.ptr(0)), (*C.hipKernelNodeParams)(a.ptr(1))))
	}},
	{"hipGraphKernelNodeSetParams", func(a words) uint64 {
		return uint64(hipGraphKernelNodeSetParams((C.hipGraphNode_t)(a.ptr(0)), (*C.hipKernelNodeParams)(a.ptr(1))))
	}},
	{"hipGraphExecKernelNodeSetParams", func(a words) uint64 {
		return uint64(hipGraphExecKernelNodeSetParams((C.hipGraphExec_t)(a.ptr(0)), (C.hipGraphNode_t)(a.ptr(1)), (*C.hipKernelNodeParams)(a.ptr(2))))
	}},
	{"hipDrvGraphAddMemcpyNode", func(a words) uint64 {
		return uint64(hipDrvGraphAddMemcpyNode((*C.hipGraphNode_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), C.size_t(a[3]), (*C.HIP_MEMCPY3D)(a.ptr(4)), (C.hipCtx_t)(a.ptr(5))))
	}},
	{"hipGraphAddMemcpyNode", func(a words) uint64 {
		return uint64(hipGraphAddMemcpyNode((*C.hipGraphNode_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), C.size_t(a[3]), (*C.hipMemcpy3DParms)(a.ptr(4))))
	}},
	{"hipGraphMemcpyNodeGetParams", func(a words) uint64 {
		return uint64(hipGraphMemcpyNodeGetParams((C.hipGraphNode_t)(a.ptr(0)), (*C.hipMemcpy3DParms)(a.ptr(1))))
	}},
	{"hipGraphMemcpyNodeSetParams", func(a words) uint64 {
		return uint64(hipGraphMemcpyNodeSetParams((C.hipGraphNode_t)(a.ptr(0)), (*C.hipMemcpy3DParms)(a.ptr(1))))
	}},
	{"hipGraphKernelNodeSetAttribute", func(a words) uint64 {
		return uint64(hipGraphKernelNodeSetAttribute((C.hipGraphNode_t)(a.ptr(0)), C.hipLaunchAttributeID(a[1]), (*C.hipLaunchAttributeValue)(a.ptr(2))))
	}},
	{"hipGraphKernelNodeGetAttribute", func(a words) uint64 {
		return uint64(hipGraphKernelNodeGetAttribute((C.hipGraphNode_t)(a.ptr(0)), C.hipLaunchAttributeID(a[1]), (*C.hipLaunchAttributeValue)(a.ptr(2))))
	}},
	{"hipGraphExecMemcpyNodeSetParams", func(a words) uint64 {
		return uint64(hipGraphExecMemcpyNodeSetParams((C.hipGraphExec_t)(a.ptr(0)), (C.hipGraphNode_t)(a.ptr(1)), (*C.hipMemcpy3DParms)(a.ptr(2))))
	}},
	{"hipGraphAddMemcpyNode1D", func(a words) uint64 {
		return uint64(hipGraphAddMemcpyNode1D((*C.hipGraphNode_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), C.size_t(a[3]), a.ptr(4), a.ptr(5), C.size_t(a[6]), C.hipMemcpyKind(a[7])))
	}},
	{"hipGraphMemcpyNodeSetParams1D", func(a words) uint64 {
		return uint64(hipGraphMemcpyNodeSetParams1D((C.hipGraphNode_t)(a.ptr(0)), a.ptr(1), a.ptr(2), C.size_t(a[3]), C.hipMemcpyKind(a[4])))
	}},
	{"hipGraphExecMemcpyNodeSetParams1D", func(a words) uint64 {
		return uint64(hipGraphExecMemcpyNodeSetParams1D((C.hipGraphExec_t)(a.ptr(0)), (C.hipGraphNode_t)(a.ptr(1)), a.ptr(2), a.ptr(3), C.size_t(a[4]), C.hipMemcpyKind(a[5])))
	}},
	{"hipGraphAddMemcpyNodeFromSymbol", func(a words) uint64 {
		return uint64(hipGraphAddMemcpyNodeFromSymbol((*C.hipGraphNode_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), C.size_t(a[3]), a.ptr(4), a.ptr(5), C.size_t(a[6]), C.size_t(a[7]), C.hipMemcpyKind(a[8])))
	}},
	{"hipGraphMemcpyNodeSetParamsFromSymbol", func(a words) uint64 {
		return uint64(hipGraphMemcpyNodeSetParamsFromSymbol((C.hipGraphNode_t)(a.ptr(0)), a.ptr(1), a.ptr(2), C.size_t(a[3]), C.size_t(a[4]), C.hipMemcpyKind(a[5])))
	}},
	{"hipGraphExecMemcpyNodeSetParamsFromSymbol", func(a words) uint64 {
		return uint64(hipGraphExecMemcpyNodeSetParamsFromSymbol((C.hipGraphExec_t)(a.ptr(0)), (C.hipGraphNode_t)(a.ptr(1)), a.ptr(2), a.ptr(3), C.size_t(a[4]), C.size_t(a[5]), C.hipMemcpyKind(a[6])))
	}},
	{"hipGraphAddMemcpyNodeToSymbol", func(a words) uint64 {
		return uint64(hipGraphAddMemcpyNodeToSymbol((*C.hipGraphNode_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), C.size_t(a[3]), a.ptr(4), a.ptr(5), C.size_t(a[6]), C.size_t(a[7]), C.hipMemcpyKind(a[8])))
	}},
	{"hipGraphMemcpyNodeSetParamsToSymbol", func(a words) uint64 {
		return uint64(hipGraphMemcpyNodeSetParamsToSymbol((C.hipGraphNode_t)(a.ptr(0)), a.ptr(1), a.ptr(2), C.size_t(a[3]), C.size_t(a[4]), C.hipMemcpyKind(a[5])))
	}},
	{"hipGraphExecMemcpyNodeSetParamsToSymbol", func(a words) uint64 {
		return uint64(hipGraphExecMemcpyNodeSetParamsToSymbol((C.hipGraphExec_t)(a.ptr(0)), (C.hipGraphNode_t)(a.ptr(1)), a.ptr(2), a.ptr(3), C.size_t(a[4]), C.size_t(a[5]), C.hipMemcpyKind(a[6])))
	}},
	{"hipGraphAddMemsetNode", func(a words) uint64 {
		return uint64(hipGraphAddMemsetNode((*C.hipGraphNode_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), C.size_t(a[3]), (*C.hipMemsetParams)(a.ptr(4))))
	}},
	{"hipGraphMemsetNodeGetParams", func(a words) uint64 {
		return uint64(hipGraphMemsetNodeGetParams((C.hipGraphNode_t)(a.ptr(0)), (*C.hipMemsetParams)(a.ptr(1))))
	}},
	{"hipGraphMemsetNodeSetParams", func(a words) uint64 {
		return uint64(hipGraphMemsetNodeSetParams((C.hipGraphNode_t)(a.ptr(0)), (*C.hipMemsetParams)(a.ptr(1))))
	}},
	{"hipGraphExecMemsetNodeSetParams", func(a words) uint64 {
		return uint64(hipGraphExecMemsetNodeSetParams((C.hipGraphExec_t)(a.ptr(0)), (C.hipGraphNode_t)(a.ptr(1)), (*C.hipMemsetParams)(a.ptr(2))))
	}},
	{"hipGraphAddHostNode", func(a words) uint64 {
		return uint64(hipGraphAddHostNode((*C.hipGraphNode_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), C.size_t(a[3]), (*C.hipHostNodeParams)(a.ptr(4))))
	}},
	{"hipGraphHostNodeGetParams", func(a words) uint64 {
		return uint64(hipGraphHostNodeGetParams((C.hipGraphNode_t)(a.ptr(0)), (*C.hipHostNodeParams)(a.ptr(1))))
	}},
	{"hipGraphHostNodeSetParams", func(a words) uint64 {
		return uint64(hipGraphHostNodeSetParams((C.hipGraphNode_t)(a.ptr(0)), (*C.hipHostNodeParams)(a.ptr(1))))
	}},
	{"hipGraphExecHostNodeSetParams", func(a words) uint64 {
		return uint64(hipGraphExecHostNodeSetParams((C.hipGraphExec_t)(a.ptr(0)), (C.hipGraphNode_t)(a.ptr(1)), (*C.hipHostNodeParams)(a.ptr(2))))
	}},
	{"hipGraphAddChildGraphNode", func(a words) uint64 {
		return uint64(hipGraphAddChildGraphNode((*C.hipGraphNode_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), C.size_t(a[3]), (C.hipGraph_t)(a.ptr(4))))
	}},
	{"hipGraphChildGraphNodeGetGraph", func(a words) uint64 {
		return uint64(hipGraphChildGraphNodeGetGraph((C.hipGraphNode_t)(a.ptr(0)), (*C.hipGraph_t)(a.ptr(1))))
	}},
	{"hipGraphExecChildGraphNodeSetParams", func(a words) uint64 {
		return uint64(hipGraphExecChildGraphNodeSetParams((C.hipGraphExec_t)(a.ptr(0)), (C.hipGraphNode_t)(a.ptr(1)), (C.hipGraph_t)(a.ptr(2))))
	}},
	{"hipGraphAddEmptyNode", func(a words) uint64 {
		return uint64(hipGraphAddEmptyNode((*C.hipGraphNode_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), C.size_t(a[3])))
	}},
	{"hipGraphAddEventRecordNode", func(a words) uint64 {
		return uint64(hipGraphAddEventRecordNode((*C.hipGraphNode_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), C.size_t(a[3]), (C.hipEvent_t)(a.ptr(4))))
	}},
	{"hipGraphEventRecordNodeGetEvent", func(a words) uint64 {
		return uint64(hipGraphEventRecordNodeGetEvent((C.hipGraphNode_t)(a.ptr(0)), (*C.hipEvent_t)(a.ptr(1))))
	}},
	{"hipGraphEventRecordNodeSetEvent", func(a words) uint64 {
		return uint64(hipGraphEventRecordNodeSetEvent((C.hipGraphNode_t)(a.ptr(0)), (C.hipEvent_t)(a.ptr(1))))
	}},
	{"hipGraphExecEventRecordNodeSetEvent", func(a words) uint64 {
		return uint64(hipGraphExecEventRecordNodeSetEvent((C.hipGraphExec_t)(a.ptr(0)), (C.hipGraphNode_t)(a.ptr(1)), (C.hipEvent_t)(a.ptr(2))))
	}},
	{"hipGraphAddEventWaitNode", func(a words) uint64 {
		return uint64(hipGraphAddEventWaitNode((*C.hipGraphNode_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), C.size_t(a[3]), (C.hipEvent_t)(a.ptr(4))))
	}},
	{"hipGraphEventWaitNodeGetEvent", func(a words) uint64 {
		return uint64(hipGraphEventWaitNodeGetEvent((C.hipGraphNode_t)(a.ptr(0)), (*C.hipEvent_t)(a.ptr(1))))
	}},
	{"hipGraphEventWaitNodeSetEvent", func(a words) uint64 {
		return uint64(hipGraphEventWaitNodeSetEvent((C.hipGraphNode_t)(a.ptr(0)), (C.hipEvent_t)(a.ptr(1))))
	}},
	{"hipGraphExecEventWaitNodeSetEvent", func(a words) uint64 {
		return uint64(hipGraphExecEventWaitNodeSetEvent((C.hipGraphExec_t)(a.ptr(0)), (C.hipGraphNode_t)(a.ptr(1)), (C.hipEvent_t)(a.ptr(2))))
	}},
	{"hipGraphAddMemAllocNode", func(a words) uint64 {
		return uint64(hipGraphAddMemAllocNode((*C.hipGraphNode_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), C.size_t(a[3]), (*C.hipMemAllocNodeParams)(a.ptr(4))))
	}},
	{"hipGraphMemAllocNodeGetParams", func(a words) uint64 {
		return uint64(hipGraphMemAllocNodeGetParams((C.hipGraphNode_t)(a.ptr(0)), (*C.hipMemAllocNodeParams)(a.ptr(1))))
	}},
	{"hipGraphAddMemFreeNode", func(a words) uint64 {
		return uint64(hipGraphAddMemFreeNode((*C.hipGraphNode_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), C.size_t(a[3]), a.ptr(4)))
	}},
	{"hipGraphMemFreeNodeGetParams", func(a words) uint64 {
		return uint64(hipGraphMemFreeNodeGetParams((C.hipGraphNode_t)(a.ptr(0)), a.ptr(1)))
	}},
	{"hipDeviceGetGraphMemAttribute", func(a words) uint64 {
		return uint64(hipDeviceGetGraphMemAttribute(C.int(a[0]), C.hipGraphMemAttributeType(a[1]), a.ptr(2)))
	}},
	{"hipDeviceSetGraphMemAttribute", func(a words) uint64 {
		return uint64(hipDeviceSetGraphMemAttribute(C.int(a[0]), C.hipGraphMemAttributeType(a[1]), a.ptr(2)))
	}},
	{"hipDeviceGraphMemTrim", func(a words) uint64 { return uint64(hipDeviceGraphMemTrim(C.int(a[0]))) }},
	{"hipUserObjectCreate", func(a words) uint64 {
		return uint64(hipUserObjectCreate((*C.hipUserObject_t)(a.ptr(0)), a.ptr(1), (C.hipHostFn_t)(a.ptr(2)), C.uint(a[3]), C.uint(a[4])))
	}},
	{"hipUserObjectRelease", func(a words) uint64 { return uint64(hipUserObjectRelease((C.hipUserObject_t)(a.ptr(0)), C.uint(a[1]))) }},
	{"hipUserObjectRetain", func(a words) uint64 { return uint64(hipUserObjectRetain((C.hipUserObject_t)(a.ptr(0)), C.uint(a[1]))) }},
	{"hipGraphRetainUserObject", func(a words) uint64 {
		return uint64(hipGraphRetainUserObject((C.hipGraph_t)(a.ptr(0)), (C.hipUserObject_t)(a.ptr(1)), C.uint(a[2]), C.uint(a[3])))
	}},
	{"hipGraphReleaseUserObject", func(a words) uint64 {
		return uint64(hipGraphReleaseUserObject((C.hipGraph_t)(a.ptr(0)), (C.hipUserObject_t)(a.ptr(1)), C.uint(a[2])))
	}},
	{"hipGraphDebugDotPrint", func(a words) uint64 {
		return uint64(hipGraphDebugDotPrint((C.hipGraph_t)(a.ptr(0)), (*C.char)(a.ptr(1)), C.uint(a[2])))
	}},
	{"hipGraphKernelNodeCopyAttributes", func(a words) uint64 {
		return uint64(hipGraphKernelNodeCopyAttributes((C.hipGraphNode_t)(a.ptr(0)), (C.hipGraphNode_t)(a.ptr(1))))
	}},
	{"hipGraphNodeSetEnabled", func(a words) uint64 {
		return uint64(hipGraphNodeSetEnabled((C.hipGraphExec_t)(a.ptr(0)), (C.hipGraphNode_t)(a.ptr(1)), C.uint(a[2])))
	}},
	{"hipGraphNodeGetEnabled", func(a words) uint64 {
		return uint64(hipGraphNodeGetEnabled((C.hipGraphExec_t)(a.ptr(0)), (C.hipGraphNode_t)(a.ptr(1)), (*C.uint)(a.ptr(2))))
	}},
	{"hipGraphAddExternalSemaphoresWaitNode", func(a words) uint64 {
		return uint64(hipGraphAddExternalSemaphoresWaitNode((*C.hipGraphNode_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), C.size_t(a[3]), (*C.hipExternalSemaphoreWaitNodeParams)(a.ptr(4))))
	}},
	{"hipGraphAddExternalSemaphoresSignalNode", func(a words) uint64 {
		return uint64(hipGraphAddExternalSemaphoresSignalNode((*C.hipGraphNode_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), C.size_t(a[3]), (*C.hipExternalSemaphoreSignalNodeParams)(a.ptr(4))))
	}},
	{"hipGraphExternalSemaphoresSignalNodeSetParams", func(a words) uint64 {
		return uint64(hipGraphExternalSemaphoresSignalNodeSetParams((C.hipGraphNode_t)(a.ptr(0)), (*C.hipExternalSemaphoreSignalNodeParams)(a.ptr(1))))
	}},
	{"hipGraphExternalSemaphoresWaitNodeSetParams", func(a words) uint64 {
		return uint64(hipGraphExternalSemaphoresWaitNodeSetParams((C.hipGraphNode_t)(a.ptr(0)), (*C.hipExternalSemaphoreWaitNodeParams)(a.ptr(1))))
	}},
	{"hipGraphExternalSemaphoresSignalNodeGetParams", func(a words) uint64 {
		return uint64(hipGraphExternalSemaphoresSignalNodeGetParams((C.hipGraphNode_t)(a.ptr(0)), (*C.hipExternalSemaphoreSignalNodeParams)(a.ptr(1))))
	}},
	{"hipGraphExternalSemaphoresWaitNodeGetParams", func(a words) uint64 {
		return uint64(hipGraphExternalSemaphoresWaitNodeGetParams((C.hipGraphNode_t)(a.ptr(0)), (*C.hipExternalSemaphoreWaitNodeParams)(a.ptr(1))))
	}},
	{"hipGraphExecExternalSemaphoresSignalNodeSetParams", func(a words) uint64 {
		return uint64(hipGraphExecExternalSemaphoresSignalNodeSetParams((C.hipGraphExec_t)(a.ptr(0)), (C.hipGraphNode_t)(a.ptr(1)), (*C.hipExternalSemaphoreSignalNodeParams)(a.ptr(2))))
	}},
	{"hipGraphExecExternalSemaphoresWaitNodeSetParams", func(a words) uint64 {
		return uint64(hipGraphExecExternalSemaphoresWaitNodeSetParams((C.hipGraphExec_t)(a.ptr(0)), (C.hipGraphNode_t)(a.ptr(1)), (*C.hipExternalSemaphoreWaitNodeParams)(a.ptr(2))))
	}},
	{"hipDrvGraphMemcpyNodeGetParams", func(a words) uint64 {
		return uint64(hipDrvGraphMemcpyNodeGetParams((C.hipGraphNode_t)(a.ptr(0)), (*C.HIP_MEMCPY3D)(a.ptr(1))))
	}},
	{"hipDrvGraphMemcpyNodeSetParams", func(a words) uint64 {
		return uint64(hipDrvGraphMemcpyNodeSetParams((C.hipGraphNode_t)(a.ptr(0)), (*C.HIP_MEMCPY3D)(a.ptr(1))))
	}},
	{"hipDrvGraphAddMemsetNode", func(a words) uint64 {
		return uint64(hipDrvGraphAddMemsetNode((*C.hipGraphNode_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), C.size_t(a[3]), (*C.HIP_MEMSET_NODE_PARAMS)(a.ptr(4)), (C.hipCtx_t)(a.ptr(5))))
	}},
	{"hipDrvGraphAddMemFreeNode", func(a words) uint64 {
		return uint64(hipDrvGraphAddMemFreeNode((*C.hipGraphNode_t)(a.ptr(0)), (C.hipGraph_t)(a.ptr(1)), (*C.hipGraphNode_t)(a.ptr(2)), C.size_t(a[3]), C.hipDeviceptr_t(a.ptr(4))))
	}},
	{"hipDrvGraphExecMemcpyNodeSetParams", func(a words) uint64 {
		return uint64(hipDrvGraphExecMemcpyNodeSetParams((C.hipGraphExec_t)(a.ptr(0)), (C.hipGraphNode_t)(a.ptr(1)), (*C.HIP_MEMCPY3D)(a.ptr(2)), (C.hipCtx_t)(a.ptr(3))))
	}},
	{"hipDrvGraphExecMemsetNodeSetParams", func(a words) uint64 {
		return uint64(hipDrvGraphExecMemsetNodeSetParams((C.hipGraphExec_t)(a.ptr(0)), (C.hipGraphNode_t)(a.ptr(1)), (*C.HIP_MEMSET_NODE_PARAMS)(a.ptr(2)), (C.hipCtx_t)(a.ptr(3))))
	}},
	{"hipMemAddressFree", func(a words) uint64 { return uint64(hipMemAddressFree(a.ptr(0), C.size_t(a[1]))) }},
	{"hipMemAddressReserve", func(a words) uint64 {
		return uint64(hipMemAddressReserve((*unsafe.Pointer)(a.ptr(0)), C.size_t(a[1]), C.size_t(a[2]), a.ptr(3), C.ulonglong(a[4])))
	}},
	{"hipMemCreate", func(a words) uint64 {
		return uint64(hipMemCreate((*C.hipMemGenericAllocationHandle_t)(a.ptr(0)), C.size_t(a[1]), (*C.hipMemAllocationProp)(a.ptr(2)), C.ulonglong(a[3])))
	}},
	{"hipMemExportToShareableHandle", func(a words) uint64 {
		return uint64(hipMemExportToShareableHandle(a.ptr(0), (C.hipMemGenericAllocationHandle_t)(a.ptr(1)), C.hipMemAllocationHandleType(a[2]), C.ulonglong(a[3])))
	}},
	{"hipMemGetAccess", func(a words) uint64 {
		return uint64(hipMemGetAccess((*C.ulonglong)(a.ptr(0)), (*C.hipMemLocation)(a.ptr(1)), a.ptr(2)))
	}},
	{"hipMemGetAllocationGranularity", func(a words) uint64 {
		return uint64(hipMemGetAllocationGranularity((*C.size_t)(a.ptr(0)), (*C.hipMemAllocationProp)(a.ptr(1)), C.hipMemAllocationGranularity_flags(a[2])))
	}},
	{"hipMemGetAllocationPropertiesFromHandle", func(a words) uint64 {
		return uint64(hipMemGetAllocationPropertiesFromHandle((*C.hipMemAllocationProp)(a.ptr(0)), (C.hipMemGenericAllocationHandle_t)(a.ptr(1))))
	}},
	{"hipMemImportFromShareableHandle", func(a words) uint64 {
		return uint64(hipMemImportFromShareableHandle((*C.hipMemGenericAllocationHandle_t)(a.ptr(0)), a.ptr(1), C.hipMemAllocationHandleType(a[2])))
	}},
	{"hipMemMap", func(a words) uint64 {
		return uint64(hipMemMap(a.ptr(0), C.size_t(a[1]), C.size_t(a[2]), (C.hipMemGenericAllocationHandle_t)(a.ptr(3)), C.ulonglong(a[4])))
	}},
	{"hipMemMapArrayAsync", func(a words) uint64 {
		return uint64(hipMemMapArrayAsync((*C.hipArrayMapInfo)(a.ptr(0)), C.uint(a[1]), (C.hipStream_t)(a.ptr(2))))
	}},
	{"hipMemRelease", func(a words) uint64 { return uint64(hipMemRelease((C.hipMemGenericAllocationHandle_t)(a.ptr(0)))) }},
	{"hipMemRetainAllocationHandle", func(a words) uint64 {
		return uint64(hipMemRetainAllocationHandle((*C.hipMemGenericAllocationHandle_t)(a.ptr(0)), a.ptr(1)))
	}},
	{"hipMemSetAccess", func(a words) uint64 {
		return uint64(hipMemSetAccess(a.ptr(0), C.size_t(a[1]), (*C.hipMemAccessDesc)(a.ptr(2)), C.size_t(a[3])))
	}},
	{"hipMemUnmap", func(a words) uint64 { return uint64(hipMemUnmap(a.ptr(0), C.size_t(a[1]))) }},
	{"hipGraphicsMapResources", func(a words) uint64 {
		return uint64(hipGraphicsMapResources(C.int(a[0]), (*C.hipGraphicsResource_t)(a.ptr(1)), (C.hipStream_t)(a.ptr(2))))
	}},
	{"hipGraphicsSubResourceGetMappedArray", func(a words) uint64 {
		return uint64(hipGraphicsSubResourceGetMappedArray((*C.hipArray_t)(a.ptr(0)), (C.hipGraphicsResource_t)(a.ptr(1)), C.uint(a[2]), C.uint(a[3])))
	}},
	{"hipGraphicsResourceGetMappedPointer", func(a words) uint64 {
		return uint64(hipGraphicsResourceGetMappedPointer((*unsafe.Pointer)(a.ptr(0)), (*C.size_t)(a.ptr(1)), (C.hipGraphicsResource_t)(a.ptr(2))))
	}},
	{"hipGraphicsUnmapResources", func(a words) uint64 {
		return uint64(hipGraphicsUnmapResources(C.int(a[0]), (*C.hipGraphicsResource_t)(a.ptr(1)), (C.hipStream_t)(a.ptr(2))))
	}},
	{"hipGraphicsUnregisterResource", func(a words) uint64 {
		return uint64(hipGraphicsUnregisterResource((C.hipGraphicsResource_t)(a.ptr(0))))
	}},
	{"hipCreateSurfaceObject", func(a words) uint64 {
		return uint64(hipCreateSurfaceObject((*C.hipSurfaceObject_t)(a.ptr(0)), (*C.hipResourceDesc)(a.ptr(1))))
	}},
	{"hipDestroySurfaceObject", func(a words) uint64 { return uint64(hipDestroySurfaceObject((C.hipSurfaceObject_t)(a.ptr(0)))) }},
	{"hipLibraryLoadData", func(a words) uint64 {
		return uint64(hipLibraryLoadData((*C.hipLibrary_t)(a.ptr(0)), a.ptr(1), (*C.hipJitOption)(a.ptr(2)), (*unsafe.Pointer)(a.ptr(3)), C.uint(a[4]), (*C.hipLibraryOption)(a.ptr(5)), (*unsafe.Pointer)(a.ptr(6)), C.uint(a[7])))
	}},
	{"hipLibraryLoadFromFile", func(a words) uint64 {
		return uint64(hipLibraryLoadFromFile((*C.hipLibrary_t)(a.ptr(0)), (*C.char)(a.ptr(1)), (*C.hipJitOption)(a.ptr(2)), (*unsafe.Pointer)(a.ptr(3)), C.uint(a[4]), (*C.hipLibraryOption)(a.ptr(5)), (*unsafe.Pointer)(a.ptr(6)), C.uint(a[7])))
	}},
	{"hipLibraryUnload", func(a words) uint64 { return uint64(hipLibraryUnload((C.hipLibrary_t)(a.ptr(0)))) }},
	{"hipLibraryGetKernel", func(a words) uint64 {
		return uint64(hipLibraryGetKernel((*C.hipKernel_t)(a.ptr(0)), (C.hipLibrary_t)(a.ptr(1)), (*C.char)(a.ptr(2))))
	}},
	{"hipLibraryGetKernelCount", func(a words) uint64 {
		return uint64(hipLibraryGetKernelCount((*C.uint)(a.ptr(0)), (C.hipLibrary_t)(a.ptr(1))))
	}},
	{"hipLibraryEnumerateKernels", func(a words) uint64 {
		return uint64(hipLibraryEnumerateKernels((*C.hipKernel_t)(a.ptr(0)), C.uint(a[1]), (C.hipLibrary_t)(a.ptr(2))))
	}},
	{"hipKernelGetLibrary", func(a words) uint64 {
		return uint64(hipKernelGetLibrary((*C.hipLibrary_t)(a.ptr(0)), (C.hipKernel_t)(a.ptr(1))))
	}},
	{"hipKernelGetName", func(a words) uint64 { return uint64(hipKernelGetName((**C.char)(a.ptr(0)), (C.hipKernel_t)(a.ptr(1)))) }},
	{"hipKernelGetFunction", func(a words) uint64 {
		return uint64(hipKernelGetFunction((*C.hipFunction_t)(a.ptr(0)), (C.hipKernel_t)(a.ptr(1))))
	}},
	{"hipKernelGetParamInfo", func(a words) uint64 {
		return uint64(hipKernelGetParamInfo((C.hipKernel_t)(a.ptr(0)), C.size_t(a[1]), (*C.size_t)(a.ptr(2)), (*C.size_t)(a.ptr(3))))
	}},
	{"hipKernelGetAttribute", func(a words) uint64 {
		return uint64(hipKernelGetAttribute((*C.int)(a.ptr(0)), C.hipFunction_attribute(a[1]), (C.hipKernel_t)(a.ptr(2)), C.hipDevice_t(a[3])))
	}},
	{"hipKernelSetAttribute", func(a words) uint64 {
		return uint64(hipKernelSetAttribute(C.hipFunction_attribute(a[0]), C.int(a[1]), (C.hipKernel_t)(a.ptr(2)), C.hipDevice_t(a[3])))
	}},
	{"hipMemGetDefaultMemPool", func(a words) uint64 {
		return uint64(hipMemGetDefaultMemPool((*C.hipMemPool_t)(a.ptr(0)), (*C.hipMemLocation)(a.ptr(1)), C.hipMemAllocationType(a[2])))
	}},
	{"hipMemGetMemPool", func(a words) uint64 {
		return uint64(hipMemGetMemPool((*C.hipMemPool_t)(a.ptr(0)), (*C.hipMemLocation)(a.ptr(1)), C.hipMemAllocationType(a[2])))
	}},
	{"hipMemSetMemPool", func(a words) uint64 {
		return uint64(hipMemSetMemPool((*C.hipMemLocation)(a.ptr(0)), C.hipMemAllocationType(a[1]), (C.hipMemPool_t)(a.ptr(2))))
	}},
	{"hipMemGetHandleForAddressRange", func(a words) uint64 {
		return uint64(hipMemGetHandleForAddressRange(a.ptr(0), C.hipDeviceptr_t(a.ptr(1)), C.size_t(a[2]), C.hipMemRangeHandleType(a[3]), C.ulonglong(a[4])))
	}},
	{"hipMipmappedArrayGetMemoryRequirements", func(a words) uint64 {
		return uint64(hipMipmappedArrayGetMemoryRequirements((*C.hipArrayMemoryRequirements)(a.ptr(0)), (C.hipMipmappedArray_t)(a.ptr(1)), C.hipDevice_t(a[2])))
	}},
	{"hipStreamSetAttribute", func(a words) uint64 {
		return uint64(hipStreamSetAttribute((C.hipStream_t)(a.ptr(0)), C.hipLaunchAttributeID(a[1]), (*C.hipLaunchAttributeValue)(a.ptr(2))))
	}},
	{"hipStreamGetAttribute", func(a words) uint64 {
		return uint64(hipStreamGetAttribute((C.hipStream_t)(a.ptr(0)), C.hipLaunchAttributeID(a[1]), (*C.hipLaunchAttributeValue)(a.ptr(2))))
	}},
	{"hipStreamCopyAttributes", func(a words) uint64 {
		return uint64(hipStreamCopyAttributes((C.hipStream_t)(a.ptr(0)), (C.hipStream_t)(a.ptr(1))))
	}},
	{"hiprtcGetErrorString", func(a words) uint64 {
		return uint64(uintptr(unsafe.Pointer(hiprtcGetErrorString(C.hiprtcResult(a[0])))))
	}},
	{"hiprtcVersion", func(a words) uint64 { return uint64(hiprtcVersion((*C.int)(a.ptr(0)), (*C.int)(a.ptr(1)))) }},
	{"hiprtcAddNameExpression", func(a words) uint64 {
		return uint64(hiprtcAddNameExpression((C.hiprtcProgram)(a.ptr(0)), (*C.char)(a.ptr(1))))
	}},
	{"hiprtcCompileProgram", func(a words) uint64 {
		return uint64(hiprtcCompileProgram((C.hiprtcProgram)(a.ptr(0)), C.int(a[1]), (**C.char)(a.ptr(2))))
	}},
	{"hiprtcCreateProgram", func(a words) uint64 {
		return uint64(hiprtcCreateProgram((*C.hiprtcProgram)(a.ptr(0)), (*C.char)(a.ptr(1)), (*C.char)(a.ptr(2)), C.int(a[3]), (**C.char)(a.ptr(4)), (**C.char)(a.ptr(5))))
	}},
	{"hiprtcDestroyProgram", func(a words) uint64 { return uint64(hiprtcDestroyProgram((*C.hiprtcProgram)(a.ptr(0)))) }},
	{"hiprtcGetLoweredName", func(a words) uint64 {
		return uint64(hiprtcGetLoweredName((C.hiprtcProgram)(a.ptr(0)), (*C.char)(a.ptr(1)), (**C.char)(a.ptr(2))))
	}},
	{"hiprtcGetProgramLog", func(a words) uint64 {
		return uint64(hiprtcGetProgramLog((C.hiprtcProgram)(a.ptr(0)), (*C.char)(a.ptr(1))))
	}},
	{"hiprtcGetProgramLogSize", func(a words) uint64 {
		return uint64(hiprtcGetProgramLogSize((C.hiprtcProgram)(a.ptr(0)), (*C.size_t)(a.ptr(1))))
	}},
	{"hiprtcGetCode", func(a words) uint64 { return uint64(hiprtcGetCode((C.hiprtcProgram)(a.ptr(0)), (*C.char)(a.ptr(1)))) }},
	{"hiprtcGetCodeSize", func(a words) uint64 {
		return uint64(hiprtcGetCodeSize((C.hiprtcProgram)(a.ptr(0)), (*C.size_t)(a.ptr(1))))
	}},
	{"hiprtcGetBitcode", func(a words) uint64 {
		return uint64(hiprtcGetBitcode((C.hiprtcProgram)(a.ptr(0)), (*C.char)(a.ptr(1))))
	}},
	{"hiprtcGetBitcodeSize", func(a words) uint64 {
		return uint64(hiprtcGetBitcodeSize((C.hiprtcProgram)(a.ptr(0)), (*C.size_t)(a.ptr(1))))
	}},
	{"hiprtcLinkCreate", func(a words) uint64 {
		return uint64(hiprtcLinkCreate(C.uint(a[0]), (*C.hiprtcJIT_option)(a.ptr(1)), (*unsafe.Pointer)(a.ptr(2)), (*C.hiprtcLinkState)(a.ptr(3))))
	}},
	{"hiprtcLinkAddFile", func(a words) uint64 {
		return uint64(hiprtcLinkAddFile((C.hiprtcLinkState)(a.ptr(0)), C.hiprtcJITInputType(a[1]), (*C.char)(a.ptr(2)), C.uint(a[3]), (*C.hiprtcJIT_option)(a.ptr(4)), (*unsafe.Pointer)(a.ptr(5))))
	}},
	{"hiprtcLinkAddData", func(a words) uint64 {
		return uint64(hiprtcLinkAddData((C.hiprtcLinkState)(a.ptr(0)), C.hiprtcJITInputType(a[1]), a.ptr(2), C.size_t(a[3]), (*C.char)(a.ptr(4)), C.uint(a[5]), (*C.hiprtcJIT_option)(a.ptr(6)), (*unsafe.Pointer)(a.ptr(7))))
	}},
	{"hiprtcLinkComplete", func(a words) uint64 {
		return uint64(hiprtcLinkComplete((C.hiprtcLinkState)(a.ptr(0)), (*unsafe.Pointer)(a.ptr(1)), (*C.size_t)(a.ptr(2))))
	}},
	{"hiprtcLinkDestroy", func(a words) uint64 { return uint64(hiprtcLinkDestroy((C.hiprtcLinkState)(a.ptr(0)))) }},
	{"hipGLGetDevices", func(a words) uint64 {
		return uint64(hipGLGetDevices((*C.uint)(a.ptr(0)), (*C.int)(a.ptr(1)), C.uint(a[2]), C.hipGLDeviceList(a[3])))
	}},
	{"hipGraphicsGLRegisterBuffer", func(a words) uint64 {
		return uint64(hipGraphicsGLRegisterBuffer((**C.hipGraphicsResource)(a.ptr(0)), C.GLuint(a[1]), C.uint(a[2])))
	}},
	{"hipGraphicsGLRegisterImage", func(a words) uint64 {
		return uint64(hipGraphicsGLRegisterImage((**C.hipGraphicsResource)(a.ptr(0)), C.GLuint(a[1]), C.GLenum(a[2]), C.uint(a[3])))
	}},
}

// tableHash tells whether libgohip.so was made from the same table.
const tableHash = 0xab53979aca3a66e7
