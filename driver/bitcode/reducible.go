// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package bitcode

import "slices"

// reducible reports whether each loop of a function has one entry: whether each edge to a block that is not
// later, in reverse postorder from the first block, is one to a block that dominates its source.
func reducible(succ [][]int) bool {
	order := postorder(succ)
	number := make([]int, len(succ)) // in reverse postorder, from 1; 0: not reached
	slices.Reverse(order)
	for i, b := range order {
		number[b] = i + 1
	}
	back := false
	preds := make([][]int, len(order)+1) // by number
	for i, b := range order {
		for _, s := range succ[b] {
			preds[number[s]] = append(preds[number[s]], i+1)
			back = back || number[s] <= i+1
		}
	}
	if !back {
		return true
	}
	dominator := dominators(preds)
	for to, from := range preds {
		for _, f := range from {
			if f < to {
				continue
			}
			for f > to {
				f = dominator[f]
			}
			if f != to {
				return false
			}
		}
	}
	return true
}

// postorder lists the blocks that are reached from the first one, each after those that follow it.
func postorder(succ [][]int) (out []int) {
	if len(succ) == 0 {
		return nil
	}
	next := make([]int, len(succ)) // successor to visit, from 1; 0: not reached
	next[0] = 1
	for path := []int{0}; len(path) > 0; {
		b := path[len(path)-1]
		if next[b] > len(succ[b]) {
			path, out = path[:len(path)-1], append(out, b)
			continue
		}
		s := succ[b][next[b]-1]
		next[b]++
		if next[s] == 0 {
			next[s] = 1
			path = append(path, s)
		}
	}
	return out
}

// dominators returns the immediate dominator of each block, by the algorithm of Cooper, Harvey and Kennedy.
// Blocks are numbered in reverse postorder from 1, and preds has their predecessors.
func dominators(preds [][]int) []int {
	d := make([]int, len(preds))
	d[1] = 1
	for changed := true; changed; {
		changed = false
		for b := 2; b < len(preds); b++ {
			found := 0
			for _, p := range preds[b] {
				switch {
				case d[p] == 0:
				case found == 0:
					found = p
				default:
					for found != p {
						if found > p {
							found = d[found]
						} else {
							p = d[p]
						}
					}
				}
			}
			if d[b] != found {
				d[b], changed = found, true
			}
		}
	}
	return d
}
