// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"
)

func hipGraphAddNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, p *C.hipGraphNodeParams) C.hipError_t {
	if p == nil {
		return C.hipErrorInvalidValue
	}
	u := unsafe.Pointer(&p.anon0)
	switch p._type {
	case C.hipGraphNodeTypeKernel:
		return hipGraphAddKernelNode(out, g, deps, n, (*C.hipKernelNodeParams)(u))
	case C.hipGraphNodeTypeMemcpy:
		return hipGraphAddMemcpyNode(out, g, deps, n, &(*C.hipMemcpyNodeParams)(u).copyParams)
	case C.hipGraphNodeTypeMemset:
		return hipGraphAddMemsetNode(out, g, deps, n, (*C.hipMemsetParams)(u))
	case C.hipGraphNodeTypeHost:
		return hipGraphAddHostNode(out, g, deps, n, (*C.hipHostNodeParams)(u))
	case C.hipGraphNodeTypeGraph:
		return hipGraphAddChildGraphNode(out, g, deps, n, (*C.hipChildGraphNodeParams)(u).graph)
	case C.hipGraphNodeTypeEmpty:
		return hipGraphAddEmptyNode(out, g, deps, n)
	case C.hipGraphNodeTypeWaitEvent:
		return hipGraphAddEventWaitNode(out, g, deps, n, (*C.hipEventWaitNodeParams)(u).event)
	case C.hipGraphNodeTypeEventRecord:
		return hipGraphAddEventRecordNode(out, g, deps, n, (*C.hipEventRecordNodeParams)(u).event)
	case C.hipGraphNodeTypeMemAlloc:
		return hipGraphAddMemAllocNode(out, g, deps, n, (*C.hipMemAllocNodeParams)(u))
	case C.hipGraphNodeTypeMemFree:
		return hipGraphAddMemFreeNode(out, g, deps, n, (*C.hipMemFreeNodeParams)(u).dptr)
	case C.hipGraphNodeTypeExtSemaphoreSignal:
		return hipGraphAddExternalSemaphoresSignalNode(out, g, deps, n, (*C.hipExternalSemaphoreSignalNodeParams)(u))
	case C.hipGraphNodeTypeExtSemaphoreWait:
		return hipGraphAddExternalSemaphoresWaitNode(out, g, deps, n, (*C.hipExternalSemaphoreWaitNodeParams)(u))
	}
	return C.hipErrorInvalidValue
}

func hipGraphNodeSetParams(h C.hipGraphNode_t, p *C.hipGraphNodeParams) C.hipError_t {
	if p == nil {
		return C.hipErrorInvalidValue
	}
	u := unsafe.Pointer(&p.anon0)
	switch p._type {
	case C.hipGraphNodeTypeKernel:
		return hipGraphKernelNodeSetParams(h, (*C.hipKernelNodeParams)(u))
	case C.hipGraphNodeTypeMemcpy:
		return hipGraphMemcpyNodeSetParams(h, &(*C.hipMemcpyNodeParams)(u).copyParams)
	case C.hipGraphNodeTypeMemset:
		return hipGraphMemsetNodeSetParams(h, (*C.hipMemsetParams)(u))
	case C.hipGraphNodeTypeHost:
		return hipGraphHostNodeSetParams(h, (*C.hipHostNodeParams)(u))
	case C.hipGraphNodeTypeWaitEvent:
		return hipGraphEventWaitNodeSetEvent(h, (*C.hipEventWaitNodeParams)(u).event)
	case C.hipGraphNodeTypeEventRecord:
		return hipGraphEventRecordNodeSetEvent(h, (*C.hipEventRecordNodeParams)(u).event)
	case C.hipGraphNodeTypeExtSemaphoreSignal:
		return hipGraphExternalSemaphoresSignalNodeSetParams(h, (*C.hipExternalSemaphoreSignalNodeParams)(u))
	case C.hipGraphNodeTypeExtSemaphoreWait:
		return hipGraphExternalSemaphoresWaitNodeSetParams(h, (*C.hipExternalSemaphoreWaitNodeParams)(u))
	}
	return C.hipErrorInvalidValue
}

func hipGraphExecNodeSetParams(x C.hipGraphExec_t, h C.hipGraphNode_t, p *C.hipGraphNodeParams) C.hipError_t {
	if p == nil {
		return C.hipErrorInvalidValue
	}
	u := unsafe.Pointer(&p.anon0)
	switch p._type {
	case C.hipGraphNodeTypeKernel:
		return hipGraphExecKernelNodeSetParams(x, h, (*C.hipKernelNodeParams)(u))
	case C.hipGraphNodeTypeMemcpy:
		return hipGraphExecMemcpyNodeSetParams(x, h, &(*C.hipMemcpyNodeParams)(u).copyParams)
	case C.hipGraphNodeTypeMemset:
		return hipGraphExecMemsetNodeSetParams(x, h, (*C.hipMemsetParams)(u))
	case C.hipGraphNodeTypeHost:
		return hipGraphExecHostNodeSetParams(x, h, (*C.hipHostNodeParams)(u))
	case C.hipGraphNodeTypeGraph:
		return hipGraphExecChildGraphNodeSetParams(x, h, (*C.hipChildGraphNodeParams)(u).graph)
	case C.hipGraphNodeTypeWaitEvent:
		return hipGraphExecEventWaitNodeSetEvent(x, h, (*C.hipEventWaitNodeParams)(u).event)
	case C.hipGraphNodeTypeEventRecord:
		return hipGraphExecEventRecordNodeSetEvent(x, h, (*C.hipEventRecordNodeParams)(u).event)
	case C.hipGraphNodeTypeExtSemaphoreSignal:
		return hipGraphExecExternalSemaphoresSignalNodeSetParams(x, h, (*C.hipExternalSemaphoreSignalNodeParams)(u))
	case C.hipGraphNodeTypeExtSemaphoreWait:
		return hipGraphExecExternalSemaphoresWaitNodeSetParams(x, h, (*C.hipExternalSemaphoreWaitNodeParams)(u))
	}
	return C.hipErrorInvalidValue
}
