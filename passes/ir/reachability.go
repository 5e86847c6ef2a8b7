// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import "gohipcc/passes/llvm"

// Reachability determines whether a constant refers to one of a set of globals.
type Reachability struct {
	set  map[llvm.Value]bool
	memo map[llvm.Value]bool
}

// NewReachability returns a Reachability for a set.
func NewReachability(set map[llvm.Value]bool) *Reachability {
	return &Reachability{set, map[llvm.Value]bool{}}
}

// Of reports whether c is in the set, or a constant expression or aggregate that refers to a
// member.
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

// ForEachUse calls visit with every instruction that has v, or a constant that refers to it, as an
// operand, once for each such operand. Its cost is proportional to the number of v's uses, not to
// the size of the module.
func ForEachUse(v llvm.Value, visit func(inst llvm.Value)) {
	seen := map[llvm.Value]bool{}
	var walk func(llvm.Value)
	walk = func(v llvm.Value) {
		for use := llvm.GetFirstUse(v); use != 0; use = llvm.GetNextUse(use) {
			user := llvm.GetUser(use)
			switch {
			case llvm.IsAInstruction(user) != 0:
				visit(user)
			case llvm.IsAGlobalVariable(user) == 0 && llvm.IsAFunction(user) == 0 && !seen[user]:
				seen[user] = true
				walk(user)
			}
		}
	}
	walk(v)
}

// UsedBy returns the functions whose instructions use one of the globals, or a constant that refers
// to one.
func UsedBy(globals map[llvm.Value]bool) map[llvm.Value]bool {
	out := map[llvm.Value]bool{}
	for g := range globals {
		ForEachUse(g, func(inst llvm.Value) { out[llvm.GetBasicBlockParent(llvm.GetInstructionParent(inst))] = true })
	}
	return out
}
