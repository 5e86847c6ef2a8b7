// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/ebitengine/purego"

	"gohipcc/runtime/backend"
	"gohipcc/runtime/dynlib"
)

// library is libgohip.so, of which the engine's functions are used (runtime/libgohip/cpu_engine.h).
type library struct {
	lib *dynlib.Library
}

// openLibrary opens the library that this process has loaded, or the installed one.
func (d *Device) openLibrary() (*library, error) {
	path := d.library()
	if path == "" {
		return nil, errors.New("libgohip.so, which runs kernels on the processor, is not installed; GOHIP_PATH names an installation")
	}
	lib, err := dynlib.OpenLocal(path)
	if err != nil {
		return nil, err
	}
	l := &library{lib}
	for _, name := range []string{"set_threads", "new_queue", "put_queue", "launch", "copy", "fill", "order", "record", "submitted", "done", "wait", "failure"} {
		if lib.Symbol("gohip_cpu_"+name) == 0 {
			return nil, fmt.Errorf("%s has no gohip_cpu_%s: it is of another version", path, name)
		}
	}
	l.call("set_threads", uintptr(d.threads))
	return l, nil
}

// call calls a function of the engine by its name without the prefix.
//
//go:uintptrescapes
func (l *library) call(name string, args ...uintptr) uintptr {
	r, _, _ := purego.SyscallN(l.lib.Symbol("gohip_cpu_"+name), args...)
	return r
}

// Results of the engine, which are HIP's errors.
const (
	outOfMemory    = 2
	illegalAddress = 700
)

// failure is the error of a result of the engine, nil for success.
func (l *library) failure(result int32) error {
	if result == 0 {
		return nil
	}
	text := make([]byte, 512)
	l.call("failure", uintptr(unsafe.Pointer(&text[0])), uintptr(len(text)))
	n := 0
	for n < len(text) && text[n] != 0 {
		n++
	}
	is := backend.ErrLaunchFailed
	if result == outOfMemory {
		is = backend.ErrOutOfMemory
	}
	if n == 0 {
		return is
	}
	return fmt.Errorf("%s: %w", text[:n], is)
}
