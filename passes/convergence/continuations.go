// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"fmt"
	"slices"
	"strings"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// A schedule says which work-items of a group continue in an iteration of the dispatch loop.
type schedule bool

const (
	perWarp   schedule = false // of each warp, the lanes that wait at its lowest barrier ID
	groupwide schedule = true  // all work-items: they wait at the same barrier ID
)

// formContinuations lowers a kernel to continuation-based synchronisation (Karrenberg and Hack,
// "Improving Performance of OpenCL on CPUs", 2012): each synchronisation point gets a barrier ID, and
// a loop that all work-items of the group execute together dispatches each to the sub-CFG that
// follows its own. It is for kernels in which work-items do not execute the same barriers and warp
// operations together. In HIP a warp operation waits for the lanes of the warp alone, and a barrier
// for the threads that have not exited; a device that runs a work-group in one thread needs every
// work-item at every barrier, those inside of its sub-group operations included.
//
//	  br i1 %c, label %one, label %other
//	one:
//	  %r = call i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from)
//	  br label %join
//	other:
//	  call void @_Z7barrierj(i32 3)
//	  br label %join
//
// becomes
//
//	dispatch:                               ; the header of the loop
//	  switch i32 (@__gohip.cbs.select …), label %arrive [ i32 0, label %entry0  i32 1, label %entry1 … ]
//	one:
//	  store i32 0, ptr %id                  ; the barrier ID: waits for its warp
//	  br label %arrive
//	entry0:                                 ; of the sub-CFG after that barrier
//	  %r = load i32, … @__gohip.cbs.values …  ; what the other lane has left
//	  br label %join
//	other:
//	  store i32 1, ptr %id                  ; waits for its work-group
//	  br label %arrive
//	entry1:
//	  br label %join
//	arrive:                                 ; leaves ID and value in shared memory
//	  call void @_Z7barrierj(i32 3)
//	  br i1 (@__gohip.cbs.more …), label %dispatch, label %end
//
// In each iteration a work-item runs from one synchronisation point to its next. Of a warp those
// lanes continue whose barrier ID comes first in the program, so that lanes which diverged reconverge
// where the sides of the branch join, and exactly these lanes are the active ones of a ballot. In
// loops they reconverge at the latch (loop_reconverge.go). Work-items at barriers of the work-group
// continue when no lane waits for its warp.
//
// The groupwide schedule is for kernels whose work-items execute each synchronisation point
// together, but in control flow that the device's compiler gets wrong. It needs no memory for
// barrier IDs, and warp operations need only the memory for the values that lanes exchange.
//
//	br i1 %uniform, label %in, label %join
//	in:
//	  call void @_Z7barrierj(i32 3)
//	  br label %join
//	join:
//	  …
//	  call void @_Z7barrierj(i32 3)
//
// becomes
//
//	dispatch:
//	  switch i32 (load i32, ptr %id), label %body [ i32 0, label %entry0  i32 1, label %entry1 ]
//	in:
//	  store i32 0, ptr %id
//	  br label %arrive
//	entry0:
//	  br label %join
//	join:
//	  …
//	  store i32 1, ptr %id
//	  br label %arrive
//	arrive:
//	  call void @_Z7barrierj(i32 3)
//	  br i1 (icmp ne (load i32, ptr %id), 3), label %dispatch, label %end
func formContinuations(kernel *flow.Kernel, s schedule) error {
	dropRepeatedBarriers(kernel)
	splitAtSyncs(kernel)
	if s == perWarp {
		if err := ReconvergeAtLatches(kernel); err != nil {
			return err
		}
		splitAtSyncs(kernel)
	}
	if err := kernel.Unit.Demote(kernel.F); err != nil {
		return err
	}
	kernel.Update()
	c := &continuations{Kernel: kernel, schedule: s, value: kernel.Unit.Types.I32}
	c.numberBarriers()
	if s == perWarp || c.warpBarriers > 0 {
		var err error
		if c.helpers, c.value, err = linkHelpers(kernel.Unit); err != nil {
			return err
		}
	}
	c.buildEntry()
	if s == groupwide {
		c.buildGroupLoop()
	} else {
		c.buildWarpLoop()
	}
	c.waitAtReturns()
	entries := c.splitAtBarriers()
	pinLiveSlots(kernel, c.entry, c.dispatch, entries)
	// A work-item may continue in the middle of a loop, which makes the loop irreducible. There are no
	// PHIs, so edges need not be split (ir.Unit.FixIrreducible).
	return kernel.Unit.FunctionPasses(kernel.F, "lower-switch,fix-irreducible")
}

