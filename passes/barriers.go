// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"slices"
	"strings"

	"gohipcc/passes/llvm"
)

// barriers keeps work-items that have returned at the work-group's barriers. In HIP
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
// An ended work-item runs nothing but barriers. Where a branch decides which barrier
// comes next, it follows the others: they leave their choice in shared memory. A
// branch that is the same for the whole group (by the analysis below) needs no such
// care when it leads out of the kernel. Kernels without barriers, or without exits
// before them, stay as they are.
func barriers(u *Unit) error {
	changed := false
	for _, f := range u.definitions() {
		if !u.isKernel(f) {
			continue
		}
		c := &converger{u: u, f: f}
		if c.plan() {
			if err := c.transform(); err != nil {
				return err
			}
			changed = true
		}
	}
	if !changed {
		return nil
	}
	return u.llvmPasses("function(sroa,simplifycfg,dce)")
}

// isBarrier reports whether a call is a barrier of the work-group.
func isBarrier(i llvm.Value) bool {
	if !isCall(i) {
		return false
	}
	f := callee(i)
	if f == 0 {
		return false
	}
	name, ok := mangledName(f.Name())
	if name == "__spirv_ControlBarrier" {
		const workgroup = 2 // the scope, SPIR-V specification 3.27
		scope := llvm.GetOperand(i, 0)
		return llvm.IsAConstantInt(scope) == 0 || llvm.ConstIntGetZExtValue(scope) == workgroup
	}
	return ok && (name == "barrier" || strings.HasPrefix(name, "work_group_"))
}

// converger works on one kernel.
type converger struct {
	u *Unit
	f llvm.Value

	blocks  []llvm.Block
	index   map[llvm.Block]int
	succ    [][]int
	pred    [][]int
	barrier []bool // the block contains a barrier
	reaches []bool // a barrier can be reached from the block's start
	uniform map[llvm.Value]bool

	together []bool // all lanes of a warp come to the block together
}

