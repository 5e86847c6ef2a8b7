// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"maps"
	"slices"

	"gohipcc/passes/llvm"
)

// Signatures. LLVM-C cannot change a function's type, so a function that gains or
// changes parameters is rebuilt: a new function takes the blocks, the parameters'
// uses, the attributes and the metadata, and every call is built anew.

// rebuildFunction makes a function of type ft with the body, name and properties of
// f. paramMap[i] is the new index of old parameter i, whose uses are replaced
// unless replaceParam says otherwise. f has lost its body and name and must be
// deleted once its calls are rebuilt.
func (u *Unit) rebuildFunction(f llvm.Value, ft llvm.Type, replaceParam func(f, old, param llvm.Value)) llvm.Value {
	name := f.Name()
	llvm.SetValueName2(f, name+".old")
	n := llvm.AddFunction(u.Mod, name, ft)
	llvm.SetFunctionCallConv(n, llvm.GetFunctionCallConv(f))
	llvm.SetLinkage(n, llvm.GetLinkage(f))
	llvm.SetVisibility(n, llvm.GetVisibility(f))
	llvm.SetUnnamedAddress(n, llvm.GetUnnamedAddress(f))
	if a := llvm.GetAlignment(f); a != 0 {
		llvm.SetAlignment(n, a)
	}
	if s := llvm.GetSection(f); s != "" {
		llvm.SetSection(n, s)
	}
	old := params(f)
	u.copyFunctionAttrs(f, n, llvm.FunctionIndex)
	if llvm.GetReturnType(llvm.GlobalGetValueType(f)) == llvm.GetReturnType(ft) {
		u.copyFunctionAttrs(f, n, llvm.ReturnIndex)
	}
	for i := range old {
		if i < int(llvm.CountParams(n)) && llvm.TypeOf(old[i]) == llvm.TypeOf(llvm.GetParam(n, uint32(i))) {
			u.copyFunctionAttrs(f, n, uint32(i+1))
		}
	}
	cnt := new(uint64)
	if md := llvm.GlobalCopyAllMetadata(f, cnt); md != 0 {
		for i := range uint32(*cnt) {
			llvm.GlobalSetMetadata(n, llvm.ValueMetadataEntriesGetKind(md, i), llvm.ValueMetadataEntriesGetMetadata(md, i))
		}
		llvm.DisposeValueMetadataEntries(md)
	}
	if sp := llvm.GetSubprogram(f); sp != 0 {
		llvm.SetSubprogram(f, 0)
		llvm.SetSubprogram(n, sp)
	}
	for _, b := range blocks(f) {
		llvm.RemoveBasicBlockFromParent(b)
		llvm.AppendExistingBasicBlock(n, b)
	}
	for i, p := range old {
		if i < int(llvm.CountParams(n)) {
			q := llvm.GetParam(n, uint32(i))
			if s := p.Name(); s != "" {
				llvm.SetValueName2(q, s)
			}
			if llvm.TypeOf(p) == llvm.TypeOf(q) {
				llvm.ReplaceAllUsesWith(p, q)
			} else if replaceParam != nil {
				replaceParam(n, p, q)
			}
		}
	}
	return n
}

func (u *Unit) copyFunctionAttrs(from, to llvm.Value, index uint32) {
	n := llvm.GetAttributeCountAtIndex(from, index)
	if n == 0 {
		return
	}
	list := make([]llvm.Attribute, n)
	llvm.GetAttributesAtIndex(from, index, &list[0])
	for _, a := range list {
		llvm.AddAttributeAtIndex(to, index, a)
	}
}

