// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package rocm

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"

	"gohipcc/fatbin"
	"gohipcc/internal/secure"
	"gohipcc/runtime/backend"
)

// env names the variable with the path of a libamdhip64 to load instead of the usual ones.
const env = "GOHIP_LIBAMDHIP64"

// libraries are tried in order. The name without a number is last: it belongs to
// development packages.
var libraries = []string{"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5", "libamdhip64.so"}

// ROCm's places outside the loader's path.
var libraryDirs = []string{"", "/opt/rocm/lib/"}

// NotFoundError says that no libamdhip64 could be loaded.
type NotFoundError struct {
	Tried []string // name: the loader's message
}

// Error implements error.
func (e *NotFoundError) Error() string {
	return "no AMD HIP runtime; tried\n  " + strings.Join(e.Tried, "\n  ") +
		"\ninstall ROCm's hip-runtime-amd (Debian: libamdhip64-5 or newer), or name the library with " + env
}

// Error is a failed call of libamdhip64.
type Error struct {
	Call string // "hipModuleLoadData"
	Code int    // hipError_t
	Name string // "hipErrorNoBinaryForGpu"
	Text string // the library's description
}

// Error implements error.
func (e *Error) Error() string {
	s := fmt.Sprintf("%s: %s (%d)", e.Call, e.Name, e.Code)
	if e.Text != "" && e.Text != e.Name {
		s += ": " + e.Text
	}
	return s
}

// Is makes errors of one code equal, whichever call they are from, and maps codes to the errors of
// package backend.
func (e *Error) Is(target error) bool {
	switch target {
	case backend.ErrOutOfMemory:
		return e.Code == codeOutOfMemory
	case backend.ErrLaunchFailed:
		return e.Code == codeIllegalAddress || e.Code == codeLaunchFailure || e.Code == codeAssert
	case backend.ErrUnsupportedImage:
		return e.Code == codeNoBinaryForGPU
	case fatbin.ErrNotFound:
		return e.Code == codeNotFound
	case backend.ErrNoImage:
		return e.Code == codeInvalidImage
	}
	o, ok := target.(*Error)
	return ok && o.Code == e.Code && (o.Call == "" || o.Call == e.Call)
}

// Codes of hipError_t that this package handles.
const (
	codeSuccess        = 0
	codeOutOfMemory    = 2
	codeNoDevice       = 100
	codeInvalidDevice  = 101 // what HIP 5 returns without a GPU
	codeInvalidImage   = 200
	codeNoBinaryForGPU = 209
	codeNotFound       = 500
	codeNotReady       = 600
	codeIllegalAddress = 700
	codeAssert         = 710
	codeLaunchFailure  = 719
)

// call is the index of a function in calls.
type call int

const (
	hipInit call = iota
	hipRuntimeGetVersion
	hipDriverGetVersion
	hipGetErrorName
	hipGetErrorString
	hipGetDeviceCount
	hipSetDevice
	hipDeviceGetAttribute
	hipDeviceGetName
	hipDeviceTotalMem
	hipDeviceGetPCIBusID
	hipGetDeviceProperties
	hipMemGetInfo
	hipDeviceSynchronize
	hipMalloc
	hipMallocManaged
	hipHostMalloc
	hipFree
	hipHostFree
	hipMemcpy
	hipMemcpyAsync
	hipMemset
	hipMemsetAsync
	hipMemsetD16Async
	hipMemsetD32Async
	hipStreamCreateWithFlags
	hipStreamDestroy
	hipStreamSynchronize
	hipStreamQuery
	hipStreamWaitEvent
	hipEventCreateWithFlags
	hipEventDestroy
	hipEventRecord
	hipEventSynchronize
	hipEventQuery
	hipEventElapsedTime
	hipModuleLoadData
	hipModuleUnload
	hipModuleGetFunction
	hipModuleGetGlobal
	hipModuleLaunchKernel
	hipFuncGetAttribute
	numCalls
)

