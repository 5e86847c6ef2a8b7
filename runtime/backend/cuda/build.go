// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cuda

import (
	"fmt"
	"runtime"
	"strings"
	"unsafe"
)

// A JITError is the error for PTX that the driver rejected, with the compiler's log.
type JITError struct {
	Module  string // name of the module
	Version string // ".version" of the PTX
	Target  string // ".target" of the PTX
	Device  string // device and its processor
	Driver  string // CUDA version of the driver
	Log     string // the driver's log, empty if it wrote none
	Err     error
}

// Error returns what was compiled for what, and why it failed.
func (e *JITError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: PTX %s for %s does not load on %s with a driver for CUDA %s: %v", e.Module, e.Version, e.Target, e.Device, e.Driver, e.Err)
	if need := cudaOfPTX(e.Version); need > 0 && isCode(e.Err, errNewerPTX) {
		fmt.Fprintf(&b, "; PTX %s needs a driver for CUDA %s or newer", e.Version, dotted(need))
	}
	if e.Log != "" {
		fmt.Fprintf(&b, "\n%s", strings.TrimRight(e.Log, "\n"))
	}
	return b.String()
}

// Unwrap returns the driver's result.
func (e *JITError) Unwrap() error { return e.Err }

// ptxOfCUDA lists the PTX version that came with each CUDA release (PTX ISA,
// "Release Notes").
var ptxOfCUDA = []struct {
	cuda int
	ptx  string
}{
	{12000, "8.0"}, {12010, "8.1"}, {12020, "8.2"}, {12030, "8.3"}, {12040, "8.4"}, {12050, "8.5"},
	{12070, "8.6"}, {12080, "8.7"}, {12090, "8.8"}, {13000, "9.0"},
}

// cudaOfPTX returns the first CUDA release with a PTX version, 0 if it is unknown.
func cudaOfPTX(version string) int {
	for _, r := range ptxOfCUDA {
		if r.ptx == version {
			return r.cuda
		}
	}
	return 0
}

// Options of cuModuleLoadDataEx (CUjit_option).
const (
	jitInfoLog      = 3
	jitInfoLogSize  = 4
	jitErrorLog     = 5
	jitErrorLogSize = 6
)

// build makes the driver load the module's machine code, or compile its PTX, once. The caller holds the
// lock.
//
// The driver compiles a whole program and keeps the result in its own cache. Its linker (cuLinkAddData),
// which would return the code, has the PTX compiled separately: kernels then call divisions by the
// ABI, keep values in more registers and were up to a fifth slower, and recursive functions were wrong, because
// ptxas 13.0 keeps values in uniform registers across loops of functions whose lanes do not reconverge.
func (m *Module) build() error {
	if m.handle != 0 || m.err != nil {
		return m.err
	}
	if len(m.code) > 0 {
		if _, err := m.load(m.code); err == nil || !rejected(err) {
			m.err = err
			return err
		}
	}
	log, err := m.load(append(m.image[:len(m.image):len(m.image)], 0))
	m.err = err
	if rejected(err) {
		in := m.dev.Info()
		m.err = &JITError{
			Module: m.name, Version: m.ptx.Version, Target: m.ptx.Target, Driver: dotted(m.dev.Lib.Version),
			Device: in.Name + " (" + in.Target.String() + ")", Log: log, Err: err,
		}
	}
	return m.err
}

// rejected reports whether an error of the driver is about the image.
func rejected(err error) bool {
	return isCode(err, errInvalidPTX, errNoBinary, errNewerPTX, errInvalidImage)
}

// load gives the driver an image, and returns the log of its compiler.
func (m *Module) load(image []byte) (string, error) {
	const room = 16 << 10
	log := make([]byte, room)
	options := []uint32{jitErrorLog, jitErrorLogSize}
	values := []uintptr{uintptr(unsafe.Pointer(&log[0])), room}
	var pin runtime.Pinner
	pin.Pin(&log[0])
	defer pin.Unpin()
	err := m.dev.Call("cuModuleLoadDataEx", uintptr(unsafe.Pointer(&m.handle)), uintptr(unsafe.Pointer(&image[0])),
		uintptr(len(options)), uintptr(unsafe.Pointer(&options[0])), uintptr(unsafe.Pointer(&values[0])))
	if err != nil {
		m.handle = 0
		return goString(&log[0]), err
	}
	return "", nil
}

// mostPrepared bounds the kernels that are loaded in advance: a program with more uses few of them.
const mostPrepared = 64

// Prepare makes the driver compile the module now rather than on first use, and load the code of
// its kernels, which the first launch of each would wait for.
func (m *Module) Prepare() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.build(); err != nil {
		return err
	}
	names := m.KernelNames()
	if len(names) > mostPrepared {
		return nil
	}
	for _, name := range names {
		meta, err := m.describe(name)
		if err != nil {
			continue // the launch reports it
		}
		k, err := m.kernel(name, meta)
		if err != nil {
			continue
		}
		// CUDA 12.4 and newer have it; older ones load the code at the launch.
		if m.dev.Lib.lib.Symbol("cuFuncLoad") != 0 {
			_ = m.dev.Call("cuFuncLoad", k.handle)
		}
	}
	return nil
}
