// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package link

import (
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// StaticVariables is the workaround that makes one variable of the two that clang made of one.
const StaticVariables = "clang-static-variables"

// staticVariables gives the code of a translation unit the static variables that host code names. With -fgpu-rdc
// clang appends an ID of the unit to the name of such a variable, but kernels that it has emitted before it reads
// the host code have the plain name, which nothing defines:
//
//	@_ZL1x = external addrspace(1) global i32
//	@_ZL1x.static.79fb351805abfa9f = addrspace(1) externally_initialized global i32 1
//
// becomes the second one. This is done before units are linked, since several may have variables of one name.
func staticVariables(u *ir.Unit, m llvm.Module) {
	if u.Without(StaticVariables) {
		return
	}
	for g := llvm.GetFirstGlobal(m); g != 0; g = llvm.GetNextGlobal(g) {
		at := strings.LastIndex(g.Name(), ".static.")
		if at <= 0 || llvm.IsDeclaration(g) {
			continue
		}
		plain := llvm.GetNamedGlobal(m, g.Name()[:at])
		if plain == 0 || !llvm.IsDeclaration(plain) || llvm.TypeOf(plain) != llvm.TypeOf(g) {
			continue
		}
		llvm.ReplaceAllUsesWith(plain, g)
		llvm.DeleteGlobal(plain)
	}
}