// calls names the functions. Further names of an entry are older spellings.
var calls = [numCalls][]string{
	hipInit:                  {"hipInit"},
	hipRuntimeGetVersion:     {"hipRuntimeGetVersion"},
	hipDriverGetVersion:      {"hipDriverGetVersion"},
	hipGetErrorName:          {"hipGetErrorName"},
	hipGetErrorString:        {"hipGetErrorString"},
	hipGetDeviceCount:        {"hipGetDeviceCount"},
	hipSetDevice:             {"hipSetDevice"},
	hipDeviceGetAttribute:    {"hipDeviceGetAttribute"},
	hipDeviceGetName:         {"hipDeviceGetName"},
	hipDeviceTotalMem:        {"hipDeviceTotalMem"},
	hipDeviceGetPCIBusID:     {"hipDeviceGetPCIBusId"},
	hipGetDeviceProperties:   {"hipGetDevicePropertiesR0600", "hipGetDeviceProperties"},
	hipMemGetInfo:            {"hipMemGetInfo"},
	hipDeviceSynchronize:     {"hipDeviceSynchronize"},
	hipMalloc:                {"hipMalloc"},
	hipMallocManaged:         {"hipMallocManaged"},
	hipHostMalloc:            {"hipHostMalloc"},
	hipFree:                  {"hipFree"},
	hipHostFree:              {"hipHostFree"},
	hipMemcpy:                {"hipMemcpy"},
	hipMemcpyAsync:           {"hipMemcpyAsync"},
	hipMemset:                {"hipMemset"},
	hipMemsetAsync:           {"hipMemsetAsync"},
	hipMemsetD16Async:        {"hipMemsetD16Async"},
	hipMemsetD32Async:        {"hipMemsetD32Async"},
	hipStreamCreateWithFlags: {"hipStreamCreateWithFlags"},
	hipStreamDestroy:         {"hipStreamDestroy"},
	hipStreamSynchronize:     {"hipStreamSynchronize"},
	hipStreamQuery:           {"hipStreamQuery"},
	hipStreamWaitEvent:       {"hipStreamWaitEvent"},
	hipEventCreateWithFlags:  {"hipEventCreateWithFlags"},
	hipEventDestroy:          {"hipEventDestroy"},
	hipEventRecord:           {"hipEventRecord"},
	hipEventSynchronize:      {"hipEventSynchronize"},
	hipEventQuery:            {"hipEventQuery"},
	hipEventElapsedTime:      {"hipEventElapsedTime"},
	hipModuleLoadData:        {"hipModuleLoadData"},
	hipModuleUnload:          {"hipModuleUnload"},
	hipModuleGetFunction:     {"hipModuleGetFunction"},
	hipModuleGetGlobal:       {"hipModuleGetGlobal"},
	hipModuleLaunchKernel:    {"hipModuleLaunchKernel"},
	hipFuncGetAttribute:      {"hipFuncGetAttribute"},
}

// HIP is a loaded libamdhip64. It is safe for concurrent use as far as the library is; the current
// device is a property of an operating system thread, so every method that needs one sets it.
type HIP struct {
	Path    string // as given to the loader
	Runtime int    // hipRuntimeGetVersion, 60443482 for 6.4
	Driver  int

	handle   uintptr
	fn       [numCalls]uintptr
	oldProps bool // the properties structure of HIP 5

	initOnce sync.Once
	initErr  error
}

// Open loads libamdhip64: the named one, else the one in env, else the newest
// release installed.
func Open(path string) (*HIP, error) {
	if path == "" {
		path = secure.Getenv(env)
	}
	search := path == ""
	var candidates []string
	if path != "" {
		candidates = []string{path}
	} else {
		for _, d := range libraryDirs {
			for _, l := range libraries {
				candidates = append(candidates, d+l)
			}
		}
		if root := secure.Getenv("ROCM_PATH"); root != "" {
			candidates = append(candidates, root+"/lib/libamdhip64.so")
		}
	}
	e := &NotFoundError{}
	for _, c := range candidates {
		h, err := purego.Dlopen(c, purego.RTLD_NOW|purego.RTLD_LOCAL)
		if err != nil {
			e.Tried = append(e.Tried, loaderText(c, err))
			continue
		}
		// gohipcc may be installed under AMD's name; its own devices do not count as AMD's.
		if search && isOwn(h) {
			purego.Dlclose(h)
			e.Tried = append(e.Tried, c+": it is gohipcc's own library")
			continue
		}
		lib := &HIP{Path: c, handle: h}
		if err := lib.bind(); err != nil {
			purego.Dlclose(h)
			e.Tried = append(e.Tried, c+": "+err.Error())
			continue
		}
		return lib, nil
	}
	return nil, e
}

