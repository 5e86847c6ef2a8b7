// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
// // kept_handle makes a handle that is never given back. Each points at the one before:
// // leak checkers do not look into Go's memory.
// static void *kept_handle(void) {
//   static void *last;
//   void **h = calloc(1, 16);
//   if (h) *h = last, last = h;
//   return h;
// }
import "C"

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"unsafe"
)

// Graphs: nodes with their dependencies, kept here; graphrun.go launches them.

// graphsMu guards every graph object. Calls on graphs are short but for launches,
// which copy what they need first.
var (
	graphsMu sync.Mutex
	graphs   = make(map[uintptr]*graph)
	nodes    = make(map[uintptr]*node)
	execs    = make(map[uintptr]*graphExec)
	objects  = make(map[uintptr]*userObject)

	// goneObjects are handles of user objects that went with their last reference; the next
	// objects get them.
	goneObjects = make(map[uintptr]unsafe.Pointer)
)

type graph struct {
	handle unsafe.Pointer
	nodes  []*node
	users  map[*userObject]int
	cloned *graph
	owner  *node // the child-graph node that holds this graph
}

type node struct {
	handle  unsafe.Pointer
	g       *graph
	deps    []*node
	work    work
	origin  *node // what this is a copy of
	enabled bool
}

// work is what a node does.
type work interface {
	kind() C.hipGraphNodeType
	// submit hands the work to a stream.
	submit(s *C.gh_stream) C.hipError_t
	clone() work
	label() string
}

type graphExec struct {
	handle unsafe.Pointer
	of     *graph // which may be gone
	g      *graph
	plan   *plan
	runner runner
	flags  C.ulonglong
}

func newHandle() unsafe.Pointer { return C.calloc(1, 16) }

func newGraph() *graph {
	g := &graph{handle: newHandle(), users: make(map[*userObject]int)}
	graphs[uintptr(g.handle)] = g
	return g
}

func (g *graph) add(w work, deps []*node) *node {
	n := &node{handle: newHandle(), g: g, deps: slices.Clone(deps), work: w, enabled: true}
	g.nodes = append(g.nodes, n)
	nodes[uintptr(n.handle)] = n
	if c, ok := w.(*childWork); ok {
		c.g.owner = n
	}
	return n
}

func (g *graph) destroy() {
	for _, n := range g.nodes {
		n.forget()
	}
	g.nodes = nil
	delete(graphs, uintptr(g.handle))
	C.free(g.handle)
	for o, n := range g.users {
		o.release(n)
	}
	g.users = nil
}

func (n *node) forget() {
	if c, ok := n.work.(*childWork); ok {
		c.g.destroy()
	}
	if c, ok := n.work.(interface{ free() }); ok {
		c.free()
	}
	delete(nodes, uintptr(n.handle))
	C.free(n.handle)
}

// copyGraph clones nodes and edges; each copy knows its origin.
func copyGraph(g *graph) *graph {
	c := newGraph()
	c.cloned = g
	of := make(map[*node]*node, len(g.nodes))
	for _, n := range g.nodes {
		m := c.add(n.work.clone(), nil)
		m.origin, m.enabled = n, n.enabled
		of[n] = m
	}
	for _, n := range g.nodes {
		for _, d := range n.deps {
			of[n].deps = append(of[n].deps, of[d])
		}
	}
	return c
}

// topological orders the nodes so that each comes after what it depends on, and as
// they were added otherwise; false when there is a cycle.
func (g *graph) topological() ([]*node, bool) {
	done := make(map[*node]bool, len(g.nodes))
	order := make([]*node, 0, len(g.nodes))
	for len(order) < len(g.nodes) {
		before := len(order)
		for _, n := range g.nodes {
			if done[n] || slices.ContainsFunc(n.deps, func(d *node) bool { return !done[d] }) {
				continue
			}
			done[n] = true
			order = append(order, n)
		}
		if len(order) == before {
			return nil, false
		}
	}
	return order, true
}

func graphOf(h C.hipGraph_t) *graph {
	if h == nil {
		return nil
	}
	return graphs[uintptr(unsafe.Pointer(h))]
}

func nodeOf(h C.hipGraphNode_t) *node {
	if h == nil {
		return nil
	}
	return nodes[uintptr(unsafe.Pointer(h))]
}

func execOf(h C.hipGraphExec_t) *graphExec {
	if h == nil {
		return nil
	}
	return execs[uintptr(unsafe.Pointer(h))]
}

// dependencies checks a list of nodes given with a new node.
func dependencies(g *graph, list *C.hipGraphNode_t, n C.size_t) ([]*node, bool) {
	if n == 0 {
		return nil, true
	}
	if list == nil || n > 1<<24 {
		return nil, false
	}
	var out []*node
	for _, h := range unsafe.Slice(list, n) {
		d := nodeOf(h)
		if d == nil || d.g != g || slices.Contains(out, d) {
			return nil, false
		}
		out = append(out, d)
	}
	return out, true
}

// addNode is the frame of all functions that add a node: make builds its work.
func addNode(out *C.hipGraphNode_t, h C.hipGraph_t, list *C.hipGraphNode_t, n C.size_t, make func() (work, C.hipError_t)) C.hipError_t {
	if out == nil {
		return C.hipErrorInvalidValue
	}
	graphsMu.Lock()
	defer graphsMu.Unlock()
	g := graphOf(h)
	if g == nil {
		return C.hipErrorInvalidValue
	}
	deps, ok := dependencies(g, list, n)
	if !ok {
		return C.hipErrorInvalidValue
	}
	w, e := make()
	if e != C.hipSuccess {
		return e
	}
	*out = C.hipGraphNode_t(g.add(w, deps).handle)
	return C.hipSuccess
}

// typed finds a node whose work is a W.
func typed[W work](h C.hipGraphNode_t) (n *node, w W, ok bool) {
	if n = nodeOf(h); n == nil {
		return nil, w, false
	}
	w, ok = n.work.(W)
	return n, w, ok
}

// execNode finds the copy of a node in an executable graph, with its work.
func execNode[W work](h C.hipGraphExec_t, nh C.hipGraphNode_t) (n *node, w W, ok bool) {
	x := execOf(h)
	orig := nodeOf(nh)
	if x == nil || orig == nil {
		return nil, w, false
	}
	for _, c := range x.g.nodes {
		if c.origin == orig {
			w, ok = c.work.(W)
			return c, w, ok
		}
	}
	return nil, w, false
}

// edit is what a call does to a node and its work, with the graphs locked.
type edit[W work] func(n *node, w W) C.hipError_t

// change applies an edit to a node of a graph whose work is a W.
func change[W work](h C.hipGraphNode_t, do edit[W]) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	n, w, ok := typed[W](h)
	if !ok {
		return C.hipErrorInvalidValue
	}
	return do(n, w)
}