// continuations is the lowering of one kernel.
type continuations struct {
	*flow.Kernel
	schedule
	barriers     []llvm.Value          // by barrier ID; those of warps come first
	warpBarriers uint64                // the number of warp-level synchronisation points
	helpers      map[string]llvm.Value // by name; nil where work-items exchange nothing
	value        llvm.Type             // the type of the values that lanes exchange

	entry, body           llvm.Block // the new entry and the old one
	dispatch, arrive, end llvm.Block // the loop's header and latch, and the exit of the kernel
	table                 llvm.Value // the switch of the header
	slots                 struct {
		id              llvm.Value // the barrier ID at which the work-item waits
		from, value     llvm.Value // the lane that a shuffle reads; the value that this lane publishes
		iteration, last llvm.Value // the number of the iteration, and of the previous one
	}
}

// numberBarriers assigns barrier IDs: to the warp-level synchronisation points in program order,
// then to those of the work-group. Two more IDs follow, for the start and the end of the kernel.
func (c *continuations) numberBarriers() {
	for _, warp := range []bool{true, false} {
		for _, i := range WeakTopologicalOrder(c.Kernel) {
			if x := c.Sync[i]; x != 0 && (flow.SyncOf(x) != flow.GroupBarrier) == warp {
				c.barriers = append(c.barriers, x)
			}
		}
		if warp {
			c.warpBarriers = uint64(len(c.barriers))
		}
	}
}

// startID returns the barrier ID of work-items that have not run yet, endID that of exited ones.
func (c *continuations) startID() uint64 { return uint64(len(c.barriers)) }
func (c *continuations) endID() uint64   { return uint64(len(c.barriers)) + 1 }

func (c *continuations) call(name string, args ...llvm.Value) llvm.Value {
	f := c.helpers[name]
	x := llvm.BuildCall2(c.Unit.B, llvm.GlobalGetValueType(f), f, args, "")
	llvm.SetInstructionCallConv(x, llvm.GetFunctionCallConv(f))
	return x
}

func (c *continuations) load(t llvm.Type, slot llvm.Value) llvm.Value {
	return llvm.BuildLoad2(c.Unit.B, t, slot, "")
}

// buildEntry builds a new entry block, into which the kernel's allocas move, and the empty blocks
// of the dispatch loop.
func (c *continuations) buildEntry() {
	u, b := c.Unit, c.Unit.B
	block := func(name string) llvm.Block { return llvm.AppendBasicBlockInContext(u.Ctx, c.F, name) }
	slot := func(t llvm.Type, name string, init llvm.Value) llvm.Value {
		s := llvm.BuildAlloca(b, t, name)
		llvm.BuildStore(b, init, s)
		return s
	}
	c.body = llvm.GetEntryBasicBlock(c.F)
	c.entry = llvm.InsertBasicBlockInContext(u.Ctx, c.body, "entry")
	c.dispatch, c.arrive, c.end = block("dispatch"), block("arrive"), block("end")
	llvm.PositionBuilderAtEnd(b, c.entry)
	llvm.SetCurrentDebugLocation2(b, 0)
	c.slots.id = slot(u.Types.I32, "id", u.I32(c.startID()))
	if c.helpers != nil {
		c.slots.from = slot(u.Types.I32, "from", u.I32(0))
		c.slots.value = slot(c.value, "value", llvm.ConstNull(c.value))
		c.slots.iteration = slot(u.Types.I32, "iteration", u.I32(0))
		c.slots.last = slot(u.Types.I32, "last", u.I32(0))
	}
	for i := llvm.GetFirstInstruction(c.body); i != 0; {
		next := llvm.GetNextInstruction(i)
		if llvm.GetInstructionOpcode(i) == llvm.Alloca {
			name := i.Name()
			llvm.InstructionRemoveFromParent(i)
			llvm.InsertIntoBuilderWithName(b, i, name)
		}
		i = next
	}
}

