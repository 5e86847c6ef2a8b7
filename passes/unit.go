// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package passes turns the linked device code of a HIP program into an image: it
// links bitcode, lowers what HIP has and the target lacks, optimises, verifies
// and emits. Each pass is one file whose doc comment shows the IR before and
// after; the order for each target is a table in pipeline.go. What the passes and
// the runtime agree on is docs/ABI.md.
//
// One process works on one module: LLVM's SPIR-V back end is neither reentrant
// nor reproducible across emissions, and LLVM's options are global.
package passes

import (
	"fmt"
	"sort"
	"strings"

	"gohipcc/passes/llvm"
)

// Address spaces of SPIR-V in LLVM IR (the SPIR numbering).
const (
	asPrivate  = 0
	asGlobal   = 1
	asConstant = 2
	asLocal    = 3
	asGeneric  = 4
)

// Unit is one module on its way through a pipeline, with what the passes learn
// about it for the records of docs/ABI.md.
type Unit struct {
	Ctx  llvm.Context
	Mod  llvm.Module
	Opts *Options

	target *target
	lib    *llvm.Library
	tm     llvm.TargetMachine
	layout llvm.TargetData
	b      llvm.Builder

	formats []string            // printf formats; id is index+1
	kernels map[string]*kernel  // by name
	bounds  map[string]uint64   // largest work-groups that kernels say of themselves, by name
	segment *segment            // the variable segment, once laid out
	again   bool                // optimise once more
	pending string              // text of helpers that calls were made to already
	reach   map[string][]string // feature -> functions that need it
	md      map[string]uint32   // metadata kinds by name
	attrs   map[string]uint32   // enum attribute kinds by name
	library map[string]bool     // names that a device library defines
	diag    []string            // errors and warnings of LLVM since the last reset
	warn    func(string)        // receives warnings
	types   struct {
		void, i1, i8, i16, i32, i64, half, float, double llvm.Type
	}
}

func (u *Unit) init() {
	c := u.Ctx
	u.b = llvm.CreateBuilderInContext(c)
	u.kernels = map[string]*kernel{}
	u.bounds = map[string]uint64{}
	u.reach = map[string][]string{}
	u.md = map[string]uint32{}
	u.attrs = map[string]uint32{}
	u.library = map[string]bool{}
	t := &u.types
	t.void = llvm.VoidTypeInContext(c)
	t.i1 = llvm.IntTypeInContext(c, 1)
	t.i8 = llvm.IntTypeInContext(c, 8)
	t.i16 = llvm.IntTypeInContext(c, 16)
	t.i32 = llvm.IntTypeInContext(c, 32)
	t.i64 = llvm.IntTypeInContext(c, 64)
	t.half = llvm.HalfTypeInContext(c)
	t.float = llvm.FloatTypeInContext(c)
	t.double = llvm.DoubleTypeInContext(c)
}

func (u *Unit) intType(bits uint32) llvm.Type { return llvm.IntTypeInContext(u.Ctx, bits) }

func (u *Unit) ptr(as uint32) llvm.Type { return llvm.PointerTypeInContext(u.Ctx, as) }

func (u *Unit) i32(v uint64) llvm.Value { return llvm.ConstInt(u.types.i32, v, false) }

func (u *Unit) i64(v uint64) llvm.Value { return llvm.ConstInt(u.types.i64, v, false) }

func (u *Unit) mdKind(name string) uint32 {
	k, ok := u.md[name]
	if !ok {
		k = llvm.GetMDKindIDInContext(u.Ctx, name)
		u.md[name] = k
	}
	return k
}

// attrKind is the number of an enum attribute in this LLVM, 0 when it has none of
// that name. Numbers change between releases; names do not.
func (u *Unit) attrKind(name string) uint32 {
	k, ok := u.attrs[name]
	if !ok {
		k = llvm.GetEnumAttributeKindForName(name)
		u.attrs[name] = k
	}
	return k
}

// addAttr adds an enum attribute to a function if this LLVM knows it.
func (u *Unit) addAttr(v llvm.Value, index uint32, name string) {
	if k := u.attrKind(name); k != 0 {
		llvm.AddAttributeAtIndex(v, index, llvm.CreateEnumAttribute(u.Ctx, k, 0))
	}
}