// changeExec applies an edit to an executable graph's copy of a node.
func changeExec[W work](x C.hipGraphExec_t, h C.hipGraphNode_t, do edit[W]) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	n, w, ok := execNode[W](x, h)
	if !ok {
		return C.hipErrorInvalidValue
	}
	return do(n, w)
}

// get copies a part of a node's work out.
func get[W work, P any](h C.hipGraphNode_t, out *P, of func(W) P) C.hipError_t {
	if out == nil {
		return C.hipErrorInvalidValue
	}
	return change(h, func(_ *node, w W) C.hipError_t {
		*out = of(w)
		return C.hipSuccess
	})
}

// ---- kernels ----

type kernelWork struct {
	f        *C.gh_func
	host     unsafe.Pointer // what the program named the kernel by
	grid     [3]C.uint32_t
	block    [3]C.uint32_t
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
	op := C.op_launch(w.f, &w.grid[0], &w.block[0], C.size_t(w.shared), w.args, C.bool(w.coop != 0))
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

// packedArgs reads the one-buffer form of kernel arguments.
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
	graphsMu.Lock()
	defer graphsMu.Unlock()
	_, w, ok := typed[*kernelWork](h)
	if !ok || v == nil {
		return C.hipErrorInvalidValue
	}
	switch attr {
	case C.hipLaunchAttributeAccessPolicyWindow:
		p := (*C.hipAccessPolicyWindow)(unsafe.Pointer(v))
		var has C.hipDeviceProp_tR0600
		devices[w.f.dev.ordinal].properties(&has)
		if p.hitRatio < 0 || p.hitRatio > 1 || p.num_bytes > C.size_t(has.accessPolicyMaxWindowSize) || p.missProp == C.hipAccessPropertyPersisting {
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
}

func hipGraphKernelNodeGetAttribute(h C.hipGraphNode_t, attr C.hipLaunchAttributeID, v *C.hipLaunchAttributeValue) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	_, w, ok := typed[*kernelWork](h)
	if !ok || v == nil {
		return C.hipErrorInvalidValue
	}
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

// ---- copies ----

type copyWork struct {
	c      C.gh_copy3d
	mode   C.hipMemcpyKind
	parms  C.hipMemcpy3DParms // as given, for GetParams
	drv    C.HIP_MEMCPY3D
	has3D  bool
	hasDrv bool
	symbol C.hipGraphNodeType // hipGraphNodeTypeMemcpy, or …FromSymbol, …ToSymbol
}

// toPageable tells whether the copy goes to memory that HIP knows nothing of.
func (w *copyWork) toPageable() bool {
	if w.symbol == C.hipGraphNodeTypeMemcpyToSymbol {
		return false
	}
	var a C.gh_alloc
	return !bool(C.sh_find_alloc(shim, unsafe.Pointer(w.c.dst), &a))
}

// direction is what the copy is between: the host, device memory, an array.
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
	// The memory is read and written when the node's turn has come, pageable memory, too:
	// a node before it may be what fills it. GH_OP_COPY would do it now.
	op := C.op_copy3d(w.c)
	if s.dev.drv != nil && w.c.height == 1 && w.c.depth == 1 {
		op = C.op_copy(unsafe.Pointer(w.c.dst), unsafe.Pointer(w.c.src), w.c.width, C.int(w.mode))
	}
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

// otherCopy1DWork is a node's new copy, which may not overlap.
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

// set replaces what a node does.
func set[W work](make func() (W, C.hipError_t)) edit[W] {
	return func(n *node, _ W) C.hipError_t {
		w, e := make()
		if e == C.hipSuccess {
			n.work = w
		}
		return e
	}
}

// sameKind is set for copies where the direction is fixed: that of an executable graph's copies.
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

// asWork gives what a node does as one that may be of any kind.
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
	return change(h, set(func() (*copyWork, C.hipError_t) { return copy3DWork(p) }))
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
	return change(h, set(func() (*copyWork, C.hipError_t) { return copyDrvWork(p) }))
}

func hipDrvGraphExecMemcpyNodeSetParams(x C.hipGraphExec_t, h C.hipGraphNode_t, p *C.HIP_MEMCPY3D, ctx C.hipCtx_t) C.hipError_t {
	return changeExec(x, h, set(func() (*copyWork, C.hipError_t) { return copyDrvWork(p) }))
}

// ---- fills ----

type fillWork struct{ p C.hipMemsetParams }

func (w *fillWork) kind() C.hipGraphNodeType { return C.hipGraphNodeTypeMemset }
func (w *fillWork) label() string            { return fmt.Sprintf("set %dx%d", w.p.width, w.p.height) }
func (w *fillWork) clone() work              { c := *w; return &c }
func (w *fillWork) submit(s *C.gh_stream) C.hipError_t {
	op := C.op_fill(C.gh_fill{dst: (*C.char)(w.p.dst), pitch: w.p.pitch, width: w.p.width, height: w.p.height, depth: 1,
		value: C.uint32_t(w.p.value), elem: C.uint32_t(w.p.elementSize)})
	return C.sh_submit(shim, s, &op)
}

func fillOf(p *C.hipMemsetParams) (*fillWork, C.hipError_t) {
	if p == nil || p.dst == nil || p.width == 0 || p.height == 0 {
		return nil, C.hipErrorInvalidValue
	}
	if p.elementSize != 1 && p.elementSize != 2 && p.elementSize != 4 {
		return nil, C.hipErrorInvalidValue
	}
	row := p.width * C.size_t(p.elementSize)
	if p.height > 1 && p.pitch < row {
		return nil, C.hipErrorInvalidValue
	}
	if a, ok := findAlloc(p.dst); ok {
		if uint64(uintptr(p.dst))-uint64(a.start)+uint64((p.height-1)*p.pitch+row) > uint64(a.size) {
			return nil, C.hipErrorInvalidValue
		}
	}
	return &fillWork{*p}, C.hipSuccess
}

func hipGraphAddMemsetNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, p *C.hipMemsetParams) C.hipError_t {
	return addNode(out, g, deps, n, func() (work, C.hipError_t) { return asWork(fillOf(p)) })
}

func hipGraphMemsetNodeGetParams(h C.hipGraphNode_t, p *C.hipMemsetParams) C.hipError_t {
	return get(h, p, func(w *fillWork) C.hipMemsetParams { return w.p })
}

func setFill(p *C.hipMemsetParams) edit[*fillWork] {
	return set(func() (*fillWork, C.hipError_t) { return fillOf(p) })
}

func hipGraphMemsetNodeSetParams(h C.hipGraphNode_t, p *C.hipMemsetParams) C.hipError_t {
	return change(h, setFill(p))
}

