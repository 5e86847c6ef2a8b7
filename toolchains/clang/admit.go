// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package clang

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gohipcc/internal/lazyregexp"
	"gohipcc/internal/secure"
)

// A Template from disk is not executed unchecked. Its programs must be tools that a clang driver
// starts, in folders where this process looks for them, and options that make one of them load or
// start something else must be in the query. Otherwise clang is asked again, which is always
// correct and only slower.

// driverTools are the tools that clang's plans name, with the prefixes (a triple) and suffixes
// (an LLVM major) that distributions give them.
var driverTools = lazyregexp.New(`^([a-z0-9_]+-([a-z0-9_.]+-)*)?(` + strings.Join([]string{
	`clang(\+\+)?`, `clang-offload-bundler`, `clang-offload-packager`, `llvm-offload-binary`, `clang-linker-wrapper`, `clang-nvlink-wrapper`,
	`lld`, `ld`, `ld\.(lld|bfd|gold|mold)`, `mold`, `as`, `ar`, `llvm-ar`, `llvm-link`, `opt`, `llc`, `llvm-spirv`, `llvm-objcopy`, `objcopy`,
}, "|") + `)(-[0-9.]+)?$`)

// systemTools are folders of tools that clang uses besides its own and those on PATH; a clang that
// is a script may start one of another LLVM.
var systemTools = func() []string {
	dirs := []string{"/usr/bin", "/bin", "/usr/local/bin"}
	for _, major := range preferredMajors {
		dirs = append(dirs, fmt.Sprintf("/usr/lib/llvm-%d/bin", major))
	}
	return dirs
}()

// admit reports whether a template from disk may be executed.
func (d *Driver) admit(q *Query, a *Template) bool {
	return !slices.ContainsFunc(a.Commands, func(argv []string) bool {
		return len(argv) == 0 || !d.isTool(q, argv[0]) || !d.loadsNothing(q, argv[1:])
	})
}

// isTool reports whether a program is one that clang would find here for this query.
func (d *Driver) isTool(q *Query, program string) bool {
	if program == d.LLVM.Clang {
		return true
	}
	if !driverTools.MatchString(filepath.Base(program)) {
		return given(q, program)
	}
	if !strings.Contains(program, "/") {
		return true // looked for on PATH when it runs
	}
	dir := filepath.Clean(filepath.Dir(program))
	dirs := slices.Concat([]string{d.LLVM.Bin, filepath.Dir(d.LLVM.Clang)}, systemTools,
		filepath.SplitList(secure.Getenv("PATH")), filepath.SplitList(secure.Getenv("COMPILER_PATH")))
	return slices.ContainsFunc(dirs, func(d string) bool { return filepath.IsAbs(d) && filepath.Clean(d) == dir }) || given(q, program)
}

// loaders start arguments by which clang or a linker loads code, starts a program or reads more
// arguments. Those of separateLoaders have their value in the next argument.
var (
	loaders         = []string{"@", "-B", "-ccc-", "--config", "-fplugin", "-fpass-plugin", "-load", "--load", "-plugin", "--plugin", "-fuse-ld", "--ld-path", "--linker-path", "--wrapper"}
	separateLoaders = []string{"-B", "--config", "-load", "-load-pass-plugin", "--load-pass-plugin", "-plugin", "--plugin"}
	// notLoaders have such a beginning but load nothing.
	notLoaders = []string{"-plugin-opt", "--plugin-opt", "-Bstatic", "-Bdynamic", "-Bsymbolic", "-Bgroup"}
)

func isLoader(a string) bool {
	if list, ok := strings.CutPrefix(a, "-Wl,"); ok {
		return slices.ContainsFunc(strings.Split(list, ","), isLoader)
	}
	starts := func(p string) bool { return strings.HasPrefix(a, p) }
	return slices.ContainsFunc(loaders, starts) && !slices.ContainsFunc(notLoaders, starts)
}

// loadsNothing reports whether arguments load only what the query names or what this LLVM comes
// with, such as its plugin for link-time optimisation.
func (d *Driver) loadsNothing(q *Query, args []string) bool {
	prefix := filepath.Dir(d.LLVM.Bin) + "/"
	for i, a := range args {
		if !isLoader(a) {
			continue
		}
		_, value, joined := strings.Cut(a, "=")
		if !joined && slices.Contains(separateLoaders, a) && i+1 < len(args) {
			value = args[i+1]
		}
		if value == "" {
			value = a
		}
		if !strings.HasPrefix(filepath.Clean(value), prefix) && !given(q, value) {
			return false
		}
	}
	return true
}

// given reports whether the query's command line has the text: as an argument, after "=", or in a
// list of -Wl,.
func given(q *Query, text string) bool {
	return slices.ContainsFunc(q.Args, func(a string) bool {
		if a == text || strings.HasSuffix(a, "="+text) {
			return true
		}
		return strings.HasPrefix(a, "-W") && slices.Contains(strings.Split(a, ","), text)
	})
}
