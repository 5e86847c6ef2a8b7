// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"slices"

	"gohipcc/target"
)

// StandIn is the AMD processor that build systems which accept no other kind of target use for the
// devices of a machine without an AMD GPU: rocm_agent_enumerator prints it there. It is the first
// that they know with warps of 32 lanes, as all devices but AMD's have.
const StandIn = "gfx1030"

// StandsIn reports whether the targets of a command line are StandIn alone and there is no AMD GPU,
// so that the machine's devices are targets, too. amd are the processors of the machine's AMD GPUs.
func StandsIn(picked []Target, amd []string) bool {
	other := func(t Target) bool {
		id, err := target.ParseID(t.Arch)
		return err != nil || id.Processor != StandIn
	}
	return len(amd) == 0 && len(picked) > 0 && !slices.ContainsFunc(picked, other)
}
