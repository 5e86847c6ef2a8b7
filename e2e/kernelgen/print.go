// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package kernelgen

import (
	"fmt"
	"strings"
)

const passed = "in, gu, n, out, gcnt, sa, sb, dyn, gx, cnt"

func (k *Kernel) expr(e *Expr) string {
	arg := func(i int) string { return k.expr(e.Args[i]) }
	switch e.Op {
	case Const:
		return fmt.Sprintf("%du", e.Val)
	case Thread:
		return "TID"
	case Block:
		return "blockIdx.x"
	case Size:
		return "n"
	case Read:
		return fmt.Sprintf(types[e.Var.Kind].get, e.Var.Name)
	case Elem:
		return fmt.Sprintf(types[e.Var.Kind].get, fmt.Sprintf("%s[%s & %du]", e.Var.Name, arg(0), e.Var.N-1))
	case Member:
		return fmt.Sprintf(types[structKinds[e.Val]].get, fmt.Sprintf("%s.m%d", e.Var.Name, e.Val))
	case Through:
		return fmt.Sprintf("%s[%s & 1u]", e.Var.Name, arg(0))
	case Input:
		return fmt.Sprintf("in[%s & %du]", arg(0), inputs-1)
	case Group:
		return fmt.Sprintf("gu[blockIdx.x * %du + %du]", perBlock, e.Val)
	case Shared:
		if e.Args[0].Op == Thread && e.Val != counters {
			return arrayNames[e.Val] + "[TID]"
		}
		return fmt.Sprintf("%s[%s %% %du]", arrayNames[e.Val], arg(0), k.arraySize(int(e.Val)))
	case Bin:
		return fmt.Sprintf("(%s %s %s)", arg(0), e.Text, arg(1))
	case Cond:
		return fmt.Sprintf("(%s ? %s : %s)", arg(0), arg(1), arg(2))
	case Call:
		return k.call(e.Fn, e.Args)
	}
	panic("operation")
}

func (k *Kernel) call(f *Func, args []*Expr) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s(%s", f.Name, passed)
	for i, a := range args {
		b.WriteString(", " + fmt.Sprintf(types[f.Params[i].Kind].set, k.expr(a)))
	}
	return b.String() + ")"
}

func (k *Kernel) arraySize(i int) int {
	if i == counters {
		return numSharedC
	}
	return k.Threads()
}

// assign returns a store of an unsigned to a variable.
func assign(kind Kind, place, value string) string {
	return fmt.Sprintf("%s = %s", place, fmt.Sprintf(types[kind].set, value))
}

// printer writes statements as HIP.
type printer struct {
	k      *Kernel
	b      *strings.Builder
	indent string
}

func (p *printer) line(format string, a ...any) { fmt.Fprintf(p.b, p.indent+format+"\n", a...) }

// set writes a store of an unsigned to a variable.
func (p *printer) set(v *Var, value string) { p.line("%s;", assign(v.Kind, v.Name, value)) }

func (p *printer) expr(e *Expr) string {
	if e == nil {
		return ""
	}
	return p.k.expr(e)
}

// list writes the statements of a branch or a loop.
func (p *printer) list(l []*Stmt) {
	in := printer{p.k, p.b, p.indent + "  "}
	for _, s := range l {
		in.stmt(s)
	}
}

func (p *printer) stmt(s *Stmt) {
	switch s.Kind {
	case Assign, Point, Copy:
		p.change(s)
	case If:
		p.branch(s)
	case Loop:
		p.loop(s)
	case Switch:
		p.choose(s)
	case Break:
		p.line("break;")
	case Continue:
		p.line("continue;")
	case Return:
		if s.E == nil {
			p.line("return;")
		} else {
			p.line("return %s;", p.expr(s.E))
		}
	case CallStmt:
		p.set(s.Var, p.k.call(s.Fn, s.Args))
	case Barrier, WarpSync, Vote, Warp, Exchange:
		p.sync(s)
	default:
		p.memory(s)
	}
}

