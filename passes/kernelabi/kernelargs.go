// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package kernelabi

import (
	"strconv"
	"strings"

	"gohipcc/abi"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// KernelArguments records each kernel's arguments while they still have HIP's types, and changes
// parameters of types that OpenCL kernels cannot have: a bool becomes a byte.
//
//	define spir_kernel void @k(i1 zeroext %b)
//
// becomes
//
//	define spir_kernel void @k(i8 %b.byte)
//	  %b = trunc i8 %b.byte to i1
//
// Kernels become external symbols with definitions of their own: linkonce linkage and comdats have
// no meaning once everything is linked.
func KernelArguments(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		if !u.IsKernel(f) {
			continue
		}
		// These forbid inlining (clang's -O0 adds them). A kernel has no callers, and they keep a
		// CPU device from inlining it into its work-group loop.
		u.RemoveAttr(f, llvm.FunctionIndex, "optnone")
		u.RemoveAttr(f, llvm.FunctionIndex, "noinline")
		llvm.SetComdat(f, 0)
		llvm.SetLinkage(f, llvm.ExternalLinkage)
		llvm.SetVisibility(f, 0)
		k := &ir.Kernel{Kernel: abi.Kernel{Name: f.Name(), Symbol: f.Name(), MaxFlatWorkgroup: 1024}}
		u.Kernels[k.Name] = k
		off := uint64(0)
		for i, p := range ir.Params(f) {
			t := llvm.TypeOf(p)
			a := abi.Arg{ValueKind: abi.ByValue}
			align := uint64(llvm.ABIAlignmentOfType(u.Layout, t))
			a.Size = llvm.ABISizeOfType(u.Layout, t)
			a.ValueType = valueType(t)
			if llvm.GetTypeKind(t) == llvm.PointerKind {
				if by := u.ByValue(f, uint32(i+1)); by != 0 {
					a.Size = llvm.ABISizeOfType(u.Layout, by)
					align = uint64(llvm.ABIAlignmentOfType(u.Layout, by))
					if at := llvm.GetEnumAttributeAtIndex(f, uint32(i+1), u.AttrKind("align")); at != 0 {
						align = llvm.GetEnumAttributeValue(at)
					}
				} else {
					a.ValueKind, a.ValueType, a.AddressSpace = abi.GlobalBuffer, "", abi.SpaceGlobal
				}
			}
			off = (off + align - 1) / align * align
			a.Offset = off
			off += a.Size
			k.Args = append(k.Args, a)
		}
		k.KernargSize = off
		launchLimits(u, f, k)
		if u.Target.SPIRV {
			widenBoolParams(u, f)
		}
	}
	return nil
}

// valueType returns the type of a parameter in AMD's terms (AMDGPUUsage, ".value_type" of code
// object version 2). LLVM's integer types have no signedness.
func valueType(t llvm.Type) string {
	switch llvm.GetTypeKind(t) {
	case llvm.HalfKind:
		return "f16"
	case llvm.BFloatKind:
		return "bf16"
	case llvm.FloatKind:
		return "f32"
	case llvm.DoubleKind:
		return "f64"
	case llvm.IntegerKind:
		return "i" + strconv.Itoa(int(max(llvm.GetIntTypeWidth(t), 8)))
	}
	return "struct"
}

// launchLimits reads __launch_bounds__ and reqd_work_group_size from the attributes and metadata
// that clang emits.
func launchLimits(u *ir.Unit, f llvm.Value, k *ir.Kernel) {
	if n := u.Bounds[k.Name]; n > 0 {
		k.MaxFlatWorkgroup = n
	}
	if v := functionMD(u, f, "reqd_work_group_size"); len(v) == 3 {
		k.ReqdWorkgroupSize = v
		k.MaxFlatWorkgroup = v[0] * v[1] * v[2]
	}
	if v := functionMD(u, f, "max_work_group_size"); len(v) == 3 {
		k.MaxFlatWorkgroup = v[0] * v[1] * v[2]
	}
	if s := stringAttr(u, f, "amdgpu-flat-work-group-size"); s != "" {
		if _, most, ok := strings.Cut(s, ","); ok {
			k.MaxFlatWorkgroup = parseUint(most, k.MaxFlatWorkgroup)
		}
	}
	if s := stringAttr(u, f, "nvvm.maxntid"); s != "" {
		n := uint64(1)
		for _, d := range strings.Split(s, ",") {
			n *= parseUint(strings.TrimSpace(d), 1)
		}
		k.MaxFlatWorkgroup = n
	}
}

// functionMD returns the integers of a function's metadata node.
func functionMD(u *ir.Unit, f llvm.Value, kind string) []uint64 {
	cnt := new(uint64)
	md := llvm.GlobalCopyAllMetadata(f, cnt)
	if md == 0 {
		return nil
	}
	defer llvm.DisposeValueMetadataEntries(md)
	for i := range uint32(*cnt) {
		if llvm.ValueMetadataEntriesGetKind(md, i) != u.MDKind(kind) {
			continue
		}
		node := llvm.MetadataAsValue(u.Ctx, llvm.ValueMetadataEntriesGetMetadata(md, i))
		ops := make([]llvm.Value, llvm.GetMDNodeNumOperands(node))
		if len(ops) == 0 {
			return nil
		}
		llvm.GetMDNodeOperands(node, &ops[0])
		var out []uint64
		for _, o := range ops {
			if o != 0 && llvm.IsAConstantInt(o) != 0 {
				out = append(out, llvm.ConstIntGetZExtValue(o))
			}
		}
		return out
	}
	return nil
}

func stringAttr(u *ir.Unit, f llvm.Value, name string) string {
	a := llvm.GetStringAttributeAtIndex(f, llvm.FunctionIndex, name)
	if a == 0 {
		return ""
	}
	n := new(uint32)
	return llvm.CopyString(llvm.GetStringAttributeValue(a, n), uint64(*n))
}

func widenBoolParams(u *ir.Unit, f llvm.Value) {
	ft := llvm.GlobalGetValueType(f)
	types := ir.ParamTypes(ft)
	found := false
	for i, t := range types {
		if t == u.Types.I1 {
			types[i] = u.Types.I8
			found = true
		}
	}
	if !found {
		return
	}
	n := u.RebuildFunction(f, llvm.FunctionType(u.Types.Void, types, false), func(f, old, p llvm.Value) {
		b := u.AtEntry(f)
		// Any non-zero byte is true, as in C's conversion to bool.
		v := llvm.BuildICmp(b, llvm.IntNE, p, llvm.ConstNull(u.Types.I8), old.Name())
		llvm.ReplaceAllUsesWith(old, v)
	})
	llvm.ReplaceAllUsesWith(f, n)
	llvm.DeleteFunction(f)
}

func parseUint(s string, or uint64) uint64 {
	if v, err := strconv.ParseUint(s, 10, 64); err == nil {
		return v
	}
	return or
}