// rebuildCall puts a call of target with args in the place of call and keeps what
// the call said: calling convention, attributes of the parameters that stay,
// fast-math flags, tail kind, metadata, debug location. The result replaces the
// old one when the types agree; the old call is then gone.
func (u *Unit) rebuildCall(call, target llvm.Value, ft llvm.Type, args []llvm.Value) llvm.Value {
	b := u.before(call)
	n := llvm.BuildCall2(b, ft, target, args, "")
	llvm.SetInstructionCallConv(n, llvm.GetInstructionCallConv(call))
	oldArgs := int(llvm.GetNumArgOperands(call))
	u.copyCallAttrs(call, n, llvm.FunctionIndex)
	if llvm.TypeOf(call) == llvm.TypeOf(n) {
		u.copyCallAttrs(call, n, llvm.ReturnIndex)
	}
	for i := range min(oldArgs, len(args)) {
		if llvm.TypeOf(llvm.GetOperand(call, uint32(i))) == llvm.TypeOf(args[i]) {
			u.copyCallAttrs(call, n, uint32(i+1))
		}
	}
	if llvm.CanValueUseFastMathFlags(call) && llvm.CanValueUseFastMathFlags(n) {
		llvm.SetFastMathFlags(n, llvm.GetFastMathFlags(call))
	}
	// musttail demands equal signatures of caller and callee, which a rebuilt call
	// no longer promises; a device has no tail calls to gain from.
	llvm.SetTailCallKind(n, 0)
	cnt := new(uint64)
	if md := llvm.InstructionGetAllMetadataOtherThanDebugLoc(call, cnt); md != 0 {
		for i := range uint32(*cnt) {
			llvm.SetMetadata(n, llvm.ValueMetadataEntriesGetKind(md, i), llvm.MetadataAsValue(u.Ctx, llvm.ValueMetadataEntriesGetMetadata(md, i)))
		}
		llvm.DisposeValueMetadataEntries(md)
	}
	if llvm.TypeOf(call) == llvm.TypeOf(n) {
		if s := call.Name(); s != "" {
			llvm.SetValueName2(call, "")
			llvm.SetValueName2(n, s)
		}
		replace(call, n)
	}
	return n
}

func (u *Unit) copyCallAttrs(from, to llvm.Value, index uint32) {
	n := llvm.GetCallSiteAttributeCount(from, index)
	if n == 0 {
		return
	}
	list := make([]llvm.Attribute, n)
	llvm.GetCallSiteAttributes(from, index, &list[0])
	for _, a := range list {
		llvm.AddCallSiteAttribute(to, index, a)
	}
}

// callArgs lists the arguments of a call.
func callArgs(call llvm.Value) []llvm.Value {
	out := make([]llvm.Value, llvm.GetNumArgOperands(call))
	for i := range out {
		out[i] = llvm.GetOperand(call, uint32(i))
	}
	return out
}

// hiddenParam describes a parameter that thread adds.
type hiddenParam struct {
	kind  string // value kind of docs/ABI.md
	name  string
	typ   llvm.Type
	attrs []string // enum attributes of the parameter
}

// thread gives every function of roots, and every function that calls one of them
// directly or not, one more parameter at the end, passes it along in every call
// between them, and notes it as a hidden argument of the kernels among them. It
// returns the new functions and their parameter, in module order.
func (u *Unit) thread(roots map[llvm.Value]bool, p hiddenParam) ([]llvm.Value, map[llvm.Value]llvm.Value) {
	var list []llvm.Value
	need := callers(slices.Collect(maps.Keys(roots)))
	for _, f := range u.definitions() {
		if need[f] {
			list = append(list, f)
		}
	}
	param := map[llvm.Value]llvm.Value{}
	renamed := map[llvm.Value]llvm.Value{}
	var out []llvm.Value
	for _, f := range list {
		ft := llvm.GlobalGetValueType(f)
		types := append(paramTypes(ft), p.typ)
		n := u.rebuildFunction(f, llvm.FunctionType(llvm.GetReturnType(ft), types, llvm.IsFunctionVarArg(ft)), nil)
		last := llvm.CountParams(n) - 1
		v := llvm.GetParam(n, last)
		llvm.SetValueName2(v, p.name)
		for _, a := range p.attrs {
			u.addAttr(n, last+1, a)
		}
		// What was inferred about memory no longer covers the new pointer.
		u.removeAttr(n, llvm.FunctionIndex, "memory")
		param[n] = v
		renamed[f] = n
		out = append(out, n)
		if k := u.kernels[n.Name()]; k != nil {
			k.hidden = append(k.hidden, p.kind)
		}
	}
	for _, f := range list {
		n := renamed[f]
		for _, c := range users(f) {
			if isCall(c) && llvm.GetCalledValue(c) == f {
				caller := functionOf(c)
				u.rebuildCall(c, n, llvm.GlobalGetValueType(n), append(callArgs(c), param[caller]))
			}
		}
		llvm.ReplaceAllUsesWith(f, n)
		llvm.DeleteFunction(f)
	}
	return out, param
}

