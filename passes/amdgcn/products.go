// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package amdgcn

import (
	"fmt"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
	"gohipcc/target"
)

// HalfProducts is the ID of a workaround in the ledger of passes.
const HalfProducts = "amdgcn-half-products"

// noSignedZeros is LLVM-C's LLVMFastMathNoSignedZeros.
const noSignedZeros = 1 << 3

// Products gives the products that become halves a negative zero to add. The AMDGPU backend makes one instruction of
// the two operations, which also adds, and adds a positive zero: a product of -0 becomes 0.
//
//	%p = fmul float %a, %b
//	%h = fptrunc float %p to half
//
// becomes
//
//	%sum = call float @llvm.fma.f32(float %a, float %b, float -0.000000e+00)
//	%h = fptrunc float %sum to half
func Products(u *ir.Unit) error {
	// Older processors have no such instruction.
	if u.Without(HalfProducts) || target.Generation(u.Opts.CPU) < 9 {
		return nil
	}
	for _, f := range u.Definitions() {
		for _, h := range ir.Instructions(f) {
			if ir.Opcode(h) != llvm.FPTrunc || scalarKind(llvm.TypeOf(h)) != llvm.HalfKind {
				continue
			}
			to, p := h, llvm.GetOperand(h, 0)
			for ir.Opcode(p) == llvm.FNeg {
				to, p = p, llvm.GetOperand(p, 0)
			}
			if ir.Opcode(p) == llvm.FMul && scalarKind(llvm.TypeOf(p)) == llvm.FloatKind && llvm.GetFastMathFlags(p)&noSignedZeros == 0 {
				addNothing(u, to, p)
			}
		}
	}
	return nil
}

// addNothing gives to the sum of a product and a negative zero, in place of the product.
func addNothing(u *ir.Unit, to, product llvm.Value) {
	t, name := llvm.TypeOf(product), "llvm.fma.f32"
	if llvm.GetTypeKind(t) == llvm.VectorKind {
		name = fmt.Sprintf("llvm.fma.v%df32", llvm.GetVectorSize(t))
	}
	b, fma := u.Before(product), u.RuntimeFunction(name, t, t, t, t)
	zero := llvm.BuildFNeg(b, llvm.ConstNull(t), "")
	args := []llvm.Value{llvm.GetOperand(product, 0), llvm.GetOperand(product, 1), zero}
	sum := llvm.BuildCall2(b, llvm.GlobalGetValueType(fma), fma, args, "sum")
	llvm.SetFastMathFlags(sum, llvm.GetFastMathFlags(product))
	llvm.SetOperand(to, 0, sum)
}

// scalarKind is the kind of a type, or of a vector's elements.
func scalarKind(t llvm.Type) llvm.TypeKind {
	if llvm.GetTypeKind(t) == llvm.VectorKind {
		t = llvm.GetElementType(t)
	}
	return llvm.GetTypeKind(t)
}
