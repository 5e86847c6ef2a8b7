// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"slices"
	"strings"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// HIP's warp functions without a mask mean the active lanes, which on AMD's hardware are those that
// took the same path since the last block that all lanes reach. The device library reads NVIDIA's
// active mask at every call, which may have fewer lanes: after a divergent branch lanes reconverge
// at some unspecified point, or not at all (CUDA C++ Programming Guide, "Independent Thread
// Scheduling"). So the mask is computed. In a block that all lanes of a warp reach, it has all bits
// set, those of exited lanes included (PTX ISA, "shfl.sync", "vote.sync": these wait for non-exited
// lanes).

const (
	activeMask = "llvm.nvvm.activemask"
	ballotSync = "llvm.nvvm.vote.ballot.sync"
	warpSync   = "llvm.nvvm.bar.warp.sync"
)

// Masks gives warp operations the mask of the lanes that reach them. Where control flow is uniform
// in a kernel, that is the full mask:
//
//	%m = call i32 @llvm.nvvm.activemask()
//	%v = call i1 @llvm.nvvm.vote.any.sync(i32 %m, i1 %p)
//
// becomes
//
//	%v = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %p)
//
// After a divergent branch, it has the lanes that take the same side, up to the branch's immediate
// post-dominator:
//
//	br i1 %c, label %some, label %end
//
// becomes
//
//	%b = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %c)
//	br i1 %c, label %some, label %end ; in %some the mask is %b, in %end -1
//
// Where a program looks at the mask itself, as with coalesced_threads, it gets those of the lanes that have not exited:
//
//	%v = call i32 @llvm.nvvm.vote.ballot.sync(i32 %m, i1 true)
//
// A ballot of false is zero. A function that needs a mask gets that of its call as an additional argument.
func Masks(u *ir.Unit) error {
	f := llvm.GetNamedFunction(u.Mod, activeMask)
	if f == 0 || llvm.GetFirstUse(f) == 0 {
		return nil
	}
	m := &masks{u: u, active: f, last: map[llvm.Value]bool{}, waits: map[llvm.Value]bool{}}
	m.readByBallots()
	m.passMasks()
	// A value defined in a loop that lanes leave at different times is uniform only inside of the
	// loop; LCSSA form has a PHI for each use outside.
	if err := u.LLVMPasses("function(" + maskForm + ")"); err != nil {
		return err
	}
	for _, k := range u.Definitions() {
		if err := m.function(k); err != nil {
			return err
		}
	}
	m.dropEmptyBallots()
	return nil
}

const maskForm = "loop-simplify,lcssa"

// masks is the state of the pass for a module.
type masks struct {
	u      *ir.Unit
	active llvm.Value          // llvm.nvvm.activemask
	last   map[llvm.Value]bool // functions whose last parameter is the mask of the lanes that call them
	waits  map[llvm.Value]bool // functions: whether they may execute a barrier of the block, as far as asked for
}

// SyncWarp builds a barrier of the active lanes of a warp, whose mask Masks computes.
func SyncWarp(u *ir.Unit, b llvm.Builder) llvm.Value {
	read := u.RuntimeFunction(activeMask, u.Types.I32)
	sync := u.RuntimeFunction(warpSync, u.Types.Void, u.Types.I32)
	mask := llvm.BuildCall2(b, llvm.GlobalGetValueType(read), read, nil, "")
	return llvm.BuildCall2(b, llvm.GlobalGetValueType(sync), sync, []llvm.Value{mask}, "")
}

// read builds a call that returns the active lanes.
func (m *masks) read(b llvm.Builder) llvm.Value {
	return llvm.BuildCall2(b, llvm.GlobalGetValueType(m.active), m.active, nil, "")
}

