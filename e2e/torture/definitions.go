// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package torture

import (
	"fmt"
	"strings"
)

// definitions are what programs below Wide do not define.
func definitions() []func(g *generator) []*node {
	return []func(g *generator) []*node{
		(*generator).packs, (*generator).reference, (*generator).reference, (*generator).memberPointers, (*generator).constants, (*generator).constants,
		(*generator).vectorFunction, (*generator).floatFunction, (*generator).diamond, (*generator).blockFunction, (*generator).blockFunction,
	}
}

// text is a definition that calls need, and that is in the way of no other.
func text(lines ...string) []*node {
	return []*node{{head: strings.Join(lines, "\n") + "\n"}}
}

// packs writes templates: of parameter packs, of a recursion at compile time, of a class that knows
// the one derived from it.
func (g *generator) packs() []*node {
	one, pack, table, power, base, derived := g.name("o"), g.name("f"), g.name("f"), g.name("f"), g.name("C"), g.name("C")
	lines := []string{fmt.Sprintf("template <typename T> __device__ u64 %s(T v) { return (u64)v; }", one)}
	for _, s := range g.structs {
		lines = append(lines, fmt.Sprintf("__device__ u64 %s(%s v) { return hash%s(v); }", one, s.name, s.name))
	}
	lines = append(lines,
		fmt.Sprintf("template <typename... A> %s__device__ u64 %s(A... a) { u64 h = 7; ((h = mix(h, %s(a))), ...); if constexpr (sizeof...(A) > 2) h += (%s(a) ^ ...); return h; }", g.inlining(), pack, one, one),
		fmt.Sprintf("template <u32... I> __device__ u64 %s(u64 x) { constexpr u32 t[] = {I...}; u64 h = t[x %% sizeof...(I)]; for (u32 i : t) h = mix(h, i); return h + (I + ...); }", table),
		fmt.Sprintf("template <u32 N> __device__ u64 %[1]s(u64 x) { if constexpr (N == 0) return x; else return mix(%[1]s<N / 2>(x), N) ^ %[1]s<N / 3>(x + N); }", power),
		fmt.Sprintf("template <typename D> struct %s { __device__ u64 twice(u64 x) { D *d = static_cast<D *>(this); return d->once(d->once(x)); } };", base),
		fmt.Sprintf("struct %[1]s : %[2]s<%[1]s> { u64 k; __device__ %[1]s(u64 v) : k(v) {} __device__ u64 once(u64 x) { return mix(x, k++); } };", derived, base))
	g.funcs = append(g.funcs, &function{name: pack, typ: typeU64, call: func(g *generator) string {
		var args []string
		for range 1 + g.r.IntN(4) {
			if s := pick(g, g.structs); g.chance(30) {
				args = append(args, g.structValue(s, 0))
				continue
			}
			t := g.integer()
			args = append(args, fmt.Sprintf("(%s)%s", t.name, g.expr(t, 1)))
		}
		return fmt.Sprintf("%s(%s)", pack, strings.Join(args, ", "))
	}}, &function{name: table, typ: typeU64, call: func(g *generator) string {
		return fmt.Sprintf(pick(g, []string{"(%[1]s<%[4]d, 2, 3>(%[5]s))", "%[1]s<%[4]d>(%[5]s)", "%[2]s<%[4]du>(%[5]s)", "%[3]s(%[5]s).twice(%[4]d)"}), table, power, derived, 1+g.r.IntN(40), g.expr(typeU64, 1))
	}})
	return text(lines...)
}

// reference writes a function that changes its arguments.
func (g *generator) reference() []*node {
	f := &function{name: g.name("f"), gives: pick(g, g.structs)}
	n := &node{head: fmt.Sprintf("%s__device__ u64 %s(u64 &x, %s &s, u32 *list) {\n", g.inlining(), f.name, f.gives.name), tail: "}\n"}
	g.inScope(scope{scalars: []variable{{text: "x", typ: typeU64}}, instances: []instance{{"s", f.gives}}, arrays: []variable{{text: "list", typ: typeU32}}}, func() {
		g.budget = 4
		n.add(g.locals(1)...)
		n.add(g.statements(2+g.r.IntN(3), 2)...)
		n.add(fixed("  return %s;", g.digest()))
	})
	g.references = append(g.references, f)
	return []*node{n}
}

