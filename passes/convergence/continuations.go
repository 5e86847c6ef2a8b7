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

// A schedule says which work-items of a group go on in an iteration of the loop that
// formContinuations makes.
type schedule bool

const (
	perWarp   schedule = false // of each warp, those at one of its barrier IDs
	groupwide schedule = true  // all: they are at the same barrier ID
)

// formContinuations lowers a kernel to continuation-based synchronisation (Karrenberg and Hack,
// "Improving Performance of OpenCL on CPUs", 2012): each synchronisation point gets a barrier ID, and
// a loop that all work-items of the group execute together dispatches each to the block that follows
// its own. It is for kernels in which work-items do not come to the same barriers and warp operations
// together. In HIP a warp waits for nobody but its own lanes, and a barrier for nobody but threads
// that have not exited; a device that runs a work-group in one thread needs every work-item at every
// barrier, those inside of its sub-group operations included.
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
//	turn:                                   ; the header of the loop
//	  switch i32 (@__gohip.turn …), label %arrive [ i32 0, label %resume0  i32 1, label %resume1 … ]
//	one:
//	  store i32 0, ptr %state               ; the barrier ID: waits for its warp
//	  br label %arrive
//	resume0:
//	  %r = load i32, … @__gohip.value …     ; what the other lane has left
//	  br label %join
//	other:
//	  store i32 1, ptr %state               ; waits for its work-group
//	  br label %arrive
//	resume1:
//	  br label %join
//	arrive:                                 ; leaves ID and value in shared memory
//	  call void @_Z7barrierj(i32 3)
//	  br i1 (@__gohip.more …), label %turn, label %end
//
// In each iteration a work-item runs from one barrier ID to its next. Of a warp those lanes
// run whose ID comes first in the program, so that lanes which diverged reconverge where the
// sides of the branch join, and exactly these lanes are the active ones of a ballot; in loops they
// reconverge at the latch (loop_reconverge.go). Work-items at barriers of the work-group run when no
// lane waits for its warp.
//
// The groupwide schedule is for kernels whose work-items all come to each synchronisation point
// together, but by control flow that the device's compiler gets wrong. It needs no memory for the IDs
// of others, and warp operations only that for what lanes leave each other.
//
//	br i1 %all, label %in, label %join
//	in:
//	  call void @_Z7barrierj(i32 3)
//	  br label %join
//	join:
//	  …
//	  call void @_Z7barrierj(i32 3)
//
// becomes
//
//	turn:
//	  switch i32 (load i32, ptr %state), label %body [ i32 0, label %resume0  i32 1, label %resume1 ]
//	in:
//	  store i32 0, ptr %state
//	  br label %arrive
//	resume0:
//	  br label %join
//	join:
//	  …
//	  store i32 1, ptr %state
//	  br label %arrive
//	arrive:
//	  call void @_Z7barrierj(i32 3)
//	  br i1 (icmp ne (load i32, ptr %state), 3), label %turn, label %end
func formContinuations(kernel *flow.Kernel, s schedule) error {
	u, b, t := kernel.Unit, kernel.Unit.B, &kernel.Unit.Types
	dropRepeatedBarriers(kernel)
	splitAtSyncs(kernel)
	if s == perWarp {
		if err := reconvergeAtLatches(kernel); err != nil {
			return err
		}
		splitAtSyncs(kernel)
	}
	if err := u.Demote(kernel.F); err != nil {
		return err
	}
	kernel.Update()

	// Places to wait: first those of warps, in the order of the program.
	type place struct {
		call llvm.Value
		kind flow.SyncKind
	}
	var places []place
	for _, warp := range []bool{true, false} {
		for _, i := range weakTopologicalOrder(kernel) {
			if x := kernel.Sync[i]; x != 0 && (flow.SyncOf(x) != flow.GroupBarrier) == warp {
				places = append(places, place{x, flow.SyncOf(x)})
			}
		}
	}
	nsub := uint64(slices.IndexFunc(places, func(p place) bool { return p.kind == flow.GroupBarrier }))
	n := uint64(len(places))
	if int(nsub) < 0 {
		nsub = n
	}
	start, done := n, n+1
	var h map[string]llvm.Value
	value := t.I32
	tells := s == perWarp || nsub > 0 // work-items leave something for others
	if tells {
		var err error
		if h, value, err = roundHelpers(u); err != nil {
			return err
		}
	}
	call := func(name string, args ...llvm.Value) llvm.Value {
		x := llvm.BuildCall2(b, llvm.GlobalGetValueType(h[name]), h[name], args, "")
		llvm.SetInstructionCallConv(x, llvm.GetFunctionCallConv(h[name]))
		return x
	}
	block := func(name string) llvm.Block { return llvm.AppendBasicBlockInContext(u.Ctx, kernel.F, name) }

	// A new entry, which takes the stack slots over.
	body := llvm.GetEntryBasicBlock(kernel.F)
	entry := llvm.InsertBasicBlockInContext(u.Ctx, body, "entry")
	turn, arrive, end := block("turn"), block("arrive"), block("end")
	llvm.PositionBuilderAtEnd(b, entry)
	llvm.SetCurrentDebugLocation2(b, 0)
	slot := func(ty llvm.Type, name string, init llvm.Value) llvm.Value {
		s := llvm.BuildAlloca(b, ty, name)
		llvm.BuildStore(b, init, s)
		return s
	}
	state := slot(t.I32, "state", u.I32(start))
	var from, left, round, last llvm.Value
	if tells {
		from = slot(t.I32, "from", u.I32(0))
		left = slot(value, "value", llvm.ConstNull(value))
		round = slot(t.I32, "round", u.I32(0))
		last = slot(t.I32, "last", u.I32(0))
	}
	for i := llvm.GetFirstInstruction(body); i != 0; {
		next := llvm.GetNextInstruction(i)
		if llvm.GetInstructionOpcode(i) == llvm.Alloca {
			name := i.Name()
			llvm.InstructionRemoveFromParent(i)
			llvm.InsertIntoBuilderWithName(b, i, name)
		}
		i = next
	}
	load := func(ty llvm.Type, s llvm.Value) llvm.Value { return llvm.BuildLoad2(b, ty, s, "") }
	nextRound := func(r llvm.Value) {
		llvm.BuildStore(b, r, last)
		llvm.BuildStore(b, llvm.BuildAdd(b, r, u.I32(1), ""), round)
	}
	var sw llvm.Value
	if s == groupwide {
		llvm.BuildBr(b, turn)
		llvm.PositionBuilderAtEnd(b, turn)
		sw = llvm.BuildSwitch(b, load(t.I32, state), body, uint32(n))

		llvm.PositionBuilderAtEnd(b, arrive)
		var r llvm.Value
		if tells {
			r = load(t.I32, round)
			call("leave", r, load(t.I32, state), load(value, left))
		}
		u.GroupBarrier(b, ir.LocalFence|ir.GlobalFence)
		if tells {
			nextRound(r)
		}
		llvm.BuildCondBr(b, llvm.BuildICmp(b, llvm.IntNE, load(t.I32, state), u.I32(done), ""), turn, end)
	} else {
		call("begin")
		u.GroupBarrier(b, ir.LocalFence)
		llvm.BuildBr(b, turn)
		llvm.PositionBuilderAtEnd(b, turn)
		sw = llvm.BuildSwitch(b, call("turn", load(t.I32, last), load(t.I32, state), u.I32(nsub), u.I32(n)), arrive, uint32(n+1))
		llvm.AddCase(sw, u.I32(start), body)

		llvm.PositionBuilderAtEnd(b, arrive)
		r := load(t.I32, round)
		call("arrive", r, load(t.I32, state), u.I32(nsub), u.I32(n), load(value, left))
		u.GroupBarrier(b, ir.LocalFence|ir.GlobalFence)
		nextRound(r)
		llvm.BuildCondBr(b, call("more", r), turn, end)
	}
	llvm.PositionBuilderAtEnd(b, end)
	llvm.BuildRetVoid(b)

	wait := func(at llvm.Value, s uint64) {
		llvm.PositionBuilderBefore(b, at)
		llvm.BuildStore(b, u.I32(s), state)
		llvm.BuildBr(b, arrive)
		ir.Erase(at)
	}
	for _, blk := range kernel.Blocks {
		if x := llvm.GetBasicBlockTerminator(blk); llvm.GetInstructionOpcode(x) == llvm.Ret {
			wait(x, done)
		}
	}
	var resumes []llvm.Block
	for k, p := range places {
		// The block keeps what follows the call.
		u.SplitBefore(llvm.GetNextInstruction(p.call))
		resume := llvm.GetSuccessor(llvm.GetBasicBlockTerminator(llvm.GetInstructionParent(p.call)), 0)
		llvm.AddCase(sw, u.I32(uint64(k)), resume)
		resumes = append(resumes, resume)
		branch := llvm.GetBasicBlockTerminator(llvm.GetInstructionParent(p.call))
		args := ir.Operands(p.call)
		b := u.Before(p.call)
		switch p.kind {
		case flow.WarpShuffle:
			v := args[0]
			if llvm.TypeOf(v) != value {
				v = llvm.BuildZExt(b, v, value, "")
			}
			llvm.BuildStore(b, v, left)
			llvm.BuildStore(b, args[1], from)
		case flow.WarpBallot:
			llvm.BuildStore(b, llvm.BuildZExt(b, llvm.BuildICmp(b, llvm.IntNE, args[0], llvm.ConstNull(llvm.TypeOf(args[0])), ""), value, ""), left)
		}
		wait(branch, uint64(k))
		b = u.Before(llvm.GetFirstInstruction(resume))
		var result llvm.Value
		switch p.kind {
		case flow.WarpShuffle:
			result = call("value", load(t.I32, last), load(t.I32, from))
			if ty := llvm.TypeOf(p.call); ty != value {
				result = llvm.BuildTrunc(b, result, ty, "")
			}
		case flow.WarpBallot:
			m := call("ballot", load(t.I32, last), u.I32(uint64(k)))
			result = llvm.BuildInsertElement(b, llvm.ConstNull(llvm.TypeOf(p.call)), m, u.I32(0), "")
		}
		if result != 0 {
			llvm.ReplaceAllUsesWith(p.call, result)
		}
		ir.Erase(p.call)
	}
	pinLiveSlots(kernel, entry, turn, resumes)
	// A work-item may go on in the middle of a loop, which devices take for two loops
	// at once.
	return u.FunctionPasses(kernel.F, "lower-switch,fix-irreducible")
}