// readByBallots makes the reads whose value is used ballots of lanes that are all in the mask.
func (m *masks) readByBallots() {
	ballot := m.u.RuntimeFunction(ballotSync, m.u.Types.I32, m.u.Types.I32, m.u.Types.I1)
	for _, call := range ir.Users(m.active) {
		if !ir.IsCall(call) || ir.Callee(call) != m.active || m.onlyMasks(call) {
			continue
		}
		mask := m.read(m.u.Before(call))
		present := llvm.BuildCall2(m.u.B, llvm.GlobalGetValueType(ballot), ballot, []llvm.Value{mask, llvm.ConstInt(m.u.Types.I1, 1, false)}, "")
		ir.Replace(call, present)
	}
}

// EmptyBallots is the ID of a workaround in the ledger of passes.
const EmptyBallots = "ptxas-empty-ballots"

// dropEmptyBallots replaces ballots of the constant false by zero (EmptyBallots).
func (m *masks) dropEmptyBallots() {
	ballot := llvm.GetNamedFunction(m.u.Mod, ballotSync)
	if ballot == 0 || m.u.Without(EmptyBallots) {
		return
	}
	for _, call := range ir.Users(ballot) {
		if ir.IsCall(call) && ir.Callee(call) == ballot && llvm.IsNull(llvm.GetOperand(call, 1)) {
			ir.Replace(call, llvm.ConstNull(m.u.Types.I32))
		}
	}
}

// passMasks adds a mask parameter to the functions that need one, themselves or for their callees.
// A function whose address is taken keeps its type, and reads the active mask.
func (m *masks) passMasks() {
	need := map[llvm.Value]bool{}
	var work []llvm.Value
	add := func(f llvm.Value) {
		if !need[f] && !m.u.IsKernel(f) {
			need[f] = true
			work = append(work, f)
		}
	}
	for _, call := range ir.Users(m.active) {
		if ir.IsCall(call) && ir.Callee(call) == m.active && m.onlyMasks(call) {
			add(ir.FunctionOf(call))
		}
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if !onlyCalled(f) {
			continue
		}
		for _, call := range ir.Users(f) {
			add(ir.FunctionOf(call))
		}
	}
	for _, f := range m.u.Definitions() {
		if need[f] && onlyCalled(f) {
			m.addParameter(f)
		}
	}
}

// onlyCalled reports whether all uses of a function are calls of its type.
func onlyCalled(f llvm.Value) bool {
	t := llvm.GlobalGetValueType(f)
	if llvm.IsFunctionVarArg(t) {
		return false
	}
	for _, c := range ir.Users(f) {
		if !ir.IsCall(c) || llvm.GetCalledValue(c) != f || llvm.GetCalledFunctionType(c) != t || slices.Contains(ir.CallArgs(c), f) {
			return false
		}
	}
	return true
}

// addParameter adds a mask parameter to a function; its calls pass the active mask for now.
func (m *masks) addParameter(f llvm.Value) {
	old := llvm.GlobalGetValueType(f)
	ft := llvm.FunctionType(llvm.GetReturnType(old), append(ir.ParamTypes(old), m.u.Types.I32), false)
	calls := ir.Users(f)
	n := m.u.RebuildFunction(f, ft, nil)
	for _, c := range calls {
		m.u.RebuildCall(c, n, ft, append(ir.CallArgs(c), m.read(m.u.Before(c))))
	}
	llvm.ReplaceAllUsesWith(f, n) // in metadata
	llvm.DeleteFunction(f)
	m.last[n] = true
}

// onlyMasks reports whether a value's only uses are as the mask of synchronising warp functions.
func (m *masks) onlyMasks(v llvm.Value) bool {
	for _, x := range ir.Users(v) {
		if !ir.IsCall(x) {
			return false
		}
		args, at := ir.CallArgs(x), 0
		switch {
		case m.last[ir.Callee(x)]:
			at = len(args) - 1
		case !isWarpSync(x):
			return false
		}
		for i, a := range args {
			if a == v && i != at {
				return false
			}
		}
	}
	return true
}

// reads returns a function's calls that read a mask for warp functions.
func (m *masks) reads(f llvm.Value) []llvm.Value {
	var out []llvm.Value
	for _, call := range ir.Instructions(f) {
		if ir.IsCall(call) && ir.Callee(call) == m.active && m.onlyMasks(call) {
			out = append(out, call)
		}
	}
	return out
}