func (u *Unit) removeAttr(v llvm.Value, index uint32, name string) {
	if k := u.attrKind(name); k != 0 {
		llvm.RemoveEnumAttributeAtIndex(v, index, k)
	}
}

// functions lists the module's functions in order. The list stays valid while the
// module changes.
func (u *Unit) functions() []llvm.Value {
	var out []llvm.Value
	for f := llvm.GetFirstFunction(u.Mod); f != 0; f = llvm.GetNextFunction(f) {
		out = append(out, f)
	}
	return out
}

// definitions lists the functions that have a body.
func (u *Unit) definitions() []llvm.Value {
	var out []llvm.Value
	for f := llvm.GetFirstFunction(u.Mod); f != 0; f = llvm.GetNextFunction(f) {
		if !llvm.IsDeclaration(f) {
			out = append(out, f)
		}
	}
	return out
}

func (u *Unit) globals() []llvm.Value {
	var out []llvm.Value
	for g := llvm.GetFirstGlobal(u.Mod); g != 0; g = llvm.GetNextGlobal(g) {
		out = append(out, g)
	}
	return out
}

func blocks(f llvm.Value) []llvm.Block {
	var out []llvm.Block
	for b := llvm.GetFirstBasicBlock(f); b != 0; b = llvm.GetNextBasicBlock(b) {
		out = append(out, b)
	}
	return out
}

// instructions lists the instructions of a function in order.
func instructions(f llvm.Value) []llvm.Value {
	var out []llvm.Value
	for b := llvm.GetFirstBasicBlock(f); b != 0; b = llvm.GetNextBasicBlock(b) {
		for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
			out = append(out, i)
		}
	}
	return out
}

