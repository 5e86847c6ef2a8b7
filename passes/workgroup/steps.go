// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// stepLoops makes the work-items of a block execute the iterations of a loop in step, as long as
// all of them continue, where neighbours access neighbouring memory and the next iteration is far
// away, as in loops over a grid. One work-item after the other would use one element of each cache
// line that it reads, and LLVM vectorises innermost loops only.
//
//	entry:
//	  br i1 %enter, label %loop, label %around
//	loop:
//	  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
//	  %sum = phi float [ 0.0, %entry ], [ %add, %loop ]
//	  …
//	  %next = add i64 %i, %threads
//	  br i1 %more, label %loop, label %exit
//
// becomes, where variables are context arrays once work-groups are formed,
//
//	entry:
//	  br i1 %enter, label %meet, label %skip
//	meet:                                        ; all work-items reconverge here
//	  %where = phi i8 [ 0, %entry ], [ 1, %skip ]
//	  store float 0.0, ptr %sum.var
//	  store i8 %where, ptr %where.var
//	  %all = call i1 @__gohip.all(i1 %enter.1)   ; a synchronisation point
//	  br i1 %all, label %step, label %check
//	step:                                        ; all work-items execute an iteration
//	  %count = phi i64 [ 0, %meet ], [ %count.next, %step ]
//	  %i.1 = add i64 %id, %count
//	  %sum.1 = load float, ptr %sum.var
//	  …
//	  store float %add.1, ptr %sum.var
//	  store i8 %where.1, ptr %where.var          ; 0, or 2 after a work-item's last iteration
//	  %all.1 = call i1 @__gohip.all(i1 %more.1)
//	  br i1 %all.1, label %step, label %check
//	check:
//	  %none = call i1 @__gohip.all(i1 %left)     ; where is not 0
//	  br i1 %none, label %after, label %tail
//	tail:                                        ; each work-item does the rest of its iterations
//	  br i1 %left.1, label %done, label %loop
//	loop:
//	  …
//	done:
//	  call i1 @__gohip.all(i1 true)
//	  br label %after
//	after:
//	  switch i8 %where.2, label %exit [ i8 1, label %around ]
//
// Each work-item executes the same instructions in the same order as before, and __gohip.all may
// return false at any time: where work-items turn out not to stay together it always does
// (dropSteps).
func stepLoops(u *ir.Unit, f llvm.Value) error {
	if !hasIndependentLoop(u, f) {
		return nil
	}
	if err := u.FunctionPasses(f, "loop-simplify,lcssa"); err != nil {
		return err
	}
	seen := map[llvm.Block]bool{}
	for s := findSteppedLoop(u, f, seen); s != nil; s = findSteppedLoop(u, f, seen) {
		s.build()
	}
	return nil
}

// hasIndependentLoop reports whether a kernel has a loop without synchronisation and no stack variable: a
// cheap test. A stack variable that is used in and after such a loop would become a context array.
func hasIndependentLoop(u *ir.Unit, f llvm.Value) bool {
	for _, i := range ir.Instructions(f) {
		if ir.Opcode(i) == llvm.Alloca {
			return false
		}
	}
	k := flow.NewKernel(u, f)
	return slices.ContainsFunc(k.NaturalLoops(), func(l flow.Loop) bool { return !synchronises(k, l) })
}

func synchronises(k *flow.Kernel, l flow.Loop) bool {
	for i, in := range l.Member {
		if in && k.Sync[i] != 0 {
			return true
		}
	}
	return false
}

// dropSteps makes the work-items of a kernel execute no iteration in step.
func dropSteps(u *ir.Unit, f llvm.Value) {
	for _, i := range ir.Instructions(f) {
		if flow.IsAll(i) {
			ir.Replace(i, llvm.ConstNull(u.Types.I1))
		}
	}
}

