// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package spirv makes of a SPIR-V module what one device gets of it: one kernel with what it
// reaches, without what the device lacks, in the words that its compiler understands best.
// It knows SPIR-V and no device: what a device has is said by the caller.
package spirv

import "slices"

// Index knows where the parts of a SPIR-V module are, so that the call graph
// of one kernel can be cut out of it in time that depends on the kernel and not on
// the module. Offsets are into words; 0 is none.
type Index struct {
	words []uint32
	// always are the global instructions that every part keeps: capabilities,
	// extensions, imports, the memory model, groups of decorations
	always []int32
	// anonymous are the other global instructions that define nothing and name nothing
	anonymous []int32
	// defs are the global instructions that define an ID, by it
	defs []int32
	// decorations are the instructions that say something of an ID which others define;
	// first of them by ID, and the next of the same ID
	decorations []decoration
	first       []int32
	funcs       map[uint32]*function
	entry       map[string]uint32
	// points are the entry points and execution modes by their function
	points map[uint32][]int32
}

type decoration struct{ at, next int32 }

type function struct {
	id          uint32
	start, end  int32 // words[start:end] from OpFunction to OpFunctionEnd
	calls       []uint32
	decorations []int32 // of what it defines
}

// at is the instruction at an offset.
func (x *Index) at(offset int32) []uint32 {
	return x.words[offset : offset+int32(x.words[offset]>>16)]
}

// def is where an ID is defined outside of functions, or 0.
func (x *Index) def(id uint32) int32 {
	if int(id) < len(x.defs) {
		return x.defs[id]
	}
	return 0
}

// decorated lists the decorations of an ID.
func (x *Index) decorated(to []int32, id uint32) []int32 {
	if int(id) >= len(x.first) {
		return to
	}
	for i := x.first[id]; i != 0; i = x.decorations[i].next {
		to = append(to, x.decorations[i].at)
	}
	return to
}

// NewIndex reads a module, once for all its kernels.
func NewIndex(image []byte) (*Index, error) {
	words, err := decode(image)
	if err != nil {
		return nil, err
	}
	x := &Index{
		words: words, defs: make([]int32, words[3]), first: make([]int32, words[3]),
		decorations: make([]decoration, 1),
		funcs:       make(map[uint32]*function),
		entry:       make(map[string]uint32),
		points:      make(map[uint32][]int32),
	}
	var cur *function
	for at := int32(header); int(at) < len(words); {
		in := x.at(at)
		n, op := len(in), in[0]&0xffff
		switch {
		case op == opFunction && n >= 5:
			cur = &function{id: in[2], start: at}
		case op == opFunctionEnd && cur != nil:
			cur.end = at + int32(n)
			x.funcs[cur.id] = cur
			cur = nil
		case cur != nil:
			if op == opFunctionCall && n >= 4 {
				cur.calls = append(cur.calls, in[3])
			}
			if n >= 3 && !withoutResult[op] {
				cur.decorations = x.decorated(cur.decorations, in[2])
			}
		default:
			x.global(at, in)
		}
		at += int32(n)
	}
	return x, nil
}

// global files an instruction outside of functions.
func (x *Index) global(at int32, in []uint32) {
	switch op := in[0] & 0xffff; op {
	case opSourceContinued, opSource, opSourceExtension, opName, opMemberName, opLine, opNoLine, opModuleProcessed:
		// Not needed to compile.
	case opEntryPoint:
		if len(in) >= 4 {
			x.entry[wordString(in[3:])] = in[2]
			x.points[in[2]] = append(x.points[in[2]], at)
		}
	case opExecutionMode, opExecutionModeID:
		if len(in) >= 2 {
			x.points[in[1]] = append(x.points[in[1]], at)
		}
	case opDecorate, opMemberDecorate, opDecorateID, opDecorateString, opMemberDecorateString, opTypeForwardPointer:
		if len(in) >= 3 && in[1] < x.words[3] {
			x.decorations = append(x.decorations, decoration{at, x.first[in[1]]})
			x.first[in[1]] = int32(len(x.decorations) - 1)
		}
	case opCapability, opExtension, opExtInstImport, opMemoryModel, opDecorationGroup, opGroupDecorate, opGroupMemberDecorate:
		x.always = append(x.always, at)
		if id, ok := resultID(in); ok && id < x.words[3] {
			x.defs[id] = at
		}
	default:
		if id, ok := resultID(in); !ok {
			x.anonymous = append(x.anonymous, at)
		} else if id < x.words[3] {
			x.defs[id] = at
		}
	}
}