// buildGroupLoop makes the dispatch loop of the groupwide schedule.
func (c *continuations) buildGroupLoop() {
	u, b, i32 := c.Unit, c.Unit.B, c.Unit.Types.I32
	llvm.BuildBr(b, c.dispatch)
	llvm.PositionBuilderAtEnd(b, c.dispatch)
	c.table = llvm.BuildSwitch(b, c.load(i32, c.slots.id), c.body, uint32(len(c.barriers)))

	llvm.PositionBuilderAtEnd(b, c.arrive)
	var iteration llvm.Value
	if c.helpers != nil {
		iteration = c.load(i32, c.slots.iteration)
		c.call("leave", iteration, c.load(i32, c.slots.id), c.load(c.value, c.slots.value))
	}
	u.GroupBarrier(b, ir.LocalFence|ir.GlobalFence)
	if c.helpers != nil {
		c.countIteration(iteration)
	}
	llvm.BuildCondBr(b, llvm.BuildICmp(b, llvm.IntNE, c.load(i32, c.slots.id), u.I32(c.endID()), ""), c.dispatch, c.end)
	c.buildEnd()
}

// buildWarpLoop builds the dispatch loop of the per-warp schedule.
func (c *continuations) buildWarpLoop() {
	u, b, i32 := c.Unit, c.Unit.B, c.Unit.Types.I32
	warps, all := u.I32(c.warpBarriers), u.I32(uint64(len(c.barriers)))
	c.call("begin")
	u.GroupBarrier(b, ir.LocalFence)
	llvm.BuildBr(b, c.dispatch)
	llvm.PositionBuilderAtEnd(b, c.dispatch)
	chosen := c.call("select", c.load(i32, c.slots.last), c.load(i32, c.slots.id), warps, all)
	c.table = llvm.BuildSwitch(b, chosen, c.arrive, uint32(len(c.barriers)+1))
	llvm.AddCase(c.table, u.I32(c.startID()), c.body)

	llvm.PositionBuilderAtEnd(b, c.arrive)
	iteration := c.load(i32, c.slots.iteration)
	c.call("arrive", iteration, c.load(i32, c.slots.id), warps, all, c.load(c.value, c.slots.value))
	u.GroupBarrier(b, ir.LocalFence|ir.GlobalFence)
	c.countIteration(iteration)
	llvm.BuildCondBr(b, c.call("more", iteration), c.dispatch, c.end)
	c.buildEnd()
}

func (c *continuations) countIteration(iteration llvm.Value) {
	b := c.Unit.B
	llvm.BuildStore(b, iteration, c.slots.last)
	llvm.BuildStore(b, llvm.BuildAdd(b, iteration, c.Unit.I32(1), ""), c.slots.iteration)
}

func (c *continuations) buildEnd() {
	llvm.PositionBuilderAtEnd(c.Unit.B, c.end)
	llvm.BuildRetVoid(c.Unit.B)
}

// waitInstead replaces a terminator: the work-item waits with the given barrier ID.
func (c *continuations) waitInstead(of llvm.Value, id uint64) {
	b := c.Unit.B
	llvm.PositionBuilderBefore(b, of)
	llvm.BuildStore(b, c.Unit.I32(id), c.slots.id)
	llvm.BuildBr(b, c.arrive)
	ir.Erase(of)
}

// waitAtReturns replaces the returns: work-items that exit wait for the others.
func (c *continuations) waitAtReturns() {
	for _, b := range c.Blocks {
		if x := llvm.GetBasicBlockTerminator(b); llvm.GetInstructionOpcode(x) == llvm.Ret {
			c.waitInstead(x, c.endID())
		}
	}
}

// splitAtBarriers ends a sub-CFG at each synchronisation point and starts one after it. It returns
// the entries of the sub-CFGs by barrier ID.
func (c *continuations) splitAtBarriers() (entries []llvm.Block) {
	u := c.Unit
	for id, sync := range c.barriers {
		// The block keeps what follows the call.
		u.SplitBefore(llvm.GetNextInstruction(sync))
		branch := llvm.GetBasicBlockTerminator(llvm.GetInstructionParent(sync))
		entry := llvm.GetSuccessor(branch, 0)
		llvm.AddCase(c.table, u.I32(uint64(id)), entry)
		entries = append(entries, entry)
		u.Before(sync)
		c.storeOperands(sync)
		c.waitInstead(branch, uint64(id))
		u.Before(llvm.GetFirstInstruction(entry))
		if result := c.buildResult(sync, uint64(id)); result != 0 {
			llvm.ReplaceAllUsesWith(sync, result)
		}
		ir.Erase(sync)
	}
	return entries
}

