// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"maps"
	"slices"
	"strings"

	"gohipcc/abi"
	"gohipcc/passes/addrspace"
	"gohipcc/passes/calls"
	"gohipcc/passes/convergence"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// lockstepLevel is the optimisation level of the copy in which functions that rely on lockstep are
// found: the highest at which LLVM does not thread jumps (optimiseInOrder).
const lockstepLevel = "1"

// optimiseLockstep optimises, in a program that is otherwise not optimised for the debugger's sake,
// the functions whose work-items wait for each other without a barrier, and those whose lanes
// exchange values without one. They are recognised by addresses that are functions of the lane and
// by loops without stores, which only optimised code has: otherwise each value is stored to the
// stack and loaded again. So a copy of the program is optimised to find them. Their callees are
// inlined into them; all other functions stay as they are.
func optimiseLockstep(u *ir.Unit) error {
	waits, err := findLockstep(u, nil)
	if err != nil || len(waits) == 0 {
		return err
	}
	if err := directCalls(u, waits); err != nil {
		return err
	}
	if err := optimiseOnly(u, waits, "function(sroa)"); err != nil {
		return err
	}
	if err := addrspace.FoldPointerCasts(u); err != nil {
		return err
	}
	return optimiseOnly(u, waits, "default<O"+lockstepLevel+">")
}

// optimiseInOrder runs LLVM's pipeline, but optimises kernels at level 1 in which it loses the order
// of accesses that lanes make in lockstep. Above that level, jumps are threaded: consecutive branches
// on related conditions become one.
//
//	if (t > 0) x = s[t - 1];        if (t > 0)
//	if (t == 0) s[0] = v;             x = s[t - 1];
//	                                else
//	                                  s[0] = v;
//
// A lane either reads or stores, so each still does the same. But in lockstep, all lanes have read
// before one stores, and no point is left between the two where lanes could synchronise. LLVM does
// not thread jumps for GPUs, whose branches it knows to diverge.
func optimiseInOrder(u *ir.Unit, pipeline string) error {
	if !u.HasShared() {
		return u.LLVMPasses(pipeline)
	}
	before := llvm.CloneModule(u.Mod)
	if err := u.LLVMPasses(pipeline); err != nil {
		llvm.DisposeModule(before)
		return err
	}
	unordered := convergence.Unordered(u)
	if len(unordered) == 0 {
		llvm.DisposeModule(before)
		return nil
	}
	llvm.DisposeModule(u.Mod)
	u.Mod = before
	if err := optimiseOnly(u, unordered, "default<O1>"); err != nil {
		return err
	}
	var kept []func()
	for name := range unordered {
		kept = append(kept, keepAsIs(u, llvm.GetNamedFunction(u.Mod, name)))
	}
	err := u.LLVMPasses(pipeline)
	for _, restore := range kept {
		restore()
	}
	return err
}

// optimiseOnly inlines the callees of some functions into them, and optimises nothing else.
func optimiseOnly(u *ir.Unit, names map[string]bool, pipeline string) error {
	inlined := calledBy(u, names)
	recursive := u.Recursive()
	for f := range inlined {
		if !recursive[f] && !u.IsKernel(f) {
			u.ForceInline(f)
		}
	}
	if err := u.LLVMPasses("always-inline,globaldce"); err != nil {
		return err
	}
	var kept []func()
	for _, f := range u.Definitions() {
		if names[f.Name()] || hasFunctionAttr(u, f, "alwaysinline") {
			continue
		}
		kept = append(kept, keepAsIs(u, f))
	}
	err := u.LLVMPasses(pipeline)
	for _, restore := range kept {
		restore()
	}
	return err
}

// inlineLockstep inlines the functions of kernels whose lanes exchange values in them in lockstep, with
// no barrier. What is called is a function of one work-item: no lane can wait for another one in it.
// A copy of the program in which all functions are inlined shows which kernels these are.
//
//	define internal spir_func i32 @f(ptr addrspace(4) %s, i32 %lane, i32 %v) noinline {
//	  store i32 %v, ptr addrspace(4) %p            ; s[lane]
//	  %r = load i32, ptr addrspace(4) %q           ; s[lane ^ 1]
//
// becomes a function that is inlined into its callers, up to the kernels. Calls through pointers become
// direct ones for this, as they do for SPIR-V.
func inlineLockstep(u *ir.Unit) error {
	if u.Opts.Level == "0" && u.Target.CPU {
		return nil
	}
	others := kernelsWithout(u, mayExchange)
	if len(others) == len(u.Kernels) {
		return nil
	}
	waits, err := findLockstep(u, others)
	if err != nil || len(waits) == 0 {
		return err
	}
	if err := directCalls(u, waits); err != nil {
		return err
	}
	called, any := calledBy(u, waits), false
	for _, f := range inlinable(u) {
		if called[f] {
			u.ForceInline(f)
			any = true
		}
	}
	if !any {
		return nil
	}
	u.Again = true
	return optimiseAgain(u)
}

