// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package convergence lowers the convergence of HIP's threads for devices that do not run
// work-items as independent threads: barriers that exited threads need not reach, warp operations
// in divergent control flow, lanes that rely on lockstep, and the exit of a work-item.
package convergence

import (
	"slices"
	"strings"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// A Compiler reports whether a device's compiler miscompiles a kernel whose work-items execute all
// barriers together unless the kernel is lowered to continuation-based synchronisation.
type Compiler func(kernel *flow.Kernel) (needsContinuations bool)

// Barriers lowers the barriers of kernels whose work-items do not execute them together. In HIP a
// thread that has exited no longer counts at a barrier; in OpenCL all work-items of the group must
// execute it. A CPU device runs what follows the barrier for the exited ones as well, or crashes.
//
//	  br i1 %outside, label %return, label %work
//	work:
//	  store float %v, ptr addrspace(3) %s
//	  call void @_Z7barrierj(i32 1)
//	  %w = load float, ptr addrspace(3) %t
//	  store float %w, ptr addrspace(1) %p
//	  br label %return
//	return:
//	  ret void
//
// becomes (before the flag is promoted to a register)
//
//	  br i1 %outside, label %leave, label %work
//	leave:                          ; a copy of what %return does, then
//	  store i1 false, ptr %alive
//	  br label %work
//	work:
//	  %a = load i1, ptr %alive
//	  br i1 %a, label %work.body, label %barrier
//	work.body:
//	  store float %v, ptr addrspace(3) %s
//	  br label %barrier
//	barrier:
//	  call void @_Z7barrierj(i32 1)
//	  br label %rest                ; guarded in the same way
//	...
//
// An exited work-item is inactive: it executes nothing but barriers and warp operations, which are
// barriers to such a device. A uniform branch needs no such care. Kernels in which work-items
// diverge otherwise before they reach barriers, or in which a branch decides which barrier inactive
// ones reach next, get continuation-based synchronisation (continuations.go), unless all that some
// skip is warp operations (predicate.go), and so do kernels that the device's compiler gets wrong.
func Barriers(device Compiler) func(*ir.Unit) error {
	return func(u *ir.Unit) error {
		changed := false
		var exited []llvm.Value
		for _, f := range u.Definitions() {
			if !u.IsKernel(f) {
				continue
			}
			kind, done, err := lowerBarriers(flow.NewKernel(u, f), device)
			if err != nil {
				return err
			}
			changed = changed || done
			if kind == exitsEarly {
				exited = append(exited, f)
			}
		}
		if !changed {
			return nil
		}
		if err := u.LLVMPasses("always-inline,function(sroa,simplifycfg,dce)"); err != nil {
			return err
		}
		for _, f := range exited {
			if err := lowerAfterExits(flow.NewKernel(u, f), device); err != nil {
				return err
			}
		}
		return nil
	}
}

// lowerBarriers lowers the barriers of one kernel. It returns the kernel's class, and whether
// values were demoted to memory, which LLVM can promote to registers again.
func lowerBarriers(kernel *flow.Kernel, device Compiler) (kind class, changed bool, err error) {
	kind = classify(kernel, device)
	if kind == divergent {
		if changed, err = predicateWarpOps(kernel); err != nil {
			return kind, changed, err
		}
		if changed {
			kernel.Update()
			kind = classify(kernel, device)
		}
	}
	switch kind {
	case uniform:
		return kind, changed, nil
	case exitsEarly:
		var ok bool
		if ok, err = bypassExited(kernel, nil); err == nil && !ok {
			err = formContinuations(kernel, perWarp)
		}
	case divergent:
		err = formContinuations(kernel, perWarp)
	case needsContinuations:
		err = formContinuations(kernel, groupwide)
	}
	return kind, true, err
}

// lowerAfterExits lowers a kernel whose exited work-items have been made inactive, so that all
// work-items execute the same barriers.
func lowerAfterExits(kernel *flow.Kernel, device Compiler) error {
	if classify(kernel, device) != needsContinuations {
		return nil
	}
	if err := formContinuations(kernel, groupwide); err != nil {
		return err
	}
	return kernel.Unit.FunctionPasses(kernel.F, "sroa,simplifycfg,dce")
}

// class says which work-items of a group execute a synchronisation point together.
type class int

const (
	uniform            class = iota // all; or the kernel is left as it is
	needsContinuations              // all, but the device's compiler needs continuations
	exitsEarly                      // all that have not exited
	divergent                       // some: control flow has diverged
)

// syncForks returns the divergent branches that have synchronisation points before their immediate post-dominators, and whether
// one of them lets work-items reach such points in more than one way.
func syncForks(kernel *flow.Kernel) (forks []int, apart bool) {
	pd := flow.PostDominators(kernel.Succ)
	for i := range kernel.Blocks {
		if !kernel.DivergentBranch(i) || !kernel.SyncBetween(i, pd.Immediate(i), kernel.Succ) {
			continue
		}
		forks = append(forks, i)
		stay := 0
		for _, s := range kernel.Succ[i] {
			if kernel.ReachesSync[s] {
				stay++
			}
		}
		apart = apart || stay > 1
	}
	return forks, apart
}

// classify classifies a kernel by the divergent branches that have synchronisation points before
// their immediate post-dominators.
func classify(kernel *flow.Kernel, device Compiler) class {
	if !kernel.HasSync() {
		return uniform
	}
	kernel.FindUniform()
	forks, apart := syncForks(kernel)
	if apart {
		return orUniform(kernel, divergent)
	}
	out := uniform
	if slices.ContainsFunc(forks, func(i int) bool { return divergentExit(kernel, i) }) {
		out = exitsEarly
	}
	if out == exitsEarly {
		splitAtSyncs(kernel)
		kernel.Update()
		if findExitPaths(kernel, earlyExits(kernel), nil) == nil {
			return orUniform(kernel, divergent)
		}
	}
	if out == uniform && device(kernel) {
		return orUniform(kernel, needsContinuations)
	}
	return out
}

// orUniform returns the class, or uniform if the kernel has a collective operation that
// continuation-based synchronisation cannot lower.
func orUniform(kernel *flow.Kernel, c class) class {
	if i := kernel.OpaqueSync(); i != 0 {
		kernel.Unit.Warning("%s: work-items reach %s at different times, which a CPU device may not support", ir.Demangle(kernel.F.Name()), ir.Callee(i).Name())
		return uniform
	}
	return c
}

// divergentExit reports whether some work-items branch from a block to the end of the kernel
// without a synchronisation point, and others branch to one.
func divergentExit(kernel *flow.Kernel, i int) bool {
	return kernel.DivergentBranch(i) && kernel.SyncAfter(i) && slices.ContainsFunc(kernel.Succ[i], func(s int) bool {
		return !kernel.ReachesSync[s] && !kernel.EndsInUnreachable(s)
	})
}

// splitAtSyncs gives every synchronisation point a block of its own.
func splitAtSyncs(kernel *flow.Kernel) {
	for _, b := range ir.Blocks(kernel.F) {
		for {
			var at llvm.Value
			for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
				if flow.SyncOf(i) != flow.NoSync {
					at = i
				}
			}
			if at == 0 {
				break
			}
			// The block keeps what follows the barrier.
			kernel.Unit.SplitBefore(llvm.GetNextInstruction(at))
			h := llvm.GetInstructionParent(at)
			if llvm.GetFirstInstruction(h) != at {
				kernel.Unit.SplitBefore(at)
			}
			// The part before it is a block of its own, which is scanned again.
			rest := llvm.GetInstructionParent(at)
			prev := solePredecessor(kernel, rest)
			if prev == 0 {
				break
			}
			b = prev
		}
	}
}

