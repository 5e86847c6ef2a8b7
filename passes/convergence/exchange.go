// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"cmp"
	"slices"
	"strings"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// syncExchange synchronises the lanes of a warp where they exchange values through shared memory
// without a barrier and without volatile. That is a race unless lanes run in lockstep; programs for
// GPUs do it all the same.
//
//	store i32 %v, ptr addrspace(3) %p              ; s[4 * lane]
//	%w = load i32, ptr addrspace(3) %q             ; s[lane]
//
// becomes
//
//	store i32 %v, ptr addrspace(3) %p
//	call void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
//	%w = load i32, ptr addrspace(3) %q
//
// A kernel relies on lockstep if a lane certainly reads what another lane of its warp has stored,
// with no barrier in between: both addresses are evaluated for each lane (affine.go). Kernels that
// have the barriers they need contain no such pair, and stay as they are; a lane that reads what it
// wrote itself does not count. A kernel also relies on lockstep if each lane reads an element of
// its own and stores it to an element of the same variable whose index is data-dependent (a
// permutation), unless one lane alone accesses both (pairs.go): all lanes must have read first. The same holds where a lane certainly stores to an
// element that another lane has read or stored to (races.go). In a kernel that relies on lockstep, lanes
// synchronise between all accesses to shared memory that different lanes may make to the same
// address, if one of them is a store.
func syncExchange(u *ir.Unit, f llvm.Value, sections CriticalSections) {
	splitCopies(u, f)
	x := serialiseArms(u, f, sections)
	if x == nil {
		return
	}
	if x.dom == nil {
		x.prepare()
	}
	x.synchronise()
}

// synchronise inserts the barriers that lanes need if they rely on lockstep.
func (x *exchange) synchronise() {
	if !x.found() && (x.certain || !x.foundSampled() && !x.foundChosen()) {
		return
	}
	for x.insertBarrier() {
	}
}

// splitCopies splits copies within a variable in shared memory into loads and stores, since lanes
// may have to synchronise between the reads and the writes.
func splitCopies(u *ir.Unit, f llvm.Value) {
	const most = 128 // bytes; the structures that programs sort are smaller
	for _, i := range ir.Instructions(f) {
		if !ir.CopiesMemory(i) || llvm.IsAConstantInt(llvm.GetOperand(i, 2)) == 0 {
			continue
		}
		to, from, size := llvm.GetOperand(i, 0), llvm.GetOperand(i, 1), llvm.ConstIntGetZExtValue(llvm.GetOperand(i, 2))
		base := sharedBase(to)
		if size == 0 || size > most || base == 0 || base != sharedBase(from) || !inShared(to) || !inShared(from) {
			continue
		}
		unit := min(u.CallAlign(i, 0), u.CallAlign(i, 1), size&-size, 8)
		t, b := u.IntType(uint32(unit*8)), u.Before(i)
		part := func(p llvm.Value, at uint64) llvm.Value {
			return llvm.BuildInBoundsGEP2(b, u.Types.I8, p, []llvm.Value{u.I64(at)}, "")
		}
		var parts []llvm.Value
		for at := uint64(0); at < size; at += unit {
			v := llvm.BuildLoad2(b, t, part(from, at), "")
			llvm.SetAlignment(v, uint32(unit))
			parts = append(parts, v)
		}
		for k, v := range parts {
			llvm.SetAlignment(llvm.BuildStore(b, v, part(to, uint64(k)*unit)), uint32(unit))
		}
		ir.Erase(i)
	}
}

func inShared(p llvm.Value) bool {
	return llvm.GetPointerAddressSpace(llvm.TypeOf(p)) == ir.LocalSpace
}

// maxExchange is the largest number of accesses to shared memory in a kernel that is analysed,
// since the cost is quadratic. Unrolled matrix products have hundreds.
const maxExchange = 768

