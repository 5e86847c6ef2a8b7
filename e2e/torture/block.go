// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package torture

import (
	"fmt"
	"slices"
)

// ofBlock are statements of all work-items of a block that programs below Wide do not have.
func ofBlock() []func(g *generator, depth int) []*node {
	return []func(g *generator, depth int) []*node{
		(*generator).masked, (*generator).masked, (*generator).masked, (*generator).tile, (*generator).tile, (*generator).widths, (*generator).tickets,
		(*generator).lastOne, (*generator).locked, (*generator).sharedStructs, (*generator).dynamicExchange, (*generator).togetherSwitch,
		(*generator).togetherKnot, (*generator).leaveLoop, (*generator).callBlock, (*generator).callBlock, (*generator).scan, (*generator).swapLoop,
	}
}

// masked has the work-items of a warp go two ways, and those of each exchange values by masks.
func (g *generator) masked(depth int) []*node {
	c, m := g.name("c"), g.name("m")
	n := &node{head: fmt.Sprintf("  { const bool %[1]s = %[2]s; const u64 %[3]s = __ballot(%[1]s), %[3]sn = __ballot(!%[1]s); (void)%[3]sn;\n  if (%[1]s) {\n", c, g.condition(), m), tail: "  } }\n"}
	n.add(g.inMask(m, depth)...)
	if g.chance(60) {
		n.add(&node{head: "  } else {\n", kids: g.inMask(m+"n", depth)})
	}
	return []*node{n}
}

// inMask returns statements that the lanes of a mask come to together.
func (g *generator) inMask(m string, depth int) []*node {
	inLoop, loop := g.inLoop, g.uniformLoop
	g.inLoop, g.uniformLoop = false, false
	defer func() { g.inLoop, g.uniformLoop = inLoop, loop }()
	var out []*node
	for range 1 + g.r.IntN(3) {
		switch {
		case g.chance(30):
			out = append(out, g.statement(1))
		case g.varied && g.chance(20):
			out = append(out, g.expand(pick(g, variedMaskTemplates), m))
		case g.broad && g.chance(35):
			out = append(out, g.expand(pick(g, g.orEdge(maskTemplates, edgeMaskTemplates)), m))
		default:
			out = append(out, g.inMaskOne(m, depth))
		}
	}
	return out
}

func (g *generator) inMaskOne(m string, depth int) *node {
	v := g.target()
	switch k := g.r.IntN(11); {
	case k == 0 && depth > 0:
		c, inner := g.name("c"), g.name("m")
		return &node{head: fmt.Sprintf("  { const bool %s = %s; const u64 %s = __ballot_sync(%s, %s);\n  if (%s) {\n", c, g.condition(), inner, m, c, c), tail: "  } }\n", kids: g.inMask(inner, depth-1)}
	case k == 1 && depth > 0 && len(g.counters) > 0:
		return g.loop(g.uniform(3), func() []*node { return g.inMask(m, depth-1) })
	case k == 2: // a value at a time
		left, x, same := g.name("m"), g.name("x"), g.name("m")
		return compound(fmt.Sprintf("const u32 %s = %s & 3u;", x, g.u32()),
			fmt.Sprintf("for (u64 %[1]s = %[2]s; %[1]s;) { const u64 %[3]s = __ballot_sync(%[2]s, %[4]s == __shfl_sync(%[2]s, %[4]s, laneOf(%[1]s, 0)));", left, m, same, x),
			fmt.Sprintf("if (%s >> lane & 1) { %s } %s &= ~%s; }", same, fold(v, fmt.Sprintf("(u64)laneOf(%s, lane) << 7", same)), left, same))
	case k == 3: // lanes leave one by one
		on, i, trips := g.name("m"), g.name("it"), g.name("n")
		return compound(fmt.Sprintf("u64 %s = %s; const u32 %s = %s %% 6u;", on, m, trips, g.u32()),
			fmt.Sprintf("for (u32 %[1]s = 0;; %[1]s++) { %[2]s = __ballot_sync(%[2]s, %[1]s < %[3]s); if (%[1]s >= %[3]s) break; %[4]s }", i, on, trips,
				fold(v, fmt.Sprintf("__shfl_sync(%s, %s, laneOf(%s, %s))", on, g.u64(), on, g.u32()))))
	case k == 4: // through memory
		// Each lane writes and reads its own word alone but between the two barriers.
		return compound(fmt.Sprintf("__syncwarp(%s); shared[tid] = %s; __syncwarp(%s);", m, g.u64(), m),
			fmt.Sprintf("const u64 %[1]sx = shared[tid - lane + laneOf(%[2]s, %[3]s)]; __syncwarp(%[2]s);", v.text, m, g.u32()), fold(v, v.text+"x"))
	case k == 5:
		return compound(fold(v, fmt.Sprintf("(u64)__match_any_sync(%s, %s & 3u)", m, g.u32())))
	case k == 6:
		return compound(fold(v, fmt.Sprintf("(u64)__reduce_add_sync(%s, %s)", m, g.u32())))
	case k == 7:
		return compound(fold(v, fmt.Sprintf("__%s_sync(%s, %s)", pick(g, []string{"any", "all"}), m, g.condition())))
	case k == 8:
		return compound(fold(v, fmt.Sprintf("(u64)__ballot_sync(%s, %s)", m, g.condition())))
	}
	return compound(fold(v, fmt.Sprintf("__shfl_sync(%s, %s, laneOf(%s, %s))", m, pick(g, []string{g.u64(), g.u32(), "(i32)" + g.u32()}), m, g.u32())))
}

