// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"slices"

	"gohipcc/internal/workaround"
	"gohipcc/passes/pocl"
)

// Workarounds is the ledger of what the passes do about faults of products that take or make
// their output.
var Workarounds = pocl.Workarounds

// isWorkaround reports whether an entry of the ledger is a pass of its own, of that name.
func isWorkaround(pass string) bool {
	return slices.ContainsFunc(Workarounds, func(e workaround.Entry) bool { return e.ID == pass })
}
