// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"slices"
	"unsafe"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// A sharedVariable is what a debugger knows of a static shared variable.
type sharedVariable struct {
	global           llvm.Value
	name             string
	scope, file, typ llvm.Metadata
	subprogram       llvm.Metadata // the function it is declared in, 0 for none
	line             uint32
}

// Operands of LLVM's debug info nodes (llvm/IR/DebugInfoMetadata.h).
const (
	expressionVariable = 0 // of DIGlobalVariableExpression
	variableScope      = 0 // of DIVariable
	variableName       = 1
	variableFile       = 2
	variableType       = 3
	blockScope         = 1 // of DILexicalBlockBase
)

// Kinds of metadata (LLVMGetMetadataKind).
const (
	tupleKind            = 4
	subprogramKind       = 17
	lexicalBlockKind     = 18
	lexicalBlockFileKind = 19
)

// takeSharedVariables returns the debug info of shared variables of an unoptimised program, and takes
// it out of the list of global variables: their addresses are those of the block that runs.
func takeSharedVariables(u *ir.Unit, of map[llvm.Value]uint64) []sharedVariable {
	if u.Opts.Level != "0" || !llvm.Has("DIBuilderInsertDeclareRecordBefore") {
		return nil
	}
	var out []sharedVariable
	taken := map[llvm.Metadata]bool{}
	for _, g := range u.Globals() {
		if _, ok := of[g]; !ok {
			continue
		}
		for _, e := range globalVariableExpressions(u, g) {
			taken[e] = true
			v := operand(u, e, expressionVariable)
			s := sharedVariable{global: g, line: llvm.DIVariableGetLine(v),
				scope: operand(u, v, variableScope), file: operand(u, v, variableFile), typ: operand(u, v, variableType)}
			if n := operand(u, v, variableName); n != 0 {
				size := new(uint32)
				text := llvm.GetMDString(llvm.MetadataAsValue(u.Ctx, n), size)
				s.name = llvm.CopyString(text, uint64(*size))
			}
			s.subprogram = subprogramOf(u, s.scope)
			if s.name != "" && s.typ != 0 && s.file != 0 {
				out = append(out, s)
			}
		}
		llvm.GlobalEraseMetadata(g, u.MDKind("dbg"))
	}
	if len(taken) > 0 {
		dropGlobalVariables(u, taken)
	}
	return out
}

// subprogramOf returns the subprogram that a scope is in, 0 for none.
func subprogramOf(u *ir.Unit, scope llvm.Metadata) llvm.Metadata {
	for scope != 0 {
		switch llvm.GetMetadataKind(scope) {
		case subprogramKind:
			return scope
		case lexicalBlockKind, lexicalBlockFileKind:
			scope = operand(u, scope, blockScope)
		default:
			return 0
		}
	}
	return 0
}

// inlinings returns, by subprogram, the locations where its code was inlined into a function: 0 for
// the function's own.
func inlinings(u *ir.Unit, f llvm.Value) map[llvm.Metadata][]llvm.Metadata {
	out := map[llvm.Metadata][]llvm.Metadata{llvm.GetSubprogram(f): {0}}
	seen := map[llvm.Metadata]bool{}
	for _, i := range ir.Instructions(f) {
		for at := llvm.InstructionGetDebugLoc(i); at != 0 && !seen[at]; at = llvm.DILocationGetInlinedAt(at) {
			seen[at] = true
			sub, caller := subprogramOf(u, llvm.DILocationGetScope(at)), llvm.DILocationGetInlinedAt(at)
			if !slices.Contains(out[sub], caller) {
				out[sub] = append(out[sub], caller)
			}
		}
	}
	return out
}

// globalVariableExpressions returns the DIGlobalVariableExpressions of a global.
func globalVariableExpressions(u *ir.Unit, g llvm.Value) []llvm.Metadata {
	n := new(uint64)
	md := llvm.GlobalCopyAllMetadata(g, n)
	if md == 0 {
		return nil
	}
	defer llvm.DisposeValueMetadataEntries(md)
	var out []llvm.Metadata
	for i := range uint32(*n) {
		if llvm.ValueMetadataEntriesGetKind(md, i) == u.MDKind("dbg") {
			out = append(out, llvm.ValueMetadataEntriesGetMetadata(md, i))
		}
	}
	return out
}