// upTo returns the powers of two from 2 to a number.
func upTo(n int) []int {
	var out []int
	for k := 2; k <= n; k *= 2 {
		out = append(out, k)
	}
	return out
}

// tile uses tiles of cooperative groups, whole ones of which may go another way.
func (g *generator) tile(depth int) []*node {
	size := pick(g, upTo(g.lanes))
	if g.threads%size != 0 || g.partial {
		return g.masked(depth)
	}
	var list []*node
	for range 1 + g.r.IntN(3) {
		v, value := g.target(), pick(g, []string{g.u64(), g.u32(), "(i32)" + g.u32()})
		e := fmt.Sprintf(pick(g, []string{
			"shfl(%[1]s, (int)(%[2]s %% %[3]du))", "shfl_up(%[1]s, %[4]d)", "shfl_down(%[1]s, %[4]d)", "shfl_xor(%[1]s, %[4]d)",
			"ballot(%[5]s)", "any(%[5]s)", "all(%[5]s)",
		}), value, g.u32(), size, g.r.IntN(size), g.condition())
		list = append(list, compound(fold(v, fmt.Sprintf("(u64)TILE(%d, %s)", size, e))))
		if g.chance(20) {
			list = append(list, line("    TILE(%d, sync());", size), compound(fold(v, fmt.Sprintf("TILE(%d, %s())", size, pick(g, []string{"thread_rank", "meta_group_rank"})))))
		}
		if g.chance(30) {
			list = append(list, g.statement(1))
		}
	}
	if g.chance(50) {
		return []*node{{head: fmt.Sprintf("  if ((tid / %d + %s) %% 3 == 0) {\n", size, g.uniform(2)), tail: "  }\n", kids: list}}
	}
	return list
}

// widths are shuffles within parts of a warp.
func (g *generator) widths(depth int) []*node {
	width := pick(g, upTo(g.lanes/2))
	if g.threads%width != 0 || g.partial {
		return g.masked(depth)
	}
	return []*node{compound(fold(g.target(), fmt.Sprintf(pick(g, []string{
		"__shfl(%[1]s, (int)(%[2]s %% LANES), %[3]d)", "__shfl_up(%[1]s, %[4]du, %[3]d)", "__shfl_down(%[1]s, %[4]du, %[3]d)", "__shfl_xor(%[1]s, %[4]d, %[3]d)",
	}), pick(g, []string{g.u64(), g.u32()}), g.u32(), width, g.r.IntN(width))))}
}

// tickets are numbers that some work-items draw, of places in shared memory; what is there is summed.
func (g *generator) tickets(int) []*node {
	v, t, i := g.target(), g.name("t"), g.name("it")
	return []*node{compound(fmt.Sprintf("TORTURE_SHARED u32 %[1]s; TORTURE_SHARED u64 %[1]sp[%[2]d]; if (tid == 0) %[1]s = 0; __syncthreads();", t, g.threads),
		fmt.Sprintf("if (%[1]s) %[2]sp[atomicAdd(&%[2]s, 1u)] = %[3]s; __syncthreads();", g.condition(), t, g.u64()),
		fmt.Sprintf("u64 %[1]ss = %[1]s; for (u32 %[2]s = 0; %[2]s < %[1]s; %[2]s++) %[1]ss += %[1]sp[%[2]s]; __syncthreads();", t, i), fold(v, t+"s"))}
}

