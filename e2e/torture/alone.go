// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package torture

import (
	"fmt"
	"strings"
)

// Wide is the first seed of programs with all that there is. Those below it stay what they were.
const Wide = 100_000_000_000_000

// fold is a statement that makes an expression part of a variable.
func fold(v variable, e string) string {
	return fmt.Sprintf("%s = (%s)((%s)%s ^ (%s)(%s));", v.text, v.typ.name, v.typ.unsigned, v.text, v.typ.unsigned, e)
}

func (g *generator) u32() string { return "(u32)" + g.expr(typeU32, 1) }

func (g *generator) u64() string { return "(u64)" + g.expr(typeU64, 1) }

// compound is a block of statements of one function, left out as a whole.
func compound(lines ...string) *node {
	return &node{head: "  {\n    " + strings.Join(lines, "\n    ") + "\n  }\n"}
}

// alone are statements of work-items on their own that programs below Wide do not have.
func alone() []func(g *generator, depth int) *node {
	return []func(g *generator, depth int) *node{
		(*generator).tangle, (*generator).tangle, (*generator).arithmetic, (*generator).arithmetic, (*generator).vector, (*generator).heap,
		(*generator).pointers, (*generator).pointers, (*generator).overflow, (*generator).union, (*generator).bytes, (*generator).lambda,
		(*generator).volatiles, (*generator).device, (*generator).structArray, (*generator).byReference, (*generator).ownAtomic, (*generator).print,
		(*generator).lookup,
	}
}

// tangle is a loop of two entries and two ends, by goto.
func (g *generator) tangle(depth int) *node {
	if len(g.counters) == 0 || depth == 0 {
		return g.assign()
	}
	return g.knot(func() string { return g.condition() }, func() []*node { return g.statements(1+g.r.IntN(2), depth-1) })
}

// knot writes the loop of a tangle with conditions and bodies.
func (g *generator) knot(condition func() string, body func() []*node) *node {
	c := g.counters[len(g.counters)-1]
	outer := g.scope
	budget := g.budget
	g.counters = g.counters[:len(g.counters)-1]
	g.scalars = append(g.scalars[:len(g.scalars):len(g.scalars)], variable{text: c, typ: typeU32, readOnly: true})
	if !g.kernel {
		g.budget = 0
	}
	a, b, end := g.name("L"), g.name("L"), g.name("L")
	n := &node{head: fmt.Sprintf("  { %s = 0;\n  if (%s) goto %s;\n  %s:;\n", c, condition(), b, a), tail: fmt.Sprintf("  }\n  %s:;\n", end)}
	n.add(body()...)
	n.add(fixed("  if (++%s > %d) goto %s;\n  %s:;", c, g.r.IntN(4), end, b))
	n.add(body()...)
	n.add(fixed("  if (++%[1]s < %[2]d && (%[3]s)) goto %[4]s;\n  if (++%[1]s < %[5]d) goto %[6]s;", c, 2+g.r.IntN(6), condition(), a, g.r.IntN(6), b))
	g.scope = outer
	g.budget = budget
	return n
}

// floating is a type of floating point, the integers of its bits, and the end of the names of its functions.
type floating struct{ name, bits, suffix string }

var floatings = []floating{{"float", "u32", "f"}, {"double", "u64", ""}, {"_Float16", "u16", "f"}}

// floatStep is one operation that IEEE 754 leaves no choice in, on variables x0, x1, x2.
func (g *generator) floatStep(t floating, prefix string) string {
	x := func() string { return fmt.Sprintf("%s%d", prefix, g.r.IntN(3)) }
	a, b, c := x(), x(), x()
	var e string
	switch g.r.IntN(11) {
	case 0, 1, 2, 3:
		e = fmt.Sprintf("%s %s %s", a, pick(g, []string{"+", "-", "*", "/"}), b)
	case 4:
		e = fmt.Sprintf("%s %s %s ? %s : %s", a, pick(g, []string{"<", "<=", ">", "!=", "=="}), b, b, c)
	case 5:
		e = fmt.Sprintf("%s%s(%s)", pick(g, []string{"floor", "trunc", "rint", "fabs", "ceil"}), t.suffix, a)
	case 6:
		e = fmt.Sprintf("sqrt%s(%s)", t.suffix, a)
	case 7:
		if t.name != "_Float16" { // a product in float is not exact, and rounded twice
			e = fmt.Sprintf("fma%s(%s, %s, %s)", t.suffix, a, b, c)
			break
		}
		e = fmt.Sprintf("copysignf(%[1]s, %[2]s == %[2]s ? %[2]s : (_Float16)1)", a, b) // the sign of a NaN is the processor's
	case 8:
		e = fmt.Sprintf("(%s)%s", pick(g, []string{"float", "double", "_Float16"}), a)
	case 9:
		e = fmt.Sprintf("(i32)whole(%s)", a)
	default:
		e = fmt.Sprintf("-%s", a)
	}
	return fmt.Sprintf("%s = (%s)(%s);", x(), t.name, e)
}