// storeOperands publishes a lane's operands of a warp operation before it waits.
func (c *continuations) storeOperands(sync llvm.Value) {
	b, args := c.Unit.B, ir.Operands(sync)
	switch flow.SyncOf(sync) {
	case flow.WarpShuffle:
		v := args[0]
		if llvm.TypeOf(v) != c.value {
			v = llvm.BuildZExt(b, v, c.value, "")
		}
		llvm.BuildStore(b, v, c.slots.value)
		llvm.BuildStore(b, args[1], c.slots.from)
	case flow.WarpBallot:
		set := llvm.BuildICmp(b, llvm.IntNE, args[0], llvm.ConstNull(llvm.TypeOf(args[0])), "")
		llvm.BuildStore(b, llvm.BuildZExt(b, set, c.value, ""), c.slots.value)
	}
}

// buildResult computes the result of a warp operation from what the lanes have published, 0 for
// none.
func (c *continuations) buildResult(sync llvm.Value, id uint64) llvm.Value {
	b, u, t := c.Unit.B, c.Unit, llvm.TypeOf(sync)
	switch flow.SyncOf(sync) {
	case flow.WarpShuffle:
		v := c.call("value", c.load(u.Types.I32, c.slots.last), c.load(u.Types.I32, c.slots.from))
		if t != c.value {
			v = llvm.BuildTrunc(b, v, t, "")
		}
		return v
	case flow.WarpBallot:
		mask := c.call("ballot", c.load(u.Types.I32, c.slots.last), u.I32(id))
		return llvm.BuildInsertElement(b, llvm.ConstNull(t), mask, u.I32(0), "")
	}
	return 0
}

// pinLiveSlots makes the accesses to stack slots volatile whose values are live across
// synchronisation points. Otherwise mem2reg would promote each slot to a PHI in the header of the
// dispatch loop with an operand per sub-CFG: hundreds of PHIs with hundreds of operands, which take
// a device's compiler minutes.
func pinLiveSlots(kernel *flow.Kernel, entry, dispatch llvm.Block, entries []llvm.Block) {
	slots := wholeSlots(entry)
	live := liveSlots(kernel, slots, dispatch)
	for j, s := range slots {
		if live[dispatch][j] || slices.ContainsFunc(entries, func(b llvm.Block) bool { return live[b][j] }) {
			for _, x := range ir.Users(s) {
				llvm.SetVolatile(x, true)
			}
		}
	}
}

// wholeSlots lists the allocas of an entry block that are only loaded and stored as a whole.
func wholeSlots(entry llvm.Block) []llvm.Value {
	var out []llvm.Value
	for i := llvm.GetFirstInstruction(entry); i != 0; i = llvm.GetNextInstruction(i) {
		if ir.Opcode(i) != llvm.Alloca {
			continue
		}
		t := llvm.GetAllocatedType(i)
		partial := func(x llvm.Value) bool {
			switch ir.Opcode(x) {
			case llvm.Load:
				return llvm.TypeOf(x) != t
			case llvm.Store:
				return llvm.GetOperand(x, 1) != i || llvm.TypeOf(llvm.GetOperand(x, 0)) != t
			}
			return true
		}
		if !slices.ContainsFunc(ir.Users(i), partial) {
			out = append(out, i)
		}
	}
	return out
}

// liveSlots computes, by block, which of some stack slots are live at its start: read before they
// are written. The back edges to the header are not followed.
func liveSlots(kernel *flow.Kernel, slots []llvm.Value, header llvm.Block) map[llvm.Block][]bool {
	index := map[llvm.Value]int{}
	for j, s := range slots {
		index[s] = j
	}
	blocks := ir.Blocks(kernel.F)
	live := map[llvm.Block][]bool{}
	for _, b := range blocks {
		live[b] = make([]bool, len(slots))
	}
	for changed := true; changed; {
		changed = false
		for _, b := range slices.Backward(blocks) {
			now := make([]bool, len(slots))
			t := llvm.GetBasicBlockTerminator(b)
			for n := range llvm.GetNumSuccessors(t) {
				if s := llvm.GetSuccessor(t, n); s != header {
					for j, l := range live[s] {
						now[j] = now[j] || l
					}
				}
			}
			for i := t; i != 0; i = llvm.GetPreviousInstruction(i) {
				transferLiveness(i, index, now)
			}
			if !slices.Equal(now, live[b]) {
				live[b] = now
				changed = true
			}
		}
	}
	return live
}

