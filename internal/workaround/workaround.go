// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package workaround is the form of the ledgers of workarounds: what is done otherwise than it
// would be because a product that gohipcc works with has a fault. The ledgers are beside the code
// that does it (passes/pocl, passes, runtime/backend/opencl).
package workaround

import "strings"

// An Entry is one fault of a product, and what is done about it.
type Entry struct {
	// ID names the entry in comments and tests and switches it off; where it is a pass of its
	// own, it is the pass's name: "pocl-break-uniform-entries".
	ID string
	// Product has the fault: "PoCL".
	Product string
	// Seen are the versions that the fault was seen with, oldest first: "6.0".
	Seen []string
	// Fixed is the first version without the fault; empty: none is known.
	Fixed string
	// Fault says what the product does, to what.
	Fault string
	// Remedy says what is done instead.
	Remedy string
	// Code is the file that does it, from the root of the tree.
	Code string
	// Upstream is the address of the issue or the commit that mends it, or NotReported.
	Upstream string
	// Reproducer is a file that the product gets wrong without the workaround, from the root of
	// the tree.
	Reproducer string
	// Test is the test that shows the fault of the installed product with the workaround switched
	// off, and fails when the product is mended: "e2e.TestWorkarounds".
	Test string
}

// NotReported is the Upstream of a fault that the product's authors have not been told of.
const NotReported = "not reported"

// Variable is the environment variable that switches workarounds off: IDs with commas between. It
// is for developers: the tests of the ledgers use it to see whether a product still has a fault.
const Variable = "GOHIP_DISABLE_WORKAROUNDS"

// A Set is the workarounds that are switched off, by ID.
type Set map[string]bool

// ParseSet reads the value of Variable.
func ParseSet(list string) Set {
	out := Set{}
	for id := range strings.SplitSeq(list, ",") {
		if id = strings.TrimSpace(id); id != "" {
			out[id] = true
		}
	}
	return out
}
