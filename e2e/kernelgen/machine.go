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

// Run gives the words that the kernel must write. It reports an error when threads race, or
// not all come to a barrier.
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

// eval is an expression's value for a thread.
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
	case Read:
		return m.get(t, e.Var.slot, e.Var.Kind)
	case Elem:
		return m.get(t, e.Var.slot+int(arg(0))&(e.Var.N-1), e.Var.Kind)
	case Member:
		return m.get(t, e.Var.slot+int(e.Val), structKinds[e.Val])
	case Through:
		p := uint32(m.mem[t][m.base+e.Var.slot])
		if i := p + arg(0)&1; e.Var.Kind == IntoInput {
			return input(i)
		} else {
			return m.get(t, int(i), U32)
		}
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

func (m *machine) stmt(s *Stmt, active mask, fr *frame) mask {
	if m.steps++; m.steps > maxSteps {
		m.fail("too many steps")
	}
	set := func(v *Var, t int, x uint32) { m.set(t, v.slot, v.Kind, x) }
	if s.warpOp() {
		m.reconverged(s, active)
	}
	switch s.Kind {
	case Assign:
		active.each(func(t int) {
			switch x := m.eval(s.E, t); {
			case s.Var.Struct:
				m.set(t, s.Var.slot+s.Index, structKinds[s.Index], x)
			case s.Var.Kind == IntoArray:
				m.set(t, int(uint32(m.mem[t][m.base+s.Var.slot])+m.eval(s.Where, t)&1), U32, x)
			case s.Var.N > 0:
				m.set(t, s.Var.slot+int(m.eval(s.Where, t))&(s.Var.N-1), s.Var.Kind, x)
			default:
				set(s.Var, t, x)
			}
		})
	case Point:
		active.each(func(t int) {
			if x := m.eval(s.E, t); s.Var.Kind == IntoArray {
				m.mem[t][m.base+s.Var.slot] = uint64(s.Var.array.slot) + uint64(x&1)
			} else {
				set(s.Var, t, x)
			}
		})
	case Copy:
		active.each(func(t int) {
			for i := range structKinds {
				m.mem[t][m.base+s.Var.slot+i] = m.mem[t][m.base+s.From.slot+i]
			}
		})
	case If:
		if s.E == nil {
			yes := m.ask(s.Text, s.E2, active)
			return m.list(s.Lists[0], yes, fr).or(m.list(s.Lists[1], active.without(yes), fr))
		}
		yes := m.where(s.E, active)
		if s.Text != "" {
			ask := yes
			if s.Val == 1 {
				ask = active.without(yes)
			}
			if !ask.empty() {
				if r := m.vote(s.Text, s.E2, ask); s.Val == 1 && r != 0 {
					yes = yes.or(ask)
				} else if s.Val == 0 && r == 0 {
					yes = mask{}
				}
			}
		}
		return m.list(s.Lists[0], yes, fr).or(m.list(s.Lists[1], active.without(yes), fr))
	case Loop:
		active.each(func(t int) {
			set(s.Limit, t, m.eval(s.E, t))
			set(s.Var, t, 0)
		})
		m.loops = append(m.loops, running{active, outside(s.Lists[0])})
		brk, cont := fr.brk, fr.cont
		fr.brk = mask{}
		var done mask
		for first := true; ; first = false {
			if !first && s.Form != formWhile {
				active.each(func(t int) { set(s.Var, t, m.get(t, s.Var.slot, U32)+1) })
			}
			if !first || s.Form != formDo {
				var on mask
				active.each(func(t int) {
					if m.get(t, s.Var.slot, U32) < m.get(t, s.Limit.slot, U32) {
						on.set(t)
					}
				})
				done = done.or(active.without(on))
				active = on
			}
			if active.empty() {
				break
			}
			if s.Form == formWhile {
				active.each(func(t int) { set(s.Var, t, m.get(t, s.Var.slot, U32)+1) })
			}
			fr.cont = mask{}
			active = m.list(s.Lists[0], active, fr).or(fr.cont)
		}
		done = done.or(fr.brk)
		fr.brk, fr.cont = brk, cont
		m.loops = m.loops[:len(m.loops)-1]
		return done
	case Switch:
		sel := make([]mask, len(s.Lists))
		active.each(func(t int) { sel[m.eval(s.E, t)%uint32(len(sel))].set(t) })
		var out, through mask
		for i, l := range s.Lists {
			r := m.list(l, sel[i].or(through), fr)
			through = mask{}
			if s.Through[i] && i < len(s.Lists)-1 {
				through = r
			} else {
				out = out.or(r)
			}
		}
		return out
	case Break:
		fr.brk = fr.brk.or(active)
		return mask{}
	case Continue:
		fr.cont = fr.cont.or(active)
		return mask{}
	case Return:
		if fr.kernel {
			m.exited = m.exited.or(active)
			return mask{}
		}
		active.each(func(t int) {
			v := m.eval(s.E, t)
			m.result[t] = v
		})
		fr.ret = fr.ret.or(active)
		return mask{}
	case Barrier:
		m.meet(active)
	case WarpSync:
	case Vote:
		v := m.vote(s.Text, s.E, active)
		active.each(func(t int) { set(s.Var, t, v) })
	case Warp:
		m.warp(s, active)
	case CallStmt:
		active = m.call(s.Fn, s.Args, active)
		active.each(func(t int) { set(s.Var, t, m.result[t]) })
	case Out:
		active.each(func(t int) {
			v := m.eval(s.E, t)
			w := &m.out[t*Words+int(s.Val)]
			*w = *w*31 + v
		})
	case Store:
		active.each(func(t int) {
			v := m.eval(s.E, t)
			m.write(int(s.Val), uint32(t), t, plain, func(uint32) uint32 { return v })
		})
	case AtomicSh:
		active.each(func(t int) {
			i, v := m.eval(s.E, t)&(numSharedC-1), m.eval(s.E2, t)
			m.write(counters, i, t, 1+int(s.Val), func(old uint32) uint32 { return atomics[sharedAtomics[s.Val]](old, v) })
		})
	case Exchange:
		v, o := make([]uint32, len(m.mem)), make([]int, len(m.mem))
		active.each(func(t int) {
			v[t] = m.eval(s.E, t)
			m.write(int(s.Val), uint32(t), t, plain, func(uint32) uint32 { return v[t] })
		})
		active.each(func(t int) {
			if o[t] = t ^ int(m.eval(s.E2, t)%warpSize); o[t] >= len(m.mem) {
				o[t] = t
			}
			if !active.has(o[t]) {
				m.fail("lanes exchange with one that is elsewhere")
			}
		})
		active.each(func(t int) { set(s.Var, t, m.shared[s.Val][o[t]].value) })
	case AtomicGl:
		active.each(func(t int) {
			v := m.eval(s.E, t)
			c := &m.count[s.Val]
			*c = atomics[globalAtomics[s.Val]](*c, v)
		})
	default:
		panic("statement")
	}
	return active
}