// inlinable returns the program's functions that kernels call and that could be inlined. Those of the
// device library exchange no values between lanes.
func inlinable(u *ir.Unit) (out []llvm.Value) {
	recursive := u.Recursive()
	for _, f := range u.Definitions() {
		if !u.IsKernel(f) && !recursive[f] && !ofDeviceLibrary(u, f) {
			out = append(out, f)
		}
	}
	return out
}

// ofDeviceLibrary reports whether a function is the device library's, by its name.
func ofDeviceLibrary(u *ir.Unit, f llvm.Value) bool {
	name := f.Name()
	return u.Library[name] || slices.ContainsFunc([]string{abi.SymbolPrefix, "__ocml_", "__ockl_"}, func(p string) bool { return strings.HasPrefix(name, p) })
}

// mayExchange reports whether lanes could exchange values in a function that stays one: it accesses memory
// other than its own stack and is not to be inlined, calls others through pointers, exchangesShared or
// updatesOnce.
// Other functions that LLVM finds too large to inline are not looked at, because a copy of a program with
// all of them inlined takes several times as long to analyse as the program to optimise.
func mayExchange(u *ir.Unit, f llvm.Value) bool {
	if callsPointers(f) || calls.IsDispatcher(f) {
		return true
	}
	if u.IsKernel(f) || ofDeviceLibrary(u, f) {
		return false
	}
	return hasFunctionAttr(u, f, "noinline") && touchesMemory(f) || exchangesShared(f) || updatesOnce(f)
}

// touchesMemory reports whether a function accesses memory other than its own stack.
func touchesMemory(f llvm.Value) bool {
	return slices.ContainsFunc(ir.Instructions(f), func(i llvm.Value) bool {
		return ir.TouchesMemory(i) && !slices.ContainsFunc(ir.Operands(i), func(op llvm.Value) bool {
			return llvm.GetTypeKind(llvm.TypeOf(op)) == llvm.PointerKind && ir.Opcode(convergence.Pointee(op)) == llvm.Alloca
		})
	})
}

// kernelsWithout returns the names of the kernels that neither are nor call a function of a kind. What
// the device library's functions call is the library's as well, and none of the kind.
func kernelsWithout(u *ir.Unit, kind func(u *ir.Unit, f llvm.Value) bool) map[string]bool {
	out := map[string]bool{}
	for _, f := range u.Definitions() {
		if u.IsKernel(f) && !reaches(u, f, kind, map[llvm.Value]bool{}) {
			out[f.Name()] = true
		}
	}
	return out
}

// reaches reports whether a function is of a kind or calls one that is, directly or not.
func reaches(u *ir.Unit, f llvm.Value, kind func(u *ir.Unit, f llvm.Value) bool, seen map[llvm.Value]bool) bool {
	if kind(u, f) {
		return true
	}
	seen[f] = true
	for _, i := range ir.Instructions(f) {
		if !ir.IsCall(i) {
			continue
		}
		c := ir.Callee(i)
		if c != 0 && !llvm.IsDeclaration(c) && !seen[c] && !ofDeviceLibrary(u, c) && reaches(u, c, kind, seen) {
			return true
		}
	}
	return false
}

// directCalls makes calls through pointers direct ones if functions with one of these names, or what
// they call, have any.
func directCalls(u *ir.Unit, names map[string]bool) error {
	if u.Target.SPIRV {
		return nil // has a pass of its own for that
	}
	functions := calledBy(u, names)
	for name := range names {
		functions[llvm.GetNamedFunction(u.Mod, name)] = true
	}
	for f := range functions {
		if callsPointers(f) {
			return calls.Indirect(u)
		}
	}
	return nil
}

