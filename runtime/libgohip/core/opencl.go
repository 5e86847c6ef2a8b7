// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "gl.h"
import "C"

import (
	"fmt"
	"unsafe"

	"gohipcc/runtime/backend/opencl"
	"gohipcc/runtime/backend/opencl/cl"
	"gohipcc/runtime/hip"
)

// openOpenCL passes a device of an OpenCL driver to libgohip.so.
func openOpenCL(rt *hip.Device, ordinal int) (*device, error) {
	ctx, ok := rt.Backend().Native().(*cl.Context)
	if !ok {
		return nil, nil
	}
	in := rt.Info()
	c := (*C.gh_device)(C.calloc(1, C.sizeof_gh_device))
	c.drv = shim.opencl
	c.ordinal = C.int(ordinal)
	c.host_access = C.bool(in.HostAccess)
	c.eager = C.bool(in.CPU)
	setPointer(unsafe.Pointer(&c.device), ctx.Device.ID)
	setPointer(unsafe.Pointer(&c.context), ctx.Handle)
	c.resident_blocks = C.uint32_t(in.Resident)
	if d, ok := rt.Backend().(*opencl.Device); ok {
		c.keeps_queues, c.host_fills = C.bool(d.KeepsQueues()), C.bool(d.FillsByHost())
	}
	switch {
	case ctx.Device.SVM&cl.SVMFineSystem != 0:
		c.model = C.GH_MEM_SYSTEM
	case ctx.Device.USM:
		c.model = C.GH_MEM_USM
	default:
		c.model = C.GH_MEM_SVM
	}
	lib, plat := ctx.Device.Platform.Library(), ctx.Device.Platform
	for _, p := range openCLFunctions(c) {
		a := lib.Symbol(p.name)
		if a == 0 && p.name != "clCloneKernel" {
			return nil, fmt.Errorf("%s has no %s", lib.Path(), p.name)
		}
		setPointer(p.field, a)
	}
	if native := lib.Symbol("clEnqueueNativeKernel"); in.CPU && ctx.Device.ExecNative && native != 0 {
		setPointer(unsafe.Pointer(&c.cl.enqueue_native), native)
		c.host_timed = true
	}
	if c.model == C.GH_MEM_USM {
		for _, p := range usmFunctions(c) {
			a := plat.Extension(p.name)
			if a == 0 {
				return nil, fmt.Errorf("%s lists cl_intel_unified_shared_memory but has no %s", plat.Name, p.name)
			}
			setPointer(p.field, a)
		}
	}
	d := newDevice(rt, c)
	d.ctx = ctx
	return d, nil
}

// currentOpenGL returns the calling thread's OpenGL context, with which OpenCL's contexts share
// objects. It must exist before them: OpenCL contexts get it when they are created or never.
func currentOpenGL() cl.OpenGL {
	var property C.uintptr_t
	if context := C.gl_context(); context != nil {
		if display := C.gl_display(&property); display != nil {
			return cl.OpenGL{Context: uintptr(context), Property: uintptr(property), Display: uintptr(display)}
		}
	}
	return cl.OpenGL{}
}

// shareBuffers finds the functions for buffers of OpenGL: all of them, or the host copies the
// buffers.
func (d *device) shareBuffers() {
	if d.ctx == nil || !d.ctx.SharesOpenGL || d.c.gl_mover != nil {
		return
	}
	for _, p := range []driverFunction{
		{unsafe.Pointer(&d.c.cl.from_gl_buffer), "clCreateFromGLBuffer"},
		{unsafe.Pointer(&d.c.cl.acquire_gl), "clEnqueueAcquireGLObjects"},
		{unsafe.Pointer(&d.c.cl.release_gl), "clEnqueueReleaseGLObjects"},
		{unsafe.Pointer(&d.c.cl.mem_info), "clGetMemObjectInfo"},
		{unsafe.Pointer(&d.c.cl.release_mem), "clReleaseMemObject"},
	} {
		a := d.ctx.Device.Platform.Library().Symbol(p.name)
		if a == 0 {
			return
		}
		setPointer(p.field, a)
	}
	if o, ok := d.rt.Backend().(*opencl.Device); ok {
		if k, err := o.Mover(); err == nil {
			setPointer(unsafe.Pointer(&d.c.gl_mover), k.Handle)
		} else {
			complain("buffers of OpenGL are copied by the host: %v", err)
		}
	}
}

