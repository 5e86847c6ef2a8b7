// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"strconv"

	"github.com/ianlancetaylor/demangle"
)

// demangle gives a symbol in its source spelling, for messages.
func demangleSymbol(name string) string { return demangle.Filter(name, demangle.NoClones) }

func parseUint(s string, or uint64) uint64 {
	if v, err := strconv.ParseUint(s, 10, 64); err == nil {
		return v
	}
	return or
}