// memberPointers writes a class whose members are chosen by pointers to them.
func (g *generator) memberPointers() []*node {
	c, f := g.name("C"), g.name("f")
	s := pick(g, g.structs)
	g.funcs = append(g.funcs, &function{name: f, typ: typeU64, call: func(g *generator) string {
		return fmt.Sprintf("%s(%s, %s, %s)", f, g.u32(), g.u64(), g.structValue(s, 0))
	}})
	return text(
		fmt.Sprintf("struct %s {\n  u32 a = 1, b = 2, c = 3; %s s;", c, s.name),
		"  __device__ u64 first(u64 x) { a += (u32)x; return mix(x, b); }",
		fmt.Sprintf("  __device__ u64 second(u64 x) { c ^= (u32)x; return hash%s(s) + x; }", s.name),
		"  __device__ virtual u64 third(u64 x) { return x * 3 + a; }\n};",
		fmt.Sprintf("struct %sd : %s { __device__ u64 third(u64 x) override { return mix(b, x); } };", c, c),
		fmt.Sprintf("%s__device__ u64 %s(u32 which, u64 x, %s s) {", g.inlining(), f, s.name),
		fmt.Sprintf("  %[1]s base; %[1]sd derived; %[1]s *o = which & 8 ? &base : &derived; o->s = s;", c),
		fmt.Sprintf("  u64 (%[1]s::*f)(u64) = which %% 3 == 0 ? &%[1]s::first : which %% 3 == 1 ? &%[1]s::second : &%[1]s::third;", c),
		fmt.Sprintf("  u32 %[1]s::*m = which & 16 ? &%[1]s::a : which & 32 ? &%[1]s::b : &%[1]s::c;", c),
		"  o->*m += which;\n  u64 h = (o->*f)(x);\n  return mix(h, mix(o->a, mix(o->b, o->c)));\n}")
}

// constants writes constant memory, of the source and copied there, and global variables.
func (g *generator) constants() []*node {
	name, s, n := g.name("t"), pick(g, g.structs), 2+g.r.IntN(6)
	t := pick(g, plainIntegers)
	var values []string
	for range n {
		values = append(values, fmt.Sprintf("(%s)%#xull", t.name, g.r.Uint64()>>g.r.IntN(60)))
	}
	where := func() string { return pick(g, []string{"__constant__", "__device__"}) }
	lines := []string{
		fmt.Sprintf("%s %s %s[%d] = {%s};", where(), t.name, name, n, strings.Join(values, ", ")),
		fmt.Sprintf("%s %s %ss[2];", where(), s.name, name), fmt.Sprintf("__device__ u64 %sg[4] = {1, 2, 3};", name),
	}
	f := pick(g, s.fields)
	g.tables = append(g.tables, fmt.Sprintf("%s[(u32)%%s %%%% %du]", name, n), fmt.Sprintf("%ss[(u32)%%s & 1u].%s", name, f.text),
		fmt.Sprintf("%sg[2 + ((u32)%%s & 1u)]", name))
	if g.chance(40) { // pointers to the tables
		lines = append(lines, fmt.Sprintf("__device__ const %s *const %sp[2] = {%s, %s + 1};", t.name, name, name, name))
		g.tables = append(g.tables, fmt.Sprintf("%sp[(u32)%%s & 1u][%d]", name, g.r.IntN(n-1)))
	}
	g.sums = append(g.sums, name+"g")
	g.before = append(g.before, line("  { %s init[2] = {make%s(%d), make%s(%d)}; TO_SYMBOL(%ss, init); }", s.name, s.name, g.r.IntN(1000), s.name, g.r.IntN(1000), name))
	g.after = append(g.after, line("  { u64 sums[4]; FROM_SYMBOL(sums, %sg); for (u64 x : sums) for (int i = 0; i < 8; i++) bytes.push_back((u8)(x >> 8 * i)); }", name))
	return text(lines...)
}

// vectorFunction writes a function of vectors.
func (g *generator) vectorFunction() []*node {
	t, n, f, typ := pick(g, []integer{plainIntegers[0], plainIntegers[2], typeU32, typeU64}), pick(g, vectorSizes), g.name("f"), g.name("V")
	lines := []string{
		fmt.Sprintf("typedef %s %s __attribute__((ext_vector_type(%d)));", t.name, typ, n),
		fmt.Sprintf("%s__device__ %s %sv(%s a, u32 k, %s b) {", g.inlining(), typ, f, typ, typ),
		fmt.Sprintf("  for (u32 i = 0; i < k %% 5; i++) { a = a * b + (%s)i; b = b ^ (a >> (%s)3); if (k & 8) a[i %% %d] = (%s)k; }", t.name, t.name, n, t.name),
	}
	g.inScope(scope{scalars: []variable{{text: "k", typ: typeU32}}}, func() {
		for range 1 + g.r.IntN(3) {
			lines = append(lines, "  "+g.vectorStep(t, n, "a", "b"))
		}
	})
	lines = append(lines, "  return a;\n}",
		fmt.Sprintf("__device__ u64 %s(u64 x, u32 k) {\n  %s a = (%s)(%s)x, b = (%s)(%s)k; a[k %% %d] = (%s)7; a = %sv(a, k, b); u64 h = 0;", f, typ, typ, t.name, typ, t.name, n, t.name, f),
		fmt.Sprintf("  for (u32 i = 0; i < %d; i++) h = mix(h, a[i]);\n  return h;\n}", n))
	g.funcs = append(g.funcs, &function{name: f, typ: typeU64, call: func(g *generator) string {
		return fmt.Sprintf("%s(%s, %s)", f, g.u64(), g.u32())
	}})
	return text(lines...)
}

