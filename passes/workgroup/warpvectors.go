// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"fmt"
	"slices"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// A warpChain is a run of regions between exchanges, each of which leads to the next one alone, and only computes what
// is kept for work-items from what is kept for them. No other warp sees what they do, so a loop over the warps executes
// all of them, with one vector for the values of a warp's lanes:
//
//	for x: value[x] = v[x]; for each warp: result = permute(value)
//	for x: value[x] = v[x] += result[x]; for each warp: result = permute(value)
//	for x: w[x] = v[x] + result[x]
//
// becomes
//
//	for x: value[x] = v[x]
//	for each warp: <32 x float> v = load v, r = permute(v), v += r, r = permute(v), store v + r, w
//
// LLVM would make of each loop one for whole vectors and one for the last iterations. The arrays have room for whole
// warps; what the last one's lanes without a work-item compute is not used, as none of the operations traps.
type warpChain struct {
	regions []*region
	next    *region // that follows, nil: the end
}

// mostInWarpVectors is the number of instructions of a region that is executed for a warp at once: the vectors have
// several registers each.
const mostInWarpVectors = 64

// warpChains returns the chains, by their first region, and the regions that are in one.
func (us *uniformSchedule) warpChains() (chains map[*region]*warpChain, in map[*region]bool) {
	chains, in = map[*region]*warpChain{}, map[*region]bool{}
	if us.tracksItem || us.races || us.u.Opts.Level == "0" {
		return chains, in
	}
	to := map[*region]*region{}                          // what a region leads to, if that is one and the same
	into := map[*region][]*region{us.of[us.body]: {nil}} // the regions that lead to a region
	alone := map[*region]bool{}
	for _, r := range us.regions {
		exits := us.exits(r)
		for _, e := range exits {
			if !slices.Contains(into[e.to], r) {
				into[e.to] = append(into[e.to], r)
			}
		}
		alone[r] = len(exits) == 1
		if alone[r] {
			to[r] = exits[0].to
		}
	}
	wide := func(r *region) bool { return r != nil && alone[r] && us.isWide(r) }
	for _, r := range us.regions {
		if in[r] || !wide(r) {
			continue
		}
		c := &warpChain{regions: []*region{r}}
		in[r] = true
		for c.next = to[r]; wide(c.next) && !in[c.next] && len(into[c.next]) == 1 && permutes(c.next); c.next = to[c.next] {
			c.regions = append(c.regions, c.next)
			in[c.next] = true
		}
		chains[r] = c
	}
	return chains, in
}

// permutes reports whether each exchange before a region is a permutation of the warp's values.
func permutes(r *region) bool {
	return !slices.ContainsFunc(r.sync.exchanges, func(x exchange) bool { return x.lanes == nil })
}

// isWide reports whether a region, which follows exchanges, can be executed for a warp at once.
func (us *uniformSchedule) isWide(r *region) bool {
	if r.sync == nil || r.sync.kind != exchangeSync || len(r.blocks) != 1 || slices.ContainsFunc(us.context.slots, func(s *slot) bool { return s.writers[r] }) {
		return false
	}
	w := us.warpVectors(r)
	size := 0
	for _, b := range []llvm.Block{r.item, r.blocks[0]} {
		for i := llvm.GetFirstInstruction(b); i != llvm.GetBasicBlockTerminator(b); i = llvm.GetNextInstruction(i) {
			if size++; size > mostInWarpVectors || !w.accepts(i) {
				return false
			}
		}
	}
	return true
}

// buildWarps builds the loop over warps that executes a chain, from the block before it on.
func (us *uniformSchedule) buildWarps(c *warpChain, pre, next llvm.Block) {
	u, b := us.u, us.u.B
	llvm.PositionBuilderAtEnd(b, pre)
	llvm.SetCurrentDebugLocation2(b, 0)
	first := c.regions[0]
	if !permutes(first) {
		us.exchanges.exchangeBefore(first)
	}
	us.countedLoop(fmt.Sprintf("region%d.warp", first.id), u.I64(0), us.size, warpSize(u), func(i llvm.Value) {
		kept := &warpArrays{us: us, first: i, now: map[llvm.Value]llvm.Value{}}
		for _, r := range c.regions {
			if r != first || permutes(first) {
				kept.permute(r.sync.exchanges)
			}
			w := us.warpVectors(r)
			w.kept = kept
			w.build()
		}
		kept.store(c)
	})
	llvm.BuildBr(b, next)
	for _, r := range c.regions { // LLVM removes the blocks that nothing leads to
		us.redirect(us.exits(r)[0], r.latch)
		llvm.PositionBuilderAtEnd(b, r.latch)
		llvm.BuildUnreachable(b)
	}
}

