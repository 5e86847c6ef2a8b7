// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package convergence lowers the convergence of HIP's threads to what devices can run that do not
// run work-items as threads of their own: barriers that exited threads need not reach, operations of
// a warp in divergent control flow, lanes that rely on lockstep, and the exit of a work-item.
package convergence

import (
	"slices"
	"strings"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// A Compiler is what the compiler of a device makes of barriers that OpenCL allows. Kernels whose
// work-items execute all barriers together are adapted to it.
type Compiler interface {
	// Prepare changes a kernel before it is classified.
	Prepare(kernel *flow.Kernel) error
	// NeedsContinuations reports whether only continuation-based synchronisation keeps it right.
	NeedsContinuations(kernel *flow.Kernel) bool
	// MixesExits reports the same of a kernel in which exited work-items would pass its barriers.
	MixesExits(kernel *flow.Kernel) bool
	// Adapt changes a kernel that needs none, and reports whether that is enough.
	Adapt(kernel *flow.Kernel) bool
	// AdaptRest changes a kernel whose work-items diverge at barriers all the same.
	AdaptRest(kernel *flow.Kernel)
}

// Barriers keeps work-items that have returned at the work-group's barriers. In HIP
// a thread that has exited no longer counts at a barrier; in OpenCL all work-items
// must reach it. A CPU device runs what follows the barrier for the exited ones as
// well, or crashes.
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
// becomes (before the flag turns into a register again)
//
//	  br i1 %outside, label %leave, label %work
//	leave:                          ; a copy of what %return does, then
//	  store i8 0, ptr %alive
//	  br label %work
//	work:
//	  %a = load i8, ptr %alive
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
// diverge otherwise on their way to barriers, or in which a branch decides which barrier inactive
// ones come to next, get continuation-based synchronisation (continuations.go), but for those that
// only skip warp operations (predicate.go). Those that are uniform are adapted to the device's
// compiler.
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

// lowerBarriers lowers those of one kernel. It gives the kernel's class, and whether values are in
// memory now.
func lowerBarriers(kernel *flow.Kernel, device Compiler) (kind class, changed bool, err error) {
	if err := device.Prepare(kernel); err != nil {
		return uniform, false, err
	}
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
		if device.Adapt(kernel) || kernel.HasOpaqueSync() {
			return kind, changed, nil
		}
		err = formContinuations(kernel, groupwide)
	case exitsEarly:
		err = bypassExited(kernel)
	case divergent:
		err = formContinuations(kernel, perWarp)
	case rejoinsAfterBarrier:
		err = formContinuations(kernel, groupwide)
	}
	return kind, true, err
}

// lowerAfterExits adapts a kernel to the device in which inactive work-items pass barriers: all
// come to the same barriers now.
func lowerAfterExits(kernel *flow.Kernel, device Compiler) error {
	switch classify(kernel, device) {
	case uniform:
		if device.Adapt(kernel) || kernel.HasOpaqueSync() {
			return nil
		}
	case rejoinsAfterBarrier:
	default:
		device.AdaptRest(kernel)
		return nil
	}
	if err := formContinuations(kernel, groupwide); err != nil {
		return err
	}
	return kernel.Unit.FunctionPasses(kernel.F, "sroa,simplifycfg,dce")
}

// class says how the work-items of a group come to synchronisation points.
type class int

const (
	uniform             class = iota // all together, or so it is left
	rejoinsAfterBarrier              // all together, but the device's compiler needs continuations
	exitsEarly                       // all that have not exited
	divergent                        // each in its own time
)

