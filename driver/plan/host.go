// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"slices"

	"gohipcc/driver/job"
)

// linkOwnRuntime makes a host link use libgohip in the place of AMD's runtime
// library, and lets the program find it without LD_LIBRARY_PATH.
func (p *Plan) linkOwnRuntime(j *job.Job) {
	if !slices.Contains(j.Argv, "-lamdhip64") {
		// From LLVM 23 on clang links no runtime for SPIR-V.
		at := slices.Index(j.Argv, "-lstdc++")
		if at < 0 || p.Config.LLVM.Major < 23 || !p.spirv || p.Args.Has("no-hip-rt") {
			return
		}
		j.Argv = slices.Insert(slices.Clone(j.Argv), at, "-lamdhip64")
	}
	lib := p.Config.Prefix.Lib()
	var out []string
	done := false
	for i, a := range j.Argv {
		switch {
		case a == "-L/usr/lib" && i+1 < len(j.Argv) && j.Argv[i+1] == "-lamdhip64":
			// clang's guess of where ROCm is; the linker looks there anyway
		case a == "-lamdhip64":
			if !done {
				out = append(out, "-L"+lib, "-rpath", lib, "-lgohip")
				done = true
			}
		default:
			out = append(out, a)
		}
	}
	j.Argv = out
}
