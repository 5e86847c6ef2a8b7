// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package kernelgen

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// state says what threads may do with a shared array until the next barrier.
type state int

const (
	own     state = iota // write each its own place, or, of counters, add
	others               // read all places
	neither              // it depends on the way here
)

// together says which threads are at a statement.
type together int

const (
	block together = iota // all of the block that have not ended
	warp                  // all of a warp
	apart
)

// generator writes one function at a time.
type generator struct {
	r      *rand.Rand
	k      *Kernel
	f      *Func
	n      int // of names
	budget int

	uniform, varying, arrays_, structs, pointers, loopVars []*Var

	warps, exits, apartWarps, calls bool
	wide                            bool   // with what only seeds from Wide on have
	op                              uint32 // of sharedAtomics
	states                          [arrays]state
	returns                         [][arrays]state // where a function returns
}

// place is what may be done where a statement stands.
type place struct {
	together together
	quiet    bool // no barriers from here on, in the loop or the function
	last     bool // and none in the function
	depth    int
	loop     *loop
	inSwitch bool
}

// joins reports whether threads that diverge here reconverge right after the branch, and not at the end
// of an iteration of a loop.
func (p place) joins() bool { return !p.inSwitch && (p.loop == nil || p.loop.together != apart) }

// loop is the innermost loop around a statement.
type loop struct {
	together together
	states   [arrays]state
	breaks   [][arrays]state
	tail     bool // nothing behind needs all threads: they may go on with the next iteration
	ahead    bool // some may have: the others must not leave the loop without them
}

// Wide is the first seed of kernels with all that there is. Those below it stay what they were
// when some of them were wrong.
const Wide = 1000000

// New makes the kernel of a seed.
func New(seed uint64, name string) *Kernel {
	sizes := [][2]int{{8, 1}, {7, 1}, {32, 1}, {33, 1}, {64, 1}, {70, 1}, {5, 3}, {8, 4}, {16, 6}, {9, 8}}
	if seed >= Wide {
		sizes = append(sizes, [][2]int{{16, 2}, {8, 8}, {128, 1}, {32, 3}, {40, 3}, {1, 64}}...)
	}
	r := rand.New(rand.NewPCG(seed, 1))
	xy := sizes[r.IntN(len(sizes))]
	k := &Kernel{Name: name, Seed: seed, X: xy[0], Y: xy[1], Restrict: r.IntN(2) == 0}
	g := &generator{r: r, k: k, budget: 20 + r.IntN(40)}
	g.warps, g.exits, g.calls = r.IntN(4) == 0, r.IntN(4) == 0, r.IntN(2) == 0
	g.apartWarps = g.warps && r.IntN(3) == 0
	if g.wide = seed >= Wide; g.wide {
		g.warps = g.warps || r.IntN(2) == 0
		g.op = uint32(r.IntN(len(sharedAtomics)))
	}
	k.Main = g.function("", nil, func() []*Stmt {
		l := g.block(place{}, 4+r.IntN(4))
		return append(l, g.results()...)
	})
	return k
}

// results writes out all that a thread knows.
func (g *generator) results() []*Stmt {
	var l []*Stmt
	for i, v := range slices.Concat(g.uniform, g.varying, g.loopVars) {
		l = append(l, &Stmt{Kind: Out, Val: uint32(i % Words), E: &Expr{Op: Read, Var: v}})
	}
	for _, v := range g.arrays_ {
		for i := range v.N {
			l = append(l, &Stmt{Kind: Out, Val: uint32(i % Words), E: &Expr{Op: Elem, Var: v, Args: []*Expr{number(uint32(i))}}})
		}
	}
	for _, v := range g.structs {
		for i := range structKinds {
			l = append(l, &Stmt{Kind: Out, Val: uint32(i % Words), E: &Expr{Op: Member, Var: v, Val: uint32(i)}})
		}
	}
	l = append(l, &Stmt{Kind: Barrier})
	for a := range counters {
		l = append(l, &Stmt{Kind: Out, Val: uint32(a % Words), E: shared(a, &Expr{Op: Bin, Text: "+", Args: []*Expr{{Op: Thread}, number(1)}})})
	}
	return append(l, &Stmt{Kind: Out, E: shared(counters, &Expr{Op: Thread})})
}

