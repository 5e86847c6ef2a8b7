// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package torture

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"gohipcc/abi"
)

// integer is an integer type of the programs.
type integer struct {
	name, unsigned, signed string
	bits                   int
	precise                bool // _BitInt: not promoted to int
}

func bitInt(bits int, signed bool) integer {
	u, s := fmt.Sprintf("unsigned _BitInt(%d)", bits), fmt.Sprintf("_BitInt(%d)", bits)
	t := integer{u, u, s, bits, true}
	if signed {
		t.name = s
	}
	return t
}

var plainIntegers = []integer{
	{"u8", "u8", "i8", 8, false}, {"i8", "u8", "i8", 8, false},
	{"u16", "u16", "i16", 16, false}, {"i16", "u16", "i16", 16, false},
	{"u32", "u32", "i32", 32, false}, {"i32", "u32", "i32", 32, false},
	{"u64", "u64", "i64", 64, false}, {"i64", "u64", "i64", 64, false},
}

var (
	typeU32 = plainIntegers[4]
	typeU64 = plainIntegers[6]
)

// variable is a scalar that expressions may read, and statements write if it is no parameter
// of the whole grid.
type variable struct {
	text     string
	typ      integer
	readOnly bool
}

// structure is a structure type.
type structure struct {
	name   string
	fields []variable // scalars in it, by path
}

// instance is a variable of a structure type.
type instance struct {
	name string
	of   *structure
}

// function can be called with arguments made from expressions.
type function struct {
	name  string
	typ   integer // of the result, or
	gives *structure
	call  func(g *generator) string
	deep  bool // recursive: kernels call it, and few times, as its stack is inlined there
	uses  int
}

// generator writes one program.
type generator struct {
	r       *rand.Rand
	n       int // of names
	structs []*structure
	funcs   []*function
	scope
	budget int
	// Of programs from Wide on:
	wide           bool
	grouped        bool   // from Grouped on
	broad          bool   // from Broad on
	signed         bool   // from Signed on
	edges          bool   // from Edge on
	pairs          bool   // from Pairs on
	varied         bool   // from Varied on
	block          [3]int // of functions that whole blocks call, and most kernels
	blockFunctions []string
	calls          int         // of these
	references     []*function // that change their arguments
	tables         []string    // formats of words of constant memory, of an index
	sums           []string    // global variables
	prints         int
	lanes          int     // of a warp
	picture        integer // of the kernel's texture and surface
	before, after  []*node // of the launches
}

// scope is what a function may use.
type scope struct {
	scalars   []variable
	instances []instance
	arrays    []variable // of arrayWords elements
	input     bool
	kernel    bool
	threads   int
	counters  []string // of loops, not in use
	computed  *bool    // the function has a computed goto
	inLoop    bool
	// Of programs from Wide on:
	uniformLoop       bool // all leave the loop together
	partial, returned bool // lanes of warps, or work-items of the block, have ended
	dynamic           bool // there is shared memory of the launch's size
	dynamicField      variable
	result            func() string // of functions from Broad on, which may return early
}

const arrayWords = 5

func (g *generator) name(prefix string) string {
	g.n++
	return fmt.Sprintf("%s%d", prefix, g.n)
}

func (g *generator) chance(percent int) bool { return g.r.IntN(100) < percent }

func pick[T any](g *generator, list []T) T { return list[g.r.IntN(len(list))] }

func (g *generator) integer() integer {
	if g.chance(25) {
		return bitInt(8+g.r.IntN(121), g.chance(50))
	}
	return pick(g, plainIntegers)
}

// New makes the program of a seed, for warps of 32 lanes.
func New(seed uint64) *Program { return NewFor(seed, abi.WarpSize) }

