// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package kernelgen writes random HIP kernels whose work-items diverge and synchronise at barriers,
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

// Threads returns the number of threads of a block.
func (k *Kernel) Threads() int { return k.X * k.Y }

// joint returns the operator between the two conditions of an If.
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

// Source returns a program that runs kernels and writes their results to the file that its first
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
