// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package calls

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// IndirectBranches lowers computed gotos: labels become numbers, and branches to them switches.
// SPIR-V has no addresses of blocks, LLVM does not write them for every target, and on a processor the blocks of a
// kernel are divided between regions, copied and moved into other functions.
//
//	store ptr blockaddress(@f, %a), ptr %label
//	…
//	indirectbr ptr %p, [label %a, label %b]
//
// becomes
//
//	store ptr inttoptr (i64 1 to ptr), ptr %label
//	…
//	%n = ptrtoint ptr %p to i64
//	switch i64 %n, label %b [i64 1, label %a]
func IndirectBranches(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		numbers := map[llvm.Block]uint64{}
		for _, b := range ir.Blocks(f) {
			for _, address := range ir.Users(llvm.BasicBlockAsValue(b)) {
				if llvm.IsABlockAddress(address) != 0 {
					numbers[b] = uint64(len(numbers)) + 1
					llvm.ReplaceAllUsesWith(address, llvm.ConstIntToPtr(u.I64(numbers[b]), llvm.TypeOf(address)))
				}
			}
		}
		for _, b := range ir.Blocks(f) {
			if t := llvm.GetBasicBlockTerminator(b); llvm.GetInstructionOpcode(t) == llvm.IndirectBr {
				lowerIndirectBranch(u, t, numbers)
			}
		}
	}
	return nil
}

// lowerIndirectBranch replaces an indirectbr. The last destination is the default, so that each has
// as many edges from the switch as it had before.
func lowerIndirectBranch(u *ir.Unit, t llvm.Value, numbers map[llvm.Block]uint64) {
	n := llvm.GetNumSuccessors(t)
	b := u.Before(t)
	if n == 0 {
		llvm.BuildUnreachable(b)
		ir.Erase(t)
		return
	}
	where := llvm.BuildPtrToInt(b, llvm.GetOperand(t, 0), u.Types.I64, "")
	s := llvm.BuildSwitch(b, where, llvm.GetSuccessor(t, n-1), n-1)
	for k := range n - 1 {
		to := llvm.GetSuccessor(t, k)
		llvm.AddCase(s, u.I64(numbers[to]), to)
	}
	ir.Erase(t)
}