// resolver gives the value that stands for a global within a function, 0 to leave
// the global alone. It is asked with the function; the value must dominate all
// uses, so it is made at the function's entry.
type resolver func(f, global llvm.Value) llvm.Value

// rewriteConstants replaces globals in a function by what r gives for them,
// constant expressions included: these become instructions in front of their user.
func (u *Unit) rewriteConstants(f llvm.Value, reaches *reachability, r resolver) {
	for _, inst := range instructions(f) {
		phi := llvm.GetInstructionOpcode(inst) == llvm.PHI
		for i, op := range operands(inst) {
			if !llvm.IsConstant(op) || !reaches.of(op) {
				continue
			}
			if phi {
				from := llvm.GetIncomingBlock(inst, uint32(i))
				// A block may come in more than once; all its entries must agree.
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
				u.before(llvm.GetBasicBlockTerminator(from))
			} else {
				u.before(inst)
			}
			if v := u.rebuildConstant(f, op, reaches, r); v != 0 {
				llvm.SetOperand(inst, uint32(i), v)
			}
		}
	}
}

// rebuildConstant builds, at the builder's place, the instructions for a constant
// that reaches a replaced global.
func (u *Unit) rebuildConstant(f, c llvm.Value, reaches *reachability, r resolver) llvm.Value {
	if !reaches.of(c) {
		return c
	}
	if llvm.IsAGlobalVariable(c) != 0 || llvm.IsAFunction(c) != 0 {
		return r(f, c)
	}
	b := u.b
	typ := llvm.TypeOf(c)
	ops := operands(c)
	for i := range ops {
		if v := u.rebuildConstant(f, ops[i], reaches, r); v != 0 {
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
	// Aggregates and vectors of addresses.
	v := llvm.GetPoison(typ)
	for i, e := range ops {
		if llvm.GetTypeKind(typ) == llvm.VectorKind {
			v = llvm.BuildInsertElement(b, v, e, u.i32(uint64(i)), "")
		} else {
			v = llvm.BuildInsertValue(b, v, e, uint32(i), "")
		}
	}
	return v
}

// reachability answers whether a constant reaches one of a set of globals.
type reachability struct {
	set  map[llvm.Value]bool
	memo map[llvm.Value]bool
}

func newReachability(set map[llvm.Value]bool) *reachability {
	return &reachability{set, map[llvm.Value]bool{}}
}

func (r *reachability) of(c llvm.Value) bool {
	if r.set[c] {
		return true
	}
	if llvm.IsAGlobalVariable(c) != 0 || llvm.IsAFunction(c) != 0 || !llvm.IsConstant(c) {
		return false
	}
	if known, ok := r.memo[c]; ok {
		return known
	}
	out := false
	for _, op := range operands(c) {
		if r.of(op) {
			out = true
			break
		}
	}
	r.memo[c] = out
	return out
}

// usedBy lists the functions whose instructions reach each of the globals.
func (u *Unit) usedBy(reaches *reachability) map[llvm.Value]bool {
	out := map[llvm.Value]bool{}
	for _, f := range u.definitions() {
	scan:
		for b := llvm.GetFirstBasicBlock(f); b != 0; b = llvm.GetNextBasicBlock(b) {
			for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
				for _, op := range operands(i) {
					if reaches.of(op) {
						out[f] = true
						break scan
					}
				}
			}
		}
	}
	return out
}
