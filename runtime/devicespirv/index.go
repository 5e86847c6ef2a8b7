// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package devicespirv prepares a SPIR-V module for a device: it extracts one kernel and its
// callees, lowers features that the device lacks, and rewrites code that the device's compiler
// handles badly. The package knows SPIR-V, but no devices: the caller describes the device.
package devicespirv

import (
	"slices"

	"gohipcc/spirv"
)

// Index records the positions of the parts of a SPIR-V module, so that the call graph of one kernel
// can be extracted in time that depends on the kernel and not on the module. Offsets are in words;
// 0 means none.
type Index struct {
	words []uint32
	// always lists the global instructions that every extracted module keeps: capabilities,
	// extensions, imports, the memory model, decoration groups.
	always []int32
	// anonymous lists the other global instructions that have no result ID.
	anonymous []int32
	// defs maps an ID to the global instruction that defines it.
	defs []int32
	// decorations lists the decoration instructions; first maps an ID to its first decoration, and
	// next links those of the same ID.
	decorations []decoration
	first       []int32
	// names maps an ID to its OpName.
	names []int32
	funcs map[uint32]*function
	entry map[string]uint32
	// points maps a function to its entry points and execution modes.
	points map[uint32][]int32
}

type decoration struct{ at, next int32 }

type function struct {
	id          uint32
	start, end  int32 // words[start:end] from OpFunction to OpFunctionEnd
	calls       []uint32
	decorations []int32 // of the IDs that it defines
	names       []int32
}

// at returns the instruction at an offset.
func (x *Index) at(offset int32) []uint32 {
	return spirv.At(x.words, int(offset))
}

// def returns the offset of the global instruction that defines an ID, or 0.
func (x *Index) def(id uint32) int32 {
	if int(id) < len(x.defs) {
		return x.defs[id]
	}
	return 0
}

// decorated appends the decorations of an ID.
func (x *Index) decorated(to []int32, id uint32) []int32 {
	if int(id) >= len(x.first) {
		return to
	}
	for i := x.first[id]; i != 0; i = x.decorations[i].next {
		to = append(to, x.decorations[i].at)
	}
	return to
}

// NewIndex indexes a module, once for all its kernels.
func NewIndex(image []byte) (*Index, error) {
	words, err := spirv.Decode(image)
	if err != nil {
		return nil, err
	}
	x := &Index{
		words: words, defs: make([]int32, words[spirv.BoundWord]), first: make([]int32, words[spirv.BoundWord]),
		names:       make([]int32, words[spirv.BoundWord]),
		decorations: make([]decoration, 1),
		funcs:       make(map[uint32]*function),
		entry:       make(map[string]uint32),
		points:      make(map[uint32][]int32),
	}
	var cur *function
	for i, in := range spirv.Instructions(words) {
		at, n, op := int32(i), len(in), spirv.Op(in)
		switch {
		case op == spirv.OpFunction && n >= 5:
			cur = &function{id: in[2], start: at}
		case op == spirv.OpFunctionEnd && cur != nil:
			cur.end = at + int32(n)
			x.funcs[cur.id] = cur
			cur = nil
		case cur != nil:
			if op == spirv.OpFunctionCall && n >= 4 {
				cur.calls = append(cur.calls, in[3])
			}
			if spirv.DefinesValue(in) {
				cur.decorations = x.decorated(cur.decorations, in[2])
				cur.names = x.named(cur.names, in[2])
			}
		default:
			x.global(at, in)
		}
	}
	return x, nil
}