// NewFor makes the program of a seed for warps of 32 or 64 lanes.
func NewFor(seed uint64, lanes int) *Program {
	g := &generator{r: rand.New(rand.NewPCG(seed, 7)), lanes: lanes}
	p := &Program{Seed: seed, Lanes: lanes}
	p.root.head, p.root.tail, p.root.fixed = fmt.Sprintf("namespace p%d {\n", seed), "}\n\n", true
	g.grouped, g.broad, g.signed, g.edges, g.pairs, g.varied = seed >= Grouped, seed >= Broad, seed >= Signed, seed >= Edge, seed >= Pairs, seed >= Varied
	if g.wide = seed >= Wide; g.wide {
		g.wideProgram(p)
		return p
	}
	for range 1 + g.r.IntN(2) {
		p.root.add(g.structure()...)
	}
	makers := []func() []*node{g.plainFunction, g.structFunction, g.recursion, g.mutualRecursion, g.table, g.classes}
	for range 1 + g.r.IntN(3) {
		p.root.add(pick(g, makers)()...)
	}
	var runs []*node
	words := 0
	for range 1 + g.r.IntN(2) {
		k, launch, w := g.kernelFunction()
		p.root.add(k)
		runs = append(runs, launch)
		words = max(words, w)
	}
	run := &node{head: fmt.Sprintf("static std::vector<u8> run() {\n  Memory m(%d);\n", words), tail: "  return m.bytes();\n}\n", fixed: true, kids: runs}
	p.root.add(run)
	return p
}

// structure writes a structure type, a function that makes one of a number, and one that makes a
// number of one.
func (g *generator) structure() []*node {
	s := &structure{name: g.name("S")}
	var b strings.Builder
	attribute := pick(g, []string{"", "", "", "__attribute__((packed)) ", "__attribute__((aligned(16))) ", "__attribute__((aligned(64))) "})
	fmt.Fprintf(&b, "struct %s%s {\n", attribute, s.name)
	if len(g.structs) > 0 && g.chance(30) {
		in := pick(g, g.structs)
		if attribute != "__attribute__((packed)) " {
			f := g.name("m")
			fmt.Fprintf(&b, "  %s %s;\n", in.name, f)
			for _, v := range in.fields {
				s.fields = append(s.fields, variable{text: f + "." + v.text, typ: v.typ})
			}
		}
	}
	for range 1 + g.r.IntN(6) {
		f := g.name("m")
		switch g.r.IntN(6) {
		case 0, 1: // a bit-field
			t := pick(g, plainIntegers)
			fmt.Fprintf(&b, "  %s %s : %d;\n", t.name, f, 1+g.r.IntN(t.bits))
			s.fields = append(s.fields, variable{text: f, typ: t})
		case 2:
			t, n := pick(g, plainIntegers[:6]), 1+g.r.IntN(7)
			fmt.Fprintf(&b, "  %s %s[%d];\n", t.name, f, n)
			s.fields = append(s.fields, variable{text: fmt.Sprintf("%s[%d]", f, g.r.IntN(n)), typ: t}, variable{text: fmt.Sprintf("%s[%d]", f, n-1), typ: t})
		case 3:
			t := bitInt(8+g.r.IntN(57), g.chance(50))
			fmt.Fprintf(&b, "  %s %s;\n", t.name, f)
			s.fields = append(s.fields, variable{text: f, typ: t})
		default:
			t := pick(g, plainIntegers)
			fmt.Fprintf(&b, "  %s %s;\n", t.name, f)
			s.fields = append(s.fields, variable{text: f, typ: t})
		}
	}
	b.WriteString("};\n")
	fmt.Fprintf(&b, "__host__ __device__ %s make%s(u64 x) {\n  %s s;\n  memset(&s, 0, sizeof s);\n", s.name, s.name, s.name)
	for i, f := range s.fields {
		fmt.Fprintf(&b, "  s.%s = (%s)(mix(x, %d) >> %d);\n", f.text, f.typ.name, i, g.r.IntN(20))
	}
	b.WriteString("  return s;\n}\n")
	fmt.Fprintf(&b, "__device__ u64 hash%s(%s s) {\n  u64 h = 0;\n", s.name, s.name)
	for _, f := range s.fields {
		fmt.Fprintf(&b, "  h = mix(h, (u64)s.%s);\n", f.text)
		if f.typ.bits > 64 {
			fmt.Fprintf(&b, "  h = mix(h, (u64)((%s)s.%s >> 64));\n", f.typ.unsigned, f.text)
		}
	}
	b.WriteString("  return h;\n}\n")
	g.structs = append(g.structs, s)
	return []*node{{head: b.String()}}
}

