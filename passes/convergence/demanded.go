// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"strings"

	"gohipcc/abi"
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Lanes is a set of the lanes of a warp: bit l is lane l.
type Lanes uint32 // of devices whose warps have 32

// AllLanes are those of a whole warp.
const AllLanes = ^Lanes(0)

// Has reports whether a lane is in the set.
func (l Lanes) Has(lane int) bool { return l>>lane&1 == 1 }

// Sources says, by lane of a warp, from which lane it reads in an exchange.
type Sources [abi.WarpSize]int

// Demanded says in which lanes of a warp the values of a function are demanded: only their values
// there can be observed. The analysis is a backward data flow from stores, branch conditions and
// call operands, in the lanes that may execute them, through operations whose result in a lane
// depends on that lane alone, and through exchanges whose source lanes are known:
//
//	%a = call i32 @_Z17sub_group_shufflejj(i32 %v, i32 %two)    ; of lane l + 2. Needed in 0 and 1; %v in 0 to 3
//	%b = add i32 %v, %a                                         ; in 0 and 1
//	%c = call i32 @_Z17sub_group_shufflejj(i32 %b, i32 %one)    ; of lane l + 1. Needed in 0
//	%d = add i32 %b, %c                                         ; in 0
//	br i1 %first, label %store, label %done                     ; %first: the lane is 0
type Demanded struct {
	*flow.Graph
	u       *ir.Unit
	dom     *flow.DomTree
	warps   []*evaluator      // with lanes of any IDs
	rows    []*evaluator      // those whose lane l of warp w is the work-item 32·w + l in the first dimension
	may     []Lanes           // by block: the lanes that may execute it
	columns *columnUniformity // nil for functions that are not kernels
	sources map[llvm.Value]*Sources
	stored  map[llvm.Value]Lanes // by store: the lanes whose values can be observed
	chosen  map[branch]Lanes
	lanes   map[llvm.Value]Lanes
}

// branch is a condition with its value where control goes on.
type branch struct {
	cond llvm.Value
	want bool
}

// maxWarps is the largest number of warps of a block.
const maxWarps = 32

// DemandedLanes analyses a function.
func DemandedLanes(u *ir.Unit, f llvm.Value) *Demanded {
	d := &Demanded{
		Graph: flow.New(f), u: u, sources: map[llvm.Value]*Sources{},
		stored: map[llvm.Value]Lanes{}, chosen: map[branch]Lanes{}, lanes: map[llvm.Value]Lanes{},
	}
	d.dom = d.Dominators()
	for w := range int64(maxWarps) {
		d.warps = append(d.warps, newEvaluator(u, nil, w, noRow, true))
		d.rows = append(d.rows, newEvaluator(u, nil, w, 0, false))
	}
	d.may = make([]Lanes, len(d.Blocks))
	for i := range d.may {
		d.may[i] = d.mayExecute(d.warps, i)
	}
	if u.IsKernel(f) {
		d.columns = newColumnUniformity(d.Graph)
	}
	anyWarp := newEvaluator(u, nil, 0, noRow, false)
	instructions := ir.Instructions(f)
	for _, i := range instructions {
		switch {
		case flow.IsShuffle(i):
			d.sources[i] = sourcesOf(anyWarp, i)
		case ir.Opcode(i) == llvm.Store:
			d.stored[i] = d.observed(i)
		}
	}
	for changed := true; changed; {
		changed = false
		for k := len(instructions) - 1; k >= 0; k-- {
			i := instructions[k]
			for n, op := range ir.Operands(i) {
				if llvm.IsAInstruction(op) == 0 {
					continue
				}
				if now := d.lanes[op] | d.needs(i, n); now != d.lanes[op] {
					d.lanes[op] = now
					changed = true
				}
			}
		}
	}
	return d
}

// Of returns the lanes in which the value of an instruction is demanded.
func (d *Demanded) Of(i llvm.Value) Lanes { return d.lanes[i] }

