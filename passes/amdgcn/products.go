// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package amdgcn

import (
	"fmt"
	"strings"

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
//
// The instruction selector sees each element, through what only moves it or changes its sign. It makes products of some
// other operations: a conversion of their results becomes one for which it has no such instruction.
//
//	%d = fdiv float %a, 2.000000e+00
//	%h = fptrunc float %d to half
//
// becomes
//
//	%d = fdiv float %a, 2.000000e+00
//	%h1 = call half @llvm.experimental.constrained.fptrunc.f16.f32(float %d, metadata !"round.tonearest", metadata !"fpexcept.ignore")
func Products(u *ir.Unit) error {
	// Older processors have no such instruction.
	if u.Without(HalfProducts) || target.Generation(u.Opts.CPU) < 9 {
		return nil
	}
	for _, f := range u.Definitions() {
		for _, h := range ir.Instructions(f) {
			if ir.Opcode(h) != llvm.FPTrunc || llvm.ScalarKind(llvm.TypeOf(h)) != llvm.HalfKind || llvm.ScalarKind(llvm.TypeOf(llvm.GetOperand(h, 0))) != llvm.FloatKind {
				continue
			}
			p := products{u: u, seen: map[llvm.Value]bool{}}
			if p.operands(h); p.hidden {
				constrain(u, h)
			}
		}
	}
	return nil
}

// products looks for what a conversion gets.
type products struct {
	u      *ir.Unit
	seen   map[llvm.Value]bool // the moves whose operands have been looked at
	hidden bool
}

// role is what the backend makes of an operation.
type role int

const (
	otherRole   role = iota
	moveRole         // the result is an operand, or has elements of some, up to the sign
	productRole      // a product
	hiddenRole       // it may become a product
)

// roles are those of operations, and of intrinsics by the beginning of their names.
var (
	roles = map[llvm.Opcode]role{
		llvm.FMul: productRole, llvm.FDiv: hiddenRole,
		llvm.FNeg: moveRole, llvm.Freeze: moveRole, llvm.Select: moveRole, llvm.PHI: moveRole, llvm.BitCast: moveRole,
		llvm.InsertElement: moveRole, llvm.ExtractElement: moveRole, llvm.ShuffleVector: moveRole,
		llvm.And: moveRole, llvm.Or: moveRole, llvm.Xor: moveRole,
	}
	intrinsicRoles = []struct {
		name string
		role role
	}{{"llvm.canonicalize.", moveRole}, {"llvm.powi.", hiddenRole}, {"llvm.vector.reduce.fmul.", hiddenRole}}
)

func roleOf(u *ir.Unit, v llvm.Value) role {
	switch code := ir.Opcode(v); code {
	case llvm.FAdd, llvm.FSub:
		if isZero(u, llvm.GetOperand(v, 0)) || isZero(u, llvm.GetOperand(v, 1)) {
			return moveRole
		}
	case llvm.Call:
		f := ir.Callee(v)
		for _, i := range intrinsicRoles {
			if f != 0 && strings.HasPrefix(f.Name(), i.name) {
				return i.role
			}
		}
	default:
		return roles[code]
	}
	return otherRole
}

// isZero reports whether a floating-point number is a constant zero of either sign.
func isZero(u *ir.Unit, v llvm.Value) bool {
	return llvm.IsConstant(v) && (llvm.IsNull(v) || v == negativeZero(u, llvm.TypeOf(v)))
}

func negativeZero(u *ir.Unit, t llvm.Type) llvm.Value {
	return llvm.BuildFNeg(u.B, llvm.ConstNull(t), "")
}

// operands gives the products that a conversion or a move gets a zero to add.
func (p *products) operands(to llvm.Value) {
	for i, v := range ir.Operands(to) {
		if llvm.IsAInstruction(v) == 0 || p.seen[v] {
			continue
		}
		switch roleOf(p.u, v) {
		case productRole:
			if llvm.ScalarKind(llvm.TypeOf(v)) == llvm.FloatKind && llvm.GetFastMathFlags(v)&noSignedZeros == 0 {
				llvm.SetOperand(to, uint32(i), addNothing(p.u, v))
			}
		case moveRole:
			p.seen[v] = true
			p.operands(v)
		case hiddenRole:
			p.hidden = true
		}
	}
}

// addNothing returns the sum of a product and a negative zero.
func addNothing(u *ir.Unit, product llvm.Value) llvm.Value {
	t, name := llvm.TypeOf(product), "llvm.fma."+suffix(llvm.TypeOf(product))
	b, fma := u.Before(product), u.RuntimeFunction(name, t, t, t, t)
	args := []llvm.Value{llvm.GetOperand(product, 0), llvm.GetOperand(product, 1), negativeZero(u, t)}
	sum := llvm.BuildCall2(b, llvm.GlobalGetValueType(fma), fma, args, "sum")
	llvm.SetFastMathFlags(sum, llvm.GetFastMathFlags(product))
	return sum
}

// constrain makes a conversion a constrained one, with the rounding and the exceptions that it has.
func constrain(u *ir.Unit, h llvm.Value) {
	x := llvm.GetOperand(h, 0)
	to, from := llvm.TypeOf(h), llvm.TypeOf(x)
	text := func(s string) llvm.Value {
		return llvm.MetadataAsValue(u.Ctx, llvm.MDStringInContext2(u.Ctx, s))
	}
	args := []llvm.Value{x, text("round.tonearest"), text("fpexcept.ignore")}
	f := u.RuntimeFunction("llvm.experimental.constrained.fptrunc."+suffix(to)+"."+suffix(from), to, from, llvm.TypeOf(args[1]), llvm.TypeOf(args[2]))
	ir.Replace(h, llvm.BuildCall2(u.Before(h), llvm.GlobalGetValueType(f), f, args, ""))
}

// suffix is a type's in the name of an intrinsic, of floats or halves.
func suffix(t llvm.Type) string {
	name := map[llvm.TypeKind]string{llvm.HalfKind: "f16", llvm.FloatKind: "f32"}[llvm.ScalarKind(t)]
	if llvm.GetTypeKind(t) == llvm.VectorKind {
		return fmt.Sprintf("v%d%s", llvm.GetVectorSize(t), name)
	}
	return name
}
