// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package runtime

import (
	"encoding/binary"
	"fmt"

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
// of one kernel can be cut out of it without reading the others' bodies again.
type spirvIndex struct {
	words []uint32
	// global instructions, before the first function, as offsets into words
	globals []int32
	// defs finds the global instruction that defines an ID
	defs  map[uint32]int32
	funcs map[uint32]*spirvFunction
	order []*spirvFunction
	entry map[string]uint32
	// owner is the function that defines a decorated ID which is not global
	owner map[uint32]*spirvFunction
}

type spirvFunction struct {
	id         uint32
	start, end int32 // words[start:end] from OpFunction to OpFunctionEnd
	calls      []uint32
}

// indexSPIRV reads a module once. The input was checked by fatbin for form; lengths
// are checked again here because indexing must not run off the end.
func indexSPIRV(image []byte) (*spirvIndex, error) {
	if len(image) < 20 || len(image)%4 != 0 {
		return nil, fmt.Errorf("a SPIR-V module of %d bytes", len(image))
	}
	var order binary.ByteOrder = binary.LittleEndian
	if order.Uint32(image) != 0x07230203 {
		order = binary.BigEndian
		if order.Uint32(image) != 0x07230203 {
			return nil, fmt.Errorf("SPIR-V magic %#x", binary.LittleEndian.Uint32(image))
		}
	}
	x := &spirvIndex{
		words: make([]uint32, len(image)/4),
		defs:  make(map[uint32]int32),
		funcs: make(map[uint32]*spirvFunction),
		entry: make(map[string]uint32),
		owner: make(map[uint32]*spirvFunction),
	}
	for i := range x.words {
		x.words[i] = order.Uint32(image[4*i:])
	}
	var cur *spirvFunction
	for at := 5; at < len(x.words); {
		n, op := int(x.words[at]>>16), x.words[at]&0xffff
		if n == 0 || at+n > len(x.words) {
			return nil, fmt.Errorf("SPIR-V instruction of %d words at byte %d of %d", n, 4*at, len(image))
		}
		in := x.words[at : at+n]
		switch {
		case op == opFunction && n >= 5:
			cur = &spirvFunction{id: in[2], start: int32(at)}
		case op == opFunctionEnd && cur != nil:
			cur.end = int32(at + n)
			x.funcs[cur.id] = cur
			x.order = append(x.order, cur)
			cur = nil
		case cur != nil:
			if op == opFunctionCall && n >= 4 {
				cur.calls = append(cur.calls, in[3])
			}
			if n >= 3 && !withoutResult[op] {
				if owner, decorated := x.owner[in[2]]; decorated && owner == nil {
					x.owner[in[2]] = cur
				}
			}
		default:
			x.globals = append(x.globals, int32(at))
			switch {
			case op == opDecorate && n >= 3:
				x.owner[in[1]] = nil
			case op == opEntryPoint && n >= 4:
				x.entry[wordString(in[3:])] = in[2]
			case op >= 19 && op <= 39 || op == 322 || op == 327 || op == opString || op == opExtInstImport || op == opDecorationGroup:
				// types and others without a result type: the result ID is the first word
				if n >= 2 {
					x.defs[in[1]] = int32(at)
				}
			case definesWithType(op) && n >= 3:
				x.defs[in[2]] = int32(at)
			}
		}
		at += n
	}
	return x, nil
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
	reach := map[uint32]bool{}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		if f := x.funcs[id]; f != nil {
			if reach[id] {
				continue
			}
			reach[id] = true
			for _, c := range f.calls {
				mark(c)
			}
			// Any word of a body may be an ID. Taking a literal for one keeps a global too
			// many and never one too few; functions come by their calls alone.
			for _, w := range x.words[f.start:f.end] {
				if _, def := x.defs[w]; def {
					mark(w)
				}
			}
			continue
		}
		at, ok := x.defs[id]
		if !ok {
			continue
		}
		in := x.words[at : at+int32(x.words[at]>>16)]
		for _, w := range in[1:] {
			if _, def := x.defs[w]; def {
				mark(w)
			} else if in[0]&0xffff == opConstantFuncPtrINTEL && x.funcs[w] != nil {
				mark(w)
			}
		}
	}
	out := append([]uint32(nil), x.words[:5]...)
	for _, at := range x.globals {
		in := x.words[at : at+int32(x.words[at]>>16)]
		keep := true
		switch op := in[0] & 0xffff; op {
		case opSourceContinued, opSource, opSourceExtension, opName, opMemberName, opLine, opNoLine, opModuleProcessed:
			keep = false
		case opString:
			keep = live[in[1]]
		case opEntryPoint:
			if keep = in[2] == root; keep {
				in = x.trimInterface(in, live)
			}
		case opExecutionMode, opExecutionModeID:
			keep = in[1] == root
		case opDecorate, opMemberDecorate, opDecorateID, opDecorateString, opMemberDecorateString:
			keep = live[in[1]]
			if f := x.owner[in[1]]; f != nil {
				keep = reach[f.id]
			}
		case opCapability, opExtension, opExtInstImport, opMemoryModel, opDecorationGroup:
		case opGroupDecorate, opGroupMemberDecorate:
		default:
			if id, ok := resultID(in); ok {
				keep = live[id]
			}
		}
		if keep {
			out = append(out, in...)
		}
	}
	for _, f := range x.order {
		if reach[f.id] {
			out = append(out, x.words[f.start:f.end]...)
		}
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

func resultID(in []uint32) (uint32, bool) {
	op := in[0] & 0xffff
	switch {
	case op >= 19 && op <= 39 || op == 322 || op == 327:
		return in[1], len(in) >= 2
	case definesWithType(op) && len(in) >= 3:
		return in[2], true
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
