// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"maps"
	"math/bits"
	"slices"
	"strings"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// affine is an integer or a pointer as a function of the lane of one warp: a constant per lane plus
// multiples of uniform values that are unknown at compile time, such as the address of a variable
// or a kernel argument.
//
//	%i = call i64 @_Z12get_local_idj(i32 0)
//	%p = getelementptr float, ptr addrspace(3) @s, i64 %i     ; s + 0, s + 4, s + 8, …
//
// An evaluator of data (scattered.go) adds multiples of values that each lane has read from memory.
type affine struct {
	lane   []int64
	shared map[llvm.Value]int64
	data   map[llvm.Value]int64
}

// isUniform reports whether all lanes have the same value.
func (f *affine) isUniform() bool {
	return len(f.data) == 0 && isConstant(f.lane)
}

func (f *affine) known() bool { return len(f.shared) == 0 && len(f.data) == 0 }

// plus returns f + k·g.
func (f *affine) plus(g *affine, k int64) *affine {
	out := &affine{make([]int64, len(f.lane)), addTerms(f.shared, g.shared, k), addTerms(f.data, g.data, k)}
	for l := range out.lane {
		out.lane[l] = f.lane[l] + k*g.lane[l]
	}
	return out
}

// times returns k·f.
func (f *affine) times(k int64) *affine {
	return (&affine{lane: make([]int64, len(f.lane))}).plus(f, k)
}

// addTerms returns f + k·g.
func addTerms(f, g map[llvm.Value]int64, k int64) map[llvm.Value]int64 {
	out := maps.Clone(f)
	for v, n := range g {
		if out == nil {
			out = map[llvm.Value]int64{}
		}
		if out[v] += k * n; out[v] == 0 {
			delete(out, v)
		}
	}
	return out
}