// keep has what a work-item must remember while it waits read and written as it stands.
// Left to itself, an optimiser would make a loop of hundreds of PHIs of it, for the
// analysis of which PoCL takes minutes.
func pinLiveSlots(kernel *flow.Kernel, entry, turn llvm.Block, resumes []llvm.Block) {
	// Slots are stack variables that are only loaded and stored whole.
	slots := map[llvm.Value]int{}
	var list []llvm.Value
	for i := llvm.GetFirstInstruction(entry); i != 0; i = llvm.GetNextInstruction(i) {
		if ir.Opcode(i) != llvm.Alloca {
			continue
		}
		ty := llvm.GetAllocatedType(i)
		whole := func(x llvm.Value) bool {
			switch ir.Opcode(x) {
			case llvm.Load:
				return llvm.TypeOf(x) == ty
			case llvm.Store:
				return llvm.GetOperand(x, 1) == i && llvm.TypeOf(llvm.GetOperand(x, 0)) == ty
			}
			return false
		}
		if !slices.ContainsFunc(ir.Users(i), func(x llvm.Value) bool { return !whole(x) }) {
			slots[i] = len(list)
			list = append(list, i)
		}
	}
	// live[b] are the slots that are read behind the start of b before they are written.
	// The loop over the turns is not followed.
	all := ir.Blocks(kernel.F)
	live := map[llvm.Block][]bool{}
	for _, b := range all {
		live[b] = make([]bool, len(list))
	}
	for changed := true; changed; {
		changed = false
		for k := len(all) - 1; k >= 0; k-- {
			now := make([]bool, len(list))
			t := llvm.GetBasicBlockTerminator(all[k])
			for n := range llvm.GetNumSuccessors(t) {
				if s := llvm.GetSuccessor(t, n); s != turn {
					for j, l := range live[s] {
						now[j] = now[j] || l
					}
				}
			}
			for i := t; i != 0; i = llvm.GetPreviousInstruction(i) {
				switch ir.Opcode(i) {
				case llvm.Load:
					if j, ok := slots[llvm.GetOperand(i, 0)]; ok {
						now[j] = true
					}
				case llvm.Store:
					if j, ok := slots[llvm.GetOperand(i, 1)]; ok {
						now[j] = false
					}
				}
			}
			if !slices.Equal(now, live[all[k]]) {
				live[all[k]] = now
				changed = true
			}
		}
	}
	for j, s := range list {
		if live[turn][j] || slices.ContainsFunc(resumes, func(b llvm.Block) bool { return live[b][j] }) {
			for _, x := range ir.Users(s) {
				llvm.SetVolatile(x, true)
			}
		}
	}
}