func hipGraphExecMemsetNodeSetParams(x C.hipGraphExec_t, h C.hipGraphNode_t, p *C.hipMemsetParams) C.hipError_t {
	return changeExec(x, h, func(n *node, w *fillWork) C.hipError_t {
		// Fills of more than one row keep their shape.
		if p != nil && (p.height > 1 || w.p.height > 1) && (p.height != w.p.height || p.width != w.p.width) {
			return C.hipErrorInvalidValue
		}
		return setFill(p)(n, w)
	})
}

func drvFill(p *C.HIP_MEMSET_NODE_PARAMS) *C.hipMemsetParams {
	if p == nil {
		return nil
	}
	return &C.hipMemsetParams{dst: unsafe.Pointer(p.dst), elementSize: p.elementSize, height: p.height, pitch: p.pitch, value: p.value, width: p.width}
}

func hipDrvGraphAddMemsetNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, p *C.HIP_MEMSET_NODE_PARAMS, ctx C.hipCtx_t) C.hipError_t {
	return hipGraphAddMemsetNode(out, g, deps, n, drvFill(p))
}

func hipDrvGraphExecMemsetNodeSetParams(x C.hipGraphExec_t, h C.hipGraphNode_t, p *C.HIP_MEMSET_NODE_PARAMS, ctx C.hipCtx_t) C.hipError_t {
	return hipGraphExecMemsetNodeSetParams(x, h, drvFill(p))
}

// ---- host functions ----

type hostWork struct{ p C.hipHostNodeParams }

func (w *hostWork) kind() C.hipGraphNodeType { return C.hipGraphNodeTypeHost }
func (w *hostWork) label() string            { return "host" }
func (w *hostWork) clone() work              { c := *w; return &c }
func (w *hostWork) submit(s *C.gh_stream) C.hipError_t {
	op := C.op_host(w.p.fn, w.p.userData)
	return C.sh_submit(shim, s, &op)
}

func hipGraphAddHostNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, p *C.hipHostNodeParams) C.hipError_t {
	return addNode(out, g, deps, n, func() (work, C.hipError_t) {
		if p == nil || p.fn == nil {
			return nil, C.hipErrorInvalidValue
		}
		return &hostWork{*p}, C.hipSuccess
	})
}

func setHost(p *C.hipHostNodeParams) edit[*hostWork] {
	return func(_ *node, w *hostWork) C.hipError_t {
		if p == nil || p.fn == nil {
			return C.hipErrorInvalidValue
		}
		w.p = *p
		return C.hipSuccess
	}
}

func hipGraphHostNodeGetParams(h C.hipGraphNode_t, p *C.hipHostNodeParams) C.hipError_t {
	return get(h, p, func(w *hostWork) C.hipHostNodeParams { return w.p })
}

func hipGraphHostNodeSetParams(h C.hipGraphNode_t, p *C.hipHostNodeParams) C.hipError_t {
	return change(h, setHost(p))
}

func hipGraphExecHostNodeSetParams(x C.hipGraphExec_t, h C.hipGraphNode_t, p *C.hipHostNodeParams) C.hipError_t {
	return changeExec(x, h, setHost(p))
}

// callbackWork is a stream callback that a capture met.
type callbackWork struct {
	fn   C.hipStreamCallback_t
	data unsafe.Pointer
}

func (w *callbackWork) kind() C.hipGraphNodeType { return C.hipGraphNodeTypeHost }
func (w *callbackWork) label() string            { return "callback" }
func (w *callbackWork) clone() work              { c := *w; return &c }
func (w *callbackWork) submit(s *C.gh_stream) C.hipError_t {
	op := C.op_callback(w.fn, w.data)
	return C.sh_submit(shim, s, &op)
}

// ---- child graphs ----

type childWork struct{ g *graph }

func (w *childWork) kind() C.hipGraphNodeType { return C.hipGraphNodeTypeGraph }
func (w *childWork) label() string            { return "graph" }
func (w *childWork) clone() work              { return &childWork{copyGraph(w.g)} }

// A launch takes child graphs apart (flatten); nothing is left to submit.
func (w *childWork) submit(s *C.gh_stream) C.hipError_t { return C.hipSuccess }

func hipGraphAddChildGraphNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, child C.hipGraph_t) C.hipError_t {
	return addNode(out, g, deps, n, func() (work, C.hipError_t) {
		c := graphOf(child)
		if c == nil {
			return nil, C.hipErrorInvalidValue
		}
		return &childWork{copyGraph(c)}, C.hipSuccess
	})
}

func hipGraphChildGraphNodeGetGraph(h C.hipGraphNode_t, out *C.hipGraph_t) C.hipError_t {
	return get(h, out, func(w *childWork) C.hipGraph_t { return C.hipGraph_t(w.g.handle) })
}

func hipGraphExecChildGraphNodeSetParams(x C.hipGraphExec_t, h C.hipGraphNode_t, child C.hipGraph_t) C.hipError_t {
	return changeExec(x, h, func(_ *node, w *childWork) C.hipError_t {
		c := graphOf(child)
		if c == nil {
			return C.hipErrorInvalidValue
		}
		if res, _ := update(w.g, c); res != C.hipGraphExecUpdateSuccess {
			return C.hipErrorGraphExecUpdateFailure
		}
		return C.hipSuccess
	})
}

// ---- empty nodes and events ----

type emptyWork struct{}

func (emptyWork) kind() C.hipGraphNodeType           { return C.hipGraphNodeTypeEmpty }
func (emptyWork) label() string                      { return "empty" }
func (w emptyWork) clone() work                      { return w }
func (emptyWork) submit(s *C.gh_stream) C.hipError_t { return C.hipSuccess }

func hipGraphAddEmptyNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t) C.hipError_t {
	return addNode(out, g, deps, n, func() (work, C.hipError_t) { return emptyWork{}, C.hipSuccess })
}

type eventWork struct {
	ev     *C.gh_event
	record bool
}

func (w *eventWork) kind() C.hipGraphNodeType {
	if w.record {
		return C.hipGraphNodeTypeEventRecord
	}
	return C.hipGraphNodeTypeWaitEvent
}
func (w *eventWork) label() string { return "event" }
func (w *eventWork) clone() work   { c := *w; return &c }
func (w *eventWork) submit(s *C.gh_stream) C.hipError_t {
	k := C.int(C.GH_OP_WAIT)
	if w.record {
		k = C.GH_OP_RECORD
	}
	op := C.op_event(k, w.ev, 0)
	return C.sh_submit(shim, s, &op)
}

func addEvent(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, ev C.hipEvent_t, record bool) C.hipError_t {
	return addNode(out, g, deps, n, func() (work, C.hipError_t) {
		e := C.sh_event_of(shim, ev)
		if e == nil {
			return nil, C.hipErrorInvalidValue
		}
		return &eventWork{e, record}, C.hipSuccess
	})
}