// A steppedLoop is a loop whose iterations work-items execute in step.
type steppedLoop struct {
	k       *flow.Kernel
	u       *ir.Unit
	uniform map[llvm.Value]bool
	loop    flow.Loop
	// The loop's only entry, its header, its latch, which alone leaves it, and where to.
	before, header, latch, exit llvm.Block
	top                         llvm.Block                // all work-items execute it, and it dominates the loop
	approach                    map[llvm.Block]bool       // the blocks from top to before
	advance                     map[llvm.Value]llvm.Value // of PHIs that grow by a uniform number, the number
	kept                        int                       // how many other PHIs there are

	where     llvm.Value // the variable that says where a work-item is: in the loop, or a number of left
	left      []llvm.Block
	join      llvm.Block // the block in which all work-items reconverge before the loop
	step      llvm.Block
	stepEnd   llvm.Block
	check     llvm.Block                // the block in which they reconverge when some leave the loop
	copied    map[llvm.Value]llvm.Value // the instructions of step
	starts    map[llvm.Value]llvm.Value // the first values of the header's PHIs
	counts    []induction
	variables map[llvm.Value]llvm.Value // of the header's other PHIs: what they are next
	results   map[llvm.Value]llvm.Value // and of other values that are used after the loop
}

// An induction says by how much a PHI of the header has grown: in a step, after it, and after all steps.
type induction struct{ phi, step, next, last llvm.Value }

// mostKept is the largest number of values that are kept for each work-item: they are loaded and
// stored in each iteration. It is mostComputed where an iteration has many operations for each.
const mostKept, mostComputed = 6, 12

// findSteppedLoop returns a loop that is worth it and has not been looked at.
func findSteppedLoop(u *ir.Unit, f llvm.Value, seen map[llvm.Block]bool) *steppedLoop {
	k := flow.NewKernel(u, f)
	k.UniformValues = k.UniformUnless(readsRace)
	if diverges(k) {
		return nil
	}
	divergent := k.DivergentBlocks(k.DivergentBranches(k.UniformValues))
	loops := k.NaturalLoops()
	for _, l := range loops {
		header := k.Blocks[l.Header]
		if seen[header] {
			continue
		}
		seen[header] = true
		nested := slices.ContainsFunc(loops, func(o flow.Loop) bool { return o.Header != l.Header && l.Member[o.Header] })
		s := &steppedLoop{k: k, u: u, uniform: k.UniformValues, loop: l, header: header, latch: k.Blocks[l.Latch]}
		if !nested && !synchronises(k, l) && s.rotated() && s.approached(divergent) && s.keepsFew() && s.profitable() {
			return s
		}
	}
	return nil
}

// rotated reports whether a loop has one entry and one latch, where alone it is left.
func (s *steppedLoop) rotated() bool {
	k, l := s.k, s.loop
	t := llvm.GetBasicBlockTerminator(s.latch)
	exiting := k.ExitingBlocks(l)
	if len(exiting) != 1 || exiting[0] != l.Latch || llvm.GetInstructionOpcode(t) != llvm.Br || len(k.Pred[l.Header]) != 2 {
		return false
	}
	s.exit = llvm.GetSuccessor(t, 0)
	if s.exit == s.header {
		s.exit = llvm.GetSuccessor(t, 1)
	}
	for _, p := range k.Pred[l.Header] {
		if p != l.Latch {
			s.before = k.Blocks[p]
		}
	}
	return len(k.Succ[k.Index[s.before]]) == 1 && len(k.Pred[k.Index[s.exit]]) == 1
}

// approached finds the blocks that lead to the loop from one that all work-items execute. It
// reports whether work-items could wait for each other before the loop: none comes back to it, and
// none synchronises on the way.
func (s *steppedLoop) approached(divergent []bool) bool {
	k := s.k
	dom := k.Dominators()
	top := k.Index[s.before]
	for divergent[top] {
		if top = dom.Immediate(top); top < 0 {
			return false
		}
	}
	s.top = k.Blocks[top]
	s.approach = map[llvm.Block]bool{}
	for work := []int{k.Index[s.before]}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if s.approach[k.Blocks[b]] {
			continue
		}
		s.approach[k.Blocks[b]] = true
		switch llvm.GetInstructionOpcode(llvm.GetBasicBlockTerminator(k.Blocks[b])) {
		case llvm.Br, llvm.Switch:
		default:
			return false
		}
		if b != top {
			if k.Sync[b] != 0 {
				return false
			}
			work = append(work, k.Pred[b]...)
		}
	}
	return !s.approach[s.exit]
}

// in reports whether a value is computed in the loop.
func (s *steppedLoop) in(v llvm.Value) bool {
	return llvm.IsAInstruction(v) != 0 && s.loop.Member[s.k.Index[llvm.GetInstructionParent(v)]]
}

// fixed reports whether a value is the same for all work-items and iterations.
func (s *steppedLoop) fixed(v llvm.Value) bool {
	return !s.in(v) && (llvm.IsConstant(v) || s.uniform[v])
}