// transferLiveness turns what is live after an instruction into what is live before it.
func transferLiveness(i llvm.Value, index map[llvm.Value]int, live []bool) {
	switch ir.Opcode(i) {
	case llvm.Load:
		if j, ok := index[llvm.GetOperand(i, 0)]; ok {
			live[j] = true
		}
	case llvm.Store:
		if j, ok := index[llvm.GetOperand(i, 1)]; ok {
			live[j] = false
		}
	}
}

// dropRepeatedBarriers removes warp barriers that directly follow another warp operation: the
// device library has them for devices that exchange through memory.
func dropRepeatedBarriers(kernel *flow.Kernel) {
	for _, blk := range ir.Blocks(kernel.F) {
		fresh := false
		for i := llvm.GetFirstInstruction(blk); i != 0; {
			next := llvm.GetNextInstruction(i)
			switch kind := flow.SyncOf(i); {
			case kind == flow.WarpBarrier && fresh:
				ir.Erase(i)
			case kind != flow.NoSync:
				fresh = true
			case ir.TouchesMemory(i):
				fresh = false
			}
			i = next
		}
	}
}

// WeakTopologicalOrder lists the blocks so that a loop's blocks come before what follows the loop,
// and otherwise predecessors before successors (Bourdoncle, "Efficient chaotic iteration strategies
// with widenings", 1993).
func WeakTopologicalOrder(kernel *flow.Kernel) []int {
	var out []int
	var order func(nodes []int)
	order = func(nodes []int) {
		in := map[int]bool{}
		for _, x := range nodes {
			in[x] = true
		}
		comps := ir.Components(nodes, func(x int) []int {
			return slices.DeleteFunc(slices.Clone(kernel.Succ[x]), func(s int) bool { return !in[s] })
		})
		for _, comp := range slices.Backward(comps) {
			slices.Sort(comp)
			loop := len(comp) > 1
			if !loop {
				out = append(out, comp[0])
				continue
			}
			// The header is where the loop is entered.
			header := comp[0]
			member := map[int]bool{}
			for _, x := range comp {
				member[x] = true
			}
			for _, x := range comp {
				if slices.ContainsFunc(kernel.Pred[x], func(p int) bool { return !member[p] }) {
					header = x
					break
				}
			}
			out = append(out, header)
			order(slices.DeleteFunc(comp, func(x int) bool { return x == header }))
		}
	}
	all := make([]int, len(kernel.Blocks))
	for i := range all {
		all[i] = i
	}
	order(all)
	return out
}

// maxGroupSize is the largest work-group, in work-items, that continuation-based synchronisation
// supports.
const maxGroupSize = 1024

// linkHelpers links the functions that the dispatch loop calls. It returns them by their short
// names, with the type of the values that lanes exchange. Shared memory has three copies of what
// all work-items write, of which each iteration writes one, reads one and clears one, and two of
// what each work-item writes for itself.
func linkHelpers(u *ir.Unit) (map[string]llvm.Value, llvm.Type, error) {
	value := u.Types.I32
	if llvm.GetNamedFunction(u.Mod, "_Z17sub_group_shufflemj") != 0 {
		value = u.Types.I64
	}
	names := []string{"begin", "leave", "arrive", "more", "select", "value", "ballot"}
	linked := llvm.GetNamedFunction(u.Mod, helperPrefix+"begin") != 0
	if !linked {
		if err := u.LinkText(strings.NewReplacer("$V", value.String(), "$N", fmt.Sprint(maxGroupSize)).Replace(helperText)); err != nil {
			return nil, 0, err
		}
	}
	out := map[string]llvm.Value{}
	for _, n := range names {
		f := llvm.GetNamedFunction(u.Mod, helperPrefix+n)
		if !linked {
			llvm.SetLinkage(f, llvm.InternalLinkage)
			u.AddAttr(f, llvm.FunctionIndex, "alwaysinline")
		}
		out[n] = f
	}
	return out, value, nil
}