// lastOne has the last work-item of a block that comes to an atomic operation do what all have done.
func (g *generator) lastOne(int) []*node {
	v, a, d, all := g.target(), g.name("a"), g.name("d"), g.name("n")
	return []*node{compound(fmt.Sprintf("TORTURE_SHARED u64 %[1]s; TORTURE_SHARED u32 %[2]s; if (tid == 0) { %[1]s = %[3]d; %[2]s = 0; }", a, d, g.r.IntN(100)),
		fmt.Sprintf("const u32 %s = (u32)__syncthreads_count(1);", all),
		fmt.Sprintf("atomicAdd(&%s, %s); __threadfence_block();", a, g.u64()),
		fmt.Sprintf("if (atomicAdd(&%s, 1u) == %s - 1) { __threadfence_block(); atomicAdd(&count64[%d], mix(atomicAdd(&%s, (u64)0), 5)); }", d, all, g.r.IntN(16), a),
		"__syncthreads();", fold(v, a), "__syncthreads();")}
}

// locked is a section that one work-item at a time is in.
func (g *generator) locked(int) []*node {
	v, l, s, done := g.target(), g.name("l"), g.name("s"), g.name("d")
	return []*node{compound(fmt.Sprintf("TORTURE_SHARED u32 %[1]s; TORTURE_SHARED volatile u64 %[2]s; if (tid == 0) { %[1]s = 0; %[2]s = 9; } __syncthreads();", l, s),
		fmt.Sprintf("const bool %sc = %s; const u64 %sv = %s;", done, g.condition(), done, g.u64()),
		fmt.Sprintf("LOCKED(%s, %s, %sv, !%sc)", l, s, done, done),
		"__syncthreads();", fold(v, s), "__syncthreads();")}
}

// sharedStructs sends structures through shared memory.
func (g *generator) sharedStructs(depth int) []*node {
	if g.returned {
		return g.masked(depth)
	}
	s, v, name, slots := pick(g, g.structs), g.target(), g.name("s"), min(g.threads, 16)
	f := pick(g, s.fields)
	return []*node{compound(
		fmt.Sprintf("TORTURE_SHARED %[1]s %[2]s[%[3]d]; if (tid < %[3]d) { %[2]s[tid] = %[4]s; %[2]s[tid].%[5]s = (%[6]s)%[7]s; } __syncthreads();", s.name, name, slots, g.structValue(s, 0), f.text, f.typ.name, g.expr(f.typ, 1)),
		fold(v, fmt.Sprintf("hash%s(%s[(tid * %du + %du) %% %du])", s.name, name, 1+g.r.IntN(9), g.r.IntN(40), slots)),
		fmt.Sprintf("const %[1]s %[2]sc = %[2]s[%[3]s %% %[4]du]; __syncthreads();", s.name, name, g.u32(), slots), fold(v, fmt.Sprintf("hash%s(%sc) >> 3", s.name, name)))}
}

// dynamicExchange sends values through shared memory whose size the launch gives.
func (g *generator) dynamicExchange(depth int) []*node {
	if !g.dynamic {
		return g.exchange()
	}
	v := g.target()
	from := fmt.Sprintf("(tid * %du + %du) %% %du", 1+g.r.IntN(9), g.r.IntN(40), g.threads)
	return []*node{compound(fmt.Sprintf("wide[tid] = %s; narrow[tid] = (u16)%s; if (tid < 2) whole2[tid].%s = (%s)%s; __syncthreads();", g.u64(), g.u32(), g.dynamicField.text, g.dynamicField.typ.name, g.expr(g.dynamicField.typ, 1)),
		fold(v, fmt.Sprintf("mix(wide[%s], narrow[%s]) + (u64)whole2[%s & 1u].%s", from, from, g.u32(), g.dynamicField.text)), "__syncthreads();")}
}

// apart writes statements of all work-items from which no loop is left.
func (g *generator) apart(write func() []*node) []*node {
	inLoop, loop := g.inLoop, g.uniformLoop
	g.inLoop, g.uniformLoop = false, false
	out := write()
	g.inLoop, g.uniformLoop = inLoop, loop
	return out
}

