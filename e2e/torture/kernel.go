// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package torture

import (
	"fmt"
)

// blocks are the dimensions of a block; most are no powers of two.
var blocks = [][3]int{
	{1, 1, 1}, {7, 1, 1}, {32, 1, 1}, {33, 1, 1}, {64, 1, 1}, {70, 1, 1}, {96, 1, 1}, {128, 1, 1},
	{5, 3, 1}, {8, 4, 1}, {16, 6, 1}, {9, 7, 1}, {1, 64, 1}, {3, 5, 7}, {5, 3, 3}, {2, 3, 11}, {1, 1, 33}, {4, 4, 4}, {8, 2, 6}, {7, 3, 5},
}

// statements returns n statements of work-items on their own, nested to a depth.
func (g *generator) statements(n, depth int) []*node {
	var out []*node
	for range n {
		out = append(out, g.statement(depth))
	}
	return out
}

func (g *generator) statement(depth int) *node {
	if g.broad && g.result != nil && g.chance(6) {
		return line("    if (%s) return %s;", g.condition(), g.result())
	}
	if g.wide && g.chance(35) {
		return pick(g, g.groupedAlone())(g, depth)
	}
	return g.plainStatement(depth)
}

// plainStatement returns a statement of the kinds that seeds below Wide have too.
func (g *generator) plainStatement(depth int) *node {
	k := g.r.IntN(12)
	switch {
	case depth > 0 && k < 2:
		n := &node{head: fmt.Sprintf("  if (%s) {\n", g.condition()), tail: "  }\n", kids: g.statements(1+g.r.IntN(3), depth-1)}
		if g.chance(40) {
			n.add(&node{head: "  } else {\n", kids: g.statements(1+g.r.IntN(2), depth-1)})
		}
		return n
	case depth > 0 && k < 4 && len(g.counters) > 0:
		return g.loop(fmt.Sprintf("(u32)%s %% 5u", g.expr(typeU32, 1)), func() []*node { return g.statements(1+g.r.IntN(3), depth-1) })
	case depth > 0 && k == 4:
		n := &node{head: fmt.Sprintf("  switch ((u32)%s %% 4u) {\n", g.expr(typeU32, 1)), tail: "  }\n"}
		for c := range 3 {
			n.add(&node{head: fmt.Sprintf("  case %d:\n", c), kids: g.statements(1, 0), tail: pick(g, []string{"    break;\n", "    break;\n", ""})})
		}
		n.add(&node{head: "  default:;\n", kids: g.statements(1, 0)})
		return n
	case k == 5 && g.inLoop:
		return line("    if (%s) %s;", g.condition(), pick(g, []string{"break", "continue"}))
	case k == 6 && g.kernel:
		return g.atomic()
	case k < 9 && len(g.instances) > 0:
		v := pick(g, g.instances)
		if g.chance(25) {
			return line("    %s = %s;", v.name, g.structValue(v.of, 1))
		}
		f := pick(g, v.of.fields)
		return line("    %s.%s = (%s)%s;", v.name, f.text, f.typ.name, g.expr(f.typ, 2))
	case k == 9 && len(g.arrays) > 0:
		v := pick(g, g.arrays)
		return line("    %s[(u32)%s %% %du] = (%s)%s;", v.text, g.expr(typeU32, 1), arrayWords, v.typ.name, g.expr(v.typ, 2))
	}
	return g.assign()
}

