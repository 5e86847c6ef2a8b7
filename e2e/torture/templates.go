// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package torture

import (
	"fmt"
	"strings"
)

// Broad is the first seed of programs that are also made from templates of ordinary code: loops of
// tens of turns over arrays, 128-bit integers, __bf16 and vectors of floating point, conversions and
// directed rounding, tables of all types, coalesced groups, contended atomic operations, records
// at odd addresses, and functions that return early. Those below it stay what they were.
const Broad = 300_000_000_000_000

// Signed is the first seed of programs that also have the signs of zeros among the halves they make.
const Signed = 1_000_000_000_000_000

// A template is a piece of a program with places that begin with @:
//
//	@1 … @9  new names                     @e, @w   expressions of u32 and u64
//	@T @U    an integer type, and the one  @c       a condition
//	         that it is computed in        @d       one that is the same for the whole grid
//	@F @B    a type of floating point and  @u       a number below 5 that is
//	         an integer of its size        @k @K    numbers below 40 and of 64 bits
//	@N @M    two sizes, @M < @N            @o       an operator
//	@P       the work-items of the block   @m       a mask of lanes
//	@r{x}    makes x part of a variable    @q{a|b}  one of several pieces
//	@s @f @h a structure type, a field of it and its function; @v a value
type template string

// expansion is what the places of one template stand for.
type expansion struct {
	g      *generator
	names  [10]string
	t      integer
	f      floating
	n, m   int
	s      *structure
	field  variable
	inMask string
}

var templateFloats = []floating{{"float", "u32", "f"}, {"double", "u64", ""}, {"_Float16", "u16", "f"}, {"__bf16", "u16", "f"}}

func (g *generator) newExpansion(mask string) *expansion {
	x := &expansion{g: g, t: pick(g, plainIntegers), f: pick(g, templateFloats), n: 5 + g.r.IntN(60), s: pick(g, g.structs), inMask: mask}
	x.m = g.r.IntN(x.n)
	x.field = pick(g, x.s.fields)
	return x
}

// expand makes a statement of a template.
func (g *generator) expand(t template, mask string) *node {
	return compound(g.newExpansion(mask).text(string(t)))
}

// text replaces the places of a template.
func (x *expansion) text(t string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(t, "@")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		place, rest := after[0], after[1:]
		t = rest
		if strings.HasPrefix(rest, "{") && (place == 'r' || place == 'q') {
			inside := braces(rest)
			t = rest[len(inside)+2:]
			if place == 'q' {
				inside = pick(x.g, strings.Split(inside, "|"))
				b.WriteString(x.text(inside))
				continue
			}
			b.WriteString(fold(x.g.target(), "(u64)("+x.text(inside)+")"))
			continue
		}
		b.WriteString(x.place(place))
	}
}

// braces returns what is between the brace at the start of a text and the one that closes it.
func braces(t string) string {
	depth := 0
	for i := range len(t) {
		switch t[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return t[1:i]
			}
		}
	}
	panic("a brace without its end in " + t)
}

func (x *expansion) place(p byte) string {
	g := x.g
	switch p {
	case 'e':
		return "(" + g.u32() + ")"
	case 'w':
		return "(" + g.u64() + ")"
	case 'c':
		return "(" + g.condition() + ")"
	case 'd':
		return fmt.Sprintf("(%s == %s)", g.uniform(3), g.uniform(2))
	case 'u':
		return g.uniform(4)
	case 'T':
		return x.t.name
	case 'U':
		if x.t.bits < 32 {
			return "u32"
		}
		return x.t.unsigned
	case 'F':
		return x.f.name
	case 'B':
		return x.f.bits
	case 'm':
		return x.inMask
	case 'o':
		return pick(g, operators)
	}
	return x.constantPlace(p)
}

func (x *expansion) constantPlace(p byte) string {
	g := x.g
	switch p {
	case 'k':
		return fmt.Sprint(g.r.IntN(40))
	case 'K':
		return fmt.Sprintf("%#xull", g.r.Uint64()>>g.r.IntN(64))
	case 'N':
		return fmt.Sprint(x.n)
	case 'M':
		return fmt.Sprint(x.m)
	case 'P':
		return fmt.Sprint(g.threads)
	case 's':
		return x.s.name
	case 'f':
		return x.field.text
	case 'h':
		return "hash" + x.s.name
	case 'v':
		return "(" + g.structValue(x.s, 0) + ")"
	}
	if x.names[p-'0'] == "" {
		x.names[p-'0'] = g.name("t")
	}
	return x.names[p-'0']
}