// togetherSwitch is one that all take the same way.
func (g *generator) togetherSwitch(depth int) []*node {
	if depth == 0 {
		return g.warpFunction()
	}
	n := &node{head: fmt.Sprintf("  switch (%s) {\n", g.uniform(4)), tail: "  }\n"}
	for c := range 3 {
		n.add(&node{head: fmt.Sprintf("  case %d: {\n", c), kids: g.apart(func() []*node { return g.together(1+g.r.IntN(2), depth-1) }), tail: pick(g, []string{"  } break;\n", "  }\n"})})
	}
	n.add(&node{head: "  default: {\n", kids: g.apart(func() []*node { return g.together(1, depth-1) }), tail: "  }\n"})
	return []*node{n}
}

// togetherKnot is a loop of two entries with barriers in it.
func (g *generator) togetherKnot(depth int) []*node {
	if depth == 0 || len(g.counters) == 0 {
		return g.exchange()
	}
	return []*node{g.knot(func() string { return fmt.Sprintf("%s == %s", g.uniform(3), g.uniform(2)) }, func() []*node {
		return g.apart(func() []*node { return g.together(1+g.r.IntN(2), depth-1) })
	})}
}

// leaveLoop has all leave a loop, or begin its next turn.
func (g *generator) leaveLoop(depth int) []*node {
	if !g.uniformLoop {
		return g.masked(depth)
	}
	return []*node{line("    if (%s == %s) %s;", g.uniform(3), g.uniform(2), pick(g, []string{"break", "continue"}))}
}

// callBlock calls a function that all work-items of the block come to.
func (g *generator) callBlock(depth int) []*node {
	if len(g.blockFunctions) == 0 || g.threads != g.block[0]*g.block[1]*g.block[2] || g.returned || g.calls > 3 {
		return g.masked(depth)
	}
	g.calls++
	v := g.target()
	f := pick(g, g.blockFunctions)
	return []*node{compound(fold(v, fmt.Sprintf("%s(%s, shared, counters, in, count, count64, out, n, (u32)a, gid, tid, lane, lanes)", f, g.u64())))}
}

// scan sums what the work-items before one have.
func (g *generator) scan(depth int) []*node {
	if g.returned {
		return g.masked(depth)
	}
	v, d, x := g.target(), g.name("it"), g.name("x")
	return []*node{compound(fmt.Sprintf("shared[tid] = %s; __syncthreads();", g.u64()),
		fmt.Sprintf("%sfor (u32 %[2]s = 1; %[2]s < %[3]d; %[2]s *= 2) { u64 %[4]s = 0; if (tid >= %[2]s) %[4]s = shared[tid - %[2]s]; __syncthreads(); shared[tid] += %[4]s; __syncthreads(); }",
			pick(g, []string{"", "\n#pragma unroll 1\n"}), d, g.threads, x), fold(v, fmt.Sprintf("shared[%d - tid]", g.threads-1)), "__syncthreads();")}
}

// swapLoop goes back and forth between two halves of shared memory through pointers.
func (g *generator) swapLoop(depth int) []*node {
	if !g.dynamic || g.returned {
		return g.masked(depth)
	}
	v, p, q, i := g.target(), g.name("p"), g.name("p"), g.name("it")
	return []*node{compound(fmt.Sprintf("u64 *%[1]s = shared, *%[2]s = wide; %[1]s[tid] = %[3]s; __syncthreads();", p, q, g.u64()),
		fmt.Sprintf("for (u32 %[1]s = 0; %[1]s < %[2]s; %[1]s++) { %[3]s[tid] = mix(%[4]s[(tid + %[1]s + 1) %% %[5]du], %[4]s[tid]); __syncthreads(); u64 *%[3]st = %[4]s; %[4]s = %[3]s; %[3]s = %[3]st; }", i, g.uniform(4), q, p, g.threads),
		fold(v, fmt.Sprintf("%s[%d - tid]", p, g.threads-1)), "__syncthreads();")}
}

// earlyEnd has some work-items end, whole warps of them or not.
func (g *generator) earlyEnd() *node {
	g.returned = true
	if g.threads > 64 && g.chance(60) {
		return line("  if (tid / LANES > %s) return;", g.uniform(2))
	}
	if g.threads < 8 {
		g.returned = false
		return line("  ;")
	}
	g.partial = true
	return line("  if (tid >= 4 && (tid >= %d || %s)) return;", 4+g.r.IntN(g.threads), g.condition())
}