func number(v uint32) *Expr { return &Expr{Op: Const, Val: v} }

func shared(a int, at *Expr) *Expr { return &Expr{Op: Shared, Val: uint32(a), Args: []*Expr{at}} }

func (g *generator) name(p string) string {
	g.n++
	return fmt.Sprintf("%s%d", p, g.n)
}

func (g *generator) chance(percent int) bool { return g.r.IntN(100) < percent }

func pick[T any](g *generator, l []T) T { return l[g.r.IntN(len(l))] }

// function makes one with variables of its own. Parameters are for values of the given
// kinds, uniform ones first where uniform says so.
func (g *generator) function(name string, uniform []bool, body func() []*Stmt) *Func {
	saved := *g
	f := &Func{Name: name}
	g.f = f
	g.uniform, g.varying, g.arrays_, g.structs, g.pointers, g.loopVars = nil, nil, nil, nil, nil, nil
	for _, u := range uniform {
		v := f.add(&Var{Name: g.name("p"), Uniform: u, Param: true})
		if u {
			g.uniform = append(g.uniform, v)
		} else {
			v.Kind = Kind(g.r.IntN(int(IntoInput)))
			g.varying = append(g.varying, v)
		}
	}
	most := 5
	if name != "" {
		most = 2
	}
	for range 1 + g.r.IntN(2) {
		g.uniform = append(g.uniform, f.add(&Var{Name: g.name("u"), Uniform: true}))
	}
	for range 1 + g.r.IntN(most) {
		g.varying = append(g.varying, f.add(&Var{Name: g.name("v"), Kind: Kind(g.r.IntN(int(IntoInput)))}))
	}
	if g.chance(40) {
		g.arrays_ = append(g.arrays_, f.add(&Var{Name: g.name("a"), N: 4, Kind: pick(g, []Kind{U32, U32, U8, U64})}))
		if a := g.arrays_[0]; a.Kind == U32 && g.chance(60) {
			g.pointers = append(g.pointers, f.add(&Var{Name: g.name("q"), Kind: IntoArray, array: a}))
		}
	}
	if g.chance(30) {
		for range 2 {
			g.structs = append(g.structs, f.add(&Var{Name: g.name("s"), Struct: true}))
		}
	}
	if g.chance(30) {
		g.pointers = append(g.pointers, f.add(&Var{Name: g.name("r"), Kind: IntoInput}))
	}
	f.Body = body()
	n, budget, states := g.n, g.budget, g.states
	*g = saved
	g.n, g.budget, g.states = n, budget, states
	return f
}

// leaf returns an operand, uniform over the block if uniform is set.
func (g *generator) leaf(uniform, pure bool) *Expr {
	for {
		switch n := g.r.IntN(14); n {
		case 0, 1:
			return number(uint32(g.r.IntN(9)))
		case 2:
			return &Expr{Op: Group, Val: uint32(g.r.IntN(perBlock))}
		case 3:
			return &Expr{Op: pick(g, []Op{Block, Size})}
		case 4:
			return &Expr{Op: Read, Var: pick(g, g.uniform)}
		case 5:
			if len(g.loopVars) > 0 {
				if v := pick(g, g.loopVars); v.Uniform || !uniform {
					return &Expr{Op: Read, Var: v}
				}
			}
		case 12:
			if pure {
				continue
			}
			if e := g.sharedRead(uniform); e != nil {
				return e
			}
		case 13:
			return &Expr{Op: Input, Args: []*Expr{g.expr(1, uniform, true)}}
		default:
			if uniform {
				continue
			}
			if e := g.divergentLeaf(n); e != nil {
				return e
			}
		}
	}
}

// divergentLeaf returns an operand that each thread has a value of its own of, chosen by n from 6
// to 11; nil where there is none.
func (g *generator) divergentLeaf(n int) *Expr {
	switch {
	case n < 8:
		return &Expr{Op: Thread}
	case n < 11:
		return &Expr{Op: Read, Var: pick(g, g.varying)}
	case len(g.arrays_)+len(g.structs)+len(g.pointers) > 0:
		return g.aggregate()
	}
	return nil
}

