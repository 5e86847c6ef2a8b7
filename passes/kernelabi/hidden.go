// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package kernelabi

import (
	"maps"
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// hiddenParam describes a parameter that thread adds.
type hiddenParam struct {
	kind  string // value kind of docs/design/abi.md
	name  string
	typ   llvm.Type
	attrs []string // enum attributes of the parameter
}

// thread appends a parameter to every function of roots and to every function that calls one of
// them directly or not, passes it in every call between them, and records it as a hidden argument
// of the kernels among them. It returns the new functions with their parameters, in module order.
func thread(u *ir.Unit, roots map[llvm.Value]bool, p hiddenParam) ([]llvm.Value, map[llvm.Value]llvm.Value) {
	var list []llvm.Value
	need := ir.Callers(slices.Collect(maps.Keys(roots)))
	for _, f := range u.Definitions() {
		if need[f] {
			list = append(list, f)
		}
	}
	param := map[llvm.Value]llvm.Value{}
	renamed := map[llvm.Value]llvm.Value{}
	var out []llvm.Value
	for _, f := range list {
		ft := llvm.GlobalGetValueType(f)
		types := append(ir.ParamTypes(ft), p.typ)
		n := u.RebuildFunction(f, llvm.FunctionType(llvm.GetReturnType(ft), types, llvm.IsFunctionVarArg(ft)), nil)
		last := llvm.CountParams(n) - 1
		v := llvm.GetParam(n, last)
		llvm.SetValueName2(v, p.name)
		for _, a := range p.attrs {
			u.AddAttr(n, last+1, a)
		}
		// The inferred attribute does not cover accesses through the new pointer.
		u.RemoveAttr(n, llvm.FunctionIndex, "memory")
		param[n] = v
		renamed[f] = n
		out = append(out, n)
		if k := u.Kernels[n.Name()]; k != nil {
			k.HiddenArgs = append(k.HiddenArgs, p.kind)
		}
	}
	for _, f := range list {
		n := renamed[f]
		for _, c := range ir.Users(f) {
			if ir.IsCall(c) && llvm.GetCalledValue(c) == f {
				caller := ir.FunctionOf(c)
				u.RebuildCall(c, n, llvm.GlobalGetValueType(n), append(ir.CallArgs(c), param[caller]))
			}
		}
		llvm.ReplaceAllUsesWith(f, n)
		llvm.DeleteFunction(f)
	}
	return out, param
}

// A Resolver returns the value that replaces a global within a function, 0 to leave the global
// alone. The value must dominate all uses, so it is built at the function's entry.
type Resolver func(f, global llvm.Value) llvm.Value

// RewriteConstants replaces globals in a function by what r returns for them. Constant expressions
// of them become instructions in front of their users.
func RewriteConstants(u *ir.Unit, f llvm.Value, reaches *ir.Reachability, r Resolver) {
	for _, inst := range ir.Instructions(f) {
		phi := llvm.GetInstructionOpcode(inst) == llvm.PHI
		for i, op := range ir.Operands(inst) {
			if !llvm.IsConstant(op) || !reaches.Of(op) {
				continue
			}
			if phi {
				from := llvm.GetIncomingBlock(inst, uint32(i))
				// A predecessor may occur more than once; all its incoming values must agree.
				same := -1
				for j := range i {
					if llvm.GetIncomingBlock(inst, uint32(j)) == from {
						same = j
					}
				}
				if same >= 0 {
					llvm.SetOperand(inst, uint32(i), llvm.GetOperand(inst, uint32(same)))
					continue
				}
				u.Before(llvm.GetBasicBlockTerminator(from))
			} else {
				u.Before(inst)
			}
			if v := rebuildConstant(u, f, op, reaches, r); v != 0 {
				llvm.SetOperand(inst, uint32(i), v)
			}
		}
	}
}

// rebuildConstant builds, at the builder's position, the instructions for a constant that refers to
// a replaced global.
func rebuildConstant(u *ir.Unit, f, c llvm.Value, reaches *ir.Reachability, r Resolver) llvm.Value {
	if !reaches.Of(c) {
		return c
	}
	if llvm.IsAGlobalVariable(c) != 0 || llvm.IsAFunction(c) != 0 {
		return r(f, c)
	}
	b := u.B
	typ := llvm.TypeOf(c)
	ops := ir.Operands(c)
	for i := range ops {
		if v := rebuildConstant(u, f, ops[i], reaches, r); v != 0 {
			ops[i] = v
		}
	}
	if llvm.IsAConstantExpr(c) != 0 {
		switch op := llvm.GetConstOpcode(c); op {
		case llvm.GetElementPtr:
			src := llvm.GetGEPSourceElementType(c)
			if llvm.IsInBounds(c) {
				return llvm.BuildInBoundsGEP2(b, src, ops[0], ops[1:], "")
			}
			return llvm.BuildGEP2(b, src, ops[0], ops[1:], "")
		case llvm.BitCast, llvm.AddrSpaceCast, llvm.PtrToInt, llvm.IntToPtr, llvm.Trunc, llvm.PtrToAddr:
			return llvm.BuildCast(b, op, ops[0], typ, "")
		case llvm.Add, llvm.Sub, llvm.Mul, llvm.Xor:
			return llvm.BuildBinOp(b, op, ops[0], ops[1], "")
		}
		return 0
	}
	// Aggregates, and vectors of addresses.
	v := llvm.GetPoison(typ)
	for i, e := range ops {
		if llvm.GetTypeKind(typ) == llvm.VectorKind {
			v = llvm.BuildInsertElement(b, v, e, u.I32(uint64(i)), "")
		} else {
			v = llvm.BuildInsertValue(b, v, e, uint32(i), "")
		}
	}
	return v
}
