// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package calls

import (
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// InlineAssembly rejects inline assembly, which no portable device accepts. An empty asm statement,
// which programs use as a compiler barrier, is removed.
func InlineAssembly(u *ir.Unit) error {
	var bad ir.Problems
	for _, f := range u.Definitions() {
		for _, c := range ir.Instructions(f) {
			if !ir.IsCall(c) || llvm.IsAInlineAsm(llvm.GetCalledValue(c)) == 0 {
				continue
			}
			asm := llvm.GetCalledValue(c).String()
			text := asm
			if i := strings.IndexByte(asm, '"'); i >= 0 {
				text = asm[i+1:]
				if j := strings.IndexByte(text, '"'); j >= 0 {
					text = text[:j]
				}
			}
			if text == "" && llvm.GetTypeKind(llvm.TypeOf(c)) == llvm.VoidKind {
				ir.Erase(c)
				continue
			}
			bad.Addf("%s contains inline assembly (%q), which is for one processor only; guard it with #if defined(__AMDGCN__) or __NVPTX__ and give other devices C++ code", u.Where(c), text)
		}
	}
	return bad.Err()
}