// function replaces the mask reads in a function.
func (m *masks) function(f llvm.Value) error {
	reads := m.reads(f)
	if len(reads) == 0 {
		return nil
	}
	l := newLanes(flow.New(f), m.u.IsKernel(f))
	l.findDivergence(reads)
	form := ""
	switch {
	case slices.ContainsFunc(l.diverging, l.reconvergesEarly):
		if err := m.exitEarly(f); err != nil {
			return err
		}
		m.endInReturns(f)
		if flow.New(f).Irreducible() {
			if err := m.u.FixIrreducible(f); err != nil {
				return err
			}
		}
		form = structured
	case slices.ContainsFunc(l.diverging, func(k int) bool { return l.terminator(k) == llvm.Switch }):
		form = "lower-switch" // two successors per branch: each branch takes one ballot
	}
	if form != "" {
		if err := m.u.FunctionPasses(f, form+","+maskForm); err != nil {
			return err
		}
		reads = m.reads(f) // exitEarly copies some
		l = newLanes(flow.New(f), l.kernel)
		l.findDivergence(reads)
	}
	if slices.ContainsFunc(l.diverging, func(k int) bool { return l.terminator(k) != llvm.Br }) {
		return nil // HIP generates no such instruction
	}
	entry := m.u.I32(0xffffffff)
	switch {
	case l.kernel:
	case m.last[f]:
		entry = llvm.GetParam(f, llvm.CountParams(f)-1)
	default:
		entry = m.read(m.u.AtEntry(f))
	}
	if len(l.diverging) == 0 {
		for _, call := range reads {
			ir.Replace(call, entry)
		}
		return nil
	}
	m.follow(l, entry)
	return m.u.FunctionPasses(f, "mem2reg,instsimplify")
}

// structured gives a function structured control flow, as AMD's code generator does: the sides of a
// branch join in one block, and a loop has one exit, at its latch. Its loops have one entry each already.
const structured = "lower-switch,mergereturn,unify-loop-exits,structurizecfg"

// endInReturns replaces unreachable by returns, so that a function has a single exit.
func (m *masks) endInReturns(f llvm.Value) {
	result := llvm.GetReturnType(llvm.GlobalGetValueType(f))
	for _, b := range ir.Blocks(f) {
		t := llvm.GetBasicBlockTerminator(b)
		if llvm.GetInstructionOpcode(t) != llvm.Unreachable {
			continue
		}
		if result == m.u.Types.Void {
			llvm.BuildRetVoid(m.u.Before(t))
		} else {
			llvm.BuildRet(m.u.Before(t), llvm.GetPoison(result))
		}
		ir.Erase(t)
	}
}

// reconvergesEarly reports whether two sides of a branch join before its immediate post-dominator, in a
// block that reaches a mask read: for example in the latch of a loop that other lanes have left.
func (l *lanePaths) reconvergesEarly(k int) bool {
	end := l.post.Immediate(k)
	var sides []map[int]bool
	for i, s := range l.succ[k] {
		if !slices.Contains(l.succ[k][:i], s) {
			sides = append(sides, flow.Reachable(l.succ, []int{s}, end))
		}
	}
	for i, side := range sides {
		for b := range side {
			if slices.ContainsFunc(sides[:i], func(other map[int]bool) bool { return other[b] }) && l.readsFrom(b, end) {
				return true
			}
		}
	}
	return false
}

func (l *lanePaths) readsFrom(block, end int) bool {
	for b := range flow.Reachable(l.succ, []int{block}, end) {
		if l.reading[b] {
			return true
		}
	}
	return false
}

