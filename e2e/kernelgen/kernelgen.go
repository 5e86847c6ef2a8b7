// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package kernelgen writes random HIP kernels whose work-items part and meet at barriers,
// and says what they must compute: the same program tree is printed as HIP and run by a
// machine in Go (machine.go), which also finds out when a program breaks HIP's own rules.
package kernelgen

import (
	"fmt"
	"strings"
)

// Kind is the type that a variable is kept in. Expressions are of 32 bits.
type Kind int

// Types of variables.
const (
	U32 Kind = iota
	U64
	U8
	F32
	IntoInput // a pointer into the kernel's input
	IntoArray // a pointer into a private array
)

// types are the types' names, what makes them of an unsigned, and what makes an unsigned of them.
var types = []struct{ name, set, get string }{
	U32:       {"unsigned", "%s", "%s"},
	U64:       {"unsigned long long", "%s * 0x100000001ull", "(unsigned)(%s >> 16)"},
	U8:        {"unsigned char", "(unsigned char)(%s)", "(unsigned)%s"},
	F32:       {"float", "(float)(%s & 0xffffu)", "(unsigned)%s"},
	IntoInput: {"const unsigned *", "in + (%s & 127u)", ""},
	IntoArray: {"unsigned *", "", ""},
}

// Var is a variable of a function.
type Var struct {
	Name    string
	Kind    Kind
	N       int  // elements of an array, 0 for a scalar
	Struct  bool // of the members of structKinds
	Uniform bool // the same for all threads of a block
	Param   bool
	Counter bool // of a loop: only it writes
	slot    int
	array   *Var // of a pointer into an array
}

// structKinds are the members of the structure that kernels use.
var structKinds = []Kind{U32, U8, U64, F32}

func (v *Var) size() int {
	switch {
	case v.Struct:
		return len(structKinds)
	case v.N > 0:
		return v.N
	}
	return 1
}

func (v *Var) kindOf(i int) Kind {
	if v.Struct {
		return structKinds[i]
	}
	return v.Kind
}

// Op is what an expression does.
type Op int

// Operations.
const (
	Const   Op = iota // Val
	Thread            // the thread's number in its block
	Block             // the block's number
	Size              // the kernel's argument n
	Read              // Var
	Elem              // Var[Args[0]]
	Member            // Var.m<Val>
	Through           // (*Var)[Args[0]], a pointer
	Input             // in[Args[0]]
	Group             // a value for each block: gu[block * 16 + Val]
	Shared            // shared array Val at Args[0]
	Bin               // Args[0] Text Args[1]
	Cond              // Args[0] ? Args[1] : Args[2]
	Call              // Fn(Args…), evaluated by each thread for itself
)

// Expr is an expression without a barrier in it.
type Expr struct {
	Op   Op
	Text string
	Val  uint32
	Var  *Var
	Fn   *Func
	Args []*Expr
}

// StmtKind is what a statement does.
type StmtKind int

// Statements.
const (
	Assign   StmtKind = iota // Var[Index] Text= E
	Point                    // Var, a pointer, = E
	Copy                     // Var = From, structures
	If                       // If E, or "E && vote(E2)", or without E a vote of the warp on E2: Lists[0], Lists[1]
	Loop                     // Form, Var the counter, Limit its bound, Lists[0]
	Switch                   // E: Lists by number, the last one is the default
	Break                    //
	Continue                 //
	Return                   // E
	Barrier                  // of the block
	WarpSync                 //
	Vote                     // Var = Text(E), with all threads of the block
	Warp                     // Var = Text(E, E2), with all threads of the warp, or of a tile of Val
	CallStmt                 // Var = Fn(Args…)
	Out                      // own word Val of the output, with E
	Store                    // own place of shared array Val = E
	AtomicSh                 // shared counter E & 3, with E2
	Exchange                 // own place of shared array Val = E, then Var = that of the lane E2 from here
	AtomicGl                 // counter Val of the block in global memory, with E
	numKinds
)

// Forms of loops.
const (
	formFor = iota
	formWhile
	formDo
	formEver
	numForms
)

// Stmt is a statement.
type Stmt struct {
	Kind     StmtKind
	Text     string
	Val      uint32
	Var, Arr *Var
	From     *Var
	Limit    *Var
	Index    int   // member of a structure; of an array: Where
	Where    *Expr // index into an array
	E, E2    *Expr
	Fn       *Func
	Args     []*Expr
	Form     int
	Lists    [][]*Stmt
	Through  []bool // of a switch: goes on with the next case
}

// Func is a device function, or the kernel itself.
type Func struct {
	Name   string
	Attr   string
	Params []*Var
	Vars   []*Var
	Body   []*Stmt
	Pure   bool // has no barrier and no warp operation
	size   int
	entry  []state // of the shared arrays, where it has barriers
	exit   []state
}

