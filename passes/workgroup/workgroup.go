// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package workgroup forms work-groups for processors: from a kernel, which describes one work-item,
// it makes a function that runs a block of work-items in one thread, by continuation-based
// synchronisation (Karrenberg and Hack, "Improving Performance of OpenCL on CPUs", 2012; Meyer et
// al., "Implementation Techniques for SPMD Kernels on CPUs", 2023). docs/design/cpu.md has the
// interface of that function, and IR before and after.
package workgroup

import (
	"fmt"
	"slices"

	"gohipcc/abi"
	"gohipcc/passes/convergence"
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Form turns each kernel into the function that runs a block. The kernel's control flow is split at
// synchronisation points into regions, each of which has one entry and becomes a loop over
// work-items. Values that live across regions are in context arrays, with an element for each
// work-item, or in registers if they are uniform.
//
//	define spir_kernel void @k(ptr addrspace(1) %p) {
//	  %i = call i64 @_Z12get_local_idj(i32 0)
//	  …
//	  call void @_Z7barrierj(i32 3)
//	  …
//	  ret void
//
// becomes, where all work-items execute the barrier,
//
//	define void @k(ptr %launch, ptr %block) {
//	  … ; arguments, sizes, context arrays
//	region0.item:           ; for all work-items
//	  …
//	  br i1 %more, label %region0.item, label %region1
//	region1.item:           ; for all work-items
//	  …
//	  br i1 %more1, label %region1.item, label %end
//	end:
//	  ret void
//
// Where work-items diverge before they synchronise, each has a barrier ID in a context array, and
// of each warp those with the lowest ID run (divergentschedule.go).
func Form(u *ir.Unit) error {
	var bad ir.Problems
	offsets, err := layoutShared(u)
	if err != nil {
		return err
	}
	for _, f := range u.Definitions() {
		if !u.IsKernel(f) && hasSync(f) {
			bad.Addf("%s synchronises and cannot be inlined into a kernel: it calls itself, or is called by address", ir.Demangle(f.Name()))
		}
	}
	if err := bad.Err(); err != nil {
		return err
	}
	races, err := linkChecks(u)
	if err != nil {
		return err
	}
	for _, f := range u.Definitions() {
		if !u.IsKernel(f) && len(offsets.functions) > 0 {
			n := llvm.CountParams(f)
			if offsets.functions[f] {
				w := &workItem{launch: llvm.GetParam(f, n-3), block: llvm.GetParam(f, n-2)}
				showShared(u, f, w, offsets.shown, offsets.of, firstAction(f))
				lowerShared(u, f, w, offsets.of)
			}
		}
	}
	for _, f := range u.Definitions() {
		if !u.IsKernel(f) {
			continue
		}
		if err := formKernel(u, f, offsets, races); err != nil {
			bad.Addf("kernel %s cannot be formed into work-groups: %v", ir.Demangle(f.Name()), err)
		}
	}
	if races {
		dropChecks(u)
	}
	for _, name := range []string{launchName, blockName, packedName, flow.AllName} {
		if f := llvm.GetNamedFunction(u.Mod, name); f != 0 && llvm.GetFirstUse(f) == 0 {
			llvm.DeleteFunction(f)
		}
	}
	return bad.Err()
}

// formKernel forms one kernel and replaces it by the entry function of docs/design/cpu.md.
func formKernel(u *ir.Unit, f llvm.Value, shared *sharedLayout, races bool) error {
	if err := u.FunctionPasses(f, "unreachableblockelim"); err != nil {
		return err
	}
	if err := rearrange(u, f, races || shared.redzones); err != nil {
		return err
	}
	k := flow.NewKernel(u, f)
	if x := k.OpaqueSync(); x != 0 {
		return fmt.Errorf("it calls %s, a collective operation that is not lowered", ir.Callee(x).Name())
	}
	uniformSync := true
	if hasSync(f) {
		k.UniformValues = k.UniformUnless(readsRace)
		if uniformSync = !diverges(k); !uniformSync {
			dropSteps(u, f)
			k.Update()
			if err := convergence.ReconvergeAtLatches(k); err != nil {
				return err
			}
			k.UniformValues = nil
		}
	}
	name := f.Name()
	uniform := k.UniformValues
	group, w, err := groupFunction(u, f)
	if err != nil {
		return err
	}
	for v := range uniform {
		if llvm.IsAArgument(v) != 0 {
			delete(uniform, v)
		}
	}
	for _, p := range ir.Params(group) {
		if uniform != nil {
			uniform[p] = true
		}
	}
	kern := &kernel{u: u, w: w, uniformSync: uniformSync, Kernel: flow.NewKernel(u, group), redzones: shared.redzones, races: races}
	kern.tracksItem = u.Opts.Level == "0" || shared.redzones || u.Sanitized(ir.ThreadSanitizer)
	kern.UniformValues = uniform
	context, err := form(kern, shared, name)
	if err != nil {
		return err
	}
	record := u.Kernels[name]
	record.GroupSize = shared.size[name]
	record.ContextSize, record.ContextFixedSize = context, uint64(u.WarpSize()-1)*context+kern.skipped
	buildEntry(u, group, name, record)
	return nil
}

// rearrange changes a kernel into one whose regions are faster. Checked kernels keep the order in
// which their work-items run.
func rearrange(u *ir.Unit, f llvm.Value, checked bool) error {
	inOrder := u.Opts.Level == "0" || checked || u.Sanitized(ir.ThreadSanitizer)
	if !inOrder {
		if err := makeSyncUniform(u, f); err != nil {
			return err
		}
	}
	if !inOrder {
		dropRedundantBarriers(f)
	}
	if countExchanges(f) > 1 {
		if err := foldSelections(u, f); err != nil {
			return err
		}
		batchExchanges(u, f)
	}
	if inOrder {
		return nil
	}
	return stepLoops(u, f)
}

// readsRace reports whether what a load reads may change while the work-items of a block run one
// after the other.
func readsRace(load llvm.Value) bool {
	return llvm.GetVolatile(load) || llvm.GetOrdering(load) != llvm.NotAtomic
}

// hasSync reports whether a function has a synchronisation point.
func hasSync(f llvm.Value) bool { return slices.ContainsFunc(ir.Instructions(f), isSync) }

// diverges reports whether work-items may be at different synchronisation points: there is one
// between a divergent branch and its immediate post-dominator, or work-items spin-wait in a loop.
func diverges(k *flow.Kernel) bool {
	if slices.ContainsFunc(ir.Instructions(k.F), isYield) {
		return true
	}
	pd := flow.PostDominators(k.Succ)
	for i := range k.Blocks {
		if k.DivergentBranch(i) && k.SyncBetween(i, pd.Immediate(i), k.Succ) {
			return true
		}
	}
	return false
}

// form divides a kernel into regions and makes these loops over work-items. It returns the size of the context arrays
// per work-item.
func form(kern *kernel, shared *sharedLayout, name string) (context uint64, err error) {
	kern.openPreamble()
	g := &regionGraph{kernel: kern}
	pos := newPosition(g)
	kern.lowerFunctions(shared, name)
	if err := g.divide(); err != nil {
		return 0, err
	}
	pos.openWarps()
	g.openRegions()
	c := &contextArrays{regionGraph: g, pos: pos}
	dv := &debugVariables{regionGraph: g, pos: pos, context: c}
	vs := &values{regionGraph: g, pos: pos, context: c, debug: dv, kept: map[llvm.Value]*slot{}, loaded: map[llvm.Value]llvm.Value{}}
	kern.records = []record{g, vs}
	l := &localIDs{regionGraph: g, pos: pos, context: c}
	lp := &loopProperties{regionGraph: g}
	e := &exchanges{regionGraph: g, pos: pos, context: c, values: vs, properties: lp}
	if kern.tracksItem {
		pos.trackItems()
		if err := dv.showCoordinates(); err != nil {
			return 0, err
		}
	}
	if kern.uniformSync && len(g.syncs) > 0 {
		pos.shareUniformLoads()
	}
	e.lowerSyncs()
	dv.findDeclared()
	vs.demoteAllocas()
	vs.demoteEntryPHIs()
	vs.demoteValues()
	l.lowerLocalIDs()
	if kern.uniformSync {
		us := &uniformSchedule{regionGraph: g, pos: pos, context: c, exchanges: e, properties: lp}
		us.rows = &rows{regionGraph: g, pos: pos, context: c, properties: lp}
		us.scheduleUniform()
	} else {
		ds := &divergentSchedule{regionGraph: g, pos: pos, context: c, local: l, exchanges: e, properties: lp}
		if err := ds.scheduleDivergent(); err != nil {
			return 0, err
		}
	}
	kern.closePreamble()
	return c.bytes(), nil
}

// BlockSuffix ends the names of the functions that kernels are formed in, which their entries call.
const BlockSuffix = ".block"

// groupFunction creates the function that a kernel is formed in: it has the kernel's parameters,
// and launch and block.
func groupFunction(u *ir.Unit, f llvm.Value) (llvm.Value, *workItem, error) {
	ft := llvm.GlobalGetValueType(f)
	n := u.RebuildFunction(f, llvm.FunctionType(u.Types.Void, append(ir.ParamTypes(ft), u.Ptr(0), u.Ptr(0)), false), nil)
	if llvm.GetFirstUse(f) != 0 {
		return 0, nil, fmt.Errorf("its address is used in %s: kernels cannot be called by others on this target", u.UsersOf(f))
	}
	llvm.DeleteFunction(f)
	llvm.SetValueName2(n, n.Name()+BlockSuffix)
	llvm.SetFunctionCallConv(n, 0)
	llvm.SetLinkage(n, llvm.InternalLinkage)
	params := ir.Params(n)
	for i, p := range params {
		if u.ByValue(n, uint32(i+1)) != 0 {
			markInvariant(u, p)
		}
		u.RemoveAttr(n, uint32(i+1), "byval")
		u.RemoveAttr(n, uint32(i+1), "byref")
	}
	for _, a := range []string{"memory", "convergent", "alwaysinline"} {
		u.RemoveAttr(n, llvm.FunctionIndex, a)
	}
	launch, block := params[len(params)-2], params[len(params)-1]
	llvm.SetValueName2(launch, "launch")
	llvm.SetValueName2(block, "block")
	for _, p := range []uint32{uint32(len(params) - 1), uint32(len(params))} {
		for _, a := range []string{"noalias", "nonnull", "noundef"} {
			u.AddAttr(n, p, a)
		}
	}
	return n, &workItem{launch: launch, block: block, fields: map[field]llvm.Value{}}, nil
}

// buildEntry builds the function of docs/design/cpu.md that the runtime calls: it loads the
// kernel's arguments and calls the formed function.
func buildEntry(u *ir.Unit, group llvm.Value, name string, k *ir.Kernel) {
	f := llvm.AddFunction(u.Mod, name, llvm.FunctionType(u.Types.Void, []llvm.Type{u.Ptr(0), u.Ptr(0)}, false))
	u.AddAttr(f, llvm.FunctionIndex, "nounwind")
	for _, a := range ir.FunctionAttrs(group, llvm.FunctionIndex) {
		if llvm.IsStringAttribute(a) {
			llvm.AddAttributeAtIndex(f, llvm.FunctionIndex, a)
		}
	}
	b := u.B
	llvm.PositionBuilderAtEnd(b, llvm.AppendBasicBlockInContext(u.Ctx, f, "entry"))
	llvm.SetCurrentDebugLocation2(b, 0)
	launch, block := llvm.GetParam(f, 0), llvm.GetParam(f, 1)
	llvm.SetValueName2(launch, "launch")
	llvm.SetValueName2(block, "block")
	kernarg := llvm.BuildLoad2(b, u.Ptr(0), launch, "kernarg")
	params := ir.Params(group)
	args := make([]llvm.Value, len(params))
	size := uint64(0)
	for i := range params[:len(params)-2] {
		size = max(size, k.Args[i].Offset+k.Args[i].Size)
	}
	markReadable(u, kernarg, size)
	args[len(params)-2], args[len(params)-1] = launch, block
	for i, p := range params[:len(params)-2] {
		a := k.Args[i]
		t := llvm.TypeOf(p)
		at := llvm.BuildInBoundsGEP2(b, u.Types.I8, kernarg, []llvm.Value{u.I64(a.Offset)}, "")
		switch {
		case llvm.GetTypeKind(t) == llvm.PointerKind && a.ValueKind == abi.ByValue:
			args[i] = at
			if t != u.Ptr(0) {
				args[i] = llvm.BuildAddrSpaceCast(b, at, t, "")
			}
		case t == u.Types.I1:
			// Any non-zero byte is true, as in C's conversion to bool.
			args[i] = llvm.BuildICmp(b, llvm.IntNE, llvm.BuildLoad2(b, u.Types.I8, at, ""), llvm.ConstNull(u.Types.I8), p.Name())
		default:
			args[i] = llvm.BuildLoad2(b, t, at, p.Name())
		}
	}
	llvm.BuildCall2(b, llvm.GlobalGetValueType(group), group, args, "")
	llvm.BuildRetVoid(b)
}
