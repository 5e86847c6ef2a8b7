// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"strings"

	"gohipcc/passes/llvm"
)

// strip removes what clang leaves for linkers and debuggers of other targets: the
// lists that keep symbols alive, and the unique id of each compilation unit. As
// program-scope variables they make devices without those refuse the module, and
// the SPIR-V back end gives the lists an invalid type.
//
//	@x = addrspace(1) externally_initialized global i32 5
//	@__hip_cuid_caec = addrspace(1) global i8 0
//	@llvm.compiler.used = appending addrspace(1) global [2 x ptr addrspace(4)] [...]
//
// becomes
//
//	@x = addrspace(1) externally_initialized global i32 5
//
// It also drops aliases by replacing them with what they name, since SPIR-V has
// none.
func strip(u *Unit) error {
	for _, g := range u.globals() {
		name := g.Name()
		switch {
		case name == "llvm.used" || name == "llvm.compiler.used":
			llvm.DeleteGlobal(g)
		}
	}
	for _, g := range u.globals() {
		name := g.Name()
		if strings.HasPrefix(name, "__hip_cuid_") || name == "llvm.global_ctors" || name == "llvm.global_dtors" {
			if !u.liveUse(g) {
				// Constant expressions of a deleted list may still hang on it.
				llvm.ReplaceAllUsesWith(g, llvm.GetPoison(llvm.TypeOf(g)))
				llvm.DeleteGlobal(g)
			}
		}
	}
	for a := llvm.GetFirstGlobalAlias(u.Mod); a != 0; {
		next := llvm.GetNextGlobalAlias(a)
		llvm.ReplaceAllUsesWith(a, llvm.AliasGetAliasee(a))
		// LLVM-C has nothing that deletes an alias (LLVMDeleteGlobal takes it for a
		// variable, and crashes); an internal one without uses goes with the optimiser.
		llvm.SetLinkage(a, llvm.InternalLinkage)
		a = next
	}
	return nil
}

// liveUse reports whether v is used by an instruction or by a global's
// initialiser. Constants outlive their users in LLVM, so a bare user proves
// nothing.
func (u *Unit) liveUse(v llvm.Value) bool {
	seen := map[llvm.Value]bool{}
	var walk func(llvm.Value) bool
	walk = func(v llvm.Value) bool {
		for _, w := range users(v) {
			if seen[w] {
				continue
			}
			seen[w] = true
			if llvm.IsAInstruction(w) != 0 || llvm.IsAGlobalVariable(w) != 0 || llvm.IsAFunction(w) != 0 || llvm.IsAGlobalAlias(w) != 0 {
				return true
			}
			if walk(w) {
				return true
			}
		}
		return false
	}
	return walk(v)
}