// classify looks at the divergent branches between which and their post-dominators synchronisation
// points are.
func classify(kernel *flow.Kernel, device Compiler) class {
	if !kernel.HasSync() {
		return uniform
	}
	kernel.FindUniform()
	pd := flow.PostDominators(kernel.Succ)
	out := uniform
	for i := range kernel.Blocks {
		if !kernel.DivergentBranch(i) || !kernel.SyncBetween(i, pd.Immediate(i), kernel.Succ) {
			continue
		}
		stay := 0
		for _, s := range kernel.Succ[i] {
			if kernel.ReachesSync[s] {
				stay++
			}
		}
		if stay > 1 {
			return orUniform(kernel, divergent)
		}
		if divergentExit(kernel, i) {
			out = exitsEarly
		}
	}
	if out == exitsEarly {
		splitAtSyncs(kernel)
		kernel.Update()
		if findExitPaths(kernel, earlyExits(kernel)) == nil || device.MixesExits(kernel) {
			return orUniform(kernel, divergent)
		}
	}
	if out == uniform && device.NeedsContinuations(kernel) {
		return orUniform(kernel, rejoinsAfterBarrier)
	}
	return out
}

// orUniform is the class, unless the kernel has a collective operation that continuation-based
// synchronisation has no form for.
func orUniform(kernel *flow.Kernel, c class) class {
	if i := kernel.OpaqueSync(); i != 0 {
		kernel.Unit.Warning("%s: work-items come to %s at different times, which a CPU device may not run", ir.Demangle(kernel.F.Name()), ir.Callee(i).Name())
		return uniform
	}
	return c
}

// divergentExit reports whether some work-items go on from a block to the end of the kernel with no
// synchronisation point on the way, and others to one.
func divergentExit(kernel *flow.Kernel, i int) bool {
	return kernel.DivergentBranch(i) && kernel.SyncAfter(i) && slices.ContainsFunc(kernel.Succ[i], func(s int) bool {
		return !kernel.ReachesSync[s] && !kernel.EndsInUnreachable(s)
	})
}

// splitAtSyncs gives every barrier and every warp operation a block of its own.
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
			// What came before is scanned again: it is a block of its own now.
			rest := llvm.GetInstructionParent(at)
			prev := solePredecessor(kernel, rest)
			if prev == 0 {
				break
			}
			b = prev
		}
	}
}

// predecessorOf is the only predecessor of a block that SplitBefore made, 0 if there
// is none or more.
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

// routes are the paths of exited work-items through a kernel.
type routes struct {
	reduced  [][]int          // successors without early exits
	out      map[int][]uint32 // numbers of the successors that are early exits
	rejoin   map[int]int      // where work-items that exit at a block rejoin the others
	inactive map[int]bool     // blocks that exited work-items traverse without executing them
	next     []int            // where a branch without barriers after it reconverges, -1 for none
}

// exits are the blocks that some work-items leave the kernel from.
func earlyExits(kernel *flow.Kernel) map[llvm.Block]bool {
	exit := map[llvm.Block]bool{}
	for i, b := range kernel.Blocks {
		if divergentExit(kernel, i) {
			exit[b] = true
		}
	}
	return exit
}

// routes finds the ways of work-items that end at the given exits, nil if they cannot
// know them: where a branch decides which barrier comes next, they would have to ask.
func findExitPaths(kernel *flow.Kernel, exit map[llvm.Block]bool) *routes {
	r := &routes{reduced: make([][]int, len(kernel.Blocks)), out: map[int][]uint32{}, rejoin: map[int]int{}, next: make([]int, len(kernel.Blocks))}
	for i, b := range kernel.Blocks {
		for k, s := range kernel.Succ[i] {
			if exit[b] && !kernel.ReachesSync[s] {
				r.out[i] = append(r.out[i], uint32(k))
				continue
			}
			r.reduced[i] = append(r.reduced[i], s)
		}
	}
	pd := flow.PostDominators(r.reduced)
	// The blocks that all work-items pass together: nil when a branch decides.
	visit := func(from []int) map[int]bool {
		seen := map[int]bool{}
		var walk func(int)
		walk = func(i int) {
			if seen == nil || seen[i] {
				return
			}
			seen[i] = true
			r.next[i] = -1
			switch n := len(r.reduced[i]); {
			case n == 1:
				r.next[i] = r.reduced[i][0]
			case n > 1:
				r.next[i] = pd.Immediate(i)
				if kernel.SyncBetween(i, r.next[i], r.reduced) {
					seen = nil
					return
				}
			}
			if r.next[i] >= 0 {
				walk(r.next[i])
			}
		}
		for _, i := range from {
			walk(i)
		}
		return seen
	}
	var starts []int
	for i := range kernel.Blocks {
		if len(r.out[i]) == 0 {
			continue
		}
		// An exit in the middle of what others do by themselves has no place to join.
		if len(r.reduced[i]) != 1 {
			return nil
		}
		r.rejoin[i] = r.reduced[i][0]
		starts = append(starts, r.rejoin[i])
	}
	if r.inactive = visit(starts); r.inactive == nil {
		return nil
	}
	// A loop without another way out would never let exited work-items go.
	ends := make([]bool, len(kernel.Blocks))
	for changed := true; changed; {
		changed = false
		for i := range kernel.Blocks {
			e := len(r.reduced[i]) == 0 && len(r.out[i]) == 0
			for _, s := range r.reduced[i] {
				e = e || ends[s]
			}
			if e && !ends[i] {
				ends[i], changed = true, true
			}
		}
	}
	for i := range r.inactive {
		if !ends[i] {
			return nil
		}
	}
	return r
}

