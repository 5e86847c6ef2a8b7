// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicespirv

import (
	"fmt"
	"strconv"
	"strings"

	"gohipcc/spirv"
)

// module is the SPIR-V of one kernel, split into its sections (SPIR-V specification, 2.4) for
// modification: instructions are replaced in place, and new ones are appended to their section.
type module struct {
	words       [spirv.HeaderWords]uint32
	head        [][]uint32 // capabilities to execution modes
	names       [][]uint32 // debug instructions
	annotations [][]uint32
	globals     [][]uint32        // types, constants and variables
	body        [][]uint32        // functions
	types       map[uint32]uint32 // result type of each instruction
	def         map[uint32][]uint32
}

// readModule splits a module that decode has checked.
func readModule(il []byte) (*module, error) {
	words, err := spirv.Decode(il)
	if err != nil {
		return nil, err
	}
	m := &module{types: make(map[uint32]uint32), def: make(map[uint32][]uint32)}
	copy(m.words[:], words)
	for _, in := range spirv.Instructions(words) {
		if op := spirv.Op(in); len(m.body) > 0 || op == spirv.OpFunction {
			if spirv.DefinesValue(in) {
				m.types[in[2]] = in[1]
			}
			m.body = append(m.body, in)
			continue
		}
		section := m.section(spirv.Op(in))
		if section == &m.globals {
			m.file(in)
		}
		*section = append(*section, in)
	}
	return m, nil
}

// section returns the section of an instruction before the first function.
func (m *module) section(op uint32) *[][]uint32 {
	switch op {
	case spirv.OpCapability, spirv.OpExtension, spirv.OpExtInstImport, spirv.OpMemoryModel,
		spirv.OpEntryPoint, spirv.OpExecutionMode, spirv.OpExecutionModeID:
		return &m.head
	case spirv.OpModuleProcessed:
		return &m.names
	case spirv.OpDecorateID, spirv.OpDecorateString, spirv.OpMemberDecorateString:
		return &m.annotations
	}
	switch {
	case op >= spirv.OpSourceContinued && op <= spirv.OpString:
		return &m.names
	case op >= spirv.OpDecorate && op <= spirv.OpGroupMemberDecorate:
		return &m.annotations
	}
	return &m.globals
}

// file records the result of a global instruction.
func (m *module) file(in []uint32) {
	if id, ok := spirv.ResultID(in); ok {
		m.def[id] = in
		if spirv.HasResultType(spirv.Op(in)) {
			m.types[id] = in[1]
		}
	}
}

// bytes encodes the module.
func (m *module) bytes() []byte {
	out := append([]uint32(nil), m.words[:]...)
	for _, section := range [][][]uint32{m.head, m.names, m.annotations, m.globals, m.body} {
		for _, in := range section {
			out = append(out, in...)
		}
	}
	return spirv.Encode(out)
}

// id returns a new ID.
func (m *module) id() uint32 {
	m.words[spirv.BoundWord]++
	return m.words[spirv.BoundWord] - 1
}

// global finds or creates a type (typ 0) or a constant. Non-aggregate types must not be declared
// twice (SPIR-V specification, 2.8).
func (m *module) global(op, typ uint32, operands ...uint32) uint32 {
	match := func(in []uint32) (uint32, bool) {
		k := 2
		if typ != 0 {
			k = 3
		}
		if spirv.Op(in) != op || len(in) != k+len(operands) || typ != 0 && in[1] != typ {
			return 0, false
		}
		for i, w := range operands {
			if in[k+i] != w {
				return 0, false
			}
		}
		return in[k-1], true
	}
	for _, in := range m.globals {
		if id, ok := match(in); ok {
			return id
		}
	}
	id := m.id()
	words := append([]uint32{id}, operands...)
	if typ != 0 {
		words = append([]uint32{typ}, words...)
	}
	in := spirv.Instruction(op, words...)
	m.globals = append(m.globals, in)
	m.file(in)
	return id
}

func (m *module) integer(bits uint32) uint32 { return m.global(spirv.OpTypeInt, 0, bits, 0) }

func (m *module) pointer(class, to uint32) uint32 { return m.global(spirv.OpTypePointer, 0, class, to) }

// constant returns a constant of the 32-bit integer type.
func (m *module) constant(value uint32) uint32 {
	return m.global(spirv.OpConstant, m.integer(32), value)
}

// variable creates a global variable.
func (m *module) variable(class, of uint32) uint32 {
	typ, id := m.pointer(class, of), m.id()
	in := spirv.Instruction(spirv.OpVariable, typ, id, class)
	m.globals = append(m.globals, in)
	m.file(in)
	return id
}