// change writes what changes a variable.
func (p *printer) change(s *Stmt) {
	place, kind, e := s.Var.Name, s.Var.Kind, p.expr(s.E)
	switch {
	case s.Kind == Copy:
		p.line("%s = %s;", place, s.From.Name)
		return
	case s.Kind == Point && kind == IntoArray:
		p.line("%s = %s + (%s & 1u);", place, s.Var.array.Name, e)
		return
	case s.Kind == Point:
	case s.Var.Struct:
		place, kind = fmt.Sprintf("%s.m%d", place, s.Index), structKinds[s.Index]
	case kind == IntoArray:
		place, kind = fmt.Sprintf("%s[%s & 1u]", place, p.expr(s.Where)), U32
	case s.Var.N > 0:
		place = fmt.Sprintf("%s[%s & %du]", place, p.expr(s.Where), s.Var.N-1)
	}
	p.line("%s;", assign(kind, place, e))
}

func (p *printer) branch(s *Stmt) {
	e, e2 := p.expr(s.E), p.expr(s.E2)
	switch {
	case s.Text == "":
		p.line("if (%s) {", e)
	case s.E == nil:
		p.line("if (%s(%s, 0u)) {", s.Text, e2)
	default:
		p.line("if (%s %s %s(%s)) {", e, s.joint(), s.Text, e2)
	}
	p.list(s.Lists[0])
	if len(s.Lists[1]) > 0 {
		p.line("} else {")
		p.list(s.Lists[1])
	}
	p.line("}")
}

func (p *printer) loop(s *Stmt) {
	c, l := s.Var.Name, s.Limit.Name
	p.line("%s = %s;", l, p.expr(s.E))
	end := "}"
	switch s.Form {
	case formFor:
		p.line("for (%s = 0; %s < %s; %s++) {", c, c, l, c)
	case formWhile:
		p.line("%s = 0;", c)
		p.line("while (%s < %s) {", c, l)
		p.line("  %s++;", c)
	case formDo:
		p.line("%s = 0;", c)
		p.line("do {")
		end = fmt.Sprintf("} while (++%s < %s);", c, l)
	case formEver:
		p.line("for (%s = 0;; %s++) {", c, c)
		p.line("  if (%s >= %s) break;", c, l)
	}
	p.list(s.Lists[0])
	p.line("%s", end)
}

func (p *printer) choose(s *Stmt) {
	p.line("switch (%s %% %du) {", p.expr(s.E), len(s.Lists))
	for i, l := range s.Lists {
		if i == len(s.Lists)-1 {
			p.line("default:")
		} else {
			p.line("case %d:", i)
		}
		p.list(l)
		if !s.Through[i] || i == len(s.Lists)-1 {
			p.line("  break;")
		}
	}
	p.line("}")
}

// sync writes what the threads of a block or of a warp do together.
func (p *printer) sync(s *Stmt) {
	e, e2 := p.expr(s.E), p.expr(s.E2)
	switch s.Kind {
	case Barrier:
		p.line("__syncthreads();")
	case WarpSync:
		p.line("__syncwarp();")
	case Vote:
		p.set(s.Var, fmt.Sprintf("(unsigned)%s(%s)", s.Text, e))
	case Warp:
		name := s.Text
		if s.Val > 0 {
			name = fmt.Sprintf("%s<%d>", name, s.Val)
		}
		p.set(s.Var, fmt.Sprintf("%s(%s, %s)", name, e, e2))
	case Exchange:
		array := arrayNames[s.Val]
		if s.Form == lockstepVolatile {
			p.line("((volatile unsigned *)%s)[TID] = %s;", array, e)
			array = "((volatile unsigned *)" + array + ")"
		} else {
			p.line("%s[TID] = %s;", array, e)
			p.line("__syncwarp();")
		}
		p.set(s.Var, fmt.Sprintf("%s[other(TID, %du, %s)]", array, p.k.Threads(), e2))
		p.line("__syncwarp();")
	}
}

