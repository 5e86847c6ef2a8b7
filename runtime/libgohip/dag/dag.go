// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package dag orders the nodes of task graphs, which have a list of the nodes that each depends on.
package dag

import (
	"cmp"
	"slices"
)

// Order returns nodes in topological order, in rounds: each round has the nodes whose dependencies
// come before them, in an earlier round or in the list. Nodes that were added after their
// dependencies thus keep their order. ok is false if there is a cycle, or a dependency that is not
// among the nodes.
func Order[N comparable](nodes []N, deps func(N) []N) (order []N, ok bool) {
	o := orderer[N]{deps: deps, at: make(map[N]int, len(nodes)), round: make([]int, len(nodes))}
	for i, n := range nodes {
		o.at[n] = i
	}
	list := make([]int, len(nodes))
	for i, n := range nodes {
		if !o.visit(n, i) {
			return nil, false
		}
		list[i] = i
	}
	slices.SortFunc(list, func(i, j int) int { return cmp.Or(o.round[i]-o.round[j], i-j) })
	order = make([]N, len(nodes))
	for i, from := range list {
		order[i] = nodes[from]
	}
	return order, true
}

// orderer computes the rounds of nodes.
type orderer[N comparable] struct {
	deps  func(N) []N
	at    map[N]int // place in the list
	round []int     // by place, from 1; 0: not visited, -1: being visited
}

// visit computes the round of a node, and reports whether it has one.
func (o *orderer[N]) visit(n N, at int) bool {
	if o.round[at] != 0 {
		return o.round[at] > 0
	}
	o.round[at] = -1
	round := 1
	for _, d := range o.deps(n) {
		i, known := o.at[d]
		if !known || !o.visit(d, i) {
			return false
		}
		first := o.round[i]
		if i > at {
			first++
		}
		round = max(round, first)
	}
	o.round[at] = round
	return true
}

// AddAncestors adds nodes and all that they depend on, directly or not, to a set.
func AddAncestors[N comparable](set map[N]bool, nodes []N, deps func(N) []N) {
	for _, n := range nodes {
		if !set[n] {
			set[n] = true
			AddAncestors(set, deps(n), deps)
		}
	}
}

// A Step is a node of a flat list, or the end of the graph that a node contains: then Node is the
// zero value. Deps are indices of steps.
type Step[N any] struct {
	Node N
	Deps []int
}

// Flatten returns the steps of a graph without cycles in topological order. In place of a node that
// contains a graph (child) are that graph's steps, and its end, which depends on those that nothing
// in it depends on.
func Flatten[N comparable](nodes []N, deps func(N) []N, child func(N) (nodes []N, ok bool)) []Step[N] {
	f := flattener[N]{deps: deps, child: child}
	f.add(nodes, nil)
	return f.steps
}

type flattener[N comparable] struct {
	deps  func(N) []N
	child func(N) ([]N, bool)
	steps []Step[N]
}

// add appends the steps of a graph whose roots depend on steps before it. It returns the steps that
// nothing in the graph depends on: those before an empty graph.
func (f *flattener[N]) add(nodes []N, before []int) (last []int) {
	order, _ := Order(nodes, f.deps)
	at := make(map[N]int, len(order))
	inner := map[int]bool{}
	for _, n := range order {
		s := Step[N]{n, before}
		if own := f.deps(n); len(own) > 0 {
			s.Deps = make([]int, len(own))
			for i, d := range own {
				s.Deps[i] = at[d]
				inner[at[d]] = true
			}
		}
		if within, ok := f.child(n); ok {
			s = Step[N]{Deps: f.add(within, s.Deps)}
		}
		f.steps = append(f.steps, s)
		at[n] = len(f.steps) - 1
	}
	if len(order) == 0 {
		return before
	}
	for _, i := range at {
		if !inner[i] {
			last = append(last, i)
		}
	}
	slices.Sort(last)
	return last
}

// Connect adds a dependency to a node's; ok is false if it is there already.
func Connect[N comparable](deps []N, on N) (with []N, ok bool) {
	if slices.Contains(deps, on) {
		return deps, false
	}
	return append(deps, on), true
}

// Disconnect removes a dependency from a node's; ok is false if it is not there.
func Disconnect[N comparable](deps []N, on N) (without []N, ok bool) {
	i := slices.Index(deps, on)
	if i < 0 {
		return deps, false
	}
	return slices.Delete(deps, i, i+1), true
}

// Edges returns the dependencies of a graph as two lists: nodes, and those that depend on them.
func Edges[N comparable](nodes []N, deps func(N) []N) (from, to []N) {
	for _, n := range nodes {
		for _, d := range deps(n) {
			from, to = append(from, d), append(to, n)
		}
	}
	return from, to
}

// Roots returns the nodes that depend on nothing.
func Roots[N comparable](nodes []N, deps func(N) []N) []N {
	return slices.DeleteFunc(slices.Clone(nodes), func(n N) bool { return len(deps(n)) > 0 })
}

// Dependents returns the nodes that depend on a node directly.
func Dependents[N comparable](nodes []N, deps func(N) []N, on N) []N {
	return slices.DeleteFunc(slices.Clone(nodes), func(n N) bool { return !slices.Contains(deps(n), on) })
}
