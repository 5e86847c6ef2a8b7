// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

const permute = "llvm.nvvm.prmt"

// Permutes evaluates permutations of bytes that selects from constants alone, as LLVM's optimiser does not
// but its code generator does: branches on such a number would be constant in PTX.
//
//	%p = call i32 @llvm.nvvm.prmt(i32 305419896, i32 %x, i32 0)
//
// becomes 2021161080, the lowest byte of 0x12345678 four times.
func Permutes(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	f := llvm.GetNamedFunction(u.Mod, permute)
	if f == 0 {
		return nil
	}
	changed := map[llvm.Value]bool{}
	for _, call := range ir.Users(f) {
		if !ir.IsCall(call) || ir.Callee(call) != f {
			continue
		}
		if v, ok := permuted(call); ok {
			changed[ir.FunctionOf(call)] = true
			ir.Replace(call, llvm.ConstInt(u.Types.I32, uint64(v), false))
		}
	}
	for _, f := range u.Definitions() {
		if !changed[f] {
			continue
		}
		if err := u.FunctionPasses(f, "instcombine<no-verify-fixpoint>,simplifycfg"); err != nil {
			return err
		}
	}
	return nil
}

// permuted returns the result of a permutation whose selector is a constant, if the bytes that it selects
// are those of constants (PTX ISA, prmt.b32 without a mode: four bits of the selector for each byte, of
// which the highest replicates the sign).
func permuted(call llvm.Value) (uint32, bool) {
	selector := llvm.GetOperand(call, 2)
	if llvm.IsAConstantInt(selector) == 0 {
		return 0, false
	}
	s, v := llvm.ConstIntGetZExtValue(selector), uint32(0)
	for k := range 4 {
		nibble := s >> (4 * k) & 15
		from := llvm.GetOperand(call, uint32(nibble>>2&1))
		if llvm.IsAConstantInt(from) == 0 {
			return 0, false
		}
		b := uint8(llvm.ConstIntGetZExtValue(from) >> (8 * (nibble & 3)))
		if nibble&8 != 0 {
			b = uint8(int8(b) >> 7)
		}
		v |= uint32(b) << (8 * k)
	}
	return v, true
}
