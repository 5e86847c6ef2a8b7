// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"
)

type kernelWork struct {
	f        *C.gh_func
	host     unsafe.Pointer // the program's handle of the kernel
	grid     [3]C.uint32_t
	block    [3]C.uint32_t
	cluster  [3]C.uint32_t // blocks, or zeros
	shared   C.uint
	args     *unsafe.Pointer // C memory: pointers into blob
	blob     unsafe.Pointer
	coop     C.int
	priority C.int
	window   C.hipAccessPolicyWindow
}

func (w *kernelWork) kind() C.hipGraphNodeType { return C.hipGraphNodeTypeKernel }
func (w *kernelWork) label() string            { return C.GoString(w.f.name) }
func (w *kernelWork) submit(s *C.gh_stream) C.hipError_t {
	if w.coop != 0 {
		if e := gohipCheckCooperative(w.f, &w.grid[0], &w.block[0], C.size_t(w.shared)); e != C.hipSuccess {
			return e
		}
	}
	op := C.op_launch(w.f, &w.grid[0], &w.block[0], C.size_t(w.shared), w.args, C.bool(w.coop != 0))
	C.op_set_cluster(&op, &w.cluster[0])
	return C.sh_submit(shim, s, &op)
}
func (w *kernelWork) clone() work {
	c := *w
	c.keep(w.args)
	return &c
}
func (w *kernelWork) free() {
	C.free(w.blob)
	C.free(unsafe.Pointer(w.args))
	w.blob, w.args = nil, nil
}

// keep copies the arguments: the program's own may be gone when the graph runs.
func (w *kernelWork) keep(args *unsafe.Pointer) {
	w.blob, w.args = nil, nil
	n := int(w.f.nexplicit)
	if n == 0 {
		return
	}
	w.blob = C.calloc(1, C.size_t(w.f.cache_size)+8)
	w.args = (*unsafe.Pointer)(C.calloc(C.size_t(n), 8))
	src, dst := unsafe.Slice(args, n), unsafe.Slice(w.args, n)
	i := 0
	for _, a := range unsafe.Slice(w.f.args, w.f.nargs) {
		if a.kind > C.GH_ARG_POINTER {
			continue
		}
		dst[i] = unsafe.Add(w.blob, uintptr(a.cache))
		C.memcpy(dst[i], src[i], C.size_t(a.size))
		i++
	}
}

func kernelOf(p *C.hipKernelNodeParams) (*kernelWork, C.hipError_t) {
	if p == nil || p._func == nil {
		return nil, C.hipErrorInvalidValue
	}
	f, e := functionOf(p._func)
	if e != C.hipSuccess {
		return nil, C.hipErrorInvalidDeviceFunction
	}
	w := &kernelWork{f: f, host: p._func, shared: p.sharedMemBytes,
		grid:  [3]C.uint32_t{p.gridDim.x, p.gridDim.y, p.gridDim.z},
		block: [3]C.uint32_t{p.blockDim.x, p.blockDim.y, p.blockDim.z}}
	if e := C.sh_check_launch(shim, f, &w.grid[0], &w.block[0], C.size_t(w.shared)); e != C.hipSuccess {
		return nil, e
	}
	args := p.kernelParams
	if f.nexplicit > 0 && args == nil {
		if p.extra == nil {
			return nil, C.hipErrorInvalidValue
		}
		if args, e = packedArgs(f, p.extra); e != C.hipSuccess {
			return nil, e
		}
		defer C.free(unsafe.Pointer(args))
	} else if args != nil && p.extra != nil {
		return nil, C.hipErrorInvalidValue
	}
	w.keep(args)
	return w, C.hipSuccess
}

// packedArgs reads kernel arguments that are passed in one buffer.
func packedArgs(f *C.gh_func, extra *unsafe.Pointer) (*unsafe.Pointer, C.hipError_t) {
	var buffer unsafe.Pointer
	var size C.size_t
	list := unsafe.Slice(extra, 64)
	for i := 0; i+1 < len(list) && uintptr(list[i]) != 3; i += 2 {
		switch uintptr(list[i]) {
		case 1:
			buffer = list[i+1]
		case 2:
			size = *(*C.size_t)(list[i+1])
		default:
			return nil, C.hipErrorInvalidValue
		}
	}
	if buffer == nil || size < C.size_t(f.kernarg_size) {
		return nil, C.hipErrorInvalidValue
	}
	args := (*unsafe.Pointer)(C.calloc(C.size_t(f.nexplicit), 8))
	dst := unsafe.Slice(args, f.nexplicit)
	i := 0
	for _, a := range unsafe.Slice(f.args, f.nargs) {
		if a.kind <= C.GH_ARG_POINTER {
			dst[i] = unsafe.Add(buffer, uintptr(a.offset))
			i++
		}
	}
	return args, C.hipSuccess
}

