// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"context"
	"errors"
	"os"
	"unsafe"

	"gohipcc/fatbin"
	"gohipcc/runtime/hip"
)

// linker collects bitcode and SPIR-V that hiprtcLinkComplete links to one image.
type linker struct {
	inputs [][]byte
	image  unsafe.Pointer
}

var linkers handleTable[linker]

func hiprtcLinkCreate(n C.uint, options *C.hiprtcJIT_option, values *unsafe.Pointer, out *C.hiprtcLinkState) C.hiprtcResult {
	if out == nil || n > 0 && (options == nil || values == nil) || n > 2*C.HIPRTC_JIT_NUM_OPTIONS {
		return C.HIPRTC_ERROR_INVALID_INPUT
	}
	*out = C.hiprtcLinkState(linkers.add(new(linker)))
	return C.HIPRTC_SUCCESS
}

// takes reports whether the linker accepts inputs of this type: the others are of other compilers.
func (l *linker) takes(t C.hiprtcJITInputType) bool {
	switch t {
	case C.HIPRTC_JIT_INPUT_LLVM_BITCODE, C.HIPRTC_JIT_INPUT_SPIRV, C.HIPRTC_JIT_INPUT_LLVM_BUNDLED_BITCODE, C.HIPRTC_JIT_INPUT_LLVM_ARCHIVES_OF_BUNDLED_BITCODE:
		return true
	}
	return false
}

func (l *linker) add(t C.hiprtcJITInputType, b []byte) C.hiprtcResult {
	refuse := func(err error) C.hiprtcResult {
		complain("hiprtcLink: %v", err)
		return C.HIPRTC_ERROR_INVALID_INPUT
	}
	switch t {
	case C.HIPRTC_JIT_INPUT_LLVM_BITCODE, C.HIPRTC_JIT_INPUT_SPIRV, C.HIPRTC_JIT_INPUT_LLVM_BUNDLED_BITCODE:
		b, err := cur().rt.SelectImage(b, "hiprtcLink")
		if err != nil {
			return refuse(err)
		}
		l.inputs = append(l.inputs, b)
	case C.HIPRTC_JIT_INPUT_LLVM_ARCHIVES_OF_BUNDLED_BITCODE:
		members, err := fatbin.ReadArchive(fatbin.Bytes(b), int64(len(b)))
		if err == nil && len(members) == 0 {
			err = errors.New("the archive is empty")
		}
		for _, m := range members {
			if err != nil {
				break
			}
			var in []byte
			if in, err = cur().rt.SelectImage(b[m.Offset:m.Offset+m.Size], "archive member "+m.Name); err != nil {
				break
			}
			l.inputs = append(l.inputs, in)
		}
		if err != nil {
			return refuse(err)
		}
	default:
		return C.HIPRTC_ERROR_INVALID_INPUT
	}
	return C.HIPRTC_SUCCESS
}

func hiprtcLinkAddFile(h C.hiprtcLinkState, t C.hiprtcJITInputType, path *C.char, n C.uint, options *C.hiprtcJIT_option, values *unsafe.Pointer) C.hiprtcResult {
	l := linkers.get(unsafe.Pointer(h))
	if l == nil || path == nil || !l.takes(t) {
		return C.HIPRTC_ERROR_INVALID_INPUT
	}
	b, err := os.ReadFile(C.GoString(path))
	if err != nil {
		complain("hiprtcLinkAddFile: %v", err)
		return C.HIPRTC_ERROR_PROGRAM_CREATION_FAILURE
	}
	return l.add(t, b)
}

func hiprtcLinkAddData(h C.hiprtcLinkState, t C.hiprtcJITInputType, image unsafe.Pointer, size C.size_t, name *C.char, n C.uint, options *C.hiprtcJIT_option, values *unsafe.Pointer) C.hiprtcResult {
	l := linkers.get(unsafe.Pointer(h))
	if l == nil || image == nil || size == 0 || size > 1<<31-1 {
		return C.HIPRTC_ERROR_INVALID_INPUT
	}
	return l.add(t, C.GoBytes(image, C.int(size)))
}

func hiprtcLinkComplete(h C.hiprtcLinkState, out *unsafe.Pointer, size *C.size_t) C.hiprtcResult {
	l := linkers.get(unsafe.Pointer(h))
	if l == nil || out == nil || size == nil || len(l.inputs) == 0 {
		return C.HIPRTC_ERROR_INVALID_INPUT
	}
	im, err := hip.Compile(context.Background(), l.inputs[0], &hip.CompileOptions{
		Name: "linked", Device: cur().rt, Link: l.inputs[1:],
	})
	if err != nil {
		complain("hiprtcLinkComplete: %v", err)
		return C.HIPRTC_ERROR_LINKING
	}
	code := im.Bytes
	if fatbin.Sniff(code).IsText() {
		code = append(code[:len(code):len(code)], 0) // hipModuleLoadData reads to there
	}
	C.free(l.image)
	l.image = C.CBytes(code)
	*out, *size = l.image, C.size_t(len(code))
	return C.HIPRTC_SUCCESS
}

func hiprtcLinkDestroy(h C.hiprtcLinkState) C.hiprtcResult {
	l := linkers.remove(unsafe.Pointer(h))
	if l == nil {
		return C.HIPRTC_ERROR_INVALID_INPUT
	}
	C.free(l.image)
	return C.HIPRTC_SUCCESS
}