// dropRepeated removes the barriers of a warp that follow directly on another function
// of it: the library has them for devices that exchange through memory.
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

// programOrder lists the blocks so that a loop's blocks come before what follows the
// loop, and otherwise in the direction of the branches: a weak topological order
// (Bourdoncle, "Efficient chaotic iteration strategies with widenings", 1993).
func weakTopologicalOrder(kernel *flow.Kernel) []int {
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
			// The head is where the loop is entered.
			head := comp[0]
			member := map[int]bool{}
			for _, x := range comp {
				member[x] = true
			}
			for _, x := range comp {
				if slices.ContainsFunc(kernel.Pred[x], func(p int) bool { return !member[p] }) {
					head = x
					break
				}
			}
			out = append(out, head)
			order(slices.DeleteFunc(comp, func(x int) bool { return x == head }))
		}
	}
	all := make([]int, len(kernel.Blocks))
	for i := range all {
		all[i] = i
	}
	order(all)
	return out
}

// roundThreads is the largest work-group whose work-items continuation-based synchronisation takes.
const roundThreads = 1024

// roundHelpers links the functions that rounds calls and gives them by their short
// names, with the type of the values that lanes exchange. Shared memory has three slots
// for what all work-items write, of which one is written, one read and one cleared, and
// two for what each writes for itself.
func roundHelpers(u *ir.Unit) (map[string]llvm.Value, llvm.Type, error) {
	value := u.Types.I32
	if llvm.GetNamedFunction(u.Mod, "_Z17sub_group_shufflemj") != 0 {
		value = u.Types.I64
	}
	names := []string{"begin", "leave", "arrive", "more", "turn", "value", "ballot"}
	linked := llvm.GetNamedFunction(u.Mod, "__gohip.begin") != 0
	if !linked {
		if err := u.LinkText(strings.NewReplacer("$V", value.String(), "$N", fmt.Sprint(roundThreads)).Replace(roundText)); err != nil {
			return nil, 0, err
		}
	}
	out := map[string]llvm.Value{}
	for _, n := range names {
		f := llvm.GetNamedFunction(u.Mod, "__gohip."+n)
		if !linked {
			llvm.SetLinkage(f, llvm.InternalLinkage)
			u.AddAttr(f, llvm.FunctionIndex, "alwaysinline")
		}
		out[n] = f
	}
	return out, value, nil
}

