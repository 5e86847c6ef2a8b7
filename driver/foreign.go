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
	"gohipcc/target"
)

// foreignModes are clang's driver modes with a different option syntax.
var foreignModes = cmdline.Set("cl dxc flang")

// foreign reports whether a command line has nothing to do with HIP: another driver mode of clang,
// another language, or code for a processor that runs no host program. Clang then gets the whole
// command line.
func foreign(name string, args *options.Args) bool {
	if mode, ok := args.Value("driver-mode"); ok && foreignModes[mode] {
		return true
	}
	if args.Has("hip-link") {
		return false
	}
	hipcc := plan.IsHIPCCName(name)
	var has [languages]bool
	for _, a := range args.List {
		if a.Input {
			has[languageOf(a, plan.ReadsCXXAsHIP(name))] = true
		} else if w := a.Words[0]; strings.HasPrefix(w, "-fopenmp-targets") || w == "-fsycl" || strings.HasPrefix(w, "--offload-link") {
			has[foreignLanguage] = true
		}
	}
	switch {
	case has[hipLanguage]:
		return false
	case has[foreignLanguage]:
		return true
	}
	objects := hipcc && !has[hostLanguage] // a link by hipcc
	openmp := func(a options.Arg) bool { return strings.HasPrefix(a.Words[0], "-fopenmp") }
	if !has[hipccLanguage] && !objects && args.Has("offload-arch") && slices.ContainsFunc(args.List, openmp) {
		return true
	}
	triple, ok := args.Value("target")
	return ok && (target.IsDevice(triple) || !has[hipccLanguage] && !hostProcessor(triple))
}

// Kinds of input, for foreign.
const (
	anyLanguage     = iota // objects, and sources of any of these
	hipLanguage            // HIP by option or extension
	hipccLanguage          // C++ that is HIP because the program is called hipcc
	hostLanguage           // a source of another language for the host
	foreignLanguage        // a source for a device, or one that offloads by other means than HIP
	languages
)

// hostExts are extensions of sources that hipcc does not treat as HIP.
var hostExts = cmdline.Set(".c .m .mm .f90")

// languageOf returns the kind of an input. hipcc: as hipcc does, for which C++ is HIP.
func languageOf(a options.Arg, hipcc bool) int {
	ext := filepath.Ext(a.Words[0])
	switch {
	case a.Lang == "hip" || a.Lang == "hip-cpp-output" || a.Lang == "" && plan.HIPExts[ext]:
		return hipLanguage
	case options.ForeignLanguages[a.Lang]:
		return foreignLanguage
	case a.Lang == "" && hipcc && plan.HIPCCExts[ext]:
		return hipccLanguage
	case a.Lang != "" || hostExts[ext]:
		return hostLanguage
	case options.ForeignExtensions[ext]:
		return foreignLanguage
	}
	return anyLanguage
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

// becomeClang replaces this process by clang with the same arguments; it returns only if that
// fails.
func becomeClang(clang string, words []string) error {
	return fmt.Errorf("cannot run %s: %w", clang, syscall.Exec(clang, append([]string{clang}, words...), os.Environ()))
}
