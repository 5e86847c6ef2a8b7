// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package link

import (
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Strip removes what clang emits for linkers and debuggers of other targets: llvm.used and
// llvm.compiler.used, and the unique id of each compilation unit. Devices without program-scope
// variables reject a module with these, and LLVM's SPIR-V backend gives the lists an invalid type.
//
//	@x = addrspace(1) externally_initialized global i32 5
//	@__hip_cuid_caec = addrspace(1) global i8 0
//	@llvm.compiler.used = appending addrspace(1) global [2 x ptr addrspace(4)] [...]
//
// becomes
//
//	@x = addrspace(1) externally_initialized global i32 5
//
// It also replaces aliases by their aliasees, since SPIR-V has no aliases.
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
				// Constant expressions may still use a deleted list.
				llvm.ReplaceAllUsesWith(g, llvm.GetPoison(llvm.TypeOf(g)))
				llvm.DeleteGlobal(g)
			}
		}
	}
	for a := llvm.GetFirstGlobalAlias(u.Mod); a != 0; {
		next := llvm.GetNextGlobalAlias(a)
		llvm.ReplaceAllUsesWith(a, llvm.AliasGetAliasee(a))
		// LLVM-C cannot delete an alias (LLVMDeleteGlobal assumes a variable, and crashes); the
		// optimiser removes an internal one without uses.
		llvm.SetLinkage(a, llvm.InternalLinkage)
		a = next
	}
	return nil
}