// driverFunction is a function of a driver, and where libgohip.so has its address.
type driverFunction struct {
	field unsafe.Pointer
	name  string
}

// openCLFunctions returns the driver's functions that libgohip.so calls.
func openCLFunctions(c *C.gh_device) []driverFunction {
	return []driverFunction{
		{unsafe.Pointer(&c.cl.create_queue), "clCreateCommandQueueWithProperties"},
		{unsafe.Pointer(&c.cl.release_queue), "clReleaseCommandQueue"},
		{unsafe.Pointer(&c.cl.finish), "clFinish"},
		{unsafe.Pointer(&c.cl.flush), "clFlush"},
		{unsafe.Pointer(&c.cl.set_arg), "clSetKernelArg"},
		{unsafe.Pointer(&c.cl.set_arg_pointer), "clSetKernelArgSVMPointer"},
		{unsafe.Pointer(&c.cl.set_exec_info), "clSetKernelExecInfo"},
		{unsafe.Pointer(&c.cl.clone_kernel), "clCloneKernel"},
		{unsafe.Pointer(&c.cl.release_kernel), "clReleaseKernel"},
		{unsafe.Pointer(&c.cl.enqueue_kernel), "clEnqueueNDRangeKernel"},
		{unsafe.Pointer(&c.cl.enqueue_marker), "clEnqueueMarkerWithWaitList"},
		{unsafe.Pointer(&c.cl.enqueue_barrier), "clEnqueueBarrierWithWaitList"},
		{unsafe.Pointer(&c.cl.enqueue_copy), "clEnqueueSVMMemcpy"},
		{unsafe.Pointer(&c.cl.enqueue_fill), "clEnqueueSVMMemFill"},
		{unsafe.Pointer(&c.cl.wait_events), "clWaitForEvents"},
		{unsafe.Pointer(&c.cl.event_info), "clGetEventInfo"},
		{unsafe.Pointer(&c.cl.event_profile), "clGetEventProfilingInfo"},
		{unsafe.Pointer(&c.cl.release_event), "clReleaseEvent"},
		{unsafe.Pointer(&c.cl.event_callback), "clSetEventCallback"},
		{unsafe.Pointer(&c.cl.create_user_event), "clCreateUserEvent"},
		{unsafe.Pointer(&c.cl.set_user_event), "clSetUserEventStatus"},
		{unsafe.Pointer(&c.cl.svm_alloc), "clSVMAlloc"},
		{unsafe.Pointer(&c.cl.svm_free), "clSVMFree"},
	}
}

// usmFunctions are those of cl_intel_unified_shared_memory, some of which replace OpenCL's own.
func usmFunctions(c *C.gh_device) []driverFunction {
	return []driverFunction{
		{unsafe.Pointer(&c.cl.set_arg_pointer), "clSetKernelArgMemPointerINTEL"},
		{unsafe.Pointer(&c.cl.enqueue_copy), "clEnqueueMemcpyINTEL"},
		{unsafe.Pointer(&c.cl.enqueue_fill), "clEnqueueMemFillINTEL"},
		{unsafe.Pointer(&c.cl.host_alloc), "clHostMemAllocINTEL"},
		{unsafe.Pointer(&c.cl.device_alloc), "clDeviceMemAllocINTEL"},
		{unsafe.Pointer(&c.cl.shared_alloc), "clSharedMemAllocINTEL"},
		{unsafe.Pointer(&c.cl.usm_free), "clMemFreeINTEL"},
	}
}
