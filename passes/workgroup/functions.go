// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"fmt"
	"math/bits"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/kernelabi"
	"gohipcc/passes/llvm"
)

// A workItem is the values by which code finds the launch, its block and its work-item.
type workItem struct {
	launch, block llvm.Value
	fields        map[field]llvm.Value // of launch and block, as loaded
	local         func(dim int) llvm.Value
	linear        func() llvm.Value // the flat local ID
}

// A field is a member of one of the structures of docs/design/cpu.md, by its offset.
type field struct {
	ofBlock bool // of gohip_cpu_block, else of gohip_cpu_launch
	offset  uint64
}

// The fields.
var (
	launchGrid   = [3]field{{false, 8}, {false, 12}, {false, 16}}
	launchBlock  = [3]field{{false, 20}, {false, 24}, {false, 28}}
	launchFlags  = field{false, 36}
	blockIndex   = [3]field{{true, 0}, {true, 4}, {true, 8}}
	blockShared  = field{true, 16}
	blockContext = field{true, 24}
	blockYield   = field{true, 32}
	blockItem    = field{true, 40}
)

// address builds the address of a field.
func (w *workItem) address(u *ir.Unit, f field) llvm.Value {
	base := w.launch
	if f.ofBlock {
		base = w.block
	}
	return llvm.BuildInBoundsGEP2(u.B, u.Types.I8, base, []llvm.Value{u.I64(f.offset)}, "")
}

// pointer loads a field that is a pointer, count one of 32 bits, zero-extended to 64.
func (w *workItem) pointer(u *ir.Unit, f field) llvm.Value {
	return w.load(u, f, func() llvm.Value { return llvm.BuildLoad2(u.B, u.Ptr(0), w.address(u, f), "") })
}

func (w *workItem) count(u *ir.Unit, f field) llvm.Value {
	return w.load(u, f, func() llvm.Value {
		return llvm.BuildZExt(u.B, llvm.BuildLoad2(u.B, u.Types.I32, w.address(u, f), ""), u.Types.I64, "")
	})
}

func (w *workItem) load(u *ir.Unit, f field, build func() llvm.Value) llvm.Value {
	if v, ok := w.fields[f]; ok {
		return v
	}
	v := build()
	if w.fields != nil {
		w.fields[f] = v
	}
	return v
}

// hiddenTypes returns the types of the parameters that Functions adds: launch, block, and the local
// ID, 16 bits each of x, y, z and the flat one.
func hiddenTypes(u *ir.Unit) []llvm.Type { return []llvm.Type{u.Ptr(0), u.Ptr(0), u.Types.I64} }

// Functions that represent these values in a kernel until it is formed.
const (
	launchName = "__gohip.launch"
	blockName  = "__gohip.block"
	packedName = "__gohip.local_ids"
)

