// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package kernelgen

import (
	"fmt"
	"slices"
)

// An edit makes a kernel smaller, until it is taken back.
type edit func() (undo func())

func replace[T any](at *T, by T) edit {
	return func() func() {
		old := *at
		*at = by
		return func() { *at = old }
	}
}

// jumps reports whether statements leave the loop around them, or a turn of it.
func jumps(l []*Stmt) bool {
	return slices.ContainsFunc(l, func(s *Stmt) bool {
		return s.Kind == Break || s.Kind == Continue || s.Kind != Loop && slices.ContainsFunc(s.Lists, jumps)
	})
}

// edits returns the ways to make a kernel smaller by one step, large steps first.
func (k *Kernel) edits() []edit {
	var e editList
	e.stmts(&k.Main.Body)
	for _, f := range k.Funcs {
		e.stmts(&f.Body)
	}
	return append(e.large, e.small...)
}

// editList collects edits: those that take statements away, and those that make one simpler.
type editList struct{ large, small []edit }

func (e *editList) expr(at **Expr) {
	x := *at
	if x == nil {
		return
	}
	for _, a := range x.Args {
		if x.Op == Bin || x.Op == Cond {
			e.small = append(e.small, replace(at, a))
		}
	}
	if x.Op != Const && x.Op != Thread {
		e.small = append(e.small, replace(at, number(1)), replace(at, &Expr{Op: Thread}))
	}
	for i := range x.Args {
		e.expr(&x.Args[i])
	}
}

func (e *editList) stmts(at *[]*Stmt) {
	l := *at
	for n := len(l); n > 0; n /= 2 {
		for i := 0; i < len(l); i += n {
			e.large = append(e.large, replace(at, slices.Concat(l[:i], l[min(i+n, len(l)):])))
		}
	}
	for i, s := range l {
		for _, in := range s.Lists {
			if s.Kind != Loop || !jumps(in) {
				e.large = append(e.large, replace(at, slices.Concat(l[:i], in, l[i+1:])))
			}
		}
		e.inside(s)
	}
}

// inside has the edits of the parts of a statement.
func (e *editList) inside(s *Stmt) {
	if s.Kind == Loop && s.Form != formFor {
		e.small = append(e.small, replace(&s.Form, formFor))
	}
	if s.Kind == If && s.Text != "" && s.E != nil {
		e.small = append(e.small, replace(&s.Text, ""))
	}
	e.expr(&s.E)
	e.expr(&s.E2)
	e.expr(&s.Where)
	for j := range s.Args {
		e.expr(&s.Args[j])
	}
	for j := range s.Lists {
		e.stmts(&s.Lists[j])
	}
}

// Reduce makes a kernel as small as it can be while wrong says that it is. It asks for
// several at a time.
func (k *Kernel) Reduce(wrong func([]*Program) []bool, smaller func(*Program)) {
	const most = 8 // at a time
	name := k.Name
	for at := 0; ; {
		all := k.edits()
		var tried []int
		var programs []*Program
		for ; at < len(all) && len(tried) < most; at++ {
			undo := all[at]()
			k.Name = fmt.Sprintf("%s_%d", name, len(tried))
			if p, err := k.Program(); err == nil {
				tried = append(tried, at)
				programs = append(programs, p)
			}
			undo()
		}
		k.Name = name
		if len(tried) == 0 {
			return
		}
		for i, w := range wrong(programs) {
			if w {
				all[tried[i]]()
				smaller(programs[i])
				at = tried[i]
				if at > 0 {
					at--
				}
				break
			}
		}
	}
}
