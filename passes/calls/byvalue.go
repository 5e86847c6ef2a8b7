// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package calls

import (
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// AlignedCopies moves the copy of an over-aligned by-value argument into the callee: arguments
// aligned to more than most bytes are passed by address. Where the stack is aligned to less, as
// LLVM's is on x86 in functions with dynamically sized allocas, aligned stores to a byval argument
// fault; and a target may have no parameters of larger alignment.
//
//	define internal i32 @f(ptr byval(%struct.S) align 64 %s) {
//	  …
//	  %r = call i32 @f(ptr byval(%struct.S) align 64 %a)
//
// becomes
//
//	define internal i32 @f(ptr align 64 %s) {
//	  %copy = alloca %struct.S, align 64
//	  call void @llvm.memcpy.p0.p0.i64(ptr align 64 %copy, ptr align 64 %s, i64 64, i1 false)
//	  …
//	  %r = call i32 @f(ptr align 64 %a)
//
// Kernel arguments stay byval. With kernels set, they are declared as aligned to most and copied as
// well; otherwise the runtime is relied upon to align them.
func AlignedCopies(most uint64, kernels bool) func(*ir.Unit) error {
	return func(u *ir.Unit) error {
		c := &alignedCopies{u, most}
		for _, f := range u.Definitions() {
			if kernels || !u.IsKernel(f) {
				c.inCallee(f)
			}
			for _, i := range ir.Instructions(f) {
				if ir.IsCall(i) {
					c.inCall(i)
				}
			}
		}
		return nil
	}
}

type alignedCopies struct {
	u    *ir.Unit
	most uint64
}

// passing returns the type and the alignment in bytes of a by-value argument; the type is 0 if the
// argument is not passed by value.
func (c *alignedCopies) passing(attrs []llvm.Attribute) (t llvm.Type, align uint64) {
	by := find(attrs, c.u.AttrKind("byval"))
	if by == 0 {
		return 0, 0
	}
	t = llvm.GetTypeAttributeValue(by)
	for _, a := range attrs {
		if llvm.IsEnumAttribute(a) && llvm.GetEnumAttributeKind(a) == c.u.AttrKind("align") {
			align = max(align, llvm.GetEnumAttributeValue(a))
		}
	}
	if align == 0 {
		align = uint64(llvm.ABIAlignmentOfType(c.u.Layout, t))
	}
	return t, align
}

// ofValues are the attributes that hold for a byval parameter but not for the caller's variable.
var ofValues = []string{"byval", "captures", "dead_on_return", "initializes", "nocapture", "noalias", "readnone", "writeonly", "nofree"}

// inCallee inserts the copies at a function's entry.
func (c *alignedCopies) inCallee(f llvm.Value) {
	u := c.u
	for k, p := range ir.Params(f) {
		index := uint32(k + 1)
		t, align := c.passing(ir.FunctionAttrs(f, index))
		if t == 0 || align <= c.most {
			continue
		}
		b := u.AtEntry(f)
		copied := llvm.BuildAlloca(b, t, p.Name()+".copy")
		llvm.SetAlignment(copied, uint32(align))
		v := copied
		if llvm.TypeOf(v) != llvm.TypeOf(p) {
			v = llvm.BuildAddrSpaceCast(b, copied, llvm.TypeOf(p), "")
		}
		llvm.ReplaceAllUsesWith(p, v)
		from := align
		if u.IsKernel(f) {
			from = c.most
			u.RemoveAttr(f, index, "align")
			llvm.AddAttributeAtIndex(f, index, llvm.CreateEnumAttribute(u.Ctx, u.AttrKind("align"), from))
		} else {
			for _, a := range ofValues {
				u.RemoveAttr(f, index, a)
			}
			u.RemoveAttr(f, llvm.FunctionIndex, "memory") // the copy reads the caller's variable
		}
		llvm.BuildMemCpy(b, copied, uint32(align), p, uint32(from), u.I64(llvm.ABISizeOfType(u.Layout, t)))
	}
}

// inCall passes the address at a call.
func (c *alignedCopies) inCall(call llvm.Value) {
	u := c.u
	for k := range ir.CallArgs(call) {
		index := uint32(k + 1)
		attrs := ir.CallAttrs(call, index)
		if f := ir.Callee(call); f != 0 {
			attrs = slices.Concat(attrs, ir.FunctionAttrs(f, index))
		}
		if t, align := c.passing(attrs); t == 0 || align <= c.most {
			continue
		}
		for _, a := range ofValues {
			u.RemoveCallAttr(call, index, a)
		}
		u.RemoveCallAttr(call, llvm.FunctionIndex, "memory")
		if llvm.IsACallInst(call) != 0 {
			llvm.SetTailCallKind(call, 0) // a tail call must not refer to the caller's variable
		}
	}
}
