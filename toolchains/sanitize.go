// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"fmt"
	"strings"

	"gohipcc/toolchains/step"
)

// ignoreSanitizers takes the sanitizers out of a front-end step of a target that has no runtime
// for their reports, with the warning that clang has for such targets.
func ignoreSanitizers(b *Build, triple string, c *step.CC1) {
	sanitizer := func(a step.Arg) bool { return strings.HasPrefix(a.Name, "-fsanitize") }
	before := len(c.Args)
	c.Drop(sanitizer)
	if len(c.Args) == before || b.Warn == nil || b.Flags.Has("no-warnings", "no-option-ignored") {
		return
	}
	for _, v := range b.Flags.Values("sanitize") {
		b.Warn(fmt.Sprintf("ignoring '-fsanitize=%s' option as it is not currently supported for target '%s' [-Woption-ignored]", v, triple))
	}
}

// ignoreProfiles takes the counters of profiles and coverage out of a front-end step of a target whose images have no
// runtime that writes them, with a warning.
func ignoreProfiles(b *Build, triple string, c *step.CC1) {
	counter := func(a step.Arg) bool {
		return strings.HasPrefix(a.Name, "-fprofile-instrument") || a.Name == "-fcoverage-mapping"
	}
	before := len(c.Args)
	c.Drop(counter)
	if len(c.Args) == before || b.Warn == nil || b.Flags.Has("no-warnings", "no-option-ignored") {
		return
	}
	b.Warn(fmt.Sprintf("kernels for target '%s' are not counted in profiles and coverage [-Woption-ignored]", triple))
}
