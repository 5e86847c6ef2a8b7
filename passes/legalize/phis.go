// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// AggregatePHIs replaces a PHI of a structure or an array by PHIs of its members. LLVM's optimiser
// makes PHIs of the results of cmpxchg in loops, and the SPIR-V backend gives these the type of the
// first member.
//
//	%r = phi { i64, i1 } [ %first, %entry ], [ %next, %loop ]
//	%old = extractvalue { i64, i1 } %r, 0
//
// becomes
//
//	%old = phi i64 [ %first.0, %entry ], [ %next.0, %loop ]
func AggregatePHIs(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		for changed := true; changed; { // members may be aggregates
			changed = false
			for _, phi := range ir.Instructions(f) {
				if ir.Opcode(phi) == llvm.PHI && memberCount(llvm.TypeOf(phi)) > 0 {
					splitMembers(u, phi)
					changed = true
				}
			}
		}
	}
	return nil
}

// memberCount returns the number of members of a structure or an array, 0 for other types.
func memberCount(t llvm.Type) uint32 {
	switch llvm.GetTypeKind(t) {
	case llvm.StructKind:
		return llvm.CountStructElementTypes(t)
	case llvm.ArrayKind:
		return uint32(llvm.GetArrayLength2(t))
	}
	return 0
}

// splitMembers replaces a PHI by one for each member.
func splitMembers(u *ir.Unit, phi llvm.Value) {
	t := llvm.TypeOf(phi)
	b := u.Before(phi)
	var parts []llvm.Value
	for n := range memberCount(t) {
		member := llvm.GetElementType
		if llvm.GetTypeKind(t) == llvm.StructKind {
			member = func(t llvm.Type) llvm.Type { return llvm.StructGetTypeAtIndex(t, n) }
		}
		parts = append(parts, llvm.BuildPhi(b, member(t), ""))
	}
	for _, user := range ir.Users(phi) {
		if ir.Opcode(user) != llvm.ExtractValue {
			continue
		}
		path := llvm.Path(user)
		v := parts[path[0]]
		for _, n := range path[1:] {
			v = llvm.BuildExtractValue(u.Before(user), v, n, "")
		}
		ir.Replace(user, v)
	}
	at := llvm.GetNextInstruction(phi)
	for ir.Opcode(at) == llvm.PHI {
		at = llvm.GetNextInstruction(at)
	}
	b = u.Before(at)
	whole := llvm.GetPoison(t)
	for n, part := range parts {
		whole = llvm.BuildInsertValue(b, whole, part, uint32(n), "")
	}
	made := map[llvm.Block][]llvm.Value{} // a block may be a predecessor twice
	for k := range llvm.CountIncoming(phi) {
		v, from := llvm.GetIncomingValue(phi, k), llvm.GetIncomingBlock(phi, k)
		if made[from] == nil {
			b := u.Before(llvm.GetBasicBlockTerminator(from))
			for n := range parts {
				made[from] = append(made[from], llvm.BuildExtractValue(b, v, uint32(n), ""))
			}
		}
		for n, part := range parts {
			llvm.AddIncoming(part, &made[from][n], &from, 1)
		}
	}
	llvm.ReplaceAllUsesWith(phi, whole)
	ir.Erase(phi)
	for llvm.IsAInstruction(whole) != 0 && llvm.GetFirstUse(whole) == 0 {
		next := llvm.GetOperand(whole, 0)
		ir.Erase(whole)
		whole = next
	}
}
