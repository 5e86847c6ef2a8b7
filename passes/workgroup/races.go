// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"fmt"
	"strings"

	"gohipcc/abi"
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Functions that code which is checked for races calls. They are declared until work-groups are
// formed: what they do needs no work-item ID, which is in the block's description.
const (
	checkPrefix = "__gohip.check."
	checkAccess = checkPrefix + "access"
	checkFence  = checkPrefix + "fence"
	checkArrive = checkPrefix + "arrive"
	checkBegin  = checkPrefix + "begin"
	checkWarp   = checkPrefix + "warp"
	checkWarps  = checkPrefix + "warps"
	checkOrder  = checkPrefix + "order"
	checkWide   = checkPrefix + "order_wide"
)

// What an access is (runtime/libgohip/cpu_engine.h, enum gohip_cpu_access).
const (
	accessWrites   = 1
	accessAtomic   = 2 // or volatile
	accessReleases = 4
	accessHasValue = 8
	accessCompares = 16
)

// CheckRaces makes functions that the front end has marked for the thread sanitizer report their
// accesses to global and shared memory, and all functions of what orders work-items: fences, atomic
// operations, and barriers of the block. What orders the lanes of a warp is told by the schedules.
//
//	store i32 %v, ptr addrspace(3) %p, !dbg !9
//	call void @_Z7barrierj(i32 3)
//
// becomes
//
//	%a = ptrtoint ptr addrspace(3) %p to i64
//	%x = zext i32 %v to i64
//	call void @__gohip.check.access(i64 %a, i64 4, i64 %x, i32 9, ptr @place)
//	store i32 %v, ptr addrspace(3) %p, !dbg !9
//	call void @__gohip.check.arrive()
//	call void @_Z7barrierj(i32 3)
func CheckRaces(u *ir.Unit) error {
	if !u.Sanitized(ir.ThreadSanitizer) {
		return nil
	}
	c := &raceChecks{u: u, texts: map[string]llvm.Value{}}
	i32, i64, ptr := u.Types.I32, u.Types.I64, u.Ptr(0)
	c.access = u.RuntimeFunction(checkAccess, u.Types.Void, i64, i64, i64, i32, ptr)
	c.fence = u.RuntimeFunction(checkFence, u.Types.Void)
	c.arrive = u.RuntimeFunction(checkArrive, u.Types.Void)
	for _, f := range u.Definitions() {
		c.marked = llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, u.AttrKind(ir.ThreadSanitizer)) != 0
		for _, i := range ir.Instructions(f) {
			c.instruction(i)
		}
	}
	return nil
}

type raceChecks struct {
	u                     *ir.Unit
	access, fence, arrive llvm.Value
	marked                bool // the function's plain accesses are checked
	texts                 map[string]llvm.Value
}

func (c *raceChecks) instruction(i llvm.Value) {
	switch ir.Opcode(i) {
	case llvm.Load:
		kind := uint64(0)
		if readsRace(i) {
			kind = accessAtomic
		}
		c.checked(i, llvm.GetOperand(i, 0), llvm.TypeOf(i), kind, 0)
	case llvm.Store:
		kind, v := uint64(accessWrites), llvm.GetOperand(i, 0)
		if readsRace(i) {
			kind |= accessAtomic | releases(llvm.GetOrdering(i))
		}
		c.checked(i, llvm.GetOperand(i, 1), llvm.TypeOf(v), kind, v)
	case llvm.AtomicRMW:
		c.checked(i, llvm.GetOperand(i, 0), llvm.TypeOf(i), accessWrites|accessAtomic|releases(llvm.GetOrdering(i)), 0)
	case llvm.AtomicCmpXchg:
		order := llvm.GetCmpXchgSuccessOrdering(i)
		c.checked(i, llvm.GetOperand(i, 0), llvm.TypeOf(llvm.GetOperand(i, 1)), accessWrites|accessAtomic|accessCompares|releases(order), 0)
	case llvm.Fence:
		if !isYield(i) && releases(llvm.GetOrdering(i)) != 0 {
			llvm.BuildCall2(c.u.Before(i), llvm.GlobalGetValueType(c.fence), c.fence, nil, "")
		}
	case llvm.Call:
		c.call(i)
	}
}

// releases returns accessReleases for an ordering that has release semantics.
func releases(ordering int) uint64 {
	const release, acquireRelease, sequentiallyConsistent = 5, 6, 7
	switch ordering {
	case release, acquireRelease, sequentiallyConsistent:
		return accessReleases
	}
	return 0
}