// warpArrays are the elements of context arrays for the lanes of the warp whose first work-item has a flat local ID.
type warpArrays struct {
	us      *uniformSchedule
	first   llvm.Value
	now     map[llvm.Value]llvm.Value // by array
	written []llvm.Value              // arrays that differ from what is in memory
}

// get returns the elements of an array.
func (a *warpArrays) get(array llvm.Value, t llvm.Type) llvm.Value {
	if a.now[array] == 0 {
		u := a.us.u
		v := llvm.BuildLoad2(u.B, llvm.VectorType(inMemory(u, t), uint32(warpSize(u))), a.address(array, t), "")
		llvm.SetAlignment(v, uint32(llvm.ABIAlignmentOfType(u.Layout, t)))
		a.now[array] = v
	}
	return a.now[array]
}

func (a *warpArrays) set(array, v llvm.Value) {
	a.now[array] = v
	if !slices.Contains(a.written, array) {
		a.written = append(a.written, array)
	}
}

func (a *warpArrays) address(array llvm.Value, t llvm.Type) llvm.Value {
	return llvm.BuildInBoundsGEP2(a.us.u.B, inMemory(a.us.u, t), array, []llvm.Value{a.first}, "")
}

// inMemory returns the type that an element has in memory.
func inMemory(u *ir.Unit, t llvm.Type) llvm.Type {
	if t == u.Types.I1 {
		return u.Types.I8
	}
	return t
}

// permute computes the results of exchanges, which only the region that follows them reads.
func (a *warpArrays) permute(list []exchange) {
	u := a.us.u
	results := make([]llvm.Value, len(list))
	for n, x := range list {
		v := a.get(x.value.array, x.value.t)
		results[n] = llvm.BuildShuffleVector(u.B, v, llvm.GetPoison(llvm.TypeOf(v)), permutation(u, x), "")
	}
	for n, x := range list {
		a.now[x.result.array] = results[n]
	}
}

// store writes the arrays that regions outside of a chain read.
func (a *warpArrays) store(c *warpChain) {
	u := a.us.u
	for _, array := range a.written {
		if a.readOutside(c, array) {
			v := a.now[array]
			t := llvm.GetElementType(llvm.TypeOf(v))
			llvm.SetAlignment(llvm.BuildStore(u.B, v, a.address(array, t)), uint32(llvm.ABIAlignmentOfType(u.Layout, t)))
		}
	}
}

// readOutside reports whether a region that is not in a chain, or an exchange before it, may read an array.
func (a *warpArrays) readOutside(c *warpChain, array llvm.Value) bool {
	for _, s := range a.us.syncs {
		if r := a.us.of[s.after]; r == nil || slices.Contains(c.regions, r) {
			continue
		}
		if slices.ContainsFunc(s.exchanges, func(x exchange) bool { return x.value.array == array || x.from != nil && x.from.array == array }) {
			return true
		}
	}
	return slices.ContainsFunc(ir.Users(array), func(p llvm.Value) bool {
		at := llvm.GetInstructionParent(p)
		if slices.ContainsFunc(c.regions, func(r *region) bool { return at == r.item || at == r.blocks[0] }) {
			return false
		}
		return ir.Opcode(p) != llvm.GetElementPtr || slices.ContainsFunc(ir.Users(p), func(i llvm.Value) bool {
			return ir.Opcode(i) != llvm.Store || llvm.GetOperand(i, 0) == p
		})
	})
}

