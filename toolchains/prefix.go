// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"gohipcc/internal/secure"
	"gohipcc/toolchains/clang"
)

// Prefix is an installation of gohipcc: bin, lib, lib/gohip and include below
// one directory.
type Prefix struct {
	Root string // absolute path
	Self string // the running gohipcc binary
}

// FindPrefix returns the installation that the running binary belongs to, with links resolved. The
// environment variable GOHIP_PATH overrides the root.
func FindPrefix() (*Prefix, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(self); err == nil {
		self = real
	}
	root := filepath.Dir(filepath.Dir(self))
	if p := secure.Getenv("GOHIP_PATH"); p != "" {
		root = p
	}
	return &Prefix{Root: root, Self: self}, nil
}

// FindInstalled finds an installation with a gohipcc from within a program that only uses it: only
// at GOHIP_PATH if that is set; otherwise the installation of the libgohip that the program has
// loaded, the program's own, and that of the gohipcc on PATH.
func FindInstalled() (*Prefix, error) {
	var roots []string
	if root := secure.Getenv("GOHIP_PATH"); root != "" {
		roots = append(roots, root)
	} else {
		if lib := loadedLibrary(); lib != "" {
			roots = append(roots, filepath.Dir(filepath.Dir(lib)))
		}
		// A setuid program may be run through a link in its caller's folder.
		if p, err := FindPrefix(); err == nil && !secure.Elevated() {
			roots = append(roots, p.Root)
		}
		if path, err := exec.LookPath("gohipcc"); err == nil && !secure.Elevated() {
			if real, err := filepath.EvalSymlinks(path); err == nil {
				path = real
			}
			roots = append(roots, filepath.Dir(filepath.Dir(path)))
		}
	}
	var tried []string
	for _, root := range roots {
		bin := filepath.Join(root, "bin", "gohipcc")
		if st, err := os.Stat(bin); err == nil && st.Mode().IsRegular() {
			return &Prefix{Root: root, Self: bin}, nil
		}
		tried = append(tried, bin)
	}
	if secure.Getenv("GOHIP_PATH") == "" {
		tried = append(tried, "gohipcc on PATH")
	}
	return nil, fmt.Errorf("compiling at run time needs an installed gohipcc; looked for %s; set GOHIP_PATH to its prefix", strings.Join(tried, ", "))
}

// loadedLibrary returns the file of libgohip if this code runs in it: a program that uses HIP's C
// interface may be anywhere, but the library is in its installation.
func loadedLibrary() string {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(maps)) {
		line = strings.TrimSuffix(line, "\n")
		if i := strings.IndexByte(line, '/'); i >= 0 && strings.HasSuffix(line, "/libgohip_core.so") {
			return line[i:]
		}
	}
	return ""
}

// Include returns the directory that holds hip/hip_runtime.h.
func (p *Prefix) Include() string { return filepath.Join(p.Root, "include") }

// StdWrappers returns the directory of wrappers around standard headers that need device variants;
// it comes before every other include directory.
func (p *Prefix) StdWrappers() string {
	return filepath.Join(p.Root, "include", "hip", "std_wrappers")
}

// Lib returns the directory of the host libraries.
func (p *Prefix) Lib() string { return filepath.Join(p.Root, "lib") }

// DeviceLib returns the path of a device library by its file name.
func (p *Prefix) DeviceLib(name string) string {
	return filepath.Join(p.Root, "lib", "gohip", name)
}

// DeviceLibs returns the paths of device libraries by their file names, or an error that names the
// first one that is missing: without it, device code would link to nothing or to the wrong library.
func (p *Prefix) DeviceLibs(names ...string) ([]string, error) {
	var out []string
	for _, name := range names {
		path := p.DeviceLib(name)
		if !exists(path) {
			return nil, &clang.MissingError{What: "the device library " + name, Tried: []string{path}, Install: Rebuild}
		}
		out = append(out, path)
	}
	return out, nil
}

// Rebuild is what to do about an installation that lacks a file.
const Rebuild = "the installation is not complete: run 'make build', or 'make install' again"

// IncludeArgs returns the clang arguments that put gohipcc's headers in place. Directories that do
// not exist are left out.
func (p *Prefix) IncludeArgs() []string {
	var args []string
	for _, d := range []string{p.StdWrappers(), p.Include()} {
		if st, err := os.Stat(d); err == nil && st.IsDir() {
			args = append(args, "-isystem", d)
		}
	}
	return args
}
