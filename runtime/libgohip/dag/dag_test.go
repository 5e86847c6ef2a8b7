// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package dag

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// testGraph is a graph in text, "c:ab" for a node c that depends on a and b.
type testGraph struct {
	nodes []string
	of    map[string][]string
}

func parse(text string) testGraph {
	g := testGraph{of: map[string][]string{}}
	for _, w := range strings.Fields(text) {
		n, deps, _ := strings.Cut(w, ":")
		g.nodes = append(g.nodes, n)
		for _, d := range deps {
			g.of[n] = append(g.of[n], string(d))
		}
	}
	return g
}

func (g testGraph) deps(n string) []string { return g.of[n] }

func TestOrder(t *testing.T) {
	for _, tt := range []struct{ graph, want string }{
		{"", ""},
		{"a b:a c:b", "abc"},
		{"a b c", "abc"},
		{"c:b b:a a", "abc"},         // each a round later than the next
		{"d:bc a c:a b:a", "acbd"},   // a, c and b in one round
		{"x:z a y z:a b:a", "ayzbx"}, // x alone waits for the next round
		{"a:a", "cycle"},
		{"a b:ad c:b d:c", "cycle"},
		{"a b:x", "cycle"}, // no such node
	} {
		g := parse(tt.graph)
		order, ok := Order(g.nodes, g.deps)
		got := strings.Join(order, "")
		if !ok {
			got = "cycle"
		}
		if want := slowOrder(g); got != tt.want || got != want {
			t.Errorf("%s: %s, want %s; round by round %s", tt.graph, got, tt.want, want)
		}
	}
}

// slowOrder does what Order says, round by round.
func slowOrder(g testGraph) string {
	out := ""
	for len(out) < len(g.nodes) {
		before := len(out)
		for _, n := range g.nodes {
			waits := slices.ContainsFunc(g.of[n], func(d string) bool { return !strings.Contains(out, d) })
			if !strings.Contains(out, n) && !waits {
				out += n
			}
		}
		if len(out) == before {
			return "cycle"
		}
	}
	return out
}

// TestOrderLong has a chain in reverse order, whose rounds are as many as its nodes.
func TestOrderLong(t *testing.T) {
	const n = 50000
	var nodes []int
	for i := range n {
		nodes = append(nodes, n-1-i)
	}
	order, ok := Order(nodes, func(i int) []int {
		if i == 0 {
			return nil
		}
		return []int{i - 1}
	})
	if !ok || !slices.IsSorted(order) || len(order) != n {
		t.Errorf("%v, %d nodes", ok, len(order))
	}
}

func TestAddAncestors(t *testing.T) {
	g := parse("a b:a c:a d:bc e")
	set := map[string]bool{"e": true}
	AddAncestors(set, []string{"b"}, g.deps)
	if !set["a"] || !set["b"] || set["c"] || set["d"] || len(set) != 3 {
		t.Errorf("of b: %v", set)
	}
	AddAncestors(set, []string{"d"}, g.deps)
	if len(set) != 5 {
		t.Errorf("of d, too: %v", set)
	}
}

func TestFlatten(t *testing.T) {
	for _, tt := range []struct{ graph, child, want string }{
		{"a b:a c:a d:bc", "", "a[] b[0] c[0] d[1 2]"},
		{"a C:a b:C", "x y", "a[] x[0] y[0] .[1 2] b[3]"},
		{"a C:a b:C", "x y:x", "a[] x[0] y[1] .[2] b[3]"},
		{"a C:a b:C", "", "a[] .[0] b[1]"}, // an empty child
		{"C b:C D:b", "x", "x[] .[0] b[1] x[2] .[3]"},
		{"", "", ""},
	} {
		g, inner := parse(tt.graph), parse(tt.child)
		deps := func(n string) []string {
			if d := inner.of[n]; d != nil {
				return d
			}
			return g.of[n]
		}
		var got []string
		for _, s := range Flatten(g.nodes, deps, func(n string) ([]string, bool) { return inner.nodes, n == "C" || n == "D" }) {
			name := s.Node
			if name == "" {
				name = "."
			}
			got = append(got, name+fmt.Sprint(s.Deps))
		}
		if all := strings.Join(got, " "); all != tt.want {
			t.Errorf("%s with %q: %s, want %s", tt.graph, tt.child, all, tt.want)
		}
	}
}

func TestEdges(t *testing.T) {
	for _, tt := range []struct{ graph, edges, roots, ofA string }{
		{"", "", "", ""},
		{"a", "", "a", ""},
		{"b:a a", "ab", "a", "b"},
		{"a b c:ab d:ca", "ac bc cd ad", "ab", "cd"},
		{"d:bc c:a b:a a", "bd cd ac ab", "a", "cb"},
		{"a:b b:a", "ba ab", "", "b"}, // a cycle, which only Order rejects
	} {
		g := parse(tt.graph)
		from, to := Edges(g.nodes, g.deps)
		var edges []string
		for i := range from {
			edges = append(edges, from[i]+to[i])
		}
		if got := strings.Join(edges, " "); got != tt.edges {
			t.Errorf("%q: edges %q, want %q", tt.graph, got, tt.edges)
		}
		if got := strings.Join(Roots(g.nodes, g.deps), ""); got != tt.roots {
			t.Errorf("%q: roots %q, want %q", tt.graph, got, tt.roots)
		}
		if got := strings.Join(Dependents(g.nodes, g.deps, "a"), ""); got != tt.ofA {
			t.Errorf("%q: on a depend %q, want %q", tt.graph, got, tt.ofA)
		}
	}
}

// TestConnect: a dependency is there once, and only what is there is removed; the others keep their order.
func TestConnect(t *testing.T) {
	var deps []string
	for _, step := range []struct {
		add  bool
		on   string
		ok   bool
		want string
	}{
		{true, "a", true, "a"}, {true, "b", true, "ab"}, {true, "a", false, "ab"}, {true, "c", true, "abc"},
		{false, "b", true, "ac"}, {false, "b", false, "ac"}, {true, "b", true, "acb"}, {false, "a", true, "cb"},
	} {
		change := Disconnect[string]
		if step.add {
			change = Connect[string]
		}
		var ok bool
		if deps, ok = change(deps, step.on); ok != step.ok || strings.Join(deps, "") != step.want {
			t.Errorf("%+v: %v, %v", step, deps, ok)
		}
	}
}