// follow computes the mask of the lanes that took the same path, and one for each block where
// diverged lanes reconverge, and replaces the reads. The masks are stack slots here, which are
// promoted to registers.
func (m *masks) follow(l *lanePaths, entry llvm.Value) {
	u := m.u
	b := u.AtEntry(l.g.F)
	variable := func(v llvm.Value) llvm.Value {
		a := llvm.BuildAlloca(b, u.Types.I32, "")
		llvm.BuildStore(b, v, a)
		return a
	}
	current := variable(entry)
	before := map[int]llvm.Value{} // by block where lanes reconverge: the mask of those that diverged, or 0
	for _, k := range l.diverging {
		if j := l.post.Immediate(k); j >= 0 && !l.converged[j] && before[j] == 0 {
			before[j] = variable(u.I32(0))
		}
	}
	load := func(b llvm.Builder, from llvm.Value) llvm.Value { return llvm.BuildLoad2(b, u.Types.I32, from, "") }
	outer := func(b llvm.Builder, j int) llvm.Value {
		v := load(b, before[j])
		return llvm.BuildSelect(b, llvm.BuildICmp(b, llvm.IntNE, v, u.I32(0), ""), v, load(b, current), "")
	}
	for _, call := range l.reads {
		b := u.Before(call)
		if l.converged[l.g.Index[llvm.GetInstructionParent(call)]] {
			ir.Replace(call, entry)
		} else {
			ir.Replace(call, load(b, current))
		}
	}
	ballot := u.RuntimeFunction(ballotSync, u.Types.I32, u.Types.I32, u.Types.I1)
	first := l.firstDiverging()
	for _, k := range l.diverging {
		t := llvm.GetBasicBlockTerminator(l.g.Blocks[k])
		b := u.Before(t)
		j := l.post.Immediate(k)
		if at, known := first[j]; before[j] != 0 && known {
			if at == k {
				llvm.BuildStore(b, load(b, current), before[j])
			}
		} else if before[j] != 0 {
			llvm.BuildStore(b, outer(b, j), before[j])
		}
		all, c := load(b, current), llvm.GetOperand(t, 0)
		yes := llvm.BuildCall2(b, llvm.GlobalGetValueType(ballot), ballot, []llvm.Value{all, c}, "")
		no := llvm.BuildAnd(b, all, llvm.BuildNot(b, yes, ""), "")
		llvm.BuildStore(b, llvm.BuildSelect(b, c, yes, no, ""), current)
	}
	met := map[int]bool{}
	for _, k := range l.diverging {
		j := l.post.Immediate(k)
		if j < 0 || met[j] {
			continue
		}
		met[j] = true
		at := llvm.GetFirstInstruction(l.g.Blocks[j])
		for llvm.GetInstructionOpcode(at) == llvm.PHI {
			at = llvm.GetNextInstruction(at)
		}
		b := u.Before(at)
		if l.converged[j] {
			llvm.BuildStore(b, entry, current)
			continue
		}
		if _, known := first[j]; known {
			llvm.BuildStore(b, load(b, before[j]), current)
			continue
		}
		llvm.BuildStore(b, outer(b, j), current)
		llvm.BuildStore(b, u.I32(0), before[j])
	}
}

// firstDiverging returns, by block where lanes reconverge, the branch that all of them execute first, once before
// they reconverge, where there is one: their mask is then the one before that branch.
func (l *lanePaths) firstDiverging() map[int]int {
	dom := l.g.Dominators()
	first := map[int]int{}
	for _, k := range l.diverging {
		j := l.post.Immediate(k)
		if j < 0 || !dom.Dominates(k, j) || flow.Reachable(l.succ, l.succ[k], j)[k] {
			continue
		}
		if !slices.ContainsFunc(l.diverging, func(o int) bool { return l.post.Immediate(o) == j && !dom.Dominates(k, o) }) {
			first[j] = k
		}
	}
	return first
}

// lanePaths describes the paths of a warp's lanes through a function.
type lanePaths struct {
	g         *flow.Graph
	succ      [][]int // without edges into blocks that end in unreachable
	post      *flow.DomTree
	kernel    bool
	reads     []llvm.Value // of the mask
	reading   []bool       // by block: it has a read
	waiting   []bool       // by block: it has a read for a bar.warp.sync
	converged []bool       // by block: all lanes that entered the function and have not exited reach it together
	diverging []int        // the blocks with a divergent branch and a read before its immediate post-dominator
}

