// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package flow

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// A Kernel is the control-flow graph of a kernel with its synchronisation points and its uniform
// values. Passes that change the kernel call Update.
type Kernel struct {
	*Graph
	Unit          *ir.Unit
	Sync          []llvm.Value        // by block: its last synchronisation point (SyncOf), 0 for none
	ReachesSync   []bool              // by block: one can be reached from the block's start
	UniformValues map[llvm.Value]bool // as of the last call of FindUniform, nil before
}

// NewKernel analyses a kernel.
func NewKernel(u *ir.Unit, f llvm.Value) *Kernel {
	k := &Kernel{Unit: u, Graph: &Graph{F: f}}
	k.Update()
	return k
}

// Update recomputes the blocks and synchronisation points after the kernel has changed. It leaves
// UniformValues as they are: values keep their identity when blocks change.
func (k *Kernel) Update() {
	k.Graph = New(k.F)
	k.Sync, k.ReachesSync = make([]llvm.Value, len(k.Blocks)), make([]bool, len(k.Blocks))
	for i, b := range k.Blocks {
		for x := llvm.GetFirstInstruction(b); x != 0; x = llvm.GetNextInstruction(x) {
			if SyncOf(x) != NoSync {
				k.Sync[i] = x
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range k.Blocks {
			if !k.ReachesSync[i] && (k.Sync[i] != 0 || k.SyncAfter(i)) {
				k.ReachesSync[i] = true
				changed = true
			}
		}
	}
}

// FindUniform computes UniformValues.
func (k *Kernel) FindUniform() { k.UniformValues = k.Uniform() }

// HasSync reports whether the kernel has a synchronisation point.
func (k *Kernel) HasSync() bool {
	for _, x := range k.Sync {
		if x != 0 {
			return true
		}
	}
	return false
}

// SyncAfter reports whether a synchronisation point can be reached from the end of a block.
func (k *Kernel) SyncAfter(block int) bool {
	for _, s := range k.Succ[block] {
		if k.ReachesSync[s] {
			return true
		}
	}
	return false
}

// SyncBetween reports whether a synchronisation point is on a path from the successors of a block
// to block join, or to the end where that is -1.
func (k *Kernel) SyncBetween(block, join int, succ [][]int) bool {
	for _, s := range ListReachable(succ, succ[block], join) {
		if k.Sync[s] != 0 {
			return true
		}
	}
	return false
}

// DivergentBranch reports whether a block ends in a branch whose condition is not in UniformValues.
func (k *Kernel) DivergentBranch(block int) bool {
	return len(k.Succ[block]) > 1 && !k.UniformValues[llvm.GetOperand(llvm.GetBasicBlockTerminator(k.Blocks[block]), 0)]
}

// OpaqueSync returns a synchronisation point of the kind OtherSync, 0 if there is none.
func (k *Kernel) OpaqueSync() llvm.Value {
	for _, i := range ir.Instructions(k.F) {
		if SyncOf(i) == OtherSync {
			return i
		}
	}
	return 0
}

// HasOpaqueSync reports whether there is a synchronisation point of the kind OtherSync.
func (k *Kernel) HasOpaqueSync() bool { return k.OpaqueSync() != 0 }
