// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicespirv

import (
	"gohipcc/internal/lazyregexp"
	"gohipcc/spirv"
)

// softWarps implements warp operations by exchange through shared memory, for devices without
// sub-groups of a warp's size. The compiler guarantees that all work-items of a work-group execute
// a warp operation uniformly (docs/design/abi.md, "Warp operations"), so
//
//	%r = OpGroupNonUniformShuffle %uint %subgroup %v %lane
//
// becomes a call of
//
//	buffer[my index] = v; barrier; return buffer[first of my warp + lane]
//
// A sub-group barrier becomes a work-group barrier. All exchanges share one buffer, so if the
// program has no barrier before the next exchange, one is inserted, which prevents overwriting
// values that are still to be read. The result is the size in bytes of the shared memory that this
// needs.
func (m *module) softWarps() (uint64, error) {
	u32, u64 := m.integer(32), m.integer(64)
	w := m.findWarpOperations(u64)
	names := map[string]uint32{
		"%u32": u32, "%u64": u64, "%value": m.integer(w.bits), "%bool": m.global(spirv.OpTypeBool, 0),
		"%v4": m.global(spirv.OpTypeVector, 0, u32, 4), "%group": m.constant(2), "%both": m.constant(0x310),
		"%0": m.constant(0), "%1": m.constant(1), "%5": m.constant(5), "%31": m.constant(31), "%32": m.constant(32),
	}
	if w.used {
		m.declareExchange(names, w.bits)
	}
	m.callWarpFunctions(w, names)
	m.dropSubgroups(w.loads)
	if !w.used {
		return 0, nil
	}
	text := softWarpText
	for _, s := range softWarpShort {
		text = s.short.ReplaceAllString(text, s.long)
	}
	return maxGroup * uint64(w.bits/8), m.assemble(text, names)
}

// maxGroup is the largest number of work-items in a group.
const maxGroup = 1024

// warpOperations are the operations of a module that softWarps replaces.
type warpOperations struct {
	used  bool
	bits  uint32            // width of the exchanged values
	loads map[uint32]string // built-in variables by ID, with the name of the function that computes each
}

// subgroupVariables lists the built-in variables that depend on the sub-group size, with the
// function of softWarpText that computes each.
var subgroupVariables = map[uint32]string{
	spirv.BuiltInSubgroupSize: "%size", spirv.BuiltInSubgroupMaxSize: "%most", spirv.BuiltInNumSubgroups: "%count",
	spirv.BuiltInSubgroupID: "%warp", spirv.BuiltInSubgroupLocalInvocationID: "%lane",
}

func (m *module) findWarpOperations(u64 uint32) warpOperations {
	w := warpOperations{bits: 32, loads: map[uint32]string{}}
	for _, in := range m.annotations {
		if spirv.Op(in) == spirv.OpDecorate && len(in) == 4 && in[2] == spirv.DecorationBuiltIn && subgroupVariables[in[3]] != "" {
			w.loads[in[1]] = subgroupVariables[in[3]]
		}
	}
	for _, in := range m.body {
		switch op := spirv.Op(in); {
		case op == spirv.OpGroupNonUniformBallot || op == spirv.OpGroupNonUniformShuffle:
			w.used = true
			if in[1] == u64 {
				w.bits = 64
			}
		case op == spirv.OpLoad && w.loads[in[3]] != "":
			w.used = true
		}
	}
	return w
}

// declareExchange adds the exchange buffer and the types and constants of softWarpText.
func (m *module) declareExchange(names map[string]uint32, bits uint32) {
	u32, u64, value := m.integer(32), m.integer(64), m.integer(bits)
	array := m.global(spirv.OpTypeArray, 0, value, m.constant(maxGroup))
	names["%buffer"] = m.variable(spirv.ClassWorkgroup, array)
	names["%slot"] = m.pointer(spirv.ClassWorkgroup, value)
	names["%index"] = m.builtIn(spirv.BuiltInLocalInvocationIndex, u64)
	names["%sizes"] = m.builtIn(spirv.BuiltInWorkgroupSize, m.global(spirv.OpTypeVector, 0, u64, 3))
	names["%v3"] = m.global(spirv.OpTypeVector, 0, u64, 3)
	names["%none"] = m.global(spirv.OpConstantNull, names["%v4"])
	names["%no"] = m.global(spirv.OpConstantNull, value)
	names["%yes"] = names["%1"]
	if bits == 64 {
		names["%yes"] = m.global(spirv.OpConstant, u64, 1, 0)
	}
	names["%get"] = m.global(spirv.OpTypeFunction, 0, u32)
	names["%exchange"] = m.global(spirv.OpTypeFunction, 0, value, value, u32)
	names["%vote"] = m.global(spirv.OpTypeFunction, 0, names["%v4"], names["%bool"])
}