// users lists the users of v, each once, in the order of the use list.
func users(v llvm.Value) []llvm.Value {
	var out []llvm.Value
	seen := map[llvm.Value]bool{}
	for x := llvm.GetFirstUse(v); x != 0; x = llvm.GetNextUse(x) {
		w := llvm.GetUser(x)
		if !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	return out
}

func operands(v llvm.Value) []llvm.Value {
	n := llvm.GetNumOperands(v)
	out := make([]llvm.Value, 0, max(n, 0))
	for i := range n {
		out = append(out, llvm.GetOperand(v, uint32(i)))
	}
	return out
}

func params(f llvm.Value) []llvm.Value {
	out := make([]llvm.Value, llvm.CountParams(f))
	for i := range out {
		out[i] = llvm.GetParam(f, uint32(i))
	}
	return out
}

func paramTypes(ft llvm.Type) []llvm.Type {
	out := make([]llvm.Type, llvm.CountParamTypes(ft))
	if len(out) > 0 {
		llvm.GetParamTypes(ft, &out[0])
	}
	return out
}

// functionOf is the function that an instruction is in.
func functionOf(inst llvm.Value) llvm.Value {
	return llvm.GetBasicBlockParent(llvm.GetInstructionParent(inst))
}

func opcode(v llvm.Value) llvm.Opcode {
	if llvm.IsAInstruction(v) != 0 {
		return llvm.GetInstructionOpcode(v)
	}
	if llvm.IsAConstantExpr(v) != 0 {
		return llvm.GetConstOpcode(v)
	}
	return 0
}

func isCall(v llvm.Value) bool { return llvm.IsACallInst(v) != 0 }

// callee is the function that a call names, 0 for an indirect call.
func callee(call llvm.Value) llvm.Value {
	return llvm.IsAFunction(stripCasts(llvm.GetCalledValue(call)))
}

// stripCasts looks through casts and GEPs without offset.
func stripCasts(v llvm.Value) llvm.Value {
	for {
		switch opcode(v) {
		case llvm.BitCast, llvm.AddrSpaceCast:
			v = llvm.GetOperand(v, 0)
		case llvm.GetElementPtr:
			for _, ix := range operands(v)[1:] {
				if llvm.IsAConstantInt(ix) == 0 || !llvm.IsNull(ix) {
					return v
				}
			}
			v = llvm.GetOperand(v, 0)
		default:
			return v
		}
	}
}

// erase removes an instruction that has no users left.
func erase(inst llvm.Value) { llvm.InstructionEraseFromParent(inst) }

// replace puts v in the place of inst.
func replace(inst, v llvm.Value) {
	llvm.ReplaceAllUsesWith(inst, v)
	erase(inst)
}

// before places the builder in front of inst, with inst's debug location.
func (u *Unit) before(inst llvm.Value) llvm.Builder {
	llvm.PositionBuilderBefore(u.b, inst)
	llvm.SetCurrentDebugLocation2(u.b, llvm.InstructionGetDebugLoc(inst))
	return u.b
}

// atEntry places the builder at the start of a function, behind its allocas.
func (u *Unit) atEntry(f llvm.Value) llvm.Builder {
	i := llvm.GetFirstInstruction(llvm.GetEntryBasicBlock(f))
	for llvm.IsAInstruction(i) != 0 && llvm.GetInstructionOpcode(i) == llvm.Alloca {
		i = llvm.GetNextInstruction(i)
	}
	llvm.PositionBuilderBefore(u.b, i)
	llvm.SetCurrentDebugLocation2(u.b, 0)
	return u.b
}

// splitBefore moves everything in front of an instruction into a new block that
// precedes its own. PHIs of successors need no change, since the block that branches
// to them stays; the block's own PHIs move along with its predecessors.
func (u *Unit) splitBefore(at llvm.Value) llvm.Block {
	b := llvm.GetInstructionParent(at)
	head := llvm.InsertBasicBlockInContext(u.Ctx, b, "")
	for _, t := range users(llvm.BasicBlockAsValue(b)) {
		if llvm.IsAInstruction(t) == 0 {
			continue
		}
		for k := range llvm.GetNumSuccessors(t) {
			if llvm.GetSuccessor(t, k) == b {
				llvm.SetSuccessor(t, k, head)
			}
		}
	}
	llvm.PositionBuilderAtEnd(u.b, head)
	llvm.SetCurrentDebugLocation2(u.b, 0)
	for i := llvm.GetFirstInstruction(b); i != at; {
		next := llvm.GetNextInstruction(i)
		name := i.Name()
		llvm.InstructionRemoveFromParent(i)
		loc := llvm.InstructionGetDebugLoc(i)
		llvm.SetCurrentDebugLocation2(u.b, loc)
		llvm.InsertIntoBuilderWithName(u.b, i, name)
		i = next
	}
	llvm.SetCurrentDebugLocation2(u.b, 0)
	llvm.BuildBr(u.b, b)
	return head
}

// where names a place in the program for a message: the function in its source
// spelling, and file and line when debug information has them.
func (u *Unit) where(inst llvm.Value) string {
	s := demangleSymbol(functionOf(inst).Name())
	if loc := llvm.InstructionGetDebugLoc(inst); loc != 0 {
		n := new(uint32)
		if file := llvm.DIScopeGetFile(llvm.DILocationGetScope(loc)); file != 0 {
			name := llvm.CopyString(llvm.DIFileGetFilename(file, n), uint64(*n))
			s += fmt.Sprintf(" (%s:%d)", name, llvm.DILocationGetLine(loc))
		}
	}
	return s
}

// warning reports what does not stop the link.
func (u *Unit) warning(format string, args ...any) {
	if u.warn != nil {
		u.warn(fmt.Sprintf(format, args...))
	}
}

func (u *Unit) isKernel(f llvm.Value) bool {
	switch llvm.GetFunctionCallConv(f) {
	case llvm.SPIRKernel, llvm.PTXKernel, llvm.AMDGPUKern:
		return true
	}
	return false
}

// sortedKeys gives a map's keys in order: the output must not depend on map order.
func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

// problems collects the errors of a pass so that a program sees all of one kind
// at once.
type problems []string

func (p *problems) addf(format string, args ...any) { *p = append(*p, fmt.Sprintf(format, args...)) }

// err is nil or one error with a line for each problem, at most ten.
func (p problems) err() error {
	if len(p) == 0 {
		return nil
	}
	const most = 10
	lines := p
	if len(lines) > most {
		lines = append(append(problems(nil), p[:most]...), fmt.Sprintf("and %d more", len(p)-most))
	}
	return fmt.Errorf("%s", strings.Join(lines, "\n"))
}