// begin makes the slots of the first round empty. arrive leaves what a work-item waits
// with. turn gives the place at which it goes on, or -1; more whether anybody waits.
const roundText = `
@__gohip.round.sub = internal addrspace(3) global [3 x i32] undef
@__gohip.round.group = internal addrspace(3) global [3 x i32] undef
@__gohip.round.first = internal addrspace(3) global [96 x i32] undef
@__gohip.round.state = internal addrspace(3) global [2 x [$N x i32]] undef
@__gohip.round.value = internal addrspace(3) global [2 x [$N x $V]] undef
declare spir_func i32 @_Z22get_sub_group_local_idv() nounwind willreturn memory(none)
declare spir_func i32 @_Z16get_sub_group_idv() nounwind willreturn memory(none)
declare spir_func i32 @_Z18get_sub_group_sizev() nounwind willreturn memory(none)
declare spir_func i64 @_Z14get_local_sizej(i32) nounwind willreturn memory(none)
define spir_func void @__gohip.begin() nounwind {
  %w = call spir_func i32 @_Z16get_sub_group_idv()
  %p = getelementptr i32, ptr addrspace(3) @__gohip.round.first, i32 %w
  store i32 -1, ptr addrspace(3) %p
  store i32 0, ptr addrspace(3) @__gohip.round.sub
  store i32 0, ptr addrspace(3) @__gohip.round.group
  ret void
}
define spir_func i1 @__gohip.more(i32 %round) nounwind {
  %slot = urem i32 %round, 3
  %ps = getelementptr i32, ptr addrspace(3) @__gohip.round.sub, i32 %slot
  %pg = getelementptr i32, ptr addrspace(3) @__gohip.round.group, i32 %slot
  %s = load i32, ptr addrspace(3) %ps
  %g = load i32, ptr addrspace(3) %pg
  %o = or i32 %s, %g
  %c = icmp ne i32 %o, 0
  ret i1 %c
}
define spir_func i32 @__gohip.turn(i32 %round, i32 %state, i32 %nsub, i32 %n) nounwind {
  %slot = urem i32 %round, 3
  %ps = getelementptr i32, ptr addrspace(3) @__gohip.round.sub, i32 %slot
  %w = call spir_func i32 @_Z16get_sub_group_idv()
  %o = shl i32 %slot, 5
  %k = add i32 %o, %w
  %pf = getelementptr i32, ptr addrspace(3) @__gohip.round.first, i32 %k
  %s = load i32, ptr addrspace(3) %ps
  %f = load i32, ptr addrspace(3) %pf
  %warp = icmp ult i32 %state, %nsub
  %first = icmp eq i32 %f, %state
  %free = icmp eq i32 %s, 0
  %go = select i1 %warp, i1 %first, i1 %free
  %starts = icmp eq i32 %state, %n
  %go1 = or i1 %go, %starts
  %r = select i1 %go1, i32 %state, i32 -1
  ret i32 %r
}
define spir_func void @__gohip.leave(i32 %round, i32 %state, $V %value) nounwind {
  %w = call spir_func i32 @_Z16get_sub_group_idv()
  %l = call spir_func i32 @_Z22get_sub_group_local_idv()
  %base = shl i32 %w, 5
  %at = add i32 %base, %l
  %half = and i32 %round, 1
  %h = mul i32 %half, $N
  %i = add i32 %h, %at
  %pst = getelementptr i32, ptr addrspace(3) @__gohip.round.state, i32 %i
  store i32 %state, ptr addrspace(3) %pst
  %pv = getelementptr $V, ptr addrspace(3) @__gohip.round.value, i32 %i
  store $V %value, ptr addrspace(3) %pv
  ret void
}
define spir_func void @__gohip.arrive(i32 %round, i32 %state, i32 %nsub, i32 %n, $V %value) nounwind {
  call spir_func void @__gohip.leave(i32 %round, i32 %state, $V %value)
  %w = call spir_func i32 @_Z16get_sub_group_idv()
  %slot = urem i32 %round, 3
  %round1 = add i32 %round, 1
  %next = urem i32 %round1, 3
  %nps = getelementptr i32, ptr addrspace(3) @__gohip.round.sub, i32 %next
  %npg = getelementptr i32, ptr addrspace(3) @__gohip.round.group, i32 %next
  %no = shl i32 %next, 5
  %nk = add i32 %no, %w
  %npf = getelementptr i32, ptr addrspace(3) @__gohip.round.first, i32 %nk
  store i32 0, ptr addrspace(3) %nps
  store i32 0, ptr addrspace(3) %npg
  store i32 -1, ptr addrspace(3) %npf
  %warp = icmp ult i32 %state, %nsub
  br i1 %warp, label %sub, label %other
sub:
  %ps = getelementptr i32, ptr addrspace(3) @__gohip.round.sub, i32 %slot
  store i32 1, ptr addrspace(3) %ps
  %o = shl i32 %slot, 5
  %k = add i32 %o, %w
  %pf = getelementptr i32, ptr addrspace(3) @__gohip.round.first, i32 %k
  %old = atomicrmw umin ptr addrspace(3) %pf, i32 %state syncscope("workgroup") monotonic
  ret void
other:
  %waits = icmp ult i32 %state, %n
  br i1 %waits, label %group, label %out
group:
  %pg = getelementptr i32, ptr addrspace(3) @__gohip.round.group, i32 %slot
  store i32 1, ptr addrspace(3) %pg
  ret void
out:
  ret void
}
define spir_func $V @__gohip.value(i32 %round, i32 %from) nounwind {
  %w = call spir_func i32 @_Z16get_sub_group_idv()
  %base = shl i32 %w, 5
  %lane = and i32 %from, 31
  %at = add i32 %base, %lane
  %half = and i32 %round, 1
  %h = mul i32 %half, $N
  %i = add i32 %h, %at
  %pv = getelementptr $V, ptr addrspace(3) @__gohip.round.value, i32 %i
  %v = load $V, ptr addrspace(3) %pv
  ret $V %v
}
define spir_func i32 @__gohip.ballot(i32 %round, i32 %state) nounwind {
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
  %half = and i32 %round, 1
  %h = mul i32 %half, $N
  %first = add i32 %h, %base
  br label %lanes
lanes:
  %l = phi i32 [ 0, %entry ], [ %l1, %lanes ]
  %m = phi i32 [ 0, %entry ], [ %m1, %lanes ]
  %i = add i32 %first, %l
  %pst = getelementptr i32, ptr addrspace(3) @__gohip.round.state, i32 %i
  %pv = getelementptr $V, ptr addrspace(3) @__gohip.round.value, i32 %i
  %st = load i32, ptr addrspace(3) %pst
  %v = load $V, ptr addrspace(3) %pv
  %here = icmp eq i32 %st, %state
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
