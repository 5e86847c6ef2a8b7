// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"strings"

	"gohipcc/passes/llvm"
)

// kernel is what is recorded of a kernel (docs/ABI.md).
type kernel struct {
	name   string // host code's name for it
	symbol string // its name in the image
	args   []kernelArg
	size   uint64   // of the kernarg buffer
	hidden []string // value kinds of the arguments that passes added, in order
	reqd   []uint64 // required work-group size, nil without
	flat   uint64   // largest work-group the kernel was compiled for
	shared uint64   // bytes of static shared memory
	wave   uint64   // required sub-group size, 0 without
	needs  []string
}

type kernelArg struct {
	offset, size uint64
	kind         string
	space        string
}

// kernelArguments notes each kernel's arguments while they are still HIP's own,
// and gives parameters that no OpenCL kernel can have a type that it can: a bool
// becomes a byte.
//
//	define spir_kernel void @k(i1 zeroext %b)
//
// becomes
//
//	define spir_kernel void @k(i8 %b.byte)
//	  %b = trunc i8 %b.byte to i1
//
// Kernels become external symbols of their own: templates and comdats have no
// meaning once everything is linked.
func kernelArguments(u *Unit) error {
	for _, f := range u.definitions() {
		if !u.isKernel(f) {
			continue
		}
		// What forbids inlining (clang's -O0 does) has no use on a function that nothing
		// calls, and keeps a CPU device from building its work-group loop around it.
		u.removeAttr(f, llvm.FunctionIndex, "optnone")
		u.removeAttr(f, llvm.FunctionIndex, "noinline")
		llvm.SetComdat(f, 0)
		llvm.SetLinkage(f, llvm.ExternalLinkage)
		llvm.SetVisibility(f, 0)
		k := &kernel{name: f.Name(), symbol: f.Name(), flat: 1024}
		u.kernels[k.name] = k
		off := uint64(0)
		for i, p := range params(f) {
			t := llvm.TypeOf(p)
			a := kernelArg{kind: "by_value"}
			align := uint64(llvm.ABIAlignmentOfType(u.layout, t))
			a.size = llvm.ABISizeOfType(u.layout, t)
			if llvm.GetTypeKind(t) == llvm.PointerKind {
				if by := u.byValue(f, uint32(i+1)); by != 0 {
					a.size = llvm.ABISizeOfType(u.layout, by)
					align = uint64(llvm.ABIAlignmentOfType(u.layout, by))
					if at := llvm.GetEnumAttributeAtIndex(f, uint32(i+1), u.attrKind("align")); at != 0 {
						align = llvm.GetEnumAttributeValue(at)
					}
				} else {
					a.kind, a.space = "global_buffer", "global"
				}
			}
			off = (off + align - 1) / align * align
			a.offset = off
			off += a.size
			k.args = append(k.args, a)
		}
		k.size = off
		u.launchLimits(f, k)
		if u.target.spirv {
			u.widenBoolParams(f)
		}
	}
	return nil
}

// byValue is the type of a by-value aggregate parameter, 0 for other parameters.
func (u *Unit) byValue(f llvm.Value, index uint32) llvm.Type {
	for _, name := range []string{"byval", "byref"} {
		if a := llvm.GetEnumAttributeAtIndex(f, index, u.attrKind(name)); a != 0 {
			return llvm.GetTypeAttributeValue(a)
		}
	}
	return 0
}

// launchLimits reads __launch_bounds__ and reqd_work_group_size in the forms that
// clang gives them.
func (u *Unit) launchLimits(f llvm.Value, k *kernel) {
	if n := u.bounds[k.name]; n > 0 {
		k.flat = n
	}
	if v := u.functionMD(f, "reqd_work_group_size"); len(v) == 3 {
		k.reqd = v
		k.flat = v[0] * v[1] * v[2]
	}
	if v := u.functionMD(f, "max_work_group_size"); len(v) == 3 {
		k.flat = v[0] * v[1] * v[2]
	}
	if s := u.stringAttr(f, "amdgpu-flat-work-group-size"); s != "" {
		if _, most, ok := strings.Cut(s, ","); ok {
			k.flat = parseUint(most, k.flat)
		}
	}
	if s := u.stringAttr(f, "nvvm.maxntid"); s != "" {
		n := uint64(1)
		for _, d := range strings.Split(s, ",") {
			n *= parseUint(strings.TrimSpace(d), 1)
		}
		k.flat = n
	}
}

// functionMD is the integers of a function's metadata node.
func (u *Unit) functionMD(f llvm.Value, kind string) []uint64 {
	cnt := new(uint64)
	md := llvm.GlobalCopyAllMetadata(f, cnt)
	if md == 0 {
		return nil
	}
	defer llvm.DisposeValueMetadataEntries(md)
	for i := range uint32(*cnt) {
		if llvm.ValueMetadataEntriesGetKind(md, i) != u.mdKind(kind) {
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

func (u *Unit) stringAttr(f llvm.Value, name string) string {
	a := llvm.GetStringAttributeAtIndex(f, llvm.FunctionIndex, name)
	if a == 0 {
		return ""
	}
	n := new(uint32)
	return llvm.CopyString(llvm.GetStringAttributeValue(a, n), uint64(*n))
}

func (u *Unit) widenBoolParams(f llvm.Value) {
	ft := llvm.GlobalGetValueType(f)
	types := paramTypes(ft)
	found := false
	for i, t := range types {
		if t == u.types.i1 {
			types[i] = u.types.i8
			found = true
		}
	}
	if !found {
		return
	}
	n := u.rebuildFunction(f, llvm.FunctionType(u.types.void, types, false), func(f, old, p llvm.Value) {
		b := u.atEntry(f)
		// Any byte but zero is true, as it is when C converts one.
		v := llvm.BuildICmp(b, llvm.IntNE, p, llvm.ConstNull(u.types.i8), old.Name())
		llvm.ReplaceAllUsesWith(old, v)
	})
	llvm.ReplaceAllUsesWith(f, n)
	llvm.DeleteFunction(f)
}