func (g *generator) arithmetic(int) *node {
	t, p, v := pick(g, floatings), g.name("x"), g.target()
	lines := []string{}
	for i := range 3 {
		lines = append(lines, fmt.Sprintf("%s %s%d = number<%s, %s>(%s);", t.name, p, i, t.name, t.bits, g.u64()))
	}
	for range 1 + g.r.IntN(4) {
		lines = append(lines, g.floatStep(t, p))
	}
	if g.chance(40) {
		i := g.name("it")
		lines = append(lines, fmt.Sprintf("for (u32 %s = 0; %s < %s %% 6u; %s++) {", i, i, g.u32(), i), "  "+g.floatStep(t, p), "  "+g.floatStep(t, p), "}")
	}
	for i := range 3 {
		lines = append(lines, fold(v, fmt.Sprintf("mix(%d, bits(%s%d))", i, p, i)))
	}
	return compound(lines...)
}

var vectorSizes = []int{2, 3, 4, 8, 16}

// vectorStep is an operation on the vectors a and b.
func (g *generator) vectorStep(t integer, n int, a, b string) string {
	switch g.r.IntN(7) {
	case 0, 1:
		return fmt.Sprintf("%s = %s %s %s;", a, a, pick(g, operators), b)
	case 2:
		return fmt.Sprintf("%s = %s / (%s | (%s)1);", a, a, b, t.name)
	case 3:
		return fmt.Sprintf("%s = %s %s (%s & (%s)7);", a, a, pick(g, []string{"<<", ">>"}), b, t.name)
	case 4:
		return fmt.Sprintf("%s[%s %% %du] = (%s)%s;", a, g.u32(), n, t.name, g.expr(t, 1))
	case 5:
		return fmt.Sprintf("%[1]s = %[1]s %[3]s %[2]s ? %[2]s : %[1]s;", a, b, pick(g, []string{"<", ">=", "=="}))
	}
	if n <= 4 {
		var order strings.Builder
		for range n {
			order.WriteByte("xyzw"[g.r.IntN(n)])
		}
		return fmt.Sprintf("%s = %s.%s;", a, b, order.String())
	}
	return fmt.Sprintf("%[1]s.lo = %[2]s.hi; %[2]s.odd = %[1]s.even;", a, b)
}

func (g *generator) vector(int) *node {
	t, n, v := pick(g, []integer{plainIntegers[0], plainIntegers[2], typeU32, typeU32, typeU64}), pick(g, vectorSizes), g.target()
	typ, a, b, i := g.name("V"), g.name("x"), g.name("x"), g.name("it")
	lines := []string{
		fmt.Sprintf("typedef %s %s __attribute__((ext_vector_type(%d)));", t.name, typ, n),
		fmt.Sprintf("%s %s = (%s)(%s)%s, %s = (%s)(%s)%s;", typ, a, typ, t.name, g.expr(t, 1), b, typ, t.name, g.expr(t, 1)),
		fmt.Sprintf("for (u32 %[1]s = 0; %[1]s < %[2]d; %[1]s++) %[3]s[%[1]s] = (%[4]s)(%[3]s[%[1]s] + %[1]s * 37);", i, n, a, t.name),
	}
	for range 2 + g.r.IntN(4) {
		lines = append(lines, g.vectorStep(t, n, a, b))
		a, b = b, a
	}
	lines = append(lines, fmt.Sprintf("for (u32 %[1]s = 0; %[1]s < %[2]d; %[1]s++) { %[3]s }", i, n, fold(v, fmt.Sprintf("mix(%s[%s], %s[%s] + %s)", a, i, b, i, i))))
	return compound(lines...)
}