// sharedRead reads a shared array, where all may be read or else at the thread's own place; nil where
// it must not.
func (g *generator) sharedRead(uniform bool) *Expr {
	switch a := g.r.IntN(arrays); {
	case g.states[a] == others:
		return shared(a, g.expr(1, uniform, true))
	case a != counters && !uniform:
		return shared(a, &Expr{Op: Thread})
	}
	return nil
}

// aggregate reads what is not a scalar.
func (g *generator) aggregate() *Expr {
	v := pick(g, slices.Concat(g.arrays_, g.structs, g.pointers))
	switch {
	case v.Struct:
		return &Expr{Op: Member, Var: v, Val: uint32(g.r.IntN(len(structKinds)))}
	case v.N > 0:
		return &Expr{Op: Elem, Var: v, Args: []*Expr{g.index()}}
	}
	return &Expr{Op: Through, Var: v, Args: []*Expr{g.index()}}
}

func (g *generator) index() *Expr {
	if g.chance(50) {
		return number(uint32(g.r.IntN(4)))
	}
	return g.expr(1, false, true)
}

// expr returns an expression; a pure one touches no shared memory.
func (g *generator) expr(depth int, uniform, pure bool) *Expr {
	if depth <= 0 || g.chance(20) {
		return g.leaf(uniform, pure)
	}
	sub := func() *Expr { return g.expr(depth-1, uniform, pure) }
	switch n := g.r.IntN(10); {
	case n < 6:
		return &Expr{Op: Bin, Text: pick(g, []string{"+", "-", "*", "&", "|", "^", "+", "^"}), Args: []*Expr{sub(), sub()}}
	case n == 6:
		return &Expr{Op: Bin, Text: "%", Args: []*Expr{sub(), number(uint32(2 + g.r.IntN(6)))}}
	case n == 7:
		return &Expr{Op: Bin, Text: ">>", Args: []*Expr{sub(), number(uint32(1 + g.r.IntN(9)))}}
	case n == 8:
		return &Expr{Op: Cond, Args: []*Expr{g.cond(1, uniform, pure), sub(), sub()}}
	}
	if f := g.pure(); f != nil && !uniform {
		return &Expr{Op: Call, Fn: f, Args: g.args(f, func(bool) *Expr { return sub() })}
	}
	return g.leaf(uniform, pure)
}

func (g *generator) args(f *Func, arg func(uniform bool) *Expr) []*Expr {
	var l []*Expr
	for _, p := range f.Params {
		l = append(l, arg(p.Uniform))
	}
	return l
}

// pure returns a function that expressions may call.
func (g *generator) pure() *Func {
	if !g.calls || g.f != nil && g.f.Name != "" {
		return nil
	}
	for _, f := range g.k.Funcs {
		if f.Pure && g.chance(60) {
			return f
		}
	}
	if g.budget < 8 {
		return nil
	}
	calls, warps := g.calls, g.warps
	g.calls, g.warps = false, false
	states := g.states
	f := g.function(g.name("f"), []bool{false, false}, func() []*Stmt {
		for a := range g.states {
			g.states[a] = neither
		}
		return append(g.block(place{together: apart, quiet: true, last: true, depth: 2}, 2+g.r.IntN(2)), g.result(true))
	})
	g.calls, g.warps, g.states = calls, warps, states
	f.Pure = true
	f.Attr = pick(g, attributes)
	g.k.Funcs = append(g.k.Funcs, f)
	return f
}

var attributes = []string{"__attribute__((noinline))", "inline", "__forceinline__", "static"}

func (g *generator) result(pure bool) *Stmt {
	return &Stmt{Kind: Return, E: g.expr(2, false, pure)}
}

// cond returns a condition.
func (g *generator) cond(depth int, uniform, pure bool) *Expr {
	if depth > 0 && g.chance(35) {
		return &Expr{Op: Bin, Text: pick(g, []string{"&&", "||"}), Args: []*Expr{g.cond(depth-1, uniform, pure), g.cond(depth-1, uniform, pure)}}
	}
	mod := func(e *Expr, m int) *Expr { return &Expr{Op: Bin, Text: "%", Args: []*Expr{e, number(uint32(m))}} }
	m := 2 + g.r.IntN(4)
	a := mod(g.expr(1, uniform, pure), m)
	if !uniform && g.chance(50) {
		a = &Expr{Op: Thread}
		m = g.k.Threads()
		if g.chance(40) {
			m = 2 + g.r.IntN(4)
			a = mod(a, m)
		}
	}
	return &Expr{Op: Bin, Text: pick(g, []string{"<", "==", "!="}), Args: []*Expr{a, number(uint32(g.r.IntN(m)))}}
}

