// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pocl

import "gohipcc/internal/workaround"

// IDs of the workarounds that are no pass of their own.
const (
	gvnAtJoins             = "pocl-gvn-at-joins"
	continuationsAtJoins   = "pocl-continuations-at-joins"
	barrierAtSharedTails   = "pocl-barrier-at-shared-tails"
	demoteJoinPHIsID       = "pocl-demote-join-phis"
	barrierBeforeWarpOpsID = "pocl-barrier-before-warp-ops"
	hideInductionVars      = "pocl-hide-induction-variables"
)

// Workarounds is the ledger.
var Workarounds = []workaround.Entry{
	{ID: "pocl-keep-barrier-loops"},
	{ID: gvnAtJoins},
	{ID: continuationsAtJoins},
	{ID: barrierAtSharedTails},
	{ID: demoteJoinPHIsID},
	{ID: barrierBeforeWarpOpsID},
	{ID: "pocl-break-uniform-entries"},
	{ID: hideInductionVars},
	{ID: "pocl-demote-single-use-phis"},
}