// exchange works on one kernel.
type exchange struct {
	*flow.Graph
	u       *ir.Unit
	uniform map[llvm.Value]bool
	// anySpace: the pointers may have lost their address space, which is inferred later.
	anySpace bool
	row      []int64 // see rows
	length   int64   // of a row, 0 if it may be any (rowLength)
	global   bool    // accesses to global memory, not to shared memory (global.go)
	certain  bool    // lanes rely on lockstep only by addresses that are functions of the lane
	// sections are instructions before which lanes do not wait for each other.
	sections CriticalSections
	access   []sharedAccess
	at       map[llvm.Value][]int // accesses by instruction
	order    map[llvm.Value]int   // by instruction: its position in the function

	dom     *flow.DomTree
	idom    []int
	postDom *flow.DomTree
	depth   []int // by block: how many divergent branches it is control dependent on
	inLoop  map[llvm.Block]bool
	samples map[llvm.Value]int64 // of unknown numbers (sampled.go), nil without
	// firstSample is the smallest of the samples.
	firstSample int64
	chosen      bool // whether one alternative of values is looked at, the choice-th of at most choices (chosen.go)
	choice      int
	choices     int
	counters    map[llvm.Value][]int64    // by induction variable: its value in each iteration (evaluator.multiples)
	position    map[llvm.Value]int        // of the instructions (inOrder)
	masks       [exchangeWarps][]laneMask // by block: the lanes that may execute it
	exact       [exchangeWarps][]bool     // by block: whether these lanes certainly execute it, or none does
	oneLane     []bool                    // by block: whether at most one lane takes the edge from its dominator
	conflict    []conflicts               // by access
	steps       [][]step                  // by block (pending.go)
	// forward has the paths within an iteration, without back edges; nil before it is needed.
	forward   *flow.Paths
	untilSync []blockAccesses // by block
}

// exchangeWarps is the number of warps that are analysed: code for one warp of a block is executed by
// the first, code for the others by the second. The third one is for kernels that never read the first
// coordinate of a thread.
const exchangeWarps = 3

// rows returns the dimension along which the lanes of each warp lie, noRow for a warp that is not
// analysed. A kernel that never reads x has blocks one thread wide, in which lanes lie along y; or all
// lanes of a row do the same, and what they add to global memory is added once.
func (x *exchange) rows() []int64 {
	if x.row == nil {
		row := rowDimension(x.F)
		x.row = []int64{row, row, noRow}
		if x.global && row != 0 {
			x.row[2] = 0
		}
	}
	return x.row
}

// constantLength returns the length in bytes of a call that copies or fills memory, if it is constant.
func constantLength(call llvm.Value) (uint64, bool) {
	f := ir.Callee(call)
	if f == 0 || !ir.CopiesMemory(call) && !strings.HasPrefix(f.Name(), "llvm.memset.") || llvm.IsAConstantInt(llvm.GetOperand(call, 2)) == 0 {
		return 0, false
	}
	return llvm.ConstIntGetZExtValue(llvm.GetOperand(call, 2)), true
}

// sharedAccess is a load, a store or an atomic operation on shared memory.
type sharedAccess struct {
	inst                llvm.Value
	ptr                 llvm.Value
	size                int64
	base                llvm.Value // the variable, 0 when unknown
	root                llvm.Value // the variable, or else what the address is computed from
	read, write, atomic bool
	form                [exchangeWarps]*affine
	data                [exchangeWarps]*affine // with terms that lanes read from memory (scattered.go)
}

// collect lists the accesses, and reports whether any exchange among them is possible.
func (x *exchange) collect() bool {
	x.at, x.order = map[llvm.Value][]int{}, map[llvm.Value]int{}
	layout := x.u.Layout
	reads, writes := false, false
	add := func(i, p llvm.Value, size uint64, read, write bool) {
		base := x.baseOf(p)
		if !x.isAnalysed(p, base) {
			return
		}
		x.at[i] = append(x.at[i], len(x.access))
		x.order[i] = len(x.access)
		x.access = append(x.access, sharedAccess{inst: i, ptr: p, size: int64(size), base: base, root: cmp.Or(base, rootOf(p)), read: read, write: write, atomic: read && write})
		reads, writes = reads || read, writes || write && !read
	}
	for _, i := range ir.Instructions(x.F) {
		switch ir.Opcode(i) {
		case llvm.Load:
			add(i, llvm.GetOperand(i, 0), llvm.StoreSizeOfType(layout, llvm.TypeOf(i)), true, false)
		case llvm.Store:
			add(i, llvm.GetOperand(i, 1), llvm.StoreSizeOfType(layout, llvm.TypeOf(llvm.GetOperand(i, 0))), false, true)
		case llvm.AtomicRMW, llvm.AtomicCmpXchg:
			add(i, llvm.GetOperand(i, 0), llvm.StoreSizeOfType(layout, llvm.TypeOf(llvm.GetOperand(i, 1))), true, true)
		case llvm.Call:
			if n, ok := constantLength(i); ok {
				if ir.CopiesMemory(i) {
					add(i, llvm.GetOperand(i, 1), n, true, false)
				}
				add(i, llvm.GetOperand(i, 0), n, false, true)
			}
		}
	}
	return reads && writes && len(x.access) <= maxExchange && !(x.global && x.tooMany())
}