// structValue returns an expression of a structure type.
func (g *generator) structValue(s *structure, depth int) string {
	var have []string
	for _, v := range g.instances {
		if v.of == s {
			have = append(have, v.name)
		}
	}
	calls := g.callable(func(f *function) bool { return f.gives == s })
	switch {
	case len(calls) > 0 && depth > 0 && g.budget > 0 && g.chance(30):
		return g.use(pick(g, calls))
	case len(have) > 0 && g.chance(85):
		return pick(g, have)
	}
	return fmt.Sprintf("make%s(%s)", s.name, g.expr(typeU64, 1))
}

// operators are binary ones; operands are of an unsigned type that is not promoted to int.
var operators = []string{"+", "-", "*", "&", "|", "^"}

// expr returns an expression of the unsigned type of t.
func (g *generator) expr(t integer, depth int) string {
	if depth <= 0 {
		return g.leaf(t)
	}
	wide := t.unsigned // of operands
	if !t.precise && t.bits < 32 {
		wide = "u32"
	}
	sub := func() string { return g.expr(t, depth-1) }
	if g.wide && g.chance(12) {
		return g.wideExpr(t, depth)
	}
	switch g.r.IntN(14) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s)((%s)%s %s (%s)%s)", t.unsigned, wide, sub(), pick(g, operators), wide, sub())
	case 3:
		return fmt.Sprintf("(%s)((%s)%s %s ((u32)%s %% %du))", t.unsigned, wide, sub(), pick(g, []string{"<<", ">>"}), g.expr(typeU32, depth-1), t.bits)
	case 4:
		return fmt.Sprintf("(%s)((%s)%s >> ((u32)%s %% %du))", t.unsigned, t.signed, sub(), g.expr(typeU32, depth-1), t.bits)
	case 5:
		op := pick(g, []string{"/", "%"})
		if g.chance(50) {
			return fmt.Sprintf("(%s)((%s)%s %s ((%s)(%s & 63) + (%s)1))", t.unsigned, t.signed, sub(), op, t.signed, sub(), t.signed)
		}
		return fmt.Sprintf("(%s)((%s)%s %s ((%s)%s | (%s)1))", t.unsigned, wide, sub(), op, wide, sub(), wide)
	case 6:
		return fmt.Sprintf("((%s)%s %s (%s)%s ? %s : %s)", t.signed, sub(), pick(g, []string{"<", "<=", "=="}), t.signed, sub(), sub(), sub())
	case 7:
		o := g.integer()
		return fmt.Sprintf("(%s)(%s)%s", t.unsigned, o.name, g.expr(o, depth-1))
	case 8:
		a, b := g.expr(typeU64, depth-1), g.expr(typeU64, depth-1)
		return fmt.Sprintf(pick(g, []string{
			"(%[1]s)__umulhi((u32)%[2]s, (u32)%[3]s)", "(%[1]s)__mulhi((i32)%[2]s, (i32)%[3]s)",
			"(%[1]s)__umul64hi(%[2]s, %[3]s)", "(%[1]s)__mul64hi((i64)%[2]s, (i64)%[3]s)",
		}), t.unsigned, a, b)
	case 9:
		return fmt.Sprintf(pick(g, []string{
			"(%[1]s)__popc((u32)%[2]s)", "(%[1]s)__popcll(%[2]s)", "(%[1]s)__clz((i32)%[2]s)", "(%[1]s)__clzll((i64)%[2]s)",
			"(%[1]s)__ffs((i32)%[2]s)", "(%[1]s)__brev((u32)%[2]s)", "(%[1]s)__brevll(%[2]s)",
		}), t.unsigned, g.expr(typeU64, depth-1))
	case 10: // exact in floating point
		f := pick(g, []string{"float", "double"})
		return fmt.Sprintf("(%s)(u32)((%s)((u32)%s & 0xfffu) * (%s)%d + (%s)((u32)%s & 0xffu))", t.unsigned, f, g.expr(typeU32, depth-1), f, 1+g.r.IntN(60), f, g.expr(typeU32, depth-1))
	case 11, 12:
		if c := g.anyCall(t); c != "" {
			return c
		}
	}
	return g.leaf(t)
}

