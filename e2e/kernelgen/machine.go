// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package kernelgen

import (
	"fmt"
	"math/bits"
)

// mask is a set of threads of a block, of 256 at most.
type mask [4]uint64

func (m mask) has(t int) bool { return m[t/64]>>(t%64)&1 != 0 }
func (m *mask) set(t int)     { m[t/64] |= 1 << (t % 64) }
func (m mask) empty() bool    { return m == mask{} }

func (m mask) or(o mask) mask {
	for i := range m {
		m[i] |= o[i]
	}
	return m
}

func (m mask) without(o mask) mask {
	for i := range m {
		m[i] &^= o[i]
	}
	return m
}

func (m mask) each(f func(t int)) {
	for i, w := range m {
		for ; w != 0; w &= w - 1 {
			f(i*64 + bits.TrailingZeros64(w))
		}
	}
}

// word is a place in shared memory, with who came there since the last barrier.
type word struct {
	value           uint32
	writer, reader  int // thread + 1, several for more than one
	atomic          int // with which operation
	written, readAt int // at which barrier
}

const several = -1

// machine runs a block. Its threads go through the program together, those apart that do
// not take a branch.
type machine struct {
	k      *Kernel
	block  int
	all    mask
	exited mask
	mem    [][]uint64 // stacks
	base   int        // of the frame
	top    int
	result []uint32 // of a call
	shared [arrays][]word
	epoch  int
	out    []uint32
	count  [Counters]uint32
	steps  int
	loops  []running
}

// running is a loop that runs: the threads that came to it, and the warp operations after which
// it does not go on.
type running struct {
	came    mask
	outside map[*Stmt]bool
}

// A broken is how a program breaks HIP's rules, or those of this package.
type broken string

func (m *machine) fail(format string, a ...any) { panic(broken(fmt.Sprintf(format, a...))) }

// Run returns the words that the kernel must write. It reports an error when threads race, or not
// all come to a barrier.
func (k *Kernel) Run() (words []uint32, err error) {
	defer func() {
		if r := recover(); r != nil {
			b, ok := r.(broken)
			if !ok {
				panic(r)
			}
			err = fmt.Errorf("%s (seed %d): %s", k.Name, k.Seed, string(b))
		}
	}()
	var out, count, gx []uint32
	for b := range Blocks {
		m := k.runBlock(b)
		out = append(out, m.out...)
		count = append(count, m.count[:]...)
		for _, w := range m.shared[3] {
			gx = append(gx, w.value)
		}
	}
	return append(append(out, count...), gx...), nil
}

func (k *Kernel) runBlock(b int) *machine {
	n := k.Threads()
	m := &machine{k: k, block: b, result: make([]uint32, n), out: make([]uint32, n*Words), epoch: 1}
	for t := range n {
		m.all.set(t)
		m.mem = append(m.mem, make([]uint64, 4096))
	}
	for a := range m.shared {
		m.shared[a] = make([]word, k.arraySize(a))
		if a != counters {
			for t := range m.shared[a] {
				m.shared[a][t].value = input(uint32(t + a))
			}
		}
	}
	m.top = k.Main.size
	m.locals(k.Main, m.all)
	m.list(k.Main.Body, m.all, &frame{kernel: true})
	return m
}

// set stores an unsigned in a variable's type.
func (m *machine) set(t, slot int, kind Kind, v uint32) {
	x := uint64(v)
	switch kind {
	case U64:
		x *= 0x100000001
	case U8:
		x &= 0xff
	case F32:
		x &= 0xffff
	case IntoInput:
		x &= 127
	}
	m.mem[t][m.base+slot] = x
}

func (m *machine) get(t, slot int, kind Kind) uint32 {
	x := m.mem[t][m.base+slot]
	if kind == U64 {
		x >>= 16
	}
	return uint32(x)
}

func (m *machine) locals(f *Func, active mask) {
	for i, v := range f.Vars {
		active.each(func(t int) {
			init := input(uint32(t + i*7))
			if v.Uniform {
				init = group(uint32(m.block*perBlock + i%perBlock))
			}
			switch {
			case v.Counter:
				init = 0
			case v.Kind == IntoArray:
				m.mem[t][m.base+v.slot] = uint64(v.array.slot)
				return
			}
			for j := range v.size() {
				m.set(t, v.slot+j, v.kindOf(j), init)
			}
		})
	}
}

// frame is a function that runs, or a loop in it.
type frame struct {
	kernel         bool
	brk, cont, ret mask
}

func (m *machine) read(a int, i uint32, t int) uint32 {
	w := &m.shared[a][i]
	if w.written == m.epoch && w.writer != t+1 {
		m.fail("%s[%d] is read while another thread writes", arrayNames[a], i)
	}
	if w.readAt != m.epoch {
		w.readAt, w.reader = m.epoch, t+1
	} else if w.reader != t+1 {
		w.reader = several
	}
	return w.value
}

// plain is a write that is not atomic; atomic ones have numbers from 1 on.
const plain = 0

func (m *machine) write(a int, i uint32, t, atomic int, f func(uint32) uint32) {
	w := &m.shared[a][i]
	if w.readAt == m.epoch && w.reader != t+1 || w.written == m.epoch && (w.atomic != atomic || w.writer != t+1 && atomic == plain) {
		m.fail("%s[%d] is written while others use it", arrayNames[a], i)
	}
	if w.written == m.epoch && w.writer != t+1 {
		w.writer = several
	} else {
		w.writer = t + 1
	}
	w.written, w.atomic, w.value = m.epoch, atomic, f(w.value)
}