// heap takes memory of the device's heap and gives it back.
func (g *generator) heap(int) *node {
	p, n, i, v := g.name("p"), g.name("n"), g.name("it"), g.target()
	switch g.r.IntN(3) {
	case 0:
		s := pick(g, g.structs)
		return compound(fmt.Sprintf("%s *%s = new %s(%s);", s.name, p, s.name, g.structValue(s, 0)), fold(v, fmt.Sprintf("hash%s(*%s)", s.name, p)), fmt.Sprintf("delete %s;", p))
	case 1: // a list
		t := g.name("N")
		return compound(fmt.Sprintf("struct %s { u64 value; %s *next; };", t, t), fmt.Sprintf("%s *%s = nullptr;", t, p),
			fmt.Sprintf("for (u32 %[1]s = 0, %[2]s = %[3]s %% 5u; %[1]s < %[2]s; %[1]s++) %[4]s = new %[5]s{%[6]s + %[1]s, %[4]s};", i, n, g.u32(), p, t, g.u64()),
			fmt.Sprintf("while (%[1]s) { %[2]s %[3]s *%[4]s = %[1]s->next; delete %[1]s; %[1]s = %[4]s; }", p, fold(v, fmt.Sprintf("mix((u64)%s, %s->value)", v.text, p)), t, n))
	}
	t := pick(g, plainIntegers)
	take, give := fmt.Sprintf("new %s[%s]", t.name, n), "delete[] "+p
	if g.chance(50) {
		take, give = fmt.Sprintf("(%s *)malloc(%s * sizeof(%s))", t.name, n, t.name), fmt.Sprintf("free(%s)", p)
	}
	return compound(fmt.Sprintf("const u32 %s = %s %% 9u + 1;", n, g.u32()), fmt.Sprintf("%s *%s = %s;", t.name, p, take),
		fmt.Sprintf("for (u32 %[1]s = 0; %[1]s < %[2]s; %[1]s++) %[3]s[%[1]s] = (%[4]s)(%[5]s + %[1]s * 3);", i, n, p, t.name, g.u64()),
		fold(v, fmt.Sprintf("%s[%s %% %s]", p, g.u32(), n)), give+";")
}

// pointers are to memory of several kinds, chosen at run time.
func (g *generator) pointers(int) *node {
	a, b, p, i, v := g.name("x"), g.name("x"), g.name("p"), g.name("it"), g.target()
	places := []string{"&" + a, "&" + b, fmt.Sprintf("&%s", a)}
	if g.kernel {
		places = append(places, "&shared[tid]", "&out[gid]")
	}
	place := func() string { return pick(g, places) }
	return compound(fmt.Sprintf("u64 %s = %s, %s = %s;", a, g.u64(), b, g.u64()),
		fmt.Sprintf("u64 *%s = %s ? %s : %s ? %s : %s;", p, g.condition(), place(), g.condition(), place(), place()),
		fmt.Sprintf("for (u32 %[1]s = 0; %[1]s < %[2]s %% 5u; %[1]s++) { *%[3]s += %[4]s; if (%[5]s) %[3]s = %[6]s; }", i, g.u32(), p, g.u64(), g.condition(), place()),
		fold(v, fmt.Sprintf("mix(*%s, %s + %s)", p, a, b)))
}

func (g *generator) overflow(int) *node {
	v, r := g.target(), g.name("x")
	a := pick(g, plainIntegers)
	b, to := a, a
	if g.chance(50) { // of different widths: not more than LLVM computes without a library
		a, b, to = pick(g, plainIntegers[:6]), pick(g, plainIntegers[:6]), pick(g, plainIntegers[:6])
	}
	return compound(fmt.Sprintf("%s %s;", to.name, r),
		fmt.Sprintf("bool %so = __builtin_%s_overflow((%s)%s, (%s)%s, &%s);", r, pick(g, []string{"add", "sub", "mul"}), a.name, g.expr(a, 1), b.name, g.expr(b, 1), r),
		fold(v, fmt.Sprintf("mix((u64)%s, %so)", r, r)))
}

