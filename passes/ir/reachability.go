// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import "gohipcc/passes/llvm"

// Reachability answers whether a constant reaches one of a set of globals.
type Reachability struct {
	set  map[llvm.Value]bool
	memo map[llvm.Value]bool
}

// NewReachability asks for a set.
func NewReachability(set map[llvm.Value]bool) *Reachability {
	return &Reachability{set, map[llvm.Value]bool{}}
}

// Of reports whether c is in the set, or a constant made of what is.
func (r *Reachability) Of(c llvm.Value) bool {
	if r.set[c] {
		return true
	}
	if llvm.IsAGlobalVariable(c) != 0 || llvm.IsAFunction(c) != 0 || !llvm.IsConstant(c) {
		return false
	}
	if known, ok := r.memo[c]; ok {
		return known
	}
	out := false
	for _, op := range Operands(c) {
		if r.Of(op) {
			out = true
			break
		}
	}
	r.memo[c] = out
	return out
}

// UsedBy lists the functions whose instructions reach each of the globals.
func (u *Unit) UsedBy(reaches *Reachability) map[llvm.Value]bool {
	out := map[llvm.Value]bool{}
	for _, f := range u.Definitions() {
	scan:
		for b := llvm.GetFirstBasicBlock(f); b != 0; b = llvm.GetNextBasicBlock(b) {
			for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
				for _, op := range Operands(i) {
					if reaches.Of(op) {
						out[f] = true
						break scan
					}
				}
			}
		}
	}
	return out
}