// isAnalysed reports whether a pointer, into an array that may be unknown, is one to the memory that is
// looked at.
func (x *exchange) isAnalysed(p, base llvm.Value) bool {
	if x.global {
		return base != 0
	}
	return inShared(p) || x.anySpace && base != 0 && inShared(base)
}

// sharedBase returns the variable that a pointer points into, 0 when unknown.
func sharedBase(p llvm.Value) llvm.Value { return llvm.IsAGlobalVariable(Pointee(p)) }

// Pointee returns the variable, argument or other value that a pointer is computed from, 0 when
// there are several candidates.
func Pointee(p llvm.Value) llvm.Value {
	v, _ := pointee(p, map[llvm.Value]bool{})
	return v
}

// pointee reports false for a pointer that is being looked at: one that a loop increments is computed
// from its start value.
func pointee(p llvm.Value, seen map[llvm.Value]bool) (llvm.Value, bool) {
	if seen[p] {
		return 0, false
	}
	var from []llvm.Value
	switch ir.Opcode(p) {
	case llvm.GetElementPtr, llvm.BitCast, llvm.AddrSpaceCast, llvm.Freeze:
		from = ir.Operands(p)[:1]
	case llvm.Select:
		from = ir.Operands(p)[1:]
	case llvm.PHI:
		for k := range llvm.CountIncoming(p) {
			from = append(from, llvm.GetIncomingValue(p, k))
		}
	default:
		return p, true
	}
	seen[p] = true
	var common llvm.Value
	any := false
	for _, in := range from {
		v, ok := pointee(in, seen)
		if !ok {
			continue
		}
		if any && v != common {
			if ir.Opcode(p) == llvm.Select {
				return p, true
			}
			return 0, true
		}
		common, any = v, true
	}
	return common, any
}

// rootOf returns the pointer that an address is computed from, which may be one of several variables:
// accesses with one root are to the same one.
func rootOf(p llvm.Value) llvm.Value {
	for {
		switch ir.Opcode(p) {
		case llvm.GetElementPtr, llvm.BitCast, llvm.AddrSpaceCast, llvm.Freeze:
			p = llvm.GetOperand(p, 0)
		default:
			return p
		}
	}
}

// ofSeveral reports whether a root is one of several pointers.
func ofSeveral(root llvm.Value) bool {
	op := ir.Opcode(root)
	return op == llvm.PHI || op == llvm.Select
}

// prepare evaluates the addresses and, for every block, the lanes that may execute it.
func (x *exchange) prepare() {
	x.uniformValues()
	x.dom = x.Dominators()
	x.idom = make([]int, len(x.Blocks))
	for i := range x.Blocks {
		x.idom[i] = x.dom.Immediate(i)
	}
	x.postDom = flow.PostDominators(x.Succ)
	x.depth = make([]int, len(x.Blocks))
	for i := range x.Blocks {
		if x.hasUniformBranch(i) {
			continue
		}
		for _, k := range flow.ListReachable(x.Succ, x.Succ[i], x.postDom.Immediate(i)) {
			x.depth[k]++
		}
	}
	x.inLoop = map[llvm.Block]bool{}
	for i, in := range flow.InCycles(x.Succ) {
		x.inLoop[x.Blocks[i]] = in
	}
	x.length = x.rowLength()
	x.oneLane = make([]bool, len(x.Blocks))
	x.counters, x.position = map[llvm.Value][]int64{}, nil
	for w, row := range x.rows() {
		if row == noRow {
			continue
		}
		number := int64(w % 2)
		plain := x.evaluator(number, row)
		e := plain
		if x.samples != nil {
			e = x.evaluator(number, row)
			e.samples, e.first, e.plain = x.samples, x.firstSample, plain
		}
		if x.chosen {
			e = x.evaluator(number, row)
			e.choose = x.choose
		}
		for k := range x.access {
			a := &x.access[k]
			if a.form[w] = e.of(a.ptr); a.form[w] == nil {
				continue
			}
			for _, v := range x.inOrder(a.form[w].shared) {
				if _, ok := x.counters[v]; !ok {
					x.counters[v] = e.counts(v)
				}
			}
		}
		x.dataForms(w, number, row)
		x.masks[w], x.exact[w] = make([]laneMask, len(x.Blocks)), make([]bool, len(x.Blocks))
		done := make([]bool, len(x.Blocks))
		for i := range x.Blocks {
			x.lanesAt(plain, w, i, done)
		}
	}
}