// isOwn reports whether a library is gohipcc's, by the file that contains its code.
func isOwn(handle uintptr) bool {
	code, err := purego.Dlsym(handle, "hipInit")
	if err != nil {
		return false
	}
	dladdr, err := purego.Dlsym(purego.RTLD_DEFAULT, "dladdr")
	if err != nil {
		return false
	}
	// Dl_info: file name, base, symbol name, symbol address.
	info := new([4]uintptr)
	if ok, _, _ := purego.SyscallN(dladdr, code, uintptr(unsafe.Pointer(info))); ok == 0 {
		return false
	}
	file := cString(info[0])
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real
	}
	return strings.HasPrefix(filepath.Base(file), "libgohip")
}

// loaderText prepends the library's name to the loader's message, once.
func loaderText(name string, err error) string {
	if s := err.Error(); strings.HasPrefix(s, name+": ") {
		return s
	}
	return name + ": " + err.Error()
}

func (h *HIP) bind() error {
	for i, names := range calls {
		for _, n := range names {
			if a, err := purego.Dlsym(h.handle, n); err == nil {
				h.fn[i] = a
				break
			}
		}
		if h.fn[i] == 0 {
			return fmt.Errorf("it has no %s", names[0])
		}
	}
	if a, err := purego.Dlsym(h.handle, "hipGetDevicePropertiesR0600"); err != nil || a == 0 {
		h.oldProps = true
	}
	var v int32
	if h.raw(hipRuntimeGetVersion, uintptr(unsafe.Pointer(&v))) == codeSuccess {
		h.Runtime = int(v)
	}
	if h.raw(hipDriverGetVersion, uintptr(unsafe.Pointer(&v))) == codeSuccess {
		h.Driver = int(v)
	}
	return nil
}

//go:uintptrescapes
func (h *HIP) raw(c call, args ...uintptr) int {
	r, _, _ := purego.SyscallN(h.fn[c], args...)
	return int(int32(r))
}

// do calls a function and converts its code to an error.
//
//go:uintptrescapes
func (h *HIP) do(c call, args ...uintptr) error {
	r, _, _ := purego.SyscallN(h.fn[c], args...)
	if int32(r) == codeSuccess {
		return nil
	}
	return h.failure(c, int(int32(r)))
}

func (h *HIP) failure(c call, code int) error {
	text := func(c call) string {
		p, _, _ := purego.SyscallN(h.fn[c], uintptr(code))
		return cString(p)
	}
	return &Error{Call: calls[c][len(calls[c])-1], Code: code, Name: text(hipGetErrorName), Text: text(hipGetErrorString)}
}

// on runs f on a thread whose current HIP device is d.
func (d *Device) on(f func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := d.hip.do(hipSetDevice, uintptr(d.Ordinal)); err != nil {
		return err
	}
	return f()
}

// cString copies a string of the library.
func cString(p uintptr) string {
	if p == 0 {
		return ""
	}
	base := *(*unsafe.Pointer)(unsafe.Pointer(&p))
	n := 0
	for *(*byte)(unsafe.Add(base, n)) != 0 {
		n++
	}
	return string(unsafe.Slice((*byte)(base), n))
}

func cText(b []byte) string {
	if i := bytes.IndexByte(b, 0); i >= 0 {
		b = b[:i]
	}
	return string(b)
}

// Device is one AMD GPU.
type Device struct {
	Ordinal       int
	Name          string // marketing name
	Arch          string // target ID with the state of its features: "gfx90a:sramecc+:xnack-"
	PCI           string // "0000:03:00.0"
	WarpSize      int
	MaxThreads    int   // per block
	SharedMemory  int   // bytes of LDS per block
	Memory        int64 // bytes
	ComputeUnits  int
	ClockKHz      int
	Cooperative   bool
	ManagedMemory bool

	hip *HIP
}

