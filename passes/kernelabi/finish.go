// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package kernelabi

import (
	"gohipcc/abi"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// FinishKernels fills in what only the finished module shows: features and static
// shared memory over each kernel's call graph.
func FinishKernels(u *ir.Unit) error {
	calls := map[string][]string{}
	shared := map[string]map[string]uint64{}
	direct := map[string]map[string]bool{}
	for feature, fns := range u.Reach {
		for _, f := range fns {
			if direct[f] == nil {
				direct[f] = map[string]bool{}
			}
			direct[f][feature] = true
		}
	}
	size := map[llvm.Value]uint64{}
	for _, g := range u.Globals() {
		if llvm.GetPointerAddressSpace(llvm.TypeOf(g)) == ir.LocalSpace && !llvm.IsDeclaration(g) {
			size[g] = llvm.ABISizeOfType(u.Layout, llvm.GlobalGetValueType(g))
		}
	}
	for _, f := range u.Definitions() {
		name := f.Name()
		use := func(feature string) {
			if direct[name] == nil {
				direct[name] = map[string]bool{}
			}
			direct[name][feature] = true
		}
		for _, inst := range ir.Instructions(f) {
			if ir.IsCall(inst) {
				if c := ir.Callee(inst); c != 0 {
					calls[name] = append(calls[name], c.Name())
					if feature, ok := ir.BuiltinFeature(c.Name()); ok {
						use(feature)
					}
				}
			}
			if usesDouble(llvm.TypeOf(inst)) {
				use(abi.FeatureFP64)
			}
			switch llvm.GetInstructionOpcode(inst) {
			case llvm.AtomicRMW, llvm.AtomicCmpXchg:
				if t := llvm.TypeOf(llvm.GetOperand(inst, 1)); llvm.SizeOfTypeInBits(u.Layout, t) == 64 {
					use(abi.FeatureInt64Atomics)
				}
			}
			for _, op := range ir.Operands(inst) {
				for g, n := range size {
					if op == g || llvm.IsConstant(op) && ir.NewReachability(map[llvm.Value]bool{g: true}).Of(op) {
						if shared[name] == nil {
							shared[name] = map[string]uint64{}
						}
						shared[name][g.Name()] = n
					}
				}
			}
		}
	}
	for _, n := range ir.SortedKeys(u.Kernels) {
		k := u.Kernels[n]
		feats := map[string]bool{}
		lds := map[string]uint64{}
		seen := map[string]bool{}
		var walk func(string)
		walk = func(f string) {
			if seen[f] {
				return
			}
			seen[f] = true
			for x := range direct[f] {
				feats[x] = true
			}
			for g, s := range shared[f] {
				lds[g] = s
			}
			for _, c := range calls[f] {
				walk(c)
			}
		}
		walk(n)
		k.Features = ir.SortedKeys(feats)
		k.GroupSize = 0
		for _, s := range lds {
			k.GroupSize += s
		}
		if feats[abi.FeatureSubgroup] && k.WavefrontSize == 0 {
			k.WavefrontSize = abi.WarpSize
			// The producer turns it into the execution mode SubgroupSize: without it a
			// device chooses the size, and one takes a whole row of the work-group.
			if f := llvm.GetNamedFunction(u.Mod, n); f != 0 && u.Target.SPIRV {
				size := llvm.ValueAsMetadata(u.I32(abi.WarpSize))
				llvm.GlobalSetMetadata(f, u.MDKind("intel_reqd_sub_group_size"), llvm.MDNodeInContext2(u.Ctx, &size, 1))
			}
		}
	}
	return nil
}

// usesDouble reports whether a value of type t needs double precision.
func usesDouble(t llvm.Type) bool {
	switch llvm.GetTypeKind(t) {
	case llvm.DoubleKind:
		return true
	case llvm.VectorKind:
		return usesDouble(llvm.GetElementType(t))
	}
	return false
}
