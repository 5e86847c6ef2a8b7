// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import (
	"fmt"

	"gohipcc/passes/llvm"
)

// Rewrite changes the module as text. LLVM cannot change the type of a value in place, so the module
// is printed, rewritten and parsed again. No llvm.Value of the module is valid afterwards; what names
// the text in messages.
func (u *Unit) Rewrite(what string, change func(text string) string) error {
	for _, f := range u.Definitions() {
		dropLongNames(f)
	}
	m, err := u.Parse(what, []byte(change(llvm.PrintModuleToString(u.Mod))), false)
	if err != nil {
		// The parser refuses more than the reader of bitcode does.
		if broken := u.VerifyModule(""); broken != nil {
			return broken
		}
		return fmt.Errorf("internal error: %v", err)
	}
	llvm.DisposeModule(u.Mod)
	u.Mod = m
	for _, f := range u.Functions() {
		// The parser renames intrinsics by their types; the declarations under the old names are
		// left unused.
		if llvm.GetIntrinsicID(f) != 0 && llvm.GetFirstUse(f) == 0 {
			llvm.DeleteFunction(f)
		}
	}
	return nil
}

// longestName is the length of a local name, in bytes, up to which it is kept.
const longestName = 128

// dropLongNames removes the names of blocks and instructions that are too long to read. LLVM gives
// the block in which it splits an edge the names of both ends, without the limit of 1024 bytes that
// its parser has.
func dropLongNames(f llvm.Value) {
	drop := func(v llvm.Value) {
		n := new(uint64)
		if llvm.GetValueName2(v, n); *n > longestName {
			llvm.SetValueName2(v, "")
		}
	}
	for _, b := range Blocks(f) {
		drop(llvm.BasicBlockAsValue(b))
	}
	for _, i := range Instructions(f) {
		drop(i)
	}
}
