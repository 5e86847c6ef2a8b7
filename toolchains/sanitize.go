// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"fmt"
	"slices"
	"strings"

	"gohipcc/toolchains/step"
)

// ignoreSanitizers removes the sanitizers from a front-end step of a target without a runtime for
// their reports, with the warning that clang has for such targets.
func ignoreSanitizers(b *Build, triple string, c *step.CC1) {
	sanitizer := func(a step.Arg) bool { return strings.HasPrefix(a.Name, "-fsanitize") }
	before := len(c.Args)
	c.Drop(sanitizer)
	if b.Warn == nil || b.Flags.Has("no-warnings", "no-option-ignored") {
		return
	}
	for _, v := range b.Flags.Values(offloadCheck) {
		b.Warn(fmt.Sprintf("ignoring '--offload-check=%s' option as it is not supported for target '%s' [-Woption-ignored]", v, triple))
	}
	if len(c.Args) == before {
		return
	}
	for _, v := range b.Flags.Values("sanitize") {
		b.Warn(fmt.Sprintf("ignoring '-fsanitize=%s' option as it is not currently supported for target '%s' [-Woption-ignored]", v, triple))
	}
}

// offloadCheck is --offload-check=, and raceCheck its value.
const offloadCheck, raceCheck = "offload-check", "race"

// checksRaces reports whether the user wants accesses of work-items to be checked for races.
func checksRaces(b *Build) (bool, error) {
	v, ok := b.Flags.Value(offloadCheck)
	if ok && v != raceCheck {
		return false, fmt.Errorf("invalid value '%s' in '--offload-check=%[1]s': the only check is '%s'", v, raceCheck)
	}
	return ok, nil
}

// threadSanitizer reports whether the program has the thread sanitizer's runtime.
func threadSanitizer(b *Build) bool {
	return slices.ContainsFunc(b.Flags.Values("sanitize"), func(v string) bool { return slices.Contains(strings.Split(v, ","), "thread") })
}

// ignoreProfiles removes instrumentation for profiles that is not the front end's from a front-end
// step, with a warning: LLVM's own pass is not run on device code.
func ignoreProfiles(b *Build, triple string, c *step.CC1) {
	byPass := func(a step.Arg) bool { return a.Name == "-fprofile-instrument=" && a.Value != "clang" }
	before := len(c.Args)
	c.Drop(byPass)
	if len(c.Args) == before || b.Warn == nil || b.Flags.Has("no-warnings", "no-option-ignored") {
		return
	}
	b.Warn(fmt.Sprintf("kernels for target '%s' are not counted in profiles by -fprofile-generate; use -fprofile-instr-generate [-Woption-ignored]", triple))
}

// sanitizerRuntimes are the libraries of the sanitizers that have one of their own, by how clang's names of the
// files start.
var sanitizerRuntimes = map[string]string{"address": "libclang_rt.asan", "thread": "libclang_rt.tsan"}

// CheckSanitizers refuses a link of a program in which only a device has a sanitizer: the kernels of the CPU
// device use the runtime that is linked into the program. A library may be loaded by a program that has it.
func CheckSanitizers(b *Build, l *step.HostLink, devices []*step.CC1) error {
	if l.Args.Has("-shared", "-r") {
		return nil
	}
	links := func(library string) bool {
		return slices.ContainsFunc(l.Args, func(a step.Arg) bool { return strings.Contains(a.Value, library) })
	}
	races, _ := checksRaces(b)
	for _, c := range devices {
		for _, list := range c.Args.Values("-fsanitize=") {
			for _, name := range strings.Split(list, ",") {
				library, has := sanitizerRuntimes[name]
				if !has || links(library) || name == "thread" && races {
					continue
				}
				return fmt.Errorf("-fsanitize=%s for the CPU device only: the program has no runtime of the sanitizer; use -fsanitize=%[1]s without -Xarch_", name)
			}
		}
	}
	return nil
}
