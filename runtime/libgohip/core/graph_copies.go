// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"fmt"
	"unsafe"
)

type copyWork struct {
	c      C.gh_copy3d
	mode   C.hipMemcpyKind
	parms  C.hipMemcpy3DParms // as given, for GetParams
	drv    C.HIP_MEMCPY3D
	has3D  bool
	hasDrv bool
	symbol C.hipGraphNodeType // hipGraphNodeTypeMemcpy, or …FromSymbol, …ToSymbol
}

// toPageable reports whether the copy is to memory that HIP did not allocate or register.
func (w *copyWork) toPageable() bool {
	if w.symbol == C.hipGraphNodeTypeMemcpyToSymbol {
		return false
	}
	var a C.gh_alloc
	return !bool(C.sh_find_alloc(shim, unsafe.Pointer(w.c.dst), &a))
}

// direction is the pair of memories that the copy is between: host, device, array.
func (w *copyWork) direction() string {
	side := func(p unsafe.Pointer, array, host bool) string {
		a, known := findAlloc(p)
		switch {
		case array:
			return "A"
		case host || w.mode == C.hipMemcpyDefault && (!known || a.kind == C.GH_HOST):
			return "H"
		}
		return "D"
	}
	from := side(unsafe.Pointer(w.c.src), w.has3D && w.parms.srcArray != nil || w.hasDrv && w.drv.srcMemoryType == C.hipMemoryTypeArray,
		w.mode == C.hipMemcpyHostToDevice || w.mode == C.hipMemcpyHostToHost)
	to := side(unsafe.Pointer(w.c.dst), w.has3D && w.parms.dstArray != nil || w.hasDrv && w.drv.dstMemoryType == C.hipMemoryTypeArray,
		w.mode == C.hipMemcpyDeviceToHost || w.mode == C.hipMemcpyHostToHost)
	return from + "to" + to
}

func (w *copyWork) kind() C.hipGraphNodeType { return C.hipGraphNodeTypeMemcpy }
func (w *copyWork) label() string {
	return fmt.Sprintf("%s %dx%dx%d", w.direction(), w.c.width, w.c.height, w.c.depth)
}
func (w *copyWork) clone() work { c := *w; return &c }
func (w *copyWork) submit(s *C.gh_stream) C.hipError_t {
	// The memory is read and written when the node runs, pageable memory, too: a preceding node may
	// fill it. GH_OP_COPY would copy at once.
	c := w.c
	c.when = C.GH_COPY_IN_TURN
	op := C.op_copy3d(c)
	return C.sh_submit(shim, s, &op)
}

func sidesCopy(dst, src side, w, h, d C.size_t) (C.gh_copy3d, C.hipError_t) {
	if !dst.inside(w, h, d) || !src.inside(w, h, d) {
		return C.gh_copy3d{}, C.hipErrorInvalidValue
	}
	return C.gh_copy3d{dst: (*C.char)(dst.ptr), src: (*C.char)(src.ptr), dst_pitch: dst.pitch, dst_slice: dst.slice,
		src_pitch: src.pitch, src_slice: src.slice, width: w, height: h, depth: d}, C.hipSuccess
}

func copy3DWork(p *C.hipMemcpy3DParms) (*copyWork, C.hipError_t) {
	dst, src, width, e := parms3D(p)
	if e != C.hipSuccess {
		return nil, e
	}
	if p.extent.width == 0 || p.extent.height == 0 || p.extent.depth == 0 {
		return nil, C.hipErrorInvalidValue
	}
	c, e := sidesCopy(dst, src, width, p.extent.height, p.extent.depth)
	if e != C.hipSuccess {
		return nil, e
	}
	return &copyWork{c: c, mode: C.hipMemcpyKind(p.kind), parms: *p, has3D: true, symbol: C.hipGraphNodeTypeMemcpy}, C.hipSuccess
}

func copyDrvWork(p *C.HIP_MEMCPY3D) (*copyWork, C.hipError_t) {
	dst, src, e := drvSides(p)
	if e != C.hipSuccess {
		return nil, e
	}
	if p.WidthInBytes == 0 || p.Height == 0 || p.Depth == 0 {
		return nil, C.hipErrorInvalidValue
	}
	c, e := sidesCopy(dst, src, p.WidthInBytes, p.Height, p.Depth)
	if e != C.hipSuccess {
		return nil, e
	}
	return &copyWork{c: c, mode: C.hipMemcpyDefault, drv: *p, hasDrv: true, symbol: C.hipGraphNodeTypeMemcpy}, C.hipSuccess
}