func (g *generator) union(int) *node {
	v, u := g.target(), g.name("un")
	lines := []string{
		fmt.Sprintf("union { u64 w; u32 h[2]; u16 q[4]; u8 b[8]; struct { u64 x : 13, y : 30, z : 21; } f; float r; } %s;", u),
		fmt.Sprintf("%s.w = %s;", u, g.u64()),
	}
	for range 1 + g.r.IntN(4) {
		to := pick(g, []string{"b[%s %% 8u]", "h[%s %% 2u]", "q[%s %% 4u]"})
		lines = append(lines, pick(g, []string{
			fmt.Sprintf("%s.%s ^= (u8)%s;", u, fmt.Sprintf(to, g.u32()), g.u32()),
			fmt.Sprintf("%s.f.y += %s;", u, g.u32()), fmt.Sprintf("%s.f.z ^= %s.b[%s %% 8u];", u, u, g.u32()),
			fmt.Sprintf("%s.r = (float)(i32)%s.h[1];", u, u),
		}))
	}
	return compound(append(lines, fold(v, u+".w"))...)
}

// bytes are copied and set, as many as is known at run time.
func (g *generator) bytes(int) *node {
	v, a, b, i := g.target(), g.name("x"), g.name("x"), g.name("it")
	lines := []string{
		fmt.Sprintf("u8 %s[32], %s[32]; memset(%s, (int)(%s & 255), sizeof %s);", a, b, b, g.u32(), b),
		fmt.Sprintf("for (u32 %[1]s = 0; %[1]s < 32; %[1]s++) %[2]s[%[1]s] = (u8)(%[3]s + %[1]s * 7);", i, a, g.u32()),
	}
	if len(g.instances) > 0 && g.chance(40) {
		s := pick(g, g.instances)
		f := pick(g, s.of.fields)
		c := g.name("s")
		lines = append(lines, fmt.Sprintf("%s %s; memcpy(&%s, &%s, sizeof %s); %s.%s = (%s)%s; memcpy(&%s, &%s, sizeof %s);",
			s.of.name, c, c, s.name, c, c, f.text, f.typ.name, g.expr(f.typ, 1), s.name, c, c))
	}
	for range 1 + g.r.IntN(3) {
		lines = append(lines, pick(g, []string{
			fmt.Sprintf("memcpy(%s + %s %% 16u, %s + %s %% 16u, %s %% 17u);", b, g.u32(), a, g.u32(), g.u32()),
			fmt.Sprintf("memmove(%s + %s %% 16u, %s + %s %% 16u, %s %% 17u);", b, g.u32(), b, g.u32(), g.u32()),
			fmt.Sprintf("memset(%s + %s %% 16u, (int)(%s & 255), %s %% 17u);", b, g.u32(), g.u32(), g.u32()),
			fmt.Sprintf("memcpy(%s, %s, 32);", b, a),
		}))
	}
	lines = append(lines, fmt.Sprintf("for (u32 %[1]s = 0; %[1]s < 32; %[1]s++) { %[2]s }", i, fold(v, fmt.Sprintf("mix((u64)%s, %s[%s])", v.text, b, i))))
	return compound(lines...)
}

// lambda calls one with captures, which has another in it.
func (g *generator) lambda(int) *node {
	v, f, in, k, x, y := g.target(), g.name("f"), g.name("f"), g.name("x"), g.name("x"), g.name("x")
	outer := g.scope
	g.scalars = append(g.scalars[:len(g.scalars):len(g.scalars)], variable{text: x, typ: typeU64}, variable{text: k, typ: typeU64, readOnly: true})
	body := fmt.Sprintf("%[1]s ^= %[2]s; auto %[3]s = [=](u64 %[4]s) { return mix(%[4]s, %[5]s) + %[6]s; }; return %[3]s(%[1]s) ^ %[3]s(%[6]s);", x, g.u64(), in, y, g.u64(), k)
	g.scope = outer
	if g.chance(50) {
		return compound(fmt.Sprintf("const u64 %s = %s;", k, g.u64()), fmt.Sprintf("auto %s = [=](u64 %s) mutable { %s };", f, x, body), fold(v, fmt.Sprintf("%s(%s) + %s(3)", f, g.u64(), f)))
	}
	return compound(fmt.Sprintf("const u64 %s = %s;", k, g.u64()), fmt.Sprintf("u64 %ss = 1;", f),
		fmt.Sprintf("auto %[1]s = [&](u64 %[2]s) { %[1]ss += %[2]s; %[3]s };", f, x, body), fold(v, fmt.Sprintf("%s(%s)", f, g.u64())), fold(v, f+"s"))
}