// Functions passes the launch, the block and the work-item as parameters to functions that use
// work-item functions or shared memory: functions that cannot be inlined into a kernel are called
// by one work-item at a time.
//
//	define internal i32 @f(i32 %n) {
//	  %x = call i64 @_Z12get_local_idj(i32 0)
//	define spir_kernel void @k() {
//	  %r = call i32 @f(i32 1)
//
// becomes
//
//	define internal i32 @f(i32 %n, ptr %launch, ptr %block, i64 %ids) {
//	  %x = and i64 %ids, 65535
//	define spir_kernel void @k() {
//	  %l = call ptr @__gohip.launch()
//	  %b = call ptr @__gohip.block()
//	  %i = call i64 @__gohip.local_ids()
//	  %r = call i32 @f(i32 1, ptr %l, ptr %b, i64 %i)
//
// A function whose address is taken gets the parameters too, and every indirect call passes them.
func Functions(u *ir.Unit) error {
	need := needing(u)
	if len(need) == 0 {
		return nil
	}
	params := map[llvm.Value][3]llvm.Value{}
	renamed := map[llvm.Value]llvm.Value{}
	for _, f := range u.Definitions() {
		if !need[f] || u.IsKernel(f) {
			continue
		}
		ft := llvm.GlobalGetValueType(f)
		if llvm.IsFunctionVarArg(ft) {
			return fmt.Errorf("%s takes variable arguments, which only printf may on this target", ir.Demangle(f.Name()))
		}
		n := u.RebuildFunction(f, llvm.FunctionType(llvm.GetReturnType(ft), append(ir.ParamTypes(ft), hiddenTypes(u)...), false), nil)
		u.RemoveAttr(n, llvm.FunctionIndex, "memory")
		first := llvm.CountParams(n) - 3
		var p [3]llvm.Value
		for i, name := range []string{"launch", "block", "ids"} {
			p[i] = llvm.GetParam(n, first+uint32(i))
			llvm.SetValueName2(p[i], name)
		}
		params[n], renamed[f] = p, n
	}
	for _, f := range u.Definitions() {
		passHidden(u, f, renamed, params)
	}
	for f, n := range renamed {
		llvm.ReplaceAllUsesWith(f, n)
		llvm.DeleteFunction(f)
	}
	for _, f := range u.Definitions() {
		p, ok := params[f]
		if !ok {
			continue
		}
		w := &workItem{launch: p[0], block: p[1]}
		part := func(shift uint64) llvm.Value {
			v := p[2]
			if shift > 0 {
				v = llvm.BuildLShr(u.B, v, u.I64(shift), "")
			}
			return llvm.BuildAnd(u.B, v, u.I64(0xffff), "")
		}
		w.local = func(dim int) llvm.Value { return part(uint64(16 * dim)) }
		w.linear = func() llvm.Value { return part(48) }
		lowerBuiltins(u, f, w)
	}
	return nil
}

// passHidden adds the arguments that the called functions need to the calls of a function.
func passHidden(u *ir.Unit, f llvm.Value, renamed map[llvm.Value]llvm.Value, params map[llvm.Value][3]llvm.Value) {
	for _, c := range ir.Instructions(f) {
		if !ir.IsCall(c) || llvm.IsAInlineAsm(llvm.GetCalledValue(c)) != 0 {
			continue
		}
		callee := ir.Callee(c)
		n, ok := renamed[callee]
		if callee != 0 && !ok {
			continue
		}
		hidden := []llvm.Value{}
		if p, ok := params[f]; ok {
			hidden = p[:]
		} else {
			u.Before(c)
			for i, name := range []string{launchName, blockName, packedName} {
				hidden = append(hidden, placeholder(u, name, hiddenTypes(u)[i]))
			}
		}
		var ft llvm.Type
		if callee != 0 {
			ft = llvm.GlobalGetValueType(n)
		} else {
			n = llvm.GetCalledValue(c)
			old := llvm.GetCalledFunctionType(c)
			ft = llvm.FunctionType(llvm.GetReturnType(old), append(ir.ParamTypes(old), hiddenTypes(u)...), false)
		}
		u.RebuildCall(c, n, ft, append(ir.CallArgs(c), hidden...))
	}
}

// placeholder calls a function that represents a value until a kernel is formed.
func placeholder(u *ir.Unit, name string, t llvm.Type) llvm.Value {
	f := llvm.GetNamedFunction(u.Mod, name)
	if f == 0 {
		f = llvm.AddFunction(u.Mod, name, llvm.FunctionType(t, nil, false))
		for _, a := range []string{"nounwind", "willreturn"} {
			u.AddAttr(f, llvm.FunctionIndex, a)
		}
	}
	return llvm.BuildCall2(u.B, llvm.GlobalGetValueType(f), f, nil, "")
}

