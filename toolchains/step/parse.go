// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package step

import (
	"path/filepath"
	"slices"
	"strings"
)

// toolSeparate are the options with a separate value of the other tools in clang's plans.
var toolSeparate = set("-o -load-pass-plugin -target -x --output-file --gpu-name -m -dynamic-linker -rpath -soname -z -plugin")

// Parse parses a command of clang's plan into the step of its program. Argv of the result is argv.
func Parse(argv []string) Step {
	base := filepath.Base(argv[0])
	switch {
	case len(argv) > 1 && (argv[1] == "-cc1" || argv[1] == "-cc1as"):
		return parseCC1(argv)
	case base == "clang-offload-bundler" || strings.HasPrefix(base, "clang-offload-bundler-"):
		return parseBundler(argv)
	case strings.HasPrefix(base, "clang-linker-wrapper") && !slices.Contains(argv[1:], "--emit-fatbin-only"):
		return &WrappedLink{HostLink{parseLink(argv)}}
	case slices.Contains(argv[1:], "elf64_amdgpu"):
		return &ImageLink{parseLink(argv)}
	case strings.HasSuffix(base, "ar") && len(argv) > 2:
		return &Archive{argv[0], argv[1], argv[2], argv[3:]}
	case base == "ld" || strings.HasPrefix(base, "ld.") || base == "lld" || strings.HasSuffix(base, "-ld"):
		return &HostLink{parseLink(argv)}
	}
	args := parseArgs(argv[1:], toolSeparate, nil)
	for _, f := range args.Files() {
		if strings.HasSuffix(f, ".mcin") {
			return &Assemble{Program: argv[0], Args: args, Source: f}
		}
	}
	return &Tool{argv[0], args}
}
