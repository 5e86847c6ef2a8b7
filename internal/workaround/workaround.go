// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package workaround defines the ledger format of workarounds: deviations from the straightforward
// implementation that are needed because a product that gohipcc works with has a fault. Each ledger
// is beside the code of its workarounds (passes/pocl, passes, runtime/backend/opencl).
package workaround

import "strings"

// An Entry is a fault of a product and its workaround.
type Entry struct {
	// ID names the entry in comments and tests, and disables it. If the workaround is a pass of its
	// own, the ID is the pass's name: "pocl-break-uniform-entries".
	ID string
	// Product is the faulty product: "PoCL".
	Product string
	// Seen lists the versions in which the fault was observed, oldest first: "6.0".
	Seen []string
	// Fixed is the first version without the fault, or empty if none is known.
	Fixed string
	// Fault describes the fault.
	Fault string
	// Remedy describes the workaround.
	Remedy string
	// Code is the file that implements it, relative to the root of the tree.
	Code string
	// Upstream is the URL of the issue or of the fixing commit, or NotReported.
	Upstream string
	// Reproducer is a file that the product miscompiles without the workaround, relative to the
	// root of the tree.
	Reproducer string
	// Test reproduces the fault with the installed product and the workaround disabled, and fails
	// once the product is fixed: "e2e.TestWorkarounds".
	Test string
}

// NotReported is the Upstream of a fault that has not been reported.
const NotReported = "not reported"

// Variable is the environment variable that disables workarounds: a comma-separated list of IDs. It
// is for developers: the tests of the ledgers use it to check whether a product still has a fault.
const Variable = "GOHIP_DISABLE_WORKAROUNDS"

// A Set contains the IDs of disabled workarounds.
type Set map[string]bool

// ParseSet parses the value of Variable.
func ParseSet(list string) Set {
	out := Set{}
	for id := range strings.SplitSeq(list, ",") {
		if id = strings.TrimSpace(id); id != "" {
			out[id] = true
		}
	}
	return out
}
