// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"gohipcc/driver/cmdline"
	"gohipcc/driver/options"
	"gohipcc/driver/plan"
)

// foreignModes are clang's drivers that read another language of options.
var foreignModes = cmdline.Set("cl dxc flang")

// foreignLangs are languages of -x that are for a device, or offload to one, in
// a way of their own.
var foreignLangs = cmdline.Set("cuda cuda-cpp-output cl clcpp cl-cpp-output hlsl renderscript")

// foreignExts are their extensions. Called as hipcc, .cu is HIP.
var foreignExts = cmdline.Set(".cl .clcpp .cu .cui")

// foreign reports whether a command line is no business of HIP's: another driver
// of clang's, another language, or code for a processor that runs no host
// program of HIP's. Such a command line is clang's whole.
func foreign(name string, args *options.Args) bool {
	if mode, ok := args.Value("driver-mode"); ok && foreignModes[mode] {
		return true
	}
	if args.Has("hip-link") {
		return false
	}
	hipcc := plan.IsHIPCCName(name)
	other, cxx := false, false // cxx: C++ that is HIP by the name of the program alone
	objects := hipcc           // a link of hipcc's, with no source of another language in it
	for _, a := range args.List {
		ext := ""
		if len(a.Words) > 0 {
			ext = filepath.Ext(a.Words[0])
		}
		switch {
		case !a.Input:
			w := a.Words[0]
			other = other || strings.HasPrefix(w, "-fopenmp-targets") || w == "-fsycl" || strings.HasPrefix(w, "--offload-link")
		case a.Lang == "hip" || a.Lang == "hip-cpp-output":
			return false
		case foreignLangs[a.Lang]:
			other = true
		case a.Lang == "" && plan.HIPExts[ext]:
			return false
		case a.Lang == "" && hipcc && plan.HIPCCExts[ext]:
			cxx = true
		case objects && (a.Lang != "" || ext == ".c" || ext == ".m" || ext == ".mm" || ext == ".f90"):
			objects = false
		case a.Lang == "" && foreignExts[ext]:
			other = true
		}
	}
	if other || !cxx && !objects && args.Has("offload-arch") && slices.ContainsFunc(args.List, func(a options.Arg) bool { return strings.HasPrefix(a.Words[0], "-fopenmp") }) {
		return true
	}
	triple, ok := args.Value("target")
	return ok && (deviceProcessor(triple) || !cxx && !hostProcessor(triple))
}

// deviceProcessor reports whether a triple is for GPUs.
func deviceProcessor(triple string) bool {
	for _, p := range []string{"amdgcn", "r600", "nvptx", "spirv", "spir"} {
		if strings.HasPrefix(triple, p) {
			return true
		}
	}
	return false
}

// hostProcessor reports whether a triple is for the kind of processor that this
// process runs on.
func hostProcessor(triple string) bool {
	arch, _, _ := strings.Cut(triple, "-")
	switch runtime.GOARCH {
	case "amd64":
		return arch == "x86_64" || arch == "amd64" || arch == "x86_64h"
	case "arm64":
		return arch == "aarch64" || arch == "arm64"
	}
	return arch == runtime.GOARCH
}

// becomeClang replaces this process by clang with the same arguments; it returns
// only when that fails.
func becomeClang(clang string, words []string) error {
	return fmt.Errorf("cannot run %s: %w", clang, syscall.Exec(clang, append([]string{clang}, words...), os.Environ()))
}