// getEvent and setEvent are for both kinds of event node, told apart by record.
func getEvent(record bool, out *C.hipEvent_t) edit[*eventWork] {
	return func(_ *node, w *eventWork) C.hipError_t {
		if w.record != record || out == nil {
			return C.hipErrorInvalidValue
		}
		*out = w.ev
		return C.hipSuccess
	}
}

func setEvent(record bool, ev C.hipEvent_t) edit[*eventWork] {
	return func(_ *node, w *eventWork) C.hipError_t {
		e := C.sh_event_of(shim, ev)
		if w.record != record || e == nil {
			return C.hipErrorInvalidValue
		}
		w.ev = e
		return C.hipSuccess
	}
}

func hipGraphAddEventRecordNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, ev C.hipEvent_t) C.hipError_t {
	return addEvent(out, g, deps, n, ev, true)
}

func hipGraphAddEventWaitNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, ev C.hipEvent_t) C.hipError_t {
	return addEvent(out, g, deps, n, ev, false)
}

func hipGraphEventRecordNodeGetEvent(h C.hipGraphNode_t, out *C.hipEvent_t) C.hipError_t {
	return change(h, getEvent(true, out))
}

func hipGraphEventRecordNodeSetEvent(h C.hipGraphNode_t, ev C.hipEvent_t) C.hipError_t {
	return change(h, setEvent(true, ev))
}

func hipGraphEventWaitNodeGetEvent(h C.hipGraphNode_t, out *C.hipEvent_t) C.hipError_t {
	return change(h, getEvent(false, out))
}

func hipGraphEventWaitNodeSetEvent(h C.hipGraphNode_t, ev C.hipEvent_t) C.hipError_t {
	return change(h, setEvent(false, ev))
}

func hipGraphExecEventRecordNodeSetEvent(x C.hipGraphExec_t, h C.hipGraphNode_t, ev C.hipEvent_t) C.hipError_t {
	return changeExec(x, h, setEvent(true, ev))
}

func hipGraphExecEventWaitNodeSetEvent(x C.hipGraphExec_t, h C.hipGraphNode_t, ev C.hipEvent_t) C.hipError_t {
	return changeExec(x, h, setEvent(false, ev))
}

// ---- memory nodes ----

// graphMemory is what allocation nodes stand for. Their address is known when they are
// made, so the memory is allocated then, and it stays as long as there are such nodes or
// the program has it: from a launch on until a free node or hipFree.
type graphMemory struct {
	ptr   unsafe.Pointer
	size  C.size_t
	dev   *device
	nodes int
	live  bool
}

// graphMemories are by address, under booksMu.
var graphMemories = make(map[uintptr]*graphMemory)

// newGraphMemory takes over an allocation for one node.
func newGraphMemory(ptr unsafe.Pointer, d *device) *graphMemory {
	a, _ := findAlloc(ptr)
	a.graph = true
	C.sh_update_alloc(shim, &a)
	m := &graphMemory{ptr: ptr, size: a.size, dev: d, nodes: 1}
	booksMu.Lock()
	defer booksMu.Unlock()
	graphMemories[uintptr(ptr)] = m
	return m
}

// set notes whether the program has the memory.
func (m *graphMemory) set(live bool) {
	booksMu.Lock()
	if m.live != live {
		m.live = live
		b := booksOf(m.dev.c.ordinal)
		if live {
			b.take(uint64(m.size))
		} else {
			b.used -= uint64(m.size)
		}
	}
	booksMu.Unlock()
	m.drop(0)
}

// drop takes nodes away, and the memory when nobody has it any more.
func (m *graphMemory) drop(nodes int) {
	booksMu.Lock()
	m.nodes -= nodes
	gone := m.nodes == 0 && !m.live
	if gone {
		delete(graphMemories, uintptr(m.ptr))
	}
	booksMu.Unlock()
	if !gone {
		return
	}
	if a, ok := findAlloc(m.ptr); ok && bool(a.graph) {
		C.sh_finish_device(shim, m.dev.c) // a launch may still be running
		a.graph = false
		C.sh_update_alloc(shim, &a)
		C.sh_free(shim, m.ptr)
	}
}

func graphMemoryAt(ptr unsafe.Pointer) *graphMemory {
	booksMu.Lock()
	defer booksMu.Unlock()
	return graphMemories[uintptr(ptr)]
}

// gohipGraphFreed is hipFree of an allocation node's memory.
//
//export gohipGraphFreed
func gohipGraphFreed(ptr unsafe.Pointer) (e C.hipError_t) {
	defer guard("hipFree", &e)
	m := graphMemoryAt(ptr)
	if m == nil || !m.live {
		return C.hipErrorInvalidValue
	}
	m.set(false)
	return C.hipSuccess
}

type allocWork struct {
	p   C.hipMemAllocNodeParams
	mem *graphMemory
}

func (w *allocWork) kind() C.hipGraphNodeType { return C.hipGraphNodeTypeMemAlloc }
func (w *allocWork) label() string            { return fmt.Sprintf("alloc %d", w.p.bytesize) }
func (w *allocWork) clone() work {
	booksMu.Lock()
	defer booksMu.Unlock()
	w.mem.nodes++
	c := *w
	return &c
}
func (w *allocWork) free() { w.mem.drop(1) }
func (w *allocWork) submit(s *C.gh_stream) C.hipError_t {
	w.mem.set(true)
	return C.hipSuccess
}

type freeWork struct{ ptr unsafe.Pointer }

func (w *freeWork) kind() C.hipGraphNodeType { return C.hipGraphNodeTypeMemFree }
func (w *freeWork) label() string            { return "free" }
func (w *freeWork) clone() work              { c := *w; return &c }

// The memory stays where it is for the next launch.
func (w *freeWork) submit(s *C.gh_stream) C.hipError_t {
	if m := graphMemoryAt(w.ptr); m != nil {
		m.set(false)
	}
	return C.hipSuccess
}

// memBooks are those of hipDeviceGetGraphMemAttribute, by device. As AMD counts, memory is
// reserved while it is used: what a free node has freed is not, though its place stays with
// the graph.
type memBooks struct{ used, usedHigh, reservedHigh uint64 }

var (
	graphMem = make(map[C.int]*memBooks)
	booksMu  sync.Mutex
)

// booksOf is called with booksMu held.
func booksOf(dev C.int) *memBooks {
	b := graphMem[dev]
	if b == nil {
		b = new(memBooks)
		graphMem[dev] = b
	}
	return b
}

func (b *memBooks) take(n uint64) {
	b.used += n
	b.usedHigh = max(b.usedHigh, b.used)
	b.reservedHigh = max(b.reservedHigh, b.used)
}

func hipGraphAddMemAllocNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, p *C.hipMemAllocNodeParams) C.hipError_t {
	if p == nil {
		return C.hipErrorInvalidValue
	}
	return addNode(out, g, deps, n, func() (work, C.hipError_t) {
		d := deviceAt(p.poolProps.location.id)
		if p.bytesize == 0 || p.poolProps.allocType != C.hipMemAllocationTypePinned ||
			p.poolProps.location._type != C.hipMemLocationTypeDevice || d == nil {
			return nil, C.hipErrorInvalidValue
		}
		ptr, e := allocate(d, C.GH_DEVICE, 0, p.bytesize)
		if e != C.hipSuccess {
			return nil, e
		}
		p.dptr = ptr
		return &allocWork{*p, newGraphMemory(ptr, d)}, C.hipSuccess
	})
}

func hipGraphMemAllocNodeGetParams(h C.hipGraphNode_t, p *C.hipMemAllocNodeParams) C.hipError_t {
	return get(h, p, func(w *allocWork) C.hipMemAllocNodeParams { return w.p })
}

func hipGraphAddMemFreeNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, ptr unsafe.Pointer) C.hipError_t {
	return addNode(out, g, deps, n, func() (work, C.hipError_t) {
		if _, known := findAlloc(ptr); !known {
			return nil, C.hipErrorInvalidValue
		}
		return &freeWork{ptr}, C.hipSuccess
	})
}

func hipDrvGraphAddMemFreeNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, ptr C.hipDeviceptr_t) C.hipError_t {
	return hipGraphAddMemFreeNode(out, g, deps, n, unsafe.Pointer(ptr))
}

func hipGraphMemFreeNodeGetParams(h C.hipGraphNode_t, out unsafe.Pointer) C.hipError_t {
	return get(h, (*unsafe.Pointer)(out), func(w *freeWork) unsafe.Pointer { return w.ptr })
}

func hipDeviceGetGraphMemAttribute(dev C.int, attr C.hipGraphMemAttributeType, value unsafe.Pointer) C.hipError_t {
	if deviceAt(dev) == nil {
		return C.hipErrorInvalidDevice
	}
	if value == nil {
		return C.hipErrorInvalidValue
	}
	booksMu.Lock()
	defer booksMu.Unlock()
	b := booksOf(dev)
	v := []uint64{b.used, b.usedHigh, b.used, b.reservedHigh}
	if int(attr) >= len(v) {
		return C.hipErrorInvalidValue
	}
	*(*C.uint64_t)(value) = C.uint64_t(v[attr])
	return C.hipSuccess
}

func hipDeviceSetGraphMemAttribute(dev C.int, attr C.hipGraphMemAttributeType, value unsafe.Pointer) C.hipError_t {
	if deviceAt(dev) == nil {
		return C.hipErrorInvalidDevice
	}
	booksMu.Lock()
	defer booksMu.Unlock()
	b := booksOf(dev)
	high := map[C.hipGraphMemAttributeType]*uint64{
		C.hipGraphMemAttrUsedMemHigh: &b.usedHigh, C.hipGraphMemAttrReservedMemHigh: &b.reservedHigh,
	}[attr]
	if high == nil || value == nil || *(*C.uint64_t)(value) != 0 {
		return C.hipErrorInvalidValue
	}
	*high = 0
	return C.hipSuccess
}

func hipDeviceGraphMemTrim(dev C.int) C.hipError_t {
	if deviceAt(dev) == nil {
		return C.hipErrorInvalidDevice
	}
	return C.hipSuccess // nothing is reserved that is not used
}

// ---- batches of memory operations ----

type batchWork struct {
	p    C.hipBatchMemOpNodeParams
	list []C.hipStreamBatchMemOpParams
}

func (w *batchWork) kind() C.hipGraphNodeType { return C.hipGraphNodeTypeEmpty }
func (w *batchWork) label() string            { return "memory operations" }
func (w *batchWork) clone() work {
	return &batchWork{w.p, slices.Clone(w.list)}
}
func (w *batchWork) submit(s *C.gh_stream) C.hipError_t {
	return hipStreamBatchMemOp(s, C.uint(len(w.list)), &w.list[0], 0)
}

func batchOf(p *C.hipBatchMemOpNodeParams) (*batchWork, C.hipError_t) {
	if p == nil || p.count == 0 || p.count > 256 || p.paramArray == nil || p.flags != 0 {
		return nil, C.hipErrorInvalidValue
	}
	return &batchWork{*p, slices.Clone(unsafe.Slice(p.paramArray, p.count))}, C.hipSuccess
}

func hipGraphAddBatchMemOpNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, p *C.hipBatchMemOpNodeParams) C.hipError_t {
	return addNode(out, g, deps, n, func() (work, C.hipError_t) { return asWork(batchOf(p)) })
}

func hipGraphBatchMemOpNodeGetParams(h C.hipGraphNode_t, p *C.hipBatchMemOpNodeParams) C.hipError_t {
	return get(h, p, func(w *batchWork) C.hipBatchMemOpNodeParams { return w.p })
}

func setBatch(p *C.hipBatchMemOpNodeParams) edit[*batchWork] {
	return set(func() (*batchWork, C.hipError_t) { return batchOf(p) })
}

func hipGraphBatchMemOpNodeSetParams(h C.hipGraphNode_t, p *C.hipBatchMemOpNodeParams) C.hipError_t {
	return change(h, setBatch(p))
}

func hipGraphExecBatchMemOpNodeSetParams(x C.hipGraphExec_t, h C.hipGraphNode_t, p *C.hipBatchMemOpNodeParams) C.hipError_t {
	return changeExec(x, h, setBatch(p))
}

// valueWork is one wait for or write of a value that a capture met.
type valueWork struct{ op C.gh_op }

func (w *valueWork) kind() C.hipGraphNodeType { return C.hipGraphNodeTypeEmpty }
func (w *valueWork) label() string            { return "memory operation" }
func (w *valueWork) clone() work              { c := *w; return &c }
func (w *valueWork) submit(s *C.gh_stream) C.hipError_t {
	op := w.op
	return C.sh_submit(shim, s, &op)
}

// ---- any kind of node ----

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
	case C.hipGraphNodeTypeExtSemaphoreSignal, C.hipGraphNodeTypeExtSemaphoreWait:
		return C.hipErrorNotSupported
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
	}
	return C.hipErrorInvalidValue
}

// ---- graphs as such ----

func hipGraphCreate(out *C.hipGraph_t, flags C.uint) C.hipError_t {
	if out == nil || flags != 0 {
		return C.hipErrorInvalidValue
	}
	graphsMu.Lock()
	defer graphsMu.Unlock()
	*out = C.hipGraph_t(newGraph().handle)
	return C.hipSuccess
}