// callWarpFunctions replaces warp operations by calls of softWarpText's functions and by barriers.
func (m *module) callWarpFunctions(w warpOperations, names map[string]uint32) {
	var body [][]uint32
	barrier := spirv.Instruction(spirv.OpControlBarrier, names["%group"], names["%group"], names["%both"])
	for k, in := range m.body {
		switch op := spirv.Op(in); {
		case op == spirv.OpControlBarrier && len(in) == 4 && m.isConstant(in[1], spirv.ScopeSubgroup):
			in = barrier
		case op == spirv.OpGroupNonUniformBallot && len(in) == 5:
			body = append(body, spirv.Instruction(spirv.OpFunctionCall, in[1], in[2], m.nameID(names, "%ballot"), in[4]))
			if barrierBefore(m.body[k+1:]) {
				continue
			}
			in = barrier
		case op == spirv.OpGroupNonUniformShuffle && len(in) == 6:
			body = append(body, m.callShuffle(names, in)...)
			if barrierBefore(m.body[k+1:]) {
				continue
			}
			in = barrier
		case op == spirv.OpLoad && w.loads[in[3]] != "":
			in = spirv.Instruction(spirv.OpFunctionCall, in[1], in[2], m.nameID(names, w.loads[in[3]]))
		}
		body = append(body, in)
	}
	m.body = body
}

// callShuffle returns a call of the exchange function, whose type may be wider than the shuffle's.
func (m *module) callShuffle(names map[string]uint32, in []uint32) [][]uint32 {
	value, shuffle := names["%value"], m.nameID(names, "%shuffle")
	if value == in[1] || value == names["%u32"] {
		return [][]uint32{spirv.Instruction(spirv.OpFunctionCall, value, in[2], shuffle, in[4], in[5])}
	}
	v, r := m.id(), m.id()
	return [][]uint32{
		spirv.Instruction(spirv.OpUConvert, value, v, in[4]),
		spirv.Instruction(spirv.OpFunctionCall, value, r, shuffle, v, in[5]),
		spirv.Instruction(spirv.OpUConvert, in[1], in[2], r),
	}
}

// barrierBefore reports whether a barrier precedes the first instruction that may be, or call,
// another exchange.
func barrierBefore(rest [][]uint32) bool {
	for _, in := range rest {
		switch op := spirv.Op(in); {
		case op == spirv.OpControlBarrier:
			return true
		case op == spirv.OpGroupNonUniformBallot, op == spirv.OpGroupNonUniformShuffle, op == spirv.OpFunctionCall, op >= spirv.OpBranch && op <= spirv.OpUnreachable:
			return false
		}
	}
	return false
}

// nameID returns the ID that assemble will define for a name.
func (m *module) nameID(names map[string]uint32, name string) uint32 {
	if names[name] == 0 {
		names[name] = m.id()
	}
	return names[name]
}

// isConstant reports whether an ID is an integer constant with this value.
func (m *module) isConstant(id, value uint32) bool {
	in := m.def[id]
	return len(in) >= 4 && spirv.Op(in) == spirv.OpConstant && in[3] == value
}

// dropSubgroups removes sub-group declarations that are no longer needed: variables that nothing
// reads, and the required sub-group size of the kernel.
func (m *module) dropSubgroups(gone map[uint32]string) {
	without := func(list [][]uint32, drop func([]uint32) bool) [][]uint32 {
		kept := list[:0:0]
		for _, in := range list {
			if !drop(in) {
				kept = append(kept, in)
			}
		}
		return kept
	}
	m.annotations = without(m.annotations, func(in []uint32) bool { return gone[in[1]] != "" })
	m.names = without(m.names, func(in []uint32) bool { return spirv.Op(in) == spirv.OpName && gone[in[1]] != "" })
	m.globals = without(m.globals, func(in []uint32) bool { return spirv.Op(in) == spirv.OpVariable && gone[in[2]] != "" })
	m.head = without(m.head, func(in []uint32) bool {
		return spirv.Op(in) == spirv.OpExecutionMode && len(in) > 2 && in[2] == spirv.ModeSubgroupSize
	})
	for i, in := range m.head {
		if spirv.Op(in) != spirv.OpEntryPoint {
			continue
		}
		end := 3 + len(spirv.StringWords(spirv.String(in[3:])))
		out := append([]uint32(nil), in[:end]...)
		for _, v := range in[end:] {
			if gone[v] == "" {
				out = append(out, v)
			}
		}
		out[0] = uint32(len(out))<<16 | spirv.OpEntryPoint
		m.head[i] = out
	}
}