// builtIn finds or creates the variable of a built-in value. A new one is added to the entry
// point's interface.
func (m *module) builtIn(which, typ uint32) uint32 {
	for _, in := range m.annotations {
		if spirv.Op(in) == spirv.OpDecorate && len(in) == 4 && in[2] == spirv.DecorationBuiltIn && in[3] == which {
			return in[1]
		}
	}
	v := m.variable(spirv.ClassInput, typ)
	m.annotations = append(m.annotations, spirv.Instruction(spirv.OpDecorate, v, spirv.DecorationBuiltIn, which), spirv.Instruction(spirv.OpDecorate, v, spirv.DecorationConstant))
	for i, in := range m.head {
		if spirv.Op(in) == spirv.OpEntryPoint {
			in = append(append([]uint32(nil), in...), v)
			in[0] = uint32(len(in))<<16 | spirv.OpEntryPoint
			m.head[i] = in
		}
	}
	return v
}

// dropCapabilities removes the capabilities for which drop returns true.
func (m *module) dropCapabilities(drop func(uint32) bool) {
	kept := m.head[:0:0]
	for _, in := range m.head {
		if spirv.Op(in) != spirv.OpCapability || len(in) != 2 || !drop(in[1]) {
			kept = append(kept, in)
		}
	}
	m.head = kept
}

// mnemonics lists the instructions that assemble supports, by their names in the specification.
// typed means that the first operand is the result type.
var mnemonics = map[string]struct {
	op    uint32
	typed bool
}{
	"Function": {spirv.OpFunction, true}, "FunctionCall": {spirv.OpFunctionCall, true}, "FunctionParameter": {spirv.OpFunctionParameter, true}, "FunctionEnd": {spirv.OpFunctionEnd, false},
	"Label": {spirv.OpLabel, false}, "Branch": {spirv.OpBranch, false}, "BranchConditional": {spirv.OpBranchConditional, false}, "ReturnValue": {spirv.OpReturnValue, false},
	"Load": {spirv.OpLoad, true}, "Store": {spirv.OpStore, false}, "InBoundsPtrAccessChain": {spirv.OpInBoundsPtrAccessChain, true}, "InBoundsAccessChain": {spirv.OpInBoundsAccessChain, true},
	"ControlBarrier": {spirv.OpControlBarrier, false}, "Phi": {spirv.OpPhi, true}, "Select": {spirv.OpSelect, true},
	"IAdd": {spirv.OpIAdd, true}, "ISub": {spirv.OpISub, true}, "BitwiseAnd": {spirv.OpBitwiseAnd, true}, "BitwiseOr": {spirv.OpBitwiseOr, true},
	"ShiftLeftLogical": {spirv.OpShiftLeftLogical, true}, "ShiftRightLogical": {spirv.OpShiftRightLogical, true}, "ULessThan": {spirv.OpULessThan, true}, "INotEqual": {spirv.OpINotEqual, true},
	"UConvert": {spirv.OpUConvert, true}, "IMul": {spirv.OpIMul, true}, "CompositeExtract": {spirv.OpCompositeExtract, true}, "CompositeInsert": {spirv.OpCompositeInsert, true},
}

// assemble adds functions from text with one instruction per line:
//
//	%sum = IAdd %u32 %a %b
//	Store %at %sum
//
// names maps %name to IDs, and receives the results; other operands are numbers.
func (m *module) assemble(text string, names map[string]uint32) error {
	id := func(name string) uint32 {
		v, ok := names[name]
		if !ok {
			v = m.id()
			names[name] = v
		}
		return v
	}
	for _, line := range strings.Split(text, "\n") {
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		result := ""
		if len(f) > 2 && f[1] == "=" {
			result, f = f[0], f[2:]
		}
		mn, ok := mnemonics[f[0]]
		if !ok {
			return fmt.Errorf("no spirv.Instruction %s", f[0])
		}
		var operands []uint32
		for _, s := range f[1:] {
			if strings.HasPrefix(s, "%") {
				operands = append(operands, id(s))
				continue
			}
			n, err := strconv.ParseUint(s, 0, 32)
			if err != nil {
				return err
			}
			operands = append(operands, uint32(n))
		}
		if result != "" {
			at := 0
			if mn.typed {
				at = 1
			}
			operands = append(operands[:at:at], append([]uint32{id(result)}, operands[at:]...)...)
		}
		m.body = append(m.body, spirv.Instruction(mn.op, operands...))
	}
	return nil
}
