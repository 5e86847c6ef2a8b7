// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import (
	"slices"

	"gohipcc/passes/llvm"
)

// Callers returns the set of the functions that call one of some, directly or not, including these.
func Callers(of []llvm.Value) map[llvm.Value]bool {
	out := map[llvm.Value]bool{}
	var mark func(f llvm.Value)
	mark = func(f llvm.Value) {
		if out[f] {
			return
		}
		out[f] = true
		for _, c := range Users(f) {
			if IsCall(c) && llvm.GetCalledValue(c) == f {
				mark(FunctionOf(c))
			}
		}
	}
	for _, f := range of {
		mark(f)
	}
	return out
}

// InlineCallers marks the functions on call paths from kernels to some functions for inlining,
// unless they cannot be inlined.
func (u *Unit) InlineCallers(targets ...llvm.Value) {
	if len(targets) == 0 {
		return
	}
	recursive := u.Recursive()
	callers := Callers(targets)
	for _, t := range targets {
		delete(callers, t)
	}
	for f := range callers {
		if !recursive[f] && !u.IsKernel(f) {
			u.ForceInline(f)
		}
	}
}

// Recursive returns the set of functions that can reach themselves through calls.
func (u *Unit) Recursive() map[llvm.Value]bool {
	out := map[llvm.Value]bool{}
	for _, g := range u.Cycles() {
		for _, f := range g {
			out[f] = true
		}
	}
	return out
}

// Cycles returns the groups of functions that can reach each other through calls: the strongly
// connected components of the call graph (Tarjan), without functions that are in no cycle.
func (u *Unit) Cycles() [][]llvm.Value {
	next := func(f llvm.Value) []llvm.Value {
		var out []llvm.Value
		for _, i := range Instructions(f) {
			if !IsCall(i) {
				continue
			}
			if c := Callee(i); c != 0 && !llvm.IsDeclaration(c) {
				out = append(out, c)
			}
		}
		return out
	}
	return slices.DeleteFunc(Components(u.Definitions(), next), func(group []llvm.Value) bool {
		return len(group) == 1 && !callsItself(group[0])
	})
}

// Components returns the strongly connected components of what can be reached from nodes, in
// reverse topological order: a component comes after those that it leads to (Tarjan, "Depth-first
// search and linear graph algorithms", 1972).
func Components[T comparable](nodes []T, next func(T) []T) [][]T {
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

// callsItself reports whether a function calls itself directly.
func callsItself(f llvm.Value) bool {
	for _, c := range Users(f) {
		if IsCall(c) && llvm.GetCalledValue(c) == f && FunctionOf(c) == f {
			return true
		}
	}
	return false
}

// ForceInline marks a function as alwaysinline, whatever the source said.
func (u *Unit) ForceInline(f llvm.Value) {
	// optnone forbids inlining, and requires noinline.
	u.RemoveAttr(f, llvm.FunctionIndex, "optnone")
	u.RemoveAttr(f, llvm.FunctionIndex, "noinline")
	u.AddAttr(f, llvm.FunctionIndex, "alwaysinline")
}
