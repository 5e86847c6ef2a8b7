// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gohipcc/driver/options"
	"gohipcc/fatbin"
	"gohipcc/target"
	"gohipcc/toolchains"
)

// OtherRoot reports whether the command line or the environment names an installation of HIP other
// than gohipcc's own. A sysroot (--sysroot=) in which ROCm is installed counts as one, as it does
// for clang.
func OtherRoot(a *options.Args, own *toolchains.Prefix) bool {
	if a.Has("rocm-path", "hip-path") {
		return true // dropOwnPaths has removed the own one
	}
	return slices.ContainsFunc([]string{"ROCM_PATH", "HIP_PATH"}, func(e string) bool {
		r := os.Getenv(e)
		return r != "" && !IsOwnRoot(r, own.Root)
	}) || hasROCm(sysroot(a))
}

// IsOwnRoot reports whether a folder is an installation of gohipcc: this program's, or another one, which has the same headers
// and libraries. It is none of AMD's, and has no device libraries where clang looks for them.
func IsOwnRoot(folder, own string) bool {
	x, err := os.Stat(folder)
	if err != nil {
		return false
	}
	if y, err := os.Stat(own); err == nil && os.SameFile(x, y) {
		return true
	}
	library, err := os.Stat(filepath.Join(folder, "lib", "gohip"))
	return err == nil && library.IsDir()
}

// sysroot returns the sysroot, or "".
func sysroot(a *options.Args) string {
	root := ""
	for _, arg := range a.List {
		if v, ok := strings.CutPrefix(arg.Words[0], "--sysroot="); ok {
			root = v
		} else if arg.Words[0] == "--sysroot" && len(arg.Words) > 1 {
			root = arg.Words[1]
		}
	}
	return root
}

// hasROCm reports whether there is a ROCm in a sysroot that is not this machine's own.
func hasROCm(root string) bool {
	if root == "" || filepath.Clean(root) == "/" {
		return false
	}
	for _, version := range []string{"bin/.hipVersion", "share/hip/version"} {
		if found, _ := filepath.Glob(filepath.Join(root, "opt", "rocm*", version)); len(found) > 0 {
			return true
		}
	}
	return false
}

// linksForAMD reports whether the build links only files whose device code is for AMD. Beside a
// ROCm these were compiled with its headers and need its runtime; with device code for others they
// need libgohip.
func (p *Plan) linksForAMD() bool {
	if p.hip || !p.link {
		return false
	}
	amd := false
	for _, in := range p.inputs {
		f, err := fatbin.Open(in.Path)
		if err != nil {
			continue // the linker will report it
		}
		for n := range f.Images() {
			arch := n.Target().Arch
			amd = amd || arch == target.AMDGCN
			if arch != target.AMDGCN {
				f.Close()
				return false
			}
		}
		f.Close()
	}
	// A library that is searched for may have device code of any kind.
	return amd || !slices.ContainsFunc(p.Args.List, func(a options.Arg) bool { return strings.HasPrefix(a.Words[0], "-l") })
}

// clangPlansSPIRV reports whether clang's own steps make all images of the build: --hip-path= names
// an installation of HIP over SPIR-V, chipStar's, and that is the only target. Headers, device
// library, passes and runtime belong together, so all of that installation's are used.
func (p *Plan) clangPlansSPIRV() bool {
	if len(p.targets.own) > 0 || len(p.targets.generic) != 1 || p.targets.generic[0].Triple() != toolchains.GenericTriple {
		return false
	}
	root, ok := p.Args.Value("hip-path")
	if !ok {
		return false
	}
	found, _ := filepath.Glob(filepath.Join(root, "lib", "hip-device-lib", "hipspv-*.bc"))
	return len(found) > 0
}