// keepsFew finds the PHIs that grow by the same number for all work-items, and reports whether
// there are few others.
func (s *steppedLoop) keepsFew() bool {
	s.advance = map[llvm.Value]llvm.Value{}
	s.kept = 0
	for _, p := range ir.PHIs(s.header) {
		next := incoming(p, s.latch)
		if ir.Opcode(next) == llvm.Add && llvm.GetTypeKind(llvm.TypeOf(p)) == llvm.IntegerKind {
			for k := range uint32(2) {
				if by := llvm.GetOperand(next, 1-k); llvm.GetOperand(next, k) == p && s.fixed(by) {
					s.advance[p] = by
				}
			}
		}
		if s.advance[p] == 0 {
			s.kept++
		}
	}
	return s.kept <= mostComputed
}

// build rewrites the loop.
func (s *steppedLoop) build() {
	u, b := s.u, s.u.B
	s.hoist()
	s.join, s.step, s.check = s.block("meet"), s.block("step"), s.block("check")
	s.where = llvm.BuildAlloca(u.AtEntry(s.k.F), u.Types.I8, "where.var")
	s.starts, s.variables, s.results = map[llvm.Value]llvm.Value{}, map[llvm.Value]llvm.Value{}, map[llvm.Value]llvm.Value{}
	for _, p := range ir.PHIs(s.header) {
		s.starts[p] = incoming(p, s.before)
		if s.advance[p] == 0 {
			s.variables[p] = s.variable(p)
		}
	}
	s.reconverge()
	s.copyLoop()
	s.endStep()

	s.atEnd(s.check)
	for i, c := range s.counts {
		values, blocks := []llvm.Value{llvm.ConstNull(llvm.TypeOf(c.phi)), c.next}, []llvm.Block{s.join, s.stepEnd}
		s.counts[i].last = llvm.BuildPhi(b, llvm.TypeOf(c.phi), "")
		llvm.AddIncoming(s.counts[i].last, &values[0], &blocks[0], 2)
		llvm.AddIncoming(c.step, &values[0], &blocks[0], 2)
	}
	tail, done, after := s.block("tail"), s.block("done"), s.block("after")
	none := flow.All(u, b, s.outside())
	llvm.BuildCondBr(b, none, after, tail)
	s.endLoop(done)
	s.atEnd(done)
	flow.All(u, b, llvm.ConstInt(u.Types.I1, 1, false))
	llvm.BuildBr(b, after)
	s.continueAfter(after)
	resume := s.resume()
	s.atEnd(tail)
	llvm.BuildCondBr(b, s.outside(), done, resume)
}

// outside builds whether a work-item is not in the loop.
func (s *steppedLoop) outside() llvm.Value {
	i8 := s.u.Types.I8
	return llvm.BuildICmp(s.u.B, llvm.IntNE, llvm.BuildLoad2(s.u.B, i8, s.where, "where"), llvm.ConstNull(i8), "")
}

// atEnd positions the builder at the end of a new block.
func (s *steppedLoop) atEnd(b llvm.Block) {
	llvm.PositionBuilderAtEnd(s.u.B, b)
	llvm.SetCurrentDebugLocation2(s.u.B, 0)
}

// done is where work-items are that have executed the loop.
func (s *steppedLoop) done() llvm.Value {
	return llvm.ConstInt(s.u.Types.I8, uint64(len(s.left)+1), false)
}

func (s *steppedLoop) block(name string) llvm.Block {
	return llvm.AppendBasicBlockInContext(s.u.Ctx, s.k.F, name)
}

// variable makes a stack variable of a work-item.
func (s *steppedLoop) variable(v llvm.Value) llvm.Value {
	return llvm.BuildAlloca(s.u.AtEntry(s.k.F), llvm.TypeOf(v), v.Name()+".var")
}

// hoist computes in the top block what is used beyond the approach and can be computed there: other
// values are kept in context arrays, and LLVM does not see that the addresses that it computes from
// these are next to each other.
func (s *steppedLoop) hoist() {
	h := newHoister(s.u, s.k, s.top)
	for _, v := range s.escaping() {
		if h.hoistable(v) {
			h.move(v)
		}
	}
}