// floatFunction writes a function of numbers in floating point, and one that gives a structure of them.
func (g *generator) floatFunction() []*node {
	f, a, b := g.name("f"), pick(g, floatings), pick(g, floatings)
	lines := []string{
		fmt.Sprintf("struct %ss { %s a; %s b; _Float16 h; };", f, a.name, b.name),
		fmt.Sprintf("%s__device__ %ss %sv(%s x0, u8 k, %s y, _Float16 h) {\n  %s x1 = (%s)y, x2 = (%s)k;", g.inlining(), f, f, a.name, b.name, a.name, a.name, a.name),
	}
	for range 2 + g.r.IntN(4) {
		lines = append(lines, "  "+g.floatStep(a, "x"))
	}
	lines = append(lines, fmt.Sprintf("  %ss s;\n  s.a = x0 < x1 ? x2 : x0; s.b = (%s)(y + (%s)x1); s.h = (_Float16)(h * (_Float16)3);\n  return s;\n}", f, b.name, b.name),
		fmt.Sprintf("__device__ u64 %s(u64 x, u64 y) {\n  %ss s = %sv(number<%s, %s>(x), (u8)y, number<%s, %s>(y), number<_Float16, u16>(x ^ y));\n  return mix(bits(s.a), mix(bits(s.b), bits(s.h)));\n}",
			f, f, f, a.name, a.bits, b.name, b.bits))
	g.funcs = append(g.funcs, &function{name: f, typ: typeU64, call: func(g *generator) string {
		return fmt.Sprintf("%s(%s, %s)", f, g.u64(), g.u64())
	}})
	return text(lines...)
}

// diamond writes classes with a virtual base, a destructor that is virtual, and objects on the heap.
func (g *generator) diamond() []*node {
	c, f, s := g.name("C"), g.name("f"), pick(g, g.structs)
	g.funcs = append(g.funcs, &function{name: f, typ: typeU64, call: func(g *generator) string {
		return fmt.Sprintf("%s(%s, %s)", f, g.u32(), g.structValue(s, 0))
	}})
	class := func(name, bases, members string) string {
		return fmt.Sprintf("struct %s%s%s {\n%s\n};", c, name, bases, strings.ReplaceAll(members, "@", c))
	}
	return text(
		class("a", "", "  u64 *log; u8 a = 5;\n  __device__ @a(u64 *l) : log(l) {}\n  __device__ virtual u64 f(u64 x) = 0;\n  __device__ virtual ~@a() { *log = mix(*log, a); }"),
		class("b", " : virtual "+c+"a", "  u32 b = 6;\n  __device__ @b(u64 *l) : @a(l) {}\n  __device__ u64 f(u64 x) override { return x + b + a; }\n  __device__ virtual u64 g(u64 x) { return f(x) * 3; }\n  __device__ ~@b() { *log = mix(*log, b); }"),
		class("c", " : virtual "+c+"a", fmt.Sprintf("  %s s;\n  __device__ @c(u64 *l, %s v) : @a(l), s(v) {}\n  __device__ u64 f(u64 x) override { return mix(x, hash%s(s)); }\n  __device__ virtual u64 h(%s v) { s = v; return f(a); }", s.name, s.name, s.name, s.name)),
		class("d", " : "+c+"b, "+c+"c", fmt.Sprintf("  u16 d;\n  __device__ @d(u64 *l, %s v, u16 k) : @a(l), @b(l), @c(l, v), d(k) {}\n  __device__ u64 f(u64 x) override { return @b::f(x) ^ @c::f(x + d); }\n  __device__ ~@d() { *log = mix(*log, d); }", s.name)),
		strings.ReplaceAll(fmt.Sprintf("%s__device__ u64 %s(u32 k, %s s) {\n  u64 log = k, r;\n  {\n    @d local(&log, s, (u16)k); @b b(&log);\n    @b *p = k & 1 ? &b : &local; @c *q = &local;\n    r = mix(p->g(k), q->h(s)) + p->f(2);\n  }\n"+
			"  @a *heap = k & 2 ? static_cast<@a *>(new @d(&log, s, 7)) : new @b(&log);\n  r += heap->f(r);\n  delete heap;\n  return mix(r, log);\n}", g.inlining(), f, s.name), "@", c))
}

// blockFunction writes a function that all work-items of a block call.
func (g *generator) blockFunction() []*node {
	name := g.name("b")
	n := &node{head: fmt.Sprintf("%s__device__ u64 %s(u64 x, u64 *shared, u32 *counters, const u32 *in, u32 *count, u64 *count64, u64 *out, u32 n, u32 a, u32 gid, u32 tid, u32 lane, u32 lanes) {\n",
		g.inlining(), name), tail: "}\n"}
	threads := g.block[0] * g.block[1] * g.block[2]
	g.inScope(scope{kernel: true, input: true, threads: threads}, func() {
		g.budget = 4
		g.scalars = append(g.scalars, variable{"x", typeU64, false}, variable{"n", typeU32, true}, variable{"tid", typeU32, true}, variable{"gid", typeU32, true}, variable{"lane", typeU32, true})
		n.add(g.locals(1)...)
		n.add(g.together(1+g.r.IntN(3), 1)...)
		n.add(fixed("  return %s;", g.digest()))
	})
	g.blockFunctions = append(g.blockFunctions, name)
	return []*node{n}
}
