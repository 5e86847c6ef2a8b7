// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package calls

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// callThroughOne builds one function through which all other functions call those of a cycle: then
// none of the functions of the cycle calls itself, and each can be inlined into the new one. Its
// parameters are those of all functions of the cycle, one after the other.
//
//	define i32 @f(i32 %n) {
//	  %a = call i32 @f(i32 %m)
//	  call void @g(double %d)
//	…
//	define void @g(double %x) {
//	  call void @g(double %y)
//	  %b = call i32 @f(i32 %k)
//
// becomes
//
//	define i32 @f(i32 %n) {
//	  call void @__gohip.cycle(i32 0, ptr %result, i32 %m, double poison)
//	  %a = load i32, ptr %result
//	  call void @__gohip.cycle(i32 1, ptr poison, i32 poison, double %d)
//	…
//	define internal void @__gohip.cycle(i32 %which, ptr %result, i32 %n, double %x) {
//	  switch i32 %which, label %1 [ i32 0, label %0 ]
//	0:
//	  %r = call i32 @f(i32 %n)
//	  store i32 %r, ptr %result
//	  ret void
//	1:
//	  call void @g(double %x)
//	  ret void
//
// A byval argument is copied by the call inside the new function.
func callThroughOne(u *ir.Unit, cycle []llvm.Value) llvm.Value {
	c := &callCycle{u: u, first: map[llvm.Value]int{}}
	params := []llvm.Type{u.Types.I32, u.Ptr(0)}
	for _, f := range cycle {
		c.first[f] = len(params)
		params = append(params, ir.ParamTypes(llvm.GlobalGetValueType(f))...)
	}
	c.ft = llvm.FunctionType(u.Types.Void, params, false)
	c.f = llvm.AddFunction(u.Mod, "__gohip.cycle", c.ft)
	llvm.SetLinkage(c.f, llvm.InternalLinkage)
	llvm.SetFunctionCallConv(c.f, u.Target.DeviceCC)
	u.AddAttr(c.f, llvm.FunctionIndex, "nounwind")
	u.AddAttr(c.f, llvm.FunctionIndex, "convergent")
	for which, f := range cycle {
		for _, call := range ir.Users(f) {
			if ir.IsCall(call) && llvm.GetCalledValue(call) == f {
				c.replace(call, f, uint64(which))
			}
		}
	}
	c.build(cycle)
	return c.f
}

// callCycle is a cycle of the call graph, whose functions also call themselves.
type callCycle struct {
	u     *ir.Unit
	f     llvm.Value // the function that calls them
	ft    llvm.Type
	first map[llvm.Value]int // by function: its first parameter of f
}

func isVoid(t llvm.Type) bool { return llvm.GetTypeKind(t) == llvm.VoidKind }

// replace redirects a call of one of the functions to c.f.
func (c *callCycle) replace(call, f llvm.Value, which uint64) {
	u, b := c.u, c.u.B
	args := []llvm.Value{u.I32(which), llvm.GetPoison(u.Ptr(0))}
	for _, t := range ir.ParamTypes(c.ft)[2:] {
		args = append(args, llvm.GetPoison(t))
	}
	copy(args[c.first[f]:], ir.CallArgs(call))
	t := llvm.TypeOf(call)
	if !isVoid(t) {
		u.AtEntry(ir.FunctionOf(call))
		args[1] = llvm.BuildAlloca(b, t, "")
	}
	u.Before(call)
	n := llvm.BuildCall2(b, c.ft, c.f, args, "")
	llvm.SetInstructionCallConv(n, llvm.GetFunctionCallConv(c.f))
	if isVoid(t) {
		ir.Erase(call)
		return
	}
	ir.Replace(call, llvm.BuildLoad2(b, t, args[1], ""))
}

// build fills c.f with the switch and the calls.
func (c *callCycle) build(cycle []llvm.Value) {
	u, b := c.u, c.u.B
	llvm.SetCurrentDebugLocation2(b, 0)
	params := ir.Params(c.f)
	entry := llvm.AppendBasicBlockInContext(u.Ctx, c.f, "entry")
	var blocks []llvm.Block
	for _, f := range cycle {
		blk := llvm.AppendBasicBlockInContext(u.Ctx, c.f, "")
		blocks = append(blocks, blk)
		llvm.PositionBuilderAtEnd(b, blk)
		ft := llvm.GlobalGetValueType(f)
		n := int(llvm.CountParams(f))
		call := llvm.BuildCall2(b, ft, f, params[c.first[f]:c.first[f]+n], "")
		llvm.SetInstructionCallConv(call, llvm.GetFunctionCallConv(f))
		for k := range uint32(n + 1) {
			for _, a := range ir.FunctionAttrs(f, k) {
				llvm.AddCallSiteAttribute(call, k, a)
			}
		}
		if !isVoid(llvm.GetReturnType(ft)) {
			llvm.BuildStore(b, call, params[1])
		}
		llvm.BuildRetVoid(b)
	}
	llvm.PositionBuilderAtEnd(b, entry)
	last := len(cycle) - 1
	sw := llvm.BuildSwitch(b, params[0], blocks[last], uint32(last))
	for k, blk := range blocks[:last] {
		llvm.AddCase(sw, u.I32(uint64(k)), blk)
	}
}