// warpVectors makes vectors of a region's values.
type warpVectors struct {
	us     *uniformSchedule
	u      *ir.Unit
	r      *region
	item   llvm.Value                // the region's flat local ID, 0 if it uses none
	lanes  map[llvm.Value]*laneValue // by lanesValue
	single map[llvm.Value]bool       // by isSingle
	kept   *warpArrays
	vector map[llvm.Value]llvm.Value // by instruction
	one    map[llvm.Value]llvm.Value // values that are the same for all lanes
}

func (us *uniformSchedule) warpVectors(r *region) *warpVectors {
	w := &warpVectors{us: us, u: us.u, r: r, item: r.loads[us.pos.linear], lanes: map[llvm.Value]*laneValue{}, single: map[llvm.Value]bool{},
		vector: map[llvm.Value]llvm.Value{}, one: map[llvm.Value]llvm.Value{}}
	if w.item != 0 {
		w.lanes[w.item] = &laneValue{mask: widthMask(llvm.TypeOf(w.item)), flatID: true}
	}
	return w
}

// accepts reports whether an instruction can be executed for a warp at once. Those before it have been accepted.
func (w *warpVectors) accepts(i llvm.Value) bool {
	if i == w.item || w.isSingle(i) || w.lanesValue(i) != 0 {
		return true
	}
	t := llvm.TypeOf(i)
	switch op := ir.Opcode(i); {
	case op == llvm.Br:
		return true
	case op == llvm.GetElementPtr:
		return w.isElement(i) && !slices.ContainsFunc(ir.Users(i), func(v llvm.Value) bool { return accessed(v) != i })
	case op == llvm.Load:
		return accessed(i) != 0 && w.isElement(accessed(i)) && w.elementType(accessed(i)) == t && widens(t)
	case op == llvm.Store:
		v := llvm.GetOperand(i, 0)
		return accessed(i) != 0 && w.isElement(accessed(i)) && w.elementType(accessed(i)) == llvm.TypeOf(v) && widens(llvm.TypeOf(v))
	case ir.IsCall(i):
		return widens(t) && w.wideCall(i) != ""
	default:
		return wideOps[op] && widens(t) && !slices.ContainsFunc(ir.Operands(i), func(o llvm.Value) bool { return !widens(llvm.TypeOf(o)) })
	}
}

// wideOps are the operations that exist for vectors and do not trap.
var wideOps = map[llvm.Opcode]bool{
	llvm.Add: true, llvm.Sub: true, llvm.Mul: true, llvm.And: true, llvm.Or: true, llvm.Xor: true, llvm.Shl: true, llvm.LShr: true, llvm.AShr: true,
	llvm.FAdd: true, llvm.FSub: true, llvm.FMul: true, llvm.FDiv: true, llvm.FNeg: true,
	llvm.ICmp: true, llvm.FCmp: true, llvm.Select: true, llvm.Freeze: true,
	llvm.Trunc: true, llvm.ZExt: true, llvm.SExt: true, llvm.BitCast: true, llvm.FPExt: true, llvm.FPTrunc: true, llvm.SIToFP: true, llvm.UIToFP: true,
}

// wideIntrinsics are those whose operands all have the type of the result.
var wideIntrinsics = map[string]bool{
	"sqrt": true, "fma": true, "fmuladd": true, "fabs": true, "copysign": true, "minnum": true, "maxnum": true, "minimum": true, "maximum": true,
	"smin": true, "smax": true, "umin": true, "umax": true, "fshl": true, "fshr": true,
}

// wideCall returns the name of the intrinsic for vectors that a call becomes, "" if there is none.
func (w *warpVectors) wideCall(i llvm.Value) string {
	f := ir.Callee(i)
	if f == 0 || llvm.GetIntrinsicID(f) == 0 {
		return ""
	}
	parts := strings.Split(f.Name(), ".")
	if len(parts) != 3 || parts[0] != "llvm" || !wideIntrinsics[parts[1]] {
		return ""
	}
	return fmt.Sprintf("llvm.%s.v%d%s", parts[1], warpSize(w.u), parts[2])
}

// widens reports whether a type is one that a vector in memory has as an array has it, or i1.
func widens(t llvm.Type) bool {
	switch llvm.GetTypeKind(t) {
	case llvm.FloatKind, llvm.DoubleKind:
		return true
	case llvm.IntegerKind:
		return slices.Contains([]uint32{1, 8, 16, 32, 64}, llvm.GetIntTypeWidth(t))
	}
	return false
}

