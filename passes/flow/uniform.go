// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package flow

import (
	"slices"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
	"gohipcc/target"
)

// uniformBuiltins are the OpenCL functions whose result is uniform over the work-group.
var uniformBuiltins = []string{
	"get_group_id", "get_local_size", "get_enqueued_local_size", "get_num_groups", "get_global_size", "get_work_dim", "get_global_offset",
	"get_max_sub_group_size", "get_num_sub_groups", "get_enqueued_num_sub_groups",
}

// Uniform returns the set of the values that are the same for all work-items of a group: those that
// depend on nothing but arguments, uniform built-ins, and memory at uniform addresses, and that no
// divergent branch chooses between. A value of a loop with a divergent exit is uniform within the
// loop only (temporal divergence): what uses it outside is divergent.
func (g *Graph) Uniform() map[llvm.Value]bool { return g.UniformUnless(nil) }

// UniformUnless is [Graph.Uniform] for a device that runs work-items one after the other, where the
// loads for which races returns true may also be divergent. A nil function stands for none.
func (g *Graph) UniformUnless(races func(load llvm.Value) bool) map[llvm.Value]bool {
	return g.uniformAmong(uniformCall, races)
}

// UniformInColumns returns the values that are uniform over the work-items of a group with the same
// ID in its first dimension, as [Graph.Uniform] does for the whole group. Volatile and atomic
// loads, by which work-items may synchronise, are not uniform.
func (g *Graph) UniformInColumns() map[llvm.Value]bool {
	return g.uniformAmong(func(call llvm.Value) bool {
		if f := ir.Callee(call); f != 0 && ir.OpenCLBuiltin(f.Name()) {
			switch name, _ := ir.MangledName(f.Name()); name {
			case "get_local_id", "get_global_id":
				dim := llvm.GetOperand(call, 0)
				return llvm.IsAConstantInt(dim) != 0 && llvm.IsNull(dim)
			}
		}
		return uniformCall(call)
	}, func(load llvm.Value) bool {
		return llvm.GetVolatile(load) || llvm.GetOrdering(load) != llvm.NotAtomic
	})
}

func (g *Graph) uniformAmong(call func(llvm.Value) bool, races func(load llvm.Value) bool) map[llvm.Value]bool {
	d := newDivergence(g, call, races)
	instructions := ir.Instructions(g.F)
	left := d.describe(instructions)
	for changed := true; changed; {
		changed = false
		left = slices.DeleteFunc(left, func(i instruction) bool {
			if d.values[i.Value] || !d.divergent(i) {
				return d.values[i.Value]
			}
			d.values[i.Value] = true
			changed = true
			return true
		})
		for k := range g.Blocks {
			changed = d.propagate(k) || changed
		}
	}
	out := map[llvm.Value]bool{}
	for _, i := range instructions {
		if !d.values[i] {
			out[i] = true
		}
	}
	for _, p := range ir.Params(g.F) {
		out[p] = true
	}
	for _, b := range g.Blocks {
		for _, op := range ir.Operands(llvm.GetBasicBlockTerminator(b)) {
			if llvm.IsConstant(op) {
				out[op] = true
			}
		}
	}
	return out
}

// divergence finds the values that are not uniform, to a fixed point.
type divergence struct {
	*Graph
	call    func(llvm.Value) bool // whether a call with uniform operands has a uniform result
	races   func(load llvm.Value) bool
	loops   []Loop
	pd      *DomTree
	values  map[llvm.Value]bool // the divergent values
	joins   map[int]bool        // blocks whose PHIs a divergent branch chooses for
	escaped map[llvm.Value]bool // uses of a loop's values after a divergent exit
	done    map[int]bool        // blocks whose divergent branch has been propagated
	left    map[int]bool        // loops whose values have escaped, by their index
}

func newDivergence(g *Graph, call, races func(llvm.Value) bool) *divergence {
	return &divergence{
		Graph: g, call: call, races: races, loops: g.NaturalLoops(), pd: PostDominators(g.Succ),
		values: map[llvm.Value]bool{}, joins: map[int]bool{}, escaped: map[llvm.Value]bool{}, done: map[int]bool{},
		left: map[int]bool{},
	}
}

// instruction has what decides whether an instruction's value is divergent: it is asked again and
// again, until nothing changes.
type instruction struct {
	llvm.Value
	operands []llvm.Value // instructions
	source   bool         // divergent whatever its operands
	phiOf    int          // the block of a PHI, or -1
}