// newLanes analyses a graph as it is now.
func newLanes(g *flow.Graph, kernel bool) *lanePaths {
	l := &lanePaths{g: g, succ: g.LiveSuccessors(), kernel: kernel}
	l.post = flow.PostDominators(l.succ)
	return l
}

// findDivergence finds the branches that decide which lanes reach a read of the mask.
func (l *lanePaths) findDivergence(reads []llvm.Value) {
	g := l.g
	l.reads, l.converged, l.reading, l.waiting = reads, make([]bool, len(g.Blocks)), make([]bool, len(g.Blocks)), make([]bool, len(g.Blocks))
	for _, call := range reads {
		block := g.Index[llvm.GetInstructionParent(call)]
		l.reading[block] = true
		l.waiting[block] = l.waiting[block] || slices.ContainsFunc(ir.Users(call), func(x llvm.Value) bool { return ir.Callee(x).Name() == warpSync })
	}
	for i := range l.converged {
		l.converged[i] = true
	}
	divergent := l.divergentBranches()
	syncs := l.reachesSync()
	for k := range g.Blocks {
		if !divergent[k] {
			continue
		}
		// A side on which lanes only exit does not matter: the others wait for them only until they
		// have exited. If there is another warp operation or a loop before that, such lanes could
		// wait for the others in turn. Lanes that return from a function continue in its caller.
		// ptxas has lanes wait where the sides of a branch join, around a bar.warp.sync too: the mask
		// of one has to be without the lanes of the other sides.
		sides := slices.DeleteFunc(slices.Clone(l.succ[k]), func(s int) bool { return l.kernel && !syncs[s] && !l.waitsIn(k) })
		if len(sides) < 2 {
			continue
		}
		reads := false
		for b := range flow.Reachable(l.succ, sides, l.post.Immediate(k)) {
			l.converged[b] = false
			reads = reads || l.reading[b]
		}
		if reads {
			l.diverging = append(l.diverging, k)
		}
	}
}

// waitsIn reports whether lanes execute a bar.warp.sync, with a mask that is read, between a branch and
// where its sides join.
func (l *lanePaths) waitsIn(branch int) bool {
	for b := range flow.Reachable(l.succ, l.succ[branch], l.post.Immediate(branch)) {
		if l.waiting[b] {
			return true
		}
	}
	return false
}

func (l *lanePaths) terminator(block int) llvm.Opcode {
	return llvm.GetInstructionOpcode(llvm.GetBasicBlockTerminator(l.g.Blocks[block]))
}

// isWarpSync reports whether a call is a warp function whose first operand is a mask.
func isWarpSync(call llvm.Value) bool {
	f := ir.Callee(call)
	if f == 0 {
		return false
	}
	name, ok := strings.CutPrefix(f.Name(), "llvm.nvvm.")
	return ok && (name == "bar.warp.sync" ||
		strings.Contains(name, ".sync") && (strings.HasPrefix(name, "vote.") || strings.HasPrefix(name, "shfl.") || strings.HasPrefix(name, "match.")))
}

// reachesSync returns for every block whether an operation at which lanes wait for one another, or
// a loop, can be reached from its start.
func (l *lanePaths) reachesSync() []bool {
	g := l.g
	syncs := make([]bool, len(g.Blocks))
	for i, b := range g.Blocks {
		for x := llvm.GetFirstInstruction(b); x != 0; x = llvm.GetNextInstruction(x) {
			if ir.IsCall(x) && (isWarpSync(x) || !plainCall(x)) {
				syncs[i] = true
			}
		}
		syncs[i] = syncs[i] || flow.Reachable(l.succ, l.succ[i], -1)[i]
	}
	for changed := true; changed; {
		changed = false
		for i := range g.Blocks {
			if !syncs[i] && slices.ContainsFunc(l.succ[i], func(s int) bool { return syncs[s] }) {
				syncs[i], changed = true, true
			}
		}
	}
	return syncs
}