// evaluator returns an evaluator for a warp whose lanes lie along a dimension.
func (x *exchange) evaluator(warp, row int64) *evaluator {
	e := newEvaluator(x.u, x.uniform, warp, row, true)
	e.length = x.length
	return e
}

// rowLength returns the length of the rows of a block if it is less than a warp and divides it, and 0
// otherwise. Where the address of a variable has the terms 4·x and 32·y, of the local ID, rows that are
// longer than 8 would overlap. For devices where a barrier of the warp that nothing needs costs time: the
// length is a guess.
func (x *exchange) rowLength() int64 {
	if x.u.Target.SyncWarp == nil || x.rows()[0] != 0 {
		return 0
	}
	x.length = 0
	e := x.evaluator(0, 0)
	for k := range x.access {
		f := e.of(x.access[k].ptr)
		y := e.calls["get_local_id1"]
		if f == nil || y == 0 || f.shared[y] <= 0 {
			continue
		}
		step := f.lane[1] - f.lane[0]
		if step <= 0 || f.shared[y]%step != 0 {
			continue
		}
		if n := f.shared[y] / step; n < ir.WarpSize && ir.WarpSize%n == 0 {
			return n
		}
	}
	return 0
}

// lanesAt finds the lanes that may execute a block, by the conditions of the branches that dominate
// it, and whether all of them do, or none: those that may execute its immediate dominator, less those
// that the branch between them excludes.
func (x *exchange) lanesAt(e *evaluator, w, i int, done []bool) {
	var path []int // up to a block that is done
	for at := i; at >= 0 && !done[at]; at = x.idom[at] {
		path = append(path, at)
	}
	for _, at := range slices.Backward(path) {
		done[at] = true
		d := x.idom[at]
		if d < 0 {
			x.masks[w][at], x.exact[w][at] = allLanes(), true
			continue
		}
		m, known := x.masks[w][d], false
		if cond, want := controllingEdge(x.Graph, d, at); cond != 0 {
			known = e.restrict(cond, want, &m, func() { x.oneLane[at] = true })
		}
		x.masks[w][at] = m
		x.exact[w][at] = x.exact[w][d] && (known || x.postDom.Dominates(at, d) || x.hasUniformBranch(d))
	}
}

// oneLaneDominates reports whether both blocks are dominated by an edge that at most one lane takes.
func (x *exchange) oneLaneDominates(a, b int) bool {
	for at := a; at >= 0; at = x.idom[at] {
		if x.oneLane[at] && x.dom.Dominates(at, b) {
			return true
		}
	}
	return false
}

// uniformValues returns the kernel's uniform values.
func (x *exchange) uniformValues() map[llvm.Value]bool {
	if x.uniform == nil {
		x.uniform = x.Uniform()
	}
	return x.uniform
}

// hasUniformBranch reports whether all lanes leave a block by the same branch.
func (x *exchange) hasUniformBranch(block int) bool {
	return len(x.Succ[block]) < 2 || x.uniformValues()[llvm.GetOperand(llvm.GetBasicBlockTerminator(x.Blocks[block]), 0)]
}

// found reports whether any lanes exchange values.
func (x *exchange) found() bool {
	x.conflict = make([]conflicts, len(x.access))
	out := false
	x.flow(nil, func(b int, pending accessSet) {
		at := &x.access[b]
		if out || at.base == 0 && !ofSeveral(at.root) {
			return
		}
		for a := range pending.all() {
			before := &x.access[a]
			if before.root == at.root && at.base != 0 && !x.certain && x.scattered(a, b) {
				out = true
				return
			}
			if before.root == at.root && !at.atomic && x.relies(a, b) {
				out = true
				return
			}
		}
	})
	return out
}

// relies reports whether a kernel whose lanes make the access b after a, with no barrier in between,
// relies on lockstep.
func (x *exchange) relies(a, b int) bool {
	p, q := &x.access[a], &x.access[b]
	if x.global && x.isUniformPointer(p.ptr) && x.isUniformPointer(q.ptr) && !x.updates(p, q) {
		return false
	}
	exchanged := p.write && !p.atomic && q.read && x.exchanged(a, b)
	if x.samples != nil && x.firstSample == firstSmallSample {
		return exchanged && !x.global && q.base != 0 && !llvm.IsDeclaration(q.base)
	}
	return exchanged || p.read && q.write && x.permuted(a, b) || q.write && x.inIteration(a, b) && x.raced(a, b)
}