// escaping lists the values of the approach, without its top, that are used beyond it, as the first
// values of the header's PHIs, and by how much these grow, will be.
func (s *steppedLoop) escaping() []llvm.Value {
	needed := map[llvm.Value]bool{}
	for _, p := range ir.PHIs(s.header) {
		needed[incoming(p, s.before)], needed[s.advance[p]] = true, true
	}
	var out []llvm.Value
	for _, b := range s.k.Blocks {
		if !s.approach[b] || b == s.top {
			continue
		}
		for v := llvm.GetFirstInstruction(b); v != 0; v = llvm.GetNextInstruction(v) {
			if needed[v] || len(s.usesOutside(v)) > 0 {
				out = append(out, v)
			}
		}
	}
	return out
}

// A use is an operand of an instruction.
type use struct {
	user    llvm.Value
	operand uint32
}

// usesOutside lists the uses of a value outside of the approach. A PHI uses a value at the end of
// the incoming block.
func (s *steppedLoop) usesOutside(v llvm.Value) []use {
	var out []use
	for _, w := range ir.Users(v) {
		if llvm.IsAInstruction(w) == 0 {
			continue
		}
		for n := range uint32(llvm.GetNumOperands(w)) {
			if llvm.GetOperand(w, n) != v {
				continue
			}
			at := llvm.GetInstructionParent(w)
			if llvm.IsAPHINode(w) != 0 {
				at = llvm.GetIncomingBlock(w, n)
			}
			if !s.approach[at] {
				out = append(out, use{w, n})
			}
		}
	}
	return out
}

// reconverge leads all work-items to one block, where they find out whether all of them enter the loop.
// The blocks from which those that do not will go on are left.
func (s *steppedLoop) reconverge() {
	u, b, k := s.u, s.u.B, s.k
	dom := k.Dominators()
	from, entering := []llvm.Block{s.before}, []llvm.Block{s.before}
	for _, at := range k.Blocks {
		if !s.approach[at] {
			continue
		}
		t := llvm.GetBasicBlockTerminator(at)
		for n := range llvm.GetNumSuccessors(t) {
			to := llvm.GetSuccessor(t, n)
			if s.approach[to] || to == s.header || slices.Contains(entering, to) {
				continue
			}
			skip, out := s.block("skip"), s.block("skipped")
			llvm.PositionBuilderAtEnd(b, skip)
			llvm.SetCurrentDebugLocation2(b, 0)
			llvm.BuildBr(b, s.join)
			llvm.PositionBuilderAtEnd(b, out)
			llvm.BuildBr(b, to)
			for m := n; m < llvm.GetNumSuccessors(t); m++ {
				if llvm.GetSuccessor(t, m) == to {
					llvm.SetSuccessor(t, m, skip)
				}
			}
			renameIncoming(u, to, at, out)
			from, entering, s.left = append(from, at), append(entering, skip), append(s.left, out)
		}
	}
	llvm.SetSuccessor(llvm.GetBasicBlockTerminator(s.before), 0, s.join)
	llvm.PositionBuilderAtEnd(b, s.join)
	llvm.SetCurrentDebugLocation2(b, 0)
	join := func(t llvm.Type, value func(n int) llvm.Value) llvm.Value {
		p := llvm.BuildPhi(b, t, "")
		for n := range from {
			v := value(n)
			llvm.AddIncoming(p, &v, &entering[n], 1)
		}
		return p
	}
	at := join(u.Types.I8, func(n int) llvm.Value { return llvm.ConstInt(u.Types.I8, uint64(n), false) })
	for _, v := range s.escaping() {
		beyond, of := s.usesOutside(v), k.Index[llvm.GetInstructionParent(v)]
		p := join(llvm.TypeOf(v), func(n int) llvm.Value {
			if dom.Dominates(of, k.Index[from[n]]) {
				return v
			}
			return llvm.GetPoison(llvm.TypeOf(v))
		})
		for _, w := range beyond {
			llvm.SetOperand(w.user, w.operand, p)
		}
		for phi, start := range s.starts {
			if start == v {
				s.starts[phi] = p
			}
			if s.advance[phi] == v {
				s.advance[phi] = p
			}
		}
	}
	for _, p := range ir.PHIs(s.header) {
		if v := s.variables[p]; v != 0 {
			llvm.BuildStore(b, s.starts[p], v)
		}
	}
	llvm.BuildStore(b, at, s.where)
	all := flow.All(u, b, llvm.BuildICmp(b, llvm.IntEQ, at, llvm.ConstNull(u.Types.I8), ""))
	llvm.BuildCondBr(b, all, s.step, s.check)
}

