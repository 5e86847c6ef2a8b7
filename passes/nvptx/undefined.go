// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// UndefinedPHIs gives PHIs zero where they have no defined value. LLVM writes nothing to the register of such a PHI on
// the edge, and ptxas takes the PHI for the value of its other edges, which is then read before it has been computed.
// Loops that had several entries have such PHIs.
//
//	%v = phi i32 [ undef, %entry ], [ %x, %latch ]
//
// becomes
//
//	%v = phi i32 [ 0, %entry ], [ %x, %latch ]
func UndefinedPHIs(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		for _, b := range ir.Blocks(f) {
			for _, phi := range ir.PHIs(b) {
				for i := range llvm.CountIncoming(phi) {
					if llvm.IsUndef(llvm.GetIncomingValue(phi, i)) { // poison is, too
						llvm.SetOperand(phi, i, llvm.ConstNull(llvm.TypeOf(phi)))
					}
				}
			}
		}
	}
	return nil
}