// softWarpShort lists the abbreviations of softWarpText. Between "function" and "return" is a
// function without parameters that returns a number; "leave" stores a function's value for the
// other lanes and computes the index of the warp's first lane. It is expanded inline, because
// Mesa's compiler crashes on a barrier two calls deep.
var softWarpShort = []struct {
	short *lazyregexp.Regexp
	long  string
}{
	{lazyregexp.New(`(?m)^function (%\w+)$`), "$1 = Function %u32 0 %get\n$1.entry = Label"},
	{lazyregexp.New(`(?m)^return (%[\w.]+)$`), "ReturnValue $1\nFunctionEnd"},
	{lazyregexp.New(`(?m)^leave (%\w+)$`), `$1.my = FunctionCall %u32 %my
$1.mine = InBoundsAccessChain %slot %buffer $1.my
Store $1.mine $1.v 2 4
ControlBarrier %group %group %both
$1.first = FunctionCall %u32 %first`},
}

// softWarpText defines the functions that implement warp operations. A ballot reads only the lanes
// that exist in the work-group.
const softWarpText = `
function %most
return %32

function %my
%my.wide = Load %u64 %index 2 8
%my.index = UConvert %u32 %my.wide
return %my.index

function %total
%total.sizes = Load %v3 %sizes 2 32
%total.x = CompositeExtract %u64 %total.sizes 0
%total.y = CompositeExtract %u64 %total.sizes 1
%total.z = CompositeExtract %u64 %total.sizes 2
%total.xy = IMul %u64 %total.x %total.y
%total.xyz = IMul %u64 %total.xy %total.z
%total.n = UConvert %u32 %total.xyz
return %total.n

function %lane
%lane.my = FunctionCall %u32 %my
%lane.n = BitwiseAnd %u32 %lane.my %31
return %lane.n

function %warp
%warp.my = FunctionCall %u32 %my
%warp.n = ShiftRightLogical %u32 %warp.my %5
return %warp.n

function %count
%count.total = FunctionCall %u32 %total
%count.up = IAdd %u32 %count.total %31
%count.n = ShiftRightLogical %u32 %count.up %5
return %count.n

function %first
%first.my = FunctionCall %u32 %my
%first.lane = FunctionCall %u32 %lane
%first.n = ISub %u32 %first.my %first.lane
return %first.n

function %size
%size.total = FunctionCall %u32 %total
%size.first = FunctionCall %u32 %first
%size.left = ISub %u32 %size.total %size.first
%size.less = ULessThan %bool %size.left %32
%size.n = Select %u32 %size.less %size.left %32
return %size.n

%shuffle = Function %value 0 %exchange
%shuffle.v = FunctionParameter %value
%shuffle.from = FunctionParameter %u32
%shuffle.entry = Label
leave %shuffle
%shuffle.lane = BitwiseAnd %u32 %shuffle.from %31
%shuffle.other = IAdd %u32 %shuffle.first %shuffle.lane
%shuffle.its = InBoundsAccessChain %slot %buffer %shuffle.other
%shuffle.r = Load %value %shuffle.its 2 4
ReturnValue %shuffle.r
FunctionEnd

%ballot = Function %v4 0 %vote
%ballot.p = FunctionParameter %bool
%ballot.entry = Label
%ballot.v = Select %value %ballot.p %yes %no
leave %ballot
%ballot.size = FunctionCall %u32 %size
Branch %ballot.loop
%ballot.loop = Label
%ballot.i = Phi %u32 %0 %ballot.entry %ballot.next %ballot.loop
%ballot.m = Phi %u32 %0 %ballot.entry %ballot.mask %ballot.loop
%ballot.at = IAdd %u32 %ballot.first %ballot.i
%ballot.its = InBoundsAccessChain %slot %buffer %ballot.at
%ballot.w = Load %value %ballot.its 2 4
%ballot.set = INotEqual %bool %ballot.w %no
%ballot.one = Select %u32 %ballot.set %1 %0
%ballot.bit = ShiftLeftLogical %u32 %ballot.one %ballot.i
%ballot.mask = BitwiseOr %u32 %ballot.m %ballot.bit
%ballot.next = IAdd %u32 %ballot.i %1
%ballot.more = ULessThan %bool %ballot.next %ballot.size
BranchConditional %ballot.more %ballot.loop %ballot.done
%ballot.done = Label
%ballot.r = CompositeInsert %v4 %ballot.mask %none 0
ReturnValue %ballot.r
FunctionEnd
`