func (g *generator) volatiles(int) *node {
	v, x, i := g.target(), g.name("x"), g.name("it")
	t := pick(g, plainIntegers)
	return compound(fmt.Sprintf("volatile %s %s = (%s)%s; volatile u32 %sa[3] = {1, 2, %s};", t.name, x, t.name, g.expr(t, 1), x, g.u32()),
		fmt.Sprintf("for (u32 %[1]s = 0; %[1]s < %[2]s %% 4u; %[1]s++) { %[3]s = (%[4]s)((%[5]s)%[3]s + %[6]s); %[3]sa[%[1]s %% 3] = %[3]sa[(%[1]s + 1) %% 3] + (u32)%[3]s; }",
			i, g.u32(), x, t.name, t.unsigned, g.expr(t, 1)), fold(v, fmt.Sprintf("mix((u64)%s, %sa[1])", x, x)))
}

// device is Duff's: a switch into a loop.
func (g *generator) device(depth int) *node {
	if len(g.counters) == 0 {
		return g.assign()
	}
	c, end := g.counters[len(g.counters)-1], g.name("e")
	outer := g.scope
	g.counters = g.counters[:len(g.counters)-1]
	g.inLoop = false // a break would be the switch's
	n := &node{head: fmt.Sprintf("  { %s = 0; const u32 %s = %s %% 4u; switch (%s %% 4u) {\n  case 0: do {\n", c, end, g.u32(), g.u32()),
		tail: fmt.Sprintf("  } while (++%s < %s); } }\n", c, end)}
	n.add(g.statements(1, min(depth, 1))...)
	for k := range 3 {
		n.add(fixed("  case %d:;", k+1))
		n.add(g.statements(1, 0)...)
		if g.chance(30) {
			n.add(line("    if (%s) continue;", g.condition()))
		}
	}
	g.scope = outer
	return n
}

// structArray is an array of structures, copied within.
func (g *generator) structArray(int) *node {
	s, v, a := pick(g, g.structs), g.target(), g.name("x")
	f := pick(g, s.fields)
	return compound(fmt.Sprintf("%s %s[3] = {%s, %s, %s};", s.name, a, g.structValue(s, 0), g.structValue(s, 0), g.structValue(s, 0)),
		fmt.Sprintf("%s[%s %% 3u] = %s[%s %% 3u];", a, g.u32(), a, g.u32()),
		fmt.Sprintf("%s[%s %% 3u].%s = (%s)%s;", a, g.u32(), f.text, f.typ.name, g.expr(f.typ, 1)),
		fold(v, fmt.Sprintf("mix(hash%s(%s[%s %% 3u]), hash%s(%s[0]))", s.name, a, g.u32(), s.name, a)))
}

// byReference calls a function that changes its arguments.
func (g *generator) byReference(depth int) *node {
	if len(g.references) == 0 || g.budget <= 0 {
		return g.union(depth)
	}
	g.budget -= 4
	f, v, x, s := pick(g, g.references), g.target(), g.name("x"), g.name("s")
	word := x
	if g.kernel && g.chance(40) {
		word = pick(g, []string{"shared[tid]", "out[gid]"})
	}
	return compound(fmt.Sprintf("u64 %s = %s; %s %s = %s; u32 %sa[%d] = {1, %s};", x, g.u64(), f.gives.name, s, g.structValue(f.gives, 0), x, arrayWords, g.u32()),
		fold(v, fmt.Sprintf("%s(%s, %s, %sa)", f.name, word, s, x)), fold(v, fmt.Sprintf("mix(%s, hash%s(%s)) + %sa[%s %% %du]", word, f.gives.name, s, x, g.u32(), arrayWords)))
}

// ownAtomic uses what atomic operations on memory of one work-item return.
func (g *generator) ownAtomic(depth int) *node {
	if !g.kernel {
		return g.volatiles(depth)
	}
	v, x, i := g.target(), g.name("x"), g.name("it")
	place := pick(g, []string{"shared[tid]", "shared[tid]", "out[gid]"})
	op := func() string {
		if g.chance(25) {
			return fmt.Sprintf("atomicCAS(&%s, (u64)%s, %s)", place, pick(g, []string{place, "7"}), g.u64())
		}
		return fmt.Sprintf("atomic%s(&%s, %s)", pick(g, []string{"Add", "Xor", "Or", "And", "Min", "Max", "Exch"}), place, g.u64())
	}
	return compound(fmt.Sprintf("u64 %s = %s;", x, op()),
		fmt.Sprintf("for (u32 %[1]s = 0; %[1]s < 4 && (%[2]s & 1); %[1]s++) %[2]s = %[3]s + %[1]s;", i, x, op()),
		fmt.Sprintf("switch (%s & 3u) { case 0: %s += 5; break; case 2: %s ^= %s; }", op(), x, x, op()), fold(v, fmt.Sprintf("mix(%s, %s)", x, place)))
}