// needing returns the set of the functions that use work-item functions or shared memory, call one
// that does, or may be called indirectly.
func needing(u *ir.Unit) map[llvm.Value]bool {
	shared := map[llvm.Value]bool{}
	for _, g := range u.Globals() {
		if llvm.GetPointerAddressSpace(llvm.TypeOf(g)) == ir.LocalSpace {
			shared[g] = true
		}
	}
	roots := ir.UsedBy(shared)
	byAddress := false
	for _, f := range u.Functions() {
		for x := llvm.GetFirstUse(f); x != 0; x = llvm.GetNextUse(x) {
			c := llvm.GetUser(x)
			direct := ir.IsCall(c) && x == llvm.GetOperandUse(c, uint32(llvm.GetNumOperands(c)-1))
			switch {
			case direct && builtinOf(c) != "":
				roots[ir.FunctionOf(c)] = true
			case !direct && !llvm.IsDeclaration(f) && !u.IsKernel(f):
				roots[f] = true
				byAddress = true
			}
		}
	}
	if byAddress {
		for _, f := range u.Definitions() {
			for _, c := range ir.Instructions(f) {
				if ir.IsCall(c) && ir.Callee(c) == 0 && llvm.IsAInlineAsm(llvm.GetCalledValue(c)) == 0 {
					roots[f] = true
				}
			}
		}
	}
	var list []llvm.Value
	for f := range roots {
		list = append(list, f)
	}
	need := ir.Callers(list)
	for f := range need {
		if u.IsKernel(f) {
			delete(need, f)
		}
	}
	return need
}

// builtins are the OpenCL work-item functions that are lowered, and what builds each for a
// dimension.
var builtins = map[string]func(u *ir.Unit, w *workItem, dim int) llvm.Value{
	"get_local_id":            func(_ *ir.Unit, w *workItem, d int) llvm.Value { return w.local(d) },
	"get_local_linear_id":     func(_ *ir.Unit, w *workItem, _ int) llvm.Value { return w.linear() },
	"get_group_id":            func(u *ir.Unit, w *workItem, d int) llvm.Value { return w.count(u, blockIndex[d]) },
	"get_local_size":          func(u *ir.Unit, w *workItem, d int) llvm.Value { return w.count(u, launchBlock[d]) },
	"get_enqueued_local_size": func(u *ir.Unit, w *workItem, d int) llvm.Value { return w.count(u, launchBlock[d]) },
	"get_num_groups":          func(u *ir.Unit, w *workItem, d int) llvm.Value { return w.count(u, launchGrid[d]) },
	"get_global_offset":       func(u *ir.Unit, _ *workItem, _ int) llvm.Value { return u.I64(0) },
	"get_work_dim":            func(u *ir.Unit, _ *workItem, _ int) llvm.Value { return u.I64(3) },
	"get_global_size": func(u *ir.Unit, w *workItem, d int) llvm.Value {
		return llvm.BuildMul(u.B, w.count(u, launchGrid[d]), w.count(u, launchBlock[d]), "")
	},
	"get_global_id": func(u *ir.Unit, w *workItem, d int) llvm.Value {
		return llvm.BuildAdd(u.B, llvm.BuildMul(u.B, w.count(u, blockIndex[d]), w.count(u, launchBlock[d]), ""), w.local(d), "")
	},
	"get_sub_group_local_id": func(u *ir.Unit, w *workItem, _ int) llvm.Value {
		return llvm.BuildAnd(u.B, w.linear(), u.I64(warpSize(u)-1), "")
	},
	"get_sub_group_id":            func(u *ir.Unit, w *workItem, _ int) llvm.Value { return warpOf(u, w.linear()) },
	"get_max_sub_group_size":      func(u *ir.Unit, _ *workItem, _ int) llvm.Value { return u.I64(warpSize(u)) },
	"get_num_sub_groups":          func(u *ir.Unit, w *workItem, _ int) llvm.Value { return warps(u, w) },
	"get_enqueued_num_sub_groups": func(u *ir.Unit, w *workItem, _ int) llvm.Value { return warps(u, w) },
	"get_sub_group_size": func(u *ir.Unit, w *workItem, _ int) llvm.Value {
		first := llvm.BuildAnd(u.B, w.linear(), u.I64(^(warpSize(u) - 1)), "")
		rest := llvm.BuildSub(u.B, size(u, w), first, "")
		whole := llvm.BuildICmp(u.B, llvm.IntUGT, rest, u.I64(warpSize(u)), "")
		return llvm.BuildSelect(u.B, whole, u.I64(warpSize(u)), rest, "")
	},
}