func (f *Func) add(v *Var) *Var {
	v.slot = f.size
	f.size += v.size()
	if v.Param {
		f.Params = append(f.Params, v)
	} else {
		f.Vars = append(f.Vars, v)
	}
	return v
}

// Kernel is a program of one kernel.
type Kernel struct {
	Name     string
	Seed     uint64
	X, Y     int // size of a block
	Restrict bool
	Main     *Func
	Funcs    []*Func
}

// What all kernels have.
const (
	Blocks   = 3 // in the grid
	Words    = 4 // of output for each thread
	Counters = 4 // in global memory for each block
	inputs   = 256
	perBlock = 16 // values of gu
)

// Shared arrays: two static ones, a dynamic one, one in global memory, and counters.
const (
	dynamic    = 2
	counters   = 4
	arrays     = 5
	numSharedC = 4 // counters in shared memory
)

var arrayNames = [arrays]string{"sa", "sb", "dyn", "gx", "cnt"}

// Threads is the number of threads of a block.
func (k *Kernel) Threads() int { return k.X * k.Y }

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

func (k *Kernel) list(b *strings.Builder, indent string, l []*Stmt) {
	for _, s := range l {
		k.stmt(b, indent, s)
	}
}

// assign is a store of an unsigned to a variable.
func assign(kind Kind, place, value string) string {
	return fmt.Sprintf("%s = %s", place, fmt.Sprintf(types[kind].set, value))
}

func (k *Kernel) stmt(b *strings.Builder, indent string, s *Stmt) {
	line := func(format string, a ...any) { fmt.Fprintf(b, indent+format+"\n", a...) }
	in := indent + "  "
	expr := func(e *Expr) string {
		if e == nil {
			return ""
		}
		return k.expr(e)
	}
	e, e2 := expr(s.E), expr(s.E2)
	switch s.Kind {
	case Assign:
		place, kind := s.Var.Name, s.Var.Kind
		switch {
		case s.Var.Struct:
			place, kind = fmt.Sprintf("%s.m%d", place, s.Index), structKinds[s.Index]
		case s.Var.Kind == IntoArray:
			place, kind = fmt.Sprintf("%s[%s & 1u]", place, k.expr(s.Where)), U32
		case s.Var.N > 0:
			place = fmt.Sprintf("%s[%s & %du]", place, k.expr(s.Where), s.Var.N-1)
		}
		line("%s;", assign(kind, place, e))
	case Point:
		if s.Var.Kind == IntoArray {
			line("%s = %s + (%s & 1u);", s.Var.Name, s.Var.array.Name, e)
		} else {
			line("%s;", assign(s.Var.Kind, s.Var.Name, e))
		}
	case Copy:
		line("%s = %s;", s.Var.Name, s.From.Name)
	case If:
		switch {
		case s.Text == "":
			line("if (%s) {", e)
		case s.E == nil:
			line("if (%s(%s, 0u)) {", s.Text, e2)
		default:
			line("if (%s %s %s(%s)) {", e, s.joint(), s.Text, e2)
		}
		k.list(b, in, s.Lists[0])
		if len(s.Lists[1]) > 0 {
			line("} else {")
			k.list(b, in, s.Lists[1])
		}
		line("}")
	case Loop:
		c, l := s.Var.Name, s.Limit.Name
		line("%s = %s;", l, e)
		end := "}"
		switch s.Form {
		case formFor:
			line("for (%s = 0; %s < %s; %s++) {", c, c, l, c)
		case formWhile:
			line("%s = 0;", c)
			line("while (%s < %s) {", c, l)
			line("  %s++;", c)
		case formDo:
			line("%s = 0;", c)
			line("do {")
			end = fmt.Sprintf("} while (++%s < %s);", c, l)
		case formEver:
			line("for (%s = 0;; %s++) {", c, c)
			line("  if (%s >= %s) break;", c, l)
		}
		k.list(b, in, s.Lists[0])
		line("%s", end)
	case Switch:
		line("switch (%s %% %du) {", e, len(s.Lists))
		for i, l := range s.Lists {
			if i == len(s.Lists)-1 {
				line("default:")
			} else {
				line("case %d:", i)
			}
			k.list(b, in, l)
			if !s.Through[i] || i == len(s.Lists)-1 {
				line("  break;")
			}
		}
		line("}")
	case Break:
		line("break;")
	case Continue:
		line("continue;")
	case Return:
		if s.E == nil {
			line("return;")
		} else {
			line("return %s;", e)
		}
	case Barrier:
		line("__syncthreads();")
	case WarpSync:
		line("__syncwarp();")
	case Vote:
		line("%s;", assign(s.Var.Kind, s.Var.Name, fmt.Sprintf("(unsigned)%s(%s)", s.Text, e)))
	case Warp:
		name := s.Text
		if s.Val > 0 {
			name = fmt.Sprintf("%s<%d>", name, s.Val)
		}
		line("%s;", assign(s.Var.Kind, s.Var.Name, fmt.Sprintf("%s(%s, %s)", name, e, e2)))
	case CallStmt:
		line("%s;", assign(s.Var.Kind, s.Var.Name, k.call(s.Fn, s.Args)))
	case Out:
		line("out[TID * %du + %du] = out[TID * %du + %du] * 31u + %s;", Words, s.Val, Words, s.Val, e)
	case Store:
		line("%s[TID] = %s;", arrayNames[s.Val], e)
	case AtomicSh:
		line("%s(&cnt[%s & %du], %s);", sharedAtomics[s.Val], e, numSharedC-1, e2)
	case Exchange:
		array := arrayNames[s.Val]
		if s.Form == lockstepVolatile {
			line("((volatile unsigned *)%s)[TID] = %s;", array, e)
			array = "((volatile unsigned *)" + array + ")"
		} else {
			line("%s[TID] = %s;", array, e)
			line("__syncwarp();")
		}
		line("%s;", assign(s.Var.Kind, s.Var.Name, fmt.Sprintf("%s[other(TID, %du, %s)]", array, k.Threads(), e2)))
		line("__syncwarp();")
	case AtomicGl:
		line("%s(&gcnt[%d], %s);", globalAtomics[s.Val], s.Val, e)
	default:
		panic("statement")
	}
}