// SourcesOf returns the source lanes of an exchange, nil where they are unknown.
func (d *Demanded) SourcesOf(shuffle llvm.Value) *Sources { return d.sources[shuffle] }

// needs returns the lanes in which an instruction demands an operand.
func (d *Demanded) needs(i llvm.Value, operand int) Lanes {
	block := d.Index[llvm.GetInstructionParent(i)]
	may := d.may[block]
	switch op := ir.Opcode(i); {
	case op == llvm.PHI:
		return d.lanes[i] & d.may[d.Index[llvm.GetIncomingBlock(i, uint32(operand))]]
	case op == llvm.Store && operand == 0:
		return d.stored[i]
	case op == llvm.Select && operand > 0:
		return d.lanes[i] & may & d.where(branch{llvm.GetOperand(i, 0), operand == 1})
	case laneWise(i):
		return d.lanes[i] & may
	case d.sources[i] != nil && operand == 0:
		var from Lanes
		for lane, source := range d.sources[i] {
			if d.lanes[i].Has(lane) && source >= 0 && source < abi.WarpSize {
				from |= 1 << source
			}
		}
		return from
	case d.sources[i] != nil:
		return d.lanes[i] & may
	case flow.IsShuffle(i) && operand == 0:
		return AllLanes
	}
	return may
}

// laneWise reports whether an instruction's result in each lane depends on that lane's operands
// alone, and the instruction has no side effects for any operands.
func laneWise(i llvm.Value) bool {
	switch op := ir.Opcode(i); op {
	case llvm.Add, llvm.Sub, llvm.Mul, llvm.Shl, llvm.LShr, llvm.AShr, llvm.And, llvm.Or, llvm.Xor,
		llvm.FAdd, llvm.FSub, llvm.FMul, llvm.FDiv, llvm.FRem, llvm.FNeg, llvm.ICmp, llvm.FCmp, llvm.Select, llvm.Freeze,
		llvm.Trunc, llvm.ZExt, llvm.SExt, llvm.FPTrunc, llvm.FPExt, llvm.FPToUI, llvm.FPToSI, llvm.UIToFP, llvm.SIToFP,
		llvm.BitCast, llvm.GetElementPtr, llvm.ExtractElement, llvm.InsertElement, llvm.ShuffleVector, llvm.ExtractValue, llvm.InsertValue:
		return true
	}
	if !ir.IsCall(i) || ir.Callee(i) == 0 {
		return false
	}
	name := ir.Callee(i).Name()
	for _, p := range []string{"llvm.fma.", "llvm.fmuladd.", "llvm.fabs.", "llvm.sqrt.", "llvm.minnum.", "llvm.maxnum.", "llvm.minimum.", "llvm.maximum.",
		"llvm.smin.", "llvm.smax.", "llvm.umin.", "llvm.umax.", "llvm.abs.", "llvm.ctpop.", "llvm.fshl.", "llvm.fshr.", "llvm.copysign."} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	switch name, _ := ir.MangledName(name); name {
	case "fma", "mad", "fabs", "sqrt", "fmin", "fmax", "min", "max", "abs", "copysign", "popcount":
		return true
	}
	return false
}

// mayExecute returns the lanes that may execute a block, over all given warps.
func (d *Demanded) mayExecute(warps []*evaluator, block int) Lanes {
	var list []branch
	controlling(d.Graph, d.dom, block, func(_ int, cond llvm.Value, want bool) { list = append(list, branch{cond, want}) })
	return allow(warps, list)
}

// allow returns the lanes in which all of the conditions may have the wanted values.
func allow(warps []*evaluator, list []branch) Lanes {
	if len(list) == 0 {
		return AllLanes
	}
	var out Lanes
	for _, e := range warps {
		m := e.allLanes()
		for _, b := range list {
			e.restrict(b.cond, b.want, m, func() {})
		}
		out |= m.set()
	}
	return out
}