// size builds the number of work-items of the block, warps that of its warps.
func size(u *ir.Unit, w *workItem) llvm.Value {
	xy := llvm.BuildMul(u.B, w.count(u, launchBlock[0]), w.count(u, launchBlock[1]), "")
	return llvm.BuildMul(u.B, xy, w.count(u, launchBlock[2]), "")
}

// warpSize returns the number of lanes of a warp; warpOf builds the number of the warp that has a work-item, by the
// flat local ID.
func warpSize(u *ir.Unit) uint64 { return uint64(u.WarpSize()) }

func warpOf(u *ir.Unit, item llvm.Value) llvm.Value {
	return llvm.BuildLShr(u.B, item, u.I64(uint64(bits.TrailingZeros64(warpSize(u)))), "")
}

func warps(u *ir.Unit, w *workItem) llvm.Value {
	return warpOf(u, llvm.BuildAdd(u.B, size(u, w), u.I64(warpSize(u)-1), ""))
}

// builtinOf returns the name of the function of builtins that an instruction calls, "" for none.
func builtinOf(i llvm.Value) string {
	if llvm.IsAInstruction(i) == 0 || !ir.IsCall(i) {
		return ""
	}
	f := ir.Callee(i)
	if f == 0 || !llvm.IsDeclaration(f) {
		return ""
	}
	if name, ok := ir.MangledName(f.Name()); ok && builtins[name] != nil {
		return name
	}
	return ""
}

// lowerBuiltins replaces the calls of work-item functions.
func lowerBuiltins(u *ir.Unit, f llvm.Value, w *workItem) {
	for _, c := range ir.Instructions(f) {
		if name := builtinOf(c); name != "" {
			lowerBuiltin(u, c, name, w)
		}
	}
}

// lowerBuiltin replaces one call. A variable dimension selects among the three; outside of them IDs
// are 0 and sizes 1 (OpenCL C 3.0, 6.15.1).
func lowerBuiltin(u *ir.Unit, c llvm.Value, name string, w *workItem) {
	u.Before(c)
	build := builtins[name]
	var v llvm.Value
	switch dim := llvm.GetOperand(c, 0); {
	case llvm.GetNumArgOperands(c) == 0:
		v = build(u, w, 0)
	default:
		outside := u.I64(0)
		if strings.Contains(name, "size") || strings.Contains(name, "num") {
			outside = u.I64(1)
		}
		if llvm.IsAConstantInt(dim) != 0 {
			if d := llvm.ConstIntGetZExtValue(dim); d < 3 {
				outside = build(u, w, int(d))
			}
			v = outside
			break
		}
		v = outside
		for d := range 3 {
			is := llvm.BuildICmp(u.B, llvm.IntEQ, dim, u.I32(uint64(d)), "")
			v = llvm.BuildSelect(u.B, is, build(u, w, d), v, "")
		}
	}
	if t := llvm.TypeOf(c); t != u.Types.I64 {
		v = llvm.BuildTrunc(u.B, v, t, "")
	}
	ir.Replace(c, v)
}

// sharedOf returns the address that represents a shared variable in a function.
func sharedOf(u *ir.Unit, w *workItem, offset map[llvm.Value]uint64) func(f, g llvm.Value) llvm.Value {
	return func(_, g llvm.Value) llvm.Value {
		at := llvm.BuildInBoundsGEP2(u.B, u.Types.I8, w.pointer(u, blockShared), []llvm.Value{u.I64(offset[g])}, g.Name())
		return llvm.BuildAddrSpaceCast(u.B, at, u.Ptr(ir.LocalSpace), "")
	}
}

// lowerShared replaces shared variables in a function by addresses in the block's memory.
func lowerShared(u *ir.Unit, f llvm.Value, w *workItem, offset map[llvm.Value]uint64) {
	set := map[llvm.Value]bool{}
	for g := range offset {
		set[g] = true
	}
	kernelabi.RewriteConstants(u, f, ir.NewReachability(set), sharedOf(u, w, offset))
}
