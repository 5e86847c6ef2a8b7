// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// rewrite runs a type legalisation on the functions that hold types of a kind, and returns all its
// failures as one error.
func rewrite(u *ir.Unit, kind func(llvm.Type) uint32, run func(f llvm.Value) error) error {
	var bad ir.Problems
	for _, f := range u.Definitions() {
		if !holds(f, kind) {
			continue
		}
		if err := run(f); err != nil {
			bad.Addf("%v", err)
		}
	}
	return bad.Err()
}

// holds reports whether a function uses types of a kind, for which kind does not return 0.
func holds(f llvm.Value, kind func(llvm.Type) uint32) bool {
	return slices.ContainsFunc(ir.Instructions(f), func(i llvm.Value) bool { return touches(i, kind) })
}

// touches reports whether an instruction defines or uses a value of a kind of type.
func touches(i llvm.Value, kind func(llvm.Type) uint32) bool {
	return kind(llvm.TypeOf(i)) != 0 || slices.ContainsFunc(ir.Operands(i), func(op llvm.Value) bool { return kind(llvm.TypeOf(op)) != 0 })
}