// block returns a list of statements.
func (g *generator) block(p place, n int) []*Stmt {
	var l []*Stmt
	for range n {
		if g.budget <= 0 {
			break
		}
		g.budget--
		s := g.stmt(p)
		l = append(l, s...)
		if len(s) > 0 && slices.Contains([]StmtKind{Break, Continue, Return}, s[len(s)-1].Kind) {
			break
		}
	}
	return l
}

// barrier lets the use of shared arrays change.
func (g *generator) barrier(s *Stmt) *Stmt {
	for a := range g.states {
		switch {
		case g.states[a] == neither:
			g.states[a] = state(g.r.IntN(2))
		case g.chance(50):
			g.states[a] = 1 - g.states[a]
		}
	}
	return s
}

var votes = []string{"__syncthreads_count", "__syncthreads_or", "__syncthreads_and"}

// stmt returns a statement, with what must stand before it.
func (g *generator) stmt(p place) []*Stmt {
	for {
		if l := g.attempt(p, g.r.IntN(100)); l != nil {
			return l
		}
	}
}

// attempt writes the statement that n chooses, from 0 to 99; nil where it must not stand.
func (g *generator) attempt(p place, n int) []*Stmt {
	switch barriers := p.together == block && !p.quiet; {
	case n < 14:
		return one(g.assign(p))
	case n < 24:
		return one(g.memory(p))
	case n < 40 && barriers:
		return one(g.barrier(g.sync()))
	case n < 47 && g.warps && g.warpOpAt(p):
		return one(g.warpOp(p))
	case n < 82 && p.depth < 4:
		return one(g.nest(p, n))
	case n < 87 && g.calls && g.f.Name == "" && barriers:
		return one(g.call())
	case n < 94 && p.depth > 0:
		return g.jump(p)
	case n >= 94 && g.f.Name == "":
		return one(&Stmt{Kind: Out, Val: uint32(g.r.IntN(Words)), E: g.expr(2, false, false)})
	}
	return nil
}

// nest writes a statement with others in it, chosen by n below 82.
func (g *generator) nest(p place, n int) *Stmt {
	switch {
	case n < 65:
		return g.branch(p)
	case n < 78:
		return g.loop(p)
	}
	return g.choose(p)
}

func one(s *Stmt) []*Stmt {
	if s == nil {
		return nil
	}
	return []*Stmt{s}
}

// sync returns a barrier, or one that counts.
func (g *generator) sync() *Stmt {
	if g.chance(75) {
		return &Stmt{Kind: Barrier}
	}
	return &Stmt{Kind: Vote, Text: pick(g, votes), E: g.cond(1, false, false), Var: pick(g, append(slices.Clone(g.uniform), g.varying...))}
}

// warpOpAt reports whether an operation of a warp may stand at a place.
func (g *generator) warpOpAt(p place) bool {
	return !p.quiet && (p.together < apart || g.apartWarps && (g.wide || p.joins()))
}

func (g *generator) warpOp(p place) *Stmt {
	if p.together < apart && g.chance(15) {
		return &Stmt{Kind: WarpSync}
	}
	if g.wide && p.together < apart && g.chance(45) {
		if s := g.lanes(); s != nil {
			return s
		}
	}
	name := pick(g, []string{"shfl", "shfl", "shflXor", "shflUp", "shflDown", "ballot", "any", "all"})
	return &Stmt{Kind: Warp, Text: name, Var: pick(g, g.varying), E: g.expr(2, false, false), E2: g.expr(1, false, false)}
}