// joint is the operator between the two conditions of an If.
func (s *Stmt) joint() string {
	if s.Val == 1 {
		return "||"
	}
	return "&&"
}

// globalAtomics are the functions for the counters in global memory. Each has its own,
// because the order must not matter.
var globalAtomics = [Counters]string{"atomicAdd", "atomicXor", "atomicMax", "atomicAdd"}

// sharedAtomics are the functions for the counters in shared memory. A kernel has one of
// them, because the order must not matter.
var sharedAtomics = [...]string{"atomicAdd", "atomicXor", "atomicMax", "atomicOr", "atomicAnd", "atomicMin"}

// Forms of exchanges.
const (
	lockstepSync     = iota // with __syncwarp
	lockstepVolatile        // with volatile alone
	numExchanges
)

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

// Text is the kernel and its functions as HIP.
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
		k.list(&b, "  ", f.Body)
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
	k.list(&b, "  ", k.Main.Body)
	b.WriteString("}\n#undef TID\n}\n")
	return b.String()
}

const head = `#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
struct S { unsigned m0; unsigned char m1; unsigned long long m2; float m3; };
__device__ inline unsigned shfl(unsigned v, unsigned from) {
  unsigned long long all = __ballot(1);
  unsigned lane = __lane_id(), r = (unsigned)__shfl((int)v, (int)(from & 31u));
  return all >> (from & 31u) & 1 ? r : 7u + 0 * lane;
}
__device__ inline unsigned shflXor(unsigned v, unsigned m) {
  unsigned long long all = __ballot(1);
  unsigned r = (unsigned)__shfl_xor((int)v, (int)(m & 31u));
  return all >> ((__lane_id() ^ (m & 31u)) & 31u) & 1 ? r : 7u;
}
__device__ inline unsigned shflUp(unsigned v, unsigned m) {
  unsigned long long all = __ballot(1);
  unsigned lane = __lane_id(), r = (unsigned)__shfl_up((int)v, m & 31u);
  return lane >= (m & 31u) && (all >> (lane - (m & 31u)) & 1) ? r : 7u;
}
__device__ __attribute__((noinline)) unsigned shflDown(unsigned v, unsigned m) {
  unsigned long long all = __ballot(1);
  unsigned lane = __lane_id(), r = (unsigned)__shfl_down((int)v, m & 31u);
  return lane + (m & 31u) < 32 && (all >> (lane + (m & 31u)) & 1) ? r : 7u;
}
__device__ inline unsigned ballot(unsigned v, unsigned) { return (unsigned)__ballot(v & 1); }
__device__ inline unsigned any(unsigned v, unsigned) { return (unsigned)__any(v & 1); }
__device__ inline unsigned all(unsigned v, unsigned) { return (unsigned)__all(v & 1); }
__device__ inline unsigned other(unsigned t, unsigned n, unsigned m) {
  unsigned o = t ^ (m & 31u);
  return o < n ? o : t;
}
template <unsigned N> using tile = cooperative_groups::thread_block_tile<N>;
template <unsigned N> __device__ inline tile<N> here() {
  return cooperative_groups::tiled_partition<N>(cooperative_groups::this_thread_block());
}
template <unsigned N> __device__ inline unsigned tileShfl(unsigned v, unsigned m) {
  return here<N>().shfl(v, (int)(m % N));
}
template <unsigned N> __device__ inline unsigned tileXor(unsigned v, unsigned m) {
  return here<N>().shfl_xor(v, m % N);
}
template <unsigned N> __device__ inline unsigned tileUp(unsigned v, unsigned m) {
  unsigned r = here<N>().shfl_up(v, m % N);
  return here<N>().thread_rank() >= m % N ? r : 7u;
}
template <unsigned N> __device__ inline unsigned tileDown(unsigned v, unsigned m) {
  unsigned r = here<N>().shfl_down(v, m % N);
  return here<N>().thread_rank() + m % N < N ? r : 7u;
}
template <unsigned N> __device__ inline unsigned tileBallot(unsigned v, unsigned) {
  return (unsigned)here<N>().ballot(v & 1);
}
template <unsigned N> __device__ inline unsigned tileAny(unsigned v, unsigned) {
  return (unsigned)here<N>().any(v & 1);
}
template <unsigned N> __device__ inline unsigned tileAll(unsigned v, unsigned) {
  return (unsigned)here<N>().all(v & 1);
}
template <unsigned N> __device__ inline unsigned tileSum(unsigned v, unsigned) {
  return cooperative_groups::reduce(here<N>(), v, cooperative_groups::plus<unsigned>());
}
`

