// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package target_test

import (
	"errors"
	"fmt"
	"log"

	"gohipcc/target"
)

// A target ID without one feature runs with any setting of it.
func ExampleParseID() {
	id, err := target.ParseID("gfx90a:xnack+")
	if err != nil {
		log.Fatal(err)
	}
	xnack, set := id.Feature("xnack")
	_, sramecc := id.Feature("sramecc")
	fmt.Println(id.Processor, xnack, set, sramecc)
	// Output: gfx90a true true false
}

// One program cannot have code for xnack+ and for any setting.
func ExampleCheckConflicts() {
	err := target.CheckConflicts([]string{"gfx1100", "gfx90a:xnack+", "gfx90a"})
	var conflict *target.ConflictError
	fmt.Println(errors.As(err, &conflict), conflict.A, conflict.B)
	// Output: true gfx90a gfx90a:xnack+
}