// lanes has those of a warp, or of tiles of it, do something together; nil if they cannot.
func (g *generator) lanes() *Stmt {
	s := &Stmt{Kind: Warp, Var: pick(g, g.varying), E: g.expr(2, false, false), E2: g.expr(1, false, false)}
	if g.chance(50) {
		s.Val = pick(g, []uint32{2, 4, 8, 16, 32})
		s.Text = pick(g, []string{"tileShfl", "tileXor", "tileUp", "tileDown", "tileBallot", "tileAny", "tileAll", "tileSum"})
		if g.exits || g.k.Threads()%int(s.Val) != 0 {
			return nil
		}
		return s
	}
	s.Kind, s.Val, s.Form = Exchange, uint32(g.r.IntN(dynamic+1)), g.r.IntN(numExchanges)
	if g.exits || g.states[s.Val] != own {
		return nil
	}
	return s
}

// assign changes a variable.
func (g *generator) assign(p place) *Stmt {
	pure := g.f.Name != "" && p.together == apart
	e := func(uniform bool) *Expr { return g.expr(2, uniform, pure) }
	switch n := g.r.IntN(10); {
	case n < 2 && p.together == block && !p.quiet:
		return &Stmt{Kind: Assign, Var: pick(g, g.uniform), E: e(true)}
	case n < 4 && len(g.arrays_) > 0:
		return &Stmt{Kind: Assign, Var: pick(g, g.arrays_), Where: g.index(), E: e(false)}
	case n == 4 && len(g.structs) > 0:
		if g.chance(40) {
			return &Stmt{Kind: Copy, Var: g.structs[0], From: g.structs[1]}
		}
		return &Stmt{Kind: Assign, Var: pick(g, g.structs), Index: g.r.IntN(len(structKinds)), E: e(false)}
	case n == 5 && len(g.pointers) > 0:
		v := pick(g, g.pointers)
		if v.Kind == IntoArray && g.chance(50) {
			return &Stmt{Kind: Assign, Var: v, Where: g.index(), E: e(false)}
		}
		return &Stmt{Kind: Point, Var: v, E: e(false)}
	}
	return &Stmt{Kind: Assign, Var: pick(g, g.varying), E: e(false)}
}

// memory changes shared memory or a counter.
func (g *generator) memory(p place) *Stmt {
	if g.f.Name != "" && p.together == apart {
		return nil // pure functions do not
	}
	switch a := g.r.IntN(arrays + 1); {
	case a == arrays:
		return &Stmt{Kind: AtomicGl, Val: uint32(g.r.IntN(Counters)), E: g.expr(2, false, false)}
	case g.states[a] != own:
		return nil
	case a == counters:
		return &Stmt{Kind: AtomicSh, Val: g.op, E: g.expr(1, false, false), E2: g.expr(2, false, false)}
	default:
		return &Stmt{Kind: Store, Val: uint32(a), E: g.expr(2, false, false)}
	}
}

// merge is what may be done after divergent code.
func merge(all ...[arrays]state) [arrays]state {
	out := all[0]
	for _, s := range all[1:] {
		for a := range out {
			if out[a] != s[a] {
				out[a] = neither
			}
		}
	}
	return out
}

func ends(l []*Stmt) bool {
	return len(l) > 0 && slices.Contains([]StmtKind{Break, Continue, Return}, l[len(l)-1].Kind)
}

// split reports whether all threads of the block take a branch together, or those of a warp, or
// each for itself, and what may be done in it.
func (g *generator) split(p place) (by together, in place) {
	in = p
	in.depth++
	if p.together == block && g.chance(55) {
		return block, in
	}
	if g.wide && g.warps && p.together < apart && !p.quiet && g.chance(50) {
		in.together = warp
		return warp, in
	}
	in.together = apart
	return apart, in
}

// warpNumber returns one that the threads of a warp have in common, and no others.
func (g *generator) warpNumber() *Expr {
	w := &Expr{Op: Bin, Text: ">>", Args: []*Expr{{Op: Thread}, number(5)}}
	if g.chance(50) {
		return w
	}
	return &Expr{Op: Bin, Text: pick(g, []string{"+", "^", "*"}), Args: []*Expr{w, g.expr(1, true, true)}}
}

// decide returns a number for a branch or a loop.
func (g *generator) decide(by together, pure bool) *Expr {
	if by == warp {
		return g.warpNumber()
	}
	return g.expr(1, by == block, pure)
}