func (g *generator) leaf(t integer) string {
	switch k := g.r.IntN(10); {
	case k < 4 && len(g.scalars) > 0:
		return fmt.Sprintf("(%s)%s", t.unsigned, pick(g, g.scalars).text)
	case k < 7 && len(g.instances) > 0:
		v := pick(g, g.instances)
		return fmt.Sprintf("(%s)%s.%s", t.unsigned, v.name, pick(g, v.of.fields).text)
	case k < 8 && len(g.arrays) > 0:
		return fmt.Sprintf("(%s)%s[(u32)%s %% %du]", t.unsigned, pick(g, g.arrays).text, g.leaf(typeU32), arrayWords)
	case k < 9 && g.input:
		return fmt.Sprintf("(%s)in[(u32)%s & 127u]", t.unsigned, g.leaf(typeU32))
	}
	return fmt.Sprintf("(%s)%#xull", t.unsigned, pick(g, []uint64{0, 1, 2, 7, 31, 255, 256, 0x7fffffff, 0x80000000, 1 << 63, g.r.Uint64(), g.r.Uint64() >> 40}))
}

// callable returns the functions that may be called here.
func (g *generator) callable(want func(*function) bool) []*function {
	var out []*function
	for _, f := range g.funcs {
		if want(f) && (!f.deep || g.kernel && f.uses < 2) {
			out = append(out, f)
		}
	}
	return out
}

// use is a call of a function.
func (g *generator) use(f *function) string {
	f.uses++
	g.budget -= 4
	return f.call(g)
}

// anyCall is a call of a function of the program, in an expression of the unsigned type of t.
func (g *generator) anyCall(t integer) string {
	list := g.callable(func(*function) bool { return true })
	if len(list) == 0 || g.budget <= 0 {
		return ""
	}
	f := pick(g, list)
	c := g.use(f)
	if f.gives != nil {
		c = fmt.Sprintf("hash%s(%s)", f.gives.name, c)
	}
	return fmt.Sprintf("(%s)%s", t.unsigned, c)
}

// inScope writes a function's body with a scope of its own.
func (g *generator) inScope(s scope, write func()) {
	outer := g.scope
	if s.computed == nil {
		s.computed = new(bool)
	}
	g.scope = s
	write()
	g.scope = outer
}

// parameters makes a parameter list of integers and structures, the scope with them, and how a
// call gives arguments.
func (g *generator) parameters() (list string, s scope, args func(g *generator) string) {
	var decl []string
	var make []func(g *generator) string
	for range 1 + g.r.IntN(4) {
		n := g.name("a")
		if g.chance(55) {
			t := pick(g, g.structs)
			decl = append(decl, t.name+" "+n)
			s.instances = append(s.instances, instance{n, t})
			make = append(make, func(g *generator) string { return g.structValue(t, 0) })
			continue
		}
		t := pick(g, plainIntegers)
		decl = append(decl, t.name+" "+n)
		s.scalars = append(s.scalars, variable{text: n, typ: t})
		make = append(make, func(g *generator) string { return fmt.Sprintf("(%s)%s", t.name, g.expr(t, 1)) })
	}
	return strings.Join(decl, ", "), s, func(g *generator) string {
		var a []string
		for _, m := range make {
			a = append(a, m(g))
		}
		return strings.Join(a, ", ")
	}
}