// permuted reports whether lanes store at b what they have read at a, each from an address of its
// own, to a data-dependent address, which only devices whose lanes run in lockstep do in global memory.
func (x *exchange) permuted(a, b int) bool {
	r, w := &x.access[a], &x.access[b]
	if ir.Opcode(w.inst) != llvm.Store || llvm.GetOperand(w.inst, 0) != r.inst || !x.precedes(r.inst, w.inst) {
		return false
	}
	if x.global && x.certain || x.ofPair(a, b) {
		return false
	}
	mask := &x.masks[0][x.Index[llvm.GetInstructionParent(r.inst)]]
	own := map[int64]bool{}
	for l, f := range mask {
		if f && r.form[0] != nil {
			if own[r.form[0].lane[l]] {
				return false
			}
			own[r.form[0].lane[l]] = true
		}
	}
	return len(own) > 1 && w.form[0] == nil && w.form[1] == nil
}

// exchanged reports whether some lane certainly reads at b what another lane has stored at a.
func (x *exchange) exchanged(a, b int) bool {
	w, r := &x.access[a], &x.access[b]
	before := x.precedes(w.inst, r.inst)
	for k := range x.masks {
		fw, fr := w.form[k], r.form[k]
		if fw == nil || fr == nil || !before && x.moves(fw) && !x.sameIterations(a, b, fw, fr) {
			continue
		}
		// Induction variables that occur in only one of the addresses range over all their values.
		at := iterationSpace{}
		for found := at.first(x, fw.plus(fr, -1)); found; found = at.next() {
			if x.overlapsOther(a, b, k, at.amount(fw)-at.amount(fr), 0, func(l, _ int) bool { return x.own(a, b, k, l, &at) }) {
				return true
			}
		}
	}
	return false
}

// iterationSpace enumerates the values of the induction variables that addresses depend on.
type iterationSpace struct {
	phi    []llvm.Value
	values [][]int64
	at     []int // by variable: the index of its current value
}

// maxCounts is the largest number of combinations that are enumerated.
const maxCounts = 4096

// first adds the induction variables that a difference of addresses depends on, each at its first
// value. It returns false if the difference depends on anything else, or on more than maxCounts
// combinations.
func (c *iterationSpace) first(x *exchange, d *affine) bool {
	total := 1
	for v := range d.shared {
		if slices.Contains(c.phi, v) {
			continue
		}
		values := x.counters[v]
		if total *= len(values); total == 0 || total > maxCounts {
			return false
		}
		c.phi, c.values, c.at = append(c.phi, v), append(c.values, values), append(c.at, 0)
	}
	return true
}

// next advances to the next combination, and reports whether there is one.
func (c *iterationSpace) next() bool { return c.nextFrom(0) }

func (c *iterationSpace) nextFrom(k int) bool {
	for ; k < len(c.at); k++ {
		if c.at[k]++; c.at[k] < len(c.values[k]) {
			return true
		}
		c.at[k] = 0
	}
	return false
}

// amount returns what the induction variables add to an address, in bytes.
func (c *iterationSpace) amount(f *affine) int64 {
	var sum int64
	for k, v := range c.phi {
		sum += f.shared[v] * c.values[k][c.at[k]]
	}
	return sum
}

// own reports whether lane l reads at b what it has itself stored, at a or later.
func (x *exchange) own(a, b, warp, l int, at *iterationSpace) bool {
	r := &x.access[b]
	for k := range x.access {
		s := &x.access[k]
		if !s.write || s.atomic || s.root != r.root || s.form[warp] == nil || k != a && !x.precedes(x.access[a].inst, s.inst) || !x.precedes(s.inst, r.inst) {
			continue
		}
		// The store may be in another loop; one iteration of that is enough.
		fs, fr := s.form[warp], r.form[warp]
		all := iterationSpace{slices.Clone(at.phi), slices.Clone(at.values), slices.Clone(at.at)}
		given := len(all.phi)
		if !all.first(x, fs.plus(fr, -1)) {
			continue
		}
		for more := true; more; more = all.nextFrom(given) {
			d := fs.lane[l] + all.amount(fs) - fr.lane[l] - all.amount(fr)
			if d <= 0 && d+s.size >= r.size {
				return true
			}
		}
	}
	return false
}