// sides writes several lists that one of is run, and merges the states after them.
func (g *generator) sides(n int, in place, empty func(i int) bool) [][]*Stmt {
	before := g.states
	var lists [][]*Stmt
	var after [][arrays]state
	for i := range n {
		g.states = before
		var l []*Stmt
		if !empty(i) {
			l = g.block(in, 1+g.r.IntN(4))
		}
		lists = append(lists, l)
		if !ends(l) {
			after = append(after, g.states)
		}
	}
	g.states = before
	if len(after) > 0 {
		g.states = merge(after...)
	}
	return lists
}

func (g *generator) branch(p place) *Stmt {
	by, in := g.split(p)
	uniform := by == block
	s := &Stmt{Kind: If}
	pure := g.f.Name != "" && p.together == apart
	switch {
	case by == warp && g.chance(60):
		s.Text, s.E2 = pick(g, []string{"any", "all"}), g.cond(1, false, false)
	case by == warp:
		s.E = &Expr{Op: Bin, Text: pick(g, []string{"==", "<", "!="}), Args: []*Expr{{Op: Bin, Text: "%", Args: []*Expr{g.warpNumber(), number(3)}}, number(1)}}
	case uniform && !p.quiet && g.chance(12):
		// A barrier in the condition: that of the other side is the same afterwards.
		s.E, s.Text, s.Val, s.E2 = g.cond(1, true, false), pick(g, votes), uint32(g.r.IntN(2)), g.cond(1, false, false)
	case p.together == block && !uniform && !g.wide && g.warps && g.chance(30):
		in.together = warp
		s.E = &Expr{Op: Bin, Text: pick(g, []string{"==", "<", "!="}), Args: []*Expr{{Op: Bin, Text: ">>", Args: []*Expr{{Op: Thread}, number(5)}}, number(1)}}
	default:
		s.E = g.cond(2, uniform, pure)
	}
	none := g.chance(50)
	s.Lists = g.sides(2, in, func(i int) bool { return i == 1 && none })
	return s
}

func (g *generator) choose(p place) *Stmt {
	by, in := g.split(p)
	in.inSwitch = true
	n := 2 + g.r.IntN(3)
	s := &Stmt{Kind: Switch, E: g.decide(by, g.f.Name != "" && p.together == apart)}
	s.Through = make([]bool, n)
	before := g.states
	s.Lists = g.sides(n, in, func(int) bool { return g.chance(15) })
	// Falling through to the next case is safe if nothing has changed in between.
	for i := range n - 1 {
		if g.states == before && g.chance(30) && !g.hasSync(s.Lists) {
			s.Through[i] = true
		}
	}
	return s
}

// hasSync reports whether there is a barrier in some statements.
func (g *generator) hasSync(lists [][]*Stmt) bool {
	for _, l := range lists {
		for _, s := range l {
			if s.Kind == Barrier || s.Kind == Vote || s.Kind == CallStmt && !s.Fn.Pure || s.Kind == If && s.Text != "" || g.hasSync(s.Lists) {
				return true
			}
		}
	}
	return false
}

func (g *generator) loop(p place) *Stmt {
	by, in := g.split(p)
	uniform := by == block
	alike := uniform && !p.quiet // else some threads may have gone on before
	c := g.f.add(&Var{Name: g.name("i"), Uniform: alike, Counter: true})
	limit := g.f.add(&Var{Name: g.name("n"), Uniform: alike, Counter: true})
	s := &Stmt{Kind: Loop, Form: g.r.IntN(numForms), Var: c, Limit: limit}
	s.E = &Expr{Op: Bin, Text: "%", Args: []*Expr{g.decide(by, g.f.Name != "" && p.together == apart), number(uint32(2 + g.r.IntN(3)))}}
	if uniform && g.chance(30) {
		s.E = number(uint32(1 + g.r.IntN(4)))
	}
	g.loopVars = append(g.loopVars, c)
	l := &loop{together: in.together, states: g.states}
	in.loop, in.inSwitch = l, false
	body := g.block(in, 1+g.r.IntN(5))
	if !ends(body) && l.together == block && !in.quiet {
		if g.states != l.states {
			body = append(body, &Stmt{Kind: Barrier})
			g.states = l.states
		}
		if g.chance(40) {
			// What follows the last barrier: threads may go on with the next iteration.
			tail := in
			tail.quiet, l.tail = true, true
			body = append(body, g.block(tail, 1+g.r.IntN(3))...)
		}
	}
	s.Lists = [][]*Stmt{drop(body, outside(body))}
	g.states = merge(append(l.breaks, l.states)...)
	return s
}

