// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package runtime

import (
	"encoding/binary"
	"fmt"
	"slices"

	"gohipcc/fatbin"
)

// Opcodes the pruner has to know (SPIR-V specification, 3.49). Everything else is
// kept or dropped by what it mentions.
const (
	opSourceContinued      = 2
	opSource               = 3
	opSourceExtension      = 4
	opName                 = 5
	opMemberName           = 6
	opString               = 7
	opLine                 = 8
	opExtension            = 10
	opExtInstImport        = 11
	opMemoryModel          = 14
	opEntryPoint           = 15
	opExecutionMode        = 16
	opCapability           = 17
	opTypeForwardPointer   = 39
	opFunction             = 54
	opFunctionParameter    = 55
	opFunctionEnd          = 56
	opFunctionCall         = 57
	opDecorate             = 71
	opMemberDecorate       = 72
	opDecorationGroup      = 73
	opGroupDecorate        = 74
	opGroupMemberDecorate  = 75
	opNoLine               = 317
	opModuleProcessed      = 330
	opExecutionModeID      = 331
	opDecorateID           = 332
	opConstantFuncPtrINTEL = 5600
	opDecorateString       = 5632
	opMemberDecorateString = 5633
)

// spirvIndex knows where the parts of a SPIR-V module are, so that the call graph
// of one kernel can be cut out of it in time that depends on the kernel and not on
// the module. Offsets are into words; 0 is none.
type spirvIndex struct {
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
	funcs       map[uint32]*spirvFunction
	entry       map[string]uint32
	// points are the entry points and execution modes by their function
	points map[uint32][]int32
}

type decoration struct{ at, next int32 }

type spirvFunction struct {
	id          uint32
	start, end  int32 // words[start:end] from OpFunction to OpFunctionEnd
	calls       []uint32
	decorations []int32 // of what it defines
}

// maxBound is more IDs than a module may have (SPIR-V specification, 2.17: 4,194,303),
// and keeps damage from asking for memory without end.
const maxBound = 1 << 26

// spirvWords decodes a module's words and checks the lengths of its instructions,
// since what reads them must not run off the end.
func spirvWords(image []byte) ([]uint32, error) {
	if len(image) < 4*header || len(image)%4 != 0 {
		return nil, fmt.Errorf("a SPIR-V module of %d bytes", len(image))
	}
	var order binary.ByteOrder = binary.LittleEndian
	if order.Uint32(image) != 0x07230203 {
		order = binary.BigEndian
		if order.Uint32(image) != 0x07230203 {
			return nil, fmt.Errorf("SPIR-V magic %#x", binary.LittleEndian.Uint32(image))
		}
	}
	words := make([]uint32, len(image)/4)
	if order == binary.LittleEndian {
		for i := range words {
			words[i] = binary.LittleEndian.Uint32(image[4*i:])
		}
	} else {
		for i := range words {
			words[i] = binary.BigEndian.Uint32(image[4*i:])
		}
	}
	for at := header; at < len(words); {
		n := int(words[at] >> 16)
		if n == 0 || at+n > len(words) {
			return nil, fmt.Errorf("SPIR-V instruction of %d words at byte %d of %d", n, 4*at, len(image))
		}
		at += n
	}
	if words[3] > maxBound {
		return nil, fmt.Errorf("a SPIR-V module with %d IDs", words[3])
	}
	return words, nil
}

// at is the instruction at an offset.
func (x *spirvIndex) at(offset int32) []uint32 {
	return x.words[offset : offset+int32(x.words[offset]>>16)]
}

// def is where an ID is defined outside of functions, or 0.
func (x *spirvIndex) def(id uint32) int32 {
	if int(id) < len(x.defs) {
		return x.defs[id]
	}
	return 0
}

// decorated lists the decorations of an ID.
func (x *spirvIndex) decorated(to []int32, id uint32) []int32 {
	if int(id) >= len(x.first) {
		return to
	}
	for i := x.first[id]; i != 0; i = x.decorations[i].next {
		to = append(to, x.decorations[i].at)
	}
	return to
}

// indexSPIRV reads a module once.
func indexSPIRV(image []byte) (*spirvIndex, error) {
	words, err := spirvWords(image)
	if err != nil {
		return nil, err
	}
	x := &spirvIndex{
		words: words, defs: make([]int32, words[3]), first: make([]int32, words[3]),
		decorations: make([]decoration, 1),
		funcs:       make(map[uint32]*spirvFunction),
		entry:       make(map[string]uint32),
		points:      make(map[uint32][]int32),
	}
	var cur *spirvFunction
	for at := int32(header); int(at) < len(words); {
		in := x.at(at)
		n, op := len(in), in[0]&0xffff
		switch {
		case op == opFunction && n >= 5:
			cur = &spirvFunction{id: in[2], start: at}
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
func (x *spirvIndex) global(at int32, in []uint32) {
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

// definesWithType reports whether a global instruction has a result type and then a
// result ID: constants, variables, undef, and the extensions' constants.
func definesWithType(op uint32) bool {
	return op == 1 || op == 12 || op >= 41 && op <= 52 || op == 59 || op == opConstantFuncPtrINTEL || op >= 6000 && op < 6300
}

// wordString decodes a literal string (SPIR-V specification, 2.2.1).
func wordString(words []uint32) string {
	var b []byte
	for _, w := range words {
		for i := 0; i < 4; i++ {
			c := byte(w >> (8 * i))
			if c == 0 {
				return string(b)
			}
			b = append(b, c)
		}
	}
	return string(b)
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

// prune returns the module that holds one kernel, the functions it can reach and
// the globals these use. Metadata records, names and debug strings go too: what is
// left is what the driver must compile, and the same kernel in two builds is the
// same text and so the same entry of the program cache.
func (x *spirvIndex) prune(kernel string) ([]byte, error) {
	root, ok := x.entry[kernel]
	if !ok || x.funcs[root] == nil {
		return nil, fmt.Errorf("kernel %q: %w", kernel, fatbin.ErrNotFound)
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
	var functions []*spirvFunction
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
	slices.SortFunc(functions, func(a, b *spirvFunction) int { return int(a.start - b.start) })
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
	b := make([]byte, 4*len(out))
	for i, w := range out {
		binary.LittleEndian.PutUint32(b[4*i:], w)
	}
	return b, nil
}

// trimInterface drops the variables of other kernels from an entry point's
// interface list.
func (x *spirvIndex) trimInterface(in []uint32, live map[uint32]bool) []uint32 {
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

// resultID is what a global instruction defines.
func resultID(in []uint32) (uint32, bool) {
	op := in[0] & 0xffff
	switch {
	case op >= 19 && op <= 38 || op == opString || op == opExtInstImport || op == opDecorationGroup || op == 322 || op == 327:
		// types and others without a result type: the result ID is the first word
		return at(in, 1)
	case definesWithType(op):
		return at(in, 2)
	}
	return 0, false
}

func at(in []uint32, i int) (uint32, bool) {
	if i < len(in) {
		return in[i], true
	}
	return 0, false
}

// withoutResult are the instructions of a body that define no ID. OpLabel, which
// defines one without a type, is never decorated.
var withoutResult = map[uint32]bool{
	opLine: true, opNoLine: true, 62: true, 63: true, 64: true, 224: true, 225: true, 228: true,
	246: true, 247: true, 248: true, 249: true, 250: true, 251: true, 252: true, 253: true, 254: true,
	255: true, 256: true, 257: true, 319: true, opFunctionEnd: true,
}
