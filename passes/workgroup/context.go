// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// The contextArrays keep values across regions: of the work-items of the block, of those of a warp, and on the stack
// if they are uniform.
type contextArrays struct {
	*regionGraph
	pos     *position
	ofBlock layout
	ofWarp  layout  // which follow
	slots   []*slot // of uniform values
}

// bytes returns the size of all arrays per work-item.
func (c *contextArrays) bytes() uint64 {
	return ir.AlignUp(c.ofBlock.size, max(c.ofWarp.align, 1)) + c.ofWarp.total()
}

// startArrays makes the context arrays of the first warp current, which follow those of the block.
func (c *contextArrays) startArrays() {
	if c.pos.byWarp {
		b := c.u.B
		offset := llvm.BuildMul(b, c.padded, c.u.I64(ir.AlignUp(c.ofBlock.size, max(c.ofWarp.align, 1))), "")
		first := llvm.BuildInBoundsGEP2(b, c.u.Types.I8, c.w.pointer(c.u, blockContext), []llvm.Value{offset}, "")
		llvm.BuildStore(b, first, c.pos.arrays)
	}
}

// nextArrays makes those of the next warp current.
func (c *contextArrays) nextArrays() {
	if c.pos.byWarp {
		b := c.u.B
		now := llvm.BuildLoad2(b, c.u.Ptr(0), c.pos.arrays, "")
		next := llvm.BuildGEP2(b, c.u.Types.I8, now, []llvm.Value{c.u.I64(warpSize(c.u) * c.ofWarp.total())}, "")
		llvm.BuildStore(b, next, c.pos.arrays)
	}
}

// layout is the layout of arrays with an element for each work-item.
type layout struct {
	size  uint64 // bytes per work-item
	align uint64
}

// add returns the offset of an array whose elements have a size and an alignment, in bytes per work-item.
func (l *layout) add(size, align uint64) uint64 {
	at := ir.AlignUp(l.size, align)
	l.size, l.align = at+size, max(l.align, align)
	return at
}

// total returns the bytes per work-item of arrays that others follow.
func (l *layout) total() uint64 { return ir.AlignUp(l.size, max(l.align, 1)) }

// A slot keeps a value across regions.
type slot struct {
	t     llvm.Type
	array llvm.Value // the address of its context array, if it has one for the block
	// Otherwise, the offset of its context array among those of a warp.
	offset uint64
	// A uniform value is in a stack slot, which a region loads before its loop and stores after it:
	// a work-item must not see what another one has computed earlier in the same loop.
	current, next llvm.Value
	writers       map[*region]bool
	gathers       bool // true before the loop; each work-item may make it false
}

// array allocates a context array. In the divergent schedule, each warp has its arrays together, at constant
// distances:
//
//	%v = getelementptr inbounds i8, ptr %arrays, i64 1024 ; of the warp that runs
//	%e = getelementptr inbounds i32, ptr %v, i64 %lane
//
// Otherwise a loop over work-items needs one array for the whole block.
func (c *contextArrays) array(t llvm.Type, name string) *slot {
	if !c.pos.byWarp {
		return c.blockArray(t, name)
	}
	return &slot{t: t, offset: warpSize(c.u) * c.ofWarp.add(llvm.ABISizeOfType(c.u.Layout, t), uint64(llvm.ABIAlignmentOfType(c.u.Layout, t)))}
}

// blockArray allocates a context array for the whole block, with room for whole warps.
func (c *contextArrays) blockArray(t llvm.Type, name string) *slot {
	at := c.ofBlock.add(llvm.ABISizeOfType(c.u.Layout, t), uint64(llvm.ABIAlignmentOfType(c.u.Layout, t)))
	llvm.PositionBuilderBefore(c.u.B, c.begin)
	llvm.SetCurrentDebugLocation2(c.u.B, 0)
	offset := llvm.BuildMul(c.u.B, c.padded, c.u.I64(at), "")
	context := c.w.pointer(c.u, blockContext)
	return &slot{t: t, array: llvm.BuildInBoundsGEP2(c.u.B, c.u.Types.I8, context, []llvm.Value{offset}, name)}
}

// uniform makes the slot of a uniform value.
func (c *contextArrays) uniform(t llvm.Type, name string) *slot {
	s := &slot{t: t, current: c.stack(t, name), next: c.stack(t, name+".next"), writers: map[*region]bool{}}
	c.slots = append(c.slots, s)
	return s
}

// element builds the address of an element at the builder's position.
func (c *contextArrays) element(s *slot, at place) llvm.Value {
	array := s.array
	if at.arrays != 0 {
		array = at.arrays
	}
	if s.array == 0 && s.offset != 0 {
		array = llvm.BuildInBoundsGEP2(c.u.B, c.u.Types.I8, at.arrays, []llvm.Value{c.u.I64(s.offset)}, "")
	}
	if llvm.IsNull(at.index) {
		return array
	}
	return llvm.BuildInBoundsGEP2(c.u.B, s.t, array, []llvm.Value{at.index}, "")
}

// load returns the value of a slot in a region.
func (c *contextArrays) load(s *slot, r *region, name string) llvm.Value {
	if s.current != 0 {
		return llvm.BuildLoad2(c.inItem(r), s.t, s.current, name)
	}
	at := c.pos.placeIn(r)
	b := c.inItem(r)
	return llvm.BuildLoad2(b, s.t, c.element(s, at), name)
}

// store keeps a value in a slot, before an instruction of a region.
func (c *contextArrays) store(s *slot, r *region, v, before llvm.Value) {
	if s.current == 0 {
		at := c.pos.placeIn(r)
		b := c.u.Before(before)
		llvm.BuildStore(b, v, c.element(s, at))
		return
	}
	s.writers[r] = true
	llvm.BuildStore(c.u.Before(before), v, s.next)
}

// variable allocates the context array of a stack variable.
func (c *contextArrays) variable(bytes, align uint64, name string) *slot {
	l := &c.ofBlock
	if c.pos.byWarp {
		l = &c.ofWarp
	}
	l.add(0, align)
	return c.array(llvm.ArrayType2(c.u.Types.I8, bytes), name)
}