func (c *raceChecks) call(i llvm.Value) {
	u := c.u
	if flow.SyncOf(i) == flow.GroupBarrier {
		llvm.BuildCall2(u.Before(i), llvm.GlobalGetValueType(c.arrive), c.arrive, nil, "")
		return
	}
	f := ir.Callee(i)
	if f == 0 || !c.marked {
		return
	}
	size := func() llvm.Value { return llvm.BuildZExt(u.B, llvm.GetOperand(i, 2), u.Types.I64, "") }
	switch name := f.Name(); {
	case strings.HasPrefix(name, "llvm.memset."):
		c.report(i, llvm.GetOperand(i, 0), size, accessWrites, 0)
	case strings.HasPrefix(name, "llvm.memcpy."), strings.HasPrefix(name, "llvm.memmove."):
		c.report(i, llvm.GetOperand(i, 1), size, 0, 0)
		c.report(i, llvm.GetOperand(i, 0), size, accessWrites, 0)
	}
}

// checked reports an access by an instruction to a value of a type; stored is what it stores, if
// that is known.
func (c *raceChecks) checked(i, p llvm.Value, t llvm.Type, kind uint64, stored llvm.Value) {
	if !c.marked && kind&accessAtomic == 0 {
		return
	}
	bytes := llvm.StoreSizeOfType(c.u.Layout, t)
	c.report(i, p, func() llvm.Value { return c.u.I64(bytes) }, kind, stored)
}

func (c *raceChecks) report(i, p llvm.Value, size func() llvm.Value, kind uint64, stored llvm.Value) {
	u := c.u
	switch llvm.GetPointerAddressSpace(llvm.TypeOf(p)) {
	case ir.GlobalSpace, ir.LocalSpace, ir.GenericSpace:
	default:
		return
	}
	base := underlying(p)
	if ir.Opcode(base) == llvm.Alloca {
		return
	}
	where := c.place(i, base)
	b := u.Before(i)
	value := u.I64(0)
	if bits := c.bits(b, stored); bits != 0 {
		value, kind = bits, kind|accessHasValue
	}
	args := []llvm.Value{llvm.BuildPtrToInt(b, p, u.Types.I64, ""), size(), value, u.I32(kind), where}
	llvm.BuildCall2(b, llvm.GlobalGetValueType(c.access), c.access, args, "")
}

// bits returns the bits of a value of at most 64, 0 for others.
func (c *raceChecks) bits(b llvm.Builder, v llvm.Value) llvm.Value {
	if v == 0 {
		return 0
	}
	t := llvm.TypeOf(v)
	switch llvm.GetTypeKind(t) {
	case llvm.PointerKind:
		return llvm.BuildPtrToInt(b, v, c.u.Types.I64, "")
	case llvm.HalfKind, llvm.BFloatKind, llvm.FloatKind, llvm.DoubleKind:
		t = c.u.IntType(uint32(8 * llvm.StoreSizeOfType(c.u.Layout, t)))
		v = llvm.BuildBitCast(b, v, t, "")
	case llvm.IntegerKind:
		if llvm.GetIntTypeWidth(t) > 64 {
			return 0
		}
	default:
		return 0
	}
	return llvm.BuildZExt(b, v, c.u.Types.I64, "")
}

// underlying returns the object that an address is computed from, as far as that is evident.
func underlying(p llvm.Value) llvm.Value {
	for {
		switch ir.Opcode(p) {
		case llvm.GetElementPtr, llvm.AddrSpaceCast, llvm.BitCast:
			p = llvm.GetOperand(p, 0)
		default:
			return p
		}
	}
}

// place makes the description of an access for messages: file, function, variable, line, column.
func (c *raceChecks) place(i, base llvm.Value) llvm.Value {
	u := c.u
	null := llvm.ConstNull(u.Ptr(0))
	file, variable, line, column := null, null, uint64(0), uint64(0)
	if name, l, k := sourceOf(i); name != "" {
		file, line, column = c.text(name), l, k
	}
	if llvm.IsAGlobalVariable(base) != 0 && base.Name() != abi.DynamicShared {
		variable = c.text(ir.Demangle(base.Name()))
	}
	fields := []llvm.Value{file, c.text(ir.Demangle(ir.FunctionOf(i).Name())), variable, u.I32(line), u.I32(column)}
	return c.constant("place", llvm.ConstStructInContext(u.Ctx, fields, false))
}

// ownHeaders is in the names of the headers whose functions do for the caller what it is reported
// for.
const ownHeaders = "hip/gohip_detail/"

// sourceOf returns the place in the source of an instruction: in the user's code if it is one of an
// inlined function of HIP's headers.
func sourceOf(i llvm.Value) (file string, line, column uint64) {
	for at := llvm.InstructionGetDebugLoc(i); at != 0; at = llvm.DILocationGetInlinedAt(at) {
		f := llvm.DIScopeGetFile(llvm.DILocationGetScope(at))
		if f == 0 {
			continue
		}
		n := new(uint32)
		name := llvm.DIFileGetFilename(f, n)
		file, line, column = llvm.CopyString(name, uint64(*n)), uint64(llvm.DILocationGetLine(at)), uint64(llvm.DILocationGetColumn(at))
		if !strings.Contains(file, ownHeaders) {
			return file, line, column
		}
	}
	return file, line, column
}

