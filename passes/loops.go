// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import "gohipcc/passes/llvm"

// A loop is entered at its head and goes back there from its tail.
type loop struct {
	head, tail int
	member     []bool
}

// loops lists the loops of the function.
func (g *graph) loops() []loop {
	var out []loop
	dom := postDominators(g.pred)
	for tail := range g.blocks {
		for _, head := range g.succ[tail] {
			if !dom.has(tail, head) {
				continue
			}
			// The loop's blocks come to its tail without passing its head.
			l := loop{head: head, tail: tail, member: make([]bool, len(g.blocks))}
			l.member[head] = true
			for work := []int{tail}; len(work) > 0; {
				b := work[len(work)-1]
				work = work[:len(work)-1]
				if !l.member[b] {
					l.member[b] = true
					work = append(work, g.pred[b]...)
				}
			}
			out = append(out, l)
		}
	}
	return out
}

// markLoops gives the loops that end at branches a property.
func (u *Unit) markLoops(ends []llvm.Value, property string) {
	kind := u.mdKind("llvm.loop")
	for _, t := range ends {
		name := llvm.MDStringInContext2(u.Ctx, property)
		ops := []llvm.Metadata{name, llvm.MDNodeInContext2(u.Ctx, &name, 1)}
		if old := llvm.GetMetadata(t, kind); old != 0 {
			given := make([]llvm.Value, llvm.GetMDNodeNumOperands(old))
			llvm.GetMDNodeOperands(old, &given[0])
			for _, g := range given[1:] {
				ops = append(ops, llvm.ValueAsMetadata(g))
			}
		}
		// The first operand of a loop's node is the node (LLVM Language Reference,
		// "llvm.loop").
		node := llvm.MetadataAsValue(u.Ctx, llvm.MDNodeInContext2(u.Ctx, &ops[0], uint64(len(ops))))
		llvm.ReplaceMDNodeOperandWith(node, 0, llvm.ValueAsMetadata(node))
		llvm.SetMetadata(t, kind, node)
	}
}