// assign returns a variable a value of a work-item's own.
func (g *generator) assign() *node {
	var list []variable
	for _, v := range g.scalars {
		if !v.readOnly {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		return line("    ;")
	}
	v := pick(g, list)
	return line("    %s = (%s)%s;", v.text, v.typ.name, g.expr(v.typ, 1+g.r.IntN(2)))
}

func (g *generator) condition() string {
	t := pick(g, []integer{typeU32, typeU64})
	return fmt.Sprintf("(%s)%s %s (%s)%s", t.unsigned, g.expr(t, 1), pick(g, []string{"<", "==", "!=", ">"}), t.unsigned, g.expr(t, 1))
}

// loop returns a loop over a counter up to a limit.
func (g *generator) loop(limit string, body func() []*node) *node {
	c := g.counters[len(g.counters)-1]
	outer := g.scope
	budget := g.budget
	g.counters = g.counters[:len(g.counters)-1]
	g.scalars = append(g.scalars[:len(g.scalars):len(g.scalars)], variable{text: c, typ: typeU32, readOnly: true})
	g.inLoop = true
	if !g.kernel {
		g.budget = 0 // calls of calls of loops would take too long
	}
	end := g.name("e")
	n := &node{kids: body()}
	switch g.r.IntN(4) {
	case 0:
		n.head, n.tail = fmt.Sprintf("  { const u32 %[2]s = %[3]s; %[1]s = 0; while (%[1]s++ < %[2]s) {\n", c, end, limit), "  } }\n"
	case 1:
		n.head, n.tail = fmt.Sprintf("  { const u32 %[2]s = %[3]s; %[1]s = 0; do {\n", c, end, limit), fmt.Sprintf("  } while (++%s < %s); }\n", c, end)
	default:
		unroll := pick(g, []string{"", "", "\n#pragma unroll 1\n"})
		n.head, n.tail = fmt.Sprintf("  { const u32 %[2]s = %[3]s;%[4]s for (%[1]s = 0; %[1]s < %[2]s; %[1]s++) {\n", c, end, limit, unroll), "  } }\n"
	}
	g.scope = outer
	g.budget = budget
	return n
}

// Counters in global memory: operation i%6 of counter i, which all work-items of the grid use.
var atomics = []string{"Add", "Xor", "Or", "Max", "And", "Min"}

func (g *generator) atomic() *node {
	switch i := g.r.IntN(24); {
	case len(g.sums) > 0 && g.chance(30):
		return line("    atomicAdd(&%s[%d], %s);", pick(g, g.sums), g.r.IntN(2), g.expr(typeU64, 1))
	case g.chance(25):
		return line("    atomicAdd(&count64[%d], %s);", g.r.IntN(16), g.expr(typeU64, 1))
	case g.chance(30):
		return line("    atomicAdd(&counters[(u32)%s & 3u], (u32)%s);", g.expr(typeU32, 1), g.expr(typeU32, 1))
	default:
		return line("    atomic%s(&count[%d], (u32)%s);", atomics[i%6], i+24*g.r.IntN(4), g.expr(typeU32, 1))
	}
}

// uniform returns a number that all work-items of the grid have.
func (g *generator) uniform(most int) string {
	return pick(g, []string{
		fmt.Sprintf("(n %% %du)", most+1), fmt.Sprintf("%du", g.r.IntN(most+1)), fmt.Sprintf("((u32)a %% %du)", most+1),
		fmt.Sprintf("((n + blockIdx.x) %% %du)", most+1),
	})
}

// together returns n statements that all work-items of the block come to.
func (g *generator) together(n, depth int) []*node {
	var out []*node
	for range n {
		out = append(out, g.togetherOne(depth)...)
	}
	return out
}

func (g *generator) togetherOne(depth int) []*node {
	if g.wide && g.chance(45) {
		return pick(g, g.groupedOfBlock())(g, depth)
	}
	one := func(n *node) []*node { return []*node{n} }
	k := g.r.IntN(20)
	switch {
	case depth > 0 && k < 2:
		return one(&node{head: fmt.Sprintf("  if (%s == %s) {\n", g.uniform(3), g.uniform(2)), tail: "  }\n", kids: g.together(1+g.r.IntN(3), depth-1)})
	case depth > 0 && k < 4 && len(g.counters) > 0:
		// No break: all of the block must leave together.
		inLoop, uniform := g.inLoop, g.uniformLoop
		l := g.loop(g.uniform(3), func() []*node { g.inLoop, g.uniformLoop = false, true; return g.together(1+g.r.IntN(3), depth-1) })
		g.inLoop, g.uniformLoop = inLoop, uniform
		return one(l)
	case depth > 0 && k == 4:
		// Some warps of the block, whole ones.
		return one(&node{head: fmt.Sprintf("  if ((tid / LANES + %s) & 1) {\n", g.uniform(2)), tail: "  }\n", kids: g.warp(1+g.r.IntN(3), depth-1)})
	case k < 8:
		// Divergent code, with a loop with a uniform trip count, before a warp operation.
		n := &node{head: fmt.Sprintf("  if (%s) {\n", g.condition()), tail: "  }\n"}
		if len(g.counters) > 0 {
			n.add(g.loop(g.uniform(4), func() []*node { return g.statements(1+g.r.IntN(3), 1) }))
		}
		n.add(g.statements(g.r.IntN(3), 1)...)
		return append(one(n), g.warpFunction()...)
	case k < 11:
		return g.warpFunction()
	case k < 13:
		return g.exchange()
	case k == 13:
		return one(g.vote())
	case k == 14:
		return one(line("  __syncthreads();"))
	}
	return one(g.statement(2))
}

// warp returns statements that all work-items of a warp come to.
func (g *generator) warp(n, depth int) []*node {
	var out []*node
	for range n {
		switch {
		case g.broad && g.threads%g.lanes == 0 && !g.partial && g.chance(30):
			out = append(out, g.expand(pick(g, warpTemplates), ""))
		case g.chance(50):
			out = append(out, g.warpFunction()...)
		case depth > 0 && g.chance(30) && len(g.counters) > 0:
			inLoop := g.inLoop
			out = append(out, g.loop(g.uniform(3), func() []*node { g.inLoop = false; return g.warp(1+g.r.IntN(2), depth-1) }))
			g.inLoop = inLoop
		default:
			out = append(out, g.statement(1))
		}
	}
	return out
}

// warpFunction returns a shuffle or a vote, or a reduction by shuffles.
func (g *generator) warpFunction() []*node {
	if g.partial {
		return g.masked(0)
	}
	v := g.target()
	t := pick(g, []string{"u32", "i32", "u64", "i64", "float"})
	value := fmt.Sprintf("(%s)%s", t, g.expr(typeU64, 1))
	if t == "float" {
		value = fmt.Sprintf("(float)((u32)%s & 0xffffu)", g.expr(typeU32, 1))
	}
	whole := g.threads%g.lanes == 0
	// A float is converted by way of u32: out of the range of the type, C++ leaves it undefined.
	shuffled := func(e string) string { return e }
	if t == "float" {
		shuffled = func(e string) string { return "(u32)" + e }
	}
	set := func(e string) []*node {
		return []*node{line("  %s = (%s)((%s)%s ^ (%s)%s);", v.text, v.typ.name, v.typ.unsigned, v.text, v.typ.unsigned, e)}
	}
	switch k := g.r.IntN(8); {
	case k == 0 && whole && len(g.counters) > 0:
		c := g.counters[len(g.counters)-1]
		return []*node{line("  for (%[1]s = LANES / 2; %[1]s; %[1]s /= 2) %[2]s = (%[3]s)((%[4]s)%[2]s + (%[4]s)__shfl_xor((u32)%[2]s, %[1]s));", c, v.text, v.typ.name, v.typ.unsigned)}
	case k == 1 && whole:
		return set(shuffled(fmt.Sprintf("__shfl_%s(%s, %d)", pick(g, []string{"xor", "down"}), value, 1+g.r.IntN(g.lanes-1))))
	case k == 2:
		return set(shuffled(fmt.Sprintf("__shfl_up(%s, %d)", value, 1+g.r.IntN(g.lanes-1))))
	case k == 3:
		return set(fmt.Sprintf("(u64)__ballot(%s)", g.condition()))
	case k == 4:
		return set(fmt.Sprintf("__%s(%s)", pick(g, []string{"any", "all"}), g.condition()))
	case k == 5:
		return set(fmt.Sprintf("__popcll(__ballot(%s) & ((1ull << lane) - 1))", g.condition()))
	}
	return set(shuffled(fmt.Sprintf("__shfl(%s, (int)((u32)%s %% lanes))", value, g.expr(typeU32, 1))))
}

// target returns a variable that may be written.
func (g *generator) target() variable {
	for {
		if v := pick(g, g.scalars); !v.readOnly {
			return v
		}
	}
}

// exchange sends values through shared memory.
func (g *generator) exchange() []*node {
	v := g.target()
	return []*node{{head: fmt.Sprintf("  shared[tid] = %s;\n  __syncthreads();\n  %s = (%s)((%s)%s + (%s)shared[(tid * %du + %du) %% %du]);\n  __syncthreads();\n",
		g.expr(typeU64, 2), v.text, v.typ.name, v.typ.unsigned, v.text, v.typ.unsigned, 1+g.r.IntN(9), g.r.IntN(40), g.threads)}}
}

// vote returns one of the block.
func (g *generator) vote() *node {
	v := g.target()
	return line("  %s = (%s)((%s)%s + (%s)__syncthreads_%s(%s));", v.text, v.typ.name, v.typ.unsigned, v.text, v.typ.unsigned, pick(g, []string{"count", "or", "and"}), g.condition())
}

// kernelFunction writes a kernel, the line that launches it, and says how many words it gives.
func (g *generator) kernelFunction() (kernel, launch *node, words int) {
	name, s, t := g.name("k"), pick(g, g.structs), g.integer()
	if t.precise {
		t = pick(g, plainIntegers)
	}
	block := pick(g, blocks)
	grid := 1 + g.r.IntN(3)
	threads := block[0] * block[1] * block[2]
	k := &node{tail: "}\n"}
	k.head = fmt.Sprintf("__global__ void %s(u64 *out, const u32 *in, u32 *count, u64 *count64, u32 n, %s s, %s a) {\n", name, s.name, t.name)
	g.inScope(scope{kernel: true, input: true, threads: threads}, func() {
		g.budget = 14
		k.add(fixed("  TORTURE_SHARED u64 shared[%d];\n  TORTURE_SHARED u32 counters[4];", threads),
			fixed("  const u32 tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), lane = tid %% LANES;"),
			fixed("  const u32 lanes = %du - (tid - lane) < LANES ? %du - (tid - lane) : LANES;", threads, threads),
			fixed("  const u32 gid = blockIdx.x * %du + tid;", threads))
		g.instances = append(g.instances, instance{"s", s})
		g.scalars = append(g.scalars, variable{"n", typeU32, true}, variable{"tid", typeU32, true}, variable{"lane", typeU32, true},
			variable{"gid", typeU32, true}, variable{"a", t, true})
		k.add(g.locals(2 + g.r.IntN(2))...)
		k.add(fixed("  if (tid < 4) counters[tid] = tid;\n  __syncthreads();"))
		k.add(g.together(2+g.r.IntN(4), 2)...)
		k.add(fixed("  __syncthreads();\n  out[gid] = mix(%s, counters[tid %% 4]);\n  (void)lanes;", g.digest()))
	})
	launch = line("  LAUNCH(%s, dim3(%d), dim3(%d, %d, %d), m.out.p, m.in.p, m.count.p, m.count64.p, %du, make%s(%du), (%s)%d);",
		name, grid, block[0], block[1], block[2], g.r.IntN(100), s.name, g.r.IntN(1000), t.name, g.r.IntN(100))
	return k, launch, grid * threads
}