// isSingle reports whether an instruction has the same value for all lanes: it is computed from that of the preamble,
// arguments and what is kept of uniform values.
func (w *warpVectors) isSingle(v llvm.Value) bool {
	known, ok := w.single[v]
	if ok {
		return known
	}
	switch {
	case llvm.IsAInstruction(v) == 0 || llvm.GetInstructionParent(v) == w.us.preamble:
		known = true
	case ir.Opcode(v) == llvm.Load:
		from := accessed(v)
		known = slices.ContainsFunc(w.us.context.slots, func(s *slot) bool { return s.current == from })
	case wideOps[ir.Opcode(v)] || ir.Opcode(v) == llvm.GetElementPtr:
		known = !slices.ContainsFunc(ir.Operands(v), func(o llvm.Value) bool { return !w.isSingle(o) })
	}
	w.single[v] = known
	return known
}

// isElement reports whether an address is that of the work-item's element of an array.
func (w *warpVectors) isElement(p llvm.Value) bool {
	ops := ir.Operands(p)
	return w.item != 0 && ir.Opcode(p) == llvm.GetElementPtr && len(ops) == 2 && ops[1] == w.item && w.isSingle(ops[0]) && w.isContext(ops[0])
}

// isContext reports whether an address is of a context array.
func (w *warpVectors) isContext(p llvm.Value) bool {
	context := w.us.w.pointer(w.u, blockContext)
	return p == context || ir.Opcode(p) == llvm.GetElementPtr && llvm.GetInstructionParent(p) == w.us.preamble && llvm.GetOperand(p, 0) == context
}

func (w *warpVectors) elementType(p llvm.Value) llvm.Type { return llvm.GetGEPSourceElementType(p) }

// lanesValue returns the constant vector of an integer that is a function of the lane; 0 for others.
func (w *warpVectors) lanesValue(v llvm.Value) llvm.Value {
	t := llvm.TypeOf(v)
	mask := widthMask(t)
	if mask == 0 || llvm.IsAInstruction(v) == 0 || v == w.item || ir.Opcode(v) == llvm.Load || !widens(t) {
		return 0
	}
	last := warpSize(w.u) - 1
	out := make([]llvm.Value, last+1)
	for lane := range out {
		e := laneEvaluator{lane: uint64(lane), last: last, seen: map[llvm.Value]knownBits{}, known: w.lanes}
		k := e.value(v)
		if k.known&mask != mask {
			return 0
		}
		out[lane] = llvm.ConstInt(t, k.bits&mask, false)
	}
	return llvm.ConstVector(out)
}

// build builds, at the builder's position, what the region does for a warp.
func (w *warpVectors) build() {
	for _, b := range []llvm.Block{w.r.item, w.r.blocks[0]} {
		for i := llvm.GetFirstInstruction(b); i != llvm.GetBasicBlockTerminator(b); i = llvm.GetNextInstruction(i) {
			llvm.SetCurrentDebugLocation2(w.u.B, llvm.InstructionGetDebugLoc(i))
			w.instruction(i)
		}
	}
	llvm.SetCurrentDebugLocation2(w.u.B, 0)
}

func (w *warpVectors) instruction(i llvm.Value) {
	if i == w.item {
		return
	}
	if w.isSingle(i) {
		n := llvm.InstructionClone(i)
		for k, op := range ir.Operands(i) {
			if w.one[op] != 0 {
				llvm.SetOperand(n, uint32(k), w.one[op])
			}
		}
		llvm.InsertIntoBuilderWithName(w.u.B, n, "")
		w.one[i] = n
		return
	}
	if c := w.lanesValue(i); c != 0 {
		w.vector[i] = c
		return
	}
	switch ir.Opcode(i) {
	case llvm.GetElementPtr: // with its accesses
	case llvm.Load:
		w.vector[i] = w.load(i)
	case llvm.Store:
		w.store(i)
	default:
		w.vector[i] = w.compute(i)
	}
}