func (c *raceChecks) text(s string) llvm.Value {
	if c.texts[s] == 0 {
		bytes := append([]byte(s), 0)
		c.texts[s] = c.constant("text", llvm.ConstStringInContext2(c.u.Ctx, &bytes[0], uint64(len(bytes)), true))
	}
	return c.texts[s]
}

func (c *raceChecks) constant(name string, v llvm.Value) llvm.Value {
	g := llvm.AddGlobalInAddressSpace(c.u.Mod, llvm.TypeOf(v), checkPrefix+name, 0)
	llvm.SetInitializer(g, v)
	llvm.SetGlobalConstant(g, true)
	llvm.SetLinkage(g, llvm.PrivateLinkage)
	return g
}

// linkChecks links the functions that checked code calls, and reports whether there is any.
func linkChecks(u *ir.Unit) (bool, error) {
	if llvm.GetNamedFunction(u.Mod, checkAccess) == 0 {
		return false, nil
	}
	if err := u.LinkText(checkModule(u)); err != nil {
		return false, err
	}
	for _, f := range u.Definitions() {
		if hasPrefix(f.Name(), checkPrefix) {
			llvm.SetLinkage(f, llvm.InternalLinkage)
			u.AddAttr(f, llvm.FunctionIndex, "nounwind")
		}
	}
	return true, nil
}

// dropChecks removes those of the functions that nothing calls.
func dropChecks(u *ir.Unit) {
	for _, f := range u.Functions() {
		if hasPrefix(f.Name(), checkPrefix) && llvm.GetFirstUse(f) == 0 {
			llvm.DeleteFunction(f)
		}
	}
}

// beginChecks reports that a block begins.
func (kern *kernel) beginChecks() {
	if kern.races {
		kern.atBegin()
		kern.check(checkBegin, kern.w.launch, kern.w.block)
	}
}

func (kern *kernel) check(name string, args ...llvm.Value) {
	f := llvm.GetNamedFunction(kern.u.Mod, name)
	llvm.BuildCall2(kern.u.B, llvm.GlobalGetValueType(f), f, args, "")
}

// checkCalls are the functions of the runtime's table, in its order, that checked code calls by these
// names.
var checkCalls = []struct{ name, params string }{
	{checkBegin, "ptr %launch, ptr %block"},
	{checkAccess, "i64 %address, i64 %size, i64 %value, i32 %kind, ptr %where"},
	{checkFence, ""},
	{checkArrive, ""},
	{checkOrder, "i64 %base, i32 %lanes"},
	{checkWide, "i64 %base, i64 %lanes"},
}

// checkModule is the IR of these functions and of those made of them. The runtime sets the table at
// load; one that does not know it leaves a null pointer.
func checkModule(u *ir.Unit) string {
	var text strings.Builder
	for i, c := range checkCalls {
		fmt.Fprintf(&text, `define void @%s(%s) {
  %%t = load ptr, ptr @$TABLE
  %%none = icmp eq ptr %%t, null
  br i1 %%none, label %%done, label %%go
go:
  %%p = getelementptr inbounds ptr, ptr %%t, i64 %d
  %%f = load ptr, ptr %%p
  call void %%f(%[2]s)
  br label %%done
done:
  ret void
}
`, c.name, c.params, i)
	}
	order := checkOrder
	if u.WarpSize() == 64 {
		order = checkWide
	}
	return forWarps(u, strings.NewReplacer("$TABLE", abi.VarRaceCheck, "$ORDER", order).Replace(checkText+text.String()))
}

const checkText = `
@$TABLE = global ptr null, align 8
define void @__gohip.check.warps() {
  call void @$ORDER(i64 -1, $MASK -1)
  ret void
}
define void @__gohip.check.warp(ptr %ids, i64 %base, i32 %id) {
  %p = getelementptr inbounds i32, ptr %ids, i64 %base
  %v = load <$LANES x i32>, ptr %p, align 4
  %ida = insertelement <$LANES x i32> poison, i32 %id, i32 0
  %idv = shufflevector <$LANES x i32> %ida, <$LANES x i32> poison, <$LANES x i32> zeroinitializer
  %here = icmp eq <$LANES x i32> %v, %idv
  %lanes = bitcast <$LANES x i1> %here to $MASK
  call void @$ORDER(i64 %base, $MASK %lanes)
  ret void
}
`
