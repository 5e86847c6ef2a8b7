// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"gohipcc/abi"
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// clockTicks is the device library's counter of clock readings. A loop that spin-waits may measure
// how long, or sleep between two polls.
const clockTicks = abi.VarClockTicks

// acquire is LLVMAtomicOrderingAcquire.
const acquire = 4

// MarkSpinWaits finds the loops that wait for another block: they write nothing, and an exit depends
// on an address in global memory that they poll. The grid's barrier has one, and so has a spin-wait of
// the program. Functions with such a loop need blocks that run concurrently, and the loop gets a mark
// at its latch, a fence of one work-item, which is no instruction on a device. A runtime may yield the
// processor there (docs/design/abi.md, "Blocks that wait").
//
//	wait:
//	  %v = atomicrmw add ptr addrspace(1) %flag, i32 0 syncscope("device") monotonic
//	  %no = icmp eq i32 %v, 0
//	  br i1 %no, label %wait, label %go
//
// becomes
//
//	wait:
//	  %v = atomicrmw add ptr addrspace(1) %flag, i32 0 syncscope("device") monotonic
//	  %no = icmp eq i32 %v, 0
//	  br i1 %no, label %wait.wait_crit_edge, label %go
//
//	wait.wait_crit_edge:
//	  fence syncscope("singlethread") acquire
//	  br label %wait
//
// A lock is not such a loop: it writes what it polls, and its holder is a block that already runs.
func MarkSpinWaits(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		if len(waitingLoops(u, f)) == 0 {
			continue
		}
		u.Needs(abi.FeatureGridSync, f)
		// Splitting critical edges keeps the mark off the path of a successful poll.
		if err := u.FunctionPasses(f, "break-crit-edges"); err != nil {
			return err
		}
		for _, b := range waitingLoops(u, f) {
			llvm.BuildFence(u.Before(llvm.GetBasicBlockTerminator(b)), acquire, true, "")
		}
	}
	return nil
}

// waitingLoops lists the latches of the loops of a function that spin-wait.
func waitingLoops(u *ir.Unit, f llvm.Value) []llvm.Block {
	g := flow.New(f)
	var latches []llvm.Block
	for _, l := range g.NaturalLoops() {
		w := spinLoop{u: u, g: g, loop: l, depends: map[llvm.Value]bool{}}
		if !w.readOnly() || !w.ends() {
			continue
		}
		for i, in := range l.Member {
			for _, s := range g.Succ[i] {
				if in && s == l.Header {
					latches = append(latches, g.Blocks[i])
					break
				}
			}
		}
	}
	return latches
}

// spinLoop is a loop that may spin-wait.
type spinLoop struct {
	u       *ir.Unit
	g       *flow.Graph
	loop    flow.Loop
	fenced  bool                // a fence or barrier makes it read memory again
	depends map[llvm.Value]bool // values that the exits found so far depend on
}

// inside reports whether v is computed in the loop.
func (w *spinLoop) inside(v llvm.Value) bool {
	return llvm.IsAInstruction(v) != 0 && w.loop.Member[w.g.Index[llvm.GetInstructionParent(v)]]
}

// readOnly reports whether the loop changes no memory that another work-item could see.
func (w *spinLoop) readOnly() bool {
	for b, in := range w.loop.Member {
		if !in {
			continue
		}
		for i := llvm.GetFirstInstruction(w.g.Blocks[b]); i != 0; i = llvm.GetNextInstruction(i) {
			switch ir.Opcode(i) {
			case llvm.Store:
				return false
			case llvm.Fence:
				w.fenced = true
			case llvm.AtomicRMW, llvm.AtomicCmpXchg:
				if !changesNothing(i) && ir.StripCasts(llvm.GetOperand(i, 0)).Name() != clockTicks {
					return false
				}
			case llvm.Call:
				sync := flow.SyncOf(i) != flow.NoSync
				w.fenced = w.fenced || sync
				if !sync && !ir.ReadNone(i) && !onlyReads(w.u, i) {
					return false
				}
			}
		}
	}
	return true
}

// ends reports whether what the loop polls decides an exit.
func (w *spinLoop) ends() bool {
	for b, in := range w.loop.Member {
		if !in {
			continue
		}
		for _, s := range w.g.Succ[b] {
			if !w.loop.Member[s] && w.decides(b) {
				return true
			}
		}
	}
	return false
}

// decides reports whether what the loop polls decides the branch of a block.
func (w *spinLoop) decides(block int) bool {
	t := llvm.GetBasicBlockTerminator(w.g.Blocks[block])
	return llvm.GetNumSuccessors(t) > 1 && w.polled(llvm.GetOperand(t, 0))
}