// describe returns the instructions whose values may be divergent.
func (d *divergence) describe(list []llvm.Value) []instruction {
	out := make([]instruction, 0, len(list))
	for _, i := range list {
		if IsAll(i) {
			continue
		}
		in := instruction{Value: i, phiOf: -1}
		for _, op := range ir.Operands(i) {
			if llvm.IsAInstruction(op) != 0 {
				in.operands = append(in.operands, op)
			}
		}
		switch llvm.GetInstructionOpcode(i) {
		case llvm.Call:
			in.source = !d.call(i)
		case llvm.Load:
			p := llvm.GetOperand(i, 0)
			in.source = d.races != nil && d.races(i) || llvm.GetPointerAddressSpace(llvm.TypeOf(p)) == ir.PrivateSpace && !readOnlyArgument(p) && !d.flat(p)
		case llvm.Alloca, llvm.AtomicRMW, llvm.AtomicCmpXchg:
			in.source = true
		case llvm.PHI:
			in.phiOf = d.Index[llvm.GetInstructionParent(i)]
		}
		out = append(out, in)
	}
	return out
}

// divergent reports whether an instruction's value is divergent, given what is known so far.
func (d *divergence) divergent(i instruction) bool {
	return i.source || d.escaped[i.Value] || i.phiOf >= 0 && d.joins[i.phiOf] ||
		slices.ContainsFunc(i.operands, func(op llvm.Value) bool { return d.values[op] })
}

// propagate marks as divergent what depends on the branch of a block once its condition is
// divergent. It reports whether anything was added.
func (d *divergence) propagate(block int) bool {
	t := llvm.GetBasicBlockTerminator(d.Blocks[block])
	if d.done[block] || len(d.Succ[block]) < 2 || !d.values[llvm.GetOperand(t, 0)] {
		return false
	}
	d.done[block] = true
	for _, s := range d.Joins(block, d.pd.Immediate(block)) {
		d.joins[s] = true
	}
	for i, l := range d.loops {
		// All divergent exits of a loop have the same effect.
		if !d.left[i] && l.divergentExit(block, d.pd) {
			d.left[i] = true
			d.escapes(l)
		}
	}
	return true
}

// escapes makes the uses of a loop's values outside of it divergent. A branch is not a value that
// could be divergent; its condition is.
func (d *divergence) escapes(l Loop) {
	for i, in := range l.Member {
		if !in {
			continue
		}
		for v := llvm.GetFirstInstruction(d.Blocks[i]); v != 0; v = llvm.GetNextInstruction(v) {
			for _, w := range d.UsersOutside(l, v) {
				if w == llvm.GetBasicBlockTerminator(llvm.GetInstructionParent(w)) {
					d.values[v] = true
				} else {
					d.escaped[w] = true
				}
			}
		}
	}
}

// flat reports whether a pointer is generic although its address space has the private one's number: it is
// computed from a pointer argument of a kernel ([target.KernelConvention]). Arguments by value are private.
func (d *divergence) flat(p llvm.Value) bool {
	if !target.KernelConventions[uint64(llvm.GetFunctionCallConv(d.F))].GenericPrivate {
		return false
	}
	for op := ir.Opcode(p); op == llvm.GetElementPtr || op == llvm.AddrSpaceCast; op = ir.Opcode(p) {
		p = llvm.GetOperand(p, 0)
	}
	return llvm.IsAArgument(p) != 0 && !ir.IsByValue(d.F, p)
}

// readOnlyArgument reports whether a pointer points into a byval argument that is never written.
func readOnlyArgument(p llvm.Value) bool {
	for ir.Opcode(p) == llvm.GetElementPtr {
		p = llvm.GetOperand(p, 0)
	}
	return llvm.IsAArgument(p) != 0 && OnlyRead(p)
}

// OnlyRead reports whether a pointer, and those computed from it, are used by loads and as the source
// of copies alone.
func OnlyRead(p llvm.Value) bool {
	for _, w := range ir.Users(p) {
		switch op := ir.Opcode(w); {
		case op == llvm.Load, op == llvm.Call && ir.CopiesMemory(w) && llvm.GetOperand(w, 0) != p:
		case op == llvm.GetElementPtr, op == llvm.AddrSpaceCast:
			if !OnlyRead(w) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// uniformCall reports whether a call with uniform operands has a uniform result.
func uniformCall(call llvm.Value) bool {
	f := ir.Callee(call)
	if f == 0 {
		return false
	}
	if llvm.GetIntrinsicID(f) != 0 {
		return uniformIntrinsic(f.Name())
	}
	name, ok := ir.MangledName(f.Name())
	if !ok || !ir.OpenCLBuiltin(f.Name()) {
		return false
	}
	if slices.Contains(uniformBuiltins, name) || strings.HasPrefix(name, "work_group_") {
		return true
	}
	return !strings.HasPrefix(name, "get_") && !strings.Contains(name, "sub_group") && !strings.HasPrefix(name, "atom") && !strings.HasPrefix(name, "clock") && !strings.HasPrefix(name, "__spirv")
}

// uniformIntrinsic reports whether the result of an intrinsic depends on its operands alone, or on the
// work-group.
func uniformIntrinsic(name string) bool {
	if f, _ := ir.SpecialRegister(name); f != "" {
		return slices.Contains(uniformBuiltins, f)
	}
	name, ok := strings.CutPrefix(name, nvvmPrefix)
	return !ok || uniformNVVM(name)
}