var binary = map[string]func(a, b uint32) uint32{
	"+":  func(a, b uint32) uint32 { return a + b },
	"-":  func(a, b uint32) uint32 { return a - b },
	"*":  func(a, b uint32) uint32 { return a * b },
	"&":  func(a, b uint32) uint32 { return a & b },
	"|":  func(a, b uint32) uint32 { return a | b },
	"^":  func(a, b uint32) uint32 { return a ^ b },
	"%":  func(a, b uint32) uint32 { return a % b },
	">>": func(a, b uint32) uint32 { return a >> b },
	"<":  func(a, b uint32) uint32 { return truth(a < b) },
	"==": func(a, b uint32) uint32 { return truth(a == b) },
	"!=": func(a, b uint32) uint32 { return truth(a != b) },
	"&&": func(a, b uint32) uint32 { return truth(a != 0 && b != 0) },
	"||": func(a, b uint32) uint32 { return truth(a != 0 || b != 0) },
}

// atomics are what atomic functions leave.
var atomics = map[string]func(a, b uint32) uint32{
	"atomicAdd": binary["+"],
	"atomicXor": binary["^"],
	"atomicOr":  binary["|"],
	"atomicAnd": binary["&"],
	"atomicMax": func(a, b uint32) uint32 { return max(a, b) },
	"atomicMin": func(a, b uint32) uint32 { return min(a, b) },
}

func truth(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// eval returns an expression's value for a thread.
func (m *machine) eval(e *Expr, t int) uint32 {
	arg := func(i int) uint32 { return m.eval(e.Args[i], t) }
	switch e.Op {
	case Const:
		return e.Val
	case Thread:
		return uint32(t)
	case Block:
		return uint32(m.block)
	case Size:
		return argN
	case Read, Elem, Member, Through:
		return m.variable(e, t)
	case Input:
		return input(arg(0))
	case Group:
		return group(uint32(m.block*perBlock) + e.Val)
	case Shared:
		i := arg(0)
		return m.read(int(e.Val), i%uint32(len(m.shared[e.Val])), t)
	case Bin:
		a := arg(0)
		if e.Text == "&&" && a == 0 || e.Text == "||" && a != 0 {
			return truth(a != 0)
		}
		return binary[e.Text](a, arg(1))
	case Cond:
		if arg(0) != 0 {
			return arg(1)
		}
		return arg(2)
	case Call:
		var one mask
		one.set(t)
		m.call(e.Fn, e.Args, one)
		return m.result[t]
	}
	panic("operation")
}

// variable reads a variable, or what is in it or behind it.
func (m *machine) variable(e *Expr, t int) uint32 {
	switch e.Op {
	case Read:
		return m.get(t, e.Var.slot, e.Var.Kind)
	case Elem:
		return m.get(t, e.Var.slot+int(m.eval(e.Args[0], t))&(e.Var.N-1), e.Var.Kind)
	case Member:
		return m.get(t, e.Var.slot+int(e.Val), structKinds[e.Val])
	}
	p := uint32(m.mem[t][m.base+e.Var.slot])
	if i := p + m.eval(e.Args[0], t)&1; e.Var.Kind == IntoInput {
		return input(i)
	} else {
		return m.get(t, int(i), U32)
	}
}

func (m *machine) call(f *Func, args []*Expr, active mask) mask {
	base := m.top
	active.each(func(t int) {
		var v []uint32
		for _, a := range args {
			v = append(v, m.eval(a, t))
		}
		old := m.base
		m.base = base
		for i, p := range f.Params {
			m.set(t, p.slot, p.Kind, v[i])
		}
		m.base = old
	})
	oldBase, oldTop := m.base, m.top
	m.base, m.top = base, base+f.size
	if m.top > len(m.mem[0]) {
		m.fail("stack")
	}
	m.locals(f, active)
	fr := &frame{}
	rest := m.list(f.Body, active, fr)
	if !rest.empty() {
		m.fail("%s ends without a value", f.Name)
	}
	m.base, m.top = oldBase, oldTop
	return fr.ret
}

func (m *machine) list(l []*Stmt, active mask, fr *frame) mask {
	for _, s := range l {
		if active.empty() {
			return active
		}
		active = m.stmt(s, active, fr)
	}
	return active
}

func (m *machine) where(e *Expr, active mask) mask {
	var out mask
	active.each(func(t int) {
		if m.eval(e, t) != 0 {
			out.set(t)
		}
	})
	return out
}

func (m *machine) meet(active mask) {
	if active != m.all.without(m.exited) {
		m.fail("not all threads come to a barrier")
	}
	m.epoch++
}

// vote is what a barrier that counts gives.
func (m *machine) vote(name string, e *Expr, active mask) uint32 {
	yes := m.where(e, active)
	m.meet(active)
	n := uint32(0)
	yes.each(func(int) { n++ })
	switch name {
	case "__syncthreads_and":
		return truth(yes == active)
	case "__syncthreads_or":
		return truth(n > 0)
	}
	return n
}

const maxSteps = 200000

// reconverged sees to it that all lanes of a warp that came to a loop are there when some of them
// leave it with a warp operation.
func (m *machine) reconverged(s *Stmt, active mask) {
	for _, l := range m.loops {
		if !l.outside[s] {
			continue
		}
		l.came.without(active).each(func(t int) {
			active.each(func(o int) {
				if o/warpSize == t/warpSize {
					m.fail("lanes may leave a loop with a warp operation in different iterations")
				}
			})
		})
	}
}