func callsPointers(f llvm.Value) bool {
	for _, i := range ir.Instructions(f) {
		if ir.IsCall(i) && ir.Callee(i) == 0 && llvm.IsAInlineAsm(llvm.GetCalledValue(i)) == 0 {
			return true
		}
	}
	return false
}

// inlineAll inlines all functions that can be.
func inlineAll(u *ir.Unit) error {
	if slices.ContainsFunc(u.Definitions(), callsPointers) {
		if err := calls.Indirect(u); err != nil {
			return err
		}
	}
	list := inlinable(u)
	if len(list) == 0 {
		return nil
	}
	for _, f := range list {
		u.ForceInline(f)
	}
	return u.LLVMPasses("always-inline,globaldce,function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg)")
}

// findLockstep returns the names of the kernels, without some, that synchronise lanes or wait in the
// optimised program.
func findLockstep(u *ir.Unit, without map[string]bool) (map[string]bool, error) {
	copied, opts := *u, *u.Opts
	v := &copied
	v.Opts, v.Reach, v.Kernels = &opts, map[string][]string{}, maps.Clone(u.Kernels)
	v.Mod = llvm.CloneModule(u.Mod)
	defer func() { llvm.DisposeModule(v.Mod) }() // which a pass may have replaced
	llvm.StripModuleDebugInfo(v.Mod)
	for name := range without {
		f := llvm.GetNamedFunction(v.Mod, name)
		llvm.ReplaceAllUsesWith(f, llvm.ConstNull(llvm.TypeOf(f)))
		llvm.DeleteFunction(f)
		delete(v.Kernels, name)
	}
	var list []func(*ir.Unit) error
	if opts.Level == "0" {
		opts.Level = lockstepLevel
		list = append(list, llvmPass("function(sroa)"), addrspace.FoldPointerCasts, optimise)
	}
	for _, pass := range append(list, inlineAll, addrspace.InlineShared, addrspace.ArgumentPointers, addrspace.Infer, addrspace.SharedOffsets, convergence.ExitWorkItems) {
		if err := pass(v); err != nil {
			return nil, err
		}
	}
	before := waitingPlaces(v)
	if err := convergence.MarkSpinWaits(v); err != nil {
		return nil, err
	}
	if err := convergence.InsertWarpBarriers(v); err != nil {
		return nil, err
	}
	waits := map[string]bool{}
	for name, n := range waitingPlaces(v) {
		if n > before[name] {
			waits[name] = true
		}
	}
	return waits, nil
}

// waitingPlaces counts the fences and barrier calls of each function.
func waitingPlaces(u *ir.Unit) map[string]int {
	out := map[string]int{}
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			if ir.Opcode(i) == llvm.Fence || ir.IsCall(i) && ir.Callee(i) != 0 && ir.Callee(i).Name() == ir.WarpBarrierName {
				out[f.Name()]++
			}
		}
	}
	return out
}

// calledBy returns the set of the functions that some call, directly or not.
func calledBy(u *ir.Unit, names map[string]bool) map[llvm.Value]bool {
	out := map[llvm.Value]bool{}
	var visit func(f llvm.Value)
	visit = func(f llvm.Value) {
		for _, i := range ir.Instructions(f) {
			if !ir.IsCall(i) {
				continue
			}
			if c := ir.Callee(i); c != 0 && !llvm.IsDeclaration(c) && !out[c] {
				out[c] = true
				visit(c)
			}
		}
	}
	for _, f := range u.Definitions() {
		if names[f.Name()] {
			visit(f)
		}
	}
	return out
}

func hasFunctionAttr(u *ir.Unit, f llvm.Value, name string) bool {
	return llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, u.AttrKind(name)) != 0
}

// keepAsIs excludes a function from LLVM's optimiser until restore is called.
func keepAsIs(u *ir.Unit, f llvm.Value) (restore func()) {
	var added []string
	for _, a := range []string{"noinline", "optnone"} {
		if !hasFunctionAttr(u, f, a) {
			u.AddAttr(f, llvm.FunctionIndex, a)
			added = append(added, a)
		}
	}
	name := f.Name()
	return func() {
		if f := llvm.GetNamedFunction(u.Mod, name); f != 0 { // a pass may have rebuilt it
			for _, a := range added {
				u.RemoveAttr(f, llvm.FunctionIndex, a)
			}
		}
	}
}
