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
			text := assemblyText(c)
			if text == "" && llvm.GetTypeKind(llvm.TypeOf(c)) == llvm.VoidKind {
				ir.Erase(c)
				continue
			}
			bad.Addf("%s contains inline assembly (%q), which %s", u.Where(c), text, ir.ForeignAssembly)
		}
	}
	return bad.Err()
}

// assemblyText returns the text of a call of inline assembly, escaped as in IR.
func assemblyText(call llvm.Value) string {
	text := llvm.GetCalledValue(call).String()
	if _, after, ok := strings.Cut(text, `"`); ok {
		text, _, _ = strings.Cut(after, `"`)
	}
	return text
}
