// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
)

// A row is what the table says of a pair.
type row struct {
	pair  *Pair
	ratio float64
	// by is how many times that the programs printed are behind the ratio; 0 where it is of wall
	// times.
	by int
	// parts has the ratio of each of these.
	parts []float64
}

// bound is the ratio that the programs are held to.
const bound = 1.1

// table prints the pairs by their ratios, and what could not be timed.
func table(w io.Writer, pairs []*Pair) {
	var rows []row
	refused := 0
	for _, p := range pairs {
		if p.Refused != "" {
			refused++
			fmt.Fprintf(w, "# %s: %s\n", p.Name, p.Refused)
		} else if len(p.Runs[hip]) > 0 {
			rows = append(rows, compare(p))
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(b.ratio, a.ratio) })
	sum, good, printed := 0.0, 0, 0
	for _, r := range rows {
		how := fmt.Sprintf("%d times", r.by)
		if r.by == 0 {
			how = "wall"
		} else {
			sum += math.Log(r.ratio)
			printed++
			if r.ratio <= bound {
				good++
			}
		}
		fmt.Fprintf(w, "%-28s %.3f  %s, %d runs, %s/%s", r.pair.Name, r.ratio, how, len(r.pair.Runs[hip]), r.pair.Verdict[hip], r.pair.Verdict[cuda])
		if r.by > 1 {
			fmt.Fprintf(w, " %.2f", r.parts)
		}
		fmt.Fprintln(w)
	}
	if printed > 0 {
		fmt.Fprintf(w, "%d pairs that print times: geometric mean %.3f, %.1f %% at most %.2f; %d by wall time; %d refused\n",
			printed, math.Exp(sum/float64(printed)), 100*float64(good)/float64(printed), bound, len(rows)-printed, refused)
	}
}

// compare returns the ratio of a pair: the geometric mean of the ratios of its times, each the
// median of the runs.
func compare(p *Pair) row {
	r := row{pair: p}
	n := len(p.Runs[hip][0].Times)
	for _, runs := range p.Runs {
		for _, one := range runs {
			if len(one.Times) != n {
				n = 0
			}
		}
	}
	sum := 0.0
	for k := range n {
		at := func(one Run) float64 { return one.Times[k].Time }
		part := median(p.Runs[hip], at) / median(p.Runs[cuda], at)
		r.parts = append(r.parts, part)
		sum += math.Log(part)
		r.by++
	}
	if r.by > 0 {
		r.ratio = math.Exp(sum / float64(r.by))
		return r
	}
	wall := func(one Run) float64 { return one.Wall }
	r.ratio = median(p.Runs[hip], wall) / median(p.Runs[cuda], wall)
	return r
}

// median returns the median of what a function gives for runs.
func median(runs []Run, of func(Run) float64) float64 {
	var list []float64
	for _, one := range runs {
		list = append(list, of(one))
	}
	return middle(list)
}

// middle returns the median of numbers.
func middle(list []float64) float64 {
	list = slices.Sorted(slices.Values(list))
	m := len(list) / 2
	if len(list)%2 == 1 {
		return list[m]
	}
	return (list[m-1] + list[m]) / 2
}