// polled reports whether a value is what a poll has read, or depends on it.
func (w *spinLoop) polled(v llvm.Value) bool {
	if w.depends[v] || !w.inside(v) {
		return false
	}
	w.depends[v] = true
	if w.isPoll(v) {
		return true
	}
	for _, op := range ir.Operands(v) {
		if w.polled(op) {
			return true
		}
	}
	if llvm.IsAPHINode(v) == 0 {
		return false
	}
	// Branches before the PHI decide which of its values it has.
	for k := range llvm.CountIncoming(v) {
		from := w.g.Index[llvm.GetIncomingBlock(v, k)]
		if !w.loop.Member[from] {
			continue
		}
		if w.decides(from) {
			return true
		}
		for _, p := range w.g.Pred[from] {
			if w.loop.Member[p] && w.decides(p) {
				return true
			}
		}
	}
	return false
}

// isPoll reports whether an instruction reads the same global address in each iteration.
func (w *spinLoop) isPoll(i llvm.Value) bool {
	switch ir.Opcode(i) {
	case llvm.Load:
		if !llvm.GetVolatile(i) && llvm.GetOrdering(i) == 0 && !w.fenced {
			return false
		}
	case llvm.AtomicRMW, llvm.AtomicCmpXchg:
		if !changesNothing(i) {
			return false
		}
	default:
		return false
	}
	p := llvm.GetOperand(i, 0)
	space := llvm.GetPointerAddressSpace(llvm.TypeOf(p))
	return (space == ir.GlobalSpace || space == ir.GenericSpace) && w.invariant(p)
}

// invariant reports whether a value is the same in every iteration of the loop, as far as this
// work-item knows: what it loads, a fence may have made it load again, but it writes no memory.
func (w *spinLoop) invariant(v llvm.Value) bool {
	if !w.inside(v) {
		return true
	}
	switch op := ir.Opcode(v); {
	case op == llvm.Load && (llvm.GetVolatile(v) || llvm.GetOrdering(v) != 0):
		return false
	case op == llvm.PHI, op == llvm.AtomicRMW, op == llvm.AtomicCmpXchg, op == llvm.Alloca:
		return false
	case op == llvm.Call && !ir.ReadNone(v):
		return false
	}
	for _, op := range ir.Operands(v) {
		if !w.invariant(op) {
			return false
		}
	}
	return true
}

// neutral are the identity operands of atomic operations, by width in bits.
var neutral = map[llvm.RMWOp]func(bits uint32) uint64{
	llvm.RMWAdd:  zero,
	llvm.RMWSub:  zero,
	llvm.RMWOr:   zero,
	llvm.RMWXor:  zero,
	llvm.RMWUMax: zero,
	llvm.RMWAnd:  ones,
	llvm.RMWUMin: ones,
	llvm.RMWMax:  func(bits uint32) uint64 { return 1 << (bits - 1) },
	llvm.RMWMin:  func(bits uint32) uint64 { return ones(bits) >> 1 },
}

func zero(uint32) uint64      { return 0 }
func ones(bits uint32) uint64 { return ^uint64(0) >> (64 - bits) }

// changesNothing reports whether an atomic operation stores what it reads.
func changesNothing(i llvm.Value) bool {
	if ir.Opcode(i) == llvm.AtomicCmpXchg {
		return llvm.GetOperand(i, 1) == llvm.GetOperand(i, 2)
	}
	n, t := llvm.GetOperand(i, 1), llvm.TypeOf(i)
	value := neutral[llvm.GetAtomicRMWBinOp(i)]
	return value != nil && llvm.IsAConstantInt(n) != 0 && llvm.GetIntTypeWidth(t) <= 64 &&
		llvm.ConstIntGetZExtValue(n) == value(llvm.GetIntTypeWidth(t))
}

// Bits of LLVM's attribute "memory" (llvm/Support/ModRef.h): two for each kind of memory, the upper
// of which stands for writes. The second kind is memory that is inaccessible to the program.
const (
	writesAny       = 0xaaaaaaaa
	writesInvisible = 2 << 2
)

// onlyReads reports whether the callee of a call is known to write no accessible memory.
func onlyReads(u *ir.Unit, call llvm.Value) bool {
	f := ir.Callee(call)
	if f == 0 {
		return false
	}
	const function = ^uint32(0) // LLVMAttributeFunctionIndex
	a := llvm.GetEnumAttributeAtIndex(f, function, u.AttrKind("memory"))
	return a != 0 && llvm.GetEnumAttributeValue(a)&(writesAny&^writesInvisible) == 0
}
