// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import "gohipcc/target"

// StandIn is the AMD processor by whose name projects that take no other name for a target get code for
// the devices of a machine without an AMD GPU: rocm_agent_enumerator answers it there. It is the first with
// warps of 32 lanes, as every device but AMD's has, that they know.
const StandIn = "gfx1030"

// WithStandIn returns the targets of a command line and those of the machine's devices, where the name
// of StandIn is the only one and, with amd the processors of the machine's AMD GPUs, there is no such GPU.
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