// wide returns the vector type of a type.
func (w *warpVectors) wide(t llvm.Type) llvm.Type { return llvm.VectorType(t, uint32(warpSize(w.u))) }

func (w *warpVectors) load(i llvm.Value) llvm.Value {
	t := llvm.TypeOf(i)
	v := w.kept.get(llvm.GetOperand(accessed(i), 0), t)
	if inMemory(w.u, t) != t {
		v = llvm.BuildTrunc(w.u.B, v, w.wide(t), "")
	}
	return v
}

func (w *warpVectors) store(i llvm.Value) {
	v := llvm.GetOperand(i, 0)
	x, t := w.of(v), inMemory(w.u, llvm.TypeOf(v))
	if t != llvm.TypeOf(v) {
		x = llvm.BuildZExt(w.u.B, x, w.wide(t), "")
	}
	w.kept.set(llvm.GetOperand(accessed(i), 0), x)
}

// of returns the vector of an operand.
func (w *warpVectors) of(v llvm.Value) llvm.Value {
	u, b := w.u, w.u.B
	if n := w.vector[v]; n != 0 {
		return n
	}
	t := w.wide(llvm.TypeOf(v))
	one := v
	if v == w.item {
		one = w.kept.first
	} else if w.one[v] != 0 {
		one = w.one[v]
	}
	n := llvm.BuildInsertElement(b, llvm.GetPoison(t), one, u.I64(0), "")
	n = llvm.BuildShuffleVector(b, n, llvm.GetPoison(t), llvm.ConstNull(w.wide(u.Types.I32)), "")
	if v == w.item {
		lanes := make([]llvm.Value, warpSize(u))
		for k := range lanes {
			lanes[k] = u.I64(uint64(k))
		}
		n = llvm.BuildAdd(b, n, llvm.ConstVector(lanes), "")
	}
	return n
}

// compute builds the vector of what an instruction computes. Flags that make results poison are left out: they mean
// nothing for lanes without a work-item.
func (w *warpVectors) compute(i llvm.Value) llvm.Value {
	b, t, op := w.u.B, w.wide(llvm.TypeOf(i)), ir.Opcode(i)
	if ir.IsCall(i) {
		args := ir.CallArgs(i)
		types := make([]llvm.Type, len(args))
		for k, a := range args {
			args[k], types[k] = w.of(a), w.wide(llvm.TypeOf(a))
		}
		name := w.wideCall(i)
		f := llvm.GetNamedFunction(w.u.Mod, name)
		if f == 0 {
			f = llvm.AddFunction(w.u.Mod, name, llvm.FunctionType(t, types, false))
		}
		return w.withFlags(i, llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, args, ""))
	}
	ops := ir.Operands(i)
	for k, o := range ops {
		ops[k] = w.of(o)
	}
	var n llvm.Value
	switch op {
	case llvm.ICmp:
		n = llvm.BuildICmp(b, llvm.GetICmpPredicate(i), ops[0], ops[1], "")
	case llvm.FCmp:
		n = llvm.BuildFCmp(b, llvm.GetFCmpPredicate(i), ops[0], ops[1], "")
	case llvm.Select:
		n = llvm.BuildSelect(b, ops[0], ops[1], ops[2], "")
	case llvm.Freeze:
		n = llvm.BuildFreeze(b, ops[0], "")
	case llvm.FNeg:
		n = llvm.BuildFNeg(b, ops[0], "")
	case llvm.Trunc, llvm.ZExt, llvm.SExt, llvm.BitCast, llvm.FPExt, llvm.FPTrunc, llvm.SIToFP, llvm.UIToFP:
		n = llvm.BuildCast(b, op, ops[0], t, "")
	default:
		n = llvm.BuildBinOp(b, op, ops[0], ops[1], "")
	}
	return w.withFlags(i, n)
}

// withFlags gives a vector operation the fast-math flags of the original.
func (w *warpVectors) withFlags(i, n llvm.Value) llvm.Value {
	if llvm.IsAInstruction(n) != 0 && llvm.CanValueUseFastMathFlags(i) && llvm.CanValueUseFastMathFlags(n) {
		llvm.SetFastMathFlags(n, llvm.GetFastMathFlags(i))
	}
	return n
}
