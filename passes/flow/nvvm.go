// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package flow

import (
	"slices"
	"strings"
)

// The intrinsics of NVIDIA GPUs (NVPTXUsage, "NVPTX Intrinsics"), by their names after this prefix.
const nvvmPrefix = "llvm.nvvm."

// nvvmSync has the intrinsics that synchronise work-items, by prefixes of their names.
var nvvmSync = []struct {
	prefix string
	kind   SyncKind
}{
	{"bar.warp.sync", WarpBarrier},
	{"barrier", GroupBarrier},
	{"shfl.sync.", WarpShuffle},
	{"vote.", WarpBallot},
	{"match.", OtherSync},
	{"redux.", OtherSync},
}

// nvvmDivergent are prefixes of the names of those whose results differ between work-items that pass the same operands.
var nvvmDivergent = []string{"read.", "activemask", "match.", "elect.", "atomic."}

func syncOfNVVM(name string) SyncKind {
	for _, s := range nvvmSync {
		if strings.HasPrefix(name, s.prefix) {
			return s.kind
		}
	}
	return NoSync
}

func uniformNVVM(name string) bool {
	return !slices.ContainsFunc(nvvmDivergent, func(p string) bool { return strings.HasPrefix(name, p) })
}