// precedes reports whether i is on every path from the entry to j.
func (x *exchange) precedes(i, j llvm.Value) bool {
	bi, bj := x.Index[llvm.GetInstructionParent(i)], x.Index[llvm.GetInstructionParent(j)]
	if bi != bj {
		return x.dom.Dominates(bi, bj)
	}
	return x.order[i] < x.order[j]
}

// moves reports whether a form has terms that vary between the iterations of a loop.
func (x *exchange) moves(f *affine) bool {
	for v := range f.shared {
		if llvm.IsAInstruction(v) != 0 && x.inLoop[llvm.GetInstructionParent(v)] {
			return true
		}
	}
	return false
}

// overlapsOther reports whether a lane at b accesses an address that another lane of the warp
// accesses at a, with add added to the address at a. Addresses are compared modulo step, unless
// that is 0.
func (x *exchange) overlapsOther(a, b, warp int, add, step int64, except func(lane, other int) bool) bool {
	p, q := &x.access[a], &x.access[b]
	ma, mb := &x.masks[warp][x.Index[llvm.GetInstructionParent(p.inst)]], &x.masks[warp][x.Index[llvm.GetInstructionParent(q.inst)]]
	if x.oneLaneDominates(x.Index[llvm.GetInstructionParent(p.inst)], x.Index[llvm.GetInstructionParent(q.inst)]) {
		return false
	}
	for l := range ir.WarpSize {
		if !mb[l] {
			continue
		}
		for o := range ir.WarpSize {
			if o == l || !ma[o] {
				continue
			}
			d := p.form[warp].lane[o] + add - q.form[warp].lane[l]
			hit := d < q.size && -d < p.size
			if step > 0 {
				d = (d%step + step) % step
				hit = d < q.size || step-d < p.size
			}
			if hit && (except == nil || !except(l, o)) {
				return true
			}
		}
	}
	return false
}

// mayConflict reports whether different lanes may access the same address at a and then at b, with
// at least one of the accesses a write.
func (x *exchange) mayConflict(a, b int) bool {
	p, q := &x.access[a], &x.access[b]
	if a == b || !p.write && !q.write || p.atomic && q.atomic || p.base != 0 && q.base != 0 && p.base != q.base {
		return false
	}
	for k, row := range x.rows() {
		if row == noRow {
			continue
		}
		f, g := p.form[k], q.form[k]
		if f == nil || g == nil || x.overlapsOther(a, b, k, 0, x.varies(f, g), nil) {
			return true
		}
	}
	return false
}

// varies returns a number by whose multiples the distance of two addresses may vary, 0 if it does not.
func (x *exchange) varies(f, g *affine) int64 {
	// A term that varies between the two accesses may do so by any multiple.
	var step int64
	for v, n := range f.plus(g, -1).shared {
		if llvm.IsAGlobalVariable(v) == 0 {
			step = gcd(step, n)
		}
	}
	for _, form := range []*affine{f, g} {
		for v, n := range form.shared {
			if llvm.IsAInstruction(v) != 0 && x.inLoop[llvm.GetInstructionParent(v)] {
				step = gcd(step, n)
			}
		}
	}
	return step
}

// insertBarrier inserts a warp barrier before the first access that needs one, and reports whether
// there was such an access. The barrier goes to the end of a dominating block in less divergent
// code where that is late enough.
func (x *exchange) insertBarrier() bool {
	needs := func(ends map[int]bool) int {
		first := -1
		x.flow(ends, func(b int, pending accessSet) {
			if (first < 0 || b < first) && !x.sections[x.access[b].inst] && x.conflicts(b, pending) {
				first = b
			}
		})
		return first
	}
	b := needs(nil)
	if b < 0 {
		return false
	}
	place := x.access[b].inst
	best := x.Index[llvm.GetInstructionParent(place)]
	for i := x.idom[best]; i >= 0; i = x.idom[i] {
		if x.depth[i] < x.depth[best] && !x.sections[llvm.GetBasicBlockTerminator(x.Blocks[i])] && needs(map[int]bool{i: true}) != b {
			best, place = i, llvm.GetBasicBlockTerminator(x.Blocks[i])
		}
	}
	x.u.WarpBarrier(x.u.Before(place))
	x.addSync(best, place)
	return true
}
