// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"path/filepath"
	"slices"
	"strings"

	"gohipcc/toolchains/step"
)

// amdRuntime is how clang names HIP's runtime library in a host link.
var amdRuntime = step.Arg{Name: "-l", Value: "amdhip64", Form: step.Joined}

// LinkHost completes a host link: libgohip for AMD's runtime library, and a run path for the
// libraries of the installation.
func LinkHost(b *Build, l *step.HostLink, generic bool) {
	linkRuntime(b, l, generic)
	runPath := step.Sep("-rpath", b.Prefix.Lib())
	if at := slices.IndexFunc(l.Args, b.ownLibrary); at >= 0 && !slices.Contains(l.Args, runPath) {
		l.Args = slices.Insert(slices.Clone(l.Args), at, runPath)
	}
}

// ownLibrary reports whether an argument is a shared library of the installation, by its path. CMake
// names libraries so, without a run path: the compiler's own links search the folder, so that CMake
// takes it for one that the system searches.
func (b *Build) ownLibrary(a step.Arg) bool {
	if a.Form != step.File || !strings.Contains(filepath.Base(a.Value), ".so") {
		return false
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(a.Value))
	lib, libErr := filepath.EvalSymlinks(b.Prefix.Lib())
	return err == nil && libErr == nil && dir == lib
}

// linkRuntime replaces AMD's runtime library by libgohip in a host link, with a run path so that the
// program finds it without LD_LIBRARY_PATH. generic: the generic template is in the build.
func linkRuntime(b *Build, l *step.HostLink, generic bool) {
	if !slices.Contains(l.Args, amdRuntime) {
		// From LLVM 23 on clang links no runtime for SPIR-V.
		at := slices.Index(l.Args, step.Arg{Name: "-l", Value: "stdc++", Form: step.Joined})
		if at < 0 || b.LLVM.Major < 23 || !generic || b.Flags.Has("no-hip-rt") {
			return
		}
		l.Args = slices.Insert(slices.Clone(l.Args), at, amdRuntime)
	}
	lib := b.Prefix.Lib()
	var out step.Args
	done := false
	for i, a := range l.Args {
		switch {
		case a.Name == "-L" && a.Value == "/usr/lib" && i+1 < len(l.Args) && l.Args[i+1] == amdRuntime:
			// clang's guess of where ROCm is; the linker looks there anyway
		case a != amdRuntime:
			out = append(out, a)
		case !done:
			out = append(out, step.Arg{Name: "-L", Value: lib, Form: step.Joined}, step.Sep("-rpath", lib),
				step.Arg{Name: "-l", Value: "gohip", Form: step.Joined})
			done = true
		}
	}
	l.Args = out
}