func (g *generator) inlining() string {
	return pick(g, []string{"", "", "__attribute__((noinline)) "})
}

// locals declares local variables, and counters of loops.
func (g *generator) locals(n int) []*node {
	var out []*node
	for range n {
		v := variable{text: g.name("v"), typ: g.integer()}
		out = append(out, fixed("  %s %s = (%s)%s;", v.typ.name, v.text, v.typ.name, g.expr(v.typ, 1)))
		g.scalars = append(g.scalars, v)
	}
	if g.chance(50) {
		v := variable{text: g.name("v"), typ: pick(g, plainIntegers)}
		out = append(out, fixed("  %s %s[%d] = {(%s)%s, (%s)%s};", v.typ.name, v.text, arrayWords, v.typ.name, g.expr(v.typ, 1), v.typ.name, g.expr(v.typ, 1)))
		g.arrays = append(g.arrays, v)
	}
	if g.chance(60) {
		s := pick(g, g.structs)
		v := instance{g.name("v"), s}
		out = append(out, fixed("  %s %s = %s;", s.name, v.name, g.structValue(s, 1)))
		g.instances = append(g.instances, v)
	}
	for range 3 {
		c := g.name("j")
		out = append(out, fixed("  u32 %s = 0;", c))
		g.counters = append(g.counters, c)
	}
	return out
}

// digest returns a number made of all that is in scope.
func (g *generator) digest() string {
	h := "(u64)0"
	for _, v := range g.scalars {
		h = fmt.Sprintf("mix(%s, (u64)%s)", h, v.text)
		if v.typ.bits > 64 {
			h = fmt.Sprintf("mix(%s, (u64)((%s)%s >> 64))", h, v.typ.unsigned, v.text)
		}
	}
	for _, v := range g.instances {
		h = fmt.Sprintf("mix(%s, hash%s(%s))", h, v.of.name, v.name)
	}
	for _, v := range g.arrays {
		h = fmt.Sprintf("mix(%s, (u64)%s[%d])", h, v.text, g.r.IntN(arrayWords))
	}
	return h
}

// plainFunction writes a function of some arguments that gives an integer.
func (g *generator) plainFunction() []*node {
	t, name := pick(g, plainIntegers), g.name("f")
	list, s, args := g.parameters()
	n := &node{head: fmt.Sprintf("%s__device__ %s %s(%s) {\n", g.inlining(), t.name, name, list), tail: "}\n"}
	g.inScope(s, func() {
		g.budget = 12
		g.result = func() string { return fmt.Sprintf("(%s)(%s)%s", t.name, t.unsigned, g.digest()) }
		n.add(g.locals(1 + g.r.IntN(2))...)
		n.add(g.statements(2+g.r.IntN(4), 2)...)
		n.add(fixed("  return (%s)(%s)%s;", t.name, t.unsigned, g.digest()))
	})
	g.funcs = append(g.funcs, &function{name: name, typ: t, call: func(g *generator) string { return name + "(" + args(g) + ")" }})
	return []*node{n}
}

// structFunction writes a function that gives a structure.
func (g *generator) structFunction() []*node {
	t, name := pick(g, g.structs), g.name("f")
	list, s, args := g.parameters()
	n := &node{head: fmt.Sprintf("%s__device__ %s %s(%s) {\n", g.inlining(), t.name, name, list), tail: "}\n"}
	g.inScope(s, func() {
		g.budget = 12
		n.add(g.locals(1)...)
		n.add(fixed("  %s result = %s;", t.name, g.structValue(t, 1)))
		g.result = func() string { return "result" }
		g.instances = append(g.instances, instance{"result", t})
		n.add(g.statements(2+g.r.IntN(3), 1)...)
		n.add(fixed("  return result;"))
	})
	g.funcs = append(g.funcs, &function{name: name, gives: t, call: func(g *generator) string { return name + "(" + args(g) + ")" }})
	return []*node{n}
}