// renameIncoming makes the PHIs of a block have one edge from a new block in place of those from
// another one.
func renameIncoming(u *ir.Unit, at, from, to llvm.Block) {
	for _, p := range ir.PHIs(at) {
		n := llvm.BuildPhi(u.Before(p), llvm.TypeOf(p), "")
		v := incoming(p, from)
		llvm.AddIncoming(n, &v, &to, 1)
		for k := range llvm.CountIncoming(p) {
			if v, other := llvm.GetIncomingValue(p, k), llvm.GetIncomingBlock(p, k); other != from {
				llvm.AddIncoming(n, &v, &other, 1)
			}
		}
		name := p.Name()
		ir.Replace(p, n)
		llvm.SetValueName2(n, name)
	}
}

// copyLoop copies the loop's body to the block step and those that follow it.
func (s *steppedLoop) copyLoop() {
	b := s.u.B
	s.copied = map[llvm.Value]llvm.Value{}
	blocks := map[llvm.Block]llvm.Block{s.header: s.step}
	var order []llvm.Block
	for _, i := range reversePostorder(s.k.Graph, s.loop.Header) {
		if s.loop.Member[i] {
			order = append(order, s.k.Blocks[i])
			if i != s.loop.Header {
				blocks[s.k.Blocks[i]] = s.block("")
			}
		}
	}
	s.stepEnd = blocks[s.latch]
	llvm.PositionBuilderAtEnd(b, s.step)
	llvm.SetCurrentDebugLocation2(b, 0)
	for _, p := range ir.PHIs(s.header) {
		if s.advance[p] != 0 {
			s.counts = append(s.counts, induction{phi: p, step: llvm.BuildPhi(b, llvm.TypeOf(p), "count")})
		}
	}
	for _, c := range s.counts {
		s.copied[c.phi] = llvm.BuildAdd(b, s.starts[c.phi], c.step, c.phi.Name())
	}
	for _, p := range ir.PHIs(s.header) {
		if v := s.variables[p]; v != 0 {
			s.copied[p] = llvm.BuildLoad2(b, llvm.TypeOf(p), v, p.Name())
		}
	}
	for _, from := range order {
		s.copyBlock(from, blocks)
	}
	for _, from := range order {
		if from == s.header {
			continue
		}
		for _, p := range ir.PHIs(from) {
			for n := range llvm.CountIncoming(p) {
				v, at := s.copyOf(llvm.GetIncomingValue(p, n)), blocks[llvm.GetIncomingBlock(p, n)]
				llvm.AddIncoming(s.copied[p], &v, &at, 1)
			}
		}
	}
}

// copyOf returns what stands in a copied iteration for a value.
func (s *steppedLoop) copyOf(v llvm.Value) llvm.Value {
	if c := s.copied[v]; c != 0 {
		return c
	}
	return v
}

// copyBlock copies the instructions of a block. The loop's latch has no branch yet.
func (s *steppedLoop) copyBlock(from llvm.Block, blocks map[llvm.Block]llvm.Block) {
	b := s.u.B
	llvm.PositionBuilderAtEnd(b, blocks[from])
	t := llvm.GetBasicBlockTerminator(from)
	for i := llvm.GetFirstInstruction(from); i != 0; i = llvm.GetNextInstruction(i) {
		switch {
		case llvm.IsAPHINode(i) != 0:
			if from != s.header {
				s.copied[i] = llvm.BuildPhi(b, llvm.TypeOf(i), i.Name())
			}
			continue
		case i == t && from == s.latch:
			continue
		}
		n := llvm.InstructionClone(i)
		for k := range uint32(llvm.GetNumOperands(i)) {
			if c := s.copied[llvm.GetOperand(i, k)]; c != 0 {
				llvm.SetOperand(n, k, c)
			}
		}
		if i == t {
			for k := range llvm.GetNumSuccessors(i) {
				llvm.SetSuccessor(n, k, blocks[llvm.GetSuccessor(i, k)])
			}
		}
		llvm.SetCurrentDebugLocation2(b, llvm.InstructionGetDebugLoc(i))
		llvm.InsertIntoBuilderWithName(b, n, i.Name())
		s.copied[i] = n
	}
}