// literals are the words of instructions that are no IDs of globals: those from the first
// number on, or the one word of the second. An ID taken for needed that is not may bring
// in a type that the device does not have.
var literals = map[uint32]struct{ from, only int }{
	opString: {from: 2}, opTypeInt: {from: 2}, opTypeFloat: {from: 2}, opTypeVector: {only: 3}, opTypePointer: {only: 2},
	opConstant: {from: 3}, opSpecConstantOp: {only: 3}, opVariable: {only: 3}, opFunction: {only: 3}, opExtInst: {only: 4}, opLoad: {from: 4}, opStore: {from: 3},
	25:  {from: 3}, // OpTypeImage
	45:  {from: 3}, // OpConstantSampler
	50:  {from: 3}, // OpSpecConstant
	63:  {from: 3}, // OpCopyMemory
	64:  {from: 4}, // OpCopyMemorySized
	79:  {from: 5}, // OpVectorShuffle
	81:  {from: 4}, // OpCompositeExtract
	82:  {from: 5}, // OpCompositeInsert
	246: {from: 3}, // OpLoopMerge
	247: {from: 2}, // OpSelectionMerge
	249: {from: 1}, // OpBranch
	250: {from: 4}, // OpBranchConditional
	251: {from: 2}, // OpSwitch
}

// mentions calls f with what may be an ID in an instruction.
func mentions(in []uint32, f func(uint32)) {
	l := literals[in[0]&0xffff]
	for k := 1; k < len(in) && (l.from == 0 || k < l.from); k++ {
		if k != l.only {
			f(in[k])
		}
	}
}

// Prune returns the module that holds one kernel, the functions it can reach and
// the globals these use, if there is such a kernel. Metadata records, names and debug strings go too: what is
// left is what the driver must compile, and the same kernel in two builds is the
// same text and so the same entry of the program cache.
func (x *Index) Prune(kernel string) (il []byte, ok bool) {
	root, ok := x.entry[kernel]
	if !ok || x.funcs[root] == nil {
		return nil, false
	}
	live := map[uint32]bool{}
	var work []uint32
	mark := func(id uint32) {
		if !live[id] {
			live[id] = true
			work = append(work, id)
		}
	}
	mark(root)
	keep := append(append([]int32(nil), x.always...), x.anonymous...)
	keep = append(keep, x.points[root]...)
	var functions []*function
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		keep = x.decorated(keep, id)
		if f := x.funcs[id]; f != nil {
			functions = append(functions, f)
			keep = append(keep, f.decorations...)
			for _, c := range f.calls {
				mark(c)
			}
			// Taking a literal for an ID keeps a global too many and never one too few;
			// functions come by their calls alone.
			for at := f.start; at < f.end; {
				in := x.at(at)
				mentions(in, func(w uint32) {
					if x.def(w) != 0 {
						mark(w)
					}
				})
				at += int32(len(in))
			}
			continue
		}
		at := x.def(id)
		if at == 0 {
			continue
		}
		keep = append(keep, at)
		in := x.at(at)
		mentions(in, func(w uint32) {
			if x.def(w) != 0 || in[0]&0xffff == opConstantFuncPtrINTEL && x.funcs[w] != nil {
				mark(w)
			}
		})
	}
	// What was gathered goes back into the module's order.
	slices.Sort(keep)
	keep = slices.Compact(keep)
	slices.SortFunc(functions, func(a, b *function) int { return int(a.start - b.start) })
	out := append([]uint32(nil), x.words[:header]...)
	for _, at := range keep {
		in := x.at(at)
		if in[0]&0xffff == opEntryPoint {
			in = x.trimInterface(in, live)
		}
		out = append(out, in...)
	}
	for _, f := range functions {
		out = append(out, x.words[f.start:f.end]...)
	}
	return encode(out), true
}

// trimInterface drops the variables of other kernels from an entry point's
// interface list.
func (x *Index) trimInterface(in []uint32, live map[uint32]bool) []uint32 {
	end := 3
	for end < len(in) && in[end]>>24 != 0 {
		end++
	}
	end++
	out := append([]uint32(nil), in[:min(end, len(in))]...)
	for _, id := range in[min(end, len(in)):] {
		if live[id] {
			out = append(out, id)
		}
	}
	out[0] = uint32(len(out))<<16 | opEntryPoint
	return out
}