// recursion writes a function that calls itself once or twice.
func (g *generator) recursion() []*node {
	s, t, name := pick(g, g.structs), pick(g, plainIntegers), g.name("r")
	n := &node{head: fmt.Sprintf("%s__device__ %s %s(%s s, u32 depth, %s x) {\n", g.inlining(), t.name, name, s.name, t.name), tail: "}\n"}
	g.inScope(scope{scalars: []variable{{text: "x", typ: t}, {text: "depth", typ: typeU32, readOnly: true}}, instances: []instance{{"s", s}}}, func() {
		g.budget = 0
		n.add(g.locals(1)...)
		n.add(fixed("  if (depth == 0) return (%s)(%s)%s;", t.name, t.unsigned, g.digest()))
		n.add(g.statements(1+g.r.IntN(3), 1)...)
		n.add(fixed("  %s below = %s(s, depth - 1, (%s)%s);", t.name, name, t.name, g.expr(t, 1)))
		g.scalars = append(g.scalars, variable{text: "below", typ: t})
		n.add(g.statements(1+g.r.IntN(2), 1)...)
		if g.chance(50) {
			n.add(line("  if (%s & 1) below = (%s)((%s)below ^ (%s)%s(%s, depth - 1, below));", g.expr(typeU32, 1), t.name, t.unsigned, t.unsigned, name, g.structValue(s, 0)))
		}
		n.add(fixed("  return (%s)(%s)%s;", t.name, t.unsigned, g.digest()))
	})
	g.funcs = append(g.funcs, &function{name: name, typ: t, deep: true, call: func(g *generator) string {
		return fmt.Sprintf("%s(%s, (u32)%s %% 5u, (%s)%s)", name, g.structValue(s, 0), g.expr(typeU32, 1), t.name, g.expr(t, 1))
	}})
	return []*node{n}
}

// mutualRecursion writes two functions that call each other and give structures.
func (g *generator) mutualRecursion() []*node {
	s, a, b := pick(g, g.structs), g.name("r"), g.name("r")
	n := &node{head: fmt.Sprintf("__device__ %s %s(%s s, u32 depth);\n", s.name, b, s.name)}
	for _, f := range [][2]string{{a, b}, {b, a}} {
		in := &node{head: fmt.Sprintf("__device__ %s %s(%s s, u32 depth) {\n", s.name, f[0], s.name), tail: "}\n", fixed: true}
		g.inScope(scope{instances: []instance{{"s", s}}}, func() {
			g.budget = 0
			in.add(fixed("  if (depth == 0) return s;"))
			in.add(g.locals(1)...)
			in.add(g.statements(1+g.r.IntN(2), 1)...)
			in.add(fixed("  %s below = %s(s, depth - 1);", s.name, f[1]))
			g.instances = append(g.instances, instance{"below", s})
			in.add(g.statements(1+g.r.IntN(2), 1)...)
			in.add(fixed("  return below;"))
		})
		n.add(in)
	}
	g.funcs = append(g.funcs, &function{name: a, gives: s, deep: true, call: func(g *generator) string {
		return fmt.Sprintf("%s(%s, (u32)%s %% 6u)", a, g.structValue(s, 0), g.expr(typeU32, 1))
	}})
	return []*node{n}
}

// table writes functions of one type and a function that calls one of them through a pointer.
func (g *generator) table() []*node {
	t, name := pick(g, plainIntegers), g.name("t")
	var gives *structure
	result := t.name
	if g.chance(40) {
		gives = pick(g, g.structs)
		result = gives.name
	}
	list, s, args := g.parameters()
	n := &node{}
	var names []string
	for range 2 + g.r.IntN(3) {
		f := g.name("f")
		names = append(names, f)
		in := &node{head: fmt.Sprintf("__device__ %s %s(%s) {\n", result, f, list), tail: "}\n", fixed: true}
		g.inScope(s, func() {
			g.budget = 6
			in.add(g.locals(1)...)
			in.add(g.statements(1+g.r.IntN(3), 1)...)
			if gives != nil {
				in.add(fixed("  return %s;", g.structValue(gives, 0)))
			} else {
				in.add(fixed("  return (%s)(%s)%s;", t.name, t.unsigned, g.digest()))
			}
		})
		n.add(in)
	}
	n.add(fixed("__device__ %s (*%s[])(%s) = {%s};", result, name, list, strings.Join(names, ", ")))
	g.funcs = append(g.funcs, &function{name: name, typ: t, gives: gives, call: func(g *generator) string {
		return fmt.Sprintf("%s[(u32)%s %% %du](%s)", name, g.expr(typeU32, 1), len(names), args(g))
	}})
	return []*node{n}
}

