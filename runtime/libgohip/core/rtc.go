// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"path/filepath"
	"sync"
	"unsafe"

	"gohipcc/runtime/libgohip/rtc"
	"gohipcc/target"
)

// program is the object of an hiprtcProgram.
type program struct {
	rtc.Program
	lowered map[string]*C.char // handed out, by expression
}

// rtcFailures are hiprtc's results for the kinds of failures of a compilation.
var rtcFailures = map[error]C.hiprtcResult{
	nil: C.HIPRTC_SUCCESS, rtc.ErrInput: C.HIPRTC_ERROR_INVALID_INPUT,
	rtc.ErrCreation:    C.HIPRTC_ERROR_PROGRAM_CREATION_FAILURE,
	rtc.ErrOption:      C.HIPRTC_ERROR_INVALID_OPTION,
	rtc.ErrCompilation: C.HIPRTC_ERROR_COMPILATION,
	rtc.ErrName:        C.HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID,
	rtc.ErrInternal:    C.HIPRTC_ERROR_INTERNAL_ERROR,
}

var (
	programs handleTable[program]
	rtcMu    sync.Mutex // protects rtcTexts
	rtcTexts = map[C.hiprtcResult]*C.char{}
)

var rtcNames = map[C.hiprtcResult]string{
	C.HIPRTC_SUCCESS: "HIPRTC_SUCCESS", C.HIPRTC_ERROR_OUT_OF_MEMORY: "HIPRTC_ERROR_OUT_OF_MEMORY",
	C.HIPRTC_ERROR_PROGRAM_CREATION_FAILURE:              "HIPRTC_ERROR_PROGRAM_CREATION_FAILURE",
	C.HIPRTC_ERROR_INVALID_INPUT:                         "HIPRTC_ERROR_INVALID_INPUT",
	C.HIPRTC_ERROR_INVALID_PROGRAM:                       "HIPRTC_ERROR_INVALID_PROGRAM",
	C.HIPRTC_ERROR_INVALID_OPTION:                        "HIPRTC_ERROR_INVALID_OPTION",
	C.HIPRTC_ERROR_COMPILATION:                           "HIPRTC_ERROR_COMPILATION",
	C.HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE:             "HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE",
	C.HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION: "HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
	C.HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION:   "HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
	C.HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID:             "HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
	C.HIPRTC_ERROR_INTERNAL_ERROR:                        "HIPRTC_ERROR_INTERNAL_ERROR",
	C.HIPRTC_ERROR_LINKING:                               "HIPRTC_ERROR_LINKING",
}

func hiprtcGetErrorString(r C.hiprtcResult) *C.char {
	rtcMu.Lock()
	defer rtcMu.Unlock()
	if rtcTexts[r] == nil {
		name, ok := rtcNames[r]
		if !ok {
			name = "Invalid HIPRTC error code"
		}
		rtcTexts[r] = C.CString(name)
	}
	return rtcTexts[r]
}

func hiprtcVersion(major, minor *C.int) C.hiprtcResult {
	if major == nil || minor == nil {
		return C.HIPRTC_ERROR_INVALID_INPUT
	}
	*major, *minor = C.HIP_VERSION_MAJOR, C.HIP_VERSION_MINOR
	return C.HIPRTC_SUCCESS
}

// programFor returns the program for a handle if the call's other arguments are right.
func programFor(h C.hiprtcProgram, right bool) (*program, C.hiprtcResult) {
	if !right {
		return nil, C.HIPRTC_ERROR_INVALID_INPUT
	}
	p := programs.get(unsafe.Pointer(h))
	if p == nil {
		return nil, C.HIPRTC_ERROR_INVALID_PROGRAM
	}
	return p, C.HIPRTC_SUCCESS
}

// maxStrings is larger than any program's number of headers or options.
const maxStrings = 1 << 20

func hiprtcCreateProgram(out *C.hiprtcProgram, src, name *C.char, n C.int, headers, includeNames **C.char) C.hiprtcResult {
	if out == nil || src == nil || n < 0 || n > maxStrings || n > 0 && (headers == nil || includeNames == nil) {
		return C.HIPRTC_ERROR_INVALID_INPUT
	}
	p := &program{Program: rtc.Program{Source: C.GoString(src), Name: "program.hip", Headers: make(map[string]string)}}
	if name != nil && C.GoString(name) != "" {
		p.Name = filepath.Base(C.GoString(name))
	}
	if n > 0 {
		text, names := unsafe.Slice(headers, n), unsafe.Slice(includeNames, n)
		for i := range text {
			if text[i] == nil || names[i] == nil {
				return C.HIPRTC_ERROR_INVALID_INPUT
			}
			p.Headers[C.GoString(names[i])] = C.GoString(text[i])
		}
	}
	*out = C.hiprtcProgram(programs.add(p))
	return C.HIPRTC_SUCCESS
}

