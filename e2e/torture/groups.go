// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package torture

import (
	"fmt"
	"slices"
	"strings"
)

// Grouped is the first seed of programs with groups of lanes by label, atomic operations on other
// types than integers of 32 and 64 bits, barriers in a loop that a switch enters, and structures in
// shuffles. Those below it stay what they were.
const Grouped = 200_000_000_000_000

// groupedAlone are statements of work-items on their own that programs below Grouped do not have.
func (g *generator) groupedAlone() []func(g *generator, depth int) *node {
	list := alone()
	if g.grouped {
		list = append(list, (*generator).atomicChain, (*generator).atomicChain, (*generator).atomicChain)
	}
	if g.broad {
		for range len(list) {
			list = append(list, (*generator).fromTemplate)
		}
	}
	return list
}

// groupedOfBlock are statements of all work-items of a block that programs below Grouped do not have.
func (g *generator) groupedOfBlock() []func(g *generator, depth int) []*node {
	list := ofBlock()
	if g.grouped {
		list = append(list, (*generator).labelled, (*generator).labelled, (*generator).enteredLoop, (*generator).enteredLoop, (*generator).shuffledStruct)
	}
	if g.broad {
		for range len(list) {
			list = append(list, (*generator).fromBlockTemplate)
		}
	}
	return list
}

// atomicSlots is how many work-items of a block have a slot for chains of atomic operations.
const atomicSlots = 24

// atomicChain has work-items use slots of their own by atomic operations whose operands are results of
// others.
func (g *generator) atomicChain(depth int) *node {
	if !g.kernel {
		return g.volatiles(depth)
	}
	t := pick(g, slices.Concat(plainIntegers, plainIntegers[:4]))
	v, slot, x := g.target(), g.name("s"), g.name("x")
	p := fmt.Sprintf("&%s[tid]", slot)
	value := func() string {
		return pick(g, []string{x, x, fmt.Sprintf("(%s)((u64)%s * 3)", t.name, x), fmt.Sprintf("(%s)%s", t.name, g.u64())})
	}
	scope := func() string { return pick(g, []string{"WORKGROUP", "AGENT", "SYSTEM"}) }
	order := func() string { return pick(g, []string{"RELAXED", "ACQ_REL", "SEQ_CST"}) }
	lines := []string{
		fmt.Sprintf("TORTURE_SHARED %s %s[%d]; if (tid < %du) {", t.name, slot, atomicSlots, atomicSlots),
		fmt.Sprintf("%s %s = (%s)%s; ATOMIC_STORE(%s, %s, %s);", t.name, x, t.name, g.u64(), p, value(), scope()),
	}
	for range 2 + g.r.IntN(4) {
		switch g.r.IntN(6) {
		case 0:
			lines = append(lines, fmt.Sprintf("%[1]s = (%[2]s)(ATOMIC_SWAP_IF(%[3]s, &%[1]s, (%[2]s)%[4]s, %[5]s) ? (u64)%[1]s + 5 : (u64)%[1]s + 9);", x, t.name, p, value(), scope()))
		case 1:
			lines = append(lines, fmt.Sprintf("%s = ATOMIC_LOAD(%s, %s);", x, p, scope()))
		case 2:
			lines = append(lines, fmt.Sprintf("for (u32 %[1]sk = 0; %[1]sk < %[2]s %% 4u; %[1]sk++) %[1]s = ATOMIC(%[3]s, %[4]s, %[5]s, ACQ_REL, %[6]s);", x, g.u32(), pick(g, []string{"add", "xor"}), p, value(), scope()))
		default:
			lines = append(lines, fmt.Sprintf("%s = ATOMIC(%s, %s, %s, %s, %s);", x, pick(g, []string{"add", "sub", "xor", "or", "and", "min", "max"}), p, value(), order(), scope()))
		}
	}
	if g.chance(40) { // in floating point
		f, y := pick(g, floatings[:2]), g.name("y")
		lines = append(lines, fmt.Sprintf("TORTURE_SHARED %[1]s %[2]s[%[3]d]; %[2]s[tid] = number<%[1]s, %[4]s>(%[5]s); %[1]s %[2]so = atomicAdd(&%[2]s[tid], (%[1]s)%[6]s);", f.name, y, atomicSlots, f.bits, g.u64(), x),
			fmt.Sprintf("%[1]so = atomicAdd(&%[1]s[tid], %[1]so); %[2]s = (%[3]s)(%[2]s ^ (%[3]s)mix(bits(%[1]so), bits(atomicExch(&%[1]s[tid], %[1]so))));", y, x, t.name))
	}
	lines = append(lines, fold(v, fmt.Sprintf("mix((u64)%s, (u64)ATOMIC_LOAD(%s, %s))", x, p, scope())), "}")
	return compound(strings.Join(lines, " "))
}

