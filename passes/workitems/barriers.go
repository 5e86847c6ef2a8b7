// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package workitems makes the control flow of work-items one that devices can run which do
// not run them as threads of their own: all come to the same barriers, and one that ends
// returns from the kernel.
package workitems

import (
	"slices"
	"strings"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Barriers keeps work-items that have returned at the work-group's barriers. In HIP
// a thread that has ended no longer counts at a barrier; in OpenCL all work-items
// must reach it. A CPU device runs what follows the barrier for the ended ones as
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
// An ended work-item runs nothing but barriers and the functions of a warp, which are
// barriers to such a device. A branch that is the same for the whole group (by the
// analysis below) needs no such care. Kernels in which work-items part otherwise on
// their way to barriers, or in which a branch decides what ended ones meet next, go
// through rounds instead, but for those that only pass over functions of a warp (skips.go).
// Those whose work-items stay together stay as they are, but for the shapes of which a device
// copies what lies behind a barrier wrongly (forks.go): they get one more barrier, keep values
// in memory, or go from barrier to barrier in turns (phases).
func Barriers(u *ir.Unit) error {
	changed := false
	var left []llvm.Value
	for _, f := range u.Definitions() {
		if !u.IsKernel(f) {
			continue
		}
		c := newConverger(u, f)
		if c.rejoined() {
			// What is computed again behind a join PoCL's optimiser would make a PHI there.
			if err := u.FunctionPasses(f, "gvn"); err != nil {
				return err
			}
			c.scan()
		}
		plan := c.plan()
		if plan == parting {
			skipped, err := c.skips()
			if err != nil {
				return err
			}
			if changed = changed || skipped; skipped {
				c.scan()
				plan = c.plan()
			}
		}
		var err error
		switch plan {
		case together:
			if c.collectTails() || c.whole() != 0 {
				continue
			}
			err = c.phases()
		case leaving:
			left = append(left, f)
			err = c.leave()
		case parting:
			err = c.rounds()
		case rejoining:
			err = c.phases()
		}
		if err != nil {
			return err
		}
		changed = true
	}
	if !changed {
		return nil
	}
	if err := u.LLVMPasses("always-inline,function(sroa,simplifycfg,dce)"); err != nil {
		return err
	}
	for _, f := range left {
		if err := newConverger(u, f).afterLeave(); err != nil {
			return err
		}
	}
	return nil
}

// afterLeave does for a kernel in which ended work-items pass barriers what those need in which
// none end: all come to the same barriers now.
func (c *converger) afterLeave() error {
	switch c.plan() {
	case together:
		if c.collectTails() || c.whole() != 0 {
			return nil
		}
	case rejoining:
	default:
		c.joinValues()
		return nil
	}
	if err := c.phases(); err != nil {
		return err
	}
	return c.u.FunctionPasses(c.F, "sroa,simplifycfg,dce")
}

// converger works on one kernel.
type converger struct {
	*flow.Graph
	u *ir.Unit

	sync    []llvm.Value        // the last call in the block that is one of SyncOf's, or 0
	reaches []bool              // one can be reached from the block's start
	same    map[llvm.Value]bool // what all work-items of a group have in common
}

func newConverger(u *ir.Unit, f llvm.Value) *converger {
	c := &converger{u: u, Graph: &flow.Graph{F: f}}
	c.scan()
	return c
}

// scan looks at the kernel as it is now.
func (c *converger) scan() {
	c.Graph = flow.New(c.F)
	c.sync, c.reaches = make([]llvm.Value, len(c.Blocks)), make([]bool, len(c.Blocks))
	for i, b := range c.Blocks {
		for x := llvm.GetFirstInstruction(b); x != 0; x = llvm.GetNextInstruction(x) {
			if flow.SyncOf(x) != flow.NoSync {
				c.sync[i] = x
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range c.Blocks {
			if c.reaches[i] {
				continue
			}
			r := c.sync[i] != 0
			for _, s := range c.Succ[i] {
				r = r || c.reaches[s]
			}
			if r {
				c.reaches[i] = true
				changed = true
			}
		}
	}
}

// company says how the work-items of a group come to what they do together.
type company int

const (
	together  company = iota // all of them, or so it is left
	rejoining                // all of them, from behind barriers and from before them
	leaving                  // all that have not ended
	parting                  // each in its own time
)

// plan looks at the branches that work-items take differently.
func (c *converger) plan() company {
	all := llvm.Value(0)
	for _, x := range c.sync {
		all |= x
	}
	if all == 0 {
		return together
	}
	c.same = c.Graph.Uniform()
	pd := flow.PostDominators(c.Succ)
	out := together
	for i, b := range c.Blocks {
		if len(c.Succ[i]) < 2 || c.same[llvm.GetOperand(llvm.GetBasicBlockTerminator(b), 0)] || !c.syncBetween(i, pd.Immediate(i), c.Succ) {
			continue
		}
		stay := 0
		for _, s := range c.Succ[i] {
			if c.reaches[s] {
				stay++
			}
		}
		if stay > 1 {
			return c.orTogether(parting)
		}
		if c.divergentExit(i, b) {
			out = leaving
		}
	}
	if out == leaving {
		c.splitAtSyncs()
		c.scan()
		if c.routes(c.exits()) == nil {
			return c.orTogether(parting)
		}
	}
	if out == leaving && c.rejoins() {
		return c.orTogether(parting)
	}
	if out == together && (slices.ContainsFunc(c.forks(), fork.noPlace) || c.rejoins() && c.whole() == 0) {
		return c.orTogether(rejoining)
	}
	return out
}

// rejoined reports whether work-items come from behind a barrier to where others come from
// before it.
func (c *converger) rejoined() bool { return len(c.joins()) > 0 }

// rejoins reports whether work-items come from behind several barriers to where they go on
// together. PoCL 6 mixes them up where one more barrier follows, and PoCL 7 ends the program where
// others come there, by more than one way, that have passed none of these barriers. Or whether
// they come within a loop from behind one to a function of a warp; elsewhere a barrier before
// that function is enough (meetBeforeWarps).
func (c *converger) rejoins() bool {
	joins := c.joins()
	for _, n := range joins {
		if n > 1 {
			return true
		}
	}
	return slices.ContainsFunc(c.WholeLoops(), func(l flow.Loop) bool {
		for i := range joins {
			if i != l.Head && l.Member[i] && c.warpAhead(i) {
				return true
			}
		}
		return false
	})
}

// whole is a call that cannot be taken apart, 0 if there is none.
func (c *converger) whole() llvm.Value {
	for _, i := range ir.Instructions(c.F) {
		if flow.SyncOf(i) == flow.OtherSync {
			return i
		}
	}
	return 0
}

// orTogether is the plan, unless the kernel calls what cannot be taken apart.
func (c *converger) orTogether(p company) company {
	if i := c.whole(); i != 0 {
		c.u.Warning("%s: work-items come to %s at different times, which a CPU device may not run", ir.Demangle(c.F.Name()), ir.Callee(i).Name())
		return together
	}
	return p
}

// after reports whether a barrier can be reached from the end of a block.
func (c *converger) after(i int) bool {
	for _, s := range c.Succ[i] {
		if c.reaches[s] {
			return true
		}
	}
	return false
}

func (c *converger) divergentExit(i int, b llvm.Block) bool {
	if len(c.Succ[i]) < 2 || !c.after(i) {
		return false
	}
	out := false
	for _, s := range c.Succ[i] {
		if !c.reaches[s] && !c.dies(s) {
			out = true
		}
	}
	return out && !c.same[llvm.GetOperand(llvm.GetBasicBlockTerminator(b), 0)]
}

// dies reports whether a block ends in unreachable code: control never comes there.
func (c *converger) dies(i int) bool {
	return llvm.GetInstructionOpcode(llvm.GetBasicBlockTerminator(c.Blocks[i])) == llvm.Unreachable
}

// splitAtSyncs gives every barrier and every function of a warp a block of its own.
func (c *converger) splitAtSyncs() {
	for _, b := range ir.Blocks(c.F) {
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
			c.u.SplitBefore(llvm.GetNextInstruction(at))
			h := llvm.GetInstructionParent(at)
			if llvm.GetFirstInstruction(h) != at {
				c.u.SplitBefore(at)
			}
			// What came before is scanned again: it is a block of its own now.
			rest := llvm.GetInstructionParent(at)
			prev := c.predecessorOf(rest)
			if prev == 0 {
				break
			}
			b = prev
		}
	}
}

// predecessorOf is the only predecessor of a block that SplitBefore made, 0 if there
// is none or more.
func (c *converger) predecessorOf(b llvm.Block) llvm.Block {
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

// routes are the ways of ended work-items through a kernel.
type routes struct {
	reduced [][]int          // successors without those that leave
	out     map[int][]uint32 // numbers of the successors that leave
	rejoin  map[int]int      // where those that leave at a block come to the others
	ghost   map[int]bool     // blocks that ended ones come by
	next    []int            // where a branch without barriers behind it joins, -1 for none
}

// exits are the blocks that some work-items leave the kernel from.
func (c *converger) exits() map[llvm.Block]bool {
	exit := map[llvm.Block]bool{}
	for i, b := range c.Blocks {
		if c.divergentExit(i, b) {
			exit[b] = true
		}
	}
	return exit
}

// routes finds the ways of work-items that end at the given exits, nil if they cannot
// know them: where a branch decides which barrier comes next, they would have to ask.
func (c *converger) routes(exit map[llvm.Block]bool) *routes {
	r := &routes{reduced: make([][]int, len(c.Blocks)), out: map[int][]uint32{}, rejoin: map[int]int{}, next: make([]int, len(c.Blocks))}
	for i, b := range c.Blocks {
		for k, s := range c.Succ[i] {
			if exit[b] && !c.reaches[s] {
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
				if c.syncBetween(i, r.next[i], r.reduced) {
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
	for i := range c.Blocks {
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
	if r.ghost = visit(starts); r.ghost == nil {
		return nil
	}
	// A loop without another way out would hold the ended ones for ever.
	ends := make([]bool, len(c.Blocks))
	for changed := true; changed; {
		changed = false
		for i := range c.Blocks {
			e := len(r.reduced[i]) == 0 && len(r.out[i]) == 0
			for _, s := range r.reduced[i] {
				e = e || ends[s]
			}
			if e && !ends[i] {
				ends[i], changed = true, true
			}
		}
	}
	for i := range r.ghost {
		if !ends[i] {
			return nil
		}
	}
	return r
}

// leave lets ended work-items pass barriers. Values that cross blocks go through memory
// meanwhile, so that the control flow can change freely.
func (c *converger) leave() error {
	u := c.u
	exit := c.exits()
	if err := u.Demote(c.F); err != nil {
		return err
	}
	c.scan() // demotion may split edges
	r := c.routes(exit)
	if r == nil {
		return c.rounds()
	}
	b := u.B
	entry := llvm.GetFirstInstruction(llvm.GetEntryBasicBlock(c.F))
	llvm.PositionBuilderBefore(b, entry)
	llvm.SetCurrentDebugLocation2(b, 0)
	t := &u.Types
	alive := llvm.BuildAlloca(b, t.I8, "alive")
	llvm.BuildStore(b, llvm.ConstInt(t.I8, 1, false), alive)
	newBlock := func(name string) llvm.Block { return llvm.AppendBasicBlockInContext(u.Ctx, c.F, name) }
	finish := newBlock("finish")
	llvm.PositionBuilderAtEnd(b, finish)
	llvm.BuildRetVoid(b)
	isAlive := func() llvm.Value {
		return llvm.BuildICmp(b, llvm.IntNE, llvm.BuildLoad2(b, t.I8, alive, ""), llvm.ConstNull(t.I8), "")
	}
	// check[i] is where block i begins for those that may have ended.
	check := map[int]llvm.Block{}
	for i := range c.Blocks {
		if r.ghost[i] && c.sync[i] == 0 {
			check[i] = newBlock("check")
		}
	}
	start := func(i int) llvm.Block {
		if check[i] != 0 {
			return check[i]
		}
		return c.Blocks[i]
	}
	for i := range c.Blocks {
		if len(r.out[i]) == 0 {
			continue
		}
		term := llvm.GetBasicBlockTerminator(c.Blocks[i])
		for _, k := range r.out[i] {
			llvm.SetSuccessor(term, k, c.cloneTail(c.Index[llvm.GetSuccessor(term, k)], func(ret llvm.Value) {
				llvm.PositionBuilderBefore(b, ret)
				llvm.BuildStore(b, llvm.ConstNull(t.I8), alive)
				llvm.BuildBr(b, start(r.rejoin[i]))
				ir.Erase(ret)
			}))
		}
	}
	for i, blk := range c.Blocks {
		// Blocks in which the ended run nothing.
		if check[i] == 0 {
			// They ask no lane that is not there, and have no vote and nothing to tell: what
			// they never computed must not be an argument, since LLVM takes it that
			// arguments are defined, and so that nobody has ended.
			x := c.sync[i]
			if kind := flow.SyncOf(x); r.ghost[i] && (kind == flow.WarpShuffle || kind == flow.WarpBallot) {
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
	for i, blk := range c.Blocks {
		term := llvm.GetBasicBlockTerminator(blk)
		if r.ghost[i] && llvm.GetInstructionOpcode(term) == llvm.Ret {
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
func (c *converger) cloneTail(from int, atEnd func(ret llvm.Value)) llvm.Block {
	copies := map[llvm.Block]llvm.Block{}
	var order []llvm.Block
	var collect func(i int)
	collect = func(i int) {
		blk := c.Blocks[i]
		if copies[blk] != 0 {
			return
		}
		copies[blk] = llvm.AppendBasicBlockInContext(c.u.Ctx, c.F, "leave")
		order = append(order, blk)
		for _, s := range c.Succ[i] {
			collect(s)
		}
	}
	collect(from)
	for _, blk := range order {
		values := map[llvm.Value]llvm.Value{}
		llvm.PositionBuilderAtEnd(c.u.B, copies[blk])
		for i := llvm.GetFirstInstruction(blk); i != 0; i = llvm.GetNextInstruction(i) {
			n := llvm.InstructionClone(i)
			llvm.SetCurrentDebugLocation2(c.u.B, llvm.InstructionGetDebugLoc(i))
			llvm.InsertIntoBuilder(c.u.B, n)
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
	return copies[c.Blocks[from]]
}

// syncBetween reports whether a barrier or a function of a warp lies on a path from behind
// block i to block join, or to the end where that is -1.
func (c *converger) syncBetween(i, join int, succ [][]int) bool {
	for s := range flow.Reachable(succ, succ[i], join) {
		if c.sync[s] != 0 {
			return true
		}
	}
	return false
}

// Memory that a barrier orders (OpenCL C 3.0, 6.15.8, CLK_LOCAL_MEM_FENCE and the like).
const (
	localMemory  = 1
	globalMemory = 2
)

// groupBarrier builds a barrier of the work-group.
func groupBarrier(u *ir.Unit, b llvm.Builder, memory uint64) {
	f := llvm.GetNamedFunction(u.Mod, "_Z7barrierj")
	if f == 0 {
		f = u.RuntimeFunction("_Z7barrierj", u.Types.Void, u.Types.I32)
		u.AddAttr(f, llvm.FunctionIndex, "convergent")
	}
	c := llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, []llvm.Value{u.I32(memory)}, "")
	llvm.SetInstructionCallConv(c, llvm.GetFunctionCallConv(f))
}

// PrepareBarriers has functions that contain a barrier inlined, because the barriers
// pass works on kernels.
//
//	define internal spir_func void @sync() {        ; calls _Z7barrierj
//
// becomes
//
//	define internal spir_func void @sync() alwaysinline {
func PrepareBarriers(u *ir.Unit) error {
	for _, f := range u.Functions() {
		if name, ok := ir.MangledName(f.Name()); ok && llvm.IsDeclaration(f) && (name == "barrier" || name == "__spirv_ControlBarrier" ||
			strings.HasPrefix(name, "work_group_") || strings.HasPrefix(name, "sub_group_")) {
			u.InlineCallers(f)
		}
	}
	return nil
}