// endStep stores what a work-item keeps after an iteration, and continues if all work-items do.
func (s *steppedLoop) endStep() {
	u, b := s.u, s.u.B
	var results []llvm.Value
	for _, p := range ir.PHIs(s.exit) {
		if v := incoming(p, s.latch); s.in(v) && s.variableOf(v) == 0 {
			s.results[v] = s.variable(v)
			results = append(results, v)
		}
	}
	s.atEnd(s.stepEnd)
	for _, p := range ir.PHIs(s.header) {
		if v := s.variables[p]; v != 0 {
			llvm.BuildStore(b, s.copyOf(incoming(p, s.latch)), v)
		}
	}
	for _, v := range results {
		llvm.BuildStore(b, s.copyOf(v), s.results[v])
	}
	t := llvm.GetBasicBlockTerminator(s.latch)
	more := s.copyOf(llvm.GetOperand(t, 0))
	if llvm.GetSuccessor(t, 0) != s.header {
		more = llvm.BuildNot(b, more, "")
	}
	llvm.BuildStore(b, llvm.BuildSelect(b, more, llvm.ConstNull(u.Types.I8), s.done(), ""), s.where)
	all := flow.All(u, b, more)
	for i, c := range s.counts {
		s.counts[i].next = llvm.BuildAdd(b, c.step, s.advance[c.phi], "")
	}
	llvm.BuildCondBr(b, all, s.step, s.check)
}

// variableOf returns the variable that keeps a value of the loop after an iteration, 0 for none.
func (s *steppedLoop) variableOf(v llvm.Value) llvm.Value {
	for _, p := range ir.PHIs(s.header) {
		if s.variables[p] != 0 && incoming(p, s.latch) == v {
			return s.variables[p]
		}
	}
	return s.results[v]
}

// resume builds the block from which a work-item continues the loop. It makes new PHIs in the
// header.
func (s *steppedLoop) resume() llvm.Block {
	u, b := s.u, s.u.B
	resume := s.block("resume")
	s.atEnd(resume)
	for _, p := range ir.PHIs(s.header) {
		if v := s.variables[p]; v != 0 {
			setIncoming(p, s.before, llvm.BuildLoad2(b, llvm.TypeOf(p), v, ""))
		}
	}
	for _, c := range s.counts {
		setIncoming(c.phi, s.before, llvm.BuildAdd(b, s.starts[c.phi], c.last, ""))
	}
	llvm.BuildBr(b, s.header)
	renameIncoming(u, s.header, s.before, resume)
	return resume
}

// endLoop makes the loop lead to a block where it is done, with its results in variables.
func (s *steppedLoop) endLoop(done llvm.Block) {
	b := s.u.B
	finished := s.block("finished")
	s.atEnd(finished)
	llvm.BuildStore(b, s.done(), s.where)
	stored := map[llvm.Value]bool{}
	for _, p := range ir.PHIs(s.exit) {
		v := incoming(p, s.latch)
		if to := s.variableOf(v); to != 0 && !stored[to] {
			llvm.BuildStore(b, v, to)
			stored[to] = true
		}
	}
	llvm.BuildBr(b, done)
	t := llvm.GetBasicBlockTerminator(s.latch)
	for n := range llvm.GetNumSuccessors(t) {
		if llvm.GetSuccessor(t, n) == s.exit {
			llvm.SetSuccessor(t, n, finished)
		}
	}
}

// continueAfter builds what follows when all work-items have executed the loop.
func (s *steppedLoop) continueAfter(after llvm.Block) {
	b := s.u.B
	leave := s.block("leave")
	s.atEnd(leave)
	for _, p := range ir.PHIs(s.exit) {
		v := incoming(p, s.latch)
		if from := s.variableOf(v); from != 0 {
			setIncoming(p, s.latch, llvm.BuildLoad2(b, llvm.TypeOf(v), from, ""))
		}
	}
	llvm.BuildBr(b, s.exit)
	renameIncoming(s.u, s.exit, s.latch, leave)
	s.atEnd(after)
	if len(s.left) == 0 {
		llvm.BuildBr(b, leave)
		return
	}
	table := llvm.BuildSwitch(b, llvm.BuildLoad2(b, s.u.Types.I8, s.where, "where"), leave, uint32(len(s.left)))
	for n, to := range s.left {
		llvm.AddCase(table, llvm.ConstInt(s.u.Types.I8, uint64(n+1), false), to)
	}
}
