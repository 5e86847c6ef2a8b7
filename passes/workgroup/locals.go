// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"gohipcc/passes/llvm"
)

// The localIDs are those of work-items in regions: counters of loops, or context arrays in the divergent schedule.
type localIDs struct {
	*regionGraph
	pos     *position
	context *contextArrays
	locals  [3]*slot
}

// lowerLocalIDs replaces uses of the local ID by what each region loads at its start.
func (l *localIDs) lowerLocalIDs() {
	for _, r := range l.regions {
		for _, blk := range append([]llvm.Block{r.item}, r.blocks...) {
			for i := llvm.GetFirstInstruction(blk); i != 0; {
				next := llvm.GetNextInstruction(i)
				if d := localID(i); d >= 0 {
					l.replace(i, l.localIn(r, d))
				}
				i = next
			}
		}
	}
}

// localIn returns one dimension of the local ID in a region.
func (l *localIDs) localIn(r *region, d int) llvm.Value {
	if d == 3 {
		return l.pos.linearIn(r)
	}
	if v, ok := r.loads[l.pos.counter[d]]; ok {
		return v
	}
	b := l.u.B
	var v llvm.Value
	if l.uniformSync {
		llvm.PositionBuilderBefore(b, llvm.GetFirstInstruction(r.item))
		llvm.SetCurrentDebugLocation2(b, 0)
		v = llvm.BuildLoad2(b, l.u.Types.I64, l.pos.counter[d], string("xyz"[d]))
	} else {
		if l.locals[d] == nil {
			l.locals[d] = l.context.blockArray(l.u.IntType(16), "local."+string("xyz"[d]))
		}
		linear := l.pos.linearIn(r)
		llvm.PositionBuilderBefore(b, llvm.GetNextInstruction(linear))
		v = llvm.BuildLoad2(b, l.locals[d].t, l.context.element(l.locals[d], place{index: linear}), "")
		v = llvm.BuildZExt(b, v, l.u.Types.I64, string("xyz"[d]))
	}
	r.loads[l.pos.counter[d]] = v
	return v
}

// storeLocals writes the context arrays of the local IDs that are used.
func (l *localIDs) storeLocals() {
	u := l.u
	args := []llvm.Value{}
	for d := range 3 {
		if l.locals[d] == nil {
			args = append(args, llvm.ConstNull(u.Ptr(0)))
		} else {
			args = append(args, l.locals[d].array)
		}
		args = append(args, l.w.count(u, launchBlock[d]))
	}
	if l.locals[0] != nil || l.locals[1] != nil || l.locals[2] != nil {
		l.call("locals", args...)
	}
}
