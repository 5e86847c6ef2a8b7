// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"os"
	"path/filepath"

	"gohipcc/internal/secure"
)

// RuntimeHelper returns the path of an executable that the runtime starts, by its name: in
// lib/gohip of the installation of the libgohip that this process has loaded; in a program of the
// Go API that of GOHIP_PATH, of the program, or of the gohipcc on PATH. It is empty when there is
// none. A process with more privileges than its caller looks beside the library only.
func RuntimeHelper(name string) string { return runtimeFile(filepath.Join("gohip", name)) }

// RuntimeLibrary returns the path of libgohip.so, found as [RuntimeHelper] finds an executable.
func RuntimeLibrary() string { return runtimeFile("libgohip.so") }

// runtimeFile returns the path of a file in lib of the installation, or "".
func runtimeFile(name string) string {
	var lib string
	if l := loadedLibrary(); l != "" {
		lib = filepath.Dir(l)
	} else if !secure.Elevated() {
		if p, err := FindInstalled(); err == nil {
			lib = p.Lib()
		}
	}
	if lib == "" {
		return ""
	}
	path := filepath.Join(lib, name)
	if st, err := os.Stat(path); err != nil || !st.Mode().IsRegular() {
		return ""
	}
	return path
}