func (c *converger) graph() {
	c.blocks = blocks(c.f)
	c.index = map[llvm.Block]int{}
	for i, b := range c.blocks {
		c.index[b] = i
	}
	n := len(c.blocks)
	c.succ, c.pred = make([][]int, n), make([][]int, n)
	c.barrier, c.reaches = make([]bool, n), make([]bool, n)
	for i, b := range c.blocks {
		t := llvm.GetBasicBlockTerminator(b)
		for k := range llvm.GetNumSuccessors(t) {
			s := c.index[llvm.GetSuccessor(t, k)]
			c.succ[i] = append(c.succ[i], s)
			c.pred[s] = append(c.pred[s], i)
		}
		for x := llvm.GetFirstInstruction(b); x != 0; x = llvm.GetNextInstruction(x) {
			if isBarrier(x) {
				c.barrier[i] = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range c.blocks {
			if c.reaches[i] {
				continue
			}
			r := c.barrier[i]
			for _, s := range c.succ[i] {
				r = r || c.reaches[s]
			}
			if r {
				c.reaches[i] = true
				changed = true
			}
		}
	}
}

// plan finds the divergent exits; false means that nothing is to be done.
func (c *converger) plan() bool {
	c.graph()
	if !slices.Contains(c.barrier, true) {
		return false
	}
	// A barrier splits its block: what comes after it may not reach another.
	candidates := false
	for i := range c.blocks {
		for _, s := range c.succ[i] {
			if c.after(i) && !c.reaches[s] {
				candidates = true
			}
		}
	}
	if !candidates {
		return false
	}
	c.findUniform()
	found := false
	for i, b := range c.blocks {
		if c.divergentExit(i, b) {
			found = true
		}
	}
	return found
}

// after reports whether a barrier can be reached from the end of a block.
func (c *converger) after(i int) bool {
	for _, s := range c.succ[i] {
		if c.reaches[s] {
			return true
		}
	}
	return false
}

func (c *converger) divergentExit(i int, b llvm.Block) bool {
	if len(c.succ[i]) < 2 || !c.after(i) {
		return false
	}
	out := false
	for _, s := range c.succ[i] {
		if !c.reaches[s] && !c.dies(s) {
			out = true
		}
	}
	return out && !c.uniform[llvm.GetOperand(llvm.GetBasicBlockTerminator(b), 0)]
}

// dies reports whether a block ends in unreachable code: control never comes there.
func (c *converger) dies(i int) bool {
	return llvm.GetInstructionOpcode(llvm.GetBasicBlockTerminator(c.blocks[i])) == llvm.Unreachable
}

// uniformBuiltins are the OpenCL functions whose value is that of the work-group.
var uniformBuiltins = []string{
	"get_group_id", "get_local_size", "get_enqueued_local_size", "get_num_groups", "get_global_size", "get_work_dim", "get_global_offset",
	"get_max_sub_group_size", "get_num_sub_groups", "get_enqueued_num_sub_groups",
}

// findUniform finds the values that are the same for all work-items of a group:
// those that depend on nothing but arguments, uniform built-ins, and memory at
// uniform addresses, and that no divergent branch chooses between.
func (c *converger) findUniform() {
	divergent := map[llvm.Value]bool{}
	pd := c.postDominators(c.succ)
	var list []llvm.Value
	for _, b := range c.blocks {
		for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
			list = append(list, i)
		}
	}
	influenced := map[int]bool{} // blocks whose PHIs a divergent branch feeds
	done := map[int]bool{}
	for changed := true; changed; {
		changed = false
		for _, i := range list {
			if divergent[i] {
				continue
			}
			d := false
			for _, op := range operands(i) {
				d = d || divergent[op]
			}
			switch llvm.GetInstructionOpcode(i) {
			case llvm.Call:
				d = d || !c.uniformCall(i)
			case llvm.Load:
				d = d || llvm.GetPointerAddressSpace(llvm.TypeOf(llvm.GetOperand(i, 0))) == asPrivate
			case llvm.Alloca, llvm.AtomicRMW, llvm.AtomicCmpXchg:
				d = true
			case llvm.PHI:
				d = d || influenced[c.index[llvm.GetInstructionParent(i)]]
			}
			if d {
				divergent[i] = true
				changed = true
			}
		}
		for k, b := range c.blocks {
			t := llvm.GetBasicBlockTerminator(b)
			if done[k] || len(c.succ[k]) < 2 || !divergent[llvm.GetOperand(t, 0)] {
				continue
			}
			done[k] = true
			changed = true
			for _, s := range c.joins(k, pd.immediate(k)) {
				influenced[s] = true
			}
		}
	}
	c.uniform = map[llvm.Value]bool{}
	for _, i := range list {
		if !divergent[i] {
			c.uniform[i] = true
		}
	}
	for _, p := range params(c.f) {
		c.uniform[p] = true
	}
	for _, b := range c.blocks {
		for _, op := range operands(llvm.GetBasicBlockTerminator(b)) {
			if llvm.IsConstant(op) {
				c.uniform[op] = true
			}
		}
	}
}

// joins lists the blocks, up to the one where all meet, in which work-items that took
// different ways at a branch come together. A loop that some leave earlier than
// others is no such block for those that stay.
func (c *converger) joins(branch, stop int) []int {
	label := map[int]int{}
	var out []int
	var work []int
	set := func(b, l int) {
		old, seen := label[b]
		switch {
		case seen && (old == l || old == b):
			return
		case seen:
			l = b // two ways meet
			out = append(out, b)
		}
		label[b] = l
		work = append(work, b)
	}
	for _, s := range c.succ[branch] {
		set(s, s)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == stop || b == branch {
			continue
		}
		for _, s := range c.succ[b] {
			set(s, label[b])
		}
	}
	if stop >= 0 {
		out = append(out, stop)
	}
	return out
}

func (c *converger) uniformCall(call llvm.Value) bool {
	f := callee(call)
	if f == 0 {
		return false
	}
	if llvm.GetIntrinsicID(f) != 0 {
		return true // a function of its operands
	}
	name, ok := mangledName(f.Name())
	if !ok || !spirvBuiltin(f.Name()) {
		return false
	}
	if slices.Contains(uniformBuiltins, name) || strings.HasPrefix(name, "work_group_") {
		return true
	}
	return !strings.HasPrefix(name, "get_") && !strings.Contains(name, "sub_group") && !strings.HasPrefix(name, "atom") && !strings.HasPrefix(name, "clock") && !strings.HasPrefix(name, "__spirv")
}

// postDoms holds, for each block, the set of blocks that every path to the end of
// the function goes through.
type postDoms struct {
	sets [][]uint64
	n    int
}

func (c *converger) postDominators(succ [][]int) *postDoms {
	n := len(c.blocks)
	words := (n + 63) / 64
	p := &postDoms{n: n}
	for range n {
		s := make([]uint64, words)
		for k := range s {
			s[k] = ^uint64(0)
		}
		p.sets = append(p.sets, s)
	}
	tmp := make([]uint64, words)
	for changed := true; changed; {
		changed = false
		for i := n - 1; i >= 0; i-- {
			for k := range tmp {
				tmp[k] = 0
			}
			if len(succ[i]) > 0 {
				copy(tmp, p.sets[succ[i][0]])
				for _, s := range succ[i][1:] {
					for k := range tmp {
						tmp[k] &= p.sets[s][k]
					}
				}
			}
			tmp[i/64] |= 1 << (i % 64)
			if !slices.Equal(tmp, p.sets[i]) {
				copy(p.sets[i], tmp)
				changed = true
			}
		}
	}
	return p
}

func (p *postDoms) has(i, d int) bool { return p.sets[i][d/64]>>(d%64)&1 != 0 }

// immediate is the closest post-dominator of a block other than itself, -1 for none.
func (p *postDoms) immediate(i int) int {
	best, size := -1, -1
	for d := range p.n {
		if d == i || !p.has(i, d) {
			continue
		}
		// The closest one is post-dominated by all others, so it has the most.
		count := 0
		for k := range p.n {
			if p.has(d, k) {
				count++
			}
		}
		if count > size {
			best, size = d, count
		}
	}
	return best
}

// splitAtBarriers gives every barrier a block of its own.
func (c *converger) splitAtBarriers() {
	for _, b := range blocks(c.f) {
		for {
			var at llvm.Value
			for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
				if isBarrier(i) {
					at = i
				}
			}
			if at == 0 {
				break
			}
			// The block keeps what follows the barrier.
			c.u.splitBefore(llvm.GetNextInstruction(at))
			h := llvm.GetInstructionParent(at)
			if llvm.GetFirstInstruction(h) != at {
				c.u.splitBefore(at)
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

// predecessorOf is the only predecessor of a block that splitBefore made, 0 if there
// is none or more.
func (c *converger) predecessorOf(b llvm.Block) llvm.Block {
	var out llvm.Block
	for _, t := range users(llvm.BasicBlockAsValue(b)) {
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

// splitBefore moves everything in front of an instruction into a new block that
// precedes its own. PHIs of successors need no change, since the block that branches
// to them stays; the block's own PHIs move along with its predecessors.
func (u *Unit) splitBefore(at llvm.Value) llvm.Block {
	b := llvm.GetInstructionParent(at)
	head := llvm.InsertBasicBlockInContext(u.Ctx, b, "")
	for _, t := range users(llvm.BasicBlockAsValue(b)) {
		if llvm.IsAInstruction(t) == 0 {
			continue
		}
		for k := range llvm.GetNumSuccessors(t) {
			if llvm.GetSuccessor(t, k) == b {
				llvm.SetSuccessor(t, k, head)
			}
		}
	}
	llvm.PositionBuilderAtEnd(u.b, head)
	llvm.SetCurrentDebugLocation2(u.b, 0)
	for i := llvm.GetFirstInstruction(b); i != at; {
		next := llvm.GetNextInstruction(i)
		name := i.Name()
		llvm.InstructionRemoveFromParent(i)
		loc := llvm.InstructionGetDebugLoc(i)
		llvm.SetCurrentDebugLocation2(u.b, loc)
		llvm.InsertIntoBuilderWithName(u.b, i, name)
		i = next
	}
	llvm.SetCurrentDebugLocation2(u.b, 0)
	llvm.BuildBr(u.b, b)
	return head
}

// transform rebuilds the kernel. Values that cross blocks go through memory
// meanwhile, so that the control flow can change freely.
func (c *converger) transform() error {
	u := c.u
	// The exits are found again on the split graph, whose branches are the same
	// instructions.
	c.splitAtBarriers()
	c.graph()
	exit := map[llvm.Block]bool{}
	for i, b := range c.blocks {
		if c.divergentExit(i, b) {
			exit[b] = true
		}
	}
	if err := u.demote(c.f); err != nil {
		return err
	}
	c.graph() // demotion may split edges
	reduced := make([][]int, len(c.blocks))
	out := map[int][]uint32{} // successor numbers that leave
	for i, b := range c.blocks {
		for k, s := range c.succ[i] {
			if exit[b] && !c.reaches[s] {
				out[i] = append(out[i], uint32(k))
				continue
			}
			reduced[i] = append(reduced[i], s)
		}
	}
	// ends: the function's end can be reached without leaving divergently.
	ends := make([]bool, len(c.blocks))
	for changed := true; changed; {
		changed = false
		for i := range c.blocks {
			e := len(c.succ[i]) == 0
			for _, s := range reduced[i] {
				e = e || ends[s]
			}
			if e && !ends[i] {
				ends[i], changed = true, true
			}
		}
	}
	// A loop without another way out is left through its exits.
	meet := slices.Clone(reduced)
	for i := range meet {
		if !ends[i] {
			meet[i] = c.succ[i]
		}
	}
	pd := c.postDominators(meet)
	next := make([]int, len(c.blocks)) // where a branch without barriers behind it joins
	decides := make([]bool, len(c.blocks))
	for i := range c.blocks {
		next[i] = -1
		if len(reduced[i]) < 2 {
			continue
		}
		next[i] = pd.immediate(i)
		decides[i] = c.barrierBetween(i, next[i], reduced)
	}
	// The blocks that all work-items pass together.
	visit := func(from []int) map[int]bool {
		seen := map[int]bool{}
		var walk func(int)
		walk = func(i int) {
			if seen[i] {
				return
			}
			seen[i] = true
			switch {
			case len(reduced[i]) == 0:
			case len(reduced[i]) == 1:
				walk(reduced[i][0])
			case !decides[i]:
				if next[i] >= 0 {
					walk(next[i])
				}
			default:
				for _, s := range reduced[i] {
					walk(s)
				}
			}
		}
		for _, i := range from {
			walk(i)
		}
		return seen
	}
	together := visit([]int{0})
	rejoin := map[int]int{}
	var starts []int
	for i := range c.blocks {
		if len(out[i]) == 0 {
			continue
		}
		if together[i] && len(reduced[i]) == 1 {
			rejoin[i] = reduced[i][0]
			starts = append(starts, reduced[i][0])
			continue
		}
		// The closest block that all pass together and that i always comes to.
		best, size := -1, -1
		for d := range c.blocks {
			if d == i || !together[d] || !pd.has(i, d) {
				continue
			}
			count := 0
			for k := range c.blocks {
				if pd.has(d, k) {
					count++
				}
			}
			if count > size {
				best, size = d, count
			}
		}
		if best < 0 || !ends[i] {
			// Such a kernel stays as it is: a GPU may well run it.
			c.u.warning("%s: a thread that returns early skips a barrier in a place where the others cannot wait for it; on a CPU device the kernel may fail: move the return behind the barrier", demangleSymbol(c.f.Name()))
			return nil
		}
		rejoin[i] = best
		starts = append(starts, best)
	}
	ghost := visit(starts)

	b := u.b
	entry := llvm.GetFirstInstruction(llvm.GetEntryBasicBlock(c.f))
	llvm.PositionBuilderBefore(b, entry)
	llvm.SetCurrentDebugLocation2(b, 0)
	t := &u.types
	alive := llvm.BuildAlloca(b, t.i8, "alive")
	choice := llvm.BuildAlloca(b, t.i32, "choice")
	llvm.BuildStore(b, llvm.ConstInt(t.i8, 1, false), alive)
	var shared llvm.Value
	newBlock := func(name string) llvm.Block { return llvm.AppendBasicBlockInContext(u.Ctx, c.f, name) }
	finish := newBlock("finish")
	llvm.PositionBuilderAtEnd(b, finish)
	llvm.BuildRetVoid(b)
	isAlive := func() llvm.Value {
		return llvm.BuildICmp(b, llvm.IntNE, llvm.BuildLoad2(b, t.i8, alive, ""), llvm.ConstNull(t.i8), "")
	}
	// check[i] is where block i begins for those that may have ended.
	check := map[int]llvm.Block{}
	for i := range c.blocks {
		if ghost[i] && !c.barrier[i] {
			check[i] = newBlock("check")
		}
	}
	start := func(i int) llvm.Block {
		if check[i] != 0 {
			return check[i]
		}
		return c.blocks[i]
	}
	// decide has everybody follow the choice of those that run.
	decide := func(targets []llvm.Block) llvm.Block {
		if shared == 0 {
			shared = llvm.AddGlobalInAddressSpace(u.Mod, t.i32, "__gohip.choice", asLocal)
			llvm.SetInitializer(shared, llvm.GetUndef(t.i32))
			llvm.SetLinkage(shared, llvm.InternalLinkage)
			llvm.SetAlignment(shared, 4)
		}
		blk := newBlock("decide")
		write, read := newBlock("decide.write"), newBlock("decide.read")
		llvm.PositionBuilderAtEnd(b, blk)
		u.groupBarrier(b)
		llvm.BuildStore(b, llvm.ConstAllOnes(t.i32), shared)
		u.groupBarrier(b)
		llvm.BuildCondBr(b, isAlive(), write, read)
		llvm.PositionBuilderAtEnd(b, write)
		llvm.BuildStore(b, llvm.BuildLoad2(b, t.i32, choice, ""), shared)
		llvm.BuildBr(b, read)
		llvm.PositionBuilderAtEnd(b, read)
		u.groupBarrier(b)
		v := llvm.BuildLoad2(b, t.i32, shared, "")
		sw := llvm.BuildSwitch(b, v, finish, uint32(len(targets)))
		for k, x := range targets {
			llvm.AddCase(sw, u.i32(uint64(k)), x)
		}
		return blk
	}

	stay := map[int]llvm.Block{} // an exit whose remaining edge goes through a decision
	for i := range c.blocks {
		if len(out[i]) == 0 {
			continue
		}
		to := start(rejoin[i])
		if !ends[i] {
			// A loop that is left only so: the last one out ends it for all.
			stay[i] = decide([]llvm.Block{to})
			to = stay[i]
		}
		term := llvm.GetBasicBlockTerminator(c.blocks[i])
		for _, k := range out[i] {
			llvm.SetSuccessor(term, k, c.cloneTail(c.index[llvm.GetSuccessor(term, k)], func(ret llvm.Value) {
				llvm.PositionBuilderBefore(b, ret)
				llvm.BuildStore(b, llvm.ConstNull(t.i8), alive)
				llvm.BuildBr(b, to)
				erase(ret)
			}))
		}
		if stay[i] != 0 {
			for k := range llvm.GetNumSuccessors(term) {
				if s, ok := c.index[llvm.GetSuccessor(term, k)]; ok && s == rejoin[i] {
					e := newBlock("stay")
					llvm.PositionBuilderAtEnd(b, e)
					llvm.BuildStore(b, u.i32(0), choice)
					llvm.BuildBr(b, stay[i])
					llvm.SetSuccessor(term, k, e)
				}
			}
		}
	}
	// Blocks in which the ended run nothing.
	for i, blk := range c.blocks {
		if check[i] == 0 {
			continue
		}
		term := llvm.GetBasicBlockTerminator(blk)
		var onward llvm.Block
		switch {
		case len(out[i]) > 0 && stay[i] != 0:
			onward = stay[i]
		case len(reduced[i]) == 0:
			onward = finish
		case len(reduced[i]) == 1:
			onward = start(reduced[i][0])
		case !decides[i] && next[i] < 0:
			onward = finish
		case !decides[i]:
			onward = start(next[i])
		default:
			// Everybody meets after the body, which notes where it goes.
			var targets []llvm.Block
			for k := range llvm.GetNumSuccessors(term) {
				targets = append(targets, llvm.GetSuccessor(term, k))
			}
			var common []llvm.Block
			for _, x := range targets {
				if s, ok := c.index[x]; ok {
					x = start(s)
				}
				common = append(common, x)
			}
			onward = decide(common)
			for k := range targets {
				e := newBlock("choice")
				llvm.PositionBuilderAtEnd(b, e)
				llvm.BuildStore(b, u.i32(uint64(k)), choice)
				llvm.BuildBr(b, onward)
				llvm.SetSuccessor(term, uint32(k), e)
			}
		}
		for _, p := range users(llvm.BasicBlockAsValue(blk)) {
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
	for i, blk := range c.blocks {
		term := llvm.GetBasicBlockTerminator(blk)
		if ghost[i] && llvm.GetInstructionOpcode(term) == llvm.Ret {
			llvm.PositionBuilderBefore(b, term)
			llvm.BuildBr(b, finish)
			erase(term)
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
		blk := c.blocks[i]
		if copies[blk] != 0 {
			return
		}
		copies[blk] = llvm.AppendBasicBlockInContext(c.u.Ctx, c.f, "leave")
		order = append(order, blk)
		for _, s := range c.succ[i] {
			collect(s)
		}
	}
	collect(from)
	for _, blk := range order {
		values := map[llvm.Value]llvm.Value{}
		llvm.PositionBuilderAtEnd(c.u.b, copies[blk])
		for i := llvm.GetFirstInstruction(blk); i != 0; i = llvm.GetNextInstruction(i) {
			n := llvm.InstructionClone(i)
			llvm.SetCurrentDebugLocation2(c.u.b, llvm.InstructionGetDebugLoc(i))
			llvm.InsertIntoBuilder(c.u.b, n)
			values[i] = n
			for k, op := range operands(i) {
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
	return copies[c.blocks[from]]
}

// barrierBetween reports whether a barrier lies on a path from behind block i to
// block join.
func (c *converger) barrierBetween(i, join int, succ [][]int) bool {
	seen := map[int]bool{join: true} // a join of -1 is none: up to the end
	var walk func(int) bool
	walk = func(s int) bool {
		if seen[s] {
			return false
		}
		seen[s] = true
		if c.barrier[s] {
			return true
		}
		for _, x := range succ[s] {
			if walk(x) {
				return true
			}
		}
		return false
	}
	for _, s := range succ[i] {
		if walk(s) {
			return true
		}
	}
	return false
}

// groupBarrier builds a barrier on shared memory.
func (u *Unit) groupBarrier(b llvm.Builder) {
	f := llvm.GetNamedFunction(u.Mod, "_Z7barrierj")
	if f == 0 {
		f = u.runtimeFunction("_Z7barrierj", u.types.void, u.types.i32)
		u.addAttr(f, llvm.FunctionIndex, "convergent")
	}
	const localMemory = 1 // CLK_LOCAL_MEM_FENCE
	c := llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, []llvm.Value{u.i32(localMemory)}, "")
	llvm.SetInstructionCallConv(c, llvm.GetFunctionCallConv(f))
}

// demote puts values that cross blocks, and PHIs, into stack slots.
func (u *Unit) demote(f llvm.Value) error {
	if !llvm.Has("RunPassesOnFunction") {
		return u.llvmPasses("function(reg2mem)")
	}
	po := llvm.CreatePassBuilderOptions()
	defer llvm.DisposePassBuilderOptions(po)
	return llvm.RunPassesOnFunction(f, "reg2mem", u.tm, po).Err()
}
