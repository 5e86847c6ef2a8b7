// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import "gohipcc/target"

// StandIn is the AMD processor that build systems which accept no other kind of target use for the
// devices of a machine without an AMD GPU: rocm_agent_enumerator prints it there. It is the first
// that they know with warps of 32 lanes, as all devices but AMD's have.
const StandIn = "gfx1030"

// WithStandIn returns the targets of a command line and, if StandIn is the only one and there is no
// AMD GPU, those of the machine's devices. amd are the processors of the machine's AMD GPUs.
func WithStandIn(picked []Target, amd []string) []Target {
	if len(amd) > 0 || len(picked) == 0 {
		return picked
	}
	for _, t := range picked {
		id, err := target.ParseID(t.Arch)
		if err != nil || id.Processor != StandIn {
			return picked
		}
	}
	return append(picked, Local()...)
}