func copy1DWork(dst, src unsafe.Pointer, n C.size_t, kind C.hipMemcpyKind, symbol C.hipGraphNodeType) (*copyWork, C.hipError_t) {
	if dst == nil || src == nil || n == 0 {
		return nil, C.hipErrorInvalidValue
	}
	if badKind(kind) {
		return nil, C.hipErrorInvalidMemcpyDirection
	}
	c, e := sidesCopy(linear(dst, n, 1), linear(src, n, 1), n, 1, 1)
	if e != C.hipSuccess {
		return nil, e
	}
	w := &copyWork{c: c, mode: kind, symbol: symbol}
	w.parms.srcPtr = C.struct_hipPitchedPtr{ptr: src, pitch: n, xsize: n, ysize: 1}
	w.parms.dstPtr = C.struct_hipPitchedPtr{ptr: dst, pitch: n, xsize: n, ysize: 1}
	w.parms.extent = C.struct_hipExtent{width: n, height: 1, depth: 1}
	w.parms.kind = uint32(kind)
	return w, C.hipSuccess
}

// otherCopy1DWork returns a node's new copy, whose operands must not overlap.
func otherCopy1DWork(dst, src unsafe.Pointer, n C.size_t, kind C.hipMemcpyKind) (*copyWork, C.hipError_t) {
	if d, s := uintptr(dst), uintptr(src); d < s+uintptr(n) && s < d+uintptr(n) {
		return nil, C.hipErrorInvalidValue
	}
	return copy1DWork(dst, src, n, kind, C.hipGraphNodeTypeMemcpy)
}

func symbolWork(dst, src, symbol unsafe.Pointer, n, off C.size_t, kind C.hipMemcpyKind, to bool) (*copyWork, C.hipError_t) {
	if symbol == nil {
		return nil, C.hipErrorInvalidSymbol
	}
	if to && src == nil || !to && dst == nil || n == 0 || C.sh_symbol(shim, src) != nil || C.sh_symbol(shim, dst) != nil {
		return nil, C.hipErrorInvalidValue
	}
	addr, have, e := symbolAddress(symbol)
	if e != C.hipSuccess {
		return nil, e
	}
	if uint64(off) > have || uint64(n) > have-uint64(off) {
		return nil, C.hipErrorInvalidValue
	}
	wrong := C.hipMemcpyKind(C.hipMemcpyDeviceToHost)
	if !to {
		wrong = C.hipMemcpyHostToDevice
	}
	if kind == wrong || kind == C.hipMemcpyHostToHost {
		return nil, C.hipErrorInvalidMemcpyDirection
	}
	other := src
	if !to {
		other = dst
	}
	if _, device := findAlloc(other); kind == C.hipMemcpyDeviceToDevice && !device {
		return nil, C.hipErrorInvalidValue
	}
	var p unsafe.Pointer
	setPointer(unsafe.Pointer(&p), addr+uintptr(off))
	if to {
		return copy1DWork(p, src, n, kind, C.hipGraphNodeTypeMemcpyToSymbol)
	}
	return copy1DWork(dst, p, n, kind, C.hipGraphNodeTypeMemcpyFromSymbol)
}

// set replaces a node's work.
func set[W work](make func() (W, C.hipError_t)) edit[W] {
	return func(n *node, _ W) C.hipError_t {
		w, e := make()
		if e == C.hipSuccess {
			n.work = w
		}
		return e
	}
}

// setTo replaces a node's work by what make creates from a call's parameters.
func setTo[W work, P any](make func(P) (W, C.hipError_t), p P) edit[W] {
	return set(func() (W, C.hipError_t) { return make(p) })
}

// sameKind returns a set for copies whose direction is fixed: those of an executable graph.
func sameKind(make func() (*copyWork, C.hipError_t)) edit[*copyWork] {
	return func(n *node, old *copyWork) C.hipError_t {
		w, e := make()
		if e == C.hipSuccess && w.mode != old.mode {
			e = C.hipErrorInvalidValue
		}
		if e == C.hipSuccess {
			n.work = w
		}
		return e
	}
}

// asWork returns a node's work as the interface.
func asWork[W work](w W, e C.hipError_t) (work, C.hipError_t) {
	if e != C.hipSuccess {
		return nil, e
	}
	return w, e
}

func hipGraphAddMemcpyNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, p *C.hipMemcpy3DParms) C.hipError_t {
	return addNode(out, g, deps, n, func() (work, C.hipError_t) { return asWork(copy3DWork(p)) })
}

func hipGraphMemcpyNodeGetParams(h C.hipGraphNode_t, p *C.hipMemcpy3DParms) C.hipError_t {
	return change(h, func(_ *node, w *copyWork) C.hipError_t {
		if p == nil || w.hasDrv {
			return C.hipErrorInvalidValue
		}
		*p = w.parms
		return C.hipSuccess
	})
}

func hipGraphMemcpyNodeSetParams(h C.hipGraphNode_t, p *C.hipMemcpy3DParms) C.hipError_t {
	return change(h, setTo(copy3DWork, p))
}