// labelled has lanes of a warp form groups by a value; each group exchanges values as often as it has
// lanes.
func (g *generator) labelled(depth int) []*node {
	if g.partial || g.threads%g.lanes != 0 {
		return g.masked(depth)
	}
	v, group := g.target(), g.name("g")
	lines := []string{fmt.Sprintf("const auto %s = LABELLED(%s %% %du);", group, g.u32(), 1+g.r.IntN(9))}
	for range 1 + g.r.IntN(3) {
		lines = append(lines, fold(v, fmt.Sprintf(pick(g, []string{
			"sumOf(%[1]s, %[2]s)", "scanOf(%[1]s, %[2]s)", "%[1]s.shfl(%[2]s, (int)(%[3]s %% %[1]s.size()))", "(u64)%[1]s.ballot(%[4]s)", "%[1]s.size() * 64 + %[1]s.thread_rank()",
			"(u64)%[1]s.shfl((i32)%[3]s, 0)", "(u64)(%[1]s.any(%[4]s) * 2 + %[1]s.all(%[4]s))",
		}), group, g.u64(), g.u32(), g.condition())))
		if g.chance(30) {
			lines = append(lines, fmt.Sprintf("if (%[1]s.thread_rank() == 0) atomicAdd(&count64[%[2]d], (u64)%[1]s.size());", group, g.r.IntN(16)))
		}
	}
	n := compound(lines...)
	if g.chance(30) { // whole warps of the block
		return []*node{{head: fmt.Sprintf("  if ((tid / LANES + %s) & 1) {\n", g.uniform(2)), tail: "  }\n", kids: []*node{n}}}
	}
	return []*node{n}
}

// enteredLoop is a loop that a switch enters in the middle, with barriers in it.
func (g *generator) enteredLoop(depth int) []*node {
	if depth == 0 {
		return g.exchange()
	}
	c, k := g.name("c"), g.name("k")
	n := &node{head: fmt.Sprintf("  { const u32 %[1]s = %[2]s; u32 %[3]s = (%[1]s + 2) / 3;\n  switch (%[1]s %% 3) {\n", c, g.uniform(7), k), tail: fmt.Sprintf("  } while (--%[1]s && %[1]s < 9); } }\n", k)}
	for i, label := range []string{"  case 0: do { {\n", "  case 2: {\n", "  case 1: {\n"} {
		kids := g.apart(func() []*node { return g.together(1, depth-1) })
		if i == 1 {
			kids = append(kids, g.exchange()...)
		}
		n.add(&node{head: label, tail: "  }\n", fixed: true, kids: kids})
	}
	return []*node{n}
}

// shuffledStruct sends a structure through a shuffle, word by word.
func (g *generator) shuffledStruct(depth int) []*node {
	if g.partial || g.threads%g.lanes != 0 {
		return g.masked(depth)
	}
	s, v, x := pick(g, g.structs), g.target(), g.name("x")
	return []*node{compound(fmt.Sprintf("%s %s = %s; u32 %sw[(sizeof %s + 3) / 4] = {0}; memcpy(%sw, &%s, sizeof %s);", s.name, x, g.structValue(s, 0), x, x, x, x, x),
		fmt.Sprintf("for (u32 &w : %[1]sw) w = __shfl(w, (int)(%[2]s %% LANES)); memcpy(&%[1]s, %[1]sw, sizeof %[1]s);", x, g.uniform(31)), fold(v, fmt.Sprintf("hash%s(%s)", s.name, x)))}
}