func (w *kernelWork) params() C.hipKernelNodeParams {
	p := C.hipKernelNodeParams{_func: w.host, kernelParams: w.args, sharedMemBytes: w.shared}
	p.gridDim.x, p.gridDim.y, p.gridDim.z = w.grid[0], w.grid[1], w.grid[2]
	p.blockDim.x, p.blockDim.y, p.blockDim.z = w.block[0], w.block[1], w.block[2]
	return p
}

func hipGraphAddKernelNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, p *C.hipKernelNodeParams) C.hipError_t {
	return addNode(out, g, deps, n, func() (work, C.hipError_t) { return asWork(kernelOf(p)) })
}

func hipGraphKernelNodeGetParams(h C.hipGraphNode_t, p *C.hipKernelNodeParams) C.hipError_t {
	return get(h, p, (*kernelWork).params)
}

// setKernel replaces a kernel node's parameters and keeps its attributes.
func setKernel(p *C.hipKernelNodeParams) edit[*kernelWork] {
	return func(n *node, old *kernelWork) C.hipError_t {
		w, e := kernelOf(p)
		if e != C.hipSuccess {
			return e
		}
		w.coop, w.priority, w.window = old.coop, old.priority, old.window
		old.free()
		n.work = w
		return C.hipSuccess
	}
}

func hipGraphKernelNodeSetParams(h C.hipGraphNode_t, p *C.hipKernelNodeParams) C.hipError_t {
	return change(h, setKernel(p))
}

func hipGraphExecKernelNodeSetParams(x C.hipGraphExec_t, h C.hipGraphNode_t, p *C.hipKernelNodeParams) C.hipError_t {
	return changeExec(x, h, setKernel(p))
}

func hipGraphKernelNodeSetAttribute(h C.hipGraphNode_t, attr C.hipLaunchAttributeID, v *C.hipLaunchAttributeValue) C.hipError_t {
	if v == nil {
		return C.hipErrorInvalidValue
	}
	return change(h, func(_ *node, w *kernelWork) C.hipError_t {
		switch attr {
		case C.hipLaunchAttributeAccessPolicyWindow:
			p := (*C.hipAccessPolicyWindow)(unsafe.Pointer(v))
			if !validWindow(p, devices[w.f.dev.ordinal]) {
				return C.hipErrorInvalidValue
			}
			w.window = *p
		case C.hipLaunchAttributeCooperative:
			w.coop = *(*C.int)(unsafe.Pointer(v))
		case C.hipLaunchAttributePriority:
			w.priority = *(*C.int)(unsafe.Pointer(v))
		default:
			return C.hipErrorInvalidValue
		}
		return C.hipSuccess
	})
}

func hipGraphKernelNodeGetAttribute(h C.hipGraphNode_t, attr C.hipLaunchAttributeID, v *C.hipLaunchAttributeValue) C.hipError_t {
	if v == nil {
		return C.hipErrorInvalidValue
	}
	return change(h, func(_ *node, w *kernelWork) C.hipError_t {
		switch attr {
		case C.hipLaunchAttributeAccessPolicyWindow:
			*(*C.hipAccessPolicyWindow)(unsafe.Pointer(v)) = w.window
		case C.hipLaunchAttributeCooperative:
			*(*C.int)(unsafe.Pointer(v)) = w.coop
		case C.hipLaunchAttributePriority:
			*(*C.int)(unsafe.Pointer(v)) = w.priority
		default:
			return C.hipErrorInvalidValue
		}
		return C.hipSuccess
	})
}

func hipGraphKernelNodeCopyAttributes(src, dst C.hipGraphNode_t) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	_, a, ok1 := typed[*kernelWork](src)
	_, b, ok2 := typed[*kernelWork](dst)
	if !ok1 || !ok2 {
		return C.hipErrorInvalidValue
	}
	b.coop, b.priority, b.window = a.coop, a.priority, a.window
	return C.hipSuccess
}
