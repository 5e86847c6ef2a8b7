// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package kernelgen

import "slices"

// warpOp reports whether the lanes of a warp do something together in a statement itself.
func (s *Stmt) warpOp() bool {
	return s.Kind == Warp || s.Kind == WarpSync || s.Kind == Exchange || s.Kind == If && s.E == nil
}

// outside finds the warp operations in the body of a loop after which the loop does not go on:
//
//	for (…)
//	  if (c) { v = shfl(v, 1); break; }
//
// A compiler puts them after the loop, where lanes reconverge that left it in different
// iterations; AMD's does. HIP does not say which lanes are there.
func outside(body []*Stmt) map[*Stmt]bool {
	out := map[*Stmt]bool{}
	// goesOn reports whether the loop may go on from the start of a list, with whether it may
	// from its end.
	var goesOn func(l []*Stmt, on bool) bool
	goesOn = func(l []*Stmt, on bool) bool {
		for _, s := range slices.Backward(l) {
			after := on
			switch s.Kind {
			case Break, Return:
				on = false
			case Continue:
				on = true
			case If, Switch:
				on = false
				through := false
				for i, in := range slices.Backward(s.Lists) {
					end := after
					if i < len(s.Through) && s.Through[i] && i < len(s.Lists)-1 {
						end = through
					}
					through = goesOn(in, end)
					on = on || through
				}
			case Loop:
				if !on {
					for _, in := range flat(s.Lists[0]) {
						if in.warpOp() {
							out[in] = true
						}
					}
				}
			}
			if s.warpOp() && !on {
				out[s] = true
			}
		}
		return on
	}
	goesOn(body, true)
	return out
}

// flat lists statements with those in them.
func flat(l []*Stmt) []*Stmt {
	var out []*Stmt
	for _, s := range l {
		out = append(out, s)
		for _, in := range s.Lists {
			out = append(out, flat(in)...)
		}
	}
	return out
}

// drop takes statements out of a list; a branch on a vote becomes one on what each lane votes.
func drop(l []*Stmt, which map[*Stmt]bool) []*Stmt {
	var out []*Stmt
	for _, s := range l {
		for i, in := range s.Lists {
			s.Lists[i] = drop(in, which)
		}
		switch {
		case !which[s]:
		case s.Kind == If:
			s.E, s.E2, s.Text = s.E2, nil, ""
		default:
			continue
		}
		out = append(out, s)
	}
	return out
}