// memory writes what changes memory.
func (p *printer) memory(s *Stmt) {
	e, e2 := p.expr(s.E), p.expr(s.E2)
	switch s.Kind {
	case Out:
		p.line("out[TID * %du + %du] = out[TID * %du + %du] * 31u + %s;", Words, s.Val, Words, s.Val, e)
	case Store:
		p.line("%s[TID] = %s;", arrayNames[s.Val], e)
	case AtomicSh:
		p.line("%s(&cnt[%s & %du], %s);", sharedAtomics[s.Val], e, numSharedC-1, e2)
	case AtomicGl:
		p.line("%s(&gcnt[%d], %s);", globalAtomics[s.Val], s.Val, e)
	default:
		panic("statement")
	}
}

const params = "const unsigned *in, const unsigned *gu, unsigned n, unsigned *out, unsigned *gcnt, unsigned *sa, unsigned *sb, unsigned *dyn, unsigned *gx, unsigned *cnt"

func (k *Kernel) locals(b *strings.Builder, f *Func) {
	for i, v := range f.Vars {
		init := fmt.Sprintf("in[(TID + %du) & %du]", i*7, inputs-1)
		if v.Uniform {
			init = fmt.Sprintf("gu[blockIdx.x * %du + %du]", perBlock, i%perBlock)
		}
		switch {
		case v.Counter:
			fmt.Fprintf(b, "  unsigned %s = 0;\n", v.Name)
		case v.Struct:
			fmt.Fprintf(b, "  S %s;\n", v.Name)
			for m, kind := range structKinds {
				fmt.Fprintf(b, "  %s;\n", assign(kind, fmt.Sprintf("%s.m%d", v.Name, m), init))
			}
		case v.Kind == IntoArray:
			fmt.Fprintf(b, "  unsigned *%s = %s;\n", v.Name, v.array.Name)
		case v.N > 0:
			fmt.Fprintf(b, "  %s %s[%d];\n", types[v.Kind].name, v.Name, v.N)
			for m := range v.N {
				fmt.Fprintf(b, "  %s;\n", assign(v.Kind, fmt.Sprintf("%s[%d]", v.Name, m), init))
			}
		default:
			fmt.Fprintf(b, "  %s %s;\n", types[v.Kind].name, assign(v.Kind, v.Name, init))
		}
	}
}

// Text returns the kernel and its functions as HIP.
func (k *Kernel) Text() string {
	var b strings.Builder
	t := k.Threads()
	fmt.Fprintf(&b, "// seed %d\nnamespace %s_ {\n", k.Seed, k.Name)
	fmt.Fprintf(&b, "#define TID (threadIdx.x + threadIdx.y * %du)\n", k.X)
	for _, f := range k.Funcs {
		fmt.Fprintf(&b, "__device__ %s unsigned %s(%s", f.Attr, f.Name, params)
		for _, p := range f.Params {
			fmt.Fprintf(&b, ", %s %s", types[p.Kind].name, p.Name)
		}
		b.WriteString(") {\n")
		k.locals(&b, f)
		(&printer{k: k, b: &b}).list(f.Body)
		b.WriteString("}\n")
	}
	restrict := ""
	if k.Restrict {
		restrict = "__restrict__ "
	}
	fmt.Fprintf(&b, "__global__ void %s(const unsigned *%sin, const unsigned *%sgu, unsigned n, unsigned *out, unsigned *gcnt, unsigned *gx) {\n", k.Name, restrict, restrict)
	fmt.Fprintf(&b, "  __shared__ unsigned sa[%d], sb[%d], cnt[%d];\n  extern __shared__ unsigned dyn[];\n", t, t, numSharedC)
	fmt.Fprintf(&b, "  out += blockIdx.x * %du;\n  gcnt += blockIdx.x * %du;\n  gx += blockIdx.x * %du;\n", t*Words, Counters, t)
	b.WriteString("  sa[TID] = in[TID];\n  sb[TID] = in[TID + 1];\n  dyn[TID] = in[TID + 2];\n  gx[TID] = in[TID + 3];\n")
	fmt.Fprintf(&b, "  if (TID < %du) cnt[TID] = 0;\n", numSharedC)
	k.locals(&b, k.Main)
	b.WriteString("  __syncthreads();\n")
	(&printer{k: k, b: &b}).list(k.Main.Body)
	b.WriteString("}\n#undef TID\n}\n")
	return b.String()
}