func hipGraphDestroy(h C.hipGraph_t) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	g := graphOf(h)
	if g == nil || g.owner != nil {
		return C.hipErrorInvalidValue
	}
	g.destroy()
	return C.hipSuccess
}

func edges(h C.hipGraph_t, from, to *C.hipGraphNode_t, n C.size_t, each func(a, b *node) C.hipError_t) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	g := graphOf(h)
	if g == nil {
		return C.hipErrorInvalidValue
	}
	if n == 0 {
		return C.hipSuccess
	}
	if from == nil || to == nil || n > C.size_t(len(g.nodes)*len(g.nodes)) {
		return C.hipErrorInvalidValue
	}
	a, b := unsafe.Slice(from, n), unsafe.Slice(to, n)
	for i := range a {
		x, y := nodeOf(a[i]), nodeOf(b[i])
		if x == nil || y == nil || x.g != g || y.g != g || x == y {
			return C.hipErrorInvalidValue
		}
		if e := each(x, y); e != C.hipSuccess {
			return e
		}
	}
	return C.hipSuccess
}

func hipGraphAddDependencies(h C.hipGraph_t, from, to *C.hipGraphNode_t, n C.size_t) C.hipError_t {
	return edges(h, from, to, n, func(a, b *node) C.hipError_t {
		if slices.Contains(b.deps, a) {
			return C.hipErrorInvalidValue
		}
		b.deps = append(b.deps, a)
		return C.hipSuccess
	})
}

func hipGraphRemoveDependencies(h C.hipGraph_t, from, to *C.hipGraphNode_t, n C.size_t) C.hipError_t {
	return edges(h, from, to, n, func(a, b *node) C.hipError_t {
		i := slices.Index(b.deps, a)
		if i < 0 {
			return C.hipErrorInvalidValue
		}
		b.deps = slices.Delete(b.deps, i, i+1)
		return C.hipSuccess
	})
}

// putNodes answers the questions that take an array and its length, or no array to
// ask for the length.
func putNodes(list []*node, out *C.hipGraphNode_t, n *C.size_t) C.hipError_t {
	if n == nil {
		return C.hipErrorInvalidValue
	}
	if out == nil {
		*n = C.size_t(len(list))
		return C.hipSuccess
	}
	room := unsafe.Slice(out, *n)
	for i := range room {
		room[i] = nil
		if i < len(list) {
			room[i] = C.hipGraphNode_t(list[i].handle)
		}
	}
	if int(*n) > len(list) {
		*n = C.size_t(len(list))
	}
	return C.hipSuccess
}

func hipGraphGetEdges(h C.hipGraph_t, from, to *C.hipGraphNode_t, n *C.size_t) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	g := graphOf(h)
	if g == nil || n == nil || (from == nil) != (to == nil) {
		return C.hipErrorInvalidValue
	}
	var a, b []*node
	for _, x := range g.nodes {
		for _, d := range x.deps {
			a, b = append(a, d), append(b, x)
		}
	}
	k := *n
	if e := putNodes(a, from, n); e != C.hipSuccess || from == nil {
		return e
	}
	return putNodes(b, to, &k)
}

// listNodes gives the nodes that have to do with a graph or a node.
func listNodes[H, T any](h H, find func(H) *T, list func(*T) []*node, out *C.hipGraphNode_t, n *C.size_t) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	x := find(h)
	if x == nil {
		return C.hipErrorInvalidValue
	}
	return putNodes(list(x), out, n)
}

// matching are the nodes of a list for which a condition holds.
func matching(list []*node, holds func(*node) bool) []*node {
	return slices.DeleteFunc(slices.Clone(list), func(x *node) bool { return !holds(x) })
}

func hipGraphGetNodes(h C.hipGraph_t, out *C.hipGraphNode_t, n *C.size_t) C.hipError_t {
	return listNodes(h, graphOf, func(g *graph) []*node { return g.nodes }, out, n)
}

func hipGraphGetRootNodes(h C.hipGraph_t, out *C.hipGraphNode_t, n *C.size_t) C.hipError_t {
	return listNodes(h, graphOf, func(g *graph) []*node {
		return matching(g.nodes, func(x *node) bool { return len(x.deps) == 0 })
	}, out, n)
}

func hipGraphNodeGetDependencies(h C.hipGraphNode_t, out *C.hipGraphNode_t, n *C.size_t) C.hipError_t {
	return listNodes(h, nodeOf, func(x *node) []*node { return x.deps }, out, n)
}

func hipGraphNodeGetDependentNodes(h C.hipGraphNode_t, out *C.hipGraphNode_t, n *C.size_t) C.hipError_t {
	return listNodes(h, nodeOf, func(x *node) []*node {
		return matching(x.g.nodes, func(y *node) bool { return slices.Contains(y.deps, x) })
	}, out, n)
}

func hipGraphNodeGetType(h C.hipGraphNode_t, out *C.hipGraphNodeType) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	x := nodeOf(h)
	if x == nil || out == nil {
		return C.hipErrorInvalidValue
	}
	*out = x.work.kind()
	return C.hipSuccess
}

func hipGraphDestroyNode(h C.hipGraphNode_t) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	x := nodeOf(h)
	if x == nil {
		return C.hipErrorInvalidValue
	}
	for _, y := range x.g.nodes {
		y.deps = slices.DeleteFunc(y.deps, func(d *node) bool { return d == x })
	}
	x.g.nodes = slices.DeleteFunc(x.g.nodes, func(d *node) bool { return d == x })
	x.forget()
	return C.hipSuccess
}

func hipGraphClone(out *C.hipGraph_t, h C.hipGraph_t) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	g := graphOf(h)
	if g == nil || out == nil {
		return C.hipErrorInvalidValue
	}
	*out = C.hipGraph_t(copyGraph(g).handle)
	return C.hipSuccess
}

func hipGraphNodeFindInClone(out *C.hipGraphNode_t, orig C.hipGraphNode_t, h C.hipGraph_t) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	g, n := graphOf(h), nodeOf(orig)
	if g == nil || n == nil || out == nil || g.cloned == nil {
		return C.hipErrorInvalidValue
	}
	for _, c := range g.nodes {
		if c.origin == n {
			*out = C.hipGraphNode_t(c.handle)
			return C.hipSuccess
		}
	}
	return C.hipErrorInvalidValue
}

// ---- executable graphs ----

// allocates tells whether there are allocation or free nodes.
func (g *graph) allocates() bool {
	return slices.ContainsFunc(g.nodes, func(n *node) bool {
		switch w := n.work.(type) {
		case *allocWork, *freeWork:
			return true
		case *childWork:
			return w.g.allocates()
		}
		return false
	})
}