// global records an instruction outside functions.
func (x *Index) global(at int32, in []uint32) {
	switch op := spirv.Op(in); op {
	case spirv.OpName:
		if len(in) >= 3 && in[1] < x.words[spirv.BoundWord] {
			x.names[in[1]] = at
		}
	case spirv.OpSourceContinued, spirv.OpSource, spirv.OpSourceExtension, spirv.OpMemberName, spirv.OpLine, spirv.OpNoLine, spirv.OpModuleProcessed:
		// Not needed for compilation.
	case spirv.OpEntryPoint:
		if len(in) >= 4 {
			x.entry[spirv.String(in[3:])] = in[2]
			x.points[in[2]] = append(x.points[in[2]], at)
		}
	case spirv.OpExecutionMode, spirv.OpExecutionModeID:
		if len(in) >= 2 {
			x.points[in[1]] = append(x.points[in[1]], at)
		}
	case spirv.OpDecorate, spirv.OpMemberDecorate, spirv.OpDecorateID, spirv.OpDecorateString, spirv.OpMemberDecorateString, spirv.OpTypeForwardPointer:
		if len(in) >= 3 && in[1] < x.words[spirv.BoundWord] {
			x.decorations = append(x.decorations, decoration{at, x.first[in[1]]})
			x.first[in[1]] = int32(len(x.decorations) - 1)
		}
	case spirv.OpCapability, spirv.OpExtension, spirv.OpExtInstImport, spirv.OpMemoryModel, spirv.OpDecorationGroup, spirv.OpGroupDecorate, spirv.OpGroupMemberDecorate:
		x.always = append(x.always, at)
		if id, ok := spirv.ResultID(in); ok && id < x.words[spirv.BoundWord] {
			x.defs[id] = at
		}
	default:
		if id, ok := spirv.ResultID(in); !ok {
			x.anonymous = append(x.anonymous, at)
		} else if id < x.words[spirv.BoundWord] {
			x.defs[id] = at
		}
	}
}

// named appends the OpName of an ID.
func (x *Index) named(to []int32, id uint32) []int32 {
	if int(id) < len(x.names) && x.names[id] != 0 {
		to = append(to, x.names[id])
	}
	return to
}

// Prune returns a module with one kernel, the functions that it can reach and the globals that
// these use, and reports whether the kernel exists. Metadata records, names and debug strings are
// removed. The result is exactly what the driver must compile, so the same kernel in two builds has
// the same contents and shares an entry of the program cache.
func (x *Index) Prune(kernel string) (il []byte, ok bool) {
	words, ok := x.extract(kernel, false)
	if !ok {
		return nil, false
	}
	return spirv.Encode(words), true
}

// Part is Prune for a compiler that knows functions by their names: these are kept, and the records
// added.
func (x *Index) Part(kernel string, records []string) (il []byte, ok bool, err error) {
	words, ok := x.extract(kernel, true)
	if !ok {
		return nil, false, nil
	}
	if words, err = spirv.AddProcessed(words, records); err != nil {
		return nil, true, err
	}
	return spirv.Encode(words), true, nil
}

// extract returns the words of the module of one kernel, with or without names.
func (x *Index) extract(kernel string, names bool) (words []uint32, ok bool) {
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
		if names {
			keep = x.named(keep, id)
		}
		if f := x.funcs[id]; f != nil {
			functions = append(functions, f)
			keep = append(keep, f.decorations...)
			if names {
				keep = append(keep, f.names...)
			}
			for _, c := range f.calls {
				mark(c)
			}
			// A literal that is taken for an ID may keep an unneeded global, but never drops a
			// needed one; functions are found only by their calls.
			for at := f.start; at < f.end; {
				in := x.at(at)
				spirv.Mentions(in, func(w uint32) {
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
		spirv.Mentions(in, func(w uint32) {
			if x.def(w) != 0 || spirv.Op(in) == spirv.OpConstantFunctionPointerINTEL && x.funcs[w] != nil {
				mark(w)
			}
		})
	}
	// Restore the module's order.
	slices.Sort(keep)
	keep = slices.Compact(keep)
	slices.SortFunc(functions, func(a, b *function) int { return int(a.start - b.start) })
	out := append([]uint32(nil), x.words[:spirv.HeaderWords]...)
	for _, at := range keep {
		in := x.at(at)
		if spirv.Op(in) == spirv.OpEntryPoint {
			in = x.trimInterface(in, live)
		}
		out = append(out, in...)
	}
	for _, f := range functions {
		out = append(out, x.words[f.start:f.end]...)
	}
	return out, true
}

// trimInterface removes the variables of other kernels from an entry point's interface.
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
	out[0] = uint32(len(out))<<16 | spirv.OpEntryPoint
	return out
}