// jump leaves a loop, an iteration of it, a function or the kernel; nil where that must not be.
func (g *generator) jump(p place) []*Stmt {
	switch n := g.r.IntN(10); {
	case n < 4 && p.breaks():
		if p.together == p.loop.together {
			p.loop.breaks = append(p.loop.breaks, g.states)
		}
		return []*Stmt{{Kind: Break}}
	case n < 8 && p.continues():
		return g.nextIteration(p)
	case n >= 8 && g.f.Name == "":
		return g.exit(p)
	case n >= 8:
		return g.leave(p)
	}
	return nil
}

// breaks reports whether threads may leave the loop around a place there.
func (p place) breaks() bool {
	return p.loop != nil && !p.inSwitch && (p.together == p.loop.together && !p.loop.ahead || p.loop.together == apart)
}

// continues reports whether threads may go on with the next iteration there.
func (p place) continues() bool {
	return p.loop != nil && (p.together == p.loop.together && !p.quiet || p.loop.together == apart || p.loop.tail)
}

func (g *generator) nextIteration(p place) []*Stmt {
	p.loop.ahead = p.loop.ahead || p.loop.tail
	if p.loop.together != block || g.states == p.loop.states {
		return []*Stmt{{Kind: Continue}}
	}
	if p.together != block || p.quiet {
		return nil
	}
	g.states = p.loop.states
	return []*Stmt{{Kind: Barrier}, {Kind: Continue}}
}

// exit ends threads of the kernel.
func (g *generator) exit(p place) []*Stmt {
	if all := p.together == block && !p.quiet; all && g.chance(30) || !all && g.exits {
		return []*Stmt{{Kind: Out, Val: 1, E: g.expr(2, false, false)}, {Kind: Return}}
	}
	return nil
}

// leave returns from a function.
func (g *generator) leave(p place) []*Stmt {
	if p.together == block && !p.quiet {
		g.returns = append(g.returns, g.states)
	} else if p.together == block || !p.last {
		return nil
	}
	return []*Stmt{g.result(p.together == apart)}
}

// call calls a function that has barriers.
func (g *generator) call() *Stmt {
	dst := pick(g, g.varying)
	args := func(f *Func) []*Expr {
		return g.args(f, func(uniform bool) *Expr { return g.expr(1, uniform, true) })
	}
	for _, f := range g.k.Funcs {
		if !f.Pure && slices.Equal(f.entry, g.states[:]) && g.chance(70) {
			s := &Stmt{Kind: CallStmt, Var: dst, Fn: f, Args: args(f)}
			copy(g.states[:], f.exit)
			return s
		}
	}
	if g.budget < 8 {
		return nil
	}
	entry := g.states
	calls, returns := g.calls, g.returns
	g.returns = nil
	var after [arrays]state
	f := g.function(g.name("f"), []bool{true, false, false}, func() []*Stmt {
		l := g.block(place{depth: 1}, 2+g.r.IntN(3))
		if !ends(l) {
			g.returns = append(g.returns, g.states)
			if g.chance(40) {
				// After the last barrier threads may return one by one.
				l = append(l, g.block(place{quiet: true, last: true, depth: 2}, 1+g.r.IntN(3))...)
			}
			if !ends(l) {
				l = append(l, g.result(false))
			}
		}
		after = merge(g.returns...)
		return l
	})
	f.Attr = pick(g, attributes)
	g.calls, g.returns, g.states = calls, returns, after
	f.entry, f.exit = slices.Clone(entry[:]), slices.Clone(after[:])
	g.k.Funcs = append(g.k.Funcs, f)
	return &Stmt{Kind: CallStmt, Var: dst, Fn: f, Args: args(f)}
}
