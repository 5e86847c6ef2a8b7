// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import "gohipcc/passes/llvm"

// OnlyLoaded reports whether all uses of an address are loads, directly or through address
// arithmetic.
func OnlyLoaded(v llvm.Value) bool {
	for _, w := range Users(v) {
		if unused(w) {
			continue
		}
		switch Opcode(w) {
		case llvm.Load:
			if llvm.GetVolatile(w) || llvm.GetOrdering(w) != llvm.NotAtomic {
				return false
			}
		case llvm.GetElementPtr:
			if llvm.GetOperand(w, 0) != v || llvm.GetTypeKind(llvm.TypeOf(w)) != llvm.PointerKind || !OnlyLoaded(w) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// MoveLoads rebuilds the uses of v, all of the kind that OnlyLoaded accepts, on n, an address in
// another address space.
func MoveLoads(u *Unit, v, n llvm.Value) {
	for _, w := range Users(v) {
		switch {
		case unused(w):
		case llvm.IsAConstantExpr(w) != 0:
			ops := Operands(w)
			src := llvm.GetGEPSourceElementType(w)
			// For constant operands the builder returns a constant, which has no position.
			MoveLoads(u, w, llvm.BuildInBoundsGEP2(u.B, src, n, ops[1:], ""))
		case llvm.GetInstructionOpcode(w) == llvm.Load:
			llvm.SetOperand(w, 0, n)
		default:
			ops := Operands(w)
			b := u.Before(w)
			src := llvm.GetGEPSourceElementType(w)
			g := llvm.BuildGEP2(b, src, n, ops[1:], "")
			if llvm.IsAInstruction(g) != 0 {
				llvm.SetIsInBounds(g, llvm.IsInBounds(w))
			}
			MoveLoads(u, w, g)
			Erase(w)
		}
	}
}

// unused reports whether a value is a constant expression that only LLVM's context still knows.
func unused(v llvm.Value) bool { return llvm.IsAConstantExpr(v) != 0 && llvm.GetFirstUse(v) == 0 }
