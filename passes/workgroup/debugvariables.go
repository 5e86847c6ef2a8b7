// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"slices"
	"strings"
	"unsafe"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// The debugVariables are what a debugger shows of an unoptimised kernel.
type debugVariables struct {
	*regionGraph
	pos      *position
	context  *contextArrays
	declared map[llvm.Value][]declaration // stack variables
}

// coordinatesType is the named metadata that holds the type of threadIdx and its like, as debuggers see it.
const coordinatesType = "gohip.coordinates"

const coordinatesText = `
!llvm.module.flags = !{!9}
!gohip.coordinates = !{!0}
!0 = !{!1}
!1 = !DICompositeType(tag: DW_TAG_structure_type, name: "uint3", size: 96, elements: !2)
!2 = !{!3, !4, !5}
!3 = !DIDerivedType(tag: DW_TAG_member, name: "x", baseType: !6, size: 32)
!4 = !DIDerivedType(tag: DW_TAG_member, name: "y", baseType: !6, size: 32, offset: 32)
!5 = !DIDerivedType(tag: DW_TAG_member, name: "z", baseType: !6, size: 32, offset: 64)
!6 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!9 = !{i32 2, !"Debug Info Version", i32 3}
`

// showCoordinates declares threadIdx, blockIdx, blockDim and gridDim as variables of an unoptimised
// kernel, for debuggers: in the program each of their members is a function call.
//
//	%threadIdx = alloca [3 x i32]
//	  #dbg_declare(ptr %threadIdx, !DILocalVariable(name: "threadIdx", …), …)
func (dv *debugVariables) showCoordinates() error {
	sub := llvm.GetSubprogram(dv.F)
	u := dv.u
	if u.Opts.Level != "0" || sub == 0 || !llvm.Has("DIBuilderInsertDeclareRecordAtEnd") || !describesVariables(u) {
		return nil
	}
	if llvm.GetNamedMetadataNumOperands(u.Mod, coordinatesType) == 0 {
		if err := u.LinkText(coordinatesText); err != nil {
			return err
		}
	}
	holder, node := new(llvm.Value), new(llvm.Value)
	llvm.GetNamedMetadataOperands(u.Mod, coordinatesType, holder)
	llvm.GetMDNodeOperands(*holder, node)
	di := llvm.CreateDIBuilderDisallowUnresolved(u.Mod)
	defer llvm.DisposeDIBuilder(di)
	line, file := llvm.DISubprogramGetLine(sub), llvm.DIScopeGetFile(sub)
	place := llvm.DIBuilderCreateDebugLocation(u.Ctx, line, 0, sub, 0)
	t := llvm.ArrayType2(u.Types.I32, 3)
	variable := func(name string) llvm.Value {
		v := dv.stack(t, name)
		info := llvm.DIBuilderCreateAutoVariable(di, sub, name, file, line, llvm.ValueAsMetadata(*node), false, 0, 32)
		llvm.DIBuilderInsertDeclareRecordAtEnd(di, v, info, llvm.DIBuilderCreateExpression(di, 0, 0), place, dv.preamble)
		return v
	}
	set := func(b llvm.Builder, v llvm.Value, d int, n llvm.Value) {
		at := llvm.BuildInBoundsGEP2(b, t, v, []llvm.Value{u.I32(0), u.I32(uint64(d))}, "")
		llvm.BuildStore(b, llvm.BuildTrunc(b, n, u.Types.I32, ""), at)
	}
	for _, c := range []struct {
		name string
		of   [3]field
	}{{"blockIdx", blockIndex}, {"blockDim", launchBlock}, {"gridDim", launchGrid}} {
		v := variable(c.name)
		for d, f := range c.of {
			b := dv.atBegin()
			set(b, v, d, dv.w.count(u, f))
		}
	}
	thread := variable("threadIdx")
	for _, r := range dv.regions {
		for d := range 3 {
			b := dv.inItem(r)
			set(b, thread, d, dv.w.local(d))
		}
	}
	return nil
}

// describesVariables reports whether the debug information of every compilation unit has variables:
// LLVM's code generator crashes on those of a unit that only has line tables. LLVM-C has no function
// for a unit's kind.
func describesVariables(u *ir.Unit) bool {
	units := make([]llvm.Value, llvm.GetNamedMetadataNumOperands(u.Mod, "llvm.dbg.cu"))
	if len(units) == 0 {
		return false
	}
	llvm.GetNamedMetadataOperands(u.Mod, "llvm.dbg.cu", &units[0])
	return !slices.ContainsFunc(units, func(unit llvm.Value) bool { return !strings.Contains(unit.String(), "emissionKind: FullDebug") })
}

// A declaration is a debug record that says where a variable of the source is.
type declaration struct{ variable, location llvm.Metadata }

// dwarfDeref is DWARF's operation that loads an address from the one before it (DWARF 5, 2.5.1.3).
const dwarfDeref = 0x06

// findDeclared finds the stack variables of an unoptimised kernel that debug records declare.
func (dv *debugVariables) findDeclared() {
	const declare = 1
	if dv.u.Opts.Level != "0" || llvm.GetSubprogram(dv.F) == 0 || !llvm.Has("DbgVariableRecordGetVariable") || !llvm.Has("DIBuilderInsertDeclareRecordAtEnd") {
		return
	}
	dv.declared = map[llvm.Value][]declaration{}
	for _, i := range ir.Instructions(dv.F) {
		for r := llvm.GetFirstDbgRecord(i); r != 0; r = llvm.GetNextDbgRecord(r) {
			if llvm.DbgRecordGetKind(r) != declare {
				continue
			}
			if v := llvm.DbgVariableRecordGetValue(r, 0); ir.Opcode(v) == llvm.Alloca {
				dv.declared[v] = append(dv.declared[v], declaration{llvm.DbgVariableRecordGetVariable(r), llvm.DbgRecordGetDebugLoc(r)})
			}
		}
	}
}

// showElement declares a variable that is in a context array where the current work-item's element
// is: each region notes its address at its start.
//
//	#dbg_declare(ptr %v, !1, !DIExpression(), !2)
//
// becomes
//
//	%v.here = alloca ptr
//	  #dbg_declare(ptr %v.here, !1, !DIExpression(DW_OP_deref), !2)
//	region1.item:
//	  %v = getelementptr inbounds [4 x i8], ptr %array, i64 %item
//	  store ptr %v, ptr %v.here
func (dv *debugVariables) showElement(a llvm.Value, s *slot, name string) {
	if len(dv.declared[a]) == 0 {
		return
	}
	here := dv.stack(dv.u.Ptr(0), name+".here")
	if s.array != 0 {
		llvm.BuildStore(dv.atBegin(), s.array, here)
	}
	di := llvm.CreateDIBuilderDisallowUnresolved(dv.u.Mod)
	defer llvm.DisposeDIBuilder(di)
	op := uint64(dwarfDeref)
	at := llvm.DIBuilderCreateExpression(di, uintptr(unsafe.Pointer(&op)), 1)
	for _, d := range dv.declared[a] {
		llvm.DIBuilderInsertDeclareRecordAtEnd(di, here, d.variable, at, d.location, dv.preamble)
	}
	for _, r := range dv.regions {
		at := dv.pos.placeIn(r)
		b := dv.inItem(r)
		llvm.BuildStore(b, dv.context.element(s, at), here)
	}
}