// wideKernel writes a kernel of a program from Wide on, the lines that launch it, and says how many
// words it gives.
func (g *generator) wideKernel() (kernel, launch *node, words int) {
	name, s, t := g.name("k"), pick(g, g.structs), pick(g, plainIntegers)
	block := g.block
	if g.chance(40) {
		block = pick(g, blocks)
	}
	grid := [3]int{1 + g.r.IntN(3), 1 + g.r.IntN(2), 1 + g.r.IntN(2)}
	threads, groups := block[0]*block[1]*block[2], grid[0]*grid[1]*grid[2]
	d := pick(g, g.structs)
	g.picture = pick(g, []integer{{}, {}, typeU32, plainIntegers[0], plainIntegers[2]})
	k := &node{tail: "}\n"}
	bounds := pick(g, []string{"", "", fmt.Sprintf("__launch_bounds__(%d) ", threads), "__launch_bounds__(1024) ", fmt.Sprintf("__launch_bounds__(%d, 2) ", max(64, threads))})
	template, argument := "", ""
	if g.chance(25) {
		template, argument = "template <u32 K> ", fmt.Sprintf("<%d>", g.r.IntN(9))
	}
	k.head = fmt.Sprintf("%s__global__ void %s%s(u64 *out, const u32 *in, u32 *count, u64 *count64, u32 n, %s s, %s a%s) {\n", template, bounds, name, s.name, t.name, g.pictureParameters())
	g.inScope(scope{kernel: true, input: true, threads: threads, dynamic: g.chance(50), dynamicField: pick(g, d.fields)}, func() {
		g.budget = 14
		g.prologue(k, threads, d)
		g.instances = append(g.instances, instance{"s", s})
		g.scalars = append(g.scalars, variable{"n", typeU32, true}, variable{"tid", typeU32, true}, variable{"lane", typeU32, true},
			variable{"gid", typeU32, true}, variable{"a", t, true})
		if template != "" {
			g.scalars = append(g.scalars, variable{"K", typeU32, true})
		}
		k.add(g.locals(2 + g.r.IntN(2))...)
		k.add(fixed("  if (tid < 4) counters[tid] = tid;\n  __syncthreads();"))
		k.add(g.together(1+g.r.IntN(2), 2)...)
		if g.chance(20) {
			k.add(g.earlyEnd())
		}
		k.add(g.together(1+g.r.IntN(4), 2)...)
		k.add(fixed("  __syncthreads();\n  out[gid] = mix(out[gid], mix(%s, counters[tid %% 4]));\n  (void)lanes;", g.digest()))
		launch = line("%s  LAUNCH_SHARED(%s%s, dim3(%d, %d, %d), dim3(%d, %d, %d), %s, m.out.p, m.in.p, m.count.p, m.count64.p, %du, make%s(%du), (%s)%d%s);%s",
			g.pictureBefore(), name, argument, grid[0], grid[1], grid[2], block[0], block[1], block[2], g.dynamicBytes(threads, d), g.r.IntN(100), s.name, g.r.IntN(1000), t.name, g.r.IntN(100),
			g.pictureArguments(), g.pictureAfter())
	})
	return k, launch, groups * threads
}

// prologue declares what statements of a kernel may use.
func (g *generator) prologue(k *node, threads int, d *structure) {
	k.add(fixed("  TORTURE_SHARED u64 shared[%d];\n  TORTURE_SHARED u32 counters[4];", threads),
		fixed("  const u32 tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), lane = tid %% LANES;"),
		fixed("  const u32 lanes = %du - (tid - lane) < LANES ? %du - (tid - lane) : LANES;", threads, threads),
		fixed("  const u32 gid = (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) * %du + tid;\n  shared[tid] = tid;", threads))
	if g.dynamic {
		k.add(fixed("  %[1]s *whole2 = (%[1]s *)dynamicShared; u64 *wide = (u64 *)(dynamicShared + (2 * sizeof(%[1]s) + 7) / 8 * 8); u16 *narrow = (u16 *)(wide + %[2]d);", d.name, threads),
			fixed("  wide[tid] = narrow[tid] = (u16)tid; if (tid == 0) { whole2[0] = make%s(1); whole2[1] = make%s(gid); }", d.name, d.name))
	}
}