// print prints a line, for one work-item of the grid.
func (g *generator) print(depth int) *node {
	if !g.kernel {
		return g.tangle(depth)
	}
	g.prints++
	format, args := pick(g, []string{"%u %llx", "%d|%5llu", "%08x%%%llo", "%c%llu", "%s %llX"}), fmt.Sprintf("%s, %s", g.u32(), g.u64())
	switch {
	case strings.HasPrefix(format, "%s"):
		args = fmt.Sprintf("(%s & 1) ? \"odd\" : \"even, no\", %s", g.u32(), g.u64())
	case strings.HasPrefix(format, "%c"):
		args = fmt.Sprintf("(int)(65 + %s %% 26u), %s", g.u32(), g.u64())
	case g.chance(30):
		format, args = format+" %.3f %g", args+fmt.Sprintf(", (double)(i32)%s / 8, (float)(%s %% 1000u)", g.u32(), g.u32())
	}
	return line("    if (gid == %d && %s) printf(\"%d: %s\\n\", %s);", g.r.IntN(g.threads), g.condition(), g.prints, format, args)
}

// lookup reads a texture, and writes and reads a word of a surface that is the work-item's own.
func (g *generator) lookup(depth int) *node {
	if g.picture.name == "" {
		return g.structArray(depth)
	}
	t, v := g.picture.name, g.target()
	at := func() string { return fmt.Sprintf("(float)(i32)(%s %% 20u) - 1.5f", g.u32()) }
	if g.chance(60) {
		return compound(fold(v, fmt.Sprintf("tex2D<%s>(texture, %s, %s)", t, at(), at())))
	}
	x := g.name("x")
	return compound(fmt.Sprintf("if (gid < 256) { %s %s; surf2Dwrite<%s>((%s)%s, surface, (int)(gid %% 16u * sizeof(%s)), (int)(gid / 16u)); surf2Dread<%s>(&%s, surface, (int)(gid %% 16u * sizeof(%s)), (int)(gid / 16u)); %s }",
		t, x, t, t, g.u32(), t, t, x, t, fold(v, x)))
}

// wideExpr is an expression that programs below Wide do not have.
func (g *generator) wideExpr(t integer, depth int) string {
	a, b := g.expr(typeU64, depth-1), g.expr(typeU32, depth-1)
	if len(g.tables) > 0 && g.chance(50) {
		c := pick(g, g.tables)
		return fmt.Sprintf("(%s)%s", t.unsigned, fmt.Sprintf(c, b))
	}
	return fmt.Sprintf(pick(g, []string{
		"(%[1]s)__byte_perm((u32)%[2]s, (u32)%[3]s, (u32)(%[2]s >> 32) & 0x7777u)", "(%[1]s)__funnelshift_l((u32)%[2]s, (u32)%[3]s, (u32)(%[2]s >> 40))",
		"(%[1]s)__funnelshift_r((u32)%[2]s, (u32)%[3]s, (u32)%[3]s)", "(%[1]s)__uhadd((u32)%[2]s, (u32)%[3]s)", "(%[1]s)__usad((u32)%[2]s, (u32)%[3]s, 9u)",
		"(%[1]s)__builtin_rotateleft32((u32)%[2]s, (u32)%[3]s)", "(%[1]s)__builtin_rotateright64(%[2]s, (u64)%[3]s)", "(%[1]s)__builtin_rotateleft8((u8)%[2]s, (u8)%[3]s)",
		"(%[1]s)__builtin_bswap64(%[2]s)", "(%[1]s)__builtin_bswap16((u16)%[2]s)", "(%[1]s)__builtin_bitreverse8((u8)%[2]s)", "(%[1]s)__builtin_bitreverse16((u16)%[2]s)",
		"(%[1]s)__builtin_parityll(%[2]s ^ %[3]s)",
	}), t.unsigned, a, b)
}