func hipGraphExecMemcpyNodeSetParams(x C.hipGraphExec_t, h C.hipGraphNode_t, p *C.hipMemcpy3DParms) C.hipError_t {
	return changeExec(x, h, sameKind(func() (*copyWork, C.hipError_t) { return copy3DWork(p) }))
}

func hipGraphAddMemcpyNode1D(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, dst, src unsafe.Pointer, count C.size_t, kind C.hipMemcpyKind) C.hipError_t {
	return addNode(out, g, deps, n, func() (work, C.hipError_t) {
		return asWork(copy1DWork(dst, src, count, kind, C.hipGraphNodeTypeMemcpy))
	})
}

func hipGraphMemcpyNodeSetParams1D(h C.hipGraphNode_t, dst, src unsafe.Pointer, count C.size_t, kind C.hipMemcpyKind) C.hipError_t {
	return change(h, set(func() (*copyWork, C.hipError_t) {
		return otherCopy1DWork(dst, src, count, kind)
	}))
}

func hipGraphExecMemcpyNodeSetParams1D(x C.hipGraphExec_t, h C.hipGraphNode_t, dst, src unsafe.Pointer, count C.size_t, kind C.hipMemcpyKind) C.hipError_t {
	return changeExec(x, h, sameKind(func() (*copyWork, C.hipError_t) {
		return otherCopy1DWork(dst, src, count, kind)
	}))
}

func hipGraphAddMemcpyNodeFromSymbol(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, dst, symbol unsafe.Pointer, count, off C.size_t, kind C.hipMemcpyKind) C.hipError_t {
	return addNode(out, g, deps, n, func() (work, C.hipError_t) {
		return asWork(symbolWork(dst, nil, symbol, count, off, kind, false))
	})
}

func hipGraphMemcpyNodeSetParamsFromSymbol(h C.hipGraphNode_t, dst, symbol unsafe.Pointer, count, off C.size_t, kind C.hipMemcpyKind) C.hipError_t {
	return change(h, set(func() (*copyWork, C.hipError_t) { return symbolWork(dst, nil, symbol, count, off, kind, false) }))
}

func hipGraphExecMemcpyNodeSetParamsFromSymbol(x C.hipGraphExec_t, h C.hipGraphNode_t, dst, symbol unsafe.Pointer, count, off C.size_t, kind C.hipMemcpyKind) C.hipError_t {
	return changeExec(x, h, sameKind(func() (*copyWork, C.hipError_t) { return symbolWork(dst, nil, symbol, count, off, kind, false) }))
}

func hipGraphAddMemcpyNodeToSymbol(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, symbol, src unsafe.Pointer, count, off C.size_t, kind C.hipMemcpyKind) C.hipError_t {
	return addNode(out, g, deps, n, func() (work, C.hipError_t) {
		return asWork(symbolWork(nil, src, symbol, count, off, kind, true))
	})
}

func hipGraphMemcpyNodeSetParamsToSymbol(h C.hipGraphNode_t, symbol, src unsafe.Pointer, count, off C.size_t, kind C.hipMemcpyKind) C.hipError_t {
	return change(h, set(func() (*copyWork, C.hipError_t) { return symbolWork(nil, src, symbol, count, off, kind, true) }))
}

func hipGraphExecMemcpyNodeSetParamsToSymbol(x C.hipGraphExec_t, h C.hipGraphNode_t, symbol, src unsafe.Pointer, count, off C.size_t, kind C.hipMemcpyKind) C.hipError_t {
	return changeExec(x, h, sameKind(func() (*copyWork, C.hipError_t) { return symbolWork(nil, src, symbol, count, off, kind, true) }))
}

func hipDrvGraphAddMemcpyNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, p *C.HIP_MEMCPY3D, ctx C.hipCtx_t) C.hipError_t {
	return addNode(out, g, deps, n, func() (work, C.hipError_t) { return asWork(copyDrvWork(p)) })
}

func hipDrvGraphMemcpyNodeGetParams(h C.hipGraphNode_t, p *C.HIP_MEMCPY3D) C.hipError_t {
	return change(h, func(_ *node, w *copyWork) C.hipError_t {
		if p == nil || !w.hasDrv {
			return C.hipErrorInvalidValue
		}
		*p = w.drv
		return C.hipSuccess
	})
}

func hipDrvGraphMemcpyNodeSetParams(h C.hipGraphNode_t, p *C.HIP_MEMCPY3D) C.hipError_t {
	return change(h, setTo(copyDrvWork, p))
}

func hipDrvGraphExecMemcpyNodeSetParams(x C.hipGraphExec_t, h C.hipGraphNode_t, p *C.HIP_MEMCPY3D, ctx C.hipCtx_t) C.hipError_t {
	return changeExec(x, h, setTo(copyDrvWork, p))
}
