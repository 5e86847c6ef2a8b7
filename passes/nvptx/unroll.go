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

// Unroll unrolls the innermost loops whose trip count only the launch knows, with two differences
// from LLVM's optimiser.
//
// Loops with warp functions and barriers are unrolled as well. The remainder runs in a loop of its
// own, so lanes that leave the first loop in different iterations would no longer reconverge; where
// all lanes of a warp execute the same number of iterations, they do.
//
//	loop:
//	  %v = call i1 @llvm.nvvm.vote.all.sync(i32 %m, i1 %p)
//	  …
//	  br i1 %done, label %end, label %loop      ; %done is the same for all lanes
//
// becomes a loop with four steps per iteration, and one for the remainder.
//
// A loop over constant memory is unrolled completely if it is short enough (overConstants).
//
// A loop whose stride is the size of the block or the grid, or a long one whose stride is a number of warps, is
// unrolled where nvcc does so: if the counter is a signed number that must not overflow, as in
//
//	int stride = blockDim.x * gridDim.x;
//	for (int i = …; i < n; i += stride)
//
// and not with "i += blockDim.x * gridDim.x", which is unsigned. It distributes the work over the threads, which
// execute few iterations each, and computing the trip count takes a division.
func Unroll(u *ir.Unit) error {
	if u.Opts.Level != "2" && u.Opts.Level != "3" {
		return nil
	}
	for _, f := range u.Definitions() {
		if err := u.FunctionPasses(f, "loop-simplify,lcssa"); err != nil {
			return err
		}
		g := flow.New(f)
		loops := g.BackEdgeLoops()
		if len(loops) == 0 {
			continue
		}
		flow.MarkLoops(u, wholeLoops(u, g, loops), "llvm.loop.unroll.runtime.disable")
		flow.MarkLoops(u, overConstants(g, loops), "llvm.loop.unroll.full")
		bind := freeCalls(u, g, loops)
		err := u.FunctionPasses(f, "loop-unroll<O"+u.Opts.Level+";runtime;no-partial;upperbound>")
		bind()
		if err != nil {
			return err
		}
	}
	return u.LLVMPasses("function(sroa<modify-cfg>,instcombine<no-verify-fixpoint>,loop-mssa(licm<allowspeculation>),simplifycfg,early-cse<memssa>)")
}

// unsignedCounter is the metadata of a counter's addition that is unsigned in the source.
const unsignedCounter = "gohip.unsigned.counter"

// UnsignedCounters marks the additions of counters that are unsigned in the source, as LLVM later finds out of many of them that they
// do not overflow as signed numbers either: of "i += blockDim.x" where i is less than a quarter of an int.
//
//	%next = add i32 %i, %size
//
// becomes
//
//	%next = add i32 %i, %size, !gohip.unsigned.counter !0
func UnsignedCounters(u *ir.Unit) error {
	if u.Opts.Level != "2" && u.Opts.Level != "3" {
		return nil
	}
	kind := u.MDKind(unsignedCounter)
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			if ir.Opcode(i) == llvm.Add && !llvm.GetNSW(i) && updates(i) {
				llvm.SetMetadata(i, kind, llvm.MetadataAsValue(u.Ctx, llvm.MDNodeInContext2(u.Ctx, nil, 0)))
			}
		}
	}
	return nil
}

// updates reports whether a sum is the new value of a variable that is added to.
func updates(sum llvm.Value) bool {
	return slices.ContainsFunc(ir.Operands(sum), func(v llvm.Value) bool {
		return slices.ContainsFunc(ir.Users(sum), func(w llvm.Value) bool {
			return w == v && ir.Opcode(v) == llvm.PHI ||
				ir.Opcode(v) == llvm.Load && ir.Opcode(w) == llvm.Store && llvm.GetOperand(w, 0) == sum && llvm.GetOperand(w, 1) == llvm.GetOperand(v, 0)
		})
	})
}

// wholeLoops returns the latch branches of the loops that are not unrolled: those that contain
// loops, and those of an unsigned counter whose stride is a size of the launch.
func wholeLoops(u *ir.Unit, g *flow.Graph, loops []flow.Loop) []llvm.Value {
	unsigned := u.MDKind(unsignedCounter)
	var out []llvm.Value
	for _, l := range loops {
		if slices.ContainsFunc(loops, func(in flow.Loop) bool { return in.Header != l.Header && l.Member[in.Header] }) {
			out = append(out, llvm.GetBasicBlockTerminator(g.Blocks[l.Latch]))
			continue
		}
		for i := llvm.GetFirstInstruction(g.Blocks[l.Header]); ir.Opcode(i) == llvm.PHI; i = llvm.GetNextInstruction(i) {
			if slices.ContainsFunc(ir.Users(i), func(w llvm.Value) bool {
				return ir.Opcode(w) == llvm.Add && (!llvm.GetNSW(w) || llvm.GetMetadata(w, unsigned) != 0) && slices.Contains(ir.Users(w), i) &&
					slices.ContainsFunc(ir.Operands(w), func(v llvm.Value) bool { return launchSize(v) || warps(v) && long(g, l) })
			}) {
				out = append(out, llvm.GetBasicBlockTerminator(g.Blocks[l.Latch]))
				break
			}
		}
	}
	return out
}

