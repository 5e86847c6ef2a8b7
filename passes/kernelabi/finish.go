// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package kernelabi

import (
	"maps"

	"gohipcc/abi"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// FinishKernels records what only the finished module shows: features and static shared memory over
// each kernel's call graph.
func FinishKernels(u *ir.Unit) error {
	n := newNeeds(u)
	for _, f := range u.Definitions() {
		n.read(f)
	}
	for _, name := range ir.SortedKeys(u.Kernels) {
		k := u.Kernels[name]
		features, shared := n.of(name)
		k.Features = ir.SortedKeys(features)
		k.GroupSize = 0
		for _, size := range shared {
			k.GroupSize += size
		}
		if u.WarpSize() != abi.WarpSize {
			k.WavefrontSize = uint64(u.WarpSize())
		}
		if features[abi.FeatureSubgroup] && k.WavefrontSize == 0 {
			k.WavefrontSize = abi.WarpSize
			// The producer turns it into the execution mode SubgroupSize. Without that the device
			// chooses the size, and one driver makes each row of the work-group a sub-group.
			if f := llvm.GetNamedFunction(u.Mod, name); f != 0 && u.Target.SPIRV {
				size := llvm.ValueAsMetadata(u.I32(abi.WarpSize))
				llvm.GlobalSetMetadata(f, u.MDKind("intel_reqd_sub_group_size"), llvm.MDNodeInContext2(u.Ctx, &size, 1))
			}
		}
	}
	return nil
}

// needs computes what functions need of a device, by name.
type needs struct {
	u        *ir.Unit
	calls    map[string][]string
	features map[string]map[string]bool
	shared   map[string]map[string]uint64 // sizes of the shared variables in use
}

func newNeeds(u *ir.Unit) *needs {
	n := &needs{u: u, calls: map[string][]string{}, features: map[string]map[string]bool{}, shared: map[string]map[string]uint64{}}
	for feature, functions := range u.Reach {
		for _, f := range functions {
			n.use(f, feature)
		}
	}
	n.sharedVariables()
	return n
}

func (n *needs) use(function, feature string) {
	if n.features[function] == nil {
		n.features[function] = map[string]bool{}
	}
	n.features[function][feature] = true
}

// read records what the instructions of a function need.
func (n *needs) read(f llvm.Value) {
	name := f.Name()
	for _, inst := range ir.Instructions(f) {
		n.call(name, inst)
		if usesDouble(llvm.TypeOf(inst)) {
			n.use(name, abi.FeatureFP64)
		}
		switch llvm.GetInstructionOpcode(inst) {
		case llvm.AtomicRMW, llvm.AtomicCmpXchg:
			if t := llvm.TypeOf(llvm.GetOperand(inst, 1)); llvm.SizeOfTypeInBits(n.u.Layout, t) == 64 {
				n.use(name, abi.FeatureInt64Atomics)
			}
		}
	}
}

func (n *needs) call(name string, inst llvm.Value) {
	if !ir.IsCall(inst) {
		return
	}
	if c := ir.Callee(inst); c != 0 {
		n.calls[name] = append(n.calls[name], c.Name())
		if feature, ok := ir.BuiltinFeature(c.Name()); ok {
			n.use(name, feature)
		}
	}
}

// sharedVariables records which functions use which shared variables. It follows the uses of the
// variables and not the operands of instructions: most operands of a module are unrelated
// constants.
func (n *needs) sharedVariables() {
	for _, g := range n.u.Globals() {
		if llvm.GetPointerAddressSpace(llvm.TypeOf(g)) != ir.LocalSpace || llvm.IsDeclaration(g) {
			continue
		}
		size := llvm.ABISizeOfType(n.u.Layout, llvm.GlobalGetValueType(g))
		ir.ForEachUse(g, func(inst llvm.Value) {
			n.useShared(llvm.GetBasicBlockParent(llvm.GetInstructionParent(inst)).Name(), g.Name(), size)
		})
	}
}

func (n *needs) useShared(function, variable string, size uint64) {
	if n.shared[function] == nil {
		n.shared[function] = map[string]uint64{}
	}
	n.shared[function][variable] = size
}

// of returns what a function needs, its callees included.
func (n *needs) of(name string) (features map[string]bool, shared map[string]uint64) {
	features, shared = map[string]bool{}, map[string]uint64{}
	seen := map[string]bool{}
	var walk func(string)
	walk = func(f string) {
		if seen[f] {
			return
		}
		seen[f] = true
		maps.Copy(features, n.features[f])
		maps.Copy(shared, n.shared[f])
		for _, c := range n.calls[f] {
			walk(c)
		}
	}
	walk(name)
	return features, shared
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
