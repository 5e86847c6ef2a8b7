// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// extern char **environ;
import "C"

import (
	"os"
	"strings"
	"unsafe"
)

// adoptEnvironment updates Go's copy of the environment to the program's. In a shared library Go
// reads that with which the process started, and a program may set HIP_VISIBLE_DEVICES before its
// first HIP call.
func adoptEnvironment() {
	now := make(map[string]string)
	for p := C.environ; p != nil && *p != nil; p = (**C.char)(unsafe.Add(unsafe.Pointer(p), unsafe.Sizeof(*p))) {
		if name, value, ok := strings.Cut(C.GoString(*p), "="); ok && name != "" {
			now[name] = value
		}
	}
	for _, entry := range os.Environ() {
		if name, _, _ := strings.Cut(entry, "="); name != "" {
			if _, ok := now[name]; !ok {
				os.Unsetenv(name)
			}
		}
	}
	for name, value := range now {
		if old, ok := os.LookupEnv(name); !ok || old != value {
			os.Setenv(name, value)
		}
	}
}