// where returns the lanes in which the condition of a select may have the wanted value.
func (d *Demanded) where(b branch) Lanes {
	l, ok := d.chosen[b]
	if !ok {
		l = allow(d.warps, []branch{b})
		d.chosen[b] = l
	}
	return l
}

func (m laneMask) set() Lanes {
	var out Lanes
	for l, in := range m {
		if in {
			out |= 1 << l
		}
	}
	return out
}

// observed returns the lanes whose stored value can be observed.
func (d *Demanded) observed(store llvm.Value) Lanes {
	block := d.Index[llvm.GetInstructionParent(store)]
	if d.columns == nil || d.may[block] == 0 || !d.columns.race(store) {
		return d.may[block]
	}
	return d.may[block] & d.mayExecute(d.rows, block)
}

// sourcesOf evaluates the source lanes of an exchange; nil where they are unknown.
func sourcesOf(e *evaluator, shuffle llvm.Value) *Sources {
	f := e.of(llvm.GetOperand(shuffle, 1))
	if f == nil || !f.known() {
		return nil
	}
	out := &Sources{}
	for l, n := range f.lane {
		out[l] = int(n)
	}
	return out
}

// columnUniformity says what is uniform over a column: the work-items of a block with the same ID in its
// first dimension.
//
// A lane's number follows from that ID if the block has one row, or rows of whole warps. In a block
// with more rows, the work-items of a column execute the same stores. If nothing orders these
// stores, they race (a load then gives undef in LLVM's memory model), so that only blocks with one
// row matter.
type columnUniformity struct {
	*flow.Graph
	uniform   map[llvm.Value]bool
	divergent []bool // by block: only some of a column execute it
}

func newColumnUniformity(g *flow.Graph) *columnUniformity {
	c := &columnUniformity{Graph: g, uniform: g.UniformInColumns()}
	c.divergent = g.DivergentBlocks(g.DivergentBranches(c.uniform))
	return c
}

// race reports whether the work-items of a column store to the same address with nothing in between
// that would order their stores. A work-item that signals to another one that its store is done
// must do so between the store and the next barrier of the block: after that barrier, the other one
// has stored, too.
func (c *columnUniformity) race(store llvm.Value) bool {
	p := llvm.GetOperand(store, 1)
	switch llvm.GetPointerAddressSpace(llvm.TypeOf(p)) {
	case ir.GlobalSpace, ir.LocalSpace:
	default:
		return false
	}
	known := c.uniform[p] || llvm.IsConstant(p)
	if !known || llvm.GetVolatile(store) || llvm.GetOrdering(store) != llvm.NotAtomic || c.divergent[c.Index[llvm.GetInstructionParent(store)]] {
		return false
	}
	seen := map[int]bool{}
	var quiet func(i llvm.Value) bool
	quiet = func(i llvm.Value) bool {
		block := c.Index[llvm.GetInstructionParent(i)]
		for ; i != 0; i = llvm.GetNextInstruction(i) {
			if flow.SyncOf(i) == flow.GroupBarrier {
				return true
			}
			if orders(i) {
				return false
			}
		}
		for _, s := range c.Succ[block] {
			if !seen[s] {
				seen[s] = true
				if !quiet(llvm.GetFirstInstruction(c.Blocks[s])) {
					return false
				}
			}
		}
		return true
	}
	return quiet(llvm.GetNextInstruction(store))
}

// orders reports whether an instruction may release earlier stores to other work-items.
func orders(i llvm.Value) bool {
	switch ir.Opcode(i) {
	case llvm.AtomicRMW, llvm.AtomicCmpXchg, llvm.Fence:
		return true
	case llvm.Load, llvm.Store:
		return llvm.GetVolatile(i) || llvm.GetOrdering(i) != llvm.NotAtomic
	}
	return ir.IsCall(i) && !ir.ReadNone(i) && !flow.IsShuffle(i) && !laneWise(i)
}