// warpSize is HIP's on every device but AMD's.
const warpSize = 32

// warpSources are the lanes that warp or tile operations read, and whether there is one.
var warpSources = map[string]func(lane, x int) int{
	"shfl":     func(_, x int) int { return x },
	"shflXor":  func(lane, x int) int { return lane ^ x },
	"shflUp":   func(lane, x int) int { return lane - x },
	"shflDown": func(lane, x int) int { return lane + x },
}

// warpVotes are what warp operations give of the lanes that are there, of their values,
// and of the lowest bits of these.
var warpVotes = map[string]func(here, bits uint32, values []uint32) uint32{
	"ballot": func(_, bits uint32, _ []uint32) uint32 { return bits },
	"any":    func(_, bits uint32, _ []uint32) uint32 { return truth(bits != 0) },
	"all":    func(here, bits uint32, _ []uint32) uint32 { return truth(bits == here) },
	"sum": func(_, _ uint32, values []uint32) uint32 {
		r := uint32(0)
		for _, v := range values {
			r += v
		}
		return r
	},
}

// tileNames are the functions of tiles by those of warps.
var tileNames = map[string]string{
	"tileShfl": "shfl", "tileXor": "shflXor", "tileUp": "shflUp", "tileDown": "shflDown",
	"tileBallot": "ballot", "tileAny": "any", "tileAll": "all", "tileSum": "sum",
}

// lanes is what a function gives each thread whose warp, or tile of some size, is there.
func (m *machine) lanes(name string, size int, v []uint32, x []int, active mask, give func(t int, r uint32)) {
	active.each(func(t int) {
		lane, base := t%size, t/size*size
		is := func(l int) bool { return l >= 0 && l < size && base+l < len(v) && active.has(base+l) }
		if source := warpSources[name]; source != nil {
			r := uint32(7)
			if o := source(lane, x[t]); is(o) {
				r = v[base+o]
			}
			give(t, r)
			return
		}
		var bits, here uint32
		var values []uint32
		for l := range size {
			if is(l) {
				here |= 1 << l
				bits |= v[base+l] & 1 << l
				values = append(values, v[base+l])
			}
		}
		give(t, warpVotes[name](here, bits, values))
	})
}

func (m *machine) warp(s *Stmt, active mask) {
	name, size := s.Text, warpSize
	if s.Val > 0 {
		name, size = tileNames[name], int(s.Val)
		active.each(func(t int) {
			for l := range size {
				if o := t/size*size + l; o >= len(m.mem) || !active.has(o) {
					m.fail("not all of a tile come to its function")
				}
			}
		})
	}
	v, x := make([]uint32, len(m.mem)), make([]int, len(m.mem))
	active.each(func(t int) { v[t], x[t] = m.eval(s.E, t), int(m.eval(s.E2, t)%uint32(size)) })
	m.lanes(name, size, v, x, active, func(t int, r uint32) { m.set(t, s.Var.slot, s.Var.Kind, r) })
}

// ask is the set of the threads whose warps vote for something.
func (m *machine) ask(name string, e *Expr, active mask) mask {
	v := make([]uint32, len(m.mem))
	active.each(func(t int) { v[t] = m.eval(e, t) })
	var yes mask
	m.lanes(name, warpSize, v, nil, active, func(t int, r uint32) {
		if r != 0 {
			yes.set(t)
		}
	})
	return yes
}
