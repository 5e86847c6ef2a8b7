// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package link

import (
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Strip removes what clang leaves for linkers and debuggers of other targets: the
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
func Strip(u *ir.Unit) error {
	for _, g := range u.Globals() {
		name := g.Name()
		switch {
		case name == "llvm.used" || name == "llvm.compiler.used":
			llvm.DeleteGlobal(g)
		}
	}
	for _, g := range u.Globals() {
		name := g.Name()
		if strings.HasPrefix(name, "__hip_cuid_") || name == "llvm.global_ctors" || name == "llvm.global_dtors" {
			if !u.LiveUse(g) {
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