// Attributes of hipDeviceAttribute_t. HIP 6 renumbered nothing that is used here:
// both hold since HIP 5 (hip_runtime_api.h, the first part, from 0 on).
const (
	attrClockRate         = 5
	attrCooperativeLaunch = 10
	attrManagedMemory     = 24
	attrMultiprocessors   = 63
)

// Offsets of fields in hipDeviceProp_t.
const (
	propsArchR0600   = 1160
	propsWarpR0600   = 308
	propsSharedR0600 = 296
	propsMaxR0600    = 320
	propsSharedR0000 = 264
	propsWarpR0000   = 276
	propsMaxR0000    = 280
	propsArchR0000   = 396
)

// Devices lists the GPUs. On a machine without one, HIP returns "no device" (100), or from version
// 5 "invalid device" (101): the list is then empty.
func (h *HIP) Devices() ([]*Device, error) {
	h.initOnce.Do(func() { h.initErr = h.do(hipInit, 0) })
	if noDevice(h.initErr) {
		return nil, nil
	}
	if h.initErr != nil {
		return nil, h.initErr
	}
	n := new(int32)
	if err := h.do(hipGetDeviceCount, uintptr(unsafe.Pointer(n))); err != nil {
		if noDevice(err) {
			return nil, nil
		}
		return nil, err
	}
	var out []*Device
	for i := 0; i < int(*n); i++ {
		d, err := h.device(i)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

func noDevice(err error) bool {
	var e *Error
	return errors.As(err, &e) && (e.Code == codeNoDevice || e.Code == codeInvalidDevice)
}

func (h *HIP) device(i int) (*Device, error) {
	// Larger than any release's structure, so that a newer one cannot write past it.
	props := make([]byte, 8192)
	if err := h.do(hipGetDeviceProperties, uintptr(unsafe.Pointer(&props[0])), uintptr(i)); err != nil {
		return nil, err
	}
	word := func(off int) int { return int(*(*int32)(unsafe.Pointer(&props[off]))) }
	d := &Device{Ordinal: i, hip: h, Name: cText(props[:256])}
	warp, shared, maximum, arch := propsWarpR0600, propsSharedR0600, propsMaxR0600, propsArchR0600
	if h.oldProps {
		warp, shared, maximum, arch = propsWarpR0000, propsSharedR0000, propsMaxR0000, propsArchR0000
	}
	d.WarpSize, d.SharedMemory, d.MaxThreads = word(warp), word(shared), word(maximum)
	d.Arch = cText(props[arch : arch+256])
	size := new(uint64)
	if err := h.do(hipDeviceTotalMem, uintptr(unsafe.Pointer(size)), uintptr(i)); err != nil {
		return nil, err
	}
	d.Memory = int64(*size)
	pci := make([]byte, 64)
	if h.raw(hipDeviceGetPCIBusID, uintptr(unsafe.Pointer(&pci[0])), uintptr(len(pci)), uintptr(i)) == codeSuccess {
		d.PCI = cText(pci)
	}
	attribute := func(a int) int {
		v := new(int32)
		if h.raw(hipDeviceGetAttribute, uintptr(unsafe.Pointer(v)), uintptr(a), uintptr(i)) != codeSuccess {
			return 0
		}
		return int(*v)
	}
	d.ComputeUnits = attribute(attrMultiprocessors)
	d.ClockKHz = attribute(attrClockRate)
	d.Cooperative = attribute(attrCooperativeLaunch) != 0
	d.ManagedMemory = attribute(attrManagedMemory) != 0
	return d, nil
}

// MemInfo returns the free and total memory of the device in bytes.
func (d *Device) MemInfo() (free, total int64, err error) {
	v := new([2]uint64)
	err = d.on(func() error {
		return d.hip.do(hipMemGetInfo, uintptr(unsafe.Pointer(&v[0])), uintptr(unsafe.Pointer(&v[1])))
	})
	return int64(v[0]), int64(v[1]), err
}

// Synchronize waits for everything on the device.
func (d *Device) Synchronize() error {
	return d.on(func() error { return d.hip.do(hipDeviceSynchronize) })
}