// fitsBelow reports whether f is constant and all its bits are below the lowest bit that g can have
// set.
func (f *affine) fitsBelow(g *affine) bool {
	low := int64(0)
	for _, n := range g.shared {
		low = gcd(low, n)
	}
	for _, n := range g.data {
		low = gcd(low, n)
	}
	for _, n := range g.lane {
		low = gcd(low, n)
	}
	low &= -low
	for _, n := range f.lane {
		if n < 0 || n >= low {
			return false
		}
	}
	return f.known()
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// knownForm returns what has a constant for each of so many lanes.
func knownForm(lanes int, x func(lane int) int64) *affine {
	f := &affine{lane: make([]int64, lanes)}
	for l := range f.lane {
		f.lane[l] = x(l)
	}
	return f
}

// sharedForm returns a multiple of a uniform value.
func sharedForm(lanes int, v llvm.Value, n int64) *affine {
	return &affine{lane: make([]int64, lanes), shared: map[llvm.Value]int64{v: n}}
}

func (e *evaluator) knownForm(x func(lane int) int64) *affine { return knownForm(e.lanes, x) }

func (e *evaluator) sharedForm(v llvm.Value, n int64) *affine { return sharedForm(e.lanes, v, n) }

// evaluator evaluates values of a kernel for one warp of the first row of a block: lane l is thread
// lanes·warp + l of that row. The row runs along the first dimension whose thread ID the kernel reads:
// a kernel that never reads x is launched with blocks one thread wide.
type evaluator struct {
	u       *ir.Unit
	uniform map[llvm.Value]bool // the uniform values of the kernel
	lanes   int                 // of a warp
	warp    int64
	row     int64 // the dimension, noRow if the lanes' IDs are not known in any
	linear  bool  // whether lane l has the linear ID lanes·warp + l
	length  int64 // of the rows, of which a warp has several; 0: a warp lies in one
	memo    map[llvm.Value]*affine
	calls   map[string]llvm.Value       // the first call of a work-item function, by name and dimension
	samples map[llvm.Value]int64        // of unknown numbers (sampled.go), nil without
	first   int64                       // the smallest sample
	plain   *evaluator                  // without samples, for conditions and trip counts; nil if there are none
	data    bool                        // whether values that lanes read from memory are terms (scattered.go)
	choose  func(llvm.Value) llvm.Value // the alternative that is looked at of values (chosen.go), nil without
}

// noRow is the row of an evaluator whose lanes may have any IDs.
const noRow = -1

func newEvaluator(u *ir.Unit, uniform map[llvm.Value]bool, warp, row int64, linear bool) *evaluator {
	return &evaluator{u: u, uniform: uniform, lanes: u.WarpSize(), warp: warp, row: row, linear: linear, memo: map[llvm.Value]*affine{}, calls: map[string]llvm.Value{}}
}

// rowDimension returns the first dimension whose local ID a kernel reads; x if it reads none.
func rowDimension(kernel llvm.Value) int64 {
	row := int64(3)
	for _, i := range ir.Instructions(kernel) {
		if ir.Opcode(i) != llvm.Call || ir.Callee(i) == 0 {
			continue
		}
		switch name, dim := ir.WorkItemCall(i); {
		case name == "get_local_linear_id":
			return 0
		case name == "get_local_id":
			row = min(row, max(dim, 0))
		}
	}
	return row % 3
}

// of returns the affine form of a value, nil when it is unknown.
func (e *evaluator) of(v llvm.Value) *affine {
	if f, ok := e.memo[v]; ok {
		return f
	}
	e.memo[v] = nil // terminates the recursion at a PHI that depends on itself
	f := e.compute(v)
	if f == nil {
		f = e.chosen(v)
	}
	if f == nil {
		f = e.sample(v)
	}
	if f == nil && (e.uniform[v] || llvm.IsAArgument(v) != 0) {
		f = e.sharedForm(v, 1)
	}
	if f == nil && e.data {
		f = e.dataForm(v)
	}
	e.memo[v] = f
	return f
}

func (e *evaluator) compute(v llvm.Value) *affine {
	switch {
	case llvm.IsAConstantInt(v) != 0:
		if llvm.GetIntTypeWidth(llvm.TypeOf(v)) > 64 {
			return nil
		}
		n := llvm.ConstIntGetSExtValue(v)
		return e.knownForm(func(int) int64 { return n })
	case llvm.IsAGlobalVariable(v) != 0:
		return e.sharedForm(v, 1)
	}
	switch op := ir.Opcode(v); op {
	case llvm.Call:
		return e.call(v)
	case llvm.PHI:
		return e.phi(v)
	case llvm.GetElementPtr:
		return e.gep(v)
	case llvm.Freeze, llvm.BitCast, llvm.AddrSpaceCast, llvm.PtrToInt, llvm.IntToPtr, llvm.PtrToAddr, llvm.SExt:
		return e.of(llvm.GetOperand(v, 0))
	case llvm.ICmp:
		return e.bitForm(e.condition(v))
	case llvm.Trunc, llvm.ZExt:
		f := e.of(llvm.GetOperand(v, 0))
		if f == nil || !f.known() {
			return f
		}
		from, to := intWidth(llvm.GetOperand(v, 0)), intWidth(v)
		return e.knownForm(func(l int) int64 {
			if op == llvm.ZExt {
				return int64(zeroExtend(f.lane[l], from))
			}
			return signExtend(f.lane[l], to)
		})
	case llvm.Select:
		cond := e.condition(llvm.GetOperand(v, 0))
		a, b := e.of(llvm.GetOperand(v, 1)), e.of(llvm.GetOperand(v, 2))
		if cond == nil || a == nil || b == nil || !a.known() || !b.known() {
			return nil
		}
		return e.knownForm(func(l int) int64 {
			if cond[l] {
				return a.lane[l]
			}
			return b.lane[l]
		})
	default:
		return e.arithmetic(v, op)
	}
}

// bitForm returns a condition as a signed one-bit number: -1 or 0.
func (e *evaluator) bitForm(m laneMask) *affine {
	if m == nil {
		return nil
	}
	return e.knownForm(func(l int) int64 {
		if m[l] {
			return -1
		}
		return 0
	})
}

// intWidth returns the width of an integer type in bits, 64 for any other type.
func intWidth(v llvm.Value) uint32 {
	t := llvm.TypeOf(v)
	if llvm.GetTypeKind(t) != llvm.IntegerKind {
		return 64
	}
	return llvm.GetIntTypeWidth(t)
}

func signExtend(x int64, width uint32) int64 {
	if width >= 64 {
		return x
	}
	return x << (64 - width) >> (64 - width)
}

func zeroExtend(x int64, width uint32) uint64 {
	if width >= 64 {
		return uint64(x)
	}
	return uint64(x) << (64 - width) >> (64 - width)
}

// laneArithmetic has the evaluation of each integer operation, for a width in bits; false if the
// result is undefined.
var laneArithmetic = map[llvm.Opcode]func(a, b int64, width uint32) (int64, bool){
	llvm.Add: func(a, b int64, _ uint32) (int64, bool) { return a + b, true },
	llvm.Sub: func(a, b int64, _ uint32) (int64, bool) { return a - b, true },
	llvm.Mul: func(a, b int64, _ uint32) (int64, bool) { return a * b, true },
	llvm.And: func(a, b int64, _ uint32) (int64, bool) { return a & b, true },
	llvm.Or:  func(a, b int64, _ uint32) (int64, bool) { return a | b, true },
	llvm.Xor: func(a, b int64, _ uint32) (int64, bool) { return a ^ b, true },
	llvm.Shl: func(a, b int64, w uint32) (int64, bool) { return a << uint64(b), uint64(b) < uint64(w) },
	llvm.LShr: func(a, b int64, w uint32) (int64, bool) {
		return int64(zeroExtend(a, w) >> uint64(b)), uint64(b) < uint64(w)
	},
	llvm.AShr: func(a, b int64, w uint32) (int64, bool) { return a >> uint64(b), uint64(b) < uint64(w) },
	llvm.UDiv: func(a, b int64, w uint32) (int64, bool) {
		return int64(zeroExtend(a, w) / max(zeroExtend(b, w), 1)), b != 0
	},
	llvm.URem: func(a, b int64, w uint32) (int64, bool) {
		return int64(zeroExtend(a, w) % max(zeroExtend(b, w), 1)), b != 0
	},
	llvm.SDiv: func(a, b int64, _ uint32) (int64, bool) {
		if b == 0 || b == -1 {
			return -a, b != 0
		}
		return a / b, true
	},
	llvm.SRem: func(a, b int64, _ uint32) (int64, bool) {
		if b == 0 || b == -1 {
			return 0, b != 0
		}
		return a % b, true
	},
}

func (e *evaluator) arithmetic(v llvm.Value, op llvm.Opcode) *affine {
	do, ok := laneArithmetic[op]
	if !ok || llvm.GetTypeKind(llvm.TypeOf(v)) != llvm.IntegerKind {
		return nil
	}
	a, b := e.of(llvm.GetOperand(v, 0)), e.of(llvm.GetOperand(v, 1))
	if a == nil || b == nil {
		return nil
	}
	if width := intWidth(v); a.known() && b.known() && width <= 64 {
		return laneByLane(do, a, b, width)
	}
	if r := linear(op, a, b); r != nil {
		return r
	}
	if a.isUniform() && b.isUniform() {
		return e.sharedForm(v, 1)
	}
	return nil
}

// laneByLane applies an operation to the constants of each lane.
func laneByLane(do func(a, b int64, width uint32) (int64, bool), a, b *affine, width uint32) *affine {
	out := &affine{lane: make([]int64, len(a.lane))}
	for l := range out.lane {
		x, ok := do(a.lane[l], b.lane[l], width)
		if !ok {
			return nil
		}
		out.lane[l] = signExtend(x, width)
	}
	return out
}

// linear returns the affine form of an addition, a subtraction or a multiplication by a constant;
// nil if the result is not affine.
func linear(op llvm.Opcode, a, b *affine) *affine {
	factor := func(f *affine) bool { return f.known() && f.isUniform() }
	switch op {
	case llvm.Add:
		return a.plus(b, 1)
	case llvm.Or:
		if a.fitsBelow(b) || b.fitsBelow(a) {
			return a.plus(b, 1)
		}
	case llvm.Sub:
		return a.plus(b, -1)
	case llvm.And:
		if factor(b) && uint64(b.lane[0]) == 1<<32-1 {
			return a // a number of 32 bits in 64
		}
	case llvm.Mul:
		if factor(a) {
			return b.times(a.lane[0])
		}
		if factor(b) {
			return a.times(b.lane[0])
		}
	case llvm.Shl:
		if factor(b) && uint64(b.lane[0]) < 63 {
			return a.times(1 << b.lane[0])
		}
	}
	return nil
}

func (e *evaluator) call(v llvm.Value) *affine {
	f := ir.Callee(v)
	if f == 0 {
		return nil
	}
	if workItem, _ := ir.SpecialRegister(f.Name()); workItem == "" && llvm.GetIntrinsicID(f) != 0 {
		return e.intrinsic(v, f.Name())
	}
	name, dim := ir.WorkItemCall(v)
	switch {
	case dim < 0:
		return nil
	case name == "get_local_id" && e.length > 0 && dim < 2:
		return e.knownForm(func(l int) int64 {
			at := int64(e.lanes)*e.warp + int64(l)
			if dim == 0 {
				return at % e.length
			}
			return at / e.length
		})
	case name == "get_local_id" && dim == e.row, name == "get_local_linear_id" && e.linear:
		return e.knownForm(func(l int) int64 { return int64(e.lanes)*e.warp + int64(l) })
	case name == "get_sub_group_local_id":
		return e.knownForm(func(l int) int64 { return int64(l) })
	case name == "get_local_id", name == "get_local_linear_id":
		if e.row == noRow || !e.linear {
			return nil // differs between lanes
		}
		fallthrough
	case name == "get_sub_group_id", e.uniform[v]:
		key := name + string(rune('0'+dim))
		if e.calls[key] == 0 {
			e.calls[key] = v
		}
		return e.sharedForm(e.calls[key], 1)
	}
	return nil
}

// laneIntrinsics are LLVM's intrinsics on known integers, by name without the types.
var laneIntrinsics = map[string]func(x []int64, width uint32) int64{
	"llvm.bitreverse": func(x []int64, w uint32) int64 { return int64(bits.Reverse64(uint64(x[0])) >> (64 - w)) },
	"llvm.bswap":      func(x []int64, w uint32) int64 { return int64(bits.ReverseBytes64(uint64(x[0])) >> (64 - w)) },
	"llvm.ctpop":      func(x []int64, w uint32) int64 { return int64(bits.OnesCount64(zeroExtend(x[0], w))) },
	"llvm.ctlz":       func(x []int64, w uint32) int64 { return int64(bits.LeadingZeros64(zeroExtend(x[0], w))) - int64(64-w) },
	"llvm.cttz":       func(x []int64, w uint32) int64 { return min(int64(bits.TrailingZeros64(uint64(x[0]))), int64(w)) },
	"llvm.abs":        func(x []int64, _ uint32) int64 { return max(x[0], -x[0]) },
	"llvm.smax":       func(x []int64, _ uint32) int64 { return max(x[0], x[1]) },
	"llvm.smin":       func(x []int64, _ uint32) int64 { return min(x[0], x[1]) },
	"llvm.umax":       func(x []int64, w uint32) int64 { return int64(max(zeroExtend(x[0], w), zeroExtend(x[1], w))) },
	"llvm.umin":       func(x []int64, w uint32) int64 { return int64(min(zeroExtend(x[0], w), zeroExtend(x[1], w))) },
}

func (e *evaluator) intrinsic(v llvm.Value, name string) *affine {
	do := laneIntrinsics[name[:strings.LastIndexByte(name, '.')]]
	width := intWidth(v)
	if do == nil || width > 64 || llvm.GetTypeKind(llvm.TypeOf(v)) != llvm.IntegerKind {
		return nil
	}
	var args []*affine
	for _, a := range ir.Operands(v)[:llvm.GetNumArgOperands(v)] {
		f := e.of(a)
		if f == nil || !f.known() {
			return nil
		}
		args = append(args, f)
	}
	return e.knownForm(func(l int) int64 {
		x := make([]int64, len(args))
		for k, a := range args {
			x[k] = a.lane[l]
		}
		return signExtend(do(x, width), width)
	})
}

// phi evaluates PHIs whose incoming values all have the same form, and induction variables: their
// start value plus a uniform number of steps.
func (e *evaluator) phi(v llvm.Value) *affine {
	var start, step *affine
	join := func(at **affine, f *affine) bool {
		if f == nil || *at != nil && !equalForms(*at, f) {
			return false
		}
		*at = f
		return true
	}
	for k := range llvm.CountIncoming(v) {
		in := llvm.GetIncomingValue(v, k)
		ok := true
		switch op := ir.Opcode(in); {
		case in == v:
		case op == llvm.Add && llvm.GetOperand(in, 0) == v:
			ok = join(&step, e.of(llvm.GetOperand(in, 1)))
		case op == llvm.Add && llvm.GetOperand(in, 1) == v:
			ok = join(&step, e.of(llvm.GetOperand(in, 0)))
		case op == llvm.GetElementPtr && llvm.GetOperand(in, 0) == v:
			ok = join(&step, e.indices(in))
		default:
			ok = join(&start, e.of(in))
		}
		if !ok {
			return nil
		}
	}
	switch {
	case start == nil, step != nil && !step.isUniform():
		return nil
	case step == nil:
		return start
	case step.known():
		return start.plus(e.sharedForm(v, 1), step.lane[0])
	}
	return start.plus(e.sharedForm(v, 1), 1)
}

// multiples lists the values of a loop's induction variable by iteration, as multiples of the term
// in its affine form (phi): iteration numbers if the variable advances by a constant step, its
// values if it is doubled or halved. The trip count comes from the comparison with a constant; the
// result is nil when it is unknown or exceeds most.
func (e *evaluator) multiples(phi llvm.Value, most int) []int64 {
	if ir.Opcode(phi) != llvm.PHI || llvm.CountIncoming(phi) != 2 {
		return e.shifted(phi, most)
	}
	number := func(v llvm.Value) (int64, bool) {
		if a := e.of(v); a != nil && a.known() && a.isUniform() {
			return a.lane[0], true
		}
		return 0, false
	}
	width := intWidth(phi)
	for k := range uint32(2) {
		next := llvm.GetIncomingValue(phi, 1-k)
		op := ir.Opcode(next)
		do := laneArithmetic[op]
		start, ok := number(llvm.GetIncomingValue(phi, k))
		if !ok || do == nil || llvm.GetOperand(next, 0) != phi {
			continue
		}
		by, ok := number(llvm.GetOperand(next, 1))
		if !ok {
			return nil
		}
		values := recurrence(start, func(x int64) (int64, bool) {
			y, ok := do(x, by, width)
			return signExtend(y, width), ok
		}, most)
		n := iterations(next, values[1:])
		if n > 0 {
			n++
		} else {
			n = iterations(phi, values)
		}
		if op == llvm.Add {
			for i := range values {
				values[i] = int64(i)
			}
		}
		return values[:n]
	}
	return nil
}

// recurrence lists the values of a number under repeated application of an operation, at most most
// of them.
func recurrence(start int64, do func(int64) (int64, bool), most int) []int64 {
	values := []int64{start}
	for len(values) < most {
		x, ok := do(values[len(values)-1])
		if !ok {
			break
		}
		values = append(values, x)
	}
	return values
}

// iterations returns the trip count of a loop whose counter has these values: how often a
// comparison of the counter with a constant gives its first result. It is 0 if the counter is not
// compared or the result never changes.
func iterations(counter llvm.Value, values []int64) int {
	for _, c := range ir.Users(counter) {
		if ir.Opcode(c) != llvm.ICmp || llvm.GetOperand(c, 0) != counter || llvm.IsAConstantInt(llvm.GetOperand(c, 1)) == 0 {
			continue
		}
		do, bound := laneComparisons[llvm.GetICmpPredicate(c)], llvm.ConstIntGetSExtValue(llvm.GetOperand(c, 1))
		for n := range values {
			if do(values[n], bound) != do(values[0], bound) {
				return n
			}
		}
	}
	return 0
}

func equalForms(a, b *affine) bool {
	return slices.Equal(a.lane, b.lane) && maps.Equal(a.shared, b.shared) && maps.Equal(a.data, b.data)
}

func (e *evaluator) gep(v llvm.Value) *affine {
	base, add := e.of(llvm.GetOperand(v, 0)), e.indices(v)
	if base == nil || add == nil {
		return nil
	}
	return base.plus(add, 1)
}

// indices returns the offset in bytes that a GEP adds to its pointer.
func (e *evaluator) indices(v llvm.Value) *affine {
	layout := e.u.Layout
	t := llvm.GetGEPSourceElementType(v)
	sum := e.knownForm(func(int) int64 { return 0 })
	for k, ix := range ir.Operands(v)[1:] {
		f := e.of(ix)
		if f == nil {
			return nil
		}
		if k > 0 {
			if llvm.GetTypeKind(t) == llvm.StructKind {
				n := uint32(f.lane[0])
				at := int64(llvm.OffsetOfElement(layout, t, n))
				sum = sum.plus(e.knownForm(func(int) int64 { return at }), 1)
				t = llvm.StructGetTypeAtIndex(t, n)
				continue
			}
			t = llvm.GetElementType(t)
		}
		sum = sum.plus(f, int64(llvm.ABISizeOfType(layout, t)))
	}
	return sum
}

// laneComparisons are the signed and unsigned order predicates.
var laneComparisons = map[llvm.IntPredicate]func(a, b int64) bool{
	llvm.IntEQ:  func(a, b int64) bool { return a == b },
	llvm.IntNE:  func(a, b int64) bool { return a != b },
	llvm.IntUGT: func(a, b int64) bool { return uint64(a) > uint64(b) },
	llvm.IntUGE: func(a, b int64) bool { return uint64(a) >= uint64(b) },
	llvm.IntULT: func(a, b int64) bool { return uint64(a) < uint64(b) },
	llvm.IntULE: func(a, b int64) bool { return uint64(a) <= uint64(b) },
	llvm.IntSGT: func(a, b int64) bool { return a > b },
	llvm.IntSGE: func(a, b int64) bool { return a >= b },
	llvm.IntSLT: func(a, b int64) bool { return a < b },
	llvm.IntSLE: func(a, b int64) bool { return a <= b },
}

// laneMask is the set of the lanes for which something holds.
type laneMask []bool

func (e *evaluator) allLanes() laneMask { return slices.Repeat(laneMask{true}, e.lanes) }

// condition returns the lanes for which a condition holds, nil when that is unknown.
func (e *evaluator) condition(v llvm.Value) laneMask {
	if llvm.IsAConstantInt(v) != 0 {
		m := make(laneMask, e.lanes)
		for l := range m {
			m[l] = !llvm.IsNull(v)
		}
		return m
	}
	if ir.Opcode(v) != llvm.ICmp {
		f := e.of(v)
		if f == nil || !f.known() || intWidth(v) != 1 {
			return nil
		}
		m := make(laneMask, e.lanes)
		for l := range m {
			m[l] = f.lane[l] != 0
		}
		return m
	}
	a, b := e.of(llvm.GetOperand(v, 0)), e.of(llvm.GetOperand(v, 1))
	if a == nil || b == nil || !a.known() || !b.known() {
		return nil
	}
	do := laneComparisons[llvm.GetICmpPredicate(v)]
	m := make(laneMask, e.lanes)
	for l := range m {
		m[l] = do(a.lane[l], b.lane[l])
	}
	return m
}

// oneLane reports whether a condition holds for at most one lane of a warp: the lanes compare
// distinct numbers with a uniform one.
func (e *evaluator) oneLane(v llvm.Value) bool {
	if ir.Opcode(v) != llvm.ICmp || llvm.GetICmpPredicate(v) != llvm.IntEQ {
		return false
	}
	a, b := e.of(llvm.GetOperand(v, 0)), e.of(llvm.GetOperand(v, 1))
	if a == nil || b == nil {
		return false
	}
	d := a.plus(b, -1)
	seen := map[int64]bool{}
	for _, x := range d.lane {
		if seen[x] {
			return false
		}
		seen[x] = true
	}
	return true
}

// restrict removes from m the lanes for which a condition is not as wanted, and calls oneLane if at
// most one lane is left. It reports whether the condition is known for every lane, or the same for
// all.
func (e *evaluator) restrict(cond llvm.Value, want bool, m laneMask, oneLane func()) bool {
	op := ir.Opcode(cond)
	if llvm.IsAInstruction(cond) != 0 && intWidth(cond) == 1 {
		// A true "and" has two true operands, a false "or" two false ones; clang writes them as
		// selects.
		if op == llvm.Select {
			constant := llvm.IsAConstantInt(llvm.GetOperand(cond, 2))
			if want && constant != 0 && llvm.IsNull(constant) {
				op = llvm.And
			} else if constant = llvm.IsAConstantInt(llvm.GetOperand(cond, 1)); !want && constant != 0 && !llvm.IsNull(constant) {
				return e.restrictBoth(llvm.GetOperand(cond, 0), llvm.GetOperand(cond, 2), want, m, oneLane)
			}
		}
		if op == llvm.And && want || op == llvm.Or && !want {
			return e.restrictBoth(llvm.GetOperand(cond, 0), llvm.GetOperand(cond, 1), want, m, oneLane)
		}
	}
	if want && e.oneLane(cond) {
		oneLane()
	}
	c := e.condition(cond)
	if c == nil {
		return e.uniform[cond] || e.comparesUniform(cond)
	}
	for l := range m {
		m[l] = m[l] && c[l] == want
	}
	return true
}

// comparesUniform reports whether a condition compares values that are unknown but the same in all
// lanes of the warp, such as another coordinate of a thread.
func (e *evaluator) comparesUniform(cond llvm.Value) bool {
	if ir.Opcode(cond) != llvm.ICmp {
		return false
	}
	a, b := e.of(llvm.GetOperand(cond, 0)), e.of(llvm.GetOperand(cond, 1))
	return a != nil && b != nil && a.isUniform() && b.isUniform()
}

func (e *evaluator) restrictBoth(first, second llvm.Value, want bool, m laneMask, oneLane func()) bool {
	known := e.restrict(first, want, m, oneLane)
	return e.restrict(second, want, m, oneLane) && known
}

// controlling lists the branches that a block is control dependent on along the dominator tree: for
// each dominator of the block, itself included, whose only entry is one side of a branch, the
// branch's condition and its value on that side.
func controlling(g *flow.Graph, dom *flow.DomTree, block int, found func(at int, cond llvm.Value, want bool)) {
	for at := block; ; at = dom.Immediate(at) {
		d := dom.Immediate(at)
		if d < 0 {
			return
		}
		if cond, want := controllingEdge(g, d, at); cond != 0 {
			found(at, cond, want)
		}
	}
}

// controllingEdge returns the condition of the branch at a block's immediate dominator and its value
// on the side of the block, 0 if the block has other entries.
func controllingEdge(g *flow.Graph, dominator, block int) (cond llvm.Value, want bool) {
	succ, pred := g.Succ[dominator], g.Pred[block]
	if len(succ) != 2 || succ[0] == succ[1] || len(pred) != 1 || pred[0] != dominator {
		return 0, false
	}
	t := llvm.GetBasicBlockTerminator(g.Blocks[dominator])
	if ir.Opcode(t) != llvm.Br {
		return 0, false
	}
	return llvm.GetOperand(t, 0), succ[0] == block
}