// classes writes a class with virtual functions, classes derived from it, and a function that
// calls one through a pointer.
func (g *generator) classes() []*node {
	t, gives, base := pick(g, plainIntegers), pick(g, g.structs), g.name("C")
	list, s, args := g.parameters()
	n := &node{}
	scalar, whole := g.name("v"), g.name("v")
	write := func(name, bases string) {
		class := &node{head: fmt.Sprintf("struct %s%s {\n", name, bases), tail: "};\n", fixed: true}
		member := variable{text: g.name("m"), typ: g.integer()}
		class.add(fixed("  %s %s = (%s)%d;", member.typ.name, member.text, member.typ.name, g.r.IntN(100)))
		for _, f := range []string{fmt.Sprintf("%s %s", t.name, scalar), fmt.Sprintf("%s %s", gives.name, whole)} {
			in := &node{head: fmt.Sprintf("  __device__ virtual %s(%s) {\n", f, list), tail: "  }\n", fixed: true}
			inner := s
			inner.scalars = append(s.scalars[:len(s.scalars):len(s.scalars)], member)
			g.inScope(inner, func() {
				g.budget = 6
				in.add(g.locals(1)...)
				in.add(g.statements(1+g.r.IntN(2), 1)...)
				if strings.HasSuffix(f, " "+whole) {
					in.add(fixed("  return %s;", g.structValue(gives, 0)))
				} else {
					in.add(fixed("  return (%s)(%s)%s;", t.name, t.unsigned, g.digest()))
				}
			})
			class.add(in)
		}
		n.add(class)
	}
	write(base, "")
	second := g.name("C")
	n.add(fixed("struct %s {\n  u16 pad = %d;\n  __device__ virtual u32 other(%s v) { return (u32)hash%s(v) + pad; }\n};", second, g.r.IntN(1000), gives.name, gives.name))
	var derived []string
	for range 1 + g.r.IntN(3) {
		d := g.name("C")
		derived = append(derived, d)
		write(d, pick(g, []string{" : " + base, " : " + second + ", " + base, " : " + base + ", " + second}))
	}
	caller := g.name("c")
	n.add(fixed("%s__device__ u64 %s(u32 which%s) {\n  %s o0;\n  %s *p[%d] = {&o0};\n%s  %s *o = p[which %% %du];\n  u64 h = (u64)o->%s(%s);\n  return mix(h, hash%s(o->%s(%s)));\n}",
		g.inlining(), caller, prefixed(list), base, base, len(derived)+1, objects(derived), base, len(derived)+1, scalar, names(list), gives.name, whole, names(list)))
	g.funcs = append(g.funcs, &function{name: caller, typ: typeU64, call: func(g *generator) string {
		return fmt.Sprintf("%s(%s, %s)", caller, g.expr(typeU32, 1), args(g))
	}})
	return []*node{n}
}

func prefixed(list string) string { return ", " + list }

// names are those of a parameter list.
func names(list string) string {
	var out []string
	for _, p := range strings.Split(list, ", ") {
		out = append(out, p[strings.LastIndexByte(p, ' ')+1:])
	}
	return strings.Join(out, ", ")
}

func objects(derived []string) string {
	var b strings.Builder
	for i, d := range derived {
		fmt.Fprintf(&b, "  %s o%d;\n  p[%d] = &o%d;\n", d, i+1, i+1, i+1)
	}
	return b.String()
}