func (g *generator) dynamicBytes(threads int, d *structure) string {
	if !g.dynamic {
		return "0"
	}
	bytes := threads * 10
	if g.varied {
		bytes += threads*carvedBytes + carvedGaps
	}
	return fmt.Sprintf("(2 * sizeof(%s) + 7) / 8 * 8 + %d", d.name, bytes)
}

// A kernel may have a texture and a surface of one type.
func (g *generator) pictureParameters() string {
	if g.picture.name == "" {
		return ""
	}
	return fmt.Sprintf(", Picture<%[1]s>::Texture texture, Picture<%[1]s>::Surface surface", g.picture.name)
}

func (g *generator) pictureBefore() string {
	if g.picture.name == "" {
		return ""
	}
	return fmt.Sprintf("  {\n  Picture<%[1]s> seen(%d, %t), written(5, false);\n", g.picture.name, g.r.IntN(1000), g.chance(50))
}

func (g *generator) pictureArguments() string {
	if g.picture.name == "" {
		return ""
	}
	return ", seen.texture(), written.surface()"
}

func (g *generator) pictureAfter() string {
	if g.picture.name == "" {
		return ""
	}
	return "\n  written.append(bytes);\n  }"
}

// wideProgram makes a program from Wide on.
func (g *generator) wideProgram(p *Program) {
	for range 1 + g.r.IntN(3) {
		p.root.add(g.structure()...)
	}
	g.block = pick(g, blocks)
	makers := slices.Concat([]func(*generator) []*node{(*generator).plainFunction, (*generator).structFunction, (*generator).recursion, (*generator).mutualRecursion, (*generator).table, (*generator).classes}, definitions())
	if g.broad {
		for range len(makers) / 2 {
			makers = append(makers, (*generator).fromDefinition)
		}
	}
	for range 2 + g.r.IntN(4) {
		p.root.add(pick(g, makers)(g)...)
	}
	var runs []*node
	words := 0
	for range 1 + g.r.IntN(2) {
		k, launch, w := g.wideKernel()
		p.root.add(k)
		runs = append(runs, launch)
		words = max(words, w)
	}
	if g.chance(40) {
		k, launch := g.functorKernel(words)
		p.root.add(k)
		runs = append(runs, launch)
	}
	run := &node{head: fmt.Sprintf("static std::vector<u8> run() {\n  Memory m(%d);\n  std::vector<u8> bytes;\n", words), tail: "  std::vector<u8> more = m.bytes();\n  bytes.insert(bytes.end(), more.begin(), more.end());\n  return bytes;\n}\n", fixed: true}
	run.add(g.before...)
	run.add(runs...)
	run.add(fixed("  CHECKED(hipDeviceSynchronize());"))
	run.add(g.after...)
	p.root.add(run)
}

// functorKernel is a template that is given a lambda by the host, whose arguments the host computes
// in a type that devices do not have.
func (g *generator) functorKernel(words int) (kernel, launch *node) {
	name, s := g.name("k"), pick(g, g.structs)
	kernel = line("template <typename F> __global__ void %s(u64 *out, u32 n, F f) {\n  const u32 gid = threadIdx.x + blockDim.x * blockIdx.x;\n  if (gid < n) out[gid] = f(gid, out[gid]);\n}", name)
	var body string
	g.inScope(scope{scalars: []variable{{"i", typeU32, true}, {"x", typeU64, false}, {"k", typeU32, true}}, instances: []instance{{"s", s}}}, func() {
		body = fmt.Sprintf("x ^= (u64)(s.%s); x += %s; return mix(x, (u64)%s);", pick(g, s.fields).text, g.expr(typeU64, 2), g.expr(typeU64, 1))
	})
	launch = line("  { long double d = %d.25L; for (int i = 0; i < 9; i++) d = d * 1.5L + 0.1L; const u32 k = (u32)d; const %s s = make%s(k);\n    auto f = [=] __device__(u32 i, u64 x) -> u64 { %s };\n    LAUNCH(%s, dim3(%d), dim3(%d), m.out.p, %du, f); }",
		g.r.IntN(100), s.name, s.name, body, name, (words+31)/32, 32, words)
	return kernel, launch
}