const helperPrefix = "__gohip.cbs."

// helperText are the helpers. begin clears what the first iteration writes. leave and arrive publish
// the barrier ID and the value of a work-item that waits. select gives the barrier ID after which it
// continues in this iteration, or -1; more says whether anyone waits.
const helperText = `
@__gohip.cbs.warp_waits = internal addrspace(3) global [3 x i32] undef
@__gohip.cbs.group_waits = internal addrspace(3) global [3 x i32] undef
@__gohip.cbs.first_ids = internal addrspace(3) global [96 x i32] undef
@__gohip.cbs.ids = internal addrspace(3) global [2 x [$N x i32]] undef
@__gohip.cbs.values = internal addrspace(3) global [2 x [$N x $V]] undef
declare spir_func i32 @_Z22get_sub_group_local_idv() nounwind willreturn memory(none)
declare spir_func i32 @_Z16get_sub_group_idv() nounwind willreturn memory(none)
declare spir_func i32 @_Z18get_sub_group_sizev() nounwind willreturn memory(none)
declare spir_func i64 @_Z14get_local_sizej(i32) nounwind willreturn memory(none)
define spir_func void @__gohip.cbs.begin() nounwind {
  %w = call spir_func i32 @_Z16get_sub_group_idv()
  %p = getelementptr i32, ptr addrspace(3) @__gohip.cbs.first_ids, i32 %w
  store i32 -1, ptr addrspace(3) %p
  store i32 0, ptr addrspace(3) @__gohip.cbs.warp_waits
  store i32 0, ptr addrspace(3) @__gohip.cbs.group_waits
  ret void
}
define spir_func i1 @__gohip.cbs.more(i32 %iteration) nounwind {
  %slot = urem i32 %iteration, 3
  %ps = getelementptr i32, ptr addrspace(3) @__gohip.cbs.warp_waits, i32 %slot
  %pg = getelementptr i32, ptr addrspace(3) @__gohip.cbs.group_waits, i32 %slot
  %s = load i32, ptr addrspace(3) %ps
  %g = load i32, ptr addrspace(3) %pg
  %o = or i32 %s, %g
  %c = icmp ne i32 %o, 0
  ret i1 %c
}
define spir_func i32 @__gohip.cbs.select(i32 %iteration, i32 %id, i32 %warps, i32 %all) nounwind {
  %slot = urem i32 %iteration, 3
  %ps = getelementptr i32, ptr addrspace(3) @__gohip.cbs.warp_waits, i32 %slot
  %w = call spir_func i32 @_Z16get_sub_group_idv()
  %o = shl i32 %slot, 5
  %k = add i32 %o, %w
  %pf = getelementptr i32, ptr addrspace(3) @__gohip.cbs.first_ids, i32 %k
  %s = load i32, ptr addrspace(3) %ps
  %f = load i32, ptr addrspace(3) %pf
  %warp = icmp ult i32 %id, %warps
  %first = icmp eq i32 %f, %id
  %free = icmp eq i32 %s, 0
  %go = select i1 %warp, i1 %first, i1 %free
  %starts = icmp eq i32 %id, %all
  %go1 = or i1 %go, %starts
  %r = select i1 %go1, i32 %id, i32 -1
  ret i32 %r
}
define spir_func void @__gohip.cbs.leave(i32 %iteration, i32 %id, $V %value) nounwind {
  %w = call spir_func i32 @_Z16get_sub_group_idv()
  %l = call spir_func i32 @_Z22get_sub_group_local_idv()
  %base = shl i32 %w, 5
  %at = add i32 %base, %l
  %half = and i32 %iteration, 1
  %h = mul i32 %half, $N
  %i = add i32 %h, %at
  %pst = getelementptr i32, ptr addrspace(3) @__gohip.cbs.ids, i32 %i
  store i32 %id, ptr addrspace(3) %pst
  %pv = getelementptr $V, ptr addrspace(3) @__gohip.cbs.values, i32 %i
  store $V %value, ptr addrspace(3) %pv
  ret void
}
define spir_func void @__gohip.cbs.arrive(i32 %iteration, i32 %id, i32 %warps, i32 %all, $V %value) nounwind {
  call spir_func void @__gohip.cbs.leave(i32 %iteration, i32 %id, $V %value)
  %w = call spir_func i32 @_Z16get_sub_group_idv()
  %slot = urem i32 %iteration, 3
  %iteration1 = add i32 %iteration, 1
  %next = urem i32 %iteration1, 3
  %nps = getelementptr i32, ptr addrspace(3) @__gohip.cbs.warp_waits, i32 %next
  %npg = getelementptr i32, ptr addrspace(3) @__gohip.cbs.group_waits, i32 %next
  %no = shl i32 %next, 5
  %nk = add i32 %no, %w
  %npf = getelementptr i32, ptr addrspace(3) @__gohip.cbs.first_ids, i32 %nk
  store i32 0, ptr addrspace(3) %nps
  store i32 0, ptr addrspace(3) %npg
  store i32 -1, ptr addrspace(3) %npf
  %warp = icmp ult i32 %id, %warps
  br i1 %warp, label %sub, label %other
sub:
  %ps = getelementptr i32, ptr addrspace(3) @__gohip.cbs.warp_waits, i32 %slot
  store i32 1, ptr addrspace(3) %ps
  %o = shl i32 %slot, 5
  %k = add i32 %o, %w
  %pf = getelementptr i32, ptr addrspace(3) @__gohip.cbs.first_ids, i32 %k
  %old = atomicrmw umin ptr addrspace(3) %pf, i32 %id syncscope("workgroup") monotonic
  ret void
other:
  %waits = icmp ult i32 %id, %all
  br i1 %waits, label %group, label %out
group:
  %pg = getelementptr i32, ptr addrspace(3) @__gohip.cbs.group_waits, i32 %slot
  store i32 1, ptr addrspace(3) %pg
  ret void
out:
  ret void
}
define spir_func $V @__gohip.cbs.value(i32 %iteration, i32 %from) nounwind {
  %w = call spir_func i32 @_Z16get_sub_group_idv()
  %base = shl i32 %w, 5
  %lane = and i32 %from, 31
  %at = add i32 %base, %lane
  %half = and i32 %iteration, 1
  %h = mul i32 %half, $N
  %i = add i32 %h, %at
  %pv = getelementptr $V, ptr addrspace(3) @__gohip.cbs.values, i32 %i
  %v = load $V, ptr addrspace(3) %pv
  ret $V %v
}
define spir_func i32 @__gohip.cbs.ballot(i32 %iteration, i32 %id) nounwind {
entry:
  %w = call spir_func i32 @_Z16get_sub_group_idv()
  %size = call spir_func i32 @_Z18get_sub_group_sizev()
  %base = shl i32 %w, 5
  %x = call spir_func i64 @_Z14get_local_sizej(i32 0)
  %y = call spir_func i64 @_Z14get_local_sizej(i32 1)
  %z = call spir_func i64 @_Z14get_local_sizej(i32 2)
  %xy = mul i64 %x, %y
  %xyz = mul i64 %xy, %z
  %all = trunc i64 %xyz to i32
  %rest = sub i32 %all, %base
  %fewer = icmp ult i32 %rest, %size
  %n = select i1 %fewer, i32 %rest, i32 %size ; lanes that there are
  %half = and i32 %iteration, 1
  %h = mul i32 %half, $N
  %first = add i32 %h, %base
  br label %lanes
lanes:
  %l = phi i32 [ 0, %entry ], [ %l1, %lanes ]
  %m = phi i32 [ 0, %entry ], [ %m1, %lanes ]
  %i = add i32 %first, %l
  %pst = getelementptr i32, ptr addrspace(3) @__gohip.cbs.ids, i32 %i
  %pv = getelementptr $V, ptr addrspace(3) @__gohip.cbs.values, i32 %i
  %st = load i32, ptr addrspace(3) %pst
  %v = load $V, ptr addrspace(3) %pv
  %here = icmp eq i32 %st, %id
  %bit = icmp ne $V %v, 0
  %both = and i1 %here, %bit
  %yes = zext i1 %both to i32
  %set = shl i32 %yes, %l
  %m1 = or i32 %m, %set
  %l1 = add i32 %l, 1
  %again = icmp ult i32 %l1, %n
  br i1 %again, label %lanes, label %done
done:
  ret i32 %m1
}
`