// operands returns the operands of a metadata node, 0 for one that is null.
func operands(node llvm.Value) []llvm.Value {
	ops := make([]llvm.Value, llvm.GetMDNodeNumOperands(node))
	if len(ops) > 0 {
		llvm.GetMDNodeOperands(node, &ops[0])
	}
	return ops
}

// operand returns operand n of a metadata node, 0 for none.
func operand(u *ir.Unit, node llvm.Metadata, n int) llvm.Metadata {
	ops := operands(llvm.MetadataAsValue(u.Ctx, node))
	if n >= len(ops) || ops[n] == 0 {
		return 0
	}
	return llvm.ValueAsMetadata(ops[n])
}

// dropGlobalVariables removes expressions from the compile units' lists of global variables.
func dropGlobalVariables(u *ir.Unit, taken map[llvm.Metadata]bool) {
	units := make([]llvm.Value, llvm.GetNamedMetadataNumOperands(u.Mod, "llvm.dbg.cu"))
	if len(units) == 0 {
		return
	}
	llvm.GetNamedMetadataOperands(u.Mod, "llvm.dbg.cu", &units[0])
	for _, cu := range units {
		for i, list := range operands(cu) {
			if list == 0 || llvm.GetMetadataKind(llvm.ValueAsMetadata(list)) != tupleKind {
				continue
			}
			var rest []llvm.Metadata
			had := operands(list)
			for _, e := range had {
				if m := llvm.ValueAsMetadata(e); !taken[m] {
					rest = append(rest, m)
				}
			}
			if len(rest) == len(had) {
				continue
			}
			var first *llvm.Metadata
			if len(rest) > 0 {
				first = &rest[0]
			}
			llvm.ReplaceMDNodeOperandWith(cu, uint32(i), llvm.MDNodeInContext2(u.Ctx, first, uint64(len(rest))))
		}
	}
}

// showShared declares the shared variables of an unoptimised function's scope, of the functions that
// were inlined into it, and of no function's, as variables on its stack whose addresses are the block's.
//
//	@tile = internal addrspace(3) global [64 x i32] undef, !dbg !0
//
// becomes
//
//	%tile.here = alloca ptr
//	%tile = getelementptr inbounds i8, ptr %shared, i64 0
//	store ptr %tile, ptr %tile.here
//	  #dbg_declare(ptr %tile.here, !DILocalVariable(name: "tile", …), !DIExpression(DW_OP_deref), …)
func showShared(u *ir.Unit, f llvm.Value, w *workItem, vars []sharedVariable, offset map[llvm.Value]uint64, at llvm.Value) {
	sub := llvm.GetSubprogram(f)
	if sub == 0 || len(vars) == 0 {
		return
	}
	inlined := inlinings(u, f)
	di := llvm.CreateDIBuilderDisallowUnresolved(u.Mod)
	defer llvm.DisposeDIBuilder(di)
	b := u.B
	for _, v := range vars {
		place, ok := offset[v.global]
		if !ok {
			continue
		}
		if v.subprogram == 0 {
			v.scope, v.subprogram = sub, sub
		}
		for _, caller := range inlined[v.subprogram] {
			llvm.PositionBuilderBefore(b, at)
			llvm.SetCurrentDebugLocation2(b, 0)
			address := llvm.BuildInBoundsGEP2(b, u.Types.I8, w.pointer(u, blockShared), []llvm.Value{u.I64(place)}, v.name)
			llvm.PositionBuilderBefore(b, llvm.GetFirstInstruction(llvm.GetEntryBasicBlock(f)))
			here := llvm.BuildAlloca(b, u.Ptr(0), v.name+".here")
			llvm.PositionBuilderBefore(b, at)
			llvm.BuildStore(b, address, here)
			info := llvm.DIBuilderCreateAutoVariable(di, v.scope, v.name, v.file, v.line, v.typ, false, 0, 0)
			op := uint64(dwarfDeref)
			llvm.DIBuilderInsertDeclareRecordBefore(di, here, info, llvm.DIBuilderCreateExpression(di, uintptr(unsafe.Pointer(&op)), 1),
				llvm.DIBuilderCreateDebugLocation(u.Ctx, v.line, 0, v.scope, caller), at)
		}
	}
}

// firstAction returns a function's first instruction that is not an alloca of its entry block.
func firstAction(f llvm.Value) llvm.Value {
	i := llvm.GetFirstInstruction(llvm.GetEntryBasicBlock(f))
	for ir.Opcode(i) == llvm.Alloca {
		i = llvm.GetNextInstruction(i)
	}
	return i
}
