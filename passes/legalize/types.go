// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// holds reports whether a function has anything to do with types of a kind; kind is not 0
// of these.
func holds(f llvm.Value, kind func(llvm.Type) uint32) bool {
	return slices.ContainsFunc(ir.Instructions(f), func(i llvm.Value) bool { return touches(i, kind) })
}

// touches reports whether an instruction makes or takes a value of a kind of type.
func touches(i llvm.Value, kind func(llvm.Type) uint32) bool {
	return kind(llvm.TypeOf(i)) != 0 || slices.ContainsFunc(ir.Operands(i), func(op llvm.Value) bool { return kind(llvm.TypeOf(op)) != 0 })
}