func instantiate(out *C.hipGraphExec_t, h C.hipGraph_t, flags C.ulonglong) C.hipError_t {
	const known = C.hipGraphInstantiateFlagAutoFreeOnLaunch | C.hipGraphInstantiateFlagUpload |
		C.hipGraphInstantiateFlagDeviceLaunch | C.hipGraphInstantiateFlagUseNodePriority
	if out == nil || flags&^known != 0 || flags&(flags-1) != 0 {
		return C.hipErrorInvalidValue
	}
	graphsMu.Lock()
	defer graphsMu.Unlock()
	g := graphOf(h)
	if g == nil {
		return C.hipErrorInvalidValue
	}
	if _, ok := g.topological(); !ok {
		return C.hipErrorInvalidValue
	}
	if flags&C.hipGraphInstantiateFlagDeviceLaunch != 0 {
		return C.hipErrorNotSupported
	}
	if g.allocates() {
		// The memory of its nodes is one for all that would run.
		for _, x := range execs {
			if x.of == g {
				return C.hipErrorNotSupported
			}
		}
	}
	c := copyGraph(g)
	for o, n := range g.users {
		c.users[o] = n
		o.refs += n
	}
	x := &graphExec{handle: newHandle(), of: g, g: c, plan: newPlan(c), flags: flags}
	execs[uintptr(x.handle)] = x
	*out = C.hipGraphExec_t(x.handle)
	return C.hipSuccess
}

func hipGraphInstantiate(out *C.hipGraphExec_t, h C.hipGraph_t, errNode *C.hipGraphNode_t, log *C.char, n C.size_t) C.hipError_t {
	e := instantiate(out, h, 0)
	if errNode != nil && e == C.hipSuccess {
		*errNode = nil
	}
	if log != nil && n > 0 {
		*log = 0
	}
	return e
}

func hipGraphInstantiateWithFlags(out *C.hipGraphExec_t, h C.hipGraph_t, flags C.ulonglong) C.hipError_t {
	return instantiate(out, h, flags)
}

func hipGraphInstantiateWithParams(out *C.hipGraphExec_t, h C.hipGraph_t, p *C.hipGraphInstantiateParams) C.hipError_t {
	if p == nil {
		return C.hipErrorInvalidValue
	}
	e := instantiate(out, h, p.flags)
	p.errNode_out = nil
	p.result_out = C.hipGraphInstantiateSuccess
	if e != C.hipSuccess {
		p.result_out = C.hipGraphInstantiateError
	}
	return e
}

func hipGraphExecDestroy(h C.hipGraphExec_t) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	x := execOf(h)
	if x == nil {
		return C.hipErrorInvalidValue
	}
	delete(execs, uintptr(x.handle))
	x.runner.release()
	x.g.destroy()
	C.free(x.handle)
	return C.hipSuccess
}

func hipGraphExecGetFlags(h C.hipGraphExec_t, flags *C.ulonglong) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	x := execOf(h)
	if x == nil || flags == nil {
		return C.hipErrorInvalidValue
	}
	*flags = x.flags
	return C.hipSuccess
}

func hipGraphLaunch(h C.hipGraphExec_t, stream C.hipStream_t) C.hipError_t {
	s, e := streamOf(stream)
	if e != C.hipSuccess {
		return e
	}
	graphsMu.Lock()
	x := execOf(h)
	if x == nil {
		graphsMu.Unlock()
		return C.hipErrorInvalidValue
	}
	if c := captureOf(s); c != nil {
		defer graphsMu.Unlock()
		return c.record(s, &childWork{copyGraph(x.g)})
	}
	graphsMu.Unlock()
	return x.runner.run(x.plan, s)
}

func hipGraphUpload(h C.hipGraphExec_t, stream C.hipStream_t) C.hipError_t {
	if _, e := streamOf(stream); e != C.hipSuccess {
		return e
	}
	graphsMu.Lock()
	defer graphsMu.Unlock()
	if execOf(h) == nil {
		return C.hipErrorInvalidValue
	}
	return C.hipSuccess
}

// update makes the nodes of have do what those of want do; the graphs must have the
// same shape.
func update(have, want *graph) (C.hipGraphExecUpdateResult, *node) {
	if len(have.nodes) != len(want.nodes) {
		return C.hipGraphExecUpdateErrorTopologyChanged, nil
	}
	index := make(map[*node]int, len(want.nodes))
	for i, n := range want.nodes {
		index[n] = i
	}
	mine := make(map[*node]int, len(have.nodes))
	for i, n := range have.nodes {
		mine[n] = i
	}
	for i, n := range want.nodes {
		m := have.nodes[i]
		if n.work.kind() != m.work.kind() {
			return C.hipGraphExecUpdateErrorNodeTypeChanged, n
		}
		if len(n.deps) != len(m.deps) {
			return C.hipGraphExecUpdateErrorTopologyChanged, n
		}
		for j, d := range n.deps {
			if index[d] != mine[m.deps[j]] {
				return C.hipGraphExecUpdateErrorTopologyChanged, n
			}
		}
		switch w := n.work.(type) {
		case *kernelWork:
			if old := m.work.(*kernelWork); old.f.dev != w.f.dev {
				return C.hipGraphExecUpdateErrorUnsupportedFunctionChange, n
			}
		case *copyWork:
			old := m.work.(*copyWork)
			if (old.c.height > 1 || old.c.depth > 1) != (w.c.height > 1 || w.c.depth > 1) || old.mode != w.mode {
				return C.hipGraphExecUpdateErrorParametersChanged, n
			}
		case *fillWork:
			if old := m.work.(*fillWork); (old.p.height > 1) != (w.p.height > 1) {
				return C.hipGraphExecUpdateErrorParametersChanged, n
			}
		}
	}
	for i, n := range want.nodes {
		m := have.nodes[i]
		if w, ok := n.work.(*childWork); ok {
			if r, bad := update(m.work.(*childWork).g, w.g); r != C.hipGraphExecUpdateSuccess {
				return r, bad
			}
			continue
		}
		if f, ok := m.work.(interface{ free() }); ok {
			f.free()
		}
		m.work = n.work.clone()
		m.origin = n
	}
	return C.hipGraphExecUpdateSuccess, nil
}

func hipGraphExecUpdate(xh C.hipGraphExec_t, h C.hipGraph_t, bad *C.hipGraphNode_t, result *C.hipGraphExecUpdateResult) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	x, g := execOf(xh), graphOf(h)
	if x == nil || g == nil || bad == nil || result == nil {
		return C.hipErrorInvalidValue
	}
	r, n := update(x.g, g)
	*result, *bad = r, nil
	if r == C.hipGraphExecUpdateSuccess {
		return C.hipSuccess
	}
	if n != nil {
		*bad = C.hipGraphNode_t(n.handle)
	}
	return C.hipErrorGraphExecUpdateFailure
}

func switchable(n *node) bool {
	switch n.work.(type) {
	case *kernelWork, *copyWork, *fillWork:
		return true
	}
	return false
}

