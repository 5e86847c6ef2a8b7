// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"slices"

	"gohipcc/passes/llvm"
)

// callers is the set of the functions that call one of some directly or not, these
// included.
func callers(of []llvm.Value) map[llvm.Value]bool {
	out := map[llvm.Value]bool{}
	var mark func(f llvm.Value)
	mark = func(f llvm.Value) {
		if out[f] {
			return
		}
		out[f] = true
		for _, c := range users(f) {
			if isCall(c) && llvm.GetCalledValue(c) == f {
				mark(functionOf(c))
			}
		}
	}
	for _, f := range of {
		mark(f)
	}
	return out
}

// inlineCallers marks the functions between a function and the kernels, in so far as
// they can be inlined.
func (u *Unit) inlineCallers(target llvm.Value) {
	recursive := u.recursive()
	for f := range callers([]llvm.Value{target}) {
		if f != target && !recursive[f] && !u.isKernel(f) {
			u.forceInline(f)
		}
	}
}

// recursive is the set of functions that can reach themselves through calls.
func (u *Unit) recursive() map[llvm.Value]bool {
	out := map[llvm.Value]bool{}
	for _, g := range u.callCircles() {
		for _, f := range g {
			out[f] = true
		}
	}
	return out
}

// callCircles lists the groups of functions that can reach each other through calls:
// the strongly connected components of the call graph (Tarjan), but for functions
// that are in no circle.
func (u *Unit) callCircles() [][]llvm.Value {
	next := func(f llvm.Value) []llvm.Value {
		var out []llvm.Value
		for _, i := range instructions(f) {
			if !isCall(i) {
				continue
			}
			if c := callee(i); c != 0 && !llvm.IsDeclaration(c) {
				out = append(out, c)
			}
		}
		return out
	}
	return slices.DeleteFunc(components(u.definitions(), next), func(group []llvm.Value) bool {
		return len(group) == 1 && !callsItself(group[0])
	})
}

// components are the strongly connected components of what is reached from nodes, those
// that lead to others behind these (Tarjan, "Depth-first search and linear graph
// algorithms", 1972).
func components[T comparable](nodes []T, next func(T) []T) [][]T {
	index, low := map[T]int{}, map[T]int{}
	onStack := map[T]bool{}
	var out [][]T
	var stack []T
	var visit func(v T)
	visit = func(v T) {
		index[v] = len(index) + 1
		low[v] = index[v]
		stack = append(stack, v)
		onStack[v] = true
		for _, w := range next(v) {
			if index[w] == 0 {
				visit(w)
				low[v] = min(low[v], low[w])
			} else if onStack[w] {
				low[v] = min(low[v], index[w])
			}
		}
		if low[v] != index[v] {
			return
		}
		var group []T
		for {
			w := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			onStack[w] = false
			group = append(group, w)
			if w == v {
				break
			}
		}
		out = append(out, group)
	}
	for _, v := range nodes {
		if index[v] == 0 {
			visit(v)
		}
	}
	return out
}

// callsItself reports whether a function has a call of itself.
func callsItself(f llvm.Value) bool {
	for _, c := range users(f) {
		if isCall(c) && llvm.GetCalledValue(c) == f && functionOf(c) == f {
			return true
		}
	}
	return false
}

// forceInline marks a function for inlining, against what the source said.
func (u *Unit) forceInline(f llvm.Value) {
	// optnone forbids inlining, and goes with noinline.
	u.removeAttr(f, llvm.FunctionIndex, "optnone")
	u.removeAttr(f, llvm.FunctionIndex, "noinline")
	u.addAttr(f, llvm.FunctionIndex, "alwaysinline")
}