// plainCall reports whether a call is an intrinsic that computes or accesses memory.
func plainCall(call llvm.Value) bool {
	f := ir.Callee(call)
	if f == 0 || llvm.GetIntrinsicID(f) == 0 {
		return false
	}
	name, nvvm := strings.CutPrefix(f.Name(), "llvm.nvvm.")
	return !nvvm || !strings.HasPrefix(name, "bar") && !strings.Contains(name, "sync")
}

// laneRegisters are the special registers that differ between the lanes of a warp, or between two
// reads.
var laneRegisters = []string{"tid.", "laneid", "lanemask.", "clock", "globaltimer"}

// divergentBranches finds the blocks whose branch may be divergent within a warp.
func (l *lanePaths) divergentBranches() []bool {
	branches, _ := l.divergence()
	return branches
}

// divergence finds the blocks whose branch may be divergent within a warp, and the values that may be.
func (l *lanePaths) divergence() ([]bool, map[llvm.Value]bool) {
	g := l.g
	d := &divergence{values: map[llvm.Value]bool{}, influenced: make([]bool, len(g.Blocks))}
	for _, p := range ir.Params(g.F) {
		// What a kernel writes into an argument by value is each lane's own.
		d.values[p] = !l.kernel || ir.IsByValue(g.F, p) && !flow.OnlyRead(p)
	}
	branches := make([]bool, len(g.Blocks))
	for changed := true; changed; {
		changed = false
		for k, b := range g.Blocks {
			for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
				if !d.values[i] && d.of(i, k) {
					d.values[i], changed = true, true
				}
			}
			t := llvm.GetBasicBlockTerminator(b)
			if branches[k] || len(l.succ[k]) < 2 || !d.values[llvm.GetOperand(t, 0)] {
				continue
			}
			branches[k], changed = true, true
			for _, s := range g.Joins(k, l.post.Immediate(k)) {
				d.influenced[s] = true
			}
			// Lanes leave a loop here in different iterations, with different values.
			for _, s := range l.succ[k] {
				if !flow.Reachable(l.succ, []int{s}, -1)[k] {
					d.influenced[s] = true
				}
			}
		}
	}
	return branches, d.values
}

// divergence is what is known so far about the values of a kernel.
type divergence struct {
	values     map[llvm.Value]bool // the divergent ones
	influenced []bool              // a divergent branch feeds the block's PHIs
}

// of reports whether the result of an instruction may differ between the lanes of a warp.
func (d *divergence) of(i llvm.Value, block int) bool {
	switch llvm.GetInstructionOpcode(i) {
	case llvm.Call:
		if divergent, known := divergentCall(i); known {
			return divergent
		}
	case llvm.Load:
		if llvm.GetVolatile(i) || llvm.GetOrdering(i) != 0 {
			return true
		}
	case llvm.Alloca, llvm.AtomicRMW, llvm.AtomicCmpXchg:
		return true
	case llvm.PHI:
		if d.influenced[block] {
			return true
		}
	}
	return slices.ContainsFunc(ir.Operands(i), func(op llvm.Value) bool { return d.values[op] })
}

// divergentCall reports whether a call's result is divergent or uniform, if that does not depend on
// the arguments.
func divergentCall(call llvm.Value) (divergent, known bool) {
	f := ir.Callee(call)
	if f == 0 || llvm.GetIntrinsicID(f) == 0 {
		return true, true
	}
	name, _ := strings.CutPrefix(f.Name(), "llvm.nvvm.")
	if strings.HasPrefix(name, "vote.") || strings.HasPrefix(name, "barrier0.") || strings.HasPrefix(name, "barrier.cta.red") {
		return false, true
	}
	if reg, ok := strings.CutPrefix(name, "read.ptx.sreg."); ok {
		return slices.ContainsFunc(laneRegisters, func(r string) bool { return strings.HasPrefix(reg, r) }), true
	}
	return true, isWarpSync(call) || name == "activemask"
}
