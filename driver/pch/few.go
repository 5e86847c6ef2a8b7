// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pch

import (
	"slices"
	"strings"

	"gohipcc/driver/cmdline"
	"gohipcc/driver/job"
	"gohipcc/toolchains/step"
)

// fewHeaders is the macro with which the prelude and hip/hip_runtime.h leave out the standard headers
// that most programs do not need, or include themselves: <complex> with all of streams and strings,
// <thread>, <algorithm> and the special functions of <cmath>.
const fewHeaders = "GOHIP_FEW_HEADERS"

// needsAll are options with which the headers that are read are part of the result.
var needsAll = cmdline.Set("-include-pch -emit-pch -fmodules -E -Eonly -H -analyze -fembed-bitcode -ast-dump -code-completion-at")

// needsAllStarts are prefixes of further such options.
var needsAllStarts = []string{"-save-temps", "-fprofile", "-ast-", "-emit-module", "-fmodule"}

// FewHeaders returns the command that compiles a source with few of the standard headers, for a job
// without a precompiled header: it takes less than half of the time, and gives the same object, or
// fails because the source needs the others. It returns nil if that is not possible, and for a job
// whose precompiled header is missing only now: the dependencies must not depend on that.
func FewHeaders(j *job.Job, s step.Step) *step.CC1 {
	c, ok := s.(*step.CC1)
	if !ok || j.PCH != nil || !usesHeaders(j) {
		return nil
	}
	prelude := false
	for _, a := range c.Options() {
		if needsAll[a.Name] || slices.ContainsFunc(needsAllStarts, func(s string) bool { return strings.HasPrefix(a.Name, s) }) {
			return nil
		}
		prelude = prelude || a.Name == "-include" && isPrelude(a.Value)
	}
	if !prelude {
		return nil
	}
	few := c.Clone()
	few.InsertAt(0, step.Sep("-D", fewHeaders))
	return few
}