// leave lets ended work-items pass barriers. Values that cross blocks go through memory
// meanwhile, so that the control flow can change freely.
func bypassExited(kernel *flow.Kernel) error {
	u := kernel.Unit
	exit := earlyExits(kernel)
	if err := u.Demote(kernel.F); err != nil {
		return err
	}
	kernel.Update() // demotion may split edges
	r := findExitPaths(kernel, exit)
	if r == nil {
		return formContinuations(kernel, perWarp)
	}
	b := u.B
	entry := llvm.GetFirstInstruction(llvm.GetEntryBasicBlock(kernel.F))
	llvm.PositionBuilderBefore(b, entry)
	llvm.SetCurrentDebugLocation2(b, 0)
	t := &u.Types
	alive := llvm.BuildAlloca(b, t.I8, "alive")
	llvm.BuildStore(b, llvm.ConstInt(t.I8, 1, false), alive)
	newBlock := func(name string) llvm.Block { return llvm.AppendBasicBlockInContext(u.Ctx, kernel.F, name) }
	finish := newBlock("finish")
	llvm.PositionBuilderAtEnd(b, finish)
	llvm.BuildRetVoid(b)
	isAlive := func() llvm.Value {
		return llvm.BuildICmp(b, llvm.IntNE, llvm.BuildLoad2(b, t.I8, alive, ""), llvm.ConstNull(t.I8), "")
	}
	// check[i] is where block i begins for work-items that may have exited.
	check := map[int]llvm.Block{}
	for i := range kernel.Blocks {
		if r.inactive[i] && kernel.Sync[i] == 0 {
			check[i] = newBlock("check")
		}
	}
	start := func(i int) llvm.Block {
		if check[i] != 0 {
			return check[i]
		}
		return kernel.Blocks[i]
	}
	for i := range kernel.Blocks {
		if len(r.out[i]) == 0 {
			continue
		}
		term := llvm.GetBasicBlockTerminator(kernel.Blocks[i])
		for _, k := range r.out[i] {
			llvm.SetSuccessor(term, k, cloneTail(kernel, kernel.Index[llvm.GetSuccessor(term, k)], func(ret llvm.Value) {
				llvm.PositionBuilderBefore(b, ret)
				llvm.BuildStore(b, llvm.ConstNull(t.I8), alive)
				llvm.BuildBr(b, start(r.rejoin[i]))
				ir.Erase(ret)
			}))
		}
	}
	for i, blk := range kernel.Blocks {
		// Blocks in which the ended run nothing.
		if check[i] == 0 {
			// They ask no lane that is not there, and have no vote and nothing to tell: what
			// they never computed must not be an argument, since LLVM takes it that
			// arguments are defined, and so that nobody has ended.
			x := kernel.Sync[i]
			if kind := flow.SyncOf(x); r.inactive[i] && (kind == flow.WarpShuffle || kind == flow.WarpBallot) {
				u.Before(x)
				for k, v := range ir.CallArgs(x) {
					llvm.SetOperand(x, uint32(k), llvm.BuildSelect(b, isAlive(), v, llvm.ConstNull(llvm.TypeOf(v)), ""))
				}
			}
			continue
		}
		onward := finish
		if r.next[i] >= 0 {
			onward = start(r.next[i])
		}
		for _, p := range ir.Users(llvm.BasicBlockAsValue(blk)) {
			if llvm.IsAInstruction(p) == 0 {
				continue
			}
			for k := range llvm.GetNumSuccessors(p) {
				if llvm.GetSuccessor(p, k) == blk {
					llvm.SetSuccessor(p, k, check[i])
				}
			}
		}
		llvm.PositionBuilderAtEnd(b, check[i])
		llvm.BuildCondBr(b, isAlive(), blk, onward)
		llvm.MoveBasicBlockAfter(blk, check[i])
	}
	// One end for all.
	for i, blk := range kernel.Blocks {
		term := llvm.GetBasicBlockTerminator(blk)
		if r.inactive[i] && llvm.GetInstructionOpcode(term) == llvm.Ret {
			llvm.PositionBuilderBefore(b, term)
			llvm.BuildBr(b, finish)
			ir.Erase(term)
		}
	}
	return nil
}

