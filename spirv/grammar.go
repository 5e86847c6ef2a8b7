// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package spirv

// HasResultType reports whether a global instruction has a result type and then a
// result ID: constants, variables, undef, and the extensions' constants.
func HasResultType(op uint32) bool {
	return op == OpUndef || op == OpExtInst || op >= OpConstantTrue && op <= OpSpecConstantOp || op == OpVariable ||
		op == OpConstantFunctionPointerINTEL || op >= 6000 && op < 6300
}

// ResultID returns the ID that a global instruction defines.
func ResultID(in []uint32) (id uint32, ok bool) {
	op, at := Op(in), 0
	switch {
	case op >= OpTypeVoid && op <= OpTypePipe || op == OpString || op == OpExtInstImport || op == OpDecorationGroup ||
		op == OpTypePipeStorage || op == OpTypeNamedBarrier:
		at = 1 // types and others without a result type
	case HasResultType(op):
		at = 2
	}
	if at == 0 || at >= len(in) {
		return 0, false
	}
	return in[at], true
}

// noResult are the instructions of a function body that define no ID with a type. OpLabel, which
// defines one without a type, is never decorated.
var noResult = map[uint32]bool{
	OpLine: true, OpNoLine: true, OpStore: true, OpCopyMemory: true, OpCopyMemorySized: true,
	OpControlBarrier: true, OpMemoryBarrier: true, OpAtomicStore: true, OpLoopMerge: true, OpSelectionMerge: true,
	OpLabel: true, OpBranch: true, OpBranchConditional: true, OpSwitch: true, OpKill: true, OpReturn: true,
	OpReturnValue: true, OpUnreachable: true, OpLifetimeStart: true, OpLifetimeStop: true,
	OpAtomicFlagClear: true, OpFunctionEnd: true,
}

// DefinesValue reports whether an instruction of a function has a result type and a result ID.
func DefinesValue(in []uint32) bool { return len(in) >= 3 && !noResult[Op(in)] }

// literals are the words of instructions that are no IDs of globals: those from the first
// number on, or the one word of the second.
var literals = map[uint32]struct{ from, only int }{
	OpString: {from: 2}, OpTypeInt: {from: 2}, OpTypeFloat: {from: 2}, OpTypeVector: {only: 3}, OpTypePointer: {only: 2},
	OpConstant: {from: 3}, OpSpecConstantOp: {only: 3}, OpVariable: {only: 3}, OpFunction: {only: 3}, OpExtInst: {only: 4},
	OpLoad: {from: 4}, OpStore: {from: 3}, OpTypeImage: {from: 3}, OpConstantSampler: {from: 3}, OpSpecConstant: {from: 3},
	OpCopyMemory: {from: 3}, OpCopyMemorySized: {from: 4}, OpVectorShuffle: {from: 5}, OpCompositeExtract: {from: 4},
	OpCompositeInsert: {from: 5}, OpLoopMerge: {from: 3}, OpSelectionMerge: {from: 2}, OpBranch: {from: 1},
	OpBranchConditional: {from: 4}, OpSwitch: {from: 2},
}

// Mentions calls f with what may be the ID of a global in an instruction. Of instructions that
// are not known here that is every operand: an ID taken for needed that is not may bring in a type
// that a device does not have.
func Mentions(in []uint32, f func(uint32)) {
	l := literals[Op(in)]
	for k := 1; k < len(in) && (l.from == 0 || k < l.from); k++ {
		if k != l.only {
			f(in[k])
		}
	}
}
