// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package kernelgen

// stmt runs a statement for the active threads, and gives those that go on with the next.
func (m *machine) stmt(s *Stmt, active mask, fr *frame) mask {
	if m.steps++; m.steps > maxSteps {
		m.fail("too many steps")
	}
	if s.warpOp() {
		m.reconverged(s, active)
	}
	switch s.Kind {
	case If:
		yes := m.decide(s, active)
		return m.list(s.Lists[0], yes, fr).or(m.list(s.Lists[1], active.without(yes), fr))
	case Loop:
		return m.loop(s, active, fr)
	case Switch:
		return m.choose(s, active, fr)
	case Break:
		fr.brk = fr.brk.or(active)
		return mask{}
	case Continue:
		fr.cont = fr.cont.or(active)
		return mask{}
	case Return:
		m.leave(s, active, fr)
		return mask{}
	case CallStmt:
		active = m.call(s.Fn, s.Args, active)
		active.each(func(t int) { m.store(s.Var, t, m.result[t]) })
	case Barrier:
		m.meet(active)
	case WarpSync:
	case Vote:
		v := m.vote(s.Text, s.E, active)
		active.each(func(t int) { m.store(s.Var, t, v) })
	case Warp:
		m.warp(s, active)
	case Exchange:
		m.exchange(s, active)
	default:
		active.each(func(t int) { m.each(s, t) })
	}
	return active
}

// store sets a variable that is no aggregate.
func (m *machine) store(v *Var, t int, x uint32) { m.set(t, v.slot, v.Kind, x) }

// decide returns the threads that take the first list of an If.
func (m *machine) decide(s *Stmt, active mask) mask {
	if s.E == nil {
		return m.ask(s.Text, s.E2, active)
	}
	yes := m.where(s.E, active)
	if s.Text == "" {
		return yes
	}
	ask := yes
	if s.Val == 1 {
		ask = active.without(yes)
	}
	if ask.empty() {
		return yes
	}
	if r := m.vote(s.Text, s.E2, ask); s.Val == 1 && r != 0 {
		yes = yes.or(ask)
	} else if s.Val == 0 && r == 0 {
		yes = mask{}
	}
	return yes
}

func (m *machine) loop(s *Stmt, active mask, fr *frame) mask {
	count := func() {
		active.each(func(t int) { m.store(s.Var, t, m.get(t, s.Var.slot, U32)+1) })
	}
	active.each(func(t int) {
		m.store(s.Limit, t, m.eval(s.E, t))
		m.store(s.Var, t, 0)
	})
	m.loops = append(m.loops, running{active, outside(s.Lists[0])})
	brk, cont := fr.brk, fr.cont
	fr.brk = mask{}
	var done mask
	for first := true; ; first = false {
		if !first && s.Form != formWhile {
			count()
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
			count()
		}
		fr.cont = mask{}
		active = m.list(s.Lists[0], active, fr).or(fr.cont)
	}
	done = done.or(fr.brk)
	fr.brk, fr.cont = brk, cont
	m.loops = m.loops[:len(m.loops)-1]
	return done
}

func (m *machine) choose(s *Stmt, active mask, fr *frame) mask {
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
}

// leave ends threads of the kernel, or of a function that runs.
func (m *machine) leave(s *Stmt, active mask, fr *frame) {
	if fr.kernel {
		m.exited = m.exited.or(active)
		return
	}
	active.each(func(t int) {
		v := m.eval(s.E, t)
		m.result[t] = v
	})
	fr.ret = fr.ret.or(active)
}

// each runs a statement that every thread runs for itself.
func (m *machine) each(s *Stmt, t int) {
	switch s.Kind {
	case Assign:
		m.assign(s, t)
	case Point:
		if x := m.eval(s.E, t); s.Var.Kind == IntoArray {
			m.mem[t][m.base+s.Var.slot] = uint64(s.Var.array.slot) + uint64(x&1)
		} else {
			m.store(s.Var, t, x)
		}
	case Copy:
		for i := range structKinds {
			m.mem[t][m.base+s.Var.slot+i] = m.mem[t][m.base+s.From.slot+i]
		}
	case Out:
		v := m.eval(s.E, t)
		w := &m.out[t*Words+int(s.Val)]
		*w = *w*31 + v
	case Store:
		v := m.eval(s.E, t)
		m.write(int(s.Val), uint32(t), t, plain, func(uint32) uint32 { return v })
	case AtomicSh:
		i, v := m.eval(s.E, t)&(numSharedC-1), m.eval(s.E2, t)
		m.write(counters, i, t, 1+int(s.Val), func(old uint32) uint32 { return atomics[sharedAtomics[s.Val]](old, v) })
	case AtomicGl:
		v := m.eval(s.E, t)
		c := &m.count[s.Val]
		*c = atomics[globalAtomics[s.Val]](*c, v)
	default:
		panic("statement")
	}
}

func (m *machine) assign(s *Stmt, t int) {
	switch x := m.eval(s.E, t); {
	case s.Var.Struct:
		m.set(t, s.Var.slot+s.Index, structKinds[s.Index], x)
	case s.Var.Kind == IntoArray:
		m.set(t, int(uint32(m.mem[t][m.base+s.Var.slot])+m.eval(s.Where, t)&1), U32, x)
	case s.Var.N > 0:
		m.set(t, s.Var.slot+int(m.eval(s.Where, t))&(s.Var.N-1), s.Var.Kind, x)
	default:
		m.store(s.Var, t, x)
	}
}

// exchange has the lanes of a warp write to shared memory and read each other's words.
func (m *machine) exchange(s *Stmt, active mask) {
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
	active.each(func(t int) { m.store(s.Var, t, m.shared[s.Val][o[t]].value) })
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

// ask returns the set of the threads whose warps vote for something.
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
