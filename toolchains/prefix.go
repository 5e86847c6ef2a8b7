// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"os"
	"path/filepath"
)

// Prefix is an installation of gohipcc: bin, lib, lib/gohip and include below
// one directory.
type Prefix struct {
	Root string // absolute path
	Self string // the running gohipcc binary
}

// FindPrefix returns the installation that the running binary belongs to, links
// resolved. The environment variable GOHIP_PATH overrides the root.
func FindPrefix() (*Prefix, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(self); err == nil {
		self = real
	}
	root := filepath.Dir(filepath.Dir(self))
	if p := os.Getenv("GOHIP_PATH"); p != "" {
		root = p
	}
	return &Prefix{Root: root, Self: self}, nil
}

// Include is the directory that holds hip/hip_runtime.h.
func (p *Prefix) Include() string { return filepath.Join(p.Root, "include") }

// StdWrappers is the directory of wrappers around standard headers that need
// device variants; it comes before every other include directory.
func (p *Prefix) StdWrappers() string {
	return filepath.Join(p.Root, "include", "hip", "std_wrappers")
}

// Lib is the directory of the host libraries.
func (p *Prefix) Lib() string { return filepath.Join(p.Root, "lib") }

// DeviceLib returns the path of a device library by its file name.
func (p *Prefix) DeviceLib(name string) string {
	return filepath.Join(p.Root, "lib", "gohip", name)
}

// IncludeArgs are the clang arguments that put gohipcc's headers in place.
// Directories that do not exist are left out.
func (p *Prefix) IncludeArgs() []string {
	var args []string
	for _, d := range []string{p.StdWrappers(), p.Include()} {
		if st, err := os.Stat(d); err == nil && st.IsDir() {
			args = append(args, "-isystem", d)
		}
	}
	return args
}