func hipGraphNodeSetEnabled(x C.hipGraphExec_t, h C.hipGraphNode_t, on C.uint) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	n, _, _ := execNode[work](x, h)
	if n == nil || !switchable(n) {
		return C.hipErrorInvalidValue
	}
	n.enabled = on != 0
	return C.hipSuccess
}

func hipGraphNodeGetEnabled(x C.hipGraphExec_t, h C.hipGraphNode_t, on *C.uint) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	n, _, _ := execNode[work](x, h)
	if n == nil || on == nil || !switchable(n) {
		return C.hipErrorInvalidValue
	}
	*on = 0
	if n.enabled {
		*on = 1
	}
	return C.hipSuccess
}

// ---- user objects ----

type userObject struct {
	handle  unsafe.Pointer
	ptr     unsafe.Pointer
	destroy C.hipHostFn_t
	refs    int
}

func (o *userObject) release(n int) {
	o.refs -= n
	if o.refs > 0 || o.handle == nil {
		return // held, or gone before: a graph may hold more references than there were
	}
	delete(objects, uintptr(o.handle))
	goneObjects[uintptr(o.handle)] = o.handle
	o.handle = nil
	C.sh_call_host(o.destroy, o.ptr)
}

// objectOf finds an object, or nil and true for one that is gone: calls with its handle do
// nothing and succeed, as AMD's do.
func objectOf(h C.hipUserObject_t) (*userObject, bool) {
	if h == nil {
		return nil, false
	}
	at := uintptr(unsafe.Pointer(h))
	if o := objects[at]; o != nil {
		return o, true
	}
	return nil, goneObjects[at] != nil
}

func newObjectHandle() unsafe.Pointer {
	for at, h := range goneObjects {
		delete(goneObjects, at)
		return h
	}
	return C.kept_handle()
}

// badCount tells a number of references that no call takes.
func badCount(n C.uint) bool { return n == 0 || n > 1<<31-1 }

func hipUserObjectCreate(out *C.hipUserObject_t, ptr unsafe.Pointer, destroy C.hipHostFn_t, refs, flags C.uint) C.hipError_t {
	if out == nil || destroy == nil || flags != C.hipUserObjectNoDestructorSync || badCount(refs) {
		return C.hipErrorInvalidValue
	}
	graphsMu.Lock()
	defer graphsMu.Unlock()
	o := &userObject{newObjectHandle(), ptr, destroy, int(refs)}
	objects[uintptr(o.handle)] = o
	*out = C.hipUserObject_t(o.handle)
	return C.hipSuccess
}

func hipUserObjectRelease(h C.hipUserObject_t, n C.uint) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	o, ok := objectOf(h)
	if !ok || badCount(n) {
		return C.hipErrorInvalidValue
	}
	if o != nil {
		o.release(int(n))
	}
	return C.hipSuccess
}

func hipUserObjectRetain(h C.hipUserObject_t, n C.uint) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	o, ok := objectOf(h)
	if !ok || badCount(n) {
		return C.hipErrorInvalidValue
	}
	if o != nil {
		o.refs += int(n)
	}
	return C.hipSuccess
}

func hipGraphRetainUserObject(gh C.hipGraph_t, h C.hipUserObject_t, n, flags C.uint) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	g := graphOf(gh)
	o, ok := objectOf(h)
	if g == nil || !ok || badCount(n) || flags > C.hipGraphUserObjectMove {
		return C.hipErrorInvalidValue
	}
	if o == nil {
		return C.hipSuccess
	}
	if flags != C.hipGraphUserObjectMove {
		o.refs += int(n)
	}
	g.users[o] += int(n)
	return C.hipSuccess
}

func hipGraphReleaseUserObject(gh C.hipGraph_t, h C.hipUserObject_t, n C.uint) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	g := graphOf(gh)
	o, ok := objectOf(h)
	if g == nil || !ok || badCount(n) {
		return C.hipErrorInvalidValue
	}
	held := g.users[o]
	if o == nil || held == 0 {
		return C.hipSuccess
	}
	k := min(int(n), held)
	g.users[o] -= k
	if g.users[o] == 0 {
		delete(g.users, o)
	}
	o.release(k)
	return C.hipSuccess
}

// ---- pictures ----

var kindNames = map[C.hipGraphNodeType]string{
	C.hipGraphNodeTypeKernel: "KERNEL", C.hipGraphNodeTypeMemcpy: "MEMCPY", C.hipGraphNodeTypeMemset: "MEMSET",
	C.hipGraphNodeTypeHost: "HOST", C.hipGraphNodeTypeGraph: "GRAPH", C.hipGraphNodeTypeEmpty: "EMPTY",
	C.hipGraphNodeTypeWaitEvent: "EVENT_WAIT", C.hipGraphNodeTypeEventRecord: "EVENT_RECORD",
	C.hipGraphNodeTypeMemAlloc: "MEM_ALLOC", C.hipGraphNodeTypeMemFree: "MEM_FREE",
}

func hipGraphDebugDotPrint(h C.hipGraph_t, path *C.char, flags C.uint) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	g := graphOf(h)
	if g == nil || path == nil {
		return C.hipErrorInvalidValue
	}
	var b strings.Builder
	b.WriteString("digraph dot {\n")
	writeDot(&b, g, "graph_0")
	b.WriteString("}\n")
	if err := os.WriteFile(C.GoString(path), []byte(b.String()), 0o644); err != nil {
		complain("hipGraphDebugDotPrint: %v", err)
		return C.hipErrorOperatingSystem
	}
	return C.hipSuccess
}

func writeDot(b *strings.Builder, g *graph, name string) {
	fmt.Fprintf(b, "subgraph cluster_%s {\nlabel=%q graph[style=\"dashed\"];\n", name, name)
	index := make(map[*node]int)
	for i, n := range g.nodes {
		index[n] = i
		shape := map[bool]string{true: "octagon", false: "rectangle"}[n.work.kind() == C.hipGraphNodeTypeKernel]
		fmt.Fprintf(b, "%q[style=\"solid\" shape=%q label=\"%d\\n%s\\n%s\"];\n", fmt.Sprintf("%s_node_%d", name, i), shape, i, kindNames[n.work.kind()], strings.ReplaceAll(n.work.label(), `"`, `'`))
		if c, ok := n.work.(*childWork); ok {
			writeDot(b, c.g, fmt.Sprintf("%s_%d", name, i))
		}
	}
	for i, n := range g.nodes {
		for _, d := range n.deps {
			fmt.Fprintf(b, "%q -> %q;\n", fmt.Sprintf("%s_node_%d", name, index[d]), fmt.Sprintf("%s_node_%d", name, i))
		}
	}
	b.WriteString("}\n")
}