// warps reports whether a value is a positive constant number of warps.
func warps(v llvm.Value) bool {
	return llvm.IsAConstantInt(v) != 0 && llvm.ConstIntGetSExtValue(v) > 0 && llvm.ConstIntGetSExtValue(v)%32 == 0
}

// long reports whether a loop has more instructions than nvcc unrolls.
func long(g *flow.Graph, l flow.Loop) bool {
	const limit = 32
	n := 0
	for b, in := range l.Member {
		if in {
			for i := llvm.GetFirstInstruction(g.Blocks[b]); i != 0; i = llvm.GetNextInstruction(i) {
				n++
			}
		}
	}
	return n > limit
}

// launchSize reports whether a value is a size of the launch: of the block, the grid, or
// a product of those.
func launchSize(v llvm.Value) bool {
	switch ir.Opcode(v) {
	case llvm.ZExt, llvm.SExt, llvm.Trunc:
		return launchSize(llvm.GetOperand(v, 0))
	case llvm.Mul:
		return launchSize(llvm.GetOperand(v, 0)) && launchSize(llvm.GetOperand(v, 1))
	case llvm.Call:
		name, ok := strings.CutPrefix(ir.Callee(v).Name(), "llvm.nvvm.read.ptx.sreg.")
		return ok && (strings.HasPrefix(name, "ntid.") || strings.HasPrefix(name, "nctaid."))
	}
	return false
}

// freeCalls allows calls of warp functions and barriers to be duplicated where all lanes of a warp
// leave every enclosing loop together, until the function that it returns is called.
func freeCalls(u *ir.Unit, g *flow.Graph, loops []flow.Loop) func() {
	calls, functions := convergentCalls(u, g)
	if u.Kernels[g.F.Name()] == nil || len(calls) == 0 {
		return func() {} // in functions it is not known which values differ between the lanes
	}
	free := inUniformLoops(g, loops)
	// A call has the attribute when it or its function has it.
	convergent := u.AttrKind("convergent")
	attr := llvm.CreateEnumAttribute(u.Ctx, convergent, 0)
	for _, call := range calls {
		if free[g.Index[llvm.GetInstructionParent(call)]] {
			llvm.RemoveCallSiteEnumAttribute(call, llvm.FunctionIndex, convergent)
		} else {
			llvm.AddCallSiteAttribute(call, llvm.FunctionIndex, attr)
		}
	}
	for _, f := range functions {
		u.RemoveAttr(f, llvm.FunctionIndex, "convergent")
	}
	return func() {
		for _, f := range functions {
			u.AddAttr(f, llvm.FunctionIndex, "convergent")
		}
	}
}

// convergentCalls returns a function's calls of convergent intrinsics, and these.
func convergentCalls(u *ir.Unit, g *flow.Graph) (calls, functions []llvm.Value) {
	convergent := u.AttrKind("convergent")
	for _, i := range ir.Instructions(g.F) {
		if !ir.IsCall(i) || ir.Callee(i) == 0 || llvm.GetIntrinsicID(ir.Callee(i)) == 0 || llvm.GetEnumAttributeAtIndex(ir.Callee(i), llvm.FunctionIndex, convergent) == 0 {
			continue
		}
		calls = append(calls, i)
		if !slices.Contains(functions, ir.Callee(i)) {
			functions = append(functions, ir.Callee(i))
		}
	}
	return calls, functions
}

// inUniformLoops returns which blocks are only in loops that the lanes of a warp leave together.
func inUniformLoops(g *flow.Graph, loops []flow.Loop) []bool {
	inside, uneven := make([]bool, len(g.Blocks)), make([]bool, len(g.Blocks))
	divergent := newLanes(g, true).divergentBranches() // kernels only
	for _, l := range loops {
		even := true
		for b := range g.Blocks {
			if l.Member[b] && divergent[b] && slices.ContainsFunc(g.Succ[b], func(s int) bool { return !l.Member[s] }) {
				even = false
			}
		}
		for b := range g.Blocks {
			inside[b] = inside[b] || l.Member[b]
			uneven[b] = uneven[b] || l.Member[b] && !even
		}
	}
	for b := range inside {
		inside[b] = inside[b] && !uneven[b]
	}
	return inside
}
