// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import "gohipcc/passes/llvm"

// Signatures. LLVM-C cannot change a function's type, so a function whose parameters change is
// rebuilt: a new function takes over the blocks, the parameters' uses, the attributes and the
// metadata, and every call is rebuilt.

// RebuildFunction makes a function of type ft with the body, name and properties of f. Its
// parameters replace those of f in order; where a type differs, replaceParam, if it is not nil,
// replaces the uses. f has lost its body and name and must be deleted once its calls are rebuilt.
func (u *Unit) RebuildFunction(f llvm.Value, ft llvm.Type, replaceParam func(f, old, param llvm.Value)) llvm.Value {
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
	old := Params(f)
	copyFunctionAttrs(f, n, llvm.FunctionIndex)
	if llvm.GetReturnType(llvm.GlobalGetValueType(f)) == llvm.GetReturnType(ft) {
		copyFunctionAttrs(f, n, llvm.ReturnIndex)
	}
	for i := range old {
		if i < int(llvm.CountParams(n)) && llvm.TypeOf(old[i]) == llvm.TypeOf(llvm.GetParam(n, uint32(i))) {
			copyFunctionAttrs(f, n, uint32(i+1))
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
	for _, b := range Blocks(f) {
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

// RebuildCall replaces call by a call of target with args, and keeps the properties of the call:
// calling convention, attributes of the remaining parameters, fast-math flags, tail call kind,
// metadata, debug location. If the types agree, the result replaces that of the old call, which is
// erased.
func (u *Unit) RebuildCall(call, target llvm.Value, ft llvm.Type, args []llvm.Value) llvm.Value {
	b := u.Before(call)
	n := llvm.BuildCall2(b, ft, target, args, "")
	llvm.SetInstructionCallConv(n, llvm.GetInstructionCallConv(call))
	oldArgs := int(llvm.GetNumArgOperands(call))
	copyCallAttrs(call, n, llvm.FunctionIndex)
	if llvm.TypeOf(call) == llvm.TypeOf(n) {
		copyCallAttrs(call, n, llvm.ReturnIndex)
	}
	for i := range min(oldArgs, len(args)) {
		if llvm.TypeOf(llvm.GetOperand(call, uint32(i))) == llvm.TypeOf(args[i]) {
			copyCallAttrs(call, n, uint32(i+1))
		}
	}
	if llvm.CanValueUseFastMathFlags(call) && llvm.CanValueUseFastMathFlags(n) {
		llvm.SetFastMathFlags(n, llvm.GetFastMathFlags(call))
	}
	// musttail requires equal signatures of caller and callee, which a rebuilt call may not have;
	// tail calls gain nothing on a device.
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
		Replace(call, n)
	}
	return n
}

// FunctionAttrs lists the attributes of a function, its result or a parameter.
func FunctionAttrs(f llvm.Value, index uint32) []llvm.Attribute {
	return attributes(llvm.GetAttributeCountAtIndex(f, index), func(to *llvm.Attribute) { llvm.GetAttributesAtIndex(f, index, to) })
}

// CallAttrs lists the attributes of a call, its result or an argument.
func CallAttrs(call llvm.Value, index uint32) []llvm.Attribute {
	return attributes(llvm.GetCallSiteAttributeCount(call, index), func(to *llvm.Attribute) { llvm.GetCallSiteAttributes(call, index, to) })
}

func attributes(n uint32, get func(to *llvm.Attribute)) []llvm.Attribute {
	list := make([]llvm.Attribute, n)
	if n > 0 {
		get(&list[0])
	}
	return list
}

func copyFunctionAttrs(from, to llvm.Value, index uint32) {
	for _, a := range FunctionAttrs(from, index) {
		llvm.AddAttributeAtIndex(to, index, a)
	}
}

func copyCallAttrs(from, to llvm.Value, index uint32) {
	for _, a := range CallAttrs(from, index) {
		llvm.AddCallSiteAttribute(to, index, a)
	}
}

// CallArgs lists the arguments of a call.
func CallArgs(call llvm.Value) []llvm.Value {
	out := make([]llvm.Value, llvm.GetNumArgOperands(call))
	for i := range out {
		out[i] = llvm.GetOperand(call, uint32(i))
	}
	return out
}