// Program is a kernel's text and what it must write.
type Program struct {
	Name string
	Seed uint64
	Text string
	Want []uint32
	x, y int
}

// Program prints and runs the kernel.
func (k *Kernel) Program() (*Program, error) {
	want, err := k.Run()
	if err != nil {
		return nil, err
	}
	return &Program{k.Name, k.Seed, k.Text(), want, k.X, k.Y}, nil
}

// Source is a program that runs kernels and writes their results to the file that its first
// argument names. More arguments choose kernels by number.
func Source(kernels []*Program) string {
	var b strings.Builder
	b.WriteString(head)
	for _, k := range kernels {
		b.WriteString(k.Text)
	}
	fmt.Fprintf(&b, `static unsigned *in, *gu, *mem;
static FILE *file;
#define CHECK(E) do { hipError_t e = (E); if (e != hipSuccess) { fprintf(stderr, "%%s: %%s\n", #E, hipGetErrorString(e)); exit(1); } } while (0)
static void run(int x, int y, unsigned words, void (*k)(const unsigned *, const unsigned *, unsigned, unsigned *, unsigned *, unsigned *)) {
  unsigned t = x * y;
  memset(mem, 0, words * 4);
  k<<<%d, dim3(x, y), t * 4>>>(in, gu, %d, mem, mem + %d * t * %d, mem + %d * t * %d + %d);
  CHECK(hipGetLastError());
  CHECK(hipDeviceSynchronize());
  if (fwrite(mem, 4, words, file) != words || fflush(file)) exit(1);
}
int main(int argc, char **argv) {
  file = fopen(argv[1], "wb");
  if (!file) return 1;
  CHECK(hipMallocManaged((void **)&in, 4 * %d));
  CHECK(hipMallocManaged((void **)&gu, 4 * %d));
  CHECK(hipMallocManaged((void **)&mem, 4 << 16));
  for (unsigned i = 0; i < %d; i++) { unsigned v = (i + 1) * 2654435761u; in[i] = v ^ v >> 15; }
  for (unsigned i = 0; i < %d; i++) { unsigned v = (i + 1001) * 2654435761u; gu[i] = (v ^ v >> 15) >> 7; }
`, Blocks, argN, Blocks, Words, Blocks, Words, Blocks*Counters, inputs, Blocks*perBlock, inputs, Blocks*perBlock)
	for i, k := range kernels {
		fmt.Fprintf(&b, "  if (argc < 3 || atoi(argv[2]) == %d) run(%d, %d, %d, %s_::%s);\n", i, k.x, k.y, len(k.Want), k.Name, k.Name)
	}
	b.WriteString("  return fclose(file) != 0;\n}\n")
	return b.String()
}

// argN is the kernels' argument n.
const argN = 5

// input and group are what the kernels' input holds.
func input(i uint32) uint32 {
	v := (i%inputs + 1) * 2654435761
	return v ^ v>>15
}

func group(i uint32) uint32 {
	v := (i + 1001) * 2654435761
	return (v ^ v>>15) >> 7
}