// solePredecessor returns the only predecessor of a block that SplitBefore made, 0 if there is none
// or more than one.
func solePredecessor(kernel *flow.Kernel, b llvm.Block) llvm.Block {
	var out llvm.Block
	for _, t := range ir.Users(llvm.BasicBlockAsValue(b)) {
		if llvm.IsAInstruction(t) == 0 {
			continue
		}
		if out != 0 || llvm.GetNumSuccessors(t) != 1 {
			return 0
		}
		out = llvm.GetInstructionParent(t)
	}
	return out
}

// InlineBarriers inlines functions that contain a barrier, because the barriers pass works on
// kernels.
//
//	define internal spir_func void @sync() {        ; calls _Z7barrierj
//
// becomes
//
//	define internal spir_func void @sync() alwaysinline {
func InlineBarriers(u *ir.Unit) error {
	u.InlineCallers(collectives(u)...)
	return nil
}

// Synchronises reports whether a function may execute a barrier or a collective operation, itself or
// through those that it calls.
func Synchronises(u *ir.Unit, f llvm.Value) bool {
	return ir.Callers(collectives(u))[f]
}

// collectives returns the barriers and collective operations that a module declares.
func collectives(u *ir.Unit) []llvm.Value {
	var barriers []llvm.Value
	for _, f := range u.Functions() {
		if name, ok := ir.MangledName(f.Name()); ok && llvm.IsDeclaration(f) && (name == "barrier" || name == "__spirv_ControlBarrier" ||
			strings.HasPrefix(name, "work_group_") || strings.HasPrefix(name, "sub_group_")) {
			barriers = append(barriers, f)
		}
	}
	return barriers
}
