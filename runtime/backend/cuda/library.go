// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cuda

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"

	"gohipcc/abi"
	"gohipcc/runtime/backend"
	"gohipcc/runtime/dynlib"
)

// Error is a result of the driver other than CUDA_SUCCESS, with the call that
// returned it (CUDA Driver API, CUresult).
type Error struct {
	Call string
	Code int
	Name string // "CUDA_ERROR_INVALID_PTX"
	Text string
}

// Error implements error.
func (e *Error) Error() string {
	return fmt.Sprintf("%s: %s (%d): %s", e.Call, e.Name, e.Code, e.Text)
}

// Is maps results to the errors of package backend. Results 700 to 719 are sticky ("the process
// must be terminated"): an earlier kernel failed.
func (e *Error) Is(target error) bool {
	switch target {
	case backend.ErrOutOfMemory:
		return e.Code == errOutOfMemory
	case backend.ErrLaunchFailed:
		return e.Code >= errIllegalAddress && e.Code <= errLaunchFailed
	case backend.ErrUnsupportedImage:
		return e.Code == errNoBinary || e.Code == errNewerPTX
	case backend.ErrNoImage:
		return e.Code == errInvalidImage
	}
	return false
}

// errNoDriver means that the machine has no NVIDIA driver.
var errNoDriver = errors.New("no CUDA driver")

// Results that the package distinguishes.
const (
	success           = 0
	errInvalidValue   = 1
	errOutOfMemory    = 2
	errNoDevice       = 100
	errInvalidImage   = 200
	errNoBinary       = 209
	errInvalidPTX     = 218
	errNewerPTX       = 222
	errNotFound       = 500
	errNotReady       = 600
	errIllegalAddress = 700
	errLaunchFailed   = 719
)

// Library is the CUDA driver of this machine.
type Library struct {
	Path    string
	Version int // CUDA version that the driver supports: 13000 is 13.0
	lib     *dynlib.Library
}

// Load opens libcuda and initialises the driver. The environment variable
// GOHIP_CUDA names another file. The error lists what was tried.
var Load = sync.OnceValues(func() (*Library, error) {
	lib, err := dynlib.Open(abi.EnvCUDA, "libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errNoDriver, err)
	}
	l := &Library{Path: lib.Path, lib: lib}
	if err := l.start(); err != nil {
		return nil, err
	}
	return l, nil
})

func (l *Library) start() error {
	if err := l.call("cuInit", 0); err != nil {
		return fmt.Errorf("%s: %w", l.Path, err)
	}
	var v int32
	if err := l.call("cuDriverGetVersion", uintptr(unsafe.Pointer(&v))); err != nil {
		return err
	}
	l.Version = int(v)
	if l.Version < 12000 {
		return fmt.Errorf("%s supports CUDA %s; CUDA 12.0 (driver 525) is the least that gohipcc uses", l.Path, dotted(l.Version))
	}
	return nil
}

// dotted spells a CUDA version: 12040 is "12.4".
func dotted(v int) string { return fmt.Sprintf("%d.%d", v/1000, v%1000/10) }

func (l *Library) symbol(name string) (uintptr, error) {
	p := l.lib.Symbol(name)
	if p == 0 {
		return 0, fmt.Errorf("%s has no %s; its driver supports CUDA %s", l.Path, name, dotted(l.Version))
	}
	return p, nil
}

// call calls a function of the driver by its exported name.
//
//go:uintptrescapes
func (l *Library) call(name string, args ...uintptr) error {
	p, err := l.symbol(name)
	if err != nil {
		return err
	}
	r, _, _ := purego.SyscallN(p, args...)
	if code := int(int32(r)); code != success {
		return l.err(name, code)
	}
	return nil
}

func (l *Library) err(call string, code int) error {
	e := &Error{Call: call, Code: code, Name: "CUDA error " + strconv.Itoa(code)}
	for name, to := range map[string]*string{"cuGetErrorName": &e.Name, "cuGetErrorString": &e.Text} {
		var s *byte
		if p, err := l.symbol(name); err == nil {
			if r, _, _ := purego.SyscallN(p, uintptr(code), uintptr(unsafe.Pointer(&s))); r == success && s != nil {
				*to = goString(s)
			}
		}
	}
	return e
}

func goString(s *byte) string {
	n := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(s), n)) != 0 {
		n++
	}
	return string(unsafe.Slice(s, n))
}

// isCode reports whether err is the driver's result of one of the codes.
func isCode(err error, codes ...int) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	for _, c := range codes {
		if e.Code == c {
			return true
		}
	}
	return false
}

// cstring returns s with a NUL. The caller keeps the slice alive.
func cstring(s string) *byte {
	b := append([]byte(s), 0)
	return &b[0]
}

// within runs f with the context current on this thread, and restores the thread's own context.
func (l *Library) within(context uintptr, f func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := l.call("cuCtxPushCurrent_v2", context); err != nil {
		return err
	}
	err := f()
	var old uintptr
	if e := l.call("cuCtxPopCurrent_v2", uintptr(unsafe.Pointer(&old))); err == nil {
		err = e
	}
	return err
}