func hiprtcDestroyProgram(h *C.hiprtcProgram) C.hiprtcResult {
	if h == nil {
		return C.HIPRTC_ERROR_INVALID_INPUT
	}
	p := programs.remove(unsafe.Pointer(*h))
	if p == nil {
		return C.HIPRTC_ERROR_INVALID_PROGRAM
	}
	for _, s := range p.lowered {
		C.free(unsafe.Pointer(s))
	}
	*h = nil
	return C.HIPRTC_SUCCESS
}

func hiprtcAddNameExpression(h C.hiprtcProgram, expr *C.char) C.hiprtcResult {
	p, e := programFor(h, expr != nil)
	if e != C.HIPRTC_SUCCESS {
		return e
	}
	if p.Compiled {
		return C.HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION
	}
	p.Expressions = append(p.Expressions, C.GoString(expr))
	return C.HIPRTC_SUCCESS
}

func hiprtcGetLoweredName(h C.hiprtcProgram, expr *C.char, out **C.char) C.hiprtcResult {
	p, e := programFor(h, expr != nil && out != nil)
	if e != C.HIPRTC_SUCCESS {
		return e
	}
	if !p.Compiled {
		return C.HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION
	}
	s := p.lowered[C.GoString(expr)]
	if s == nil {
		return C.HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID
	}
	*out = s
	return C.HIPRTC_SUCCESS
}

func hiprtcCompileProgram(h C.hiprtcProgram, n C.int, list **C.char) C.hiprtcResult {
	p := programs.get(unsafe.Pointer(h))
	if p == nil {
		return C.HIPRTC_ERROR_INVALID_PROGRAM
	}
	if n < 0 || n > maxStrings || n > 0 && list == nil {
		return C.HIPRTC_ERROR_INVALID_INPUT
	}
	var given []string
	for _, o := range unsafe.Slice(list, n) {
		if o != nil && C.GoString(o) != "" {
			given = append(given, C.GoString(o))
		}
	}
	arch := "" // the driver's default fits devices that take SPIR-V
	if d := deviceAt(C.sh_current_device(shim)); d != nil && d.rt.Info().Arch != target.SPIRV64 {
		arch = d.rt.Info().Target.String()
	}
	err := p.Compile(given, arch)
	if err == nil && len(p.Lowered) > 0 {
		p.lowered = make(map[string]*C.char)
		for e, name := range p.Lowered {
			p.lowered[e] = C.CString(name)
		}
	}
	if result, ok := rtcFailures[err]; ok {
		return result
	}
	return C.HIPRTC_ERROR_INTERNAL_ERROR
}

func hiprtcGetProgramLogSize(h C.hiprtcProgram, n *C.size_t) C.hiprtcResult {
	p, e := programFor(h, n != nil)
	if e != C.HIPRTC_SUCCESS {
		return e
	}
	*n = 0
	if p.Log != "" {
		*n = C.size_t(len(p.Log) + 1)
	}
	return C.HIPRTC_SUCCESS
}

func hiprtcGetProgramLog(h C.hiprtcProgram, out *C.char) C.hiprtcResult {
	p, e := programFor(h, out != nil)
	if e != C.HIPRTC_SUCCESS {
		return e
	}
	if p.Log != "" {
		putString(out, len(p.Log)+1, p.Log)
	}
	return C.HIPRTC_SUCCESS
}

func giveSize(h C.hiprtcProgram, n *C.size_t, what func(*program) []byte) C.hiprtcResult {
	p, e := programFor(h, n != nil)
	if e != C.HIPRTC_SUCCESS {
		return e
	}
	if what(p) == nil {
		return C.HIPRTC_ERROR_INVALID_PROGRAM
	}
	*n = C.size_t(len(what(p)))
	return C.HIPRTC_SUCCESS
}

func giveBytes(h C.hiprtcProgram, out *C.char, what func(*program) []byte) C.hiprtcResult {
	p, e := programFor(h, out != nil)
	if e != C.HIPRTC_SUCCESS {
		return e
	}
	if what(p) == nil {
		return C.HIPRTC_ERROR_INVALID_PROGRAM
	}
	copy(unsafe.Slice((*byte)(unsafe.Pointer(out)), len(what(p))), what(p))
	return C.HIPRTC_SUCCESS
}

func codeOf(p *program) []byte    { return p.Code }
func bitcodeOf(p *program) []byte { return p.Bitcode }

func hiprtcGetCodeSize(h C.hiprtcProgram, n *C.size_t) C.hiprtcResult { return giveSize(h, n, codeOf) }
func hiprtcGetCode(h C.hiprtcProgram, out *C.char) C.hiprtcResult     { return giveBytes(h, out, codeOf) }
func hiprtcGetBitcodeSize(h C.hiprtcProgram, n *C.size_t) C.hiprtcResult {
	return giveSize(h, n, bitcodeOf)
}
func hiprtcGetBitcode(h C.hiprtcProgram, out *C.char) C.hiprtcResult {
	return giveBytes(h, out, bitcodeOf)
}
