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
	for seed := range uint64(400) {
		k := New(seed, fmt.Sprintf("k%d", seed))
		if _, err := k.Run(); err != nil {
			t.Errorf("%v", err)
		}
		if New(seed, k.Name).Text() != k.Text() {
			t.Errorf("seed %d makes two kernels", seed)
		}
	}
}

// hand is a kernel of given statements.
func hand(body ...*Stmt) *Kernel {
	return &Kernel{Name: "hand", X: 8, Y: 1, Main: &Func{Body: body}}
}

// What breaks HIP's rules is found, so that a wrong result is never the kernel's own fault.
func TestRules(t *testing.T) {
	first := &Expr{Op: Bin, Text: "<", Args: []*Expr{{Op: Thread}, number(1)}}
	next := shared(0, &Expr{Op: Bin, Text: "+", Args: []*Expr{{Op: Thread}, number(1)}})
	store, read, barrier := &Stmt{Kind: Store, E: number(7)}, &Stmt{Kind: Out, E: next}, &Stmt{Kind: Barrier}
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
	} {
		if _, err := c.kernel.Run(); (err == nil) != c.rules {
			t.Errorf("%s: %v", c.what, err)
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