// fromTemplate is a statement of a work-item on its own.
func (g *generator) fromTemplate(int) *node {
	if g.signed && g.chance(25) {
		return g.expand(pick(g, signedTemplates), "")
	}
	if g.varied && g.chance(45) {
		return g.fromVaried()
	}
	if g.pairs && g.chance(30) {
		if g.kernel && g.chance(25) {
			return g.expand(pick(g, pairsKernelTemplates), "")
		}
		return g.expand(pick(g, pairsAloneTemplates), "")
	}
	if g.edges && g.chance(45) {
		if g.kernel && g.chance(20) {
			return g.expand(pick(g, edgeKernelTemplates), "")
		}
		t := pick(g, edgeAloneTemplates)
		for strings.Contains(string(t), "goto *") && *g.computed {
			t = pick(g, edgeAloneTemplates)
		}
		// Any label whose address is taken may be the target of any such goto in the function, and may not be in the scope of another's variables.
		*g.computed = *g.computed || strings.Contains(string(t), "goto *")
		return g.expand(t, "")
	}
	if g.kernel && g.chance(20) {
		return g.expand(pick(g, kernelTemplates), "")
	}
	if g.chance(40) {
		return g.expand(template(g.loops()), "")
	}
	return g.expand(pick(g, aloneTemplates), "")
}

// orEdge gives one of two lists: the second one now and then in programs from Edge on.
func (g *generator) orEdge(list, edge []template) []template {
	if g.edges && g.chance(50) {
		return edge
	}
	return list
}

// loops is an array and loops over it.
func (g *generator) loops() string {
	t := arrayStart
	for _, i := range g.r.Perm(len(loopTemplates))[:1+g.r.IntN(4)] {
		t += "\n    " + string(loopTemplates[i])
	}
	return t + arrayEnd
}

// fromBlockTemplate are statements of all work-items of a block.
func (g *generator) fromBlockTemplate(depth int) []*node {
	switch {
	case g.partial || g.returned:
		return g.masked(depth)
	case g.threads%g.lanes == 0 && g.varied && g.chance(25):
		return []*node{g.expand(pick(g, variedWarpTemplates), "")}
	case g.threads%g.lanes == 0 && g.chance(40):
		return []*node{g.expand(pick(g, g.orEdge(warpTemplates, edgeWarpTemplates)), "")}
	}
	if g.varied && g.chance(35) {
		if g.chance(20) {
			return g.carved(depth)
		}
		return []*node{g.expand(pick(g, variedBlockTemplates), "")}
	}
	if g.pairs && g.chance(30) {
		return []*node{g.expand(pick(g, pairsBlockTemplates), "")}
	}
	return []*node{g.expand(pick(g, g.orEdge(blockTemplates, edgeBlockTemplates)), "")}
}

// fromDefinition writes types, tables and functions of a template.
func (g *generator) fromDefinition() []*node {
	deep := g.chance(25)
	d := pick(g, g.orEdge(definitionTemplates, edgeDefinitionTemplates))
	if deep {
		d = pick(g, g.orEdge(recursiveTemplates, edgeRecursiveTemplates))
	}
	if g.varied && g.chance(50) {
		d = pick(g, variedDefinitionTemplates)
		if deep {
			d = pick(g, variedRecursiveTemplates)
		}
	}
	g.budget = 2
	var x *expansion
	var text string
	g.inScope(scope{scalars: []variable{{text: "x", typ: typeU64}, {text: "k", typ: typeU32}}}, func() {
		x = g.newExpansion("")
		text = x.text(strings.TrimSpace(string(d)))
	})
	name := x.constantPlace('1')
	g.funcs = append(g.funcs, &function{name: name, typ: typeU64, deep: deep, call: func(g *generator) string {
		return fmt.Sprintf("%s(%s, %s)", name, g.u64(), g.u32())
	}})
	return []*node{{head: text + "\n"}}
}
