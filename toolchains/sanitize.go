// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"fmt"
	"strings"

	"gohipcc/toolchains/step"
)

// ignoreSanitizers removes the sanitizers from a front-end step of a target without a runtime for
// their reports, with the warning that clang has for such targets.
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

// ignoreProfiles removes profile and coverage instrumentation from a front-end step of a target
// without a runtime that writes the counters, with a warning.
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
