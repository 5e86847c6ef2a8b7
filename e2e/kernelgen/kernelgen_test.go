// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package kernelgen

import (
	"fmt"
	"strings"
	"testing"
)

// Kernels keep to HIP's rules, and are the same each time.
func TestKernels(t *testing.T) {
	for i := range uint64(800) {
		seed := i / 2
		if i%2 != 0 {
			seed += Wide
		}
		k := New(seed, fmt.Sprintf("k%d", seed))
		if _, err := k.Run(); err != nil {
			t.Errorf("%v", err)
		}
		if New(seed, k.Name).Text() != k.Text() {
			t.Errorf("seed %d makes two kernels", seed)
		}
	}
}

// hand returns a kernel of given statements.
func hand(body ...*Stmt) *Kernel {
	return &Kernel{Name: "hand", X: 8, Y: 1, Main: &Func{Body: body}}
}

// What breaks HIP's rules is found, so that a wrong result is never the kernel's own fault.
func TestRules(t *testing.T) {
	first := &Expr{Op: Bin, Text: "<", Args: []*Expr{{Op: Thread}, number(1)}}
	next := shared(0, &Expr{Op: Bin, Text: "+", Args: []*Expr{{Op: Thread}, number(1)}})
	store, read, barrier := &Stmt{Kind: Store, E: number(7)}, &Stmt{Kind: Out, E: next}, &Stmt{Kind: Barrier}
	v, counter := &Var{}, &Var{Counter: true, slot: 1}
	leave := &Stmt{Kind: If, E: first, Lists: [][]*Stmt{{{Kind: Warp, Text: "ballot", Var: v, E: number(1), E2: number(0)}, {Kind: Break}}, nil}}
	stay := &Stmt{Kind: If, E: first, Lists: [][]*Stmt{{{Kind: Warp, Text: "ballot", Var: v, E: number(1), E2: number(0)}, {Kind: Continue}}, nil}}
	loop := func(body ...*Stmt) *Stmt {
		return &Stmt{Kind: Loop, Var: counter, Limit: &Var{Counter: true, slot: 2}, E: number(3), Lists: [][]*Stmt{body}}
	}
	exchange := &Stmt{Kind: Exchange, Var: v, E: number(1), E2: number(1)}
	sum := &Stmt{Kind: Warp, Text: "tileSum", Val: 4, Var: v, E: number(1), E2: number(1)}
	atomic := func(op uint32) *Stmt { return &Stmt{Kind: AtomicSh, Val: op, E: number(1), E2: number(1)} }
	for _, c := range []struct {
		what   string
		kernel *Kernel
		rules  bool
	}{
		{"a barrier for some", hand(&Stmt{Kind: If, E: first, Lists: [][]*Stmt{{barrier}, nil}}), false},
		{"a barrier for all that have not ended", hand(&Stmt{Kind: If, E: first, Lists: [][]*Stmt{{{Kind: Return}}, nil}}, barrier), true},
		{"a read while another writes", hand(store, read), false},
		{"a write while another reads", hand(read, store), false},
		{"a read behind a barrier", hand(store, barrier, read), true},
		{"an exchange", hand(exchange, exchange), true},
		{"an exchange of some", hand(&Stmt{Kind: If, E: first, Lists: [][]*Stmt{{exchange}, nil}}), false},
		{"an exchange, and a write of another", hand(exchange, &Stmt{Kind: Out, E: next}), false},
		{"a tile of some", hand(&Stmt{Kind: If, E: first, Lists: [][]*Stmt{{sum}, nil}}), false},
		{"a warp operation of some that leave a loop", hand(loop(leave)), false},
		{"one of all that leave a loop", hand(loop(leave.Lists[0]...)), true},
		{"one of some that stay in a loop", hand(loop(stay)), true},
		{"two atomic operations", hand(atomic(0), atomic(2)), false},
		{"one atomic operation", hand(atomic(2), atomic(2)), true},
	} {
		if _, err := c.kernel.Run(); (err == nil) != c.rules {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

// Generated kernels keep HIP's rules: in 1410657 some threads left a loop that others had gone on with.
func TestGeneratedKernels(t *testing.T) {
	for _, seed := range []uint64{1, 2, 3, Wide, Wide + 1, Wide + 2, 1410657} {
		if _, err := New(seed, "k").Run(); err != nil {
			t.Error(err)
		}
	}
}

// The machine gives what threads compute.
func TestMachine(t *testing.T) {
	next := shared(0, &Expr{Op: Bin, Text: "+", Args: []*Expr{{Op: Thread}, number(1)}})
	got, err := hand(&Stmt{Kind: Store, E: &Expr{Op: Thread}}, &Stmt{Kind: Barrier}, &Stmt{Kind: Out, E: next}).Run()
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 {
		if want := uint32(i+1) % 8; got[i*Words] != want {
			t.Errorf("thread %d has %d, not %d", i, got[i*Words], want)
		}
	}
}

// Warps and tiles give what their lanes have.
func TestLanes(t *testing.T) {
	v := &Var{}
	thread := &Expr{Op: Thread}
	out := &Stmt{Kind: Out, E: &Expr{Op: Read, Var: v}}
	for _, c := range []struct {
		stmt *Stmt
		want []uint32
	}{
		{&Stmt{Kind: Warp, Text: "tileSum", Val: 4, E: thread, E2: number(0)}, []uint32{6, 6, 6, 6, 22, 22, 22, 22}},
		{&Stmt{Kind: Warp, Text: "tileUp", Val: 4, E: thread, E2: number(1)}, []uint32{7, 0, 1, 2, 7, 4, 5, 6}},
		{&Stmt{Kind: Warp, Text: "tileBallot", Val: 2, E: thread, E2: number(0)}, []uint32{2, 2, 2, 2, 2, 2, 2, 2}},
		{&Stmt{Kind: Warp, Text: "shflXor", E: thread, E2: number(1)}, []uint32{1, 0, 3, 2, 5, 4, 7, 6}},
		{&Stmt{Kind: Exchange, E: thread, E2: number(2)}, []uint32{2, 3, 0, 1, 6, 7, 4, 5}},
	} {
		c.stmt.Var = v
		got, err := hand(c.stmt, out).Run()
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range c.want {
			if got[i*Words] != want {
				t.Errorf("%s: thread %d has %d, not %d", c.stmt.Text, i, got[i*Words], want)
			}
		}
	}
	some := &Stmt{Kind: If, Text: "all", E2: &Expr{Op: Bin, Text: "<", Args: []*Expr{thread, number(7)}}, Lists: [][]*Stmt{{{Kind: Out, E: number(1)}}, {{Kind: Out, E: number(2)}}}}
	if got, err := hand(some).Run(); err != nil || got[0] != 2 {
		t.Errorf("a vote that one is against gives %d (%v)", got[0], err)
	}
}

// Reduce keeps what is wrong and drops the rest.
func TestReduce(t *testing.T) {
	k := New(3, "k")
	wrong := func(p *Program) bool { return strings.Contains(p.Text, "__syncthreads();\n  out") }
	k.Reduce(func(l []*Program) []bool {
		out := make([]bool, len(l))
		for i, p := range l {
			out[i] = wrong(p)
		}
		return out
	}, func(*Program) {})
	p, err := k.Program()
	if err != nil || !wrong(p) || len(k.Main.Body) > 2 {
		t.Errorf("%d statements are left (%v)", len(k.Main.Body), err)
	}
}

// What leaves a loop stays in one, however a kernel is made smaller.
func TestReduceJumps(t *testing.T) {
	v := &Var{}
	loop := func(body ...*Stmt) *Stmt {
		return &Stmt{Kind: Loop, Var: v, Limit: v, E: number(2), Lists: [][]*Stmt{body}}
	}
	branch := &Stmt{Kind: If, E: number(1), Lists: [][]*Stmt{{{Kind: Continue}}, {{Kind: Break}}}}
	k := hand(loop(loop(branch), branch))
	for _, e := range k.edits() {
		undo := e()
		if jumps(k.Main.Body) {
			t.Errorf("a jump outside of loops:\n%s", k.Text())
		}
		undo()
	}
}