// cloneTail copies what runs from a block to the end of the kernel, and has atEnd
// replace each return of the copy. Each exit gets a copy of its own, since the ended
// go on at different places. After demotion no value crosses blocks.
func cloneTail(kernel *flow.Kernel, from int, atEnd func(ret llvm.Value)) llvm.Block {
	copies := map[llvm.Block]llvm.Block{}
	var order []llvm.Block
	var collect func(i int)
	collect = func(i int) {
		blk := kernel.Blocks[i]
		if copies[blk] != 0 {
			return
		}
		copies[blk] = llvm.AppendBasicBlockInContext(kernel.Unit.Ctx, kernel.F, "leave")
		order = append(order, blk)
		for _, s := range kernel.Succ[i] {
			collect(s)
		}
	}
	collect(from)
	for _, blk := range order {
		values := map[llvm.Value]llvm.Value{}
		llvm.PositionBuilderAtEnd(kernel.Unit.B, copies[blk])
		for i := llvm.GetFirstInstruction(blk); i != 0; i = llvm.GetNextInstruction(i) {
			n := llvm.InstructionClone(i)
			llvm.SetCurrentDebugLocation2(kernel.Unit.B, llvm.InstructionGetDebugLoc(i))
			llvm.InsertIntoBuilder(kernel.Unit.B, n)
			values[i] = n
			for k, op := range ir.Operands(i) {
				if v := values[op]; v != 0 {
					llvm.SetOperand(n, uint32(k), v)
				}
			}
		}
		t := llvm.GetBasicBlockTerminator(copies[blk])
		for k := range llvm.GetNumSuccessors(t) {
			llvm.SetSuccessor(t, k, copies[llvm.GetSuccessor(t, k)])
		}
		if llvm.GetInstructionOpcode(t) == llvm.Ret {
			atEnd(t)
		}
	}
	return copies[kernel.Blocks[from]]
}

// InlineBarriers has functions that contain a barrier inlined, because the barriers
// pass works on kernels.
//
//	define internal spir_func void @sync() {        ; calls _Z7barrierj
//
// becomes
//
//	define internal spir_func void @sync() alwaysinline {
func InlineBarriers(u *ir.Unit) error {
	for _, f := range u.Functions() {
		if name, ok := ir.MangledName(f.Name()); ok && llvm.IsDeclaration(f) && (name == "barrier" || name == "__spirv_ControlBarrier" ||
			strings.HasPrefix(name, "work_group_") || strings.HasPrefix(name, "sub_group_")) {
			u.InlineCallers(f)
		}
	}
	return nil
}
